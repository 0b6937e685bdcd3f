"""Special units (chapter 17): commandos, garrisons, beach engineers and rangers."""

from __future__ import annotations

import pytest

from engine.core import actions as act
from engine.games.normandy44 import tracks
from engine.games.normandy44.rules import ch17_special_units as special
from engine.games.normandy44.vocabulary import IN_BRITAIN
from tests.games.normandy44.givens import LOST, OMAHA, arriving
from tests.games.normandy44.tabletop import Table, allied, german
from tests.games.normandy44.test_rules_by_themselves import campaign, counter, work_of


def test_commandos_leave_arromanches_when_it_is_quiet() -> None:
    """17.5: the strongpoint of Longues counts only with its guns (28.3)."""
    units = [counter("BR-4SS", "2525"), counter("GE-SP-Longues", "2623")]
    for option, stays in (("off", False), ("on", True)):
        work = work_of(campaign(units, tracks={"option/coast_batteries": option}))
        special.withdrawals(work)
        assert ("BR-4SS" in work.position.units) is stays


@pytest.mark.parametrize(
    ("turn", "enemy", "released"),
    [(2, "0504", {"r"}), (2, "0505", set()), (1, "0504", set())],
)
def test_an_alarm_releases_a_garrison(turn: int, enemy: str, released: set[str]) -> None:
    """17.6a: within two hexes, from the second turn."""
    units = [
        german("r", "0502", restricted=True),
        german("s", "1002", restricted=True),
        german("f", "0302"),
        allied("a", enemy),
    ]
    work = work_of(Table(units, active="german", turn=turn))
    special.release(work)
    prefix = tracks.RELEASED
    assert {n.removeprefix(prefix) for n in work.state.tracks if n.startswith(prefix)} == released


def test_one_alarm_inside_the_perimeter_releases_all_inside() -> None:
    """17.6b; until then they stay inside."""
    inside = [f"0{r}0{c}" for r in range(1, 6) for c in range(1, 6)]
    units = [
        german("r", "0505", restricted=True),
        german("s", "0101", restricted=True),
        german("o", "1111", restricted=True),
        allied("a", "0506"),
    ]
    board = {"hexes": {n: {"inside": True} for n in inside}}
    table = Table(units, active="german", phase="movement", **board)
    assert "17.6b" in table.judge(table.move("r", "0605"))
    assert "17.6b" not in table.judge(table.move("s", "0102"))
    work = work_of(table)
    special.release(work)
    assert {n for n in "rso" if tracks.RELEASED + n in work.state.tracks} == {"r", "s"}


def test_beach_engineers_stay_in_the_hex_where_they_land() -> None:
    """2.3.1b, 17.8: they never move; every other unit may go on by one hex."""
    table = campaign([OMAHA, counter("US-Eng-1S", IN_BRITAIN)], control={"2814": "allied"})
    assert table.judge(arriving("US-Eng-1S", IN_BRITAIN, "2814", "2813")) == {"2.3.1b"}
    found = table.rules.answers(table.state).reach(["US-Eng-1S"], "normal").hexes
    assert table.numbers(found) == {"2814"}
    table.play(arriving("US-Eng-1S", IN_BRITAIN, "2814"))
    assert table.at("US-Eng-1S") == "2814"


@pytest.mark.parametrize("place", [IN_BRITAIN, "follow-up-omaha", "2818"])
def test_rangers_leave_the_game_wherever_they_are(place: str) -> None:
    """17.5, 21.2: with no German within four hexes of Pointe du Hoc they do not land again."""
    ranger = counter("US-5Rgr", place)
    table = campaign([OMAHA, ranger], turn=6, phase="supply", active="german")
    table.play(act.NextPhase())
    assert table.at("US-5Rgr") == LOST
    assert table.state.tracks["withdrawn/US-5Rgr"] == 6
    near = [OMAHA, ranger, counter("GE-352-1/914", "2616")]
    kept = campaign(near, turn=6, phase="supply", active="german")
    kept.play(act.NextPhase())
    assert kept.at("US-5Rgr") == place


def test_rangers_that_were_lost_are_not_withdrawn() -> None:
    """17.5: they are gone already; nobody is withdrawn twice."""
    lost = counter("US-5Rgr", LOST, steps=0)
    table = campaign([OMAHA, lost], turn=6, phase="supply", active="german")
    table.play(act.NextPhase())
    assert "withdrawn/US-5Rgr" not in table.state.tracks
