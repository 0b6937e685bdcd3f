"""Messages that an external module includes in ``locale/<language>/``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from string import Formatter

from engine.archive import Files
from engine.i18n import Texts

FOLDER = "locale/"
TITLES = frozenset({"word", "box", "track", "title"})
"""First parts of the keys whose messages are titles, which have no placeholders."""


def text_files(source: Files) -> Iterator[tuple[str, str]]:
    """Yield each file of messages as (language, name)."""
    for name in source.names():
        _, _, rest = name.partition(FOLDER)
        language, _, file = rest.partition("/")
        if name.startswith(FOLDER) and file.endswith(".json"):
            yield language, name


def read_texts(source: Files, game: str) -> Texts:
    """Return the usable messages of a module by language and key.

    A message is usable when its key names the game as its second part and its places are plain
    names. Other messages and unreadable files are left out; ``modules validate`` reports them.
    """
    result: Texts = {}
    for language, name in text_files(source):
        for key, template in _table(source, name).items():
            if fault(game, key, template) is None:
                result.setdefault(language, {})[key] = template
    return result


def fault(game: str, key: str, template: object) -> str | None:
    """Return the message key for the fault of a message; None if it has none."""
    if key.split(".")[1:2] != [game]:
        return "validate.text_key"
    if not isinstance(template, str):
        return "validate.text_place"
    try:
        parts = list(Formatter().parse(template))
    except ValueError:
        return "validate.text_place"
    places = [part[1:] for part in parts if part[1] is not None]
    plain = all(
        str(name).isidentifier() and not spec and not conversion
        for name, spec, conversion in places
    )
    if places and key.partition(".")[0] in TITLES:
        return "validate.text_place"
    return None if plain else "validate.text_place"


def _table(source: Files, name: str) -> dict[str, str]:
    try:
        table = json.loads(source.read(name))
    except (ValueError, RecursionError):
        return {}
    return table if isinstance(table, dict) else {}
