"""The table of a VASSAL game while its commands are carried out: states are set, nothing is played.

No trait does anything by itself: every consequence of a step stands in the file as a command of its
own. What cannot be carried out is told in ``problems``, never passed over in silence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from engine.core.errors import one_line
from engine.i18n import t
from engine.vassal import commands as cmd
from engine.vassal.buildfile import MapInfo, ModuleInfo
from engine.vassal.codec import join, split
from engine.vassal.expressions import read_value, written
from engine.vassal.kinds import Kind
from engine.vassal.layout import Layout, lay_out
from engine.vassal.pieces import Eyes, Piece, Reading, Stack, is_stack, read, read_spot
from engine.vassal.plain import shorten
from engine.vassal.players import OBSERVER, Ids, Viewer
from engine.vassal.traits import Basic, Layer, Marker, Mask

Spot = tuple[str | None, int, int]
"""Map (None: off map) and pixels."""
MAX_PROBLEMS = 1_000
MAX_READINGS = 50_000
"""Readings that are remembered."""


@dataclass(slots=True)
class Seat:
    """A player: hashed id, name, side."""

    id: str
    name: str
    side: str


@dataclass(slots=True)
class Table:
    """Pieces, stacks and decks where they are, and what else a game keeps.

    Stacks and loose pieces of a map are drawn in the order in which they came.
    """

    ids: Ids
    module: ModuleInfo | None = None
    pieces: dict[str, Piece] = field(default_factory=dict)
    stacks: dict[str, Stack] = field(default_factory=dict)
    parent: dict[str, str] = field(default_factory=dict)
    """The stack or deck of each piece that lies in one."""
    globals: dict[str, str] = field(default_factory=dict)
    boards: dict[str, cmd.Boards] = field(default_factory=dict)
    players: dict[str, Seat] = field(default_factory=dict)
    turns: dict[str, str] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    changed: dict[str, None] = field(default_factory=dict)
    """Global properties that changed since it was last cleared."""
    turned: dict[str, None] = field(default_factory=dict)
    """Turn trackers that did."""
    touched: set[str] = field(default_factory=set)
    """Pieces that changed since it was last cleared."""
    _asked: dict[str, set[str]] = field(default_factory=dict)
    """The pieces whose look depends on a property from outside them."""
    _missed: set[str] = field(default_factory=set)
    _learned: set[tuple[str, ...]] = field(default_factory=set)
    _made: int = 0
    """How many stacks were made up."""
    _layouts: dict[str, Layout] = field(default_factory=dict)
    _readings: dict[tuple[tuple[str, ...], tuple[str, ...], str | None, Viewer], Reading] = field(
        default_factory=dict
    )
    _at: dict[Spot, dict[str, None]] = field(default_factory=dict)
    """What stands on each spot by itself, stacks and loose pieces, in the order it came."""
    _where: dict[str, Spot] = field(default_factory=dict)
    """The spot of each of these: the other way round."""

    # -- asking -----------------------------------------------------------------------------------

    def spot(self, piece_id: str) -> Spot:
        """Where a piece is: in a stack, where the stack is."""
        stack = self.stacks.get(self.parent.get(piece_id, ""))
        if stack is not None:
            return stack.map, stack.x, stack.y
        return self.pieces[piece_id].spot

    def deck_of(self, piece_id: str) -> Stack | None:
        """The deck a piece lies in."""
        stack = self.stacks.get(self.parent.get(piece_id, ""))
        return stack if stack is not None and stack.deck is not None else None

    def on(self, spot: Spot) -> Iterator[str]:
        """The pieces on a spot, bottom first."""
        for item in self._at.get(spot, ()):
            stack = self.stacks.get(item)
            if stack is None:
                yield item
            else:
                yield from (i for i in stack.contents if i in self.pieces)

    def read(self, piece_id: str, viewer: Viewer = OBSERVER) -> Reading:
        """What a piece is to a viewer; a card in a face-down deck shows its back only."""
        piece = self.pieces[piece_id]
        # Many pieces are the same: what asked nothing of its place or the game reads the same too.
        key = (piece.type, tuple(piece.state[:-1]), piece.spot[0], viewer)
        found = self._readings.get(key)
        if found is None:
            asked: list[str] = []

            def outside(name: str) -> str | None:
                asked.append(name)
                return self._property(piece_id, name)

            eyes = Eyes(
                viewer,
                self.ids.hash,
                self.ids.clean,
                self.side_of,
                functions={
                    "GetMapProperty": lambda v: read_value(outside(written(v[0])) or ""),
                    "GetZoneProperty": lambda v: read_value(outside(written(v[0])) or ""),
                },
                map_id=self._map_id,
                missed=self._miss,
            )
            found = read(piece, eyes, outside)
            for name in asked:
                self._asked.setdefault(name, set()).add(piece_id)
            if not asked and len(self._readings) < MAX_READINGS:
                self._readings[key] = found
        deck = self.deck_of(piece_id)
        down = deck is not None and deck.face_down
        if not viewer.everything and (down or self._private(piece_id, viewer)):
            return Reading(Kind(t("vassal.card"), _back(piece), masked=True), ())
        return found

    def _map_id(self, name: str) -> str | None:
        info = self.map_info(name)
        return info.id if info is not None else None

    def _miss(self, expression: str, why: str) -> None:
        """An expression that is not understood: told once, however often it is met."""
        if expression not in self._missed:
            self._missed.add(expression)
            told = shorten(one_line(expression), 60)
            self._problem(t("vassal.problem.expression", expression=told, why=why))

    def _private(self, piece_id: str, viewer: Viewer) -> bool:
        """Does a piece lie on a map that is none of a viewer's business: another side's hand?"""
        name = self.spot(piece_id)[0]
        info = self.map_info(name) if name is not None else None
        return info is not None and not info.visible and viewer.side not in info.sides

    def _property(self, piece_id: str, name: str) -> str | None:
        """A property that a piece has from where it is, or from the game."""
        if name == "LocationName":
            return self.location(self.spot(piece_id))
        if name in ("CurrentMap", "CurrentX", "CurrentY"):
            board, x, y = self.spot(piece_id)
            return {"CurrentMap": board or "", "CurrentX": str(x), "CurrentY": str(y)}[name]
        if name == "DeckName":
            deck = self.deck_of(piece_id)
            return deck.deck if deck is not None else ""
        return self.globals.get(name)

    def layout(self, name: str) -> Layout | None:
        """The boards of a map as they lie now; None without the module."""
        info = self.map_info(name)
        if info is None:
            return None
        if name not in self._layouts:
            self._layouts[name] = lay_out(info, self.boards.get(info.name))
        return self._layouts[name]

    def map_info(self, name: str) -> MapInfo | None:
        """What the module says of a map."""
        return self.module.map(name) if self.module is not None else None

    def location(self, spot: Spot) -> str:
        """What the module calls a spot; empty where nothing names it."""
        if spot[0] is None:
            return t("vassal.offmap")
        for item in self._at.get(spot, ()):
            stack = self.stacks.get(item)
            if stack is not None and stack.deck:
                return stack.deck
        layout = self.layout(spot[0])
        return layout.location(spot[1:]) if layout is not None else ""

    def side_of(self, player: str | None) -> str:
        """The side of a player by his (unhashed) id, empty for none."""
        seat = self.players.get(self.ids.hash(player)) if player else None
        return seat.side if seat is not None and not seat.side.startswith("<") else ""

    def viewer(self, side: str) -> Viewer:
        """The eyes of a side."""
        mine = frozenset(seat.id for seat in self.players.values() if seat.side == side)
        return Viewer(side, mine)

    # -- changing ---------------------------------------------------------------------------------

    def set_up(self, commands: Iterable[cmd.Command]) -> None:
        """Carry out a set-up: first all pieces, then the stacks and decks that hold them."""
        held: list[cmd.Command] = []
        for command in commands:
            if isinstance(command, cmd.Add) and is_stack(command.type):
                held.append(command)
            else:
                self.apply(command)
        for command in held:
            self.apply(command)
        for stack in self.stacks.values():
            for missing in (i for i in stack.contents if i not in self.pieces):
                self._problem(t("vassal.problem.stack", stack=stack.id, piece=missing))

    def apply(self, command: cmd.Command) -> None:
        """Carry out one command."""
        match command:
            case cmd.Add():
                self._add(command)
            case cmd.Remove():
                self._remove(command.id)
            case cmd.Change():
                self._change(command)
            case cmd.Move():
                self._move(command)
            case cmd.SetProperty():
                self._set(command.name, command.new)
            case cmd.GlobalProperty():
                self._set(command.name, command.value)
            case cmd.Boards():
                self.boards[command.picker] = command
                self._layouts.clear()
            case cmd.Player():
                hashed = self.ids.hash(command.id)
                self.players[hashed] = Seat(hashed, command.name, command.side)
                self.ids.allow((command.name, command.side))
            case cmd.PlayerLeaves():
                self.players.pop(self.ids.hash(command.id), None)
            case cmd.Turn():
                self.turns[command.tracker] = command.state
                self.turned[command.tracker] = None
            case cmd.Notes():
                self._note(command)
            case cmd.Unknown() | cmd.Other():
                pass  # kept in the file's commands, counted in the report

    def _set(self, name: str, value: str) -> None:
        """A global property; what shows it is looked at again."""
        if self.globals.get(name) != value:
            self.globals[name] = value
            self.changed[name] = None
            self.touched.update(i for i in self._asked.get(name, ()) if i in self.pieces)

    def _note(self, note: cmd.Notes) -> None:
        """The public notes; private ones are nobody else's business."""
        if note.kind in ("NOTES", "PNOTES"):
            self.notes[note.kind] = note.fields[0].replace("|", "\n")

    def _add(self, add: cmd.Add) -> None:
        if is_stack(add.type):
            self._drop_stack(add.id)
            stack = Stack.make(add.id, add.type[0], join(add.state, "\t"))
            stack.contents = self._unlisted(stack.contents)
            self._put(stack.id, (stack.map, stack.x, stack.y))
            self.stacks[stack.id] = stack
            for inner in stack.contents:
                self._into(inner, stack)
            return
        if add.id in self.pieces:
            self._remove(add.id)
        piece = Piece.make(add.id, add.type, add.state)
        self.pieces[add.id] = piece
        self._learn(piece)
        self.touched.add(add.id)
        # A stack may have named it before it came.
        if add.id not in self.parent:
            self._put(add.id, piece.spot)

    def _learn(self, piece: Piece) -> None:
        """The words that the module has for a piece: they are no passwords."""
        if piece.type in self._learned:
            return
        self._learned.add(piece.type)
        for trait, state in piece.links():
            match trait:
                case Basic(name=name) | Mask(name=name):
                    self.ids.learn(name)
                case Marker():
                    self.ids.learn(state)
                case Layer(names=names):
                    self.ids.learn(" ".join(names))

    def _remove(self, item: str) -> None:
        if item in self.stacks:
            self._drop_stack(item)
        elif item in self.pieces:
            self._leave(item)
            del self.pieces[item]
            self.touched.add(item)
        else:
            self._problem(t("vassal.problem.remove", piece=item))

    def _change(self, change: cmd.Change) -> None:
        if change.id in self.stacks:
            old = self.stacks[change.id]
            kind = "deck" if old.deck is not None else "stack"
            stack = Stack.make(change.id, kind, join(change.new, "\t"))
            stack.deck = old.deck
            self._refill(old, stack)
            return
        piece = self.pieces.get(change.id)
        if piece is None:
            self._problem(t("vassal.problem.change", piece=change.id))
            return
        new = Piece.make(piece.id, piece.type, change.new).state
        if change.old is not None:
            before = Piece.make(piece.id, piece.type, change.old).state
            trio = zip(piece.state, before, new, strict=True)
            new = [now if was == will else will for now, was, will in trio]
        moved = read_spot(split(new[-1], ";")) != piece.spot
        piece.state = new
        self.touched.add(piece.id)
        if moved and piece.id not in self.parent:
            self._put(piece.id, piece.spot)

    def _refill(self, old: Stack, new: Stack) -> None:
        """A stack or deck gets a new state: what lies in it, in which order, where."""
        for piece in old.contents:
            if self.parent.get(piece) == old.id:
                del self.parent[piece]
                self.touched.add(piece)
        left = [i for i in old.contents if i not in new.contents and i in self.pieces]
        self._lift(old.id)
        contents = self._unlisted(new.contents)
        old.map, old.x, old.y = new.map, new.x, new.y
        old.contents, old.face_down, old.layer = contents, new.face_down, new.layer or old.layer
        self._put(old.id, (old.map, old.x, old.y))
        for piece in contents:
            self._into(piece, old)
        for piece in left:
            self._put(piece, self.pieces[piece].spot)

    def _move(self, move: cmd.Move) -> None:
        spot = (move.new.map, move.new.x, move.new.y)
        if move.id in self.stacks:
            self._move_stack(self.stacks[move.id], spot, move.new.under)
            return
        if move.id not in self.pieces:
            self._problem(t("vassal.problem.move", piece=move.id))
            return
        was = self.stacks.get(self.parent.get(move.id, ""))
        layer = was.layer if was is not None else ""
        self._leave(move.id)
        self.touched.add(move.id)
        self.pieces[move.id].place(*spot)
        target = self._target(spot, move.new.under, layer, self.pieces[move.id].stacks)
        if target is None:
            self._put(move.id, spot)
            return
        self._insert([move.id], target, move.new.under, bottom=move.new.under is None)

    def _move_stack(self, stack: Stack, spot: Spot, under: str | None) -> None:
        self.touched.update(stack.contents)
        for piece in stack.contents:
            if piece in self.pieces:
                self.pieces[piece].place(*spot)
        self._lift(stack.id)
        target = None
        if stack.deck is None:
            target = self._target(spot, under, stack.layer, stacks=True)
        if target is None or target is stack:
            stack.map, stack.x, stack.y = spot
            self._put(stack.id, spot)
            return
        moving = list(stack.contents)
        del self.stacks[stack.id]
        self._insert(moving, target, under, bottom=False)

    def _target(self, spot: Spot, under: str | None, layer: str, stacks: bool) -> Stack | None:
        """The stack or deck that takes what moves to a spot; None where it lies by itself."""
        if spot[0] is None:
            return None
        if under is not None:
            named = self.stacks.get(self.parent.get(under, under))
            if named is not None and (named.map, named.x, named.y) == spot:
                return named
            if under in self.pieces and under not in self.parent and self._stand(under, spot):
                return self._found(under, spot)
        info = self.map_info(spot[0])
        for item in self._at.get(spot, ()):
            stack = self.stacks.get(item)
            if stack is None:
                continue
            if stack.deck is not None:
                return stack
            may = stacks and (info is None or info.stacking) and stack.contents
            if may and (not layer or not stack.layer or layer == stack.layer):
                return stack
        return None

    def _stand(self, piece: str, spot: Spot) -> bool:
        return piece in self._at.get(spot, ())

    def _found(self, piece: str, spot: Spot) -> Stack:
        """A new stack around a loose piece; the file names no id for it, so we make one up."""
        self._made += 1
        stack = Stack(f"made-{self._made}", *spot, [piece])
        self.stacks[stack.id] = stack
        # In the place of the piece, so that the order on the spot stays.
        here = self._at[spot]
        self._at[spot] = {stack.id if i == piece else i: None for i in here}
        self._where[stack.id] = spot
        self._into(piece, stack)
        return stack

    def _insert(self, moving: list[str], stack: Stack, under: str | None, bottom: bool) -> None:
        """Pieces go into a stack: above one of it, else to its bottom or its top."""
        if under in stack.contents:
            at = stack.contents.index(under) + 1
        else:
            at = 0 if bottom else len(stack.contents)
        stack.contents[at:at] = moving
        for piece in moving:
            self._into(piece, stack)

    # -- bookkeeping ------------------------------------------------------------------------------

    def _into(self, piece: str, stack: Stack) -> None:
        old = self.parent.get(piece)
        if old is not None and old != stack.id and old in self.stacks:
            self._take_out(piece, self.stacks[old])
        elif old is None and piece in self.pieces:
            self._lift(piece)
        self.parent[piece] = stack.id
        self.touched.add(piece)
        if piece in self.pieces:
            self.pieces[piece].place(stack.map, stack.x, stack.y)

    def _leave(self, piece: str) -> None:
        """Take a piece off the table: out of its stack, or off its spot."""
        old = self.parent.pop(piece, None)
        if old is not None and old in self.stacks:
            self._take_out(piece, self.stacks[old])
        else:
            self._lift(piece)

    def _take_out(self, piece: str, stack: Stack) -> None:
        if piece in stack.contents:
            stack.contents.remove(piece)
        if not stack.contents and stack.deck is None:
            self._lift(stack.id)  # an empty stack is nothing; its id may come again

    def _drop_stack(self, stack_id: str) -> None:
        stack = self.stacks.pop(stack_id, None)
        if stack is None:
            return
        self._lift(stack_id)
        for piece in stack.contents:
            if self.parent.get(piece) == stack_id:
                del self.parent[piece]
                self.touched.add(piece)
                if piece in self.pieces:
                    self._put(piece, self.pieces[piece].spot)

    def _unlisted(self, contents: list[str]) -> list[str]:
        """Contents with each piece once: a damaged file may name one twice."""
        return list(dict.fromkeys(contents))

    def _put(self, item: str, spot: Spot) -> None:
        self._lift(item)
        self._at.setdefault(spot, {})[item] = None
        self._where[item] = spot

    def _lift(self, item: str) -> None:
        spot = self._where.pop(item, None)
        if spot is None:
            return
        here = self._at.get(spot, {})
        here.pop(item, None)
        if not here:
            self._at.pop(spot, None)

    def _problem(self, sentence: str) -> None:
        if len(self.problems) < MAX_PROBLEMS:
            self.problems.append(sentence)


def _back(piece: Piece) -> str:
    """The picture on the back of a card, empty where it has none."""
    return next((trait.image for trait, _ in piece.links() if isinstance(trait, Mask)), "")
