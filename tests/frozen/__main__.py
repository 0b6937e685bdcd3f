"""``python -m tests.frozen``: compare the engine's answers with the frozen ones.

``accept "the reason"`` freezes today's answers instead, with the reason in ``differences.md``;
``make`` generates new requests (rarely: the old ones are the proof).
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path

from tests.frozen import corpus

SHOWN = 20
"""Differences that are printed."""


def check() -> tuple[list[corpus.Difference], dict[str, list[corpus.Json]]]:
    """Return all differences, and all of today's answers."""
    found: list[corpus.Difference] = []
    today: dict[str, list[corpus.Json]] = {}
    was = corpus.frozen_answers()
    started = time.monotonic()
    with corpus.unpacked_logs() as logs:
        for group in corpus.groups():
            today[group.name] = corpus.answers_of(group, logs)
            found += corpus.compare_answers(group, was[group.name], today[group.name])
        count = sum(map(len, today.values()))
        print(f"{count} answers of the probe: {_told(found)} ({time.monotonic() - started:.0f} s)")
        audited = list(corpus.compare_audit(logs))
        print(f"audit of the sample: {_told(audited)}")
    games = list(corpus.compare_games(corpus.RANDOM_GAMES))
    took = time.monotonic() - started
    print(f"{len(corpus.RANDOM_GAMES)} random games: {_told(games)} ({took:.0f} s in all)")
    return found + audited + games, today


def _told(found: list[corpus.Difference]) -> str:
    return f"{len(found)} differ" if found else "the same"


def accept(reason: str) -> None:
    """Freeze today's answers, with the reason for the differences."""
    differences, today = check()
    if not differences:
        print("nothing to accept")
        return
    corpus.write_answers(today)
    freeze_rest()
    with corpus.DIFFERENCES.open("a", encoding="utf-8") as file:
        file.write(corpus.explained(reason, differences))
    print(f"{len(differences)} differences accepted and noted in {corpus.DIFFERENCES.name}")


def freeze_rest() -> None:
    """Freeze the random games and the sample's audit."""
    with corpus.unpacked_logs() as logs:
        _write(corpus.AUDIT, corpus.audit_of_sample(logs))
    with tempfile.TemporaryDirectory(prefix="frozen-") as folder:
        games = {game.name: corpus.play(game, Path(folder)) for game in corpus.RANDOM_GAMES}
    _write(corpus.GAMES, games)


def _write(path: Path, value: object) -> None:
    path.write_text(json.dumps(value, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def main(words: list[str]) -> int:
    """Check, accept or make; return 1 if there are differences."""
    match words:
        case []:
            differences, _ = check()
            for difference in differences[:SHOWN]:
                print(f"  {difference}")
            return 1 if differences else 0
        case ["accept", reason] if reason.strip():
            accept(reason)
            return 0
        case ["make"]:
            from tests.frozen.make_requests import make

            make()
            freeze_rest()
            return 0
    print(__doc__)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
