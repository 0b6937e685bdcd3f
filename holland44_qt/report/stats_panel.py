"""Statistics panel: luck verdicts, plots, tables; a click on a row goes to its entry."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLabel,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from engine.i18n import decimal, localized, t
from holland44_qt.frame.scrolled_panel import scrolled

if TYPE_CHECKING:
    from engine.report.plots import Plot
    from engine.report.tables import Cell, Table

BARS = 0.36
"""Width of a bar, in turns."""


class StatsPanel(QWidget):
    """Panel with plots in one tab and each table in its own tab; ``entry_chosen`` emits
    an entry.
    """

    entry_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.verdict = QLabel(self)
        self.verdict.setTextFormat(Qt.TextFormat.PlainText)
        self.verdict.setWordWrap(True)
        self.tabs = QTabWidget(self)
        self.tabs.setAccessibleName(t("app.dock.figures"))
        self.tabs.setDocumentMode(True)
        self.tabs.setUsesScrollButtons(True)
        column = QVBoxLayout(self)
        column.addWidget(self.verdict)
        column.addWidget(self.tabs, 1)

    def show_statistics(self, verdicts: list[str], plots: list[Plot], tables: list[Table]) -> None:
        """Show the statistics of a game."""
        fought = any(table.id == "fights" for table in tables)
        self.verdict.setText("\n".join(verdicts) or ("" if fought else t("report.stats.none")))
        at = self.tabs.currentIndex()
        while self.tabs.count():
            page = self.tabs.widget(0)
            self.tabs.removeTab(0)
            if page is not None:
                page.deleteLater()
        if plots:
            name = t("report.panel.plots")
            self.tabs.addTab(scrolled(self._plots(plots), name), name)
        for table in tables:
            grid = table_grid(table)
            if table.rows and table.heads[0] == t("report.stats.entry"):
                grid.cellActivated.connect(lambda row, _, grid=grid: self._go(grid, row))
                grid.cellClicked.connect(lambda row, _, grid=grid: self._go(grid, row))
            self.tabs.addTab(grid, table.title)
        self.tabs.setCurrentIndex(max(0, min(at, self.tabs.count() - 1)))

    def _plots(self, plots: list[Plot]) -> QWidget:
        import pyqtgraph as pg

        from engine.report.plots import labels

        page = QWidget()
        column = QVBoxLayout(page)
        ink = self.palette().windowText().color()
        for plot in plots:
            widget = plain_plot(plot.title, plot.across, ink)
            widget.setMinimumHeight(150)
            xs = labels(sorted({x for series in plot.series for x, _ in series.points}))
            widget.getAxis("bottom").setTicks([[(x, decimal(x, "g")) for x in xs]])
            for at, series in enumerate(plot.series):
                xs, ys = [x for x, _ in series.points], [y for _, y in series.points]
                color = QColor(series.color)
                if plot.kind == "bars":
                    shift = (at - (len(plot.series) - 1) / 2) * BARS
                    bars = pg.BarGraphItem(
                        x=[x + shift for x in xs], height=ys, width=BARS * 0.92, brush=color,
                        pen=color, name=series.name,
                    )  # fmt: skip
                    widget.addItem(bars)
                else:
                    style = Qt.PenStyle.DashLine if at else Qt.PenStyle.SolidLine
                    widget.plot(
                        xs, ys, pen=pg.mkPen(color, width=2.2, style=style), name=series.name,
                        symbol="o" if len(xs) <= 40 else None, symbolSize=5, symbolBrush=color,
                        symbolPen=color,
                    )  # fmt: skip
            column.addWidget(widget)
            column.addWidget(_legend(plot), alignment=Qt.AlignmentFlag.AlignHCenter)
        return page

    def _go(self, grid: QTableWidget, row: int) -> None:
        item = grid.item(row, 0)
        if isinstance(item, _Item) and isinstance(item.cell, int):
            self.entry_chosen.emit(item.cell)


def _legend(plot: Plot) -> QLabel:
    """Return the names of the series of a plot with their colours and lines, to show below it."""
    names = []
    for at, series in enumerate(plot.series):
        sign = "■" if plot.kind == "bars" else "╌╌" if at else "──"
        names.append(f'<b style="color:{series.color}">{sign}</b> {escape(series.name)}')
    return QLabel(" &nbsp; ".join(names))


def plain_plot(title: str, across: str, ink: QColor) -> Any:
    """Return an empty plot to look at: mouse and keys do nothing in it."""
    import pyqtgraph as pg  # half a second, wanted only here

    class Axis(pg.AxisItem):
        """An axis with numbers in the reader's language."""

        def tickStrings(self, values: Any, scale: float, spacing: float) -> list[str]:
            return [localized(text) for text in super().tickStrings(values, scale, spacing)]

    axes = {side: Axis(side) for side in ("left", "bottom", "top")}
    plot: Any = pg.PlotWidget(background=None, axisItems=axes)
    plot.setTitle(title, color=ink, size="11pt")
    plot.setLabel("bottom", across, color=ink)
    plot.setMenuEnabled(False)
    plot.setMouseEnabled(x=False, y=False)
    plot.hideButtons()
    for axis in ("left", "bottom"):
        plot.getAxis(axis).setPen(ink)
        plot.getAxis(axis).setTextPen(ink)
    plot.setAccessibleName(title)
    plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    plot.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return plot


def table_grid(table: Table) -> QTableWidget:
    """Return a table that can be sorted by its heads."""
    grid = QTableWidget(len(table.rows), len(table.heads))
    grid.setHorizontalHeaderLabels(list(table.heads))
    grid.setAccessibleName(table.title)
    grid.verticalHeader().hide()
    grid.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    grid.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    for row, cells in enumerate(table.rows):
        for column, cell in enumerate(cells):
            grid.setItem(row, column, _Item(cell))
    grid.resizeColumnsToContents()
    # In the order given, until a head is clicked.
    grid.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
    grid.setSortingEnabled(True)
    return grid


class _Item(QTableWidgetItem):
    """Table cell that is sorted by its value."""

    def __init__(self, cell: Cell) -> None:
        from engine.report.tables import text

        super().__init__(text(cell))
        self.cell = cell
        if isinstance(cell, int | float):
            self.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)

    def __lt__(self, other: QTableWidgetItem) -> bool:
        mine, theirs = self.cell, getattr(other, "cell", None)
        if isinstance(mine, int | float) and isinstance(theirs, int | float):
            return mine < theirs
        return self.text() < other.text()
