"""Layers that draw the rules' advice: one below the counters, one above them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from engine.board.board import BEYOND, Board
from engine.i18n import t
from holland44_qt.advice.advice_marks import Cost, DrawnPath, Sight
from holland44_qt.advice.advice_pens import (
    ALARM,
    DARK,
    GOOD,
    LIGHT,
    MOVE,
    PAPER,
    SUPPLY,
    Screen,
    bar,
    hatching,
    side_color,
)
from holland44_qt.board.entry_areas import Strips
from holland44_qt.board.layer import SceneLayer, to_scene
from holland44_qt.board.mark_painter import arrow, ring
from holland44_qt.theme import Theme

MANEUVER = QColor("#e0a526")
"""Arrows of declared combats that push; those of combats to the death are red."""
VEIL = QColor(24, 20, 16, 118)
"""Pattern over hexes that cannot be reached."""
BESIDE = 80.0
"""Hex widths round the map that a view may show too; they are darkened as well."""
LEGIBLE = 26.0
"""Pixels per hex width from which costs and marks are drawn."""
BARRED, THREAT = QColor("#8a2a20"), QColor("#7a1fa2")
SPANS = {
    "wired": QColor("#b06a00"),
    "intact": GOOD,
    "blown": ALARM,
    "under_repair": MOVE,
}
"""Icons of bridges by state, each with its own letter."""


class AdviceLayer(SceneLayer):
    """Layer that draws a ``Sight``; ``theme`` returns the map's current colours."""

    def __init__(self, board: Board, bounds: QRectF, theme: Callable[[], Theme]) -> None:
        super().__init__(board, bounds)
        self.theme = theme
        self.sight = Sight()

    def set_board(self, board: Board, bounds: QRectF) -> None:
        """Cover another board, with nothing drawn."""
        self.sight = Sight()
        super().set_board(board, bounds)

    def show_sight(self, sight: Sight) -> None:
        """Draw another ``Sight``."""
        if sight != self.sight:
            self.sight = sight
            self.update()

    def hex(self, place: int) -> QPolygonF:
        """Return the outline of a hex in the scene."""
        return QPolygonF([to_scene(c) for c in self.board.grid.corners(self.board.numbers[place])])

    def edges(self, place: int, places: Collection[int]) -> list[QLineF]:
        """Return the sides of a hex that border on hexes outside a set."""
        points = [to_scene(c) for c in self.board.grid.corners(self.board.numbers[place])]
        return [
            # Neighbours go clockwise from the east, corners from the north.
            QLineF(points[(k + 1) % 6], points[(k + 2) % 6])
            for k, neighbour in enumerate(self.board.neighbours[place])
            if neighbour == BEYOND or neighbour not in places
        ]


@dataclass(frozen=True)
class _Hex:
    """A hex of a zone of control: its shape, and the sides where the zone ends."""

    middle: QPointF
    shape: QPolygonF
    edges: list[QLineF]


class GroundAdvice(AdviceLayer):
    """Layer below the counters: zones of control, and shading over unreachable hexes."""

    def __init__(self, board: Board, bounds: QRectF, theme: Callable[[], Theme]) -> None:
        super().__init__(board, bounds, theme)
        self._zones: list[tuple[str, list[_Hex]]] = []
        self._veil: QPainterPath | None = None
        self._edge: list[QLineF] = []

    def set_board(self, board: Board, bounds: QRectF) -> None:
        """Cover another board, with nothing drawn."""
        self._zones, self._veil = [], None
        super().set_board(board, bounds)

    def boundingRect(self) -> QRectF:
        """Return the map's rectangle with the margin that a view may show."""
        return super().boundingRect().adjusted(-BESIDE, -BESIDE, BESIDE, BESIDE)

    def show_sight(self, sight: Sight) -> None:
        """Draw another ``Sight``; its shapes are computed once."""
        if sight.fronts != self.sight.fronts:
            self._zones = [
                (
                    f.side,
                    [
                        _Hex(self.centre(i), self.hex(i), self.edges(i, f.hexes))
                        for i in sorted(f.hexes)
                    ],
                )
                for f in sight.fronts
            ]
        if sight.reach is None:
            self._veil = None
        elif sight.reach != self.sight.reach or sight.start != self.sight.start:
            within = {*sight.reach, *(() if sight.start is None else (sight.start,))}
            self._veil = QPainterPath()
            self._veil.addRect(self.boundingRect())
            for i in within:
                self._veil.addPolygon(self.hex(i))
                self._veil.closeSubpath()
            self._edge = [line for i in within for line in self.edges(i, within)]
        super().show_sight(sight)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw the zones, then the dark."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        # Hatchings lie pixel on pixel: smoothing them would only cost.
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, on=False)
        exposed = option.exposedRect.adjusted(-1, -1, 1, 1)
        for side, hexes in self._zones:
            self._zone(painter, side, [h for h in hexes if exposed.contains(h.middle)])
        if self._veil is not None:
            painter.fillPath(self._veil, VEIL)
            for ink, width in ((LIGHT, 0.09), (MOVE, 0.05)):
                painter.setPen(QPen(ink, width))
                painter.drawLines(self._edge)

    def _zone(self, painter: QPainter, side: str, hexes: list[_Hex]) -> None:
        theme, scale = self.theme(), self.scale_of(painter)
        area = QPainterPath()
        area.setFillRule(Qt.FillRule.WindingFill)
        for hex_ in hexes:
            area.addPolygon(hex_.shape)
            area.closeSubpath()
        painter.fillPath(area, hatching(theme, side, scale))
        edges = [line for hex_ in hexes for line in hex_.edges]
        style = Qt.PenStyle.DashLine if side in theme.striped else Qt.PenStyle.SolidLine
        pens = [QPen(side_color(theme, side), 0.042, style)]
        if scale >= LEGIBLE:
            pens.insert(0, QPen(LIGHT, 0.075))
        for pen in pens:
            painter.setPen(pen)
            painter.drawLines(edges)


class OverAdvice(AdviceLayer):
    """Layer above the counters: bonds, supply marks, costs, paths and blocking units.

    Entry areas among the choices are highlighted at their ``strips`` beside the map.
    """

    def __init__(self, board: Board, bounds: QRectF, theme: Callable[[], Theme]) -> None:
        super().__init__(board, bounds, theme)
        self.strips: Strips = {}

    def middle(self, place: int) -> QPointF:
        """Return the middle of a hex, or of the strip of an entry area."""
        return self.strips[place][0].center() if place in self.strips else self.centre(place)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw all marks; there are never many."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, sight = self.theme(), self.sight
        self._bonds(painter, theme)
        for place in sight.hexes:
            self._lit(painter, place)
        for i, j in sight.sides:
            self._gate(painter, i, j, ALARM)
        for place in sight.refused:
            self._open(painter, place, BARRED, 0.035, 40)
        for place in sight.choices:
            hot = place == sight.hot
            self._open(painter, place, GOOD, 0.11 if hot else 0.065, 90 if hot else 45)
        for i, j in sight.gates:
            self._gate(painter, i, j, GOOD, hot=(i, j) == sight.hot_gate)
        for path in sight.paths:
            self._paint_path(painter, path)
        for place in sight.culprits:
            ring(painter, self.centre(place), 0.5, ALARM)
        self._attacks(painter)
        scale = self.scale_of(painter)
        with Screen(painter, scale) as screen:
            self._marks(screen, option.exposedRect.adjusted(-1, -1, 1, 1), scale >= LEGIBLE)

    def _bonds(self, painter: QPainter, theme: Theme) -> None:
        """Draw the bonds of both sides."""
        for front in self.sight.fronts:
            color, striped = side_color(theme, front.side), front.side in theme.striped
            for bond in front.bonds:
                if bond.hexside is not None:
                    a_, b_ = self._side(*bond.hexside)
                    bar(painter, a_, b_, color, striped=striped)
                elif bond.hex is not None and bond.between[1] is not None:
                    middle = self.centre(bond.hex)
                    ends = [
                        middle + (self.centre(e) - middle) * 0.5
                        for e in bond.between
                        if e is not None
                    ]
                    bar(painter, ends[0], ends[1], color, striped=striped)

    def _attacks(self, painter: QPainter) -> None:
        """Draw planned attacks, pending duties and the prepared attack."""
        sight = self.sight
        for plan in sight.plans:
            end, ink = self.centre(plan.target), ALARM if plan.hard else MANEUVER
            for place in plan.places:
                arrow(painter, [self.centre(place), end], ink, before=0.26, after=0.3)
            if plan.pinned:
                ring(painter, end, 0.46, ALARM)
        for owing, owed in sight.duties:
            self._duty(painter, self.centre(owing), self.centre(owed))
        if sight.target is not None:
            target = self.centre(sight.target)
            ring(painter, target, 0.5, ALARM)
            for place in sight.attackers:
                arrow(painter, [self.centre(place), target], ALARM, before=0.26, after=0.28)

    def _side(self, i: int, j: int) -> tuple[QPointF, QPointF]:
        a, b = self.board.grid.side_ends(self.board.numbers[i], self.board.numbers[j])
        return to_scene(a), to_scene(b)

    def _duty(self, painter: QPainter, start: QPointF, end: QPointF) -> None:
        """Draw a short barb over the hexside between an attacker and a unit it must attack."""
        along = end - start
        middle, across = start + along * 0.5, QPointF(-along.y(), along.x())
        barb = QPolygonF(
            [middle + along * 0.2, middle - along * 0.08 + across * 0.17,
             middle - along * 0.02, middle - along * 0.08 - across * 0.17]
        )  # fmt: skip
        painter.setPen(QPen(LIGHT, 0.035))
        painter.setBrush(ALARM)
        painter.drawPolygon(barb)

    def _gate(self, painter: QPainter, i: int, j: int, color: QColor, *, hot: bool = False) -> None:
        for ink, width in ((LIGHT, 0.17), (color, 0.11)):
            pen = QPen(ink, width * (1.8 if hot else 1))
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawLine(*self._side(i, j))

    def _open(self, painter: QPainter, place: int, color: QColor, width: float, alpha: int) -> None:
        """Outline a hex that may be chosen, or one that was refused."""
        ground = QColor(color)
        ground.setAlpha(alpha)
        painter.setBrush(ground)
        for ink, wide in ((LIGHT, width * 1.8), (color, width)):
            painter.setPen(QPen(ink, wide))
            if place in self.strips:
                for strip in self.strips[place]:
                    painter.drawRoundedRect(strip, 0.12, 0.12)
            else:
                painter.drawPolygon(self.hex(place))
            painter.setBrush(Qt.BrushStyle.NoBrush)

    def _lit(self, painter: QPainter, place: int) -> None:
        painter.setBrush(QColor(200, 30, 30, 60))
        for ink, width in ((LIGHT, 0.1), (ALARM, 0.055)):
            painter.setPen(QPen(ink, width))
            painter.drawPolygon(self.hex(place))
            painter.setBrush(Qt.BrushStyle.NoBrush)

    def _paint_path(self, painter: QPainter, drawn_path: DrawnPath) -> None:
        points = [self.centre(place) for place in drawn_path.hexes]
        if drawn_path.kind == "move":
            arrow(painter, points, MOVE, after=0.12)
            return
        color = SUPPLY if drawn_path.kind == "supply" else BARRED
        path = QPainterPath(points[0])
        for point in points[1:]:
            path.lineTo(point)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for ink, width in ((LIGHT, 0.15), (color, 0.085)):
            pen = QPen(ink, width)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            if drawn_path.kind == "barred" and ink is color:
                pen.setDashPattern([1.2, 1.8])
            painter.setPen(pen)
            painter.drawPath(path)
        painter.setPen(QPen(LIGHT, 0.03))
        painter.setBrush(color)
        if drawn_path.kind == "supply":
            for point in points:
                painter.drawEllipse(point, 0.085, 0.085)

    def _marks(self, screen: Screen, exposed: QRectF, legible: bool) -> None:
        sight = self.sight
        self._supply_marks(screen, exposed, legible)
        if sight.reach is not None and legible:
            self._costs(screen, sight.reach)
        for place in sight.able:
            if exposed.contains(self.centre(place)):
                screen.ready(screen.at(self.centre(place), 0, 0.42))
        for place, numbers in sight.cuts.items():
            screen.cut(screen.at(self.centre(place), -0.3, -0.26), numbers)
        for path in sight.paths:
            if path.end:
                at = screen.at(self.centre(path.hexes[-1]), 0, -0.36)
                screen.words(at, path.end, PAPER, ground=SUPPLY, size=0.26)
        for marked, color in ((sight.choices, GOOD), (sight.refused, BARRED)):
            for place, text in marked.items():
                if text and legible:
                    at = screen.at(self.middle(place), 0, 0.38)
                    screen.words(at, text, PAPER, ground=color, size=0.19)
        for place, odds in sight.threats.items():
            if exposed.contains(self.centre(place)):
                screen.words(
                    screen.at(self.centre(place), 0, -0.36), odds, PAPER, ground=THREAT, size=0.22
                )
        for (i, j), state in sight.spans:
            middle = (self.centre(i) + self.centre(j)) / 2
            if exposed.contains(middle):
                letter = t(f"advice.bridge.sign.{state}")
                screen.words(
                    screen.at(middle), letter, PAPER, ground=SPANS.get(state, DARK), size=0.2
                )
        for place, text in sight.exits.items():
            at = screen.at(self.centre(place))
            screen.words(at, text, PAPER, ground=GOOD, size=0.2)
        for place, text in sight.arrivals.items():
            screen.words(screen.at(self.centre(place)), text, DARK, size=0.24, square=True)
        for place, text in sight.tags.items():
            at = screen.at(self.centre(place), 0, -0.5)  # clear of what is carried there
            screen.words(at, text, PAPER, ground=ALARM, size=0.22)

    def _supply_marks(self, screen: Screen, exposed: QRectF, legible: bool) -> None:
        for place, (good, bad) in self.sight.supplied.items():
            if not exposed.contains(self.centre(place)):
                continue
            at = screen.at(self.centre(place), 0.35, 0.36)
            if bad:
                screen.cross(at)
                if good and legible:
                    words = f"{bad}/{good + bad}"
                    screen.words(at + QPointF(0, 0.2 * screen.unit), words, ALARM, size=0.16)
            elif legible:
                screen.tick(at)

    def _costs(self, screen: Screen, reach: Mapping[int, Cost]) -> None:
        for place, cost in reach.items():
            at = screen.at(self.centre(place), 0, 0.42)
            tactical = cost.mode == "tactical"
            box = screen.words(at, cost.text, DARK, square=tactical, dashed=cost.mode == "extended")
            if cost.stop:
                edge = box.height() * 0.6
                stop = QRectF(box.right() + 2, box.center().y() - edge / 2, edge, edge)
                screen.painter.setPen(QPen(PAPER, 1.2))
                screen.painter.setBrush(ALARM)
                screen.painter.drawRect(stop)
