"""The author on this machine: a name, and a key that signs the entries written under it.

Both are stored in the user's folder, for the window and the command line alike
(docs/log-format.md). The key is a separate file in the usual format (PKCS 8, PEM), so that other
programs can read it.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.core.actions import Note
from engine.core.errors import UnwritableError, UserError
from engine.files import read_limited, sync_folder, write_atomic
from engine.i18n import t
from engine.log.entry import Author, Entry
from engine.log.entry import now as present
from engine.log.signatures import KeySigner, check_signature
from engine.log.signers import shown
from engine.log.store import LogFile
from engine.user_folders import settings_file

LONGEST = 200
"""Maximum length of a name in characters."""
LIMIT = 16 * 1024
"""Maximum size of a key file or of the file with the stored author, in bytes."""


@dataclass(frozen=True)
class Byline:
    """The author named in new entries and the signer of these entries; neither by default."""

    author: Author | None = None
    signer: KeySigner | None = None


NOBODY = Byline()


class StoredAuthor(BaseModel):
    """Stored author: a name, and the path of the file with the secret key."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="ignore")

    name: str = Field(default="", max_length=LONGEST)
    key_file: str = Field(default="", max_length=4096)


def byline(name: str, key_file: str | Path = "") -> Byline:
    """Return the byline for a name and the file of a secret key, if any.

    Raises UserError for a key without a name, a name that is too long or has invisible characters,
    and a file without a key.
    """
    name = " ".join(name.split())
    if not name:
        if str(key_file):
            raise UserError(t("byline.error.no_name"))
        return NOBODY
    if shown(name) != name:
        raise UserError(t("byline.error.hidden", name=shown(name)))
    if len(name) > LONGEST:
        raise UserError(t("byline.error.long", limit=LONGEST))
    if not str(key_file):
        return Byline(Author(name=name))
    signer = read_key(Path(key_file).expanduser())
    return Byline(Author(name=name, key=signer.key), signer)


# -- kept on this machine


def stored_author() -> StoredAuthor:
    """Read the stored author; an empty one if there is none or it cannot be used."""
    try:
        return StoredAuthor.model_validate_json(read_limited(_file(), LIMIT))
    except (UserError, ValidationError):
        return StoredAuthor()


def keep(name: str, key_file: str = "") -> Byline:
    """Store the author of future entries.

    Raises UserError as :func:`byline`; nothing changes then.
    """
    made = byline(name, key_file)
    file = _file()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UnwritableError(file.parent, error) from None
    proof_of_author = StoredAuthor(name=made.author.name if made.author else "", key_file=key_file)
    write_atomic(file, proof_of_author.model_dump_json(indent=1).encode() + b"\n")
    return made


def current_byline(name: str | None = None, key_file: Path | None = None) -> Byline:
    """Return the stored byline, or another one if a name or a key is given.

    A stored key signs only under the stored name. Raises UserError as :func:`byline`.
    """
    now = stored_author()
    own = name is None or name == now.name
    file = str(key_file) if key_file is not None else now.key_file if own else ""
    return byline(now.name if name is None else name, file)


def usable_byline() -> tuple[Byline, str | None]:
    """Return the stored byline and None; if its key is unreadable, the name alone and the
    reason.
    """
    try:
        return current_byline(), None
    except UserError as error:
        unsigned = NOBODY
        with suppress(UserError):
            unsigned = byline(stored_author().name)
        return unsigned, t("byline.unsigned", why=error)


def _file() -> Path:
    return settings_file("author.json")


def proof_of_author(entry: Entry, wrong: Sequence[str] = ()) -> list[str]:
    """Name the author of an entry and describe the proof; empty if no author is named.

    ``wrong`` lists the conflicts of author and signature with earlier lines: the first key of a
    name or side is binding in a log.
    """
    author = entry.author
    if author is None:
        return list(wrong)
    name = shown(author.name)
    if wrong:
        return [t("byline.claimed", name=name), *wrong]
    if author.key is None:
        return [t("byline.by", name=name)]
    # Without a complaint the signature is good, or nothing here can check it.
    status = check_signature(author.key, *entry.signature) if entry.signature else "unknown"
    key = "signed" if status == "good" else "unknown"
    return [t(f"byline.{key}", name=name, public=shown(author.key))]


# -- keys


def make_key(path: Path) -> KeySigner:
    """Create a key in a new file that only its owner may read; return its signer.

    Raises UserError if the file exists or cannot be written, or if the package for signing is
    missing.
    """
    signer = KeySigner.new()
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    try:
        with os.fdopen(os.open(path, flags, 0o600), "wb") as file:
            try:
                file.write(signer.to_pem())
                file.flush()
                os.fsync(file.fileno())
            except OSError:
                path.unlink(missing_ok=True)  # half a key would be in the way of a whole one
                raise
        sync_folder(path)
    except FileExistsError:
        raise UserError(t("byline.error.exists", path=path)) from None
    except OSError as error:
        raise UnwritableError(path, error) from None
    return signer


def read_key(path: Path) -> KeySigner:
    """Make a signer from a key file. Raises UserError if it is no Ed25519 key in PEM."""
    try:
        return KeySigner.from_pem(read_limited(path, LIMIT))
    except ValueError:
        raise UserError(t("byline.error.key", path=path)) from None


def change_key(log: Path, old: Byline, new: KeySigner) -> None:
    """Record in a log, in a line signed with the old key, that the new key follows it.

    Raises UserError without an old key, for a log of the first format, and for a log that cannot be
    written.
    """
    author = old.author
    if author is None or old.signer is None:
        raise UserError(t("byline.error.no_old_key"))
    with LogFile.open(log) as file:
        file.signer = old.signer
        last = file.log.entries[-1] if file.log.entries else None
        note = Note(text=t("byline.key_changed", name=author.name, public=new.key))
        file.append(
            Entry(
                id=len(file.log) + 1,
                parent=last.id if last else 0,
                at=present(),
                by=last.by if last else "",
                action=note,
                author=author.model_copy(update={"next_key": new.key}),
            )
        )
