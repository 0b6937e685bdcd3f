"""Cache of results that take long to compute, in the user's cache folder.

Without a usable cache file (no folder, a full disk, damage) the result is computed again.
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
"""Maximum number of files of a kind; the oldest are deleted."""
_DIGEST = 16


def cached(kind: str, key: object, make: Callable[[], bytes]) -> bytes:
    """Return the bytes that ``make`` returns, cached under the ``repr`` of a key.

    The key must contain everything that the bytes depend on, versions included.
    """
    folder = made_folder("made")
    name = hashlib.blake2b(repr(key).encode(), digest_size=_DIGEST).hexdigest()
    file = folder / f"{kind}-{name}"
    with contextlib.suppress(OSError):
        result = file.read_bytes()
        if _digest(result[_DIGEST:]) == result[:_DIGEST]:
            return result[_DIGEST:]
    made = make()
    with contextlib.suppress(OSError, UserError):
        folder.mkdir(parents=True, exist_ok=True)
        write_atomic(file, _digest(made) + made)
        old = sorted(folder.glob(f"{kind}-*"), key=lambda path: path.stat().st_mtime_ns)
        for path in old[:-MOST]:
            path.unlink()
    return made


def code_of(packages: Iterable[str]) -> tuple[tuple[str, int, int], ...]:
    """Return names, sizes and times of the files of some packages, as a fingerprint of their code.

    A built program contains its code, so its executable is used instead.
    """
    stamps = []
    for package in packages:
        folder = files(package)
        for file in sorted(
            folder.iterdir() if folder.is_dir() else [Path(sys.executable)], key=str
        ):
            if isinstance(file, Path) and file.is_file():
                about = file.stat()
                stamps.append((file.name, about.st_size, about.st_mtime_ns))
    return tuple(stamps)


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=_DIGEST).digest()
