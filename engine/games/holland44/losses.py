"""Step losses, eliminations, remnants and unknown units revealed (11.2-11.4, 25.1)."""

from __future__ import annotations

from engine.core import effects as fx
from engine.core.counters import Counter
from engine.core.resolve import exchange
from engine.games.holland44.work import REMNANT, Work

AIRBORNE_TRACKS = {
    "82": "airborne-82",
    "101": "airborne-101",
    "1": "airborne-1",
    "Pol": "airborne-Pol",
}
"""The replacement track of each airborne division."""

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
    kinds = {other.id for other, _ in work.setting.counters.remnants_for(counter)}
    pool = work.setting.places.index(f"remnants-{piece.side}")
    free = sorted(n for n in work.state.stack(pool) if counter_of(work, n).id in kinds)
    if not free:
        if counter.airborne:
            returnee(work, counter)
        eliminate(work, name)
        return
    here = work.setting.places.name(piece.place)
    work.put(free[0], here)
    work.status(free[0], add=piece.status)
    work.status(name, remove=piece.status)
    work.put(name, f"remnant-parents-{piece.side}")
    work.track(REMNANT + free[0], name)


def returnee(work: Work, counter: Counter, steps: int = 1) -> None:
    """11.4c, 22.3.3: an airborne division gets replacement steps on its track."""
    track = AIRBORNE_TRACKS.get(counter.division or "")
    if track is not None:
        held = work.state.tracks.get(track) or 0
        work.track(track, int(held) + steps)


def eliminate(work: Work, name: str) -> None:
    """A unit leaves the map: breakdown units for their pool (21.1b), others for good."""
    piece, counter = work.state.pieces[name], counter_of(work, name)
    work.control(piece.place, piece.side)
    work.status(name, remove=piece.status)
    if counter.role == "breakdown":
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
