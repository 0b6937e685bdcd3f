"""Hex control: list the victory hexes, and set control by hand."""

from __future__ import annotations

from engine.core import actions as act
from engine.core.effects import SetControl
from engine.core.errors import UserError
from engine.i18n import t
from holland44_qt.session import Session


def default_side(session: Session) -> str | None:
    """Return the side that controls all hexes without a recorded controller, by the scenario."""
    if session.recording is None:
        return None
    try:
        return session.module.scenario(session.recording.log.header.scenario).control_default
    except UserError:
        return None


def holders(session: Session) -> dict[int, str]:
    """Return the victory hexes with the side that controls each."""
    default, control = default_side(session), session.state.control
    by_hex = {}
    for place in session.module.board.victory_hexes:
        side = control.get(place, default)
        if side is not None:
            by_hex[place] = side
    return by_hex


def victory_hexes_text(session: Session) -> str:
    """Format the points of victory hexes by side; empty for a game without any."""
    by_hex, module = holders(session), session.module
    if not by_hex:
        return ""
    worth = module.board.victory
    counts = (
        t(
            "aids.turn.held.side",
            side=module.side_name(side.id),
            count=sum(worth[p] for p, by in by_hex.items() if by == side.id),
        )
        for side in module.meta.sides
    )
    return t("aids.turn.held", counts=", ".join(counts))


def next_holder(session: Session, places: tuple[int, ...]) -> act.ManualEdit | None:
    """Return the change that gives hexes to the next side; None without hexes or sides."""
    sides = [s.id for s in session.module.meta.sides]
    if not places or not sides:
        return None
    default, names = default_side(session), session.module.places
    now = session.state.control.get(places[0], default)
    after = sides[(sides.index(now) + 1) % len(sides)] if now in sides else sides[0]
    return act.ManualEdit(
        effects=tuple(
            SetControl(hex=names.name(p), before=session.state.control.get(p), after=after)
            for p in places
        )
    )
