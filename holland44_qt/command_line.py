"""Command line of the app: the engine's commands and those that draw."""

from __future__ import annotations

from engine.cli import main as cli
from engine.cli.rows import Row

DRAWING = (
    Row("open", "holland44_qt.cli:open_app", "cli.open.help"),
    Row("render", "holland44_qt.cli:render", "cli.render.help"),
    Row("plot", "holland44_qt.cli:plot", "cli.plot.help"),
    Row("host", "holland44_qt.cli:host_command", "cli.host.help"),
    Row("export", "holland44_qt.cli:export_command", "cli.export.help"),
)

app = cli.app_of((*cli.COMMANDS, *DRAWING))


def main() -> None:
    """Run the command line."""
    cli.main(app)
