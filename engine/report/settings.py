"""Settings of an export: one record for all formats, from the command line or a recipe."""

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
    """Settings of exports; each format uses the ones it needs."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid", allow_inf_nan=False)

    entries: str = Field(default="moments", max_length=200)
    """The entries to export: moments, proposed, all, or numbers such as "12-40" or "3,7,12-15"."""
    around: int = Field(default=0, ge=0, le=50)
    """Number of entries before and after each moment whose sentences are included."""
    clean: bool = False
    """Whether bookkeeping and undone mistakes are left out."""
    viewpoint: str = Field(default="", max_length=40)
    """Viewpoint: both (the whole log), neutral, or the id of a side.

    Empty: everything if the game hides nothing; otherwise the view of the user's own side, or the
    neutral view.
    """
    front: bool = False
    """Whether the front is drawn, with fainter fronts for the ends of past turns."""
    pictures: bool = True
    pair: Literal["after", "before", "pair"] = "after"
    width: int = Field(default=1400, ge=200, le=8000)
    """Width of a picture in pixels."""
    image: Literal["png", "webp", "jpg"] = "png"
    """File format of the pictures of a text."""
    zoom: float = Field(default=1.0, ge=0.1, le=8)
    theme: Literal["day", "night", "print", "safe"] = "day"
    caption: bool = True
    legend: bool = True
    scale: bool = True
    card: bool = True
    statistics: bool = True
    paper: Literal["A4", "Letter"] = "A4"
    dialect: Literal["forum", "bgg"] = "forum"
    """The BBCode dialect of a forum post: common tags, or those of BoardGameGeek."""
    address: str = Field(default="", max_length=500)
    """The web address of the folder with a forum post's pictures."""
    source: str = Field(default="", max_length=1000)
    """The VASSAL file that the game came from, if it is not beside the log."""
    owner: str = Field(default="", max_length=200, exclude=True, repr=False)
    """The VASSAL password of the player who owns covers set here; never stored in a recipe."""
    height: Literal[360, 480, 720, 1080, 1440, 2160] = 1080
    fps: int = Field(default=24, ge=5, le=60)
    speed: float = Field(default=1.0, ge=0.1, le=20)
    titles: bool = True
    """Whether a film has title cards."""
    follow: bool = True
    """Whether a film's camera follows the action instead of showing the whole map."""

    def changed(self) -> dict[str, str | int | float | bool | None]:
        """Return the settings that differ from the defaults, as stored in a recipe."""
        return self.model_dump(exclude_defaults=True)


def settings_of(given: Mapping[str, Any]) -> Settings:
    """Return settings from a user's values. Raises UserError for an unknown name or an invalid
    value.
    """
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
    """Return the format and settings of a recipe. Raises UserError for an unknown name."""
    recipe = notes.recipes.get(name)
    if recipe is None:
        known = ", ".join(sorted(notes.recipes)) or "–"
        raise UserError(t("report.recipe.unknown", name=name, known=known))
    return recipe.to, settings_of(recipe.settings)


def with_recipe(notes: Annotations, name: str, to: str, settings: Settings) -> Annotations:
    """Return annotations with a recipe added, replacing one of the same name."""
    recipe = Recipe(to=to, settings=settings.changed())
    return notes.model_copy(update={"recipes": {**notes.recipes, name: recipe}})


def entries_named(words: str) -> list[tuple[int, int]]:
    """Return ranges of entries from text such as "3,7,12-15". Raises UserError for other text."""
    result = []
    for word in words.replace(" ", "").split(","):
        match = _RANGE.match(word)
        if match is None:
            raise UserError(t("report.settings.entries", given=words))
        first = int(match[1])
        last = int(match[2] or first)
        result.append((min(first, last), max(first, last)))
    return result
