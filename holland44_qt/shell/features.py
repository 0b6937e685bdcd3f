"""The features of the shell, in the order of their menus' entries."""

from __future__ import annotations

from holland44_qt.feature import Feature
from holland44_qt.shell.command_palette import PaletteFeature
from holland44_qt.shell.corrections_feature import Correcting
from holland44_qt.shell.exchange import Exchange
from holland44_qt.shell.exports import Exports
from holland44_qt.shell.hand_over import HandOver
from holland44_qt.shell.lesson_feature import Learning
from holland44_qt.shell.manual_feature import Manual
from holland44_qt.shell.map_looks import Looking
from holland44_qt.shell.overview import OverviewFeature
from holland44_qt.shell.preferences import PreferencesFeature
from holland44_qt.shell.rules_preloader import RulesPreloader
from holland44_qt.shell.start import Start
from holland44_qt.shell.tour import Tour
from holland44_qt.shell.viewpoint_feature import ViewpointFeature

SHELL: tuple[type[Feature], ...] = (
    Start,
    HandOver,
    Exchange,
    Exports,
    Correcting,
    PaletteFeature,
    PreferencesFeature,
    Looking,
    ViewpointFeature,
    OverviewFeature,
    Tour,
    Learning,
    Manual,
    RulesPreloader,
)
