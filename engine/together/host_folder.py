"""The folder of a host: keys, certificate, games, unused invitations.

Only its owner can open it. ``host.json`` lists the games. A running host reads it again after a
change, so that other commands can invite and expel members meanwhile.
"""

from __future__ import annotations

import secrets
import socket
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.core.errors import UserError
from engine.files import read_limited
from engine.i18n import t
from engine.log.entry import Header
from engine.log.members import Members
from engine.log.signatures import KeySigner
from engine.log.store import LogFile, load
from engine.play.bylines import LIMIT
from engine.together.certificate import fingerprint, make_certificate
from engine.together.invitation import Invitation, Place
from engine.together.secret_files import secret_folder, write_secret
from engine.together.server_config import Member, late_of
from engine.together.shared_log import lines_of, link_in

PORT = 4744
"""The default port of a host; browsers use the next two ports."""


def own_address() -> str:
    """Return this machine's address in its local network, without sending anything."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


class _Record(BaseModel):
    model_config = ConfigDict(defer_build=True, frozen=True, extra="ignore")


class HostedGame(_Record):
    """A hosted game: the link of its header, the spectators' keys, and the expelled keys."""

    link: str
    title: str = ""
    spectators: tuple[str, ...] = ()
    expelled: tuple[str, ...] = ()
    """Public keys that are no longer admitted."""
    delay: int = Field(default=0, ge=0, le=10_000)
    """The number of minutes after which spectators get a line."""
    webhook: str = Field(default="", max_length=2000)
    """A web address for the notices to all sides."""
    webhooks: dict[str, str] = {}
    """Web addresses for the notices to one side, by side."""

    def addresses(self, side: str) -> set[str]:
        """Return the web addresses for the notices to a side."""
        return {self.webhook, self.webhooks.get(side, "")} - {""}


class HostRecord(_Record):
    """The contents of ``host.json``."""

    public: str = Field(max_length=300)
    port: int = Field(default=PORT, ge=1, le=65535)
    account: str = Field(default="", pattern="^(tls|nats|)$")
    """The scheme of a server elsewhere, where all members have accounts."""
    games: dict[str, HostedGame] = {}


class HostFolder:
    """The files of a host."""

    def __init__(self, path: Path) -> None:
        self.path = path

    # -- made

    def prepare(self, public: str, port: int, account: str = "") -> HostRecord:
        """Create the missing files of the folder, and store address and port.

        ``account`` is the scheme of a server elsewhere, where all members have accounts.
        """
        secret_folder(self.path)
        for name in ("games", "invitations", "referees", "store"):
            secret_folder(self.path / name)
        if not account:
            make_certificate(self.path, public)
        if not (self.path / "host.key").exists():
            write_secret(self.path / "host.key", KeySigner.new().to_pem())
        games = self.record().games if self.exists else {}
        return self.write(HostRecord(public=public, port=port, account=account, games=games))

    @property
    def exists(self) -> bool:
        """Whether the folder has been prepared."""
        return (self.path / "host.json").exists()

    @property
    def signer(self) -> KeySigner:
        """The host's key, which has all rights on its server."""
        return self._key("host.key")

    def _key(self, name: str) -> KeySigner:
        file = self.path / name
        try:
            return KeySigner.from_pem(read_limited(file, LIMIT))
        except ValueError:
            raise UserError(t("byline.error.key", path=file)) from None

    # -- the list of games

    def record(self) -> HostRecord:
        """Read ``host.json``. Raises UserError if it is missing or unreadable."""
        if not self.exists:
            raise UserError(t("together.error.nothing_hosted"))
        file = self.path / "host.json"
        try:
            return HostRecord.model_validate_json(read_limited(file, 64 * LIMIT))
        except ValidationError:
            raise UserError(t("together.error.host_record", path=file)) from None

    def write(self, record: HostRecord) -> HostRecord:
        """Write ``host.json`` atomically."""
        write_secret(self.path / "host.json", record.model_dump_json(indent=1).encode() + b"\n")
        return record

    def change(self, game: str, **fields: object) -> HostedGame:
        """Change a game's record. Raises UserError for a game that is not hosted here."""
        record = self.record()
        changed = self.game(game).model_copy(update=fields)
        self.write(record.model_copy(update={"games": {**record.games, game: changed}}))
        return changed

    def set_webhook(self, game: str, side: str, url: str) -> None:
        """Store the web address for the notices to a side, to all sides for ""; an empty one
        ends them. Raises UserError for an unknown side.
        """
        if not side:
            self.change(game, webhook=url)
            return
        self._key_of(game, side)
        others = {one: at for one, at in self.game(game).webhooks.items() if one != side}
        self.change(game, webhooks={**others, side: url} if url else others)

    def game(self, game: str) -> HostedGame:
        """Return the record of a game. Raises UserError for a game that is not hosted here."""
        result = self.record().games.get(game)
        if result is None:
            raise UserError(t("together.error.not_hosted", game=game))
        return result

    def copy_of(self, game: str) -> Path:
        """Return the path of the host's own copy of a game."""
        return self.path / "games" / f"{game}.h44log"

    def members(self, game: str) -> Members:
        """Return the keys of a game's sides after the last line of the host's copy."""
        log = load(self.copy_of(game)).log
        members = Members.of(log.header)
        for entry in log.entries:
            members.record(entry)
        return members

    def add(self, log: Path) -> str:
        """Host a shared game from a player's file; return its id.

        The file is copied and left unchanged. An existing copy with more lines is kept. Raises
        UserError for a log that cannot be shared.
        """
        loaded = load(log)
        if loaded.damage:
            raise UserError(loaded.damage)
        header = loaded.log.header
        if header.together is None:
            raise UserError(t("together.error.not_shared", path=log))
        copy = self.copy_of(header.id)
        lines = lines_of(log, loaded.size)
        if copy.exists():
            own = lines_of(copy, load(copy).size)
            if own[: len(lines)] != lines and lines[: len(own)] != own:
                raise UserError(t("together.error.other_copy", path=log, copy=copy))
            if len(own) < len(lines):
                with LogFile.open(copy) as file:
                    file.extend(loaded.log.entries[len(own) - 1 :])
        else:
            LogFile.create(copy, header, loaded.log.entries).close()
        record = self.record()
        known = record.games.get(header.id) or HostedGame(link="")
        game = known.model_copy(update={"link": link_in(lines[0]), "title": header.title})
        self.write(record.model_copy(update={"games": {**record.games, header.id: game}}))
        return header.id

    # -- invitations

    def place(self) -> Place:
        """Return the address for members."""
        record = self.record()
        if record.account:
            return Place(record.public, record.port, account=record.account)
        return Place(record.public, record.port, fingerprint(self.path))

    def keep_invitation(self, game: str, side: str, seed: bytes) -> None:
        """Store the one-time key of an invitation until it is used."""
        write_secret(self.path / "invitations" / f"{game}.{side}", seed)

    def invitation(self, game: str, side: str) -> Invitation:
        """Return the invitation to a side, with the one-time key until that has been used."""
        file = self.path / "invitations" / f"{game}.{side}"
        seed = read_limited(file, LIMIT) if file.exists() else b""
        return Invitation(self.place(), game, self.game(game).link, side, seed)

    def free_sides(self, game: str) -> list[str]:
        """Return the sides of a game whose invitation was not used yet."""
        return sorted(
            path.name.removeprefix(f"{game}.")
            for path in (self.path / "invitations").glob(f"{game}.*")
        )

    def referee_address(self, game: str) -> Invitation | None:
        """Return the address for a referee on another machine; None if there is none."""
        together = load(self.copy_of(game)).log.header.together
        anchor = together.anchor if together is not None else None
        if anchor is None or self.has_seat(anchor):
            return None
        return Invitation(self.place(), game, self.game(game).link, anchor=anchor)

    def has_seat(self, anchor: str | None) -> bool:
        """Return whether the referee with an anchor is on this machine."""
        return (self.path / "referees" / f"{anchor}.seed").exists()

    def knows_secrets(self, game: str) -> bool:
        """Return whether this machine has the referee of a game that hides units."""
        together = load(self.copy_of(game)).log.header.together
        return together is not None and bool(together.hides) and self.has_seat(together.anchor)

    def drop_used_invitations(self, game: str, header: Header, members: Members) -> None:
        """Delete the one-time keys that members have replaced by their own."""
        first = header.together.keys if header.together is not None else {}
        for side, key in members.keys.items():
            if first.get(side) != key:
                (self.path / "invitations" / f"{game}.{side}").unlink(missing_ok=True)

    def invite_spectator(self, game: str, delay: int | None = None) -> Invitation:
        """Return a new invitation for spectators, usable by any number of people.

        ``delay`` is the number of minutes after which all spectators of the game get a line; None
        leaves it as it is.
        """
        self._need_own_server()
        if delay is not None:
            self.change(game, delay=delay)
        seed = secrets.token_bytes(32)
        key = KeySigner.from_seed(seed).key
        self.change(game, spectators=(*self.game(game).spectators, key))
        hosted = self.game(game)
        watched = late_of(game) if hosted.delay else game
        return Invitation(self.place(), watched, hosted.link, "", seed)

    def expel(self, game: str, side: str) -> str:
        """Expel the current key of a side; return that key. Raises UserError for an
        unknown side.
        """
        self._need_own_server()
        key = self._key_of(game, side)
        self.change(game, expelled=(*self.game(game).expelled, key))
        return key

    def _key_of(self, game: str, side: str) -> str:
        """Return the current key of a side. Raises UserError for an unknown side."""
        keys = self.members(game).keys
        if side not in keys:
            raise UserError(t("together.error.no_side", side=side, known=", ".join(keys)))
        return keys[side]

    def _need_own_server(self) -> None:
        """Raise UserError for a server elsewhere, where the account decides who may connect."""
        record = self.record()
        if record.account:
            raise UserError(t("together.error.not_own_server", place=record.public))

    def users(self, members: dict[str, Members]) -> list[Member]:
        """Return the users of the server, with the keys of each game's sides."""
        result = []
        for game, hosted in self.record().games.items():
            keys = members[game].keys if game in members else {}
            for key in dict.fromkeys(keys.values()):
                sides = tuple(side for side, bound in keys.items() if bound == key)
                result.append(Member(key, game, sides))
            watched = late_of(game) if hosted.delay else game
            result += [Member(key, watched) for key in hosted.spectators]
            referee = members[game].referee if game in members else None
            if referee is not None:
                result.append(Member(referee, game, is_referee=True))
        expelled = {
            (name, key)
            for g, hosted in self.record().games.items()
            for key in hosted.expelled
            for name in (g, late_of(g))
        }
        return [member for member in result if (member.game, member.key) not in expelled]
