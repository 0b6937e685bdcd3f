"""Two positions side by side: both views move together and show the same cursor."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QCloseEvent, QFont, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSpinBox,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from engine.core.errors import UserError
from engine.i18n import t
from engine.log.annotations import Circle
from engine.play.game import Recording
from engine.report.document import title_of
from engine.report.front import front_marks, turn_ends
from engine.report.scene import when
from holland44_qt.board.pictures import Pictures
from holland44_qt.board.view import BoardView
from holland44_qt.file_dialogs import ask_for_file
from holland44_qt.fonts import font
from holland44_qt.look import TEXT
from holland44_qt.plain_text import tip
from holland44_qt.report.mark_drawing import SketchLayer


class Half(QWidget):
    """One of the two boards with its position."""

    def __init__(self, recording: Recording, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.recording = recording
        module = recording.module
        self.view = BoardView(module, Pictures(module, self))
        self.pointer = SketchLayer(module.board, self.view.sceneRect())
        self.view.add_layer(self.pointer, 3.0)
        self.line = SketchLayer(module.board, self.view.sceneRect())
        self.view.add_layer(self.line, 0.9)
        self.turns = QComboBox(self)
        self.turns.setPlaceholderText(t("report.twin.pick"))
        self.turns.setAccessibleName(t("report.twin.pick"))
        self.step = QSpinBox(self)
        self.step.setAccessibleName(t("report.twin.step"))
        self.name = QLabel(self)
        self.name.setTextFormat(Qt.TextFormat.PlainText)
        self.name.setFont(font("Barlow", TEXT + 2, QFont.Weight.DemiBold))
        self.caption = QLabel(self)
        self.caption.setTextFormat(Qt.TextFormat.PlainText)
        self.other = QPushButton(t("report.twin.other"), self)
        self.other.setToolTip(tip(t("report.twin.other.help")))
        row = QHBoxLayout()
        row.addWidget(self.turns)
        row.addWidget(QLabel(t("report.twin.step"), self))
        row.addWidget(self.step)
        row.addWidget(self.caption, 1)
        row.addWidget(self.other)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 0)
        column.addWidget(self.name)
        column.addLayout(row)
        column.addWidget(self.view, 1)
        self.turns.activated.connect(lambda _: self.step.setValue(self.turns.currentData()))
        self.step.valueChanged.connect(self.show_step)
        self.other.clicked.connect(self._ask_for_other)
        self._take(recording)

    def _take(self, recording: Recording) -> None:
        """Show the turns and entries of a game in the lists."""
        self.recording = recording
        self.turns.clear()
        for step in turn_ends(recording, len(recording)):
            turn = recording.state(step).clock.turn
            self.turns.addItem(t("report.twin.turn", turn=turn), step)
        self.step.setMaximum(len(recording))

    def _ask_for_other(self) -> None:
        path = ask_for_file(self, t("report.twin.other"), Path.home(), t("report.twin.other.kinds"))
        if path is not None:
            self.show_game(path)

    def show_game(self, path: Path) -> bool:
        """Show the same turn of another log, read-only, or report why it cannot be opened."""
        here, turn = self.recording, self.recording.state(self.step.value()).clock.turn
        try:
            other = Recording.load(path)
            if other.module.meta.id != here.module.meta.id:
                names = {"there": other.module.title, "here": here.module.title}
                raise UserError(t("report.twin.other.differs", file=path.name, **names))
            other.state(len(other))
        except UserError as error:
            self.caption.setText(str(error))
            return False
        self._take(other)
        ends = turn_ends(other, len(other))
        same = (end for end in ends if other.state(end).clock.turn == turn)
        step = next(same, len(other))
        self.step.setValue(step)
        self.show_step(step)
        self.other.setText(path.stem)
        return True

    def show_step(self, step: int) -> None:
        """Show the position after a step."""
        try:
            state = self.recording.state(step)
        except UserError as error:
            self.caption.setText(str(error))
            return
        self.view.show_state(state)
        self.line.show_marks(front_marks(self.recording, step)[-1:])
        self.caption.setText(when(self.recording, step) if step else t("report.twin.before"))
        self.name.setText(t("report.twin.name", game=title_of(self.recording), step=step))
        at = self.turns.findData(step)
        self.turns.setCurrentIndex(at)

    def hex_name(self, place: int) -> str:
        """Return the hex number on this half's own board; empty outside the map."""
        numbers = self.recording.module.board.numbers
        return numbers[place] if 0 <= place < len(numbers) else ""

    def point_at(self, number: str) -> None:
        """Show the cursor of the other half, at a hex number; remove it for an empty one."""
        self.pointer.sketch(*((Circle(hex=number, brush="yellow"),) if number else ()))


class SideBySide(QWidget):
    """Window with two halves."""

    def __init__(
        self,
        recording: Recording,
        step: int,
        at_left: tuple[Recording, int] | None = None,
        sight: tuple[float, QPointF] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """Create the window; ``sight`` is the initial view of both: pixels per hex, and the middle
        point.
        """
        super().__init__(parent, Qt.WindowType.Window)
        self.setWindowTitle(t("report.twin.window"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(1500, 860)
        ends = [end for end in turn_ends(recording, len(recording)) if end < step]
        then, start = at_left or (recording, ends[-1] if ends else min(1, step))
        self.left, self.right = Half(then, self), Half(recording, self)
        halves = QSplitter(self)
        halves.addWidget(self.left)
        halves.addWidget(self.right)
        halves.setSizes([750, 750])
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 4, 4, 4)
        column.addWidget(halves)
        self.right.step.setValue(step)
        self.left.step.setValue(start)
        for half in (self.left, self.right):
            half.show_step(half.step.value())
        self._moving, self._sight = False, sight
        QShortcut(Qt.Key.Key_Escape, self, self.close)
        for one, other in ((self.left, self.right), (self.right, self.left)):
            # The halves may show two logs, each with its own numbers of places.
            one.view.hovered.connect(lambda i, a=one, b=other: b.point_at(a.hex_name(i)))
            one.view.hovered.connect(lambda _, half=one: half.point_at(""))
            one.view.looked.connect(lambda a=one, b=other: self._follow(a, b))

    def _follow(self, moved: Half, other: Half) -> None:
        """Show the same part of the map in the other half."""
        if self._moving:
            return
        self._moving = True
        try:
            scale, middle = moved.view.scale_now, moved.view.middle
            if abs(other.view.scale_now - scale) > 1e-6 or other.view.middle != middle:
                other.view.show_at(scale, middle)
        finally:
            self._moving = False

    def showEvent(self, event: QShowEvent) -> None:
        """Restore the previous view once the halves have their sizes."""
        super().showEvent(event)
        if self._sight is not None:
            self.left.view.show_at(*self._sight)
            self._sight = None

    def closeEvent(self, event: QCloseEvent) -> None:
        """Release the boards."""
        for half in (self.left, self.right):
            half.view.release()
        super().closeEvent(event)
