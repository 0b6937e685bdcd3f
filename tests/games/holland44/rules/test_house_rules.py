"""House rules: single rules set aside, flagged or enforced, by number, in every mode."""

from __future__ import annotations

import pytest

from tests.games.holland44.rules.tabletop import Table, unit

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


def test_a_chapter_documents_its_rules_by_number(table):
    chapter = agree(table, {"7": "off"})
    assert chapter.apply(PAST).at("a1") == "0503"
    but_one = agree(chapter, {"7.2": "enforce"})
    assert ("7.2", "forbid") in levels(but_one.refused(PAST))
    withdrawn = agree(but_one, {"7": None, "7.2": None})
    assert ("7.2", "forbid") in levels(withdrawn.refused(PAST))
    assert not any(name.startswith("rules/house") for name in withdrawn.state()["tracks"])


def test_legal_lists_actions_that_a_house_rule_allows(diagram):
    table = diagram([unit("a1", "0501", movement=1), unit("g1", "0510")])
    offered = []
    for held in (table, agree(table, {"8.1": "off", "8.2.1": "off"})):
        actions = held.ask("legal")["actions"]
        offered.append({a["path"][-1]: a for a in actions if a["kind"] == "move"})
    assert "0505" not in offered[0]
    assert agree(table, {"8.1": "off", "8.2.1": "off"}).apply(offered[1]["0505"]).at("a1") == "0505"


def test_reach_and_its_reasons_follow_the_house_rules(table):
    def ends(held):
        return set(held.ask("reach", unit="a1")["hexes"])

    loose = agree(table, {"7.2": "advise"})
    assert ends(table) < ends(loose)
    opened = sorted(ends(loose) - ends(table))
    assert not any(table.ask("why_not", unit="a1", hex=hex_)["legal"] for hex_ in opened)
    told = [loose.ask("why_not", unit="a1", hex=hex_) for hex_ in opened]
    assert all(way["legal"] and levels(way) == {("7.2", "warn")} for way in told)
    assert ends(agree(table, {"7.2": "enforce"})) == ends(table)


@pytest.mark.parametrize(
    ("house", "path"),
    [
        ({"8.5.4": "off"}, ["0301", "0302"]),
        ({"8.5": "off"}, ["0701", "0702"]),
        ({"8.6.2": "off"}, ["0301", "0401"]),
        ({"19.4": "off"}, ["0301", "G"]),
    ],
)
def test_a_rule_set_aside_bars_no_hex_near_or_far(diagram, house, path):
    """Water, polder and enemy areas are opened, at the cost of the hex."""
    board = {
        "hexes": {"0401": {"terrain": "polder"}},
        "hexsides": {"0301/0302": ["major_river"], "0701/0702": ["canal"]},
        "areas": {"G": {"side": "german", "hexes": ["0301"]}},
    }
    tank = {"kind": "tank", "mechanized": True, "movement": 5}
    table = diagram([unit("a1", path[0], **tank), unit("g1", "0110")], **board)
    last = path[-1]
    place = "areas" if last == "G" else "hexes"
    before, after = (t.ask("reach", unit="a1")[place] for t in (table, agree(table, house)))
    assert before.get(last, {}).get("path") != path
    assert (after[last]["path"], after[last]["mode"]) == (path, "normal")
    names = [f"area-{name}" if name == "G" else name for name in path]
    assert agree(table, house).march("a1", *names).at("a1") == names[-1]


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


def test_a_load_that_is_too_great_may_be_agreed_upon(diagram):
    units = [
        unit("a1", "0301", kind="tank", mechanized=True, max_steps=3),
        unit("a2", "0301", kind="engineer", mechanized=True, max_steps=1),
        unit("g1", "0110"),
    ]
    table = diagram(units, hexsides={"0301/0302": ["major_river"]})
    assert table.broken("a1", "0301", "0302", mode="tactical") == {"23.3.3"}
    assert len(table.reach("a1", "tactical")["0302"]["path"]) == 3  # round the river
    agreed = agree(table, {"23.3.3": "off"})
    assert agreed.reach("a1", "tactical")["0302"]["path"] == ["0301", "0302"]


def test_the_map_may_be_left_over_a_canal_where_it_is_agreed(probe):
    given = {"clear_board": True, "turn": 3, "active": "allied", "phase": "movement"}
    table = Table(probe, {**given, "units": [unit("a1", "1012", movement=6)]})

    def way(held):
        return held.ask("reach", unit="a1", mode="normal")["areas"].get("M", {}).get("path")

    assert "8.5.3" in table.broken("a1", "1012", "area-M")
    assert way(table) != ["1012", "M"]
    assert way(agree(table, {"8.5.3": "off"})) == ["1012", "M"]


def test_green_units_may_stay_beside_the_enemy_where_it_is_agreed(diagram):
    green = unit("a1", "0502", status=["disrupted"], quality="low")
    table = diagram([green, unit("g1", "0603")])
    zone = set(table.ask("zoc", side="german")["hexes"])
    assert not zone & set(table.reach("a1"))
    assert zone & set(agree(table, {"14.2": "off"}).reach("a1"))


def test_unknown_units_stop_no_unit_under_a_house_rule(diagram):
    board = {"roads": [{"class": "primary", "hexes": ["0501", "0502", "0503", "0504", "0505"]}]}
    units = [unit("a1", "0501", movement=6), unit("g1", "0503", kind="unknown")]
    table = diagram(units, **board)
    loose = agree(table, {"7": "off", "25.3.1": "off"})
    path = ["0501", "0502", "0503", "0504"]
    for held, legal in ((agree(table, {"7": "off"}), False), (loose, True)):
        assert held.move("a1", *path)["legal"] is legal
        assert (held.reach("a1", "normal")["0504"]["path"] == path) is legal
