"""Lists of legal orders: set-up, bombardments, orders of one unit."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from engine.core import actions as act
from engine.core.verdicts import Verdict
from engine.games.marketgarden.audit import Auditor
from engine.games.marketgarden.legal import bombardments, groups, orders_of, subjects
from tests.games.marketgarden.tabletop import Campaign, Table, allied, unit


@pytest.mark.parametrize(("turn", "side", "there"), [(1, "allied", True), (2, "allied", False)])
def test_the_free_set_up_is_listed_on_the_first_turn_alone(
    turn: int, side: str, there: bool
) -> None:
    """11.1.1a: even when no rule is enforced."""
    now = Campaign(turn=turn, active=side).now
    found = orders_of(now, lambda _: True, now.units["BR-Gds-5"])
    modes = {order.mode for order in found if isinstance(order, act.MoveUnits)}
    assert modes == ({"normal", "setup"} if there else {"normal"})


def test_a_bombardment_is_listed_for_each_gun_all_and_some_numbers_of_points() -> None:
    """6.1c, 6.2a, 8.0d: guns or one, half or all of the points left, never both."""
    guns = [unit(n, "0503", kind="artillery", range=3) for n in "ab"]
    table = Table([*guns, allied("e", "0506")], phase="combat", air={"german": 8})
    found = [(b.artillery, b.air) for b in bombardments(table.now, table.hex("0506"), any_rule)]
    assert found == [(("a",), 0), (("b",), 0), (("a", "b"), 0), ((), 1), ((), 4), ((), 8)]
    spent = Table([*guns, allied("e", "0506")], phase="combat", air={"german": 0})
    found = [(b.artillery, b.air) for b in bombardments(spent.now, spent.hex("0506"), any_rule)]
    assert found == [(("a",), 0), (("b",), 0), (("a", "b"), 0)]


def any_rule(verdicts: Iterable[Verdict]) -> bool:
    """Allow what no rule forbids."""
    return not any(verdicts)


def test_only_attacks_that_a_unit_can_join_are_its_orders() -> None:
    """5.0a: those of its neighbours are not."""
    table = Table(
        [unit("f", "0505"), unit("g", "0605"), allied("e", "0506")], phase="combat"
    ).free()
    found = list(orders_of(table.now, any_rule, table.unit("f")))
    assert found
    assert all("f" in order.attackers for order in found if isinstance(order, act.DeclareAttack))
    assert {type(order) for order in found} == {act.DeclareAttack}
    assert subjects(table.now, any_rule)


@pytest.mark.parametrize(("number", "groups_"), [(3, 7), (4, 15), (5, 6)])
def test_all_sets_of_up_to_four_attackers_are_listed(number: int, groups_: int) -> None:
    """5.0a: of more units all together and each alone."""
    near = [unit(f"f{n}", ("0505", "0605")[n // 3]) for n in range(number)]
    table = Table([*near, allied("e", "0506")], phase="combat").free()
    assert len(groups(table.now, table.hex("0506"))) == groups_


def test_moves_by_hand_are_judged_as_paths_and_the_set_up_is_not() -> None:
    """3.0a, 4.0a, 11.1.1a: an audit has nothing against a free set-up."""
    table = Campaign()
    auditor = table.rules.auditor()
    assert isinstance(auditor, Auditor)

    def rules(path: str, mode: str) -> list[str] | None:
        move = table.move("BR-8A", path=path, mode=mode)
        found = auditor.judge_move(table.state, move)
        return None if found is None else [v.rule for v in found]

    assert rules("0528 0728", "normal") == ["4.0a"]
    assert rules("0528 0728", "setup") is None
