"""Memberships: the shared games of this machine's user, and the key of each.

They are stored by game id in the user's own folder, so that a copied log contains no secret. Only
the owner can read the PEM file of the key.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.core.errors import UserError
from engine.files import read_limited
from engine.i18n import t
from engine.log.entry import Author
from engine.log.signatures import KeySigner
from engine.play.bylines import LIMIT, Byline, read_key
from engine.together.invitation import Place
from engine.together.secret_files import secret_folder, write_secret
from engine.together.server_config import late_of
from engine.user_folders import kept_folder

_GAME = re.compile(r"[A-Za-z0-9_-]{1,64}")


class _Record(BaseModel):
    """The stored form of a membership."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="ignore")

    host: str = Field(max_length=300)
    port: int = Field(ge=1, le=65535)
    certificate: str = Field(max_length=64)
    account: str = Field(default="", pattern="^(tls|nats|)$")
    link: str = Field(max_length=64)
    side: str = Field(max_length=40)
    name: str = Field(max_length=200)
    path: str = Field(max_length=4096)


@dataclass(frozen=True)
class Membership:
    """A seat in a shared game: its server, game, side, and signing key.

    ``side`` is empty for a spectator. ``path`` is the file of the game on this machine.
    """

    place: Place
    game: str
    link: str
    side: str
    name: str
    path: Path
    signer: KeySigner

    @property
    def byline(self) -> Byline:
        """The author and signer of this player's entries."""
        return Byline(Author(name=self.name, key=self.signer.key), self.signer)

    def keep(self) -> None:
        """Save the membership, the key first, so that a log never names a lost key.

        Raises UserError.
        """
        folder = _folder()
        write_secret(folder / f"{_safe(self.game)}.pem", self.signer.to_pem())
        record = _Record(
            host=self.place.host,
            port=self.place.port,
            certificate=self.place.certificate,
            account=self.place.account,
            link=self.link,
            side=self.side,
            name=self.name,
            path=str(self.path.absolute()),
        )
        write_secret(folder / f"{self.game}.json", record.model_dump_json(indent=1).encode())


def membership_of(game: str) -> Membership | None:
    """Return the membership of this machine's user in a game; None without one.

    Raises UserError if it cannot be read.
    """
    files = [kept_folder("together") / f"{name}.json" for name in (_safe(game), late_of(game))]
    file = next((one for one in files if one.exists()), None)
    if file is None:
        return None
    try:
        record = _Record.model_validate_json(read_limited(file, LIMIT))
    except ValidationError:
        raise UserError(t("together.error.membership", path=file)) from None
    place = Place(record.host, record.port, record.certificate, record.account)
    signer = read_key(file.with_suffix(".pem"))
    return Membership(
        place, file.stem, record.link, record.side, record.name, Path(record.path), signer
    )


def _folder() -> Path:
    return secret_folder(kept_folder("together"))


def _safe(game: str) -> str:
    """Return the id of a game for use in a file name. Raises UserError for an unsafe id."""
    if not _GAME.fullmatch(game):
        raise UserError(t("together.error.game_id"))
    return game
