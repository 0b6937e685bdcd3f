"""Pending decisions as text: the deciding side, the question, and every answer with its places.

Decisions without their own texts are described by general ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from engine.core.effects import Decision
from engine.core.memo import memoized
from engine.games.holland44.answers.combat import defence, prepared, reasons_against
from engine.games.holland44.contents import DECISIONS
from engine.games.holland44.position import Position
from engine.games.holland44.resolution import present
from engine.games.holland44.rules.ch10_odds import best_lead
from engine.games.holland44.rules.ch10_strengths import Combat
from engine.games.holland44.rules.ch13_retreat_paths import Retreat
from engine.games.holland44.rules.ch21_breakdown import list_of
from engine.games.holland44.units import Unit
from engine.i18n import has, t
from engine.rules import answers
from engine.rules.answers.decisions import in_list_order
from engine.rules.base.decisions import Choice
from engine.rules.registry import text
from engine.search.retreat import Candidate

NAMES_LIMIT = 4
"""Units named in a message."""

Pair = tuple[int, int]


@memoized
def question(position: Position) -> answers.Question | None:
    """Return the pending decision, or None."""
    pending = position.state.pending
    return _Description(position, pending[-1]).question() if pending else None


@dataclass(frozen=True)
class _Description:
    """A pending decision and its description."""

    position: Position
    asked: Decision

    def question(self) -> answers.Question:
        """Return the whole decision as an answer."""
        return answers.Question(
            self.kind,
            self.side,
            self.title,
            self.sentence,
            self.options,
            self.hint,
            self.battle,
            self.scene,
            self.gates,
        )

    @property
    def side(self) -> str:
        """The side that decides."""
        return self.asked.side

    @property
    def kind(self) -> str:
        """The kind of decision."""
        return self.asked.kind

    @cached_property
    def options(self) -> tuple[answers.Option, ...]:
        """The options, in the order of a list."""
        options = (self._answer(o) for o in DECISIONS.choices_of(self.position, self.asked))
        return in_list_order(options, self._place(str(self.asked.args.get("vacated"))))

    @cached_property
    def title(self) -> str:
        """The side and its decision, in a few words."""
        side = self.position.setting.module.side_name(self.side)
        return t("ruling.title", side=side, what=DECISIONS.kind_name(self.kind))

    @cached_property
    def sentence(self) -> str:
        """The question in one sentence."""
        fight = isinstance(self.asked.args.get("battle"), Mapping)
        of_fight = _text(f"ruling.holland44.ask_of_fight.{self.kind}", self._facts) if fight else ""
        return (
            of_fight
            or _text(f"ruling.holland44.ask.{self.kind}", self._facts)
            or t("ruling.holland44.ask")
        )

    @cached_property
    def battle(self) -> int | None:
        """The hex of the combat that the decision concerns."""
        battle = self.asked.args.get("battle")
        target = battle.get("target") if isinstance(battle, Mapping) else battle
        return self._place(str(target)) if target else None

    @cached_property
    def hint(self) -> str:
        """A hint from the rules, or an empty string."""
        return _text(f"ruling.holland44.hint.{self.kind}", self._facts)

    @cached_property
    def gates(self) -> tuple[Pair, ...]:
        """The hexsides that the decision concerns."""
        hexsides = [a.hexside for a in self.options if a.hexside is not None]
        named = self._pair(str(self.asked.args.get("hexside")))
        return tuple(dict.fromkeys([*hexsides, *([named] if named is not None else [])]))

    @cached_property
    def scene(self) -> tuple[int, ...]:
        """The hexes that the decision concerns."""
        is_hex = self.position.places.is_hex
        places = [a.place for a in self.options if a.place is not None]
        places += [i for gate in self.gates for i in gate]
        places += [p for p in map(self._place, self._places) if p is not None]
        positions = [self.position.units[u].place for u in self._units if u in self.position.units]
        return tuple(dict.fromkeys(i for i in [*places, *positions] if is_hex(i)))

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
        """The values that texts about the decision may contain."""
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
            key = f"ruling.holland44.{name}.{args.get(name)}"
            facts[name] = t(key) if has(key) else ""
        return facts

    def _place(self, name: str) -> int | None:
        places = self.position.places
        for word in (name, f"area-{name}"):
            if word in places:
                return places.index(word)
        return None

    def where(self, place: int) -> str:
        """Return a place as text."""
        return self.position.where(place)

    def names(self, units: tuple[str, ...]) -> str:
        """Return the names of units as text, shortened after a few."""
        named = [self.position.name(u) for u in units[:NAMES_LIMIT]]
        if len(units) > NAMES_LIMIT:
            named.append(t("ruling.holland44.more", count=len(units) - NAMES_LIMIT))
        return ", ".join(named)

    # -- answers ----------------------------------------------------------------------------------

    def option(self, choice: Choice) -> answers.Option:
        """Return an answer as an option with its place."""
        return self._answer(choice)

    def _answer(self, choice: Choice) -> answers.Option:
        if choice.id.partition(" ")[0] in ("breakthrough", "join"):
            return self._press(choice)
        if self.kind == "joint_attack":
            return self._joined(choice)
        gate = self._gate(choice)
        place = choice.path[-1] if choice.path else self._area(choice)
        if place is None and gate is None and len(choice.units) == 1:
            unit = self.position.units.get(choice.units[0])
            place = unit.place if unit is not None else None
        words, tag = self._words(choice), _tag(choice)
        return answers.Option(choice.id, words, place, choice.path, choice.units, gate, tag)

    def _press(self, choice: Choice) -> answers.Option:
        """Return the option to continue an advance as an attack (16), at the attacked hex."""
        kind, number, *_ = choice.id.split()
        target, units = self.position.board.index[number], self.position.units
        group = tuple(units[u] for u in choice.units)
        column = best_lead(Combat(self.position, group, target, breakthrough=True)).odds.column
        named = {"hex": self.where(target), "units": self.names(choice.units), "column": column}
        words, tag = (
            t(f"ruling.holland44.answer.{kind}", **named),
            column if kind == "breakthrough" else "",
        )
        return answers.Option(choice.id, words, target, units=choice.units, tag=tag)

    def _joined(self, choice: Choice) -> answers.Option:
        """Return the option that a breakthrough group joins an attack, with the odds (16.5)."""
        units = [self.position.units[u] for u in choice.units]
        attackers = [u for u in units if not u.profile.artillery]
        guns = [u.id for u in units if u.profile.artillery]
        air = int(choice.id.endswith(" air"))
        target = self.position.places.index(str(self.asked.args["target"]))
        plan = answers.AttackPlan(tuple(u.id for u in attackers), target, tuple(guns), {"air": air})
        odds = prepared(self.position, plan)
        key = "ruling.holland44.answer.joint_attack" + (".air" if air else "")
        words = t(key, units=self.names(choice.units), column=odds.column)
        return answers.Option(choice.id, words, units=choice.units)

    def _area(self, choice: Choice) -> int | None:
        """Return the entry area that an option names last."""
        word, places = choice.id.split()[-1], self.position.places
        place = places.index(word) if word in places else None
        return None if place is None or places.is_hex(place) else place

    def _gate(self, choice: Choice) -> Pair | None:
        """Return the hexside that an option names."""
        pairs = map(self._pair, choice.id.split())
        return next((pair for pair in pairs if pair is not None), None)

    def _pair(self, word: str) -> Pair | None:
        first, _, second = word.partition("/")
        index = self.position.board.index
        return (index[first], index[second]) if first in index and second in index else None

    def _words(self, choice: Choice) -> str:
        facts = self._facts | {"units": self.names(choice.units)}
        area = self._area(choice)
        path = choice.path or (() if area is None else (area,))
        if path:
            facts["hex"] = self.where(path[-1])
            # The path begins at the units' own hex.
            facts["way"] = " – ".join(self.position.number(i) for i in path[1:-1])
            facts["start"] = self._stand(choice.units)
            facts["source"] = self._word(choice.id.split()[0])
            ending = "way" if facts["way"] else "there"
            own = f"ruling.holland44.answer.{self.kind}.{ending}"
            answer = t(own if has(own) else f"ruling.holland44.answer.{ending}", **facts)
            if choice.drm is not None:
                return t("ruling.holland44.answer.drm", answer=answer, drm=_signed(choice.drm))
            return t("ruling.holland44.answer.loss", answer=answer) if choice.losses else answer
        if self.kind == "determined" and choice.units:
            facts["percent"] = round(100 * self._holds(choice))
        answer = _text(f"ruling.holland44.answer.{self.kind}.{choice.id}", facts)
        answer = answer or _text(f"ruling.holland44.answer.{choice.id}", facts)
        if not answer and choice.units:
            key = f"ruling.holland44.answer.{self.kind}.units"
            names = [self.position.name(u) for u in choice.units]
            if len(names) == 2 and has(f"{key}.two"):
                return t(f"{key}.two", **facts, first=names[0], second=names[1])
            answer = _text(key, facts)
        return answer or " ".join(self._word(word) for word in choice.id.split())

    def _stand(self, units: tuple[str, ...]) -> str:
        """Return the current place of units in play as text."""
        known = [self.position.units[u] for u in units if u in self.position.units]
        return self.where(known[0].place) if known else ""

    def _holds(self, choice: Choice) -> float:
        """Return the chance that a lead unit's determined defence holds."""
        lead, *guns = choice.units
        return defence(self.position, self.position.units[lead], artillery=bool(guns)).holds

    def _word(self, word: str) -> str:
        """Return a word of a choice as text: a hexside, a unit or a word of the game."""
        if word in self.position.state.pieces:
            return self.position.name(word)
        if "/" in word:
            return self.position.setting.module.place_name(word)
        key = f"ruling.holland44.word.{word}"
        return t(key) if has(key) else word.replace("_", " ")


def _signed(drm: int) -> str:
    """Format a die-roll modifier as players write it."""
    return f"{drm:+d}".replace("-", "−") if drm else "±0"


def _tag(choice: Choice) -> str:
    if choice.drm is not None:
        return _signed(choice.drm)
    return t("ruling.tag.loss") if choice.losses else ""


def _text(key: str, facts: Mapping[str, object]) -> str:
    """Return the text of a key, or an empty string if the key or a fact is missing."""
    try:
        return t(key, **facts)
    except KeyError:  # the key is missing, or a decision of another version lacks a fact
        return ""


# -- barred places --------------------------------------------------------------------------------

NEAR = ("advance", "landing_hex")
"""Kinds of decisions that explain the hexes next to their options."""


def barred(position: Position) -> dict[int, answers.Barred]:
    """Return the hexes near the options of a decision that cannot be chosen, with the reasons."""
    asked = question(position)
    if asked is None:
        return {}
    args = position.state.pending[-1].args
    if asked.kind in NEAR:
        return _nearby(position, asked)
    if asked.kind != "retreat":
        return {}
    battle = position.places.index(str(args["battle"]))
    units = [u for u in present(position, list_of(args["units"])) if u.place == battle]
    if not units:
        return {}
    open_ = {answer.place for answer in asked.options}
    return against(
        position,
        units,
        battle,
        [int(n) for n in list_of(args["hexes"])],
        open_,
        shattered=bool(args.get("shattered")),
    )


def _nearby(position: Position, asked: answers.Question) -> dict[int, answers.Barred]:
    """Return the hexes next to the options that cannot be chosen, with the reasons."""
    barred_hexes: dict[int, answers.Barred] = {}
    open_ = {answer.place for answer in asked.options}
    for place, words in _candidates(position, asked):
        refusals = [
            v
            for v in DECISIONS.refusal(position, position.state.pending[-1], words)
            if v.level == "forbid"
        ]
        # A rule of chapter 3 alone only says that the hex is not an option.
        if (
            place not in open_
            and place not in barred_hexes
            and refusals
            and refusals[0].rule != "3"
        ):
            tag = ", ".join(dict.fromkeys(v.rule for v in refusals))
            why = " ".join(f"{text(v)} ({v.rule})" for v in refusals)
            barred_hexes[place] = answers.Barred(
                tag, why, _rule_breaking_option(position, words, tag)
            )
    return barred_hexes


def _rule_breaking_option(position: Position, words: str, tag: str) -> answers.Option | None:
    """Return a rule-breaking answer as an option where breaches pass; None for nonsense."""
    asked = position.state.pending[-1]
    choice = DECISIONS.passed(position, asked, words)
    if choice is None:
        return None
    option = _Description(position, asked).option(choice)
    return replace(option, tag=tag)


def _candidates(position: Position, asked: answers.Question) -> Iterator[tuple[int, str]]:
    """Yield hexes that players might consider, with the answers that would choose them."""
    ring, number = position.ground.ring, position.places.name
    if asked.kind == "landing_hex":
        places = [a.place for a in asked.options if a.place is not None]
        yield from ((j, number(j)) for i in places for j in ring[i])
        return
    names = position.state.pending[-1].args["units"]
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
) -> dict[int, answers.Barred]:
    """Return the ends of retreats that cannot be chosen, with the reasons against them."""
    best: dict[int, tuple[Candidate, Retreat]] = {}

    def worth(candidate: Candidate, retreat: Retreat) -> tuple[tuple[int, ...], int]:
        """Rank reasons: fewer broken priorities first, then units that get further before
        elimination.
        """
        fatal, path = retreat.objection(candidate.path), candidate.path
        return candidate.broken, -(len(path) if fatal is None else path.index(fatal.place))

    chosen = set(open_)
    for length in lengths:
        retreat = Retreat(position, tuple(units), battle, length, shattered)
        for candidate in retreat.candidates:
            end = candidate.path[-1]
            known = best.get(end)
            if end not in chosen and (known is None or worth(candidate, retreat) < worth(*known)):
                best[end] = candidate, retreat
    is_hex = position.places.is_hex
    return {end: _reason(position, c, r) for end, (c, r) in best.items() if is_hex(end)}


def _reason(position: Position, candidate: Candidate, retreat: Retreat) -> answers.Barred:
    tag, why = reasons_against(position, candidate.path, candidate.broken, retreat)
    path = (position.places.name(i) for i in candidate.path)
    words = " ".join((*(u.id for u in retreat.units), *path))
    return answers.Barred(tag, why, _rule_breaking_option(position, words, tag))
