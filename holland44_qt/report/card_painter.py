"""Painter of a scene's combat card: forces, strengths, shifts, column, die, result,
probabilities.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QPainter, QPen

from engine.i18n import t
from engine.report.card import Card, Fighter, headline
from engine.report.moments import percent
from holland44_qt.board.pictures import Pictures
from holland44_qt.report.lettering import ON_PAPER, Face, Inks, die, wrap, write

CHIPS = 6
"""Maximum number of a side's counters shown; the rest is counted."""


class CardPainter:
    """Layout of a card in a given width, for its height and its drawing."""

    def __init__(
        self, card: Card, pictures: Pictures, width: float, unit: float, inks: Inks = ON_PAPER
    ) -> None:
        """Create a painter; ``unit`` is the size of the text in pixels."""
        self.card, self.pictures, self.width, self.unit = card, pictures, width, unit
        self.inks = inks
        self.text = Face(unit)
        self.bold = Face(unit, QFont.Weight.DemiBold)
        self.head = Face(unit * 1.15, QFont.Weight.Bold)
        self.large = Face(unit * 1.55, QFont.Weight.Bold)
        self.small = Face(unit * 0.86)

    @property
    def height(self) -> float:
        """Height of the card in pixels."""
        return self._lay(None)

    def paint(self, painter: QPainter, corner: QPointF) -> float:
        """Draw the card; return its height."""
        height = self.height
        painter.save()
        painter.translate(corner)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.inks.rule, max(1.0, self.unit * 0.06)))
        painter.setBrush(self.inks.paper)
        painter.drawRoundedRect(QRectF(0, 0, self.width, height), self.unit * 0.6, self.unit * 0.6)
        self._lay(painter)
        painter.restore()
        return height

    def _lay(self, painter: QPainter | None) -> float:
        card, u = self.card, self.unit
        pad, inner = u * 0.8, self.width - u * 1.6
        y = u * 0.6
        title = headline(card.label)
        lines = wrap(f"{title} · {card.place}", self.head, inner)
        if painter:
            write(painter, lines, self.head, QPointF(pad, y), self.inks.bad)
        y += len(lines) * self.head.leading + u * 0.3
        half = (inner - u) / 2
        forces = [("attackers", card.attackers), ("defenders", card.defenders)]
        if not card.defenders:  # a throw against nobody
            forces = [("units", card.attackers)]
        heights = [
            self._force(
                painter,
                QPointF(pad + n * (half + u), y),
                half,
                t(f"page.combat.{title}"),
                units,
            )
            for n, (title, units) in enumerate(forces)
        ]
        y += max(heights) + u * 0.4
        rows = [(t("page.combat.odds"), card.odds)] if card.odds else []
        rows += [(why, f"{by:+d}".replace("-", "−")) for by, why in card.shifts]
        for name, value in rows:
            y += self._row(painter, y, pad, inner, name, value)
        if painter and rows:
            painter.setPen(QPen(self.inks.rule, u * 0.1))
            painter.drawLine(QPointF(pad, y + u * 0.2), QPointF(pad + inner, y + u * 0.2))
        y += u * 0.6
        y += self._verdict(painter, QPointF(pad, y), inner)
        y += self._both_sides(painter, QPointF(pad, y), half)
        if card.luck is not None:
            word = "good" if card.luck.value >= 0 else "bad"
            text = t(f"report.card.{word}", chance=percent(card.luck.chance))
            lines = wrap(text, self.small, inner)
            if painter:
                write(painter, lines, self.small, QPointF(pad, y), self.inks.muted)
            y += len(lines) * self.small.leading
        for further in card.further:
            lines = wrap(further.caption, self.small, inner)
            if painter:
                write(painter, lines, self.small, QPointF(pad, y + u * 0.3), self.inks.ink)
            y += len(lines) * self.small.leading + u * 0.3
        return y + u * 0.5

    def _both_sides(self, painter: QPainter | None, corner: QPointF, half: float) -> float:
        """Draw the effects of one throw on attack and defence, below the forces of each."""
        if not any(self.card.effects_text):
            return 0.0
        highest = 0
        for at, words in enumerate(self.card.effects_text):
            lines = wrap(words or "–", self.bold, half)
            if painter:
                x = corner.x() + at * (half + self.unit)
                write(painter, lines, self.bold, QPointF(x, corner.y()), self.inks.ink)
            highest = max(highest, len(lines))
        return highest * self.bold.leading + self.unit * 0.3

    def _force(
        self,
        painter: QPainter | None,
        corner: QPointF,
        width: float,
        title: str,
        units: tuple[Fighter, ...],
    ) -> float:
        u = self.unit
        if painter:
            write(painter, [title], self.small, corner, self.inks.muted)
        y = self.small.leading
        edge, gap = u * 2.9, u * 0.25
        across = max(1, int((width + gap) // (edge + gap)))
        shown = [f for f in units if f.piece is not None][: CHIPS * 2]
        for at, fighter in enumerate(shown):
            if painter and fighter.piece is not None:
                x = corner.x() + (at % across) * (edge + gap)
                top = corner.y() + y + (at // across) * (edge + gap)
                picture = self.pictures.piece(fighter.piece, edge, 2.0)
                target = QRectF(x, top, edge, edge)
                if picture is None:
                    painter.fillRect(target, self.pictures.ground(fighter.piece))
                else:
                    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
                    painter.drawPixmap(target, picture, QRectF(picture.rect()))
        rows = -(-len(shown) // across) if shown else 0
        y += rows * (edge + gap)
        names = ", ".join(f.name for f in units) or t("page.combat.nobody")
        lines = wrap(names, self.small, width, 3)
        if painter:
            write(painter, lines, self.small, QPointF(corner.x(), corner.y() + y), self.inks.ink)
        return y + len(lines) * self.small.leading

    def _row(
        self,
        painter: QPainter | None,
        y: float,
        pad: float,
        inner: float,
        name: str,
        value: str,
    ) -> float:
        wide = self.bold.width(value)
        lines = wrap(name, self.text, inner - wide - self.unit)
        if painter:
            ink = (
                self.inks.good
                if value.startswith("+")
                else self.inks.bad
                if value.startswith("−")
                else self.inks.ink
            )
            write(painter, lines, self.text, QPointF(pad, y), self.inks.ink)
            write(painter, [value], self.bold, QPointF(pad + inner - wide, y), ink)
        return max(1, len(lines)) * self.text.leading

    def _verdict(self, painter: QPainter | None, corner: QPointF, inner: float) -> float:
        card, u = self.card, self.unit
        if painter is None:
            return u * 3.6
        third = inner / 3
        column = [(t("page.combat.column"), card.column)] if card.column else []
        for at, (title, value) in enumerate(
            (
                *column,
                (t("page.combat.die", number=len(card.dice) or 1), None if card.dice else "–"),
                (t("page.combat.result"), card.result),
            )
        ):
            x = corner.x() + at * third
            write(painter, [title], self.small, QPointF(x, corner.y()), self.inks.muted)
            top = corner.y() + self.small.leading
            if value is not None:
                write(painter, [value], self.large, QPointF(x, top), self.inks.ink)
            else:
                for n, pips in enumerate(card.dice):
                    die(painter, pips, QPointF(x + n * u * 2.3, top), u * 2.05)
        return u * 3.6
