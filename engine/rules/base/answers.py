"""The base class of a game's answers about positions.

:class:`Answers` implements the queries that every game answers; optional ones are refused until a
game overrides them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any, ClassVar, Concatenate, Generic, NoReturn, ParamSpec, TypeVar

from engine.core import actions as act
from engine.core.effects import Decision
from engine.core.errors import UserError
from engine.core.modes import Mode, house_rules
from engine.core.state import State
from engine.core.verdicts import Verdict
from engine.i18n import has, t
from engine.request_fields import NotAnswered, Refused
from engine.rules import answers, ports
from engine.rules.alternatives import sentence
from engine.rules.answers.decisions import in_list_order
from engine.rules.base.decisions import NO_DECISIONS, Choice, Decisions
from engine.rules.base.movement import (
    best_path,
    in_points,
    merely_too_long,
    path_verdicts,
    reached,
)
from engine.rules.base.named import stack_named
from engine.rules.base.position import P
from engine.rules.base.units import printed_values, unit_view
from engine.rules.house import under
from engine.rules.own_actions import typed
from engine.rules.registry import text
from engine.rules.unmoved import line_of_unmoved

MOST_ORDERS = 40
"""Orders of the game's own kinds that a menu lists."""
S = ParamSpec("S")
R = TypeVar("R")


def of_position(function: Callable[Concatenate[Any, S], R]) -> Callable[Concatenate[Any, S], R]:
    """Return a method of answers that asks a function of their position."""

    def method(self: Any, /, *args: S.args, **kwargs: S.kwargs) -> R:
        return function(self.position, *args, **kwargs)

    return method


class Answers(Generic[P]):
    """The answers of a game's rules for one state; results are cached in the position."""

    decisions: ClassVar[Decisions[Any, Any]] = NO_DECISIONS
    """All kinds of decision of the game."""
    ways: ClassVar[tuple[str, ...]] = ()
    """The modes of moves judged as paths, regardless of phase and active side."""
    known_modes: ClassVar[tuple[str, ...] | None] = None
    """All known modes of moves; None accepts any mode."""
    barring: ClassVar[tuple[str, ...]] = ()
    """The kinds of decision whose refused hexes are shown on the map."""
    lasting_views: ClassVar[bool] = False
    """Whether the view of a unit depends on the unit and :meth:`view_basis` only; then it is
    kept.
    """
    by_hand: ClassVar[str] = ""
    """The key of the verdict against actions that the rules do not know."""

    def __init__(self, ruleset: ports.Ruleset, position: P) -> None:
        self.ruleset = ruleset
        self.position = position
        """The position of the answers, for the game's own code."""

    @property
    def state(self) -> State:
        """The state of the answers."""
        return self.position.state

    def _not_answered(self, question: str) -> NoReturn:
        game = self.ruleset.module.title
        raise NotAnswered(t("probe.op.not_here", game=game, op=question))

    # -- overridden by games ----------------------------------------------------------------------

    def view_of(self, unit: Any) -> answers.UnitView:
        """Return the public view of a unit; by default with its printed values."""
        return unit_view(unit, {}, printed_values(unit))

    def best_route(self, units: Sequence[str], place: int) -> answers.WhyNot:
        """Return the best path of units to a place, with the printed rules' verdicts.

        Without a mover one step from start to end.
        """
        mover = self.position.mover(stack_named(self.position, units))
        if mover is not None:
            path, mode = best_path(mover, place), self.ruleset.modes[0]
            return answers.WhyNot(place, mode, path, tuple(path_verdicts(mover, path)))
        path = self.state.pieces[units[0]].place, place
        numbers = tuple(map(self.number, path))
        move = act.MoveUnits(units=tuple(units), path=numbers, mode=self.ruleset.modes[0])
        return answers.WhyNot(place, move.mode, path, tuple(self.route_verdicts(move)))

    def route_verdicts(self, move: act.MoveUnits) -> Iterable[Verdict]:
        """Return the printed rules' verdicts on the path of a move, regardless of the phase."""
        mover = self.position.mover(stack_named(self.position, move.units))
        if mover is None:
            return self.ruleset.judge(self.state, move)
        path = [self.position.places.index(name) for name in move.path]
        if path[0] != mover.start:
            unit, place = move.units[0], move.path[0]
            raise UserError(t("core.error.not_at_start", unit=unit, place=place))
        return path_verdicts(mover, path)

    def usual_modes(self) -> Iterator[str]:
        """Yield the modes to try for a move made by hand, the likeliest first."""
        yield from self.ruleset.modes[:1]

    def option(self, choice: Choice, kind: str) -> answers.Option:
        """Describe an option of a kind of decision; by default its units and its place."""
        place = choice.path[-1] if choice.path else None
        words = ", ".join(map(self.name, choice.units)) or choice.id
        if place is not None:
            words = f"{words} → {self.where(place)}"
        return answers.Option(choice.id, words, place, choice.path, choice.units)

    def about(self, asked: Decision) -> tuple[int | None, Mapping[str, object]]:
        """Return the hex of the combat a decision is about, and the arguments of its text.

        The argument ``worded`` names a text other than that of the kind.
        """
        return None, {}

    def duties(self) -> Iterable[answers.CheckItem]:
        """Yield the pending duties and legal actions of the phase; not called after the end.

        By default the units that can move and the hexes that can be attacked.
        """
        position, ruleset = self.position, self.ruleset
        if position.phase in ruleset.move_phases:
            coming = (
                name
                for arrival in self.arrivals()
                if arrival.waiting and arrival.side == position.active
                for name in arrival.units
            )
            entering = [u for u in map(position.any_unit, coming) if u is not None]
            yield from line_of_unmoved(
                u
                for u in [*position.own(position.active), *entering]
                if next(iter(ruleset.actions_of(self.state, u.id)), None) is not None
            )
        if position.phase in ruleset.attack_phases and "odds" in ruleset.questions:
            for hex_ in self.targets(()):
                able = [u for u in self.attackers(hex_) if not self.has_fought(u)]
                if able:
                    text = t("ruling.check.target", hex=self.where(hex_), count=len(able))
                    yield answers.CheckItem("possible", text, (hex_,), tuple(able), hex_)

    # -- units and places -------------------------------------------------------------------------

    def unit(self, name: str) -> answers.UnitView | None:
        """Return a unit on the map or in a box; None for an unknown name."""
        unit = self.position.any_unit(name)
        return None if unit is None else self._view(unit)

    def units(self, side: str | None = None) -> Iterable[answers.UnitView]:
        """Return the units on the map, of both sides or one."""
        return (self._view(u) for u in self.position.units.values() if side in (None, u.side))

    def _view(self, unit: Any) -> answers.UnitView:
        if not self.lasting_views:
            return self.view_of(unit)
        view: answers.UnitView = self.position.setting.view(
            unit, self.view_of, self.view_basis(unit)
        )
        return view

    def view_basis(self, _unit: Any) -> object:
        """Return what the lasting view of a unit depends on besides the unit; nothing by
        default.
        """
        return None

    def together(self, request: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the units that a request names in the game's own form, such as by a number."""
        return ()

    def units_at(self, place: int) -> tuple[answers.UnitView, ...]:
        """Return the units at a place."""
        views = map(self.unit, self.state.stack(place))
        return tuple(view for view in views if view is not None)

    def values_of(self, unit: str) -> Mapping[str, Any]:
        """Return the current values of any piece, in play or in a box."""
        view = self.unit(unit)
        return {} if view is None else view.values

    def facts(self) -> Mapping[str, Any]:
        """Return no facts beyond the state."""
        return {}

    def hex_facts(self, place: int) -> Mapping[str, Any]:
        """Return no facts beyond the board."""
        return {}

    def control(self, place: int) -> str | None:
        """Return the side that controls a hex."""
        return self.position.control(place)

    def number(self, place: int) -> str:
        """Return the printed number of a hex, or the id of a box."""
        return self.position.number(place)

    def place(self, name: str) -> int | None:
        """Return the hex or box of a number or name."""
        places = self.position.places
        return places.index(name) if name in places else None

    def where(self, place: int) -> str:
        """Return the name of a place for use in sentences."""
        return self.ruleset.names.place_name(self.number(place))

    def name(self, unit: str) -> str:
        """Return the name of a unit for use in sentences."""
        piece = self.state.pieces.get(unit)
        return unit if piece is None else self.ruleset.names.unit_name(piece.counter)

    # -- optional questions -----------------------------------------------------------------------

    def zones(self, side: str) -> answers.Zones:
        """Raise NotAnswered, unless a game overrides this."""
        self._not_answered("zoc")

    def reach(self, units: Sequence[str], mode: str = "best") -> answers.Reach:
        """Return the reach of the game's mover. Raises NotAnswered without one."""
        mover = self.position.mover(stack_named(self.position, units))
        if mover is None:
            self._not_answered("reach")
        usual, whole = self.ruleset.modes[0], mover.parts
        ends = {
            place: answers.Reached(in_points(end.cost, whole), usual, end.path, end.stop)
            for place, end in sorted(reached(mover).items())
        }
        left = in_points(mover.allowance, whole)
        return answers.Reach(tuple(units), mover.start, ends, allowance=left)

    def supply(self, side: str) -> Mapping[str, answers.SupplyLine]:
        """Raise NotAnswered, unless a game overrides this."""
        self._not_answered("supply")

    def supply_of(self, unit: str) -> answers.SupplyLine:
        """Raise NotAnswered, unless a game overrides this."""
        self._not_answered("supply")

    def plan(self, request: Mapping[str, Any]) -> answers.AttackPlan:
        """Raise NotAnswered, unless a game overrides this."""
        self._not_answered("odds")

    def prepared(self, plan: answers.AttackPlan) -> answers.Odds:
        """Return the same as :meth:`odds`."""
        return self.odds(plan)

    def attackers(self, target: int) -> tuple[str, ...]:
        """Return no unit."""
        return ()

    def first_attackers(self, target: int) -> tuple[str, ...]:
        """Return the attackers that have not fought in the phase, or all of them if all have."""
        able = self.attackers(target)
        return tuple(unit for unit in able if not self.has_fought(unit)) or able

    def fires_at(self, target: int) -> bool:
        """Return True."""
        return True

    def has_fought(self, unit: str) -> bool:
        """Return False."""
        return False

    def targets(self, units: Sequence[str]) -> tuple[int, ...]:
        """Return no hex."""
        return ()

    def odds(self, plan: answers.AttackPlan) -> answers.Odds:
        """Raise NotAnswered, unless a game overrides this."""
        self._not_answered("odds")

    def bombard(
        self, firers: Sequence[str], target: int, **choices: str | int
    ) -> answers.Bombardment:
        """Raise NotAnswered, unless a game overrides this."""
        self._not_answered("bombard")

    def retreats(
        self, units: Sequence[str], hexes: int, battle: int | None = None, result: str = ""
    ) -> answers.Retreats:
        """Raise NotAnswered, unless a game overrides this."""
        self._not_answered("retreat")

    def advances(
        self, units: Sequence[str], vacated: int, kind: str
    ) -> Mapping[int, tuple[int, ...]]:
        """Raise NotAnswered, unless a game overrides this."""
        self._not_answered("advance")

    def range_of(self, unit: str) -> int | None:
        """Return None: nothing changes the printed range."""
        return None

    def stack_words(self, place: int) -> str:
        """Return no words."""
        return ""

    def plans(self) -> tuple[answers.Planned, ...]:
        """Return none: combats are fought when they are declared."""
        return ()

    def battle_board(self) -> answers.BattleBoard | None:
        """Return None: battles are fought on the map."""
        return None

    def ribbon(self) -> answers.Ribbon | None:
        """Return none."""
        return None

    def conditions(self) -> tuple[answers.Condition, ...]:
        """Return none."""
        return ()

    def arrivals(self, turn: int | None = None) -> tuple[answers.Arrival, ...]:
        """Return none."""
        return ()

    def standing(self) -> answers.Standing:
        """Return no points, and the winner once there is one."""
        return answers.Standing({}, (), self.ruleset.over(self.state))

    def perils(self) -> Sequence[answers.Peril]:
        """Return none."""
        return ()

    def orders(self, units: Sequence[str]) -> tuple[answers.Order, ...]:
        """Return the legal orders of a game's own kinds that name one of the units."""
        all_ = chain.from_iterable(self.ruleset.actions_of(self.state, unit) for unit in units)
        own = islice((a for a in all_ if isinstance(a, act.OwnAction)), MOST_ORDERS)
        result = dict.fromkeys(own)
        return tuple(answers.Order(sentence(self.ruleset, self.state, a), a) for a in result)

    def ask(self, op: str, request: Mapping[str, Any]) -> Mapping[str, Any]:
        """Raise NotAnswered: there are no own queries."""
        self._not_answered(op)

    # -- questions --------------------------------------------------------------------------------

    def why_not(self, units: Sequence[str], place: int, *, near: bool = False) -> answers.WhyNot:
        """Return the best path to a place and the verdicts on it, with house rules."""
        best = self.best_route(units, place)
        path, verdicts, around = best.path, best.verdicts, best.around
        mover = self.position.mover(stack_named(self.position, units)) if near else None
        if mover is not None and merely_too_long(mover, verdicts):
            direct = best_path(mover, place, direct=True)
            against = tuple(path_verdicts(mover, direct))
            if against and mover.allowance_rule not in {v.rule for v in against}:
                path, verdicts, around = direct, against, verdicts
        house, fixed = house_rules(self.state), self.ruleset.fixed
        ruled, ruled_around = (tuple(under(house, vs, fixed)) for vs in (verdicts, around))
        return answers.WhyNot(best.target, best.mode, path, ruled, ruled_around)

    def judge(self, action: act.Action) -> list[Verdict]:
        """Return the verdicts on an action, regardless of the phase. Raises Refused."""
        try:
            verdicts = self._judged(typed(self.ruleset, action))
        except UserError as error:
            raise Refused("bad_action", str(error), "action") from None
        if self.by_hand and any(v.key == self.by_hand for v in verdicts):
            raise Refused("not_supported", t("probe.judge", kind=action.kind), "action.kind")
        return under(house_rules(self.state), verdicts, self.ruleset.fixed)

    def _judged(self, action: act.Action) -> list[Verdict]:
        if isinstance(action, act.MoveUnits):
            if action.mode in self.ways:
                return list(self.route_verdicts(action))
            if self.known_modes is not None and action.mode not in self.known_modes:
                message = t("probe.judge_mode", mode=action.mode, kind=action.kind)
                raise Refused("not_supported", message, "action.mode")
        return self.ruleset.judge(self.state, action)

    def options(self) -> tuple[str, ...]:
        """Return the ids of the pending decision's options."""
        pending = self.state.pending
        if not pending:
            return ()
        return tuple(c.id for c in self.decisions.choices_of(self.position, pending[-1]))

    def question(self) -> answers.Question | None:
        """Return the pending decision with its text and legal options, or None."""
        if not self.state.pending:
            return None
        asked = self.state.pending[-1]
        choices = self.decisions.choices_of(self.position, asked)
        battle, words = (None, {}) if asked.is_withheld else self.about(asked)
        options = in_list_order((self.option(choice, asked.kind) for choice in choices), battle)
        game, units = self.decisions.game, self.position.units
        worded = str(words.get("worded", asked.kind))
        side, what = self.ruleset.names.side_name(asked.side), self.decisions.kind_name(worded)
        title, text = f"decide.{game}.title", f"decide.{game}.{worded}.text"
        title = t(title if has(title) else "ruling.title", side=side, what=what)
        sentence = t(text, **words) if has(text) and not asked.is_withheld else ""
        sides = tuple(o.hexside for o in options if o.hexside is not None)
        places = [o.place for o in options if o.place is not None]
        places += [place for ends in sides for place in ends]
        places += [units[name].place for o in options for name in o.units if name in units]
        on_map = tuple(p for p in dict.fromkeys(places) if self.position.places.is_hex(p))
        return answers.Question(
            asked.kind, asked.side, title, sentence, options, "", battle, on_map, sides
        )

    def barred(self) -> Mapping[int, answers.Barred]:
        """Return the hexes next to units of the options that are not options, and why."""
        asked = self.state.pending[-1] if self.state.pending else None
        if asked is None or asked.kind not in self.barring:
            return {}
        choices = self.decisions.choices_of(self.position, asked)
        open_ = {c.path[-1] for c in choices if c.path}
        staying = (name for c in choices if not c.path for name in c.units)
        units = self.position.units
        open_ |= {units[name].place for name in staying if name in units}
        places: dict[int, answers.Barred] = {}
        for name in dict.fromkeys(u for c in choices for u in c.units):
            unit = self.position.units.get(name)
            for hex_ in self.ruleset.board.neighbours[unit.place] if unit is not None else ():
                if hex_ < 0 or hex_ in open_ or hex_ in places:
                    continue
                verdicts = self.decisions.refusal(
                    self.position, asked, f"{name} {self.number(hex_)}"
                )
                verdicts = [v for v in verdicts if not v.key.endswith(".no_option")]
                if verdicts:
                    tag = ", ".join(dict.fromkeys(v.rule for v in verdicts))
                    places[hex_] = answers.Barred(
                        tag, " ".join(f"{text(v)} ({v.rule})" for v in verdicts)
                    )
        return places

    def checklist(self) -> tuple[answers.CheckItem, ...]:
        """Return the active side's pending duties and legal actions, duties first."""
        asked = self.question()
        items = [] if asked is None else [answers.CheckItem("owed", asked.title, asked.places)]
        if self.ruleset.over(self.state) is None:
            items += self.duties()
        return tuple(items)

    def drag_action(self, action: act.Action, mode: Mode) -> act.Action:
        """Return the action meant by dragging counters in a mode of play."""
        if mode == "off" or not isinstance(action, act.MoveUnits):
            return action
        if self.state.pending:
            return self._answered(action)
        return self._dragged(action, mode)

    def moved_together(self, units: Sequence[str]) -> tuple[str, ...]:
        """Return units with those that the rules move together with them: by default no others."""
        return tuple(units)

    def carried_by(self, marker: str) -> tuple[str, ...]:
        """Return no unit."""
        return ()

    def _answered(self, action: act.MoveUnits) -> act.Action:
        """Return the option that moves the units to their destination, or one of them if no option
        moves all; the action itself if there is none.
        """
        asked, places = self.state.pending[-1], self.position.places
        path = [places.index(name) if name in places else -1 for name in action.path]
        choice = self.decisions.dragged(self.position, asked, action.units, path)
        return action if choice is None else act.Choose(decision=asked.kind, option=choice.id)

    def _dragged(self, action: act.MoveUnits, mode: Mode) -> act.Action:
        """Return the move by the dragged path if legal, otherwise by the best path."""
        position = self.position
        target = position.places.index(action.path[-1])
        known = [position.any_unit(name) for name in action.units]
        if any(u is None for u in known) or len({u.place for u in known if u is not None}) != 1:
            return action
        modes = [*self.usual_modes()]
        start = position.places.index(action.path[0])
        if not (position.places.is_hex(start) and position.places.is_hex(target)):
            modes.insert(0, self.best_route(action.units, target).mode)  # it arrives or leaves
        for mode_tried in modes:
            tried = action.model_copy(update={"mode": mode_tried})
            verdicts = under(
                house_rules(self.state),
                self.ruleset.judge(self.state, tried),
                self.ruleset.fixed,
            )
            if all(v.level != "forbid" for v in verdicts):
                return tried
        best = self.best_route(action.units, target)
        if best.verdicts and mode != "enforced":
            return action
        if best.verdicts:
            best = self.why_not(action.units, target, near=True)
        path = tuple(position.number(i) for i in best.path)
        return action.model_copy(update={"mode": best.mode, "path": path})
