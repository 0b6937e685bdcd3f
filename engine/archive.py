"""Module files: a folder, or the same folder zipped (``.h44mod``).

They contain data only; nothing in them is run.
"""

from __future__ import annotations

import lzma
import struct
import zipfile
import zlib
from importlib.resources.abc import Traversable
from pathlib import Path, PurePosixPath
from typing import Protocol

from engine.core.errors import UserError, unreadable
from engine.files import open_limited, read_limited
from engine.i18n import t

MAX_FILES = 50_000
MAX_FILE = 128 * 1024 * 1024
MAX_TOTAL = 1024 * 1024 * 1024
"""Limits of an archive: number of files, bytes of one, bytes of all, unpacked."""
MAX_JSON = 32 * 1024 * 1024
MAX_VALUES = 2_000_000
"""Maximum number of values in a data file: values need far more memory than bytes on disk."""
MAX_RATIO = 200
FREE = 16 * 1024 * 1024
"""Largest ratio of unpacked to packed size, for files of more than FREE bytes."""
MAX_DIRECTORY = 32 * 1024 * 1024
"""Maximum size of a zip file's directory in bytes; the directory is read first, as a whole."""

SUFFIX = ".h44mod"
ENCRYPTED = 0x1
DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    OSError,
    EOFError,
    RuntimeError,  # NotImplementedError too: a compression nobody knows
    ValueError,
    MemoryError,  # a dictionary of 4 GiB, as some LZMA streams claim to need
)
"""Errors that reading a damaged archive raises."""


class Files(Protocol):
    """Source of a module's files."""

    origin: str
    """Name of the source in messages."""

    def names(self) -> list[str]:
        """Return all file names, sorted, with ``/`` between folders."""
        ...

    def read(self, name: str) -> bytes:
        """Return the bytes of a file.

        Raises UserError if there is no such file.
        """
        ...


class FolderFiles:
    """The files of a folder on disk or inside the installed package."""

    def __init__(self, folder: Traversable) -> None:
        self.origin = str(folder)
        self._folder = folder

    def names(self) -> list[str]:
        """Return all file names, sorted, with ``/`` between folders.

        Hidden files and Python files are left out.
        """
        result: list[str] = []
        todo: list[tuple[str, Traversable]] = [("", self._folder)]
        while todo:
            prefix, folder = todo.pop()
            for item in folder.iterdir():
                if len(result) + len(todo) > MAX_FILES:
                    raise UserError(t("module.error.many", module=self.origin, limit=MAX_FILES))
                if item.name.startswith((".", "_")) or item.name.endswith(".py"):
                    continue
                if item.is_dir():
                    todo.append((f"{prefix}{item.name}/", item))
                else:
                    result.append(prefix + item.name)
        return sorted(result)

    def read(self, name: str) -> bytes:
        """Return the bytes of a file.

        Raises UserError if there is no such file.
        """
        if ".." in name.split("/"):  # a name may come from a file of the module
            raise UserError(t("module.error.file", module=self.origin, file=name))
        try:
            return _checked(self._read(name), self.origin, name)
        except (FileNotFoundError, NotADirectoryError):
            raise UserError(t("module.error.file", module=self.origin, file=name)) from None
        except OSError as error:
            path = f"{self.origin}/{name}"
            raise UserError(unreadable(path, error)) from None

    def _read(self, name: str) -> bytes:
        file = self._folder.joinpath(*name.split("/"))
        if not isinstance(file, Path):
            return file.read_bytes()
        if not file.exists():
            raise FileNotFoundError(name)
        return read_limited(file, limit_of(name))


class ZipFiles:
    """The files of a zipped module, checked against size limits and path escapes before any is
    read.
    """

    def __init__(self, path: Path) -> None:
        self.origin = str(path)
        try:
            check_directory(path)
            self._zip = zipfile.ZipFile(path)
        except FileNotFoundError:
            raise UserError(t("module.error.missing", module=path)) from None
        except DAMAGE:
            raise UserError(t("module.error.zip", module=path)) from None
        self._infos = {i.filename: i for i in self._zip.infolist() if not i.is_dir()}
        try:
            self._check()
        except UserError:
            self._zip.close()
            raise

    def _check(self) -> None:
        if len(self._zip.infolist()) > MAX_FILES:
            raise UserError(t("module.error.many", module=self.origin, limit=MAX_FILES))
        for name, info in self._infos.items():
            path = PurePosixPath(name)
            if path.is_absolute() or ".." in path.parts or "\\" in name or ":" in name:
                raise UserError(t("module.error.path", module=self.origin, file=name))
            if info.flag_bits & ENCRYPTED:
                raise UserError(t("module.error.encrypted", module=self.origin))
            limit = limit_of(name)
            if info.file_size > limit:
                raise UserError(
                    t("module.error.large", module=self.origin, file=name, limit=limit // 2**20)
                )
            if is_blown_up(info):
                raise UserError(
                    t("module.error.blown_up", module=self.origin, file=name, ratio=MAX_RATIO)
                )
        if sum(i.file_size for i in self._infos.values()) > MAX_TOTAL:
            raise UserError(t("module.error.total", module=self.origin, limit=MAX_TOTAL // 2**20))

    def names(self) -> list[str]:
        """Return all file names, sorted, with ``/`` between folders."""
        return sorted(self._infos)

    def read(self, name: str) -> bytes:
        """Return the bytes of a file.

        Raises UserError if it is missing, damaged or longer than declared.
        """
        info = self._infos.get(name)
        if info is None:
            raise UserError(t("module.error.file", module=self.origin, file=name))
        try:
            with self._zip.open(info) as file:
                # The size in the directory may lie: read one byte more than it promises.
                data = file.read(info.file_size + 1)
        except DAMAGE:
            raise UserError(t("module.error.damaged", module=self.origin, file=name)) from None
        if len(data) != info.file_size:
            raise UserError(t("module.error.damaged", module=self.origin, file=name))
        return _checked(data, self.origin, name)


def limit_of(name: str) -> int:
    """Return the maximum size of a module's file, by its kind."""
    return min(MAX_JSON, MAX_FILE) if name.endswith(".json") else MAX_FILE


def is_blown_up(info: zipfile.ZipInfo) -> bool:
    """Return whether a packed file unpacks to so much more data that it may be an attack."""
    return info.file_size > FREE and info.file_size > MAX_RATIO * info.compress_size


def check_directory(path: Path) -> None:
    """Check that a path is a plain file and, if it is a zip, that its directory is not enormous.

    Raises UserError, or FileNotFoundError.
    """
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        raise FileNotFoundError(path) from None
    except OSError:
        pass  # an unreadable folder or a link to itself: reported below
    with open_limited(path, MAX_ARCHIVE) as file:
        size = file.seek(0, 2)
        file.seek(max(0, size - _TAIL))
        tail = file.read()
    at = tail.rfind(_END)
    if at < 0 or at + 16 > len(tail):
        return
    length = int.from_bytes(tail[at + 12 : at + 16], "little")
    if length == 0xFFFFFFFF and (far := tail.rfind(_FAR_END)) >= 0:
        length = int.from_bytes(tail[far + 40 : far + 48], "little")
    if length > MAX_DIRECTORY:
        raise UserError(t("module.error.many", module=path, limit=MAX_FILES))


MAX_ARCHIVE = 4 * 1024 * 1024 * 1024
_TAIL = 66 * 1024
_END, _FAR_END = b"PK\x05\x06", b"PK\x06\x06"
"""The signatures of the records at the end of a zip file: the usual one, and that of large files.
"""


def _checked(data: bytes, origin: str, name: str) -> bytes:
    """Return the bytes of a module's file.

    Raises UserError if its data has too many values for the memory.
    """
    if name.endswith(".json") and sum(map(data.count, (b",", b"[", b"{"))) > MAX_VALUES:
        raise UserError(t("module.error.values", module=origin, file=name, limit=MAX_VALUES))
    return data


def open_files(path: Path) -> Files:
    """Open a module folder or archive.

    Raises UserError if the path is neither.
    """
    if path.is_dir():
        return FolderFiles(path)
    return ZipFiles(path)
