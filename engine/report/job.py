"""One export at work: what is exported, how, where to, who draws, how far it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Protocol

from engine.play.game import Recording
from engine.report.document import Document, compose
from engine.report.scene import Scene, Scenes
from engine.report.settings import Settings
from engine.report.viewpoint import Viewed, default_viewpoint, owned, viewed


class Cancelled(Exception):  # noqa: N818  # an order, not an error
    """The export was cancelled by the user."""


class Illustrator(Protocol):
    """Draws the pictures of a report; the engine itself draws none."""

    def plate(self, scene: Scene, settings: Settings) -> bytes:
        """The plate of a scene, in the kind of picture that the settings ask for."""
        ...


def _quiet(done: int, total: int) -> None:
    """Ignore progress."""


@dataclass
class Job:
    """An export. ``progress`` is called with the share done and may raise :class:`Cancelled`."""

    recording: Recording
    target: Path
    settings: Settings = field(default_factory=Settings)
    illustrator: Illustrator | None = None
    progress: Callable[[int, int], None] = _quiet
    left_out: list[str] = field(default_factory=list)
    """What the format cannot hold, a sentence each."""
    log: Path | None = None
    """The log that is exported, if it is a file."""
    last: int | None = None
    """The entry that the export was asked to end with, if any."""
    whole: Recording = field(init=False)
    """The recording with all that its log holds."""
    viewpoint: str = field(init=False)
    """The viewpoint in force: the one of the settings, or the default of the game."""

    def __post_init__(self) -> None:
        """Observe the recording. Raises UserError for an unknown or undeclared viewpoint."""
        self.whole = self.recording
        asked = self.settings.viewpoint
        self.viewpoint = asked or default_viewpoint(self.recording, self.log)
        self.recording = viewed(owned(self.whole, self.viewpoint, self.log), self.viewpoint)
        if isinstance(self.recording, Viewed):
            self.left_out += self.recording.left_out

    @cached_property
    def scenes(self) -> Scenes:
        """The scenes of the recording."""
        return Scenes(self.recording, front=self.settings.front)

    @cached_property
    def document(self) -> Document:
        """The report, composed."""
        return compose(self.scenes, self.settings)
