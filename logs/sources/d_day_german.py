"""D-Day: the German turn: movement, two attacks and the reserve (pages 27 and 28)."""

from __future__ import annotations

from logs.sources.d_day_player import Player
from logs.sources.script import arrow, circle, hexes


def german_turn(s: Player) -> None:
    """Movement, combat, reserve."""
    s.until("movement", "german")
    _peninsula(s)
    _omaha(s)
    _caen(s)
    _combat(s)
    _reserve(s)


def _peninsula(s: Player) -> None:
    s.move("GE-HQ-Cotentin", "3006")
    s.say(
        "All is overcast today: Germans pay half a point along a road, vehicles too (4.3, 9.3). "
        "The artillery headquarters goes a single hex. One more and it could not fire (17.2); "
        "here it is five hexes from the 507th.",
        "Hoy está nublado: los alemanes pagan medio punto por carretera, también los vehículos "
        "(4.3, 9.3). El cuartel de artillería avanza un solo hexágono. Con otro más no podría "
        "disparar (17.2); aquí está a cinco del 507º.",
        chapter=("German movement: the peninsula", "Movimiento alemán: la península"),
        look="3105 3012 2711 2509",
        shapes=[arrow("3105 3006", "black")],
    )
    s.move("GE-243-FE", "3009")
    s.move("GE-7A-Sturm", "3012")
    s.say(
        "The storm battalion drives from the far corner into the battery of Crisbecq. Ost units "
        "and those with a restricted movement stay where they are.",
        "El batallón de asalto baja desde el otro extremo a la batería de Crisbecq. Las unidades "
        "Ost y las de movimiento restringido no se mueven.",
        shapes=[circle("3012", "black")],
    )
    s.move("GE-709-2/729", "3011")
    for unit in ("GE-91-1058", "GE-91-1057", "GE-100Pz"):
        s.move(unit, "2809")
    s.say(
        "Two regiments of the 91st and the captured French tanks of the 100th meet at "
        "Pont-l'Abbé. Four stacking points and one silhouette: the hex is full (7.1).\n\n"
        "**Where we chose.** The text names the place, the pictures the units; these with the "
        "battalion behind them make the printed twelve.",
        "Dos regimientos de la 91ª y los tanques franceses capturados del 100º se reúnen en "
        "Pont-l'Abbé. Cuatro puntos de apilamiento y una silueta: el hexágono está lleno (7.1).\n\n"
        "**Elección nuestra.** El texto da el lugar, las figuras las unidades; estas y el batallón "
        "de detrás suman los doce impresos.",
        shapes=[arrow("2807 2808 2809", "black"), arrow("2509 2609 2708 2809", "black")],
    )
    s.move("GE-91-3/1057", "2909")
    s.move("GE-91-3/1058", "2711")
    s.say(
        "And this battalion walks between the two scattered regiments: they have zones, but form "
        "no bond (8.5, 20.2.3). A bold move, and a lonely place.",
        "Y este batallón pasa entre los dos regimientos dispersos: tienen zonas, pero no forman "
        "cadena (8.5, 20.2.3). Un paso audaz a un lugar solitario.",
        glyph="!?",
        shapes=[arrow("2612 2711", "black"), circle("2711")],
    )


def _omaha(s: Player) -> None:
    s.move("GE-30", "1819")
    s.move("GE-30-513", "1818")
    s.say(
        "The cyclists of the 30th Mobile Brigade ride for Bayeux: six points by road under an "
        "overcast sky (9.9). They end short of Balleroy.",
        "Los ciclistas de la 30ª Brigada Móvil pedalean hacia Bayeux: seis puntos por carretera "
        "con cielo nublado (9.9). Acaban a las puertas de Balleroy.",
        chapter=("German movement: Omaha", "Movimiento alemán: Omaha"),
        look="2719 2620 2417 1818",
    )
    s.move("GE-352-FE", "2020")
    s.move("GE-3FK-1", "2619")
    s.move("GE-352-2/914", "2619")
    s.move("GE-352-1/914", "2718")
    s.move("GE-716-1/726", "2520")
    s.move("GE-352-PzJg", "2520")
    s.move("GE-352-1/915", "2520")
    s.say(
        "The ring round Omaha: two battalions with the 88s of the 3rd Flak Corps before Vierville, "
        "two with the tank destroyers before Colleville, one on the road to Grandcamp. There are "
        "three divisions' worth of counters on the beach and no hex for a fourth.\n\n"
        "**Where we chose.** The hexes and battalions: 3 + 2 + 2 + 2 make the nine of combat D, "
        "2 + 2 + 2 + 2 the eight of E.",
        "El cerco de Omaha: dos batallones con los 88 del III Cuerpo Flak ante Vierville, dos con "
        "los cazacarros ante Colleville, uno en el camino de Grandcamp. En la playa no cabe ni un "
        "contador más.\n\n"
        "**Elección nuestra.** Hexágonos y batallones: 3 + 2 + 2 + 2 son los nueve del combate D, "
        "2 + 2 + 2 + 2 los ocho del E.",
        glyph="!",
        moment=True,
        shapes=[*hexes("2619 2520 2718", "red"), circle("2719"), circle("2620")],
    )


def _caen(s: Player) -> None:
    s.move("GE-352-1/916", "2524")
    s.move("GE-352-2/915", "2326")
    s.move("GE-352-Fus", "2326")
    s.move("GE-716-2/726", "2327")
    s.move("GE-21-200PzJg", "2327")
    s.say(
        "A battalion into Arromanches, two behind the Seulles, the 88s of the 21st Panzer "
        "Division with a coastal battalion to the north of Caen. **Where we chose**: strengths and "
        "rivers of combats F, G and H leave little else.",
        "Un batallón a Arromanches, dos tras el Seulles, los 88 de la 21ª Panzer con un batallón "
        "costero al norte de Caen. **Elección nuestra**: las fuerzas y los ríos de los combates "
        "F, G y H dejan poco más.",
        chapter=("German movement: Caen", "Movimiento alemán: Caen"),
        look="2524 2327 2028 2032",
        shapes=[*hexes("2524 2326 2327", "red")],
    )
    s.move("GE-21-192", "2229")
    s.say(
        "The 192nd Panzergrenadiers go into the strongpoint between Sword and Juno. On this day "
        "the division has three points of movement, no more (17.6).",
        "El 192º de Panzergrenadier entra en la posición entre Sword y Juno. Hoy la división "
        "tiene tres puntos de movimiento y ninguno más (17.6).",
        shapes=[arrow("2028 2029 2129 2229", "black")],
    )
    s.move("GE-21-125", "2031")
    s.move("GE-21-200StuG", "2031")
    s.move("GE-21-Rcn", "1932")
    s.say(
        "Grenadiers, assault guns and the reconnaissance battalion come round the paratroopers in "
        "the Bois de Bavent: six and three and three.\n\n"
        "**The board.** With three points the reconnaissance reaches Troarn only if a road leads "
        "there from Vimont: it is inferred from the example, as is the mixed ground of 2032.",
        "Granaderos, cañones de asalto y reconocimiento rodean a los paracaidistas del bosque de "
        "Bavent: seis, tres y tres.\n\n"
        "**El tablero.** Con tres puntos el reconocimiento llega a Troarn solo si hay carretera "
        "desde Vimont: se infiere del ejemplo, como el terreno mixto de 2032.",
        shapes=[arrow("1732 1832 1931 2031", "black"), arrow("1832 1932", "black"), circle("2032")],
    )
    s.move("GE-21-1/22", "1930")
    s.move("GE-21-2/22", "1431")
    s.move("GE-711-3/744", "2333")
    s.say(
        "A battalion of the 711th Division hurries to keep the road to the Ost battalion in "
        "Merville open.",
        "Un batallón de la 711ª corre a mantener abierto el camino al batallón Ost de Merville.",
        shapes=[arrow("2235 2334 2333", "black")],
    )
    s.move("GE-6FJ", "2411")
    s.say(
        "Von der Heydte's paratroops march for Carentan. **Not in the text**; they take no part.",
        "Los paracaidistas de Von der Heydte marchan hacia Carentan. **No está en el texto**; no "
        "intervienen.",
    )


def _combat(s: Player) -> None:
    s.until("combat", "german")
    s.attack(
        "2810",
        "GE-91-1057 GE-91-1058 GE-100Pz GE-91-3/1057",
        (12, 4, "5:1", 5, "D1"),
        lead="91 LL Div",
        attached="GE-100Pz",
        support="GE-HQ-Cotentin",
    )
    s.say(
        "**The cadre of the 507th.** The main assault force is the 91st with the tank battalion "
        "attached: whole strength, 4 + 4 + 2 + 2 (10.3). The cadre has 2, and bocage may add no "
        "more than that: 4 (11.2). **12 : 4 = 3:1**; the guns for a supply point and the tanks "
        "make it 5:1. A **5**: D1.\n\n"
        "**Rules.** The Cotentin headquarters spends from the purse of Fortress Cherbourg (17.4).",
        "**El cuadro del 507º.** La fuerza de asalto principal es la 91ª con el batallón de "
        "tanques asignado: fuerza entera, 4 + 4 + 2 + 2 (10.3). El cuadro vale 2 y el bocage no "
        "puede dar más que eso: 4 (11.2). **12 : 4 = 3-1**; la artillería por un punto de "
        "suministro y los tanques lo llevan a 5-1. Un **5**: D1.\n\n"
        "**Reglas.** El cuartel del Cotentin gasta de la reserva de la Fortaleza Cherburgo (17.4).",
        chapter=("German combat", "Combate alemán"),
        look="2810 2711 2909 2509",
        glyph="!",
        shapes=[arrow("2809 2810", "red"), arrow("2909 2810", "red"), circle("2810")],
    )
    s.choose("GE-91-1057 2810")
    s.choose("none")
    s.say(
        "The cadre is gone. One regiment goes on, the rest holds Pont-l'Abbé. **Where we chose**: "
        "two hexes are allowed, the text does not say where to.",
        "El cuadro desaparece. Un regimiento avanza, el resto guarda Pont-l'Abbé. **Elección "
        "nuestra**: se permiten dos hexágonos, el texto no dice adónde.",
        shapes=[arrow("2809 2810", "black")],
    )
    s.attack(
        "2032",
        "GE-21-125 GE-21-200StuG GE-21-Rcn",
        (12, 2, "7:1", 4, "A1/D2"),
        lead="21 Pz Div",
    )
    s.say(
        "**The 8/3 battalion.** One factor and one for the ground against 6 + 3 + 3: **12 : 2 = "
        "6:1**, armour 7:1. A **4**: A1/D2. Only one step defends, so the attacker loses none, "
        "and A1/D2 lets the victors go into reserve at once (15.1).",
        "**El batallón 8/3.** Un factor y uno del terreno contra 6 + 3 + 3: **12 : 2 = 6-1**, "
        "blindaje 7-1. Un **4**: A1/D2. Solo defiende un paso, así que el atacante no pierde "
        "ninguno, y A1/D2 deja poner en reserva a los vencedores (15.1).",
        look="2131 2032 1932 2229",
        glyph="!",
        moment=True,
        shapes=[arrow("2031 2032", "red"), arrow("1932 2032", "red"), circle("2032")],
    )
    for unit in ("GE-21-125", "GE-21-200StuG", "GE-21-Rcn"):
        s.choose(f"reserve {unit}")


def _reserve(s: Player) -> None:
    s.next()
    s.move("GE-21-Rcn", "2032", "reserve")
    s.say(
        "Half the movement, rounded up (15.2). The reconnaissance closes up; the others stand "
        "beside Ranville already.",
        "La mitad del movimiento, hacia arriba (15.2). El reconocimiento se acerca; los demás ya "
        "están junto a Ranville.",
        chapter=("German reserve: Ranville", "Reserva alemana: Ranville"),
        look="2131 2032 2231 2031",
        shapes=[arrow("1932 2032", "black")],
    )
    s.next()
    s.attack(
        "2131",
        "GE-21-125 GE-21-200StuG GE-21-Rcn",
        (12, 9, "2:1", 3, "EX"),
        lead="21 Pz Div",
    )
    s.say(
        "**Ranville.** Five factors of the 5th Brigade and four for the village: **12 : 9 = 1:1**, "
        "armour 2:1. A **3**: EX, a step for a step, no retreat and no advance. Each side picks "
        "the other's loss.",
        "**Ranville.** Cinco factores de la 5ª Brigada y cuatro de la villa: **12 : 9 = 1-1**, "
        "blindaje 2-1. Un **3**: EX, paso por paso, sin retirada ni avance. Cada bando elige la "
        "pérdida del otro.",
        glyph="!?",
        shapes=[arrow("2031 2131", "red"), arrow("2032 2131", "red"), circle("2131")],
    )
    s.choose("GE-21-200StuG")
    s.say(
        "The Allied player takes the assault guns, of course. In 1944 Luck's attack on the bridges "
        "came a day too late; here it came at the right hour, and stood.",
        "El aliado elige los cañones de asalto, claro. En 1944 el ataque de Luck contra los "
        "puentes llegó un día tarde; aquí llegó a su hora, y no pasó.",
    )
