"""The computer player in the window: it plays its side, pauses, gives hints."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from pytestqt.qtbot import QtBot

from engine.core import actions as act
from engine.core.state import State
from engine.i18n import t
from engine.log.store import load
from engine.opponent.player import Advice, Reason
from holland44_qt.history.stances import Stances
from holland44_qt.opponent.feature import Computer
from holland44_qt.opponent.kept_seats import keep_seats, kept_seats
from holland44_qt.opponent.pace import keep_pace, kept_pace
from holland44_qt.opponent.seats_dialog import SeatsDialog
from holland44_qt.referee.decision_feature import Deciding
from holland44_qt.settings import settings
from holland44_qt.shell.hand_over import HandOver
from holland44_qt.shell.new_game import NewGame
from holland44_qt.window.table_window import TableWindow

LONG = 120_000
"""Milliseconds that the process may take on a busy machine."""
FIRST = "allied"


@pytest.fixture
def computer(window: TableWindow) -> Computer:
    keep_pace("at_once")
    return window.feature(Computer)


def begin(window: TableWindow, path: Path, *sides: str) -> None:
    players = dict.fromkeys(sides, "computer:recruit")
    assert window.session.new(path, "marketgarden", "campaign", mode="enforced", players=players)


def by_program(window: TableWindow) -> int:
    recording = window.session.recording
    assert recording is not None
    entries = recording.timeline.entries
    return sum(1 for e in entries if e.author is not None and e.author.kind == "program")


@pytest.mark.slow
def test_the_computer_plays_its_side_pauses_and_continues(
    window: TableWindow, computer: Computer, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "game.h44log"
    begin(window, path, FIRST)
    qtbot.waitUntil(lambda: by_program(window) >= 2, timeout=LONG)
    assert computer.chip.isVisibleTo(window)
    assert computer.last is not None
    assert window.hints.currentMessage() == window.hints.shortened(computer.last.reason.text)
    assert window.session.mode == "enforced"
    window.commands.run("stop")  # Escape
    assert computer.paused
    count = window.session.length
    qtbot.wait(400)
    assert window.session.length == count
    computer.chip.click()
    qtbot.waitUntil(lambda: window.session.length > count, timeout=LONG)
    qtbot.waitUntil(lambda: computer._to_move() is None, timeout=LONG)
    written = load(path).log.entries
    assert computer.thinking.running
    assert window.session.new(path.with_stem("other"), "marketgarden", "campaign", mode="off")
    assert not computer.thinking.running
    assert {e.by for e in written if e.author is not None} == {FIRST}
    assert written[1].author is not None
    assert written[1].author.name.startswith("recruit ")


@pytest.mark.slow
def test_undo_pauses_the_computer_and_a_manual_order_resumes_it(
    window: TableWindow, computer: Computer, qtbot: QtBot, tmp_path: Path
) -> None:
    begin(window, tmp_path / "game.h44log", FIRST)
    qtbot.waitUntil(lambda: by_program(window) >= 2, timeout=LONG)
    window.commands.run("undo")
    assert computer.paused
    step = window.session.step
    qtbot.wait(400)
    assert window.session.step == step
    assert window.session.order(act.Note(text="Another try")) is not None
    assert not computer.paused
    length = window.session.length
    qtbot.waitUntil(lambda: window.session.length > length, timeout=LONG)


@pytest.mark.slow
def test_the_computer_continues_where_its_order_was_undone(
    window: TableWindow, computer: Computer, qtbot: QtBot, tmp_path: Path
) -> None:
    begin(window, tmp_path / "game.h44log", FIRST)
    qtbot.waitUntil(lambda: by_program(window) >= 2, timeout=LONG)
    window.commands.run("undo")
    step = window.session.step
    qtbot.wait(400)
    assert window.session.step == step
    computer.chip.click()
    assert computer._to_move() == FIRST
    qtbot.waitUntil(lambda: window.session.step > step + 1, timeout=LONG)


@pytest.mark.slow
def test_the_computer_plays_in_an_unsaved_what_if_line(
    window: TableWindow, computer: Computer, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "game.h44log"
    begin(window, path)
    before = path.read_bytes()
    window.session.try_out()
    computer.take_seats({FIRST: "recruit"})
    qtbot.waitUntil(lambda: by_program(window) >= 1, timeout=LONG)
    assert window.session.stance == "trial"
    computer.pause()
    assert path.read_bytes() == before
    window.feature(Stances).ask = lambda count: True  # what was tried may go


@pytest.mark.slow
def test_a_hint_shows_the_best_order_and_plays_it_on_request(
    window: TableWindow,
    computer: Computer,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begin(window, tmp_path / "game.h44log")
    view = window.view
    view.smooth = False
    view.show_at(60.0, view.stacks.centre(0))
    window.commands.run("computer_hint")
    assert computer.chip.text() == t("opponent.window.hints")
    qtbot.waitUntil(lambda: bool(window.messages.lines), timeout=LONG)
    assert window.messages.lines[0].startswith("Hint: ")
    assert window.session.length == 1
    unit = window.view.selection.units[0]
    place = view.mapFromScene(view.stacks.centre(window.session.state.pieces[unit].place))
    assert view.viewport().rect().contains(place)
    asked: list[bool] = []
    monkeypatch.setattr(computer.thinking, "give", lambda task: asked.append(task.fresh))
    hint = window.messages.lines[-1]
    window.commands.run("computer_hint")  # again: the same at once
    assert window.messages.lines[-1] == hint
    assert not asked
    window.messages.help.click()
    assert window.session.length == 2
    assert by_program(window) == 0
    window.commands.run("computer_hint")  # the plan goes on
    computer.pause()
    window.session.undo()
    window.commands.run("computer_hint")  # the plan was not followed
    assert asked == [False, True]


def test_a_hint_selects_the_units_of_any_order_and_flashes_its_hex(
    window: TableWindow, computer: Computer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(window, tmp_path / "game.h44log")
    places, flashed = window.session.module.places, []
    monkeypatch.setattr(window.view, "flash", flashed.append)
    one, two = list(window.session.state.pieces)[:2]
    for action in (
        act.Bombard(artillery=(one, two), target="6319"),
        act.PlaceMarker(unit=one, marker="replacement"),
    ):
        computer._show_hint(Advice(action, 0, Reason("end")), window.session.state)
        assert window.view.selection.units[0] == one
    computer._show_hint(Advice(act.NextPhase(), 0, Reason("end")), window.session.state)
    assert not window.view.selection.units
    first, last = places.name(0), places.name(1)
    move = act.MoveUnits(units=(one,), path=(first, last))
    computer._show_hint(Advice(move, 0, Reason("end")), window.session.state)
    assert flashed[-1] == [1]


def test_the_user_cannot_end_a_phase_of_the_computer(
    window: TableWindow, computer: Computer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(computer, "_think", lambda *task, only_hint: None)
    begin(window, tmp_path / "game.h44log", FIRST)
    computer._consider()
    assert not window.commands["advance"].isEnabled()
    assert not window.feature(Deciding).panel.next.isEnabled()
    computer.pause()
    assert window.commands["advance"].isEnabled()
    computer.go_on()
    computer._consider()
    assert not window.commands["advance"].isEnabled()
    computer.take_seats({})
    computer._consider()
    assert window.commands["advance"].isEnabled()


def test_the_user_cannot_answer_for_the_computer(
    window: TableWindow, computer: Computer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(computer, "_think", lambda *task, only_hint: None)
    path = tmp_path / "game.h44log"
    players = {"allied": "computer:club"}
    assert window.session.new(path, "holland44", "short", mode="enforced", players=players)
    computer.pause()
    window.session.play(act.NextPhase())
    computer._consider()
    deciding = window.feature(Deciding)
    question = deciding.question
    assert question is not None
    assert question.side == "allied"
    length = window.session.length
    deciding.answer(question.options[0].id)
    assert window.session.length == length
    side = window.session.module.side_name("allied")
    assert window.messages.lines[-1] == t("opponent.window.decides", side=side)
    computer.pause()
    deciding.answer(question.options[0].id)
    assert window.session.length == length + 1


def test_no_hint_is_given_for_the_side_that_the_computer_plays_now(
    window: TableWindow, computer: Computer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[bool] = []
    monkeypatch.setattr(computer, "_think", lambda *task, only_hint: asked.append(only_hint))
    begin(window, tmp_path / "game.h44log", FIRST)
    computer.hint()
    assert True not in asked
    side = window.session.module.side_name(FIRST)
    assert window.messages.lines[-1] == t("opponent.window.decides", side=side)
    computer.pause()
    computer.hint()
    assert asked[-1]


def test_counters_stay_while_the_computer_decides(
    window: TableWindow, computer: Computer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(computer, "_think", lambda *_, only_hint: None)
    begin(window, tmp_path / "game.h44log", FIRST)
    session, length = window.session, window.session.length
    unit = next(u for u, p in session.state.pieces.items() if session.module.places.is_hex(p.place))
    window.view.selection.set([unit])
    assert not window.hand.pick_up(unit, QPoint(10, 10))
    side = session.module.side_name(FIRST)
    assert window.messages.lines == [t("opponent.window.decides", side=side)]
    assert session.order(act.NextPhase()) is None
    assert session.length == length
    computer.pause()
    assert window.hand.pick_up(unit, QPoint(10, 10))
    window.hand.cancel()
    assert session.order(act.NextPhase()) is not None


def test_a_click_stops_the_search_for_a_hint(
    window: TableWindow, computer: Computer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(computer, "ask_seats", lambda: pytest.fail("it asked for the sides"))
    begin(window, tmp_path / "game.h44log")
    computer.hint()
    computer.chip.click()
    assert not computer.thinking.running
    assert not computer.paused
    assert not computer.chip.isVisibleTo(window)


def test_hints_come_from_the_strongest_player_of_the_scenario(
    window: TableWindow, computer: Computer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(computer, "_think", lambda *task, only_hint: asked.append(task[3]))
    for scenario, player in (("cherbourg", "staff"), ("campaign", "recruit")):
        path = tmp_path / f"{scenario}.h44log"
        assert window.session.new(path, "normandy44", scenario, mode="enforced")
        computer.hint()
        assert asked.pop() == player


def test_sides_and_pace_are_chosen_in_the_dialog(window: TableWindow, computer: Computer) -> None:
    dialog = SeatsDialog(
        window.session.module, ("recruit", "club"), {FIRST: "recruit"}, "fast", window
    )
    assert dialog.seats == {FIRST: "recruit"}
    assert dialog.pace == "fast"
    dialog._sides[FIRST].setCurrentIndex(0)
    assert dialog.seats == {}
    assert kept_pace() == "at_once"
    dialog.deleteLater()


def test_sides_chosen_during_a_game_are_saved_for_it(
    window: TableWindow, computer: Computer, tmp_path: Path
) -> None:
    path = tmp_path / "game.h44log"
    begin(window, path, FIRST)
    assert kept_seats(path) is None
    assert computer.seats == {FIRST: "recruit"}
    keep_seats(path, {})
    assert window.session.open(path)
    assert computer.seats == {}
    keep_seats(path, {FIRST: "recruit", "other": "napoleon"})
    assert window.session.open(path)
    assert computer.seats == {FIRST: "recruit"}
    settings().setValue("opponent/seats", "[broken")
    assert kept_seats(path) is None


def test_a_new_game_against_the_computer_is_enforced(window: TableWindow) -> None:
    dialog = NewGame(window)
    assert dialog.answer[6] == {}
    dialog.computer.setCurrentIndex(1)
    assert dialog.answer[4] == "enforced"
    assert list(dialog.answer[6].values()) == ["computer:recruit"]
    dialog.computer.setCurrentIndex(dialog.computer.count() - 1)
    assert len(dialog.answer[6]) == 2
    dialog.deleteLater()


def test_a_new_game_offers_the_strengths_of_its_scenario(window: TableWindow) -> None:
    dialog = NewGame(window)

    def offered(game: str) -> set[str]:
        dialog.game.setCurrentIndex(dialog.game.findData(game))
        seats = (dialog.computer.itemData(n) for n in range(dialog.computer.count()))
        return {name for one in seats for name in one.values()}

    assert offered("marketgarden") == {"recruit", "club"}
    last = dialog.computer.count() - 1
    dialog.computer.setCurrentIndex(last)
    assert set(dialog.answer[6].values()) == {"computer:club"}
    assert offered("airbridge") == {"recruit"}
    assert dialog.answer[6] == {}
    dialog.deleteLater()


def test_the_computer_does_not_play_with_the_rules_off(
    window: TableWindow, computer: Computer, qtbot: QtBot, tmp_path: Path
) -> None:
    assert window.session.new(tmp_path / "off.h44log", "marketgarden", "campaign")
    computer.take_seats({FIRST: "recruit"})
    assert any("rules off" in line for line in window.messages.lines)
    qtbot.wait(200)
    assert window.session.length == 1


@pytest.mark.slow
def test_the_window_keeps_the_view_of_the_side_that_the_computer_does_not_play(
    window: TableWindow, computer: Computer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[State, str]] = []
    monkeypatch.setattr(
        computer,
        "_think",
        lambda rules, state, side, player, *, only_hint: asked.append((state, side)),
    )
    session, path = window.session, tmp_path / "game.h44log"
    players = {"german": "computer:recruit"}
    assert session.new(path, "ardenas", "full", mode="enforced", players=players)
    assert session.viewpoint == "allied"
    window.commands.run("advance")
    assert session.acting == "german"
    assert session.viewpoint == "allied"
    assert window.feature(HandOver).screen is None
    computer._consider()
    state, side = asked.pop()
    assert side == "german"
    assert state is session.truth, "all its own units"
    assert state is not session.state
    computer.hint()
    assert not asked, "no hint for the other side"
    computer.take_seats({})
    assert session.look_as("german")
    computer.take_seats({"german": "recruit"})
    assert session.viewpoint == "allied"
