"""Three short sounds for dice, combat and the turn: own work, dedicated to the public domain (CC0).

They are computed, so no recording is shipped. Qt's player of sounds is not part of the packages
that this program needs; the system's own player is used instead.
"""

from __future__ import annotations

import io
import shutil
import sys
import wave
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from PySide6.QtCore import QProcess

RATE = 22_050
"""Samples in a second."""
PLAYERS: tuple[tuple[str, ...], ...] = (
    ("pw-play",), ("paplay",), ("aplay", "-q"), ("afplay",),
)  # fmt: skip
"""Command lines of players, the file name comes last."""


def dice() -> np.ndarray:
    """Return the sound of dice: five knocks, closer and softer each time."""
    knocks = [(0.0, 1.0), (0.11, 0.8), (0.19, 0.6), (0.25, 0.4), (0.29, 0.3)]
    return _mix(0.4, [(at, loud * _knock(1_900, 0.03)) for at, loud in knocks])


def combat() -> np.ndarray:
    """Return the sound of a combat: a far, low thump."""
    return _mix(0.7, [(0.0, _knock(62, 0.16)), (0.03, 0.25 * _knock(140, 0.22))])


def turn() -> np.ndarray:
    """Return the sound of a turn: two soft notes."""
    return _mix(0.8, [(0.0, _note(523.25)), (0.18, _note(659.25))])


SOUNDS: dict[str, Callable[[], np.ndarray]] = {"dice": dice, "combat": combat, "turn": turn}


def as_wave(samples: np.ndarray) -> bytes:
    """Return samples from -1 to 1 as the content of a WAV file."""
    data = io.BytesIO()
    with wave.open(data, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes((np.clip(samples, -1, 1) * 32_767).astype("<i2").tobytes())
    return data.getvalue()


def player() -> tuple[str, ...] | None:
    """Return the command line of a player on this system; None if there is none."""
    return next((line for line in PLAYERS if shutil.which(line[0])), None)


def play(path: Path) -> bool:
    """Play a WAV file without waiting; return whether this system can."""
    if sys.platform == "win32":
        import winsound

        winsound.PlaySound(str(path), winsound.SND_FILENAME | winsound.SND_ASYNC)
        return True
    line = player()
    if line is None:
        return False
    started, _ = QProcess.startDetached(line[0], [*line[1:], str(path)])
    return started


def _knock(pitch: float, length: float) -> np.ndarray:
    """Return a dying tone with noise, always the same."""
    time = np.arange(int(RATE * length * 4)) / RATE
    noise = np.random.default_rng(44).uniform(-0.4, 0.4, time.size)
    tone = np.sin(2 * np.pi * pitch * time)
    return np.asarray((tone + noise) * np.exp(-time / length) * 0.6)


def _note(pitch: float) -> np.ndarray:
    time = np.arange(int(RATE * 0.6)) / RATE
    rise = np.minimum(time / 0.01, 1)
    return np.asarray(np.sin(2 * np.pi * pitch * time) * rise * np.exp(-time / 0.15) * 0.35)


def _mix(length: float, parts: Sequence[tuple[float, np.ndarray]]) -> np.ndarray:
    """Return sounds laid over each other, each from its second on."""
    whole = np.zeros(int(RATE * length))
    for at, part in parts:
        start = int(at * RATE)
        end = min(whole.size, start + part.size)
        whole[start:end] += part[: end - start]
    return whole
