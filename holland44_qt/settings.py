"""Stored settings: window, panels, files, preferences."""

from __future__ import annotations

import math
import os
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Literal

from PySide6.QtCore import QObject, QSettings, Signal

from engine.i18n import system_language
from engine.user_folders import settings_file
from holland44_qt.theme import NAMES as THEMES

RECENT, LAST, RUNNING = "files/recent", "files/last", "files/running"
PLAYED = "played"
MINE = "files/mine"
MOST_MINE = 200
"""Maximum number of the user's own games that are remembered."""
LINE = "files/line"
SIGHT = "files/sight"
DOCKS = "window/docks"
"""Key of the dock layout at the last closing."""
MOST_RECENT = 8
"""Maximum length of the list of recent games."""
PREFERENCES = "preferences"
SCALES = (75, 90, 100, 110, 125, 150, 175, 200)
"""Sizes of the window's text and buttons, in percent."""
SIZES = (60, 150)
"""Smallest and largest counter and stack spread, in percent of the default."""

AUTO = "auto"
"""Theme that follows the desktop: night for a dark one, else day."""

Motion = Literal["full", "reduced", "off"]
MOTIONS: tuple[Motion, ...] = ("full", "reduced", "off")


def settings() -> QSettings:
    """Return the settings file in the user's folder; if it cannot be written, nothing is saved."""
    path = settings_file("window.ini")
    if os.path.lexists(path) and not path.is_file():
        path = Path(os.devnull, "none")  # nothing is kept there; Qt would wait for a pipe
    return QSettings(str(path), QSettings.Format.IniFormat)


# -- files ----------------------------------------------------------------------------------------


def recent_files() -> list[Path]:
    """Return the recent games that still exist, newest first."""
    return _files(RECENT)


def remember_file(path: Path) -> None:
    """Put a game at the top of the recent ones."""
    path = path.resolve()
    others = [p for p in recent_files() if p != path]
    settings().setValue(RECENT, [str(p) for p in (path, *others)][:MOST_RECENT])


def last_game() -> tuple[Path, int] | None:
    """Return the last game, if it still exists, and its step."""
    stored = _strings(LAST)
    if len(stored) not in (2, 3) or not _is_file(Path(stored[0])):
        return None
    step = _number(stored[1])
    return None if step is None else (Path(stored[0]), step)


def was_played_at(path: Path, step: int) -> bool:
    """Return whether the last game was in play at an earlier step after an undo."""
    return _strings(LAST) == [str(path.resolve()), str(step), PLAYED]


def remember_step(path: Path, step: int, *, line: int | None = None, played: bool = False) -> None:
    """Save the current step of a game at once, because the program may be killed.

    ``line`` is the last entry of the line that is shown; ``played`` marks the step as the point of
    play.
    """
    store, name = settings(), str(path.resolve())
    store.setValue(LAST, [name, str(step), *([PLAYED] if played else [])])
    if line is not None:
        store.setValue(LINE, [name, str(line)])
    store.sync()


def last_line(path: Path) -> int | None:
    """Return the last entry of the last game's line."""
    stored = _strings(LINE)
    return _number(stored[1]) if len(stored) == 2 and Path(stored[0]) == path.resolve() else None


Sight = tuple[float, float, float]
"""Pixels per hex width, and the point of the map in the middle."""


def remember_sight(path: Path, sight: Sight | None) -> None:
    """Save the camera of the last game; None for the whole board."""
    settings().setValue(SIGHT, [str(path.resolve()), *(f"{part:.3f}" for part in sight or ())])


def last_sight(path: Path) -> Sight | None:
    """Return the camera of a game if it was the last one."""
    stored = _strings(SIGHT)
    if len(stored) != 4 or Path(stored[0]) != path.resolve():
        return None
    try:
        scale, x, y = (float(part) for part in stored[1:])
    except ValueError:
        return None
    return (scale, x, y) if all(map(math.isfinite, (scale, x, y))) and scale > 0 else None


def running_games() -> list[Path]:
    """Return the games of open windows, or of windows that crashed."""
    return _files(RUNNING)


def remember_running(path: Path, running: bool) -> None:
    """Save at once that a window has opened a game for play, or closed it."""
    path = path.resolve()
    others = [str(p) for p in running_games() if p != path]
    store = settings()
    store.setValue(RUNNING, [*others, str(path)] if running else others)
    store.sync()


def is_mine(path: Path) -> bool:
    """Return whether the user has played a game here; it then opens for play where it stopped."""
    return str(path.resolve()) in _strings(MINE)


def remember_mine(path: Path) -> None:
    """Save that a game is played here."""
    own, games = str(path.resolve()), _strings(MINE)
    if games[-1:] != [own]:
        others = [game for game in games if game != own]
        settings().setValue(MINE, [*others, own][-MOST_MINE:])


def _strings(key: str) -> list[str]:
    stored = settings().value(key)
    # An INI file cannot tell a list of one from a string, nor an empty list from nothing; what
    # somebody else wrote into it may be anything.
    if isinstance(stored, str):
        return [stored]
    return [part for part in stored if isinstance(part, str)] if isinstance(stored, list) else []


def _files(key: str) -> list[Path]:
    return [path for path in map(Path, _strings(key)) if _is_file(path)]


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a name that no file can have
        return False


def _number(text: str) -> int | None:
    """Return a number in the form that this program writes."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


# -- preferences ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Choices:
    """User's choices; sizes are in percent, ``hidden`` names layers of the view menu."""

    theme: str = AUTO
    ui_scale: int = 100
    counter_size: int = 100
    stack_spread: int = 100
    motion: Motion = "full"
    edge_scroll: bool = True
    sounds: bool = False
    hand_over: bool = False
    language: str = field(default_factory=system_language)
    hidden: tuple[str, ...] = ()
    module_folder: str = ""

    @classmethod
    def load(cls) -> Choices:
        """Return the stored choices; invalid values are replaced by defaults."""
        store = settings()
        default = cls()
        read = {}
        for choice in fields(cls):
            stored = store.value(f"{PREFERENCES}/{choice.name}")
            read[choice.name] = _like(stored, getattr(default, choice.name))
        choices = cls(**read)
        return replace(
            choices,
            ui_scale=min(SCALES, key=lambda s: abs(s - choices.ui_scale)),
            counter_size=max(SIZES[0], min(choices.counter_size, SIZES[1])),
            stack_spread=max(SIZES[0], min(choices.stack_spread, SIZES[1])),
            motion=choices.motion if choices.motion in MOTIONS else default.motion,
            theme=choices.theme if choices.theme in (AUTO, *THEMES) else default.theme,
        )


class Preferences(QObject):
    """Current choices; ``changed`` emits the names of changed ones."""

    changed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.now = Choices.load()

    def change(self, **choices: Any) -> None:
        """Change choices and save them."""
        before = asdict(self.now)
        self.now = replace(self.now, **choices)
        changed = {name for name, value in choices.items() if before[name] != value}
        store = settings()
        for name in changed:
            value = choices[name]
            store.setValue(
                f"{PREFERENCES}/{name}", " ".join(value) if isinstance(value, tuple) else value
            )
        if changed:
            self.changed.emit(frozenset(changed))


def _like(stored: object, default: Any) -> Any:
    """Convert a stored value to its default's type; return the default if impossible."""
    if stored is None:
        return default
    text = str(stored)
    if isinstance(default, bool):
        return text.lower() == "true"
    if isinstance(default, int):
        number = _number(text)
        return default if number is None else number
    if isinstance(default, tuple):
        return tuple(text.split())
    return text
