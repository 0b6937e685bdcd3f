"""Chapters 12 and 13: both combats worked out stage by stage; questions between the stages."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.games.airbridge import tracks
from engine.games.airbridge.charts import DEFENCE, cell
from engine.games.airbridge.combat import CombatRecord
from engine.games.airbridge.position import Situation
from engine.games.airbridge.resolution import FIGHT, Resolution
from engine.games.airbridge.rules.ch05_stacking import fits
from engine.games.airbridge.rules.ch06_zones import open_hex
from engine.games.airbridge.rules.ch07_drop_zones import lose_dz
from engine.games.airbridge.rules.ch09_fire import (
    able,
    air_left,
    air_verdicts,
    fire_value,
    pay,
    shoot,
    steps_of,
)
from engine.games.airbridge.rules.ch12_reckoning import engineers, highest, maneuver, parsed, storm
from engine.games.airbridge.units import Unit
from engine.games.airbridge.vocabulary import GERMAN, eliminated, enemy_of
from engine.rules.situations.decisions import NONE, Args, Choice, Handler
from engine.search.retreat import paths

Work = Resolution
AIR = "air:"


def fight_maneuver(
    work: Work, units: Sequence[Unit], target: int, guns: Sequence[str], air: int
) -> None:
    """9.2a, 9.2d, 12.1c, 3.0.H3: a declared maneuver combat begins with the attacker's support."""
    situation = work.situation
    number = situation.number(target)
    work.track(tracks.PLANNED + number, None)
    pay(work, situation.active, guns, air)
    work.combat = CombatRecord(
        kind="maneuver",
        side=situation.active,
        target=number,
        attackers=tuple(u.id for u in units),
        defenders=tuple(u.id for u in situation.stack(target)),
        guns=tuple(guns),
        air=air,
        stages=("support", "throw"),
    )


def fight_assault(work: Work, units: Sequence[Unit], target: int) -> None:
    """13.1a, 3.0.I1: a declared assault begins; attackers are in the hex until it ends."""
    situation = work.situation
    number = situation.number(target)
    work.track(tracks.STORMED + number, None)
    work.combat = CombatRecord(
        kind="assault",
        side=situation.active,
        target=number,
        attackers=tuple(u.id for u in units),
        defenders=tuple(u.id for u in situation.stack(target)),
        stages=("support", "shell", "first", "check", "occupy"),
    )


def proceed(work: Work) -> None:
    """3.0.H6, 3.0.I7, 12.1e: go on with the combat in hand until there is a question."""
    while not work.state.pending:
        record = work.combat
        if record is None:
            return
        if not record.stages:
            work.combat = None
            return
        word, *rest = record.stages[0].split()
        STAGES[word](work, record, *rest)


def sides(work: Work, record: CombatRecord) -> tuple[list[Unit], list[Unit]]:
    """The units of both sides that are left; the defenders that still stand in the hex."""
    target = work.situation.ground.index[record.target]
    attackers = [u for u in work.units(record.attackers) if u.side == record.side]
    return attackers, [u for u in work.situation.stack(target) if u.side != record.side]


def group(work: Work, record: CombatRecord, who: str) -> list[Unit]:
    """The units of "attacker" or "defender"."""
    attackers, defenders = sides(work, record)
    return attackers if who == "attacker" else defenders


# -- fire -----------------------------------------------------------------------------------------


def _support(work: Work, record: CombatRecord) -> None:
    """9.2a, 9.3a, 13.1b, 3.0.I2: the defender assigns guns and air points."""
    work.combat = record.done()
    work.ask(Support.kind, enemy_of(record.side))


class Support(Handler[Situation, Work]):
    """What supports the defender?"""

    kind = "support"

    def choices(self, situation: Situation, args: Args) -> Sequence[Choice]:
        """9.2a, 9.3a, 15.0b: nothing, guns one after the other, air points; then it ends."""
        record = FIGHT.of(situation)
        if record is None:
            return ()
        side, target = enemy_of(record.side), situation.ground.index[record.target]
        friends = situation.stacks[side].get(target, [])
        found = [Choice(NONE)]
        found += [Choice(u.id, (u.id,)) for u in able(situation, side, target, friends)]
        left = air_left(situation, side)
        if left and not any(air_verdicts(situation, side, left, target)):
            found += [Choice(f"{AIR}{n}", points=n) for n in sorted({1, (left + 1) // 2, left})]
        return found

    def answer(self, work: Work, args: Args, choice: Choice) -> None:
        """9.2a: what is assigned is paid; the question comes again until it is enough."""
        record = work.combat
        if record is None or choice.id == NONE:
            return
        side = enemy_of(record.side)
        pay(work, side, choice.units, choice.points)
        work.combat = record.after(
            helpers=(*record.helpers, *choice.units),
            air_defense=record.air_defense + choice.points,
        )
        work.ask(self.kind, side)


def _shell(work: Work, record: CombatRecord) -> None:
    """9.3a, 9.3b, 9.3c, 13.1c: defensive bombardment; its terrain value is 1 or 2."""
    situation = work.situation
    value = fire_value(situation, record.helpers, record.air_defense)
    result = shoot(work, value, "defensive")
    attackers, _ = sides(work, record)
    target = situation.ground.index[record.target]
    hexes = {target, *(u.place for u in attackers)}
    divisor = 1 if all(DEFENCE[str(situation.ground.terrain[h])] == 1 for h in hexes) else 2
    work.combat = record.then(f"lose attacker {steps_of(result, divisor)}")


# -- maneuver -------------------------------------------------------------------------------------


def _throw(work: Work, record: CombatRecord) -> None:
    """9.2b, 12.1d, 12.3q, 3.0.H5: support, then the die; the code says what follows."""
    situation = work.situation
    attackers, defenders = sides(work, record)
    if not attackers or not defenders:
        work.combat = None
        return
    target = situation.ground.index[record.target]
    found = maneuver(situation, attackers, target)
    help_ = shoot(work, fire_value(situation, record.guns, record.air), "support")
    hinder = shoot(
        work, fire_value(situation, record.helpers, record.air_defense), "support_defense"
    )
    chart = situation.charts.maneuver
    die = work.die("maneuver")
    drm = found.drm - help_ + hinder
    code = cell(chart, found.column, die + drm)
    told = f"{record.target} {chart.columns[found.column]} {die} {code}"
    work.track(tracks.COMBAT, told)
    letter, steps, tired = parsed(code)
    record = record.after(result=code)
    if letter == "A":
        after = [f"fatigue attacker {tired}", "retreat attacker"]
        work.combat = record.then(f"lose attacker {steps}", *_ordered(situation, after))
    elif letter == "D":
        after = [f"fatigue defender {tired}", "stay"]
        lost = steps_of(steps, found.terrain)
        order = _ordered(situation, after)
        work.combat = record.then(f"lose defender {lost}", *order, "advance")
    else:
        work.combat = record.then("fatigue attacker 1", "fatigue defender 1")


def _ordered(situation: Situation, stages: list[str]) -> list[str]:
    """12.1e, 12.3q: fatigue before the retreat, or as the reading says after it."""
    return stages if situation.reading("result_order") == "retreat_last" else stages[::-1]


def _lose(work: Work, record: CombatRecord, who: str, count: str) -> None:
    """9.1e, 9.3c, 12.3h, 12.3j, 13.1e, 13.1f: steps are lost one after the other."""
    left, units = int(count), group(work, record, who)
    target = work.situation.ground.index[record.target]
    if (left and who == "defender" and not units and record.kind == "assault") and (
        target in work.situation.drop_zones
    ):
        lose_dz(work, target)
    if left <= 0 or not units:
        work.combat = record.done()
        return
    if sum(u.steps for u in units) <= left:
        for unit in units:
            work.put(unit.id, eliminated(unit.side))
        rest = left - sum(u.steps for u in units)
        work.combat = record.then(f"lose {who} {rest}")
        return
    owner = units[0].side
    chooser = enemy_of(owner) if work.situation.reading("losses") == "firer" else owner
    work.combat = record.then(f"lose {who} {left - 1}")
    work.ask(Loss.kind, chooser, who=who)


def first_hit(units: Sequence[Unit], who: str) -> list[Unit]:
    """17.2d, 17.2h: attacking engineers suffer first."""
    front = [u for u in units if u.type.engineer] if who == "attacker" else []
    return front or list(units)


class Loss(Handler[Situation, Work]):
    """Which unit loses a step?"""

    kind = "loss"

    def choices(self, situation: Situation, args: Args) -> Sequence[Choice]:
        """13.2e, 17.2d, 17.2h: any unit of the group, engineers of the attack first."""
        units = first_hit(_group(situation, str(args["who"])), str(args["who"]))
        return [Choice(u.id, (u.id,), losses=1) for u in units]

    def answer(self, work: Work, args: Args, choice: Choice) -> None:
        """2.3e, 2.3f: it is turned over or eliminated."""
        work.lose_step(choice.id)


def _group(situation: Situation, who: str) -> list[Unit]:
    record = FIGHT.of(situation)
    if record is None:
        return []
    if who == "attacker":
        return [situation.units[n] for n in record.attackers if n in situation.units]
    target = situation.ground.index[record.target]
    return list(situation.stacks[enemy_of(record.side)].get(target, []))


def _fatigue(work: Work, record: CombatRecord, who: str, count: str) -> None:
    """12.3k, 12.3m, 14.0a: units are fatigued that are not tired yet."""
    left = int(count)
    fresh = [u for u in group(work, record, who) if not u.fatigued]
    if left <= 0 or not fresh:
        work.combat = record.done()
    elif len(fresh) <= left:
        for unit in fresh:
            work.fatigue(unit.id)
        work.combat = record.done()
    else:
        work.combat = record.then(f"fatigue {who} {left - 1}")
        work.ask(Tire.kind, fresh[0].side, who=who)


class Tire(Handler[Situation, Work]):
    """Which unit is fatigued?"""

    kind = "tire"

    def choices(self, situation: Situation, args: Args) -> Sequence[Choice]:
        """12.3k, 17.2d: any fresh unit, engineers of the attack first."""
        who = str(args["who"])
        fresh = [u for u in _group(situation, who) if not u.fatigued]
        return [Choice(u.id, (u.id,)) for u in first_hit(fresh, who)]

    def answer(self, work: Work, args: Args, choice: Choice) -> None:
        """14.0a: it gets its marker."""
        work.fatigue(choice.id)


# -- retreat and advance --------------------------------------------------------------------------


def ways(situation: Situation, unit: Unit, hexes: int) -> list[tuple[int, ...]]:
    """6.0d, 12.3a, 12.3b, 12.3c, 12.3d: the ways back, over dry hexes free of enemies and zones.

    A defender ends two hexes away from where he stood; no way ends on too many points.
    """
    ground = situation.ground

    def near(i: int) -> list[int]:
        return [
            j for j in ground.ring[i] if situation.dry(i, j) and open_hex(situation, unit.side, j)
        ]

    best: dict[int, tuple[int, ...]] = {}
    for path in paths(unit.place, [hexes], near):
        end = path[-1]
        apart = len(path) == hexes + 1 and ground.distance(unit.place, end) == hexes
        if apart and fits(situation, [unit], end):
            best.setdefault(end, path)
    return [best[end] for end in sorted(best)]


def _stay(work: Work, record: CombatRecord) -> None:
    """12.3d, 12.3g: a pinned defender stays, a blocked one stays and loses a step more."""
    situation = work.situation
    target = situation.ground.index[record.target]
    _, defenders = sides(work, record)
    if not defenders or pinned_by(situation, record):
        work.combat = record.done()
    elif not any(ways(situation, u, 2) for u in defenders):
        extra = 0 if situation.ground.terrain[target] == "urban" else 1
        work.combat = record.then(f"lose defender {extra}")
    else:
        work.combat = record.done()
        work.ask(Stay.kind, defenders[0].side)


def pinned_by(situation: Situation, record: CombatRecord) -> bool:
    """12.3g: who is also the target of an assault cannot retreat."""
    return tracks.STORMED + record.target in situation.state.tracks


class Stay(Handler[Situation, Work]):
    """Does the defender retreat, or stay and lose a step?"""

    kind = "stay"

    def choices(self, situation: Situation, args: Args) -> Sequence[Choice]:
        """12.3b, 12.3e, 12.3f: in towns it costs nothing to stay."""
        record = FIGHT.of(situation)
        if record is None:
            return ()
        target = situation.ground.index[record.target]
        cost = 0 if situation.ground.terrain[target] == "urban" else 1
        return [Choice("retreat", word="retreat"), Choice("stay", losses=cost, word="stay")]

    def answer(self, work: Work, args: Args, choice: Choice) -> None:
        """12.3e: the extra step is one for the stack."""
        record = work.combat
        if record is None:
            return
        if choice.id == "retreat":
            stages = ("retreat defender", *record.stages)
        else:
            stages = (f"lose defender {choice.losses}", *record.stages)
        work.combat = record.after(stages=stages)


def _retreat(work: Work, record: CombatRecord, who: str) -> None:
    """12.3a, 12.3c, 12.3h: units retreat one after the other."""
    units = [u for u in group(work, record, who) if u.id not in record.retreated]
    if not units:
        work.combat = record.done()
        return
    unit = units[0]
    hexes = 1 if who == "attacker" else 2
    work.combat = record.after(retreated=(*record.retreated, unit.id))
    if ways(work.situation, unit, hexes):
        work.ask(Retreat.kind, unit.side, unit=unit.id, hexes=hexes)
    elif who == "attacker" and work.situation.reading("attacker_blocked") == "eliminated":
        work.put(unit.id, eliminated(unit.side))
    else:
        work.lose_step(unit.id)


class Retreat(Handler[Situation, Work]):
    """Where does a unit retreat?"""

    kind = "retreat"

    def choices(self, situation: Situation, args: Args) -> Sequence[Choice]:
        """12.3a, 12.3b: every end of a way."""
        unit = situation.units.get(str(args["unit"]))
        if unit is None:
            return ()
        number, hexes = situation.number, int(str(args["hexes"]))
        return [Choice(number(p[-1]), (unit.id,), p) for p in ways(situation, unit, hexes)]

    def answer(self, work: Work, args: Args, choice: Choice) -> None:
        """12.3c: it goes there."""
        work.go([str(args["unit"])], list(choice.path))


def _advance(work: Work, record: CombatRecord) -> None:
    """7.3f, 10.0e, 12.3n, 12.3o: the attacker may follow into the empty hex."""
    situation = work.situation
    target = situation.ground.index[record.target]
    others = situation.stacks[enemy_of(record.side)]
    if target in others or (record.side == GERMAN and target in situation.drop_zones):
        work.combat = record.done()
        return
    work.ask(Advance.kind, record.side)
    work.combat = record.done()


class Advance(Handler[Situation, Work]):
    """Which unit follows into the hex?"""

    kind = "advance"

    def choices(self, situation: Situation, args: Args) -> Sequence[Choice]:
        """10.0e, 12.3o: units beside it, up to eight stacking points."""
        record = FIGHT.of(situation)
        if record is None:
            return ()
        target = situation.ground.index[record.target]
        near = [situation.units[n] for n in record.attackers if n in situation.units]
        fit = [u for u in near if target in situation.ground.ring[u.place]]
        fit = [u for u in fit if situation.dry(u.place, target) and fits(situation, [u], target)]
        if not fit:
            return ()
        return [Choice(NONE), *(Choice(u.id, (u.id,), (u.place, target)) for u in fit)]

    def answer(self, work: Work, args: Args, choice: Choice) -> None:
        """12.3o: one unit after the other."""
        record = work.combat
        if choice.id == NONE or record is None:
            return
        work.go([choice.id], list(choice.path))
        work.ask(self.kind, record.side)


# -- assault --------------------------------------------------------------------------------------


def _first(work: Work, record: CombatRecord) -> None:
    """13.1e, 17.2g, 3.0.I3: the defender fires first, unless engineers attack."""
    attackers, _ = sides(work, record)
    if engineers(attackers):
        work.combat = record.then("volley")
    else:
        work.combat = record.then("fire defender", "fire attacker")


def roll_fire(work: Work, record: CombatRecord, who: str) -> int:
    """13.1e, 13.1f, 13.1m, 13.2a, 3.0.I4: a side's throw with the units that are left now."""
    attackers, _ = sides(work, record)
    if not attackers:
        return 0
    target = work.situation.ground.index[record.target]
    mine, theirs, _ = storm(work.situation, attackers, target)
    own = mine if who == "attacker" else theirs
    if own.strength <= 0 or theirs.strength <= 0:
        return 0
    chart = work.setting.charts.assault
    die = work.die(f"assault_{who}")
    found = cell(chart, own.column, die + own.drm)
    said = f"{record.target} {chart.columns[own.column]} {die} {found}"
    work.track(tracks.COMBAT, said)
    return 0 if found == "-" else int(found)


def _fire(work: Work, record: CombatRecord, who: str) -> None:
    """13.1e, 13.1f: one side's fire; losses are taken at once."""
    steps = roll_fire(work, record, who)
    other = "defender" if who == "attacker" else "attacker"
    work.combat = record.then(f"lose {other} {steps}")


def _volley(work: Work, record: CombatRecord) -> None:
    """13.1h, 17.2g: both sides fire at once."""
    hits, blows = roll_fire(work, record, "defender"), roll_fire(work, record, "attacker")
    work.combat = record.then(f"lose attacker {hits}", f"lose defender {blows}")


def _check(work: Work, record: CombatRecord) -> None:
    """8.0e, 8.0f, 13.1g, 13.1h, 13.1i, 13.1j, 3.0.I5, 3.0.I6: who may fire a second time."""
    attackers, defenders = sides(work, record)
    if not attackers or not defenders:
        work.combat = record.done()
        return
    mine = work.die("check_attacker") <= highest(attackers)
    theirs = work.die("check_defender") <= highest(defenders)
    if mine and theirs:
        work.combat = record.then("volley")
    elif mine or theirs:
        work.combat = record.then("fire attacker" if mine else "fire defender")
    else:
        work.combat = record.done()


def _occupy(work: Work, record: CombatRecord) -> None:
    """13.1k, 13.2d: all attackers hold the hex where nobody is left, else they go back."""
    attackers, defenders = sides(work, record)
    target = work.situation.ground.index[record.target]
    held = record.side == GERMAN and target in work.situation.drop_zones
    if attackers and not defenders and not held:
        for unit in attackers:
            work.go([unit.id], [unit.place, target])
    work.combat = record.done()


STAGES: dict[str, Callable[..., None]] = {
    "support": _support,
    "shell": _shell,
    "throw": _throw,
    "lose": _lose,
    "fatigue": _fatigue,
    "stay": _stay,
    "retreat": _retreat,
    "advance": _advance,
    "first": _first,
    "fire": _fire,
    "volley": _volley,
    "check": _check,
    "occupy": _occupy,
}
"""What is done in each stage, by its first word."""
