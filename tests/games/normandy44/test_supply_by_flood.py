"""Supply in positions of a random game, compared with a simple flood fill."""

from __future__ import annotations

from collections import deque
from pathlib import Path
from typing import Any

import pytest

from engine.core.state import State
from engine.games.normandy44.position import Position
from engine.games.normandy44.rules.ch18_supply import sources_of, supplied
from engine.games.normandy44.ruleset import Rules
from engine.games.normandy44.vocabulary import SIDES, enemy_of
from engine.play.autoplay import autoplay
from tests.games.normandy44.tabletop import BOOK

RANGE, EVERY = 5, 20


def flood(position: Position, side: str) -> set[int]:
    """18.1, 18.2, 8.5.2: the hexes that a side's sources supply; bonds also run to the map edge."""
    ground, bonds = position.ground, position.enemy_bonds(side)
    foes, mine = position.stacks[enemy_of(side)], position.stacks[side]
    shut = foes.keys() | bonds.hexes.keys()

    def exposed(i: int) -> bool:
        return i in position.enemy_zone(side) and i not in mine

    def crosses(i: int, j: int) -> bool:
        return (i, j) not in ground.blocked and (i, j) not in bonds.sides

    def on_road(j: int) -> bool:
        place = j in ground.cities or j in ground.towns
        return not (place and position.control(j) == enemy_of(side))

    ahead: deque[tuple[int, int, bool]] = deque()
    for i in sources_of(position, side).keys() - shut:
        ahead.append((i, 0, bool(ground.road_graph[i]) and on_road(i)))
    known = set(ahead)
    while ahead:
        i, used, road = ahead.popleft()
        for j in ground.board.neighbours[i]:
            thin = exposed(i) and exposed(j)
            if j < 0 or j in shut or thin or not crosses(i, j):
                continue
            following = []
            if road and ground.road_graph.has_edge(i, j) and on_road(j):
                following.append((j, 0, True))
            if used < RANGE:
                following.append((j, used + 1, False))
            new = [one for one in following if one not in known]
            known.update(new)
            ahead.extend(new)
    return {i for i, _, _ in known}


@pytest.mark.slow
def test_supply_in_play_agrees_with_a_flood(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    legal, asked, cut = Rules.legal, [0], [0]

    def watched(self: Rules, state: State, *args: Any, **kwargs: Any) -> Any:
        asked[0] += 1
        if asked[0] % EVERY == 0:
            position = self.position(state)
            for side in SIDES:
                reached = supplied(position, side).distance
                assert set(reached) == flood(position, side)
                cut[0] += sum(u.place not in reached for u in position.own(side))
        return legal(self, state, *args, **kwargs)

    monkeypatch.setattr(Rules, "legal", watched)
    autoplay(BOOK.ruleset("cherbourg"), 7, 2, tmp_path / "g.h44log")
    assert asked[0] > 5 * EVERY
    assert cut[0]
