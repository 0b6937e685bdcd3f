"""Games that differ only in what one side hides are told alike: 150 of them are 11,175 pairs.

The observed positions, the answers of the probe and the exports of each are those of the first.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from itertools import permutations
from math import comb
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import orjson
import pytest

from engine.core.state import as_json
from engine.play.game import Recording
from engine.report.viewpoint import viewed
from tests.games import test_secrets as arranged
from tests.games.ardenas import test_secrets as ardenas
from tests.games.test_secrets import HIDDEN, Table
from tests.games.test_secrets import table as table

GAMES = 150
"""Games of which every two are compared."""
SEED = 2911
FORMS = ("md", "bbcode", "csv", "json")

pytestmark = pytest.mark.soak


def digest(*texts: str) -> str:
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


def alike(tell: Callable[[int], dict[str, str]], games: int = GAMES) -> None:
    """Compare what is told of each game with what is told of the first."""
    first = tell(0)
    for number in range(1, games):
        told = tell(number)
        assert [what for what in first if told[what] != first[what]] == [], number
    print(f"seed {SEED}: {games} games, {comb(games, 2)} pairs, alike in {', '.join(first)}")


def positions(recording: Recording, side: str) -> str:
    seen = viewed(recording, side)
    states = (as_json(seen.state(n), seen.module.places) for n in range(1, len(seen) + 1))
    return digest(*(orjson.dumps(state).decode() for state in states))


def secrets() -> list[ardenas.Secret]:
    """Choices that a side hides: places of units and groupings, the false one, their moves."""
    chance = random.Random(SEED)
    found: dict[ardenas.Secret, None] = {}
    while len(found) < GAMES:
        first, second, third = chance.sample(range(1, 13), 3)
        found[ardenas.Secret(
            # The unit in the second hex is turned face up.
            chance.choice([(0, 1, 2), (2, 1, 0)]),
            (first, second, third),
            false_first=chance.random() < 0.5,
            by_units=chance.random() < 0.5,
        )] = None  # fmt: skip
    return list(found)


def test_games_of_the_ardennes_with_other_groupings_are_told_alike(tmp_path: Path) -> None:
    made, rules = secrets(), ardenas.table().rules
    asking = cast(Table, SimpleNamespace(rules=rules, seer="german", owner="allied"))

    def tell(number: int) -> dict[str, str]:
        recording = ardenas.table().recording(made[number])
        told = {"positions": positions(recording, "german")}
        last = rules.observe(recording.state(len(recording)), "german")
        told["answers"] = digest(*arranged.answers(asking, last))
        for form in FORMS:
            told[form] = digest(ardenas.exported(made[number], form, "german", tmp_path))
        return told

    alike(tell)


def orders() -> list[list[int]]:
    """Arrangements of the hidden units on their hexes."""
    every = [list(order) for order in permutations(range(HIDDEN))]
    return random.Random(SEED).sample(every, GAMES)


@pytest.mark.parametrize("table", ["holland44"], indirect=True)
def test_games_of_holland_44_with_other_hidden_units_are_told_alike(
    table: Table, tmp_path: Path
) -> None:
    made = orders()

    def tell(number: int) -> dict[str, str]:
        order = made[number]
        told = {"positions": positions(table.recording(order), table.seer)}
        told["answers"] = digest(*arranged.answers(table, table.seen(table.arranged(order))))
        for form in FORMS:
            told[form] = digest(arranged.exported(table, order, form, table.seer, tmp_path))
        return told

    alike(tell)
