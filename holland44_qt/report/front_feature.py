"""Front-line feature: the trace of the front on the board."""

from __future__ import annotations

from engine.core.errors import UserError
from engine.report.marks import Mark
from holland44_qt.commands import Command
from holland44_qt.feature import Feature
from holland44_qt.report.mark_drawing import SketchLayer


class Fronts(Feature):
    """Feature that draws the front line through a campaign."""

    COMMANDS = (Command("front_lines", "view", "show_front", checkable=True, separator=True),)

    def ready(self) -> None:
        """Follow the game."""
        self.layer = SketchLayer(self.session.module.board, self.view.sceneRect())
        self.view.add_layer(self.layer, 0.9)
        self._on = False
        session = self.session
        session.opened.connect(self._opened)
        session.stepped.connect(self._stepped)
        self._opened()

    def show_front(self, on: bool) -> None:
        """Show or hide the front."""
        self._on = on
        self._stepped()

    def _opened(self) -> None:
        open_ = self.session.recording is not None
        able = open_ and not self.session.module.board.loose
        self.commands.enable("front_lines", able)

    def _stepped(self, *_: object) -> None:
        recording = self.session.recording
        marks: tuple[Mark, ...] = ()
        if self._on and recording is not None:
            try:
                from engine.report.front import front_marks

                marks = front_marks(recording, self.session.step)
            except UserError:
                marks = ()  # the log contradicts itself here: the board has said so
        self.layer.show_marks(marks)
