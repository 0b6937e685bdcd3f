"""Limits for foreign files: paths that a log may open, and memory that files may use."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import textwrap
import zipfile
from pathlib import Path

import pytest

from engine import archive
from engine.archive import ZipFiles, open_files
from engine.core.errors import UserError
from engine.files import read_limited
from engine.log.chain import START, seal
from engine.modules.module import load_module
from engine.play.game import Game, Recording
from engine.vassal.archive import Archive
from tests.running import run

MEGABYTE = 1024 * 1024
ROOM = 400 * MEGABYTE


def log_with_module(folder: Path, module: str) -> Path:
    """A log whose header names a module."""
    with Game.new(folder / "a.h44log", "holland44", "campaign") as game:
        told = game.log.header.model_copy(update={"module": module})
    (folder / "b.h44log").write_bytes(seal(told.model_dump(mode="json"), START)[0])
    return folder / "b.h44log"


KINDS = ["device", "pipe", "near", "folder", "root", "pipes", "remote", "long", "none"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_path_in_a_header_opens_only_modules(tmp_path: Path, kind: str) -> None:
    """Each yields one message at once; opening a pipe would block."""
    os.mkfifo(tmp_path / "pipe")
    os.mkfifo(tmp_path / "pipe.h44mod")
    (tmp_path / "folder.h44mod").mkdir()
    (tmp_path / "pipes").mkdir()
    os.mkfifo(tmp_path / "pipes" / "module.json")
    module = {
        "device": "/dev/zero",
        "pipe": str(tmp_path / "pipe"),
        "near": "pipe.h44mod",
        "folder": str(tmp_path / "folder.h44mod"),
        "root": "/",
        "pipes": str(tmp_path / "pipes"),
        "remote": "\\\\evil.invalid\\share\\x.h44mod",
        "long": "x" * 5000,
        "none": "a\0b",
    }[kind]
    log = log_with_module(tmp_path, module)
    done = run("state", log)
    assert done.returncode == 2, done
    assert done.stderr.count("\n") == 1, done.stderr


def test_a_pipe_among_a_modules_files_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "module.json").write_text("{}")
    os.mkfifo(tmp_path / "board.json")
    with pytest.raises(UserError, match="not a plain file"):
        open_files(tmp_path).read("board.json")


def test_a_module_beside_its_log_opens(tmp_path: Path) -> None:
    source = Path(load_module("holland44").files.origin)
    with zipfile.ZipFile(tmp_path / "own.h44mod", "w", zipfile.ZIP_DEFLATED) as made:
        for path in sorted(source.rglob("*.json")):
            made.write(path, path.relative_to(source).as_posix())
    Game.new(tmp_path / "g.h44log", str(tmp_path / "own.h44mod"), "campaign").close()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    for name in ("own.h44mod", "g.h44log"):
        (tmp_path / name).rename(elsewhere / name)
    assert len(Recording.load(elsewhere / "g.h44log")) == 1


def said_in_little_memory(code: str, folder: Path) -> str:
    """Return the message of a program with 400 MB of memory that refuses a file."""
    program = f"""
        from pathlib import Path
        import engine.modules.module
        from engine.archive import open_files
        from engine.core.errors import UserError
        from engine.vassal.archive import Archive, parse_xml
        try:
            {code}
        except UserError as error:
            print(error)
    """
    run = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        cwd=folder,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (ROOM, ROOM)),
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    assert run.returncode == 0, run.stderr[-2000:]
    assert run.stdout.count("\n") == 1
    return run.stdout


def zipped(path: Path, name: str, block: bytes, times: int) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made, made.open(name, "w") as file:
        for _ in range(times):
            file.write(block)
    assert path.stat().st_size < 0.8 * MEGABYTE


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "block", "times"),
    [
        ("board.json", bytes(MEGABYTE), 500),
        ("board.json", b"{}," * 300_000, 30),
        ("art/a.png", bytes(MEGABYTE), 120),
    ],
    ids=["zeros", "values", "picture"],
)
def test_a_small_module_cannot_fill_the_memory(
    tmp_path: Path, name: str, block: bytes, times: int
) -> None:
    zipped(tmp_path / "m.h44mod", name, block, times)
    read = f"open_files(Path('m.h44mod')).read({name!r})"
    assert "m.h44mod" in said_in_little_memory(read, tmp_path)


@pytest.mark.parametrize(
    ("name", "block", "times"),
    [
        ("buildFile.xml", bytes(MEGABYTE), 500),
        ("buildFile.xml", b"<a/>" * 250_000, 60),
        pytest.param("savedGame", bytes(MEGABYTE), 500, marks=pytest.mark.soak),
    ],
    ids=["zeros", "tags", "save"],
)
def test_a_small_vassal_file_cannot_fill_the_memory(
    tmp_path: Path, name: str, block: bytes, times: int
) -> None:
    zipped(tmp_path / "m.vmod", name, block, times)
    read = f"parse_xml(Archive(Path('m.vmod')).read({name!r}), Path('m.vmod'), {name!r})"
    assert "m.vmod" in said_in_little_memory(read, tmp_path)


def test_an_enormous_zip_directory_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with zipfile.ZipFile(tmp_path / "m.h44mod", "w") as made:
        for number in range(200):
            made.writestr(f"{number}.json", b"{}")
    monkeypatch.setattr(archive, "MAX_DIRECTORY", 5_000)
    for opened in (ZipFiles, Archive):
        with pytest.raises(UserError, match="more files"):
            opened(tmp_path / "m.h44mod")


def test_a_file_is_read_to_its_limit_and_no_further(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"12345")
    assert read_limited(tmp_path / "a", 5) == b"12345"
    with pytest.raises(UserError, match="larger"):
        read_limited(tmp_path / "a", 4)
    with pytest.raises(UserError, match="no file"):
        read_limited(tmp_path / "b", 4)
    if Path("/proc/self/maps").exists():  # the system tells 0 bytes of it
        with pytest.raises(UserError, match="larger"):
            read_limited(Path("/proc/self/maps"), 10)


def test_the_programs_own_data_are_far_below_the_limits() -> None:
    for path in Path(load_module("holland44").files.origin).rglob("*.json"):
        data = path.read_bytes()
        assert len(data) < archive.MAX_JSON / 4
        assert data.count(b",") < archive.MAX_VALUES / 4
