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
from typer.models import OptionInfo, ParameterInfo

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


class PlainHelp:
    """Parameters of a command or group whose help option has no type of Python."""

    def get_params(self, ctx: Any) -> Any:
        """Return the parameters, with the help option."""
        params = super().get_params(ctx)  # type: ignore[misc]  # the other base class has it
        for param in params:
            if param.name == "help":
                param.metavar = ""
        return params


class PlainGroup(PlainHelp, TyperGroup):
    """A group of subcommands."""


def subcommands(help_: str) -> typer.Typer:
    """Return an empty group of subcommands."""
    return typer.Typer(
        cls=PlainGroup,
        help=help_,
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode="markdown",
    )


class CheckedCommand(PlainHelp, TyperCommand):
    """A command whose help names no types of Python, and that refuses an empty word as a file,
    which would mean the current folder.
    """

    def __init__(self, name: str | None, **attributes: Any) -> None:
        super().__init__(name, **attributes)
        for param in self.params:
            if param.param_type_name == "argument":
                setattr(param, "display_type_rich", _no_type)  # noqa: B010

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


def _no_type(ctx: Any) -> None:
    """Take the place of Typer's ``display_type_rich``: an argument's name says what it is."""


METAVARS = {bool: "", str: "TEXT", int: "N", float: "N", Path: "PATH"}
"""The placeholders of values in help pages, by the type of an option."""


def _metavar(hint: Any) -> str | None:
    """Return the placeholder of an option's value; None to list its choices."""
    if hint in METAVARS:
        return METAVARS[hint]
    return next((m for m in map(_metavar, get_args(hint)) if m is not None), None)


def _adapt(app: typer.Typer) -> None:
    """Refuse empty file names, and disable Typer's readability check of files: each command reports
    read errors in one sentence.
    """
    for command in app.registered_commands:
        command.cls = CheckedCommand
        hints = get_type_hints(command.callback, include_extras=True)
        for name, hint in hints.items():
            for about in getattr(hint, "__metadata__", ()):
                if isinstance(about, ParameterInfo):
                    about.readable = False
                    if about.metavar is None:
                        is_option = isinstance(about, OptionInfo)
                        about.metavar = _metavar(hint) if is_option else name.upper()
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
        """List the commands with the first paragraph of their help."""
        with formatter.section(t("cli.commands")):
            formatter.write_dl(
                [(row.name, t(row.help).partition("\n")[0]) for row in self.rows.values()]
            )

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
