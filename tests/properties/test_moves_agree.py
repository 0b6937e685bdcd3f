"""Zones, bonds and reach compared with a slow implementation of chapters 6 to 8, from the JSON."""

from __future__ import annotations

import heapq
from fractions import Fraction
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.probe import Probe
from tests.games.holland44.rules.positions import position as random_position
from tests.games.holland44.rules.positions import ring
from tests.thoroughness import TIMES

SIZE = 7
SEEDS = st.integers(min_value=0, max_value=100_000)
PROBE = Probe()
MODES = ("normal", "tactical", "extended", "full_retreat")
VEHICLES = ("tank", "tank_destroyer", "flak", "artillery")
TANKS = ("tank", "tank_destroyer")
FREE = ("artillery", "engineer", "bridging", "flak")
SOFT = {"polder", "polder_woods", "marsh"}
WATER = ("minor_river", "canal", "major_river", "lake")
BROAD = ("major_river", "lake")
ROADS = ("minor", "secondary", "primary")
OTHER = {"allied": "german", "german": "allied"}
HEX_COST = {
    "clear": (1, 1),
    "city": (1, 1),
    "woods": (1, 2),
    "polder": (2, 3),
    "polder_woods": (2, 3),
    "marsh": (3, 4),
}
ROAD_COST = {"primary": Fraction(1, 3), "secondary": Fraction(1, 2), "minor": Fraction(1)}
CROSSING_COST = {"minor_river": (1, 2), "rail": (1, 2), "road": (0, 0)}


def ask(op, **fields):
    answer = PROBE.answer({"op": op, **fields})
    assert answer["ok"], answer["error"]
    return answer["result"]


def has(unit, *statuses):
    return not set(statuses).isdisjoint(unit["status"])


def in_order(unit):
    return not has(unit, "disrupted", "full_retreat")


def steps(units):
    return sum(u.get("steps", u["max_steps"]) for u in units)


def is_vehicle(unit):
    return unit["kind"] in VEHICLES or (unit["kind"] == "recon" and unit["armor"] is not None)


class Ground:
    """The diagram and the places of its units."""

    def __init__(self, asked):
        self.asked, board = asked, asked["board"]
        self.hexes, self.sides, self.areas = board["hexes"], board["hexsides"], board["areas"]
        self.roads, self.road_hexes = {}, {}
        for road in board["roads"]:
            if road["class"] in ROADS:
                for pair in pairwise(road["hexes"]):
                    self._pave(self.roads, frozenset(pair), road["class"])
                for number in road["hexes"]:
                    self._pave(self.road_hexes, number, road["class"])
        self.stacks = {}
        for unit in asked["units"]:
            self.stacks.setdefault(unit["hex"], []).append(unit)

    @staticmethod
    def _pave(roads, key, kind):
        roads[key] = max(roads.get(key, kind), kind, key=ROADS.index)

    def terrain(self, number):
        found = self.hexes.get(number, {})
        terrain = found.get("terrain", "clear")
        return "city" if found.get("settlement") == "city" and terrain != "lake" else terrain

    def words(self, a, b):
        return self.sides.get(f"{min(a, b)}/{max(a, b)}", ())

    def water(self, a, b):
        return next((w for w in WATER if w in self.words(a, b)), None)

    def bridge(self, a, b):
        kind = next((w for w in ("road", "rail") if f"{w}_bridge" in self.words(a, b)), None)
        state = self.asked["bridges"].get(f"{min(a, b)}/{max(a, b)}", "wired")
        return kind if state in ("wired", "intact") else None

    def parted(self, a, b):
        return self.water(a, b) in BROAD and not self.bridge(a, b)

    def road(self, a, b):
        wet = self.water(a, b) not in (None, "minor_river")
        return None if wet and self.bridge(a, b) != "road" else self.roads.get(frozenset((a, b)))

    def held(self, side):
        return {h: s for h, s in self.stacks.items() if h.isdigit() and s[0]["side"] == side}

    def zone(self, side, unknown=True):
        return {
            j
            for i, stack in self.held(side).items()
            if any(
                not has(u, "full_retreat") and (unknown or u["kind"] != "unknown") for u in stack
            )
            for j in ring(i, SIZE)
            if self.terrain(j) != "lake" and not self.parted(i, j)
        }

    def drives(self, a, b):
        """Return whether a vehicle can go from a hex to the next by land, road or bridge (8.5.2,
        8.6.2).
        """
        water, road = self.water(a, b), self.road(a, b)
        if self.terrain(b) == "lake" or (SOFT & {self.terrain(a), self.terrain(b)} and not road):
            return False
        return water is None or bool(self.bridge(a, b)) or (water == "minor_river" and bool(road))

    def bonds(self, side):
        """Return the hexes and the hexsides of a side's bonds (7.4)."""
        formers = {}
        for i, stack in self.held(side).items():
            able = [u for u in stack if in_order(u) and u["kind"] not in ("unknown", "supply_head")]
            if steps(able) >= 2:
                formers[i] = able

        def runs(i, x):
            if x in self.stacks or self.terrain(x) in ("city", "lake") or self.parted(i, x):
                return False
            return steps(u for u in formers[i] if not is_vehicle(u) or self.drives(i, x)) >= 2

        hexes, sides = set(), set()
        for i, j in combinations(formers, 2):
            between = set(ring(i, SIZE)) & set(ring(j, SIZE)) if j not in ring(i, SIZE) else ()
            if any(runs(i, x) and runs(j, x) for x in between):
                if self.in_line(i, j):
                    hexes |= between
                elif len(between) == 2:  # not at the board's edge
                    sides.add(frozenset(between))
        edge = {h for a in self.areas.values() if a["side"] == side for h in a["hexes"]}
        for i in formers:
            for x, y in combinations(sorted(edge & set(ring(i, SIZE))), 2):
                # What lies across the side of two edge hexes is the unit and the world outside.
                outward = set(ring(x, SIZE)) & set(ring(y, SIZE)) == {i} and y in ring(x, SIZE)
                if outward and (runs(i, x) or runs(i, y)):
                    sides.add(frozenset((x, y)))
        return hexes, sides

    @staticmethod
    def in_line(i, j):
        """Return whether one hex is between two at distance two, on the board or beyond it."""
        rows, cols = abs(int(i[:2]) - int(j[:2])), abs(int(i[2:]) - int(j[2:]))
        return (rows, cols) in ((0, 2), (2, 1))

    def is_overstacked(self, stack):
        counting = [u for u in stack if u["kind"] not in ("supply_head", "unknown")]
        tanks = [u for u in counting if is_vehicle(u) and u["kind"] not in FREE]
        lone = [u for u in tanks if len(tanks) == 1 and steps([u]) == 1]
        free = [u for u in counting if u["kind"] in FREE or u in lone]
        return len(counting) - len(free) + max(0, len(free) - 1) > 2


class Slow:
    """A unit that moves in a mode; ``ends`` has the cost of each hex where it may end."""

    def __init__(self, ground, unit, mode):
        self.ground, self.unit, self.mode = ground, unit, mode
        self.side, enemy = unit["side"], OTHER[unit["side"]]
        self.gun = unit["kind"] == "artillery" and not has(unit, "moved")
        self.drives = is_vehicle(unit)
        self.wheels = unit["mechanized"]
        self.zone, self.known = ground.zone(enemy), ground.zone(enemy, unknown=False)
        self.bond_hexes, self.bond_sides = ground.bonds(enemy)
        self.prey = set()
        fights = in_order(unit) and unit["attack"] and unit["kind"] != "artillery"
        if self.side == "allied" and mode != "extended" and fights:
            self.prey = {
                h
                for h, s in ground.held(enemy).items()
                if any(u["kind"] == "unknown" for u in s)
                and all(u["kind"] == "unknown" or has(u, "full_retreat") for u in s)
            }
        self.closed = self.bond_hexes | (ground.held(enemy).keys() - self.prey)
        if mode == "extended":
            self.closed |= {j for h in ground.held(enemy) for j in ring(h, SIZE)}
        if has(unit, "full_retreat") or mode == "full_retreat":
            self.closed |= {h for h in self.zone if not self._covered(h)}
        if self.wheels and mode != "tactical":
            mine = {h: [u for u in s if u is not unit] for h, s in ground.held(self.side).items()}
            self.closed |= {h for h, s in mine.items() if ground.is_overstacked(s)}
        self.most = 1 if has(unit, "replacement") else 2 if mode == "tactical" else 99
        self.ends = {}
        if self.may_move():
            found = self.tactical() if mode == "tactical" else self.by_cost()
            self.ends = {h: round(float(c), 6) for h, c in found.items() if self.may_end(h)}

    def _covered(self, number):
        mine = self.ground.held(self.side).get(number, ())
        return any(u is not self.unit and not has(u, "full_retreat") for u in mine)

    def may_move(self):
        unit, mode = self.unit, self.mode
        if unit["kind"] == "unknown" or has(unit, "spent") or not unit["movement"]:
            return False
        if not unit["hex"].isdigit() and not in_order(unit):
            return False  # 19.3.1
        slow = has(unit, "engaged", "scattered", "out_of_supply") or unit["kind"] == "supply_head"
        if slow or (self.ground.asked["turn"] == 1 and self.side == "german"):
            return mode == "tactical"
        if mode == "extended" and self.gun:
            return False
        return mode == "tactical" or in_order(unit) == (mode != "full_retreat")

    def may_end(self, number):
        others = [u for u in self.ground.stacks.get(number, ()) if u is not self.unit]
        if number == self.unit["hex"] or (self.mode == "extended" and others):
            return False
        flees = self.unit["hex"] in self.zone and not in_order(self.unit)
        if flees and self.unit["quality"] == "low" and number in self.zone:
            return False  # 14.2
        heads = any(u["kind"] == "supply_head" for u in others)
        return not (heads and self.unit["kind"] == "supply_head") or others[0]["side"] != self.side

    def cost(self, a, b):
        """Return the points for a hex and whether it is woods off the road; None if impassable."""
        ground, wheels = self.ground, int(self.wheels)
        water, road, bridge = ground.water(a, b), ground.road(a, b), ground.bridge(a, b)
        if ground.terrain(b) == "lake" or (self.drives and not ground.drives(a, b)):
            return None
        if road and not self.gun:
            return (ROAD_COST[road] if wheels else Fraction(1)), False
        cost, woods = Fraction(HEX_COST[ground.terrain(b)][wheels]), ground.terrain(b) == "woods"
        if water is None or road:
            return cost, woods
        over = bridge or (water if water == "minor_river" else None)
        return (cost + CROSSING_COST[over][wheels], woods) if over else None

    def first_cost(self, number):
        """Return the same for the first hex of the map (19.1)."""
        road, terrain = self.ground.road_hexes.get(number), self.ground.terrain(number)
        if terrain == "lake" or (self.drives and terrain in SOFT and not road):
            return None
        if road and not self.gun:
            return (ROAD_COST[road] if self.wheels else Fraction(1)), False
        return Fraction(HEX_COST[terrain][int(self.wheels)]), terrain == "woods"

    def jam(self, number):
        jams = {m["hex"] for m in self.ground.asked["markers"]}
        return 2 if number in jams and self.wheels and self.side == "allied" else 0

    def entries(self):
        """Return the first hexes of a unit in an entry area, with their costs."""
        for number in self.ground.areas[self.unit["hex"]]["hexes"]:
            first = self.first_cost(number)
            if first and number not in self.closed:
                yield number, first[0] + self.jam(number), int(first[1])

    def goes_on(self, a, b, begins):
        """Return whether no enemy stops a unit from leaving a hex for the next."""
        if b in self.closed or frozenset((a, b)) in self.bond_sides:
            return False
        if begins:
            return True
        soft = b in self.prey and a not in self.known
        held = a in self.zone and not (self.mode == "tactical" and self.infiltrates(a))
        return a not in self.prey and (not held or soft)

    def by_cost(self):
        limit = 5 if has(self.unit, "moved") else self.unit["movement"]
        limit += 2 if self.mode == "extended" else 0
        here = self.unit["hex"]
        queue = [(Fraction(0), here, 0, 0)] if here.isdigit() else []
        if not here.isdigit():
            queue = [(c, h, w, 1) for h, c, w in self.entries() if c <= limit]
        heapq.heapify(queue)
        seen, ends = set(), {}
        while queue:
            spent, a, woods, walked = heapq.heappop(queue)
            if (a, woods, walked > 0) in seen:
                continue
            seen.add((a, woods, walked > 0))
            ends.setdefault(a, spent)
            for b in ring(a, SIZE) if walked < self.most else ():
                step = self.cost(a, b)
                if step is None or not self.goes_on(a, b, begins=walked == 0):
                    continue
                soft = b in self.prey and a not in self.known
                leaving = 2 if a in self.zone and not soft else 0
                further = 1 if step[1] and woods >= 2 else 0
                total = spent + step[0] + further + leaving + self.jam(b)
                if total <= limit:
                    heapq.heappush(queue, (total, b, min(2, woods + step[1]), walked + 1))
        return ends

    def tactical(self):
        here = self.unit["hex"]
        layers = [{here}]
        for n in range(self.most):
            onward = set()
            for a in layers[-1]:
                if not a.isdigit():
                    onward |= {h for h, _, _ in self.entries()}
                    continue
                onward |= {
                    b
                    for b in ring(a, SIZE)
                    if self.goes_on(a, b, begins=n == 0) and self.crosses(a, b, n == 0)
                }
            layers.append(onward)
        return {h: 0 for h in set().union(*layers) if h.isdigit()}

    def crosses(self, a, b, first):
        ground = self.ground
        if self.cost(a, b) is not None:
            return True
        soft = SOFT & {ground.terrain(a), ground.terrain(b)}
        paved = frozenset((a, b)) in ground.roads
        if ground.terrain(b) == "lake" or (self.drives and soft and not paved):
            return False
        if ground.water(a, b) == "canal":
            return first and not self.drives
        return ground.parted(a, b) and self.is_carried(a, b)

    def is_carried(self, a, b):
        """Return whether a ferry or engineers carry the unit over (8.5.5, 8.5.6, 23.3.3)."""
        ground, size = self.ground, steps([self.unit])
        enemy = ground.held(OTHER[self.side])
        if {a, b} & self.zone or {a, b} & enemy.keys():
            return False
        if self.side == "allied" and ground.water(a, b) == "major_river":
            friends = ground.stacks.get(a, []) + ground.stacks.get(b, [])
            if any(u["kind"] == "engineer" for u in friends):
                return size <= (1 if self.drives else 6)
        by_day = ground.asked["turn"] not in (2, 5, 8, 11, 14, 17, 20)
        barred = self.side == "german" and self.drives and by_day
        return "ferry" in ground.words(a, b) and size == 1 and not barred

    def infiltrates(self, number):
        ground = self.ground
        if ground.terrain(number) == "city":
            return True
        town = ground.hexes.get(number, {}).get("settlement") == "town"
        mine = ground.held(self.side).get(number, ())
        guides = [u for u in mine if u is not self.unit and u["kind"] != "supply_head"]
        guides = [u for u in guides if u["kind"] != "unknown"]
        return (town or ground.terrain(number) == "woods") and steps(guides) >= 2


def drawn(seed):
    """A random position without dismounted units, whose supply is a different question (18.6)."""
    asked = random_position(seed, SIZE)
    for unit in asked["units"]:
        unit["status"] = [status for status in unit["status"] if status != "dismounted"]
    return asked


@settings(max_examples=20 * TIMES)
@given(SEEDS)
def test_zones_and_bonds_agree_with_a_slow_implementation(seed):
    asked = drawn(seed)
    pos, ground = ask("load", position=asked)["pos"], Ground(asked)
    for side in OTHER:
        found = ask("zoc", pos=pos, side=side)
        hexes, sides = ground.bonds(side)
        assert set(found["hexes"]) == ground.zone(side)
        assert {b["hex"] for b in found["bonds"] if b["kind"] == "hex"} == hexes
        given_ = {b["hexside"] for b in found["bonds"] if b["kind"] == "hexside"}
        assert given_ == {"/".join(sorted(pair)) for pair in sides}


@pytest.mark.slow
@settings(max_examples=20 * TIMES)
@given(SEEDS)
def test_reach_agrees_with_a_slow_implementation(seed):
    asked = drawn(seed)
    pos, ground = ask("load", position=asked)["pos"], Ground(asked)
    for unit in asked["units"]:
        for mode in MODES:
            found = ask("reach", pos=pos, unit=unit["id"], mode=mode)["hexes"]
            costs = {number: entry["cost"] for number, entry in found.items()}
            assert costs == Slow(ground, unit, mode).ends, (unit["id"], mode)
