"""A cache of the last few computed answers."""

from __future__ import annotations

from engine.core.recent_cache import RecentCache


def test_the_most_recent_answers_are_cached() -> None:
    made: list[str] = []

    def ask(key: str) -> str:
        def make() -> str:
            made.append(key)
            return key * 2

        return kept.get(key, make)

    kept: RecentCache[str, str] = RecentCache(2)
    assert [ask(key) for key in "abab"] == ["aa", "bb", "aa", "bb"]
    assert made == ["a", "b"]
    ask("a")
    ask("c")  # in the place of b, which was not asked for as long
    assert len(kept) == 2
    ask("a")
    assert made == ["a", "b", "c"]
    ask("b")
    assert made == ["a", "b", "c", "b"]
    kept.clear()
    assert len(kept) == 0


def test_an_answer_of_none_is_cached() -> None:
    kept: RecentCache[int, None] = RecentCache(1)
    kept.get(1, lambda: None)
    assert kept.get(1, lambda: 1 / 0) is None  # type: ignore[arg-type,return-value]
