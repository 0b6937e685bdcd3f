"""The export dialog: format and settings on the left, the picture of the moment on the right."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from engine.core.errors import UserError
from engine.export.html import PICTURE_WIDTH
from engine.i18n import decimal, t
from engine.play.game import Recording
from engine.report.document import chosen_steps
from engine.report.formats import ENGINE_FORMATS, Format
from engine.report.job import Job
from engine.report.output import default_name, output_of
from engine.report.pictures import picture_count
from engine.report.scene import Scenes
from engine.report.settings import Settings
from engine.report.viewpoint import BOTH, NEUTRAL, default_viewpoint, viewed
from holland44_qt.report.formats import DRAWN_FORMATS

FORMATS: dict[str, Format] = {f.name: f for f in (*DRAWN_FORMATS, *ENGINE_FORMATS)}
PREVIEW = QSize(560, 520)
PAUSE = 220
"""Milliseconds after a change before the preview is drawn again."""
WIDTH = 1400
CHOICES = {
    "pair": ("after", "before", "pair"),
    "theme": ("day", "night", "print", "safe"),
    "paper": ("A4", "Letter"),
    "dialect": ("forum", "bgg"),
    "height": (360, 480, 720, 1080, 1440, 2160),
    "speed": (0.5, 1.0, 1.5, 2.0, 4.0),
}
FILMS = ("mp4", "webm", "gif", "webp")
FOR = {
    "around": ("md", "bbcode", "pdf"),
    "width": ("html", "png", "md", "bbcode"),
    "pair": ("png", "md", "bbcode"),
    "theme": ("html", "png", "md", "bbcode", "pdf", "mp4", "webm", "gif", "webp"),
    "paper": ("pdf",),
    "dialect": ("bbcode",),
    "height": ("mp4", "webm", "gif", "webp"),
    "speed": ("mp4", "webm", "gif", "webp"),
    "viewpoint": ("html", "png", "md", "bbcode", "pdf", "csv", "json", "game", *FILMS),
    "clean": ("md", "bbcode", "pdf"),
    "front": ("html", "png", "md", "bbcode", "pdf", "mp4", "webm", "gif", "webp"),
    "statistics": ("html", "md", "bbcode", "pdf"),
    "card": ("png", "md", "bbcode", "pdf", "mp4", "webm", "gif", "webp"),
    "entries": ("html", "png", "md", "bbcode", "pdf", "mp4", "webm", "gif", "webp"),
}
"""Formats to which each setting applies; others hide it."""


class ExportDialog(QDialog):
    """Dialog for an export; ``settings`` and ``format`` are the answer.

    ``viewpoint`` is the only one available, where the window shows one side's view.
    """

    def __init__(
        self,
        recording: Recording,
        step: int,
        parent: QWidget | None = None,
        *,
        viewpoint: str = "",
    ) -> None:
        super().__init__(parent)
        self.recording, self.step = recording, max(1, step)
        self.setWindowTitle(t("report.export.title"))
        self._plates: Any = None
        self._drawn: tuple[object, ...] = ()
        self._page_shown = False
        self.kinds = QComboBox(self)
        from_vassal = recording.module.drawing is not None
        for name, form in FORMATS.items():
            if from_vassal or not form.vassal:
                self.kinds.addItem(f"{t(f'report.format.{name}')} ({form.suffix})", name)
        self.entries = QComboBox(self)
        for word in ("moments", "proposed", "all", "here"):
            self.entries.addItem(t(f"report.export.entries.{word}"), word)
        self.around = QSpinBox(self, maximum=50)
        self.width_ = QSpinBox(self, minimum=200, maximum=8000, singleStep=100)
        self._widths = {True: PICTURE_WIDTH, False: WIDTH}
        self.width_.setValue(WIDTH)
        self._choices = {name: self._choice(name) for name in CHOICES}
        self.statistics = QCheckBox(t("report.export.statistics"), self)
        self.card = QCheckBox(t("report.export.card"), self)
        for box in (self.statistics, self.card):
            box.setChecked(True)
        self.clean = QCheckBox(t("report.clean"), self)
        self.front = QCheckBox(t("report.export.front"), self)
        self.viewpoint = QComboBox(self)
        for eyes in (BOTH, NEUTRAL):
            self.viewpoint.addItem(t(f"report.viewpoint.{eyes}"), eyes)
        for side in recording.module.meta.sides:
            name = recording.module.side_name(side.id)
            self.viewpoint.addItem(t("report.viewpoint.side", side=name), side.id)
        chosen = viewpoint or default_viewpoint(recording)
        self.viewpoint.setCurrentIndex(self.viewpoint.findData(chosen))
        self.viewpoint.setEnabled(not viewpoint)
        self.recipe = QLineEdit(self, maxLength=60)
        self.recipe.setPlaceholderText(t("report.export.recipe.hint"))
        self.form = QFormLayout()
        self.form.addRow(t("report.export.format"), self.kinds)
        self._fields: dict[str, QWidget] = {
            "entries": self.entries,
            "around": self.around,
            "width": self.width_,
            **self._choices,
            "viewpoint": self.viewpoint,
            "clean": self.clean,
            "front": self.front,
            "statistics": self.statistics,
            "card": self.card,
        }
        for name, field in self._fields.items():
            plain = isinstance(field, QCheckBox)
            label = "" if plain else t(f"report.export.{name}")
            field.setAccessibleName(label or field.text())  # type: ignore[attr-defined]
            self.form.addRow(label, field)
        self.form.addRow(t("report.export.recipe"), self.recipe)
        rows = (self.kinds, *self._fields.values(), self.recipe)
        for above, below in pairwise(rows):
            self.setTabOrder(above, below)
        self.preview = QLabel(self)
        self.preview.setFixedSize(PREVIEW)
        self.preview.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.preview.setAccessibleName(t("report.export.preview"))
        right = QVBoxLayout()
        right.addWidget(QLabel(t("report.export.preview"), self))
        right.addWidget(self.preview, 1)
        self.writes = QLabel(self)
        self.writes.setWordWrap(True)
        right.addWidget(self.writes)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        self.write = QPushButton(t("report.export.write"), self)
        buttons.addButton(self.write, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        row = QHBoxLayout()
        row.addLayout(self.form)
        row.addLayout(right, 1)
        column = QVBoxLayout(self)
        column.addLayout(row, 1)
        column.addWidget(buttons)
        self._later = QTimer(self, singleShot=True, interval=PAUSE)
        self._later.timeout.connect(self.draw)
        self.finished.connect(self._later.stop)
        self.kinds.currentIndexChanged.connect(self._format_changed)
        for combo in (self.entries, *self._choices.values()):
            combo.currentIndexChanged.connect(self._later.start)
        self.width_.valueChanged.connect(self._later.start)
        self.viewpoint.currentIndexChanged.connect(self._later.start)
        for box in (self.card, self.front, self.statistics):
            box.toggled.connect(self._later.start)
        self._format_changed()
        self._keep_size()

    def _keep_size(self) -> None:
        """Make the dialog as high as its longest form, so that its buttons never move."""
        for field in self._fields.values():
            self.form.setRowVisible(field, True)
        self.setMinimumSize(self.sizeHint())
        self._format_changed()
        self.resize(self.minimumSize())

    @property
    def format(self) -> Format:
        """The format that is chosen."""
        return FORMATS[self.kinds.currentData()]

    def settings(self) -> Settings:
        """The settings of the format."""
        entries = self.entries.currentData()
        entry = self.recording.timeline.entries[self.step - 1].id if len(self.recording) else 1
        values: dict[str, Any] = {
            "entries": str(entry) if entries == "here" else entries,
            "around": self.around.value(),
            "width": self.width_.value(),
            "viewpoint": self.viewpoint.currentData(),
            "clean": self.clean.isChecked(),
            "front": self.front.isChecked(),
            "statistics": self.statistics.isChecked(),
            "card": self.card.isChecked(),
            **{name: combo.currentData() for name, combo in self._choices.items()},
        }
        kind = self.format.name
        return Settings.model_validate({n: v for n, v in values.items() if kind in FOR[n]})

    def draw(self) -> None:
        """Draw a preview of the current moment, and list the files to be written."""
        self._name_files()
        from holland44_qt.report.illustrator import options_of
        from holland44_qt.report.plate import Plates

        settings = self.settings()
        options = options_of(settings.model_copy(update={"width": 2 * PREVIEW.width()}))
        try:
            key = options.theme, settings.front, settings.viewpoint
            if self._plates is None or self._drawn != key:
                recording = viewed(self.recording, settings.viewpoint)
                self._plates = Plates(Scenes(recording, front=settings.front), options)
                self._drawn = key
            if self.format.name == "html":
                image = self._page(settings)
            else:
                names = options.__slots__
                plates = self._plates.with_options(**{n: getattr(options, n) for n in names})
                image = plates.plate(plates.scenes.scene(self.step))
        except UserError as error:
            self.preview.setText(str(error))
            return
        fitting = image.scaled(
            PREVIEW * 2,
            Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
        picture = QPixmap.fromImage(fitting)
        picture.setDevicePixelRatio(2)
        self.preview.setPixmap(picture)

    def _page(self, settings: Settings) -> QImage:
        """Draw the replay page open on the entry that is shown."""
        from holland44_qt.report.page_preview import PagePreview

        scenes = self._plates.scenes
        moments = chosen_steps(scenes, settings)
        preview = PagePreview(scenes, self._plates.painter)
        scene = scenes.scene(self.step)
        return preview.image(scene, moments, PREVIEW * 2, statistics=settings.statistics)

    def _name_files(self) -> None:
        form = self.format
        try:
            job = Job(self.recording, Path(), self.settings())
            several = form.name == "png" and picture_count(job, form.name) > 1
            job.target = default_name(Path(t("report.output.name")), form, Path(), several=several)
            self.writes.setText(output_of(job, form, draws=True).describe())
        except UserError as error:
            self.writes.setText(str(error))

    def _choice(self, name: str) -> QComboBox:
        combo = QComboBox(self)
        default = Settings.model_fields[name].default
        for value in CHOICES[name]:
            words = str(value)
            if name in ("pair", "theme", "dialect"):
                words = t(f"report.export.{name}.{value}")
            elif name == "speed":
                words = f"{decimal(float(value), 'g')}×"
            combo.addItem(words, value)
        combo.setCurrentIndex(combo.findData(default))
        return combo

    def _format_changed(self) -> None:
        self._widths[self._page_shown] = self.width_.value()
        self._page_shown = self.format.name == "html"
        self.width_.setValue(self._widths[self._page_shown])
        for name, field in self._fields.items():
            self.form.setRowVisible(field, self.format.name in FOR[name])
        self._later.start()
