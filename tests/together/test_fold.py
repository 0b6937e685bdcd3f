"""The fold accepts the honest lines and no others, whatever lines are between them."""

from __future__ import annotations

import random
from collections.abc import Callable

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core import actions as act
from engine.core import effects as fx
from engine.log.chain import START, seal
from engine.log.commitments import seal_value
from engine.log.entry import Author, Entry, Header, Order, Sealed, Signature
from engine.log.hidden_orders import seal_order
from engine.log.members import Members, sealed_order_link
from engine.log.signatures import KeySigner
from engine.together.fold import Fold, Message
from tests.together.lines import ANN, AT, BOB, MALLORY, REFEREE, Chain, header

pytest.importorskip("cryptography")


def folded(lines: list[bytes], first_link: str | None = None) -> Fold:
    fold = Fold(first_link)
    for number, line in enumerate(lines, 1):
        fold.process(Message(number, line))
    return fold


def honest(count: int = 6) -> Chain:
    chain = Chain()
    chain.add(ANN, "allied", action=act.Setup(scenario="none"))
    for number in range(count - 1):
        chain.add(*((ANN, "allied") if number % 2 else (BOB, "german")), f"order {number}")
    return chain


def test_honest_lines_are_all_accepted() -> None:
    chain = honest()
    fold = folded(chain.lines)
    assert fold.lines == chain.lines
    assert fold.link == chain.link
    assert fold.skipped == []


Forgery = Callable[[Chain, random.Random], bytes]

FORGERIES: dict[str, Forgery] = {
    "a replay": lambda chain, chance: chance.choice(chain.lines),
    "no signature": lambda chain, _: seal(
        orjson.loads(chain.line(ANN, "allied").rpartition(b',"link"')[0] + b"}"), chain.link
    )[0],
    "another's side": lambda chain, _: chain.line(BOB, "allied"),
    "a stranger's key": lambda chain, _: chain.line(MALLORY, "allied"),
    "a stranger's note": lambda chain, _: chain.line(MALLORY, "allied", action=act.Note(text="x")),
    "no such side": lambda chain, _: chain.line(ANN, "neutral"),
    "a number too high": lambda chain, _: chain.line(ANN, "allied", id=len(chain.lines) + 1),
    "a parent to come": lambda chain, _: chain.line(ANN, "allied", parent=len(chain.lines)),
    "a broken signature": lambda chain, _: _flipped(chain.line(ANN, "allied")),
    "a changed text": lambda chain, _: chain.line(ANN, "allied", "good").replace(b"good", b"evil"),
    "without its end": lambda chain, _: chain.line(ANN, "allied")[:-1],
    "two at once": lambda chain, _: chain.line(ANN, "allied") * 2,
    "an acknowledgement": lambda _, chance: (
        b'{"stream":"h44_small","seq":%d}' % chance.randrange(99)
    ),
    "nothing": lambda _chain, _chance: b"",
    "noise": lambda _, chance: chance.randbytes(chance.randrange(300)),
    "another spelling": lambda chain, _: _respelled(chain),
    "the key of the other player": lambda chain, _: chain.line(BOB, "german", next_key=ANN.key),
    "an unsafe key": lambda chain, _: chain.line(BOB, "german", next_key="ed25519:" + "00" * 32),
    "another header": lambda _chain, _chance: seal(
        header({"allied": MALLORY.key}).to_json(), START
    )[0],
}


def _flipped(line: bytes) -> bytes:
    return line[:-4] + (b"0" if line[-4:-3] != b"0" else b"1") + line[-3:]


def _respelled(chain: Chain) -> bytes:
    """Return a signed line with an explicit default: the same entry in other bytes."""
    entry = Entry(
        id=len(chain.lines),
        parent=len(chain.lines) - 1,
        at=AT,
        by="allied",
        action=act.Note(text="x"),
        author=Author(name="Ann", key=ANN.key),
    )
    return seal({**entry.to_json(), "digest": None}, chain.link, ANN.sign)[0]


@pytest.mark.parametrize("name", FORGERIES)
def test_each_forgery_is_skipped_and_reported(name: str) -> None:
    chain = honest()
    fold = folded([*chain.lines, FORGERIES[name](chain, random.Random(1))])
    assert fold.lines == chain.lines
    assert [skip.sequence for skip in fold.skipped] == [len(chain.lines) + 1]
    assert fold.skipped[0].why


@given(
    count=st.integers(1, 8),
    noise=st.lists(st.tuples(st.integers(0, 9), st.sampled_from(sorted(FORGERIES))), max_size=30),
    seed=st.integers(0, 2**32),
)
def test_noise_between_the_lines_is_ignored(
    count: int, noise: list[tuple[int, str]], seed: int
) -> None:
    chance = random.Random(seed)
    chain, stream = Chain(), []
    stream.append(chain.lines[0])
    for number in range(count):
        stream += [FORGERIES[name](chain, chance) for at, name in noise if at == number]
        who = chance.choice([(ANN, "allied"), (BOB, "german")])
        stream.append(chain.add(*who, f"order {number}"))
    stream += [FORGERIES[name](chain, chance) for at, name in noise if at >= count]
    fold = folded(stream, Fold().link or None)
    assert fold.lines == chain.lines
    assert len(fold.skipped) == len(stream) - len(chain.lines)
    assert fold.sequence == len(stream)


@given(cut=st.integers(0, 6), seed=st.integers(0, 2**32))
def test_lines_sent_again_by_another_after_a_loss_are_valid(cut: int, seed: int) -> None:
    chain = honest()
    kept = chain.lines[: cut + 1]
    restored = [line for line in chain.lines[cut + 1 :] for _ in range(1 + seed % 2)]
    assert folded([*kept, *restored]).lines == chain.lines


def test_the_holder_of_an_invitation_signs_with_their_own_key_from_then_on() -> None:
    invitation = MALLORY  # any key that is used once
    chain = Chain(header({"allied": ANN.key, "german": invitation.key}))
    chain.add(ANN, "allied", action=act.Setup(scenario="none"))
    chain.add(invitation, "german", action=act.Note(text="joins"), next_key=BOB.key)
    chain.add(BOB, "german")
    fold = folded([*chain.lines, chain.line(invitation, "german")])
    assert fold.lines == chain.lines
    assert fold.members == Members(
        {"allied": ANN.key, "german": BOB.key}, names={ANN.key: "Ann", BOB.key: "Bob"}
    )
    assert len(fold.skipped) == 1


def test_lines_of_the_own_file_are_recognised_in_place() -> None:
    chain = honest()
    first = folded(chain.lines)
    assert first.log is not None
    known = list(zip(first.lines[1:], first.log.entries, strict=True))
    again = Fold(known=known)
    forged = FORGERIES["another's side"](chain, random.Random(1))
    noise = [chain.lines[2], *chain.lines, chain.lines[3], forged]
    for number, line in enumerate(noise, 1):
        again.process(Message(number, line))
    assert (again.lines, again.links, again.members) == (first.lines, first.links, first.members)
    assert len(again.skipped) == 3
    chain.add(BOB, "german", "more")
    again.process(Message(99, chain.lines[-1]))
    assert again.lines == chain.lines


def test_only_the_requested_game_is_started() -> None:
    chain = honest()
    other = Chain(header({"allied": MALLORY.key}))
    fold = folded([other.lines[0], *chain.lines], folded(chain.lines).links[0])
    assert fold.lines == chain.lines


def test_a_log_without_keys_is_no_shared_game() -> None:
    alone = Header(id="a", game="test", module="test", module_hash="0", scenario="s", created=AT)
    fold = folded([seal(alone.to_json(), START)[0]])
    assert fold.log is None
    assert len(fold.skipped) == 1


def refereed() -> Chain:
    chain = Chain(header(dice="referee", referee=REFEREE.key, anchor="ab" * 32))
    chain.add(ANN, "allied", action=act.Setup(scenario="none"))
    return chain


def test_a_referee_plays_the_signed_orders_of_the_sides_and_no_others() -> None:
    chain = refereed()
    chain.add(REFEREE, "allied", player=ANN)
    chain.add(BOB, "german", action=act.Ask(name="truce", to="allied", text="Truce?"))
    chain.add(REFEREE, "german", player=BOB)
    assert folded(chain.lines).lines == chain.lines


@pytest.mark.parametrize(
    "forged",
    [
        lambda chain: chain.line(ANN, "allied"),
        lambda chain: chain.line(REFEREE, "allied"),
        lambda chain: chain.line(REFEREE, "allied", player=BOB),
        lambda chain: chain.line(REFEREE, "neutral", player=BOB),
        lambda chain: chain.line(MALLORY, "allied", player=ANN),
        lambda chain: _other_order(chain),
        lambda chain: chain.line(ANN, "allied", action=act.Note(text="back"), parent=0),
        lambda chain: chain.line(ANN, "allied", action=act.Note(text="x"), boxes={"german": "A"}),
        lambda chain: chain.line(
            ANN, "allied", action=act.Note(text="x"), sealed=(seal_value("entry:9", 1)[0],)
        ),
    ],
    ids=[
        "past the referee",
        "no order",
        "another's order",
        "no side",
        "no referee",
        "other",
        "taken back",
        "boxes of a player",
        "name of a hidden order",
    ],
)
def test_an_order_not_given_by_the_side_is_skipped(forged: Callable[[Chain], bytes]) -> None:
    chain = refereed()
    line = forged(chain)
    fold = folded([*chain.lines, line])
    assert fold.lines == chain.lines
    assert len(fold.skipped) == 1


def test_in_a_game_that_hides_the_order_is_signed_by_its_hash() -> None:
    chain = Chain(header(dice="referee", referee=REFEREE.key, anchor="ab" * 32, hides=True))
    chain.add(ANN, "allied", action=act.Setup(scenario="none"))
    in_the_open = chain.line(REFEREE, "allied", player=ANN)
    sealed, _ = seal_order(act.ManualEdit(text="secret"))
    content = sealed_order_link(sealed.hash, "allied", chain.link)
    order = Order(key=ANN.key, signature=ANN.sign(content), sealed=sealed.hash)
    unseen = act.Note(text="An act that nobody else sees.")
    change = fx.SetTrack(track="count", before=None, after=1)
    hidden = _with_order(chain, "allied", unseen, order, (change,))
    of_other = _with_order(chain, "german", unseen, order)
    altered = _with_order(chain, "allied", unseen, order.model_copy(update={"sealed": "0" * 64}))
    fold = folded([*chain.lines, in_the_open, of_other, altered, hidden])
    assert fold.lines == [*chain.lines, hidden]
    assert len(fold.skipped) == 3


def _with_order(
    chain: Chain, by: str, action: act.Action, order: Order, effects: tuple[fx.Effect, ...] = ()
) -> bytes:
    """Return a line of the referee with a given order."""
    line = chain.line(REFEREE, by, action=action, effects=effects)
    entry = Entry.from_json(line.rpartition(b',"link"')[0] + b"}")
    changed = entry.model_copy(update={"order": order})
    return seal(changed.to_json(), chain.link, REFEREE.sign)[0]


def _other_order(chain: Chain) -> bytes:
    """Return an order signed after another line, played again."""
    line = chain.line(REFEREE, "allied", player=ANN)
    chain.add(REFEREE, "german", player=BOB)
    entry = Entry.from_json(line.rpartition(b',"link"')[0] + b"}")
    again = entry.model_copy(update={"id": len(chain.lines), "parent": len(chain.lines) - 1})
    return seal(again.to_json(), chain.link, REFEREE.sign)[0]


UNIT = "unit:a"
PIECE = {"counter": "tank"}
SEALED, OPENED = seal_value(UNIT, PIECE)
REVEAL = fx.Reveal(unit="a", before="cover", after="tank")
NOTE = act.Note(text="opens")


def test_a_side_seals_and_opens_its_own_values() -> None:
    chain = refereed()
    chain.add(ANN, "allied", action=NOTE, sealed=(SEALED,))
    chain.add(ANN, "allied", action=NOTE, opened=(OPENED,), effects=(REVEAL,))
    assert folded(chain.lines).lines == chain.lines


@pytest.mark.parametrize(
    ("signer", "more"),
    [
        (BOB, {"opened": (OPENED,)}),
        (ANN, {"opened": (OPENED.model_copy(update={"value": {"counter": "gun"}}),)}),
        (ANN, {"opened": (OPENED,), "effects": (REVEAL.model_copy(update={"after": "gun"}),)}),
        (ANN, {"effects": (REVEAL,)}),
        (ANN, {"sealed": (SEALED,)}),
        (BOB, {"sealed": (Sealed(name="plan", hash="ab" * 32),)}),
        (ANN, {"opened": (OPENED,), "effects": (fx.SetTrack(track="vp", before=0, after=9),)}),
    ],
    ids=["other side", "other value", "other piece", "not opened", "twice", "for others", "more"],
)
def test_a_false_seal_or_opening_is_skipped(signer: KeySigner, more: dict[str, object]) -> None:
    chain = refereed()
    chain.add(ANN, "allied", action=NOTE, sealed=(SEALED,))
    fold = folded([*chain.lines, chain.line(signer, "allied", action=NOTE, **more)])  # type: ignore[arg-type]
    assert fold.lines == chain.lines
    assert len(fold.skipped) == 1


@pytest.mark.parametrize(
    "action",
    [
        NOTE,
        act.Setup(scenario="none"),
        act.SetRules(mode="off"),
        act.Ask(name="a", to="german", text="?"),
    ],
)
def test_only_orders_change_the_position(action: act.Action) -> None:
    chain = refereed()
    points = fx.SetTrack(track="vp", before=0, after=9)
    fold = folded([*chain.lines, chain.line(ANN, "allied", action=action, effects=(points,))])
    assert fold.lines == chain.lines


def test_an_entry_keeps_the_signature_of_its_line() -> None:
    chain = honest()
    log = folded(chain.lines).log
    assert log is not None
    last = log.entries[-1]
    assert last.signature == Signature(chain.link, last.signature.value if last.signature else "")
