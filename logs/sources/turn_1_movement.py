"""The example's first turn: the Allied movement phase, sector by sector."""

from __future__ import annotations

from logs.sources.script import Script, arrow, circle, hexes


def movement(s: Script) -> None:
    """Everybody goes, the scattered by tactical movement only."""
    s.phase(1, "movement", "allied")
    s.say(
        "Every unit may move, the scattered ones by tactical movement only: up to two hexes, "
        "whatever the terrain (8.3). Two things to watch: a wired bridge may go up as soon as an "
        "Allied unit stands beside it (5.4), and lone unknown units may be rushed **during "
        "movement** (25.3).",
        chapter="Turn 1 · Allied movement",
        look="6717 1401 6222",
    )
    _arnhem(s)
    _nijmegen(s)
    _canal(s)
    _veghel(s)
    _oedenrode(s)
    _son(s)
    _garden(s)


def _arnhem(s: Script) -> None:
    s.move("BR-2-1P", "6217 6117 6118 6119 6120", "extended")
    s.say(
        "Frost takes the lower road along the Rhine: five hexes of clear ground by **extended "
        "movement** (3 + 2 movement points, 8.2), possible only because no hex of his way touches "
        "an enemy, Krafft's zone of control included. After four hexes he stands beside the "
        "railway bridge, and the German player reaches for a die.\n\n"
        "**Where we chose.** The text gives the length of the march, not its hexes. The lower "
        "road is five hexes long, passes the railway bridge and ends two hexes from the road "
        "bridge, as turn 2 needs it.",
        chapter="Turn 1 · Allied movement: Arnhem",
        look="6717 6122 6015",
        shapes=[arrow("6217 6117 6118 6119 6120 6221")],
    )
    s.consult(
        "demolition",
        "blown",
        (5,),
        s.changes().bridge("6020/6120", "blown"),
        at="6020/6120",
        drm=-1,
        by="german",
    )
    s.say(
        "Turn 1 gives −1 to every attempt (5.6); a 5 becomes a 4, and 3 or more blows the bridge. "
        "A railway bridge over a major river can never be repaired (5.8).\n\n"
        "In 1944 it went up at about six in the evening, in the faces of Frost's C Company, who "
        "were already on its first span.",
        glyph="⚑",
        shapes=[circle("6120")],
    )
    s.move("BR-2-1P", "6120 6221", "extended")
    s.say(
        "The fifth hex. The road bridge is two hexes away, and it can never be blown (5.7). "
        "Nobody stands between yet.",
        glyph="!",
    )
    s.move("BR-1-1P", "6418 6419")
    s.say(
        "The other two battalions of the brigade and the strong half of the South Staffords close "
        "on Krafft's training battalion from three sides.\n\n"
        "**Where we chose.** The text names the brigade, not the hexes; 4 + 4 + 3 = 11 is the "
        "strength it gives.",
        shapes=[
            arrow("6418 6419"),
            arrow("6217 6218 6219"),
            arrow("6418 6318"),
            circle("6319"),
        ],
    )
    s.move("BR-3-1P", "6217 6218 6219")
    s.move("BR-2SS-1A-half-A", "6418 6318")
    s.move("BR-1B-1A-half-A", "6317 6417 6516 6515")
    s.say(
        "The rest of the gliders spread out around **landing zone Y** (6516), where the 4th "
        "Parachute Brigade will jump on turn 3 or 4: an enemy beside the hex would make that jump "
        "much worse (22.3.2).\n\n"
        "**Where we chose.** The picture with the five half-battalions' hexes is lost; these keep "
        "Y and the guns inside a ring.",
        shapes=[
            arrow("6317 6417 6516 6515"),
            arrow("6317 6417 6516 6616"),
            arrow("6418 6517 6617"),
            arrow("6217 6316 6416"),
            *hexes("6516"),
        ],
    )
    s.move("BR-1B-1A-half-B", "6317 6417 6516", "tactical")
    s.move("BR-7KOSB-1A-half-A", "6317 6417 6516 6616")
    s.move("BR-2SS-1A-half-B", "6418 6517 6617")
    s.move("BR-7KOSB-1A-half-B", "6217 6316 6416")


def _nijmegen(s: Script) -> None:
    s.move("US-1/508 US-2/508", "5024 5123 5122")
    s.say(
        "Gavin's orders in 1944 were to hold the Groesbeek heights first. This Allied player "
        "gambles on the Nijmegen bridge at once and sends two battalions of the 508th through the "
        "woods.\n\n"
        "**Where we chose.** Label A in the lost picture can only be 5222: the other unknown unit "
        "outside the town is out of reach. The zone of control of an unknown unit would stop the "
        "march in 5122 (7.2); the example does not let it stop units that go on into the "
        "unknown's own hex (25.3.1), here or at St. Oedenrode and Schijndel.",
        chapter="Turn 1 · Allied movement: Nijmegen",
        look="5419 4818 5026",
        shapes=[arrow("5024 5123 5122 5222"), circle("5321")],
    )
    s.reveal("GE-unknown-5222", "GE-Garrison-1")
    s.say(
        "A 0-0-0: nobody at home. It is removed and the column marches on (25.3.1).",
        glyph="!",
    )
    s.edit(
        "The garrison of 5222 turns out to be empty and is removed.",
        s.changes().put("GE-Garrison-1", "eliminated-german"),
    )
    s.move("US-1/508 US-2/508", "5122 5222")
    s.say("Both battalions stand before Nijmegen on the first evening.")
    s.move("US-1/505", "4824 4923")
    s.say(
        "Two battalions of the 505th go for the unknown unit in the woods by Groesbeek, one comes "
        "round by the south to Mook. Mook could be rushed during movement as well; the Allied "
        "player prefers to wait for the combat phase, and keeps the bonus advance for whoever "
        "finds an empty position (25.3.4).\n\n"
        "**Where we chose.** Which battalion does what follows from turn 2, when the 1st of the "
        "505th is found at full strength on the eastern edge. The hexes are ours, as is the place "
        "of the reduced battalion and the supply head.",
        shapes=[
            arrow("4824 4923"),
            arrow("4824 4823"),
            arrow("4924 4824 4723 4722"),
            circle("4922"),
            circle("4721"),
        ],
    )
    s.move("US-2/505", "4824 4823", "tactical")
    s.move("US-3/505", "4924 4824 4723 4722")
    s.move("US-82-supply", "5024 4924 4824", "tactical")


def _canal(s: Script) -> None:
    s.edit(
        "The 3rd Battalion of the 504th splits off a company.",
        s.changes().steps("US-3/504", -1).put("US-B/82", "4819"),
    )
    s.say(
        "Three bridges over the Maas–Waal canal, one battalion to look at them: it splits off a "
        "1-1-3 **breakdown unit** (21.1), which costs it a step for as long as they are apart.",
        chapter="Turn 1 · Allied movement: the Maas–Waal canal",
        look="5219 4715 4922",
        shapes=[
            arrow("4819 4820 4919 4920"),
            arrow("4819 4919 5019 5119", "blue"),
            arrow("4818 4817", "yellow"),
        ],
    )
    s.move("US-B/82", "4819 4820")
    s.consult(
        "demolition",
        "blown",
        (5,),
        s.changes().bridge("4820/4821", "blown"),
        at="4820/4821",
        drm=-1,
        by="german",
    )
    s.say("Heumen is gone. In 1944 it was the one bridge of the canal that was taken whole.")
    s.move("US-B/82", "4820 4919")
    s.consult(
        "demolition",
        "intact",
        (2,),
        s.changes().bridge("4919/4920", "intact"),
        at="4919/4920",
        drm=-1,
        by="german",
    )
    s.say("At Malden the fuses fail: an intact marker, and the bridge is safe until rewired (5.3).")
    s.move("US-B/82", "4919 4920")
    s.say(
        "The company crosses and stays to guard it.\n\n"
        "**Where we chose.** *In Malden*: the village lies on the east bank. From here the "
        "battalion at Hatert is exactly two hexes away, as turn 2 needs it."
    )
    s.move("US-3/504", "4819 4919 5019")
    s.consult(
        "demolition",
        "intact",
        (2,),
        s.changes().bridge("5019/5119", "intact"),
        at="5019/5119",
        drm=-1,
        by="german",
        text="The die is ours: the text tells only that it failed.",
    )
    s.say(
        "**Not in the text.** It says that this attempt failed too, not with which die; anything "
        "from 1 to 3 does it."
    )
    s.move("US-3/504", "5019 5119")
    s.say("Over the bridge and into Hatert, next to the unknown unit at the highway bridge.")
    s.move("US-1/504", "4818 4817")
    s.say(
        "With the company on the south bank lost, the 1st and 2nd of the 504th must take the "
        "Grave bridge the hard way, from its northern end. It is the one wired bridge that cannot "
        "be blown in this Allied turn (5.7)."
    )
    s.move("US-2/504", "4818 4817", "tactical")


def _veghel(s: Script) -> None:
    s.move("US-3/501", "3708 3809", "tactical")
    s.say(
        "All three battalions of the 501st against Veghel. The two from Eerde come up on the "
        "wrong side of the canal.\n\n"
        "**Where we chose.** Two attackers across the canal and one on the town's own bank is "
        "what the strengths of combats F and E ask for.",
        chapter="Turn 1 · Allied movement: Veghel",
        look="4008 3708 3912",
        shapes=[arrow("3708 3809"), arrow("3708 3709"), arrow("4008 3908 3909"), circle("3810")],
    )
    s.consult(
        "demolition",
        "intact",
        (1,),
        s.changes().bridge("3809/3810", "intact"),
        at="3809/3810",
        drm=-1,
        by="german",
    )
    s.say(
        "The railway bridge stays up. The German player does not try the road bridge yet: on turn "
        "2 there will be no −1.\n\n"
        "**Rules.** Taken to the letter 5.4 lets nobody wait: a bridge that is not tried when a "
        "unit comes beside it counts as intact. The example does let him. The "
        "log follows the example."
    )
    s.move("US-2/501", "3708 3709")
    s.move("US-1/501", "4008 3908 3909", "tactical")


def _oedenrode(s: Script) -> None:
    s.move("US-1/502 US-2/502", "3306 3307 3408")
    s.say(
        "Two battalions of the 502nd up the highway to St. Oedenrode, which they mean to have "
        "before the combat phase: an attack on a lone unknown unit during movement, without guns "
        "or aircraft (25.3.1).\n\n"
        "**Where we chose.** They come over the Dommel by the road bridge at Nijnsel. From the "
        "west bank the town would be doubled behind the river (10.8.2), and it is not.",
        chapter="Turn 1 · Allied movement: St. Oedenrode",
        look="3806 3206 3709",
        shapes=[arrow("3306 3307 3408 3507"), circle("3507")],
    )
    s.reveal("GE-unknown-3507", "GE-428Flak")
    s.fight(
        "T1 St Oedenrode",
        "3507",
        "US-1/502 US-2/502",
        "GE-428Flak",
        (8, 2),
        {"elite (10.6)": 1},
        "5:1",
        2,
        "DRX",
        s.changes()
        .mark("US-1/502", "US-2/502", on=["spent"])
        .steps("US-1/502", -1)
        .steps("GE-428Flak", -1),
        lead="101 AB Div",
    )
    s.say(
        "Flak is a vehicle unit and gets nothing from the houses (10.5): 8 to 2, one column for "
        "elite troops. DRX costs both sides a step, each chosen by the opponent (11.2). The flak "
        "had only one; the 1st Battalion of the 502nd pays the other.",
        shapes=[circle("3507")],
    )
    s.advance("US-1/502 US-2/502", "3408 3507")
    s.say(
        "The town is taken, but the attack was not a DS or DMR: the attackers stop here and are "
        "**spent** (25.3.3)."
    )


def _son(s: Script) -> None:
    s.move("US-3/502", "3206 3207 3208")
    s.say(
        "Son is left for the combat phase: one fresh battalion by the highway and the scattered "
        "one through the fields.\n\n"
        "**Where we chose.** The fresh one must be the 3rd of the 502nd: on turn 2 it attacks "
        "Eindhoven, and only from Son can it get there.",
        chapter="Turn 1 · Allied movement: Son and Best",
        look="3405 3003 3210",
        shapes=[
            arrow("3206 3207 3208"),
            arrow("3207 3107"),
            arrow("3206 3205", "blue"),
            arrow("3207 3206 3305", "blue"),
            circle("3108"),
        ],
    )
    s.move("US-2/506", "3207 3107", "tactical")
    s.move("US-3/506", "3206 3205")
    s.say(
        "Best is held too strongly to be attacked, but its bridge is worth a walk. Historically "
        "this was H Company of the 502nd, and Private Joe Mann's battle."
    )
    s.consult(
        "demolition",
        "blown",
        (5,),
        s.changes().bridge("3005/3104", "blown"),
        at="3005/3104",
        drm=-1,
        by="german",
        text="The die is ours: the text tells only that the bridge was blown.",
    )
    s.say(
        "**Not in the text.** It says that the bridge is blown as the battalion comes near, not "
        "with which die. The railway bridge beside it is left wired for now, as the German bridge "
        "phase will show.\n\n"
        "**Where we chose.** The battalion stops in 3205. From the end of the railway bridge in "
        "3105 it would have let the German try that bridge at once (5.4).\n\n"
        "**Rules.** Nobody comes to an end of the road bridge: the Germans hold the town. The log "
        "follows the example.",
        shapes=[circle("3104")],
    )
    s.move("US-1/506", "3207 3206 3305")
    s.say(
        "The last battalion makes a screen to the west.\n\n"
        "**Where we chose.** From 3305 it covers the landing zone and reaches the woods on turn 2."
    )


def _garden(s: Script) -> None:
    s.move("BR-5CG/32", "1405 1504", "tactical")
    s.say(
        "The ground army hardly moves: the canal is behind it, the enemy in front. A 5-7-5 of the "
        "Guards goes from 1405 to 1504, where two tank battalions stand already. The hex is now "
        "**overstacked**: it may not fight, but it may advance (6.4.2).\n\n"
        "**Where we chose.** The text says *one of the 5-7-5 units* in 1405; we take the 5th "
        "Coldstream. The Household Cavalry moves up behind it and the corps guns one hex, so that "
        "they are in range of Valkenswaard tomorrow night.",
        chapter="Turn 1 · Allied movement: the Garden sector",
        look="1808 1201 1308",
        shapes=[
            arrow("1405 1504"),
            arrow("1303 1404 1405", "blue"),
            arrow("1304 1303", "blue"),
            arrow("1402 1403", "yellow"),
        ],
    )
    s.move("BR-2HC", "1303 1404 1405")
    s.move("BR-5AGRA", "1304 1303", "tactical")
    s.move("BR-1D/231 BR-2D/231", "1402 1403", "tactical")
    s.say(
        "British corps may go one hex beyond their boundary lines (23.4), and the 50th Division "
        "makes use of it: two battalions step into the 30th Corps' sector, behind the Guards' "
        "bridgehead. On turn 2 they will cross the canal there and attack without having to fight "
        "over it."
    )
