"""Decisions: options, effects of answers, automatic answers.

The options depend only on the position and the current combat. A decision with one option is
answered automatically; one without options is dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from engine.core import actions as act
from engine.core.effects import Decision
from engine.core.errors import UserError
from engine.core.modes import house_rules
from engine.core.verdicts import Verdict
from engine.i18n import has, t
from engine.rules.base.position import P, Position
from engine.rules.base.resolution import Resolution
from engine.rules.house import allowed
from engine.rules.judge import Forbidden
from engine.rules.registry import NO_RULE, RuleMessages

W = TypeVar("W", bound=Resolution[Any, Any, Any])

Args = Mapping[str, Any]

NONE = "none"
"""The id of the option to do nothing more."""


@dataclass(frozen=True, slots=True)
class Choice:
    """An option of a decision: its id in the log, its units and places.

    ``losses`` are the steps it costs, ``points`` the points it spends, ``drm`` its modifier of a
    later die roll; ``word`` is the key of its text if it is not about units.
    """

    id: str
    units: tuple[str, ...] = ()
    path: tuple[int, ...] = ()
    hexside: str = ""
    losses: int = 0
    points: int = 0
    word: str = ""
    drm: int | None = None


def choice_of_drag(
    choices: Iterable[Choice], units: Collection[str], path: Sequence[int]
) -> Choice | None:
    """Return the choice that a drag of units means: to the same place with most of the units,
    along the dragged path, with the fewest losses; None if there is none.
    """
    fitting = [
        c
        for c in choices
        if c.path and c.path[-1] == path[-1] and c.units and set(c.units) <= set(units)
    ]
    return min(
        fitting, key=lambda c: (-len(c.units), c.path != tuple(path), c.losses), default=None
    )


def option_id(position: Position[Any, Any, Any], unit: str, path: Sequence[int]) -> str:
    """Return the id of the option to move a unit along a path."""
    return " ".join([unit, *(position.number(i) for i in path[1:])])


class Handler(Generic[P, W]):
    """The handler of a kind of decision; ``kind`` is its name in the log."""

    kind: ClassVar[str] = ""

    def choices(self, position: P, args: Args) -> Sequence[Choice]:
        """Return the legal options, a bounded list."""
        raise NotImplementedError

    def answer(self, work: W, args: Args, choice: Choice) -> None:
        """Carry out an answer; the decision has been removed from the stack."""
        raise NotImplementedError

    def refuse(self, position: P, args: Args, words: Sequence[str]) -> Iterable[Verdict]:
        """Yield the verdicts against an answer that is not an option; may be empty."""
        return ()

    def other(self, position: P, args: Args, words: Sequence[str]) -> Choice | None:
        """Return a legal option that the list leaves out, for example another path."""
        return None

    def anyway(self, position: P, args: Args, words: Sequence[str]) -> Choice | None:
        """Return an option that breaks a rule and can be carried out, or None.

        Called only if the players have agreed to allow breaches.
        """
        return None


class Decisions(Generic[P, W]):
    """All kinds of decision of a game.

    ``rule`` is the number of the rule for refusing senseless answers: its keys are ``pending``,
    ``nothing_asked``, ``other_question`` and ``no_option``. ``proceed`` continues the current
    combat until a decision is pending or nothing is left. ``fixed`` are the keys of further
    verdicts that house rules cannot override.
    """

    def __init__(
        self,
        messages: RuleMessages,
        rule: str,
        handlers: Iterable[Handler[P, W]],
        proceed: Callable[[W], None] = lambda work: None,
        fixed: Collection[str] = (),
    ) -> None:
        self._messages = messages
        self._rule = rule
        self._proceed = proceed
        self._fixed = self.senseless | frozenset(fixed)
        self.handlers: Mapping[str, Handler[P, W]] = {h.kind: h for h in handlers}

    @property
    def game(self) -> str:
        """The game of the decisions."""
        return self._messages.game

    @property
    def senseless(self) -> frozenset[str]:
        """The keys of verdicts that house rules cannot override."""
        keys = ("pending", "nothing_asked", "other_question", "no_option")
        return frozenset(f"rule.{self._messages.game}.{self._rule}.{key}" for key in keys)

    def kind_name(self, kind: str) -> str:
        """Return the display name of a kind of decision."""
        key = f"decide.{self._messages.game}.{kind}"
        return t(key) if has(key) else kind.replace("_", " ")

    def handler(self, kind: str) -> Handler[P, W]:
        """Return the handler of a kind of decision. Raises UserError for an unknown kind."""
        if kind not in self.handlers:
            raise UserError(t("referee.unknown", name=kind))
        return self.handlers[kind]

    def choices_of(self, position: P, asked: Decision) -> Sequence[Choice]:
        """Return the options of a decision, cached in the position; none of a withheld one."""
        if asked.is_withheld:
            return ()
        key = ("choices", asked.kind, repr(asked.args))
        if key not in position.memo:
            position.memo[key] = self.handler(asked.kind).choices(position, asked.args)
        choices: Sequence[Choice] = position.memo[key]
        return choices

    def choice_named(self, position: P, asked: Decision, answer: str) -> Choice | None:
        """Return the option of an answer's id; None if it is not legal."""
        listed = next((c for c in self.choices_of(position, asked) if c.id == answer), None)
        return listed or self.handler(asked.kind).other(position, asked.args, answer.split())

    def dragged(
        self, position: P, asked: Decision, units: Collection[str], path: Sequence[int]
    ) -> Choice | None:
        """Return the option that a drag of units means, by the dragged path where that is legal.

        The list has one path to each place; its option ids name the path after the units.
        """
        choice = choice_of_drag(self.choices_of(position, asked), units, path)
        if choice is None or choice.path == tuple(path) or min(path) < 0:
            return choice
        unnamed = len(choice.path) + len(choice.units) - len(choice.id.split())
        words = [*choice.units, *map(position.places.name, path[unnamed:])]
        return self.handler(asked.kind).other(position, asked.args, words) or choice

    def passed(self, position: P, asked: Decision, answer: str) -> Choice | None:
        """Return the option of an answer that is allowed although it breaks a rule."""
        return self.handler(asked.kind).anyway(position, asked.args, answer.split())

    def refusal(self, position: P, asked: Decision, answer: str) -> list[Verdict]:
        """Return the verdicts against an answer; empty if it is a legal option.

        If no rule forbids it, or house rules remove all verdicts, one verdict says that it is not
        an option.
        """
        if self.choice_named(position, asked, answer) is not None:
            return []
        verdicts = list(self.handler(asked.kind).refuse(position, asked.args, answer.split()))
        if allowed(house_rules(position.state), verdicts, self._fixed):
            asks = self.kind_name(asked.kind)
            verdicts.append(self._messages(self._rule, "no_option", asked=asks, option=answer))
        return verdicts

    def judge(self, position: P, action: act.Choose) -> list[Verdict]:
        """Return the verdicts against an answer to the pending decision."""
        if not position.state.pending:
            return [self._messages(self._rule, "nothing_asked")]
        asked = position.state.pending[-1]
        if asked.kind != action.decision:
            name = self.kind_name(asked.kind)
            return [self._messages(self._rule, "other_question", asked=name)]
        return self.refusal(position, asked, action.option)

    # -- answering --------------------------------------------------------------------------------

    def answer(self, work: W, action: act.Choose) -> None:
        """Answer the topmost decision and continue. Raises Forbidden."""
        self.decide(work, self._chosen(work.position, action))

    def decide(self, work: W, choice: Choice) -> None:
        """Carry out an option of the topmost decision and continue."""
        asked = work.state.pending[-1]
        work.answered()
        self.handler(asked.kind).answer(work, asked.args, choice)
        self.settle(work)

    def _chosen(self, position: P, action: act.Choose) -> Choice:
        """Return the option of an answer, even an allowed breach. Raises Forbidden."""
        verdicts = self.judge(position, action)
        asked = position.state.pending[-1] if position.state.pending else None
        choice = None
        if asked is not None and not verdicts:
            choice = self.choice_named(position, asked, action.option)
        elif asked is not None and not any(v.key in self._fixed for v in verdicts):
            # The caller has allowed it: breaches are only flagged in this mode, or not judged.
            choice = self.passed(position, asked, action.option)
        if choice is None:
            raise Forbidden(verdicts)
        return choice

    def settle(self, work: W) -> None:
        """Continue, answering decisions of one option, until one with more is pending."""
        self._proceed(work)
        while work.state.pending:
            asked = work.state.pending[-1]
            choices = self.choices_of(work.position, asked)
            if len(choices) > 1:
                return
            work.answered()
            if choices:
                self.handler(asked.kind).answer(work, asked.args, choices[0])
            self._proceed(work)


NO_DECISIONS: Decisions[Any, Any] = Decisions(RuleMessages(""), NO_RULE, ())
"""The decisions of a game that has none."""
