"""The example's second turn, a night turn: the Allied phases up to the end of movement."""

from __future__ import annotations

from logs.sources.script import Script, arrow, circle, hexes
from logs.sources.turn_1_combat import ELITE, GREEN


def movement(s: Script) -> None:
    """Resupply, arrivals, and the movement phase with its three attacks on unknown units."""
    _before(s)
    s.phase(2, "movement", "allied")
    _arnhem(s)
    _nijmegen(s)
    _veghel(s)
    _eindhoven(s)
    _garden(s)


def _before(s: Script) -> None:
    s.phase(2, "artillery_resupply", "allied")
    s.say(
        "Turn 2 is a night: no weather phase (the dice of turn 3 decide for both daylight turns), "
        "no aircraft, no landings.\n\n"
        "The text tells movement and combat of each sector together. The log keeps to the "
        "sequence of play (3): first everybody moves, with the three attacks on lone unknown "
        "units, A, C and F; then come the combats B, D, E and G to K.",
        chapter="Turn 2 · The Allied night begins",
        look="6717 1401 6222",
    )
    s.edit("Night falls.", s.changes().track("weather", "night"))
    s.edit(
        "The artillery of the Guards and 5 AGRA are turned to their ready sides.",
        s.changes().mark("BR-Gds-Arty", "BR-5AGRA", off=["fired"]),
    )
    s.say(
        "Two non-airborne artillery units a turn (17.8.1). The guns of the airborne divisions "
        "only get shells in clear or cloudy weather (17.8.2)."
    )
    s.phase(2, "bridge", "allied")
    s.note("No bridging unit is beside a blown bridge: nothing to repair.")
    s.phase(2, "airlanding", "allied")
    s.edit(
        "The Glider Pilot Regiment assembles at the supply head of the 1st Airborne.",
        s.changes().put("BR-1-GP", "6317"),
    )
    s.say("**Not in the text**, but in the rules: it comes by itself on turn 2 (22.1.3).")
    s.edit(
        "Reinforcements: the artillery of the 3rd and the 50th Division and the first units of "
        "the 11th Armoured Division reach the southern entry areas.",
        s.changes()
        .put("BR-3Div-Arty", "area-M")
        .put("BR-50Div-Arty", "area-N")
        .put("BR-15/19KRH", "area-N")
        .put("BR-3M/159", "area-M")
        .put("BR-4KSLI/159", "area-M"),
    )
    s.say(
        "The text shows the two artillery units; the others are due on the turn record too (19.1)."
    )


def _arnhem(s: Script) -> None:
    s.move("BR-2-1P", "6221 6222", "infiltration")
    s.say(
        "**A. The turn of the 1st Airborne.** It gets the bridge tonight or never. Frost slips "
        "past Spindler: by tactical movement city hexes may be entered without regard to EZOC "
        "(**infiltration**, 8.3.3), and the second hex is the bridge itself.",
        chapter="Turn 2 · Arnhem: the bridge (A)",
        look="6619 5920 6323",
        shapes=[arrow("6221 6222 6122"), circle("6122"), circle("6321", "black")],
    )
    s.reveal("GE-unknown-6122", "GE-elm-I-6Training")
    s.fight(
        "T2 A",
        "6122",
        "BR-2-1P",
        "GE-elm-I-6Training",
        (4, 2),
        {ELITE: 1, GREEN: 1},
        "4:1",
        2,
        "DR",
        s.changes().mark("BR-2-1P", on=["spent"]),
        lead="1 AB Div",
    )
    s.say("Trainees of a security battalion, doubled by the city, and green.")
    s.consult(
        "determined_defense",
        "0/1",
        (2,),
        s.changes().steps("GE-elm-I-6Training", -1),
        units="GE-elm-I-6Training",
        at="6122",
        column="city",
        drm=-1,
    )
    s.say(
        "The German player tries the DD in the city, the best column there is, but green troops "
        "roll with −1 (12.2): a 1, and the last step is gone."
    )
    s.advance("BR-2-1P", "6222 6122")
    s.say(
        "**Frost has the bridge.** It is never wired (5.7), so there is nothing to roll. From "
        "here to the first British tanks it is more than forty hexes of road, and the rest of the "
        "game is about them.\n\n"
        "In 1944 he held the northern ramp only, from Sunday evening until Thursday morning.",
        glyph="!!",
        shapes=[circle("6122", "green")],
    )
    s.move("BR-1-1-Arty", "6317 6418", "tactical")
    s.say(
        "One hex, so the guns may still fire (17.3), and Allwörden is in range.\n\n"
        "**Where we chose.** A parachute battalion and the South Staffords turn north on him.",
        chapter="Turn 2 · Arnhem: landing zone Y",
        look="6717 6122 6115",
        shapes=[
            arrow("6420 6519"),
            arrow("6318 6419 6518"),
            arrow("6317 6418", "yellow"),
            circle("6619"),
            *hexes("6516"),
        ],
    )
    s.move("BR-1-1P", "6420 6519")
    s.move("BR-2SS-1A-half-A", "6318 6419 6518")


def _nijmegen(s: Script) -> None:
    s.move("US-B/82", "4920 5020 5119", "tactical")
    s.say(
        "**C.** The company at Malden comes up two hexes and is absorbed again (21.4).",
        chapter="Turn 2 · Nijmegen: the highway bridge (C)",
        look="5321 4818 5024",
        shapes=[arrow("4920 5020 5119"), arrow("5119 5219"), circle("5219")],
    )
    s.edit(
        "The 3rd Battalion of the 504th is whole again.",
        s.changes().put("US-B/82", "breakdowns-allied").steps("US-3/504", 1),
    )
    s.say(
        "**Rules.** 21.4 joins units when both have finished moving; the example lets the "
        "battalion go on to attack with its last movement point, at full strength. The log "
        "follows the example."
    )
    s.reveal("GE-unknown-5219", "GE-I-6Training")
    s.fight(
        "T2 C",
        "5219",
        "US-3/504",
        "GE-I-6Training",
        (4, 2),
        {ELITE: 1, GREEN: 1},
        "4:1",
        3,
        "DR",
        s.changes().mark("US-3/504", on=["spent"]).mark("GE-I-6Training", on=["disrupted"]),
        lead="82 AB Div",
    )
    s.say("A green 1-2-3 in the open on this bank of the canal, so nothing is halved or doubled.")
    s.retreat("GE-I-6Training", "5219 5319 5320")
    s.say("**Where we chose.** Two hexes, into Nijmegen.")
    s.advance("US-3/504", "5119 5219")
    s.consult(
        "demolition",
        "intact",
        (1,),
        s.changes().bridge("5218/5219", "intact"),
        at="5218/5219",
        by="german",
        text="The die is ours: the text tells only that the bridge is held afterwards.",
    )
    s.say(
        "**Not in the text.** It counts three bridges over the canal, the highway bridge among "
        "them, so this one must have stood; on turn 2 an attempt fails on 1 or 2. (The closing "
        "paragraph of the text counts two.)",
        shapes=[circle("5219", "green")],
    )
    s.move("US-1/505", "5025 4925")
    s.say(
        "**D, the approach.** The 1st of the 505th goes from EZOC straight into EZOC (7.2) and "
        "gets round behind Goebel. Units form hexside bonds with friendly entry areas, but never "
        "hex bonds (7.4.5): 4925, between Goebel and Germany, is open.",
        shapes=[arrow("5025 4925"), circle("4924")],
    )


def _veghel(s: Script) -> None:
    s.move("US-2/501", "3709 3710", "tactical")
    s.say(
        "The 501st surrounds Veghel. The 2nd Battalion crosses the canal with a tactical move "
        "from its bank (8.5.3), the 1st goes round the north, the reduced 3rd stays where it is. "
        "Three hexside bonds close the ring: whoever is driven out of the town is lost (7.4.2).",
        chapter="Turn 2 · Veghel and Schijndel (F)",
        look="4006 3507 3912",
        shapes=[
            arrow("3709 3710"),
            arrow("3909 3910"),
            *hexes("3809 3910 3710", "green"),
            circle("3810"),
        ],
    )
    s.move("US-1/501", "3909 3910")
    s.edit(
        "The 1st Battalion of the 502nd takes a step of returnees.",
        s.changes()
        .steps("US-1/502", 1)
        .mark("US-1/502", on=["replacement"])
        .track("airborne-101", 1),
    )
    s.say(
        "One step per division and turn (22.7). It may move a hex and not attack (20.2.5), so it "
        "stays to hold St. Oedenrode."
    )
    s.move("US-2/502", "3507 3607 3706")
    s.reveal("GE-unknown-3806", "GE-Koeppel-18-Flak")
    s.fight(
        "T2 F",
        "3806",
        "US-2/502",
        "GE-Koeppel-18-Flak",
        (4, 2),
        {ELITE: 1},
        "3:1",
        6,
        "D1",
        s.changes().mark("US-2/502", on=["spent"]).steps("GE-Koeppel-18-Flak", -1),
        lead="101 AB Div",
    )
    s.say(
        "**F.** Flak again, not doubled in the town. D1 ends it.",
        shapes=[arrow("3507 3607 3706 3806"), circle("3905", "black")],
    )
    s.advance("US-2/502", "3706 3806")
    s.say("Schijndel is taken under Ewald's nose.", glyph="!")


def _eindhoven(s: Script) -> None:
    s.move("US-3/502", "3108 3008 2908 2808")
    s.say(
        "Over the bridge at Son and down the highway to Eindhoven, to meet the 30th Corps. The "
        "remnant at Son could have had the division's returnee step; it is spent on the 502nd.",
        chapter="Turn 2 · Eindhoven",
        look="3404 2605 3210",
        shapes=[arrow("3108 3008 2908 2808"), arrow("3305 3304", "blue"), *hexes("2707 2708 2608")],
    )
    s.move("US-1/506", "3305 3304")
    s.say("Into the woods, and dig in: the 59th Division is on its way to the highway.")


def _garden(s: Script) -> None:
    s.move("BR-1GG/5", "1604 1704 1805 1904")
    s.say(
        "The Guards' night drive. Each traffic marker costs mechanised units 2 movement points "
        "(24.2); tactical moves ignore them.\n\n"
        "**Where we chose.** Who attacks what is worked out from the strengths: six Guards "
        "battalions make 6 + 8 + 8 + 7 + 5 + 5 = 39 before Valkenswaard. Every move below fits "
        "its movement allowance, markers included.",
        chapter="Turn 2 · The highway: movement",
        look="2208 1002 1610",
        shapes=[
            circle("1404"),
            circle("1605"),
            arrow("1705 1806 1906 1907 2008"),
            arrow("1704 1805 1905 2006 2106"),
            arrow("1404 1504 1605 1705 1806 1906 2007"),
            arrow("1306 1407", "blue"),
            arrow("1604 1704 1805 1904", "blue"),
        ],
    )
    s.move("BR-2IG/5", "1806 1805 1905 2006 2106")
    s.say(
        "The long way round: only the road at Dommelen takes tanks over the Dommel to the west "
        "side of Valkenswaard, and two hexes are not enough for six battalions."
    )
    s.move("BR-2GG/5", "1705 1806 1906 1907 2008")
    s.move("BR-3IG/32", "1704 1805 1905 2006 2106")
    s.move("BR-2WG", "1404 1504 1605 1705 1806 1906 1907 2008")
    s.move("BR-1CG/5", "1404 1504 1605 1705 1806 1906 2007")
    s.move("BR-1WG/32", "1405 1504 1605 1705 1806 1906 2007")
    s.move("BR-5AGRA", "1303 1404", "tactical")
    s.say(
        "One hex over the canal bridge: Valkenswaard is exactly seven hexes away, its range (17.4)."
    )
    s.move("BR-2L/9", "1306 1407", "tactical")
    s.say(
        "Across the canal against Segler: the one battalion of the 3rd Division in combat K. From "
        "1407 no water lies between them, so the defender is not doubled."
    )
    s.move("BR-2HC", "1405 1406")
    s.move("BR-44RTR", "1204 1303 1404 1504 1505")
    s.move("BR-15/19KRH", "area-N 1004 1104 1204 1303 1404 1504 1505", "arrival")
    s.move("BR-1D/231 BR-2D/231", "1403 1503", "tactical")
    s.say(
        "And the 50th Division against Stephan: two battalions over the canal into the hex the "
        "Guards have left, three on its near bank.",
        shapes=[
            arrow("1403 1503"),
            arrow("1401 1402"),
            arrow("1301 1302 1403"),
            circle("1502"),
        ],
    )
    s.move("BR-6DLI/151 BR-8DLI/151", "1401 1402")
    s.move("BR-1H/231", "1301 1302 1403")
