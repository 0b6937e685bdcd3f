"""Notices that a player has to act, sent to a web address by the host of a game."""

from __future__ import annotations

import asyncio
import json
from dataclasses import asdict, dataclass
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from engine.core import actions as act
from engine.core.errors import UserError
from engine.core.state import State
from engine.i18n import t
from engine.log.commitments import DICE
from engine.log.entry import Entry, Header
from engine.modules.module import Module

PATIENCE = 10.0
"""Maximum number of seconds for a web address to answer."""


@dataclass(frozen=True)
class Notice:
    """A side has to act, or is asked something."""

    game: str
    title: str
    entry: int
    side: str
    """The side that has to act."""
    asked: str
    """The question to that side; empty if it is that side's turn."""
    text: str
    """The notice as a sentence."""

    def to_json(self) -> bytes:
        """Return the notice for a web address; chat services show ``text`` or ``content``."""
        return json.dumps({**asdict(self), "content": self.text}).encode()


def notice_after(
    header: Header, module: Module, state: State, entry: Entry, before: str
) -> Notice | None:
    """Return the notice after an entry; None if the same side goes on acting.

    ``before`` is the side that had to act before the entry.
    """
    action = entry.action
    if isinstance(action, act.Ask) and not action.name.startswith(DICE):
        side, asked, key = action.to, action.text, "together.notice.asked"
    elif state.side_to_act != before:
        side, asked, key = state.side_to_act, "", "together.notice.turn"
    else:
        return None
    text = t(key, title=header.title, side=module.side_name(side), text=asked)
    return Notice(header.id, header.title, entry.id, side, asked, text)


def webhook_named(text: str) -> tuple[str, str]:
    """Return the side and the web address in ``[SIDE=]URL``; "" for all sides, and for ``none``.

    Raises UserError for a text without a web address.
    """
    side, is_given, url = text.partition("=")
    if not is_given or ":" in side:  # the sign is in the address
        side, url = "", text
    return side, "" if url == "none" else need_web_address(url)


def need_web_address(url: str) -> str:
    """Return a web address. Raises UserError for any other text."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise UserError(t("together.error.webhook"))
    return url


async def post(url: str, notice: Notice) -> None:
    """Send a notice to a web address. Raises UserError, which does not repeat the address."""
    await asyncio.to_thread(_post, url, notice.to_json())


def _post(url: str, body: bytes) -> None:
    headers = {"Content-Type": "application/json", "User-Agent": "holland44"}
    request = Request(need_web_address(url), body, headers)
    try:
        with urlopen(request, timeout=PATIENCE):
            pass
    except (URLError, OSError, ValueError) as error:
        why = getattr(error, "reason", None) or type(error).__name__
        host = urlsplit(url).hostname
        raise UserError(t("together.error.notice", place=host, why=why)) from None
