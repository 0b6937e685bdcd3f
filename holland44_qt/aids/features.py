"""The features of the aids, in the order of their menus' entries."""

from __future__ import annotations

from holland44_qt.aids.battle_feature import BattleFeature
from holland44_qt.aids.boxes_feature import BoxesFeature
from holland44_qt.aids.captions_feature import CaptionsFeature
from holland44_qt.aids.combat_feature import CombatFeature
from holland44_qt.aids.dice_feature import DiceFeature
from holland44_qt.aids.fight_feature import FightFeature
from holland44_qt.aids.find_feature import FindFeature
from holland44_qt.aids.guides_feature import GuidesFeature
from holland44_qt.aids.notepad_feature import PadFeature
from holland44_qt.aids.ribbon_feature import RibbonFeature
from holland44_qt.aids.sounds_feature import Sounds
from holland44_qt.aids.stakes_feature import Stakes
from holland44_qt.aids.turn_feature import TurnFeature
from holland44_qt.feature import Feature

FURNITURE: tuple[type[Feature], ...] = (
    TurnFeature,
    DiceFeature,
    CombatFeature,
    FindFeature,
    BoxesFeature,
    RibbonFeature,
    PadFeature,
    CaptionsFeature,
    FightFeature,
    BattleFeature,
    Stakes,
    Sounds,
    GuidesFeature,
)
