"""Orders against the rules in advisory mode: carried out where they make sense, else refused."""

from __future__ import annotations

import pytest

from engine.core import actions as act
from engine.core.reducer import apply
from engine.games.ardenas.own_actions import Drop, Embark, Group, Rebuild, Shift, Take
from engine.rules.judge import Forbidden, Given, play
from tests.games.ardenas.tabletop import allied, given, unit

UNITS = (
    unit("a", "0505"),
    unit("b", "0505"),
    unit("p", None, kind="parachute"),
    unit("t", "0707", kind="transport", movement=8),
    allied("e", "0506"),
)
GROUND = "grouping/german/ground/1"


@pytest.mark.parametrize(
    ("order", "sentence"),
    [
        (Drop(unit="p"), "This unit is not aboard a transport."),
        (Drop(unit="a"), "This unit is not aboard a transport."),
        (Embark(transport="a", units=("p",)), "Only transport aircraft carry ground units."),
        (Shift(unit="e", hex="0505"), "Enemy units are in 0505."),
        (Rebuild(unit="a", lost="a"), "A rebuilt unit is made of two affected units."),
        (Take(unit="a", target="e"), "Only supply and fuel counters are captured or destroyed."),
        (
            Group(grouping=GROUND, hex="0505", units=("a", "e")),
            "Only friendly units in 0505 may be in this grouping.",
        ),
        (
            Group(grouping="grouping/german/air/1", hex="0505", units=("a",)),
            "Ground units join groupings on the ground only, aircraft groupings in the air only.",
        ),
        (
            Group(grouping="grouping/german/ground/50", hex="0505", units=("a",)),
            "A side has 12 grouping counters of this kind.",
        ),
    ],
)
def test_no_agreement_allows_what_cannot_be_done(order: act.Action, sentence: str) -> None:
    found = given(*UNITS, phase="capture")
    with pytest.raises(Forbidden) as refused:
        play(found.ruleset, found.state, order, Given([2, 2]), "advisory")
    assert sentence in str(refused.value)


def test_by_agreement_the_german_sends_a_unit_out_of_its_reach() -> None:
    """10.0d: he puts it where he wants it."""
    found = given(*UNITS, phase="commandos")
    played = play(found.ruleset, found.state, Shift(unit="e", hex="1515"), Given(()), "advisory")
    assert "rule.ardenas.10.0d.out_of_reach" in {v.key for v in played.verdicts}
    state = apply(found.state, played.effects, found.ruleset.places)
    assert found.ruleset.places.name(state.pieces["e"].place) == "1515"


def moved_by_hand(*orders: act.MoveUnits) -> dict[str, object]:
    """Return place and units of a grouping after moves against the rules."""
    grouping = {"side": "german", "number": 1, "kind": "ground", "hex": "0505", "units": ["a", "b"]}
    found = given(*UNITS, phase="groupings", groupings=[grouping])
    state = found.state
    for order in orders:
        played = play(found.ruleset, state, order, Given(()), "advisory")
        state = apply(state, played.effects, found.ruleset.places)
    assert found.ruleset.legal(state, 50).actions
    (result,) = found.ruleset.position(state).groupings
    return {found.ruleset.places.name(result.place): list(result.units)}


def test_a_grouping_keeps_the_units_that_no_hand_has_moved_away() -> None:
    """11.0i: nobody leaves a grouping by the rules; if moved alone, it is in none."""
    for away in ("eliminated-german", "0909"):
        alone = act.MoveUnits(units=("a",), path=("0505", away))
        assert moved_by_hand(alone) == {"0505": ["b"]}
    both = act.MoveUnits(units=("a", "b"), path=("0505", "0909"))
    assert moved_by_hand(both) == {"0909": ["a", "b"]}
    assert moved_by_hand() == {"0505": ["a", "b"]}
