"""Charts of the answers to ready questions."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from engine.core.errors import UserError
from engine.i18n import ENVIRONMENT
from engine.studies.charts import MOST, chart_of, named
from engine.studies.game_library import Answer, questions
from holland44_qt.report.bar_chart import MARK, chart_image
from tests.running import run

ROOT = Path(__file__).parents[3]


def test_bars_have_intervals_and_marks_from_their_columns() -> None:
    columns = ("module", "column", "combats", "mean", "expected", "error")
    rows = [
        ("holland44", "3-1", 9, 1.5, 1.25, 0.5),
        ("holland44", "1-1", 1, -1.0, -0.5, None),
    ]
    chart = chart_of("combats", Answer(columns, rows))
    first, second = chart.bars
    assert first.label == "Holland '44 · 3-1"
    assert first.interval == pytest.approx((0.52, 2.48))
    assert (first.value, first.mark) == (1.5, 1.25)
    assert (second.value, second.interval) == (-1.0, None)


def test_bars_name_games_scenarios_sides_and_hexes() -> None:
    won = ("module", "scenario", "combination", "side", "games", "won", "share", "low", "high")
    rows = [
        ("holland44", "campaign", "", "german", 4, 2, 0.5, 0.1, 0.9),
        ("not-here", "campaign", "", "german", 4, 2, 0.5, 0.1, 0.9),
    ]
    known, unknown = chart_of("winners", Answer(won, rows)).bars
    assert known.label == "Holland '44 · Campaign Game · German"
    assert unknown.label == "not-here · campaign · german"
    lost = [("holland44", "4816", "allied", 3)]
    (bar,) = chart_of("losses", Answer(("module", "hex", "side", "units"), lost)).bars
    assert bar.label == "Holland '44 · 4816 Grave · Allied"


def test_tables_name_their_columns_bridges_and_supply(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ENVIRONMENT, "es")
    columns = ("module", "state", "level")
    rows = [("holland44", "blown", "out of supply"), ("ardenas", "melted", "hidden")]
    first, second = named(Answer(columns, rows)).rows
    assert first == ("Holland '44", "volado", "sin suministro")
    assert second[1:] == ("melted", "boca abajo")


def test_the_picture_shows_a_bar_to_the_left_of_zero_and_a_mark() -> None:
    columns = ("module", "column", "combats", "mean", "expected", "error")
    chart = chart_of("combats", Answer(columns, [("g", "1", 1, -1.0, 2.0, None)]))
    image = chart_image(chart)
    reds = [
        x
        for x in range(image.width())
        for y in (image.height() // 2,)
        if image.pixelColor(x, y).name() == MARK
    ]
    assert reds
    assert min(reds) > image.width() / 2


def test_at_most_so_many_bars_are_drawn() -> None:
    rows = [("g", f"{n:04}", "s", n) for n in range(100)]
    chart = chart_of("losses", Answer(("module", "hex", "side", "units"), rows))
    assert len(chart.bars) == MOST
    assert f"{MOST} of {len(rows)}" in chart.title


def test_an_answer_without_rows_is_reported() -> None:
    with pytest.raises(UserError, match="no row"):
        chart_of("winners", Answer(("share",), []))


@pytest.mark.parametrize("ask", ["losses"])
def test_the_command_draws_a_ready_question(tmp_path: Path, ask: str) -> None:
    shutil.copy(ROOT / "logs" / "market-garden-turn-1.h44log", tmp_path)
    refused = run("plot", tmp_path, "-o", tmp_path / "a.png")
    assert refused.returncode == 2
    assert "holland44 library" in refused.stderr
    assert run("library", tmp_path).returncode == 0
    done = run("plot", tmp_path, "--ask", ask, "-o", tmp_path / "a.png")
    assert done.returncode == 0, done.stderr
    assert QImage(str(tmp_path / "a.png")).width() == 1600
    wrong = run("plot", tmp_path, "--ask", "nobody", "-o", tmp_path / "b.png")
    assert wrong.returncode == 2
    assert ", ".join(questions()) in wrong.stderr
