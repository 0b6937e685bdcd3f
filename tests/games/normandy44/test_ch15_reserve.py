"""Units in reserve (chapter 15)."""

from __future__ import annotations

from engine.core import actions as act
from tests.games.normandy44.tabletop import Json, Table, allied, german

SOURCE: Json = {"areas": {"green": {"kind": "entry", "hexes": ["0505"]}}}


def test_a_replacement_takes_a_unit_out_of_reserve() -> None:
    """15.4, 15.1: a unit that has received a replacement this turn is not in reserve."""
    units = [german("x", "0505", steps=1, status=["reserve"]), allied("a", "0101")]
    pool = {"repl/german/infantry": 1}
    table = Table(units, phase="replacement", active="german", tracks=pool, **SOURCE)
    table.play(act.PlaceMarker(unit="x", marker="replacement"))
    assert set(table.unit("x").status) == {"replacement"}


def test_only_the_builder_of_a_position_is_kept_out_of_reserve() -> None:
    """16.1.3: others in the hex may be placed; in a given position nobody knows who builds."""
    units = [german("x", "0505", 2), german("y", "0505", 2)]
    reserve = {name: act.PlaceMarker(unit=name, marker="reserve") for name in "xy"}
    table = Table(units, phase="movement", active="german", turn=6, **SOURCE)
    table.play(act.PlaceMarker(unit="x", marker="improved_position"))
    assert table.judge(reserve["x"]) == {"16.1.3b"}
    table.play(reserve["y"])
    assert "reserve" in table.unit("y").status
