"""Read VASSAL files as archives: zipped or plain, of any file extension, and possibly hostile."""

from __future__ import annotations

import io
import re
import struct
import unicodedata
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO, Literal, Protocol, TypeVar
from xml.etree.ElementTree import Element, ParseError

import defusedxml.ElementTree  # type: ignore[import-untyped]
from defusedxml.common import DefusedXmlException  # type: ignore[import-untyped]

from engine.archive import DAMAGE, ENCRYPTED, MAX_RATIO, check_directory, is_blown_up
from engine.core.errors import UserError
from engine.files import read_limited
from engine.i18n import t
from engine.vassal.errors import MAX_ENTRY, MAX_FILES, VassalError
from engine.vassal.obfuscation import DEFLATED, HEX, PACKED, RAW

Kind = Literal["module", "extension", "game"]
"""``game`` is a save or a log; only its commands distinguish them."""

SAVED_GAME = "savedGame"
BUILD_FILES = ("buildFile.xml", "buildFile")
_ROOTS = (b"VASSAL.launch.BasicModule", b"VASSAL.build.GameModule")
MAX_BUILD = 64 * 1024 * 1024
MAX_TAGS = 2_000_000
"""Limits for XML, which needs far more memory than its size on disk."""
_BLOCK = 1024 * 1024
_HEAD = 256 * 1024
"""Bytes at the start of a picture that are enough to find its size."""


class Archive:
    """The entries of a module, extension, save or log; a file that is not a zip has one entry."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._zip: zipfile.ZipFile | None = None
        self._names: dict[str, zipfile.ZipInfo] = {}
        self._plain: dict[str, bytes] = {}
        try:
            check_directory(path)
            if zipfile.is_zipfile(path):
                self._zip = zipfile.ZipFile(path)
                self._index(self._zip.infolist())
            else:
                self._plain = _plain(path)
        except FileNotFoundError:
            raise VassalError(t("vassal.error.missing", path=path)) from None
        except IsADirectoryError:
            raise VassalError(t("vassal.error.folder", path=path)) from None
        except VassalError:
            self.close()
            raise
        except UserError as error:  # a device, a pipe, an enormous list of contents
            self.close()
            raise VassalError(str(error)) from None
        except DAMAGE:
            self.close()
            raise VassalError(t("vassal.error.zip", path=path)) from None
        self.kind: Kind = self._kind()

    def _index(self, infos: list[zipfile.ZipInfo]) -> None:
        if len(infos) > MAX_FILES:
            raise VassalError(t("vassal.error.many", path=self.path, limit=MAX_FILES))
        for info in infos:
            name = info.filename.replace("\\", "/")  # old zips made by hand on Windows
            pure = PurePosixPath(name)
            if pure.is_absolute() or ".." in pure.parts or name[1:2] == ":":
                raise VassalError(t("vassal.error.escape", path=self.path, file=info.filename))
            if not info.is_dir():
                self._names.setdefault(name, info)

    def _kind(self) -> Kind:
        names = self.names()
        if SAVED_GAME in names:
            return "game"
        if any(name in names for name in BUILD_FILES):
            return "extension" if "extensiondata" in names else "module"
        raise VassalError(t("vassal.error.foreign", path=self.path))

    def names(self) -> frozenset[str]:
        """Return the names of all entries."""
        return frozenset(self._names) | frozenset(self._plain)

    def __contains__(self, name: str) -> bool:
        return name in self._names or name in self._plain

    def read(self, name: str) -> bytes:
        """Return the bytes of an entry.

        Raises VassalError if the entry is missing, damaged, too long, or longer than its declared
        size.
        """
        if name in self._plain:
            return self._plain[name]
        data = io.BytesIO()
        self.copy(name, data)
        return data.getvalue()

    def head(self, name: str, length: int = _HEAD) -> bytes:
        """Return the first bytes of an entry of any size. Raises VassalError as ``read`` does."""
        if name in self._plain:
            return self._plain[name][:length]
        with self._open(name) as (file, _):
            return file.read(length)

    def size(self, name: str) -> int:
        """Return the declared size of an entry."""
        return self._info(name)[1].file_size

    def copy(self, name: str, target: IO[bytes]) -> None:
        """Write an entry to a file, block by block. Raises VassalError as ``read`` does."""
        with self._open(name) as (file, length):
            left = length
            # The size in the directory may be wrong: one byte more than declared proves it.
            while block := file.read(min(_BLOCK, left + 1)):
                left -= len(block)
                if left < 0:
                    break
                target.write(block)
        if left:
            raise VassalError(t("vassal.error.damaged", path=self.path, file=name))

    def _info(self, name: str) -> tuple[zipfile.ZipFile, zipfile.ZipInfo]:
        info = self._names.get(name)
        if info is None or self._zip is None:
            raise VassalError(t("vassal.error.entry", path=self.path, file=name))
        return self._zip, info

    @contextmanager
    def _open(self, name: str) -> Iterator[tuple[IO[bytes], int]]:
        """Open an entry; yield the stream and the declared size."""
        archive, info = self._info(name)
        if info.file_size > MAX_ENTRY:
            raise VassalError(
                t("vassal.error.large", path=self.path, file=name, limit=MAX_ENTRY // 2**20)
            )
        if is_blown_up(info):
            raise VassalError(
                t("module.error.blown_up", module=self.path, file=name, ratio=MAX_RATIO)
            )
        if info.flag_bits & ENCRYPTED:
            raise VassalError(t("vassal.error.locked", path=self.path, file=name))
        try:
            with archive.open(info) as file:
                yield file, info.file_size
        except DAMAGE:
            raise VassalError(t("vassal.error.damaged", path=self.path, file=name)) from None

    def build_file(self) -> bytes:
        """Return the build file, under either of its names."""
        for name in BUILD_FILES:
            if name in self:
                return self.read(name)
        raise VassalError(t("vassal.error.entry", path=self.path, file=BUILD_FILES[0]))

    def close(self) -> None:
        """Close the file."""
        if self._zip is not None:
            self._zip.close()

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class BoardArchive(Archive):
    """The entries of a board of VASL: a file with pictures beside the module."""

    def _kind(self) -> Kind:
        return "extension"


def _plain(path: Path) -> dict[str, bytes]:
    """Return the only entry of a file that is not a zip: a saved game or a bare build file."""
    data = read_limited(path, MAX_ENTRY)
    if data.startswith((HEX, DEFLATED, RAW, PACKED, b"begin_save")):
        return {SAVED_GAME: data}
    if any(root in data[:4096] for root in _ROOTS):
        return {BUILD_FILES[1]: data}
    raise VassalError(t("vassal.error.foreign", path=path))


class Pictures(Protocol):
    """A source of pictures: a module, an extension or a folder."""

    @property
    def path(self) -> Path:
        """The path of the file or folder."""

    def __contains__(self, name: str) -> bool: ...

    def read(self, name: str) -> bytes:
        """Return the bytes of an entry."""

    def head(self, name: str) -> bytes:
        """Return the first bytes of an entry."""

    def size(self, name: str) -> int:
        """Return the length of an entry in bytes."""


Place = TypeVar("Place", bound=Pictures)


def find_image(name: str, archives: Sequence[Place]) -> tuple[Place, str] | None:
    """Find a picture in the module, then in each extension, then in a folder.

    Tries the name as it is, in Unicode's decomposed form, and with ``.gif``. Returns None for a
    picture that is built into VASSAL or drawn from a layout.
    """
    bare = name.removeprefix("/").removeprefix("images/")
    for form in (bare, unicodedata.normalize("NFD", bare), f"{bare}.gif"):
        for archive in archives:
            if f"images/{form}" in archive:
                return archive, f"images/{form}"
    return None


def picture_size(data: bytes) -> tuple[int, int] | None:
    """Return the width and height of a PNG, GIF, JPEG or SVG from its header."""
    if data.startswith(b"\x89PNG\r\n\x1a\n") and len(data) >= 24:
        width, height = struct.unpack(">II", data[16:24])
        return width, height
    if data[:6] in (b"GIF87a", b"GIF89a") and len(data) >= 10:
        width, height = struct.unpack("<HH", data[6:10])
        return width, height
    if data.startswith(b"\xff\xd8"):
        return _jpeg_size(data)
    return _svg_size(data) if b"<svg" in data[:4096] else None


_SVG_TAG = re.compile(rb"<svg\b[^>]{0,4000}>")
_SVG_NUMBER = rb"""=\s*["']\s*(\d{1,5}(?:\.\d{1,6})?)(?:px)?\s*["']"""
_SVG_BOX = re.compile(
    rb"""viewBox\s*=\s*["']\s*\S+\s+\S+\s+(\d[\d.]{0,9})\s+(\d[\d.]{0,9})\s*["']"""
)


def _svg_size(data: bytes) -> tuple[int, int] | None:
    """Return the declared width and height of an SVG in pixels, else those of its view box."""
    tag = _SVG_TAG.search(data[:8192])
    if tag is None:
        return None
    lengths = [re.search(rb"\b" + name + _SVG_NUMBER, tag[0]) for name in (b"width", b"height")]
    box = _SVG_BOX.search(tag[0])
    try:
        if all(lengths):
            width, height = (float(m[1]) for m in lengths if m is not None)
        elif box is not None:
            width, height = float(box[1]), float(box[2])
        else:
            return None
    except ValueError:
        return None
    return round(width), round(height)


def picture_type(data: bytes) -> str:
    """Return the media type of a picture that every browser shows; "" for anything else."""
    for head, kind in _TYPES.items():
        if data.startswith(head):
            return kind
    return "image/svg+xml" if b"<svg" in data[:4096] else ""


_TYPES = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"GIF87a": "image/gif",
    b"GIF89a": "image/gif",
    b"\xff\xd8": "image/jpeg",
}


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    """Return the width and height from the first frame header."""
    at = 2  # segments follow each other: marker, length, content
    while at + 9 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        at += 2 + int(struct.unpack(">H", data[at + 2 : at + 4])[0])
    return None


class Metadata:
    """The fields of ``moduledata``, ``savedata`` or ``extensiondata``, all optional."""

    def __init__(self, root: Element | None = None) -> None:
        def text(tag: str) -> str:
            element = root.find(tag) if root is not None else None
            return (element.text or "").strip() if element is not None else ""

        self.name = text("name")
        self.version = text("version")
        self.vassal_version = text("VassalVersion")
        self.saved = text("dateSaved")
        """Milliseconds since 1970, as text."""
        self.description = text("description")

    @classmethod
    def of(cls, archive: Archive, entry: str) -> Metadata:
        """Read the metadata in an entry; all fields are empty if it is missing or not XML."""
        if entry not in archive:
            return cls()
        try:
            return cls(parse_xml(archive.read(entry), archive.path, entry))
        except VassalError:
            return cls()


def parse_xml(data: bytes, path: Path, name: str) -> Element:
    """Parse XML without entities or a document type. Raises VassalError for anything else."""
    if len(data) > MAX_BUILD or data.count(b"<") + data.count(b"=") > MAX_TAGS:
        limit = MAX_BUILD // 2**20
        raise VassalError(t("vassal.error.large", path=path, file=name, limit=limit))
    try:
        root: Element = defusedxml.ElementTree.fromstring(data, forbid_dtd=True)
    except DefusedXmlException:
        raise VassalError(t("vassal.error.entities", path=path, file=name)) from None
    except (ParseError, ValueError, LookupError, RecursionError) as error:
        raise VassalError(t("vassal.error.xml", path=path, file=name, why=error)) from None
    return root
