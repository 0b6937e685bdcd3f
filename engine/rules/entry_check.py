"""What of a recorded entry its action explains: worked out again with its dice, and compared.

An honest entry holds what :func:`engine.rules.judge.play` makes of its action in the mode in force.
Whatever else it holds (a remark that eliminates a unit, another die, somebody else's order) was
written by other means, and is told here.
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
"""Beginnings of the tracks that only an agreement (``set_rules``, a set-up) may change."""


@dataclass(frozen=True, slots=True)
class Unexplained:
    """What an entry holds that its action, its dice and the rules do not make of it."""

    refused: tuple[Verdict, ...] = ()
    """The verdicts for which the game, as strict as it was, refuses the action."""
    unflagged: tuple[Verdict, ...] = ()
    """Breaches that advisory play records with the entry, and that it does not hold."""
    senseless: str = ""
    """Why the action cannot be worked out at all."""
    dice: bool = False
    """Its dice are not those that the action asks for."""
    added: tuple[fx.Effect, ...] = ()
    """Effects it has and should not have."""
    lacking: tuple[fx.Effect, ...] = ()
    """Effects it should have and has not."""
    actor: str | None = None
    """The side whose action it is, if another is said to have done it."""

    @property
    def is_honest(self) -> bool:
        """Is the entry what its side could have played in the mode in force?"""
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
    """What an entry holds that its action does not explain in the position before it.

    ``setup`` are the effects of the game's set-up, None where they are not known.
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
    found = _against(ruling, places, before, entry, mode)
    if not found.is_honest and mode != "enforced":
        # In a looser mode an action may be carried out by the rules or by hand: both are honest.
        others = [_against(ruling, places, before, entry, other) for other in LOOSE[mode]]
        found = next((other for other in others if other.is_honest), found)
    return replace(found, actor=actor)


def _against(
    ruling: Ruleset | None, places: Places, before: State, entry: Entry, mode: Mode
) -> Unexplained:
    """What an entry holds beyond what comes of its action in a mode."""
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
    if isinstance(entry.action, act.SetRules):  # a log keeps its house rules in another order
        recorded, due = _in_order(recorded), _in_order(due)
    # Logs written before moves by hand were noted lack the note, and are no less honest.
    due = tuple(e for e in due if e in recorded or not is_note_by_hand(e))
    added, lacking = _difference(recorded, due)
    return Unexplained(
        unflagged=_unflagged(entry, played.verdicts),
        dice=not _told(entry.action) and _thrown(entry.dice) != _thrown(played.dice),
        added=tuple(e for e in added if not _is_sky(entry.action, e)) + _slipped_in(entry),
        lacking=lacking,
    )


def _of_setup(before: State, entry: Entry, setup: Sequence[fx.Effect] | None) -> Unexplained:
    """A set-up comes first, and puts on the table what its scenario says, and agreements."""
    if before != State():
        return Unexplained(added=entry.effects, dice=bool(entry.dice))
    if setup is None:
        return Unexplained(dice=bool(entry.dice))
    added, lacking = _difference(entry.effects, tuple(setup))
    kept = tuple(e for e in added if not _is_strictness(e))
    return Unexplained(added=kept, lacking=lacking, dice=bool(entry.dice))


def _difference(
    recorded: tuple[fx.Effect, ...], due: tuple[fx.Effect, ...]
) -> tuple[tuple[fx.Effect, ...], tuple[fx.Effect, ...]]:
    """Effects that are recorded and not due, and due and not recorded, however often."""
    if recorded == due:
        return (), ()
    left = list(due)
    added = []
    for effect in recorded:
        if effect in left:
            left.remove(effect)
        else:
            added.append(effect)
    if not added and not left:  # the same ones in another order
        return recorded, due
    return tuple(added), tuple(left)


def _in_order(effects: tuple[fx.Effect, ...]) -> tuple[fx.Effect, ...]:
    return tuple(sorted(effects, key=lambda effect: effect.model_dump_json()))


def _thrown(dice: Sequence[Dice]) -> list[tuple[int, int, tuple[int, ...]]]:
    return [(thrown.sides, thrown.count, thrown.values) for thrown in dice]


def _told(action: act.Action) -> bool:
    """Is it an action whose effects and dice the players tell?"""
    return isinstance(action, act.TOLD)


def _is_strictness(effect: fx.Effect) -> bool:
    return isinstance(effect, fx.SetTrack) and effect.track.startswith(STRICTNESS)


def _is_sky(action: act.Action, effect: fx.Effect) -> bool:
    """Does a clock set by hand bring something with it, such as the weather of the day?"""
    is_track = isinstance(effect, fx.SetTrack) and not _is_strictness(effect)
    return isinstance(action, act.SetClock) and is_track


def _slipped_in(entry: Entry) -> tuple[fx.Effect, ...]:
    """Changes of how strictly is played that a change by hand brings along unsaid."""
    return tuple(filter(_is_strictness, entry.effects)) if _told(entry.action) else ()


def _unflagged(entry: Entry, verdicts: Sequence[Verdict]) -> tuple[Verdict, ...]:
    flagged = {(v.rule, scoped(v.key)) for v in entry.verdicts}
    return tuple(v for v in verdicts if v.level == "forbid" and (v.rule, v.key) not in flagged)
