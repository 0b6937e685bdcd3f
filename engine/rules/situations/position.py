"""A situation as the port that everybody asks (:mod:`engine.rules.ports`)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic

from engine.core import actions as act
from engine.core.effects import Decision
from engine.core.errors import UserError
from engine.core.modes import Mode, house_rules
from engine.core.verdicts import Verdict
from engine.i18n import t
from engine.request_fields import Refused
from engine.rules import answers
from engine.rules.house import under
from engine.rules.plain.position import PlainPosition
from engine.rules.ports import Ruleset
from engine.rules.registry import text
from engine.rules.situations.decisions import Choice, Decisions
from engine.rules.situations.situation import S


class SituationPosition(PlainPosition, Generic[S]):
    """One state as the rules of a game see it; every answer is kept with the situation."""

    decisions: ClassVar[Decisions[Any, Any]]
    ways: ClassVar[tuple[str, ...]] = ()
    """The modes of moves that are judged as ways, whatever the phase and whoever is to move."""
    known_modes: ClassVar[tuple[str, ...]] = ()
    """All modes of moves that the rules know."""
    barring: ClassVar[tuple[str, ...]] = ()
    """The kinds of decisions about hexes whose refusals stand on the map."""
    by_hand: ClassVar[str] = ""
    """The key of the sentence by which the rules say that they do not know an action."""

    def __init__(self, ruleset: Ruleset, situation: S) -> None:
        super().__init__(ruleset, situation.state)
        self.held = situation
        """The situation behind the answers, for the game's own code."""

    # -- what a game says -------------------------------------------------------------------------

    @abstractmethod
    def view_of(self, unit: Any) -> answers.UnitView:
        """A unit as others see it."""

    @abstractmethod
    def best_way(self, units: Sequence[str], place: int) -> answers.WhyNot:
        """The best way of units to a place, with the printed rules against it."""

    def way_verdicts(self, move: act.MoveUnits) -> Iterable[Verdict]:
        """What the printed rules have against a move as a way, whatever the phase."""
        return self.ruleset.judge(self.state, move)

    def usual_modes(self) -> Iterator[str]:
        """The modes that a move by hand may mean, the likeliest first."""
        yield from self.ruleset.modes[:1]

    def option(self, choice: Choice, kind: str) -> answers.Option:
        """One answer to a kind of decision, in words."""
        raise NotImplementedError

    def about(self, asked: Decision) -> tuple[int | None, Mapping[str, object]]:
        """The hex of the fight that a decision is about, and what its sentence tells."""
        return None, {}

    def duties(self) -> Iterable[answers.CheckItem]:
        """What the active side owes and may do in the phase; not asked once the game is over."""
        return ()

    # -- units and places -------------------------------------------------------------------------

    def unit(self, name: str) -> answers.UnitView | None:
        """A unit on the map, or one that waits in a box; None for any other."""
        found = self.held.any_unit(name)
        return None if found is None else self.view_of(found)

    def units(self, side: str | None = None) -> Iterable[answers.UnitView]:
        """The units on the map, of both sides or one."""
        return (self.view_of(u) for u in self.held.units.values() if side in (None, u.side))

    def values_of(self, unit: str) -> Mapping[str, Any]:
        """The values in force of any piece, in play or in a box."""
        found = self.held.any_unit(unit)
        return {} if found is None else self.view_of(found).values

    def control(self, place: int) -> str | None:
        """Who holds a hex or held it last."""
        return self.held.control(place)

    # -- questions --------------------------------------------------------------------------------

    def why_not(self, units: Sequence[str], place: int, *, near: bool = False) -> answers.WhyNot:
        """The best way to a place and every reason against it."""
        found = self.best_way(units, place)
        ruled = tuple(under(house_rules(self.state), found.verdicts, self.ruleset.fixed))
        return answers.WhyNot(found.target, found.mode, found.path, ruled)

    def judge(self, action: act.Action) -> list[Verdict]:
        """What the rules say of an action as a question, whatever the phase. Raises Refused."""
        try:
            found = self._judged(action)
        except UserError as error:
            raise Refused("bad_action", str(error), "action") from None
        if any(v.key == self.by_hand for v in found):
            raise Refused("not_supported", t("probe.judge", kind=action.kind), "action.kind")
        return under(house_rules(self.state), found, self.ruleset.fixed)

    def _judged(self, action: act.Action) -> list[Verdict]:
        if isinstance(action, act.MoveUnits):
            if action.mode in self.ways:
                return list(self.way_verdicts(action))
            if action.mode not in self.known_modes:
                said = t("probe.judge_mode", mode=action.mode, kind=action.kind)
                raise Refused("not_supported", said, "action.mode")
        return self.ruleset.judge(self.state, action)

    def options(self) -> tuple[str, ...]:
        """The ids of the answers to the decision that waits."""
        pending = self.state.pending
        if not pending:
            return ()
        return tuple(c.id for c in self.decisions.choices_of(self.held, pending[-1]))

    def question(self) -> answers.Question | None:
        """The decision that waits, in words, with every answer the rules allow."""
        if not self.state.pending:
            return None
        asked = self.state.pending[-1]
        choices = self.decisions.choices_of(self.held, asked)
        options = tuple(self.option(choice, asked.kind) for choice in choices)
        battle, words = self.about(asked)
        game, units = self.decisions.game, self.held.units
        side, what = self.ruleset.names.side_name(asked.side), self.decisions.kind_name(asked.kind)
        title = t(f"decide.{game}.title", side=side, what=what)
        sentence = t(f"decide.{game}.{asked.kind}.text", **words)
        sides = tuple(o.hexside for o in options if o.hexside is not None)
        places = [o.place for o in options if o.place is not None]
        places += [place for ends in sides for place in ends]
        places += [units[name].place for o in options for name in o.units if name in units]
        on_map = tuple(p for p in dict.fromkeys(places) if self.held.places.is_hex(p))
        return answers.Question(
            asked.kind, asked.side, title, sentence, options, "", battle, on_map, sides
        )

    def barred(self) -> Mapping[int, answers.Barred]:
        """The hexes beside units of the answers which are no answer, and why."""
        asked = self.state.pending[-1] if self.state.pending else None
        if asked is None or asked.kind not in self.barring:
            return {}
        choices = self.decisions.choices_of(self.held, asked)
        open_ = {c.path[-1] for c in choices if c.path}
        found: dict[int, answers.Barred] = {}
        for name in dict.fromkeys(u for c in choices for u in c.units):
            unit = self.held.units.get(name)
            for hex_ in self.ruleset.board.neighbours[unit.place] if unit is not None else ():
                if hex_ < 0 or hex_ in open_ or hex_ in found:
                    continue
                said = self.decisions.refusal(self.held, asked, f"{name} {self.number(hex_)}")
                said = [v for v in said if not v.key.endswith(".no_option")]
                if said:
                    tag = ", ".join(dict.fromkeys(v.rule for v in said))
                    found[hex_] = answers.Barred(
                        tag, " ".join(f"{text(v)} ({v.rule})" for v in said)
                    )
        return found

    def checklist(self) -> tuple[answers.CheckItem, ...]:
        """What the active side owes and may do in the phase, what is owed first."""
        asked = self.question()
        found = [] if asked is None else [answers.CheckItem("owed", asked.title, asked.places)]
        if self.ruleset.over(self.state) is None:
            found += self.duties()
        return tuple(found)

    def meant(self, action: act.Action, mode: Mode) -> act.Action:
        """The order that a hand on the counters means in a mode of play."""
        if mode == "off" or not isinstance(action, act.MoveUnits):
            return action
        if self.state.pending:
            return self._answered(action)
        return self._led(action, mode)

    def _answered(self, action: act.MoveUnits) -> act.Action:
        """The answer that takes the units to where they were put, by the way they were led."""
        asked, number = self.state.pending[-1], self.held.number
        fitting = [
            choice
            for choice in self.decisions.choices_of(self.held, asked)
            if choice.path
            and number(choice.path[-1]) == action.path[-1]
            and set(choice.units) == set(action.units)
        ]
        if not fitting:
            return action
        led = [c for c in fitting if tuple(map(number, c.path)) == action.path]
        return act.Choose(decision=asked.kind, option=(led or fitting)[0].id)

    def _led(self, action: act.MoveUnits, mode: Mode) -> act.Action:
        """The way it was led if the rules allow it, else the best one to where it ends."""
        held = self.held
        target = held.places.index(action.path[-1])
        known = [held.any_unit(name) for name in action.units]
        if any(u is None for u in known) or len({u.place for u in known if u is not None}) != 1:
            return action
        for led in self.usual_modes():
            tried = action.model_copy(update={"mode": led})
            verdicts = under(
                house_rules(self.state),
                self.ruleset.judge(self.state, tried),
                self.ruleset.fixed,
            )
            if all(v.level != "forbid" for v in verdicts):
                return tried
        found = self.best_way(action.units, target)
        if found.verdicts and mode != "enforced":
            return action
        path = tuple(held.number(i) for i in found.path)
        return action.model_copy(update={"mode": found.mode, "path": path})
