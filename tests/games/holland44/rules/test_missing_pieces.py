"""Questions that this game does not support, and diagrams at their limits."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import actions as act
from engine.request_fields import NotAnswered, Refused
from engine.rules.judge import Given, play
from tests.games.holland44.rules.tabletop import at, seen, unit

UNITS = [unit("a1", "0505"), unit("g1", "0110")]


def test_missing_features_are_empty_or_reported():
    position = seen(UNITS)
    place = at(position, "0505")
    assert position.plans() == position.conditions() == ()
    assert position.hex_facts(place) == {}
    assert (position.ribbon(), position.stack_words(place)) == (None, "")
    for question in (
        lambda: position.bombard(["a1"], place),
        lambda: position.ask("own", {}),
    ):
        with pytest.raises(NotAnswered, match="Holland"):
            question()


@pytest.mark.parametrize(
    ("rows", "cols", "fits"),
    [
        ([0, 9], [0, 9], True),
        ([90, 99], [90, 99], True),
        ([5, 5], [5, 5], True),
        ([-1, 9], [0, 9], False),
        ([0, 9], [-1, 9], False),
        ([90, 100], [90, 99], False),
        ([90, 99], [90, 100], False),
        ([9, 5], [0, 9], False),
        ([0, 9], [9, 5], False),
    ],
)
def test_a_diagram_has_rows_and_columns_of_two_digits(rows: Any, cols: Any, *, fits: bool):
    first = f"{max(rows[0], 0):02d}{max(cols[0], 0):02d}"
    given = [unit("a1", first)]
    if fits:
        position = seen(given, board={"rows": rows, "cols": cols})
        board = position.ruleset.board
        assert len(board.numbers) == (rows[1] - rows[0] + 1) * (cols[1] - cols[0] + 1)
        assert (board.numbers[0], board.numbers[-1]) == (first, f"{rows[1]:02d}{cols[1]:02d}")
        return
    with pytest.raises(Refused) as refusal:
        seen(given, board={"rows": rows, "cols": cols})
    assert (refusal.value.code, refusal.value.where) == ("bad_position", "board.rows")


def test_19_3_an_unreachable_area_has_no_shorter_path():
    """Area A is the first of all boxes, and it is not a hex."""
    areas = {"A": {"side": "allied", "hexes": ["0501"]}}
    position = seen([unit("a1", "0508"), UNITS[1]], board={"areas": areas})
    area = at(position, "A")
    far = position.why_not(["a1"], area)
    assert {v.rule for v in far.verdicts if v.level == "forbid"} == {"8.1"}
    assert position.why_not(["a1"], area, near=True) == far


def test_9_1_guns_that_attack_alone_in_advisory_play_do_not_advance():
    """17.2: no unit is left that could advance."""
    gun = unit("a1", "0505", kind="artillery", attack=0, max_steps=1, range=5)
    areas = {"G": {"side": "german", "hexes": ["0510"]}}
    position = seen([gun, unit("g1", "0506", status=["full_retreat"])], phase="combat",
                    board={"areas": areas})  # fmt: skip
    ruleset = position.ruleset
    attack = act.DeclareAttack(attackers=("a1",), target="0506")
    for die in range(1, 7):
        found = play(ruleset, position.state, attack, Given([die]), "advisory")
        kinds = [getattr(e.decision, "kind", "") for e in found.effects if hasattr(e, "decision")]
        assert "advance" not in kinds, die
