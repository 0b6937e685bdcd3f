"""Texts on the connection: connected players, the side to move, and pending entries."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.i18n import t

HERE, AWAY, TURN = "●", "○", "▸"
"""Symbols for a connected player, an absent player, and the side whose turn it is."""


@dataclass
class Status:
    """The state of a shared game: connected players, the side to move, and pending entries."""

    standing: str = "offline"
    why: str = ""
    waiting: int = 0
    turn: str = ""
    clock: str = ""
    """The time that the side to move has left; empty without a limit."""
    seats: dict[str, tuple[str, bool]] = field(default_factory=dict)
    """The name of each side, and whether this player plays it."""
    here: dict[str, str] = field(default_factory=dict)
    """The sides whose players are connected, and the places they point at."""


def status_text(status: Status) -> str:
    """Return the text of the indicator in the toolbar."""
    seats = [
        f"{TURN if name == status.turn else ''}{_mark(status, side)}{name}"
        f"{t('together.status.you') if own else ''}"
        for side, (name, own) in status.seats.items()
    ]
    clock = [status.clock] if status.clock else []
    watching = [t("together.status.watching")] if _is_spectator(status) else []
    return "   ".join([*seats, *watching, *clock, connection_text(status)])


def _mark(status: Status, side: str) -> str:
    if _is_spectator(status):
        return ""
    return f"{HERE if is_here(status, side) else AWAY} "


def _is_spectator(status: Status) -> bool:
    """Return whether no side is this machine's; it then gets no report of who is connected."""
    return not any(own for _, own in status.seats.values())


def is_here(status: Status, side: str) -> bool:
    """Return whether the player of a side is connected, as far as it is known here."""
    own = status.seats.get(side, ("", False))[1]
    return status.standing == "connected" and (own or side in status.here)


def connection_text(status: Status) -> str:
    """Return the state of the connection in a few words."""
    if status.waiting and status.standing != "connected":
        return t("together.status.offline_waiting", count=status.waiting)
    if status.waiting:
        return t("together.status.sending", count=status.waiting)
    return t(f"together.status.{status.standing}")


def status_tip(status: Status) -> str:
    """Return the tooltip of the indicator."""
    seats = [
        t(
            f"together.status.{'here' if is_here(status, side) else 'away'}",
            side=name,
            you=t("together.status.you") if own else "",
        )
        for side, (name, own) in status.seats.items()
        if not _is_spectator(status)
    ]
    turn = [t("together.status.turn", side=status.turn)] if status.turn else []
    clock = [status.clock] if status.clock else []
    return "\n".join([*seats, *turn, *clock, *([status.why] if status.why else [])])


def status_name(status: Status) -> str:
    """Return the text of the indicator for a screen reader, without symbols."""
    words = [connection_text(status), *status_tip(status).splitlines()]
    return f"{t('together.status')}: {'; '.join(words)}"
