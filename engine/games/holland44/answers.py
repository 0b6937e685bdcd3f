"""Answers to the probe's questions about a position of Holland '44, as plain JSON values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, cast

from engine.board.grid import hexside
from engine.core import actions as act
from engine.core.errors import Holland44Error
from engine.core.state import State, as_json
from engine.core.verdicts import Verdict
from engine.game import Recording
from engine.games.holland44 import positions
from engine.games.holland44.answers_combat import advance, odds, retreat, supply
from engine.games.holland44.answers_play import action_of, apply, legal, names_checked
from engine.games.holland44.fields import (
    Json,
    hex_of,
    judged,
    numbers,
    place_of,
    points,
    side_of,
    unit_of,
    units_of,
)
from engine.games.holland44.ground import FOOT
from engine.games.holland44.house import ruled
from engine.games.holland44.meta import GAME
from engine.games.holland44.orders import is_order
from engine.games.holland44.playing import Rules
from engine.games.holland44.position import Position, Setting
from engine.games.holland44.rules.ch08_movement.mover import MODES, Mode, Mover
from engine.games.holland44.rules.ch08_movement.reach import reachable
from engine.games.holland44.rules.ch08_movement.why_not import (
    MODES_OF,
    judge_path,
    mover_of,
    why_not,
)
from engine.games.holland44.rules.ch09_attack import attack_verdicts
from engine.games.holland44.rules.ch10_odds import best_lead
from engine.games.holland44.rules.ch10_strengths import Combat
from engine.games.holland44.rules.ch26_victory import victory_points
from engine.i18n import t
from engine.questions import Refused, field, texts
from engine.rules.tables import Chart, lookup

TABLES = (
    "crt",
    "determined_defense",
    "weather",
    "demolition",
    "airlanding",
    "recovery",
    "isolation",
    "disengagement",
)


# -- positions ------------------------------------------------------------------------------------


def load(request: Mapping[str, Any]) -> tuple[Setting, State, list[str]]:
    """The setting and state of a request's position, scenario or log, with warnings."""
    if "position" in request:
        return positions.read(field(request, "position", dict))
    if "log" in request:
        return _of_log(field(request, "log", str), request.get("at"))
    scenario = field(request, "scenario", str)
    return positions.read({"scenario": scenario})


def _of_log(path: str, at: object) -> tuple[Setting, State, list[str]]:
    if at is not None and (not isinstance(at, int) or isinstance(at, bool) or at < 0):
        raise Refused("bad_request", t("probe.type", field="at", wanted="integer"), "at")
    try:
        recording = Recording.load(Path(path), tip=at or None)
        step = 0 if at == 0 else len(recording)
        state = recording.state(step)
    except Holland44Error as error:
        raise Refused("bad_position", str(error), _at_fault(path, at)) from None
    if recording.module.meta.id != GAME:
        game = recording.module.meta.id
        raise Refused("unknown_game", t("probe.game", game=game, known=GAME), "log")
    scenario = recording.log.header.scenario
    base = positions.setting(
        scenario if scenario in positions.module().meta.scenarios else "campaign"
    )
    return base, state, list(recording.notices)


def _at_fault(path: str, at: object) -> str:
    """Which field of a request makes a log unreadable: the entry, where the log itself is whole."""
    try:
        if at:
            Recording.load(Path(path))
            return "at"
    except Holland44Error:
        pass
    return "log"


# -- what a position holds ------------------------------------------------------------------------


def state(position: Position, _: Mapping[str, Any]) -> Json:
    """The whole state, with the values of every unit in force."""
    found = as_json(position.state, position.places)
    found["weather"] = position.weather
    found["time"] = position.time
    roster = position.setting.roster
    for name, piece in position.state.pieces.items():
        p = roster.profile(piece.counter, piece.side, piece.steps, piece.status)
        unit = found["units"][name]
        unit["hex"] = unit["at"] if position.places.is_hex(piece.place) else None
        unit["values"] = {
            "attack": p.attack,
            "defense": p.defense,
            "movement": points(p.movement),
            "armor": p.armor,
            "quality": p.quality,
            "formation": p.formation,
            "kind": p.counter.kind,
            "mechanized": p.counter.mechanized or p.cls != FOOT,
            "vehicle": p.vehicle,
        }
    found["victory_points"] = victory_points(position)
    return found


def hex_(position: Position, request: Mapping[str, Any]) -> Json:
    """What is known of a hex and its sides."""
    board = position.board
    i = hex_of(position, request, "hex")
    number = board.numbers[i]
    roads = [
        {"class": road.road_class, "hexes": numbers(position, road.hexes), "basis": road.basis}
        for road in board.roads
        if i in road.hexes
    ]
    sides: Json = {}
    neighbours = []
    for j in position.ground.ring[i]:
        other = board.numbers[j]
        neighbours.append(other)
        name = hexside(number, other)
        lies = _side(position, name)
        if (i, j) in board.road_links:
            lies["road"] = board.road_links[i, j]
        if board.has_railway(i, j):
            lies["railway"] = True
        if lies:
            sides[name] = lies
    for name in position.ground.outer_sides.get(i, ()):
        if lies := _side(position, name):
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
        "areas": list(position.ground.area_hexes.get(i, ())),
        "neighbours": sorted(neighbours),
        "control": position.control(i),
        "units": [u.id for u in position.stack(i)],
        "markers": sorted(m.kind for m in position.state.markers.values() if m.at == number),
        "basis": {"terrain": board.terrain_basis[i], "settlement": board.settlement_basis[i]},
    }


def _side(position: Position, name: str) -> Json:
    side = position.board.sides.get(name)
    if side is None:
        return {}
    words = {"road": "road_bridge", "both": "road_bridge", "rail": "rail_bridge", "ferry": "ferry"}
    found: Json = {
        "lies": [side.water, *side.also] + [words[b.kind] for b in side.bridges if b.kind in words],
        "name": side.river,
        "basis": side.basis,
    }
    if name in position.state.hexsides:
        found["bridge"] = position.state.hexsides[name]
    return found


def zoc(position: Position, request: Mapping[str, Any]) -> Json:
    """A side's zone of control and bonds."""
    side = side_of(request)
    front = position.fronts[side]
    number = position.number
    found: list[Json] = []
    for i, ends in sorted(front.bonds.hexes.items()):
        for a, b in sorted(ends):
            found.append(
                {"kind": "hex", "hex": number(i), "between": sorted([number(a), number(b)])}
            )
    for (i, j), sides in sorted(front.bonds.sides.items()):
        if i > j:
            continue
        for a, end in sides:
            if end is None:
                between = [number(a), _area_beyond(position, side, i, j)]
            else:
                between = sorted([number(a), number(end)])
            name = hexside(number(i), number(j))
            found.append({"kind": "hexside", "hexside": name, "between": between})
    return {"hexes": sorted(number(i) for i in front.zone), "bonds": found}


def _area_beyond(position: Position, side: str, i: int, j: int) -> str:
    touching = position.ground.area_hexes
    shared = [a for a in touching[i] if a in touching[j] and position.area_side(a) == side]
    return shared[0] if shared else touching[i][0]


# -- movement -------------------------------------------------------------------------------------


def _movers(position: Position, request: Mapping[str, Any]) -> Mover:
    if "units" in request:
        where, names = "units", texts(request, "units", empty=False)
        units = units_of(position, names, where)
    else:
        where = "unit"
        units = [unit_of(position, field(request, "unit", str), where)]
    if len({u.place for u in units}) > 1:
        raise Refused("bad_request", t("probe.apart"), where)
    return mover_of(position, units)


def reach(position: Position, request: Mapping[str, Any]) -> Json:
    """The hexes that a unit or stack may end its move in; entry areas apart."""
    mover = _movers(position, request)
    mode = field(request, "mode", str, "best")
    if mode != "best" and mode not in MODES:
        known = ", ".join([*MODES, "best"])
        raise Refused("bad_request", t("probe.mode", mode=mode, known=known), "mode")
    found = reachable(mover, None if mode == "best" else [cast(Mode, mode)])
    hexes: Json = {}
    areas: Json = {}
    for place, arrival in sorted(found.items()):
        entry = {
            "cost": points(arrival.cost),
            "mode": arrival.mode,
            "path": numbers(position, arrival.path),
            "stop": arrival.stop,
        }
        (hexes if place < position.places.hex_count else areas)[position.number(place)] = entry
    return {"hexes": hexes, "areas": areas}


def judge(position: Position, request: Mapping[str, Any]) -> Json:
    """What the rules say of an action."""
    action = action_of(request)
    if not isinstance(action, act.TOLD):
        names_checked(position, action)
    match action:
        case _ if is_order(action):
            return judged(_judge_order(position, action))
        case act.MoveUnits():
            return judged(ruled(position, _judge_move(position, action)))
        case act.Combat():
            return judged(ruled(position, _judge_combat(position, action)))
        case act.Note() | act.Roll() | act.SetRules():
            return judged([])
        case act.NextPhase() | act.DeclareAttack() | act.Choose():
            return judged(ruled(position, _judge_order(position, action)))
    raise Refused("not_supported", t("probe.judge", kind=action.kind), "action.kind")


def _judge_order(position: Position, action: act.Action) -> list[Verdict]:
    try:
        return Rules(position.setting).judge(position.state, action)
    except Holland44Error as error:
        raise Refused("bad_action", str(error), "action") from None


def _judge_move(position: Position, action: act.MoveUnits) -> list[Verdict]:
    units = units_of(position, action.units, "action.units")
    if len({u.place for u in units}) > 1:
        raise Refused("bad_action", t("probe.apart"), "action.units")
    if action.mode not in MODES_OF:
        raise Refused("not_supported", t("probe.judge_mode", mode=action.mode), "action.mode")
    path = []
    for n, name in enumerate(action.path):
        places = position.places
        if name not in places and f"area-{name}" in places:
            name = f"area-{name}"
        if name not in places:
            raise Refused("unknown_hex", t("probe.hex", hex=name), f"action.path[{n}]")
        path.append(places.index(name))
    return judge_path(mover_of(position, units), action.mode, path)


def _judge_combat(position: Position, action: act.Combat) -> list[Verdict]:
    target = position.board.index.get(action.target)
    if target is None:
        raise Refused("unknown_hex", t("probe.hex", hex=action.target), "action.target")
    support = [name for name in action.support if name in position.units]
    fight = Combat(
        position,
        tuple(units_of(position, action.attackers, "action.attackers")),
        target,
        tuple(position.units[name] for name in support),
    )
    return attack_verdicts(fight, best_lead(fight, action.lead))


def why(position: Position, request: Mapping[str, Any]) -> Json:
    """Every reason against the best way of moving to a hex, or to an entry area by its letter."""
    mover = _movers(position, request)
    move, verdicts = why_not(mover, place_of(position, request, "hex"))
    return {
        **judged(verdicts),
        "mode": move.mode,
        "path": numbers(position, move.path),
    }


# -- tables ---------------------------------------------------------------------------------------


def table(request: Mapping[str, Any]) -> Json:
    """A result of one of the game's tables."""
    name = field(request, "name", str)
    if name not in TABLES:
        known = ", ".join(TABLES)
        raise Refused("bad_request", t("probe.table", name=name, known=known), "name")
    chart = Chart.model_validate(positions.module().chart(name))
    die = field(request, "die", int)
    if not 1 <= die <= 6:
        raise Refused("bad_request", t("probe.die", die=die), "die")
    drm = field(request, "drm", int, 0)
    column = field(request, "column", str, "")
    if column not in chart.columns and not (column == "" and len(chart.columns) == 1):
        known = ", ".join(chart.columns)
        raise Refused("bad_request", t("probe.column", column=column, known=known), "column")
    try:
        found = lookup(chart, die, column, drm=drm)
    except Holland44Error as error:
        raise Refused("bad_request", str(error), "drm") from None
    return {
        "result": found.result,
        "row": found.row,
        "column": found.column,
        "notes": [str(step) for step in found.steps] + [t(note) for note in chart.notes],
        "effects": chart.results.get(found.result, {}),
        "basis": found.basis,
    }


Answer = Callable[[Position, Mapping[str, Any]], Json]

OPS: dict[str, Answer] = {
    "state": state,
    "hex": hex_,
    "zoc": zoc,
    "reach": reach,
    "judge": judge,
    "why_not": why,
    "odds": odds,
    "supply": supply,
    "retreat": retreat,
    "advance": advance,
    "legal": legal,
}
"""The questions about a position that this game answers."""

__all__ = ["OPS", "apply", "load", "table"]
