"""Section 9 and the bases of 8.4: aircraft take off and come home; units board, drop and land."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from engine.core import actions as act
from engine.core.dice import Rolled
from engine.core.reducer import apply
from engine.core.state import State
from engine.games.ardenas import tracks
from engine.games.ardenas.own_actions import Drop, Embark
from engine.log.entry import Entry
from engine.play.autoplay import AT, draw
from engine.probe import playing
from engine.probe.questions import answer
from engine.rules.judge import play
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
    unit,
)
from tests.properties.test_every_effect_is_reported import unnamed

BASES: dict[str, Any] = BOARD | {
    "areas": {
        "air-a": {"kind": "air_base", "side": "german", "hexes": ["1515"]},
        "air-b": {"kind": "air_base", "side": "allied", "hexes": ["0101"]},
    },
    "hexes": {"1512": {"river": True}, "1513": {"settlement": "city"}},
}
AIR: dict[str, Any] = {"phase": "air", "subturn": 1, "board": BASES}
PLANE: dict[str, Any] = {"kind": "transport", "combat": 1, "movement": 8}
MEN: dict[str, Any] = {"kind": "parachute"}


def fleet(*units: dict[str, Any], at: str | None = "1515", **more: Any) -> GivenPosition:
    return given(unit("t", at, **PLANE), *units, **AIR | more)


def take_off(name: str, hex_: str, box: str = "held-german") -> act.MoveUnits:
    return act.MoveUnits(units=(name,), path=(box, hex_), mode="entry")


def embark(*names: str) -> Embark:
    return Embark(transport="t", units=names)


def aboard(*names: str, at: str = "1515", **more: Any) -> tuple[GivenPosition, State]:
    """A position with units aboard a transport in a hex, and the state."""
    men = [unit(n, None, **MEN) for n in names]
    found = fleet(*men, *more.pop("others", ()), **more)
    state = after(found, embark(*names))
    if at != "1515":
        work = found.ruleset.work(state, Rolled(random.Random(1)))
        work.put("t", at)
        state = work.state
    return found, state


# -- bases ----------------------------------------------------------------------------------------


def test_aircraft_begin_in_the_first_sub_turn_in_a_base_of_their_side() -> None:
    """Section 8.4: aircraft are placed at the beginning of the turn, if the owner wants to."""
    found = fleet(at=None)
    order = take_off("t", "1515")
    assert against(found, found.state, order) == set()
    assert order in found.ruleset.legal(found.state, 50).actions
    assert act.NextPhase() in found.ruleset.legal(found.state, 50).actions
    assert after(found, order).pieces["t"].place == found.ruleset.places.index("1515")
    assert against(found, found.state, take_off("t", "0101")) == {"8.4b"}
    late = fleet(at=None, subturn=2)
    assert against(late, late.state, order) == {"8.4b"}
    assert list(late.ruleset.legal(late.state, 50).actions) == [act.NextPhase()]


def test_an_aircraft_that_was_shot_down_does_not_take_off() -> None:
    """Section 8.4: only aircraft that are left begin the turn."""
    found = fleet()
    work = found.ruleset.work(found.state, Rolled(random.Random(1)))
    work.eliminate("t")
    assert against(found, work.state, take_off("t", "1515", "eliminated-german")) == {"8.4b"}


def test_no_aircraft_takes_off_in_fog() -> None:
    """Section 14: in fog aircraft cannot take off."""
    found = fleet(at=None, weather="fog")
    assert against(found, found.state, take_off("t", "1515")) == {"14.0c"}
    assert ask("enter", found, unit="t", hex="1515")["legal"] is False
    assert ask("enter", fleet(at=None), unit="t", hex="1515")["legal"] is True


def home(reading: str, weather: str = "good") -> str:
    """Return the place of a transport nine hexes from its base after the last sub-turn."""
    option = {"options": {"air_return": reading}}
    found = fleet(at="2415", subturn=6, active="allied", weather=weather, **option)
    state = after(found, act.NextPhase())
    return found.ruleset.places.name(state.pieces["t"].place)


@pytest.mark.parametrize(
    ("hex_", "weather", "comes_home"),
    [
        ("2924", "good", True),
        ("2925", "good", False),
        ("1515", "storm", True),
        ("1516", "storm", False),
    ],
)
def test_by_the_other_reading_the_nearest_base_is_within_the_displacement(
    hex_: str, weather: str, comes_home: bool
) -> None:
    """14.0b: a storm takes displacement away, so that only aircraft at their base come home."""
    option = {"options": {"air_return": "in_reach"}}
    found = fleet(at=hex_, subturn=6, active="allied", weather=weather, **option)
    state = after(found, act.NextPhase())
    box = "air-german" if comes_home else "eliminated-german"
    assert found.ruleset.places.name(state.pieces["t"].place) == box


def test_aircraft_leave_the_map_after_the_sixth_sub_turn() -> None:
    """Sections 8.4 and 15: survivors stay available for the next turn, or must reach their base."""
    assert home("all_return") == "air-german"
    assert home("in_reach") == "air-german"
    assert home("in_reach", "storm") == "eliminated-german"
    assert home("all_return", "storm") == "air-german"
    found = fleet(at="2415", subturn=5, active="allied")
    assert after(found, act.NextPhase()).pieces["t"] == found.state.pieces["t"]


# -- boarding -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kinds", "rules"),
    [
        ("parachute", set()),
        ("airborne parachute", set()),
        ("supply parachute_engineer", set()),
        ("infantry", {"8.4l"}),
        ("fuel", {"8.4l"}),
        ("parachute parachute parachute", {"8.4l"}),
    ],
)
def test_a_transport_carries_two_units_of_four_kinds(kinds: str, rules: set[str]) -> None:
    """Section 8.4: two units that are parachute, airborne, supply or parachute engineers."""
    men = [unit(f"m{n}", None, kind=kind) for n, kind in enumerate(kinds.split())]
    found = fleet(*men)
    names = [m["id"] for m in men]
    told = ask("embark", found, transport="t", units=names)
    assert {v["rule"] for v in told["verdicts"]} == rules
    assert (embark(*names) in found.ruleset.legal(found.state, 5000).actions) == (not rules)


def test_a_brigade_fills_a_transport() -> None:
    """Section 8.4: one brigade or two regiments."""
    men = unit("a", None, size="brigade", **MEN), unit("b", None, **MEN)
    found = fleet(*men)
    assert against(found, found.state, embark("a")) == set()
    assert against(found, found.state, embark("a", "b")) == {"8.4l"}
    assert against(found, after(found, embark("a")), embark("b")) == {"8.4l"}


@pytest.mark.parametrize(
    ("units", "more", "rules"),
    [
        ([unit("a", "1515", **MEN)], {}, set()),
        ([unit("a", "1516", **MEN)], {}, {"9.0b"}),
        ([unit("a", None, **MEN)], {"at": "1516"}, {"9.0b"}),
        ([unit("a", None, **MEN)], {"phase": "movement"}, {"9.0b"}),
        ([unit("a", None, **MEN)], {"active": "allied"}, {"4.0a"}),
    ],
)
def test_units_board_off_the_map_or_in_the_base(
    units: list[dict[str, Any]], more: dict[str, Any], rules: set[str]
) -> None:
    """Section 9: they begin to move from the bases, aboard their transports."""
    found = fleet(*units, **more)
    assert against(found, found.state, embark("a")) == rules


def test_a_unit_in_a_grouping_leaves_it_before_it_boards() -> None:
    """Section 9, by our ruling: a grouping stays whole while it is on the map."""
    grouping = {"side": "german", "number": 1, "hex": "1515", "units": ["a"]}
    found = fleet(unit("a", "1515", **MEN), groupings=[grouping])
    assert against(found, found.state, embark("a")) == {"9.0b"}


def test_a_transport_is_loaded_before_it_moves_and_no_unit_boards_twice() -> None:
    """Section 9: once aboard, units go where the transport goes."""
    found = fleet(unit("a", None, **MEN))
    path = ("1515", "1514", "1515")
    moved = after(found, act.MoveUnits(units=("t",), path=path))
    assert against(found, moved, embark("a")) == {"9.0b"}
    assert against(found, after(found, embark("a")), embark("a")) == {"9.0b"}


def test_reinforcements_board_from_the_turn_of_their_arrival() -> None:
    """Section 9: they come into play on any turn; those of a later turn are not there yet."""
    told = {"game": "ardenas", "phase": "air", "subturn": 1, "active": "allied", "weather": "good"}
    planes = [{"id": "US-T1", "hex": "2101"}]
    for turn, rules in ((7, {"6.0q"}), (8, set())):
        found = BOOK.parse_position(told | {"turn": turn, "units": planes})
        order = Embark(transport="US-T1", units=("US-17-507",))
        assert against(found, found.state, order) == rules
        assert (order in found.ruleset.actions_of(found.state, "US-T1")) == (not rules)


# -- drops ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "hex_"),
    [("2", "2020"), ("3", "2020"), ("42", "1920"), ("43", "2120"), ("54", "2121"), ("55", "1921")],
)
def test_a_drop_lands_or_scatters_one_hex(dice: str, hex_: str) -> None:
    """Section 9: a 2 or a 3 lands at the drop point, a 4 or a 5 is thrown again for the hex."""
    found, state = aboard("a", at="2020")
    assert Drop(unit="a") in found.ruleset.legal(state, 5000).actions
    state = after(found, Drop(unit="a"), dice=dice, start=state)
    assert found.ruleset.places.name(state.pieces["a"].place) == hex_
    assert state.pieces["a"].status == {"dropped"}
    assert against(found, state, Drop(unit="a")) == {"9.0b"}


@pytest.mark.parametrize(
    ("hex_", "outcome"),
    [("1512", "affected"), ("1513", "affected"), ("1511", "lands"), ("2020", "destroyed")],
)
def test_landing_in_a_town_or_a_river_affects_and_an_enemy_zone_destroys(
    hex_: str, outcome: str
) -> None:
    """Section 9: a landing in an enemy zone destroys; in a town or river hex it affects."""
    found, state = aboard("a", at=hex_, others=[allied("d", "2021")])
    told = ask("drop", found, unit="a", hex=hex_)
    assert told["outcome"] == outcome
    assert told["legal"]
    state = after(found, Drop(unit="a"), dice="2", start=state)
    piece = state.pieces["a"]
    if outcome == "destroyed":
        assert found.ruleset.places.name(piece.place) == "eliminated-german"
    else:
        assert ("affected" in piece.status) == (outcome == "affected")


def test_a_drop_scatters_off_the_map_or_onto_stores_and_is_lost() -> None:
    """Section 9: units that come down off the board are destroyed."""
    found, state = aboard("a", at="0101")
    state = after(found, Drop(unit="a"), dice="42", start=state)
    assert found.ruleset.places.name(state.pieces["a"].place) == "eliminated-german"
    stores = fleet(unit("a", None, **MEN), allied("s", "2020", kind="supply"))
    assert ask("drop", stores, unit="a", hex="2020")["outcome"] == "destroyed"
    assert ask("drop", stores, unit="a", hex="2021")["outcome"] == "lands"


def test_nobody_drops_while_a_declared_attack_of_the_air_is_to_be_fought() -> None:
    """Section 15: drops follow the combats."""
    fighter: dict[str, Any] = {"kind": "fighter", "combat": 4, "movement": 10}
    others = [unit("p", "1820", **fighter), allied("d", "1819", **fighter)]
    found, state = aboard("a", at="2020", others=others)
    assert Drop(unit="a") in found.ruleset.legal(state, 5000).actions
    state = after(found, attack("p", "1819"), start=state)
    assert against(found, state, Drop(unit="a")) == {"8.1a"}
    assert Drop(unit="a") not in found.ruleset.legal(state, 5000).actions


def test_a_unit_that_no_transport_carries_does_not_drop() -> None:
    """Section 8.4: asked of any unit off the map, the answer names its kind."""
    found = fleet(unit("i", None), unit("a", None, **MEN))
    for name, rules in (("i", ["8.4l"]), ("a", [])):
        told = ask("drop", found, unit=name, hex="1511")
        assert [v["rule"] for v in told["verdicts"]] == rules


def test_no_unit_drops_into_a_hex_with_six_counters_of_its_side() -> None:
    """Section 7, and for one that scatters there our ruling: it is lost."""
    six = [unit(f"s{n}", "2020") for n in range(6)]
    found, state = aboard("a", at="2020", others=six)
    assert against(found, state, Drop(unit="a")) == {"7.0f"}
    found, state = aboard("a", at="2021", others=[u | {"hex": "1922"} for u in six])
    state = after(found, Drop(unit="a"), dice="55", start=state)
    assert state.pieces["a"].place == found.ruleset.places.index("eliminated-german")


def test_two_units_drop_together_or_in_different_sub_turns() -> None:
    """Section 9: both units in one sub-turn, or one and the other in another."""
    found, state = aboard("a", "b", at="2020")
    state = after(found, Drop(unit="a"), dice="2", start=state)
    assert against(found, state, Drop(unit="b")) == set()
    for hex_, rules in (("2021", set()), ("2022", {"9.0c"})):
        told = answer(found.ruleset.answers(state), "drop", {"unit": "b", "hex": hex_})
        assert {v["rule"] for v in told["verdicts"]} == rules, "a hex from the transport at most"
    state = after(found, act.NextPhase(), start=state)
    assert against(found, state, Drop(unit="b")) == {"4.0a"}
    state = after(found, act.NextPhase(), start=state)
    assert against(found, state, Drop(unit="b")) == set()


def test_units_that_were_not_dropped_come_back_with_their_transport() -> None:
    """Section 9: undropped units return with their transports after the sixth sub-turn."""
    found, state = aboard("a", at="2020", subturn=6)
    state = after(found, act.NextPhase(), act.NextPhase(), start=state)
    name = found.ruleset.places.name
    assert name(state.pieces["a"].place) == "aboard-german"
    assert name(state.pieces["t"].place) == "air-german"
    assert not [t for t in state.tracks if t.startswith(tracks.ABOARD)]


def test_passengers_are_lost_with_their_transport() -> None:
    """Section 9: the units aboard a transport that is shot down are also eliminated."""
    found, state = aboard("a", "b", at="2020")
    work = found.ruleset.work(state, Rolled(random.Random(1)))
    work.eliminate("t")
    lost = found.ruleset.places.index("eliminated-german")
    assert {work.state.pieces[n].place for n in "tab"} == {lost}
    assert list(found.ruleset.invariants(work.state, state)) == []


def test_dropped_units_move_but_neither_fight_nor_use_their_displacement() -> None:
    """Section 9: the drop is an action like combat; they move in the ground phase."""
    found = given(unit("a", "1515", status=["dropped"], **MEN), allied("d", "1514"))
    assert ask("reach", found, units=["a"], mode="normal")["hexes"]
    assert ask("reach", found, units=["a"], mode="displacement")["hexes"] == {}
    fight = given(unit("a", "1515", status=["dropped"]), allied("d", "1514"), phase="combat")
    order = act.DeclareAttack(attackers=("a",), target="1514")
    assert against(fight, fight.state, order) == {"9.0g"}


# -- sentences ------------------------------------------------------------------------------------


def said(found: GivenPosition, state: State, order: dict[str, Any], *dice: int) -> str:
    """The sentence of an order; the dice are faces of the special die."""
    _, told = playing.apply(found.ruleset, state, {"action": order, "dice": list(dice)})
    return str(told["sentence"])


def test_the_sentence_of_a_drop_says_where_and_how_the_unit_lands() -> None:
    """9.0e, 9.0f: scattered to the south-east, into the town."""
    found, state = aboard("a", at="1412")
    told = said(found, state, {"kind": "ardenas.drop", "unit": "a"}, 4, 4)
    assert told == "a jumps from its transport and is affected. a moves to 1513."


def test_the_sentence_of_a_commando_names_the_confused_units() -> None:
    """10.0d: "a" is not named by another word of the sentence."""
    units = allied("a", "1513"), allied("p", "1512"), allied("far", "1510")
    found = given(unit("c", None, kind="commando"), *units, phase="commandos")
    told = said(found, found.state, {"kind": "ardenas.commando", "unit": "c", "hex": "1515"})
    assert told == "c appears in 1515. Confused: a and p."


def test_the_sentence_of_the_throw_names_the_weather() -> None:
    """14.0: with the end of the phase."""
    found = given(unit("a", "1515"), turn=8, phase="weather")
    told = said(found, found.state, {"kind": "next_phase"}, 2)
    assert told.endswith(" Weather: storm.")


# -- play -----------------------------------------------------------------------------------------


def wander(found: GivenPosition, seed: int, steps: int) -> Counter[str]:
    """Play random legal orders from a position and count their kinds.

    Every state is valid, and every effect is described in the sentence or the details of its entry.
    """
    ruleset, state, kinds = found.ruleset, found.state, Counter[str]()
    chance, dice = random.Random(seed), Rolled(random.Random(seed))
    for _ in range(steps):
        action = draw(ruleset, state, chance)
        if action is None or state.clock.phase in ("engineers", "bombardment"):
            break
        played = play(ruleset, state, action, dice)
        before, state = state, apply(state, played.effects, ruleset.places)
        assert list(ruleset.invariants(state, before)) == []
        entry = Entry(
            id=1,
            parent=0,
            at=AT,
            by=before.clock.active,
            action=action,
            dice=played.dice,
            effects=played.effects,
        )
        assert list(unnamed(ruleset, before, entry)) == []
        kinds[action.kind] += 1
    return kinds


@pytest.mark.slow
def test_random_play_of_an_air_phase_on_the_map() -> None:
    told = {"game": "ardenas", "turn": 8, "phase": "air", "subturn": 1, "active": "german"}
    found = BOOK.parse_position(told | {"weather": "good"})
    kinds = wander(found, 5, 250)
    assert kinds["move"] > 20
    assert {"ardenas.group", "ardenas.march"} <= kinds.keys()
