"""Window with a chart of a module: a picture scaled to fit, or a page of text."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QDialog, QTextBrowser, QVBoxLayout, QWidget

from engine.core.errors import UserError
from engine.vassal.drawing import Drawing
from engine.vassal.table_records import Chart
from holland44_qt.vassal_art.strips import PictureError, whole

SIZE = 900, 700


class ChartWindow(QDialog):
    """Window that stays open beside the main window."""

    def __init__(self, chart: Chart, drawing: Drawing, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(drawing.word(chart.name))
        self.resize(*SIZE)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        pixmap = QPixmap()
        try:
            if chart.file:
                pixmap = QPixmap.fromImage(whole(drawing.picture(chart.file)))
        except (UserError, PictureError) as error:
            chart = chart.model_copy(update={"text": str(error)})
        if not pixmap.isNull():
            column.addWidget(_Picture(pixmap))
        else:
            page = QTextBrowser()
            page.setPlainText(chart.text)
            column.addWidget(page)


class _Picture(QWidget):
    """Widget that scales a picture to the available space and preserves its proportions."""

    def __init__(self, pixmap: QPixmap) -> None:
        super().__init__()
        self._pixmap = pixmap
        self.setMinimumSize(120, 120)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the picture in the middle."""
        size = self._pixmap.size().scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        left, top = (self.width() - size.width()) / 2, (self.height() - size.height()) / 2
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            target = QRectF(left, top, size.width(), size.height())
            painter.drawPixmap(target, self._pixmap, QRectF(self._pixmap.rect()))
