"""The set-up of a log that claims other data of its game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.core import effects as fx
from engine.log.entry import Entry
from engine.modules.module import load_module
from engine.modules.setup import setup_effects
from engine.play import referee
from engine.play.exchange import Refused, import_turn
from engine.play.game import Recording
from engine.play.scrutiny import scrutinise
from engine.play.setup_check import impossible
from tests.forging import Change, forge, forge_turn


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


def test_another_hash_does_not_disable_the_check(tmp_path: Path, log: Path) -> None:
    same = forge(log, tmp_path / "same.h44log", list, module_hash="0" * 32)
    assert scrutinise(Recording.load(same)).is_clean
    forged = forge(log, tmp_path / "f.h44log", without_a_unit, module_hash="0" * 32)
    faults = scrutinise(Recording.load(forged)).breaches
    assert "could not be checked" in str(faults[0])
    nobody = forge(log, tmp_path / "n.h44log", list, module_hash="0" * 32, scenario="none")
    assert scrutinise(Recording.load(nobody)).breaches


def test_a_turn_that_starts_with_the_rules_off_is_reported(tmp_path: Path) -> None:
    path, turn = tmp_path / "off.h44log", tmp_path / "t.h44turn"
    referee.new_game(path, "airbridge", "introductory").close()
    forge_turn(path, turn, list)
    told = import_turn(turn, tmp_path / "new.h44log").sentences()
    assert any("rules off" in sentence for sentence in told)
    forge_turn(path, turn, without_a_unit)
    with pytest.raises(Refused):
        import_turn(turn, tmp_path / "other.h44log")


def changed(change: Callable[[list[fx.Effect]], list[fx.Effect]]) -> Change:
    """Return a change of the effects of the set-up."""

    def apply(entries: list[Entry]) -> list[Entry]:
        effects = tuple(change(list(entries[0].effects)))
        return [entries[0].model_copy(update={"effects": effects})]

    return apply


def place(effects: list[fx.Effect], **fields: object) -> fx.Place:
    """Change the first placement of a set-up."""
    first = next(e for e in effects if isinstance(e, fx.Place))
    box = {"at": "eliminated-allied", "index": 0}
    return first.model_copy(update={"unit": "twice", **box, **fields})


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda all_: [*all_, place(all_)], "more often than the game has them"),
        (
            lambda all_: [*all_, place(all_, counter="King Tiger")],
            "units that are not counters of the game",
        ),
        (lambda all_: [*all_, place(all_, steps=9)], "a number of steps"),
        (lambda all_: [*all_, place(all_, side="nobody")], "assigns these units to the wrong side"),
        (
            lambda all_: [*all_, fx.SetTrack(track="gold", before=None, after=9)],
            "tracks that the game does not have: gold",
        ),
        (
            lambda all_: [
                *all_,
                fx.SetMarker(
                    marker="m", before=None, after=fx.MarkerFields(kind="gold", at="A0606")
                ),
            ],
            "markers that the game does not have",
        ),
        (
            lambda all_: [
                *all_,
                *(
                    fx.SetMarker(
                        marker=name, before=None, after=fx.MarkerFields(kind="dz_1", at="A0606")
                    )
                    for name in ("m", "n")
                ),
            ],
            "more markers than the game has of: dz_1",
        ),
        (
            lambda all_: [*all_, fx.SetControl(hex="A0606", before=None, after="nobody")],
            "sides that the game does not have: nobody",
        ),
        (lambda all_: [e for e in all_ if not isinstance(e, fx.Place)], "places no pieces"),
    ],
)
def test_unexplained_placements_are_reported(
    tmp_path: Path, log: Path, change: Callable[[list[fx.Effect]], list[fx.Effect]], said: str
) -> None:
    forged = forge(log, tmp_path / "f.h44log", changed(change), module_hash="0" * 32)
    faults = [str(fault) for fault in scrutinise(Recording.load(forged)).breaches]
    assert any(said in fault for fault in faults), faults
    turn = tmp_path / "f.h44turn"
    forge_turn(forged, turn, list)
    with pytest.raises(Refused):
        import_turn(turn, tmp_path / "mine.h44log")


@pytest.mark.parametrize("game", ["holland44", "normandy44", "marketgarden", "airbridge"])
def test_every_included_set_up_passes(game: str) -> None:
    module = load_module(game)
    for scenario in module.meta.scenarios:
        assert list(impossible(module, setup_effects(module, module.scenario(scenario)))) == []
