"""The languages of a module: its ``Module_xx.properties``, as one list of words for each.

VASSAL names a text by the way to its component, or, for texts of pieces, by ``Piece.`` and the text
itself. Here a text is looked up by what it is in the module's own language, when it is shown:
what a log holds stays as it is, so players of two languages can exchange their games.
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
"""Limits of one language."""
MAX_TEXT = 1_000

Words = dict[str, dict[str, str]]
"""By language, two letters: what a text of the module is called in it."""


def languages(info: ModuleInfo) -> Words:
    """The languages that a module and its extensions have; what cannot be read is left out."""
    found: Words = {}
    for path in (info.path, *info.extensions):
        with Archive(path) as archive:
            for entry in sorted(archive.names()):
                match = _FILE.fullmatch(entry)
                if match is None:
                    continue
                try:
                    if archive.size(entry) > MAX_BYTES:
                        continue
                    told = read_properties(archive.read(entry).decode("latin-1"))
                except VassalError:
                    continue
                mine = found.setdefault(match[1], {})
                for text, word in _pairs(info, told):
                    if len(mine) >= MAX_WORDS:
                        break
                    mine.setdefault(text, word)
    return {language: mine for language, mine in found.items() if mine}


def _pairs(info: ModuleInfo, told: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Texts of a module with their words."""
    by_way: dict[str, str] = {}
    for key, word in told.items():
        if key.startswith(_PIECE):
            yield from _pair(key.removeprefix(_PIECE), word)
            continue
        way = _way(key)
        by_way.setdefault(way, word)
        # A key may begin anywhere above its component: folders and modules differ in what they say.
        for at, letter in enumerate(way):
            if letter == ".":
                by_way.setdefault(way[at + 1 :], word)
    todo: list[Component] = list(info.roots)
    while todo:
        item = todo.pop()
        todo += item.children
        name = next((item.get(n) for n in _NAMES if item.get(n)), "")
        for attribute, text in item.attributes.items():
            told_as = by_way.get(_way(f"{item.kind}.{name}.{attribute}"))
            if text and told_as:
                yield from _pair(text, told_as)


def _pair(text: str, word: str) -> Iterator[tuple[str, str]]:
    text, word = plain(text).strip(), plain(word).strip()
    if text and word and text != word and max(len(text), len(word)) <= MAX_TEXT:
        yield text, word


def _way(key: str) -> str:
    return re.sub(r"\.{2,}", ".", key).strip(".")


_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_LETTERS = {"t": "\t", "n": "\n", "r": "\r", "f": "\f"}


def read_properties(text: str) -> dict[str, str]:
    """A Java properties file: a key and its value have ``=``, ``:`` or blanks between them."""
    found: dict[str, str] = {}
    lines = iter(re.split(r"\r\n|\r|\n", text))
    for raw in lines:
        line = raw.lstrip(" \t\f")
        if not line or line[0] in "#!":
            continue
        while _goes_on(line):
            line = line[:-1] + next(lines, "").lstrip(" \t\f")
        match = re.match(r"((?:\\.|[^\\=: \t\f])*)[ \t\f]*[=:]?[ \t\f]*", line, re.DOTALL)
        if match is not None:
            found[_plain(match[1])] = _plain(line[match.end() :])
    return found


def _goes_on(line: str) -> bool:
    return (len(line) - len(line.rstrip("\\"))) % 2 == 1


def _plain(text: str) -> str:
    def letter(match: re.Match[str]) -> str:
        told = match[1]
        if told[0] == "u" and len(told) == 5:
            return chr(int(told[1:], 16))
        return _LETTERS.get(told, told)

    joined = _ESCAPE.sub(letter, text)
    # Letters beyond the first plane are written as two halves.
    return joined.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
