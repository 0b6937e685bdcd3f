"""What Air Bridge to Victory tells of its logs: the combats that its rules threw for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.errors import UserError
from engine.core.state import State
from engine.games.airbridge import tracks
from engine.games.airbridge.combat import CombatRecord
from engine.games.airbridge.position import Position
from engine.games.airbridge.resolution import FIGHT
from engine.games.airbridge.rules.ch12_strengths import DRM, maneuver, storm
from engine.games.airbridge.setting import base_of
from engine.games.airbridge.vocabulary import GAME
from engine.i18n import t
from engine.log.entry import Entry
from engine.modules.module import Module
from engine.report.facts import Fight, PlainFacts

WORDS: Final = 4
"""Parts of the track of a throw: hex, column, die, result."""

Found = tuple[int, int, tuple[act.Shift, ...]]
"""Strengths of both sides, and what favours the attacker or, negative, the defender."""


class AirBridgeFacts(PlainFacts):
    """The facts of any log, and those that only the rules can tell."""

    def __init__(self, module: Module, scenario: str) -> None:
        super().__init__(module)
        known = module.meta.scenarios
        self._setting = base_of(module, scenario if scenario in known else known[0]).setting

    def fight(self, entry: Entry, before: State) -> Fight | None:
        """A combat that was told, or one that the rules threw for (12.1d, 13.1e).

        Of an assault the throw is the attacker's; what only the defender fires is no fight yet.
        """
        told = super().fight(entry, before)
        if told is not None:
            return told
        fired = [d.reason for d in entry.dice if d.reason in ("maneuver", "assault_attacker")]
        records = FIGHT.told(entry, before) if fired else []
        for record in records:
            thrown = _thrown(entry, record.target)
            if thrown is None:
                continue
            column, die, result = thrown
            found = self._reckoned(record, before)
            return Fight(
                "",
                record.side,
                record.target,
                record.attackers,
                record.defenders,
                found[0] if found else None,
                found[1] if found else None,
                found[2] if found else (),
                column,
                (die,),
                result,
            )
        return None

    def _reckoned(self, record: CombatRecord, before: State) -> Found | None:
        try:
            position = Position(self._setting, before)
            attackers = [position.units[name] for name in record.attackers]
            target = position.ground.index[record.target]
            if record.kind == "maneuver":
                odds = maneuver(position, attackers, target)
                better = [("", -odds.shift, "efficiency")] if odds.shift else []
                return odds.attack, odds.defense, _lines([*better, *odds.drms])
            defenders = [position.units[name] for name in record.defenders]
            mine, theirs, _ = storm(position, attackers, defenders, target)
            return mine.strength, theirs.strength, _lines(mine.drms)
        except (UserError, KeyError, IndexError, ValueError):
            return None  # losses have changed since who fought


def _lines(drms: Iterable[DRM]) -> tuple[act.Shift, ...]:
    """Modifiers by what they favour: a lower die helps who throws it."""
    return tuple(act.Shift(by=-by, why=t(f"drm.{GAME}.{word}")) for _, by, word in drms)


def _thrown(entry: Entry, target: str) -> tuple[str, int, str] | None:
    """Column, die and result of the last throw for a hex that an entry resolved."""
    for effect in reversed(entry.effects):
        if isinstance(effect, fx.SetTrack) and effect.track == tracks.COMBAT:
            words = str(effect.after or "").split(maxsplit=WORDS - 1)
            if len(words) == WORDS and words[0] == target and words[2].isdigit():
                return words[1], int(words[2]), words[3]
    return None
