"""One side each, by exchanged files: what is new goes out, what the other did comes in."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFileDialog

from engine.core.errors import Holland44Error
from engine.exchange import SUFFIX, export_turn, import_turn
from engine.i18n import t
from engine.log.store import SUFFIX as LOG
from holland44_qt.commands import Command
from holland44_qt.feature import Feature
from holland44_qt.shell.new_game import games_folder


class Exchange(Feature):
    """The two commands; an imported turn is replayed from where it begins."""

    COMMANDS = (
        Command("export_turn", "game", "export", ("Ctrl+Shift+E",), separator=True),
        Command("import_turn", "game", "take", ("Ctrl+Shift+I",)),
    )

    def ready(self) -> None:
        """A turn can be written while a game is open; one can be read at any time."""
        self.session.opened.connect(self._opened)
        self._opened()

    def export(self) -> None:
        """Ask for a file and write what is new into it."""
        path = self.session.path
        if path is None:
            return
        start = path.with_name(f"{path.stem}-{len(self.session.recording or ())}{SUFFIX}")
        name, _ = QFileDialog.getSaveFileName(
            self.window, t("app.command.export_turn").replace("&", ""), str(start), f"*{SUFFIX}"
        )
        if name:
            self.write(Path(name))

    def write(self, target: Path) -> None:
        """Write what is new since the last exchange."""
        if self.session.path is None:
            return
        try:
            done = export_turn(self.session.path, target)
        except Holland44Error as error:
            self.window.messages.say(str(error), "error")
            return
        said = t("shell.turn.exported", path=done.path, first=done.first, last=done.last)
        self.window.messages.say(said)

    def take(self) -> None:
        """Ask for a turn file and continue with it."""
        start = self.session.path.parent if self.session.path else games_folder()
        name, _ = QFileDialog.getOpenFileName(
            self.window, t("app.command.import_turn").replace("&", ""), str(start), f"*{SUFFIX}"
        )
        if name:
            self.read(Path(name))

    def read(self, turn: Path) -> bool:
        """Continue the open game with a turn file, or begin one, and replay what came."""
        session = self.session
        path = session.path if session.can_play else None
        if path is None:
            path = self._beginning(turn)
            if path is None:
                return False
        step = session.step
        session.close()  # the log has one writer
        try:
            done = import_turn(turn, path)
        except Holland44Error as error:
            if path.exists():
                self.window.open_path(path)
                session.go(step)
            self.window.messages.say(str(error), "error")
            return False
        if not self.window.open_path(path):
            return False
        if done.last < done.first:
            self.window.messages.say(t("shell.turn.nothing", path=turn))
            return True
        recording = session.recording
        assert recording is not None
        known = [e.id for e in recording.timeline.entries if e.id < done.first]
        session.go(len(known))
        said = t("shell.turn.imported", first=done.first, last=done.last)
        self.window.messages.say(said)
        if len(known) < session.length:
            self.window.player.start()
        return True

    def opens(self, path: Path) -> bool:
        """Turn files that are dropped."""
        if path.suffix != SUFFIX:
            return False
        self.read(path)
        return True

    def _beginning(self, turn: Path) -> Path | None:
        """Where the log of a game goes that comes with its first turn."""
        start = turn.with_suffix(LOG)
        name, _ = QFileDialog.getSaveFileName(
            self.window,
            t("shell.turn.begin"),
            str(start),
            f"*{LOG}",
            options=QFileDialog.Option.DontConfirmOverwrite,
        )
        return Path(name) if name else None

    def _opened(self) -> None:
        self.window.actions_by_id["export_turn"].setEnabled(self.session.path is not None)
