"""Build ``vassal/table.json``: the maps, kinds of pieces and places of a game."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.i18n import t
from engine.vassal import cells as cl
from engine.vassal.album import Album, Size
from engine.vassal.buildfile import MapInfo, ModuleInfo
from engine.vassal.drawing import DEFAULT_SIZE
from engine.vassal.grids import HexGrid, SquareGrid
from engine.vassal.kind_files import dump_kind
from engine.vassal.kinds import Kind
from engine.vassal.layout import Layout, PlacedBoard
from engine.vassal.map_drawing import BoardDrawing, MapDrawing
from engine.vassal.replay import Table
from engine.vassal.spots import Spot
from engine.vassal.table_records import Deck
from engine.vassal.tracker import PlaceInfo, Tracker
from engine.vassal.traits import hex_color

_MARGIN = 60
"""The margin around the pieces of a map without boards, in pixels."""
_COUNTER_OF_CELL = 0.66
"""The size of a counter without a picture, as a fraction of its cell."""
_SMALLEST, _LARGEST = 16, 160
_SAMPLE = 600
_NAMED, _LISTED = 5, 200
"""Limits for the missing pictures named in a message, and in the file."""


def maps(
    tracker: Tracker,
    places: Iterable[PlaceInfo],
    album: Album,
    whole: bool,
) -> list[tuple[MapDrawing, ...]]:
    """Return the maps by number, each with all boards that it showed, in order.

    ``whole`` includes the pictures of maps that never had a piece.
    """
    table = tracker.table
    spots: dict[str, list[tuple[int, int]]] = {}
    for place in places:
        spots.setdefault(_canonical(table, place.map), []).append((place.x, place.y))
    made = []
    for index, name in enumerate(tracker.maps):
        shown: Sequence[Layout | None] = tracker.layouts.get(name) or [table.layout(name)]
        here, used = spots.get(name, []), name in spots
        sizes = [_extent(layout, here) for layout in shown]
        size = max(w for w, _ in sizes), max(h for _, h in sizes)
        made.append(tuple(_map(index, name, layout, used, size, album, whole) for layout in shown))
    return made


def _map(
    index: int, name: str, layout: Layout | None, used: bool, size: Size, album: Album, whole: bool
) -> MapDrawing:
    info = layout.map if layout is not None else None
    boards = layout.boards if layout is not None else ()
    return MapDrawing(
        index=index,
        name=name,
        kind=info.kind if info is not None else "Map",
        used=used,
        width=size[0],
        height=size[1],
        background=hex_color(info.background) if info is not None else "",
        stack_offset=info.stack_offset if info is not None else (2, 4),
        layers=info.layers if info is not None else (),
        boards=tuple(_board(b, album, used or whole) for b in boards),
        mark_moved=info.mark_moved if info is not None else False,
        move_key=info.move_key if info is not None else "",
        id=info.id if info is not None else "",
        outside=layout.outside if layout is not None else "",
    )


def _canonical(table: Table, name: str) -> str:
    """Return a map's name; a save may use its number."""
    info: MapInfo | None = table.map_info(name)
    return info.name if info is not None else name


def _board(placed: PlacedBoard, album: Album, wanted: bool) -> BoardDrawing:
    info = placed.info
    return BoardDrawing(
        name=info.name,
        picture=(album.add(info.image) or None) if wanted else None,
        color=hex_color(info.color),
        x=placed.x,
        y=placed.y,
        width=info.width,
        height=info.height,
        reversed=placed.reversed,
        grid=info.grid,
        corner=info.corner,
    )


def _extent(layout: Layout | None, spots: Sequence[tuple[int, int]]) -> Size:
    """Return the width and height of a map: its boards with padding, and all pieces."""
    boards = layout.boards if layout is not None else ()
    edge = layout.map.edge if layout is not None and boards else (_MARGIN, _MARGIN)
    right = max((b.x + b.info.width for b in boards), default=0)
    bottom = max((b.y + b.info.height for b in boards), default=0)
    far_x = max((x for x, _ in spots), default=0)
    far_y = max((y for _, y in spots), default=0)
    width = right + edge[0] if right >= far_x and right else far_x + _MARGIN
    height = bottom + edge[1] if bottom >= far_y and bottom else far_y + _MARGIN
    return width, height


def kinds(
    by_id: Mapping[str, Kind], album: Album, usual: Size = DEFAULT_SIZE
) -> dict[str, dict[str, Any]]:
    """Return the kinds of pieces with their pictures; ``usual`` is the size without a picture."""
    return {
        name: dump_kind(kind.with_images(album.add, _size(kind, album, usual)))
        for name, kind in by_id.items()
    }


def _size(kind: Kind, album: Album, usual: Size) -> Size:
    """Return the size of a piece: that of its picture, else of its first layer."""
    for image in kind.images():
        if album.add(image):
            size = album.size(image)
            if size is not None and min(size) > 2:
                return size
    return usual


def usual_size(drawn: Iterable[MapDrawing], places: Iterable[PlaceInfo]) -> Size:
    """Return the size of a counter without a picture, from cells or the distance of pieces."""
    maps = list(drawn)
    edges: list[float] = []
    for board in (b for m in maps if m.used for b in m.boards):
        for _, grid in cl.grids_of(board.grid):
            if isinstance(grid, HexGrid | SquareGrid):
                edges.append(min(grid.dx, grid.dy))
    if not edges:
        near = _nearness(_sample(list(places)))
        edges = [near] if near else []
    if not edges:
        return DEFAULT_SIZE
    side = round(min(_LARGEST, max(_SMALLEST, max(edges) * _COUNTER_OF_CELL)))
    return side, side


def _sample(places: list[PlaceInfo]) -> list[PlaceInfo]:
    """Return a run of neighbouring places out of many."""
    ordered = sorted(places, key=lambda p: (p.map, p.y, p.x))
    start = max(0, (len(ordered) - _SAMPLE) // 2)
    return ordered[start : start + _SAMPLE]


def _nearness(places: Sequence[PlaceInfo]) -> float | None:
    """Return the first quartile of the distances between nearest places."""
    maps: dict[str, list[tuple[int, int]]] = {}
    for place in places:
        maps.setdefault(place.map, []).append((place.x, place.y))
    distances: list[float] = []
    for spots in maps.values():
        for i, a in enumerate(spots):
            far = (math.dist(a, b) for j, b in enumerate(spots) if i != j)
            near = min((d for d in far if d >= _SMALLEST), default=None)
            distances += [] if near is None else [near]
    return sorted(distances)[len(distances) // 4] if distances else None


def named_places(
    tracker_places: Iterable[PlaceInfo], drawn: Sequence[MapDrawing], decks: Sequence[Deck]
) -> dict[str, str]:
    """Return the names of places whose maps give no name or another one."""
    piles = {Spot(d.map, d.x, d.y).name: d.name for d in decks}
    numbers = {m.name: m for m in drawn}
    names = {}
    for place in tracker_places:
        board = numbers.get(place.map)
        map_name = piles.get(place.id) or (board.location(place.x, place.y) if board else "")
        if place.location and place.location != map_name:
            names[place.id] = place.location
    return names


def decks(tracker: Tracker, module: ModuleInfo | None) -> list[Deck]:
    """Return the decks on the table, at the module's size."""
    table = tracker.table
    defined = {s.name: s for s in module.stacks if s.deck} if module is not None else {}
    by_place: dict[str, Deck] = {}
    for stack in table.stacks.values():
        if stack.deck is None or stack.map is None:
            continue
        name = _canonical(table, stack.map)
        if name not in tracker.maps:
            continue
        spot = Spot(tracker.maps[name], stack.x, stack.y)
        info = defined.get(stack.deck)
        by_place[spot.name] = Deck(
            id=spot.name,
            name=stack.deck,
            map=spot.map,
            x=stack.x,
            y=stack.y,
            width=info.width if info is not None else 40,
            height=info.height if info is not None else 40,
            face_down=stack.face_down,
            shuffle=info.shuffle if info is not None else False,
            draw_face_up=info.draw_face_up if info is not None else False,
        )
    return list(by_place.values())


def missing(album: Album) -> str:
    """Return a message about the pictures that a module names but lacks."""
    names = sorted(album.missing)
    shown = ", ".join(names[:_NAMED]) + (" …" if len(names) > _NAMED else "")
    return t("vassal.problem.pictures", count=len(names), names=shown)


def named(album: Album) -> tuple[str, ...]:
    """Return the pictures that a module names but lacks, as listed in the file."""
    return tuple(sorted(album.missing)[:_LISTED])
