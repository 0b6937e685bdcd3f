"""House rules: single rules set aside, flagged or enforced, by number, in every mode."""

from __future__ import annotations

import pytest

from tests.games.holland44.rules.tabletop import unit

PAST = {"kind": "move", "units": ["a1"], "path": ["0501", "0502", "0503"]}
"""A move past g1 in 0602, whose zone of control stops it in 0502 (7.2)."""


@pytest.fixture
def table(diagram):
    return diagram([unit("a1", "0501", movement=7), unit("g1", "0602")])


def agree(table, house=None, **fields):
    return table.apply({"kind": "set_rules", "house": house or {}, **fields})


def levels(answer):
    return {(v["rule"], v["level"]) for v in answer["verdicts"]}


def test_a_rule_that_is_off_does_not_speak_and_the_move_is_one_by_the_rules(table):
    assert ("7.2", "forbid") in levels(table.refused(PAST))
    agreed = agree(table, {"7.2": "off"})
    assert agreed.ask("judge", action=PAST)["legal"]
    after = agreed.apply(PAST)
    assert after.at("a1") == "0503"
    assert after.state()["tracks"]["moving"] == "a1"
    assert "7.2" not in {v["rule"] for v in after.last["verdicts"]}


def test_an_advised_rule_is_flagged_in_enforced_mode(table):
    after = agree(table, {"7.2": "advise"}).apply(PAST)
    assert after.at("a1") == "0503"
    assert ("7.2", "warn") in levels(after.last)


def test_an_enforced_rule_refuses_in_advisory_mode(table):
    assert table.apply(PAST, mode="advisory").at("a1") == "0503"
    agreed = agree(table, {"7.2": "enforce"})
    answer = agreed.probe.answer(
        {"op": "apply", "pos": agreed.pos, "action": PAST, "mode": "advisory"}
    )
    assert not answer["ok"]
    assert ("7.2", "forbid") in levels(answer["error"])
    far = {"kind": "move", "units": ["a1"], "path": ["0501", "0502", "0507"]}
    loose = agree(agreed, {"7.2": "off"})
    assert loose.apply(far, mode="advisory").at("a1") == "0507"


def test_a_chapter_speaks_for_its_rules_and_a_number_for_itself(table):
    chapter = agree(table, {"7": "off"})
    assert chapter.apply(PAST).at("a1") == "0503"
    but_one = agree(chapter, {"7.2": "enforce"})
    assert ("7.2", "forbid") in levels(but_one.refused(PAST))
    withdrawn = agree(but_one, {"7": None, "7.2": None})
    assert ("7.2", "forbid") in levels(withdrawn.refused(PAST))
    assert not any(name.startswith("rules/house") for name in withdrawn.state()["tracks"])


def test_legal_offers_what_a_house_rule_allows(diagram):
    table = diagram([unit("a1", "0501", movement=1), unit("g1", "0510")])
    offered = []
    for held in (table, agree(table, {"8.1": "off", "8.2.1": "off"})):
        actions = held.ask("legal")["actions"]
        offered.append({a["path"][-1]: a for a in actions if a["kind"] == "move"})
    assert "0505" not in offered[0]
    assert agree(table, {"8.1": "off", "8.2.1": "off"}).apply(offered[1]["0505"]).at("a1") == "0505"


def test_no_agreement_makes_sense_of_nonsense(diagram):
    table = diagram([unit("a1", "0501"), unit("g1", "0510")], phase="combat")
    free = agree(table, {"3": "off", "9": "off"})
    attack = {"kind": "declare_attack", "attackers": ["a1"], "target": "0506"}
    assert {v["rule"] for v in free.refused(attack)["verdicts"]} == {"9.1"}
    answer = {"kind": "choose", "decision": "loss", "option": "a1"}
    assert {v["rule"] for v in free.refused(answer)["verdicts"]} == {"3"}


def test_by_hand_in_enforced_mode_where_it_is_agreed(table):
    edit = {"kind": "manual_edit", "text": "mine"}
    assert agree(table, {"3": "off"}).apply(edit).last["sentence"] == "mine"
