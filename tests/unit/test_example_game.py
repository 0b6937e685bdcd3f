"""The example game of the guide is built and checked, and its faults are reported."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine import i18n
from engine.archive import FolderFiles
from engine.board.build import compile_board
from engine.board.format import BoardError
from engine.cli.main import app
from engine.games import RULEBOOKS, rulebook
from engine.games.build import compile_module
from engine.modules.module import load_module
from engine.modules.validate import validate
from engine.rules.base.rulebook import Rulebook

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "ford"


class FordBook(Rulebook):
    """A rulebook that lists no rules."""


@pytest.fixture
def ford(tmp_path: Path) -> Path:
    """A copy of the example, compiled."""
    folder = tmp_path / "ford"
    shutil.copytree(EXAMPLE, folder)
    build(folder)
    return folder


@pytest.fixture
def ruled(ford: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The example outside resources/, with a rulebook that lists no rules."""
    monkeypatch.setitem(RULEBOOKS, "ford", f"{__name__}:FordBook")
    rulebook.cache_clear()
    return ford


@pytest.fixture(autouse=True)
def forget_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(i18n, "_brought", {})


def build(folder: Path) -> None:
    for name, data in compile_module(folder):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(data)


def problems(folder: Path) -> list[tuple[str, str]]:
    return [(p.file, p.where) for p in validate(FolderFiles(folder))]


def write_text(folder: Path, language: str, **messages: object) -> None:
    path = folder / "locale" / language / "rules.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(messages), encoding="utf-8")


def test_a_road_on_a_board_without_water_is_drawn(ford: Path) -> None:
    drawn = json.loads((ford / "map.json").read_bytes())
    assert len(drawn["roads"]) == 1
    assert problems(ford) == []


def test_a_railway_on_a_board_without_water_is_drawn(ford: Path) -> None:
    (ford / "source" / "paths.csv").write_text(
        "kind,class,name,hexes,basis\nrailway,,Line,0201 0202 0203,stated\n", encoding="utf-8"
    )
    build(ford)
    assert problems(ford) == []


def test_a_sequence_with_a_wrong_key_is_reported(ford: Path) -> None:
    path = ford / "charts" / "sequence.json"
    path.write_text(path.read_text(encoding="utf-8").replace("steps", "phases"), encoding="utf-8")
    assert ("charts/sequence.json", "steps") in problems(ford)


def test_a_sequence_with_an_unknown_phase_or_side_is_reported(ford: Path) -> None:
    path = ford / "charts" / "sequence.json"
    chart = json.loads(path.read_bytes())
    chart["steps"][0]["active"], chart["steps"][1]["phase"] = "green", "tea"
    path.write_text(json.dumps(chart), encoding="utf-8")
    assert problems(ford) == [
        ("charts/sequence.json", "steps.0"),
        ("charts/sequence.json", "steps.1"),
    ]


def test_a_broken_fact_names_a_file_that_a_table_game_has(ford: Path) -> None:
    (ford / "source" / "hexfacts.csv").write_text(
        "hex,kind,value,status,fact,source\n0101,terrain,wood,stated,wood,1.1\n", encoding="utf-8"
    )
    with pytest.raises(BoardError, match=r"hexfacts\.csv") as error:
        compile_board(ford)
    assert "overrides.json" not in str(error.value)


def test_a_game_outside_resources_uses_its_own_texts(
    ford: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_text(ford, "en", **{"rule.ford.1.river": "{unit} may not cross."})
    write_text(ford, "es", **{"word.ford.terrains.wood": "bosque"})
    module = load_module(ford)
    assert module.meta.id == "ford"
    assert i18n.t("rule.ford.1.river", unit="1") == "1 may not cross."
    assert module.terrain_name("wood") == "wood"
    monkeypatch.setenv(i18n.ENVIRONMENT, "es")
    assert module.terrain_name("wood") == "bosque"
    assert i18n.t("rule.ford.1.river", unit="1") == "1 may not cross."


def test_texts_that_override_the_program_are_ignored_and_reported(ford: Path) -> None:
    write_text(
        ford,
        "en",
        **{
            "rule.ford.1.a": "{unit.__class__}",
            "rule.ford.1.b": "{unit:>999999999}",
            "rule.ford.1.c": "{",
            "rule.ford.1.d": 7,
            "word.ford.terrains.wood": "{unit}",
            "rule.holland44.1.e": "another game's",
        },
    )
    assert load_module(ford).meta.id == "ford"
    assert not any(i18n.has(f"rule.ford.1.{letter}") for letter in "abcd")
    assert not i18n.has("rule.holland44.1.e")
    assert len([file for file, _ in problems(ford) if file == "locale/en/rules.json"]) == 6


def test_texts_of_a_game_of_the_program_are_not_replaced(ford: Path) -> None:
    before = i18n.t("rule.holland44.8.1.immobile", unit="1")
    i18n.add_game("holland44", {"en": {"rule.holland44.8.1.immobile": "forged"}})
    assert i18n.t("rule.holland44.8.1.immobile", unit="1") == before


@pytest.mark.parametrize("by_path", [True, False])
def test_coverage_and_rule_work_for_a_rulebook_without_rules(ruled: Path, by_path: bool) -> None:
    game = str(ruled) if by_path else "ford"
    told = CliRunner().invoke(app, ["coverage", game])
    assert told.exit_code == 0, told.output
    assert "no table of coverage" in " ".join(told.output.split())
    asked = CliRunner().invoke(app, ["rule", "1", "--game", game])
    assert "lists no rules" in str(asked.exception)


def test_autoplay_plays_a_game_outside_resources(ruled: Path, tmp_path: Path) -> None:
    log = tmp_path / "random.h44log"
    done = CliRunner().invoke(app, ["autoplay", str(ruled), "skirmish", "-o", str(log)])
    assert done.exit_code == 0, done.output
    assert log.is_file()


def test_a_set_up_with_an_ambiguous_type_lists_the_pieces(ford: Path) -> None:
    path = ford / "source" / "setup.csv"
    path.write_text(
        path.read_text(encoding="utf-8").replace("blue-foot-2", "blue-foot"), encoding="utf-8"
    )
    with pytest.raises(BoardError, match=r"type with 2 pieces; name one of them, .*'blue-foot-1'"):
        build(ford)
