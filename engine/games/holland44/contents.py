"""The book of Holland '44 from front to back: its chapters, its decisions, its sequence of play."""

from __future__ import annotations

from typing import Final

from engine.games.holland44.book import Book, Step
from engine.games.holland44.decisions import Handler
from engine.games.holland44.rules import (
    ch02_units,
    ch03_clock,
    ch03_sequence,
    ch04_weather,
    ch05_bridge_phase,
    ch05_demolition,
    ch06_overstacking,
    ch06_stacking,
    ch07_zones_of_control,
    ch09_attack,
    ch09_combat,
    ch09_declaration,
    ch09_river_assault,
    ch10_lead_and_air,
    ch10_odds,
    ch10_shifts,
    ch10_strengths,
    ch11_engaged,
    ch11_losses,
    ch11_results,
    ch11_steps,
    ch12_determined_defense,
    ch13_retreating,
    ch13_retreats,
    ch14_disorder,
    ch14_disruption,
    ch14_full_retreat,
    ch14_recovery,
    ch15_advance,
    ch15_advancing,
    ch16_breakthrough,
    ch17_artillery,
    ch17_moved_markers,
    ch17_resupply,
    ch18_effects,
    ch18_supply,
    ch18_supply_heads,
    ch19_arrivals,
    ch19_entry_areas,
    ch20_replacements,
    ch21_breakdown,
    ch21_orders,
    ch22_airlanding,
    ch22_drop_zones,
    ch22_first_wave,
    ch22_scattered,
    ch22_touchdown,
    ch23_garrisons,
    ch23_special_rules,
    ch24_traffic,
    ch25_relocation,
    ch25_revealing,
    ch25_unknown,
    ch26_victory,
    ch27_disengagement,
    ch27_isolation,
)
from engine.games.holland44.rules.ch03_sequence import forget_combat, forget_moves
from engine.games.holland44.rules.ch04_weather import weather_roll
from engine.games.holland44.rules.ch05_bridge_phase import Bridges, bridge_phase
from engine.games.holland44.rules.ch05_demolition import Demolish, spare_grave
from engine.games.holland44.rules.ch06_overstacking import Overstack, overstacks_owed
from engine.games.holland44.rules.ch08_movement import (
    automatic_ds,
    clauses,
    limits,
    march,
    mover,
    progress,
    reach,
    why_not,
)
from engine.games.holland44.rules.ch08_movement.march import March
from engine.games.holland44.rules.ch09_combat import GoOn
from engine.games.holland44.rules.ch09_river_assault import prepare_assaults
from engine.games.holland44.rules.ch11_losses import Loss
from engine.games.holland44.rules.ch12_determined_defense import DeterminedDefense
from engine.games.holland44.rules.ch13_retreating import Retreating
from engine.games.holland44.rules.ch14_recovery import reorganize
from engine.games.holland44.rules.ch15_advancing import Advancing
from engine.games.holland44.rules.ch16_breakthrough import JointAttack
from engine.games.holland44.rules.ch17_resupply import Resupply, resupply_phase
from engine.games.holland44.rules.ch18_effects import mark_supply
from engine.games.holland44.rules.ch18_supply_heads import SupplyHead, heads_return
from engine.games.holland44.rules.ch19_arrivals import reinforce
from engine.games.holland44.rules.ch20_replacements import (
    Replacement,
    ask_replacements,
    replacements_owed,
)
from engine.games.holland44.rules.ch22_airlanding import Landing, LandingHex, airlanding_phase
from engine.games.holland44.rules.ch22_first_wave import (
    DropHex,
    FirstRolls,
    Scattered,
    first_rolls_owed,
)
from engine.games.holland44.rules.ch22_touchdown import (
    LandingEnd,
    LandingFight,
    LandingRolls,
    Touchdown,
)
from engine.games.holland44.rules.ch24_traffic import Traffic, TrafficRoll, traffic_phase
from engine.games.holland44.rules.ch26_victory import count_victory
from engine.games.holland44.rules.ch27_disengagement import SlippingAway
from engine.games.holland44.rules.ch27_isolation import attrition
from engine.rules.registry import Register

CHAPTERS: Final = (
    ch02_units,
    ch03_clock,
    ch03_sequence,
    ch04_weather,
    ch05_bridge_phase,
    ch05_demolition,
    ch06_overstacking,
    ch06_stacking,
    ch07_zones_of_control,
    mover,
    progress,
    limits,
    reach,
    why_not,
    march,
    clauses,
    automatic_ds,
    ch09_attack,
    ch09_combat,
    ch09_declaration,
    ch09_river_assault,
    ch10_lead_and_air,
    ch10_odds,
    ch10_shifts,
    ch10_strengths,
    ch11_engaged,
    ch11_losses,
    ch11_results,
    ch11_steps,
    ch12_determined_defense,
    ch13_retreating,
    ch13_retreats,
    ch14_disorder,
    ch14_disruption,
    ch14_full_retreat,
    ch14_recovery,
    ch15_advance,
    ch15_advancing,
    ch16_breakthrough,
    ch17_artillery,
    ch17_moved_markers,
    ch17_resupply,
    ch18_effects,
    ch18_supply,
    ch18_supply_heads,
    ch19_arrivals,
    ch19_entry_areas,
    ch20_replacements,
    ch21_breakdown,
    ch21_orders,
    ch22_airlanding,
    ch22_drop_zones,
    ch22_first_wave,
    ch22_scattered,
    ch22_touchdown,
    ch23_garrisons,
    ch23_special_rules,
    ch24_traffic,
    ch25_relocation,
    ch25_revealing,
    ch25_unknown,
    ch26_victory,
    ch27_disengagement,
    ch27_isolation,
)
"""All chapters; the clauses in them judge what players order."""

DECISIONS: Final[tuple[type[Handler], ...]] = (
    Demolish,
    Bridges,
    Overstack,
    March,
    GoOn,
    Loss,
    DeterminedDefense,
    Retreating,
    Advancing,
    JointAttack,
    Resupply,
    SupplyHead,
    Replacement,
    DropHex,
    Landing,
    LandingHex,
    Touchdown,
    LandingFight,
    LandingEnd,
    FirstRolls,
    LandingRolls,
    Scattered,
    TrafficRoll,
    Traffic,
    SlippingAway,
)
"""What players are asked, chapter by chapter."""

SEQUENCE: Final = (
    Step("weather", begins=(weather_roll,)),
    Step("artillery_resupply", begins=(resupply_phase,)),
    Step("bridge", begins=(bridge_phase,)),
    Step("airlanding", begins=(airlanding_phase,), owes=(first_rolls_owed,), ends=(forget_combat,)),
    Step(
        "movement",
        begins=(reinforce, ask_replacements),
        owes=(overstacks_owed, replacements_owed),
        ends=(prepare_assaults, forget_moves),
    ),
    Step("combat", owes=(overstacks_owed,), ends=(forget_combat,)),
    Step("reorganization", begins=(spare_grave, reorganize)),
    Step("supply", begins=(attrition, mark_supply, heads_return)),
    Step("traffic", begins=(traffic_phase,)),
    Step("victory", begins=(count_victory,)),
)
"""The phases in the order of play (3): what is done as each begins, owed before it ends, and done
as it ends. Which sides and turns have a phase says the chart ``sequence``.
"""

BOOK: Final = Book(
    Register.of_chapters(CHAPTERS),
    {handler.kind: handler() for handler in DECISIONS},
    {step.phase: step for step in SEQUENCE},
)
