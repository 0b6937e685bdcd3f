"""The features of the window, in the order of their menus' entries."""

from __future__ import annotations

from holland44_qt.advice.feature import Advice
from holland44_qt.feature import Feature
from holland44_qt.furniture.features import FURNITURE
from holland44_qt.history.annotating import Annotating
from holland44_qt.history.branches import Branches
from holland44_qt.history.comparing import Comparing
from holland44_qt.history.contents import Contents
from holland44_qt.history.motion import Motion
from holland44_qt.history.watching import Watching
from holland44_qt.play import Play
from holland44_qt.shell.features import SHELL
from holland44_qt.table.hand import Hand
from holland44_qt.table.orders_feature import Orders

FEATURES: tuple[type[Feature], ...] = (
    Play,
    Orders,
    Hand,
    Watching,
    Branches,
    Annotating,
    Contents,
    Comparing,
    Motion,
    *SHELL,
    *FURNITURE,
    Advice,
)
