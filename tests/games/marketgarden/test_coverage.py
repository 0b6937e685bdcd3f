"""Rules are in their chapters' files."""

from __future__ import annotations

import re

from engine.rules.coverage_table import rows_in

SET_UP = {"2.1", "2.2a", "11.1a", "11.1.1b", "11.1.2a", "11.1.2b"}
"""Rules implemented as data of the module."""
BESIDE = {
    *("2.2b", "2.2.1d", "2.2.1e", "2.4.1", "2.4.2", "2.4.3", "2.4.4", "6.2a", "6.2b"),
    *("6.2d", "6.2e", "7.0e", "8.0a", "8.0i", "8.0j", "8.0k", "10.1h", "10.2a", "11.1.3a"),
    *("11.1.3b", "11.1.4a", "11.1.4b"),
}
"""Rules on the use of another chapter's clause, implemented in that clause."""


def test_clause_is_in_its_chapters_file():
    for row in rows_in("engine.games.marketgarden"):
        chapter = re.match(r"\d+", row.id)
        if not row.function or chapter is None:
            continue
        name, _, _ = row.function.partition(":")
        own = f".rules.ch{int(chapter[0]):02d}" in name
        assert own != (row.id in SET_UP | BESIDE), row
        assert ".rules.ch" in name or row.id in SET_UP, row
