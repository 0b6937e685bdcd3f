"""Module folders and archives, valid and hostile."""

from __future__ import annotations

import lzma
import struct
import subprocess
import sys
import zipfile
import zlib
from pathlib import Path

import pytest

from engine import archive
from engine.archive import FolderFiles, ZipFiles, open_files
from engine.core.errors import UserError


def write_zip(path: Path, files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", method) as made:
        for name, content in files.items():
            made.writestr(name, content)
    return path


def read_all(path: Path) -> dict[str, bytes]:
    files = open_files(path)
    return {name: files.read(name) for name in files.names()}


def is_refused(path: Path, words: str) -> None:
    with pytest.raises(UserError, match=words) as caught:
        read_all(path)
    text = str(caught.value)
    assert str(path) in text
    assert text.endswith(".")
    assert text.isprintable()


def test_a_folder_and_its_archive_have_the_same_files(tmp_path: Path) -> None:
    contents = {"module.json": b"{}", "charts/crt.json": b"[1]", "scenarios/a.json": b"2"}
    folder = tmp_path / "game"
    for name, content in contents.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "x.pyc").write_bytes(b"")
    (folder / "code.py").write_bytes(b"")
    packed = open_files(write_zip(tmp_path / "game.h44mod", contents))
    unpacked = open_files(folder)
    assert packed.names() == unpacked.names() == sorted(contents)
    for name, content in contents.items():
        assert packed.read(name) == unpacked.read(name) == content
    for files in (packed, unpacked):
        with pytest.raises(UserError, match=r"has no file 'none\.json'"):
            files.read("none.json")
        with pytest.raises(UserError, match="has no file"):
            files.read("module.json/inside")


def test_names_cannot_leave_a_folder(tmp_path: Path) -> None:
    (tmp_path / "secret.json").write_bytes(b"{}")
    (tmp_path / "game").mkdir()
    files = FolderFiles(tmp_path / "game")
    for name in ("../secret.json", "charts/../../secret.json", str(tmp_path / "secret.json")):
        with pytest.raises(UserError, match="has no file"):
            files.read(name)


@pytest.mark.parametrize(
    "name",
    ["../evil.json", "/etc/evil.json", "a/../../evil.json", "a\\..\\evil.json", "C:evil.json"],
)
def test_names_that_leave_an_archive_are_refused(tmp_path: Path, name: str) -> None:
    is_refused(write_zip(tmp_path / "a.h44mod", {name: b"{}"}), "outside its folder")


def test_too_many_files_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MAX_FILES", 3)
    path = write_zip(tmp_path / "a.h44mod", {f"{n}.json": b"" for n in range(4)})
    is_refused(path, "more files than allowed")


def test_zip_bombs_are_refused_by_declared_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    zeros = {"a.json": bytes(200_000), "b.json": bytes(200_000)}
    path = write_zip(tmp_path / "a.h44mod", zeros)
    assert path.stat().st_size < 2_000
    monkeypatch.setattr(archive, "MAX_TOTAL", 300_000)
    is_refused(path, "together are larger")
    monkeypatch.setattr(archive, "MAX_FILE", 100_000)
    is_refused(path, "'a.json' .* larger than allowed")


@pytest.mark.parametrize("claimed", [10, 100_000])
def test_zip_bombs_with_false_sizes_are_refused(tmp_path: Path, claimed: int) -> None:
    path = write_zip(tmp_path / "a.h44mod", {"a.json": bytes(50_000)})
    data = path.read_bytes()
    # The size stands in the local header and in the directory.
    path.write_bytes(data.replace(struct.pack("<I", 50_000), struct.pack("<I", claimed)))
    is_refused(path, "'a.json' .* is damaged")


def test_encrypted_archives_are_refused(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "a.h44mod", {"a.json": b"{}"}, zipfile.ZIP_STORED)
    data = bytearray(path.read_bytes())
    data[6] |= 1  # flags in the local header …
    data[data.index(b"PK\x01\x02") + 8] |= 1  # … and in the directory
    path.write_bytes(data)
    is_refused(path, "encrypted")


@pytest.mark.parametrize("content", [b"", b"hello", b"PK\x03\x04", b"PK\x05\x06" + bytes(17)])
def test_an_invalid_archive_is_reported(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.h44mod"
    path.write_bytes(content)
    is_refused(path, "neither a module folder nor a zipped module")


def test_a_missing_archive_is_reported(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="There is no module"):
        ZipFiles(tmp_path / "none.h44mod")


def lzma_archive(path: Path, name: str, data: bytes) -> None:
    """Write an archive of one LZMA entry whose header claims a dictionary of 4 GiB."""
    packed = lzma.compress(data, lzma.FORMAT_RAW, filters=[{"id": lzma.FILTER_LZMA1}])
    body = struct.pack("<BBHBI", 9, 4, 5, 0x5D, 0xFFFFFFFF) + packed
    known = 63, 2, 14, 0, 33, zlib.crc32(data), len(body), len(data), len(name), 0
    entry = struct.pack("<IHHHHHIIIHH", 0x04034B50, *known) + name.encode() + body
    listed = struct.pack("<IHHHHHHIIIHHHHHII", 0x02014B50, 63, *known, 0, 0, 0, 0, 0)
    listed += name.encode()
    end = struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, 1, 1, len(listed), len(entry), 0)
    path.write_bytes(entry + listed + end)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="limits the memory of a process")
@pytest.mark.parametrize(
    ("file", "entry", "command"),
    [("a.h44mod", "module.json", ["modules", "validate"]), ("a.vsav", "savedGame", ["import"])],
)
def test_a_dictionary_of_4_gib_is_reported_in_one_sentence(
    tmp_path: Path, file: str, entry: str, command: list[str]
) -> None:
    path = tmp_path / file
    lzma_archive(path, entry, b"{}" * 50)
    limited = (
        "import resource, sys; from holland44_qt.command_line import main; "
        "resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30)); "
        "main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", limited, *command, path], capture_output=True, text=True, check=False
    )
    assert done.returncode in (1, 2)
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) <= 1 or done.stdout
