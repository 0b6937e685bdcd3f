"""Judge, declare and resolve a prepared attack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core import actions as act
from engine.core.effects import SetTrack
from engine.core.errors import UserError
from engine.i18n import t
from engine.play import referee
from engine.rules.registry import is_legal
from holland44_qt.aids.dice_throwing import throw

if TYPE_CHECKING:
    from engine.core.verdicts import Verdict
    from engine.log.entry import Entry
    from engine.rules.answers import Odds
    from engine.rules.ports import Answers
    from holland44_qt.session import Session


def declaration(
    position: Answers, odds: Odds, lead: str | None, attached: str | None
) -> act.Action:
    """Return the prepared attack as an action; missing leads and attachments get the best units.

    ``attached`` is as in the list of units: None for the best, empty for no unit.
    """
    if odds.order is not None:
        return odds.order
    return act.DeclareAttack(
        attackers=odds.attackers,
        target=position.ruleset.places.name(odds.plan.target),
        artillery=odds.support,
        air=int(odds.plan.choices.get("air") or 0),
        lead=lead,
        attached="" if attached is None else attached or None,
    )


def judged(session: Session, action: act.Action, odds: Odds) -> tuple[Verdict, ...]:
    """Return the verdicts on an attack; under enforced rules also on its timing."""
    if session.mode == "off" or session.recording is None:
        return odds.verdicts
    try:
        return tuple(referee.judge(session.recording, session.state, action))
    except UserError:
        return odds.verdicts


def declare(session: Session, action: act.Action, odds: Odds) -> bool:
    """Carry out an attack and return whether it succeeded.

    Without enforced rules the players apply losses themselves.
    """
    legal = is_legal(judged(session, action, odds))
    fired = not odds.attackers  # a fight by hand has attackers: fire is recorded as it is ordered
    if fired or session.mode == "enforced" or (session.mode == "advisory" and legal):
        return session.play(action) is not None
    dice = throw(session, 1, 6, t("aids.combat.reason"), None)
    if dice is None:
        return False
    position = session.position
    if position is None:
        return False
    return session.record(by_hand(position, odds, dice.values[0]), (), (dice,)) is not None


def rolled(entry: Entry, odds: Odds) -> int | None:
    """Return the die of a combat that was resolved as computed.

    None after an automatic DS, and if the column changed because an unknown unit was revealed or a
    bridge was blown.
    """
    if isinstance(entry.action, act.Combat):
        return entry.dice[0].values[0]
    tracks = [e.after for e in entry.effects if isinstance(e, SetTrack) and e.track == "combat"]
    words = str(tracks[-1]).split() if tracks else []
    if len(words) != 4 or words[1] != odds.column or not words[2].isdigit():
        return None
    return int(words[2])


def by_hand(position: Answers, odds: Odds, die: int) -> act.Combat:
    """Return the combat action of players who apply the result themselves."""
    lead = next((line.chosen for line in odds.choices if line.name == "lead"), None)
    result = odds.result(die)
    return act.Combat(
        attackers=odds.attackers,
        defenders=odds.defenders,
        target=position.ruleset.places.name(odds.plan.target),
        support=odds.support,
        lead=lead,
        attack=float(odds.attack),
        defense=float(odds.defense),
        shifts=tuple(act.Shift(by=s.by, why=s.why) for s in odds.shifts),
        column=odds.column,
        result=result.code if result is not None else "",
    )


def fresh(position: Answers, target: int) -> tuple[str, ...]:
    """Return the units that attack a hex until the user chooses others.

    Units that a rule excludes, such as an excess of an overstacked hex, are left out if the others
    may attack alone; where it names none of them, those in the hexes that it names.
    """
    from engine.rules.answers import AttackPlan

    units = rest = position.first_attackers(target)
    while rest:
        verdicts = position.odds(AttackPlan(rest, target)).verdicts
        forbidden = [verdict for verdict in verdicts if not is_legal([verdict])]
        if not forbidden:
            return rest
        excluded = {unit for verdict in forbidden for unit in verdict.units}
        if excluded.isdisjoint(rest):
            hexes = {position.place(n) for verdict in forbidden for n in verdict.hexes} - {target}
            excluded = {u for u in rest if (v := position.unit(u)) is not None and v.place in hexes}
            if not excluded:
                break
        rest = tuple(unit for unit in rest if unit not in excluded)
    return units
