"""Evaluations that come with the program: fitted to self-played games of a scenario.

``packaging/evaluation.py`` makes them; each is a file in its game's folder.
"""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, ValidationError

from engine.core.errors import UserError
from engine.i18n import t
from engine.modules.module import Module
from engine.opponent.evaluation import is_current
from engine.report.analysis import Fit


class Share(BaseModel):
    """Positions of games not used for fitting, predicted with about the same probability: their
    number, the mean prediction, and the share that the first side won.
    """

    model_config = ConfigDict(extra="forbid")

    predicted: float
    won: float
    n: int


class Shipped(BaseModel):
    """An evaluation with its making: players, seeds, reliability."""

    model_config = ConfigDict(extra="forbid")

    player: str
    """The player of both sides. The seeds of the games are 0 and up."""
    program: str
    reliability: tuple[Share, ...]
    fit: Fit


def file_of(scenario: str) -> str:
    """Return the name of a scenario's file in the folder of its game."""
    return f"evaluation-{scenario}.json"


def shipped(module: Module, scenario: str) -> Shipped | None:
    """Return the evaluation of a scenario; None without one, or if it has other features.

    Raises UserError for a bad file.
    """
    files, name = module.files, file_of(scenario)
    if name not in files.names():
        return None
    try:
        result = Shipped.model_validate_json(files.read(name))
    except ValidationError as error:
        why = " ".join(str(error).split())
        raise UserError(
            t("opponent.error.weights", module=files.origin, file=name, why=why)
        ) from error
    return result if is_current(result.fit) else None
