"""Shared games in the window with a real server: host, join, arrive, wait, and continue."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QInputDialog, QLineEdit
from pytestqt.qtbot import QtBot

from engine.core import actions as act
from engine.core import effects as fx
from engine.files import unused_path
from engine.log.both_dice import origin
from engine.play.game import OrderSent
from engine.together.accounts import keep_credentials, server_place
from engine.together.chat import read_chat
from engine.together.invitation import Invitation
from engine.together.joining import join
from engine.together.manners import NO, YES
from engine.together.network import RefusedEvent
from engine.together.referee_machine import RefereeFolder
from engine.together.rematch import asked_rematch
from holland44_qt.game_files import FOLDER
from holland44_qt.settings import settings
from holland44_qt.together.feature import Together, is_shared
from holland44_qt.window.table_window import TableWindow
from tests.together.conftest import as_user, free_port
from tests.together.hosted_plan import HostedPlan
from tests.together.tables import Player, join_soon

pytest.importorskip("nats")
pytest.importorskip("nkeys")
__all__ = ["as_user"]


def feature_of(window: TableWindow) -> Together:
    return next(f for f in window.features if isinstance(f, Together))


def host_by_dialog(
    window: TableWindow,
    qtbot: QtBot,
    folder: Path,
    dice: str = "own",
    rules: str = "off",
    pace: str | None = None,
    game: str = "holland44",
    server: str = "",
    credentials: str = "",
) -> Invitation:
    """Start a game in the dialog, as the Allies; return the invitation shown."""
    settings().setValue(FOLDER, str(folder))
    together = feature_of(window)
    window.commands["play_together"].trigger()
    dialog = together.hosting.dialog
    assert dialog is not None
    dialog.public.setText("127.0.0.1")
    dialog.port.setValue(free_port())
    dialog.host_name.setText("Ann")
    dialog.game.setCurrentIndex(dialog.game.findData(game))
    dialog.side.setCurrentIndex(dialog.side.findData("allied"))
    dialog.dice.setCurrentIndex(dialog.dice.findData(dice))
    dialog.rules.setCurrentIndex(dialog.rules.findData(rules))
    dialog.pace.setCurrentIndex(dialog.pace.findData(pace))
    dialog.server.setText(server)
    dialog.credentials.setText(credentials)
    assert dialog.public.isVisibleTo(dialog) != bool(server)
    dialog.begin.click()
    texts: list[str] = []
    for row in range(dialog.invitations.count()):
        inner = dialog.invitations.itemAt(row).layout()
        if inner is not None:
            texts.append(inner.itemAt(0).widget().text())
    assert len(texts) == 1, dialog.problem.text()
    dialog.reject()
    qtbot.waitUntil(lambda: together.status.standing == "connected", timeout=60_000)
    return Invitation.parse(texts[0])


@pytest.fixture
def other(
    window: TableWindow, qtbot: QtBot, tmp_path: Path, as_user: Callable[[str], None]
) -> Player:
    as_user("ann")
    folder = tmp_path / "games"
    folder.mkdir()
    invitation = host_by_dialog(window, qtbot, folder)
    as_user("bob")
    asyncio.run(join(invitation, tmp_path / "bob.h44log", "Bob"))
    player = Player(tmp_path / "bob.h44log")
    player.until_connected()
    as_user("ann")
    return player


@pytest.mark.slow
def test_a_game_is_hosted_joined_and_played(
    window: TableWindow, qtbot: QtBot, other: Player
) -> None:
    together, session = feature_of(window), window.session
    assert session.in_play
    qtbot.waitUntil(lambda: session.length == 2)  # Bob has joined
    entry = session.play(act.ManualEdit(text="from the window"), by="allied")
    assert entry is not None
    other.until(lambda: len(other.table.game.log) == 3)
    other.table.game.play(act.ManualEdit(text="from Bob"), by="german")
    qtbot.waitUntil(lambda: session.length == 4, timeout=20_000)
    assert session.step == 4
    assert session.stance == "play"
    qtbot.waitUntil(lambda: len(together.status.here) == 2, timeout=20_000)
    assert together.label.isVisible()
    assert "connected" in together.label.text()
    other.until(lambda: other.table.waiting == 0)
    assert session.path is not None
    qtbot.waitUntil(lambda: session.path.read_bytes() == other.path.read_bytes())  # type: ignore[union-attr]
    session.undo()
    other.table.game.play(act.ManualEdit(text="meanwhile"), by="german")
    played_on = "The other player has played on; you see an earlier entry."
    qtbot.waitUntil(lambda: played_on in window.messages.lines, timeout=20_000)
    window.messages.help.click()
    assert (session.stance, session.step, session.length) == ("play", 5, 5)
    # The other side's counters are not ours to move; the window says so in one sentence.
    assert session.play(act.ManualEdit(text="not mine"), by="german") is None
    other.table.close()


@pytest.mark.slow
def test_a_refusal_is_shown_until_play_goes_on(
    window: TableWindow, qtbot: QtBot, other: Player
) -> None:
    together, session = feature_of(window), window.session
    qtbot.waitUntil(lambda: session.length == 2)
    together._happened.emit([together.table], RefusedEvent("No."))
    qtbot.waitUntil(lambda: "No." in window.messages.lines)
    assert session.play(act.ManualEdit(text="another"), by="allied") is not None
    assert "No." not in window.messages.lines
    other.table.close()


@pytest.mark.slow
def test_the_window_shows_a_game_with_hidden_units_as_its_player_sees_it(
    window: TableWindow, qtbot: QtBot, tmp_path: Path, as_user: Callable[[str], None]
) -> None:
    as_user("ann")
    folder = tmp_path / "games"
    folder.mkdir()
    invitation = host_by_dialog(window, qtbot, folder, dice="referee", game="ardenas")
    together, session = feature_of(window), window.session
    as_user("bob")
    asyncio.run(join(invitation, tmp_path / "bob.h44log", "Bob"))
    bob = Player(tmp_path / "bob.h44log")
    bob.until_connected()
    as_user("ann")
    qtbot.waitUntil(lambda: session.length == 3)  # both have named their keys
    state = session.state
    places = session.module.places
    unit = next(
        u
        for u, piece in sorted(state.pieces.items())
        if piece.side == "german" and places.name(piece.place).isdecimal() and not piece.status
    )
    edit = fx.SetStatus(unit=unit, before=(), after=("hidden",))
    with pytest.raises(OrderSent):
        bob.table.game.play(act.ManualEdit(text="", effects=(edit,)), by="german")
    qtbot.waitUntil(lambda: session.length == 4, timeout=20_000)
    bob.until(lambda: len(bob.table.game.log) == 4)
    assert not session.veiled
    assert not session.hides
    assert window.commands["ask_opening"].isEnabled()
    assert together.table is not None
    assert unit not in session.state.pieces
    assert unit in bob.table.game.now.pieces
    assert session.play(act.ManualEdit(text="from the window"), by="allied") is None
    qtbot.waitUntil(lambda: session.length == 5, timeout=20_000)
    bob.table.close()


def test_a_game_with_hidden_units_needs_a_referee_or_consent_to_play_in_the_open(
    window: TableWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    settings().setValue(FOLDER, str(tmp_path))
    window.commands["play_together"].trigger()
    dialog = feature_of(window).hosting.dialog
    assert dialog is not None
    assert dialog.in_the_open.isHidden()
    dialog.game.setCurrentIndex(dialog.game.findData("ardenas"))
    assert dialog.in_the_open.isVisibleTo(dialog)
    dialog.dice.setCurrentIndex(dialog.dice.findData("own"))
    with qtbot.assertNotEmitted(dialog.host_wanted):
        dialog.begin.click()
    assert "hidden units" in dialog.problem.text()
    dialog.host_wanted.disconnect()
    dialog.in_the_open.click()
    with qtbot.waitSignal(dialog.host_wanted) as wanted:
        dialog.begin.click()
    assert wanted.args[0].in_the_open


def test_a_game_with_a_referee_elsewhere_shows_the_address_for_the_referee(
    window: TableWindow, qtbot: QtBot, tmp_path: Path, as_user: Callable[[str], None]
) -> None:
    as_user("ann")
    settings().setValue(FOLDER, str(tmp_path))
    window.commands["play_together"].trigger()
    dialog = feature_of(window).hosting.dialog
    assert dialog is not None
    assert not dialog.referee.isVisibleTo(dialog)
    dialog.dice.setCurrentIndex(dialog.dice.findData("elsewhere"))
    assert dialog.referee.isVisibleTo(dialog)
    dialog.public.setText("127.0.0.1")
    dialog.port.setValue(free_port())
    dialog.begin.click()
    assert "referee's line" in dialog.problem.text()
    dialog.referee.setText(RefereeFolder(tmp_path / "judge").new_seat().to_text())
    dialog.begin.click()
    shown = [row.itemAt(0).widget().text() for row in dialog.invitations.children()]
    assert [("referee=" in text, "key=" in text) for text in shown] == [
        (False, True),
        (True, False),
    ]


@pytest.mark.slow
def test_a_notice_is_shown_only_while_the_window_is_in_the_background(
    window: TableWindow, qtbot: QtBot, other: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    alerts: list[object] = []
    monkeypatch.setattr(QApplication, "alert", alerts.append)
    monkeypatch.setattr(window, "isActiveWindow", lambda: not in_background)
    in_background = False
    together, session = feature_of(window), window.session
    qtbot.waitUntil(lambda: together.status.standing == "connected", timeout=20_000)
    clock = session.state.clock
    for side in ("allied", "german", "allied"):
        length = session.length
        turn = act.SetClock(turn=clock.turn, phase=clock.phase, active=side)
        other.table.game.play(turn, by="german")
        qtbot.waitUntil(lambda n=length: session.length == n + 1, timeout=20_000)  # type: ignore[misc]
        in_background = True
    assert len(alerts) == 1  # for the turn of this window's player
    other.table.close()


@pytest.mark.slow
def test_the_clock_is_shown_and_a_pause_agreed_by_a_click(
    window: TableWindow, qtbot: QtBot, tmp_path: Path, as_user: Callable[[str], None]
) -> None:
    as_user("ann")
    invitation = host_by_dialog(window, qtbot, tmp_path, pace="3d")
    as_user("bob")
    asyncio.run(join(invitation, tmp_path / "bob.h44log", "Bob"))
    bob = Player(tmp_path / "bob.h44log")
    bob.until_connected()
    as_user("ann")
    together = feature_of(window)
    qtbot.waitUntil(lambda: "Allied: 2 d 23 h left" in together.label.text(), timeout=20_000)
    bob.table.ask_pause()
    question = "Stop the clock until the next order?"
    qtbot.waitUntil(lambda: question in window.messages.lines, timeout=20_000)
    window.messages.help.click()
    bob.until(lambda: bob.table.clock is not None and bob.table.clock.paused)
    qtbot.waitUntil(lambda: "clock stopped" in together.label.text(), timeout=20_000)
    window.commands["claim_time"].trigger()
    assert "has not run out" in window.messages.lines[-1]
    bob.table.close()


@pytest.mark.slow
@pytest.mark.parametrize("option", [YES, NO])
def test_the_answer_about_taking_back_is_shown_with_the_next_step(
    window: TableWindow, qtbot: QtBot, other: Player, option: str
) -> None:
    session, messages = window.session, window.messages
    qtbot.waitUntil(lambda: session.length == 2, timeout=20_000)
    window.commands["ask_undo"].trigger()
    assert "Go to the entry" in messages.lines[-1]
    assert session.play(act.Roll(sides=6, count=1, reason="test"), by="allied") is not None
    session.undo()
    assert "ask the other player" in messages.lines[-1]
    window.commands["ask_undo"].trigger()
    assert messages.lines == ["The other player is asked whether you may continue from entry 2."]
    other.until(lambda: other.table.question("undo:") is not None)
    asked = other.table.question("undo:")
    assert asked is not None
    other.table.answer(asked, option)
    words = "agrees" if option == YES else "does not agree"
    qtbot.waitUntil(lambda: any(words in line for line in messages.lines), timeout=20_000)
    assert session.stance == "review"
    if option == YES:
        messages.help.click()
        assert (session.stance, session.step) == ("play", 2)
        assert session.play(act.ManualEdit(text="again"), by="allied") is not None
        assert session.length == 3
    other.table.close()


@pytest.mark.slow
def test_a_request_is_declined_by_a_click_also_after_the_game_was_left(
    window: TableWindow, qtbot: QtBot, other: Player
) -> None:
    session, messages = window.session, window.messages
    qtbot.waitUntil(lambda: session.length == 2, timeout=20_000)
    other.until(lambda: len(other.table.game) == 2)
    other.table.offer_result("german")
    question = "Do you agree on the result: German wins?"
    qtbot.waitUntil(lambda: question in messages.lines, timeout=20_000)
    path = session.path
    assert path is not None
    session.close()
    messages.clear()
    assert window.open_path(path, play=True)
    assert question in messages.lines
    assert messages.refuse.text() == "Decline"
    assert messages.refuse.isVisibleTo(messages)
    messages.refuse.click()
    assert not messages.refuse.isVisibleTo(messages)
    answer = session.recording.log.entries[-1].action if session.recording else None
    assert isinstance(answer, act.Answer)
    assert answer.option == NO
    other.until(lambda: isinstance(other.table.game.log.entries[-1].action, act.Answer))
    table = feature_of(window).table
    assert table is not None
    table.offer_result("draw")
    other.until(lambda: other.table.question("result:") is not None)
    asked = other.table.question("result:")
    assert asked is not None
    other.table.answer(asked, NO)
    said = "The other player declined: Do you agree on the result: a draw?"
    qtbot.waitUntil(lambda: said in messages.lines, timeout=20_000)
    other.table.close()


@pytest.mark.slow
def test_a_game_is_hosted_again_by_a_click(
    window: TableWindow, qtbot: QtBot, tmp_path: Path, as_user: Callable[[str], None]
) -> None:
    as_user("ann")
    invitation = host_by_dialog(window, qtbot, tmp_path)
    together, session, path = feature_of(window), window.session, window.session.path
    assert path is not None
    qtbot.waitUntil(lambda: together.status.standing == "connected", timeout=20_000)
    window.commands["stop_hosting"].trigger()
    assert window.commands["host_again"].isEnabled()
    session.close()
    assert window.open_path(path, play=True)
    offline = "You host this game, but its server is not running, so nobody can connect."
    qtbot.waitUntil(lambda: window.messages.lines == [offline], timeout=20_000)
    assert window.commands["host_again"].isEnabled()
    window.messages.help.click()
    dialog = together.hosting.dialog
    assert dialog is not None
    assert invitation.to_text() in [line.text() for line in dialog.findChildren(QLineEdit)]
    qtbot.waitUntil(lambda: together.status.standing == "connected", timeout=20_000)
    assert not window.commands["host_again"].isEnabled()


def test_enter_joins_on_the_page_to_join(window: TableWindow, qtbot: QtBot) -> None:
    window.commands["play_together"].trigger()
    dialog = feature_of(window).hosting.dialog
    assert dialog is not None
    assert dialog.begin.isDefault()
    dialog.tabs.setCurrentIndex(1)
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    qtbot.keyClick(dialog.join_name, Qt.Key.Key_Return)
    assert "not an invitation" in dialog.problem.text()
    dialog.show_invitations({"german": "holland44://…"})
    label = dialog.invitations.itemAt(0).widget()
    QApplication.processEvents()
    assert label.height() >= label.heightForWidth(label.width())


@pytest.mark.slow
def test_players_throw_dice_together_from_the_window(
    window: TableWindow, qtbot: QtBot, tmp_path: Path, as_user: Callable[[str], None]
) -> None:
    as_user("ann")
    invitation = host_by_dialog(window, qtbot, tmp_path, dice="both")
    as_user("bob")
    asyncio.run(join(invitation, tmp_path / "bob.h44log", "Bob"))
    bob = Player(tmp_path / "bob.h44log")
    bob.until_connected()
    as_user("ann")
    session = window.session
    qtbot.waitUntil(lambda: session.length == 2, timeout=20_000)
    assert session.order(act.Roll(sides=6, count=2, reason="test"), by="allied") is None
    bob.until(lambda: len(bob.table.game.log) == 4)  # its program has answered by itself
    qtbot.waitUntil(lambda: session.length == 5, timeout=20_000)
    assert session.step == 5
    assert session.current is not None
    (dice,) = session.current.entry.dice
    assert origin(dice) == "both"
    bob.until(lambda: len(bob.table.game.log) == 5)
    assert bob.table.game.log[5].dice == (dice,)
    bob.table.close()
    together = feature_of(window)
    qtbot.waitUntil(lambda: "german" not in together.status.here, timeout=60_000)
    assert session.order(act.Roll(sides=6, count=1, reason="again"), by="allied") is None
    away = "need the player of the side German, who is away"
    qtbot.waitUntil(lambda: away in " ".join(window.messages.lines), timeout=20_000)


@pytest.mark.slow
def test_pointers_are_shared_if_the_players_wish(
    window: TableWindow, qtbot: QtBot, other: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    together = feature_of(window)
    qtbot.waitUntil(lambda: together.status.standing == "connected", timeout=20_000)
    flashed: list[int] = []
    monkeypatch.setattr(window.view, "flash", flashed.extend)
    places = window.session.module.places
    other.table.network.point("6217")
    qtbot.waitUntil(lambda: flashed == [places.index("6217")], timeout=20_000)
    other.table.network.point("no such hex")
    window.view.hovered.emit(places.index("6218"))  # not shared yet
    window.commands["share_pointer"].trigger()
    window.view.hovered.emit(places.index("6219"))
    other.until(lambda: other.here.get("allied") == "6219")
    window.commands["share_pointer"].trigger()
    other.until(lambda: other.here.get("allied") == "")
    assert flashed == [places.index("6217")]
    other.table.close()


@pytest.mark.slow
def test_players_chat_in_a_window_beside_the_board(
    window: TableWindow, qtbot: QtBot, other: Player
) -> None:
    together = feature_of(window)
    qtbot.waitUntil(lambda: together.status.standing == "connected", timeout=20_000)
    other.table.network.say("Good luck!")
    qtbot.waitUntil(lambda: "Bob: Good luck!" in window.messages.lines, timeout=20_000)
    window.commands["chat"].trigger()
    chat = together.chat
    assert chat is not None
    assert chat.history.toPlainText() == "Bob: Good luck!"
    qtbot.keyClicks(chat.line, "You too")
    qtbot.keyClick(chat.line, Qt.Key.Key_Return)
    assert chat.line.text() == ""
    other.until(lambda: [line.text for line in read_chat(other.path)] == ["Good luck!", "You too"])
    qtbot.waitUntil(lambda: chat.history.toPlainText().endswith("Ann: You too"))
    together.status.standing = "offline"
    qtbot.keyClicks(chat.line, "lost?")
    qtbot.keyClick(chat.line, Qt.Key.Key_Return)
    assert "waits" in window.messages.lines[-1]
    other.until(lambda: read_chat(other.path)[-1].text == "lost?")  # nothing written is lost
    other.table.close()


@pytest.mark.slow
def test_a_result_and_a_rematch_are_offered_from_the_menu(
    window: TableWindow,
    qtbot: QtBot,
    other: Player,
    monkeypatch: pytest.MonkeyPatch,
    as_user: Callable[[str], None],
) -> None:
    together = feature_of(window)
    qtbot.waitUntil(lambda: window.session.length == 2)
    monkeypatch.setattr(QInputDialog, "getItem", lambda *_: ("a draw", True))
    window.commands["offer_result"].trigger()
    other.until(lambda: isinstance(other.table.game.log.entries[-1].action, act.Ask))
    other.table.answer(other.table.game.log.entries[-1], YES)
    qtbot.waitUntil(lambda: "Agreed result: a draw." in window.messages.lines, timeout=20_000)
    window.commands["offer_rematch"].trigger()
    other.until(lambda: len(other.table.game.log) == 5)
    invitation = asked_rematch(other.table.game.log.entries[-1], other.table.member)
    assert invitation is not None
    other.table.close()
    as_user("bob")
    member = join_soon(invitation, other.path.with_name("again.h44log"), "Bob")
    assert member.side == "allied"
    as_user("ann")
    assert together.table is not None
    assert unused_path(together.table.path).stem.endswith("-3")


def test_a_game_is_hosted_with_an_account_elsewhere(
    window: TableWindow, qtbot: QtBot, tmp_path: Path, as_user: Callable[[str], None]
) -> None:
    plan = HostedPlan(tmp_path / "plan")
    as_user("ann")
    folder = tmp_path / "games"
    folder.mkdir()
    try:
        invitation = host_by_dialog(
            window, qtbot, folder, server=plan.address, credentials=str(plan.credentials("ann"))
        )
        assert invitation.place == server_place(plan.address)
        as_user("bob")
        keep_credentials(invitation.place, plan.credentials("bob"))
        join_soon(invitation, tmp_path / "bob.h44log", "Bob")
        qtbot.waitUntil(lambda: window.session.length == 2, timeout=20_000)
        as_user("ann")
        window.commands["play_together"].trigger()
        dialog = feature_of(window).hosting.dialog
        assert dialog is not None
        dialog.tabs.setCurrentIndex(1)
        assert not dialog.account.isVisibleTo(dialog)
        dialog.invitation.setPlainText(invitation.to_text())
        assert dialog.account.isVisibleTo(dialog)
        dialog.reject()
        window.commands["stop_hosting"].trigger()
    finally:
        plan.stop()


@pytest.mark.slow
def test_missed_entries_are_replayed(
    window: TableWindow, qtbot: QtBot, other: Player, as_user: Callable[[str], None]
) -> None:
    together, session = feature_of(window), window.session
    qtbot.waitUntil(lambda: session.length == 2)
    path = session.path
    assert path is not None
    session.close()
    assert together.table is not None
    for number in range(5):
        other.table.game.play(act.ManualEdit(text=f"{number}"), by="german")
    other.until(lambda: other.table.waiting == 0)
    assert window.open_path(path, play=True)
    qtbot.waitUntil(lambda: session.length == 7, timeout=20_000)
    qtbot.waitUntil(lambda: session.step == 7, timeout=60_000)
    assert session.stance == "play"
    other.table.close()


@pytest.mark.slow
def test_offline_orders_wait_and_are_sent_later(
    window: TableWindow, qtbot: QtBot, other: Player
) -> None:
    together, session = feature_of(window), window.session
    qtbot.waitUntil(lambda: session.length == 2)
    host = next(iter(together.hosting.hosts.values()))
    assert host is not None
    folder = host.host.folder
    window.commands["stop_hosting"].trigger()
    qtbot.waitUntil(lambda: together.status.standing == "offline", timeout=20_000)
    for number in range(3):
        assert session.play(act.ManualEdit(text=f"{number}"), by="allied") is not None
    assert "offline, 3 waiting" in together.label.text()
    together.hosting.host(folder)
    qtbot.waitUntil(lambda: together.status.waiting == 0, timeout=60_000)
    other.until(lambda: len(other.table.game.log) == 5, 30)
    other.table.close()


def test_a_game_is_joined_in_the_dialog(
    window: TableWindow, qtbot: QtBot, tmp_path: Path, as_user: Callable[[str], None]
) -> None:
    from engine.together.host_folder import HostFolder
    from engine.together.host_thread import HostThread
    from engine.together.joining import begin

    as_user("ann")
    folder = HostFolder(tmp_path / "host")
    folder.prepare("127.0.0.1", free_port())
    begun = begin(folder, tmp_path / "ann.h44log", "holland44", "short", "allied", "Ann")
    host = HostThread(folder, lambda _: None)
    host.start()
    try:
        as_user("bob")
        settings().setValue(FOLDER, str(tmp_path / "games"))
        together = feature_of(window)
        window.commands["play_together"].trigger()
        dialog = together.hosting.dialog
        assert dialog is not None
        dialog.tabs.setCurrentIndex(1)
        dialog.invitation.setPlainText("nonsense")
        dialog.join.click()
        assert "not an invitation" in dialog.problem.text()
        dialog.invitation.setPlainText(begun.invitations["german"].to_text())
        dialog.join_name.setText("Bob")
        dialog.join.click()
        qtbot.waitUntil(lambda: together.status.standing == "connected", timeout=60_000)
        assert window.session.in_play
        assert window.session.recording is not None
        assert len(window.session.recording.log) == 2
        # Without a seat the file is opened for review, and the window says why.
        as_user("carol")
        window.session.close()
        copy = tmp_path / "copy.h44log"
        copy.write_bytes((tmp_path / "ann.h44log").read_bytes())
        assert is_shared(copy)
        assert window.open_path(copy, play=True)
        assert not window.session.in_play
    finally:
        host.stop()


@pytest.mark.slow
def test_orders_go_to_the_referee_and_return_with_its_dice(
    window: TableWindow, qtbot: QtBot, tmp_path: Path, as_user: Callable[[str], None]
) -> None:
    as_user("ann")
    folder = tmp_path / "games"
    folder.mkdir()
    host_by_dialog(window, qtbot, folder, dice="referee", rules="enforced")
    session = window.session
    objections: list[str] = []
    session.objected.connect(objections.append)
    session.failed.connect(objections.append)
    for number in range(2, 10):
        asked = session.asked
        if (asked.side if asked is not None else session.state.clock.active) != "allied":
            break
        rules = session.rules
        assert rules is not None
        assert session.play(rules.legal(session.state, 4).actions[0]) is None
        qtbot.waitUntil(lambda n=number: session.length == n, timeout=60_000)
        assert session.stance == "play"
        assert session.step == session.length
    assert session.length > 3
    assert objections == []
    recording = session.recording
    assert recording is not None
    orders = [entry for entry in recording.log.entries if entry.order is not None]
    assert len(orders) == session.length - 1
    dice = [thrown for entry in orders for thrown in entry.dice]
    assert dice
    assert all(thrown.proof is not None for thrown in dice)


@pytest.mark.slow
def test_playing_alone_imports_nothing_of_the_network(log_path: Path) -> None:
    code = (
        "import sys; from PySide6.QtWidgets import QApplication; app = QApplication([]);"
        "from holland44_qt.window.table_window import TableWindow; from pathlib import Path;"
        "w = TableWindow(); assert w.open_path(Path(sys.argv[1]), play=True);"
        "print(sorted(m for m in sys.modules if m.split('.')[0] in"
        " ('nats', 'nkeys', 'nacl', 'asyncio') or m.startswith('engine.together')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(log_path)], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
