"""Writing a report in the window: properties, moments, marks by the mouse, cameras, figures."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partialmethod, reduce
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QDialog, QInputDialog, QLineEdit

from engine.core.errors import UserError
from engine.files import ONE_FILE
from engine.i18n import t
from engine.log.annotations import SUFFIX, Annotation, Brush, Camera, Label, Shape, UnitShape
from holland44_qt.commands import Command
from holland44_qt.feature import Feature
from holland44_qt.frame.panels import Panel
from holland44_qt.navigation.camera_feature import go_near
from holland44_qt.report.mark_drawing import ArrowTool, MarkTool, SketchLayer, toggled
from holland44_qt.report.moments_panel import MomentsPanel
from holland44_qt.report.stats_panel import StatsPanel
from holland44_qt.settings import remember_mine

BRUSHES: tuple[Brush, ...] = ("green", "red", "blue", "yellow", "black", "white")
PROPOSED = 15
"""Maximum number of important moments shown unless all are requested."""
GRID = 12
"""Grid size for sampling which hexes are visible."""
ROUND = 2.5
"""Margin in hexes that a view shows round the framed hexes."""
PAUSE = 250
"""Milliseconds after a change before statistics are computed again."""


class Writing(Feature):
    """Feature for report writing: properties, moments, marks, cameras and statistics."""

    COMMANDS = (
        Command("report_properties", "edit", "properties", separator=True),
        Command("take_moment", "edit", "take_moment", ("Ctrl+Alt+M",), checkable=True),
        Command("draw_marks", "edit", "draw", ("Ctrl+Alt+D",), checkable=True),
        Command("undo_mark", "edit", "undo_mark", ("Ctrl+Alt+Z",), submenu="marks"),
        Command("clear_marks", "edit", "clear_marks", submenu="marks"),
        Command("label_mark", "edit", "label", submenu="marks"),
        Command("unit_mark", "edit", "point_at_units", submenu="marks"),
        Command("camera_here", "edit", "camera_here", submenu="marks"),
        Command("camera_auto", "edit", "camera_auto", submenu="marks"),
        *(
            Command(f"brush_{brush}", "edit", f"brush_{brush}", submenu="marks", checkable=True)
            for brush in BRUSHES
        ),
    )

    def panels(self) -> Iterable[Panel]:
        """Return the panels of proposed moments and of statistics."""
        self.moments = MomentsPanel()
        self.figures = StatsPanel()
        yield Panel("moments", self.moments, icon="moments")
        yield Panel("figures", self.figures, icon="figures")

    def ready(self) -> None:
        """Follow the game; compute only for visible panels."""
        session = self.session
        self.layer = SketchLayer(session.module.board, self.view.sceneRect())
        self.view.add_layer(self.layer, 2.6)
        begun = self.window.hand.put_card_away  # it would cover the hexes to draw on
        self.tool = MarkTool(self.view, self.layer, self._drawn, begun)
        self.arrows = ArrowTool(self.view, self.layer, self._drawn, begun, self._writes)
        self.view.use(self.arrows)
        self._use_brush(self.tool.brush)
        self._undone: list[tuple[int, tuple[Shape, ...]]] = []
        self._later = QTimer(self, singleShot=True, interval=PAUSE)
        self._later.timeout.connect(self._count)
        for changed in (session.opened, session.line_changed, session.annotated, session.recorded):
            changed.connect(self._later.start)
        session.opened.connect(self._opened)
        session.stepped.connect(self._stepped)
        session.annotated.connect(self._stepped)
        self.moments.taken.connect(self._take)
        self.moments.chosen.connect(self._go_to_moment)
        self.moments.quiet.toggled.connect(self._later.start)
        self.figures.entry_chosen.connect(self._go_to_entry)
        for panel in (self.moments, self.figures):
            panel.installEventFilter(self)
        self._opened()

    def opens(self, path: Path) -> bool:
        """Unpack a one-file game and open it."""
        if path.suffix.lower() != ONE_FILE:
            return False
        from engine.report.one_file import unpack

        try:
            unpacked = unpack(path)
            self.window.open_path(unpacked.log)
            if unpacked.notice:
                self.window.messages.add(unpacked.notice, "notice")
        except UserError as error:
            self.window.messages.add(str(error), "error")
        return True

    def release(self) -> None:
        """Remove the mouse tools."""
        self._later.stop()
        self.view.put_away(self.tool)
        self.view.put_away(self.arrows)

    def _writes(self) -> bool:
        """Return whether the user is annotating a game in review."""
        panels = self.window.panels
        writing = panels.is_shown("narrative") or panels.is_shown("comment")
        return writing and self.window.can_annotate and not self.session.can_play

    def eventFilter(self, watched: object, event: object) -> bool:
        """Fill a panel when it becomes visible."""
        from PySide6.QtCore import QEvent

        if isinstance(event, QEvent) and event.type() == QEvent.Type.Show:
            self._later.start()
        return False

    # -- commands ---------------------------------------------------------------------------------

    def properties(self) -> None:
        """Edit title, authors, introduction and the other properties of the report."""
        recording, current = self.session.recording, self.session.current
        if recording is None or not self.window.can_annotate:
            return
        entry = current.entry.id if current is not None else None
        module = recording.module
        sides = {side.id: module.side_name(side.id) for side in module.meta.sides}
        from holland44_qt.report.properties_dialog import PropertiesDialog

        dialog = PropertiesDialog(recording.annotations, entry, self.window, sides)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        path = self.session.path
        if accepted and self.session.annotate(dialog.changed) and path is not None:
            # Whoever hides it is whose it is, and goes on reading it.
            remember_mine(self.session.notes_path or path.with_suffix(SUFFIX))
        dialog.deleteLater()

    def take_moment(self, on: bool) -> None:
        """Add the current entry to the report's moments, or remove it."""
        current = self.session.current
        if current is not None:
            self._take(current.entry.id, on)

    def draw(self, on: bool) -> None:
        """Switch the right button between drawing and menus."""
        if on and self.window.can_annotate:
            self.view.use(self.tool)
            self.window.messages.add(t("report.draw.on"))
        else:
            self.view.put_away(self.tool)

    def undo_mark(self) -> None:
        """Take back the last change of the marks of this entry."""
        current = self.session.current
        if current is None:
            return
        for at in range(len(self._undone) - 1, -1, -1):
            entry, shapes = self._undone[at]
            if entry == current.entry.id:
                del self._undone[at]
                self._set_shapes(entry, shapes)
                return

    def clear_marks(self) -> None:
        """Remove all marks of this entry."""
        self._shape(lambda _: ())

    def label(self) -> None:
        """Add a short text to the selected hex, or to the hex under the mouse."""
        selected = self._selected_hex()
        if selected is None:
            self.session.objected.emit(t("report.draw.no_hex"))
            return
        words, ok = QInputDialog.getText(
            self.window,
            t("report.draw.label"),
            t("report.draw.label.ask", hex=selected),
            QLineEdit.EchoMode.Normal,
        )
        if ok and words.strip():
            mark = Label(hex=selected, text=words.strip()[:80], brush=self.tool.brush)
            self._shape(lambda shapes: (*shapes, mark))

    def point_at_units(self) -> None:
        """Mark the selected units, at any place."""
        units = sorted(self.view.selection.units)
        if not units:
            self.session.objected.emit(t("report.draw.no_units"))
            return
        marks = [UnitShape(unit=unit, brush=self.tool.brush) for unit in units]
        self._shape(lambda shapes: reduce(toggled, marks, shapes))

    def camera_here(self) -> None:
        """Store the current view for readers of this entry."""
        view, board = self.view, self.session.module.board
        visible = view.visible_part
        # Who looks at hexes sees so much round them; of a close look the middle stays.
        across, down = (min(ROUND, size * 0.45) for size in (visible.width(), visible.height()))
        inner = visible.adjusted(across, down, -across, -down)
        shares = [n / GRID for n in range(GRID + 1)]
        spots = [
            (inner.left() + inner.width() * x, inner.top() + inner.height() * y)
            for x in shares
            for y in shares
        ]
        # Beside the map lie tables and boxes: what counts is how far the hexes in sight reach.
        points = [(x, y, board.at((x, -y))) for x, y in spots]
        on_map = [spot for spot in points if spot[2] >= 0]
        ends = (
            [end(on_map, key=by) for by in (_across, _down) for end in (min, max)] if on_map else []
        )
        hexes = tuple(dict.fromkeys(board.numbers[place] for _, _, place in ends))
        if not hexes:
            self.session.objected.emit(t("report.draw.no_hex"))
            return
        self._note(lambda note: note.model_copy(update={"camera": Camera(hexes=hexes)}))
        self.window.messages.add(t("report.camera.kept"), passing=True)

    def camera_auto(self) -> None:
        """Restore the automatic view for readers."""
        self._note(lambda note: note.model_copy(update={"camera": None}))

    def _use_brush(self, brush: Brush, on: bool = True) -> None:
        """Draw marks in a colour from now on; one is always chosen."""
        self.tool.brush = self.arrows.brush = brush
        for other in BRUSHES:
            self.commands.tick(f"brush_{other}", other == brush)

    brush_green = partialmethod(_use_brush, "green")
    brush_red = partialmethod(_use_brush, "red")
    brush_blue = partialmethod(_use_brush, "blue")
    brush_yellow = partialmethod(_use_brush, "yellow")
    brush_black = partialmethod(_use_brush, "black")
    brush_white = partialmethod(_use_brush, "white")

    # -- what follows -----------------------------------------------------------------------------

    def _drawn(self, shape: Shape) -> None:
        self._shape(lambda shapes: toggled(shapes, shape))

    def _shape(self, change: Callable[[tuple[Shape, ...]], tuple[Shape, ...]]) -> None:
        current = self.session.current
        if current is None:
            self.session.objected.emit(t("history.note.no_entry"))
            return
        entry, before = current.entry.id, current.annotation.shapes
        self._undone.append((entry, before))
        self._change(entry, lambda note: note.model_copy(update={"shapes": change(note.shapes)}))

    def _set_shapes(self, entry: int, shapes: tuple[Shape, ...]) -> None:
        self._change(entry, lambda note: note.model_copy(update={"shapes": shapes}))

    def _note(self, change: Callable[[Annotation], Annotation]) -> None:
        current = self.session.current
        if current is not None:
            self._change(current.entry.id, change)

    def _take(self, entry: int, on: bool) -> None:
        """Add a moment to the report, or remove it."""
        if self.window.can_annotate:
            self.session.annotate(lambda notes: notes.with_moment(entry, on))
        else:
            self.session.objected.emit(t("history.note.not_here"))

    def _change(self, entry: int, change: Callable[[Annotation], Annotation]) -> None:
        if not self.window.can_annotate:
            self.session.objected.emit(t("history.note.not_here"))
            return

        self.session.annotate_entry(entry, change)

    def _selected_hex(self) -> str | None:
        board = self.session.module.board
        view = self.view
        pos = view.viewport().mapFromGlobal(view.cursor().pos())
        place = view.hex_at(pos) if view.viewport().rect().contains(pos) else -1
        if place < 0:
            state = self.session.state
            for unit in view.selection.units:
                if unit in state.pieces:
                    place = state.pieces[unit].place
        return board.numbers[place] if 0 <= place < len(board.numbers) else None

    def _opened(self) -> None:
        self._undone.clear()
        self.view.put_away(self.tool)
        self.commands.tick("draw_marks", False)
        self._stepped()

    def _stepped(self, *_: object) -> None:
        current, able = self.session.current, self.window.can_annotate
        ids = ("take_moment", "draw_marks", "undo_mark", "clear_marks", "label_mark", "unit_mark",
               "camera_here", "camera_auto")  # fmt: skip
        is_enabled = able and current is not None and not self.session.only_tried
        for name in ids:
            self.commands.enable(name, is_enabled)
        self.commands.enable("report_properties", able and self.session.recording is not None)
        recording = self.session.recording
        taken = recording.annotations.moments() if recording is not None else frozenset()
        on = current is not None and current.entry.id in taken
        self.commands.tick("take_moment", on)
        self.moments.mark(self.session.step)

    def _count(self) -> None:
        """Compute the visible statistics, in a fraction of a second."""
        recording = self.session.recording
        shown = [p for p in (self.moments, self.figures) if p.isVisible()]
        if recording is None or not shown:
            return
        from engine.report.moments import moments
        from engine.report.plots import plots
        from engine.report.stats import statistics
        from engine.report.tables import all_tables, verdicts

        try:
            stats = statistics(recording)
            candidates = moments(recording, stats)
        except UserError as error:
            self.window.messages.add(str(error), "error")
            return
        if self.moments.isVisible():
            weighty = sorted(candidates, key=lambda m: -m.weight)[:PROPOSED]
            shown_moments = (
                [m for m in candidates if m in weighty]
                if self.moments.quiet.isChecked()
                else candidates
            )
            self.moments.show_moments(
                shown_moments, recording.annotations.moments(), enabled=self.window.can_annotate
            )
            self.moments.mark(self.session.step)
        if self.figures.isVisible():
            tables = [x for x in all_tables(stats, recording, candidates) if x.id != "moments"]
            module = recording.module
            self.figures.show_statistics(verdicts(stats, module), plots(stats, module), tables)

    def _go_to_moment(self, step: int, hexes: tuple[str, ...]) -> None:
        self.session.go(step)
        go_near(self.window, hexes)

    def _go_to_entry(self, entry: int) -> None:
        recording = self.session.recording
        step = recording.timeline.step_of(entry) if recording is not None else None
        if step is not None:
            self.session.go(step)


def _across(spot: tuple[float, float, int]) -> float:
    return spot[0]


def _down(spot: tuple[float, float, int]) -> float:
    return spot[1]
