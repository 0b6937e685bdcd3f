"""The session: the one game that is open, and the step it is shown at.

The only thing windows and panels talk to, and the only place that changes a game; none of them
reads a log or keeps a position of its own.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QObject, Signal

from engine.core.actions import Action, Note, SetRules
from engine.core.dice import Dice
from engine.core.effects import Decision, Effect
from engine.core.errors import UserError
from engine.core.modes import HouseLevel, Mode, house_rules, mode_of
from engine.core.state import State
from engine.core.verdicts import Verdict
from engine.games import DEFAULT
from engine.i18n import t
from engine.log.annotations import SUFFIX as NOTES_SUFFIX
from engine.log.annotations import Annotations, Branch, load_for
from engine.log.entry import Entry
from engine.log.lines import Line, line_at, lines_of, main_line
from engine.log.lock import LockedError
from engine.log.store import LogError, ReplacedError
from engine.log.timeline import Timeline
from engine.log.visit import Step
from engine.modules.module import Module, load_module
from engine.play import referee
from engine.play.bylines import Byline, at_hand
from engine.play.game import Game, Recording
from engine.play.trial import Trial, keep, renumbered
from engine.report.references import References
from engine.rules.house import refuses
from engine.rules.judge import Forbidden
from engine.rules.ports import Position, Ruleset
from engine.rules.registry import NO_RULE
from engine.rules.sequence import Sequence as Phases
from holland44_qt.models.landmarks import Landmarks
from holland44_qt.render import need_map

Stance = Literal["review", "trial", "play"]
BEGINNINGS = frozenset({"setup", "set_rules"})
"""Actions before anybody has played: the set-up, and how strictly the game is played."""
EMPTY_BOARD = DEFAULT
"""The module whose board lies on the table while no game is open."""


class Session(QObject):
    """A recording and a place in it, and what may be done there: the stance.

    In ``review`` nothing can be recorded. In ``trial`` what is done lives in memory until it is
    kept. In ``play`` it is written: at the end of the line, or at the step that play was taken up
    or taken back to; anywhere else a game in play is reviewed.

    ``opened`` comes when another game is open, ``line_changed`` when another line of play is shown,
    ``recorded`` with an entry that was added at the end of the line, ``annotated`` when something
    else is said about the entries, ``stepped`` with the number of the step that is now shown,
    ``stance_changed`` when something else may be done, ``reviewing`` when somebody tried to act in
    review, ``refused`` with all verdicts on an order that the rules forbid, ``failed`` and
    ``noticed`` with one sentence for the user.
    """

    opened = Signal()
    line_changed = Signal()
    recorded = Signal(object)
    annotated = Signal()
    stepped = Signal(int)
    stance_changed = Signal()
    reviewing = Signal()
    refused = Signal(object)
    failed = Signal(str)
    noticed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.recording: Recording | None = None
        self.path: Path | None = None
        self.module: Module = _empty_board()
        self.landmarks = Landmarks()
        self.step = 0
        self.state = State()
        self._real: Recording | None = None
        self._trial: Trial | None = None
        self._at: int | None = None
        self._left = (0, 0)
        self._begun: str | None = None
        self.tried: Action | None = None
        """The action that was tried last: what a refusal is about."""
        self._lead = True
        self._stance: Stance = "review"
        self._named: tuple[Timeline, References] | None = None
        self.beside: tuple[Annotations, ...] = ()
        """What other annotation files say, which are shown beside the one written in."""
        self.notes_path: Path | None = None
        """The annotation file that is written in; None for the log's own."""

    @property
    def length(self) -> int:
        """The number of the last step; 0 while no game is open."""
        return self.landmarks.length

    @property
    def current(self) -> Step | None:
        """What is known of the entry that led to the step shown; None before the first."""
        return self.recording.step(self.step) if self.recording and self.step else None

    @property
    def stance(self) -> Stance:
        """What may be done at the step shown."""
        if self.recording is not None and self.recording is self._trial:
            return "trial"
        here = self._at is not None and self.step in (self._at, self.length)
        return "play" if here and isinstance(self._real, Game) else "review"

    @property
    def game(self) -> Game | None:
        """What takes the entries that are recorded now, on the disk or in memory; None in review.

        Nor can anything be recorded before the set-up.
        """
        recording = self.recording
        if not isinstance(recording, Game) or self.stance == "review":
            return None
        return None if recording.log.entries and not self.step else recording

    @property
    def can_play(self) -> bool:
        """Can something be recorded?"""
        return self.game is not None

    @property
    def in_play(self) -> bool:
        """Is a game being played, though a past step may be shown?"""
        return self._at is not None and isinstance(self._real, Game)

    @property
    def untold(self) -> Sequence[Entry]:
        """What was tried in this window and is not kept."""
        return self._trial.tried if self._trial is not None else ()

    @property
    def lines(self) -> Recording | None:
        """All lines of play: those of the log, and those that were tried over it."""
        return self._whole_trial() or self.recording

    @property
    def references(self) -> References | None:
        """What finds the entries, hexes, places and units that texts about the line speak of."""
        recording = self.recording
        if recording is None:
            return None
        if self._named is None or self._named[0] is not recording.timeline:
            self._named = recording.timeline, References(recording)
        return self._named[1]

    # -- the rules --------------------------------------------------------------------------------

    @property
    def rules(self) -> Ruleset | None:
        """The rules of the game shown; None where there are none, or they cannot be loaded."""
        return None if self.recording is None else referee.ruling_at_hand(self.recording)

    @property
    def lacks_rules(self) -> str | None:
        """Why the game is not played on as agreed, in a sentence: its rules are not to be had."""
        return None if self.recording is None else referee.lacks_rules(self.recording)

    @property
    def mode(self) -> Mode:
        """How strictly the game is played at the step shown; off for one without rules."""
        return mode_of(self.state) if self.rules is not None else "off"

    @property
    def position(self) -> Position | None:
        """The position shown as the rules see it.

        None for another game, and for a position with a counter that the module does not know.
        """
        rules = self.rules
        try:
            return None if rules is None else rules.position(self.state)
        except KeyError:
            return None

    @property
    def asked(self) -> Decision | None:
        """The decision that has to be made next in the position shown."""
        return self.state.pending[-1] if self.state.pending else None

    def set_rules(
        self, mode: Mode | None = None, house: dict[str, HouseLevel | None] | None = None
    ) -> Entry | None:
        """Agree on a mode (None: as before) and house rules (None: withdrawn)."""
        return self._do(lambda game: referee.set_rules(game, mode, house))

    # -- opening ----------------------------------------------------------------------------------

    def open(self, path: Path, *, play: bool = True) -> bool:
        """Show a log; what was open stays if it cannot be read.

        With ``play`` it opens at the end of its main line, to be played on; or, if it is damaged,
        open elsewhere or may not be written, in review with a notice. In review a log opens at its
        first entry, and its file is not touched. An imported game that nobody has played on yet
        opens at its first entry too.
        """
        if self.path == path:
            self.close()  # the lock on it is our own
        try:
            recording, notice = _to_play_on(path) if play else (Recording.load(path), None)
        except UserError as error:
            self.failed.emit(str(error))
            return False
        play_on = isinstance(recording, Game) and not _only_imported(recording)
        step = len(recording) if play_on else min(1, len(recording))
        return self._show(recording, path, step, notice)

    def new(
        self,
        path: Path,
        module: str,
        scenario: str,
        title: str = "",
        mode: Mode = "off",
        options: dict[str, int] | None = None,
    ) -> bool:
        """Start a game in a new log and show it; ``options`` are optional rules by name."""
        try:
            ruling = referee.need_rules(load_module(module), scenario, mode)
            byline, unsigned = at_hand()
            game = Game.new(
                path,
                module,
                scenario,
                title=title,
                mode=mode,
                options=options,
                rulebook=referee.name_of(ruling),
                byline=byline,
            )
        except UserError as error:
            self.failed.emit(str(error))
            return False
        return self._show(game, path, len(game), unsigned)

    def write_as(self, byline: Byline) -> None:
        """What is recorded from now on names this author; other games learn it on opening."""
        if isinstance(self._real, Game):
            self._real.write_as(byline)

    def close(self) -> None:
        """Let go of the log's file; what is shown stays on the screen, in review."""
        real = self._real
        if isinstance(real, Game):
            real.close()
            tip = real.head
            self._real = Recording(real.log, real.module, real.annotations, tip=tip)
            if self.recording is real:
                self.recording = self._real
        self.path, self._at = None, None

    def _show(self, recording: Recording, path: Path, step: int, notice: str | None = None) -> bool:
        try:
            module = recording.module
            # Read now what the window will need, so that a faulty module fails here and as a whole.
            _ = module.places, module.counters, module.markers
            need_map(module)
            state = recording.state(step)
        except UserError as error:
            if isinstance(recording, Game):
                recording.close()
            self.failed.emit(str(error))
            return False
        self.close()
        self.recording, self.path, self.module = recording, path, module
        self._real, self._trial = recording, None
        self._begun, self._lead = None, True
        self.notes_path, self.beside = None, ()
        lacking = self.lacks_rules
        played = isinstance(recording, Game) and lacking is None
        self._at = len(recording) if played else None
        self.landmarks = Landmarks.of(recording)
        self.step, self.state = step, state
        self.opened.emit()
        self._tell_stance(always=True)
        self.stepped.emit(step)
        for sentence in dict.fromkeys((*recording.notices, *(s for s in (notice, lacking) if s))):
            self.noticed.emit(sentence)
        return True

    # -- playing ----------------------------------------------------------------------------------

    def play(self, action: Action, *, by: str | None = None) -> Entry | None:
        """Work an action out as strictly as the game is played, and record it.

        None, and ``refused`` or ``failed``, if the rules forbid it or it makes no sense.
        """
        self.tried = action
        return self._do(lambda game: self._ruled(game, action, by))

    def _ruled(self, game: Game, action: Action, by: str | None) -> Entry:
        position = self.position
        if position is None or referee.is_harmless(action):
            why = None if isinstance(action, SetRules | Note) else self.lacks_rules
            if self.rules is None and why is not None:
                raise UserError(why)
            return game.play(action, by=by)
        try:
            return referee.play(game, position.meant(action, self.mode), by=by)
        except Forbidden:
            raise
        except UserError:
            if self.mode != "advisory":
                raise
        # The rules cannot even read it (a counter out of a box, say): it is done by hand.
        done = referee.work_out(game, action, "off")
        args = {"kind": action.kind}
        flag = Verdict(rule=NO_RULE, level="forbid", key="referee.unread", args={**args})
        return game.record(action, done.effects, done.dice, by=by, verdicts=(flag,))

    def record(
        self,
        action: Action,
        effects: tuple[Effect, ...],
        dice: tuple[Dice, ...] = (),
        *,
        by: str | None = None,
    ) -> Entry | None:
        """Record an action with known effects and dice.

        None, and ``refused`` or ``failed``, if the rules forbid it or it fails.
        """
        return self._do(
            lambda game: game.record(action, effects, dice, by=by, verdicts=self._flags(action))
        )

    def _flags(self, action: Action) -> tuple[Verdict, ...]:
        """What the rules say of an action worked out by hand. Raises Forbidden."""
        recording, state, mode = self.recording, self.state, self.mode
        if recording is None or mode == "off":
            return ()
        verdicts = referee.judge(recording, state, action)
        if refuses(mode, house_rules(state), verdicts):
            raise Forbidden(verdicts)
        return tuple(verdicts)

    def annotate(self, change: Callable[[Annotations], Annotations]) -> bool:
        """Change what is said about the log, in the file beside it; False, and ``failed``, if not.

        The file is read again first: what another window wrote meanwhile stays.
        """
        recording, path = self.recording, self.path
        if recording is None or path is None:
            self.failed.emit(t("session.nothing_open"))
            return False
        try:
            changed = self._written(recording, path, change)
        except UserError as error:
            self.failed.emit(str(error))
            return False
        self._say(recording, changed)
        return True

    def _say(self, recording: Recording, notes: Annotations) -> None:
        for one in (recording, self._real, self._trial):
            if one is not None:
                one.annotate(notes)
        self.landmarks = Landmarks.of(recording)
        self.annotated.emit()

    def _written(
        self, recording: Recording, path: Path, change: Callable[[Annotations], Annotations]
    ) -> Annotations:
        """Write a change to the file that is written in. Raises UserError.

        Which line is the main one, and what lines are called, stands in the log's own file.
        """
        own = path.with_suffix(NOTES_SUFFIX)
        target, log_id = self.notes_path or own, recording.log.header.id
        said = recording.annotations
        if target.is_file():
            said = load_for(path, log_id, target)
        if target == own:
            changed = change(said)
            changed.save(own)
            return changed
        base = load_for(path, log_id, own) if own.is_file() else Annotations(log=log_id)
        shown = _on_lines_of(base, said)
        changed = change(shown)
        if (changed.branches, changed.main) != (shown.branches, shown.main):
            _on_lines_of(changed, base).save(own)
        _on_lines_of(Annotations(log=log_id), changed).save(target)
        return changed

    def show_beside(self, notes: tuple[Annotations, ...]) -> None:
        """Show what other annotation files say of the log too."""
        if notes != self.beside:
            self.beside = notes
            self.annotated.emit()

    def write_in(self, file: Path) -> bool:
        """Show and write another annotation file of the log. False, and ``failed``, if not."""
        recording, path = self.recording, self.path
        if recording is None or path is None:
            self.failed.emit(t("session.nothing_open"))
            return False
        own, log_id = path.with_suffix(NOTES_SUFFIX), recording.log.header.id
        try:
            said = load_for(path, log_id, file)
            if file != own:
                base = load_for(path, log_id, own) if own.is_file() else Annotations(log=log_id)
                said = _on_lines_of(base, said)
        except UserError as error:
            self.failed.emit(str(error))
            return False
        self.notes_path = None if file == own else file
        self._say(recording, said)
        return True

    def show_line(self, tip: int, step: int | None = None) -> None:
        """Go over to another line of play: the one that ends with an entry.

        One that was only tried is tried further. Another line of the log is looked at: playing on
        there is asked for.
        """
        if self.recording is None or self._real is None:
            return
        trial = self._whole_trial()
        if trial is not None and tip > trial.known:
            if self.recording is not trial:
                self._left = (self._tip, self.step)
            self.recording = trial
        else:
            # The line that is played stays in play, though it may have grown meanwhile.
            played = self.in_play and tip == _tip(self._real)
            self.recording = self._real
            self._at = len(self._real) if played else None
        self.recording.follow(tip)
        self.landmarks = Landmarks.of(self.recording)
        self.line_changed.emit()
        self._stand(self.length if step is None else step)

    # -- what if ----------------------------------------------------------------------------------

    def try_out(self) -> bool:
        """From here on nothing is written: what is done lives in this window until it is kept."""
        if self.recording is None or self._real is None:
            self.failed.emit(t("session.nothing_open"))
            return False
        if self.recording is self._trial:
            return True
        step, tip = self.step, self._tip
        self._left = (tip, step)
        self._trial = self._whole_trial() or Trial(self._real)
        self.recording = self._trial
        self.recording.follow(tip)
        self._other_line(step)
        return True

    def leave_trial(self) -> None:
        """Back to the game, where it was left; what was tried stays in the window."""
        if self.recording is not self._trial or self._real is None:
            return
        tip, step = self._left
        if self._trial is not None and not self._trial.tried:
            self._trial = None
        self.recording = self._real
        self.recording.follow(tip)
        self._other_line(min(step, len(self.recording)))

    def keep_trial(self, name: str, tip: int | None = None) -> bool:
        """Write the line that was tried (that which is shown, or leads to an entry) to the log.

        It is kept beside the main line, under its name. False, and ``failed``, if that cannot be.
        """
        trial = self._whole_trial()
        if trial is None or self._real is None or self.path is None:
            self.failed.emit(t("trial.error.nothing"))
            return False
        tried = trial.line_tried(tip)
        if not tried or not name.strip():
            self.failed.emit(t("trial.error.nothing" if not tried else "trial.error.no_name"))
            return False
        try:
            game = self._to_write()
            first = keep(game, tried, name)
        except UserError as error:
            self.failed.emit(str(error))
            return False
        rest = renumbered(trial.without(tried), trial.known, len(game.log))
        shown = self.recording is trial
        self._real, self._trial = game, Trial(game, rest) if rest else None
        self.recording = game
        if not shown or self.in_play:  # play goes on where it stood
            game.follow(self._left[0] if shown else _tip(game))
            self._other_line(self._left[1] if shown else self.step)
        else:
            game.follow(first.id + len(tried))
            self._other_line(len(game))
        self.noticed.emit(t("session.kept", name=name.strip(), path=self.path))
        return True

    def drop_trial(self, tip: int | None = None) -> None:
        """Let go of what was tried on the line shown, or on one that leads to an entry."""
        trial = self._whole_trial()
        if trial is None or self._real is None:
            return
        rest = trial.without(trial.line_tried(tip))
        shown = self.recording is self._trial
        self._trial = Trial(self._real, rest) if rest else None
        if shown:
            back, step = self._left
            self.recording = self._real
            self.recording.follow(back)
            self._other_line(min(step, len(self.recording)))
        else:
            self.line_changed.emit()

    def drop_all_trials(self) -> None:
        """Let go of everything that was tried."""
        self.leave_trial()
        self._trial = None
        self.line_changed.emit()

    # -- taking play up ---------------------------------------------------------------------------

    def play_on(self, name: str = "", *, lead: bool = True) -> bool:
        """From here on what is done is written to the log's file.

        In the past of a line what is done begins a new one, called ``name`` if one is given. With
        ``lead`` the line played on becomes the main one. A game whose rules are not to be had is
        played on with the rules off, and the log says so. False, and ``failed``, if the file cannot
        be written.
        """
        if self._real is None or self.path is None:
            self.failed.emit(t("session.nothing_open"))
            return False
        if self.recording is self._trial:
            self.leave_trial()
        if self._real.log.entries and not self.step:
            self.failed.emit(t("game.error.before_setup"))
            return False
        step = self.step
        try:
            game = self._to_write()
        except UserError as error:
            self.failed.emit(str(error))
            return False
        fresh = game is not self._real
        self._real = self.recording = game
        self._at = min(step, len(game))
        self._begun = name.strip()[:200] if self._at < len(game) else ""
        self._lead = lead
        if fresh:
            self._other_line(self._at)
        self._tell_stance()
        return self.lacks_rules is None or self.set_rules("off") is not None

    def stop_playing(self) -> None:
        """Only look from here on."""
        self.leave_trial()
        self._at, self._begun = None, None
        self._tell_stance()

    def undo(self) -> None:
        """Take the last entry back, and play on from there; the set-up stays."""
        if self.stance == "review" or self.step <= 1:
            return
        back = self.step - 1
        if self.stance == "play":
            self._at = back
        self.go(back)

    def redo(self) -> None:
        """Do again what was taken back."""
        if self.stance == "review" or self.step >= self.length:
            return
        on = self.step + 1
        if self.stance == "play":
            self._at = on
        self.go(on)

    def choose_main(self, start: int) -> bool:
        """Make the line that starts with an entry the main one: it opens, it is exported."""
        return self.annotate(lambda notes: notes.model_copy(update={"main": start}))

    @property
    def _tip(self) -> int:
        """The entry that the line shown ends with."""
        assert self.recording is not None
        return _tip(self.recording)

    def _to_write(self) -> Game:
        """The game to write to: open, or opened now on the line shown. Raises UserError."""
        assert self._real is not None
        assert self.path is not None
        if isinstance(self._real, Game):
            return self._real
        game = Game.open(self.path, byline=at_hand()[0])
        try:
            game.follow(_tip(self._real))
        except UserError:
            game.close()
            raise
        return game

    def _whole_trial(self) -> Trial | None:
        """The trial over the log as it is now."""
        trial, real = self._trial, self._real
        if trial is None or real is None or trial.known == len(real.log):
            return trial
        self._trial = trial.over(real)
        return self._trial

    def _other_line(self, step: int) -> None:
        assert self.recording is not None
        self.landmarks = Landmarks.of(self.recording)
        self.line_changed.emit()
        self._stand(step)

    def _tell_stance(self, *, always: bool = False) -> None:
        stance = self.stance
        if always or stance != self._stance:
            self._stance = stance
            self.stance_changed.emit()

    @property
    def has_only_begun(self) -> bool:
        """Is the game shown at its set-up, with nothing played and a file that can be written?"""
        if self.recording is None or self.path is None or not os.access(self.path, os.W_OK):
            return False
        played = [e for e in self.recording.log.entries if e.action.kind not in BEGINNINGS]
        return self.length > 0 and not played and self.step == self.length

    def say_why_not(self) -> None:
        """Say why nothing can be recorded here."""
        if self.recording is None:
            self.failed.emit(t("session.nothing_open"))
        elif not self.step and self.recording.log.entries:
            self.failed.emit(t("game.error.before_setup"))
        else:
            self.reviewing.emit()

    def _do(self, make: Callable[[Game], Entry]) -> Entry | None:
        game = self.game
        if game is None:
            self.say_why_not()
            return None
        tip, branches = game.head, self.step < self.length
        declares = self.stance == "play" and (branches or self._begun is not None)
        main = main_line(game.log, game.annotations) if declares else None
        try:
            if branches:  # what follows stays in the log as a line of its own
                game.follow(game.timeline.entries[self.step - 1].id if self.step else 0)
            entry = make(game)
        except UserError as error:
            if branches:
                game.follow(tip)
            if isinstance(error, ReplacedError):
                self._go_on_in(error.kept)
            if isinstance(error, Forbidden):
                self.refused.emit(error.verdicts)
            else:
                self.failed.emit(str(error))
            return None
        if self.stance == "play":
            self._at = len(game)
        self.landmarks = Landmarks.of(game) if branches else self.landmarks.and_entry(game)
        if declares:
            self._declare(game, entry, main)
        if branches:
            self.line_changed.emit()
        self.recorded.emit(entry)
        self._stand(self.length)
        return entry

    def _declare(self, game: Game, entry: Entry, before: Line | None) -> None:
        """Say which line is the main one, and what one is called that play has begun."""
        name, self._begun = self._begun, None
        lines = lines_of(game.log, game.annotations)
        played = line_at(lines, entry.id)
        now, wanted = main_line(game.log, game.annotations), played if self._lead else before
        moved = now is not None and wanted is not None and now.start != wanted.start
        if not name and not moved:
            return

        def change(notes: Annotations) -> Annotations:
            said: dict[str, object] = {}
            if name:
                said["branches"] = {**notes.branches, entry.id: Branch(name=name)}
            if moved and wanted is not None:
                said["main"] = wanted.start
            return notes.model_copy(update=said)

        self.annotate(change)

    def _go_on_in(self, kept: Path | None) -> None:
        """The log was replaced under us: go over to the file that its entries were kept in."""
        said = self.recording.annotations if self.recording is not None else None
        if kept is None:
            self.close()
            return
        if said is not None and (said.entries or said.branches or said.intro):
            try:
                said.save(kept.with_suffix(NOTES_SUFFIX))
            except UserError as error:
                self.noticed.emit(str(error))
        self.open(kept)

    def _stand(self, step: int) -> None:
        """Stand at a step of a line that has just changed."""
        assert self.recording is not None
        self.step, self.state = step, self.recording.state(step)
        self._tell_stance()
        self.stepped.emit(step)

    # -- stepping ---------------------------------------------------------------------------------

    def go(self, step: int) -> None:
        """Show a step; numbers beyond the ends mean the ends."""
        step = max(0, min(step, self.length))
        if self.recording is None or step == self.step:
            return
        try:
            self.state = self.recording.state(step)
        except UserError as error:
            self.failed.emit(str(error))
            return
        self.step = step
        if self._at is not None and step == self.length:
            self._at = step  # at the end of the line play only goes on
        self._tell_stance()
        self.stepped.emit(step)

    def forward(self) -> None:
        """One entry on."""
        self.go(self.step + 1)

    def back(self) -> None:
        """One entry back."""
        self.go(self.step - 1)

    def first(self) -> None:
        """To the empty board before the first entry."""
        self.go(0)

    def last(self) -> None:
        """To the end of what was played."""
        self.go(self.length)

    def next_phase(self) -> None:
        """To the start of the next phase."""
        self.go(self.landmarks.next_phase(self.step))

    def previous_phase(self) -> None:
        """To the start of this phase, or of the one before."""
        self.go(self.landmarks.previous_phase(self.step))


def _on_lines_of(base: Annotations, notes: Annotations) -> Annotations:
    """Annotations with the lines of play as others name them."""
    return notes.model_copy(update={"branches": base.branches, "main": base.main})


def _tip(recording: Recording) -> int:
    """The entry that the line of a recording ends with."""
    entries = recording.timeline.entries
    return entries[-1].id if entries else 0


def is_over(session: Session) -> bool:
    """Is the game shown at its end: won, or past the last phase of its calendar?"""
    recording, state = session.recording, session.state
    if recording is None:
        return False
    sequence = Phases.of(session.module, recording.log.header.scenario)
    ended = sequence is not None and sequence.after(state.clock) is None
    return ended or bool(state.tracks.get("winner"))


@cache
def _empty_board() -> Module:
    """The module that all windows without a game show, read once."""
    return load_module(EMPTY_BOARD)


def _only_imported(recording: Recording) -> bool:
    """Was all of it imported? Such entries bear the time at which their file was saved."""
    header, entries = recording.log.header, recording.timeline.entries
    imported = header.scenario == "imported" and bool(header.options.get("imported"))
    return imported and bool(entries) and entries[-1].at == header.created


def _to_play_on(path: Path) -> tuple[Recording, str | None]:
    """A log to be played on, and why it is not signed; or a log to be read, and why only that."""
    byline, unsigned = at_hand()
    try:
        game = Game.open(path, byline=byline)
    except (LogError, LockedError) as error:
        return Recording.load(path), str(error)
    try:
        game.state(len(game))
    except UserError as error:
        game.close()
        return Recording.load(path), str(error)
    return game, unsigned
