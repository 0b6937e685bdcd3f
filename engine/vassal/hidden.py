"""``vassal/hidden.bin``: what lies under covers and in face-down decks when an imported game ends.

The log of an import holds what its viewer saw. To be played on, a card that is drawn must turn out
to be one; so the game's module keeps which it is, in the disguise that VASSAL's own saves have: no
secret from who wants to know, but nothing that is read by accident. No player's id is in it.
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
    """What a covered piece is: its counter and what is told of it."""

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
    """The file: what pieces are by their ids, face-down decks by place, in their true order."""
    text = _File(pieces=dict(cards), decks=dict(decks)).model_dump_json(exclude_defaults=False)
    return disguise(text, RAW)


class Hidden:
    """What is hidden in a module's files; nothing in most."""

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
        """Is a piece that is shown as this counter known to be another?"""
        card = self._file.pieces.get(unit)
        return card is not None and card.kind != counter

    def card(self, unit: str, counter: str) -> Card | None:
        """What a piece that is shown as this counter is known to be, if that is another."""
        return self._file.pieces[unit] if self.knows(unit, counter) else None

    def true_order(self, stack: Sequence[str], deck: str) -> list[str]:
        """The cards of a deck in their true order, bottom first.

        A deck that somebody has changed since the import is returned as it is shown.
        """
        shown, present = list(stack), set(stack)
        true = [u for u in self._file.decks.get(deck, ()) if u in present]
        return true if sorted(true) == shown else shown

    def turned_up(self, state: State, unit: str) -> Iterator[fx.Effect]:
        """The effects by which a piece turns out to be what it is; none if it is seen already."""
        piece, card = state.pieces[unit], self._file.pieces.get(unit)
        if card is None or card.kind == piece.counter:
            return
        yield fx.Reveal(unit=unit, before=piece.counter, after=card.kind)
        before = tuple(sorted(piece.status))
        if before != card.status:
            yield fx.SetStatus(unit=unit, before=before, after=card.status)

    def ordered(self, state: State, places: Places, deck: str) -> list[fx.Effect]:
        """The moves that bring a deck into its true order, as long as nobody changed the one shown.

        What an observer is shown of a face-down deck are its cards by their ids.
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
