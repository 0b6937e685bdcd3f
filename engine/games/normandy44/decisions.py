"""The decisions of the game, by kind, and how they are answered and settled.

Nothing but the position (and the combat in hand) says which answers there are. A decision with one
answer is no question: it is settled at once; one without answers has lost its object.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.effects import Decision
from engine.core.verdicts import Verdict
from engine.games.normandy44.choices import Choice, Handler
from engine.games.normandy44.position import Situation
from engine.games.normandy44.resolution import Resolution
from engine.games.normandy44.rules.ch03_sequence import Withdrawal, go_on
from engine.games.normandy44.rules.ch04_weather import Allocation
from engine.games.normandy44.rules.ch06_replacements import BuySupply, Commonwealth
from engine.games.normandy44.rules.ch10_procedure import proceed
from engine.games.normandy44.rules.ch12_determined_defense import Desperate, Stand
from engine.games.normandy44.rules.ch12_results import Loss
from engine.games.normandy44.rules.ch13_retreat import Retreat
from engine.games.normandy44.rules.ch14_advance import Advance
from engine.games.normandy44.rules.ch20_assault import AssaultAdvance
from engine.games.normandy44.vocabulary import GAME, say
from engine.i18n import t

HANDLERS: tuple[Handler, ...] = (
    Allocation(),
    Commonwealth(),
    BuySupply(),
    Loss(),
    Stand(),
    Desperate(),
    Retreat(),
    Advance(),
    AssaultAdvance(),
    Withdrawal(),
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
    return next((c for c in choices_of(situation, asked) if c.id == answer), None)


def refusal(situation: Situation, asked: Decision, answer: str) -> list[Verdict]:
    """What is to be said against an answer; nothing where the rules allow it."""
    if choice_named(situation, asked, answer) is not None:
        return []
    found = list(DECISIONS[asked.kind].refuse(situation, asked.args, answer.split()))
    return found or [say("3.0", "no_option", asked=kind_name(asked.kind), option=answer)]


def decide(work: Resolution, choice: Choice) -> None:
    """Answer the topmost decision, and settle what follows from it alone."""
    asked = work.state.pending[-1]
    work.answered()
    DECISIONS[asked.kind].answer(work, asked.args, choice)
    settle(work)


def settle(work: Resolution) -> None:
    """Go on with the combat, answering what leaves no choice, until there is one or it is over."""
    _proceed(work)
    while work.state.pending:
        asked = work.state.pending[-1]
        found = choices_of(work.situation, asked)
        if len(found) > 1:
            return
        work.answered()
        if found:
            DECISIONS[asked.kind].answer(work, asked.args, found[0])
        _proceed(work)


def _proceed(work: Resolution) -> None:
    while True:
        proceed(work)
        if work.state.pending or work.combat is not None:
            return
        before = len(work.effects)
        go_on(work)
        if len(work.effects) == before:
            return
