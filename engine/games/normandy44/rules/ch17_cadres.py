"""Chapter 17.9: three-step units and the cadres that stand for them; losses and elimination."""

from __future__ import annotations

from engine.games.normandy44 import tracks
from engine.games.normandy44.position import Position
from engine.games.normandy44.resolution import Resolution
from engine.games.normandy44.units import CADRES, Unit
from engine.games.normandy44.vocabulary import IP, IP_BEGUN, OTHER_CADRE, cadres, eliminated

THREE = 3


def stands_for(position: Position, cadre: str) -> str:
    """17.9.1a, 17.9.5: the unit for which a cadre stands; empty for none."""
    return str(position.state.tracks.get(tracks.CADRE + cadre) or "")


def cadre_of(position: Position, unit: str) -> str:
    """The cadre that stands for a unit, on the map or on the display; empty for none."""
    for name, value in position.state.tracks.items():
        if name.startswith(tracks.CADRE) and value == unit:
            return name.removeprefix(tracks.CADRE)
    return ""


def free_cadres(position: Position, unit: Unit) -> list[tuple[str, bool]]:
    """17.9.1a: the cadres on the display that fit a unit; true where the other face is up."""
    fitting = CADRES.get((unit.type.nationality, unit.type.kind), ())
    found = []
    for counter, other in fitting:
        found += [
            (held.id, other)
            for held in position.box(cadres(unit.side))
            if held.type.id == counter and not stands_for(position, held.id)
        ]
    return found


def lose_step(work: Resolution, name: str) -> None:
    """12.3, 2.3.5, 17.9.1a, 17.9.1b, 17.1: a unit loses a step.

    At its second loss a three-step unit makes way for a cadre, or is gone where none is left.
    """
    unit = work.position.units[name]
    if unit.steps <= 1:
        eliminate(work, name)
    elif unit.type.steps == THREE and unit.steps == 2:
        _form_cadre(work, unit)
    else:
        work.steps(name, unit.steps - 1)


def _form_cadre(work: Resolution, unit: Unit) -> None:
    found = free_cadres(work.position, unit)
    number = work.setting.places.name(unit.place)
    if not found:
        fits = (unit.type.nationality, unit.type.kind) in CADRES
        if fits:
            eliminate(work, unit.id)
            work.track(f"withdrawn/{unit.id}", work.state.clock.turn)
        else:
            work.steps(unit.id, 1)
        return
    cadre, other = found[0]
    status = list(unit.status)
    work.steps(unit.id, 1)
    work.status(unit.id, remove=status)
    work.put(unit.id, cadres(unit.side))
    work.put(cadre, number)
    work.status(cadre, add=[*status, *([OTHER_CADRE] if other else [])])
    work.track(tracks.CADRE + cadre, unit.id)


def free_cadre(work: Resolution, cadre: str) -> str:
    """17.9.3: a cadre goes back to its display; the unit it stood for is given back."""
    position = work.position
    unit = stands_for(position, cadre)
    piece = work.state.pieces[cadre]
    work.status(cadre, remove=piece.status)
    if position.places.is_hex(piece.place):
        work.put(cadre, cadres(piece.side))
    work.steps(cadre, 1)
    work.track(tracks.CADRE + cadre, None)
    return unit


def rebuild(work: Resolution, cadre: str) -> str:
    """17.9.3: the unit comes back in the place of its cadre, on its second step."""
    number = work.setting.places.name(work.state.pieces[cadre].place)
    status = sorted(set(work.state.pieces[cadre].status) - {OTHER_CADRE})
    unit = free_cadre(work, cadre)
    work.put(unit, number)
    work.steps(unit, 2)
    work.status(unit, add=status)
    return unit


def eliminate(work: Resolution, name: str) -> None:
    """12.3, 16.1.5, 17.9.4: a unit is eliminated; a cadre goes to the display, on its unit."""
    position = work.position
    unit = position.units[name]
    work.status(name, remove=unit.status)
    box = cadres(unit.side) if unit.type.cadre else eliminated(unit.side)
    work.steps(name, 0)
    if box in work.setting.places:
        work.put(name, box)
    clear_position(work, unit.place, unit.side)


def clear_position(work: Resolution, hex_: int, side: str) -> None:
    """16.1.5: an improved position goes when its last defender is eliminated or retreats."""
    if hex_ in work.position.stacks[side]:
        return
    number = work.setting.places.name(hex_)
    for name, marker in sorted(work.state.markers.items()):
        if marker.at == number and marker.kind in (IP, IP_BEGUN):
            work.marker(name, None)
    work.track(tracks.BEGUN_BY + number, None)
