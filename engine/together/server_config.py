"""The configuration of a NATS server for shared games: users, their rights, the streams.

Users are public keys, so the configuration contains no secret. A member may append under the
subjects of their own sides, read the stream by direct get, and receive the live copies; nothing
else. Nobody can change or delete messages, not even with the host's key.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.log.reading import MAX_LINE
from engine.log.signatures import SCHEME

_USER = 20 << 3
"""The prefix of a user's key; it makes the text begin with "U"."""
_SEED = 18 << 3
"""The prefix of a secret; it makes the text begin with "S"."""
REFEREE = "referee"
"""The last part of the subject of a referee on another machine."""
DUPLICATES = 120
"""Seconds in which the server recognises a repeated line."""


def user_nkey(key: str) -> str:
    """Return the NATS name of a user with a public key ("ed25519:" and 64 hexadecimal digits)."""
    content = bytes([_USER]) + bytes.fromhex(key.removeprefix(SCHEME))
    checksum = binascii.crc_hqx(content, 0).to_bytes(2, "little")
    return base64.b32encode(content + checksum).decode().rstrip("=")


def seed_nkey(seed: bytes) -> str:
    """Return the secret of a user's key in NATS form, for a client in a browser."""
    content = bytes([_SEED | _USER >> 5, (_USER & 31) << 3]) + seed
    checksum = binascii.crc_hqx(content, 0).to_bytes(2, "little")
    return base64.b32encode(content + checksum).decode().rstrip("=")


def stream_of(game: str) -> str:
    """Return the name of a game's stream."""
    return f"h44_{game}"


def subject_of(game: str, side: str) -> str:
    """Return the subject for a side's lines in the log of a game."""
    return f"h44.{game}.log.{side}"


def chat_of(game: str) -> str:
    """Return the name under which the chat of a game has its own stream and subjects."""
    return f"{game}_chat"


_LATE = "_late"


def late_of(game: str) -> str:
    """Return the name under which a delayed copy of a game has its own stream and subjects."""
    return f"{game}{_LATE}"


def is_late(name: str) -> bool:
    """Return whether a name is that of a delayed copy."""
    return name.endswith(_LATE)


def live_of(game: str) -> str:
    """Return the subject pattern of the live copies of a game's lines."""
    return f"h44live.{game}.>"


def order_of(game: str, side: str) -> str:
    """Return the subject for a side's orders to the referee."""
    return f"h44order.{game}.{side}"


def presence_subject(game: str, who: str) -> str:
    """Return the subject for a member's reports of being connected."""
    return f"h44here.{game}.{who}"


def inbox_of(key: str) -> str:
    """Return the prefix of the inboxes of a key's owner, which nobody else can read."""
    return f"h44in.{user_nkey(key)}"


@dataclass(frozen=True)
class Member:
    """A key with read access to a game, and the sides it may append for; none for a spectator."""

    key: str
    game: str
    sides: tuple[str, ...] = ()
    is_referee: bool = False


def rights(member: Member) -> dict[str, Any]:
    """Return the subjects that a member may publish to and subscribe to."""
    game = member.game
    publish = [f"$JS.API.DIRECT.GET.{stream_of(game)}", f"$JS.API.STREAM.INFO.{stream_of(game)}"]
    for side in member.sides:
        publish += [subject_of(game, side), order_of(game, side), presence_subject(game, side)]
    subscribe = [f"{inbox_of(member.key)}.>", live_of(game)]
    if member.sides:
        chat = chat_of(game)
        publish += [f"$JS.API.DIRECT.GET.{stream_of(chat)}"]
        publish += [subject_of(chat, side) for side in member.sides]
        subscribe += [presence_subject(game, "*"), live_of(chat)]
    if member.is_referee:
        publish.append(subject_of(game, REFEREE))
        subscribe += [order_of(game, "*"), "$SRV.>"]
    return {"publish": {"allow": publish}, "subscribe": {"allow": subscribe}}


def stream_config(game: str) -> dict[str, Any]:
    """Return the configuration of a game's stream for the JetStream API."""
    return {
        "name": stream_of(game),
        "subjects": [subject_of(game, "*")],
        "storage": "file",
        "retention": "limits",
        "discard": "new",
        "num_replicas": 1,
        "duplicate_window": DUPLICATES * 10**9,
        "deny_delete": True,
        "deny_purge": True,
        "allow_direct": True,
        "republish": {"src": subject_of(game, "*"), "dest": f"h44live.{game}.{{{{wildcard(1)}}}}"},
    }


@dataclass(frozen=True)
class Listening:
    """The address and ports of a server, and the folder of its files."""

    address: str
    port: int
    folder: Path
    """The folder of the server: its store, its certificate and that certificate's key."""
    web_port: int | None = None
    """The port for browsers; None without one."""


def server_config(
    listening: Listening, host_key: str, members: Iterable[Member]
) -> Mapping[str, Any]:
    """Return the configuration of the server; ``host_key`` has all rights."""
    folder = listening.folder
    users: dict[str, dict[str, Any]] = {}
    for member in members:
        known = users.setdefault(member.key, {"nkey": user_nkey(member.key), "permissions": {}})
        for kind, allowed in rights(member).items():
            listed = known["permissions"].setdefault(kind, {"allow": []})["allow"]
            listed += [subject for subject in allowed["allow"] if subject not in listed]
        if member.is_referee:
            known["permissions"]["allow_responses"] = True
    users.pop(host_key, None)
    result: dict[str, Any] = {
        "server_name": "holland44",
        "host": listening.address,
        "port": listening.port,
        "pid_file": str(folder / "server.pid"),
        "log_file": str(folder / "server.log"),
        "logfile_size_limit": 4 * 2**20,
        "max_payload": MAX_LINE,
        "max_control_line": 4096,
        "jetstream": {"store_dir": str(folder / "store"), "sync_interval": "always"},
        "tls": {
            "cert_file": str(folder / "certificate.pem"),
            "key_file": str(folder / "certificate.key"),
            "handshake_first": True,
            "timeout": 10,
        },
        "authorization": {"timeout": 10, "users": [{"nkey": user_nkey(host_key)}, *users.values()]},
    }
    if listening.web_port is not None:
        result["websocket"] = {
            "host": listening.address,
            "port": listening.web_port,
            "no_tls": True,
            "compression": True,
        }
    return result


def config_bytes(config: Mapping[str, Any]) -> bytes:
    """Return the configuration as the bytes of a file for the server."""
    return json.dumps(config, indent=1).encode() + b"\n"
