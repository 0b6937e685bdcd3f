"""A shared game on one player's machine: played at once, sent in the background.

All methods must be called in the window's thread. The network reports events, which are passed to
:meth:`SharedTable.handle`.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from engine.core import actions as act
from engine.core.dice import Dice, DiceSource
from engine.core.errors import UserError
from engine.core.modes import mode_of
from engine.core.reducer import apply
from engine.i18n import t
from engine.log.both_dice import BothDice, sealed_value
from engine.log.chain import ChainError, read_line
from engine.log.commitments import DICE
from engine.log.entry import Entry, Opened
from engine.log.hidden_orders import SideView
from engine.log.members import order_in, order_link
from engine.log.narrate import narrate
from engine.log.private_file import PrivateFile
from engine.log.store import LogFile
from engine.play import referee
from engine.play.bylines import NOBODY
from engine.play.game import Game, LaterDice, OrderSent, module_of
from engine.rules.judge import Played
from engine.together.ahead import next_step
from engine.together.clocks import TurnClock, pause_question, time_claim, turn_clock
from engine.together.keeper import SharedKeeper
from engine.together.manners import (
    DRAW,
    open_question,
    open_throw,
    opening_question,
    result_question,
    undo_question,
)
from engine.together.membership import Membership, membership_of
from engine.together.network import AcceptedEvent, Event, Network, StandingEvent
from engine.together.outbox import Outbox, Waiting
from engine.together.shared_log import lines_of


@dataclass(frozen=True)
class Change:
    """The changes to the open game after an event of the network."""

    arrived: tuple[Entry, ...] = ()
    """Entries of other players, already added to the game."""
    rebuilt: bool = False
    """Whether the game was replaced by a new object, because pending orders were judged again."""
    kept: Path | None = None
    """The turn file with orders that no longer fit."""
    lost: tuple[str, ...] = ()
    """Descriptions of the orders that no longer fit."""
    replayed: int = 0
    """The number of pending orders that were judged again and played."""
    trouble: str = ""
    """Why an order whose dice were thrown could not be played."""


NOTHING = Change()


@dataclass
class SharedTable:
    """An open shared game, its keeper and its network."""

    member: Membership
    path: Path
    game: Game
    keeper: SharedKeeper
    outbox: Outbox
    network: Network
    accepted: list[Entry] = field(default_factory=list)
    notices: tuple[str, ...] = ()
    standing: str = ""
    """The state of the connection; empty before the first event."""
    why: str = ""
    """Why there is no connection."""
    left: Change = NOTHING
    """The changes caused by an outbox left by an earlier run."""
    _asked: list[Entry] = field(default_factory=list)
    """Own questions for dice that were not shown yet."""

    @classmethod
    def open(cls, path: Path, emit: Callable[[Event], None]) -> SharedTable:
        """Open the file of a shared game and connect to its server.

        ``emit`` is called in the network's thread. Raises UserError if the file cannot be written,
        or if this machine has no seat in the game.
        """
        file = LogFile.open(path)
        try:
            header = file.log.header
            if header.together is None:
                raise UserError(t("together.error.not_shared", path=path))
            member = membership_of(header.id)
            if member is None:
                raise UserError(t("together.error.no_seat", path=path))
            member = _at(member, path)
            module, notices = module_of(file.log, path)
            lines = lines_of(path, file.loaded.size)
            outbox = Outbox(path, header.id, lines[0])
            outbox.load()
            network = Network(member, file, emit)
        except BaseException:
            file.close()
            raise
        view = SideView(member.side, member.signer)
        accepted = [view.entry(entry) for entry in file.log.entries]
        byline = member.byline if member.side else NOBODY
        keeper = SharedKeeper(header, accepted, byline, outbox, network.send)
        game = Game(keeper, module, notices=notices)
        game.author = byline.author
        game.is_view = bool(header.together.hides)
        table = cls(member, path, game, keeper, outbox, network, accepted, notices)
        keeper.leave, keeper.side_name = table.close, module.side_name
        keeper.send_order = network.order
        if keeper.has_common_dice:
            game.dice = LaterDice(table._ask_dice)
        table.left = table._take_up_outbox()
        network.start()
        return table

    @property
    def waiting(self) -> int:
        """The number of entries that are not on the server yet."""
        return len(self.keeper.waiting)

    def handle(self, event: Event) -> Change:
        """Process an event of the network; return the changes to the game."""
        if isinstance(event, StandingEvent):
            self.standing, self.why = event.standing, event.why
            if event.standing == "connected":
                return self._act_alone()
        if not isinstance(event, AcceptedEvent):
            return NOTHING
        view = SideView(self.member.side, self.member.signer)
        fresh = [view.entry(one) for one in event.entries if one.id > len(self.accepted)]
        self.accepted += fresh
        arrived = self.keeper.take(fresh)
        if arrived is None:
            return self._rebuild()
        for entry in arrived:
            self._show(entry)
        asked, self._asked = self._asked, []
        own = self._act_alone()
        return replace(own, arrived=(*asked, *arrived, *own.arrived))

    def _ask_dice(self, action: act.Action, by: str) -> OrderSent:
        """Seal an order and a secret number, and ask the other player for another number."""
        others = [side for side in self.keeper.sides if side != self.member.side]
        if not others or by != self.member.side:
            raise UserError(t("together.error.other_side", side=self.keeper.side_name(by)))
        name = f"{DICE}{len(self.game.log) + 1}"
        value = sealed_value(secrets.token_hex(32), order_link(action, by, name))
        seals = PrivateFile.load(self.path, self.member.game, by).seal({name: value})
        question = act.Ask(name=name, to=others[0], text=t("together.dice.question"))
        self._asked.append(self.game.record(question, (), by=by, sealed=seals))
        return OrderSent(t("together.dice.asked"))

    def _act_alone(self) -> Change:
        """Play what needs no order of the player: common dice, and answers sealed ahead."""
        thrown = self._throw_together()
        if thrown != NOTHING or self.waiting or not self.member.side:
            return thrown
        try:
            step = next_step(self.game, self.path, self.member.side)
            if isinstance(step, act.Choose):
                step = referee.play(self.game, step, by=self.member.side)
        except OrderSent:
            return NOTHING
        except UserError as error:
            return Change(trouble=str(error))
        return NOTHING if step is None else Change((step,))

    def _throw_together(self) -> Change:
        """Answer the other player's question for dice, or play the order whose dice are known."""
        throw = open_throw(self.game.log, self.game.head) if self.keeper.has_common_dice else None
        if throw is None or self.waiting:
            return NOTHING
        asked, answer = throw
        action = asked.action
        assert isinstance(action, act.Ask)
        if action.to == self.member.side and not answer:
            reply = act.Answer(name=action.name, option=secrets.token_hex(32))
            return Change((self.game.play(reply, by=action.to),))
        if asked.by != self.member.side or not answer:
            return NOTHING
        try:
            file = PrivateFile.load(self.path, self.member.game, asked.by)
            opened = file.opening(asked.sealed[0])
            if opened is None:
                raise UserError(t("secrets.lacks", path=file.path.name, names=action.name))
            return Change((play_thrown(self.game, opened, answer, asked.by),))
        except UserError as error:
            return Change(trouble=str(error))

    def ask_undo(self, entry: int) -> Entry:
        """Ask the other player whether play may continue from an earlier entry; return the
        question.

        Raises UserError if there is no other player, or the game has a referee.
        """
        if self.keeper.has_referee:
            raise UserError(t("together.error.undo_nobody"))
        return self._ask(undo_question(self.game.log, entry, self._other()))

    def ask_opening(self) -> Entry:
        """Ask the other player whether the referee may open all hidden orders; return the question.

        Raises UserError if the game hides nothing or there is no other player.
        """
        if not self.game.is_view:
            raise UserError(t("together.hidden.nothing"))
        return self._ask(opening_question(self.game.log, self._other()))

    def offer_result(self, winner: str) -> Entry:
        """Ask the other player to agree on a result: a side that wins, or a draw. Raises
        UserError.
        """
        known = (*self.keeper.sides, DRAW)
        if winner not in known:
            raise UserError(t("together.result.unknown", given=winner, known=", ".join(known)))
        name = self.game.module.side_name
        return self._ask(result_question(self.game.log, winner, self._other(), name))

    def question(self, kind: str) -> Entry | None:
        """Return the open question to this side if it is of a kind, the prefix of its name."""
        entry = open_question(self.game.log, self.game.head, self.member.side)
        action = entry.action if entry is not None else None
        return entry if isinstance(action, act.Ask) and action.name.startswith(kind) else None

    def reply(self, kind: str, option: str) -> Entry:
        """Answer the open question of a kind; return the question. Raises UserError without one."""
        asked = self.question(kind)
        if asked is None:
            raise UserError(t("cli.together.nothing_asked"))
        self.answer(asked, option)
        return asked

    def answer(self, asked: Entry, option: str) -> Entry:
        """Answer the other player's question; return the answer. Raises UserError."""
        name = asked.action.name if isinstance(asked.action, act.Ask) else ""
        return self.game.play(act.Answer(name=name, option=option), by=self.member.side)

    @property
    def clock(self) -> TurnClock | None:
        """The clock of the side that has to act; None without a limit, or while it is unknown."""
        game = self.game
        return turn_clock(game.log, self.network.times, game.now.side_to_act, game.head)

    def ask_pause(self) -> Entry:
        """Ask the other player to stop the clock until the next order. Raises UserError."""
        return self._ask(pause_question(self._need_clock(), self._other()))

    def claim_time(self) -> Entry:
        """Claim that the other player's time has run out. Raises UserError."""
        clock = self._need_clock()
        if clock.side == self.member.side:
            raise UserError(t("together.clock.not_over"))
        return self._ask(time_claim(clock, datetime.now(UTC)))

    def _need_clock(self) -> TurnClock:
        clock = self.clock
        if clock is None:
            raise UserError(t("together.clock.none"))
        return clock

    def _other(self) -> str:
        others = [side for side in self.keeper.sides if side != self.member.side]
        if not others or not self.member.side:
            raise UserError(t("together.error.undo_nobody"))
        return others[0]

    def _ask(self, question: act.Ask) -> Entry:
        return self.game.play(question, by=self.member.side)

    def _show(self, entry: Entry) -> None:
        """Update the game for an entry of another player."""
        game = self.game
        if entry.parent == game.head:
            game.timeline.extend(entry, apply(game.now, entry.effects, game.module.places))
        else:
            game.follow(entry.id)

    def _rebuild(self) -> Change:
        """Rebuild the game from the accepted entries, and judge the pending ones again."""
        waited = list(self.keeper.waiting)
        self.keeper = SharedKeeper(
            self.game.log.header,
            self.accepted,
            self.member.byline if self.member.side else NOBODY,
            self.outbox,
            self.network.send,
        )
        old = self.game
        self.keeper.leave, self.keeper.side_name = self.close, old.module.side_name
        self.keeper.send_order = self.network.order
        self.game = Game(self.keeper, old.module, old.dice, annotations=old.annotations)
        self.game.author, self.game.is_view = old.author, old.is_view
        return self._judge_again(waited)

    def _take_up_outbox(self) -> Change:
        """Continue with the entries that an earlier run left in the outbox."""
        links = {_link(entry) for entry in self.accepted[-len(self.outbox.waiting) - 1 :]}
        left = [one for one in self.outbox.waiting if _link(one.entry) not in links]
        if not left:
            self.outbox.replace(0, "", [])
            return NOTHING
        if left[0].entry.id == len(self.accepted) + 1 and self._continues(left[0]):
            self.outbox.replace(len(self.accepted), self.keeper.link, left)
            self.keeper.adopt(left)
            self.game.follow(left[-1].entry.id)
            return NOTHING
        return self._judge_again(left)

    def _continues(self, one: Waiting) -> bool:
        try:
            read_line(one.line, self.keeper.link)
        except ChainError:
            return False
        return True

    def _judge_again(self, waited: Sequence[Waiting]) -> Change:
        """Play orders again in the current position; if one does not fit, save the orders in a turn
        file.
        """
        known = {_link(entry) for entry in self.accepted}
        entries = [one.entry for one in waited if _link(one.entry) not in known]
        set_aside = self.outbox.set_aside()
        self.outbox.replace(0, "", [])
        for number, entry in enumerate(entries):
            state = self.game.now
            try:
                play_again(self.game, entry)
            except UserError:
                lost = [narrate(left, state, self.game.module) for left in entries[number:]]
                return Change(rebuilt=True, kept=set_aside, lost=tuple(lost))
        set_aside.unlink()
        return Change(rebuilt=True, replayed=len(entries))

    def close(self) -> None:
        """Close the connection; pending entries stay in the outbox."""
        self.network.stop()


def play_again(game: Game, entry: Entry) -> Entry:
    """Play a recorded order again with its recorded dice.

    Raises UserError if it does not fit the position, or needs other dice.
    """
    thrown = _Thrown(entry.dice)
    played = _computed(game, entry.action, thrown)
    if thrown.left:
        raise UserError(t("together.error.other_dice"))
    mode = mode_of(game.now)
    return game.record(
        entry.action,
        entry.effects if entry.opened else played.effects,
        played.dice,
        by=entry.by,
        verdicts=played.verdicts,
        rules=entry.rules if mode != "off" else "",
        sealed=entry.sealed,
        opened=entry.opened,
    )


def play_thrown(game: Game, opened: Opened, answer: str, by: str) -> Entry:
    """Play a sealed order with the dice of both players. Raises UserError."""
    value = opened.value
    assert isinstance(value, dict)
    secret, order = str(value["secret"]), str(value["order"])
    action = order_in(order)
    played = _computed(game, action, BothDice(opened.name, secret, answer, order))
    ruling = referee.ruling_of(game) if mode_of(game.now) != "off" else None
    return game.record(
        action,
        played.effects,
        played.dice,
        by=by,
        verdicts=played.verdicts,
        rules=ruling.rulebook.version if ruling is not None else "",
        opened=(opened,),
    )


def _computed(game: Game, action: act.Action, dice: DiceSource) -> Played:
    """Compute the effects of an order with certain dice."""
    own, game.dice = game.dice, dice
    try:
        return referee.compute_play(game, action)
    finally:
        game.dice = own


def _at(member: Membership, path: Path) -> Membership:
    """Return the membership with the current path of the file."""
    if member.path == path.absolute():
        return member
    moved = replace(member, path=path.absolute())
    moved.keep()
    return moved


def _link(entry: Entry) -> str:
    return entry.signature.link if entry.signature is not None else ""


class _Thrown:
    """Dice that repeat the recorded throws of an order."""

    def __init__(self, dice: Sequence[Dice]) -> None:
        self.left = list(dice)

    def throw(self, sides: int, count: int, reason: str) -> Dice:
        """Return the next throw. Raises UserError if a throw of another kind is requested."""
        result = self.left.pop(0) if self.left else None
        if result is None or (result.sides, result.count, result.reason) != (sides, count, reason):
            raise UserError(t("together.error.other_dice"))
        return result
