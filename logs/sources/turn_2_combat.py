"""The example's second turn: the Allied combats, and the end of the text."""

from __future__ import annotations

from logs.sources.script import Script, arrow, circle, hexes
from logs.sources.turn_1_combat import ARTILLERY, ELITE, GREEN


def combat(s: Script) -> None:
    """Combats B, D, E, G with its breakthrough, and H to K."""
    s.phase(2, "combat", "allied")
    _allwoerden(s)
    _goebel(s)
    _veghel(s)
    _eindhoven(s)
    _valkenswaard(s)
    _penal(s)
    _stephan(s)
    _segler(s)
    s.ground("The hexes that were entered change hands.")
    s.note("Here the example of play ends, after the Allied combat phase of turn 2.")
    s.say(
        "**Where it stands.** Arnhem, Grave, Son, both bridges of Veghel, Malden, Hatert and the "
        "highway bridge at Neerbosch are in Allied hands; Eindhoven is entered and Valkenswaard "
        "taken. Against that: Nijmegen is German, its bridge with it, and the 82nd fights with "
        "its back to its own landing zones. Everything now turns on two questions: who holds the "
        "road, and who crosses the Waal.\n\n"
        "The game is yours from here: take the last entry as a start and play on.",
        chapter="Conclusion",
        look="6717 1401 6222",
        shapes=[
            *hexes("6122 5219 5119 4920 4816 3810 3108 2707 2107", "green"),
            *hexes("5321 5320", "red"),
        ],
    )


def _allwoerden(s: Script) -> None:
    s.fight(
        "T2 B",
        "6619",
        "BR-1-1P BR-2SS-1A-half-A",
        "GE-Allwoerden",
        (7, 3),
        {ELITE: 1, ARTILLERY: 1},
        "4:1",
        4,
        "A1/D1",
        s.changes()
        .mark("BR-1-1-Arty", on=["fired"])
        .steps("BR-2SS-1A-half-A", -1)
        .steps("GE-Allwoerden", -1),
        support="BR-1-1-Arty",
        lead="1 AB Div",
    )
    s.say(
        "**B.** 4 + 3 with the guns against a battalion that came reduced. Since elite troops "
        "gave the shift, elite troops must take the loss (10.6): the South Staffords. Allwörden "
        "is gone.\n\n"
        "A little better than par for the division: the bridge, zone Y safe for now, a sound "
        "perimeter. Whether to send more to the bridge or to keep Y is the question of the next "
        "two turns.",
        chapter="Turn 2 · Allied combat: Arnhem (B)",
        look="6717 6122 6115",
        shapes=[arrow("6519 6619"), arrow("6518 6619"), circle("6619")],
    )
    s.advance("BR-1-1P", "6519 6619")


def _goebel(s: Script) -> None:
    s.fight(
        "T2 D",
        "4924",
        "US-1/505 US-2/505",
        "GE-Goebel",
        (8, 4),
        {ELITE: 1, GREEN: 1},
        "4:1",
        1,
        "EX",
        s.changes().steps("US-1/505", -1).steps("GE-Goebel", -1),
        lead="82 AB Div",
    )
    s.say(
        "**D.** The disrupted battalion cannot help, so two attack, with the best of odds and the "
        "worst of dice. EX: each player picks the other's loss, the 1st of the 505th and, having "
        "no choice, Goebel. Nobody moves.\n\n"
        "The 82nd is in a corner: its artillery is to land on what is now the front line.",
        chapter="Turn 2 · Allied combat: Groesbeek (D)",
        look="5321 4721 5026",
        glyph="?",
        shapes=[arrow("4925 4924"), arrow("4824 4924"), circle("4924")],
    )


def _veghel(s: Script) -> None:
    s.fight(
        "T2 E",
        "3810",
        "US-1/501 US-2/501 US-3/501",
        "GE-HGTraining",
        (10, 4),
        {ELITE: 1, GREEN: 1},
        "4:1",
        5,
        "D1",
        s.changes().steps("GE-HGTraining", -1),
        lead="101 AB Div",
    )
    s.say(
        "**E.** 4 + 4, and 2 across the canal. **Rules.** The text prints the result as *DE*, "
        "which no table knows; at 4:1 a 5 is D1, and D1 destroys a unit of one step. Veghel and "
        "both its bridges are taken.",
        chapter="Turn 2 · Allied combat: Veghel and Eindhoven (E, G)",
        look="4006 2606 3912",
        glyph="!",
        shapes=[
            arrow("3910 3810"),
            arrow("3710 3810"),
            arrow("3809 3810"),
            circle("3810", "green"),
        ],
    )
    s.advance("US-2/501", "3710 3810")


def _eindhoven(s: Script) -> None:
    s.reveal("GE-unknown-2707", "GE-Garrison-3")
    s.edit(
        "G. The northern hex of Eindhoven is undefended: the garrison is removed.",
        s.changes().put("GE-Garrison-3", "eliminated-german"),
    )
    s.say(
        "**G.** A garrison that runs. Like a DMR this gives a bonus advance of two hexes "
        "(25.3.4): the first takes the battalion into the city.",
        shapes=[arrow("2808 2707"), circle("2707")],
    )
    s.advance("US-3/502", "2808 2707")
    s.reveal("GE-unknown-2608", "GE-Police")
    s.fight(
        "T2 G",
        "2608",
        "US-3/502",
        "GE-Police",
        (4, 2),
        {ELITE: 1},
        "3:1",
        6,
        "D1",
        s.changes().steps("GE-Police", -1),
        lead="101 AB Div",
    )
    s.say(
        "The second hex pays for a breakthrough attack on the next unknown unit (16.3, 25.3.5): "
        "policemen, doubled by the city once and not again by the Dommel. They are eliminated; "
        "the battalion declines to go on and stays in 2707.\n\n"
        "**Where we chose.** Of the two other hexes of the city, the one on the highway.",
        shapes=[arrow("2707 2608"), circle("2608")],
    )


def _valkenswaard(s: Script) -> None:
    s.fight(
        "T2 H",
        "2107",
        "BR-1CG/5 BR-1WG/32 BR-2GG/5 BR-2WG BR-2IG/5 BR-3IG/32",
        "GE-Kerutt GE-559StuG",
        (39, 8),
        {ARTILLERY: 1},
        "5:1",
        3,
        "A1/D1",
        s.changes()
        .mark("BR-5AGRA", on=["fired"])
        .steps("BR-1CG/5", -1)
        .steps("GE-Kerutt", -1)
        .mark("GE-Kerutt", on=["full_retreat"], off=["disrupted"])
        .mark("GE-559StuG", on=["disrupted"]),
        support="BR-5AGRA",
        lead="Guards Armd Div",
    )
    s.say(
        "**H. Valkenswaard.** Kerutt, disrupted: half of 5 is 3, doubled in the town 6. The "
        "assault guns are vehicles and stay at 2. Their armour value of 3 equals the Shermans', "
        "so there is no armour shift (10.3). 39 to 8, one column: 5:1.\n\n"
        "A1/D1: Kerutt flips and declines the DD. Already disrupted, he falls back in full "
        "retreat; the guns are disrupted.\n\n"
        "**Where we chose.** The tanks that lose the step, and the hexes of the retreat.",
        chapter="Turn 2 · Allied combat: the highway (H–K)",
        look="2408 1301 1610",
        glyph="!",
        shapes=[
            arrow("2007 2107"),
            arrow("2008 2107"),
            arrow("2106 2107"),
            circle("2107"),
            arrow("2107 2208 2307", "black"),
        ],
    )
    s.retreat("GE-Kerutt GE-559StuG", "2107 2208 2307")
    s.advance("BR-1CG/5 BR-1WG/32", "2007 2107")
    s.say(
        "The first town on the road is British before midnight, as it was on 17 September 1944. "
        "The plan had asked for Eindhoven."
    )
    s.advance("BR-2GG/5", "2008 2108")


def _penal(s: Script) -> None:
    s.fight(
        "T2 I",
        "1903",
        "BR-1GG/5",
        "GE-6Penal",
        (6, 2),
        {GREEN: 1},
        "4:1",
        3,
        "DR",
        s.changes().mark("GE-6Penal", on=["full_retreat"], off=["disrupted"]),
        lead="Guards Armd Div",
    )
    s.say(
        "**I.** The penal battalion counts half of its 4. DR, and from disrupted it drops one "
        "level to full retreat (14.1.2).",
        shapes=[arrow("1904 1903"), arrow("1903 2003 2102", "black"), circle("1903")],
    )
    s.retreat("GE-6Penal", "1903 2003 2102")
    s.advance("BR-1GG/5", "1904 1903")
    s.say(
        "One hex, which is as far as the corps boundary lets it go (23.4); by the road it could "
        "have gone two the other way."
    )


def _stephan(s: Script) -> None:
    s.fight(
        "T2 J",
        "1502",
        "BR-1D/231 BR-2D/231 BR-6DLI/151 BR-8DLI/151 BR-1H/231",
        "GE-Stephan",
        (19, 5),
        {ARTILLERY: 1},
        "4:1",
        3,
        "DR",
        s.changes().mark("BR-50Div-Arty", on=["fired"]).mark("GE-Stephan", on=["disrupted"]),
        support="BR-50Div-Arty",
        lead="50 Inf Div",
    )
    s.say(
        "**J.** Two battalions on the dry side and three across the canal at half: 5 + 5 + 3 + 3 "
        "+ 3. Because not all of them attack over the water, Stephan is not doubled (10.8.2).",
        shapes=[
            arrow("1503 1502"),
            arrow("1402 1502"),
            arrow("1403 1502"),
            circle("1502"),
            arrow("1502 1602 1601", "black"),
        ],
    )
    s.retreat("GE-Stephan", "1502 1602 1601")
    s.say("Towards entry area A, as the text has it. **Where we chose.** The hexes.")
    s.advance("BR-1D/231 BR-2D/231", "1503 1502")


def _segler(s: Script) -> None:
    s.fight(
        "T2 K",
        "1506",
        "BR-2L/9 BR-5CG/32 BR-2HC BR-44RTR BR-15/19KRH",
        "GE-Segler",
        (18, 5),
        {ARTILLERY: 1},
        "4:1",
        3,
        "DR",
        s.changes().mark("BR-3Div-Arty", on=["fired"]).mark("GE-Segler", on=["disrupted"]),
        support="BR-3Div-Arty",
        lead="3 Inf Div",
    )
    s.say(
        "**K.** Several formations attack together: one leads at full strength, the others are "
        "halved (10.2). Here the single battalion of the 3rd Division leads, though the Guards "
        "would have brought more.\n\n"
        "**Where we differ.** The text adds 5 + 3 + 3 + 3 + 4 = 18 from three formations. With "
        "the counters we know, three more motorised battalions cannot be here **and** leave 39 "
        "points before Valkenswaard. We keep both printed totals: 5 + 3 + 2 + 4 + 4, that is the "
        "Lincolns, the Coldstream, the Household Cavalry, the 44th Tanks and the 15th/19th "
        "Hussars, four formations. If you own the picture of page 48, tell us who they are.",
        shapes=[
            arrow("1407 1506"),
            arrow("1606 1506"),
            arrow("1406 1506"),
            arrow("1505 1506"),
            circle("1506"),
            arrow("1506 1507 1508", "black"),
        ],
    )
    s.retreat("GE-Segler", "1506 1507 1508")
    s.advance("BR-2L/9", "1407 1506")
