"""Open a VASSAL module as a board: a game with the rules off, played and recorded like any other.

Its maps, set-ups, palette, decks, dice, turn trackers and charts are imported as data; automatic
actions of its traits are not (docs/vassal.md).
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.core import effects as fx
from engine.core.dice import Rolled
from engine.core.errors import UserError
from engine.core.reducer import apply
from engine.core.state import State
from engine.files import need_no_folder
from engine.i18n import t
from engine.log.entry import Entry, Header, now
from engine.log.store import LogError, LogFile
from engine.modules.module import Module, load_module
from engine.play.bylines import NOBODY, Byline
from engine.play.game import Game, first_entry
from engine.play.vassal.import_writer import plain_files, save_module, slug, table_bytes
from engine.vassal import TABLE, chains
from engine.vassal import tablefile as tf
from engine.vassal.album import Album, Content
from engine.vassal.archive import Archive
from engine.vassal.at_start import start
from engine.vassal.buildfile import ModuleInfo, Setup
from engine.vassal.chains import CHAINS
from engine.vassal.drawing import Drawing
from engine.vassal.errors import VassalError
from engine.vassal.furniture import buttons, charts, markers, palette, properties, symbols, threads
from engine.vassal.info import trait_report
from engine.vassal.kind_files import Kinds
from engine.vassal.languages import languages
from engine.vassal.layout import Layout
from engine.vassal.module_commands import startup
from engine.vassal.module_search import find_extensions
from engine.vassal.players import EVERYTHING, Ids
from engine.vassal.replay import Table
from engine.vassal.savegame import read_game
from engine.vassal.spots import boards_track
from engine.vassal.table_records import FORMAT, SetupPiece, TableFile
from engine.vassal.table_records import Setup as Opening
from engine.vassal.tracker import PlaceInfo, Tracker
from engine.vassal.turn_trackers import begin

START = "start"
"""The module's own set-up: its at-start stacks and decks."""


def new_game(
    vmod: Path,
    path: Path,
    setup: str = "",
    *,
    title: str = "",
    pictures: Path | None = None,
    byline: Byline = NOBODY,
) -> Game:
    """Start a game of a VASSAL module; ``path`` is the log, with its module (``.h44mod``) beside.

    ``setup`` is the id or title of one of the module's set-ups, ``pictures`` a folder with pictures
    that the module lacks. Raises UserError for a file that is not a module, an unknown set-up, or
    files that exist already.
    """
    need_no_folder(path)
    target = path.with_suffix(".h44mod")
    for file in (path, target):
        if file.exists():
            raise LogError(t("log.error.exists", path=file))
    files, problems = module_files(ModuleInfo.read(vmod, find_extensions(vmod), pictures), pictures)
    save_module(target, files)
    try:
        return start_game(
            load_module(target), path, setup, title=title, notices=tuple(problems), byline=byline
        )
    except BaseException:
        target.unlink(missing_ok=True)
        raise


def start_game(
    module: Module,
    path: Path,
    setup: str = "",
    *,
    title: str = "",
    notices: tuple[str, ...] = (),
    byline: Byline = NOBODY,
) -> Game:
    """Start a game of a module that was converted from VASSAL; ``path`` is the new log."""
    drawing = module.drawing
    assert drawing is not None, "a module that came from VASSAL"
    opening = find_setup(drawing, setup)
    name = f"{module.meta.id}.h44mod" if module.files.origin == "import" else module.files.origin
    header = Header(
        id=uuid.uuid4().hex,
        game=module.meta.id,
        module=Path(name).name,
        module_hash=module.hash,
        scenario=opening.id,
        title=title or t("game.title", game=module.title, scenario=opening.title),
        created=now(),
        options={"imported": "vassal"},
    )
    sides = [side.id for side in module.meta.sides]
    effects = tuple(opening_effects(drawing, opening, sides))
    entries = [first_entry(module, opening.title, effects, author=byline.author)]
    laid_out = apply(State(), effects, module.places)
    begun = startup(drawing, laid_out, module.places, Rolled())
    if begun is not None:
        apply(laid_out, begun.effects, module.places)
        entries.append(
            Entry(
                id=2,
                parent=1,
                at=now(),
                by=laid_out.clock.active,
                action=begun.action,
                dice=begun.dice,
                effects=begun.effects,
                author=byline.author,
            )
        )
    game = Game(LogFile.create(path, header, entries, byline.signer), module, notices=notices)
    game.author = byline.author
    return game


def find_setup(drawing: Drawing, wanted: str) -> Opening:
    """Return a set-up by id or title, by default the first. Raises UserError if there is none."""
    setups = drawing.table.setups
    if not wanted and setups:
        return setups[0]
    for opening in setups:
        if wanted in (opening.id, opening.title):
            return opening
    known = ", ".join(o.title for o in setups) or "–"
    raise UserError(t("vassal.error.setup", setup=wanted, known=known))


def opening_effects(
    drawing: Drawing, opening: Opening, sides: Sequence[str] = ()
) -> Iterator[fx.Effect]:
    """Yield the effects of a set-up."""
    height: dict[str, int] = {}
    for piece in opening.pieces:
        index = height.get(piece.place, 0)
        height[piece.place] = index + 1
        yield fx.Place(
            unit=piece.unit,
            counter=piece.kind,
            side=piece.side,
            at=piece.place,
            index=index,
            steps=1,
            status=piece.status,
        )
    for track, value in opening.tracks.items():
        yield fx.SetTrack(track=track, before=None, after=value)
    yield from begin(drawing, State(), sides)


# -- the module -----------------------------------------------------------------------------------


@dataclass
class _Openings:
    """The set-ups of a module, with the data they share."""

    info: ModuleInfo
    kinds: Kinds = field(default_factory=Kinds)
    places: dict[str, PlaceInfo] = field(default_factory=dict)
    layouts: dict[str, list[Layout]] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    def opening(self, name: str, title: str, table: Table) -> tuple[Opening, Tracker]:
        """Make a set-up from a table; return it with its tracker."""
        tracker = Tracker(
            table,
            EVERYTHING,
            self.info.sides,
            places=self.places,
            kinds=self.kinds,
            layouts=self.layouts,
        )
        pieces = [
            SetupPiece(unit=e.unit, kind=e.counter, side=e.side, place=e.at, status=e.status)
            for e in tracker.step()
            if isinstance(e, fx.Place)
        ]
        tracks = {boards_track(n): shown for n, shown in tracker.showing().items() if shown}
        self.problems += table.problems
        return Opening(id=name, title=title, pieces=tuple(pieces), tracks=tracks), tracker


def module_files(
    info: ModuleInfo, pictures: Path | None = None
) -> tuple[dict[str, Content], list[str]]:
    """Convert a VASSAL module; return the files by name, and the problems."""
    made = _Openings(info)
    opening, tracker = made.opening(START, t("vassal.setup.start"), start(info))
    openings = [opening, *_predefined(made)]
    counters = list(palette(info, tracker, made.problems))
    put = markers(info, tracker)
    with Album(info, pictures) as album:
        shown = tf.maps(tracker, made.places.values(), album, whole=True)
        drawn = [variants[0] for variants in shown]
        decks = tf.decks(tracker, info)
        usual = tf.usual_size(drawn, made.places.values())
        table = TableFile(
            format=FORMAT,
            owner=info.name,
            maps=tuple(drawn),
            variants={str(i): v[1:] for i, v in enumerate(shown) if v[1:]},
            kinds=tf.kinds(made.kinds.by_id, album, usual),
            places=tf.named_places(made.places.values(), drawn, decks),
            decks=tuple(decks),
            dice=tuple(info.dice.values()),
            symbols=tuple(symbols(info)),
            trackers=tuple(info.turns.values()),
            palette=tuple(counters),
            charts=tuple(charts(info, album)),
            buttons=tuple(buttons(info)),
            properties=properties(info),
            threads=tuple(threads(info, tracker.maps)),
            words=languages(info),
            setups=tuple(openings),
            missing=tf.named(album),
            report=trait_report(info),
        )
        sides = tracker.sides or tuple(tracker.named)
        if album.missing:
            made.problems.append(tf.missing(album))
        plain_ones = plain_files(slug(info.name), info.name, info, sides)
        table_files = {TABLE: table_bytes(table), CHAINS: chains.dump(made.kinds.by_id, put)}
        return {**plain_ones, **table_files, **album.files}, made.problems


def _predefined(made: _Openings) -> Iterator[Opening]:
    """Yield the set-ups that are saves inside the module."""
    for number, setup in enumerate(made.info.setups, 1):
        try:
            table = _saved(made.info, setup)
        except VassalError as error:
            made.problems.append(t("vassal.problem.setup", setup=setup.name, why=error))
            continue
        yield made.opening(f"setup-{number}", setup.name or setup.file, table)[0]


def _saved(info: ModuleInfo, setup: Setup) -> Table:
    for path in (info.path, *info.extensions):
        with Archive(path) as archive:
            if setup.file not in archive:
                continue
            data = archive.read(setup.file)
        with TemporaryDirectory() as folder:
            file = Path(folder) / "setup.vsav"
            file.write_bytes(data)
            game = read_game(file, Ids(setup.file.encode()))
        table = Table(game.ids, info)
        table.set_up(game.setup)
        return table
    raise VassalError(t("vassal.error.entry", path=info.path, file=setup.file))
