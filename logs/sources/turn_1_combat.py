"""The example's first turn: the Allied combats A to I, reorganisation and supply."""

from __future__ import annotations

from logs.sources.script import Script, arrow, circle, hexes

ELITE, GREEN = "elite (10.6)", "green defender (10.6)"
ARMOUR, ARTILLERY, AIR = "armour (10.3)", "artillery (17.6)", "air support (10.7)"
BARRAGE = "artillery, the planned barrage (23.1.3)"


def combat(s: Script) -> None:
    """The combats in the order of the text, then the end of the Allied half of the turn."""
    s.phase(1, "combat", "allied")
    s.say(
        "Nine combats, lettered as in the text. **DD** below is the determined defence (12), EZOC "
        "an enemy zone of control.",
        chapter="Turn 1 · Allied combat",
        look="6717 1401 6222",
    )
    _krafft(s)
    _henke(s)
    _groesbeek(s)
    _mook(s)
    _grave(s)
    _veghel(s)
    _son(s)
    _kerutt(s)
    _penal(s)
    _end(s)


def _krafft(s: Script) -> None:
    s.fight(
        "T1 A",
        "6319",
        "BR-1-1P BR-3-1P BR-2SS-1A-half-A",
        "GE-Krafft",
        (11, 5),
        {ELITE: 1},
        "3:1",
        6,
        "D1",
        s.changes().steps("GE-Krafft", -1).mark("GE-Krafft", on=["disrupted"]),
        lead="1 AB Div",
    )
    s.say(
        "**A.** Three units on Krafft, 11 to 5 and one column for elite troops. The guns stay "
        "silent: they may be wanted at the bridge next turn. A six takes one of his two steps.\n\n"
        "He could try a DD, but a miss might cost his last step; he retreats. Every first hex is "
        "in EZOC, which costs nothing as long as only the first one is (13.1.3).\n\n"
        "In 1944 Krafft's young recruits barred the Wolfheze road until dark, by bluff as much as "
        "by fire, and slipped away north.",
        chapter="Turn 1 · Allied combat: Arnhem (A)",
        look="6717 6122 6015",
        shapes=[circle("6319"), arrow("6319 6320 6421", "black")],
    )
    s.retreat("GE-Krafft", "6319 6320 6421")
    s.advance("BR-1-1P", "6419 6420")
    s.say(
        "**Where we chose.** The advance is not told; but somebody ends beside Krafft, for he "
        "falls back a hex in his own turn to be sure of reorganising."
    )
    s.advance("BR-3-1P", "6219 6319")


def _henke(s: Script) -> None:
    s.fight(
        "T1 B",
        "5321",
        "US-1/508 US-2/508",
        "GE-Henke",
        (8, 8),
        {ELITE: 1},
        "2:1",
        2,
        "ENG",
        s.changes().mark("GE-Henke", on=["engaged"]),
        lead="82 AB Div",
    )
    s.say(
        "**B.** The long shot at the Nijmegen bridge: 4 + 4 against a 4 doubled by the city. ENG: "
        "nobody loses anything, Henke is engaged, the bridge is his.\n\n"
        "In 1944 Warren's 1st of the 508th came as far as the Keizer Karel roundabout that "
        "evening before panzer grenadiers drove into it from the other side.",
        chapter="Turn 1 · Allied combat: Nijmegen to Grave (B–E)",
        look="5419 4615 5026",
        glyph="!?",
        shapes=[arrow("5222 5321"), circle("5321")],
    )


def _groesbeek(s: Script) -> None:
    s.reveal("GE-unknown-4922", "GE-Garrison-2")
    s.edit(
        "C. The position in the woods by Groesbeek is empty: the garrison is removed.",
        s.changes().put("GE-Garrison-2", "eliminated-german"),
    )
    s.say(
        "**C.** A 0-0-0 attacked in the combat phase gives the attackers a **bonus advance** of "
        "two hexes (25.3.4), and they turn round with it: Germany begins a few kilometres to the "
        "east.\n\n"
        "**Where we chose.** The text sends them into *a defensive position* against arrivals "
        "from the eastern edge; the hexes are ours.",
        shapes=[arrow("4923 5024 5025"), arrow("4823 4824"), *hexes("5125 5026 4925 4826", "red")],
    )
    s.advance("US-1/505", "4923 5024 5025")
    s.advance("US-2/505", "4823 4824")


def _mook(s: Script) -> None:
    s.reveal("GE-unknown-4721", "GE-RRSecurity")
    s.fight(
        "T1 D",
        "4721",
        "US-3/505",
        "GE-RRSecurity",
        (4, 2),
        {ELITE: 1, GREEN: 1},
        "4:1",
        3,
        "DR",
        s.changes().mark("GE-RRSecurity", on=["disrupted"]),
        lead="82 AB Div",
    )
    s.say(
        "**D.** A 1-1-3 doubled in the town, and green: two columns for quality. A DD with green "
        "troops is not worth the risk; they go over the railway bridge.\n\n"
        "**Where we chose.** Any green 1-1-3 of the pool will do; we draw the railway guards.",
        shapes=[circle("4721"), arrow("4721 4621 4521", "black")],
    )
    s.retreat("GE-RRSecurity", "4721 4621 4521")
    s.advance("US-3/505", "4722 4721")
    s.consult(
        "demolition",
        "blown",
        (6,),
        s.changes().bridge("4621/4721", "blown"),
        at="4621/4721",
        drm=-1,
        by="german",
    )
    s.say("The paratroopers walk into Mook, and the bridge goes up behind the guards. So it did.")


def _grave(s: Script) -> None:
    s.reveal("GE-unknown-4816", "GE-Alarm")
    s.fight(
        "T1 E",
        "4816",
        "US-1/504 US-2/504",
        "GE-Alarm",
        (4, 2),
        {ELITE: 1},
        "3:1",
        4,
        "DR",
        s.changes(),
        lead="82 AB Div",
    )
    s.say(
        "**E. The Grave bridge.** Everything is against the attack: both battalions are halved "
        "over the bridge (9.5.2), the garrison is doubled behind the Maas. That the 2nd Battalion "
        "is scattered as well does not matter: a factor is halved only once (10.1). 4 to 2, one "
        "column, a 4: DR.\n\n"
        "**Where we chose.** A 1-1-3 that is not green, since only the elite shift is counted; we "
        "draw the alarm company.",
        glyph="!",
        shapes=[arrow("4817 4816"), circle("4816")],
    )
    s.consult(
        "determined_defense",
        "-",
        (3,),
        s.changes().mark("GE-Alarm", on=["disrupted"]),
        units="GE-Alarm",
        at="4816",
        column="clear/polder",
    )
    s.say(
        "The German player tries the DD, in polder, and a 3 is not enough (12.2). In the open "
        "only a 5 or better holds."
    )
    s.retreat("GE-Alarm", "4816 4715 4615")
    s.edit(
        "The Grave bridge is taken intact.",
        s.changes().bridge("4816/4817", "intact"),
    )
    s.say("Captured on turn 1 it gets its intact marker at once (5.7).", glyph="⚑")
    s.advance("US-1/504 US-2/504", "4817 4816")
    s.say(
        "**Rules.** The text lets both battalions advance two hexes here. A DR gives a normal "
        "advance of one (15.2), so we take that for a slip and stop in Grave. Nothing told later "
        "depends on it."
    )


def _veghel(s: Script) -> None:
    s.consult(
        "demolition",
        "intact",
        (3,),
        s.changes().bridge("3709/3810", "intact"),
        at="3709/3810",
        drm=-1,
        by="german",
        text="The die is ours: the text tells only that it failed.",
    )
    s.say(
        "An attack over a wired bridge gives the German player his chance before the battle "
        "(5.4). It fails.\n\n"
        "**Not in the text.** The die; 1 to 3 fail on turn 1.",
        chapter="Turn 1 · Allied combat: Veghel and Son (F, G)",
        look="4008 2908 3912",
    )
    s.reveal("GE-unknown-3810", "GE-HGTraining")
    s.fight(
        "T1 F",
        "3810",
        "US-3/501 US-2/501 US-1/501",
        "GE-HGTraining",
        (6, 4),
        {ELITE: 1, GREEN: 1},
        "3:1",
        1,
        "ENG",
        s.changes().mark("GE-HGTraining", on=["engaged"]),
        lead="101 AB Div",
    )
    s.say(
        "**F.** Three battalions, each halved for one reason or another: 2 + 2 + 2 against the "
        "Hermann Göring trainees, 2 doubled by the town. Two columns for quality, and then a 1. "
        "Veghel holds, and the highway stays cut here for another turn.",
        glyph="?",
        shapes=[arrow("3809 3810"), arrow("3709 3810"), arrow("3909 3810"), circle("3810")],
    )


def _son(s: Script) -> None:
    s.reveal("GE-unknown-3108", "GE-1-18-Flak")
    s.fight(
        "T1 G",
        "3108",
        "US-3/502 US-2/506",
        "GE-1-18-Flak",
        (6, 2),
        {ELITE: 1},
        "4:1",
        4,
        "A1/D1",
        s.changes().remnant("US-2/506", "US-101-REM-1").steps("GE-1-18-Flak", -1),
        lead="101 AB Div",
    )
    s.say(
        "**G.** An 88 beside the road, a vehicle again and not doubled: 4 + 2 to 2. Both sides "
        "lose a step. The Allied player takes his from the battalion that is down already: its "
        "second loss puts the counter into the remnant box and a **remnant** on the map (11.4). "
        "The flak had one step.",
        shapes=[arrow("3208 3108"), arrow("3107 3108"), circle("3108")],
    )
    s.advance("US-3/502", "3208 3108")
    s.consult(
        "demolition",
        "intact",
        (2,),
        s.changes().bridge("3008/3108", "intact"),
        at="3008/3108",
        drm=-1,
        by="german",
    )
    s.say(
        "Intact! In 1944 the bridge blew up in Colonel Sink's face and cost the Guards a night "
        "behind a Bailey bridge. Here is what the whole operation hoped for.",
        glyph="!!",
        shapes=[circle("3008", "green")],
    )
    s.advance("US-101-REM-1", "3107 3108")


def _kerutt(s: Script) -> None:
    s.fight(
        "T1 H",
        "1605",
        "BR-2IG/5 BR-2GG/5",
        "GE-Kerutt",
        (17, 5),
        {ARMOUR: 1, BARRAGE: 2, AIR: 1},
        "7:1",
        4,
        "DMR",
        s.changes()
        .mark("BR-Gds-Arty", on=["fired"])
        .marker("air-1", "1605")
        .mark("GE-Kerutt", on=["full_retreat"]),
        support="BR-Gds-Arty",
        lead="Guards Armd Div",
    )
    s.say(
        "**H. 14.35 hours: the barrage lifts, the Irish Guards drive off.** On turn 1 each of the "
        "two guns in the sector is worth two columns (23.1.3). 17 to 5 is 3:1; armour, guns and "
        "Typhoons make it 7:1. DMR: no loss, a retreat of three hexes into full retreat, and for "
        "the attackers a bonus advance with breakthrough combat (16).",
        chapter="Turn 1 · Allied combat: the highway (H, I)",
        look="2107 1401 1608",
        glyph="!",
        shapes=[
            arrow("1504 1605 1705", "green"),
            circle("1605"),
            arrow("1605 1705 1806 1906", "black"),
        ],
    )
    s.retreat("GE-Kerutt", "1605 1705 1806 1906")
    s.advance("BR-2IG/5", "1504 1605 1705")
    s.fight(
        "T1 H breakthrough",
        "1806",
        "BR-2IG/5",
        "GE-14Hoffmann",
        (9, 2),
        {},
        "4:1",
        4,
        "A1/D1",
        s.changes().steps("BR-2IG/5", -1).steps("GE-14Hoffmann", -1),
        lead="Guards Armd Div",
    )
    s.say(
        "Vandeleur's 2nd Irish Guards drive two hexes up the road and spend the third, the road "
        "bonus (15.2), on the company in the woods. No armour shift against woods (10.3.4), no "
        "guns in a breakthrough (16.3). The company dies, and so does a step of Shermans. Nine "
        "tanks burned on this stretch within two minutes in 1944.",
        shapes=[arrow("1705 1806"), circle("1806")],
    )
    s.advance("BR-2IG/5", "1705 1806")
    s.retreat("GE-Kerutt", "1906 1907 2008")
    s.say(
        "**Not in the text.** A unit alone in full retreat runs two hexes as soon as an enemy "
        "comes beside it (14.3.2). The example does not mention it; the rule asks for it, and "
        "from 2008 Kerutt still joins the assault guns in Valkenswaard as the text tells."
    )
    s.advance("BR-2GG/5", "1504 1605 1705")
    s.say("The other tanks stop on the road: with the road bonus used they may not stack (15.3).")
    s.advance("BR-5CG/32", "1504 1605 1606")
    s.say(
        "And the overstacked battalion advances out of its hex to 1606, to keep Segler off the "
        "road behind the tanks.",
        shapes=[arrow("1504 1605 1606"), circle("1406"), *hexes("1705")],
    )


def _penal(s: Script) -> None:
    s.fight(
        "T1 I",
        "1603",
        "BR-1GG/5 BR-3IG/32",
        "GE-6Penal",
        (11, 4),
        {BARRAGE: 2, GREEN: 1, AIR: 1},
        "6:1",
        4,
        "DMR",
        s.changes()
        .mark("BR-5AGRA", on=["fired"])
        .marker("air-2", "1603")
        .mark("GE-6Penal", on=["full_retreat"]),
        support="BR-5AGRA",
        lead="Guards Armd Div",
    )
    s.say(
        "**I.** Motorised infantry against the Luftwaffe penal battalion; polder hinders vehicles "
        "only. 11 to 4 is 2:1, four columns make it 6:1: DMR again.",
        shapes=[arrow("1503 1603"), circle("1603"), arrow("1603 1703 1803 1903", "black")],
    )
    s.retreat("GE-6Penal", "1603 1703 1803 1903")
    s.say(
        "**Where we chose.** Three hexes away, into the woods at Bergeijk: on turn 2 the Guards "
        "can attack it from their own side of the corps boundary and have a road to advance by."
    )
    s.advance("BR-1GG/5", "1503 1604")
    s.say(
        "Both battalions could advance two hexes; only one of them over the boundary line (23.4). "
        "**Where we chose.** We keep them inside it, near the highway."
    )
    s.advance("BR-3IG/32", "1503 1604 1704")


def _end(s: Script) -> None:
    s.phase(1, "reorganization", "allied")
    scattered = "BR-1B-1A-half-B US-3/508 US-2/505 US-2/504 US-1/501 US-3/501"
    s.edit(
        "Scattered and spent markers are removed; the air units fly home.",
        s.changes()
        .mark(*scattered.split(), off=["scattered"])
        .mark("US-1/502", "US-2/502", off=["spent"])
        .marker("air-1", "air")
        .marker("air-2", "air"),
    )
    s.say(
        "Scattered markers come off even beside the enemy (14.4.3). No Allied unit is disrupted.",
        chapter="Turn 1 · The Allied half ends",
        look="6717 1401 6222",
    )
    s.ground("The hexes that were entered change hands.")
    s.phase(1, "supply", "allied")
    s.note("All Allied units are in supply.")
    s.say(
        "Airborne units always are in the turn they land (18.2).\n\n"
        "The balance of the day: Son and Grave intact, Veghel and Nijmegen not taken, Frost two "
        "hexes from the bridge with nobody between."
    )
