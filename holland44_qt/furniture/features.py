"""The features of the furniture, in the order of their menus' entries."""

from __future__ import annotations

from holland44_qt.feature import Feature
from holland44_qt.furniture.boxes_feature import BoxesFeature
from holland44_qt.furniture.combat_feature import CombatFeature
from holland44_qt.furniture.dice_feature import DiceFeature
from holland44_qt.furniture.find_feature import FindFeature
from holland44_qt.furniture.guides_feature import GuidesFeature
from holland44_qt.furniture.pad_feature import PadFeature
from holland44_qt.furniture.sayings_feature import SayingsFeature
from holland44_qt.furniture.turn_feature import TurnFeature

FURNITURE: tuple[type[Feature], ...] = (
    TurnFeature,
    DiceFeature,
    CombatFeature,
    FindFeature,
    BoxesFeature,
    PadFeature,
    SayingsFeature,
    GuidesFeature,
)
