"""A fight in preparation: target and attackers chosen on the map, declared from the dock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QMouseEvent

from engine import umpire
from engine.core import actions as act
from engine.core.errors import Holland44Error
from engine.core.verdicts import Verdict
from engine.games.holland44.meta import FOUGHT
from engine.games.holland44.position import Position
from engine.games.holland44.units import Unit
from engine.i18n import t
from engine.rules.registry import is_legal
from holland44_qt.advice import kernel
from holland44_qt.advice.kernel import Odds
from holland44_qt.board.tool import Tool
from holland44_qt.furniture.throwing import throw
from holland44_qt.session import Session
from holland44_qt.table.hand import Hand

if TYPE_CHECKING:
    from holland44_qt.advice.attacking import Attacking


class Aim(Tool):
    """In a combat phase a click on an enemy hex aims at it, one on a neighbour takes it in."""

    def __init__(self, advice: Attacking) -> None:
        self._advice = advice
        self._taken = False

    def press(self, event: QMouseEvent) -> bool:
        """Choose target or attackers while a fight is being prepared."""
        advice, position = self._advice, self._advice.position
        plain = event.button() == Qt.MouseButton.LeftButton and not event.modifiers()
        if not plain or position is None or advice.target is None or not advice.aims:
            return False
        pos = event.position().toPoint()
        place = advice.view.hex_at(pos)
        stack = position.stack(place) if place >= 0 else []
        if not stack:
            return False
        target = position.stack(advice.target)
        if target and stack[0].p.side == target[0].p.side:
            attackers = fresh(position, candidates(position, place))
            if place != advice.target and attackers:
                advice.attack(place, [u.id for u in attackers])
                advice.refresh()
            self._taken = bool(attackers)
            return self._taken
        unit = advice.window.feature(Hand).grip.unit_at(pos)
        self._taken = unit is not None and advice.toggle_attacker(unit)
        return self._taken

    def release(self, event: QMouseEvent) -> bool:
        """Nothing more comes of it."""
        taken, self._taken = self._taken, False
        return taken


def declaration(odds: Odds, lead: str | None, attached: str | None) -> act.DeclareAttack:
    """The attack as it is declared; without lead or attached unit the best ones."""
    fight = odds.fight
    return act.DeclareAttack(
        attackers=tuple(u.id for u in fight.attackers),
        target=fight.position.places.name(fight.target),
        artillery=tuple(u.id for u in fight.artillery),
        air=fight.air,
        lead=lead,
        attached=attached,
    )


def judged(session: Session, action: act.DeclareAttack, odds: Odds) -> tuple[Verdict, ...]:
    """What the rules say of an attack: of the moment too, where they are on."""
    if session.mode == "off" or session.recording is None:
        return odds.verdicts
    try:
        return tuple(umpire.judge(session.recording, session.state, action))
    except Holland44Error:
        return odds.verdicts


def declare(session: Session, action: act.DeclareAttack, odds: Odds) -> bool:
    """Attack: by the rules, or where they are not kept by hand, which leaves losses to the players.

    Was it done?
    """
    legal = is_legal(judged(session, action, odds))
    if session.mode == "enforced" or (session.mode == "advisory" and legal):
        return session.play(action) is not None
    dice = throw(session, 1, 6, t("furniture.combat.reason"), None)
    if dice is None:
        return False
    return session.record(by_hand(odds, dice.values[0]), (), (dice,)) is not None


def by_hand(odds: Odds, die: int) -> act.Combat:
    """The fight as the players record it who carry it out themselves."""
    fight, found = odds.fight, odds.found
    return act.Combat(
        attackers=tuple(u.id for u in fight.attackers),
        defenders=tuple(u.id for u in fight.present),
        target=fight.position.places.name(fight.target),
        support=tuple(u.id for u in fight.artillery),
        lead=found.lead,
        attack=found.odds.attack,
        defense=found.odds.defense,
        shifts=tuple(act.Shift(by=s.by, why=t(f"change.{s.why}")) for s in found.shifts),
        column=found.odds.column,
        result=found.results[die],
    )


def candidates(position: Position, target: int) -> list[Unit]:
    """The units that could attack a hex."""
    stack = position.stack(target)
    return kernel.neighbours(position, target, _other(stack[0].p.side)) if stack else []


def fresh(position: Position, units: Sequence[Unit]) -> list[Unit]:
    """Those of some units that have not fought in the phase; all of them if none has not."""
    tracks = position.state.tracks
    return [u for u in units if FOUGHT + u.id not in tracks] or list(units)


def _other(side: str) -> str:
    return next(s for s in kernel.SIDES if s != side)
