"""Label of the ruler: distance and terrain between two hexes."""

from __future__ import annotations

import itertools
from collections import Counter

from engine.i18n import t
from engine.modules.module import Module

NAMED = 3
"""Maximum number of rivers named, in crossing order; the others are counted."""


def between_lines(module: Module, start: int, end: int) -> tuple[str, ...]:
    """Return the rivers that the line between two hexes crosses, and the terrain along it.

    One text line for each; the two end hexes and clear terrain are left out.
    """
    board = module.board
    if board.loose or start == end:
        return ()
    line = board.line(start, end)
    sides = [board.hexside(a, b) for a, b in itertools.pairwise(line)]
    waters = list(dict.fromkeys(_short(side.river) for side in sides if side is not None))
    ground: Counter[str] = Counter()
    words = module.vocabulary.terrains
    open_ground = {word.id for word in words if not word.brushes} or {"clear"}
    for place in line[1:-1]:
        settlement = board.settlement[place]
        if settlement is not None:
            ground[module.settlement_name(settlement)] += 1
        elif board.terrain[place] not in open_ground:
            ground[module.terrain_name(board.terrain[place])] += 1
    lines = [_over(waters)] if waters else []
    parts = [
        t("aids.ruler.times", what=what, count=count) if count > 1 else what
        for what, count in ground.most_common()
    ]
    return (*lines, ", ".join(parts)) if parts else tuple(lines)


def _over(waters: list[str]) -> str:
    named, more = ", ".join(waters[:NAMED]), len(waters) - NAMED
    if more > 0:
        return t("aids.ruler.over.more", waters=named, count=more)
    return t("aids.ruler.over", waters=named)


def _short(river: str) -> str:
    """Return a name without a trailing part in brackets."""
    return river.partition(" (")[0]
