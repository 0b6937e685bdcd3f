"""Positions of La Batalla de las Ardenas on small boards, for tests."""

from __future__ import annotations

from typing import Any

from engine.core import actions as act
from engine.core.state import State
from engine.games.ardenas.rulebook import rulebook
from engine.probe.questions import answer
from engine.rules.judge import DiceNeeded
from engine.rules.player import step
from engine.rules.ports import GivenPosition

BOOK = rulebook()
BOARD: dict[str, Any] = {"rows": [1, 30], "cols": [1, 30]}
ROAD = [f"{column:02d}10" for column in range(1, 31)]
"""A road along row 10: of a column each, so that it goes on over every hex."""


def unit(name: str, hex_: str | None, **more: Any) -> dict[str, Any]:
    found = {"id": name, "hex": hex_, "side": "german", "kind": "infantry"}
    return found | {"combat": 3, "movement": 4} | more


def given_words(*units: dict[str, Any], **more: Any) -> dict[str, Any]:
    told = {"game": "ardenas", "scenario": "full", "board": BOARD, "units": list(units)}
    told |= {"turn": 7, "active": "german", "phase": "movement", "weather": "good"}
    return told | more


def given(*units: dict[str, Any], **more: Any) -> GivenPosition:
    return BOOK.parse_position(given_words(*units, **more))


def ask(op: str, found: GivenPosition, **request: Any) -> dict[str, Any]:
    return answer(found.ruleset.answers(found.state), op, request)


def hexes(found: GivenPosition, name: str, mode: str = "normal") -> dict[str, int]:
    """The hexes that a unit or stack reaches, with their cost."""
    names = {"units": name.split()}
    said = ask("reach", found, mode=mode, **names)["hexes"]
    return {number: end["cost"] for number, end in said.items()}


def rules_against(found: GivenPosition, *path: str, units: str, mode: str = "normal") -> set[str]:
    """The rules that forbid a move."""
    action = {"kind": "move", "units": units.split(), "path": list(path), "mode": mode}
    said = ask("judge", found, action=action)
    return {v["rule"] for v in said["verdicts"] if v["level"] == "forbid"}


def allied(name: str, hex_: str | None, **more: Any) -> dict[str, Any]:
    return unit(name, hex_, side="allied") | more


def against(found: GivenPosition, state: State, action: act.Action) -> set[str]:
    """The rules that forbid an order in a state."""
    return {v.rule for v in found.ruleset.judge(state, action) if v.level == "forbid"}


def after(
    found: GivenPosition, *orders: act.Action, dice: str = "", start: State | None = None
) -> State:
    """The state after legal orders; each digit of ``dice`` is a face of the special die."""
    sides = [BOOK.charts.die.faces.index(int(face)) + 1 for face in dice]
    state = start or found.state
    for order in orders:
        for taken in range(len(sides) + 1):
            try:
                state = step(found.ruleset, state, order, sides[:taken]).state
            except DiceNeeded:
                continue
            sides = sides[taken:]
            break
        else:
            raise AssertionError("too few dice")
    assert not sides, "dice are left over"
    return state


def choose(kind: str, option: str) -> act.Choose:
    return act.Choose(decision=kind, option=option)


def attack(attackers: str, target: str, artillery: str = "") -> act.DeclareAttack:
    return act.DeclareAttack(
        attackers=tuple(attackers.split()), target=target, artillery=tuple(artillery.split())
    )
