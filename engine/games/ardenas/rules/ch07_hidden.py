"""Chapters 7.0o and 7.0s: face-down units, their uncovering, and the enemy's view.

A status marks a single unit as face down; the units of a grouping are always face down. Units in
the zone of an enemy ground unit or under an enemy aircraft are uncovered: the enemy sees them. A
false grouping that meets the enemy is removed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.core.effects import Track
from engine.core.memo import memoized
from engine.core.secrecy import Concealed, cover
from engine.core.state import Marker, Piece
from engine.core.verdicts import Verdict
from engine.games.ardenas import tracks
from engine.games.ardenas.groupings import Grouping
from engine.games.ardenas.position import Position
from engine.games.ardenas.resolution import ATTACKS, BATTLE, FLIGHT, Resolution
from engine.games.ardenas.rules.ch04_sequence import turn_verdicts
from engine.games.ardenas.rules.ch07_stacking import LAYERS
from engine.games.ardenas.rules.ch07_zoc import zone
from engine.games.ardenas.rules.ch08_flak import flak_hexes
from engine.games.ardenas.rules.ch08_guns import Target
from engine.games.ardenas.units import Unit
from engine.games.ardenas.vocabulary import (
    AFFECTED,
    AIR,
    AIR_PHASES,
    ANTIAIRCRAFT,
    GROUND,
    HIDDEN,
    ON_GROUND,
    SET_UP,
    SIDES,
    Layer,
    back_of,
    enemy_of,
    sheet_of,
    verdict,
)


def uncovering(position: Position, side: str, layer: Layer) -> frozenset[int]:
    """7.0o, 7.0s, 8.4s, 12.0k: Return the hexes where units of a side are uncovered by the enemy.

    On the ground these are the zone of enemy ground units, which supply and fuel do not have, and
    the hexes under enemy aircraft. In the air they are the zone of enemy aircraft and of
    anti-aircraft guns.
    """
    enemy = enemy_of(side)
    on_ground, in_air = position.layers[enemy, GROUND], position.layers[enemy, AIR]

    def watched() -> frozenset[int]:
        if layer == GROUND:
            return position.zone_of_units(enemy, GROUND) | in_air.keys()
        flak = {
            hex_: [u for u in stack if u.type.kind == ANTIAIRCRAFT]
            for hex_, stack in on_ground.items()
        }
        under_guns = zone(position.ground, flak) | {i for i, guns in flak.items() if guns}
        return position.zone_of_units(enemy, AIR) | under_guns

    key, inputs = ("uncovering", side, layer), (on_ground, in_air)
    hexes: frozenset[int] = position.setting.latest(key, inputs, watched)
    return hexes


@memoized
def engaged(position: Position) -> frozenset[str]:
    """8.1a, 8.3h, 8.3n, 8.4i: Return the units that both sides see because of a combat.

    They are the units of declared attacks, of a battle or a flight, and all units in a hex under
    fire.
    """
    attacks, battle, flight = ATTACKS.of(position), BATTLE.of(position), FLIGHT.of(position)
    result = {n for a in (attacks.declared if attacks else ()) for n in (*a.attackers, *a.support)}
    if flight is not None:
        result |= set(flight.units)
    if battle is not None:
        result |= {*battle.attackers, *battle.defenders, *battle.support}
    for decision in position.state.pending:
        if decision.kind == Target.kind and not decision.is_withheld:
            hex_ = position.ground.index[str(decision.args["hex"])]
            result |= {u.id for side in SIDES for u in position.layers[side, GROUND].get(hex_, ())}
    return frozenset(result)


def is_covered(position: Position, unit: Unit) -> bool:
    """7.0o, 7.0s, 11.0e: Return whether a unit on the map is hidden from the enemy."""
    if HIDDEN not in unit.status and unit.id not in position.grouping_of:
        return False
    hexes = uncovering(position, unit.side, unit.layer)
    return unit.place not in hexes and unit.id not in engaged(position)


def is_face_down(position: Position, grouping: Grouping) -> bool:
    """7.0s, 11.0e: Return whether the enemy does not see which grouping it is."""
    return grouping.place not in uncovering(position, grouping.side, grouping.kind)


# -- orders ---------------------------------------------------------------------------------------


def cover_verdicts(position: Position, units: Sequence[Unit], *, down: bool) -> Iterator[Verdict]:
    """7.0o, 7.0s: Object to units that are turned face down or face up.

    Units are turned in any step of the own turn. They are not turned face down where the enemy
    uncovers them, but again once they have left his zone.
    """
    yield from turn_verdicts(position, units)
    for unit in units:
        phases = AIR_PHASES if unit.layer == AIR else (SET_UP, *ON_GROUND)
        if position.phase not in phases:
            yield verdict("7.0o", "phase", units=[unit.id])
        if unit.id in position.grouping_of:
            yield verdict("7.0o", "grouped", units=[unit.id])
        if down == (HIDDEN in unit.status):
            yield verdict("7.0o", "down" if down else "up", units=[unit.id])
        elif down and unit.place in uncovering(position, unit.side, unit.layer):
            here = position.number(unit.place)
            yield verdict("7.0s", "uncovered", units=[unit.id], hexes=[here], hex=here)


def turn_over(work: Resolution, units: Sequence[Unit], *, down: bool) -> None:
    """7.0o: Turn units face down or face up."""
    for unit in units:
        work.status(unit.id, add={HIDDEN} if down else (), remove=() if down else {HIDDEN})


def met(position: Position) -> Iterator[Grouping]:
    """8.3n, 11.0f: Yield the false groupings that are next to an enemy unit with a zone, or a
    grouping, or under the fire of an anti-aircraft gun.

    Aircraft under fire are uncovered (8.3n), so that a grouping that no gun can hit is false.
    """
    for grouping in position.groupings:
        if not grouping.units and grouping.number is not None:
            around = (grouping.place, *position.ground.ring[grouping.place])
            enemies = position.fronts[enemy_of(grouping.side), grouping.kind]
            meets = not is_face_down(position, grouping) or not enemies.isdisjoint(around)
            if meets or grouping.place in under_fire(position, grouping):
                yield grouping


def under_fire(position: Position, grouping: Grouping) -> frozenset[int]:
    """8.3n: Return the hexes where guns fire at a grouping of aircraft now."""
    flies = grouping.kind == AIR and grouping.side == position.active
    now = flies and position.phase in AIR_PHASES
    return flak_hexes(position, grouping.side) if now else frozenset()


def dispel(work: Resolution) -> None:
    """11.0c, 11.0f: Take the false groupings that have met the enemy off the map."""
    for grouping in tuple(met(work.position)):
        work.ungroup(grouping.track)


# -- what a side sees -----------------------------------------------------------------------------


def concealed(position: Position, side: str) -> Concealed:
    """7.0o, 7.0s, 11.0e: Return the parts of a position that a side may not see.

    A face-down unit is shown as a back. The enemy sees a face-down grouping as a back without its
    number, and its units on the sheet without their hex. False groupings look like others.
    """
    pieces = position.state.pieces
    covers: dict[str, Piece] = {}
    shown: dict[str, Piece] = {}
    hidden: set[str] = set()
    instead: dict[str, Track] = {}
    laid: dict[str, Marker] = {}
    others = [s for s in SIDES if s != side]
    for other in others:
        instead |= _boxes(position, other)
        for unit in position.own(other):
            if not is_covered(position, unit):
                continue
            piece = pieces[unit.id]
            if unit.id not in position.grouping_of:
                covers[unit.id] = cover(piece, back_of(other, unit.layer))
                continue
            sheet = position.places.index(sheet_of(other))
            status = piece.status & {AFFECTED}
            shown[unit.id] = Piece(piece.counter, piece.side, sheet, piece.steps, status)
        for layer in LAYERS:
            own = [g for g in position.groupings if (g.side, g.kind) == (other, layer)]
            down = [g for g in own if g.number is not None and is_face_down(position, g)]
            hidden |= {g.track for g in down}
            backs = _backs(position, down)
            instead |= {back.track: position.number(back.place) for back in backs}
            laid |= {b.track: Marker(b.marker, position.number(b.place)) for b in backs}
    gone = hidden | {name for name in position.state.tracks if name.partition("/")[2] in hidden}
    unseen = covers.keys() | shown.keys()
    gone |= {tracks.ABOARD + n for n, carrier in position.aboard.items() if carrier in unseen}
    return Concealed(
        covers,
        shown=shown,
        markers=frozenset(hidden),
        tracks=frozenset(gone),
        instead=instead,
        laid=laid,
    )


def _backs(position: Position, groupings: Sequence[Grouping]) -> list[Grouping]:
    """11.0e: Return groupings as backs, numbered by hex, in the order of hexes."""
    result: dict[str, Grouping] = {}
    for grouping in groupings:
        here, number = position.number(grouping.place), 1
        while (label := f"{here}-{number}") in result:
            number += 1
        result[label] = Grouping(grouping.side, grouping.kind, label, grouping.place)
    return [result[label] for label in sorted(result)]


def _boxes(position: Position, side: str) -> dict[str, Track]:
    """11.0e: Return the tracks of a side's sheet: its full boxes, in an order without meaning."""
    known = f"{tracks.SHEET}{side}/"
    own = (g for g in position.groupings if g.side == side and g.units)
    full = {" ".join(sorted(g.units)) for g in own}
    full |= {str(v) for name, v in position.state.tracks.items() if name.startswith(known)}
    return {f"{known}{n}": names for n, names in enumerate(sorted(full), 1)}


def sheet(position: Position, side: str) -> list[list[str]]:
    """11.0e: Return the full boxes of the enemy's sheet as a side sees them."""
    return [str(names).split() for names in _boxes(position, enemy_of(side)).values()]


def visible_enemies(position: Position, side: str) -> Mapping[str, list[str] | None]:
    """Return the enemy's units in each hex as a side sees them; None for face-down units.

    In a hex with face-up units only these are named.
    """
    enemy = enemy_of(side)
    result: dict[int, list[str]] = {
        g.place: [] for g in position.groupings if g.side == enemy and is_face_down(position, g)
    }
    for unit in position.own(enemy):
        names = result.setdefault(unit.place, [])
        if not unit.type.dummy and not is_covered(position, unit):
            names.append(unit.id)
    return {position.number(hex_): result[hex_] or None for hex_ in sorted(result)}
