"""The book of Holland '44 from front to back: its chapters, its decisions, its sequence of play."""

from __future__ import annotations

from typing import Final

from engine.games.holland44.arriving import SupplyHead, heads_return, reinforce
from engine.games.holland44.assaulting import prepare_assaults
from engine.games.holland44.battle import GoOn, Loss
from engine.games.holland44.book import Book, Step
from engine.games.holland44.breakthrough import JointAttack
from engine.games.holland44.deciding import Handler
from engine.games.holland44.defending import DeterminedDefense, Retreating
from engine.games.holland44.demolition import Demolish, spare_grave
from engine.games.holland44.disengaging import SlippingAway
from engine.games.holland44.first_wave import DropHex, FirstRolls, Scattered, first_rolls_owed
from engine.games.holland44.isolating import attrition
from engine.games.holland44.landing import Landing, LandingHex, airlanding_phase
from engine.games.holland44.marching import March
from engine.games.holland44.owed import Bridges, Traffic, TrafficRoll, bridge_phase, traffic_phase
from engine.games.holland44.pursuit import Advancing
from engine.games.holland44.replacing import Replacement, ask_replacements, replacements_owed
from engine.games.holland44.resupplying import Resupply, resupply_phase
from engine.games.holland44.rules import (
    ch03_sequence,
    ch06_stacking,
    ch07_zoc,
    ch08_automatic_ds,
    ch08_movement,
    ch09_combat,
    ch10_modifiers,
    ch11_results,
    ch14_disruption,
    ch17_artillery,
    ch18_supply,
    ch19_areas,
    ch20_replacements,
    ch21_breakdown,
    ch22_airlanding,
    ch23_special,
    ch24_traffic,
    ch25_unknown,
    ch27_options,
)
from engine.games.holland44.touchdown import LandingEnd, LandingFight, LandingRolls, Touchdown
from engine.games.holland44.turning import (
    Overstack,
    count_victory,
    forget_combat,
    forget_moves,
    mark_supply,
    overstacks_owed,
    reorganize,
    weather_roll,
)
from engine.rules.registry import Register

CHAPTERS: Final = (
    ch03_sequence,
    ch06_stacking,
    ch07_zoc,
    ch08_automatic_ds,
    ch08_movement,
    ch09_combat,
    ch10_modifiers,
    ch11_results,
    ch14_disruption,
    ch17_artillery,
    ch18_supply,
    ch19_areas,
    ch20_replacements,
    ch21_breakdown,
    ch22_airlanding,
    ch23_special,
    ch24_traffic,
    ch25_unknown,
    ch27_options,
)
"""The chapters with clauses that judge what players order."""

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
