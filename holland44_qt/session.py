"""The session: the one game that is open, and the step it is shown at.

The only thing windows and panels talk to, and the only place that changes a game; none of them
reads a log or keeps a position of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from engine import umpire
from engine.core.actions import Action
from engine.core.dice import Dice
from engine.core.effects import Decision, Effect
from engine.core.errors import Holland44Error
from engine.core.modes import HouseLevel, Mode, house_rules, mode_of
from engine.core.state import State
from engine.core.verdicts import Verdict
from engine.game import Game, Recording
from engine.games.holland44.playing import Rules
from engine.games.holland44.position import Position
from engine.i18n import t
from engine.log.annotations import SUFFIX as NOTES_SUFFIX
from engine.log.annotations import Annotations, beside, load_for
from engine.log.entry import Entry
from engine.log.lock import LockedError
from engine.log.store import LogError
from engine.log.visit import Step
from engine.modules import Module, load_module
from engine.rules.house import refuses
from engine.rules.judge import Forbidden
from engine.rules.registry import say
from holland44_qt.models.landmarks import Landmarks
from holland44_qt.render import need_map
from holland44_qt.umpire.ordering import is_harmless, meant

EMPTY_BOARD = "holland44"
"""The module whose board lies on the table while no game is open."""


class Session(QObject):
    """A recording and a place in it.

    ``opened`` comes when another game is open, ``line_changed`` when another line of play is shown,
    ``recorded`` with an entry that was added at the end of the line, ``annotated`` when something
    else is said about the entries, ``stepped`` with the number of the step that is now shown,
    ``refused`` with all verdicts on an order that the rules forbid, ``failed`` and ``noticed`` with
    one sentence for the user.
    """

    opened = Signal()
    line_changed = Signal()
    recorded = Signal(object)
    annotated = Signal()
    stepped = Signal(int)
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

    @property
    def length(self) -> int:
        """The number of the last step; 0 while no game is open."""
        return self.landmarks.length

    @property
    def current(self) -> Step | None:
        """What is known of the entry that led to the step shown; None before the first."""
        return self.recording.step(self.step) if self.recording and self.step else None

    @property
    def game(self) -> Game | None:
        """The game if it can be played on; None while nothing or a read-only log is open."""
        return self.recording if isinstance(self.recording, Game) else None

    @property
    def can_play(self) -> bool:
        """Can something be recorded?"""
        return self.game is not None

    # -- the rules --------------------------------------------------------------------------------

    @property
    def rules(self) -> Rules | None:
        """The rules of the game shown; None for a game that has none."""
        found = umpire.ruling_of(self.recording) if self.recording is not None else None
        return found if isinstance(found, Rules) else None

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
            return None if rules is None else rules.setting.position(self.state)
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
        return self._do(lambda game: umpire.set_rules(game, mode, house))

    # -- opening ----------------------------------------------------------------------------------

    def open(self, path: Path, *, play: bool = True) -> bool:
        """Show a log; what was open stays if it cannot be read.

        With ``play`` it opens at its end, to be played on; or, if it is damaged, open elsewhere or
        may not be written, read-only with a notice. Read-only logs open at their first entry, and
        so do imported ones that nobody has played on yet.
        """
        if self.path == path:
            self.close()  # the lock on it is our own
        try:
            recording, notice = _to_play_on(path) if play else (Recording.load(path), None)
        except Holland44Error as error:
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
            game = Game.new(path, module, scenario, title=title, mode=mode, options=options)
        except Holland44Error as error:
            self.failed.emit(str(error))
            return False
        return self._show(game, path, len(game))

    def close(self) -> None:
        """Let go of the log's file; what is shown stays on the screen, read-only."""
        if self.game is not None:
            self.game.close()
            self.recording = Recording(
                self.game.log, self.game.module, self.game.annotations, tip=self.game.head
            )
        self.path = None

    def _show(self, recording: Recording, path: Path, step: int, notice: str | None = None) -> bool:
        try:
            module = recording.module
            # Read now what the window will need, so that a faulty module fails here and as a whole.
            _ = module.places, module.counters, module.markers
            need_map(module)
            state = recording.state(step)
        except Holland44Error as error:
            if isinstance(recording, Game):
                recording.close()
            self.failed.emit(str(error))
            return False
        self.close()
        self.recording, self.path, self.module = recording, path, module
        self.landmarks = Landmarks.of(recording)
        self.step, self.state = step, state
        self.opened.emit()
        self.stepped.emit(step)
        for sentence in dict.fromkeys((*recording.notices, *([notice] if notice else []))):
            self.noticed.emit(sentence)
        return True

    # -- playing ----------------------------------------------------------------------------------

    def play(self, action: Action, *, by: str | None = None) -> Entry | None:
        """Work an action out as strictly as the game is played, and record it.

        None, and ``refused`` or ``failed``, if the rules forbid it or it makes no sense.
        """
        return self._do(lambda game: self._ruled(game, action, by))

    def _ruled(self, game: Game, action: Action, by: str | None) -> Entry:
        position = self.position
        if position is None or is_harmless(action):
            return game.play(action, by=by)
        try:
            return umpire.play(game, meant(position, action, self.mode), by=by)
        except Forbidden:
            raise
        except Holland44Error:
            if self.mode != "advisory":
                raise
        # The rules cannot even read it (a counter out of a box, say): it is done by hand.
        done = umpire.work_out(game, action, "off")
        flag = say("3", "by_hand", kind=action.kind)
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
        verdicts = umpire.judge(recording, state, action)
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
            file = beside(path)
            said = recording.annotations
            if file is not None:
                said = load_for(path, recording.log.header.id, file)
            changed = change(said)
            changed.save(path.with_suffix(NOTES_SUFFIX))
        except Holland44Error as error:
            self.failed.emit(str(error))
            return False
        recording.annotate(changed)
        self.landmarks = Landmarks.of(recording)
        self.annotated.emit()
        return True

    def show_line(self, tip: int, step: int | None = None) -> None:
        """Go over to another line of play: the one that ends with an entry."""
        if self.recording is None:
            return
        self.recording.follow(tip)
        self.landmarks = Landmarks.of(self.recording)
        self.line_changed.emit()
        self._stand(self.length if step is None else step)

    def _do(self, make: Callable[[Game], Entry]) -> Entry | None:
        game = self.game
        if game is None:
            self.failed.emit(t("session.read_only" if self.recording else "session.nothing_open"))
            return None
        tip, branches = game.head, self.step < self.length
        try:
            if branches:  # what follows stays in the log as a line of its own
                game.follow(game.timeline.entries[self.step - 1].id if self.step else 0)
            entry = make(game)
        except Holland44Error as error:
            if branches:
                game.follow(tip)
            if isinstance(error, Forbidden):
                self.refused.emit(error.verdicts)
            else:
                self.failed.emit(str(error))
            return None
        self.landmarks = Landmarks.of(game) if branches else self.landmarks.and_entry(game)
        if branches:
            self.line_changed.emit()
        self.recorded.emit(entry)
        self._stand(self.length)
        return entry

    def _stand(self, step: int) -> None:
        """Stand at a step of a line that has just changed."""
        assert self.recording is not None
        self.step, self.state = step, self.recording.state(step)
        self.stepped.emit(step)

    # -- stepping ---------------------------------------------------------------------------------

    def go(self, step: int) -> None:
        """Show a step; numbers beyond the ends mean the ends."""
        step = max(0, min(step, self.length))
        if self.recording is None or step == self.step:
            return
        try:
            self.state = self.recording.state(step)
        except Holland44Error as error:
            self.failed.emit(str(error))
            return
        self.step = step
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
    """A log to be played on; or, where that cannot be, a log to be read and the reason why."""
    try:
        game = Game.open(path)
    except (LogError, LockedError) as error:
        return Recording.load(path), str(error)
    try:
        game.state(len(game))
    except Holland44Error as error:
        game.close()
        return Recording.load(path), str(error)
    return game, None
