"""Rich positions with the answers of the rulebook: lists of orders, odds, the printed map."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from engine.core import actions as act
from engine.core.counters import Face as CounterFace
from engine.core.effects import SetTrack
from engine.games.airbridge.answers.assault_course import Ending, course
from engine.games.airbridge.audit import Auditor
from engine.games.airbridge.charts import cell
from engine.games.airbridge.combat import CombatRecord
from engine.games.airbridge.rulebook import rulebook
from engine.games.airbridge.rules.ch02_counters import type_of
from engine.games.airbridge.rules.ch12_declaration import declared
from engine.games.airbridge.rules.ch12_strengths import average
from engine.games.airbridge.rules.ch13_assault import roll_fire
from engine.games.airbridge.units import Face
from engine.play.game import Recording
from engine.probe.questions import answer
from engine.request_fields import Refused
from engine.rules.answers import AttackPlan
from engine.rules.base.decisions import Choice
from engine.rules.judge import Given
from tests.games.airbridge.test_answers import shots
from tests.games.airbridge.test_examples import Table
from tests.games.airbridge.test_probe import BOARD, GUARDS, GUN, SAPPERS, SS, position
from tests.games.airbridge.test_reasons import tracked
from tests.games.airbridge.test_rules import declared as told
from tests.games.airbridge.test_rules import played, said, where
from tests.games.test_house_rules_in_reach import with_house_rule

BOOK = rulebook()
CHARTS = BOOK.charts
DICE = range(1, 11)
FOOT = GUARDS | {"cm": False}
A, G = GUARDS | {"id": "a", "hex": "0403"}, SS | {"id": "g", "hex": "0404"}
LOG = Path(__file__).parents[3] / "logs" / "air-bridge-introductory.h44log"


def modes(table: Any, mode: str) -> set[tuple[tuple[str, ...], str]]:
    """Return the units and end hexes of the listed moves of a mode."""
    orders = table.ruleset.legal(table.state, 9000).actions
    moves = (o for o in orders if isinstance(o, act.MoveUnits) and o.mode == mode)
    return {(move.units, move.path[-1]) for move in moves}


# -- moves -----------------------------------------------------------------------------------------

RIVER = BOARD | {"hexsides": {"0404/0405": ["river"], "0404/0504": ["canal"]}}
CREW = (
    SAPPERS | {"id": "e", "hex": "0404"},
    SAPPERS | {"id": "f", "hex": "0404"},
    FOOT | {"id": "i", "hex": "0404"},
    GUARDS | {"id": "c", "hex": "0404", "stacking": 1},
)
FERRIED = {
    (units, hex_) for units in (("e",), ("f",), ("e", "i"), ("f", "i")) for hex_ in ("0405", "0504")
}


def test_engineers_ferry_themselves_or_one_unit_on_foot_over_any_water() -> None:
    """17.3a, 17.3b: over both hexsides with water, no C/M unit, in the movement phase only."""
    table = position(*CREW, SS | {"id": "g", "hex": "0909"}, board=RIVER, phase="movement")
    assert modes(table, "ferry") == FERRIED
    by_unit = {
        (o.units, o.path[-1])
        for o in table.ruleset.actions_of(table.state, "e")
        if isinstance(o, act.MoveUnits) and o.mode == "ferry"
    }
    assert by_unit == {one for one in FERRIED if "e" in one[0]}
    assert all(o.mode != "ferry" for o in table.ruleset.actions_of(table.state, "i"))
    late = position(*CREW, board=RIVER, phase="mechanized")
    assert modes(late, "ferry") == set()
    freed = with_house_rule(table.state, "17.3a", "off")
    ends = {o.path[-1] for o in table.ruleset.legal(freed, 9000).actions if "ferry" in str(o)}
    assert ends == {"0405", "0504"}, "only over water, also by a house rule"
    boxed = Table("campaign", turn=1, phase="movement", active="allied")
    assert not [o for o in boxed.rules.legal(boxed.state, 9000).actions if "ferry" in str(o)]


RED = BOARD | {"hexsides": {"0404/0405": ["canal", "bridge", "red"], "0304/0404": ["river"]}}


def test_a_ferry_approaches_the_bridges_of_the_hex_it_reaches() -> None:
    """7.2c, 17.3a."""
    table = position(SAPPERS | {"id": "e", "hex": "0304"}, board=RED, phase="movement")
    over = act.MoveUnits(units=("e",), path=("0304", "0404"), mode="ferry")
    for die, state in ((5, "blown"), (6, "wired")):
        after = played(table, over, die)
        assert after.state.hexsides.get("0404/0405", "wired") == state
        assert where(after, "e") == "0404"


@pytest.mark.parametrize(("die", "end"), [(5, "0404"), (6, "0405")])
def test_a_bridge_blown_on_the_way_ends_the_move(die: int, end: str) -> None:
    """7.2c: the unit stays before the bridge, with the points that it has not spent."""
    table = position(A | {"hex": "0403"}, board=RED, phase="movement")
    after = played(table, act.MoveUnits(units=("a",), path=("0403", "0404", "0405")), die)
    assert where(after, "a") == end
    assert after.state.tracks["moved/a"] == 2 * (2 if end == "0405" else 1)


def test_units_that_enter_or_land_approach_bridges() -> None:
    """7.2c, 21.0b: Germans do not; Allied units that land beside one do."""
    table = Table("campaign", turn=1, phase="airborne", active="allied")
    ground = table.position.ground
    zone = table.position.dz("101")
    assert zone is not None
    red = {end for b in ground.by_side.values() if b.start == "wired" for end in b.ends}
    near = sorted(i for i in red if ground.distance(zone, i) <= 5)
    fit = [i for i in near if ground.terrain[i] in ("clear", "mixed")]
    name = table.position.box("air-101")[0].id
    place = next(i for i in fit if i not in table.position.stacks["german"])
    path = ("air-101", table.position.number(place))
    count = sum(b.start == "wired" and place in b.ends for b in ground.by_side.values())
    table.play(act.MoveUnits(units=(name,), path=path, mode="landing"), *[6] * count)
    assert sum(t.startswith("tried/") for t in table.state.tracks) == count > 0


def test_only_single_units_enter_in_one_step() -> None:
    """21.0b: nobody enters who is on the map."""
    table = Table("campaign", turn=3, phase="movement", active="german")
    name = next(u.id for u in table.position.box("turn-3") if u.type.entries == ("B5014",))
    for path, rules in ((("B5014",), []), (("B5014", "B4914"), ["21.0b.one_hex"])):
        move = act.MoveUnits(units=(name,), path=("turn-3", *path), mode="arrival")
        assert table.said(move) == rules
    held = position(A, phase="movement")
    for mode, rules in (
        ("arrival", ["21.0b.on_map"]),
        ("landing", ["21.0b.on_map"]),
        ("normal", []),
    ):
        move = act.MoveUnits(units=("a",), path=("0403", "0404"), mode=mode)
        assert said(held, move) == rules


def test_nothing_moves_after_the_end_of_the_game() -> None:
    """3.0.M1."""
    table = tracked(position(A, phase="movement"), winner="allied")
    assert said(table, act.MoveUnits(units=("a",), path=("0403", "0404"))) == ["3.0.M1.over"]
    assert "3.0.M1.over" in said(table, act.NextPhase())


def test_the_best_path_of_a_unit_in_a_box_leads_straight_onto_the_map() -> None:
    """21.0b: also to a hex that it may not enter."""
    table = Table("campaign", turn=3, phase="movement", active="german")
    answers = table.rules.answers(table.state)
    unit = next(u for u in table.position.box("turn-3") if u.type.entries == ("B5014",))
    for number in ("B5014", "B4010"):
        place = table.position.ground.index[number]
        found = answers.best_route((unit.id,), place)
        assert (found.path, found.mode) == ((unit.place, place), "arrival")
    held = position(A, phase="movement")
    far = held.position.ground.index["0407"]
    assert held.best_route(("a",), far).path == held.reach(("a",)).hexes[far].path


def test_units_that_cannot_move_are_no_duty() -> None:
    """4.0a, 9.4c: a garrison, and artillery that has fired twice."""
    table = position(
        A,
        GUARDS | {"id": "fixed", "hex": "0605", "movement": 0},
        GUN | {"id": "spent", "hex": "0707", "status": ["final_fire"]},
        GUN | {"id": "gun", "hex": "0708"},
        phase="movement",
    )
    named = {name for item in table.checklist() for name in item.units}
    assert named == {"a", "gun"}


def test_a_move_made_by_hand_in_another_mode_is_not_judged() -> None:
    held = position(A, phase="declaration")
    auditor = Auditor(held.ruleset)
    for mode, judged in (("normal", True), ("arrival", True), ("ferry", False), ("setup", False)):
        move = act.MoveUnits(units=("a",), path=("0403", "0404"), mode=mode)
        assert (auditor.judge_move(held.state, move) is not None) is judged


def test_nobody_arrives_after_the_last_turn() -> None:
    """TOURN.d: ten turns."""
    table = Table("tournament", turn=3, phase="movement", active="german")
    table.put("GE-9SS-1/9", "turn-10").put("GE-16SS", "turn-11")
    coming = {u for a in table.rules.answers(table.state).arrivals() for u in a.units}
    assert "GE-9SS-1/9" in coming
    assert "GE-16SS" not in coming


# -- the printed map -------------------------------------------------------------------------------


def test_the_areas_of_the_printed_map() -> None:
    """4.1b, 7.1e, 16.0m: the edge, the polder between the rivers, the muddy stretch of highway."""
    ground = Table("campaign").position.ground
    assert ground.edge == {i for i, ring in enumerate(ground.ring) if len(ring) < 6}
    rows = {int(ground.numbers[i][3:]) for i in ground.polder}
    assert rows == set(range(11, 18))
    assert ground.index["B4014"] in ground.polder
    assert not ground.polder & (ground.north | ground.between | ground.south_of_maas)
    start, end = (ground.highway.index(ground.index[n]) for n in ("B3216", "B4215"))
    stretch = ground.highway[min(start, end) : max(start, end) + 1]
    assert ground.muddy_links == {p for a, b in pairwise(stretch) for p in ((a, b), (b, a))}


def test_a_diagram_has_no_land_of_the_printed_map() -> None:
    held = position(A, G)
    ground = held.position.ground
    assert (ground.between, ground.north, ground.south_of_maas) == (frozenset(),) * 3
    assert held.standing().points["allied"] == 0


@pytest.mark.parametrize(
    ("uphill", "drm"), [(("0404",), 1), (("0403",), 0), ((), 0), (("0403", "0404"), 0)]
)
def test_a_slope_leads_up_to_its_upper_hex(uphill: tuple[str, ...], drm: int) -> None:
    """12.2d; the water of a later hexside counts too."""
    sides = {"0403/0404": ["slope"], "0404/0405": ["river"]}
    table = position(
        A, G | {"armor": "Inf"}, board=BOARD | {"hexsides": sides, "uphill": list(uphill)}
    )
    found = answer(table, "odds", {"attackers": ["a"], "target": "0404"})
    assert found["drm"] == drm
    assert (table.place("0404"), table.place("0405")) in table.position.ground.water


def test_a_counter_without_printed_values_has_none() -> None:
    """2.4: of a counter without efficiency, stacking, range or reverse."""
    tanks = BOOK.module.counters.of("GE-9SS-1/9")
    bare = tanks.model_copy(
        update={"front": CounterFace(steps=1), "back": None, "division": None, "steps": 1}
    )
    kind = type_of(bare)
    assert (kind.front, kind.back) == (Face(0, 0, 0, 0),) * 2
    assert (kind.stacking, kind.movement, kind.range, kind.division) == (0, 0, 0, "")
    assert (kind.armor, kind.cm, kind.engineer, kind.artillery) == (("Inf",), False, "", False)
    whole = type_of(tanks)
    assert (whole.division, whole.formation, whole.entries) == (
        "9SS", "9 SS Panzer Division", tanks.arrival.hexes,
    )  # fmt: skip


def test_the_words_of_a_position_become_what_the_rules_count() -> None:
    """4.1b, 7.2c, 17.1b, CAMP.d."""
    board = BOARD | {"hexsides": {"0404/0405": ["canal", "bridge", "red"], **CANAL}}
    table = position(
        GUN | {"id": "gun", "hex": "0302", "formation": "XXX Corps"},
        A,
        board=board,
        bridges={"0404/0405": "tried", "0504/0505": "repaired_now"},
        tracks={"mud": 1},
        phase="movement",
        turn=2,
    )
    told_ = {k: v for k, v in table.state.tracks.items() if k.partition("/")[0] in MARKS}
    assert told_ == {"mud": 1, "tried/0404/0405": 1, "repaired/0504/0505": 1}
    assert said(table, act.MoveUnits(units=("gun",), path=("0302", "0303"))) == ["CAMP.d.waits"]
    assert table.values_of("gun")["formation"] == "XXX Corps"
    with pytest.raises(Refused, match="rain"):
        position(A, tracks={"rain": 1})
    with pytest.raises(Refused) as error:
        BOOK.table("no such table", {})
    assert error.value.code == "bad_request"


MARKS = {"mud", "tried", "repaired"}
CANAL = {"0504/0505": ["canal", "bridge"]}


# -- combat ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "side", "left", "fought"),
    [
        ("maneuver", "allied", "g", True),
        ("maneuver", "allied", "", False),
        ("assault", "allied", "", False),
        ("maneuver", "german", "", False),
        ("assault", "german", "", False),
        ("maneuver", "german", "zone", False),
        ("assault", "german", "zone", True),
        ("maneuver", "allied", "zone", False),
        ("assault", "allied", "zone", False),
    ],
)
def test_a_declared_combat_against_nobody_is_dropped(
    kind: str, side: str, left: str, fought: bool
) -> None:
    """NOTES.b, 7.3d: Germans assault a drop zone that is left alone."""
    table = position(
        A | {"side": side},
        *([G] if left == "g" else []),
        markers=[{"kind": "dz", "division": "101", "hex": "0404" if left == "zone" else "0909"}],
        phase=kind,
        active=side,
        declared=[told(kind, "a")],
    )
    assert bool(declared(table.position, kind)) is fought


def test_nobody_has_no_efficiency() -> None:
    """8.0b."""
    assert average([]) == 0


def test_a_unit_that_has_lost_its_last_step_fires_no_more() -> None:
    """2.3e, 13.1f: two attackers, of whom the bombardment kills the weaker one."""
    weak = A | {"id": "w", "steps": 1, "attack": 1, "efficiency": 1, "max_steps": 2}
    table = position(A, weak, G, phase="assault")
    place, units = table.place("0404"), table.position.units
    both = course(table.position, [units["a"], units["w"]], place, {1: Fraction(1)})
    alone = course(table.position, [units["a"]], place)
    assert both.endings == {
        Ending(e.attacker + 1, e.defender, e.taken): p for e, p in alone.endings.items()
    }


def test_chances_of_an_assault_are_given_in_six_digits() -> None:
    gun = GUN | {"id": "h", "hex": "0505", "side": "german", "bombardment": 5}
    table = position(A, G, gun, phase="assault", declared=[told("assault", "a")])
    plan = AttackPlan(("a",), table.place("0404"), (), {"defense_artillery": "h"})
    endings = table.odds(plan).own["endings"]
    losses = {n: Fraction(shots(5, None).count(n), 10) for n in set(shots(5, None))}
    units = [table.position.units["a"]]
    exact = course(table.position, units, table.place("0404"), losses).endings
    found = {Ending(e["attacker"], e["defender"], e["taken"]): e["chance"] for e in endings}
    assert found == {e: round(float(p), 6) for e, p in exact.items()}
    assert any(round(float(p), 7) != round(float(p), 6) for p in exact.values())


@pytest.mark.parametrize("steps", [1, 2])
def test_the_prospect_of_a_manoeuvre_counts_results_that_destroy_the_defender(steps: int) -> None:
    """12.3j: 12 against 5 (or 3) in the column two or four to one, in clear terrain."""
    table = position(
        A | {"attack": 12, "efficiency": 7}, G | {"armor": "Inf", "steps": steps}, phase="maneuver"
    )
    told_ = table.odds(AttackPlan(("a",), table.place("0404"), (), {}))
    codes = [cell(CHARTS.maneuver, CHARTS.maneuver.columns.index(told_.column), d) for d in DICE]
    retreats = [code for code in codes if code.startswith("D")]
    lost = [int(code[1]) if code[1].isdigit() else 0 for code in retreats]
    assert told_.prospect is not None
    assert told_.prospect.falls == pytest.approx(len(retreats) / 10)
    assert told_.prospect.taken == pytest.approx(sum(n >= steps for n in lost) / 10)
    assert told_.prospect.defender == pytest.approx(sum(min(n, steps) for n in lost) / 10)
    assert sum(n == steps for n in lost) > 0


@pytest.mark.parametrize("die", [None, 1, 4, 10])
def test_a_single_air_point_supports_a_manoeuvre(die: int | None) -> None:
    """9.2b, 9.2c, 15.0b: the first column of the bombardment table is that of one point."""
    table = position(A, G | {"armor": "Inf"}, phase="maneuver", declared=[told("maneuver", "a")])
    more = {} if die is None else {"die": die}
    odds = table.odds(AttackPlan(("a",), table.place("0404"), (), {"air": 1, **more}))
    column = CHARTS.maneuver.columns.index(odds.column)
    weights: dict[str, Fraction] = {}
    for help_ in shots(1, die):
        for face in DICE:
            code = cell(CHARTS.maneuver, column, face - help_)
            weights[code] = weights.get(code, Fraction()) + Fraction(1, 100)
    found: dict[str, Fraction] = {}
    for chance in odds.chances:
        code = chance.result.code
        found[code] = found.get(code, Fraction()) + chance.probability
    assert found == weights
    fire = {"points": 1, "column": "1-2", "result": shots(1, die)[0]}
    assert odds.own["support"]["attack"] == (None if die is None else fire)
    assert odds.verdicts == ()


def test_support_is_assigned_after_the_declarations() -> None:
    """12.1c: of the attacker and of the defender."""
    gun = GUN | {"id": "gun", "hex": "0302"}
    theirs = GUN | {"id": "h", "hex": "0505", "side": "german"}
    table = position(A, G, gun, theirs)
    asked = {"attackers": ["a"], "target": "0404"}
    assert answer(table, "odds", asked)["verdicts"] == []
    for more in (
        {"artillery": ["gun"]},
        {"air": 1},
        {"defense_artillery": ["h"]},
        {"defense_air": 1},
    ):
        rules = [v["rule"] for v in answer(table, "odds", asked | more)["verdicts"]]
        assert "12.1c" in rules, more
    for more in ({"artillery": ("gun",)}, {"air": 1}):
        attack = act.DeclareAttack(attackers=("a",), target="0404", **more)
        assert said(table, attack) == ["12.1c.later"]


@pytest.mark.parametrize(
    ("terrain", "words"), [("clear", "whole"), ("mixed", "divided by 2"), ("urban", "divided by 4")]
)
def test_a_bombardment_states_its_divisor(terrain: str, words: str) -> None:
    """9.1e."""
    board = BOARD | {"hexes": {"0404": {"terrain": terrain}}}
    table = position(A, G, GUN | {"id": "gun", "hex": "0302"}, board=board, phase="bombardment")
    method = table.odds(AttackPlan((), table.place("0404"), ("gun",), {})).method
    assert words in method if words != "whole" else "divided" not in method


def test_a_bombardment_may_miss() -> None:
    """9.1c: eight points with a 10."""
    table = position(A, G, GUN | {"id": "gun", "hex": "0302"}, phase="bombardment")
    asked = {"artillery": ["gun"], "target": "0404", "die": 10}
    found = answer(table, "bombard", asked)
    assert (found["result"], found["steps"]) == (0, 0)


def test_a_roll_off_a_chart_counts_as_its_first_or_last_row() -> None:
    for drm, result in ((-5, 4), (-4, 4), (5, "-"), (6, "-")):
        asked = {"points": 8, "die": 5, "drm": drm}
        assert BOOK.table("bombardment", asked).result == result


@pytest.mark.parametrize(
    ("op", "asked"),
    [
        ("refuse", {"target": "9999"}),
        ("react", {"target": "nowhere"}),
        ("bridge", {"bridge": "0404/0405", "way": "approach"}),
        ("bridge", {"bridge": "0404/0405", "way": "repair"}),
    ],
)
def test_unknown_hexes_and_bridges_are_refused(op: str, asked: dict[str, Any]) -> None:
    with pytest.raises(Refused) as error:
        answer(position(A, G), op, asked)
    assert error.value.code == "unknown_hex"


def test_the_option_of_a_bridge_names_it_and_lies_on_its_hexside() -> None:
    """7.2d."""
    table = position(A, G, board=RED)
    ends = table.place("0404"), table.place("0405")
    option = table.option(Choice("0404/0405", hexside="0404/0405"), "demolish")
    assert option.hexside == (min(ends), max(ends))
    assert option.text == table.position.ground.by_side["0404/0405"].name


# -- facts of reports ------------------------------------------------------------------------------


def test_facts_of_a_log_of_another_scenario_and_of_a_combat_by_hand() -> None:
    recording = Recording.load(LOG)
    facts = BOOK.facts(recording.module, "a scenario of our own")
    entry, before = recording.timeline.entries[34], recording.state(34)
    found = facts.fight(entry, before)
    assert found is not None
    assert [o.ways for o in found.table] == [1] * 10
    by_hand = act.Combat(
        attackers=found.attackers,
        defenders=found.defenders,
        target=found.target,
        attack=8,
        defense=4,
        column="2-1",
        result="D1F1",
        label="by hand",
    )
    told_ = facts.fight(entry.model_copy(update={"action": by_hand}), before)
    assert told_ is not None
    assert (told_.label, told_.column, told_.result) == ("by hand", "2-1", "D1F1")
    silent = tuple(
        e for e in entry.effects if not (isinstance(e, SetTrack) and e.track == "combat")
    )
    assert facts.fight(entry.model_copy(update={"effects": silent}), before) is None


# -- questions and texts ---------------------------------------------------------------------------


def test_the_defender_is_asked_about_the_hexes_under_attack_from_the_lowest_up() -> None:
    """10.0a, 11.1a, 3.0.E1, 3.0.F1."""
    table = position(
        A,
        GUARDS | {"id": "b", "hex": "0703"},
        G,
        SS | {"id": "h", "hex": "0704"},
        SS | {"id": "r", "hex": "0405"},
        SS | {"id": "s", "hex": "0705"},
        declared=[told("maneuver", "a"), told("maneuver", "b", target="0704")],
    )
    for kind, answered in (("refuse", "stand"), ("react", "none")):
        table = played(table, act.NextPhase())
        for number in ("0404", "0704"):
            asked = table.state.pending[-1]
            assert (asked.kind, asked.args["target"]) == (kind, number)
            table = played(table, act.Choose(decision=kind, option=answered))
        assert not table.state.pending


def test_a_set_up_keeps_to_the_area_and_to_eight_points() -> None:
    """INTRO.b, INTRO.d, 5.0b."""
    table = Table("campaign", turn=1, phase="initial", active="allied")
    names = [u.id for u in table.position.off_map("allied") if u.id.startswith("BR-GA")][:5]
    box = table.position.number(table.state.pieces[names[0]].place)

    def into(number: str) -> list[str]:
        return table.said(act.MoveUnits(units=(names[4],), path=(box, number), mode="setup"))

    assert into("A0107") == []
    assert into("A2803") == ["INTRO.d.area"]
    for name in names[:4]:
        table.put(name, "A0107")
    assert into("A0107") == ["5.0c.full"]
    assert into("A0106") == []


@pytest.mark.parametrize(
    ("enemy", "text"),
    [
        ("0909", "Open from the south-west to 0501: 4 of 4 hexes (16.0r)."),
        ("0502", "Open from the south-west to 0504: 1 of 4 hexes (16.0r)."),
        ("0504", "The highway is cut at its beginning"),
    ],
)
def test_the_highway_is_open_as_far_as_no_enemy_or_zone_is_on_it(enemy: str, text: str) -> None:
    """16.0r, 16.0s: an enemy two hexes on leaves the first hex only."""
    roads = [{"class": "highway", "hexes": ["0501", "0502", "0503", "0504"]}]
    table = position(SS | {"id": "g", "hex": enemy}, board=BOARD | {"roads": roads})
    ribbon = table.ribbon()
    assert ribbon.text.startswith(text)
    opened = [stop.open for stop in ribbon.stops]
    assert opened == [n < int(text.partition(": ")[2][:1] or 0) for n in range(4)]
    holders = {table.where(s.place): s.holder for s in ribbon.stops}
    assert holders.get(enemy, "german") == "german"


def test_a_unit_moves_one_hex_at_any_cost() -> None:
    """4.0e, 4.0f, 6.0c, 7.2a: out of an enemy zone too, not over water or onto enemies."""
    board = BOARD | {"terrain": "forest", "hexsides": {"0403/0402": ["river"]}}
    slow = A | {"movement": 1, "hex": "0403"}
    table = position(slow, G, GUARDS | {"id": "full", "hex": "0503", "stacking": 8}, board=board,
                     phase="movement")  # fmt: skip
    found = table.reach(("a",)).hexes
    ring = {"0303", "0304", "0402", "0404", "0503", "0504"}
    assert {table.where(hex_) for hex_ in found} == ring - {"0402", "0404", "0503"}
    assert {(end.cost, end.stop) for end in found.values()} == {(3, "minimum")}
    move = act.MoveUnits(units=("a",), path=("0403", "0304"))
    assert said(table, move) == []
    far = act.MoveUnits(units=("a",), path=("0403", "0304", "0305"))
    assert "4.0a.too_far" in said(table, far)
    stuck = tracked(table, entered__a=1)
    assert stuck.reach(("a",)).hexes == {}


def test_a_unit_without_points_left_does_not_even_drive_along_the_highway() -> None:
    """4.0a, 7.1a: half a point a hex, as far as the points go."""
    roads = [{"class": "highway", "hexes": ["0501", "0502", "0503", "0504"]}]
    table = position(A | {"hex": "0501"}, board=BOARD | {"roads": roads}, phase="movement")
    for left, hexes in ((0, set()), (1, {"0502"}), (2, {"0502", "0503"})):
        moved = tracked(table, moved__a=12 - left, entered__a=1)
        on_road = {moved.where(hex_) for hex_ in moved.reach(("a",)).hexes} & {
            "0502",
            "0503",
            "0504",
        }
        assert on_road == hexes
        reach = moved.reach(("a",))
        assert (reach.allowance, reach.spent) == (6, (12 - left) / 2)


def test_overstacked_hexes_are_asked_about_from_the_lowest_up() -> None:
    """5.0c, 5.0d."""
    units = [
        GUARDS | {"id": f"{hex_}{n}", "hex": hex_, "stacking": 5}
        for hex_ in ("0303", "0606")
        for n in "ab"
    ]
    table = played(position(*units, phase="movement"), act.NextPhase())
    for hex_ in ("0303", "0606"):
        asked = table.state.pending[-1]
        assert (asked.kind, asked.side, asked.args["hex"]) == ("overstack", "german", hex_)
        table = played(table, act.Choose(decision="overstack", option=f"{hex_}a"))
    assert not table.state.pending


def test_only_the_active_side_declares_attacks() -> None:
    """12.0a: a German cannot be declared against another one's hex."""
    other = SS | {"id": "h", "hex": "0405"}
    attack = act.DeclareAttack(attackers=("h",), target="0404")
    assert said(position(A, G, other), attack) == ["12.0a.other_side"]


def test_attackers_without_strength_are_fired_at_but_do_not_fire() -> None:
    """13.1e, 13.1f: in play and in the odds; 5 on 3-6 hits with 1 to 4."""
    weak = A | {"attack": 1, "steps": 1, "max_steps": 2, "reduced": {"attack": 0}}
    table = position(weak, G | {"armor": "Inf"}, phase="assault")
    record = CombatRecord(
        kind="assault", side="allied", target="0404", attackers=("a",), defenders=("g",)
    )
    work = table.ruleset.work(table.state, Given([3]))
    assert roll_fire(work, record, "attacker") is None
    fire = roll_fire(work, record, "defender")
    assert fire is not None
    assert fire.result == "1"
    endings = course(table.position, [table.position.units["a"]], table.place("0404")).endings
    lost = sum(p for end, p in endings.items() if end.attacker)
    assert lost == Fraction(4, 10) + Fraction(6, 10) * Fraction(7, 10) * Fraction(4, 10)
    assert all(end.defender == 0 for end in endings)


@pytest.mark.parametrize(("hex_", "supplied"), [("0506", True), ("0501", False)])
def test_the_initial_phase_takes_the_marker_from_units_in_supply(hex_: str, supplied: bool) -> None:
    """3.0.A1, 16.0j: a German beside the edge, and one beyond its reach."""
    area = {"rim": {"kind": "edge", "hexes": ["0507"]}}
    table = position(
        SS | {"id": "g", "hex": hex_, "movement": 4, "status": ["out_of_supply"]},
        board=BOARD | {"areas": area},
        phase="initial",
    )
    after = played(table, act.NextPhase())
    assert after.position.units["g"].unsupplied is not supplied


def test_the_worst_odds_are_the_first_column() -> None:
    """8.0d, 12.1a: 1 against 5, and worse efficiency."""
    table = position(A | {"attack": 1, "efficiency": 3}, G, phase="maneuver")
    assert table.odds(AttackPlan(("a",), table.place("0404"), (), {})).column == "1-4"
