"""11.2 to 11.4: steps lost and gained, remnants, and units that leave the map."""

from __future__ import annotations

from engine.core.counters import Counter, FaceName
from engine.games.holland44.position import Position
from engine.games.holland44.resolution import Resolution
from engine.games.holland44.tracks import (
    ADVANCED,
    DEPARTED,
    FOUGHT,
    FRESH,
    MOVED,
    MOVING,
    PARENT,
    REMNANT,
    ROAD_BONUS,
    SHIFTED,
)
from engine.games.holland44.units import Unit

FACES = ("foot", "motorized")
"""Statuses that only show which side of a remnant or breakdown counter is up (21.2)."""
AIRBORNE_TRACKS = {
    "82": "airborne-82",
    "101": "airborne-101",
    "1": "airborne-1",
    "Pol": "airborne-Pol",
}
"""The replacement track of each airborne division."""
POOL = "unknown-pool"
INHERITED = (MOVED, FOUGHT, ADVANCED, ROAD_BONUS, SHIFTED, DEPARTED)
"""15.3, 19.3.1, 19.6, 21.3: what a unit has done in the phase, and its parts and remnant too."""


def whole(position: Position, unit: Unit) -> Counter:
    """Return a unit's counter; for a remnant, the counter of the original unit (11.4)."""
    parent = position.state.tracks.get(REMNANT + unit.id)
    if parent is None:
        return unit.profile.counter
    return position.setting.roster.counter(position.state.pieces[str(parent)].counter)


def origin(position: Position, unit: Unit) -> Counter:
    """Return the counter a unit is of, or came from as a remnant or breakdown unit (11.4, 21.4)."""
    parent = position.state.tracks.get(PARENT + unit.id)
    if parent is None:
        return whole(position, unit)
    return position.setting.roster.counter(position.state.pieces[str(parent)].counter)


def is_reduced(position: Position, unit: Unit) -> bool:
    """Return whether a unit has lost steps that it may regain."""
    return unit.profile.counter.role in ("combat", "remnant") and (
        unit.profile.steps < whole(position, unit).steps
    )


def gain_step(work: Resolution, name: str) -> str:
    """22.7: give a reduced unit a step; return its id afterwards, which changes for a remnant."""
    parent = work.state.tracks.get(REMNANT + name)
    piece = work.state.pieces[name]
    if parent is None:
        work.steps(name, piece.steps + 1)
        return name
    unit = str(parent)
    work.put(unit, work.setting.places.name(piece.place))
    work.steps(unit, piece.steps + 1)
    work.status(unit, add=piece.status - frozenset(FACES))
    inherit(work, name, unit)
    work.status(name, remove=piece.status)
    work.put(name, f"remnants-{piece.side}")
    work.track(REMNANT + name, None)
    return unit


def counter_of(work: Resolution, name: str) -> Counter:
    """Return the counter of a piece in play."""
    return work.setting.roster.counter(work.state.pieces[name].counter)


def lose_step(work: Resolution, name: str) -> None:
    """2.3.12, 11.4: remove a step: the unit is reduced, becomes a remnant, or is eliminated."""
    piece = work.state.pieces[name]
    if piece.steps <= 1:
        eliminate(work, name)
        return
    work.steps(name, piece.steps - 1)
    if name not in work.setting.inline and counter_of(work, name).needs_remnant(piece.steps - 1):
        _leave_remnant(work, name)


def _leave_remnant(work: Resolution, name: str) -> None:
    """11.4: replace a three-step unit's last step with a remnant counter, if one is left."""
    piece, counter = work.state.pieces[name], counter_of(work, name)
    kinds = {other.id: face for other, face in work.setting.counters.remnants_for(counter)}
    free = free_remnants(work.position, counter)
    if not free:
        if counter.airborne:
            returnee(work, counter)
        eliminate(work, name)
        return
    here = work.setting.places.name(piece.place)
    remnant = counter_of(work, free[0])
    work.put(free[0], here)
    work.status(free[0], add=piece.status | turned(remnant, kinds[remnant.id]))
    inherit(work, name, free[0])
    work.status(name, remove=piece.status)
    work.put(name, f"remnant-parents-{piece.side}")
    work.track(REMNANT + free[0], name)


def free_remnants(position: Position, counter: Counter) -> list[str]:
    """Return the available remnant counters for a type of unit, by id (11.4)."""
    setting, state = position.setting, position.state
    kinds = {other.id for other, _ in setting.counters.remnants_for(counter)}
    pool = setting.places.index(f"remnants-{counter.side}")
    return sorted(
        n for n in state.stack(pool) if setting.roster.counter(state.pieces[n].counter).id in kinds
    )


def turned(counter: Counter, face: FaceName) -> frozenset[str]:
    """21.2: return the status that keeps a side of a counter up: motorised or on foot."""
    means = counter.back.means if counter.back is not None and face == "back" else None
    return frozenset() if means is None else frozenset({means})


def inherit(work: Resolution, name: str, heir: str) -> None:
    """Copy a unit's actions of the phase to a piece that comes from it or replaces it."""
    for prefix in INHERITED:
        work.track(prefix + heir, work.state.tracks.get(prefix + name))
    moving = str(work.state.tracks.get(MOVING) or "").split()
    if name in moving and heir not in moving:
        work.track(MOVING, " ".join([*moving, heir]))


def returnee(work: Resolution, counter: Counter, steps: int = 1) -> None:
    """11.4, 22.3.3, 22.7: add replacement steps to an airborne division's track."""
    division = counter.division or ""
    if division in AIRBORNE_TRACKS:
        for track in (AIRBORNE_TRACKS[division], FRESH + division):
            work.track(track, int(work.state.tracks.get(track) or 0) + steps)


def eliminate(work: Resolution, name: str) -> None:
    """11.4, 21.1: remove a unit from the map: breakdown units to their pool, others permanently."""
    piece, counter = work.state.pieces[name], counter_of(work, name)
    work.control(piece.place, piece.side)
    work.status(name, remove=piece.status)
    if counter.role == "breakdown":
        work.track(PARENT + name, None)
        work.steps(name, counter.steps)
        work.put(name, f"breakdowns-{piece.side}")
        return
    work.steps(name, 0)
    work.put(name, f"eliminated-{piece.side}")
