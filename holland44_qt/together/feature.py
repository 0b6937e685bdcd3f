"""Shared games: host or join a game, and play in it while the network works in the background.

The network packages are loaded when a shared game is opened, hosted or joined.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QInputDialog, QLabel

from engine.core.actions import Answer, Ask
from engine.core.errors import UserError
from engine.files import unused_path
from engine.i18n import t
from engine.log.entry import Entry
from engine.log.store import load
from engine.play.game import Game
from holland44_qt.commands import Command
from holland44_qt.feature import Feature
from holland44_qt.plain_text import tip
from holland44_qt.together.desktop_notice import notify
from holland44_qt.together.hosting import Hosting
from holland44_qt.together.status_text import Status, status_name, status_text, status_tip

if TYPE_CHECKING:
    from engine.together.chat import ChatLine
    from engine.together.invitation import Invitation
    from engine.together.network import Event
    from engine.together.table import Change, SharedTable
    from holland44_qt.together.chat_window import ChatWindow

MENU = "shared"
"""The submenu of the commands for an open shared game."""
OF_PLAYERS = ("chat", "share_pointer", "offer_result", "offer_rematch")
"""The commands of those who have a side."""
MARK = b'"together":'
"""Text that is in the header of every shared game, and in no other header."""


class Together(Feature):
    """Feature to host, join and follow shared games."""

    COMMANDS = (
        Command("play_together", "game", "ask", separator=True),
        Command("chat", "game", "show_chat", submenu=MENU),
        Command("share_pointer", "game", "share_pointer", checkable=True, submenu=MENU),
        Command("ask_undo", "game", "ask_undo", submenu=MENU),
        Command("ask_opening", "game", "ask_opening", submenu=MENU),
        Command("offer_result", "game", "offer_result", submenu=MENU),
        Command("offer_rematch", "game", "offer_rematch", submenu=MENU),
        Command("ask_pause", "game", "ask_pause", submenu=MENU),
        Command("claim_time", "game", "claim_time", submenu=MENU),
        Command("host_again", "game", "host_again", submenu=MENU),
        Command("stop_hosting", "game", "stop_hosting"),
    )

    _happened = Signal(object, object)

    def ready(self) -> None:
        """Show the connection beside the rules mode while a shared game is open."""
        self.table: SharedTable | None = None
        self.hosting = Hosting(self.window, self)
        self.chat: ChatWindow | None = None
        self.shares_pointer = False
        self._not_hosted: SharedTable | None = None
        """The game whose stopped server was reported."""
        self.status = Status()
        self.label = QLabel()
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self.label.setContentsMargins(8, 0, 8, 0)
        self.window.add_to_bar(self.label)
        self.label.hide()
        self._happened.connect(self._handle)
        self.view.hovered.connect(self._hover)
        self.session.open_shared = self._open_table
        self.session.opened.connect(self._opened)
        self.session.stepped.connect(self._show)
        self.commands.enable("ask_undo", False)
        self.commands.enable("ask_opening", False)
        for name in (*OF_PLAYERS, "ask_pause", "claim_time", "host_again"):
            self.commands.enable(name, False)

    # -- a shared game is open

    def _open_table(self, path: Path) -> Game | None:
        """Open a shared game in which this machine has a seat; None for other logs.

        Raises UserError.
        """
        if not is_shared(path):
            return None
        from engine.together.membership import membership_of
        from engine.together.table import SharedTable

        if membership_of(load(path).log.header.id) is None:
            return None
        self.status = Status()
        # The network's thread must know which table its events are of.
        holder: list[SharedTable] = []
        table = SharedTable.open(path, lambda event: self._happened.emit(holder, event))
        holder.append(table)
        self.table = table
        return table.game

    def _opened(self) -> None:
        """Forget the last shared game if another game is open now."""
        table = self.table
        if table is not None and self.session.path != table.path:
            self.table = None
            self.commands.enable("host_again", False)
            if self.chat is not None:
                self.chat.close()
        elif table is not None:
            self._report(table.left)
            self._offer_open_answer(table)
        self._show()

    def _offer_open_answer(self, table: SharedTable) -> None:
        """Show again the other player's question that was not answered when the game was left."""
        from engine.together.manners import open_question

        asked = open_question(table.game.log, table.game.head, table.member.side)
        if asked is not None:
            self._offer_answer(asked)

    def _handle(self, holder: list[SharedTable], event: Event) -> None:
        """Process an event of the network, unless another game is open now."""
        from engine.together import network as net

        table = self.table
        if table is None or holder != [table]:
            return
        change = table.handle(event)
        if change.rebuilt:
            self.session.replaced(table.game)
        elif change.arrived:
            self._arrived(change)
        self._report(change)
        if change.trouble:
            self.window.messages.add(change.trouble, "error")
        messages = self.window.messages
        match event:
            case net.StandingEvent():
                self.status.standing, self.status.why = event.standing, event.why
                if event.standing in ("rejected", "parted"):
                    messages.add(event.why, "error")
                elif event.standing == "restoring" and event.why:
                    messages.add(event.why)
                self._show_hosting(table)
            case net.SkippedEvent():
                first = event.skipped[0]
                count = len(event.skipped)
                details = "\n".join(f"{skip.sequence}: {skip.why}" for skip in event.skipped)
                messages.add(
                    t("together.skipped", count=count, why=first.why), "notice", details=details
                )
            case net.RefusedEvent():
                messages.add(event.why, "error", passing=True)
            case net.HereEvent():
                self._show_pointers(event.sides)
                self.status.here = event.sides
            case net.ChatEvent():
                self._heard(event.lines)
        self._show()

    # -- pointers

    def share_pointer(self, wanted: bool) -> None:
        """Show the other players the hex under the mouse, or stop that."""
        self.shares_pointer = wanted
        if not wanted and self.table is not None:
            self.table.network.point("")

    def _hover(self, place: int) -> None:
        table = self.table
        if table is not None and self.shares_pointer:
            table.network.point(table.game.module.places.name(place) if place >= 0 else "")

    def _show_pointers(self, here: dict[str, str]) -> None:
        """Flash the hexes to which other players have moved their pointers."""
        table = self.table
        if table is None:
            return
        places = table.game.module.places
        moved = [
            places.index(at)
            for side, at in here.items()
            if side != table.member.side and at != self.status.here.get(side) and at in places
        ]
        if moved:
            self.view.flash(moved)

    # -- chat

    def show_chat(self) -> None:
        """Show the chat of the open game."""
        table = self.table
        if table is None:
            return
        if self.chat is None:
            from engine.together.chat import read_chat
            from holland44_qt.together.chat_window import ChatWindow

            try:
                lines = read_chat(table.path)
            except UserError as error:
                self.window.messages.add(str(error), "error")
                return
            chat = self.chat = ChatWindow(self.window, lines, self._say_to_others)
            chat.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            chat.finished.connect(lambda _: setattr(self, "chat", None))
        self.chat.show()
        self.chat.raise_()

    def _say_to_others(self, text: str) -> bool:
        """Send a message, now or once connected; return False if no game is open."""
        if self.table is None:
            return False
        if self.status.standing != "connected":
            self.window.messages.add(t("cli.chat.offline"), "notice")
        self.table.network.say(text)
        return True

    def _heard(self, lines: Sequence[ChatLine]) -> None:
        """Show new messages in the chat's window, or the last one in the message bar."""
        if self.chat is not None:
            self.chat.add(lines)
        elif lines[-1].by != (self.table.member.side if self.table is not None else ""):
            last = lines[-1]
            text = t("together.chat.line", name=last.name, text=" ".join(last.text.split()))
            notify(self.window, text)
            self.window.messages.add(text, remedy=(t("together.chat.open"), self.show_chat))

    def _arrived(self, change: Change) -> None:
        """Show the entries of other players; replay them if there are several."""
        session = self.session
        at_end = session.step == session.length
        session.arrived(change.arrived)
        table, newest = self.table, change.arrived[-1]
        if at_end and table is not None and newest.by == table.member.side:
            session.go(session.length)  # an own order, played with the other player's dice
        elif len(change.arrived) > 1:
            first, last = change.arrived[0].id, change.arrived[-1].id
            self.window.messages.add(t("together.arrived", first=first, last=last), passing=True)
            if at_end and session.step < session.length:
                self.window.player.start()
        elif not at_end and not isinstance(newest.action, Ask | Answer):
            end = (t("together.played_on.end"), self.commands["resume"].trigger)
            self.window.messages.add(t("together.played_on"), remedy=end, passing=True)

        self._notify_of(change)
        for entry in change.arrived:
            self._offer_answer(entry)
            self._show_result(entry)
            self._show_consent(entry)
            self._show_wait(entry)

    def _show_result(self, entry: Entry) -> None:
        """Show the result that the other player has just agreed to."""
        from engine.together.manners import agreed_result, describe_result, is_about_result

        table = self.table
        if table is None or not is_about_result(entry):
            return
        agreed = agreed_result(table.game.log)
        if agreed is not None:
            result = describe_result(agreed, table.game.module.side_name)
            self.window.messages.add(t("together.result.agreed", result=result))

    def _notify_of(self, change: Change) -> None:
        """Show a desktop notice if it is now this player's turn."""
        from engine.together.notices import notice_after

        table = self.table
        if table is None:
            return
        game, last = table.game, change.arrived[-1]
        before = game.state(max(len(game) - len(change.arrived), 0)).side_to_act
        notice = notice_after(game.log.header, game.module, game.now, last, before)
        if notice is not None and notice.side == table.member.side:
            notify(self.window, notice.text)

    # -- taking back

    def ask_undo(self) -> None:
        """Ask the other player whether play may continue from the current step."""
        table, current = self.table, self.session.current
        if table is None or current is None:
            return
        if self.session.step == self.session.length:
            self.session.objected.emit(t("together.undo.at_end"))
        elif self._play(lambda: table.ask_undo(current.entry.id)):
            self.window.messages.clear()  # they were about the refused order
            self.window.messages.add(t("together.undo.sent", entry=current.place))

    def _show_consent(self, entry: Entry) -> None:
        """Show the answer to an own question: that it is declined, or that play may continue from
        an earlier entry.
        """
        from engine.together.manners import NO, YES, answered_undo, question_of

        table, action = self.table, entry.action
        if table is None or not isinstance(action, Answer) or entry.by == table.member.side:
            return
        back = answered_undo(table.game.log, entry)
        if back is None:
            question = question_of(table.game.log, entry)
            if question is not None and question.by == table.member.side and action.option == NO:
                from engine.together.rematch import without_address

                asked = question.action.text if isinstance(question.action, Ask) else ""
                words = t("together.declined", question=without_address(asked))
                self.window.messages.add(words)
            return
        self.window.messages.clear()
        place = _place_of(table.game, back)
        if action.option == YES:
            go = (t("together.undo.go"), lambda: self._go_back(back))
            self.window.messages.add(t("together.undo.agreed", entry=place), remedy=go)
        else:
            self.window.messages.add(t("together.undo.declined", entry=place))

    def _show_wait(self, entry: Entry) -> None:
        """Report an own order whose dice need a player who is away."""
        from engine.log.commitments import DICE

        table, action = self.table, entry.action
        if table is None or not isinstance(action, Ask | Answer):
            return
        if not action.name.startswith(DICE):
            return
        self.window.messages.pass_on()
        if not isinstance(action, Ask) or entry.by != table.member.side:
            return
        if action.to not in self.status.here:
            away = t("together.dice.away", side=table.game.module.side_name(action.to))
            self.window.messages.add(away, passing=True)

    def _go_back(self, entry: int) -> None:
        """Play on from an earlier entry."""
        step = self.table.game.timeline.step_of(entry) if self.table is not None else None
        if step is not None:
            self.session.go(step)
            self.session.play_on()

    def ask_opening(self) -> None:
        """Ask the other player whether the referee may open all hidden orders."""
        if (table := self.table) is not None:
            self._play(table.ask_opening)

    def offer_result(self) -> None:
        """Choose a result, and ask the other player to agree on it."""
        from engine.together.manners import DRAW, describe_result

        table = self.table
        if table is None:
            return
        results = {
            describe_result(one, table.game.module.side_name): one
            for one in (*table.keeper.sides, DRAW)
        }
        title, label = t("app.command.offer_result"), t("together.result.choose")
        chosen, is_given = QInputDialog.getItem(
            self.window, title.replace("&", ""), label, list(results), 0, False
        )
        if is_given:
            self._play(lambda: table.offer_result(results[chosen]))

    def offer_rematch(self) -> None:
        """Begin the game again with the sides exchanged, host it, and ask the other player."""
        from engine.together.host_folder import HostFolder
        from engine.together.rematch import begin_rematch
        from engine.user_folders import kept_folder

        table = self.table
        if table is None:
            return
        place = "host-elsewhere" if table.member.place.account else "host"
        folder, path = HostFolder(kept_folder(place)), unused_path(table.path)
        try:
            folder.record()
            begin_rematch(folder, table, path)
            self.hosting.host(folder)
        except UserError as error:
            self.window.messages.add(str(error), "error")
            return
        self.session.arrived([table.game.log.entries[-1]])
        self.window.messages.add(
            t("together.rematch.joined", path=path),
            remedy=(t("together.rematch.open"), lambda: self.hosting.open_joined(path)),
        )

    def _join_rematch(self, asked: Entry, invitation: Invitation, table: SharedTable) -> None:
        """Agree to a rematch, and open the new game."""
        from holland44_qt.together.dialog import JoinSettings

        self._play(lambda: table.answer(asked, "yes"))
        path, name = unused_path(table.path), table.member.name
        self.hosting.join(JoinSettings(invitation.to_text(), path, name))

    def ask_pause(self) -> None:
        """Ask the other player to stop the clock until the next order."""
        if (table := self.table) is not None:
            self._play(table.ask_pause)

    def claim_time(self) -> None:
        """Claim that the other player's time has run out."""
        if (table := self.table) is not None:
            self._play(table.claim_time)

    def _offer_answer(self, asked: Entry) -> None:
        """Show the other player's question, with buttons to agree and to decline if it can be
        agreed to.
        """
        from engine.together.clocks import is_justified
        from engine.together.manners import NO, YES, asked_undo, open_question
        from engine.together.rematch import asked_rematch, without_address

        table, action = self.table, asked.action
        if table is None or not isinstance(action, Ask):
            return

        def agree() -> None:
            self._play(lambda: table.answer(asked, YES))

        def decline() -> None:
            self._play(lambda: table.answer(asked, NO))

        refusal = (t("together.undo.decline"), decline)
        is_right = is_justified(table.game.log, table.network.times, asked)
        if is_right is not None:
            key = "together.clock.claimed" if is_right else "together.clock.claimed_wrongly"
            self.window.messages.add(t(key))
        elif open_question(table.game.log, asked.id, table.member.side) is asked:
            rematch = asked_rematch(asked, table.member)
            if rematch is not None:
                self.window.messages.add(
                    without_address(action.text),
                    remedy=(
                        t("together.undo.agree"),
                        lambda: self._join_rematch(asked, rematch, table),
                    ),
                    refusal=refusal,
                )
                return
            back = asked_undo(asked)
            place = "" if back is None else _place_of(table.game, back)
            sentence = t("together.undo.asked", entry=place) if place else action.text
            remedy = (t("together.undo.agree"), agree)
            self.window.messages.add(sentence, remedy=remedy, refusal=refusal)

    def _play(self, play: Callable[[], Entry]) -> bool:
        """Record an entry at the end of the game, regardless of the current step; return whether
        that succeeded.
        """
        try:
            entry = play()
        except UserError as error:
            self.window.messages.add(str(error), "error")
            return False
        self.session.arrived([entry])
        return True

    def _report(self, change: Change) -> None:
        if change.replayed:
            self.window.messages.add(t("together.replayed", count=change.replayed))
        if change.lost:
            key = "together.lost.one" if len(change.lost) == 1 else "together.lost.many"
            sentence = t(key, count=len(change.lost), path=change.kept)
            self.window.messages.add(sentence, "error", details="\n".join(change.lost))

    def _show(self) -> None:
        table = self.table
        self.label.setVisible(table is not None)
        self.commands.enable("ask_undo", table is not None)
        self.commands.enable("ask_opening", table is not None and table.game.is_view)
        clock = table.clock if table is not None else None
        for name in ("ask_pause", "claim_time"):
            self.commands.enable(name, clock is not None)
        plays = table is not None and bool(table.member.side)
        for name in OF_PLAYERS:
            self.commands.enable(name, plays)
        if table is None:
            return
        self.status.waiting = table.waiting
        module, state = table.game.module, table.game.now
        self.status.turn = module.side_name(state.clock.active)
        self.status.seats = {
            side: (module.side_name(side), side == table.member.side) for side in table.keeper.sides
        }
        self.status.clock = ""
        if clock is not None:
            from engine.together.clocks import describe

            self.status.clock = describe(clock, module.side_name(clock.side), datetime.now(UTC))
        self.label.setText(status_text(self.status))
        self.label.setAccessibleName(status_name(self.status))
        self.label.setToolTip(tip(status_tip(self.status)))

    # -- host and join

    def ask(self) -> None:
        """Ask whether to host or to join a game."""
        self.hosting.ask()

    def host_again(self) -> None:
        """Start the server for the open game again, and show the invitations to free sides."""
        if self.table is not None:
            self.hosting.host_again(self.table.member.game)
            self._show_hosting(self.table)

    def _show_hosting(self, table: SharedTable) -> None:
        """Offer once to host the open game again, if nobody can connect to its server."""
        may_host = self.hosting.may_host(table.member.game)
        self.commands.enable("host_again", may_host)
        if may_host and self.status.standing == "offline" and self._not_hosted is not table:
            self._not_hosted = table
            again = (t("together.again.host"), self.host_again)
            self.window.messages.add(t("together.again.offline"), remedy=again)

    def stop_hosting(self) -> None:
        """Stop the server; the players continue offline."""
        self.hosting.stop()
        if self.table is not None:
            self._not_hosted = self.table
            self._show_hosting(self.table)

    def release(self) -> None:
        """Close the connection and stop the server."""
        if self.table is not None:
            self.table.close()
        self.hosting.stop()


def _place_of(game: Game, entry: int) -> str:
    """Return the number of an entry as the window shows it."""
    step = game.timeline.step_of(entry)
    return f"#{entry}" if step is None else game.step(step).place


def is_shared(path: Path) -> bool:
    """Return whether a log belongs to a shared game, by its first line; False if it
    cannot be read.
    """
    try:
        with path.open("rb") as file:
            return MARK in file.readline(2**16)
    except (OSError, ValueError):
        return False
