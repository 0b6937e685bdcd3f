"""Import a VASSAL save or log as a normal game log: one entry per step, in VASSAL's own words.

The changes of a step become effects of a ``manual_edit``; a step with only chat becomes a note. An
undone step stays in the log as an abandoned branch. VASSAL stores no times and rarely the author of
a step, so entries have the time at which the file was saved.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from engine.core import actions as act
from engine.core import effects as fx
from engine.i18n import t
from engine.log.annotations import Annotation, Annotations, Branch
from engine.log.entry import Entry, Header
from engine.vassal import commands as cmd
from engine.vassal.buildfile import ModuleInfo
from engine.vassal.codec import field, split, whole
from engine.vassal.errors import VassalError
from engine.vassal.kind_files import Kinds
from engine.vassal.plain_text import plain, report_line, shorten
from engine.vassal.players import OBSERVER, Viewer
from engine.vassal.progress import ProgressCallback, part, reporting, silent
from engine.vassal.replay import Table
from engine.vassal.rolls import rolls
from engine.vassal.savegame import SavedGame
from engine.vassal.series import Joint, Part
from engine.vassal.source import Source, SourceFile, digest
from engine.vassal.spots import SpotPlaces
from engine.vassal.step_sentences import sentence
from engine.vassal.steptree import Line, Step, StepTree
from engine.vassal.tracker import Shown, Tracker, View
from engine.vassal.turns import describe

MAX_NOTE = 100_000
SETUP_CHUNK = 5_000
"""Limit for the effects in one entry, because lines of a log are limited."""
FIRST_PLACE = "1000"
"""The only hex of the board that every module must have; it is never used."""


@dataclass
class Imported:
    """An imported VASSAL game, before its module is made and the files are written."""

    title: str
    created: str
    players: dict[str, str]
    sides: tuple[str, ...]
    entries: list[Entry]
    chapters: dict[int, str]
    comments: dict[int, str]
    """Comments by entry; the first one describes how the files of a series join."""
    branches: dict[int, str]
    """The names of branches, by their first entry."""
    source: Source
    """The files, and the entries made from each of their steps."""
    joints: list[Joint]
    tracker: Tracker
    """The final position for the viewer, with all places and kinds of pieces."""
    problems: list[str]
    differences: list[str]
    """The mismatches between the files of a series, piece by piece."""
    undone: int
    """The number of undone steps."""

    def header(self, log_id: str, module: str, module_hash: str, game: str) -> Header:
        """Return the log's header for the module made for it."""
        return Header(
            id=log_id,
            game=game,
            module=module,
            module_hash=module_hash,
            scenario="imported",
            title=self.title,
            created=self.created,
            options={"imported": "vassal"},
            enforcement="off",
            players=self.players,
        )

    def annotations(self, log_id: str) -> Annotations:
        """Return the chapters as an annotation file."""
        notes = {
            entry: Annotation(
                chapter=self.chapters.get(entry), comment=self.comments.get(entry, "")[:MAX_NOTE]
            )
            for entry in sorted({*self.chapters, *self.comments})
        }
        branches = {entry: Branch(name=name[:200]) for entry, name in self.branches.items()}
        return Annotations(log=log_id, title=self.title, entries=notes, branches=branches)


@dataclass
class _End:
    """The state at the end of a part, for the parts that continue it."""

    view: View
    line: Line
    file: str


def import_games(
    parts: Sequence[Part],
    module: ModuleInfo | None,
    side: str | None = None,
    on_progress: ProgressCallback = silent,
) -> Imported:
    """Import games that were read already, each at its place in a series.

    Raises VassalError for a ``side`` that the module does not have.
    """
    ids = parts[0].game.ids
    games = [part.game for part in parts]
    saved = _time(games[0].metadata.saved)
    built = StepTree(saved, SpotPlaces((FIRST_PLACE,)))
    ends: list[_End] = []
    sources: list[SourceFile] = []
    tracker: Tracker | None = None
    problems: list[str] = []
    differences: list[str] = []
    players: dict[str, str] = {}
    for number, piece in enumerate(parts):
        game, here = piece.game, part(on_progress, number / len(parts), (number + 1) / len(parts))
        table = Table(ids, module)
        table.set_up(game.setup)
        viewer = table.viewer(side) if side else OBSERVER
        if tracker is not None and piece.after is not None:
            tracker.go_back(ends[piece.after].view)
            built.back_to(ends[piece.after].line)
        tracker = _follow(tracker, table, viewer, _sides(module, table))
        before = dict(tracker.shown)
        first = len(built.entries) + 1
        # A save is all set-up; a log has most of its work in its steps.
        begun = 0.2 if game.steps else 0.8
        opening = list(_opening(piece, tracker, number, parts, part(here, 0.0, begun)))
        if number:
            differences += _differences(game, before, tracker)
        for step in opening:
            built.add(step)
        opened, ends_of_steps = len(built.entries), []
        for chunks in _steps(game, tracker, part(here, begun, 1.0)):
            for step in chunks:
                built.add(step)
            ends_of_steps.append(len(built.entries))
        sources.append(
            SourceFile(
                name=game.path.name,
                digest=digest(game.path),
                opening=(first, opened),
                steps=tuple(ends_of_steps),
            )
        )
        ends.append(_End(tracker.view(), built.line, game.path.name))
        players.update({s.side: s.name for s in table.players.values() if _is_side(s.side)})
        problems += (t("vassal.problem.in", file=game.path.name, why=p) for p in table.problems)
    assert tracker is not None, "there is at least one game"
    sides = tracker.sides or tuple(tracker.named)
    if side and module is not None and _side_id(side) not in sides:
        raise VassalError(t("vassal.error.side", side=side, known=", ".join(sides) or "–"))
    title = ids.clean(plain(games[0].metadata.description)) or _title(games[0], module)
    return Imported(
        title=shorten(title, 200),
        created=saved,
        players={_side_id(s): shorten(name, 80) for s, name in players.items()},
        sides=sides,
        entries=built.entries,
        chapters=built.chapters,
        comments=built.comments,
        branches=built.branches,
        source=Source(files=tuple(sources)),
        joints=[p.joint for p in parts if p.joint is not None],
        tracker=tracker,
        problems=problems,
        differences=differences,
        undone=built.undone,
    )


def _follow(
    tracker: Tracker | None, table: Table, viewer: Viewer, sides: tuple[str, ...]
) -> Tracker:
    """Return a tracker of the table; the previous file's tracker continues with the new one."""
    if tracker is None:
        return Tracker(table, viewer, sides, kinds=Kinds(table.ids.clean))
    table.touched.update(tracker.shown)  # remove pieces that are gone
    tracker.follow(table, viewer)
    tracker.name_sides(sides)
    return tracker


def _sides(module: ModuleInfo | None, table: Table) -> tuple[str, ...]:
    declared = module.sides if module is not None else ()
    seated = (seat.side for seat in table.players.values())
    return tuple(dict.fromkeys(_side_id(s) for s in (*declared, *seated) if _is_side(s)))


def _is_side(side: str) -> bool:
    return bool(side) and not side.startswith("<")


def _side_id(side: str) -> str:
    """Return a side's id for the log: short, on one line."""
    return shorten(plain(side), 40)


def _title(game: SavedGame, module: ModuleInfo | None) -> str:
    name = module.name if module is not None else game.module.name
    return f"{name}: {game.path.stem}" if name else game.path.stem


def _time(milliseconds: str) -> str:
    """Format a time as in logs; 1970 if the file has none."""
    try:
        moment = datetime.fromtimestamp(int(milliseconds) / 1000, UTC)
    except (ValueError, OverflowError, OSError):
        moment = datetime.fromtimestamp(0, UTC)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"


# -- steps ----------------------------------------------------------------------------------------


def _opening(
    piece: Part, tracker: Tracker, number: int, parts: Sequence[Part], on_progress: ProgressCallback
) -> Iterator[Step]:
    """Yield the set-up of a file, or at a joint the changes between the logs."""
    game, effects = piece.game, tracker.step(on_progress)
    chapter = t("vassal.chapter.file", number=number + 1, file=game.path.stem)
    comment = branch = ""
    if piece.after is None:
        chapter = chapter if len(parts) > 1 else t("vassal.chapter.start")
        text = t("vassal.say.setup", count=len(tracker.shown))
        comment = "\n\n".join(p.joint.sentence for p in parts if p.joint is not None)
    else:
        after, file = parts[piece.after].game.path.name, game.path.name
        key = "vassal.say.joint" if effects else "vassal.say.joint_exact"
        text = t(key, file=file, after=after, count=len(effects))
        branch = game.path.stem if piece.joint is not None and piece.joint.branch else ""
    for i, chunk in enumerate(_chunks(effects)):
        if i:
            yield Step(chunk, text)
        else:
            yield Step(chunk, text, chapter=chapter, comment=comment, branch=branch)
    for command in game.setup:
        line = ""
        if isinstance(command, cmd.Chat):
            line = _line(command, tracker)
        elif isinstance(command, cmd.Notes):
            line = _note(command, tracker)
        elif isinstance(command, cmd.Other) and command.kind == "CLOCK\t":
            line = _clock(command.rest)
        if line:
            yield Step((), shorten(line, act.MAX_TEXT))


def _differences(game: SavedGame, before: dict[str, Shown], tracker: Tracker) -> Iterator[str]:
    """Yield a sentence for each piece that differs from the end of the previous file."""

    def place(shown: Shown) -> str:
        return tracker.places[shown.place].name

    for unit in sorted(before.keys() | tracker.shown.keys()):
        was, now = before.get(unit), tracker.shown.get(unit)
        if was == now:
            continue
        if was is None or now is None:
            shown = was or now
            assert shown is not None, "a piece of either table"
            key = "vassal.joint.missing" if now is None else "vassal.joint.extra"
            what = {"piece": tracker.name(shown.counter), "place": place(shown)}
        elif was.place != now.place:
            key = "vassal.joint.elsewhere"
            what = {"piece": tracker.name(now.counter), "place": place(now), "before": place(was)}
        else:
            key = "vassal.joint.changed"
            what = {"piece": tracker.name(now.counter), "place": place(now)}
        yield t(key, file=game.path.name, **what)


def _chunks(effects: list[fx.Effect]) -> list[tuple[fx.Effect, ...]]:
    return [
        tuple(effects[i : i + SETUP_CHUNK]) for i in range(0, max(1, len(effects)), SETUP_CHUNK)
    ]


def _steps(
    game: SavedGame, tracker: Tracker, on_progress: ProgressCallback
) -> Iterator[list[Step]]:
    """Yield the steps of a log, each in as many parts as needed."""
    table = tracker.table
    module = table.module
    buttons = module.dice if module is not None else {}
    for commands in reporting(game.steps, on_progress):
        for command in commands:
            table.apply(command)
        effects = tracker.step()
        text, chapter = _text(commands, tracker), _chapter(commands, tracker)
        dice = rolls(commands, buttons)
        text = text or sentence(effects, tracker)
        # Sounds, clocks, bookkeeping: keep the step, so that steps are numbered as in VASSAL.
        text = text or t("vassal.say.nothing")
        undo = any(map(_is_undo, commands))
        by = _by(commands, table)
        first, *more = _chunks(effects)
        yield [
            Step(first, text, by, dice, chapter, undo),
            *(Step(chunk, text, by, undo=undo) for chunk in more),
        ]


def _is_undo(command: cmd.Command) -> bool:
    """Return whether a command marks its step as an undo: a bracket, or in some versions a line."""
    if isinstance(command, cmd.Chat):
        return command.text.startswith("* UNDO: ")
    return isinstance(command, cmd.Undo)


def _text(commands: Iterable[cmd.Command], tracker: Tracker) -> str:
    """Return the chat lines of a step, joined on one line."""
    lines: list[str] = []
    for command in commands:
        if isinstance(command, cmd.Chat):
            lines.append(_line(command, tracker))
        elif isinstance(command, cmd.SymbolDice):
            faces = ", ".join(plain(f) for f in command.faces)
            lines.append(t("vassal.say.symbols", button=plain(command.button), faces=faces))
        elif isinstance(command, cmd.Boards):
            names = ", ".join(plain(p.board) for p in command.placings)
            lines.append(t("vassal.say.boards", map=plain(command.picker), boards=names))
        elif isinstance(command, cmd.Notes):
            lines.append(_note(command, tracker))
    text = " ".join(dict.fromkeys(line for line in lines if line))
    return shorten(text, act.MAX_TEXT)


def _note(note: cmd.Notes, tracker: Tracker) -> str:
    """Return a public text of the notes window; empty for private ones."""
    match note:
        case cmd.Notes(kind="NOTES" | "PNOTES", fields=(text, *_)):
            title = t(f"vassal.say.{note.kind.lower()}")
        case cmd.Notes(kind="SNOTE", fields=(name, _owner, "false", text, *_)):
            title = t("vassal.say.snote", name=plain(name))
        case _:
            return ""
    lines = filter(None, (plain(line).strip() for line in text.split("|")))
    body = " / ".join(lines)
    return tracker.table.ids.clean(f"{title}: {body}", typed=True) if body else ""


def _clock(rest: str) -> str:
    """Return the time on a player's clock; empty for a clock that has not run."""
    fields = split(rest, "\t")
    seconds = (whole(field(fields, 2)) or 0) // 1000
    if seconds <= 0:
        return ""
    time = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return t("vassal.say.clock", name=plain(field(fields, 1)) or "–", time=time)


def _line(command: cmd.Chat, tracker: Tracker) -> str:
    """Return a line of chat without HTML and asterisks; empty if only a player's prefix is left."""
    line = plain(command.text).strip()
    report = line.startswith("*")
    if report:
        line = report_line(line)
    if line.startswith("<") and line.rstrip().endswith("> -"):
        return ""
    # Reports consist of the names of pieces, which are no secrets; players typed the rest.
    return tracker.table.ids.clean(line, typed=not report)


def _by(commands: Iterable[cmd.Command], table: Table) -> str:
    """Return the side that made a step, if the file names it."""
    for command in commands:
        if isinstance(command, cmd.Move) and (side := table.side_of(command.player)):
            return _side_id(side)
    for command in commands:
        if isinstance(command, cmd.Chat):
            line = plain(command.text)
            for seat in table.players.values():
                if _is_side(seat.side) and line.startswith(f"<{seat.name}>"):
                    return _side_id(seat.side)
    return ""


def _chapter(commands: Iterable[cmd.Command], tracker: Tracker) -> str:
    module = tracker.table.module
    titles = [
        describe(c.state, module.turns.get(c.tracker) if module is not None else None)
        for c in commands
        if isinstance(c, cmd.Turn)
    ]
    title = titles[-1] if titles else ""
    if title and not any(ch.isalpha() for ch in title):
        title = t("vassal.chapter.turn", turn=title)
    return shorten(tracker.table.ids.clean(title), 200)
