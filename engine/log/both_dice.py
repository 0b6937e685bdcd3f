"""Dice that two players throw together, so that neither of them can choose the values.

The acting player seals a secret number and the order in a question to the other player
(:class:`~engine.core.actions.Ask`). The other player's program answers with a number of its own.
The order then opens the sealed value; its dice are derived from both numbers and the order. The
first player was bound before the answer, and the second did not know the secret.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from pydantic import JsonValue

from engine.core import actions as act
from engine.core.dice import Dice
from engine.i18n import t
from engine.log.commitments import DICE
from engine.log.dice_chain import SCHEME, DerivedDice
from engine.log.entry import Entry

BOTH = "h44both/1"
"""Name of the proof scheme in a log."""
SCHEMES = {SCHEME: "referee", BOTH: "both"}
"""The thrower, by the scheme of the proof."""
_NUMBER = re.compile(r"[0-9a-f]{64}")


def is_throw(action: act.Action) -> bool:
    """Return whether an action asks the other player for dice, or answers that."""
    return isinstance(action, act.Ask | act.Answer) and action.name.startswith(DICE)


def origin(dice: Dice) -> str:
    """Return the thrower: "hand", "referee", "both" (players), or "program"."""
    if dice.source == "entered":
        return "hand"
    scheme = dice.proof["scheme"] if dice.proof is not None else ""
    return SCHEMES.get(str(scheme), "program")


def sealed_value(secret: str, order: str) -> JsonValue:
    """Return the value that is sealed before a throw: a secret number and the signed order."""
    return {"secret": secret, "order": order}


class BothDice(DerivedDice):
    """Dice of two players: derived from the secret number of one and the answer of the other."""

    def __init__(self, question: str, secret: str, answer: str, order: str) -> None:
        super().__init__(
            bytes.fromhex(secret), answer, order, {"scheme": BOTH, "question": question}
        )


@dataclass(slots=True)
class Throws:
    """Checks the common throws of a log, entry by entry in the order of the file."""

    asked: dict[str, tuple[str, str]] = field(default_factory=dict)
    """The side that asks and the side that answers, by question."""
    answers: dict[str, str] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)

    def copy(self) -> Throws:
        """Return an independent copy."""
        return Throws(dict(self.asked), dict(self.answers), set(self.used))

    @property
    def unused(self) -> list[int]:
        """The entries whose dice were asked for, answered, and not used."""
        return [int(name.removeprefix(DICE)) for name in self.answers if name not in self.used]

    def objection(self, entry: Entry, order_of: Callable[[str], str]) -> str | None:
        """Return why a question, an answer or dice are false; None if they are not.

        ``order_of`` returns the text of the entry's order for a question. Whether an opened value
        is the sealed one is checked elsewhere (:mod:`engine.log.claims`).
        """
        action = entry.action
        if is_throw(action) and not self._is_sound(entry):
            return t("together.skip.dice_question")
        opened = [one for one in entry.opened if one.name.startswith(DICE)]
        if not entry.dice and not opened:
            return None
        name = opened[0].name if len(opened) == 1 else ""
        if name in self.used or name not in self.answers or self.asked[name][0] != entry.by:
            return t("verify.both.proof", entry=entry.id)
        order = order_of(name)
        value = opened[0].value
        secret = value.get("secret") if isinstance(value, dict) else None
        if not isinstance(secret, str) or not _NUMBER.fullmatch(secret):
            return t("verify.both.proof", entry=entry.id)
        if value != sealed_value(secret, order):
            return t("verify.both.order", entry=entry.id)
        source = BothDice(name, secret, self.answers[name], order)
        if any(dice != source.throw(dice.sides, dice.count, dice.reason) for dice in entry.dice):
            return t("verify.both.values", entry=entry.id)
        return None

    def _is_sound(self, entry: Entry) -> bool:
        action = entry.action
        if isinstance(action, act.Ask):
            seals = [one.name for one in entry.sealed]
            return action.name == f"{DICE}{entry.id}" and seals == [action.name]
        assert isinstance(action, act.Answer)
        return (
            self.asked.get(action.name, ("", ""))[1] == entry.by
            and action.name not in self.answers
            and _NUMBER.fullmatch(action.option) is not None
        )

    def record(self, entry: Entry) -> None:
        """Record an accepted entry."""
        action = entry.action
        if is_throw(action):
            if isinstance(action, act.Ask):
                self.asked[action.name] = (entry.by, action.to)
            elif isinstance(action, act.Answer):
                self.answers[action.name] = action.option
        self.used |= {one.name for one in entry.opened if one.name.startswith(DICE)}
