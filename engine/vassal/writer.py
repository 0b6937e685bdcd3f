"""An imported game on disk: the log, beside it its module (``.h44mod``) and its chapters.

The module gives every spot of the VASSAL maps a box of its own, under the name that the VASSAL
module gives it. ``vassal/table.json`` in it tells where the boxes are on which boards, and how each
piece looks from which entry on; with the pictures that takes.
"""

from __future__ import annotations

import hashlib
import io
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

import orjson

from engine.files import write_atomic
from engine.i18n import t
from engine.log.annotations import SUFFIX as NOTES_SUFFIX
from engine.log.chain import START, seal
from engine.log.store import LogError
from engine.modules import Module
from engine.vassal import grids
from engine.vassal.archive import Archive, find_image
from engine.vassal.buildfile import BoardInfo, ModuleInfo
from engine.vassal.errors import VassalError
from engine.vassal.importer import FIRST_PLACE, Imported
from engine.vassal.layout import Layout
from engine.vassal.pieces import Look
from engine.vassal.replay import Table

TABLE = "vassal/table.json"
FORMAT = "h44vassal/1"
_COLORS = ("#4a6fa5", "#a5524a", "#5a8f5a", "#b08a3e", "#7d5a8f", "#4a8f8f")
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of all entries, so that the same import gives the same bytes."""
_MAX_PICTURES = 128 * 1024 * 1024
"""A larger picture stays out; its pieces are drawn as boxes."""


@dataclass(frozen=True)
class Written:
    """What an import wrote."""

    log: Path
    module: Path
    notes: Path | None


class _MemoryFiles:
    """A module's files before they are an archive."""

    origin = "import"

    def __init__(self, files: dict[str, bytes]) -> None:
        self._files = files

    def names(self) -> list[str]:
        """All names, sorted."""
        return sorted(self._files)

    def read(self, name: str) -> bytes:
        """The bytes of a file."""
        return self._files[name]


def write(imported: Imported, path: Path, module: ModuleInfo | None, source: str) -> Written:
    """Write an imported game as ``path`` and the files beside it. Raises LogError if one exists."""
    target = path.with_suffix(".h44mod")
    notes = path.with_suffix(NOTES_SUFFIX)
    for file in (path, target, *((notes,) if imported.chapters else ())):
        if file.exists():
            raise LogError(t("log.error.exists", path=file))
    game = _slug(module.name if module is not None else source)
    files = module_files(imported, module, game)
    log_id = _log_id(imported)
    fingerprint = Module(_MemoryFiles(files)).hash
    header = imported.header(log_id, target.name, fingerprint, game)
    write_atomic(target, _zipped(files))
    lines, link = [], START
    for record in (header.model_dump(mode="json"), *(e.to_json() for e in imported.entries)):
        line, link = seal(record, link)
        lines.append(line)
    write_atomic(path, b"".join(lines))
    if imported.chapters:
        imported.annotations(log_id).save(notes)
    return Written(path, target, notes if imported.chapters else None)


def module_files(imported: Imported, module: ModuleInfo | None, game: str) -> dict[str, bytes]:
    """The files of the module of an imported game, by name."""
    name = module.name if module is not None else imported.title
    pictures: dict[str, bytes] = {}
    table = _table(imported, module, pictures)
    plain: dict[str, Any] = {
        "module.json": {
            "format": "h44module/1",
            "id": game,
            "title": name,
            "version": (module.version if module is not None else "") or "0",
            "dev_stage": "complete",
            "sides": [
                {"id": s, "title": s, "color": _COLORS[i % len(_COLORS)]}
                for i, s in enumerate(imported.sides)
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
        "displays.json": {
            "format": "h44displays/1",
            "game": game,
            "displays": [
                {
                    "id": place.id,
                    "key": "vassal.place",
                    "args": {"name": place.name, "map": place.map},
                    "kind": "holding",
                    "panel": "common",
                }
                for place in imported.places.values()
            ],
        },
        TABLE: table,
    }
    return {**{n: orjson.dumps(d) for n, d in plain.items()}, **pictures}


def _board(game: str) -> dict[str, Any]:
    """The least board that a module may have: one hex, on which nothing stands."""
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


# -- the table ------------------------------------------------------------------------------------


def _table(
    imported: Imported, module: ModuleInfo | None, pictures: dict[str, bytes]
) -> dict[str, Any]:
    """``vassal/table.json``; the pictures it names are put into ``pictures``."""
    album = _Album(module, pictures)
    looks: dict[Look, int] = {}
    shown = {
        unit: [[entry, looks.setdefault(look, len(looks))] for entry, look in history]
        for unit, history in imported.looks.items()
    }
    used = dict.fromkeys(place.map for place in imported.places.values())
    return {
        "format": FORMAT,
        "maps": [_map(name, imported.tables[-1], album) for name in used],
        "places": {p.id: [p.map, p.x, p.y, p.location] for p in imported.places.values()},
        "units": shown,
        "looks": [_look(look, album, imported.tables[0].ids.clean) for look in looks],
    }


def _map(name: str, table: Table, album: _Album) -> dict[str, Any]:
    layout = table.layout(name)
    return {
        "name": name,
        "background": layout.map.background if layout is not None else "",
        "stack_offset": list(layout.map.stack_offset) if layout is not None else [2, 4],
        "layers": list(layout.map.layers) if layout is not None else [],
        "boards": list(_boards(layout, album)) if layout is not None else [],
    }


def _boards(layout: Layout, album: _Album) -> Iterator[dict[str, Any]]:
    for placed in layout.boards:
        yield {
            "name": placed.info.name,
            "picture": album.add(placed.info.image),
            "color": placed.info.color,
            "x": placed.x,
            "y": placed.y,
            "width": placed.info.width,
            "height": placed.info.height,
            "reversed": placed.reversed,
            "hexes": _hexes(placed.info),
        }


def _hexes(board: BoardInfo) -> dict[str, Any] | None:
    """The hex grid under a board, for a schematic drawing; None for other grids."""
    grid = board.grid
    if isinstance(grid, grids.ZonedGrid):
        own = (zone.grid for zone in grid.zones)
        grid = next((g for g in (grid.background, *own) if isinstance(g, grids.HexGrid)), None)
    if not isinstance(grid, grids.HexGrid):
        return None
    return {
        "x0": grid.x0,
        "y0": grid.y0,
        "dx": grid.dx,
        "dy": grid.dy,
        "sideways": grid.sideways,
    }


def _look(look: Look, album: _Album, clean: Callable[[str], str]) -> dict[str, Any]:
    return {
        "name": clean(look.name),
        "masked": look.masked,
        "pictures": [[album.add(p.image), p.x, p.y, p.scale, p.angle] for p in look.pictures],
        "texts": [
            {
                "text": clean(x.text),
                "size": x.label.size,
                "color": x.label.color,
                "background": x.label.background,
                "at": [*x.label.horizontal, *x.label.vertical],
                "anchor": x.label.anchor,
                "family": x.label.family,
                "style": x.label.style,
                "angle": x.angle + x.label.turn,
            }
            for x in look.texts
        ],
        "areas": [[a.color, a.opacity, a.radius] for a in look.areas],
    }


class _Album:
    """The pictures that are used, each once, under names that any archive may hold."""

    def __init__(self, module: ModuleInfo | None, pictures: dict[str, bytes]) -> None:
        self._module = module
        self._pictures = pictures
        self._names: dict[str, str | None] = {}

    def add(self, image: str) -> str | None:
        """Where a picture lies in our module; None where the VASSAL module has no such file."""
        image = image.strip()
        if not image or self._module is None:
            return None
        if image not in self._names:
            self._names[image] = self._take(image)
        return self._names[image]

    def _take(self, image: str) -> str | None:
        assert self._module is not None, "checked before"
        with Archive(self._module.path) as archive:
            found = find_image(image, [archive])
            if found is None:
                return None
            try:
                data = archive.read(found[1])
            except VassalError:
                return None
        if len(data) > _MAX_PICTURES:
            return None
        suffix = re.sub(r"[^a-z0-9.]", "", PurePosixPath(found[1]).suffix.lower())[:6]
        name = f"vassal/pictures/{len(self._pictures):05d}{suffix}"
        self._pictures[name] = data
        return name


# -- bytes ----------------------------------------------------------------------------------------


def _zipped(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name, _EPOCH), files[name], zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def _log_id(imported: Imported) -> str:
    """An id that the same game always gets."""
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


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40] or "vassal"
