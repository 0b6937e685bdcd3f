"""The chain: each line of a log has a link that depends on every line before it.

The chain detects damage and careless edits. It does not stop a forger, who can compute links too. A
line can be signed: the signature is made for its link, so it vouches for the whole log up to that
line. It follows the link, which does not cover it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from typing import Any, NamedTuple

import orjson

START = ""
"""Link that precedes the first line."""

END = b',"link":"'
"""Separator between a record and its link; its last occurrence in a line counts."""
_LINE = re.compile(
    rb'(\{.+),"link":"([0-9a-f]{32})"(?:,"signature":"([0-9a-f]{64,512})")?\}(\r?\n)?', re.DOTALL
)
# Links cover what is between the line ends: a file that was only converted is still readable.

Sign = Callable[[str], str | None]
"""Function that returns the hexadecimal signature of a link; None for an unsigned line."""


class Line(NamedTuple):
    """A parsed line: the record as JSON, its link, and its signature if it has one."""

    body: bytes
    link: str
    signature: str | None


def seal(record: dict[str, Any], previous: str, sign: Sign | None = None) -> tuple[bytes, str]:
    """Return a record as a line of the file (with its newline), and the line's link.

    Raises ChainError for a record that JSON cannot represent: broken Unicode, endless nesting.
    """
    try:
        body = orjson.dumps(record, option=orjson.OPT_SORT_KEYS)
    except orjson.JSONEncodeError as error:
        raise ChainError(str(error)) from None
    link = _link(body, previous)
    return body[:-1] + ending(link, sign(link) if sign is not None else None), link


def ending(link: str, signature: str | None = None) -> bytes:
    """Return the part of a line after its record."""
    signed = f',"signature":"{signature}"' if signature is not None else ""
    return f',"link":"{link}"{signed}}}\n'.encode()


def unseal(line: bytes, previous: str) -> tuple[bytes, str]:
    """Return the record in a line, as JSON, and its link.

    Raises ChainError if the line is no sealed record or its link does not continue ``previous``.
    """
    body, link, _ = read_line(line, previous)
    return body, link


def read_line(line: bytes, previous: str) -> Line:
    """Read record, link and signature of a line. Raises ChainError as :func:`unseal` does."""
    match = _LINE.fullmatch(line)
    if match is None:
        raise ChainError("not a line of a log")
    body, link = match[1] + b"}", match[2].decode()
    if _link(body, previous) != link:
        raise ChainError("its checksum does not fit")
    return Line(body, link, match[3].decode() if match[3] else None)


def is_torn(line: bytes) -> bool:
    """Return whether this is a sealed line whose end was not written.

    A whole line that only lost its newline is not torn; if its link is wrong, it is damaged.
    """
    return not line.endswith(b"\n") and _LINE.match(line) is None


class ChainError(ValueError):
    """Error of a line that does not continue the chain or cannot be part of one."""


def _link(body: bytes, previous: str) -> str:
    return hashlib.blake2b(previous.encode() + body, digest_size=16).hexdigest()
