"""A game with its own kind of action: typed, judged, resolved, described, stored in any log."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import ClassVar, Literal

import pytest
from pydantic import ConfigDict

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.dice import DiceSource
from engine.core.errors import UserError
from engine.core.resolve import Outcome
from engine.core.state import State
from engine.core.verdicts import Verdict
from engine.games import RULEBOOKS, rulebook
from engine.play import referee
from engine.play.audit import audit
from engine.play.game import Game, Recording
from engine.play.scrutiny import scrutinise
from engine.rules.base.ruleset import Ruleset
from engine.rules.entry_check import unexplained
from engine.rules.judge import Forbidden
from engine.rules.own_actions import NewerAction, typed
from tests.games.toy.crossing_rules import CrossingBook, CrossingRules, verdict


class Dig(act.OwnAction):
    """A unit digs in, so deep."""

    model_config = ConfigDict(extra="forbid")

    kind: Literal["crossing.dig"] = "crossing.dig"
    unit: str
    depth: int = 1

    @property
    def actors(self) -> tuple[str, ...]:
        """The unit."""
        return (self.unit,)


class DiggingRules(CrossingRules):
    """Rules that also allow digging."""

    def judge(self, state: State, action: act.Action) -> list[Verdict]:
        """Object to digging out of turn."""
        if isinstance(action, Dig):
            active = state.pieces[action.unit].side == state.clock.active
            return [] if active else [verdict("1", "phase", unit=action.unit)]
        return super().judge(state, action)

    def resolve(self, state: State, action: act.Action, dice: DiceSource) -> Outcome:
        """Resolve digging."""
        if isinstance(action, Dig):
            track, was = f"dug/{action.unit}", state.tracks.get(f"dug/{action.unit}")
            return (fx.SetTrack(track=track, before=was, after=action.depth),), ()
        return super().resolve(state, action, dice)


class DiggingBook(CrossingBook):
    """The Crossing with spades."""

    ruleset_class: ClassVar[type[Ruleset]] = DiggingRules
    own_actions: ClassVar[Mapping[str, type[act.OwnAction]]] = {"crossing.dig": Dig}


def digging(game: str) -> DiggingBook:
    """The rulebook with spades."""
    return DiggingBook(game)


@pytest.fixture
def spades(crossing: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    more = {"say.crossing.dig": "{unit} digs in, {depth} deep."}
    (crossing / "locale" / "en" / "digging.json").write_text(json.dumps(more), encoding="utf-8")
    monkeypatch.setitem(RULEBOOKS, "crossing", f"{__name__}:digging")
    rulebook.cache_clear()
    return crossing


@pytest.fixture
def game(spades: Path, tmp_path: Path) -> Iterator[Game]:
    path = tmp_path / "dug.h44log"
    with referee.new_game(path, str(spades), "duel", mode="enforced") as begun:
        yield begun


def units_of(game: Game, side: str) -> list[str]:
    return [name for name, piece in game.now.pieces.items() if piece.side == side]


def test_a_games_own_action_is_played_and_audited(game: Game, tmp_path: Path) -> None:
    active = game.now.clock.active
    unit = units_of(game, active)[0]
    entry = referee.play(game, Dig(unit=unit, depth=2))
    assert entry.by == active
    assert game.now.tracks[f"dug/{unit}"] == 2
    assert game.step(2).sentence.endswith("digs in, 2 deep.")

    read = Recording.load(tmp_path / "dug.h44log")
    kept = read.log[2].action
    assert type(kept) is act.OwnAction
    assert kept.fields == {"unit": unit, "depth": 2}
    rules = referee.ruling_of(read)
    assert rules is not None
    assert typed(rules, kept) == Dig(unit=unit, depth=2)
    assert audit(read, rules).findings == []
    assert scrutinise(read).is_clean
    # As it was read, so it is played: a page or a script that knows no records of the game.
    referee.play(game, act.OwnAction.model_validate({"kind": "crossing.dig", "unit": unit}))
    assert game.now.tracks[f"dug/{unit}"] == 1


def test_the_rules_judge_it(game: Game) -> None:
    other = next(side.id for side in game.module.meta.sides if side.id != game.now.clock.active)
    with pytest.raises(Forbidden):
        referee.play(game, Dig(unit=units_of(game, other)[0]))
    assert len(game) == 1


@pytest.mark.parametrize(
    "told", [{"kind": "crossing.fly"}, {"kind": "crossing.dig", "unit": "x", "shovel": "big"}]
)
def test_what_these_rules_do_not_have_is_of_a_newer_version(
    game: Game, tmp_path: Path, told: dict[str, object]
) -> None:
    newer = act.OwnAction.model_validate(told)
    with pytest.raises(NewerAction, match="newer version of the rules"):
        referee.play(game, newer)
    game.record(newer, ())  # as another program wrote it
    read = Recording.load(tmp_path / "dug.h44log")
    rules = referee.ruling_of(read)
    assert rules is not None
    (found,) = audit(read, rules).findings
    assert (found.entry, found.level) == (2, "warn")
    assert "newer version" in found.text
    assert "newer version" in scrutinise(read).breaches[0].text
    assert "newer version" in read.step(2).sentence


def test_a_wrong_value_is_not_reported_as_newer(game: Game) -> None:
    wrong = act.OwnAction.model_validate({"kind": "crossing.dig", "unit": "x", "depth": "deep"})
    with pytest.raises(UserError, match="depth") as caught:
        referee.play(game, wrong)
    assert not isinstance(caught.value, NewerAction)


def test_an_action_of_a_games_own_is_given_by_the_side_of_its_unit(
    game: Game, tmp_path: Path
) -> None:
    """The log stores the action unchanged: only its record knows the side."""
    unit = units_of(game, game.now.clock.active)[0]
    entry = referee.play(game, Dig(unit=unit))
    read = Recording.load(tmp_path / "dug.h44log")
    rules = referee.ruling_of(read)
    assert rules is not None
    kept, before = read.log[2], read.state(1)
    assert type(kept.action) is act.OwnAction
    assert unexplained(rules, rules.places, before, kept).is_honest
    other = next(side.id for side in game.module.meta.sides if side.id != entry.by)
    stolen = kept.model_copy(update={"by": other})
    assert unexplained(rules, rules.places, before, stolen).actor == entry.by
