"""The endings of an assault (13.1), compared with algebra and with played assaults."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from engine.core import actions as act
from engine.games.airbridge.answers.assault_course import Ending, course
from engine.games.airbridge.answers.assault_odds import fire_chances
from engine.games.airbridge.charts import cell, cell_basis
from engine.games.airbridge.rules.ch12_strengths import Storm, highest, storm
from engine.games.airbridge.units import Unit
from engine.rules import player
from engine.rules.answers import AttackPlan
from tests.games.airbridge.test_examples import BOOK, Table, declaring, play_until, setup

TARGET = "A0606"


def assailants(table: Table, *names: str) -> list[Unit]:
    return [table.position.units[f"BR-GA-{n}"] for n in names]


def fought(table: Table, *names: str, **more: Any) -> Any:
    place = table.position.ground.index[TARGET]
    return course(table.position, assailants(table, *names), place, **more)


def costs(side: Storm) -> Fraction:
    """Return the probability that a roll costs the other side a step or more."""
    chart = BOOK.charts.assault
    hits = sum(cell(chart, side.column, die + side.drm) != "-" for die in range(1, 11))
    return Fraction(hits, 10)


def one_step_each() -> Table:
    table = declaring()
    table.put("BR-GA-2GG", "A0505", steps=1)
    place = table.position.ground.index[TARGET]
    first, *others = table.position.stack(place)
    for other in others:
        table.put(other.id, "eliminated-german")
    return table.put(first.id, TARGET, steps=1)


def test_course_of_one_step_against_one_matches_algebra() -> None:
    table = one_step_each()
    attackers = assailants(table, "2GG")
    place = table.position.ground.index[TARGET]
    defenders = table.position.stack(place)
    mine, theirs, _ = storm(table.position, attackers, defenders, place)
    a, d = costs(mine), costs(theirs)
    m, n = Fraction(highest(attackers), 10), Fraction(highest(defenders), 10)
    both = (1 - d) * (1 - a)
    assert 0 < both < 1
    found = fought(table, "2GG")
    assert found.rounds == {
        "both": both * m * n,
        "attacker": both * m * (1 - n),
        "defender": both * (1 - m) * n,
        "none": 1 - both * (m + n - m * n),
    }
    taken = (1 - d) * a + both * (m * n * a * (1 - d) + m * (1 - n) * a)
    lost = d + both * (m * n * d * (1 - a) + (1 - m) * n * d)
    assert found.endings[Ending(0, 1, True)] == taken
    assert found.endings[Ending(1, 0, False)] == lost
    assert found.endings[Ending(1, 1, False)] == both * m * n * a * d
    assert sum(found.endings.values()) == 1


def test_engineers_make_first_round_fire_simultaneous() -> None:
    table = declaring()
    by_turns, at_once = fought(table, "2GG"), fought(table, "2GG", "Eng")
    assert sum(at_once.endings.values()) == sum(by_turns.endings.values()) == 1
    assert at_once.rounds != by_turns.rounds


def test_defensive_bombardment_costs_attackers_steps() -> None:
    table = declaring()
    certain = fought(table, "2GG", shelled={1: Fraction(1)})
    assert min(end.attacker for end in certain.endings) == 1
    dead = fought(table, "2GG", shelled={9: Fraction(1)})
    assert dead.endings == {Ending(2, 0, False): Fraction(1)}


def test_germans_do_not_occupy_a_hex_with_a_drop_zone() -> None:
    table = Table("campaign", turn=3, phase="declaration", active="german")
    zone = next(iter(table.position.drop_zones))
    name = next(u.id for u in table.position.own("german") if u.face.attack >= 4)
    table.put(name, table.position.number(table.position.ground.ring[zone][0]))
    for unit in table.position.stack(zone):
        table.put(unit.id, "eliminated-allied")
    found = course(table.position, [table.position.units[name]], zone)
    loss = storm(table.position, [table.position.units[name]], (), zone)
    (mine, theirs, _) = loss
    assert theirs.strength == 1
    falls = (1 - costs(theirs)) * costs(mine)
    taken = sum(p for end, p in found.endings.items() if end.taken)
    assert taken >= falls > 0
    assert sum(found.endings.values()) == 1


def plays(times: int) -> tuple[Counter[Ending], Any]:
    """Play assaults by the rules, with the cheapest losses; return endings and the course."""
    table = Table("introductory")
    names = setup(table)
    table.play(act.NextPhase())
    order = act.DeclareAttack(attackers=tuple(names), target="A0505", combat="assault")
    table.play(order)
    play_until(table, "assault")
    before, place = table.state, table.position.ground.index["A0505"]
    units = [table.position.units[n] for n in names]
    steps = sum(u.steps for u in units), sum(u.steps for u in table.position.stack(place))
    whole = course(table.position, units, place)
    found: Counter[Ending] = Counter()
    for seed in range(times):
        table.state, chooser = before, random.Random(seed)
        throw(table, order, chooser)
        while table.state.pending:
            throw(table, cheapest(table), chooser)
        now = table.position
        left = sum(now.units[n].steps for n in names if n in now.units)
        stand = sum(u.steps for u in now.stacks["german"].get(place, []))
        inside = any(n in now.units and now.units[n].place == place for n in names)
        found[Ending(steps[0] - left, steps[1] - stand, inside)] += 1
    return found, whole


def throw(table: Table, action: act.Action, chooser: random.Random) -> None:
    thrown: list[int] = []
    while (die := player.chance(table.rules, table.state, action, thrown)) is not None:
        thrown += [chooser.randint(1, die.sides) for _ in range(die.count)]
    table.state = player.step(table.rules, table.state, action, thrown).state


def cheapest(table: Table) -> act.Choose:
    """Return an answer: no support; the loss that leaves the most strength, then efficiency."""
    asked, now = table.state.pending[-1], table.position
    options = table.rules.answers(table.state).options()
    if asked.kind != "loss":
        return act.Choose(decision=asked.kind, option="none")
    attacking = asked.args["who"] == "attacker"
    others = {o: [u for u in now.units.values() if u.id in options and u.id != o] for o in options}

    def worth(option: str) -> tuple[int, int]:
        unit = now.units[option]
        faces = [u.face for u in others[option]] + ([unit.type.back] if unit.steps > 1 else [])
        strength = sum(f.attack if attacking else f.defense for f in faces)
        return strength, max((f.efficiency for f in faces), default=0)

    return act.Choose(decision="loss", option=max(options, key=worth))


@pytest.mark.parametrize("times", [40, pytest.param(3_000, marks=pytest.mark.soak)])
def test_played_assaults_match_the_computed_endings(times: int) -> None:
    found, whole = plays(times)
    assert set(found) <= {end for end, likely in whole.endings.items() if likely}
    for of in (lambda e: e.attacker, lambda e: e.defender, lambda e: int(e.taken)):
        mean = float(sum(p * of(e) for e, p in whole.endings.items()))
        spread = float(sum(p * (of(e) - mean) ** 2 for e, p in whole.endings.items())) ** 0.5
        seen = sum(n * of(e) for e, n in found.items()) / times
        assert abs(seen - mean) <= 4 * spread / times**0.5


def test_assault_odds_include_all_endings() -> None:
    table = declaring()
    place = table.position.ground.index[TARGET]
    position = table.rules.answers(table.state)
    odds = position.prepared(AttackPlan(("BR-GA-2GG",), place, (), {"combat": "assault"}))
    assert odds is not None
    assert sum(one.probability for one in odds.endings) == 1
    taken = next(one for one in odds.endings if one.result.code == "Taken")
    assert odds.prospect is not None
    assert odds.prospect.taken == pytest.approx(float(taken.probability))
    assert sum(row["chance"] for row in odds.own["endings"]) == pytest.approx(1, abs=1e-4)
    assert sum(odds.own["rounds"].values()) == pytest.approx(1, abs=1e-4)


def test_results_from_reconstructed_cells_are_marked() -> None:
    table = declaring()
    place = table.position.ground.index[TARGET]
    position = table.rules.answers(table.state)
    for kind, found in (("maneuver", {"reconstructed"}), ("assault", {"", "reconstructed"})):
        odds = position.prepared(AttackPlan(("BR-GA-2GG",), place, (), {"combat": kind}))
        assert odds is not None
        assert {one.basis for one in (*odds.chances, *odds.replies)} == found
    # 13.2: the printed assault states these cells, so that they need no mark.
    charts = BOOK.charts
    stated = [
        (row.label, k)
        for row in charts.assault.rows
        for k, basis in enumerate(row.basis)
        if basis == "stated"
    ]
    assert len(stated) == 3
    for label, k in stated:
        assert cell_basis(charts.assault, k, int(label.strip("<>="))) == ""


@pytest.mark.parametrize(("strength", "rolls"), [(0, 0), (1, 10)])
def test_a_side_without_strength_inflicts_nothing(strength: int, rolls: int) -> None:
    assert len(fire_chances(BOOK.charts.assault, Storm(strength, 1, (), 5))) == rolls
