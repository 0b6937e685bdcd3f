"""Duties of a phase, arrivals, and the standing of the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain

from engine.core import actions as act
from engine.games.ardenas import air_orders, ground_orders, tracks
from engine.games.ardenas.legal import coming, waiting
from engine.games.ardenas.own_actions import Drop, Embark, Rebuild, Take, WorkOnBridge
from engine.games.ardenas.position import Position
from engine.games.ardenas.rules.ch05_victory import DRAW, holder, points, towns_of
from engine.games.ardenas.rules.ch06_entry import hexes_for
from engine.games.ardenas.rules.ch08_affected import combat_of
from engine.games.ardenas.rules.ch08_combat import attacks_of, still_due
from engine.games.ardenas.rules.ch10_commandos import SHIFTS
from engine.games.ardenas.rules.ch11_groupings import are_played
from engine.games.ardenas.rules.ch14_weather import has_fog, has_storm
from engine.games.ardenas.units import Unit
from engine.games.ardenas.vocabulary import (
    AIR,
    AIR_PHASES,
    BOMBARDMENT,
    CAPTURE,
    COMBAT,
    COMMANDOS,
    DEPLOYED,
    ENGINEERING,
    GAME,
    GERMAN,
    GROUND,
    GROUPINGS,
    MOVEMENT,
    SET_UP,
    SIDES,
    WEATHER,
    enemy_of,
)
from engine.i18n import t
from engine.log.effect_words import Names
from engine.rules import answers
from engine.rules.attackable import attackable
from engine.rules.base.sequence import WINNER
from engine.rules.listing import Orders
from engine.rules.registry import is_legal
from engine.rules.unmoved import unmoved

ABLE: Mapping[type[act.Action], str] = {
    act.Bombard: "fire",
    WorkOnBridge: "bridge",
    Embark: "board",
    Drop: "jump",
    Take: "capture",
    Rebuild: "rebuild",
}
"""The words for the orders that the checklist counts, besides moves and attacks."""


def duties(position: Position, names: Names) -> Iterator[answers.CheckItem]:
    """Yield the possible actions of the active side in the phase."""
    side = position.active
    if position.phase == SET_UP:
        yield answers.CheckItem("possible", t(f"check.{GAME}.set_up"), rule="6.0n")
    if position.phase == WEATHER:
        yield answers.CheckItem("possible", t(f"check.{GAME}.weather"), rule="14.0")
    if position.phase == COMMANDOS and side == GERMAN:
        text = t(f"check.{GAME}.commandos", most=SHIFTS)
        ready = tuple(u.id for u in ground_orders.ready_commandos(position))
        if ready or any(DEPLOYED in u.status for u in position.own(side)):
            yield answers.CheckItem("possible", text, (), ready, rule="10.0a")
    if position.phase in AIR_PHASES:
        yield from _flights(position)
    if position.phase == COMBAT or position.phase in AIR_PHASES:
        yield from _attacks(position, names)
    if position.phase == GROUPINGS and are_played(position):
        yield answers.CheckItem("possible", t(f"check.{GAME}.groupings"), rule="11.0g")
    yield from _able(position)
    if position.phase == MOVEMENT:
        for unit in waiting(position, side):
            text = t(f"check.{GAME}.arrival", unit=names.unit_name(unit.type.id))
            yield answers.CheckItem("possible", text, (), (unit.id,), rule="6.0q")
        able = [u for u in position.own(side) if u.layer == GROUND]
        yield from unmoved(position.state, able, tracks.MOVED)


def _able(position: Position) -> Iterator[answers.CheckItem]:
    """8.1.2a, 8.2e, 8.3c, 8.4i, 9.0b, 9.0c, 12.0c: Yield the units that can act by an order."""
    lists: Sequence[Orders] = ()
    if position.phase in AIR_PHASES:
        lists = air_orders.subjects(position, is_legal)
    elif position.phase in (GROUPINGS, ENGINEERING, BOMBARDMENT, CAPTURE):
        lists = ground_orders.subjects(position, is_legal)
    acting: dict[str, dict[str, None]] = {}
    for order in chain.from_iterable(orders() for orders in lists):
        if (word := ABLE.get(type(order))) is not None:
            acting.setdefault(word, {}).update(dict.fromkeys(_actors(order)))
    for word, names in acting.items():
        shown = dict.fromkeys(position.aboard.get(name, name) for name in names)
        units = [position.units[name] for name in shown if name in position.units]
        places = tuple(dict.fromkeys(u.place for u in units))
        text = t(f"check.{GAME}.{word}", count=len(units))
        yield answers.CheckItem("possible", text, places, tuple(u.id for u in units))


def _actors(order: act.Action) -> tuple[str, ...]:
    if isinstance(order, act.Bombard):
        return order.artillery
    return order.actors if isinstance(order, act.OwnAction) else ()


def _flights(position: Position) -> Iterator[answers.CheckItem]:
    """8.4b, 8.4c, 15.1: Yield aircraft that may take off, and those that have not moved."""
    if any(u.layer == AIR and hexes_for(position, u) for u in waiting(position, position.active)):
        yield answers.CheckItem("possible", t(f"check.{GAME}.take_off"), rule="8.4b")
    if not position.track(tracks.AIR_STEP):
        flying = [u for u in position.own(position.active) if u.layer == AIR]
        yield from unmoved(position.state, flying, tracks.MOVED)


def _attacks(position: Position, names: Names) -> Iterator[answers.CheckItem]:
    """8.1a: Yield the declared attacks that are still to be fought, or the hexes that may be
    attacked.
    """
    attacks = still_due(position)
    for attack in attacks:
        places = tuple(position.ground.index[number] for number in attack.targets)
        text = t(f"check.{GAME}.due", hex=names.place_name(attack.targets[0]))
        yield answers.CheckItem("owed", text, places, attack.attackers, places[0], "8.1a")
    if position.phase != COMBAT or attacks or attacks_of(position).begun:
        return
    side, layers = position.active, position.layers
    enemies, own = layers[enemy_of(side), GROUND], layers[side, GROUND]
    near = list(attackable(enemies, position.ground.ring, own, partial(_able_to_attack, position)))
    if near:
        yield answers.CheckItem("possible", t(f"check.{GAME}.combat"), rule="8.1a")
    for hex_, units in near:
        text = t(f"check.{GAME}.may_attack", hex=names.place_name(position.number(hex_)))
        yield answers.CheckItem("possible", text, (hex_,), units, hex_, "8.1a")


def _able_to_attack(position: Position, unit: Unit, _: int) -> bool:
    """8.1a, 12.0e: Return whether a unit has a factor to attack with; supply and fuel have none."""
    return combat_of(position, unit) > 0 and not unit.type.stores


def conditions(position: Position) -> Iterator[answers.Condition]:
    """14.0a to 14.0f: Yield the effects of today's weather."""
    if has_fog(position):
        yield answers.Condition("sky", t(f"condition.{GAME}.fog"), "14.0c")
    if has_storm(position):
        yield answers.Condition("sky", t(f"condition.{GAME}.storm"), "14.0a")


def arrivals(position: Position, turn: int | None) -> Iterator[answers.Arrival]:
    """6.0q, 6.0r: Yield the units that may enter now, and those that enter later."""
    for side in SIDES:
        for due, unit in coming(position, side):
            if turn not in (None, due):
                continue
            now = due <= position.turn
            places = tuple(sorted(hexes_for(position, unit))) if now else ()
            text = t(f"arrive.{GAME}.{AIR if unit.layer == AIR else side}")
            yield answers.Arrival(due, side, (unit.id,), places, text, now)


def standing(position: Position, names: Names) -> answers.Standing:
    """5.0a to 5.0d: Return the points of both sides, the holder of each town, and the winner."""
    objectives = tuple(
        answers.Objective(
            f"town-{position.number(hex_)}",
            names.place_name(position.number(hex_)),
            hex_,
            holder(position, hex_),
            dict.fromkeys(SIDES, worth),
            "5.0d",
        )
        for hex_, worth in sorted(position.ground.towns.items(), key=lambda town: -town[1])
    )
    won = position.state.tracks.get(WINNER)
    text = ""
    if won == DRAW:
        text = t(f"stand.{GAME}.draw")
    elif won is not None:
        side = names.side_name(str(won))
        towns = len(towns_of(position, str(won)))
        total = points(position, str(won))
        text = t(f"stand.{GAME}.won", side=side, towns=towns, points=total)
    return answers.Standing(
        {side: points(position, side) for side in SIDES},
        objectives,
        None if won is None else str(won),
        text=text,
    )
