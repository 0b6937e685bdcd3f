"""Names of the drawn map in other languages: their places."""

from __future__ import annotations

import json

import pytest

from engine.board.label_styles import STYLES
from engine.board.label_text import face
from engine.board.map_texts import bent, label_text, level_start
from engine.i18n import ENVIRONMENT
from engine.modules.module import load_module


def test_a_level_name_keeps_its_middle(monkeypatch: pytest.MonkeyPatch) -> None:
    start, style = (10.0, 5.0), STYLES["sea"]

    def middle() -> float:
        text = label_text("normandy44", "English Channel", "sea")
        left, _ = level_start("normandy44", "English Channel", "sea", start)
        return left + face(style.file).width(text, style.size, style.spacing) / 2

    english = middle()
    monkeypatch.setenv(ENVIRONMENT, "es")
    assert label_text("normandy44", "English Channel", "sea") == "La Mancha"
    assert middle() == pytest.approx(english)


@pytest.mark.parametrize("game", ["holland44", "ardenas"])
def test_a_curved_name_stays_on_its_line(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = json.loads(load_module(game).drawn_map or b"{}")
    countries = [label for label in drawn["curved"] if label["style"] == "country"]
    assert countries
    monkeypatch.setenv(ENVIRONMENT, "es")
    for label in countries:
        name, flat = label["text"], label["glyphs"]
        letters = bent(game, name, "country", flat)
        assert len(letters) == len(label_text(game, name, "country"))
        places = list(zip(flat[::3], flat[1::3], strict=True))
        for u, v, _ in letters:
            assert min((u - a) ** 2 + (v - b) ** 2 for a, b in places) < 1.0


def test_english_names_stay_where_they_were_compiled() -> None:
    flat = [1.0, 2.0, 10.0, 1.2, 2.0, 12.0]
    assert bent("holland44", "xy", "woods", flat) == [(1.0, 2.0, 10.0), (1.2, 2.0, 12.0)]
    assert level_start("normandy44", "English Channel", "sea", (3.0, 4.0)) == (3.0, 4.0)
