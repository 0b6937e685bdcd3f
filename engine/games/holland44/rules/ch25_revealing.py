"""25.1: unknown units are revealed."""

from __future__ import annotations

from engine.core import effects as fx
from engine.core.resolve import exchange
from engine.games.holland44.resolution import Resolution
from engine.games.holland44.rules.ch11_steps import POOL, counter_of


def reveal(work: Resolution, name: str) -> str | None:
    """Reveal an unknown unit (25.1); return its unit, or None for an empty garrison.

    On a diagram the pool is empty: the counter is removed.
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


def _take_away(work: Resolution, name: str) -> None:
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
