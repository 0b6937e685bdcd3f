"""Accounts at a NATS server elsewhere: a hosted plan, or a server of a friend.

A user of such an account connects with a credentials file, of the provider's form (``.creds``) or
with the seed of an nkey. A copy is stored in the user's own folder, by server, so that no command
line and no invitation has the secret.
"""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

from engine.core.errors import UserError
from engine.files import read_limited
from engine.i18n import t
from engine.play.bylines import LIMIT
from engine.together.invitation import Place
from engine.together.secret_files import secret_folder, write_secret
from engine.user_folders import kept_folder

PORT = 4222
"""The usual port of NATS servers."""
_JWT = b"-----BEGIN NATS USER JWT-----"
_SEED = re.compile(rb"SU[A-Z2-7]{56}\s*")


def server_place(text: str) -> Place:
    """Return the address of a server from a text such as ``tls://connect.example.net:4222``.

    Without a scheme it is TLS. Raises UserError for any other text.
    """
    try:
        parts = urlsplit(text if "://" in text else f"tls://{text}")
        port = parts.port or PORT
    except ValueError:
        parts, port = urlsplit(""), PORT
    is_bare = not (parts.username or parts.password or parts.path.strip("/") or parts.query)
    if parts.scheme not in ("tls", "nats") or not parts.hostname or not is_bare:
        raise UserError(t("together.error.server_address"))
    return Place(parts.hostname, port, account=parts.scheme)


def keep_credentials(place: Place, file: Path) -> None:
    """Store a copy of a credentials file for a server. Raises UserError for another kind of
    file.
    """
    content = read_limited(file, LIMIT)
    if _JWT not in content and not _SEED.fullmatch(content):
        raise UserError(t("together.error.credentials", path=file))
    write_secret(_file(place), content)


def take_credentials(place: Place, file: Path | None) -> None:
    """Store a credentials file for an account elsewhere; an own server has none.

    Raises UserError if no file is given and none is stored.
    """
    if not place.account:
        return
    if file is not None:
        keep_credentials(place, file)
    credentials_of(place)


def credentials_of(place: Place) -> dict[str, str]:
    """Return how to log in at a server: the option of the NATS client and its file.

    Raises UserError if no credentials are stored for the server.
    """
    file = _file(place)
    if not file.exists():
        raise UserError(t("together.error.no_credentials", place=place.host))
    is_jwt = _JWT in read_limited(file, LIMIT)
    return {"user_credentials" if is_jwt else "nkeys_seed": str(file)}


def _file(place: Place) -> Path:
    name = re.sub(r"[^A-Za-z0-9.-]", "_", place.host)
    return secret_folder(kept_folder("accounts")) / f"{name}_{place.port}.creds"
