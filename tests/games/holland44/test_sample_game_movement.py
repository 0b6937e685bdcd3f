"""The recorded example of play keeps the rules of movement, retreat, advance and stacking.

The checks are written from the rules a second time, apart from the program's own, so that the
log and the rules cannot share a mistake.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

from engine.core import actions as act
from engine.core.state import State
from engine.log.entry import Entry
from engine.modules.module import Module
from engine.play.game import Recording
from logs.build import FOLDER


@pytest.fixture(scope="module")
def game() -> Recording:
    """The log that comes with the program."""
    return Recording.load(FOLDER / "market-garden-turn-1.h44log")


@pytest.fixture(scope="module")
def entries(game: Recording) -> list[Entry]:
    return game.log.entries


class Ground:
    """The board under a position: adjacent units and the costs of steps."""

    def __init__(self, module: Module, state: State, side: str) -> None:
        self.module, self.state, self.board = module, state, module.board
        self.enemies = {
            i
            for i, stack in state.stacks.items()
            if module.places.is_hex(i)
            and any(
                p.side != side and "full_retreat" not in p.status and not self._is_empty(p.counter)
                for p in (state.pieces[u] for u in stack)
            )
        }

    def _is_empty(self, counter: str) -> bool:
        return self.module.counters.of(counter).role == "garrison"

    def bridged(self, i: int, j: int, rail: bool = True) -> bool:
        """Is there a usable bridge over a water hexside?"""
        side = self.board.hexside(i, j)
        assert side is not None
        kinds = {b.kind for b in side.bridges} - {"ferry", "pontoon"}
        state = self.state.hexsides.get(side.name, "")
        return bool(kinds if rail else kinds & {"road"}) and state in ("wired", "intact")

    def ezoc(self, i: int) -> bool:
        """Is the hex in the zone of an enemy (7.1)?"""
        for j in self.board.neighbours[i]:
            if j in self.enemies:
                side = self.board.hexside(i, j)
                if side is None or side.water != "major_river" or self.bridged(i, j):
                    return True
        return False

    def cost(self, i: int, j: int, mechanized: bool) -> Fraction:
        """Movement points of a step in normal movement (tec), without zones and markers."""
        side, road = self.board.hexside(i, j), self.board.road_class(i, j)
        wet = side is not None and side.water in ("major_river", "canal")
        if wet:
            assert self.bridged(i, j), "normal movement crosses by a bridge"
        if road and (not wet or self.bridged(i, j, rail=False)):
            rates = {"primary": Fraction(1, 3), "secondary": Fraction(1, 2), "minor": Fraction(1)}
            return rates[road] if mechanized else Fraction(1)
        terrain = self.board.terrain[j]
        table = {"clear": (1, 1), "woods": (1, 2), "polder": (2, 3), "marsh": (3, 4)}
        total = Fraction(table[terrain.partition("+")[0]][mechanized])
        if side is not None and side.water == "minor_river":
            total += (1, 2)[mechanized]
        return total


def moves(entries: list[Entry]) -> list[tuple[Entry, act.MoveUnits]]:
    return [(e, e.action) for e in entries if isinstance(e.action, act.MoveUnits)]


def hex_path(game: Recording, path: tuple[str, ...]) -> list[int]:
    """The hexes of a path as ints, without the box it may start from."""
    return [i for i in map(game.module.places.index, path) if game.module.places.is_hex(i)]


def test_every_path_is_unbroken(entries: list[Entry], game: Recording) -> None:
    board = game.module.board
    for entry, move in moves(entries):
        if move.path[0].startswith("area-"):
            first = game.module.places.index(move.path[1])
            assert first in board.areas[move.path[0].removeprefix("area-")].hexes, entry.id
        for i, j in pairwise(hex_path(game, move.path)):
            assert j in board.neighbours[i], entry.id


def test_no_vehicle_leaves_the_road_in_polder_or_at_the_water(
    entries: list[Entry], game: Recording
) -> None:
    board = game.module.board
    for entry, move in moves(entries):
        before = game.state(entry.id - 1)
        if not any(game.module.counters.of(before.pieces[u].counter).vehicle for u in move.units):
            continue
        ground = Ground(game.module, before, "")
        for i, j in pairwise(hex_path(game, move.path)):
            side = board.hexside(i, j)
            if side is not None and side.water != "minor_river":
                assert ground.bridged(i, j, rail=False), entry.id
            soft = {board.terrain[i], board.terrain[j]} & {"polder", "polder+woods", "marsh"}
            if soft or side is not None:
                assert board.road_class(i, j), entry.id


def test_water_is_crossed_by_bridges_or_by_infantry_that_may(
    entries: list[Entry], game: Recording
) -> None:
    board = game.module.board
    for entry, move in moves(entries):
        ground = Ground(game.module, game.state(entry.id - 1), "")
        for n, (i, j) in enumerate(pairwise(hex_path(game, move.path))):
            side = board.hexside(i, j)
            if side is None or side.water == "minor_river" or ground.bridged(i, j):
                continue
            assert side.water == "canal", entry.id  # no engineer crosses a river here
            assert move.mode == "tactical", entry.id
            assert n == 0, entry.id  # it starts beside the canal (8.5.3)


def test_recorded_moves_obey_points_and_zones(entries: list[Entry], game: Recording) -> None:
    spent: dict[str, Fraction] = {}
    for entry in entries:
        if isinstance(entry.action, act.SetClock):
            spent.clear()
        move = entry.action
        if not isinstance(move, act.MoveUnits) or move.mode in ("retreat", "advance"):
            continue
        before = game.state(entry.id - 1)
        side = before.pieces[move.units[0]].side
        ground = Ground(game.module, before, side)
        path = hex_path(game, move.path)
        for n, i in enumerate(path[1:-1], start=1):
            assert not ground.ezoc(i), f"{entry.id}: zone at step {n}"
        if side == "german" or move.mode in ("tactical", "infiltration"):
            assert 1 <= len(move.path) - 1 <= 2, entry.id
            continue
        if move.mode == "extended":
            assert not any(ground.ezoc(i) for i in path[1:]), entry.id
        jams = {m.at for m in before.markers.values() if m.kind == "traffic"}
        for unit in move.units:
            piece = before.pieces[unit]
            counter = game.module.counters.of(piece.counter)
            mech = counter.is_mechanized(counter.face_name(piece.steps))
            total = spent.get(unit, Fraction(0))
            total += 1 if move.path[0].startswith("area-") else 0
            total += 2 if ground.ezoc(path[0]) and unit not in spent else 0
            for i, j in pairwise(path):
                total += ground.cost(i, j, mech)
                total += 2 if mech and game.module.places.name(j) in jams else 0
            allowance = counter.face_for(piece.steps).movement
            allowance += 2 if move.mode == "extended" else 0
            assert total <= allowance, f"{entry.id} {unit}: {total} of {allowance}"
            spent[unit] = total


def test_retreats_keep_their_length_and_end_in_safety(
    entries: list[Entry], game: Recording
) -> None:
    told = {"GE-Kerutt": [3, 2, 2], "GE-6Penal": [3, 2]}
    lengths: dict[str, list[int]] = {}
    for entry, move in moves(entries):
        if move.mode != "retreat":
            continue
        before = game.state(entry.id - 1)
        ground = Ground(game.module, before, before.pieces[move.units[0]].side)
        path = hex_path(game, move.path)
        lengths.setdefault(move.units[0], []).append(len(path) - 1)
        zones = [ground.ezoc(i) and not before.stack(i) for i in path[1:]]
        assert not any(a and b for a, b in pairwise(zones)), entry.id
        assert not zones[-1], entry.id
    assert lengths == {unit: told.get(unit, [2]) for unit in lengths}
    assert len(lengths) == 9


def test_advances_are_as_long_as_the_result_allows(entries: list[Entry], game: Recording) -> None:
    two = {"BR-2IG/5", "BR-2GG/5", "BR-5CG/32", "BR-3IG/32", "US-1/505"}
    for entry, move in moves(entries):
        if move.mode == "advance":
            limit = 2 if set(move.units) <= two and entry.id < len(game) * 0.6 else 1
            assert len(move.path) - 1 <= limit, entry.id


def test_stacking_limits_hold_at_the_end_of_every_phase(
    entries: list[Entry], game: Recording
) -> None:
    free = {"artillery", "bridging", "engineer", "flak"}
    broken = set()
    for entry in entries:
        if not isinstance(entry.action, act.SetClock):
            continue
        state = game.state(entry.id - 1)
        for place, stack in state.stacks.items():
            if not game.module.places.is_hex(place):
                continue
            counters = [game.module.counters.of(state.pieces[u].counter) for u in stack]
            counted = [c for c in counters if c.role not in ("supply_head", "unknown")]
            light = [c for c in counted if c.kind in free]
            heavy = [c for c in counted if c.kind not in free]
            pairs = sum(c.half_battalion in {o.id for o in heavy} for c in heavy) // 2
            if len(heavy) - pairs + max(0, len(light) - 1) > 2:
                broken.add((game.module.places.name(place), state.clock.phase))
    assert broken - {("6516", p) for _, p in broken} == {
        ("1504", "movement"),  # as the text has it
        ("6217", "airlanding"),  # as the set-up has it
    }
