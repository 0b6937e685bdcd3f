"""Each rule objects to its own case, and to no other.

Every case names a text of the catalogue, an order that triggers it, and one that does not.
"""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import TypeAdapter

from engine.core.actions import Action
from engine.games.holland44 import positions
from engine.games.holland44.ruleset import Ruleset
from tests.games.holland44.rules.tabletop import Json, tank, unit

ORDER: TypeAdapter[Any] = TypeAdapter(Action)
FOE = unit("g1", "0909")
GUN: Json = {"kind": "artillery", "attack": 0, "max_steps": 1, "range": 5}
HEAD: Json = {"kind": "supply_head", "attack": 0, "movement": 2, "max_steps": 1}


def said(units: list[Json], order: Json, **given: Any) -> set[str]:
    """The keys of all verdicts on an order, on a diagram of clear hexes, some beside area N."""
    base = {"turn": 3, "active": "allied", "phase": "movement"}
    areas = {"N": {"side": "allied", "hexes": ["0502", "0402"]}}
    board = {"rows": [1, 10], "cols": [1, 10], "areas": areas}
    setting, state, _ = positions.read({**base, **given, "units": units, "board": board})
    return {v.key for v in Ruleset(setting).judge(state, ORDER.validate_python(order))}


def move(name: str, *path: str, mode: str = "normal") -> Json:
    return {"kind": "move", "units": name.split(), "path": list(path), "mode": mode}


def attack(name: str, target: str, **fields: Any) -> Json:
    return {"kind": "declare_attack", "attackers": name.split(), "target": target, **fields}


def foot(**fields: Any) -> Json:
    return unit("a1", "0501", **fields)


COMBAT = {"phase": "combat"}
TWO = ("0501", "0502", "0503")
BESIDE = unit("g1", "0502")
STRONG = {"attack": 60}
COMPANY: Json = {"id": "US-A/82", "hex": "breakdowns-allied"}
BATTALION: Json = {"id": "US-3/504", "hex": "0501"}
SPLIT: Json = {"kind": "split", "unit": "a1", "part": "US-A/82"}
UNSEEN = unit("g1", "0502", kind="unknown")

CROWD = [unit(f"a{n}", "0502") for n in range(2, 5)]

CASES: dict[str, tuple[Any, Any]] = {
    "rule.holland44.6.1.one_head": (
        ([foot(**HEAD), unit("a2", "0502", **HEAD)], move("a1", "0501", "0502", mode="tactical")),
        ([foot(**HEAD), unit("a2", "0503", **HEAD)], move("a1", "0501", "0502", mode="tactical")),
    ),
    "rule.holland44.6.4.1.overstacked": (
        ([foot(), *CROWD, FOE], move("a1", "0501", "0502")),
        ([foot(), *CROWD[2:], FOE], move("a1", "0501", "0502")),
    ),
    "rule.holland44.6.4.1.steps": (
        ([foot(max_steps=9), *CROWD, FOE], move("a1", "0501", "0502")),
        ([foot(max_steps=1), *CROWD, FOE], move("a1", "0501", "0502")),
    ),
    "rule.holland44.8.1.immobile": (
        ([foot(movement=0), FOE], move("a1", "0501", "0502")),
        ([foot(movement=1), FOE], move("a1", "0501", "0502")),
    ),
    "rule.holland44.8.1.gap": (
        ([foot(), FOE], move("a1", "0501", "0503")),
        ([foot(), FOE], move("a1", *TWO)),
    ),
    "rule.holland44.8.1.enemy": (
        ([foot(), BESIDE], move("a1", "0501", "0502")),
        ([foot(), FOE], move("a1", "0501", "0502")),
    ),
    "rule.holland44.8.1.points": (
        ([foot(movement=1), FOE], move("a1", *TWO)),
        ([foot(movement=2), FOE], move("a1", *TWO)),
    ),
    "rule.holland44.8.2.1.stack": (
        ([foot(), unit("a2", "0501"), FOE], move("a1 a2", "0501", "0502", mode="extended")),
        ([foot(), unit("a2", "0501"), FOE], move("a1", "0501", "0502", mode="extended")),
    ),
    "rule.holland44.8.3.1.far": (
        ([foot(), FOE], move("a1", *TWO, "0504", mode="tactical")),
        ([foot(), FOE], move("a1", *TWO, mode="tactical")),
    ),
    "rule.holland44.10.2.1.absent": (
        ([foot(), BESIDE], attack("a1", "0502", lead="82 AB Div"), COMBAT),
        ([foot(), BESIDE], attack("a1", "0502", lead="Guards Armd Div"), COMBAT),
    ),
    "rule.holland44.11.5.1.tactical": (
        ([foot(status=["engaged"]), FOE], move("a1", "0501", "0502")),
        ([foot(status=["engaged"]), FOE], move("a1", "0501", "0502", mode="tactical")),
    ),
    "rule.holland44.11.5.1.disrupted": (
        ([foot(status=["engaged"]), FOE], move("a1", *TWO, mode="tactical")),
        ([foot(status=["engaged"]), FOE], move("a1", "0501", "0502", mode="tactical")),
    ),
    "rule.holland44.14.3.1.good_order": (
        ([foot(), FOE], move("a1", "0501", "0502", mode="full_retreat")),
        ([foot(status=["disrupted"]), FOE], move("a1", "0501", "0502", mode="full_retreat")),
    ),
    "rule.holland44.14.3.1.voluntary": (
        ([foot(status=["disrupted"]), FOE], move("a1", "0501", "0502", mode="full_retreat")),
        ([foot(status=["full_retreat"]), FOE], move("a1", "0501", "0502", mode="full_retreat")),
    ),
    "rule.holland44.14.3.2.ezoc": (
        ([foot(status=["full_retreat"]), unit("g1", "0503")], move("a1", "0501", "0502")),
        ([foot(status=["full_retreat"]), FOE], move("a1", "0501", "0502")),
    ),
    "rule.holland44.17.3.disrupted": (
        ([foot(**GUN, movement=1), FOE], move("a1", *TWO, mode="tactical")),
        ([foot(**GUN, movement=1), FOE], move("a1", "0501", "0502", mode="tactical")),
    ),
    "rule.holland44.18.2.2.tactical": (
        ([foot(**HEAD), FOE], move("a1", "0501", "0502")),
        ([foot(**HEAD), FOE], move("a1", "0501", "0502", mode="tactical")),
    ),
    "rule.holland44.20.2.5.attack": (
        (
            [foot(), unit("a2", "0501", status=["replacement"]), BESIDE],
            attack("a1", "0502"),
            COMBAT,
        ),
        ([foot(), unit("a2", "0501"), BESIDE], attack("a1", "0502"), COMBAT),
    ),
    "rule.holland44.11.4.split": (  # on a diagram no remnant counter is free
        ([{**BATTALION, "steps": 2}, COMPANY], {**SPLIT, "unit": "US-3/504"}),
        ([BATTALION, COMPANY], {**SPLIT, "unit": "US-3/504"}),
    ),
    "rule.holland44.21.1.steps": (
        ([foot(steps=1), COMPANY], SPLIT),
        ([foot(), COMPANY], SPLIT),
    ),
    "rule.holland44.21.5.whole": (
        ([foot(), unit("a2", "0501"), FOE], {"kind": "join", "unit": "a1", "into": "a2"}),
        ([foot(), unit("a2", "0501", steps=1), FOE], {"kind": "join", "unit": "a1", "into": "a2"}),
    ),
    "rule.holland44.21.5.apart": (
        ([foot(), unit("a2", "0502", steps=1)], {"kind": "join", "unit": "a1", "into": "a2"}),
        ([foot(), unit("a2", "0501", steps=1)], {"kind": "join", "unit": "a1", "into": "a2"}),
    ),
    "rule.holland44.21.5.phase": (
        (
            [foot(), unit("a2", "0501", steps=1)],
            {"kind": "join", "unit": "a1", "into": "a2"},
            COMBAT,
        ),
        ([foot(), unit("a2", "0501", steps=1)], {"kind": "join", "unit": "a1", "into": "a2"}),
    ),
    "rule.holland44.8.7.support": (
        (
            [foot(**STRONG), unit("a2", "0402", **GUN), BESIDE],
            attack("a1", "0502", artillery=["a2"]),
        ),
        ([foot(**STRONG), unit("a2", "0402", **GUN), BESIDE], attack("a1", "0502")),
    ),
    "rule.holland44.19.7.phase": (
        ([unit("a1", "N", **STRONG), BESIDE], attack("a1", "0502")),
        ([foot(**STRONG), BESIDE], attack("a1", "0502")),
    ),
    "rule.holland44.25.3.1.enter": (
        ([foot(**STRONG), UNSEEN], attack("a1", "0502")),
        ([foot(**STRONG), BESIDE], attack("a1", "0502")),
    ),
    "rule.holland44.25.3.1.extended": (
        ([foot(), UNSEEN], move("a1", "0501", "0502", mode="extended")),
        ([foot(), UNSEEN], move("a1", "0501", "0502")),
    ),
    "rule.holland44.25.3.1.reveal": (
        ([foot(), UNSEEN], move("a1", "0501", "0502")),
        ([foot(), FOE], move("a1", "0501", "0502")),
    ),
    "rule.holland44.25.3.3.move": (
        ([foot(status=["spent"]), FOE], move("a1", "0501", "0502")),
        ([foot(), FOE], move("a1", "0501", "0502")),
    ),
    "rule.holland44.25.3.4.reveal": (
        ([foot(), UNSEEN], attack("a1", "0502"), COMBAT),
        ([foot(), BESIDE], attack("a1", "0502"), COMBAT),
    ),
    "rule.holland44.25.2.1.one": (
        (
            [unit("g1", "0503", kind="unknown"), unit("g2", "0502", kind="unknown"), foot()],
            move("g1", "0503", "0502", mode="relocation"),
            {"active": "german"},
        ),
        (
            [unit("g1", "0503", kind="unknown"), unit("g2", "0502"), foot()],
            move("g1", "0503", "0502", mode="relocation"),
            {"active": "german"},
        ),
    ),
}


@pytest.mark.parametrize("key", CASES)
def test_a_rule_objects_only_to_its_own_case(key):
    for case, heard in zip(CASES[key], (True, False), strict=True):
        units, order, *given = case
        found = said(units, order, **(given[0] if given else {}))
        assert (key in found) is heard, found


def test_8_1_a_move_that_is_over_is_not_taken_up_again(diagram):
    units = [unit("a1", "0501"), unit("a2", "0701"), FOE]
    table = diagram(units).march("a1", "0501", "0502")
    assert table.broken("a1", "0502", "0503") == set()
    assert table.broken("a1", "0502", "0503", mode="tactical") == {"8.1"}
    after = table.march("a2", "0701", "0702")
    assert after.broken("a1", "0502", "0503") == {"8.1"}


def test_3_a_decision_is_made_before_anything_else(diagram):
    sides = {"0502/0503": ["canal", "road_bridge"]}
    units = [unit("a1", "0501"), tank("a2", "0701"), FOE]
    table = diagram(units, hexsides=sides).march("a1", "0501", "0502")
    assert table.asked[1] == "demolish"
    refusal = table.refused(move("a2", "0701", "0702"))["verdicts"]
    assert "3" in {v["rule"] for v in refusal}
    assert table.choose("decline").march("a2", "0701", "0702").at("a2") == "0702"
