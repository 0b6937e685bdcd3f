"""Stances: review, what-if and play; a recorded game is read-only until the user chooses to
change it.
"""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QInputDialog, QLineEdit, QMessageBox

from engine.core.errors import system_reason
from engine.i18n import t
from engine.log.lines import line_at, lines_of, main_line, main_of, name_of
from holland44_qt.commands import Command
from holland44_qt.feature import Feature
from holland44_qt.game_files import free_path, games_folder
from holland44_qt.history.line_names import is_taken
from holland44_qt.history.stance_bar import StanceBar, StanceView
from holland44_qt.settings import remember_mine

if TYPE_CHECKING:
    from holland44_qt.history.play_on_dialog import PlayOnDialog

BAR = ("to_main", "resume", "play_on", "keep_line", "try_out")
"""Commands with a button in the bar, from left to right."""


class Stances(Feature):
    """Feature with the stance bar and its commands; a hint explains how to play after an
    attempt in review.
    """

    COMMANDS = (
        Command("resume", "replay", "resume", ("Ctrl+End",), separator=True),
        Command("to_main", "replay", "to_main", ("Ctrl+Home",)),
        Command("play_on", "replay", "play_on", ("Ctrl+Shift+P",)),
        Command("try_out", "replay", "try_out", ("Ctrl+I",)),
        Command("keep_line", "replay", "keep_line", ("Ctrl+S",)),
        Command("only_look", "replay", "only_look", ("Ctrl+Shift+O",)),
    )

    def ready(self) -> None:
        """Follow the session's stance."""
        actions = self.commands
        self.bar = StanceBar({name: actions[name] for name in BAR})
        self.window.place_stance(self.bar)
        self.ask = self._ask
        """Callback that asks whether a number of entries may be discarded."""
        self._confirmed = False
        self.dialog: PlayOnDialog | None = None
        self._aside = self._how = ""
        session = self.session
        session.opened.connect(self._opened)
        for changed in (session.line_changed, session.annotated, session.recorded):
            changed.connect(self._name_line)
        for changed in (session.stance_changed, session.stepped):
            changed.connect(self._hide_hint)
        for changed in (session.stance_changed, session.line_changed, session.stepped):
            changed.connect(self._announce)
        session.recorded.connect(self._announce)
        session.reviewing.connect(self._say_how)
        self._announce()

    # -- commands ---------------------------------------------------------------------------------

    def resume(self) -> None:
        """Go to the end of the game in play."""
        self.session.leave_trial()
        self.session.last()

    def to_main(self) -> None:
        """Return to the main line: to the branching step, or to the same step."""
        session, recording = self.session, self.session.recording
        line = None if recording is None else main_line(recording.log, recording.annotations)
        if recording is None or line is None:
            return
        path, entry = set[int](), line.tip
        while entry:
            path.add(entry)
            entry = recording.log[entry].parent
        shared = sum(e.id in path for e in recording.timeline.entries)
        session.show_line(line.tip, min(session.step, shared))

    def play_on(self) -> None:
        """Start to record from here; asks once, and again where a new line begins."""
        session, path = self.session, self.session.path
        if path is None or session.recording is None:
            session.objected.emit(t("session.nothing_open"))
            return
        if not self.window.can_annotate:
            self._offer_copy()
            return
        session.leave_trial()
        if not session.step:
            session.objected.emit(t("game.error.before_setup"))
            return
        recording = session.recording
        line = main_line(recording.log, recording.annotations)
        entries = recording.timeline.entries
        lead = line is None or line.tip == entries[-1].id
        past = session.step < session.length
        lacking = session.lacks_rules
        if self._confirmed and lead and not past and lacking is None:
            self._begin()
            return
        from holland44_qt.history.play_on_dialog import PlayOnDialog

        dialog = PlayOnDialog(
            path, session.step, session.length, lead=lead, lacking=lacking, parent=self.window
        )
        dialog.taken = lambda name: is_taken(recording, name)
        dialog.accepted.connect(self._accepted)
        self.dialog = dialog
        dialog.open()

    def try_out(self) -> None:
        """Start what-if play from here, or return from it to the game."""
        session = self.session
        if session.stance == "trial":
            session.leave_trial()
        elif session.recording is not None and not session.step:
            session.objected.emit(t("game.error.before_setup"))
        else:
            session.try_out()

    def keep_line(self) -> None:
        """Ask for a name and save the what-if line in the log."""
        if not self.window.can_annotate:
            self._offer_copy()
            return
        title, name, given = t("app.command.keep_line").replace("&", ""), "", True
        while given:
            name, given = QInputDialog.getText(
                self.window, title, t("stance.keep.name"), QLineEdit.EchoMode.Normal, name
            )
            if given and not self._is_taken(name):  # whatever else is in the way, no name mends
                self.keep(name)
                return

    def keep(self, name: str) -> bool:
        """Save the current line under a name that no other line has."""
        return not self._is_taken(name) and self.session.keep_trial(name.strip())

    def _is_taken(self, name: str) -> bool:
        """Return whether another line has the name, and report it."""
        recording, wanted = self.session.recording, name.strip()
        taken = recording is not None and is_taken(recording, wanted)
        if taken:
            self.session.objected.emit(t("stance.keep.taken", name=wanted))
        return taken

    def only_look(self) -> None:
        """Stop recording and return to review."""
        self.session.stop_playing()

    def _offer_copy(self) -> None:
        """Report that a sample cannot be changed, with a button that copies it."""
        remedy = t("stance.sample.copy"), self._copy_sample
        self.window.messages.add(t("stance.sample"), remedy=remedy, passing=True)

    def _copy_sample(self) -> None:
        """Copy the sample to the folder of games, and play on in the copy."""
        session, sample = self.session, self.session.path
        if sample is None:
            return
        step, copy = session.step, free_path(games_folder(), sample.stem)
        try:
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(sample, copy)
        except OSError as error:
            why = system_reason(error)
            session.objected.emit(t("shell.new.no_folder", folder=copy.parent, why=why))
            return
        if self.window.open_path(copy, play=False):
            session.go(step)
            self.play_on()

    # -- what follows -----------------------------------------------------------------------------

    def _accepted(self) -> None:
        dialog, self.dialog = self.dialog, None
        if dialog is not None and self._begin(dialog.name.text(), lead=dialog.lead.isChecked()):
            self._confirmed = True

    def _begin(self, name: str = "", *, lead: bool = True) -> bool:
        """Record from here on, seen by the side that acts in a game with secrets."""
        session = self.session
        begun = session.play_on(name, lead=lead)
        if begun and session.path is not None and not session.veiled:
            session.look_as_player(session.path)
        return begun

    def _opened(self) -> None:
        self._confirmed = self.session.in_play
        self._name_line()

    def _name_line(self) -> None:
        """Return the name of the current line, if it is not the main one."""
        recording, self._aside = self.session.recording, ""
        if recording is not None and recording.timeline.entries:
            log, notes = recording.log, recording.annotations
            tip = recording.timeline.entries[-1].id
            lines = lines_of(log, notes)
            main, shown = main_of(lines, notes), line_at(lines, tip)
            if main is not None and shown is not None and main.tip != tip:
                name = name_of(log, notes, shown.start)
                self._aside = name or t("stance.line.unnamed", entry=shown.start)
        self._announce()

    def _announce(self) -> None:
        session, actions = self.session, self.commands
        stance, open_ = session.stance, session.recording is not None
        past = stance == "review" and session.in_play
        aside = self._aside if stance == "review" and not session.in_play else ""
        self.bar.show_stance(
            StanceView(stance, past, len(session.unsaved_trials), aside) if open_ else None
        )
        self.window.scrubber.make_thin(session.in_play)  # going back moves no map
        key = "back" if stance == "trial" else "try_out"
        actions["try_out"].setText(t(f"app.command.{'try_out.' if key == 'back' else ''}{key}"))
        actions["resume"].setEnabled(open_ and (past or (stance == "trial" and session.in_play)))
        actions["to_main"].setEnabled(bool(aside))
        actions["play_on"].setEnabled(open_ and stance != "play")
        actions["try_out"].setEnabled(open_)
        actions["keep_line"].setEnabled(stance == "trial" and bool(session.unsaved_trials))
        actions["only_look"].setEnabled(open_ and stance != "review")
        if stance == "play" and session.path is not None and self.window.can_annotate:
            remember_mine(session.path)

    def _say_how(self) -> None:
        self._how = t("session.past" if self.session.in_play else "session.review")
        self.window.messages.add(self._how)

    def _hide_hint(self) -> None:
        """Hide the hint on how to play once the user steps on."""
        if self._how and self.window.messages.lines == [self._how]:
            self.window.messages.clear()
        self._how = ""

    def may_close(self) -> bool:
        """Ask whether to keep unsaved what-if entries; return False to stay."""
        count = len(self.session.unsaved_trials)
        return not count or self.ask(count)

    def _ask(self, count: int) -> bool:
        question = QMessageBox(self.window)
        question.setIcon(QMessageBox.Icon.Question)
        question.setText(t("stance.close", count=count))
        question.setTextFormat(question.textFormat().PlainText)
        go = question.addButton(t("stance.close.go"), QMessageBox.ButtonRole.DestructiveRole)
        stay = question.addButton(t("stance.close.stay"), QMessageBox.ButtonRole.RejectRole)
        question.setDefaultButton(stay)
        question.exec()
        return question.clickedButton() is go
