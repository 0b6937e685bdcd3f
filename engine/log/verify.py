"""Check of a whole log: replay, digests, and reversal to the beginning.

It includes the claims of the lines besides the game (:mod:`engine.log.claims`) and their signers
(:mod:`engine.log.signers`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from engine.core.effects import invert
from engine.core.errors import UserError
from engine.core.places import Places
from engine.core.reducer import apply
from engine.core.state import State, digest
from engine.i18n import t
from engine.log.annotations import Annotations
from engine.log.claims import Claims
from engine.log.entry import Entry
from engine.log.signers import SignedBy, Signers
from engine.log.tree import Log


@dataclass
class Report:
    """Result of a check; ``problems`` are sentences, empty for a sound log."""

    entries: int
    branches: int
    digests: int
    digest: str
    """Digest of the position at the end of the requested line."""
    problems: list[str] = field(default_factory=list)
    signatures: int = 0
    """Number of good signatures."""
    signed: list[SignedBy] = field(default_factory=list)
    """Signers with good signatures, by name and key."""
    unsigned: int = 0
    """Number of lines without a signature."""
    signers: list[str] = field(default_factory=list)
    """Descriptions of the signers, one sentence each."""
    notices: list[str] = field(default_factory=list)
    """Checks that were impossible here, one sentence each."""


def verify(
    log: Log,
    places: Places,
    annotations: Annotations | None = None,
    progress: Callable[[int], object] = lambda _: None,
    examine: Callable[[State, Entry], object] = lambda _state, _entry: None,
    *,
    tip: int | None = None,
) -> Report:
    """Replay every entry of every branch forwards and backwards, and compare all digests.

    ``progress`` is called with each entry number; ``examine`` sees each entry that fits, with
    the position before it; ``tip`` is the entry whose digest the report gives
    (default: the last one written). Works in O(entries).
    """
    states: dict[int, State] = {0: State()}
    end = len(log) if tip is None else tip
    report = Report(len(log), sum(1 for _ in log.tips()), 0, "")
    claims, signers = Claims(), Signers.of(log.header)
    for entry in log.entries:
        progress(entry.id)
        report.problems += [*claims.check(entry), *signers.check(entry)]
        before = states.get(entry.parent)
        if entry.id == log.children(entry.parent)[-1] and entry.parent != end:
            states.pop(entry.parent, None)  # nothing continues it any more
        if before is None:
            continue  # its parent failed, and was reported
        try:
            after = apply(before, entry.effects, places)
            back = apply(after, invert(entry.effects), places)
        except UserError as error:
            report.problems.append(t("verify.effect", entry=entry.id, why=error))
            continue
        examine(before, entry)
        if back != before:
            report.problems.append(t("verify.back", entry=entry.id))
        if entry.digest is not None:
            report.digests += 1
            if entry.digest != digest(after, places):
                report.problems.append(t("verify.digest", entry=entry.id))
        states[entry.id] = after
    last = states.get(end)
    report.digest = digest(last, places) if last is not None else ""
    report.signatures, report.signed = signers.signatures, signers.signed
    report.unsigned, report.signers = signers.unsigned, signers.summary()
    report.notices = [*signers.notices, *claims.notices, *claims.describe_undone()]
    for number in annotations.entries if annotations else ():
        if not 1 <= number <= len(log):
            report.problems.append(t("verify.annotation", entry=number, last=len(log)))
    return report
