"""Demolition of bridges (chapter 7)."""

from __future__ import annotations

import pytest

from engine.core import actions as act
from engine.games.airbridge import tracks
from engine.games.airbridge.rules.ch07_bridges import demolition_verdicts
from tests.games.airbridge.givens import BRIDGE, CANAL, A
from tests.games.airbridge.test_course_of_play import thrown
from tests.games.airbridge.test_probe import BOARD, SAPPERS, position
from tests.games.airbridge.test_reasons import keys
from tests.games.airbridge.test_rules import played


@pytest.mark.parametrize(
    ("option", "dice", "state"), [("none", (), None), (BRIDGE, (5,), "blown"), (BRIDGE, (6,), None)]
)
def test_german_engineers_at_both_ends_may_blow_a_bridge(
    option: str, dice: tuple[int, ...], state: str | None
) -> None:
    """7.2d, 7.2e: on 5 or less; whoever tries spends the movement of both units."""
    crew = SAPPERS | {"side": "german"}
    ends = (crew | {"id": "e", "hex": "0404"}, crew | {"id": "f", "hex": "0405"})
    table = position(*ends, board=CANAL, phase="initial", active="german")
    table = played(table, act.NextPhase())
    table = thrown(table, act.Choose(decision="demolish", option=option), *dice)
    assert table.state.hexsides.get(BRIDGE) in ((state,) if state else (None, "intact"))
    assert not table.state.pending
    assert (f"moved/{'e'}" in table.state.tracks) == (f"moved/{'f'}" in table.state.tracks)
    assert bool(table.reach(("e",)).hexes) == (option == "none")


@pytest.mark.parametrize("word", ["intact", "blown", "tried", "repaired", "repaired_now"])
def test_the_state_of_a_bridge_is_written_as_it_is_read(word: str) -> None:
    table = position(A, board=CANAL, bridges={BRIDGE: word})
    assert table.ruleset.written(table.state)["bridges"] == {BRIDGE: word}


def test_a_blown_bridge_is_not_blown_again() -> None:
    """7.2d, 7.2e."""
    crew = SAPPERS | {"side": "german"}
    ends = (crew | {"id": "e", "hex": "0404"}, crew | {"id": "f", "hex": "0405"})
    words = {"board": CANAL, "phase": "movement", "active": "german"}
    table = position(*ends, bridges={BRIDGE: "blown"}, **words)
    (bridge,) = table.position.ground.by_side.values()
    assert keys(demolition_verdicts(table.position, bridge)) == ["7.2d.blown"]


def test_the_record_of_a_demolition_names_the_bridge_and_its_crew() -> None:
    """7.2c, 7.2d, 7.2e."""
    crew = SAPPERS | {"side": "german"}
    ends = (crew | {"id": "e", "hex": "0404"}, crew | {"id": "f", "hex": "0405"})
    table = position(*ends, board=CANAL, phase="initial", active="german")
    table = played(table, act.NextPhase())
    table = thrown(table, act.Choose(decision="demolish", option=BRIDGE), 6)
    names = [tracks.MINED + BRIDGE, *(tracks.ENTERED + n for n in "ef")]
    assert [table.state.tracks.get(n) for n in names] == [1, 1, 1]
    red = BOARD | {"hexsides": {BRIDGE: ["canal", "bridge", "red"]}}
    table = position(A, board=red, phase="movement")
    table = played(table, act.MoveUnits(units=("a",), path=("0403", "0404")), 6)
    assert table.state.tracks[tracks.TRIED + BRIDGE] == 1
