"""Chapters 4, 14 and 15: the sequence of play and the weather."""

from __future__ import annotations

import pytest

from engine.core import actions as act
from engine.core.state import State
from engine.games.ardenas.tracks import WEATHER
from engine.probe.playing import apply
from engine.request_fields import Refused
from engine.rules.judge import Given
from engine.rules.ports import GivenPosition
from tests.games.ardenas.tabletop import BOOK, ask, given, unit


def ended(found: GivenPosition, *dice: int) -> State:
    """The state after the end of the phase; the dice are sides of a common die."""
    rules = found.ruleset
    work = rules.work(found.state, Given(list(dice)))
    work.do(*rules.resolve(found.state, act.NextPhase(), Given(list(dice)))[0])
    return work.state


def test_the_special_die_has_two_threes_and_two_fours() -> None:
    assert BOOK.table("special_die", {}).result == [2, 3, 3, 4, 4, 5]


@pytest.mark.parametrize(
    ("side", "weather"),
    [(1, "storm"), (2, "good"), (3, "good"), (4, "good"), (5, "good"), (6, "fog")],
)
def test_a_die_decides_the_weather_from_turn_7(side: int, weather: str) -> None:
    found = given(unit("a", "1515"), turn=7, phase="weather")
    assert ended(found, side).tracks[WEATHER] == weather
    face = BOOK.charts.die.faces[side - 1]
    assert BOOK.table("weather", {"die": face}).result == weather


@pytest.mark.parametrize(("face", "weather"), [(2, "storm"), (3, "good"), (4, "good"), (5, "fog")])
def test_the_probe_takes_faces_of_the_special_die(face: int, weather: str) -> None:
    found = given(unit("a", "1515"), turn=7, phase="weather")
    request = {"action": {"kind": "next_phase"}, "dice": [face, 5]}
    after, said = apply(found.ruleset, found.state, request)
    assert after.tracks[WEATHER] == weather
    assert said["dice_left"] == [5]


@pytest.mark.parametrize("face", [1, 6])
def test_the_probe_refuses_faces_that_the_special_die_lacks(face: int) -> None:
    found = given(unit("a", "1515"), turn=7, phase="weather")
    with pytest.raises(Refused, match="2, 3, 4, 5"):
        apply(found.ruleset, found.state, {"action": {"kind": "next_phase"}, "dice": [face]})


def test_the_probe_lists_the_six_faces_of_the_die_that_is_needed() -> None:
    found = given(unit("a", "1515"), turn=7, phase="weather")
    assert ask("chance", found, action={"kind": "next_phase"})["faces"] == [2, 3, 3, 4, 4, 5]
    assert ask("chance", found, action={"kind": "next_phase"}, dice=[5])["faces"] is None


@pytest.mark.parametrize("die", [1, 6])
def test_other_faces_are_refused(die: int) -> None:
    with pytest.raises(Refused):
        BOOK.table("weather", {"die": die})


def test_no_die_is_thrown_on_turns_1_to_6() -> None:
    found = given(unit("a", "1515"), turn=6, phase="weather")
    assert ended(found).tracks[WEATHER] == "bad"
    assert not ask("sequence", found)["phases"][0]["roll"]
    assert ask("sequence", given(unit("a", "1515"), turn=7))["phases"][0]["roll"]


@pytest.mark.parametrize(("side", "weather"), [(1, "storm"), (3, "storm"), (4, "fog"), (6, "fog")])
def test_a_die_decides_between_storm_and_fog_by_the_other_reading(side: int, weather: str) -> None:
    option = {"options": {"early_weather": "throw"}}
    found = given(unit("a", "1515"), turn=2, phase="weather", **option)
    assert ended(found, side).tracks[WEATHER] == weather


def test_six_air_sub_turns_go_before_the_german_and_the_allied_ground_turn() -> None:
    phases = ask("sequence", given(unit("a", "1515")))["phases"]
    assert [p["phase"] for p in phases] == ["weather", *["air"] * 12, "ground", "ground", "end"]
    air = [(p["subturn"], p["side"]) for p in phases[1:13]]
    assert air == [(n, side) for n in range(1, 7) for side in ("german", "allied")]
    assert [p["side"] for p in phases[13:15]] == ["german", "allied"]


def phases_from(found: GivenPosition, *dice: int) -> list[tuple[str, str]]:
    rules, state, seen = found.ruleset, found.state, []
    source = Given(list(dice))
    while state.clock.turn == found.state.clock.turn:
        seen.append((state.clock.phase, state.clock.active))
        work = rules.work(state, source)
        work.do(*rules.resolve(state, act.NextPhase(), source)[0])
        state = work.state
    return seen


def test_a_turn_goes_through_every_phase_of_the_module() -> None:
    seen = phases_from(given(unit("a", "1515"), turn=8, phase="weather"), 3)
    air = [(f"air{n}", side) for n in range(1, 7) for side in ("german", "allied")]
    ground = ["groupings", "engineers", "bombardment", "movement", "combat", "capture"]
    german = [(p, "german") for p in ("groupings", "commandos", *ground[1:])]
    allied = [(p, "allied") for p in ground]
    assert seen == [("weather", "german"), *air, *german, *allied, ("end", "allied")]


def test_the_air_sub_turns_are_passed_over_in_fog() -> None:
    seen = phases_from(given(unit("a", "1515"), turn=8, phase="weather"), 6)
    assert not [phase for phase, _ in seen if phase.startswith("air")]


def test_the_marks_of_a_turn_end_with_it() -> None:
    found = given(
        unit("a", "1515", status=["acted", "affected"]), turn=8, phase="end", active="allied"
    )
    after = ended(found)
    assert (after.clock.turn, after.clock.phase) == (9, "weather")
    assert after.pieces["a"].status == {"affected"}


def test_columns_of_the_combat_table() -> None:
    """ARD-EX1 and EX2: 12 against 8 is +4; the columns end at -5 and +11."""
    for difference, column in ((4, "+4"), (-9, "-5"), (30, "+11"), (0, "0")):
        assert BOOK.table("crt_column", {"difference": difference}).result == column
    assert BOOK.table("crt", {"column": "+4", "row": "0"}).basis == "reconstructed"
    assert BOOK.table("crt", {"column": "+11", "row": "+3"}).result == "DX"


def test_stated_tables_of_single_throws() -> None:
    for name, faces in (
        ("paradrop", {2: "lands", 3: "lands", 4: "scatters", 5: "scatters"}),
        ("flak", {2: "hit", 3: "miss", 4: "miss", 5: "miss"}),
        ("bomb_bridge", {2: "intact", 3: "blown", 4: "blown", 5: "intact"}),
        ("commando_bridge", {2: "intact", 3: "blown", 4: "blown", 5: "intact"}),
    ):
        for die, result in faces.items():
            assert BOOK.table(name, {"die": die}).result == result
    assert BOOK.table("supply", {}).result == {"per": 12, "range": 8}
    steps = BOOK.table("area_sequence", {"column": "air"}).result
    assert steps == ["place_defender", "place_attacker", "move", "combat"]


@pytest.mark.parametrize(
    ("factor", "reading", "left"),
    [(5, "becomes_zero", 2), (1, "becomes_zero", 0), (1, "stays_one", 1)],
)
def test_an_affected_unit_has_half_its_factor(factor: int, reading: str, left: int) -> None:
    hurt = unit("a", "1515", combat=factor, status=["affected"])
    found = given(hurt, options={"affected_one": reading})
    assert ask("state", found)["units"]["a"]["values"]["combat"] == left


def test_a_position_after_the_last_turn_of_the_short_game_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        given(unit("a", "1515"), scenario="short", turn=13)
    assert refused.value.where == "turn"
