"""The printed examples of the rulebook, and the effects of each phase."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from engine.core import actions as act
from engine.core.effects import Clock
from engine.core.state import State
from engine.games.airbridge.answers.maneuver_odds import result
from engine.games.airbridge.charts import cell, column_of
from engine.games.airbridge.position import Position
from engine.games.airbridge.rulebook import rulebook
from engine.games.airbridge.rules import ch12_combat
from engine.games.airbridge.rules import ch12_strengths as reckoning
from engine.games.airbridge.rules import ch22_victory as victory
from engine.games.airbridge.rules.ch03_sequence import recovering
from engine.games.airbridge.rules.ch04_movement import (
    Mover,
    overrun_objections,
    overrun_odds,
    overrun_strength,
)
from engine.games.airbridge.rules.ch07_drop_zones import new_places
from engine.games.airbridge.rules.ch09_fire import steps_of
from engine.games.airbridge.rules.ch10_refusal import may_refuse, reactors
from engine.games.airbridge.rules.ch16_supply import supplied
from engine.games.airbridge.ruleset import Rules
from engine.games.airbridge.units import Face, Unit, UnitType
from engine.i18n import has
from engine.log.narrate import narrate
from engine.play.game import Recording
from engine.rules import player
from engine.rules.answers import AttackPlan
from engine.rules.judge import Given

BOOK = rulebook()
CHARTS = BOOK.charts
FIGHTS = 6, 5, 3, 7, 4, 9


def unit(
    name: str, place: int = 0, steps: int = 2, status: tuple[str, ...] = (), **more: Any
) -> Unit:
    """Return a battalion, by default 4-4 with efficiency 4."""
    face = Face(more.get("attack", 4), more.get("defense", 4), more.get("efficiency", 4), 0)
    back = Face(face.attack // 2, -(-face.defense // 2), face.efficiency - 1, 0)
    kind = UnitType(
        name,
        more.get("side", "german"),
        "infantry",
        face,
        back,
        2,
        4,
        more.get("cm", False),
        more.get("armor", ("Inf",)),
        engineer=more.get("engineer", ""),
    )
    return Unit(name, place, steps, kind, frozenset(status))


class Table:
    """A scenario on the printed board, for queries and play."""

    def __init__(self, scenario: str, **clock: Any) -> None:
        rules = BOOK.ruleset(scenario)
        assert isinstance(rules, Rules)
        self.rules, self.state = rules, rules.opening()
        if clock:
            self.state = replace(self.state, clock=Clock(**clock))

    @property
    def position(self) -> Position:
        return self.rules.position(self.state)

    def put(self, name: str, hex_: str, **more: Any) -> Table:
        work = self.rules.work(self.state, Given([]))
        work.put(name, hex_)
        if "steps" in more:
            work.steps(name, more["steps"])
        work.status(name, add=more.get("status", ()))
        self.state = work.state
        return self

    def track(self, name: str, value: Any) -> Table:
        work = self.rules.work(self.state, Given([]))
        work.track(name, value)
        self.state = work.state
        return self

    def play(self, action: act.Action, *dice: int) -> State:
        given = Given(list(dice))
        assert [v.key for v in self.rules.judge(self.state, action)] == []
        before = self.state
        done = player.step(self.rules, self.state, action, list(dice))
        self.state = done.state
        assert list(self.rules.invariants(self.state, before)) == []
        assert given is not None
        return self.state

    def choose(self, option: str, *dice: int) -> State:
        asked = self.state.pending[-1]
        return self.play(act.Choose(decision=asked.kind, option=option), *dice)

    def said(self, action: act.Action) -> list[str]:
        return [v.key.removeprefix("rule.airbridge.") for v in self.rules.judge(self.state, action)]


# -- printed examples -----------------------------------------------------------------------------


def test_page_9_average_efficiency_moves_one_column_to_the_defender() -> None:
    germans = [unit(str(e), efficiency=e) for e in (8, 5, 4)]
    mine = reckoning.average(germans)
    assert mine == Fraction(17, 3)
    assert reckoning.efficiency_shift(mine, Fraction(6)) == -1


@pytest.mark.parametrize(
    ("difference", "columns"),
    [(0, 0), (Fraction(1, 3), 1), (Fraction(29, 10), 1), (3, 2), (-3, -2)],
)
def test_page_9_the_size_of_the_shift(difference: Fraction, columns: int) -> None:
    assert reckoning.efficiency_shift(Fraction(5) + difference, Fraction(5)) == columns


def bombardment(points: int, die: int) -> str:
    return cell(CHARTS.bombardment, column_of(CHARTS.bombardment, points), die)


def test_page_10_eight_points_and_a_2_cost_a_unit_in_mixed_terrain_one_step() -> None:
    assert bombardment(8, 2) == "3"
    assert steps_of(3, 2) == 1


@pytest.mark.parametrize(
    ("points", "die", "result"), [(12, 4, "2"), (3, 5, "1"), (10, 1, "4"), (10, 6, "2")]
)
def test_page_11_support_is_read_on_the_same_table(points: int, die: int, result: str) -> None:
    assert bombardment(points, die) == result


def test_page_11_defensive_fire_of_2_in_clear_terrain_costs_two_steps() -> None:
    assert (steps_of(2, 1), steps_of(2, 2)) == (2, 1)


@pytest.mark.parametrize(
    ("attack", "defense", "column"),
    [(19, 8, "2-1"), (7, 8, "1-2"), (8, 8, "1-1"), (60, 4, "7-1"), (1, 9, "1-4")],
)
def test_page_13_odds_are_rounded_for_the_defender(attack: int, defense: int, column: str) -> None:
    assert CHARTS.maneuver.columns[reckoning.odds_column(attack, defense)] == column


@pytest.mark.parametrize(
    ("code", "parts"),
    [
        ("AF1", ("A", 0, 1)),
        ("A1F3", ("A", 1, 3)),
        ("D1F1", ("D", 1, 1)),
        ("D2F1", ("D", 2, 1)),
        ("BF1", ("B", 0, 1)),
    ],
)
def test_page_14_codes(code: str, parts: tuple[str, int, int]) -> None:
    assert reckoning.parsed(code) == parts
    assert steps_of(2, 3) == 0


def test_page_18_tanks_and_an_engineer_against_infantry_are_worth_2() -> None:
    attack = [unit("t", armor=("Arm",)), unit("e", engineer="combat")]
    assert reckoning.armor_maneuver(attack, [unit("a"), unit("b")]) == -2


def test_page_19_infantry_against_tanks_and_guns_gives_the_defender_2() -> None:
    assert reckoning.armor_assault([unit("a")], [unit("t", armor=("Arm",)), unit("g")]) == (0, -2)


def test_page_15_the_assault_in_the_forest_on_its_tables() -> None:
    column = column_of(CHARTS.assault, 9)
    assert (CHARTS.assault.columns[column], cell(CHARTS.assault, column, FIGHTS[1])) == (
        "7-10",
        "1",
    )
    column = column_of(CHARTS.assault, 12)
    assert CHARTS.assault.columns[column] == "11-14"
    assert cell(CHARTS.assault, column, FIGHTS[2] - 2) == "2"
    assert cell(CHARTS.assault, column, FIGHTS[5] - 2) == "1"


def test_page_16_half_of_the_steps_tired_counts_2() -> None:
    tired = unit("a", status=("fatigued",))
    assert reckoning.fatigued_part([tired, unit("b"), unit("c")]) == 1
    assert reckoning.fatigued_part([tired, unit("b")]) == 2
    assert reckoning.half_of_steps([unit("a"), unit("b", steps=1)], [unit("b", steps=1)]) is False


# -- the board ------------------------------------------------------------------------------------


def test_page_17_an_engineer_cancels_the_bridge_and_lowers_the_town_to_3() -> None:
    table = Table("campaign", turn=5, phase="maneuver", active="allied")
    table.put("US-101-1/501", "B0505")
    target = table.position.ground.index["B0605"]
    walker = table.position.units["US-101-1/501"]
    found = reckoning.maneuver(table.position, [walker], target)
    assert ("12.2b", 2, "bridge") in found.drms
    assert found.terrain == 4
    engineer = replace(walker, type=replace(walker.type, engineer="combat"))
    found = reckoning.maneuver(table.position, [walker, engineer], target)
    assert "bridge" not in [word for _, _, word in found.drms]
    assert found.terrain == 3


def setup(table: Table) -> list[str]:
    corps = [u.id for u in table.position.box("ready-xxx-corps")]
    tanks = [n for n in corps if table.position.any_unit(n).type.cm]  # type: ignore[union-attr]
    for name in tanks[:4]:
        move = act.MoveUnits(units=(name,), path=("ready-xxx-corps", "A0405"), mode="setup")
        table.play(move)
    return tanks[:4]


def test_set_up_overrun_and_its_odds() -> None:
    table = Table("introductory")
    wrong = act.MoveUnits(units=("BR-GA-2GG",), path=("ready-xxx-corps", "B0404"), mode="setup")
    assert table.said(wrong) == ["INTRO.d.area"]
    names = setup(table)
    stack = tuple(table.position.units[n] for n in names)
    target = table.position.ground.index["A0505"]
    attack, defense, needed = overrun_odds(table.position, stack, target)
    assert needed == 7
    assert defense > 0
    closed = any(overrun_objections(table.position, stack, target))
    assert closed == (attack < 7 * defense)
    assert any(overrun_objections(table.position, stack[:1], target))
    move = act.MoveUnits(units=(names[0],), path=("A0405", "A0505"), mode="normal")
    assert "4.0i.enemy" in table.said(move)


def test_a_road_is_cheaper_and_water_is_closed() -> None:
    table = Table("introductory")
    names = setup(table)
    mover = Mover(table.position, (table.position.units[names[0]],))
    index = table.position.ground.index
    assert mover.cost(index["A0406"], index["A0505"]) is not None
    wet = next(
        pair for pair in table.position.ground.water if pair not in table.position.ground.bridges
    )
    assert mover.cost(*wet) is None


def test_declaration_refusal_and_combat() -> None:
    table = Table("introductory")
    names = setup(table)
    table.play(act.NextPhase())
    target = "A0505"
    order = act.DeclareAttack(attackers=tuple(names), target=target)
    table.play(order)
    assert table.said(order)[0] == "12.0c.declared"
    assert table.said(
        act.DeclareAttack(attackers=tuple(names[:1]), target=target, combat="assault")
    ) == ["13.0e.again"]
    play_until(table, "maneuver")
    assert table.said(act.NextPhase()) == ["12.0a.owed"]
    fight(table, act.DeclareAttack(attackers=tuple(names), target=target))
    assert "combat" in table.state.tracks
    assert table.said(act.NextPhase()) == []


def test_assault_eliminates_or_returns() -> None:
    table = Table("introductory")
    names = setup(table)
    table.play(act.NextPhase())
    table.play(act.DeclareAttack(attackers=tuple(names), target="A0505", combat="assault"))
    play_until(table, "assault")
    fight(table, act.DeclareAttack(attackers=tuple(names), target="A0505", combat="assault"))
    places = {
        table.position.number(table.position.units[n].place)
        for n in names
        if n in table.position.units
    }
    assert places in ({"A0405"}, {"A0505"})


def play_until(table: Table, phase: str) -> None:
    chooser = random.Random(1)
    while table.state.clock.phase != phase:
        if table.state.pending:
            legal = table.rules.legal(table.state, 10).actions
            roll(table, legal[0], chooser)
        else:
            roll(table, act.NextPhase(), chooser)


def roll(table: Table, action: act.Action, chooser: random.Random) -> None:
    thrown: list[int] = []
    while (die := player.chance(table.rules, table.state, action, thrown)) is not None:
        thrown += [chooser.randint(1, die.sides) for _ in range(die.count)]
    table.play(action, *thrown)


def fight(table: Table, action: act.Action) -> None:
    chooser = random.Random(2)
    roll(table, action, chooser)
    while table.state.pending:
        roll(table, table.rules.legal(table.state, 10).actions[0], chooser)


def test_a_bombardment_costs_air_points_and_steps() -> None:
    table = Table("introductory")
    setup(table)
    play_until(table, "bombardment")
    steps = table.state.pieces["GE-6P"].steps
    order = act.Bombard(target="A0505", air=10)
    roll(table, order, random.Random(4))
    assert table.state.tracks["air_points/allied"] == 15
    assert table.state.pieces["GE-6P"].steps <= steps
    assert "15.0f.points" in table.said(act.Bombard(target="A0505", air=20))


def test_units_allowed_to_refuse_and_react() -> None:
    table = Table("campaign", turn=5, phase="declaration", active="german")
    table.put("US-101-1/501", "A2004").put("US-101-2/501", "A2005")
    table.track("maneuver/A2004", "GE-6P").track("assault/A2004", "GE-6P")
    table.put("GE-6P", "A2003")
    table.state = replace(table.state, clock=Clock(turn=5, phase="reaction", active="allied"))
    index = table.position.ground.index
    assert not may_refuse(table.position, index["A2004"])
    assert [u.id for u in reactors(table.position, index["A2004"])] == ["US-101-2/501"]


def test_supplied_units() -> None:
    table = Table("campaign", turn=5, phase="initial", active="allied")
    table.put("US-101-1/501", "A2803").put("US-101-2/501", "B4515").put("BR-GA-2GG", "A0107")
    units = table.position.units
    assert supplied(table.position, units["US-101-1/501"])
    assert not supplied(table.position, units["US-101-2/501"])
    assert supplied(table.position, units["BR-GA-2GG"])
    assert supplied(table.position, units["GE-9SS-1/20"])
    south = table.put("GE-9SS-1/20", "A0107").position
    assert not supplied(south, south.units["GE-9SS-1/20"])


def test_recovering_units() -> None:
    table = Table("campaign", turn=5, phase="strategic", active="allied")
    table.put("US-101-1/501", "A2803", status=("fatigued",))
    table.put("US-101-2/501", "A0504", status=("fatigued",))
    assert [u.id for u in recovering(table.position)] == ["US-101-1/501"]


def test_strategic_phase_rolls_initiative_and_weather() -> None:
    table = Table("campaign", turn=2, phase="end", active="german")
    table.play(act.NextPhase(), 5, 5, 7, 2)
    assert table.state.pending[-1].side == "german"
    table.choose("german", 9)
    assert table.state.tracks["weather"] == "bad"
    assert table.state.tracks["mud"] == 3
    table.play(act.NextPhase())
    assert (table.state.clock.phase, table.state.clock.active) == ("initial", "german")
    table.play(act.NextPhase())
    assert table.state.tracks["air_points/allied"] == 0


def test_a_lost_dz_comes_back_on_the_same_bank() -> None:
    table = Table("campaign", turn=5, phase="airborne", active="allied")
    places = new_places(table.position, "82")
    ground = table.position.ground
    assert places
    assert all(ground.distance(ground.index["B2921"], i) <= 15 for i in places)


def test_drop_zones_are_markers_of_the_map() -> None:
    """7.3a, 7.3e, 7.3i: the marker is placed in the printed hex, and returns as an ALT DZ."""
    table = Table("campaign", turn=6, phase="initial", active="allied")
    laid = {name: (m.kind, m.at) for name, m in table.state.markers.items()}
    assert laid == {
        "dz-101": ("dz_101", "A2803"),
        "dz-82": ("dz_82", "B2921"),
        "dz-1": ("dz_1", "B4509"),
    }
    table.track("dz_lost/101", 3).play(act.NextPhase())
    place = table.state.pending[-1]
    assert place.kind == "new_zone"
    hexes = [table.position.number(j) for j in new_places(table.position, "101")]
    asked = table.rules.answers(table.state).question()
    assert asked is not None
    assert asked.text == "The lost DZ 101 may be placed again."
    assert asked.options[1].text.startswith(hexes[0])
    table.play(act.Choose(decision="new_zone", option=hexes[0]))
    assert table.state.markers["dz-101"].kind == "alt_dz_101"
    assert table.position.number(table.position.dz("101") or 0) == hexes[0]


def test_games_recorded_before_the_markers_keep_their_drop_zones() -> None:
    """7.3: without a marker the DZ is in its printed hex, or in that of its track."""
    table = Table("campaign", turn=6, phase="airborne", active="allied")
    old = replace(table.state, markers={})
    zone = table.rules.position(old).dz("101")
    assert table.position.number(zone or 0) == "A2803"
    moved = replace(old, tracks={**old.tracks, "dz/101": "A1903", "dz_alt/101": 1})
    zone = table.rules.position(moved).dz("101")
    assert table.position.number(zone or 0) == "A1903"
    lost = replace(old, tracks={**old.tracks, "dz_lost/101": 5})
    assert table.rules.position(lost).dz("101") is None


def test_landings_are_near_the_dz() -> None:
    table = Table("campaign", turn=1, phase="airborne", active="allied")
    name = next(u.id for u in table.position.box("air-101"))
    box = table.position.number(table.position.any_unit(name).place)  # type: ignore[union-attr]
    far = act.MoveUnits(units=(name,), path=(box, "A0404"), mode="landing")
    assert "7.3m.too_far" in table.said(far)
    table.play(act.MoveUnits(units=(name,), path=(box, "A2803"), mode="landing"))
    assert table.position.number(table.position.units[name].place) == "A2803"


def test_levels_of_victory() -> None:
    assert [victory.campaign(n) for n in (20, 19, 9, 4, 0)] == victory.WORDS
    assert victory.campaign(20, 1) == "allied substantial"
    assert [victory.introductory(*n) for n in ((10, 10), (10, 6), (5, 20))] == [
        "decisive",
        "marginal",
        "defeat",
    ]
    held = {"B4315": "allied", "B4412": "allied", "B4415": "german"}
    assert victory.tournament(held) == {"german": "marginal", "allied": "substantial"}


@pytest.mark.parametrize(
    ("scenario", "most"), [("introductory", 500), ("tournament", 25), ("campaign", 40)]
)
def test_random_games_are_clean(scenario: str, most: int) -> None:
    table, chooser = Table(scenario), random.Random(3)
    for _ in range(most):
        if player.to_decide(table.rules, table.state) is None:
            break
        legal = table.rules.legal(table.state, 12, chooser.randrange(999)).actions
        roll(table, chooser.choice(legal), chooser)
    position = table.rules.answers(table.state)
    assert position.standing().text
    assert isinstance(position.checklist(), tuple)
    if scenario == "introductory":
        assert table.state.tracks["winner"] in ("allied", "german")
        assert position.standing().level


# -- what the window tells of a combat -------------------------------------------------------------


def declaring() -> Table:
    """Return the break-out before declarations: Guards next to A0606 and A0509."""
    table = Table("introductory", turn=1, phase="declaration", active="allied")
    for name, hex_ in (("2GG", "A0505"), ("1CG", "A0505"), ("Eng", "A0506"), ("2HC", "A0508")):
        table.put(f"BR-GA-{name}", hex_)
    return table.put("GE-6P", "eliminated-german")


def prepared(table: Table, target: str, *units: str, **choices: Any) -> Any:
    place = table.position.ground.index[target]
    names = tuple(f"BR-GA-{u}" for u in units)
    position = table.rules.answers(table.state)
    return position.prepared(AttackPlan(names, place, (), choices))


def test_odds_switch_between_both_kinds_of_combat() -> None:
    table = declaring()
    push = prepared(table, "A0606", "2GG", "Eng", combat="maneuver")
    assert (push.kind, push.ratio, push.replies) == ("maneuver", "2:1", ())
    assert sum(c.probability for c in push.chances) == 1
    storm = prepared(table, "A0606", "2GG", "Eng", combat="assault")
    assert storm.kind == "assault"
    assert sum(c.probability for c in storm.replies) == 1
    assert "both sides fire at once" in storm.method
    assert "defender fires first" in prepared(table, "A0606", "2GG", combat="assault").method
    assert storm.order == act.DeclareAttack(
        attackers=("BR-GA-2GG", "BR-GA-Eng"), target="A0606", combat="assault"
    )


def test_odds_notes_describe_refusal_fatigue_and_support() -> None:
    table = declaring()
    slips = prepared(table, "A0509", "2HC").notes
    assert slips[0].startswith("It may refuse combat: chance 7 in 10; hexes to withdraw to: ")
    assert "becomes fatigued" in slips[-1]
    assert prepared(table, "A0606", "2GG").notes[0] == "It cannot refuse combat (10.0)."
    table.play(act.DeclareAttack(attackers=("BR-GA-2HC",), target="A0509"))
    assert "pinned" in prepared(table, "A0509", "2HC", combat="assault").notes[0]
    plans = table.rules.answers(table.state).plans()
    assert [(table.position.number(p.target), p.kind, p.pinned) for p in plans] == [
        ("A0509", "maneuver", False)
    ]


def test_stack_words_show_points_and_efficiency() -> None:
    table = declaring()
    position, index = table.rules.answers(table.state), table.position.ground.index
    told = position.stack_words(index["A0505"])
    assert told == "Stacking 4 of 8; efficiency: best 7, average 7"
    assert position.stack_words(index["A0101"]) == ""


def test_bombardment_needs_no_adjacent_units() -> None:
    table = declaring()
    table.state = replace(table.state, clock=Clock(turn=1, phase="bombardment", active="allied"))
    odds = prepared(table, "A0606", air=10)
    assert odds.order == act.Bombard(target="A0606", air=10)
    assert odds.column == "7-12"
    assert [c.result.defender.get("steps", 0) for c in odds.chances[:4]] == [4, 3, 3, 2]
    assert odds.notes == ("Air points spent: 10; left: 15 (15.0).",)


# -- readings --------------------------------------------------------------------------------------


def read(table: Table, name: str, value: str) -> Table:
    return table.track(f"option/{name}", value)


def test_zone_of_overrun_units_stops_only_by_reading() -> None:
    guards = ("BR-GA-2GG", "BR-GA-1CG", "BR-GA-2IG", "BR-GA-2WG")
    for value, reasons in (("free", []), ("stop", ["6.0c.stopped"])):
        table = read(Table("campaign", turn=3, phase="movement", active="allied"),
                     "overrun_zoc", value)  # fmt: skip
        for name in guards:
            table.put(name, "A0406").track(f"entered/{name}", 1)
        table.put("GE-6P", "A0505", steps=1)
        for name in [u.id for u in table.position.own("german")]:
            if name != "GE-6P":
                table.put(name, "eliminated-german")
        assert table.said(act.MoveUnits(units=guards, path=("A0406", "A0505"))) == reasons


def test_guns_in_an_overrun_and_the_holder_of_a_hex() -> None:
    table = Table("introductory")
    gun = table.position.setting.unit_of("g", table.state.pieces["BR-GA-Art-SP"])
    assert overrun_strength(table.position, [gun]) == 0
    read(table, "sp_overrun", "bombardment")
    assert overrun_strength(table.position, [gun]) == 8

    arnhem = Table("tournament")
    assert victory.holder(arnhem.position, "B4315") == "german"
    empty = not arnhem.position.stack(arnhem.position.ground.index["B4315"])
    read(arnhem, "control", "present")
    assert victory.holder(arnhem.position, "B4315") == ("" if empty else "german")


def test_mud_reading_closes_or_allows_passing() -> None:
    table = Table("campaign", turn=5, phase="mechanised", active="allied").track("mud", 3)
    polder = sorted(table.position.ground.polder)
    i = next(i for i in polder if table.position.ground.ring[i][0] in table.position.ground.polder)
    j = table.position.ground.ring[i][0]
    table.put("BR-GA-2HC", table.position.number(j))
    mover = Mover(table.position, (table.position.units["BR-GA-2HC"],))
    assert mover.barred(j, i)
    assert mover.barred(i, j)
    read(table, "mud", "pass")
    mover = Mover(table.position, (table.position.units["BR-GA-2HC"],))
    assert mover.barred(j, i)
    assert not mover.barred(i, j)


def test_the_order_of_a_result() -> None:
    def kinds(order: str) -> list[str]:
        return [s.kind for s in ch12_combat.stages_of("A1F1", 1, order)]

    assert kinds("retreat_last") == ["loss", "fatigue", "retreat"]
    assert kinds("fatigue_last") == ["loss", "retreat", "fatigue"]


def test_titles_and_words_speak_spanish(monkeypatch: pytest.MonkeyPatch) -> None:
    assert BOOK.titles["10.0a"] == "Who may refuse combat"
    monkeypatch.setenv("HOLLAND44_LANG", "es")
    assert BOOK.titles["10.0a"] == "Quién puede rehusar"
    assert all(has(f"title.airbridge.{number}") for number in BOOK.titles)
    assert BOOK.module.word("kinds", "tank") == "tanques"


def test_log_describes_answers_in_plain_words() -> None:
    path = Path(__file__).parents[3] / "logs" / "air-bridge-introductory.h44log"
    recording = Recording.load(path)
    entries = enumerate(recording.timeline.entries)
    chosen = [(k, e) for k, e in entries if isinstance(e.action, act.Choose)]
    told = [narrate(e, recording.state(k), recording.module) for k, e in chosen]
    assert told[:2] == [
        "The stack in A0509 tries to refuse combat: die 7.",
        "The stack in A0509 withdraws to A0609.",
    ]
    assert [words for words in told if "decides (" in words] == []
    helped = act.Choose(decision="support", option="air3")
    guns = chosen[-1][1].model_copy(update={"action": helped, "effects": ()})
    after = recording.state(chosen[-1][0])
    assert narrate(guns, after, recording.module) == "Fire for the defender (Air points: 3)."


def test_result_codes_are_described_briefly() -> None:
    told = {code: result(code, 2).text for code in ("A1F2", "DF1", "D2F1", "BF1")}
    assert told == {
        "A1F2": "Attacker: steps lost: 1, 2 fatigued, retreats one hex.",
        "DF1": "Defender: 1 fatigued, retreats two hexes or stays.",
        "D2F1": "Defender: steps lost: 1, 1 fatigued, retreats two hexes or stays.",
        "BF1": "One unit of each side is fatigued.",
    }
