"""Supply in positions of a random game, compared with a simple flood fill."""

from __future__ import annotations

from collections import deque
from pathlib import Path
from typing import Any

import pytest

from engine.core.state import State
from engine.games import require_rulebook
from engine.games.holland44.position import Position
from engine.games.holland44.rules.ch18_supply import Supply, carried_over
from engine.games.holland44.ruleset import Ruleset
from engine.play.autoplay import autoplay

RANGE, EVERY = 4, 20


def flood(position: Position, side: str) -> set[int]:
    """18.2.1, 18.3, 7.4.2: the hexes that the entry areas supply, canals no matter (18.6)."""
    board, enemy = position.board, position.enemy(side)
    foes, mine = position.stacks[enemy.side], position.stacks[side]
    shut = {i for i, word in enumerate(board.terrain) if word == "lake"} | foes.keys()
    shut |= enemy.bonds.hexes.keys()
    carried = set(carried_over(position, side))

    def crosses(i: int, j: int) -> bool:
        water = board.hexsides.get((i, j))
        wet = water is not None and water.water in ("major_river", "lake")
        dry = not wet or (i, j) in position.crossings.bridge or (i, j) in carried
        return dry and (i, j) not in enemy.bonds.sides

    def on_road(j: int) -> bool:
        fallen = board.settlement[j] == "city" and position.control(j) == enemy.side
        return j not in shut and j not in enemy.zone and not fallen

    def exposed(i: int) -> bool:
        return i in enemy.zone and i not in mine

    ahead: deque[tuple[int, int, bool]] = deque()
    for area in position.friendly_areas(side):
        for i in board.areas[area].hexes:
            out = position.crossings.outward(i)
            if i not in shut and (out == "land" or (out == "ferry" and i not in enemy.zone)):
                ahead.append((i, 1, False))
            if out == "land" and i in board.road_hexes and on_road(i):
                ahead.append((i, 0, True))
    known = set(ahead)
    while ahead:
        i, used, road = ahead.popleft()
        for j in board.neighbours[i]:
            if j < 0 or not crosses(i, j):
                continue
            following = []
            by_road = road and (i, j) in board.road_links and on_road(j)
            if by_road and not position.crossings.cuts_road(i, j, side):
                following.append((j, 0, True))
            if used < RANGE and j not in shut and not (exposed(i) and exposed(j)):
                following.append((j, used + 1, False))
            new = [one for one in following if one not in known]
            known.update(new)
            ahead.extend(new)
    return {i for i, _, _ in known}


@pytest.mark.slow
def test_supply_in_play_agrees_with_a_flood(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    legal, asked, cut = Ruleset.legal, [0], [0]

    def watched(self: Ruleset, state: State, *args: Any, **kwargs: Any) -> Any:
        asked[0] += 1
        if asked[0] % EVERY == 0:
            position = self.setting.position(state)
            for side in ("allied", "german"):
                reached = Supply(position, side).routes(dry=False).distance
                assert set(reached) == flood(position, side)
                cut[0] += sum(i not in reached for i in position.stacks[side])
        return legal(self, state, *args, **kwargs)

    monkeypatch.setattr(Ruleset, "legal", watched)
    autoplay(require_rulebook("holland44").ruleset("campaign"), 900001, 2, tmp_path / "g.h44log")
    assert asked[0] > 5 * EVERY
    assert cut[0]
