"""The charts: each is readable, searchable and has its basis; an unknown module is harmless."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.i18n import t
from engine.modules.module import Module
from engine.modules.tables import Chart
from holland44_qt.aids.chart_pages import page, plain, title
from holland44_qt.aids.charts import all_charts, chart
from holland44_qt.aids.charts_window import ChartsWindow
from holland44_qt.aids.find_feature import FindFeature
from holland44_qt.window.table_window import TableWindow


@pytest.fixture
def charts(table: TableWindow) -> ChartsWindow:
    table.commands["charts"].trigger()
    made = table.feature(FindFeature).charts
    assert made is not None
    return made


def test_every_chart_of_the_game_is_there(module: Module) -> None:
    files = {f for f in module.files.names() if f.startswith("charts/")}
    assert {f"charts/{c.id}.json" for c in all_charts(module)} == files


def test_every_page_shows_rule_and_basis_without_raw_keys(module: Module) -> None:
    for found in all_charts(module):
        text = plain(page(found))
        assert found.rule in text
        assert title(found).casefold() in text
        assert "aids." not in text
        assert "chart." not in text
        if getattr(found, "basis", ""):
            assert t(f"aids.basis.{found.basis}").casefold() in text


def test_the_page_has_every_cell(module: Module) -> None:
    crt = chart(module, "crt", Chart)
    assert crt is not None
    html = page(crt)
    for column in crt.columns:
        assert f">{column}</th>" in html
    for row in crt.rows:
        assert "".join(row.cells) in "".join(
            part.split("</td>")[0] for part in html.split('px;">')[1:]
        )


def test_inferred_values_are_marked(module: Module) -> None:
    tec = next(c for c in all_charts(module) if c.id == "tec")
    marked = f"{t('terrain.polder_woods')} [{t('aids.basis.inferred')}]"
    assert marked in page(tec)
    assert f"{t('terrain.woods')} [" not in page(tec)


def test_texts_are_escaped(module: Module) -> None:
    crt = chart(module, "crt", Chart)
    assert crt is not None
    forged = crt.model_copy(update={"rule": "<img src=x>", "columns": ("<b>", *crt.columns[1:])})
    html = page(forged)
    assert "<img" not in html
    assert "&lt;img src=x&gt;" in html
    assert "&lt;b&gt;" in html


def test_search_lists_charts_and_marks_matches(charts: ChartsWindow) -> None:
    everything = charts.titles
    assert everything[0] == t("chart.crt")
    charts.words.setText("ELITE")
    assert t("chart.recovery") in charts.titles
    assert t("chart.crt") not in charts.titles
    marks = charts.page.extraSelections()
    assert marks
    assert all(m.cursor.selectedText().casefold() == "elite" for m in marks)
    charts.words.setText("no such word")
    assert charts.titles == []
    assert charts.page.toPlainText() == t("aids.charts.none")
    charts.words.clear()
    assert charts.titles == everything
    assert charts.page.extraSelections() == []


def test_selecting_a_chart_shows_its_page(charts: ChartsWindow) -> None:
    charts.list.setCurrentRow(charts.titles.index(t("chart.weather")))
    text = charts.page.toPlainText()
    assert t("chart.weather") in text
    assert t("weather.overcast") in text


def test_the_window_is_opened_once_and_closed_by_escape(
    qtbot: QtBot, table: TableWindow, charts: ChartsWindow
) -> None:
    QTest.keyClick(charts, Qt.Key.Key_Escape)
    assert not charts.isVisible()
    table.activateWindow()
    qtbot.waitUntil(table.isActiveWindow)
    QTest.keyClick(table, Qt.Key.Key_F2)
    assert table.feature(FindFeature).charts is charts
    assert charts.isVisible()
