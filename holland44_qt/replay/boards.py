"""Boxes beside the map, grouped into boards by purpose."""

from __future__ import annotations

from engine.board.map_texts import area_title
from engine.core.counters import Arrival, Display
from engine.i18n import has, t
from engine.modules.module import Module

BOARDS = ("arrivals", "areas", "lost", "stand_ins", "pools", "markers")
"""Boards in order; their titles are in the catalogue under ``aids.board.<id>``."""
LETTERS = 2
"""Maximum length of an area's name; longer ones are replaced by the area's title."""
_BY_KEY = {
    "display.remnants": "stand_ins",
    "display.breakdowns": "stand_ins",
    "display.remnant_parents": "lost",
    "display.moved": "markers",
    "display.air": "markers",
    "display.traffic": "markers",
}
_BY_KIND = {"turn": "arrivals", "area": "areas", "holding": "lost", "pool": "pools"}


def board_of(display: Display) -> str | None:
    """Return the board of a box; None for tracks, which hold values instead of pieces."""
    return _BY_KEY.get(display.key) or _BY_KIND.get(display.kind)


def board_title(module: Module, board: str) -> str:
    """Return the title of a board: the module's, or the program's for common boards."""
    key = f"aids.board.{board}"
    return module.word("boxes", board) or (t(key) if has(key) else module.side_name(board))


def boards(module: Module) -> dict[str, list[Display]]:
    """Return all boxes of a game by board, in the order of the module."""
    result: dict[str, list[Display]] = {board: [] for board in BOARDS}
    own = set(module.vocabulary.ids("boxes"))
    for display in module.displays.values():
        # A game may sort its boxes into boards of its own, named by the panel of each box.
        board = display.panel if display.panel in own else board_of(display)
        if board is not None and display.kind != "track":
            result.setdefault(board, []).append(display)
    return {board: displays for board, displays in result.items() if displays}


def arrival_text(module: Module, arrival: Arrival) -> str:
    """Return the arrival of a piece as one short word ("M", "LZ T"), or an empty string."""
    area = module.board.areas.get(arrival.area or "")
    if area is not None and arrival.area and len(arrival.area) > LETTERS:
        return area_title(module.meta.id, area.id, area.title).partition(",")[0]
    if arrival.area:
        return t("aids.arrival.area", area=arrival.area)
    if arrival.drop:
        return t("aids.arrival.drop", drop=arrival.drop)
    return ""
