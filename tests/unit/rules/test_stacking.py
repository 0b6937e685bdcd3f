"""Stacking counts."""

from __future__ import annotations

from engine.rules.stacking import Load, Stacked, load


def one(name, free=False, steps=2, pair=None):
    return Stacked(free, steps, pair or name)


def test_one_free_unit_is_not_counted():
    assert load([one("a"), one("b"), one("c", free=True)]) == Load(2, 4)
    assert load([one("a"), one("c", free=True), one("d", free=True)]) == Load(2, 2)


def test_pairs_count_once():
    assert load([one("a", pair="p"), one("b", pair="p")]) == Load(1, 4)
    assert load([]).exceeds(2) is False
    assert load([one(n) for n in "abc"]).exceeds(2)
