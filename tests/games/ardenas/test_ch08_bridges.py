"""Chapter 8.2: bridges are blown from beside, by bombs and commandos; engineers build them."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import actions as act
from engine.core.state import State
from engine.games.ardenas.own_actions import WorkOnBridge
from engine.request_fields import Refused
from engine.rules.ports import GivenPosition
from tests.games.ardenas.tabletop import (
    BOARD,
    BOOK,
    after,
    against,
    allied,
    ask,
    attack,
    given,
    hexes,
    unit,
)

WATER = {f"15{r:02d}": {"river": True} for r in range(1, 31)}
BRIDGE = {"1514": {"river": True, "bridge": True}}
STANDS = BOARD | {"hexes": WATER | BRIDGE}
OPEN = BOARD | {"hexes": WATER}


def rules(found: GivenPosition, name: str, way: str, hex_: str = "1514") -> set[str]:
    told = ask("bridge", found, unit=name, hex=hex_, way=way)
    assert told["automatic"] == (way in ("demolish", "build"))
    return {v["rule"] for v in told["verdicts"]}


def order(name: str, way: str, hex_: str = "1514") -> WorkOnBridge:
    return WorkOnBridge.model_validate({"unit": name, "hex": hex_, "way": way})


def bridges(state: State) -> set[str]:
    return {m.at for m in state.markers.values() if m.kind == "bridge"}


@pytest.mark.parametrize("scenario", ["short", "full"])
def test_a_bridge_lies_on_every_printed_site_when_play_begins(scenario: str) -> None:
    ruleset = BOOK.ruleset(scenario)
    position = ruleset.position(ruleset.opening())
    assert position.bridges == position.ground.sites
    assert position.bridges <= position.ground.rivers
    assert position.ground.cities & position.ground.rivers <= position.bridges


@pytest.mark.parametrize(
    ("kind", "phase", "found"),
    [
        ("tank", "bombardment", set()),
        ("field_artillery", "bombardment", set()),
        ("sp_artillery", "bombardment", set()),
        ("engineer", "engineers", set()),
        ("parachute_engineer", "engineers", set()),
        ("engineer", "bombardment", {"8.2f"}),
        ("field_artillery", "engineers", {"8.2f"}),
        ("tank", "engineers", {"8.2f"}),
        ("infantry", "bombardment", {"8.2e"}),
        ("antitank", "bombardment", {"8.2e"}),
    ],
)
def test_who_blows_a_bridge_beside_it_and_when(kind: str, phase: str, found: set[str]) -> None:
    position = given(unit("a", "1614", kind=kind), board=STANDS, phase=phase)
    assert rules(position, "a", "demolish") == found
    listed = position.ruleset.legal(position.state, 50).actions
    assert (order("a", "demolish") in listed) == (not found)


def test_a_tank_blows_it_with_the_engineers_by_the_other_reading() -> None:
    option = {"options": {"tank_demolition": "engineers"}}
    found = given(unit("a", "1614", kind="tank"), board=STANDS, phase="engineers", **option)
    assert rules(found, "a", "demolish") == set()


def test_a_unit_must_be_beside_a_bridge_that_stands() -> None:
    for hex_ in ("1514", "1714"):
        found = given(unit("a", hex_, kind="tank"), board=STANDS, phase="bombardment")
        assert rules(found, "a", "demolish") == {"8.2e"}
    dry = given(unit("a", "1614", kind="tank"), board=OPEN, phase="bombardment")
    assert rules(dry, "a", "demolish") == {"8.2i"}


def test_a_blown_bridge_is_taken_away_and_stops_vehicles() -> None:
    found = given(unit("a", "1614", kind="tank"), board=STANDS, phase="bombardment")
    state = after(found, order("a", "demolish"))
    assert bridges(state) == set()
    crossing = unit("a", "1614", kind="tank")
    assert "1514" in hexes(given(crossing, board=STANDS), "a")
    assert "1514" not in hexes(given(crossing, board=OPEN), "a")


def test_blowing_a_bridge_counts_as_combat() -> None:
    found = given(
        unit("a", "1614", kind="tank"), allied("d", "1714"), board=STANDS, phase="bombardment"
    )
    state = after(found, order("a", "demolish"))
    assert state.pieces["a"].status == {"acted"}
    assert "8.2h" in against(found, state, attack("a", "1714"))
    fired = given(unit("a", "1614", kind="tank", fired=1), board=STANDS, phase="bombardment")
    assert rules(fired, "a", "demolish") == {"8.2h"}


@pytest.mark.parametrize(("die", "stands"), [("2", True), ("3", False), ("4", False), ("5", True)])
def test_a_bomber_destroys_a_bridge_with_a_3_or_a_4(die: str, stands: bool) -> None:
    plane = unit("a", "1514", kind="bomber")
    found = given(plane, board=STANDS, phase="air", subturn=1)
    assert rules(found, "a", "bomb") == set()
    state = after(found, order("a", "bomb"), dice=die)
    assert bool(bridges(state)) == stands
    assert "bombed" in state.pieces["a"].status
    assert "8.4k" in against(found, state, order("a", "bomb"))


def test_a_bomber_is_above_the_bridge_in_the_air_phase() -> None:
    away = given(unit("a", "1614", kind="bomber"), board=STANDS, phase="air", subturn=1)
    assert rules(away, "a", "bomb") == {"8.2g"}
    late = given(unit("a", "1514", kind="bomber"), board=STANDS, phase="bombardment")
    assert rules(late, "a", "bomb") == {"8.2f"}
    fighter = given(unit("a", "1514", kind="fighter"), board=STANDS, phase="air", subturn=1)
    assert rules(fighter, "a", "bomb") == {"8.2g"}


@pytest.mark.parametrize(("die", "stands"), [("2", True), ("3", False), ("4", False), ("5", True)])
def test_commandos_blow_the_bridge_under_them_with_a_3_or_a_4(die: str, stands: bool) -> None:
    found = given(unit("a", "1514", kind="commando"), board=STANDS, phase="commandos")
    assert rules(found, "a", "commando") == set()
    state = after(found, order("a", "commando"), dice=die)
    assert bool(bridges(state)) == stands


def test_commandos_blow_no_bridge_in_an_enemy_zone_nor_from_beside_it() -> None:
    commando = unit("a", "1514", kind="commando")
    found = given(commando, allied("d", "1614"), board=STANDS, phase="commandos")
    assert rules(found, "a", "commando") == {"10.0c"}
    away = given(unit("a", "1614", kind="commando"), board=STANDS, phase="commandos")
    assert rules(away, "a", "commando") == {"10.0c"}


@pytest.mark.parametrize(
    ("reading", "status", "wrong"),
    [
        ("any_turn", [], set()),
        ("any_turn", ["deployed"], set()),
        ("turn_placed", [], {"10.0b"}),
        ("turn_placed", ["deployed"], set()),
    ],
)
def test_a_commando_of_an_earlier_turn_blows_a_bridge_by_the_reading(
    reading: str, status: list[str], wrong: set[str]
) -> None:
    commando = unit("a", "1514", kind="commando", status=status)
    options = {"commando_bridge": reading}
    found = given(commando, board=STANDS, phase="commandos", options=options)
    assert rules(found, "a", "commando") == wrong


def test_a_commando_needs_no_supply_to_blow_a_bridge_on_the_turn_it_is_placed() -> None:
    """10.0b: it follows the rules of infantry, and so 12.0b, from the next turn only."""
    far = unit("s", "3030", kind="supply", combat=1)
    for status, wrong in ((["deployed"], set()), ([], {"12.0b"})):
        commando = unit("a", "1514", kind="commando", status=status)
        found = given(commando, far, board=STANDS, phase="commandos")
        assert rules(found, "a", "commando") == wrong


# -- building -------------------------------------------------------------------------------------


def built(reading: str = "while_there", **more: Any) -> GivenPosition:
    engineer = unit("a", "1514", kind="engineer")
    tank = unit("t", "1614", kind="tank")
    option = {"options": {"engineer_bridge": reading}}
    return given(engineer, tank, board=OPEN, **{"phase": "engineers"} | option | more)


def test_an_engineer_in_a_river_hex_lets_others_cross() -> None:
    found = built()
    assert rules(found, "a", "build") == set()
    state = after(found, order("a", "build"))
    assert state.pieces["a"].status == {"acted"}
    assert bridges(state) == set()
    moving = built(phase="movement")
    assert "1415" not in hexes(moving, "t")
    acting = given(
        unit("a", "1514", kind="engineer", status=["acted"]),
        unit("t", "1614", kind="tank"),
        board=OPEN,
    )
    assert "1414" in hexes(acting, "t")


def to_movement(found: GivenPosition, state: State) -> State:
    return after(found, act.NextPhase(), act.NextPhase(), start=state)


def crosses(found: GivenPosition, state: State, *path: str) -> bool:
    order = act.MoveUnits(units=("t",), path=path)
    return "8.2d" not in against(found, state, order)


def test_an_engineer_that_has_blown_a_bridge_carries_none_over_its_own_river_hex() -> None:
    """8.2j: blowing a bridge and opening a crossing are two actions."""
    engineer, tank = unit("a", "1515", kind="engineer"), unit("t", "1614", kind="tank")
    found = given(engineer, tank, board=STANDS, phase="engineers")
    blown = after(found, order("a", "demolish"))
    assert not crosses(found, to_movement(found, blown), "1614", "1515")
    opened = after(found, order("a", "build", "1515"))
    assert crosses(found, to_movement(found, opened), "1614", "1515")


def test_a_crossing_ends_when_its_engineer_moves_on_along_the_river() -> None:
    """8.2j: others cross while the engineer stays in the hex where it opened the crossing."""
    found = built()
    state = to_movement(found, after(found, order("a", "build")))
    assert crosses(found, state, "1614", "1514")
    gone = after(found, act.MoveUnits(units=("a",), path=("1514", "1515")), start=state)
    assert not crosses(found, gone, "1614", "1514")
    assert not crosses(found, gone, "1614", "1515")


def test_a_bridge_is_permanent_by_the_other_reading() -> None:
    found = built("permanent")
    state = after(found, order("a", "build"))
    assert bridges(state) == {"1514"}


def test_an_engineer_that_bridges_neither_fights_nor_uses_its_displacement() -> None:
    engineer = unit("a", "1514", kind="engineer", status=["acted"])
    found = given(engineer, allied("d", "1513"), board=OPEN, phase="combat")
    assert against(found, found.state, attack("a", "1513")) == {"8.2h"}
    assert hexes(given(engineer, board=OPEN), "a", "displacement") == {}


@pytest.mark.parametrize(
    ("more", "found"),
    [
        ({"hex_": "1614"}, {"8.2j"}),
        ({"kind": "infantry"}, {"8.2j"}),
        ({"enemy": "1613"}, {"8.2k"}),
        ({"weather": "storm"}, {"14.0d"}),
        ({"weather": "bad"}, {"14.0d"}),
        ({"phase": "movement"}, {"8.2f"}),
        ({"bridge": True}, {"8.2j"}),
    ],
)
def test_where_and_when_no_bridge_is_built(more: dict[str, Any], found: set[str]) -> None:
    engineer = unit("a", more.get("hex_", "1514"), kind=more.get("kind", "engineer"))
    units = [engineer, *([allied("d", more["enemy"])] if "enemy" in more else [])]
    board = STANDS if more.get("bridge") else OPEN
    rest = {"phase": more.get("phase", "engineers"), "weather": more.get("weather", "good")}
    assert rules(given(*units, board=board, **rest), "a", "build") == found


def test_engineers_blow_bridges_in_a_storm() -> None:
    found = given(
        unit("a", "1614", kind="engineer"), board=STANDS, phase="engineers", weather="storm"
    )
    assert rules(found, "a", "demolish") == set()


def test_orders_of_this_game_are_judged_as_questions() -> None:
    found = given(unit("a", "1614", kind="tank"), board=STANDS, phase="bombardment")
    told = {"kind": "ardenas.bridge", "unit": "a", "hex": "1514", "way": "demolish"}
    assert ask("judge", found, action=told)["verdicts"] == []
    said = ask("judge", found, action=told | {"way": "build"})["verdicts"]
    assert [v["rule"] for v in said] == ["8.2j"]
    with pytest.raises(Refused):
        ask("judge", found, action=told | {"way": "swim"})
