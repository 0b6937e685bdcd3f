"""Consequences of an entry besides its action: clauses behind its sentence, fates of its units."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.dice import DRAW
from engine.core.state import State
from engine.i18n import has, t
from engine.log.effect_words import EffectFormatter, Names
from engine.log.entry import Entry

LOSING = (act.DeclareAttack, act.Bombard, act.Choose, act.MoveUnits, act.NextPhase)
"""Actions whose sentences name the units that lose steps."""
LISTED = 6
"""Maximum number of units named in a clause; the others are only counted."""
WALKED = ("retreat", "advance", "disengage")
"""Kinds of decisions that are described by the move that follows."""
WAYS = 3
"""Maximum number of moves described for stacks that moved at once; the others are only counted."""
WEATHER = "weather"
"""Beginning of the names of the tracks that record the weather."""
WITHDRAWN = "withdrawn/"
"""Prefix of the tracks that record the turn in which a rule withdrew a unit."""


def consequences(entry: Entry, before: State, names: Names, sentence: str = "") -> str:
    """Return the consequences of an entry besides its action, in short clauses; empty if none.

    The clauses cover eliminated units, steps that units lost without being chosen for it, changed
    bridges and markers that leave the map; after a phase, a decision or a game's own order also
    statuses that other units get or lose; after a decision also other units that move on the map or
    leave it, and with dice the statuses that named units get; with dice the weather, which comes
    first, and the hexes in which units land. Facts that ``sentence`` mentions are left out.
    """
    teller = ClauseFormatter(before, names)
    result = list(teller.weather(entry))
    known = fates(entry, before, names)
    if isinstance(entry.action, act.MoveUnits) and entry.action.mode == "eliminated":
        known["eliminated"] = []
    for fate in ("eliminated", "withdrawn"):
        gone = known[fate]
        if gone and (clause := t(f"say.fate.{fate}", units=listed(gone))) not in sentence:
            result.append(clause)
    if isinstance(entry.action, LOSING):
        result += teller.losses(entry)
    for effect in entry.effects:
        place = names.place_name(effect.hexside) if isinstance(effect, fx.SetHexside) else ""
        if place and place not in sentence:
            result.append(f"{teller.effect(effect)}.")
        if isinstance(effect, fx.SetMarker) and effect.before and effect.after is None:
            marker, at = names.marker_name(effect.before.kind), effect.before.at
            hex_ = at in names.places and names.places.is_hex(names.places.index(at))
            own = f"say.{teller.game}.gone.{effect.before.kind}"
            if hex_ and (has(own) or marker not in sentence):
                key = own if has(own) else "say.fate.marker"
                result.append(t(key, marker=marker, place=names.place_name(at)))
    result += teller.attempts(entry.effects)
    moves = [e for e in entry.effects if isinstance(e, fx.Move)]
    lost = {e.unit for e in moves if e.path[-1].startswith("eliminated-")}
    statuses = [e for e in entry.effects if isinstance(e, fx.SetStatus) and e.unit not in lost]
    if any(isinstance(e, fx.SetPhase) for e in entry.effects):
        result += teller.statuses(statuses)
    elif isinstance(entry.action, act.Choose | act.OwnAction | act.Bombard):
        chosen = entry.action.option.split() if isinstance(entry.action, act.Choose) else []
        # An answer names the unit that it changes, unless dice decide which units change.
        thrown = bool(entry.dice) and isinstance(entry.action, act.Choose)
        result += teller.statuses(
            e
            for e in statuses
            if not (e.unit in chosen or is_named(teller.unit(e.unit), sentence))
            or (thrown and teller.omits(e, sentence))
        )
    if isinstance(entry.action, act.Choose):
        result += teller.departures(entry, sentence)
        if entry.action.decision not in WALKED:
            result += teller.movements(entry, sentence)
    elif isinstance(entry.action, act.OwnAction):
        result += teller.landings(entry, sentence)
    return " ".join(dict.fromkeys(result))


def fates(entry: Entry, before: State, names: Names) -> dict[str, list[str]]:
    """Return the names of the units that an entry revealed, removed or eliminated, by fate.

    ``empty`` are units that proved to be no combat units when they were revealed, and were removed.
    ``withdrawn`` are units that left the game with steps, by a rule that records it in a track.
    """
    effects, teller = entry.effects, ClauseFormatter(before, names)
    moves = [e for e in effects if isinstance(e, fx.Move)]
    removed = {e.unit: names.unit_name(e.counter) for e in effects if isinstance(e, fx.Remove)}
    pools = {d.reason.removeprefix(DRAW) for d in entry.dice if d.reason.startswith(DRAW)}
    came = [e.unit for e in moves if e.path[0] in pools]
    gone = [e.unit for e in moves if e.path[-1].startswith("eliminated-")]
    dead = {e.unit for e in effects if isinstance(e, fx.SetSteps) and not e.after}
    left = {
        e.track.removeprefix(WITHDRAWN)
        for e in effects
        if isinstance(e, fx.SetTrack) and e.track.startswith(WITHDRAWN)
    } - dead
    return {
        "revealed": [teller.unit(unit) for unit in came if unit not in removed],
        "empty": [removed[unit] for unit in came if unit in removed],
        "removed": [] if pools else list(removed.values()),
        "eliminated": [teller.unit(unit) for unit in gone if unit not in left],
        "withdrawn": [teller.unit(unit) for unit in gone if unit in left],
    }


class ClauseFormatter(EffectFormatter):
    """Formatter of clauses about the effects of an entry in one position."""

    @property
    def game(self) -> str:
        """Return the id of the game whose messages are preferred; empty if there is none."""
        meta = getattr(self.names, "meta", None)
        return str(getattr(meta, "id", getattr(self.names, "game", "")))

    def units(self, units: Iterable[str]) -> str:
        """Return the names of units as a list."""
        return listed([self.unit(u) for u in units])

    def statuses(self, effects: Iterable[fx.Effect]) -> Iterator[str]:
        """Yield a clause for each status that units get or lose."""
        by_status: dict[tuple[str, str], list[str]] = {}
        for e in effects:
            if isinstance(e, fx.SetStatus):
                for key, changed in (
                    ("say.fate.status", set(e.after) - set(e.before)),
                    ("say.fate.status_off", set(e.before) - set(e.after)),
                ):
                    for status in sorted(changed):
                        by_status.setdefault((key, status), []).append(self.unit(e.unit))
        for (key, status), units in by_status.items():
            more = len(units) - LISTED
            named = [*units[:LISTED], t("say.fate.more", count=more)] if more > 0 else units
            many = f"word.{self.game}.statuses.{status}.many"
            plural = key == "say.fate.status" and len(units) > 1 and has(many)
            name = t(many) if plural else self.status_name(status)
            clause = t(key, status=name, units=listed(named))
            yield clause[:1].upper() + clause[1:]

    def losses(self, entry: Entry) -> Iterator[str]:
        """Yield a clause for the units that lose steps and stay in play.

        A unit that the action chose is left out: the sentence reports its loss.
        """
        option = entry.action.option.split() if isinstance(entry.action, act.Choose) else []
        ends = {e.unit: e.path[-1] for e in entry.effects if isinstance(e, fx.Move)}
        gone = {unit for unit, end in ends.items() if end.startswith("eliminated-")}
        lost: dict[str, int] = {}
        left: dict[str, int] = {}
        for e in entry.effects:
            if isinstance(e, fx.SetSteps) and e.unit not in option and e.unit not in gone:
                lost[e.unit] = lost.get(e.unit, 0) + e.before - e.after
                left[e.unit] = e.after
        named = [
            self.unit(unit) + (f" (−{steps})" if steps > 1 else "")
            for unit, steps in lost.items()
            if steps > 0 and left[unit]
        ]
        if named:
            yield t("say.fate.steps", units=listed(named))

    def weather(self, entry: Entry) -> Iterator[str]:
        """Yield a clause for each kind of weather that the dice of an entry decide."""
        tracks = (e for e in entry.effects if isinstance(e, fx.SetTrack) and entry.dice)
        for e in tracks:
            if e.track.startswith(WEATHER) and (text := self.effect(e)):
                yield f"{text[:1].upper()}{text[1:]}."

    def omits(self, effect: fx.SetStatus, sentence: str) -> bool:
        """Return whether a sentence omits a status that a unit gets; the case does not matter."""
        gained = set(effect.after) - set(effect.before)
        words = sentence.casefold()
        return any(self.status_name(status).casefold() not in words for status in gained)

    def attempts(self, effects: Iterable[fx.Effect]) -> Iterator[str]:
        """Yield a clause for each failed attempt on a hexside, as ``say.<game>.track.<kind>`` has
        it for a track ``kind/hexside``.
        """
        changed = {e.hexside for e in effects if isinstance(e, fx.SetHexside)}
        for e in effects:
            kind, _, hexside = e.track.partition("/") if isinstance(e, fx.SetTrack) else ("",) * 3
            key = f"say.{self.game}.track.{kind}"
            if hexside and hexside not in changed and has(key):
                yield t(key, place=self.names.place_name(hexside))

    def departures(self, entry: Entry, sentence: str) -> Iterator[str]:
        """Yield a clause for each unit that leaves the map for a box without being eliminated.

        Units that ``sentence`` names, and boxes of entry areas, are left out.
        """
        places = self.names.places
        for e in entry.effects:
            if isinstance(e, fx.Move) and not e.path[-1].startswith(("eliminated-", "area-")):
                boxed = e.path[-1] in places and not self._on_map(e.path[-1])
                if self._on_map(e.path[0]) and boxed and self.unit(e.unit) not in sentence:
                    yield f"{self.effect(e)}."

    def landings(self, entry: Entry, sentence: str) -> Iterator[str]:
        """Yield a clause for each unit that comes to a hex that ``sentence`` does not name."""
        moves = (e for e in entry.effects if isinstance(e, fx.Move) and entry.dice)
        for e in moves:
            end = e.path[-1]
            if self._on_map(end) and not is_named(self.names.place_name(end), sentence):
                yield f"{self.effect(e)}."

    def movements(self, entry: Entry, sentence: str) -> Iterator[str]:
        """Yield a clause for the units that move from hex to hex and that ``sentence`` leaves out.

        They had no choice: a retreat to the only hex left asks nobody.
        """
        moves = []
        for e in entry.effects:
            if isinstance(e, fx.Move) and e.path[0] != e.path[-1]:
                ends = (e.path[0], e.path[-1])
                named = is_named(self.unit(e.unit), sentence)
                mentioned = named or all(self.names.place_name(end) in sentence for end in ends)
                if not mentioned and all(map(self._on_map, ends)):
                    moves.append(e)
        if moves:
            yield self.moves_text(moves)

    def moves_text(self, moves: Iterable[fx.Move]) -> str:
        """Describe moves; units that moved together share one clause."""
        ways: dict[tuple[str, str], list[str]] = {}
        for move in moves:
            ways.setdefault((move.path[0], move.path[-1]), []).append(move.unit)
        name = self.names.place_name
        sentences = [
            t("say.edit.way", units=self.units(units), start=name(start), end=name(end))
            for (start, end), units in ways.items()
        ]
        first = "; ".join(sentences[:WAYS])
        more = len(sentences) - WAYS
        if more > 0:
            return t("say.edit.several", first=first, more=more)
        return t("say.edit.ways", ways=first)

    def _on_map(self, place: str) -> bool:
        places = self.names.places
        return place in places and places.is_hex(places.index(place))


def listed(items: list[str]) -> str:
    """Return words as a list in a sentence: "A, B and C"."""
    if len(items) < 2:
        return "".join(items)
    return t("say.and", first=", ".join(items[:-1]), last=items[-1])


def is_named(name: str, sentence: str) -> bool:
    """Return whether a sentence names a unit or place other than as the reason of a die
    ("1/1P: 6"); "1506" does not name "506".
    """
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w|: \d)", sentence) is not None
