"""A position in the terminal: the clock, then every place with what stands in it."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from engine.i18n import t
from engine.play.game import Recording


def print_state(console: Console, recording: Recording, step: int) -> None:
    """Print the position after a step as tables."""
    module = recording.module
    state = recording.state(step)
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
    table = Table(*(t(f"cli.state.{c}") for c in ("place", "unit", "side", "steps", "status")))
    for place in sorted(state.stacks):
        for position, unit in enumerate(state.stacks[place]):
            piece = state.pieces[unit]
            table.add_row(
                module.place_name(module.places.name(place)) if position == 0 else "",
                module.unit_name(piece.counter),
                module.side_name(piece.side),
                str(piece.steps),
                ", ".join(module.marker_name(s) for s in sorted(piece.status)),
            )
    console.print(table)
    bridges = [
        f"{module.place_name(side)}: {value}"
        for side, value in sorted(state.hexsides.items())
        if value != "wired"
    ]
    console.print(t("cli.state.bridges", list="; ".join(bridges)), highlight=False)
    tracks = [f"{name} {value}" for name, value in sorted(state.tracks.items())]
    console.print(t("cli.state.tracks", list="; ".join(tracks)), highlight=False)
