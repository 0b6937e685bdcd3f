"""A player who tells a known game through its rules, with the printed dice, in two languages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.core import actions as act
from engine.core.dice import Dice
from engine.core.state import State
from engine.games.normandy44.combat import CombatRecord
from engine.games.normandy44.orders import attack_named
from engine.games.normandy44.position import Position
from engine.games.normandy44.resolution import FIGHT
from engine.games.normandy44.rulebook import rulebook
from engine.games.normandy44.rules.ch10_combat import reckon
from engine.games.normandy44.ruleset import Rules
from engine.log.annotations import Annotation, Annotations, Camera
from engine.play.game import Game
from engine.play.referee import name_of
from engine.rules.judge import play
from logs.sources.script import Shape

LANGUAGES = ("en", "es")


class KnownDice:
    """Dice that a text prints, by what they are thrown for; each is thrown once."""

    def __init__(self) -> None:
        self.waiting: dict[str, list[int]] = {}

    def throw(self, sides: int, count: int, reason: str) -> Dice:
        """The next values for a reason. Raises LookupError for one that the text does not print."""
        values = [self.waiting[reason].pop(0) for _ in range(count)]
        if not self.waiting[reason]:
            del self.waiting[reason]
        return Dice(
            sides=sides, count=count, values=tuple(values), source="scripted", reason=reason
        )


@dataclass(frozen=True)
class Told:
    """What is said of an entry in both languages; the rest of the annotation is common."""

    words: Mapping[str, str]
    chapter: Mapping[str, str] = field(default_factory=dict)
    common: Mapping[str, Any] = field(default_factory=dict)


class Player:
    """Both sides: every order goes through the rules in enforced mode."""

    def __init__(self, path: Path, *, title: str, log_id: str, at: str) -> None:
        found = rulebook().ruleset("campaign")
        assert isinstance(found, Rules)
        self.rules, self.at, self.log_id = found, at, log_id
        self.dice = KnownDice()
        self.told: dict[int, Told] = {}
        self.game = Game.new(
            path,
            "normandy44",
            "campaign",
            title=title,
            log_id=log_id,
            at=at,
            mode="enforced",
            rulebook=name_of(self.rules),
            synced=False,
        )

    @property
    def state(self) -> State:
        """The position as it is."""
        return self.game.now

    @property
    def now(self) -> Position:
        """The same for the rules."""
        return self.rules.position(self.game.now)

    @property
    def combat(self) -> CombatRecord:
        """The combat in hand."""
        found = FIGHT.of(self.now)
        assert found is not None
        return found

    # -- orders -----------------------------------------------------------------------------------

    def next(self, dice: Mapping[str, Iterable[int]] | None = None) -> None:
        """The phase ends; ``dice`` are those thrown on the way."""
        self._record(act.NextPhase(), dice)

    def until(self, phase: str, active: str) -> None:
        """Phases end until one begins; nobody may be asked anything."""
        while (self.state.clock.phase, self.state.clock.active) != (phase, active):
            self.next()

    def move(self, units: str, to: str, mode: str = "normal") -> None:
        """Units (ids with spaces between) go by the cheapest way that the rules allow."""
        names = units.split()
        answers = self.rules.answers(self.state)
        ends = answers.reach(names, mode).hexes
        end = ends.get(self.now.ground.index[to])
        if end is None:
            raise LookupError(f"{units} cannot come to {to} from {self.where(names[0])}")
        path = tuple(self.now.number(i) for i in end.path)
        self._record(act.MoveUnits(units=tuple(names), path=path, mode=mode))

    def land(self, units: str, path: str) -> None:
        """Units come ashore from their box along hexes with spaces between."""
        names = units.split()
        way = (self.where(names[0]), *path.split())
        self._record(act.MoveUnits(units=tuple(names), path=way))

    def attack(
        self,
        target: str,
        attackers: str,
        told: tuple[int, int, str, int, str],
        *,
        lead: str,
        attached: str = "",
        support: str = "",
        dice: Mapping[str, Iterable[int]] | None = None,
    ) -> None:
        """An attack; ``told`` are the printed attack, defence, column, die and result."""
        action = act.DeclareAttack(
            attackers=tuple(attackers.split()),
            target=target,
            lead=lead,
            attached=attached or None,
            artillery=tuple(support.split()),
        )
        found = reckon(attack_named(self.now, action))
        attack, defense, column, die, result = told
        counted = (found.attack, found.defense, found.name)
        if counted != (attack, defense, column):
            raise LookupError(f"{target}: {counted} and not {told}")
        self._record(action, {f"combat:{target}": [die], **(dice or {})})
        fought = self.state.tracks.get("combat")
        if f"{target} {column} {die} {result}" != fought:
            raise LookupError(f"{target}: {fought} and not {told}")

    def choose(self, option: str, dice: Mapping[str, Iterable[int]] | None = None) -> None:
        """An answer to what is asked."""
        asked = self.state.pending[-1]
        self._record(act.Choose(decision=asked.kind, option=option), dice)

    def where(self, unit: str) -> str:
        """The place a piece stands in."""
        return self.now.number(self.state.pieces[unit].place)

    def _record(self, action: act.Action, dice: Mapping[str, Iterable[int]] | None = None) -> None:
        for reason, values in (dice or {}).items():
            self.dice.waiting[reason] = list(values)
        side = self.state.pending[-1].side if self.state.pending else self.state.clock.active
        played = play(self.rules, self.state, action, self.dice)
        self.game.record(
            action, played.effects, played.dice, by=side, at=self.at, verdicts=played.verdicts
        )

    # -- annotations ------------------------------------------------------------------------------

    def say(
        self,
        en: str,
        es: str,
        *,
        chapter: tuple[str, str] | None = None,
        glyph: str | None = None,
        look: str = "",
        shapes: Iterable[Shape] = (),
        moment: bool = False,
    ) -> None:
        """Annotate the entry just recorded; ``look`` lists the hexes to bring into view."""
        common = {
            "bookmark": chapter is not None,
            "glyph": glyph,
            "shapes": tuple(shapes),
            "camera": Camera(hexes=tuple(look.split())) if look else None,
            "moment": moment or chapter is not None,
        }
        titles = dict(zip(LANGUAGES, chapter, strict=True)) if chapter else {}
        self.told[self.game.head] = Told({"en": en, "es": es}, titles, common)

    def annotations(self, language: str, **about: Any) -> Annotations:
        """What was said, in a language."""
        entries = {
            entry: Annotation(
                comment=told.words[language], chapter=told.chapter.get(language), **told.common
            )
            for entry, told in self.told.items()
        }
        return Annotations(log=self.log_id, language=language, entries=entries, **about)
