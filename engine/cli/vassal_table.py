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
from engine.play.bylines import Byline, current_byline
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
    with _open(file, current_byline(author, key)) as (game, drawing):
        arguments = _Arguments(game, drawing, tuple(names or ()), to, text, by, count)
        made = _ACTS[order](arguments) if order in _ACTS else _order(arguments, order)
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
class _Arguments:
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
        if not self.to:
            raise UserError(t("vassal.error.no_place"))
        place = self.drawing.find_place(self.to, self.game.now.tracks)
        if place is None:
            raise UserError(t("vassal.error.place", place=self.to))
        return place

    def deck(self) -> Deck:
        """Return the deck with the first name. Raises UserError if there is none."""
        for deck in self.drawing.table.decks:
            if self.name in (deck.name, deck.id):
                return deck
        raise UserError(t("vassal.error.no_deck", deck=self.name))


def _order(arguments: _Arguments, order: str) -> od.Play:
    game = arguments.game
    if order.startswith(KEY):
        return module_commands.command(
            arguments.drawing,
            game.now,
            game.module.places,
            arguments.names,
            order.removeprefix(KEY),
            game.dice,
            side=arguments.by,
            ask=lambda _question: arguments.text or None,
        )
    return od.perform(
        order,
        arguments.drawing,
        game.now,
        game.module.places,
        arguments.names,
        side=arguments.by,
        text=arguments.text,
    )


def _move(arguments: _Arguments) -> act.Action:
    piece = arguments.game.now.pieces.get(arguments.name)
    if piece is None:
        raise UserError(t("core.error.unit", unit=arguments.name))
    path = (arguments.game.module.places.name(piece.place), arguments.place())
    return act.MoveUnits(units=arguments.names, path=path, mode="box", text=arguments.text)


def _bring(arguments: _Arguments) -> od.Play:
    for item in arguments.drawing.table.palette:
        if arguments.name in (item.id, item.name):
            return od.bring(
                arguments.game.now, arguments.game.module.places, item, arguments.place()
            )
    raise UserError(t("vassal.error.no_item", name=arguments.name))


def _shuffle(arguments: _Arguments) -> od.Play:
    game = arguments.game
    return od.shuffle(arguments.deck(), game.now, game.module.places, game.dice)


def _draw(arguments: _Arguments) -> od.Play:
    game, module = arguments.game, arguments.game.module
    to = arguments.place()
    return od.draw(
        arguments.deck(),
        game.now,
        module.places,
        to,
        game.dice,
        arguments.count,
        module.place_name,
        arguments.drawing.hidden,
    )


def _return(arguments: _Arguments) -> od.Play:
    game = arguments.game
    return od.return_to_deck(arguments.deck(), game.now, game.module.places, arguments.names[1:])


def _roll(arguments: _Arguments) -> act.Action | od.Play:
    if any(die.name == arguments.name for die in arguments.drawing.table.symbols):
        return od.roll_symbols(arguments.drawing, arguments.name, arguments.game.dice)
    return od.roll(arguments.drawing, arguments.name)


def _turn(arguments: _Arguments) -> act.Action:
    trackers = arguments.drawing.table.trackers
    wanted = arguments.names[0] if arguments.names else ""
    for tracker in trackers:
        if wanted in ("", tracker.id, tracker.name):
            sides = [side.id for side in arguments.game.module.meta.sides]
            return advance(
                arguments.drawing, arguments.game.now, tracker.id, arguments.count, sides
            )
    raise UserError(t("vassal.error.tracker", name=wanted))


def _press(arguments: _Arguments) -> od.Play:
    game, buttons = arguments.game, arguments.drawing.table.buttons
    for button in buttons:
        if button.name == arguments.name:
            places = game.module.places
            return module_commands.pressed(
                arguments.drawing, game.now, places, button, game.dice, side=arguments.by
            )
    raise UserError(t("vassal.error.button", button=arguments.name))


_ACTS: dict[str, Callable[[_Arguments], act.Action | od.Play]] = {
    "move": _move,
    "bring": _bring,
    "shuffle": _shuffle,
    "draw": _draw,
    "return": _return,
    "roll": _roll,
    "press": _press,
    "turn": _turn,
}
