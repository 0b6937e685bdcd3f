"""Faults of a command line, in one sentence of the catalogue instead of Typer's English."""

from __future__ import annotations

import re
from typing import Any

from pydantic import ValidationError

from engine.core.errors import first_fault, one_line
from engine.i18n import t

_COMMAND = re.compile(r"No such command '(.+?)'\.(?: Did you mean (.+)\?)?")
_SURPLUS = re.compile(r"Got unexpected extra argument(?:s|\(s\))? \((.+)\)")


def is_usage_error(error: BaseException) -> bool:
    """Return whether an error is one of Typer's; its classes moved between versions."""
    return hasattr(error, "format_message") and hasattr(error, "exit_code")


def usage_sentence(error: Any) -> str:
    """Return what is wrong with a command line and how to get help."""
    context = getattr(error, "ctx", None)
    help_ = "" if context is None else t("cli.usage.help", command=context.command_path)
    return one_line(f"{_fault(error)} {help_}")


def _fault(error: Any) -> str:
    """Return what is wrong, in Typer's own words for a rare fault."""
    kind, message = type(error).__name__, str(error.format_message())
    if kind == "NoSuchOption":
        sentence = t("cli.usage.option", option=error.option_name)
        near = ", ".join(sorted(error.possibilities or ()))
        return f"{sentence} {t('cli.usage.near', names=near)}" if near else sentence
    if kind == "MissingParameter":
        return t("cli.usage.missing", name=_name(error))
    if kind == "BadParameter":
        cause = error.__cause__
        why = first_fault(cause)[1] if isinstance(cause, ValidationError) else error.message
        return t("cli.usage.value", name=_name(error), why=why.rstrip("."))
    if kind == "BadOptionUsage":
        valueless = "does not take" in message
        key = "cli.usage.no_value" if valueless else "cli.usage.needs_value"
        return t(key, option=error.option_name)
    if found := _COMMAND.match(message):
        sentence = t("cli.usage.command", name=found[1])
        near = (found[2] or "").replace("'", "")
        return f"{sentence} {t('cli.usage.near', names=near)}" if near else sentence
    if found := _SURPLUS.match(message):
        return t("cli.usage.surplus", words=found[1])
    return message


def _name(error: Any) -> str:
    """Return the name of the faulty argument or option as it is typed."""
    hint = error.param_hint or (error.param.get_error_hint() if error.param is not None else "")
    return (hint if isinstance(hint, str) else " / ".join(hint)).replace("'", "")
