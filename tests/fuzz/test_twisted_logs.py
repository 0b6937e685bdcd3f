"""Logs and notes with wrong values and a valid chain: exported as a page, or refused with a
message.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from engine.core.errors import UserError
from engine.export.html import page
from engine.log.chain import START, ChainError, seal
from engine.play.game import Recording
from engine.report.markdown import export_markdown
from tests.fixtures.export_game import HOSTILE, FakeRenderer, write_game
from tests.fuzz.twisting import exchanged, twisted


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A short game with every kind of entry, and its notes."""
    path = tmp_path_factory.mktemp("sound") / "short.h44log"
    write_game(path, title=HOSTILE)
    return path


def tried(sound: Path, folder: Path, seed: int) -> str:
    """Return the result for a damaged game: refused, or exported as a page and a text."""
    rng = Random(seed)
    folder.mkdir()
    log = folder / "odd.h44log"
    recording = Recording.load(sound)
    records = [recording.log.header.to_json(), *(e.to_json() for e in recording.log.entries)]
    notes = sound.with_suffix(".h44aar").read_bytes()
    if rng.random() < 0.3:
        notes = twisted(notes, rng)
    else:
        at = rng.randrange(len(records))
        for _ in range(rng.randint(1, 3)):
            records[at] = exchanged(records[at], rng)
    link, lines = START, []
    for record in records:
        try:
            line, link = seal(record, link)
        except ChainError:  # nothing that a file could hold
            return "no file"
        lines.append(line)
    log.write_bytes(b"".join(lines))
    log.with_suffix(".h44aar").write_bytes(notes)
    try:
        found = Recording.load(log)
        html = page(found, FakeRenderer(), 300)
        export_markdown(found, folder / "odd.md")
    except UserError:
        return "told"
    assert HOSTILE not in html
    return "written"


def some(sound: Path, tmp_path: Path, seeds: range) -> None:
    for seed in seeds:
        try:
            tried(sound, tmp_path / str(seed), seed)
        except Exception as error:
            raise AssertionError(f"seed {seed}: {error!r}") from error


@pytest.mark.slow
def test_some_twisted_logs_are_exported_or_refused(sound: Path, tmp_path: Path) -> None:
    some(sound, tmp_path, range(5))


@pytest.mark.soak
@pytest.mark.parametrize("part", range(10))
def test_many_twisted_logs_are_exported_or_refused(sound: Path, tmp_path: Path, part: int) -> None:
    some(sound, tmp_path, range(200 * part, 200 * (part + 1)))
