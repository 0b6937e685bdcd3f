"""The kinds of a game: their ids and their JSON in ``vassal/table.json``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pydantic import TypeAdapter

from engine.vassal import traits as tr
from engine.vassal.kinds import Kind, Part
from engine.vassal.raw_states import template


class Kinds:
    """The kinds of a game by id: the kind's name, numbered if several share it."""

    def __init__(self, clean: Callable[[str], str] = str) -> None:
        """Prepare the files; ``clean`` removes passwords from the types that modules write."""
        self._clean = clean
        self.by_id: dict[str, Kind] = {}
        self._ids: dict[Kind, str] = {}

    def id(self, kind: Kind) -> str:
        """Return the id of a kind, assigned at the first call."""
        name = self._ids.get(kind)
        if name is None:
            number, name = 1, kind.name
            while name in self.by_id:
                number += 1
                name = f"{kind.name}#{number}"
            self._ids[kind] = name
            chain = tuple(map(self._clean, kind.chain))
            state = tuple(template(kind.chain, kind.state, self._clean))
            self.by_id[name] = replace(kind, chain=chain, state=state)
        return name


_SHOWN = (
    tr.Layer, tr.Label, tr.Rotate, tr.Mask, tr.Invisible, tr.Moved, tr.Area, tr.Border, tr.Trail,
)  # fmt: skip
_ADAPTERS: dict[str, TypeAdapter[Any]] = {c.__name__: TypeAdapter(c) for c in _SHOWN}


def dump_kind(kind: Kind) -> dict[str, Any]:
    """Return a kind as JSON."""
    return {
        "name": kind.name,
        "image": kind.image,
        "parts": [
            {
                "is": type(p.trait).__name__,
                "rest": p.rest,
                **_ADAPTERS[type(p.trait).__name__].dump_python(p.trait, mode="json"),
            }
            for p in kind.parts
        ],
        "values": dict(kind.values),
        "stacks": kind.stacks,
        "masked": kind.masked,
        "size": list(kind.size),
    }


def load_kind(data: dict[str, Any]) -> Kind:
    """Load a kind from JSON. Raises LookupError, TypeError or ValueError for invalid data."""
    return Kind(
        str(data["name"]),
        str(data["image"]),
        tuple(_load_part(dict(p)) for p in data["parts"]),
        tuple((str(k), str(v)) for k, v in data["values"].items()),
        bool(data["stacks"]),
        bool(data["masked"]),
        size=(int(data["size"][0]), int(data["size"][1])),
    )


def _load_part(data: dict[str, Any]) -> Part:
    adapter, rest = _ADAPTERS[data.pop("is")], data.pop("rest")
    return Part(adapter.validate_python(data), rest)
