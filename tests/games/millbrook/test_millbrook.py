"""A small game of zones, combat and supply, written by the guide: each rule and each port."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from engine.archive import FolderFiles
from engine.core import actions as act
from engine.core.errors import UserError
from engine.games import require_rulebook
from engine.modules.module import load_module
from engine.modules.validate import validate
from engine.play.autoplay import autoplay
from engine.play.game import Recording
from engine.play.referee import new_game
from engine.probe import Probe
from tests.games.clauses import clauses
from tests.games.millbrook.rules import TABLE


class Table:
    """A probe with one position of the game."""

    def __init__(self, folder: Path) -> None:
        self.probe, self.game, self.pos = Probe(), str(folder), ""

    def load(self, **position: Any) -> Table:
        units = [{"id": u, "hex": h} for u, h in position.pop("units", {}).items()]
        given = {"game": self.game, "units": units, "active": "blue", **position}
        self.pos = self.ask("load", position=given)["pos"]
        return self

    def answer(self, op: str, **request: Any) -> Any:
        return self.probe.answer({"op": op, "pos": self.pos, **request})

    def ask(self, op: str, **request: Any) -> Any:
        answer = self.answer(op, **request)
        assert answer["ok"], answer
        return answer["result"]

    def broken(self, *path: str, unit: str = "blue-3") -> list[str]:
        """Return the rules against a move."""
        action = {"kind": "move", "units": [unit], "path": path}
        return [v["rule"] for v in self.ask("judge", action=action)["verdicts"]]

    def attack(self, die: int, *units: str) -> Any:
        action = {"kind": "declare_attack", "attackers": units or ("blue-3",), "target": "0606"}
        answer = self.ask("apply", action=action, dice=[die])
        self.pos = answer["pos"]
        return answer

    def steps(self, unit: str) -> int:
        steps: int = self.ask("state")["units"][unit]["steps"]
        return steps


@pytest.fixture
def table(millbrook: Path) -> Table:
    return Table(millbrook)


AT_THE_BRIDGE = {"phase": "combat", "units": {"blue-3": "0506"}}
NIGHT = {"options": {"zones": "cost"}}


def test_the_data_have_no_fault(millbrook: Path) -> None:
    assert [str(p) for p in validate(FolderFiles(millbrook))] == []


# -- each rule ------------------------------------------------------------------------------------


def test_a_unit_moves_once(table: Table) -> None:
    move = {"kind": "move", "units": ["blue-3"], "path": ("0206", "0306")}
    table.pos = table.load().ask("apply", action=move)["pos"]
    again = {**move, "path": ("0306", "0406")}
    (refused,) = table.answer("apply", action=again)["error"]["verdicts"]
    assert refused["text"] == "3 Blue has moved in this phase."
    assert (
        table.answer("apply", action={**move, "units": ["red-1"], "path": ("0605", "0705")})[
            "error"
        ]["verdicts"][0]["rule"]
        == "1.1"
    )


@pytest.mark.parametrize(
    ("path", "cost"),
    [(["0306", "0406", "0506"], 3), (["0307", "0407"], 2), (["0205", "0204"], 3)],
)
def test_a_step_costs_by_terrain(table: Table, path: list[str], cost: int) -> None:
    table.load(clear_board=True, units={"blue-3": "0206"})
    found = table.ask("reach", unit="blue-3")["hexes"]
    assert found[path[-1]]["cost"] == cost
    assert found["0606"]["cost"] == 4  # by the bridge
    assert found["0605"]["cost"] == 5  # through the brook


def test_a_zone_stops(table: Table) -> None:
    table.load()
    assert table.broken("0206", "0306", "0406", "0506", "0505") == ["1.3"]
    assert table.broken("0206", "0306", "0406", "0506") == []
    assert table.ask("reach", unit="blue-3")["hexes"]["0506"]["stop"] == "ezoc"


def test_by_the_option_a_zone_costs_a_point(table: Table) -> None:
    table.load(**NIGHT)
    assert table.broken("0206", "0306", "0406", "0506", "0505") == []
    assert table.ask("reach", unit="blue-3")["hexes"]["0506"]["cost"] == 4


def test_a_hex_holds_one_unit(table: Table) -> None:
    table.load(units={"blue-3": "0506"})
    assert table.broken("0506", "0606") == ["1.4"]
    table.load()
    assert table.broken("0206", "0207") == ["1.4"]
    assert table.broken("0206", "0207", "0208") == []


def test_a_reinforcement_enters_at_its_edge(table: Table) -> None:
    table.load()
    assert table.broken("turn-2", "0106", unit="blue-6") == ["1.5"]
    table.load(turn=2)
    assert table.broken("turn-2", "0106", unit="blue-6") == []
    assert table.broken("turn-2", "0112", unit="blue-6") == ["1.5"]
    legal = table.ask("legal", most=500)["actions"]
    assert ["turn-2", "0106"] in [action.get("path") for action in legal]


def test_an_attack(table: Table) -> None:
    table.load(**AT_THE_BRIDGE)
    attacks = [a for a in table.ask("legal")["actions"] if a["kind"] == "declare_attack"]
    assert [(a["attackers"], a["target"]) for a in attacks] == [
        (["blue-3"], "0606"),
        (["blue-3"], "0607"),
    ]
    far = table.ask("odds", attackers=["blue-1"], target="0606")
    assert [v["text"] for v in far["verdicts"]] == ["1 Blue is not adjacent to 0606."]
    table.attack(5)
    assert not table.ask("odds", attackers=["blue-3"], target="0606")["legal"]


@pytest.mark.parametrize(("die", "blue", "red"), [(1, 1, 2), (5, 2, 2), (6, 2, 2)])
def test_a_result(table: Table, die: int, blue: int, red: int) -> None:
    odds = table.load(**AT_THE_BRIDGE).ask("odds", attackers=["blue-3"], target="0606")
    assert (odds["column"], odds["results"]["1"], odds["results"]["6"]) == ("1:2", "A1", "DR")
    answer = table.attack(die)
    assert (table.steps("blue-3"), table.steps("red-2")) == (blue, red)
    assert [asked["side"] for asked in answer["pending"]] == (["red"] if die == 6 else [])


def test_a_retreat(table: Table) -> None:
    table.load(**AT_THE_BRIDGE)
    (asked,) = table.attack(6)["pending"]
    assert asked["options"] == ["red-2 0705", "red-2 0706"]
    choice = {"kind": "choose", "decision": "retreat", "option": "red-2 0506"}
    assert [v["rule"] for v in table.ask("judge", action=choice)["verdicts"]] == ["2.3"]
    told = table.ask("apply", action={**choice, "option": "red-2 0705"})["sentence"]
    assert told == "2 Red retreats: 0606 → 0705 (1 hex)."


def test_supply(table: Table) -> None:
    lines = table.load().ask("supply", side="blue")["units"]
    assert lines["blue-1"]["path"] == ["0204", "0205", "0206", "0106"]
    table.load(phase="combat", units={"blue-3": "0706", "red-5": "1006"})
    line = table.ask("supply", side="blue")["units"]["blue-3"]
    assert not line["supplied"]
    assert {"hex": "0606", "rule": "3", "unit": "red-2"} in line["cut"]
    odds = table.ask("odds", attackers=["blue-3"], target="0606")
    assert odds["attack"] == 1.5


@pytest.mark.parametrize(("hex_", "winner"), [("0806", "red"), ("0906", "red"), ("0101", "blue")])
def test_victory(table: Table, hex_: str, winner: str) -> None:
    table.load(
        clear_board=True, turn=5, active="red", phase="combat",
        units={"red-5": hex_, "blue-1": "0806" if winner == "blue" else "0101"},
    )  # fmt: skip
    table.pos = table.ask("apply", action={"kind": "next_phase"})["pos"]
    assert table.ask("outcome")["winner"] == winner


# -- every port -----------------------------------------------------------------------------------


def test_reach_judge_and_why_not_agree(table: Table) -> None:
    for position in ({}, NIGHT, {"turn": 2}):
        table.load(**position)
        for unit in ("blue-1", "blue-3", "blue-6"):
            found = table.ask("reach", unit=unit)["hexes"]
            start = table.ask("state")["units"][unit]["at"]
            for end in found.values():
                path = [step for step in end["path"] if step != start]
                assert table.broken(start, *path, unit=unit) == []
            for hex_ in ("0606", "0908", "0207", "0112"):
                why = table.ask("why_not", unit=unit, hex=hex_)
                assert why["legal"] == (hex_ in found), (unit, hex_)


def test_a_detour_that_is_too_long_is_explained_by_the_direct_path(table: Table) -> None:
    table.load(clear_board=True, units={"blue-1": "0207", "red-5": "0309"})
    assert [v["rule"] for v in table.ask("why_not", unit="blue-1", hex="0211")["verdicts"]] == [
        "1.2"
    ]
    answers = table.probe.answers(table.pos)
    place = answers.place("0211")
    assert place is not None
    why = answers.why_not(["blue-1"], place, near=True)
    assert [v.rule for v in why.verdicts] == ["1.3", "1.3"]
    assert [answers.number(i) for i in why.path] == ["0207", "0208", "0209", "0210", "0211"]
    assert [v.rule for v in why.around] == ["1.2"]
    dragged = act.MoveUnits(units=("blue-1",), path=("0207", "0211"))
    refused = answers.drag_action(dragged, "enforced")
    assert isinstance(refused, act.MoveUnits)
    assert refused.path == tuple(map(answers.number, why.path))


def test_the_to_do_list_counts_the_reinforcement(table: Table) -> None:
    table.load(turn=2)
    (line,) = table.probe.answers(table.pos).checklist()
    assert "blue-6" in line.units


def test_the_question_of_a_retreat_is_worded(table: Table) -> None:
    table.load(**AT_THE_BRIDGE)
    table.attack(6)
    question = table.probe.answers(table.pos).question()
    assert question is not None
    assert (question.title, question.text) == (
        "Red: retreat",
        "Choose the hex to which 2 Red retreats.",
    )


@pytest.mark.usefixtures("millbrook")
def test_every_rule_has_a_clause_to_remove() -> None:
    assert [clause.row.id for clause in clauses("millbrook") if not clause.ways] == []


def test_reports_know_its_attacks_and_points(millbrook: Path, tmp_path: Path) -> None:
    rules = require_rulebook("millbrook").ruleset("battle", load_module(millbrook))
    facts = require_rulebook("millbrook").facts(rules.module, "battle")
    path = tmp_path / "a.h44log"
    autoplay(rules, 1, 5, path)
    recording = Recording.load(path)
    attacks = [e for e in recording.log.entries if isinstance(e.action, act.DeclareAttack)]
    fights = [facts.fight(e, recording.state(e.parent)) for e in attacks]
    assert len([fight for fight in fights if fight]) == len(attacks) > 2
    first = fights[0]
    assert first is not None
    assert first.result == dict(enumerate(TABLE[first.column], 1))[first.dice[0]]
    assert [o.ways for o in first.table] == [1] * 6
    assert {o.result: o.worth for o in facts.outcomes(first)}.items() <= WORTH.items()
    assert facts.points(rules.opening()) == {"red": 1.0}


WORTH = {"A1": -1.0, "NE": 0.0, "DR": 0.5, "D1": 1.5, "D2": 2.5}


@pytest.mark.slow
def test_the_command_line_plays_it(millbrook: Path, tmp_path: Path) -> None:
    from engine.cli.main import app

    path, runner = tmp_path / "a.h44log", CliRunner()
    game = str(millbrook)
    for words, told in (
        (["autoplay", game, "-o", str(path), "--option", "zones=cost"], "winner"),
        (["audit", str(path)], "0 breaches"),
        (["verify", str(path)], "is sound"),
        (["export", str(path), "--to", "md", "-o", str(tmp_path / "a.md")], "a.md"),
        (["rule", "1.3", "--game", game], "MillMover.step_objections"),
        (["coverage", game], "100 %"),
        (["stats", str(path)], "steps against expectation"),
        (["supply", "blue", "--log", str(path)], "South road"),
        (["why-not", "0606", "blue-1", "--game", game], "1.4"),
    ):
        done = runner.invoke(app, words)
        assert done.exit_code == 0, (words, done.output, done.exception)
        assert told in done.output.replace("\n", ""), done.output


def test_a_value_of_its_option_must_be_known(millbrook: Path, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="'half'; its values are stop, cost"):
        new_game(tmp_path / "x.h44log", str(millbrook), "battle", options=["zones=half"])
