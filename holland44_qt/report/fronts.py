"""The front on the board, and two positions beside each other."""

from __future__ import annotations

from engine.core.errors import UserError
from engine.report.front import front_marks
from engine.report.marks import Mark
from holland44_qt.commands import Command
from holland44_qt.feature import Feature
from holland44_qt.report.drawing import SketchLayer
from holland44_qt.report.side_by_side import SideBySide


class Fronts(Feature):
    """How a campaign moved: the trace of the front, then and now beside each other."""

    COMMANDS = (
        Command("front_lines", "view", "show_front", checkable=True, separator=True),
        Command("side_by_side", "replay", "side_by_side", separator=True),
    )

    def ready(self) -> None:
        """Follow the game."""
        self.layer = SketchLayer(self.session.module.board, self.view.sceneRect())
        self.view.add_layer(self.layer, 0.9)
        self._on = False
        self.twin: SideBySide | None = None
        session = self.session
        session.opened.connect(self._opened)
        session.stepped.connect(self._stepped)
        self._opened()

    def release(self) -> None:
        """Close the other window too."""
        if self.twin is not None:
            self.twin.close()

    def show_front(self, on: bool) -> None:
        """Draw the front, or no more."""
        self._on = on
        self._stepped()

    def side_by_side(self) -> None:
        """Show the position that is shown beside that at the end of the turn before."""
        recording = self.session.recording
        if recording is None:
            return
        self.release()
        try:
            self.twin = SideBySide(recording, self.session.step, self.window)
        except UserError as error:
            self.window.messages.say(str(error), "error")
            return
        self.twin.destroyed.connect(self._gone)
        self.twin.show()

    def _gone(self) -> None:
        self.twin = None

    def _opened(self) -> None:
        self.release()
        open_ = self.session.recording is not None
        able = open_ and not self.session.module.board.loose
        self.commands.enable("front_lines", able)
        self.commands.enable("side_by_side", open_)

    def _stepped(self, *_: object) -> None:
        recording = self.session.recording
        marks: tuple[Mark, ...] = ()
        if self._on and recording is not None:
            try:
                marks = front_marks(recording, self.session.step)
            except UserError:
                marks = ()  # the log contradicts itself here: the board has said so
        self.layer.show_marks(marks)
