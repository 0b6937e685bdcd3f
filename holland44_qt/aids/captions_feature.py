"""Captions of recent events, and the next entry revealed in stages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.core.errors import UserError
from engine.i18n import t
from engine.report.highlights import highlight
from holland44_qt.aids.captions import KEPT, Captions
from holland44_qt.aids.dice_show import DiceShow
from holland44_qt.aids.turning_over import TurningOver
from holland44_qt.commands import Command
from holland44_qt.feature import Feature
from holland44_qt.settings import settings

if TYPE_CHECKING:
    from engine.report.beats import Beat

REVEAL = "replay/reveal"
"""Setting: results are revealed in stages while the game plays."""


class CaptionsFeature(Feature):
    """Feature that shows the captions of the current and earlier steps, or of the entry being
    revealed.
    """

    COMMANDS = (
        Command("captions", "view", "set_captions_visible", ("J",), checkable=True),
        Command("unfold", "replay", "unfold", ("Shift+Space",), separator=True),
        Command("unfold_play", "replay", "unfold_play", checkable=True),
    )

    def ready(self) -> None:
        """Follow the game."""
        self.captions = Captions(self.view)
        self._shown = True
        self._beats: tuple[Beat, ...] = ()
        self._shown_beats = 0
        self.commands.tick("captions", True)
        self._in_play = str(settings().value(REVEAL)).lower() == "true"
        self.commands.tick("unfold_play", self._in_play)
        self.window.player.reveal = self._reveal
        self.window.panels.covers.connect(self.captions.leave_left)
        self.captions.lie_above(self.window.arrivals)
        self.captions.lie_below(self.window.messages)
        for dice in self.view.findChildren(DiceShow):
            dice.lie_above(self.window.arrivals, self.captions)
        self.turning = TurningOver(self)
        self.session.recorded.connect(self.turning.recorded)
        self.session.leaving.connect(self._leaving)
        self.session.opened.connect(self._stepped)
        self.session.line_changed.connect(self._drop)
        self.session.stepped.connect(self._stepped)
        self.commands["stop"].triggered.connect(self.fold)
        self._stepped()

    def release(self) -> None:
        """Stop the timers."""
        self.turning.release()
        self.captions.stop()

    def set_captions_visible(self, on: bool) -> None:
        """Turn the captions on or off."""
        self._shown = on
        if not self._beats:
            self._stepped()

    def unfold(self) -> None:
        """Reveal the next stage of the following entry; after the last stage the entry is shown."""
        session = self.session
        if session.recording is None:
            return
        if session.step >= session.length:
            session.objected.emit(t("aids.unfold.none"))
            return
        self.window.player.stop()
        if not self._beats and not self._take_apart(session.step + 1):
            return
        if self._shown_beats == len(self._beats):
            session.forward()
            return
        self._show_beat()

    def unfold_play(self, on: bool) -> None:
        """Set whether dice results are revealed in stages during playback."""
        self._in_play = on
        settings().setValue(REVEAL, on)

    def _reveal(self) -> int:
        """Reveal the next stage of the following entry if dice decided it.

        Returns the number of characters to read; 0 when the whole entry comes next.
        """
        recording, step = self.session.recording, self.session.step
        if not self._in_play or recording is None or step >= self.session.length:
            return 0
        if not recording.timeline.entries[step].dice:
            return 0
        if not self._beats and not self._take_apart(step + 1):
            return 0
        if self._shown_beats >= len(self._beats) - 1:
            return 0  # the last beat is the entry itself
        return len(self._show_beat())

    def _show_beat(self) -> str:
        self._shown_beats += 1
        text = self._beats[: self._shown_beats]
        self.view.show_state(text[-1].state)
        self.captions.show_lines([beat.text for beat in reversed(text)], shown=True)
        return text[-1].text

    def show_captions(self, lines: Sequence[str]) -> None:
        """Show the captions revealed so far, in order."""
        self.captions.show_lines(list(reversed(lines)), shown=True)

    def report_all(self) -> None:
        """Show the position and the captions of the current step."""
        self.view.show_state(self.session.state)
        self._show_caption()

    def fold(self) -> None:
        """Return to the position of the current step if an entry is partly revealed."""
        if self._beats:
            self._stepped()
            self.view.show_state(self.session.state)

    def _take_apart(self, number: int) -> bool:
        """Split a step into stages and bring its hexes into view.

        A step that the log cannot show is opened as usual, which reports the error.
        """
        from engine.report.beats import beats
        from engine.report.game_facts import facts_of

        recording, module = self.session.recording, self.session.module
        assert recording is not None, "there is no step without one"
        facts = facts_of(module, recording.log.header.scenario)
        try:
            self._beats = beats(recording, number, facts)
            before = recording.state(number - 1)
        except UserError:
            self.session.go(number)
            return False
        highlighted = highlight(recording.timeline.entries[number - 1], before, module.places)
        if highlighted.hexes and self.commands["follow"].isChecked():
            look = self.view.frame if self.window.player.playing else self.view.look_at
            look(highlighted.hexes)
            self.view.flash(
                (highlighted.target,) if highlighted.target is not None else highlighted.hexes
            )
        self.captions.keep_clear(highlighted.hexes)
        return True

    def _drop(self) -> None:
        self._beats, self._shown_beats = (), 0

    def _leaving(self) -> None:
        self.turning.stop()
        self._drop()
        self.captions.show_lines([], shown=False, clear=())

    def _stepped(self) -> None:
        self.turning.stop()
        self._show_caption()
        self.turning.begin()

    def _show_caption(self) -> None:
        recording, step = self.session.recording, self.session.step
        self._drop()
        self.commands.enable("unfold", recording is not None)
        if recording is None:
            self.captions.show_lines([], shown=False)
            return
        steps = range(step, max(0, step - KEPT), -1)
        happened = self.window.highlight.looked_at(self.session.module.places)
        lines = [recording.step(k).sentence for k in steps]
        clear = (*happened, *self._decision_hexes())
        self.captions.show_lines(lines, shown=self._shown, clear=clear)

    def _decision_hexes(self) -> tuple[int, ...]:
        """Return the hexes of the pending decision."""
        session = self.session
        position = session.position if session.can_play and session.asked is not None else None
        question = position.question() if position is not None else None
        hexes = session.module.places.hex_count
        return tuple(p for p in question.places if p < hexes) if question is not None else ()
