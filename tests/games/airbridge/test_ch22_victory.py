"""Victory in each scenario."""

from __future__ import annotations

import pytest

from engine.games.airbridge.rules import ch22_victory as victory
from engine.rules.judge import Given
from tests.games.airbridge.test_examples import Table, read


@pytest.mark.parametrize(
    ("allied", "german", "level", "winner"),
    [
        ("B4315 B4412", "B4415", "substantial", "allied"),
        ("B4315 B4412 B4415", "", "overwhelming", "allied"),
        ("", "B4315 B4412 B4415", "overwhelming", "german"),
        ("B4315 B4415", "B4412", "none", "draw"),
        ("B4412 B4415", "B4315", "marginal", "allied"),
        ("B4315", "B4412 B4415", "marginal", "german"),
        ("B4412", "B4415 B4315", "substantial", "german"),
    ],
)
def test_the_higher_level_wins_a_tournament(
    allied: str, german: str, level: str, winner: str
) -> None:
    """TOURN.g."""
    table = Table("tournament", turn=10, phase="end", active="allied")
    work = table.rules.work(table.state, Given([]))
    for unit in table.position.stack(table.position.ground.index["B4315"]):
        work.put(unit.id, "eliminated-german")
    for side, hexes in (("allied", allied), ("german", german)):
        for number in hexes.split():
            work.control(table.position.ground.index[number], side)
    held = {n: victory.holder(work.position, n) for n in ("B4315", "B4415", "B4412")}
    assert {s: {n for n in held if held[n] == s} for s in ("allied", "german")} == {
        "allied": set(allied.split()),
        "german": set(german.split()),
    }
    victory.count(work)
    assert (work.state.tracks["result"], work.state.tracks["winner"]) == (level, winner)


def test_steps_beyond_row_13_count_and_all_of_the_second_sheet() -> None:
    """INTRO.f."""
    table = Table("introductory", turn=1, phase="movement", active="allied")
    for number, steps in (("A1310", 0), ("A1410", 2), ("B0110", 2)):
        assert victory.beyond(table.put("BR-GA-2GG", number).position) == steps
    assert victory.beyond(table.put("BR-GA-2GG", "B0110", steps=1).position) == 1


def test_fresh_steps_beyond_the_neder_rijn_win_a_campaign() -> None:
    """CAMP.v1, CAMP.v2: fatigued ones do not count, and a bought division costs a level."""
    table = Table("campaign", turn=22, phase="end", active="german")
    north = sorted(table.position.ground.north)
    names = [u.id for u in table.position.off_map("allied")][:6]
    for n, name in enumerate(names):
        table.put(name, table.position.number(north[n]))
    table.put(names[0], table.position.number(north[0]), status=("fatigued",))
    assert victory.across(table.position) == 10
    for levels, level in (
        (0, "allied substantial"),
        (1, "allied marginal"),
        (2, "german substantial"),
    ):
        work = table.track("levels", levels).rules.work(table.state, Given([]))
        victory.count(work)
        assert (work.state.tracks["result"], work.state.tracks["winner"]) == (
            level,
            level.split()[0],
        )


def test_the_introductory_scenario_counts_allied_points_only() -> None:
    """INTRO.f."""
    table = Table("introductory")
    points = table.rules.answers(table.state).standing().points
    assert set(points) == {"allied", "german"}
    assert points["german"] == 0
    tournament = Table("tournament")
    name = next(u.id for u in tournament.position.own("german"))
    tournament.put(name, "eliminated-german")
    assert tournament.rules.answers(tournament.state).standing().points["german"] == 0


@pytest.mark.parametrize(("reading", "holder"), [("last", "german"), ("present", "")])
def test_a_hex_that_its_last_occupier_left_is_held_by_the_reading(
    reading: str, holder: str
) -> None:
    """TOURN.g."""
    table = Table("tournament", turn=10, phase="end", active="allied")
    for unit in table.position.stack(table.position.ground.index["B4315"]):
        table.put(unit.id, "eliminated-german")
    read(table, "control", reading)
    assert victory.holder(table.position, "B4315") == holder
