"""Lessons: a game in which a bar says what to do next, checks it, or does it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, QTimer
from PySide6.QtWidgets import QGridLayout, QMenu

from engine.core.errors import UserError
from engine.i18n import t
from engine.log.entry import Entry
from engine.play.lesson import (
    Lesson,
    LessonDice,
    Step,
    begin,
    lessons,
    matches,
    short_title,
    text_of,
    title_of,
)
from engine.report.viewpoint import BOTH
from holland44_qt.commands import Command
from holland44_qt.feature import Feature
from holland44_qt.game_files import free_path, games_folder
from holland44_qt.shell.lesson_bar import LessonBar

PAUSE = 700
"""Milliseconds before the lesson plays an order of the other side."""


class Learning(Feature):
    """Feature that runs the lessons of the games."""

    COMMANDS = (Command("lesson", "help", "choose"),)

    def ready(self) -> None:
        """Add the bar below the board, hidden until a lesson begins."""
        self.bar = LessonBar()
        middle = self.window.centralWidget()
        assert middle is not None
        sheet = middle.layout()
        assert isinstance(sheet, QGridLayout)
        sheet.addWidget(self.bar, 1, 0)
        sheet.setRowStretch(0, 1)  # the board takes the rest
        self.bar.wanted.connect(self.go_on)
        self.bar.left.connect(self.end)
        self.lesson: Lesson | None = None
        self.at = 0
        self._game = ""
        self._marks: list[int] = []
        self._dice = LessonDice()
        self._waits = QTimer(self, singleShot=True, interval=PAUSE)
        self._waits.timeout.connect(self.go_on)
        self.session.leaving.connect(self.end)
        self.session.recorded.connect(self._recorded)
        self._watched: set[str] = set()

    def choose(self) -> None:
        """Offer the lessons of all games in a menu."""
        menu = QMenu(self.window)
        for game in lessons():
            menu.addAction(short_title(game), partial(self.start, game))
        menu.popup(self.view.mapToGlobal(QPoint(self.view.width() // 3, self.view.height() // 4)))

    def start(self, game: str) -> None:
        """Write the log of a lesson, open it and show the first step."""
        if not self.window.may_leave():
            return
        path = free_path(games_folder(), title_of(game))
        try:
            begin(game, path)
        except UserError as error:
            self.window.messages.add(str(error), "error")
            return
        if not self.window.open_path(path, play=True):
            return
        self.session.look_as(BOTH)  # the learner plays both sides' answers: nothing is hidden
        self.lesson, self.at, self._game = lessons()[game], 0, game
        self._marks = [self.session.length]
        for name in {step.command for step in self.lesson.steps} - {"", *self._watched}:
            self.commands[name].triggered.connect(partial(self._used, name))
            self._watched.add(name)
        self._show()

    def end(self) -> None:
        """End the lesson; the game stays open, and its dice are rolled from now on."""
        self._waits.stop()
        self._dice.put(())
        self.lesson = None
        self.bar.hide()

    @property
    def step(self) -> Step | None:
        """Return the current step; None without a lesson."""
        return self.lesson.steps[self.at] if self.lesson is not None else None

    def go_on(self) -> None:
        """Play the current step, or go to the next one if there is nothing to play."""
        step = self.step
        if step is None:
            return
        if step.do is not None:
            self._play(step)
        elif step.command:
            self.view.selection.set(step.units)
            self.commands.run(step.command)
        else:
            self._advance()

    def _play(self, step: Step) -> None:
        assert step.do is not None
        if self.session.step < self.session.length:
            self.commands.run("resume")
        if self.session.game is not None:
            self.session.game.dice = self._dice
        self._dice.put(step.dice)
        if self.session.play(step.do) is None:
            self.bar.show_step(self._title(), t("shell.lesson.stuck"), self._label(step))

    def _recorded(self, entry: Entry) -> None:
        # The session is at the new entry a moment later.
        QTimer.singleShot(0, self, lambda: self._check(entry))

    def _check(self, entry: Entry) -> None:
        """Compare a new entry with its step of the lesson.

        After *Undo* that is an earlier step: the one that began at the entry before.
        """
        if self.lesson is None or self.session.stance != "play":
            return
        before = self.session.length - 1
        if before not in self._marks:
            self.bar.show_step(self._title(), t("shell.lesson.stuck"), t("shell.lesson.show"))
            return
        self.at = len(self._marks) - 1 - self._marks[::-1].index(before)
        del self._marks[self.at + 1 :]
        step = self.lesson.steps[self.at]
        if step.do is not None and matches(step.do, entry.action):
            self._advance()
            return
        self.session.undo()
        self.window.messages.clear()  # dice that are taken back prove nothing in a lesson
        self.window.messages.add(t("shell.lesson.other"), passing=True)
        self._show()

    def _used(self, command: str, _checked: bool = False) -> None:
        step = self.step
        if step is None or step.command != command:
            return
        if not step.units or set(step.units) & set(self.view.selection.units):
            self._advance()

    def _advance(self) -> None:
        assert self.lesson is not None
        if self.at + 1 == len(self.lesson.steps):
            self.end()
            return
        self.at += 1
        self._marks.append(self.session.length)
        self._show()

    def _show(self) -> None:
        """Show the current step, or let the lesson play it."""
        step = self.step
        assert step is not None
        if self.session.game is not None:
            self.session.game.dice = self._dice
        self._dice.put(step.dice)
        if step.plays_itself:
            self._waits.start()
            return
        self.bar.show_step(self._title(), text_of(self._game, step), self._label(step))
        board = self.session.module.board
        hexes = [board.hex(number) for number in step.look]
        if hexes:
            self.view.frame(hexes)
            self.view.flash(hexes)

    def _title(self) -> str:
        assert self.lesson is not None
        text = self.lesson.texts
        number = sum(k <= self.at for k in text)
        count = t("shell.lesson.count", step=number, last=len(text))
        return f"{title_of(self._game)} · {count}"

    def _label(self, step: Step) -> str:
        assert self.lesson is not None
        if step.do is not None or step.command:
            return t("shell.lesson.show")
        last = self.at + 1 == len(self.lesson.steps)
        return t("shell.lesson.done" if last else "shell.lesson.next")
