"""No file outside a game's own folder names the game: no side, no place, no id."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
WORDS = re.compile(r"german|allied|arnhem|nijmegen", re.IGNORECASE)
ID = re.compile(r"[\"']holland44[\"']")
PROGRAM = {
    "engine/cli/main.py",
    "engine/games/__init__.py",
    "engine/together/certificate.py",
    "engine/together/invitation.py",
    "engine/together/notices.py",
    "engine/together/server_config.py",
    "engine/user_folders.py",
    "holland44_qt/app.py",
    "holland44_qt/pictures/vassal_import.py",
    "holland44_qt/shell/curtain.py",
}
"""Files in which the program names itself: its command, its folders; and the table of games."""


def lines() -> list[tuple[str, int, str]]:
    found = []
    for folder in ("engine", "holland44_qt"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if not re.match(r"engine/games/\w+/", name):
                text = path.read_text(encoding="utf-8").splitlines()
                found += [(name, n, line) for n, line in enumerate(text, 1)]
    return found


def test_no_side_and_no_place_of_a_game_is_named() -> None:
    read = lines()
    assert len(read) > 20_000
    assert [row for row in read if WORDS.search(row[2])] == []


def test_the_id_of_a_game_is_used_only_for_the_programs_name() -> None:
    assert {name for name, _, line in lines() if ID.search(line)} == PROGRAM
