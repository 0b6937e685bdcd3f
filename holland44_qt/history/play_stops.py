"""Playback stops, and the entries that affect one unit or hex."""

from __future__ import annotations

from collections.abc import Callable

from engine.i18n import t
from holland44_qt.commands import Command
from holland44_qt.feature import Feature
from holland44_qt.navigation.camera_feature import go_near


class Watching(Feature):
    """Feature for stops of the player and for the log of the selection."""

    COMMANDS = (
        Command("stop_note", "replay", "stop_note", checkable=True, submenu="stops"),
        Command("stop_turn", "replay", "stop_turn", checkable=True, submenu="stops"),
        Command("stop_phase", "replay", "stop_phase", checkable=True, submenu="stops"),
        Command("stop_combat", "replay", "stop_combat", checkable=True, submenu="stops"),
        Command("stop_unit", "replay", "stop_unit", checkable=True, submenu="stops"),
        Command("about_selection", "replay", "about_selection", ("H",)),
        Command("all_entries", "replay", "all_entries", ("Shift+H",)),
        Command("next_combat", "replay", "next_combat", ("}",), submenu="jumps"),
        Command("previous_combat", "replay", "previous_combat", ("{",), submenu="jumps"),
        Command("next_act", "replay", "next_act", (">",), submenu="jumps"),
        Command("previous_act", "replay", "previous_act", ("<",), submenu="jumps"),
        Command("filter", "replay", "filter_words", ("Ctrl+Shift+F",)),
    )

    def ready(self) -> None:
        """Set the units to watch for in the player."""
        self._hovered = -1
        self._watched: frozenset[str] = frozenset()
        self.view.selection.changed.connect(self._watch)
        self.window.player.playing_changed.connect(self._started)
        self.view.hovered.connect(self._hover)
        self.session.leaving.connect(self._leaving)
        self.window.player.concerns = self._concerns

    # -- commands ---------------------------------------------------------------------------------

    def stop_note(self, on: bool) -> None:
        """Stop at annotated entries."""
        self.window.player.stop_at("note", on)

    def stop_turn(self, on: bool) -> None:
        """Stop at the start of a turn."""
        self.window.player.stop_at("turn", on)

    def stop_phase(self, on: bool) -> None:
        """Stop at the start of a phase."""
        self.window.player.stop_at("phase", on)

    def stop_combat(self, on: bool) -> None:
        """Stop at a combat."""
        self.window.player.stop_at("combat", on)

    def stop_unit(self, on: bool) -> None:
        """Stop at entries that affect the selected unit."""
        self.window.player.stop_at("unit", on)

    def about_selection(self) -> None:
        """List the entries of the selected units, or else of the hex under the mouse."""
        module, state = self.session.module, self.session.state
        units = [u for u in self.view.selection.units if u in state.pieces]
        panel = self.window.log_panel
        if units:
            names = ", ".join(module.unit_name(state.pieces[u].counter) for u in units)
            panel.show_about(frozenset(units), frozenset(), names)
        elif self._hovered >= 0:
            number = module.board.numbers[self._hovered]
            panel.show_about(frozenset(), frozenset({number}), module.place_name(number))
        else:
            panel.show_about(frozenset(), frozenset(), "")
        self.window.panels.show("log")

    def all_entries(self) -> None:
        """List all entries again."""
        self.window.log_panel.clear()

    def next_combat(self) -> None:
        """Go to the next combat."""
        self._jump(1, lambda step: step in self.session.landmarks.combats)

    def previous_combat(self) -> None:
        """Go to the previous combat."""
        self._jump(-1, lambda step: step in self.session.landmarks.combats)

    def next_act(self) -> None:
        """Go to the next entry that affects the selected units."""
        self._jump(1, self._is_act)

    def previous_act(self) -> None:
        """Go to the previous entry that affects the selected units."""
        self._jump(-1, self._is_act)

    def _is_act(self, step: int) -> bool:
        subjects, chosen = self.window.model.subjects, frozenset(self.view.selection.units)
        return subjects is not None and bool(chosen & subjects.at(step).units)

    def _jump(self, direction: int, fits: Callable[[int], bool]) -> None:
        """Go to the nearest entry of a kind, or report that there is none."""
        end = self.session.length + 1 if direction > 0 else 0
        target = next(
            (s for s in range(self.session.step + direction, end, direction) if fits(s)), None
        )
        if target is None:
            self.session.objected.emit(t("history.jump.none"))
        else:
            self.session.go(target)
            go_near(self.window)

    def filter_words(self) -> None:
        """Focus the filter field of the log."""
        self.window.panels.show("log")
        self.window.log_panel.words.setFocus()

    # -- what follows -----------------------------------------------------------------------------

    def _hover(self, place: int) -> None:
        self._hovered = place

    def _leaving(self) -> None:
        self._watched = frozenset()

    def _concerns(self, step: int) -> bool:
        subjects = self.window.model.subjects
        return subjects is not None and bool(self._watched & subjects.at(step).units)

    def _started(self, playing: bool) -> None:
        if playing:
            self._watched = frozenset(self.view.selection.units)

    def _watch(self) -> None:
        """Watch another selection during playback; ignore one that has only lost a unit."""
        chosen = frozenset(self.view.selection.units)
        if chosen and not chosen < self._watched:
            self._watched = chosen
