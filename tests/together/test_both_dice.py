"""Dice that both players throw together: honest throws, cheats, and two tables."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.core import actions as act
from engine.core.dice import Dice
from engine.core.errors import UserError
from engine.log.both_dice import BothDice, sealed_value
from engine.log.commitments import seal_value
from engine.log.entry import Opened, Sealed
from engine.log.members import order_link
from engine.log.store import load
from engine.log.verify import verify
from engine.play import referee
from engine.play.game import OrderSent
from engine.together.host_folder import HostFolder
from engine.together.host_thread import HostThread
from tests.together.lines import ANN, BOB, Chain, header
from tests.together.tables import Player, two_players
from tests.together.test_fold import folded

pytest.importorskip("nats")
pytest.importorskip("nkeys")
ROLL = act.Roll(sides=6, count=2, reason="test")
QUESTION, SECRET, ANSWER = "dice:2", "11" * 32, "22" * 32
ASK = act.Ask(name=QUESTION, to="german", text="dice")


def sealed(action: act.Action = ROLL, name: str = QUESTION) -> tuple[Sealed, Opened]:
    return seal_value(name, sealed_value(SECRET, order_link(action, "allied", name)), "00" * 16)


def answered(answer: str = ANSWER) -> Chain:
    chain = Chain(header(dice="both"))
    chain.add(ANN, "allied", action=act.Setup(scenario="none"))
    chain.add(ANN, "allied", action=ASK, sealed=(sealed()[0],))
    chain.add(BOB, "german", action=act.Answer(name=QUESTION, option=answer))
    return chain


def thrown(answer: str = ANSWER, secret: str = SECRET, count: int = 2) -> tuple[Dice, ...]:
    source = BothDice(QUESTION, secret, answer, order_link(ROLL, "allied", QUESTION))
    return (source.throw(6, count, "test"),)


def test_a_throw_of_both_players_is_accepted_once() -> None:
    chain = answered()
    throw = {"action": ROLL, "dice": thrown(), "opened": (sealed()[1],)}
    chain.add(ANN, "allied", **throw)
    fold = folded(chain.lines)
    assert fold.lines == chain.lines, fold.skipped
    again = folded([*chain.lines, chain.line(ANN, "allied", **throw)])  # type: ignore[arg-type]
    assert again.lines == chain.lines


OTHER = act.Roll(sides=6, count=2, reason="other")
CHEATS: dict[str, Callable[[Chain], bytes]] = {
    "own dice": lambda chain: chain.line(
        ANN, "allied", action=ROLL, dice=(Dice(sides=6, count=2, values=(6, 6), source="rolled"),)
    ),
    "by hand": lambda chain: chain.line(
        ANN, "allied", action=ROLL, dice=(Dice(sides=6, count=2, values=(6, 6), source="entered"),)
    ),
    "other values": lambda chain: chain.line(
        ANN,
        "allied",
        action=ROLL,
        dice=(thrown()[0].model_copy(update={"values": (6, 6)}),),
        opened=(sealed()[1],),
    ),
    "other answer": lambda chain: chain.line(
        ANN, "allied", action=ROLL, dice=thrown(answer="33" * 32), opened=(sealed()[1],)
    ),
    "other order": lambda chain: chain.line(
        ANN, "allied", action=OTHER, dice=thrown(), opened=(sealed()[1],)
    ),
    "other secret": lambda chain: chain.line(
        ANN, "allied", action=ROLL, dice=thrown(), opened=(_other_secret(),)
    ),
    "second answer": lambda chain: chain.line(
        BOB, "german", action=act.Answer(name=QUESTION, option="44" * 32)
    ),
    "answer to oneself": lambda chain: chain.line(
        ANN, "allied", action=act.Answer(name=QUESTION, option=ANSWER)
    ),
    "question without a seal": lambda chain: chain.line(
        ANN, "allied", action=ASK.model_copy(update={"name": "dice:4"})
    ),
}


def _other_secret() -> Opened:
    return sealed()[1].model_copy(update={"value": sealed_value("55" * 32, "order {}")})


@pytest.mark.parametrize("cheat", CHEATS)
def test_a_cheated_throw_is_skipped(cheat: str) -> None:
    chain = answered()
    fold = folded([*chain.lines, CHEATS[cheat](chain)])
    assert fold.lines == chain.lines
    assert len(fold.skipped) == 1


def test_players_throw_together_and_verify_lists_an_unused_throw(
    host: HostThread, folder: HostFolder, tmp_path: Path, as_user: Callable[[str], None]
) -> None:
    two_players(folder, tmp_path, as_user, dice="both")
    players = []
    for name in ("ann", "bob"):
        as_user(name)
        players.append(Player(tmp_path / f"{name}.h44log"))
    ann, bob = players
    ann.until_connected()
    with pytest.raises(OrderSent):
        referee.play(ann.table.game, ROLL, by="allied")
    with pytest.raises(UserError, match="still being thrown"):
        ann.table.game.play(act.ManualEdit(text="meanwhile"), by="allied")
    ann.until(lambda: ann.table.waiting == 0)
    ann.table.close()  # the secret number is on the disk: the throw goes on after a restart
    bob.until_connected()
    bob.until(lambda: len(bob.table.game.log) == 4 and not bob.table.waiting)
    as_user("ann")
    ann = Player(ann.path)
    for player in (ann, bob):
        player.until(lambda p=player: len(p.table.game.log) == 5 and not p.table.waiting)  # type: ignore[misc]
    entry = bob.table.game.log[5]
    assert entry.dice[0].proof == {"scheme": "h44both/1", "question": "dice:3", "throw": 0}
    with pytest.raises(OrderSent):
        ann.table.game.play(ROLL, by="allied")
    ann.until(lambda: ann.table.waiting == 0)
    ann.table.close()  # and is never opened
    bob.until(lambda: len(bob.table.game.log) == 7 and not bob.table.waiting)
    bob.table.close()
    report = verify(load(bob.path).log, bob.table.game.module.places)
    assert report.problems == []
    assert report.notices == ["1 throw of both players was asked for and not used, in entry 6."]
