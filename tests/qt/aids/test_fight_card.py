"""The card of a combat is shown on the board beside it."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, QRectF
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.core.actions import Choose, Note
from holland44_qt.aids.captions_feature import CaptionsFeature
from holland44_qt.aids.fight_feature import FightFeature
from holland44_qt.history.stances import Stances
from holland44_qt.referee.decision_feature import Deciding
from holland44_qt.samples import sample_games
from holland44_qt.window.table_window import TableWindow

SAMPLE = next(path for path in sample_games() if path.stem == "market-garden-turn-1")


def test_a_combat_shows_its_card_until_its_decisions_are_answered(
    window: TableWindow, qtbot: QtBot
) -> None:
    assert window.open_path(SAMPLE)
    session, cards = window.session, window.feature(FightFeature)
    entries = session.recording.timeline.entries
    facts = [k for k, e in enumerate(entries, 1) if "attacks" in session.recording.step(k).sentence]
    fought = facts[0]
    session.go(fought)
    qtbot.waitUntil(lambda: cards.panel is not None and cards.panel.isVisible())
    card = cards.panel.card
    assert card.result
    assert card.result in session.recording.step(fought).sentence
    assert card.dice == entries[fought - 1].dice[0].values
    alone = cards.panel.height()
    cards.panel.show_card(replace(card, further=(card,)), ())
    assert cards.panel.height() > alone, "a line for each further combat of the entry"
    quiet = next(k for k in range(fought - 1, 0, -1) if k not in facts
                 and not isinstance(entries[k - 1].action, Choose))  # fmt: skip
    session.go(quiet)
    qtbot.waitUntil(lambda: cards.panel.card is None)
    assert not cards.panel.isVisible()
    session.go(fought)
    qtbot.waitUntil(cards.panel.isVisible)
    window.commands["fight_card"].trigger()
    assert not cards.panel.isVisible()


def test_the_card_is_beside_its_combat(window: TableWindow, qtbot: QtBot) -> None:
    assert window.open_path(SAMPLE)
    session, cards, view = window.session, window.feature(FightFeature), window.view
    for number in range(1, session.length + 1):
        if "attacks" not in session.recording.step(number).sentence:
            continue
        session.go(number)
        cards.tell()
        view.fit_to(cards.panel._hexes)
        view.show_at(40.0, view.middle)
        qtbot.waitUntil(cards.panel.isVisible)
        card = QRectF(cards.panel.geometry())
        assert QRectF(view.rect()).contains(card)
        assert not card.intersects(view.seen_at(cards.panel._hexes))
        if number > 100:
            break


@pytest.mark.parametrize(
    ("fought", "last"),
    [(54, 55), (66, 69), (70, 70), (81, 85), (165, 167), (224, 226)],
    ids=["advance", "retreat", "another one", "determined defence", "losses", "to the end"],
)
def test_the_card_stays_while_its_result_is_carried_out_by_hand(
    window: TableWindow, fought: int, last: int
) -> None:
    assert window.open_path(SAMPLE)
    session, cards = window.session, window.feature(FightFeature)
    session.go(fought)
    cards.tell()
    card = cards.panel.card
    assert card is not None
    for number in range(fought + 1, last + 1):
        session.go(number)
        cards.tell()
        assert cards.panel.card == card, number
    session.go(last + 1)
    cards.tell()
    assert cards.panel.card != card


def test_a_combat_rolled_after_an_answer_has_its_card(window: TableWindow, qtbot: QtBot) -> None:
    """In Market-Garden the dice are thrown after the defender chose the support."""
    path = next(p for p in sample_games() if p.stem == "ten-days-of-market-garden")
    assert window.open_path(path)
    entries = window.session.recording.timeline.entries
    thrown = next(k for k, e in enumerate(entries, 1) if isinstance(e.action, Choose) and e.dice)
    cards = window.feature(FightFeature)
    window.session.go(thrown)
    qtbot.waitUntil(lambda: cards.panel is not None and cards.panel.isVisible())
    assert cards.panel.card.dice == entries[thrown - 1].dice[0].values


def test_pending_attacks_are_marked_on_the_map(
    window: TableWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    path = next(p for p in sample_games() if p.stem == "ten-days-of-market-garden")
    assert window.open_path(Path(shutil.copy(path, tmp_path)), play=True)
    session, marks = window.session, window.feature(Deciding)
    entries = session.recording.timeline.entries
    attack = next(k for k, e in enumerate(entries) if e.action.kind == "declare_attack")
    session.go(attack)
    assert not marks.sight().duties  # who only looks on owes nothing
    assert session.play_on("again")
    qtbot.waitUntil(lambda: bool(marks.sight().duties))
    target = session.module.board.hex(entries[attack].action.target)
    pieces = session.state.pieces
    owing = {pieces[unit].place for unit in entries[attack].action.attackers}
    assert owing & {start for start, end in marks.sight().duties if end == target}


@pytest.mark.slow
def test_a_shorter_line_hides_the_card(window: TableWindow, qtbot: QtBot) -> None:
    assert window.open_path(SAMPLE)
    session, cards = window.session, window.feature(FightFeature)
    window.feature(Stances).ask = lambda count: True  # the test ends as a user would
    last = session.landmarks.combats[-1]
    session.go(5)
    session.try_out()
    session.play(Note(text="Another way."))
    tried = session.recording.timeline.entries[-1].id
    session.leave_trial()
    session.go(last)
    qtbot.waitUntil(lambda: cards.panel is not None and cards.panel.isVisible())
    session.show_line(tried)
    assert session.step == 6
    qtbot.waitUntil(lambda: cards.panel.card is None)


@pytest.mark.slow
def test_the_card_is_dark_in_a_dark_window(
    window: TableWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert window.open_path(SAMPLE)
    session, cards = window.session, window.feature(FightFeature)
    papers = []
    for dark in (False, True):
        monkeypatch.setenv("HOLLAND44_NIGHT", "1" if dark else "")
        session.go(1)
        session.go(66)
        qtbot.waitUntil(lambda: cards.panel is not None and cards.panel.isVisible())
        papers.append(cards.panel._drawn.toImage().pixelColor(20, 8).lightness())
    assert papers[0] > 200 > 80 > papers[1]


def test_the_card_does_not_cover_the_captions(window: TableWindow, qtbot: QtBot) -> None:
    assert window.open_path(SAMPLE)
    cards, captions = window.feature(FightFeature), window.feature(CaptionsFeature).captions
    session = window.session
    session.go(next(k for k in range(1, 99) if "attacks" in session.recording.step(k).sentence))
    qtbot.waitUntil(lambda: cards.panel is not None and cards.panel.isVisible())
    panel = cards.panel
    assert captions.isVisible()
    panel.move(captions.pos())
    placed = panel._beside_captions(panel.geometry(), window.view.rect())
    assert not QRect(placed, panel.size()).intersects(captions.geometry())
    assert window.view.rect().contains(QRect(placed, panel.size()))


def test_the_card_leaves_the_part_that_a_message_covers(window: TableWindow, qtbot: QtBot) -> None:
    assert window.open_path(SAMPLE)
    cards, session = window.feature(FightFeature), window.session
    session.go(next(k for k in range(1, 99) if "attacks" in session.recording.step(k).sentence))
    qtbot.waitUntil(lambda: cards.panel is not None and cards.panel.isVisible())
    window.messages.add("\n".join(["A message of many lines."] * 12))
    QApplication.processEvents()
    assert cards.panel.geometry().top() > window.messages.height()
