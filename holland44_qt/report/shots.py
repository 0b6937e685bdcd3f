"""Seconds of a camera movement between two moments."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engine.report.document import chosen_steps
from engine.report.job import Job
from engine.report.photos import photo_of
from engine.report.scene import LEAST, Box, Scene

TRAVEL = 0.5
"""Seconds for each hex of a counter's path, and the maximum."""
MARCH, LONGEST_MARCH = 0.16, 1.2
"""Seconds for each hex of a counter's path, and their maximum."""
TITLE = 3.2
"""Seconds of a title card."""
PHOTO = 4.0
"""Seconds of a photo, which follows its moment."""
RATIO = 16 / 9
CAPTION = 0.13
"""Usual part of a frame's height that the caption covers."""
CLOSEST = LEAST[1] * RATIO / (1 - CAPTION)
"""Minimum width of a frame in hex widths."""
STEP = 1.25
"""Ratio between zoom steps of the camera, so that pictures can be reused."""


@dataclass(frozen=True, slots=True)
class Shot:
    """Moment of a film: start and end of the camera's movement, and the duration."""

    scene: Scene
    start: Box
    box: Box
    travel: float
    march: float
    hold: float
    chapter: str = ""
    """The title of a chapter that begins here."""
    photo: float = 0.0
    """Seconds of the photo after the moment; 0 without one."""

    @property
    def seconds(self) -> float:
        """Duration in seconds."""
        return self.travel + self.march + self.hold + self.photo

    def camera(self, at: float) -> Box:
        """The time at which the camera rests, in seconds after the shot's start."""
        if self.travel <= 0 or at >= self.travel:
            return self.box
        f = eased(at / self.travel)
        a, b = self.start, self.box
        width = a.width * (b.width / a.width) ** f
        height = width * b.height / b.width
        x = (a.x + a.width / 2) * (1 - f) + (b.x + b.width / 2) * f
        y = (a.y + a.height / 2) * (1 - f) + (b.y + b.height / 2) * f
        return Box(x - width / 2, y - height / 2, width, height)


def eased(f: float) -> float:
    """Return an eased fraction, slow at both ends."""
    f = min(1.0, max(0.0, f))
    return 2 * f * f if f < 0.5 else 1 - (-2 * f + 2) ** 2 / 2


def shots(
    job: Job, whole: Box, covered: Callable[[Scene], float] = lambda _: CAPTION
) -> Iterator[Shot]:
    """Return the shots of a film, in order.

    ``whole`` is the box of the whole map, ``covered`` returns the part of a frame's height that the
    caption of a scene covers.
    """
    settings, scenes = job.settings, job.scenes
    last, chapter = None, ""
    for number in chosen_steps(scenes, settings):
        scene = scenes.scene(number)
        free = 1 - covered(scene)
        close = settings.follow and bool(scene.focus)
        subject = scenes.box(scene) if close else whole
        box = _framed(subject, free, stepped=close)
        if last is not None and _near(last, box) and _holds(_free(last, free), subject):
            box = last
        travel = 0.0 if last is None or box == last else TRAVEL
        ways = (*scene.highlight.paths, *scene.highlight.retreats)
        longest = max((len(path) - 1 for path in ways), default=0)
        march = min(LONGEST_MARCH, 0.35 + MARCH * longest) if longest else 0.0
        heading = scene.chapter if scene.chapter != chapter else ""
        chapter = scene.chapter or chapter
        speed = settings.speed
        photo = photo_of(job.recording.annotations, scene.step.annotation)
        yield Shot(
            scene,
            last or box,
            box,
            travel / speed,
            march / speed,
            scene.seconds / speed,
            heading,
            PHOTO / speed if photo is not None and settings.pictures else 0.0,
        )
        last = box


def _framed(subject: Box, free: float, *, stepped: bool) -> Box:
    """Return the box of a frame whose upper, free part shows the subject.

    ``stepped`` widens the frame to the next zoom step.
    """
    width = subject.shaped(RATIO / free).width
    if stepped:
        step = math.ceil(math.log(width / CLOSEST, STEP) - 1e-6)
        width = CLOSEST * STEP**step
    height = width / RATIO
    x = subject.x + (subject.width - width) / 2
    return Box(x, subject.y + (subject.height - height * free) / 2, width, height)


def _free(box: Box, free: float) -> Box:
    """Return the part of a frame above its caption."""
    return Box(box.x, box.y, box.width, box.height * free)


def _near(a: Box, b: Box) -> bool:
    """Return whether two boxes overlap so much that the camera need not move."""
    return _holds(a, b) and abs(math.log(a.width / b.width)) < math.log(1.5)


def _holds(a: Box, b: Box) -> bool:
    """Return whether a box contains another, except for a narrow margin."""
    return (
        a.x <= b.x + b.width * 0.12
        and a.y <= b.y + b.height * 0.12
        and a.x + a.width >= b.x + b.width * 0.88
        and a.y + a.height >= b.y + b.height * 0.88
    )
