"""Combat under the rules, from the declaration to the last advance (chapters 9, 11, 12, 15).

The decisions that a result demands are on the stack of decisions from the last to the first:
advance, retreat, determined defence, the defender's loss, the attacker's. Each carries its battle
as a :class:`~..combat.CombatRecord`.

Elsewhere: 9.1 ``automatic_ds:ten_to_one``; 9.3, 9.4.1, 9.4.2 ``ch10_odds:reckon``; 9.5.2
``ch10_strengths:Combat.attack_reasons``; 9.5.3 ``ch11_results:_ferried``.
"""

from __future__ import annotations

from engine.games.holland44.book import judge
from engine.games.holland44.combat import CombatRecord
from engine.games.holland44.house_rules import allows
from engine.games.holland44.position import Position
from engine.games.holland44.resolution import Resolution, present
from engine.games.holland44.rules.ch05_demolition import trigger, wired_between
from engine.games.holland44.rules.ch09_attack import Attack
from engine.games.holland44.rules.ch09_river_assault import ASSAULT
from engine.games.holland44.rules.ch10_odds import CombatOdds, best_lead
from engine.games.holland44.rules.ch10_strengths import Combat
from engine.games.holland44.rules.ch11_engaged import remember_fought
from engine.games.holland44.rules.ch11_results import FREE, ask_advance, ask_consequences
from engine.games.holland44.rules.ch25_revealing import reveal
from engine.games.holland44.tracks import AIR, AUTO_DS, COMBAT
from engine.rules.base.combat import Throw, modifiers
from engine.rules.base.decisions import Args, Choice, Handler

AUTOMATIC, ENOUGH, AUTO = "DS", "10:1", "auto"
"""8.7: an automatic result, the odds it needs, and the value for its die in the track."""
CRT = "crt"
"""The combat results table."""


def fight_of(position: Position, record: CombatRecord) -> Combat:
    """Return the combat of a record, with the units still in play."""
    joined = () if record.breakthrough else present(position, record.group)
    return Combat(
        position,
        tuple(present(position, record.attackers)),
        position.places.index(record.target),
        tuple(present(position, record.artillery)),
        record.air,
        record.breakthrough,
        frozenset(u.id for u in joined),
        frozenset(record.revealed),
    )


def declare(work: Resolution, record: CombatRecord) -> None:
    """5.4, 9.3, 25.3.4, 25.4: reveal unknown units and ask about bridges (9.3, 25.3.4)."""
    target = work.setting.places.index(record.target)
    hidden = [u.id for u in work.position.stack(target) if u.profile.unknown]
    drawn = [reveal(work, name) for name in hidden]
    record = record.after(
        revealed=tuple(name for name in drawn if name),
        automatic=work.state.clock.phase == "movement",
    )
    attackers = work.units(record.attackers)
    if not work.position.stack(target):
        _empty_garrison(work, record)
        return
    if attackers[0].profile.side != "allied":
        open_fire(work, record)
        return
    places = sorted({u.place for u in attackers})
    bridges = [b for i in places for b in wired_between(work.position, i, target)]
    work.ask("attack", "allied", battle=record.as_args(), bridges=[b.hexside for b in bridges])
    trigger(work, bridges)


def _empty_garrison(work: Resolution, record: CombatRecord) -> None:
    """25.3.4, 25.3.5: an empty garrison gives a bonus advance, or lets an advance go on."""
    if record.course:
        work.ask("advance", work.units(record.attackers)[0].profile.side, **record.course)
    elif not record.automatic:
        remember_fought(work, record.attackers, "attacked")
        ask_advance(work, record, record.attackers, "bonus")


class GoOn(Handler[Position, Resolution]):
    """9.3a: an attack continues; after the loss of its bridge it may be cancelled."""

    kind = "attack"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Return attack, and cancel if a bridge to the target was lost.

        Prepared units may continue as a river assault (9.5.3). An automatic DS still needs its 10:1
        without the bridge (8.7).
        """
        record = CombatRecord.of(args)
        fight = fight_of(position, record)
        gone = any(position.state.hexsides.get(name) == "blown" for name in args["bridges"])
        blocked = position.crossings.blocked
        attack = Attack(fight, reckoned(fight, record))
        barred = any(
            (u.place, fight.target) in blocked and not attack.assault(u) for u in fight.attackers
        )
        if record.automatic:
            barred = barred or not allows(position, judge(position, "automatic", attack))
        words = [] if barred else ["attack"]
        return [Choice(word) for word in ([*words, "cancel"] if gone else ["attack"])]

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Fight, or cancel; a breakthrough group then continues its advance."""
        record = CombatRecord.of(args)
        if choice.id == "attack":
            open_fire(work, record)
        elif record.course:
            work.ask("advance", "allied", **record.course)


def reckoned(fight: Combat, record: CombatRecord) -> CombatOdds:
    """Return the odds with the chosen lead formation and attached unit."""
    return best_lead(fight, record.lead, () if record.attached == "" else record.attached)


def open_fire(work: Resolution, record: CombatRecord, overrun: bool = False) -> None:
    """8.7, 9.3, 11.1, 25.3.2, 25.3.3: compute the odds, roll, and ask for the consequences."""
    position = work.position
    fight = fight_of(position, record)
    odds = reckoned(fight, record)
    if record.automatic:
        result = AUTOMATIC
        throw = Throw(table=AUTO, column=ENOUGH, result=result)
        work.track(COMBAT, f"{record.target} {ENOUGH} {AUTO} {result}")
        work.track(AUTO_DS + record.target, " ".join(record.attackers))
        for unit in fight.attackers:
            work.status(unit.id, add=["auto_ds"])
    else:
        die = work.throw(f"combat:{record.target}")
        result = odds.results[die]
        work.track(COMBAT, f"{record.target} {odds.odds.column} {die} {result}")
        throw = Throw(
            table=CRT,
            column=odds.odds.column,
            dice=(die,),
            result=result,
            attack=odds.odds.attack,
            defense=odds.odds.defense,
            shifts=modifiers((s.rule, s.by, s.why) for s in odds.shifts),
        )
    record = record.after(
        overrun=overrun,
        lead=odds.lead,
        attached=odds.attached,
        elite=any(shift.why == "elite" for shift in odds.shifts),
        defenders=tuple(u.id for u in fight.present),
        result=result,
        assault=tuple(position.places.name(i) for i in _assault(work, Attack(fight, odds))),
    )
    work.combat = record.after(side=fight.side, throws=(throw,))
    if work.state.clock.phase == "combat":
        remember_fought(work, record.attackers, "attacked")
        if not fight.breakthrough:  # 9.1b: it does not count as being attacked.
            remember_fought(work, [u.id for u in fight.present if not fight.shaken(u)], "defended")
    for unit in fight.artillery:
        work.status(unit.id, add=["fired"])
    if fight.air:
        work.track(AIR, int(work.state.tracks.get(AIR) or 0) + fight.air)
    if overrun and result not in FREE:
        for unit in (*fight.attackers, *work.units(record.company)):
            work.status(unit.id, add=["spent"])
    ask_consequences(work, record, fight)


def _assault(work: Resolution, attack: Attack) -> list[int]:
    """9.5.3: return the hexes of a river assault; an engineer unit supports one (23.3.2)."""
    hexes = attack.assaulted_from()
    for hex_ in hexes:
        for unit in attack.engineers(hex_)[:1]:
            work.status(unit.id, remove=[ASSAULT])
    return hexes
