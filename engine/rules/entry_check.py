"""Check a recorded entry: resolve its action again with its dice and compare the effects.

An honest entry contains the result of :func:`engine.rules.judge.play` for its action in the current
mode. Anything else (a note that eliminates a unit, another die, another side's order) is reported
as unexplained.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.dice import Dice
from engine.core.errors import UserError
from engine.core.modes import HOUSE_TRACK, MODE_TRACK, OPTION_TRACK, Mode, mode_of
from engine.core.places import Places
from engine.core.resolve import resolve
from engine.core.state import State
from engine.core.verdicts import Verdict
from engine.i18n import scoped
from engine.log.entry import Entry
from engine.rules import judge as gate
from engine.rules.by_hand import is_note_by_hand
from engine.rules.judge import DiceNeeded, Forbidden, Given, Played, WrongDie, acting_side
from engine.rules.own_actions import typed_entry
from engine.rules.ports import Ruleset

STRICTNESS = (MODE_TRACK, HOUSE_TRACK, OPTION_TRACK)
"""Prefixes of the tracks that only an agreement (``set_rules``, a set-up) may change."""


@dataclass(frozen=True, slots=True)
class Unexplained:
    """The differences between an entry and the result of its action."""

    refused: tuple[Verdict, ...] = ()
    """The verdicts for which the game's mode refuses the action."""
    unflagged: tuple[Verdict, ...] = ()
    """Breaches that advisory mode should have recorded with the entry."""
    senseless: str = ""
    """The reason why the action cannot be resolved."""
    dice: bool = False
    """Whether the dice differ from those that the action needs."""
    added: tuple[fx.Effect, ...] = ()
    """Effects that should be missing."""
    lacking: tuple[fx.Effect, ...] = ()
    """Effects that are missing."""
    actor: str | None = None
    """The side of the action, if the entry names another side."""

    @property
    def is_honest(self) -> bool:
        """Whether the entry is a possible action of its side in the current mode."""
        odd = self.senseless or self.dice or self.actor
        return not (self.refused or odd or self.added or self.lacking)


LOOSE: dict[Mode, tuple[Mode, ...]] = {"off": ("enforced",), "advisory": ("enforced", "off")}


def unexplained(
    ruling: Ruleset | None,
    places: Places,
    before: State,
    entry: Entry,
    setup: Sequence[fx.Effect] | None = None,
) -> Unexplained:
    """Return the parts of an entry that its action does not explain in the position before it.

    ``setup`` are the effects of the game's set-up, None if unknown.
    """
    if isinstance(entry.action, act.Setup):
        return _of_setup(before, entry, setup)
    mode: Mode = "off" if ruling is None else mode_of(before)
    if ruling is not None:
        try:
            entry = typed_entry(ruling, entry)
        except UserError as error:
            return Unexplained(senseless=str(error))
    side = None if mode == "off" else acting_side(before, entry.action)
    actor = side if side is not None and side != entry.by else None
    result = _against(ruling, places, before, entry, mode)
    if not result.is_honest and mode != "enforced":
        # In a looser mode an action may be carried out by the rules or by hand.
        others = [_against(ruling, places, before, entry, other) for other in LOOSE[mode]]
        result = next((other for other in others if other.is_honest), result)
    return replace(result, actor=actor)


def _against(
    ruling: Ruleset | None, places: Places, before: State, entry: Entry, mode: Mode
) -> Unexplained:
    """Compare an entry with the result of its action in a mode."""
    dice = Given([value for thrown in entry.dice for value in thrown.values])
    try:
        if ruling is None:
            played = Played(*resolve(entry.action, before, places, dice), ())
        else:
            played = gate.play(ruling, before, entry.action, dice, mode)
    except Forbidden as refusal:
        return Unexplained(refused=tuple(v for v in refusal.verdicts if v.level == "forbid"))
    except (DiceNeeded, WrongDie):
        return Unexplained(dice=True)
    except UserError as error:
        return Unexplained(senseless=str(error))
    recorded, due = entry.effects, played.effects
    if isinstance(entry.action, act.SetRules):  # a log stores house rules in another order
        recorded, due = _in_order(recorded), _in_order(due)
    # Older logs do not record moves against the rules.
    due = tuple(e for e in due if e in recorded or not is_note_by_hand(e))
    added, lacking = _difference(recorded, due)
    return Unexplained(
        unflagged=_unflagged(entry, played.verdicts),
        dice=not _is_manual(entry.action) and _thrown(entry.dice) != _thrown(played.dice),
        added=tuple(e for e in added if not _comes_with_clock(entry.action, e))
        + _slipped_in(entry),
        lacking=lacking,
    )


def _of_setup(before: State, entry: Entry, setup: Sequence[fx.Effect] | None) -> Unexplained:
    """Check a set-up: the first entry, with the scenario's effects and agreements only."""
    if before != State():
        return Unexplained(added=entry.effects, dice=bool(entry.dice))
    if setup is None:
        return Unexplained(dice=bool(entry.dice))
    added, lacking = _difference(entry.effects, tuple(setup))
    unexplained_effects = tuple(e for e in added if not _is_strictness(e))
    return Unexplained(added=unexplained_effects, lacking=lacking, dice=bool(entry.dice))


def _difference(
    recorded: tuple[fx.Effect, ...], due: tuple[fx.Effect, ...]
) -> tuple[tuple[fx.Effect, ...], tuple[fx.Effect, ...]]:
    """Return the effects recorded but not due, and due but not recorded, as multisets."""
    if recorded == due:
        return (), ()
    left = list(due)
    added = []
    for effect in recorded:
        if effect in left:
            left.remove(effect)
        else:
            added.append(effect)
    if not added and not left:  # the same effects in another order
        return recorded, due
    return tuple(added), tuple(left)


def _in_order(effects: tuple[fx.Effect, ...]) -> tuple[fx.Effect, ...]:
    return tuple(sorted(effects, key=lambda effect: effect.model_dump_json()))


def _thrown(dice: Sequence[Dice]) -> list[tuple[int, int, tuple[int, ...]]]:
    return [(thrown.sides, thrown.count, thrown.values) for thrown in dice]


def _is_manual(action: act.Action) -> bool:
    """Return whether players enter the effects and dice of an action."""
    return isinstance(action, act.STATED)


def _is_strictness(effect: fx.Effect) -> bool:
    return isinstance(effect, fx.SetTrack) and effect.track.startswith(STRICTNESS)


def _comes_with_clock(action: act.Action, effect: fx.Effect) -> bool:
    """Return whether an effect comes with a clock set by hand, such as the day's weather."""
    is_track = isinstance(effect, fx.SetTrack) and not _is_strictness(effect)
    return isinstance(action, act.SetClock) and is_track


def _slipped_in(entry: Entry) -> tuple[fx.Effect, ...]:
    """Return changes of mode, house rules or options hidden in a change by hand."""
    return tuple(filter(_is_strictness, entry.effects)) if _is_manual(entry.action) else ()


def _unflagged(entry: Entry, verdicts: Sequence[Verdict]) -> tuple[Verdict, ...]:
    flagged = {(v.rule, scoped(v.key)) for v in entry.verdicts}
    return tuple(v for v in verdicts if v.level == "forbid" and (v.rule, v.key) not in flagged)
