"""Secrets of a VASSAL table: masked and hidden pieces, cards of face-down decks.

Opponents see a masked piece as the cover of its mask, and a hidden piece not at all. They see a
card in a face-down deck as its back. The order of the cards is hidden from all sides.
"""

from __future__ import annotations

from functools import cached_property

from engine.core.places import Places
from engine.core.secrecy import Concealed, cover
from engine.core.state import Piece, State
from engine.vassal import traits as tr
from engine.vassal.drawing import Drawing, may_see


class VassalConcealer:
    """Decides what is hidden on the table of one module."""

    def __init__(self, drawing: Drawing, places: Places) -> None:
        self._drawing, self._places = drawing, places
        self._visible: dict[tuple[str, frozenset[str], str], str | None] = {}

    @cached_property
    def hides(self) -> bool:
        """Return whether the module has masks, hidden pieces or face-down decks."""
        table = self._drawing.table
        if any(deck.face_down for deck in table.decks):
            return True
        kinds = filter(None, map(self._drawing.kind, table.kinds))
        return any(
            kind.masked or any(isinstance(p.trait, tr.Mask | tr.Invisible) for p in kind.parts)
            for kind in kinds
        )

    def concealed(self, state: State, side: str) -> Concealed:
        """Return the pieces that a side sees as covers, and those that it does not see."""
        covers: dict[str, Piece] = {}
        absent: set[str] = set()
        heaps: set[int] = set()
        for place, stack in state.stacks.items():
            deck = self._drawing.decks.get(self._places.name(place))
            back = self._back(state, stack) if deck is not None and deck.face_down else None
            if back is not None:
                heaps.add(place)
            for unit in stack:
                piece = state.pieces[unit]
                counter = back or self._as_seen(piece, side)
                if counter is None:
                    absent.add(unit)
                elif counter != piece.counter or back:
                    covers[unit] = cover(Piece(counter, "", place, 1), counter)
        return Concealed(covers, frozenset(absent), heaps=frozenset(heaps))

    def _back(self, state: State, stack: tuple[str, ...]) -> str:
        """Return the cover of all cards of a deck; it depends on the cards, not on their order."""
        counters = {state.pieces[unit].counter for unit in stack}
        return min(map(self._drawing.back_cover, counters))

    def _as_seen(self, piece: Piece, side: str) -> str | None:
        """Return the counter that a side sees: the piece's own, its cover, or None for nothing."""
        key = piece.counter, piece.status, side
        if key not in self._visible:
            self._visible[key] = self._looked(piece, side)
        return self._visible[key]

    def _looked(self, piece: Piece, side: str) -> str | None:
        kind = self._drawing.kind(piece.counter)
        if kind is None:
            return piece.counter
        counter: str | None = piece.counter
        setting = kind.words.setting(sorted(piece.status))
        for part, value in zip(kind.parts, setting, strict=True):
            trait = part.trait
            if not value or not isinstance(trait, tr.Mask | tr.Invisible):
                continue
            if may_see(trait, str(value), side):
                continue
            if isinstance(trait, tr.Invisible):
                return None
            counter = self._drawing.mask_cover(trait)
        return counter
