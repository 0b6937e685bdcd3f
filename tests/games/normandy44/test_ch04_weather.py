"""The weather of a turn (chapter 4), and the conditions and receipts that follow from it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import actions as act
from engine.games.normandy44 import tracks
from tests.games.normandy44.test_rules_by_themselves import ENGINEERS, campaign, counter


@pytest.mark.parametrize(
    ("die", "sky", "ships", "air"),
    [(1, "storm", (0, 0), None), (2, "overcast", (2, 2), None), (4, "clear", (2, 2), (2, 2))],
)
def test_the_weather_of_a_turn(
    die: int, sky: str, ships: tuple[int, int], air: tuple[int, int] | None
) -> None:
    """4.1a, 4.3e, 19.1.1, 19.2c; the example of a four: two air units of each army."""
    table = campaign([ENGINEERS], turn=3, phase="end")
    table.state = table.state.__class__(
        **{f: getattr(table.state, f) for f in table.state.__dataclass_fields__}
    )
    table.play(act.NextPhase(), die)
    held = table.state.tracks
    assert (held[tracks.WEATHER], held[tracks.WEATHER_ROW]) == (sky, die)
    assert (held[tracks.NAVAL + "us"], held[tracks.NAVAL + "cw"]) == ships
    if air is not None:
        assert (held[tracks.AIR + "us"], held[tracks.AIR + "cw"]) == air
        assert held["repl/us/infantry"] == held["repl/us/armour"] == held["repl/cw/armour"] == 1
        assert held["repl/german/infantry"] == 1
        assert table.state.pending[-1].kind == "allocation"
    got = 0 if sky == "storm" else 1
    assert held.get("supply_points.us", 0) == held.get("supply_points.cw", 0) == got


@pytest.mark.parametrize(
    ("die", "sky", "points", "german_", "american", "british", "air"),
    [
        (1, "storm", 3, "panther", {"infantry"}, None, 0),
        (2, "overcast", 2, "infantry", {"infantry"}, None, 1),
        (3, "overcast", 2, "infantry", {"infantry"}, None, 1),
        (4, "clear", 1, "infantry", {"infantry", "armour"}, "armour", 2),
        (5, "clear", 1, "infantry0", {"infantry"}, None, 2),
        (6, "clear", 1, "infantry-1", {"infantry"}, None, 3),
    ],
)
def test_receipts_of_each_row(
    die: int,
    sky: str,
    points: int,
    german_: str,
    american: set[str],
    british: str | None,
    air: int,
) -> None:
    """4.1a, 5.1b, 6.1a, 6.2.7: the weather table; British infantry may be Canadian."""
    lost = {"3606": "allied", "3705": "allied", "3706": "allied"}
    table = campaign([ENGINEERS], turn=3, phase="end", control=lost)
    before = table.now.track("supply_points.german7")
    table.play(act.NextPhase(), die)
    held = table.state.tracks
    assert (held[tracks.WEATHER], held[tracks.WEATHER_ROW]) == (sky, die)
    assert (held[tracks.AIR + "us"], held[tracks.AIR + "cw"]) == (air, air)
    assert held["supply_points.german7"] == before + points
    received = {k.removeprefix("repl/"): v for k, v in held.items() if k.startswith("repl/") and v}
    wanted = {f"german/{german_}": 1, **{f"us/{kind}": 1 for kind in american}}
    assert received == wanted | ({f"cw/{british}": 1} if british else {})
    asked = [d.kind for d in table.state.pending]
    assert asked == ([] if british else ["commonwealth"])


def test_conditions_of_the_turn() -> None:
    """4.3, 6.1a, 6.5.1a, 16.1.2a, 19.1.1: the sky first, then each army, by rule."""
    pool = {"repl/us/infantry": 2, "repl/canadian/infantry": 1, "repl/german/armour": 1}
    units = [ENGINEERS, counter("US-Eng-5S", "2719")]

    def told(**position: Any) -> list[tuple[str, str]]:
        table = campaign(units, turn=5, **position)
        found = table.rules.answers(table.state).conditions()
        assert all(c.text for c in found)
        return [(c.group, c.rule) for c in found]

    clear = told(weather="clear", tracks=pool | {tracks.WEATHER_ROW: 4})
    assert [rule for _, rule in clear] == [
        "4.1a", "4.3a", "9.7b", "19.1.3", "19.1.1", "6.5.1a", "19.1.1", "6.5.1a",
        "6.1a", "6.1a", "6.1a", "16.1.2a", "16.1.2a", "16.1.2a",
    ]  # fmt: skip
    storm = told(weather="storm")
    assert [rule for _, rule in storm] == ["4.1a", "4.3d", "4.3e", "4.3f", "19.1.1", "19.1.1"]
