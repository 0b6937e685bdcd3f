"""Chapter 13: retreats: paths, costs, elimination, disruption."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from engine.core.verdicts import Verdict
from engine.games.normandy44 import tracks
from engine.games.normandy44.combat import CombatRecord
from engine.games.normandy44.position import Position
from engine.games.normandy44.resolution import FIGHT, Resolution
from engine.games.normandy44.rules.ch07_stacking import room_for
from engine.games.normandy44.rules.ch08_zoc import zone_of
from engine.games.normandy44.rules.ch12_results import target_of
from engine.games.normandy44.rules.ch17_cadres import clear_position, eliminate, lose_step
from engine.games.normandy44.units import Unit
from engine.games.normandy44.vocabulary import (
    DISRUPTED,
    GERMAN,
    MOVED,
    RESERVE,
    STRATEGIC,
    TRUCK,
    enemy_of,
    verdict,
)
from engine.rules.base.decisions import Args, Choice, Handler, option_id
from engine.rules.base.named import can_be_walked, places_in
from engine.search.retreat import paths

SHORT = 2
LONG_RESULTS = frozenset({"A1/D2", "DH"})
"""13.1.1a: results whose retreat is four hexes long."""
FURTHER = 3
"""13.1.5: additional hexes of a retreat in search of a hex where the units fit."""


@dataclass(frozen=True, slots=True)
class RetreatPath:
    """A retreat path: the steps it costs, whether it begins in an enemy zone, how it ends.

    ``last_resort``: it leads through friends under strategic movement (13.7).
    """

    path: tuple[int, ...]
    losses: int = 0
    zone: bool = False
    eliminated: bool = False
    rule: str = ""
    last_resort: bool = False
    rules: tuple[str, ...] = ()
    """All rules that eliminate on the path; ``rule`` is the first."""


def zone_against(
    position: Position, unit: Unit, battle: int, *, friends: bool = True
) -> frozenset[int]:
    """13.1.2b, 16.3b: return the enemy zone that counts for a retreat.

    Friends negate it in their hexes; zones do not reach Germans into the perimeter.
    """
    side = unit.side
    zone = position.enemy_zone(side)
    inside = position.ground.perimeter
    if side == GERMAN and inside:
        enemies = position.stacks[enemy_of(side)]
        within = zone_of(position.ground, {i: s for i, s in enemies.items() if i in inside})
        zone = frozenset(i for i in zone if i not in inside or i in within)
    if not friends:
        return zone
    return zone - {i for i in position.stacks[side] if i != battle}


def step_rules(position: Position, unit: Unit, i: int, j: int) -> Iterator[str]:
    """13.2.2b, 13.2.2c, 13.2.2f, 8.5.2b, 9.2: yield the rules by which a step eliminates."""
    ground, road = position.ground, position.ground.road(i, j) is not None
    marsh = ground.terrain[j] == "marsh" and not road
    if j in position.stacks[enemy_of(unit.side)] or (i, j) in ground.blocked or marsh:
        yield "13.2.2b"
    if position.enemy_bonds(unit.side).closes(i, j):
        yield "13.2.2c"
    drowned = ground.terrain[j] == "flooded" or ground.wet(i, j)
    if unit.type.mechanised and not road and drowned:
        yield "13.2.2f"


def step_loss(position: Position, unit: Unit, path: Sequence[int], k: int) -> int:
    """13.2.1: return whether floods or unbridged water after the first hex cost a step."""
    ground, i, j = position.ground, path[k - 1], path[k]
    if unit.type.mechanised or k == 1:
        return 0
    road_out = ground.road(i, j) is not None
    if ground.terrain[i] == "flooded":
        return int(not road_out or ground.road(path[k - 2], i) is None)
    return int(ground.wet(i, j) and not road_out)


def shelters(position: Position, hex_: int) -> bool:
    """13.3a: return whether a hex stops a retreat: settlement, woods, bocage, fortification."""
    ground = position.ground
    if ground.settlement[hex_] in ("city", "town") or ground.terrain[hex_] in ("bocage", "woods"):
        return True
    strong = any(u.type.kind == "strongpoint" for u in position.stack(hex_))
    return strong or hex_ in position.improved


def stops_after_one(
    position: Position, unit: Unit, hex_: int, record: CombatRecord, company: Sequence[Unit] = ()
) -> bool:
    """13.3a, 13.3b, 13.3c: return whether a two-hex retreat may end after one, with its stack."""
    friends = [
        u
        for u in position.others([unit], hex_)
        if DISRUPTED not in u.status and tracks.RETREATED + u.id not in position.state.tracks
    ]
    if not friends and hex_ in zone_against(position, unit, unit.place, friends=False):
        return False
    if shelters(position, hex_):
        return True
    able = sum(u.factor for u in friends if STRATEGIC not in u.status)
    stack = position.stacks[unit.side].get(hex_, ())
    came = sum(u.factor for u in stack if u.id in record.retreated and u.id != unit.id)
    return bool(friends) and able >= unit.factor + came + sum(u.factor for u in company)


def outward_paths(position: Position, start: int, steps: int) -> Sequence[tuple[int, ...]]:
    """13.1.1b: return the paths on which each hex is further away than the one before."""
    graph, ring, distance = (position.ground.graph, position.ground.ring, position.ground.distance)

    def outward(i: int, j: int, _: object) -> int | None:
        return 1 if distance(start, j) == distance(start, i) + 1 else None

    found: Sequence[tuple[int, ...]] = position.setting.latest(
        ("outward", start, steps), (), lambda: paths(graph, start, [steps], outward, ring)
    )
    return found


def retreat_paths(
    position: Position, unit: Unit, record: CombatRecord, company: Sequence[Unit] = ()
) -> list[RetreatPath]:
    """Return one of :func:`every_path` to each end for each cost.

    Others differ only in the hexes passed. ``company`` takes the same path and needs room as well.
    """
    best: dict[tuple[object, ...], RetreatPath] = {}
    for each in every_path(position, unit, record, company):
        key = (each.path[-1], each.losses, each.zone, each.eliminated, each.rule, each.last_resort)
        best.setdefault(key, each)
    return list(best.values())


def every_path(
    position: Position, unit: Unit, record: CombatRecord, company: Sequence[Unit] = ()
) -> list[RetreatPath]:
    """13.1.1a, 13.1.1b, 13.1.2a, 13.1.5, 13.2.1, 13.2.2a, 13.2.2d: return a unit's retreat paths.

    Paths that eliminate end with the step that does. If no end has room, the paths continue until
    one has.
    """
    together = [unit, *company]
    start, length = unit.place, record.hexes
    if unit.values.movement == 0:
        return [RetreatPath((start,), eliminated=True, rule="13.2.2a")]
    if tracks.RETREATED + unit.id in position.state.tracks:
        return [RetreatPath((start,), eliminated=True, rule="13.5a")]
    zone = zone_against(position, unit, start)
    retreats: list[RetreatPath] = []
    # Paths to continue, with their costs and whether they began in an enemy zone.
    layer: dict[tuple[int, ...], tuple[int, bool]] = {(start,): (0, False)}
    for k in range(1, length + FURTHER + 1):
        if k > length and (any(not w.eliminated for w in retreats) or not layer):
            break
        nxt: dict[tuple[int, ...], tuple[int, bool]] = {}
        for path in outward_paths(position, start, k):
            if path[:-1] not in layer:
                continue
            (lost, hot), j = layer[path[:-1]], path[-1]
            rules = [*step_rules(position, unit, path[-2], j)]
            if j in zone and k > 1:
                rules.append("13.2.2d")
            if rules:
                retreats.append(RetreatPath(path, lost, hot, True, rules[0], rules=tuple(rules)))
                continue
            total = min(1, lost + step_loss(position, unit, path, k))
            warm = hot or j in zone
            room = room_for(position, together, j)
            short = k == 1 and length == SHORT
            if room and (
                k >= length or (short and stops_after_one(position, unit, j, record, company))
            ):
                retreats.append(RetreatPath(path, total, warm))
            if k < length or not room:
                nxt[path] = total, warm
        layer = nxt
    on_the_road = {
        i
        for i, stack in position.stacks[unit.side].items()
        if i != start and any(STRATEGIC in u.status for u in stack)
    }
    return [replace(w, last_resort=not on_the_road.isdisjoint(w.path)) for w in retreats]


def survivable(position: Position, unit: Unit, record: CombatRecord) -> list[RetreatPath]:
    """13.1.2a, 13.1.4, 13.7: return the paths that may be taken.

    In order: not through friends under strategic movement, fewest steps lost, no enemy zone.
    """
    known: dict[str, tuple[CombatRecord, list[RetreatPath]]]
    known = position.memo.setdefault("survivable", {})
    if unit.id not in known or known[unit.id][0] != record:
        known[unit.id] = record, _best(retreat_paths(position, unit, record), record)
    return known[unit.id][1]


def _best(routes: Iterable[RetreatPath], record: CombatRecord) -> list[RetreatPath]:
    """13.1.2a, 13.1.4, 13.7: return the paths of the least price that save the unit."""
    alive = [w for w in routes if not w.eliminated]
    least = min((_price(w, record) for w in alive), default=None)
    return [w for w in alive if _price(w, record) == least]


def _price(route: RetreatPath, record: CombatRecord) -> tuple[bool, int, bool]:
    """13.7: return what a path costs, the worst first; water costs a stack one step (13.2.1)."""
    return route.last_resort, 0 if record.lost_on_way else route.losses, route.zone


def walked(position: Position, units: Iterable[Unit], words: Sequence[str]) -> Choice | None:
    """Return the choice to move one of the units by any path, hex by hex, never onto an enemy."""
    unit = next((u for u in units if words[:1] == [u.id]), None)
    hexes = places_in(position, words[1:])
    if unit is None or not hexes or len(hexes) < len(words) - 1:
        return None
    path = (unit.place, *hexes)
    return Choice(" ".join(words), (unit.id,), path) if can_be_walked(position, path) else None


# -- effects --------------------------------------------------------------------------------------


def to_retreat(position: Position, record: CombatRecord) -> list[Unit]:
    """13.1.3: return the units still to retreat."""
    hex_ = target_of(position, record)
    stack = position.stacks[enemy_of(record.side)].get(hex_, ())
    return [u for u in stack if u.id not in record.retreated]


def take(work: Resolution, unit: Unit, route: RetreatPath) -> None:
    """13.2.1, 13.6a, 17.2i, 17.3d, 13.7, 9.8.5a, 9.8.6c: move a unit along its path and disrupt it.

    The stack loses one step in all for the water it crosses.
    """
    record = FIGHT.current(work)
    pays = bool(route.losses) and not record.lost_on_way
    work.combat = record.after(
        retreated=(*record.retreated, unit.id), lost_on_way=record.lost_on_way or pays
    )
    battle = unit.place
    work.move_along([unit.id], route.path)
    added = [DISRUPTED]
    if unit.type.kind == "hq":
        added.append(MOVED)
    work.status(unit.id, add=added, remove=[STRATEGIC, TRUCK, RESERVE])
    work.track(tracks.RETREATED + unit.id, 1)
    for other in work.position.others([work.position.units[unit.id]], route.path[-1]):
        work.status(other.id, remove=[STRATEGIC, TRUCK])
    clear_position(work, battle, unit.side)
    if pays:
        lose_step(work, unit.id)


def remove_lost(work: Resolution) -> bool:
    """13.2.2a, 13.2.2b, 13.2.2c, 13.2.2e: eliminate units without a path; true if there are any."""
    record = FIGHT.current(work)
    position = work.position
    units = to_retreat(position, record)
    lost = [u for u in units if not survivable(position, u, record)]
    for unit in lost:
        eliminate(work, unit.id)
    return bool(lost)


class Retreat(Handler[Position, Resolution]):
    """13.1.3, 13.1.4: the owner retreats his units, one after the other, in any order."""

    kind = "retreat"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Return the paths of all units still to retreat."""
        record = FIGHT.of(position)
        return [] if record is None else [c for c, _ in self._paths_of_unit(position, record)]

    def _paths_of_unit(
        self, position: Position, record: CombatRecord
    ) -> Iterator[tuple[Choice, RetreatPath]]:
        for unit in to_retreat(position, record):
            for path in survivable(position, unit, record):
                words = option_id(position, unit.id, path.path)
                yield Choice(words, (unit.id,), path.path, losses=path.losses), path

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Retreat the unit."""
        record, position = FIGHT.current(work), work.position
        unit = position.units[choice.units[0]]
        routes = (w for w in every_path(position, unit, record) if not w.eliminated)
        by_hand = RetreatPath(choice.path)
        take(work, unit, next((w for w in routes if w.path == choice.path), by_hand))

    def other(self, position: Position, args: Args, words: Sequence[str]) -> Choice | None:
        """13.1.4: return another path to a listed hex at the same price."""
        record = FIGHT.of(position)
        for unit in to_retreat(position, record) if record is not None else ():
            if record is None or words[:1] != [unit.id]:
                continue
            for route in _best(every_path(position, unit, record), record):
                if option_id(position, unit.id, route.path) == " ".join(words):
                    return Choice(" ".join(words), (unit.id,), route.path, losses=route.losses)
        return None

    def anyway(self, position: Position, args: Args, words: Sequence[str]) -> Choice | None:
        """Return any path of a unit that has to retreat, hex by hex."""
        record = FIGHT.of(position)
        return None if record is None else walked(position, to_retreat(position, record), words)

    def refuse(self, position: Position, args: Args, words: Sequence[str]) -> Iterable[Verdict]:
        """Yield why a unit may not retreat to a hex."""
        unit = position.units.get(words[0]) if words else None
        record = FIGHT.of(position)
        place = position.ground.index.get(words[-1]) if len(words) > 1 else None
        if unit is None or record is None or place is None:
            return
        routes = every_path(position, unit, record)
        named = " ".join(words)
        known = [w for w in routes if option_id(position, unit.id, w.path) == named] or [
            w for w in routes if w.path[-1] == place
        ]
        best = _best(routes, record)
        rules = [r for w in known for r in w.rules or (w.rule or _worse(w, best, record),) if r]
        for rule in dict.fromkeys(rules):
            yield verdict(rule, "retreat", units=[unit.id], hexes=[words[-1]], hex=words[-1])
        if not known:
            yield verdict(
                "13.1.1b", "length", units=[unit.id], hexes=[words[-1]], hexes_due=record.hexes
            )


def _worse(route: RetreatPath, best: Sequence[RetreatPath], record: CombatRecord) -> str:
    """13.1.2a, 13.1.4, 13.7: return the rule that prefers the best paths to another, or ""."""
    pairs = zip(_price(route, record), _price(best[0], record), strict=True)
    rules = zip(("13.7", "13.1.4", "13.1.2a"), pairs, strict=True)
    return next((rule for rule, (mine, least) in rules if mine > least), "")
