"""The tables of the game that the probe looks up by name."""

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
from engine.modules.tables import Chart
from engine.request_fields import Refused, choice_field, number_field
from engine.rules.answers import TableResult

FIRST_DAY = date(1944, 9, 17)
LAST_TURN = 22
LANDINGS = {"loses a step": "step"}
Request = Mapping[str, Any]


def thrown_die(request: Request, name: str) -> int:
    """2.5a: Parse a field as a die; 0 counts as 10. Raises Refused."""
    return number_field(request, name, 0, DIE) or DIE


def _table_result(
    result: object, row: object = "", column: str = "", basis: str = "stated"
) -> TableResult:
    return TableResult(result, str(row), column, (), {}, basis)


class Tables:
    """The tables of a module."""

    def __init__(self, module: Module, charts: Charts) -> None:
        self._module, self._charts = module, charts

    def look_up(self, name: str, request: Request) -> TableResult:
        """Look up a table. Raises Refused, or KeyError for an unknown table."""
        return TABLES[name](self, request)

    # -- charts -----------------------------------------------------------------------------------

    def _chart(self, chart: Chart, request: Request, *, by_points: bool = False) -> TableResult:
        die = thrown_die(request, "die")
        total = die + number_field(request, "drm", -99, 99, 0)
        column = 0
        if by_points and "points" in request:
            column = column_of(chart, number_field(request, "points", 1, 999))
        elif len(chart.columns) > 1:
            column = chart.columns.index(choice_field(request, "column", chart.columns))
        code: str | int = cell(chart, column, total)
        if by_points and str(code).isdigit():
            code = int(code)
        return _table_result(code, total, chart.columns[column], chart.basis)

    def bombardment(self, request: Request) -> TableResult:
        """9.1c: Return steps by points and die."""
        return self._chart(self._charts.bombardment, request, by_points=True)

    def attack(self, request: Request) -> TableResult:
        """13.0: Return steps by strength and die."""
        return self._chart(self._charts.assault, request, by_points=True)

    def maneuver(self, request: Request) -> TableResult:
        """12.3: Return the result by odds and die."""
        return self._chart(self._charts.maneuver, request)

    def weather(self, request: Request) -> TableResult:
        """18.0: Return the weather, "clear" or "bad"."""
        return self._chart(self._charts.weather, request)

    def alt_dz(self, request: Request) -> TableResult:
        """7.3n: Return the result of a landing at an ALT DZ."""
        row = self._chart(self._charts.landing, request)
        return _table_result(LANDINGS.get(str(row.result), row.result), row.row, "", row.basis)

    def demolition(self, request: Request) -> TableResult:
        """7.2c: Return whether a bridge is blown or intact."""
        return self._chart(self._charts.demolition, request)

    # -- small tables -----------------------------------------------------------------------------

    def armor_maneuver(self, request: Request) -> TableResult:
        """19.1a: Return the modifier by both compositions."""
        mine, theirs = self._compositions(request)
        by = ARMOR_MANEUVER[mine][COMPOSITIONS.index(theirs)]
        return _table_result(by, mine, theirs, "reconstructed")

    def armor_attack(self, request: Request) -> TableResult:
        """19.2a: Return the modifiers of both rolls."""
        mine, theirs = self._compositions(request)
        by = "/".join("NE" if n == 0 else f"{n:+d}" for n in armor_in_assault(mine, theirs))
        return _table_result(by, mine, theirs, "reconstructed")

    def _compositions(self, request: Request) -> tuple[str, str]:
        mine, theirs = (choice_field(request, n, COMPOSITIONS) for n in ("attacker", "defender"))
        return mine, theirs

    def terrain(self, request: Request) -> TableResult:
        """7.0b: Return the divisor of a numbered result."""
        column = choice_field(request, "column", tuple(DEFENCE))
        return _table_result(DEFENCE[column], "", column)

    def efficiency_shift(self, request: Request) -> TableResult:
        """8.0d: Return the column shift by the difference of average efficiencies, unrounded."""
        raw = request.get("difference")
        try:
            by = Fraction(str(raw))
        except (ValueError, ZeroDivisionError):
            message = t("probe.choice", value=str(raw), known="0, 1/3, 2.5 …")
            raise Refused("bad_request", message, "difference") from None
        return _table_result(efficiency_shift(by, Fraction(0)), raw)

    def efficiency_check(self, request: Request) -> TableResult:
        """8.0e: Return whether a check passes: a roll of at most the efficiency."""
        best, die = number_field(request, "efficiency", 0, DIE), thrown_die(request, "die")
        return _table_result("pass" if die <= best else "fail", die)

    def initiative(self, request: Request) -> TableResult:
        """20.0a: Return the side with the lower roll, or "again" for a tie."""
        mine, theirs = (thrown_die(request, side) for side in ("allied", "german"))
        word = "again" if mine == theirs else "allied" if mine < theirs else "german"
        return _table_result(word, f"{mine}/{theirs}")

    def air_points(self, request: Request) -> TableResult:
        """15.0a, 18.1b: Return the air points of a turn by scenario and weather."""
        scenario = self._scenario(request)
        weather = choice_field(request, "weather", ("clear", "bad"))
        side = choice_field(request, "column", SIDES)
        available = self._module.scenario(scenario).tracks.get(f"air_points/{side}", 0)
        return _table_result(0 if weather == "bad" else int(available or 0), weather, side)

    def date(self, request: Request) -> TableResult:
        """2.5b: Return the date of a turn, with AM or PM."""
        turn = number_field(request, "turn", 1, LAST_TURN)
        day = FIRST_DAY + timedelta(days=(turn - 1) // 2)
        return _table_result(f"{day.day} September {'AM' if turn % 2 else 'PM'}", turn)

    def arrivals(self, request: Request) -> TableResult:
        """21.0a, TOURN.d, CAMP.f, CAMP.g: Return the reinforcements of a turn with their entry."""
        from engine.games.airbridge.rules.ch21_arrivals import SOUTH_EAST, WEST

        scenario = self._module.scenario(self._scenario(request))
        turn = number_field(request, "turn", 1, LAST_TURN)
        side = choice_field(request, "column", SIDES)
        tally: Counter[tuple[str, str, str]] = Counter()
        for given in scenario.units:
            if given.at != f"turn-{turn}":
                continue
            counter = self._module.counters.of(given.unit)
            if str(counter.side) != side:
                continue
            hexes = counter.arrival.hexes
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
        return _table_result(rows, turn, side, "inferred")

    def _scenario(self, request: Request) -> str:
        return choice_field(request, "scenario", tuple(self._module.meta.scenarios))

    def victory_campaign(self, request: Request) -> TableResult:
        """CAMP.v1: Return the victory level by fresh steps beyond the Neder Rijn."""
        steps = number_field(request, "steps", 0, 999)
        return _table_result(victory.campaign(steps), steps)

    def victory_introductory(self, request: Request) -> TableResult:
        """INTRO.f: Return the victory level by steps destroyed and steps beyond row 13."""
        killed, past = (number_field(request, n, 0, 999) for n in ("destroyed", "beyond"))
        return _table_result(victory.introductory(killed, past), f"{killed}/{past}")

    def victory_tournament(self, request: Request) -> TableResult:
        """TOURN.g: Return the victory level by control of hexes."""
        control = request.get("control")
        if not isinstance(control, Mapping):
            message = t("probe.choice", value=str(control), known="{hex: side}")
            raise Refused("bad_request", message, "control")
        controllers = {str(k).replace("/", ""): str(v) for k, v in control.items()}
        return _table_result(victory.tournament(controllers))


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
"""The tables by their names in the probe."""
