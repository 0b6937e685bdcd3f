"""The words of position files: the module's vocabulary, with other names for some ids.

``vocabulary.positions`` in ``module.json`` contains for each list either additional words
(``"hexsides": ["road_bridge"]``) or the words for ids (``"phases": {"mechanised": "mechanized"}``).
The lists are those of the vocabulary, and ``areas``, ``bridges`` and ``markers``.
"""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import AfterValidator, ValidationInfo
from pydantic_core import PydanticKnownError

from engine.modules.module import Module

LISTS = (
    "terrains",
    "settlements",
    "hexsides",
    "roads",
    "kinds",
    "qualities",
    "statuses",
    "phases",
    "weather",
)
"""The lists of the vocabulary used in position files."""
FREE = ("bridges", "statuses")
"""The lists that are not checked if a module declares no word of them."""


class Words:
    """The words of a module's position files, with the ids of the rules."""

    def __init__(self, module: Module) -> None:
        vocabulary = module.vocabulary
        own = vocabulary.positions
        self.module = module
        self._ids: dict[str, dict[str, str]] = {
            "sides": {side.id: side.id for side in module.meta.sides}
        }
        for name in dict.fromkeys((*LISTS, *own)):
            called = own.get(name, {})
            by_word = {word: word for word in vocabulary.ids(name)} if name in LISTS else {}
            if isinstance(called, dict):
                by_word = {called.get(word, word): word for word in by_word}
                by_word |= {word: id_ for id_, word in called.items()}
            else:
                by_word |= {word: word for word in called}
            self._ids[name] = by_word
        self._words = {
            name: {id_: word for word, id_ in by_word.items()}
            for name, by_word in self._ids.items()
        }

    def of(self, name: str) -> Mapping[str, str]:
        """Return the ids of a list by the words for them."""
        return self._ids.get(name, {})

    def id_of(self, name: str, word: str) -> str:
        """Return the id that a word of a list means; an unlisted word is itself an id."""
        return self.of(name).get(word, word)

    def word_for(self, name: str, id_: str) -> str:
        """Return the word for an id in position files."""
        return self._words.get(name, {}).get(id_, id_)


def words_of(info: ValidationInfo) -> Words:
    """Return the words for validating a position."""
    assert isinstance(info.context, Words), "positions are checked with the words of their game"
    return info.context


def one_of(name: str) -> AfterValidator:
    """Return a validator that a text is a word of a list, from the validation context."""

    def check(value: str, info: ValidationInfo) -> str:
        known = words_of(info).of(name)
        if value not in known and (known or name not in FREE):
            *others, last = [f"'{word}'" for word in known] or ["-"]
            expected = f"{', '.join(others)} or {last}" if others else last
            raise PydanticKnownError("literal_error", {"expected": expected})
        return value

    return AfterValidator(check)
