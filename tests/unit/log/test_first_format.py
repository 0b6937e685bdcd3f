"""Logs of ``h44log/1`` are read, replayed, verified, audited and written as when frozen."""

from __future__ import annotations

import json
import lzma
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine.core.state import digest
from engine.log.store import LogFile, load
from engine.log.verify import verify
from engine.play.audit import audit
from engine.play.exchange import export_turn, import_turn
from engine.play.game import Game, Recording
from engine.play.referee import ruling_of

FIXTURES = Path(__file__).parents[2] / "fixtures" / "h44log1"
DIGESTS: dict[str, dict[str, Any]] = json.loads((FIXTURES / "digests.json").read_text("utf-8"))

SETTLED = "holland44"
"""The game whose rules had been worked out when the fixtures were frozen."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The fixtures with the files of a player's disk."""
    folder = tmp_path_factory.mktemp("first-format")
    for packed in FIXTURES.iterdir():
        if packed.suffix == ".xz":
            (folder / packed.stem).write_bytes(lzma.decompress(packed.read_bytes()))
        else:
            shutil.copy(packed, folder)
    return folder


@cache
def found_in(path: Path) -> dict[str, Any]:
    """Return today's digests of a log."""
    recording = Recording.load(path)
    log, places = recording.log, recording.module.places
    report = verify(log, places, recording.annotations)
    assert report.problems == []
    tips = {}
    for tip in log.tips():
        line = Recording(log, recording.module, recording.annotations, tip=tip)
        tips[str(tip)] = digest(line.state(len(line)), places)
        for number in range(1, len(line) + 1):
            assert line.step(number).sentence
    return {
        "entries": len(log),
        "tips": tips,
        "digests": report.digests,
        "breaches": breaches_in(recording),
    }


def breaches_in(recording: Recording) -> list[int] | None:
    """Return the entries that the audit objects to; None for games whose rules still change."""
    rules = ruling_of(recording)
    found = None if rules is None else audit(recording, rules)
    assert found is None or found.entries == len(recording)
    settled = found is not None and recording.log.header.game == SETTLED
    return sorted({f.entry for f in found.breaches}) if found and settled else None


def test_every_fixture_has_its_digests() -> None:
    names = {path.name.removesuffix(".h44log.xz") for path in FIXTURES.glob("*.h44log.xz")}
    assert names == set(DIGESTS)


@pytest.mark.parametrize("name", DIGESTS)
def test_a_first_log_replays_and_is_judged_as_before(folder: Path, name: str) -> None:
    loaded = load(folder / f"{name}.h44log")
    assert loaded.damage is None
    assert loaded.notices == []
    assert loaded.log.header.format == "h44log/1"
    assert loaded.log.header.recorded_with == loaded.log.header.rules_version
    assert loaded.log.header.recorded_with
    assert found_in(folder / f"{name}.h44log") == DIGESTS[name]


@pytest.mark.parametrize("name", DIGESTS)
def test_a_first_log_is_written_byte_for_byte(folder: Path, tmp_path: Path, name: str) -> None:
    path = folder / f"{name}.h44log"
    log = load(path).log
    copy = tmp_path / "copy.h44log"
    LogFile.create(copy, log.header, log.entries).close()
    assert copy.read_bytes() == path.read_bytes()


@pytest.mark.parametrize("name", ["branching", "every-kind", "vassal-import", "merged"])
def test_a_continued_first_log_keeps_its_format(folder: Path, tmp_path: Path, name: str) -> None:
    from engine.core.actions import Note

    path = tmp_path / f"{name}.h44log"
    for beside in folder.glob(f"{name}.*"):
        shutil.copy(beside, tmp_path)
    was = path.read_bytes()
    with Game.open(path) as game:
        game.play(Note(text="Played on, years later."))
    now = path.read_bytes()
    assert now.startswith(was)
    assert load(path).damage is None
    assert load(path).log.header.format == "h44log/1"
    line = json.loads(now[len(was) :])
    assert set(line) <= {"id", "parent", "at", "by", "action", "effects", "digest", "link"}


def test_a_first_turn_file_still_starts_a_game(folder: Path, tmp_path: Path) -> None:
    log = tmp_path / "begun.h44log"
    import_turn(folder / "first.h44turn", log)
    assert log.read_bytes() == (folder / "branching.h44log").read_bytes()
    export_turn(log, tmp_path / "again.h44turn", everything=True)
    assert (tmp_path / "again.h44turn").read_bytes() == (folder / "first.h44turn").read_bytes()


def test_keys_of_first_logs_are_mapped_to_todays(folder: Path, tmp_path: Path) -> None:
    from engine.core.actions import MoveUnits, SetRules
    from engine.play import referee
    from engine.play.scrutiny import scrutinise
    from engine.rules.registry import text

    path = tmp_path / "house-rules.h44log"
    shutil.copy(folder / "house-rules.h44log", path)
    known = [v for e in load(path).log.entries for v in e.verdicts]
    assert "rule.8.1.points" in {v.key for v in known}
    assert all(text(verdict) for verdict in known)
    with Game.open(path) as game:
        referee.play(game, SetRules(mode="advisory"))
        ruling = ruling_of(game)
        assert ruling is not None
        forbidden = next(e.action for e in game.log.entries if e.verdicts)
        assert isinstance(forbidden, MoveUnits)
        back = MoveUnits(units=forbidden.units, path=forbidden.path[::-1])
        flagged = referee.play(game, back).verdicts
    assert flagged
    assert not any(verdict.key.startswith("rule.holland44") for verdict in flagged)
    assert load(path).log.entries[-1].verdicts == flagged
    assert not scrutinise(Recording.load(path)).breaches
