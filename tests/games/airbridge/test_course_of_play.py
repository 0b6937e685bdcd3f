"""What the phases of a turn, movement and combat leave behind: one fact after the other."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import actions as act
from engine.games.airbridge.rules.ch04_movement import Mover, left, may_overrun
from engine.rules.judge import DiceNeeded
from tests.games.airbridge.test_examples import Table
from tests.games.airbridge.test_probe import GUARDS, GUN, SS, position
from tests.games.airbridge.test_rules import declared, played, said, where


def thrown(table: Any, action: act.Action, *dice: int) -> Any:
    """Play an action with as many of the dice as it takes."""
    for count in range(len(dice) + 1):
        try:
            return played(table, action, *dice[:count])
        except DiceNeeded:
            continue
    raise AssertionError("more dice are needed")


def steps(table: Any) -> dict[str, int]:
    return {name: unit.steps for name, unit in table.held.units.items()}


# -- phases ---------------------------------------------------------------------------------------


def test_the_first_player_begins_with_supply_and_cleared_guns() -> None:
    """3.0.A1, 3.0.A2: only after the first player's initial phase."""
    for active, gun in (("allied", set()), ("german", {"final_fire"})):
        table = position(
            GUN | {"id": "gun", "hex": "0302", "status": ["final_fire"]},
            SS | {"id": "g", "hex": "0808"},
            phase="initial",
            active=active,
        )
        table = played(table, act.NextPhase())
        status = {name: set(unit.status) for name, unit in table.held.units.items()}
        assert status == {"gun": gun | {"unsupplied"}, "g": {"unsupplied"}}


def test_air_points_come_with_the_first_player_and_lapse_with_the_turn() -> None:
    """3.0.A3, 15.0g."""
    table = Table("campaign", turn=3, phase="initial", active="allied")
    table.track("weather", "clear").track("air_points/german", 99)
    table.play(act.NextPhase())
    given = {side: table.state.tracks[f"air_points/{side}"] for side in ("allied", "german")}
    assert given["allied"] > given["german"] > 0
    assert given["german"] < 99
    table = Table("campaign", turn=3, phase="end", active="german")
    table.track("air_points/allied", 7)
    table.play(act.NextPhase())
    assert table.state.tracks["air_points/allied"] == 0


def test_the_tired_recover_in_the_morning_where_no_enemy_is_beside_them() -> None:
    """3.0.S3."""
    table = Table("campaign", turn=4, phase="end", active="german")
    table.put("US-101-1/501", "A2803", status=("fatigued",))
    table.put("US-101-2/501", "A0504", status=("fatigued",))
    table.play(act.NextPhase(), 5, 6, 2)
    table.choose("allied", 9)
    units = table.situation.units
    assert (units["US-101-1/501"].fatigued, units["US-101-2/501"].fatigued) == (False, True)


def test_combat_is_refused_or_not_as_the_phase_begins() -> None:
    """3.0.E1, 3.0.F1, 7.3g: the question comes with the phase, to the side it concerns."""
    table = position(
        GUARDS | {"id": "a", "hex": "0403"},
        SS | {"id": "g", "hex": "0404"},
        SS | {"id": "r", "hex": "0405"},
    )
    table = played(table, act.DeclareAttack(attackers=("a",), target="0404"))
    asked = []
    for answer in ("stand", "none"):
        table = played(table, act.NextPhase())
        asked += [(p.kind, p.side) for p in table.state.pending]
        kind = table.state.pending[-1].kind
        table = played(table, act.Choose(decision=kind, option=answer))
    assert asked == [("refuse", "german"), ("react", "german")]


@pytest.mark.parametrize(("die", "place"), [(7, "0404"), (8, "0405")])
def test_a_reaction_is_one_throw_against_its_efficiency(die: int, place: str) -> None:
    """11.1b, 3.0.F2, 3.0.F3."""
    table = position(
        GUARDS | {"id": "a", "hex": "0403"},
        SS | {"id": "g", "hex": "0404", "cm": False},
        SS | {"id": "r", "hex": "0405", "cm": False},
    )
    table = played(table, act.DeclareAttack(attackers=("a",), target="0404"))
    table = played(played(table, act.NextPhase()), act.NextPhase())
    table = played(table, act.Choose(decision="react", option="r"), die)
    assert where(table, "r") == place
    assert not table.state.pending


# -- guns -----------------------------------------------------------------------------------------


def test_a_gun_that_has_moved_is_marked_and_then_fires_its_last() -> None:
    """3.0.C3, 3.0.G2, 9.4b."""
    table = position(
        GUN | {"id": "gun", "hex": "0302"},
        GUARDS | {"id": "a", "hex": "0403"},
        SS | {"id": "g", "hex": "0404"},
        phase="movement",
    )
    table = played(table, act.MoveUnits(units=("gun",), path=("0302", "0303")))
    assert table.held.units["gun"].status == {"first_fire"}
    while table.held.phase != "bombardment":
        table = played(table, act.NextPhase())
    table = played(table, act.Bombard(artillery=("gun",), target="0404"), 10)
    assert table.held.units["gun"].status == {"final_fire"}


# -- movement -------------------------------------------------------------------------------------


def mover(*status: str, **more: Any) -> Any:
    return position(
        GUARDS | {"id": "a", "hex": "0403", "status": list(status)} | more.pop("unit", {}),
        SS | {"id": "g", "hex": "0808"} | more.pop("enemy", {}),
        **{"phase": "movement"} | more,
    )


def test_points_are_spent_hex_by_hex_and_halved_without_supply() -> None:
    """4.0a, 4.0b, 4.0c, 16.0b: half points are counted."""
    for status, first in (((), 12), (("out_of_supply",), 6)):
        table = mover(*status)
        assert left(table.held, [table.held.units["a"]]) == first
        table = played(table, act.MoveUnits(units=("a",), path=("0403", "0304")))
        spent = first - left(table.held, [table.held.units["a"]])
        assert spent == Mover(table.held, (table.held.units["a"],)).cost(
            table.held.ground.index["0403"], table.held.ground.index["0304"]
        )
        assert spent > 0


def test_a_stack_goes_as_far_as_its_slowest() -> None:
    """4.0g."""
    table = position(
        GUARDS | {"id": "a", "hex": "0403"}, GUARDS | {"id": "slow", "hex": "0403", "movement": 2},
        phase="movement",
    )  # fmt: skip
    both = [table.held.units[name] for name in ("a", "slow")]
    assert (left(table.held, both), left(table.held, both[:1])) == (4, 12)


@pytest.mark.parametrize(
    ("status", "unit", "enemy", "rules"),
    [
        ((), {}, {}, []),
        ((), {"cm": False}, {}, ["4.1a.not_cm"]),
        (("fatigued",), {}, {}, ["14.0h.fatigued"]),
        (("out_of_supply",), {}, {}, ["16.0i.unsupplied"]),
        ((), {}, {"hex": "0404"}, ["4.1a.zone"]),
    ],
)
def test_who_moves_again_in_the_mechanised_phase(
    status: tuple[str, ...], unit: dict[str, Any], enemy: dict[str, Any], rules: list[str]
) -> None:
    """4.0h, 4.1a, 14.0h, 16.0i."""
    table = mover(*status, unit=unit, enemy=enemy, phase="mechanized")
    assert said(table, act.MoveUnits(units=("a",), path=("0403", "0402"))) == rules


@pytest.mark.parametrize(
    ("status", "cm", "able"),
    [((), True, True), ((), False, False), (("fatigued",), True, False),
     (("out_of_supply",), True, False)],
)  # fmt: skip
def test_who_runs_over_whom(status: tuple[str, ...], cm: bool, able: bool) -> None:
    """4.2b, 4.2e, 4.2f, 4.2g: with seven to one, for a point more than the ground."""
    for attack, enough in ((14, able), (13, False)):
        table = mover(
            *status, unit={"attack": attack, "cm": cm}, enemy={"hex": "0404", "defense": 2}
        )
        held, index = table.held, table.held.ground.index
        assert may_overrun(held, [held.units["a"]], index["0404"]) == enough
    stack = Mover(held, (held.units["a"],))
    free = stack.cost(index["0403"], index["0402"])
    table = mover(*status, unit={"attack": 14, "cm": cm}, enemy={"hex": "0404", "defense": 2})
    if able:
        before = left(held, [held.units["a"]])
        table = played(table, act.MoveUnits(units=("a",), path=("0403", "0404")))
        assert where(table, "g") == "eliminated-german"
        assert before - left(table.held, [table.held.units["a"]]) == free + 2


def test_a_move_ends_on_eight_points_at_most() -> None:
    """5.0a, 5.0c."""
    for stands, rules in ((6, []), (7, ["5.0c.full"])):
        table = position(
            GUARDS | {"id": "a", "hex": "0403", "stacking": 2},
            GUARDS | {"id": "b", "hex": "0303", "stacking": stands},
            phase="movement",
        )
        assert said(table, act.MoveUnits(units=("a",), path=("0403", "0303"))) == rules


# -- combat ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "left_over", "place"),
    [
        ((10, 1), {"a": 2}, "0404"),
        ((1, 1, 10, 10), {"a": 1, "g": 1}, "0403"),
        ((1, 10, 10, 10), {"a": 1, "g": 2}, "0403"),
        ((10, 10, 1, 10, 1), {"a": 2}, "0404"),
    ],
)
def test_an_assault_step_by_step(
    dice: tuple[int, ...], left_over: dict[str, int], place: str
) -> None:
    """2.3e, 2.3f, 3.0.I4, 3.0.I7, 13.1m: who is hit turns over; two hits kill; a second round."""
    table = position(
        GUARDS | {"id": "a", "hex": "0403", "attack": 12},
        SS | {"id": "g", "hex": "0404", "defense": 4, "armor": "Inf"},
        phase="assault",
        declared=[declared("assault", "a")],
    )
    table = played(table, act.DeclareAttack(attackers=("a",), target="0404", combat="assault"))
    table = thrown(table, act.Choose(decision="support", option="none"), *dice)
    assert steps(table) == left_over
    assert where(table, "a") == place
