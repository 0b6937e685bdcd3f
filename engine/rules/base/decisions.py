"""Decisions: what may be answered, what an answer does, and what leaves no choice.

Nothing but the position (and the combat in hand) says which answers there are. A decision with one
answer is no question: it is settled at once; one without answers has lost its object.
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
from engine.rules.registry import NO_RULE, Voice

W = TypeVar("W", bound=Resolution[Any, Any, Any])

Args = Mapping[str, Any]

NONE = "none"
"""The answer that does nothing more."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer: the words that a log keeps, and what it is about.

    ``losses`` are the steps it costs, ``points`` what it spends, ``drm`` what it adds to a die
    that is thrown for it later; ``word`` is the key of its sentence where it is no unit's.
    """

    id: str
    units: tuple[str, ...] = ()
    path: tuple[int, ...] = ()
    hexside: str = ""
    losses: int = 0
    points: int = 0
    word: str = ""
    drm: int | None = None


def spelt(position: Position[Any, Any, Any], unit: str, path: Sequence[int]) -> str:
    """The id of the answer by which a unit goes a way: the unit and the places it goes through."""
    return " ".join([unit, *(position.number(i) for i in path[1:])])


class Handler(Generic[P, W]):
    """A kind of decision; ``kind`` is its word in the log."""

    kind: ClassVar[str] = ""

    def choices(self, position: P, args: Args) -> Sequence[Choice]:
        """The answers that the rules allow now, a bounded list."""
        raise NotImplementedError

    def answer(self, work: W, args: Args, choice: Choice) -> None:
        """Let an answer happen; the decision is off the stack already."""
        raise NotImplementedError

    def refuse(self, position: P, args: Args, words: Sequence[str]) -> Iterable[Verdict]:
        """What the rules have against an answer that is none; often nothing."""
        return ()

    def other(self, position: P, args: Args, words: Sequence[str]) -> Choice | None:
        """Return an answer that the rules allow but the list leaves out: another path, say."""
        return None

    def anyway(self, position: P, args: Args, words: Sequence[str]) -> Choice | None:
        """Return an answer that breaks a rule and can be carried out all the same.

        Only asked for where the players agreed to let breaches pass; None for what makes no sense.
        """
        return None


class Decisions(Generic[P, W]):
    """All kinds of decisions of a game.

    ``rule`` is the number of the rule under which nonsense is refused: its sentences are
    ``pending``, ``nothing_asked``, ``other_question`` and ``no_option``. ``proceed`` goes on with
    what is in hand until there is a question or nothing is left. ``fixed`` are the keys of further
    verdicts that no house rule sets aside.
    """

    def __init__(
        self,
        say: Voice,
        rule: str,
        handlers: Iterable[Handler[P, W]],
        proceed: Callable[[W], None] = lambda work: None,
        fixed: Collection[str] = (),
    ) -> None:
        self._say = say
        self._rule = rule
        self._proceed = proceed
        self._fixed = self.senseless | frozenset(fixed)
        self.handlers: Mapping[str, Handler[P, W]] = {h.kind: h for h in handlers}

    @property
    def game(self) -> str:
        """Whose decisions they are."""
        return self._say.game

    @property
    def senseless(self) -> frozenset[str]:
        """The keys of what no house rule can set aside."""
        keys = ("pending", "nothing_asked", "other_question", "no_option")
        return frozenset(f"rule.{self._say.game}.{self._rule}.{key}" for key in keys)

    def kind_name(self, kind: str) -> str:
        """A kind of decision in words for people."""
        key = f"decide.{self._say.game}.{kind}"
        return t(key) if has(key) else kind.replace("_", " ")

    def handler(self, kind: str) -> Handler[P, W]:
        """Return the handler of a kind of decision. Raises UserError for one the game lacks."""
        if kind not in self.handlers:
            raise UserError(t("referee.unknown", name=kind))
        return self.handlers[kind]

    def choices_of(self, position: P, asked: Decision) -> Sequence[Choice]:
        """Return the answers to a decision, computed once a position."""
        key = ("choices", asked.kind, repr(asked.args))
        if key not in position.memo:
            position.memo[key] = self.handler(asked.kind).choices(position, asked.args)
        found: Sequence[Choice] = position.memo[key]
        return found

    def choice_named(self, position: P, asked: Decision, answer: str) -> Choice | None:
        """Return the choice an answer names; None for one that the rules do not allow."""
        listed = next((c for c in self.choices_of(position, asked) if c.id == answer), None)
        return listed or self.handler(asked.kind).other(position, asked.args, answer.split())

    def passed(self, position: P, asked: Decision, answer: str) -> Choice | None:
        """Return what an answer stands for that is let pass although it breaks a rule."""
        return self.handler(asked.kind).anyway(position, asked.args, answer.split())

    def refusal(self, position: P, asked: Decision, answer: str) -> list[Verdict]:
        """Return the verdicts against an answer; none where the rules allow it.

        Where the rules have nothing against it, or house rules take away all they have, it is still
        no answer.
        """
        if self.choice_named(position, asked, answer) is not None:
            return []
        verdicts = list(self.handler(asked.kind).refuse(position, asked.args, answer.split()))
        if allowed(house_rules(position.state), verdicts, self._fixed):
            asks = self.kind_name(asked.kind)
            verdicts.append(self._say(self._rule, "no_option", asked=asks, option=answer))
        return verdicts

    def judge(self, position: P, action: act.Choose) -> list[Verdict]:
        """All that is to be said against an answer, if anything was asked at all."""
        if not position.state.pending:
            return [self._say(self._rule, "nothing_asked")]
        asked = position.state.pending[-1]
        if asked.kind != action.decision:
            name = self.kind_name(asked.kind)
            return [self._say(self._rule, "other_question", asked=name)]
        return self.refusal(position, asked, action.option)

    # -- working out ------------------------------------------------------------------------------

    def answer(self, work: W, action: act.Choose) -> None:
        """Answer the topmost decision, and settle what follows. Raises Forbidden."""
        self.decide(work, self._chosen(work.position, action))

    def decide(self, work: W, choice: Choice) -> None:
        """Let an answer to the topmost decision happen, and settle what follows."""
        asked = work.state.pending[-1]
        work.answered()
        self.handler(asked.kind).answer(work, asked.args, choice)
        self.settle(work)

    def _chosen(self, position: P, action: act.Choose) -> Choice:
        """Return the choice of an answer, also of one let pass. Raises Forbidden."""
        verdicts = self.judge(position, action)
        asked = position.state.pending[-1] if position.state.pending else None
        choice = None
        if asked is not None and not verdicts:
            choice = self.choice_named(position, asked, action.option)
        elif asked is not None and not any(v.key in self._fixed for v in verdicts):
            # The gate has let it pass: breaches are only flagged here, or not looked at.
            choice = self.passed(position, asked, action.option)
        if choice is None:
            raise Forbidden(verdicts)
        return choice

    def settle(self, work: W) -> None:
        """Go on, answering what leaves no choice, until there is one or nothing is left to do."""
        self._proceed(work)
        while work.state.pending:
            asked = work.state.pending[-1]
            found = self.choices_of(work.position, asked)
            if len(found) > 1:
                return
            work.answered()
            if found:
                self.handler(asked.kind).answer(work, asked.args, found[0])
            self._proceed(work)


NO_DECISIONS: Decisions[Any, Any] = Decisions(Voice(""), NO_RULE, ())
"""The decisions of a game that has none."""
