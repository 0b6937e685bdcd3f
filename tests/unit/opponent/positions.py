"""Opening positions for tests of the computer player."""

from __future__ import annotations

from pathlib import Path

from engine.games import RULEBOOKS, require_rulebook
from engine.modules.module import load_module
from engine.opponent.ends import Ambition, Ends
from engine.opponent.ground import ground_of
from engine.opponent.outlook import Outlook
from engine.opponent.weights import weights_of
from engine.rules.ports import Ruleset

RESOURCES = Path(__file__).parents[3] / "resources"
FILES = sorted(RESOURCES.glob("*/opponent.toml"))


def rules_of(game: str, scenario: str = "") -> Ruleset:
    module = load_module(game)
    return require_rulebook(game).ruleset(scenario or module.meta.scenarios[0], module)


def scenarios() -> list[tuple[str, str]]:
    return [(game, s) for game in RULEBOOKS for s in load_module(game).meta.scenarios]


def outlook_of(game: str, scenario: str, side: str, **move: float) -> Outlook:
    """Return the opening of a game as the club player sees it, with changed weights of moves."""
    rules = rules_of(game, scenario)
    weights = weights_of(rules.module).of_club().in_play(rules.scenario.id, side)
    weights = weights.model_copy(update={"move": weights.move.model_copy(update=move)})
    return Outlook(rules, rules.opening(), side, weights, ground_of(rules.board, weights.march))


def ends_of(outlook: Outlook, unit: str) -> Ends:
    return Ends(outlook, outlook.figures[unit], Ambition(planned={}))
