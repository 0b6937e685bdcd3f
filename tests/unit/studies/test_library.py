"""The tables of a library equal the statistics of its logs, and follow changes of the folder."""

from __future__ import annotations

import errno
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.core.errors import UserError
from engine.play.game import Game, Recording
from engine.report.stats import Statistics, statistics
from engine.studies.game_library import Library, logs_below, questions, read_log
from engine.studies.rows import TABLES
from tests.running import run

ROOT = Path(__file__).parents[3]
SAMPLE = ROOT / "logs" / "ten-days-of-market-garden.h44log"
DOCS = ROOT / "docs" / "studies.md"


@pytest.fixture(scope="module")
def stats() -> Statistics:
    return statistics(Recording.load(SAMPLE))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("library")
    (made / "below").mkdir()
    shutil.copy(SAMPLE, made / "below" / "ten.h44log")
    return made


@pytest.fixture
def library(folder: Path, tmp_path: Path) -> Library:
    tables = Library(tmp_path / "tables.duckdb")
    tables.add([read_log(folder, source) for source in logs_below(folder)])
    return tables


def test_tables_equal_the_statistics_of_the_log(library: Library, stats: Statistics) -> None:
    def rows(sql: str) -> list[tuple[object, ...]]:
        return library.ask(sql).rows

    assert rows("SELECT game, entries FROM game") == [
        ("below/ten.h44log", len(Recording.load(SAMPLE)))
    ]
    assert rows("SELECT count(*), sum(worth - expected) FROM combat") == [
        (
            len(stats.fights),
            pytest.approx(sum(f.luck.value for f in stats.fights if f.luck is not None)),
        )
    ]
    for side in stats.sides:
        lost = f"SELECT sum(lost) FROM turn WHERE side = '{side}'"
        assert rows(lost) == [(stats.lost(side),)]
    faces = sum(len(values) for values in stats.dice.values())
    assert rows("SELECT count(*) FROM throw") == [(faces,)]
    assert rows("SELECT count(*) FROM unit WHERE gone") == [
        (sum(one.eliminated for one in stats.units.values()),)
    ]
    # Every entry belongs to one phase; the phases follow each other.
    assert rows("SELECT sum(entries), max(number) - count(*) FROM phase") == [
        (len(Recording.load(SAMPLE)), 0)
    ]


def test_only_new_and_changed_logs_are_read(folder: Path, library: Library, tmp_path: Path) -> None:
    found = list(logs_below(folder))
    assert library.missing(found) == []
    (source,) = found
    log = tmp_path / source.name
    log.parent.mkdir()
    shutil.copy(folder / source.name, log)
    log.touch()
    (changed,) = logs_below(tmp_path)
    assert library.missing([changed]) == [changed]
    library.add([read_log(tmp_path, changed)])
    assert library.missing([changed]) == []
    assert len(library.games()) == 1
    library.remove([source.name])
    assert [library.ask(f"SELECT count(*) FROM {table}").rows for table in TABLES] == [[(0,)]] * 10


@pytest.mark.parametrize("name", sorted(questions()))
def test_every_ready_question_has_an_answer(library: Library, name: str) -> None:
    answer = library.ask(questions()[name])
    assert answer.columns
    # Nobody has won the sample, and its bridges are not known to have changed in every game.
    assert answer.rows or name == "winners"


def test_a_query_reaches_nothing_but_the_tables(library: Library, tmp_path: Path) -> None:
    secret = tmp_path / "secret.csv"
    secret.write_text("a\n1\n", encoding="utf-8")
    for sql in (
        f"SELECT * FROM read_csv('{secret}')",
        f"COPY game TO '{tmp_path / 'out.csv'}'",
        "SET enable_external_access = true",
        f"ATTACH '{tmp_path / 'other.duckdb'}'",
        "DELETE FROM game",
        "SELECT 1; DROP TABLE combat",
    ):
        with pytest.raises(UserError):
            library.ask(sql)
    assert not (tmp_path / "out.csv").exists()
    assert library.ask("SELECT count(*) > 0 FROM combat JOIN game USING (game);").rows == [(True,)]
    assert library.ask("DESCRIBE combat").rows


def test_a_folder_is_read_asked_and_read_again(folder: Path, tmp_path: Path) -> None:
    games = tmp_path / "games"
    shutil.copytree(folder, games)
    (games / "torn.h44log").write_text("no log", encoding="utf-8")
    first = run("library", games)
    assert "1 game in" in first.stdout + first.stderr
    assert "torn.h44log was left out" in first.stderr
    (games / "torn.h44log").unlink()
    lines = SAMPLE.read_bytes().splitlines(keepends=True)
    (games / "damaged.h44log").write_bytes(b"".join(lines[:9] + lines[10:]))
    second = run("library", games)
    assert "damaged.h44log was left out" in second.stderr
    assert "1 game in" in second.stdout
    (games / "damaged.h44log").unlink()
    with Game.new(games / "new.h44log", "airbridge", "introductory"):
        pass
    asked = run("library", games, "--sql", "SELECT module FROM game ORDER BY 1", "--json")
    assert re.findall(r'"module": "(\w+)"', asked.stdout) == ["airbridge", "marketgarden"]
    out = tmp_path / "out.csv"
    assert "standard error" in run("library", games, "--ask", "combats").stdout
    assert run("library", games, "--ask", "combats", "--csv", out).returncode == 0
    assert out.read_text("utf-8").startswith("module,column,combats")


def test_combats_are_counted_by_column_and_by_kind_without_one(tmp_path: Path) -> None:
    tables = Library(tmp_path / "tables.duckdb")
    wanted = {"market-garden-turn-1.h44log", "two-groupings.h44log"}
    logs = ROOT / "logs"
    tables.add([read_log(logs, one) for one in logs_below(logs) if one.name in wanted])
    counts = {
        (module, column): n for module, column, n, *_ in tables.ask(questions()["combats"]).rows
    }
    of_holland = [column for module, column in counts if module == "holland44"]
    assert of_holland == ["2:1", "3:1", "4:1", "5:1", "6:1", "7:1"]
    assert counts["holland44", "4:1"] == 11
    assert counts["ardenas", "Bombardment"] == 2
    assert counts["ardenas", "+4"] == 1
    parts = statistics(Recording.load(ROOT / "logs" / "two-groupings.h44log")).columns()
    assert [*parts] == ["+3", "+4", "Bombardment", "Drop"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("{folder}/none",), "is no folder"),
        (("{folder}", "--ask", "weather"), "Known: bridges, combats"),
        (("{folder}", "--sql", "SELECT nothing"), "cannot be answered"),
        (("{folder}", "--sql", "DROP TABLE combat"), "Only one query that reads"),
        (("{folder}", "--sql", ""), "Only one query that reads"),
    ],
)
def test_bad_input_is_reported_in_one_sentence(
    folder: Path, words: tuple[str, ...], says: str
) -> None:
    done = run("library", *(word.format(folder=folder) for word in words))
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_a_file_that_holds_no_tables_is_reported(tmp_path: Path) -> None:
    bad = tmp_path / "bad.duckdb"
    bad.write_text("no tables", encoding="utf-8")
    with pytest.raises(UserError, match="Move it away"):
        Library(bad)


def test_the_page_names_every_table_and_question() -> None:
    text = DOCS.read_text("utf-8")
    assert [name for name in (*TABLES, *questions()) if f"`{name}`" not in text] == []


@pytest.mark.slow
def test_tables_in_use_are_not_to_be_moved_away(tmp_path: Path) -> None:
    path = tmp_path / "tables.duckdb"
    code = "import sys, duckdb; used = duckdb.connect(sys.argv[1]); print(flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", code, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        other.stdout.readline()
        with pytest.raises(UserError, match="is open in another program"):
            Library(path)
        other.communicate(b"\n")


def test_a_full_disk_is_not_a_fault_of_the_tables(tmp_path: Path) -> None:
    import duckdb

    text = f'IO Error: Could not write file "x": {os.strerror(errno.ENOSPC)}'
    with pytest.raises(UserError) as caught, Library(tmp_path / "tables.duckdb"):
        raise duckdb.IOException(text)
    assert "cannot be written: the disk is full" in str(caught.value)
    assert "Move it away" not in str(caught.value)
