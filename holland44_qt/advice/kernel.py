"""What the rules of Holland '44 say of the position shown: the questions the board asks them.

Nothing here knows Qt. Places are the board's ints; boxes that are entry areas follow them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.core.verdicts import Verdict
from engine.games.holland44.position import Position
from engine.games.holland44.rules.ch08_movement.progress import NONE, Progress
from engine.games.holland44.rules.ch08_movement.reach import Arrival, reachable
from engine.games.holland44.rules.ch08_movement.why_not import mover_of, why_not
from engine.games.holland44.rules.ch09_attack import attack_verdicts
from engine.games.holland44.rules.ch10_odds import CombatOdds, best_lead
from engine.games.holland44.rules.ch10_strengths import Combat
from engine.games.holland44.rules.ch16_breakthrough import joining
from engine.games.holland44.rules.ch17_artillery import hexes_to
from engine.games.holland44.rules.ch18_supply import Cut, Line, supply_of
from engine.games.holland44.units import Unit
from engine.rules.registry import is_legal
from holland44_qt.advice.near_way import is_only_far, near_way

SIDES = ("allied", "german")
Pair = tuple[int, int]


@dataclass(frozen=True)
class Front:
    """A side's zone of control and bonds.

    ``across`` are bonds that close a hex: the hex and the two ends; ``along`` those that close a
    hexside: its two hexes.
    """

    side: str
    zone: frozenset[int] = frozenset()
    across: tuple[tuple[int, int, int], ...] = ()
    along: tuple[Pair, ...] = ()


@dataclass(frozen=True)
class Trace:
    """The supply of one unit: its way to the source, or where it is cut and by whom."""

    unit: str
    line: Line
    cuts: tuple[Cut, ...] = ()


@dataclass(frozen=True)
class Reach:
    """Where units that stand together may go."""

    units: tuple[str, ...]
    start: int
    hexes: dict[int, Arrival]
    areas: dict[int, Arrival]
    done: Progress = NONE
    """What they have used in the phase already."""


@dataclass(frozen=True)
class WhyNot:
    """The best way to a hex, or the short one, and everything the rules say of it."""

    target: int
    mode: str
    path: tuple[int, ...]
    verdicts: tuple[Verdict, ...]
    around: tuple[Verdict, ...] = ()
    """What is said of the best way where that is a detour, and ``path`` the short way."""


@dataclass(frozen=True)
class Odds:
    """A fight worked out; ``guns`` is the artillery in range, whether it takes part or not."""

    fight: Combat
    found: CombatOdds
    verdicts: tuple[Verdict, ...]
    guns: tuple[Unit, ...]


def front(position: Position, side: str) -> Front:
    """Zone of control and bonds of a side (7)."""
    asked = position.fronts[side]
    across = tuple(
        (hex_, a, b) for hex_, ends in sorted(asked.bonds.hexes.items()) for a, b in sorted(ends)
    )
    along = tuple(sorted(pair for pair in asked.bonds.sides if pair[0] < pair[1]))
    return Front(side, frozenset(asked.zone), across, along)


def supply(position: Position, side: str) -> dict[str, bool]:
    """Which units of a side on the map are in supply."""
    search, hexes = supply_of(position, side), position.places.hex_count
    return {
        unit.id: search.line(unit).supplied
        for unit in position.units.values()
        if unit.p.side == side and unit.place < hexes
    }


def trace(position: Position, unit: str) -> Trace | None:
    """The supply of a unit; None for one that is not in play."""
    asked = position.units.get(unit)
    if asked is None:
        return None
    search = supply_of(position, asked.p.side)
    line = search.line(asked)
    return Trace(unit, line, () if line.supplied else tuple(search.cuts(asked)))


def together(position: Position, units: Iterable[str]) -> list[Unit]:
    """Those of some units that are in play and stand where the first of them stands."""
    known = [position.units[u] for u in units if u in position.units]
    return [u for u in known if u.place == known[0].place and u.p.side == known[0].p.side]


def reach(position: Position, units: Sequence[Unit]) -> Reach:
    """Where units that stand together may go, by the best mode for each hex."""
    names = tuple(u.id for u in units)
    key = ("advice reach", names)
    if key not in position.memo:
        mover = mover_of(position, units)
        found = reachable(mover)
        count = position.places.hex_count
        position.memo[key] = Reach(
            names,
            units[0].place,
            {place: a for place, a in found.items() if place < count},
            {place: a for place, a in found.items() if place >= count},
            mover.done,
        )
    known: Reach = position.memo[key]
    return known


def reasons(position: Position, units: Sequence[Unit], target: int) -> WhyNot:
    """Every reason against the best way of units to a hex or entry area, house rules included."""
    mover = mover_of(position, units)
    move, verdicts = why_not(mover, target)
    closed = target < position.places.hex_count and not is_legal(verdicts)
    if closed and is_only_far(verdicts):
        near = near_way(mover, target)
        if near is not None:
            short, reasons = near
            return WhyNot(target, short.mode, tuple(short.path), tuple(reasons), tuple(verdicts))
    return WhyNot(target, move.mode, move.path, tuple(verdicts))


def beyond(position: Position, units: Sequence[Unit], hex_: int) -> list[WhyNot]:
    """The entry areas that a hex of the map's edge touches, with all that is to be said of each."""
    touching = position.ground.area_hexes.get(hex_, ())
    return [reasons(position, units, position.area_place(letter)) for letter in touching]


# -- combat ---------------------------------------------------------------------------------------


def neighbours(position: Position, target: int, side: str) -> list[Unit]:
    """The units of a side next to a hex that could attack, also from entry areas; no artillery."""
    stacks = position.stacks[side]
    near = [u for i in position.ground.ring[target] for u in stacks.get(i, ())]
    for letter in position.ground.area_hexes.get(target, ()):
        if position.area_side(letter) == side:
            near += position.areas.get(position.area_place(letter), ())
    return [u for u in near if u.p.side == side and u.p.attack > 0 and not u.p.artillery]


def targets(position: Position, units: Sequence[Unit]) -> list[int]:
    """The enemy hexes next to every one of some units' hexes."""
    if not units:
        return []
    enemy, ring = position.enemy(units[0].p.side), position.ground.ring
    hexes = {u.place for u in units if u.place < position.places.hex_count}
    near = [set(ring[i]) for i in hexes]
    return sorted(set.intersection(*near) & enemy.hexes) if near else []


def odds(
    position: Position,
    attackers: Sequence[Unit],
    target: int,
    *,
    air: int = 0,
    artillery: Iterable[str] = (),
    lead: str | None = None,
    attached: str | None = None,
) -> Odds:
    """A fight worked out, with everything the rules say of it.

    Without a ``lead`` formation or an ``attached`` unit those that serve the attacker best. A
    breakthrough group that waits for this attack takes part (16.5).
    """
    wanted = set(artillery)
    group = joining(position, target)
    attackers = [*(u for u in attackers if u not in group), *group]
    side = attackers[0].p.side
    plain = Combat(position, tuple(attackers), target)
    guns = tuple(
        u
        for u in position.units.values()
        if u.p.artillery
        and u.p.side == side
        and u not in plain.attackers
        and hexes_to(position, u, target) <= (u.p.counter.front.range or 0)
    )
    support = tuple(u for u in guns if u.id in wanted)
    joined = frozenset(u.id for u in group)
    fight = Combat(position, tuple(attackers), target, support, air, joined=joined)
    leads = lead if lead in fight.formations() else None
    able = {u.id for u in fight.attachable(leads)} if leads is not None else set()
    found = best_lead(fight, leads, attached if attached in able else ())
    return Odds(fight, found, tuple(attack_verdicts(fight, found)), guns)
