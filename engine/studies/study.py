"""Studies: a table of combinations, each played with the same seeds.

A task plays one game and returns its log and rows. It depends on nothing but its own fields, so any
process on any machine may play it, again if one is lost.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.core.dice import Rolled
from engine.core.errors import UserError, toml_fault
from engine.core.garbage import collecting_seldom
from engine.core.modes import HouseLevel
from engine.files import read_limited
from engine.games import require_rulebook
from engine.i18n import t
from engine.log.entry import RulebookName
from engine.modules.module import load_module
from engine.opponent.seats import as_players, play_on, seats_named
from engine.opponent.strengths import RECRUIT
from engine.play.autoplay import AT
from engine.play.game import Game, Recording
from engine.play.referee import check_house
from engine.studies.rows import GameRows, Source, rows_of

V = TypeVar("V")
LIMIT = 1 << 20
"""Maximum size of a study's file in bytes."""


class Study(BaseModel):
    """The file of a study in TOML: lists of what varies, and the number of games of each
    combination.
    """

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    title: str = ""
    game: str
    scenarios: tuple[str, ...] = ()
    """By default the first scenario of the game."""
    games: int = Field(default=20, ge=1, le=1_000_000)
    """Games of each combination."""
    seed: int = 1
    """The first seed; every combination is played with the same ones."""
    turns: int | None = Field(default=None, ge=1)
    """The last turn that is played; by default that of the scenario."""
    players: Mapping[str, tuple[str, ...]] = {}
    """Players tried for each side; ``recruit`` by default."""
    options: Mapping[str, tuple[int, ...]] = {}
    """Values tried for each optional rule or reading, by its name."""
    house: Mapping[str, tuple[HouseLevel, ...]] = {}
    """Levels tried for each house rule, by its number."""

    @classmethod
    def load(cls, path: Path) -> Study:
        """Read a study. Raises UserError naming the wrong field, side, scenario or player."""
        try:
            return cls.model_validate(tomllib.loads(read_limited(path, LIMIT).decode())).checked()
        except (ValidationError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise UserError(t("studies.error.study", path=path, why=toml_fault(error))) from None

    def checked(self) -> Study:
        """Return the study with all its defaults. Raises UserError for unknown names."""
        module = load_module(self.game)
        scenarios = self.scenarios or (module.scenario_id(),)
        for scenario in scenarios:
            module.scenario(scenario)
        rulebook = require_rulebook(module.meta.id)
        check_house(rulebook.ruleset(scenarios[0], module), self.house)
        known = {rule.name for rule in rulebook.optional_rules}
        for name in self.options:
            if name not in known:
                raise UserError(
                    t("studies.error.option", name=name, known=", ".join(sorted(known)))
                )
        for side, names in self.players.items():
            seats_named([f"{side}:{name}" for name in names], module)
        players = {side.id: self.players.get(side.id) or (RECRUIT,) for side in module.meta.sides}
        return self.model_copy(update={"scenarios": scenarios, "players": players})

    def tasks(self) -> Iterator[Task]:
        """Yield the games of all combinations, seed by seed, so that an early end compares
        alike.
        """
        varied = list(
            product(
                self.scenarios,
                _combined(self.players),
                _combined(self.options),
                _combined(self.house),
            )
        )
        for seed in range(self.seed, self.seed + self.games):
            for number, (scenario, players, options, house) in enumerate(varied):
                yield Task(
                    f"{seed:07}-{number:03}",
                    self.game,
                    scenario,
                    players,
                    options,
                    house,
                    seed,
                    self.turns,
                )


def _combined(tried: Mapping[str, Sequence[V]]) -> list[dict[str, V]]:
    """Return every choice of one value for each name."""
    return [dict(zip(tried, values, strict=True)) for values in product(*tried.values())]


@dataclass(frozen=True, slots=True)
class Task:
    """One game of a study."""

    name: str
    """The seed and the number of the combination; also the name of the log."""
    game: str
    scenario: str
    players: Mapping[str, str]
    options: Mapping[str, int]
    house: Mapping[str, HouseLevel]
    seed: int
    turns: int | None

    @property
    def combination(self) -> str:
        """The combination as text: a name and a value for each player, option and house rule."""
        parts = {**self.players, **self.options, **self.house}
        return " ".join(f"{name}={value}" for name, value in parts.items())


@dataclass(frozen=True, slots=True)
class Played:
    """A finished task: its log and its rows."""

    task: Task
    log: bytes
    rows: GameRows


def play_task(task: Task) -> Played:
    """Play the game of a task. The same task gives the same bytes in every process."""
    module = load_module(task.game)
    ruleset = require_rulebook(module.meta.id).ruleset(task.scenario, module)
    last = task.turns or ruleset.scenario.turns
    with TemporaryDirectory(prefix="holland44-") as folder, collecting_seldom():
        path = Path(folder) / "game.h44log"
        with Game.new(
            path,
            module.source,
            task.scenario,
            log_id=f"study-{task.name}",
            at=AT,
            dice=Rolled(random.Random(f"{task.seed}/dice")),
            mode="enforced",
            house=task.house,
            options=task.options,
            rulebook=RulebookName(id=ruleset.rulebook.id, version=ruleset.rulebook.version),
            players=as_players(task.players),
            synced=False,
        ) as game:
            for _ in play_on(game, task.players, seed=task.seed, at=AT):
                if game.now.clock.turn > last:
                    break
        log = path.read_bytes()
        source = Source(f"{task.name}.h44log", combination=task.combination, seed=task.seed)
        return Played(task, log, rows_of(Recording.load(path), source))
