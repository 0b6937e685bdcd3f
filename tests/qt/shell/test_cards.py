"""The pictures on the cards of the start page keep their proportions."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from holland44_qt.shell.game_card import GameCard
from holland44_qt.shell.thumbnails import GamePreview

RED = QColor("#ff0000")


@pytest.mark.parametrize(("wide", "high"), [(900, 300), (300, 900), (500, 500)])
@pytest.mark.parametrize("large", [False, True])
def test_a_square_on_the_map_is_a_square_on_the_card(
    qtbot: QtBot, wide: int, high: int, large: bool
) -> None:
    image = QImage(wide, high, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    with QPainter(image) as painter:
        painter.fillRect(QRect(wide // 2 - 40, round(high * 0.2), 80, 80), RED)
    card = GameCard(Path("game.h44log"), large=large)
    qtbot.addWidget(card)
    card.show_preview(GamePreview(Path("game.h44log"), "Game", "Turn 1", 3, image))
    card.resize(card.sizeHint())
    seen = card.grab().toImage()
    red = [
        (x, y)
        for x in range(seen.width())
        for y in range(seen.height())
        if seen.pixelColor(x, y) == RED
    ]
    across = 1 + max(x for x, _ in red) - min(x for x, _ in red)
    down = 1 + max(y for _, y in red) - min(y for _, y in red)
    assert across >= 10
    assert abs(across - down) <= 2
