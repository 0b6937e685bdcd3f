"""A game: a module, its log and the position; read-only (Recording) or in play (Game)."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Protocol

from engine.core import actions as act
from engine.core.dice import Dice, DiceSource, Rolled
from engine.core.effects import Effect, SetPhase
from engine.core.errors import EffectError, UserError
from engine.core.modes import HouseLevel, Mode, strictness_effects
from engine.core.reducer import apply
from engine.core.resolve import resolve
from engine.core.state import State, digest
from engine.core.verdicts import Verdict
from engine.i18n import language, t
from engine.log.annotations import Annotation, Annotations, beside, load_for
from engine.log.entry import (
    Author,
    CorrectionsName,
    Entry,
    Header,
    Opened,
    RulebookName,
    Sealed,
    Together,
    now,
)
from engine.log.lines import main_tip, tip_named
from engine.log.members import is_order
from engine.log.narrate import details, narrate
from engine.log.private_file import missing
from engine.log.signers import SignatureCheck
from engine.log.store import DIGEST_EVERY, Loaded, LogError, LogFile, load
from engine.log.timeline import Timeline
from engine.log.tree import Log
from engine.log.visit import Step
from engine.modules import whereabouts
from engine.modules.module import Module, builtin, load_module
from engine.modules.setup import setup_effects
from engine.play import bylines
from engine.play.bylines import NOBODY, Byline
from engine.rules.unknown_names import need_known_clock


class Recording:
    """A log to read: its module, positions, descriptions and annotations."""

    numbers: dict[int, int] | None = None
    """Number in this view by entry of the whole line; None if the numbers are equal."""
    is_view: bool = False
    """Whether this is what one side sees of a shared game; only its referee can judge orders."""
    path: Path | None = None
    """The log file; None for views and trials, which show something else than the file."""
    damage: str | None = None
    """The reason why the log was not read to its end, if so; one of the notices."""

    def __init__(
        self,
        log: Log,
        module: Module,
        annotations: Annotations | None = None,
        notices: tuple[str, ...] = (),
        tip: int | None = None,
    ) -> None:
        self.log = log
        self.module = module
        self.annotations = annotations or Annotations(log=log.header.id, language=language())
        shown = main_tip(log, self.annotations) if tip is None else tip
        self.timeline = Timeline(log, module.places, shown)
        self.notices = notices
        """Notices for the user: problems that were repaired or could not be read."""
        self._steps: dict[int, Step] = {}
        self._signatures = SignatureCheck(log)

    @classmethod
    def load(
        cls,
        path: Path,
        annotations: Path | None = None,
        *,
        tip: int | None = None,
        line: str | None = None,
    ) -> Recording:
        """Open a log read-only, with the annotation file of the same name unless another is given.

        ``line`` names the line of play to show (default: the main one); alternatively ``tip`` is
        its last entry. A damaged log opens up to the damage; unreadable annotations beside the log
        are left out. Raises UserError if nothing can be opened, or for an unknown line.
        """
        return cls.of(load(path), path, annotations, tip=tip, line=line)

    @classmethod
    def of(
        cls,
        loaded: Loaded,
        path: Path,
        annotations: Path | None = None,
        *,
        tip: int | None = None,
        line: str | None = None,
    ) -> Recording:
        """Make a recording of a log that was read already."""
        notices = list(loaded.notices)
        if loaded.damage:
            notices.append(loaded.damage)
        module, changed = module_of(loaded.log, path)
        notices += changed
        log, is_view = loaded.log, False
        if log.header.together is not None and log.header.together.hides:
            from engine.play.own_seat import known_log  # only such games need it

            log, is_view = known_log(log, path)
        if annotations:
            read: Annotations | None = load_for(path, loaded.log.header.id, annotations)
        else:
            read, unread = _annotations_beside(loaded.log, path)
            notices += unread
        if line is not None:
            end = tip_named(loaded.log, read or Annotations(log=loaded.log.header.id), line)
            if tip is not None and loaded.log[tip] not in loaded.log.line(end):
                raise UserError(t("log.error.not_on_line", entry=tip, name=line))
            tip = end
        result = cls(log, module, read, tuple(notices), tip)
        result.path, result.is_view, result.damage = path, is_view, loaded.damage
        result.notices += tuple(missing(path, loaded.log.header.id, result.timeline.entries))
        return result

    def __len__(self) -> int:
        return len(self.timeline)

    def follow(self, tip: int) -> None:
        """Show the line that ends with an entry (0: before the first); play continues
        from there.
        """
        if tip:
            self.log[tip]
        self.timeline = Timeline(self.log, self.module.places, tip)
        self._steps.clear()

    def annotate(self, annotations: Annotations) -> None:
        """Replace the annotations; cached descriptions of the entries stay valid."""
        self.annotations = annotations
        notes = annotations.entries
        for number, step in self._steps.items():
            note = notes.get(step.entry.id, Annotation())
            self._steps[number] = replace(step, annotation=note)

    def state(self, step: int) -> State:
        """Return the position after a step; 0 is before the first.

        Raises UserError outside the line, or if the log's effects contradict each other.
        """
        if not 0 <= step <= len(self):
            raise UserError(t("game.error.step", step=step, last=len(self)))
        try:
            return self.timeline.state(step)
        except EffectError as error:
            raise UserError(t("game.error.effect", why=error)) from error

    def written_by(self, entry: Entry) -> list[str]:
        """Describe the author of an entry, and the signature problems found by ``verify``; often
        nothing.
        """
        return bylines.proof_of_author(entry, self._signatures.of(entry))

    def step(self, number: int) -> Step:
        """Return the facts about a step, 1 for the first. Raises UserError outside the line."""
        if number not in self._steps:
            if not 1 <= number <= len(self):
                raise UserError(t("game.error.step", step=number, last=len(self)))
            timeline, module = self.timeline, self.module
            entry = timeline.entries[number - 1]
            self._steps[number] = Step(
                number,
                entry,
                narrate(entry, self.state(number - 1), module),
                lambda: details(entry, timeline.state(number - 1), module),
                self.annotations.entries.get(entry.id, Annotation()),
                self.module.shown(entry.dice),
            )
        return self._steps[number]


class OrderSent(UserError):  # noqa: N818 (an answer, not a fault)
    """Notice: an order was sent to a referee; its entry, or the refusal, comes later."""


class DiceLater(UserError):  # noqa: N818 (an answer, not a fault)
    """Raised by dice whose values come later.

    ``ask`` requests them for an order of a side, and returns a notice.
    """

    def __init__(self, ask: Callable[[act.Action, str], OrderSent]) -> None:
        super().__init__(t("together.error.by_order"))
        self.ask = ask


class LaterDice:
    """Dice that the players throw together; ``ask`` requests them for an order of a side."""

    def __init__(self, ask: Callable[[act.Action, str], OrderSent]) -> None:
        self._ask = ask

    def throw(self, sides: int, count: int, reason: str) -> Dice:
        """Raise DiceLater."""
        raise DiceLater(self._ask)


class Keeper(Protocol):
    """Port for the store of a log in play: a file, or memory for a what-if."""

    @property
    def log(self) -> Log:
        """Return all entries, including the one appended last."""

    def append(self, entry: Entry) -> None:
        """Store an entry; it is safe when the method returns."""

    def extend(self, entries: Iterable[Entry]) -> None:
        """Store several entries, all or none."""

    def close(self) -> None:
        """Release the log."""


class Game(Recording):
    """A log in play; :meth:`play` and :meth:`record` change the game."""

    def __init__(
        self,
        file: Keeper,
        module: Module,
        dice: DiceSource | None = None,
        notices: tuple[str, ...] = (),
        annotations: Annotations | None = None,
        tip: int | None = None,
    ) -> None:
        super().__init__(file.log, module, annotations, notices, tip)
        self.file = file
        self.path = file.path if isinstance(file, LogFile) else None
        self.dice: DiceSource = dice or Rolled()
        self.author: Author | None = None
        """The author of new entries, if known."""

    @classmethod
    def new(
        cls,
        path: Path,
        module_name: str,
        scenario_id: str,
        *,
        title: str = "",
        log_id: str | None = None,
        at: str | None = None,
        dice: DiceSource | None = None,
        mode: Mode = "off",
        house: Mapping[str, HouseLevel] | None = None,
        options: Mapping[str, int] | None = None,
        rulebook: RulebookName | None = None,
        synced: bool = True,
        byline: Byline = NOBODY,
        together: Together | None = None,
        players: Mapping[str, str] | None = None,
    ) -> Game:
        """Start a game: a new log file with the scenario's set-up as its first entry.

        The set-up also holds the initial mode of play, house rules (by rule number) and optional
        rules (by name). ``rulebook`` names the available rules, ``byline`` the author, ``players``
        the player of each side, ``together`` the keys of a shared game. A module file with the id
        of a built-in game and other data gets a notice. ``log_id`` and ``at`` are for scripts that
        need reproducible files.
        """
        from engine.modules.corrections_kept import module_in_force

        module, corrections = module_in_force(module_name)
        scenario = module.scenario(scenario_id)
        header = Header(
            id=log_id or uuid.uuid4().hex,
            game=module.meta.id,
            module=whereabouts.name_in_log(module_name),
            module_hash=module.hash,
            rulebook=rulebook,
            corrections=CorrectionsName(hash=corrections.hash) if corrections.corrections else None,
            scenario=scenario_id,
            title=title
            or t("game.title", game=module.title, scenario=module.scenario_title(scenario.id)),
            created=at or now(),
            options=dict(options or {}),
            enforcement=mode,
            together=together,
            players=dict(players or {}),
        )
        setup = setup_effects(module, scenario)
        if mode != "off" or house or options:
            setup += strictness_effects(State(), mode, house, options)
        first = first_entry(
            module, scenario_id, setup, by=scenario.first.active, at=at, author=byline.author
        )
        file = LogFile.create(path, header, (first,), byline.signer)
        file.synced = synced
        notices = _posing(module, header.module)
        if not whereabouts.is_findable(module_name, header, path):
            notices = (*notices, t("game.notice.keep_module", module=header.module))
        game = cls(file, module, dice, notices)
        game.author = byline.author
        return game

    @classmethod
    def open(
        cls,
        path: Path,
        dice: DiceSource | None = None,
        *,
        byline: Byline = NOBODY,
        module: Module | None = None,
    ) -> Game:
        """Open a log to continue it at the end of its main line; ``byline`` is its author.

        ``module`` is the log's module if a recording of the log has loaded it already. The numbers
        of places on a VASSAL map belong to one loaded module, so a board that is shown stays valid
        only if the game uses the same module.
        """
        file = LogFile.open(path)
        try:
            if file.log.header.together is not None:
                raise LogError(t("together.error.shared", path=path))
            changed: tuple[str, ...] = ()
            if module is None:
                module, changed = module_of(file.log, path)
            read, unread = _annotations_beside(file.log, path)
            game = cls(file, module, dice, (*file.loaded.notices, *changed, *unread), read)
        except UserError:
            file.close()
            raise
        game.notices += tuple(missing(path, file.log.header.id, game.timeline.entries))
        game.write_as(byline)
        return game

    def write_as(self, byline: Byline) -> None:
        """Record entries under this author from now on, signed if it has a key."""
        self.author = byline.author
        if isinstance(self.file, LogFile):
            self.file.signer = byline.signer

    @contextmanager
    def written_as(self, byline: Byline) -> Iterator[None]:
        """Record entries under another author for a while."""
        author, file = self.author, self.file
        signer = file.signer if isinstance(file, LogFile) else None
        self.write_as(byline)
        try:
            yield
        finally:
            self.author = author
            if isinstance(file, LogFile):
                file.signer = signer

    @property
    def head(self) -> int:
        """Return the current entry, 0 before the first."""
        return self.timeline.entries[-1].id if self.timeline.entries else 0

    @property
    def now(self) -> State:
        """Return the current position."""
        return self.state(len(self))

    def play(self, action: act.Action, *, by: str | None = None, at: str | None = None) -> Entry:
        """Resolve an action with the rules off, and record it.

        Raises UserError, with nothing recorded, if the action is impossible here or cannot be
        written.
        """
        if self.is_view and is_order(action):
            return self.record(action, (), by=by, at=at)
        try:
            effects, dice = self.resolve(action)
        except DiceLater as later:
            raise later.ask(action, by or self.now.clock.active) from None
        return self.record(action, effects, dice, by=by, at=at)

    def resolve(self, action: act.Action) -> tuple[tuple[Effect, ...], tuple[Dice, ...]]:
        """Return an action's effects and dice with the rules off.

        Includes the commands that a VASSAL module runs after a move. Raises UserError for an
        impossible action.
        """
        effects, dice = resolve(action, self.now, self.module.places, self.dice)
        if isinstance(action, act.MoveUnits) and self.module.drawing is not None:
            from engine.vassal.module_commands import after_move  # only games from VASSAL need it

            more = after_move(self.module.drawing, self.now, self.module.places, self.dice, effects)
            if more is not None:
                effects, dice = effects + more.effects, dice + more.dice
        return effects, dice

    def record(
        self,
        action: act.Action,
        effects: tuple[Effect, ...],
        dice: tuple[Dice, ...] = (),
        *,
        by: str | None = None,
        at: str | None = None,
        verdicts: tuple[Verdict, ...] = (),
        rules: str = "",
        sealed: tuple[Sealed, ...] = (),
        opened: tuple[Opened, ...] = (),
    ) -> Entry:
        """Record an action with known effects and dice (and verdicts).

        ``rules`` is the version of the rules that judged the action. The log stores the hashes of
        ``sealed`` values, and values and salts of ``opened`` ones. Raises UserError before the
        set-up of a game that has one.
        """
        if self.log.entries and not self.head:
            raise UserError(t("game.error.before_setup"))
        for effect in effects:
            if isinstance(effect, SetPhase):
                need_known_clock(effect.after, self.module)
        before, header = self.now, self.log.header
        after = apply(before, effects, self.module.places)
        number = len(self.log) + 1
        entry = Entry(
            id=number,
            parent=self.head,
            at=at or now(),
            by=by if by is not None else before.clock.active,
            action=action,
            dice=dice,
            verdicts=tuple(v.unscoped() for v in verdicts) if header.is_first else verdicts,
            effects=effects,
            author=None if header.is_first else self.author,
            rules="" if header.is_first or rules == header.recorded_with else rules,
            sealed=sealed,
            opened=opened,
            digest=digest(after, self.module.places) if number % DIGEST_EVERY == 0 else None,
        )
        self.file.append(entry)
        recorded = self.log[number]  # with its signature, if it was given one
        self.timeline.extend(recorded, after)
        return recorded

    def close(self) -> None:
        """Close the log file."""
        self.file.close()

    def __enter__(self) -> Game:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def first_entry(
    module: Module,
    scenario: str,
    effects: tuple[Effect, ...],
    *,
    by: str | None = None,
    at: str | None = None,
    author: Author | None = None,
) -> Entry:
    """Return the set-up entry of a game, with which its log is created.

    Raises EffectError if the effects do not fit an empty board.
    """
    empty = State()
    apply(empty, effects, module.places)
    return Entry(
        id=1,
        parent=0,
        at=at or now(),
        by=by if by is not None else empty.clock.active,
        action=act.Setup(scenario=scenario),
        effects=effects,
        author=author,
    )


def module_of(log: Log, path: Path) -> tuple[Module, tuple[str, ...]]:
    """Return the module of a log, and a notice if its data has changed since the recording.

    A module is searched for beside the log first, so that both can be moved together. A game that
    began with its owner's corrections is read with them, even if others are current now.
    """
    where = whereabouts.find(log.header, path)
    try:
        module = load_module(where)
    except UserError:
        if where != log.header.module or str(where).startswith(("\\\\", "//")):
            raise
        name = Path(log.header.module).name
        raise UserError(t("game.error.no_module", module=name, path=path)) from None
    if log.header.corrections is not None and isinstance(where, str):
        try:
            from engine.modules.corrections_kept import module_with

            module = module_with(module.meta.id, log.header.corrections.hash)
        except UserError as error:
            return module, (str(error),)
    notices = (*_posing(module, log.header.module), *_odd_fields(log.header, module))
    if module.hash == log.header.module_hash:
        return module, notices
    return module, (
        *notices,
        t("game.notice.module_changed", module=module.title),
    )


def _posing(module: Module, name: str) -> tuple[str, ...]:
    """Report a module file that has the id of a built-in game but other data."""
    own = module.meta.id
    if name == own or own not in builtin() or load_module(own).hash == module.hash:
        return ()
    return (t("game.notice.not_ours", module=module.title, id=own),)


def _odd_fields(header: Header, module: Module) -> Iterator[str]:
    """Yield a sentence for a scenario that the game lacks, and for a date that is none."""
    if module.drawing is None and header.scenario not in module.meta.scenarios:
        known = ", ".join(module.meta.scenarios)
        yield t("game.notice.scenario", scenario=header.scenario, known=known)
    try:
        datetime.fromisoformat(header.created)
    except ValueError:
        yield t("game.notice.created", created=header.created)


def _annotations_beside(log: Log, path: Path) -> tuple[Annotations | None, tuple[str, ...]]:
    """Return the annotations beside a log; if they cannot be read, one sentence with the reason."""
    notes = beside(path)
    try:
        return (load_for(path, log.header.id, notes) if notes else None), ()
    except UserError as error:
        return None, (str(error),)
