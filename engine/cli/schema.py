"""``holland44 schema``: the JSON schemas of all file formats."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Any

import typer
from pydantic import BaseModel, TypeAdapter

from engine.board.drawn_format import ThemeFile
from engine.cli.console import print_json
from engine.core.actions import Action
from engine.core.effects import Effect
from engine.core.errors import UserError
from engine.core.scenario import Scenario
from engine.i18n import t
from engine.log.annotations import Annotations
from engine.log.entry import Entry, Header
from engine.modules.validate import OPTIONAL, PARTS


def schema(
    what: Annotated[str, typer.Argument(help=t("cli.schema.what"), metavar="WHAT")],
) -> None:
    """Print a JSON schema."""
    known: dict[str, Callable[[], Any]] = {
        "actions": lambda: TypeAdapter(Action).json_schema(),
        "effects": lambda: TypeAdapter(Effect).json_schema(),
        "entry": Entry.model_json_schema,
        "header": Header.model_json_schema,
        "annotations": Annotations.model_json_schema,
        "module": _module_schemas,
    }
    if what not in known:
        raise UserError(t("cli.schema.unknown", what=what, known=", ".join(known)))
    print_json(_for_readers(known[what]()))


def _module_schemas() -> dict[str, Any]:
    models: dict[str, type[BaseModel]] = {
        **PARTS,
        "scenarios/<id>.json": Scenario,
        **OPTIONAL,
        "themes/<theme>.json": ThemeFile,
    }
    return {name: model.model_json_schema() for name, model in models.items()}


def _for_readers(value: Any) -> Any:
    """Return a schema whose descriptions are plain text, without references to the code."""
    if isinstance(value, list):
        return [_for_readers(part) for part in value]
    if not isinstance(value, dict):
        return value
    return {
        key: _plain(part) if key == "description" and isinstance(part, str) else _for_readers(part)
        for key, part in value.items()
    }


def _plain(docstring: str) -> str:
    text = " ".join(docstring.split())
    text = re.sub(r" ?\(see [^)]*\)", "", text)
    text = re.sub(r":\w+:`~?(?:[\w.]*\.)?(\w+)(?:\(\))?`", r"\1", text)
    return text.replace("``", "'")
