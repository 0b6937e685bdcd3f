"""Section 10: German commandos come into play, confuse Allied units and send them astray."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import actions as act
from engine.core.state import State
from engine.games.ardenas.own_actions import PlaceCommando, Shift
from engine.rules.ports import GivenPosition
from tests.games.ardenas.tabletop import BOOK, after, against, allied, ask, attack, given, unit
from tests.games.ardenas.test_ch09_drops import wander

MEN: dict[str, Any] = {"kind": "commando", "combat": 2}


def landed(*units: dict[str, Any], **more: Any) -> GivenPosition:
    """A position with a commando off the map, in the commando phase."""
    return given(unit("c", None, **MEN), *units, **{"phase": "commandos"} | more)


def commando(hex_: str, name: str = "c") -> PlaceCommando:
    return PlaceCommando(unit=name, hex=hex_)


def send(name: str, hex_: str) -> Shift:
    return Shift(unit=name, hex=hex_)


def frozen(state: State) -> set[str]:
    return {n for n, piece in state.pieces.items() if "frozen" in piece.status}


# -- placement ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hex_", "more", "rules"),
    [
        ("1515", {}, set()),
        ("2525", {}, set()),
        ("2024", {}, {"10.0a"}),
        ("2025", {}, {"7.0g"}),
        ("1515", {"phase": "movement"}, {"10.0a"}),
        ("1515", {"active": "allied"}, {"4.0a"}),
    ],
)
def test_commandos_are_placed_anywhere_outside_enemy_zones(
    hex_: str, more: dict[str, Any], rules: set[str]
) -> None:
    """Section 10: anywhere on the board, in their phase, and in no enemy zone of control."""
    found = landed(allied("d", "2025"), **more)
    told = ask("commando", found, unit="c", hex=hex_)
    assert {v["rule"] for v in told["verdicts"]} == rules
    assert told["legal"] == (not rules)
    assert (commando(hex_) in found.ruleset.actions_of(found.state, "c")) == (not rules)


def test_commandos_come_together_or_apart_and_only_once() -> None:
    """Section 10: all in one hex or in different places, at different times."""
    found = landed(unit("e", None, **MEN), unit("i", None))
    state = after(found, commando("1515"), commando("1515", "e"))
    assert against(found, state, commando("1516")) == {"10.0a"}
    assert against(found, state, commando("1516", "i")) == {"10.0a"}
    lost = found.ruleset.work(state, None)  # type: ignore[arg-type]
    lost.eliminate("c")
    assert against(found, lost.state, commando("1516")) == {"10.0a"}


def test_commandos_neither_move_nor_are_attacked_on_the_turn_they_are_placed() -> None:
    """Section 10: from the next turn they are ordinary infantry."""
    state = after(landed(), commando("1515"))
    assert state.pieces["c"].status == {"deployed"}
    placed = unit("c", "1515", status=["deployed"], **MEN)
    assert ask("reach", given(placed), units=["c"])["hexes"] == {}
    for men, rules in ((placed, {"10.0b"}), (unit("c", "1515", **MEN), set())):
        found = given(men, allied("d", "1514"), active="allied", phase="combat")
        assert against(found, found.state, attack("d", "1515")) == rules
        assert bool(ask("reach", given(men), units=["c"])["hexes"]) == (not rules)


@pytest.mark.parametrize(("status", "rules"), [(["deployed"], {"10.0b"}), ([], set())])
def test_commandos_neither_attack_nor_capture_on_the_turn_they_are_placed(
    status: list[str], rules: set[str]
) -> None:
    """Section 10: from the next turn they are ordinary infantry; before, they have two missions."""
    men = unit("c", "1515", status=status, **MEN)
    found = given(men, allied("d", "1514"), phase="combat")
    assert against(found, found.state, attack("c", "1514")) == rules
    store = allied("f", "1514", kind="fuel", combat=1)
    told = ask("capture", given(men, store, phase="capture"), unit="c", target="f")
    assert {v["rule"] for v in told["verdicts"]} == rules


def test_the_marks_of_commandos_end_with_the_turn() -> None:
    """Section 10: the confusion lasts for the turn."""
    found = given(
        unit("c", "1515", status=["deployed"], **MEN),
        allied("d", "1512", status=["frozen"]),
        phase="end",
        active="allied",
    )
    state = after(found, act.NextPhase())
    assert state.pieces["c"].status == state.pieces["d"].status == frozenset()


# -- confusion ------------------------------------------------------------------------------------


def test_allied_units_within_three_hexes_do_not_move() -> None:
    """Section 10: each Allied unit at most three hexes away stays where it is that turn."""
    found = landed(allied("a", "1512"), allied("b", "1511"), allied("d", "1813"), unit("g", "1516"))
    told = ask("commando", found, unit="c", hex="1515")
    assert (told["frozen"], told["moves"]) == (["a", "d"], 5)
    assert frozen(after(found, commando("1515"))) == {"a", "d"}
    still = given(allied("a", "1512", status=["frozen"]), active="allied")
    assert ask("reach", still, units=["a"])["hexes"] == {}
    path = act.MoveUnits(units=("a",), path=("1512", "1511"))
    assert "10.0d" in against(still, still.state, path)


def test_the_german_sends_confused_units_as_far_as_they_move() -> None:
    """Section 10: Allied units are moved where the German player says."""
    found = landed(allied("a", "1512"), allied("b", "1508"))
    state = after(found, commando("1515"))
    listed = set(found.ruleset.legal(state, 5000).actions)
    assert send("a", "1509") in listed
    assert not [o for o in listed if isinstance(o, Shift) and o.unit == "b"]
    assert against(found, state, send("a", "1507")) == {"10.0d"}
    assert against(found, state, send("a", "1514")) == {"10.0d"}
    assert against(found, state, send("b", "1507")) == {"10.0d"}
    moved = after(found, send("a", "1509"), start=state)
    assert found.ruleset.places.name(moved.pieces["a"].place) == "1509"
    assert frozen(moved) == {"a"}
    assert against(found, moved, send("a", "1510")) == {"10.0d"}


def test_five_units_are_sent_in_all() -> None:
    """Section 10: up to five Allied units."""
    names = "abdefg"
    units = [allied(n, f"15{11 + k // 3:02d}") for k, n in enumerate(names)]
    found = landed(*units)
    state = after(found, commando("1514"))
    for k, name in enumerate(names[:5]):
        state = after(found, send(name, f"{13 + k}09"), start=state)
    assert ask("commando", found, unit="c", hex="1514")["moves"] == 5
    assert against(found, state, send("g", "1409")) == {"10.0d"}
    assert found.ruleset.answers(state).ask("commando", {"unit": "c", "hex": "1514"})["moves"] == 0


def test_units_are_sent_any_distance_by_the_other_reading() -> None:
    """Section 10: how far they are moved is not printed."""
    option = {"options": {"commando_shift": "no_limit"}}
    found = landed(allied("a", "1512"), **option)
    state = after(found, commando("1515"))
    assert against(found, state, send("a", "3030")) == set()
    assert against(found, state, send("a", "1514")) == {"10.0d"}
    moved = after(found, send("a", "3030"), start=state)
    assert found.ruleset.places.name(moved.pieces["a"].place) == "3030"


@pytest.mark.parametrize(("store", "rule"), [("supply", "12.0b"), ("fuel", "12.0a")])
def test_a_unit_without_supply_or_fuel_is_sent_nowhere(store: str, rule: str) -> None:
    """12.0a, 12.0b: it needs them to move, whoever gives the order."""
    far = allied("s", "3030", kind=store, combat=1)
    found = landed(allied("a", "1512", kind="tank"), far)
    state = after(found, commando("1515"))
    assert against(found, state, send("a", "1511")) == {rule}


def test_a_unit_of_a_grouping_and_german_units_are_not_sent() -> None:
    """Section 11: no unit leaves its grouping outside its phase."""
    group = {"side": "allied", "number": 1, "kind": "ground", "hex": "1512", "units": ["a"]}
    found = landed(allied("a", "1512"), unit("g", "1516", status=["frozen"]), groupings=[group])
    state = after(found, commando("1515"))
    assert against(found, state, send("a", "1510")) == {"10.0d"}
    assert against(found, state, send("g", "1517")) == {"10.0d"}


def test_random_play_uses_every_order_of_commandos() -> None:
    told = {"game": "ardenas", "turn": 2, "phase": "commandos", "active": "german"}
    kinds = wander(BOOK.parse_position(told), 2, 60)
    assert {"ardenas.commando", "ardenas.shift"} <= kinds.keys()
