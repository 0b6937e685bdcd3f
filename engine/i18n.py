"""The message catalogue: every text a user sees is a key here and a line in ``resources/locale``.

``resources/locale/<language>/<area>.json`` holds flat ``{"area.key": "template {name}"}`` tables;
templates are :meth:`str.format` templates. English is complete; other languages use it for missing
keys. A game's texts are in ``resources/<game>/locale/<language>/``. The second part of their keys
is the id of the game ("rule.holland44.8.1.phase"), so that keys of two games never clash. In logs
of the first format one game's keys lack this part; ``aliases.json`` maps them to today's keys. A
module from outside the program adds its texts with :func:`add_game`.
"""

from __future__ import annotations

import json
import os
import re
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from string import Formatter

DEFAULT = "en"
ENVIRONMENT = "HOLLAND44_LANG"

COUNTS = ("count", "number", "entries", "pieces")
"""Message fields that hold the count of the message's subject."""

Texts = dict[str, dict[str, str]]
"""Messages by language and key."""

_brought: dict[str, Texts] = {}
"""The messages of games from outside the program, by the id of the game."""


@cache
def catalogue(language: str) -> dict[str, str]:
    """Return the program's messages in a language, in English where it lacks them."""
    messages: dict[str, str] = {} if language == DEFAULT else dict(catalogue(DEFAULT))
    messages.update(_read(files("resources") / "locale" / language))
    return messages


@cache
def game_catalogue(game: str, language: str) -> dict[str, str]:
    """Return a game's messages in a language, in English where it lacks them; empty without a
    game.
    """
    messages = {} if language == DEFAULT else dict(game_catalogue(game, DEFAULT))
    if game in _folders():  # a log may ask for any word: none is looked for among the files
        messages.update(_read(files("resources") / game / "locale" / language))
    return messages


@cache
def _folders() -> frozenset[str]:
    """Return the names of the folders of built-in games and of their neighbours."""
    return frozenset(part.name for part in files("resources").iterdir())


def add_game(game: str, texts: Texts) -> None:
    """Use the messages that a module from outside the program brings along.

    The texts of a game of the program are never replaced.
    """
    if game not in _folders():
        _brought[game] = texts
        _words_of_names.cache_clear()


def _read(folder: Traversable) -> dict[str, str]:
    messages: dict[str, str] = {}
    if folder.is_dir():
        for part in sorted(folder.iterdir(), key=lambda p: p.name):
            if part.name.endswith(".json"):
                messages.update(json.loads(part.read_text(encoding="utf-8")))
    return messages


@cache
def languages() -> tuple[str, ...]:
    """Return the codes of the available languages, sorted."""
    folders = (files("resources") / "locale").iterdir()
    return tuple(sorted(folder.name for folder in folders if folder.is_dir()))


@cache
def system_language() -> str:
    """Return the language of the system's locale, or English if the program lacks it.

    It is looked up once: a program keeps the locale that it started with.
    """
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if asked := os.environ.get(name):
            return asked[:2] if asked[:2] in languages() else DEFAULT
    return DEFAULT


def language() -> str:
    """Return the language of HOLLAND44_LANG, otherwise that of the system."""
    return os.environ.get(ENVIRONMENT, "")[:2] or system_language()


def t(key: str, /, **args: object) -> str:
    """Return the message of a key with its fields filled in.

    A count of 1 takes the message of ``<key>.one`` where the catalogue has it. A game from outside
    the program stays playable without a text: its key takes the place of a missing message, and
    a field without a value stays as it is written. Floats are formatted by :func:`decimal`.

    Raises KeyError for a key of the program that no catalogue has: a missing text is a bug, not a
    blank.
    """
    one = bool(args) and any(args.get(name) == 1 for name in COUNTS)
    result = (_message(f"{key}.one") if one else None) or _message(key)
    outside = _game_of(key) in _brought
    for name, value in args.items():
        if isinstance(value, float):
            args[name] = decimal(value)
    if result is None:
        if not outside:
            raise KeyError(key)
        return key
    return result.format_map(_Fields(args)) if outside else result.format(**args)


def decimal(value: float, form: str = "") -> str:
    """Format a number for the reader: with the decimal mark of the language and a minus sign.

    Numbers in logs, JSON and CSV are never formatted so.
    """
    return localized(format(value, form))


def localized(number: str) -> str:
    """Return a formatted number, or a ratio of two, with the decimal mark of the language."""
    return number.replace("-", "−").replace(".", t("core.decimal_mark"))


class _Fields(dict[str, object]):
    """The values of a message's fields; a missing one is written as the field itself."""

    def __missing__(self, name: str) -> str:
        return f"{{{name}}}"


def translated_name(name: str, game: str) -> str:
    """Return a printed name in the language of the reader.

    The messages ``name.<game>.<words>`` of a game translate words of its names, longer ones first;
    English has none.
    """
    words, pattern = _words_of_names(game, language())
    return pattern.sub(lambda found: words[found[0]], name) if words else name


@cache
def _words_of_names(game: str, language: str) -> tuple[dict[str, str], re.Pattern[str]]:
    prefix = f"name.{game}."
    brought = _brought.get(game)
    texts = game_catalogue(game, language) if brought is None else brought.get(language, {})
    words = {key.removeprefix(prefix): texts[key] for key in texts if key.startswith(prefix)}
    longest_first = sorted(map(re.escape, words), key=len, reverse=True)
    return words, re.compile(rf"(?<!\w)(?:{'|'.join(longest_first)})(?!\w)")


def _game_of(key: str) -> str:
    """Return the second part of a key, which is the id of the game in the keys of a game."""
    return key.partition(".")[2].partition(".")[0]


def has(key: str, spoken: str | None = None) -> bool:
    """Return whether there is a message with this key, by default in the language of the reader."""
    found = _in_program(key, spoken or language())
    return found or (bool(_brought) and _message(key) is not None)


@cache
def _in_program(key: str, language: str) -> bool:
    """Return whether the program has a message with this key in a language or in English."""
    if key in catalogue(language):
        return True
    key = scoped(key)
    return key in game_catalogue(_game_of(key), language)


def fields_of(key: str) -> frozenset[str]:
    """Return the names of the fields of a message; none for a key without a message."""
    return frozenset(name for _, name, _, _ in Formatter().parse(_message(key) or "") if name)


def scoped(key: str) -> str:
    """Return today's form of a key from the time of one game; any other key unchanged."""
    if not _UNSCOPED.match(key):
        return key
    for old, new in _aliases().items():
        if key.startswith(old):
            return new + key.removeprefix(old)
    return key


def unscoped(key: str) -> str:
    """Return a key in the form of first-format logs: the reverse of :func:`scoped`."""
    for old, new in _aliases().items():
        was = old + key.removeprefix(new)
        if key.startswith(new) and _UNSCOPED.match(was):
            return was
    return key


_UNSCOPED = re.compile(r"rule\.[A-Z]?\d|change\.[a-z0-9_]+$")
"""Pattern of keys without a game: rules by number, and texts of the modifier chart."""


@cache
def _aliases() -> dict[str, str]:
    """Return the prefixes of old keys, each with today's prefix."""
    path = files("resources") / "locale" / "aliases.json"
    result: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return result


def _message(key: str) -> str | None:
    spoken = language()
    result = catalogue(spoken).get(key)
    if result is None:
        key = scoped(key)
        game = _game_of(key)
        if game in _folders():
            result = game_catalogue(game, spoken).get(key)
        elif game in _brought:
            texts = _brought[game]
            result = texts.get(spoken, {}).get(key) or texts.get(DEFAULT, {}).get(key)
    return result
