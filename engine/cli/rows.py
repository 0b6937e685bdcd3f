"""Commands that appear in the help at once and are imported when called."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module
from inspect import unwrap
from pathlib import Path
from typing import Any, ClassVar, get_args, get_type_hints

import typer
from typer.core import TyperCommand, TyperGroup
from typer.models import ParameterInfo

from engine.core.errors import UserError
from engine.i18n import t


@dataclass(frozen=True)
class Row:
    """A command: its name, its source, and the message key of its help."""

    name: str
    source: str
    """The source as "module:name": a function, or a Typer app with subcommands."""
    help: str

    def load(self) -> Any:
        """Import and return the command."""
        module, _, name = self.source.partition(":")
        loaded = getattr(import_module(module), name)
        if isinstance(loaded, typer.Typer):
            _adapt(loaded)
            command: Any = typer.main.get_command(loaded)
            command.name = self.name
            return command
        single = typer.Typer(add_completion=False, rich_markup_mode="markdown")
        single.command(self.name, help=t(self.help))(loaded)
        _adapt(single)
        return typer.main.get_command(single)


class CheckedCommand(TyperCommand):
    """A command that refuses an empty word as a file, which would mean the current folder."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words. Raises UserError for an empty name of a file or folder."""
        given = self.make_parser(ctx).parse_args(args=list(args))[0]
        hints = get_type_hints(unwrap(self.callback), include_extras=True) if self.callback else {}
        param: Any  # its class moved between versions
        for param in self.params:
            value = given.get(param.name)
            words = value if isinstance(value, list | tuple) else (value,)
            if "" in words and _is_path(hints.get(param.name)):
                name = param.get_error_hint().replace("'", "")
                raise UserError(t("cli.usage.empty", name=name))
        return super().parse_args(ctx, args)


def _is_path(hint: Any) -> bool:
    """Return whether a parameter takes paths: Path, Path | None, list[Path]."""
    return hint is Path or any(map(_is_path, get_args(hint)))


def _adapt(app: typer.Typer) -> None:
    """Refuse empty file names, and disable Typer's readability check of files: each command reports
    read errors in one sentence.
    """
    for command in app.registered_commands:
        command.cls = CheckedCommand
        hints = get_type_hints(command.callback, include_extras=True)
        for hint in hints.values():
            for about in getattr(hint, "__metadata__", ()):
                if isinstance(about, ParameterInfo):
                    about.readable = False
        function: Any = command.callback
        while function is not None:  # text would be worked out a second time
            function.__annotations__ = hints
            function = getattr(function, "__wrapped__", None)
    for group in app.registered_groups:
        if group.typer_instance is not None:
            _adapt(group.typer_instance)


class LazyGroup(TyperGroup):
    """A command group that knows names and help lines without importing the commands."""

    rows: ClassVar[dict[str, Row]] = {}

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        for row in self.rows.values():
            self.add_command(TyperCommand(row.name, help=t(row.help), rich_markup_mode="markdown"))

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names in the order of the help."""
        return list(self.rows)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """List the commands with their complete help lines."""
        with formatter.section(t("cli.commands")):
            formatter.write_dl([(row.name, t(row.help)) for row in self.rows.values()])

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Import and return the called command."""
        name, command, rest = super().resolve_command(ctx, args)
        if command is not None and command.name in self.rows:
            command = self.rows[command.name].load()
        return name, command, rest


def group_of(rows: Iterable[Row]) -> type[LazyGroup]:
    """Return a group of these commands; a later row replaces an earlier one of its name."""

    class Group(LazyGroup):
        """The commands of one program."""

    Group.rows = {row.name: row for row in rows}
    return Group
