"""The session: the one game that is open, and the step it is shown at.

The only thing windows and panels talk to, and the only place that changes a game; none of them
reads a log or keeps a position of its own.
"""

from __future__ import annotations

from holland44_qt.session.play import Session, is_over
from holland44_qt.session.shown import Stance

__all__ = ["Session", "Stance", "is_over"]
