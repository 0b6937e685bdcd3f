"""Export games to VASSAL: ``.vsav`` and ``.vlog`` files of games opened or continued here.

A game that came from a VASSAL file is written on the basis of that file, which is searched for
beside the log: everything unchanged is copied character for character, including hidden pieces and
players' ids. Without that file, and for games begun here, everything in the position is written.
The written text is parsed and checked before it is saved.
"""

from __future__ import annotations

import io
import itertools
import re
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from xml.sax.saxutils import escape

from engine.core import actions as act
from engine.core.errors import UserError
from engine.core.state import State
from engine.files import open_atomic
from engine.i18n import t
from engine.log.narrate import narrate
from engine.play.game import Recording
from engine.play.observed import Watch
from engine.vassal import commands as cmd
from engine.vassal.archive import SAVED_GAME, Archive
from engine.vassal.codec import join, split
from engine.vassal.commands import Command, Secret, Tree, leaves, parse, tree, untree
from engine.vassal.concealing import VassalConcealer
from engine.vassal.drawing import Drawing
from engine.vassal.obfuscation import DEFLATED, HEX, PACKED, RAW, disguise, reveal
from engine.vassal.pieces import Stack, is_stack, read_spot
from engine.vassal.players import Ids
from engine.vassal.replay import Table
from engine.vassal.savegame import read_game
from engine.vassal.source import Source, SourceFile, find
from engine.vassal.turn_trackers import position, track
from engine.vassal.written_commands import Translator, turn_state

_LOG = "LOG\t"
_VASSAL = "3.7.9"
"""The VASSAL version declared in exported files."""
_EPOCH = (1980, 1, 1, 0, 0, 0)


@dataclass
class Exported:
    """The exported file, and messages about everything that could not be exported."""

    path: Path
    left_out: list[str] = field(default_factory=list)


def export_to_vassal(
    recording: Recording,
    log: Path,
    target: Path,
    *,
    steps: bool,
    source: str = "",
    owner: str = "",
    on_progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> Exported:
    """Write the current line of play as a VASSAL log (``steps``) or as a save.

    ``source`` is the path of the game's original file if it is not beside the log. ``owner`` is the
    VASSAL password of the player who owns the covers set by a side without a player in that file.
    Without ``owner``, a password is generated and reported. Raises UserError for a game without a
    VASSAL module.
    """
    drawing = recording.module.drawing
    if drawing is None:
        raise UserError(t("vassal.error.no_table", path=log))
    line = [entry.id for entry in recording.timeline.entries]
    origin = Source.load(recording.module.files).of(line)
    path = find(origin[0], log, source) if origin is not None else None
    made = f"h44-{recording.log.header.id[:8]}"
    given = Exported(target)
    sentences, withheld = _public_sentences(recording, drawing)
    if origin is not None and path is not None:
        base = _from_file(path, origin[1], drawing)
        first = _after(line, origin)
    else:
        first = _after(line, origin) if origin is not None else 1
        notes = (
            _notes(recording, sentences, withheld, origin[0].opening[1])
            if origin is not None
            else []
        )
        base = _from_position(recording, drawing, recording.state(first), owner or made, notes)
        if origin is not None:
            given.left_out.append(t("vassal.back.no_source", file=origin[0].name))
        if notes:
            given.left_out.append(t("vassal.back.notes", count=len(notes)))
    table = base.table
    translator = Translator(
        drawing, recording.module.places, table, base.players, base.maps, owner or made
    )
    new: list[Tree] = []
    before = recording.state(first)
    if steps and any(number > first for number in withheld):
        count = sum(number > first for number in withheld)
        given.left_out.append(t("vassal.back.withheld", count=count))
    for number in range(first + 1, len(recording) + 1):
        after = recording.state(number)
        entry = recording.timeline.entries[number - 1]
        commands = translator.step(entry, sentences[number - 1], before, after)
        encoded = tuple(_LOG + c.encode() for c in commands)
        if encoded:
            new.append(encoded[0] if len(encoded) == 1 else encoded)
        before = after
        on_progress(number - first, len(recording) - first)
    given.left_out += translator.left_out
    covered = {**base.covered, **translator.covered}
    if covered and not owner:  # a password given by the user is never shown
        given.left_out.append(t("vassal.back.owner", count=len(covered), owner=made))
    if steps:
        tops = (*base.tops, *new)
        if not base.steps and not new:  # a log without a step would be a save
            tops = (*tops, _LOG + cmd.Chat(f"* {escape(log.stem)}").encode())
    else:
        tops = tuple(base.saved())
    text = untree(tops)
    data = disguise(text, base.header, base.key)
    _check(text, table, base.table.ids)
    _write(target, {SAVED_GAME: data, **base.beside})
    return given


def _public_sentences(recording: Recording, drawing: Drawing) -> tuple[list[str], list[int]]:
    """Return a sentence for each entry as all sides may read it, because chat is public.

    Also return the numbers of remarks that name something hidden, which are not exported.
    """
    module = recording.module
    concealer = VassalConcealer(drawing, module.places)
    sides = tuple(side.id for side in module.meta.sides)
    sentences: list[str] = []
    withheld, before = [], State()
    for one in Watch(module, concealer, sides).observe(recording.timeline):
        sentences.append(narrate(one.entry, before, module))
        if isinstance(one.whole.action, act.Note) and one.entry.action != one.whole.action:
            withheld.append(len(sentences))
        before = one.state
    return sentences, withheld


def _notes(
    recording: Recording, lines: Sequence[str], withheld: Sequence[int], last: int
) -> list[str]:
    """Return the lines of public notes and chat in a set-up that ends at entry ``last``."""
    return [
        lines[number - 1]
        for number, entry in enumerate(recording.timeline.entries, 1)
        if entry.id <= last and isinstance(entry.action, act.Note) and number not in withheld
    ]


def _after(line: Sequence[int], origin: tuple[SourceFile, int]) -> int:
    """Return the number of a line's entries that were imported."""
    file, count = origin
    last = file.steps[count - 1] if count else file.opening[1]
    return sum(1 for entry in line if entry <= last)


@dataclass
class _Base:
    """The basis of an export: set-up and steps of the original file, and the table."""

    setup: tuple[Tree, ...]
    steps: tuple[Tree, ...]
    tops: tuple[Tree, ...]
    """The commands of set-up and steps together, in the order of the file."""
    table: Table
    players: dict[str, Secret]
    maps: dict[str, str]
    """The names of maps in the file, if they differ from those of the module."""
    header: bytes = HEX
    key: int = 0x5A
    beside: dict[str, bytes] = field(default_factory=dict)
    """The other files of the archive."""
    pieces: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The initial states of the pieces in the set-up."""
    stacks: dict[str, str] = field(default_factory=dict)
    globals: dict[str, str] = field(default_factory=dict)
    turns: dict[str, str] = field(default_factory=dict)
    covered: dict[str, None] = field(default_factory=dict)
    """Pieces that were written as covered by a player invented for the game."""
    _late: dict[str, None] = field(default_factory=dict)
    """Pieces and stacks that a save lists last, so that they are on top of their spots."""
    _types: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The types of the late items in the set-up."""

    def remember(self) -> None:
        """Store the current states of the table as those of the set-up."""
        self.pieces = {i: tuple(p.state) for i, p in self.table.pieces.items()}
        self.stacks = {i: stack_state(s) for i, s in self.table.stacks.items()}
        self.globals, self.turns = dict(self.table.globals), dict(self.table.turns)

    def saved(self) -> Iterator[Tree]:
        """Yield the set-up with the current table; new pieces follow the file's last ones."""
        self._late = self._out_of_order()
        holding = [any(x.startswith("+/") for x in leaves(top)) for top in self.setup]
        last = max((i for i, holds in enumerate(holding) if holds), default=0)
        for number, top in enumerate(self.setup):
            made = self._rebuilt(top)
            more = tuple(self._more()) if number == last else ()
            if more and holding[last]:
                inner = made if isinstance(made, tuple) else (made or "",)
                yield (*inner, *more)
                continue
            if made is not None:
                yield made
            if more:  # the file has no piece: add them after its beginning
                yield ("", *more)

    def _out_of_order(self) -> dict[str, None]:
        """Return the items that are above an item listed later in the set-up, or that are new.

        They are written last, bottom first, because later items lie on top.
        """
        texts = (text for top in self.setup for text in leaves(top) if text.startswith("+/"))
        rank = {text[2:].partition("/")[0]: number for number, text in enumerate(texts)}
        late: dict[str, None] = {}
        for heap in self.table.heaps():
            last, above = -1, False
            for item in heap if len(heap) > 1 else ():
                stack = self.table.stacks.get(item)
                if stack is not None and stack.deck is None and not stack.contents:
                    continue
                above = above or rank.get(item, -1) < last or item not in rank
                last = rank.get(item, -1)
                if above:
                    late[item] = None
        return late

    def _rebuilt(self, node: Tree) -> Tree | None:
        if isinstance(node, str):
            return self._leaf(node)
        return tuple(m for item in node if (m := self._rebuilt(item)) is not None)

    def _leaf(self, text: str) -> str | None:
        command, table = parse(text), self.table
        if isinstance(command, cmd.Add) and command.id in self._late:
            self._types[command.id] = command.type
            return None
        match command:
            case cmd.Add() if is_stack(command.type):
                stack = table.stacks.get(command.id)
                same = stack is not None and stack_state(stack) == self.stacks.get(command.id)
                if same or (stack is None and command.id not in self.stacks):
                    return text
                if stack is None or (not stack.contents and stack.deck is None):
                    return None
                return cmd.Add(command.id, command.type, (stack_state(stack),)).encode()
            case cmd.Add():
                piece = table.pieces.get(command.id)
                if piece is None:
                    return None
                # VASSAL may leave the place of a piece to its stack or deck: "null;0;0".
                written_spot = read_spot(split(command.state[-1], ";"))
                placed = command.id in table.parent or written_spot == piece.spot
                if placed and tuple(piece.state) == self.pieces.get(command.id):
                    return text
                return cmd.Add(command.id, piece.type, tuple(piece.state)).encode()
            case cmd.GlobalProperty(name=name) if table.globals[name] != self.globals.get(name):
                return cmd.GlobalProperty(name, table.globals[name], command.container).encode()
            case cmd.Turn(tracker=name) if table.turns[name] != self.turns.get(name):
                return cmd.Turn(name, table.turns[name]).encode()
            case cmd.Boards(picker=name) if table.boards[name] != command:
                return table.boards[name].encode()
        return text

    def _more(self) -> Iterator[str]:
        """Yield the items that the set-up lacks."""
        for piece in self.table.pieces.values():
            if piece.id not in self.pieces and piece.id not in self._late:
                yield cmd.Add(piece.id, piece.type, tuple(piece.state)).encode()
        for stack in self.table.stacks.values():
            if stack.id not in self.stacks and stack.contents and stack.id not in self._late:
                yield cmd.Add(stack.id, ("stack",), (stack_state(stack),)).encode()
        for item in self._late:
            if item in self.table.stacks:
                state = stack_state(self.table.stacks[item])
                yield cmd.Add(item, self._types.get(item, ("stack",)), (state,)).encode()
            else:
                loose = self.table.pieces[item]
                yield cmd.Add(item, loose.type, tuple(loose.state)).encode()


def stack_state(stack: Stack) -> str:
    """Return the state of a stack or deck as VASSAL writes it."""
    place = [stack.map or cmd.NOTHING, str(stack.x), str(stack.y)]
    if stack.deck is None:
        layer = [f"@@{stack.layer}"] if stack.layer else []
        return join([*place, *stack.contents, *layer], ";")
    cards = [join(stack.contents, ",")] if stack.contents else []
    return join([*place, "true" if stack.face_down else "false", *cards], ";")


def _from_file(path: Path, count: int, drawing: Drawing) -> _Base:
    """Read the set-up of a file and its first ``count`` steps, and build the table after them."""
    game = read_game(path)
    with Archive(path) as archive:
        raw = archive.read(SAVED_GAME)
        beside = {n: archive.read(n) for n in ("savedata", "moduledata") if n in archive}
    root = tree(reveal(raw))
    tops = (root,) if isinstance(root, str) else root
    logged = [any(x.startswith(_LOG) for x in leaves(top)) for top in tops]
    setup = tuple(top for top, step in zip(tops, logged, strict=True) if not step)
    steps = tuple(top for top, step in zip(tops, logged, strict=True) if step)[:count]
    passed = itertools.accumulate(logged)
    selected = tuple(
        top for top, step, number in zip(tops, logged, passed, strict=True)
        if not step or number <= count
    )  # fmt: skip
    table = Table(game.ids)
    table.set_up(game.setup)
    players = {c.side: c.id for c in game.setup if isinstance(c, cmd.Player)}
    known = {m.name for m in drawing.maps}
    maps = {}
    for name in {p.spot[0] for p in table.pieces.values()} - known - {None}:
        number = re.fullmatch(r"Map(\d{1,3})", name or "")
        if number is not None and int(number[1]) < len(drawing.maps):
            maps[drawing.maps[int(number[1])].name] = str(name)
    header = next((h for h in (HEX, RAW, DEFLATED, PACKED) if raw.startswith(h)), b"")
    key = 0
    if header == RAW:
        key = raw[len(RAW)]
    elif header in (HEX, DEFLATED):
        key = int(raw[5:7], 16)
    base = _Base(setup, steps, selected, table, players, maps, header, key, beside)
    base.remember()
    for step in game.steps[:count]:
        for command in step:
            table.apply(command)
    return base


def _from_position(
    recording: Recording, drawing: Drawing, state: State, owner: str, notes: Sequence[str]
) -> _Base:
    """Build a set-up from everything in a position, with lines of public notes."""
    table = Table(Ids(b""))
    empty = Translator(drawing, recording.module.places, table, {}, {}, owner)
    adds: list[Command] = []
    for unit in sorted(state.pieces):
        made = empty.new(unit, state.pieces[unit])
        if made is not None:
            adds.append(made)
    decks = {deck.id: deck for deck in drawing.table.decks}
    places = dict.fromkeys(recording.module.places.name(p.place) for p in state.pieces.values())
    for number, place in enumerate({**places, **dict.fromkeys(decks)}, 1):
        spot, deck = drawing.spot(place), decks.get(place)
        if spot is None:
            continue
        units = {c.id for c in adds if isinstance(c, cmd.Add)}
        pieces = state.stack(recording.module.places.index(place))
        contents = [u for u in drawing.hidden.true_order(pieces, place) if u in units]
        stack = Stack(
            f"stack-{number}", drawing.maps[spot.map].name, spot.x, spot.y, contents, "-1"
        )
        kind = "stack"
        if deck is not None:
            stack.deck, stack.face_down, stack.layer = deck.name, deck.face_down, ""
            down, mixed = ("Always" if on else "Never" for on in (deck.face_down, deck.shuffle))
            size = [str(deck.width), str(deck.height)]
            named = [*["false"] * 3, "", "", "", deck.name]
            kind = join(["deck", "true", "0,0,0", *size, down, mixed, *named], ";")
        if contents or deck is not None:
            adds.append(cmd.Add(stack.id, (kind,), (stack_state(stack),)))
    tracks = state.tracks
    rest: list[Command] = [cmd.Other("SETUP_STACK\t", "")]
    for board in drawing.maps:
        shown = drawing.map_at(board.index, tracks)
        if shown.outside:
            rest.append(cmd.Boards("", (), shown.outside))
        elif shown.boards:
            columns = sorted({b.x for b in shown.boards})
            rows = sorted({b.y for b in shown.boards})
            placings = tuple(
                cmd.Placing(b.name, str(columns.index(b.x)), str(rows.index(b.y)), b.reversed)
                for b in shown.boards
            )
            rest.append(cmd.Boards(board.name, placings))
    for name, value in sorted(tracks.items()):
        if name.startswith("property:"):
            rest.append(cmd.GlobalProperty(name.removeprefix("property:"), str(value), "Module"))
    rest += (
        cmd.Turn(tracker.id, turn_state(tracker, position(tracker, state), None))
        for tracker in drawing.table.trackers
        if track(tracker) in tracks
    )
    if notes:
        text = "|".join(line.replace("|", "/") for line in notes)
        rest.append(cmd.Notes("NOTES", (text,)))
    table.set_up((*adds, *rest))
    setup: tuple[Tree, ...] = (
        "begin_save",
        "",
        ("", *(c.encode() for c in adds)),
        *(c.encode() for c in rest),
        "end_save",
    )
    module = recording.module.meta
    base = _Base(setup, (), setup, table, {}, {}, beside=_metadata(drawing.owner, module.version))
    base.covered = empty.covered
    base.remember()
    return base


def _metadata(name: str, version: str) -> dict[str, bytes]:
    """Return the metadata files that VASSAL writes beside a game."""
    common = (
        f"<version>{escape(version)}</version><extra1/><extra2/>"
        f"<VassalVersion>{_VASSAL}</VassalVersion><dateSaved>0</dateSaved><description/>"
    )
    head = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<data version="1">'
    return {
        "savedata": f"{head}{common}</data>".encode(),
        "moduledata": f"{head}{common}<name>{escape(name)}</name></data>".encode(),
    }


def _check(text: str, table: Table, ids: Ids) -> None:
    """Parse the text before it is written. Raises UserError if a piece differs from the table."""
    read = Table(ids)
    root = tree(text)
    setup: list[Command] = []
    steps: list[Command] = []
    for top in (root,) if isinstance(root, str) else root:
        texts = list(leaves(top))
        logged = any(x.startswith(_LOG) for x in texts)
        commands = [parse(x.removeprefix(_LOG)) for x in texts]
        (steps if logged else setup).extend(commands)
    read.set_up(setup)
    for command in steps:
        read.apply(command)
    wrong = [
        i for i in table.pieces.keys() | read.pieces.keys()
        if i not in table.pieces or i not in read.pieces
        or table.spot(i) != read.spot(i)
        or table.pieces[i].state[:-1] != read.pieces[i].state[:-1]
        or list(table.on(table.spot(i))) != list(read.on(read.spot(i)))
    ]  # fmt: skip
    if wrong:
        raise UserError(t("vassal.back.differs", count=len(wrong), piece=min(wrong)))


def _write(target: Path, entries: dict[str, bytes]) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries.items():
            archive.writestr(zipfile.ZipInfo(name, _EPOCH), data, zipfile.ZIP_DEFLATED)
    with open_atomic(target) as file:
        file.write(buffer.getvalue())
