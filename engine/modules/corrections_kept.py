"""Files of an owner's corrections: a folder for each game, a file for each version, one current.

Every version that was ever current is kept, for the games that began with it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from engine.core.errors import UnwritableError, UserError
from engine.files import read_limited, write_atomic
from engine.i18n import t
from engine.modules.corrections import SUFFIX, Corrections, corrected, parse
from engine.modules.module import Module, builtin, load_module
from engine.user_folders import kept_folder

FEW = 4
"""Maximum number of corrected modules in the cache."""
LIMIT = 8 * 1024 * 1024
"""Maximum size of a file of corrections in bytes."""
IN_FORCE = "in-force"
POINTER = 1024
"""Maximum size in bytes of the file that names the current corrections."""
HASH = re.compile(r"[0-9a-f]{32}")


def in_force(game: str) -> Corrections:
    """Return the current corrections of a game; empty ones if none were made.

    Raises UserError if their file is lost or damaged.
    """
    pointer = _folder(game) / IN_FORCE
    try:
        if not pointer.exists():
            return Corrections(module=game)
        name = read_limited(pointer, POINTER).decode("ascii").strip()
    except (OSError, ValueError, UserError):
        raise UserError(t("corrections.error.lost", module=game, file=pointer)) from None
    result = of_hash(game, name) if HASH.fullmatch(name) else None
    if result is None:
        raise UserError(t("corrections.error.lost", module=game, file=pointer))
    return result


def of_hash(game: str, name: str) -> Corrections | None:
    """Return the corrections named by a log; None if they were never on this machine.

    Raises UserError if they are damaged.
    """
    if not HASH.fullmatch(name):
        return None
    file = _folder(game) / f"{name}{SUFFIX}"
    if not file.is_file():
        return None
    result = read(file)
    if result.hash != name or result.module != game:
        raise UserError(t("corrections.error.lost", module=game, file=file))
    return result


def read(path: Path) -> Corrections:
    """Read a file of corrections. Raises UserError for an unreadable or invalid one."""
    return parse(read_limited(path, LIMIT), str(path))


def apply_corrections(corrections: Corrections) -> Module:
    """Apply corrections to future games; empty corrections restore the original data.

    Raises UserError, and changes nothing, if they do not fit their game or cannot be written.
    """
    module = check(corrections)
    folder = _folder(corrections.module)
    if not corrections.corrections:
        try:
            (folder / IN_FORCE).unlink(missing_ok=True)
        except OSError as error:
            raise UnwritableError(folder, error) from None
        return module
    keep(corrections)
    write_atomic(folder / IN_FORCE, f"{corrections.hash}\n".encode())
    return module


def check(corrections: Corrections, game: str | None = None) -> Module:
    """Return a game with corrections applied; by default the game that they name.

    Raises UserError if they do not fit.
    """
    return corrected(load_module(game or corrections.module), corrections)


def write(corrections: Corrections, path: Path) -> None:
    """Write corrections to a file. Raises UserError if that is impossible."""
    write_atomic(path, corrections.to_bytes())


def keep(corrections: Corrections) -> None:
    """Store corrections for logs that name them. Raises UserError if they cannot be written."""
    folder = _folder(corrections.module)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UnwritableError(folder, error) from None
    write_atomic(folder / f"{corrections.hash}{SUFFIX}", corrections.to_bytes())


def to_send(game: str, wanted: str | None) -> Corrections | None:
    """Return the corrections that a game's log names, to send with it; None if it names none.

    Missing or damaged corrections also yield None: the log is complete without them.
    """
    if wanted is None or game not in builtin():
        return None
    try:
        return of_hash(game, wanted)
    except UserError:
        return None


def take_in(game: str, wanted: str | None, sent: Corrections | None) -> str | None:
    """Store corrections that came with a log, for games begun with them; return a notice or None.

    They may come from a stranger: only those are stored that the log names, that have the named
    hash and fit the game. They never become current. None if there is nothing new.
    """
    if sent is None:
        return None
    if wanted is None or (sent.module, sent.hash) != (game, wanted):
        return t("corrections.along.other")
    if game not in builtin():
        return t("corrections.along.unfit", why=t("module.error.unknown", module=game, known=""))
    try:
        if of_hash(game, wanted) is not None:
            return None
    except UserError:
        pass  # ours are damaged: these take their place
    try:
        check(sent)
        keep(sent)
    except UserError as error:
        return t("corrections.along.unfit", why=error)
    key = "by" if sent.author else "kept"
    count = len(sent.corrections)
    return t(f"corrections.along.{key}", count=count, author=sent.author, hash=sent.hash)


def module_in_force(name: str) -> tuple[Module, Corrections]:
    """Return a game as played on this machine, and its current corrections."""
    module = load_module(name)
    if name not in builtin():
        return module, Corrections(module=module.meta.id)
    corrections = in_force(name)
    return (_laid_over(name, corrections) if corrections.corrections else module), corrections


def module_with(name: str, wanted: str) -> Module:
    """Return a built-in game with the corrections of a hash.

    Raises UserError if they are not on this machine.
    """
    corrections = of_hash(name, wanted)
    if corrections is None:
        raise UserError(t("corrections.error.missing", hash=wanted))
    return _laid_over(name, corrections)


def load_source(source: str) -> Module:
    """Return the module that :attr:`~engine.modules.module.Module.source` names, even a corrected
    one.
    """
    name, _, wanted = source.partition("@")
    return module_with(name, wanted) if wanted and name in builtin() else load_module(source)


@lru_cache(maxsize=FEW)
def _laid_over(name: str, corrections: Corrections) -> Module:
    return corrected(load_module(name), corrections)


def _folder(game: str) -> Path:
    """Return the folder of a built-in game; an unknown id never becomes a folder name."""
    if game not in builtin():
        raise UserError(t("module.error.unknown", module=game, known=", ".join(builtin())))
    return kept_folder("corrections") / game
