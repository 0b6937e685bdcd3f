"""A library: the tables of many recorded games in one DuckDB file."""

from __future__ import annotations

import csv
import errno
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from io import StringIO
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from engine.core.errors import UnwritableError, UserError
from engine.files import write_atomic
from engine.i18n import t
from engine.play.game import Recording
from engine.studies.rows import TABLES, GameRows, Row, Source, rows_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

SUFFIX = ".h44log"
FILE = "library.duckdb"
"""The name of the tables in a folder of logs."""
TOGETHER = 50
"""Number of games written to the tables at once."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a query: the names of its columns, and its rows."""

    columns: tuple[str, ...]
    rows: list[Row]

    def save(self, path: Path) -> None:
        """Write the answer as CSV. Raises UserError if the file cannot be written."""
        text = StringIO(newline="")
        csv.writer(text).writerows([self.columns, *self.rows])
        write_atomic(path, text.getvalue().encode())


class Library:
    """The tables of ``tables.sql`` in a file; a context manager. Raises UserError if it is not
    usable.
    """

    def __init__(self, path: Path) -> None:
        try:
            import duckdb
        except ImportError:
            raise UserError(t("studies.error.not_installed")) from None
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        is_new = not path.exists()
        try:
            self._db: DuckDBPyConnection = duckdb.connect(str(path))
            # A query may be a stranger's: it reaches the tables and nothing else.
            self._db.execute("SET enable_external_access = false")
            if is_new:
                self._db.execute(_text("tables.sql"))
            self._db.execute("SELECT game, bytes, changed FROM game LIMIT 0")
        except duckdb.Error as error:
            raise _unusable(path, error) from None

    def __enter__(self) -> Library:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        import duckdb

        self._db.close()
        if isinstance(error, duckdb.Error):
            raise _unusable(self.path, error) from None

    def outdated(self, folder: Path) -> list[Source]:
        """Return the logs below a folder that are new or changed; forget those that are gone."""
        found = list(logs_below(folder))
        self.remove(sorted(self.games() - {source.name for source in found}))
        return self.missing(found)

    def read(
        self,
        folder: Path,
        sources: Iterable[Source],
        skipped: Callable[[str, UserError], object],
    ) -> Iterator[Source]:
        """Read logs below a folder into the tables, and yield each; report those left out."""
        waiting: list[GameRows] = []
        for source in sources:
            try:
                waiting.append(read_log(folder, source))
            except UserError as error:
                skipped(source.name, error)
            if len(waiting) == TOGETHER:
                self.add(waiting)
                waiting.clear()
            yield source
        self.add(waiting)

    def missing(self, found: Iterable[Source]) -> list[Source]:
        """Return the logs that are new or have changed since they were read."""
        known = {
            name: (size, at)
            for name, size, at in self._all("SELECT game, bytes, changed FROM game")
        }
        return [s for s in found if known.get(s.name) != (s.bytes, s.changed)]

    def games(self) -> set[str]:
        """Return the names of all games."""
        return {str(name) for (name,) in self._all("SELECT game FROM game")}

    def add(self, games: Sequence[GameRows]) -> None:
        """Write games, each in place of an earlier one of its name."""
        self.remove([str(rows.summary[0]) for rows in games])
        self._db.begin()
        for table in TABLES:
            columns = list(zip(*(row for game in games for row in game.tables[table]), strict=True))
            if columns:  # DuckDB stores columns: rows one by one are slow
                types = [kind for _, kind, *_ in self._all(f"DESCRIBE {table}")]
                values = ", ".join(f"unnest(?::{kind}[])" for kind in types)
                self._db.execute(f"INSERT INTO {table} SELECT {values}", columns)
        self._db.commit()

    def remove(self, names: Sequence[str]) -> None:
        """Remove games by name."""
        known = sorted(self.games() & set(names))
        if not known:
            return
        self._db.begin()
        for table in TABLES:
            self._db.executemany(f"DELETE FROM {table} WHERE game = ?", [[n] for n in known])
        self._db.commit()

    def ask(self, sql: str, most: int = 1_000) -> Answer:
        """Return the answer to a query, at most a number of rows. Raises UserError, also for
        statements that would change the tables.
        """
        import duckdb

        reading = duckdb.StatementType.SELECT, duckdb.StatementType.EXPLAIN
        try:
            if [one.type in reading for one in self._db.extract_statements(sql)] != [True]:
                raise UserError(t("studies.error.not_a_query"))
            asked = self._db.execute(sql)
            names = tuple(column[0] for column in asked.description or ())
            return Answer(names, asked.fetchmany(most))
        except duckdb.Error as error:
            raise UserError(t("studies.error.query", why=_first_line(error))) from None

    def _all(self, sql: str) -> list[Any]:
        return self._db.execute(sql).fetchall()


def logs_below(folder: Path) -> Iterator[Source]:
    """Yield the logs below a folder in order of their names."""
    for path in sorted(folder.rglob(f"*{SUFFIX}")):
        if path.is_file():
            about = path.stat()
            yield Source(path.relative_to(folder).as_posix(), about.st_size, about.st_mtime_ns)


def read_log(folder: Path, source: Source) -> GameRows:
    """Return the rows of a log below a folder. Raises UserError, also for a damaged log, because a
    part of a game would count as a game.
    """
    recording = Recording.load(folder / source.name)
    if recording.damage:
        raise UserError(recording.damage)
    return rows_of(recording, source)


def questions() -> dict[str, str]:
    """Return the ready questions in SQL, by name."""
    folder = files("engine.studies") / "questions"
    return {
        item.name.removesuffix(".sql"): item.read_text("utf-8")
        for item in sorted(folder.iterdir(), key=lambda item: item.name)
        if item.name.endswith(".sql")
    }


def question(name: str) -> str:
    """Return a ready question in SQL. Raises UserError for an unknown name."""
    known = questions()
    if name not in known:
        raise UserError(t("studies.error.question", name=name, known=", ".join(known)))
    return known[name]


def _text(name: str) -> str:
    return (files("engine.studies") / name).read_text("utf-8")


def _unusable(path: Path, error: Exception) -> UserError:
    """Return why the tables cannot be used: the disk, another program, or their contents."""
    text = str(error)
    for code in (errno.ENOSPC, errno.EROFS, errno.EACCES):
        if os.strerror(code) in text:
            return UnwritableError(path, OSError(code, os.strerror(code)))
    if "Could not set lock" in text:
        return UserError(t("studies.error.busy", path=path))
    return UserError(t("studies.error.library", path=path, why=_first_line(error)))


def _first_line(error: Exception) -> str:
    return str(error).strip().splitlines()[0]
