"""Computer opponent: plays its sides from a separate process, and gives hints."""

from __future__ import annotations

import random
from time import monotonic

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QToolButton

from engine.core import actions as act
from engine.core.errors import UserError
from engine.core.state import State
from engine.i18n import t
from engine.opponent.player import Advice
from engine.opponent.seats import byline_of, seats_of, side_to_play
from engine.opponent.strengths import strengths_of
from engine.opponent.thinking import Task, ThinkingResult
from engine.rules.judge import judged
from engine.rules.player import to_decide
from engine.rules.ports import Ruleset
from engine.rules.registry import is_legal
from holland44_qt.commands import Command
from holland44_qt.feature import Feature
from holland44_qt.opponent.kept_seats import keep_seats, kept_seats
from holland44_qt.opponent.pace import PACES, keep_pace, kept_pace
from holland44_qt.opponent.seats_dialog import SeatsDialog
from holland44_qt.opponent.thinking_process import ThinkingProcess
from holland44_qt.plain_text import tip

MENU = "computer"
SOON = 30
"""Milliseconds before the computer considers a position, so that the window is updated first."""
TRIES = 20
"""Number of refused orders after which the computer gives up."""
UNITS = ("units", "attackers", "actors", "artillery")
"""Fields of orders that name units, which a hint selects."""
READABLE = 12_000
"""Milliseconds for which the reason for the computer's last order is shown below the map."""


class Computer(Feature):
    """Feature that plays the computer's sides, at the end of the game or of a what-if line.

    Escape, undo and stepping back pause it; an order by hand or a click on its button resumes.
    """

    COMMANDS = (
        Command("computer_seats", "table", "ask_seats", submenu=MENU, separator=True),
        Command("computer_go_on", "table", "go_on", ("Ctrl+Alt+G",), submenu=MENU),
        Command("computer_hint", "table", "hint", ("Ctrl+Alt+H",), submenu=MENU),
    )

    def ready(self) -> None:
        """Follow the game, and show the computer's state in the toolbar."""
        self.seats: dict[str, str] = {}
        self.paused = False
        self.last: Advice | None = None
        """The order played last, with its reason."""
        self.thinking = ThinkingProcess(self)
        self.thinking.thought.connect(self._thought)
        self.thinking.failed.connect(self._failed)
        self._number = 0
        self._task: tuple[State, str, str, bool] | None = None
        """Current task: state, side, player, whether only a hint is wanted."""
        self._hinted: tuple[Advice, State] | None = None
        """The last hint, and the state it is for."""
        self._followed: State | None = None
        """The state after the last hint was carried out."""
        self._refused: list[act.Action] = []
        self._rules: Ruleset | None = None
        self._advice: Advice | None = None
        self._fresh = True
        self._own = False
        self._resumed_at: int | None = None
        """Step before undone entries from which the user lets the computer continue."""
        self._shown_at = 0.0
        self._soon = QTimer(self, singleShot=True, interval=SOON)
        self._soon.timeout.connect(self._consider)
        self._show_later = QTimer(self, singleShot=True)
        self._show_later.timeout.connect(self._play)
        self.chip = QToolButton()
        self.chip.setAutoRaise(True)
        self.chip.setAccessibleName(t("app.command.computer_seats").replace("&", ""))
        self.chip.clicked.connect(self._clicked)
        self.window.add_to_bar(self.chip)
        self.chip.hide()
        session = self.session
        session.leaving.connect(self._leave)
        session.opened.connect(self._opened)
        session.recorded.connect(self._recorded)
        session.stepped.connect(self._stepped)
        session.stance_changed.connect(self._soon.start)
        self.commands["stop"].triggered.connect(self.pause)
        self._show()

    def release(self) -> None:
        """Stop the process when the window closes."""
        self._leave()

    # -- commands ---------------------------------------------------------------------------------

    def ask_seats(self) -> None:
        """Ask which sides the computer plays."""
        if self.session.recording is None:
            return
        module = self.session.module
        players = strengths_of(module, self.session.recording.log.header.scenario)
        dialog = SeatsDialog(module, players, self.seats, kept_pace(), self.window)
        accepted = dialog.exec()
        seats, pace = dialog.seats, dialog.pace
        dialog.deleteLater()
        if accepted:
            keep_pace(pace)
            if self.session.path is not None:
                keep_seats(self.session.path, seats)
            self.take_seats(seats)

    def take_seats(self, seats: dict[str, str]) -> None:
        """Let the computer play these sides from now on."""
        self._stop_thinking()
        self._seat(seats)
        if self.session.viewpoint in seats and self.session.path is not None:
            self.session.look_as_player(self.session.path)
        self.paused = False
        if seats and self.session.has_rules and self.session.mode == "off":
            remedy = t("opponent.window.enforce"), self._enforce
            self.window.messages.add(t("opponent.error.rules_off"), remedy=remedy)
        elif seats and not self.session.can_play:
            self.window.messages.add(t("opponent.window.only_looking"))
        self._soon.start()

    def _seat(self, seats: dict[str, str]) -> None:
        """Set the computer's sides; the window never shows the view of one of them unasked."""
        self.seats = dict(seats)
        self.session.computers = frozenset(seats)

    def _enforce(self) -> None:
        """Set the rules to enforced, so that the computer can play."""
        self.session.set_rules("enforced")

    def go_on(self) -> None:
        """Resume or pause the computer."""
        if self.seats and not self.paused:
            self.pause()
        elif self.seats:
            self.paused = False
            self._fresh = True
            self._resumed_at = self.session.step
            self._soon.start()
        else:
            self.ask_seats()

    def pause(self) -> None:
        """Pause the computer until the user resumes."""
        playing = self._task is not None and not self._hinting
        if playing or self._advice is not None or self._to_move() is not None:
            self.paused = bool(self.seats)
        self._stop_thinking()
        self._show()

    def hint(self) -> None:
        """Compute the best order for the active side and show it with its reason."""
        rules, state = self.session.rules, self.session.truth
        side = to_decide(rules, state) if rules is not None and self.session.mode != "off" else None
        if rules is None or side is None or not self._may_know(side):
            self.window.messages.add(t("opponent.hint.none"), passing=True)
            return
        if not self.paused and self._to_move() is not None:
            name = self.session.module.side_name(side)
            self.window.messages.add(t("opponent.window.decides", side=name), passing=True)
            return
        self._stop_thinking()
        if self._hinted is not None and self._hinted[1] is state:
            self._show_hint(*self._hinted)
            return
        self._fresh = state is not self._followed  # else the plan of the last hint goes on
        recording = self.session.recording
        scenario = "" if recording is None else recording.log.header.scenario
        player = strengths_of(self.session.module, scenario)[-1]
        self._think(rules, state, side, player, only_hint=True)

    # -- following the game -----------------------------------------------------------------------

    def _leave(self) -> None:
        self._stop_thinking()
        self.thinking.stop()  # an idle process has the rules of this game
        self._soon.stop()
        self._seat({})
        self.last, self._rules = None, None
        self._hinted, self._followed = None, None

    def _opened(self) -> None:
        recording = self.session.recording
        self.paused, self._fresh, self._resumed_at = False, True, None
        path = self.session.path
        seats = kept_seats(path) if path is not None else None
        named = {} if recording is None else seats_of(recording.log.header)
        self._seat(named if seats is None else seats)
        self._soon.start()

    def _recorded(self) -> None:
        self._resumed_at = None
        if not self._own:
            self.paused, self._fresh = False, True
        self._soon.start()

    def _stepped(self) -> None:
        if self.session.step != self._resumed_at:
            self._resumed_at = None
        at_end = self._at_end
        if not at_end and self.seats and not self._own:
            self._stop_thinking()
            self.paused = True
        if self._task is not None and self._task[0] is not self.session.truth:
            self._stop_thinking()
        self._show()

    @property
    def _at_end(self) -> bool:
        """Whether the computer plays here: at the end, or where the user lets it continue."""
        return self.session.step in (self.session.length, self._resumed_at)

    def _to_move(self) -> str | None:
        """Return the side that the computer must play now; None if it is not its turn."""
        session = self.session
        if not self.seats or not session.can_play or not self._at_end:
            return None
        rules = session.rules
        if rules is None or session.mode == "off":
            return None
        return side_to_play(rules, session.truth, self.seats)

    def _may_know(self, side: str) -> bool:
        """Return whether the window shows what a side knows."""
        return not self.session.veiled or self.session.viewpoint == side

    def _consider(self) -> None:
        """Start computing if the computer is to play."""
        idle = not self.paused and self._task is None and self._advice is None
        side = self._to_move() if idle else None
        if side is not None and (rules := self.session.rules) is not None:
            self._think(rules, self.session.truth, side, self.seats[side], only_hint=False)
        self._show()

    # -- thinking ---------------------------------------------------------------------------------

    def _think(
        self, rules: Ruleset, state: State, side: str, player: str, *, only_hint: bool
    ) -> None:
        self._number += 1
        self._task = state, side, player, only_hint
        known = self.thinking.running and self._rules is rules
        self._rules = rules
        self.thinking.give(
            Task(
                self._number,
                None if known else rules,
                player,
                side,
                random.SystemRandom().randrange(2**31),
                rules.observe(state, side),
                tuple(self._refused),
                fresh=self._fresh,
            )
        )
        self._fresh = False
        self._show()

    def _stop_thinking(self) -> None:
        self._show_later.stop()
        if self._task is not None and self._advice is None:
            self.thinking.stop()
        self._task, self._advice, self._refused = None, None, []
        self._fresh = True

    def _thought(self, thought: ThinkingResult) -> None:
        task, rules = self._task, self._rules
        if task is None or rules is None or thought.number != self._number:
            return
        state, side, player, only_hint = task
        advice = thought.advice
        if advice is None:
            self._give_up(thought.problem or t("opponent.hint.none"))
            return
        try:
            legal = is_legal(judged(rules, state, advice.action))
        except UserError:
            legal = False
        if not legal:
            self._refused.append(advice.action)
            if len(self._refused) < TRIES:
                self._think(rules, state, side, player, only_hint=only_hint)
            else:
                self._give_up(t("opponent.window.no_order"))
            return
        self._refused = []
        if only_hint:
            self._task = None
            self._show_hint(advice, state)
            self._soon.start()
            return
        self._advice = advice
        wait = PACES[kept_pace()] - round(1000 * (monotonic() - self._shown_at))
        self._show_later.start(max(0, wait))

    def _give_up(self, why: str) -> None:
        self._task, self._refused = None, []
        self.paused = bool(self.seats)
        self.window.messages.add(why)
        self._show()

    def _failed(self, why: str) -> None:
        self._task, self._advice, self._refused, self._rules = None, None, [], None
        self._give_up(why)

    def _play(self) -> None:
        """Play the computed order if the position is unchanged."""
        task, advice = self._task, self._advice
        self._task, self._advice = None, None
        if task is None or advice is None or task[0] is not self.session.truth:
            self._soon.start()
            return
        self._own = True
        try:
            entry = self.session.order(advice.action, by=task[1], byline=byline_of(task[2]))
        finally:
            self._own = False
        if entry is None:
            self.paused = True
        self._shown_at = monotonic()
        if self._may_know(task[1]) or self.session.may_show(advice.reason.text):
            self.last = advice
            self.window.hints.showMessage(advice.reason.text, READABLE)
        self._soon.start()

    # -- what is shown ----------------------------------------------------------------------------

    def _show_hint(self, advice: Advice, state: State) -> None:
        """Show a hint, highlight its units, and offer to carry it out."""
        self._hinted = advice, state
        action = advice.action
        units = next(filter(None, (getattr(action, field, ()) for field in UNITS)), ())
        units = units or (getattr(action, "unit", ""),)
        self.view.selection.set(u for u in units if u in state.pieces)
        hexes = self.session.module.places.hex_count
        places = (state.pieces[unit].place for unit in self.view.selection.units)
        on_map = [place for place in places if place < hexes]
        if on_map and self.commands["follow"].isChecked():
            self.view.look_at(on_map)
        if (end := self._end_of(action)) >= 0:
            self.view.flash([end])
        remedy = None
        if self.session.can_play:
            remedy = t("opponent.window.do_it"), lambda: self._do(action, state)
        words = t("opponent.window.hint", reason=advice.reason.text)
        self.window.messages.add(words, remedy=remedy, passing=True)

    def _end_of(self, action: act.Action) -> int:
        """Return the hex where an order ends: the last of a path, or a target; -1 without one."""
        path, places = getattr(action, "path", ()), self.session.module.places
        name = str(path[-1] if path else getattr(action, "target", ""))
        place = places.index(name) if name in places else -1
        return place if places.is_hex(place) else -1

    def _do(self, action: act.Action, state: State) -> None:
        if self.session.truth is state and self.session.order(action) is not None:
            self._followed = self.session.truth

    @property
    def _hinting(self) -> bool:
        """Return whether only a hint is being computed."""
        return self._task is not None and self._task[3]

    def _clicked(self) -> None:
        if self._hinting:
            self.pause()
        else:
            self.go_on()

    def _show(self) -> None:
        """Show in the toolbar the computer's sides, whether it is computing, and the reason for
        its last order.
        """
        able = self.session.recording is not None and self.session.has_rules
        for name in ("computer_seats", "computer_hint"):
            self.commands.enable(name, able)
        self.commands.enable("computer_go_on", able and bool(self.seats))
        # Ended by the user, a phase would be over before the computer has given its orders.
        self.session.computer_decides = not self.paused and self._to_move() is not None
        self.commands.enable("advance", not self.session.computer_decides)
        self.chip.setVisible(bool(self.seats) or self._hinting)
        if not self.seats and not self._hinting:
            return
        names = ", ".join(self.session.module.side_name(side) for side in self.seats)
        key = "thinks" if self._task is not None else "pauses" if self.paused else "waits"
        self.chip.setText(t(f"opponent.window.{'hints' if self._hinting else key}", sides=names))
        lines = [t(f"opponent.window.{key}.tip")]
        if self.last is not None:
            lines.append(t("opponent.window.last", reason=self.last.reason.text))
        self.chip.setToolTip(tip("\n".join(lines)))
        self.chip.setAccessibleName(self.chip.text())
