"""Fuzzy search: match scores, and the searchable targets of a table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from engine.core.state import State
from engine.i18n import t
from engine.modules.module import Module
from engine.play.game import Recording
from holland44_qt.models.entry_filter import RESULT, has_word, search_words

WORD_START, FOLLOWS, WHOLE = 8.0, 5.0, 30.0
"""Score bonuses: for letters at the start of a word, for letters right after the previous one, and
for letters in one run.
"""
SPOKEN = 4
"""Minimum number of letters for which a word in a description outscores scattered letters."""
DESCRIBED = 1000
"""Maximum number of entries whose sentences the palette searches; the log searches all."""


@dataclass(frozen=True)
class Target:
    """Search target: ``words`` are searched, ``run`` is called when it is chosen."""

    kind: str
    title: str
    detail: str
    run: Callable[[], object]
    keys: str = ""
    enabled: bool = True


def fit(letters: str, text: str) -> float | None:
    """Return the score of letters that occur in order in a text; None if they do not.

    Short texts score better than long ones. Case and spaces between the letters are ignored.
    """
    wanted, within = letters.casefold().replace(" ", ""), text.casefold()
    if not wanted:
        return 0.0
    together = within.find(letters.casefold().strip())
    total, last = 0.0, -2
    if together >= 0:
        total, start = WHOLE, together
        if together == 0 or not within[together - 1].isalnum():
            total += WHOLE
        if within.removeprefix("#") == wanted:
            total += WHOLE  # the whole number of an entry, or the whole name
    else:
        start = 0
    at = start
    for letter in wanted:
        score = _next(within, letter, at)
        if score < 0:
            return None
        total += 1.0
        if score == 0 or not within[score - 1].isalnum():
            total += WORD_START
        if score == last + 1:
            total += FOLLOWS
        last, at = score, score + 1
    return total - len(text) / 20


def _next(text: str, letter: str, start: int) -> int:
    """Return the next position of a letter, preferably at the start of a word."""
    anywhere = text.find(letter, start)
    if anywhere < 0 or anywhere == start:
        return anywhere
    at = anywhere
    while at >= 0:
        if not text[at - 1].isalnum():
            return at
        at = text.find(letter, at + 1)
    return anywhere


def best(letters: str, targets: Iterable[Target], limit: int) -> list[Target]:
    """Return the targets with the best scores, best first, in stable order."""
    fits = []
    wanted = letters.strip().casefold()
    word = re.compile(rf"(?<!\w){re.escape(wanted)}") if len(wanted) >= SPOKEN else None
    for target in targets:
        score = fit(letters, target.title)
        # The detail counts less than the name, and only letter by letter.
        if word is not None and word.search(target.detail.casefold()):
            score = max(score or 0.0, WHOLE)
        elif score is None:
            if wanted not in target.detail.casefold():
                continue
            score = 0.0
        if not target.enabled and score < 2 * WHOLE - 1:
            score -= WHOLE  # what cannot be done now is listed, but not first
        fits.append((score, target))
    fits.sort(key=lambda pair: -pair[0])
    return [target for _, target in fits[:limit]]


def with_log(
    letters: str, results: Sequence[Target], targets: Iterable[Target], log: Target, rows: int
) -> list[Target]:
    """Return the results with ``log`` (all entries containing the text) in a visible row.

    For a combat result ("EX", "all EX") the matching entries come first, after ``log``; if a name
    matches, ``log`` comes second.
    """
    wanted, typed = search_words(letters), letters.strip().casefold()
    called = sum(target.title.casefold().lstrip("#") == typed for target in results[:rows])
    if called:
        return [*results[:called], log, *results[called:]]
    words = wanted.split()
    if len(wanted) > 1 and all(RESULT.fullmatch(word) for word in words):
        played = (target for target in targets if target.kind == "entry")
        detailed = [x for x in played if all(has_word(x.detail, word) for word in words)]
        if detailed:
            return [log, *detailed, *(target for target in results if target not in detailed)]
    if wanted.casefold() != typed:
        return [log, *results]
    return [*results[: rows - 1], log, *results[rows - 1 :]]


def places(module: Module, go: Callable[[int], object]) -> Iterator[Target]:
    """Return a target for every hex number, and for every name on the map."""
    board = module.board
    for hex_, names in enumerate(board.names):
        for name in names:
            detail = t("shell.find.hex", hex=board.numbers[hex_])
            yield Target("place", name, detail, partial(go, hex_))
    for hex_, number in enumerate(board.numbers):
        detail = t("shell.find.hex_of", place=module.place_name(number))
        yield Target("hex", number, detail, partial(go, hex_))


def entries(recording: Recording, go: Callable[[int], object]) -> Iterator[Target]:
    """Return a target for every entry of the current line, with its sentence unless there
    are many. An entry of a side line is found by its place in the line too, as the window counts.
    """
    describes = len(recording) <= DESCRIBED
    for number, entry in enumerate(recording.timeline.entries, 1):
        detail = recording.step(number).sentence if describes else t("shell.find.entry")
        if number != entry.id:
            yield Target("entry", str(number), f"#{entry.id}: {detail}", partial(go, number))
        yield Target("entry", f"#{entry.id}", detail, partial(go, number))


def units(module: Module, state: State, go: Callable[[str], object]) -> Iterator[Target]:
    """Return a target for every piece in the game, with its location."""
    for unit, piece in state.pieces.items():
        where = module.place_name(module.places.name(piece.place))
        detail = t("shell.find.unit", side=module.side_name(piece.side), place=where)
        yield Target("unit", module.unit_name(piece.counter), detail, partial(go, unit))
