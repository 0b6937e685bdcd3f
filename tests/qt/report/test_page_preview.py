"""The export dialog for a replay page: its choices, and a preview of the page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QImage

from engine.export.html import PICTURE_WIDTH
from holland44_qt.report.export_dialog import WIDTH, ExportDialog
from holland44_qt.window.table_window import TableWindow


@pytest.fixture
def dialog(battle: TableWindow) -> Iterator[ExportDialog]:
    """The dialog with the format of the replay page."""
    recording = battle.session.recording
    assert recording is not None
    dialog = ExportDialog(recording, 3, battle)
    dialog.kinds.setCurrentIndex(dialog.kinds.findData("html"))
    yield dialog
    dialog.reject()


def _preview(dialog: ExportDialog) -> QImage:
    dialog.draw()
    return dialog.preview.pixmap().toImage()


def test_a_page_offers_moments_colours_width_and_statistics(dialog: ExportDialog) -> None:
    dialog.statistics.setChecked(False)
    dialog.entries.setCurrentIndex(dialog.entries.findData("all"))
    settings = dialog.settings()
    assert settings.entries == "all"
    assert not settings.statistics
    assert settings.width == PICTURE_WIDTH
    offered = {name for name, field in dialog._fields.items() if dialog.form.isRowVisible(field)}
    assert offered == {"entries", "width", "theme", "viewpoint", "front", "statistics"}


def test_each_format_is_listed_with_its_suffix(dialog: ExportDialog) -> None:
    listed = [dialog.kinds.itemText(row) for row in range(dialog.kinds.count())]
    for suffix in (".html", ".pdf", ".md", ".mp4", ".png"):
        assert sum(f"({suffix})" in text for text in listed) == 1


def test_the_widths_of_a_page_and_of_pictures_are_chosen_apart(dialog: ExportDialog) -> None:
    dialog.width_.setValue(2000)
    dialog.kinds.setCurrentIndex(dialog.kinds.findData("png"))
    assert dialog.settings().width == WIDTH
    dialog.kinds.setCurrentIndex(dialog.kinds.findData("html"))
    assert dialog.settings().width == 2000


@pytest.mark.slow
def test_the_preview_of_a_page_follows_its_choices(dialog: ExportDialog) -> None:
    page = _preview(dialog)
    assert page.width() > page.height()  # the page's proportions, not those of a picture
    dialog.statistics.setChecked(False)
    without = _preview(dialog)
    assert without != page
    dialog.entries.setCurrentIndex(dialog.entries.findData("all"))
    every = _preview(dialog)
    assert every != without
    theme = dialog._choices["theme"]
    theme.setCurrentIndex(theme.findData("night"))
    night = _preview(dialog)
    corner = 4, page.height() - 4
    assert night.pixelColor(*corner).lightness() < 80 < every.pixelColor(*corner).lightness()
