"""Chapter 7.3: drop zones, landings, loss of a DZ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.verdicts import Verdict
from engine.games.airbridge import tracks
from engine.games.airbridge.charts import cell
from engine.games.airbridge.position import Position, dz_kind, dz_marker
from engine.games.airbridge.resolution import Resolution
from engine.games.airbridge.rules.ch05_stacking import stacking_verdicts
from engine.games.airbridge.units import Unit
from engine.games.airbridge.vocabulary import AIRBORNE, ALLIED, GERMAN, enemy_of, verdict
from engine.rules.base.decisions import NONE, Args, Choice, Handler

RANGES = {"1 AB": 3}
NEAR = 5
"""TOURN.e, CAMP.e, CAMP.f: the range in hexes from the DZ for landing."""
AWAY = 15
"""7.3h: the range in hexes from the first DZ to an ALT DZ."""
PAUSE = 2
"""7.3g: the number of turns until a destroyed DZ may return."""
GROUND = ("clear", "mixed")
ANYWHERE = "air-82-anywhere"


def zone_value(position: Position, side: str, hex_: int) -> int:
    """7.3c, 7.3d: Return the defence value of a DZ against an assault or overrun by a side."""
    return 1 if side == GERMAN and hex_ in position.drop_zones else 0


def lose_dz(work: Resolution, hex_: int) -> None:
    """4.2h, 7.3e, 7.3g, 7.3j: Destroy a DZ."""
    division = work.position.drop_zones[hex_]
    work.track(tracks.DZ_LOST + division, work.state.clock.turn)
    work.marker(dz_marker(division), None)


def any_landing_verdicts(position: Position, unit: Unit) -> Iterator[Verdict]:
    """3.0.B, 7.3b, 18.1a, 21.0e, 21.0g: Judge a landing, whatever the hex."""
    if position.phase != AIRBORNE or position.active != ALLIED:
        yield verdict("3.0.B", "phase", units=[unit.id])
    if position.state.tracks.get(tracks.WEATHER) == "bad":
        yield verdict("18.1a", "weather", units=[unit.id])
    if position.dz(unit.type.division) is None:
        yield verdict("7.3b", "no_dz", units=[unit.id], division=unit.type.division)


def landing_range(position: Position, unit: Unit, zone: int) -> tuple[int, int] | None:
    """7.3m, CAMP.e: Return a unit's DZ and range in hexes; None if it lands between the rivers."""
    if position.number(unit.place) == ANYWHERE:
        return None
    return zone, RANGES.get(unit.type.division, NEAR)


def landing_hexes(position: Position, unit: Unit) -> Sequence[int]:
    """7.3m, CAMP.e: Return the hexes in range with the right terrain, cached with the board."""
    ground, zone = position.ground, position.dz(unit.type.division)
    if zone is None:
        return ()
    near = landing_range(position, unit, zone)
    if near not in ground.landings:
        ground.landings[near] = tuple(
            i
            for i in range(len(ground.numbers))
            if ground.terrain[i] in GROUND
            and (i in ground.between if near is None else ground.distance(near[0], i) <= near[1])
        )
    return ground.landings[near]


def landing_verdicts(position: Position, unit: Unit, hex_: int) -> Iterator[Verdict]:
    """7.3b, 7.3m, 18.1a, 21.0e, 21.0g, CAMP.e, TOURN.e, TOURN.f: Judge a landing."""
    number, zone = position.number(hex_), position.dz(unit.type.division)
    yield from any_landing_verdicts(position, unit)
    if zone is None:
        return
    if hex_ in position.stacks[enemy_of(unit.side)]:
        yield verdict("7.3m", "enemy", hexes=[number], hex=number)
    if position.ground.terrain[hex_] not in GROUND:
        yield verdict("7.3m", "terrain", hexes=[number], hex=number)
    near = landing_range(position, unit, zone)
    if near is None:
        if hex_ not in position.ground.between:
            yield verdict("CAMP.e", "between", hexes=[number], hex=number)
    elif position.ground.distance(near[0], hex_) > near[1]:
        yield verdict("7.3m", "too_far", hexes=[number], hex=number)
    yield from stacking_verdicts(position, [unit], hex_)


def land(work: Resolution, unit: Unit, hex_: int) -> None:
    """7.3i, 7.3m, 7.3n, 7.3o, 3.0.B: Land a unit; at an ALT DZ roll for the result."""
    alt = tracks.DZ_ALT + unit.type.division in work.state.tracks
    work.put(unit.id, work.setting.places.name(hex_))
    work.control(hex_, unit.side)
    if not alt:
        return
    result = cell(work.setting.charts.landing, 0, work.die("landing"))
    if result == "fatigued":
        work.fatigue(unit.id)
    elif result != "safe":
        work.lose_step(unit.id)


def due(position: Position) -> list[str]:
    """7.3g, 7.3j: Return the divisions whose DZ may return now."""
    divisions = []
    for division in position.setting.divisions:
        lost = position.state.tracks.get(tracks.DZ_LOST + division)
        again = tracks.DZ_ALT + division in position.state.tracks
        if isinstance(lost, int) and not again and position.turn >= lost + PAUSE:
            divisions.append(division)
    return divisions


def new_places(position: Position, division: str) -> list[int]:
    """7.3h: Return hexes for an ALT DZ: in range, clear or mixed, no enemy, same river bank."""
    ground = position.ground
    old = ground.index[position.setting.divisions[division]]
    bank = ground.bank(old)
    enemies = position.stacks[enemy_of(ALLIED)]
    return [
        j
        for j in sorted(bank)
        if ground.terrain[j] in GROUND and j not in enemies and ground.distance(old, j) <= AWAY
    ]


def ask_returns(work: Resolution) -> None:
    """7.3g: Ask the Allied player where each lost DZ returns."""
    for division in due(work.position):
        work.ask(NewZone.kind, ALLIED, division=division)


class NewZone(Handler[Position, Resolution]):
    """The choice of a hex for a division's ALT DZ."""

    kind = "new_zone"

    def choices(self, position: Position, args: Args) -> Sequence[Choice]:
        """7.3h: Offer the hexes, or to wait."""
        hexes = new_places(position, str(args["division"]))
        number = position.number
        return [Choice(NONE), *(Choice(number(j), (), (j,)) for j in hexes)]

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """7.3i: Place the marker on its ALT DZ side."""
        if choice.id == NONE:
            return
        division = str(args["division"])
        work.marker(dz_marker(division), dz_kind(division, alt=True), choice.id)
        work.track(tracks.DZ_ALT + division, 1)
        work.track(tracks.DZ_LOST + division, None)
