"""A planned attack in words: the way to its column, and its price."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.airbridge.answers.bargains import actions_left
from engine.i18n import t
from engine.rules.answers import AttackPlan
from tests.games.airbridge.test_answers import A, G
from tests.games.airbridge.test_examples import Table
from tests.games.airbridge.test_probe import BOARD, GUN, SAPPERS, fight, position

FOREST = BOARD | {"hexes": {"0404": {"terrain": "forest"}}}


def planned(table: Any, *units: str, support: tuple[str, ...] = (), **choices: Any) -> Any:
    return table.odds(AttackPlan(units, table.place("0404"), support, choices))


@pytest.mark.parametrize(
    ("kind", "board", "units", "method"),
    [
        (
            "maneuver",
            FOREST,
            ("a", "e"),
            "8 against 5 is 1:1. Efficiency 6 against 7: -1. Column 1-2, die +2."
            " The defender's steps are divided by 2.",
        ),
        (
            "maneuver",
            BOARD,
            ("a",),
            "6 against 5 is 1:1. Efficiency 6 against 7: -1. Column 1-2, die +2.",
        ),
        (
            "maneuver",
            BOARD,
            ("s",),
            "15 against 5 is 3:1. Efficiency 7 against 7: ±0. Column 3-1, die ±0.",
        ),
        (
            "assault",
            FOREST,
            ("a", "e"),
            "8 fires on column 7-10, die +0; the defender with 5 on column 3-6, die -2."
            " 4 of 8 stacking points, from hexes: 2. Engineers attack: both sides fire at once.",
        ),
        (
            "assault",
            BOARD,
            ("a",),
            "6 fires on column 3-6, die +0; the defender with 5 on column 3-6, die -2."
            " 2 of 8 stacking points, from hexes: 1. The defender fires first.",
        ),
    ],
)
def test_the_way_to_the_column_is_told(
    kind: str, board: dict[str, Any], units: tuple[str, ...], method: str
) -> None:
    """12.1a to 12.1d, 13.2a, 17.2c, 17.2g."""
    strong = A | {"id": "s", "attack": 15, "efficiency": 7, "armor": "Arm"}
    table = position(A, SAPPERS | {"id": "e", "hex": "0304"}, strong, G, board=board)
    assert planned(table, *units, combat=kind).method == method


@pytest.mark.parametrize(
    ("declared", "kind", "german", "word"),
    [
        ((), "maneuver", {}, "slips"),
        ((), "maneuver", {"cm": False}, "stands"),
        (("assault",), "maneuver", {}, "pins"),
        (("maneuver",), "assault", {}, "pins"),
        (("maneuver",), "maneuver", {}, "slips"),
        (("maneuver", "assault"), "maneuver", {}, "pinned"),
    ],
)
def test_the_first_note_tells_whether_the_defender_may_slip_away(
    declared: tuple[str, ...], kind: str, german: dict[str, Any], word: str
) -> None:
    """10.0a, 10.0b, NOTES.g."""
    units = [A | {"id": n} for n in ("a", "b", "c")]
    named = [
        {"kind": k, "target": "0404", "units": [u]} for k, u in zip(declared, "bc", strict=False)
    ]
    table = position(*units, G | german, declared=named)
    notes = planned(table, "a", combat=kind).notes
    words = {"chance": 7, "of": 10, "hexes": 3} if word == "slips" else {}
    assert notes[0] == t(f"bargain.airbridge.{word}", **words)
    second = t("bargain.airbridge.round", mine=6, theirs=7, of=10)
    assert (second in notes) == (kind == "assault")
    assert any("becomes fatigued" in note for note in notes) == (kind == "maneuver")


def test_shifts_are_told_with_their_rules_efficiency_first() -> None:
    """8.0d, 19.1a: to the attacker's favour or against it."""
    told = planned(position(A, G, phase="maneuver"), "a")
    assert [(s.rule, s.by) for s in told.shifts] == [("8.0d", -1), ("19.1a", -2)]
    even = planned(position(A | {"efficiency": 7}, G, phase="maneuver"), "a")
    assert [(s.rule, s.by) for s in even.shifts] == [("19.1a", -2)]


def test_units_that_may_reinforce_the_defender_are_noted() -> None:
    """11.1b: with the best of their efficiencies, ten at most."""
    helpers = [G | {"id": n, "hex": "0405", "efficiency": e} for n, e in (("x", 3), ("y", 5))]
    told = t("bargain.airbridge.reacts", units=2, chance=5, of=10)
    assert told in planned(position(A, G, *helpers), "a").notes
    assert not any("reinforce" in note for note in planned(position(A, G), "a").notes)
    later = position(A, G, *helpers, phase="maneuver")
    assert not any("reinforce" in note for note in planned(later, "a").notes)


@pytest.mark.parametrize(
    ("status", "times"),
    [
        ([], 2),
        (["first_fire"], 1),
        (["final_fire"], 0),
        (["out_of_supply"], 1),
        (["out_of_supply", "first_fire"], 0),
    ],
)
def test_the_shots_and_points_left_after_a_fire_are_noted(status: list[str], times: int) -> None:
    """9.4a, 9.4f, 15.0a."""
    gun = GUN | {"id": "GE-2P-Art", "hex": "0302", "status": status}
    table = position(A, gun, G, phase="maneuver", tracks={"air.allied": 5})
    assert actions_left(table.position.units["GE-2P-Art"]) == times
    notes = planned(table, "a", support=("GE-2P-Art",), air=2).notes
    shot = t("bargain.airbridge.shot", unit="2P-Art", left=max(0, times - 1))
    assert notes[-2:] == (shot, t("bargain.airbridge.air", points=2, left=3))
    assert planned(table, "a", air=9).notes[-1] == t("bargain.airbridge.air", points=9, left=0)
    assert not any("Air points" in note for note in planned(table, "a").notes)


def test_a_manoeuvre_offers_points_from_the_air_and_guns_in_its_own_phase() -> None:
    """12.1c."""
    for phase, shoots in (("maneuver", True), ("declaration", False)):
        told = planned(fight(phase=phase, tracks={"air.allied": 2}), "a", air=1)
        assert told.able == (("gun",) if shoots else ())
        assert [line.name for line in told.choices] == ["combat", *(["air"] if shoots else [])]
    assert [value for value, _ in planned(fight(phase="maneuver", tracks={"air.allied": 2}),
                                          "a").choices[1].options] == ["0", "1", "2"]  # fmt: skip
    storm = planned(fight(phase="assault"), "a", combat="assault")
    assert (storm.able, [line.name for line in storm.choices]) == ((), ["combat"])


@pytest.mark.parametrize(
    ("phase", "kind", "status", "keys"),
    [
        ("declaration", "maneuver", [], ["12.0a.apart"]),
        ("declaration", "assault", ["out_of_supply"], ["13.0a.apart", "13.0g.unsupplied"]),
        ("maneuver", "maneuver", ["out_of_supply"], ["12.0a.apart"]),
        ("assault", "assault", [], ["13.0a.apart"]),
        ("assault", "assault", ["out_of_supply"], ["13.0a.apart", "13.0g.unsupplied"]),
    ],
)
def test_an_attack_that_is_not_declared_is_judged_as_if_it_were_now(
    phase: str, kind: str, status: list[str], keys: list[str]
) -> None:
    """3.0.D, 12.0a, 13.0g: each reason once."""
    far = A | {"id": "b", "hex": "0808", "status": status}
    table = position(A, far, G, phase=phase)
    told = planned(table, "a", "b", combat=kind).verdicts
    found = sorted(v.key.removeprefix("rule.airbridge.") for v in told)
    assert found == keys


def test_a_plan_is_prepared_without_units_and_fire_that_are_not_there() -> None:
    """9.2a: no fire but in the phases of bombardment and manoeuvre."""
    wanted = {"defense_die": 1}
    for phase, kind, support in (
        ("maneuver", "maneuver", ("gun",)),
        ("declaration", "maneuver", ()),
        ("maneuver", "assault", ()),
    ):
        table = fight(phase=phase)
        plan = AttackPlan(
            ("a", "gone"), table.place("0404"), ("gun", "gone"), wanted | {"combat": kind, "air": 2}
        )
        told = table.prepared(plan)
        assert (told.attackers, told.support) == (("a",), support)
        assert told.plan.choices["air"] == (2 if support else 0)


@pytest.mark.parametrize(("die", "least"), [(1, 2), (10, 0)])
def test_the_odds_of_an_assault_count_the_planned_defensive_fire(die: int, least: int) -> None:
    """9.3a, 13.1c."""
    gun = GUN | {"id": "h", "hex": "0505", "side": "german"}
    table = position(A, G, gun, phase="assault")
    told = planned(table, "a", combat="assault", defense_artillery="h", defense_die=die)
    assert min(row["attacker"] for row in told.own["endings"]) == least


def test_units_enter_without_cost() -> None:
    """21.0b."""
    table = Table("campaign", turn=4, phase="movement", active="german")
    answers = table.rules.answers(table.state)
    name = next(name for a in answers.arrivals(4) if a.waiting for name in a.units
                if a.side == "german")  # fmt: skip
    ends = answers.reach((name,)).hexes
    assert ends
    assert {(end.cost, end.mode, len(end.path)) for end in ends.values()} == {(0, "arrival", 2)}
