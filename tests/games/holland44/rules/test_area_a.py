"""Area A, the first of all boxes, is an entry area like the others, not a hex (6, 8, 13, 19)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.core import actions as act
from engine.core.effects import Decision
from engine.rules import ports
from tests.games.holland44.rules.tabletop import Json, at, played, seen, unit

FAR = unit("g9", "1010")
MINE = {"A": {"side": "allied", "hexes": ["0501", "0401"]}}
THEIRS = {"A": {"side": "german", "hexes": ["0501", "0401"]}}
CROWD = [unit(f"a{n}", "A", max_steps=4) for n in (2, 3, 4)]


def board(**more: Any) -> Json:
    return {"areas": MINE, **more}


def verdicts(position: ports.Answers, *path: str, mode: str = "normal") -> set[str]:
    found = position.judge(act.MoveUnits(units=("a1",), path=path, mode=mode))
    return {v.rule for v in found}


def test_area_a_is_the_first_box():
    position = seen([unit("a1", "0501"), FAR], board=board())
    assert at(position, "A") == len(position.ruleset.board.numbers)


@pytest.mark.parametrize("mode", ["normal", "extended"])
def test_6_1_6_4_1_8_2_1_there_is_room_for_all_in_an_area(mode: str):
    position = seen([unit("a1", "0501"), *CROWD, FAR], board=board())
    assert verdicts(position, "0501", "A", mode=mode) <= {"19.3"}
    found = position.reach(["a1"], mode)
    assert at(position, "A") not in found.hexes
    end = found.boxes[at(position, "A")]
    assert end.price.steps == 0
    assert end.price.supplied in (True, None)
    assert end.stop == "area"


def test_19_3_into_the_area_tactically():
    position = seen([unit("a1", "0501"), FAR], board=board())
    found = position.reach(["a1"], "tactical").boxes
    assert {place: (end.stop, end.path) for place, end in found.items()} == {
        at(position, "A"): ("area", (at(position, "0501"), at(position, "A")))
    }


def test_19_1_out_of_the_area_in_every_mode():
    position = seen([unit("a1", "A"), FAR], board=board())
    for mode in ("normal", "tactical", "extended"):
        found = position.reach(["a1"], mode).hexes
        assert {at(position, "0501"), at(position, "0401")} <= found.keys()
    far = position.why_not(["a1"], at(position, "0509"))
    assert (far.path[0], far.path[-1]) == (at(position, "A"), at(position, "0509"))
    assert {v.rule for v in far.verdicts if v.level == "forbid"} == {"8.1"}


def test_19_3_1_a_box_that_is_not_an_area_cannot_be_entered():
    areas = {"N": {"side": "allied", "hexes": ["0501"]}}
    position = seen([unit("a1", "0501"), FAR], board={"areas": areas})
    found = position.judge(act.MoveUnits(units=("a1",), path=("0501", "A"), mode="normal"))
    assert [v.rule for v in found if v.level == "forbid"] == ["19.3.1"]


def test_19_7_units_in_the_area_attack_onto_the_map_and_have_no_hex():
    position = seen([unit("a1", "A", attack=10), unit("g1", "0501"), FAR], phase="combat",
                    board=board())  # fmt: skip
    assert position.targets(["a1"]) == ()
    assert [position.number(i) for i in position.targets(())] == ["0501"]
    odds = position.odds(position.plan({"attackers": ["a1"], "target": "0501"}))
    assert (odds.attack, odds.defense) == (10, 5)
    assert position.attackers(at(position, "A")) == ()
    assert position.attackers(at(position, "0501")) == ("a1",)


def test_19_5_a_retreat_into_the_area_breaks_no_guideline_of_hexes():
    """13.1.3: neither distance nor stacking counts there; retreats never stop early (13.3)."""
    units = [unit("g1", "0501"), unit("a1", "0602"), unit("g2", "A")]
    position = seen(units, phase="combat", active="allied", board={"areas": THEIRS})
    found = position.retreats(["g1"], 2)
    area = at(position, "A")
    into = [w for w in found.options if w.path[-1] == area]
    assert into
    assert {(w.extra_loss, w.end_status) for w in into} == {(0, "disrupted")}
    assert all(w.path.index(area) == len(w.path) - 1 for w in found.options if area in w.path)
    assert all(set(w.broken) <= {3} for w in into)


def test_16_3_1_no_breakthrough_from_an_entry_area():
    units = [unit("a1", "A", attack=40), unit("g1", "0501", max_steps=1), FAR]
    position = seen(units, phase="combat", board=board())
    after = played(position, act.DeclareAttack(attackers=("a1",), target="0501"), 5)
    while after.state.pending and after.state.pending[-1].kind != "advance":
        after = played(after, act.Choose(decision=after.state.pending[-1].kind,
                                         option=after.options()[0]))  # fmt: skip
    assert after.state.pending[-1].kind == "advance"
    assert any(o.startswith("a1 area-A 0501") for o in after.options())
    assert not [o for o in after.options() if o.startswith("breakthrough")]


@pytest.mark.parametrize(("first", "second"), [("A", "B"), ("L", "K")])
def test_19_2_2_the_areas_that_fall_on_turn_7_are_left(first: str, second: str):
    """Whether or not the board has the other of the two."""
    areas = {first: {"hexes": ["0501"]}, second: {"side": "german", "hexes": ["0601"]}}
    units = [unit("g1", first), unit("a1", "0909"), unit("g2", "1010")]
    before = seen(units, turn=6, phase="victory", active="german", board={"areas": areas})
    position = played(before, act.NextPhase())
    assert position.state.clock.turn == 7
    piece = position.state.pieces["g1"]
    assert position.number(piece.place) == second
    assert "disrupted" in piece.status


@pytest.mark.parametrize("neighbour", [{"side": "allied", "hexes": ["0601"]}, None])
def test_19_2_2_units_without_another_area_stay(neighbour: Json | None):
    areas = {"L": {"hexes": ["0501"]}, **({"N": neighbour} if neighbour else {})}
    units = [unit("g1", "L"), unit("a1", "0909"), unit("g2", "1010")]
    before = seen(units, turn=6, phase="victory", active="german", board={"areas": areas})
    position = played(before, act.NextPhase())
    piece = position.state.pieces["g1"]
    assert position.number(piece.place) == "L"
    assert piece.status == frozenset()


# -- several places, of which the first is left out -----------------------------------------------


def test_14_2_a_green_unit_below_another_has_to_flee_too():
    green = unit("a2", "0505", quality="low", status=["disrupted"])
    for stack in ([unit("a1", "0505"), green], [green, unit("a1", "0505")]):
        position = seen([*stack, unit("g1", "0506")])
        found = [v for v in position.judge(act.NextPhase()) if v.level == "forbid"]
        assert [(v.rule, v.units) for v in found] == [("14.2", ("a2",))]


def test_9_5_3_an_assault_is_prepared_wherever_there_is_a_river():
    units = [
        unit("a1", "0101"), unit("a2", "0505"), unit("a9", "0505", kind="engineer"),
        unit("g1", "1010"),
    ]  # fmt: skip
    before = seen(units, board={"hexsides": {"0505/0506": ["major_river"]}})
    position = played(before, act.NextPhase())
    ready = {n for n, p in position.state.pieces.items() if "river_assault" in p.status}
    assert ready == {"a2", "a9"}


def test_16_3_5_a_jam_in_one_hex_leaves_the_others_their_breakthrough():
    args = {"units": ["a1", "a2"], "vacated": "0506", "advance": "bonus",
            "fought": ["a1", "a2"], "through": True}  # fmt: skip
    units = [
        unit("a1", "0505", attack=9), unit("a3", "0505"), unit("a2", "0606", attack=9),
        unit("g2", "0706"), unit("g3", "0405"),
    ]  # fmt: skip
    position = seen(units, phase="combat")
    asked = Decision.model_validate({"kind": "advance", "side": "allied", "args": args})
    position = position.ruleset.answers(replace(position.state, pending=(asked,)))
    through = [o for o in position.options() if o.startswith("breakthrough")]
    assert through == ["breakthrough 0706 a2"]
