"""The entry panel shows verdicts; dice are thrown again when the game is replayed slowly."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from pytestqt.qtbot import QtBot

from engine.core import actions as act
from engine.core.verdicts import Verdict
from engine.i18n import t
from engine.log.entry import Author, Entry
from engine.log.signatures import KeySigner
from engine.log.signers import signature_problems
from engine.play.bylines import Byline
from engine.play.game import Game, Recording
from holland44_qt.replay.entry_panel import MOST_LINES
from holland44_qt.replay.player import NORMAL, SPEEDS
from holland44_qt.window.table_window import TableWindow


def test_a_forged_line_is_shown_as_verify_prints_it(window: TableWindow, tmp_path: Path) -> None:
    pytest.importorskip("cryptography")
    ann, mallory = (KeySigner.from_seed(bytes([n]) * 32) for n in (1, 3))
    log = tmp_path / "signed.h44log"
    with Game.new(log, "holland44", "short") as game:
        for signer in (ann, mallory):
            game.write_as(Byline(Author(name="Ann", key=signer.key), signer))
            game.play(act.ManualEdit(text="an order"), by="allied")
    recording = Recording.load(log)
    problems = signature_problems(recording.log)
    assert problems
    assert window.open_path(log, play=False)
    window.session.last()
    assert all(wrong in window.entry._details.toPlainText() for wrong in problems)
    assert "Written by Ann" not in window.entry._details.toPlainText()
    window.session.back()
    assert "Written by Ann, signed with" in window.entry._details.toPlainText()


def test_verdicts_are_shown_with_their_rule(battle: TableWindow) -> None:
    session = battle.session
    session.go(3)
    current = session.current
    assert current is not None
    broken = Verdict(rule="8.1", level="forbid", key="a.rule.of.tomorrow")
    judged = current.entry.model_copy(update={"verdicts": (broken,)})
    battle.entry.show_step(session.module, session.state, replace(current, entry=judged))
    told = battle.entry._details.toPlainText()
    assert "8.1" in told
    assert "a.rule.of.tomorrow" in told
    assert battle.entry._details.isVisible()


@pytest.mark.slow
def test_an_animated_entry_is_emitted(qtbot: QtBot, battle: TableWindow) -> None:
    played: list[Entry] = []
    battle.player.played.connect(played.append)
    battle.session.go(9)
    battle.player.set_speed(NORMAL + 1)
    battle.player.start()
    qtbot.waitUntil(lambda: not battle.player.playing, timeout=10_000)
    assert [entry.action.kind for entry in played] == ["set_phase", "roll"]


def test_at_full_speed_nothing_delays_the_game(qtbot: QtBot, battle: TableWindow) -> None:
    played: list[Entry] = []
    battle.player.played.connect(played.append)
    battle.player.set_speed(len(SPEEDS) - 1)
    battle.session.go(8)
    battle.player.start()
    qtbot.waitUntil(lambda: not battle.player.playing, timeout=10_000)
    assert played == []


def test_a_short_comment_takes_only_the_height_of_its_text(battle: TableWindow) -> None:
    battle.panels.show("entry")
    battle.session.go(7)
    assert battle.entry.comment.isVisible()
    short = battle.entry.comment.maximumHeight()
    battle.entry.comment.show_markdown("A line.\n\n" * 40)
    assert short < battle.entry.height() / 2
    assert battle.entry.comment.maximumHeight() > 4 * short


def test_a_set_up_lists_its_first_placements_and_the_others_by_a_link(
    battle: TableWindow,
) -> None:
    battle.panels.show("entry")
    battle.session.go(1)
    details = battle.entry._details
    count = len(battle.entry._lines)
    assert count > 100
    assert details.document().toPlainText().count("\n") == MOST_LINES
    assert t("app.entry.all", count=count) in details.toPlainText()
    details.anchorClicked.emit(QUrl("all"))
    assert details.document().toPlainText().count("\n") == count - 1
