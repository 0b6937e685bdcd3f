"""The printed examples of the rulebook, each with its page, asked of one running probe.

The assault of 13.2 is played from its declaration to the last step in ``test_sample_games``.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.games.airbridge.expectations.comparing import judged
from tests.games.airbridge.expectations.reading import position
from tests.games.expectation_files import expanded
from tests.games.normandy44.expectations.asking import Asker

LINES = Path(__file__).with_name("printed_examples.yaml").read_text(encoding="utf-8").splitlines()
EXAMPLES = [json.loads(line[2:]) for line in LINES if line.startswith("- ")]


def named(example: dict[str, object]) -> str:
    return f"page {example['page']}, {example['rule']}: {example['text']}"


@pytest.fixture(scope="module")
def asker() -> Asker:
    return Asker()


@pytest.mark.parametrize("example", EXAMPLES, ids=named)
def test_printed_examples_hold(asker: Asker, example: dict[str, object]) -> None:
    asked = {key: value for key, value in example.items() if key != "page"}
    for question in expanded(asked, f"page {example['page']}", position):
        assert judged(asker, question) == []


def test_printed_examples_are_unique() -> None:
    assert len({named(example) for example in EXAMPLES}) == len(EXAMPLES) >= 27
