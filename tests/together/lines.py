"""Lines of a small shared game, honest and forged."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.core import actions as act
from engine.log.chain import START, seal
from engine.log.entry import Author, Entry, Header, Order, Together
from engine.log.members import order_link
from engine.log.signatures import KeySigner

ANN, BOB, MALLORY, REFEREE = (KeySigner.from_seed(bytes([n]) * 32) for n in (1, 2, 3, 4))
NAMES = {ANN.key: "Ann", BOB.key: "Bob", MALLORY.key: "Mallory", REFEREE.key: "Referee"}
AT = "1944-09-17T13:00:00.000Z"


def header(keys: dict[str, str] | None = None, **more: object) -> Header:
    keys = keys or {"allied": ANN.key, "german": BOB.key}
    return Header(
        id="small",
        game="test",
        module="test",
        module_hash="0",
        scenario="none",
        created=AT,
        together=Together(keys=keys, **more),  # type: ignore[arg-type]
    )


@dataclass
class Chain:
    """A builder of the lines of a log."""

    head: Header = field(default_factory=header)
    lines: list[bytes] = field(default_factory=list)
    link: str = START

    def __post_init__(self) -> None:
        line, self.link = seal(self.head.to_json(), START)
        self.lines.append(line)

    def line(
        self,
        signer: KeySigner,
        by: str,
        text: str = "an order",
        *,
        action: act.Action | None = None,
        player: KeySigner | None = None,
        next_key: str | None = None,
        **more: object,
    ) -> bytes:
        """Return the next line without adding it."""
        number = len(self.lines)
        done = action or act.ManualEdit(text=text)
        order = None
        if player is not None:
            signed = player.sign(order_link(done, by, self.link))
            order = Order(key=player.key, signature=signed)
        fields: dict[str, object] = {"id": number, "parent": number - 1, **more}
        entry = Entry(
            at=AT,
            by=by,
            action=done,
            author=Author(name=NAMES[signer.key], key=signer.key, next_key=next_key),
            order=order,
            **fields,  # type: ignore[arg-type]
        )
        return seal(entry.to_json(), self.link, signer.sign)[0]

    def add(self, signer: KeySigner, by: str, text: str = "an order", **more: object) -> bytes:
        """Add the next line."""
        line = self.line(signer, by, text, **more)  # type: ignore[arg-type]
        self.link = line.rpartition(b'"link":"')[2][:32].decode()
        self.lines.append(line)
        return line
