"""11.2: the units that take the losses of a combat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.verdicts import Verdict
from engine.games.holland44.combat import CombatRecord
from engine.games.holland44.constants import verdict
from engine.games.holland44.position import Position
from engine.games.holland44.resolution import Resolution, present
from engine.games.holland44.rules.ch09_combat import fight_of
from engine.games.holland44.rules.ch11_steps import lose_step
from engine.games.holland44.rules.ch15_advance_hexes import Advance
from engine.games.holland44.units import Unit
from engine.rules.base.decisions import Args, Choice, Handler
from engine.rules.base.named import units_in

ELITE_PAYS = ("A1", "A1/ENG", "A1/DR", "A1/D1")
"""11.2c: results whose loss falls on the units that gave the elite shift."""


class Loss(Handler[Position, Resolution]):
    """11.2, 11.3: one unit loses a step."""

    kind = "loss"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Return the units that may take the loss."""
        *_, (_, units) = _payers(position, args)
        return [Choice(u.id, (u.id,)) for u in units]

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Remove the step."""
        lose_step(work, choice.units[0])

    def anyway(self, position: Position, args: Args, words: Sequence[str]) -> Choice | None:
        """Return another unit of the same side."""
        named, payers = units_in(position, words), self.choices(position, args)
        if len(named) != 1 or len(words) != 1 or not payers:
            return None
        side = position.units[payers[0].units[0]].profile.side
        return Choice(words[0], (named[0].id,)) if named[0].profile.side == side else None

    def refuse(self, position: Position, args: Args, words: Sequence[str]) -> Iterator[Verdict]:
        """Yield the first limit that excludes a unit."""
        lead = (CombatRecord.of(args).lead or "") if "battle" in args else ""
        for unit in units_in(position, words):
            for why, units in _payers(position, args):
                if unit not in units:
                    name = position.name(unit.id)
                    yield verdict("11.2", why, units=[unit.id], unit=name, lead=lead)
                    break


def _payers(position: Position, args: Args) -> Iterator[tuple[str, list[Unit]]]:
    """11.2: yield the units that may take a loss, limit by limit, each with a word for it."""
    if args["of"] == "units":
        yield "other", present(position, args["units"])
    elif args["of"] == "attackers":
        yield from _paying_attackers(position, CombatRecord.of(args))
    else:
        record = CombatRecord.of(args)
        target = position.places.index(record.target)
        there = [u for u in present(position, record.defenders) if u.place == target]
        yield "other", there
        fresh = [u for u in there if u.id not in args["again"]] or there
        yield "again", fresh
        yield "head", [u for u in fresh if not u.profile.head] or fresh


def _paying_attackers(position: Position, record: CombatRecord) -> Iterator[tuple[str, list[Unit]]]:
    """10.6, 11.1, 11.2: yield the attackers that may take a loss, limit by limit."""
    fight = fight_of(position, record)
    attackers = list(fight.attackers)
    yield "other", attackers
    group = [u for u in attackers if fight.leads(u, record.lead or "") or u.id == record.attached]
    yield "lead", group
    if record.elite and record.result in ELITE_PAYS:
        group = [u for u in group if u.profile.quality == "elite"] or group
        yield "elite", group
    places = [position.places.index(number) for number in record.assault]
    able = [
        u
        for u in group
        if Advance(position, (u,), fight.target, "limited", assault=u.place in places).hexes()
    ]
    yield "advance", able or group
