"""F1 opens the manual at the page about the widget under the pointer."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from holland44_qt.shell.manual_feature import PAGES, Manual, page_about
from holland44_qt.shell.manual_window import (
    CONTENTS,
    ManualWindow,
    docs_folder,
    headings,
    page_file,
    slug,
)
from holland44_qt.window.table_window import TableWindow


@pytest.fixture
def manual(qtbot: QtBot) -> ManualWindow:
    shown = ManualWindow()
    qtbot.addWidget(shown)
    return shown


@pytest.mark.parametrize("page", sorted({*PAGES.values(), "window.md"}))
def test_pages_named_for_widgets_exist_with_their_headings(page: str) -> None:
    name, _, anchor = page.partition("#")
    text = page_file(name).read_text(encoding="utf-8")
    anchors = {slug(title) for title in re.findall(r"^#+ (.+)$", text, re.MULTILINE)}
    assert name in CONTENTS
    assert not anchor or anchor in anchors


def test_widgets_open_the_page_of_their_panel(window: TableWindow) -> None:
    named = {window.panels.widget(panel).objectName() for panel in window.panels._panels}
    assert {name for name in PAGES if name.startswith("panel-")} <= named | {"panel-module"}
    advice = window.findChild(QWidget, "panel-advice")
    assert advice is not None
    assert page_about(advice.findChildren(QWidget)[-1]) == PAGES["panel-advice"]
    assert page_about(window.view.viewport()) == PAGES["board"]
    assert page_about(None) == "window.md"


def test_f1_opens_the_manual_once(window: TableWindow) -> None:
    QTest.keyClick(window, Qt.Key.Key_F1)
    (feature,) = (f for f in window.features if isinstance(f, Manual))
    first = feature.opened
    assert first is not None
    assert first.isVisible()
    QTest.keyClick(window, Qt.Key.Key_F1)
    assert feature.opened is first


def test_anchor_scrolls_to_its_heading(manual: ManualWindow) -> None:
    manual.show()
    manual.show_page("playing-by-the-rules.md", "attack")
    assert manual.page.textCursor().block().text() == "Attack"
    assert manual.contents.currentItem().data(Qt.ItemDataRole.UserRole) == "playing-by-the-rules.md"


def test_links_stay_within_the_docs(manual: ManualWindow) -> None:
    manual.show_page("first-game.md")
    manual.page.anchorClicked.emit(QUrl("reviewing.md"))
    assert manual.page.source().fileName() == "reviewing.md"
    manual.page.anchorClicked.emit(QUrl("../pyproject.toml"))
    manual.page.anchorClicked.emit(QUrl("../README.md"))
    assert manual.page.source().fileName() == "reviewing.md"


def test_words_are_found_on_a_later_page(manual: ManualWindow) -> None:
    manual.show_page("first-game.md")
    manual.wanted.setText("determined defence")
    manual._find()
    assert manual.page.textCursor().selectedText().lower() == "determined defence"


@pytest.mark.parametrize("language", ["es", "pt"])
def test_a_translated_page_has_the_headings_of_the_english_one(language: str) -> None:
    pages = sorted((docs_folder() / language).glob("*.md"))
    assert {"first-game.md", "playing-by-the-rules.md", "report.md", "reviewing.md"} <= {
        page.name for page in pages
    }
    for page in pages:
        assert len(headings(page)) == len(headings(docs_folder() / page.name)), page


def test_a_part_of_the_window_opens_at_its_translated_heading(
    manual: ManualWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOLLAND44_LANG", "es")
    manual.show_page("playing-by-the-rules.md", "decide")
    assert manual.page.textCursor().block().text() == "Decidir"


def test_links_of_translated_pages_lead_to_files() -> None:
    for language in ("es", "pt"):
        for page in (docs_folder() / language).glob("*.md"):
            for target in re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8")):
                assert (page.parent / target).exists(), f"{page}: {target}"
