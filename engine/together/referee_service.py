"""The referee of a shared game: judges signed orders, throws the dice, appends entries, and
answers.

The referee is a NATS micro service that uses the same engine as the window. Orders are judged in a
separate thread. The answer is sent once the entry is on the server and in the local file.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.core import actions as act
from engine.core.dice import Dice
from engine.core.errors import UserError
from engine.core.reducer import apply
from engine.core.state import State
from engine.files import read_limited
from engine.i18n import t
from engine.log.boxes import make_box, open_box
from engine.log.chain import seal
from engine.log.dice_chain import ChainedDice, DiceChain
from engine.log.entry import Author, Entry, Header, Opened, Order, Signature, Together, now
from engine.log.hidden_orders import REFEREE, RefereeView, seal_order, still_hidden
from engine.log.members import Members, is_signed, order_link, sealed_order_link
from engine.log.signatures import SCHEME as KEY_SCHEME
from engine.log.signatures import KeySigner
from engine.log.tree import Log
from engine.play import referee
from engine.play.bylines import LIMIT
from engine.play.game import Game, module_of
from engine.play.hidden import Publisher
from engine.play.observed import concealer_of
from engine.rules import player
from engine.together.clocks import is_opening_due
from engine.together.manners import is_opening_agreed
from engine.together.secret_files import write_secret
from engine.together.server_config import order_of
from engine.together.shared_log import SharedLog, StaleError

if TYPE_CHECKING:
    from nats.aio.client import Client

NAME = "Referee"
_LINE = re.compile(r"h44referee:([0-9a-f]{64}):([0-9a-f]{64})")
OPENED_AT_ONCE = 100
"""Maximum number of hidden orders opened in one line."""
PATIENCE = 30.0
"""Maximum number of seconds for appending an entry."""


class SignedOrder(BaseModel):
    """An order in the form a player sends to the referee."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    action: dict[str, Any]
    by: str = Field(max_length=40)
    link: str = Field(max_length=64)
    """The link of the last line known to the player."""
    key: str = Field(max_length=200)
    signature: str = Field(pattern=r"^[0-9a-f]{128}$")
    salt: str = Field(default="", max_length=200)
    """The salt of a sealed order, in a game that hides."""


@dataclass(frozen=True)
class RefereeName:
    """The public part of a referee's seat: its key, and the anchor of its dice."""

    key: str
    anchor: str

    def to_text(self) -> str:
        """Return the line to send to a host; it contains no secret."""
        return f"h44referee:{self.key.removeprefix(KEY_SCHEME)}:{self.anchor}"

    @classmethod
    def parse(cls, text: str) -> RefereeName:
        """Parse a line. Raises UserError for any other text."""
        match = _LINE.fullmatch(text.strip())
        if match is None:
            raise UserError(t("together.error.referee_name"))
        return cls(KEY_SCHEME + match[1], match[2])


class Seat:
    """The secrets of a game's referee: its key, its dice chain, and a journal of used dice."""

    def __init__(self, folder: Path, anchor: str) -> None:
        self._folder, self._anchor = folder, anchor
        self.signer = KeySigner.from_pem(read_limited(folder / f"{anchor}.key", LIMIT))
        self.chain = DiceChain(read_limited(folder / f"{anchor}.seed", LIMIT))
        if self.chain.anchor != anchor:
            raise UserError(t("together.error.referee", path=folder))

    @classmethod
    def make(cls, folder: Path) -> Seat:
        """Create the secrets of a new game's referee in a folder that only its owner can open."""
        import secrets

        seed, signer = secrets.token_bytes(32), KeySigner.new()
        anchor = DiceChain(seed).anchor
        write_secret(folder / f"{anchor}.seed", seed)
        write_secret(folder / f"{anchor}.key", signer.to_pem())
        return cls(folder, anchor)

    @property
    def name(self) -> RefereeName:
        """The public part of the seat."""
        return RefereeName(self.signer.key, self._anchor)

    def next_index(self, used: int, order: str) -> int:
        """Return the index of an order's dice, after saving it to disk.

        An order whose dice were thrown before a crash gets the same dice again. Another order gets
        the next index; ``verify`` then reports a gap for the unused throw.
        """
        journal = self._folder / f"{self._anchor}.journal"
        name = hashlib.sha256(order.encode()).hexdigest()
        last, known = used, ""
        if journal.exists():
            record = json.loads(read_limited(journal, LIMIT))
            last, known = max(used, int(record["index"])), str(record["order"])
        index = last if last > used and known == name else last + 1
        write_secret(journal, json.dumps({"index": index, "order": name}).encode())
        return index


class RefereeService:
    """The referee of one game, based on the host's copy of its log."""

    def __init__(self, log: SharedLog, seat: Seat) -> None:
        if log.file is None:
            raise ValueError("a referee needs the game's file")
        self._shared, self._seat = log, seat
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="referee")
        self._loop = asyncio.get_running_loop()
        header = log.file.log.header
        self._view = RefereeView(seat.signer)
        self._keeper = _RefereeKeeper(
            self, Log(header, map(self._view.entry, log.file.log.entries))
        )
        module, _ = module_of(log.file.log, log.path)
        self._game = Game(self._keeper, module)
        self._game.author = Author(name=NAME, kind="program", key=seat.signer.key)
        self._order: tuple[str, Order, Opened | None] | None = None
        self._publisher: Publisher | None = None
        if header.together is not None and header.together.hides:
            self._publisher = self._published(header.together)

    def _published(self, together: Together) -> Publisher:
        """Return the publisher of a game that hides, after all entries so far."""
        game = self._game
        concealer = concealer_of(game)
        if concealer is None:
            raise UserError(t("referee.no_rules", game=game.module.title, id=game.module.meta.id))
        publisher = Publisher(game.module, concealer, together.keys)
        for number, entry in enumerate(game.timeline.entries, 1):
            publisher.follow(entry, game.state(number - 1), game.state(number))
        return publisher

    async def serve(self, client: Client) -> None:
        """Start answering orders, as a micro service named after the game."""
        from nats.micro import add_service
        from nats.micro.service import EndpointConfig, ServiceConfig

        game = self._shared.game
        config = ServiceConfig(name=f"h44-referee-{game}", version="1.0.0")
        service = await add_service(client, config)
        subject = order_of(game, "*")
        await service.add_endpoint(
            EndpointConfig(name="order", subject=subject, handler=self._answer)
        )
        self._worker.submit(self._open_all)

    async def _answer(self, request: Any) -> None:
        data, key = self._unboxed(request.data)
        try:
            entry = await self.play(data)
            reply: dict[str, object] = {"entry": entry.id}
        except UserError as error:
            reply = {"error": str(error), "stale": isinstance(error, StaleError)}
            if key:  # a refusal may name what only this player may know
                reply = {"box": make_box(str(error).encode(), key)}
        await request.respond(json.dumps(reply).encode())

    def _unboxed(self, data: bytes) -> tuple[bytes, str]:
        """Return an order without its box, and the member's key for a boxed answer, if any."""
        fold = self._shared.fold
        content = open_box(data.decode(errors="replace"), self._seat.signer)
        if self._publisher is None or content is None or fold.members is None:
            return data, ""
        try:
            key = SignedOrder.model_validate_json(content).key
        except ValidationError:
            return content, ""
        return content, key if key in fold.members.keys.values() else ""

    async def play(self, data: bytes) -> Entry:
        """Judge an order, throw its dice and append its entry.

        Raises UserError for an order that is not signed by its side or is forbidden by the rules;
        StaleError for an order that was given before the last entry was known.
        """
        try:
            order = SignedOrder.model_validate_json(data)
            action = act.ACTION.validate_python(order.action)
        except ValidationError:
            raise UserError(t("together.error.order")) from None
        return await self._loop.run_in_executor(self._worker, self._judge, order, action)

    def accepted(self, entries: Sequence[Entry]) -> None:
        """Process accepted entries, including the players' own."""
        self._worker.submit(self._take, list(entries))

    def _take(self, entries: list[Entry]) -> None:
        self._keeper.take(entries)
        self._open_all()

    def whole(self, entry: Entry) -> Entry:
        """Return an accepted entry of the whole game. Raises UserError for a false box."""
        return self._view.entry(entry)

    def follow(self, entry: Entry, before: State, after: State) -> None:
        """Record an accepted entry of the whole game that somebody else appended."""
        if self._publisher is not None:
            self._publisher.follow(entry, before, after)

    def close(self) -> None:
        """Stop the judging thread."""
        self._worker.shutdown(wait=False, cancel_futures=True)

    # -- in the thread that judges

    def _judge(self, order: SignedOrder, action: act.Action) -> Entry:
        fold = self._shared.fold
        members, link = fold.members, fold.link
        game = self._game
        if members is None or order.link != link or len(self._keeper.log) != len(fold.links) - 1:
            raise StaleError(t("together.error.stale"))
        sealed, opened = None, None
        if self._publisher is None:
            content = order_link(action, order.by, link)
        else:
            _need_all_joined(game.log.header, members)
            by_player, opened = seal_order(action, order.salt)
            sealed = by_player.hash
            content = sealed_order_link(sealed, order.by, link)
        if order.key != members.keys.get(order.by):
            raise UserError(t("together.skip.side", side=order.by))
        if not is_signed(order.key, content, order.signature):
            raise UserError(t("together.skip.signature"))
        signed = Order(key=order.key, signature=order.signature, sealed=sealed)
        self._order = content, signed, opened
        used = members.dice.used if members.dice is not None else 0
        game.dice = _OnDemand(self._seat, used, link, content)
        if self._publisher is not None:
            action = self._publisher.real_names(order.by, action)
        return referee.play(game, action, by=order.by)

    def _open_all(self) -> None:
        """Open all hidden orders once the game is over or the players have agreed to it, or if the
        player who was asked is gone.
        """
        log, game = self._keeper.log, self._game
        closed = still_hidden(log) if self._publisher is not None else []
        is_behind = len(log) != len(self._shared.fold.links) - 1
        if is_behind or not closed:
            return
        is_due = is_opening_agreed(log) or is_opening_due(log, self._shared.fold.times)
        if not (is_due or self._is_over()):
            return
        for side in dict.fromkeys(entry.by for entry in closed):
            opened: list[Opened] = []
            for entry in closed:
                value = self._view.opened(entry) if entry.by == side else None
                if value is not None:
                    opened.append(value)
            for first in range(0, len(opened), OPENED_AT_ONCE):
                text = t("together.hidden.opened", side=game.module.side_name(side))
                last = len(self._shared.fold.links) - 1
                note = Entry(
                    id=last + 1,
                    parent=last,
                    at=now(),
                    by=side,
                    action=act.Note(text=text),
                    opened=tuple(opened[first : first + OPENED_AT_ONCE]),
                    author=game.author,
                )
                self._append(note)

    def _is_over(self) -> bool:
        ruling = referee.available_rules(self._game)
        return ruling is not None and player.outcome(ruling, self._game.now) is not None

    def append(self, entry: Entry) -> Entry:
        """Sign and append the entry of the current order; return it as accepted.

        In a game that hides, the line shows what every side sees; the returned entry is whole.
        Raises UserError on failure; nothing is recorded then.
        """
        assert self._order is not None
        _, order, opened = self._order
        entry = entry.model_copy(update={"order": order})
        if self._publisher is None:
            return self._append(entry)
        assert opened is not None
        game, members = self._game, self._shared.fold.members
        assert members is not None
        keys = {**members.keys, REFEREE: self._seat.signer.key}
        before = game.now
        after = apply(before, entry.effects, game.module.places)
        publication = self._publisher.publish(entry, before, after, keys, opened)
        public = self._append(publication.entry)
        self._publisher.commit(publication)
        return self._view.entry(public)

    def _append(self, entry: Entry) -> Entry:
        """Sign and append an entry; return it as accepted. Raises UserError."""
        signer, link = self._seat.signer, self._shared.fold.link
        line, made = seal(entry.to_json(), link, signer.sign)
        sending = asyncio.run_coroutine_threadsafe(self._shared.append(line), self._loop)
        sending.result(PATIENCE)
        return entry.signed(Signature(made, signer.sign(made)))


def _need_all_joined(header: Header, members: Members) -> None:
    """Raise UserError while a side still has the one-time key of an invitation, which others know:
    what is in a box for that key would be no secret.
    """
    first = header.together.keys if header.together is not None else {}
    for side, key in members.keys.items():
        if first.get(side) == key:
            raise UserError(t("together.hidden.not_joined", side=side))


class _RefereeKeeper:
    """The referee's log in play: entries are appended to the stream first."""

    def __init__(self, service: RefereeService, log: Log) -> None:
        self._service = service
        self.log = log

    def append(self, entry: Entry) -> None:
        self.log.add(self._service.append(entry))

    def extend(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            self.append(entry)

    def take(self, entries: Sequence[Entry]) -> None:
        """Add entries that others have appended."""
        game = self._service._game
        for entry in entries:
            if entry.id != len(self.log) + 1:
                continue  # the referee's own
            whole = self._service.whole(entry)
            self.log.add(whole)
            if entry.parent == game.head:
                after = apply(game.now, whole.effects, game.module.places)
                self._service.follow(whole, game.now, after)
                game.timeline.extend(whole, after)
            else:
                game.follow(entry.id)

    def close(self) -> None:
        """Do nothing: there are no resources to release."""


class _OnDemand:
    """Dice of an order that use an index of the chain only when first thrown."""

    def __init__(self, seat: Seat, used: int, link: str, order: str) -> None:
        self._seat, self._used, self._link, self._content = seat, used, link, order
        self._dice: ChainedDice | None = None

    def throw(self, sides: int, count: int, reason: str) -> Dice:
        """Throw the next dice of the order. Raises UserError when the chain is exhausted."""
        if self._dice is None:
            index = self._seat.next_index(self._used, self._content)
            try:
                preimage = self._seat.chain.preimage(index)
            except IndexError:
                raise UserError(t("together.error.chain_ends")) from None
            self._dice = ChainedDice(preimage, index, self._link, self._content)
        return self._dice.throw(sides, count, reason)
