"""The printed example of an assault (13.2) as a recorded game: four battalions, one wood, six dice.

``python -m logs.sources.air_bridge_forest`` writes the log and its annotations in English and
Spanish anew; ``--check`` says whether the files are what this script writes.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from engine.core import actions as act
from engine.core.dice import Dice
from engine.core.effects import Clock, SetPhase, SetTrack
from logs.sources.air_bridge_player import Player, stale
from logs.sources.script import Changes

FOLDER = Path(__file__).parents[1]
NAME = "13.2-assault-in-the-forest"
PRINTED = {
    "defensive": [6],
    "assault_defender": [5],
    "assault_attacker": [3, 9],
    "check_attacker": [4],
    "check_defender": [7],
}
WOOD = "A2703"
GERMANS = {
    "GE-59-1/1034": "A2804",
    "GE-59-2/1034": "A2604",
    "GE-59-1/1035": "A2702",
    "GE-59-2/1035": "A2603",
}
AMERICANS = ("US-101-1/327", "US-101-1/501")
ABOUT = {
    "en": {
        "title": "Air Bridge to Victory: the assault in the forest",
        "subtitle": "The printed example of 13.2, die by die",
        "intro": """\
The rulebook shows one assault from the first shot to the last: four German battalions against two \
American ones in a wood. Here it is played by the rules in force, with the six printed dice.

- **Stated by the book**: strengths, efficiency, the ten air points, columns, dice, losses.
- **Where we chose**: the battalions, the wood (A2703, beside the drop zone of the 101st), the \
hexes, and a battalion of the Guards within five hexes, without which there are no Allied air \
points (15.0e).

Map and most values of the counters are reconstructions after the rulebook.
""",
        "conclusion": "Two steps for three, and nobody has moved. That is what an assault is.\n",
    },
    "es": {
        "title": "Air Bridge to Victory: el ataque en el bosque",
        "subtitle": "El ejemplo impreso de 13.2, dado a dado",
        "intro": """\
El reglamento muestra un ataque desde el primer disparo hasta el último: cuatro batallones \
alemanes contra dos americanos en un bosque. Aquí se juega con las reglas vigentes y los seis \
dados impresos.

- **Lo dice el libro**: fuerzas, eficiencia, los diez puntos aéreos, columnas, dados, pérdidas.
- **Elección nuestra**: los batallones, el bosque (A2703, junto a la zona de salto de la 101), los \
hexágonos, y un batallón de la Guardia a menos de cinco hexágonos, sin el cual no hay puntos \
aéreos aliados (15.0e).

El mapa y la mayoría de los valores son reconstrucciones según el reglamento.
""",
        "conclusion": "Dos pasos por tres, y nadie se ha movido. Eso es un ataque.\n",
    },
}


class Printed:
    """The printed dice, by what they are thrown for."""

    def __init__(self) -> None:
        self.waiting = {reason: list(values) for reason, values in PRINTED.items()}

    def throw(self, sides: int, count: int, reason: str) -> Dice:
        """The next values. Raises IndexError for a throw that the example does not have."""
        values = tuple(self.waiting[reason].pop(0) for _ in range(count))
        return Dice(sides=sides, count=count, values=values, source="scripted", reason=reason)


def write(folder: Path) -> tuple[Path, ...]:
    """Play the example into a folder; returns the log and its annotations."""
    log = folder / f"{NAME}.h44log"
    log.unlink(missing_ok=True)
    dice = Printed()
    title = ABOUT["en"]["title"]
    player = Player(log, "campaign", dice, title=title, log_id="ab-forest", mode="off")
    changes = Changes(player.state, player.rules.module)
    for unit, hex_ in GERMANS.items():
        changes.put(unit, hex_)
    for unit in AMERICANS:
        changes.put(unit, WOOD)
    changes.put("BR-GA-2IG", "A2605")
    before = player.state.tracks.get("air_points/allied")
    changes.add(SetTrack(track="air_points/allied", before=before, after=10))
    then = Clock(turn=5, phase="declaration", active="german")
    changes.add(SetPhase(before=player.state.clock, after=then))
    player.lay(changes)
    player.say(
        "Four battalions of 4-4, each with efficiency 4, round a wood that holds two American "
        "battalions: one defends with 4, one with 5, both with efficiency 6. The American has no "
        "gun in reach, but ten air points.",
        "Cuatro batallones con ataque 4 y eficiencia 4 rodean un bosque que ocupan dos batallones "
        "americanos: uno defiende con 4, el otro con 5, ambos con eficiencia 6. El americano no "
        "tiene artillería al alcance, pero sí diez puntos aéreos.",
        chapter=("The wood", "El bosque"),
        look="A2604 A2804",
    )
    player.do(act.SetRules(mode="enforced"))
    player.declare(WOOD, *GERMANS, combat="assault")
    player.say(
        "Eight stacking points from four hexes: the most that an assault takes (13.0b), and a "
        "modifier of -2 (13.2). Foot battalions cannot slip away (10.0).",
        "Ocho puntos de apilamiento desde cuatro hexágonos: el máximo de un ataque (13.0b), y un "
        "modificador de -2 (13.2). La infantería a pie no puede rehusar (10.0).",
    )
    while player.state.clock.phase != "assault":
        player.next()
    player.declare(WOOD, *GERMANS, combat="assault")
    player.choose("support", "air:10")
    if player.asked == "support":
        player.choose("support", "none")
    player.say(
        "Ten points, column 7-12, a 6: two, divided by the terrain value 2: one step (9.3b, 9.3c).",
        "Diez puntos, columna 7-12, un 6: dos, dividido por el valor de terreno 2: un paso (9.3b, "
        "9.3c).",
        chapter=("The defender's fire", "El fuego del defensor"),
    )
    player.choose("loss", "GE-59-1/1034")
    player.say(
        "A battalion is turned over. Now the defender fires first: nine points, column 7-10, a 5: "
        "another step (13.1).",
        "Se voltea un batallón. Ahora el defensor dispara primero: nueve puntos, columna 7-10, un "
        "5: otro paso (13.1).",
    )
    player.choose("loss", "GE-59-2/1034")
    player.say(
        "4+4+2+2 is twelve: column 11-14, a 3 less 2 for four hexes is a 1, two steps.",
        "4+4+2+2 son doce: columna 11-14, un 3 menos 2 por cuatro hexágonos es un 1, dos pasos.",
        chapter=("The first round", "La primera ronda"),
    )
    player.choose("loss", "US-101-1/327")
    player.choose("loss", "US-101-1/327")
    player.say(
        "The American gives up his weaker battalion. Both check: the German a 4 on 4, he passes; "
        "the American a 7 on 6, he does not (13.1). So only the German fires again: twelve points, "
        "a 9 less 2 is a 7, one step. Half a battalion holds the wood, and every attacker goes "
        "back to where he came from.",
        "El americano entrega su batallón más débil. Ambos chequean: el alemán un 4 con 4, pasa; "
        "el americano un 7 con 6, no (13.1). Así que sólo el alemán vuelve a disparar: doce "
        "puntos, un 9 menos 2 es un 7, un paso. Medio batallón conserva el bosque, y cada "
        "atacante vuelve adonde estaba.",
        chapter=("The second round", "La segunda ronda"),
    )
    if player.state.pieces["US-101-1/501"].steps != 1:
        raise LookupError("the last battalion keeps one step")
    if any(dice.waiting.values()) or player.asked:
        raise LookupError(f"the example goes otherwise: {dice.waiting}, {player.asked}")
    return player.finish(log, ABOUT)


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
