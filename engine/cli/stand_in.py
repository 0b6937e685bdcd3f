"""A computer player in the seat of a shared game whose own player is absent."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial

from engine.core.errors import UserError
from engine.i18n import t
from engine.opponent.player import Advice
from engine.opponent.seats import advise, ruleset_to_play
from engine.opponent.strengths import player_named
from engine.play.game import OrderSent
from engine.play.referee import play
from engine.rules.player import to_decide
from engine.together.table import SharedTable


def play_absent(
    table: SharedTable, until: Callable[[Callable[[], bool]], bool], player: str, *, follow: bool
) -> Iterator[Advice]:
    """Play the orders of this machine's side by a computer player; yield each with its reason.

    ``until`` handles events of the table until a condition holds, or a while. With ``follow`` play
    goes on after the other players' turns, until the caller stops. The lines are signed with the
    absent player's key and name a program as their author. Raises UserError.
    """
    game, side = table.game, table.member.side
    ruleset = ruleset_to_play(game)
    if not side:
        raise UserError(t("together.error.spectator"))
    computer = player_named(player, ruleset, side, random.SystemRandom().randrange(2**31))

    def has_more(than: int) -> bool:
        return len(table.game.log) > than

    def is_due() -> bool:
        return not table.waiting and to_decide(ruleset, table.game.now) == side

    while True:
        if not until(is_due):
            if not follow:
                return
            continue
        game = table.game
        if game.author is not None:
            game.author = game.author.model_copy(update={"kind": "program"})
        known = len(game.log)
        advice, _ = advise(ruleset, computer, game.now, side)
        if advice is None:
            return
        try:
            play(game, advice.action, by=side)
        except OrderSent:
            if not until(partial(has_more, known)):
                raise UserError(t("opponent.window.no_order")) from None
        yield advice
