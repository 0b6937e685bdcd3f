"""A pending decision in words: who decides what, and every answer with its places on the map.

Nothing here knows Qt. A kind of decision that has no words of its own is told in general ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from engine.core.effects import Decision
from engine.games.holland44.decisions import Option, kind_name, options_of
from engine.games.holland44.position import Position
from engine.games.holland44.rules.ch10_odds import best_lead
from engine.games.holland44.rules.ch10_strengths import Combat
from engine.i18n import has, t
from holland44_qt.advice import kernel
from holland44_qt.advice.kernel import Pair
from holland44_qt.advice.prospects import defence

MOST_NAMES = 4
"""Units named in a sentence."""


@dataclass(frozen=True)
class Answer:
    """One option: its words, the place it is chosen by, and what it is about on the map."""

    option: str
    words: str
    place: int | None = None
    """The hex that stands for it; None for an answer that has none."""
    path: tuple[int, ...] = ()
    units: tuple[str, ...] = ()
    gate: Pair | None = None
    """The hexside that stands for it."""
    tag: str = ""
    """What the answer brings, to be shown in its hex: a step lost, a die-roll modifier."""

    def at(self, place: int) -> bool:
        """Is it one of the answers that a click on a hex can mean?"""
        return place == self.place or (self.gate is not None and place in self.gate)


@dataclass(frozen=True)
class Question:
    """A decision that waits for an answer."""

    position: Position
    asked: Decision

    @property
    def side(self) -> str:
        """Who decides."""
        return self.asked.side

    @property
    def kind(self) -> str:
        """What kind of decision it is."""
        return self.asked.kind

    @cached_property
    def answers(self) -> tuple[Answer, ...]:
        """What may be answered, in the order of the rules."""
        found = [self._answer(o) for o in options_of(self.position, self.asked)]
        # What is not chosen often must not be at the end of a long list.
        return tuple(sorted(found, key=lambda a: 1 if a.path else 0))

    @cached_property
    def title(self) -> str:
        """Who has to decide what, in a few words."""
        side = self.position.setting.module.side_name(self.side)
        return t("umpire.title", side=side, what=kind_name(self.kind))

    @cached_property
    def sentence(self) -> str:
        """What is asked, in a sentence."""
        fight = isinstance(self.asked.args.get("battle"), Mapping)
        of_fight = _told(f"umpire.ask_of_fight.{self.kind}", self._facts) if fight else ""
        return of_fight or _told(f"umpire.ask.{self.kind}", self._facts) or t("umpire.ask")

    @cached_property
    def battle(self) -> int | None:
        """The hex of the fight that it is about."""
        battle = self.asked.args.get("battle")
        target = battle.get("target") if isinstance(battle, Mapping) else battle
        return self._place(str(target)) if target else None

    @cached_property
    def hint(self) -> str:
        """How the rules put it, or nothing."""
        return _told(f"umpire.hint.{self.kind}", self._facts)

    @cached_property
    def gates(self) -> tuple[Pair, ...]:
        """The hexsides it is about."""
        found = [a.gate for a in self.answers if a.gate is not None]
        named = self._pair(str(self.asked.args.get("hexside")))
        return tuple(dict.fromkeys([*found, *([named] if named is not None else [])]))

    @cached_property
    def scene(self) -> tuple[int, ...]:
        """The hexes it is about."""
        hexes = self.position.places.hex_count
        found = [a.place for a in self.answers if a.place is not None]
        found += [i for gate in self.gates for i in gate]
        found += [p for p in map(self._place, self._places) if p is not None]
        stands = [self.position.units[u].place for u in self._units if u in self.position.units]
        return tuple(dict.fromkeys(i for i in [*found, *stands] if i < hexes))

    # -- parts ------------------------------------------------------------------------------------

    @cached_property
    def _places(self) -> list[str]:
        """The hexes that the arguments name, the battle's first."""
        args = self.asked.args
        battle = args.get("battle")
        target = battle.get("target") if isinstance(battle, Mapping) else battle
        named = [target, args.get("vacated"), args.get("hex"), args.get("at"), args.get("target")]
        return [str(name) for name in named if isinstance(name, str)]

    @property
    def _units(self) -> tuple[str, ...]:
        given = self.asked.args.get("units")
        if isinstance(given, list):
            return tuple(str(name) for name in given)
        one = self.asked.args.get("unit")
        return (str(one),) if isinstance(one, str) else ()

    @property
    def _facts(self) -> dict[str, object]:
        """Everything a sentence about a decision may speak of."""
        args, module = self.asked.args, self.position.setting.module
        where = next((self.where(p) for p in map(self._place, self._places) if p is not None), "")
        side, hexes = args.get("hexside"), args.get("hexes")
        facts: dict[str, object] = {
            name: value for name, value in args.items() if isinstance(value, str | int | float)
        }
        facts |= {
            "side": module.side_name(self.side),
            "hex": where,
            "units": self.names(self._units),
            "hexside": module.place_name(side) if isinstance(side, str) else "",
            "hexes": " – ".join(map(str, hexes)) if isinstance(hexes, list) else "",
        }
        battle = args.get("battle")
        if isinstance(battle, Mapping):
            facts["result"] = str(battle.get("result", ""))
        landed = f"say.result.airlanding.{args.get('result')}"
        if self.kind == "scattered" and has(landed):
            facts |= {"code": args["result"], "result": t(landed)}
        for name in ("of", "advance"):
            value = args.get(name)
            key = f"umpire.{name}.{value}"
            facts[name] = t(key) if has(key) else value or ""
        return facts

    def _place(self, name: str) -> int | None:
        places = self.position.places
        for word in (name, f"area-{name}"):
            if word in places:
                return places.index(word)
        return None

    def where(self, place: int) -> str:
        """A place in a sentence."""
        return self.position.where(place)

    def names(self, units: tuple[str, ...]) -> str:
        """Units in a sentence."""
        named = [self.position.name(u) for u in units[:MOST_NAMES]]
        if len(units) > MOST_NAMES:
            named.append(t("umpire.more", count=len(units) - MOST_NAMES))
        return ", ".join(named)

    # -- answers ----------------------------------------------------------------------------------

    def _answer(self, option: Option) -> Answer:
        if option.id.partition(" ")[0] in ("breakthrough", "join"):
            return self._press(option)
        if self.kind == "joint_attack":
            return self._joined(option)
        gate = self._gate(option)
        place = option.path[-1] if option.path else self._area(option)
        if place is None and gate is None and len(option.units) == 1:
            stands = self.position.units.get(option.units[0])
            place = stands.place if stands is not None else None
        words, tag = self._words(option), _tag(option)
        return Answer(option.id, words, place, option.path, option.units, gate, tag)

    def _press(self, option: Option) -> Answer:
        """An advance that goes on as an attack (16): it stands at the hex that is attacked."""
        kind, number, *_ = option.id.split()
        target, units = self.position.board.index[number], self.position.units
        group = tuple(units[u] for u in option.units)
        column = best_lead(Combat(self.position, group, target, breakthrough=True)).odds.column
        named = {"hex": self.where(target), "units": self.names(option.units), "column": column}
        words, tag = t(f"umpire.answer.{kind}", **named), column if kind == "breakthrough" else ""
        return Answer(option.id, words, target, units=option.units, tag=tag)

    def _joined(self, option: Option) -> Answer:
        """An attack of others that a breakthrough group joins (16.5), with the odds of all."""
        units = [self.position.units[u] for u in option.units]
        attackers = [u for u in units if not u.p.artillery]
        guns = [u.id for u in units if u.p.artillery]
        air = int(option.id.endswith(" air"))
        target = self.position.places.index(str(self.asked.args["target"]))
        odds = kernel.odds(self.position, attackers, target, air=air, artillery=guns)
        key = "umpire.answer.joint_attack" + (".air" if air else "")
        words = t(key, units=self.names(option.units), column=odds.found.odds.column)
        return Answer(option.id, words, units=option.units)

    def _area(self, option: Option) -> int | None:
        """The entry area that an option names last."""
        word, places = option.id.split()[-1], self.position.places
        place = places.index(word) if word in places else None
        return None if place is None or places.is_hex(place) else place

    def _gate(self, option: Option) -> Pair | None:
        """The hexside that an option names."""
        pairs = map(self._pair, option.id.split())
        return next((pair for pair in pairs if pair is not None), None)

    def _pair(self, word: str) -> Pair | None:
        first, _, second = word.partition("/")
        index = self.position.board.index
        return (index[first], index[second]) if first in index and second in index else None

    def _words(self, option: Option) -> str:
        facts = self._facts | {"units": self.names(option.units)}
        area = self._area(option)
        path = option.path or (() if area is None else (area,))
        if path:
            facts["hex"] = self.where(path[-1])
            # The first hex of a way is where the units stand.
            facts["way"] = " – ".join(self.position.number(i) for i in path[1:-1])
            facts["start"] = self._stand(option.units)
            facts["source"] = self._word(option.id.split()[0])
            ending = "way" if facts["way"] else "there"
            own = f"umpire.answer.{self.kind}.{ending}"
            said = t(own if has(own) else f"umpire.answer.{ending}", **facts)
            if option.drm is not None:
                return t("umpire.answer.drm", answer=said, drm=_signed(option.drm))
            return t("umpire.answer.loss", answer=said) if option.loss else said
        if self.kind == "determined" and option.units:
            facts["percent"] = round(100 * self._holds(option))
        said = _told(f"umpire.answer.{self.kind}.{option.id}", facts)
        said = said or _told(f"umpire.answer.{option.id}", facts)
        if not said and option.units:
            key = f"umpire.answer.{self.kind}.units"
            names = [self.position.name(u) for u in option.units]
            if len(names) == 2 and has(f"{key}.two"):
                return t(f"{key}.two", **facts, first=names[0], second=names[1])
            said = _told(key, facts)
        return said or " ".join(self._word(word) for word in option.id.split())

    def _stand(self, units: tuple[str, ...]) -> str:
        """Where units stand now, as far as they are in play."""
        known = [self.position.units[u] for u in units[:1] if u in self.position.units]
        return self.where(known[0].place) if known else ""

    def _holds(self, option: Option) -> float:
        """How likely a determined defence of a lead unit, with or without artillery, holds."""
        lead, *guns = option.units
        return defence(self.position, self.position.units[lead], artillery=bool(guns)).holds

    def _word(self, word: str) -> str:
        """A word of an option: a hexside, a hex, a unit or a word of the game."""
        place = self._place(word)
        if place is not None:
            return self.where(place)
        if word in self.position.state.pieces:
            return self.position.name(word)
        if "/" in word:
            return self.position.setting.module.place_name(word)
        key = f"umpire.word.{word}"
        return t(key) if has(key) else word.replace("_", " ")


def _signed(drm: int) -> str:
    """A die-roll modifier as players write it."""
    return f"{drm:+d}".replace("-", "−") if drm else "±0"


def _tag(option: Option) -> str:
    if option.drm is not None:
        return _signed(option.drm)
    return t("umpire.tag.loss") if option.loss else ""


def question(position: Position) -> Question | None:
    """The decision that has to be made next, or None."""
    pending = position.state.pending
    return Question(position, pending[-1]) if pending else None


def _told(key: str, facts: Mapping[str, object]) -> str:
    """The text of a key, if there is one and the facts are all there."""
    if not has(key):
        return ""
    try:
        return t(key, **facts)
    except KeyError:  # a decision of another version: its words do not fit
        return ""
