"""The facts that reports and the window get of combats, shots and drops resolved by the rules."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.dice import Dice
from engine.core.state import State
from engine.games.ardenas.combat import Fight as Against
from engine.games.ardenas.facts import ArdenasFacts, worth
from engine.games.ardenas.own_actions import Drop
from engine.games.ardenas.rules.ch09_drops import SCATTERS
from engine.log.entry import Entry
from engine.play.game import Recording
from engine.report.beats import beats
from engine.report.scene import Scenes
from engine.report.stakes import stakes
from engine.report.stats import statistics
from engine.report.tables import faces_table
from engine.rules.facts import Facts, Fight
from engine.rules.player import step
from engine.rules.ports import GivenPosition
from tests.games.ardenas.tabletop import BOOK, after, allied, attack, choose, given, unit
from tests.games.ardenas.test_ch08_air import BOMBER, FLAK, PLANE, SKY, passing
from tests.games.ardenas.test_ch08_area import ENEMY, OWN, laid
from tests.games.ardenas.test_ch08_guns import GUN
from tests.games.ardenas.test_ch09_drops import aboard

LOGS = Path(__file__).parents[3] / "logs"


def played(
    found: GivenPosition, order: act.Action, dice: str, start: State | None = None
) -> tuple[Entry, ArdenasFacts]:
    """Play an order; each digit of ``dice`` is a face of the special die."""
    sides = [BOOK.charts.die.faces.index(int(face)) + 1 for face in dice]
    done = step(found.ruleset, start or found.state, order, sides).played
    entry = Entry(id=1, parent=0, at="", by="", action=order, effects=done.effects, dice=done.dice)
    facts = ArdenasFacts(BOOK.module, "full")
    ruleset: Any = found.ruleset
    facts._setting = ruleset.setting  # a diagram's own units
    return entry, facts


def all_fought(
    found: GivenPosition, order: act.Action, dice: str, start: State | None = None
) -> tuple[Fight, ...]:
    """The facts of an order."""
    entry, facts = played(found, order, dice, start)
    before = start or found.state
    fights = facts.fights(entry, before)
    assert facts.fight(entry, before) == (fights[0] if fights else None)
    return fights


def fought(
    found: GivenPosition, order: act.Action, dice: str, start: State | None = None
) -> Fight | None:
    """The first of the facts of an order."""
    return next(iter(all_fought(found, order, dice, start)), None)


def chances(fight: Fight) -> dict[str, int]:
    """The results of a combat with their numbers of throws."""
    return {o.result: o.ways for o in fight.table}


def test_combats_shots_and_drops_of_a_recorded_game_are_named() -> None:
    game = Recording.load(LOGS / "two-groupings.h44log")
    facts = BOOK.facts(game.module, game.log.header.scenario)
    found = {}
    for number, entry in enumerate(game.timeline.entries, 1):
        fight = facts.fight(entry, game.state(number - 1))
        if fight is not None:
            found[number] = (fight.label, fight.odds, fight.column, fight.dice, fight.result)
            assert fight.result in chances(fight)
    assert found == {
        5: ("Drop", "", "", (4, 5), "-"),
        23: ("Bombardment", "", "", (2,), "-"),
        24: ("Bombardment", "", "", (4,), "D"),
        28: ("Combat in the enlarged area", "6:2", "+4", (3, 5), "AD"),
        29: ("Combat in the enlarged area", "4:1", "+3", (5, 3), "D"),
    }


def test_statistics_count_the_dice_of_combats_and_the_luck_of_both_sides() -> None:
    found = statistics(Recording.load(LOGS / "two-groupings.h44log"))
    assert [f.column for f in (fought.fight for fought in found.fights)][-2:] == ["+4", "+3"]
    assert all(fought.luck is not None for fought in found.fights)
    luck = found.luck("allied", attacking=False)
    assert luck is not None
    assert luck.count == 5
    assert {purpose for _, purpose, _, _ in found.faces()} == {"combat"}


def test_dice_are_counted_and_shown_as_faces_of_the_special_die() -> None:
    """2.5: two sides show a three and two a four; no side a one or a six."""
    game = Recording.load(LOGS / "two-groupings.h44log")
    found = statistics(game)
    for _, _, sides, faces in found.faces():
        assert sides == 6
        assert faces[0] == faces[5] == 0
    tails = [(tail.count, tail.expected) for _, _, _, tail in found.thrown()]
    assert tails == [(count, 3.5 * count) for count, _ in tails]
    assert found.thrown()[0][3].chance < 1
    fought = next(f for f in found.fights if f.fight.dice == (3, 5))
    step = game.step(fought.step)
    assert [v for d in step.dice for v in d.values] == [3, 5]
    assert [v for d in step.entry.dice for v in d.values] != [3, 5]
    expected = [row for row in faces_table(found, game.module).rows if "Expected" in row[2]]
    count = sum(found.faces()[0][3])
    halves = [round(count / 6, 1), round(count / 3, 1)]
    assert expected[0][3:10] == (0.0, halves[0], halves[1], halves[1], halves[0], 0.0, None)


@pytest.mark.parametrize(
    ("dice", "result", "worth_of"), [("32", "DX", 2), ("25", "AX", -1), ("42", "DX", 2)]
)
def test_on_the_map_the_lower_product_loses_all_counters(
    dice: str, result: str, worth_of: float
) -> None:
    """Section 8.1: dice times factors; the 36 throws are the table of the combat."""
    found = given(
        unit("a", "1515", combat=4),
        allied("x", "1514", combat=1),
        allied("y", "1514", combat=2),
        phase="combat",
    )
    order = attack("a", "1514")
    fight = fought(found, order, dice, after(found, order))
    assert fight is not None
    assert (fight.label, fight.odds, fight.column) == ("Combat on the map", "4:3", "×")
    assert (fight.attackers, fight.defenders) == (("a",), ("x", "y"))
    assert fight.result == result
    assert sum(o.ways for o in fight.table) == 36
    assert {o.result: o.worth for o in fight.table}[result] == worth_of


AREA: dict[str, Any] = {
    "places": {"a": "0505", "b": "0705", "d": "0504", "e": "0704"}, "done": ("a",)
}  # fmt: skip


def test_all_combats_of_an_entry_are_facts_with_their_own_dice() -> None:
    """Section 8.1: after the last counter of the area has its target, all combats are fought."""
    found = given(*OWN, *ENEMY, phase="combat")
    state = laid(found, "declare", "resolve", fights=(Against(attackers=("a",), defenders=("d",)),),
                 **AREA)  # fmt: skip
    assert state.pending[-1].args["unit"] == "b"
    both = all_fought(found, choose("area_attack", "e"), "2435", state)
    assert [(f.attackers, f.defenders, f.dice) for f in both] == [
        (("a",), ("d",), (2, 4)),
        (("b",), ("e",), (3, 5)),
    ]
    assert [(f.odds, f.column) for f in both] == [("3:3", "0")] * 2
    one = all_fought(found, choose("area_attack", "none"), "24", state)
    assert [(f.attackers, f.dice) for f in one] == [(("a",), (2, 4))]


def test_the_last_attacker_of_a_combat_counts_in_the_entry_that_fights_it() -> None:
    found = given(*OWN, *ENEMY, phase="combat")
    places = {"a": "0505", "b": "0604", "d": "0504", "e": "1504"}
    plan = Against(attackers=("a",), defenders=("d",))
    state = laid(found, "declare", "resolve", fights=(plan,), places=places, done=("a",))
    (fight,) = all_fought(found, choose("area_attack", "d"), "33", state)
    assert (fight.attackers, fight.odds, fight.column) == (("a", "b"), "6:3", "+3")


def test_a_combat_whose_party_was_lost_before_is_no_fact() -> None:
    """Section 8.4: aircraft of the area are removed with the first combat that they lose."""
    planes = [u | PLANE for u in (*OWN, *ENEMY)]
    found = given(*planes, phase="air", subturn=1)
    plans = (
        Against(attackers=("a",), defenders=("d",)),
        Against(attackers=("a",), defenders=("e",)),
    )
    state = laid(found, "declare", "resolve", fights=plans, layer="air", **AREA)
    fights = all_fought(found, choose("area_attack", "none"), "25", state)
    assert [(f.label, f.defenders, f.result) for f in fights] == [
        ("Combat in the air", ("d",), "AX")
    ]


def test_each_shot_of_guns_that_fire_together_is_a_fact() -> None:
    """Section 8.3: each gun fires a shot at the one unit of the hex."""
    guns = unit("g", "1515", **GUN), unit("h", "1516", **GUN)
    found = given(*guns, allied("d", "1513"), phase="bombardment")
    shots = all_fought(found, act.Bombard(artillery=("g", "h"), target="1513"), "22")
    assert [(f.attackers, f.defenders, f.dice, f.result) for f in shots] == [
        (("g",), ("d",), (2,), "-"),
        (("h",), ("d",), (2,), "-"),
    ]


def test_the_die_of_each_shot_is_left_to_its_card() -> None:
    guns = unit("g", "1515", **GUN), unit("h", "1516", **GUN)
    found = given(*guns, allied("d", "1513"), phase="bombardment")
    entry, facts = played(found, act.Bombard(artillery=("g", "h"), target="1513"), "22")
    recording: Any = SimpleNamespace(
        timeline=SimpleNamespace(entries=(entry,)),
        state=lambda number: found.state,
        module=BOOK.module,
    )
    assert len(entry.dice) == 2
    assert stakes(recording, 1, (facts, found.ruleset)) == ()
    alone: Any = SimpleNamespace(fights=lambda entry, before: ())
    assert stakes(recording, 1, (alone, found.ruleset)) != ()


@pytest.fixture
def two_shots(monkeypatch: pytest.MonkeyPatch) -> tuple[Recording, Facts]:
    """A game in which two guns fire at once: one misses, one hits."""
    game = Recording.load(LOGS / "two-groupings.h44log")
    facts = BOOK.facts(game.module, game.log.header.scenario)
    missed = facts.fight(game.timeline.entries[22], game.state(22))
    assert missed is not None
    assert missed.result == "-"
    shots = missed, replace(missed, result="DX")
    monkeypatch.setattr(facts, "fights", lambda entry, before: shots)
    return game, facts


def test_the_beats_of_an_entry_tell_each_shot(two_shots: tuple[Recording, Facts]) -> None:
    told = [beat.text for beat in beats(two_shots[0], 23, two_shots[1])]
    assert [text[7:9] for text in told if text.startswith("Result ")] == ["-.", "DX"]


def test_scene_and_card_of_an_entry_show_each_shot(two_shots: tuple[Recording, Facts]) -> None:
    scene = Scenes(*two_shots).scene(23)
    assert scene.card is not None
    assert (scene.card.result, [c.result for c in scene.card.further]) == ("-", ["DX"])
    assert ": -. " in scene.caption
    assert scene.caption.endswith(": DX.")


def test_a_combat_of_aircraft_and_flak_are_named_as_such() -> None:
    """Sections 8.3 and 8.4: fighters multiply dice and factors; a 2 shoots an aircraft down."""
    found = given(unit("p", "1515", **PLANE), allied("d", "1514", **PLANE), **SKY)
    order = attack("p", "1514")
    combat = fought(found, order, "55", after(found, order))
    flight, state = passing(allied("g", "1515", **FLAK))
    shots = [fought(flight, choose("flak", "p"), face, state) for face in "23"]
    assert combat is not None
    assert (combat.label, combat.column, combat.result) == ("Combat in the air", "×", "-")
    assert [s and (s.label, s.side, s.attackers, s.defenders, s.result) for s in shots] == [
        ("Anti-aircraft fire", "allied", ("g",), ("p",), "DX"),
        ("Anti-aircraft fire", "allied", ("g",), ("p",), "-"),
    ]
    assert shots[0] is not None
    assert chances(shots[0]) == {"DX": 1, "-": 5}


@pytest.mark.parametrize(("affected", "code"), [(False, "D"), (True, "DX")])
def test_a_bomb_affects_a_unit_and_eliminates_an_affected_one(affected: bool, code: str) -> None:
    """Section 8.4: the chart of bombs names the faces that hit a kind of unit."""
    enemy = allied("x", "1515", status=["affected"] if affected else [])
    found = given(unit("b", "1515", **BOMBER), enemy, **SKY)
    order = act.Bombard(artillery=("b",), target="1515")
    hits = BOOK.charts.bombing.faces("infantry", column=0)
    misses = set(BOOK.charts.die.faces) - hits
    fight, missed = (fought(found, order, str(min(faces))) for faces in (hits, misses))
    assert fight is not None
    assert missed is not None
    assert (fight.label, fight.target, fight.result) == ("Bombing", "1515", code)
    assert (missed.defenders, missed.result) == (("x",), "-")
    assert chances(fight)[code] == sum(face in hits for face in BOOK.charts.die.faces)


@pytest.mark.parametrize(
    ("at", "code"), [("1520", "-"), ("1512", "A")], ids=["open ground", "river"]
)
def test_a_drop_is_a_fact_with_its_landing(at: str, code: str) -> None:
    """Section 9: a unit that lands in a river is affected."""
    found, state = aboard("m", at=at)
    charts = BOOK.charts.faces["paradrop"].faces
    face = next(f for f, what in charts.items() if what != SCATTERS)
    fight = fought(found, Drop(unit="m"), str(face), state)
    assert fight is not None
    assert (fight.label, fight.target, fight.attackers) == ("Drop", at, ("m",))
    assert fight.result == code


def test_results_are_described_and_weighed_for_both_sides() -> None:
    facts = ArdenasFacts(BOOK.module, "full")
    assert facts.describe_result("AD") == ("affected", "affected")
    assert facts.describe_result("DX") == ("", "eliminated")
    assert [worth(code) for code in ("AD", "D", "AX", "DX", "-")] == [0, 0.5, -1, 1, 0]


def test_a_combat_entered_by_hand_is_a_fact_as_it_was_entered() -> None:
    action = act.Combat(label="By hand", attackers=("a",), defenders=("d",), target="1514",
                        attack=3, defense=2, column="+1", result="D")  # fmt: skip
    found = given(unit("a", "1515"), allied("d", "1514"), phase="combat")
    entry = Entry(id=1, parent=0, at="", by="allied", action=action)
    (fight,) = ArdenasFacts(BOOK.module, "full").fights(entry, found.state)
    assert (fight.label, fight.side, fight.odds, fight.result) == ("By hand", "german", "3:2", "D")


def test_a_drop_that_scatters_is_a_fact_of_the_hex_where_it_lands() -> None:
    """Section 9: one of the hexes around 1611 is the river hex 1512."""
    found, state = aboard("m", at="1611")
    codes = {d: f.result for d in "2345" if (f := fought(found, Drop(unit="m"), f"5{d}", state))}
    assert sorted(codes.values()) == ["-", "-", "-", "A"]


def test_a_drop_that_no_transport_explains_is_no_fact() -> None:
    """Written by hand: a die is thrown for a unit that is aboard nothing, or for no unit."""
    found, _ = aboard("m")
    dice = (Dice(sides=6, count=1, values=(1,), reason="paradrop", source="entered"),)
    facts = ArdenasFacts(BOOK.module, "full")
    ruleset: Any = found.ruleset
    facts._setting = ruleset.setting
    for action in (Drop(unit="m"), act.ManualEdit()):
        entry = Entry(id=1, parent=0, at="", by="german", action=action, dice=dice)
        assert facts.fights(entry, found.state) == ()


def test_a_shot_at_nobody_is_no_fact() -> None:
    """Written by hand: a gun counts a shot and a die is thrown, without a target."""
    found = given(unit("g", "1515", **GUN), phase="bombardment")
    shot = fx.SetTrack(track="fired/g", before=None, after=1)
    dice = (Dice(sides=6, count=1, values=(2,), reason="bombard", source="entered"),)
    action = act.ManualEdit(effects=(shot,))
    entry = Entry(id=1, parent=0, at="", by="german", action=action, effects=(shot,), dice=dice)
    facts = ArdenasFacts(BOOK.module, "full")
    ruleset: Any = found.ruleset
    facts._setting = ruleset.setting
    assert facts.fights(entry, found.state) == ()
