"""Chapter 20: the invasion: scattered paratroops, assaults of the beaches, gliders."""

from __future__ import annotations

from engine.games.normandy44 import tracks
from engine.games.normandy44.combat import (
    ASSAULT,
    ASSAULT_ADVANCE,
    ASSAULT_LOSS,
    STAND,
    CombatRecord,
)
from engine.games.normandy44.position import Position
from engine.games.normandy44.resolution import FIGHT, Resolution
from engine.games.normandy44.rules.ch07_stacking import room_for
from engine.games.normandy44.rules.ch12_results import loss, survivors
from engine.games.normandy44.rules.ch14_advance import step_objections
from engine.games.normandy44.rules.ch17_cadres import eliminate, lose_step
from engine.games.normandy44.units import Unit
from engine.games.normandy44.vocabulary import (
    ALLIED,
    GERMAN,
    POINTE_DU_HOC,
    SCATTERED,
)
from engine.rules.base.combat import ATTACKER, OTHER, OWNER, Stage, Throw
from engine.rules.base.decisions import NONE, Args, Choice, Handler, option_id

DIVISIONS = {"82 AB Div": "82", "101 AB Div": "101", "6 AB Div": "6"}
ARMY_OF_DIVISION = {"82 AB Div": "us", "101 AB Div": "us", "6 AB Div": "cw"}
GLIDERS = {"US-82-325": "2711", "BR-6-6": "2231"}
"""20.2.4a: the landing hexes of gliders, inferred because only the printed map shows them."""
GLIDER_RANGE = 4
GLIDER_DRM = 1
RANGER_2, RANGER_5 = "US-2Rgr", "US-5Rgr"

LANDINGS: tuple[tuple[str, str, str, str, tuple[str, ...]], ...] = (
    ("utah", "2814", "utah", "assault-utah", ("US-4-8", "US-4-12", "US-70Tk")),
    ("pointe-du-hoc", "2818", "others", "assault-pointe-du-hoc", (RANGER_2,)),
    ("omaha-29", "2719", "omaha", "assault-omaha", ("US-29-115", "US-29-116", "US-743Tk")),
    ("omaha-1", "2620", "omaha", "assault-omaha", ("US-1-16", "US-1-18", "US-741Tk")),
    ("jig", "2525", "others", "assault-gold", ("BR-50-56", "BR-50-231", "BR-8A-NY")),
    ("king", "2526", "others", "assault-gold", ("BR-50-69", "BR-50-151", "BR-8A-4-7RDG")),
    ("mike", "2527", "others", "assault-juno", ("CAN-3-7", "CAN-3-9", "CAN-2A-1Hus")),
    ("nan", "2528", "others", "assault-juno", ("CAN-3-8", "BR-4SS", "CAN-2A-FGH")),
    ("queen", "2330", "others", "assault-sword", ("BR-3-8", "BR-1SS", "BR-27A-13/18")),
)
"""20.3.1: the landings: name, hex, column, box, units.

The example states which units land in which half of Omaha. Those of Gold and Juno are inferred.
"""
BY_NAME = {landing[0]: landing for landing in LANDINGS}


def due(position: Position) -> list[str]:
    """20.3.1: return the landings still to be made: those with units in their boxes."""
    landings = []
    for name, _, _, box, units in LANDINGS:
        waiting = {u.id for u in position.box(box)}
        if waiting & set(units) and tracks.LANDING + name not in position.state.tracks:
            landings.append(name)
    return landings


# -- airborne -------------------------------------------------------------------------------------


def scatter(work: Resolution) -> None:
    """20.2.1, 20.2.2a, 20.2.2b, 20.2.2c, 20.2.5: roll for each unit in its drop hex."""
    for unit in work.position.own(ALLIED):
        if unit.type.how == "airlanding" and unit.type.formation in DIVISIONS:
            _scatter(work, unit, 0)
    work.track(tracks.SCATTER, 1)


def _scatter(work: Resolution, unit: Unit, drm: int) -> None:
    """20.2.2a, 20.2.2b, 20.2.2c, 20.2.2d: scatter a unit; lost steps give a replacement."""
    die = work.throw(f"scatter:{unit.id}")
    column = DIVISIONS[unit.type.formation]
    result = work.setting.charts.read("airborne_scatter", die, column, drm).result
    if result == "-":
        return
    work.status(unit.id, add=[SCATTERED])
    if result != "S":
        army = ARMY_OF_DIVISION[unit.type.formation]
        work.add(f"{tracks.REPLACEMENTS}{army}/airborne", 1, highest=9)
    name = unit.id
    for _ in range({"S": 0, "S1": 1, "S2": 2}[result]):
        before = set(work.position.units)
        if name in work.position.units:
            lose_step(work, name)
        added = set(work.position.units) - before
        name = next(iter(added), name)


def gliders(work: Resolution, *, last: bool = False) -> None:
    """20.2.4a, 20.2.4b, 20.2.4c: land gliders at the end of the initial phase of turn 2.

    An enemy in the hex delays them by a turn; so do too many units up to the end of the Allied
    movement phase, the ``last`` chance. Then the Allied player chooses another hex near by.
    """
    for name, number in GLIDERS.items():
        position = work.position
        unit = position.waiting(name)
        box = "" if unit is None else position.number(unit.place)
        if unit is None or number not in position.ground.index or not box.startswith("turn-"):
            continue
        due = int(box.removeprefix("turn-"))
        if position.turn < due:
            continue
        hex_ = position.ground.index[number]
        if due > unit.type.arrives:
            if not last:
                work.ask(Glider.kind, ALLIED, unit=name)
        elif hex_ not in position.stacks[GERMAN] and room_for(position, [unit], hex_):
            _land_glider(work, name, number)
        elif last or hex_ in position.stacks[GERMAN]:
            work.put(name, f"turn-{due + 1}")


def _land_glider(work: Resolution, name: str, number: str) -> None:
    """20.2.4a: put a glider unit in its hex, and roll for scatter."""
    work.put(name, number)
    _scatter(work, work.position.units[name], GLIDER_DRM)


class Glider(Handler[Position, Resolution]):
    """20.2.4b: the Allied player chooses where a delayed glider unit lands."""

    kind = "glider"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Return the hexes within four of the planned one: no enemies, zones, city or flood."""
        unit, ground = position.waiting(str(args["unit"])), position.ground
        if unit is None:
            return []
        planned = ground.index[GLIDERS[unit.id]]
        return [
            Choice(option_id(position, unit.id, (planned, i)), (unit.id,), (i,))
            for i in range(len(ground.numbers))
            if 0 < ground.distance(planned, i) <= GLIDER_RANGE
            and i not in position.stacks[GERMAN]
            and i not in position.zones[GERMAN]
            and ground.settlement[i] != "city"
            and ground.terrain[i] not in ("flooded", "marsh")
            and room_for(position, [unit], i)
        ]

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Land the unit."""
        _land_glider(work, choice.units[0], work.position.number(choice.path[0]))


# -- assaults -------------------------------------------------------------------------------------


def next_landing(work: Resolution) -> bool:
    """20.1a, 20.3.1: ask for the next assault; return false when all have been made."""
    if not due(work.position):
        return False
    work.ask(Landing.kind, ALLIED)
    return True


def _land(work: Resolution, landing: str) -> None:
    """20.3.1: bring the units of an assault to their beach, and roll."""
    name, number, _, box, units = BY_NAME[landing]
    position = work.position
    there = [u.id for u in position.box(box) if u.id in units]
    work.combat = CombatRecord(
        kind=ASSAULT,
        side=ALLIED,
        target=number,
        attackers=tuple(there),
        force=tuple(there),
        lead=name,
    )
    _assault(work)


class Landing(Handler[Position, Resolution]):
    """20.3.1: the choice of the next landing; the rules leave the order open."""

    kind = "landing"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Return every landing still to be made, with its units and its hex."""
        landings = []
        for name in due(position):
            _, number, _, box, units = BY_NAME[name]
            there = tuple(u.id for u in position.box(box) if u.id in units)
            hex_ = position.ground.index[number]
            landings.append(Choice(name, there, (hex_,), word=self.kind))
        return landings

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Make the landing."""
        _land(work, choice.id)


def _assault(work: Resolution, again: bool = False) -> None:
    """20.3.2a, 20.3.2b, 20.3.3, 20.3.4a, 20.3.6b: roll; a 1 on Omaha is rolled again."""
    record = FIGHT.current(work)
    die, column = work.throw(f"invasion:{record.lead}"), BY_NAME[record.lead][2]
    outcome = work.setting.charts.read("invasion", die, column).result
    code, _, reach = outcome.partition(" ")
    limit = int(reach or 1)
    if again or code == "A1*":
        limit = 1
    work.track(tracks.COMBAT, f"{record.target} {column} {die} {outcome}")
    throw = Throw(table="invasion", column=column, dice=(die,), result=outcome)
    record = record.with_throw(throw).after(result=code, limit=limit, stand=again or code == "A1*")
    if not again:
        _ashore(work, record)
    number = {"A1*": 1, "A2/D1": 2, "EX": 1, "A1/D1": 1, "D1": 0}[code]
    chooser = OTHER if code == "EX" else OWNER
    stages = [loss(ATTACKER, chooser, number, ASSAULT_LOSS)] if number else []
    last = Stage(kind=STAND if code == "A1*" else ASSAULT_ADVANCE)
    work.combat = record.first(*stages, last)
    if code != "A1*":
        _take_beach(work, record)


def _ashore(work: Resolution, record: CombatRecord) -> None:
    """Put the assault units ashore, so that they can take losses.

    Reading of 20.3.3: on Omaha they share the hex with the strongpoint while a loss is due and they
    roll again; nobody can give another order before the beach is taken or the landing fails.
    """
    for name in record.attackers:
        work.put(name, record.target)


def _take_beach(work: Resolution, record: CombatRecord) -> None:
    """20.3.2a: eliminate the strongpoint of the beach."""
    hex_ = work.position.ground.index[record.target]
    for unit in list(work.position.stacks[GERMAN].get(hex_, ())):
        eliminate(work, unit.id)


def assault_again(work: Resolution, record: CombatRecord) -> None:
    """20.3.3: roll again for a landing that has not failed yet."""
    work.combat = record.done()
    if not _broken(work, record):
        _assault(work, again=True)


def assault_advance(work: Resolution, record: CombatRecord, stage: Stage) -> None:
    """20.3.4b, 20.3.5, 20.3.6a: move units inland, then roll for the tanks and Rangers."""
    if _finished(work.position, record):
        work.combat = record.done()
        _aftermath(work, record)
    else:
        work.ask(AssaultAdvance.kind, ALLIED)


def _broken(work: Resolution, record: CombatRecord) -> bool:
    """20.3.3: return whether the landing has failed: both regiments of Omaha are cadres."""
    foot = [u for u in _landed(work.position, record) if u.type.infantry]
    if any(not u.type.cadre for u in foot):
        return False
    for unit in _landed(work.position, record):
        work.put(unit.id, "follow-up-omaha")
    work.track(tracks.LANDING + record.lead, "failed")
    work.combat = None
    return True


def _landed(position: Position, record: CombatRecord) -> list[Unit]:
    """Return the units of an assault that are ashore, cadres in place of their units."""
    return survivors(position, record.attackers)


def _finished(position: Position, record: CombatRecord) -> bool:
    return record.limit < 2 or not AssaultAdvance().choices(position, {})[:-1]


def _aftermath(work: Resolution, record: CombatRecord) -> None:
    """20.3.4a, 20.3.4b, 20.3.5: roll for the DD tanks, and for the signal to the Rangers."""
    for unit in _landed(work.position, record):
        if unit.type.kind == "tank":
            _dd_tanks(work, unit)
    if record.lead == "pointe-du-hoc":
        failed = RANGER_2 not in work.position.units
        if not failed and work.throw(f"rangers:{RANGER_5}") <= 3:
            work.put(RANGER_5, POINTE_DU_HOC)
    work.track(tracks.LANDING + record.lead, record.result)


def _dd_tanks(work: Resolution, unit: Unit) -> None:
    """20.3.5: roll for tanks that swim ashore."""
    die = work.throw(f"dd_tanks:{unit.id}")
    if work.setting.charts.read("dd_tanks", die).result == "-1":
        lose_step(work, unit.id)


class AssaultAdvance(Handler[Position, Resolution]):
    """20.3.6a: after some results the assault units may go one hex inland from the beach."""

    kind = "assault_advance"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Return every unit with every hex it may go to, and none."""
        record = FIGHT.of(position)
        if record is None:
            return []
        beach, options = position.ground.index[record.target], []
        for unit in _landed(position, record):
            if unit.id in record.advanced or unit.place != beach:
                continue
            for j in position.ground.ring[beach]:
                if any(step_objections(position, unit, (beach, beach), j, beach)):
                    continue
                if room_for(position, [unit], j):
                    path = (beach, j)
                    options.append(Choice(option_id(position, unit.id, path), (unit.id,), path))
        return [*options, Choice(NONE, word=NONE)]

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Move the unit; the others may follow."""
        record = FIGHT.current(work)
        if choice.id == NONE:
            work.combat = record.after(limit=1)
            return
        work.combat = record.after(advanced=(*record.advanced, *choice.units))
        work.move_along(choice.units, choice.path)
