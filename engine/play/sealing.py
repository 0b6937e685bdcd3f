"""Seal values in a game and open them: the log gets hashes, the private file values and salts.

A value named ``unit:<id>`` is the identity of a face-down piece: ``{"counter": …, "steps": …,
"status": […]}``. The shared log stores the piece as its cover. :func:`known_state` shows its
identity to the owner; :func:`open_values` turns it over and opens the seal in the same entry.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.errors import UserError
from engine.core.reducer import apply
from engine.core.state import State
from engine.i18n import t
from engine.log.commitments import UNIT
from engine.log.entry import Entry, Opened
from engine.log.private_file import PrivateFile, waiting
from engine.play.game import Game, Recording


def seal_values(
    game: Game,
    log: Path,
    side: str,
    values: Mapping[str, JsonValue],
    *,
    text: str = "",
    at: str | None = None,
) -> Entry:
    """Seal values of a side in a game and record that.

    Raises UserError for a name that is sealed already, and if a file cannot be written.
    """
    if game.log.header.is_first:
        raise UserError(t("secrets.first_format"))
    sealed_already = waiting(game.timeline.entries)
    for name in values:
        if name in sealed_already:
            raise UserError(t("secrets.sealed_already", name=name))
    seals = PrivateFile.load(log, game.log.header.id, side).seal(values)
    sentence = text or t("secrets.say.sealed", side=game.module.side_name(side), count=len(seals))
    return game.record(act.Note(text=sentence), (), by=side, at=at, sealed=seals)


def open_values(
    game: Game, log: Path, side: str, names: Iterable[str] | None = None, *, at: str | None = None
) -> Entry:
    """Open sealed values of a side (default: all) and record it; face-down pieces are revealed.

    Raises UserError for a name that the side has not sealed, or whose value its private file does
    not hold.
    """
    opened = openings(game, log, side, names)
    effects = tuple(e for one in opened for e in turning(game.now, one))
    shown = ", ".join(one.name for one in opened)
    sentence = t("secrets.say.opened", side=game.module.side_name(side), names=shown)
    return game.record(act.Note(text=sentence), effects, by=side, at=at, opened=opened)


def openings(
    recording: Recording, log: Path, side: str, names: Iterable[str] | None = None
) -> tuple[Opened, ...]:
    """Return the opened values of a side (default: all).

    Raises UserError as :func:`open_values`.
    """
    mine = {n: s for n, (by, s) in waiting(recording.timeline.entries).items() if by == side}
    wanted = list(mine) if names is None else list(names)
    if not wanted:
        raise UserError(t("secrets.nothing", side=recording.module.side_name(side)))
    file = PrivateFile.load(log, recording.log.header.id, side)
    result = []
    for name in wanted:
        if name not in mine:
            raise UserError(t("secrets.not_sealed", name=name, known=", ".join(mine) or "–"))
        opened = file.opening(mine[name])
        if opened is None:
            raise UserError(t("secrets.lacks", path=file.path.name, names=name))
        result.append(opened)
    return tuple(result)


def turning(state: State, opened: Opened) -> list[fx.Effect]:
    """Return the effects that turn a face-down piece into its sealed identity; none for other
    values.
    """
    unit = opened.name.removeprefix(UNIT)
    piece = state.pieces.get(unit)
    value = opened.value
    if unit == opened.name or piece is None or not isinstance(value, dict):
        return []
    counter, steps, status = _identity(value, piece.counter, piece.steps, piece.status)
    result: list[fx.Effect] = [fx.Reveal(unit=unit, before=piece.counter, after=counter)]
    if steps != piece.steps:
        result.append(fx.SetSteps(unit=unit, before=piece.steps, after=steps))
    if status != piece.status:
        before, after = tuple(sorted(piece.status)), tuple(sorted(status))
        result.append(fx.SetStatus(unit=unit, before=before, after=after))
    return result


def known_state(recording: Recording, log: Path, sides: Iterable[str]) -> State:
    """Return the last position of a line with the contents of some sides' private files.

    Face-down pieces get their identity, other values become tracks ``sealed/<name>``. A value that
    a file lacks stays unknown.
    """
    state, known = recording.state(len(recording)), set(sides)
    pieces, tracks = dict(state.pieces), dict(state.tracks)
    for name, (by, seal) in waiting(recording.timeline.entries).items():
        if by not in known:
            continue
        opened = PrivateFile.load(log, recording.log.header.id, by).opening(seal)
        unit = name.removeprefix(UNIT)
        if opened is None:
            continue
        if unit != name and unit in pieces and isinstance(opened.value, dict):
            old = pieces[unit]
            counter, steps, status = _identity(opened.value, old.counter, old.steps, old.status)
            pieces[unit] = replace(old, counter=counter, steps=steps, status=status)
        elif isinstance(opened.value, int | float | str):
            tracks[f"sealed/{name}"] = opened.value
    return replace(state, pieces=pieces, tracks=tracks)


def with_private(recording: Recording, log: Path, sides: Iterable[str]) -> Recording:
    """Return a recording in which the sealed pieces of some sides are identified.

    They turn over in the entry that seals them. Values that no local file holds stay unknown; if
    there are none, the recording itself is returned. Raises UserError for a damaged private file.
    """
    line = recording.timeline.entries
    if not any(one.name.startswith(UNIT) for entry in line for one in entry.sealed):
        return recording
    log_id, places = recording.log.header.id, recording.module.places
    files = {side: PrivateFile.load(log, log_id, side) for side in sides}
    known: set[str] = set()
    entries: list[Entry] = []
    state = State()
    for entry in line:
        effects: list[fx.Effect] = []
        for effect in entry.effects:
            shown = _of_known(effect, state) if getattr(effect, "unit", "") in known else effect
            if shown is not None:
                effects.append(shown)
                state = apply(state, (shown,), places)
        for seal in entry.sealed if entry.by in files else ():
            opened = files[entry.by].opening(seal)
            turned = turning(state, opened) if opened is not None else []
            if turned:
                known.add(seal.name.removeprefix(UNIT))
                effects += turned
                state = apply(state, turned, places)
        same = tuple(effects) == entry.effects
        changed = {"effects": tuple(effects), "digest": None}
        entries.append(entry if same else entry.model_copy(update=changed))
    if not known:
        return recording
    tip = line[-1].id if line else 0
    result = Recording(
        recording.log, recording.module, recording.annotations, recording.notices, tip
    )
    result.timeline.entries[:] = entries
    return result


def _of_known(effect: fx.Effect, state: State) -> fx.Effect | None:
    """Convert an effect on a cover to one on the known piece under it; None if no effect
    is left.
    """
    piece = state.pieces.get(getattr(effect, "unit", ""))
    if piece is None or isinstance(effect, fx.Reveal | fx.SetSteps):
        return None  # it was turned over as it was sealed
    if isinstance(effect, fx.SetStatus):
        after = (piece.status - set(effect.before)) | set(effect.after)
        statuses = {"before": tuple(sorted(piece.status)), "after": tuple(sorted(after))}
        return effect.model_copy(update=statuses)
    if isinstance(effect, fx.Remove):
        status = tuple(sorted(piece.status))
        own = {"counter": piece.counter, "steps": piece.steps, "status": status}
        return effect.model_copy(update=own)
    return effect


def _identity(
    value: Mapping[str, Any], counter: str, steps: int, status: frozenset[str]
) -> tuple[str, int, frozenset[str]]:
    """Return counter, steps and statuses of a sealed piece; missing ones are as visible."""
    statuses = value.get("status")
    return (
        str(value.get("counter", counter)),
        int(value.get("steps", steps)),
        frozenset(map(str, statuses)) if isinstance(statuses, list) else status,
    )
