"""Run a command of a VASSAL counter or button on a position.

Pieces are converted to VASSAL's own chains and states, their traits act
(:mod:`engine.vassal.key_strokes`), and the results are converted back to effects: one log entry for
each command. Code of a module is never run; expressions are evaluated by
:mod:`engine.vassal.expressions`. Endless commands are stopped and reported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.dice import Dice, DiceSource
from engine.core.places import Places
from engine.core.reducer import apply
from engine.core.resolve import move_together
from engine.core.state import State
from engine.i18n import t
from engine.vassal import attachments, key_strokes, mats, toolbar_buttons, trails
from engine.vassal.command_questions import Ask, StopError, nobody_asks
from engine.vassal.drawing import Drawing
from engine.vassal.expressions import Function, Value, fill, holds, read_value, written
from engine.vassal.grammar import NotUnderstoodError
from engine.vassal.hidden import Card
from engine.vassal.keys import Key
from engine.vassal.map_drawing import MapDrawing
from engine.vassal.menus import Item, items
from engine.vassal.pieces import Piece, Values, ViewContext, values_of
from engine.vassal.plain_text import plain, report_line, shorten
from engine.vassal.players import EVERYTHING
from engine.vassal.raw_states import states, technical_statuses
from engine.vassal.spots import Spot, property_track
from engine.vassal.table_records import Deck
from engine.vassal.turn_trackers import levels, position

MAX_KEYS = 5_000
"""Limit for the key strokes that one command may trigger."""
DEEPEST = 30
"""Limit for nested commands."""
MAX_TEXTS = 200


class Act:
    """A running command: the current position and everything done so far."""

    def __init__(
        self,
        drawing: Drawing,
        state: State,
        places: Places,
        dice: DiceSource,
        *,
        side: str = "",
        ask: Ask = nobody_asks,
    ) -> None:
        self.drawing, self.state, self.places = drawing, state, places
        self.dice, self.side, self.ask = dice, side, ask
        self.effects: list[fx.Effect] = []
        self.thrown: list[Dice] = []
        self.texts: list[str] = []
        self.own: dict[str, str] = {}
        """Properties that exist only while the command runs: counters of loops."""
        self._live: dict[str, Piece] = {}
        self._left = MAX_KEYS
        self._depth = 0

    # -- commands ---------------------------------------------------------------------------------

    def menu(self, unit: str) -> list[Item]:
        """Return the menu of a piece; empty if its chain is unknown."""
        piece = self.live(unit)
        return items(piece, lambda condition: self.holds(condition, unit)) if piece else []

    def send(self, unit: str, key: Key) -> bool:
        """Send a key stroke to a piece; return whether a trait acted on it. Raises StopError."""
        piece = self.live(unit)
        if piece is None or not key:
            return False
        self.enter()
        try:
            return key_strokes.obey(self, unit, piece, key)
        finally:
            self.leave()

    def enter(self) -> None:
        """Begin a nested command. Raises StopError if there are too many."""
        self._left -= 1
        self._depth += 1
        if self._left < 0 or self._depth > DEEPEST:
            raise StopError

    def leave(self) -> None:
        """End a nested command."""
        self._depth -= 1

    def hot_key(self, key: Key) -> None:
        """Send a key stroke to the module itself."""
        toolbar_buttons.hot_key(self, key)

    def play(self, text: str = "") -> tuple[act.Action, tuple[fx.Effect, ...], tuple[Dice, ...]]:
        """Return everything done as an action with its effects and dice."""
        report = " ".join(dict.fromkeys(filter(None, (text, *self.texts))))
        effects = tuple(self.effects)
        return (
            act.ManualEdit(text=shorten(report, act.MAX_TEXT), effects=effects),
            effects,
            tuple(self.thrown),
        )

    def stopped(self) -> None:
        """Report that the command was stopped."""
        self.report(t("vassal.act.endless"))

    # -- the position -----------------------------------------------------------------------------

    def live(self, unit: str) -> Piece | None:
        """Return a piece in VASSAL's form; None if it is gone or its chain is unknown."""
        if unit in self._live:
            return self._live[unit]
        piece = self.state.pieces.get(unit)
        if piece is None:
            return None
        card = self._card(unit)
        status = card.status if card is not None else piece.status
        kind = self.drawing.whole_kind(card.kind if card is not None else piece.counter)
        if kind is None or not kind.chain:
            return None
        made = Piece(unit, kind.chain, states(kind, status))
        spot = self.spot(unit)
        if spot is not None:
            drawn = self.drawing.maps[spot.map]
            made.place(drawn.name, spot.x, spot.y)
            setting = kind.words.setting(sorted(status))
            trails.fill(kind, made.state, setting, drawn.id or drawn.name)
        self._live[unit] = made
        return made

    def _card(self, unit: str) -> Card | None:
        """Return the known identity of a card in a face-down deck of an imported game."""
        piece = self.state.pieces[unit]
        deck = self.drawing.decks.get(self.places.name(piece.place)) if piece.place >= 0 else None
        if deck is None or not deck.face_down:
            return None
        return self.drawing.hidden.card(unit, piece.counter)

    def spot(self, unit: str) -> Spot | None:
        """Return the map and pixels where a piece is."""
        piece = self.state.pieces.get(unit)
        if piece is None or piece.place < 0:
            return None
        return self.drawing.spot(self.places.name(piece.place))

    def map_of(self, unit: str) -> MapDrawing | None:
        """Return the map where a piece is, with the boards shown on it."""
        spot = self.spot(unit)
        return self.drawing.map_at(spot.map, self.state.tracks) if spot is not None else None

    def put(self, effects: Iterable[fx.Effect]) -> None:
        """Apply effects to the position."""
        made = list(effects)
        self.state = apply(self.state, made, self.places)
        self.effects += made

    def set_link(self, unit: str, index: int, state: str) -> None:
        """Set the state of a link of a piece."""
        piece = self.live(unit)
        if piece is None or piece.state[index] == state:
            return
        piece.state[index] = state
        self.fold(unit)

    def fold(self, unit: str) -> None:
        """Write the changed states of a piece to its statuses, after revealing a covered card."""
        if unit in self.state.pieces and self._card(unit) is not None:
            self.put(self.drawing.hidden.turned_up(self.state, unit))
        piece, shown = self._live.get(unit), self.state.pieces.get(unit)
        kind = self.drawing.whole_kind(shown.counter) if shown is not None else None
        if piece is None or shown is None or kind is None:
            return
        drawn, functions = self.map_of(unit), self.functions(unit)
        map_id = drawn.id if drawn is not None else ""
        eyes = ViewContext(EVERYTHING, side=str, functions=functions, map_id=lambda _name: map_id)
        setting = values_of(piece, kind.at, eyes, self.outside(unit))
        inner = technical_statuses(kind, piece.state, setting)
        after = tuple(sorted({*kind.words.statuses(setting), *inner}))
        before = tuple(sorted(shown.status))
        if after != before:
            self.put([fx.SetStatus(unit=unit, before=before, after=after)])

    def move(self, unit: str, place: str) -> None:
        """Move a piece on top of a place, with its cargo if it is a mat.

        A card that leaves a face-down deck is revealed.
        """
        if self.places.name(self.state.pieces[unit].place) == place:
            return
        was = self.spot(unit)
        self.lay(unit, place)
        there = self.drawing.decks.get(place)
        if there is None or not there.face_down:
            self.put(self.drawing.hidden.turned_up(self.state, unit))
            self._live.pop(unit, None)
        mats.after(self, unit, was)

    def lay(self, unit: str, place: str) -> None:
        """Move a piece on top of a place without triggering anything."""
        here = self.places.name(self.state.pieces[unit].place)
        if here != place:
            self.put(move_together(self.state, self.places, (unit,), (here, place)))
            self._live.pop(unit, None)

    def deck(self, name: str) -> Deck | None:
        """Return a deck by its name, or by the path that old files use."""
        bare = name.rpartition(":")[2]
        decks = self.drawing.table.decks
        return next((d for d in decks if d.name in (name, bare) or d.id == name), None)

    def on_map(self, index: int | None = None) -> Iterator[str]:
        """Yield the pieces on a map, or on all maps."""
        for unit in sorted(self.state.pieces):
            spot = self.spot(unit)
            if spot is not None and index in (None, spot.map):
                yield unit

    def set_property(self, name: str, value: str) -> None:
        """Set a global property."""
        track = property_track(name)
        before = self.state.tracks.get(track)
        if before != value:
            self.put([fx.SetTrack(track=track, before=before, after=value)])

    def throw(self, sides: int, why: str, count: int = 1) -> tuple[int, ...]:
        """Throw and record dice."""
        dice = self.dice.throw(max(1, sides), max(1, min(100, count)), shorten(why, 80))
        self.thrown.append(dice)
        return dice.values

    def report(self, text: str) -> None:
        """Add a line to the log."""
        line = report_line(plain(text))
        if line and len(self.texts) < MAX_TEXTS:
            self.texts.append(line)

    # -- properties and expressions ---------------------------------------------------------------

    def value(self, unit: str, name: str) -> str | None:
        """Return a property of a piece, of its location, or of the game."""
        piece = self.live(unit)
        if piece is None:
            return self.outside(unit)(name)
        return Values(piece, self.outside(unit), self.functions(unit)).get(name)

    def text(self, template: str, unit: str = "") -> str:
        """Return a text with its properties and expressions filled in."""
        return fill(template, lambda n: self.value(unit, n), self.functions(unit))

    def holds(self, condition: str, unit: str) -> bool:
        """Return whether a condition is met. One that cannot be parsed is not, and is reported."""
        if not condition.strip():
            return True
        try:
            return holds(condition, lambda n: self.value(unit, n), self.functions(unit))
        except NotUnderstoodError as error:
            shown = shorten(plain(condition), 60)
            self.report(t("vassal.act.not_understood", expression=shown, why=error))
            return False

    def outside(self, unit: str) -> Callable[[str], str | None]:
        """Return a lookup for the properties of a piece's location and of the game."""
        return lambda name: self._outside(unit, name)

    def _outside(self, unit: str, name: str) -> str | None:
        if name in self.own:
            return self.own[name]
        spot = self.spot(unit) if unit else None
        if spot is not None:
            place = Spot(spot.map, spot.x, spot.y).name
            deck = self.drawing.decks.get(place)
            match name:
                case "CurrentMap":
                    return self.drawing.maps[spot.map].name
                case "CurrentX" | "CurrentY":
                    return str(spot.x if name == "CurrentX" else spot.y)
                case "LocationName":
                    return self.drawing.place_name(place)
                case "CurrentBoard" | "CurrentZone":
                    drawn = self.drawing.map_at(spot.map, self.state.tracks)
                    return drawn.board_and_zone(spot.x, spot.y)[name == "CurrentZone"]
                case "DeckName":
                    return deck.name if deck is not None else ""
        if unit and name.startswith(("CurrentMat", "MatN", "IsCargo")) and name != "CurrentMap":
            value = mats.value_of(self, unit, name)
            if value is not None:
                return value
        if unit and ("_" in name or name.startswith("Attach")):
            value = attachments.value_of(self, unit, name)
            if value is not None:
                return value
        if name in ("playerSide", "PlayerSide"):
            return self.side
        global_value = self.state.tracks.get(property_track(name))
        if global_value is not None:
            return str(global_value)
        value = self._of_table(name)
        return value if value is not None else self.drawing.table.properties.get(name)

    def _of_table(self, name: str) -> str | None:
        """Return a property of a turn tracker or deck."""
        for tracker in self.drawing.table.trackers:
            for level, value in zip(levels(tracker), position(tracker, self.state), strict=True):
                if level.property == name:
                    inside = 0 <= value < len(level.names)
                    return level.names[value] if inside else str(value)
        for deck in self.drawing.table.decks:
            if name == f"{deck.name}_numPieces":
                return str(len(self.state.stack(self.places.index(deck.id))))
        return None

    def functions(self, unit: str) -> Mapping[str, Function]:
        """Return the functions that expressions may call on behalf of a piece."""

        def beside(kind: str) -> list[str]:
            piece = self.state.pieces.get(unit)
            if kind == "Map":
                spot = self.spot(unit)
                return list(self.on_map(spot.map)) if spot is not None else []
            return list(self.state.stack(piece.place)) if piece is not None else []

        def total(kind: str) -> Function:
            def add(values: Sequence[Value]) -> Value:
                numbers = (
                    read_value(self.value(u, written(values[0])) or "0") for u in beside(kind)
                )
                return sum(v for v in numbers if isinstance(v, int | float))

            return add

        def count(kind: str) -> Function:
            def number(values: Sequence[Value]) -> Value:
                if not values:
                    return len(beside(kind))
                return sum(1 for u in beside(kind) if self.value(u, written(values[0])))

            return number

        def chance(values: Sequence[Value]) -> Value:
            low, high = (1, int(values[0])) if len(values) == 1 else map(int, values[:2])
            return self.throw(high - low + 1, "Random")[0] + low - 1

        def at_random(values: Sequence[Value]) -> Value:
            percent = int(values[0]) if values else 50
            return self.throw(100, "IsRandom")[0] <= percent

        def of_game(values: Sequence[Value]) -> Value:
            return read_value(self._outside("", written(values[0])) or "")

        def attached(values: Sequence[Value]) -> Value:
            return attachments.property_of(self, unit, values) if unit else ""

        def alert(values: Sequence[Value]) -> Value:
            self.report(written(values[0]) if values else "")
            return 0

        functions: dict[str, Function] = {
            "Alert": alert,
            "GetAttachProperty": attached,
            "GetAttachmentProperty": attached,
            "GetMapProperty": of_game,
            "GetZoneProperty": of_game,
            "Random": chance,
            "IsRandom": at_random,
        }
        for kind in ("Stack", "Location", "Map"):
            functions[f"Sum{kind}"] = total(kind)
            functions[f"Count{kind}"] = count(kind)
        functions["Sum"] = total("Map")
        return functions
