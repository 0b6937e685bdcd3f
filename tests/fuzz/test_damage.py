"""Damaged logs raise only LogError, never yield altered entries, and keep the intact beginning."""

from __future__ import annotations

import io
import itertools
import random
import zipfile
from pathlib import Path

import pytest

from engine.archive import open_files
from engine.core import actions as act
from engine.core.errors import UserError
from engine.log.store import Loaded, LogError, LogFile, load, repair
from engine.play.game import Game, Recording

ONE_BIT_EACH = [lambda at: 1 << at % 8, lambda _: 0xFF]
EVERY_BIT = [lambda _, bit=bit: 1 << bit for bit in range(8)]


def check(path: Path, whole: Loaded) -> Loaded | None:
    """Read a damaged copy of a log: a message, or the beginning of the original."""
    try:
        loaded = load(path)
    except LogError as error:
        told = str(error)
        loaded = None
    else:
        count = len(loaded.log)
        assert loaded.log.header == whole.log.header
        assert loaded.log.entries == whole.log.entries[:count]
        told = loaded.damage or " ".join(loaded.notices) or "."
    assert told.isprintable()
    assert told.endswith(".")
    assert told == "." or str(path) in told
    return loaded


def flip(small_log: Path, masks: list) -> None:  # type: ignore[type-arg]
    whole = load(small_log)
    data = small_log.read_bytes()
    for mask in masks:
        for at in range(len(data)):
            flipped = bytearray(data)
            flipped[at] ^= mask(at)
            small_log.write_bytes(flipped)
            loaded = check(small_log, whole)
            # Never silently: something is told, and nobody can continue on top of it.
            if loaded is not None:
                assert loaded.damage
                assert len(loaded.log) == max(0, data[:at].count(b"\n") - 1)
            with pytest.raises(LogError):
                LogFile.open(small_log)
            assert small_log.read_bytes() == bytes(flipped)


@pytest.mark.slow
def test_any_flipped_byte_is_noticed(small_log: Path) -> None:
    flip(small_log, ONE_BIT_EACH)


@pytest.mark.soak
def test_any_flipped_bit_is_noticed(small_log: Path) -> None:
    flip(small_log, EVERY_BIT)


def test_deleted_doubled_or_exchanged_lines_are_noticed(small_log: Path) -> None:
    whole = load(small_log)
    header, *lines = small_log.read_bytes().splitlines(keepends=True)
    for count in range(1, len(lines) + 2):
        for order in itertools.product(range(len(lines)), repeat=min(count, 4)):
            intact = next(
                (n for n, line in enumerate(order) if line != n), min(len(order), len(lines))
            )
            small_log.write_bytes(header + b"".join(lines[n] for n in order))
            loaded = check(small_log, whole)
            assert loaded is not None
            assert len(loaded.log) == intact
            assert bool(loaded.damage) == (intact < len(order))


def test_inserted_lines_are_noticed(small_log: Path) -> None:
    whole = load(small_log)
    lines = small_log.read_bytes().splitlines(keepends=True)
    for at in range(1, len(lines) + 1):
        for extra in (b"\n", b"{}\n", b"garbage\n", b"\x00" * 40 + b"\n", lines[0], lines[1]):
            small_log.write_bytes(b"".join([*lines[:at], extra, *lines[at:]]))
            loaded = check(small_log, whole)
            assert loaded is not None
            if (extra, at) != (lines[1], 1):  # the first entry twice: the second time is wrong
                assert len(loaded.log) == at - 1
            assert loaded.damage


def test_lines_of_another_log_are_refused(small_log: Path, tmp_path: Path) -> None:
    whole = load(small_log)
    other = tmp_path / "other.h44log"
    LogFile.create(other, whole.log.header.model_copy(update={"id": "other"})).close()
    with LogFile.open(other) as file:
        for entry in whole.log.entries:
            file.append(entry)
    header = small_log.read_bytes().splitlines(keepends=True)[0]
    small_log.write_bytes(header + b"".join(other.read_bytes().splitlines(keepends=True)[1:]))
    loaded = check(small_log, whole)
    assert loaded is not None
    assert len(loaded.log) == 0
    assert loaded.damage


def scramble(small_log: Path, chance: random.Random, rounds: int) -> None:
    """Make several faults, then repair: the copy is sound and has all intact entries."""
    whole = load(small_log)
    data = small_log.read_bytes()
    copy = small_log.with_name("copy.h44log")
    for _ in range(rounds):
        wounded = bytearray(data)
        for _ in range(chance.randint(1, 4)):
            at = chance.randrange(len(wounded) + 1)
            match chance.randrange(4):
                case 0:
                    wounded[at : at + chance.randint(1, 60)] = b""
                case 1:
                    wounded[at:at] = chance.randbytes(chance.randint(1, 60))
                case 2:
                    wounded[at:at] = data[chance.randrange(len(data)) :][: chance.randint(1, 300)]
                case _:
                    wounded[at : at + 20] = bytes(len(wounded[at : at + 20]))
        small_log.write_bytes(wounded)
        loaded = check(small_log, whole)
        if loaded is None:
            continue
        assert repair(loaded, copy) == len(loaded.log)
        mended = load(copy)
        assert (mended.damage, mended.notices) == (None, [])
        assert mended.log.entries == loaded.log.entries
        copy.unlink()


def test_several_faults_are_repaired(small_log: Path) -> None:
    scramble(small_log, random.Random(44), 600)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20))
def test_many_faults_are_repaired(small_log: Path, seed: int) -> None:
    scramble(small_log, random.Random(seed), 5_000)


def test_a_damaged_game_shows_its_intact_part(game: Game) -> None:
    """On the real module: a damaged recording opens, or one message is shown."""
    for number in range(20):
        game.play(act.Note(text=f"note {number}"))
    game.close()
    path = game.file.path
    data = path.read_bytes()
    chance = random.Random(1944)
    for _ in range(60):
        wounded = bytearray(data)
        wounded[chance.randrange(len(wounded))] ^= chance.randint(1, 255)
        path.write_bytes(wounded)
        try:
            recording = Recording.load(path)
        except LogError as error:
            told = str(error)
        else:
            assert recording.state(len(recording)) is not None
            (told,) = recording.notices
        assert told.isprintable()


def _archive() -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("module.json", b'{"format":"h44module/1"}', zipfile.ZIP_DEFLATED)
        archive.writestr("charts/a.json", bytes(300), zipfile.ZIP_DEFLATED)
        archive.writestr("charts/b.json", bytes(300), zipfile.ZIP_LZMA)
        archive.writestr("charts/c.json", b"x" * 300, zipfile.ZIP_BZIP2)
        archive.writestr("plain.json", b"plain", zipfile.ZIP_STORED)
    return data.getvalue()


def read_all(path: Path) -> dict[str, bytes] | None:
    """Return all files of an archive, or None if one message says that they cannot be read."""
    try:
        files = open_files(path)
        return {name: files.read(name) for name in files.names()}
    except UserError as error:
        told = str(error)
    assert told.isprintable()
    assert told.endswith(".")
    assert str(path) in told
    return None


def test_damaged_archives_are_read_or_refused(tmp_path: Path) -> None:
    data = _archive()
    path = tmp_path / "a.h44mod"
    path.write_bytes(data)
    whole = read_all(path)
    assert whole is not None
    for at in range(len(data)):
        path.write_bytes(data[:at])
        assert read_all(path) is None
        for mask in (1 << at % 8, 0xFF):
            flipped = bytearray(data)
            flipped[at] ^= mask
            path.write_bytes(flipped)
            found = read_all(path)
            # Flags and dates carry no checksum; contents do.
            assert found is None or set(found.values()) <= set(whole.values())
