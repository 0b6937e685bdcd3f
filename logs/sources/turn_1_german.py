"""The example's first turn: the German half."""

from __future__ import annotations

from logs.sources.script import Script, arrow, circle, hexes
from logs.sources.turn_1_combat import ARTILLERY

RESERVES = (
    ("GE-Stargaard", 2),
    ("GE-Jenkel", 5),
    ("GE-Kempton", 5),
    ("GE-Greshick", 1),
    ("GE-Goebel", 1),
    ("GE-406Arty", 2),
)
"""The 406th Division's dice (23.5) in the order of the text, with the units we give them to."""


def german(s: Script) -> None:
    """Bridge phase, movement, the first 406th combat, reorganisation, supply, traffic."""
    _before(s)
    s.phase(1, "movement", "german")
    s.say(
        "On the first turn German units have **tactical movement only** (23.1.2): one or two "
        "hexes, stopping beside the enemy. From north to south:",
        chapter="Turn 1 · German movement: the north",
        look="6717 5321 6017",
    )
    _north(s)
    _reserves(s)
    _south(s)
    _combat(s)
    _after(s)


def _before(s: Script) -> None:
    s.phase(1, "artillery_resupply", "german")
    s.note("No German artillery is in play: nothing to resupply.")
    s.phase(1, "bridge", "german")
    s.consult(
        "demolition",
        "blown",
        (4,),
        s.changes().bridge("3006/3105", "blown"),
        at="3006/3105",
        drm=-1,
        by="german",
    )
    s.say(
        "In his own bridge phase the German player may blow a bridge that is still wired if he "
        "has a unit in good order and the Allies one within a hex of it (5.5). That is true of "
        "one only, the railway bridge at Best, and a 4 is enough.",
        chapter="Turn 1 · German turn",
        look="3405 2905 3210",
        shapes=[circle("3105")],
    )


def _north(s: Script) -> None:
    s.edit(
        "Reinforcements: Helle in area F, Allwörden in area G.",
        s.changes().put("GE-Helle", "area-F").put("GE-Allwoerden", "area-G"),
    )
    s.move("GE-10Training", "5908 5909 5910", "tactical")
    s.say(
        "The two training battalions of naval troops turn east against the 1st Airborne.",
        shapes=[arrow("5908 5909 5910", "black"), arrow("6113 6114 6115", "black")],
    )
    s.move("GE-6-14Training", "6113 6114 6115", "tactical")
    s.move("GE-Helle", "area-F 6712 6613", "arrival")
    s.move("GE-Allwoerden", "area-G 6719 6619", "arrival")
    s.say(
        "**Where we chose.** One battalion enters from F and one from G; on turn 2 the British "
        "attack this one with guns that have moved a single hex, so it must stand near 6619.",
        shapes=[arrow("6719 6619", "black"), *hexes("6516")],
    )
    s.move("GE-Spindler", "6522 6422 6321", "tactical")
    s.say(
        "**The move of the turn.** From 6321 Spindler's ring of scratch units shuts the western "
        "way into Arnhem. Frost is through, just; nobody will follow him easily. This was the "
        "*Sperrlinie* that stopped the 1st Parachute Brigade on Monday morning.",
        glyph="!",
        shapes=[arrow("6522 6422 6321", "black"), circle("6221", "green"), circle("6122")],
    )
    s.move("GE-Krafft", "6421 6422", "tactical")
    s.say(
        "One hex back: whoever is beside an enemy must roll to reorganise, whoever is not "
        "recovers by himself (14.4)."
    )
    s.move("GE-Graebner", "5820 5920 6021", "tactical")
    s.say(
        "The reconnaissance battalion of the 9th SS parts at Elst: Gräbner himself turns back "
        "north, the other half goes for Nijmegen. The design notes say why they start at Elst: he "
        "had crossed the Arnhem bridge shortly before Frost came to it.",
        shapes=[arrow("5820 5920 6021", "black"), arrow("5820 5720 5621", "black")],
    )
    s.move("GE-9Recon", "5820 5720 5621", "tactical")


def _reserves(s: Script) -> None:
    first = True
    for unit, die in RESERVES:
        arrives = die <= 2
        s.consult(
            "arrival_406",
            "arrives" if arrives else "waits",
            (die,),
            s.changes().put(unit, "area-I") if arrives else None,
            units=unit,
        )
        if first:
            s.say(
                "Six units of convalescents, home guards and trainees across the German border; "
                "each comes on a 1 or 2 (23.5). The dice are 2, 5, 5, 1, 1, 2: four of six, the "
                "guns among them.\n\n"
                "**Where we chose.** The text gives the dice, not whose they are. Two of the "
                "arrivals attack with 6 together, one of them is Goebel, the guns are there: so "
                "two of the three units with an attack of 3 must be among them. They come by area "
                "I.",
                chapter="Turn 1 · German movement: the 406th Division",
                look="5321 4721 5026",
                glyph="!",
            )
            first = False
    s.move("GE-Goebel", "area-I 4925", "arrival")
    s.say(
        "The guns stay in the entry area and support from there; the battalions go straight for "
        "the landing zones.\n\n"
        "**Where we chose.** The three hexes.",
        shapes=[
            arrow("4925 4924", "black"),
            arrow("4826 4825 4924", "black"),
            arrow("5226 5225", "black"),
            *hexes("5024 4924 4824"),
        ],
    )
    s.move("GE-Greshick", "area-I 4826 4825", "arrival")
    s.move("GE-Stargaard", "area-I 5226 5225", "arrival")


def _south(s: Script) -> None:
    s.move("GE-Ewald", "3903 3904 3905", "tactical")
    s.say(
        "No reinforcements here until turn 2. Ewald's parachutists march on Schijndel, everybody "
        "else on Best.\n\n"
        "**Where we chose.** The text leaves open who *the other unit* is; we send the battalion "
        "from Oirschot, and the 59th Division that turn 2 sees on its way to the highway.",
        chapter="Turn 1 · German movement: the south",
        look="4004 1401 3210",
        shapes=[
            arrow("3903 3904 3905", "black"),
            arrow("3101 3102 3103", "black"),
            arrow("3602 3502 3403", "black"),
        ],
    )
    s.move("GE-I-723-719", "3101 3102 3103", "tactical")
    s.move("GE-I-1034-59 GE-159-59-Eng", "3602 3502 3403", "tactical")
    s.move("GE-Kerutt", "2008 2107", "tactical")
    s.say(
        "Kerutt joins the assault guns in Valkenswaard. Segler and Richter, left hanging on the "
        "canal, make off to the east before the bag closes. Von der Heydte's battalion could "
        "leave by area A (23.1.2) and stays to be in the 12th Corps' way.\n\n"
        "**Where we chose.** Segler is beside enemies all the way, so he gets one hex; it must be "
        "the polder that combat K knows.",
        shapes=[
            arrow("2008 2107", "black"),
            arrow("1406 1506", "black"),
            arrow("1408 1508 1509", "black"),
            circle("1501"),
        ],
    )
    s.move("GE-Segler", "1406 1506", "tactical")
    s.move("GE-Richter", "1408 1508 1509", "tactical")


def _combat(s: Script) -> None:
    s.phase(1, "combat", "german")
    s.fight(
        "T1 German A",
        "4924",
        "GE-Goebel GE-Greshick",
        "US-3/508",
        (6, 4),
        {ARTILLERY: 1},
        "2:1",
        5,
        "DR",
        s.changes().mark("GE-406Arty", on=["fired"]).mark("US-3/508", on=["disrupted"]),
        support="GE-406Arty",
        lead="Korps Feldt (green)",
    )
    s.say(
        "**A.** 3 + 3 against the battalion that lost a step in the jump, with the guns in "
        "support. DR: the Allied player declines the DD and goes back two hexes, disrupted. Zone "
        "N, where the division's guns should land, is the front line.\n\n"
        "In 1944 the same division attacked on Monday morning and overran the zones, until the "
        "505th and the 508th charged down from the heights, just before the gliders came in.",
        chapter="Turn 1 · German combat and the end of the turn",
        look="5321 4721 5026",
        shapes=[arrow("4925 4924", "black"), arrow("4825 4924", "black"), circle("4924")],
    )
    s.retreat("US-3/508", "4924 4923 4922")
    s.advance("GE-Goebel", "4925 4924")
    s.say(
        "**Where we chose.** Both attackers advance a hex. Goebel must end where turn 2 can "
        "attack him from two sides: on the landing zone itself."
    )
    s.advance("GE-Greshick", "4825 4724")


def _after(s: Script) -> None:
    s.phase(1, "reorganization", "german")
    s.edit(
        "Disrupted units recover, full retreat becomes disruption, engaged markers come off.",
        s.changes()
        .mark("GE-Krafft", "GE-RRSecurity", "GE-Alarm", off=["disrupted"])
        .mark("GE-Kerutt", "GE-6Penal", off=["full_retreat"], on=["disrupted"])
        .mark("GE-Henke", "GE-HGTraining", off=["engaged"]),
    )
    s.say("No disrupted German is beside an enemy, so nobody has to roll (14.4.1).")
    s.ground("The hexes that were entered change hands.")
    s.phase(1, "supply", "german")
    s.note("All German units are in supply.")
    s.phase(1, "traffic", "german")
    s.edit(
        "Traffic markers 1, 2 and 3 are placed on the highway.",
        s.changes()
        .marker("traffic-1", "1404")
        .marker("traffic-2", "1605")
        .marker("traffic-3", "1806"),
    )
    s.say(
        "Three markers on the road to Valkenswaard (24.5), each +2 movement points for every "
        "mechanised unit that enters. They may not be beside each other nor ahead of the 30th "
        "Corps (24.4).\n\n"
        "**Where we chose.** The hexes along the road.",
        look="2107 1401 1608",
        shapes=[circle("1404"), circle("1605"), circle("1806")],
    )
    s.consult(
        "traffic",
        "marker 3 is taken off",
        (3, 6),
        s.changes().marker("traffic-3", "traffic"),
    )
    s.say(
        "Two dice; the markers they show come off until next turn (24.3). Marker 6 is not in play."
    )
    s.phase(1, "victory", "german")
