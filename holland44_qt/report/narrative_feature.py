"""Maximum number of passages shown, because more are slow to lay out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QMessageBox

from engine.core.errors import UserError
from engine.i18n import t
from engine.log.timeline import Timeline
from engine.report.photos import photo_of
from holland44_qt.feature import Feature
from holland44_qt.frame.panels import Panel
from holland44_qt.navigation.camera_feature import go_near
from holland44_qt.report.narrative_panel import NarrativePanel, PassageContent
from holland44_qt.when_visible import WhenVisible

if TYPE_CHECKING:
    from engine.report.moments import Moment

MOST = 250
"""Maximum number of passages shown, because more are slow to lay out."""
PAUSE = 250
"""Milliseconds after a change before the report is composed again."""


class Narrating(Feature):
    """Feature with the report beside the board."""

    def panels(self) -> Iterable[Panel]:
        """Return the report's panel."""
        self.panel = NarrativePanel()
        yield Panel("narrative", self.panel, icon="narrative")

    def ready(self) -> None:
        """Follow the game while the report is visible."""
        session, panel = self.session, self.panel
        self._follower = WhenVisible(self.window, panel, self._compose)
        self._later = QTimer(self, singleShot=True, interval=PAUSE)
        self._later.timeout.connect(self._follower.call)
        self._reading = False
        self._counted: tuple[Timeline, int] | None = None
        self._found: dict[int, Moment] = {}
        self._offered: set[int] = set()
        """Steps that the panel has proposed; they stay in it while the writer takes some."""
        session.opened.connect(panel.forget)
        session.viewpoint_changed.connect(self._compose)  # also while it is out of sight
        for changed in (session.opened, session.line_changed):
            changed.connect(self._follower.call)
        for changed in (session.annotated, session.recorded):
            changed.connect(self._later.start)
        session.stepped.connect(self._stepped)
        panel.reached.connect(self._reached)
        panel.written.connect(self._write)
        panel.entitled.connect(self._entitle)
        panel.fronted.connect(self._front)
        panel.looked.connect(self._toggle_camera)
        panel.pointed.connect(self.window.entry.comment.pointed)
        panel.named.connect(self.window.entry.comment.named)

    def release(self) -> None:
        """Save pending text."""
        self.flush()
        self._later.stop()

    def flush(self) -> None:
        """Save pending text."""
        self.panel.flush()

    def _compose(self) -> None:
        recording = self.session.recording
        if recording is None:
            self.panel.show_report("", {}, (), None, enabled=False)
            return
        try:
            passages = list(self._passages())
        except UserError as error:
            self.window.messages.add(str(error), "error")
            return
        from engine.report.document import title_of

        notes = recording.annotations
        fronts = {"intro": notes.intro, "conclusion": notes.conclusion}
        self.panel.show_report(
            title_of(recording),
            fronts,
            passages[:MOST],
            self.session.references,
            enabled=self.window.can_annotate and not self.session.veiled,
        )
        more = len(passages) - MOST
        hint = t("report.narrative.hint") if passages else t("report.narrative.none")
        self.panel.hint.setText(t("report.narrative.more", count=more) if more > 0 else hint)
        self.panel.mark(self.session.step)

    def _passages(self) -> Iterator[PassageContent]:
        """Return the moments of the report: the writer's choice, or else the proposed ones."""
        from engine.report.document import chosen_steps
        from engine.report.moments import moments
        from engine.report.scene import Scenes
        from engine.report.settings import Settings
        from engine.report.titles import generated_title

        recording = self.session.recording
        assert recording is not None
        scenes = Scenes(recording)
        # What is written changes nothing of what the log tells: it is counted once.
        counted = recording.timeline, len(recording)
        if self._counted != counted:
            self._counted = counted
            self._offered = set()
            self._found = {m.step: m for m in moments(recording, facts=scenes.facts)}
        candidates = self._found
        before = ""
        steps = chosen_steps(scenes, Settings())
        if not scenes.moments():
            self._offered = set(steps)
        for number in sorted(self._offered.union(steps)):
            step = recording.step(number)
            note, moment = step.annotation, candidates.get(number)
            chapter = scenes.chapters.get(number, "")
            glyph = f"{note.glyph} " if note.glyph else ""
            generated = generated_title(scenes.scene(number, bare=True), moment, recording.module)
            draft = moment.title if moment is not None else step.sentence
            yield PassageContent(
                number,
                step.entry.id,
                chapter if chapter != before else "",
                note.title,
                f"{glyph}{generated}",
                f"#{step.entry.id}  {step.sentence}",
                moment.verdict if moment is not None else "",
                note.comment,
                draft,
                photo_of(recording.annotations, note),
                note.camera is not None,
            )
            before = chapter

    # -- reading and writing ----------------------------------------------------------------------

    def _reached(self, step: int) -> None:
        self._reading = True
        self.session.go(step)
        moment = self._found.get(step)
        if moment is not None and not self.window.highlight.looked_at(self.session.module.places):
            go_near(self.window, moment.hexes)
        self._reading = False

    def _stepped(self, step: int) -> None:
        if self.panel.isVisible():
            for number, passage in self.panel.passages.items():
                passage.set_here(number == step)
            if not self._reading:
                self.panel.mark(step)

    def _write(self, entry: int, text: str) -> None:
        self._note(entry, comment=text)

    def _entitle(self, entry: int, title: str) -> None:
        self._note(entry, title=title)

    def _note(self, entry: int, **written: str) -> None:
        if self.window.can_annotate:
            self.session.annotate_entry(entry, lambda note: note.model_copy(update=written))

    def _toggle_camera(self, step: int, on: bool) -> None:
        """Store the current view for a moment's readers, or restore the default one."""
        if step != self.session.step:
            self._reached(step)
        current = self.session.current
        removes_camera = not on and current is not None and current.annotation.camera is not None
        if removes_camera and not self._gives_up_camera():
            self._later.start()  # the button shows again that the moment has a camera
        else:
            self.commands.run("camera_here" if on else "camera_auto")

    def _gives_up_camera(self) -> bool:
        """Ask whether the moment's camera is to be removed."""
        box = QMessageBox(self.window)
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle(t("report.narrative.camera.set"))
        box.setText(t("report.camera.remove.ask"))
        remove = box.addButton(t("report.camera.remove"), QMessageBox.ButtonRole.DestructiveRole)
        keep = box.addButton(t("report.camera.keep"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(keep)
        box.exec()
        removed = box.clickedButton() is remove
        box.deleteLater()
        return removed

    def _front(self, name: str, text: str) -> None:
        if self.window.can_annotate:
            self.session.annotate(lambda notes: notes.model_copy(update={name: text}))
