"""Errors shown to the user: one sentence with the problem, its place and a remedy."""

from __future__ import annotations

from collections.abc import Iterator
from errno import ENOENT, errorcode
from pathlib import Path
from typing import TYPE_CHECKING

from engine.i18n import has, t

if TYPE_CHECKING:  # commands that read nothing do without
    from pydantic import ValidationError
    from pydantic_core import ErrorDetails

_UNKNOWN = ("extra_forbidden", "union_tag_invalid", "union_tag_not_found", "literal_error")
"""Error types of pydantic for a field, kind or word unknown to a model."""
_LONGEST = 160
"""Maximum number of characters quoted from a damaged file."""


class UserError(Exception):
    """Base of all errors whose text is meant for a person; the CLI prints it and exits with 2.

    The text is always one line without control characters, even when it quotes a file or a path.
    """

    def __init__(self, sentence: str) -> None:
        super().__init__(one_line(sentence))


class UnwritableError(UserError):
    """Error of a file that cannot be written, for a reason of the system."""

    def __init__(self, path: Path, error: OSError) -> None:
        super().__init__(unwritable(path, error))
        self.error = error


class EffectError(UserError):
    """Error of an effect that does not match the state, such as a different 'before' value."""


def one_line(text: str) -> str:
    """Return a text with every run of white space and control characters replaced by one space."""
    if text.isprintable() and "  " not in text:
        return text.strip()
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def unwritable(path: Path, error: OSError) -> str:
    """Return the sentence that a file cannot be written, for a reason of the system."""
    missing = error.errno == ENOENT and not path.parent.exists()
    folder = t("core.system.folder", folder=path.parent)
    return t("log.error.unwritable", path=path, why=folder if missing else system_reason(error))


def unreadable(path: object, error: OSError) -> str:
    """Return the sentence that a file cannot be read, for a reason of the system."""
    return t("log.error.unreadable", path=path, why=system_reason(error))


def system_reason(error: OSError) -> str:
    """Return the reason of a system error in words, in the system's words for a rare one."""
    key = f"core.system.{errorcode.get(error.errno or 0, '')}"
    return t(key) if has(key) else error.strerror or str(error)


def first_fault(error: ValidationError) -> tuple[str, str]:
    """Return place and text of the first fault of a rejected record; see :func:`faults_of`."""
    return next(faults_of(error))


def faults_of(error: ValidationError) -> Iterator[tuple[str, str]]:
    """Yield place and text of each fault of a rejected record, each on one line.

    Faults without a message of ours have the English text of pydantic.
    """
    for fault in error.errors(include_url=False, include_input=False):
        yield _described(fault)


def _described(fault: ErrorDetails) -> tuple[str, str]:
    where = ".".join(str(part) for part in fault["loc"])
    if fault["type"] == "value_error":  # the text of a check of ours
        return _short(where), _short(str(fault["ctx"]["error"]))
    key = f"core.fault.{fault['type']}"
    values = {
        name: str(value).replace(" or ", ", ") for name, value in fault.get("ctx", {}).items()
    }
    return _short(where), _short(t(key, **values) if has(key) else fault["msg"])


def toml_fault(error: ValueError) -> str:
    """Return what is wrong with a TOML file: its record, its encoding, or its syntax."""
    from pydantic import ValidationError

    if isinstance(error, ValidationError):
        return ": ".join(filter(None, first_fault(error)))
    if isinstance(error, UnicodeDecodeError):
        return t("core.fault.not_text")
    return _short(str(error)).rstrip(".")


def only_unknown(error: ValidationError) -> bool:
    """Return whether a record is only rejected for unknown fields, kinds or words.

    Such a record comes from a newer version of the program and is not damaged.
    """
    return all(fault["type"] in _UNKNOWN for fault in error.errors(include_input=False))


def _short(text: str) -> str:
    text = one_line(text)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
