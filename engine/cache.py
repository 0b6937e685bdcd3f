"""Cache of results that take long to make, in the user's cache folder.

Whatever goes wrong there (no folder, no room, a damaged file), it is made again: nothing here
fails.
"""

from __future__ import annotations

import contextlib
import hashlib
import sys
from collections.abc import Callable, Iterable
from importlib.resources import files
from pathlib import Path

from engine.core.errors import UserError
from engine.files import write_atomic
from engine.user_folders import made_folder

MOST = 40
"""Files of a kind; those that were made first go."""
_DIGEST = 16


def cached(kind: str, key: object, make: Callable[[], bytes]) -> bytes:
    """Bytes that ``make`` makes, or those it once made for the same ``key`` (by its ``repr``).

    ``key`` has to name everything they depend on, versions included.
    """
    folder = made_folder("made")
    name = hashlib.blake2b(repr(key).encode(), digest_size=_DIGEST).hexdigest()
    file = folder / f"{kind}-{name}"
    with contextlib.suppress(OSError):
        found = file.read_bytes()
        if _digest(found[_DIGEST:]) == found[:_DIGEST]:
            return found[_DIGEST:]
    made = make()
    with contextlib.suppress(OSError, UserError):
        folder.mkdir(parents=True, exist_ok=True)
        write_atomic(file, _digest(made) + made)
        old = sorted(folder.glob(f"{kind}-*"), key=lambda path: path.stat().st_mtime_ns)
        for path in old[:-MOST]:
            path.unlink()
    return made


def code_of(packages: Iterable[str]) -> tuple[tuple[str, int, int], ...]:
    """Names, sizes and times of the files of some packages: they differ when the code does.

    A built program keeps its code in its executable: that file stands for its packages.
    """
    told = []
    for package in packages:
        folder = files(package)
        for file in sorted(
            folder.iterdir() if folder.is_dir() else [Path(sys.executable)], key=str
        ):
            if isinstance(file, Path) and file.is_file():
                about = file.stat()
                told.append((file.name, about.st_size, about.st_mtime_ns))
    return tuple(told)


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=_DIGEST).digest()
