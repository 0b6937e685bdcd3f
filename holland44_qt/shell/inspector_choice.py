"""Choice of the tab that the inspector shows automatically: decision, event or to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.actions import Choose, MoveUnits
from engine.core.effects import SetTrack
from holland44_qt.commands import Command
from holland44_qt.feature import Feature

if TYPE_CHECKING:
    from engine.core.modes import Mode
    from engine.log.entry import Entry


class Inspecting(Feature):
    """Feature that shows the inspector card of the current moment in front; a pinned card stays."""

    COMMANDS = (
        Command("inspector", "view", "show_inspector", ("Alt+I",), "inspector", "main"),
        Command("close_drawer", "view", "close_drawer", ("Alt+0", "Alt+O")),
        Command("only_map", "view", "only_map", ("Shift+F11",), checkable=True),
    )

    def ready(self) -> None:
        """Follow the game."""
        self._hidden: list[object] = []
        session = self.session
        session.stepped.connect(self._suggest)
        session.stance_changed.connect(self._suggest)
        session.opened.connect(self._suggest)

    def show_inspector(self) -> None:
        """Show or hide the inspector."""
        inspector = self.window.panels.inspector
        inspector.setVisible(inspector.isHidden())

    def close_drawer(self) -> None:
        """Close the open drawer."""
        self.window.panels.close_drawer()
        self.view.setFocus()

    def only_map(self, on: bool) -> None:
        """Hide everything except the map, the caption and the timeline, or show it again."""
        panels = self.window.panels
        parts = (self.window.bars["main"], panels.rail, panels.inspector)
        if on:
            panels.close_drawer()
            self._hidden = [part for part in parts if not part.isHidden()]
            for part in parts:
                part.hide()
        else:
            for part in parts:
                part.setVisible(part in self._hidden)

    def _suggest(self) -> None:
        session = self.session
        if session.stance == "review" or session.recording is None:
            card = "entry"
        elif session.asked is not None:
            card = "decide"
        elif session.current is not None and _is_result(session.current.entry, session.mode):
            card = "entry"
        else:
            card = "decide" if session.mode != "off" else "entry"
        self.window.panels.suggest(card)


def _is_result(entry: Entry, mode: Mode) -> bool:
    """Return whether an entry should be read before play continues: a combat result, or a breach of
    a rule. Under enforced rules, a move with dice (a landing) and an answer with dice that resolves
    no combat (swimming tanks) are not; the checklist comes next.
    """
    if any(verdict.level == "forbid" for verdict in entry.verdicts):
        return True
    fought = any(isinstance(e, SetTrack) and e.track == "combat" for e in entry.effects)
    passing = mode != "off" and not fought and isinstance(entry.action, MoveUnits | Choose)
    return bool(entry.dice) and not passing
