"""Dice of a referee that nobody can choose: values from a hash chain, the last link and the order.

Before the game the referee takes a secret seed, hashes it many times and publishes the end of that
chain, the anchor. The n-th order with dice uses the n-th value before the anchor (its preimage):
everybody can check that it belongs to the chain, and nobody can compute the next. The dice are
derived from that value, the link of the line before and the order that the player signed. So the
referee cannot choose them, and the player cannot foresee them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from pydantic import JsonValue

from engine.core.dice import Dice
from engine.i18n import t
from engine.log.entry import Entry

SCHEME = "h44-chain/1"
"""Name of the proof scheme in a log."""
LENGTH = 20_000
"""Maximum number of orders with dice per chain."""


def _hash(value: bytes) -> bytes:
    return hashlib.sha256(b"h44 chain " + value).digest()


class DiceChain:
    """Hash chain of a seed; known only to the referee."""

    def __init__(self, seed: bytes, length: int = LENGTH) -> None:
        values = [_hash(seed)]
        for _ in range(length):
            values.append(_hash(values[-1]))
        self._values = values[::-1]

    @property
    def anchor(self) -> str:
        """Return the end of the chain, published in the game's header."""
        return self._values[0].hex()

    def preimage(self, index: int) -> bytes:
        """Return the value of the ``index``-th order with dice, starting at 1.

        Raises IndexError.
        """
        if not 1 <= index < len(self._values):
            raise IndexError(index)
        return self._values[index]


def derived(
    preimage: bytes, link: str, order: str, throw: int, sides: int, count: int
) -> Iterator[int]:
    """Yield the values of the ``throw``-th throw of an order, each from 1 to ``sides``.

    ``link`` is the link of the line before, ``order`` the text that the player signed.
    """
    start = hashlib.sha256(
        b"h44 dice " + preimage + link.encode() + hashlib.sha256(order.encode()).digest()
    ).digest()
    limit = 2**64 - 2**64 % sides
    number = 0
    while count:
        digest = hashlib.sha256(
            start + throw.to_bytes(4, "big") + number.to_bytes(4, "big")
        ).digest()
        number += 1
        value = int.from_bytes(digest[:8], "big")
        if value < limit:  # the rest would favour low values
            count -= 1
            yield value % sides + 1


class DerivedDice:
    """Dice source for one order (:class:`engine.core.dice.DiceSource`); values as in
    :func:`derived`.

    ``proof`` goes into the record of each throw, with the number of the throw.
    """

    def __init__(
        self, preimage: bytes, link: str, order: str, proof: Mapping[str, JsonValue]
    ) -> None:
        self._preimage, self._link, self._order, self._proof = preimage, link, order, proof
        self.thrown = 0

    def throw(self, sides: int, count: int, reason: str) -> Dice:
        """Derive the next throw."""
        values = derived(self._preimage, self._link, self._order, self.thrown, sides, count)
        proof = {**self._proof, "throw": self.thrown}
        self.thrown += 1
        return Dice(
            sides=sides,
            count=count,
            values=tuple(values),
            source="rolled",
            reason=reason,
            proof=proof,
        )


class ChainedDice(DerivedDice):
    """Dice of a referee: the preimage is the next link of its chain, with its index."""

    def __init__(self, preimage: bytes, index: int, link: str, order: str) -> None:
        super().__init__(
            preimage,
            link,
            order,
            {"scheme": SCHEME, "index": index, "preimage": preimage.hex()},
        )


@dataclass(slots=True)
class DiceProofs:
    """Checks the dice of a referee's game, entry by entry in the order of the file."""

    anchor: bytes
    used: int = 0
    """The index of the last order with dice."""
    unused: list[int] = field(default_factory=list)
    """Skipped indices: dice that were requested and not used."""

    def copy(self) -> DiceProofs:
        """Return an independent copy."""
        return DiceProofs(self.anchor, self.used, list(self.unused))

    def objection(self, entry: Entry, link: str, order: str) -> str | None:
        """Return why the dice of an entry do not match the chain; None if they do."""
        if not entry.dice:
            return None
        secret = self._preimage(entry)
        if secret is None:
            return t("verify.dice.proof", entry=entry.id)
        preimage, index = secret
        if index <= self.used:
            return t("verify.dice.again", entry=entry.id, index=index)
        value = preimage
        for _ in range(index - self.used):
            value = _hash(value)
        if value != self.anchor:
            return t("verify.dice.chain", entry=entry.id)
        for throw, dice in enumerate(entry.dice):
            values = tuple(derived(preimage, link, order, throw, dice.sides, dice.count))
            if values != dice.values:
                return t("verify.dice.values", entry=entry.id)
        return None

    def record(self, entry: Entry) -> None:
        """Record an accepted entry."""
        secret = self._preimage(entry) if entry.dice else None
        if secret is not None:
            preimage, index = secret
            self.unused += range(self.used + 1, index)
            self.anchor, self.used = preimage, index

    def _preimage(self, entry: Entry) -> tuple[bytes, int] | None:
        """Return the preimage and the index of an entry's dice; None if its proofs are
        inconsistent.
        """
        first = entry.dice[0].proof or {}
        preimage, index = first.get("preimage"), first.get("index")
        for throw, dice in enumerate(entry.dice):
            expected = {"scheme": SCHEME, "index": index, "preimage": preimage, "throw": throw}
            if dice.proof != expected:
                return None
        if not isinstance(index, int) or not 1 <= index <= self.used + LENGTH:
            return None
        try:
            value = bytes.fromhex(str(preimage))
        except ValueError:
            return None
        return (value, index) if len(value) == 32 else None
