"""Dice of a hash chain: all members check them, no member can choose them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core import actions as act
from engine.core.dice import Dice
from engine.log.chain import seal
from engine.log.dice_chain import ChainedDice, DiceChain, derived
from engine.log.entry import Author, Entry, Order
from engine.log.members import order_link
from engine.log.signers import Signers
from engine.together.fold import Fold, Message
from tests.together.lines import ANN, AT, BOB, NAMES, REFEREE, Chain, header

pytest.importorskip("cryptography")
CHAIN = DiceChain(b"seed", 50)
ROLL = act.Roll(sides=6, count=3, reason="weather")


def game() -> Chain:
    chain = Chain(header(dice="referee", referee=REFEREE.key, anchor=CHAIN.anchor))
    chain.add(ANN, "allied", action=act.Setup(scenario="none"))
    return chain


def rolled(chain: Chain, index: int, change: Callable[[Dice], Dice] = lambda d: d) -> bytes:
    """Return the next line without adding it: a roll of the Allies with the dice of an index."""
    content = order_link(ROLL, "allied", chain.link)
    dice = ChainedDice(CHAIN.preimage(index), index, chain.link, content)
    number = len(chain.lines)
    entry = Entry(
        id=number,
        parent=number - 1,
        at=AT,
        by="allied",
        action=ROLL,
        dice=(change(dice.throw(6, 3, "weather")),),
        author=Author(name=NAMES[REFEREE.key], key=REFEREE.key, kind="program"),
        order=Order(key=ANN.key, signature=ANN.sign(content)),
    )
    return seal(entry.to_json(), chain.link, REFEREE.sign)[0]


def add(chain: Chain, line: bytes) -> None:
    chain.link = line.rpartition(b'"link":"')[2][:32].decode()
    chain.lines.append(line)


def folded(lines: list[bytes]) -> Fold:
    fold = Fold()
    for number, line in enumerate(lines, 1):
        fold.process(Message(number, line))
    return fold


def problems(fold: Fold) -> tuple[list[str], list[str]]:
    """Return the problems that ``verify`` reports."""
    assert fold.log is not None
    signers = Signers.of(fold.log.header)
    return [wrong for entry in fold.log.entries for wrong in signers.check(entry)], signers.notices


def test_honest_dice_are_accepted_and_verified() -> None:
    chain = game()
    for index in (1, 2, 3):
        add(chain, rolled(chain, index))
    fold = folded(chain.lines)
    assert fold.lines == chain.lines
    assert problems(fold) == ([], [])


def changed(chain: Chain, index: int, **fields: object) -> bytes:
    """Return a roll whose dice record was changed before the referee signed the line."""
    return rolled(chain, index, lambda dice: dice.model_copy(update=fields))


def with_proof(chain: Chain, **fields: object) -> bytes:
    """Return a roll whose proof was changed."""

    def change(dice: Dice) -> Dice:
        return dice.model_copy(update={"proof": {**(dice.proof or {}), **fields}})

    return rolled(chain, 2, change)


OWN = Dice(sides=6, count=1, values=(6,), source="rolled")
CHEATS: dict[str, Callable[[Chain], bytes]] = {
    "chosen values": lambda chain: changed(chain, 2, values=(6, 6, 6)),
    "a number used before": lambda chain: rolled(chain, 1),
    "without a proof": lambda chain: changed(chain, 2, proof=None),
    "another preimage": lambda chain: with_proof(chain, preimage="0" * 64),
    "a number that is none": lambda chain: with_proof(chain, index=True),
    "a second throw": lambda chain: with_proof(chain, throw=1),
    "other dice": lambda chain: changed(chain, 2, sides=20),
    "the player's own dice": lambda chain: chain.line(
        BOB, "german", action=act.Note(text="x"), dice=(OWN,)
    ),
}


@pytest.mark.parametrize("cheat", sorted(CHEATS))
def test_a_cheating_referee_or_player_is_caught(cheat: str) -> None:
    chain = game()
    add(chain, rolled(chain, 1))
    fold = folded([*chain.lines, CHEATS[cheat](chain)])
    assert fold.lines == chain.lines
    assert len(fold.skipped) == 1


def test_verify_lists_throws_that_were_requested_and_not_used() -> None:
    chain = game()
    add(chain, rolled(chain, 1))
    add(chain, rolled(chain, 4))
    fold = folded(chain.lines)
    assert fold.lines == chain.lines
    wrong, notices = problems(fold)
    assert wrong == []
    assert notices == ["2 throws of the referee's chain were requested and not used: 2, 3."]


@given(sides=st.integers(1, 2**31 - 1), count=st.integers(1, 100), throw=st.integers(0, 9))
def test_values_are_within_the_die(sides: int, count: int, throw: int) -> None:
    values = list(derived(b"p" * 32, "link", "order", throw, sides, count))
    assert len(values) == count
    assert all(1 <= value <= sides for value in values)


def test_values_depend_on_all_inputs_and_are_uniform() -> None:
    thrown = [
        tuple(derived(*what, sides=6, count=20))  # type: ignore[arg-type]
        for what in (
            (b"p" * 32, "link", "order", 0),
            (b"q" * 32, "link", "order", 0),
            (b"p" * 32, "other", "order", 0),
            (b"p" * 32, "link", "other", 0),
            (b"p" * 32, "link", "order", 1),
        )
    ]
    assert len(set(thrown)) == 5
    faces = Counter(derived(b"p" * 32, "link", "order", 0, 6, 60_000))
    assert all(abs(n - 10_000) < 500 for n in faces.values())
