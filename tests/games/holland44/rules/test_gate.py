"""The rules modes: off, advisory, enforced; given dice; decisions first."""

from __future__ import annotations

import pytest

from engine.core import actions as act
from engine.core.dice import Rolled
from engine.core.effects import Move
from engine.games import require_rulebook
from engine.games.holland44 import positions
from engine.games.holland44.contents import BOOK
from engine.i18n import has
from engine.rules.by_hand import is_note_by_hand
from engine.rules.judge import Forbidden, Mode, play
from tests.games.holland44.rules.tabletop import unit

LEAP = {"kind": "move", "units": ["a1"], "path": ["0501", "0502", "0503", "0504", "0505"]}


def test_enforced_refuses_with_all_reasons(diagram):
    table = diagram([unit("a1", "0501"), unit("g1", "0403")])
    error = table.refused(LEAP)
    rules = {v["rule"] for v in error["verdicts"] if v["level"] == "forbid"}
    assert rules == {"7.2", "8.1"}
    assert "g1" in error["message"]


def test_advisory_lets_it_happen_and_records_the_verdicts(diagram):
    table = diagram([unit("a1", "0501"), unit("g1", "0510")])
    after = table.apply(LEAP, mode="advisory")
    assert after.at("a1") == "0505"
    recorded = after.last["entry"]["verdicts"]
    assert [v["rule"] for v in recorded] == ["8.1"]
    assert "moving" not in after.state()["tracks"]  # it is no move by the rules


def test_advisory_plays_legal_actions_by_the_rules(diagram):
    table = diagram([unit("a1", "0501"), unit("g1", "0510")])
    after = table.apply({**LEAP, "path": ["0501", "0502"]}, mode="advisory")
    assert after.state()["tracks"]["moving"] == "a1"


def test_mode_off_gives_no_verdicts(diagram):
    table = diagram([unit("a1", "0501"), unit("g1", "0510")])
    after = table.apply(LEAP, mode="off")
    assert after.at("a1") == "0505"
    assert "verdicts" not in after.last["entry"]


@pytest.mark.parametrize(
    ("phase", "active", "legal"),
    [("movement", "allied", True), ("movement", "german", False), ("combat", "allied", False)],
)
def test_only_the_active_side_moves_in_its_movement_phase(diagram, phase, active, legal):
    table = diagram([unit("a1", "0501"), unit("g1", "0510")], phase=phase, active=active)
    action = {**LEAP, "path": ["0501", "0502"]}
    if legal:
        assert table.apply(action).at("a1") == "0502"
    else:
        assert {v["rule"] for v in table.refused(action)["verdicts"]} == {"8.1"}


def test_manual_actions_are_refused_and_notes_accepted(diagram):
    table = diagram([unit("a1", "0501")])
    edit = {"kind": "manual_edit", "text": "mine"}
    assert [v["rule"] for v in table.refused(edit)["verdicts"]] == ["3"]
    assert table.apply({"kind": "note", "text": "hm"}).last["sentence"] == "hm"


def test_dice_are_given_and_never_rolled(diagram):
    units = [unit("a1", "0505", attack=15), unit("g1", "0506")]
    table = diagram(units, phase="combat")
    attack = {"kind": "declare_attack", "attackers": ["a1"], "target": "0506"}
    error = table.refused(attack)
    assert error["needs"] == {"sides": 6, "count": 1, "reason": "combat:0506"}
    assert "cannot show 9" in table.refused(attack, [9])["message"]
    answer = table.probe.answer(
        {"op": "apply", "pos": table.pos, "action": attack, "dice": [1, 4, 2]}
    )
    assert answer["result"]["dice_left"] == [4, 2]


def test_a_decision_comes_first_and_only_its_options_answer_it(diagram):
    sides = {"0505/0506": ["canal", "road_bridge"]}
    table = diagram([unit("a1", "0503"), unit("g1", "0510")], hexsides=sides)
    table = table.march("a1", "0503", "0504", "0505")
    assert table.asked == ("german", "demolish", ["blow", "decline"])
    assert [v["rule"] for v in table.refused({"kind": "next_phase"})["verdicts"]][:1] == ["3"]
    other = {"kind": "choose", "decision": "loss", "option": "blow"}
    assert "blow the bridge?" in table.refused(other)["message"]
    wrong = {"kind": "choose", "decision": "demolish", "option": "pray"}
    assert "pray" in table.refused(wrong)["message"]
    quiet = diagram([unit("a1", "0503")])
    assert quiet.refused(other)["message"] == "No decision is pending."


def test_judge_does_not_change_the_game_and_agrees_with_apply(diagram):
    table = diagram([unit("a1", "0501"), unit("g1", "0502")], phase="combat")
    attack = {"kind": "declare_attack", "attackers": ["a1"], "target": "0502"}
    before = table.state()
    assert table.ask("judge", action=attack)["legal"]
    assert not table.ask("judge", action={**attack, "target": "0506"})["legal"]
    assert table.state() == before
    table.attack("a1", "0502", 1)


def test_every_decision_has_words_for_people(probe):
    probe.answer({"op": "load", "scenario": "campaign"})  # reads the rules
    silent = {"first_rolls", "landing_end", "landing_fight", "landing_rolls", "march"}
    silent |= {"touchdown", "traffic_roll"}  # none of them leaves a choice
    assert silent < BOOK.decisions.handlers.keys()
    for kind in BOOK.decisions.handlers.keys() - silent:
        assert has(f"decide.holland44.{kind}"), kind
        assert has(f"ruling.holland44.ask.{kind}"), kind


def test_a_pending_decision_is_described_in_a_sentence(diagram):
    sides = {"0505/0506": ["canal", "road_bridge"]}
    table = diagram([unit("a1", "0503"), unit("g1", "0510")], hexsides=sides)
    asked = table.march("a1", "0503", "0504", "0505").pending[0]
    assert asked["text"] == "German: blow the bridge?"


def test_advisory_lets_an_attack_against_the_rules_happen_with_its_verdicts(diagram):
    table = diagram([unit("a1", "0505"), unit("g1", "0508")], phase="combat")
    attack = {"kind": "declare_attack", "attackers": ["a1"], "target": "0508"}
    after = table.apply(attack, [4], mode="advisory")
    assert "forbid" in {v["level"] for v in after.last["entry"]["verdicts"]}
    assert table.apply(attack, [4], mode="off").last["entry"]["dice"]


@pytest.mark.parametrize("mode", ["advisory", "off"])
def test_a_combat_without_defenders_is_refused_in_every_mode(diagram, mode):
    table = diagram([unit("a1", "0505"), unit("g1", "0508")], phase="combat")
    attack = {"kind": "declare_attack", "attackers": ["a1"], "target": "0506"}
    request = {"op": "apply", "pos": table.pos, "action": attack, "dice": [4], "mode": mode}
    answer = table.probe.answer(request)
    assert [v["rule"] for v in answer["error"]["verdicts"]] == ["9.1"]


@pytest.mark.parametrize("mode", ["enforced", "advisory"])
def test_a_unit_out_of_a_box_is_refused_by_number_and_only_flagged_in_advisory(mode: Mode) -> None:
    setting, state, _ = positions.read({"scenario": "campaign"})
    places = setting.places
    name, piece = next(
        (n, p)
        for n, p in sorted(state.pieces.items())
        if p.side == state.clock.active and places.name(p.place) == "turn-3"
    )
    move = act.MoveUnits(units=(name,), path=(places.name(piece.place), "6122"))
    ruleset = require_rulebook("holland44").ruleset("campaign")
    if mode == "enforced":
        with pytest.raises(Forbidden) as refusal:
            play(ruleset, state, move, Rolled(), mode)
        assert "3" in {v.rule for v in refusal.value.verdicts}
        assert "neither on the map" in str(refusal.value)
        return
    played = play(ruleset, state, move, Rolled(), mode)
    assert "rule.holland44.3.boxed" in {v.key for v in played.verdicts}
    moved, *notes = played.effects
    assert isinstance(moved, Move)
    assert all(is_note_by_hand(note) for note in notes)
