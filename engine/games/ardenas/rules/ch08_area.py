"""Chapters 8.1e to 8.1l: the enlarged area: participants, placement, zones, movement.

The pieces stay in their hexes of the map, as their location counters would; the record of the
battle contains their places in the area. The module lists the order of the stages.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from engine.board.grid import Grid
from engine.games.ardenas.combat import Battle
from engine.games.ardenas.position import Position
from engine.games.ardenas.resolution import BATTLE, Resolution
from engine.games.ardenas.rules.ch08_affected import combat_of
from engine.games.ardenas.rules.ch08_combat import attacks_of, has_fought, unable
from engine.games.ardenas.units import Unit
from engine.games.ardenas.vocabulary import AIR
from engine.rules.base.decisions import NONE, Args, Choice, Handler
from engine.rules.positions.boards import flat_grid

Work = Resolution

REST = "rest"
"""The answer that places or moves all remaining units by default."""

ATTACKER, DEFENDER = "attacker", "defender"


@lru_cache
def area(columns: int, rows: int) -> Grid:
    """Return the hexes of the enlarged area, numbered as those of the map."""
    return Grid.read(flat_grid((1, rows), (1, columns)))


def grid(position: Position) -> Grid:
    """8.1e: Return the enlarged area."""
    chart = position.charts.area
    return area(chart.columns, chart.rows)


@lru_cache
def _neighbours(columns: int, rows: int) -> Mapping[str, Sequence[str]]:
    hexes = area(columns, rows)
    numbers = (f"{c:02d}{r:02d}" for c in range(1, columns + 1) for r in range(1, rows + 1))
    return {number: hexes.neighbors(number) for number in numbers}


def around(position: Position) -> Mapping[str, Sequence[str]]:
    """8.1e: Return the neighbours of each hex of the enlarged area."""
    chart = position.charts.area
    return _neighbours(chart.columns, chart.rows)


@lru_cache(maxsize=8192)
def _to(hex_: str, unit: str) -> Choice:
    return Choice(hex_, (unit,), word="area")


def own_hexes(position: Position, who: str) -> list[str]:
    """8.1h: Return the hexes of the part of a player, those nearest to the enemy first."""
    chart = position.charts.area
    first, last = chart.attacked_rows if who == DEFENDER else chart.attacker_rows
    rows = range(last, first - 1, -1) if who == DEFENDER else range(first, last + 1)
    middle = (chart.columns + 1) // 2
    columns = sorted(range(1, chart.columns + 1), key=lambda c: (abs(c - middle), c))
    return [f"{c:02d}{r:02d}" for r in rows for c in columns]


def bodies(position: Position, units: Sequence[Unit]) -> list[Unit]:
    """8.1e, 8.1s: Return units with all counters of their stacks and groupings."""
    result: dict[str, Unit] = {u.id: u for u in units}
    for unit in units:
        grouping = position.grouping_of.get(unit.id)
        if grouping is not None:
            result |= {n: position.units[n] for n in grouping.units}
        else:
            loose = position.loose(unit.side, unit.layer, unit.place)
            result |= {u.id: u for u in loose}
    return sorted(result.values(), key=lambda u: u.id)


def open_battle(
    work: Work, attackers: Sequence[Unit], defenders: Sequence[Unit], support: Sequence[str] = ()
) -> None:
    """8.1e, 8.1g, 8.1i: Take stacks and groupings to the area, where the module's stages begin.

    8.2h: Counters that came with the attackers but fight elsewhere this turn do not attack there.
    """
    position, layer = work.position, attackers[0].layer
    steps = position.charts.area
    named = {u.id for u in attackers}
    promised = {n for a in attacks_of(position).declared for n in (*a.attackers, *a.support)}
    others = [u for u in bodies(position, attackers) if u.id not in named]
    spent = [u for u in others if u.id in promised or has_fought(position, u)]
    work.battle = Battle(
        side=attackers[0].side,
        layer=layer,
        attackers=tuple(u.id for u in bodies(position, attackers)),
        defenders=tuple(u.id for u in bodies(position, defenders)),
        support=tuple(support),
        spent=tuple(u.id for u in spent),
        stages=steps.air if layer == AIR else steps.ground,
    )


# -- who is there ---------------------------------------------------------------------------------


def group(position: Position, who: str, battle: Battle) -> list[Unit]:
    """Return the units of the attacker or the defender that are left."""
    names = battle.attackers if who == ATTACKER else battle.defenders
    return [position.units[n] for n in names if n in position.units]


def standing(position: Position, who: str, battle: Battle) -> dict[str, str]:
    """8.1f: Return the hexes of the area with a unit of a side, and one unit in each."""
    return {
        battle.places[u.id]: u.id for u in group(position, who, battle) if u.id in battle.places
    }


def zone(position: Position, who: str, battle: Battle) -> frozenset[str]:
    """8.1l, 12.0k: Return the zone of control of a side in the area: six hexes around each unit."""
    beside = around(position)
    places, units = standing(position, who, battle), position.units
    strong = [h for h, name in places.items() if not units[name].type.stores]
    return frozenset(j for h in strong for j in beside[h])


def neighbours(position: Position, battle: Battle, unit: str) -> list[str]:
    """8.1r: Return the enemies beside a unit in the area."""
    who = DEFENDER if unit in battle.attackers else ATTACKER
    areas = standing(position, who, battle)
    return sorted(areas[h] for h in around(position)[battle.places[unit]] if h in areas)


def now(position: Position) -> Battle:
    """Return the battle that is fought."""
    battle = BATTLE.of(position)
    assert battle is not None
    return battle


# -- placement ------------------------------------------------------------------------------------


def _place(work: Work, battle: Battle, who: str) -> None:
    """8.1h: Ask a side to place its next counter; counters that do not fit stay out of
    the battle.
    """
    free = _free(work.position, battle, who)
    left = [u for u in group(work.position, who, battle) if u.id not in battle.places]
    if not left or not free:
        work.battle = battle.next()
    else:
        work.ask(Placement.kind, left[0].side, unit=left[0].id, who=who)


def _free(position: Position, battle: Battle, who: str) -> list[str]:
    occupied = {battle.places[u.id] for u in group(position, who, battle) if u.id in battle.places}
    return [h for h in own_hexes(position, who) if h not in occupied]


class Placement(Handler[Position, Work]):
    """The decision on a counter's place in the area."""

    kind = "placement"

    def choices(self, position: Position, args: Args) -> Sequence[Choice]:
        """8.1f, 8.1h: Return the free hexes of the side's part, or the front for all that are left.

        Only one counter may be in a hex.
        """
        unit = str(args["unit"])
        free = _free(position, now(position), str(args["who"]))
        return [Choice(REST, (unit,), word=REST), *(_to(h, unit) for h in free)]

    def answer(self, work: Work, args: Args, choice: Choice) -> None:
        """8.1h: Place the counter, or all that are left."""
        battle, who = now(work.position), str(args["who"])
        free = _free(work.position, battle, who)
        left = [u.id for u in group(work.position, who, battle) if u.id not in battle.places]
        placed = dict(zip(left, free, strict=False)) if choice.id == REST else {}
        if not placed:
            placed = {str(args["unit"]): choice.id}
        work.battle = battle.after(places={**battle.places, **placed})


def place_defender(work: Work, battle: Battle) -> None:
    """8.1h, 8.1i: Let the attacked player place first."""
    _place(work, battle, DEFENDER)


def place_attacker(work: Work, battle: Battle) -> None:
    """8.1h, 8.1i: Let the attacker place."""
    _place(work, battle, ATTACKER)


def able(position: Position, battle: Battle, unit: Unit) -> bool:
    """8.1a, 8.2h, 8.3j, 8.3o: Return whether a counter may attack in the area."""
    if unit.id in battle.spent:
        return False
    if unit.layer == AIR:
        return unit.type.kind == "fighter" and combat_of(position, unit) > 0
    return next(unable(position, unit), None) is None


# -- movement -------------------------------------------------------------------------------------


def move(work: Work, battle: Battle) -> None:
    """7.0a, 8.1i: Ask for the move of the attacker's next counter."""
    for unit in group(work.position, ATTACKER, battle):
        if unit.id in battle.places and unit.id not in battle.done:
            work.ask(AreaMove.kind, unit.side, unit=unit.id)
            return
    work.battle = battle.next()


def reachable(position: Position, battle: Battle, unit: str) -> list[str]:
    """8.1f, 8.1k, 8.1l: Return the free hexes that a counter reaches, at any distance.

    It passes friendly counters but not enemy ones; a move ends in the first hex of an enemy zone.
    """
    beside = around(position)
    own = standing(position, ATTACKER, battle)
    enemies = standing(position, DEFENDER, battle)
    barred = zone(position, DEFENDER, battle)
    start = battle.places[unit]
    visited, edge = {start}, [start]
    while edge:
        onward = {j for h in edge if h == start or h not in barred for j in beside[h]}
        edge = sorted(onward - visited - enemies.keys())
        visited.update(edge)
    return sorted(visited - own.keys())


class AreaMove(Handler[Position, Work]):
    """Ask where a counter goes in the area."""

    kind = "area_move"

    def choices(self, position: Position, args: Args) -> Sequence[Choice]:
        """8.1k, 8.1l: Return closing up with all that are left, staying, each hex in reach."""
        unit = str(args["unit"])
        hexes = reachable(position, now(position), unit)
        usual = [Choice(REST, word="close_up"), Choice(NONE, word="stay")]
        return [*usual, *(_to(h, unit) for h in hexes)]

    def answer(self, work: Work, args: Args, choice: Choice) -> None:
        """8.1k: Move the counter, or bring all that are left and may attack beside the enemy."""
        battle, unit = now(work.position), str(args["unit"])
        if choice.id == REST:
            work.battle = close_up(work.position, battle)
        elif choice.id == NONE:
            work.battle = battle.did(unit)
        else:
            places = {**battle.places, unit: choice.id}
            work.battle = battle.after(places=places).did(unit)


def close_up(position: Position, battle: Battle) -> Battle:
    """8.1k: Return the battle with every counter that may attack moved beside an enemy, each beside
    one that few others are beside.
    """
    beside, enemies = around(position), standing(position, DEFENDER, battle)
    for unit in group(position, ATTACKER, battle):
        if unit.id in battle.done or unit.id not in battle.places:
            continue
        if able(position, battle, unit) and not neighbours(position, battle, unit.id):
            own = standing(position, ATTACKER, battle)
            crowds = {hex_: sum(j in own for j in beside[hex_]) for hex_ in enemies}
            near: dict[str, int] = {}
            for hex_, crowd in sorted(crowds.items(), key=lambda item: -item[1]):
                near |= dict.fromkeys(beside[hex_], crowd)
            ends = [h for h in reachable(position, battle, unit.id) if h in near]
            if ends:
                end = min(ends, key=near.__getitem__)
                battle = battle.after(places={**battle.places, unit.id: end})
        battle = battle.did(unit.id)
    return battle
