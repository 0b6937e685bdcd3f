"""A player who tells a game of Air Bridge to Victory through its rules, in two languages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from engine.core import actions as act
from engine.core.dice import DiceSource
from engine.core.modes import Mode
from engine.core.state import State
from engine.games.airbridge.decisions import DECISIONS
from engine.games.airbridge.rulebook import rulebook
from engine.games.airbridge.ruleset import Rules
from engine.log.annotations import Annotation, Annotations, Camera
from engine.play.game import Game
from engine.play.referee import name_of
from engine.rules.judge import play
from logs.sources.script import Changes

LANGUAGES = ("en", "es")
AT = "2026-01-01T12:00:00.000Z"
"""The moment that every entry bears, so that the bytes are the same every time."""


class Player:
    """Both sides: every order goes through the rules; what is laid out by hand is marked so."""

    def __init__(
        self,
        path: Path,
        scenario: str,
        dice: DiceSource,
        *,
        title: str,
        log_id: str,
        mode: Mode = "enforced",
    ) -> None:
        found = rulebook().ruleset(scenario)
        assert isinstance(found, Rules)
        self.rules, self.dice, self.log_id = found, dice, log_id
        self.told: dict[int, dict[str, Any]] = {}
        self.game = Game.new(
            path,
            "airbridge",
            scenario,
            title=title,
            log_id=log_id,
            at=AT,
            mode=mode,
            rulebook=name_of(found),
            synced=False,
        )

    @property
    def state(self) -> State:
        """The position as it is."""
        return self.game.now

    def where(self, unit: str) -> str:
        """The place a piece stands in."""
        return self.rules.places.name(self.state.pieces[unit].place)

    # -- orders -----------------------------------------------------------------------------------

    def lay(self, changes: Changes) -> None:
        """Pieces and tracks laid out by hand, with the rules off."""
        action = act.ManualEdit(effects=tuple(changes.effects))
        self.game.record(action, tuple(changes.effects), by=self.state.clock.active, at=AT)

    def do(self, action: act.Action) -> None:
        """An order or answer as the rules carry it out. Raises UserError where they forbid it."""
        side = self.state.pending[-1].side if self.state.pending else self.state.clock.active
        played = play(self.rules, self.state, action, self.dice)
        self.game.record(
            action, played.effects, played.dice, by=side, at=AT, verdicts=played.verdicts
        )

    def next(self) -> None:
        """The phase ends."""
        self.do(act.NextPhase())

    def set_up(self, to: str, *units: str) -> None:
        """Units are placed before play."""
        for unit in units:
            self.do(act.MoveUnits(units=(unit,), path=(self.where(unit), to), mode="setup"))

    def move(self, to: str, *units: str) -> None:
        """Units that stand together go by the cheapest way that the rules allow."""
        ends = self.rules.answers(self.state).reach(units).hexes
        end = ends.get(self.rules.places.index(to))
        if end is None:
            raise LookupError(f"{units} cannot come to {to} from {self.where(units[0])}")
        path = tuple(self.rules.places.name(i) for i in end.path)
        self.do(act.MoveUnits(units=units, path=path))

    def declare(self, target: str, *units: str, combat: str = "") -> None:
        """A combat is declared."""
        self.do(act.DeclareAttack(attackers=units, target=target, combat=combat))

    def choose(self, kind: str, option: str) -> None:
        """An answer; a script that answers another question than is asked stops."""
        asked = self.state.pending[-1].kind
        if asked != kind:
            raise LookupError(f"{asked} is asked, not {kind}")
        self.do(act.Choose(decision=kind, option=option))

    def options(self) -> list[str]:
        """The answers to what is asked."""
        position = self.rules.position(self.state)
        return [c.id for c in DECISIONS.choices_of(position, self.state.pending[-1])]

    @property
    def asked(self) -> str:
        """The kind of what is asked; empty where nothing is."""
        return self.state.pending[-1].kind if self.state.pending else ""

    # -- annotations ------------------------------------------------------------------------------

    def say(
        self, en: str, es: str, *, chapter: tuple[str, str] | None = None, look: str = ""
    ) -> None:
        """Annotate the entry just recorded; ``look`` lists the hexes to bring into view."""
        self.told[self.game.head] = {
            "words": dict(zip(LANGUAGES, (en, es), strict=True)),
            "chapter": dict(zip(LANGUAGES, chapter, strict=True)) if chapter else {},
            "camera": Camera(hexes=tuple(look.split())) if look else None,
        }

    def annotations(self, language: str, **about: Any) -> Annotations:
        """What was said, in a language."""
        entries = {
            entry: Annotation(
                comment=told["words"][language],
                chapter=told["chapter"].get(language),
                camera=told["camera"],
                bookmark=bool(told["chapter"]),
                moment=bool(told["chapter"]),
            )
            for entry, told in self.told.items()
        }
        return Annotations(log=self.log_id, language=language, entries=entries, **about)

    def finish(self, log: Path, about: Mapping[str, Mapping[str, Any]]) -> tuple[Path, ...]:
        """Close the log and write its annotations; returns all files."""
        self.game.close()
        notes = []
        for language in LANGUAGES:
            path = log.with_suffix(".h44aar" if language == "en" else f".{language}.h44aar")
            self.annotations(language, author="Holland '44 Qt", **about[language]).save(path)
            notes.append(path)
        return (log, *notes)


def stale(folder: Path, fresh: Iterable[Path]) -> list[str]:
    """The names of files that differ from those of the same name in a folder."""
    return [
        path.name
        for path in fresh
        if not (kept := folder / path.name).is_file() or kept.read_bytes() != path.read_bytes()
    ]
