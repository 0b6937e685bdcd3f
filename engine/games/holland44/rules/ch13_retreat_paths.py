"""13: retreat paths, the guidelines they break, elimination, and the allowed paths.

Elsewhere: 13.1.4 ``ch06_overstacking:Overstack``; 13.1.4 ``ch10_strengths:Combat.defenders``; 13.4
``ch15_advance_decision:Advancing``; 13.5 ``ch10_strengths:Combat.shaken``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from engine.games.holland44.constants import BEATEN, LEVEL_OF_RETREAT, TACTICAL
from engine.games.holland44.position import Position
from engine.games.holland44.rules.ch06_stacking import has_too_many_steps
from engine.games.holland44.rules.ch18_supply import supply_of
from engine.games.holland44.tracks import FOUGHT
from engine.games.holland44.units import Unit
from engine.rules.base.clauses import Objection
from engine.search.movement import Ways
from engine.search.retreat import Candidate, allowed, paths

OVERSTACK = 6
"""13.1.3: the number of the guideline against overstacking."""
STATUS = {level: name for name, level in LEVEL_OF_RETREAT.items()}
SAFE = TACTICAL
"""13.1.3: a retreat ends at least two hexes from the battle."""


def retreat_ends(position: Position, units: Sequence[Unit], battle: int) -> list[int]:
    """Return the hexes where units can retreat to together, alive and without overstacking."""
    steps = sum(u.profile.steps for u in units)
    return [
        c.path[-1]
        for c in legal_retreats(position, tuple(units), battle, (2,), False)
        if not c.eliminated and c.extra_loss < steps and OVERSTACK not in c.broken
    ]


def is_room(position: Position, ends: Mapping[Unit, int]) -> bool:
    """Return whether units that retreat to these hexes stay within the stacking limit there."""
    return not any(
        position.places.is_hex(end)
        and has_too_many_steps([*position.stack(end), *(u for u, i in ends.items() if i == end)])
        for end in set(ends.values())
    )


def legal_retreats(
    position: Position,
    units: tuple[Unit, ...],
    battle: int,
    hexes: Sequence[int],
    shattered: bool,
) -> list[Candidate]:
    """13.1.1: return the retreat paths of all lengths that the guidelines allow (13.1.3).

    There is one for each end hex; an early stop (13.3) may always be chosen.
    """
    chosen = all_legal(position, units, battle, hexes, shattered)
    # The shortest path to each hex comes first in its length and is kept.
    ends = {(c.path[-1], c.extra_loss, c.eliminated): c for c in reversed(chosen)}
    return list(reversed(ends.values()))


def all_legal(
    position: Position,
    units: tuple[Unit, ...],
    battle: int,
    hexes: Sequence[int],
    shattered: bool,
) -> list[Candidate]:
    """Return every retreat path that the guidelines allow, and the early stops (13.1.3, 13.3)."""
    full: list[Candidate] = []
    early: list[Candidate] = []
    for length in hexes:
        candidates = Retreat(position, units, battle, length, shattered).candidates
        full += [c for c in candidates if not c.extra_loss]
        early = early or [c for c in candidates if c.extra_loss and not c.eliminated]
    return [full[n] for n in allowed(full)] + early


@dataclass(frozen=True)
class Retreat:
    """Units that retreat together from a battle hex; ``shattered`` after DS and DMR."""

    position: Position
    units: tuple[Unit, ...]
    battle: int
    hexes: int
    shattered: bool = False

    @property
    def side(self) -> str:
        """Return the side of the units."""
        return self.units[0].profile.side

    @cached_property
    def _ids(self) -> frozenset[str]:
        return frozenset(u.id for u in self.units)

    @cached_property
    def _passable(self) -> Ways:
        return self.position.crossings.edges(frozenset(u.profile.cls for u in self.units))

    def company(self, place: int) -> list[Unit]:
        """Return friendly units in a hex, without those that retreat now."""
        return [
            u
            for u in self.position.stack(place)
            if u.profile.side == self.side and u.id not in self._ids
        ]

    def friends(self, place: int) -> list[Unit]:
        """Return friendly units in a hex that have not retreated in the phase (13.2f, 13.3)."""
        tracks = self.position.state.tracks
        return [u for u in self.company(place) if tracks.get(FOUGHT + u.id) not in BEATEN]

    def exposed(self, place: int) -> bool:
        """13.1.3.3, 13.2, 25.2.1: return whether a hex is in EZOC without friends that stay."""
        return place in self.position.enemy(self.side).zone and not self.company(place)

    def paths(self, *lengths: int) -> list[tuple[int, ...]]:
        """Return all paths of these lengths; those that reach an entry area end there."""
        count = self.position.places.hex_count

        def weight(i: int, j: int, _: object) -> int | None:
            return 1 if i < count else None

        return paths(self.position.setting.graph, self.battle, lengths, weight)

    def touch(self, i: int, j: int) -> bool:
        """Return whether a hex touches another hex or an entry area."""
        return self.position.places.is_hex(i) and self.position.setting.graph.has_edge(i, j)

    def fatal(self, path: Sequence[int]) -> str | None:
        """Return the rule by which this path eliminates the units (13.2), or None."""
        objection = self.objection(path)
        return objection.rule if objection is not None else None

    def objection(self, path: Sequence[int]) -> Objection | None:
        """7.4.2, 13.2, 19.5, 25.2.1, 25.2.2: return why and where a path eliminates."""
        position, enemy = self.position, self.position.enemy(self.side)
        if any(u.profile.movement == 0 for u in self.units):
            return Objection("13.2", "fixed", path[0])
        empty_ezoc = 0
        for i, j in pairwise(path):
            letter = position.area_of(j)
            if letter is not None:
                if position.area_side(letter) != self.side:
                    return Objection("19.5", "area", j)
                if position.crossings.outward(i) != "land":
                    if position.crossings.is_barred_by_canals(i):
                        return Objection("13.2", "ground", j)
                    return Objection("19.3.2", "river", j)
                break  # an entry area ends a path
            if j in enemy.hexes:
                return Objection("13.2", "held", j)
            if enemy.bonds.closes(i, j):
                return Objection("7.4.2", "bond", j)
            if j not in self._passable[i]:
                return Objection("13.2", "ground", j)
            empty_ezoc = empty_ezoc + 1 if self.exposed(j) else 0
            if empty_ezoc == 2:
                return Objection("13.2", "zones", j)
        end = path[-1]
        if end in enemy.zone and not self.friends(end):
            return Objection("13.2", "zone", end)
        return None

    def broken(self, path: Sequence[int], short: bool) -> Iterator[int]:
        """13.1.3.2, 13.1.3.3, 13.1.3.4, 13.1.3.5, 13.1.3.6: yield the guidelines a path breaks.

        The first guideline is not included.
        """
        position, enemy = self.position, self.position.enemy(self.side)
        end = path[-1]
        if not position.places.is_hex(end):
            if any(self.exposed(i) for i in path[1:-1]):
                yield 3
            return
        if not short and position.board.distance(self.battle, end) < SAFE:
            yield 2
        if any(self.exposed(i) for i in path[1:]):
            yield 3
        if self.company(end) and any(
            j in enemy.hexes and (j, end) not in position.crossings.blocked
            for j in position.ground.ring[end]
        ):
            yield 4
        supply = supply_of(position, self.side)
        if not all(supply.supplies(u, end) for u in self.units):
            yield 5
        if has_too_many_steps([*self.company(end), *self.units]):
            yield 6

    def may_stop(self, path: Sequence[int]) -> bool:
        """13.3: return whether a retreat may end after one hex at the cost of a step."""
        position, enemy = self.position, self.position.enemy(self.side)
        end = path[-1]
        if not position.places.is_hex(end):
            return False
        friends = self.friends(end)
        shelter = position.board.settlement[end] is not None
        woods = position.ground.rows[position.ground.terrain[end]].stops_retreat
        if not (shelter or woods or friends):
            return False
        return end not in enemy.zone or any(u.profile.good_order for u in friends)

    @cached_property
    def candidates(self) -> list[Candidate]:
        """Return every path of the required length, and the early stops of one hex (13.3)."""
        whole = self.paths(self.hexes)
        candidates = [self._candidate(path, short=False) for path in whole]
        if self.hexes > 1:
            early = self.paths(1)
            candidates += [
                self._candidate(path, short=True) for path in early if self.may_stop(path)
            ]
        return candidates

    def _candidate(self, path: tuple[int, ...], short: bool) -> Candidate:
        """13.1.3.1: return a path with the guidelines it breaks; survival is the first."""
        rule = self.fatal(path)
        broken = ((1,) if rule else ()) + tuple(self.broken(path, short))
        return Candidate(
            path=path,
            broken=broken,
            eliminated=rule is not None,
            end_status="eliminated" if rule else self.end_status(path),
            extra_loss=1 if short else 0,
            reason=rule,
        )

    def end_status(self, path: Sequence[int]) -> str:
        """13.3, 14.1.2, 14.3.1: return the worst disorder of the units after the retreat."""
        before = max(_level(u) for u in self.units)
        stopped = len(path) == 2 and self.position.places.is_hex(path[-1]) and self.hexes > 1
        if self.shattered:
            return "full_retreat"
        if stopped:
            return STATUS[before]
        return STATUS[min(before + 1, 2)]

    @property
    def legal(self) -> list[int]:
        """13.1.3: return the indices of the candidates that the guidelines allow.

        The owner may always choose an early stop that does not eliminate.
        """
        full = [n for n, c in enumerate(self.candidates) if not c.extra_loss]
        chosen = [full[n] for n in allowed([self.candidates[n] for n in full])]
        chosen += [n for n, c in enumerate(self.candidates) if c.extra_loss and not c.eliminated]
        return chosen


def _level(unit: Unit) -> int:
    if unit.profile.full_retreat:
        return LEVEL_OF_RETREAT["full_retreat"]
    return LEVEL_OF_RETREAT["good" if unit.profile.good_order else "disrupted"]
