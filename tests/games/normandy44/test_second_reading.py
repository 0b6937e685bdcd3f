"""Faults found in a second reading of the rulebook (decision 12), each with its test."""

from __future__ import annotations

import pytest

from engine.core import actions as act
from engine.games.normandy44.combat import CombatRecord
from engine.games.normandy44.rules.ch10_attack import Attack
from engine.games.normandy44.rules.ch10_combat import best_lead
from engine.games.normandy44.rules.ch11_modifiers import shifts_of
from engine.games.normandy44.rules.ch13_retreat import survivable
from engine.games.normandy44.rules.ch14_advance import advances
from engine.games.normandy44.rules.ch17_support import able_to_fire, is_ready
from engine.probe import Probe
from tests.games.normandy44.tabletop import BOOK, Json, Table, allied, german

HQ = {"attack": 0, "steps": 1, "max_steps": 1}


def asked(units: list[Json], **fields: object) -> Json:
    """Return the odds that the probe reports in a combat phase."""
    probe = Probe()
    board = {"rows": [1, 12], "cols": [1, 12], "terrain": "clear"}
    place = {"game": "normandy44", "turn": 3, "phase": "combat", "weather": "overcast"}
    active = fields.pop("active", "allied")
    position = {**place, "active": active, "board": board, "units": units}
    loaded = probe.answer({"op": "load", "position": position})
    answer = probe.answer({"op": "odds", "pos": loaded["result"]["pos"], **fields})
    result: Json = answer["result"]
    return result


@pytest.mark.parametrize(
    ("status", "fires"), [([], True), (["out_of_supply"], False), (["isolated"], False)]
)
def test_the_marker_decides_whether_a_headquarters_is_supplied(
    status: list[str], fires: bool
) -> None:
    """18.3: the status of the last supply phase applies until the next, regardless of lines."""
    units = [
        allied("a", "0505"),
        german("d", "0506"),
        allied("q", "0504", 1, "hq", status=status, **HQ),
    ]
    table = Table(units)
    assert is_ready(table.unit("q")) is fires
    assert ("q" in able_to_fire(table.now, "allied", table.hex("0506"), "us")) is fires


def test_a_line_today_does_not_feed_a_marked_headquarters() -> None:
    beach = {"x": {"kind": "beach", "hexes": ["0504"]}}
    engineer = allied("e", "0504", 1, "beach_engineer", attack=0, movement=0)
    head = allied("q", "0504", 1, "hq", status=["out_of_supply"], **HQ)
    table = Table([allied("a", "0505"), german("d", "0506"), engineer, head], areas=beach)
    assert not is_ready(table.unit("q"))


def test_a_headquarters_named_twice_shifts_twice_and_a_werfer_never() -> None:
    allies = [
        allied("a", "0505"),
        german("d", "0506"),
        allied("q", "0504", 1, "hq", **HQ),
    ]
    assert asked(allies, attackers=["a"], target="0506", artillery=["q", "q"])["column"] == "3:1"
    germans = [
        german("a", "0505"),
        allied("d", "0506"),
        german("w", "0504", 1, "werfer", **HQ),
    ]
    ask = {"attackers": ["a"], "target": "0506", "active": "german"}
    assert asked(germans, artillery=["w"], **ask)["legal"]
    assert not asked(germans, artillery=["w", "w"], **ask)["legal"]


def test_no_unit_is_attached_if_none_is_wanted() -> None:
    units = [
        allied("a", "0505", 7, formation="1"),
        allied("t", "0505", 4, "tank", formation="745"),
        german("d", "0506"),
    ]
    ask = {"attackers": ["a", "t"], "target": "0506"}
    assert asked(units, **ask)["attack"] == 11
    assert asked(units, attached=None, **ask)["attack"] == 9
    table = Table(units)
    order = act.DeclareAttack(attackers=("a", "t"), target="0506", attached=None)
    table.play(order, 5)
    assert '"force":["a"]' in str(table.state.tracks["fight"])


def test_better_than_the_worst_and_yet_bad_is_no_shift() -> None:
    """11.5: a shift for the better value, and one against a force with only negative values."""
    units = [german("a", "0505", tq=-1), allied("d", "0506", tq=-2)]
    table = Table(units, active="german")
    attack = best_lead(Attack(table.now, "german", (table.unit("a"),), table.hex("0506")))
    found = {s.rule: s.by for s in shifts_of(attack)}
    assert found == {"11.5a": 1, "11.5b": -1}


def test_units_landed_this_turn_advance_only_to_the_vacated_hex() -> None:
    table = Table([allied("a", "0505", status=["regroup"]), allied("b", "0505")])
    now, vacated = table.now, table.hex("0506")
    assert table.numbers(advances(now, table.unit("a"), vacated)) == {"0506"}
    assert len(advances(now, table.unit("b"), vacated)) == 18


def test_a_landed_unit_gets_reasons_against_moving_on() -> None:
    table = Table(
        [allied("a", "0505", 18, status=["regroup"]), german("d", "0506", 2, steps=1, max_steps=2)]
    )
    table.attack(["a"], "0506", 6)
    assert "14.1d" in table.judge(act.Choose(decision="advance", option="a 0405"))
    assert "a 0506" in table.options


def test_jabos_fly_in_clear_weather_against_germans_only() -> None:
    units = [allied("a", "0505", 8), german("d", "0506", 2)]
    assert asked(units, attackers=["a"], target="0506", jabos=6)["column"] == "4:1"


def test_a_stack_wants_room_for_all_of_it() -> None:
    units = [
        allied("a", "0505"),
        german("x", "0506", 2),
        german("y", "0506", 2),
        german("f", "0507", 3),
    ]
    table = Table(units)
    position = table.rules.answers(table.state)

    def ends(*names: str) -> set[str]:
        found = position.retreats(names, 2, None, "")
        return table.numbers(found.options[n].path[-1] for n in found.legal)

    assert "0507" in ends("x")
    assert "0507" not in ends("x", "y")


def test_friends_on_the_road_are_a_last_resort() -> None:
    units = [
        allied("a", "0504"),
        german("x", "0505"),
        german("s", "0507", 2, "tank", status=["strategic"]),
    ]
    record = CombatRecord(side="allied", target="0505")
    table = Table(units)
    ways = survivable(table.now, table.unit("x"), record)
    assert "0507" not in table.numbers(w.path[-1] for w in ways)
    shut = ["0505/0406", "0505/0405", "0505/0605", "0505/0606", "0506/0407", "0506/0607"]
    table = Table(units, hexsides={side: ["impassable"] for side in shut})
    ways = survivable(table.now, table.unit("x"), record)
    assert table.numbers(w.path[-1] for w in ways) == {"0507"}


def test_an_isolated_unit_only_creeps() -> None:
    """18.4 holds for both sides of the marker."""
    table = Table([allied("a", "0505", status=["isolated"])], phase="movement")
    assert "18.4b" in table.judge(table.move("a", "0506"))
    assert table.judge(table.move("a", "0506", mode="tactical")) == set()


def test_titles_are_read_once_for_each_language() -> None:
    assert BOOK.titles is BOOK.titles
