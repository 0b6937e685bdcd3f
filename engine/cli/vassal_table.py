"""``holland44 vassal do``: play a game of a VASSAL module from the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from engine.cli.author import AuthorOpt, KeyOpt
from engine.controls import visible
from engine.core import actions as act
from engine.core.errors import UserError
from engine.i18n import t
from engine.play.bylines import Byline, mine
from engine.play.game import Game, Recording
from engine.vassal import module_commands
from engine.vassal import orders as od
from engine.vassal.drawing import Drawing
from engine.vassal.table_records import Deck
from engine.vassal.turn_trackers import advance

KEY = "key:"
"""The prefix of orders that are keystrokes of the module."""
FileArg = Annotated[Path, typer.Argument(help=t("cli.arg.log"), metavar="FILE.h44log")]


def register(app: typer.Typer) -> None:
    """Add the commands to ``holland44 vassal``."""
    app.command("do", help=t("vassal.cli.do.help"))(do)
    app.command("orders", help=t("vassal.cli.orders.help"))(orders)


def orders(file: FileArg, unit: Annotated[str, typer.Argument(help=t("vassal.cli.unit"))]) -> None:
    """Print the orders for a piece; the game may be open elsewhere."""
    recording = Recording.load(file)
    drawing = _drawing(recording, file)
    piece = recording.state(len(recording)).pieces.get(unit)
    if piece is None:
        raise UserError(t("core.error.unit", unit=unit))
    places = recording.module.places
    for item in module_commands.menu(drawing, recording.state(len(recording)), places, unit):
        if item.link >= 0:
            title = f"{item.menu} > {item.text}" if item.menu else item.text
            typer.echo(f"{KEY + item.key:16} {title}")
    for order in od.orders(drawing, piece, unit):
        typer.echo(visible(f"{order.id:16} {order.text}"))


def do(
    file: FileArg,
    order: Annotated[str, typer.Argument(help=t("vassal.cli.do.order"))],
    names: Annotated[list[str] | None, typer.Argument(help=t("vassal.cli.do.names"))] = None,
    to: Annotated[str, typer.Option(help=t("vassal.cli.do.to"))] = "",
    text: Annotated[str, typer.Option(help=t("vassal.cli.do.text"))] = "",
    by: Annotated[str, typer.Option(help=t("vassal.cli.do.by"))] = "",
    count: Annotated[int, typer.Option(help=t("vassal.cli.do.count"), min=1)] = 1,
    author: AuthorOpt = None,
    key: KeyOpt = None,
) -> None:
    """Carry out one order, record it and print it."""
    with _open(file, mine(author, key)) as (game, drawing):
        wish = _Wish(game, drawing, tuple(names or ()), to, text, by, count)
        made = _ACTS[order](wish) if order in _ACTS else _order(wish, order)
        if isinstance(made, od.Play):
            game.record(made.action, made.effects, made.dice, by=by or None)
        else:
            game.play(made, by=by or None)
        typer.echo(visible(f"{len(game):5}  {game.step(len(game)).sentence}"))


@contextmanager
def _open(file: Path, byline: Byline) -> Iterator[tuple[Game, Drawing]]:
    """Open a game for play. Raises UserError for a game that did not come from VASSAL."""
    with Game.open(file, byline=byline) as game:
        yield game, _drawing(game, file)


def _drawing(recording: Recording, file: Path) -> Drawing:
    if recording.module.drawing is None:
        raise UserError(t("vassal.error.no_table", path=file))
    return recording.module.drawing


@dataclass(frozen=True)
class _Wish:
    """The arguments of the command line."""

    game: Game
    drawing: Drawing
    names: tuple[str, ...]
    to: str
    text: str
    by: str
    count: int

    @property
    def name(self) -> str:
        """The first name. Raises UserError if there is none."""
        if not self.names:
            raise UserError(t("vassal.error.name"))
        return self.names[0]

    def place(self) -> str:
        """Return the destination. Raises UserError if it is unknown."""
        place = self.drawing.find_place(self.to, self.game.now.tracks)
        if place is None:
            raise UserError(t("vassal.error.place", place=self.to or "–"))
        return place

    def deck(self) -> Deck:
        """Return the deck with the first name. Raises UserError if there is none."""
        for deck in self.drawing.table.decks:
            if self.name in (deck.name, deck.id):
                return deck
        raise UserError(t("vassal.error.no_deck", deck=self.name))


def _order(wish: _Wish, order: str) -> od.Play:
    game = wish.game
    if order.startswith(KEY):
        return module_commands.command(
            wish.drawing,
            game.now,
            game.module.places,
            wish.names,
            order.removeprefix(KEY),
            game.dice,
            side=wish.by,
            ask=lambda _question: wish.text or None,
        )
    return od.perform(
        order,
        wish.drawing,
        game.now,
        game.module.places,
        wish.names,
        side=wish.by,
        text=wish.text,
    )


def _move(wish: _Wish) -> act.Action:
    piece = wish.game.now.pieces.get(wish.name)
    if piece is None:
        raise UserError(t("core.error.unit", unit=wish.name))
    path = (wish.game.module.places.name(piece.place), wish.place())
    return act.MoveUnits(units=wish.names, path=path, mode="box", text=wish.text)


def _bring(wish: _Wish) -> od.Play:
    for item in wish.drawing.table.palette:
        if wish.name in (item.id, item.name):
            return od.bring(wish.game.now, wish.game.module.places, item, wish.place())
    raise UserError(t("vassal.error.no_item", name=wish.name))


def _shuffle(wish: _Wish) -> od.Play:
    game = wish.game
    return od.shuffle(wish.deck(), game.now, game.module.places, game.dice)


def _draw(wish: _Wish) -> od.Play:
    game, module = wish.game, wish.game.module
    to = wish.place()
    return od.draw(
        wish.deck(),
        game.now,
        module.places,
        to,
        game.dice,
        wish.count,
        module.place_name,
        wish.drawing.hidden,
    )


def _return(wish: _Wish) -> od.Play:
    game = wish.game
    return od.return_to_deck(wish.deck(), game.now, game.module.places, wish.names[1:])


def _roll(wish: _Wish) -> act.Action | od.Play:
    if any(die.name == wish.name for die in wish.drawing.table.symbols):
        return od.roll_symbols(wish.drawing, wish.name, wish.game.dice)
    return od.roll(wish.drawing, wish.name)


def _turn(wish: _Wish) -> act.Action:
    trackers = wish.drawing.table.trackers
    wanted = wish.names[0] if wish.names else ""
    for tracker in trackers:
        if wanted in ("", tracker.id, tracker.name):
            sides = [side.id for side in wish.game.module.meta.sides]
            return advance(wish.drawing, wish.game.now, tracker.id, wish.count, sides)
    raise UserError(t("vassal.error.tracker", name=wanted))


def _press(wish: _Wish) -> od.Play:
    game, buttons = wish.game, wish.drawing.table.buttons
    for button in buttons:
        if button.name == wish.name:
            places = game.module.places
            return module_commands.pressed(
                wish.drawing, game.now, places, button, game.dice, side=wish.by
            )
    raise UserError(t("vassal.error.button", button=wish.name))


_ACTS: dict[str, Callable[[_Wish], act.Action | od.Play]] = {
    "move": _move,
    "bring": _bring,
    "shuffle": _shuffle,
    "draw": _draw,
    "return": _return,
    "roll": _roll,
    "press": _press,
    "turn": _turn,
}
