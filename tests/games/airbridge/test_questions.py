"""The probe's own questions: whole answers in a rich position, and the limits of the fields."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from engine.games.airbridge.answers.assault_course import Ending, course
from engine.games.airbridge.charts import COMPOSITIONS, armor_in_assault
from engine.games.airbridge.rules.ch10_refusal import React
from engine.probe.questions import answer
from engine.request_fields import Refused
from engine.rules.answers import AttackPlan
from tests.games.airbridge.test_probe import BOARD, BOOK, FREE, GUARDS, GUN, SAPPERS, SS, position
from tests.games.airbridge.test_rules import declared

TIRED = ["fatigued"]
MIXED = [
    GUARDS | {"id": "a", "hex": "0403"},
    GUARDS | {"id": "b", "hex": "0504", "cm": False, "status": TIRED},
    SAPPERS | {"id": "e", "hex": "0504"},
    SS | {"id": "g", "hex": "0404"},
    SS | {"id": "h", "hex": "0404", "status": TIRED, "efficiency": 4},
]
"""Three attackers in two hexes and two defenders; one unit of each side is fatigued."""
ASKED = {"attackers": ["a", "b", "e"], "target": "0404"}
NOTHING = {"steps": 0, "fatigue": 0, "retreat": 0}
UNHURT = {**NOTHING, "stay": "no", "extra": 0}


def mixed(terrain: str = "clear", **more: Any) -> Any:
    board = BOARD | {"hexes": {"0404": {"terrain": terrain}}}
    return position(*MIXED, board=board, **more)


@pytest.mark.parametrize(
    ("terrain", "code", "mine", "theirs"),
    [
        ("clear", "A2F3", {"steps": 2, "fatigue": 2, "retreat": 1}, {}),
        ("clear", "AF1", {"steps": 0, "fatigue": 1, "retreat": 1}, {}),
        ("clear", "BF1", {"fatigue": 1}, {"fatigue": 1}),
        ("clear", "D4F3", {}, {"steps": 4, "fatigue": 1, "retreat": 2, "stay": "may", "extra": 1}),
        ("mixed", "D3F2", {}, {"steps": 3, "fatigue": 1, "retreat": 2, "stay": "may", "extra": 1}),
        ("forest", "D3F1", {}, {"steps": 1, "fatigue": 1, "retreat": 2, "stay": "may", "extra": 1}),
        ("urban", "D5F4", {}, {"steps": 1, "fatigue": 1, "retreat": 2, "stay": "may", "extra": 0}),
        ("urban", "DF1", {}, {"steps": 0, "fatigue": 1, "retreat": 2, "stay": "may", "extra": 0}),
    ],
)
def test_an_outcome_states_the_losses_of_both_sides(
    terrain: str, code: str, mine: dict[str, int], theirs: dict[str, Any]
) -> None:
    """12.3h to 12.3m, 17.2e: only fresh units tire; engineers lower the terrain's value by one."""
    found = answer(mixed(terrain), "outcome", ASKED | {"code": code})
    assert found["attacker"] == {**NOTHING, **mine, "first": ["e"]}
    assert found["defender"] == {**UNHURT, **theirs}
    assert found["advance"] == (8 if code.startswith("D") else 0)


def test_an_outcome_tires_no_unit_twice() -> None:
    """14.0a."""
    units = [unit | {"status": TIRED} for unit in MIXED]
    found = answer(position(*units), "outcome", ASKED | {"code": "BF1"})
    assert (found["attacker"]["fatigue"], found["defender"]["fatigue"]) == (0, 0)


@pytest.mark.parametrize("case", ["pinned", "blocked", "one"])
def test_a_defender_without_a_path_stays(case: str) -> None:
    """12.3d, 12.3g: pinned at no cost, surrounded at the cost of a step."""
    ring = ("0304", "0305", "0405", "0505") if case == "blocked" else ()
    if case == "one":
        ring = ("0406",)
    more = [GUARDS | {"id": f"r{n}", "hex": hex_} for n, hex_ in enumerate(ring)]
    both = [declared("maneuver", "a"), declared("assault", "e")] if case == "pinned" else []
    found = answer(position(*MIXED, *more, declared=both), "outcome", ASKED | {"code": "D2F1"})
    stays = {"stay": "must", "retreat": 0} if case != "one" else {"stay": "may", "retreat": 2}
    told = {"steps": 2, "fatigue": 1, **stays, "extra": 0 if case == "pinned" else 1}
    assert found["defender"] == told


def test_both_sides_of_an_assault_whole() -> None:
    """13.1e, 13.2a, 13.2b, 17.2g, 19.2b: the third hex costs the attacker a point."""
    found = answer(mixed(), "assault", ASKED)
    tanks = {"rule": "19.2a", "by": -2, "why": "armor"}
    tired = {"rule": "13.2b", "by": 2, "why": "fatigued"}
    assert found["first"] == "both"
    assert found["attacker"] == {
        "strength": 14, "column": "11-14", "armor": 0, "drms": [], "drm": 0, "efficiency": 6,
        "hexes": 2,
    }  # fmt: skip
    assert found["defender"] == {
        "strength": 10, "column": "7-10", "armor": -2, "drms": [tired, tanks], "drm": 0,
        "efficiency": 7,
    }  # fmt: skip
    assert found["stacking"] == 6
    wide = position(*MIXED, GUARDS | {"id": "c", "hex": "0405"})
    more = answer(wide, "assault", {"attackers": ["a", "c", "e"], "target": "0404"})
    third = {"rule": "13.2a", "by": -1, "why": "hexes"}
    assert (more["attacker"]["drms"], more["attacker"]["hexes"]) == ([third], 3)
    assert more["legal"]
    empty = answer(mixed(), "assault", {"attackers": ["a"], "target": "0402"})
    assert (empty["first"], empty["defender"]["strength"]) == ("defender", 0)
    assert empty["defender"]["armor"] == empty["attacker"]["armor"] == 0


def test_a_bombardment_and_defensive_fire_whole() -> None:
    """9.1c, 9.3b, 9.4b: fire on an assault has two of cover unless all hexes are clear."""
    guns = [
        GUN | {"id": "gun", "hex": "0302", "status": ["first_fire"]},
        GUN | {"id": "own", "hex": "0506", "side": "german", "bombardment": 5},
    ]
    table = position(*MIXED, *guns, phase="bombardment")
    asked = {"artillery": ["gun"], "target": "0404", "air": 4}
    fired = {"points": 12, "column": "7-12", "terrain": 1, "fire": {"gun": "final_fire"}}
    assert answer(table, "bombard", asked) == {**fired, **FREE}
    assert answer(table, "bombard", asked | {"die": 1}) == {
        **fired,
        "result": 4,
        "steps": 4,
        **FREE,
    }
    nothing = answer(table, "bombard", {"target": "0404", "die": 1})
    assert (nothing["points"], nothing["column"], nothing["legal"]) == (0, None, False)
    assert "result" not in nothing
    for terrain, cover in (("clear", 1), ("mixed", 2), ("forest", 2)):
        board = BOARD | {"hexes": {"0403": {"terrain": terrain}}}
        held = position(
            *MIXED, *guns, board=board, phase="assault", declared=[declared("assault", "a")]
        )
        use = {"use": "defensive", "attackers": ["a"], "artillery": ["own"], "target": "0404"}
        found = answer(held, "bombard", use | {"die": 2})
        assert (found["points"], found["column"]) == (5, "3-6")
        assert (found["terrain"], found["result"], found["steps"]) == (cover, 2, 2 // cover)
        assert found["fire"] == {"own": "first_fire"}
        assert found["legal"]


def test_refusals_and_reactions_whole() -> None:
    """10.0a, 10.0d, 11.1a, 11.2b: both of the stack withdraw, into a hex with room for them."""
    crowd = SS | {"id": "z", "hex": "0405", "stacking": 5, "efficiency": 9}
    named = [declared("maneuver", "a")]
    table = position(*MIXED, crowd, phase="refusal", declared=named)
    found = answer(table, "refuse", {"target": "0404"})
    assert (found["efficiency"], found["legal"]) == (7, True)
    assert set(found["hexes"]) == {"0305"}
    reacting = position(*MIXED, crowd, phase="reaction", declared=named)
    told = answer(reacting, "react", {"target": "0404"})
    assert told["units"].keys() == {"z"}
    one = told["units"]["z"]
    assert (one["efficiency"], one["legal"]) == (9, False)
    assert [v["rule"] for v in one["verdicts"]] == ["11.2b"]
    nobody = answer(reacting, "react", {"target": "0808"})
    assert (nobody["units"], nobody["legal"]) == ({}, False)


@pytest.mark.parametrize(
    ("attack", "defense", "status", "ratio", "needed", "legal"),
    [
        (35, 5, [], "7:1", "7:1", True),
        (34, 5, [], "6:1", "7:1", False),
        (25, 5, TIRED, "5:1", "5:1", True),
        (24, 5, ["out_of_supply"], "4:1", "5:1", False),
        (5, 5, [], "1:1", "7:1", False),
        (4, 5, [], "1:2", "7:1", False),
        (2, 5, [], "1:3", "7:1", False),
        (0, 5, [], "0:5", "7:1", False),
        (3, 0, [], "3:0", "7:1", True),
    ],
)
def test_an_overrun_whole(
    attack: int, defense: int, status: list[str], ratio: str, needed: str, legal: bool
) -> None:
    """4.2c, 4.2d, 4.2e."""
    table = position(
        GUARDS | {"id": "a", "hex": "0403", "attack": attack},
        SS | {"id": "g", "hex": "0404", "defense": defense, "status": status},
        phase="movement",
    )
    found = answer(table, "overrun", {"units": ["a"], "target": "0404"})
    told = {k: found[k] for k in ("attack", "defense", "ratio", "needed", "extra", "legal")}
    assert told == {
        "attack": attack, "defense": defense, "ratio": ratio, "needed": needed, "extra": 1,
        "legal": legal,
    }  # fmt: skip


def test_an_overrun_is_too_far_without_its_movement_points() -> None:
    """4.0a, 4.2e: an overrun in the open costs two points."""
    for movement, legal in ((1, False), (2, True)):
        table = position(
            GUARDS | {"id": "a", "hex": "0403", "attack": 35, "movement": movement},
            SS | {"id": "g", "hex": "0404", "defense": 5},
            phase="movement",
        )
        told = answer(table, "overrun", {"units": ["a"], "target": "0404"})
        assert told["legal"] == legal
        assert [v["rule"] for v in told["verdicts"]] == ([] if legal else ["4.0a"])


def test_stacks_name_the_excess_and_who_chooses() -> None:
    """5.0a, 5.0c, 5.0d."""
    units = [
        GUARDS | {"id": "a", "hex": "0403", "stacking": 8},
        GUARDS | {"id": "b", "hex": "0303", "stacking": 6},
        GUARDS | {"id": "c", "hex": "0303", "stacking": 3},
        SS | {"id": "g", "hex": "0404", "stacking": 10},
    ]
    assert answer(position(*units), "stacking", {})["hexes"] == {
        "0403": {"points": 8, "over": 0, "chooser": None},
        "0303": {"points": 9, "over": 1, "chooser": "german"},
        "0404": {"points": 10, "over": 2, "chooser": "allied"},
    }


def test_a_division_lands_around_its_zone() -> None:
    """7.3b, 7.3g, 7.3h, 7.3m, 18.1a: five hexes, clear or mixed, without enemies; the 1st three."""
    for division, within in (("82", 5), ("1AB", 3)):
        zone = [{"kind": "dz", "division": division, "hex": "0505"}]
        board = BOARD | {"hexes": {"0506": {"terrain": "forest"}, "0606": {"terrain": "mixed"}}}
        table = position(SS | {"id": "g", "hex": "0504"}, markers=zone, board=board)
        ground = table.position.ground
        found = answer(table, "land", {"division": division})
        centre = ground.index["0505"]
        near = {n for i, n in enumerate(ground.numbers) if ground.distance(centre, i) <= within}
        assert set(found["hexes"]) == near - {"0504", "0506"}
        assert (found["within"], found["roll"]) == (within, False)
        assert found["verdicts"] == []
        bad = position(SS | {"id": "g", "hex": "0504"}, markers=zone, weather="bad")
        assert [v["rule"] for v in answer(bad, "land", {"division": division})["verdicts"]] == [
            "18.1a"
        ]
        assert answer(table, "dz", {"division": division})["turn"] is None
    lost = [{"kind": "dz_lost", "division": "82", "hex": "0505", "turn": 2}]
    table = position(SS | {"id": "g", "hex": "0504"}, markers=lost)
    found = answer(table, "dz", {"division": "82"})
    assert (found["turn"], found["legal"]) == (4, True)
    assert "0504" not in found["hexes"]
    assert len(found["hexes"]) == 80
    gone = answer(table, "land", {"division": "82"})
    assert (gone["hexes"], [v["rule"] for v in gone["verdicts"]]) == ([], ["7.3b"])
    again = [{"kind": "alt_dz", "division": "82", "hex": "0303"}]
    table = position(SS | {"id": "g", "hex": "0504"}, markers=again)
    assert answer(table, "land", {"division": "82"})["roll"]
    assert answer(table, "dz", {"division": "82"})["turn"] is None
    with pytest.raises(Refused) as error:
        answer(table, "land", {"division": "1AB"})
    assert error.value.where == "division"


WET = BOARD | {
    "hexsides": {
        "0404/0405": ["canal", "bridge", "red"],
        "0404/0504": ["river"],
        "0707/0708": ["canal", "bridge"],
    }
}


def test_ferries_are_judged_from_either_end() -> None:
    """17.3a, 4.0h."""
    crew = [SAPPERS | {"id": "e", "hex": "0504"}, GUARDS | {"id": "i", "hex": "0504", "cm": False}]
    table = position(*crew, board=WET, phase="movement")
    for side in ("0404/0504", "0504/0404"):
        asked = {"bridge": side, "way": "ferry", "units": ["e", "i"]}
        assert answer(table, "bridge", asked) == {"units": ["e", "i"], **FREE}
    theirs = position(*crew, board=WET, phase="movement", active="german")
    found = answer(theirs, "bridge", {"bridge": "0404/0504", "way": "ferry", "units": ["e"]})
    assert [v["rule"] for v in found["verdicts"]] == ["4.0h"]
    dry = answer(table, "bridge", {"bridge": "0504/0505", "way": "ferry", "units": ["e"]})
    assert [v["rule"] for v in dry["verdicts"]] == ["17.3a"]
    for side in ("0404", "0404/9999", "0404/0505/0405", "0404/0406"):
        with pytest.raises(Refused) as error:
            answer(table, "bridge", {"bridge": side, "way": "ferry", "units": ["e"]})
        assert error.value.code == "unknown_hex"


def test_the_ways_at_a_bridge_and_who_spends_movement() -> None:
    """7.2b, 7.2d, 17.1a."""
    builders = [
        SAPPERS | {"id": "b", "hex": "0405", "engineer": "bridge"},
        SAPPERS | {"id": "c", "hex": "0404", "engineer": "bridge"},
    ]
    blown = position(*builders, board=WET, phase="movement", bridges={"0404/0405": "blown"})
    repair = {"bridge": "0405/0404", "way": "repair"}
    assert len(answer(blown, "bridge", repair)["units"]) == 1
    assert answer(blown, "bridge", repair | {"units": ["c"]}) == {"units": ["c"], **FREE}
    assert answer(blown, "bridge", repair | {"units": ["b"]}) == {"units": ["b"], **FREE}
    whole = position(*builders, board=WET, phase="movement")
    assert answer(whole, "bridge", {"bridge": "0404/0405", "way": "approach"}) == {
        "units": [],
        **FREE,
    }
    for side, rules in (("0707/0708", ["7.2c", "7.2b"]), ("0404/0405", [])):
        found = answer(whole, "bridge", {"bridge": side, "way": "approach"})
        assert [v["rule"] for v in found["verdicts"]] == rules
    with pytest.raises(Refused) as error:
        answer(whole, "bridge", {"bridge": "0404/0405", "way": "prayer"})
    assert error.value.where == "way"


@pytest.mark.parametrize(
    ("op", "field", "more"),
    [
        ("odds", "air", {"attackers": ["a"]}),
        ("odds", "defense_air", {"attackers": ["a"]}),
        ("bombard", "air", {}),
    ],
)
def test_air_points_are_from_0_to_99(op: str, field: str, more: dict[str, Any]) -> None:
    table = mixed()
    for points in (0, 99):
        answer(table, op, {"target": "0404", field: points, **more})
    for points in (-1, 100):
        with pytest.raises(Refused) as error:
            answer(table, op, {"target": "0404", field: points, **more})
        assert error.value.where == field


def test_a_retreat_is_of_one_or_two_hexes() -> None:
    """12.3a: the attacker's and the defender's."""
    for hexes, some in ((0, False), (1, True), (2, True), (3, False)):
        retreats = mixed().retreats(("g",), hexes)
        assert bool(retreats.options) is some
        assert retreats.legal == tuple(range(len(retreats.options)))
        assert {len(option.path) for option in retreats.options} == ({hexes + 1} if some else set())


def test_a_turn_names_its_phases_and_their_steps() -> None:
    """3.0: in the afternoon, when the Germans have the initiative."""
    found = answer(mixed(turn=4, tracks={"initiative": 2}), "sequence", {})["phases"]
    assert [(p["side"], p["steps"]) for p in found if p["steps"]] == [
        ("german", ["supply", "fire_markers", "air_points"]),
        ("allied", ["supply"]),
        (None, ["turn", "air_points"]),
    ]
    assert [p["side"] for p in found].count("german") == 9


@pytest.mark.parametrize(
    ("name", "field", "low", "high", "more"),
    [
        ("bombardment", "die", 0, 10, {"points": 8}),
        ("bombardment", "drm", -99, 99, {"points": 8, "die": 1}),
        ("bombardment", "points", 1, 999, {"die": 1}),
        ("weather", "die", 0, 10, {}),
        ("initiative", "german", 0, 10, {"allied": 5}),
        ("efficiency_check", "efficiency", 0, 10, {"die": 1}),
        ("date", "turn", 1, 22, {}),
        ("arrivals", "turn", 1, 22, {"scenario": "campaign", "column": "german"}),
        ("victory_campaign", "steps", 0, 999, {}),
        ("victory_introductory", "destroyed", 0, 999, {"beyond": 1}),
        ("victory_introductory", "beyond", 0, 999, {"destroyed": 1}),
    ],
)
def test_numbers_of_tables_have_limits(
    name: str, field: str, low: int, high: int, more: dict[str, Any]
) -> None:
    for value in (low, high):
        BOOK.table(name, {**more, field: value})
    for value in (low - 1, high + 1):
        with pytest.raises(Refused) as error:
            BOOK.table(name, {**more, field: value})
        assert error.value.where == field


@pytest.mark.parametrize("die", range(11))
def test_tables_of_one_die_whole(die: int) -> None:
    """2.5a, 7.2c, 7.3n, 18.0a, 20.0a: a 0 counts as 10."""
    face = die or 10
    found = {n: BOOK.table(n, {"die": die}).result for n in ("weather", "demolition", "alt_dz")}
    lands = "safe" if face < 5 else "fatigued" if face < 9 else "step"
    weather = "clear" if face < 8 else "bad"
    assert found == {
        "weather": weather, "demolition": "blown" if face < 6 else "intact", "alt_dz": lands,
    }  # fmt: skip
    first = "allied" if face < 6 else "german" if face > 6 else "again"
    assert BOOK.table("initiative", {"allied": die, "german": 6}).result == first
    passed = BOOK.table("efficiency_check", {"efficiency": 7, "die": die}).result
    assert passed == ("pass" if face <= 7 else "fail")


@pytest.mark.parametrize("turn", [1, 2, 3, 10, 21, 22])
def test_a_turn_has_a_date(turn: int) -> None:
    """2.5b: 17 September in the morning is the first."""
    day, half = 17 + (turn - 1) // 2, "AM" if turn in (1, 3, 21) else "PM"
    assert BOOK.table("date", {"turn": turn}).result == f"{day} September {half}"


@pytest.mark.parametrize(
    ("scenario", "side", "weather", "points"),
    [
        ("campaign", "allied", "clear", 25),
        ("campaign", "allied", "bad", 0),
        ("campaign", "german", "bad", 0),
        ("tournament", "allied", "clear", 0),
    ],
)
def test_air_points_of_a_turn(scenario: str, side: str, weather: str, points: int) -> None:
    """15.0a, 18.1b, TOURN.h."""
    asked = {"scenario": scenario, "column": side, "weather": weather}
    assert BOOK.table("air_points", asked).result == points


@pytest.mark.parametrize("mine", COMPOSITIONS)
@pytest.mark.parametrize("theirs", COMPOSITIONS)
def test_tanks_help_an_assault_unless_the_enemy_has_some_or_guns(mine: str, theirs: str) -> None:
    """19.2a, 19.2b: anti-tank units halve the advantage, for both sides one."""
    (tank, guns), (their_tank, their_guns) = (("Arm" in c, "AT" in c) for c in (mine, theirs))
    expected = (0, 0)
    if tank and not their_tank:
        expected = (-1, -1) if their_guns else (-2, 0)
    elif their_tank and not tank:
        expected = (-1, -1) if guns else (0, -2)
    assert armor_in_assault(mine, theirs) == expected
    words = "/".join("NE" if n == 0 else str(n) for n in expected)
    asked = {"attacker": mine, "defender": theirs}
    assert BOOK.table("armor_attack", asked).result == words


def test_endings_of_an_assault_with_their_average_losses() -> None:
    """13.1e to 13.1k: each ending's chance, and the mean losses when it comes about."""
    table = mixed(phase="assault")
    plan = AttackPlan(("a", "e"), table.place("0404"), (), {})
    told = table.odds(plan)
    units = [table.position.units[n] for n in ("a", "e")]
    whole = course(table.position, units, table.place("0404")).endings
    groups: dict[str, dict[Ending, Fraction]] = {"Taken": {}, "Held": {}, "Lost": {}}
    for end, likely in whole.items():
        name = "Taken" if end.taken else "Lost" if end.attacker == 4 else "Held"
        groups[name][end] = likely
    assert [c.result.code for c in told.endings] == [n for n, some in groups.items() if some]
    for chance in told.endings:
        some = groups[chance.result.code]
        total = sum(some.values())
        mine, theirs = (
            float(sum(p * n for p, n in zip(some.values(), lost, strict=True)) / total)
            for lost in ([e.attacker for e in some], [e.defender for e in some])
        )
        assert chance.probability == total
        words = f"Average losses: {mine:.1f} of your steps, {theirs:.1f} of the defender's."
        assert chance.result.text == words
        hexes = {
            "Taken": ({}, {"hex": 1}),
            "Held": ({"hex": 1}, {"hex": 1}),
            "Lost": ({"hex": 1}, {}),
        }
        assert (chance.result.attacker, chance.result.defender) == hexes[chance.result.code]
    assert told.prospect is not None
    means = [
        float(sum(p * n for p, n in zip(whole.values(), lost, strict=True)))
        for lost in (
            [e.attacker for e in whole],
            [e.defender for e in whole],
            [e.taken for e in whole],
        )
    ]
    found = (told.prospect.attacker, told.prospect.defender, told.prospect.taken)
    assert found == pytest.approx(means)


def test_the_first_fire_of_both_sides_by_die() -> None:
    """13.1e, 13.1f: 8 fires on 7-10, the tanks with 10 on 7-10 with no modifier in sum."""
    table = mixed(phase="assault")
    told = table.odds(AttackPlan(("a", "e"), table.place("0404"), (), {}))
    cells = ["2", "1", "1", "1", "1", "1", "-", "-", "-", "-"]
    lost = [{"steps": int(code)} if code != "-" else {} for code in cells]
    assert [c.result.defender for c in told.chances] == lost
    assert [c.result.attacker for c in told.replies] == lost
    assert [c.throws for c in told.chances] == [str(n) for n in range(1, 11)]
    unarmed = position(*MIXED, GUN | {"id": "gun", "hex": "0405"}, phase="assault")
    none = unarmed.odds(AttackPlan(("gun",), unarmed.place("0404"), (), {}))
    assert none.chances == ()
    assert len(none.replies) == 10


def test_the_slowest_unit_reacts_but_not_one_without_movement() -> None:
    """11.1a: and without such a unit there is nothing to choose."""
    for movement, able in ((0, False), (1, True)):
        table = position(
            MIXED[0],
            MIXED[3],
            SS | {"id": "r", "hex": "0405", "movement": movement},
            phase="reaction",
            declared=[declared("maneuver", "a")],
        )
        assert answer(table, "react", {"target": "0404"})["units"]["r"]["legal"] is able
        options = [c.id for c in React().choices(table.position, {"target": "0404"})]
        assert options == (["none", "r"] if able else [])


def test_unknown_words_of_tables_are_refused() -> None:
    for name, asked in (("terrain", {"column": "swamp"}), ("armor_attack", {"attacker": "Navy"})):
        with pytest.raises(Refused) as error:
            BOOK.table(name, asked)
        assert error.value.code == "bad_request"
