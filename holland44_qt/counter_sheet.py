"""Counter sheet: every counter of a game, front and back, and its markers, in one picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFont, QImage, QPainter

from engine.core.counters import Counter, CounterSet, Marker, Side
from engine.core.scenario import Scenario
from engine.export.counter_markers import WEATHER, marker_svg
from engine.export.counters import Theme, counter_svg
from engine.i18n import t
from engine.modules.module import Module
from holland44_qt.board.render import gui, save_png
from holland44_qt.counters import SMOOTH, draw_svg
from holland44_qt.fonts import font

COLUMNS = 24
LETTER = 0.12
"""Maximum average width of a heading's letter, in cells."""
GROUND, INK, FAINT = "#f4f0e4", "#20211f", "#6b6a62"
HOW_ORDER = ("set_up", "airlanding", "automatic", "die", "reinforcement", "pool", "box")


@dataclass(frozen=True, slots=True)
class Card:
    """Pictures of one counter side by side, and the number of equal counters."""

    faces: tuple[str, ...]
    count: int = 1


@dataclass(frozen=True, slots=True)
class Block:
    """Cards under one heading."""

    heading: str
    cards: tuple[Card, ...]

    @property
    def cells(self) -> float:
        """Return the width in cells with all pictures in one row; a heading needs space too."""
        return max(sum(len(card.faces) for card in self.cards), len(self.heading) * LETTER)


@dataclass(frozen=True, slots=True)
class Section:
    """Blocks under one title."""

    title: str
    blocks: tuple[Block, ...]


def render_sheet(
    module: Module,
    path: Path,
    width: int = 3000,
    side: Side | None = None,
    scenario: str | None = None,
) -> tuple[int, int]:
    """Draw the counter sheet of a module, or of one side, as a PNG; return its size in pixels.

    With a scenario, its set-up follows: the units in every hex and off-map box, including the
    arrivals of each turn. Raises UserError if the picture cannot be written.
    """
    gui()
    sections = list(_sections(module, side))
    if markers := tuple(_markers(module, side)):
        sections.append(Section(t("sheet.markers"), (Block("", markers),)))
    if scenario is not None:
        sections += _set_up(module, module.scenario(scenario), side)
    image = _draw(t("sheet.title", game=module.title), sections, width)
    save_png(image, path)
    return image.width(), image.height()


def _sections(module: Module, side: Side | None) -> Iterator[Section]:
    counters = module.counters
    theme = Theme.of(counters)
    # Most games list the side that moves first; here the order of the counters is that of the game.
    sides = dict.fromkeys(c.side for c in counters) if side is None else (side,)
    for one in sides:
        blocks = []
        for formation in dict.fromkeys([*counters.formations, *(c.formation for c in counters)]):
            members = [c for c in counters if c.side == one and c.formation == formation]
            if members:
                members.sort(key=_arrival_order)
                cards = tuple(card for c in members for card in _cards(counters, c, theme))
                blocks.append(Block(module.translated(_heading(formation)), cards))
        yield Section(module.side_name(one), tuple(blocks))


def _set_up(module: Module, scenario: Scenario, side: Side | None) -> Iterator[Section]:
    """Return the map and the boxes of a scenario at its start; empty boxes are marked as such."""
    counters = module.counters
    theme = Theme.of(counters)
    lying: dict[str, list[Card]] = {}
    for unit in scenario.units:
        counter = counters.of(unit.unit)
        if side is None or counter.side == side:
            face = counter.face_name(unit.steps, unit.status)
            label = counters.label(unit.unit)
            svg = counter_svg(counter, face, theme=theme, statuses=unit.status, label=label)
            lying.setdefault(unit.at, []).append(Card((svg,)))
    for marker in scenario.markers:
        kind = module.printed_marker(marker.kind)
        if side is None or kind.side in {None, side}:
            number = marker.id.rpartition("-")[2] if kind.numbered else ""
            lying.setdefault(marker.at, []).append(Card((marker_svg(kind, number),)))
    hexes = [place for place in module.board.numbers if place in lying]
    for key, items in (("sheet.on_map", hexes), ("sheet.boxes", list(module.displays))):
        blocks = tuple(_place(module, place, lying.get(place, [])) for place in items)
        yield Section(t(key, scenario=module.scenario_title(scenario.id)), blocks)


def _place(module: Module, place: str, cards: list[Card]) -> Block:
    name = module.place_name(place)
    return Block(name if cards else t("sheet.empty", place=name), tuple(cards))


def _arrival_order(counter: Counter) -> tuple[int, int, str]:
    arrival = counter.arrival
    known = arrival.how in HOW_ORDER
    how = HOW_ORDER.index(arrival.how) if known else len(HOW_ORDER)
    return how, arrival.turn or 0, arrival.area or arrival.drop or ""


def _heading(formation: str) -> str:
    return {"any": t("sheet.any"), "-": t("sheet.none"), "": t("sheet.none")}.get(
        formation, formation
    )


def _cards(counters: CounterSet, counter: Counter, theme: Theme) -> Iterator[Card]:
    labels = dict.fromkeys(counters.label(piece) for piece in counter.pieces())
    for label in labels:
        faces = [counter_svg(counter, "front", theme=theme, label=label)]
        if counter.back is not None:
            faces.append(counter_svg(counter, "back", theme=theme, label=label))
        yield Card(tuple(faces), counter.count if len(labels) == 1 else 1)


def _markers(module: Module, side: Side | None) -> Iterator[Card]:
    for marker in map(module.printed_marker, module.markers):
        if side is None or marker.side in {None, side}:
            yield _marker_card(marker)


def _marker_card(marker: Marker) -> Card:
    count = marker.count or 1
    if marker.id == "weather":
        return Card(tuple(marker_svg(marker, "", face) for face in WEATHER), count)
    if marker.numbered:
        return Card(tuple(marker_svg(marker, str(n)) for n in range(1, count + 1)))
    return Card((marker_svg(marker),), count)


def _draw(title: str, sections: list[Section], width: int) -> QImage:
    cell = width / (COLUMNS + 1.2)
    height = round(_paint(None, title, sections, cell))
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor(GROUND))
    painter = QPainter(image)
    painter.setRenderHints(SMOOTH)
    _paint(painter, title, sections, cell)
    painter.end()
    return image


def _paint(painter: QPainter | None, title: str, sections: list[Section], cell: float) -> float:
    """Lay out the sheet and, with a painter, draw it; return its height."""
    left = cell * 0.6
    y = cell * 0.95
    _write(painter, title, left, y, cell * 0.52, INK, QFont.Weight.Bold)
    y += cell * 0.2
    for section in sections:
        y += cell * 0.6
        _write(painter, section.title, left, y, cell * 0.38, INK, QFont.Weight.Bold)
        y += cell * 0.15
        column, rows = 0.0, 0.0
        for block in section.blocks:
            if column and column + block.cells > COLUMNS:
                column, y = 0.0, y + rows
            room = COLUMNS - column
            used, high = _block(painter, block, left + column * cell, y, room, cell)
            rows = high if column == 0 else max(rows, high)
            column += used + 0.5
            if column >= COLUMNS:
                column, y = 0.0, y + rows
        if column:
            y += rows
    return y + cell * 0.5


def _block(
    painter: QPainter | None, block: Block, x: float, y: float, room: float, cell: float
) -> tuple[float, float]:
    """Draw a block; return (cells used of the row, height)."""
    top = y
    if block.heading:
        y += cell * 0.42
        _write(painter, block.heading, x, y, cell * 0.24, FAINT, QFont.Weight.DemiBold)
        y += cell * 0.08
    column, widest = 0.0, len(block.heading) * LETTER
    if not block.cards:
        return widest, y + cell * 0.12 - top
    for card in block.cards:
        # Faces of one counter stay together, a little closer than counters to each other.
        wide = len(card.faces) * 0.96 + 0.1
        if column and column + wide > room:
            column, y = 0.0, y + cell
        for i, svg in enumerate(card.faces):
            if painter is not None:
                corner = QRectF(x + (column + i * 0.96) * cell, y, cell * 0.93, cell * 0.93)
                draw_svg(svg, painter, corner)
        column += wide
        if card.count > 1:
            text = t("sheet.count", count=card.count)
            _write(painter, text, x + (column - 0.08) * cell, y + cell * 0.6, cell * 0.26, INK)
            column += 0.45
        widest = max(widest, column)
    return widest, y + cell - top


def _write(
    painter: QPainter | None,
    text: str,
    x: float,
    y: float,
    size: float,
    color: str,
    weight: QFont.Weight = QFont.Weight.Medium,
) -> None:
    if painter is not None:
        painter.setFont(font("Barlow Semi Condensed", size, weight))
        painter.setPen(QColor(color))
        painter.drawText(QPointF(x, y), text)
