"""The audit: judge every entry of a recorded game by the current rules."""

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
    """A verdict on an entry, as text."""

    entry: int
    sentence: str
    rule: str
    level: Literal["forbid", "warn", "info", "grants"]
    text: str


@dataclass(slots=True)
class Audit:
    """The findings of a game, and the number of entries judged."""

    recorded_with: str
    entries: int = 0
    judged: int = 0
    findings: list[Finding] = field(default_factory=list)

    @property
    def breaches(self) -> list[Finding]:
        """The findings that forbid an entry."""
        return [f for f in self.findings if f.level == "forbid"]


def audit(recording: Recording, ruleset: Ruleset) -> Audit:
    """Judge every entry of a recorded game's current line in the position before it."""
    report = Audit(recording.log.header.recorded_with)
    auditor = ruleset.auditor()
    for number, entry in enumerate(recording.timeline.entries, 1):
        before = recording.state(number - 1)
        verdicts = _judged(ruleset, auditor, before, entry)
        report.entries += 1
        report.judged += verdicts is not None
        if verdicts:
            sentence = recording.step(number).sentence
            report.findings += [
                Finding(entry.id, sentence, v.rule, v.level, text(v)) for v in verdicts
            ]
    return report


def _judged(
    ruleset: Ruleset, auditor: Auditor, before: State, entry: Entry
) -> list[Verdict] | None:
    try:
        return auditor.judge(before, typed_entry(ruleset, entry))
    except NewerAction as newer:
        args = {"why": str(newer)}
        return [Verdict(rule=NO_RULE, level="warn", key="referee.newer", args={**args})]
    except KeyError as error:  # an unknown counter, side, phase or decision
        key, args = "referee.unknown", {"name": str(error.args[0])}
    except UserError as error:  # an unknown place or unit, for example
        key, args = "referee.senseless", {"why": str(error)}
    return [Verdict(rule=NO_RULE, level="forbid", key=key, args={**args})]
