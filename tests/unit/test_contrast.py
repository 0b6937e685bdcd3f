"""Contrast of the window and the maps, and colours for colour-blind readers."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from holland44_qt.daylight import NIGHT
from holland44_qt.theme import Theme

SCRIPT = Path(__file__).resolve().parents[2] / "packaging" / "accessibility.py"
TEXT, LARGE, PLAIN = 4.5, 3.0, 10.0
"""WCAG AA for text and for large text, and a difference that is plain at a glance."""


@pytest.fixture(scope="module")
def measures() -> ModuleType:
    spec = importlib.util.spec_from_file_location("accessibility", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_black_on_white_has_the_greatest_contrast(measures: ModuleType) -> None:
    black, white = measures.QColor("black"), measures.QColor("white")
    assert measures.contrast(black, white) == pytest.approx(21)
    assert measures.contrast(white, white) == 1


def test_text_of_the_light_window_is_legible(measures: ModuleType) -> None:
    assert [row for row in measures.window_rows() if row[2] < TEXT] == []


@pytest.mark.slow
def test_text_of_the_dark_window_is_legible() -> None:
    code = (
        "import importlib.util as u, sys; s = u.spec_from_file_location('a', sys.argv[1]);"
        "m = u.module_from_spec(s); s.loader.exec_module(m);"
        "print(min(row[2] for row in m.window_rows()))"
    )
    env = {**os.environ, NIGHT: "1"}
    found = subprocess.run(
        [sys.executable, "-c", code, str(SCRIPT)],
        env=env, check=True, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert float(found.stdout) >= TEXT


@pytest.mark.parametrize("name", ["day", "night", "print", "safe"])
def test_labels_of_a_map_are_legible(measures: ModuleType, name: str) -> None:
    assert [row for row in measures.label_rows(Theme.load(name)) if row[2] < LARGE] == []


def test_the_safe_theme_tells_colours_apart_for_every_reader(measures: ModuleType) -> None:
    for pair, found in measures.pair_rows(Theme.load("safe")):
        assert min(found.values()) >= PLAIN, pair
