"""22.6: airborne units that land on the enemy fight for the hex at once."""

from __future__ import annotations

import random

import pytest

from engine.core import actions as act
from engine.core.dice import Rolled
from engine.core.reducer import apply as reduce
from engine.games.holland44.contents import DECISIONS
from engine.games.holland44.invariants import faults
from engine.games.holland44.positions import read
from engine.games.holland44.ruleset import Ruleset
from engine.rules.judge import play
from tests.games.holland44.rules.landings import EMPTY, due, sky

WEAK = {
    "id": "x1",
    "side": "german",
    "kind": "infantry",
    "defense": 1,
    "max_steps": 2,
    "hex": "6516",
}


def test_22_6_units_that_fall_on_the_enemy_fight_at_once(table):
    """5 halved against 1 doubled is 1:1; the elite shift makes it 2:1; a 5 drives him away."""
    phase = sky(table, 3, due("BR-10-4P", 3), WEAK).choose("BR-10-4P")
    fought = phase.choose("6516", 5)
    assert fought.state()["tracks"]["combat"] == "6516 2:1 5 DR"
    assert fought.asked == ("german", "determined", ["decline", "x1"])
    assert fought.at("BR-10-4P") == "turn-3"  # the enemy decides first
    won = fought.choose("decline", 5)
    assert won.at("x1") != "6516"
    assert won.at("BR-10-4P") == "6516"
    assert won.status("BR-10-4P") == {"scattered"}  # the table is rolled on all the same
    held = fought.choose("x1", 6)
    assert held.at("x1") == "6516"
    assert held.at("BR-10-4P") == "eliminated-allied"


def test_22_6_units_that_landed_on_the_enemy_may_fight_in_the_combat_phase(table):
    phase = sky(table, 3, due("BR-10-4P", 3), WEAK).choose("BR-10-4P")
    won = phase.choose("6516", 5).choose("decline", 4)
    tracks = won.next().state()["tracks"]
    assert not [name for name in tracks if name.startswith("fought/")]


def test_22_6b_if_the_enemy_holds_all_are_lost(table):
    strong = {**WEAK, "defense": 9, "max_steps": 3}
    lost = sky(table, 3, due("BR-10-4P", 3), strong).choose("BR-10-4P").choose("6516", 1)
    while lost.pending:
        lost = lost.choose(lost.asked[2][0])
    assert lost.at("x1") == "6516"
    assert lost.at("BR-10-4P") in ("eliminated-allied", "remnant-parents-allied")
    assert lost.state()["tracks"]["airborne-1"] == 0
    assert "aloft/BR-10-4P" not in lost.state()["tracks"]


def test_22_6_an_empty_garrison_yields_the_hex(table):
    units = [due("BR-10-4P", 3), {"id": "x1", "side": "german", "kind": "unknown", "hex": "6516"}]
    down = sky(table, 3, *units).choose("BR-10-4P").choose("6516", 1)
    assert down.at("BR-10-4P") == "6516"


DEFENDERS = [
    ("infantry", 1, "6516"),
    ("infantry", 3, "6516"),
    ("unknown", 0, "6217"),
    ("artillery", 1, "3206"),
    ("infantry", 2, "3207"),
    ("tank", 2, "5024"),
]


@pytest.mark.parametrize("seed", range(8))
def test_22_6_whatever_falls_on_whom_the_position_stays_sound(seed):
    """Units of three steps, half-battalions and guns fall on all kinds of defenders."""
    chance = random.Random(seed)
    troops = [
        {"id": f"g{n}", "side": "german", "kind": kind, "defense": defense, "hex": at}
        for n, (kind, defense, at) in enumerate(DEFENDERS)
    ]
    waiting = ["BR-10-4P", "BR-11-4P", "US-1/401-A", "US-1/401-B", "US-82-Arty", "US-101-Arty"]
    remnants = [{"id": f"BR-1AB-REM-{n}", "hex": "remnants-allied"} for n in (1, 2)]
    units = [*troops, *remnants, *(due(name, 3) for name in waiting)]
    raw = {**EMPTY, "turn": 9, "weather": "clear", "units": units}
    place, state, _ = read(raw)
    rules, dice = Ruleset(place), Rolled(chance)
    state = reduce(state, play(rules, state, act.NextPhase(), dice).effects, place.places)
    occupied = {unit["hex"] for unit in troops}
    while state.pending:
        words = [o.id for o in DECISIONS.choices_of(place.position(state), state.pending[-1])]
        risky = [w for w in words if w in occupied]
        words = risky or [w for w in words if w != "done"] or words
        answer = act.Choose(decision=state.pending[-1].kind, option=chance.choice(words))
        before = state
        state = reduce(state, play(rules, state, answer, dice).effects, place.places)
        assert list(faults(place.position(state), before)) == []
    assert not [name for name in state.tracks if name.startswith("aloft/")]
    assert all(state.pieces[n].place != place.places.index("turn-3") for n in waiting)


def test_9_1_artillery_that_falls_on_the_enemy_does_not_fight(table):
    """Alone it is lost without a throw; beside a battalion it is no attacker that EX can hit."""
    weak = {**WEAK, "hex": "3206"}
    gun, men = due("US-101-Arty", 3), due("US-2/327-A", 3)
    alone = sky(table, 3, gun, weak).choose("US-101-Arty").choose("3206")
    assert alone.at("US-101-Arty") == "eliminated-allied"
    assert (alone.at("x1"), alone.status("x1")) == ("3206", set())
    both = sky(table, 3, gun, men, weak).choose("US-101-Arty").choose("3206")
    both = both.choose("US-2/327-A").choose("3206", 3)
    assert both.state()["tracks"]["combat"] == "3206 2:1 3 EX"
    assert both.at("US-2/327-A") == "eliminated-allied"  # one step is not enough to drive x1 away
    assert both.steps("x1") == 1
