"""Odds in the combat phase report a second attack as the referee does (9.1)."""

from dataclasses import replace

from engine.core import actions as act
from engine.games.holland44 import positions
from engine.games.holland44.ruleset import Ruleset
from engine.games.holland44.tracks import FOUGHT
from engine.rules.answers import AttackPlan
from engine.rules.registry import is_legal
from tests.games.holland44.rules.positions import position as random_position


def test_odds_report_that_a_unit_has_attacked():
    setting, state, _ = positions.read({**random_position(3), "phase": "combat"})
    rules = Ruleset(setting)
    orders = rules.legal(state, 60).actions
    order = next(a for a in orders if isinstance(a, act.DeclareAttack))
    plan = AttackPlan(order.attackers, rules.board.index[order.target])
    assert is_legal(rules.answers(state).odds(plan).verdicts)
    fought = replace(state, tracks={**state.tracks, FOUGHT + order.attackers[0]: "attacked"})
    said = {v.key for v in rules.answers(fought).odds(plan).verdicts if v.level == "forbid"}
    assert said == {v.key for v in rules.judge(fought, order) if v.level == "forbid"}
    assert "rule.holland44.9.1.again" in said
