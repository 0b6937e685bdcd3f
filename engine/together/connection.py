"""Connections to a NATS server with a verified certificate and a signed challenge.

Raises UserError with one sentence for every problem that a player can solve.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import logging
import ssl
from collections.abc import Awaitable, Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

from engine.core.errors import UserError
from engine.i18n import t
from engine.log.signatures import KeySigner
from engine.together.accounts import credentials_of
from engine.together.fold import Message
from engine.together.invitation import Place
from engine.together.server_config import inbox_of, stream_config, stream_of

if TYPE_CHECKING:
    from nats.aio.client import Client

T = TypeVar("T")
PATIENCE = 5.0
"""Seconds to wait for an answer from the server."""
JUDGING = 20.0
"""Seconds to wait for a referee's answer to an order."""
SEATING = 20
"""Maximum number of attempts to reach a starting service, four a second."""
BATCH = 400
"""Number of messages requested at once."""


class OfflineError(UserError):
    """The server is unreachable, or did not answer in time."""


class RejectedError(UserError):
    """The server does not know the key, or its certificate is not the expected one."""


async def connect(
    place: Place, signer: KeySigner, lost: Callable[[], None] = lambda: None
) -> Client:
    """Connect with a key; ``lost`` is called once when the connection ends.

    Raises OfflineError or RejectedError; UserError if the packages are not installed.
    """
    try:
        import nats.aio.client
        import nkeys
        from nats import errors
    except ImportError:
        raise UserError(t("together.error.not_installed")) from None
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # remarks on how a peer ends TLS
    context = await _context(place) if place.certificate else None
    login: dict[str, Any]
    if place.account:
        login = credentials_of(place)
    else:
        seed = signer.private.private_bytes_raw()
        login = {"nkeys_seed_str": nkeys.encode_seed(seed, nkeys.PREFIX_BYTE_USER).decode()}

    async def closed() -> None:
        lost()

    async def fault(_error: Exception) -> None:
        return None

    options: dict[str, Any] = {"tls": context, "tls_handshake_first": True} if context else {}
    client = nats.aio.client.Client()
    try:
        await client.connect(
            place.url,
            inbox_prefix=inbox_of(signer.key),
            allow_reconnect=False,
            connect_timeout=int(PATIENCE),
            ping_interval=10,
            closed_cb=closed,
            error_cb=fault,
            **login,
            **options,
        )
    except BaseException as error:
        await close(client)
        if isinstance(error, errors.AuthorizationError) or (
            isinstance(error, errors.Error) and "authorization" in str(error).lower()
        ):
            raise RejectedError(t("together.error.rejected", place=place.host)) from None
        if isinstance(error, errors.Error | OSError | TimeoutError):
            raise OfflineError(t("together.error.offline", place=place.host, why=error)) from None
        raise
    return client


async def close(client: Client) -> None:
    """Close a connection and its transport, also one that is ending by itself."""
    with contextlib.suppress(Exception):
        await asyncio.wait_for(client.close(), 1)
    # A client that is ending already returns at once, while its transport is still open.
    for name in ("_io_writer", "_bare_io_writer"):
        writer = getattr(getattr(client, "_transport", None), name, None)
        if writer is not None:
            writer.transport.abort()
    for _ in range(2):  # the transport and the socket under it end in two turns of the loop
        await asyncio.sleep(0)


async def end_tasks(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel tasks until they have ended.

    ``asyncio.wait_for`` before Python 3.12 swallows a cancellation that comes with its result.
    """
    pending = {task for task in tasks if not task.done()}
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=0.1)


async def _context(place: Place) -> ssl.SSLContext:
    """Return a TLS context that accepts only the certificate of the invitation."""
    address = (place.host, place.port)
    try:
        pem = await asyncio.to_thread(ssl.get_server_certificate, address, timeout=PATIENCE)
    except OSError as error:
        raise OfflineError(t("together.error.offline", place=place.host, why=error)) from None
    certificate = ssl.PEM_cert_to_DER_cert(pem)
    if hashlib.sha256(certificate).hexdigest() != place.certificate:
        raise RejectedError(t("together.error.certificate", place=place.host))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.load_verify_locations(cadata=certificate)
    return context


async def messages_after(client: Client, game: str, sequence: int) -> list[Message]:
    """Return the messages of a game's stream after a sequence number, in order, by batched direct
    gets.

    Raises OfflineError if the server does not answer.
    """
    result: list[Message] = []
    end: int | None = None
    while end is None or sequence < end:
        batch, pending = await _batch(client, game, sequence + 1)
        if not batch:
            break
        result += batch
        sequence = batch[-1].sequence
        # What comes while these are read is left for the next time: a member who sends without
        # pause would keep the others reading for ever.
        end = sequence + pending if end is None else end
    return result


async def _batch(client: Client, game: str, first: int) -> tuple[list[Message], int]:
    """Return one batch of messages from a sequence number, and the number of those after it."""
    inbox = client.new_inbox()
    result: list[Message] = []
    pending = 0

    async def ask() -> tuple[list[Message], int]:
        nonlocal pending
        replies = await client.subscribe(inbox)
        try:
            request = json.dumps({"seq": first, "batch": BATCH}).encode()
            await client.publish(f"$JS.API.DIRECT.GET.{stream_of(game)}", request, reply=inbox)
            while True:
                reply = await replies.next_msg(PATIENCE)
                headers = reply.headers or {}
                if "Nats-Sequence" not in headers:
                    if headers.get("Status") not in ("204", "404"):
                        why = headers.get("Description", headers.get("Status", "?"))
                        raise OfflineError(t("together.error.answer", why=why))
                    return result, pending
                time = headers.get("Nats-Time-Stamp", "")
                result.append(Message(int(headers["Nats-Sequence"]), reply.data, time))
                pending = int(headers.get("Nats-Num-Pending", 0))
        finally:
            await replies.unsubscribe()

    return await _answered(ask())


async def publish(client: Client, subject: str, line: bytes, headers: dict[str, str]) -> Any:
    """Append a message to a stream; return the server's acknowledgement or refusal.

    Raises OfflineError if no answer comes; the message may then have been appended or not.
    """
    reply = await _answered(client.request(subject, line, timeout=PATIENCE, headers=headers))
    return json.loads(reply.data)


async def ask(client: Client, subject: str, question: bytes) -> Any:
    """Send a question to a service as JSON; return its answer.

    Waits briefly for a service that is starting. Raises OfflineError without an answer.
    """
    from nats.errors import NoRespondersError

    for _ in range(SEATING):
        try:
            reply = await client.request(subject, question, timeout=JUDGING)
            return json.loads(reply.data)
        except NoRespondersError:
            await asyncio.sleep(0.25)
        except (nats_error(), OSError, TimeoutError) as error:
            raise OfflineError(t("together.error.answer", why=error)) from None
    raise OfflineError(t("together.error.no_referee"))


async def create_stream(client: Client, game: str) -> Any:
    """Create a game's stream if it is missing; return the server's answer. Raises OfflineError."""
    subject = f"$JS.API.STREAM.CREATE.{stream_of(game)}"
    config = json.dumps(stream_config(game)).encode()
    return json.loads((await _answered(client.request(subject, config, timeout=PATIENCE))).data)


async def stream_info(client: Client, game: str) -> Any:
    """Return the server's description of a game's stream. Raises OfflineError."""
    subject = f"$JS.API.STREAM.INFO.{stream_of(game)}"
    return json.loads((await _answered(client.request(subject, b"", timeout=PATIENCE))).data)


def nats_error() -> type[Exception]:
    """Return the base class of the client's errors."""
    from nats import errors

    return errors.Error


async def _answered(question: Awaitable[T]) -> T:
    try:
        return await question
    except (nats_error(), OSError, TimeoutError) as error:
        raise OfflineError(t("together.error.answer", why=error or type(error).__name__)) from None
