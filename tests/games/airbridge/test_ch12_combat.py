"""Retreats and advances after combat (chapter 12), with and without a path."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import actions as act
from engine.games.airbridge.combat import CombatRecord
from engine.games.airbridge.rules.ch12_combat import Support
from engine.games.airbridge.rules.ch12_losses import Loss, Tire
from engine.games.airbridge.rules.ch12_retreat import (
    Advance,
    Retreat,
    Stay,
    advance_objections,
    retreat_paths,
)
from engine.games.airbridge.rules.ch12_strengths import half_of_steps
from engine.probe.questions import answer
from engine.rules.base.decisions import Choice
from engine.rules.judge import Given
from tests.games.airbridge.givens import A, G, until
from tests.games.airbridge.test_examples import unit as battalion
from tests.games.airbridge.test_probe import BOARD, GUARDS, SS, position
from tests.games.airbridge.test_reasons import course, maneuver_of
from tests.games.airbridge.test_rules import played, where


def test_half_of_the_steps_or_of_the_units() -> None:
    """12.2a."""
    whole, worn = battalion("a"), battalion("b", steps=1)
    assert half_of_steps([whole, worn], [worn], "units")
    assert not half_of_steps([whole, worn, worn], [worn], "units")
    assert not half_of_steps([whole, worn], [], "units")


def test_a_defender_on_whom_an_assault_is_declared_cannot_retreat() -> None:
    """12.3g."""
    helper = GUARDS | {"id": "x", "hex": "0403"}
    plans = [{"kind": "maneuver", "target": "0404", "units": ["a"]}]
    both = [*plans, {"kind": "assault", "target": "0404", "units": ["x"]}]
    strong = A | {"attack": 12}
    free, pinned = (
        position(strong, helper, G | {"armor": "Inf"}, phase="maneuver", declared=declared)
        for declared in (plans, both)
    )
    assert until(free, "stay") is not None
    assert until(pinned, "stay") is None


@pytest.mark.parametrize("reading", ["stays", "eliminated"])
def test_an_attacker_without_a_path_stays_or_is_eliminated_by_the_reading(reading: str) -> None:
    """12.3a."""
    ring = [SS | {"id": f"r{n}", "hex": h} for n, h in enumerate(("0402", "0303", "0503"))]
    plan = [{"kind": "maneuver", "target": "0404", "units": ["a"]}]
    table = position(A, G, *ring, phase="maneuver", declared=plan,
                     options={"attacker_blocked": reading})  # fmt: skip
    left = set()
    for die in range(1, 11):
        asked, after = course(table, die)
        assert "retreat" not in asked
        unit = after.position.units.get("a")
        left.add(unit.steps if unit else 0)
    assert (1 in left) == (reading == "stays")


def test_an_answer_that_is_not_offered_is_refused_with_its_reason() -> None:
    """12.3a, 12.3o."""
    plan = [{"kind": "maneuver", "target": "0404", "units": ["a"]}]
    other = GUARDS | {"id": "x", "hex": "0405"}
    table = position(A | {"attack": 12}, other, G | {"armor": "Inf"}, phase="maneuver",
                     declared=plan)  # fmt: skip
    retreating, advancing = until(table, "retreat"), until(table, "advance")
    told = retreating.judge(act.Choose(decision="retreat", option="0403"))
    assert "12.3a" in {v.rule for v in told}
    told = advancing.judge(act.Choose(decision="advance", option="x"))
    assert "12.3o" in {v.rule for v in told}
    assert advancing.judge(act.Choose(decision="advance", option="a")) == []


@pytest.mark.parametrize(("terrain", "steps"), [("clear", 1), ("urban", 2)])
def test_a_defender_without_a_path_stays_at_the_same_cost(terrain: str, steps: int) -> None:
    """12.3d, 12.3f."""
    ring = [GUARDS | {"id": f"r{n}", "hex": h} for n, h in enumerate(("0405", "0304", "0504"))]
    table = position(
        A | {"attack": 6, "efficiency": 7},
        G | {"defense": 6, "armor": "Inf"},
        *ring,
        board=BOARD | {"hexes": {"0404": {"terrain": terrain}}},
        phase="maneuver",
        declared=[{"kind": "maneuver", "target": "0404", "units": ["a"]}],
    )
    codes = answer(table, "odds", {"attackers": ["a"], "target": "0404"})["results"]
    die = next(int(d) for d, code in codes.items() if code.startswith("DF"))
    table = played(table, act.DeclareAttack(attackers=("a",), target="0404"), die)
    table = played(table, act.Choose(decision="support", option="none"), die)
    assert not table.state.pending
    assert table.state.pieces["g"].steps == steps


@pytest.mark.parametrize(("terrain", "steps"), [("clear", 3), ("urban", 4)])
def test_defenders_without_a_path_lose_one_step_together(terrain: str, steps: int) -> None:
    """12.3d, 12.3f: one of three units finds room; the others stay."""
    foes = [G | {"id": name, "defense": 2, "armor": "Inf", "stacking": 2} for name in "ghi"]
    board = BOARD | {"hexes": {"0404": {"terrain": terrain}}}
    plan = [{"kind": "maneuver", "target": "0404", "units": ["a"]}]
    more: dict[str, Any] = {"board": board, "phase": "maneuver", "declared": plan}
    mine = A | {"attack": 6, "efficiency": 7}
    alone = position(mine, foes[0], **more).position
    ends = [alone.number(path[-1]) for path in retreat_paths(alone, alone.units["g"], 2)]
    full = [SS | {"id": e, "hex": e, "stacking": 8 if e != ends[0] else 6} for e in ends]
    table = position(mine, *foes, *full, **more)
    codes = answer(table, "odds", {"attackers": ["a"], "target": "0404"})["results"]
    die = next(int(d) for d, code in codes.items() if code.startswith("DF"))
    table = played(table, act.DeclareAttack(attackers=("a",), target="0404"), die)
    table = played(table, act.Choose(decision="support", option="none"), die)
    while table.state.pending:
        options = table.question().options
        option = next((o.id for o in options if o.id == "retreat"), options[0].id)
        kind = table.state.pending[-1].kind
        table = played(table, act.Choose(decision=kind, option=option))
    assert [where(table, n) for n in "ghi"].count("0404") == 2
    assert sum(table.state.pieces[n].steps for n in "ghi" if where(table, n) == "0404") == steps


@pytest.mark.parametrize("terrain", ["clear", "urban"])
def test_attackers_retreat_from_a_town_too(terrain: str) -> None:
    """12.3a, 12.3f (page 14): only defenders ignore a retreat; after A1F3 the attacker must go."""
    plan = [{"kind": "maneuver", "target": "0404", "units": ["a"]}]
    board = BOARD | {"hexes": {"0403": {"terrain": terrain}}}
    table = position(A | {"attack": 4}, G | {"armor": "Inf"}, board=board, phase="maneuver",
                     declared=plan)  # fmt: skip
    options = [o.id for o in until(table, "retreat").question().options]
    assert options
    assert "stay" not in options


def test_attackers_retreat_one_hex_and_defenders_two() -> None:
    """12.3a."""
    plan = [{"kind": "maneuver", "target": "0404", "units": ["a"]}]
    for attack, unit, hexes in ((4, "a", 1), (12, "g", 2)):
        table = position(A | {"attack": attack}, G | {"armor": "Inf"}, phase="maneuver",
                         declared=plan)  # fmt: skip
        after = until(table, "retreat")
        assert after.state.pending[-1].args["unit"] == unit
        ground, start = after.position.ground, after.state.pieces[unit].place
        ends = [ground.index[o.id] for o in after.question().options]
        assert {ground.distance(start, end) for end in ends} == {hexes}


def test_either_side_advances_into_a_hex_without_a_drop_zone() -> None:
    """7.3f: only Germans stop at a drop zone."""
    zone = {"kind": "dz", "division": "101", "hex": "0404"}
    for side, markers in (("german", []), ("allied", []), ("allied", [zone])):
        asked = [k for die in range(1, 11) for k in course(maneuver_of(side, *markers), die)[0]]
        assert "advance" in asked


def test_no_unit_advances_over_water_without_a_bridge() -> None:
    """12.3o."""
    sides = {"0403/0404": ["river"], "0404/0405": ["river", "bridge"]}
    both = A, GUARDS | {"id": "b", "hex": "0405"}
    held = position(*both, board=BOARD | {"hexsides": sides}, phase="maneuver").position
    record = CombatRecord(kind="maneuver", side="allied", target="0404")
    found = {u.id: [o.why for o in advance_objections(held, u, record)] for u in held.own("allied")}
    assert found == {"a": ["water"], "b": []}


@pytest.mark.parametrize("handler", [Support(), Loss(), Tire(), Stay(), Retreat(), Advance()])
def test_without_a_combat_nothing_is_offered_refused_or_done(handler: Any) -> None:
    """A position made by hand may ask what no combat explains."""
    table = position(A, G, phase="maneuver")
    args = {"unit": "nobody", "hexes": 1, "who": "attacker"}
    assert list(handler.choices(table.position, args)) == []
    assert list(handler.refuse(table.position, args, ("a",))) == []
    if handler.kind in ("support", "stay", "advance"):
        work = table.ruleset.work(table.state, Given([]))
        handler.answer(work, args, Choice("a", ("a",)))
        assert work.state == table.state


def test_a_unit_with_an_attack_factor_of_one_is_an_attacker() -> None:
    weak = [GUARDS | {"id": n, "hex": "0403", "attack": n_} for n, n_ in (("a", 1), ("b", 0))]
    table = position(*weak, G, phase="declaration")
    assert table.attackers(table.place("0404")) == ("a",)
