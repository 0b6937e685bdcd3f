"""Playing agrees with judging: legal orders are played, others refused, and judging changes
nothing.
"""

from __future__ import annotations

import random

import pytest

from engine.core import actions as act
from engine.core.dice import Rolled
from engine.core.errors import UserError
from engine.core.reducer import apply
from engine.core.state import as_json, digest
from engine.games.holland44 import positions
from engine.games.holland44.legal import legal
from engine.games.holland44.ruleset import Ruleset
from engine.rules.judge import Forbidden, Given, judged, play
from engine.rules.registry import is_legal
from tests.games.holland44.rules.positions import position as random_position


def load(seed, phase):
    given = {**random_position(seed), "phase": phase}
    setting, state, _ = positions.read(given)
    return setting, state


def wild_orders(setting, state, rng, count=25):
    """Orders generated without knowledge of the rules."""
    position = setting.position(state)
    names = sorted(position.units)
    numbers = list(setting.board.numbers)
    for _ in range(count):
        unit = position.units[rng.choice(names)]
        here = setting.places.name(unit.place)
        kind = rng.choice(("move", "move", "attack", "choose", "next", "order", "order"))
        if kind == "move":
            ring = position.ground.ring[unit.place] if unit.place < len(numbers) else ()
            near = [setting.places.name(i) for i in ring]
            path = [here, *rng.sample(near or numbers, 1)]
            path += rng.sample(numbers, rng.randint(0, 1))
            mode = rng.choice(("normal", "extended", "tactical", "full_retreat"))
            yield act.MoveUnits(units=(unit.id,), path=tuple(path), mode=mode)
        elif kind == "attack":
            some = tuple(rng.sample(names, rng.randint(1, min(3, len(names)))))
            yield act.DeclareAttack(attackers=some, target=rng.choice(numbers))
        elif kind == "order":
            other = rng.choice([*names, "BR-remnant-1", "nobody"])
            yield rng.choice(
                (
                    act.SplitUnit(unit=unit.id, part=other),
                    act.JoinUnits(unit=unit.id, into=other),
                    act.PlaceMarker(unit=other, marker=rng.choice(("moved", "blue"))),
                    act.PlaceMarker(unit=unit.id, marker="moved", on=rng.random() < 0.5),
                    act.TakeAdvance(unit=other),
                    act.Disengage(unit=other),
                    act.MoveUnits(units=(unit.id,), path=(here, "0101"), mode="relocation"),
                )
            )
        elif kind == "choose":
            yield act.Choose(decision=rng.choice(("loss", "retreat")), option="done")
        else:
            yield act.NextPhase()


@pytest.mark.parametrize("phase", ["movement", "combat"])
@pytest.mark.parametrize("seed", range(12))
def test_orders_judged_legal_are_played_and_others_refused(seed, phase):
    setting, state = load(seed, phase)
    rules, rng = Ruleset(setting), random.Random(seed)
    orders = list(wild_orders(setting, state, rng))
    orders += legal(setting.position(state), 40, rng.randrange(100)).actions[:40]
    before = as_json(state, setting.places)
    seen = set()
    for order in orders:
        try:
            fine = is_legal(judged(rules, state, order))
        except UserError:
            continue  # units apart, places that are none: neither legal nor illegal
        assert as_json(state, setting.places) == before
        seen.add(fine)
        if fine:
            played = play(rules, state, order, Rolled(random.Random(1)))
            apply(state, played.effects, setting.places)
        else:
            with pytest.raises(Forbidden):
                play(rules, state, order, Rolled(random.Random(1)))
    assert seen == {True, False}


@pytest.mark.parametrize("seed", range(12))
def test_every_order_that_legal_offers_is_legal(seed):
    phase = ("movement", "combat")[seed % 2]
    setting, state = load(seed, phase)
    rules = Ruleset(setting)
    for order in legal(setting.position(state), 60, seed).actions:
        assert is_legal(rules.judge(state, order)), order


@pytest.mark.parametrize("seed", range(6))
def test_replayed_effects_equal_replayed_orders(seed):
    """Replaying the effects, and the orders with the same dice, yields the same state."""
    setting, state = load(seed, "movement")
    rules, rng = Ruleset(setting), random.Random(seed)
    twin = state
    for _ in range(25):
        orders = legal(setting.position(state), 12, rng.randrange(1000)).actions
        if not orders:
            break
        order = rng.choice(orders)
        played = play(rules, state, order, Rolled(rng))
        values = [v for thrown in played.dice for v in thrown.values]
        again = play(rules, twin, order, Given(values))
        assert again.effects == played.effects
        state = apply(state, played.effects, setting.places)
        twin = apply(twin, again.effects, setting.places)
        assert digest(state, setting.places) == digest(twin, setting.places)


@pytest.mark.parametrize("seed", range(10))
def test_rules_work_with_every_chapter_disabled(seed):
    """With every chapter disabled, random orders are played or refused without an error."""
    setting, state = load(seed, ("movement", "combat")[seed % 2])
    rules, rng = Ruleset(setting), random.Random(seed)
    house = {str(chapter): "off" for chapter in range(3, 28)}
    agreed = play(rules, state, act.SetRules(house=house), Rolled(rng))
    state = apply(state, agreed.effects, setting.places)
    for order in wild_orders(setting, state, rng, 40):
        try:
            played = play(rules, state, order, Rolled(random.Random(1)))
        except UserError:
            continue
        apply(state, played.effects, setting.places)
