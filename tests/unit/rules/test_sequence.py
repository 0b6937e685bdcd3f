"""The sequence of play, with the exceptions of the first turn and of day turns."""

from __future__ import annotations

import shutil
from importlib.resources import files
from pathlib import Path

import pytest

from engine.core.effects import Clock
from engine.games import require_rulebook
from engine.modules.module import Module, load_module
from engine.rules.base.sequence import Sequence


@pytest.fixture
def campaign(module: Module) -> Sequence:
    found = Sequence.of(module, "campaign")
    assert found is not None
    return found


def walk(sequence: Sequence) -> list[Clock]:
    clocks, now = [], sequence.after(Clock(turn=0, phase="setup", active=""))
    while now is not None:
        clocks.append(now)
        now = sequence.after(now)
    return clocks


def test_play_begins_with_the_landing_of_turn_1(campaign: Sequence) -> None:
    first = walk(campaign)[0]
    assert (first.turn, first.phase, first.active) == (1, "airlanding", "allied")


def test_the_allies_have_no_resupply_and_no_bridge_phase_on_turn_1(campaign: Sequence) -> None:
    on_turn_1 = {(s.phase, s.active) for s in campaign.phases(1)}
    assert ("bridge", "allied") not in on_turn_1
    assert ("artillery_resupply", "allied") not in on_turn_1
    assert ("bridge", "german") in on_turn_1
    assert ("bridge", "allied") in {(s.phase, s.active) for s in campaign.phases(2)}


def test_weather_is_rolled_in_the_morning_only(campaign: Sequence) -> None:
    with_weather = [c.turn for c in walk(campaign) if c.phase == "weather"]
    assert with_weather == [3, 6, 9, 12, 15, 18]


def test_every_turn_is_played_once_and_the_game_ends(module: Module, campaign: Sequence) -> None:
    turns = [c.turn for c in walk(campaign)]
    assert turns == sorted(turns)
    assert set(turns) == set(range(1, 21))
    assert len({(c.turn, c.phase, c.active) for c in walk(campaign)}) == len(turns)
    short = Sequence.of(module, "short")
    assert short is not None
    assert walk(short)[-1].turn == 11


def test_the_last_phase_of_a_turn_is_followed_by_the_first_of_the_next(campaign: Sequence) -> None:
    after = campaign.after(Clock(turn=2, phase="victory", active="german"))
    assert after == Clock(turn=3, phase="weather", active="allied")


def test_an_unknown_phase_is_followed_by_the_first_of_its_turn(campaign: Sequence) -> None:
    after = campaign.after(Clock(turn=4, phase="lunch", active="allied"))
    assert after == Clock(turn=4, phase="artillery_resupply", active="allied")


def test_there_is_no_phase_after_the_end_or_outside_the_calendar(campaign: Sequence) -> None:
    assert campaign.after(Clock(turn=20, phase="victory", active="german")) is None
    assert campaign.after(Clock(turn=99, phase="movement", active="german")) is None
    assert campaign.phases(99) == ()


def test_an_unknown_game_has_no_sequence(module: Module) -> None:
    assert Sequence.of(module, "no such scenario") is None


def test_a_game_without_a_calendar_has_no_sequence(tmp_path: Path) -> None:
    copy = tmp_path / "dateless"
    shutil.copytree(str(files("resources") / "holland44"), copy)
    assert Sequence.of(load_module(copy), "campaign") is not None
    (copy / "charts" / "calendar.json").unlink()
    assert Sequence.of(load_module(copy), "campaign") is None


def test_the_default_scenario_is_the_first(module: Module) -> None:
    first = module.meta.scenarios[0]
    assert Sequence.of(module) == Sequence.of(module, first)
    others = [Sequence.of(module, name) for name in module.meta.scenarios[1:]]
    assert all(other != Sequence.of(module) for other in others)


@pytest.mark.parametrize(
    ("game", "scenario", "phase", "fight"),
    [
        ("airbridge", "campaign", "movement", "declaration"),
        ("airbridge", "campaign", "mechanised", None),
        ("ardenas", "short", "air6", "combat"),
        ("ardenas", "short", "movement", "combat"),
        ("holland44", "short", "movement", "combat"),
        ("marketgarden", "campaign", "movement", "combat"),
        ("marketgarden", "campaign", "combat", None),
        ("normandy44", "cherbourg", "combat", "reserve_combat"),
    ],
)
def test_the_next_attack_of_a_side_is_in_a_later_phase_of_its_turn(
    game: str, scenario: str, phase: str, fight: str | None
) -> None:
    ruleset = require_rulebook(game).ruleset(scenario)
    for side in ruleset.module.meta.sides:
        clock = Clock(turn=2, phase=phase, active=side.id)
        found = ruleset.next_attack(clock)
        assert found == (fight and Clock(turn=2, phase=fight, active=side.id))
