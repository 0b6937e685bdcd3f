"""Chapter 17: Ost troops, restricted units, Rangers and commandos, the Cotentin headquarters."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.verdicts import Verdict
from engine.games.normandy44 import tracks
from engine.games.normandy44.position import Position
from engine.games.normandy44.resolution import Resolution
from engine.games.normandy44.units import Unit
from engine.games.normandy44.vocabulary import (
    ALLIED,
    ARROMANCHES,
    GERMAN,
    POINTE_DU_HOC,
    eliminated,
    verdict,
)

ALARM = 2
"""17.6a: hexes at which an Allied unit releases a restricted one."""
GONE = 4
"""17.5: distance from all Germans at which Rangers and commandos leave."""
COTENTIN_HQ = "GE-HQ-Cotentin"
RANGERS = ("US-2Rgr", "US-5Rgr")
COMMANDOS = "BR-4SS"
LONGUES = "GE-SP-Longues"


def is_released(position: Position, unit: Unit) -> bool:
    """17.6a: return whether a restricted unit has been released."""
    return tracks.RELEASED + unit.id in position.state.tracks


def garrison_limits(position: Position, unit: Unit) -> Iterator[Verdict]:
    """17.1, 17.6a, 17.6b, 20.4a: yield why a unit of the garrisons may not move.

    Restricted units inside the perimeter of Cherbourg move within it from the second turn.
    """
    if unit.type.kind == "ost" and position.turn == 1:
        yield verdict("17.1", "turn_1", units=[unit.id])
    if not unit.type.restricted or is_released(position, unit):
        return
    if position.turn == 1 or unit.place not in position.ground.perimeter:
        yield verdict("17.6a", "restricted", units=[unit.id])


def may_leave_hex(position: Position, unit: Unit, hex_: int) -> bool:
    """17.6b: return whether a unit may enter a hex; restricted Cherbourg units stay inside."""
    if not unit.type.restricted or is_released(position, unit):
        return True
    return unit.place not in position.ground.perimeter or hex_ in position.ground.perimeter


def release(work: Resolution) -> None:
    """17.6a, 17.6b: release restricted units that an Allied unit has come near to.

    This happens at the start of a German movement phase, from the second turn. One unit inside the
    perimeter releases all of them.
    """
    position = work.position
    if position.turn == 1:
        return
    allies, distance = list(position.stacks[ALLIED]), position.ground.distance
    restricted = [
        u for u in position.own(GERMAN) if u.type.restricted and not is_released(position, u)
    ]
    near = [u for u in restricted if any(distance(u.place, i) <= ALARM for i in allies)]
    if any(u.place in position.ground.perimeter for u in near):
        near += [u for u in restricted if u not in near and u.place in position.ground.perimeter]
    for unit in near:
        work.track(tracks.RELEASED + unit.id, position.turn)


def withdrawals(work: Resolution) -> None:
    """17.5a, 17.5b: Rangers and the 4th Special Service Brigade leave as an Allied turn begins.

    They leave wherever they are: on the map, in Britain (21.2c) or waiting to land. The strongpoint
    of Longues counts only with its battery (28.3).
    """
    position, index = work.position, work.position.ground.index
    germans = position.own(GERMAN)
    batteries = position.reading("coast_batteries") == "on"
    for names, number in ((RANGERS, POINTE_DU_HOC), ((COMMANDOS,), ARROMANCHES)):
        if number not in index:
            continue
        near = [
            u
            for u in germans
            if position.ground.distance(index[number], u.place) <= GONE
            and (u.id != LONGUES or batteries or number == POINTE_DU_HOC)
        ]
        if near:
            continue
        lost = {u.id for u in position.box(eliminated(ALLIED))}
        for name in names:
            if name in position.state.pieces and name not in lost:
                work.put(name, eliminated(ALLIED))
                work.track(f"withdrawn/{name}", position.turn)


def cherbourg_falls(work: Resolution) -> None:
    """5.2c, 17.4d: when the Allies hold all of Cherbourg, remove its supply and headquarters."""
    position = work.position
    city = position.ground.cherbourg
    if not city or not all(position.control(i) == ALLIED for i in city):
        return
    work.track(tracks.POINTS + "cherbourg", 0)
    if COTENTIN_HQ in position.units:
        work.put(COTENTIN_HQ, eliminated(GERMAN))
        work.track(f"withdrawn/{COTENTIN_HQ}", position.turn)
