"""Orders for picture modules, each recorded as one entry of the log."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.core.dice import Rolled
from engine.core.errors import UserError
from holland44_qt.ports import Window

if TYPE_CHECKING:
    from engine.vassal import orders as od
    from engine.vassal.drawing import Drawing
    from engine.vassal.keys import Key
    from engine.vassal.menus import Item
    from engine.vassal.table_records import Deck


class PicturePlays:
    """Orders on the selection, decks, dice, trackers and the palette; inactive without pictures."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self.session, self.view = window.session, window.view

    @property
    def drawing(self) -> Drawing | None:
        """Return the data of the open picture module, if any."""
        return self.session.module.drawing

    @property
    def units(self) -> tuple[str, ...]:
        """Return the selected pieces on the table."""
        return tuple(u for u in self.view.selection.units if u in self.session.state.pieces)

    @property
    def side(self) -> str:
        """Return the side that gives the commands: the viewing side."""
        return self.session.viewpoint if self.session.veiled else ""

    def deck(self, place: str) -> Deck | None:
        """Return the deck of a place; None where there is none."""
        return self.drawing.decks.get(place) if self.drawing is not None else None

    # -- what is chosen ---------------------------------------------------------------------------

    def orders(self) -> list[od.Order]:
        """Return the orders for the uppermost selected piece."""
        drawing, units = self.drawing, self.units
        if drawing is None or not units or not self.session.can_play:
            return []
        from engine.vassal import orders as od

        return od.orders(drawing, self.session.state.pieces[units[-1]], units[-1])

    def items(self) -> list[Item]:
        """Return the entries of the uppermost selected piece's own menu."""
        drawing, units, session = self.drawing, self.units, self.session
        if drawing is None or not units or not session.can_play:
            return []
        from engine.vassal import module_commands

        places = session.module.places
        return module_commands.menu(drawing, session.state, places, units[-1], self.side)

    def perform(self, order: str, text: str = "") -> None:
        """Carry out an order on the selection, with the text that it asks for."""
        from engine.vassal import orders as od

        drawing, session = self.drawing, self.session
        if drawing is None:
            return
        before = set(session.state.pieces)
        self._record(
            lambda: od.perform(
                order, drawing, session.truth, session.module.places, self.units,
                side=self.side, text=text,
            )
        )  # fmt: skip
        made = [u for u in session.state.pieces if u not in before]
        if made:
            self.view.selection.set(made)

    def send(self, key: Key) -> None:
        """Send a key stroke of the module to the selection."""
        from engine.vassal import module_commands
        from holland44_qt.pictures import piece_menu

        drawing, session = self.drawing, self.session
        if drawing is None:
            return
        ask = piece_menu.asker(self._window)
        before = set(session.state.pieces)
        self._record(
            lambda: module_commands.command(
                drawing, session.truth, session.module.places, self.units, key, Rolled(),
                side=self.side, ask=ask,
            )
        )  # fmt: skip
        made = [u for u in session.state.pieces if u not in before]
        if made and not self.units:
            self.view.selection.set(made)

    # -- the module's buttons, decks, dice, trackers, palette -------------------------------------

    def press(self, number: int) -> None:
        """Press a button of the module."""
        from engine.vassal import module_commands
        from holland44_qt.pictures import piece_menu

        drawing, session = self.drawing, self.session
        if drawing is None:
            return
        button, ask = drawing.table.buttons[number], piece_menu.asker(self._window)
        self._record(
            lambda: module_commands.pressed(
                drawing, session.truth, session.module.places, button, Rolled(),
                side=self.side, ask=ask,
            )
        )  # fmt: skip

    def shuffle(self, deck: str) -> None:
        """Shuffle a deck."""
        from engine.vassal import orders as od

        pile, session = self.deck(deck), self.session
        if pile is not None:
            self._record(lambda: od.shuffle(pile, session.truth, session.module.places, Rolled()))

    def draw(self, deck: str) -> None:
        """Draw a card from the top of a deck and place it beside the deck."""
        from engine.vassal import orders as od

        pile, session, drawing = self.deck(deck), self.session, self.drawing
        if pile is None or drawing is None:
            return
        to = od.beside(pile, drawing.map_at(pile.map, session.state.tracks)).name
        places = session.module.places
        names = session.module.place_name
        self._record(
            lambda: od.draw(
                pile, session.truth, places, to, Rolled(), name=names, hidden=drawing.hidden
            )
        )

    def return_to_deck(self, deck: str) -> None:
        """Put the selected pieces on top of a deck."""
        from engine.vassal import orders as od

        pile, session = self.deck(deck), self.session
        if pile is not None:
            self._record(
                lambda: od.return_to_deck(pile, session.truth, session.module.places, self.units)
            )

    def roll(self, button: str) -> None:
        """Roll the dice of a button."""
        from engine.vassal import orders as od

        drawing = self.drawing
        if drawing is not None:
            self.session.play(od.roll(drawing, button))

    def roll_symbol(self, name: str) -> None:
        """Roll a button's dice that show words or pictures."""
        from engine.vassal import orders as od

        drawing = self.drawing
        if drawing is not None:
            self._record(lambda: od.roll_symbols(drawing, name, Rolled()))

    def turn(self, tracker: str, by: int) -> None:
        """Advance or turn back a tracker."""
        from engine.vassal.turn_trackers import advance

        drawing = self.drawing
        if drawing is not None:
            sides = [side.id for side in self.session.module.meta.sides]
            self.session.play(advance(drawing, self.session.truth, tracker, by, sides))

    def bring(self, item: str, place: int | None = None) -> bool:
        """Add a counter of the palette at a place, or in the middle of the view."""
        from engine.vassal import orders as od

        drawing, session = self.drawing, self.session
        piece = next((p for p in drawing.table.palette if p.id == item), None) if drawing else None
        at = self.view.hex_at(self.view.viewport().rect().center()) if place is None else place
        if piece is None or at < 0:
            return False
        name = session.module.places.name(at)
        before = set(session.state.pieces)
        done = self._record(lambda: od.bring(session.truth, session.module.places, piece, name))
        if done:
            self.view.selection.set([u for u in session.state.pieces if u not in before])
        return done

    def _record(self, make: Callable[[], od.Play]) -> bool:
        """Resolve an order and record it; report failures."""
        try:
            play = make()
        except UserError as error:
            self.session.objected.emit(str(error))
            return False
        return self.session.record(play.action, play.effects, play.dice) is not None
