"""Split an entry into beats: intention, revealed units, dice, result, consequences."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import takewhile

from engine.core import effects as fx
from engine.core.dice import DRAW
from engine.core.places import Places
from engine.core.reducer import apply
from engine.core.state import State
from engine.i18n import t
from engine.log.effect_words import EffectFormatter
from engine.log.narrate import thrown_for
from engine.play.game import Recording
from engine.report.card import Card, Fighter, card_of
from engine.rules.facts import Facts


@dataclass(frozen=True)
class Beat:
    """One sentence about an entry, and the position after it."""

    text: str
    state: State


def beats(recording: Recording, number: int, facts: Facts) -> tuple[Beat, ...]:
    """Return the beats of a step (1 for the first) in order; the last has the step's position.

    If dice decided or a unit was revealed, the entry's own sentence comes last, because it contains
    the outcome. Raises UserError outside the line, and if the log contradicts itself.
    """
    entry, before = recording.timeline.entries[number - 1], recording.state(number - 1)
    end = recording.state(number)
    fights = facts.fights(entry, before)
    cards = [card_of(fight, before, recording.module, facts) for fight in fights]
    card = cards[0] if cards else None
    pools = {d.reason.removeprefix(DRAW) for d in entry.dice if d.reason.startswith(DRAW)}
    drawn = tuple(takewhile(lambda effect: _reveals(effect, pools), entry.effects))
    sentence = recording.step(number).sentence
    open_ = card is None and bool(drawn or entry.dice)
    result = [] if open_ else [Beat(_intent(card, drawn) if card else sentence, before)]
    if open_ and drawn:
        where = recording.module.place_name(_where(drawn, before, recording.module.places))
        result.append(Beat(t("report.beat.reveal", place=where), before))
    result += _turned_over(recording, before, drawn)
    now = result[-1].state if result else before
    lines = list(dict.fromkeys(line for one in cards for line in _odds(one)))
    # The drawn unit has been named; its number means nothing.
    thrown = [dice for dice in recording.step(number).dice if not dice.reason.startswith(DRAW)]
    for dice in thrown:
        values = ", ".join(map(str, dice.values))
        reason = thrown_for(dice, now, recording.module)
        key = "report.beat.dice.why" if reason else "report.beat.dice"
        lines.append(t(key, values=values, sides=dice.sides, reason=reason))
    for one in cards:
        effects_text = "; ".join(dict.fromkeys(filter(None, one.effects_text)))
        key = "report.beat.result.told" if effects_text else "report.beat.result"
        lines += [t(key, result=one.result, told=effects_text)] if one.result else []
    result += [Beat(text, now) for text in lines]
    result += _followed(recording, now, entry.effects[len(drawn) :])
    if open_ and (thrown or not result):
        result.append(Beat(sentence, end))
    return (*result[:-1], Beat(result[-1].text, end))


def _reveals(effect: fx.Effect, pools: Collection[str]) -> bool:
    """Return whether an effect reveals a unit, or replaces an unknown unit by a drawn one."""
    if isinstance(effect, fx.Reveal):
        return True
    drawn = isinstance(effect, fx.Move) and effect.path[0] in pools
    return drawn or (bool(pools) and isinstance(effect, fx.Remove))


def _where(drawn: tuple[fx.Effect, ...], before: State, places: Places) -> str:
    """Return the name of the place of the revealed unit."""
    first = drawn[0]
    match first:
        case fx.Remove():
            return first.at
        case fx.Move():
            return first.path[-1]
        case fx.Reveal():
            return places.name(before.pieces[first.unit].place)
    raise AssertionError(first)


def _turned_over(
    recording: Recording, before: State, effects: tuple[fx.Effect, ...]
) -> Iterator[Beat]:
    """Yield the beats of revealed units; several drawn units share one sentence."""
    came = [effect for effect in effects if isinstance(effect, fx.Move)]
    if not came:
        yield from _followed(recording, before, effects)
        return
    teller, places = EffectFormatter(before, recording.module), recording.module.places
    text = t(
        "report.beat.drawn",
        place=recording.module.place_name(came[-1].path[-1]),
        units=", ".join(teller.unit(effect.unit) for effect in came),
    )
    yield Beat(text, apply(before, effects, places))


def _intent(card: Card, drawn: tuple[fx.Effect, ...]) -> str:
    """Return a sentence with the attackers and the target, without the result and without units
    that were hidden before.
    """
    came = {effect.unit for effect in drawn if isinstance(effect, fx.Move)}
    hidden = {effect.unit for effect in drawn if isinstance(effect, fx.Remove)}

    def cast(fighters: tuple[Fighter, ...]) -> list[str]:
        known = (fighter for fighter in fighters if fighter.unit not in came | hidden)
        return [fighter.name for fighter in known]

    defenders = cast(card.defenders) + [t("report.beat.unknown") for _ in hidden]
    attackers = cast(card.attackers)
    return t(
        "report.beat.fight.one" if len(attackers) == 1 else "report.beat.fight",
        place=card.place,
        attackers=", ".join(attackers),
        defenders=", ".join(defenders),
    )


def _odds(card: Card) -> Iterator[str]:
    """Yield the odds, each shift and the column."""
    if card.odds:
        yield t("report.beat.odds", odds=card.odds)
    for shift, why in card.shifts:
        yield t("report.beat.shift", shift=f"{shift:+d}", why=why)
    if card.column and card.shifts:
        yield t("report.beat.column", column=card.column)


def _followed(
    recording: Recording, before: State, effects: tuple[fx.Effect, ...]
) -> Iterator[Beat]:
    """Yield a beat for each effect with a description; effects without one join the beat before
    them.
    """
    state, text = before, ""
    for effect in effects:
        effects_text = EffectFormatter(state, recording.module).effect(effect)
        if effects_text and text:
            yield Beat(text, state)
        text = effects_text or text
        state = apply(state, (effect,), recording.module.places)
    if text:
        yield Beat(text, state)
