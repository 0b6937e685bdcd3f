"""Facts of reports, readings, and an audit's findings at the end of phases."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.state import Piece
from engine.games import require_rulebook
from engine.games.holland44.audit_account import Account
from engine.games.holland44.constants import OPTIONAL_RULES
from engine.games.holland44.facts import HollandFacts
from engine.games.holland44.rulebook import Rulebook
from engine.log.entry import Entry
from engine.modules.module import Module
from engine.rules.facts import Fight
from engine.rules.player import step
from tests.games.holland44.rules.tabletop import Json, seen, unit

BOOK = require_rulebook("holland44")
AREAS = {"G": {"side": "german", "hexes": ["0110"]}, "N": {"side": "allied", "hexes": ["0501"]}}


# -- facts of reports -----------------------------------------------------------------------------


def test_26_5_2_troops_count_and_heads_and_unknown_units_do_not():
    module = BOOK.ruleset("campaign").module
    facts = HollandFacts(module, "campaign")
    by_role = {counter.role: next(iter(counter.pieces())) for counter in module.counters}
    found = {
        role: facts.counts(Piece(name, "german", 0, 1, frozenset()))
        for role, name in by_role.items()
    }
    assert found == {role: role in ("combat", "breakdown", "remnant") for role in by_role}
    assert {"combat", "unknown", "supply_head"} <= by_role.keys()
    assert facts.counts(Piece("nobody's counter", "german", 0, 1, frozenset())) is True


def test_26_5_the_points_of_a_state_that_the_rules_cannot_read_are_none():
    ruleset = BOOK.ruleset("campaign")
    facts = BOOK.facts(ruleset.module, "no such scenario")
    state = BOOK.parse_position({"scenario": "campaign"}).state
    assert set(facts.points(state)) == {"allied", "german"}
    odd = Piece("no such counter", "allied", 5, 1, frozenset())
    broken = replace(state, pieces={**state.pieces, "x": odd}, stacks={**state.stacks, 5: ("x",)})
    assert facts.points(broken) == {}


UNSEEN = [
    unit("g1", "0506", kind="unknown"),
    unit("g9", "unknown-pool", max_steps=1, defense=4),
]


def fought(
    action: act.Action, *dice: int, column: str = "", asked: bool = True, **given: Any
) -> Fight | None:
    """Return the fact of an action that was combat by the rules.

    ``column`` forges another one; without ``asked`` the log has no decisions about it.
    """
    position: Any = seen(**given)
    played = step(position.ruleset, position.state, action, dice).played
    effects = tuple(
        e.model_copy(update={"after": f"0506 {column} 2 EX"})
        if column and isinstance(e, fx.SetTrack) and e.track == "combat"
        else e
        for e in played.effects
        if asked or not isinstance(e, fx.PushDecision | fx.PopDecision)
    )
    entry = Entry(id=9, parent=8, at="", by="", action=action, dice=played.dice, effects=effects)
    facts = HollandFacts(position.ruleset.module, "campaign")
    facts._setting = position.ruleset.setting  # a diagram's own units
    return facts.fight(entry, position.state)


def test_25_3_4_the_reported_odds_are_against_the_revealed_unit():
    """14:4 against the revealed unit, not 14:2 against an unknown unit (25.4)."""
    attack = act.DeclareAttack(attackers=("a1",), target="0506")
    units = [unit("a1", "0505", attack=14), *UNSEEN]
    fight = fought(attack, 1, 2, units=units, phase="combat")
    assert fight is not None
    assert (fight.side, fight.attackers, fight.defenders) == ("allied", ("a1",), ("g9",))
    assert (fight.odds, fight.column, fight.dice, fight.result) == ("14:4", "3:1", (2,), "EX")


def test_11_1_a_combat_without_decisions_is_known_from_its_declaration():
    attack = act.DeclareAttack(attackers=("a1",), target="0506")
    units = [unit("a1", "0505", max_steps=1), unit("g1", "0506"), unit("g9", "1010")]
    fight = fought(attack, 1, asked=False, units=units, phase="combat")
    assert fight is not None
    assert (fight.side, fight.attackers, fight.defenders) == ("allied", ("a1",), ("g1",))
    assert (fight.odds, fight.column, fight.dice, fight.result) == ("5:5", "1:1", (1,), "A1")


def test_25_4_the_reported_odds_count_a_revealed_unit_in_a_full_hex():
    """Two units fill the hex; the third, revealed by the attack, defends all the same."""
    attack = act.DeclareAttack(attackers=("a1",), target="0506")
    mine = unit("a1", "0505", attack=14, max_steps=1)
    units = [mine, unit("g2", "0506"), unit("g3", "0506"), *UNSEEN]
    fight = fought(attack, 1, 1, asked=False, units=units, phase="combat")
    assert fight is not None
    assert (fight.odds, fight.column, fight.result) == ("14:14", "1:1", "A1")


def test_25_3_1_units_fight_an_unknown_unit_from_the_hex_before_it():
    """Over the minor river before it, though two hexes away when the move began."""
    march = act.MoveUnits(units=("a1",), path=("0504", "0505", "0506"), mode="normal")
    units = [unit("a1", "0504", attack=14, movement=6), *UNSEEN]
    river = {"hexsides": {"0505/0506": ["minor_river"]}}
    fight = fought(march, 1, 2, units=units, board=river)
    assert fight is not None
    assert (fight.attackers, fight.defenders) == (("a1",), ("g9",))
    assert (fight.odds, fight.column) == ("14:8", "1:1"), "doubled behind the river (10.8.2)"


@pytest.mark.parametrize(("column", "odds"), [("3:1", "14:4"), ("2:1", ""), ("7:1", "")])
def test_9_3_strengths_that_contradict_the_logged_column_are_not_reported(column: str, odds: str):
    attack = act.DeclareAttack(attackers=("a1",), target="0506")
    units = [unit("a1", "0505", attack=14), unit("g1", "0506", max_steps=1, defense=4)]
    fight = fought(attack, 2, column=column, units=units, phase="combat")
    assert fight is not None
    assert (fight.odds, fight.column, fight.result) == (odds, column, "EX")


# -- options and readings -------------------------------------------------------------------------


def test_27_the_optional_rules_have_a_name_words_and_a_rule():
    found = BOOK.optional_rules
    assert [one.name for one in found] == list(OPTIONAL_RULES)
    assert [one.rule for one in found] == ["27.1", "27.2", "5.4", "21.4"]
    assert all(one.title for one in found)


def test_readings_are_those_of_the_record():
    found = BOOK.readings
    assert {one.source for one in found} == {"docs/decisions/0006-readings-of-the-rules.md"}
    assert len(found) > 20
    assert all(one.rules and one.text for one in found)


# -- the end of a phase in a told game ------------------------------------------------------------


def ended(units: list[Json], phase: str, side: str) -> list[tuple[str, tuple[str, ...]]]:
    position: Any = seen(units, phase=phase, active=side, board={"areas": AREAS})
    found = Account(position.ruleset, position.ruleset.setting).end_of_phase(position.state)
    return [(v.rule, v.units or v.hexes) for v in found]


@pytest.mark.parametrize("status", ["engaged", "scattered", "spent"])
@pytest.mark.parametrize(("side", "name"), [("allied", "a1"), ("german", "g1")])
def test_14_4_markers_that_come_off_with_the_reorganization(status: str, side: str, name: str):
    marked = {"status": [status]}
    units = [unit("a1", "0502", **marked), unit("g1", "0109", **marked)]
    assert ended(units, "reorganization", side) == [("14.4", (name,))]
    assert ended(units, "weather", side) == []
    other = [unit("a1", "0502"), unit("g1", "0109")]
    assert ended(other, "reorganization", side) == []


@pytest.mark.parametrize(("side", "name"), [("allied", "a1"), ("german", "g1")])
def test_18_1_supply_markers_are_those_of_the_units_out_of_supply(side: str, name: str):
    near = {"a1": "0502", "g1": "0109"}
    far = {"a1": "1005", "g1": "1006"}
    out = {"status": ["out_of_supply"]}

    def units(places: dict[str, str], fields: Json) -> list[Json]:
        return [unit(n, place, **(fields if n == name else {})) for n, place in places.items()]

    assert ended(units(near, {}), "supply", side) == []
    assert ended(units(near, out), "supply", side) == [("18.1", (name,))]
    assert ended(units(far, {}), "supply", side) == [("18.1", (name,))]
    assert ended(units(far, out), "supply", side) == []


@pytest.mark.parametrize(("steps", "phase", "found"), [
    (4, "movement", [("6.4.1", ("0505",))]),
    (4, "combat", [("6.4.1", ("0505",))]),
    (3, "movement", []),
    (4, "reorganization", []),
])  # fmt: skip
def test_6_4_1_no_phase_ends_with_ten_steps_in_a_hex(steps: int, phase: str, found: list[Any]):
    crowd = [unit(f"a{n}", "0505", max_steps=steps) for n in (1, 2, 3)]
    assert ended([*crowd, unit("g1", "0109")], phase, "allied") == found
    assert ended([*crowd, unit("g1", "0109")], phase, "german") == []


# -- whose data a rulebook reads ------------------------------------------------------------------


def test_the_game_itself_keeps_to_its_own_data():
    book = Rulebook("holland44")
    book.ruleset("campaign", Module(BOOK.module.files, "elsewhere"))
    assert book.module.source == "holland44"


def test_a_copy_of_the_game_reads_the_module_that_was_opened_last():
    book = Rulebook("a copy")
    book.ruleset("campaign", BOOK.module)
    assert book.module.source == "holland44"


@pytest.mark.parametrize("die", range(1, 7))
def test_9_1_every_declared_attack_is_reported_with_its_units(die: int):
    """Also one that asks nobody anything: twelve to four, with the guns of one column."""
    gun = {"kind": "artillery", "attack": 0, "max_steps": 1, "range": 5}
    units = [
        unit("a1", "0505", attack=7), unit("a2", "0505", attack=5), unit("a3", "0504", **gun),
        unit("g1", "0506", defense=4),
    ]  # fmt: skip
    attack = act.DeclareAttack(attackers=("a1", "a2"), target="0506", artillery=("a3",))
    fight = fought(attack, die, units=units, phase="combat", weather="overcast")
    assert fight is not None
    assert (fight.side, fight.target) == ("allied", "0506")
    assert (fight.attackers, fight.defenders) == (("a1", "a2"), ("g1",))
    assert (fight.odds, fight.column, fight.dice) == ("12:4", "4:1", (die,))
    assert [s.by for s in fight.shifts] == [1]
