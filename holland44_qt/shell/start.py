"""Start feature: start page, new games, and the list of open games."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QTimer

from engine.core.modes import Mode
from engine.log.lock import is_held
from engine.log.store import SUFFIX as LOG
from holland44_qt.commands import Command
from holland44_qt.feature import Feature
from holland44_qt.samples import sample_games
from holland44_qt.settings import (
    last_game,
    last_line,
    recent_files,
    remember_file,
    remember_running,
    remember_step,
    running_games,
    was_played_at,
)
from holland44_qt.shell.start_page import Offer, StartPage
from holland44_qt.shell.thumbnails import GamePreviews

REMEMBER_AFTER = 400
"""Milliseconds at a step before it is saved as the one to return to."""
NOTES, MODULE = ".h44aar", ".h44mod"
MOST = 12
"""Maximum number of games shown for a dropped folder."""


class Start(Feature):
    """Feature that opens and starts games, and remembers them."""

    COMMANDS = (
        Command("home", "game", "home", ("Ctrl+H",), "home", "main", separator=True),
        Command("new_game", "game", "new_game", ("Ctrl+N",)),
    )

    def ready(self) -> None:
        """Create the start page, shown on request."""
        self.page: StartPage | None = None
        self._glimpses = GamePreviews(self)
        self._running: Path | None = None
        self._later = QTimer(self, singleShot=True, interval=REMEMBER_AFTER)
        self._later.timeout.connect(self._remember)
        self.session.opened.connect(self._opened)
        self.session.stance_changed.connect(self._mark_running)
        self.session.stepped.connect(lambda _: self._later.start())
        # The session stands at the new entry a moment later.
        self.session.recorded.connect(lambda _: self._remember(grown=True))
        self.view.pointed.connect(self._leave)

    # -- commands ---------------------------------------------------------------------------------

    def home(self, folder: Path | None = None) -> None:
        """Show the start page, with the games of a folder if one is given."""
        if self.page is None:
            self.page = StartPage(self._glimpses, self.window)
            self.page.chosen.connect(self._chosen)
            self.page.asked.connect(self._requested)
            self.page.left.connect(self._leave)
            self.window.messages.added.connect(self.page.messages.add)
            self.window.installEventFilter(self)
        last = last_game()
        died = last is not None and _left_open(last[0])
        samples = sample_games()
        self.page.messages.clear()
        self._place()
        self.page.show()
        self.page.raise_()
        recent = [path for path in recent_files() if path not in samples]
        offer = Offer(last, died, recent, samples, folder, _logs_in(folder) if folder else ())
        self.page.offer(offer, back=self.session.recording is not None)

    def new_game(self, module: Path | None = None) -> None:
        """Ask for game, scenario, name and folder, and start it."""
        from holland44_qt.shell.new_game import NewGame

        dialog = NewGame(self.window, module)
        accepted = dialog.exec()
        answer = dialog.answer if accepted else None
        dialog.deleteLater()
        if answer is not None:
            self.begin(*answer)

    def begin(
        self,
        path: Path,
        module: str,
        scenario: str,
        title: str,
        mode: Mode = "off",
        options: dict[str, int] | None = None,
        players: dict[str, str] | None = None,
    ) -> bool:
        """Start a game in a new log."""
        if not self.window.may_leave():
            return False
        self.window.messages.clear()
        started = self.session.new(path, module, scenario, title, mode, options, players)
        if started:
            remember_file(path)
        return started

    def opens(self, path: Path) -> bool:
        """Open a folder, a module, or a file that belongs to a log; return whether the path was
        handled.
        """
        if path.is_dir() and (path / "module.json").is_file():
            self.new_game(path)
        elif path.is_dir():
            self.home(path)
        elif path.suffix == MODULE:
            self.new_game(path)
        elif path.suffix == NOTES and path.with_suffix(LOG).is_file():
            self.window.open_path(path.with_suffix(LOG))
        else:
            return False
        return True

    # -- the page ---------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Resize the page with the window."""
        if event.type() == QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)

    def _place(self) -> None:
        if self.page is not None:
            whole = self.window.rect()
            whole.setTop(self.window.bars["main"].geometry().bottom() + 1)
            self.page.setGeometry(whole)

    def _chosen(self, path: Path, step: int) -> None:
        assert self.page is not None
        self.page.messages.clear()
        self.go_back_to(path, step)

    def go_back_to(self, path: Path, step: int) -> None:
        """Open a game at a step (-1: the default one); continue play if the game was left
        in play.
        """
        # Opening it remembers another line and another stance.
        tip, played = last_line(path) or 0, was_played_at(path, step)
        if not self.window.open_path(path) or step < 0:
            return
        session = self.session
        session.stand_at(tip, step)
        if played and session.in_play and session.stance == "review" and session.step > 0:
            session.play_on()

    def _requested(self, command: str) -> None:
        self.commands.run(command)

    def _leave(self) -> None:
        if self.page is not None:
            self.page.hide()
            self.view.setFocus()

    # -- remembering ------------------------------------------------------------------------------

    def _opened(self) -> None:
        self._leave()
        self._forget_running()
        self._mark_running()
        self._remember()

    def _mark_running(self) -> None:
        """Record that a game is in play, possibly long after it was opened."""
        path = self.session.path
        if path is not None and path != self._running and self.session.in_play:
            self._forget_running()
            self._running = path
            remember_running(path, True)

    def _remember(self, *, grown: bool = False) -> None:
        """Save the current step of the game; ``grown``: at the newly added entry."""
        self._later.stop()
        session, path = self.session, self.session.path
        if path is not None:
            tip, at = session.end_and_step
            if grown and session.stance != "trial":
                at = session.length
            past = session.stance == "play" and session.step == at < session.length
            remember_step(path, at, line=tip, played=past)

    def _forget_running(self) -> None:
        if self._running is not None:
            remember_running(self._running, False)
            self._running = None

    def release(self) -> None:
        """Record that the window was closed normally."""
        self._remember()
        self._forget_running()
        self._glimpses.stop()


def _left_open(path: Path) -> bool:
    """Return whether a game was open in a program that crashed, and is not open in another
    window.
    """
    return path in running_games() and path.is_file() and not is_held(path)


def _logs_in(folder: Path) -> list[Path]:
    """Return the logs in a folder, newest first."""
    logs = [path for path in folder.glob(f"*{LOG}") if path.is_file()]
    return sorted(logs, key=lambda path: path.stat().st_mtime, reverse=True)[:MOST]
