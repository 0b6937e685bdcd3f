"""Typed answers to queries about a position.

A game's :class:`~engine.rules.ports.Answers` returns them; the probe encodes them as JSON, the
window draws them, the command line prints them. Places are indices (hexes first, then boxes);
hexsides are pairs of hexes, the smaller first. Independent of JSON, Qt and games.
"""

from __future__ import annotations

from engine.rules.answers.battle_boards import BattleBoard, BattleLine
from engine.rules.answers.combat import (
    AttackPlan,
    Bombardment,
    Chance,
    ChoiceLine,
    Factor,
    Odds,
    Prospect,
    Result,
    RetreatOption,
    Retreats,
    Share,
    ShiftLine,
)
from engine.rules.answers.decisions import (
    Barred,
    Option,
    Planned,
    Question,
    Ribbon,
    Stop,
)
from engine.rules.answers.movement import (
    Price,
    Reach,
    Reached,
    WhyNot,
)
from engine.rules.answers.phases import (
    Arrival,
    ChanceNode,
    CheckItem,
    Condition,
    Legal,
    Objective,
    Order,
    Peril,
    Spare,
    Standing,
    Weight,
)
from engine.rules.answers.supply import (
    Cut,
    SupplyLine,
)
from engine.rules.answers.tables import (
    CoverageRow,
    CoverageStatus,
    TableResult,
)
from engine.rules.answers.units import (
    Bond,
    Hexside,
    Number,
    UnitView,
    Zones,
)

__all__ = [
    "Arrival",
    "AttackPlan",
    "Barred",
    "BattleBoard",
    "BattleLine",
    "Bombardment",
    "Bond",
    "Chance",
    "ChanceNode",
    "CheckItem",
    "ChoiceLine",
    "Condition",
    "CoverageRow",
    "CoverageStatus",
    "Cut",
    "Factor",
    "Hexside",
    "Legal",
    "Number",
    "Objective",
    "Odds",
    "Option",
    "Order",
    "Peril",
    "Planned",
    "Price",
    "Prospect",
    "Question",
    "Reach",
    "Reached",
    "Result",
    "RetreatOption",
    "Retreats",
    "Ribbon",
    "Share",
    "ShiftLine",
    "Spare",
    "Standing",
    "Stop",
    "SupplyLine",
    "TableResult",
    "UnitView",
    "Weight",
    "WhyNot",
    "Zones",
]
