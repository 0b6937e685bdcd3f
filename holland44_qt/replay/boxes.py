"""The boxes beside the map: entry areas, turns, pools, the eliminated, each with its pieces."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QScrollArea, QWidget

from engine.core.state import Marker, Piece, State
from engine.i18n import t
from engine.modules import Module
from holland44_qt.board.pictures import Pictures
from holland44_qt.board.stacks import number_of
from holland44_qt.fonts import font
from holland44_qt.look import EDGE, INK, TEXT

COUNTER, GAP, HEAD, SIDE = 44, 4, 26, 10
"""Pixels: edge of a counter, space between two, height of a heading, margin."""
Held = list[tuple[str, Piece | Marker]]
"""Pieces and markers with their names, in order."""

PANELS = ("turns", "edge", "allied", "german", "common")
"""The order of the panels that boxes belong to."""


@dataclass(frozen=True, slots=True)
class _Box:
    """A box that is not empty, laid out from ``top`` in rows of ``across`` pieces."""

    title: str
    held: Held
    top: int
    across: int

    @property
    def bottom(self) -> int:
        """Where the next box starts."""
        rows = -(-len(self.held) // self.across)
        return self.top + HEAD + rows * (COUNTER + GAP) + SIDE // 2

    def rect(self, k: int) -> QRect:
        """Where its k-th piece lies."""
        row, col = divmod(k, self.across)
        x, y = SIDE + col * (COUNTER + GAP), self.top + HEAD + row * (COUNTER + GAP)
        return QRect(x, y, COUNTER, COUNTER)


class BoxesPanel(QWidget):
    """All boxes that hold something, one below the other."""

    def __init__(self, pictures: Pictures, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pictures = pictures
        self._module: Module | None = None
        self._contents: dict[str, Held] = {}
        self._boxes: list[_Box] = []
        self._height = 0
        self.setMouseTracking(True)
        pictures.more.connect(self.update)

    def show_state(self, module: Module, state: State) -> None:
        """Show the boxes of another position."""
        contents = _contents(module, state)
        if contents != self._contents or module is not self._module:
            self._module, self._contents = module, contents
            self._lay_out()

    @property
    def titles(self) -> list[str]:
        """The headings from the top."""
        return [box.title for box in self._boxes]

    def sizeHint(self) -> QSize:
        """Wide enough for six counters."""
        return QSize(2 * SIDE + 6 * (COUNTER + GAP), self._height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the rows anew."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._lay_out()

    def _lay_out(self) -> None:
        across = max(1, (self.width() - 2 * SIDE + GAP) // (COUNTER + GAP))
        y = SIDE // 2
        self._boxes = []
        for place, held in self._contents.items():
            box = _Box(self._title(place), held, y, across)
            self._boxes.append(box)
            y = box.bottom
        self._height = y
        # The scroll area gives the width; the height is what the boxes need.
        self.setMinimumHeight(y)
        self.update()

    def _title(self, place: str) -> str:
        assert self._module is not None
        display = self._module.displays[place]
        name = self._module.place_name(place)
        if display.side and display.kind != "area":
            return t("app.boxes.title", side=self._module.side_name(display.side), box=name)
        return name

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw what is in sight."""
        with QPainter(self) as painter:
            painter.setRenderHints(
                QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform
            )
            self._pictures.begin()
            ratio = self.devicePixelRatioF()
            seen = event.rect()
            for box in self._boxes:
                if box.top > seen.bottom() or box.bottom < seen.top():
                    continue
                self._paint_heading(painter, box)
                for k, (name, thing) in enumerate(box.held):
                    self._paint_thing(painter, box.rect(k), name, thing, ratio)

    def _paint_thing(
        self, painter: QPainter, rect: QRect, name: str, thing: Piece | Marker, ratio: float
    ) -> None:
        if isinstance(thing, Piece):
            picture = self._pictures.piece(thing, COUNTER, ratio)
            ground = self._pictures.ground(thing)
        else:
            picture = self._pictures.marker(thing, number_of(name), COUNTER, ratio)
            ground = QColor(EDGE)
        if picture is None:
            painter.fillRect(rect, ground)
        else:
            painter.drawPixmap(rect, picture)

    def _paint_heading(self, painter: QPainter, box: _Box) -> None:
        head = QRectF(SIDE, box.top, self.width() - 2 * SIDE, HEAD - 5)
        painter.setPen(QColor(INK))
        painter.setFont(font("Barlow Semi Condensed", TEXT, QFont.Weight.DemiBold))
        painter.drawText(head, Qt.AlignmentFlag.AlignVCenter, box.title)
        painter.drawText(
            head,
            Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight,
            str(len(box.held)),
        )
        painter.setPen(QPen(QColor(EDGE), 1))
        painter.drawLine(head.bottomLeft(), head.bottomRight())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Name the piece under the mouse."""
        self.setToolTip(self.name_at(event.position().toPoint()))

    def name_at(self, pos: QPoint) -> str:
        """What lies at a point, or an empty string."""
        for box in self._boxes:
            for k, (_, thing) in enumerate(box.held):
                if box.rect(k).contains(pos) and self._module is not None:
                    if isinstance(thing, Piece):
                        return self._module.unit_name(thing.counter)
                    return self._module.marker_name(thing.kind)
        return ""


def scrolled(panel: BoxesPanel, parent: QWidget | None = None) -> QScrollArea:
    """The panel in a scroll area that scrolls up and down only."""
    area = QScrollArea(parent)
    area.setWidget(panel)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setMinimumWidth(
        2 * SIDE + 3 * (COUNTER + GAP) + area.verticalScrollBar().sizeHint().width()
    )
    return area


def _contents(module: Module, state: State) -> dict[str, Held]:
    """What lies in each box that holds something, in the order the boxes are shown."""
    found: dict[str, Held] = {}
    displays = sorted(module.displays.values(), key=lambda d: PANELS.index(d.panel))
    markers: dict[str, Held] = {}
    for name, marker in state.markers.items():
        markers.setdefault(marker.at, []).append((name, marker))
    for display in displays:
        units = state.stack(module.places.index(display.id))
        held: Held = [(u, state.pieces[u]) for u in units]
        held += markers.get(display.id, [])
        if held:
            found[display.id] = held
    return found
