"""Studies: combinations, the same games in any process, continuing, and what is refused."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from engine.cli import console, studies
from engine.core.errors import UserError
from engine.log.store import load
from engine.studies.game_library import Answer, Library
from engine.studies.study import Study, play_task
from tests.running import run
from tests.together.conftest import free_port

STUDY = """
title = "Who gains by a guard?"
game = "airbridge"
scenarios = ["introductory"]
games = 2
seed = 5
turns = 1
[players]
allied = ["random", "recruit"]
german = ["random"]
[house]
"5.0" = ["off", "enforce"]
"""


def write(path: Path, text: str = STUDY) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_every_combination_is_played_with_the_same_seeds(tmp_path: Path) -> None:
    tasks = list(Study.load(write(tmp_path / "s.toml")).tasks())
    assert len(tasks) == 2 * 2 * 2
    assert len({task.name for task in tasks}) == 8
    assert {task.seed for task in tasks[:4]} == {5}
    assert len({task.combination for task in tasks[:4]}) == 4
    assert [task.combination for task in tasks[:4]] == [task.combination for task in tasks[4:]]


@pytest.mark.slow
def test_the_same_task_gives_the_same_log(tmp_path: Path) -> None:
    *_, task = Study.load(write(tmp_path / "s.toml")).tasks()
    played = play_task(task)
    assert play_task(task) == played
    path = tmp_path / "one.h44log"
    path.write_bytes(played.log)
    assert run("verify", path).returncode == 0
    header = load(path).log.header
    assert header.players == {"allied": "computer:recruit", "german": "computer:random"}
    assert played.rows.tables["option"] == [(f"{task.name}.h44log", "house 5.0", "enforce")]


@pytest.mark.slow
def test_an_interrupted_study_is_continued(tmp_path: Path) -> None:
    study, folder = write(tmp_path / "s.toml", STUDY.replace(', "recruit"', "")), tmp_path / "out"
    assert run("study", study, "-o", folder).returncode == 0
    logs = {path.name: path.read_bytes() for path in folder.glob("*.h44log")}
    assert len(logs) == 4
    lost = folder / min(logs)
    lost.unlink()
    assert "3 games in" in run("library", folder).stdout  # the tables follow the folder
    done = run("study", study, "-o", folder, "--json")
    assert done.returncode == 0, done.stderr
    assert {path.name: path.read_bytes() for path in folder.glob("*.h44log")} == logs
    with Library(folder / "library.duckdb") as tables:
        assert tables.ask("SELECT count(*), count(DISTINCT combination) FROM game").rows == [(4, 2)]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("airbridge", "chess"), "chess"),
        (("introductory", "moon"), "moon"),
        (('"random", "recruit"', '"genius"'), "genius"),
        (("german = ", "polish = "), "polish"),
        (("games = 2", "games = 0"), "games"),
        (("games = 2", "rounds = 2"), "rounds: the field is not known"),
        (("[house]", "[options]\nmagic = [1]\n[house]"), "magic"),
        (("title", "title title"), "not a study"),
        (('["off", "enforce"]', '["perhaps"]'), "house"),
        (('"5.0" =', '"99.9" ='), "99.9"),
    ],
)
def test_a_wrong_study_is_refused_in_one_sentence(
    tmp_path: Path, change: tuple[str, str], says: str
) -> None:
    with pytest.raises(UserError, match=says) as error:
        Study.load(write(tmp_path / "s.toml", STUDY.replace(*change)))
    assert "\n" not in str(error.value)


def test_a_narrow_terminal_cuts_no_combination_off(monkeypatch: pytest.MonkeyPatch) -> None:
    text = StringIO()
    for module in (studies, console):
        monkeypatch.setattr(module, "out", Console(file=text, width=24))
    combination = "allied=recruit german=random 5.0=enforce"
    answer = Answer(("combination", "games"), [(combination, 2)])
    studies._print(answer, None, as_json=False, ready=True)
    shown = " ".join(text.getvalue().split("─")[-1].split()).replace("recruit 2", "recruit")
    assert shown == combination
    assert max(map(len, text.getvalue().splitlines())) <= 24


def test_nothing_is_written_without_the_packages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "duckdb", None)
    done = run("study", write(tmp_path / "s.toml"), "-o", tmp_path / "out")
    assert done.returncode == 2
    assert "holland44-qt[studies]" in done.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.soak
def test_four_dask_workers_give_the_same_table_when_one_is_killed(tmp_path: Path) -> None:
    study = write(tmp_path / "s.toml", STUDY.replace("games = 2", "games = 6"))
    alone, spread = tmp_path / "alone", tmp_path / "spread"
    assert run("study", study, "-o", alone).returncode == 0
    address = f"tcp://127.0.0.1:{free_port()}"
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler"]
    port = address.rpartition(":")[2]
    processes = [subprocess.Popen([*command, "--port", port, "--no-dashboard"])]
    try:
        processes += [
            subprocess.Popen(
                [sys.executable, "-m", "distributed.cli.dask_worker", address, "--no-nanny",
                 "--nthreads", "1", "--no-dashboard", "--preload", "holland44_qt"]
            )
            for _ in range(4)
        ]  # fmt: skip
        playing = subprocess.Popen(
            [sys.executable, "-m", "holland44_qt", "study", study, "-o", spread, "--dask", address]
        )
        end = time.monotonic() + 120
        while not list(spread.glob("*.h44log")) and time.monotonic() < end:
            time.sleep(0.2)
        os.kill(processes[1].pid, signal.SIGKILL)
        assert playing.wait(600) == 0
    finally:
        for process in processes:
            process.kill()
            process.wait()
    columns = "game, log, module, entries, turns, winner, combination, seed"
    tables = []
    for folder in (alone, spread):
        out = tmp_path / f"{folder.name}.csv"
        run("library", folder, "--sql", f"SELECT {columns} FROM game ORDER BY game", "--csv", out)
        tables.append(out.read_bytes())
    assert tables[0].count(b"\n") == 25
    assert tables[0] == tables[1]
    for log in alone.glob("*.h44log"):
        assert (spread / log.name).read_bytes() == log.read_bytes()
