"""Road ribbon for games about one road: control, open stretch, bridges."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QLabel, QToolTip, QVBoxLayout, QWidget

from engine.i18n import has as has_text
from engine.i18n import t
from holland44_qt.commands import Command
from holland44_qt.feature import Feature
from holland44_qt.fonts import font
from holland44_qt.frame.panels import Panel
from holland44_qt.frame.scrolled_panel import scrolled
from holland44_qt.look import FAINT, INK, TEXT
from holland44_qt.when_visible import WhenVisible

if TYPE_CHECKING:
    from engine.rules.answers import Ribbon, Stop
    from engine.rules.ports import Answers

STEP, TOP, LINE = 11.0, 12.0, 26.0
"""Pixels of a hex along the ribbon, above its first hex, and left of its line."""
WIDE, NARROW = 9.0, 3.0
"""Line widths in pixels of open and cut-off stretches."""
CUT = QColor("#c81e1e")
GONE = "blown"


class RibbonPicture(QWidget):
    """Widget that draws the road from its end (top) to its start (bottom); ``asked`` emits a
    hex.
    """

    asked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.stops: tuple[Stop, ...] = ()
        self._colors: dict[str, QColor] = {}
        self._descriptions: list[str] = []
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_road(self, ribbon: Ribbon, position: Answers) -> None:
        """Show a road; controlled hexes have their side's counter colour."""
        module = position.ruleset.module
        self._colors = {side.id: QColor(side.color) for side in module.meta.sides}
        self.stops = tuple(reversed(ribbon.stops))
        self._descriptions = []
        for stop in self.stops:
            text = t(
                "aids.ribbon.stop",
                hex=position.where(stop.place),
                side=module.side_name(stop.holder) if stop.holder else "–",
                state=t("aids.ribbon.open" if stop.open else "aids.ribbon.cut"),
            )
            if stop.bridge:
                text += ", " + t("aids.ribbon.bridge", state=stop.bridge)
            self._descriptions.append(text)
        self.setAccessibleName(ribbon.title)
        self.setAccessibleDescription(ribbon.text)
        self.setMinimumHeight(self.sizeHint().height())
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size for one step per hex."""
        return QSize(220, int(2 * TOP + STEP * max(1, len(self.stops))))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the line from hex to hex, with bridges and names."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for k, stop in enumerate(self.stops):
                before = self.stops[k - 1].name if k else ""
                self._stop(painter, TOP + k * STEP, stop, named=stop.name not in ("", before))

    def _stop(self, painter: QPainter, top: float, stop: Stop, *, named: bool) -> None:
        color = self._colors.get(stop.holder or "", QColor(FAINT))
        pen = QPen(color, WIDE if stop.open else NARROW)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        if not stop.open:
            pen.setDashPattern([1.2, 1.0])
        painter.setPen(pen)
        painter.drawLine(QPointF(LINE, top), QPointF(LINE, top + STEP))
        if stop.bridge:
            gone = stop.bridge == GONE
            painter.setPen(QPen(CUT if gone else QColor(INK), 2.2))
            low = top + STEP
            painter.drawLine(QPointF(LINE - 9, low), QPointF(LINE + 9, low))
            if gone:
                painter.drawLine(QPointF(LINE - 5, low - 5), QPointF(LINE + 5, low + 5))
        if named:
            painter.setPen(QPen(QColor(INK), 1.4))
            painter.setBrush(QColor("#fdf8ea"))
            middle = top + STEP / 2
            painter.drawEllipse(QPointF(LINE, middle), 4.5, 4.5)
            painter.setFont(font("Barlow Semi Condensed", TEXT, QFont.Weight.DemiBold))
            room = QRectF(LINE + 16, middle - 10, max(20.0, self.width() - LINE - 20), 20)
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, stop.name)

    def at(self, y: float) -> int:
        """Return the index of the hex at a height; -1 outside the road."""
        k = int((y - TOP) // STEP)
        return k if 0 <= k < len(self.stops) else -1

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Show the hex on the map."""
        k = self.at(event.position().y())
        if k >= 0:
            self.asked.emit(self.stops[k].place)

    def event(self, event: QEvent) -> bool:
        """Show a tooltip for a hex of the road."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            k = self.at(event.pos().y())
            QToolTip.showText(event.globalPos(), self._descriptions[k] if k >= 0 else "", self)
            return True
        return super().event(event)


class RibbonFeature(Feature):
    """Feature with the drawer of the road."""

    COMMANDS = (Command("ribbon", "table", "show_road"),)

    def panels(self) -> Iterable[Panel]:
        """Return the road panel."""
        self.panel = QWidget()
        self.text = QLabel(self.panel)
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        self.text.setWordWrap(True)
        self.picture = RibbonPicture(self.panel)
        body = QVBoxLayout(self.panel)
        body.addWidget(self.text)
        body.addWidget(self.picture)
        body.addStretch()
        yield Panel("ribbon", scrolled(self.panel), icon="ribbon")

    def ready(self) -> None:
        """Follow the game."""
        self.picture.asked.connect(lambda place: self.view.look_at([place]))
        self._later = WhenVisible(self.window, self.panel, self._stepped)
        self.session.opened.connect(self._opened)
        self.session.stepped.connect(self._later.call)
        self._opened()

    def show_road(self) -> None:
        """Open the drawer, in games where a road decides."""
        if self._road() is None:
            self.session.objected.emit(t("aids.ribbon.none"))
        else:
            self.window.panels.show("ribbon")

    def _road(self) -> Ribbon | None:
        position = self.session.position
        return None if position is None else position.ribbon()

    def _opened(self) -> None:
        # A game with such a road has words for it: its rules are not loaded to know that.
        has = self.session.has_rules and has_text(f"ribbon.{self.session.module.meta.id}.closed")
        self.window.panels.allow("ribbon", has)
        self.commands.enable("ribbon", has)
        self._later.call()

    def _stepped(self) -> None:
        road, position = self._road(), self.session.position
        if road is not None and position is not None:
            self.text.setText(road.text)
            self.picture.show_road(road, position)
