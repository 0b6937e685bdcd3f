"""Overlay: effects of the last entry, the annotator's shapes, and the hovered hex."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from engine.core.state import State
from engine.log.annotations import Shape
from engine.report.highlights import Highlight
from engine.report.marks import INKS, Mark, layer_of, marks
from holland44_qt.board.layer import SceneLayer
from holland44_qt.board.mark_painter import paint_marks, room_of

FIGHT = QColor(INKS["attack"])


class OverlayLayer(SceneLayer):
    """Layer of arrows, rings and outlines over the counters."""

    _highlight = Highlight()
    _shapes: tuple[Shape, ...] = ()
    _state: State | None = None
    _marks: tuple[Mark, ...] = ()
    _hovered: int | None = None
    _silent = False

    def suppress_marks(self, silent: bool) -> None:
        """Hide the entry's marks while something is being dragged over the map."""
        if silent != self._silent:
            self._silent = silent
            self.update()

    def show_entry(
        self, highlight: Highlight, shapes: tuple[Shape, ...], state: State | None = None
    ) -> None:
        """Show the marks and annotation of another entry, in the position after it."""
        self._highlight, self._shapes, self._state = highlight, shapes, state
        before, self._marks = self._marks, marks(self.board, highlight, shapes, state)
        if self._marks != before:
            for room in (room_of(shown) for shown in (before, self._marks) if shown):
                self.update(room)

    def hover(self, place: int | None) -> None:
        """Outline another hex, or none."""
        for changed in {self._hovered, place} - {None}:
            if changed is not None and changed < len(self.board.numbers):
                middle = self.centre(changed)
                self.update(QRectF(middle.x() - 0.7, middle.y() - 0.7, 1.4, 1.4))
        self._hovered = place

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw all marks; there are never many."""
        # Filled hexes first: they lie under all else, though here still over the counters.
        if not self._silent:
            paint_marks(painter, sorted(self._marks, key=lambda mark: layer_of(mark) == "over"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._hovered is not None:
            self._outline(painter, self._hovered, QColor(43, 39, 34, 190), 0.03)

    def _outline(self, painter: QPainter, place: int, color: QColor, width: float) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(color, width))
        painter.drawPolygon(self.outline(place))
