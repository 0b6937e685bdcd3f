"""Answers to the window and the probe, whole: odds, orders, positions in words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from engine.core import actions as act
from engine.core.effects import SetTrack
from engine.games.airbridge import tracks
from engine.games.airbridge.answers.assault_course import course
from engine.games.airbridge.answers.maneuver_odds import result
from engine.games.airbridge.charts import cell, cell_basis, column_of
from engine.games.airbridge.rulebook import rulebook
from engine.games.airbridge.rules.ch07_drop_zones import landing_verdicts, lose_dz, new_places
from engine.games.airbridge.rules.ch12_strengths import armor_assault
from engine.games.airbridge.rules.ch21_arrivals import costs_level, enter, entry_hexes, waiting
from engine.i18n import t
from engine.probe.questions import answer
from engine.rules.answers import AttackPlan
from engine.rules.judge import Given
from tests.games.airbridge.test_examples import Table
from tests.games.airbridge.test_examples import unit as battalion
from tests.games.airbridge.test_probe import BOARD, GUARDS, GUN, SAPPERS, SS, position
from tests.games.airbridge.test_rules import played, refusing
from tests.games.test_house_rules_in_reach import with_house_rule

BOOK = rulebook()
CHARTS = BOOK.charts
DICE = range(1, 11)
A, G = GUARDS | {"id": "a", "hex": "0403"}, SS | {"id": "g", "hex": "0404"}
GERMAN_GUN = GUN | {"id": "h", "hex": "0505", "side": "german", "bombardment": 5}


def manoeuvre(terrain: str = "clear", **steps: int) -> Any:
    """Return 6 against 5, in 1-2 for the worse efficiency, with 2 added for the armour."""
    return position(
        A | {"steps": steps.get("a", 2)},
        G | {"steps": steps.get("g", 2)},
        GUN | {"id": "gun", "hex": "0302"},
        GERMAN_GUN,
        board=BOARD | {"hexes": {"0404": {"terrain": terrain}}},
        phase="maneuver",
        declared=[{"kind": "maneuver", "target": "0404", "units": ["a"]}],
    )


def planned(table: Any, support: tuple[str, ...] = (), **choices: Any) -> AttackPlan:
    return AttackPlan(("a",), table.place("0404"), support, choices)


def shots(points: int, die: int | None) -> list[int]:
    """Return the ten results of fire, or ten times that of a known die (9.2b)."""
    chart = CHARTS.bombardment
    codes = [cell(chart, column_of(chart, points), die or n) if points else "-" for n in DICE]
    return [0 if code == "-" else int(code) for code in codes]


def read(code: str) -> tuple[str, int]:
    found = re.fullmatch(r"([ABD])(\d*)F\d", code)
    assert found
    return found[1], int(found[2] or 0)


def read_as(table: Any, name: str, value: str) -> Any:
    """Return a position with another reading."""
    tracks = {**table.state.tracks, f"option/{name}": value}
    return table.ruleset.answers(replace(table.state, tracks=tracks))


# -- odds ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mine", "theirs", "dice", "by_die"),
    [
        (0, 0, {}, True),
        (8, 0, {}, False),
        (8, 0, {"die": 1}, True),
        (0, 5, {}, False),
        (0, 5, {"defense_die": 2}, True),
        (8, 5, {"die": 1}, False),
    ],
)
@pytest.mark.parametrize("terrain", ["clear", "forest"])
def test_the_chances_of_a_manoeuvre_count_every_die_of_support(
    terrain: str, mine: int, theirs: int, dice: dict[str, int], by_die: bool
) -> None:
    """9.2b, 9.2c, 12.1d, 12.3j: by die while all dice are known, otherwise by result."""
    table = manoeuvre(terrain)
    helpers = {"defense_artillery": "h"} if theirs else {}
    told = table.odds(planned(table, ("gun",) if mine else (), **helpers, **dice))
    assert (told.ratio, told.column) == ("1:1", "1-2")
    column = CHARTS.maneuver.columns.index("1-2")
    expected: Counter[str] = Counter()
    for help_ in shots(mine, dice.get("die")):
        for hinder in shots(theirs, dice.get("defense_die")):
            for die in DICE:
                expected[cell(CHARTS.maneuver, column, die + 2 + hinder - help_)] += 1
    found: Counter[str] = Counter()
    for chance in told.chances:
        count = chance.probability * 1000
        assert count == int(count)
        found[chance.result.code] += int(count)
    assert found == expected
    assert [c.throws for c in told.chances] == (
        [str(n) for n in DICE] if by_die else [""] * len(expected)
    )
    if by_die:
        sums = [int(c.throws) + told.own["drm"] for c in told.chances]
        assert [c.basis for c in told.chances] == [
            cell_basis(CHARTS.maneuver, column, total) for total in sums
        ]
    divisor = 3 if terrain == "forest" else 1
    weights = {code: Fraction(n, 1000) for code, n in expected.items()}
    lost = {code: (read(code)[0], read(code)[1]) for code in weights}
    drives = sum(weights[c] for c, (letter, _) in lost.items() if letter == "D")
    kills = sum(weights[c] for c, (x, n) in lost.items() if x == "D" and n // divisor >= 2)
    costs = sum(weights[c] * min(n, 2) for c, (x, n) in lost.items() if x == "A")
    hurts = sum(weights[c] * min(n // divisor, 2) for c, (x, n) in lost.items() if x == "D")
    assert told.prospect is not None
    outlook = told.prospect
    assert (outlook.falls, outlook.taken) == pytest.approx((float(drives), float(kills)))
    assert (outlook.attacker, outlook.defender) == pytest.approx((float(costs), float(hurts)))


@pytest.mark.parametrize(
    ("code", "attacker", "defender"),
    [
        ("A2F3", {"steps": 2, "fatigue": 3, "retreat": 1}, {}),
        ("AF1", {"fatigue": 1, "retreat": 1}, {}),
        ("BF1", {"fatigue": 1}, {"fatigue": 1}),
        ("D4F2", {}, {"steps": 2, "fatigue": 2, "retreat": 2}),
        ("DF1", {}, {"fatigue": 1, "retreat": 2}),
    ],
)
def test_a_code_costs_steps_fatigue_and_ground(
    code: str, attacker: dict[str, int], defender: dict[str, int]
) -> None:
    """12.3h, 12.3j, 12.3k, 12.3m: the steps of the defender are divided by the terrain, here 2."""
    told = result(code, 2)
    assert (told.code, dict(told.attacker), dict(told.defender)) == (code, attacker, defender)
    assert told.text


def test_the_prospect_of_an_assault_sums_its_endings() -> None:
    """13.1k, 13.2d: taken, held, or all attacking steps lost."""
    table = position(A | {"steps": 1}, G, SAPPERS | {"id": "e", "hex": "0503"}, phase="assault")
    plan = AttackPlan(("a",), table.place("0404"), (), {"combat": "assault"})
    told = table.odds(plan)
    rows = told.own["endings"]
    assert [r["chance"] for r in rows] == sorted((r["chance"] for r in rows), reverse=True)
    assert sum(r["chance"] for r in rows) == pytest.approx(1, abs=1e-4)
    assert sum(told.own["rounds"].values()) == pytest.approx(1, abs=1e-4)
    falls = sum(r["chance"] for r in rows if r["taken"])
    means = [sum(r["chance"] * r[who] for r in rows) for who in ("attacker", "defender")]
    outlook = told.prospect
    assert (outlook.falls, outlook.taken) == pytest.approx((falls, falls), abs=1e-4)
    assert [outlook.attacker, outlook.defender] == pytest.approx(means, abs=1e-4)
    lost = sum(r["chance"] for r in rows if not r["taken"] and r["attacker"] >= 1)
    ends = [float(c.probability) for c in told.endings]
    assert ends == pytest.approx([falls, 1 - falls - lost, lost], abs=1e-4)
    hurts = [(dict(c.result.attacker), dict(c.result.defender)) for c in told.endings]
    assert hurts == [({}, {"hex": 1}), ({"hex": 1}, {"hex": 1}), ({"hex": 1}, {})]
    assert told.column == CHARTS.assault.columns[column_of(CHARTS.assault, 6)]
    told_chances = [*told.own["rounds"].values(), *(r["chance"] for r in rows)]
    assert all(c == round(c, 6) for c in told_chances), "the probe gives six digits"
    asked = answer(table, "assault", {"attackers": ["a"], "target": "0404"})
    assert (asked["attacker"]["drm"], asked["defender"]["drm"]) == (0, -2)
    assert [(s.rule, s.by) for s in told.shifts] == [("19.2a", -2)]
    for rolls, strength, drm, who in (
        (told.chances, 6, 0, "defender"),
        (told.replies, 5, -2, "attacker"),
    ):
        codes = [cell(CHARTS.assault, column_of(CHARTS.assault, strength), d + drm) for d in DICE]
        steps = [dict(getattr(c.result, who)).get("steps", 0) for c in rolls]
        assert steps == [0 if code == "-" else int(code) for code in codes]
        assert [c.throws for c in rolls] == [str(d) for d in DICE]


def test_without_an_attack_factor_an_assault_can_only_be_held() -> None:
    table = position(A | {"attack": 0}, G, phase="assault")
    told = table.odds(AttackPlan(("a",), table.place("0404"), (), {"combat": "assault"}))
    assert told.chances == ()
    assert all(c.result.attacker == {"hex": 1} for c in told.endings), "held or lost, never taken"
    assert sum(c.probability for c in told.endings) == 1


@pytest.mark.parametrize(("reading", "hurt"), [("owner", "weak"), ("firer", "strong")])
def test_a_step_is_the_weakest_or_by_the_reading_the_strongest(reading: str, hurt: str) -> None:
    """13.2e: an owner gives up the least strength, a firer takes the most."""
    units = [A | {"id": n, "attack": factor} for n, factor in (("strong", 6), ("weak", 2))]
    table = read_as(position(*units, G, phase="assault"), "losses", reading)
    parties, place = [table.position.units[u["id"]] for u in units], table.place("0404")
    shelled = course(table.position, parties, place, {1: Fraction(1)})
    weaker = [replace(u, steps=1 if u.id == hurt else 2) for u in parties]
    assert shelled.rounds == course(table.position, weaker, place).rounds
    assert min(end.attacker for end in shelled.endings) == 1


@pytest.mark.parametrize(("terrain", "divisor"), [("clear", 1), ("forest", 3)])
def test_the_chances_of_a_bombardment_are_divided_by_the_terrain(
    terrain: str, divisor: int
) -> None:
    """9.1a, 9.1c, 9.1e."""
    table = position(
        GUN | {"id": "gun", "hex": "0402"},
        GUN | {"id": "far", "hex": "0909", "range": 1},
        G,
        board=BOARD | {"hexes": {"0404": {"terrain": terrain}}},
        phase="bombardment",
    )
    told = table.odds(AttackPlan((), table.place("0404"), ("gun",)))
    assert (told.attack, told.defense, told.ratio) == (8, divisor, f"8:{divisor}")
    assert (told.column, told.able, told.defenders) == ("7-12", ("gun",), ("g",))
    assert [(s.unit, s.role, s.used) for s in told.strengths] == [
        ("gun", "support", 8),
        ("g", "defense", 5),
    ]
    lost = [dict(c.result.defender).get("steps", 0) for c in told.chances]
    assert lost == [shots(8, d)[0] // divisor for d in DICE]
    assert {c.probability for c in told.chances} == {Fraction(1, 10)}
    assert not any(c.result.attacker for c in told.chances)
    mean = f"{sum(lost) / 10:.1f}"
    words = {"points": 8, "column": "7-12", "terrain": divisor, "mean": mean}
    word = "bombardment" if divisor > 1 else "bombardment.whole"
    assert told.method == t(f"odds.airbridge.{word}", **words)
    nothing = table.odds(AttackPlan((), table.place("0404")))
    assert (nothing.attack, nothing.column, nothing.chances) == (0, "", ())


# -- orders ----------------------------------------------------------------------------------------


def listed(table: Any) -> list[act.Action]:
    """Return the legal orders that the window offers."""
    return list(table.ruleset.legal(table.state, 1000).actions)


def test_assaults_by_some_of_the_neighbours_are_listed() -> None:
    """13.0b: manoeuvres by all and by each alone, assaults also by the first two of three."""
    names = ("a", "b", "c")
    units = [A | {"id": n, "hex": h} for n, h in zip(names, ("0403", "0304", "0504"), strict=True)]
    orders = [o for o in listed(position(*units, G)) if isinstance(o, act.DeclareAttack)]
    groups = {k: {frozenset(o.attackers) for o in orders if o.combat == k} for k in ("", "assault")}
    alone = {frozenset({n}) for n in names} | {frozenset(names)}
    assert groups[""] == alone
    assert len(groups["assault"] - alone) == 1


def test_two_units_of_a_hex_move_together() -> None:
    table = position(A, A | {"id": "b"}, phase="movement")
    moved = {o.units for o in listed(table) if isinstance(o, act.MoveUnits)}
    assert moved == {("a",), ("b",), ("a", "b")}


# -- positions in words ----------------------------------------------------------------------------


def test_a_position_is_written_as_it_is_read() -> None:
    """The other side is active in refusal and reaction; a refusal is a status of the unit."""
    told: dict[str, Any] = {
        "phase": "refusal",
        "active": "allied",
        "turn": 5,
        "weather": "clear",
        "tracks": {"air.allied": 3, "air.german": 1},
        "declared": [{"kind": "assault", "target": "0404", "units": ["a"]}],
        "markers": [{"kind": "dz", "division": "101", "hex": "0202"}],
    }
    units = (A, G | {"status": ["fatigued", "refused"], "steps": 1})
    table = position(*units, **told)
    assert table.position.active == "german"
    written = table.ruleset.written(table.state)
    assert (written["phase"], written["active"], written["turn"]) == ("refusal", "allied", 5)
    assert {n: (u["hex"], u["steps"], u["status"]) for n, u in written["units"].items()} == {
        "a": ("0403", 2, []),
        "g": ("0404", 1, ["fatigued", "refused"]),
    }


AREAS: dict[str, Callable[[Any, int], bool]] = {
    "edge": lambda p, hex_: hex_ in p.ground.edge,
    "entry": lambda p, hex_: hex_ in p.ground.setup,
    "west_of_canal": lambda p, hex_: hex_ in p.ground.south_of_canal,
    "polder": lambda p, hex_: hex_ in p.ground.polder,
}


@pytest.mark.parametrize("kind", AREAS)
def test_an_area_of_a_diagram_is_of_its_kind_only(kind: str) -> None:
    board = BOARD | {"areas": {"x": {"kind": kind, "hexes": ["0404", "0505"]}}}
    table = position(A, board=board)
    for name, within in AREAS.items():
        found = [n for n in ("0404", "0505", "0606") if within(table.position, table.place(n))]
        assert found == (["0404", "0505"] if name == kind else [])


@pytest.mark.parametrize(("kind", "highway"), [("highway", True), ("road", False)])
def test_only_a_highway_of_a_diagram_is_the_highway(kind: str, highway: bool) -> None:
    board = BOARD | {"roads": [{"class": kind, "hexes": ["0403", "0404", "0405"]}]}
    table = position(A, board=board, phase="movement")
    assert table.hex_facts(table.place("0404"))["highway"] == highway


# -- clauses ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("water", "reading", "covered"),
    [
        ([], "over_bridges", True),
        (["canal", "bridge"], "over_bridges", True),
        (["canal"], "over_bridges", False),
        (["river", "bridge"], "over_bridges", True),
        ([], "never", True),
        (["canal", "bridge"], "never", False),
        (["river", "bridge"], "never", True),
    ],
)
def test_a_zone_crosses_water_by_bridges_or_no_canal_by_the_reading(
    water: list[str], reading: str, covered: bool
) -> None:
    """6.0b."""
    board = BOARD | ({"hexsides": {"0404/0405": water}} if water else {})
    table = read_as(position(G, board=board), "canal_zoc", reading)
    assert (table.place("0405") in table.zones("german").hexes) == covered
    assert table.place("0403") in table.zones("german").hexes


@pytest.mark.parametrize("own", [True, False])
def test_guns_bombard_for_their_own_side(own: bool) -> None:
    """9.1a."""
    gun = GUN | {"id": "gun", "hex": "0402"} | ({} if own else {"side": "german"})
    table = position(gun, A, G, phase="bombardment")
    told = table.judge(act.Bombard(artillery=("gun",), target="0404"))
    assert [v.key for v in told] == ([] if own else ["rule.airbridge.9.1a.other_side"])


def test_points_from_the_air_below_none_are_a_fault() -> None:
    """15.0a."""
    for points, fault in ((0, False), (-1, True)):
        table = position(A, tracks={"air.allied": 0})
        name = next(n for n in table.state.tracks if n.startswith("air") and n.endswith("allied"))
        state = replace(table.state, tracks={**table.state.tracks, name: points})
        told = list(table.ruleset.invariants(state, state))
        assert any("air points" in text for text in told) == fault


def test_moving_units_may_overstack_until_the_phase_ends() -> None:
    """5.0c: the move is a warning; a retreat or an advance into a full hex is forbidden."""
    crowd = [A | {"id": f"u{n}", "hex": "0404"} for n in range(4)]
    table = position(A, *crowd, phase="movement")
    (told,) = table.judge(act.MoveUnits(units=("a",), path=("0403", "0404")))
    assert (told.level, told.key) == ("warn", "rule.airbridge.5.0c.until_the_end")


@pytest.mark.parametrize(("where", "offered"), [(15, True), (16, False)])
def test_a_lost_zone_returns_within_fifteen_hexes(where: int, offered: bool) -> None:
    """7.3h."""
    table = Table("campaign", turn=6, phase="strategic", active="allied")
    ground = table.position.ground
    division, number = next(iter(table.position.setting.divisions.items()))
    old = ground.index[number]
    at = [
        j
        for j in ground.bank(old)
        if ground.distance(old, j) == where
        and ground.terrain[j] in ("clear", "mixed")
        and not table.position.stack(j)
    ]
    assert at
    assert all((j in new_places(table.position, division)) == offered for j in at)


def test_only_the_odds_of_an_overrun_are_told_with_numbers() -> None:
    """4.2a, 4.2c."""
    for terrain, numbers in (("clear", True), ("forest", False)):
        board = BOARD | {"hexes": {"0404": {"terrain": terrain}}}
        table = position(A, G, board=board, phase="movement")
        told = table.judge(act.MoveUnits(units=("a",), path=("0403", "0404")))
        assert any("needed" in v.args for v in told) == numbers


def test_a_path_over_water_is_not_called_too_long() -> None:
    """4.0a, 7.2a: what cannot be entered has no cost."""
    board = BOARD | {"hexsides": {"0403/0404": ["canal"]}}
    path = ("0403", "0404", "0405", "0406", "0407", "0408", "0409", "0509", "0609", "0709")
    for told, rules in ((board, {"7.2a"}), (BOARD, {"4.0a"})):
        table = position(A, board=told, phase="movement")
        verdicts = table.judge(act.MoveUnits(units=("a",), path=path))
        assert {v.rule for v in verdicts} == rules


@pytest.mark.parametrize(
    ("mine", "theirs", "modifiers"),
    [
        (("Inf",), ("Inf", "Arm"), (0, -2)),
        (("Arm", "Inf"), ("Inf",), (-2, 0)),
        (("Inf", "Arm"), ("Inf", "Arm"), (0, 0)),
    ],
)
def test_the_owner_of_a_unit_of_two_classes_chooses(
    mine: tuple[str, ...], theirs: tuple[str, ...], modifiers: tuple[int, int]
) -> None:
    """19.0b, 19.2a: a lower die favours who rolls."""
    sides = [battalion("a", side="allied", armor=mine)], [battalion("g", armor=theirs)]
    assert armor_assault(*sides) == modifiers


@pytest.mark.parametrize(("status", "rules"), [("first_fire", []), ("final_fire", ["9.4c"])])
def test_guns_on_their_own_tracks_do_not_move_after_final_fire(
    status: str, rules: list[str]
) -> None:
    """9.4c, 9.4d: only their moves bring no marker."""
    gun = GUN | {"id": "gun", "hex": "0302", "self_propelled": True, "status": [status]}
    table = position(gun, phase="movement")
    told = table.judge(act.MoveUnits(units=("gun",), path=("0302", "0303")))
    assert [v.rule for v in told] == rules


# -- notes and lists -------------------------------------------------------------------------------


def test_notes_tell_the_chance_that_each_side_becomes_fatigued() -> None:
    """14.0a, 14.0b: counted over the dice of the column."""
    table = position(A | {"attack": 12, "efficiency": 7}, G | {"armor": "Inf"}, phase="maneuver")
    told = table.odds(planned(table))
    codes = [c.result.code for c in told.chances]
    assert {code[0] for code in codes} == {"A", "B", "D"}
    mine = 10 * sum(code[0] in "AB" for code in codes)
    theirs = 10 * sum(code[0] in "DB" for code in codes)
    assert told.notes == (t("bargain.airbridge.tires", mine=mine, theirs=theirs),)
    assert 0 < mine < 100
    assert 0 < theirs < 100


def test_efficiencies_are_told_with_six_digits() -> None:
    units = [A | {"id": n, "efficiency": e} for n, e in (("a", 6), ("b", 6), ("c", 5))]
    table = position(*units, G, phase="maneuver")
    told = answer(table, "odds", {"attackers": ["a", "b", "c"], "target": "0404"})
    assert told["efficiency"] == {"attack": 5.666667, "defense": 7}


def test_values_of_counters() -> None:
    """2.3, 2.4: what a counter does not have is no value in the window and 0 in files."""
    table = Table("campaign", turn=3, phase="movement", active="allied")
    answers = table.rules.answers(table.state)
    views = {n: answers.unit(n) for n in ("BR-GA-Art-SP", "GE-GAR-1", "BR-GA-2GG")}
    assert {n: v.traits for n, v in views.items()} == {
        "BR-GA-Art-SP": {"artillery"},
        "GE-GAR-1": frozenset(),
        "BR-GA-2GG": {"vehicle"},
    }
    rows = {n: tuple(v.values.values()) for n, v in views.items()}
    assert rows["BR-GA-Art-SP"] == (0, 4, 6, 7, 2, 8, 4, None, "Inf")
    assert rows["GE-GAR-1"] == (0, 1, 0, 3, 1, None, None, None, "Inf")
    assert rows["BR-GA-2GG"] == (8, 6, 6, 7, 2, None, None, "C/M", "Arm")
    told = answers.values_of("GE-GAR-1")
    assert (told["division"], told["engineer"], told["max_steps"]) == (None, None, 1)
    assert (told["movement"], told["bombardment"], told["range"]) == (0, 0, 0)
    assert answers.values_of("BR-GA-Art-SP")["self_propelled"]


def test_declared_combats_are_planned_owed_and_listed() -> None:
    """12.0a, 13.0h: of a hex with both kinds both are pinned."""
    both = [
        {"kind": k, "target": "0404", "units": [u]}
        for k, u in (("maneuver", "a"), ("assault", "b"))
    ]
    gun = GUN | {"id": "gun", "hex": "0402"}
    units = (A, A | {"id": "b", "hex": "0304"}, gun, G)
    table = position(*units, phase="maneuver", declared=both)
    place = table.place
    rows = [(p.target, p.places, p.kind, p.hard, p.pinned) for p in table.plans()]
    assert rows == [
        (place("0404"), (place("0403"),), "maneuver", False, True),
        (place("0404"), (place("0304"),), "assault", True, True),
    ]
    (owed,) = [item for item in table.checklist() if item.weight == "owed"]
    assert (owed.places, owed.units, owed.attack) == ((place("0404"),), ("a",), place("0404"))
    one = position(*units, phase="assault", declared=both[1:])
    assert [(p.kind, p.pinned) for p in one.plans()] == [("assault", False)]
    assert one.attackers(place("0404")) == ("b",)
    assert position(*units, phase="bombardment").attackers(place("0404")) == ()
    fresh = position(*units, phase="declaration")
    assert set(fresh.attackers(place("0404"))) == {"a", "b"}
    assert fresh.attackers(place("0909")) == ()
    (told,) = [item for item in fresh.checklist() if item.attack is not None]
    assert (set(told.units), told.places) == ({"a", "b"}, (place("0404"),))


def test_arrivals_are_those_of_a_turn_or_all() -> None:
    table = Table("campaign", turn=3, phase="movement", active="allied")
    answers = table.rules.answers(table.state)
    position_ = table.position
    boxes = {n: {u.id for u in position_.box(f"turn-{n}")} for n in range(4, 9)}
    for turn, expected in boxes.items():
        told = answers.arrivals(turn)
        assert {name for each in told for name in each.units} == expected
        assert {(each.turn, each.waiting) for each in told} <= {(turn, False)}
    now, every = answers.arrivals(3), answers.arrivals()
    assert now
    assert {(each.turn, each.waiting) for each in now} == {(3, True)}
    assert every[: len(now)] == now
    assert {each.turn for each in every[len(now) :]} == {
        n for n in range(4, 23) if answers.arrivals(n)
    }


@pytest.mark.parametrize(
    ("phase", "active", "turn", "modes"),
    [
        ("initial", "allied", 1, {"setup"}),
        ("movement", "allied", 1, {"setup"}),
        ("airborne", "allied", 1, {"landing"}),
        ("movement", "german", 4, {"arrival", "normal"}),
        ("declaration", "german", 4, set()),
    ],
)
def test_units_in_boxes_are_offered_their_ways_onto_the_map(
    phase: str, active: str, turn: int, modes: set[str]
) -> None:
    """21.0b, INTRO.d, 3.0.B."""
    table = Table("campaign", turn=turn, phase=phase, active=active)
    orders = table.rules.legal(table.state, 5000).actions
    assert {o.mode for o in orders if isinstance(o, act.MoveUnits)} == modes


def test_a_lost_drop_zone_lets_nobody_land() -> None:
    """7.3b, 7.3e."""
    table = Table("campaign", turn=1, phase="airborne", active="allied")
    work = table.rules.work(table.state, Given([]))
    lose_dz(work, table.position.dz("101") or 0)
    before, after = (
        {o.units for o in table.rules.legal(state, 9000).actions if isinstance(o, act.MoveUnits)}
        for state in (table.state, work.state)
    )
    lost = before - after
    assert after < before
    assert {table.position.any_unit(n).type.division for (n,) in lost} == {"101"}


# -- decisions -------------------------------------------------------------------------------------


def test_a_decision_names_the_hex_of_its_combat() -> None:
    """10.0a, 12.3b: the attacked hex, or that of the combat being fought."""
    table = refusing(7)
    asked = table.state.pending[-1]
    assert table.about(asked) == (table.place("0404"), {"hex": "0404"})
    fought = position(
        A,
        G | {"armor": "Inf"},
        phase="maneuver",
        declared=[{"kind": "maneuver", "target": "0404", "units": ["a"]}],
    )
    codes = answer(fought, "odds", {"attackers": ["a"], "target": "0404"})["results"]
    die = next(int(d) for d, code in codes.items() if code[0] == "A" and code[1] != "F")
    after = played(fought, act.DeclareAttack(attackers=("a",), target="0404"), die)
    while after.state.pending[-1].kind == "support":
        after = played(after, act.Choose(decision="support", option="none"), die)
    assert after.about(after.state.pending[-1]) == (after.place("0404"), {"hex": "0404"})


@pytest.mark.parametrize("fatigue", [1, 2])
def test_no_more_units_are_fatigued_than_the_result_says(fatigue: int) -> None:
    """12.3k, 14.0a."""
    crowd = [A | {"id": n, "attack": 2} for n in ("a", "b", "c")]
    table = position(
        *crowd,
        G | {"defense": 9, "armor": "Inf"},
        phase="maneuver",
        declared=[{"kind": "maneuver", "target": "0404", "units": ["a", "b", "c"]}],
    )
    asked = {"attackers": ["a", "b", "c"], "target": "0404"}
    codes = answer(table, "odds", asked)["results"]
    die = next((int(d) for d, code in codes.items() if code == f"AF{fatigue}"), None)
    assert die, codes
    order = act.DeclareAttack(attackers=("a", "b", "c"), target="0404")
    table = played(table, order, die)
    while table.state.pending and table.state.pending[-1].kind in ("support", "tire"):
        kind = table.state.pending[-1].kind
        option = "none" if kind == "support" else table.question().options[0].id
        table = played(table, act.Choose(decision=kind, option=option), die)
    tired = [n for n, p in table.state.pieces.items() if "fatigued" in p.status]
    assert len(tired) == fatigue


def test_nobody_withdraws_over_water_without_a_bridge() -> None:
    """12.3a."""
    ends = {}
    for words in ((), ("canal",), ("canal", "bridge")):
        board = BOARD | {"hexsides": {"0404/0405": list(words)} if words else {}}
        table = position(A, G, board=board)
        ends[words] = {table.where(o.path[-1]) for o in table.retreats(("g",), 1).options}
    assert "0405" in ends[()]
    assert ends["canal", "bridge"] == ends[()]
    assert ends["canal",] == ends[()] - {"0405"}


@pytest.mark.parametrize(
    ("airborne", "near", "rules"),
    [
        (True, False, []),
        (False, False, ["9.5b"]),
        (False, True, []),
    ],
)
def test_guns_of_the_ground_forces_need_a_ground_unit_near(
    airborne: bool, near: bool, rules: list[str]
) -> None:
    """9.5b: airborne guns do not."""
    gun = GUN | {"id": "gun", "hex": "0102", "airborne": airborne, "range": 9}
    eyes = A | {"hex": "0405" if near else "0809", "airborne": not near}
    table = position(gun, eyes, G | {"hex": "0507"}, phase="bombardment")
    told = table.judge(act.Bombard(artillery=("gun",), target="0507"))
    assert [v.rule for v in told] == rules


@pytest.mark.parametrize(
    ("word", "states"),
    [
        ("intact", ("wired", "intact")),
        ("blown", ("blown", "blown")),
        ("repaired", ("repaired", "repaired")),
    ],
)
def test_an_intact_bridge_keeps_its_charge(word: str, states: tuple[str, str]) -> None:
    """7.2b: the charged bridge of the map at B0505, and one without a charge at A0306."""
    names = ("B0505/B0605", "A0306/A0406")
    told = {"game": "airbridge", "scenario": "campaign", "bridges": dict.fromkeys(names, word)}
    given = BOOK.parse_position(told)
    assert tuple(given.state.hexsides[n] for n in names) == states
    written = given.ruleset.written(given.state)["bridges"]
    assert {n: written[n] for n in names} == dict.fromkeys(names, word)


def test_units_enter_in_the_movement_phase_only() -> None:
    """21.0b."""
    for phase, rules in (("movement", []), ("declaration", ["21.0b"])):
        table = Table("campaign", turn=4, phase=phase, active="german")
        unit = next(u for u in waiting(table.position, "german") if not u.type.airborne)
        hex_ = table.position.number(entry_hexes(table.position, unit)[0])
        box = table.position.number(unit.place)
        told = table.rules.judge(
            table.state, act.MoveUnits(units=(unit.id,), path=(box, hex_), mode="arrival")
        )
        assert [v.rule for v in told if v.rule == "21.0b"] == rules


def test_some_units_of_the_82nd_land_between_the_rivers_only() -> None:
    """CAMP.e: between Maas and Waal, however far from the drop zone."""
    table = Table("campaign", turn=1, phase="airborne", active="allied")
    ground = table.position.ground
    unit = next(iter(table.position.box("air-82-anywhere")))
    clear = [i for i, word in enumerate(ground.terrain) if word in ("clear", "mixed")]
    inside = next(i for i in clear if i in ground.between and not table.position.stack(i))
    outside = next(i for i in clear if i not in ground.between and not table.position.stack(i))
    for place, rules in ((inside, []), (outside, ["CAMP.e"])):
        told = landing_verdicts(table.position, unit, place)
        assert [v.rule for v in told if v.rule == "CAMP.e"] == rules


def test_units_on_both_sides_of_a_road_are_supplied_by_it() -> None:
    """16.0m."""
    board = BOARD | {
        "roads": [{"class": "road", "hexes": [f"0{n}05" for n in range(1, 10)]}],
        "areas": {"rim": {"kind": "edge", "hexes": ["0105"]}},
    }
    table = position(G | {"hex": "0403"}, G | {"id": "h", "hex": "0407"}, board=board)
    assert {n: line.supplied for n, line in table.supply("german").items()} == {
        "g": True,
        "h": True,
    }


@pytest.mark.parametrize(
    ("path", "reading", "legal"),
    [
        (("0403", "0402"), "closed", True),
        (("0403", "0404"), "closed", False),
        (("0403", "0404"), "pass", True),
        (("0404", "0403"), "closed", False),
        (("0404", "0403"), "pass", False),
    ],
)
def test_mud_closes_the_polder_only_to_mechanised_movement(
    path: tuple[str, str], reading: str, legal: bool
) -> None:
    """4.1b: by the reading "pass" units only do not start there."""
    board = BOARD | {"areas": {"low": {"kind": "polder", "hexes": ["0404"]}}}
    table = position(A | {"hex": path[0]}, board=board, phase="mechanized", tracks={"mud": 1})
    told = read_as(table, "mud", reading).judge(act.MoveUnits(units=("a",), path=path))
    assert [v.rule for v in told] == ([] if legal else ["4.1b"])


def test_a_house_rule_against_mud_leaves_the_ordinary_costs() -> None:
    """4.1b: without the mud the polder costs what it costs in the movement phase; water bars."""
    board = BOARD | {
        "areas": {"low": {"kind": "polder", "hexes": ["0404", "0405", "0406", "0407", "0408"]}},
        "hexsides": {"0304/0404": ["river"]},
    }
    table = position(A | {"hex": "0403"}, board=board, phase="mechanized", tracks={"mud": 1})
    dry = position(A | {"hex": "0403"}, board=board, phase="mechanized")
    state = with_house_rule(table.state, "4.1b", "off")
    free = table.ruleset.answers(state).reach(["a"])
    usual = dry.ruleset.answers(dry.state).reach(["a"])
    assert {i: end.cost for i, end in free.hexes.items()} == {
        i: end.cost for i, end in usual.hexes.items()
    }
    step = act.MoveUnits(units=("a",), path=("0403", "0404"))
    spent = [
        sum(e.after for e in t.ruleset.resolve(s, step, Given([]))[0] if is_points(e))
        for t, s in ((table, state), (dry, dry.state))
    ]
    assert spent[0] == spent[1] > 0


def is_points(effect: Any) -> bool:
    """Return whether an effect counts movement points."""
    return isinstance(effect, SetTrack) and effect.track.startswith(tracks.MOVED)


def test_a_division_costs_a_level_only_if_it_has_not_been_earned() -> None:
    """CAMP.i1, CAMP.v2: and no unit of the time table costs one."""
    table = Table("campaign", turn=5, phase="movement", active="allied")
    for box, levels in (("turn-5", 0), ("earned-43-division", 1)):
        work = table.rules.work(table.state, Given([]))
        unit, *others = table.position.box(box)
        move = act.MoveUnits(units=(unit.id,), path=(box, "A0107"), mode="arrival")
        told = [v.key for v in table.rules.judge(table.state, move) if v.level == "info"]
        assert told == ["rule.airbridge.CAMP.v2.costs_level"] * levels
        enter(work, unit, table.position.ground.index["A0107"])
        assert work.position.track("levels") == levels
        assert not any(costs_level(work.position, other) for other in others)


def test_the_checklist_and_the_arrivals_tell_the_cost_of_an_early_division() -> None:
    """CAMP.v2."""
    table = Table("campaign", turn=5, phase="movement", active="allied")
    answers = table.rules.answers(table.state)
    early = {u.id for u in table.position.box("earned-43-division")}
    lines = [i for i in answers.checklist() if early.intersection(i.units)]
    assert {unit for line in lines for unit in line.units} <= early
    assert {line.rule for line in lines} == {"CAMP.v2"}
    told = {a.text for a in answers.arrivals(5) if early.issuperset(a.units)}
    assert told == {"by its entry hex, at the cost of a level of victory"}
    paid = {**table.state.tracks, "bought/43 Infantry Division": 1}
    later = table.rules.answers(replace(table.state, tracks=paid)).checklist()
    assert {i.rule for i in later if early.intersection(i.units)} == {"21.0b"}


def test_a_defender_who_could_only_go_three_hexes_is_blocked() -> None:
    """12.3a, 12.3d: every hex at two hexes' distance is full."""
    table = position(A | {"attack": 12}, G | {"armor": "Inf"})
    ends = sorted({table.where(o.path[-1]) for o in table.retreats(("g",), 2).options})
    crowd = [G | {"id": f"{hex_}-{n}", "hex": hex_} for hex_ in ends for n in range(4)]
    table = position(
        A | {"attack": 12, "efficiency": 7},
        G | {"armor": "Inf"},
        *crowd,
        phase="maneuver",
        declared=[{"kind": "maneuver", "target": "0404", "units": ["a"]}],
    )
    codes = answer(table, "odds", {"attackers": ["a"], "target": "0404"})["results"]
    die = next(int(d) for d, code in codes.items() if code.startswith("DF"))
    asked = {"attackers": ["a"], "target": "0404", "code": "DF1"}
    told = answer(table, "outcome", asked)["defender"]
    assert (told["stay"], told["retreat"], told["extra"]) == ("must", 0, 1)
    after = played(table, act.DeclareAttack(attackers=("a",), target="0404"), die)
    while after.state.pending and after.state.pending[-1].kind == "support":
        after = played(after, act.Choose(decision="support", option="none"), die)
    assert not after.state.pending
    assert after.state.pieces["g"].steps == 1
