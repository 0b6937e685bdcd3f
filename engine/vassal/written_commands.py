"""Translate log entries to VASSAL's own commands: moves, changes, pieces, dice, chat lines.

A VASSAL table is updated beside the position. The differences made by each entry become commands,
which are applied to that table. Pieces that the log does not show (hidden ones, cards of decks)
stay as VASSAL has them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape

from engine.core import actions as act
from engine.core.places import Places
from engine.core.state import Piece as Counter
from engine.core.state import State
from engine.i18n import t
from engine.log.entry import Entry
from engine.vassal import commands as cmd
from engine.vassal import trails
from engine.vassal import traits as tr
from engine.vassal.buildfile import TurnInfo, TurnLevel
from engine.vassal.codec import join, split
from engine.vassal.commands import NOTHING, Command, Secret
from engine.vassal.drawing import Drawing
from engine.vassal.kinds import SOMEBODY, Kind
from engine.vassal.players import PLAYER
from engine.vassal.raw_states import states
from engine.vassal.replay import Table
from engine.vassal.spots import Spot
from engine.vassal.turn_trackers import levels, position, track

_NOWHERE = cmd.Spot(None, 0, 0, None)


class Translator:
    """A translator of a line of play, with a table of VASSAL's."""

    def __init__(
        self,
        drawing: Drawing,
        places: Places,
        table: Table,
        players: dict[str, Secret],
        maps: dict[str, str],
        owner: str = "",
    ) -> None:
        """Prepare the translation.

        ``players`` are the ids of the players by side: VASSAL's masks belong to them. ``maps`` are
        the file's names of maps, where they differ. ``owner`` is the id of the player who owns the
        covers of a side without a player in the file.
        """
        self._owner = owner
        self._by = ""
        self.covered: dict[str, None] = {}
        """Pieces whose cover was written with ``owner`` as its owner."""
        self.maps = maps
        self.drawing, self.places, self.table, self.players = drawing, places, table, players
        self.left_out: list[str] = []
        """Messages about everything that could not be translated."""
        self._made = 0
        self._unit = ""

    def step(self, entry: Entry, sentence: str, before: State, after: State) -> list[Command]:
        """Translate an entry and apply the commands to the table."""
        commands: list[Command] = []
        by = self.players.get(entry.by)
        self._by = entry.by or before.clock.active

        def do(command: Command) -> None:
            self.table.apply(command)
            commands.append(command)

        for unit in sorted(before.pieces.keys() - after.pieces.keys()):
            if unit in self.table.pieces:
                do(cmd.Remove(unit))
        for unit in sorted(after.pieces.keys() - before.pieces.keys()):
            made = self.new(unit, after.pieces[unit])
            if made is not None:
                do(made)
        for unit in sorted(after.pieces.keys() & before.pieces.keys()):
            drawn = self._drawn(before.pieces[unit], after.pieces[unit])
            change = self._changed(unit, before.pieces[unit], after.pieces[unit], drawn=drawn)
            if change is not None:
                do(change)
        for command in self._moves(before, after, by):
            do(command)
        for command in self._tracks(before, after):
            do(command)
        commands += self._chat_lines(entry, sentence)
        return commands

    # -- pieces -----------------------------------------------------------------------------------

    def new(self, unit: str, counter: Counter) -> cmd.Add | None:
        """Return a new piece, still off the maps; None if its chain is unknown."""
        card = self.drawing.hidden.card(unit, counter.counter)
        if card is not None:  # the module stores the identity of covered pieces of an import
            counter = replace(counter, counter=card.kind, status=frozenset(card.status))
        kind = self.drawing.whole_kind(counter.counter)
        self._unit = unit
        if kind is None or not kind.chain:
            self._leave_out(counter)
            return None
        return cmd.Add(unit, kind.chain, tuple(self._states(kind, counter)))

    def _states(self, kind: Kind, counter: Counter) -> list[str]:
        link_states = states(kind, counter.status)
        spot = self.drawing.spot(self.places.name(counter.place)) if counter.place >= 0 else None
        if spot is not None:
            drawn = self.drawing.maps[spot.map]
            setting = kind.words.setting(sorted(counter.status))
            board = drawn.id or self.maps.get(drawn.name, drawn.name)
            trails.fill(kind, link_states, setting, board)
        for index in kind.at:
            trait = tr.read_trait(kind.chain[index])
            if isinstance(trait, tr.Mask | tr.Invisible):
                link_states[index] = self._owned(trait, link_states[index])
        return link_states

    def _owned(self, trait: tr.Mask | tr.Invisible, state: str) -> str:
        """Return the state of a mask with its owner in VASSAL's form: by id or by side."""
        owner, *rest = split(state, ";")
        if owner in ("", NOTHING):
            return state
        return join([self._owner_of(trait, owner), *rest], ";")

    def _owner_of(self, trait: tr.Mask | tr.Invisible, side: str) -> str:
        """Return the owner of a cover set by a side, in VASSAL's form; never empty.

        A cover without an owner belongs to the active side, else to the only player.
        """
        side = side if side != SOMEBODY else self._by
        if side and not trait.access.startswith(PLAYER):
            return side
        only = next(iter(self.players.values())) if len(self.players) == 1 else ""
        player = self.players.get(side) or only
        if player:
            return player
        self.covered[self._unit] = None
        return self._owner

    def _drawn(self, before: Counter, after: Counter) -> bool:
        """Return whether a card was drawn from a deck that deals its cards face down."""
        if before.place == after.place or min(before.place, after.place) < 0:
            return False
        was = self.drawing.decks.get(self.places.name(before.place))
        now = self.drawing.decks.get(self.places.name(after.place))
        return was is not None and was.face_down and not was.draw_face_up and now is None

    def _changed(
        self, unit: str, before: Counter, after: Counter, *, drawn: bool = False
    ) -> Command | None:
        self._unit = unit
        same = before.counter == after.counter and before.status == after.status
        if same and not drawn:
            return None
        piece = self.table.pieces.get(unit)
        new = self.drawing.whole_kind(after.counter)
        if piece is None or new is None or not new.chain:
            self._leave_out(after)
            return None
        target = self._states(new, after)
        old = self.drawing.whole_kind(before.counter)
        if old is not None and old.chain:
            was = self._states(old, before)
        else:  # the piece was revealed: remove its covers
            was = list(target)
            for index in new.at:
                if isinstance(tr.read_trait(new.chain[index]), tr.Mask | tr.Invisible):
                    was[index] = "?"
        state = list(piece.state)
        if len(target) != len(state):
            self._leave_out(after)
            return None
        for index, (a, b) in enumerate(zip(was, target, strict=False)):
            if a != b and index < len(state) - 1:
                state[index] = b
        if drawn:
            self._cover(new, state)
        if state == piece.state:
            return None
        return cmd.Change(unit, tuple(state), tuple(piece.state))

    def _cover(self, kind: Kind, state: list[str]) -> None:
        """Mask a card for the player who drew it, as VASSAL does."""
        for index in kind.at:
            trait = tr.read_trait(kind.chain[index])
            head, *rest = split(state[index], ";")
            if isinstance(trait, tr.Mask) and head in ("", NOTHING, "?"):
                state[index] = join([self._owner_of(trait, SOMEBODY), *rest], ";")

    def _leave_out(self, counter: Counter) -> None:
        text = t("vassal.back.piece", piece=self.drawing.name(counter.counter))
        if text not in self.left_out:
            self.left_out.append(text)

    # -- places -----------------------------------------------------------------------------------

    def _moves(self, before: State, after: State, by: Secret | None) -> Iterator[Command]:
        """Yield the moves of all pieces that changed their place or height."""
        changed = {
            p.place for u, p in after.pieces.items()
            if (was := before.pieces.get(u)) is None or was.place != p.place
        }  # fmt: skip
        gone = {
            p.place for u, p in before.pieces.items()
            if (now := after.pieces.get(u)) is None or now.place != p.place
        }  # fmt: skip
        shuffled = {
            p.place for p in after.pieces.values()
            if p.place not in changed | gone and before.stack(p.place) != after.stack(p.place)
        }  # fmt: skip
        for place in sorted(changed | shuffled):
            spot = self.drawing.spot(self.places.name(place)) if place >= 0 else None
            if spot is None:
                continue
            stack = [u for u in after.stack(place) if u in self.table.pieces]
            stayed = {u for u in before.stack(place) if u in stack}
            order = [u for u in before.stack(place) if u in stayed]
            settled = order == [u for u in stack if u in stayed]
            under: str | None = None
            for unit in stack:
                if unit not in stayed or not settled:
                    yield from self._move(unit, spot, under, by)
                under = unit

    def _move(self, unit: str, to: Spot, under: str | None, by: Secret | None) -> Iterator[Command]:
        table = self.table
        name = self.drawing.maps[to.map].name
        name = self.maps.get(name, name)
        board, x, y = table.spot(unit)
        old = cmd.Spot(board, x, y, self._below(unit)) if board is not None else _NOWHERE
        yield cmd.Move(unit, cmd.Spot(name, to.x, to.y, under), old, by or Secret(NOTHING))
        if unit not in table.parent and table.pieces[unit].stacks:
            self._made += 1
            stack = f"{unit}-s{self._made}"
            state = join([name, str(to.x), str(to.y), unit, "@@-1"], ";")
            yield cmd.Add(stack, ("stack",), (state,))

    def _below(self, unit: str) -> str | None:
        stack = self.table.stacks.get(self.table.parent.get(unit, ""))
        if stack is None or unit not in stack.contents:
            return None
        index = stack.contents.index(unit)
        return stack.contents[index - 1] if index else None

    # -- the rest of the table --------------------------------------------------------------------

    def _tracks(self, before: State, after: State) -> Iterator[Command]:
        for name, value in sorted(after.tracks.items()):
            old = before.tracks.get(name)
            if value == old:
                continue
            if name.startswith("property:"):
                current = self.table.globals.get(name.removeprefix("property:"), "")
                bare = name.removeprefix("property:")
                yield cmd.SetProperty(bare, current, str(value), "Module")
            elif name.startswith("turn:"):
                yield from self._turn(name, after)
            else:
                text = t("vassal.back.track", track=name)
                self.left_out += [] if text in self.left_out else [text]

    def _turn(self, name: str, after: State) -> Iterator[Command]:
        for tracker in self.drawing.table.trackers:
            if track(tracker) == name:
                at = position(tracker, after)
                yield cmd.Turn(
                    tracker.id, turn_state(tracker, at, self.table.turns.get(tracker.id))
                )

    def _chat_lines(self, entry: Entry, sentence: str) -> Iterator[Command]:
        """Yield lines of chat, with dice in the format of VASSAL's own buttons."""
        buttons = {die.name for die in self.drawing.table.dice}
        for dice in entry.dice:
            values = ",".join(map(str, dice.values))
            who = escape(entry.by or "–", quote=False)
            what = escape(dice.reason or f"{dice.count}d{dice.sides}", quote=False)
            yield cmd.Chat(f"*** {what} = {values} *** &lt;{who}&gt;")
            if dice.reason in buttons:
                old = self.table.globals.get(f"{dice.reason}_result", "")
                yield cmd.SetProperty(f"{dice.reason}_result", old, values, "Module")
        if not entry.dice or isinstance(entry.action, act.ManualEdit):
            yield cmd.Chat(f"* {escape(sentence, quote=False)}")


def turn_state(tracker: TurnInfo, at: Sequence[int], before: str | None) -> str:
    """Return the state of a turn tracker at a position, in VASSAL's form."""
    chain = levels(tracker)
    items = split(before, "|") if before else ["0"]
    if items[0] != "0":
        items = ["0"]
    texts = items[1:2] or [""]
    state = _level(chain, at, texts[0])
    return join(["0", state, *items[2:]], "|")


def _level(chain: Sequence[TurnLevel], at: Sequence[int], before: str) -> str:
    level, value = chain[0], at[0]
    fields = split(before, ";") if before else []
    if len(fields) < 4:
        if level.names:
            fields = ["0", "0", "0", ",".join("true" for _ in level.names)]
        else:
            limit = level.limit
            fields = ["0", "0", "true" if limit is not None else "false", str(limit or 0)]
    fields[0], fields[1] = str(value), "0"
    if len(chain) > 1:
        inner = _level(chain[1:], at[1:], fields[4] if fields[4:] else "")
        fields[4:5] = [inner]
    return join(fields, ";")
