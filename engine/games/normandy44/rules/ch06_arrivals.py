"""Chapters 6.5 to 6.7, 20.5, 21.2: arrivals, and evacuation over a beach."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, pairwise

from engine.core.memo import memoized
from engine.core.verdicts import Verdict
from engine.games.normandy44 import tracks
from engine.games.normandy44.position import Position
from engine.games.normandy44.resolution import Resolution
from engine.games.normandy44.rules import ch28_batteries
from engine.games.normandy44.rules.ch07_stacking import stacking
from engine.games.normandy44.rules.ch09_movement import (
    MARKED,
    Mover,
    ending_verdicts,
    ends,
    marked_verdicts,
    road_cost,
    step_verdicts_of_path,
)
from engine.games.normandy44.rules.ch17_cadres import THREE, replaced_by, turn_cadre
from engine.games.normandy44.rules.ch18_supply import open_beaches
from engine.games.normandy44.units import Unit
from engine.games.normandy44.vocabulary import (
    ALLIED,
    ARMIES,
    ARMY_OF_BEACH,
    BEACHES,
    CW,
    ENGINEERS,
    GERMAN,
    IN_BRITAIN,
    MOVED,
    MOVEMENT,
    NORMAL,
    POINTE_DU_HOC,
    REGROUP,
    REPLACEMENT_PHASE,
    RESERVE_MOVE,
    SCATTERED,
    STORM,
    STRATEGIC,
    TACTICAL,
    TRUCK,
    TRUCK_STRATEGIC,
    enemy_of,
    verdict,
)
from engine.rules.base.movement import Arrived

FIXED_COSTS = {"beach_engineer": 0, "ranger": 1, "hq": 2}
"""6.5.1b, 21.4a: the reinforcement points of units whatever their steps."""
BUDGET = 6
BEACH_LIMIT = 4
REDUCTION = 2
EVACUEES = 2
"""6.5.1a, 6.5.2e, 6.5.3a, 21.2a."""
COLOURS = ("blue", "red", "orange", "green")
"""6.6c: the entry colours in order around the map's edge."""
CHERBOURG_ENTRY = "2506"
"""26.2.6: the entry hex of the reinforcements of the Cherbourg game."""
DOUBTFUL = {"GE-9SS-1/9": 2}
"""The German reinforcement card: units that arrive on a die up to this, or never."""
MOBILISATION = {
    "mobilisation-243": ("2803", "3202"),
    "mobilisation-709": ("3209", "3110"),
}
"""6.7a: the mobilisation hexes; only 2803 is stated, the others are inferred."""


# -- reinforcement points -------------------------------------------------------------------------


def cost_of(unit: Unit) -> int:
    """6.5.1b, 6.5.1c, 21.4a: return the reinforcement points of a unit, at full strength or not."""
    kind, steps = unit.type.kind, unit.type.steps
    if kind in FIXED_COSTS:
        return FIXED_COSTS[kind]
    if steps == 1:
        return 1
    if unit.type.armoured:
        return 4 if steps == THREE else 2
    return 3


def price_of(position: Position, unit: Unit) -> int:
    """6.5.1c: return the reinforcement points of a unit; a cadre costs as much as its unit."""
    behind = replaced_by(position, unit.id)
    return cost_of((position.any_unit(behind) if behind else None) or unit)


def budget(position: Position, army: str) -> int:
    """6.5.1a, 6.5.3a, 6.5.3b, 6.5.3c, 4.3d, 26.2.7a: return the points an army receives in a turn.

    Two fewer for each beach (except Sword) without its engineers, and for a lost Mulberry.
    """
    if position.turn < 2 or position.weather == STORM:
        return 0
    open_ = open_beaches(position)
    if position.scenario == "cherbourg":
        lost_engineers = REDUCTION * ("utah" not in open_)
        return 0 if army == CW else 3 + (position.weather == "clear") - lost_engineers
    closed = [
        b for b, owner in ARMY_OF_BEACH.items() if owner == army and b != "sword" and b not in open_
    ]
    lost = position.state.tracks.get(tracks.MULBERRY_DUE + army) == 0
    return BUDGET - REDUCTION * (len(closed) + lost)


@memoized
def points_left(position: Position, army: str) -> int:
    """6.5.1a: return the reinforcement points an army has left in the turn."""
    return budget(position, army) - position.track(tracks.RP + army)


# -- landings -------------------------------------------------------------------------------------


def follow_up(position: Position, unit: Unit) -> str:
    """20.5.2: return the beach off which a follow-up unit waits; empty for others."""
    box = position.number(unit.place)
    return box.removeprefix("follow-up-") if box.startswith("follow-up-") else ""


def landing_hexes(position: Position, unit: Unit) -> dict[int, str]:
    """6.5.2a, 20.5.2, 21.1.4a, 21.2c: return the hexes where an Allied unit may land, with beaches.

    They are open beaches and Mulberries of its army. Engineers may land on a closed beach in Allied
    hands.
    """
    own = unit.id if is_engineer(unit) else unit.type.army
    key = ("landing", own, unit.place)  # units of an army in one box land in the same hexes
    if key not in position.memo:
        position.memo[key] = _landing_hexes(position, unit)
    hexes: dict[int, str] = position.memo[key]
    return hexes


def _landing_hexes(position: Position, unit: Unit) -> dict[int, str]:
    """21.1.4a: return the landing hexes; engineers land on their own beach, closed or not."""
    army, own = unit.type.army, follow_up(position, unit)
    if unit.type.kind == "beach_engineer":
        beach = own or ENGINEERS.get(unit.id, "")
        return dict.fromkeys(_taken(position, beach), beach)
    beach_of: dict[int, str] = {}
    for beach, hexes in open_beaches(position).items():
        if ARMY_OF_BEACH.get(beach) == army and own in ("", beach):
            beach_of |= dict.fromkeys((*_taken(position, beach), *hexes), beach)
    if not own:
        for hex_ in position.mulberries:
            beach = "omaha" if position.number(hex_) in BEACHES["omaha"] else "gold"
            if ARMY_OF_BEACH[beach] == army:
                beach_of[hex_] = beach
    return beach_of


def _taken(position: Position, beach: str) -> list[int]:
    """Return the hexes of a beach that the Allies control."""
    hexes = position.ground.hexes(BEACHES.get(beach, ()))
    return [i for i in hexes if position.control(i) == ALLIED]


def closed_beaches_of(position: Position, unit: Unit) -> list[str]:
    """Return the beaches an Allied unit could use if they were open (6.5.2a, 17.8a, 20.5.2)."""
    own, open_ = follow_up(position, unit), open_beaches(position)
    army = unit.type.army
    beaches = [own] if own else [b for b, owner in ARMY_OF_BEACH.items() if owner == army]
    return [b for b in beaches if b not in open_]


def engineers_for(position: Position, beach: str) -> str | None:
    """Return the waiting beach engineers that can land now and open a beach (17.8a)."""
    for name, own in ENGINEERS.items():
        unit = position.waiting(name) if own == beach else None
        if unit is not None and is_due(position, unit) and landing_hexes(position, unit):
            return name
    return None


def entry_colours(position: Position, unit: Unit) -> tuple[str, ...]:
    """6.6a, 6.6c: return the entry colours of a German unit; if delayed, the next colours too."""
    own = unit.type.where
    if own not in COLOURS or position.turn <= unit.type.arrives:
        return (own,)
    n = COLOURS.index(own)
    return COLOURS[max(0, n - 1) : n + 2]


def entry_hexes(position: Position, unit: Unit) -> tuple[int, ...]:
    """6.6a, 26.2.6: return the hexes where a German reinforcement may enter."""
    if position.scenario == "cherbourg":
        return position.ground.hexes([CHERBOURG_ENTRY])
    entries = [position.ground.entries.get(colour, ()) for colour in entry_colours(position, unit)]
    return tuple(chain.from_iterable(entries))


def is_due(position: Position, unit: Unit) -> bool:
    """6.6a, 26.2.7b: return whether a unit in a box may arrive this turn."""
    key = ("due", unit.side, unit.place)
    if key not in position.memo:
        position.memo[key] = is_box_due(position, position.number(unit.place), unit.side)
    return position.memo[key] and f"withdrawn/{unit.id}" not in position.state.tracks


def is_box_due(position: Position, box: str, side: str) -> bool:
    """6.5.1a, 6.6a, 6.7a, 20.5.1: return whether a side's units in a box may arrive this turn."""
    if box.startswith("turn-"):
        return side == GERMAN and int(box.removeprefix("turn-")) <= position.turn
    if box == IN_BRITAIN:
        return position.turn > 1
    return box.startswith(("follow-up-", "mobilisation-"))


def throw_for_arrivals(work: Resolution) -> None:
    """Roll for units of the German reinforcement card that are due and may not come.

    The card does not say when to roll, nor that the roll is repeated; it is made once, in the
    initial phase.
    """
    for name, highest in DOUBTFUL.items():
        unit = work.position.any_unit(name)
        due = (
            unit is not None and work.position.number(unit.place) == f"turn-{work.state.clock.turn}"
        )
        if due and work.throw(f"arrival:{name}") > highest:
            work.track(f"withdrawn/{name}", work.state.clock.turn)


def is_engineer(unit: Unit) -> bool:
    """17.8a: return whether this is a unit of beach engineers."""
    return unit.type.kind == "beach_engineer"


# -- verdicts -------------------------------------------------------------------------------------


def _mover(position: Position, units: Sequence[Unit], hex_: int, mode: str) -> Mover:
    """6.5.2b, 6.6a, 9.10a: Return units in their entry hex, with the cost of entering.

    In tactical movement the entry hex is the first of two.
    """
    inside = tuple(replace(u, place=hex_) for u in units)
    if units[0].side == ALLIED:
        return Mover(position, inside, TACTICAL, 1)
    if position.scenario == "cherbourg":
        return Mover(position, inside, mode)
    if mode == TACTICAL:
        return Mover(position, inside, mode, 1)
    mechanised = mode in (TRUCK, TRUCK_STRATEGIC) or all(u.type.mechanised for u in units)
    road = position.ground.board.road_hexes.get(hex_, "secondary")
    return Mover(position, inside, mode, road_cost(position, GERMAN, mechanised, road))


def arrival_verdicts(
    position: Position, units: Sequence[Unit], path: Sequence[int], mode: str
) -> Iterator[Verdict]:
    """6.5.2a, 6.5.2b, 6.5.2e, 6.6a, 6.6b, 6.6d, 6.7b, 9.8.1c, 20.5.3a, 20.5.3b: entry."""
    for unit in units:
        if not is_due(position, unit):
            yield verdict("6.6a", "not_due", units=[unit.id])
            return
        if tracks.MOVED + unit.id in position.state.tracks:
            yield verdict("9.1a", "moved", units=[unit.id])
    if position.number(units[0].place).startswith("mobilisation-"):
        yield from mobilisation_verdicts(position, units, path)
        return
    yield from _door_verdicts(position, units, path[1])
    yield from _entry_path_verdicts(
        position, units, path, mode, _mover(position, units, path[1], mode)
    )


def _door_verdicts(position: Position, units: Sequence[Unit], hex_: int) -> Iterator[Verdict]:
    """6.5.2a, 6.6a, 9.1c: yield verdicts on the entry hex, whatever follows."""
    names, there = [u.id for u in units], position.number(hex_)
    if position.phase != MOVEMENT:
        yield verdict("6.5.2a", "phase", units=names)
    if units[0].side == GERMAN:
        if any(hex_ not in entry_hexes(position, u) for u in units):
            yield verdict("6.6a", "elsewhere", units=names, hexes=[there], hex=there)
    else:
        yield from _landing_verdicts(position, units, hex_)
    if enemies := position.stacks[enemy_of(units[0].side)].get(hex_, ()):
        against = [u.id for u in enemies]
        yield verdict("9.1c", "enemy", hexes=[there], units=against, hex=there)


def _entry_path_verdicts(
    position: Position, units: Sequence[Unit], path: Sequence[int], mode: str, mover: Mover
) -> Iterator[Verdict]:
    """6.5.2b, 6.6b, 9.8.1a, 9.8.1c, 9.8.6b, 15.2, 20.5.3a: yield verdicts on the path inland."""
    names, there = [u.id for u in units], position.number(path[1])
    if mode == RESERVE_MOVE:
        yield verdict("15.2", "mode", units=names)
    if len(path) > 2 and any(u.values.movement == 0 for u in units):
        yield verdict("2.3.1b", "immobile", units=names)
    if mode in MARKED and mover.side == ALLIED:
        yield verdict("6.5.2b", "tactical", units=names)
    elif mode in MARKED:
        yield from marked_verdicts(mover)
    if len(path) > 2:
        if path[1] in mover.zone:
            yield verdict("8.2", "stops", hexes=[there], units=names, hex=there)
        yield from step_verdicts_of_path(mover, path[1:])
    yield from ending_verdicts(mover, path[-1])


def _landing_verdicts(position: Position, units: Sequence[Unit], hex_: int) -> Iterator[Verdict]:
    """6.5.1a, 6.5.2a, 6.5.2e, 20.5.3b, 28.3c: yield verdicts on the beach and on points."""
    there = position.number(hex_)
    names = [u.id for u in units]
    beaches = {landing_hexes(position, u).get(hex_) for u in units}
    if None in beaches:
        closed = closed_beaches_of(position, units[0])
        beach = next((b for b in closed if there in BEACHES[b]), None)
        if beach is None:
            key = "no_beach"
        elif position.control(hex_) != ALLIED:
            key = "not_taken"
        else:
            key = "engineers_first"
        enemies = [u.id for u in position.stacks[GERMAN].get(hex_, ())]
        open_ = [i for i in landing_hexes(position, units[0]) if i != hex_]
        yield verdict(
            "6.5.2a",
            key,
            units=[*names, *enemies],
            hexes=[there],
            hex=there,
            open=", ".join(sorted(map(position.number, open_))) or "–",
        )
        return
    beach = str(next(iter(beaches)))
    yield from ch28_batteries.sword_verdicts(position, beach)
    yield from _point_verdicts(position, units)
    price = sum(price_of(position, u) for u in units if not follow_up(position, u))
    landed = position.track(tracks.LANDED + beach)
    if price and landed + price > BEACH_LIMIT:
        yield verdict("6.5.2e", "beach_full", units=names, hexes=[there], most=BEACH_LIMIT)


def _point_verdicts(position: Position, units: Sequence[Unit]) -> Iterator[Verdict]:
    """6.5.1a: yield verdicts on the reinforcement points of Allied units, whatever the beach."""
    for price, left in _unpaid(position, units):
        yield verdict("6.5.1a", "no_points", units=[u.id for u in units], price=price, left=left)


def _unpaid(position: Position, units: Sequence[Unit]) -> Iterator[tuple[int, int]]:
    """6.5.1a: yield the price and the points left of each army that lacks points for units."""
    paying = [u for u in units if not follow_up(position, u)]
    for army in ARMIES:
        price = sum(price_of(position, u) for u in paying if u.type.army == army)
        left = points_left(position, army)
        if price > left:
            yield price, left


def mobilisation_verdicts(
    position: Position, units: Sequence[Unit], path: Sequence[int]
) -> Iterator[Verdict]:
    """6.7a, 6.7b: one unit of each box a turn, in the replacement phase, in a free hex."""
    box, hex_ = position.number(units[0].place), path[-1]
    there, names = position.number(path[-1]), [u.id for u in units]
    if position.phase != REPLACEMENT_PHASE or position.active != GERMAN or position.turn < 2:
        yield verdict("6.7a", "phase", units=names)
    if len(units) > 1 or tracks.MOBILISED + box in position.state.tracks:
        yield verdict("6.7a", "one_a_turn", units=names)
    if there not in MOBILISATION[box] or len(path) > 2:
        yield verdict("6.7a", "elsewhere", units=names, hexes=[there], hex=there)
    if hex_ in position.stacks[ALLIED] or hex_ in position.zones[ALLIED]:
        yield verdict("6.7b", "enemy", units=names, hexes=[there], hex=there)
    yield from stacking(position, units, hex_)


def arrival_places(
    position: Position, units: Sequence[Unit], mode: str = NORMAL
) -> dict[int, Arrived]:
    """6.5.2b, 6.6a, 6.6b, 6.7a: return the places where units in a box may end their arrival."""
    start = units[0].place
    box = position.number(start)
    arrivals: dict[int, Arrived] = {}
    gone = any(tracks.MOVED + u.id in position.state.tracks for u in units)
    if gone or not all(is_due(position, u) for u in units):
        return arrivals
    doors: Iterable[int]
    if box.startswith("mobilisation-"):
        doors = position.ground.hexes(MOBILISATION[box])
        ways = [(start, hex_) for hex_ in doors]
        free = [way for way in ways if not any(mobilisation_verdicts(position, units, way))]
        return {way[-1]: Arrived(0, way, None) for way in free}
    if units[0].side == ALLIED:
        doors = () if any(_unpaid(position, units)) else landing_hexes(position, units[0])
    else:
        doors = entry_hexes(position, units[0])
    enemies = position.stacks[enemy_of(units[0].side)]
    for hex_ in doors:
        if hex_ in enemies or any(_door_verdicts(position, units, hex_)):
            continue
        mover = _mover(position, units, hex_, mode)
        for j, end in _ways_in(mover, start, hex_):
            known = arrivals.get(j)
            if known is not None and known.cost <= end.cost:
                continue
            # Without house rules the search finds only legal ways on from the entry hex.
            known_legal = j != hex_ and not mover.house
            if known_legal or not any(_entry_path_verdicts(position, units, end.path, mode, mover)):
                arrivals[j] = end
    return arrivals


def _ways_in(mover: Mover, start: int, door: int) -> Iterator[tuple[int, Arrived]]:
    """Yield the paths from a box over an entry hex: into it, and on from there."""
    yield door, Arrived(mover.spent, (start, door), None)
    if door in mover.zone and not mover.house:
        return
    for j, end in ends(mover):
        yield j, Arrived(end.cost + mover.spent, (start, *end.path), end.stop)


# -- effects --------------------------------------------------------------------------------------


def arrive(work: Resolution, units: Sequence[Unit], path: Sequence[int], mode: str) -> None:
    """6.5.2b, 6.5.2c, 6.5.2e, 6.6d, 17.2i, 20.5.2: bring units in.

    Landings next to the enemy regroup. A headquarters beyond its entry hex has moved two hexes.
    """
    position = work.position
    box = position.number(units[0].place)
    if box.startswith("mobilisation-"):
        work.put(units[0].id, position.number(path[-1]))
        work.track(tracks.MOBILISED + box, 1)
        return
    landing = {} if units[0].side == GERMAN else landing_hexes(position, units[0])
    beach = landing.get(path[1], "")
    names = [u.id for u in units]
    for unit in units:
        if unit.side == ALLIED and not follow_up(position, unit):
            price = price_of(position, unit)
            if price:
                work.add(tracks.RP + unit.type.army, price)
                work.add(tracks.LANDED + beach, price)
        work.put(unit.id, position.number(path[1]))
        turn_cadre(work, unit.id)
        ch28_batteries.over_sword(work, beach)
        if is_engineer(unit):
            work.track(tracks.OPENED + beach, position.turn)
    if len(path) > 2:
        work.move_along(names, path[1:])
    for name in names:
        unit = work.position.units[name]
        by_hexes = unit.side == ALLIED or mode == TACTICAL
        spent = -1 if by_hexes else _entry_spent(position, units, path, mode)
        work.track(tracks.MOVED + name, spent)
        if unit.type.kind == "hq":
            if len(path) > 2:
                work.status(name, add=[MOVED])
            if unit.side == GERMAN:  # those that land move no more in the turn
                work.add(tracks.HEXES + name, len(path) - 1)
        if unit.side == ALLIED:
            work.track(tracks.ASHORE + name, 1)
            if work.position.adjacent_enemy(unit):
                work.status(name, add=[REGROUP])
        if mode in (STRATEGIC, TRUCK_STRATEGIC):
            work.status(name, add=[STRATEGIC])
        if mode in (TRUCK, TRUCK_STRATEGIC):
            work.status(name, add=[TRUCK])


def _entry_spent(position: Position, units: Sequence[Unit], path: Sequence[int], mode: str) -> int:
    mover = _mover(position, units, path[1], mode)
    spent = mover.spent
    for i, j in pairwise(path[1:]):
        spent += mover.cost(i, j) or 0
    return spent


# -- evacuation -----------------------------------------------------------------------------------


def evacuation_verdicts(position: Position, units: Sequence[Unit]) -> Iterator[Verdict]:
    """20.2.3a, 21.2a, 21.2b, 21.2c: two Allied units a turn leave over each hex of an open beach.

    It takes their whole allowance, in an enemy zone or not. Rangers may also leave from Pointe du
    Hoc.
    """
    hex_ = units[0].place
    number, names = position.number(hex_), [u.id for u in units]
    open_ = open_beaches(position)
    beach = any(hex_ in hexes or number in BEACHES.get(name, ()) for name, hexes in open_.items())
    rangers = number == POINTE_DU_HOC and all(u.type.kind == "ranger" for u in units)
    if position.phase != MOVEMENT or units[0].side != ALLIED:
        yield verdict("21.2a", "phase", units=names)
    if not beach and not rangers:
        yield verdict("21.2a", "no_beach", units=names, hexes=[number], hex=number)
    if any(tracks.MOVED + u.id in position.state.tracks for u in units):
        yield verdict("9.1a", "moved", units=names)
    if any(u.values.movement == 0 for u in units):
        yield verdict("2.3.1b", "immobile", units=names)
    scattered = [u.id for u in units if SCATTERED in u.status]
    if scattered:
        yield verdict("20.2.3a", "no_move", units=scattered)
    gone = position.track(tracks.EVACUATED + number)
    if gone + len(units) > EVACUEES:
        yield verdict("21.2a", "two_a_turn", units=names, most=EVACUEES)


def evacuate(work: Resolution, units: Sequence[Unit]) -> None:
    """9.1a, 21.2a: move units to Britain, from where they may return in a later turn."""
    number = work.position.number(units[0].place)
    for unit in units:
        work.status(unit.id, remove=unit.status)
        work.put(unit.id, IN_BRITAIN)
        work.track(tracks.MOVED + unit.id, -1)
    work.add(tracks.EVACUATED + number, len(units))
