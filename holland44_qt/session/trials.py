"""Other lines of play: those of the log, and what-if lines."""

from __future__ import annotations

from engine.core.errors import UserError
from engine.i18n import t
from engine.log.lines import line_at, lines_of, main_of
from engine.play.bylines import usable_byline
from engine.play.game import Game
from engine.play.trial import Trial, keep, renumbered
from engine.report.viewpoint import Viewed
from holland44_qt.session.notes import Notes
from holland44_qt.session.shown import tip_of


class Trials(Notes):
    """Session part for other lines of play; what-if entries stay in memory until they are saved."""

    def show_line(self, tip: int, step: int | None = None) -> None:
        """Switch to the line that ends with an entry.

        A what-if line can be continued at once; another line of the log opens in review.
        """
        if self.recording is None or self._real is None:
            return
        if isinstance(self.recording, Viewed):
            self.objected.emit(t("session.veiled"))
            return
        trial = self._whole_trial()
        if trial is not None and tip > trial.known:
            if self.recording is not trial:
                self._left = (self._tip, self.step)
            self.recording = trial
        else:
            # The line that is played stays in play, though it may have grown meanwhile.
            played = self.in_play and tip == tip_of(self._real)
            self.recording = self._real
            self._at = len(self._real) if played else None
        self.recording.follow(tip)
        self._other_line(len(self.recording) if step is None else step)

    @property
    def end_and_step(self) -> tuple[int, int]:
        """Return the end of the current line and its step.

        For a what-if line, return those of the line it was started from.
        """
        if self.recording is None:
            return 0, 0
        return self._left if self.recording is self._trial else (self._tip, self.step)

    def stand_at(self, tip: int, step: int) -> None:
        """Show a step on the line that ends with an entry, or on the current line without one."""
        recording = self.recording
        if recording is None:
            return
        lines = lines_of(recording.log, recording.annotations)
        if tip != self._tip and line_at(lines, tip) is not None:
            self.show_line(tip, step)
        else:
            self.go(step)

    def try_out(self) -> bool:
        """Start what-if play: entries stay in memory until they are saved."""
        if self.recording is None or self._real is None:
            self.objected.emit(t("session.nothing_open"))
            return False
        if isinstance(self.recording, Viewed):  # the rules would answer with what is hidden
            self.objected.emit(t("session.veiled"))
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
        """Return to the game at the step where it was left; the what-if line is preserved."""
        if self.recording is not self._trial or self._real is None:
            return
        tip, step = self._left
        if self._trial is not None and not self._trial.tried:
            self._trial = None
        self.recording = self._real
        self.recording.follow(tip)
        self._other_line(min(step, len(self.recording)))

    def keep_trial(self, name: str, tip: int | None = None) -> bool:
        """Save a what-if line (the current one, or that of an entry) in the log.

        It is added beside the main line, under its name. Returns False, and emits ``failed``, on
        error.
        """
        trial = self._whole_trial()
        if trial is None or self._real is None or self.path is None:
            self.objected.emit(t("trial.error.nothing"))
            return False
        tried = trial.line_tried(tip)
        if not tried or not name.strip():
            self.objected.emit(t("trial.error.nothing" if not tried else "trial.error.no_name"))
            return False
        known = len(self._real.log)
        try:
            game = self._to_write()
            grown = self._grown(game, known)
            first = keep(game, tried, name)
        except UserError as error:
            self.failed.emit(str(error))
            return False
        rest = renumbered(trial.without(tried), trial.known, len(game.log))
        shown = self.recording is trial
        self._real, self._trial = game, Trial(game, rest) if rest else None
        self.recording = game
        if not shown or self.in_play:  # play goes on where it stood
            game.follow(self._left[0] if shown else tip_of(game))
            self._other_line(self._left[1] if shown else self.step)
        else:
            game.follow(first.id + len(tried))
            self._other_line(len(game))
        self.noticed.emit(t("session.kept", name=name.strip(), path=self.path))
        if grown:
            self.noticed.emit(grown)
        return True

    def drop_trial(self, tip: int | None = None) -> None:
        """Discard the what-if entries on the current line, or on that of an entry."""
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
        """Discard all what-if entries."""
        self.leave_trial()
        self._trial = None
        self.line_changed.emit()

    def _to_write(self) -> Game:
        """Return the game to write to: the open one, or the file opened now on the current line.

        Raises UserError, also if the file on disk now contains a different game.
        """
        real = self._real
        assert real is not None
        assert self.path is not None
        if isinstance(real, Game):
            return real
        game = Game.open(self.path, byline=usable_byline()[0], module=real.module)
        try:
            known = real.log.entries
            same = game.log.header == real.log.header
            if not same or game.log.entries[: len(known)] != known:
                raise UserError(t("session.another", path=self.path))
            game.follow(tip_of(real))
            if self.only_here or self._pending:
                game.annotate(real.annotations)
        except UserError:
            game.close()
            raise
        return game

    def _grown(self, game: Game, known: int) -> str:
        """Return a message about entries added to the file since it was read; empty without any."""
        last = len(game.log)
        if last == known:
            return ""
        key = "session.grown.one" if last == known + 1 else "session.grown"
        return t(key, path=self.path, first=known + 1, last=last)


def continued(game: Game, known: int) -> int:
    """Return the last of the new entries that continue the current line; 0 if there are none.

    If they branch, the branch of the main line is preferred, or else the last branch.
    """
    shown = game.log[game.head]
    lines = lines_of(game.log, game.annotations)
    ends = [line.tip for line in lines if line.tip > known and shown in game.log.line(line.tip)]
    main = main_of(lines, game.annotations)
    if main is not None and main.tip in ends:
        return main.tip
    return max(ends, default=0)
