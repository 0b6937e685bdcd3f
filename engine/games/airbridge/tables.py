"""The tables of the game that can be looked up by name, the small ones among them as rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

from engine.games.airbridge.charts import (
    ARMOR_MANEUVER,
    COMPOSITIONS,
    DEFENCE,
    Charts,
    armor_in_assault,
    cell,
    column_of,
)
from engine.games.airbridge.rules import ch22_victory as victory
from engine.games.airbridge.rules.ch12_strengths import efficiency_shift
from engine.games.airbridge.vocabulary import DIE, SIDES
from engine.i18n import t
from engine.modules.module import Module
from engine.request_fields import Refused, field
from engine.rules.answers import TableResult
from engine.rules.tables import Chart

FIRST_DAY = date(1944, 9, 17)
LAST_TURN = 22
LANDINGS = {"loses a step": "step"}
Request = Mapping[str, Any]


def number(request: Request, name: str, low: int, high: int, default: int | None = None) -> int:
    """A whole number of a request within bounds. Raises Refused."""
    value: int = (
        field(request, name, int) if default is None else field(request, name, int, default)
    )
    if not low <= value <= high:
        said = t("probe.choice", value=value, known=f"{low} … {high}")
        raise Refused("bad_request", said, name)
    return value


def thrown_die(request: Request, name: str) -> int:
    """2.5a: a die of a request; a 0 is read as 10. Raises Refused."""
    return number(request, name, 0, DIE) or DIE


def one_of(request: Request, name: str, known: tuple[str, ...]) -> str:
    """A word of a request that must be one of some. Raises Refused."""
    value: str = field(request, name, str)
    if value not in known:
        raise Refused("bad_request", t("probe.choice", value=value, known=", ".join(known)), name)
    return value


def _found(
    result: object, row: object = "", column: str = "", basis: str = "stated"
) -> TableResult:
    return TableResult(result, str(row), column, (), {}, basis)


class Tables:
    """The tables of a module."""

    def __init__(self, module: Module, charts: Charts) -> None:
        self._module, self._charts = module, charts

    def look_up(self, name: str, request: Request) -> TableResult:
        """What a table says. Raises Refused, KeyError for a table that there is not."""
        return TABLES[name](self, request)

    # -- charts -----------------------------------------------------------------------------------

    def _chart(self, chart: Chart, request: Request, *, by_points: bool = False) -> TableResult:
        die = thrown_die(request, "die")
        total = die + number(request, "drm", -99, 99, 0)
        column = 0
        if by_points and "points" in request:
            column = column_of(chart, number(request, "points", 1, 999))
        elif len(chart.columns) > 1:
            column = chart.columns.index(one_of(request, "column", chart.columns))
        code: str | int = cell(chart, column, total)
        if by_points and str(code).isdigit():
            code = int(code)
        return _found(code, total, chart.columns[column], chart.basis)

    def bombardment(self, request: Request) -> TableResult:
        """9.1c: steps by points and die."""
        return self._chart(self._charts.bombardment, request, by_points=True)

    def attack(self, request: Request) -> TableResult:
        """13.0: steps by strength and die."""
        return self._chart(self._charts.assault, request, by_points=True)

    def maneuver(self, request: Request) -> TableResult:
        """12.3: the code by odds and die."""
        return self._chart(self._charts.maneuver, request)

    def weather(self, request: Request) -> TableResult:
        """18.0: clear or bad."""
        return self._chart(self._charts.weather, request)

    def alt_dz(self, request: Request) -> TableResult:
        """7.3n: how a landing at an ALT DZ goes."""
        found = self._chart(self._charts.landing, request)
        return _found(LANDINGS.get(str(found.result), found.result), found.row, "", found.basis)

    def demolition(self, request: Request) -> TableResult:
        """7.2c: blown or intact."""
        return self._chart(self._charts.demolition, request)

    # -- small tables -----------------------------------------------------------------------------

    def armor_maneuver(self, request: Request) -> TableResult:
        """19.1a: the modifier by both compositions."""
        mine, theirs = self._compositions(request)
        by = ARMOR_MANEUVER[mine][COMPOSITIONS.index(theirs)]
        return _found(by, mine, theirs, "reconstructed")

    def armor_attack(self, request: Request) -> TableResult:
        """19.2a: the modifiers of both throws."""
        mine, theirs = self._compositions(request)
        by = "/".join("NE" if n == 0 else f"{n:+d}" for n in armor_in_assault(mine, theirs))
        return _found(by, mine, theirs, "reconstructed")

    def _compositions(self, request: Request) -> tuple[str, str]:
        mine, theirs = (one_of(request, n, COMPOSITIONS) for n in ("attacker", "defender"))
        return mine, theirs

    def terrain(self, request: Request) -> TableResult:
        """7.0b: what divides a numbered result."""
        column = one_of(request, "column", tuple(DEFENCE))
        return _found(DEFENCE[column], "", column)

    def efficiency_shift(self, request: Request) -> TableResult:
        """8.0d: columns by the difference of the averages; fractions count."""
        raw = request.get("difference")
        try:
            by = Fraction(str(raw)).limit_denominator(1000)
        except (ValueError, ZeroDivisionError):
            said = t("probe.choice", value=str(raw), known="0, 1/3, 2.5 …")
            raise Refused("bad_request", said, "difference") from None
        return _found(efficiency_shift(by, Fraction(0)), raw)

    def efficiency_check(self, request: Request) -> TableResult:
        """8.0e: passed on the efficiency or less."""
        best, die = number(request, "efficiency", 0, DIE), thrown_die(request, "die")
        return _found("pass" if die <= best else "fail", die)

    def initiative(self, request: Request) -> TableResult:
        """20.0a: the lower throw decides."""
        mine, theirs = (thrown_die(request, side) for side in ("allied", "german"))
        word = "again" if mine == theirs else "allied" if mine < theirs else "german"
        return _found(word, f"{mine}/{theirs}")

    def air_points(self, request: Request) -> TableResult:
        """15.0a, 18.1b: the points of a turn by scenario and weather."""
        scenario = self._scenario(request)
        weather = one_of(request, "weather", ("clear", "bad"))
        side = one_of(request, "column", SIDES)
        held = self._module.scenario(scenario).tracks.get(f"air_points/{side}", 0)
        return _found(0 if weather == "bad" else int(held or 0), weather, side)

    def date(self, request: Request) -> TableResult:
        """2.5b: the day and half of a turn."""
        turn = number(request, "turn", 1, LAST_TURN)
        day = FIRST_DAY + timedelta(days=(turn - 1) // 2)
        return _found(f"{day.day} September {'AM' if turn % 2 else 'PM'}", turn)

    def arrivals(self, request: Request) -> TableResult:
        """21.0a, TOURN.d, CAMP.f, CAMP.g: who comes in a turn, and where."""
        from engine.games.airbridge.rules.ch21_arrivals import SOUTH_EAST, WEST

        scenario = self._module.scenario(self._scenario(request))
        turn = number(request, "turn", 1, LAST_TURN)
        side = one_of(request, "column", SIDES)
        tally: Counter[tuple[str, str, str]] = Counter()
        for given in scenario.units:
            if given.at != f"turn-{turn}":
                continue
            counter = self._module.counters.of(given.unit)
            if str(counter.side) != side:
                continue
            hexes = tuple(counter.arrival.hexes or ())
            if side == "allied":
                where = ("hex", "A0107") if not counter.airborne else ("area", "")
            elif hexes:
                where = ("hex", hexes[0])
            else:
                area = "west" if counter.formation in WEST else "east"
                area = "south_east" if counter.formation in SOUTH_EAST else area
                where = ("area", area)
            tally[counter.id, *where] += 1
        rows = [
            {"unit": unit, "n": n} | ({kind: where} if where else {})
            for (unit, kind, where), n in sorted(tally.items())
        ]
        return _found(rows, turn, side, "inferred")

    def _scenario(self, request: Request) -> str:
        return one_of(request, "scenario", tuple(self._module.meta.scenarios))

    def victory_campaign(self, request: Request) -> TableResult:
        """CAMP.v1: the level by fresh steps beyond the Neder Rijn."""
        steps = number(request, "steps", 0, 999)
        return _found(victory.campaign(steps), steps)

    def victory_introductory(self, request: Request) -> TableResult:
        """INTRO.f: the level by steps destroyed and steps beyond row 13."""
        killed, past = (number(request, n, 0, 999) for n in ("destroyed", "beyond"))
        return _found(victory.introductory(killed, past), f"{killed}/{past}")

    def victory_tournament(self, request: Request) -> TableResult:
        """TOURN.g: the level that each side has reached."""
        control = request.get("control")
        if not isinstance(control, Mapping):
            said = t("probe.choice", value=str(control), known="{hex: side}")
            raise Refused("bad_request", said, "control")
        held = {str(k).replace("/", "", 1): str(v) for k, v in control.items()}
        return _found(victory.tournament(held))


TABLES: Mapping[str, Callable[[Tables, Request], TableResult]] = {
    "bombardment": Tables.bombardment,
    "attack": Tables.attack,
    "maneuver": Tables.maneuver,
    "armor_maneuver": Tables.armor_maneuver,
    "armor_attack": Tables.armor_attack,
    "terrain": Tables.terrain,
    "efficiency_shift": Tables.efficiency_shift,
    "efficiency_check": Tables.efficiency_check,
    "weather": Tables.weather,
    "alt_dz": Tables.alt_dz,
    "demolition": Tables.demolition,
    "initiative": Tables.initiative,
    "air_points": Tables.air_points,
    "date": Tables.date,
    "arrivals": Tables.arrivals,
    "victory_campaign": Tables.victory_campaign,
    "victory_introductory": Tables.victory_introductory,
    "victory_tournament": Tables.victory_tournament,
}
"""Every table, by its name in the probe."""
