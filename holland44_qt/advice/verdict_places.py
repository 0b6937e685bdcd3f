"""Places of the units, hexes and hexsides that verdicts name."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from engine.core.verdicts import Verdict
from engine.rules.ports import Answers
from holland44_qt.advice.advice_marks import Sight
from holland44_qt.advice.board_questions import Pair


def blamed(position: Answers, verdicts: Iterable[Verdict], own: Collection[str] = ()) -> Sight:
    """Mark the enemy units, hexes and hexsides that forbid an action; ``own`` units are skipped."""
    board = position.ruleset.board
    index = board.index
    culprits: dict[int, None] = {}
    hexes: dict[int, None] = {}
    sides: dict[Pair, None] = {}
    for verdict in verdicts:
        if verdict.level != "forbid":
            continue
        for unit in verdict.units:
            standing = position.unit(unit)
            if unit not in own and standing is not None:
                culprits[standing.place] = None
        named = [index[number] for number in verdict.hexes if number in index]
        if len(named) == 2 and named[1] in board.neighbours[named[0]]:
            sides[named[0], named[1]] = None
        else:
            hexes |= dict.fromkeys(named)
    on_map = tuple(i for i in culprits if i < position.ruleset.places.hex_count)
    return Sight(culprits=on_map, hexes=tuple(hexes), sides=tuple(sides))
