"""Words of Typer's own in every help page, in the reader's language.

Typer asks gettext for some of them and has the others only in English.
"""

from __future__ import annotations

import gettext
from typing import Any

from typer.core import TyperCommand, TyperGroup

from engine.i18n import DEFAULT, language, t

ASKED = {
    "Arguments": "cli.help_words.arguments",
    "Options": "cli.help_words.options",
    "Commands": "cli.commands",
    "[default: {}]": "cli.help_words.default",
    "[required]": "cli.help_words.required",
}
"""The message keys of words that Typer asks gettext for."""
ADDED = ("help", "install_completion", "show_completion")
"""The names of options that Typer adds to commands."""


def translate_help() -> None:
    """Make Typer write its help pages in the reader's language."""
    if language() == DEFAULT:
        return
    words = {english: t(key, value="{}") for english, key in ASKED.items()}
    setattr(gettext, "dgettext", lambda _, message: words.get(message, message))  # noqa: B010
    context: Any = TyperCommand.context_class

    class Formatter(context.formatter_class):  # type: ignore[misc]  # a class known at run time
        """Formatter of help pages with its own word for the usage line."""

        def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
            """Write the usage line."""
            super().write_usage(prog, args, prefix or t("cli.help_words.usage"))

    context.formatter_class = Formatter
    for kind in (TyperCommand, TyperGroup):
        _translate_options(kind)


def _translate_options(kind: Any) -> None:
    """Translate the help of the options that Typer adds to a kind of commands."""
    in_english = kind.get_params

    def get_params(self: Any, ctx: Any) -> Any:
        params = in_english(self, ctx)
        for param in params:
            if param.name in ADDED:
                param.help = t(f"cli.help_words.{param.name}")
        return params

    kind.get_params = get_params
