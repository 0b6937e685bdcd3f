"""The window plays any listed game: a twin under another id, the toy game; in every mode.

Missing rules are reported, and the log stays in review until the rules are switched off.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QImage
from typer.testing import CliRunner

from engine.core import actions as act
from engine.core.modes import mode_of
from engine.core.state import State
from engine.games import RULEBOOKS, rulebook
from engine.modules.module import load_module
from engine.play.game import Recording
from engine.play.referee import new_game
from holland44_qt import counter_sheet
from holland44_qt.board.render import map_image, map_sheet
from holland44_qt.history.stances import Stances
from holland44_qt.referee.decision_feature import Deciding
from holland44_qt.replay.hex_text import hex_text
from holland44_qt.window.table_window import TableWindow
from tests.games.millbrook.conftest import compiled, millbrook
from tests.games.test_twin import twin
from tests.games.toy.conftest import crossing
from tests.qt.referee.driver import Scripted
from tests.qt.window_texts import texts

__all__ = ["compiled", "crossing", "millbrook", "twin"]

GAMES = {
    "twin": ("campaign", ("BR-2-1P", "6217", "6218")),
    "crossing": ("duel", ("B1", "0101", "0303")),
    "millbrook": ("battle", ("blue-3", "0206", "0606")),
}


@pytest.mark.parametrize("mode", ["off", "advisory", "enforced"])
@pytest.mark.parametrize("game", GAMES)
def test_the_window_plays_any_game(
    window: TableWindow, tmp_path: Path, request: pytest.FixtureRequest, game: str, mode: Any
) -> None:
    folder = request.getfixturevalue(game)
    scenario, (unit, *way) = GAMES[game]
    path = tmp_path / "g.h44log"
    session, refused = window.session, []
    session.refused.connect(refused.append)
    assert session.new(path, str(folder), scenario, mode=mode)
    assert session.module.meta.id == folder.name
    assert session.mode == mode
    assert session.position is not None
    entry = session.play(act.MoveUnits(units=(unit,), path=tuple(way)))
    assert (entry is None) == (mode == "enforced")
    assert bool(refused) == (mode == "enforced")
    if entry is not None:
        assert bool(entry.verdicts) == (mode == "advisory")
    if mode == "enforced":
        assert session.play(act.NextPhase()) is not None


@pytest.mark.parametrize("mode", ["advisory", "enforced"])
def test_a_small_game_is_fought_in_the_window(
    window: TableWindow, millbrook: Path, tmp_path: Path, mode: Any
) -> None:
    session = window.session
    assert session.new(tmp_path / "g.h44log", str(millbrook), "battle", mode=mode)
    assert session.game is not None
    session.game.dice = dice = Scripted()
    dice.left = [6]
    for order in (
        act.MoveUnits(units=("blue-3",), path=("0206", "0306", "0406", "0506")),
        act.NextPhase(),
        act.DeclareAttack(attackers=("blue-3",), target="0606"),
    ):
        assert session.play(order) is not None
    window.feature(Deciding).show()
    shown = " ".join(texts(window))
    assert "Choose the hex to which 2 Red retreats." in shown
    assert "2 Red → 0705" in shown
    assert session.play(act.NextPhase()) is None
    assert session.play(act.Choose(decision="retreat", option="red-2 0705")) is not None
    assert session.play(act.NextPhase()) is not None
    assert (session.state.clock.phase, session.state.clock.active) == ("movement", "red")


def broken(monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    monkeypatch.setitem(RULEBOOKS, game, "engine.games.no_such:rulebook")
    rulebook.cache_clear()


def unknown(monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    monkeypatch.delitem(RULEBOOKS, game)
    rulebook.cache_clear()


HOW: dict[str, tuple[Callable[[pytest.MonkeyPatch, str], None], str]] = {
    "broken": (broken, "cannot be loaded"),
    "unknown": (unknown, "the program has none"),
}


@pytest.mark.slow
@pytest.mark.parametrize("how", HOW)
def test_missing_rules_are_reported_and_can_be_switched_off(
    window: TableWindow,
    crossing: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    how: str,
) -> None:
    path, step = tmp_path / "g.h44log", act.MoveUnits(units=("B1",), path=("0101", "0303"))
    new_game(path, str(crossing), "duel", mode="enforced").close()
    spoil, sentence = HOW[how]
    spoil(monkeypatch, "crossing")
    session = window.session
    assert window.open_path(path, play=True)
    assert session.stance == "review"
    assert [line for line in window.messages.lines if sentence in line]
    assert session.play(step) is None
    session.try_out()
    assert session.play(step) is None
    session.leave_trial()
    before = path.read_bytes()

    window.commands["play_on"].trigger()
    stances = next(f for f in window.features if isinstance(f, Stances))
    assert stances.dialog is not None
    assert sentence in stances.dialog.lacking.text()
    assert path.read_bytes() == before
    stances.dialog.accept()
    assert session.stance == "play"
    assert mode_of(session.state) == "off"
    assert session.play(step) is not None
    window.session.close()
    recording = Recording.load(path)
    assert [e.action.kind for e in recording.log.entries] == ["setup", "set_rules", "move"]


@pytest.mark.parametrize("how", HOW)
def test_the_command_line_reports_missing_rules(
    crossing: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    from engine.cli.main import app

    path, runner = tmp_path / "g.h44log", CliRunner()
    new_game(path, str(crossing), "duel", mode="enforced").close()
    spoil, sentence = HOW[how]
    spoil(monkeypatch, "crossing")
    for words, code in (
        (["new", str(crossing), "duel", "-o", str(tmp_path / "n.h44log"), "--mode", "enforced"], 2),
        (["rules", str(path), "--mode", "advisory"], 2),
        (["replay", str(path)], 0),
        (["verify", str(path)], 0),
        (["rules", str(path), "--mode", "off"], 0),
    ):
        done = runner.invoke(app, words)
        said = " ".join(str(done.exception or done.output).split())
        if code:
            assert done.exit_code != 0, words
            assert sentence in said, said
        else:
            assert done.exit_code == 0, (words, done.output, done.exception)


@pytest.mark.parametrize("game", ["holland44", "marketgarden", "normandy44", "airbridge"])
def test_every_hex_shows_the_basis_of_its_terrain(game: str) -> None:
    module = load_module(game)
    empty = State()
    lines = {hex_text(module, empty, place) for place in range(len(module.board.numbers))}
    assert len(lines) == len(module.board.numbers)


@pytest.mark.parametrize(("game", "has_markers"), [("crossing", False), ("twin", True)])
def test_the_counter_sheet_has_no_empty_section(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    has_markers: bool,
) -> None:
    folder, drawn = request.getfixturevalue(game), []

    def draw(title: str, sections: list[counter_sheet.Section], width: int) -> QImage:
        drawn.extend(section.title for section in sections)
        return QImage(1, 1, QImage.Format.Format_RGB32)

    monkeypatch.setattr(counter_sheet, "_draw", draw)
    counter_sheet.render_sheet(load_module(folder), tmp_path / "sheet.png")
    assert ("Markers" in drawn) == has_markers
    assert len(drawn) == 2 + has_markers


def test_a_game_without_a_sheet_is_shown_with_its_title(
    window: TableWindow, crossing: Path, tmp_path: Path
) -> None:
    (crossing / "sheet.json").unlink()
    path = tmp_path / "g.h44log"
    new_game(path, str(crossing), "duel", mode="off").close()
    assert window.open_path(path, play=True)
    assert not window.messages.lines
    assert window.session.module.sheet.title.title == "The Crossing"
    sheet = map_sheet(window.session.module)
    assert map_image(sheet, sheet.bounds, 10).allGray() is False
    assert sheet.panel.width() <= sheet.map.bounds.width() / 2
