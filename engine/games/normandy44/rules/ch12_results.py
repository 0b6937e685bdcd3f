"""Chapter 12.1 to 12.3: what each result does, and who loses the steps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.core.verdicts import Verdict
from engine.games.normandy44 import tracks
from engine.games.normandy44.combat import (
    ADVANCE,
    ANY_LOSS,
    ASSAULT_LOSS,
    LIMITED,
    LOSS,
    RETREAT,
    STAND,
    CombatRecord,
)
from engine.games.normandy44.position import Position
from engine.games.normandy44.resolution import FIGHT, Resolution
from engine.games.normandy44.rules.ch17_cadres import lose_step
from engine.games.normandy44.units import Unit
from engine.games.normandy44.vocabulary import enemy_of, say
from engine.rules.base.combat import ATTACKER, DEFENDER, OTHER, OWNER, Stage
from engine.rules.base.decisions import Args, Choice, Handler

RESERVE_RESULTS = frozenset({"A1/D2", "DH"})

GIVES_WAY = Stage(kind=RETREAT), Stage(kind=ADVANCE)
"""13.1.3, 14.1a: the defender retreats, the attacker advances."""


def loss(of: str, chooser: str, steps: int = 1, kind: str = LOSS) -> Stage:
    """12.2.1a, 12.2.2: steps that a side loses, and who picks the units."""
    return Stage(kind=kind, of=of, steps=steps, chooser=chooser)


def steps_of(units: Sequence[Unit]) -> int:
    """The steps of some units together."""
    return sum(u.steps for u in units)


def stages_of(result: str, steps: int) -> list[Stage]:
    """12.1, 12.1a, 12.1b, 12.1c, 12.1d, 12.1e, 12.1f, 12.1g, 12.1h, 12.2.1a, 12.2.2: what to do.

    ``steps`` are those of the defender that count.
    """
    stand, limited = Stage(kind=STAND), Stage(kind=LIMITED)
    match result:
        case "A1":
            return [loss(ATTACKER, OWNER)]
        case "A1/DR":
            return [loss(ATTACKER, OWNER), stand]
        case "DR":
            return [stand]
        case "EX":
            return [loss(ATTACKER, OTHER), loss(DEFENDER, OTHER), limited]
        case "A1/D1":
            return [loss(ATTACKER, OWNER), loss(DEFENDER, OWNER), stand]
        case "D1":
            return [loss(DEFENDER, OWNER), stand]
        case "A1/D2":
            found = [loss(ATTACKER, OTHER)] if steps > 1 else []
            return [*found, loss(DEFENDER, OTHER), loss(DEFENDER, OWNER), *GIVES_WAY]
        case "DH":
            return [loss(DEFENDER, OWNER, -(-steps // 2)), *GIVES_WAY]
    return []


def survivors(position: Position, names: Iterable[str]) -> list[Unit]:
    """Those of some units that are still on the map."""
    return [position.units[n] for n in names if n in position.units]


def target_of(position: Position, record: CombatRecord) -> int:
    """The hex of a combat."""
    return position.ground.index[record.target]


def fresh_defenders(position: Position, record: CombatRecord) -> list[Unit]:
    """13.5a: the defenders in the hex that count: those that have not retreated in the phase.

    A cadre takes the place of its unit.
    """
    side = enemy_of(record.side)
    held = position.state.tracks
    stack = position.stacks[side].get(target_of(position, record), ())
    return [u for u in stack if tracks.RETREATED + u.id not in held]


def in_force(position: Position, record: CombatRecord) -> list[Unit]:
    """10.3.1: the units of the main assault force that are left, cadres in their places."""
    from engine.games.normandy44.rules.ch17_cadres import cadre_of

    names = [name if name in position.units else cadre_of(position, name) for name in record.force]
    return survivors(position, names)


def those_hit(position: Position, record: CombatRecord) -> list[Unit]:
    """12.2.1a, 12.2.1b, 12.2.1c, 12.2.2: those of whom one is chosen for the next loss.

    The attacker's come from the main assault force; where it gained a shift for quality, armour or
    Tigers, and he chooses himself, from the units that gave it.
    """
    if not record.stages:
        return []
    stage = record.stages[0]
    if stage.of == DEFENDER:
        return fresh_defenders(position, record)
    if stage.kind == ANY_LOSS:
        return survivors(position, record.attackers)
    if stage.kind == ASSAULT_LOSS:
        return [u for u in survivors(position, record.attackers) if u.type.infantry]
    force = in_force(position, record)
    if stage.chooser == OTHER:
        return force
    gave = [u for u in force if u.id in record.gave]
    return gave or force


def who_chooses(record: CombatRecord) -> str:
    """The side that picks the next loss."""
    defender = enemy_of(record.side)
    stage = record.stages[0]
    owner = defender if stage.of == DEFENDER else record.side
    return enemy_of(owner) if stage.chooser == OTHER else owner


class Loss(Handler[Position, Resolution]):
    """12.2.1a, 12.2.1b, 12.2.1c, 12.2.2, 12.4.4b, 12.5b: whom a step loss falls on."""

    kind = "loss"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """The units that may bear it."""
        record = FIGHT.of(position)
        if record is None:
            return []
        return [Choice(u.id, (u.id,), losses=1) for u in those_hit(position, record)]

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """The unit bears it; further ones follow."""
        record = work.combat
        assert record is not None
        stage = record.stages[0]
        work.combat = record.then(stage.left(stage.steps - 1)) if stage.steps > 1 else record.done()
        lose_step(work, choice.units[0])

    def refuse(self, position: Position, args: Args, words: Sequence[str]) -> Iterable[Verdict]:
        """Only a unit of the fight can bear its loss; 12.2.1b: one that gave a shift goes first."""
        record = FIGHT.of(position)
        for word in words:
            if record is None or word not in position.units:
                continue
            mine = any(stage.chooser == OWNER for stage in record.stages[:1])
            if word in record.force and record.gave and mine:
                yield say("12.2.1b", "gave_a_shift", units=[word])
            else:
                yield say("12.2.2", "not_in_fight", units=[word])
