"""Values on both sides of a limit, and reasons that few positions give."""

from __future__ import annotations

import pytest

from engine.core import actions as act
from engine.core.effects import SetTrack
from engine.games.airbridge import tracks
from engine.games.airbridge.answers.assault_course import course
from engine.games.airbridge.combat import CombatRecord
from engine.games.airbridge.rules.ch03_sequence import (
    Initiative,
    next_clock,
    phases,
    roll_weather,
)
from engine.games.airbridge.rules.ch04_movement import overrun_objections
from engine.games.airbridge.rules.ch05_stacking import Overstack
from engine.games.airbridge.rules.ch07_bridges import ferry_verdicts
from engine.games.airbridge.rules.ch07_drop_zones import landing_hexes
from engine.games.airbridge.rules.ch09_fire import gun_verdicts
from engine.games.airbridge.rules.ch13_assault import roll_fire
from engine.games.airbridge.rules.ch16_supply import supplied
from engine.games.airbridge.rules.ch21_arrivals import EARNED, earned, enter, entry_hexes, is_due
from engine.games.airbridge.ruleset import Rules
from engine.i18n import t
from engine.play.game import Recording
from engine.probe.questions import answer
from engine.rules.answers import AttackPlan
from engine.rules.base.decisions import Choice
from engine.rules.judge import Given
from tests.games.airbridge.givens import until
from tests.games.airbridge.test_examples import BOOK, Table
from tests.games.airbridge.test_examples import unit as battalion
from tests.games.airbridge.test_probe import BOARD, GUARDS, GUN, SAPPERS, SS, position
from tests.games.airbridge.test_reasons import keys, maneuver_of, tracked
from tests.games.airbridge.test_rules import declared, said
from tests.games.airbridge.test_whole_answers import LOG

A, G = GUARDS | {"id": "a", "hex": "0403"}, SS | {"id": "g", "hex": "0404"}
ON = act.MoveUnits(units=("a",), path=("0403", "0404"))


# -- movement --------------------------------------------------------------------------------------


def test_each_move_of_a_single_unit_is_listed_once() -> None:
    """3.0.C1: as a unit, not as a stack of one."""
    table = position(A, phase="movement")
    listed = table.ruleset.legal(table.state, 9000).actions
    assert len(listed) == len(set(listed)) > 1


def test_nobody_moves_into_a_box() -> None:
    """4.0d."""
    into = act.MoveUnits(units=("a",), path=("0403", "eliminated-allied"))
    assert said(position(A, phase="movement"), into) == ["4.0d.box"]


def test_a_move_too_far_tells_points_not_halves() -> None:
    """4.0a: three clear hexes, with two and a half points left of six."""
    table = tracked(position(A, phase="movement"), moved__a=7, entered__a=1)
    far = act.MoveUnits(units=("a",), path=("0403", "0404", "0405", "0406"))
    (told,) = [v for v in table.judge(far) if v.rule == "4.0a"]
    assert (told.args["cost"], told.args["left"]) == (3, 2.5)


def test_units_stop_in_enemy_zones_and_only_there() -> None:
    """6.0c."""
    table = position(A, G | {"hex": "0405"}, phase="movement")
    zone = table.position.enemy_zone("allied")
    found = table.reach(("a",)).hexes
    assert {hex_ for hex_, end in found.items() if end.stop == "ezoc"} == zone & set(found)
    assert zone & set(found) < set(found)


@pytest.mark.parametrize(("others", "found"), [((), []), (("0402",), ["6.0c.stopped"])])
def test_only_the_overrun_unit_s_own_zone_does_not_stop_an_overrun(
    others: tuple[str, ...], found: list[str]
) -> None:
    """4.2, 6.0c."""
    more = [SS | {"id": f"h{n}", "hex": h} for n, h in enumerate(others)]
    table = tracked(position(A | {"attack": 40}, G, *more, phase="movement"), entered__a=1)
    assert said(table, ON) == found


def test_eight_points_overrun_eight_points() -> None:
    """4.2a, 5.0b: the overrun units take no room."""
    crowd = [SS | {"id": f"g{n}", "hex": "0404", "stacking": 2, "defense": 1} for n in range(4)]
    table = position(A | {"attack": 40, "stacking": 8}, *crowd, phase="movement")
    assert table.reach(("a",)).hexes[table.place("0404")].stop == "overrun"


@pytest.mark.parametrize(("attack", "found"), [(0, ["enemy", "odds"]), (1, [])])
def test_nobody_overruns_without_strength(attack: int, found: list[str]) -> None:
    """4.2c: not even units without defence."""
    table = position(A | {"attack": attack}, G | {"defense": 0}, phase="movement")
    units = [table.position.units["a"]]
    whys = [o.why for o in overrun_objections(table.position, units, table.place("0404"))]
    assert whys == found


def test_a_fire_marker_on_infantry_means_nothing() -> None:
    """9.4c: the limit is of artillery; a position made by hand may have such a marker."""
    assert said(position(A | {"status": ["final_fire"]}, phase="movement"), ON) == []


@pytest.mark.parametrize(
    ("units", "there", "found"),
    [("e", 6, []), ("e", 7, ["full"]), ("e i", 5, []), ("e i", 6, ["full"])],
)
def test_only_who_crosses_needs_room_on_the_other_bank(
    units: str, there: int, found: list[str]
) -> None:
    """5.0c, 17.3a: the engineer himself (2 points), or the unit that he ferries (3 points)."""
    board = BOARD | {"hexsides": {"0404/0405": ["river"]}}
    table = position(
        SAPPERS | {"id": "e", "hex": "0404", "stacking": 2},
        GUARDS | {"id": "i", "hex": "0404", "cm": False, "stacking": 3},
        GUARDS | {"id": "there", "hex": "0405", "stacking": there},
        board=board,
        phase="movement",
    )
    stack = tuple(table.position.units[n] for n in units.split())
    verdicts = list(
        ferry_verdicts(table.position, stack, (table.place("0404"), table.place("0405")))
    )
    assert [v.rule for v in verdicts] == ["5.0c" for _ in found]
    assert all(v.units == (units[-1],) for v in verdicts)


# -- the course of a turn --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("die", "before", "mud"), [(7, None, None), (8, None, 3), (8, 1, 1), (7, 1, 1)]
)
def test_the_first_bad_day_sets_the_mud(die: int, before: int | None, mud: int | None) -> None:
    """18.0b, 18.1d, 7.1f: bad on 8 to 10."""
    table = Table("campaign", turn=3, phase="strategic", active="allied")
    if before is not None:
        table.track(tracks.MUD, before)
    work = table.rules.work(table.state, Given([die]))
    roll_weather(work)
    assert work.state.tracks.get(tracks.MUD) == mud


def test_the_introductory_scenario_begins_with_movement_and_has_no_phase_after_its_end() -> None:
    """INTRO.a, 3.0.M1."""
    table = Table("introductory")
    assert phases(table.position)[0].phase == "movement"
    assert next_clock(table.position) is not None
    assert next_clock(table.track("winner", "allied").position) is None


@pytest.mark.parametrize("side", ["allied", "german"])
def test_who_is_chosen_plays_first(side: str) -> None:
    """20.0a, 20.0c."""
    table = Table("campaign", turn=3, phase="strategic", active="allied")
    work = table.rules.work(table.state, Given([1]))
    Initiative().answer(work, {}, Choice(side))
    assert work.position.first_player == side


@pytest.mark.parametrize(("stacking", "asked"), [(4, 0), (5, 2)])
def test_nobody_is_eliminated_from_eight_points(stacking: int, asked: int) -> None:
    """5.0a, 5.0d."""
    both = [A | {"id": n, "stacking": stacking} for n in "ab"]
    assert len(Overstack().choices(position(*both).position, {"hex": "0403"})) == asked


# -- arrivals --------------------------------------------------------------------------------------


def test_each_reinforcement_is_listed_once_waiting_from_its_turn_on() -> None:
    """21.0a, 21.0c."""
    table = Table("tournament", turn=3, phase="movement", active="german")
    arrivals = table.rules.answers(table.state).arrivals()
    names = [name for arrival in arrivals for name in arrival.units]
    assert len(names) == len(set(names))
    boxes = {u.id: table.position.number(u.place) for u in table.position.off_map("german")}
    turns = {n: int(box.removeprefix("turn-")) for n, box in boxes.items() if "turn-" in box}
    by_unit = {a.units[0]: a for a in arrivals}
    for name, turn in turns.items():
        if turn <= 10:
            assert (by_unit[name].waiting, by_unit[name].turn) == (turn <= 3, max(turn, 3))
    assert {by_unit[n].waiting for n in turns if n in by_unit} == {True, False}


def test_nobody_lands_before_the_turn_of_the_box() -> None:
    """21.0a."""
    table = Table("campaign", turn=3, phase="airborne", active="allied")
    name = table.position.box("air-101")[0].id
    place = table.position.dz("101")
    assert place is not None
    zone = table.position.number(place)
    for box, early in (("turn-3", False), ("turn-4", True)):
        move = act.MoveUnits(units=(name,), path=(box, zone), mode="landing")
        assert ("21.0a.too_soon" in table.put(name, box).said(move)) == early


def test_waiting_units_enter_one_by_one() -> None:
    """21.0b: two together have no hex."""
    table = Table("tournament", turn=3, phase="movement", active="german")
    names = [u.id for u in table.position.box("turn-3") if u.type.entries == ("B5014",)]
    answers = table.rules.answers(table.state)
    assert answers.reach(tuple(names[:1])).hexes
    assert answers.reach(tuple(names[:2])).hexes == {}


def test_without_a_drop_zone_there_is_no_hex_to_land_in() -> None:
    """7.3b."""
    assert tuple(landing_hexes(position(A).position, battalion("x"))) == ()


@pytest.mark.parametrize(("turn", "due"), [(4, False), (5, True)])
def test_the_43_division_may_be_bought_from_turn_5(turn: int, due: bool) -> None:
    """CAMP.i1, CAMP.v2: which costs one level, once for the division."""
    table = Table("campaign", turn=turn, phase="movement", active="allied")
    bought = table.position.box("earned-43-division")
    assert len(bought) > 1
    assert {is_due(table.position, unit) for unit in bought} == {due}
    work = table.rules.work(table.state, Given([]))
    for unit in bought[:2]:
        enter(work, unit, table.position.ground.index["A0107"])
    assert work.state.tracks[tracks.LEVELS] == 1


def test_ground_units_in_supply_south_of_the_rivers_earn_no_division() -> None:
    """CAMP.i1, CAMP.i2, CAMP.i3."""
    table = Table("campaign", turn=3, phase="initial", active="allied").put("BR-GA-2GG", "A0107")
    assert supplied(table.position, table.position.units["BR-GA-2GG"])
    for box in EARNED:
        assert not earned(table.position, box)


def test_the_allies_enter_by_the_highway() -> None:
    """21.0d, CAMP.f."""
    table = Table("campaign", turn=5, phase="movement", active="allied")
    unit = table.position.box("earned-43-division")[0]
    assert [table.position.number(i) for i in entry_hexes(table.position, unit)] == ["A0107"]


# -- combat ----------------------------------------------------------------------------------------


def test_infantry_cannot_bombard_and_says_nothing_of_range() -> None:
    """9.1a."""
    table = position(A, G | {"hex": "0909"})
    unit = table.position.units["a"]
    assert keys(gun_verdicts(table.position, unit, table.place("0909"))) == ["9.1a.no_gun"]


@pytest.mark.parametrize(("phase", "found"), [("bombardment", []), ("maneuver", ["3.0.G1.phase"])])
def test_guns_bombard_in_their_phase_only(phase: str, found: list[str]) -> None:
    """3.0.G1."""
    table = position(A, G, GUN | {"id": "gun", "hex": "0302"}, phase=phase)
    assert said(table, act.Bombard(artillery=("gun",), target="0404")) == found


def test_guns_in_range_are_listed_each_alone_and_all_together() -> None:
    """9.0d, 9.1a."""
    hexes = {"h": "0302", "i": "0303", "far": "0909"}
    guns = [GUN | {"id": n, "hex": hex_, "range": 4} for n, hex_ in hexes.items()]
    table = position(A, G, *guns, phase="bombardment")
    listed = table.ruleset.legal(table.state, 9000).actions
    found = {order.artillery for order in listed if isinstance(order, act.Bombard)}
    assert found == {(), ("h",), ("i",), ("h", "i")}


def test_a_single_point_is_looked_up_in_the_first_column() -> None:
    """9.1c."""
    assert BOOK.table("bombardment", {"points": 1, "die": 1}).result == 2


@pytest.mark.parametrize(("defense", "fired"), [(0, False), (1, True)])
def test_at_defenders_without_strength_nobody_fires(defense: int, fired: bool) -> None:
    """13.1e: in play and in the odds."""
    table = position(A, G | {"armor": "Inf", "defense": defense}, phase="assault")
    record = CombatRecord(
        kind="assault", side="allied", target="0404", attackers=("a",), defenders=("g",)
    )
    work = table.ruleset.work(table.state, Given([1] if fired else []))
    assert (roll_fire(work, record, "attacker") is not None) == fired
    units = [table.position.units["a"]]
    endings = course(table.position, units, table.place("0404")).endings
    assert any(end.defender for end in endings) == fired
    assert any(end.attacker for end in endings) == fired


def test_nobody_fires_at_attackers_who_are_gone() -> None:
    """13.1f: no die is rolled."""
    table = position(G, phase="assault")
    record = CombatRecord(
        kind="assault", side="allied", target="0404", attackers=("gone",), defenders=("g",)
    )
    for who in ("attacker", "defender"):
        assert roll_fire(table.ruleset.work(table.state, Given([])), record, who) is None


def test_the_basis_of_a_die_is_that_of_its_modified_row() -> None:
    """13.1e, 19.2a: 7-10 is printed for a 5 only, which 2 less for the armour makes a 7."""
    table = position(A | {"attack": 7, "armor": "Arm"}, G | {"armor": "Inf"}, phase="assault")
    odds = table.odds(AttackPlan(("a",), table.place("0404"), (), {"combat": "assault"}))
    assert odds.column == "7-10"
    assert [chance.throws for chance in odds.chances if not chance.basis] == ["7"]


def test_the_best_odds_are_the_last_column() -> None:
    """12.1a: 35 against 5 with equal efficiency."""
    table = position(A | {"attack": 35, "efficiency": 7}, G, phase="maneuver")
    assert table.odds(AttackPlan(("a",), table.place("0404"), (), {})).column == "7-1"


def test_odds_do_not_repeat_the_kind_of_combat_that_was_asked() -> None:
    """12.0a."""
    found = answer(position(A, G), "odds", {"attackers": ["a"], "target": "0404"})
    assert found["attack"] == 6
    assert "combat" not in found


def test_each_unit_of_a_declaration_is_judged() -> None:
    """12.0a, 14.0b: also after one of the other side."""
    tired = A | {"id": "t", "status": ["fatigued"]}
    attack = act.DeclareAttack(attackers=("h", "t"), target="0404")
    found = said(position(tired, G, SS | {"id": "h", "hex": "0405"}), attack)
    assert found == ["12.0a.other_side", "14.0b.fatigued"]


@pytest.mark.parametrize(("left", "offered"), [(1, [1]), (4, [1, 2, 4]), (5, [1, 3, 5])])
def test_one_half_or_all_points_from_the_air_are_offered(left: int, offered: list[int]) -> None:
    """9.2a, 15.0b."""
    plan = [declared("maneuver", "a")]
    table = position(A, G, phase="maneuver", declared=plan)
    table = until(tracked(table, **{tracks.AIR + "german": left}), "support")
    options = table.ruleset.legal(table.state, 99).actions
    assert [o.option for o in options] == ["none", *(f"air:{n}" for n in offered)]


@pytest.mark.parametrize(("status", "left"), [([], 1), (["first_fire"], 0)])
def test_the_option_of_a_gun_tells_the_shots_that_it_keeps(status: list[str], left: int) -> None:
    """9.4a."""
    table = position(A, G, GUN | {"id": "gun", "hex": "0302", "status": status})
    option = table.option(Choice("gun", ("gun",)), "support")
    assert option.tag == t("option.airbridge.shots", left=left)


def test_the_option_of_a_loss_tells_one_step() -> None:
    """12.3h, 12.3j."""
    table = until(maneuver_of("allied"), "loss")
    tags = {option.tag for option in table.question().options}
    assert tags == {t("option.airbridge.steps", steps=1)}


def test_the_roll_of_a_combat_is_that_for_its_hex() -> None:
    """12.1d: not that of fire recorded after it."""
    recording = Recording.load(LOG)
    facts = BOOK.facts(recording.module, recording.log.header.scenario)
    entry, before = recording.timeline.entries[34], recording.state(34)
    shot = SetTrack(track=tracks.COMBAT, before=None, after="support 1-2 4 1")
    later = facts.fight(entry.model_copy(update={"effects": (*entry.effects, shot)}), before)
    assert later is not None
    assert (later.column, later.dice, later.result) == ("3-1", (10,), "BF1")


# -- positions -------------------------------------------------------------------------------------


def test_a_whole_position_takes_its_drop_zones_from_their_records_only() -> None:
    """7.3: not from those of the weather or the mud."""
    zone = {"kind": "dz", "division": "82", "hex": "0404"}
    table = position(A, markers=[zone], tracks={"mud": 1})
    again = BOOK.parse_position(table.ruleset.written(table.state)).ruleset
    assert isinstance(again, Rules)
    assert again.setting.divisions == {"82": "0404"}


@pytest.mark.parametrize(("alt", "told"), [(True, 1), (False, None)])
def test_the_second_drop_zone_of_a_division_is_recorded(alt: bool, told: int | None) -> None:
    """7.3i."""
    zone = {"kind": "dz", "division": "82", "hex": "0404", "alt": alt}
    assert position(A, markers=[zone]).state.tracks.get(tracks.DZ_ALT + "82") == told
