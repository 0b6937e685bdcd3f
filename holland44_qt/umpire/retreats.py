"""Why a hex may not be chosen: what the rules have against a retreat, an advance, a landing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.games.holland44.decisions import refusal
from engine.games.holland44.position import Position
from engine.games.holland44.rules.ch13_retreats import Retreat, legal_retreats
from engine.games.holland44.units import Unit
from engine.i18n import t
from engine.rules.registry import text
from engine.search.retreat import Candidate
from holland44_qt.umpire.question import Question

GUIDELINES = "13.1.3"
NEAR = ("advance", "landing_hex")
"""Kinds of decisions that explain the hexes next to those one may choose."""


@dataclass(frozen=True)
class Barred:
    """A hex that may not be chosen: the rules in short, and a sentence or more."""

    tag: str
    why: str


def barred(question: Question) -> dict[int, Barred]:
    """The hexes within retreat, or next to where one may go, that are no answer, and why."""
    args, position = question.asked.args, question.position
    if question.kind in NEAR:
        return _nearby(question)
    names, lengths = args.get("units"), args.get("hexes")
    if question.kind != "retreat" or not isinstance(names, list) or not isinstance(lengths, list):
        return {}
    battle = position.places.index(str(args["battle"]))
    units = [
        position.units[str(u)]
        for u in names
        if u in position.units and position.units[str(u)].place == battle
    ]
    if not units:
        return {}
    open_ = {answer.place for answer in question.answers}
    return against(
        position,
        units,
        battle,
        [int(str(n)) for n in lengths],
        open_,
        shattered=bool(args.get("shattered")),
    )


def _nearby(question: Question) -> dict[int, Barred]:
    """The hexes beside those that may be chosen, each with what the rules have against it."""
    found: dict[int, Barred] = {}
    open_ = {answer.place for answer in question.answers}
    for place, words in _tries(question):
        said = [v for v in refusal(question.position, question.asked, words) if v.level == "forbid"]
        # A rule of chapter 3 alone says only that it is no answer.
        if place not in open_ and place not in found and said and said[0].rule != "3":
            tag = ", ".join(dict.fromkeys(v.rule for v in said))
            found[place] = Barred(tag, " ".join(f"{text(v)} ({v.rule})" for v in said))
    return found


def _tries(question: Question) -> Iterator[tuple[int, str]]:
    """Hexes that players might think of, with the answers that would mean them."""
    position = question.position
    ring, number = position.ground.ring, position.places.name
    if question.kind == "landing_hex":
        places = [a.place for a in question.answers if a.place is not None]
        yield from ((j, number(j)) for i in places for j in ring[i])
        return
    names = question.asked.args["units"]
    for name in names if isinstance(names, list) else ():
        unit = position.units.get(str(name))
        if unit is not None and position.places.is_hex(unit.place):
            here = number(unit.place)
            yield from ((j, f"{unit.id} {here} {number(j)}") for j in ring[unit.place])


def against(
    position: Position,
    units: Sequence[Unit],
    battle: int,
    lengths: Iterable[int],
    open_: Iterable[int | None],
    *,
    shattered: bool = False,
) -> dict[int, Barred]:
    """The ends of retreats that are not open, each with the reason against its best way."""
    best: dict[int, tuple[Candidate, Retreat]] = {}

    def worth(candidate: Candidate, retreat: Retreat) -> tuple[tuple[int, ...], int]:
        """The fewer guidelines broken and the further on the units die, the better a reason."""
        fatal, path = retreat.objection(candidate.path), candidate.path
        return candidate.broken, -(len(path) if fatal is None else path.index(fatal.place))

    chosen = set(open_)
    for length in lengths:
        retreat = Retreat(position, tuple(units), battle, length, shattered)
        for candidate in retreat.candidates:
            end = candidate.path[-1]
            held = best.get(end)
            if end not in chosen and (held is None or worth(candidate, retreat) < worth(*held)):
                best[end] = candidate, retreat
    hexes = position.places.hex_count
    return {end: _reason(position, c, r) for end, (c, r) in best.items() if end < hexes}


def open_ways(
    position: Position, units: Sequence[Unit], battle: int, lengths: Sequence[int]
) -> list[Candidate]:
    """The retreats that the guidelines leave open, none of them fatal."""
    ways = legal_retreats(position, tuple(units), battle, lengths, shattered=False)
    return [c for c in ways if not c.eliminated]


def _reason(position: Position, candidate: Candidate, retreat: Retreat) -> Barred:
    where = position.where(candidate.path[-1])
    fatal = retreat.objection(candidate.path)
    if fatal is not None:
        why = t(f"umpire.fatal.{fatal.why}", at=position.where(fatal.place))
        return Barred(fatal.rule, t("umpire.retreat.fatal", hex=where, rule=fatal.rule, why=why))
    broken = [n for n in candidate.broken if n > 1]
    if not broken:
        return Barred(GUIDELINES, t("umpire.retreat.worse", hex=where))
    reasons = "; ".join(t(f"umpire.retreat.{n}") for n in broken)
    tag = t("umpire.retreat.tag", numbers=", ".join(map(str, broken)))
    return Barred(tag, t("umpire.retreat.broken", hex=where, reasons=reasons))
