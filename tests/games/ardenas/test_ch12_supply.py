"""Chapter 12: supply and fuel for twelve units within eight hexes, capture, self-destruction."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from engine.core import actions as act
from engine.games.ardenas.own_actions import Take
from engine.games.ardenas.rules.ch12_supply import matched
from engine.rules.answers import SupplyLine
from engine.rules.ports import GivenPosition
from holland44_qt.advice.advice_words import cut_words
from tests.games.ardenas.tabletop import (
    after,
    against,
    allied,
    ask,
    attack,
    given,
    given_words,
    hexes,
    unit,
)
from tests.games.ardenas.test_ch08_combat import gone
from tests.games.normandy44.expectations.asking import Asker

SUPPLY: dict[str, Any] = {"kind": "supply", "combat": 1, "movement": 6}
FUEL: dict[str, Any] = {"kind": "fuel", "combat": 1, "movement": 6}


def crowd(count: int, kind: str = "infantry") -> list[dict[str, Any]]:
    """Return a number of units in column 10, six in a hex."""
    return [unit(f"u{n:02d}", f"10{10 + n // 6:02d}", kind=kind) for n in range(count)]


def lacking(found: GivenPosition, kind: str = "supply") -> int:
    return ask("supply", found, side="german")["short"][kind]


def test_a_counter_serves_twelve_units_within_eight_hexes() -> None:
    assert lacking(given(*crowd(12), unit("s", "1010", **SUPPLY))) == 0
    assert lacking(given(*crowd(14), unit("s", "1010", **SUPPLY))) == 2
    near, far = given(unit("a", "1018"), unit("s", "1010", **SUPPLY)), "1019"
    assert ask("supply", near, side="german")["units"]["a"]["supplied"]
    away = given(unit("a", far), unit("s", "1010", **SUPPLY))
    assert not ask("supply", away, side="german")["units"]["a"]["supplied"]


def test_a_unit_beyond_the_twelve_reads_how_many_a_counter_serves() -> None:
    """12.0b: the counter beside it serves others."""
    found = given(*crowd(13), unit("s", "1010", **SUPPLY))
    units = ask("supply", found, side="german")["units"]
    (lacks,) = (name for name, served in units.items() if not served["supplied"])
    told = ask("why_not", found, unit=lacks, hex="0909")["verdicts"]
    (reason,) = (v["text"] for v in told if v["rule"] == "12.0b")
    assert "serves twelve units within eight hexes" in reason


def test_supply_and_fuel_counters_take_no_share() -> None:
    stores = [unit(f"s{n}", "1012", **FUEL) for n in range(3)]
    found = given(*crowd(12), *stores, unit("s", "1010", **SUPPLY))
    assert lacking(found) == 0
    assert ask("supply", found, side="german")["units"]["s0"] == {
        "supplied": True,
        "fuelled": True,
    }


def test_only_tanks_mechanised_and_self_propelled_units_need_fuel() -> None:
    kinds = ("tank", "mechanised_infantry", "sp_artillery", "infantry", "field_artillery")
    units = [unit(kind, "1020", kind=kind) for kind in kinds]
    told = ask("supply", given(*units, unit("f", "1010", **FUEL)), side="german")
    assert [told["units"][kind]["fuelled"] for kind in kinds] == [False] * 3 + [True] * 2
    assert told["short"] == {"supply": 0, "fuel": 3}


def test_a_side_without_such_counters_on_a_diagram_lacks_nothing() -> None:
    assert lacking(given(*crowd(20))) == 0
    assert lacking(given(*crowd(20, "tank")), "fuel") == 0


def test_the_short_game_is_played_without_them() -> None:
    found = given(*crowd(14), unit("s", "1010", **SUPPLY), scenario="short", turn=7)
    assert lacking(found) == 0
    option = {"options": {"levels": "all_rules"}, "scenario": "short"}
    assert lacking(given(*crowd(14), unit("s", "1010", **SUPPLY), **option)) == 2


def test_counters_are_shared_as_well_as_possible() -> None:
    """Twelve units that only one counter reaches leave another for those between both."""
    west = [unit(f"w{n}", "0210") for n in range(6)]
    middle = [unit(f"m{n:02d}", f"10{10 + n // 6}") for n in range(12)]
    more = unit("a1", "0310", **SUPPLY), unit("a2", "1510", **SUPPLY)
    assert lacking(given(*west, *middle, *more)) == 0


NEAR = st.dictionaries(
    st.sampled_from([f"u{n}" for n in range(7)]),
    st.lists(st.sampled_from("abcde"), min_size=1, max_size=3, unique=True),
    max_size=7,
)


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@drawn(NEAR, st.integers(1, 2))
def test_the_matching_equals_brute_force(near: dict[str, list[str]], per: int) -> None:
    """Five counters; every assignment of units to one counter within reach, or none, is
    compared.
    """
    ways = product(*([None, *counters] for counters in near.values()))
    most = max(
        sum(c is not None for c in way) for way in ways if all(way.count(c) <= per for c in "abcde")
    )
    served = matched(near, per)
    assert len(served) == most
    assert all(counter in near[unit] for unit, counter in served.items())
    assert all(count <= per for count in Counter(served.values()).values())


def test_without_supply_a_unit_neither_moves_nor_attacks() -> None:
    board = unit("a", "1515"), unit("s", "0101", **SUPPLY), allied("d", "1514")
    assert hexes(given(*board), "a") == {}
    found = given(*board, phase="combat")
    assert against(found, found.state, attack("a", "1514")) == {"12.0b"}


def test_by_the_other_reading_a_unit_without_supply_defends_at_half() -> None:
    men = unit("a", "1515", combat=7)
    units = men, unit("s", "0101", **SUPPLY), allied("d", "1514")
    for reading, value in (("defend_normally", 7), ("defend_at_half", 3)):
        found = given(*units, active="allied", phase="combat", options={"unsupplied": reading})
        assert ask("odds", found, attackers=["d"], target="1515")["defense"] == value


def test_without_fuel_a_tank_does_not_move_but_attacks() -> None:
    units = unit("a", "1515", kind="tank"), unit("f", "0101", **FUEL), allied("d", "1514")
    assert hexes(given(*units), "a") == {}
    found = given(*units, phase="combat")
    assert against(found, found.state, attack("a", "1514")) == set()


# -- capture --------------------------------------------------------------------------------------


def capture(found: GivenPosition, **more: Any) -> tuple[bool, set[str]]:
    told = ask("capture", found, unit="a", target="f", **more)
    return told["legal"], {v["rule"] for v in told["verdicts"]}


@pytest.mark.parametrize(
    ("more", "legal"),
    [
        ({"combat": 2}, True),
        ({"combat": 1}, False),
        ({"combat": 3, "status": ["affected"]}, False),
        ({"combat": 4, "status": ["affected"]}, True),
        ({"combat": 9, "kind": "fuel"}, False),
    ],
)
def test_a_unit_with_double_the_factor_captures(more: dict[str, Any], legal: bool) -> None:
    found = given(unit("a", "1515", **more), allied("f", "1514", **FUEL), phase="capture")
    assert capture(found)[0] == legal


def test_capture_needs_its_phase_and_an_adjacent_enemy_counter() -> None:
    store = allied("f", "1514", **FUEL)
    assert capture(given(unit("a", "1515"), store, phase="combat")) == (False, {"12.0f"})
    assert capture(given(unit("a", "1516"), store, phase="capture")) == (False, {"12.0c"})
    own = given(unit("a", "1515"), unit("f", "1514", **FUEL), phase="capture")
    assert capture(own) == (False, {"12.0c"})
    no_store = given(unit("a", "1515"), allied("f", "1514"), phase="capture")
    assert capture(no_store) == (False, {"12.0c"})


def test_a_captured_counter_serves_its_captor() -> None:
    found = given(
        unit("a", "1515"),
        unit("s", "0101", **SUPPLY),
        allied("f", "1514", **SUPPLY),
        phase="capture",
    )
    order = Take(unit="a", target="f")
    assert order in found.ruleset.legal(found.state, 50).actions
    state = after(found, order)
    answers = found.ruleset.answers(state)
    assert answers.unit("f").side == "german"
    assert answers.ask("supply", {"side": "german"})["units"]["a"]["supplied"]
    assert not found.ruleset.position(state).own("allied")


def test_a_counter_captured_out_of_a_stack_goes_to_the_captor() -> None:
    found = given(
        unit("a", "1515"), allied("f", "1514", **FUEL), allied("d", "1514"), phase="capture"
    )
    state = after(found, Take(unit="a", target="f"))
    assert state.pieces["f"].place == state.pieces["a"].place
    assert not list(found.ruleset.invariants(state, found.state))


def test_by_the_other_reading_a_captured_counter_leaves_the_game() -> None:
    option = {"options": {"captured": "removed"}}
    found = given(unit("a", "1515"), allied("f", "1514", **FUEL), phase="capture", **option)
    assert gone(found, after(found, Take(unit="a", target="f"))) == {"f"}


def test_each_unit_destroys_one_own_counter() -> None:
    found = given(
        unit("a", "1515"), unit("f", "1514", **FUEL), unit("g", "1614", **FUEL), phase="capture"
    )
    destroy = Take(unit="a", target="f", way="destroy")
    state = after(found, destroy)
    assert gone(found, state) == {"f"}
    again = Take(unit="a", target="g", way="destroy")
    assert against(found, state, again) == {"12.0d"}
    assert against(found, found.state, again) == set()


@pytest.mark.parametrize(("enemy", "legal"), [("1513", True), ("1511", False), (None, False)])
def test_by_the_other_reading_destruction_needs_a_threat(enemy: str | None, legal: bool) -> None:
    units = [unit("a", "1515"), unit("f", "1514", **FUEL), allied("d", enemy)]
    found = given(*units, phase="capture", options={"destroy_own": "under_threat"})
    assert capture(found, way="destroy")[0] == legal
    usual = given(*units, phase="capture")
    assert capture(usual, way="destroy")[0]


def test_an_enemy_counter_is_not_destroyed() -> None:
    found = given(unit("a", "1515"), allied("f", "1514", **FUEL), phase="capture")
    assert capture(found, way="destroy") == (False, {"12.0d"})


def test_aircraft_neither_capture_nor_destroy() -> None:
    """Section 12: forces on the ground take counters, not a fighter over the next hex."""
    fighter = unit("a", "1515", kind="fighter")
    own = given(fighter, unit("f", "1514", **FUEL), phase="capture")
    assert capture(own, way="destroy") == (False, {"12.0d"})
    enemy = given(fighter, allied("f", "1514", **FUEL), phase="capture")
    assert capture(enemy) == (False, {"12.0c"})


def test_the_probe_judges_a_capture_by_the_id_of_its_counter() -> None:
    asker = Asker()
    words = given_words(unit("a", "1515"), allied("f", "1514", **FUEL), phase="capture")
    request = {"op": "judge", "pos": asker.position(words)}
    action = {"kind": "ardenas.take", "unit": "a", "target": "f"}
    assert asker.answer(request | {"action": action})["result"]["legal"]
    unknown = asker.answer(request | {"action": action | {"target": "nobody"}})
    assert unknown["error"]["message"] == "There is no unit 'nobody' in this position."


def test_a_captured_counter_stays_with_its_captor_when_its_position_is_read_back() -> None:
    asker = Asker()
    words = given_words(unit("a", "1515"), allied("f", "1514", **FUEL), phase="capture")
    action = {"kind": "ardenas.take", "unit": "a", "target": "f"}
    request = {"op": "apply", "pos": asker.position(words), "action": action, "dice": []}
    after_capture = asker.answer(request)["result"]
    state = asker.answer({"op": "state", "pos": after_capture["pos"]})["result"]
    assert state["units"]["f"]["side"] == "german"
    loaded = asker.answer({"op": "load", "position": state})["result"]
    assert (loaded["digest"], loaded["warnings"]) == (after_capture["digest"], [])


def test_the_capture_phase_may_end_without_captures() -> None:
    found = given(unit("a", "1515"), allied("f", "1514", **FUEL), phase="capture")
    assert against(found, found.state, act.NextPhase()) == set()


# -- supply in the window -------------------------------------------------------------------------


def line(found: GivenPosition, name: str) -> SupplyLine:
    return found.ruleset.answers(found.state).supply_of(name)


def test_a_supplied_unit_has_a_path_to_the_counter_that_serves_it() -> None:
    found = given(unit("a", "1014"), unit("s", "1010", **SUPPLY))
    numbers = [found.ruleset.board.numbers[place] for place in line(found, "a").path]
    assert (line(found, "a").source, numbers) == ("s", ["1014", "1013", "1012", "1011", "1010"])
    assert set(found.ruleset.answers(found.state).supply("german")) == {"a"}


def test_the_nearest_counters_are_named_to_a_unit_out_of_supply() -> None:
    units = unit("a", "1025"), unit("near", "1015", **SUPPLY), unit("far", "1005", **SUPPLY)
    said = line(given(*units), "a")
    assert not said.supplied
    assert [(cut.rule, cut.unit) for cut in said.cuts] == [("12.0b", "near"), ("12.0b", "far")]
    full = line(given(*crowd(13), unit("s", "1010", **SUPPLY)), "u12")
    assert [cut.unit for cut in full.cuts] == ["s"]


def test_a_tank_without_fuel_is_reported_and_needs_no_path_without_supply_rules() -> None:
    units = unit("t", "1012", kind="tank"), unit("s", "1010", **SUPPLY), unit("f", "3030", **FUEL)
    assert line(given(*units), "t").notes == {"no_fuel": True}
    short = line(given(*units, scenario="short"), "t")
    assert (short.supplied, short.source, len(short.path)) == (True, None, 1)


def test_a_cut_names_the_counter_that_is_too_far() -> None:
    found = given(unit("a", "1025"), unit("near", "1015", **SUPPLY))
    position = found.ruleset.answers(found.state)
    (cut,) = position.supply_of("a").cuts
    assert "too far away" in cut_words(position, cut)
