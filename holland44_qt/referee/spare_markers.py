"""Available markers, dragged from the phase's checklist onto a hex of the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QDragMoveEvent, QDropEvent, QPixmap

from engine.core import actions as act
from engine.core.state import Marker
from engine.i18n import t
from holland44_qt.board.drag_data import from_spare
from holland44_qt.board.tool import Tool
from holland44_qt.referee.panel import SPARE

if TYPE_CHECKING:
    from engine.rules.answers import Spare
    from holland44_qt.ports import Window


class Spares(Tool):
    """Mouse tool for a dropped marker: it supports the attack on the hex, or is given to the
    units there. Objections are reported as for any order.
    """

    def __init__(self, window: Window) -> None:
        self._window, self._session = window, window.session

    def picture(self, kind: str) -> QPixmap | None:
        """Return the picture of a dragged kind of marker."""
        ratio = self._window.devicePixelRatioF()
        return self._window.pictures.marker(Marker(kind, ""), "", SPARE, ratio)

    def drag(self, event: QDragMoveEvent) -> bool:
        """Accept any hex; objections are reported on dropping."""
        ours = from_spare(event.mimeData()) is not None
        return ours and self._session.can_play and self._hex(event) >= 0

    def drop(self, event: QDropEvent) -> bool:
        """Use the marker on a hex."""
        spare, hex_ = from_spare(event.mimeData()), self._hex(event)
        if spare is None or not self._session.can_play or hex_ < 0:
            return False
        if spare.support:
            self._window.support_wanted.emit(hex_, spare.support)
        else:
            self._place(spare, hex_)
        return True

    def _hex(self, event: QDropEvent) -> int:
        return self._window.view.hex_at(event.position().toPoint())

    def _place(self, spare: Spare, hex_: int) -> None:
        """Give the marker to every eligible unit of the hex; if there is none, report the
        reasons.
        """
        session = self._session
        side, state = session.state.clock.active, session.state
        own = [u for u in state.stacks.get(hex_, ()) if state.pieces[u].side == side]
        done = 0
        for unit in own:
            position = session.position
            orders = position.orders([unit]) if position is not None else ()
            for order in orders:
                action = order.action
                if (
                    isinstance(action, act.PlaceMarker)
                    and action.marker == spare.marker
                    and action.on
                ):
                    done += session.play(action) is not None
        if not own:
            self._window.messages.add(t("ruling.check.drag.nobody"), passing=True)
        elif not done:
            session.play(act.PlaceMarker(unit=own[-1], marker=spare.marker, on=True))
