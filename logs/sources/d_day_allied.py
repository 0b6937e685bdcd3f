"""D-Day: the Allied turn: the follow-up lands, ten attacks (pages 28 and 29)."""

from __future__ import annotations

from logs.sources.d_day_player import Player
from logs.sources.script import arrow, circle, hexes


def allied_turn(s: Player) -> None:
    """Movement and the combats A to J."""
    s.until("movement", "allied")
    _movement(s)
    s.until("combat", "allied")
    _utah(s)
    _omaha(s)
    _gold(s)
    _juno(s)
    _sword(s)


def _movement(s: Player) -> None:
    s.move("US-4-12 US-70Tk", "2712")
    s.say(
        "The 12th Infantry and what is left of the 70th Tanks go round by the causeway and join "
        "the cadre of the 501st. **Where we chose**: the way; 2711 must be beside them.",
        "El 12º de Infantería y lo que queda del 70º de tanques rodean por la calzada y se unen al "
        "cuadro del 501º. **Elección nuestra**: el camino; 2711 debe quedar al lado.",
        chapter=("The follow-up lands", "Desembarca la segunda ola"),
        look="2814 2711 2912",
        shapes=[arrow("2814 2713 2712", "blue")],
    )
    s.land("US-Eng-1S", "2814")
    s.say(
        "Engineers first: a beach is open only where they stand (6.5, 17.8). What comes after them "
        "moves tactically, two hexes with the beach, and attacks at half strength until it has "
        "regrouped.",
        "Primero los ingenieros: una playa solo está abierta donde ellos están (6.5, 17.8). Lo que "
        "viene detrás mueve en táctico, dos hexágonos con la playa, y ataca a la mitad hasta "
        "reagruparse.",
        shapes=[circle("2814", "blue")],
    )
    for unit in ("US-HQ-7", "US-4-22", "US-101-327", "US-746Tk"):
        s.land(unit, "2814")
    s.land("US-Eng-5S", "2719")
    s.land("US-HQ-5", "2719")
    s.say(
        "At Omaha nothing else fits: four points and a tank battalion stand in either hex. Only "
        "the engineers and General Gerow's headquarters, which stack freely, come ashore.",
        "En Omaha no cabe nada más: cuatro puntos y un batallón de tanques en cada hexágono. Solo "
        "los ingenieros y el cuartel del general Gerow, que apilan libremente, bajan a tierra.",
        look="2719 2620 2619",
        shapes=[circle("2719"), circle("2620")],
    )
    s.land("BR-Eng-9+10", "2525")
    s.land("BR-HQ-30", "2525")
    s.land("BR-8A(-)", "2526")
    s.move("CAN-3-7 CAN-3-9 CAN-2A-1Hus", "2427")
    s.move("CAN-3-8 BR-4SS CAN-2A-FGH", "2428")
    s.say(
        "The whole 3rd Canadian Division stands before the 88s. **Where we chose**: from these two "
        "hexes all attack across a minor river, as the text says, and their halves make twelve.",
        "Toda la 3ª Canadiense está ante los 88. **Elección nuestra**: desde estos dos hexágonos "
        "todos atacan sobre un río menor, como dice el texto, y sus mitades suman doce.",
        look="2426 2428 2327 2229",
        shapes=[arrow("2527 2427", "blue"), arrow("2528 2428", "blue"), circle("2327")],
    )
    s.land("BR-Eng-7+8", "2527")
    s.land("BR-HQ-1", "2527")
    s.land("CAN-2A-SFR", "2527")
    s.move("BR-3-8", "2328")
    for unit in ("BR-Eng-5", "BR-3-9", "BR-3-185", "BR-27A-1ERY"):
        s.land(unit, "2330")
    s.land("BR-27A-SY", "2330 2329")
    s.say(
        "Sword fills up: two brigades and the East Riding Yeomanry behind the beach, the "
        "Staffordshire Yeomanry beside the commandos.",
        "Sword se llena: dos brigadas y la East Riding Yeomanry tras la playa, la Staffordshire "
        "Yeomanry junto a los comandos.",
        look="2328 2330 2229",
        shapes=[arrow("2330 2329", "blue"), *hexes("2230 2229", "red")],
    )


def _utah(s: Player) -> None:
    s.attack(
        "2812",
        "US-4-8 US-101-506",
        (8, 4, "3:1", 6, "D1"),
        lead="101 AB Div",
        attached="US-4-8",
    )
    s.say(
        "**A.** The Ost battalion on the road to Ste-Mère-Église: 2, and only 2 of the 3 that "
        "bocage would give. Regiment and paratroopers are one force, whichever is attached to the "
        "other: **8 : 4 = 2:1**, a column for quality 3:1. A **6**: D1, it is gone.",
        "**A.** El batallón Ost del camino a Ste-Mère-Église: 2, y solo 2 de los 3 que daría el "
        "bocage. Regimiento y paracaidistas son una fuerza, se asigne quien se asigne: **8 : 4 = "
        "2-1**, calidad 3-1. Un **6**: D1, eliminado.",
        chapter=("Allied combat: Utah (A–C)", "Combate aliado: Utah (A–C)"),
        look="2814 2711 2913",
        shapes=[arrow("2813 2812", "red"), circle("2812")],
    )
    s.choose("US-4-8 2812")
    s.choose("none")
    s.attack(
        "2711",
        "US-4-12 US-70Tk",
        (7, 4, "2:1", 4, "DR"),
        lead="4 Inf Div",
        attached="US-70Tk",
    )
    s.say(
        "**B.** The battalion that went between the regiments: 2 and 2 for the bocage. **7 : 4 = "
        "1:1**, armour 2:1. A **4**: DR.",
        "**B.** El batallón que pasó entre los regimientos: 2 y 2 por el bocage. **7 : 4 = 1-1**, "
        "blindaje 2-1. Un **4**: DR.",
        shapes=[arrow("2712 2711", "red"), circle("2711"), arrow("2711 2612 2512", "black")],
    )
    s.choose("retreat")
    s.say(
        "Two hexes to Carentan and disrupted (13.6). No other way leads past the zones.",
        "Dos hexágonos hasta Carentan, y desorganizado (13.6). Ningún otro camino evita las zonas.",
        shapes=[arrow("2711 2612 2512", "black")],
    )
    s.choose("US-70Tk 2711 2811")
    s.choose("none")
    s.say(
        "The tanks drive into Ste-Mère-Église, to the 505th. In 1944 Colonel Raff tried that road "
        "twice on D-Day and came through on the morning after.",
        "Los tanques entran en Ste-Mère-Église, junto al 505º. En 1944 el coronel Raff lo intentó "
        "dos veces el Día D y pasó a la mañana siguiente.",
        glyph="!",
        moment=True,
        shapes=[arrow("2712 2711 2811", "green")],
    )
    s.attack(
        "2913",
        "US-4-22 US-101-327 US-746Tk",
        (7, 2, "4:1", 5, "D1"),
        lead="101 AB Div",
    )
    s.say(
        "**C.** All three have just landed and count half: 3 + 2 + 2. A strongpoint gets nothing "
        "from the ground and cannot be shifted by tanks, but by quality: **7 : 2 = 3:1**, 4:1. A "
        "**5**: D1.",
        "**C.** Los tres acaban de desembarcar y valen la mitad: 3 + 2 + 2. Una posición "
        "fortificada no recibe nada del terreno ni sufre el blindaje, pero sí la calidad: **7 : 2 "
        "= 3-1**, 4-1. Un **5**: D1.",
        shapes=[arrow("2814 2913", "red"), circle("2913")],
    )
    s.choose("US-4-22 2913")
    s.choose("none")


def _omaha(s: Player) -> None:
    s.attack(
        "2619",
        "US-29-115 US-29-116 US-743Tk",
        (9, 9, "2:1", 5, "DR"),
        lead="29 Inf Div",
        attached="US-743Tk",
        support="naval",
    )
    s.say(
        "**D.** 4 + 4 + 1 against flak 3, battalions 2 + 2 and 2 for the mixed ground: **9 : 9 = "
        "1:1**. No armour shift against an 88. *Texas* makes it 2:1 (19.2). A **5**: DR.",
        "**D.** 4 + 4 + 1 contra flak 3, batallones 2 + 2 y 2 del terreno mixto: **9 : 9 = 1-1**. "
        "Contra un 88 no hay blindaje. El *Texas* lo lleva a 2-1 (19.2). Un **5**: DR.",
        chapter=("Allied combat: Omaha (D, E)", "Combate aliado: Omaha (D, E)"),
        look="2719 2620 2520 2617",
        shapes=[arrow("2719 2619", "red"), circle("2619")],
    )
    s.choose("hold GE-3FK-1", {"determined_defense:2619": [4]})
    s.say(
        "**Determined defence**, led by the flak: armour value 4 against the tanks' 3 is +1. A "
        "**4** becomes a 5: a step is lost and the hex is held (12.4).",
        "**Defensa determinada**, con el flak al frente: blindaje 4 contra 3 de los tanques es +1. "
        "Un **4** pasa a 5: se pierde un paso y se conserva el hexágono (12.4).",
        glyph="!",
    )
    s.attack(
        "2520",
        "US-1-16 US-1-18 US-741Tk",
        (11, 8, "2:1", 1, "A1"),
        lead="1 Inf Div",
        attached="US-741Tk",
        support="naval",
    )
    s.say(
        "**E.** 4 + 4 + 3 against 2 + 2 + 2 and 2: **11 : 8 = 1:1**. The tank destroyers match the "
        "tanks, so there is only the naval gun: 2:1. A **1**: A1.",
        "**E.** 4 + 4 + 3 contra 2 + 2 + 2 y 2: **11 : 8 = 1-1**. Los cazacarros igualan a los "
        "tanques, solo queda la artillería naval: 2-1. Un **1**: A1.",
        glyph="?",
        shapes=[arrow("2620 2520", "red"), circle("2520")],
    )
    s.choose("US-1-16")
    s.say(
        "Another step of the Big Red One, the third today: the 16th is a cadre now. Omaha is "
        "stuck. **Where we chose**: who loses it.",
        "Otro paso de la Big Red One, el tercero del día: el 16º ya es un cuadro. Omaha no avanza. "
        "**Elección nuestra**: quién lo pierde.",
        moment=True,
    )


def _gold(s: Player) -> None:
    s.attack(
        "2524",
        "BR-50-56 BR-50-231 BR-8A-NY",
        (12, 4, "4:1", 3, "DR"),
        lead="50 Inf Div",
        attached="BR-8A-NY",
    )
    s.say(
        "**F, Arromanches.** A village would give 4, a battalion of 2 can take 2. 3 + 6 + 3: "
        "**12 : 4 = 3:1**, armour 4:1. A **3**: DR.",
        "**F, Arromanches.** Una villa daría 4, un batallón de 2 solo toma 2. 3 + 6 + 3: **12 : 4 "
        "= 3-1**, blindaje 4-1. Un **3**: DR.",
        chapter=("Allied combat: Gold (F, G)", "Combate aliado: Gold (F, G)"),
        look="2524 2426 2326 2423",
        shapes=[arrow("2525 2524", "red"), circle("2524"), arrow("2524 2424 2423", "black")],
    )
    s.choose("retreat")
    s.choose("GE-352-1/916 2424 2423")
    s.say(
        "No last stand: back to 2423 as printed, and disrupted.",
        "Sin última defensa: a 2423, como está impreso, y desorganizado.",
    )
    s.choose("BR-50-231 2524")
    s.choose("none")
    s.say(
        "Arromanches is British, without a German beside it: in five turns there can be a Mulberry "
        "(21.1). **Where we chose**: the advance.",
        "Arromanches es británica y sin alemanes al lado: en cinco turnos puede haber un Mulberry "
        "(21.1). **Elección nuestra**: el avance.",
        glyph="!",
        moment=True,
        shapes=[circle("2524", "green")],
    )
    s.attack(
        "2326",
        "BR-50-69 BR-50-151 BR-8A-4-7RDG",
        (7, 6, "3:1", 5, "A1/D1"),
        lead="50 Inf Div",
        attached="BR-8A-4-7RDG",
        support="naval",
    )
    s.say(
        "**G.** Across the river everybody is halved: 3 + 3 + 1 against 2 + 2 and 2. **7 : 6 = "
        "1:1**, ships and armour 3:1. A **5**: A1/D1. The loss falls on the tanks, for they gave "
        "the shift (12.2); it was their last step.",
        "**G.** Sobre el río todos valen la mitad: 3 + 3 + 1 contra 2 + 2 y 2. **7 : 6 = 1-1**, "
        "barcos y blindaje 3-1. Un **5**: A1/D1. La pérdida es de los tanques, que dieron el "
        "desplazamiento (12.2); era su último paso.",
        glyph="!?",
        shapes=[arrow("2426 2326", "red"), circle("2326")],
    )
    s.choose("GE-352-2/915")
    s.choose("retreat")
    s.choose("GE-352-Fus 2227 2127")
    s.say(
        "The infantry battalion dies, the fusiliers ride off, two hexes, disrupted.",
        "Muere el batallón de infantería, los fusileros se van, dos hexágonos, desorganizados.",
        shapes=[arrow("2326 2227 2127", "black")],
    )
    s.choose("BR-50-151 2326")
    s.choose("none")


def _juno(s: Player) -> None:
    s.attack(
        "2327",
        "CAN-3-7 CAN-3-9 CAN-2A-1Hus CAN-3-8 BR-4SS CAN-2A-FGH",
        (12, 7, "2:1", 4, "DR"),
        lead="3 Can Inf Div",
        attached="CAN-2A-FGH",
        support="naval",
    )
    s.say(
        "**H.** Six units, all halved by the river: 2 + 3 + 1 + 2 + 2 + 2 = 12, against the 88s "
        "with 3, a battalion with 2, and 2. **12 : 7 = 1:1**, the ships 2:1; the anti-tank guns "
        "leave the armour nothing. A **4**: DR.",
        "**H.** Seis unidades, todas a la mitad por el río: 2 + 3 + 1 + 2 + 2 + 2 = 12, contra los "
        "88 con 3, un batallón con 2, y 2. **12 : 7 = 1-1**, los barcos 2-1; los anticarro anulan "
        "el blindaje. Un **4**: DR.",
        chapter=("Allied combat: Juno (H)", "Combate aliado: Juno (H)"),
        look="2428 2327 2426 2229",
        shapes=[arrow("2427 2327", "red"), arrow("2428 2327", "red"), circle("2327")],
    )
    s.choose("hold GE-21-200PzJg", {"determined_defense:2327": [5]})
    s.say(
        "**Determined defence** with the 88: a **5**, +1 for its armour value, is a 6: an exchange "
        "that holds the hex. The German picks from the main assault force.",
        "**Defensa determinada** con el 88: un **5**, +1 por su blindaje, es un 6: intercambio y "
        "se conserva el hexágono. El alemán elige en la fuerza principal.",
        glyph="!",
    )
    s.choose("CAN-3-8")
    s.say(
        "The 8th Brigade, reduced already, becomes a cadre: the Canadian day is over.",
        "La 8ª Brigada, ya reducida, pasa a cuadro: se acabó el día canadiense.",
        glyph="?!",
        moment=True,
    )


def _sword(s: Player) -> None:
    s.attack(
        "2230",
        "BR-3-9 BR-3-185 BR-27A-1ERY",
        (8, 2, "4:1", 6, "D1"),
        lead="3 Inf Div",
        attached="BR-27A-1ERY",
    )
    s.say(
        "**I, Hillman.** The three that have just landed, 3 + 3 + 2: **8 : 2 = 4:1**. Nothing "
        "shifts; Hillman's quality is that of the attackers. A **6**: D1. In 1944 the Suffolks "
        "needed it till the evening, and Caen was lost by it.\n\n"
        "**Rules.** The example lets them advance two hexes; by its rules units that have just "
        "landed may take the vacated hex only (6.5.2, 14.1).",
        "**I, Hillman.** Los tres recién desembarcados, 3 + 3 + 2: **8 : 2 = 4-1**. Nada desplaza; "
        "la calidad de Hillman iguala a la del atacante. Un **6**: D1. En 1944 los Suffolk "
        "tardaron hasta la tarde, y por eso se perdió Caen.\n\n"
        "**Reglas.** El ejemplo les deja avanzar dos hexágonos; por las reglas los recién "
        "desembarcados solo pueden ocupar el hexágono desalojado (6.5.2, 14.1).",
        chapter=("Allied combat: Sword (I, J)", "Combate aliado: Sword (I, J)"),
        look="2330 2229 2131 2029",
        glyph="!",
        shapes=[arrow("2330 2230", "red"), circle("2230")],
    )
    s.choose("none")
    s.say(
        "Hillman is empty, and nobody goes in. **Where we chose**: in 2230 a brigade's zone would "
        "keep the retreat of combat J from ending in Épron, as it does in the book.",
        "Hillman queda vacío y nadie entra. **Elección nuestra**: en 2230 la zona de una brigada "
        "impediría que la retirada del combate J acabe en Épron, como en el libro.",
        shapes=[circle("2230", "green")],
    )
    s.attack(
        "2229",
        "BR-1SS BR-27A-13/18 BR-3-8 BR-27A-SY",
        (13, 10, "1:1", 3, "A1/DR"),
        lead="Special Service",
        attached="BR-27A-13/18",
    )
    s.say(
        "**J.** Lord Lovat's commandos with the 13th/18th Hussars are the main assault force, 5 + "
        "3; the brigade and the tanks that have just landed help with half, 3 + 2. The "
        "panzergrenadiers have 6, the strongpoint 2, the ground 2. **13 : 10 = 1:1**, no shift. A "
        "**3**: A1/DR.\n\n"
        "**Rules.** The book counts 14. With the counters' values it is 13; the column is the "
        "same.",
        "**J.** Los comandos de lord Lovat con el 13º/18º de Húsares son la fuerza principal, 5 + "
        "3; la brigada y los tanques recién desembarcados ayudan con la mitad, 3 + 2. Los "
        "panzergrenadier tienen 6, la posición 2, el terreno 2. **13 : 10 = 1-1**, sin "
        "desplazamientos. Un **3**: A1/DR.\n\n"
        "**Reglas.** El libro cuenta 14. Con los valores de los contadores son 13; la columna es "
        "la misma.",
        shapes=[arrow("2329 2229", "red"), arrow("2328 2229", "red"), circle("2229")],
    )
    s.choose("BR-27A-13/18")
    s.choose("hold GE-SP-716-8", {"determined_defense:2229": [2]})
    s.say(
        "The strongpoint leads the determined defence: a **2** in its column, nothing. It is "
        "eliminated, for it cannot retreat.",
        "La posición dirige la defensa determinada: un **2** en su columna, nada. Se elimina, pues "
        "no puede retirarse.",
        glyph="?",
    )
    s.choose("GE-21-192 2129")
    s.say(
        "One hex, into Épron: a village stops a retreat (13.3).",
        "Un hexágono, a Épron: una villa detiene la retirada (13.3).",
        shapes=[arrow("2229 2129", "black")],
    )
    s.choose("BR-1SS 2229")
    s.choose("none")
    s.say(
        "The book stops here. The Allies are ashore: Utah whole and joined with the paratroopers, "
        "Gold five miles deep, Juno and Sword before Caen; only Omaha is a beach and no more. "
        "Turn 2 brings the 12th SS Panzer Division. Play on from here.",
        "Aquí termina el libro. Los aliados están en tierra: Utah entera y unida a los "
        "paracaidistas, Gold ocho kilómetros adentro, Juno y Sword ante Caen; solo Omaha es una "
        "playa y nada más. El turno 2 trae la 12ª Panzer SS. Siga jugando desde aquí.",
        chapter=("Evening", "La noche del 6"),
        look="2814 2719 2525 2330 2029",
        glyph="⚑",
    )
