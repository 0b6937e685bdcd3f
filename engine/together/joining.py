"""Begin a shared game, or join one: keys are created, stored, and named in the log."""

from __future__ import annotations

import asyncio
import contextlib
import getpass
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from engine.core import actions as act
from engine.core.errors import UserError
from engine.core.modes import HouseLevel, Mode
from engine.i18n import t
from engine.log.chain import seal
from engine.log.entry import Author, DiceKind, Entry, Header, Together, now
from engine.log.signatures import KeySigner
from engine.log.store import LogFile, load
from engine.modules.module import load_module
from engine.play import bylines
from engine.play.bylines import Byline
from engine.play.game import module_of
from engine.play.observed import may_hide
from engine.play.referee import new_game
from engine.together import connection as net
from engine.together.connection import OfflineError, RejectedError
from engine.together.host_folder import HostFolder
from engine.together.invitation import Invitation
from engine.together.membership import Membership, membership_of
from engine.together.positions import Positions, data_differences
from engine.together.referee_service import RefereeName, Seat
from engine.together.server_config import is_late
from engine.together.shared_log import SharedLog, Silent, StaleError, lines_of, link_in

if TYPE_CHECKING:
    pass

NOBODY = "none"
"""The side of a host who does not play."""
ADMISSION = 20.0
"""Maximum number of seconds for a host to admit the key that replaces an invitation's."""


@dataclass(frozen=True)
class Begun:
    """A newly begun shared game: its id, and the invitations by side."""

    game: str
    invitations: Mapping[str, Invitation]


def begin(
    folder: HostFolder,
    path: Path,
    module: str,
    scenario: str,
    side: str,
    name: str,
    *,
    title: str = "",
    mode: Mode = "off",
    house: Mapping[str, HouseLevel] | None = None,
    options: Iterable[str] = (),
    dice: DiceKind = "own",
    pace: str | None = None,
    referee: RefereeName | None = None,
    in_the_open: bool = False,
    guests: Mapping[str, str] | None = None,
) -> Begun:
    """Begin a game at ``path`` with this machine's user as one side, and host it.

    Every other side gets an invitation; with :data:`NOBODY` every side does. ``guests`` are the
    keys of players who have one already; their invitation has no secret. ``referee`` is a
    referee on another machine. A game with hidden units needs a referee, who keeps them secret,
    unless it is to be played ``in_the_open``. Raises UserError, with nothing written, for such a
    game without a referee, and for a side that the game does not have.
    """
    data = load_module(module)
    hides = may_hide(data) and not in_the_open
    if hides and dice != "referee":
        raise UserError(t("together.error.hides", game=data.title))
    sides = [declared.id for declared in data.meta.sides]
    if side not in (*sides, NOBODY):
        raise UserError(t("together.error.no_side", side=side, known=", ".join(sides)))
    guests = guests or {}
    seeds = {one: secrets.token_bytes(32) for one in sides if one != side and one not in guests}
    # Without a side of its own, the host signs the set-up with a key of an invitation.
    signer = KeySigner.new() if side in sides else KeySigner.from_seed(seeds[sides[0]])
    keys = {one: KeySigner.from_seed(seed).key for one, seed in seeds.items()}
    keys = {one: {**guests, **keys, side: signer.key}[one] for one in sides}
    byline = Byline(Author(name=name, key=signer.key), signer)
    together = Together(keys=keys, dice="own" if dice == "referee" else dice, pace=pace)
    own = KeySigner.new() if hides else signer
    if dice == "referee":
        if referee is None:
            referee = Seat.make(folder.path / "referees").name
        together = Together(
            keys=keys,
            dice=dice,
            pace=pace,
            referee=referee.key,
            anchor=referee.anchor,
            hides=True if hides else None,
        )
    with new_game(
        path,
        module,
        scenario,
        title=title,
        mode=mode,
        house=house,
        options=options,
        byline=byline,
        together=together,
    ) as game:
        header = game.log.header
        if hides and side != NOBODY:
            # Every player names an own key, so that all see who has joined.
            game.author = Author(name=name, key=signer.key, next_key=own.key)
            game.record(act.Note(text=_joins(name, data.side_name(side))), (), by=side)
    link = link_in(lines_of(path, load(path).size)[0])
    if side != NOBODY:
        Membership(folder.place(), header.id, link, side, name, path, own).keep()
    folder.add(path)
    for other, seed in seeds.items():
        folder.keep_invitation(header.id, other, seed)
    invited = [one for one in sides if one != side]
    return Begun(header.id, {other: folder.invitation(header.id, other) for other in invited})


def player_name(name: str | None = None) -> str:
    """Return the player's name: the given one, the saved one, or the system's user name.

    Raises UserError for a name that is too long or has invisible characters.
    """
    chosen = name or bylines.stored_author().name or getpass.getuser()
    author = bylines.byline(chosen).author
    return author.name if author is not None else chosen


async def join(invitation: Invitation, path: Path, name: str) -> Membership:
    """Join a game with an invitation; return the membership.

    The game is written to ``path``. Calling this again continues an interrupted join, and downloads
    a missing file again. Raises UserError if another user has used the invitation, if the game's
    data or rules differ on this machine, or if the server is unreachable.
    """
    known = membership_of(invitation.game)
    if known is not None:
        known = replace(known, place=invitation.place)
        known.keep()
        if await _is_admitted(known):
            if not known.path.exists():
                known = replace(known, path=path)
                await _read(known, known.signer)
                known.keep()
            return known
    if not invitation.seed:
        key = "together.error.no_key" if known is None else "together.error.rejected"
        raise UserError(t(key, place=invitation.place.host))
    signer = KeySigner.new() if known is None else known.signer
    member = known or Membership(
        invitation.place, invitation.game, invitation.link, invitation.side, name, path, signer
    )
    if not invitation.side:
        member = replace(member, signer=invitation.signer())
        await _read(member, member.signer)
        member.keep()
        return member
    await _read(member, invitation.signer(), follow=True)
    end = asyncio.get_running_loop().time() + ADMISSION
    while asyncio.get_running_loop().time() < end:
        # The server ends connections while it learns of the new key.
        with contextlib.suppress(OfflineError):
            if await _is_admitted(member):
                await _read(member, member.signer)  # with the line of the new key
                return member
        await asyncio.sleep(0.2)
    raise UserError(t("together.error.not_admitted", place=member.place.host))


async def _is_admitted(member: Membership) -> bool:
    try:
        client = await net.connect(member.place, member.signer)
    except RejectedError:
        return False
    await net.close(client)
    return True


async def _read(member: Membership, signer: KeySigner, *, follow: bool = False) -> None:
    """Download the game; with ``follow`` replace the key used to connect by the member's
    own key.
    """
    client = await net.connect(member.place, signer)
    file = LogFile.open(member.path) if member.path.exists() else None
    log = SharedLog(
        member.path,
        member.game,
        member.link,
        Silent(),
        file,
        Positions(member.path),
        side=member.side,
    )
    try:
        await log.attach(client)
        if log.file is None or log.fold.log is None or log.fold.members is None:
            key = "too_early" if is_late(member.game) else "empty"
            raise UserError(t(f"together.error.{key}", place=member.place.host))
        need_same_data(log.fold.log.header, member.path)
        if follow and log.fold.members.keys.get(member.side) != member.signer.key:
            member.keep()
            # The server may end the connection as soon as it learns of the new key.
            with contextlib.suppress(OfflineError):
                await _name_own_key(log, member, signer)
    finally:
        if log.file is not None:
            log.file.close()
        await net.close(client)


async def _name_own_key(log: SharedLog, member: Membership, invited: KeySigner) -> None:
    """Append the line that replaces the invitation's key by the member's own."""
    assert log.fold.log is not None
    side = module_of(log.fold.log, member.path)[0].side_name(member.side)
    while True:
        last = log.fold.log.entries[-1]
        note = act.Note(text=_joins(member.name, side))
        author = Author(name=member.name, key=invited.key, next_key=member.signer.key)
        entry = Entry(
            id=last.id + 1, parent=last.id, at=now(), by=member.side, action=note, author=author
        )
        known = log.fold.link
        try:
            await log.append(seal(entry.to_json(), known, invited.sign)[0])
        except StaleError:
            if log.fold.link == known:  # trying again would be of no use
                raise
        else:
            return


def _joins(name: str, side: str) -> str:
    return t("together.joins", name=name, side=side)


def need_same_data(header: Header, path: Path) -> None:
    """Raise UserError if data, corrections or rules differ from those at the start of the game."""
    different = data_differences(header, path)
    if different:
        raise UserError(t("together.error.other_data", why=" ".join(different)))
