"""A server as a hosted plan runs it: accounts and users by signed tokens, with a public port."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import time
from pathlib import Path
from typing import Any

import nkeys

from engine.together.server import find_server
from tests.together.conftest import free_port


class _Key:
    """A key pair of the token scheme: an operator, an account or a user."""

    def __init__(self, prefix: int) -> None:
        self.seed = nkeys.encode_seed(os.urandom(32), prefix)
        self.pair = nkeys.from_seed(bytearray(self.seed))
        self.name = self.pair.public_key.decode()

    def token(self, subject: str, claims: dict[str, Any]) -> str:
        """Return a token in which this key vouches for another."""
        head = {"typ": "JWT", "alg": "ed25519-nkey"}
        body = {"jti": subject, "iat": int(time.time()), "iss": self.name, "sub": subject}
        parts = [head, {**body, "name": subject[:6], "nats": {**claims, "version": 2}}]
        text = ".".join(_text(json.dumps(part).encode()) for part in parts)
        return f"{text}.{_text(self.pair.sign(text.encode()))}"


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class HostedPlan:
    """A running server, and the credentials files of users of one account."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        folder.mkdir()
        operator, self._account = _Key(nkeys.PREFIX_BYTE_OPERATOR), _Key(nkeys.PREFIX_BYTE_ACCOUNT)
        system = _Key(nkeys.PREFIX_BYTE_ACCOUNT)
        names = ("subs", "data", "payload", "imports", "exports", "conn", "leaf")
        store = ("mem_storage", "disk_storage", "streams", "consumer")
        limits = {**dict.fromkeys(names, -1), "wildcards": True}
        own = {"type": "account", "limits": {**limits, **dict.fromkeys(store, -1)}}
        config = {
            "listen": f"127.0.0.1:{self.port}",
            "jetstream": {"store_dir": str(folder / "store")},
            "operator": operator.token(operator.name, {"type": "operator"}),
            "system_account": system.name,
            "resolver": "MEMORY",
            "resolver_preload": {
                system.name: operator.token(system.name, {"type": "account", "limits": limits}),
                self._account.name: operator.token(self._account.name, own),
            },
        }
        (folder / "plan.conf").write_text(json.dumps(config))
        command = [str(find_server()), "-c", str(folder / "plan.conf")]
        command += ["-l", str(folder / "plan.log")]
        self._process = subprocess.Popen(command)

    @property
    def address(self) -> str:
        return f"nats://127.0.0.1:{self.port}"

    def credentials(self, name: str) -> Path:
        """Write the credentials file of a new user."""
        user = _Key(nkeys.PREFIX_BYTE_USER)
        claims = {"type": "user", "subs": -1, "data": -1, "payload": -1}
        token = self._account.token(user.name, claims)
        file = self.folder / f"{name}.creds"
        parts = (("NATS USER JWT", token), ("USER NKEY SEED", user.seed.decode()))
        lines = [f"-----BEGIN {kind}-----\n{it}\n------END {kind}------\n" for kind, it in parts]
        file.write_text("\n".join(lines))
        return file

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(10)
