"""The decisions of the game, by kind, and how they are answered and settled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.effects import Decision
from engine.core.verdicts import Verdict
from engine.games.marketgarden.choices import Choice, Handler
from engine.games.marketgarden.position import Situation
from engine.games.marketgarden.resolution import Resolution
from engine.games.marketgarden.rules.ch05_advance import Advance
from engine.games.marketgarden.rules.ch05_procedure import proceed
from engine.games.marketgarden.rules.ch05_results import Exchange, Loss
from engine.games.marketgarden.rules.ch05_retreat import Displace, Retreat
from engine.games.marketgarden.rules.ch05_support import Support
from engine.games.marketgarden.rules.ch10_bridges import Demolition
from engine.games.marketgarden.vocabulary import GAME, say
from engine.i18n import t

HANDLERS: tuple[Handler, ...] = (
    Demolition(),
    Support(),
    Loss(),
    Exchange(),
    Retreat(),
    Displace(),
    Advance(),
)
"""Every kind of decision there is."""

DECISIONS: Mapping[str, Handler] = {handler.kind: handler for handler in HANDLERS}


def kind_name(kind: str) -> str:
    """A kind of decision in words for people."""
    return t(f"decide.{GAME}.{kind}") if kind in DECISIONS else kind.replace("_", " ")


def choices_of(situation: Situation, asked: Decision) -> Sequence[Choice]:
    """The answers to a decision."""
    key = ("choices", asked.kind, repr(asked.args))
    if key not in situation.memo:
        situation.memo[key] = DECISIONS[asked.kind].choices(situation, asked.args)
    found: Sequence[Choice] = situation.memo[key]
    return found


def choice_named(situation: Situation, asked: Decision, answer: str) -> Choice | None:
    """What an answer stands for; None for one that the rules do not allow."""
    listed = next((c for c in choices_of(situation, asked) if c.id == answer), None)
    return listed or DECISIONS[asked.kind].other(situation, asked.args, answer.split())


def refusal(situation: Situation, asked: Decision, answer: str) -> list[Verdict]:
    """What is to be said against an answer; nothing where the rules allow it."""
    if choice_named(situation, asked, answer) is not None:
        return []
    found = list(DECISIONS[asked.kind].refuse(situation, asked.args, answer.split()))
    return found or [say("3.0a", "no_option", asked=kind_name(asked.kind), option=answer)]


def decide(work: Resolution, choice: Choice) -> None:
    """Answer the topmost decision, and settle what follows from it alone."""
    asked = work.state.pending[-1]
    work.answered()
    DECISIONS[asked.kind].answer(work, asked.args, choice)
    settle(work)


def settle(work: Resolution) -> None:
    """Go on with the combat, answering what leaves no choice, until there is one or it is over."""
    proceed(work)
    while work.state.pending:
        asked = work.state.pending[-1]
        found = choices_of(work.situation, asked)
        if len(found) > 1:
            return
        work.answered()
        if found:
            DECISIONS[asked.kind].answer(work, asked.args, found[0])
        proceed(work)
