"""The audit: every entry of a recorded game judged by today's rules, in the position before it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from engine.core.errors import UserError
from engine.core.state import State
from engine.core.verdicts import Verdict
from engine.log.entry import Entry
from engine.play.game import Recording
from engine.rules.own_actions import NewerAction, typed_entry
from engine.rules.ports import Auditor, Ruleset
from engine.rules.registry import NO_RULE, text


@dataclass(frozen=True, slots=True)
class Finding:
    """What the rules say against an entry, or think worth telling."""

    entry: int
    sentence: str
    rule: str
    level: Literal["forbid", "warn", "info", "grants"]
    text: str


@dataclass(slots=True)
class Audit:
    """The findings of a game, and how much of it was judged."""

    recorded_with: str
    entries: int = 0
    judged: int = 0
    findings: list[Finding] = field(default_factory=list)

    @property
    def breaches(self) -> list[Finding]:
        """The findings that forbid."""
        return [f for f in self.findings if f.level == "forbid"]


def audit(recording: Recording, ruleset: Ruleset) -> Audit:
    """Judge every entry of a recorded game's line in the position before it."""
    found = Audit(recording.log.header.recorded_with)
    auditor = ruleset.auditor()
    for number, entry in enumerate(recording.timeline.entries, 1):
        before = recording.state(number - 1)
        verdicts = _judged(ruleset, auditor, before, entry)
        found.entries += 1
        found.judged += verdicts is not None
        if verdicts:
            sentence = recording.step(number).sentence
            found.findings += [
                Finding(entry.id, sentence, v.rule, v.level, text(v)) for v in verdicts
            ]
    return found


def _judged(
    ruleset: Ruleset, auditor: Auditor, before: State, entry: Entry
) -> list[Verdict] | None:
    try:
        return auditor.judge(before, typed_entry(ruleset, entry))
    except NewerAction as newer:
        args = {"why": str(newer)}
        return [Verdict(rule=NO_RULE, level="warn", key="referee.newer", args={**args})]
    except KeyError as error:  # a counter, side, phase or decision that the game does not have
        key, args = "referee.unknown", {"name": str(error.args[0])}
    except UserError as error:  # a place or a unit, say
        key, args = "referee.senseless", {"why": str(error)}
    return [Verdict(rule=NO_RULE, level="forbid", key=key, args={**args})]
