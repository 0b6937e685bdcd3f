"""The recruit: a greedy player that weighs objectives, destinations and odds."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from time import monotonic

from engine.core import actions as act
from engine.core.state import State
from engine.i18n import decimal, t
from engine.opponent.attacks import best_attack, best_bombardment
from engine.opponent.depots import settled
from engine.opponent.ends import Ambition, prices_of
from engine.opponent.ground import ground_of
from engine.opponent.moves import best_move
from engine.opponent.outlook import Figures, Outlook
from engine.opponent.plans import ambition_of
from engine.opponent.player import Advice, Interrupted, Reason, Stopped, never
from engine.opponent.value import compared, steps_lost, worth
from engine.opponent.weights import Weights, weights_of
from engine.rules.alternatives import sentence
from engine.rules.answers import Price
from engine.rules.judge import judged
from engine.rules.ports import Ruleset
from engine.rules.registry import is_legal

Phase = tuple[int, str, str]
Together = list[tuple[tuple[str, ...], list[act.MoveUnits]]]
"""Units that move together, with their legal moves."""


class Recruit:
    """A player without search: each order is the best by the weights of the game.

    Each unit is considered once a phase for a move, in the order of the attraction of their hexes,
    and then the units that can only move together.
    The player only remembers which units it has considered, so a new player can continue any
    position.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        side: str,
        seed: int = 0,
        *,
        timed: bool = False,
        weights: Weights | None = None,
    ) -> None:
        self._ruleset = ruleset
        self._side = side
        self._weights = weights or weights_of(ruleset.module).in_play(ruleset.scenario.id, side)
        self._ground = ground_of(ruleset.board, self._weights.march)
        self._known = Figures(self._weights)
        self._seed = seed
        self._timed = timed
        self._turn: int | None = None
        self._now = self._weights
        """The weights in the current turn."""
        self._spent = 0.0
        self._phase: Phase | None = None
        self._passes = 0
        """The number of times the units of the phase are still to be considered."""
        self._considered: set[str] = set()
        self._moved: set[str] = set()
        """The units that were moved in the phase."""
        self._bound: set[str] = set()
        """The units without a move of their own in the phase."""
        self._together: Together | None = None
        """The moves of the phase that are still to be considered of units that move together."""
        self._declined: set[act.Action] = set()
        self._given: set[act.Action] = set()
        """The orders of the phase other than moves and attacks, each of which is given once."""
        self._declared: set[tuple[frozenset[str], str]] = set()
        """The attacks of the phase: attackers and target."""
        self._ambition: Ambition | None = None

    def choose(
        self,
        state: State,
        refused: Collection[act.Action] = (),
        interrupted: Interrupted = never,
    ) -> Advice | None:
        """Return the best action in a state as the side observes it; None if there is none."""
        if state.clock.turn != self._turn:
            self._turn, self._spent = state.clock.turn, 0.0
            self._now = self._weights.with_left(self._ruleset.scenario.turns - self._turn)
        began = monotonic()
        try:
            return self._chosen(state, refused, interrupted)
        finally:
            self._spent += monotonic() - began

    @property
    def _hurries(self) -> bool:
        """Return whether the turn has taken so long that answers are no longer compared."""
        return self._timed and self._spent > self._weights.value.seconds

    def _chosen(
        self, state: State, refused: Collection[act.Action], interrupted: Interrupted
    ) -> Advice | None:
        """Return the best action in a state."""
        phase = state.clock.turn, state.clock.phase, state.clock.active
        if phase != self._phase:
            self._phase, self._ambition, self._moved = phase, None, set()
            self._passes = self._weights.move.passes
            self._considered, self._declined, self._given = set(), set(), set()
            self._declared = set()
            self._bound, self._together = set(), None
        self._seed += 1
        self._stop_if(interrupted)
        outlook = Outlook(self._ruleset, state, self._side, self._now, self._ground, self._known)
        if state.pending:
            return self._answer(outlook, refused)
        return self._order(outlook, refused, interrupted)

    def _stop_if(self, interrupted: Interrupted) -> None:
        if interrupted():
            raise Stopped

    # -- decisions --------------------------------------------------------------------------------

    def _answer(self, outlook: Outlook, refused: Collection[act.Action]) -> Advice | None:
        """Return the best answer to the pending decision."""
        weights = self._weights.value
        options = [a for a in outlook.legal if a not in refused]
        if not options:
            return None
        if len(options) == 1 or self._hurries:
            key = "only" if len(options) == 1 else "hurry"
            return Advice(options[0], 0, Reason(key, {"what": _words(outlook, options[0])}))
        step = max(1, -(-len(options) // weights.answers))
        looked_at = options[::step]
        advice = compared(outlook, looked_at, self._seed)
        if not advice:
            return Advice(options[0], 0, Reason("only", {"what": _words(outlook, options[0])}))
        best = advice[0]
        over = best[0] - advice[-1][0]
        args: dict[str, str | int | float] = {
            "what": _words(outlook, best[1]),
            "over": decimal(over, ".1f"),
            "count": len(advice),
        }
        key = "equal" if round(over, 1) == 0 else "answer"
        return Advice(best[1], over, Reason(key, args))

    # -- orders -----------------------------------------------------------------------------------

    def _order(
        self, outlook: Outlook, refused: Collection[act.Action], interrupted: Interrupted
    ) -> Advice | None:
        """Return the best order of the phase, or its end."""
        state, rules = outlook.state, self._ruleset
        first = rules.legal(state, 1).actions
        if not first:
            return None
        may_end = isinstance(first[0], act.NextPhase)
        if state.clock.phase in rules.move_phases:
            advice = self._march(outlook, refused, interrupted)
            if advice is None:
                advice = self._march_together(outlook, refused, interrupted)
            if advice is None and not may_end:
                advice = self._march_away(outlook, refused)
            if advice is None and may_end:
                advice = self._make_room(outlook, refused)
            if advice is not None:
                return advice
        if may_end and len(outlook.legal) == 1:
            return Advice(first[0], 0, Reason("end"))
        orders = [a for a in outlook.legal if not isinstance(a, act.NextPhase) and a not in refused]
        advice = self._fight(outlook, orders, forced=not may_end)
        if advice is not None:
            return advice
        advice = self._other(outlook, orders, interrupted, forced=not may_end)
        if advice is not None:
            return advice
        end = act.NextPhase()
        if may_end and end not in refused:
            return Advice(end, 0, Reason("end"))
        left = [order for order in orders if order not in self._given]
        self._given.update(left[:1])
        return Advice(left[0], 0, Reason("forced")) if left else None

    def _limber(
        self, outlook: Outlook, unit: str, refused: Collection[act.Action]
    ) -> Advice | None:
        """Return the order to put a depot, such as artillery, under the marker with which it
        marches, or to remove the marker; None if it is as it should be.
        """
        figure = outlook.figures.get(unit)
        depot = None if figure is None else self._now.depots.get(figure.depot)
        if figure is None or depot is None or not depot.marker:
            return None
        on = not settled(outlook, figure)
        order = act.PlaceMarker(unit=unit, marker=depot.marker, on=on)
        if order in refused or order not in self._ruleset.actions_of(outlook.state, unit):
            return None
        key = "limber" if on else "unlimber"
        return Advice(order, 0, Reason(key, {"unit": outlook.answers.name(unit)}))

    def _march(
        self, outlook: Outlook, refused: Collection[act.Action], interrupted: Interrupted
    ) -> Advice | None:
        """Return the best move of the next unit; None when all units have been considered as often
        as the weights say.
        """
        while self._passes:
            if self._ambition is None:
                self._ambition = ambition_of(outlook, set(self._left(outlook)))
            for unit in self._queue(outlook, self._ambition):
                self._stop_if(interrupted)
                limber = self._limber(outlook, unit, refused)
                if limber is not None:
                    return limber
                self._considered.add(unit)
                moves = self._moves_of(outlook, unit, refused)
                if not moves:
                    self._bound.add(unit)
                advice = best_move(outlook, (unit,), moves, self._ambition) if moves else None
                if advice is not None:
                    self._moved.add(unit)
                    return advice
            self._passes -= 1
            if self._passes and self._moved:  # hexes that were full may be free now
                self._ambition, self._considered = None, set(self._moved)
        return None

    def _march_away(self, outlook: Outlook, refused: Collection[act.Action]) -> Advice | None:
        """Return the best move of a unit that may not stay where it is; None if no such unit can
        move.
        """
        for verdict in judged(self._ruleset, outlook.state, act.NextPhase()):
            for unit in verdict.units:
                moves = self._moves_of(outlook, unit, refused)
                if moves and self._ambition is not None:
                    return best_move(outlook, (unit,), moves, self._ambition, forced=True)
        return None

    def _make_room(self, outlook: Outlook, refused: Collection[act.Action]) -> Advice | None:
        """Return the best move of a unit out of a hex in which the end of the phase would cost
        steps; None if there is none that costs less.
        """
        end, seed, found = act.NextPhase(), self._seed, []
        lost = steps_lost(outlook, [end], seed)
        total = sum(lost.values())
        for unit in sorted(u for u, f in outlook.figures.items() if f.place in lost):
            moves = self._moves_of(outlook, unit, refused)
            prices, index = prices_of(outlook, (unit,)), outlook.ruleset.places.index
            free = [m for m in moves if not prices.get(index(m.path[-1]), Price()).steps]
            if free and self._ambition is not None:
                advice = best_move(outlook, (unit,), free, self._ambition, forced=True)
                if advice is not None:
                    left = sum(steps_lost(outlook, [advice.action, end], seed).values())
                    gain = advice.worth + self._weights.move.loss * (total - left)
                    if left < total and gain > 0:
                        found.append((gain, outlook.figures[unit].place, advice))
        if not found:
            return None
        _, here, best = max(found, key=lambda row: row[0])
        args = {**best.reason.args, "start": outlook.answers.where(here)}
        return replace(best, reason=Reason("room", args))

    def _moves_of(
        self, outlook: Outlook, unit: str, refused: Collection[act.Action]
    ) -> list[act.MoveUnits]:
        """Return the legal moves of a unit by itself; none if its arrival costs too much."""
        actions = self._ruleset.actions_of(outlook.state, unit)
        moves = [a for a in actions if isinstance(a, act.MoveUnits) and a not in refused]
        costly, place = self._weights.orders.costly, outlook.state.pieces[unit].place
        if not moves or not costly or place < outlook.ground.hexes:
            return moves
        told = {verdict.key for verdict in judged(self._ruleset, outlook.state, moves[0])}
        return moves if costly.isdisjoint(told) else []

    def _march_together(
        self, outlook: Outlook, refused: Collection[act.Action], interrupted: Interrupted
    ) -> Advice | None:
        """Return the best move of the next units that can only move together, such as a division;
        None when all of them have been considered.

        The moves are listed once a phase; those that became illegal since are left out.
        """
        if self._together is None:
            self._together = self._moves_together(outlook)
        while self._together and self._ambition is not None:
            self._stop_if(interrupted)
            units, moves = self._together.pop(0)
            left = [move for move in moves if move not in refused]
            while left:
                advice = best_move(outlook, units, left, self._ambition)
                if advice is None:
                    break
                if is_legal(judged(self._ruleset, outlook.state, advice.action)):
                    return advice
                left = [move for move in left if move != advice.action]
        return None

    def _moves_together(self, outlook: Outlook) -> Together:
        """Return the legal moves of units that have none by themselves, by the units."""
        groups: dict[tuple[str, ...], list[act.MoveUnits]] = {}
        for order in outlook.legal:
            if isinstance(order, act.MoveUnits) and self._bound.issuperset(order.units):
                groups.setdefault(order.units, []).append(order)
        return [(units, moves) for units, moves in groups.items() if len(units) > 1]

    def _left(self, outlook: Outlook) -> list[str]:
        """Return the units not considered yet."""
        mine = (n for n, p in outlook.state.pieces.items() if p.side == self._side)
        return [name for name in mine if name not in self._considered]

    def _queue(self, outlook: Outlook, ambition: Ambition) -> list[str]:
        """Return the units not considered yet by the attraction of their hexes, arrivals last. With
        several passes, or with posts, those of planned attacks come first, the best attack before
        the others.
        """
        pull, hexes = outlook.pull_by_hex, outlook.ground.hexes
        planned = ambition.planned if self._weights.move.passes > 1 or ambition.posts else None
        first = {
            unit: -ambition.promise[hex_]
            for hex_, units in (planned or {}).items()
            for unit in units
        }

        def rank(name: str) -> tuple[float, float, str]:
            place = outlook.state.pieces[name].place
            return (first.get(name, 0.0), 1.0 if place >= hexes else -pull[place], name)

        return sorted(self._left(outlook), key=rank)

    def _fight(
        self, outlook: Outlook, orders: Sequence[act.Action], *, forced: bool
    ) -> Advice | None:
        """Return the best attack or bombardment; None if none pays. Where attacks are declared
        before the first is fought, all are declared that pay.
        """
        attacks = [a for a in orders if isinstance(a, act.DeclareAttack)]
        shots = [a for a in orders if isinstance(a, act.Bombard)]
        best = best_bombardment(outlook, shots) if shots else None
        new = [a for a in attacks if _fight_of(a) not in self._declared]
        forced = forced and best is None
        attack = best_attack(outlook, new, forced=forced and len(new) == len(attacks))
        if attack is None and len(new) < len(attacks):
            attack = best_attack(outlook, attacks, forced=forced)
        if attack is not None and (best is None or attack.worth >= best.worth):
            best = attack
            if isinstance(attack.action, act.DeclareAttack):
                self._declared.add(_fight_of(attack.action))
        return best

    def _other(
        self,
        outlook: Outlook,
        orders: Sequence[act.Action],
        interrupted: Interrupted,
        *,
        forced: bool,
    ) -> Advice | None:
        """Return the order, other than moves and attacks, that improves the position most."""
        weights = self._weights
        fought = act.DeclareAttack | act.Bombard
        left = [
            a
            for a in orders
            if not isinstance(a, fought)
            and not (isinstance(a, act.MoveUnits) and outlook.state.clock.phase in self._moving)
            and a not in self._declined
            and a not in self._given
            and not self._never(a)
        ]
        if not left or (self._hurries and not forced):
            return None
        step = max(1, -(-len(left) // weights.value.answers))
        looked_at = left[::step]
        self._stop_if(interrupted)
        advice = compared(outlook, looked_at, self._seed)
        gain = advice[0][0] - worth(outlook, outlook.state) if advice else 0
        if not advice or (gain < weights.value.least and not forced):
            self._declined |= set(left)
            return None
        action = advice[0][1]
        self._given.add(action)
        if isinstance(action, act.MoveUnits):
            place = outlook.ruleset.places.index(action.path[-1])
            args = {
                "unit": outlook.answers.name(action.units[0]),
                "where": outlook.answers.where(place),
            }
            return Advice(action, gain, Reason("move", args))
        words = {"what": _words(outlook, action), "gain": decimal(gain, ".1f")}
        return Advice(action, gain, Reason("order", words))

    @property
    def _moving(self) -> Collection[str]:
        return self._ruleset.move_phases

    def _never(self, action: act.Action) -> bool:
        """Return whether the weights rule out a kind of order."""
        never_given = self._weights.orders.never
        marker = action.marker if isinstance(action, act.PlaceMarker) else ""
        return action.kind in never_given or f"{action.kind}:{marker}" in never_given


class Club(Recruit):
    """A recruit that plans the attacks of a phase before its moves, and counts compelled attacks,
    by the weights of the game for *club*. It plays no rollouts.
    """

    def __init__(self, ruleset: Ruleset, side: str, seed: int = 0, *, timed: bool = False) -> None:
        weights = weights_of(ruleset.module).of_club().in_play(ruleset.scenario.id, side)
        super().__init__(ruleset, side, seed, timed=timed, weights=weights)


def _fight_of(attack: act.DeclareAttack) -> tuple[frozenset[str], str]:
    """Return the attackers and the target of an attack; the rules may list them in another order
    once it is declared.
    """
    return frozenset(attack.attackers), attack.target


def _words(outlook: Outlook, action: act.Action) -> str:
    """Describe an answer, or an order other than moves and attacks."""
    if isinstance(action, act.Choose):
        asked = outlook.answers.question()
        if asked is None:
            return action.option
        answer = next((o.text for o in asked.options if o.id == action.option), action.option)
        return t("opponent.reason.choice", answer=answer, question=asked.title)
    if isinstance(action, act.OwnAction):  # only its game has words for it
        return sentence(outlook.ruleset, outlook.state, action).rstrip(".")
    named = [outlook.answers.name(u) for u in getattr(action, "units", ())]
    unit = getattr(action, "unit", "")
    if unit:
        named.append(outlook.answers.name(unit))
    marker = getattr(action, "marker", "")
    if marker:
        named.append(outlook.ruleset.module.marker_name(marker))
    return ", ".join(named) or action.kind
