"""Check whether the effects of a line fit the position that it continues."""

from __future__ import annotations

from pathlib import Path

from engine.core.effects import invert
from engine.core.errors import UserError
from engine.core.reducer import apply
from engine.core.state import State, digest
from engine.i18n import t
from engine.log.entry import Entry, Header
from engine.log.timeline import Timeline
from engine.log.tree import Log
from engine.modules.module import Module
from engine.play.game import module_of
from engine.play.referee import ruleset_for


class Positions:
    """Checks effects against positions; a :data:`engine.together.fold.Fits`.

    The check is O(effects) for an entry that continues the last one.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._module: Module | None = None
        self._after: dict[tuple[int, str], State] = {}
        """The positions after the entries checked last, by number and link."""

    def __call__(self, log: Log, entry: Entry) -> str | None:
        """Return why the effects do not fit; None if they fit."""
        places = self.module_of(log).places
        try:
            before = self.state_at(log, entry.parent)
            after = apply(before, entry.effects, places)
            if apply(after, invert(entry.effects), places) != before:
                return t("together.skip.effects", why=t("verify.back", entry=entry.id))
        except UserError as error:
            return t("together.skip.effects", why=error)
        if entry.digest is not None and entry.digest != digest(after, places):
            return t("together.skip.effects", why=t("verify.digest", entry=entry.id))
        self._after[entry.id, _link(entry)] = after
        while len(self._after) > _KEPT:
            del self._after[next(iter(self._after))]
        return None

    def module_of(self, log: Log) -> Module:
        """Return the module of the game, loaded once. Raises UserError."""
        if self._module is None:
            self._module = module_of(log, self._path)[0]
        return self._module

    def state_at(self, log: Log, entry: int) -> State:
        """Return the position after an entry, 0 for the empty board; O(1) for the last ones."""
        known = self._after.get((entry, _link(log[entry]))) if entry else State()
        if known is not None:
            return known
        line = Timeline(log, self.module_of(log).places, entry)
        return line.state(len(line))


_KEPT = 8


def _link(entry: Entry) -> str:
    return entry.signature.link if entry.signature is not None else ""


def data_differences(header: Header, path: Path) -> list[str]:
    """Compare a game's data, corrections and rules with those of this machine.

    Returns a sentence for each difference; with any difference the sides would not play the same
    game. Raises UserError if the game's module cannot be loaded.
    """
    module, notices = module_of(Log(header), path)
    result = list(notices)
    rulebook = header.rulebook
    if rulebook is not None:
        ruling = ruleset_for(module, header.scenario)
        own = ruling.rulebook.version if ruling is not None else "–"
        if own != rulebook.version:
            result.append(t("together.other_rules", theirs=rulebook.version, ours=own))
    return result
