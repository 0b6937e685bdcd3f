"""Rule 8.7: an automatic DS at 10:1 while units still move, and its advance in the combat phase."""

from __future__ import annotations

import pytest

from engine.core.reducer import apply
from engine.core.resolve import relocate, set_status
from tests.games.holland44.rules.tabletop import seen, tank, unit

AREAS = {
    "G": {"side": "german", "hexes": ["0510"]},
    "N": {"side": "allied", "hexes": ["0501"]},
}


def strike(attackers: str, target: str = "0506", **fields):
    return {"kind": "declare_attack", "attackers": attackers.split(), "target": target, **fields}


@pytest.fixture
def page_11(diagram):
    """Three units beside a lone unit of one step: 20 factors against 2; two tanks wait behind."""

    def make(**fields):
        mine = [
            unit("a1", "0505", attack=7),
            unit("a2", "0505", attack=6),
            unit("a3", "0606", attack=7),
            tank("a4", "0503"),
        ]
        target = unit("g1", "0506", **{"defense": 2, "max_steps": 1, **fields})
        return diagram([*mine, target], areas=AREAS)

    return make


def test_ten_to_one_shatters_at_once_without_a_die(page_11):
    table = page_11().apply(strike("a1 a2 a3"))
    assert table.at("g1") == "eliminated-german"
    assert all("auto_ds" in table.status(u) for u in ("a1", "a2", "a3"))
    assert "auto_ds" not in table.status("a4")
    assert "at 10:1: automatic DS" in table.last["sentence"]


def test_less_is_refused_with_the_odds_it_reaches(page_11):
    error = page_11().refused(strike("a1 a2"))
    assert {v["rule"] for v in error["verdicts"]} == {"8.7"}
    assert "6:1" in error["message"]


def listed(rules, state):
    return {a.attackers for a in rules.legal(state, 9).actions if a.kind == "declare_attack"}


def test_automatic_ds_are_listed_as_soon_as_units_come_or_the_defence_weakens():
    """The list asks again where a stack beside the target, or the target itself, has changed."""
    weak = unit("a2", "0505", attack=1)
    table = seen([unit("a1", "0303", attack=20), weak, unit("g1", "0506", defense=2)])
    rules, far = table.ruleset, table.state
    for place in ("0606", "0505"):
        near = apply(far, relocate(far, rules.places, "a1", place), rules.places)
        assert listed(rules, far) == set()
        assert listed(rules, near) == {("a1",), ("a1", "a2")}
    table = seen([unit("a1", "0505", attack=20), unit("g1", "0506", defense=3)])
    rules, strong = table.ruleset, table.state
    weaker = apply(strong, [set_status(strong, "g1", ["disrupted"])], rules.places)
    assert listed(rules, strong) == set()
    assert listed(rules, weaker) == {("a1",)}


def test_troop_quality_and_armour_count_but_no_support(page_11, diagram):
    elite = [unit("a1", "0505", attack=18, quality="elite"), unit("g1", "0506", defense=2)]
    table = diagram(elite, areas=AREAS)
    assert "auto_ds" in table.apply(strike("a1")).status("a1")
    armor = [tank("a1", "0505", attack=18), unit("g1", "0506", defense=2)]
    assert "auto_ds" in diagram(armor, areas=AREAS).apply(strike("a1")).status("a1")
    # Tanks without infantry are worth a shift in a normal attack only.
    mixed = [tank("a1", "0505", attack=9), unit("a2", "0505", attack=9)]
    foe = tank("g1", "0506", defense=2, armor=3)  # 9:1, as good as the armour of a1
    table = diagram([*mixed, foe])
    assert [s["rule"] for s in table.odds("a1", "a2", target="0506")["shifts"]] == ["10.5.2"]
    assert table.refused(strike("a1 a2"))["code"] == "bad_action"
    gun = unit("a9", "0503", kind="artillery", attack=0, range=4, max_steps=1)
    near = diagram([unit("a1", "0505", attack=18), unit("g1", "0506", defense=2), gun])
    assert "reach 9:1" in near.refused(strike("a1", artillery=["a9"]))["message"]
    enough = diagram([unit("a1", "0505", attack=20), unit("g1", "0506", defense=2), gun])
    assert {v["rule"] for v in enough.refused(strike("a1", artillery=["a9"]))["verdicts"]} == {
        "8.7"
    }
    assert "8.7" in {v["rule"] for v in enough.refused(strike("a1", air=1))["verdicts"]}


def test_survivors_lose_a_step_and_retreat_three_hexes(page_11):
    table = page_11(max_steps=2).apply(strike("a1 a2 a3"))
    assert table.steps("g1") == 1
    side, kind, options = table.asked
    assert (side, kind) == ("german", "retreat")
    assert {len(o.split()) - 2 for o in options} == {3}
    table = table.choose(options[0])
    assert table.status("g1") == {"full_retreat"}
    assert table.pending == []  # the advance waits for the combat phase


def test_the_attackers_neither_move_nor_attack_and_others_pass(page_11):
    table = page_11().apply(strike("a1 a2 a3"))
    move = {"kind": "move", "units": ["a1"], "path": ["0505", "0506"]}
    assert {v["rule"] for v in table.refused(move)["verdicts"]} == {"8.7"}
    assert table.march("a4", "0503", "0504", "0505", "0506").at("a4") == "0506"


def test_marked_units_make_no_normal_attack(diagram):
    units = [
        unit("a1", "0505", attack=20),
        unit("g1", "0506", defense=2, max_steps=1),
        unit("g2", "0405"),
    ]
    table = diagram(units, areas=AREAS).apply(strike("a1")).next()
    assert table.state()["phase"] == "combat"
    assert {v["rule"] for v in table.refused(strike("a1", "0405"))["verdicts"]} == {"8.7"}


def test_the_advance_is_taken_up_in_the_combat_phase(page_11):
    table = page_11().apply(strike("a1 a2 a3"))
    early = table.refused({"kind": "advance", "unit": "a1"})
    assert {v["rule"] for v in early["verdicts"]} == {"8.7"}
    table = table.next()
    offered = [a for a in table.ask("legal")["actions"] if a["kind"] == "advance"]
    assert offered == [{"kind": "advance", "unit": "a1"}]
    table = table.apply(offered[0])
    assert "auto_ds" not in table.status("a3")
    side, kind, options = table.asked
    assert (side, kind) == ("allied", "advance")
    assert "a1 0505 0506 0507" in options  # the bonus advance of 15.2
    table = table.choose("a1 0505 0506 0507").choose("done")
    again = table.refused({"kind": "advance", "unit": "a2"})
    assert {v["rule"] for v in again["verdicts"]} == {"8.7"}


def test_units_that_give_up_the_advance_make_no_attack_instead(diagram):
    mine = unit("a1", "0505", attack=50)
    table = diagram([mine, unit("g1", "0506", max_steps=1), unit("g2", "0606")])
    table = table.apply(strike("a1")).next().apply({"kind": "advance", "unit": "a1"})
    after = table.choose("done")
    assert after.status("a1") == set()
    assert {v["rule"] for v in after.refused(strike("a1", "0606"))["verdicts"]} == {"9.1"}


def test_it_may_break_through(diagram):
    units = [
        unit("a1", "0505", attack=20),
        unit("g1", "0506", defense=2, max_steps=1),
        unit("g2", "0507"),
    ]
    table = diagram(units, areas=AREAS).apply(strike("a1")).next()
    table = table.apply({"kind": "advance", "unit": "a1"}).choose("a1 0505 0506")
    assert "breakthrough 0507 a1" in table.asked[2]


def test_markers_come_off_with_the_phase(page_11):
    table = page_11().apply(strike("a1 a2 a3")).next().next()
    assert table.status("a1") == set()
    assert not [t for t in table.state()["tracks"] if t.startswith("auto-ds")]


def test_the_legal_actions_offer_it(page_11):
    actions = page_11().ask("legal", most=2000)["actions"]
    found = [a["attackers"] for a in actions if a["kind"] == "declare_attack"]
    assert found == [["a1", "a2", "a3"]]
    strong = page_11(defense=1).ask("legal", most=2000)["actions"]
    found = [a["attackers"] for a in strong if a["kind"] == "declare_attack"]
    assert found == [["a1", "a2", "a3"], ["a1", "a3"]]  # 14 factors are enough


def test_9_1_no_other_attack_in_the_movement_phase(diagram):
    table = diagram([unit("a1", "0505"), unit("g1", "0506")])
    assert {v["rule"] for v in table.refused(strike("a1"))["verdicts"]} == {"8.7"}
    german = diagram([unit("a1", "0505"), unit("g1", "0506", attack=60)])
    back = {"kind": "declare_attack", "attackers": ["g1"], "target": "0505"}
    assert {v["rule"] for v in german.refused(back)["verdicts"]} == {"9.1"}


def test_a_bridge_on_the_path_is_tried_first(diagram):
    sides = {"0505/0506": ["canal", "road_bridge"]}
    units = [unit("a1", "0505", attack=60), unit("g1", "0506", defense=1, max_steps=1)]
    table = diagram(units, areas=AREAS, hexsides=sides).apply(strike("a1"))
    assert table.asked[:2] == ("german", "demolish")
    assert "auto_ds" in table.choose("decline").status("a1")


@pytest.mark.parametrize(("attack", "words"), [(90, [["attack", "cancel"]]), (72, [])])
def test_without_its_bridge_the_odds_are_reckoned_again(diagram, attack, words):
    """72 : 4, halved across a canal, is 9:1; the armour shift that makes it 10:1 needs a bridge."""
    units = [tank("a1", "0505", attack=attack), unit("g1", "0506", defense=2)]
    bridge = {"0505/0506": ["canal", "road_bridge"]}
    roads = [{"class": "primary", "hexes": ["0505", "0506"]}]
    table = diagram(units, hexsides=bridge, roads=roads).apply(strike("a1")).choose("blow", 6)
    assert [asked["options"] for asked in table.pending] == words
    assert (table.steps("g1"), table.status("a1")) == (2, set())
    kept = diagram(units, hexsides=bridge, roads=roads).apply(strike("a1")).choose("blow", 1)
    assert kept.asked[1] == "retreat"


def test_25_4_an_unknown_unit_in_company_counts_as_two(diagram):
    """29 factors against 1 + 2: no; 30: yes, and the unknown unit is revealed at once."""

    def table(attack, drawn):
        units = [
            unit("a1", "0505", attack=attack),
            unit("g1", "0506", kind="unknown"),
            unit("g2", "0506", defense=1, max_steps=1),
            unit("g9", "unknown-pool", max_steps=1, defense=drawn),
        ]
        return diagram(units, areas=AREAS)

    assert {v["rule"] for v in table(29, 0).refused(strike("a1"))["verdicts"]} >= {"8.7"}
    empty = table(30, 0).apply(strike("a1"), [1])
    assert empty.at("g2") == "eliminated-german"
    assert "g1" not in empty.state()["units"]
    manned = table(30, 6).apply(strike("a1"), [1])  # whatever it proves to be
    assert manned.asked[:2] == ("german", "loss")
    assert set(manned.asked[2]) == {"g2", "g9"}


def test_25_3_1_a_lone_unknown_unit_is_entered_not_struck(diagram):
    table = diagram([unit("a1", "0505", attack=60), unit("g1", "0506", kind="unknown")])
    verdicts = table.refused(strike("a1"))["verdicts"]
    assert {v["rule"] for v in verdicts if v["level"] == "forbid"} == {"25.3.1"}


def test_an_enemy_that_retreats_into_the_hex_bars_it(diagram):
    """Over a river without a bridge there is no zone of control, so the hex is a refuge."""
    ready = {"status": ["river_assault"]}
    units = [
        unit("a1", "0505", attack=90, **ready),
        unit("a9", "0505", kind="engineer", attack=1, max_steps=1, **ready),
        unit("g1", "0506", defense=2, max_steps=1),
        unit("a2", "0308", attack=15),
        unit("g2", "0408"),
    ]
    roads = [{"class": "minor", "hexes": [f"05{c:02d}" for c in range(6, 11)]}]
    board = {"areas": AREAS, "hexsides": {"0505/0506": ["major_river"]}, "roads": roads}
    table = diagram(units, **board).apply(strike("a1")).next().attack("a2", "0408", 4)  # DR
    table = table.choose("decline")
    way = next(o for o in table.asked[2] if o.endswith(" 0506"))
    table = table.choose(way).choose("done")
    table = table.apply({"kind": "advance", "unit": "a1"})
    assert "a1 0505 0504" in table.asked[2]
    assert not any(o.endswith(" 0506") for o in table.asked[2])


def test_units_in_full_retreat_are_no_defence_at_all(diagram):
    units = [unit("a1", "0505", attack=1), unit("g1", "0506", status=["full_retreat"])]
    table = diagram(units, areas=AREAS).apply(strike("a1"))
    assert table.steps("g1") == 1
    assert table.asked[:2] == ("german", "retreat")
