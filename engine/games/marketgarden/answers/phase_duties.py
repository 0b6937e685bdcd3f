"""Pending duties and legal actions of a phase, reinforcements, victory points."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from engine.games.marketgarden import tracks
from engine.games.marketgarden.answers.decision_words import unit_name
from engine.games.marketgarden.position import Position
from engine.games.marketgarden.rules.ch04_arrivals import arrivals as coming
from engine.games.marketgarden.rules.ch04_arrivals import landing_hexes
from engine.games.marketgarden.rules.ch04_movement import allowance
from engine.games.marketgarden.rules.ch04_zone_duties import is_exempt, open_targets, owing
from engine.games.marketgarden.rules.ch06_air import points_left
from engine.games.marketgarden.rules.ch08_artillery import has_fired
from engine.games.marketgarden.rules.ch09_supply import (
    NO_ATTACK,
    depends_on_air,
    group,
    may_attack,
    unsupplied_turns,
)
from engine.games.marketgarden.rules.ch11_victory import (
    DRAW,
    destroyed,
    points,
    reached_north,
)
from engine.games.marketgarden.units import Unit
from engine.games.marketgarden.vocabulary import (
    ALLIED,
    COMBAT,
    GAME,
    GERMAN,
    MOVEMENT,
    SIDES,
    enemy_of,
    turn_box,
)
from engine.i18n import t
from engine.log.effect_words import Names
from engine.rules import answers
from engine.rules.attackable import attackable
from engine.rules.base.sequence import WINNER
from engine.rules.unmoved import unmoved

DIE = (1, 2, 3, 4, 5, 6)

# -- duties ---------------------------------------------------------------------------------------


def duties(position: Position, names: Names) -> Iterator[answers.CheckItem]:
    """Yield the pending duties and legal actions of the active side."""
    of_phase = PHASES.get(position.phase)
    if of_phase is not None:
        yield from of_phase(position, names)


def _movement(position: Position, names: Names) -> Iterator[answers.CheckItem]:
    side, leaving = position.active, set[str]()
    for unit in position.own(side):
        if position.engaged(unit) and not is_exempt(position, unit):
            text = t(f"check.{GAME}.must_leave", unit=unit_name(position, names, unit.id))
            yield answers.CheckItem("warning", text, (unit.place,), (unit.id,), rule="4.1.2c")
            leaving.add(unit.id)
    for unit in coming(position, side):
        text = t(f"check.{GAME}.arrival", unit=unit_name(position, names, unit.id))
        yield answers.CheckItem("possible", text, (), (unit.id,), rule="11.1a")
    able = [u for u in position.own(side) if u.id not in leaving and allowance(position, u)]
    yield from unmoved(position.state, able, tracks.MOVED)
    if side == ALLIED:
        yield from _supply(position)


def _supply(position: Position) -> Iterator[answers.CheckItem]:
    """9.0b to 9.0g: Yield the supply of each division that depends on air, with the next roll."""
    divisions: dict[str, list[Unit]] = {}
    for unit in position.own(ALLIED):
        if depends_on_air(position, unit):
            divisions.setdefault(group(unit), []).append(unit)
    tomorrow = _tomorrow(position)
    for division, units in sorted(divisions.items()):
        turns = max(unsupplied_turns(position, u) for u in units)
        key = f"check.{GAME}.supply.{min(turns, NO_ATTACK)}"
        text = t(key, division=division, turns=turns, tomorrow=tomorrow)
        places = tuple(dict.fromkeys(u.place for u in units))
        rule = "9.0g" if turns >= NO_ATTACK else "9.0b"
        # For information only: no action is needed.
        yield answers.CheckItem("told", text, places, tuple(u.id for u in units), rule=rule)


def _tomorrow(position: Position) -> str:
    """Describe the die rolls that bring supply on the next day."""
    turn = position.turn + 1
    if turn > position.setting.last_turn:
        return t(f"check.{GAME}.supply.over")
    dice = position.charts.days.on(turn).supplied_on
    if dice is None:
        dice = DIE
    if not dice:
        return t(f"check.{GAME}.supply.none")
    faces = f"{dice[0]}-{dice[-1]}" if len(dice) > 1 else str(dice[0])
    return t(f"check.{GAME}.supply.needs", dice=faces, percent=round(100 * len(dice) / len(DIE)))


def _combat(position: Position, names: Names) -> Iterator[answers.CheckItem]:
    side = position.active
    for unit in owing(position):
        hexes = open_targets(position, unit)
        enemies = ", ".join(names.place_name(position.number(i)) for i in hexes)
        who = unit_name(position, names, unit.id)
        text = t(f"check.{GAME}.must_attack", unit=who, enemies=enemies)
        target = hexes[0] if len(hexes) == 1 else None
        yield answers.CheckItem("owed", text, (unit.place, *hexes), (unit.id,), target, "4.1.2g")
    for unit in position.own(side):
        if position.engaged(unit) and not may_attack(position, unit):
            text = t(f"check.{GAME}.barred", unit=unit_name(position, names, unit.id))
            yield answers.CheckItem("possible", text, (unit.place,), (unit.id,), rule="9.0g")
    theirs, own = position.stacks[enemy_of(side)], position.stacks[side]
    able = partial(_has_not_fought, position)
    for hex_, near in attackable(theirs, position.ground.ring, own, able):
        if tracks.STRUCK + position.number(hex_) not in position.state.tracks:
            text = t(f"check.{GAME}.may_attack", hex=names.place_name(position.number(hex_)))
            yield answers.CheckItem("possible", text, (hex_,), near, hex_, "5.0a")
    left = points_left(position, side)
    if left:
        yield answers.CheckItem("possible", t(f"check.{GAME}.air", points=left), rule="6.1c")
    for unit in position.own(side):
        if unit.type.artillery and not has_fired(position, unit):
            text = t(f"check.{GAME}.gun", unit=unit_name(position, names, unit.id))
            yield answers.CheckItem("possible", text, (unit.place,), (unit.id,), rule="8.0b")
    if side == ALLIED:
        yield from _supply(position)


def _has_not_fought(position: Position, unit: Unit, _: int) -> bool:
    return tracks.FOUGHT + unit.id not in position.state.tracks


PHASES: dict[str, Callable[[Position, Names], Iterator[answers.CheckItem]]] = {
    MOVEMENT: _movement,
    COMBAT: _combat,
}


# -- reinforcements -------------------------------------------------------------------------------


def arrivals(position: Position, names: Names, turn: int | None) -> tuple[answers.Arrival, ...]:
    """Return the reinforcements of a turn, or those waiting now and all later ones."""
    rows = [(position.turn, u) for side in SIDES for u in coming(position, side)]
    later = [
        (u.type.arrives, u)
        for side in SIDES
        for u in position.off_map(side)
        if u.type.arrives > position.turn and position.number(u.place) == turn_box(u.type.arrives)
    ]
    rows += sorted(later, key=lambda row: row[0])
    return tuple(
        _arrival(position, names, when, unit, waiting=when == position.turn)
        for when, unit in rows
        if turn in (None, when)
    )


def _arrival(
    position: Position, names: Names, turn: int, unit: Unit, *, waiting: bool
) -> answers.Arrival:
    kind = unit.type
    land = position.ground.land
    places: Sequence[int]
    if kind.how == "edge":
        places = sorted(land.entries.get(kind.where, ()))
    elif kind.how == "fixed":
        places = [position.ground.index[kind.where]]
    else:
        places = list(landing_hexes(position, unit)) if waiting else []
    box = position.number(unit.place)
    how, edge = kind.how or "edge", kind.where
    if box.startswith("exit-"):
        how, edge = "edge", box.removeprefix("exit-")
        places = sorted(land.edges.get(edge, ()))
    where = names.place_name(kind.where) if kind.how == "fixed" else ""
    text = t(f"arrive.{GAME}.{how}", edge=edge, hex=where)
    return answers.Arrival(turn, unit.side, (unit.id,), tuple(places), text, waiting)


# -- victory --------------------------------------------------------------------------------------


def standing(position: Position, names: Names) -> answers.Standing:
    """Return the victory points, their sources, and the winner (11.2)."""
    totals = points(position)
    objectives = [
        answers.Objective(
            position.number(hex_),
            t(f"stand.{GAME}.city", place=names.place_name(position.number(hex_))),
            hex_,
            position.control(hex_),
            dict.fromkeys(SIDES, worth),
            "11.2b",
        )
        for hex_, worth in sorted(position.ground.land.cities.items(), key=lambda c: -c[1])
    ]
    chart = position.charts.victory
    for side, worth, rule in (
        (GERMAN, chart.german_unit, "11.2.1a"),
        (ALLIED, chart.allied_unit, "11.2.2a"),
    ):
        count = destroyed(position, side)
        text = t(f"stand.{GAME}.units", count=count, side=names.side_name(side))
        other = enemy_of(side)
        objectives.append(
            answers.Objective(f"units-{side}", text, None, other, {other: count * worth}, rule)
        )
    north = ALLIED if reached_north(position) else None
    text = t(f"stand.{GAME}.north")
    objectives.append(
        answers.Objective("north", text, None, north, {ALLIED: chart.north_edge}, "11.2.1b")
    )
    on_road = sum(u.place in position.ground.land.red for u in position.own(GERMAN))
    text = t(f"stand.{GAME}.road", count=on_road)
    worth_road = on_road * chart.red_road_unit
    objectives.append(
        answers.Objective("road", text, None, GERMAN, {GERMAN: worth_road}, "11.2.2b")
    )
    blown = position.track(tracks.BLOWN)
    text = t(f"stand.{GAME}.bridges", count=blown)
    worth_blown = blown * chart.bridge_blown
    objectives.append(
        answers.Objective("bridges", text, None, GERMAN, {GERMAN: worth_blown}, "11.2.2c")
    )
    winner = position.state.tracks.get(WINNER)
    return answers.Standing(
        dict(totals),
        tuple(objectives),
        None if winner is None else str(winner),
        text=_verdict(position, names, totals),
    )


def _verdict(position: Position, names: Names, totals: Mapping[str, int]) -> str:
    winner = position.state.tracks.get(WINNER)
    if winner is None:
        return ""
    if winner == DRAW:
        return t(f"stand.{GAME}.draw")
    margin = abs(totals[ALLIED] - totals[GERMAN])
    return t(f"stand.{GAME}.won", side=names.side_name(str(winner)), margin=margin)
