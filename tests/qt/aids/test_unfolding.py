"""The next entry is animated step by step, together with the board."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest

from engine.play.game import Recording
from engine.report.beats import beats
from engine.report.game_facts import facts_of
from holland44_qt.aids.captions_feature import CaptionsFeature
from holland44_qt.replay.player import SPEEDS
from holland44_qt.samples import sample_games
from holland44_qt.window.table_window import TableWindow

SAMPLE = next(path for path in sample_games() if path.stem == "market-garden-turn-1")


def press(window: TableWindow) -> None:
    QTest.keyClick(window, Qt.Key.Key_Space, Qt.KeyboardModifier.ShiftModifier)


def test_beats_start_at_the_old_position_and_end_at_the_new() -> None:
    recording = Recording.load(SAMPLE)
    facts = facts_of(recording.module, recording.log.header.scenario)
    for number in range(1, min(80, len(recording)) + 1):
        found = beats(recording, number, facts)
        assert all(beat.text for beat in found)
        assert found[-1].state == recording.state(number)
        if len(found) > 1:
            assert found[0].state == recording.state(number - 1)


def test_a_combat_hides_die_and_result_until_their_beat() -> None:
    recording = Recording.load(SAMPLE)
    facts = facts_of(recording.module, recording.log.header.scenario)
    entries = recording.timeline.entries
    number = next(
        k
        for k, entry in enumerate(entries, 1)
        if (fight := facts.fight(entry, recording.state(k - 1))) and fight.dice
    )
    fight = facts.fight(entries[number - 1], recording.state(number - 1))
    assert fight is not None
    told = [beat.text for beat in beats(recording, number, facts)]
    values = ", ".join(map(str, entries[number - 1].dice[0].values))
    die = next(k for k, text in enumerate(told) if text.endswith(f"{values}."))
    result = next(k for k, text in enumerate(told) if text.startswith(f"Result {fight.result}"))
    assert 0 < die < result
    assert "Result" not in told[0]


@pytest.mark.slow
def test_nothing_is_revealed_before_its_die_or_by_bookkeeping() -> None:
    for sample in sample_games():
        recording = Recording.load(sample)
        facts = facts_of(recording.module, recording.log.header.scenario)
        for number, entry in enumerate(recording.timeline.entries[1:], 2):
            found = beats(recording, number, facts)
            thrown = [d for d in entry.dice if not d.reason.startswith("draw:")]
            if thrown:
                die = next(k for k, beat in enumerate(found) if beat.text.startswith("Dice ("))
                assert recording.step(number).sentence not in [b.text for b in found[: die + 1]]
            assert not any(beat.text.startswith(("combat:", "fight:")) for beat in found)


def test_an_unknown_unit_is_revealed_before_it_is_named() -> None:
    recording = Recording.load(SAMPLE)
    facts = facts_of(recording.module, recording.log.header.scenario)
    told = beats(recording, 30, facts)
    assert [beat.text for beat in told] == [
        "The unknown unit at 5222 is revealed.",
        "The unknown unit at 5222 is Garrison.",
    ]
    assert told[0].state == recording.state(29)
    assert told[1].state == recording.state(30)


def test_results_of_the_two_sides_are_separate() -> None:
    sample = next(path for path in sample_games() if path.stem == "ten-days-of-market-garden")
    recording = Recording.load(sample)
    facts = facts_of(recording.module, recording.log.header.scenario)
    told = [beat.text for beat in beats(recording, 54, facts)]
    assert "Result DVI ARI: attackers retreat intact; the defence wins intact" in told


def test_dice_are_described_by_their_reason() -> None:
    told = {}
    for sample in sample_games():
        recording = Recording.load(sample)
        facts = facts_of(recording.module, recording.log.header.scenario)
        for number, entry in enumerate(recording.timeline.entries, 1):
            if entry.dice:
                texts = [beat.text for beat in beats(recording, number, facts)]
                told[sample.stem, number] = [text for text in texts if text.startswith("Dice (")]
    raw = [text for texts in told.values() for text in texts if re.search(r"[a-z]:\S|_", text)]
    assert raw == []
    assert "Dice (d6), DD tanks of 70 Tk: 1." in told["normandy44-d-day", 6]
    assert "Dice (d6), Supply throw 82: 3." in told["ten-days-of-market-garden", 119]


def test_the_board_follows_each_beat_and_escape_returns(battle: TableWindow) -> None:
    session, said = battle.session, battle.feature(CaptionsFeature)
    recording = session.recording
    assert recording is not None
    facts = facts_of(recording.module, recording.log.header.scenario)
    number = next(k for k in range(2, len(recording)) if len(beats(recording, k, facts)) > 2)
    found = beats(recording, number, facts)
    session.go(number - 1)
    press(battle)
    assert said.captions.lines[0] == found[0].text
    press(battle)
    assert said.captions.lines[:2] == [found[1].text, found[0].text]
    assert session.step == number - 1
    QTest.keyClick(battle, Qt.Key.Key_Escape)
    assert said.captions.lines[0] == recording.step(number - 1).sentence
    for _ in found:
        press(battle)
        assert session.step == number - 1
    press(battle)
    assert session.step == number
    session.last()
    press(battle)
    assert session.step == session.length


def test_autoplay_reveals_results_if_enabled(battle: TableWindow) -> None:
    session, player, said = battle.session, battle.player, battle.feature(CaptionsFeature)
    recording = session.recording
    assert recording is not None
    facts = facts_of(recording.module, recording.log.header.scenario)
    fight = session.landmarks.combats[0]
    found = beats(recording, fight, facts)
    assert len(found) > 2
    tick = player.findChild(QTimer).timeout.emit
    session.go(fight - 1)
    player.start()
    tick()
    assert session.step == fight, "all at once, as long as nobody asks for more"
    player.stop()
    session.go(fight - 2)
    battle.commands["unfold_play"].trigger()
    player.start()
    tick()
    assert session.step == fight - 1, "what no dice decided comes at once"
    for beat in found[:-1]:
        tick()
        assert said.captions.lines[0] == beat.text
        assert session.step == fight - 1
        assert player.playing
    tick()
    assert session.step == fight
    player.stop()
    player.set_speed(len(SPEEDS) - 1)
    session.go(fight - 1)
    player.start()
    tick()
    assert session.step == fight, "in haste nobody reads"
    player.stop()
    battle.close()
    second = TableWindow()
    assert second.commands["unfold_play"].isChecked(), "it is remembered"
    second.close()
