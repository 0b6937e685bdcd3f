"""Count what random games play: orders by phase, answers by decision.

``python -m tests.games.census airbridge`` plays random games until everything listed for the game
in ``census.json`` has been played, prints the counts and what is missing.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections import Counter
from pathlib import Path
from string import digits

from engine.core import actions as act
from engine.core.places import Places
from engine.games import require_rulebook
from engine.play.autoplay import Seek, autoplay
from engine.play.game import Recording
from tests.games.airbridge.seeking import seek as seek_bridges
from tests.games.ardenas.seeking import seek as seek_fights

OFFERED: dict[str, dict[str, list[str]]] = json.loads(
    Path(__file__).with_suffix(".json").read_text(encoding="utf-8")
)
"""The labels (:func:`label`) that the rulebook of each game offers, by game and scenario."""

SEEK: dict[str, Seek] = {"airbridge": seek_bridges, "ardenas": seek_fights}
"""The players that seek what random games of a game hardly ever do."""


def label(phase: str, action: act.Action, places: Places) -> str:
    """Describe an order or answer: phase, kind, and the details that distinguish it.

    Numbered phases, such as the air sub-turns of Ardenas, are one.
    """
    words = [action.kind]
    match action:
        case act.MoveUnits():
            words.append(action.mode)
            if not places.is_hex(places.index(action.path[0])):
                words.append("from a box")
        case act.DeclareAttack() | act.Bombard():
            words += [getattr(action, "combat", "")] if getattr(action, "combat", "") else []
            words += ["with guns"] if action.artillery else []
            words += ["with air"] if action.air else []
        case act.Choose():
            words.append(action.decision)
        case act.PlaceMarker():
            words.append(action.marker)
    return f"{phase.rstrip(digits)}: {' '.join(words)}"


def census(path: Path) -> Counter[str]:
    """Count the orders and answers of a recorded game."""
    recording = Recording.load(path)
    places = recording.module.places
    entries = recording.timeline.entries
    return Counter(
        label(recording.state(n).clock.phase, entry.action, places)
        for n, entry in enumerate(entries)
        if n
    )


def played(game: str, scenario: str, games: int, first_seed: int = 1) -> tuple[Counter[str], int]:
    """Play until everything offered was played, at most so many games; return counts and games.

    Odd seeds play with all optional rules.
    """
    ruleset = require_rulebook(game).ruleset(scenario)
    wanted, counts, n = set(OFFERED[game][scenario]), Counter[str](), 0
    with tempfile.TemporaryDirectory() as folder:
        while n < games and not wanted <= counts.keys():
            path = Path(folder) / f"{n}.h44log"
            options = tuple(ruleset.options) if (first_seed + n) % 2 else ()
            autoplay(ruleset, first_seed + n, 99, path, options=options, seek=SEEK.get(game))
            counts += census(path)
            path.unlink()
            n += 1
    return counts, n


def main(words: list[str]) -> int:
    """Print the census of each game named, of all without a name; 1 where something is missing."""
    missing_any = 0
    for game in words or sorted(OFFERED):
        for scenario, offered in OFFERED[game].items():
            counts, games = played(game, scenario, 200)
            print(f"{game}, {scenario}, {games} games")
            for row, times in sorted(counts.items()):
                print(f"{times:8} {row}")
            for row in offered:
                if row not in counts:
                    print(f"       0 {row}")
                    missing_any = 1
    return missing_any


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
