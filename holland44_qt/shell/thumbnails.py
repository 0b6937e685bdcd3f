"""Small pictures of games with a status line, made in a thread and cached on disk."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import (
    QObject,
    QPointF,
    QRectF,
    Qt,
    QThreadPool,
    QTimer,
    Signal,
    SignalInstance,
    Slot,
)
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPolygonF

from engine.core.errors import UserError
from engine.core.state import State
from engine.i18n import language
from engine.log.annotation_files import files_of
from engine.modules.module import Module
from engine.play.game import Recording
from engine.report.viewpoint import default_viewpoint, viewed
from engine.user_folders import made_folder
from holland44_qt.board.layer import to_scene
from holland44_qt.board.render import map_image, map_painter, map_sheet
from holland44_qt.models.clock import turn_text
from holland44_qt.samples import is_sample
from holland44_qt.vassal_art import ART

SCALE = 12.0
"""Pixels per hex width."""
LEAST = 240
"""Minimum width of a small board in pixels."""
COUNTER = 0.74
LIGHTER = 165
"""Brightness of the sides' colours in percent, so that they are distinguishable in a
small picture.
"""
KEPT = 80
"""Maximum number of files in the cache folder; the oldest are deleted."""
SOON = 100
"""Milliseconds before the first picture is made: until then the page is painted."""
PICTURE = "4"
"""Version of the drawing; increased when thumbnails change, so that cached ones are not used."""


@dataclass(frozen=True)
class GamePreview:
    """Facts about a game known without opening it; ``picture`` is the whole map."""

    path: Path
    title: str
    where: str
    entries: int
    picture: QImage


def cache_folder() -> Path:
    """Return the folder of thumbnails; it may be missing or read-only."""
    return made_folder("thumbnails")


def glimpse(path: Path, step: int | None = None) -> GamePreview:
    """Return the facts about a game at a step (default: its last).

    Raises UserError if the game cannot be read.
    """
    preview = _cache_path(path, step)
    result = QImage(str(preview)) if preview is not None and preview.is_file() else QImage()
    if not result.isNull() and result.text("entries").isdigit():
        return GamePreview(
            path, result.text("title"), result.text("where"), int(result.text("entries")), result
        )
    whole = Recording.load(path)
    # Everybody at this computer sees the start page.
    recording = viewed(whole, default_viewpoint(whole))
    last = len(recording)
    at = last if step is None else min(step, last)
    state, module = recording.state(at), recording.module
    picture = _picture(module, state)
    made = GamePreview(
        path,
        _title_of(whole, path),
        turn_text(module, state.clock.turn),
        last,
        picture,
    )
    picture.setText("title", made.title)
    picture.setText("where", made.where)
    picture.setText("entries", str(last))
    _keep(picture, preview)
    return made


def _title_of(recording: Recording, path: Path) -> str:
    """Return the title of a game; of a sample that of its notes in the reader's language."""
    header = recording.log.header
    notes = [file.notes for file in files_of(path, header.id)] if is_sample(path) else []
    titles = [note.title for note in notes if note.language == language()]
    return next(filter(None, titles), "") or header.title or path.stem


def _cache_path(path: Path, step: int | None) -> Path | None:
    """Return the cache path for the picture of a game in its current state."""
    try:
        stat = path.stat()
    except OSError:
        return None
    key = f"{PICTURE} {language()} {path.resolve()} {stat.st_mtime_ns} {stat.st_size} {step}"
    name = hashlib.blake2b(key.encode(), digest_size=12).hexdigest()
    return cache_folder() / f"game-{name}.png"


def _keep(picture: QImage, file: Path | None) -> None:
    """Save a picture; on failure it is drawn again next time."""
    if file is None:
        return
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        # Under another name first: another window may be reading.
        part = file.with_suffix(f".{id(picture)}.part")
        if picture.save(str(part), "PNG"):  # type: ignore[call-overload]
            part.replace(file)
        old = sorted(file.parent.glob("game-*.png"), key=lambda p: p.stat().st_mtime)
        for forgotten in old[:-KEPT]:
            forgotten.unlink(missing_ok=True)
    except OSError:
        return


def _picture(module: Module, state: State) -> QImage:
    """Return the map with a square in its side's colour for every piece."""
    image, corner, scale = _map(module)
    colors = {side.id: QColor(side.color) for side in module.meta.sides}
    with QPainter(image) as painter:
        edge = COUNTER * scale
        for place, units in sorted(state.stacks.items(), reverse=True):
            if not module.places.is_hex(place):
                continue
            u, v = module.board.centres[place]
            middle = (QPointF(u, -v) - corner) * scale
            for k, unit in enumerate(units[-3:]):
                at = QRectF(middle.x() - edge / 2 + k, middle.y() - edge / 2 - k, edge, edge)
                painter.fillRect(at, QColor("#231d16"))
                color = colors.get(state.pieces[unit].side, QColor("#808080"))
                painter.fillRect(at.adjusted(1, 1, -1, -1), color.lighter(LIGHTER))
    return image


def _map(module: Module) -> tuple[QImage, QPointF, float]:
    """Return a small map, its north-west corner in the scene, and its pixels per hex width."""
    if module.board.loose:
        sheet = map_sheet(module)
        whole = sheet.parts[0][1]
        # Without the pictures: they may be as large as they like.
        scale = max(SCALE, LEAST / whole.width())
        return map_image(sheet, whole, scale, (ART, "numbers")), whole.topLeft(), scale
    if module.drawn_map is None:
        return *_plain_map(module), SCALE
    drawn = hashlib.blake2b(module.drawn_map, digest_size=12).hexdigest()
    file = cache_folder() / f"map-{drawn}-{SCALE:g}.png"
    image = QImage(str(file)) if file.is_file() else QImage()
    try:
        if not image.isNull() and image.text("corner"):
            x, y = map(float, image.text("corner").split())
            return image.convertToFormat(QImage.Format.Format_RGB32), QPointF(x, y), SCALE
    except ValueError:
        pass  # not one of ours: drawn anew
    painter = map_painter(module)
    image = map_image(painter, painter.frame, SCALE, ("numbers", "names"))
    corner = painter.frame.topLeft()
    image.setText("corner", f"{corner.x()} {corner.y()}")
    _keep(image, file)
    return image, corner, SCALE


def _plain_map(module: Module) -> tuple[QImage, QPointF]:
    """Return the plain hexes of a game without a drawn map."""
    board = module.board
    outlines = [
        QPolygonF([to_scene(c) for c in board.corners(i)]) for i in range(len(board.numbers))
    ]
    whole = QRectF()
    for outline in outlines:
        whole = whole.united(outline.boundingRect())
    image = QImage((whole.size() * SCALE).toSize(), QImage.Format.Format_RGB32)
    image.fill(QColor("#f1eeda"))
    with QPainter(image) as painter:
        painter.setPen(QPen(QColor("#c9bda0"), 1 / SCALE))
        painter.scale(SCALE, SCALE)
        painter.translate(-whole.topLeft())
        for outline in outlines:
            painter.drawPolygon(outline)
    return image, whole.topLeft()


def _emit_preview(path: Path, step: int | None, done: SignalInstance) -> None:
    """Emit the glimpse of a game, or the path and the reason why there is none."""
    try:
        done.emit(path, step, glimpse(path, step))
    except UserError as error:
        done.emit(path, step, str(error))


class GamePreviews(QObject):
    """Loads previews of games one after the other.

    ``ready`` is emitted with the requested path and step (or None), and a GamePreview or the
    message that explains why there is none.
    """

    ready = Signal(object, object, object)
    _done = Signal(object, object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._asked: list[tuple[Path, int | None]] = []
        self._soon = QTimer(self, singleShot=True, interval=SOON)
        self._soon.timeout.connect(self._start)
        self._done.connect(self._finish, Qt.ConnectionType.QueuedConnection)

    def ask(self, path: Path, step: int | None = None) -> None:
        """Queue a game to be read."""
        self._asked.append((path, step))
        self._soon.start()

    def _start(self) -> None:
        for path, step in self._asked:
            self._pool.start(partial(_emit_preview, path, step, self._done))
        self._asked.clear()

    def stop(self) -> None:
        """Cancel queued requests and wait for the current one."""
        self._soon.stop()
        self._asked.clear()
        self._pool.clear()
        self._pool.waitForDone()

    @Slot(object, object, object)
    def _finish(self, path: Path, step: int | None, preview: object) -> None:
        self.ready.emit(path, step, preview)
