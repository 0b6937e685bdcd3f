"""``vassal/chains.json``: the complete trait chains of a game's kinds, for playing the game on.

Many kinds share links, so each link is written once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Literal

import orjson
from pydantic import BaseModel, ConfigDict, ValidationError

from engine.archive import Files
from engine.core.errors import UserError
from engine.i18n import t
from engine.vassal.kinds import Kind

CHAINS = "vassal/chains.json"
FORMAT: Literal["h44chains/1"] = "h44chains/1"


class _Chain(BaseModel):
    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")
    links: tuple[int, ...]
    """Indices into the list of links, outermost first."""
    state: dict[int, str] = {}
    """The states that are not empty, by position in ``links``."""
    at: tuple[int, ...] = ()
    """The position in ``links`` of each part that shows."""


class Marker(BaseModel):
    """A piece that a trait puts on the map."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")
    id: str
    kind: str
    side: str
    status: tuple[str, ...] = ()


class _File(BaseModel):
    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")
    format: Literal["h44chains/1"]
    links: tuple[str, ...]
    kinds: dict[str, _Chain]
    markers: dict[int, Marker] = {}
    """The pieces that traits put on the map, by the index of their link."""


def dump(kinds: Mapping[str, Kind], markers: Mapping[str, Marker]) -> bytes:
    """Return the file for kinds, and for the pieces that their traits put on the map, by link."""
    numbers: dict[str, int] = {}
    chains = {}
    for name, kind in kinds.items():
        if kind.chain:
            chains[name] = _Chain(
                links=tuple(numbers.setdefault(link, len(numbers)) for link in kind.chain),
                state={i: s for i, s in enumerate(kind.state) if s},
                at=kind.at,
            )
    put = {numbers[link]: marker for link, marker in markers.items() if link in numbers}
    file = _File(format=FORMAT, links=tuple(numbers), kinds=chains, markers=put)
    return orjson.dumps(file.model_dump(mode="json"), option=orjson.OPT_NON_STR_KEYS)


class Chains:
    """The chains in a module's files; empty for a module of an older version."""

    def __init__(self, files: Files) -> None:
        self._files = files

    @cached_property
    def _file(self) -> _File | None:
        if CHAINS not in self._files.names():
            return None
        try:
            file = _File.model_validate_json(self._files.read(CHAINS))
            for chain in file.kinds.values():
                inside = all(0 <= n < len(file.links) for n in chain.links)
                inside = inside and all(0 <= n < len(file.links) for n in file.markers)
                if not inside or not all(0 <= i < len(chain.links) for i in chain.at):
                    raise ValueError("links")
        except (ValidationError, ValueError) as error:
            why = str(error).splitlines()[0]
            raise UserError(
                t(
                    "module.error.content",
                    module=self._files.origin,
                    file=CHAINS,
                    where="-",
                    why=why,
                )
            ) from None
        return file

    @cached_property
    def _markers(self) -> dict[str, Marker]:
        file = self._file
        return {file.links[n]: m for n, m in file.markers.items()} if file is not None else {}

    def marker(self, link: str) -> Marker | None:
        """Return the piece that a link puts on the map, if known."""
        return self._markers.get(link)

    def whole(self, name: str, kind: Kind) -> Kind:
        """Return a kind completed by its chain. Raises UserError if the file is damaged."""
        file = self._file
        chain = file.kinds.get(name) if file is not None else None
        if file is None or chain is None or len(chain.at) != len(kind.parts):
            return kind
        links = tuple(file.links[n] for n in chain.links)
        state = tuple(chain.state.get(i, "") for i in range(len(links)))
        marks = tuple(s for link, s in zip(links, state, strict=True) if link[:5] == "mark;")
        return replace(kind, chain=links, state=state, at=chain.at, marks=marks)
