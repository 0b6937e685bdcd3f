"""Random games use everything the rulebooks offer; ``make soak`` plays until all was used."""

from __future__ import annotations

import pytest

from engine.core import actions as act
from engine.core.places import Places
from engine.games import require_rulebook
from tests.games.census import OFFERED, label, played

SCENARIOS = [(game, scenario) for game, rows in OFFERED.items() for scenario in rows]


def test_labels_tell_orders_apart() -> None:
    places = Places(["1", "2"], ["box"])
    assert label("movement", act.MoveUnits(units=("x",), path=("1", "2")), places) == (
        "movement: move normal"
    )
    landing = act.MoveUnits(units=("x",), path=("box", "2"), mode="landing")
    assert label("airborne", landing, places) == "airborne: move landing from a box"
    attack = act.DeclareAttack(attackers=("x",), target="1", artillery=("g",), combat="assault")
    assert label("air3", act.NextPhase(), places) == label("air5", act.NextPhase(), places)
    assert label("assault", attack, places) == "assault: declare_attack assault with guns"


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_units_move_and_attack_in_the_phases_that_the_ruleset_names(
    game: str, scenario: str
) -> None:
    """Only there the window shows reach while dragging and prepares attacks by clicks."""
    ruleset = require_rulebook(game).ruleset(scenario)
    moves = {phase.rstrip("0123456789") for phase in ruleset.move_phases}
    fights = {phase.rstrip("0123456789") for phase in ruleset.attack_phases}
    on_the_way = {("holland44", "movement")}  # 8.7: an automatic DS during a move
    rows = [row.partition(": ")[::2] for row in OFFERED[game][scenario]]
    marched = {phase for phase, what in rows if what.startswith("move ") and " box" not in what}
    fought = {phase for phase, what in rows if what.startswith("declare_attack")}
    fought -= {phase for name, phase in on_the_way if name == game}
    assert marched <= moves
    assert fought <= fights


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "scenario", "games", "phases"),
    [
        ("airbridge", "introductory", 8, {"declaration", "bombardment", "assault"}),
        ("marketgarden", "campaign", 1, {"combat"}),
    ],
)
def test_random_games_fight_in_every_phase(
    game: str, scenario: str, games: int, phases: set[str]
) -> None:
    counts, _ = played(game, scenario, games)
    fights = {row.split(":")[0] for row in counts if "declare_attack" in row or "bombard" in row}
    assert phases <= fights


@pytest.mark.soak
@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_random_games_play_everything_the_rulebook_offers(game: str, scenario: str) -> None:
    counts, games = played(game, scenario, 200)
    print(f"{game}, {scenario}, {games} games")
    for row, times in sorted(counts.items()):
        print(f"{times:8} {row}")
    assert set(OFFERED[game][scenario]) - counts.keys() == set()
