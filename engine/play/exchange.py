"""Play by exchanged files: export the new part of a log, import the other side's turn.

A turn file (``.h44turn``, docs/log-format.md) holds a preface, the log's header line and the sealed
lines that are new since the last exchange. It continues exactly one log at exactly one entry;
anything else is refused. Imported data may come from a stranger: every entry is applied and judged
before the first is written, and either all are written or none.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from engine.core import actions as act
from engine.core.effects import invert
from engine.core.errors import EffectError, UserError
from engine.core.modes import mode_of
from engine.core.reducer import apply
from engine.core.state import State, digest
from engine.files import TURN, read_limited, write_atomic
from engine.i18n import t
from engine.log.annotations import SUFFIX as NOTES_SUFFIX
from engine.log.annotations import Annotations, beside, load_for
from engine.log.chain import START, ChainError, read_line, seal, unseal
from engine.log.claims import Claims
from engine.log.entry import Entry, Header, Signature, now
from engine.log.narrate import narrate
from engine.log.signers import Signers, signature_problems, some
from engine.log.store import BOM, MAX_LINE, Loaded, LogFile, load
from engine.log.tree import Log
from engine.modules.corrections import Corrections
from engine.modules.corrections_kept import take_in, to_send
from engine.play.bylines import NOBODY, Byline
from engine.play.game import Recording, module_of
from engine.play.referee import available_rules
from engine.play.scrutiny import Fault, Scrutiny, Stretch

MAX_TURN = 256 * 1024 * 1024
"""Largest turn file that is read, in bytes."""

NAMED = 3
"""Maximum number of faults named in a refusal; the others are only counted."""


class Preface(BaseModel):
    """The first line of a turn file."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    format: Literal["h44turn/1", "h44turn/2"] = "h44turn/1"
    """Format of the file. The second format has the last entry and may include corrections; the
    first remains for logs of the first format.
    """
    log: str
    after: int = Field(ge=0)
    """The entry the new ones follow in the file; 0 for the first turn file of a game."""
    link: str
    """The link of that entry (of the header for 0)."""
    last: int | None = Field(default=None, ge=1)
    """The last entry in the file, which shows whether the file is complete."""
    corrections: Corrections | None = None
    """The owner's corrections with which the game began."""

    @model_validator(mode="after")
    def _is_of_its_format(self) -> Self:
        if self.format == "h44turn/1" and (self.corrections or self.last) is not None:
            raise ValueError("h44turn/1 has neither corrections nor the last entry")
        return self


@dataclass(frozen=True)
class Exported:
    """Result of an export: the file, the first and last entry in it."""

    path: Path
    first: int
    last: int
    notices: tuple[str, ...] = ()
    """Signature problems of the log."""


@dataclass(frozen=True)
class Imported:
    """Result of an import: the first and last new entry; none if ``last < first``."""

    path: Path
    first: int
    last: int
    branches: tuple[tuple[int, int], ...] = ()
    """New entries that do not continue the entry before them, each with the entry that it
    continues.
    """
    stretches: tuple[Stretch, ...] = ()
    """Entries played less strictly than earlier ones of the game."""
    faults: tuple[Fault, ...] = ()
    """Remarks on the new entries; impossible entries among them were accepted."""
    notices: tuple[str, ...] = ()
    has_dice: bool = False
    """Whether it contains dice that the sender's machine claims to have thrown."""

    def sentences(self) -> list[str]:
        """Return notices for the receiver, one sentence each."""
        begun = [t("turn.branch", entry=e, parent=parent) for e, parent in self.branches]
        return [
            *_few(self.notices, "turn.more_notices"),
            *_few(begun, "turn.more_branches"),
            *_few(self.stretches, "turn.more_stretches"),
            *_few(self.faults, "turn.more_faults"),
        ]


def _few(sentences: Sequence[object], more: str) -> list[str]:
    """Return the first of some sentences; ``more`` is the message with the number of the others."""
    rest = len(sentences) - NAMED
    return [*map(str, sentences[:NAMED]), *([t(more, more=rest)] if rest > 0 else [])]


class Refused(UserError):  # noqa: N818 (a refusal is an answer)
    """Error: the rules refuse entries of the turn, or do not explain their effects.

    The receiver may accept them nevertheless.
    """

    def __init__(self, turn: Path, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        why = " ".join(map(str, faults[:NAMED]))
        more = len(faults) - NAMED
        key = "turn.error.refused.more" if more > 0 else "turn.error.refused"
        super().__init__(t(key, turn=turn, why=why, more=more))


class Parted(UserError):  # noqa: N818 (an answer, not a fault)
    """Error: both sides have continued from the same entry."""

    def __init__(self, turn: Path, path: Path, entry: int, *, can_merge: bool) -> None:
        self.can_merge = can_merge
        key = "turn.error.parted" if can_merge else "turn.error.parted.before"
        super().__init__(t(key, turn=turn, path=path, entry=entry, shared=entry - 1))


@dataclass(frozen=True)
class _Turn:
    """A validated turn file."""

    path: Path
    preface: Preface
    header: Header
    header_link: str
    entries: list[Entry]
    links: list[str]

    @property
    def last(self) -> int:
        """Return the last entry of the turn."""
        return self.preface.after + len(self.entries)


# -- out ------------------------------------------------------------------------------------------


def export_turn(log: Path, target: Path | None = None, *, everything: bool = False) -> Exported:
    """Write the new part of a log since the last exchange to a turn file, by default beside it.

    Raises UserError if the log is damaged or nothing is new.
    """
    loaded = load(log)
    if loaded.damage:
        raise UserError(loaded.damage)
    after = 0 if everything else min(_exchanged(log), len(loaded.log))
    if after == len(loaded.log):
        raise UserError(t("turn.error.nothing", path=log, entry=after))
    head, *lines = _lines(loaded)
    header = loaded.log.header
    along = to_send(header.game, header.corrections.hash if header.corrections else None)
    is_first = header.is_first and along is None
    preface = Preface(
        format="h44turn/1" if is_first else "h44turn/2",
        log=header.id,
        after=after,
        link=_links([head, *lines])[after],
        last=None if is_first else len(loaded.log),
        corrections=along,
    )
    first = preface.model_dump_json(exclude_none=True).encode() + b"\n"
    target = target or log.with_suffix(TURN)
    write_atomic(target, b"".join([first, head, *lines[after:]]))
    _remember(log, len(loaded.log))
    wrong = some(signature_problems(loaded.log))
    return Exported(target, after + 1, len(loaded.log), tuple(wrong))


# -- in -------------------------------------------------------------------------------------------


def import_turn(
    turn: Path, log: Path, *, accept: bool = False, byline: Byline = NOBODY
) -> Imported:
    """Continue a log with a turn file; the first turn file of a game starts the log.

    Raises UserError, with the log unchanged, if the file does not continue this log or its entries
    do not fit the position. Raises Refused if the rules do not explain the entries. With ``accept``
    they are taken nevertheless, and the acceptance is recorded with ``byline`` as its author.
    """
    coming = _read(turn)
    if not log.exists():
        if coming.preface.after:
            raise UserError(t("turn.error.no_log", path=log, turn=turn, after=coming.preface.after))
        brought, extra = _judged(Log(coming.header), coming.entries, coming, log, accept)
        extra = _written_by(byline, coming.header, extra)
        _begin(log, coming.header, [*coming.entries, *extra], byline)
        _remember(log, coming.last)
        return brought
    loaded = load(log)
    if loaded.damage:
        raise UserError(loaded.damage)
    own = _links(_lines(loaded))
    known = len(own) - 1
    _continues(coming, log, own)
    new = coming.entries[known - coming.preface.after :]
    brought, extra = _judged(loaded.log, new, coming, log, accept)
    if new:
        with LogFile.open(log) as file:
            if file.loaded.link != loaded.link:
                raise UserError(t("turn.error.meanwhile", path=log))
            file.signer = byline.signer
            file.extend([*new, *_written_by(byline, loaded.log.header, extra)])
    _remember(log, max(coming.last, _exchanged(log)))
    return brought


def merge_turn(
    turn: Path, log: Path, target: Path, *, accept: bool = False, byline: Byline = NOBODY
) -> Imported:
    """Merge two continuations of the same entry: write a new log with the other side's entries
    first.

    The user's own entries follow as a branch, with their annotations; play continues at the end of
    the other side's entries. The log itself is unchanged. Raises UserError as :func:`import_turn`
    does.
    """
    coming, loaded = _read(turn), load(log)
    if loaded.damage:
        raise UserError(loaded.damage)
    noted = target.with_suffix(NOTES_SUFFIX)
    if os.path.lexists(noted):  # somebody's, of another game
        raise UserError(t("log.error.exists", path=noted))
    own = _links(_lines(loaded))
    try:
        _continues(coming, log, own)
    except Parted as parted:
        if not parted.can_merge:
            raise
    else:
        raise UserError(t("turn.error.not_parted", turn=turn, path=log))
    after, entries = coming.preface.after, loaded.log.entries
    theirs = coming.links
    shared = after
    while shared < len(entries) and own[shared + 1] == theirs[shared - after]:
        shared += 1
    new = coming.entries[shared - after :]
    brought, extra = _judged(Log(loaded.log.header, entries[:shared]), new, coming, target, accept)
    moved = {0: 0, **{n: n if n <= shared else n + len(new) for n in range(1, len(entries) + 1)}}
    mine = byline.signer.key if byline.signer is not None else None
    ours = [e.moved(moved[e.id], moved[e.parent], signs=mine) for e in entries[shared:]]
    last = ours[-1].id
    joined = Entry(
        id=last + 1,
        parent=coming.last,
        at=now(),
        by=ours[-1].by,
        action=act.Note(text=t("turn.merged", first=ours[0].id, last=last)),
    )
    taken = [e.moved(e.id + len(ours) + 1, last + 1) for e in extra]
    header = loaded.log.header
    added = _written_by(byline, header, [joined, *taken])
    _begin(target, header, [*entries[:shared], *new, *ours, *added], byline)
    _remember(target, coming.last)
    _take_notes_along(log, target, loaded.log, moved)
    return brought


def _take_notes_along(log: Path, target: Path, old: Log, moved: dict[int, int]) -> None:
    """Write the annotations of a log for another log with different entry numbers."""
    notes = beside(log)
    if notes is None:
        return
    annotations: Annotations = load_for(log, old.header.id, notes)
    annotations.model_copy(
        update={
            "entries": {moved[n]: note for n, note in annotations.entries.items() if n in moved},
            "branches": {
                moved[n]: branch for n, branch in annotations.branches.items() if n in moved
            },
        }
    ).save(target.with_suffix(NOTES_SUFFIX))


def _begin(log: Path, header: Header, entries: Iterable[Entry], byline: Byline) -> None:
    """Write a new log, completely or not at all."""
    LogFile.create(log, header, entries, byline.signer).close()


def _written_by(byline: Byline, header: Header, entries: Iterable[Entry]) -> list[Entry]:
    """Return entries made on this machine with their author, if the log's format has one."""
    author = None if header.is_first else byline.author
    return [entry.model_copy(update={"author": author}) for entry in entries]


def _continues(coming: _Turn, path: Path, own: list[str]) -> None:
    """Raise UserError unless a turn continues a log with these links, or is part of it."""
    if coming.header_link != own[0]:
        raise UserError(t("turn.error.other_game", turn=coming.path, path=path))
    known, after = len(own) - 1, coming.preface.after
    if known < after:
        raise UserError(
            t("turn.error.gap", turn=coming.path, path=path, first=known + 1, last=after)
        )
    # What both have must be the same; then whoever has more is ahead.
    for number, link in enumerate([coming.preface.link, *coming.links], after):
        if number <= known and own[number] != link:
            can_merge = number > after
            raise Parted(coming.path, path, max(number, 1), can_merge=can_merge)


def _judged(
    log: Log, new: list[Entry], coming: _Turn, path: Path, accept: bool
) -> tuple[Imported, list[Entry]]:
    """Apply and judge every new entry of a turn before any is written.

    Also returns the entry that records an acceptance, if one was needed. Raises UserError.
    """
    whole = Log(log.header, log.entries)
    named = log.header.corrections
    came = take_in(log.header.game, named.hash if named else None, coming.preface.corrections)
    module, notices = module_of(whole, path)
    recording = Recording(whole, module)
    scrutiny = Scrutiny(recording)
    claims, signers = Claims(), Signers.of(log.header)
    states: dict[int, State] = {0: State()}
    wanted = Counter(entry.parent for entry in (*log.entries, *new))
    for entry in log.entries:
        claims.check(entry)
        signers.check(entry)
        before = _take_state(states, wanted, entry)
        states[entry.id] = apply(before, entry.effects, module.places)
        scrutiny.follow(before, entry)
    scrutiny.stretches.clear()
    branches, agreed = [], []
    at, after = len(log), states.get(len(log), State())
    for entry in new:
        try:
            whole.add(entry)
            if entry.parent != at:
                branches.append((entry.id, entry.parent))
            before = _take_state(states, wanted, entry)
            after = states[entry.id] = _applied(recording, before, entry)
            for wrong in claims.check(entry):
                raise UserError(wrong)
        except UserError as error:
            raise UserError(
                t("turn.error.entry", turn=coming.path, entry=entry.id, why=error)
            ) from None
        scrutiny.check(before, entry)
        for wrong in signers.check(entry):
            scrutiny.object_to(before, entry, wrong)
        if isinstance(entry.action, act.SetRules):
            sentence = narrate(entry, before, module)
            who = module.side_name(entry.by)
            agreed.append(t("turn.rules", entry=entry.id, by=who, sentence=sentence))
        at = entry.id
    if new and not log.entries and available_rules(recording) is not None:
        opened = apply(State(), new[0].effects, module.places)
        agreed += [t("turn.begun_off")] if mode_of(opened) == "off" else []
    first = len(log) + 1
    if scrutiny.breaches and not accept:
        odd = {fault.entry for fault in scrutiny.breaches}
        # With them what was changed by hand, so that one reads what it would cost.
        raise Refused(coming.path, [fault for fault in scrutiny.faults if fault.entry in odd])
    brought = Imported(
        path,
        first,
        first + len(new) - 1,
        tuple(branches),
        tuple(scrutiny.stretches),
        tuple(scrutiny.faults),
        (
            *((came,) if came else ()),
            *notices,
            *agreed,
            *signers.notices,
            *claims.notices,
            *claims.describe_undone(first),
        ),
        any(dice.source == "rolled" for entry in new for dice in entry.dice),
    )
    by = _receiver(recording, new, after.clock.active)
    return brought, [_acceptance(scrutiny, at, by)] if scrutiny.breaches else []


def _receiver(recording: Recording, new: Sequence[Entry], otherwise: str) -> str:
    """Return the only side without new orders; if there is no such side, ``otherwise``."""
    played = {entry.by for entry in new if not isinstance(entry.action, act.Setup | act.Note)}
    others = [side.id for side in recording.module.meta.sides if side.id not in played]
    return others[0] if len(others) == 1 else otherwise


def _take_state(states: dict[int, State], wanted: Counter[int], entry: Entry) -> State:
    """Return the position before an entry; drop it from ``states`` when no other entry needs it."""
    parent = entry.parent
    wanted[parent] -= 1
    return states[parent] if wanted[parent] else states.pop(parent)


def _applied(recording: Recording, before: State, entry: Entry) -> State:
    """Return the position after an entry; its inversion and its digest must match."""
    places = recording.module.places
    try:
        after = apply(before, entry.effects, places)
        back = apply(after, invert(entry.effects), places)
    except EffectError as error:
        raise UserError(t("game.error.effect", why=error)) from None
    if back != before:
        raise UserError(t("verify.back", entry=entry.id))
    if entry.digest is not None and entry.digest != digest(after, places):
        raise UserError(t("verify.digest", entry=entry.id))
    return after


def _acceptance(scrutiny: Scrutiny, last: int, by: str) -> Entry:
    """Return the receiver's entry that accepts deviations from rules or signatures."""
    entries = ", ".join(str(n) for n in dict.fromkeys(f.entry for f in scrutiny.breaches))
    why = " ".join(map(str, scrutiny.breaches[:NAMED]))
    text = t("turn.accepted", entries=entries, why=why)
    note = act.Note(text=text[: act.MAX_TEXT])
    return Entry(id=last + 1, parent=last, at=now(), by=by, action=note)


def _read(turn: Path) -> _Turn:
    """Read a whole turn file: its preface, the log's header, the entries with their links."""
    lines = read_limited(turn, MAX_TURN).removeprefix(BOM).splitlines(keepends=True)
    try:
        preface = Preface.model_validate_json(lines[0] if lines else b"")
    except ValidationError:
        raise UserError(t("turn.error.foreign", turn=turn)) from None
    if len(lines) < 2 or not lines[-1].endswith(b"\n"):
        raise UserError(t("turn.error.torn", turn=turn))
    try:
        record, header_link = unseal(lines[1], START)
        header = Header.model_validate_json(record)
        sealed = list(_entries(lines[2:], preface))
    except (ChainError, ValidationError):
        raise UserError(t("turn.error.damaged", turn=turn)) from None
    if not sealed or preface.last not in (None, preface.after + len(sealed)):
        raise UserError(t("turn.error.torn", turn=turn))
    starts = (preface.log, preface.link) == (header.id, header_link) or preface.after
    if preface.log != header.id or not starts:
        raise UserError(t("turn.error.preface", turn=turn))
    if seal(header.to_json(), START)[1] != header_link:
        raise UserError(t("turn.error.damaged", turn=turn))
    entries, links = [entry for entry, _ in sealed], [link for _, link in sealed]
    return _Turn(turn, preface, header, header_link, entries, links)


def _entries(lines: list[bytes], preface: Preface) -> Iterator[tuple[Entry, str]]:
    """Yield the entries and their links; each must continue the one before it."""
    link = preface.link
    for number, line in enumerate(lines, preface.after + 1):
        if len(line) > MAX_LINE:
            raise ChainError("a line is too long")
        record, following, signed = read_line(line, link)
        entry = Entry.from_json(record, Signature(following, signed) if signed else None)
        if entry.id != number:
            raise ChainError("an entry is missing")
        if seal(entry.to_json(), link)[1] != following:
            raise ChainError("it is not written as a log is written")
        link = following
        yield entry, link


def _lines(loaded: Loaded) -> list[bytes]:
    """Return the lines of the header and the entries, each whole with its newline."""
    lines = loaded.path.read_bytes()[: loaded.size].splitlines(keepends=True)
    return [line if line.endswith(b"\n") else line + b"\n" for line in lines]


def _links(lines: list[bytes]) -> list[str]:
    """Return the links of the header and of each entry, by entry id."""
    links = []
    link = START
    for line in lines:
        _, link = unseal(line, link)
        links.append(link)
    return links


# -- what was exchanged last, kept beside the log
# ---------------------------------------------------


def _memory(log: Path) -> Path:
    return log.with_name(f".{log.name}.exchange")


_MEMORY_MOST = 4096


def _exchanged(log: Path) -> int:
    try:
        data = json.loads(read_limited(_memory(log), _MEMORY_MOST))
    except (UserError, ValueError, RecursionError):
        return 0  # nothing remembered: the whole game is new
    entry = data.get("exchanged") if isinstance(data, dict) else None
    return entry if isinstance(entry, int) and entry >= 0 else 0


def _remember(log: Path, entry: int) -> None:
    """Record the last exchanged entry; without the record the next turn file is only longer than
    needed.

    Write errors are ignored, because the exchange itself is complete.
    """
    with suppress(UserError):
        data = json.dumps({"exchanged": entry}).encode() + b"\n"
        write_atomic(_memory(log), data, through=False)
