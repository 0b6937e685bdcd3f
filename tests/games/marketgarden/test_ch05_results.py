"""Chapters 5.1.5 and 5.1.6: the effects of each result on both sides."""

from __future__ import annotations

import pytest

from engine.games.marketgarden.rules.ch05_results import stages_of
from tests.games.marketgarden.tabletop import CHARTS, Table, allied, unit


def dice_for(result: str, column: str) -> tuple[int, int]:
    """Two dice that give a result in a column."""
    place = CHARTS.crt.column(column)
    row = next(row for row in CHARTS.crt.rows if row.cells[place] == result)
    first = max(1, row.sums[0] - 6)
    return first, row.sums[0] - first


def fight(result: str, column: str, ratio: tuple[int, int], **more) -> Table:
    """Two Germans attack two Allies, both in the open, with the wanted result."""
    attack, defense = ratio
    table = Table(
        [
            unit("f", "0505", attack=attack),
            unit("g", "0605", attack=attack),
            allied("e", "0506", defense=defense),
            allied("d", "0506", defense=defense),
        ],
        phase="combat",
        **more,
    )
    return table.fight(table.attack("f", "g", on="0506"), *dice_for(result, column))


def settle(table: Table) -> Table:
    while table.state.pending:
        table.choose(table.options[0])
    return table


def steps(table: Table) -> dict[str, int]:
    return {n: p.steps for n, p in table.state.pieces.items() if table.now.places.is_hex(p.place)}


def test_de_eliminates_one_defender_of_his_choice_and_the_others_retreat():
    table = fight("DE AVI", "8:1", (16, 2))
    assert (table.asked.kind, table.asked.side, table.options) == ("loss", "allied", ["e", "d"])
    table.choose("d")
    assert table.where("d") == "eliminated-allied"
    assert table.asked.kind == "retreat"
    table.choose("e 0507")
    assert table.asked.kind == "advance"
    assert steps(settle(table)) == {"f": 2, "g": 2, "e": 2}


def test_drb_costs_one_defender_a_step_and_all_retreat():
    table = fight("DRB AVI", "4:1", (8, 2))
    table.choose("e")
    assert table.unit("e").steps == 1
    table.choose("e 0507").choose("d 0406")
    assert {table.where("e"), table.where("d")} == {"0507", "0406"}


def test_dri_costs_no_step():
    table = settle(fight("DRI AVI", "3:1", (6, 2)))
    assert set(steps(table).values()) == {2}
    assert not table.now.stacks["allied"].get(table.hex("0506"))


def test_avb_costs_one_attacker_a_step():
    table = fight("DRI AVB", "2:1", (4, 2))
    assert (table.asked.kind, table.asked.side) == ("loss", "german")
    table.choose("g")
    assert table.unit("g").steps == 1
    assert table.asked.kind == "retreat"


def test_dvb_costs_one_defender_a_step_and_the_attackers_retreat_once():
    table = fight("DVB ARI", "1:2", (2, 4))
    assert (table.asked.kind, table.asked.side) == ("loss", "allied")
    table.choose("d")
    assert (table.asked.kind, table.asked.side) == ("retreat", "german")
    settle(table)
    assert table.unit("d").steps == 1
    for name in ("f", "g"):
        assert table.unit(name).place not in table.now.zones["allied"]
    assert table.where("e") == "0506"


def test_arb_and_ae_hit_the_attacker():
    table = fight("DVI ARB", "1:1", (4, 4))
    assert (table.asked.kind, table.asked.side) == ("loss", "german")
    table.choose("f")
    assert table.unit("f").steps == 1
    lost = fight("DVI AE", "1:3", (1, 3))
    assert (lost.asked.kind, lost.asked.side) == ("loss", "german")
    lost.choose("f")
    assert lost.where("f") == "eliminated-german"
    assert lost.asked.kind == "retreat" or lost.where("g") != "0605"


def test_imp_has_no_effect():
    table = fight("IMP", "2:1", (4, 2))
    assert table.pending == ()
    assert steps(table) == {"f": 2, "g": 2, "e": 2, "d": 2}
    assert "fight" not in table.state.tracks


def test_emp_exchanges_units_for_attack_factors():
    table = fight("EMP", "6:1", (18, 3))
    assert (table.asked.kind, table.asked.side) == ("exchange", "allied")
    assert table.options == ["e", "d", "e d"]
    table.choose("e")
    assert (table.asked.kind, table.asked.side) == ("exchange", "german")
    table.choose("g")
    assert table.where("g") == "eliminated-german"
    assert (table.asked.kind, table.asked.side) == ("retreat", "allied")
    settle(table)
    assert steps(table).keys() == {"f", "d"}
    assert table.where("f") == "0505"


def test_emp_costs_the_attacker_until_he_has_paid_or_has_nothing_left():
    table = Table(
        [
            *(unit(f"a{n}", "0505", attack=1) for n in range(3)),
            unit("big", "0605", attack=6),
            allied("e", "0506", defense=1),
        ],
        phase="combat",
        air={"german": 0},
    )
    table.fight(table.attack("a0", "a1", "a2", "big", on="0506"), *dice_for("DE AVI", "9:1"))
    settle(table)
    poor = Table(
        [unit("a", "0505", attack=1), allied("e", "0506", defense=4)],
        phase="combat",
        air={"german": 20},
    )
    poor.fight(poor.attack("a", on="0506", air=20), *dice_for("EMP", "5:1"))
    assert poor.where("a") == "eliminated-german"
    assert poor.where("e") == "eliminated-allied"


def test_single_unit_takes_loss_without_decision():
    table = Table([unit("f", "0505"), allied("e", "0506", steps=1)], phase="combat")
    table.fight(table.attack("f", on="0506"), *dice_for("DVB ARB", "1:1"))
    assert table.where("e") == "eliminated-allied"


@pytest.mark.parametrize("result", sorted({c for row in CHARTS.crt.rows for c in row.cells}))
def test_losses_come_before_retreats_and_advances_last(result):
    stages = stages_of(result)
    order = [
        0 if s.kind in ("loss", "eliminated", "exchange") else 2 if s.kind == "advance" else 1
        for s in stages
    ]
    assert order == sorted(order)
    assert len([s for s in stages if s.kind == "retreat"]) <= 1


def test_supporting_artillery_takes_no_losses():
    table = Table(
        [
            unit("f", "0505", attack=2),
            unit("a", "0503", kind="artillery", attack=2, range=3),
            allied("e", "0506", defense=4),
        ],
        phase="combat",
    )
    table.fight(table.attack("f", on="0506", guns="a"), *dice_for("DVI ARB", "1:1"))
    settle(table)
    assert table.where("a") == "0503"
    assert table.unit("a").steps == 2
    assert table.unit("f").steps == 1
