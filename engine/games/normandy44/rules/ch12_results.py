"""Chapter 12.1 to 12.3: the results, and the units that lose steps."""

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
from engine.games.normandy44.rules.ch17_cadres import cadre_of, lose_step
from engine.games.normandy44.units import Unit
from engine.games.normandy44.vocabulary import enemy_of, verdict
from engine.rules.base.combat import ATTACKER, DEFENDER, OTHER, OWNER, Stage
from engine.rules.base.decisions import Args, Choice, Handler

RESERVE_RESULTS = frozenset({"A1/D2", "DH"})

GIVES_WAY = Stage(kind=RETREAT), Stage(kind=ADVANCE)
"""13.1.3, 14.1a: the defender retreats, the attacker advances."""


def loss(of: str, chooser: str, steps: int = 1, kind: str = LOSS) -> Stage:
    """12.2.1a, 12.2.2: return a stage of step losses, with the side that picks the units."""
    return Stage(kind=kind, of=of, steps=steps, chooser=chooser)


def steps_of(units: Sequence[Unit]) -> int:
    """Return the steps of units."""
    return sum(u.steps for u in units)


def stages_of(result: str, steps: int) -> list[Stage]:
    """12.1, 12.1a, 12.1b, 12.1c, 12.1d, 12.1e, 12.1f, 12.1g, 12.1h, 12.2.1a, 12.2.2: the stages.

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
            losses = [loss(ATTACKER, OTHER)] if steps > 1 else []
            return [*losses, loss(DEFENDER, OTHER), loss(DEFENDER, OWNER), *GIVES_WAY]
        case "DH":
            return [loss(DEFENDER, OWNER, -(-steps // 2)), *GIVES_WAY]
    return []


def survivors(position: Position, names: Iterable[str]) -> list[Unit]:
    """17.9.1a: return the units still on the map, with cadres in place of their units."""
    units = position.units
    known = (name if name in units else cadre_of(position, name) for name in names)
    return [units[name] for name in known if name in units]


def target_of(position: Position, record: CombatRecord) -> int:
    """Return the hex of a combat."""
    return position.ground.index[record.target]


def fresh_defenders(position: Position, record: CombatRecord) -> list[Unit]:
    """13.5a: return the defenders in the hex that have not retreated in the phase.

    A cadre replaces its unit.
    """
    side = enemy_of(record.side)
    state_tracks = position.state.tracks
    stack = position.stacks[side].get(target_of(position, record), ())
    return [u for u in stack if tracks.RETREATED + u.id not in state_tracks]


def in_force(position: Position, record: CombatRecord) -> list[Unit]:
    """10.3.1: return the remaining units of the main assault force, with cadres for units."""
    return survivors(position, record.force)


def those_hit(position: Position, record: CombatRecord) -> list[Unit]:
    """12.2.1a, 12.2.1b, 12.2.1c, 12.2.2: return the units from which the next loss is chosen.

    Attackers lose from the main assault force. If it gained a shift for quality, armour or Tigers,
    and the attacker chooses, the loss falls on the units that gave it.
    """
    stage = record.stages[0]
    if stage.of == DEFENDER:
        return fresh_defenders(position, record)
    if stage.kind == ANY_LOSS:
        return survivors(position, record.attackers)
    if stage.kind == ASSAULT_LOSS:
        units = survivors(position, record.attackers)
        return [u for u in units if u.type.infantry and not u.type.cadre]
    force = in_force(position, record)
    if stage.chooser == OTHER:
        return force
    gave = [u for u in force if u.id in record.gave]
    return gave or force


def loss_chooser(record: CombatRecord) -> str:
    """Return the side that picks the next loss."""
    defender = enemy_of(record.side)
    stage = record.stages[0]
    owner = defender if stage.of == DEFENDER else record.side
    return enemy_of(owner) if stage.chooser == OTHER else owner


class Loss(Handler[Position, Resolution]):
    """12.2.1a, 12.2.1b, 12.2.1c, 12.2.2, 12.4.4b, 12.5b: the unit that takes a step loss."""

    kind = "loss"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Return the units that may take the loss."""
        record = FIGHT.of(position)
        if record is None:
            return []
        return [Choice(u.id, (u.id,), losses=1) for u in those_hit(position, record)]

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Reduce the unit; further losses follow."""
        record = FIGHT.current(work)
        stage = record.stages[0]
        work.combat = record.then(stage.left(stage.steps - 1)) if stage.steps > 1 else record.done()
        lose_step(work, choice.units[0])

    def anyway(self, position: Position, args: Args, words: Sequence[str]) -> Choice | None:
        """Return any unit of the side that loses the step."""
        record, unit = FIGHT.of(position), position.units.get(" ".join(words))
        if record is None or unit is None:
            return None
        attacks = record.stages[0].of == ATTACKER
        mine = unit.side == (record.side if attacks else enemy_of(record.side))
        return Choice(unit.id, (unit.id,), losses=1) if mine else None

    def refuse(self, position: Position, args: Args, words: Sequence[str]) -> Iterable[Verdict]:
        """Yield why a unit cannot take the loss; 12.2.1b: units that gave a shift go first."""
        record = FIGHT.of(position)
        for word in words:
            if record is None or word not in position.units:
                continue
            mine = record.stages[0].chooser == OWNER
            if word in record.force and record.gave and mine:
                yield verdict("12.2.1b", "gave_a_shift", units=[word])
            else:
                yield verdict("12.2.2", "not_in_fight", units=[word])
