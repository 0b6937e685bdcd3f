"""The introductory scenario of Air Bridge to Victory as a recorded game: the Guards break out.

``python -m logs.sources.air_bridge_breakout`` writes the log and its annotations in English and
Spanish anew; ``--check`` says whether the files are what this script writes. Orders are written by
hand, dice are thrown from a fixed seed and recorded as thrown.
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path

from engine.core import actions as act
from engine.core.dice import Dice
from engine.games.airbridge.rules.ch12_declaration import declared
from logs.sources.air_bridge_player import Player, stale

FOLDER = Path(__file__).parents[1]
NAME = "air-bridge-introductory"
SEED = 1945
"""The first from 1944 on with which both combats on A0606 are fought."""
GUARDS = "BR-GA-"
TANKS = tuple(GUARDS + name for name in ("2GG", "1CG", "2IG", "2WG"))
FOOT = tuple(GUARDS + name for name in ("1GG", "5CG", "Eng"))
HORSE = (GUARDS + "2HC", "BR-1519H")
GUNS = (GUARDS + "Art-SP", GUARDS + "Art", GUARDS + "AT")
ABOUT = {
    "en": {
        "title": "Air Bridge to Victory: the Guards break out",
        "subtitle": "The introductory scenario, one Allied player turn",
        "intro": """\
Half a day, one road: the Guards Armoured Division has to be through the German line south of \
Valkenswaard. The turn shows all the game has: an overrun, declarations that bind, a stack that \
may slip away, guns and aircraft, both kinds of combat on one hex, and the drive of the tanks \
after it.

Orders are ours, dice are thrown. Map and most values of counters and charts are \
**reconstructions after the rulebook**; no claim to history is made. Numbers in brackets are rules.
""",
        "conclusion": "The book asks for ten steps destroyed and ten beyond row 13 for a decisive "
        "victory. Play it again from the declaration: open the log, say *what if*.\n",
    },
    "es": {
        "title": "Air Bridge to Victory: la Guardia rompe el frente",
        "subtitle": "El escenario de introducción, un turno del jugador aliado",
        "intro": """\
Medio día, una carretera: la División Acorazada de la Guardia ha de atravesar la línea alemana al \
sur de Valkenswaard. El turno muestra todo lo que tiene el juego: un desbordamiento, declaraciones \
que obligan, una pila que puede rehusar, artillería y aviación, los dos tipos de combate sobre un \
mismo hexágono, y la carrera de los carros después.

Las órdenes son nuestras, los dados se tiran. El mapa y la mayoría de los valores de fichas y \
tablas son **reconstrucciones según el reglamento**; no se pretende historia. Los números entre \
paréntesis son reglas.
""",
        "conclusion": "El libro pide diez pasos destruidos y diez más allá de la fila 13 para la "
        "victoria decisiva. Juéguelo otra vez desde la declaración: abra la partida, diga *qué "
        "pasaría si*.\n",
    },
}


class Thrown:
    """Dice thrown from a seed."""

    def __init__(self) -> None:
        self._chance = random.Random(SEED)

    def throw(self, sides: int, count: int, reason: str) -> Dice:
        """The next values."""
        values = tuple(self._chance.randint(1, sides) for _ in range(count))
        return Dice(sides=sides, count=count, values=values, source="rolled", reason=reason)


def write(folder: Path) -> tuple[Path, ...]:
    """Play the turn into a folder; returns the log and its annotations."""
    log = folder / f"{NAME}.h44log"
    log.unlink(missing_ok=True)
    title = ABOUT["en"]["title"]
    player = Player(log, "introductory", Thrown(), title=title, log_id="ab-introductory")
    player.say(
        "Sunday, 17 September 1944. Nine German battalions and batteries bar the highway behind "
        "the Meuse-Escaut canal; the Guards have fifteen units, and 25 air points.",
        "Domingo, 17 de septiembre de 1944. Nueve batallones y baterías alemanes cierran la "
        "autopista tras el canal Mosa-Escalda; la Guardia tiene quince unidades y 25 puntos "
        "aéreos.",
        chapter=("The situation", "La situación"),
        look="A0306 A1307",
    )
    _set_up(player)
    _move(player)
    _declare(player)
    _replies(player)
    _fights(player)
    _drive(player)
    return player.finish(log, ABOUT)


def _set_up(player: Player) -> None:
    player.set_up("A0406", *TANKS)
    player.say(
        "Four tank battalions on the highway: eight stacking points, the most a hex holds (5.0).",
        "Cuatro batallones de carros en la autopista: ocho puntos, lo máximo de un hexágono (5.0).",
    )
    player.set_up("A0407", *FOOT, *HORSE)
    player.set_up("A0306", *GUNS)
    player.set_up("A0207", "BR-30-Eng")
    player.set_up("A0208", GUARDS + "3IG", GUARDS + "1WG")


def _move(player: Player) -> None:
    player.move("A0505", *TANKS)
    player.say(
        "31 to 4 is more than 7 to 1: the garrison on the road is run over (4.2).",
        "31 contra 4 es más de 7 a 1: la guarnición de la carretera es desbordada (4.2).",
        chapter=("The overrun", "El desbordamiento"),
        look="A0505",
    )
    player.move("A0506", *FOOT)
    player.move("A0508", *HORSE)
    player.say(
        "The hussars ride at the flank guard of the 9th SS, whom efficiency 7 lets slip away.",
        "Los húsares van contra la guardia de flanco de la 9 SS, a la que su eficiencia 7 permite "
        "rehusar.",
    )
    player.next()


def _declare(player: Player) -> None:
    player.declare("A0606", GUARDS + "2IG")
    player.say(
        "A maneuver against 1/2: odds push, and tire.",
        "Una maniobra contra el 1/2: las proporciones empujan, y fatigan.",
        chapter=("Declarations", "Declaraciones"),
        look="A0606 A0509",
    )
    player.declare(
        "A0606", GUARDS + "2GG", GUARDS + "1CG", GUARDS + "1GG", GUARDS + "Eng", combat="assault"
    )
    player.say(
        "And an assault on the same hex: who is declared against in both ways is pinned, and can "
        "neither slip away nor retreat (10.0b, 12.3g).",
        "Y un ataque sobre el mismo hexágono: quien es objeto de ambos queda fijado, y ni puede "
        "rehusar ni retroceder (10.0b, 12.3g).",
    )
    player.declare("A0509", *HORSE)
    player.next()


def _replies(player: Player) -> None:
    player.choose("refuse", "refuse")
    player.say(
        "The SS try to slip away: a die against efficiency 7 (10.0).",
        "Las SS intentan rehusar: un dado contra eficiencia 7 (10.0).",
        chapter=("Refusal and reaction", "Rehusar y reacción"),
    )
    _answer(player)
    player.next()
    _answer(player)
    player.next()


def _fights(player: Player) -> None:
    guns = (GUARDS + "Art-SP",)
    player.do(act.Bombard(artillery=guns, target="A0706", air=4))
    player.say(
        "Guns and aircraft on the battery behind: a shot that is fired now is missing later (9.4).",
        "Artillería y aviación sobre la batería de detrás: el disparo de ahora falta después "
        "(9.4).",
        chapter=("Bombardment", "Bombardeo"),
        look="A0706",
    )
    _answer(player)
    for combat in ("maneuver", "assault"):
        player.next()
        position = player.rules.position(player.state)
        for hex_, units in declared(position, combat).items():
            target = position.number(hex_)
            names = tuple(u.id for u in units)
            air = 4 if combat == "maneuver" else 0
            word = "" if combat == "maneuver" else "assault"
            player.do(act.DeclareAttack(attackers=names, target=target, air=air, combat=word))
            told = COMBATS[combat]
            player.say(*told[0], chapter=told[1], look=target)
            _answer(player)


COMBATS = {
    "maneuver": (
        (
            "The maneuver, with four air points: their throw is subtracted from the die (9.2).",
            "La maniobra, con cuatro puntos aéreos: su tirada se resta del dado (9.2).",
        ),
        ("Maneuver", "Maniobra"),
    ),
    "assault": (
        (
            "The assault. With engineers among the attackers both sides fire at once (17.2).",
            "El ataque. Con ingenieros entre los atacantes ambos bandos disparan a la vez (17.2).",
        ),
        ("Assault", "Ataque"),
    ),
}


def _drive(player: Player) -> None:
    """4.1: who is C/M, fresh and in no enemy zone drives on, as far east as the rules let him."""
    player.next()
    first = True
    for unit in sorted((*TANKS, *FOOT, *HORSE, GUARDS + "3IG", GUARDS + "1WG")):
        piece = player.state.pieces.get(unit)
        if piece is None or not player.rules.places.is_hex(piece.place):
            continue
        name = player.rules.places.name
        ends = player.rules.answers(player.state).reach([unit]).hexes
        best = max(ends, key=lambda h: (name(h)[1:3], -ends[h].cost, name(h)), default=None)
        if best is None or name(best)[1:3] <= name(piece.place)[1:3]:
            continue
        player.move(name(best), unit)
        if first:
            player.say(
                "Mechanised movement: who is combat motorised, fresh and in no enemy zone moves "
                "again (4.1).",
                "Movimiento mecanizado: quien es C/M, no está fatigado ni en zona enemiga mueve "
                "otra vez (4.1).",
                chapter=("The drive", "La carrera"),
            )
            first = False
    player.next()
    level = str(player.state.tracks["result"])
    words = {"decisive": "decisiva", "marginal": "marginal", "defeat": "derrota"}
    player.say(
        f"The turn is counted: {level}.",
        f"Se cuenta el turno: {words[level]}.",
        chapter=("The count", "El recuento"),
    )


def _answer(player: Player) -> None:
    """What is asked: no more fire, losses to the first, who can stay stays, hexes are entered."""
    while player.asked:
        options = player.options()
        wanted = options[0]
        if player.asked == "advance" and len(options) > 1:
            wanted = options[1]
        player.choose(player.asked, wanted)


def check() -> list[str]:
    """The names of the recorded files that differ from what the script writes."""
    with tempfile.TemporaryDirectory() as folder:
        return stale(FOLDER, write(Path(folder)))


def main() -> int:
    """The command line; returns the exit status."""
    if "--check" in sys.argv[1:]:
        names = check()
        print("\n".join(names))
        return 1 if names else 0
    for path in write(FOLDER):
        print(path)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
