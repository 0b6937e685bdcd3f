"""Compare more than 300 expectations of a rulebook reader with the engine's answers.

The reader wrote them from the book and the protocol alone (`tables.py`, `board.py`).
"""

from __future__ import annotations

from typing import Any

import pytest

from engine.probe import Probe
from tests.games.marketgarden.expectations import board, tables


def asked(probe: Probe, request: dict[str, Any]) -> Any:
    """Load a position and return the result of a request."""
    words = dict(request)
    if isinstance(given := words.get("pos"), dict):
        loaded = probe.answer({"id": 1, "op": "load", "position": given})
        assert loaded["ok"], loaded
        words["pos"] = loaded["result"]["pos"]
    reply = probe.answer({"id": 2, **words})
    assert reply["ok"], reply
    return reply["result"]


@pytest.fixture(scope="module")
def probe() -> Probe:
    return Probe()


def named(questions: list[Any]) -> Any:
    return [pytest.param(request, expected, id=name) for name, request, expected in questions]


def test_there_are_300_expectations() -> None:
    every = [
        *tables.questions(),
        *board.combats(),
        *board.bombardments(),
        *board.moves(),
        *board.zones(),
        *board.retreats(),
        *board.advances(),
        *board.not_further(),
    ]
    assert len(every) >= 300
    assert len({name for name, _, _ in every}) == len(every)


@pytest.mark.parametrize(("request_", "expected"), named(tables.questions()))
def test_a_cell_of_a_chart(probe: Probe, request_: dict[str, Any], expected: Any) -> None:
    assert str(asked(probe, request_)["result"]) == str(expected)


@pytest.mark.parametrize(("request_", "expected"), named([*board.combats(), *board.bombardments()]))
def test_an_attack(probe: Probe, request_: dict[str, Any], expected: dict[str, Any]) -> None:
    result = asked(probe, request_)
    assert {k: result[k] for k in expected} == expected


@pytest.mark.parametrize(("request_", "expected"), named(board.moves()))
def test_a_move(probe: Probe, request_: dict[str, Any], expected: dict[str, Any]) -> None:
    found = asked(probe, request_)["hexes"].get(expected["hex"])
    assert (None if found is None else found["cost"]) == expected["cost"]


@pytest.mark.parametrize(("request_", "expected"), named(board.zones()))
def test_a_zone(probe: Probe, request_: dict[str, Any], expected: str) -> None:
    assert set(asked(probe, request_)["hexes"]) == set(expected.split())


@pytest.mark.parametrize(("request_", "expected"), named(board.retreats()))
def test_a_retreat(probe: Probe, request_: dict[str, Any], expected: str) -> None:
    result = asked(probe, request_)
    ways = [result["candidates"][n] for n in result["legal"]]
    assert {w["path"][-1] for w in ways if not w["eliminated"]} == set(expected.split())


@pytest.mark.parametrize(("request_", "expected"), named(board.advances()))
def test_an_advance(probe: Probe, request_: dict[str, Any], expected: set[str]) -> None:
    found = set(asked(probe, request_)["hexes"])
    assert found >= expected
    if len(expected) < 2:
        assert found == expected


@pytest.mark.parametrize(("request_", "closed"), named(board.not_further()))
def test_an_advance_that_ends(probe: Probe, request_: dict[str, Any], closed: str) -> None:
    assert closed not in asked(probe, request_)["hexes"]
