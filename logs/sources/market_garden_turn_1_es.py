"""Writes the Spanish annotations of ``logs/market-garden-turn-1.h44log`` from the English ones.

    python -m logs.sources.market_garden_turn_1_es [--check]

Glyphs, marks, cameras, bookmarks and moments are those of the English file; its moments, chapters,
introduction and conclusion are told in Spanish. The other remarks stand in the English file only.
"""

from __future__ import annotations

import sys
from pathlib import Path

from engine.log.annotations import Annotations

LOGS = Path(__file__).parents[1]
SOURCE = LOGS / "market-garden-turn-1.h44aar"
TARGET = LOGS / "market-garden-turn-1.es.h44aar"

TITLE = "Market Garden, el turno 1 y la noche siguiente"
SUBTITLE = "El ejemplo de juego extenso, sobre el mapa y en cifras"
INTRO = """\
El reglamento de Holland '44 juega para ti su primer turno y la mitad aliada del segundo, con \
cada dado. Esta es esa partida en nuestro mapa: cada combate con sus cifras impresas, cada \
resultado, retirada y puente, contada para quien aprende el juego o para quien lo conoce y \
quiere verlo moverse.

Todo lo que hay en el registro lo cuenta el reglamento, se sigue de su aritmética o está \
marcado:

- **Donde elegimos**: el texto deja algo abierto (sus dibujos no están entre nuestras \
fuentes), casi siempre un hexágono. Tomamos uno que encaja con todo lo contado.
- **No está en el texto**: algo que piden las reglas, o un dado que no está impreso.
- **Reglas**: donde el texto y las reglas no coinciden.

Los números entre paréntesis son reglas. Las frases son nuestras, como el mapa y las fichas.
"""
CONCLUSION = """\
Dos turnos no deciden nada y, sin embargo, todo está dispuesto: los puentes enteros, el que \
queda en medio de Nijmegen, la carretera que un solo batallón puede cerrar. Sigue desde aquí: \
abre el registro, di *qué pasaría si*, y mueve.
"""
CHAPTERS = {
    1: "La situación",
    2: "Turno 1 · Desembarco aéreo aliado",
    3: "Turno 1 · Cae la 1.ª Aerotransportada",
    6: "Turno 1 · Cae la 82.ª Aerotransportada",
    12: "Turno 1 · Cae la 101.ª Aerotransportada",
    17: "Turno 1 · Movimiento aliado",
    18: "Turno 1 · Movimiento aliado: Arnhem",
    29: "Turno 1 · Movimiento aliado: Nijmegen",
    37: "Turno 1 · Movimiento aliado: el canal Mosa-Waal",
    48: "Turno 1 · Movimiento aliado: Veghel",
    52: "Turno 1 · Movimiento aliado: St. Oedenrode",
    56: "Turno 1 · Movimiento aliado: Son y Best",
    61: "Turno 1 · Movimiento aliado: el sector Garden",
    65: "Turno 1 · Combate aliado",
    66: "Turno 1 · Combate aliado: Arnhem (A)",
    70: "Turno 1 · Combate aliado: de Nijmegen a Grave (B–E)",
    86: "Turno 1 · Combate aliado: Veghel y Son (F, G)",
    94: "Turno 1 · Combate aliado: la carretera (H, I)",
    107: "Turno 1 · Termina la mitad aliada",
    114: "Turno 1 · Turno alemán",
    115: "Turno 1 · Movimiento alemán: el norte",
    125: "Turno 1 · Movimiento alemán: la 406.ª División",
    134: "Turno 1 · Movimiento alemán: el sur",
    141: "Turno 1 · Combate alemán y fin del turno",
    154: "Turno 2 · Empieza la noche aliada",
    163: "Turno 2 · Arnhem: el puente (A)",
    168: "Turno 2 · Arnhem: la zona de aterrizaje Y",
    171: "Turno 2 · Nijmegen: el puente de carretera (C)",
    179: "Turno 2 · Veghel y Schijndel (F)",
    186: "Turno 2 · Eindhoven",
    188: "Turno 2 · La carretera: movimiento",
    204: "Turno 2 · Combate aliado: Arnhem (B)",
    206: "Turno 2 · Combate aliado: Groesbeek (D)",
    207: "Turno 2 · Combate aliado: Veghel y Eindhoven (E, G)",
    214: "Turno 2 · Combate aliado: la carretera (H–K)",
    228: "Conclusión",
}
COMMENTS = {
    1: """\
Domingo, 17 de septiembre de 1944, la una de la tarde. Tres divisiones aerotransportadas van a \
tomar los puentes entre Eindhoven y Arnhem, y el XXX Cuerpo espera tras el canal la orden de \
avanzar. Veinte fichas alemanas están boca abajo: nadie, tampoco los jugadores, sabe qué \
guarda las ciudades del camino.""",
    54: """\
La Flak es una unidad de vehículos y las casas no le dan nada (10.5): 8 a 2, una columna por \
tropas de élite. DRX cuesta un paso a cada bando, y lo elige el contrario (11.2). La Flak solo \
tenía uno; el otro lo paga el 1.er Batallón del 502.º.""",
    66: """\
**A.** Tres unidades contra Krafft, 11 a 5 y una columna por tropas de élite. La artillería \
calla: puede hacer falta en el puente el próximo turno. Un seis le quita uno de sus dos pasos.

Podría intentar una defensa decidida, pero un fallo le costaría quizá el último paso: se \
retira. Todo primer hexágono está en zona de control enemiga, y eso no cuesta nada mientras \
solo lo esté el primero (13.1.3).

En 1944 los reclutas de Krafft cerraron el camino de Wolfheze hasta la noche, tanto con \
faroles como con fuego, y se escurrieron hacia el norte.""",
    70: """\
**B.** El tiro largo contra el puente de Nijmegen: 4 + 4 contra un 4 doblado por la ciudad. \
ENG: nadie pierde nada, Henke queda trabado y el puente es suyo.

En 1944 el 1.º del 508.º de Warren llegó aquella tarde hasta la rotonda Keizer Karel, antes de \
que los granaderos blindados le salieran al paso desde el otro lado.""",
    81: """\
**E. El puente de Grave.** Todo está en contra del ataque: ambos batallones valen la mitad \
sobre el puente (9.5.2) y la guarnición se dobla tras el Mosa. Que el 2.º Batallón esté además \
disperso no importa: un factor solo se divide una vez (10.1). 4 a 2, una columna, un 4: DR.

**Donde elegimos.** Un 1-1-3 que no sea novato, pues solo se cuenta la columna de élite; \
sacamos la compañía de alarma.""",
    88: """\
**F.** Tres batallones, cada uno a la mitad por una razón u otra: 2 + 2 + 2 contra los \
reclutas de Hermann Göring, 2 doblados por el pueblo. Dos columnas por calidad, y luego un 1. \
Veghel resiste y la carretera sigue cortada aquí un turno más.""",
    92: """\
¡Intacto! En 1944 el puente voló ante los ojos del coronel Sink y costó a los Guardias una \
noche tras un puente Bailey. Aquí ocurre lo que toda la operación esperaba.""",
    94: """\
**H. Las 14.35: se alza la barrera de artillería y arrancan los Guardias Irlandeses.** En el \
turno 1 cada una de las dos baterías del sector vale dos columnas (23.1.3). 17 a 5 es 3:1; \
blindados, cañones y Typhoons lo llevan a 7:1. DMR: ninguna pérdida, una retirada de tres \
hexágonos en plena huida y, para los atacantes, un avance extra con combate de ruptura (16).""",
    97: """\
El 2.º de Guardias Irlandeses de Vandeleur sube dos hexágonos por la carretera y gasta el \
tercero, el de la carretera (15.2), contra la compañía del bosque. Contra el bosque no hay \
columna por blindados (10.3.4), ni cañones en una ruptura (16.3). La compañía muere, y con \
ella un paso de Shermans. En 1944 ardieron nueve carros en este tramo en dos minutos.""",
    114: """\
En su propia fase de puentes el alemán puede volar un puente aún minado si tiene una unidad en \
buen orden, y los aliados otra, a un hexágono de él (5.5). Eso vale solo para uno, el puente \
del ferrocarril en Best, y un 4 basta.""",
    141: """\
**A.** 3 + 3 contra el batallón que perdió un paso en el salto, con apoyo de los cañones. DR: \
el aliado renuncia a la defensa decidida y retrocede dos hexágonos, desorganizado. La zona N, \
donde debía aterrizar la artillería de la división, es ahora la línea del frente.

En 1944 la misma división atacó el lunes por la mañana y arrolló las zonas, hasta que el 505.º \
y el 508.º bajaron a la carga de las alturas justo antes de que llegaran los planeadores.""",
    166: """\
El alemán intenta la defensa decidida en la ciudad, la mejor columna que hay, pero las tropas \
novatas tiran con −1 (12.2): un 1, y el último paso se ha ido.""",
    184: """\
**F.** Otra vez Flak, que no se dobla en el pueblo. D1 acaba con ella.""",
    206: """\
**D.** El batallón desorganizado no puede ayudar, así que atacan dos, con la mejor proporción \
y el peor dado. EX: cada jugador elige la pérdida del otro, el 1.º del 505.º y, sin remedio, \
Goebel. Nadie se mueve.

La 82.ª está en un rincón: su artillería ha de aterrizar sobre lo que ahora es la línea del \
frente.""",
    213: """\
El segundo hexágono paga un ataque de ruptura contra la siguiente unidad desconocida (16.3, \
25.3.5): policías, doblados una vez por la ciudad y no otra por el Dommel. Quedan eliminados; \
el batallón renuncia a seguir y se queda en 2707.

**Donde elegimos.** De los otros dos hexágonos de la ciudad, el de la carretera.""",
    214: """\
**H. Valkenswaard.** Kerutt, desorganizado: la mitad de 5 es 3, doblada en el pueblo 6. Los \
cañones de asalto son vehículos y se quedan en 2. Su valor blindado de 3 iguala al de los \
Shermans: no hay columna por blindados (10.3). 39 a 8, una columna: 5:1.

A1/D1: Kerutt se voltea y renuncia a la defensa decidida. Ya desorganizado, se retira en plena \
huida; los cañones quedan desorganizados.

**Donde elegimos.** Los carros que pierden el paso, y los hexágonos de la retirada.""",
    228: """\
**Cómo queda.** Arnhem, Grave, Son, los dos puentes de Veghel, Malden, Hatert y el puente de \
carretera de Neerbosch están en manos aliadas; se ha entrado en Eindhoven y se ha tomado \
Valkenswaard. En contra: Nijmegen es alemana, y su puente con ella, y la 82.ª pelea de \
espaldas a sus propias zonas de aterrizaje. Todo gira ahora sobre dos preguntas: quién tiene \
la carretera y quién cruza el Waal.

La partida es tuya desde aquí: toma la última entrada como principio y sigue jugando.""",
}


def spanish(english: Annotations) -> Annotations:
    """The Spanish annotations."""
    entries = {}
    for number, note in english.entries.items():
        told = note.model_copy(
            update={
                "comment": COMMENTS.get(number, ""),
                "chapter": CHAPTERS[number] if note.chapter else None,
            }
        )
        if told.says_something:
            entries[number] = told
    return english.model_copy(
        update={
            "title": TITLE,
            "subtitle": SUBTITLE,
            "language": "es",
            "intro": INTRO,
            "conclusion": CONCLUSION,
            "entries": entries,
        }
    )


def main() -> int:
    """Write the file, or with ``--check`` say whether it is what this would write."""
    written = spanish(Annotations.load(SOURCE)).to_bytes()
    if "--check" in sys.argv:
        return 0 if TARGET.is_file() and TARGET.read_bytes() == written else 1
    TARGET.write_bytes(written)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
