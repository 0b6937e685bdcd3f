"""Chapter 19: entry areas."""

from __future__ import annotations

import pytest

from engine.core import actions as act
from engine.core.errors import UserError
from tests.games.holland44.rules.tabletop import at, seen, unit

AREAS = {
    "G": {"side": "german", "hexes": ["0510", "0610"]},
    "H": {"side": "german", "hexes": ["0710", "0810"]},
    "N": {"side": "allied", "hexes": ["0501"]},
}
GERMAN = {"active": "german", "areas": AREAS}


def test_19_1b_units_that_enter_in_ezoc_stop(diagram):
    units = [unit("g1", "G"), unit("a1", "0509")]
    reach = diagram(units, **GERMAN).reach("g1")
    assert reach["0510"]["stop"] == "ezoc"
    assert {h for h in reach if h.isdigit()} == {"0510", "0610"}
    assert "7.2" in diagram(units, **GERMAN).broken("g1", "area-G", "0610", "0609")


def test_19_1c_a_unit_may_stay_in_its_area_or_go_to_the_next(diagram):
    table = diagram([unit("g1", "G"), unit("a1", "0101")], **GERMAN)
    moves = [a for a in table.ask("legal")["actions"] if a["kind"] == "move"]
    assert ["area-G", "area-H"] in [a["path"] for a in moves]
    assert table.next().at("g1") == "area-G"


@pytest.mark.parametrize("status", ["disrupted", "full_retreat"])
def test_19_3_1d_only_units_in_good_order_leave(diagram, status):
    table = diagram([unit("g1", "G", status=[status]), unit("a1", "0101")], **GERMAN)
    assert table.reach("g1") == {}
    mode = "tactical" if status == "disrupted" else "full_retreat"
    assert "19.3.1" in table.broken("g1", "area-G", "0510", mode=mode)


def test_19_3_1e_areas_are_not_next_to_the_map_for_recovery(diagram):
    units = [unit("g1", "G", status=["disrupted"]), unit("a1", "0510")]
    after = diagram(units, phase="combat", **GERMAN).next()  # no die is asked for
    assert after.status("g1") == set()


def test_19_3_1e_areas_do_not_hinder_extended_movement(diagram):
    units = [unit("a1", "0506"), unit("g1", "G"), unit("g2", "0101")]
    assert diagram(units, areas=AREAS).reach("a1")["0510"]["mode"] == "extended"


def test_19_4a_no_stacking_limit_in_areas(diagram):
    units = [unit(f"g{n}", "G", max_steps=3) for n in range(5)]
    after = diagram([*units, unit("a1", "0101")], **GERMAN).next()
    assert after.pending == []
    assert after.state()["phase"] == "combat"


def test_19_4b_zones_do_not_reach_into_areas_or_out_of_them(diagram):
    units = [unit("g1", "G"), unit("a1", "0510")]
    table = diagram(units, **GERMAN)
    assert table.zone("german") == set()
    assert "0610" in table.reach("g1")
    assert table.reach("g1")["0610"]["cost"] == 1  # nothing for leaving a zone


def test_19_4c_units_in_areas_cannot_be_attacked(diagram):
    units = [unit("a1", "0510"), unit("g1", "G")]
    table = diagram(units, phase="combat", areas=AREAS)
    for target in ("G", "area-G"):
        attack = {"kind": "declare_attack", "attackers": ["a1"], "target": target}
        assert "19.4" in table.refused(attack)["message"]
    assert all(a["kind"] != "declare_attack" for a in table.ask("legal")["actions"])


@pytest.mark.parametrize(("name", "at", "area"), [("a1", "0510", "G"), ("g1", "0501", "N")])
def test_19_4d_enemy_areas_cannot_be_entered(diagram, name, at, area):
    side = "allied" if name == "a1" else "german"
    units = [unit(name, at), unit("g9" if side == "allied" else "a9", "0101")]
    table = diagram(units, active=side, areas=AREAS)
    assert table.broken(name, at, f"area-{area}") == {"19.4"}
    assert area not in table.reach(name)


def test_19_reach_and_reasons_include_entry_areas(diagram):
    table = diagram([unit("a1", "0503", movement=3), unit("g1", "0110")], areas=AREAS)
    found = table.ask("reach", unit="a1")
    assert not any(name in AREAS for name in found["hexes"])
    assert found["areas"] == {
        "N": {"cost": 3, "mode": "normal", "path": ["0503", "0502", "0501", "N"], "stop": "area"}
    }
    for name in ("N", "area-N"):
        way = table.ask("why_not", unit="a1", hex=name)
        assert (way["legal"], way["path"]) == (True, found["areas"]["N"]["path"])
    enemy = table.ask("why_not", unit="a1", hex="G")
    assert {v["rule"] for v in enemy["verdicts"]} == {"8.1", "19.4"}
    assert enemy["path"][-1] == "G"


def test_19_from_one_area_over_the_map_into_another(diagram):
    areas = {
        "N": {"side": "allied", "hexes": ["0501"]},
        "O": {"side": "allied", "hexes": ["0503"]},
    }
    table = diagram([unit("a1", "N", movement=4), unit("g1", "0110")], areas=areas)
    way = table.ask("reach", unit="a1", mode="normal")["areas"]["O"]
    assert way["path"] == ["N", "0501", "0502", "0503", "O"]
    assert table.march("a1", "area-N", *way["path"][1:-1], "area-O").at("a1") == "area-O"


def test_19_6b_units_that_moved_between_areas_do_not_attack(diagram):
    units = [unit("g1", "G"), unit("g2", "H"), unit("a1", "0710")]
    table = diagram(units, **GERMAN).march("g1", "area-G", "area-H", mode="best").next()
    attack = {"kind": "declare_attack", "attackers": ["g1"], "target": "0710"}
    assert [v["rule"] for v in table.refused(attack)["verdicts"]] == ["19.6"]
    fought = table.attack("g2", "0710", 1)
    assert fought.at("g2") == "area-H"
    while fought.pending:
        fought = fought.choose(fought.asked[2][0])
    after = fought.next()
    assert not [name for name in after.state()["tracks"] if name.startswith("shifted")]


def test_19_6b_parts_of_units_that_moved_between_areas_do_not_attack_either(table):
    """21.3: a part has done what its unit has done."""
    units = [{"id": "GE-I-3Police", "hex": "B"}, {"id": "BR-1-1P", "hex": "3400"}]
    units.append({"id": "GE-BD-1", "hex": "breakdowns-german"})
    there = table({"turn": 4, "active": "german", "phase": "movement", "units": units})
    there = there.march("GE-I-3Police", "area-B", "area-C")
    there = there.apply({"kind": "split", "unit": "GE-I-3Police", "part": "GE-BD-1"}).next()
    attack = {"kind": "declare_attack", "attackers": ["GE-BD-1"], "target": "3400"}
    assert {v["rule"] for v in there.refused(attack)["verdicts"]} == {"19.6"}


def test_19_6a_a_move_to_the_next_area_takes_the_whole_allowance(table):
    position = {"turn": 3, "active": "german", "phase": "movement"}
    position |= {"options": {"recombine_on_the_move": True}}
    there = table({**position, "units": [{"id": "GE-Kempton", "hex": "J"}]})
    assert "K" in there.ask("reach", unit="GE-Kempton", mode="best")["areas"]
    shifted = there.march("GE-Kempton", "area-J", "area-K")
    parted = shifted.apply({"kind": "split", "unit": "GE-Kempton", "part": "GE-BD-3"})
    joined = parted.apply({"kind": "join", "unit": "GE-BD-3", "into": "GE-Kempton"})
    assert joined.ask("reach", unit="GE-Kempton", mode="best")["areas"] == {}
    for action in joined.ask("legal")["actions"]:
        assert joined.ask("judge", action=action)["legal"], action


def test_19_3_1b_units_do_not_advance_out_of_an_area_on_the_turn_they_entered_it(diagram):
    areas = {"N": {"side": "allied", "hexes": [f"0{row}01" for row in range(3, 7)]}}
    weak = unit("g1", "0601", max_steps=1)
    units = [unit("a1", "0302", attack=30), unit("a2", "N", attack=30), weak]
    table = diagram(units, areas=areas).march("a1", "0302", "0301", "area-N").next()
    won = table.attack("a1 a2", "0601", 6)  # 19.7: it may attack
    assert {o.split()[0] for o in won.asked[2]} == {"done", "a2"}
    back = {"kind": "choose", "decision": "advance", "option": "a1 area-N 0601"}
    assert "19.3.1" in {v["rule"] for v in won.refused(back)["verdicts"]}
    later = table.next().next()
    assert not [name for name in later.state()["tracks"] if name.startswith("departed/")]


def test_19_7_no_automatic_ds_out_of_an_entry_area(diagram):
    """8.7 is about units moved next to the enemy, 19.7 about the combat phase."""
    areas = {"N": {"side": "allied", "hexes": ["0501"]}}
    units = [unit("a1", "N", attack=60), unit("g1", "0501")]
    attack = {"kind": "declare_attack", "attackers": ["a1"], "target": "0501"}
    table = diagram(units, areas=areas)
    assert [v["rule"] for v in table.refused(attack)["verdicts"]] == ["19.7"]
    assert attack["kind"] not in {a["kind"] for a in table.ask("legal")["actions"]}
    helped = diagram([*units, unit("a2", "0601", attack=50)], areas=areas)
    offered = [a for a in helped.ask("legal")["actions"] if a["kind"] == attack["kind"]]
    assert {tuple(a["attackers"]) for a in offered} == {("a2",)}
    assert table.next().ask("judge", action=attack)["legal"]


@pytest.mark.parametrize(
    ("turn", "change", "mode", "rules"),
    [
        (3, {}, "tactical", set()),
        (3, {}, "normal", {"8.5.4"}),
        (3, {"max_steps": 2}, "tactical", {"8.5.6"}),
        (3, {"kind": "tank", "mechanized": True}, "tactical", {"8.5.6"}),
        (5, {"kind": "tank", "mechanized": True}, "tactical", set()),
    ],
)
@pytest.mark.parametrize("way", [("H", "5626"), ("5626", "H")])
def test_19_3_2_the_pannerden_ferry_reports_its_limits(table, turn, change, mode, rules, way):
    mine = unit("g1", way[0], **{"max_steps": 1, **change})
    clock = {"turn": turn, "phase": "movement", "active": "german", "clear_board": True}
    assert table({**clock, "units": [mine]}).broken("g1", *way, mode=mode) == rules


def test_19_an_area_of_a_diagram_may_touch_a_hex_within_it(diagram):
    areas = {"N": {"side": "allied", "hexes": ["0505"]}}
    table = diagram([unit("a1", "N")], areas=areas)
    assert table.reach("a1")["0505"]["cost"] == 1
    assert table.march("a1", "N", "0505").march("a1", "0505", "0506").at("a1") == "0506"


def test_19_7_units_in_an_area_are_asked_for_their_attacks_like_any_others():
    """Onto a hex that the area touches, not onto one beside it."""
    areas = {"N": {"side": "allied", "hexes": ["0501"]}}
    units = [unit("a1", "N"), unit("a2", "0602"), unit("g1", "0501"), unit("g2", "0603")]
    position = seen(units, phase="combat", board={"areas": areas})
    found = list(position.ruleset.actions_of(position.state, "a1"))
    attacks = [a for a in found if isinstance(a, act.DeclareAttack)]
    assert {a.target for a in attacks} == {"0501"}
    assert all("a1" in a.attackers for a in attacks)
    whole = [
        a
        for a in position.ruleset.legal(position.state, 500).actions
        if isinstance(a, act.DeclareAttack)
    ]
    assert set(attacks) == {a for a in whole if "a1" in a.attackers}


def test_19_4c_areas_are_neither_attacked_nor_offered():
    areas = {"N": {"side": "allied", "hexes": ["0501"]}, "A": {"side": "german", "hexes": ["0501"]}}
    position = seen([unit("a1", "0501"), unit("g1", "A")], phase="combat", board={"areas": areas})
    assert position.attackers(at(position, "A")) == ()
    assert position.targets(["a1"]) == ()


def test_units_out_of_play_neither_retreat_nor_advance():
    position = seen([unit("a1", "0501"), unit("a2", "turn-5"), unit("g1", "0110")], phase="combat")
    for name in ("a2", "nobody"):
        with pytest.raises(UserError, match=name):
            position.retreats([name], 2)
        with pytest.raises(UserError, match=name):
            position.advances([name], at(position, "0502"), "normal")


def test_19_6_why_not_shows_the_path_to_the_next_area():
    """The path is direct, not over the map: only the unit's disorder forbids it (19.3.1d)."""
    areas = {"G": {"side": "german", "hexes": ["0510", "0610"]},
             "F": {"side": "german", "hexes": ["0710", "0810"]}}  # fmt: skip
    units = [unit("g1", "G", status=["disrupted"]), unit("a1", "0101")]
    position = seen(units, active="german", board={"areas": areas})
    found = position.why_not(["g1"], at(position, "F"))
    assert found.path == (at(position, "G"), at(position, "F"))
    assert {v.rule for v in found.verdicts if v.level == "forbid"} == {"19.3.1"}
