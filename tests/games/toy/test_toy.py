"""A game of three rules, written by following the pages: played by hand, by code, by the probe."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from engine.archive import FolderFiles
from engine.core import actions as act
from engine.core.effects import Decision
from engine.core.errors import UserError
from engine.core.state import State
from engine.games import require_rulebook
from engine.games.build import compile_module
from engine.modules.module import load_module
from engine.modules.validate import validate
from engine.play.audit import audit
from engine.play.autoplay import autoplay
from engine.play.game import Recording
from engine.play.referee import new_game, play
from engine.probe import Probe
from engine.rules import player
from engine.rules.base.decisions import Choice, Decisions, Handler, option_id
from engine.rules.judge import Forbidden
from engine.rules.ports import Ruleset
from engine.rules.registry import RuleMessages
from tests.games.clauses import clauses
from tests.games.toy.crossing_rules import CrossingAnswers


def step(unit: str, *path: str) -> act.MoveUnits:
    return act.MoveUnits(units=(unit,), path=path)


def rules_of(folder: Path) -> Ruleset:
    return require_rulebook("crossing").ruleset("duel", load_module(folder))


def played(rules: Ruleset, *actions: act.Action, dice: tuple[int, ...] = ()) -> State:
    state = rules.opening()
    for action in actions:
        needed = player.chance(rules, state, action)
        state = player.step(rules, state, action, dice if needed else ()).state
    return state


def test_its_data_have_no_fault(crossing: Path) -> None:
    assert [str(p) for p in validate(FolderFiles(crossing))] == []
    assert len(load_module(crossing).board.numbers) == 25


def test_missing_hexes_are_named(crossing: Path) -> None:
    (crossing / "source" / "hexes.csv").unlink()
    with pytest.raises(UserError, match=r"hexes\.csv"):
        next(iter(compile_module(crossing)))


@pytest.mark.parametrize(
    ("file", "was", "wrong", "where", "sentence"),
    [
        ("displays.json", "crossing", "ford", "game", "belongs to the game 'ford'"),
        ("scenarios/duel.json", '"turns":4', '"turns":9', "turns", "calendar ends with turn 4"),
        ("counters.json", '"front":{', '"back":{"steps":1},"front":{', "B1", "'back.means'"),
        ("counters.json", '"how":"set_up"', '"how":"set_up","area":"east"', "B1", "area 'east'"),
        ("counters.json", '"symbol":"infantry"', '"symbol":"tank"', "B1", "antitank, armor,"),
    ],
)
def test_a_fault_of_the_data_has_a_sentence(
    crossing: Path, file: str, was: str, wrong: str, where: str, sentence: str
) -> None:
    text = json.dumps(json.loads((crossing / file).read_text()), separators=(",", ":"))
    assert was in text
    (crossing / file).write_text(text.replace(was, wrong, 1))
    problems = [p for p in validate(FolderFiles(crossing)) if p.file == file]
    assert [(p.where, sentence in p.message) for p in problems] == [(where, True)]


@pytest.mark.parametrize(
    ("action", "key"),
    [
        (step("R1", "0501", "0401"), "1.phase"),
        (step("B1", "0101", "0303"), "1.far"),
        (step("B1", "0101", "0103"), "2.friends"),
    ],
)
def test_clauses(crossing: Path, action: act.MoveUnits, key: str) -> None:
    rules = rules_of(crossing)
    found = {v.key for v in rules.judge(rules.opening(), action)}
    assert f"rule.crossing.{key}" in found


def test_a_unit_moves_once(crossing: Path) -> None:
    rules = rules_of(crossing)
    state = played(rules, step("B1", "0101", "0102"))
    with pytest.raises(Forbidden, match="B1 has moved in this phase"):
        player.step(rules, state, step("B1", "0102", "0101"))


BESIDE = (
    step("B2", "0103", "0203"), act.NextPhase(),
    step("R2", "0503", "0403"), act.NextPhase(),
    step("B2", "0203", "0303"), act.NextPhase(),
)  # fmt: skip


@pytest.mark.parametrize(("die", "lost"), [(3, "R2"), (4, "B2")])
def test_an_attack(crossing: Path, die: int, lost: str) -> None:
    rules = rules_of(crossing)
    state = played(rules, *BESIDE, step("R2", "0403", "0303"), dice=(die,))
    assert rules.places.name(state.pieces[lost].place) == f"lost-{state.pieces[lost].side}"
    ways = list(player.branches(rules, played(rules, *BESIDE), step("R2", "0403", "0303")))
    assert len(ways) == 6
    assert {b.probability for b in ways} == {Fraction(1, 6)}


def test_victory(crossing: Path) -> None:
    rules = rules_of(crossing)
    ends = [act.NextPhase()] * 3
    state = played(rules, *BESIDE, *ends)
    assert player.outcome(rules, state) is None
    state = player.step(rules, state, act.NextPhase()).state
    if rules.over(state) is None:
        state = player.step(rules, state, act.NextPhase()).state
    ended = player.outcome(rules, state)
    assert ended is not None
    assert ended.winner == "blue"
    assert player.to_decide(rules, state) is None


def test_the_checklist_lists_the_units_that_can_move(crossing: Path) -> None:
    rules = rules_of(crossing)
    (line,) = rules.answers(rules.opening()).checklist()
    assert line.weight == "possible"
    assert "B1" in line.units
    moved = played(rules, step("B1", "0101", "0102"))
    (line,) = rules.answers(moved).checklist()
    assert "B1" not in line.units


def test_a_refusal_names_legal_alternatives(crossing: Path) -> None:
    rules = rules_of(crossing)
    found = player.alternatives_to(rules, rules.opening(), step("B2", "0103", "0303"))
    assert found
    assert {a.path[-1] for a in found if isinstance(a, act.MoveUnits)} <= {
        "0102",
        "0104",
        "0202",
        "0203",
        "0204",
    }


def test_code_plays_it_and_the_audit_agrees(crossing: Path, tmp_path: Path) -> None:
    rules = pickle.loads(pickle.dumps(rules_of(crossing)))
    for seed in range(5):
        path = tmp_path / f"auto{seed}.h44log"
        report = autoplay(rules, seed, 4, path)
        assert report.winner in ("blue", "red")
        assert audit(Recording.load(path), rules).breaches == []


@pytest.mark.parametrize("mode", ["off", "advisory", "enforced"])
def test_it_is_played_in_every_mode(crossing: Path, tmp_path: Path, mode: Any) -> None:
    with new_game(tmp_path / "g.h44log", str(crossing), "duel", mode=mode) as game:
        wrong = step("B1", "0101", "0303")
        if mode == "enforced":
            with pytest.raises(Forbidden, match="B1 moves to a hex next to it, not to 0303"):
                play(game, wrong)
        else:
            assert bool(play(game, wrong).verdicts) == (mode == "advisory")
        if mode != "off":
            play(game, step("B2", "0103", "0203"))
            assert play(game, act.NextPhase()).effects


def test_the_probe_answers(crossing: Path, tmp_path: Path) -> None:
    path = tmp_path / "g.h44log"
    with new_game(path, str(crossing), "duel", mode="enforced") as game:
        play(game, step("B2", "0103", "0203"))
    probe = Probe()

    def ask(op: str, **more: Any) -> Any:
        answer = probe.answer({"op": op, **more})
        assert answer["ok"], answer
        return answer["result"]

    pos = ask("load", log=str(path))["pos"]
    assert ask("hex", pos=pos, hex="0303")["name"] == "Ferry"
    assert sorted(ask("reach", pos=pos, unit="B1")["hexes"])
    far = step("B1", "0101", "0303").model_dump(mode="json")
    assert not ask("judge", pos=pos, action=far)["legal"]
    assert ask("ways_out", pos=pos, action=far)["actions"]
    near = ask("legal", pos=pos)["actions"]
    assert ask("chance", pos=pos, action=near[-1])["needs"] is None
    assert ask("outcome", pos=pos)["to_decide"] == "blue"
    assert ask("apply", pos=pos, action={"kind": "next_phase"})["sentence"]
    refused = probe.answer({"op": "zoc", "pos": pos, "side": "blue"})
    assert refused["error"]["code"] in ("not_supported", "bad_request")


def test_positions_name_the_game_by_its_path(crossing: Path) -> None:
    probe, game = Probe(), str(crossing)
    given = {"game": game, "turn": 2, "units": [{"id": "B1", "hex": "0401"}]}
    loaded = probe.answer({"op": "load", "position": given})["result"]
    reached = probe.answer({"op": "reach", "pos": loaded["pos"], "unit": "B1"})["result"]
    assert sorted(reached["hexes"]) == ["0301", "0302", "0402", "0501", "0502"]
    state = probe.answer({"op": "state", "pos": loaded["pos"]})["result"]
    again = Probe().answer({"op": "load", "position": {**state, "game": game}})["result"]
    assert again["digest"] == loaded["digest"]
    remade = pickle.loads(pickle.dumps(probe.ruleset(loaded["pos"])))
    assert remade.board.numbers == probe.ruleset(loaded["pos"]).board.numbers


@pytest.mark.parametrize(
    ("position", "where", "sentence"),
    [
        ({"scenario": "war"}, "scenario", "There is no scenario 'war'; the scenarios are duel."),
        ({"board": {"rows": (1, 2), "cols": (1, 2)}}, "board", "The Crossing"),
        ({"units": [{"id": "x", "hex": "0101", "side": "red", "kind": "infantry"}]},
         "units[0].kind", "printed board and counters"),
    ],
)  # fmt: skip
def test_positions_have_the_printed_board_and_counters(
    crossing: Path, position: Any, where: str, sentence: str
) -> None:
    given = {"game": str(crossing), **position}
    error = Probe().answer({"op": "load", "position": given})["error"]
    assert error["where"] == where
    assert sentence in error["message"]


@pytest.mark.usefixtures("crossing")
def test_the_rows_of_coverage_have_clauses_to_remove() -> None:
    found = {clause.row.id: clause.ways for clause in clauses("crossing")}
    assert found.keys() == {"1", "2", "3"}
    assert all(found.values())


class Retreat(Handler[Any, Any]):
    """A choice of two hexes, without any text in the catalogue of the game."""

    kind = "retreat"

    def choices(self, position: Any, args: Any) -> list[Choice]:
        paths = [
            (position.places.index("0101"), position.places.index(h)) for h in ("0102", "0201")
        ]
        return [Choice(option_id(position, "B1", path), ("B1",), path) for path in paths]


def test_a_decision_needs_no_text_of_its_own(crossing: Path) -> None:
    class Asking(CrossingAnswers):
        decisions = Decisions(RuleMessages("crossing"), "1", [Retreat()])

    rules: Any = rules_of(crossing)
    asked = Decision.model_validate({"kind": "retreat", "side": "blue", "args": {}})
    state = replace(rules.opening(), pending=(asked,))
    question = Asking(rules, rules.position(state)).question()
    assert question is not None
    assert (question.title, question.text) == ("Blue: retreat", "")
    assert [o.text for o in question.options] == ["1 → 0102", "1 → 0201"]
    assert [o.place for o in question.options] == [rules.board.hex(h) for h in ("0102", "0201")]


def test_rules_without_a_sequence_are_refused_in_a_sentence(crossing: Path, tmp_path: Path) -> None:
    from engine.cli.main import app

    (crossing / "charts" / "sequence.json").unlink()
    words = ["autoplay", str(crossing), "duel", "-o", str(tmp_path / "a.h44log")]
    done = CliRunner().invoke(app, words)
    with pytest.raises(UserError, match=r"add charts/sequence.json and charts/calendar.json"):
        raise done.exception or AssertionError(done.output)


def test_the_command_line_plays_it(crossing: Path, tmp_path: Path) -> None:
    from engine.cli.main import app

    path, runner = tmp_path / "cli.h44log", CliRunner()
    for words, told in (
        (["autoplay", str(crossing), "duel", "-o", str(path)], "cli.h44log"),
        (["audit", str(path)], ""),
        (["verify", str(path)], ""),
        (["rule", "2", "--game", "crossing"], "crossing_rules.py"),
        (["coverage", "crossing"], "enforced"),
        (["state", str(path)], "Winner"),
    ):
        done = runner.invoke(app, words)
        assert done.exit_code == 0, (words, done.output, done.exception)
        assert told in done.output.replace("\n", ""), done.output
