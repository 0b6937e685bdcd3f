"""The words of Normandy '44: sides, armies, kinds of units, phases, beaches, boxes, statuses."""

from __future__ import annotations

from typing import Final, Literal

from engine.rules.registry import RuleMessages

GAME: Final = "normandy44"

verdict = RuleMessages(GAME)
"""Build a verdict of this game's rules."""

ALLIED: Final = "allied"
GERMAN: Final = "german"
SIDES: Final = (GERMAN, ALLIED)

US: Final = "us"
CW: Final = "cw"
ARMIES: Final = (US, CW)

Kind = Literal[
    "infantry",
    "motorised_infantry",
    "panzergrenadier",
    "armour",
    "tank",
    "assault_gun",
    "tank_destroyer",
    "recon",
    "flak88",
    "antitank",
    "airborne",
    "parachute",
    "glider",
    "ranger",
    "commando",
    "bicycle",
    "ost",
    "fortress",
    "naval",
    "labour",
    "machine_gun",
    "security",
    "engineer",
    "beach_engineer",
    "hq",
    "werfer",
    "strongpoint",
]
MECHANISED: Final = frozenset(
    {
        "motorised_infantry",
        "panzergrenadier",
        "armour",
        "tank",
        "assault_gun",
        "tank_destroyer",
        "recon",
        "flak88",
        "antitank",
        "hq",
        "werfer",
    }
)
"""2.3.3a: kinds that are mechanised unless their counter says otherwise."""
SILHOUETTES: Final = frozenset({"tank", "assault_gun", "tank_destroyer", "flak88"})
"""2.3.6: kinds drawn as a vehicle unless their counter says otherwise."""
ARMOURED: Final = frozenset({"armour", "tank", "assault_gun", "tank_destroyer", "recon"})
"""2.3.3c: armoured kinds."""
SUPPORTING: Final = frozenset({"hq", "werfer"})
"""17.2c, 17.3g: supporting kinds, which neither lead a defence nor advance."""
FREE: Final = frozenset({"strongpoint", "hq", "beach_engineer", "werfer"})
"""7.1d: kinds that stack freely, one of each."""

INVASION: Final = "invasion"
INITIAL: Final = "initial"
REPLACEMENT_PHASE: Final = "replacement"
MOVEMENT: Final = "movement"
COMBAT: Final = "combat"
RESERVE_MOVEMENT: Final = "reserve_movement"
RESERVE_COMBAT: Final = "reserve_combat"
RECOVERY: Final = "recovery"
SUPPLY: Final = "supply"
END: Final = "end"
MOVEMENTS: Final = (MOVEMENT, RESERVE_MOVEMENT)
COMBATS: Final = (COMBAT, RESERVE_COMBAT)

CLEAR: Final = "clear"
OVERCAST: Final = "overcast"
STORM: Final = "storm"

DISRUPTED: Final = "disrupted"
REPLACED: Final = "replacement"
RESERVE: Final = "reserve"
STRATEGIC: Final = "strategic"
TRUCK: Final = "truck"
OUT_OF_SUPPLY: Final = "out_of_supply"
ISOLATED: Final = "isolated"
SCATTERED: Final = "scattered"
REGROUP: Final = "regroup"
MOVED: Final = "moved"
FIRED: Final = "fired"
OTHER_CADRE: Final = "cadre"

NORMAL: Final = "normal"
TACTICAL: Final = "tactical"
RESERVE_MOVE: Final = "reserve"
TRUCK_STRATEGIC: Final = "truck_strategic"
ARRIVAL: Final = "arrival"
EVACUATION: Final = "evacuation"
RETURN: Final = "return"
RELOCATE: Final = "cherbourg"
"""17.4c: the mode in which the Cotentin headquarters goes to Cherbourg."""
MODES: Final = (
    NORMAL,
    TACTICAL,
    STRATEGIC,
    TRUCK,
    TRUCK_STRATEGIC,
    RESERVE_MOVE,
    ARRIVAL,
    EVACUATION,
    RETURN,
    RELOCATE,
)
"""The modes of a move: across the map, out of and back to the boxes."""

IP: Final = "improved_position"
IP_BEGUN: Final = "improved_position_building"
MULBERRY: Final = "mulberry"

SIXTHS: Final = 6
"""Movement points are counted in sixths: a primary road costs a third, a secondary one a half."""

BEACHES: Final = {
    "utah": ("2814",),
    "omaha": ("2719", "2620"),
    "gold": ("2525", "2526"),
    "juno": ("2527", "2528"),
    "sword": ("2330",),
}
"""21.1.1a: the hexes of each beach."""
POINTE_DU_HOC: Final = "2818"
ARROMANCHES: Final = "2524"
CARENTAN: Final = "2512"
ENGINEERS: Final = {
    "US-Eng-1S": "utah",
    "US-Eng-5S": "omaha",
    "BR-Eng-9+10": "gold",
    "BR-Eng-7+8": "juno",
    "BR-Eng-5": "sword",
}
"""17.8a: the engineers of each beach."""
ARMY_OF_BEACH: Final = {"utah": US, "omaha": US, "gold": CW, "juno": CW, "sword": CW}

IN_BRITAIN: Final = "in-britain"


def enemy_of(side: str) -> str:
    """Return the other side."""
    return GERMAN if side == ALLIED else ALLIED


def eliminated(side: str) -> str:
    """Return the box of a side's eliminated units."""
    return f"eliminated-{side}"


def cadres(side: str) -> str:
    """Return the display of a side's cadres (17.9.5)."""
    return f"cadres-{side}"
