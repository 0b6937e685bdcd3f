"""Answers about many games: a chart and a table of each ready question."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from engine.core.errors import UserError
from engine.i18n import decimal, t
from engine.studies.charts import BarChart, chart_of, charts, column_title, named
from engine.studies.game_library import FILE, Library, question
from holland44_qt.file_dialogs import ask_where_to_save
from holland44_qt.frame.scrolled_panel import scrolled
from holland44_qt.report.bar_chart import FILL, MARK, chart_image
from holland44_qt.report.stats_panel import plain_plot, table_grid

if TYPE_CHECKING:
    from engine.studies.game_library import Answer

ROW, ENDS = 26, 140
"""The height of a bar with its gap, and of title and axis, in pixels."""
ROOM = 0.08
"""The part of the width behind the longest bar, for its number."""
SIZE = 900, 640
LONGEST = 60
"""Maximum number of characters of a label."""


class LibraryWindow(QDialog):
    """Window that shows the tables of a folder; ``folder_wanted`` asks for another one."""

    folder_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(t("studies.window.title"))
        self.resize(*SIZE)
        self.folder = Path()
        self._answer: Answer | None = None
        self._chart: BarChart | None = None
        self.games = QLabel(self)
        self.notice = QLabel(self)
        for label in (self.games, self.notice):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        self.questions = QComboBox(self)
        for name in charts():
            self.questions.addItem(t(f"studies.chart.{name}"), name)
        label = QLabel(t("studies.window.question"), self)
        label.setBuddy(self.questions)
        self.tabs = QTabWidget(self)
        self.tabs.setAccessibleName(t("studies.window.title"))
        self.tabs.setDocumentMode(True)
        choose = QPushButton(t("studies.window.folder"), self)
        self.picture = QPushButton(t("studies.window.picture"), self)
        self.csv = QPushButton(t("studies.window.csv"), self)
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        for button in (choose, self.picture, self.csv):
            button.setAutoDefault(False)
        top, middle, below = QHBoxLayout(), QHBoxLayout(), QHBoxLayout()
        top.addWidget(self.games, 1)
        top.addWidget(choose)
        middle.addWidget(label)
        middle.addWidget(self.questions, 1)
        below.addWidget(self.picture)
        below.addWidget(self.csv)
        below.addStretch()
        below.addWidget(close)
        column = QVBoxLayout(self)
        column.addLayout(top)
        column.addLayout(middle)
        column.addWidget(self.tabs, 1)
        column.addWidget(self.notice)
        column.addLayout(below)
        choose.clicked.connect(self.folder_wanted)
        self.picture.clicked.connect(self._save_picture)
        self.csv.clicked.connect(self._save_csv)
        self.questions.currentIndexChanged.connect(self._ask)
        close.rejected.connect(self.reject)

    def show_folder(self, folder: Path, left_out: str = "") -> None:
        """Show the tables of a folder, and which logs were left out of them."""
        self.folder = folder
        self._ask()
        if left_out:
            self.notice.setText(left_out)

    def _ask(self) -> None:
        """Answer the chosen question."""
        name = self.questions.currentData()
        self._answer = self._chart = None
        self.notice.clear()
        try:
            with Library(self.folder / FILE) as tables:
                count = len(tables.games())
                self.games.setText(
                    t("studies.window.games", count=count, folder=self.folder.name, file=FILE)
                )
                self._answer = tables.ask(question(name))
            self._chart = chart_of(name, self._answer)
        except UserError as error:
            self.notice.setText(str(error))
        self.picture.setEnabled(self._chart is not None)
        self.csv.setEnabled(self._answer is not None)
        self._show()

    def _show(self) -> None:
        from engine.report.tables import Table

        at = max(0, self.tabs.currentIndex())
        while self.tabs.count():
            page = self.tabs.widget(0)
            self.tabs.removeTab(0)
            if page is not None:
                page.deleteLater()
        if self._chart is not None:
            page = _plot(self._chart, self.palette().windowText().color())
            name = t("studies.window.chart")
            self.tabs.addTab(scrolled(page, name), name)
        if self._answer is not None:
            title = t("studies.window.table")
            rows = tuple(tuple(row) for row in named(self._answer).rows)
            heads = tuple(map(column_title, self._answer.columns))
            grid = table_grid(Table("answer", title, heads, rows))
            self.tabs.addTab(grid, title)
        self.tabs.setCurrentIndex(at)

    def _save_picture(self) -> None:
        from holland44_qt.board.render import save_png

        target = self._target(".png")
        if self._chart is not None and target is not None:
            chart = self._chart
            self._write(target, lambda: save_png(chart_image(chart), target))

    def _save_csv(self) -> None:
        target = self._target(".csv")
        if self._answer is not None and target is not None:
            answer = self._answer
            self._write(target, lambda: answer.save(target))

    def _target(self, suffix: str) -> Path | None:
        start = self.folder / f"{self.questions.currentData()}{suffix}"
        return ask_where_to_save(self, self.windowTitle(), start, f"*{suffix}")

    def _write(self, target: Path, write: Callable[[], object]) -> None:
        try:
            write()
        except UserError as error:
            self.notice.setText(str(error))
        else:
            self.notice.setText(t("studies.window.saved", path=target))


def _plot(chart: BarChart, ink: QColor) -> Any:
    """Return a plot of horizontal bars with their intervals and marks, the first on top."""
    import pyqtgraph as pg

    plot = plain_plot(chart.title, chart.axis, ink)
    plot.setFixedHeight(ENDS + ROW * len(chart.bars))
    ys = list(range(len(chart.bars), 0, -1))
    plot.addItem(
        pg.BarGraphItem(
            x0=0, y=ys, width=[bar.value for bar in chart.bars], height=0.7, brush=FILL, pen=FILL
        )
    )
    for y, bar in zip(ys, chart.bars, strict=True):
        if bar.interval is not None:
            plot.plot(list(bar.interval), [y, y], pen=pg.mkPen(ink, width=2), symbol="|",
                      symbolPen=ink, symbolSize=12)  # fmt: skip
        if bar.mark is not None:
            plot.plot([bar.mark, bar.mark], [y - 0.45, y + 0.45], pen=pg.mkPen(MARK, width=3))
        number = pg.TextItem(decimal(bar.value, ".3g"), color=ink, anchor=(0, 0.5))
        number.setPos(max(bar.reach), y)
        plot.addItem(number)
    names = [(y, _short(bar.label)) for y, bar in zip(ys, chart.bars, strict=True)]
    plot.getAxis("left").setTicks([names])
    reach = [x for bar in chart.bars for x in bar.reach]
    room = (max(reach) - min(0.0, *reach)) * ROOM or 1.0
    plot.setXRange(min(0.0, *reach), max(reach) + room, padding=0.02)
    plot.showAxis("top")
    plot.getAxis("top").setPen(ink)
    plot.getAxis("top").setTextPen(ink)
    plot.showGrid(x=True, alpha=0.15)
    plot.setYRange(0.4, len(ys) + 0.6, padding=0)
    values = (f"{bar.label}: {decimal(bar.value, '.4g')}" for bar in chart.bars)
    plot.setAccessibleDescription("; ".join(values))
    return plot


def _short(label: str) -> str:
    return label if len(label) <= LONGEST else f"{label[: LONGEST // 2]}…{label[-LONGEST // 2 :]}"
