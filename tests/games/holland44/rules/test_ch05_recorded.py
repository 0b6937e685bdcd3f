"""Chapter 5 in recorded games: bridges by name, attempts of the phase, moves from area A."""

from __future__ import annotations

from dataclasses import replace

from engine.core import actions as act
from engine.core.effects import Decision
from tests.games.holland44.rules.tabletop import at, seen, tank, unit

SON, OTHER = "3008/3108", "3709/3810"


def test_5_5_the_bridges_of_a_question_have_their_names():
    units = [{"id": "GE-Helle", "hex": "3108"}, {"id": "US-1/501", "hex": "3007"}]
    position = seen(units, real=True, phase="bridge", active="german")
    question = position.question()
    assert question is not None
    words = {o.id: o.text for o in question.options}
    name = position.ruleset.module.place_name(SON)
    assert name != SON
    assert words[f"blow {SON}"] == f"Blow up {name}"


def test_5_3_3_a_bridge_that_was_tried_on_in_the_phase_is_not_wired_again():
    """The bridge is intact and held, so only this rule forbids it. Another bridge may be wired."""
    sides = {n: ["canal", "road_bridge"] for n in ("0505/0506", "0303/0304")}
    units = [unit("g1", "0505"), unit("g2", "0506"), unit("g3", "0303"), unit("a1", "1010")]
    position = seen(units, phase="bridge", active="german", board={"hexsides": sides},
                    bridges=dict.fromkeys(sides, "intact"))  # fmt: skip
    asked = Decision.model_validate(
        {"kind": "bridges", "side": "german", "args": {"used": ["0505/0506"]}}
    )
    waiting = position.ruleset.answers(replace(position.state, pending=(asked,)))
    assert waiting.options() == ("done", "rewire 0303/0304")

    def against(words: str) -> set[str]:
        found = waiting.judge(act.Choose(decision="bridges", option=words))
        return {v.rule for v in found if v.level == "forbid"}

    assert against("rewire 0505/0506") == {"5.3.3"}
    assert against("rewire 0303/0304") == set()
    assert against("blow 0505/0506") == {"5.3.3", "5.3.1"}


def test_19_3_1c_a_unit_out_of_any_area_pays_for_its_first_hex():
    """Area A is the first of all boxes."""
    areas = {"A": {"side": "german", "hexes": ["0501"]}, "B": {"side": "german", "hexes": ["0801"]}}
    hexes = {n: {"terrain": "woods"} for n in ("0501", "0801")}
    units = [tank("g1", "A"), tank("g2", "B"), unit("a1", "1010")]
    position = seen(units, active="german", board={"areas": areas, "hexes": hexes})
    for name, area, first in (("g1", "A", "0501"), ("g2", "B", "0801")):
        reach = position.reach([name], "normal")
        assert reach.hexes[at(position, first)].cost == 2
        path = (area, first, f"{first[:2]}02", f"{first[:2]}03", f"{first[:2]}04")
        move = act.MoveUnits(units=(name,), path=path, mode="normal")
        assert not [v for v in position.judge(move) if v.level == "forbid"]
        far = move.model_copy(update={"path": (*path, f"{first[:2]}05")})
        (points,) = (v for v in position.judge(far) if v.level == "forbid")
        assert (points.args["cost"], points.args["allowance"]) == (6, 5)
