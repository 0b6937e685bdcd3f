"""Chapter 26 and S1.3: victory points, and the winner."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import actions as act
from engine.games.holland44.positions import setting
from engine.rules import ports
from tests.games.holland44.rules.tabletop import Json, played, seen, unit

CITIES = ("2608", "2707", "2708", "2914", "4301", "5320", "5321", "6122", "6222", "6223")
TOWNS = ("3524", "3225")
NORTH, SOUTH = "6217", "5219"
"""A hex north of the Lower Rhine, and one between the rivers."""
GROUND: Json = {"id": "BR-2GH/46", "hex": NORTH}
AIRBORNE: Json = {"id": "BR-2-1P", "hex": NORTH}


def open_bridges() -> dict[str, str]:
    """All bridges in Allied hands."""
    bridges = setting("campaign").board.bridges.values()
    return {b.hexside: "intact" for b in bridges if b.kind not in ("ferry", "pontoon")}


def standing(*units: Json, control: dict[str, str] | None = None, **given: Any) -> ports.Answers:
    return seen(list(units), real=True, phase="traffic", active="german",
                control=control or {}, **{"turn": 9, **given})  # fmt: skip


def points(position: ports.Answers) -> tuple[float, float]:
    found = position.facts()["victory_points"]
    return found["allied"], found["german"]


def winner(position: ports.Answers) -> str | None:
    """Return the winner at the victory phase of the turn."""
    after = played(position, act.NextPhase())
    assert after.state.clock.phase == "victory"
    told = after.facts()["victory_points"]
    tracks = after.state.tracks
    assert (tracks["victory-allied"], tracks["victory-german"]) == (
        told["allied"], told["german"]
    )  # fmt: skip
    assert after.standing().winner == tracks.get("winner")
    found = tracks.get("winner")
    return None if found is None else str(found)


def held(count: int) -> dict[str, str]:
    return dict.fromkeys((*TOWNS, *CITIES)[:count], "allied")


# -- 26.5.1 ---------------------------------------------------------------------------------------


def test_26_5_1a_ten_city_hexes_and_two_towns_count_one_each():
    assert {o.id for o in standing().standing().objectives} == {*CITIES, *TOWNS}
    for number in (*CITIES, *TOWNS):
        assert points(standing(control={number: "allied"})) == (1, 0)
    assert points(standing(control={"5219": "allied"})) == (0, 0)
    assert points(standing(control=held(12))) == (12, 0)


def test_26_5_1b_a_hex_that_the_germans_hold_again_is_lost():
    german = {"id": "GE-Helle", "hex": "5321"}
    assert points(standing(german, control=held(12))) == (11, 0)
    assert points(standing(control={**held(12), "5321": "german"})) == (11, 0)


@pytest.mark.parametrize(
    ("piece", "worth"),
    [
        (GROUND, 1),
        (AIRBORNE, 0),
        ({**GROUND, "hex": SOUTH}, 0),
        ({**GROUND, "steps": 1}, 1),
        ({"id": "BR-BD-Inf-1", "hex": NORTH}, 0),
    ],
)
def test_26_5_1a_units_that_count_north_of_the_lower_rhine(piece: Json, worth: int):
    """Each supplied unit that is neither airborne nor a breakdown unit, with any number
    of steps.
    """
    assert points(standing(piece, bridges=open_bridges())) == (worth, 0)


def test_26_5_1a_without_a_supply_path_it_counts_nothing():
    """With the bridges wired no Allied path leads over the rivers (18.3.2c)."""
    wired = dict.fromkeys(open_bridges(), "wired")
    assert points(standing(GROUND, bridges=wired)) == (0, 0)
    two = [GROUND, {"id": "BR-7SH/46", "hex": NORTH}]
    assert points(standing(*two, bridges=open_bridges())) == (2, 0)


# -- 26.2 to 26.4 ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hexes", "piece", "won"),
    [
        (10, GROUND, "allied"),
        (9, GROUND, None),
        (12, AIRBORNE, None),
        (12, {**GROUND, "hex": SOUTH}, "german"),  # 26.2a: nobody is left over the Rhine
        (0, AIRBORNE, None),
    ],
)
def test_26_3_ten_points_and_a_ground_unit_over_the_rhine(hexes: int, piece: Json, won: str | None):
    """Airborne units alone win nothing, but keep the Germans from winning."""
    wired = dict.fromkeys(open_bridges(), "wired")
    assert winner(standing(piece, control=held(hexes), bridges=wired)) == won


def dead(count: int) -> list[Json]:
    """Eliminated Allied units of three steps: a point each."""
    sheet = setting("campaign").counters
    names = sorted(
        c.id for c in sheet
        if c.side == "allied" and c.role == "combat" and c.steps == 3 and c.count == 1
        and c.id not in (GROUND["id"], AIRBORNE["id"])
    )  # fmt: skip
    assert len(names) >= count
    return [{"id": name, "hex": "eliminated-allied", "steps": 0} for name in names[:count]]


@pytest.mark.parametrize(("lost", "won"), [(11, None), (12, "german"), (13, "german")])
def test_26_2a_twelve_points_win_for_the_germans(lost: int, won: str | None):
    position = standing(AIRBORNE, *dead(lost))
    assert points(position) == (0, lost)
    assert winner(position) == won


def test_26_3_german_points_do_not_count_against_an_allied_victory():
    wired = dict.fromkeys(open_bridges(), "wired")
    both = standing(GROUND, *dead(13), control=held(10), bridges=wired)
    assert winner(both) == "allied"


@pytest.mark.parametrize(("hexes", "won"), [(3, "german"), (4, "german"), (5, "allied")])
def test_26_4_at_the_end_the_higher_wins_and_a_tie_is_german(hexes: int, won: str):
    last = standing(AIRBORNE, *dead(4), control=held(hexes), turn=20)
    assert winner(last) == won
    assert winner(standing(AIRBORNE, *dead(4), control=held(hexes), turn=19)) is None


def test_26_1_after_a_victory_no_phase_follows():
    over = played(standing(AIRBORNE, *dead(12)), act.NextPhase())
    (verdict,) = over.judge(act.NextPhase())
    assert (verdict.rule, verdict.level) == ("26.1", "forbid")
    assert over.ruleset.over(over.state) == "german"
    end = played(standing(AIRBORNE, control=held(2), turn=20), act.NextPhase())
    assert [v.rule for v in end.judge(act.NextPhase())] == ["26.1"]


# -- S1.3 -----------------------------------------------------------------------------------------

OVER_THE_WAAL = "5421"


@pytest.mark.parametrize(
    ("units", "turn", "won"),
    [
        ([("BR-2GH/46", OVER_THE_WAAL, 3), ("BR-7SH/46", OVER_THE_WAAL, 1)], 11, "allied"),
        ([("BR-2GH/46", OVER_THE_WAAL, 3)], 11, "german"),
        ([("BR-2GH/46", OVER_THE_WAAL, 3), ("BR-7SH/46", SOUTH, 3)], 11, "german"),
        ([("BR-2GH/46", OVER_THE_WAAL, 3), ("BR-7SH/46", "5019", 3)], 11, "german"),
        ([("BR-2GH/46", OVER_THE_WAAL, 3), ("BR-2-1P", OVER_THE_WAAL, 3)], 11, "german"),
        ([("BR-2GH/46", OVER_THE_WAAL, 3), ("BR-7SH/46", OVER_THE_WAAL, 3)], 10, None),
        ([], 10, None),
    ],
)
def test_s1_3_four_steps_over_the_waal_at_the_end_of_turn_11(
    units: list[tuple[str, str, int]], turn: int, won: str | None
):
    """The short game has no other victory conditions: neither points nor the Lower Rhine."""
    north = setting("short").ground.north_of_waal
    index = setting("short").board.index
    assert index[OVER_THE_WAAL] in north
    assert index["5019"] not in north
    here = [{"id": n, "hex": h, "steps": s} for n, h, s in units]
    assert winner(standing(*here, scenario="short", turn=turn)) == won


@pytest.mark.parametrize("scenario", ["campaign", "short"])
def test_26_5_a_diagram_without_the_rivers_has_no_north_of_them(scenario: str):
    """Even if the diagram has the hex that is north of them on the map."""
    areas = {"N": {"side": "allied", "hexes": ["6515"]}}
    ground = unit("a1", "6516", max_steps=3)
    more = unit("a2", "6517", max_steps=3)
    turn = {"campaign": 20, "short": 11}[scenario]
    board = {"rows": [60, 70], "cols": [10, 20], "areas": areas}
    board["hexsides"] = {"6412/6512": ["major_river"]}  # any other river
    given = {"scenario": scenario, "turn": turn, "phase": "traffic", "active": "german"}
    position = seen([ground, more], board=board, **given)
    assert position.supply_of("a1").supplied
    assert points(position) == (0, 0)
    assert winner(position) == "german"


def test_26_2a_units_at_their_last_step_are_known_as_the_points_they_would_cost():
    dead = {"id": "US-82-REM-1", "hex": "eliminated-allied"}
    last = {"id": "BR-1AB-REM-1", "hex": NORTH}
    position = standing(dead, last, GROUND)
    [peril] = position.perils()
    assert (peril.side, peril.count, peril.limit) == ("allied", 1.0, 12)
    assert peril.units == {"BR-1AB-REM-1": 1.0}


def test_s1_3_points_decide_nothing_in_the_short_scenario():
    assert not seen([GROUND], scenario="short", real=True).perils()
