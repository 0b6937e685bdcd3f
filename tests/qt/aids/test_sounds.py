"""Sounds: off by default, played for new entries, never an obstacle to play."""

from __future__ import annotations

import io
import sys
import wave
from pathlib import Path

import numpy as np
import pytest

from engine.core import actions as act
from engine.user_folders import made_folder
from holland44_qt.aids import sounds
from holland44_qt.aids.sounds import SOUNDS, as_wave
from holland44_qt.window.table_window import TableWindow


@pytest.mark.parametrize("name", sorted(SOUNDS))
def test_a_sound_is_short_audible_and_not_clipped(name: str) -> None:
    samples = SOUNDS[name]()
    assert 0.2 < samples.size / sounds.RATE < 1
    assert 0.1 < np.abs(samples).max() <= 1
    assert np.array_equal(samples, SOUNDS[name]())
    with wave.open(io.BytesIO(as_wave(samples))) as file:
        assert (file.getframerate(), file.getnframes()) == (sounds.RATE, samples.size)


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    found: list[str] = []
    monkeypatch.setattr(sounds, "play", lambda path: found.append(path.stem))
    return found


def begin(window: TableWindow, folder: Path) -> None:
    assert window.session.new(folder / "game.h44log", "holland44", "campaign")


def test_nothing_is_heard_until_sounds_are_chosen(
    window: TableWindow, tmp_path: Path, heard: list[str]
) -> None:
    begin(window, tmp_path)
    assert window.session.play(act.Roll(sides=6, count=1, reason="test"))
    assert heard == []
    window.preferences.change(sounds=True)
    assert window.session.play(act.Roll(sides=6, count=1, reason="test"))
    assert window.session.play(act.Note(text="quiet"))
    assert window.session.play(act.SetClock(turn=1, phase="movement", active="allied"))
    assert window.session.play(act.SetClock(turn=1, phase="movement", active="german"))
    assert heard == ["dice", "turn"]
    assert (made_folder("sounds") / "dice.wav").read_bytes().startswith(b"RIFF")


def test_without_a_player_nothing_happens(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(sounds.shutil, "which", lambda _: None)
    assert not sounds.play(tmp_path / "none.wav")
