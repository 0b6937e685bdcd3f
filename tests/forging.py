"""Forged logs: entries changed, added and sealed again as if they were genuine."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.dice import Rolled
from engine.core.modes import Mode
from engine.core.state import State
from engine.games.holland44 import positions
from engine.games.holland44.legal import legal
from engine.log.chain import START, seal
from engine.log.entry import Entry
from engine.play import referee
from engine.play.exchange import Preface
from engine.play.game import Recording

AT = "2026-01-01T00:00:00Z"


def play_by_rules(
    path: Path, entries: int, *, mode: Mode = "enforced", seed: int = 1, scenario: str = "campaign"
) -> Path:
    """Play a random legal game of a number of entries through the referee."""
    chance = random.Random(seed)
    with referee.new_game(path, "holland44", scenario, mode=mode) as game:
        game.dice = Rolled(random.Random(seed + 1))
        play_on(game, entries, chance)
    return path


def play_on(game: referee.Game, entries: int, chance: random.Random) -> None:
    """Continue with random legal actions until the game has a number of entries."""
    setting = positions.setting(game.log.header.scenario)
    while len(game) < entries:
        found = legal(setting.position(game.now), 12, chance.randrange(1_000_000))
        orders = [a for a in found.actions if not isinstance(a, act.NextPhase)]
        hurry = chance.random() < 0.3 and len(orders) < len(found.actions)
        referee.play(game, chance.choice(orders) if orders and not hurry else found.actions[0])


Change = Callable[[list[Entry]], list[Entry]]


def sealed(log: Path, change: Change, **header: object) -> list[tuple[bytes, str]]:
    """Return the lines of a log with other entries or another header, with a valid chain and its
    links.
    """
    recording = Recording.load(log)
    lines = [seal({**recording.log.header.to_json(), **header}, START)]
    for entry in change(list(recording.log.entries)):
        lines.append(seal(entry.to_json(), lines[-1][1]))
    return lines


def forge(log: Path, target: Path, change: Change, **header: object) -> Path:
    """Write a log with other entries or another header, with a valid chain."""
    target.write_bytes(b"".join(line for line, _ in sealed(log, change, **header)))
    return target


def forge_turn(
    path: Path, target: Path, change: Change, preface: dict[str, object] | None = None
) -> Path:
    """Write a turn file with a whole log and other entries, with a valid chain."""
    lines = sealed(path, change)
    told = {"log": Recording.load(path).log.header.id, "after": 0, "link": lines[0][1]}
    first = {**told, **(preface or {})}
    head = Preface.model_validate(first).model_dump_json().encode() + b"\n"
    target.write_bytes(head + b"".join(line for line, _ in lines))
    return target


def added(
    action: act.Action, effects: tuple[fx.Effect, ...] = (), by: str = "allied", **more: object
) -> Change:
    """Return a change for :func:`forge` that appends one entry."""

    def change(entries: list[Entry]) -> list[Entry]:
        number = len(entries) + 1
        fields = {"parent": number - 1, "at": AT, "by": by, "action": action, "effects": effects}
        return [*entries, Entry.model_validate({"id": number, **fields, **more})]

    return change


def elimination(state: State, recording: Recording, side: str) -> fx.Move:
    """Return the effect that eliminates a unit of a side on the map."""
    places = recording.module.places
    for unit, piece in sorted(state.pieces.items()):
        here, box = places.name(piece.place), f"eliminated-{side}"
        if piece.side == side and piece.place < places.hex_count:
            return fx.Move(
                unit=unit,
                path=(here, box),
                from_index=state.stack(piece.place).index(unit),
                to_index=len(state.stack(places.index(box))),
            )
    raise AssertionError("nobody of this side is on the map")
