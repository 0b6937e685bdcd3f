"""Duties and options of a phase, arrivals, and the score."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.core import actions as act
from engine.games.normandy44 import tracks
from engine.games.normandy44.answers.decision_words import unit_name
from engine.games.normandy44.orders import NAVAL, marker_verdicts, relocations
from engine.games.normandy44.position import Position
from engine.games.normandy44.rules.ch06_arrivals import (
    MOBILISATION,
    arrival_places,
    closed_beaches_of,
    engineers_for,
    entry_hexes,
    is_due,
    landing_hexes,
    points_left,
    price_of,
)
from engine.games.normandy44.rules.ch06_replacements import (
    comeback_verdicts,
    on_map_verdicts,
    places_of_return,
    pool_for,
)
from engine.games.normandy44.rules.ch07_stacking import overfull
from engine.games.normandy44.rules.ch09_movement import allowance
from engine.games.normandy44.rules.ch10_combat import could_attack
from engine.games.normandy44.rules.ch15_reserve import STACKS
from engine.games.normandy44.rules.ch17_special_units import garrison_limits
from engine.games.normandy44.rules.ch18_supply import open_beaches
from engine.games.normandy44.rules.ch19_air_and_naval import air_left, strafing_verdicts
from engine.games.normandy44.rules.ch20_assault import BY_NAME, due
from engine.games.normandy44.rules.ch22_way_back import late
from engine.games.normandy44.rules.ch23_victory import (
    CAMPAIGN_POINTS,
    SEVEN_TURN_POINTS,
    broken_units,
    cherbourg_won,
    closed_beaches,
    points,
    seven_turn_items,
    worth,
)
from engine.games.normandy44.units import Unit
from engine.games.normandy44.vocabulary import (
    ALLIED,
    ARMIES,
    BEACHES,
    ENGINEERS,
    GAME,
    GERMAN,
    IN_BRITAIN,
    IP,
    MOVEMENT,
    REPLACED,
    REPLACEMENT_PHASE,
    RESERVE,
    RESERVE_MOVEMENT,
    SCATTERED,
    SIDES,
    cadres,
    eliminated,
    enemy_of,
)
from engine.i18n import language, t
from engine.log.effect_words import Names
from engine.rules import answers
from engine.rules.attackable import attackable
from engine.rules.base.sequence import WINNER
from engine.rules.registry import is_legal
from engine.rules.unmoved import unmoved

# -- duties ---------------------------------------------------------------------------------------


def duties(position: Position, names: Names) -> Iterator[answers.CheckItem]:
    """Yield the active side's duties and possible actions in the phase."""
    if position.active not in SIDES:
        return
    match position.phase:
        case "invasion":
            yield from _invasion(position)
        case "replacement":
            yield from _replacement(position, names)
        case "movement":
            yield from _movement(position, names)
            yield from _unmoved(position)
            yield from _points(position)
        case "reserve_movement":
            yield from _unmoved(position)
        case "combat" | "reserve_combat":
            yield from _combat(position, names)


def _invasion(position: Position) -> Iterator[answers.CheckItem]:
    if tracks.SCATTER not in position.state.tracks and due(position):
        begin = t(f"check.{GAME}.invasion")
        yield answers.CheckItem("possible", begin, rule="20.2.1", action=act.NextPhase())
    for name in due(position):
        text = t(f"check.{GAME}.landing", name=t(f"word.{GAME}.{name}"))
        hex_ = position.ground.index[BY_NAME[name][1]]
        yield answers.CheckItem("possible", text, (hex_,), rule="20.3.1")


def _replacement(position: Position, names: Names) -> Iterator[answers.CheckItem]:
    prefix = tracks.REPLACEMENTS
    takers = _takers(position)
    for name in sorted(position.state.tracks):
        left = position.track(name)
        army, _, kind = name.removeprefix(prefix).partition("/")
        mine = (army == GERMAN) == (position.active == GERMAN)
        if name.startswith(prefix) and left and mine:
            what = t(f"condition.{GAME}.kind", count=left, kind=t(f"kind.{GAME}.{kind}"))
            who = t(f"army.{GAME}.{army}")
            text = t(f"condition.{GAME}.replacements", army=who, what=what)
            units, spare = takers.get(name.removeprefix(prefix), ()), answers.Spare(REPLACED)
            if not units:
                text = t(f"check.{GAME}.no_taker", line=text)
            weight: answers.Weight = "possible" if units else "told"
            yield answers.CheckItem(weight, text, (), tuple(units), rule="6.1a", spare=spare)
    for box in MOBILISATION if position.active == GERMAN else ():
        waiting = position.box(box)
        places = tuple(arrival_places(position, waiting[:1])) if waiting else ()
        if places:
            text = t(f"check.{GAME}.mobilise", box=names.place_name(box))
            yield answers.CheckItem("possible", text, places, (waiting[0].id,), rule="6.7a")


def _takers(position: Position) -> dict[str, list[str]]:
    """6.2.1, 6.2.2a: return the units that can take a replacement or return, by its track."""
    result: dict[str, list[str]] = {}
    side = position.active
    lost = (eliminated(side), cadres(side))
    for unit in (*position.own(side), *position.off_map(side)):
        pool = pool_for(position, unit)
        if pool is None:
            continue
        if position.number(unit.place) in lost:
            back = places_of_return(position, unit)
            able = bool(back) and is_legal(comeback_verdicts(position, unit))
        else:
            able = is_legal(on_map_verdicts(position, unit))
        if able:
            result.setdefault(pool, []).append(unit.id)
    return result


def _movement(position: Position, names: Names) -> Iterator[answers.CheckItem]:
    side = position.active
    for owner, hex_ in overfull(position):
        if owner == side:
            text = t(f"check.{GAME}.overfull", hex=names.place_name(position.number(hex_)))
            yield answers.CheckItem("warning", text, (hex_,), rule="7.2b")
    for rule, unit in late(position):
        text = t(f"check.{GAME}.back", unit=unit_name(position, names, unit.id))
        yield answers.CheckItem("warning", text, (unit.place,), (unit.id,), rule=rule)
    stacks = len({u.place for u in position.own(side) if RESERVE in u.status})
    if position.phase == MOVEMENT and stacks < STACKS:
        text = t(f"check.{GAME}.reserve", count=STACKS - stacks)
        yield answers.CheckItem("possible", text, rule="15.1b", spare=answers.Spare(RESERVE))
    yield from _coming(position, names)


def _points(position: Position) -> Iterator[answers.CheckItem]:
    """6.5.1a, 6.5.2a: yield the points left, with the units in Britain that can land for them."""
    for army in ARMIES if position.active == ALLIED else ():
        left = points_left(position, army)
        if left > 0:
            text = t(f"check.{GAME}.points", army=t(f"army.{GAME}.{army}"), count=left)
            units = tuple(
                u.id
                for u in position.off_map(ALLIED)
                if position.number(u.place) == IN_BRITAIN
                and u.type.army == army
                and is_due(position, u)
                and price_of(position, u) <= left
                and landing_hexes(position, u)
            )
            yield answers.CheckItem("possible", text, (), units, rule="6.5.1a")


def _coming(position: Position, names: Names) -> Iterator[answers.CheckItem]:
    """Yield the arrivals of the phase: beach engineers first, units behind a closed beach last.

    Engineers open their beach to the units that wait for it (17.8a).
    """
    side = position.active
    first: list[answers.CheckItem] = []
    now: list[answers.CheckItem] = []
    later: list[Unit] = []
    for name in sorted(position.state.pieces):
        unit = position.waiting(name)
        if unit is None or unit.side != side or not is_due(position, unit):
            continue
        if position.number(unit.place).startswith(("in-britain", "mobilisation")):
            continue
        values = {"unit": unit_name(position, names, name)}
        places: tuple[int, ...]
        if side == GERMAN:
            places = entry_hexes(position, unit)
        else:
            places = tuple(landing_hexes(position, unit))
        if places and name in ENGINEERS:
            beach = t(f"beach.{GAME}.{ENGINEERS[name]}")
            text = t(f"check.{GAME}.engineers", **values, beach=beach)
            first.append(answers.CheckItem("possible", text, places, (name,), rule="17.8a"))
        elif places:
            text = t(f"check.{GAME}.arrival", **values)
            rule = "6.6a" if side == GERMAN else "6.5.2a"
            now.append(answers.CheckItem("possible", text, places, (name,), rule=rule))
        else:
            later.append(unit)
    yield from (*first, *now)
    yield from _units_that_cannot_land(position, names, later)


def _units_that_cannot_land(
    position: Position, names: Names, units: list[Unit]
) -> Iterator[answers.CheckItem]:
    """Yield a line for each closed beach: what opens it, and the units that wait for it."""
    behind: dict[str, list[Unit]] = {}
    for unit in units:
        closed = [] if unit.side == GERMAN else closed_beaches_of(position, unit)
        behind.setdefault(closed[0] if closed else "", []).append(unit)
    for beach, waiting in behind.items():
        ids = tuple(u.id for u in waiting)
        values = {"units": ", ".join(unit_name(position, names, name) for name in ids)}
        if not beach:
            text = t(f"check.{GAME}.kept_out", **values)
            yield answers.CheckItem("told", text, (), ids, rule="6.5.2a")
            continue
        values["beach"] = t(f"beach.{GAME}.{beach}")
        engineers = engineers_for(position, beach)
        if engineers is None:
            text = t(f"check.{GAME}.beach_not_taken", **values)
        else:
            opener = unit_name(position, names, engineers)
            text = t(f"check.{GAME}.beach_closed", **values, engineers=opener)
        hexes = position.ground.hexes(BEACHES[beach])
        yield answers.CheckItem("told", text, hexes, ids, rule="6.5.2a")


def _unmoved(position: Position) -> Iterator[answers.CheckItem]:
    """15.2, 20.2.3a: yield the units that may still move; in the reserve phase, the reserves."""
    later = position.phase == RESERVE_MOVEMENT
    able = (
        u
        for u in position.own(position.active)
        if (RESERVE in u.status) == later
        and SCATTERED not in u.status
        and allowance(position, u)
        and not any(garrison_limits(position, u))
    )
    yield from unmoved(position.state, able, tracks.MOVED)


def _combat(position: Position, names: Names) -> Iterator[answers.CheckItem]:
    side = position.active
    enemies, own = position.stacks[enemy_of(side)], position.stacks[side]
    able = partial(could_attack, position)
    for hex_, near in attackable(enemies, position.ground.ring, own, able):
        if tracks.STRUCK + position.number(hex_) not in position.state.tracks:
            text = t(f"check.{GAME}.may_attack", hex=names.place_name(position.number(hex_)))
            yield answers.CheckItem("possible", text, (hex_,), near, hex_, "10.1a")
    if side == ALLIED and air_left(position):
        text = t(f"check.{GAME}.air", count=air_left(position))
        spare = answers.Spare("jabos", "air")
        yield answers.CheckItem("possible", text, rule="19.1.2", spare=spare)
    if side == ALLIED:
        for army in ARMIES:
            left = position.track(tracks.NAVAL + army)
            if left:
                text = t(f"check.{GAME}.naval", army=t(f"army.{GAME}.{army}"), count=left)
                spare = answers.Spare(NAVAL, NAVAL)
                yield answers.CheckItem("possible", text, rule="19.2a", spare=spare)
        for hex_ in sorted(enemies):
            if is_legal(strafing_verdicts(position, hex_, 1)):
                text = t(f"check.{GAME}.may_strafe", hex=names.place_name(position.number(hex_)))
                yield answers.CheckItem("possible", text, (hex_,), (), hex_, "19.1.4a")


# -- orders ---------------------------------------------------------------------------------------


def orders(position: Position, names: Names, units: list[str]) -> tuple[answers.Order, ...]:
    """Return orders other than moves and attacks: replacement, reserve, position, removal."""
    actions = []
    for name in units:
        unit = position.any_unit(name)
        if unit is None or position.state.pending:
            continue
        wanted: list[tuple[str, bool]] = []
        if position.phase == REPLACEMENT_PHASE:
            wanted.append((REPLACED, True))
        if position.phase == MOVEMENT:
            wanted += [(RESERVE, RESERVE not in unit.status), (IP, True)]
        elif RESERVE in unit.status:
            wanted.append((RESERVE, False))
        if unit.type.kind == "strongpoint":
            wanted.append(("remove", True))
        for marker, on in wanted:
            action = act.PlaceMarker(unit=name, marker=marker, on=on)
            if is_legal(marker_verdicts(position, action)):
                key = marker if on else f"no_{marker}"
                text = t(f"order.{GAME}.{key}", unit=unit_name(position, names, name))
                actions.append(answers.Order(text, action))
        for move in relocations(position, unit):
            hex_ = names.place_name(move.path[-1])
            text = t(f"order.{GAME}.cherbourg", unit=unit_name(position, names, name), hex=hex_)
            actions.append(answers.Order(text, move))
    return tuple(actions)


# -- arrivals -------------------------------------------------------------------------------------


def arrivals(position: Position, names: Names, turn: int | None) -> tuple[answers.Arrival, ...]:
    """Return the units that may arrive now, and those of later turns."""
    arriving = []
    for name in sorted(position.state.pieces):
        unit = position.waiting(name)
        if unit is None:
            continue
        box = position.number(unit.place)
        if is_due(position, unit):
            if turn in (None, position.turn):
                arriving.append(_arrival(position, unit, position.turn, waiting=True))
        elif box.startswith("turn-"):
            due_on = max(int(box.removeprefix("turn-")), position.turn)
            if turn in (None, due_on) and due_on <= position.setting.last_turn:
                arriving.append(_arrival(position, unit, due_on, waiting=False))
    return tuple(sorted(arriving, key=lambda a: (a.turn, not a.waiting)))


def _arrival(position: Position, unit: Unit, turn: int, *, waiting: bool) -> answers.Arrival:
    box = position.number(unit.place)
    places: tuple[int, ...]
    if box.startswith("mobilisation-"):
        places, how = position.ground.hexes(MOBILISATION[box]), "mobilisation"
    elif unit.side == GERMAN:
        places, how = entry_hexes(position, unit), "edge"
    elif box.startswith("turn-"):
        places, how = (), "glider"
    else:
        places = tuple(landing_hexes(position, unit))
        how = "britain" if box == IN_BRITAIN else "follow_up"
    text = t(f"arrive.{GAME}.{how}", cost=price_of(position, unit), colour=unit.type.where)
    return answers.Arrival(turn, unit.side, (unit.id,), places, text, waiting)


# -- score ----------------------------------------------------------------------------------------


def standing(position: Position, names: Names) -> answers.Standing:
    """Return points, their sources, and the winner (23 to 26), computed once a position."""
    key = ("standing", names, language())
    if key not in position.memo:
        position.memo[key] = _standing(position, names)
    known: answers.Standing = position.memo[key]
    return known


def _standing(position: Position, names: Names) -> answers.Standing:
    total = points(position)
    objectives = list(_objectives(position, names))
    won = position.state.tracks.get(WINNER)
    winner = None if won is None else str(won)
    if winner is not None:
        text = t(f"stand.{GAME}.won", side=names.side_name(winner), points=total)
    elif position.scenario == "cherbourg":
        key = "cherbourg_yes" if cherbourg_won(position) else "cherbourg_no"
        text = t(f"stand.{GAME}.{key}")
    else:
        seven = position.scenario == "seven_turns"
        needed = SEVEN_TURN_POINTS if seven else CAMPAIGN_POINTS
        text = t(f"stand.{GAME}.needed", points=total, needed=needed)
    return answers.Standing({ALLIED: total, GERMAN: 0}, tuple(objectives), winner, text=text)


def _places(
    position: Position, names: Names
) -> Iterator[tuple[str, str, int, dict[str, int], str]]:
    """24.3.1a, 24.3.1b: yield the places of the campaign: number, text, hex, worth and rule."""
    for side in (ALLIED, GERMAN):
        for hex_ in sorted(position.ground.with_mark(f"vp_{side}")):
            number = position.number(hex_)
            text = t(f"stand.{GAME}.place", place=names.place_name(number))
            rule = "24.3.1a" if side == ALLIED else "24.3.1b"
            yield number, text, hex_, {side: worth(position, hex_)}, rule


def _objectives(position: Position, names: Names) -> Iterator[answers.Objective]:
    if position.scenario == "seven_turns":
        for name, hex_, by, rule in seven_turn_items(position):
            where = "" if hex_ is None else names.place_name(position.number(hex_))
            text = t(f"stand.{GAME}.{name}", place=where)
            key = name if hex_ is None else position.number(hex_)
            yield answers.Objective(key, text, hex_, ALLIED, {ALLIED: by}, rule)
    elif position.scenario == "campaign":
        places: list[tuple[str, str, int, dict[str, int], str]] = position.setting.latest(
            ("places", language()), (names,), lambda: list(_places(position, names))
        )
        for number, text, hex_, value, rule in places:
            yield answers.Objective(number, text, hex_, position.control(hex_), value, rule)
    if position.scenario != "cherbourg":
        for nation, key, rule in (("US", "us_units", "23.3b"), ("British", "cw_units", "23.3c")):
            count = len(broken_units(position, nation))
            yield answers.Objective(
                key, t(f"stand.{GAME}.{key}", count=count), None, None, {}, rule
            )
        count = len(closed_beaches(position))
        open_ = ", ".join(sorted(open_beaches(position)))
        text = t(f"stand.{GAME}.beaches", count=count, open=open_ or "–")
        yield answers.Objective("beaches", text, None, None, {}, "23.3a")
