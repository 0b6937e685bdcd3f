"""A table for tests: a position on a diagram or the printed map, for queries and play."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.core import actions as act
from engine.core.effects import Decision
from engine.core.reducer import apply
from engine.core.state import State
from engine.core.verdicts import Verdict
from engine.games.marketgarden.decisions import DECISIONS
from engine.games.marketgarden.position import Position
from engine.games.marketgarden.rulebook import rulebook
from engine.games.marketgarden.ruleset import Rules
from engine.games.marketgarden.units import Unit
from engine.rules.judge import Given

Json = dict[str, Any]

BOOK = rulebook()
CHARTS = BOOK.charts


def unit(name: str, hex_: str, side: str = "german", kind: str = "infantry", **more: Any) -> Json:
    """Return a unit, by default 4-4-5 with two steps."""
    values = {"attack": 4, "defense": 4, "movement": 5, **more}
    return {"id": name, "hex": hex_, "side": side, "kind": kind, **values}


def allied(name: str, hex_: str, kind: str = "infantry", **more: Any) -> Json:
    """Return an Allied unit, by default 4-4-5."""
    return unit(name, hex_, "allied", kind, **more)


def airborne(name: str, hex_: str, division: str = "82", **more: Any) -> Json:
    """Return an Allied parachute unit 4-5-5 of a division."""
    given = {"defense": 5, "division": division, "airborne": True, **more}
    return unit(name, hex_, "allied", "parachute", **given)


def corps(name: str, hex_: str, **more: Any) -> Json:
    """Return a unit of XXX Corps."""
    return unit(name, hex_, "allied", xxx_corps=True, **more)


class Table:
    """A position for queries and play."""

    rules: Rules
    state: State

    def __init__(self, units: list[Json], **position: Any) -> None:
        board = {
            "rows": [1, 10],
            "cols": [1, 10],
            **{k: position.pop(k) for k in list(position) if k in ("hexes", "hexsides", "roads")},
            **position.pop("board", {}),
        }
        given = {"turn": 3, "active": "german", "phase": "movement", **position}
        found = BOOK.parse_position({**given, "units": units, "board": board})
        assert isinstance(found.ruleset, Rules)
        self.rules, self.state, self.warnings = found.ruleset, found.state, found.warnings
        self.thrown: list[str] = []

    def free(self) -> Table:
        """Return the table without any duty to attack."""
        kept = {n: v for n, v in self.state.tracks.items() if not n.startswith("owes/")}
        self.state = replace(self.state, tracks=kept)
        return self

    @property
    def now(self) -> Position:
        """The current position."""
        return self.rules.position(self.state)

    def unit(self, name: str) -> Unit:
        """Return a unit on the map."""
        return self.now.units[name]

    def where(self, name: str) -> str:
        """Return the hex or box of a piece."""
        return self.now.number(self.state.pieces[name].place)

    def hex(self, number: str) -> int:
        """Return the index of a hex."""
        return self.now.ground.index[number]

    def numbers(self, hexes: Any) -> list[str]:
        """Return printed numbers, sorted."""
        return sorted(self.now.number(i) for i in hexes)

    # -- rules ------------------------------------------------------------------------------------

    def verdicts(self, action: act.Action) -> list[Verdict]:
        """Return all verdicts on an action."""
        return self.rules.judge(self.state, action)

    def rules_against(self, action: act.Action) -> list[str]:
        """Return the rules that forbid an action."""
        return sorted({v.rule for v in self.verdicts(action) if v.level == "forbid"})

    def move(self, *units: str, path: str, mode: str = "normal") -> act.MoveUnits:
        """Return a move of units along a path."""
        return act.MoveUnits(units=units, path=tuple(path.split()), mode=mode)

    def attack(self, *attackers: str, on: str, guns: str = "", air: int = 0) -> act.DeclareAttack:
        """Return an attack."""
        return act.DeclareAttack(
            attackers=attackers, target=on, artillery=tuple(guns.split()), air=air
        )

    def play(self, action: act.Action, *dice: int) -> Table:
        """Play a legal action with dice, all of which must be used."""
        assert self.rules_against(action) == [], self.verdicts(action)
        given = Given(dice)
        effects, thrown = self.rules.resolve(self.state, action, given)
        assert given.left == []
        self.thrown += [d.reason for d in thrown]
        self.state = apply(self.state, effects, self.rules.places)
        return self

    def choose(self, option: str, *dice: int) -> Table:
        """Answer the pending decision."""
        return self.play(act.Choose(decision=self.asked.kind, option=option), *dice)

    def end(self, *dice: int) -> Table:
        """End the phase and begin the next."""
        return self.play(act.NextPhase(), *dice)

    @property
    def asked(self) -> Decision:
        """The pending decision."""
        return self.state.pending[-1]

    @property
    def pending(self) -> tuple[str, ...]:
        """The kinds of the pending decisions."""
        return tuple(d.kind for d in self.state.pending)

    @property
    def options(self) -> list[str]:
        """The option ids of the pending decision."""
        return [c.id for c in DECISIONS.choices_of(self.now, self.asked)]

    def fight(self, action: act.Action, first: int, second: int) -> Table:
        """Play an attack with two dice, without support of the defender."""
        other = "allied" if self.now.active == "german" else "german"
        self.state = replace(self.state, tracks={**self.state.tracks, f"air/{other}": 0})
        return self.play(action, first, second)


class Campaign(Table):
    """The campaign on the printed map, with changes of a request."""

    def __init__(self, units: list[Json] | None = None, **position: Any) -> None:
        found = BOOK.parse_position({"game": "marketgarden", "units": units or [], **position})
        assert isinstance(found.ruleset, Rules)
        self.rules, self.state, self.warnings = found.ruleset, found.state, found.warnings
        self.thrown = []
