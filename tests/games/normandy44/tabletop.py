"""A table for tests: a position of a diagram or of the real map, to query and play."""

from __future__ import annotations

from typing import Any

from engine.core import actions as act
from engine.core.dice import Rolled
from engine.core.reducer import apply
from engine.core.state import State
from engine.core.verdicts import Verdict
from engine.games.normandy44.decisions import DECISIONS
from engine.games.normandy44.position import Position
from engine.games.normandy44.rulebook import rulebook
from engine.games.normandy44.ruleset import Rules
from engine.games.normandy44.units import Unit
from engine.rules.answers import AttackPlan, Odds
from engine.rules.judge import Given, play

Json = dict[str, Any]

BOOK = rulebook()
CHARTS = BOOK.charts
__all__ = ["BOOK", "CHARTS", "Json", "Rolled", "Table", "allied", "german", "opened"]


def unit(name: str, hex_: str, side: str, factor: int, kind: str = "infantry", **more: Any) -> Json:
    """Return a unit with a factor that moves 4 and has two steps, unless given otherwise."""
    values = {"attack": factor, "defense": factor, "movement": 4, "steps": 2, "max_steps": 2}
    return {"id": name, "hex": hex_, "side": side, "kind": kind, **values, **more}


def allied(name: str, hex_: str, factor: int = 4, kind: str = "infantry", **more: Any) -> Json:
    """An American unit."""
    return unit(name, hex_, "allied", factor, kind, **{"nationality": "us", **more})


def german(name: str, hex_: str, factor: int = 4, kind: str = "infantry", **more: Any) -> Json:
    """A German unit."""
    return unit(name, hex_, "german", factor, kind, **more)


class Table:
    """A position to query and play."""

    rules: Rules
    state: State

    def __init__(self, units: list[Json], **position: Any) -> None:
        names = ("hexes", "hexsides", "roads", "areas", "terrain")
        board = {
            "rows": [1, 12],
            "cols": [1, 12],
            **{k: position.pop(k) for k in list(position) if k in names},
        }
        usual = {"turn": 3, "phase": "combat", "active": "allied", "weather": "overcast"}
        given = BOOK.parse_position(
            {"game": "normandy44", "board": board, "units": units, **usual, **position}
        )
        assert not given.warnings
        rules = given.ruleset
        assert isinstance(rules, Rules)
        self.rules, self.state = rules, given.state

    @property
    def now(self) -> Position:
        """The position."""
        return self.rules.position(self.state)

    def unit(self, name: str) -> Unit:
        """A unit on the map."""
        return self.now.units[name]

    def hex(self, number: str) -> int:
        """A hex by its number."""
        return self.now.ground.index[number]

    def numbers(self, hexes: Any) -> set[str]:
        """Hexes by their numbers."""
        return {self.now.number(i) for i in hexes}

    def at(self, name: str) -> str:
        """Return the place of a piece."""
        return self.now.number(self.state.pieces[name].place)

    def reach(self, name: str, mode: str = "normal") -> dict[str, Any]:
        """Return the places where a unit may end, by number."""
        found = self.rules.answers(self.state).reach([name], mode)
        return {self.now.number(i): end for i, end in found.hexes.items()}

    def odds(self, attackers: list[str], target: str, *support: str, **choices: Any) -> Odds:
        """Compute the odds of a combat."""
        plan = AttackPlan(tuple(attackers), self.hex(target), support, choices)
        return self.rules.answers(self.state).odds(plan)

    def judge(self, action: act.Action) -> set[str]:
        """The rules that forbid an action."""
        return {v.rule for v in self.verdicts(action) if v.level == "forbid"}

    def verdicts(self, action: act.Action) -> list[Verdict]:
        """All verdicts on an action."""
        return self.rules.judge(self.state, action)

    def move(self, name: str, *path: str, mode: str = "normal") -> act.MoveUnits:
        """A move of a unit from where it is."""
        return act.MoveUnits(units=(name,), path=(self.at(name), *path), mode=mode)

    def play(self, action: act.Action, *dice: int) -> None:
        """Play an action with dice that must all be thrown."""
        source = Given(dice)
        played = play(self.rules, self.state, action, source)
        assert not source.left
        self.state = apply(self.state, played.effects, self.rules.places)

    def choose(self, option: str, *dice: int) -> None:
        """Answer the pending decision."""
        self.play(act.Choose(decision=self.state.pending[-1].kind, option=option), *dice)

    @property
    def options(self) -> list[str]:
        """Return the options of the pending decision."""
        return [c.id for c in DECISIONS.choices_of(self.now, self.state.pending[-1])]

    def attack(self, attackers: list[str], target: str, *dice: int, **more: Any) -> None:
        """Declare an attack."""
        self.play(act.DeclareAttack(attackers=tuple(attackers), target=target, **more), *dice)


def opened(scenario: str = "campaign") -> Table:
    """The opening of a scenario on the real map."""
    table = Table.__new__(Table)
    table.rules = BOOK.ruleset(scenario)
    table.state = table.rules.opening()
    return table
