"""Combat (chapters 9 to 13, 15) as typed answers: odds and prospects, retreats, advances."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, cast

from engine.core.verdicts import Verdict
from engine.games.holland44.house import ruled
from engine.games.holland44.position import Position
from engine.games.holland44.rules.ch09_attack import attack_verdicts
from engine.games.holland44.rules.ch09_declaration import once_a_phase
from engine.games.holland44.rules.ch09_river_assault import ready_to_assault
from engine.games.holland44.rules.ch10_odds import CombatOdds, best_lead
from engine.games.holland44.rules.ch10_strengths import ANY, Combat
from engine.games.holland44.rules.ch12_determined_defense import column_of
from engine.games.holland44.rules.ch13_retreat_ways import Retreat
from engine.games.holland44.rules.ch15_advance_hexes import HEXES, Advance, Kind
from engine.games.holland44.rules.ch16_breakthrough import joining
from engine.games.holland44.rules.ch17_artillery import hexes_to
from engine.games.holland44.units import Unit
from engine.i18n import t
from engine.request_fields import Refused, field, texts
from engine.rules import answers
from engine.rules.base.named import known_units
from engine.rules.tables import Chart, lookup

FACES = range(1, 7)
LENGTHS = (1, 2, 3)
"""Hexes that a result or a run may make units retreat (11, 14.3.2)."""
MOST_AIR = 2
"""Air units that can take part in a turn (4.4)."""


# -- odds -----------------------------------------------------------------------------------------


def plan(position: Position, request: Mapping[str, Any]) -> answers.AttackPlan:
    """The attack that a request describes. Raises Refused."""
    attackers = known_units(position, texts(request, "attackers", empty=False), "attackers")
    support = known_units(position, texts(request, "artillery"), "artillery")
    air = field(request, "air", int, 0)
    if air < 0:
        raise Refused("bad_request", t("probe.negative", field="air"), "air")
    number = field(request, "target", str)
    target = position.board.index.get(number)
    if target is None:
        raise Refused("unknown_hex", t("probe.hex", hex=number), "target")
    choices: dict[str, str | int | None] = {"air": air}
    if field(request, "breakthrough", bool, False):
        choices["breakthrough"] = 1
    lead = request.get("lead")
    if lead is not None and not isinstance(lead, str):
        raise Refused("bad_request", t("probe.type", field="lead", wanted="text"), "lead")
    if lead is not None:
        choices["lead"] = lead
    if "attached" in request:
        attached = request["attached"]
        if attached is not None and not isinstance(attached, str):
            wanted = t("probe.type", field="attached", wanted="text")
            raise Refused("bad_request", wanted, "attached")
        fighting = {u.id for u in fight_of(position, attackers, target).attackers}
        if attached is not None and attached not in fighting:
            raise Refused("bad_request", t("probe.holland44.attached", unit=attached), "attached")
        choices["attached"] = attached
    return answers.AttackPlan(attackers, target, support, choices)


def fight_of(
    position: Position,
    attackers: Sequence[str],
    target: int,
    support: Sequence[str] = (),
    air: int = 0,
    *,
    breakthrough: bool = False,
) -> Combat:
    """A fight of units by their ids."""
    units = position.units
    return Combat(
        position,
        tuple(units[name] for name in attackers),
        target,
        tuple(units[name] for name in support),
        air,
        breakthrough,
    )


def odds(position: Position, asked: answers.AttackPlan) -> answers.Odds:
    """An attack worked out, with everything that the rules say of it.

    Without a ``lead`` formation or an ``attached`` unit those that serve the attacker best.
    """
    choices = asked.choices
    fight = fight_of(
        position,
        asked.attackers,
        asked.target,
        asked.support,
        int(choices.get("air") or 0),
        breakthrough=bool(choices.get("breakthrough")),
    )
    lead = choices.get("lead")
    attached = choices.get("attached", ())
    found = best_lead(fight, str(lead) if lead else None, cast("str | tuple[()] | None", attached))
    clock = position.state.clock
    own_turn = clock.phase == "combat" and clock.active == fight.side and not position.state.pending
    said = list(once_a_phase(fight, None)) if own_turn and not choices.get("breakthrough") else []
    return answer(fight, found, asked, ruled(position, [*said, *attack_verdicts(fight, found)]))


def prepared(position: Position, asked: answers.AttackPlan) -> answers.Odds:
    """The same for an attack in preparation: a breakthrough group that waits takes part (16.5).

    What was chosen for another fight and does not fit this one is left out.
    """
    group = joining(position, asked.target)
    units = [position.units[name] for name in asked.attackers if name in position.units]
    attackers = [*(u for u in units if u not in group), *group]
    support = [position.units[name] for name in asked.support if name in position.units]
    guns = {u.id for u in _guns(position, attackers, asked.target)}
    fight = Combat(
        position,
        tuple(attackers),
        asked.target,
        tuple(u for u in support if u.id in guns),
        int(asked.choices.get("air") or 0),
        joined=frozenset(u.id for u in group),
    )
    lead = asked.choices.get("lead")
    lead = str(lead) if lead in fight.formations() else None
    able = {u.id for u in fight.attachable(lead)} if lead is not None else set()
    attached = asked.choices.get("attached")
    found = best_lead(fight, lead, str(attached) if attached in able else ())
    return answer(fight, found, asked, attack_verdicts(fight, found))


def answer(
    fight: Combat, found: CombatOdds, asked: answers.AttackPlan, verdicts: Sequence[Verdict]
) -> answers.Odds:
    """A fight and its reckoning as an answer."""
    position = fight.position
    attackers = {u.id for u in fight.attackers}
    results = {
        code: result_of(code, position.setting.crt.results.get(code, {}))
        for code in set(found.results.values())
    }
    share = Fraction(1, len(found.results))
    return answers.Odds(
        plan=asked,
        attack=found.odds.attack,
        defense=found.odds.defense,
        ratio=found.odds.ratio,
        column=found.odds.column,
        strengths=tuple(
            answers.Share(
                s.unit,
                "attack" if s.unit in attackers else "defense",
                s.printed,
                s.used,
                tuple(
                    answers.Factor(rule, factor, _why(position, rule, s.unit in attackers))
                    for rule, factor in s.why
                ),
            )
            for s in found.shares
        ),
        shifts=tuple(
            answers.ShiftLine(s.rule, s.by, t(f"change.holland44.{s.why}"), name=s.why)
            for s in found.shifts
        ),
        chances=tuple(
            answers.Chance(str(die), share, results[code]) for die, code in found.results.items()
        ),
        verdicts=tuple(verdicts),
        choices=_choices(fight, found),
        able=tuple(u.id for u in _guns(position, fight.attackers, fight.target)),
        attackers=tuple(u.id for u in fight.attackers),
        defenders=tuple(u.id for u in fight.present),
        support=tuple(u.id for u in fight.artillery),
        # In a movement phase there is no die: 10:1, or nothing (8.7).
        kind="automatic" if position.state.clock.phase == "movement" else "",
        prospect=_prospect(fight, found) if fight.present else None,
    )


def _why(position: Position, rule: str, attacks: bool) -> str:
    """What changes a strength: the modifiers of that rule, in the words of the chart."""
    role = "attack" if attacks else "defense"
    changes = position.setting.changes.changes
    named = dict.fromkeys(t(c.key) for c in changes if c.rule == rule and c.kind == role)
    return " / ".join(named)


def result_of(code: str, meaning: Mapping[str, Any]) -> answers.Result:
    """A result of the combat results table as what it does."""
    retreat = meaning.get("retreat") or []
    words = ["determined_defense"] if meaning.get("determined_defense") else []
    words += ["breakthrough"] if meaning.get("breakthrough") else []
    return answers.Result(
        code,
        attacker={"steps": int(meaning.get("attacker_loss") or 0)},
        defender={
            "steps": int(meaning.get("defender_loss") or 0),
            "retreat": int(max(retreat, default=0)),
        },
        words=tuple(words),
    )


def _choices(fight: Combat, found: CombatOdds) -> tuple[answers.ChoiceLine, ...]:
    name = fight.position.name
    leads = tuple((f, f) for f in fight.formations() if f != ANY)
    attachable = fight.attachable(found.lead) if found.lead is not None else []
    units = tuple((u.id, name(u.id)) for u in attachable)
    air = tuple((str(n), str(n)) for n in range(MOST_AIR + 1))
    return (
        answers.ChoiceLine("lead", t("advice.odds.lead_formation"), leads, found.lead),
        answers.ChoiceLine("attached", t("advice.odds.attached_unit"), units, found.attached),
        answers.ChoiceLine("air", t("advice.odds.air"), air, str(fight.air), told=False),
    )


def _guns(position: Position, attackers: Sequence[Unit], target: int) -> list[Unit]:
    """The artillery of the attacker within range, whether it takes part or not."""
    side, fighting = attackers[0].profile.side, {u.id for u in attackers}
    return [
        u
        for u in position.units.values()
        if u.profile.artillery
        and u.profile.side == side
        and u.id not in fighting
        and hexes_to(position, u, target) <= (u.profile.counter.front.range or 0)
    ]


def neighbours(position: Position, target: int, side: str) -> list[Unit]:
    """The units of a side next to a hex that could attack, also from entry areas; no artillery."""
    stacks = position.stacks[side]
    near = [u for i in position.ground.ring[target] for u in stacks.get(i, ())]
    for letter in position.ground.area_hexes.get(target, ()):
        if position.area_side(letter) == side:
            near += position.areas.get(position.area_place(letter), ())
    return [
        u
        for u in near
        if u.profile.side == side and u.profile.attack > 0 and not u.profile.artillery
    ]


def targets(position: Position, units: Sequence[str]) -> tuple[int, ...]:
    """The enemy hexes next to every one of some units' hexes; without any all of them."""
    if not units:
        side = position.state.clock.active
        if side not in position.fronts:
            return ()
        enemy = position.enemy(side)
        return tuple(i for i in sorted(enemy.hexes) if neighbours(position, i, side))
    known = [position.units[u] for u in units if u in position.units]
    hexes = {u.place for u in known if u.place < position.places.hex_count}
    if not hexes:
        return ()
    near = [set(position.ground.ring[i]) for i in hexes]
    return tuple(sorted(set.intersection(*near) & position.enemy(known[0].profile.side).hexes))


# -- what a fight is likely to bring --------------------------------------------------------------


def _prospect(fight: Combat, found: CombatOdds) -> answers.Prospect:
    """What comes of a fight on the average, the defender always defending with determination."""
    meanings = fight.position.setting.crt.results
    held = best_defence(fight)
    falls = taken = attacker = defender = 0.0
    for result in found.results.values():
        meaning, share = meanings[result], 1 / len(FACES)
        attacker += share * _steps(meaning, "attacker_loss")
        defender += share * _steps(meaning, "defender_loss")
        if not meaning["retreat"]:
            continue
        falls += share
        if meaning["determined_defense"] and held is not None:
            taken += share * (1 - held.holds)
            attacker += share * held.attacker
            defender += share * held.defender
        else:
            taken += share
    holder, holds = (None, 0.0) if held is None else (held.holder, held.holds)
    return answers.Prospect(falls, taken, attacker, defender, holder, holds)


@dataclass(frozen=True, slots=True)
class Defence:
    """A determined defence of a lead unit on the average: how likely it holds, steps it costs."""

    holder: str
    holds: float
    attacker: float
    defender: float


def best_defence(fight: Combat) -> Defence | None:
    """The lead unit most likely to hold the hex, without artillery; None where none can (12.2)."""
    able = [
        defence(fight.position, unit)
        for unit in fight.present
        if unit.profile.good_order
        and not (unit.profile.artillery or unit.profile.head or unit.profile.unknown)
    ]
    return max(able, key=lambda d: d.holds, default=None)


def defence(position: Position, lead: Unit, *, artillery: bool = False) -> Defence:
    """What a determined defence of a lead unit brings, with or without artillery (12.2, 17.6.3)."""
    chart = Chart.model_validate(position.setting.module.chart("determined_defense"))
    names = [q for q in ("elite", "low") if lead.profile.quality == q]
    modifiers = [chart.modifier(n) for n in (*names, *(["artillery"] if artillery else []))]
    column, count = column_of(position, lead), len(FACES)
    results = [chart.results[lookup(chart, f, column, modifiers).result] for f in FACES]
    return Defence(
        holder=lead.id,
        holds=sum(bool(r["holds"]) for r in results) / count,
        attacker=sum(_steps(r, "attacker_loss") for r in results) / count,
        defender=sum(_steps(r, "defender_loss") for r in results) / count,
    )


def _steps(meaning: Mapping[str, Any], name: str) -> int:
    return int(meaning[name])


# -- retreats and advances ------------------------------------------------------------------------


def retreats(
    position: Position, units: Sequence[Unit], hexes: int, battle: int | None, result: str
) -> answers.Retreats:
    """Every way to retreat, what it breaks, and which of them the guidelines allow (13.1)."""
    if hexes not in LENGTHS:
        raise Refused("bad_request", t("probe.holland44.retreat_hexes", hexes=hexes), "hexes")
    start = units[0].place if battle is None else battle
    found = Retreat(
        position, tuple(units), start, hexes, shattered=hexes == 3 or result in ("DS", "DMR")
    )
    legal = set(found.legal)
    ways = [
        answers.RetreatWay(c.path, c.broken, c.eliminated, c.end_status, c.extra_loss, c.reason)
        for c in found.candidates
    ]
    for n, c in enumerate(found.candidates):
        if n not in legal or c.eliminated:
            tag, why = against_way(position, c.path, c.broken, found)
            ways[n] = answers.RetreatWay(
                c.path, c.broken, c.eliminated, c.end_status, c.extra_loss, c.reason, tag, why
            )
    return answers.Retreats(tuple(ways), tuple(found.legal))


def against_way(
    position: Position, path: tuple[int, ...], broken: Sequence[int], retreat: Retreat
) -> tuple[str, str]:
    """The reason against a way in short and in a sentence."""
    where = position.where(path[-1])
    fatal = retreat.objection(path)
    if fatal is not None:
        why = t(f"ruling.holland44.fatal.{fatal.why}", at=position.where(fatal.place))
        return fatal.rule, t("ruling.holland44.retreat.fatal", hex=where, rule=fatal.rule, why=why)
    worse = [n for n in broken if n > 1]
    reasons = "; ".join(t(f"ruling.holland44.retreat.{n}") for n in worse)
    tag = t("ruling.holland44.retreat.tag", numbers=", ".join(map(str, worse)))
    return tag, t("ruling.holland44.retreat.broken", hex=where, reasons=reasons)


def advances(
    position: Position, units: Sequence[Unit], vacated: int, kind: str
) -> dict[int, tuple[int, ...]]:
    """The hexes that victorious units may advance to, each with its way (15)."""
    assault = ready_to_assault(position, units[0].place)
    found = Advance(position, tuple(units), vacated, cast(Kind, kind), assault=assault)
    return dict(sorted(found.hexes().items()))


ADVANCES = tuple(HEXES)
"""The kinds of advances."""
