"""Files of an owner's corrections: a folder for each game, a file for each state, one in force.

Every state that was ever in force stays, for the games that were begun with it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from engine.core.errors import UserError
from engine.files import read_limited, write_atomic
from engine.i18n import t
from engine.modules.corrections import SUFFIX, Corrections, corrected, parse
from engine.modules.module import Module, builtin, load_module
from engine.user_folders import kept_folder

FEW = 4
"""Corrected modules that are kept."""
LIMIT = 8 * 1024 * 1024
"""Bytes of a file of corrections."""
IN_FORCE = "in-force"
POINTER = 1024
"""Bytes of the file that names the corrections in force."""
HASH = re.compile(r"[0-9a-f]{32}")


def in_force(game: str) -> Corrections:
    """The corrections of a game that hold now; none where none were made.

    Raises UserError if the file that holds them is lost or damaged.
    """
    pointer = _folder(game) / IN_FORCE
    try:
        if not pointer.exists():
            return Corrections(module=game)
        name = read_limited(pointer, POINTER).decode("ascii").strip()
    except (OSError, ValueError, UserError):
        raise UserError(t("corrections.error.lost", module=game, file=pointer)) from None
    found = of_hash(game, name) if HASH.fullmatch(name) else None
    if found is None:
        raise UserError(t("corrections.error.lost", module=game, file=pointer))
    return found


def of_hash(game: str, name: str) -> Corrections | None:
    """The corrections that a log names; None if they were never here.

    Raises UserError if they are damaged.
    """
    if not HASH.fullmatch(name):
        return None
    file = _folder(game) / f"{name}{SUFFIX}"
    if not file.is_file():
        return None
    found = read(file)
    if found.hash != name or found.module != game:
        raise UserError(t("corrections.error.lost", module=game, file=file))
    return found


def read(path: Path) -> Corrections:
    """The corrections of a file. Raises UserError for one that cannot be read or is none."""
    return parse(read_limited(path, LIMIT), str(path))


def put_in_force(corrections: Corrections) -> Module:
    """Have corrections hold for games that are begun from now on; without any, the data as it is.

    Raises UserError, and changes nothing, if they do not fit their game or cannot be written.
    """
    module = check(corrections)
    folder = _folder(corrections.module)
    if not corrections.corrections:
        try:
            (folder / IN_FORCE).unlink(missing_ok=True)
        except OSError as error:
            why = error.strerror
            raise UserError(t("log.error.unwritable", path=folder, why=why)) from None
        return module
    keep(corrections)
    write_atomic(folder / IN_FORCE, f"{corrections.hash}\n".encode())
    return module


def check(corrections: Corrections, game: str | None = None) -> Module:
    """The game they are of, or that they ought to be of, with corrections laid over it.

    Raises UserError if they do not fit.
    """
    return corrected(load_module(game or corrections.module), corrections)


def write(corrections: Corrections, path: Path) -> None:
    """Write them into a file. Raises UserError if the place cannot be written."""
    write_atomic(path, corrections.to_bytes())


def keep(corrections: Corrections) -> None:
    """Have them here for logs that name them. Raises UserError if they cannot be written."""
    folder = _folder(corrections.module)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(t("log.error.unwritable", path=folder, why=error.strerror)) from None
    write_atomic(folder / f"{corrections.hash}{SUFFIX}", corrections.to_bytes())


def to_send(game: str, wanted: str | None) -> Corrections | None:
    """The corrections that a log of a game names, to go along with it; None without any.

    None too where they are not here or damaged: the log is whole without them.
    """
    if wanted is None or game not in builtin():
        return None
    try:
        return of_hash(game, wanted)
    except UserError:
        return None


def take_in(game: str, wanted: str | None, sent: Corrections | None) -> str | None:
    """Keep corrections that came with a log, for games begun with them; what is to be said of it.

    They are a stranger's: only those that the log names, that bear the hash they are named by and
    fit the game are kept, and none is put in force. None where nothing new came.
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
    """A game as it is played on this machine, and the corrections that make it so."""
    module = load_module(name)
    if name not in builtin():
        return module, Corrections(module=module.meta.id)
    corrections = in_force(name)
    return (_laid_over(name, corrections) if corrections.corrections else module), corrections


def module_with(name: str, wanted: str) -> Module:
    """A built-in game with the corrections of a hash. Raises UserError if they are not here."""
    corrections = of_hash(name, wanted)
    if corrections is None:
        raise UserError(t("corrections.error.missing", hash=wanted))
    return _laid_over(name, corrections)


def load_source(source: str) -> Module:
    """The module that :attr:`~engine.modules.module.Module.source` names, corrected ones too."""
    name, _, wanted = source.partition("@")
    return module_with(name, wanted) if wanted and name in builtin() else load_module(source)


@lru_cache(maxsize=FEW)
def _laid_over(name: str, corrections: Corrections) -> Module:
    return corrected(load_module(name), corrections)


def _folder(game: str) -> Path:
    """The folder of a game of the program; a stranger's id may be no folder's name."""
    if game not in builtin():
        raise UserError(t("module.error.unknown", module=game, known=", ".join(builtin())))
    return kept_folder("corrections") / game
