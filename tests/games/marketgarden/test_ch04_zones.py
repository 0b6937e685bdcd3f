"""Chapter 4.1.2: dominant terrain and the duty to attack."""

from __future__ import annotations

from tests.games.marketgarden.tabletop import Table, airborne, allied, unit


def owes(table: Table) -> list[str]:
    from engine.games.marketgarden.rules.ch04_zone_duties import owing

    return [u.id for u in owing(table.now)]


def test_engaged_units_must_attack():
    table = Table([unit("f", "0505"), allied("e", "0506")]).end()
    assert owes(table) == ["f"]
    assert [v.rule for v in table.verdicts(table_end())] == ["4.1.2g"]


def table_end():
    from engine.core import actions as act

    return act.NextPhase()


def test_units_leaving_enemy_zone_need_not_attack():
    table = Table([unit("f", "0505"), allied("e", "0506")])
    table.play(table.move("f", path="0505 0504 0503")).end()
    assert owes(table) == []
    assert table.verdicts(table_end()) == []


def test_the_printed_example_of_dominant_terrain():
    """A German in a city engaged with an Ally in the open need neither withdraw nor attack;
    another unit that moves into the zone has to attack.
    """
    table = Table(
        [unit("old", "0505"), unit("new", "0503"), allied("e", "0506")],
        hexes={"0505": {"terrain": "city"}},
    )
    table.play(table.move("new", path="0503 0504 0604 0605")).end()
    assert owes(table) == ["new"]


def test_dominant_means_more_columns_than_every_enemy_hex():
    def engaged(mine: str, *theirs: str) -> list[str]:
        around = ["0506", "0605"]
        enemies = [allied(f"e{n}", around[n]) for n in range(len(theirs))]
        hexes = {
            "0505": {"terrain": mine},
            **{around[n]: {"terrain": t} for n, t in enumerate(theirs)},
        }
        return owes(Table([unit("f", "0505"), *enemies], hexes=hexes).end())

    assert engaged("forest", "open") == []
    assert engaged("city", "forest") == []
    assert engaged("city", "hill") == ["f"]
    assert engaged("forest", "marsh") == ["f"]
    assert engaged("city", "open", "city") == ["f"]


def test_a_newcomer_may_bind_the_whole_stack_by_a_reading():
    def after(**options: str) -> list[str]:
        table = Table(
            [unit("old", "0505"), unit("new", "0503"), allied("e", "0506")],
            hexes={"0505": {"terrain": "city"}},
            options=options,
        )
        return owes(table.play(table.move("new", path="0503 0504 0505")).end())

    assert after() == ["new"]
    assert after(newcomer="whole_stack") == ["new", "old"]
    alone = Table(
        [unit("old", "0505"), allied("e", "0506")],
        hexes={"0505": {"terrain": "city"}},
        options={"newcomer": "whole_stack"},
    )
    assert owes(alone.end()) == []


def test_phase_ends_only_after_required_attacks():
    table = Table(
        [unit("f", "0505"), unit("g", "0305"), allied("e", "0506"), allied("d", "0306")]
    ).end()
    assert owes(table) == ["f", "g"]
    table.fight(table.attack("f", on="0506"), 1, 2)
    while table.state.pending:
        table.choose(table.options[0])
    assert owes(table) == ["g"]
    table.fight(table.attack("g", on="0306"), 1, 1)
    while table.state.pending:
        table.choose(table.options[0])
    assert owes(table) == []
    table.end()


def test_attack_must_include_units_without_other_targets():
    table = Table([unit("f", "0505"), unit("g", "0605"), allied("e", "0506")]).end()
    assert table.rules_against(table.attack("f", on="0506")) == ["4.1.2g"]
    assert table.rules_against(table.attack("f", "g", on="0506")) == []


def test_a_unit_with_another_target_may_wait():
    table = Table(
        [unit("f", "0505"), unit("g", "0605"), allied("e", "0506"), allied("d", "0604")]
    ).end()
    assert table.rules_against(table.attack("f", on="0506")) == []


def test_the_ban_on_attacking_beats_the_duty_or_not():
    def after(**options: str) -> list[str]:
        table = Table(
            [airborne("p", "0505"), unit("e", "0506")],
            active="allied",
            turn=8,
            unsupplied={"p": 3},
            options=options,
        )
        return owes(table.end())

    assert after() == []
    assert after(surrounded_and_unsupplied="duty") == ["p"]
