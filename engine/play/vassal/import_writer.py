"""Write an imported game: the log, its module (``.h44mod``) and its chapters.

The module's ``vassal/table.json`` describes the maps, the names of places and the look of each kind
of piece, with the pictures they need.
"""

from __future__ import annotations

import hashlib
import re
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from engine.files import need_no_folder, open_atomic, write_atomic
from engine.i18n import t
from engine.log.annotations import SUFFIX as NOTES_SUFFIX
from engine.log.chain import START, seal
from engine.log.head import forget_head
from engine.log.store import LogError
from engine.modules.module import Module
from engine.vassal import TABLE, chains, hidden
from engine.vassal import tablefile as tf
from engine.vassal.album import Album, Content, Entry
from engine.vassal.archive import Archive
from engine.vassal.buildfile import ModuleInfo
from engine.vassal.chains import CHAINS
from engine.vassal.furniture import (
    buttons,
    charts,
    markers,
    palette,
    properties,
    symbols,
    threads,
)
from engine.vassal.importer import FIRST_PLACE, Imported
from engine.vassal.info import trait_report
from engine.vassal.languages import languages
from engine.vassal.players import EVERYTHING
from engine.vassal.source import SOURCE
from engine.vassal.table_records import FORMAT, TableFile
from engine.vassal.tracker import Tracker

_COLORS = ("#4a6fa5", "#a5524a", "#5a8f5a", "#b08a3e", "#7d5a8f", "#4a8f8f")
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of all archive entries, so that the same import yields the same bytes."""


@dataclass(frozen=True)
class Written:
    """The files that an import wrote."""

    log: Path
    module: Path
    notes: Path | None


class MemoryFiles:
    """A module's files in memory, before they are archived."""

    origin = "import"

    def __init__(self, files: Mapping[str, Content]) -> None:
        self._files = files

    def names(self) -> list[str]:
        """Return all names, sorted."""
        return sorted(self._files)

    def read(self, name: str) -> bytes:
        """Return the bytes of a file."""
        content = self._files[name]
        return content.read() if isinstance(content, Entry) else content


def write(
    imported: Imported,
    path: Path,
    module: ModuleInfo | None,
    source: str,
    pictures: Path | None = None,
) -> Written:
    """Write an imported game as ``path`` and the files beside it. Raises LogError if one exists.

    ``pictures`` is a folder with pictures that the module lacks.
    """
    need_no_folder(path)
    target = path.with_suffix(".h44mod")
    notes = path.with_suffix(NOTES_SUFFIX)
    for file in (path, target, *((notes,) if imported.chapters else ())):
        if file.exists():
            raise LogError(t("log.error.exists", path=file))
    game = slug(module.name if module is not None else source)
    files = module_files(imported, module, game, pictures)
    log_id = _log_id(imported)
    fingerprint = Module(MemoryFiles(files)).hash
    header = imported.header(log_id, target.name, fingerprint, game)
    lines, link = [], START
    for record in (header.model_dump(mode="json"), *(e.to_json() for e in imported.entries)):
        line, link = seal(record, link)
        lines.append(line)
    try:  # the log last: if it exists, the game is complete
        save_module(target, files)
        if imported.chapters:
            imported.annotations(log_id).save(notes)
        forget_head(path)
        write_atomic(path, b"".join(lines))
    except BaseException:
        for file in (target, notes) if imported.chapters else (target,):
            with suppress(OSError):
                file.unlink(missing_ok=True)
        raise
    return Written(path, target, notes if imported.chapters else None)


def module_files(
    imported: Imported, module: ModuleInfo | None, game: str, pictures: Path | None = None
) -> dict[str, Content]:
    """Return the files of the module of an imported game, by name."""
    name = module.name if module is not None else imported.title
    with Album(module, pictures) as album:
        table = game_table(imported, module, name, album)
        return {**plain_files(game, name, module, imported.sides), **table, **album.files}


def game_table(
    imported: Imported, module: ModuleInfo | None, owner: str, album: Album
) -> dict[str, bytes]:
    """Return ``vassal/table.json`` of an imported game; its pictures are added to the album."""
    tracker = imported.tracker
    under = _under_covers(tracker)
    beside = other_components(imported, module, album) if module is not None else {}
    put = markers(module, tracker)
    places = list(tracker.places.values())
    shown = tf.maps(tracker, places, album, whole=False)
    drawn = [variants[0] for variants in shown]
    decks = tf.decks(tracker, module)
    usual = tf.usual_size(drawn, places)
    kinds = tf.kinds(tracker.kinds.by_id, album, usual)
    if album.missing:
        imported.problems.append(tf.missing(album))
    table = TableFile(
        format=FORMAT,
        owner=owner,
        maps=tuple(drawn),
        variants={str(i): v[1:] for i, v in enumerate(shown) if v[1:]},
        kinds=kinds,
        places=tf.named_places(places, drawn, decks),
        decks=tuple(decks),
        missing=tf.named(album),
        **beside,
    )
    return {
        TABLE: table_bytes(table),
        CHAINS: chains.dump(tracker.kinds.by_id, put),
        hidden.HIDDEN: under,
        SOURCE: imported.source.model_dump_json().encode(),
    }


def other_components(imported: Imported, module: ModuleInfo, album: Album) -> dict[str, Any]:
    """Return the components of the module except its maps."""
    return {
        "palette": tuple(palette(module, imported.tracker, imported.problems)),
        "dice": tuple(module.dice.values()),
        "symbols": tuple(symbols(module)),
        "trackers": tuple(module.turns.values()),
        "charts": tuple(charts(module, album)),
        "buttons": tuple(buttons(module)),
        "properties": properties(module),
        "threads": tuple(threads(module, imported.tracker.maps)),
        "words": languages(module),
        "report": trait_report(module),
    }


def table_bytes(table: TableFile) -> bytes:
    """Return the table as JSON."""
    return orjson.dumps(table.model_dump(mode="json"))


def plain_files(
    game: str, name: str, module: ModuleInfo | None, sides: Sequence[str]
) -> dict[str, bytes]:
    """Return the files that every module needs, for a game drawn by its table."""
    plain: dict[str, Any] = {
        "module.json": {
            "format": "h44module/1",
            "id": game,
            "title": name,
            "version": (module.version if module is not None else "") or "0",
            "dev_stage": "complete",
            "sides": [
                {"id": s, "title": s, "color": _COLORS[i % len(_COLORS)]}
                for i, s in enumerate(sides)
            ],
            "scenarios": [],
            "owner": name,
            "notice": t("vassal.notice", module=name),
        },
        "board.json": _board(game),
        "counters.json": {
            "format": "h44counters/1",
            "game": game,
            "nationalities": {},
            "formations": [],
            "counters": [],
        },
        "markers.json": {"format": "h44markers/1", "game": game, "markers": []},
        "displays.json": {"format": "h44displays/1", "game": game, "displays": []},
    }
    return {file: orjson.dumps(data) for file, data in plain.items()}


def _board(game: str) -> dict[str, Any]:
    """Return the smallest board that a module may have: one hex without pieces."""
    return {
        "format": "h44board/1",
        "game": game,
        "credits": [],
        "grid": {
            "numbering": "RRCC",
            "rows": [10, 10],
            "cols_even": [0, 0],
            "cols_odd": [0, 0],
            "hex_km": 1.0,
        },
        "hexes": {FIRST_PLACE: {"terrain": "clear", "basis": "inferred"}},
        "hexsides": {},
        "bridges": [],
        "roads": [],
        "railways": [],
        "areas": {},
        "drops": [],
        "boundaries": [],
    }


# -- bytes ----------------------------------------------------------------------------------------


def save_module(path: Path, files: Mapping[str, Content]) -> None:
    """Write a module's files as an archive with reproducible bytes.

    Pictures are copied block by block without compression, since they are compressed already.
    """
    with ExitStack() as stack, open_atomic(path) as target:
        sources: dict[Path, Archive] = {}
        with zipfile.ZipFile(target, "w") as archive:
            for name in sorted(files):
                content, info = files[name], zipfile.ZipInfo(name, _EPOCH)
                if not isinstance(content, Entry):
                    archive.writestr(info, content, zipfile.ZIP_DEFLATED)
                    continue
                if content.archive not in sources:
                    sources[content.archive] = stack.enter_context(Archive(content.archive))
                source = sources[content.archive]
                info.file_size = source.size(content.name)
                with archive.open(info, "w") as file:
                    source.copy(content.name, file)


def _log_id(imported: Imported) -> str:
    """Return an id that is always the same for the same game."""
    total = hashlib.blake2b(digest_size=16)
    for part in _identity(imported):
        total.update(part.encode() + b"\0")
    return total.hexdigest()


def _identity(imported: Imported) -> Iterable[str]:
    yield imported.title
    yield imported.created
    for entry in imported.entries:
        yield f"{entry.parent} {entry.action.kind} {len(entry.effects)}"
        yield getattr(entry.action, "text", "")


def slug(name: str) -> str:
    """Return the id of a game; its hyphen keeps it distinct from the program's own games."""
    return "vassal-" + (re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40] or "game")


def _under_covers(tracker: Tracker) -> bytes:
    """Return the identities of pieces that a tracker's viewer sees only covered."""
    table, cards, decks = tracker.table, {}, {}
    for unit, shown in sorted(tracker.shown.items()):
        kind = tracker.kinds.by_id.get(shown.counter)
        if kind is None or not kind.masked:
            continue
        counter, status = tracker.face(table.read(unit, EVERYTHING))
        cards[unit] = hidden.Card(kind=counter, status=status)
        deck = table.deck_of(unit)
        if deck is not None and deck.face_down and shown.place not in decks:
            decks[shown.place] = tuple(i for i in deck.contents if i in table.pieces)
    return hidden.dump(cards, decks)
