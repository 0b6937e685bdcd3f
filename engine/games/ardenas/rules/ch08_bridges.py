"""Chapter 8.2: bridges are blown from beside, by bombs and commandos; engineers build them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from engine.core.verdicts import Verdict
from engine.games.ardenas import tracks
from engine.games.ardenas.ground import BRIDGE
from engine.games.ardenas.position import Position
from engine.games.ardenas.resolution import Resolution
from engine.games.ardenas.rules.ch08_bases import BOMBS, begin_step
from engine.games.ardenas.rules.ch08_combat import due_verdicts
from engine.games.ardenas.rules.ch08_guns import SPENT
from engine.games.ardenas.rules.ch12_supply import supply_verdicts
from engine.games.ardenas.rules.ch14_weather import flight_verdicts, has_fog, has_storm
from engine.games.ardenas.units import Unit
from engine.games.ardenas.vocabulary import (
    ACTED,
    AIR_PHASES,
    ARTILLERY,
    BOMBARDMENT,
    BOMBED,
    COMMANDOS,
    DEPLOYED,
    ENGINEERING,
    HEAVY,
    TANK,
    verdict,
)

Way = Literal["demolish", "bomb", "commando", "build"]
WAYS: tuple[Way, ...] = ("demolish", "bomb", "commando", "build")
BLOWN = "blown"
CHARTS = {"bomb": "bomb_bridge", "commando": "commando_bridge"}
"""The charts by which bombers and commandos throw for a bridge."""


def is_automatic(way: Way) -> bool:
    """8.2e, 8.2g: Return whether no die is thrown: for units beside a bridge, and for building."""
    return way not in CHARTS


def phases_for(position: Position, unit: Unit, way: Way) -> tuple[str, ...]:
    """8.2f, 8.2g, 10.0c: Return the phases in which a unit blows or builds a bridge.

    Guns do it in the bombardment, engineers in their phase, tanks by the reading.
    """
    if way == "bomb":
        return AIR_PHASES
    if way == "commando":
        return (COMMANDOS,)
    if way == "build" or unit.type.engineer:
        return (ENGINEERING,)
    if unit.type.kind == TANK and position.reading("tank_demolition") == ENGINEERING:
        return (ENGINEERING,)
    return (BOMBARDMENT,)


def is_able(unit: Unit, way: Way) -> bool:
    """8.2e, 8.2g, 8.2j, 10.0c: Return whether a kind of unit can do this kind of work on
    bridges.
    """
    kind = unit.type
    if way == "demolish":
        return kind.kind == TANK or kind.kind in HEAVY or kind.engineer
    if way == "build":
        return kind.engineer
    return kind.kind == ("bomber" if way == "bomb" else "commando")


def bridge_verdicts(position: Position, unit: Unit, hex_: int, way: Way) -> Iterator[Verdict]:
    """7.0j, 8.2e, 8.2f, 8.2g, 8.2h, 8.2j, 8.2k, 10.0b, 10.0c, 14.0c, 14.0d: Object to bridge work.

    A commando of an earlier turn blows the bridge under it too, unless the reading says otherwise.
    It is infantry by then, and needs supply; in the turn in which it is placed it needs none.
    """
    names, there = [unit.id], position.number(hex_)
    if unit.id not in position.units:
        yield verdict("8.2e", "off_map", units=names)
        return
    if unit.side != position.active:
        yield verdict("4.0a", "not_yours", units=names)
    if not is_able(unit, way):
        yield verdict(RULES[way], "kind", units=names)
        return
    if position.phase not in phases_for(position, unit, way):
        yield verdict("8.2f", "phase", units=names)
    yield from _place(position, unit, hex_, way)
    late = way == "commando" and DEPLOYED not in unit.status
    if late and position.reading("commando_bridge") == "turn_placed":
        yield verdict("10.0b", "infantry", units=names)
    if way != "build" and hex_ not in position.bridges:
        yield verdict("8.2i", "no_bridge", hexes=[there], hex=there)
    for status, rule in (*SPENT, (BOMBED, "8.4k")):
        if status in unit.status:
            yield verdict(rule, "no_work", units=names)
    if way == "bomb":
        yield from flight_verdicts(position, names)
        yield from due_verdicts(position)
    if way == "bomb" and tracks.DISPLACED + unit.id in position.state.tracks:
        yield verdict("7.0j", "no_attack", units=names)
    if any(position.track(t + unit.id) for t in (tracks.FIRED, tracks.FOUGHT)):
        yield verdict("8.2h", "fought", units=names)
    if way != "commando" or late:
        yield from supply_verdicts(position, [unit])
    if unit.type.kind in ARTILLERY and has_fog(position):
        yield verdict("14.0c", "silent", units=names)


RULES: dict[Way, str] = {"demolish": "8.2e", "bomb": "8.2g", "commando": "10.0c", "build": "8.2j"}


def _place(position: Position, unit: Unit, hex_: int, way: Way) -> Iterator[Verdict]:
    """8.2e, 8.2g, 8.2j, 8.2k, 10.0c, 14.0d: Object to the place of a unit, or to the weather."""
    names, there = [unit.id], position.number(hex_)
    if way == "demolish":
        if hex_ not in position.ground.ring[unit.place]:
            yield verdict("8.2e", "apart", units=names, hexes=[there], hex=there)
        return
    if unit.place != hex_:
        yield verdict(RULES[way], "apart", units=names, hexes=[there], hex=there)
    if way == "bomb":
        return
    if hex_ in position.enemy_zone(unit.side):
        rule = "8.2k" if way == "build" else "10.0c"
        yield verdict(rule, "zone", units=names, hexes=[there], hex=there)
    if way == "build":
        if hex_ not in position.ground.rivers:
            yield verdict("8.2j", "dry", hexes=[there], hex=there)
        if hex_ in position.bridges:
            yield verdict("8.2j", "stands", hexes=[there], hex=there)
        if has_storm(position):
            yield verdict("14.0d", "no_bridging", units=names)


def work_on(work: Resolution, unit: Unit, hex_: int, way: Way) -> None:
    """8.2e, 8.2g, 8.2h, 8.2i, 8.2j, 10.0c: Blow a bridge or build one; it counts as a combat.

    A built bridge lasts while the engineer is there, or by the reading permanently.
    """
    if way == "build":
        work.status(unit.id, add={ACTED})
        work.track(tracks.BRIDGING + unit.id, work.position.number(hex_))
        if work.position.reading("engineer_bridge") == "permanent":
            _set(work, hex_, stands=True)
        return
    is_blown = is_automatic(way)
    if not is_blown:
        chart = work.position.charts.faces[CHARTS[way]]
        is_blown = chart.faces[work.throw_special(CHARTS[way])] == BLOWN
    work.status(unit.id, add={ACTED, BOMBED} if way == "bomb" else {ACTED})
    if way == "bomb":
        begin_step(work, BOMBS)
    if is_blown:
        _set(work, hex_, stands=False)


def _set(work: Resolution, hex_: int, *, stands: bool) -> None:
    """8.2c, 8.2i: Lay the bridge counter of a hex, or take it away."""
    number = work.position.number(hex_)
    laid = (n for n, m in sorted(work.state.markers.items()) if (m.kind, m.at) == (BRIDGE, number))
    work.marker(next(laid, f"{BRIDGE}-{number}"), BRIDGE if stands else None, number)
