"""Beaches, Mulberries and evacuation (chapter 21)."""

from __future__ import annotations

import pytest

from engine.core import actions as act
from engine.games.normandy44 import tracks
from engine.games.normandy44.rules import ch18_supply as supply
from engine.games.normandy44.rules import ch21_beachheads as beachheads
from engine.games.normandy44.rules import ch23_victory as victory
from engine.games.normandy44.vocabulary import EVACUATION, IN_BRITAIN, RETURN
from tests.games.normandy44.givens import LOST, OMAHA, arriving
from tests.games.normandy44.tabletop import Json
from tests.games.normandy44.test_rules_by_themselves import ENGINEERS, campaign, counter, work_of


@pytest.mark.parametrize(
    ("turn", "due", "german_", "now_due", "asked"),
    [
        (2, None, None, 7, False),
        (2, None, "2719", None, False),
        (7, 7, None, 7, True),
        (6, 7, None, 7, False),
        (9, 0, None, 0, False),
    ],
)
def test_building_the_american_mulberry(
    turn: int, due: int | None, german_: str | None, now_due: int | None, asked: bool
) -> None:
    """21.1.1b: five turns after no German is in or next to either hex of Omaha."""
    held = {"2620": "allied", "2719": "allied"}
    units = [] if german_ is None else [counter("GE-12SS-26", german_)]
    known: Json = {} if due is None else {tracks.MULBERRY_DUE + "us": due}
    work = work_of(campaign(units, turn=turn, control=held, tracks=known))
    beachheads.build(work)
    assert work.state.tracks.get(tracks.MULBERRY_DUE + "us") == now_due
    assert [d.kind for d in work.state.pending] == ["mulberry"] * asked


@pytest.mark.parametrize("hex_", ["2719", "2620"])
def test_the_allies_choose_the_hex_of_the_american_mulberry(hex_: str) -> None:
    """21.1.1b: either hex of Omaha; the question is asked once."""
    table = campaign([ENGINEERS], turn=6, phase="end", tracks={tracks.MULBERRY_DUE + "us": 7})
    table.play(act.NextPhase(), 2)
    while table.state.pending[-1].kind != "mulberry":
        table.choose(table.options[0])
    assert table.state.pending[-1].side == "allied"
    assert set(table.options) == {"2719", "2620"}
    question = table.rules.answers(table.state).question()
    assert {table.now.number(o.place): o.text for o in question.options} == {
        n: table.rules.names.place_name(n) for n in ("2719", "2620")
    }
    table.choose(hex_)
    assert table.state.markers["mulberry-us"].at == hex_
    later = work_of(table)
    beachheads.build(later)
    assert later.state.pending == table.state.pending


@pytest.mark.parametrize(("due", "later"), [(7, 8), (3, 3), (2, 2), (0, 0)])
def test_a_german_near_by_delays_what_is_not_complete(due: int, later: int) -> None:
    """21.1.2: on turn 3."""
    known = {tracks.MULBERRY_DUE + "us": due}
    beside = campaign([]).now
    near = beside.number(beside.ground.ring[beside.ground.index["2719"]][0])
    units = [counter("GE-12SS-26", near)]
    work = work_of(campaign(units, turn=3, tracks=known))
    beachheads.delay(work)
    assert work.state.tracks[tracks.MULBERRY_DUE + "us"] == later


def test_an_evacuated_unit_does_not_land_again_in_the_same_phase() -> None:
    """9.1, 21.2: it moves once in a phase, and leaving takes its whole allowance."""
    table = campaign([ENGINEERS, counter("US-4-8", "2814")])
    table.play(table.move("US-4-8", IN_BRITAIN, mode=EVACUATION))
    assert table.judge(arriving("US-4-8", IN_BRITAIN, "2814")) == {"9.1a"}
    assert not table.rules.answers(table.state).reach(["US-4-8"], "normal").hexes


@pytest.mark.parametrize(("engineers", "refused"), [("2525", set()), ("2426", {"21.2a"})])
def test_units_leave_from_either_hex_of_an_open_beach(engineers: str, refused: set[str]) -> None:
    """21.1.1, 21.2: the engineers in one hex of Gold open the other too, as for landings."""
    table = campaign([counter("BR-Eng-9+10", engineers), counter("BR-50-56", "2526")])
    assert table.judge(table.move("BR-50-56", IN_BRITAIN, mode=EVACUATION)) == refused


def test_lost_beach_engineers_return_to_britain_and_land_again() -> None:
    """21.1.4: a replacement brings them back; on land they could not go to their beach."""
    lost = counter("US-Eng-1S", LOST, steps=0)
    units = [OMAHA, lost, counter("US-HQ-5", "2719")]
    control = {"2814": "allied"}
    tracks = {"repl/us/infantry": 1}
    table = campaign(units, phase="replacement", tracks=tracks, control=control)
    back = act.MoveUnits(units=("US-Eng-1S",), path=(LOST, IN_BRITAIN), mode=RETURN)
    assert back in table.rules.legal(table.state, 50).actions
    assert table.judge(act.MoveUnits(units=("US-Eng-1S",), path=(LOST, "2719"), mode=RETURN))
    table.play(back)
    assert table.state.tracks["repl/us/infantry"] == 0
    table.play(act.NextPhase())
    table.play(arriving("US-Eng-1S", IN_BRITAIN, "2814"))
    assert "utah" in supply.open_beaches(table.now)


def test_a_mulberry_given_to_the_probe_is_complete_until_its_hex_is_lost() -> None:
    """21.1: it brings two supply points, and is gone with its hex, as one built in play."""
    port = {"markers": [{"kind": "mulberry", "hex": "2524"}]}
    table = campaign([OMAHA], phase="end", **port)
    table.play(act.NextPhase(), 4)
    assert table.state.tracks["supply_points.cw"] == 2
    lost = campaign([OMAHA, counter("GE-91-1057", "2524")], phase="combat", active="german", **port)
    lost.play(act.NextPhase())
    assert not lost.now.mulberries
    assert "mulberry-cw" in victory.closed_beaches(lost.now)


@pytest.mark.parametrize(("path", "due"), [(("2524", "2523"), 0), (("2423", "2322"), 7)])
def test_germans_who_pass_through_arromanches_destroy_its_mulberry(
    path: tuple[str, ...], due: int
) -> None:
    """21.1.4, 2.2.5: a village belongs to whoever had a unit in it last."""
    units = [counter("BR-Eng-7+8", "2526"), counter("GE-21-192", "2424")]
    known: Json = {
        "tracks": {"mulberry/cw": 7},
        "control": {"2524": "allied"},
        "markers": [{"kind": "mulberry", "hex": "2524"}],
    }
    table = campaign(units, turn=8, active="german", **known)
    table.play(table.move("GE-21-192", *path))
    table.play(act.NextPhase())
    assert table.state.tracks["mulberry/cw"] == due
    assert bool(table.state.markers) == bool(due)
