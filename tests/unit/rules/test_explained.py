"""Effects of an entry that its action, dice and rules do not explain, in each mode."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.dice import Dice
from engine.core.modes import Mode
from engine.core.reducer import apply
from engine.core.resolve import resolve as by_hand
from engine.core.state import State
from engine.core.verdicts import Verdict
from engine.log.entry import Entry
from engine.modules.module import Module
from engine.rules.base.rulebook import Rulebook
from engine.rules.base.ruleset import Ruleset
from engine.rules.by_hand import is_note_by_hand
from engine.rules.entry_check import Unexplained, unexplained
from engine.rules.judge import Given, play

UNIT, PLACE, BARRED, FREE = "BR-2-1P", "6217", "6218", "6117"


class Strict(Ruleset):
    """One rule: no unit may enter 6218."""

    def judge(self, state: State, action: act.Action) -> list[Verdict]:
        if isinstance(action, act.MoveUnits) and action.path[-1] == BARRED:
            return [
                Verdict(
                    rule="7.1", level="forbid", key="rule.holland44.13.2.held", args={"hex": "6218"}
                )
            ]
        return []


@pytest.fixture(scope="module")
def rules(module: Module) -> Strict:
    return Strict(Rulebook("holland44"), module, "campaign")


@pytest.fixture(scope="module")
def opening(rules: Strict) -> State:
    state = rules.opening()
    here = rules.places.name(state.pieces[UNIT].place)
    index = state.stack(state.pieces[UNIT].place).index(UNIT)
    land = fx.Move(unit=UNIT, path=(here, PLACE), from_index=index, to_index=0)
    return apply(state, (land,), rules.places)


def in_mode(state: State, rules: Strict, mode: Mode) -> State:
    return apply(state, (fx.SetTrack(track="rules/mode", before=None, after=mode),), rules.places)


def entry(action: act.Action, *effects: fx.Effect, **more: Any) -> Entry:
    told: dict[str, Any] = {"by": "allied", **more}
    return Entry(id=1, parent=0, at="", action=action, effects=effects, **told)


def moved(state: State, rules: Strict, end: str, **more: Any) -> Entry:
    """Return a move as carried out by the table or the rules."""
    move = act.MoveUnits(units=(UNIT,), path=(PLACE, end))
    effects, _ = by_hand(move, state, rules.places, Given([]))
    return entry(move, *effects, **more)


def of(rules: Strict, state: State, told: Entry) -> Unexplained:
    return unexplained(rules, rules.places, state, told)


@pytest.mark.parametrize("mode", ["off", "advisory", "enforced"])
def test_an_honest_move_is_explained_in_every_mode(
    rules: Strict, opening: State, mode: Mode
) -> None:
    state = in_mode(opening, rules, mode)
    assert of(rules, state, moved(state, rules, FREE)) == Unexplained()


def test_a_breach_is_refused_reported_or_ignored_by_mode(rules: Strict, opening: State) -> None:
    for mode, honest, flagged in (
        ("off", True, False), ("advisory", True, True), ("enforced", False, False)
    ):  # fmt: skip
        state = in_mode(opening, rules, mode)  # type: ignore[arg-type]
        found = of(rules, state, moved(state, rules, BARRED))
        assert found.is_honest is honest, mode
        assert [v.rule for v in found.refused] == ([] if honest else ["7.1"])
        assert [v.rule for v in found.unflagged] == (["7.1"] if flagged else [])
    state = in_mode(opening, rules, "advisory")
    said = Verdict(rule="7.1", level="forbid", key="rule.holland44.13.2.held", args={"hex": "6218"})
    assert of(rules, state, moved(state, rules, BARRED, verdicts=(said,))).unflagged == ()
    other = said.model_copy(update={"rule": "7.2"})
    assert of(rules, state, moved(state, rules, BARRED, verdicts=(other,))).unflagged


@pytest.mark.parametrize("mode", ["off", "advisory", "enforced"])
def test_extra_and_missing_effects_are_reported(rules: Strict, opening: State, mode: Mode) -> None:
    state = in_mode(opening, rules, mode)
    honest = moved(state, rules, FREE)
    loss = fx.SetSteps(unit=UNIT, before=state.pieces[UNIT].steps, after=0)
    more = of(rules, state, honest.model_copy(update={"effects": (*honest.effects, loss)}))
    assert more.added == (loss,)
    assert more.lacking == ()
    assert not more.is_honest
    less = of(rules, state, honest.model_copy(update={"effects": ()}))
    assert less.lacking == honest.effects
    assert less.added == ()
    assert not less.is_honest
    twice = of(rules, state, honest.model_copy(update={"effects": honest.effects * 2}))
    assert twice.added == honest.effects


def test_the_order_of_effects_matters(rules: Strict, opening: State) -> None:
    units = [n for n, p in opening.pieces.items() if p.side == "allied"][:2]
    effects = tuple(fx.SetSteps(unit=u, before=opening.pieces[u].steps, after=0) for u in units)
    setup = entry(act.Setup(scenario="campaign"), *effects)
    places = rules.places
    assert unexplained(rules, places, State(), setup, effects) == Unexplained()
    turned = unexplained(rules, places, State(), setup, effects[::-1])
    assert (turned.added, turned.lacking) == (effects, effects[::-1])
    assert not turned.is_honest


def test_a_set_up_is_first_and_matches_its_scenario(rules: Strict, opening: State) -> None:
    here = fx.SetTrack(track="vp", before=None, after=1)
    agreed = fx.SetTrack(track="rules/mode", before=None, after="enforced")
    setup = entry(act.Setup(scenario="campaign"), here, agreed)
    places, thrown = rules.places, Dice(sides=6, count=1, values=(3,), source="rolled")
    assert unexplained(rules, places, State(), setup, (here,)).is_honest
    assert unexplained(rules, places, State(), setup, ()).added == (here,)
    missing = unexplained(rules, places, State(), entry(setup.action), (here,))
    assert missing.lacking == (here,)
    assert unexplained(rules, places, State(), setup, None).is_honest
    with_dice = entry(setup.action, here, agreed, dice=(thrown,))
    assert unexplained(rules, places, State(), with_dice, (here,)).dice
    assert unexplained(rules, places, State(), with_dice, None).dice
    late = unexplained(rules, places, opening, setup, (here,))
    assert late.added == setup.effects
    assert not late.dice
    assert unexplained(rules, places, opening, with_dice, (here,)).dice


def test_unrequested_dice_are_reported(rules: Strict, opening: State) -> None:
    state = in_mode(opening, rules, "enforced")
    thrown = Dice(sides=6, count=1, values=(3,), source="rolled")
    assert of(rules, state, moved(state, rules, FREE, dice=(thrown,))).dice
    roll = act.Roll(sides=6, count=1)
    assert of(rules, state, entry(roll, dice=(thrown,))) == Unexplained()
    assert of(rules, state, entry(roll)).dice
    odd = thrown.model_copy(update={"sides": 10})
    assert of(rules, state, entry(roll, dice=(odd,))).dice
    two = entry(roll, dice=(thrown, thrown))
    assert of(rules, state, two).dice


def test_an_action_must_be_by_its_side(rules: Strict, opening: State) -> None:
    state = in_mode(opening, rules, "enforced")
    assert of(rules, state, moved(state, rules, FREE)).actor is None
    stolen = of(rules, state, moved(state, rules, FREE, by="german"))
    assert stolen.actor == "allied"
    assert not stolen.is_honest
    free = in_mode(opening, rules, "off")
    assert of(rules, free, moved(free, rules, FREE, by="german")).actor is None
    assert of(rules, state, entry(act.Note(text="x"), by="german")).actor is None


def test_a_change_by_hand_cannot_change_the_mode(rules: Strict, opening: State) -> None:
    state = in_mode(opening, rules, "off")
    loss = fx.SetSteps(unit=UNIT, before=state.pieces[UNIT].steps, after=1)
    strict = fx.SetTrack(track="rules/mode", before="off", after="enforced")
    tidy = act.ManualEdit(text="Tidying.", effects=(loss,))
    assert of(rules, state, entry(tidy, loss)) == Unexplained()
    both = act.ManualEdit(text="Tidying.", effects=(loss, strict))
    assert strict in of(rules, state, entry(both, loss, strict)).added


def test_an_impossible_action_is_reported_with_the_reason(rules: Strict, opening: State) -> None:
    state = in_mode(opening, rules, "off")
    nowhere = act.MoveUnits(units=("nobody",), path=(PLACE, FREE))
    found = of(rules, state, entry(nowhere))
    assert found.senseless
    assert not found.is_honest


def test_without_rules_the_table_explains_effects(rules: Strict, opening: State) -> None:
    honest = moved(opening, rules, BARRED)
    assert unexplained(None, rules.places, opening, honest) == Unexplained()
    empty = honest.model_copy(update={"effects": ()})
    assert unexplained(None, rules.places, opening, empty).lacking == honest.effects


def test_a_clock_set_by_hand_may_bring_the_weather_of_the_day(
    rules: Strict, opening: State
) -> None:
    state = in_mode(opening, rules, "off")
    told = act.SetClock(turn=2, phase="movement", active="german")
    effects, _ = by_hand(told, state, rules.places, Given([]))
    sky = fx.SetTrack(track="weather", before=state.tracks.get("weather"), after="rain")
    strict = fx.SetTrack(track="rules/mode", before="off", after="enforced")
    loss = fx.SetSteps(unit=UNIT, before=state.pieces[UNIT].steps, after=1)
    assert of(rules, state, entry(told, *effects, sky)) == Unexplained()
    assert of(rules, state, entry(told, *effects, strict)).added == (strict,)
    assert of(rules, state, entry(told, *effects, loss)).added == (loss,)


def test_house_rules_may_be_agreed_in_any_order(rules: Strict, opening: State) -> None:
    state = in_mode(opening, rules, "off")
    agreed = act.SetRules(mode="enforced", house={"7.1": "off", "7.2": "advise"})
    effects, _ = by_hand(agreed, state, rules.places, Given([]))
    assert len(effects) > 1
    assert of(rules, state, entry(agreed, *effects)) == Unexplained()
    assert of(rules, state, entry(agreed, *effects[::-1])) == Unexplained()
    assert of(rules, state, entry(agreed, *effects[1:])).lacking == effects[:1]


def test_an_allowed_breach_is_noted_except_in_older_logs(rules: Strict, opening: State) -> None:
    mine = opening.clock.model_copy(update={"active": opening.pieces[UNIT].side})
    state = in_mode(opening, rules, "advisory")
    state = apply(state, (fx.SetPhase(before=state.clock, after=mine),), rules.places)
    plain = moved(state, rules, BARRED)
    played = play(rules, state, plain.action, Given([]), "advisory")
    note = next(e for e in played.effects if is_note_by_hand(e))
    whole = plain.model_copy(update={"effects": played.effects, "verdicts": played.verdicts})
    assert of(rules, state, whole) == of(rules, state, plain.model_copy(
        update={"verdicts": played.verdicts}
    ))  # fmt: skip
    assert of(rules, state, whole).is_honest
    slipped = moved(state, rules, FREE)
    slipped = slipped.model_copy(update={"effects": (*slipped.effects, note)})
    assert of(rules, state, slipped).added == (note,)
