"""The referee: plays actions in the mode that the players agreed on, and records them.

The rules of a game are found by its id (:mod:`engine.games`). Play without rules is always an
explicit choice: a game whose rules are missing or cannot be loaded is read-only until its players
set the rules off.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from engine.core import actions as act
from engine.core.effects import Move
from engine.core.errors import UserError
from engine.core.modes import HouseLevel, Mode, house_level, mode_of
from engine.core.state import State
from engine.core.verdicts import Verdict
from engine.games import rulebook
from engine.i18n import t
from engine.log.effect_words import Names
from engine.log.entry import Entry, RulebookName, Together
from engine.log.members import is_order
from engine.modules.module import Module, load_module
from engine.play.bylines import NOBODY, Byline
from engine.play.game import DiceLater, Game, Recording
from engine.rules import judge as gate
from engine.rules.judge import Forbidden, Played
from engine.rules.ports import Ruleset
from engine.rules.registry import NO_RULE


def new_game(
    path: Path,
    module: str,
    scenario: str,
    *,
    title: str = "",
    mode: Mode = "off",
    house: Mapping[str, HouseLevel] | None = None,
    options: Iterable[str] = (),
    byline: Byline = NOBODY,
    together: Together | None = None,
    players: Mapping[str, str] | None = None,
) -> Game:
    """Start a game with a mode, house rules by number and optional rules (``name[=value]``).

    ``together`` names the keys of a shared game, ``players`` the player of each side.

    Raises UserError for rules that the game does not have.
    """
    ruling = need_rules(load_module(module), scenario, mode)
    check_house(ruling, house or {})
    chosen = chosen_options(ruling, options)
    return Game.new(
        path,
        module,
        scenario,
        title=title,
        mode=mode,
        house=house,
        options=chosen,
        rulebook=name_of(ruling),
        byline=byline,
        together=together,
        players=players,
    )


def name_of(ruling: Ruleset | None) -> RulebookName | None:
    """Return the name of a game's rules for its log; None for a game without rules."""
    if ruling is None:
        return None
    return RulebookName(id=ruling.rulebook.id, version=ruling.rulebook.version)


def need_rules(module: Module, scenario: str, mode: Mode) -> Ruleset | None:
    """Return the rules for a game in a mode; None for a game without rules in *off*.

    Raises UserError for rules that are missing or cannot be loaded.
    """
    result = ruleset_for(module, scenario)
    if result is None and mode != "off":
        raise UserError(t("referee.no_rules", game=module.title, id=module.meta.id))
    return result


def lacks_rules(recording: Recording) -> str | None:
    """Return why a game cannot continue in its agreed mode, in one sentence; None if it can."""
    try:
        mode = mode_of(recording.state(len(recording)))
    except UserError:  # a log that contradicts itself is not played on for that reason
        return None
    try:
        need_rules(recording.module, recording.log.header.scenario, mode)
    except UserError as error:
        return None if mode == "off" else str(error)
    return None


def ruling_of(recording: Recording) -> Ruleset | None:
    """Return the rules of a recorded game; None for a game without rules.

    Raises UserError for rules that cannot be loaded.
    """
    return ruleset_for(recording.module, recording.log.header.scenario)


def available_rules(recording: Recording) -> Ruleset | None:
    """Return the rules of a read-only recording; None if they are unavailable."""
    try:
        return ruling_of(recording)
    except UserError:
        return None


def ruleset_for(module: Module, scenario: str) -> Ruleset | None:
    """Return the rules of a module's game for a scenario; None for a game without rules."""
    result = rulebook(module.meta.id)
    return None if result is None else result.ruleset(scenario, module)


def judge(recording: Recording, state: State, action: act.Action) -> list[Verdict]:
    """Judge an action in a position of a game, with its house rules.

    Returns nothing for a game without rules. Raises UserError for unknown units and places.
    """
    ruling = ruling_of(recording)
    return [] if ruling is None else gate.judged(ruling, state, action)


def compute_play(game: Game, action: act.Action, mode: Mode | None = None) -> Played:
    """Resolve an action in a mode (default: the game's), with the game's dice.

    Raises Forbidden with all reasons, or UserError for an impossible action.
    """
    strictness = mode_of(game.now) if mode is None else mode
    return _computed(game, action, strictness, _ruling_for(game, action, strictness))


def _computed(game: Game, action: act.Action, mode: Mode, ruling: Ruleset | None) -> Played:
    if ruling is None or _only_reorders(action):
        return Played(*game.resolve(action), ())
    return gate.play(ruling, game.now, action, game.dice, mode)


def _ruling_for(game: Game, action: act.Action, mode: Mode) -> Ruleset | None:
    """Return the rules that apply to an action; None if there are none to apply.

    Raises UserError if the agreed rules are missing.
    """
    try:
        return need_rules(game.module, game.log.header.scenario, mode)
    except UserError:
        if mode == "off" or isinstance(action, act.SetRules | act.Note):
            return None
        raise


def play(
    game: Game,
    action: act.Action,
    *,
    by: str | None = None,
    at: str | None = None,
    mode: Mode | None = None,
) -> Entry:
    """Play an action in the game's mode and record it with its verdicts.

    ``by`` defaults to the side whose action it is, or else the active side. Raises Forbidden with
    all reasons, including an action of another side, or UserError for an impossible action; nothing
    is recorded then.
    """
    state = game.now
    side = gate.acting_side(state, action)
    if game.is_view and is_order(action):
        return game.record(action, (), by=by or side, at=at)
    strictness = mode_of(state) if mode is None else mode
    ruling = _ruling_for(game, action, strictness)
    try:
        played = _computed(game, action, strictness, ruling)
    except DiceLater as later:
        raise later.ask(action, by or side or state.clock.active) from None
    verdicts = played.verdicts
    if ruling is not None and by is not None and side is not None and by != side:
        meddling = not_yours(game.module, by, side)
        if strictness == "enforced":
            raise Forbidden([meddling])
        verdicts += (meddling,) if strictness == "advisory" else ()
    return game.record(
        action,
        played.effects,
        played.dice,
        by=by or side or None,
        at=at,
        verdicts=verdicts,
        rules=ruling.rulebook.version if ruling is not None and strictness != "off" else "",
    )


def not_yours(names: Names, by: str, side: str) -> Verdict:
    """Return the verdict against an action of one side taken by another side."""
    args = {"by": names.side_name(by), "side": names.side_name(side)}
    return Verdict(rule=NO_RULE, level="forbid", key="referee.not_yours", args={**args})


def set_rules(
    game: Game,
    mode: Mode | None = None,
    house: Mapping[str, HouseLevel | None] | None = None,
    *,
    by: str | None = None,
    at: str | None = None,
) -> Entry:
    """Agree on a mode (None: unchanged) and house rules (None: withdrawn), and record the
    agreement.

    Raises UserError for house rules that name no rule of the game.
    """
    house = dict(house or {})
    if house:
        check_house(ruling_of(game), house)
    if mode is not None and mode != "off":
        need_rules(game.module, game.log.header.scenario, mode)
    return play(game, act.SetRules(mode=mode, house=house), by=by, at=at)


def _only_reorders(action: act.Action) -> bool:
    """Return whether an action changes only the order of stacks, which no rule limits."""
    return (
        isinstance(action, act.ManualEdit)
        and bool(action.effects)
        and all(isinstance(effect, Move) and len(effect.path) == 1 for effect in action.effects)
    )


def chosen_options(ruling: Ruleset | None, options: Iterable[str]) -> dict[str, int]:
    """Return the values of optional rules that are given as ``name`` or ``name=value``.

    A value is a word of the option or its number; the name alone means 1. Raises UserError for an
    option or value that the game does not have.
    """
    known = () if ruling is None else ruling.options
    rules = () if ruling is None else ruling.rulebook.optional_rules
    values_of = {rule.name: rule.values for rule in rules}
    chosen: dict[str, int] = {}
    for given in options:
        name, equals, word = given.partition("=")
        if name not in known:
            raise UserError(t("game.error.no_option", name=name, known=", ".join(known) or "–"))
        values = values_of.get(name) or ("0", "1")
        numbers = {str(n): n for n in range(len(values))} | {v: n for n, v in enumerate(values)}
        if equals and word not in numbers:
            known_values = ", ".join(values)
            raise UserError(t("game.error.no_value", name=name, value=word, known=known_values))
        chosen[name] = numbers[word] if equals else 1
    return chosen


def check_house(ruling: Ruleset | None, house: Iterable[str]) -> None:
    """Raise UserError for the first house rule that matches no rule of the game.

    A chapter ("7") matches all its rules.
    """
    titles = {} if ruling is None else ruling.titles
    for number in house:
        if not any(house_level({number: "off"}, rule) for rule in titles):
            raise UserError(t("game.error.no_rule", rule=number))
