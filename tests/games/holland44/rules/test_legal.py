"""The legal actions: complete for a small position, and all playable."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from engine.games import require_rulebook
from engine.play.autoplay import autoplay
from engine.play.game import Recording
from engine.probe import Probe
from tests.games.holland44.rules.positions import position
from tests.games.holland44.rules.tabletop import Table, unit

BOOK = require_rulebook("holland44")


def test_the_moves_are_those_of_reach(diagram):
    table = diagram([unit("a1", "0505"), unit("g1", "0507")])
    listed = table.ask("legal")
    assert (listed["side"], listed["more"]) == ("allied", 0)
    assert listed["actions"][0] == {"kind": "next_phase"}
    ends = {a["path"][-1] for a in listed["actions"][1:]}
    assert ends == set(table.reach("a1"))


def test_the_attacks_are_those_that_are_judged_legal(diagram):
    units = [unit("a1", "0505"), unit("a2", "0606"), unit("a3", "0501"), unit("g1", "0506")]
    table = diagram(units, phase="combat")
    found = {tuple(a["attackers"]) for a in table.ask("legal")["actions"][1:]}
    assert found == {("a1",), ("a2",), ("a1", "a2")}


def test_attacks_come_with_artillery_and_air_support(diagram):
    guns = [
        unit("a8", "0503", kind="artillery", attack=0, range=4, max_steps=1),
        unit("a9", "0503", kind="artillery", attack=0, range=2, max_steps=1),
    ]
    units = [unit("a1", "0505", nationality="british"), unit("g1", "0506"), *guns]
    found = diagram(units, phase="combat", weather="clear").ask("legal")["actions"][1:]
    support = {(tuple(a.get("artillery", ())), a.get("air", 0)) for a in found}
    assert support == {((), 0), ((), 1), (("a8",), 0), (("a8",), 1)}
    overcast = diagram(units, phase="combat", weather="overcast").ask("legal")["actions"][1:]
    assert not any(a.get("air") for a in overcast)


def test_a_stack_moves_together_too(diagram):
    units = [unit("a1", "0505"), unit("a2", "0505"), unit("g1", "0110")]
    gun = unit("a9", "0505", kind="artillery", attack=0, movement=1, max_steps=1)
    listed = diagram([*units, gun]).ask("legal", most=1000)["actions"]
    together = {tuple(a["units"]) for a in listed if a["kind"] == "move"}
    assert together == {("a1",), ("a2",), ("a9",), ("a1", "a2"), ("a1", "a2", "a9")}


def test_a_list_is_bounded_and_counts_the_rest(diagram):
    units = [unit(f"a{n}", f"0{n}01") for n in range(1, 9)]
    listed = diagram(units).ask("legal", most=10)
    assert len(listed["actions"]) == 10
    assert listed["more"] > 0
    one = diagram([unit("a1", "0505"), unit("g1", "0110")])
    assert one.ask("legal", most=4)["more"] == 1  # the moves of a1 are not all there
    assert one.ask("legal", most=100)["more"] == 0


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("phase", ["movement", "combat"])
def test_every_legal_action_can_be_played(probe: Probe, seed: int, phase: str) -> None:
    table = Table(probe, {**position(seed), "phase": phase})
    actions = table.ask("legal", most=500)["actions"]
    random.Random(seed).shuffle(actions)
    for action in actions[:25]:
        answer = probe.answer({"op": "apply", "pos": table.pos, "action": action, "dice": [1] * 40})
        assert answer["ok"], (action, answer["error"])


@pytest.mark.slow
def test_random_games_keep_every_invariant_and_come_out_the_same(tmp_path):
    first = autoplay(BOOK.ruleset("campaign"), 7, 1, tmp_path / "a.h44log")
    second = autoplay(BOOK.ruleset("campaign"), 7, 1, tmp_path / "b.h44log")
    assert first == second
    assert (tmp_path / "a.h44log").read_bytes() == (tmp_path / "b.h44log").read_bytes()
    other = autoplay(BOOK.ruleset("campaign"), 8, 1, tmp_path / "c.h44log")
    assert other.digest != first.digest
    recording = Recording.load(tmp_path / "a.h44log")
    assert len(recording) == first.entries
    turns = [recording.state(n).clock.turn for n in range(1, len(recording) + 1)]
    assert all(a <= b for a, b in pairwise(turns))
    assert {e.action.kind for e in recording.timeline.entries} >= {"move", "next_phase"}
    assert all(recording.step(n).sentence for n in range(1, len(recording) + 1))


@pytest.mark.slow
def test_the_short_scenario_is_played_too(tmp_path):
    assert autoplay(BOOK.ruleset("short"), 3, 1, tmp_path / "s.h44log").turn >= 2


@pytest.mark.parametrize("seed", range(20))
def test_reach_agrees_with_judge_in_the_middle_of_a_move(probe: Probe, seed: int) -> None:
    """The rest of a move is searched and judged alike, near and far."""
    table = Table(probe, position(seed))
    moves = [a for a in table.ask("legal", most=500)["actions"] if a["kind"] == "move"]
    shortest = [m for m in moves if len(m["path"]) == 2]
    for move in random.Random(seed).sample(shortest, min(4, len(shortest))):
        action = {"op": "apply", "pos": table.pos, "action": move, "dice": [1] * 9}
        answer = probe.answer(action)
        assert answer["ok"], answer["error"]
        name = move["units"][0]
        after = Table.__new__(Table)
        after.probe, after.pos = probe, answer["result"]["pos"]
        if after.pending or name not in after.state()["units"]:
            continue
        mode = move.get("mode", "normal")
        found = after.reach(name, mode)
        for entry in found.values():
            assert after.move(name, *entry["path"], mode=mode)["legal"], (name, entry)
        here = after.at(name)
        if not here.isdigit():
            assert found == {}
            continue
        for near in after.ask("hex", hex=here)["neighbours"]:
            legal = after.move(name, here, near, mode=mode)["legal"]
            assert legal <= (near in found), (name, here, near, mode)
