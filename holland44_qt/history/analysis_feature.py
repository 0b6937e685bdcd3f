"""Analysis feature: the graph of the win probability above the timeline."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QToolBar

from engine.i18n import t
from engine.report.analysis import DEPTHS, Choice, Depth, analysis_of, path_of
from holland44_qt.commands import Command
from holland44_qt.feature import Feature
from holland44_qt.look import BAR_SHEET
from holland44_qt.replay.win_graph import WinGraph
from holland44_qt.widgets.progress import Work

JOB = "engine.analyst.job"


class Analysing(Feature):
    """Feature that makes the analysis of a game, and shows the one beside its log.

    The bar is hidden without an analysis; the turning points are in the statistics panel.
    """

    COMMANDS = (
        Command("analyse", "replay", "ask", separator=True),
        Command("win_graph", "view", "show_graph", checkable=True),
        Command("try_better", "replay", "try_better", ("Ctrl+Alt+I",)),
    )

    work: Work | None = None
    question: QMessageBox | None = None

    def ready(self) -> None:
        """Add the graph above the timeline and follow the game."""
        window = self.window
        self.graph = WinGraph(window.scrubber)
        self.bar = QToolBar(t("analysis.title"), window)
        self.bar.setObjectName("bar-analysis")
        self.bar.setMovable(False)
        self.bar.setStyleSheet(BAR_SHEET)
        self.bar.addWidget(self.graph)
        # Lines of bars at the bottom are counted from the edge of the window.
        below = Qt.ToolBarArea.BottomToolBarArea
        window.addToolBarBreak(below)
        window.addToolBar(below, self.bar)
        self.bar.hide()
        self._wanted = True
        self._choices: dict[int, Choice] = {}
        self.commands.tick("win_graph", True)
        self.graph.chosen.connect(lambda step: window.player.skip(lambda: self.session.go(step)))
        session = self.session
        for changed in (session.opened, session.line_changed, session.viewpoint_changed):
            changed.connect(self._opened)
        for changed in (session.stepped, session.stance_changed):
            changed.connect(self._offer)
        self._opened()

    def ask(self) -> None:
        """Ask how many rollouts to play, and analyse the game."""
        box = self.question = QMessageBox(self.window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setWindowTitle(t("analysis.title"))
        box.setText(t("analysis.ask"))
        brief = self._is_evaluated()
        advice = [t("analysis.ask.advice"), *([t("analysis.ask.brief.advice")] if brief else ())]
        box.setInformativeText("\n\n".join(advice))
        for name, depth in DEPTHS.items():
            if depth.turns and not brief:
                continue
            button = box.addButton(t(f"analysis.ask.{name}"), QMessageBox.ButtonRole.AcceptRole)
            button.clicked.connect(lambda *_, depth=depth: self.analyse(depth))
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.open()

    def _is_evaluated(self) -> bool:
        """Return whether an evaluation is shipped for the scenario."""
        from engine.opponent.shipped import shipped  # loads numpy

        recording = self.session.recording
        if recording is None:
            return False
        return shipped(recording.module, recording.log.header.scenario) is not None

    def analyse(self, depth: Depth, *, again: bool = False) -> None:
        """Analyse the line of play in a process of its own; ``again`` replaces the file."""
        session = self.session
        if session.path is None or self.work is not None:
            return
        path, replaced = session.path, ["again"] if again else []

        def done() -> None:
            self.work = None
            self._opened()
            self.window.messages.add(t("analysis.cli.done", path=path_of(path)))

        def failed(why: str) -> None:
            self.work = None
            remedy, file = None, path_of(path)
            if why in (t("analysis.cli.other", path=file), t("analysis.error.file", path=file)):
                why = t("analysis.other", path=file)
                remedy = t("analysis.again"), lambda: self.analyse(depth, again=True)
            self.window.messages.add(why, "error", remedy=remedy)

        arguments = [
            str(path),
            str(session.whole_tip),
            str(depth.rollouts),
            str(depth.turns),
            *replaced,
        ]
        self.work = Work(t("analysis.progress"), JOB, arguments, done, failed, self.window)
        self.work.dialog.canceled.connect(self._cancelled)

    def release(self) -> None:
        """Stop the analysis; the file keeps what is done."""
        if self.work is not None:
            self.work.stop()
            self.work = None

    def _cancelled(self) -> None:
        self.work = None
        self._opened()

    def show_graph(self, on: bool) -> None:
        """Show or hide the graph."""
        self._wanted = on
        self._show_bar()

    def try_better(self) -> None:
        """Play the order that the analysis found better, in a what-if from before the entry."""
        choice = self._choice()
        if choice is None or choice.better_action is None:
            return
        session = self.session
        if not session.try_out():  # a side's view shows no what-if, and says so
            return
        session.go(choice.step - 1)
        if session.play(choice.better_action, by=choice.side) is not None:
            self.window.messages.add(t("analysis.tried", better=choice.better), passing=True)

    def _opened(self) -> None:
        recording = self.session.recording
        analysis = None if recording is None else analysis_of(recording)
        choices = () if analysis is None else analysis.choices
        self._choices = {c.step: c for c in choices if c.better_action is not None}
        self.graph.show_analysis(analysis, recording)
        values = 0 if analysis is None else sum(bool(p.rollouts) for p in analysis.positions)
        self.commands.enable("win_graph", values > 1)  # a stopped analysis may have no line yet
        self._show_bar()
        self._offer()

    def _choice(self) -> Choice | None:
        """Return the decision of the entry shown, if another order was better."""
        in_game = self.session.stance != "trial"
        return self._choices.get(self.session.step) if in_game else None

    def _offer(self) -> None:
        session = self.session
        able = self.window.can_annotate and not (session.in_play or session.veiled)
        self.commands.enable("analyse", able)
        self.commands.enable("try_better", self._choice() is not None)

    def _show_bar(self) -> None:
        self.bar.setVisible(self._wanted and self.commands["win_graph"].isEnabled())
