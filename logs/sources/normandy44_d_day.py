"""The extended example of play of the Normandy '44 rulebook (pages 25 to 29) as a recorded game.

``python -m logs.sources.normandy44_d_day`` writes the log and its annotations in English and
Spanish anew; ``--check`` says whether the files are what this script writes.

Every order goes through the rules in enforced mode; the dice are the printed ones. Moves that the
book shows in pictures only are chosen so that each printed combat comes out, and marked.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from logs.sources.d_day_allied import allied_turn
from logs.sources.d_day_german import german_turn
from logs.sources.d_day_invasion import invasion
from logs.sources.d_day_player import LANGUAGES, Player

FOLDER = Path(__file__).parents[1]
NAME = "normandy44-d-day"
LOG_ID = "n44-d-day"
AUTHOR = "Holland '44 Qt"
AT = "2026-01-01T12:00:00.000Z"
"""The moment that every entry bears, so that the bytes are the same every time."""

ABOUT = {
    "en": {
        "title": "Normandy '44: D-Day",
        "subtitle": "The extended example of play, through the rules and on the map",
        "intro": """\
The rulebook of Normandy '44 plays the sixth of June for you: nine drops, nine landings, a German \
turn, ten Allied attacks, with all dice. This is that day on our map, every order judged by the \
rules in force.

- **Where we chose**: the book shows most moves in pictures, which are not among our sources. We \
took hexes and units with which each printed combat comes out.
- **Not in the text**: something the example leaves out.
- **Rules**: where the example and the rules do not agree.

Numbers in brackets are rules. The sentences are ours, as are map and counters.
""",
        "conclusion": """\
Nine beaches and thirteen battles in one day, and the bocage has not begun. Whoever wants to know \
whether Caen can fall on the eighth of June opens the log, says *what if*, and plays on.
""",
    },
    "es": {
        "title": "Normandy '44: el Día D",
        "subtitle": "El ejemplo extendido de juego, según las reglas y sobre el mapa",
        "intro": """\
El reglamento de Normandy '44 juega el seis de junio: nueve saltos, nueve desembarcos, un turno \
alemán, diez ataques aliados, con todos los dados. Esto es aquel día en nuestro mapa, con cada \
orden juzgada por las reglas.

- **Elección nuestra**: el libro muestra casi todos los movimientos en figuras, que no están entre \
nuestras fuentes. Hemos tomado hexágonos y unidades con los que sale cada combate impreso.
- **No está en el texto**: algo que el ejemplo omite.
- **Reglas**: donde el ejemplo y las reglas no coinciden.

Los números entre paréntesis son reglas. Las frases son nuestras, como el mapa y los contadores.
""",
        "conclusion": """\
Nueve playas y trece combates en un día, y el bocage aún no ha empezado. Quien quiera saber si \
Caen puede caer el ocho de junio, que abra la partida, diga *qué pasaría si*, y siga jugando.
""",
    },
}
SITUATION = (
    "Tuesday, 6 June 1944, half past midnight. The weather gives one day. Nine hexes for "
    "paratroopers, nine for boats, and behind the wall a single panzer division within reach. The "
    "first turn is two turns for the Allies: the invasion phase now, their ordinary turn after the "
    "German's (20.1).",
    "Martes, 6 de junio de 1944, las doce y media de la noche. El tiempo concede un día. Nueve "
    "hexágonos para los paracaidistas, nueve para las barcas, y tras el muro una sola división "
    "Panzer a mano. El primer turno son dos para el aliado: ahora la fase de invasión, y tras el "
    "alemán su turno ordinario (20.1).",
)


def write(folder: Path) -> tuple[Path, ...]:
    """Play the day into a folder; returns the log and its annotations."""
    log = folder / f"{NAME}.h44log"
    log.unlink(missing_ok=True)
    player = Player(log, title=ABOUT["en"]["title"], log_id=LOG_ID, at=AT)
    try:
        player.say(
            *SITUATION,
            chapter=("The situation", "La situación"),
            look="2814 2719 2525 2330 2029",
        )
        invasion(player)
        german_turn(player)
        allied_turn(player)
        if player.dice.waiting:
            raise LookupError(f"dice that nobody threw: {player.dice.waiting}")
    finally:
        player.game.close()
    notes = []
    for language in LANGUAGES:
        path = log.with_suffix(".h44aar" if language == "en" else f".{language}.h44aar")
        player.annotations(language, author=AUTHOR, **ABOUT[language]).save(path)
        notes.append(path)
    return (log, *notes)


def check() -> list[str]:
    """The names of the recorded files that differ from what the script writes."""
    with tempfile.TemporaryDirectory() as folder:
        return [
            fresh.name
            for fresh in write(Path(folder))
            if not (kept := FOLDER / fresh.name).is_file()
            or kept.read_bytes() != fresh.read_bytes()
        ]


def main() -> int:
    """The command line; returns the exit status."""
    if "--check" not in sys.argv[1:]:
        for path in write(FOLDER):
            print(path)
        return 0
    stale = check()
    for name in stale:
        print(f"{name} is not what the script writes; run it without --check.")
    return 1 if stale else 0


if __name__ == "__main__":
    raise SystemExit(main())
