"""A host in its own thread, for a window that hosts and plays at the same time."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable

from engine.core.errors import UserError
from engine.i18n import t
from engine.together.host import Host
from engine.together.host_folder import HostFolder
from engine.together.live_pages import Draw

PATIENCE = 20.0
"""Maximum number of seconds for a host to start or stop."""


class HostThread:
    """Runs the games of a host's folder until stopped. ``on_message`` is called in this thread."""

    def __init__(
        self, folder: HostFolder, on_message: Callable[[str], None], draw: Draw | None = None
    ) -> None:
        self.host = Host(folder, on_message, draw)
        self._on_message = on_message
        self._loop = asyncio.new_event_loop()
        self._stopping = asyncio.Event()
        self._settled = threading.Event()
        self._fault: UserError | None = None
        self._thread = threading.Thread(target=self._run, name="together host", daemon=True)

    @property
    def is_running(self) -> bool:
        """Whether the host is running."""
        return self._thread.is_alive()

    def start(self, *, wait: bool = True) -> None:
        """Start; with ``wait`` return once members can connect. Raises UserError on failure."""
        self._thread.start()
        if wait:
            self._settled.wait(PATIENCE)
            if self._fault is not None:
                raise self._fault

    def stop(self) -> None:
        """Shut down the server and wait for its end."""
        if self._thread.is_alive():
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._stopping.set)
            self._thread.join(PATIENCE)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._serve())
        except UserError as error:
            self._fault = error
            self._on_message(str(error))
        except Exception as error:  # the window would wait for ever for a host that has ended
            self._fault = UserError(
                t("together.error.host", why=f"{type(error).__name__}: {error}")
            )
            self._on_message(str(self._fault))
            raise
        finally:
            self._settled.set()
            self._loop.close()

    async def _serve(self) -> None:
        settling = asyncio.create_task(self._settle())
        try:
            await self.host.run(self._stopping)
        finally:
            settling.cancel()
            await asyncio.sleep(0.05)  # closed transports end in the next turns of the loop

    async def _settle(self) -> None:
        await self.host.is_ready.wait()
        self._settled.set()
