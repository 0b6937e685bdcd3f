"""Step losses, eliminations, remnants and unknown units revealed (11.2-11.4, 25.1)."""

from __future__ import annotations

from engine.core import effects as fx
from engine.core.counters import Counter, FaceName
from engine.core.resolve import exchange
from engine.games.holland44.meta import FOUGHT
from engine.games.holland44.position import REMNANT, Position
from engine.games.holland44.progress import ADVANCED, MOVED, MOVING
from engine.games.holland44.work import Work

AIRBORNE_TRACKS = {
    "82": "airborne-82",
    "101": "airborne-101",
    "1": "airborne-1",
    "Pol": "airborne-Pol",
}
"""The replacement track of each airborne division."""

FRESH = "fresh-returnees/"
"""Track of a division's returnees of the turn, usable from the next one on (22.7)."""

PARENT = "parent/"
"""Track of a breakdown counter that may rejoin only the unit it came from: that unit (21.4c)."""

POOL = "unknown-pool"


def counter_of(work: Work, name: str) -> Counter:
    """The counter of a piece in play."""
    return work.setting.roster.counter(work.state.pieces[name].counter)


def lose_step(work: Work, name: str) -> None:
    """A unit loses a step: reduced, a remnant (11.4), or eliminated."""
    piece = work.state.pieces[name]
    if piece.steps <= 1:
        eliminate(work, name)
        return
    work.steps(name, piece.steps - 1)
    if name not in work.setting.inline and counter_of(work, name).needs_remnant(piece.steps - 1):
        _leave_remnant(work, name)


def _leave_remnant(work: Work, name: str) -> None:
    """The last of three steps: a remnant counter takes the unit's place, if one is left (11.4)."""
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
    """The remnant counters that are left for a type of unit, by id (11.4)."""
    setting, state = position.setting, position.state
    kinds = {other.id for other, _ in setting.counters.remnants_for(counter)}
    pool = setting.places.index(f"remnants-{counter.side}")
    return sorted(
        n for n in state.stack(pool) if setting.roster.counter(state.pieces[n].counter).id in kinds
    )


def turned(counter: Counter, face: FaceName) -> frozenset[str]:
    """The status that keeps a side of a counter up: motorised or on foot (21.2b)."""
    means = counter.back.means if counter.back is not None and face == "back" else None
    return frozenset() if means is None else frozenset({means})


def inherit(work: Work, name: str, heir: str) -> None:
    """What a unit has done in the phase counts for a piece that comes out of it or replaces it."""
    for prefix in (MOVED, FOUGHT, ADVANCED):
        work.track(prefix + heir, work.state.tracks.get(prefix + name))
    moving = str(work.state.tracks.get(MOVING) or "").split()
    if name in moving and heir not in moving:
        work.track(MOVING, " ".join([*moving, heir]))


def returnee(work: Work, counter: Counter, steps: int = 1) -> None:
    """11.4c, 22.3.3: an airborne division gets replacement steps on its track."""
    division = counter.division or ""
    if division in AIRBORNE_TRACKS:
        for track in (AIRBORNE_TRACKS[division], FRESH + division):
            work.track(track, int(work.state.tracks.get(track) or 0) + steps)


def eliminate(work: Work, name: str) -> None:
    """A unit leaves the map: breakdown units for their pool (21.1b), others for good."""
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


def reveal(work: Work, name: str) -> str | None:
    """An unknown unit is turned over (25.1): the unit it proves to be; None for an empty garrison.

    On a diagram the pool is empty: the counter that stands there is then nobody's, and goes.
    """
    pool = work.setting.places.index(POOL)
    names = sorted(n for n in work.state.stack(pool) if n != name)
    piece = work.state.pieces[name]
    here = work.setting.places.name(piece.place)
    if not names:
        _take_away(work, name)
        return None
    drawn = names[work.throw(f"draw:{POOL}", len(names)) - 1]
    work.do(*exchange(work.state, work.setting.places, name, drawn))
    if counter_of(work, drawn).front.defense > 0:
        return drawn
    work.control(work.setting.places.index(here), piece.side)
    _take_away(work, drawn)
    return None


def _take_away(work: Work, name: str) -> None:
    piece = work.state.pieces[name]
    work.do(
        fx.Remove(
            unit=name,
            counter=piece.counter,
            side=piece.side,
            at=work.setting.places.name(piece.place),
            index=work.state.stack(piece.place).index(name),
            steps=piece.steps,
            status=tuple(sorted(piece.status)),
        )
    )
