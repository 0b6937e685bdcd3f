"""Live pages: spectators follow a game in the browser without installing anything.

The page is the replay page of an export. Its script connects to the same server over a websocket
with the key of the link, which has read access only, and adds new entries.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import threading
from collections.abc import Callable
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from pathlib import Path

from engine.core.errors import UserError, system_reason
from engine.i18n import t
from engine.log.signatures import KeySigner
from engine.together.games_page import GamesPage
from engine.together.host_folder import HostFolder
from engine.together.server_config import inbox_of, late_of, live_of, seed_nkey

Draw = Callable[[Path], str]
"""Returns the replay page of a log."""
_WATCH = re.compile(r"/watch/([A-Za-z0-9_-]{43})")
_POLICY = re.compile(r"script-src ('sha256-[^']+')")


def watch_link(folder: HostFolder, seed: bytes) -> str:
    """Return the web link with a spectator's key."""
    record = folder.record()
    token = base64.urlsafe_b64encode(seed).decode().rstrip("=")
    host = f"[{record.public}]" if ":" in record.public else record.public
    return f"http://{host}:{record.port + 2}/watch/{token}"


class LivePages:
    """Serves the pages of the games in a host's folder, in its own threads."""

    def __init__(self, folder: HostFolder, draw: Draw) -> None:
        self._folder, self._draw = folder, draw
        self._pages: dict[str, tuple[int, str]] = {}
        self._lock = threading.Lock()
        self._is_stopped = False
        self._server: ThreadingHTTPServer | None = None
        self._games = GamesPage(folder)

    def start(self) -> None:
        """Start listening. Raises UserError if the port is in use."""
        pages = self

        class Handler(BaseHTTPRequestHandler):
            """Answers with a page or with "not found"."""

            def do_GET(self) -> None:
                """Answer a browser's request."""
                content = pages.page(self.path)
                self.send_response(200 if content is not None else 404)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Referrer-Policy", "no-referrer")  # the link is the key
                self.send_header("Cache-Control", "no-store")
                self.send_header("Content-Length", str(len(content or b"")))
                self.end_headers()
                self.wfile.write(content or b"")

            def log_message(self, format: str, *args: object) -> None:
                """Log nothing, because the log would contain the spectators' keys."""

        port = self._folder.record().port + 2
        try:
            self._server = ThreadingHTTPServer(("", port), Handler)
        except OSError as error:
            raise UserError(
                t("together.error.page_port", port=port, why=system_reason(error))
            ) from None
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, name="pages", daemon=True).start()

    def stop(self) -> None:
        """Stop listening, and wait for the end of a drawing.

        A process that ends while Qt draws crashes.
        """
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None
        with self._lock:
            self._is_stopped = True

    def page(self, path: str) -> bytes | None:
        """Return the page for a path: the list of games, or a game for a spectator's key.

        Returns None for any other path.
        """
        if path in ("", "/"):
            return self._games.page().encode()
        match = _WATCH.fullmatch(path.partition("?")[0])
        if match is None:
            return None
        seed = base64.urlsafe_b64decode(match[1] + "=")
        key = KeySigner.from_seed(seed).key
        record = self._folder.record()
        game = next(
            (
                game
                for game, hosted in record.games.items()
                if key in hosted.spectators and key not in hosted.expelled
            ),
            None,
        )
        if game is None:
            return None
        watched = late_of(game) if record.games[game].delay else game
        if not self._folder.copy_of(watched).exists():
            return None
        return live_page(self._drawn(watched), watched, seed, key, record.port + 1).encode()

    def _drawn(self, game: str) -> str:
        """Return the replay page of a game, redrawn if its log has grown."""
        path = self._folder.copy_of(game)
        with self._lock:
            known = self._pages.get(game)
            if self._is_stopped:
                return known[1] if known is not None else ""
            size = path.stat().st_size
            if known is None or known[0] != size:
                known = self._pages[game] = size, self._draw(path)
            return known[1]


def live_page(page: str, game: str, seed: bytes, key: str, port: int) -> str:
    """Return a replay page with the scripts that keep it up to date."""
    words = {word: t(f"together.live.{word}") for word in ("connecting", "connected", "offline")}
    settings = {
        "port": port,
        "seed": seed_nkey(seed),
        "inbox": inbox_of(key),
        "subject": live_of(game),
        "words": words,
    }
    scripts = [_script("nats-ws.js"), _script("live.js")]
    hashes = " ".join(f"'sha256-{_hash(script)}'" for script in scripts)
    page = _POLICY.sub(
        lambda match: f"script-src {match[1]} {hashes}; connect-src 'self' ws:", page, count=1
    )
    data = json.dumps(settings).replace("<", "\\u003c")
    tail = [
        f'<p id="live-state" role="status" data-state="connecting">{words["connecting"]}</p>',
        f'<script type="application/json" id="live">{data}</script>',
        *(f"<script>{script}</script>" for script in scripts),
        "</body>",
    ]
    head, _, rest = page.rpartition("</body>")
    return head + "\n".join(tail) + rest


@cache
def _script(name: str) -> str:
    return (files("engine.together") / "page" / name).read_text(encoding="utf-8")


def _hash(script: str) -> str:
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode("ascii")
