"""Questions about a position: read the request, ask the position, encode the answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.board.board import BEYOND, Board
from engine.board.grid import hexside
from engine.core import actions as act
from engine.core.verdicts import Verdict
from engine.i18n import t
from engine.probe.encoding import (
    Json,
    advances_json,
    bombardment_json,
    odds_json,
    reach_json,
    retreats_json,
    supply_json,
    why_not_json,
    zones_json,
)
from engine.probe.playing import (
    action_of,
    chance,
    legal,
    legal_alternatives,
    names_checked,
    outcome,
)
from engine.request_fields import Refused, field, texts
from engine.rules.ports import Answers
from engine.rules.registry import verdicts_json

if TYPE_CHECKING:
    from engine.rules.answers import UnitView


def unit_of(position: Answers, name: str, where: str) -> UnitView:
    """Return a unit in play. Raises Refused (``unknown_unit``)."""
    unit = position.unit(name)
    if unit is None:
        key = "probe.off_map" if name in position.state.pieces else "probe.unit"
        raise Refused("unknown_unit", t(key, unit=name), where)
    return unit


def units_of(position: Answers, names: Iterable[str], where: str) -> list[UnitView]:
    """Return units by their ids. Raises Refused that names the first unknown one."""
    return [unit_of(position, name, f"{where}[{n}]") for n, name in enumerate(names)]


def hex_of(position: Answers, request: Mapping[str, Any], name: str) -> int:
    """Return the hex named by a field of a request. Raises Refused (``unknown_hex``)."""
    number = field(request, name, str)
    index = position.ruleset.board.index.get(number)
    if index is None:
        raise Refused("unknown_hex", t("probe.hex", hex=number), name)
    return index


def place_of(position: Answers, request: Mapping[str, Any], name: str) -> int:
    """Return the hex or box named by a field of a request. Raises Refused (``unknown_hex``)."""
    word = field(request, name, str)
    place = position.place(word)
    if place is None:
        raise Refused("unknown_hex", t("probe.hex", hex=word), name)
    return place


def side_of(position: Answers, request: Mapping[str, Any]) -> str:
    """Return the side named by a request. Raises Refused for any other word."""
    side = field(request, "side", str)
    if side not in {s.id for s in position.ruleset.module.meta.sides}:
        raise Refused("bad_request", t("probe.side", side=side), "side")
    return side


def _together(position: Answers, request: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the unit or the stack of a request."""
    own = position.together(request)
    if own:
        return own
    if "units" in request:
        where, names = "units", texts(request, "units", empty=False)
        units = units_of(position, names, where)
    else:
        where = "unit"
        units = [unit_of(position, field(request, "unit", str), where)]
    if len({u.place for u in units}) > 1:
        raise Refused("bad_request", t("probe.apart"), where)
    return tuple(u.id for u in units)


# -- what a position holds ------------------------------------------------------------------------


def state(position: Answers, _: Mapping[str, Any]) -> Json:
    """Return the whole state as a position that ``load`` reads back."""
    return dict(position.ruleset.written(position.state))


def hex_(position: Answers, request: Mapping[str, Any]) -> Json:
    """Answer with the facts of a hex and its hexsides."""
    board = position.ruleset.board
    i = hex_of(position, request, "hex")
    number = board.numbers[i]
    roads = [
        {
            "class": road.road_class,
            "hexes": [position.number(j) for j in road.hexes],
            "basis": road.basis,
        }
        for road in board.roads
        if i in road.hexes
    ]
    sides: Json = {}
    neighbours = []
    for j in board.neighbours[i]:
        if j == BEYOND:
            continue
        other = board.numbers[j]
        neighbours.append(other)
        name = hexside(number, other)
        lies = _side(position, board, name)
        if (i, j) in board.road_links:
            lies["road"] = board.road_links[i, j]
        if board.has_railway(i, j):
            lies["railway"] = True
        if lies:
            sides[name] = lies
    for name in _outer_sides(board, number):
        if lies := _side(position, board, name):
            sides[name] = lies
    return {
        "hex": number,
        "terrain": board.terrain[i],
        "settlement": board.settlement[i],
        "name": board.names[i][0] if board.names[i] else None,
        "names": list(board.names[i]),
        "hexsides": sides,
        "roads": roads,
        "railway": any(i in railway.hexes for railway in board.railways),
        "areas": [name for name, area in board.areas.items() if i in area.hexes],
        "neighbours": sorted(neighbours),
        "control": position.control(i),
        "units": list(position.state.stack(i)),
        "markers": sorted(m.kind for m in position.state.markers.values() if m.at == number),
        "basis": {"terrain": board.terrain_basis[i], "settlement": board.settlement_basis[i]},
        **position.hex_facts(i),
    }


def _outer_sides(board: Board, number: str) -> list[str]:
    """Return the hexsides with features over which a hex leaves the board."""
    ends = ((name, name.split("/")) for name in board.sides)
    return [n for n, pair in ends if number in pair and not board.index.keys() >= set(pair)]


def _side(position: Answers, board: Board, name: str) -> Json:
    side = board.sides.get(name)
    if side is None:
        return {}
    words = {"road": "road_bridge", "both": "road_bridge", "rail": "rail_bridge", "ferry": "ferry"}
    result: Json = {
        "lies": [side.water, *side.also] + [words[b.kind] for b in side.bridges if b.kind in words],
        "name": side.river,
        "basis": side.basis,
    }
    if name in position.state.hexsides:
        result["bridge"] = position.state.hexsides[name]
    return result


# -- questions ------------------------------------------------------------------------------------


def zoc(position: Answers, request: Mapping[str, Any]) -> Json:
    """Answer with a side's zone of control and bonds."""
    return zones_json(position, position.zones(side_of(position, request)))


def reach(position: Answers, request: Mapping[str, Any]) -> Json:
    """Answer with the hexes in which a unit or stack may end its move; boxes are separate."""
    units = _together(position, request)
    mode = field(request, "mode", str, "best")
    modes = position.ruleset.modes
    if mode != "best" and mode not in modes:
        known = ", ".join([*modes, "best"])
        raise Refused("bad_request", t("probe.mode", mode=mode, known=known), "mode")
    found = position.reach(units, mode)
    result = reach_json(position, found)
    if not position.ruleset.own_questions:
        return result
    # Games with questions of their own say with every answer whether the rules allow it.
    against = () if found.hexes else _against_leaving(position, units, found.start, mode)
    return {**result, **verdicts_json(against, position.ruleset.titles), "legal": bool(found.hexes)}


def _against_leaving(
    position: Answers, units: Sequence[str], start: int, mode: str
) -> Sequence[Verdict]:
    """Return the verdicts on a step of units to a neighbouring hex; none off the map."""
    if not position.ruleset.places.is_hex(start):
        return ()
    around = [j for j in position.ruleset.board.neighbours[start] if j != BEYOND]
    if not around:
        return ()
    if mode == "best":
        return position.why_not(units, around[0]).verdicts
    path = position.number(start), position.number(around[0])
    return position.judge(act.MoveUnits(units=tuple(units), path=path, mode=mode))


def why_not(position: Answers, request: Mapping[str, Any]) -> Json:
    """Answer with every reason against the best path to a hex or box."""
    units = _together(position, request)
    return why_not_json(position, position.why_not(units, place_of(position, request, "hex")))


def judge(position: Answers, request: Mapping[str, Any]) -> Json:
    """Answer with the verdicts on an action."""
    action = action_of(request)
    if not isinstance(action, act.STATED):
        names_checked(position, action)
    return verdicts_json(position.judge(action), position.ruleset.titles)


def supply(position: Answers, request: Mapping[str, Any]) -> Json:
    """Answer with the supply of a side's units."""
    return supply_json(position, position.supply(side_of(position, request)))


def odds(position: Answers, request: Mapping[str, Any]) -> Json:
    """Answer with an itemised combat."""
    return odds_json(position, position.odds(position.plan(request)))


def bombard(position: Answers, request: Mapping[str, Any]) -> Json:
    """Answer with an itemised bombardment."""
    firers = [u.id for u in units_of(position, texts(request, "artillery"), "artillery")]
    choices = {
        name: value
        for name, value in request.items()
        if name not in ("id", "op", "pos", "target", "artillery")
        and isinstance(value, str | int)
        and not isinstance(value, bool)
    }
    target = hex_of(position, request, "target")
    return bombardment_json(position, position.bombard(firers, target, **choices))


def retreat(position: Answers, request: Mapping[str, Any]) -> Json:
    """Answer with every retreat path, its broken priorities, and the legal ones."""
    units = units_of(position, texts(request, "units", empty=False), "units")
    if len({u.place for u in units}) > 1:
        raise Refused("bad_request", t("probe.apart"), "units")
    hexes = field(request, "hexes", int)
    battle = hex_of(position, request, "from") if "from" in request else None
    result = request.get("result")
    retreats = position.retreats(
        [u.id for u in units], hexes, battle, result if isinstance(result, str) else ""
    )
    return retreats_json(position, retreats)


def advance(position: Answers, request: Mapping[str, Any]) -> Json:
    """Answer with the hexes to which victorious units may advance."""
    kind = field(request, "kind", str)
    kinds = position.ruleset.advances
    if kind not in kinds:
        known = ", ".join(kinds) or "–"
        raise Refused("bad_request", t("probe.advance_kind", kind=kind, known=known), "kind")
    vacated = hex_of(position, request, "vacated")
    units = units_of(position, texts(request, "units", empty=False), "units")
    if len({u.place for u in units}) > 1:
        raise Refused("bad_request", t("probe.apart"), "units")
    result = advances_json(position, position.advances([u.id for u in units], vacated, kind))
    judged = {"legal": bool(result["hexes"]), "verdicts": []}
    return {**result, **judged} if position.ruleset.own_questions else result


Answer = Callable[[Answers, Mapping[str, Any]], Json]

OPS: dict[str, Answer] = {
    "state": state,
    "hex": hex_,
    "zoc": zoc,
    "reach": reach,
    "judge": judge,
    "why_not": why_not,
    "odds": odds,
    "supply": supply,
    "retreat": retreat,
    "advance": advance,
    "legal": legal,
}
"""Questions available for every game with the needed data."""

OPTIONAL_OPS: dict[str, tuple[str, Answer]] = {
    "bombard": ("bombard", bombard),
    "chance": ("", chance),
    "outcome": ("", outcome),
    "ways_out": ("", legal_alternatives),
}
"""Further questions, each with the entry required in a game's ``questions``; empty for none."""


def answer(position: Answers, op: str, request: Mapping[str, Any]) -> Json:
    """Return the answer to a question about a position; the game's own questions come first.

    A request without further fields is always the general question: ``outcome`` then returns the
    winner. Raises Refused, also for a question of another game.
    """
    ruleset = position.ruleset
    plain = op in OPTIONAL_OPS and request.keys() <= {"id", "op", "pos"}
    if op in ruleset.own_questions and not plain:
        return {"legal": True, "verdicts": [], **position.ask(op, request)}
    if op in OPTIONAL_OPS:
        needed, ask = OPTIONAL_OPS[op]
        if not needed or needed in ruleset.questions:
            return ask(position, request)
    if op in OPS:
        return OPS[op](position, request)
    game = ruleset.module.title
    raise Refused("not_supported", t("probe.op.not_here", op=op, game=game), "op")
