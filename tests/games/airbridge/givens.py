"""Units, a canal and a call that the tests of several chapters use."""

from __future__ import annotations

from typing import Any

from engine.core import actions as act
from tests.games.airbridge.test_course_of_play import thrown
from tests.games.airbridge.test_probe import BOARD, GUARDS, SS

A, G = GUARDS | {"id": "a", "hex": "0403"}, SS | {"id": "g", "hex": "0404"}
BRIDGE = "0404/0405"
CANAL = BOARD | {"hexsides": {BRIDGE: ["canal", "bridge"]}}


def until(table: Any, kind: str) -> Any:
    """The position of a combat when something is asked, by the first die that leads to it."""
    for die in range(1, 11):
        after, action = table, table.ruleset.legal(table.state, 1).actions[0]
        while action is not None:
            after = thrown(after, action, die, *[5] * 4)
            question = after.question() if after.state.pending else None
            if question is not None and question.kind == kind:
                return after
            option = question.options[0].id if question else ""
            action = act.Choose(decision=question.kind, option=option) if question else None
    return None
