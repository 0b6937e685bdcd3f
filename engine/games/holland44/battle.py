"""A combat by the rules, from the declaration to the last advance (chapters 9, 11, 12, 15).

What a result asks of the two sides lies on the stack of decisions from the last to the first:
advance, retreat, determined defence, the defender's loss, the attacker's. Each carries the battle
it belongs to as plain values (:data:`Battle`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from engine.games.holland44.advancing import Advance, Kind
from engine.games.holland44.deciding import Args, Handler, Option, decision
from engine.games.holland44.demolition import trigger, wired_at, wired_between
from engine.games.holland44.fighting import Fight, best
from engine.games.holland44.losses import lose_step, reveal
from engine.games.holland44.meta import FOUGHT
from engine.games.holland44.position import Position
from engine.games.holland44.units import Unit
from engine.games.holland44.work import Work, present

Battle = dict[str, Any]
"""attackers, target, artillery, air, lead, attached; then defenders, elite, result, overrun."""

AIR = "air-used"
"""Track of the air units used in the phase (4.4)."""

COMBAT = "combat"
"""Track of the last combat: target, column, die, result."""

FREE = ("DS", "DMR")
"""25.3.2: the results after which the attackers of an unknown unit move on."""

ELITE_PAYS = ("A1", "A1/ENG", "A1/DR", "A1/D1")
"""11.2c: results whose loss falls on the units that gave the elite shift."""


def fight_of(position: Position, battle: Args) -> Fight:
    """The fight of a battle among those who are still there."""
    return Fight(
        position,
        tuple(present(position, battle["attackers"])),
        position.places.index(battle["target"]),
        tuple(present(position, battle.get("artillery", ()))),
        int(battle.get("air", 0)),
    )


def declare(work: Work, battle: Battle) -> None:
    """Step 1 of a combat: unknown units are revealed, bridges may be blown (9.3, 25.3.4)."""
    target = work.setting.places.index(battle["target"])
    stack = work.position.stack(target)
    for unit in stack:
        if unit.p.unknown:
            reveal(work, unit.id)
    attackers = work.units(battle["attackers"])
    if not work.position.stack(target):
        _mark(work, battle["attackers"], "attacked")
        _ask_advance(work, battle, "bonus")
        return
    if attackers[0].p.side != "allied":
        open_fire(work, battle)
        return
    places = sorted({u.place for u in attackers})
    bridges = [b for i in places for b in wired_between(work.position, i, target)]
    work.ask("attack", "allied", battle=battle, bridges=[b.hexside for b in bridges])
    trigger(work, bridges)


@decision("attack")
class GoOn(Handler):
    """9.3a: an attack goes on; after the loss of its bridge it may be called off."""

    def options(self, position: Position, args: Args) -> list[Option]:
        """Attack; cancel where a bridge to the target has gone."""
        fight = fight_of(position, args["battle"])
        gone = any(position.state.hexsides.get(name) == "blown" for name in args["bridges"])
        blocked = position.crossings.blocked
        barred = any((u.place, fight.target) in blocked for u in fight.attackers)
        words = [] if barred else ["attack"]
        return [Option(word) for word in ([*words, "cancel"] if gone else ["attack"])]

    def answer(self, work: Work, args: Args, option: Option) -> None:
        """Fight, or let it be."""
        if option.id == "attack":
            open_fire(work, args["battle"])


def open_fire(work: Work, given: Args, overrun: bool = False) -> None:
    """Steps 2 to 4: the odds, the die, and what the result asks of both sides (11.1)."""
    battle: Battle = {**given, "overrun": overrun}
    position = work.position
    fight = fight_of(position, battle)
    attached = battle.get("attached")
    found = best(fight, battle.get("lead"), () if attached is None else attached)
    die = work.throw(f"combat:{battle['target']}")
    result = found.results[die]
    work.track(COMBAT, f"{battle['target']} {found.odds.column} {die} {result}")
    again = [u.id for u in fight.present if position.state.tracks.get(FOUGHT + u.id) == "retreated"]
    battle |= {
        "lead": found.lead,
        "attached": found.attached,
        "elite": any(shift.why == "elite" for shift in found.shifts),
        "defenders": [u.id for u in fight.present],
        "result": result,
    }
    _mark(work, battle["attackers"], "attacked")
    _mark(work, [u.id for u in fight.present if u.id not in again], "defended")
    for unit in fight.artillery:
        work.status(unit.id, add=["fired"])
    if fight.air:
        work.track(AIR, int(work.state.tracks.get(AIR) or 0) + fight.air)
    if overrun and result not in FREE:
        for unit in fight.attackers:
            work.status(unit.id, add=["spent"])
    _consequences(work, battle, fight, again)


def _consequences(work: Work, battle: Battle, fight: Fight, again: list[str]) -> None:
    """Put what a result demands on the stack of decisions, the first on top."""
    meaning = work.setting.crt.results[battle["result"]]
    attacker, defender = fight.side, fight.position.enemy(fight.side).side
    advance = meaning["advance"]
    if advance and not (battle["overrun"] and battle["result"] in FREE):
        _ask_advance(work, battle, "limited" if battle["overrun"] else str(advance))
    hexes = cast("list[int] | None", meaning["retreat"])
    if hexes:
        work.ask(
            "retreat",
            defender,
            units=battle["defenders"],
            hexes=list(range(hexes[0], hexes[1] + 1)),
            battle=battle["target"],
            shattered=battle["result"] in FREE,
            again=again,
        )
    if meaning["determined_defense"]:
        work.ask("determined", defender, battle=battle, again=again, dash=None)
    if meaning["end_status"] == "engaged":
        engage(work, battle["defenders"])
    swapped = meaning["losses_chosen_by"] == "opponent"
    if meaning["defender_loss"]:
        picker = attacker if swapped else defender
        work.ask("loss", picker, of="defenders", battle=battle, again=again)
    if meaning["attacker_loss"]:
        picker = defender if swapped else attacker
        work.ask("loss", picker, of="attackers", battle=battle, again=again)


def engage(work: Work, names: Iterable[str]) -> None:
    """Mark units engaged; disorder is worse already (11.5.2b)."""
    for unit in work.units(names):
        if unit.p.good_order:
            work.status(unit.id, add=["engaged"])


def _mark(work: Work, names: Iterable[str], word: str) -> None:
    for unit in work.units(names):
        work.track(FOUGHT + unit.id, word)


@decision("loss")
class Loss(Handler):
    """11.2: one unit loses a step."""

    def options(self, position: Position, args: Args) -> list[Option]:
        """The units that may take it."""
        if args["of"] == "units":
            units = present(position, args["units"])
        elif args["of"] == "attackers":
            units = _payers(position, args["battle"])
        else:
            target = position.places.index(args["battle"]["target"])
            there = [u for u in present(position, args["battle"]["defenders"]) if u.place == target]
            fresh = [u for u in there if u.id not in args["again"]] or there
            units = [u for u in fresh if not u.p.head] or fresh
        return [Option(u.id, (u.id,)) for u in units]

    def answer(self, work: Work, args: Args, option: Option) -> None:
        """Take the step off."""
        lose_step(work, option.units[0])


def _payers(position: Position, battle: Args) -> list[Unit]:
    """11.2b, 11.2c: the attackers that may pay, as narrowly as the rules say."""
    fight = fight_of(position, battle)
    attackers = list(fight.attackers)
    lead, attached = battle["lead"], battle["attached"]
    group = [u for u in attackers if fight.leads(u, lead) or u.id == attached] or attackers
    if battle["elite"] and battle["result"] in ELITE_PAYS:
        group = [u for u in group if u.p.quality == "elite"] or group
    able = [u for u in group if Advance(position, (u,), fight.target, "limited").hexes()]
    return able or group


def _ask_advance(work: Work, battle: Battle, kind: str) -> None:
    units = [u for u in work.units(battle["attackers"]) if not u.p.artillery]
    side = units[0].p.side
    work.ask("advance", side, units=[u.id for u in units], vacated=battle["target"], advance=kind)


@decision("advance")
class Advancing(Handler):
    """15.1: the victors advance, one unit after the other, or stay."""

    def options(self, position: Position, args: Args) -> list[Option]:
        """Each unit's hexes, and to have done; nothing while the enemy holds the hex."""
        vacated = position.places.index(args["vacated"])
        units = present(position, args["units"])
        if not units or vacated in position.enemy(units[0].p.side).hexes:
            return []
        found = [Option("done")]
        kind = cast(Kind, args["advance"])
        for unit in units:
            for path in Advance(position, (unit,), vacated, kind).hexes().values():
                words = " ".join([unit.id, *(position.places.name(i) for i in path)])
                found.append(Option(words, (unit.id,), path))
        return found

    def answer(self, work: Work, args: Args, option: Option) -> None:
        """Advance, up to a wired bridge; the others are asked again."""
        if not option.units:
            return
        left = [u.id for u in work.units(args["units"]) if u.id not in option.units]
        side = work.position.units[option.units[0]].p.side
        if left:
            work.ask("advance", side, **{**args, "units": left})
        path = option.path
        for n in range(1, len(path)):
            crossed = wired_between(work.position, path[n - 1], path[n])
            if side == "allied" and crossed:
                if n == 1:  # Nothing is used of the advance: it is asked for again afterwards.
                    work.ask("advance", side, **{**args, "units": list(option.units)})
                trigger(work, crossed)
                path = path[:n]
                break
        if len(path) > 1:
            work.walk(option.units, path)
        if side == "allied":
            for i in path[1:]:
                trigger(work, wired_at(work.position, i))
