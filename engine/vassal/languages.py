"""The translations of a module: its ``Module_xx.properties``, as one dictionary for each language.

VASSAL identifies a text by the path of its component, or texts of pieces by ``Piece.`` and the
text. Here a text is translated from the module's own language when it is shown. The log stays
untranslated, so players with different languages can exchange games.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.vassal.archive import Archive
from engine.vassal.buildfile import ModuleInfo
from engine.vassal.components import Component
from engine.vassal.errors import VassalError
from engine.vassal.plain_text import plain

_FILE = re.compile(r"Module_([a-z]{2})(?:_[A-Z]{2})?\.properties")
_PIECE = "Piece."
_NAMES = ("name", "mapName", "entryName", "chartName", "deckName", "title", "description")
MAX_BYTES = 4 * 1024 * 1024
MAX_WORDS = 20_000
"""Limits for one language."""
MAX_TEXT = 1_000

Words = dict[str, dict[str, str]]
"""By two-letter language code: the translations of the module's texts."""


def languages(info: ModuleInfo) -> Words:
    """Return the translations of a module and its extensions, without those that cannot be read."""
    words: Words = {}
    for path in (info.path, *info.extensions):
        with Archive(path) as archive:
            for entry in sorted(archive.names()):
                match = _FILE.fullmatch(entry)
                if match is None:
                    continue
                try:
                    if archive.size(entry) > MAX_BYTES:
                        continue
                    translations = read_properties(archive.read(entry).decode("latin-1"))
                except VassalError:
                    continue
                mine = words.setdefault(match[1], {})
                for text, word in _pairs(info, translations):
                    if len(mine) >= MAX_WORDS:
                        break
                    mine.setdefault(text, word)
    return {language: mine for language, mine in words.items() if mine}


def _pairs(info: ModuleInfo, translations: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Yield texts of a module with their translations."""
    by_path: dict[str, str] = {}
    for key, word in translations.items():
        if key.startswith(_PIECE):
            yield from _pair(key.removeprefix(_PIECE), word)
            continue
        path = _path(key)
        by_path.setdefault(path, word)
        # A key may begin anywhere above its component: folders and modules differ.
        for at, letter in enumerate(path):
            if letter == ".":
                by_path.setdefault(path[at + 1 :], word)
    todo: list[Component] = list(info.roots)
    while todo:
        item = todo.pop()
        todo += item.children
        name = next((item.get(n) for n in _NAMES if item.get(n)), "")
        for attribute, text in item.attributes.items():
            translation = by_path.get(_path(f"{item.kind}.{name}.{attribute}"))
            if text and translation:
                yield from _pair(text, translation)


def _pair(text: str, word: str) -> Iterator[tuple[str, str]]:
    text, word = plain(text).strip(), plain(word).strip()
    if text and word and text != word and max(len(text), len(word)) <= MAX_TEXT:
        yield text, word


def _path(key: str) -> str:
    return re.sub(r"\.{2,}", ".", key).strip(".")


_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_LETTERS = {"t": "\t", "n": "\n", "r": "\r", "f": "\f"}


def read_properties(text: str) -> dict[str, str]:
    """Parse a Java properties file: ``=``, ``:`` or blanks separate a key from its value."""
    values: dict[str, str] = {}
    lines = iter(re.split(r"\r\n|\r|\n", text))
    for raw in lines:
        line = raw.lstrip(" \t\f")
        if not line or line[0] in "#!":
            continue
        while _goes_on(line):
            line = line[:-1] + next(lines, "").lstrip(" \t\f")
        match = re.match(r"((?:\\.|[^\\=: \t\f])*)[ \t\f]*[=:]?[ \t\f]*", line, re.DOTALL)
        if match is not None:
            values[_plain(match[1])] = _plain(line[match.end() :])
    return values


def _goes_on(line: str) -> bool:
    return (len(line) - len(line.rstrip("\\"))) % 2 == 1


def _plain(text: str) -> str:
    def letter(match: re.Match[str]) -> str:
        code = match[1]
        if code[0] == "u" and len(code) == 5:
            return chr(int(code[1:], 16))
        return _LETTERS.get(code, code)

    joined = _ESCAPE.sub(letter, text)
    # Characters beyond the first plane are written as two surrogates.
    return joined.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
