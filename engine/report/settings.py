"""Settings of an export: one record for all formats, read from the command line or a recipe."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.core.errors import UserError, first_fault
from engine.i18n import t
from engine.log.annotations import Annotations, Recipe

_RANGE = re.compile(r"^(\d+)(?:-(\d+))?$")


class Settings(BaseModel):
    """Settings of exports; each format uses those that concern it."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid", allow_inf_nan=False)

    entries: str = Field(default="moments", max_length=200)
    """moments, proposed, all, or entries by number: "12-40", "3,7,12-15"."""
    around: int = Field(default=0, ge=0, le=50)
    """Facts of so many entries before and after each moment are told too."""
    clean: bool = False
    """Leave out bookkeeping, and mistakes that were taken back, among the facts that are told?"""
    viewpoint: str = Field(default="", max_length=40)
    """Viewpoint: both (all that the log holds), neutral, or the id of a side.

    Empty: all of a game that hides nothing, else what the own side or every side sees."""
    front: bool = False
    """Draw the front, and fainter where it ran at the ends of the turns before?"""
    pictures: bool = True
    pair: Literal["after", "before", "pair"] = "after"
    width: int = Field(default=1400, ge=200, le=8000)
    """Pixels across of a picture."""
    image: Literal["png", "webp", "jpg"] = "png"
    """How pictures beside a text are written."""
    zoom: float = Field(default=1.0, ge=0.1, le=8)
    theme: Literal["day", "night", "print", "safe"] = "day"
    caption: bool = True
    legend: bool = True
    scale: bool = True
    card: bool = True
    statistics: bool = True
    paper: Literal["A4", "Letter"] = "A4"
    dialect: Literal["forum", "bgg"] = "forum"
    """The tags of a forum post: those that most forums know, or those of BoardGameGeek."""
    address: str = Field(default="", max_length=500)
    """The address under which the pictures of a forum post will lie."""
    source: str = Field(default="", max_length=1000)
    """The VASSAL file that a game came from, if it does not lie beside its log."""
    owner: str = Field(default="", max_length=200, exclude=True, repr=False)
    """The VASSAL password of the player who owns covers set here. A recipe never keeps it."""
    height: Literal[360, 480, 720, 1080, 1440, 2160] = 1080
    fps: int = Field(default=24, ge=5, le=60)
    speed: float = Field(default=1.0, ge=0.1, le=20)
    titles: bool = True
    """Title cards in a film."""
    follow: bool = True
    """Does the camera of a film follow the action, or show the whole map?"""

    def changed(self) -> dict[str, str | int | float | bool | None]:
        """Only what differs from the defaults: what a recipe keeps."""
        return self.model_dump(exclude_defaults=True)


def settings_of(given: Mapping[str, Any]) -> Settings:
    """Settings from words and numbers of a user. Raises UserError with one sentence."""
    try:
        return Settings.model_validate(dict(given))
    except ValidationError as error:
        where, why = first_fault(error)
        known = ", ".join(Settings.model_fields)
        key = (
            "report.settings.unknown"
            if where not in Settings.model_fields
            else ("report.settings.wrong")
        )
        raise UserError(t(key, name=where, why=why, known=known)) from None


def recipe_named(notes: Annotations, name: str) -> tuple[str, Settings]:
    """The format and settings of a recipe. Raises UserError for one that nobody saved."""
    recipe = notes.recipes.get(name)
    if recipe is None:
        known = ", ".join(sorted(notes.recipes)) or "–"
        raise UserError(t("report.recipe.unknown", name=name, known=known))
    return recipe.to, settings_of(recipe.settings)


def with_recipe(notes: Annotations, name: str, to: str, settings: Settings) -> Annotations:
    """Annotations that hold a recipe too, in the place of one of that name."""
    recipe = Recipe(to=to, settings=settings.changed())
    return notes.model_copy(update={"recipes": {**notes.recipes, name: recipe}})


def entries_named(words: str) -> list[tuple[int, int]]:
    """Ranges of entries as told: "3,7,12-15". Raises UserError for anything else."""
    found = []
    for word in words.replace(" ", "").split(","):
        match = _RANGE.match(word)
        if match is None:
            raise UserError(t("report.settings.entries", given=words))
        first = int(match[1])
        last = int(match[2] or first)
        found.append((min(first, last), max(first, last)))
    return found
