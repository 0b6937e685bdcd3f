"""Random positions of Holland '44 on diagram boards and on the real one, for property tests."""

from __future__ import annotations

import random
from typing import Any

TERRAINS = ("clear", "clear", "clear", "woods", "polder", "polder_woods", "marsh", "lake")
SETTLEMENTS = (None, None, None, None, "village", "town", "city")
WATER = ("minor_river", "canal", "major_river", "lake")
STATUSES = (
    (),
    (),
    (),
    (),
    ("disrupted",),
    ("full_retreat",),
    ("engaged",),
    ("scattered",),
    ("out_of_supply",),
    ("replacement",),
    ("spent",),
    ("dismounted",),
)
KINDS = (
    ("infantry", False, 3),
    ("infantry", True, 5),
    ("parachute", False, 3),
    ("tank", True, 5),
    ("tank", True, 5),
    ("engineer", True, 5),
    ("flak", True, 5),
    ("artillery", True, 1),
    ("recon", True, 6),
    ("tank_destroyer", True, 5),
    ("supply_head", False, 2),
)


def ring(number: str, size: int) -> list[str]:
    """The neighbours of a hex on a square diagram from 01 to ``size``."""
    row, col = int(number[:2]), int(number[2:])
    k = row % 2
    cells = ((0, 1), (-1, k), (-1, k - 1), (0, -1), (1, k - 1), (1, k))
    around = [(row + dr, col + dc) for dr, dc in cells]
    return [f"{r:02d}{c:02d}" for r, c in around if 1 <= r <= size and 1 <= c <= size]


def board(rng: random.Random, size: int = 7) -> dict[str, Any]:
    """A random diagram with terrain, water, bridges, roads and two entry areas."""
    numbers = [f"{r:02d}{c:02d}" for r in range(1, size + 1) for c in range(1, size + 1)]
    hexes: dict[str, Any] = {}
    for number in numbers:
        if rng.random() < 0.5:
            terrain = rng.choice(TERRAINS)
            place = None if terrain == "lake" else rng.choice(SETTLEMENTS)
            hexes[number] = {"terrain": terrain, "settlement": place}
    sides: dict[str, list[str]] = {}
    for number in numbers:
        for other in ring(number, size):
            if number < other and rng.random() < 0.2:
                words = [rng.choice(WATER)]
                if rng.random() < 0.4:
                    words.append(rng.choice(("road_bridge", "rail_bridge", "ferry")))
                sides[f"{number}/{other}"] = words
    roads = []
    for _ in range(6):
        chain = [rng.choice(numbers)]
        for _ in range(rng.randint(2, 7)):
            onward = [n for n in ring(chain[-1], size) if n not in chain]
            if not onward:
                break
            chain.append(rng.choice(onward))
        if len(chain) > 1:
            kind = rng.choice(("primary", "secondary", "minor", "railway"))
            roads.append({"class": kind, "hexes": chain})
    west = [f"{r:02d}01" for r in range(1, size + 1)]
    east = [f"{r:02d}{size:02d}" for r in range(1, size + 1)]
    return {
        "rows": [1, size],
        "cols": [1, size],
        "hexes": hexes,
        "hexsides": sides,
        "roads": roads,
        "areas": {
            "N": {"side": "allied", "hexes": west},
            "G": {"side": "german", "hexes": east[: size // 2]},
            "H": {"side": "german", "hexes": east[size // 2 :]},
        },
    }


def position(seed: int, size: int = 7) -> dict[str, Any]:
    """A random position on a random diagram."""
    rng = random.Random(seed)
    diagram = board(rng, size)
    numbers = [f"{r:02d}{c:02d}" for r in range(1, size + 1) for c in range(1, size + 1)]
    rng.shuffle(numbers)
    units = []
    for n in range(rng.randint(4, 14)):
        side = rng.choice(("allied", "german"))
        hex_ = numbers[n]
        if diagram["hexes"].get(hex_, {}).get("terrain") == "lake":
            diagram["hexes"][hex_]["terrain"] = "clear"
        for k in range(rng.choice((1, 1, 1, 2, 3))):
            kind, mechanized, movement = rng.choice(KINDS)
            if kind == "supply_head" and (side == "german" or k):
                kind = "infantry"
            if side == "german" and rng.random() < 0.15:
                kind = "unknown"
            steps = rng.randint(1, 3)
            status = list(rng.choice(STATUSES))
            if kind == "artillery" and rng.random() < 0.3:
                status.append("moved")
            place = hex_
            if rng.random() < 0.05:
                place = {"allied": "N", "german": rng.choice("GH")}[side]
            units.append(
                {
                    "id": f"{side[0]}{n}{'abc'[k]}",
                    "side": side,
                    "kind": kind,
                    "mechanized": mechanized,
                    "attack": rng.randint(0, 9),
                    "defense": rng.randint(1, 9),
                    "movement": movement,
                    "max_steps": steps,
                    "armor": rng.randint(2, 5) if kind in ("tank", "flak") else None,
                    "quality": rng.choice(("elite", "normal", "low")),
                    "formation": rng.choice(("82 AB Div", "Guards Armd Div", "Corps level (white)"))
                    if side == "allied"
                    else rng.choice(("II SS Pz", "15 Army")),
                    "hex": place,
                    "status": status,
                }
            )
    crossings = [
        side
        for side, words in diagram["hexsides"].items()
        if "road_bridge" in words or "rail_bridge" in words
    ]
    return {
        "board": diagram,
        "turn": rng.choice((1, 2, 3, 8)),
        "active": "allied",
        "phase": "movement",
        "units": units,
        "bridges": {
            side: rng.choice(("wired", "intact", "blown", "under_repair")) for side in crossings
        },
        "control": {n: rng.choice(("allied", "german")) for n in numbers[:20]},
        "markers": [{"kind": "traffic", "hex": rng.choice(numbers)}],
    }
