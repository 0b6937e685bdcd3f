"""The extended example of play of the Holland '44 rulebook (pages 39 to 48) as a recorded game.

Run ``python -m logs.sources.market_garden_turn_1`` to write the log and its annotations anew, with
``--check`` to see whether the files are what this script writes.
"""

from __future__ import annotations

import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from logs.sources import (
    turn_1_airlanding,
    turn_1_combat,
    turn_1_german,
    turn_1_movement,
    turn_2_combat,
    turn_2_movement,
)
from logs.sources.script import Script

FOLDER = Path(__file__).parents[1]
NAME = "market-garden-turn-1"
LOG_ID = "h44-market-garden-turn-1"
TITLE = "Market Garden, turn 1 and the night after"
AUTHOR = "Holland '44 Qt"
SUBTITLE = "The extended example of play, on the map and in numbers"
MOMENTS = (1, 54, 66, 70, 81, 88, 92, 94, 97, 114, 141, 166, 184, 206, 213, 214, 228)
"""The entries that a report tells: the situation, the turning points, where it stands."""
COVER = 94
START = datetime(2026, 1, 1, 12, tzinfo=UTC)
"""The time of the first entry; fixed, so that the script always writes the same bytes."""

INTRO = """\
The rulebook of Holland '44 plays its first turn and the Allied half of the second for you, with \
every die. This is that game on our map: every combat with its printed numbers, every result, \
retreat and bridge, told for somebody who is learning the game or who knows it and wants to see \
it move.

Everything in the log is told by the rulebook, follows from its arithmetic, or is marked:

- **Where we chose**: the text leaves something open (its pictures are not part of our sources), \
usually a hex. We took one that fits everything told: terrain, movement allowance, zones of \
control, and the later combats.
- **Not in the text**: something the rules ask for or a die that is not printed.
- **Rules**: where the text and the rules do not agree.

Numbers in brackets are rules. The sentences are ours, as are map and counters.
"""

CONCLUSION = """\
Two turns decide nothing, and yet everything is laid out: the bridges that are whole, the one that \
stands in the middle of Nijmegen, the road that a single battalion can close. Play on from here: \
open the log, say *what if*, and move.
"""


def write(folder: Path) -> tuple[Path, Path]:
    """Record the game into a folder; returns the log and its annotations."""
    log, notes = folder / f"{NAME}.h44log", folder / f"{NAME}.h44aar"
    log.unlink(missing_ok=True)
    script = Script(log, "holland44", "campaign", log_id=LOG_ID, title=TITLE, start=START)
    try:
        script.say(
            "Sunday, 17 September 1944, one o'clock in the afternoon. Three airborne divisions "
            "are about to take the bridges between Eindhoven and Arnhem, and the 30th Corps waits "
            "behind the canal for the order to drive through. Twenty German counters lie face "
            "down: nobody, the players included, knows what guards the towns on the way.",
            chapter="The situation",
            look="6717 1003 6222",
        )
        turn_1_airlanding.airlanding(script)
        turn_1_movement.movement(script)
        turn_1_combat.combat(script)
        turn_1_german.german(script)
        turn_2_movement.movement(script)
        turn_2_combat.combat(script)
    finally:
        script.close()
    script.save_annotations(
        notes,
        title=TITLE,
        subtitle=SUBTITLE,
        author=AUTHOR,
        intro=INTRO,
        conclusion=CONCLUSION,
        moments=MOMENTS,
        cover=COVER,
    )
    return log, notes


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
