"""D-Day: the invasion phase: nine drops, nine landings, twenty-seven dice (pages 25 to 27)."""

from __future__ import annotations

from logs.sources.d_day_player import Player
from logs.sources.script import arrow, circle, hexes, label

DICE = {
    "scatter:US-82-507": [2],
    "scatter:US-82-505": [5],
    "scatter:US-82-508": [2],
    "scatter:US-101-502": [2],
    "scatter:US-101-506": [6],
    "scatter:US-101-501": [1],
    "scatter:BR-6-3": [6],
    "scatter:BR-6-5": [3],
    "scatter:BR-6-8/3": [1],
    "invasion:utah": [4],
    "dd_tanks:US-70Tk": [1],
    "invasion:pointe-du-hoc": [4],
    "rangers:US-5Rgr": [4],
    "invasion:omaha-29": [1, 6],
    "dd_tanks:US-743Tk": [2],
    "invasion:omaha-1": [2],
    "dd_tanks:US-741Tk": [4],
    "invasion:jig": [4],
    "dd_tanks:BR-8A-NY": [6],
    "invasion:king": [6],
    "dd_tanks:BR-8A-4-7RDG": [1],
    "invasion:mike": [2],
    "dd_tanks:CAN-2A-1Hus": [1],
    "invasion:nan": [1],
    "dd_tanks:CAN-2A-FGH": [5],
    "invasion:queen": [6],
    "dd_tanks:BR-27A-13/18": [4],
}
"""The printed dice by what they are thrown for; the 29th Division throws twice."""


def invasion(s: Player) -> None:
    """The drops and the landings, from west to east."""
    _drops(s)
    _utah(s)
    _omaha(s)
    _gold(s)
    _juno(s)
    _sword(s)


def _drops(s: Player) -> None:
    s.next(DICE)
    s.say(
        "Nine regiments and brigades jump in the night; each throws one die on the scatter table "
        "(20.2). Nobody misses his hex, only the state in which he lands is in doubt.\n\n"
        "**82nd Airborne:** 507th 2, 505th 5, 508th 2. Two regiments lose two steps each and stand "
        "as *cadres*; what they lost comes back slowly as airborne replacements. "
        "**101st:** 502nd 2, 506th 6, 501st 1. Only the 506th is together. "
        "**6th Airborne:** 3rd Brigade 6, 5th Brigade 3, the detached 8/3 battalion 1.\n\n"
        "*Scattered* means: no move, no attack, no ZOC bond, though the zone of control stays "
        "(20.2.3). In 1944 it was much the same: by dawn of the 6th General Taylor had one man "
        "in six of his division under his hand.\n\n"
        "**Rules.** The book throws for the 6th Airborne after the beaches, the program for all "
        "drops first. No die depends on another.",
        "Nueve regimientos y brigadas saltan de noche; cada uno tira un dado en la tabla de "
        "dispersión (20.2). Nadie yerra su hexágono: solo se decide en qué estado cae.\n\n"
        "**82ª:** 507º 2, 505º 5, 508º 2. Dos regimientos pierden dos pasos y quedan en "
        "*cuadros*; lo perdido vuelve poco a poco como reemplazos aerotransportados. "
        "**101ª:** 502º 2, 506º 6, 501º 1. Solo el 506º está reunido. "
        "**6ª británica:** 3ª Brigada 6, 5ª Brigada 3, el batallón 8/3 un 1.\n\n"
        "*Disperso* quiere decir: sin mover, sin atacar, sin cadenas de ZOC, aunque la zona de "
        "control queda (20.2.3). En 1944 no fue muy distinto: al alba del día 6 el general "
        "Taylor tenía a mano a uno de cada seis hombres de su división.\n\n"
        "**Reglas.** El libro tira por la 6ª después de las playas, el programa por todos los "
        "saltos primero. Ningún dado depende de otro.",
        chapter=("The night: three airborne divisions", "La noche: tres divisiones aéreas"),
        look="2710 2912 2814 2509",
        glyph="?!",
        shapes=[
            circle("2810"),
            circle("2710"),
            circle("2712"),
            *hexes("2811 2912 2813", "blue"),
            label("2813", "506: 6"),
        ],
    )


def _utah(s: Player) -> None:
    s.choose("utah")
    s.say(
        "**Utah: a 4** in its own column, A1/D1 with an advance of two. The current has carried "
        "the boats two kilometres south, where the wall is weakest.",
        "**Utah: un 4** en su propia columna, A1/D1 y avance de dos. La corriente ha llevado las "
        "barcas dos kilómetros al sur, donde el muro es más débil.",
        chapter=("Utah", "Utah"),
        look="2814 2711 2912",
        shapes=[circle("2814")],
    )
    s.choose("US-4-8")
    s.say(
        "One step from the landing force; the strongpoint of the beach goes in any "
        "case. The 8th takes it. **Where we chose.** The text does not say which regiment is "
        "reduced; combat A needs one of four factors beside the 506th, and that will be this one.",
        "Un paso de la fuerza de desembarco; la posición fortificada cae de todos "
        "modos. Lo toma el 8º. **Elección nuestra.** El texto no dice qué regimiento se reduce; "
        "el combate A pide uno de cuatro factores junto al 506º, y será este.",
        shapes=[circle("2814"), arrow("2814 2813")],
    )
    s.choose("US-4-8 2813")
    s.say(
        "An advance of two is the beach and one hex more. The causeway of exit 2 leads to the "
        "506th: sea and air have shaken hands before breakfast. **Where we chose**: who goes on.",
        "Un avance de dos es la playa y un hexágono más. La salida 2 lleva hasta el 506º: mar y "
        "aire se dan la mano antes del desayuno. **Elección nuestra**: quién sigue.",
        glyph="!",
        shapes=[arrow("2814 2813", "blue")],
    )
    s.choose("none")
    s.say(
        "The swimming tanks of the 70th throw a **1**: a step is lost (20.3.5).",
        "Los tanques anfibios del 70º sacan un **1**: pierden un paso (20.3.5).",
        shapes=[circle("2814")],
    )
    s.choose("pointe-du-hoc")
    s.say(
        "**Pointe du Hoc**: 4 in the middle column, A1/D1. The 2nd Rangers hold the cliff, at "
        "half their strength. The 5th watch for their signal: 1 to 3 and they follow; a **4**, "
        "and they turn for Omaha. That is what happened: Rudder's flares came too late.",
        "**Pointe du Hoc**: un 4 en la columna central, A1/D1. El 2º de Rangers tiene el "
        "acantilado, a media fuerza. El 5º espera la señal: con 1 a 3 lo sigue; con un **4** "
        "pone rumbo a Omaha. Así fue: las bengalas de Rudder llegaron tarde.",
        chapter=("Pointe du Hoc and Omaha", "Pointe du Hoc y Omaha"),
        look="2818 2620 2617",
        glyph="!",
        shapes=[circle("2818", "green")],
    )
    s.choose("omaha-29")
    s.say(
        "**Omaha, the 29th Division: a 1**. A1 with a star: a regiment loses a step and the "
        "landing is thrown for again (20.3.3).",
        "**Omaha, 29ª División: un 1**. A1 con asterisco: un regimiento pierde un paso y se "
        "vuelve a tirar (20.3.3).",
        glyph="??",
        shapes=[circle("2719"), label("2719", "A1*")],
    )


def _omaha(s: Player) -> None:
    s.choose("US-29-115")
    s.say(
        "The second throw is a **6**: A1/D1. It would be an advance of two, but after a first A1 "
        "only the beach itself is taken.",
        "La segunda tirada es un **6**: A1/D1. Sería un avance de dos, pero tras un primer A1 "
        "solo se ocupa la playa.",
        shapes=[circle("2719")],
    )
    s.choose("US-29-116")
    s.say(
        "Both regiments are down to four. The DD tanks of the 743rd throw a 2: a step. Three "
        "steps for a strip of shingle.",
        "Ambos regimientos quedan en cuatro. Los DD del 743º sacan un 2: un paso. Tres pasos por "
        "una franja de guijarros.",
        shapes=[circle("2719")],
    )
    s.choose("omaha-1")
    s.say(
        "Beside them the **1st Division throws a 2**: A2/D1. Two steps, and they stop where they "
        "are.",
        "Al lado, la **1ª División saca un 2**: A2/D1. Dos pasos, y allí se quedan.",
        glyph="?",
        look="2719 2620 2617 2818",
        shapes=[circle("2620"), label("2620", "A2/D1")],
    )
    s.choose("US-1-16")
    s.choose("US-1-18")
    s.say(
        "**Omaha costs five steps.** The tanks of the 741st swim home whole on a 4; in 1944 "
        "twenty-seven of their twenty-nine went down.",
        "**Omaha cuesta cinco pasos.** Los tanques del 741º llegan enteros con un 4; en 1944 "
        "se hundieron veintisiete de veintinueve.",
        moment=True,
    )


def _gold(s: Player) -> None:
    s.choose("jig")
    s.say(
        "**Gold, Jig: a 4** in the column for all others: A1/D1, advance one.",
        "**Gold, Jig: un 4** en la columna de las demás: A1/D1, avance de uno.",
        chapter=("Gold, Juno and Sword", "Gold, Juno y Sword"),
        look="2523 2426 2528 2330",
        shapes=[circle("2525")],
    )
    s.choose("BR-50-56")
    s.say(
        "The 56th Brigade loses the step and everybody stays on the sand; the Nottinghamshire "
        "Yeomanry throw a 6 and arrive whole. **Where we chose**: which brigade.",
        "La 56ª Brigada pierde el paso y todos quedan en la arena; la Yeomanry de Nottingham saca "
        "un 6 y llega entera. **Elección nuestra**: qué brigada.",
        shapes=[circle("2525")],
    )
    s.choose("king")
    s.say(
        "**Gold, King: a 6**, D1 without loss, advance two. Who lands in which half of Gold is "
        "inferred.",
        "**Gold, King: un 6**, D1 sin pérdidas, avance de dos. Quién desembarca en qué mitad de "
        "Gold se infiere.",
        glyph="!",
        shapes=[circle("2526"), arrow("2526 2426")],
    )
    for unit in ("BR-50-69", "BR-50-151", "BR-8A-4-7RDG"):
        s.choose(f"{unit} 2426")
    s.say(
        "Their tanks throw a 1: a step. "
        "All of King goes on into Creully, behind the river Seulles and in reach of whoever comes "
        "to close the road. **Where we chose**: Creully; combat G is fought across a minor river "
        "by both brigades.",
        "Sus tanques sacan un 1: un paso. "
        "Todo King sigue hasta Creully, junto al Seulles y a tiro de quien venga a cerrar el "
        "camino. **Elección nuestra**: Creully; el combate G se libra sobre un río menor con las "
        "dos brigadas.",
        shapes=[arrow("2526 2426", "green")],
    )


def _juno(s: Player) -> None:
    s.choose("mike")
    s.say(
        "**Juno, Mike: a 2**, EX. Here the German picks the loser.",
        "**Juno, Mike: un 2**, EX. Aquí elige el alemán.",
        shapes=[circle("2527")],
    )
    s.choose("CAN-3-7")
    s.say(
        "The brigades are alike, it matters little. The 1st Hussars throw a 1: a step.",
        "Las brigadas son iguales, importa poco. El 1º de Húsares saca un 1: un paso.",
        shapes=[circle("2527")],
    )
    s.choose("nan")
    s.say(
        "**Juno, Nan: a 1**, A2/D1, the worst of the column: two steps.",
        "**Juno, Nan: un 1**, A2/D1, lo peor de la columna: dos pasos.",
        glyph="?",
        shapes=[circle("2528"), label("2528", "A2/D1")],
    )
    s.choose("CAN-3-8")
    s.choose("BR-4SS")
    s.say(
        "One from the brigade, one from the commandos; the Fort Garry Horse arrive whole on a 5. "
        "**Juno: four steps.** Combat H tells who has lost them: its twelve factors come out only "
        "so.\n\n**Sword, Queen: a 6**, D1, and a 4 for the tanks: not a man too few.",
        "Uno de la brigada y uno de los comandos; la Fort Garry Horse llega entera con un 5. "
        "**Juno: cuatro pasos.** El combate H dice quién los perdió: solo así salen sus doce "
        "factores.\n\n**Sword, Queen: un 6**, D1, y un 4 para los tanques: no falta nadie.",
        moment=True,
        shapes=[circle("2528"), circle("2330", "green")],
    )


def _sword(s: Player) -> None:
    for unit in ("BR-3-8", "BR-1SS", "BR-27A-13/18"):
        s.choose(f"{unit} 2329")
    s.say(
        "The three go one hex on, past the strongpoints: those have no zone of control (8.1). "
        "**Where we chose**: towards Hermanville, from where combat J is fought.\n\n"
        "The balance: nine landings made, nine strongpoints gone, fourteen Allied steps lost "
        "on the beaches, and only the 506th, the 3rd Brigade and Sword quite in order.",
        "Los tres siguen un hexágono, junto a las posiciones fortificadas: estas no tienen zona "
        "de control (8.1). **Elección nuestra**: hacia Hermanville, desde donde se libra el "
        "combate J.\n\n"
        "El balance: nueve desembarcos, nueve posiciones tomadas, catorce pasos aliados perdidos "
        "en las playas, y solo el 506º, la 3ª Brigada y Sword en orden.",
        glyph="!",
        look="2526 2330 2131 2028",
        shapes=[arrow("2330 2329", "green"), *hexes("2230 2229", "red")],
    )
