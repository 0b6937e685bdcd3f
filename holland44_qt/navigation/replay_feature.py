"""Replay feature: step through the game by entries and phases, or play it at a chosen speed."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QToolButton

from engine.i18n import decimal, t
from holland44_qt.commands import Command
from holland44_qt.feature import Feature
from holland44_qt.icons import icon
from holland44_qt.look import FAINT, INK
from holland44_qt.replay.player import SPEEDS


class Replaying(Feature):
    """Feature with the playback buttons and shortcuts, the speed, and the timeline."""

    COMMANDS = (
        Command("first", "replay", "first", ("Home",), "first", "time"),
        Command("previous_phase", "replay", "previous_phase", ("PgUp",), "previous_phase", "time"),
        Command("back", "replay", "back", ("Left",), "back", "time"),
        Command("play", "replay", "play", ("Space",), "play", "time", checkable=True),
        Command("forward", "replay", "forward", ("Right",), "forward", "time"),
        Command("next_phase", "replay", "next_phase", ("PgDown",), "next_phase", "time"),
        Command("last", "replay", "last", ("End",), "last", "time"),
        Command("stop", "replay", "stop", ("Esc",), separator=True),
        Command("faster", "replay", "faster", (".",)),
        Command("slower", "replay", "slower", (",",)),
        Command(
            "look_aside", "replay", "look_aside", ("Alt+Home",), checkable=True, separator=True
        ),
    )

    def ready(self) -> None:
        """Add speed and timeline beside the buttons."""
        window, self.player = self.window, self.window.player
        self.player.length_of = self._to_read
        self.speed = QToolButton()
        self.speed.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.speed.setToolTip(t("app.speed.tip"))
        self.speed.setMenu(self._speed_menu())
        self.speed.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        window.bars["time"].addWidget(self.speed)
        window.bars["time"].addWidget(window.scrubber)
        line = window.scrubber
        line.valueChanged.connect(lambda step: self.player.skip(lambda: self.session.go(step)))
        line.sliderPressed.connect(lambda: self.player.hold(True))
        line.sliderReleased.connect(lambda: self.player.hold(False))
        self.player.playing_changed.connect(self._playing_changed)
        self.player.speed_changed.connect(self._speed_changed)
        self.session.opened.connect(self._opened)
        for elsewhere in (self.session.line_changed, self.session.recorded):
            elsewhere.connect(self._forget_mark)
        self._speed_changed(self.player.speed)
        self._opened()

    def release(self) -> None:
        """Stop playback."""
        self.player.stop()

    # -- commands ---------------------------------------------------------------------------------

    def first(self) -> None:
        """Go to the beginning."""
        self.player.skip(self.session.first)

    def last(self) -> None:
        """Go to the end."""
        self.player.skip(self.session.last)

    def back(self) -> None:
        """Go back one entry."""
        self.player.skip(self.session.back)

    def forward(self) -> None:
        """Go forward one entry."""
        self.player.skip(self.session.forward)

    def previous_phase(self) -> None:
        """Go to the start of this phase, or of the previous one."""
        self.player.skip(self.session.previous_phase)

    def next_phase(self) -> None:
        """Go to the next phase."""
        self.player.skip(self.session.next_phase)

    def play(self, on: bool) -> None:
        """Play, or pause."""
        if on:
            self.player.start()
        else:
            self.player.stop()
        # With nothing to play the button must not stay down.
        self.commands.tick("play", self.player.playing)

    def stop(self) -> None:
        """Stop playing."""
        self.player.stop()

    def faster(self) -> None:
        """Play faster."""
        self.player.set_speed(self.player.speed + 1)

    def slower(self) -> None:
        """Play slower."""
        self.player.set_speed(self.player.speed - 1)

    def look_aside(self, on: bool) -> None:
        """Start a temporary look at other moments, or return from it."""
        line = self.window.scrubber
        home = line.mark
        if on:
            line.keep(self.session.step)
            line.left.emit()
            key = self.commands["look_aside"].shortcut().toString()
            text = t("app.aside", step=self.session.step, key=key)
            self.window.messages.add(text, passing=True)
            return
        line.keep(None)
        if home is not None:
            self.player.skip(lambda: self.session.go(home))
            line.back.emit()

    def _forget_mark(self) -> None:
        """Discard the stored step after a change of the line."""
        self.window.scrubber.keep(None)
        self.commands.tick("look_aside", False)

    def _to_read(self, step: int) -> int:
        """Return the number of characters in the sentence and comment of a step."""
        recording = self.session.recording
        if recording is None or not step:
            return 0
        entry_step = recording.step(step)
        return len(entry_step.sentence) + len(entry_step.annotation.comment)

    # -- following --------------------------------------------------------------------------------

    def _speed_menu(self) -> QMenu:
        menu = QMenu(self.window)
        for k, speed in enumerate(SPEEDS):
            action = menu.addAction(t("app.speed", speed=decimal(speed, "g")))
            action.triggered.connect(lambda _=False, k=k: self.player.set_speed(k))
        return menu

    def _opened(self) -> None:
        self._forget_mark()
        for command in self.COMMANDS:
            open_ = self.session.recording is not None
            self.commands.enable(command.id, open_)

    def _playing_changed(self, playing: bool) -> None:
        action = self.commands["play"]
        action.setChecked(playing)
        action.setIcon(icon("pause" if playing else "play", INK, FAINT))

    def _speed_changed(self, index: int) -> None:
        self.speed.setText(t("app.speed", speed=decimal(SPEEDS[index], "g")))
