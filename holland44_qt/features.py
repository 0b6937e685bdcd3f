"""The features of the window, in the order of their menus' entries."""

from __future__ import annotations

from holland44_qt.feature import Feature
from holland44_qt.play import Play

FEATURES: tuple[type[Feature], ...] = (Play,)
