"""Optional rules (chapter 28): batteries and historical storms."""

from __future__ import annotations

import pytest

from engine.core import actions as act
from engine.games.normandy44 import tracks
from engine.games.normandy44.rules import ch28_batteries as batteries
from engine.games.normandy44.vocabulary import IN_BRITAIN
from tests.games.normandy44.givens import arriving
from tests.games.normandy44.tabletop import Json
from tests.games.normandy44.test_rules_by_themselves import campaign, counter, work_of


@pytest.mark.parametrize(
    ("turn", "option", "strongpoints", "us", "cw"),
    [
        (2, "on", ("GE-SP-Crisbecq", "GE-SP-PtHoc", "GE-SP-Longues"), 1, 1),
        (2, "on", ("GE-SP-PtHoc",), 1, 2),
        (2, "on", ("GE-SP-Longues",), 2, 1),
        (2, "on", (), 2, 2),
        (2, "off", ("GE-SP-Crisbecq", "GE-SP-Longues"), 2, 2),
        (1, "on", ("GE-SP-Crisbecq", "GE-SP-Longues"), 2, 2),
    ],
)
def test_batteries_occupy_a_ship_of_their_sector(
    turn: int, option: str, strongpoints: tuple[str, ...], us: int, cw: int
) -> None:
    """28.3a, 28.3b."""
    units = [counter(n, f"2{n_}10") for n_, n in enumerate(strongpoints)]
    table = campaign(units, turn=turn, tracks={"option/coast_batteries": option})
    work = work_of(table)
    batteries.suppress(work)
    ships = work.state.tracks[tracks.NAVAL + "us"], work.state.tracks[tracks.NAVAL + "cw"]
    assert ships == (us, cw)
    assert (batteries.SUPPRESSED in work.state.tracks) is (cw == 1)


@pytest.mark.parametrize(("left", "row", "after"), [(2, 1, 1), (1, 1, None), (None, 4, None)])
def test_a_long_storm_goes_on_without_a_roll(left: int | None, row: int, after: int | None) -> None:
    """28.2."""
    storm: Json = {"option/storms": "three_days"}
    storm |= {} if left is None else {tracks.STORM_LEFT: left}
    table = campaign([], turn=13, phase="end", tracks=storm)
    table.play(act.NextPhase(), *([] if left else [4]))
    assert table.state.tracks[tracks.WEATHER_ROW] == row
    assert table.state.tracks.get(tracks.STORM_LEFT) == after


@pytest.mark.parametrize(("ships", "refused"), [(1, set()), (0, {"28.3c"})])
def test_nobody_lands_on_sword_under_the_guns_of_mont_canisy(ships: int, refused: set[str]) -> None:
    """28.3: who brings reinforcements over Sword has to suppress the battery."""
    units = [counter("BR-Eng-5", "2330"), counter("BR-Eng-7+8", "2527")]
    units += [counter("BR-3-9", IN_BRITAIN), counter("GE-SP-MontCanisy", "2437")]
    known: Json = {"tracks": {"naval/cw": ships}, "control": {"2330": "allied", "2527": "allied"}}
    table = campaign(units, options={"coast_batteries": "on"}, **known)
    assert table.judge(arriving("BR-3-9", IN_BRITAIN, "2330")) == refused
    assert not table.judge(arriving("BR-3-9", IN_BRITAIN, "2527"))
