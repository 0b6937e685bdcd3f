"""Compare the answers of a game's rules to different questions, in both directions (as in perft).

``python -m tests.agreement GAME [--positions N] [--seed S]`` takes positions from random games and
prints one line for each difference. Actions offered by one question must be legal for the others;
actions that one forbids may not be offered, and the reason must be a rule of the rulebook.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from engine.core import actions as act
from engine.core.dice import Rolled
from engine.core.errors import UserError
from engine.core.reducer import apply
from engine.core.state import State
from engine.core.verdicts import Verdict
from engine.games import require_rulebook
from engine.play.autoplay import autoplay
from engine.play.game import Recording
from engine.request_fields import Refused
from engine.rules.answers import AttackPlan
from engine.rules.judge import Forbidden, judged, play
from engine.rules.ports import Ruleset
from engine.rules.registry import NO_RULE, is_legal
from tests.games.census import OFFERED

UNDECLARED = ".not_declared"
"""End of the reason against a combat that nobody declared, which the odds do not ask for."""
ENOUGH = 40
"""Positions taken from one random game, at most."""
UNITS = 2
"""Units or stacks asked about in a position."""
HEXES = 2
"""Places of each sort asked about for a unit."""
ACTIONS = 24
"""Legal actions looked at in a position."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Two answers to one question that disagree."""

    question: str
    about: str
    one: str
    other: str

    def __str__(self) -> str:
        return f"{self.question}: {self.about}: {self.one}, but {self.other}"


@dataclass
class Asked:
    """The questions asked about one position; ``found`` are the differences."""

    ruleset: Ruleset
    state: State
    chance: random.Random
    found: list[Difference] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.answers = self.ruleset.answers(self.state)
        clock = self.state.clock
        self.moving = clock.phase in self.ruleset.move_phases and not self.state.pending
        self.moving = self.moving and self.ruleset.over(self.state) is None

    def all(self) -> list[Difference]:
        """Ask everything."""
        self.actions()
        self.wild()
        self.menus()
        if self.state.pending:
            self.decision()
            return self.found
        for units in self._movers():
            self.moves(units)
        self.attacks()
        own = OWN.get(self.ruleset.rulebook.id)
        if own is not None:
            own(self)
        return self.found

    def differ(self, question: str, about: object, one: str, other: str) -> None:
        """Record a difference."""
        self.found.append(Difference(question, _shown(about), one, other))

    def sample(self, things: Iterable[object], most: int = HEXES) -> list[object]:
        """Return a sample of items."""
        listed = list(things)
        return self.chance.sample(listed, min(most, len(listed)))

    # -- actions ----------------------------------------------------------------------------------

    def actions(self) -> None:
        """Check that actions listed by ``legal`` and ``actions_of`` are judged legal and can be
        carried out.
        """
        start = self.chance.randrange(1_000_000)
        listed = list(self.ruleset.legal(self.state, ACTIONS, start).actions)
        for action in listed:
            self.offered("legal", action)
        units = [n for a in listed for n in _units_of(a)]
        for name in self.sample(dict.fromkeys(units), 2):
            for _, action in zip(
                range(6), self.ruleset.actions_of(self.state, str(name)), strict=False
            ):
                self.offered("actions_of", action)

    def offered(self, question: str, action: act.Action) -> None:
        """Check that an offered action is legal for gate and answers, and carry it out."""
        self.counts[question] += 1
        verdicts = self.gate(action)
        if verdicts is None or not is_legal(verdicts):
            self.differ(question, action, "offered", f"the gate refuses: {_why(verdicts)}")
            return
        try:
            told = self.answers.judge(action)
        except Refused as error:
            if error.code != "not_supported":
                self.differ(question, action, "offered", f"judge cannot say: {error}")
        else:
            if not is_legal(told):
                self.differ(question, action, "offered", f"judge refuses: {_why(told)}")
        try:
            played = play(self.ruleset, self.state, action, Rolled(random.Random(1)))
            apply(self.state, played.effects, self.ruleset.places)
        except Exception as error:  # whatever stops it, it was offered
            self.differ(question, action, "offered", f"not carried out: {error!r}")

    def refused(self, question: str, action: act.Action, why: str) -> None:
        """Check that an action that no question offers is refused with a rule."""
        self.counts[question] += 1
        verdicts = self.gate(action)
        if verdicts is not None and is_legal(verdicts):
            self.differ(question, action, why, "the gate allows it")

    def gate(self, action: act.Action) -> list[Verdict] | None:
        """Return the gate's verdicts; None for a meaningless action. Checks the reasons."""
        try:
            verdicts = judged(self.ruleset, self.state, action)
        except UserError:
            return None
        self.reasons(action, verdicts)
        return verdicts

    def reasons(self, about: object, verdicts: Sequence[Verdict]) -> None:
        """Check that every reason names a rule of the ledger, or a section of its rules."""
        titles = self.ruleset.titles
        for rule in {v.rule for v in verdicts} - {NO_RULE}:
            if rule not in titles and not any(n.startswith(f"{rule}.") for n in titles):
                self.differ("rule", about, f"refused by {rule}", "no rule has that number")

    def wild(self) -> None:
        """Check that random orders are carried out if judged legal, else refused."""
        for action in self._wild():
            self.counts["wild"] += 1
            verdicts = self.gate(action)
            if verdicts is None:
                continue
            try:
                played = play(self.ruleset, self.state, action, Rolled(random.Random(1)))
                apply(self.state, played.effects, self.ruleset.places)
            except Forbidden:
                if is_legal(verdicts):
                    self.differ("wild", action, "judged legal", "refused when played")
            except Exception as error:  # nothing else may come of it
                self.differ("wild", action, f"judged {_why(verdicts)}", f"played: {error!r}")
            else:
                if not is_legal(verdicts):
                    self.differ("wild", action, f"judged {_why(verdicts)}", "carried out")

    def _wild(self) -> Iterator[act.Action]:
        names, numbers = sorted(self.state.pieces), list(self.ruleset.board.numbers)
        modes = self.ruleset.modes
        for _ in range(6):
            unit = self.chance.choice(names)
            here = self.answers.number(self.state.pieces[unit].place)
            path = (here, self.chance.choice(numbers))
            yield act.MoveUnits(units=(unit,), path=path, mode=self.chance.choice(modes))
            target = self.chance.choice(numbers)
            yield act.DeclareAttack(attackers=(unit,), target=target)
            yield act.Bombard(artillery=(unit,), target=target)
        yield act.NextPhase()
        yield act.Choose(decision="no such decision", option="none")

    # -- moves ------------------------------------------------------------------------------------

    def _movers(self) -> Iterator[tuple[str, ...]]:
        """Return units and stacks of the active side, waiting units, and an enemy unit."""
        side, places = self.state.clock.active, self.ruleset.places
        pieces = self.state.pieces
        known = [u.id for u in self.answers.units(side) if u.id in pieces]
        on_map = [n for n in known if places.is_hex(pieces[n].place)]
        for name in self.sample(on_map, UNITS):
            yield (str(name),)
        stacks: dict[int, list[str]] = {}
        for name in on_map:
            stacks.setdefault(pieces[name].place, []).append(name)
        for stack in self.sample([s for s in stacks.values() if len(s) > 1], 1):
            yield tuple(stack)  # type: ignore[arg-type]
        if "arrivals" in self.ruleset.questions:
            turn = self.state.clock.turn
            come = [a for a in self.answers.arrivals(turn) if a.waiting and a.side == side]
            waiting = [n for a in come for n in a.units if n in pieces]
            for name in self.sample(dict.fromkeys(waiting), UNITS):
                if not places.is_hex(pieces[str(name)].place):
                    yield (str(name),)

    def moves(self, units: tuple[str, ...]) -> None:
        """Check that ``reach``, ``why_not``, ``judge`` and gate agree on destinations."""
        if "reach" not in self.ruleset.questions:
            return
        try:
            reach = self.answers.reach(units)
            ends = {**reach.hexes, **reach.boxes}
        except UserError as error:
            self.differ("reach", units, "in play", f"reach says {error}")
            return
        # A unit in a box may come in, in a phase of its own; who stands on the map only moves.
        on_map = self.ruleset.places.is_hex(reach.start)
        if on_map and not self.moving:
            return
        for place in self.sample(p for p in ends if p != reach.start):
            end = ends[place]  # type: ignore[index]
            self._offered_way(units, end.mode, end.path)
            told = self.answers.why_not(units, end.path[-1])
            if not is_legal(told.verdicts):
                self.differ(
                    "reach", self._way(units, end.mode, end.path), "offered", _why(told.verdicts)
                )
        numbers = range(len(self.ruleset.board.numbers))
        shut = [p for p in numbers if p not in ends and p != reach.start]
        for place in self.sample(shut):
            self._closed(units, int(str(place)))
        near = [p for p in self._near(reach.start) if p not in ends]
        for place in self.sample(near):
            self._closed(units, int(str(place)))
        for mode in self.ruleset.modes:
            self._single_steps(units, reach.start, mode)

    def _near(self, start: int) -> list[int]:
        if not self.ruleset.places.is_hex(start):
            return []
        return [j for j in self.ruleset.board.neighbours[start] if j >= 0]

    def _way(self, units: tuple[str, ...], mode: str, path: Sequence[int]) -> act.MoveUnits:
        names = tuple(self.answers.number(i) for i in path)
        return act.MoveUnits(units=units, path=names, mode=mode)

    def _offered_way(self, units: tuple[str, ...], mode: str, path: Sequence[int]) -> None:
        move = self._way(units, mode, path)
        self.counts["reach"] += 1
        if not self.moving and not is_legal(self.gate(move) or ()):  # asked in another phase
            told = self.answers.judge(move)
            if not is_legal(told):
                self.differ("reach", move, "offered", f"judge refuses: {_why(told)}")
            return
        verdicts = self.gate(move)
        if verdicts is None or not is_legal(verdicts):
            self.differ("reach", move, "offered", f"the gate refuses: {_why(verdicts)}")
            return
        self.offered("reach", move)
        ends = tuple(self.answers.number(i) for i in (path[0], path[-1]))
        meant = self.answers.drag_action(act.MoveUnits(units=units, path=ends), "enforced")
        told = self.gate(meant)
        if told is None or not is_legal(told):
            self.differ("meant", meant, "reach offers the hex", f"gate: {_why(told)}")

    def _closed(self, units: tuple[str, ...], place: int) -> None:
        """Check that a hex that is not offered has a reason, and that the gate refuses its path."""
        self.counts["why_not"] += 1
        told = self.answers.why_not(units, place)
        move = self._way(units, told.mode, told.path) if len(told.path) > 1 else None
        about = move or (units, self.answers.number(place))
        self.reasons(about, told.verdicts)
        if not _is_doubtful(told.verdicts):
            self.differ("why_not", about, "not in reach", "no reason is given")
        elif not is_legal(told.verdicts) and move is not None:
            self.refused("why_not", move, f"why_not says {_why(told.verdicts)}")

    def _single_steps(self, units: tuple[str, ...], start: int, mode: str) -> None:
        """Check that ``reach`` offers every step that the gate allows in that mode.

        It leaves out steps with a warning, which overstack a hex until the phase ends.
        """
        steps = self._near(start) or self.sample(range(len(self.ruleset.board.numbers)), 6)
        if not self.moving and self._near(start):
            return
        for place in steps:
            move = self._way(units, mode, (start, int(str(place))))
            self.counts["step"] += 1
            verdicts = self.gate(move)
            if verdicts is None or _is_doubtful(verdicts):
                continue
            reach = self.answers.reach(units, mode)
            best = self.answers.reach(units)
            if not any(place in r.hexes or place in r.boxes for r in (reach, best)):
                self.differ("step", move, "the gate allows it", "not in reach")

    # -- fights -----------------------------------------------------------------------------------

    def attacks(self) -> None:
        """Check that ``odds`` and ``bombard`` forbid what the gate forbids, in the phases of
        attacks.
        """
        if self.state.clock.phase not in self.ruleset.attack_phases:
            return
        combat = ""
        for action in self.ruleset.legal(self.state, ACTIONS, self.chance.randrange(1000)).actions:
            if isinstance(action, act.DeclareAttack):
                combat = action.combat  # the kind that this phase resolves
                self._fight(action)
        numbers = self.ruleset.board.numbers
        for target in self.sample(self.answers.targets(()), 3):
            place = int(str(target))
            mine = self.answers.attackers(place)
            for group in {mine[:1], mine, tuple(map(str, self.sample(mine, 2)))}:
                if group:
                    attack = act.DeclareAttack(
                        attackers=group, target=numbers[place], combat=combat
                    )
                    self._fight(attack)

    def _fight(self, action: act.DeclareAttack) -> None:
        if "odds" not in self.ruleset.questions:
            return
        self.counts["odds"] += 1
        choices: dict[str, str | int | None] = {"air": action.air}
        if action.combat:
            choices["combat"] = action.combat
        if action.lead is not None:
            choices["lead"] = action.lead
        if action.attached != "":
            choices["attached"] = action.attached
        target = self.ruleset.board.index[action.target]
        try:
            found = self.answers.odds(
                AttackPlan(action.attackers, target, action.artillery, choices)
            )
        except UserError as error:
            self.differ("odds", action, "asked", f"odds says {error}")
            return
        self.reasons(action, found.verdicts)
        # For some units of a declared attack the odds are those of the whole attack.
        verdicts = self.gate(found.order or action)
        if verdicts is None:
            return
        verdicts = [v for v in verdicts if not v.key.endswith(UNDECLARED)]
        if is_legal(found.verdicts) != is_legal(verdicts):
            self.differ("odds", action, f"odds {_why(found.verdicts)}", f"gate {_why(verdicts)}")

    # -- decisions, menus -------------------------------------------------------------------------

    def decision(self) -> None:
        """Check that options are legal and work, and that other answers yield a verdict."""
        asked, options = self.state.pending[-1], self.answers.options()
        for option in self.sample(options, 8):
            self.offered("option", act.Choose(decision=asked.kind, option=str(option)))
        question = self.answers.question()
        if question is None or {o.id for o in question.options} != set(options):
            self.differ("question", asked.kind, "options", "the question has others")
        open_ = {o.place for o in question.options} if question is not None else set()
        for place in self.answers.barred():
            self.counts["barred"] += 1
            if place in open_:
                self.differ("barred", asked.kind, "barred", f"{self.answers.number(place)} is open")
        for option in self._others(options):
            self.counts["no option"] += 1
            choose = act.Choose(decision=asked.kind, option=option)
            verdicts = self.gate(choose)
            if verdicts is None:
                self.differ("no option", choose, "asked", "no verdict, an error")
            elif is_legal(verdicts):
                self.offered("other", choose)  # a way that the list leaves out

    def _others(self, options: Sequence[str]) -> Iterator[str]:
        words = list(dict.fromkeys(w for o in options for w in o.split()))
        numbers = self.ruleset.board.numbers
        yield from ("", "no such answer", "none", "done", "0")
        for option in self.sample(options, 3):
            yield f"{option} {self.chance.choice(numbers)}"
            yield f"{str(option).split(' ')[0]} {self.chance.choice(numbers)}"
        for _ in range(3):
            if words:
                yield " ".join(self.chance.choices(words, k=2))
        yield self.chance.choice(sorted(self.state.pieces))

    def menus(self) -> None:
        """Check that checklist and menus offer only legal actions."""
        if "checklist" in self.ruleset.questions:
            for item in self.answers.checklist():
                if item.action is not None:
                    self.offered("checklist", item.action)
        if self.state.pending:
            return
        side, pieces = self.state.clock.active, self.state.pieces
        for unit in self.sample([u.id for u in self.answers.units(side) if u.id in pieces], 3):
            for order in self.answers.orders((str(unit),)):
                self.offered("orders", order.action)


# -- the questions of single games ----------------------------------------------------------------


def airbridge(asked: Asked) -> None:
    """Compare ``bombard``, ``land`` and ``overrun`` of Air Bridge's probe with gate and reach."""
    answers, state, number = asked.answers, asked.state, asked.answers.number
    side = state.clock.active
    own = [u for u in answers.units(side) if asked.ruleset.places.is_hex(u.place)]
    if state.clock.phase == "bombardment":
        for target in asked.sample(asked.ruleset.board.numbers, 4):
            for gun in asked.sample(own, 4):
                order = act.Bombard(artillery=(gun.id,), target=str(target))  # type: ignore[attr-defined]
                request = {"artillery": list(order.artillery), "target": order.target}
                _own(asked, "bombard", request, order)
    if asked.moving:
        for unit in asked.sample(own, UNITS):
            near = asked._near(unit.place)  # type: ignore[attr-defined]
            for hex_ in (j for j in near if any(u.side != side for u in answers.units_at(j))):
                step = (number(unit.place), number(hex_))  # type: ignore[attr-defined]
                order = act.MoveUnits(units=(unit.id,), path=step)  # type: ignore[attr-defined]
                _own(asked, "overrun", {"units": list(order.units), "target": step[1]}, order)


def _own(asked: Asked, op: str, request: Mapping[str, object], action: act.Action) -> None:
    """Check that a question of the game's own and the gate forbid the same."""
    asked.counts[op] += 1
    said = asked.answers.ask(op, request)
    verdicts = asked.gate(action)
    if verdicts is not None and said["legal"] != is_legal(verdicts):
        rules = "legal" if said["legal"] else sorted({v["rule"] for v in said["verdicts"]})
        asked.differ(op, action, f"{op} says {rules}", f"gate: {_why(verdicts)}")


OWN: Mapping[str, Callable[[Asked], None]] = {"airbridge": airbridge}


# -- positions ------------------------------------------------------------------------------------


def _units_of(action: act.Action) -> tuple[str, ...]:
    match action:
        case act.MoveUnits():
            return action.units
        case act.DeclareAttack():
            return action.attackers
        case act.Bombard():
            return action.artillery
    return ()


def _is_doubtful(verdicts: Sequence[Verdict]) -> bool:
    return any(v.level in ("forbid", "warn") for v in verdicts)


def _why(verdicts: Sequence[Verdict] | None) -> str:
    if verdicts is None:
        return "no sense"
    keys = [v.key.split(".", 2)[-1] for v in verdicts if v.level == "forbid"]
    return ", ".join(dict.fromkeys(keys)) or "legal"


def _shown(about: object) -> str:
    if isinstance(about, act.MoveUnits):
        return f"{about.mode} {' '.join(about.units)} {'>'.join(about.path)}"
    if hasattr(about, "model_dump"):
        return str({k: v for k, v in about.model_dump(exclude_defaults=True).items() if v})
    return str(about)


def compare(
    game: str, positions: int, seed: int, counts: Counter[str] | None = None
) -> Iterator[tuple[str, Difference]]:
    """Yield the differences in positions of random games, with their location."""
    counts = Counter() if counts is None else counts
    scenarios, done = list(OFFERED[game]), 0
    with tempfile.TemporaryDirectory() as folder:
        while done < positions:
            chance = random.Random(seed)
            ruleset = require_rulebook(game).ruleset(scenarios[seed % len(scenarios)])
            path = Path(folder) / "game.h44log"
            options = tuple(ruleset.options) if seed % 2 else ()
            most = min(ENOUGH, -(-positions // len(scenarios)), positions - done)
            turns = ruleset.opening().clock.turn + (
                chance.randrange(4) if positions > ENOUGH else 0
            )
            autoplay(ruleset, seed, turns, path, options=options, check=False)
            recording = Recording.load(path)
            entries = range(1, len(recording) + 1)
            for entry in sorted(chance.sample(entries, min(most, len(entries)))):
                asked = Asked(ruleset, recording.state(entry), random.Random(entry))
                where = f"{game} {ruleset.scenario.id} seed {seed} entry {entry}"
                where += f" {asked.state.clock.phase}"
                for found in asked.all():
                    yield where, found
                counts += asked.counts
                done += 1
            path.unlink()
            seed += 1


def main(words: Sequence[str] | None = None) -> int:
    """Print the differences of one game; return 1 if there are any."""
    parser = argparse.ArgumentParser(prog="python -m tests.agreement", description=__doc__)
    parser.add_argument("game", choices=sorted(OFFERED))
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(words)
    counts: Counter[str] = Counter()
    found = 0
    for where, difference in compare(given.game, given.positions, given.seed, counts):
        found += 1
        print(f"{where}: {difference}", flush=True)
    asked = ", ".join(f"{name} {n}" for name, n in sorted(counts.items()))
    print(f"{given.game}: {given.positions} positions, {found} differences ({asked})")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
