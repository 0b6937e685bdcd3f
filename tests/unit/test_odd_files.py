"""Paths that are not regular files are reported at once; hidden files are not followed as links.

No other file overwrites a game.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest
from typer.testing import CliRunner

from engine.archive import open_files
from engine.core import actions as act
from engine.core.errors import UserError
from engine.files import write_atomic
from engine.log.annotations import (
    MAX_SHAPES,
    Annotation,
    Annotations,
    HexShape,
    Line,
    Photo,
)
from engine.log.head import head_of, read_head
from engine.log.lock import is_held
from engine.log.store import LogFile, load
from engine.play.exchange import export_turn, import_turn
from engine.play.game import Game
from engine.report.one_file import unpack
from engine.vassal.archive import Archive
from holland44_qt.aids.notepad import Pad
from holland44_qt.command_line import app

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no such files here")

PATIENCE = 5


@contextmanager
def at_once() -> Iterator[None]:
    """Fail instead of blocking."""

    def late(_signal: int, _frame: FrameType | None) -> None:
        raise TimeoutError("it waits for what never comes")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(PATIENCE)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def _odd(folder: Path, kind: str, name: str) -> Path:
    path = folder / name
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "device":
        path.symlink_to("/dev/zero")
    elif kind == "loop":
        path.symlink_to(path)
    elif kind == "folder":
        path.mkdir()
    else:
        with socket.socket(socket.AF_UNIX) as here:
            at = os.getcwd()
            os.chdir(folder)  # such names are short
            try:
                here.bind(name)
            finally:
                os.chdir(at)
    return path


READERS: dict[str, Callable[[Path], object]] = {
    "log": load,
    "log to write": LogFile.open,
    "notes": Annotations.load,
    "turn": lambda path: import_turn(path, path.with_name("begun.h44log")),
    "one file": unpack,
    "VASSAL": Archive,
    "pad": lambda path: Pad(path.with_name("a.h44log"), "allied").read(),
}


@pytest.mark.parametrize("kind", ["pipe", "device", "loop", "folder", "socket"])
@pytest.mark.parametrize("reader", READERS)
def test_a_path_that_is_no_file_is_reported_at_once(tmp_path: Path, reader: str, kind: str) -> None:
    path = _odd(tmp_path, kind, "a.allied.txt" if reader == "pad" else "a.odd")
    with at_once(), pytest.raises(UserError) as told:
        READERS[reader](path)
    assert path.name in str(told.value)
    assert not is_held(path)


@pytest.mark.parametrize("kind", ["pipe", "device", "loop", "socket"])
def test_open_reports_it_without_opening_a_window(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("holland44_qt.cli.has_display", lambda: True)
    path = _odd(tmp_path, kind, "a.h44log")
    with at_once():
        run = CliRunner().invoke(app, ["open", str(path)])
    assert isinstance(run.exception, UserError)
    assert "a.h44log" in str(run.exception)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    with Game.new(tmp_path / "a.h44log", "holland44", "campaign") as game:
        game.play(act.Note(text="Ready."))
    return tmp_path / "a.h44log"


@pytest.mark.parametrize("kind", ["pipe", "link", "loop"])
def test_a_head_record_is_not_followed_as_a_link(log: Path, kind: str, tmp_path: Path) -> None:
    """It came with a foreign folder: its target is not written, and reading does not block."""
    victim = tmp_path / "victim.txt"
    victim.write_text("mine " * 200)
    head_of(log).unlink()
    if kind == "link":
        head_of(log).symlink_to(victim)
    else:
        _odd(tmp_path, kind, head_of(log).name)
    with at_once(), Game.open(log) as game:
        game.play(act.Note(text="More."))
    assert victim.read_text() == "mine " * 200
    with at_once():
        assert read_head(log) is None
        assert len(load(log).log) == 3


@pytest.mark.parametrize("kind", ["pipe", "link"])
def test_the_exchange_record_is_not_followed_as_a_link(
    log: Path, kind: str, tmp_path: Path
) -> None:
    victim, memory = tmp_path / "victim.txt", tmp_path / f".{log.name}.exchange"
    victim.write_text("mine")
    if kind == "link":
        memory.symlink_to(victim)
    else:
        os.mkfifo(memory)
    with at_once():
        assert export_turn(log, tmp_path / "a.h44turn").last == 2
    assert victim.read_text() == "mine"


def test_a_failed_exchange_record_keeps_the_imported_turn(log: Path, tmp_path: Path) -> None:
    """A folder may allow writing its log and nothing else."""
    theirs = tmp_path / "theirs" / "a.h44log"
    theirs.parent.mkdir()
    shutil.copy(log, theirs)
    with Game.open(log) as game:
        game.play(act.Note(text="More."))
    export_turn(log, tmp_path / "a.h44turn")
    (theirs.parent / f".{theirs.name}.exchange").mkdir()
    brought = import_turn(tmp_path / "a.h44turn", theirs)
    assert (brought.first, brought.last) == (3, 3)
    assert theirs.read_bytes() == log.read_bytes()


@pytest.mark.parametrize(
    "words",
    [["turn", "export", "--all"], ["export", "--to", "csv"], ["stats", "--json"]],
    ids=" ".join,
)
def test_a_command_does_not_overwrite_its_game(log: Path, words: list[str]) -> None:
    """Naming the game itself as the output file is an easy mistake."""
    before = log.read_bytes()
    run = CliRunner().invoke(app, [*words, str(log), "-o", str(log)])
    assert isinstance(run.exception, UserError), run.output
    assert "recorded game" in str(run.exception)
    assert log.read_bytes() == before


@pytest.mark.parametrize("name", ["a.h44log", "a.h44aar", "link.txt"])
def test_a_game_and_its_notes_are_never_overwritten(log: Path, name: str) -> None:
    notes = Annotations(log=load(log).log.header.id, title="What I wrote")
    notes.save(log.with_suffix(".h44aar"))
    log.with_name("link.txt").symlink_to(log)
    path = log.with_name(name)
    before = path.read_bytes()
    with pytest.raises(UserError, match="recorded game"):
        write_atomic(path, b"a page")
    assert path.read_bytes() == before


def test_an_exported_file_may_be_overwritten(log: Path, tmp_path: Path) -> None:
    """A turn file has the log's header too, but may be overwritten."""
    target = tmp_path / "a.h44turn"
    for _ in range(2):
        export_turn(log, target, everything=True)


def test_a_too_large_log_is_not_read(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.log.reading.MAX_LOG", 1000)
    for reader in (load, LogFile.open):
        with pytest.raises(UserError, match="larger than such a file may be"):
            reader(log)


def _many(count: int) -> bytes:
    shape = b'{"kind":"hex","hex":"1000"}'
    shapes = b",".join([shape] * count)
    return b'{"log":"x","entries":{"1":{"shapes":[' + shapes + b"]}}}"


def test_the_limit_of_shapes_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "a.h44aar"
    path.write_bytes(_many(MAX_SHAPES))
    assert len(Annotations.load(path).entries[1].shapes) == MAX_SHAPES
    path.write_bytes(_many(MAX_SHAPES + 1))
    with pytest.raises(UserError, match=r"entries\.1\.shapes holds more than 1000"):
        Annotations.load(path)
    path.write_bytes(_many(600_000))
    with pytest.raises(UserError, match="is not read or written"):
        Annotations.load(path)


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"intro": "x" * 100_001}, "intro is longer than 100000 characters"),
        ({"entries": {1: Annotation.model_construct(comment="x" * 100_001)}}, "longer than 100000"),
        (
            {
                "entries": {
                    1: Annotation().model_copy(update={"shapes": (HexShape(hex="1"),) * 1001})
                }
            },
            "holds more than 1000",
        ),
        ({"photos": {"a/b.png": Photo(mime="image/png", data="")}}, "cannot store this"),
    ],
)
def test_annotations_beyond_the_reading_limits_are_not_saved(
    tmp_path: Path, fields: dict[str, object], told: str
) -> None:
    """A file that cannot be read again would lose all earlier annotations."""
    path = tmp_path / "a.h44aar"
    notes = Annotations(log="x", entries={7: Annotation(comment="Kept")})
    notes.save(path)
    with pytest.raises(UserError, match=told):
        notes.model_copy(update=fields).save(path)
    assert Annotations.load(path) == notes


@pytest.mark.parametrize("far", ["1e308", "-1e308", "1000001"])
def test_points_far_off_every_map_are_refused(tmp_path: Path, far: str) -> None:
    """A page is as large as its contents: with such a point it would have too many pixels."""
    path = tmp_path / "a.h44aar"
    line = f'{{"kind":"line","points":[[0,0],[{far},5]]}}'
    path.write_text(f'{{"log":"x","entries":{{"1":{{"shapes":[{line}]}}}}}}')
    with pytest.raises(UserError, match=r"entries\.1\.shapes\.0"):
        Annotations.load(path)


def test_many_points_are_refused_before_they_fill_the_memory(tmp_path: Path) -> None:
    line = Line(points=tuple((float(n), 0.0) for n in range(2000)))
    notes = Annotations(log="x", entries={1: Annotation(shapes=(line,) * 300)})
    with pytest.raises(UserError, match="is not read or written"):
        notes.save(tmp_path / "a.h44aar")


def test_a_circular_module_folder_is_reported(tmp_path: Path) -> None:
    path = _odd(tmp_path, "loop", "a.h44mod")
    with at_once(), pytest.raises(UserError, match=r"a\.h44mod"):
        open_files(path)


@pytest.mark.parametrize(
    "words", [["verify"], ["rules"], ["export", "--to", "csv"], ["turn", "export"]]
)
def test_errors_of_files_come_from_their_reader(
    log: Path, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command-line library would print four lines of its own about usage."""
    monkeypatch.setattr("os.access", lambda path, *_, **__: Path(path) != log)
    monkeypatch.setattr("holland44_qt.cli.has_display", lambda: False)
    monkeypatch.chdir(log.parent)
    run = CliRunner().invoke(app, [*words, str(log)])
    assert (run.exit_code, run.exception) == (0, None), run.output


def test_an_unreadable_folder_is_reported(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(path: Path) -> list[str]:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr("os.listdir", refused)
    run = CliRunner().invoke(app, ["export", str(log.parent), "--to", "csv"])
    assert isinstance(run.exception, PermissionError)


def test_a_module_in_an_unreadable_folder_is_reported_as_such(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It must not be reported as damaged."""

    def refused(self: Path, *, follow_symlinks: bool = True) -> os.stat_result:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "stat", refused)
    with pytest.raises(UserError, match="cannot be read: you have no permission"):
        Archive(tmp_path / "a.vlog")


def test_a_blocking_system_file_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It looks like an empty regular file: /proc/kmsg, where it may be read."""
    path = tmp_path / "a.h44aar"
    path.touch()

    def nothing_yet(_handle: int, _count: int) -> bytes:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr("os.read", nothing_yet)
    with pytest.raises(UserError, match="not a plain file"):
        Annotations.load(path)


@pytest.mark.parametrize(
    "words",
    [
        ("turn", "export", "{}"),
        ("import", "{}"),
        ("import", "little.vlog", "-o", "{}"),
        ("new", "little.vmod", "-o", "{}"),
        ("new", "holland44", "short", "-o", "{}"),
        ("annotate", "game.h44log", "1", "--title", "x", "--notes", "{}"),
    ],
)
@pytest.mark.parametrize("folder", [".", "/", ""])
def test_a_folder_without_a_name_is_no_file(
    folder: str, words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("little.vlog", "little.vmod"):
        shutil.copy(Path(__file__).parents[1] / "fixtures" / "vassal" / name, name)
    with Game.new(Path("game.h44log"), "airbridge", "introductory"):
        pass
    before = sorted(tmp_path.iterdir())
    done = CliRunner().invoke(app, [word.format(folder) for word in words])
    assert isinstance(done.exception, UserError | OSError), repr(done.exception)
    assert "folder" in str(done.exception)
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("new", "little.vmod", "-o", "x.h44log", "--mode", "enforced"), "has no rules for VASSAL"),
        (("new", "little.vmod", "-o", "x.h44log", "--computer", "Red"), "has no rules for VASSAL"),
        (("new", "little.vlog", "-o", "x.h44log"), "'holland44 import'"),
        (("render", "little.vmod", "-o", "x.png"), "'holland44 new'"),
        (("new", "holland44", "-o", "x.h44log", "--pictures", "."), "omit it for this game"),
        (("import", "little.vlog", "--library", "nowhere"), "nowhere is no folder"),
        (("import", "little.vlog", "--library", "little.vmod"), "little.vmod is no folder"),
        (
            ("import", "little.vlog", "-o", "x.h44log", "--side", "Green"),
            "choose one of: Blue, Red",
        ),
    ],
)
def test_options_that_do_not_fit_a_file_are_refused(
    words: tuple[str, ...], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("little.vlog", "little.vmod"):
        shutil.copy(Path(__file__).parents[1] / "fixtures" / "vassal" / name, name)
    done = CliRunner().invoke(app, words)
    assert isinstance(done.exception, UserError), repr(done.exception)
    assert says in str(done.exception)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["little.vlog", "little.vmod"]
