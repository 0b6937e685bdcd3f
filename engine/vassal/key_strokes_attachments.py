"""Handle key strokes of attachments: attach pieces and detach them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import TYPE_CHECKING

from engine.i18n import t
from engine.vassal.attachments import attached, links, listed
from engine.vassal.codec import field, join, parse_bool
from engine.vassal.key_strokes_shared import Handler, bound
from engine.vassal.keys import Key, read_key
from engine.vassal.menus import Fields, fields_of, is_automatic
from engine.vassal.piece_choice import chosen, reach
from engine.vassal.raw_states import MAX_STATE

if TYPE_CHECKING:
    from engine.vassal.command_port import Act


def _write(act: Act, unit: str, index: int, units: Iterable[str]) -> bool:
    """Store the list of an attachment; return False if it is too long."""
    ids = list(units)
    state = join([str(len(ids)), *ids], ";")
    if len(state) > MAX_STATE:
        act.report(t("vassal.act.attached_too_many", count=len(ids) - 1))
        return False
    act.set_link(unit, index, state)
    return True


def _attach(act: Act, unit: str, index: int, f: Fields, key: Key) -> bool:
    """Attach matching pieces, detach all, or detach matching ones, depending on the key."""
    keys = [read_key(field(f, at)) for at in (3, 5, 14)]
    if key not in keys or is_automatic(f):
        return False
    mine = attached(act, unit, index, f)
    if key == keys[0]:
        if field(f, 18) == "clear":
            _let_go(act, unit, index, mine)
        near = reach(act, unit, f, 7, 8, 9, 10)
        condition = bound(act, unit, field(f, 6))
        pieces = chosen(act, unit, condition, field(f, 12), field(f, 11, "-1"), near)
        _hold(act, unit, index, pieces)
    elif key == keys[1]:
        _let_go(act, unit, index, mine)
        _write(act, unit, index, ())
    else:
        condition = bound(act, unit, field(f, 15))
        _let_go(act, unit, index, [u for u in mine if act.holds(condition, u)])
    return True


def _hold(act: Act, unit: str, index: int, others: Iterable[str]) -> None:
    """Attach pieces; their attachments of the same name react as configured."""
    waiting = deque((unit, index, other) for other in others)
    while waiting:
        holder, at, other = waiting.popleft()
        f = fields_of(_link(act, holder, at))[1]
        known = listed(act, holder, at)
        if other in known or (other == holder and not parse_bool(field(f, 19))):
            continue
        act.enter()
        try:
            if not _write(act, holder, at, [*known, other]):
                return
        finally:
            act.leave()
        for theirs, g in links(act, other, field(f, 0)):
            answer = field(g, 16)
            if not is_automatic(g) and answer in ("follow", "attachAll"):
                waiting.append((other, theirs, holder))
                if answer == "attachAll":
                    waiting += [(other, theirs, u) for u in attached(act, holder, at, f)]


def _let_go(act: Act, unit: str, index: int, others: Iterable[str]) -> None:
    """Detach pieces; their attachments of the same name detach too if configured."""
    waiting = deque((unit, index, other) for other in others)
    while waiting:
        holder, at, other = waiting.popleft()
        known = listed(act, holder, at)
        if other not in known:
            continue
        _write(act, holder, at, [u for u in known if u != other])
        f = fields_of(_link(act, holder, at))[1]
        if field(f, 17) == "remove":
            waiting += [(other, theirs, holder) for theirs, _ in links(act, other, field(f, 0))]


def _link(act: Act, unit: str, index: int) -> str:
    piece = act.live(unit)
    return piece.type[index] if piece is not None else ""


HANDLERS: dict[str, Handler] = {"attach": _attach}
"""Handlers by trait."""
