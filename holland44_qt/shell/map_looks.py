"""View of the map: layers, fit, and rotation."""

from __future__ import annotations

from engine.i18n import t
from holland44_qt.board.map_painter import MapPainter
from holland44_qt.commands import Command
from holland44_qt.daylight import map_theme
from holland44_qt.feature import Feature
from holland44_qt.vassal_art import ART

SIDES = ("first_side", "second_side")
LAYERS = (*MapPainter.LAYERS, ART, *SIDES, "markers")
"""Layers that can be hidden, from bottom to top: those of the drawn map, then those above it."""

_KEYS = {"grid": ("F7",), "numbers": ("F8",), "markers": ("F9",)}


def _layer(name: str) -> Command:
    return Command(
        f"layer_{name}",
        "view",
        f"show_{name}",
        _KEYS.get(name, ()),
        checkable=True,
        separator=name in (ART, SIDES[0]),
        submenu="layers",
    )


class Looking(Feature):
    """Feature to show and hide layers, fit the map, and rotate it."""

    COMMANDS = (
        Command("fit_width", "view", "fit_width", ("W",), separator=True),
        Command("fit_selection", "view", "fit_selection", ("Shift+Z",)),
        Command("turn_round", "view", "turn_round", ("R",), checkable=True),
        *map(_layer, LAYERS),
    )

    def ready(self) -> None:
        """Apply the preferences, now and on every change."""
        self.window.preferences.changed.connect(self._changed)
        self.session.opened.connect(self._opened)
        self._opened()
        self._changed(frozenset({"theme", "counter_size", "motion"}))

    def __getattr__(self, name: str) -> object:
        """Return the handler of a layer's command, ``show_<layer>``; handlers differ only in the
        layer.
        """
        layer = name.removeprefix("show_")
        if layer == name or layer not in LAYERS:
            raise AttributeError(name)
        return lambda on: self.show_layer(layer, on)

    def show_layer(self, layer: str, on: bool) -> None:
        """Show or hide a layer and save the choice."""
        hidden = [name for name in self.window.preferences.now.hidden if name != layer]
        self.window.preferences.change(hidden=tuple(hidden if on else (*hidden, layer)))

    def fit_width(self) -> None:
        """Fill the view from west to east."""
        self.view.fit_width()

    def fit_selection(self) -> None:
        """Zoom to the selection, or to the effects of the last entry."""
        places = sorted(self._selected())
        if places:
            self.view.fit_to(places)
        else:
            self.commands.run("action")

    def turn_round(self, on: bool) -> None:
        """Rotate the map for the player across the table."""
        if on != self.view.turned:
            self.view.turn_round()

    def _selected(self) -> set[int]:
        """Return the hexes of the selected pieces."""
        state, module = self.session.state, self.session.module
        pieces = (state.pieces.get(unit) for unit in self.view.selection.units)
        return {p.place for p in pieces if p is not None and module.places.is_hex(p.place)}

    def _changed(self, names: frozenset[str]) -> None:
        choices = self.window.preferences.now
        if names & {"theme", "hidden"}:
            on_map = [name for name in choices.hidden if name in (*MapPainter.LAYERS, ART)]
            self.view.show_map(map_theme(choices.theme), on_map)
        if "hidden" in names:
            for layer in LAYERS:
                self.commands.tick(f"layer_{layer}", layer not in choices.hidden)
            sides = zip(SIDES, self.session.module.meta.sides, strict=False)
            left_out = frozenset(side.id for name, side in sides if name in choices.hidden)
            self.view.leave_out(left_out, markers="markers" in choices.hidden)
        if names & {"counter_size", "stack_spread"}:
            self.view.set_sizes(choices.counter_size / 100, choices.stack_spread / 100)
        if "motion" in names:
            self.view.moving = choices.motion == "full"
            self.view.smooth = choices.motion != "off"

    def _opened(self) -> None:
        """Name the two sides in the menu, and hide layers that this game lacks."""
        module = self.session.module
        for name, side in zip(SIDES, module.meta.sides, strict=False):
            title = t("shell.layer.side", side=module.side_name(side.id))
            self.commands[f"layer_{name}"].setText(title)
        self._changed(frozenset({"hidden"}))
