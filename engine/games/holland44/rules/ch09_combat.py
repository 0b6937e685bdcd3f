"""A combat by the rules, from the declaration to the last advance (chapters 9, 11, 12, 15).

What a result asks of the two sides lies on the stack of decisions from the last to the first:
advance, retreat, determined defence, the defender's loss, the attacker's. Each carries the battle
it belongs to as plain values (:data:`Battle`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from engine.games.holland44.book import judge
from engine.games.holland44.decisions import Args, Handler, Option
from engine.games.holland44.house import allows
from engine.games.holland44.meta import FOUGHT
from engine.games.holland44.position import Position
from engine.games.holland44.resolution import Resolution, present
from engine.games.holland44.rules.ch05_demolition import trigger, wired_between
from engine.games.holland44.rules.ch06_stacking import is_overstacked
from engine.games.holland44.rules.ch09_attack import Attack
from engine.games.holland44.rules.ch09_river_assault import ASSAULT
from engine.games.holland44.rules.ch10_odds import CombatOdds, best_lead
from engine.games.holland44.rules.ch10_strengths import Combat
from engine.games.holland44.rules.ch11_engaged import engage, remember_fought
from engine.games.holland44.rules.ch25_revealing import reveal

Battle = dict[str, Any]
"""attackers, target, artillery, air, lead, attached; then defenders, elite, result, revealed.

``overrun`` for a fight with a lone unknown unit (25.3.1), ``automatic`` for an automatic DS (8.7).
``course`` is the advance out of which a breakthrough ``group`` attacks: in ``breakthrough`` combat
by itself (16.1), otherwise joining the attack of others (16.5).
"""
AIR = "air-used"
"""Track of the air units used in the phase (4.4)."""
COMBAT = "combat"
"""Track of the last combat: target, column, die, result."""
AUTO_DS = "auto-ds/"
"""Track of an automatic DS, by the hex: the units that made it (8.7)."""
RECON_ESCAPES = ("D1", "DS")
"""23.7: the results in which a lone reconnaissance unit keeps its step."""
FREE = ("DS", "DMR")
"""25.3.2: the results after which the attackers of an unknown unit move on."""
AUTOMATIC, ENOUGH, AUTO = "DS", "10:1", "auto"
"""8.7: an automatic result, the odds it needs, and the word for its die in the track."""


def fight_of(position: Position, battle: Args) -> Combat:
    """The fight of a battle among those who are still there."""
    breakthrough = bool(battle.get("breakthrough"))
    joined = [] if breakthrough else present(position, battle.get("group", ()))
    return Combat(
        position,
        tuple(present(position, battle["attackers"])),
        position.places.index(battle["target"]),
        tuple(present(position, battle.get("artillery", ()))),
        int(battle.get("air", 0)),
        breakthrough,
        frozenset(u.id for u in joined),
        frozenset(battle.get("revealed", ())),
    )


def declare(work: Resolution, given: Args) -> None:
    """Step 1 of a combat: unknown units are revealed, bridges may be blown (9.3, 25.3.4)."""
    target = work.setting.places.index(given["target"])
    hidden = [u.id for u in work.position.stack(target) if u.p.unknown]
    drawn = [reveal(work, name) for name in hidden]
    battle: Battle = {**given, "revealed": [name for name in drawn if name]}
    battle["automatic"] = work.state.clock.phase == "movement"
    attackers = work.units(battle["attackers"])
    if not work.position.stack(target):
        _nobody_there(work, battle)
        return
    if attackers[0].p.side != "allied":
        open_fire(work, battle)
        return
    places = sorted({u.place for u in attackers})
    bridges = [b for i in places for b in wired_between(work.position, i, target)]
    work.ask("attack", "allied", battle=battle, bridges=[b.hexside for b in bridges])
    trigger(work, bridges)


def _nobody_there(work: Resolution, battle: Battle) -> None:
    """25.3.4, 25.3.5: an empty garrison gives a bonus advance, or lets one go on."""
    course = battle.get("course")
    if course:
        work.ask("advance", work.units(battle["attackers"])[0].p.side, **course)
    elif not battle.get("automatic"):
        remember_fought(work, battle["attackers"], "attacked")
        _ask_advance(work, battle, battle["attackers"], "bonus")


class GoOn(Handler):
    """9.3a: an attack goes on; after the loss of its bridge it may be called off."""

    kind = "attack"

    def options(self, position: Position, args: Args) -> list[Option]:
        """Attack; cancel where a bridge to the target has gone.

        Those who are ready for it may go on as a river assault (9.5.3); an automatic DS needs its
        10:1 without the bridge too (8.7).
        """
        battle = args["battle"]
        fight = fight_of(position, battle)
        gone = any(position.state.hexsides.get(name) == "blown" for name in args["bridges"])
        blocked = position.crossings.blocked
        attack = Attack(fight, reckoned(fight, battle))
        barred = any(
            (u.place, fight.target) in blocked and not attack.assault(u) for u in fight.attackers
        )
        if battle.get("automatic"):
            barred = barred or not allows(position, judge(position, "automatic", attack))
        words = [] if barred else ["attack"]
        return [Option(word) for word in ([*words, "cancel"] if gone else ["attack"])]

    def answer(self, work: Resolution, args: Args, option: Option) -> None:
        """Fight, or let it be; a breakthrough group then goes on with its advance."""
        battle = args["battle"]
        if option.id == "attack":
            open_fire(work, battle)
        elif battle.get("course"):
            work.ask("advance", "allied", **battle["course"])


def reckoned(fight: Combat, battle: Args) -> CombatOdds:
    """The strengths and odds with the lead formation and the attached unit that were chosen."""
    attached = battle.get("attached", "")
    return best_lead(fight, battle.get("lead"), () if attached == "" else attached)


def open_fire(work: Resolution, given: Args, overrun: bool = False) -> None:
    """Steps 2 to 4: the odds, the die, and what the result asks of both sides (11.1)."""
    battle: Battle = {**given, "overrun": overrun}
    position = work.position
    fight = fight_of(position, battle)
    found = reckoned(fight, battle)
    if battle.get("automatic"):
        result = AUTOMATIC
        work.track(COMBAT, f"{battle['target']} {ENOUGH} {AUTO} {result}")
        work.track(AUTO_DS + battle["target"], " ".join(battle["attackers"]))
        for unit in fight.attackers:
            work.status(unit.id, add=["auto_ds"])
    else:
        die = work.throw(f"combat:{battle['target']}")
        result = found.results[die]
        work.track(COMBAT, f"{battle['target']} {found.odds.column} {die} {result}")
    battle |= {
        "lead": found.lead,
        "attached": found.attached,
        "elite": any(shift.why == "elite" for shift in found.shifts),
        "defenders": [u.id for u in fight.present],
        "result": result,
        "assault": [position.places.name(i) for i in _assault(work, Attack(fight, found))],
    }
    if work.state.clock.phase == "combat":
        remember_fought(work, battle["attackers"], "attacked")
        if not fight.breakthrough:  # 9.1b: it does not count as being attacked.
            remember_fought(work, [u.id for u in fight.present if not fight.shaken(u)], "defended")
    for unit in fight.artillery:
        work.status(unit.id, add=["fired"])
    if fight.air:
        work.track(AIR, int(work.state.tracks.get(AIR) or 0) + fight.air)
    if overrun and result not in FREE:
        for unit in fight.attackers:
            work.status(unit.id, add=["spent"])
    _consequences(work, battle, fight)


def _assault(work: Resolution, attack: Attack) -> list[int]:
    """9.5.3: the hexes of a river assault; an engineer unit supports one in a phase (23.3.2)."""
    hexes = attack.assaulted_from()
    for hex_ in hexes:
        for unit in attack.engineers(hex_)[:1]:
            work.status(unit.id, remove=[ASSAULT])
    return hexes


def _consequences(work: Resolution, battle: Battle, fight: Combat) -> None:
    """Put what a result demands on the stack of decisions, the first on top.

    To those who have retreated before a normal attack leaves no second retreat (13.5); breakthrough
    combat puts them in full retreat (16.4).
    """
    meaning = work.setting.crt.results[battle["result"]]
    attacker, defender = fight.side, fight.position.enemy(fight.side).side
    again = [u.id for u in fight.present if fight.shaken(u)]
    worse = [u.id for u in fight.beaten] if fight.breakthrough else []
    if not fight.landing:  # 22.6: who comes down from the air does not advance.
        _ask_advances(work, battle, cast("str | None", meaning["advance"]))
    hexes = cast("list[int] | None", meaning["retreat"])
    if hexes:
        work.ask(
            "retreat",
            defender,
            units=battle["defenders"],
            hexes=[hexes[1]] if battle.get("automatic") else list(range(hexes[0], hexes[1] + 1)),
            battle=battle["target"],
            shattered=battle["result"] in FREE,
            again=again,
            worse=worse,
        )
    if meaning["determined_defense"]:
        work.ask("determined", defender, battle=battle, again=again, desperate=False)
    if meaning["end_status"] == "engaged":
        engage(work, battle["defenders"])
    swapped = meaning["losses_chosen_by"] == "opponent"
    if meaning["defender_loss"] and not _slips_away(fight, battle["result"]):
        picker = attacker if swapped else defender
        work.ask("loss", picker, of="defenders", battle=battle, again=again)
    if meaning["attacker_loss"]:
        picker = defender if swapped else attacker
        work.ask("loss", picker, of="attackers", battle=battle, again=again)


def _slips_away(fight: Combat, result: str) -> bool:
    """23.7: a reconnaissance unit alone in its hex keeps its step in D1 and DS."""
    alone = len(fight.present) == 1 and fight.present[0].p.counter.recon
    return alone and result in RECON_ESCAPES


def _ask_advances(work: Resolution, battle: Battle, kind: str | None) -> None:
    """Who advances, the last first: the rest of a breakthrough, the victors, the group (16.2a)."""
    course, group = battle.get("course"), battle.get("group", ())
    free = battle["result"] in FREE
    if course:
        rest = [name for name in course["units"] if name not in group]
        if rest:
            side = work.units(battle["attackers"])[0].p.side
            work.ask("advance", side, **{**course, "units": rest, "through": False})
    if not kind or battle.get("automatic") or (battle["overrun"] and free):
        return
    others = [name for name in battle["attackers"] if name not in group]
    others += _crowded_out(work, battle, others)
    if others:
        _ask_advance(work, battle, others, "limited" if battle["overrun"] else kind)
    if course:
        # 16.3.1, 16.3.2: the hex that was taken costs nothing; only DS and DMR let them go on.
        spent = dict(course.get("spent", {}))
        spent |= {name: spent.get(name, 0) + 1 for name in group}
        course = {**course, "spent": spent, "prize": True, "through": False, "open": False}
        _ask_advance(work, battle, group, "bonus" if free else "limited", course)


def _crowded_out(work: Resolution, battle: Battle, names: Iterable[str]) -> list[str]:
    """6.4.2: units too many in a hex to attack from it, which may advance with those that did.

    Who crosses in a river assault is another matter (9.5.3).
    """
    position = work.position
    places = {u.place for u in work.units(names) if position.places.is_hex(u.place)}
    places -= {position.places.index(number) for number in battle.get("assault", ())}
    return [
        u.id
        for i in sorted(places)
        if is_overstacked(stack := position.stack(i))
        for u in stack
        if u.id not in names and FOUGHT + u.id not in position.state.tracks and not u.p.head
    ]


def _ask_advance(
    work: Resolution, battle: Battle, names: Iterable[str], kind: str, course: Args | None = None
) -> None:
    """Ask for an advance; ``course`` is what a breakthrough group has done of its own."""
    able = [(name, u) for name in names for u in work.units([name]) if not u.p.artillery]
    if not able:
        return
    fought = [*battle["attackers"], *battle.get("artillery", ())]
    given = course or {"fought": fought, "through": kind == "bonus"}
    units = [name for name, _ in able]
    asked = {"units": units, "vacated": battle["target"], "advance": kind}
    if course is None and battle.get("assault"):
        bound = _ferried(work, battle, units)
        asked |= {"units": [*units, *bound], "assault": battle["assault"], "bound": bound}
    work.ask("advance", able[0][1].p.side, **{**given, **asked})


def _ferried(work: Resolution, battle: Battle, others: Iterable[str]) -> list[str]:
    """9.5.3: infantry in the hex of a river assault may cross though it took no part in it."""
    hexes = [work.setting.places.index(number) for number in battle["assault"]]
    return [
        u.id
        for i in hexes
        for u in work.position.stack(i)
        if u.p.infantry and u.id not in others
        if FOUGHT + u.id not in work.state.tracks
    ]
