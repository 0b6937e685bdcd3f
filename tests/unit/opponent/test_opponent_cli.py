"""The commands of computer players: match, computer, and a new game against the computer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.log.store import load
from engine.opponent import seats
from engine.opponent.player import Player
from engine.opponent.seats import ruleset_to_play
from engine.opponent.strengths import player_named
from engine.play.audit import audit
from engine.play.game import Recording
from tests.running import output as run

SIDE = "allied"


@pytest.mark.slow
def test_a_match_prints_the_score_with_its_interval():
    words = ("match", "recruit", "random", "--game", "airbridge", "--scenario", "introductory")
    text = run(*words, "--games", 2, "--seed", 4)
    assert "/ 2" in text
    assert "%" in text
    found = json.loads(run(*words, "--games", 2, "--seed", 4, "--json"))
    assert [game["seed"] for game in found] == [4, 4]
    assert found[0]["players"] != found[1]["players"]


def test_a_match_of_unknown_players_is_refused():
    assert "napoleon" in run("match", "napoleon", "random", code=2)


def test_the_computer_plays_until_a_person_must_decide(tmp_path: Path):
    log = tmp_path / "game.h44log"
    run("new", "marketgarden", "campaign", "-o", log, "--computer", f"{SIDE}:recruit")
    header = load(log).log.header
    assert header.players == {SIDE: "computer:recruit"}
    assert header.enforcement == "enforced"
    text = run("computer", log)
    assert "Attack" in text or "Move" in text
    entries = load(log).log.entries
    own = [e for e in entries if e.author is not None]
    assert len(own) > 5
    for entry in own:
        assert entry.author.kind == "program"
        assert entry.author.name.startswith("recruit ")
        assert entry.by == SIDE
    recording = Recording.load(log)
    asked = recording.state(len(recording))
    assert (asked.pending[-1].side if asked.pending else asked.clock.active) != SIDE
    found = audit(recording, ruleset_to_play(recording)).findings
    assert [f for f in found if f.level == "forbid"] == []
    side = recording.module.side_name(asked.side_to_act)
    assert f"it is for {side} to decide now" in run("computer", log)


def test_a_hint_prints_the_best_order_and_writes_nothing(tmp_path: Path):
    log = tmp_path / "game.h44log"
    run("new", "marketgarden", "campaign", "-o", log, "--computer", SIDE)
    before = log.read_bytes()
    assert len(run("computer", log, "--hint")) > 10
    assert log.read_bytes() == before


def test_the_strongest_player_of_the_scenario_gives_hints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    asked: list[str] = []

    def named(name: str, *arguments: object, **options: object) -> Player:
        asked.append(name)
        return player_named("random", *arguments, **options)

    monkeypatch.setattr(seats, "player_named", named)
    for scenario, player in (("cherbourg", "staff"), ("campaign", "recruit")):
        log = tmp_path / f"{scenario}.h44log"
        run("new", "normandy44", scenario, "-o", log, "--computer", SIDE)
        assert run("computer", log, "--hint")
        assert asked.pop() == player


def test_bad_seats_are_refused_with_a_message(tmp_path: Path):
    log = tmp_path / "game.h44log"
    new = ("new", "marketgarden", "campaign", "-o", log)
    assert "polish" in run(*new, "--computer", "polish", code=2)
    assert "napoleon" in run(
        "new", "marketgarden", "-o", log, "--computer", f"{SIDE}:napoleon", code=2
    )
    unproven = ("new", "ardenas", "full", "-o", log, "--computer", "german:club")
    assert "Known: recruit." in run(*unproven, code=2)
    assert not log.exists()
    run(*new)
    assert "--side" in run("computer", log, code=2)
    assert "rules" in run("computer", log, "--side", SIDE, code=2)
