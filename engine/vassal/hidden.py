"""``vassal/hidden.bin``: covered pieces and face-down decks at the end of an imported game.

The log of an import contains only what its viewer saw. To continue the game, drawn cards must be
revealed, so the module stores their identities, obfuscated like VASSAL's own saves: readable on
purpose, but not by accident. It contains no player's id.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Literal

import orjson
from pydantic import BaseModel, ConfigDict, ValidationError

from engine.archive import Files
from engine.core import effects as fx
from engine.core.errors import UserError
from engine.core.places import Places
from engine.core.state import State
from engine.i18n import t
from engine.vassal.errors import VassalError
from engine.vassal.obfuscation import RAW, disguise, reveal

HIDDEN = "vassal/hidden.bin"


class Card(BaseModel):
    """The identity of a covered piece: its counter and statuses."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")
    kind: str
    status: tuple[str, ...] = ()


class _File(BaseModel):
    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")
    format: Literal["h44hidden/1"] = "h44hidden/1"
    pieces: dict[str, Card] = {}
    decks: dict[str, tuple[str, ...]] = {}
    """The cards of each face-down deck in their true order, bottom first."""


def dump(cards: Mapping[str, Card], decks: Mapping[str, tuple[str, ...]]) -> bytes:
    """Return the file: identities by piece, and face-down decks by place in their true order."""
    text = _File(pieces=dict(cards), decks=dict(decks)).model_dump_json(exclude_defaults=False)
    return disguise(text, RAW)


class Hidden:
    """The hidden identities in a module's files; most modules have none."""

    def __init__(self, files: Files) -> None:
        self._files = files

    @cached_property
    def _file(self) -> _File:
        if HIDDEN not in self._files.names():
            return _File()
        try:
            return _File.model_validate(orjson.loads(reveal(self._files.read(HIDDEN))))
        except (VassalError, ValidationError, ValueError) as error:
            why = str(error).splitlines()[0]
            raise UserError(
                t(
                    "module.error.content",
                    module=self._files.origin,
                    file=HIDDEN,
                    where="-",
                    why=why,
                )
            ) from None

    def knows(self, unit: str, counter: str) -> bool:
        """Return whether a piece shown as this counter is known to be another."""
        card = self._file.pieces.get(unit)
        return card is not None and card.kind != counter

    def card(self, unit: str, counter: str) -> Card | None:
        """Return the known identity of a piece shown as this counter, if it differs."""
        return self._file.pieces[unit] if self.knows(unit, counter) else None

    def true_order(self, stack: Sequence[str], deck: str) -> list[str]:
        """Return the cards of a deck in their true order, bottom first.

        A deck that was changed since the import is returned as shown.
        """
        shown, present = list(stack), set(stack)
        true = [u for u in self._file.decks.get(deck, ()) if u in present]
        return true if sorted(true) == shown else shown

    def turned_up(self, state: State, unit: str) -> Iterator[fx.Effect]:
        """Yield the effects that reveal a piece; none if it is visible already."""
        piece, card = state.pieces[unit], self._file.pieces.get(unit)
        if card is None or card.kind == piece.counter:
            return
        yield fx.Reveal(unit=unit, before=piece.counter, after=card.kind)
        before = tuple(sorted(piece.status))
        if before != card.status:
            yield fx.SetStatus(unit=unit, before=before, after=card.status)

    def ordered(self, state: State, places: Places, deck: str) -> list[fx.Effect]:
        """Return the moves that put an unchanged deck into its true order.

        An observer sees the cards of a face-down deck ordered by their ids.
        """
        stack = list(state.stack(places.index(deck)))
        true = self.true_order(stack, deck)
        effects: list[fx.Effect] = []
        for height, unit in enumerate(true):
            index = stack.index(unit)
            if index != height:
                stack.insert(height, stack.pop(index))
                effects.append(fx.Move(unit=unit, path=(deck,), from_index=index, to_index=height))
        return effects
