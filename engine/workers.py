"""Work spread over processes of this machine, or over a Dask cluster."""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Iterable
from multiprocessing import get_context
from multiprocessing.pool import Pool
from threading import current_thread, main_thread
from typing import Any, TypeVar

from engine.core.errors import UserError
from engine.i18n import t

T = TypeVar("T")
R = TypeVar("R")

RETRIES = 5
"""Maximum number of times that Dask works on a task again whose worker was lost."""

_FUNCTION: list[Callable[[Any], Any]] = []
"""The function of a worker process: it may hold much that is sent only once."""


def results(
    function: Callable[[T], R], tasks: Iterable[T], workers: int = 1, dask: str | None = None
) -> Generator[R, None, None]:
    """Yield the result of each task: in order with one process, otherwise as they are finished.

    Function and tasks are sent to the workers by pickle. Work stops when the generator is closed.
    ``dask`` is the address of a scheduler; raises UserError if it does not answer.
    """
    if dask is not None:
        yield from _on_dask(function, tasks, dask)
    elif workers == 1:
        yield from map(function, tasks)
    else:
        with _begun(function, workers) as pool:
            yield from pool.imap_unordered(_work, tasks)


def _begin(function: Callable[[Any], Any]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process decides
    _FUNCTION[:] = [function]


def _work(task: Any) -> Any:
    return _FUNCTION[0](task)


def _begun(function: Callable[[Any], Any], workers: int) -> Pool:
    """Return worker processes that ignore Ctrl+C from their first instruction on."""
    context = get_context("spawn")
    if current_thread() is not main_thread():
        return context.Pool(workers, _begin, (function,))
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        return context.Pool(workers, _begin, (function,))
    finally:
        signal.signal(signal.SIGINT, before)


def _on_dask(
    function: Callable[[T], R], tasks: Iterable[T], address: str
) -> Generator[R, None, None]:
    try:
        from dask import distributed
    except ImportError:
        raise UserError(t("studies.error.not_installed")) from None
    try:
        client = distributed.Client(address, timeout=10)
    except (OSError, ValueError, TimeoutError) as error:
        raise UserError(t("cli.error.dask", address=address, why=error)) from None
    with client:
        sent = client.scatter(function, broadcast=True)
        jobs = [
            client.submit(_called, sent, task, key=f"task-{number}", retries=RETRIES)
            for number, task in enumerate(tasks)
        ]
        for job in distributed.as_completed(jobs):
            yield job.result()


def _called(function: Callable[[T], R], task: T) -> R:
    return function(task)
