"""Film of a game: MP4, WebM, GIF or animated WebP, streamed to the disk frame by frame.

Frames have time stamps, so a still picture is one long frame, drawn and encoded once. A cancelled
film leaves no file.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from importlib.util import find_spec
from typing import Any

from PySide6.QtGui import QImage

from engine.core.errors import UserError
from engine.files import open_atomic
from engine.i18n import t
from engine.report.document import about, title_of
from engine.report.job import Job
from holland44_qt.photos import photo_in_report
from holland44_qt.report.film_painter import FilmPainter
from holland44_qt.report.shots import TITLE, Shot, shots

HELD = 3.0
"""Seconds after which a still frame is repeated, so that players can seek."""
THOUSANDTHS = Fraction(1, 1000)
WAITING = 6
"""Maximum number of frames waiting for the encoder: 50 MB in 1080p."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Encoding of a kind of film; ``height`` and ``fps`` are its defaults."""

    container: str
    codec: str
    pixels: str
    options: dict[str, str]
    height: int | None = None
    fps: int | None = None
    hold_seconds: float = HELD


KINDS = {
    ".mp4": Kind(
        "mp4",
        "libx264",
        "yuv420p",
        {"preset": "superfast", "crf": "24"},
    ),
    ".webm": Kind(
        "webm",
        "libvpx-vp9",
        "yuv420p",
        {"deadline": "realtime", "cpu-used": "8", "row-mt": "1", "crf": "33", "b:v": "0"},
    ),
    ".gif": Kind("gif", "gif", "rgb8", {}, 480, 10, 60.0),
    ".webp": Kind("webp", "libwebp_anim", "yuv420p", {"quality": "70", "loop": "0"}, 480, 12, 60.0),
}


def export_film(job: Job) -> None:
    """Write the film. Raises UserError if there is nothing to show or it cannot be written."""
    kind = KINDS.get(job.target.suffix.lower())
    if kind is None:
        known = ", ".join(sorted(KINDS))
        raise UserError(t("report.film.suffix", path=job.target, known=known))
    if find_spec("av") is None:  # the one-folder build has it in an archive of its own
        raise UserError(t("report.film.missing"))
    asked = job.settings.model_fields_set
    height = kind.height if kind.height and "height" not in asked else job.settings.height
    fps = kind.fps if kind.fps and "fps" not in asked else job.settings.fps
    painter = FilmPainter(job, height)
    planned = list(shots(job, painter.scenes.whole, painter.covered))
    if not planned:
        raise UserError(t("report.png.none"))
    shortened = sum(painter.shortens(shot.scene) for shot in planned)
    if shortened:
        job.left_out.append(t("report.film.shortened", count=shortened))
    seconds = sum(shot.seconds for shot in planned)
    with (
        open_atomic(job.target) as file,
        _Writer(file, kind, painter.width, painter.height, fps) as writer,
    ):
        for image, at in frames(job, painter, planned, fps, kind.hold_seconds):
            writer.add(image, at)
            # May raise Cancelled: the file then never comes to be.
            job.progress(min(round(at * 10), round(seconds * 10)), max(1, round(seconds * 10)))
        writer.close()


def frames(
    job: Job, painter: FilmPainter, planned: list[Shot], fps: int, interval: float
) -> Iterator[tuple[QImage, float]]:
    """Yield the frames of a film with their start times in seconds; the last frame twice, as
    its end.
    """
    clock, image = 0.0, QImage()
    if job.settings.titles:
        notes = job.recording.annotations
        under = " · ".join(p for p in (notes.subtitle, notes.author) if p)
        image = painter.title(title_of(job.recording), under, about(job.recording), planned[0].box)
        yield from _hold(image, clock, TITLE / job.settings.speed, interval)
        clock += TITLE / job.settings.speed
    for shot in planned:
        moving = shot.travel + shot.march
        count = round(moving * fps)
        for n in range(count):
            image = painter.frame(shot, n * moving / count)
            yield image, clock + n / fps
        clock += moving
        image = painter.frame(shot, moving)
        yield from _hold(image, clock, shot.hold, interval)
        clock += shot.hold
        photo = photo_in_report(job, shot.scene) if shot.photo else None
        if photo is not None:
            image = painter.photo(photo[1], photo[0].caption, shot.box)
            yield from _hold(image, clock, shot.photo, interval)
            clock += shot.photo
    yield image, clock


def _hold(
    image: QImage, start: float, seconds: float, interval: float
) -> Iterator[tuple[QImage, float]]:
    at = 0.0
    while at < seconds - 0.05:
        yield image, start + at
        at += interval


class _Writer:
    """Encoder of frames into an open file, in its own thread."""

    def __init__(self, file: Any, kind: Kind, width: int, height: int, fps: int) -> None:
        import av  # loaded when a film is written, not before

        self._av = av
        self.kind = kind
        self.container = av.open(file, "w", format=kind.container)
        stream: Any = self.container.add_stream(kind.codec, rate=fps, options=dict(kind.options))
        stream.width, stream.height, stream.pix_fmt = width, height, kind.pixels
        stream.time_base = THOUSANDTHS
        stream.codec_context.time_base = THOUSANDTHS
        if kind.codec in ("libx264", "libvpx-vp9"):
            stream.codec_context.thread_count = 0
        self.stream = stream
        self._last: tuple[int, Any] | None = None
        self._at = -1
        self._thread = ThreadPoolExecutor(1, "film")
        self._waiting: deque[Future[None]] = deque()

    def __enter__(self) -> _Writer:
        return self

    def __exit__(self, *_: object) -> None:
        self._thread.shutdown(cancel_futures=True)

    def add(self, image: QImage, seconds: float) -> None:
        """Write a frame that starts at a time in seconds."""
        at = max(round(seconds * 1000), self._at + 1)
        self._at = at
        self._waiting.append(self._thread.submit(self._encode, image, at))
        if len(self._waiting) > WAITING:
            self._waiting.popleft().result()

    def close(self) -> None:
        """Write all buffered frames."""
        while self._waiting:
            self._waiting.popleft().result()
        for packet in self.stream.encode():
            self.container.mux(packet)
        self.container.close()

    def _encode(self, image: QImage, at: int) -> None:
        key = image.cacheKey()
        if self._last is not None and self._last[0] == key:
            frame = self._last[1]
        else:
            frame = self._frame(image).reformat(format=self.kind.pixels)
            self._last = (key, frame)
        frame.pts, frame.time_base = at, THOUSANDTHS
        for packet in self.stream.encode(frame):
            self.container.mux(packet)

    def _frame(self, image: QImage) -> Any:
        frame = self._av.VideoFrame(image.width(), image.height(), "bgra")
        plane = frame.planes[0]
        given, wanted = image.bytesPerLine(), plane.line_size
        if given == wanted:
            plane.update(image.constBits())  # type: ignore[arg-type]  # any buffer will do
        else:  # its lines begin at round addresses
            lines, rest = bytes(image.constBits()), bytes(wanted - given)
            starts = range(0, len(lines), given)
            plane.update(b"".join(lines[at : at + given] + rest for at in starts))
        return frame
