"""Branches: panel of all lines of play, to select, name or prune them."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QModelIndex
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QHeaderView,
    QPushButton,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from engine.i18n import t
from engine.log.annotations import Annotations, Branch
from engine.log.lines import Line, branch_of
from holland44_qt.commands import Command
from holland44_qt.feature import Feature
from holland44_qt.frame.panels import Panel
from holland44_qt.history.line_names import is_taken
from holland44_qt.models.branch_model import BranchModel
from holland44_qt.widgets.flow_layout import Flow


class BranchPanel(QWidget):
    """Tree of lines of play, with buttons for the selected line."""

    def __init__(self, model: BranchModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tree = QTreeView(self)
        self.tree.setModel(model)
        self.tree.setAccessibleName(t("app.dock.branches"))
        self.tree.setHeaderHidden(True)
        self.tree.setUniformRowHeights(True)
        self.tree.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.tree.setExpandsOnDoubleClick(False)
        self.tree.header().setStretchLastSection(False)
        self.tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.tree.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.go = QPushButton(t("history.branch.go"), self)
        self.main = QPushButton(t("history.branch.choose"), self)
        self.name = QPushButton(t("history.branch.name"), self)
        self.prune = QPushButton(t("history.branch.prune"), self)
        self.pruned = QCheckBox(t("history.branch.show_pruned"), self)
        self.go.setToolTip(t("history.branch.go.tip"))
        self.main.setToolTip(t("history.branch.choose.tip"))
        self.name.setToolTip(t("history.branch.name.tip"))
        self.prune.setToolTip(t("history.branch.prune.tip"))
        self.pruned.setToolTip(t("history.branch.show_pruned.tip"))
        row = Flow(spacing=4)
        for button in (self.go, self.main, self.name, self.prune):
            row.addWidget(button)
        row.addWidget(self.pruned)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 6)
        column.addWidget(self.tree, 1)
        row.setContentsMargins(6, 0, 6, 0)
        column.addLayout(row)


class Branches(Feature):
    """Feature for lines of play: everything played is preserved, and the user can switch
    between lines.
    """

    COMMANDS = (
        Command("branches", "replay", "show_panel", ("Ctrl+L",), submenu="lines"),
        Command("next_line", "replay", "next_line", ("Ctrl+PgDown",), submenu="lines"),
        Command("previous_line", "replay", "previous_line", ("Ctrl+PgUp",), submenu="lines"),
    )

    def panels(self) -> Iterable[Panel]:
        """Return the tree's panel, beside the log."""
        self.model = BranchModel(self)
        self.panel = BranchPanel(self.model)
        yield Panel("branches", self.panel, icon="branches")

    def ready(self) -> None:
        """Keep the tree in step with the log."""
        session, panel = self.session, self.panel
        for changed in (
            session.opened,
            session.line_changed,
            session.annotated,
            panel.pruned.toggled,
        ):
            changed.connect(self._show)
        session.line_changed.connect(self._choose_current)
        session.recorded.connect(self._grow)
        session.stance_changed.connect(self._show)
        panel.tree.activated.connect(lambda index: self._go(self.model.line(index)))
        panel.go.clicked.connect(lambda: self._go(self._chosen()))
        panel.main.clicked.connect(self._choose_main)
        panel.name.clicked.connect(self._edit)
        panel.prune.clicked.connect(self._prune)
        panel.tree.selectionModel().currentChanged.connect(self._enable)
        self.model.modelReset.connect(self._reset)
        self.model.renamed.connect(self._rename)
        self._show()

    # -- commands ---------------------------------------------------------------------------------

    def show_panel(self) -> None:
        """Show the tree in front."""
        self.window.panels.show("branches")
        self.panel.tree.setFocus()

    def next_line(self) -> None:
        """Switch to the next line of the tree."""
        self._turn(1)

    def previous_line(self) -> None:
        """Switch to the previous line of the tree."""
        self._turn(-1)

    # -- what the panel does ----------------------------------------------------------------------

    def _show(self) -> None:
        shown = self.session.recording
        tip = shown.timeline.entries[-1].id if shown is not None and len(shown) else 0
        self.model.show(self.session.lines, tip, pruned=self.panel.pruned.isChecked())
        self._enable()

    def _grow(self) -> None:
        """Update the tree after an entry was added to the current line; its what-if entries are
        renumbered.
        """
        whole = self.session.lines is self.session.recording
        if not (whole and self.model.grow()):
            self._show()

    def _reset(self) -> None:
        self.panel.tree.expandAll()
        self._choose_current()

    def _choose_current(self) -> None:
        current = self.model.current
        if current is not None:
            self.panel.tree.setCurrentIndex(self.model.index_of(current.start))
        self._enable()

    def _enable(self) -> None:
        chosen, panel = self._chosen(), self.panel
        is_stored = chosen is not None and not self.model.is_tried(chosen)
        can_write = chosen is not None and is_stored and self.window.can_annotate
        main = chosen is not None and self.model.is_main(chosen)
        panel.main.setEnabled(can_write and not main)
        panel.go.setEnabled(chosen is not None and chosen != self.model.current)
        panel.name.setEnabled(can_write)
        tried = chosen is not None and not is_stored
        panel.prune.setEnabled(tried or bool(can_write and chosen and chosen.start > 1))
        key = "restore" if chosen is not None and chosen.pruned else "prune"
        panel.prune.setText(t("history.branch.drop" if tried else f"history.branch.{key}"))
        several = len(self._in_order()) > 1
        for command in ("next_line", "previous_line"):
            self.commands.enable(command, several)

    def _chosen(self) -> Line | None:
        return self.model.line(self.panel.tree.currentIndex())

    def _in_order(self) -> list[int]:
        """Return the lines from top to bottom, all expanded."""
        result: list[int] = []

        def walk(parent: QModelIndex) -> None:
            for row in range(self.model.rowCount(parent)):
                index = self.model.index(row, 0, parent)
                result.append(index.internalId())
                walk(index)

        walk(QModelIndex())
        return result

    def _turn(self, by: int) -> None:
        lines, current = self._in_order(), self.model.current
        if not lines:
            return
        at = lines.index(current.start) if current is not None else 0
        self._go(self.model.line(self.model.index_of(lines[(at + by) % len(lines)])))

    def _go(self, line: Line | None) -> None:
        if line is not None and line != self.model.current:
            self.session.show_line(line.tip)

    def _edit(self) -> None:
        index = self.panel.tree.currentIndex()
        self.panel.tree.edit(index.siblingAtColumn(0))

    def _rename(self, start: int, name: str) -> None:
        lines = self.session.recording
        if lines is not None and is_taken(lines, name, start):
            self.session.objected.emit(t("stance.keep.taken", name=name))
            return
        self._annotate(start, name=name[:200])

    def _choose_main(self) -> None:
        line = self._chosen()
        if line is not None:
            self.session.choose_main(line.start)

    def _prune(self) -> None:
        line = self._chosen()
        if line is None or line.start == 1:
            return
        if self.model.is_tried(line):
            self.session.drop_trial(line.tip)
            return
        if line.pruned:
            # It may be hidden only because a line above it is.
            notes = self.session.recording.annotations if self.session.recording else None
            for start in self._above(line):
                if notes is not None and branch_of(notes, start).pruned:
                    self._annotate(start, pruned=False)
            return
        current = self.model.current
        if current is not None and line.start in self._above(current):
            # What is pruned cannot be stood on: go back to the line that it left.
            parent = self.model.line(self.model.index_of(line.parent))
            self._go(parent)
        self._annotate(line.start, pruned=True)

    def _above(self, line: Line) -> list[int]:
        """Return a line and its ancestors."""
        result = [line.start]
        while line.parent:
            above = self.model.line(self.model.index_of(line.parent))
            if above is None:
                break
            line = above
            result.append(line.start)
        return result

    def _annotate(self, start: int, **changes: object) -> None:
        def change(notes: Annotations) -> Annotations:
            branch = branch_of(notes, start).model_copy(update=changes)
            others = {k: v for k, v in notes.branches.items() if k != start}
            branches = others if branch == Branch() else {**others, start: branch}
            return notes.model_copy(update={"branches": branches})

        self.session.annotate(change)
