"""9.1: the declaration of attacks, and the list of possible attacks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from engine.core import actions as act
from engine.core.verdicts import Verdict
from engine.games.holland44.book import judge
from engine.games.holland44.constants import AIR_UNITS, BEATEN, verdict
from engine.games.holland44.house_rules import allows
from engine.games.holland44.position import Position
from engine.games.holland44.rules.ch09_attack import Attack, attack_verdicts
from engine.games.holland44.rules.ch10_odds import CombatOdds
from engine.games.holland44.rules.ch10_shifts import AGRA
from engine.games.holland44.rules.ch10_strengths import Combat
from engine.games.holland44.rules.ch17_artillery import ready_guns
from engine.games.holland44.tracks import AIR, FOUGHT
from engine.games.holland44.units import Unit
from engine.rules.base.clauses import clause

GUNS = 3
"""Options of artillery support tried with an attack."""
AUTOMATIC_MINIMUM = 7
"""8.7: the three shifts that count cannot make 10:1 from less than 7:1."""


@clause("9.1", "declare")
def combat_phase(fight: Combat, _: object) -> Iterator[Verdict]:
    """9.1: the active player attacks in his combat phase; for his movement phase see 8.7."""
    position, module = fight.position, fight.position.setting.module
    clock = position.state.clock
    if clock.phase not in ("movement", "combat") or clock.active != fight.side:
        yield verdict(
            "9.1",
            "phase",
            phase=module.phase_name(clock.phase),
            active=module.side_name(clock.active),
            side=module.side_name(fight.side),
        )


@clause("9.1", "declare")
def once_a_phase(fight: Combat, _: object) -> Iterator[Verdict]:
    """9.1, 9.2: no unit attacks or is attacked twice a phase; 13.5 excepts retreated units."""
    position, tracks = fight.position, fight.position.state.tracks
    for unit in fight.attackers:
        if FOUGHT + unit.id in tracks:
            yield verdict("9.1", "again", units=[unit.id], unit=position.name(unit.id))
    words = {tracks.get(FOUGHT + u.id) for u in fight.present}
    if "defended" in words or ("retreated" in words and words.issubset(BEATEN)):
        number, where = position.number(fight.target), position.where(fight.target)
        yield verdict("9.1", "attacked", hexes=[number], hex=where)


def declaration(fight: Combat, odds: CombatOdds) -> list[Verdict]:
    """Return the verdicts on an attack declared now; in a movement phase those of 8.7."""
    return list(_declared(fight, odds))


def _declared(fight: Combat, odds: CombatOdds | None = None) -> Iterator[Verdict]:
    """Yield the verdicts on an attack declared now; without ``odds`` on one at the best odds."""
    yield from judge(fight.position, "declare", fight)
    if fight.position.state.clock.phase == "movement":
        yield from judge(fight.position, "automatic", Attack(fight, odds))
    yield from attack_verdicts(fight, odds)


def targets(position: Position, side: str) -> list[int]:
    """Return enemy hexes next to a side's units, or on the edge beside its entry areas."""
    own, edge = position.fronts[side].hexes, position.friendly_edge(side)
    ring, enemies = position.ground.ring, position.enemy(side).hexes
    return sorted(i for i in enemies if i in edge or not own.isdisjoint(ring[i]))


def attacks_on(
    position: Position, side: str, target: int, *, plain: bool = False
) -> Iterator[act.DeclareAttack]:
    """9.1, 9.2: yield attacks on a hex by all units, each stack, unit and pair.

    Each is listed with and without support; ``plain`` omits the support. In a movement phase only
    attacks that make an automatic DS are listed (8.7).
    """
    in_movement = position.state.clock.phase == "movement"
    if in_movement and _is_too_strong(position, side, target):
        return
    near = [u for u in _near(position, side, target) if u.profile.attack]
    if not near:
        return
    if in_movement:
        yield from _automatic(position, near, target)
        return
    number = position.places.name(target)
    guns = [] if plain else _guns(position, side, target)
    air = not plain and _air_left(position, side)
    able = [u for u in near if may(position, target, [u])]
    tried: set[tuple[str, ...]] = {(u.id,) for u in near if u not in able}
    for group in _groups(near, able):
        ids = tuple(sorted(u.id for u in group))
        if not ids or ids in tried:
            continue
        tried.add(ids)
        if len(ids) > 1 and not may(position, target, group):
            continue
        for artillery, flown in product(((), *guns), (0, 1) if air else (0,)):
            if not (artillery or flown) or may(position, target, group, artillery, flown):
                names = tuple(u.id for u in artillery)
                yield act.DeclareAttack(attackers=ids, target=number, artillery=names, air=flown)


def _groups(near: Sequence[Unit], able: Sequence[Unit]) -> Iterator[Sequence[Unit]]:
    yield able
    for place in dict.fromkeys(u.place for u in near):
        yield [u for u in near if u.place == place]
    yield from ([u] for u in able)
    yield from combinations(able, 2)


def _automatic(
    position: Position, near: Sequence[Unit], target: int
) -> Iterator[act.DeclareAttack]:
    """8.7: yield the automatic DS by all units together, and by the fewest strongest units."""
    on_map = [u for u in near if position.area_of(u.place) is None]  # 19.7
    able = [u for u in on_map if allows(position, _but_for_odds(position, target, u))]
    if not able or not may(position, target, able):
        return
    fewest = sorted(able, key=lambda u: (-u.profile.attack, u.id))
    for unit in reversed(list(fewest)):
        fewer = [u for u in fewest if u is not unit]
        if fewer and may(position, target, fewer):
            fewest = fewer
    number = position.places.name(target)
    for ids in dict.fromkeys(tuple(sorted(u.id for u in group)) for group in (able, fewest)):
        yield act.DeclareAttack(attackers=ids, target=number)


def _is_too_strong(position: Position, side: str, target: int) -> bool:
    """8.7: return whether all units beside a hex together fall short of an automatic DS.

    It is computed again only if one of these stacks, or what the defenders did, has changed.
    """
    defenders, areas = position.stack(target), _areas_beside(position, side, target)
    around = map(position.stacks[side].get, position.ground.ring[target])
    stacks = (defenders, *around, *map(position.areas.get, areas))
    tracks = position.state.tracks
    fought = [tracks.get(FOUGHT + u.id) for u in defenders]

    def falls_short() -> bool:
        near = tuple(u for u in _near(position, side, target) if u.profile.attack)
        attack = sum(u.profile.attack for u in near)
        return bool(near) and attack < AUTOMATIC_MINIMUM * Combat(position, near, target).defense[0]

    key = ("too strong", side, target, *areas, *fought)
    short: bool = position.setting.latest(key, stacks, falls_short)
    return short


def _but_for_odds(position: Position, target: int, unit: Unit) -> Iterator[Verdict]:
    fight = Combat(position, (unit,), target)
    yield from judge(fight.position, "declare", fight)
    yield from attack_verdicts(fight)


def may(
    position: Position,
    target: int,
    units: Sequence[Unit],
    artillery: Sequence[Unit] = (),
    air: int = 0,
) -> bool:
    """Return whether these units may declare this attack now."""
    fight = Combat(position, tuple(units), target, tuple(artillery), air)
    return allows(position, _declared(fight))


def _guns(position: Position, side: str, target: int) -> list[tuple[Unit, ...]]:
    """Return ready artillery in range, one by one, and 5 AGRA with another (17.6.2)."""
    ready = ready_guns(position, side, target)
    agra = [u for u in ready if u.profile.counter.id == AGRA]
    pairs = [(a, u) for a in agra for u in ready if u is not a]
    return [*((u,) for u in ready), *pairs][:GUNS]


def _air_left(position: Position, side: str) -> bool:
    used = int(position.state.tracks.get(AIR) or 0)
    return side == "allied" and used < AIR_UNITS.get(position.weather, 0)


def _near(position: Position, side: str, target: int) -> list[Unit]:
    """Return a side's units next to a hex, on the map or in an entry area that it touches."""
    own, near = position.stacks[side], position.ground.ring[target]
    beside = [u for i in near for u in own.get(i, ())]
    areas = _areas_beside(position, side, target)
    return [*beside, *(u for i in areas for u in position.stack(i) if u.profile.side == side)]


def _areas_beside(position: Position, side: str, target: int) -> list[int]:
    """Return the places of a side's entry areas that a hex touches."""
    touching = position.ground.area_hexes.get(target, ())
    return [position.area_place(a) for a in touching if position.area_side(a) == side]
