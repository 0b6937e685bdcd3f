"""An entry taken apart: what was meant, who turned out to be there, dice, result, what followed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

from engine.core import effects as fx
from engine.core.reducer import apply
from engine.core.state import State
from engine.i18n import t
from engine.log.effect_words import EffectTeller
from engine.log.narrate import thrown_for
from engine.play.game import Recording
from engine.report.card import Card, Fighter, card_of
from engine.report.facts import Facts


@dataclass(frozen=True)
class Beat:
    """A sentence of what happened, and the position when it has."""

    text: str
    state: State


def beats(recording: Recording, number: int, facts: Facts) -> tuple[Beat, ...]:
    """The beats of a step, 1 for the first, in their order; the last has the step's position.

    Raises UserError outside the line, and where the log contradicts itself.
    """
    entry, before = recording.timeline.entries[number - 1], recording.state(number - 1)
    end = recording.state(number)
    fight = facts.fight(entry, before)
    card = None if fight is None else card_of(fight, before, recording.module, facts)
    drawn = tuple(takewhile(lambda effect: isinstance(effect, fx.Reveal), entry.effects))
    found = [Beat(_meant(card) if card else recording.step(number).sentence, before)]
    found += _followed(recording, before, drawn)
    now = found[-1].state
    said = [*(_odds(card) if card else ())]
    for dice in entry.dice:
        values = ", ".join(map(str, dice.values))
        reason = thrown_for(dice, now, recording.module)
        key = "report.beat.dice.why" if reason else "report.beat.dice"
        said.append(t(key, values=values, sides=dice.sides, reason=reason))
    if card is not None and card.result:
        told = " ".join(filter(None, card.told))
        key = "report.beat.result.told" if told else "report.beat.result"
        said.append(t(key, result=card.result, told=told))
    found += [Beat(text, now) for text in said]
    found += _followed(recording, now, entry.effects[len(drawn) :])
    return (*found[:-1], Beat(found[-1].text, end))


def _meant(card: Card) -> str:
    """Who attacks whom, and not yet how it went."""

    def cast(fighters: tuple[Fighter, ...]) -> str:
        return ", ".join(fighter.name for fighter in fighters)

    return t(
        "report.beat.fight",
        place=card.place,
        attackers=cast(card.attackers),
        defenders=cast(card.defenders),
    )


def _odds(card: Card) -> Iterator[str]:
    """The odds, each shift of them and the column."""
    if card.odds:
        yield t("report.beat.odds", odds=card.odds)
    for shift, why in card.shifts:
        yield t("report.beat.shift", shift=f"{shift:+d}", why=why)
    if card.column and card.shifts:
        yield t("report.beat.column", column=card.column)


def _followed(
    recording: Recording, before: State, effects: tuple[fx.Effect, ...]
) -> Iterator[Beat]:
    """Each effect that is worth a line, with those after it that are not."""
    state, text = before, ""
    for effect in effects:
        told = EffectTeller(state, recording.module).effect(effect)
        if told and text:
            yield Beat(text, state)
        text = told or text
        state = apply(state, (effect,), recording.module.places)
    if text:
        yield Beat(text, state)
