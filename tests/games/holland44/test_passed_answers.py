"""Wrong answers: advisory rules, and mode off, let them pass.

Nonsense (an answer without a question, a path with gaps, onto the enemy) is refused in each mode.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine.core import actions as act
from engine.core.dice import Rolled
from engine.core.effects import Decision
from engine.core.errors import UserError
from engine.core.reducer import apply
from engine.core.state import State
from engine.games import require_rulebook
from engine.games.holland44 import positions
from engine.games.holland44.contents import DECISIONS
from engine.games.holland44.invariants import faults
from engine.games.holland44.position import Position
from engine.games.holland44.ruleset import Ruleset as Holland
from engine.rules import judge as gate
from engine.rules.judge import Forbidden
from engine.rules.ports import Ruleset

KINDS = ("loss", "retreat", "advance")


def wrong_answers(position: Position, asked: Decision) -> list[str]:
    """Answers that are not among the options, but that hands could carry out."""
    listed = {option.id for option in DECISIONS.choices_of(position, asked)}
    first = next(o for o in DECISIONS.choices_of(position, asked) if o.units)
    unit = position.units[first.units[0]]
    side = unit.profile.side
    if asked.kind == "loss":
        return sorted(u.id for u in position.units.values() if u.profile.side == side)[:6]
    ids = " ".join(first.units if asked.kind == "retreat" else first.units[:1])
    here, enemy = position.places.name(unit.place), position.enemy(side).hexes
    ends = [position.places.name(i) for i in position.ground.ring[unit.place] if i not in enemy]
    return sorted({f"{ids} {here} {end}" for end in ends} - listed)


@pytest.fixture(scope="module")
def ruleset() -> Ruleset:
    return require_rulebook("holland44").ruleset("campaign")


@pytest.fixture(scope="module")
def questions(ruleset: Ruleset) -> list[State]:
    """Yield positions of random games with a loss, retreat or advance to decide."""
    found: list[State] = []
    for seed in (3, 4):
        chance, dice = random.Random(seed), Rolled(random.Random(seed))
        state = ruleset.opening()
        for _ in range(320):
            moves = ruleset.legal(state, 12, chance.randrange(1_000_000)).actions
            orders = [a for a in moves if not isinstance(a, act.NextPhase)]
            hurry = chance.random() < 0.3 and len(orders) < len(moves)
            action = chance.choice(orders) if orders and not hurry else moves[0]
            played = gate.play(ruleset, state, action, dice)
            state = apply(state, played.effects, ruleset.places)
            if state.pending and state.pending[-1].kind in KINDS:
                found.append(state)
    return found


@pytest.mark.slow
def test_a_wrong_answer_passes_with_a_flag_and_off_without_one(
    ruleset: Ruleset, questions: list[State]
) -> None:
    passed: Counter[str] = Counter()
    setting = positions.setting("campaign")
    for state in questions:
        asked = state.pending[-1]
        for option in wrong_answers(setting.position(state), asked)[:4]:
            answer = act.Choose(decision=asked.kind, option=option)
            verdicts = ruleset.judge(state, answer)
            if not verdicts:
                continue  # another way that the rules allow as well
            with pytest.raises(Forbidden):
                gate.play(ruleset, state, answer, Rolled(random.Random(1)))
            if any(v.key in ruleset.fixed for v in verdicts):
                continue
            played = gate.play(ruleset, state, answer, Rolled(random.Random(1)), "advisory")
            assert any(v.level == "forbid" for v in played.verdicts)
            after = apply(state, played.effects, ruleset.places)
            assert asked not in after.pending
            assert list(faults(setting.position(after), state)) == []
            free = gate.play(ruleset, state, answer, Rolled(random.Random(1)), "off")
            assert (free.effects, free.verdicts) == (played.effects, ())
            passed[asked.kind] += 1
    assert all(passed[kind] >= 3 for kind in KINDS), passed


@pytest.mark.parametrize("mode", ["off", "advisory", "enforced"])
def test_nonsense_is_refused_in_every_mode(
    ruleset: Ruleset, questions: list[State], mode: gate.Mode
) -> None:
    for state in questions[:20]:
        asked = state.pending[-1]
        words = " ".join(asked.args.get("units", ()) or ["GHOST"])
        for option in ("nonsense", "GHOST", f"{words} 0101 4816", f"{words} 9999"):
            answer = act.Choose(decision=asked.kind, option=option)
            with pytest.raises(UserError):
                gate.play(ruleset, state, answer, Rolled(random.Random(1)), mode)


# -- the other decisions --------------------------------------------------------------------------

ELSEWHERE = {"clear_board": True, "turn": 3}
OTHERS: dict[str, tuple[dict[str, object], str, str]] = {
    "bridges": (
        {**ELSEWHERE, "active": "german", "phase": "bridge", "units": [
            {"id": "g1", "counter": "GE-Krafft", "hex": "4816"}]},
        "rewire 3006/3105", "5.3.2",
    ),
    "traffic": ({"turn": 3, "active": "german", "phase": "traffic"}, "traffic-1 6319", "24.4"),
    "resupply": (
        {"turn": 3, "active": "german", "phase": "artillery_resupply", "clear_board": True,
         "units": [{"id": f"g{n}", "side": "german", "kind": "artillery", "attack": 4,
                    "defense": 2, "movement": 5, "range": 9, "hex": hex_, "status": status}
                   for n, (hex_, status) in enumerate([
                       ("6319", ["fired"]), ("6320", ["fired"]), ("6321", ["fired"]),
                       ("6322", ["fired", "disrupted"])])]},
        "g3", "17.8",
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", OTHERS)
def test_wrong_answers_to_other_decisions_pass_with_a_flag_too(kind: str) -> None:
    given, option, rule = OTHERS[kind]
    setting, state, _ = positions.read(given)
    ruleset = Holland(setting)
    assert state.pending[-1].kind == kind
    answer = act.Choose(decision=kind, option=option)
    with pytest.raises(Forbidden) as refused:
        gate.play(ruleset, state, answer, Rolled(random.Random(1)))
    assert rule in {v.rule for v in refused.value.verdicts}
    played = gate.play(ruleset, state, answer, Rolled(random.Random(1)), "advisory")
    assert rule in {v.rule for v in played.verdicts}
    after = apply(state, played.effects, ruleset.places)
    assert after != state
    assert list(faults(setting.position(after), state)) == []
    free = gate.play(ruleset, state, answer, Rolled(random.Random(1)), "off")
    assert (free.effects, free.verdicts) == (played.effects, ())
