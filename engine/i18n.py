"""The message catalogue: every text a user sees is a key here and a line in ``resources/locale``.

``resources/locale/<language>/<area>.json`` holds flat ``{"area.key": "template {name}"}`` tables;
templates are :meth:`str.format` templates. English is complete; another language falls back to it
key by key. The texts of a game lie with the game, in ``resources/<game>/locale/<language>/``; their
keys name it as their second part ("rule.holland44.8.1.phase"), so that no two games share one.
"""

from __future__ import annotations

import json
import os
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

DEFAULT = "en"
ENVIRONMENT = "HOLLAND44_LANG"


@cache
def catalogue(language: str) -> dict[str, str]:
    """The messages of the program in one language, English where it has none."""
    messages: dict[str, str] = {} if language == DEFAULT else dict(catalogue(DEFAULT))
    messages.update(_read(files("resources") / "locale" / language))
    return messages


@cache
def game_catalogue(game: str, language: str) -> dict[str, str]:
    """The messages of one game in one language, English where it has none; empty for no game."""
    messages = {} if language == DEFAULT else dict(game_catalogue(game, DEFAULT))
    if game.isidentifier():
        messages.update(_read(files("resources") / game / "locale" / language))
    return messages


def _read(folder: Traversable) -> dict[str, str]:
    messages: dict[str, str] = {}
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
    found = _message(key)
    if found is None:
        raise KeyError(key)
    return found.format(**args)


def has(key: str) -> bool:
    """Is there a message with this key?"""
    return _message(key) is not None


def _message(key: str) -> str | None:
    spoken = language()
    found = catalogue(spoken).get(key)
    if found is None:
        _, _, rest = key.partition(".")
        game, _, _ = rest.partition(".")
        found = game_catalogue(game, spoken).get(key)
    return found
