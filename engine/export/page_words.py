"""Names on a replay page: of hexes, boxes, statuses, weathers, spots."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable
from typing import Any

from engine.export.renderer import Frame
from engine.export.vassal_sheet import Sheet
from engine.i18n import has, t
from engine.modules.module import Module

Json = dict[str, Any]

WEATHERS = ("clear", "cloudy", "overcast", "night")


def basis_line(module: Module) -> str:
    """Return a line that counts the board's hexes by the source (basis) of their terrain."""
    tally = Tally(module.board.terrain_basis)
    counts = ", ".join(f"{count} {basis}" for basis, count in tally.most_common())
    return t("page.footer.basis", count=len(module.board.numbers), counts=counts)


def hexes(module: Module, frame: Frame) -> dict[str, list[Any]]:
    """Return the facts about each hex: terrain, settlement, names, drop letters, the terrain's
    basis, and x and y of its middle in the picture.
    """
    board = module.board
    bases = sorted(set(board.terrain_basis))
    return {
        number: [
            module.named("terrains", board.terrain[i], f"terrain.{board.terrain[i]}"),
            module.named("settlements", rank, f"terrain.{rank}") if rank else "",
            list(board.names[i]),
            "".join(board.drop_letters[i]),
            bases.index(board.terrain_basis[i]),
            round(frame.x + frame.scale * board.centres[i][0], 1),
            round(frame.y - frame.scale * board.centres[i][1], 1),
        ]
        for i, number in enumerate(board.numbers)
        for rank in (board.settlement[i] or "",)
    }


def weathers(module: Module) -> dict[str, str]:
    """Return the kinds of weather in words: the game's own, or the common ones."""
    own = module.vocabulary.ids("weather") or WEATHERS
    return {w: module.weather_name(w) for w in own if module.weather_name(w) != w}


def boxes(module: Module) -> list[Json]:
    """Return the boxes beside the map."""
    return [
        {
            "id": d.id,
            "n": module.box_name(d),
            "k": d.kind,
            "side": d.side,
            "panel": d.panel,
        }
        for d in module.displays.values()
    ]


def box_groups(module: Module) -> dict[str, str]:
    """Return the titles of the groups of boxes: the program's for common ones, or the module's."""
    titles = {}
    for panel in {d.panel: None for d in module.displays.values()}:
        key = f"page.box.group.{panel}"
        titles[panel] = t(key) if has(key) else module.word("boxes", panel) or panel
    return titles


def statuses(module: Module) -> dict[str, list[str]]:
    """Return the name and meaning of each status."""
    return {
        m.id: [title(module, m.id), t(m.key) if has(m.key) else ""] for m in module.markers.values()
    }


def title(module: Module, kind: str) -> str:
    """Return the name of a kind of marker."""
    return module.marker_name(kind).replace("_", " ")


def spots(sheet: Sheet, frame: Frame, places: Iterable[str]) -> dict[str, list[Any]]:
    """Return the positions and names of places in the picture."""
    scale = frame.width / sheet.width
    result = {}
    for place in sorted(places):
        point = sheet.point(place)
        if point is not None:
            x, y = (round(value * scale, 1) for value in point)
            result[place] = [x, y, sheet.module.place_name(place)]
    return result


def named(group: str, *names: str) -> str:
    """Return the text of the first key that the catalogue has; without any, the last name in plain
    letters.
    """
    for name in names:
        if has(f"{group}.{name}"):
            return t(f"{group}.{name}")
    return names[-1].replace("_", " ")
