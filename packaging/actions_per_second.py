"""``python packaging/actions_per_second.py [GAME...]``: actions a second of random legal play.

Each game is played on states, without a log, from the opening of its longest scenario, at random;
``--audit`` also plays it into a log and audits that. Times are CPU times of one core. The digest of
the last states shows that two versions play the same games. With the package ``chess`` installed,
python-chess plays random games for comparison.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import importlib.util
import random
import tempfile
import time
from pathlib import Path

from engine.core.dice import Rolled
from engine.core.garbage import collecting_seldom
from engine.core.reducer import apply
from engine.core.state import digest
from engine.games import require_rulebook
from engine.play.audit import audit
from engine.play.autoplay import autoplay, draw
from engine.play.game import Recording
from engine.rules.judge import play
from engine.rules.ports import Ruleset

SCENARIOS = {
    "holland44": "campaign",
    "normandy44": "campaign",
    "ardenas": "full",
    "airbridge": "campaign",
    "marketgarden": "campaign",
}
"""The longest scenario of each game."""
WARM_UP = 1000
"""Actions played before the clock starts: modules and the graph of a board are loaded once."""


def rules_of(game: str) -> Ruleset:
    """Return the rules of a game's longest scenario."""
    return require_rulebook(game).ruleset(SCENARIOS[game])


def random_play(rules: Ruleset, actions: int, seed: int) -> tuple[int, str]:
    """Play some actions, in several games if one ends; return their number and a digest."""
    done, states = 0, hashlib.sha256()
    while done < actions:
        chance, dice = random.Random(seed), Rolled(random.Random(seed + 1))
        state = rules.opening()
        while done < actions and (action := draw(rules, state, chance)) is not None:
            state = apply(state, play(rules, state, action, dice).effects, rules.places)
            done += 1
        states.update(digest(state, rules.places).encode())
        seed += 1
    return done, states.hexdigest()[:12]


def chess_moves(moves: int, seed: int) -> float:
    """Return the moves a second of random legal chess."""
    chess = importlib.import_module("chess")  # no dependency of the program

    chance, board, began = random.Random(seed), chess.Board(), time.process_time()
    for _ in range(moves):
        legal = list(board.legal_moves)
        if not legal or board.is_game_over():
            board.reset()
        else:
            board.push(chance.choice(legal))
    return moves / (time.process_time() - began)


def log_and_audit(rules: Ruleset, seed: int, turns: int) -> tuple[int, float, float]:
    """Return the entries of a recorded random game, and the seconds to play and to audit it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.h44log"
        began = time.process_time()
        entries = autoplay(rules, seed, turns, path, check=False).entries
        played = time.process_time()
        rules.forget()
        audit(Recording.load(path), rules)
        return entries, played - began, time.process_time() - played


def main() -> None:
    """Measure the named games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=[*SCENARIOS])
    parser.add_argument("--actions", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--audit", type=int, default=0, metavar="TURNS")
    wanted = parser.parse_args()
    for game in wanted.games:
        rules = rules_of(game)
        random_play(rules, WARM_UP, wanted.seed)
        rules.forget()
        began = time.process_time()
        with collecting_seldom():
            actions, same = random_play(rules, wanted.actions, wanted.seed)
        spent = time.process_time() - began
        print(f"{game:14}{actions / spent:9,.0f} actions a second ({actions} actions, {same})")
        if wanted.audit:
            entries, played, audited = log_and_audit(rules, wanted.seed, wanted.audit)
            print(f"{'':14}{entries} entries: played {played:.2f} s, audited {audited:.2f} s")
    if importlib.util.find_spec("chess"):
        print(f"{'python-chess':14}{chess_moves(20_000, wanted.seed):9,.0f} moves a second")


if __name__ == "__main__":
    main()
