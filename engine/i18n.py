"""The message catalogue: every text a user sees is a key here and a line in ``resources/locale``.

``resources/locale/<language>/<area>.json`` holds flat ``{"area.key": "template {name}"}`` tables;
templates are :meth:`str.format` templates. English is complete; another language falls back to it
key by key.
"""

from __future__ import annotations

import json
import os
from functools import cache
from importlib.resources import files

DEFAULT = "en"
ENVIRONMENT = "HOLLAND44_LANG"


@cache
def catalogue(language: str) -> dict[str, str]:
    """All messages of one language, English where it has none."""
    messages: dict[str, str] = {} if language == DEFAULT else dict(catalogue(DEFAULT))
    folder = files("resources") / "locale" / language
    if folder.is_dir():
        for part in sorted(folder.iterdir(), key=lambda p: p.name):
            if part.name.endswith(".json"):
                messages.update(json.loads(part.read_text(encoding="utf-8")))
    return messages


def language() -> str:
    """The language asked for by the environment, or English."""
    return os.environ.get(ENVIRONMENT, DEFAULT)[:2] or DEFAULT


def t(key: str, /, **args: object) -> str:
    """The message of a key with its places filled in.

    Raises KeyError for a key that no catalogue has: a missing text is a bug, not a blank.
    """
    return catalogue(language())[key].format(**args)


def has(key: str) -> bool:
    """Is there a message with this key?"""
    return key in catalogue(language())
