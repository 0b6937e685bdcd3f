"""The public form of hidden orders: a referee publishes each order as every side sees it.

See :mod:`engine.log.hidden_orders` for the lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import orjson

from engine.core import actions as act
from engine.core.reducer import apply
from engine.core.state import State
from engine.i18n import t
from engine.log.boxes import make_box
from engine.log.commitments import HIDDEN, seal_value
from engine.log.entry import Entry, Opened, action_record
from engine.log.hidden_orders import REFEREE, SealedOrder, hidden_record
from engine.log.tree import Log
from engine.modules.module import Module
from engine.play.game import Recording
from engine.play.observed import Concealer, Sight, Watch, concealer_of

NEUTRAL = ""
"""The viewer who sees only what every side sees."""


@dataclass(frozen=True)
class Publication:
    """A public entry, and what each viewer knows after it."""

    entry: Entry
    sights: Mapping[str, Sight]


class Publisher:
    """Publisher of the orders of a whole game: it knows what each viewer has been shown."""

    def __init__(self, module: Module, concealer: Concealer, sides: Iterable[str]) -> None:
        self._module = module
        sides = tuple(sides)
        viewers = {NEUTRAL: sides, **{side: (side,) for side in sides}}
        self._watches = {name: Watch(module, concealer, seen) for name, seen in viewers.items()}
        self._sights: Mapping[str, Sight] = dict.fromkeys(viewers, Sight())

    def publish(
        self, entry: Entry, before: State, after: State, keys: Mapping[str, str], order: Opened
    ) -> Publication:
        """Return the public form of an order; :meth:`commit` it once it is accepted.

        ``keys`` are the readers' keys: of each side and of the referee. ``order`` is the order
        that the player sealed.
        """
        seen, sights = self._seen(entry, before, after)
        public = seen[NEUTRAL]
        if any(hidden_record(view) != hidden_record(public) for view in (entry, *seen.values())):
            value = SealedOrder(entry=hidden_record(entry), order=order).model_dump(mode="json")
            sealed, opened = seal_value(f"{HIDDEN}{entry.id}", value)
            boxes = {
                side: make_box(orjson.dumps(hidden_record(view)), keys[side])
                for side, view in seen.items()
                if side != NEUTRAL
            }
            boxes[REFEREE] = make_box(opened.model_dump_json().encode(), keys[REFEREE])
            public = public.model_copy(update={"sealed": (sealed,), "boxes": boxes})
        return Publication(public.model_copy(update={"digest": None}), sights)

    def commit(self, publication: Publication) -> None:
        """Record that a public entry was accepted."""
        self._sights = publication.sights

    def follow(self, entry: Entry, before: State, after: State) -> None:
        """Record an accepted entry of the whole game that was published before, or a line that a
        player wrote, which everybody sees as it is.
        """
        if entry.order is not None:
            self._sights = self._seen(entry, before, after)[1]
            return
        places = self._module.places
        self._sights = {
            name: replace(sight, seen=apply(sight.seen, entry.effects, places))
            for name, sight in self._sights.items()
        }

    def public(self, entry: Entry, before: State, after: State) -> Entry:
        """Return an order as all sides see it."""
        return self._seen(entry, before, after)[0][NEUTRAL]

    def real_names(self, side: str, action: act.Action) -> act.Action:
        """Return an order of a side with the pieces under the covers that it names."""
        covers = {name: unit for unit, name in self._sights[side].names.items()}
        text = orjson.dumps(action_record(action)).decode()
        for cover in sorted(covers, key=len, reverse=True):
            text = text.replace(f'"{cover}"', orjson.dumps(covers[cover]).decode())
        return type(action).model_validate_json(text)

    def _seen(
        self, entry: Entry, before: State, after: State
    ) -> tuple[dict[str, Entry], dict[str, Sight]]:
        """Return an order as each viewer sees it, and the sights after it."""
        seen: dict[str, Entry] = {}
        sights: dict[str, Sight] = {}
        for name, watch in self._watches.items():
            one = watch.observation(entry, self._sights[name], before, after)
            dice = tuple(
                d if d in one.entry.dice else d.model_copy(update={"reason": ""})
                for d in entry.dice
            )
            parts = ("action", "effects", "verdicts")
            shown = {part: getattr(one.entry, part) for part in parts}
            seen[name] = entry.model_copy(update={**shown, "dice": dice})
            sights[name] = one.sight
        return seen, sights


def shown_otherwise(whole: Recording, public: Log) -> list[str]:
    """Return a sentence for each public order that differs from what the rules show to all.

    Raises UserError if the effects of the whole game do not fit.
    """
    concealer, together = concealer_of(whole), public.header.together
    if concealer is None or together is None:
        return []
    publisher = Publisher(whole.module, concealer, together.keys)
    result = []
    for number, entry in enumerate(whole.timeline.entries, 1):
        before, after = whole.state(number - 1), whole.state(number)
        if entry.order is not None:
            shown = publisher.public(entry, before, after)
            if hidden_record(shown) != hidden_record(public[entry.id]):
                result.append(t("verify.hidden.shown", entry=entry.id))
        publisher.follow(entry, before, after)
    return result
