"""The set-up of a log that says it was begun with other data of its game."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core import effects as fx
from engine.log.entry import Entry
from engine.play import referee
from engine.play.exchange import Refused, import_turn
from engine.play.game import Recording
from engine.play.scrutiny import scrutinise
from tests.forging import forge, forge_turn


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "g.h44log"
    referee.new_game(path, "airbridge", "introductory", mode="enforced").close()
    return path


def without_a_unit(entries: list[Entry]) -> list[Entry]:
    first = entries[0]
    gone = max(i for i, e in enumerate(first.effects) if isinstance(e, fx.Place))
    left = (*first.effects[:gone], *first.effects[gone + 1 :])
    return [first.model_copy(update={"effects": left})]


def test_another_hash_does_not_switch_the_check_off(tmp_path: Path, log: Path) -> None:
    same = forge(log, tmp_path / "same.h44log", list, module_hash="0" * 32)
    assert scrutinise(Recording.load(same)).is_clean
    forged = forge(log, tmp_path / "f.h44log", without_a_unit, module_hash="0" * 32)
    faults = scrutinise(Recording.load(forged)).breaches
    assert "could not be checked" in str(faults[0])
    nobody = forge(log, tmp_path / "n.h44log", list, module_hash="0" * 32, scenario="none")
    assert scrutinise(Recording.load(nobody)).breaches


def test_a_turn_that_begins_with_the_rules_off_says_so(tmp_path: Path) -> None:
    path, turn = tmp_path / "off.h44log", tmp_path / "t.h44turn"
    referee.new_game(path, "airbridge", "introductory").close()
    forge_turn(path, turn, list)
    told = import_turn(turn, tmp_path / "new.h44log").sentences()
    assert any("rules off" in sentence for sentence in told)
    forge_turn(path, turn, without_a_unit)
    with pytest.raises(Refused):
        import_turn(turn, tmp_path / "other.h44log")
