"""Positions, questions and tables of the probe, on diagrams and on the real map."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import actions as act
from engine.core.errors import UserError
from engine.games.airbridge.rulebook import rulebook
from engine.probe import Probe
from engine.probe.questions import answer
from engine.request_fields import Refused

BOOK = rulebook()
GUARDS = {"side": "allied", "kind": "infantry", "attack": 6, "defense": 5, "efficiency": 6}
GUARDS |= {"movement": 6, "cm": True}
SS = {"side": "german", "kind": "tank", "armor": "Arm", "attack": 5, "defense": 5}
SS |= {"efficiency": 7, "movement": 6, "cm": True}
SAPPERS = {"side": "allied", "kind": "engineer", "engineer": "combat", "attack": 2, "defense": 3}
SAPPERS |= {"efficiency": 6, "movement": 6}
GUN = {"side": "allied", "kind": "artillery", "bombardment": 8, "range": 5, "defense": 1}
GUN |= {"efficiency": 5, "movement": 4}
BOARD: dict[str, Any] = {"rows": [1, 9], "cols": [1, 9]}


def position(*units: dict[str, Any], **more: Any) -> Any:
    told = {"game": "airbridge", "board": BOARD, "units": list(units), "turn": 3}
    told |= {"active": "allied", "phase": "declaration"} | more
    given = BOOK.parse_position(told)
    return given.ruleset.answers(given.state)


def fight(**more: Any) -> Any:
    return position(
        GUARDS | {"id": "a", "hex": "0403"},
        SAPPERS | {"id": "e", "hex": "0503"},
        GUN | {"id": "gun", "hex": "0302"},
        SS | {"id": "g", "hex": "0404"},
        board=BOARD | {"hexes": {"0404": {"terrain": "forest"}}},
        **more,
    )


ASKED = {"attackers": ["a", "e"], "target": "0404"}


def test_odds_itemise_a_manoeuvre_with_its_support() -> None:
    said = answer(fight(phase="maneuver"), "odds", ASKED | {"artillery": ["gun"], "die": 1})
    assert (said["attack"], said["defense"], said["ratio"]) == (8, 5, "1:1")
    assert said["efficiency"] == {"attack": 6, "defense": 7}
    assert (said["shift"], said["column"]) == (-1, "1-2")
    assert said["terrain"] == 2  # forest 3, less one for the engineers
    assert said["drms"] == [{"rule": "19.1a", "by": 2, "why": "armor"}]
    assert said["support"]["attack"] == {"points": 8, "column": "7-12", "result": 4}
    assert (said["support"]["drm"], said["drm"]) == (-4, -2)
    assert said["fire"] == {"gun": "first_fire"}
    assert list(said["results"]) == [str(n) for n in range(1, 11)]


def test_the_outcome_of_a_code() -> None:
    said = answer(fight(), "outcome", ASKED | {"code": "D4F1"})
    assert said["attacker"] == {"steps": 0, "fatigue": 0, "retreat": 0, "first": ["e"]}
    assert said["defender"] == {"steps": 2, "fatigue": 1, "retreat": 2, "stay": "may", "extra": 1}
    assert said["advance"] == 8
    assert answer(fight(), "outcome", ASKED | {"code": "A1F2"})["attacker"]["retreat"] == 1
    both = [{"kind": k, "target": "0404", "units": [u]} for k, u in
            (("maneuver", "a"), ("assault", "e"))]  # fmt: skip
    held = answer(fight(declared=both), "outcome", ASKED | {"code": "D4F1"})
    assert (held["defender"]["stay"], held["defender"]["retreat"]) == ("must", 0)
    with pytest.raises(Refused):
        answer(fight(), "outcome", ASKED | {"code": "EX"})


def test_both_sides_of_an_assault() -> None:
    said = answer(fight(), "assault", ASKED)
    assert said["first"] == "both"
    assert said["attacker"]["column"] == "7-10"
    assert said["attacker"]["hexes"] == 2
    assert said["defender"]["drm"] == said["defender"]["armor"] == -2
    assert said["stacking"] == 4
    alone = answer(fight(), "assault", {"attackers": ["a"], "target": "0404"})
    assert alone["first"] == "defender"


def test_a_hex_out_of_reach_has_a_whole_path_and_the_reasons_against_it() -> None:
    table = position(GUARDS | {"id": "a", "hex": "0101"}, phase="movement")
    far = table.position.ground.index["0909"]
    found = table.best_route(("a",), far)
    assert (found.mode, found.path[-1]) == ("normal", far)
    assert len(found.path) > 8
    assert [v.rule for v in found.verdicts if v.level == "forbid"]


FREE = {"legal": True, "verdicts": []}


def rules(said: Any) -> list[str]:
    """Return the rule numbers of an answer's verdicts."""
    return [v["rule"] for v in said["verdicts"]]


def test_fire_refusal_reaction_overrun() -> None:
    table = fight(phase="bombardment")
    said = answer(table, "bombard", {"artillery": ["gun"], "target": "0404", "die": 1})
    assert (said["column"], said["terrain"], said["result"], said["steps"]) == ("7-12", 3, 4, 1)
    assert said["legal"]
    named = [{"kind": "maneuver", "target": "0404", "units": ["a"]}]
    slip = answer(fight(phase="refusal", declared=named), "refuse", {"target": "0404"})
    assert slip["efficiency"] == 7
    assert slip["legal"]
    assert "0305" in slip["hexes"]
    reacting = fight(phase="reaction", declared=named)
    assert answer(reacting, "react", {"target": "0404"}) == {"units": {}, **FREE}
    for question, phase, rule in (("refuse", "refusal", "10.0a"), ("react", "reaction", "11.1a")):
        undeclared = answer(fight(phase=phase), question, {"target": "0404"})
        assert rules(undeclared) == [rule]
        early = answer(fight(declared=named), question, {"target": "0404"})
        assert (early["legal"], rules(early)) == (False, [rule])
    over = answer(fight(), "overrun", {"units": ["a"], "target": "0404"})
    assert (over["ratio"], over["needed"], over["extra"], over["legal"]) == ("1:1", "7:1", 1, False)


def test_fatigued_units_recover_without_adjacent_enemy() -> None:
    table = position(
        GUARDS | {"id": "a", "hex": "0203", "status": ["fatigued"]},
        GUARDS | {"id": "b", "hex": "0503", "status": ["fatigued"]},
        SS | {"id": "g", "hex": "0504"},
    )
    said = answer(table, "recovery", {})
    assert (said["units"], rules(said)) == (["a"], ["3.0.S"])
    dawn = position(GUARDS | {"id": "a", "hex": "0203", "status": ["fatigued"]}, phase="strategic")
    assert answer(dawn, "recovery", {}) == {"units": ["a"], **FREE}
    afternoon = position(GUARDS | {"id": "a", "hex": "0203", "status": ["fatigued"]}, turn=4)
    said = answer(afternoon, "recovery", {})
    assert (said["units"], rules(said)) == ([], ["3.0.S"])


@pytest.mark.parametrize(
    ("question", "phase", "kind"),
    [("odds", "maneuver", ""), ("outcome", "maneuver", ""), ("assault", "assault", "assault")],
)
def test_combat_queries_need_no_declaration(question: str, phase: str, kind: str) -> None:
    asked = {"attackers": ["a"], "target": "0404", "code": "D2"}
    order = {"kind": "declare_attack", "combat": kind, "attackers": ["a"], "target": "0404"}
    table = fight(phase=phase)
    assert (said := answer(table, question, asked))["legal"], said["verdicts"]
    assert not answer(table, "judge", {"action": order})["legal"]
    declared = [{"kind": kind or "maneuver", "target": "0404", "units": ["a"]}]
    assert answer(fight(phase=phase, declared=declared), question, asked)["legal"]
    assert answer(fight(phase=phase, declared=declared), "judge", {"action": order})["legal"]
    far = answer(fight(phase="mechanized"), question, asked)
    assert (far["legal"], rules(far)) == (False, ["3.0.D"])
    tired = position(
        GUARDS | {"id": "a", "hex": "0403", "status": ["fatigued"]},
        SS | {"id": "g", "hex": "0404"},
        phase=phase,
    )
    assert "14.0b" in rules(answer(tired, question, asked))


@pytest.mark.parametrize(
    ("value", "side"), [(1, "allied"), (2, "german"), ("allied", "allied"), ("german", "german")]
)
def test_the_initiative_of_a_position_is_a_number_or_a_side(value: Any, side: str) -> None:
    assert position(tracks={"initiative": value}).facts()["initiative"] == side


@pytest.mark.parametrize(
    ("phase", "attackers"),
    [
        ("declaration", {"a", "b"}),
        ("bombardment", set()),
        ("maneuver", {"a"}),
        ("assault", {"b"}),
    ],
)
def test_attackers_of_a_hex_are_those_beside_it_then_those_declared(
    phase: str, attackers: set[str]
) -> None:
    both = [{"kind": k, "target": "0404", "units": [u]} for k, u in
            (("maneuver", "a"), ("assault", "b"))]  # fmt: skip
    own = [GUARDS | {"id": n, "hex": h} for n, h in (("a", "0403"), ("b", "0405"), ("c", "0406"))]
    gun = GUN | {"id": "gun", "hex": "0504"}
    table = position(*own, gun, SS | {"id": "g", "hex": "0404"}, phase=phase, declared=both)
    assert set(table.attackers(table.place("0404"))) == attackers
    assert table.attackers(table.place("0808")) == ()


def test_a_path_that_begins_elsewhere_has_no_verdicts_but_an_error() -> None:
    table = fight(phase="movement")
    move = act.MoveUnits(units=("a",), path=("0503", "0502"))
    with pytest.raises(UserError, match="0503"):
        table.route_verdicts(move)


def test_enemy_artillery_cannot_support() -> None:
    table = fight(phase="maneuver")
    theirs = GUN | {"id": "their", "hex": "0504", "side": "german"}
    own = [GUARDS | {"id": "a", "hex": "0403"}, SS | {"id": "g", "hex": "0404"}]
    borrowed = position(*own, theirs, phase="maneuver")
    said = answer(borrowed, "odds", {"attackers": ["a"], "target": "0404", "artillery": ["their"]})
    assert "9.1a" in rules(said)
    asked = {"attackers": ["a"], "target": "0404", "artillery": ["gun"]}
    assert answer(table, "odds", asked)["legal"]


def test_fire_of_the_defender_belongs_to_the_assault() -> None:
    asked = ASKED | {"use": "defensive", "artillery": []}
    assert rules(answer(fight(phase="maneuver"), "bombard", asked)) == ["9.3b"]
    assert answer(fight(phase="assault"), "bombard", asked)["legal"]


def test_a_repair_is_judged_for_the_engineer_that_is_named() -> None:
    board = BOARD | {"hexsides": {"0404/0405": ["canal", "bridge"]}}
    builder = SAPPERS | {"engineer": "bridge"}
    table = position(
        builder | {"id": "b", "hex": "0405"},
        builder | {"id": "far", "hex": "0808"},
        board=board,
        phase="movement",
        bridges={"0404/0405": "blown"},
    )
    repair = {"bridge": "0404/0405", "way": "repair"}
    assert answer(table, "bridge", repair | {"units": ["b"]}) == {"units": ["b"], **FREE}
    assert rules(answer(table, "bridge", repair | {"units": ["far"]})) == ["17.1a"]


def test_outcome_without_code_returns_deciding_side() -> None:
    said = answer(fight(), "outcome", {"op": "outcome", "pos": "p1"})
    assert (said["to_decide"], said["over"], said["winner"]) == ("allied", False, None)


def test_state_gives_values_under_the_names_of_the_protocol() -> None:
    table = position(GUARDS | {"id": "a", "hex": "0403", "armor": "Inf/Arm", "division": "1AB"})
    values = answer(table, "state", {})["units"]["a"]["values"]
    told = {k: values[k] for k in ("attack", "efficiency", "cm", "armor", "division", "airborne")}
    assert told == {"attack": 6, "efficiency": 6, "cm": True, "armor": "Inf/Arm"} | {
        "division": "1AB",
        "airborne": False,
    }


def test_retreats_advances_and_mechanised_moves() -> None:
    table = fight()
    ways = answer(table, "retreat", {"units": ["g"], "hexes": 2, "from": "0404"})["candidates"]
    ends = {way["path"][-1] for way in ways}
    assert ends
    board = table.ruleset.board
    apart = {board.distance(board.index["0404"], board.index[end]) for end in ends}
    assert apart == {2}
    into = {"units": ["a"], "vacated": "0304", "kind": "maneuver"}
    advance = answer(table, "advance", into)
    assert advance["hexes"] == {"0304": {"path": ["0403", "0304"]}}
    assert (advance["legal"], advance["verdicts"]) == (True, [])
    far = answer(fight(phase="movement"), "reach", {"unit": "gun", "mode": "mechanized"})
    assert far["hexes"] == {}  # no C/M unit


def test_bridges_of_a_diagram() -> None:
    board = BOARD | {"hexsides": {"0404/0405": ["canal", "bridge", "red"]}}
    table = position(
        SS | {"id": "g", "hex": "0404"},
        SAPPERS | {"id": "s", "hex": "0405", "side": "german"},
        board=board,
        phase="movement",
        active="german",
    )
    said = answer(table, "bridge", {"bridge": "0405/0404", "way": "engineers"})
    assert said["legal"]
    assert sorted(said["units"]) == ["g", "s"]
    approach = {"bridge": "0404/0405", "way": "approach"}
    assert rules(answer(table, "bridge", approach)) == ["7.2c", "7.2c"]  # Germans move, none came
    beside = SAPPERS | {"id": "b", "hex": "0405"}
    came = position(beside, board=board, phase="movement", active="allied")
    assert answer(came, "bridge", approach)["legal"]
    driving = position(beside, board=board, phase="mechanized", active="allied")
    assert answer(driving, "bridge", approach)["legal"]
    tried = position(beside, board=board, phase="movement", bridges={"0404/0405": "tried"})
    assert rules(answer(tried, "bridge", approach)) == ["7.2c"]
    engineers = {"bridge": "0404/0405", "way": "engineers"}
    assert rules(answer(came, "bridge", engineers)) == ["7.2d", "7.2d"]
    blown: dict[str, Any] = {"board": board, "bridges": {"0404/0405": "blown"}}
    repair = {"bridge": "0404/0405", "way": "repair", "units": ["b"]}
    builder = beside | {"engineer": "bridge"}
    able = position(builder, phase="movement", active="allied", **blown)
    assert answer(able, "bridge", repair)["legal"]
    late = position(builder, phase="mechanized", active="allied", **blown)
    assert rules(answer(late, "bridge", repair)) == ["7.2g"]
    ferry = {"bridge": "0303/0304", "way": "ferry", "units": ["s"]}
    assert "17.3a" in rules(answer(table, "bridge", ferry))
    with pytest.raises(Refused) as told:
        position(board=BOARD | {"hexsides": {"0404/0405": ["bridge"]}})
    assert told.value.code == "bad_position"


def test_drop_zones_of_the_real_map() -> None:
    given = BOOK.parse_position({"game": "airbridge", "scenario": "campaign"})
    table = given.ruleset.answers(given.state)
    assert answer(table, "land", {"division": "1AB"})["within"] == 3
    mark = {"kind": "dz_lost", "division": "1AB", "hex": "B4509", "turn": 4}
    lost = BOOK.parse_position({"game": "airbridge", "turn": 5, "markers": [mark]})
    said = answer(lost.ruleset.answers(lost.state), "dz", {"division": "1AB"})
    assert said["turn"] == 6
    assert "B4509" in said["hexes"]


def test_the_sequence_of_a_morning() -> None:
    told = answer(fight(), "sequence", {})["phases"]
    assert told[0] == {
        "side": None,
        "phase": "strategic",
        "steps": ["initiative", "weather", "fatigue"],
    }
    assert told[1]["steps"] == ["supply", "fire_markers", "air_points"]
    assert told[-1]["phase"] == "record"
    assert [p["steps"] for p in told if p["phase"] == "initial"][1] == ["supply"]


@pytest.mark.parametrize(
    ("name", "asked", "result"),
    [
        ("bombardment", {"points": 10, "die": 4}, 2),
        ("attack", {"column": "11-14", "die": 1}, 2),
        ("armor_attack", {"attacker": "Inf", "defender": "Arm"}, "NE/-2"),
        ("terrain", {"column": "forest"}, 3),
        ("efficiency_shift", {"difference": -0.333}, -1),
        ("efficiency_shift", {"difference": 3}, 2),
        ("efficiency_check", {"efficiency": 7, "die": 8}, "fail"),
        ("weather", {"die": 8}, "bad"),
        ("alt_dz", {"die": 9}, "step"),
        ("initiative", {"allied": 3, "german": 3}, "again"),
        ("date", {"turn": 8}, "20 September PM"),
        ("air_points", {"scenario": "introductory", "weather": "clear", "column": "allied"}, 25),
        ("victory_campaign", {"steps": 12}, "allied substantial"),
        ("victory_introductory", {"destroyed": 6, "beyond": 9}, "marginal"),
    ],
)
def test_tables(name: str, asked: dict[str, Any], result: object) -> None:
    assert BOOK.table(name, asked).result == result


def test_position_faults_name_the_field() -> None:
    for told, where in (
        ({"units": [GUARDS | {"id": "a", "hex": "9999"}]}, "units[0].hex"),
        ({"units": [{"id": "a", "hex": "0101", "side": "allied"}]}, "units[0].kind"),
        ({"declared": [{"kind": "assault", "target": "0101", "units": ["x"]}]},
         "declared[0].units[0]"),
    ):  # fmt: skip
        with pytest.raises(Refused) as refused:
            BOOK.parse_position({"game": "airbridge", "board": BOARD} | told)
        assert refused.value.where == where


def sentence(units: list[dict[str, Any]], action: dict[str, Any], *dice: int, **more: Any) -> str:
    """Return the sentence of an action applied to a position."""
    probe = Probe()
    told = {"game": "airbridge", "board": BOARD, "units": units, "turn": 3} | more
    loaded = probe.answer({"op": "load", "position": told})
    asked = {"op": "apply", "pos": loaded["result"]["pos"], "action": action, "dice": list(dice)}
    answer_ = probe.answer(asked)
    assert answer_["ok"], answer_
    return str(answer_["result"]["sentence"])


def test_move_sentences_include_effects() -> None:
    tank = SS | {"id": "t", "hex": "0403", "attack": 14}
    step = {"kind": "move", "units": ["t"], "path": ["0403", "0404"]}
    weak = GUARDS | {"id": "w", "hex": "0404", "attack": 1, "defense": 1, "steps": 1}
    moving = {"phase": "movement", "active": "german"}
    assert sentence([tank, weak], step, **moving).endswith("(1 hex). Eliminated: w.")
    zone = [{"kind": "dz", "division": "101", "hex": "0404"}]
    gone = sentence([tank], step, markers=zone, **moving)
    assert gone.endswith("Marker 'DZ 101 AB' is removed from 0404."), gone
    board = BOARD | {"hexsides": {"0404/0405": ["canal", "bridge", "red"]}}
    walk = {"kind": "move", "units": ["a"], "path": ["0403", "0404"]}
    friend = GUARDS | {"id": "a", "hex": "0403"}
    blown = sentence([friend], walk, 1, board=board, phase="movement", active="allied")
    assert blown.endswith(": blown."), blown
