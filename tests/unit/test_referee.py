"""The referee: mode changes during a game, refusals, recorded flags."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core import actions as act
from engine.core.effects import Move
from engine.core.errors import UserError
from engine.core.modes import house_level, house_rules, mode_of
from engine.games import require_rulebook
from engine.games.holland44 import positions
from engine.games.holland44.legal import legal
from engine.games.holland44.rulebook import VERSION
from engine.log.entry import RulebookName
from engine.play import referee
from engine.play.game import Recording
from engine.rules.judge import Forbidden

EDIT = act.ManualEdit(text="by hand")


@pytest.fixture
def game(tmp_path: Path):
    path = tmp_path / "game.h44log"
    agreed = {"mode": "enforced", "house": {"10.6": "off"}, "options": ["keep_attempts"]}
    with referee.new_game(path, "holland44", "campaign", **agreed) as started:
        yield started


def test_agreements_are_recorded_in_the_log(game):
    header, state = game.log.header, game.now
    assert (header.enforcement, header.options) == ("enforced", {"keep_attempts": 1})
    assert header.rulebook == RulebookName(id="holland44", version=VERSION)
    assert header.recorded_with == VERSION
    assert mode_of(state) == "enforced"
    assert house_rules(state) == {"10.6": "off"}
    assert state.tracks["option/keep_attempts"] == 1


def test_enforced_refuses_an_illegal_action_and_advisory_flags_it(game):
    with pytest.raises(Forbidden) as refusal:
        referee.play(game, EDIT)
    assert [v.rule for v in refusal.value.verdicts] == ["3"]
    assert len(game) == 1
    referee.set_rules(game, "advisory")
    entry = referee.play(game, EDIT)
    assert [(v.rule, v.level) for v in entry.verdicts] == [("3", "forbid")]
    referee.set_rules(game, "off")
    assert referee.play(game, EDIT).verdicts == ()


def test_the_order_of_a_stack_is_changed_without_a_verdict_in_enforced_mode(game):
    place, stack = next((p, s) for p, s in game.now.stacks.items() if len(s) > 1)
    number = game.module.places.name(place)
    effect = Move(unit=stack[0], path=(number,), from_index=0, to_index=1)
    entry = referee.play(game, act.ManualEdit(effects=(effect,)))
    assert entry.verdicts == ()
    assert game.now.stack(place)[:2] == (stack[1], stack[0])


def test_the_mode_is_part_of_the_position(game):
    referee.set_rules(game, "off", {"7": "advise", "10.6": None})
    assert (mode_of(game.now), house_rules(game.now)) == ("off", {"7": "advise"})
    game.follow(1)
    assert (mode_of(game.now), house_rules(game.now)) == ("enforced", {"10.6": "off"})
    reread = Recording.load(game.file.path)
    assert mode_of(reread.state(2)) == "off"
    assert [v.rule for v in referee.judge(reread, reread.state(2), EDIT)] == ["3"]


def test_play_by_the_rules_uses_the_games_dice_and_side(game):
    answered = []
    while not answered or answered[-1].dice == ():
        found = legal(positions.setting("campaign").position(game.now), 1)
        answered.append(referee.play(game, found.actions[0]))
        assert answered[-1].by == found.side
    assert answered[-1].dice[0].source == "rolled"


@pytest.mark.parametrize("house", [{"99": "off"}, {"7.9.9": "off"}])
def test_a_house_rule_must_name_a_rule(game, house):
    with pytest.raises(UserError, match="no rule"):
        referee.set_rules(game, house=house)


def test_an_option_must_be_known(tmp_path):
    with pytest.raises(UserError, match="keep_attempts"):
        referee.new_game(tmp_path / "x.h44log", "holland44", "campaign", options=["rain"])
    assert not (tmp_path / "x.h44log").exists()


@pytest.mark.parametrize(
    ("given", "value"),
    [
        ("zoc_to_zoc", 1),
        ("zoc_to_zoc=forbidden", 1),
        ("zoc_to_zoc=allowed", 0),
        ("zoc_to_zoc=0", 0),
    ],
)
def test_an_option_is_given_by_name_with_or_without_its_value(given, value):
    rules = require_rulebook("marketgarden").ruleset("campaign")
    assert referee.chosen_options(rules, [given]) == {"zoc_to_zoc": value}


def test_a_value_of_an_option_must_be_known():
    rules = require_rulebook("marketgarden").ruleset("campaign")
    with pytest.raises(UserError, match="'perhaps'; its values are allowed, forbidden"):
        referee.chosen_options(rules, ["zoc_to_zoc=perhaps"])


@pytest.mark.parametrize(
    ("rule", "level"),
    [("7.2", "off"), ("7.4.2", "advise"), ("7.4.2b", "advise"), ("7.40", "off"), ("17.2", None)],
)
def test_the_most_specific_rule_number_decides(rule, level):
    assert house_level({"7": "off", "7.4": "advise"}, rule) == level
