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
from engine.games.airbridge.answers.assault_course import course
from engine.games.airbridge.answers.maneuver_odds import result
from engine.games.airbridge.charts import cell, column_of
from engine.games.airbridge.rulebook import rulebook
from engine.games.airbridge.rules.ch07_drop_zones import new_places
from engine.games.airbridge.rules.ch12_strengths import armor_assault
from engine.probe.questions import answer
from engine.rules.answers import AttackPlan
from tests.games.airbridge.test_examples import Table
from tests.games.airbridge.test_examples import unit as battalion
from tests.games.airbridge.test_probe import BOARD, GUARDS, GUN, SAPPERS, SS, position

CHARTS = rulebook().charts
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
    assert all(r["chance"] == round(r["chance"], 6) for r in rows), "the probe gives six digits"
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
    assert [(c.probability, dict(c.result.attacker)) for c in told.endings] == [(1, {"hex": 1})]


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
