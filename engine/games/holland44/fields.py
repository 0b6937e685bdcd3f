"""What the answers share: reading units and hexes out of a request, writing verdicts into one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.core.verdicts import Verdict
from engine.games.holland44 import positions
from engine.games.holland44.meta import SIXTH
from engine.games.holland44.position import Position
from engine.games.holland44.units import Unit
from engine.i18n import t
from engine.questions import Refused, field
from engine.rules.registry import fix_text, is_legal, text

Json = dict[str, Any]


def verdict_json(verdict: Verdict) -> Json:
    """A verdict with its sentence, and the title of its rule."""
    return {
        "rule": verdict.rule,
        "title": positions.titles().get(verdict.rule, ""),
        "level": verdict.level,
        "text": text(verdict),
        "hexes": list(verdict.hexes),
        "units": list(verdict.units),
        "fix": fix_text(verdict),
    }


def judged(verdicts: Sequence[Verdict]) -> Json:
    """What the rules say, and whether nothing forbids."""
    return {"verdicts": [verdict_json(v) for v in verdicts], "legal": is_legal(verdicts)}


def unit_of(position: Position, name: str, where: str) -> Unit:
    """A unit on the map or in an entry area. Raises Refused (``unknown_unit``)."""
    unit = position.units.get(name)
    if unit is None:
        key = "probe.off_map" if name in position.state.pieces else "probe.unit"
        raise Refused("unknown_unit", t(key, unit=name), where)
    return unit


def units_of(position: Position, names: Iterable[str], where: str) -> list[Unit]:
    """Units by their ids. Raises Refused naming the first that is unknown."""
    return [unit_of(position, name, f"{where}[{n}]") for n, name in enumerate(names)]


def hex_of(position: Position, request: Mapping[str, Any], name: str) -> int:
    """The hex that a field of a request names. Raises Refused (``unknown_hex``)."""
    number = field(request, name, str)
    index = position.board.index.get(number)
    if index is None:
        raise Refused("unknown_hex", t("probe.hex", hex=number), name)
    return index


def place_of(position: Position, request: Mapping[str, Any], name: str) -> int:
    """The hex or entry area that a field of a request names. Raises Refused (``unknown_hex``)."""
    letter = field(request, name, str).removeprefix("area-")
    if letter in position.board.areas and f"area-{letter}" in position.places:
        return position.area_place(letter)
    return hex_of(position, request, name)


def numbers(position: Position, path: Iterable[int]) -> list[str]:
    """Hexes as printed numbers, entry areas as letters."""
    return [position.number(place) for place in path]


def points(sixths: int) -> float:
    """Sixths as movement points, rounded to 1e-6."""
    return round(sixths / SIXTH, 6)


def side_of(request: Mapping[str, Any]) -> str:
    """The side that a request names. Raises Refused for any other word."""
    side = field(request, "side", str)
    if side not in ("allied", "german"):
        raise Refused("bad_request", t("probe.side", side=side), "side")
    return side
