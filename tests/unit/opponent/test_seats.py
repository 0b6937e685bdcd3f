"""Players at the table: offers, refused orders, observed states."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core import actions as act
from engine.core.errors import UserError
from engine.core.state import State
from engine.modules.module import load_module
from engine.opponent import seats as opponent_seats
from engine.opponent.player import Advice, Reason
from engine.opponent.seats import advise, seats_named
from engine.opponent.strengths import player_named, strengths_of
from engine.rules.judge import judged
from engine.rules.player import to_decide
from engine.rules.ports import Ruleset
from engine.rules.registry import is_legal
from tests.unit.opponent.positions import rules_of


def test_club_and_staff_are_offered_only_where_a_tournament_was_won() -> None:
    assert strengths_of(load_module("marketgarden"), "campaign") == ("recruit", "club")
    assert strengths_of(load_module("normandy44"), "cherbourg") == ("recruit", "club", "staff")
    assert strengths_of(load_module("normandy44"), "campaign") == ("recruit",)
    assert strengths_of(load_module("ardenas"), "full") == ("recruit",)
    with pytest.raises(UserError, match="recruit"):
        seats_named(["german:club"], load_module("holland44"), ("recruit",))
    assert seats_named(["german:club"], load_module("marketgarden"), ("recruit", "club")) == {
        "german": "club"
    }


class Blinded:
    """A player that expects a masked state, and first insists on an illegal order."""

    def __init__(self, secret: str) -> None:
        self.secret = secret
        self.seen: list[State] = []

    def choose(self, state, refused=(), interrupted=None):
        self.seen.append(state)
        bad = act.MoveUnits(units=(self.secret,), path=("0101", "0102"))
        if bad not in refused:
            return Advice(bad, 1, Reason("random"))
        return Advice(act.NextPhase(), 0, Reason("end"))


def test_a_player_gets_the_observed_state_and_replaces_a_refused_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = rules_of("marketgarden")
    state = rules.opening()
    side = to_decide(rules, state)
    assert side is not None
    secret = next(name for name, piece in state.pieces.items() if piece.side != side)
    left = {name: piece for name, piece in state.pieces.items() if name != secret}
    monkeypatch.setattr(type(rules), "observe", lambda self, s, who: replace(s, pieces=left))
    player = Blinded(secret)
    advice, refused = advise(rules, player, state, side)
    assert advice is not None
    assert isinstance(advice.action, act.NextPhase)
    assert refused == 1
    assert all(secret not in seen.pieces for seen in player.seen)


class Stubborn:
    """A player that wants to move an enemy unit wherever it can."""

    def __init__(self, rules: Ruleset, unit: str) -> None:
        self.rules, self.unit = rules, unit

    def choose(self, state, refused=(), interrupted=None):
        end = self.rules.board.numbers[len(refused)]
        here = self.rules.places.name(state.pieces[self.unit].place)
        return Advice(act.MoveUnits(units=(self.unit,), path=(here, end)), 1, Reason("random"))


def test_a_player_whose_orders_all_fail_gives_a_legal_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """In La Batalla de las Ardenas a column of arrivals may wait before a hex barred unseen."""
    monkeypatch.setattr(opponent_seats, "TRIES", 3)
    rules = rules_of("marketgarden")
    state = rules.opening()
    side = to_decide(rules, state)
    assert side is not None
    enemy = next(name for name, piece in state.pieces.items() if piece.side != side)
    advice, refused = advise(rules, Stubborn(rules, enemy), state, side)
    assert refused == 3
    assert advice is not None
    assert advice.reason.key == "unseen"
    assert is_legal(judged(rules, state, advice.action))


def test_an_unknown_player_is_refused_with_a_message() -> None:
    with pytest.raises(UserError, match="recruit"):
        player_named("napoleon", rules_of("marketgarden"), "x", 1)
