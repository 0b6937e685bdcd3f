"""11.1: the decisions that a combat result demands of both sides, in a stack.

Elsewhere: 11.1 ``ch09_combat:open_fire``; 11.1 ``ch15_advance_decision:Advancing``; 11.5.1, 11.5.2
``march:_disorder``; 11.5.1 ``ch17_artillery:artillery_support``; 11.5.1
``ch05_bridge_phase:_bridging``; 11.5.1 ``ch20_replacements:_unready``; 11.5.3
``ch14_recovery:reorganize``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

from engine.games.holland44.combat import CombatRecord, Course
from engine.games.holland44.resolution import Resolution
from engine.games.holland44.rules.ch06_stacking import is_overstacked
from engine.games.holland44.rules.ch10_strengths import Combat
from engine.games.holland44.rules.ch11_engaged import engage
from engine.games.holland44.rules.ch25_unknown import SPENT
from engine.games.holland44.tracks import FOUGHT
from engine.rules.base.combat import (
    ATTACKER,
    DEFENDER,
    OTHER,
    OWNER,
    Procedure,
    Stage,
)

LOSS, ENGAGE, HOLD, RETREAT, ADVANCE = "loss", "engage", "determined", "retreat", "advance"
"""The kinds of stages of a combat."""
RECON_ESCAPES = ("D1", "DS")
"""23.7: the results in which a lone reconnaissance unit keeps its step."""
FREE = ("DS", "DMR")
"""25.3.2: the results after which the attackers of an unknown unit move on."""


def ask_consequences(work: Resolution, record: CombatRecord, fight: Combat) -> None:
    """11.1, 16.4: push the decisions of a result on the stack, the first on top.

    Units that have retreated before a normal attack do not retreat again (13.5); breakthrough
    combat puts them in full retreat (16.4).
    """
    defender = fight.position.enemy(fight.side).side
    again = [u.id for u in fight.present if fight.shaken(u)]
    worse = [u.id for u in fight.beaten] if fight.breakthrough else []

    def lose(work: Resolution, record: CombatRecord, stage: Stage) -> None:
        owner, other = fight.side, defender
        if stage.of == DEFENDER:
            owner, other = other, owner
            if _slips_away(fight, record.result):
                return
        picker = other if stage.chooser == OTHER else owner
        work.ask("loss", picker, of=f"{stage.of}s", battle=record.as_args(), again=again)

    def hold(work: Resolution, record: CombatRecord, stage: Stage) -> None:
        work.ask("determined", defender, battle=record.as_args(), again=again, desperate=False)

    def retreat(work: Resolution, record: CombatRecord, stage: Stage) -> None:
        least = stage.steps if record.automatic else min(_retreat_of(work, record))
        work.ask(
            "retreat",
            defender,
            units=list(record.defenders),
            hexes=list(range(least, stage.steps + 1)),
            battle=record.target,
            shattered=record.result in FREE,
            again=again,
            worse=worse,
        )

    def advance(work: Resolution, record: CombatRecord, stage: Stage) -> None:
        if not fight.landing:  # 22.6: landing units do not advance
            _ask_advances(work, record)

    asks = {
        LOSS: lose,
        ENGAGE: lambda work, record, stage: engage(work, record.defenders),
        HOLD: hold,
        RETREAT: retreat,
        ADVANCE: advance,
    }
    stages = stages_of(work.setting.crt.results[record.result])
    Procedure[CombatRecord, Resolution](asks).ask_all(work, record, stages)


def stages_of(meaning: Mapping[str, Any]) -> Iterator[Stage]:
    """11.1, 12.1.1: yield the stages of a result, in order; a retreat has its number of hexes."""
    chooser = OTHER if meaning["losses_chosen_by"] == "opponent" else OWNER
    for side in (ATTACKER, DEFENDER):
        if meaning[f"{side}_loss"]:
            yield Stage(kind=LOSS, of=side, steps=1, chooser=chooser)
    if meaning["end_status"] == "engaged":
        yield Stage(kind=ENGAGE, of=DEFENDER)
    if meaning["determined_defense"]:
        yield Stage(kind=HOLD, of=DEFENDER)
    if meaning["retreat"]:
        yield Stage(kind=RETREAT, of=DEFENDER, steps=max(meaning["retreat"]))
    yield Stage(kind=ADVANCE, of=ATTACKER)


def _retreat_of(work: Resolution, record: CombatRecord) -> list[int]:
    return cast("list[int]", work.setting.crt.results[record.result]["retreat"])


def _slips_away(fight: Combat, result: str) -> bool:
    """23.7: return whether a lone reconnaissance unit keeps its step in D1 and DS."""
    alone = len(fight.present) == 1 and fight.present[0].profile.counter.recon
    return alone and result in RECON_ESCAPES


def _ask_advances(work: Resolution, record: CombatRecord) -> None:
    """15.1, 15.2, 16.3.2, 16.3.3: ask the group (16.2a), the victors, then the rest to advance."""
    kind = cast("str | None", work.setting.crt.results[record.result]["advance"])
    course, group = record.course, record.group
    free = record.result in FREE
    if course:
        rest = [name for name in course["units"] if name not in group]
        if rest:
            side = work.units(record.attackers)[0].profile.side
            work.ask("advance", side, **{**course, "units": rest, "through": False})
    if not kind or record.automatic or (record.overrun and free):
        return
    others = [name for name in record.attackers if name not in group]
    others += record.company if record.overrun else _crowded_out(work, record, others)
    if others:
        ask_advance(work, record, others, "limited" if record.overrun else kind)
    if course:
        # 16.3.1, 16.3.2: the vacated hex costs nothing; only DS and DMR allow further hexes.
        spent = dict(course.get("spent", {}))
        spent |= {name: spent.get(name, 0) + 1 for name in group}
        course = {**course, "spent": spent, "prize": True, "through": False, "open": False}
        ask_advance(work, record, group, "bonus" if free else "limited", course)


def _crowded_out(work: Resolution, record: CombatRecord, names: Iterable[str]) -> list[str]:
    """6.4.2: return units that only the attackers of their hex keep from attacking.

    They may advance with them. River assaults have rules of their own (9.5.3).
    """
    position = work.position
    places = {u.place for u in work.units(names) if position.places.is_hex(u.place)}
    places -= {position.places.index(number) for number in record.assault}
    return [
        u.id
        for i in sorted(places)
        for u in position.stack(i)
        if u.id not in names and FOUGHT + u.id not in position.state.tracks
        if u.profile.attack and u.profile.good_order and SPENT.keys().isdisjoint(u.profile.status)
        if is_overstacked([*(a for a in position.stack(i) if a.id in names), u])
    ]


def ask_advance(
    work: Resolution,
    record: CombatRecord,
    names: Iterable[str],
    kind: str,
    course: Course | None = None,
) -> None:
    """Ask for an advance; ``course`` holds the earlier advance of a breakthrough group."""
    able = [(name, u) for name in names for u in work.units([name]) if not u.profile.artillery]
    if not able:
        return
    fought = [*record.attackers, *record.artillery]
    given = course or {"fought": fought, "through": kind == "bonus"}
    units = [name for name, _ in able]
    asked = {"units": units, "vacated": record.target, "advance": kind}
    if course is None and record.assault:
        bound = _ferried(work, record, units)
        asked |= {"units": [*units, *bound], "assault": list(record.assault), "bound": bound}
    work.ask("advance", able[0][1].profile.side, **{**given, **asked})


def _ferried(work: Resolution, record: CombatRecord, others: Iterable[str]) -> list[str]:
    """9.5.3: return infantry in the hex of a river assault that may cross without attacking."""
    hexes = [work.setting.places.index(number) for number in record.assault]
    return [
        u.id
        for i in hexes
        for u in work.position.stack(i)
        if u.profile.infantry and u.id not in others
        if FOUGHT + u.id not in work.state.tracks
    ]
