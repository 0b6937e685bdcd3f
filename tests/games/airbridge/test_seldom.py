"""Seldom branches of the rules, each by itself: bridges, entries, assaults on nobody, no path."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import actions as act
from engine.core.modes import HOUSE_TRACK
from engine.games.airbridge.answers.assault_course import course
from engine.games.airbridge.rules.ch02_counters import type_of
from engine.games.airbridge.rules.ch07_drop_zones import landing_hexes
from engine.games.airbridge.rules.ch10_refusal import Refuse, refusal_verdicts
from engine.games.airbridge.rules.ch12_strengths import highest, odds_column
from engine.games.airbridge.rules.ch21_arrivals import entry_hexes, waiting
from engine.games.airbridge.setting import base_of
from engine.games.airbridge.units import Face
from engine.i18n import t
from engine.probe.questions import answer
from engine.request_fields import Refused
from engine.rules.judge import Given
from tests.games.airbridge.test_answers import BOOK, A, G
from tests.games.airbridge.test_examples import Table
from tests.games.airbridge.test_probe import BOARD, GUN, SAPPERS, position
from tests.games.airbridge.test_rules import declared, played

CANAL = BOARD | {"hexsides": {"0404/0405": ["canal"]}}


def landed(hex_: str, *dice: int) -> Table:
    """Land a battalion of the 101st in the first turn."""
    table = Table("campaign", turn=1, phase="airborne", active="allied")
    unit = table.position.any_unit("US-101-1/501")
    assert unit is not None
    box = table.position.number(unit.place)
    table.play(act.MoveUnits(units=(unit.id,), path=(box, hex_), mode="landing"), *dice)
    return table


@pytest.mark.parametrize(("die", "state"), [(1, "blown"), (10, "wired")])
def test_who_lands_beside_a_charged_bridge_approaches_it(die: int, state: str) -> None:
    """7.2b, 7.2c."""
    table = landed("A2605", die)
    assert table.state.hexsides["A2605/A2705"] == state
    assert "tried/A2605/A2705" in table.state.tracks
    assert "tried/A2605/A2705" not in landed("A2803").state.tracks


@pytest.mark.parametrize("combat", ["maneuver", "assault"])
@pytest.mark.parametrize(("die", "state"), [(1, "blown"), (10, "wired")])
def test_who_takes_the_hex_before_a_charged_bridge_approaches_it(
    combat: str, die: int, state: str
) -> None:
    """7.2, 13.0 (pages 8, 14): attackers that move into the defenders' hex come near it too."""
    board = BOARD | {"hexsides": {"0404/0405": ["canal", "bridge", "red"]}}
    units = (A | {"attack": 30}, G | {"steps": 1})
    more: dict[str, Any] = {"declared": [declared(combat, "a")], "tracks": {"air.german": 0}}
    table = position(*units, board=board, phase=combat, **more)
    attack = act.DeclareAttack(attackers=("a",), target="0404", combat=combat)
    if combat == "assault":
        table = played(table, attack, 10, 1, die)
    else:
        advance = act.Choose(decision="advance", option="a")
        table = played(played(table, attack, 1), advance, die)
    assert table.position.number(table.position.units["a"].place) == "0404"
    assert table.state.hexsides["0404/0405"] == state
    assert "tried/0404/0405" in table.state.tracks


@pytest.mark.parametrize(("die", "state"), [(1, "blown"), (10, "wired")])
def test_who_advances_after_a_refusal_approaches_the_charged_bridge(die: int, state: str) -> None:
    """7.2c, 10.0e: the Germans are active when they refuse, but the Allied unit moves up."""
    board = BOARD | {"hexsides": {"0404/0405": ["canal", "bridge", "red"]}}
    table = position(A, G | {"efficiency": 9}, board=board)
    attack = act.DeclareAttack(attackers=("a",), target="0404")
    table = played(played(table, attack), act.NextPhase())
    table = played(table, act.Choose(decision="refuse", option="refuse"), 1)
    table = played(table, act.Choose(decision="refuge", option="0505"))
    table = played(table, act.Choose(decision="advance", option="a"), die)
    assert table.state.hexsides["0404/0405"] == state


def test_germans_approach_no_bridge() -> None:
    """7.2c."""
    board = BOARD | {"hexsides": {"0404/0405": ["canal", "bridge", "red"]}}
    path = act.MoveUnits(units=("u",), path=("0403", "0404"))
    for side, tried in (("german", False), ("allied", True)):
        unit = A | {"id": "u", "side": side}
        table = played(position(unit, board=board, phase="movement", active=side), path, 10)
        assert ("tried/0404/0405" in table.state.tracks) == tried


def test_units_enter_in_their_entry_hexes_only() -> None:
    """21.0b."""
    table = Table("campaign", turn=4, phase="movement", active="german")
    unit = next(u for u in waiting(table.position, "german") if not u.type.airborne)
    own, number = entry_hexes(table.position, unit), table.position.number
    empty = [i for i in range(len(table.position.ground.numbers)) if not table.position.stack(i)]
    elsewhere = next(i for i in empty if i not in own)
    for hex_, rules in ((next(i for i in own if i in empty), []), (elsewhere, ["21.0b.elsewhere"])):
        order = act.MoveUnits(
            units=(unit.id,), path=(number(unit.place), number(hex_)), mode="arrival"
        )
        assert table.said(order) == rules


@pytest.mark.parametrize(
    ("attack", "defense", "ratio"),
    [(4, 6, "1:2"), (4, 4, "1:1"), (9, 4, "2:1"), (4, 9, "1:3"), (0, 6, "0:6"), (4, 0, "4:0")],
)
def test_the_odds_of_an_overrun_are_rounded_for_the_defender(
    attack: int, defense: int, ratio: str
) -> None:
    """4.2c."""
    table = position(A | {"attack": attack}, G | {"defense": defense}, phase="movement")
    told = answer(table, "overrun", {"units": ["a"], "target": "0404"})
    assert (told["attack"], told["defense"], told["ratio"]) == (attack, defense, ratio)


@pytest.mark.parametrize(
    ("guns", "more", "result"),
    [(["gun"], {"die": 1}, 4), (["gun"], {}, None), ([], {"die": 1}, None), ([], {}, None)],
)
def test_a_bombardment_has_a_result_with_points_and_a_die(
    guns: list[str], more: dict[str, int], result: int | None
) -> None:
    """9.1c."""
    table = position(A, GUN | {"id": "gun", "hex": "0402"}, G, phase="bombardment")
    told = answer(table, "bombard", {"target": "0404", "artillery": guns, **more})
    assert told.get("result") == result
    assert ("steps" in told) == (result is not None)
    assert told["column"] == ("7-12" if guns else None)


@pytest.mark.parametrize("op", ["odds", "assault", "outcome"])
def test_an_attack_without_attackers_is_refused(op: str) -> None:
    with pytest.raises(Refused) as refused:
        answer(position(A, G), op, {"attackers": [], "target": "0404", "code": "D1F1"})
    assert refused.value.where == "attackers"


@pytest.mark.parametrize(("water", "rules"), [(CANAL, ["11.1a"]), (BOARD, [])])
def test_nobody_reacts_over_water_without_a_bridge(water: dict[str, Any], rules: list[str]) -> None:
    """11.1a."""
    table = position(A, G, G | {"id": "h", "hex": "0405"}, board=water, phase="reaction",
                     declared=[declared("maneuver", "a")])  # fmt: skip
    told = answer(table, "react", {"target": "0404"})["units"]["h"]
    assert [v["rule"] for v in told["verdicts"]] == rules


@pytest.mark.parametrize(("german", "options"), [({}, ["stand", "refuse"]), ({"cm": False}, [])])
def test_refusal_is_offered_to_those_who_may(german: dict[str, Any], options: list[str]) -> None:
    """10.0a."""
    table = position(A, G | german, phase="refusal", declared=[declared("maneuver", "a")])
    found = Refuse().choices(table.position, {"target": "0404"})
    assert [choice.id for choice in found] == options


def test_against_defenders_without_a_factor_nobody_fires() -> None:
    """13.1e."""
    table = position(A, G | {"defense": 0}, phase="assault", declared=[declared("assault", "a")])
    order = act.DeclareAttack(attackers=("a",), target="0404", combat="assault")
    after = played(table, order, *([1] * 4))
    while after.state.pending and after.state.pending[-1].kind == "support":
        after = played(after, act.Choose(decision="support", option="none"), *([1] * 4))
    assert {n: p.steps for n, p in after.state.pieces.items()} == {"a": 2, "g": 2}


@pytest.mark.parametrize("efficiency", [0, 1])
def test_who_has_no_efficiency_fires_no_second_round(efficiency: int) -> None:
    """8.0e, 13.1g."""
    table = position(A | {"efficiency": efficiency}, G, phase="assault")
    rounds = course(table.position, [table.position.units["a"]], table.place("0404")).rounds
    assert bool(rounds["both"] + rounds["attacker"]) == bool(efficiency)


def test_germans_who_leave_a_drop_zone_standing_do_not_take_the_hex() -> None:
    """7.3f, 13.2e: the steps of its defenders are lost first."""
    zone = {"kind": "dz", "division": "101", "hex": "0404"}
    falls = []
    for markers in ([zone], []):
        table = position(G | {"hex": "0403", "attack": 14}, A | {"hex": "0404", "steps": 1},
                         markers=markers, phase="assault", active="german")  # fmt: skip
        found = course(table.position, [table.position.units["g"]], table.place("0404"))
        falls.append(sum(p for end, p in found.endings.items() if end.taken))
        assert {end.defender for end in found.endings} == {0, 1}
    assert 0 < falls[0] < falls[1]


def test_a_stack_retreats_where_all_of_it_fits() -> None:
    """5.0c, 12.3a."""
    crowd = [G | {"id": f"c{n}", "hex": "0405", "stacking": 2} for n in range(3)]
    table = position(A, G, G | {"id": "h"}, *crowd)
    for names, fits in ((("g",), True), (("g", "h"), False)):
        ends = {table.where(o.path[-1]) for o in table.retreats(names, 1).options}
        assert ("0405" in ends) == fits
        assert ends


# -- the module and its counters -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "front", "back", "more"),
    [
        ("BR-GA-Art-SP", (0, 4, 7, 8), (0, 2, 6, 4), (2, 6, 4, 2, True, "")),
        ("GE-6P", (3, 4, 4, 0), (1, 2, 3, 0), (2, 4, 0, 2, False, "")),
        ("GE-GAR-1", (0, 1, 3, 0), (0, 1, 3, 0), (1, 0, 0, 1, False, "")),
        ("BR-30-Eng", (2, 3, 6, 0), (1, 2, 5, 0), (1, 6, 0, 2, False, "bridge")),
    ],
)
def test_a_counter_is_parsed_with_its_printed_values(
    name: str, front: tuple[int, ...], back: tuple[int, ...], more: tuple[object, ...]
) -> None:
    """2.3, 2.4: a value that is not printed is 0; one with a single step has the same back."""
    kind = type_of(BOOK.module.counters.of(name))
    assert (kind.front, kind.back) == (Face(*front), Face(*back))
    found = kind.stacking, kind.movement, kind.range, kind.steps, kind.self_propelled
    assert (*found, kind.engineer) == more


@pytest.mark.parametrize(
    ("scenario", "turns", "zones", "steps", "air"),
    [
        ("introductory", 1, {}, (30, 18), (25, 0)),
        ("tournament", 10, {"1 AB": "B4509"}, (48, 69), (0, 0)),
        ("campaign", 22, {"101": "A2803", "82": "B2921", "1 AB": "B4509"}, (218, 202), (25, 5)),
    ],
)
def test_a_scenario_has_its_length_zones_strengths_and_air_points(
    scenario: str, turns: int, zones: dict[str, str], steps: tuple[int, int], air: tuple[int, int]
) -> None:
    """INTRO.c, INTRO.e, TOURN.a, TOURN.h, CAMP.a, CAMP.e, CAMP.h."""
    found = base_of(BOOK.module, scenario).setting
    assert (found.last_turn, dict(found.divisions)) == (turns, zones)
    assert tuple(found.strength[side] for side in ("allied", "german")) == steps
    assert tuple(found.air[side] for side in ("allied", "german")) == air
    assert found.control_default == "german"


def test_the_ribbon_names_the_bridges_of_the_highway_in_its_order() -> None:
    """7.1c, 16.0r: with their states, and how far it is open from the south."""
    table = Table("campaign", turn=3, phase="movement", active="allied")
    ribbon = table.rules.answers(table.state).ribbon()
    number = table.position.number
    assert [(number(s.place), s.bridge) for s in ribbon.stops if s.bridge] == [
        ("A0406", "intact"),
        ("A2705", "wired"),
        ("B0605", "wired"),
        ("B2312", "intact"),
        ("B2914", "wired"),
        ("B3216", "intact"),
        ("B4315", "intact"),
    ]
    assert [number(s.place) for s in ribbon.stops if s.open] == ["A0107", "A0207", "A0306"]
    assert [s.name for s in ribbon.stops[:21:20]] == ["", "Eindhoven"]
    assert {s.holder for s in ribbon.stops} == {"german"}, "nobody has taken it from them"
    assert ribbon.text == t("ribbon.airbridge.open", hex="A0306", hexes=3, of=85)
    table.put("GE-6P", "A0107")
    ribbon = table.rules.answers(table.state).ribbon()
    assert (ribbon.text, ribbon.stops[0].holder) == (t("ribbon.airbridge.closed"), "german")
    table.put("GE-6P", "A0505").put("BR-GA-2GG", "A0207")
    assert table.rules.answers(table.state).ribbon().stops[1].holder == "allied"


@pytest.mark.parametrize(("active", "rules"), [("allied", []), ("german", ["4.0h"])])
def test_a_ferry_is_for_the_side_that_moves(active: str, rules: list[str]) -> None:
    """4.0h, 17.3."""
    crew = SAPPERS | {"id": "e", "hex": "0404"}
    table = position(crew, board=CANAL, phase="movement", active=active)
    told = answer(table, "bridge", {"bridge": "0404/0405", "way": "ferry", "units": ["e"]})
    assert ([v["rule"] for v in told["verdicts"]], told["units"]) == (rules, ["e"])


# -- lists -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "offered"), [(1, ["1"]), (2, ["1", "2"]), (5, ["1", "3", "5"]), (0, [])]
)
def test_the_defender_is_offered_one_half_or_all_points_from_the_air(
    points: int, offered: list[str]
) -> None:
    """9.2a, 15.0b."""
    table = position(A, G, phase="maneuver", declared=[declared("maneuver", "a")],
                     tracks={"air.german": points})  # fmt: skip
    after = played(table, act.DeclareAttack(attackers=("a",), target="0404"), *([5] * 3))
    options = [o.id for o in after.question().options] if after.state.pending else ["none"]
    assert [o.partition(":")[2] for o in options if ":" in o] == offered


@pytest.mark.parametrize(("kind", "fires"), [("maneuver", True), ("assault", False)])
def test_only_manoeuvres_are_listed_with_guns_and_points_from_the_air(
    kind: str, fires: bool
) -> None:
    """12.1c, 13.0."""
    gun = GUN | {"id": "gun", "hex": "0302"}
    table = position(A, gun, G, phase=kind, declared=[declared(kind, "a")],
                     tracks={"air.allied": 4})  # fmt: skip
    orders = table.ruleset.legal(table.state, 99).actions
    found = {(o.artillery, o.air) for o in orders if isinstance(o, act.DeclareAttack)}
    every = {(guns, air) for guns in ((), ("gun",)) for air in (0, 1, 2, 4)}
    assert found == (every if fires else {((), 0)})


def test_the_path_of_supply_of_airborne_units_keeps_to_dry_and_free_hexes() -> None:
    """16.0k, 16.0o: round an enemy, and over the bridge."""
    zone = {"kind": "dz", "division": "82", "hex": "0503"}
    ring = ("0502", "0504", "0402", "0403", "0602", "0603")
    board = BOARD | {"hexsides": {f"0503/{n}": ["canal"] for n in ring[1:]}}
    board["hexsides"]["0502/0503"] = ["canal", "bridge"]
    table = position(A | {"hex": "0506", "airborne": True, "division": "82"}, board=board,
                     markers=[zone])  # fmt: skip
    line = table.supply_of("a")
    assert line.supplied
    assert [table.where(hex_) for hex_ in line.path[-2:]] == ["0502", "0503"]
    assert len(line.path) > 4


def test_after_the_end_no_phase_follows() -> None:
    """3.0.M1."""
    table = Table("campaign", turn=22, phase="end", active="german")
    assert table.said(act.NextPhase()) == []
    assert table.track("winner", "allied").said(act.NextPhase()) == ["3.0.M1.over"]


@pytest.mark.parametrize(("level", "everywhere"), [("", False), ("off", True)])
def test_landings_anywhere_are_listed_under_a_house_rule(level: str, everywhere: bool) -> None:
    """7.3m."""
    table = Table("tournament", turn=1, phase="airborne", active="allied")
    if level:
        table.track(f"{HOUSE_TRACK}7.3m", level)
    (name, *_) = (u.id for u in waiting(table.position, "allied") if u.type.airborne)
    ends = {m.path[-1] for m in table.rules.actions_of(table.state, name)}  # type: ignore[attr-defined]
    distance, index = table.position.ground.distance, table.position.ground.index
    zone = table.position.dz("1 AB")
    assert zone is not None
    assert any(distance(zone, index[n]) > 5 for n in ends) == everywhere
    assert any(distance(zone, index[n]) <= 5 for n in ends)


@pytest.mark.parametrize(
    ("cm", "movement", "cost"), [(True, 4, 0.5), (False, 5, 1), (False, 6, 0.5), (False, 7, 0.5)]
)
def test_fast_units_drive_along_the_highway(cm: bool, movement: int, cost: float) -> None:
    """7.1a: C/M units and those with six points, by our reading of the lost chart."""
    board = BOARD | {"roads": [{"class": "highway", "hexes": ["0403", "0404"]}]}
    table = position(A | {"cm": cm, "movement": movement}, board=board, phase="movement")
    assert table.reach(("a",)).hexes[table.place("0404")].cost == cost


NOTHING = {"steps": 0, "fatigue": 0, "retreat": 0}


@pytest.mark.parametrize(
    ("code", "terrain", "tired", "attacker", "defender", "advance"),
    [
        ("A2F3", "clear", "", {"steps": 2, "fatigue": 2, "retreat": 1}, {}, 0),
        ("A1F1", "clear", "a", {"steps": 1, "fatigue": 1, "retreat": 1}, {}, 0),
        ("BF1", "clear", "", {"fatigue": 1}, {"fatigue": 1}, 0),
        ("BF1", "clear", "g", {"fatigue": 1}, {}, 0),
        ("D4F3", "mixed", "", {}, {"steps": 2, "fatigue": 1, "retreat": 2, "extra": 1}, 8),
        ("D4F3", "clear", "g", {}, {"steps": 4, "retreat": 2, "extra": 1}, 8),
        ("D4F1", "urban", "", {}, {"steps": 1, "fatigue": 1, "retreat": 2}, 8),
    ],
)
def test_the_outcome_of_a_code_for_both_sides(
    code: str,
    terrain: str,
    tired: str,
    attacker: dict[str, int],
    defender: dict[str, int],
    advance: int,
) -> None:
    """12.3a to 12.3n: no more units are fatigued than are fresh."""
    units = [
        u | ({"status": ["fatigued"]} if u["id"] == tired else {}) for u in (A, A | {"id": "b"}, G)
    ]
    board = BOARD | {"hexes": {"0404": {"terrain": terrain}}}
    asked = {"attackers": ["a", "b"], "target": "0404", "code": code}
    told = answer(position(*units, board=board), "outcome", asked)
    assert told["attacker"] == NOTHING | {"first": []} | attacker
    stay = "may" if code[0] == "D" else "no"
    assert told["defender"] == NOTHING | {"stay": stay, "extra": 0} | defender
    assert told["advance"] == advance


def test_the_answers_on_stacking_refusal_reaction_and_recovery_are_whole() -> None:
    """3.0.S, 5.0a, 5.0b, 10.0d, 11.1b, 14.0i."""
    crowd = [G | {"id": f"c{n}", "hex": "0406"} for n in range(5)]
    tired = A | {"id": "t", "hex": "0808", "status": ["fatigued"]}
    near = A | {"id": "n", "status": ["fatigued"]}
    units = A, near, tired, G, G | {"id": "h", "hex": "0405", "efficiency": 3}, *crowd
    named = [declared("maneuver", "a")]
    table = position(*units, phase="refusal", declared=named)
    assert answer(table, "stacking", {})["hexes"] == {
        "0403": {"points": 4, "over": 0, "chooser": None},
        "0808": {"points": 2, "over": 0, "chooser": None},
        "0404": {"points": 2, "over": 0, "chooser": None},
        "0405": {"points": 2, "over": 0, "chooser": None},
        "0406": {"points": 10, "over": 2, "chooser": "allied"},
    }
    slips = answer(table, "refuse", {"target": "0404"})
    assert (slips["efficiency"], slips["legal"]) == (7, True)
    assert slips["hexes"] == ["0305", "0405", "0505"]
    table = position(*units, phase="reaction", declared=named)
    reacts = answer(table, "react", {"target": "0404"})["units"]
    assert {n: (r["efficiency"], r["legal"]) for n, r in reacts.items()} == {"h": (3, True)}
    assert answer(table, "react", {"target": "0909"})["units"] == {}
    table = position(*units, phase="strategic")
    assert answer(table, "recovery", {}) == {"units": ["t"], "legal": True, "verdicts": []}


def test_the_answer_on_an_assault_is_whole() -> None:
    """13.1e, 13.2a, 13.2b, 17.2g, 19.2a: three hexes, an engineer, a fatigued tank."""
    units = [A | {"id": n, "hex": h} for n, h in zip("abc", ("0403", "0304", "0504"), strict=True)]
    crew = SAPPERS | {"id": "e", "hex": "0403"}
    table = position(*units, crew, G | {"status": ["fatigued"]}, phase="declaration")
    told = answer(table, "assault", {"attackers": ["a", "b", "c", "e"], "target": "0404"})
    assert told == {
        "first": "both",
        "attacker": {
            "strength": 20,
            "column": "19-22",
            "armor": 0,
            "drms": [{"rule": "13.2a", "by": -1, "why": "hexes"}],
            "drm": -1,
            "efficiency": 6,
            "hexes": 3,
        },
        "defender": {
            "strength": 5,
            "column": "3-6",
            "armor": -2,
            "drms": [
                {"rule": "13.2b", "by": 2, "why": "fatigued"},
                {"rule": "19.2a", "by": -2, "why": "armor"},
            ],
            "drm": 0,
            "efficiency": 7,
        },
        "stacking": 8,
        "legal": True,
        "verdicts": [],
    }


@pytest.mark.parametrize(("attack", "defense", "column"), [(1, 0, 9), (0, 1, 0), (6, 1, 8)])
def test_odds_against_nothing_are_the_best(attack: int, defense: int, column: int) -> None:
    """12.1a: 7-1 is the last column, 1-4 the first."""
    assert odds_column(attack, defense) == column


def test_one_unit_of_each_side_is_fatigued_by_a_b() -> None:
    """12.3p."""
    table = position(A, A | {"id": "b"}, G, G | {"id": "h"})
    told = answer(table, "outcome", {"attackers": ["a", "b"], "target": "0404", "code": "BF1"})
    assert (told["attacker"]["fatigue"], told["defender"]["fatigue"]) == (1, 1)


def test_a_hex_of_a_diagram_has_its_name() -> None:
    board = BOARD | {"hexes": {"0404": {"name": "Best"}, "0405": {"terrain": "mixed"}}}
    table = position(A, board=board)
    names = table.position.ground.board.names
    assert [list(names[table.place(n)]) for n in ("0404", "0405")] == [["Best"], []]


def test_a_surrounded_stack_has_nowhere_to_withdraw() -> None:
    """10.0d."""
    ring = [A | {"id": f"a{n}", "hex": n} for n in ("0403", "0405", "0304", "0504")]
    table = position(*ring, G, phase="refusal", declared=[declared("maneuver", "a0403")])
    told = refusal_verdicts(table.position, table.place("0404"))
    assert [v.key for v in told] == ["rule.airbridge.10.0d.nowhere"]


@pytest.mark.parametrize(
    ("side", "zone", "advances"),
    [("german", False, True), ("german", True, False), ("allied", True, True)],
)
def test_germans_do_not_advance_onto_a_drop_zone(side: str, zone: bool, advances: bool) -> None:
    """7.3f, 12.3o."""
    markers = [{"kind": "dz", "division": "101", "hex": "0404"}] if zone else []
    table = position(A | {"id": "u", "side": side}, markers=markers)
    assert bool(table.advances(("u",), table.place("0404"), "")) == advances


def test_an_order_of_another_game_is_not_carried_out() -> None:
    table = position(A, G)
    work = table.ruleset.work(table.state, Given([]))
    assert not table.ruleset.carry_out(work, act.Choose(decision="stay", option="stay"))
    assert not work.effects
    assert table.ruleset.carry_out(work, act.NextPhase())
    assert work.effects


def test_the_points_spent_are_part_of_the_allowance() -> None:
    """4.0a, 4.0c, 16.0b."""
    table = played(
        position(A, phase="movement"), act.MoveUnits(units=("a",), path=("0403", "0402"))
    )
    found = table.reach(("a",))
    assert (found.allowance, found.spent) == (6, 1)
    hungry = position(A | {"status": ["out_of_supply"]}, phase="movement").reach(("a",))
    assert (hungry.allowance, hungry.spent) == (3, 0)


def test_landings_anywhere_are_offered_between_the_rivers() -> None:
    """CAMP.e, 8.0e."""
    table = Table("campaign", turn=1, phase="airborne", active="allied")
    unit = next(iter(table.position.box("air-82-anywhere")))
    hexes = landing_hexes(table.position, unit)
    assert hexes
    assert set(hexes) <= table.position.ground.between
    assert highest([]) == 0
    assert highest([unit]) == unit.face.efficiency


@pytest.mark.parametrize("kind", ["maneuver", "assault"])
def test_by_a_house_rule_fatigued_units_fight_the_attack_they_declared(kind: str) -> None:
    """14.0b: whoever sets the rule aside for the declaration does so for the combat."""
    attack = act.DeclareAttack(attackers=("a",), target="0404", combat=kind)
    table = position(A | {"status": ["fatigued"], "attack": 30}, G, tracks={"air.german": 0})
    work = table.ruleset.work(table.state, Given([]))
    work.track(f"{HOUSE_TRACK}14.0b", "off")
    table = played(table.ruleset.answers(work.state), attack)
    while table.position.phase != kind:
        table = played(table, act.NextPhase())
        while table.state.pending:
            option = table.question().options[0].id
            table = played(table, act.Choose(decision=table.question().kind, option=option))
    assert [v.key for v in table.judge(attack) if v.level == "forbid"] == []


@pytest.mark.parametrize(("kind", "rule"), [("maneuver", "12.0a"), ("assault", "13.0a")])
def test_no_house_rule_lets_units_attack_nobody(kind: str, rule: str) -> None:
    """12.0a, 13.0a: nor fight what was not declared, nor declare an attack twice."""
    fixed = position(A, G).ruleset.fixed
    again = {"maneuver": "12.0c", "assault": "13.0h"}[kind]
    keys = {f"{rule}.nobody", f"{rule}.not_declared", f"{again}.declared"}
    assert {f"rule.airbridge.{key}" for key in keys} <= fixed
