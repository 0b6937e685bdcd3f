"""Chapter 17.9: three-step units and the cadres that replace them; losses and elimination."""

from __future__ import annotations

from engine.games.normandy44 import tracks
from engine.games.normandy44.position import Position
from engine.games.normandy44.resolution import Resolution
from engine.games.normandy44.units import CADRES, Unit
from engine.games.normandy44.vocabulary import IP, IP_BEGUN, OTHER_CADRE, cadres, eliminated

THREE = 3
REBUILT = 2
"""17.9.3: the steps of a unit in place of its cadre."""


def replaced_by(position: Position, cadre: str) -> str:
    """17.9.1a, 17.9.5: return the unit that a cadre replaces, or an empty string."""
    return str(position.state.tracks.get(tracks.CADRE + cadre) or "")


def cadre_of(position: Position, unit: str) -> str:
    """Return the cadre that replaces a unit, on the map or on the display, or an empty string."""
    cadres = position.tracks_with(tracks.CADRE).items()
    return next((name for name, value in cadres if value == unit), "")


def free_cadres(position: Position, unit: Unit) -> list[tuple[str, bool]]:
    """17.9.1a: return the cadres on the display that fit a unit; true for the other face."""
    fitting = CADRES.get((unit.type.nationality, unit.type.kind), ())
    free = []
    for counter, other in fitting:
        free += [
            (cadre.id, other)
            for cadre in position.box(cadres(unit.side))
            if cadre.type.id == counter and not replaced_by(position, cadre.id)
        ]
    return free


def lose_step(work: Resolution, name: str) -> None:
    """12.3, 2.3.5, 17.9.1a, 17.9.1b, 17.1: remove a step from a unit.

    At its second loss a three-step unit is replaced by a cadre, or eliminated if none is left.
    """
    unit = work.position.units[name]
    if unit.steps <= 1:
        eliminate(work, name)
    elif unit.type.steps == THREE and unit.steps == 2:
        _form_cadre(work, unit)
    else:
        work.steps(name, unit.steps - 1)


def _form_cadre(work: Resolution, unit: Unit) -> None:
    """17.9.1b: replace a unit by a free cadre; without one it is eliminated for good.

    The cadre has landed and retreated as its unit has (6.5.2c, 13.5a).
    """
    free = free_cadres(work.position, unit)
    number = work.setting.places.name(unit.place)
    if not free:
        fits = (unit.type.nationality, unit.type.kind) in CADRES
        if fits:
            eliminate(work, unit.id)
            work.track(f"withdrawn/{unit.id}", work.state.clock.turn)
        else:
            work.steps(unit.id, 1)
        return
    cadre, other = free[0]
    status = list(unit.status)
    work.steps(unit.id, 1)
    work.status(unit.id, remove=status)
    work.put(unit.id, cadres(unit.side))
    work.put(cadre, number)
    work.status(cadre, add=[*status, *([OTHER_CADRE] if other else [])])
    work.track(tracks.CADRE + cadre, unit.id)
    for kept in (tracks.RETREATED, tracks.ASHORE):
        work.track(kept + cadre, work.state.tracks.get(kept + unit.id))


def free_cadre(work: Resolution, cadre: str) -> str:
    """17.9.3: return a cadre to its display, and return the unit it replaced."""
    position = work.position
    unit = replaced_by(position, cadre)
    piece = work.state.pieces[cadre]
    work.status(cadre, remove=piece.status)
    display = cadres(piece.side)
    if position.number(piece.place) != display:
        work.put(cadre, display)
    work.steps(cadre, 1)
    work.track(tracks.CADRE + cadre, None)
    return unit


def turn_cadre(work: Resolution, name: str) -> None:
    """17.9.4: turn a cadre that comes back to the face that fits the unit it replaces."""
    position = work.position
    cadre, behind = position.units[name], position.any_unit(replaced_by(position, name))
    kinds = () if behind is None else CADRES.get((behind.type.nationality, behind.type.kind), ())
    if (cadre.type.id, True) in kinds:
        work.status(name, add=[OTHER_CADRE])


def rebuild(work: Resolution, cadre: str) -> str:
    """17.9.3: return a unit in place of its cadre, on its second step."""
    number = work.setting.places.name(work.state.pieces[cadre].place)
    status = sorted(set(work.state.pieces[cadre].status) - {OTHER_CADRE})
    unit = free_cadre(work, cadre)
    work.put(unit, number)
    work.steps(unit, REBUILT)
    work.status(unit, add=status)
    return unit


def eliminate(work: Resolution, name: str) -> None:
    """12.3, 16.1.5, 17.9.4: eliminate a unit; a cadre goes to the display, on its unit."""
    position = work.position
    unit = position.units[name]
    work.status(name, remove=unit.status)
    box = cadres(unit.side) if unit.type.cadre else eliminated(unit.side)
    work.steps(name, 0)
    if box in work.setting.places:
        work.put(name, box)
    clear_position(work, unit.place, unit.side)


def clear_position(work: Resolution, hex_: int, side: str) -> None:
    """16.1.5: remove an improved position when its last defender is eliminated or retreats."""
    if hex_ in work.position.stacks[side]:
        return
    number = work.setting.places.name(hex_)
    for name, marker in sorted(work.state.markers.items()):
        if marker.at == number and marker.kind in (IP, IP_BEGUN):
            work.marker(name, None)
    work.track(tracks.BEGUN_BY + number, None)
