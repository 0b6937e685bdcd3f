"""Chapters 4 and 5: the weather roll and its results for both sides; optional storms (28)."""

from __future__ import annotations

from engine.games.normandy44 import tracks
from engine.games.normandy44.charts import WeatherRow
from engine.games.normandy44.position import Position
from engine.games.normandy44.resolution import Resolution
from engine.games.normandy44.rules import ch28_batteries
from engine.games.normandy44.rules.ch06_replacements import (
    CHERBOURG_ARMOUR,
    REPLACEMENT_LIMIT,
    Commonwealth,
)
from engine.games.normandy44.rules.ch18_supply import traces_south
from engine.games.normandy44.vocabulary import (
    ALLIED,
    ARMIES,
    CW,
    GERMAN,
    OVERCAST,
    STORM,
    US,
)
from engine.rules.base.decisions import Args, Choice, Handler

SUPPLY_LIMIT = 19
"""5.1d: the limit of supply points."""
HISTORICAL = (14, 15, 16)
"""28.1: turns of the storm."""
CHERBOURG_FROM = 3
"""26.2.3: the first turn of replacements in the Cherbourg game."""
RANDOM_FROM, STORM_DAYS = 12, 3
"""28.2: the first turn of random storms, and their length."""


def first_weather(work: Resolution) -> None:
    """4.1b, 20.1b: turn 1 is overcast-2, and gives only naval units."""
    work.track(tracks.WEATHER, OVERCAST)
    work.track(tracks.WEATHER_ROW, 2)
    work.track(tracks.NAVAL + US, 1 if work.position.scenario == "cherbourg" else 2)
    if work.position.scenario != "cherbourg":
        work.track(tracks.NAVAL + CW, 2)


def weather_roll(work: Resolution) -> int:
    """4.1a, 4.2, 28.1, 28.2: return the row of the weather table for the turn."""
    turn, kind = work.state.clock.turn, work.position.reading("storms")
    if turn == 2:
        die = work.throw("weather")
        result = work.setting.charts.read("weather_turn_2", die).result
        return int(result.removeprefix("overcast-"))
    if kind == "historical" and turn in HISTORICAL:
        return 1
    left = work.position.track(tracks.STORM_LEFT)
    if left:
        work.track(tracks.STORM_LEFT, left - 1 or None)
        return 1
    die = work.throw("weather")
    again = kind == "historical" or (kind == "three_days" and turn < RANDOM_FROM)
    while die == 1 and again:
        if kind == "historical":
            cherbourg_armour(work)
        die = work.throw("weather")
    if die == 1 and kind == "three_days":
        work.track(tracks.STORM_LEFT, STORM_DAYS - 1)
    return die


def initial_phase(work: Resolution) -> None:
    """3.A, 4.3g, 5.1b, 5.1c, 6.1a, 19.1.1, 19.2c, 26.2.4: apply the weather and its results."""
    number = weather_roll(work)
    row = work.setting.charts.weather[number]
    work.track(tracks.WEATHER, row.weather)
    work.track(tracks.WEATHER_ROW, number)
    small = work.position.scenario == "cherbourg"
    for army, air in ((US, row.us_air), (CW, row.cw_air)):
        ships = 0 if row.weather == STORM else (1 if small else 2)
        flying = min(air, 2) if small else air
        idle = small and army == CW
        work.track(tracks.NAVAL + army, 0 if idle else ships)
        work.track(tracks.AIR + army, 0 if idle else flying)
    ch28_batteries.suppress(work)
    if small:
        _cherbourg_receipts(work, number, row)
    else:
        _receipts(work, row)
    allied_supply(work)


def allied_supply(work: Resolution) -> None:
    """5.3a, 4.3d, 21.1.3, 26.2.2b: add free supply points: one, or two with a Mulberry."""
    position = work.position
    if position.weather == STORM:
        return
    for army in ARMIES:
        if position.scenario == "cherbourg":
            count = int(army == US)
        else:
            due = position.state.tracks.get(tracks.MULBERRY_DUE + army)
            count = 2 if isinstance(due, int) and 0 < due <= position.turn else 1
        work.add(tracks.POINTS + army, count, highest=SUPPLY_LIMIT)


def _receipts(work: Resolution, row: WeatherRow) -> None:
    """5.1b, 5.2a, 6.1a, 6.1b, 6.2.3a, 6.2.7: apply the receipts of a row of the table."""
    receive(work, f"german/{row.german_replacement}")
    for kind in row.us_replacement:
        receive(work, f"us/{kind}")
    german_supply(work, row.german_supply)
    for kind in row.cw_replacement:
        if kind == "infantry":
            work.ask(Commonwealth.kind, ALLIED)
        else:
            receive(work, f"cw/{kind}")


def receive(work: Resolution, name: str) -> None:
    """6.1a, 6.1b: add a replacement, up to nine of a kind."""
    work.add(tracks.REPLACEMENTS + name, 1, highest=REPLACEMENT_LIMIT)


def _cherbourg_receipts(work: Resolution, number: int, row: WeatherRow) -> None:
    """26.2.2b, 26.2.3a, 26.2.3b: add the receipts of the Cherbourg game."""
    if row.weather != "clear":
        work.add(tracks.POINTS + "cherbourg", 1, highest=SUPPLY_LIMIT)
    if work.state.clock.turn < CHERBOURG_FROM:
        return
    if number == 5:
        receive(work, "german/infantry0")
    if row.weather == STORM:
        cherbourg_armour(work)
    if number % 2:
        for kind in row.us_replacement:
            receive(work, f"us/{kind}")


def cherbourg_armour(work: Resolution) -> None:
    """26.2.3a: give the Germans their one armour replacement, for this turn only.

    It comes in a storm; with historical storms, whenever a 1 is rolled.
    """
    unused = CHERBOURG_ARMOUR not in work.state.tracks
    if work.position.scenario == "cherbourg" and work.state.clock.turn >= CHERBOURG_FROM and unused:
        receive(work, "german/armour")
        work.track(CHERBOURG_ARMOUR, work.state.clock.turn)


def cherbourg_supplied(position: Position) -> bool:
    """5.2b: return whether a city hex of Cherbourg traces to the southern edge of the map."""
    return any(
        position.control(i) == GERMAN and traces_south(position, i)
        for i in position.ground.cherbourg
    )


def german_supply(work: Resolution, count: int) -> None:
    """5.1b, 5.2a, 5.2b: German points go to the 7th Army; some to Cherbourg while it is open."""
    if cherbourg_supplied(work.position) and count:
        work.ask(Allocation.kind, GERMAN, points=count)
    else:
        work.add(tracks.POINTS + "german7", count, highest=SUPPLY_LIMIT)


class Allocation(Handler[Position, Resolution]):
    """5.2a: the number of German supply points for Fortress Cherbourg."""

    kind = "allocation"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Return each number from none to all."""
        return [Choice(f"cherbourg {n}", word="cherbourg") for n in range(int(args["points"]) + 1)]

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Record the points, which cannot be moved again."""
        count = int(choice.id.split()[1])
        work.add(tracks.POINTS + "cherbourg", count, highest=SUPPLY_LIMIT)
        work.add(tracks.POINTS + "german7", int(args["points"]) - count, highest=SUPPLY_LIMIT)
