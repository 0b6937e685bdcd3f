"""Contents of the Holland '44 rulebook: chapters, decisions, sequence of play."""

from __future__ import annotations

from typing import Final

from engine.games.holland44.book import Book
from engine.games.holland44.constants import verdict
from engine.games.holland44.house_rules import FIXED
from engine.games.holland44.position import Position
from engine.games.holland44.resolution import Resolution
from engine.games.holland44.rules import (
    ch03_sequence,
    ch04_weather,
    ch05_bridge_phase,
    ch05_demolition,
    ch06_overstacking,
    ch07_zones_of_control,
    ch09_attack,
    ch09_combat,
    ch09_declaration,
    ch09_river_assault,
    ch10_lead_and_air,
    ch11_engaged,
    ch11_losses,
    ch12_determined_defense,
    ch13_retreat_decision,
    ch14_disruption,
    ch14_recovery,
    ch15_advance_decision,
    ch16_breakthrough,
    ch17_artillery,
    ch17_moved_markers,
    ch17_resupply,
    ch18_effects,
    ch18_supply_heads,
    ch19_arrivals,
    ch19_entry_areas,
    ch20_replacements,
    ch21_orders,
    ch22_airlanding,
    ch22_first_wave,
    ch22_scattered,
    ch22_touchdown,
    ch23_special_rules,
    ch24_traffic,
    ch25_relocation,
    ch25_unknown,
    ch26_victory,
    ch27_disengagement,
    ch27_isolation,
)
from engine.games.holland44.rules.ch08_movement import (
    automatic_ds,
    clauses,
    march,
)
from engine.rules.base.clauses import Register
from engine.rules.base.decisions import Decisions, Handler
from engine.rules.base.sequence import Step

CHAPTERS: Final = (
    ch03_sequence,
    ch04_weather,
    ch06_overstacking,
    ch07_zones_of_control,
    clauses,
    automatic_ds,
    ch09_attack,
    ch09_declaration,
    ch10_lead_and_air,
    ch11_engaged,
    ch14_disruption,
    ch16_breakthrough,
    ch17_artillery,
    ch17_moved_markers,
    ch18_effects,
    ch19_entry_areas,
    ch20_replacements,
    ch21_orders,
    ch22_scattered,
    ch23_special_rules,
    ch24_traffic,
    ch25_relocation,
    ch25_unknown,
    ch26_victory,
    ch27_disengagement,
)
"""The files with clauses, which judge what players order."""

HANDLERS: Final[tuple[type[Handler[Position, Resolution]], ...]] = (
    ch05_demolition.Demolish,
    ch05_bridge_phase.Bridges,
    ch06_overstacking.Overstack,
    march.March,
    ch09_combat.GoOn,
    ch11_losses.Loss,
    ch12_determined_defense.DeterminedDefense,
    ch13_retreat_decision.Retreating,
    ch15_advance_decision.Advancing,
    ch16_breakthrough.JointAttack,
    ch17_resupply.Resupply,
    ch18_supply_heads.SupplyHead,
    ch20_replacements.Replacement,
    ch22_first_wave.DropHex,
    ch22_airlanding.Landing,
    ch22_airlanding.LandingHex,
    ch22_touchdown.Touchdown,
    ch22_touchdown.LandingFight,
    ch22_touchdown.LandingEnd,
    ch22_first_wave.FirstRolls,
    ch22_touchdown.LandingRolls,
    ch22_first_wave.Scattered,
    ch24_traffic.TrafficRoll,
    ch24_traffic.Traffic,
    ch27_disengagement.Disengaging,
)
"""Decisions of players, chapter by chapter."""

DECISIONS: Final = Decisions(verdict, "3", (handler() for handler in HANDLERS), fixed=FIXED)
"""The decisions, by kind."""

SEQUENCE: Final = (
    Step("weather", begins=(ch04_weather.weather_roll,)),
    Step("artillery_resupply", begins=(ch17_resupply.resupply_phase,)),
    Step("bridge", begins=(ch05_bridge_phase.bridge_phase,)),
    Step(
        "airlanding",
        begins=(ch22_airlanding.airlanding_phase,),
        pending=(ch22_first_wave.first_rolls_pending,),
        ends=(ch03_sequence.forget_combat,),
    ),
    Step(
        "movement",
        begins=(ch19_arrivals.reinforce, ch20_replacements.ask_replacements),
        pending=(ch06_overstacking.overstacks_pending, ch20_replacements.replacements_pending),
        ends=(ch09_river_assault.prepare_assaults, ch03_sequence.forget_moves),
    ),
    Step(
        "combat",
        pending=(ch06_overstacking.overstacks_pending,),
        ends=(ch03_sequence.forget_combat,),
    ),
    Step("reorganization", begins=(ch05_demolition.spare_grave, ch14_recovery.reorganize)),
    Step(
        "supply",
        begins=(ch27_isolation.attrition, ch18_effects.mark_supply, ch18_supply_heads.heads_return),
    ),
    Step("traffic", begins=(ch24_traffic.traffic_phase,)),
    Step("victory", begins=(ch26_victory.count_victory,)),
)
"""3: the phases in the order of play: what begins each, what keeps it open, what ends it.

The chart ``sequence`` says which sides and turns have a phase.
"""

BOOK: Final = Book(
    Register.of_chapters(CHAPTERS),
    DECISIONS,
    {step.phase: step for step in SEQUENCE},
)
