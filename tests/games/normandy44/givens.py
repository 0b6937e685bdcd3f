"""Units and calls that the tests of several chapters use."""

from __future__ import annotations

from typing import Any

from engine.core import actions as act
from engine.core.reducer import apply
from engine.rules.judge import Given, play
from tests.games.normandy44.tabletop import Json, Table, allied, german
from tests.games.normandy44.test_rules_by_themselves import campaign, counter

HQ: Json = {"attack": 0, "steps": 1, "max_steps": 1}
ENTRY: Json = {"E": {"kind": "entry", "hexes": ["0101"]}}
BEACH: Json = {"x": {"kind": "beach", "hexes": ["0101"]}}
ENGINEER = allied("e", "0101", 1, "beach_engineer", attack=0, movement=0)
OMAHA = counter("US-Eng-5S", "2719")
LOST = "eliminated-allied"


def arriving(name: str, *path: str) -> act.MoveUnits:
    return act.MoveUnits(units=(name,), path=path)


CADRE = "US-Cadre-AG-1"
"""The cadre on the display that an infantry regiment leaves behind."""


def regiment(*others: Json, foe: int = 2, steps: int = 1, **position: Any) -> Table:
    """The 16th Regiment on its second step beside a German unit behind a minor river."""
    units = [counter("US-1-16", "2020", steps=2), counter(CADRE, "cadres-allied"), *others]
    units.append(german("x", "2021", foe, steps=steps, max_steps=3))
    return campaign(units, turn=5, phase="combat", **position)


def beaten(*more: Json) -> Table:
    """A German unit that has to retreat two hexes from 0505 (A1/D1 at 3:1)."""
    table = Table([allied("a", "0504", 12), german("x", "0505", 4), *more])
    table.attack(["a"], "0505", 5)
    table.choose("retreat")
    return table


def refused(table: Table, option: str) -> set[str]:
    """The rules that refuse an answer to the pending decision."""
    return table.judge(act.Choose(decision=table.state.pending[-1].kind, option=option))


def against_the_rules(table: Table, option: str) -> None:
    """Give an answer under advisory rules."""
    action = act.Choose(decision=table.state.pending[-1].kind, option=option)
    outcome = play(table.rules, table.state, action, Given(()), "advisory")
    table.state = apply(table.state, outcome.effects, table.rules.places)
