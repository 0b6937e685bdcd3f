"""Answers to window, probe and command line: values, duties, arrivals, standing."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import actions as act
from engine.core.errors import UserError
from engine.core.state import State
from engine.games.ardenas.answers.position import Answers
from engine.games.ardenas.audit import Auditor
from engine.games.ardenas.own_actions import (
    AttackSeveral,
    Drop,
    Embark,
    Group,
    PlaceCommando,
    Rebuild,
    Take,
    TurnOver,
    WorkOnBridge,
)
from engine.games.ardenas.rules.ch05_victory import end_game
from engine.request_fields import Refused
from engine.rules.judge import Given
from engine.rules.ports import GivenPosition
from tests.games.ardenas.tabletop import BOARD, BOOK, after, allied, ask, attack, given, unit

AREAS: dict[str, Any] = {
    "north": {"kind": "zone", "side": "german", "hexes": ["2010"], "army": "6 Panzer Army"},
    "spot": {"kind": "unit_zone", "side": "allied", "hexes": ["1515"], "formation": "2 Division"},
    "helmet": {"kind": "helmet", "side": "allied", "hexes": ["0101"]},
    "air-a": {"kind": "air_base", "side": "german", "hexes": ["2510"]},
}
PLACES: dict[str, Any] = {"board": BOARD | {"areas": AREAS}}
PLANE: dict[str, Any] = {"kind": "fighter", "movement": 8}
COMING: dict[str, Any] = {"id": "n", "counter": "GE-9-Pz", "hex": None}
"""A unit of turn 7."""


def answers(found: GivenPosition, state: State | None = None) -> Answers:
    told = found.ruleset.answers(state or found.state)
    assert isinstance(told, Answers)
    return told


# -- values ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "traits"),
    [
        ({"kind": "tank"}, {"armoured", "vehicle"}),
        ({"kind": "sp_artillery", "artillery": 2, "range": 4}, {"artillery", "vehicle"}),
        ({"kind": "parachute"}, {"airborne"}),
        ({"kind": "airborne", "status": ["affected"]}, {"airborne", "affected"}),
        ({"kind": "parachute_engineer"}, {"airborne"}),
        ({"kind": "infantry"}, set()),
    ],
)
def test_a_unit_has_the_traits_of_its_kind(more: dict[str, Any], traits: set[str]) -> None:
    view = answers(given(unit("a", "1515", **more))).unit("a")
    assert view is not None
    assert view.traits == traits


def test_the_values_of_a_unit_are_those_in_force() -> None:
    gun = unit("g", "1515", kind="sp_artillery", combat=4, artillery=3, range=5, fired=1,
               status=["affected"], army="7 Army", formation="2 Division", size="brigade",
               nationality="german")  # fmt: skip
    assert answers(given(gun)).values_of("g") == {
        "combat": 2,
        "movement": 4,
        "artillery": 1,
        "range": 5,
        "fired": 1,
        "kind": "sp_artillery",
        "army": "7 Army",
        "formation": "2 Division",
        "size": "brigade",
        "nationality": "german",
    }
    plain = answers(given(unit("a", "1515"))).values_of("a")
    assert [plain[k] for k in ("artillery", "range", "army", "formation", "nationality")] == [
        None
    ] * 5
    assert plain["size"] == "regiment"


# -- moves ----------------------------------------------------------------------------------------


def entries(turn: int, *units: dict[str, Any], mode: str = "best", **more: Any) -> set[str]:
    found = given(*units, turn=turn, **PLACES | more)
    told = ask("reach", found, units=[units[0]["id"]], mode=mode)["hexes"]
    assert {end["cost"] for end in told.values()} <= {0}
    assert {end["mode"] for end in told.values()} <= {
        "set_up" if found.state.clock.phase == "set_up" else "entry"
    }
    return set(told)


@pytest.mark.parametrize(("weather", "hexes"), [("good", 4), ("storm", 1), ("fog", 0)])
def test_the_range_of_a_gun_is_that_of_the_weather(weather: str, hexes: int) -> None:
    """14.0c, 14.0d: a storm leaves one hex, fog none."""
    gun = unit("g", "1515", kind="field_artillery", artillery=1, range=4)
    assert answers(given(gun, weather=weather)).range_of("g") == hexes


def test_the_words_of_a_stack_name_the_units_aboard_its_transports() -> None:
    """9.0b: also where the enemy has ground units below."""
    base = BOARD | {"areas": AREAS | {"air-a": AREAS["air-a"] | {"hexes": ["1515"]}}}
    plane = unit("t", "1515", kind="transport", movement=8)
    men = [unit(name, None, kind="parachute") for name in ("m", "n")]
    found = given(allied("x", "1515"), plane, *men, board=base, phase="air", subturn=1)
    place = found.ruleset.places.index("1515")
    assert answers(found).stack_words(place) == ""
    boarded = after(found, Embark(transport="t", units=("m", "n")))
    assert answers(found, boarded).stack_words(place) == "Aboard t: m, n."


@pytest.mark.parametrize(
    ("turn", "mode", "hexes"),
    [
        (7, "best", {"2010"}),
        (8, "entry", {"2010"}),
        (6, "best", set()),
        (7, "normal", set()),
        (7, "displacement", set()),
    ],
)
def test_a_unit_off_the_map_reaches_the_hexes_of_its_entry_from_its_turn(
    turn: int, mode: str, hexes: set[str]
) -> None:
    """Section 6: the 9th Panzer Division enters on turn 7 or later."""
    assert entries(turn, COMING, mode=mode) == hexes


def test_a_full_hex_is_no_entry() -> None:
    """Section 7: no more than six counters in a hex."""
    six = [unit(f"s{n}", "2010") for n in range(6)]
    assert entries(7, unit("a", None), *six) == set()
    assert entries(7, unit("a", None), *six[:5]) == {"2010"}


def test_the_set_up_moves_units_of_the_first_turn_to_the_hexes_of_their_zone() -> None:
    rules = BOOK.ruleset("full")
    state = rules.opening()
    told = rules.answers(state)
    assert isinstance(told, Answers)
    hexes = set(map(told.number, told.reach(("US-28-109",)).hexes))
    assert "3726" in hexes
    assert told.number(state.pieces["US-28-109"].place) not in hexes
    assert told.reach(("US-28-109",), "normal").hexes == {}
    later = next(a.units[0] for a in told.arrivals() if a.turn > 1)
    assert told.reach((later,)).hexes == {}
    assert list(told.usual_modes()) == ["set_up", "entry"]
    why = told.why_not(("US-28-109",), told.position.ground.index["3830"])
    assert (why.mode, [v.rule for v in why.verdicts]) == ("set_up", ["6.0j"])


@pytest.mark.parametrize(
    ("start", "target", "mode", "path", "rules"),
    [
        ("1515", "1513", "normal", ("1515", "1514", "1513"), []),
        ("1515", "1509", "displacement", 7, []),
        ("1515", "1504", "normal", 12, ["7.0b"]),
        (None, "2010", "entry", 2, []),
        (None, "1010", "entry", 2, ["6.0h"]),
        ("1515", "held-german", "normal", 2, ["7.0b"]),
        ("1515", "1515", "normal", 2, []),
    ],
)
def test_why_not_tells_the_best_path_and_what_the_rules_object_to(
    start: str | None, target: str, mode: str, path: Any, rules: list[str]
) -> None:
    found = given(unit("a", start), **PLACES)
    told = answers(found)
    place = told.place(target)
    assert place is not None
    why = told.best_route(("a",), place)
    assert (why.mode, [v.rule for v in why.verdicts]) == (mode, rules)
    assert path in (len(why.path), tuple(map(told.number, why.path)))


@pytest.mark.parametrize("weather", ["fog", "storm", "good"])
def test_a_move_that_is_too_far_names_the_weather(weather: str) -> None:
    """14.0a, 14.0c: Fog and storms halve movement; the reason says so."""
    told = answers(given(unit("a", "1515", movement=2), turn=7, weather=weather))
    why = told.best_route(("a",), told.position.ground.index["1510"])
    suffix = "" if weather == "good" else f"_{weather}"
    assert [v.key.rpartition(".")[2] for v in why.verdicts] == [f"too_far{suffix}"]


def test_the_best_path_avoids_what_the_rules_forbid() -> None:
    """Section 7: a move ends in an enemy zone, so that the path goes round the enemy."""
    found = given(unit("a", "1515", movement=2), allied("d", "1513"))
    told = answers(found)
    why = told.best_route(("a",), told.position.ground.index["1510"])
    assert [v.key.rpartition(".")[2] for v in why.verdicts] == ["too_far"]
    zone = told.zones("allied").hexes
    assert zone == {told.position.ground.index[h] for h in
                    ("1512", "1514", "1412", "1413", "1612", "1613")}  # fmt: skip
    assert zone.isdisjoint(why.path)


def test_a_path_is_judged_from_the_hex_where_the_unit_stands() -> None:
    told = answers(given(unit("a", "1515")))
    move = act.MoveUnits(units=("a",), path=("1515", "1514"))
    assert told.route_verdicts(move) == []
    away = act.MoveUnits(units=("a",), path=("1513", "1514"))
    with pytest.raises(Exception, match="1513"):
        told.route_verdicts(away)
    assert list(told.usual_modes()) == ["normal", "displacement", "entry"]


# -- groupings, hexes ------------------------------------------------------------------------------


def test_a_request_names_the_units_of_a_grouping_by_its_number() -> None:
    """2.2b: groupings on the ground come first; a false one moves as itself."""
    groupings = [
        {"side": "german", "number": 1, "kind": "air", "hex": "1515", "units": []},
        {"side": "german", "number": 1, "kind": "ground", "hex": "1515", "units": ["a"]},
        {"side": "german", "number": 2, "kind": "air", "hex": "1515", "units": []},
    ]
    told = answers(given(unit("a", "1515"), groupings=groupings, phase="air", subturn=1))
    assert told.together({"grouping": 1, "side": "german"}) == ("a",)
    assert told.together({"grouping": 2, "side": "german"}) == ("grouping/german/air/2",)
    assert told.together({"side": "german"}) == ()
    with pytest.raises(Refused, match="allied 1"):
        told.together({"grouping": 1, "side": "allied"})


def test_the_facts_of_a_hex_and_of_the_position() -> None:
    board = PLACES["board"] | {
        "hexes": {"1515": {"river": True, "bridge": True, "points": 3}, "1516": {"river": True}}
    }
    told = answers(given(unit("a", "1514"), allied("d", "1520"), board=board))
    index = told.position.ground.index
    assert told.hex_facts(index["1515"]) == {
        "river": True,
        "bridge": True,
        "points": 3,
        "zones": ["german"],
        "entries": ["spot"],
    }
    assert told.hex_facts(index["1516"])["bridge"] is False
    assert told.hex_facts(index["1519"])["zones"] == ["allied"]
    facts = told.facts()
    assert (facts["weather"], facts["subturn"]) == ("good", None)
    assert facts["victory_points"] == {"german": 0, "allied": 0}
    sky = answers(given(unit("p", "1515", **PLANE), phase="air", subturn=4))
    assert sky.facts()["subturn"] == 4


@pytest.mark.parametrize(
    ("op", "more"),
    [("reach", {"unit": "a"}), ("zoc", {"side": "german"}), ("view", {"side": "german"}),
     ("victory", {}), ("sequence", {}), ("stacking", {}), ("supply", {"side": "german"})],
)  # fmt: skip
def test_every_answer_says_that_the_rules_allow_it(op: str, more: dict[str, str]) -> None:
    told = ask(op, given(unit("a", "1515")), **more)
    assert (told["legal"], told["verdicts"]) == (True, [])


def test_a_unit_without_a_move_and_a_full_hex_have_verdicts() -> None:
    still = given(unit("a", "1515", status=["frozen"]), unit("b", None))
    told = ask("reach", still, unit="a", mode="normal")
    assert (told["hexes"], told["legal"]) == ({}, False)
    assert [v["rule"] for v in told["verdicts"]] == ["10.0d"]
    waiting = ask("reach", still, unit="b", mode="normal")
    assert (waiting["legal"], waiting["verdicts"]) == (False, [])
    crowd = ask("stacking", given(*(unit(f"u{n}", "1515") for n in range(8))))
    assert (crowd["legal"], crowd["hexes"]["1515"]["over"]) == (False, 2)
    assert [v["rule"] for v in crowd["verdicts"]] == ["7.0f"]


def test_a_counter_is_named_with_or_without_its_number() -> None:
    for name in ("GE-1SS-Pz", "GE-1SS-Pz-1"):
        found = given({"id": "x", "counter": name, "hex": "1515"})
        assert found.state.pieces["x"].counter == "GE-1SS-Pz"


def test_a_state_in_an_air_sub_turn_is_read_back() -> None:
    sky = given(unit("p", "1515", **PLANE), phase="air", subturn=4)
    told = sky.ruleset.written(sky.state)
    assert (told["phase"], told["subturn"]) == ("air", 4)
    assert BOOK.parse_position(told).state.clock == sky.state.clock


# -- combat ---------------------------------------------------------------------------------------


def test_attackers_targets_and_declared_attacks_of_the_combat_phase() -> None:
    found = given(
        unit("a", "1515"), unit("b", "1414"), allied("d", "1514"), allied("e", "1315"),
        phase="combat",
    )  # fmt: skip
    told = answers(found)
    index = told.position.ground.index
    assert set(told.attackers(index["1514"])) == {"a", "b"}
    assert told.targets(("a",)) == (index["1514"],)
    assert set(told.targets(())) == {index["1514"], index["1315"]}
    assert told.plans() == ()
    state = after(found, attack("a", "1514"))
    told = answers(found, state)
    assert told.attackers(index["1514"]) == ("a", "b")
    assert told.first_attackers(index["1514"]) == ("a",)
    (plan,) = told.plans()
    assert (plan.target, plan.places, plan.kind) == (index["1514"], (index["1515"],), "product")
    assert not told.has_fought("a")
    fought = answers(found, after(found, attack("a", "1514"), start=state, dice="33"))
    assert fought.has_fought("a")
    assert not fought.has_fought("b")
    quiet = answers(given(unit("a", "1515"), allied("d", "1514")))
    assert quiet.attackers(index["1514"]) == ()


def test_a_request_describes_an_attack_by_units_hex_and_guns() -> None:
    gun = unit("g", "1516", kind="field_artillery", artillery=2, range=4)
    told = answers(given(unit("a", "1515"), gun, allied("d", "1514"), phase="combat"))
    plan = told.plan({"attackers": ["a"], "target": "1514", "artillery": ["g"]})
    assert (plan.attackers, told.number(plan.target), plan.support) == (("a",), "1514", ("g",))
    assert told.plan({"attackers": ["a"], "target": "1514"}).support == ()
    for names, hex_ in (([], "1514"), (["x"], "1514"), (["a"], "9999")):
        with pytest.raises((Refused, UserError)):
            told.plan({"attackers": names, "target": hex_})


@pytest.mark.parametrize(
    ("order", "actors"),
    [
        (AttackSeveral(attackers=("a", "b"), targets=("1514",)), ("a", "b")),
        (WorkOnBridge(unit="a", hex="1514", way="build"), ("a",)),
        (Take(unit="a", target="f"), ("a",)),
        (Rebuild(unit="a", lost="b"), ("a", "b")),
        (Embark(transport="t", units=("a",)), ("t", "a")),
        (Drop(unit="a"), ("a",)),
        (PlaceCommando(unit="a", hex="1514"), ("a",)),
        (Group(grouping="grouping/german/ground/1", hex="1514", units=("a",)), ("a",)),
        (TurnOver(units=("a", "b")), ("a", "b")),
    ],
)
def test_the_units_that_an_order_names_as_its_actors(
    order: act.OwnAction, actors: tuple[str, ...]
) -> None:
    assert order.actors == actors


# -- duties, weather, arrivals, standing -----------------------------------------------------------


@pytest.mark.parametrize(
    ("phase", "active", "rules"),
    [
        ("set_up", "german", ["6.0n"]),
        ("weather", "german", ["14.0"]),
        ("commandos", "german", []),
        ("commandos", "allied", []),
        ("bombardment", "german", []),
        ("combat", "german", ["8.1a", "8.1a"]),
        ("combat", "allied", ["8.1a", "8.1a"]),
    ],
)
def test_the_checklist_of_a_phase(phase: str, active: str, rules: list[str]) -> None:
    turn = 1 if phase == "set_up" else 7
    found = given(unit("a", "1515"), allied("d", "1514"), phase=phase, active=active, turn=turn)
    assert [item.rule for item in answers(found).checklist()] == rules


@pytest.mark.parametrize(("hex_", "status"), [(None, []), ("1515", ["deployed"])])
def test_the_checklist_names_commandos_that_can_still_act(
    hex_: str | None, status: list[str]
) -> None:
    """10.0a, 10.0d: they come into play, and those that came this turn confuse the enemy."""
    men = unit("c", hex_, kind="commando", status=status)
    found = given(men, phase="commandos", turn=7)
    assert [item.rule for item in answers(found).checklist()] == ["10.0a"]


def test_the_checklist_of_the_combat_phase_names_the_hexes_that_may_be_attacked() -> None:
    """8.1a; a supply column attacks nobody (12.0e)."""
    column = unit("s", "1515", kind="supply", combat=1)
    found = given(
        unit("a", "1515"), column, allied("d", "1514"), allied("e", "1712"), phase="combat"
    )
    _, line = answers(found).checklist()
    assert line.attack == found.ruleset.board.index["1514"]
    assert line.units == ("a",)
    assert "1514" in line.text


def test_the_checklist_of_the_movement_names_arrivals_and_units_that_have_not_moved() -> None:
    found = given(unit("a", "1515"), COMING, **PLACES)
    items = answers(found).checklist()
    assert [i.units for i in items if i.rule == "6.0q"] == [("n",)]
    assert any("a" in i.units and i.rule != "6.0q" for i in items)
    moved = after(found, act.MoveUnits(units=("a",), path=("1515", "1514")))
    assert not any("a" in i.units for i in answers(found, moved).checklist())
    quiet = given(unit("a", "1515"), phase="combat")
    assert answers(quiet).checklist() == ()


@pytest.mark.parametrize(
    ("weather", "more", "rules"),
    [
        ("good", {}, []),
        ("fog", {}, ["14.0c"]),
        ("storm", {}, ["14.0a"]),
        ("bad", {}, ["14.0c", "14.0a"]),
        ("bad", {"options": {"early_weather": "fog"}}, ["14.0c"]),
        ("bad", {"options": {"early_weather": "storm"}}, ["14.0a"]),
    ],
)
def test_the_conditions_of_the_weather(
    weather: str, more: dict[str, Any], rules: list[str]
) -> None:
    """Section 14: on the first six turns the weather is bad, with effects by the reading."""
    turn = 3 if weather == "bad" else 7
    told = answers(given(unit("a", "1515"), weather=weather, turn=turn, **more)).conditions()
    assert [c.rule for c in told] == rules


def test_arrivals_are_named_with_their_turn_and_their_hexes_once_they_may_enter() -> None:
    later = {"id": "x", "counter": "US-17-507", "hex": None}
    found = given(COMING, later, unit("a", None), **PLACES)
    told = answers(found)
    rows = [(a.turn, a.side, a.units, len(a.places), a.waiting) for a in told.arrivals()]
    assert rows == [
        (1, "german", ("a",), 1, True),
        (7, "german", ("n",), 1, True),
        (8, "allied", ("x",), 0, False),
    ]
    early = answers(given(COMING, turn=6, **PLACES))
    assert [(a.turn, a.places, a.waiting) for a in early.arrivals()] == [(7, (), False)]
    assert [a.units for a in told.arrivals(7)] == [("n",)]


@pytest.mark.parametrize(
    ("winner", "words"), [("german", ("1 town", "5 points")), (None, ("no winner",))]
)
def test_the_standing_names_towns_points_and_the_winner(
    winner: str | None, words: tuple[str, ...]
) -> None:
    board = BOARD | {"hexes": {"1515": {"points": 5}, "1010": {"points": 2}}}
    found = given(unit("a", "1515"), board=board, phase="end", turn=20)
    before = answers(found).standing()
    assert (before.points, before.winner, before.text) == ({"german": 5, "allied": 0}, None, "")
    assert [(o.id, o.holder, o.worth["german"]) for o in before.objectives] == [
        ("town-1515", "german", 5),
        ("town-1010", None, 2),
    ]
    work = found.ruleset.work(found.state, Given([]))
    end_game(work, winner)
    told = answers(found, work.state).standing()
    assert told.winner == (winner or "draw")
    for word in words:
        assert word in told.text.lower()


@pytest.mark.parametrize(
    ("mode", "rules"), [("normal", ["7.0b"]), ("entry", None), ("set_up", None)]
)
def test_a_move_made_with_the_rules_off_is_judged_as_a_path(
    mode: str, rules: list[str] | None
) -> None:
    """In an audit: whatever the phase; what is set up or brought in by hand is free."""
    found = given(unit("a", "1515"), phase="combat")
    ruleset: Any = found.ruleset
    move = act.MoveUnits(units=("a",), path=("1515", "1513"), mode=mode)
    judged = Auditor(ruleset).judge_move(found.state, move)
    assert (None if judged is None else [v.rule for v in judged]) == rules
