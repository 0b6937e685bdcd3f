"""Subprocess of the window that analyses a line of a game.

``python -m … LOG TIP ROLLOUTS TURNS [again]``: rollouts of so many turns; 0: to the end.

It prints its progress as lines "done total". What is done is kept if it is killed.
"""

from __future__ import annotations

import sys
from pathlib import Path

from engine.analyst.analyse import analysed, prepared, saved_often
from engine.core.errors import UserError
from engine.play.game import Recording
from engine.report.analysis import path_of

SEED = 1


def main(arguments: list[str]) -> int:
    """Run the analysis; return exit code 1, after printing one sentence, on failure."""
    log, tip, count, turns, *again = arguments
    path = path_of(Path(log))
    try:
        recording = Recording.load(Path(log), tip=int(tip))
        ruleset, analysis = prepared(recording, path, SEED, again=bool(again), turns=int(turns))
        work = analysed(recording, ruleset, analysis, int(count))
        for progress in saved_often(work, analysis, path):
            print(progress.done, progress.total, flush=True)
    except UserError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
