"""Rules that are rarely played: drop zones in the way, zones ignored, divisions once earned."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import actions as act
from engine.games.airbridge.answers.assault_course import course
from engine.games.airbridge.rules.ch07_bridges import ferry_verdicts
from engine.games.airbridge.rules.ch10_refusal import reactors, refuges
from engine.games.airbridge.rules.ch12_retreat import retreat_paths
from engine.games.airbridge.rules.ch21_arrivals import entry_hexes, is_due
from engine.probe.questions import answer
from engine.rules.judge import Given
from tests.games.airbridge.test_answers import A, G
from tests.games.airbridge.test_examples import Table
from tests.games.airbridge.test_probe import BOARD, SAPPERS, position
from tests.games.airbridge.test_rules import declared, played

ZONE = {"kind": "dz", "division": "82", "hex": "0404"}
RIVER = BOARD | {"hexsides": {"0403/0404": ["river"]}}


def numbers(table: Any, hexes: Any) -> list[str]:
    return [table.position.number(hex_) for hex_ in hexes]


def assaulted(*dice: int) -> Any:
    """Let a German unit assault a drop zone by itself, in one column 3-6."""
    table = position(
        G | {"id": "g", "hex": "0405"},
        phase="assault",
        active="german",
        markers=[ZONE],
        declared=[declared("assault", "g")],
    )
    attack = act.DeclareAttack(attackers=("g",), target="0404", combat="assault")
    return played(table, attack, *dice)


@pytest.mark.parametrize(
    ("dice", "falls"), [((9, 10, 8), False), ((9, 10, 7, 10), False), ((9, 10, 7, 1), True)]
)
def test_who_assaults_a_drop_zone_may_fire_a_second_time(
    dice: tuple[int, ...], falls: bool
) -> None:
    """7.3e, 13.1g, 13.1i: the zone fires, the unit fires, checks its 7 and fires again."""
    table = assaulted(*dice)
    assert (not table.position.drop_zones) == falls
    assert (table.position.number(table.position.units["g"].place) == "0404") == falls


def test_the_chances_of_an_assault_on_a_drop_zone_count_the_second_round() -> None:
    """13.1g: column 3-6 hits by 4 of 10, in either of two rounds, the second after 7 of 10."""
    table = position(G | {"id": "g", "hex": "0405", "steps": 2}, markers=[ZONE], active="german")
    units = [table.position.units["g"]]
    rounds = course(table.position, units, table.position.ground.index["0404"]).rounds
    assert rounds["attacker"] > 0
    assert rounds["both"] == rounds["defender"] == 0


def test_a_unit_reacts_into_a_drop_zone_under_assault() -> None:
    """11.1, 7.3d: its hex is the target of a declared combat too, though no unit defends it."""
    helper = A | {"id": "r", "hex": "0403", "efficiency": 8}
    told: Any = {"markers": [ZONE], "active": "german"}
    table = position(G | {"hex": "0405"}, helper, **told)
    assault = act.DeclareAttack(attackers=("g",), target="0404", combat="assault")
    table = played(played(table, assault), act.NextPhase())
    assert answer(table, "react", {"target": "0404"})["units"]["r"]["verdicts"] != []
    table = played(table, act.NextPhase())
    assert answer(table, "react", {"target": "0404"})["units"]["r"]["legal"]
    table = played(table, act.Choose(decision="react", option="r"), 8)
    assert [u.id for u in table.position.stack(table.position.ground.index["0404"])] == ["r"]
    undefended = position(G | {"hex": "0405"}, helper, phase="reaction", **told)
    assert answer(undefended, "react", {"target": "0404"})["units"] == {}


def test_germans_do_not_retreat_onto_a_drop_zone() -> None:
    """4.0i, 7.3e: nor through it, nor when they refuse combat."""
    for markers, open_ in (([ZONE], False), ([], True)):
        told: Any = {"markers": markers, "phase": "refusal", "active": "german"}
        told["declared"] = [declared("maneuver", "a", target="0405")]
        table = position(A | {"hex": "0406"}, G | {"hex": "0405"}, **told)
        position_, unit = table.position, table.position.units["g"]
        one = numbers(table, (path[-1] for path in retreat_paths(position_, unit, 1)))
        two = {n for path in retreat_paths(position_, unit, 2) for n in numbers(table, path)}
        away = numbers(table, refuges(position_, unit.place))
        assert ("0404" in one, "0404" in two, "0404" in away) == (open_, open_, open_)


def test_germans_are_not_ferried_onto_a_drop_zone() -> None:
    """4.0i, 17.3a."""
    for markers, said in (([ZONE], ["17.3a.enemy"]), ([], [])):
        crew = SAPPERS | {"id": "e", "hex": "0403", "side": "german"}
        told = {"board": RIVER, "markers": markers, "phase": "movement", "active": "german"}
        table = position(crew, **told)
        index = table.position.ground.index
        found = ferry_verdicts(
            table.position, [table.position.units["e"]], [index["0403"], index["0404"]]
        )
        assert [v.key.removeprefix("rule.airbridge.") for v in found] == said


def test_germans_do_not_enter_the_map_on_a_drop_zone() -> None:
    """4.0i, 21.0d."""
    table = Table("campaign", turn=4, phase="movement", active="german")
    into = act.MoveUnits(units=("GE-2/SHTS",), path=("turn-4", "B5014"), mode="arrival")
    assert table.said(into) == []
    work = table.rules.work(table.state, Given([]))
    work.marker("dz-1", "dz_1", "B5014")
    table.state = work.state
    assert table.said(into) == ["21.0d.occupied"]


@pytest.mark.parametrize(
    ("turn", "cm", "free"), [(1, True, True), (2, True, False), (1, False, False)]
)
def test_allied_motorised_units_retreat_through_zones_in_turn_1(
    turn: int, cm: bool, free: bool
) -> None:
    """6.0e: they ignore zones in the first turn, also when they retreat or refuse combat."""
    ring = [G | {"id": n, "hex": hex_} for n, hex_ in (("x", "0503"), ("y", "0606"), ("z", "0405"))]
    told: Any = {"turn": turn, "phase": "refusal", "active": "allied"}
    told["declared"] = [declared("maneuver", "x", target="0505")]
    table = position(A | {"hex": "0505", "cm": cm}, *ring, G | {"id": "w", "hex": "0604"}, **told)
    unit = table.position.units["a"]
    assert bool(retreat_paths(table.position, unit, 1)) == free
    assert bool(refuges(table.position, unit.place)) == free


def test_a_division_stays_earned() -> None:
    """CAMP.i1: after a ground unit has been supplied beyond the Maas, whatever becomes of it."""
    table = Table("campaign", turn=3, phase="initial", active="allied")
    for enemy in [u.id for u in table.position.own("german")]:
        table.put(enemy, "eliminated-german")
    table.put("BR-GA-2HC", "B3515").play(act.NextPhase())
    table.put("BR-GA-2HC", "A0107")
    box = table.position.box("earned-43-division")
    unit = table.position.any_unit(box[0].id)
    assert unit is not None
    assert is_due(table.position, unit)
    assert numbers(table, entry_hexes(table.position, unit)) == ["A0107"]


def test_an_earned_division_that_has_waited_enters_beside_its_hex() -> None:
    """21.0d."""
    table = Table("campaign", turn=4, phase="movement", active="allied")
    unit = table.position.any_unit(table.position.box("earned-43-division")[0].id)
    assert unit is not None
    table.track("earned/earned-43-division", 3)
    assert len(entry_hexes(table.position, unit)) > 1
    table.track("earned/earned-43-division", 4)
    assert len(entry_hexes(table.position, unit)) == 1


def test_who_may_not_move_does_not_react() -> None:
    """11.1a, TOURN.c: 9 Recc in the first turn."""
    for turn, able in ((1, False), (2, True)):
        table = Table("tournament", turn=turn, phase="reaction", active="german")
        table.put("GE-9SS-Recc", "B4310").put("GE-9SS-1/9", "B4311").put("BR-1AB-1/1", "B4312")
        table.track("maneuver/B4311", "BR-1AB-1/1")
        found = reactors(table.position, table.position.ground.index["B4311"])
        assert ("GE-9SS-Recc" in {u.id for u in found}) == able
