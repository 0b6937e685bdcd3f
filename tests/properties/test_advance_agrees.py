"""Advances compared with a slow implementation of chapter 15, from the question's own JSON."""

from __future__ import annotations

import random
from itertools import pairwise

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
VEHICLES = ("tank", "tank_destroyer", "flak", "artillery")
TANKS = ("tank", "tank_destroyer")
FREE = ("artillery", "engineer", "bridging", "flak")
SOFT = {"polder", "polder_woods", "marsh"}
ORDER = ("minor_river", "canal", "major_river", "lake")
HEXES = {"limited": 1, "normal": 1, "bonus": 2}


def ask(op, **fields):
    answer = PROBE.answer({"op": op, **fields})
    assert answer["ok"], answer["error"]
    return answer["result"]


class Slow:
    """One unit's advance, searched path by path."""

    def __init__(self, given, unit, vacated, kind, bonds):
        self.given, self.unit, self.vacated, self.kind = given, unit, vacated, kind
        self.board = given["board"]
        self.units = given["units"]
        self.closed = {b["hex"] for b in bonds if b["kind"] == "hex"}
        self.barred = {b["hexside"] for b in bonds if b["kind"] == "hexside"}
        on_foot = "dismounted" in unit["status"]
        armored = unit["kind"] == "recon" and unit["armor"] is not None
        self.vehicle = (unit["kind"] in VEHICLES or armored) and not on_foot
        self.wheels = (unit["mechanized"] or self.vehicle) and not on_foot
        lines = [r["hexes"] for r in self.board["roads"] if r["class"] != "railway"]
        self.roads = {frozenset(pair) for line in lines for pair in pairwise(line)}
        self.ends = set()
        self.walk([unit["hex"]], by_road=True)

    def is_city(self, number):
        return self.board["hexes"].get(number, {}).get("settlement") == "city"

    def terrain(self, number):
        found = self.board["hexes"].get(number, {}).get("terrain", "clear")
        return found if found == "lake" or not self.is_city(number) else "city"

    def water(self, a, b):
        words = self.board["hexsides"].get(f"{min(a, b)}/{max(a, b)}", ())
        return max((w for w in words if w in ORDER), key=ORDER.index, default=None)

    def bridges(self, a, b):
        name = f"{min(a, b)}/{max(a, b)}"
        if self.given["bridges"].get(name, "wired") not in ("wired", "intact"):
            return set()
        return set(self.board["hexsides"].get(name, ())) & {"road_bridge", "rail_bridge"}

    def unbridged(self, a, b, *waters):
        return self.water(a, b) in waters and not self.bridges(a, b)

    def follows_road(self, a, b):
        if frozenset((a, b)) not in self.roads:
            return False
        return self.water(a, b) in (None, "minor_river") or "road_bridge" in self.bridges(a, b)

    def stack(self, side, number):
        return [u for u in self.units if (u["side"], u["hex"]) == (side, number)]

    def friends(self, number):
        return [u for u in self.stack("allied", number) if u is not self.unit]

    def watchers(self, number):
        """Return the enemies whose zone of control covers a hex."""
        return {
            u["id"]
            for other in ring(number, SIZE)
            if not self.unbridged(number, other, "major_river", "lake")
            if "lake" not in (self.terrain(number), self.terrain(other))
            for u in self.stack("german", other)
            if "full_retreat" not in u["status"]
        }

    def opens(self, a, b, first):
        side = f"{min(a, b)}/{max(a, b)}"
        if self.stack("german", b) or self.terrain(b) == "lake":
            return False
        if b != self.vacated and (b in self.closed or side in self.barred):
            return False  # 15.4.1
        if not first and self.watchers(a) & self.watchers(b) and not self.friends(b):
            return False  # 15.4.2
        if self.unbridged(a, b, "canal"):
            attacked_over = self.unbridged(a, self.vacated, "canal")
            return first and attacked_over and not self.vehicle
        if self.unbridged(a, b, "major_river", "lake"):
            return False
        if self.follows_road(a, b):
            return True
        if self.vehicle and {self.terrain(a), self.terrain(b)} & {
            "polder",
            "polder_woods",
            "marsh",
        }:
            return False
        return not self.unbridged(a, b, "minor_river") or (first and not self.vehicle)

    def load(self, number):
        """Return the units of a hex that count for stacking (6.1, 6.2)."""
        stack = [*self.friends(number), self.unit]
        tanks = [u for u in stack if u["kind"] in TANKS or (u["kind"] == "recon" and u["armor"])]
        counting = [u for u in stack if u["kind"] != "supply_head"]
        free = [u for u in counting if u["kind"] in FREE or (tanks == [u] and u["max_steps"] == 1)]
        return len(counting) - min(1, len(free))

    def walk(self, path, by_road):
        hexes, most = len(path) - 1, HEXES[self.kind]
        if hexes:
            bonus = by_road and self.wheels and "out_of_supply" not in self.unit["status"]
            if hexes > most + (bonus and self.kind != "limited"):
                return
            here = path[-1]
            if self.load(here) <= (1 if hexes > most else 2):
                self.ends |= {here} & ({self.vacated} if self.kind == "limited" else {here})
            if self.terrain(here) == "marsh" and not self.follows_road(*path[-2:]):
                return
        for number in ring(path[-1], SIZE):
            if number not in path and self.opens(path[-1], number, first=hexes == 0):
                self.walk([*path, number], by_road and self.follows_road(path[-1], number))


@pytest.mark.slow
@settings(max_examples=20 * TIMES)
@given(SEEDS)
def test_advances_agree_with_a_slow_implementation(seed):
    given_, rng = random_position(seed, SIZE), random.Random(seed)
    able = [
        u
        for u in given_["units"]
        if u["side"] == "allied" and u["hex"].isdigit()
        if u["kind"] not in ("artillery", "supply_head")
    ]
    for unit in able:
        vacated = rng.choice(ring(unit["hex"], SIZE))
        hexes = given_["board"]["hexes"]
        if hexes.get(vacated, {}).get("terrain") == "lake":
            continue
        kind = rng.choice(list(HEXES))
        left = [u for u in given_["units"] if u["hex"] != vacated or u["side"] == "allied"]
        asked = {**given_, "units": left, "phase": "combat", "markers": []}
        pos = ask("load", position=asked)["pos"]
        bonds = ask("zoc", pos=pos, side="german")["bonds"]
        found = ask("advance", pos=pos, units=[unit["id"]], vacated=vacated, kind=kind)["hexes"]
        slow = Slow(asked, unit, vacated, kind, bonds)
        assert {n for n in found if n.isdigit()} == slow.ends, (unit["id"], vacated, kind)
        assert all(entry["path"][-1] == number for number, entry in found.items())
