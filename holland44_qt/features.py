"""Features of the window, in the order of their menu entries."""

from __future__ import annotations

from holland44_qt.advice.feature import Advice
from holland44_qt.aids.features import FURNITURE
from holland44_qt.feature import Feature
from holland44_qt.history.analysis_feature import Analysing
from holland44_qt.history.annotations_feature import Annotating
from holland44_qt.history.branches import Branches
from holland44_qt.history.compare_feature import Comparing
from holland44_qt.history.contents import Contents
from holland44_qt.history.motion_feature import Motion
from holland44_qt.history.play_stops import Watching
from holland44_qt.history.stances import Stances
from holland44_qt.navigation.camera_feature import Viewing
from holland44_qt.navigation.general_commands import Opening
from holland44_qt.navigation.replay_feature import Replaying
from holland44_qt.opponent.feature import Computer
from holland44_qt.pictures.maps import Maps
from holland44_qt.pictures.pieces_feature import PiecesFeature
from holland44_qt.pictures.publish_feature import Publishing
from holland44_qt.pictures.vassal_import import Importing
from holland44_qt.referee.decision_feature import Deciding
from holland44_qt.referee.modes_feature import Modes
from holland44_qt.referee.orders_feature import UnitOrders
from holland44_qt.referee.rule_pages import RulePages
from holland44_qt.report.comment_links import Reading
from holland44_qt.report.front_feature import Fronts
from holland44_qt.report.library_feature import ManyGames
from holland44_qt.report.narrative_feature import Narrating
from holland44_qt.report.note_files import NoteFiles
from holland44_qt.report.writing_feature import Writing
from holland44_qt.shell.features import SHELL
from holland44_qt.shell.inspector_choice import Inspecting
from holland44_qt.table.hand import Hand
from holland44_qt.table.orders_feature import Orders
from holland44_qt.take_back import Play
from holland44_qt.together.feature import Together

FEATURES: tuple[type[Feature], ...] = (
    Opening,
    Importing,
    Viewing,
    Inspecting,
    Replaying,
    Play,
    Orders,
    Hand,
    Watching,
    Stances,
    Branches,
    Annotating,
    Writing,
    Reading,
    Narrating,
    NoteFiles,
    Fronts,
    Analysing,
    ManyGames,
    Contents,
    Comparing,
    Motion,
    *SHELL,
    Publishing,
    *FURNITURE,
    Maps,
    PiecesFeature,
    Advice,
    Modes,
    RulePages,
    Deciding,
    UnitOrders,
    Computer,
    Together,
)
