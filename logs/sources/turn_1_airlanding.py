"""The example's first turn, the landings: fourteen drop hexes, fourteen dice."""

from __future__ import annotations

from logs.sources.script import Script, circle, hexes, label


def airlanding(s: Script) -> None:
    """The landing table for the drop hexes A to N."""
    s.phase(1, "airlanding", "allied")
    s.say(
        "The game opens with parachutes in the air. On the first day surprise is complete: **one "
        "die per drop hex** instead of one per unit, and no modifiers at all (22.3.1, 22.3.2). "
        "Only a 5 or a 6 hurts: 5 scatters a unit of the hex, 6 costs it a step as well "
        "(22.3).\n\n"
        "**Where we chose.** The text calls the drop hexes A to N and shows them in pictures that "
        "are lost to us. Read group by group from north to south they fit everything that is told "
        "later: A–C are the hexes of the 1st Airborne, D–I those of the 82nd, J–N those of the "
        "101st.",
        chapter="Turn 1 · Allied airlanding",
        look="6717 1401 6222",
    )
    _first(s)
    _eighty_second(s)
    _hundred_first(s)


def _first(s: Script) -> None:
    s.consult(
        "airlanding",
        "-",
        (2,),
        units="BR-2SS-1A-half-A BR-2SS-1A-half-B BR-1-1P",
        at="6418",
        text="Hex A.",
    )
    s.say(
        "South Staffords and the 1st Parachute Battalion, around Wolfheze station. Everybody is "
        "where he should be.",
        chapter="Turn 1 · Landing of the 1st Airborne",
        look="6717 6122 6015",
        shapes=[label("6418", "A"), label("6317", "B"), label("6217", "C"), *hexes("6516")],
    )
    s.consult(
        "airlanding",
        "S",
        (5,),
        s.changes().mark("BR-1B-1A-half-B", on=["scattered"]),
        units="BR-1B-1A-half-A BR-1B-1A-half-B BR-7KOSB-1A-half-A",
        at="6317",
        text="Hex B.",
    )
    s.say(
        "The one bad die of the division, and it falls where it does least harm: the Allied "
        "player may choose who is scattered, and takes a half-battalion of gliders. Scattered "
        "means tactical movement only and half the attack until the reorganisation phase "
        "(22.3.6).\n\n"
        "**Where we chose.** The text says no more than *a glider half-battalion*; we take the "
        "weaker half of the 1st Border.",
        shapes=[circle("6317", "yellow")],
    )
    s.consult(
        "airlanding",
        "-",
        (4,),
        units="BR-7KOSB-1A-half-B BR-2-1P BR-3-1P",
        at="6217",
        text="Hex C.",
    )
    s.say(
        "Frost's 2nd Battalion is down at Renkum heath, and so is Fitch's 3rd. The road along the "
        "river lies open."
    )


def _eighty_second(s: Script) -> None:
    s.consult("airlanding", "-", (1,), units="US-1/508 US-2/508", at="5024", text="Hex D.")
    s.say(
        "Two battalions of the 508th at zone T, with the supply head of the division.",
        chapter="Turn 1 · Landing of the 82nd Airborne",
        look="5419 4512 5026",
        shapes=[
            label("5024", "D"),
            label("4924", "E"),
            label("4824", "F"),
            label("4818", "G"),
            label("4819", "H"),
            label("4715", "I"),
        ],
    )
    s.consult(
        "airlanding",
        "S1",
        (6,),
        s.changes()
        .mark("US-3/508", on=["scattered"])
        .steps("US-3/508", -1)
        .track("airborne-82", 1),
        units="US-3/508 US-3/505",
        at="4924",
        text="Hex E.",
    )
    s.say(
        "A six. The step is not gone for good: it goes on the division's replacement track and "
        "comes back in a later turn as returnees (22.3.3, 22.7).\n\n"
        "**Where we chose.** The text does not name the unit. It must be a battalion that defends "
        "with 4 when the 406th Division attacks it in the German turn, so it is a reduced one, "
        "and the 505th is wanted elsewhere: the 3rd Battalion of the 508th.",
        glyph="?",
    )
    s.consult(
        "airlanding",
        "S",
        (5,),
        s.changes().mark("US-2/505", on=["scattered"]),
        units="US-1/505 US-2/505",
        at="4824",
        text="Hex F.",
    )
    s.say(
        "**Where we chose.** The 1st or the 2nd of the 505th; we scatter the 2nd. It makes no "
        "difference to what is told."
    )
    s.consult(
        "airlanding",
        "S",
        (5,),
        s.changes().mark("US-2/504", on=["scattered"]),
        units="US-1/504 US-2/504",
        at="4818",
        text="Hex G.",
    )
    s.say(
        "One of the two battalions that will march on the Grave bridge is scattered. It will not "
        "matter, as combat E shows. The 2nd of the 504th starts with two steps only: its third is "
        "the company on the other bank (hex I)."
    )
    s.consult("airlanding", "-", (2,), units="US-3/504", at="4819", text="Hex H.")
    s.consult(
        "airlanding",
        "S1",
        (6,),
        s.changes().steps("US-A/82", -1).track("airborne-82", 2),
        units="US-A/82",
        at="4715",
        text="Hex I.",
    )
    s.say(
        "The worst die of the phase. This one company jumps **south** of the Maas to take the "
        "long Grave bridge from both ends. Alive, even scattered, it would have kept the garrison "
        "from being doubled behind its river (10.8.2). It has one step, and the six kills it "
        "(22.3.5); the step goes on the replacement track, which now stands at 2.\n\n"
        "In September 1944 it was the other way round: Lieutenant Thompson's platoon of E "
        "Company, 504th, landed beside the southern ramp, shot its way along the ditches and took "
        "the bridge within the hour.",
        glyph="??",
        shapes=[circle("4715"), *hexes("4816", "red")],
    )


def _hundred_first(s: Script) -> None:
    s.consult(
        "airlanding",
        "S",
        (5,),
        s.changes().mark("US-1/501", on=["scattered"]),
        units="US-1/501",
        at="4008",
        text="Hex J.",
    )
    s.say(
        "Kinnard's battalion comes down at Heeswijk castle, well away from where it was planned, "
        "exactly as it did in 1944: hence the printed hex A2 (22.2.4). Here it is scattered on "
        "top of that.",
        chapter="Turn 1 · Landing of the 101st Airborne",
        look="4008 3104 3212",
        shapes=[
            label("4008", "J"),
            label("3708", "K"),
            label("3306", "L"),
            label("3206", "M"),
            label("3207", "N"),
        ],
    )
    s.consult(
        "airlanding",
        "S1",
        (6,),
        s.changes()
        .mark("US-3/501", on=["scattered"])
        .steps("US-3/501", -1)
        .track("airborne-101", 1),
        units="US-2/501 US-3/501",
        at="3708",
        text="Hex K.",
    )
    s.say(
        "**Where we chose.** One of the two battalions in the hex is scattered and loses a step; "
        "we take the 3rd of the 501st. On turn 2 the attack on Veghel adds 4 + 4 + 2, which only "
        "works if the reduced battalion is the one left on the wrong side of the canal."
    )
    s.consult("airlanding", "-", (1,), units="US-1/502 US-2/502", at="3306", text="Hex L.")
    s.consult("airlanding", "-", (3,), units="US-3/502 US-3/506", at="3206", text="Hex M.")
    s.consult(
        "airlanding",
        "S1",
        (6,),
        s.changes()
        .mark("US-2/506", on=["scattered"])
        .steps("US-2/506", -1)
        .track("airborne-101", 2),
        units="US-1/506 US-2/506",
        at="3207",
        text="Hex N.",
    )
    s.say(
        "The second six of the division, its replacement track at 2. Three scattered battalions "
        "out of nine, and every one of them was needed for a bridge.\n\n"
        "**Where we chose.** The scattered, reduced battalion takes part in the attack on Son; we "
        "take the 2nd of the 506th.",
        glyph="?",
    )
