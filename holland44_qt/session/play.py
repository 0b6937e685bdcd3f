"""The complete session: open, start and play games, undo and redo."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from engine.core.actions import Action, MoveUnits
from engine.core.dice import Dice
from engine.core.effects import Effect, Reveal
from engine.core.errors import UserError
from engine.core.modes import HouseLevel, Mode, house_rules
from engine.core.verdicts import Verdict
from engine.games import is_loaded
from engine.i18n import t
from engine.log.annotation_files import free_name
from engine.log.annotations import SUFFIX as NOTES_SUFFIX
from engine.log.annotations import Annotations, Branch
from engine.log.claims import was_seen
from engine.log.entry import Entry
from engine.log.lines import Line, line_at, lines_of, main_line, main_of
from engine.log.lock import LockedError
from engine.log.store import LogError, ReplacedError
from engine.modules.module import load_module
from engine.play import referee
from engine.play.bylines import Byline, usable_byline
from engine.play.game import Game, OrderSent, Recording
from engine.report.viewpoint import BOTH
from engine.rules.base.sequence import WINNER
from engine.rules.base.sequence import Sequence as Phases
from engine.rules.house import refuses
from engine.rules.judge import Forbidden
from engine.rules.registry import NO_RULE
from holland44_qt.board.render import need_map
from holland44_qt.models.landmarks import Landmarks
from holland44_qt.session.shared import Shared
from holland44_qt.session.trials import continued


class Session(Shared):
    """Session with the open game: the only code that changes the game."""

    def set_rules(
        self, mode: Mode | None = None, house: dict[str, HouseLevel | None] | None = None
    ) -> Entry | None:
        """Agree on a mode (None: as before) and house rules (None: withdrawn)."""
        return self._do(lambda game: referee.set_rules(game, mode, house))

    def open(self, path: Path, *, play: bool = True) -> bool:
        """Open a log. On a read error the current log stays open.

        With ``play`` the log opens for play at the end of its main line. If it is damaged, open
        elsewhere or write-protected, it opens in review with a notice. In review a log opens at its
        first entry, and its file is not touched. An imported game without new entries opens at its
        first entry too.
        """
        if self.path == path:
            self.close()  # the lock on it is our own
        try:
            recording, notice = self._opened(path, play=play)
        except UserError as error:
            self.failed.emit(str(error))
            return False
        play_on = isinstance(recording, Game) and not _only_imported(recording)
        step = len(recording) if play_on else min(1, len(recording))
        return self._show(recording, path, step, notice)

    def _opened(self, path: Path, *, play: bool) -> tuple[Recording, str | None]:
        """Open a log; a shared game with a seat on this machine always opens for play."""
        try:
            shared = self.open_shared(path)
        except UserError as error:
            return Recording.load(path), str(error)
        if shared is not None:
            return shared, None
        return _to_play_on(path) if play else (Recording.load(path), None)

    def new(
        self,
        path: Path,
        module: str,
        scenario: str,
        title: str = "",
        mode: Mode = "off",
        options: dict[str, int] | None = None,
        players: dict[str, str] | None = None,
    ) -> bool:
        """Start a game in a new log and show it.

        ``options`` are optional rules by name, ``players`` names the player of each side.
        """
        try:
            ruling = referee.need_rules(load_module(module), scenario, mode)
            byline, unsigned = usable_byline()
            game = Game.new(
                path,
                module,
                scenario,
                title=title,
                mode=mode,
                options=options,
                rulebook=referee.name_of(ruling),
                byline=byline,
                players=players,
            )
        except UserError as error:
            self.failed.emit(str(error))
            return False
        return self._show(game, path, len(game), unsigned)

    def write_as(self, byline: Byline) -> None:
        """Set the author of new entries; other games use it when opened."""
        if isinstance(self._real, Game):
            self._real.write_as(byline)

    def close(self) -> None:
        """Release the log's file; the game stays visible in review."""
        real = self._real
        if isinstance(real, Game):
            real.close()
            tip = real.head
            self._real = Recording(real.log, real.module, real.annotations, tip=tip)
            if self.recording is real:
                self.recording = self._real
        self.path, self._at = None, None

    def _forget_positions(self) -> None:
        """Free the rules' cached results for the previous game."""
        loaded = self.has_rules and is_loaded(self.module.meta.id)
        rules = self.rules if loaded else None
        if rules is not None:
            rules.forget()

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
        self.leaving.emit()
        self._forget_positions()
        self.close()
        self.recording, self.path, self.module = recording, path, module
        self._real, self._trial = recording, None
        self.viewpoint, self._cut = BOTH, None
        self._words = self._watch = None
        self._named = None
        self._begun, self._lead = None, True
        self.notes_path, self.beside = None, ()
        # Rules that are there are loaded when somebody plays or asks: not to look at a game.
        reads = not isinstance(recording, Game) and self.has_rules
        lacking = None if reads else self.lacks_rules
        played = isinstance(recording, Game) and lacking is None
        self._at = len(recording) if played else None
        self.landmarks = Landmarks.of(recording)
        self.step, self.state = step, state
        self.opened.emit()
        self._show_stance(always=True)
        self.stepped.emit(step)
        for sentence in dict.fromkeys((*recording.notices, *(s for s in (notice, lacking) if s))):
            self.noticed.emit(sentence)
        self.look_as_player(path)
        return True

    def play(self, action: Action, *, by: str | None = None) -> Entry | None:
        """Compute an action as strictly as the rules mode demands, and record it.

        Returns None, and emits ``refused`` or ``failed``, if the rules forbid it or it is invalid.
        """
        self.tried = action
        if self.leave_to_computer():
            return None
        return self._do(lambda game: self._ruled(game, action, by))

    def leave_to_computer(self) -> bool:
        """Return whether the computer decides now, and say so: until then nobody else orders."""
        if self.computer_decides:
            side = self.module.side_name(self.acting)
            self.objected.emit(t("opponent.window.decides", side=side))
        return self.computer_decides

    def order(
        self, action: Action, *, by: str | None = None, byline: Byline | None = None
    ) -> Entry | None:
        """Record an action exactly as given, by its side or another.

        ``byline`` is the author of the entry, if it is not the user. Returns None, and emits
        ``refused`` or ``failed``, as for :meth:`play`.
        """
        self.tried = action
        if byline is None and self.leave_to_computer():
            return None

        def make(game: Game) -> Entry:
            if byline is None:
                return referee.play(game, action, by=by)
            with game.written_as(byline):
                return referee.play(game, action, by=by)

        return self._do(make)

    def _ruled(self, game: Game, action: Action, by: str | None) -> Entry:
        position = self.position
        if position is None:
            return referee.play(game, action, by=by)
        try:
            meant = position.drag_action(action, self.mode)
            if self.mode == "enforced" and is_removal(meant):
                raise UserError(t("session.removal"))
            return referee.play(game, meant, by=by)
        except (Forbidden, OrderSent):
            raise
        except UserError:
            if self.mode != "advisory":
                raise
        # The rules cannot even read it (a counter out of a box, say): it is done by hand.
        done = referee.compute_play(game, action, "off")
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

        Returns None, and emits ``refused`` or ``failed``, if the rules forbid it or it fails.
        """
        return self._do(
            lambda game: game.record(action, effects, dice, by=by, verdicts=self._flags(action))
        )

    def _flags(self, action: Action) -> tuple[Verdict, ...]:
        """Judge an action whose effects are given by the caller. Raises Forbidden."""
        recording, state, mode = self.recording, self.state, self.mode
        if recording is None or mode == "off":
            return ()
        verdicts = referee.judge(recording, state, action)
        if refuses(mode, house_rules(state), verdicts):
            raise Forbidden(verdicts)
        return tuple(verdicts)

    def play_on(self, name: str = "", *, lead: bool = True) -> bool:
        """Continue the log's file from the current step.

        At an earlier step new entries start a new line, called ``name`` if given. With ``lead`` the
        current line becomes the main one. A game without loadable rules continues with rules off,
        and the log notes it. If the file has grown since it was read, that is reported, and a
        session at the end moves to the new end. Returns False, and emits ``failed``, if the file
        cannot be written.
        """
        if self._real is None or self.path is None:
            self.objected.emit(t("session.nothing_open"))
            return False
        if self.veiled:
            eyes, self._cut = self.viewpoint, None
            begun = self.look_as(BOTH) and self.play_on(name, lead=lead) and self.look_as(eyes)
            if begun and self.is_cut:
                self.noticed.emit(t("session.cut", entry=self.length))
            return begun
        if self.recording is self._trial:
            self.leave_trial()
        if self._real.log.entries and not self.step:
            self.objected.emit(t("game.error.before_setup"))
            return False
        step, known = self.step, len(self._real.log)
        at_end = step == self.length
        try:
            game = self._to_write()
        except UserError as error:
            self.failed.emit(str(error))
            return False
        fresh = game is not self._real
        grown = self._grown(game, known) if fresh else ""
        end = continued(game, known) if grown and at_end else 0
        if end:
            game.follow(end)
            step = len(game)
        self._real = self.recording = game
        self._at = min(step, len(game))
        self._begun = name.strip()[:200] if self._at < len(game) else ""
        self._lead = lead
        if fresh:
            self._other_line(self._at)
        self._show_stance()
        if grown:
            stands = game.timeline.entries[step - 1].id if step else 0
            where = t("session.grown.end" if end else "session.grown.here", end=stands)
            self.noticed.emit(f"{grown} {where}")
        return self.lacks_rules is None or self.set_rules("off") is not None

    def stop_playing(self) -> None:
        """Return to review; a view that ended where play went on shows the whole line again."""
        self.leave_trial()
        if self.is_cut:
            self._cut, step = None, self.step
            self._look()
            self._other_line(step)
        self._at, self._begun = None, None
        self._show_stance()

    def undo(self) -> None:
        """Undo the last entry, and continue from there; the set-up cannot be undone."""
        if self.stance == "review" or self.step <= 1:
            return
        if self.veiled:
            if self._may_take_back():
                self._cut_at(-1)
            else:
                self.objected.emit(t("session.not_yours"))
            return
        back = self.step - 1
        gone = self.current
        if self.stance == "play":
            self._at = back
            if gone is not None and was_seen(gone.entry):
                is_shared = self._real is not None and self._real.log.header.together is not None
                key = "session.undone_shared" if is_shared else "session.undone_seen"
                self.noticed.emit(t(key, entry=gone.place))
        self.go(back)

    def redo(self) -> None:
        """Redo the last undone entry."""
        if self.veiled and self.stance == "play" and self.step == self.length:
            self._cut_at(1)
        if self.stance == "review" or self.step >= self.length:
            return
        on = self.step + 1
        if self.stance == "play":
            self._at = on
        self.go(on)

    def _do(self, make: Callable[[Game], Entry]) -> Entry | None:
        game = self.game
        if game is None:
            self.say_why_not()
            return None
        veiled = self._unveil()
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
            if veiled:
                self._veil()
            self._explain(error)
            return None
        if self.stance == "play":
            self._at = len(game)
        self.landmarks = Landmarks.of(game) if branches else self.landmarks.and_entry(game)
        if declares:
            self._declare(game, entry, main)
        if veiled:
            self._veil(entry)
            entry = self._seen_entry(entry)
        if branches or veiled:
            self.line_changed.emit()
        self.recorded.emit(entry)
        self._stand(self.length)
        if self.stance == "trial" and _turns_over(entry):
            self.objected.emit(t("trial.revealed"))
        return entry

    def _explain(self, error: UserError) -> None:
        """Report why an action was not recorded; an order that was sent has no error."""
        if isinstance(error, OrderSent):
            return
        if isinstance(error, ReplacedError):
            self._go_on_in(error.aside)
        if isinstance(error, Forbidden):
            self.refused.emit(self._seen_verdicts(error.verdicts))
        elif isinstance(error, LogError):  # the file is not as it should be: that stays so
            self.failed.emit(str(error))
        else:
            message = str(error)
            self.objected.emit(message if self.may_show(message) else t("session.unseen"))

    def _declare(self, game: Game, entry: Entry, before: Line | None) -> None:
        """Record which line is the main one, and the name of a line that has just started."""
        name, self._begun = self._begun, None
        lines = lines_of(game.log, game.annotations)
        played = line_at(lines, entry.id)
        now, wanted = main_of(lines, game.annotations), played if self._lead else before
        moved = now is not None and wanted is not None and now.start != wanted.start
        if not name and not moved:
            return

        def change(notes: Annotations) -> Annotations:
            fields: dict[str, object] = {}
            if name:
                fields["branches"] = {**notes.branches, entry.id: Branch(name=name)}
            if moved and wanted is not None:
                fields["main"] = wanted.start
            return notes.model_copy(update=fields)

        self.annotate(change)

    def _go_on_in(self, file: Path | None) -> None:
        """Switch to the file that preserved the entries after the log was replaced by another
        program.
        """
        annotations = self.recording.annotations if self.recording is not None else None
        if file is None:
            self.close()
            return
        if annotations is not None and (
            annotations.entries or annotations.branches or annotations.intro
        ):
            beside = file.with_suffix(NOTES_SUFFIX)
            try:
                annotations.save(free_name(file, annotations.author) if beside.exists() else beside)
            except UserError as error:
                self.noticed.emit(str(error))
        self.open(file)


def _turns_over(entry: Entry) -> bool:
    """Return whether an entry reveals an unknown unit, or draws its replacement."""
    from engine.core.dice import DRAW

    drawn = any(dice.reason.startswith(DRAW) for dice in entry.dice)
    return drawn or any(isinstance(effect, Reveal) for effect in entry.effects)


def is_removal(action: Action) -> bool:
    """Return whether a unit is put into the box of eliminated units by hand."""
    return isinstance(action, MoveUnits) and action.mode == "eliminated"


def is_over(session: Session) -> bool:
    """Return whether the current step is the end of the game: won, or past the last phase."""
    recording, state = session.recording, session.state
    if recording is None:
        return False
    sequence = Phases.of(session.module, recording.log.header.scenario)
    ended = sequence is not None and sequence.after(state.clock) is None
    return ended or bool(state.tracks.get(WINNER))


def _only_imported(recording: Recording) -> bool:
    """Return whether all entries were imported, which have the time of their file."""
    header, entries = recording.log.header, recording.timeline.entries
    imported = header.scenario == "imported" and bool(header.options.get("imported"))
    return imported and bool(entries) and entries[-1].at == header.created


def _to_play_on(path: Path) -> tuple[Recording, str | None]:
    """Return a log opened for play, with the reason if it is unsigned; or a recording for review,
    with the reason.
    """
    byline, unsigned = usable_byline()
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
