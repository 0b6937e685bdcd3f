"""Print a position to the terminal: the clock, then every place with its units."""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len, set_cell_size
from rich.console import Console

from engine.controls import visible
from engine.core import effects as fx
from engine.i18n import t
from engine.log.effect_words import EffectFormatter
from engine.play.game import Recording

COLUMNS = ("place", "unit", "side", "steps", "status")
GAP = "  "


def print_state(console: Console, recording: Recording, step: int) -> None:
    """Print the position after a step, a line for each unit."""
    module = recording.module
    state = recording.state(step)
    formatter = EffectFormatter(state, module)
    clock = state.clock
    console.print(
        t(
            "say.phase",
            turn=clock.turn,
            side=module.side_name(clock.active),
            phase=module.phase_name(clock.phase),
        ),
        style="bold",
    )
    heads, *lines = _aligned([tuple(t(f"cli.state.{c}") for c in COLUMNS), *_rows(recording, step)])
    console.print(heads, style="bold", highlight=False, soft_wrap=True)
    console.print("\n".join(lines), highlight=False, soft_wrap=True)
    bridges = [
        formatter.effect(fx.SetHexside(hexside=side, before=value, after=value))
        for side, value in sorted(state.hexsides.items())
        if value != "wired"
    ]
    console.print(t("cli.state.bridges", list="; ".join(bridges) or "–"), highlight=False)
    tracks = [
        formatter.effect(fx.SetTrack(track=name, before=None, after=value))
        for name, value in sorted(state.tracks.items())
    ]
    named = [track for track in tracks if track]  # the others are notes of the rules
    console.print(t("cli.state.tracks", list="; ".join(named) or "–"), highlight=False)


def _rows(recording: Recording, step: int) -> Iterator[tuple[str, ...]]:
    """Yield the rows of units by place; only the first unit of a stack has the name of
    its place.
    """
    module, state = recording.module, recording.state(step)
    for place in sorted(state.stacks):
        for position, unit in enumerate(state.stacks[place]):
            piece = state.pieces[unit]
            yield (
                module.place_name(module.places.name(place)) if position == 0 else "",
                module.unit_name(piece.counter),
                module.side_name(piece.side),
                str(piece.steps),
                ", ".join(module.marker_name(s) for s in sorted(piece.status)),
            )


def _aligned(rows: list[tuple[str, ...]]) -> list[str]:
    """Return rows as lines with aligned columns.

    Rich's own table takes half a second for a position of three hundred units.
    """
    shown = [tuple(visible(cell) for cell in row) for row in rows]
    widths = [max(map(cell_len, column)) for column in zip(*shown, strict=True)]
    return [GAP.join(map(set_cell_size, row, widths)).rstrip() for row in shown]
