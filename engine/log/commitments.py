"""Sealed values: a value is fixed now, revealed later, and can then be checked.

A log stores only the hash of a sealed value: SHA-256 of the value and a salt, as JSON with sorted
keys. Without the salt, short values ("yes", "6217") could be guessed from their hash.
"""

from __future__ import annotations

import hashlib
import secrets

import orjson
from pydantic import JsonValue

from engine.core.errors import UserError
from engine.i18n import t
from engine.log.entry import Opened, Sealed

UNIT = "unit:"
"""Prefix of the names of sealed pieces; the id of the piece follows."""
DICE = "dice:"
"""Prefix of the names of sealed numbers for dice; the number of the entry follows."""
HIDDEN = "entry:"
"""Prefix of the names of whole entries that a referee sealed; the number of the entry follows."""
SALT = 16
"""Length of a salt in bytes."""


def seal_value(name: str, value: JsonValue, salt: str | None = None) -> tuple[Sealed, Opened]:
    """Make the sealed value for the log, and the secret record that opens it later.

    Raises UserError for a value that JSON cannot hold.
    """
    opened = Opened(name=name, value=value, salt=salt or secrets.token_hex(SALT))
    return Sealed(name=name, hash=commitment(opened)), opened


def commitment(opened: Opened) -> str:
    """Return the hash under which a value was sealed.

    Raises UserError for a value that JSON cannot hold.
    """
    record = {"salt": opened.salt, "value": opened.value}
    try:
        content = orjson.dumps(record, option=orjson.OPT_SORT_KEYS)
    except orjson.JSONEncodeError as error:
        raise UserError(t("log.error.unstorable", why=error)) from None
    return hashlib.sha256(content).hexdigest()
