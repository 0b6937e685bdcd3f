"""Hosting and joining shared games: the dialog, the running servers, and the threads that join."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal

from engine.core.errors import UserError
from engine.i18n import t
from holland44_qt.ports import Window

if TYPE_CHECKING:
    from engine.together.host_folder import HostFolder
    from engine.together.host_thread import HostThread
    from holland44_qt.together.dialog import HostSettings, JoinSettings, TogetherDialog


class Hosting(QObject):
    """The games that this window hosts, and the dialog to host or to join one."""

    _said = Signal(str)
    _done = Signal(object)
    """Runs a function in the window's thread."""

    def __init__(self, window: Window, parent: QObject) -> None:
        super().__init__(parent)
        self.window = window
        self.hosts: dict[Path, HostThread] = {}
        """The running hosts by folder: one with an own server, one with an account elsewhere."""
        self.dialog: TogetherDialog | None = None
        # Methods of this object, not functions: those would run in the thread that emits.
        self._said.connect(self._say)
        self._done.connect(self._run)
        window.commands.enable("stop_hosting", False)

    def _say(self, sentence: str) -> None:
        self.window.messages.add(sentence)

    def _run(self, function: Callable[[], None]) -> None:
        function()

    def ask(self) -> None:
        """Ask whether to host or to join a game."""
        try:
            import nats  # noqa: F401
        except ImportError:
            self.window.messages.add(t("together.error.not_installed"), "error")
            return
        from holland44_qt.together.dialog import TogetherDialog

        dialog = self.dialog = TogetherDialog(self.window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.host_wanted.connect(self.begin)
        dialog.join_wanted.connect(self.join)
        dialog.finished.connect(lambda _: setattr(self, "dialog", None))
        dialog.open()

    def begin(self, settings: HostSettings) -> None:
        """Begin a game, host it, open it, and show the invitations."""
        from engine.together.accounts import server_place, take_credentials
        from engine.together.host_folder import HostFolder
        from engine.together.joining import NOBODY, begin
        from engine.together.referee_service import RefereeName
        from engine.user_folders import kept_folder

        folder = HostFolder(kept_folder("host-elsewhere" if settings.server else "host"))
        try:
            if settings.server:
                place = server_place(settings.server)
                account = Path(settings.credentials) if settings.credentials else None
                take_credentials(place, account)
                folder.prepare(place.host, place.port, place.account)
            else:
                folder.prepare(settings.public, settings.port)
            begun = begin(
                folder,
                settings.path,
                settings.game,
                settings.scenario,
                settings.side,
                settings.name,
                title=settings.title,
                mode=settings.mode,
                dice=settings.dice,
                pace=settings.pace,
                referee=RefereeName.parse(settings.referee) if settings.referee else None,
                in_the_open=settings.in_the_open,
            )
            self.host(folder)
        except UserError as error:
            self._complain(str(error))
            return
        if self.dialog is not None:
            texts = {side: one.to_text() for side, one in begun.invitations.items()}
            judge = folder.referee_address(begun.game)
            self.dialog.show_invitations(texts, judge.to_text() if judge is not None else "")
            if folder.knows_secrets(begun.game) and settings.side != NOBODY:
                self.dialog.complain(t("together.hidden.host"))
        self.window.open_path(settings.path, play=settings.side != NOBODY)

    def host(self, folder: HostFolder) -> None:
        """Start the server; a running server detects the new game itself."""
        from engine.together.host_thread import HostThread
        from engine.together.server import find_server

        known = self.hosts.get(folder.path)
        if known is not None and known.is_running:
            return
        if not folder.place().account:
            find_server()
        from holland44_qt.together.watch_page import draw_page

        host = self.hosts[folder.path] = HostThread(folder, self._said.emit, draw_page)
        host.start(wait=False)
        self.window.commands.enable("stop_hosting", True)

    def may_host(self, game: str) -> bool:
        """Return whether this machine hosts a game, and the window does not do so now."""
        folder = self._folder_of(game)
        if folder is None:
            return False
        host = self.hosts.get(folder.path)
        return host is None or not host.is_running

    def host_again(self, game: str) -> None:
        """Start the server of a game again, and show the invitations to its free sides."""
        folder = self._folder_of(game)
        if folder is None:
            return
        try:
            self.host(folder)
            texts = {s: folder.invitation(game, s).to_text() for s in folder.free_sides(game)}
        except UserError as error:
            self._complain(str(error))
            return
        self.window.messages.clear()
        if texts:
            self.ask()
            if self.dialog is not None:
                self.dialog.show_invitations(texts)

    @staticmethod
    def _folder_of(game: str) -> HostFolder | None:
        """Return the folder from which this machine hosts a game; None for other games."""
        from engine.together.host_folder import HostFolder
        from engine.user_folders import kept_folder

        for name in ("host", "host-elsewhere"):
            folder = HostFolder(kept_folder(name))
            try:
                if folder.exists and game in folder.record().games:
                    return folder
            except UserError:
                continue
        return None

    def join(self, settings: JoinSettings) -> None:
        """Join a game in a separate thread, then open it."""
        from engine.together.accounts import take_credentials
        from engine.together.invitation import Invitation
        from engine.together.joining import join

        try:
            invitation = Invitation.parse(settings.invitation)
            account = Path(settings.credentials) if settings.credentials else None
            take_credentials(invitation.place, account)
        except UserError as error:
            self._complain(str(error))
            return

        def work() -> None:
            import asyncio

            try:
                member = asyncio.run(join(invitation, settings.path, settings.name))
            except UserError as error:
                message = str(error)
                self._done.emit(lambda: self._complain(message))
            else:
                self._done.emit(lambda: self.open_joined(member.path))

        threading.Thread(target=work, name="joining", daemon=True).start()

    def open_joined(self, path: Path) -> None:
        """Open the file of a joined game."""
        if self.dialog is not None:
            self.dialog.close()
        self.window.open_path(path, play=True)

    def _complain(self, sentence: str) -> None:
        if self.dialog is not None:
            self.dialog.complain(sentence)
        else:
            self.window.messages.add(sentence, "error")

    def stop(self) -> None:
        """Stop the server; the players continue offline."""
        for host in self.hosts.values():
            host.stop()
        self.hosts.clear()
        self.window.commands.enable("stop_hosting", False)
