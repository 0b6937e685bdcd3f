"""The one family of errors that a user may see: a sentence that says what, where and what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # commands that read nothing do without
    from pydantic import ValidationError

_UNKNOWN = ("extra_forbidden", "union_tag_invalid", "union_tag_not_found", "literal_error")
"""What pydantic calls a field, a kind or a word that a model does not have."""
_LONGEST = 160
"""Characters quoted from a damaged file in a message."""


class UserError(Exception):
    """Base of all errors whose text is meant for a person; the CLI prints it and exits with 2.

    What is quoted from a file or a path may hold anything; the text is always one line and holds
    no control characters.
    """

    def __init__(self, sentence: str) -> None:
        super().__init__(one_line(sentence))


class EffectError(UserError):
    """An effect does not fit the state it is applied to:

    its 'before' is not what the state holds.
    """


def one_line(text: str) -> str:
    """A text with all runs of white space and control characters made one space."""
    if text.isprintable() and "  " not in text:
        return text.strip()
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def first_fault(error: ValidationError) -> tuple[str, str]:
    """Place and text of the first fault of a rejected record, each on one line."""
    fault = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in fault["loc"])
    return _short(where), _short(fault["msg"])


def only_unknown(error: ValidationError) -> bool:
    """Is all that is wrong with a record that it has fields, kinds or words we do not know?

    That is what a newer version of the program writes, and no damage.
    """
    return all(fault["type"] in _UNKNOWN for fault in error.errors(include_input=False))


def _short(text: str) -> str:
    text = one_line(text)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
