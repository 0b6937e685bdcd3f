"""Strip over the map with the units that enter now, to select, drag onto the map or move by
keys.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QToolButton, QWidget

from engine.core.state import Marker, Piece, State
from engine.i18n import t
from engine.modules.module import Module
from holland44_qt.board.pictures import Pictures
from holland44_qt.board.selection import Selection
from holland44_qt.replay.box_board import BoxBoard
from holland44_qt.replay.box_layout import COUNTER, GAP, HEAD, SIDE, BoxItem, Contents
from holland44_qt.replay.boxes import BoxesPanel

ACROSS = 10
"""Maximum counters in a row; more are reached by scrolling."""
LEAST = 4
"""Width of the heading in counters."""
RAISED = 34
"""Pixels between the strip and the lower edge of the map, for the hint line."""


class ArrivalStrip(QWidget):
    """Units that wait beside the map and enter in this phase.

    The strip's board has the same signals as the boards of the boxes panel, so that a drag, Enter
    and a double click work the same. A button folds the strip to its heading.
    """

    def __init__(
        self,
        pictures: Pictures,
        selection: Selection,
        boxes: BoxesPanel,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._module: Module | None = None
        self._left = self._count = 0
        self.board = BoxBoard(pictures, selection, self._name)
        self.board.setAccessibleName(t("aids.arrivals.strip"))
        for ours, theirs in (
            (self.board.dropped, boxes.dropped),
            (self.board.picked_up, boxes.picked_up),
            (self.board.chosen, boxes.chosen),
            (self.board.entered, boxes.entered),
            (self.board.left, boxes.left),
        ):
            ours.connect(theirs)
        self._area = QScrollArea(self)
        self._area.setFrameShape(QFrame.Shape.StyledPanel)
        self._area.setWidget(self.board)
        self._area.setWidgetResizable(True)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.board.gone_to.connect(
            lambda rect: self._area.ensureVisible(rect.center().x(), rect.center().y(), 0, COUNTER)
        )
        self.fold = QToolButton(self)
        self.fold.setCheckable(True)
        self.fold.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.fold.toggled.connect(self._fit)
        self._body = QHBoxLayout(self)
        self._body.setContentsMargins(0, 0, 0, RAISED)
        self._body.setSpacing(0)
        self._body.addWidget(self._area, 0, Qt.AlignmentFlag.AlignBottom)
        self._body.addWidget(self.fold, 0, Qt.AlignmentFlag.AlignTop)
        self._name_fold()
        self.hide()

    @property
    def units(self) -> tuple[str, ...]:
        """Return the listed units."""
        return tuple(item.name for box in self.board.laid for item in box.contents.items)

    def show_units(self, module: Module, state: State, units: Sequence[str]) -> None:
        """Show units of one or several boxes in the order given; without any, hide the strip."""
        self._module = module
        by_box: dict[str, list[BoxItem]] = {}
        for unit in units:
            piece = state.pieces[unit]
            by_box.setdefault(module.places.name(piece.place), []).append(BoxItem(unit, piece))
        items = [one for group in by_box.values() for one in group]
        self._count = len(items)
        self.setVisible(bool(items))
        if not items:
            self.board.show_contents(())
            return
        box = next(iter(by_box))
        self.board.playable = True
        self.board.show_contents((Contents(box, t("aids.arrivals.strip"), tuple(items)),))
        self._fit()

    def _name_fold(self) -> bool:
        """Name the button by what it does; return whether the strip is folded."""
        folded = self.fold.isChecked()
        self.fold.setArrowType(Qt.ArrowType.UpArrow if folded else Qt.ArrowType.DownArrow)
        words = t("aids.arrivals.unfold" if folded else "aids.arrivals.fold")
        self.fold.setToolTip(words)
        self.fold.setAccessibleName(words)
        return folded

    def _fit(self) -> None:
        """Set the width that the units need, limited to the space beside a drawer and the button,
        and the height of one row or of the heading.
        """
        folded = self._name_fold()
        bar = self._area.verticalScrollBar().sizeHint().width() + 2 * self._area.frameWidth()
        sheet = self.parentWidget()
        room = sheet.width() - self._left - self.fold.sizeHint().width() if sheet is not None else 0
        fitting = max(LEAST, (room - 2 * SIDE + GAP - bar) // (COUNTER + GAP))
        across = max(LEAST, min(self._count, ACROSS, fitting))
        policy = Qt.ScrollBarPolicy
        one_row = folded or self._count <= across
        self._area.setVerticalScrollBarPolicy(
            policy.ScrollBarAlwaysOff if one_row else policy.ScrollBarAlwaysOn
        )
        wide = 2 * SIDE + across * (COUNTER + GAP) - GAP + bar
        wide = max(wide, min(self.board.heading_width + bar, room))
        row = 0 if folded else COUNTER + GAP + 8
        self._area.setFixedSize(wide, HEAD + row + 2 * self._area.frameWidth())
        self._area.verticalScrollBar().setValue(0)

    def leave_left(self, room: int) -> None:
        """Leave a number of pixels at the left for a drawer, and centre the strip in the rest."""
        self._left = room
        self._body.setContentsMargins(room, 0, 0, RAISED)
        self._fit()

    def show_unit(self, unit: str) -> bool:
        """Scroll to a unit; return whether it is listed."""
        for box in self.board.laid:
            for k, item in enumerate(box.contents.items):
                if item.name == unit:
                    spot = box.rect(k).center()
                    self._area.ensureVisible(spot.x(), spot.y(), 0, COUNTER // 2)
                    return True
        return False

    def _name(self, thing: Piece | Marker) -> str:
        if self._module is None or isinstance(thing, Marker):
            return ""
        return self._module.unit_name(thing.counter)
