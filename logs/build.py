"""Record the games in this folder again, with the present rules and the dice they were played with.

    python -m logs.build            # write the logs again
    python -m logs.build --check    # name the logs that would change

A log is its own source: the orders, the answers and the dice of its lines. Everything else in a
line is computed again. Edit an order or a die in a line, then run this module to write the log
with the new effects and links. The annotation files beside the logs are edited in the program.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections import deque
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from engine.core.actions import Combat, Consult, ManualEdit
from engine.core.dice import Dice
from engine.core.errors import UserError, first_fault
from engine.core.modes import mode_of
from engine.log.entry import Entry, Header
from engine.modules.module import load_module
from engine.play.game import Game
from engine.play.referee import name_of, play, ruleset_for

FOLDER = Path(__file__).parent
LOGS = sorted(FOLDER.glob("*.h44log"))
"""The recorded games that come with the program."""


class RecordedDice:
    """The dice of an entry, in the order of the log."""

    def __init__(self) -> None:
        self.left: deque[Dice] = deque()

    def throw(self, sides: int, count: int, reason: str) -> Dice:
        """Return the next throw of the log. Raises UserError if the rules need another one."""
        if not self.left:
            raise UserError(f"a throw is missing: {count}d{sides} for {reason}")
        values = self.left[0].values
        recorded = self.left.popleft().model_copy(
            update={"sides": sides, "count": count, "reason": reason}
        )
        if len(values) != count or not all(1 <= value <= sides for value in values):
            raise UserError(f"{list(values)} is no throw of {count}d{sides} for {reason}")
        return recorded


def build(source: Path, folder: Path) -> Path:
    """Record the game of a log again in another folder; return the path of the new log.

    Raises UserError, with the number of the entry, for a line that cannot be read, an order that
    the rules forbid, and dice that are missing or left over.
    """
    lines = source.read_text(encoding="utf-8").splitlines()
    old, setup = Header.model_validate(_record(lines[0])), Entry.model_validate(_record(lines[1]))
    path, dice = folder / source.name, RecordedDice()
    path.unlink(missing_ok=True)
    with Game.new(
        path,
        old.module,
        old.scenario,
        title=old.title,
        log_id=old.id,
        at=setup.at,
        dice=dice,
        mode=old.enforcement,
        rulebook=name_of(ruleset_for(load_module(old.module), old.scenario)),
        synced=False,
    ) as game:
        for number, line in enumerate(lines[2:], 2):
            try:
                _play_again(game, Entry.model_validate(_record(line)), dice)
            except ValidationError as error:
                field, fault = first_fault(error)
                raise UserError(f"{source.name}, entry {number}, {field}: {fault}") from error
            except (UserError, json.JSONDecodeError) as error:
                raise UserError(f"{source.name}, entry {number}: {error}") from error
    return path


def stale(logs: Iterable[Path]) -> list[str]:
    """Return the names of the logs that change when they are recorded again."""
    with tempfile.TemporaryDirectory() as folder:
        return [
            log.name for log in logs if build(log, Path(folder)).read_bytes() != log.read_bytes()
        ]


def main(arguments: list[str]) -> int:
    """Run the command; return the exit status."""
    try:
        if "--check" in arguments:
            changed = stale(LOGS)
            for name in changed:
                print(f"{name} changes when it is recorded again; run this without --check.")
            return 1 if changed else 0
        with tempfile.TemporaryDirectory() as folder:
            for log in LOGS:
                log.write_bytes(build(log, Path(folder)).read_bytes())
                print(log)
    except UserError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _record(line: str) -> dict[str, Any]:
    """Return the fields of a line without its link, which an edited line does not match."""
    fields: dict[str, Any] = json.loads(line)
    fields.pop("link", None)
    return fields


def _play_again(game: Game, entry: Entry, dice: RecordedDice) -> None:
    action, by = entry.action, entry.by
    if isinstance(action, ManualEdit | Consult | Combat) and mode_of(game.now) == "off":
        game.record(action, action.effects, entry.dice, by=by, at=entry.at)
        return
    dice.left.extend(entry.dice)
    play(game, action, by=by, at=entry.at)
    if dice.left:
        raise UserError(f"dice left over: {[list(throw.values) for throw in dice.left]}")


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
