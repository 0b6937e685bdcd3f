"""Recordings and games in play."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.dice import Dice
from engine.core.errors import EffectError, UserError
from engine.core.state import digest
from engine.log.annotations import Annotation, Annotations
from engine.log.store import DIGEST_EVERY
from engine.log.verify import verify
from engine.modules.module import Module
from engine.play.game import Game, Recording
from tests.conftest import AT

UNIT = "BR-2-1P"
MOVE = act.MoveUnits(units=(UNIT,), path=("6217", "6218", "6219"))


class Sixes:
    """Dice that always show their highest face."""

    def throw(self, sides: int, count: int, reason: str) -> Dice:
        return Dice(
            sides=sides, count=count, values=(sides,) * count, source="scripted", reason=reason
        )


def test_a_closed_game_is_continued(game: Game, module: Module) -> None:
    game.dice = Sixes()
    game.play(MOVE)
    roll = game.play(act.Roll(count=2, reason="luck"))
    assert roll.dice[0].values == (6, 6)
    now = digest(game.now, module.places)
    game.close()
    path = game.file.path
    with Game.open(path) as again:
        assert digest(again.now, module.places) == now
        assert again.head == 3
        assert again.notices == ()
        again.play(act.Note(text="on"))
    recording = Recording.load(path)
    assert len(recording) == 4
    assert recording.step(2).sentence == "2/1P: 6217 Heelsum → 6219 (2 hexes)."
    assert recording.step(2).details == ("2/1P moves to 6219",)


def test_the_same_game_yields_the_same_bytes(tmp_path: Path) -> None:
    written = []
    for name in ("a", "b"):
        path = tmp_path / f"{name}.h44log"
        with Game.new(path, "holland44", "short", log_id="same", at=AT, dice=Sixes()) as game:
            game.play(act.Roll(), at=AT)
        written.append(path.read_bytes())
    assert written[0] == written[1]


def test_every_hundredth_entry_has_a_digest(game: Game, module: Module) -> None:
    for number in range(2, DIGEST_EVERY + 2):
        game.play(act.Note(text=str(number)))
    carried = {e.id: e.digest for e in game.log.entries if e.digest}
    assert carried == {DIGEST_EVERY: digest(game.now, module.places)}
    assert verify(game.log, module.places).problems == []


@pytest.mark.parametrize(
    "action",
    [
        act.MoveUnits(units=("nobody",), path=("6217", "6218")),
        act.MoveUnits(units=(UNIT,), path=("6218", "6217")),
        act.MoveUnits(units=(UNIT,), path=("6217", "9999")),
        act.RevealUnit(unit=UNIT, pool="nobox"),
        act.Setup(scenario="campaign"),
        act.ManualEdit(effects=(fx.SetSteps(unit=UNIT, before=9, after=1),)),
    ],
)
def test_invalid_actions_are_not_recorded(game: Game, action: act.Action) -> None:
    before = game.file.path.read_bytes()
    now = game.now
    with pytest.raises(UserError) as caught:
        game.play(action)
    assert str(caught.value).endswith(".")
    assert game.file.path.read_bytes() == before
    assert game.now is now
    assert len(game) == len(game.log) == 1
    game.play(MOVE)


def test_play_after_undo_starts_a_branch(game: Game) -> None:
    moved = game.play(MOVE)
    there = game.now
    game.follow(1)
    assert game.now.pieces[UNIT].place != there.pieces[UNIT].place
    note = game.play(act.Note(text="another way"))
    assert note.parent == 1
    assert game.step(2).sentence == "another way"
    game.follow(moved.id)
    assert game.now == there
    assert game.step(2).entry == moved
    assert list(game.log.tips()) == [2, 3]
    assert [len(Recording.load(game.file.path, tip=tip)) for tip in (1, 2, 3)] == [1, 2, 2]
    with pytest.raises(UserError, match="There is no entry 99"):
        game.follow(99)


def test_everything_can_be_undone(game: Game) -> None:
    game.follow(0)
    assert game.head == 0
    assert game.now.pieces == {}


@pytest.mark.parametrize("number", [0, 2, -1])
def test_a_step_outside_the_line_is_reported(game: Game, number: int) -> None:
    with pytest.raises(UserError, match="this log has steps 0 to 1"):
        game.step(number)
    if number:
        with pytest.raises(UserError, match="this log has steps 0 to 1"):
            game.state(number)


def test_a_game_that_cannot_be_set_up_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.h44log"
    with pytest.raises(UserError, match="no scenario"):
        Game.new(path, "holland44", "none")
    with pytest.raises(UserError, match="There is no game"):
        Game.new(path, "none", "campaign")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(UserError, match="the disk is full"):
        Game.new(path, "holland44", "campaign")
    assert list(tmp_path.iterdir()) == []


def test_an_inconsistent_log_is_reported(game: Game) -> None:
    bad = fx.SetSteps(unit=UNIT, before=9, after=1)
    with pytest.raises(EffectError):
        game.record(act.ManualEdit(), (bad,))
    entry = game.play(act.Note(text="x")).model_copy(update={"id": 3, "parent": 2})
    game.file.append(entry.model_copy(update={"effects": (bad,)}))
    recording = Recording.load(game.file.path)
    assert recording.state(2).pieces
    with pytest.raises(UserError, match=r"contradicts itself.*it had 9") as caught:
        recording.state(3)
    assert str(caught.value).endswith(".")


def test_a_damaged_log_opens_up_to_the_damage(game: Game) -> None:
    game.play(MOVE)
    game.play(act.Note(text="here"))
    game.close()
    path = game.file.path
    path.write_bytes(path.read_bytes().replace(b"here", b"hear"))
    recording = Recording.load(path)
    assert len(recording) == 2
    assert "damaged at entry 3" in recording.notices[0]
    with pytest.raises(UserError, match="damaged at entry 3"):
        Game.open(path)


def test_changed_module_data_is_reported(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    game.close()
    monkeypatch.setattr(game.module, "hash", "another")
    assert "has changed since" in Recording.load(game.file.path).notices[0]
    with Game.open(game.file.path) as again:
        assert "has changed since" in again.notices[0]


def test_annotations_beside_a_log_are_read(game: Game) -> None:
    path = game.file.path
    notes = Annotations(log="test", entries={1: Annotation(comment="So it begins.")})
    notes.save(path.with_suffix(".h44aar"))
    assert Recording.load(path).step(1).annotation.comment == "So it begins."


@pytest.mark.parametrize("content", [b"{", b'{"log":"another"}'])
def test_bad_annotations_do_not_prevent_opening(game: Game, content: bytes) -> None:
    notes = game.file.path.with_suffix(".h44aar")
    notes.write_bytes(content)
    recording = Recording.load(game.file.path)
    assert len(recording) == 1
    assert str(notes) in recording.notices[0]
    with pytest.raises(UserError):
        Recording.load(game.file.path, notes)
