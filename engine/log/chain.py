"""The chain: each line of a log carries a link that depends on every line before it.

It detects damage and careless edits. It is no proof against a forger, who can compute links too.
"""

from __future__ import annotations

import hashlib
import re
from typing import Any

import orjson

START = ""
"""The link before the first line."""

_LINE = re.compile(rb'(\{.+),"link":"([0-9a-f]{32})"\}(\r?\n)?', re.DOTALL)
# Links cover what is between the line ends: a file that was only converted is still readable.


def seal(record: dict[str, Any], previous: str) -> tuple[bytes, str]:
    """A record as a line of the file (with its newline), and the line's link.

    Raises ChainError for what JSON cannot hold: broken Unicode, nesting without end.
    """
    try:
        body = orjson.dumps(record, option=orjson.OPT_SORT_KEYS)
    except orjson.JSONEncodeError as error:
        raise ChainError(str(error)) from None
    link = _link(body, previous)
    return body[:-1] + b',"link":"' + link.encode() + b'"}\n', link


def unseal(line: bytes, previous: str) -> tuple[bytes, str]:
    """The record in a line, as JSON, and its link.

    Raises ChainError if the line is no sealed record or its link does not continue ``previous``.
    """
    match = _LINE.fullmatch(line)
    if match is None:
        raise ChainError("not a line of a log")
    body, link = match[1] + b"}", match[2].decode()
    if _link(body, previous) != link:
        raise ChainError("its checksum does not fit")
    return body, link


def is_torn(line: bytes) -> bool:
    """Is this the beginning of a sealed line whose end was never written?

    A whole line that only lost its newline is not torn; if its link is wrong, it is damaged.
    """
    return not line.endswith(b"\n") and _LINE.match(line) is None


class ChainError(ValueError):
    """A line does not continue the chain, or cannot be part of one."""


def _link(body: bytes, previous: str) -> str:
    return hashlib.blake2b(previous.encode() + body, digest_size=16).hexdigest()
