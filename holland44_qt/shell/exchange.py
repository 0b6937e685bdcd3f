"""Play by exchanged files: export the user's new entries, import the other side's."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox

from engine.core.errors import UserError
from engine.files import TURN
from engine.i18n import t
from engine.log.store import SUFFIX as LOG
from engine.play.bylines import Byline, usable_byline
from holland44_qt.commands import Command
from holland44_qt.feature import Feature
from holland44_qt.file_dialogs import ask_for_file, ask_where_to_save
from holland44_qt.game_files import games_folder

if TYPE_CHECKING:
    from engine.play.exchange import Imported


class Exchange(Feature):
    """Feature with both commands; an imported turn is replayed from its start."""

    COMMANDS = (
        Command("export_turn", "game", "export", ("Ctrl+Shift+E",), separator=True),
        Command("import_turn", "game", "take", ("Ctrl+Shift+I",)),
    )

    def ready(self) -> None:
        """Enable export while a game is open; import is always possible."""
        self.question: QMessageBox | None = None
        self.session.opened.connect(self._opened)
        self._opened()

    def export(self) -> None:
        """Ask for a file and write the new entries to it."""
        path = self.session.path
        if path is None:
            return
        start = path.with_name(f"{path.stem}-{len(self.session.recording or ())}{TURN}")
        title = t("app.command.export_turn").replace("&", "")
        target = ask_where_to_save(self.window, title, start, f"*{TURN}")
        if target:
            self.write(target)

    def write(self, target: Path) -> None:
        """Write the entries since the last exchange."""
        if self.session.path is None:
            return
        from engine.play.exchange import export_turn

        try:
            done = export_turn(self.session.path, target)
        except UserError as error:
            self.window.messages.add(str(error), "error")
            return
        message = t("shell.turn.exported", path=done.path, first=done.first, last=done.last)
        self.window.messages.add(" ".join([message, *done.notices]))

    def take(self) -> None:
        """Ask for a turn file and continue with it."""
        start = self.session.path.parent if self.session.path else games_folder()
        title = t("app.command.import_turn").replace("&", "")
        turn = ask_for_file(self.window, title, start, f"*{TURN}")
        if turn:
            self.read(turn)

    def read(self, turn: Path) -> bool:
        """Continue the open game with a turn file, or start one, and replay the new entries."""
        from engine.play.exchange import import_turn

        path = self.session.path if self.session.in_play else self._beginning(turn)
        return path is not None and self._take(
            turn, path, lambda b: import_turn(turn, path, byline=b), path
        )

    def accept(self, turn: Path, path: Path) -> bool:
        """Import a turn file despite rule breaches; the log records it."""
        from engine.play.exchange import import_turn

        return self._take(
            turn, path, lambda b: import_turn(turn, path, accept=True, byline=b), path
        )

    def merge(self, turn: Path, path: Path, target: Path) -> bool:
        """Merge by a new log with the other side's entries first and the user's own as a branch."""
        from engine.play.exchange import merge_turn

        return self._take(turn, path, lambda b: merge_turn(turn, path, target, byline=b), target)

    def _take(
        self, turn: Path, path: Path, take: Callable[[Byline], Imported], result: Path
    ) -> bool:
        session = self.session
        if not self.window.may_leave():
            return False
        session.drop_all_trials()
        session.let_go()
        step, plays = session.step, session.in_play
        session.close()  # the log has one writer
        try:
            done = take(usable_byline()[0])
        except UserError as error:
            if path.exists():
                self.window.open_path(path, play=plays)
                session.go(step)
            self.window.messages.add(str(error), "error")
            self._offer(error, turn, path)
            return False
        if not self.window.open_path(result, play=True):  # whoever takes a turn goes on with it
            return False
        if done.last < done.first:
            self.window.messages.add(t("shell.turn.nothing", path=turn))
            return True
        recording = session.recording
        assert recording is not None
        known = [e.id for e in recording.timeline.entries if e.id < done.first]
        session.go(len(known))
        message = t("shell.turn.imported", first=done.first, last=done.last)
        message = f"{message} {t('turn.dice')}" if done.has_dice else message
        odd = done.sentences()
        self.window.messages.add(message, "notice")
        if odd:
            more = t("shell.turn.odd", count=len(odd), first=odd[0])
            self.window.messages.add(more, "error", details="\n".join(odd))
        if len(known) < session.length:
            self.window.player.start()
        return True

    def _offer(self, error: UserError, turn: Path, path: Path) -> None:
        """Offer a remedy when a turn could not be imported."""
        from engine.play.exchange import Parted, Refused

        match error:
            case Refused():
                self._ask("accept", str(error), lambda: self.accept(turn, path))
            case Parted(can_merge=True):
                self._ask("merge", str(error), lambda: self._ask_and_merge(turn, path))

    def _ask(self, what: str, why: str, go: Callable[[], object]) -> None:
        box = self.question = QMessageBox(self.window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setWindowTitle(t(f"shell.turn.{what}.title"))
        box.setText(why)
        box.setInformativeText(t(f"shell.turn.{what}.advice"))
        chosen = box.addButton(t(f"shell.turn.{what}.go"), QMessageBox.ButtonRole.AcceptRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(QMessageBox.StandardButton.Cancel)
        box.buttonClicked.connect(lambda button: go() if button is chosen else None)
        box.open()

    def _ask_and_merge(self, turn: Path, path: Path) -> None:
        title, start = t("shell.turn.merge.title"), path.with_stem(f"{path.stem}-merged")
        target = ask_where_to_save(self.window, title, start, f"*{LOG}")
        if target:
            self.merge(turn, path, target)

    def opens(self, path: Path) -> bool:
        """Import dropped turn files."""
        if path.suffix != TURN:
            return False
        self.read(path)
        return True

    def _beginning(self, turn: Path) -> Path | None:
        """Return the path for the log of a game that starts with its first turn."""
        title, start = t("shell.turn.begin"), turn.with_suffix(LOG)
        return ask_where_to_save(self.window, title, start, f"*{LOG}", replaces=False)

    def _opened(self) -> None:
        self.commands.enable("export_turn", self.session.path is not None)
