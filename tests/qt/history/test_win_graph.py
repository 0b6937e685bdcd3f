"""The graph of the win probability above the timeline."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.core import actions as act
from engine.games import require_rulebook
from engine.log.store import load
from engine.play.autoplay import autoplay
from engine.play.game import Recording
from engine.play.referee import new_game
from engine.report.analysis import Analysis, Choice, Depth, Position, Rollout, Throw, path_of
from engine.report.job import Job
from engine.report.settings import Settings
from engine.report.viewpoint import NEUTRAL
from holland44_qt.history.analysis_feature import Analysing
from holland44_qt.history.stances import Stances
from holland44_qt.report.film_painter import FilmPainter
from holland44_qt.report.shots import shots
from holland44_qt.report.writing_feature import Writing
from holland44_qt.window.table_window import TableWindow

ENDS = ((1, 0.5), (5, 0.75), (9, 0.25), (11, 0.25))
THROWN = 7


@pytest.fixture
def analysed(log_path: Path) -> Path:
    """A log with an analysis beside it: ends of phases, and one lucky throw."""
    log = load(log_path).log

    def rollouts(share: float) -> list[Rollout]:
        return [Rollout(number=n, score=float(n < 20 * share), margin=0) for n in range(20)]

    positions = [
        Position(
            step=step, entry=step, turn=1, phase="movement" if step > 1 else "", active="allied",
            rollouts=rollouts(share), estimate=share,
        )
        for step, share in ENDS
    ]  # fmt: skip
    Analysis(
        log=log.header.id, tip=len(log), program="1", rulebook="x", player="recruit", seed=1,
        sides=("german", "allied"), positions=positions,
        throws=[Throw(step=THROWN, entry=THROWN, side="allied", win=-0.3, points=0, faces=6)],
    ).save(path_of(log_path))  # fmt: skip
    return log_path


def click(window: TableWindow, step: int) -> None:
    graph = window.feature(Analysing).graph
    at = QPoint(round(graph.x_of(step)), 20)
    QTest.mouseClick(graph, Qt.MouseButton.LeftButton, pos=at)


def test_there_is_no_graph_without_an_analysis(window: TableWindow, log_path: Path) -> None:
    assert window.open_path(log_path)
    assert not window.feature(Analysing).bar.isVisible()
    assert not window.commands["win_graph"].isEnabled()


def test_there_is_no_graph_of_a_single_value(window: TableWindow, analysed: Path) -> None:
    path = path_of(analysed)
    stopped = Analysis.load(path)
    for position in stopped.positions[1:]:
        position.rollouts.clear()
    stopped.save(path)
    assert window.open_path(analysed)
    assert not window.feature(Analysing).bar.isVisible()
    assert not window.commands["win_graph"].isEnabled()


def test_a_game_is_analysed_from_the_window(
    window: TableWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    log = tmp_path / "game.h44log"
    autoplay(require_rulebook("airbridge").ruleset("introductory"), 3, 99, log)
    assert window.open_path(log, play=False)
    feature = window.feature(Analysing)
    window.commands["analyse"].trigger()
    assert feature.question is not None
    feature.question.reject()
    feature.analyse(Depth(2))
    qtbot.waitUntil(lambda: feature.work is None, timeout=120_000)
    assert "game.h44analysis" in window.messages.lines[-1]
    assert feature.bar.isVisible()
    made = Analysis.load(path_of(log))
    assert all(len(p.rollouts) == 2 for p in made.positions)
    made.seed += 1
    made.save(path_of(log))
    feature.analyse(Depth(1))
    qtbot.waitUntil(lambda: feature.work is None, timeout=120_000)
    assert "another analysis" in window.messages.lines[-1]
    assert Analysis.load(path_of(log)) == made
    feature.analyse(Depth(1), again=True)
    qtbot.waitUntil(lambda: feature.work is None, timeout=120_000)
    assert all(len(p.rollouts) == 1 for p in Analysis.load(path_of(log)).positions)


@pytest.mark.parametrize(
    ("game", "scenario", "is_brief"),
    [("normandy44", "cherbourg", True), ("airbridge", "tournament", False)],
)
def test_a_brief_analysis_is_offered_where_an_evaluation_is_shipped(
    window: TableWindow, tmp_path: Path, game: str, scenario: str, is_brief: bool
) -> None:
    log = tmp_path / "game.h44log"
    new_game(log, game, scenario, mode="enforced").close()
    assert window.open_path(log, play=False)
    feature = window.feature(Analysing)
    window.commands["analyse"].trigger()
    assert feature.question is not None
    texts = [button.text() for button in feature.question.buttons()]
    assert any("Brief" in text for text in texts) == is_brief
    assert ("Brief plays" in feature.question.informativeText()) == is_brief
    feature.question.reject()


def test_a_game_in_play_cannot_be_analysed(window: TableWindow, log_path: Path) -> None:
    assert window.open_path(log_path, play=True)
    assert not window.commands["analyse"].isEnabled()


def test_a_click_goes_to_the_turning_point_or_the_end_of_a_phase(
    window: TableWindow, analysed: Path, qtbot: QtBot
) -> None:
    assert window.open_path(analysed)
    feature = window.feature(Analysing)
    qtbot.waitUntil(feature.bar.isVisible)
    graph = feature.graph
    assert graph.mapToGlobal(QPoint(0, graph.height())).y() <= (
        window.scrubber.mapToGlobal(QPoint(0, 0)).y()
    )
    left = window.scrubber.mapToGlobal(QPoint(round(window.scrubber.x_of(5)), 0)).x()
    assert abs(graph.mapToGlobal(QPoint(round(graph.x_of(5)), 0)).x() - left) <= 1
    click(window, 5)
    assert window.session.step == 5
    click(window, THROWN)
    assert window.session.step == THROWN
    assert [p.step for p in graph.points] == [THROWN]
    pixels = graph.grab().toImage()
    assert pixels.pixelColor(round(graph.x_of(1)), round(graph.y_of(0.5))) != (
        pixels.pixelColor(round(graph.x_of(1)), round(graph.y_of(0.95)))
    )


def test_the_command_hides_the_graph_and_a_viewpoint_does_too(
    window: TableWindow, analysed: Path, qtbot: QtBot
) -> None:
    assert window.open_path(analysed)
    bar = window.feature(Analysing).bar
    qtbot.waitUntil(bar.isVisible)
    window.commands["win_graph"].trigger()
    assert not bar.isVisible()
    window.commands["win_graph"].trigger()
    assert bar.isVisible()
    assert window.session.look_as(NEUTRAL)
    assert not bar.isVisible()


def test_the_statistics_panel_lists_the_turning_points(
    window: TableWindow, analysed: Path, qtbot: QtBot
) -> None:
    assert window.open_path(analysed)
    window.panels.show("figures")
    tabs = window.feature(Writing).figures.tabs
    qtbot.waitUntil(lambda: tabs.count() > 2)
    titles = [tabs.tabText(n) for n in range(tabs.count())]
    assert {"Turning points", "Win probability"} <= set(titles)


def test_an_unreadable_analysis_or_one_of_another_log_is_left_out(
    window: TableWindow, analysed: Path
) -> None:
    path_of(analysed).write_text("{}")
    assert window.open_path(analysed)
    assert not window.feature(Analysing).bar.isVisible()


def test_the_better_order_is_tried_in_a_what_if(window: TableWindow, analysed: Path) -> None:
    log_path, before = analysed, analysed.read_bytes()
    analysis = Analysis.load(path_of(log_path))
    wait = act.Note(text="Wait for the guns.")
    analysis.choices = [
        Choice(
            step=9, entry=9, side="allied", win=0.2, points=1, compared=3, better="Wait",
            better_action=wait,
        )
    ]  # fmt: skip
    analysis.save(path_of(log_path))
    assert window.open_path(log_path, play=False)
    window.feature(Stances).ask = lambda _: True  # what was tried may be discarded
    session, command = window.session, window.commands["try_better"]
    session.go(8)
    assert not command.isEnabled()
    session.go(9)
    assert command.isEnabled()
    command.trigger()
    assert session.stance == "trial"
    assert session.length == 9
    assert session.current is not None
    assert session.current.entry.action == wait
    assert window.messages.lines == ["What if: Wait. Ctrl+I returns to the game."]
    assert not command.isEnabled()
    assert log_path.read_bytes() == before
    window.commands["try_out"].trigger()
    assert (session.stance, session.step) == ("review", 9)
    assert window.messages.lines == []


@pytest.mark.slow
def test_a_film_draws_the_graph_unless_statistics_are_left_out(
    qapp: object, analysed: Path, tmp_path: Path
) -> None:
    def frame(**settings: Any) -> QImage:
        job = Job(
            Recording.load(analysed), tmp_path / "film.mp4", Settings(entries="9", **settings)
        )
        painter = FilmPainter(job, 540)
        (shot,) = shots(job, painter.scenes.whole)
        return painter.frame(shot, shot.seconds)

    drawn, without = frame(), frame(statistics=False)
    corner = QRect(20, 20, 250, 64)
    assert drawn.copy(corner) != without.copy(corner)
    assert drawn.copy(0, 200, 900, 100) == without.copy(0, 200, 900, 100)
