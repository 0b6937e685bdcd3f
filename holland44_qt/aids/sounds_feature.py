"""Feature that plays a sound for dice, combat and the turn; off until the user wants it."""

from __future__ import annotations

from contextlib import suppress

from engine.core import actions as act
from engine.core.effects import SetPhase
from engine.core.errors import UserError
from engine.files import write_atomic
from engine.log.entry import Entry
from engine.user_folders import made_folder
from holland44_qt.feature import Feature


class Sounds(Feature):
    """Sounds for entries that are recorded, not for those that are reviewed."""

    def ready(self) -> None:
        """Wait for new entries."""
        self.session.recorded.connect(self._recorded)

    def _recorded(self, entry: Entry) -> None:
        name = sound_of(entry)
        if self.window.preferences.now.sounds and name is not None:
            self.play(name)

    def play(self, name: str) -> None:
        """Play a sound; its file is written once. Without a folder for it there is no sound."""
        from holland44_qt.aids.sounds import SOUNDS, as_wave, play  # computes with NumPy

        path = made_folder("sounds") / f"{name}.wav"
        with suppress(OSError, UserError):
            if not path.is_file():
                path.parent.mkdir(parents=True, exist_ok=True)
                write_atomic(path, as_wave(SOUNDS[name]()))
            play(path)


def sound_of(entry: Entry) -> str | None:
    """Return the name of the sound for an entry; None for an entry without one."""
    if isinstance(entry.action, act.DeclareAttack | act.Combat):
        return "combat"
    if entry.dice:
        return "dice"
    clocks = [e for e in entry.effects if isinstance(e, SetPhase)]
    changes = any(
        (e.before.turn, e.before.active) != (e.after.turn, e.after.active) for e in clocks
    )
    return "turn" if changes else None
