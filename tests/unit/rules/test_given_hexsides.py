"""Hexsides given in a question must be between two adjacent hexes of the board."""

from __future__ import annotations

import pytest

from engine.board.grid import Grid
from engine.request_fields import Refused
from engine.rules.positions import boards

GRID = Grid.read(boards.pointed_grid((1, 5), (1, 5)))


def test_a_hexside_is_described_with_its_hexes_and_features() -> None:
    given = {"0202/0203": ("canal",), "0302/0202": (), "0101/0102": ("canal", "road_bridge")}
    assert list(boards.sides_of(given, GRID)) == [
        ("0202/0203", ("0202", "0203"), ("canal",)),
        ("0302/0202", ("0302", "0202"), ()),
        ("0101/0102", ("0101", "0102"), ("canal", "road_bridge")),
    ]


@pytest.mark.parametrize(
    "name", ["0202/0204", "0202/0404", "0202/0202", "0101/0100", "0505/0506", "0202", "canal", ""]
)
def test_an_invalid_hexside_is_named(name: str) -> None:
    with pytest.raises(Refused) as refusal:
        list(boards.sides_of({"0202/0203": (), name: ("canal",)}, GRID))
    assert (refusal.value.code, refusal.value.where) == ("unknown_hex", f"board.hexsides.{name}")
