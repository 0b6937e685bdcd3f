"""Session: the open game and its current step.

Windows and panels access the game only through it, and only the session changes the game; none of
them reads a log or stores a position.
"""

from __future__ import annotations

from holland44_qt.session.play import Session, is_over
from holland44_qt.session.shown import Stance

__all__ = ["Session", "Stance", "is_over"]
