"""The table of entries."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from engine.core import actions as act
from engine.log.annotations import Annotation, Annotations
from engine.play.game import Game, Recording
from engine.report.csv_table import COLUMNS, export_csv, table
from tests.fixtures.export_game import AT, write_game


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Recording:
    path = tmp_path_factory.mktemp("table") / "short.h44log"
    write_game(path)
    return Recording.load(path)


def test_there_is_one_row_per_entry(recording: Recording) -> None:
    rows = list(csv.DictReader(io.StringIO(table(recording))))
    assert tuple(rows[0]) == COLUMNS
    assert [int(row["id"]) for row in rows] == list(range(1, len(recording) + 1))
    assert [int(row["parent"]) for row in rows] == list(range(len(recording)))
    roll = next(row for row in rows if row["kind"] == "roll")
    assert (roll["dice"], roll["turn"], roll["side"]) == ("3 6", "1", "allied")
    assert rows[-1]["turn"] == "2"
    assert rows[2]["comment"].startswith("The **southern** road.")


def test_file_opens_in_spreadsheets(recording: Recording, tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    export_csv(recording, path)
    data = path.read_bytes()
    assert data.startswith(b"\xef\xbb\xbfid,parent,")
    assert "שלום 🚁" in data.decode("utf-8-sig")


@pytest.mark.parametrize(
    "text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "  =1", '=HYPERLINK("x")']
)
def test_cells_are_never_formulas(tmp_path: Path, text: str) -> None:
    path = tmp_path / "formula.h44log"
    with Game.new(path, "holland44", "short", log_id="formula", at=AT) as game:
        game.play(act.Note(text=text), at=AT)
    notes = Annotations(log="formula", entries={2: Annotation(comment=text)})
    notes.save(path.with_suffix(".h44aar"))
    rows = list(csv.reader(io.StringIO(table(Recording.load(path)), newline="")))
    shown = "␍=1" if text == "\r=1" else f"'{text}"  # a control character becomes its picture
    assert rows[-1][COLUMNS.index("comment")] == shown
    assert rows[-1][COLUMNS.index("sentence")].startswith("'")
