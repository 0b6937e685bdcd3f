"""The command line: output, exit codes, one message for bad input."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.cli.console import fitted, grid, out
from engine.core import actions as act
from engine.modules.validate import OPTIONAL, PARTS
from engine.play.game import Game, Recording
from tests.running import run

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "logs" / "market-garden-turn-1.h44log"


def start(*args: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a command as a user does, in its own process, without colours or a display."""
    return subprocess.run(
        [sys.executable, "-m", "holland44_qt", *map(str, args)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        env={
            "PATH": "/usr/bin:/bin",
            "PYTHONPATH": str(ROOT),
            "COLUMNS": "200",
            "HOME": "/tmp",
            "XDG_CACHE_HOME": os.environ["XDG_CACHE_HOME"],
        },
    )


def one_sentence(result: subprocess.CompletedProcess[str]) -> str:
    """Return the error shown to the user: exit code 2, one line, no traceback."""
    assert result.returncode == 2, result.stdout + result.stderr
    text = result.stderr.strip()
    assert "Traceback" not in text
    assert "\n" not in text, text
    return text


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A short game with every common kind of entry, and a branch."""
    path = tmp_path_factory.mktemp("cli") / "game.h44log"
    with Game.new(path, "holland44", "campaign") as game:
        game.play(act.SetClock(turn=1, phase="movement", active="allied"))
        game.play(act.MoveUnits(units=("BR-2-1P",), path=("6217", "6218", "6219")))
        game.play(act.Roll(reason="a trial", count=2))
        game.follow(2)
        game.play(act.Note(text="Another way."))
    return path


@pytest.mark.slow
def test_new_writes_a_log_that_verifies(tmp_path: Path) -> None:
    path = tmp_path / "new.h44log"
    made = start("new", "holland44", "short", "-o", path)
    assert made.returncode == 0, made.stderr
    assert "323 pieces" in made.stdout
    checked = start("verify", path)
    assert checked.returncode == 0
    assert "sound: 1 entry" in checked.stdout


@pytest.mark.slow
def test_new_without_a_scenario_takes_the_first(tmp_path: Path) -> None:
    path = tmp_path / "new.h44log"
    made = start("new", "airbridge", "-o", path)
    assert made.returncode == 0, made.stderr
    assert Recording.load(path).log.header.scenario == "introductory"


def test_new_reports_a_module_without_scenarios(tmp_path: Path) -> None:
    folder = tmp_path / "crossing"
    shutil.copytree(ROOT / "resources" / "airbridge", folder)
    meta = json.loads((folder / "module.json").read_bytes())
    (folder / "module.json").write_text(json.dumps({**meta, "scenarios": []}))
    told = one_sentence(start("new", folder, "-o", tmp_path / "new.h44log"))
    assert "has no scenarios" in told
    assert not (tmp_path / "new.h44log").exists()


@pytest.mark.slow
def test_new_does_not_overwrite(log: Path) -> None:
    before = log.read_bytes()
    assert "exists already" in one_sentence(start("new", "holland44", "campaign", "-o", log))
    assert log.read_bytes() == before


@pytest.mark.parametrize(
    ("args", "part"),
    [
        (("new", "holland44", "nonsense", "-o", "x.h44log"), "campaign, short"),
        (("new", "nonsense", "campaign", "-o", "x.h44log"), "holland44"),
        (("replay", "missing.h44log"), "There is no file missing.h44log"),
        (("state", "README.md"), "not a Holland '44 Qt log"),
        (("export", "docs", "--to", "md"), "Name a recorded game"),
        (("schema", "nonsense"), "actions"),
        (("modules", "validate", "missing.h44mod"), "missing.h44mod"),
        (("modules", "build", "missing"), "missing"),
        (("modules", "build", "docs"), "no folder 'source' in docs"),
    ],
)
def test_bad_input_is_reported_in_one_sentence(args: tuple[str, ...], part: str) -> None:
    assert part in one_sentence(run(*args))


def test_unknown_export_format_lists_the_known_ones(log: Path) -> None:
    assert "html, json, md" in one_sentence(run("export", log, "--to", "docx"))


def test_entry_out_of_range_is_reported_in_one_sentence(log: Path) -> None:
    assert "entries 1 to 5" in one_sentence(run("state", log, "--at", "99", "--json"))
    assert "entries 1 to 5" in one_sentence(run("replay", log, "--to", "99"))


def test_replay_prints_sentences_up_to_an_entry(log: Path) -> None:
    result = run("replay", log, "--to", "3")
    assert result.returncode == 0, result.stderr
    assert "2/1P: 6217" in result.stdout
    assert "Another way" not in result.stdout


def test_replay_starts_at_an_entry(log: Path) -> None:
    second, last = Recording.load(log).timeline.entries[-2:]
    shown = run("replay", log, "--from", str(last.id)).stdout
    assert f" {last.id} " in shown
    assert f" {second.id} " not in shown
    assert "no entry 99 on this line" in one_sentence(run("replay", log, "--from", "99"))


def test_replay_follows_the_last_line_played(log: Path) -> None:
    result = run("replay", log)
    assert "Another way." in result.stdout
    assert "a trial" not in result.stdout


def test_state_is_json_and_reproducible(log: Path) -> None:
    first = run("state", log, "--at", "3", "--json")
    assert first.returncode == 0, first.stderr
    start = json.loads(run("state", log, "--at", "0", "--json").stdout)
    again = run("state", log, "--at", "3", "--json")
    assert start["units"] == {}
    assert first.stdout == again.stdout
    state = json.loads(first.stdout)
    assert state["units"]["BR-2-1P"]["at"] == "6219"
    assert state["phase"] == "movement"


def test_state_without_json_is_a_table(log: Path) -> None:
    result = run("state", log, "--at", "3")
    assert "6219" in result.stdout
    assert "2/1P" in result.stdout


def test_state_names_bridges_and_tracks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The notes of the rules on single units and hexsides have no names; JSON has them."""
    game = ROOT / "logs" / "ten-days-of-market-garden.h44log"
    shown = " ".join(run("state", game).stdout.split())
    assert "Allied victory points: 80; German victory points: 133; Winner: German" in shown
    assert "end/0526" not in shown
    assert "end/0526" in run("state", game, "--json").stdout
    monkeypatch.setenv("HOLLAND44_LANG", "es")
    shown = " ".join(run("state", SAMPLE).stdout.split())
    assert "(6020/6120): volado" in shown
    assert "Tiempo atmosférico: Noche" in shown


def test_verify_reports_the_damage_and_repair_saves_the_rest(log: Path, tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.h44log"
    lines = log.read_bytes().splitlines(keepends=True)
    lines[3] = lines[3].replace(b"6219", b"6220")
    damaged.write_bytes(b"".join(lines))
    result = run("verify", damaged)
    assert result.returncode == 1
    assert "damaged at entry 3" in result.stdout
    machine = json.loads(run("verify", damaged, "--json").stdout)
    assert machine["entries"] == 2
    assert len(machine["problems"]) == 1
    saved = tmp_path / "saved.h44log"
    assert run("repair", damaged, "-o", saved).returncode == 0
    assert "2 entries" in run("verify", saved).stdout


@pytest.mark.parametrize(
    "words",
    [
        ["replay"],
        ["state", "--json"],
        ["stats", "--json"],
        ["export", "--to", "csv"],
        ["open", "--page", "{}/page.html"],
    ],
    ids=lambda words: words[0],
)
def test_a_damaged_log_is_shown_and_its_damage_is_the_last_line(
    words: list[str], log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("holland44_qt.cli.has_display", lambda: False)
    lines = log.read_bytes().splitlines(keepends=True)
    lines[3] = lines[3].replace(b"6219", b"6220")
    damaged = log.with_name("damaged.h44log")
    damaged.write_bytes(b"".join(lines))
    done = run(words[0], damaged, *(word.format(log.parent) for word in words[1:]))
    assert done.returncode == 1, done.stderr
    assert done.stdout
    assert "damaged at entry 3" in done.stderr.splitlines()[-1]
    assert done.stderr.count("damaged at entry 3") == 2


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("replay {} --from 3 --to 2", "Entry 3 comes after entry 2"),
        ("stats {} -o stats.csv", "add --json or --csv"),
        ("export {} --to csv --art", "Only the format html takes --art"),
        ("odds 6217 BR-2-1P --log {} --game normandy44", "omit --game and --scenario"),
        ("odds 6217 BR-2-1P --log {} --scenario short", "omit --game and --scenario"),
        ("supply allied --at 3", "name it with --log"),
        ("why-not 6217 BR-2-1P --log {}", "The units are in 6217 already."),
        ("library {folder} --ask winners --sql x", "Ask one question"),
    ],
)
def test_options_that_would_be_ignored_are_refused(words: str, says: str, log: Path) -> None:
    line = [word.format(log, folder=log.parent) for word in words.split()]
    assert says in one_sentence(run(*line))


def test_the_only_line_of_an_error_is_its_sentence(log: Path) -> None:
    """A progress bar leaves no empty line where there is no terminal."""
    assert "neither a VASSAL module" in one_sentence(run("import", log))
    assert run("import", log).stderr.count("\n") == 1


def test_one_entry_is_in_the_singular(tmp_path: Path) -> None:
    log = tmp_path / "one.h44log"
    assert run("new", "holland44", "-o", log).returncode == 0
    assert "1 entry, 1 checked" in run("audit", log).stdout
    assert "is sound: 1 entry," in run("verify", log).stdout
    target = tmp_path / "one.csv"
    run("export", log, "--to", "csv", "-o", target)
    again = run("export", log, "--to", "csv", "-o", target)
    assert one_sentence(again).startswith(f"{target} already exists. Give")


def test_exports_write_files(log: Path, tmp_path: Path) -> None:
    for kind in ("md", "csv"):
        target = tmp_path / f"game.{kind}"
        result = run("export", log, "--to", kind, "-o", target, "--entries", "all")
        assert result.returncode == 0, result.stderr
        told = target.read_text(encoding="utf-8")
        assert "Another way." in told
        assert "a trial" not in told, "that line was left"


def test_modules_list_and_validate() -> None:
    listed = json.loads(run("modules", "list", "--json").stdout)
    assert {"holland44", "marketgarden"} <= {g["id"] for g in listed}
    for game in listed:
        assert run("modules", "validate", game["id"]).returncode == 0


def test_validate_prints_every_problem_with_file_and_place(tmp_path: Path) -> None:
    module = tmp_path / "mod"
    shutil.copytree(ROOT / "resources" / "holland44", module)
    scenario = module / "scenarios" / "short.json"
    data = json.loads(scenario.read_text(encoding="utf-8"))
    data["units"][0]["at"] = "9999"
    data["units"][1]["unit"] = "XX-1"
    scenario.write_text(json.dumps(data), encoding="utf-8")
    (module / "charts" / "crt.json").write_text("{", encoding="utf-8")
    result = run("modules", "validate", module, "--json")
    assert result.returncode == 1
    found = {(p["file"], p["where"]) for p in json.loads(result.stdout)}
    assert ("scenarios/short.json", "units.0") in found
    assert ("scenarios/short.json", "units.1") in found
    assert ("charts/crt.json", "-") in found


def test_zipped_module_is_read_like_its_folder(tmp_path: Path) -> None:
    archive = shutil.make_archive(str(tmp_path / "mod"), "zip", ROOT / "resources" / "holland44")
    result = run("modules", "validate", archive)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize("what", ["actions", "effects", "entry", "header", "annotations", "module"])
def test_schemas_are_json(what: str) -> None:
    printed = run("schema", what).stdout
    assert json.loads(printed)
    assert ":class:" not in printed
    assert "``" not in printed
    assert "engine." not in printed


def test_module_schema_covers_every_file_that_validate_reads() -> None:
    schema = json.loads(run("schema", "module").stdout)
    assert {*PARTS, *OPTIONAL, "scenarios/<id>.json", "themes/<theme>.json"} == set(schema)
    assert "steps" in schema["charts/sequence.json"]["required"]


@pytest.mark.slow
def test_open_refuses_a_file_that_does_not_exist(tmp_path: Path) -> None:
    result = start("open", tmp_path / "nofile.h44log")
    assert result.returncode == 2
    assert "nofile.h44log" in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.slow
def test_open_of_a_vassal_file_without_a_display_explains_what_to_do() -> None:
    result = start("open", ROOT / "tests" / "fixtures" / "vassal" / "little.vmod")
    assert "holland44 new for a module" in one_sentence(result)


@pytest.mark.slow
def test_open_without_a_display_replays_and_writes_the_page(log: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    result = start("open", log, "--page", page)
    assert result.returncode == 0, result.stderr
    assert "no display" in result.stdout
    assert "Another way." in result.stdout
    assert page.stat().st_size > 100_000


@pytest.mark.parametrize("args", [(), ("replay",), ("modules", "build"), ("render",)])
def test_help_has_examples(args: tuple[str, ...]) -> None:
    result = run(*args, "--help")
    assert result.returncode == 0
    assert "Usage" in result.stdout


def test_a_narrow_terminal_wraps_statistics_without_cutting_them() -> None:
    from engine.cli.report import print_table
    from engine.report.tables import Table

    made = Table("turns", "Turns", tuple(f"Heading{n}" for n in range(12)), (tuple([-1.92] * 12),))
    width, out.width = out.width, 80
    try:
        with out.capture() as printed:
            print_table(made)
    finally:
        out.width = width
    lines = printed.get().splitlines()
    assert not any("…" in line or len(line) > 80 for line in lines)
    assert lines[-1].split() == ["−1.92"] * 12, "numbers stay whole"


def test_a_narrow_terminal_wraps_texts_between_words() -> None:
    heads = ("module", "scenario", "combination", *(f"value{n}" for n in range(5)))
    row = ("airbridge", "introductory", "german=recruit allied=random", *["0.562"] * 5)
    width, out.width = out.width, 80
    try:
        with out.capture() as printed:
            out.print(grid(heads, [row]))
    finally:
        out.width = width
    words = printed.get().split()
    assert {*heads, "airbridge", "introductory", "german=recruit", "allied=random"} <= {*words}


def test_columns_get_the_room_they_need() -> None:
    assert fitted([3, 5], [4, 20], 30) == [4, 20]
    assert fitted([3, 5], [4, 20], 15) == [4, 11]
    assert fitted([3, 9, 9], [3, 9, 9], 15) == [3, 6, 6]
