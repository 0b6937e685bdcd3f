"""4: the weather of the day, and the air units it allows.

Elsewhere: 4.1 ``ch03_clock:sequence_of``; 4.1 ``positions:opening``.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.verdicts import Verdict
from engine.games.holland44.constants import AIR_UNITS, verdict
from engine.games.holland44.resolution import Resolution
from engine.games.holland44.rules.ch10_strengths import Combat
from engine.games.holland44.tracks import AIR
from engine.modules.tables import lookup
from engine.rules.base.clauses import clause


def weather_roll(work: Resolution, _: str) -> None:
    """4.1, 4.2, 4.3: roll two dice, the first for the morning, the second for the afternoon."""
    chart = work.setting.table("weather")
    modifiers = chart.on_turn(work.position.turn)
    for column, track in (("AM", "weather"), ("PM", "weather-pm")):
        die = work.throw(f"weather:{column}")
        work.track(track, lookup(chart, die, column, modifiers).result)


@clause("4.4", "declare")
def air_units_of_the_day(fight: Combat, _: object) -> Iterator[Verdict]:
    """4.1, 4.4, 10.7: the weather limits the number of air units."""
    position = fight.position
    limit = AIR_UNITS.get(position.weather, 0)
    used = int(position.state.tracks.get(AIR) or 0)
    if fight.air and used + fight.air > limit:
        yield verdict("4.4", "air", used=used, most=limit)
