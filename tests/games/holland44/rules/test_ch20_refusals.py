"""Chapter 20 and 22.7: reasons against replacement steps, one by one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.core import actions as act
from engine.core.effects import Decision
from engine.games import require_rulebook
from engine.rules import ports
from tests.games.holland44.rules.tabletop import Json, seen

WEST: Json = {"id": "GE-II-1034-59", "hex": "B", "steps": 1}
OTHERS: list[Json] = [{"id": "BR-2GH/46", "hex": "1507"}, {"id": "GE-Helle", "hex": "F"}]


def asking(*units: Json, side: str = "german", tracks: Json | None = None,
           **given: Any) -> ports.Answers:  # fmt: skip
    """Return a position in which a side must choose the unit that gets a step."""
    position = seen([*units, *OTHERS], real=True, active=side, **{"turn": 8, **given})
    asked = Decision.model_validate({"kind": "replacement", "side": side, "args": {"last": False}})
    held = {**position.state.tracks, **(tracks or {})}
    return position.ruleset.answers(replace(position.state, pending=(asked,), tracks=held))


def against(position: ports.Answers, words: str) -> list[tuple[str, str]]:
    """Return each rule against an answer, with the last word of its key."""
    found = position.judge(act.Choose(decision="replacement", option=words))
    return [(v.rule, v.key.rpartition(".")[2]) for v in found if v.level == "forbid"]


def test_20_2_a_unit_without_objections_gets_its_step():
    position = asking(WEST)
    assert "west GE-II-1034-59" in position.options()
    assert against(position, "west GE-II-1034-59") == []


@pytest.mark.parametrize(
    ("unit", "given", "rule"),
    [
        (WEST, {"turn": 9}, ("20.2.1", "night")),
        (WEST, {"turn": 5}, ("20.2.1", "night")),
        (WEST, {"tracks": {"replaced/west": 8}}, ("20.2.2", "used")),
        ({**WEST, "steps": 2}, {}, ("20.2.3", "whole")),
        ({**WEST, "status": ["disrupted"]}, {}, ("20.2.3", "disorder")),
        ({**WEST, "status": ["full_retreat"]}, {}, ("20.2.3", "disorder")),
        ({**WEST, "status": ["engaged"]}, {}, ("20.2.3", "disorder")),
        (WEST, {"tracks": {"moved/GE-II-1034-59": "normal 12 2 0"}}, ("20.2.5", "moved")),
        ({**WEST, "hex": "turn-12"}, {}, ("20.2.3", "absent")),
    ],
)
def test_20_2_reasons_against_a_replacement_step(unit: Json, given: Json, rule: tuple[str, str]):
    position = asking(unit, **given)
    assert "west GE-II-1034-59" not in position.options()
    assert against(position, "west GE-II-1034-59") == [rule]


@pytest.mark.parametrize(
    ("tracks", "fine"),
    [
        ({"moved/GE-II-1034-59": "normal 6 1 0"}, True),  # 20.2.5: one hex
        ({"moved/GE-II-1034-59": "normal 0 0 0"}, True),
        ({"replaced/east": 8}, True),
        ({"replaced/west": 8}, False),
    ],
)
def test_20_2_2_irrelevant_conditions(tracks: Json, *, fine: bool):
    position = asking(WEST, tracks=tracks)
    assert ("west GE-II-1034-59" in position.options()) is fine


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("BR-2GH/46", ("20.2.3", "never")),  # of the other side
        ("GE-Krafft", None),
    ],
)
def test_20_2_3c_units_without_replacements(name: str, rule: tuple[str, str] | None):
    unit = {"id": name, "hex": "B", "steps": 1}
    units = [u for u in OTHERS if u["id"] != name]
    position = seen([unit, *units], real=True, turn=8, active="german")
    asked = Decision.model_validate(
        {"kind": "replacement", "side": "german", "args": {"last": False}}
    )
    position = position.ruleset.answers(replace(position.state, pending=(asked,)))
    counter = position.ruleset.module.counters.of(name)
    found = against(position, f"west {name}")
    if rule is not None:
        assert rule in found
        return
    eligible = not (counter.vehicle or counter.quality == "elite")
    assert (("20.2.3", "never") in found) is not eligible


def dead(name: str) -> Json:
    return {"id": name, "hex": "eliminated-german", "steps": 0}


def test_20_2_4_an_eliminated_unit_comes_back_where_it_may():
    """In its area, or in a German city that the area supplies and that is in no Allied zone."""
    position = asking(dead("GE-II-1034-59"))
    places = {o.split()[2] for o in position.options() if o.startswith("west GE-II-1034-59")}
    assert {"area-B", "area-C"} <= places
    assert "area-F" not in places
    assert against(position, "west GE-II-1034-59 area-F") == [("20.2.4", "place")]
    assert against(position, "west GE-II-1034-59 2010") == [("20.2.4", "place")]
    east = {o.split()[2] for o in position.options() if o.startswith("east GE-II-1034-59")}
    assert {"area-F", "area-G", "area-H", "area-I"} <= east
    assert places & east <= {p for p in places if not p.startswith("area-")}


RETURN: Json = {"id": "US-3/504", "hex": "5013", "steps": 2}


def returnee(*units: Json, tracks: Json | None = None, **given: Any) -> ports.Answers:
    held = {"airborne-82": 1, **(tracks or {})}
    return asking(*units, side="allied", turn=given.pop("turn", 4), tracks=held, **given)


def head_of(division: str) -> str:
    """The supply head of a division."""
    sheet = require_rulebook("holland44").ruleset("campaign").module.counters
    return next(c.id for c in sheet if c.role == "supply_head" and c.division == division)


@pytest.mark.parametrize(
    ("unit", "tracks", "rule"),
    [
        (RETURN, {}, None),
        (RETURN, {"airborne-82": 0}, ("22.7", "none")),
        (RETURN, {"fresh-returnees/82": 1}, ("22.7", "none")),
        (RETURN, {"airborne-82": 2, "fresh-returnees/82": 1}, None),
        (RETURN, {"replaced/82": 4}, ("22.7", "used")),
        (RETURN, {"replaced/101": 4}, None),
        ({**RETURN, "steps": 3}, {}, ("20.2.3", "whole")),
        ({**RETURN, "status": ["disrupted"]}, {}, ("20.2.3", "disorder")),
        ({**RETURN, "status": ["engaged"]}, {}, ("20.2.3", "disorder")),
        (RETURN, {"moved/US-3/504": "normal 12 2 0"}, ("20.2.5", "moved")),
        ({**RETURN, "hex": "1507"}, {}, ("22.7", "head")),
        ({**RETURN, "hex": "turn-12"}, {}, ("20.2.3", "absent")),
    ],
)
def test_22_7_reasons_against_a_returnee(unit: Json, tracks: Json, rule: tuple[str, str] | None):
    head = {"id": head_of("82"), "hex": "5013"}
    others = [u for u in OTHERS if u["hex"] != unit["hex"]]
    position = seen([unit, head, *others], real=True, turn=4, active="allied")
    asked = Decision.model_validate(
        {"kind": "replacement", "side": "allied", "args": {"last": False}}
    )
    held = {**position.state.tracks, "airborne-82": 1, **tracks}
    position = position.ruleset.answers(replace(position.state, pending=(asked,), tracks=held))
    assert ("82 US-3/504" in position.options()) is (rule is None)
    assert against(position, "82 US-3/504") == ([] if rule is None else [rule])


def test_22_7b_a_returnee_is_of_its_own_division():
    head = {"id": head_of("101"), "hex": "5013"}
    position = returnee(RETURN, head, tracks={"airborne-82": 0, "airborne-101": 1})
    assert "101 US-3/504" not in position.options()
    assert ("22.7", "division") in against(position, "101 US-3/504")
    german = asking(WEST, tracks={"airborne-82": 1})
    assert against(german, "82 GE-II-1034-59") == [("3", "no_option")]
    assert against(german, "south GE-II-1034-59") == [("3", "no_option")]


def test_22_7_units_without_a_division_have_no_supply_head():
    """Nor does a ground unit of the army get a returnee."""
    ground = {"id": "BR-7SH/46", "hex": "5013", "steps": 1}
    head = {"id": head_of("82"), "hex": "5013"}
    position = returnee(ground, head)
    assert against(position, "82 BR-7SH/46") == [("22.7", "division"), ("22.7", "head")]
