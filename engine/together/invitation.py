"""Invitations: one line to paste, with the address, the game, the side and a one-time key."""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass
from urllib.parse import parse_qs, urlencode, urlsplit

from engine.core.errors import UserError
from engine.i18n import t
from engine.log.signatures import KeySigner

SCHEME = "holland44"
_IN_A_LETTER = re.compile(rf"{SCHEME}://.+?(?=\n\s*\n|\Z)", re.DOTALL)
"""An invitation to the end of its paragraph; mail programs may have wrapped it."""
_GAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
_LINK = re.compile(r"[0-9a-f]{32}")
_PRINT = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True)
class Place:
    """A server: its address and the SHA-256 of its certificate."""

    host: str
    port: int
    certificate: str = ""
    """In hexadecimal; empty for a server on this machine without TLS."""
    account: str = ""
    """The scheme ("tls", "nats") of a server where members have accounts; empty for a host's."""

    @property
    def url(self) -> str:
        """The address as a URL for a NATS client."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        scheme = self.account or ("tls" if self.certificate else "nats")
        return f"{scheme}://{host}:{self.port}"


@dataclass(frozen=True)
class Invitation:
    """The parts of an invitation.

    ``side`` is empty for spectators. ``link`` is the link of the game's header. ``seed`` is the
    secret key of 32 bytes; it is empty for a returning member with a key of their own.
    """

    place: Place
    game: str
    link: str
    side: str = ""
    seed: bytes = b""
    anchor: str = ""
    """In the address for a referee on another machine: the anchor of its dice."""

    def __repr__(self) -> str:
        """Return a description without the secret key."""
        return f"Invitation({self.place.url}, {self.game}, {self.side or 'spectator'})"

    def to_text(self) -> str:
        """Return the line to paste; it contains the secret key."""
        fields = {"log": self.link, "side": self.side, "cert": self.place.certificate}
        if self.place.account:
            fields["account"] = self.place.account
        if self.anchor:
            fields["referee"] = self.anchor
        if self.seed:
            fields["key"] = base64.urlsafe_b64encode(self.seed).decode().rstrip("=")
        host = f"[{self.place.host}]" if ":" in self.place.host else self.place.host
        query = urlencode({name: value for name, value in fields.items() if value})
        return f"{SCHEME}://{host}:{self.place.port}/{self.game}?{query}"

    @classmethod
    def parse(cls, text: str) -> Invitation:
        """Parse an invitation, also in the middle of a letter. Raises UserError for any other text,
        without repeating that text.
        """
        try:
            found = _IN_A_LETTER.search(text.replace("\r", ""))
            parts = urlsplit("".join(found[0].split()) if found else "")
            fields = {name: values[0] for name, values in parse_qs(parts.query).items()}
            game, link = parts.path.strip("/"), fields.get("log", "")
            certificate, anchor = fields.get("cert", ""), fields.get("referee", "")
            account = fields.get("account", "")
            seed = base64.urlsafe_b64decode(fields.get("key", "") + "==")
            sound = (
                parts.scheme == SCHEME
                and parts.hostname
                and parts.port
                and _GAME.fullmatch(game)
                and _LINK.fullmatch(link)
                and account in ("", "tls", "nats")
                and all(_PRINT.fullmatch(one) for one in (certificate, anchor) if one)
                and len(seed) in (0, 32)
            )
        except ValueError:
            sound = None
        if not sound:
            raise UserError(t("together.error.invitation"))
        assert parts.hostname is not None
        assert parts.port is not None
        place = Place(parts.hostname, parts.port, certificate, account)
        return cls(place, game, link, fields.get("side", ""), seed, anchor)

    def signer(self) -> KeySigner:
        """Return the one-time key. Raises UserError if the signing package is not installed."""
        return KeySigner.from_seed(self.seed)
