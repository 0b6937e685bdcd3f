"""Apply the commands of a VASSAL game to a table: states are set, traits do not act.

The file lists every consequence of a step as a command of its own. Commands that cannot be applied
are reported in ``problems``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from engine.i18n import t
from engine.vassal import commands as cmd
from engine.vassal.codec import join, split
from engine.vassal.pieces import Piece, Stack, is_stack, read_spot
from engine.vassal.table_state import Seat, Spot, Standing
from engine.vassal.traits import Basic, Layer, Marker, Mask

_CHANGED = re.compile(r"\t(?:OVR|SSR)\t")
"""Overlays and changed terrain in a command of VASL's boards."""


@dataclass(slots=True)
class Table(Standing):
    """A table that applies commands to its pieces, stacks and decks."""

    def set_up(self, commands: Iterable[cmd.Command]) -> None:
        """Apply a set-up: first the pieces in stacks and decks, then these and loose pieces.

        Items on the same spot are added in the order of the file, which is their drawing order.
        """
        ordered = list(commands)
        within = {
            piece
            for command in ordered
            if isinstance(command, cmd.Add) and is_stack(command.type)
            for piece in Stack.make(command.id, command.type[0], join(command.state, "\t")).contents
        }
        postponed: list[cmd.Command] = []
        for command in ordered:
            if isinstance(command, cmd.Add) and command.id not in within:
                postponed.append(command)
            else:
                self.apply(command)
        for command in postponed:
            self.apply(command)
        for stack in self.stacks.values():
            for missing in (i for i in stack.contents if i not in self.pieces):
                self._problem(t("vassal.problem.stack", stack=stack.id, piece=missing))

    def apply(self, command: cmd.Command) -> None:
        """Apply one command."""
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
                if command.text:
                    self._outside_boards(command)
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
                pass  # without effect here, but counted in the report

    def _outside_boards(self, boards: cmd.Boards) -> None:
        """Report the missing board files, and the parts of other boards that are not drawn."""
        files = self.board_files()
        missing = dict.fromkeys(p.board for p in boards.placings if p.board not in files)
        if missing:
            self._once("vassal.problem.boards", ", ".join(f"bd{name}" for name in missing))
        if len(missing) < len(boards.placings) and _CHANGED.search(boards.text):
            self._once("vassal.problem.overlays", ", ".join(p.board for p in boards.placings))

    def _once(self, key: str, names: str) -> None:
        sentence = t(key, names=names)
        if sentence not in self.problems:
            self._problem(sentence)

    def _set(self, name: str, value: str) -> None:
        """Set a global property and mark the pieces that depend on it as changed."""
        if self.globals.get(name) != value:
            self.globals[name] = value
            self.changed[name] = None
            self.touched.update(i for i in self._readers.get(name, ()) if i in self.pieces)

    def _note(self, note: cmd.Notes) -> None:
        """Store public notes; private ones are ignored."""
        if note.kind in ("NOTES", "PNOTES"):
            self.notes[note.kind] = note.fields[0].replace("|", "\n")

    def _add(self, add: cmd.Add) -> None:
        if is_stack(add.type):
            self._drop_stack(add.id)
            stack = Stack.make(add.id, add.type[0], join(add.state, "\t"))
            stack.contents = self._unlisted(stack.contents)
            self._put(stack.id, (stack.map, stack.x, stack.y))
            self.stacks[stack.id] = stack
            if stack.deck is not None:
                self._decks[stack.id] = None
            for inner in stack.contents:
                self._into(inner, stack)
            return
        if add.id in self.pieces:
            self._remove(add.id)
        piece = Piece.make(add.id, add.type, add.state)
        self.pieces[add.id] = piece
        self._learn(piece)
        self.touched.add(add.id)
        # A stack may have listed the piece before it was added.
        if add.id not in self.parent:
            self._put(add.id, piece.spot)

    def _learn(self, piece: Piece) -> None:
        """Register the module's words for a piece, which are not passwords."""
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
        """Update the pieces, their order and the spot of a stack or deck."""
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
        """Return the stack or deck that receives an item moved to a spot; None for no stack."""
        if spot[0] is None:
            return None
        if under is not None:
            named = self.stacks.get(self.parent.get(under, under))
            if named is not None and (named.map, named.x, named.y) == spot:
                return named
            if under in self.pieces and under not in self.parent and self._stand(under, spot):
                return self._loose_stack(under, spot)
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

    def _loose_stack(self, piece: str, spot: Spot) -> Stack:
        """Make a stack from a loose piece, with an invented id because the file has none."""
        self._made += 1
        stack = Stack(f"made-{self._made}", *spot, [piece])
        self.stacks[stack.id] = stack
        # Replace the piece in the order of the spot.
        here = self._at[spot]
        self._at[spot] = {stack.id if i == piece else i: None for i in here}
        self._where[stack.id] = spot
        self._into(piece, stack)
        return stack

    def _insert(self, moving: list[str], stack: Stack, under: str | None, bottom: bool) -> None:
        """Insert pieces into a stack: above one of its pieces, else at its bottom or top."""
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
        """Remove a piece from its stack or its spot."""
        old = self.parent.pop(piece, None)
        if old is not None and old in self.stacks:
            self._take_out(piece, self.stacks[old])
        else:
            self._lift(piece)

    def _take_out(self, piece: str, stack: Stack) -> None:
        if piece in stack.contents:
            stack.contents.remove(piece)
        if not stack.contents and stack.deck is None:
            self._lift(stack.id)  # an empty stack is gone, but its id may be used again

    def _drop_stack(self, stack_id: str) -> None:
        stack = self.stacks.pop(stack_id, None)
        self._decks.pop(stack_id, None)
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
        """Return contents without duplicates, which a damaged file may have."""
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
