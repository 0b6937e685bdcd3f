"""The protocol: JSON objects in, JSON objects out, one a line; and its session.

:func:`probe_main` is the loop; :class:`Probe` answers requests one after the other and stores the
handles of loaded positions. :mod:`engine.probe.questions` answers questions about a position.
"""

from __future__ import annotations

import io
import json
import math
import sys
from collections import OrderedDict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, BinaryIO, TextIO

import orjson

from engine.core.errors import UserError
from engine.core.secrecy import observed
from engine.core.state import State, digest
from engine.games import DEFAULT, RULEBOOKS, require_rulebook, rulebook_of
from engine.i18n import t
from engine.modules.module import RULES_VERSION, builtin, load_module
from engine.play.game import Recording
from engine.probe import questions
from engine.probe.encoding import table_json
from engine.probe.playing import apply
from engine.request_fields import Refused, field
from engine.rules.ports import Answers, GivenPosition, Rulebook, Ruleset
from engine.rules.unknown_names import unknown_in

LONGEST_LINE = 8 * 1024 * 1024
"""Maximum length of a request in bytes; a longer line is refused and discarded."""

MOST_HANDLES = 10_000
"""Maximum number of positions in a session; beyond it the oldest is dropped."""

Json = dict[str, Any]


def probe_main(stdin: BinaryIO | TextIO, stdout: BinaryIO | TextIO) -> None:
    """Answer requests from ``stdin`` on ``stdout`` until the input ends; no request raises an
    error.

    Both may be text or binary streams; every answer is one line and flushed.
    """
    source: Any = getattr(stdin, "buffer", stdin)
    sink: Any = getattr(stdout, "buffer", stdout)
    binary_out = not isinstance(sink, io.TextIOBase)
    probe = Probe()
    while True:
        line, whole = _read_line(source)
        if not line and whole:
            return
        answer = probe.answer_line(line) if whole else too_long()
        data = _written(answer)
        try:
            sink.write(data if binary_out else data.decode())
            sink.flush()
        except BrokenPipeError:
            return


def _read_line(source: Any) -> tuple[bytes, bool]:
    """Return the next line, and whether it is complete; the rest of an overlong line is skipped."""
    line = source.readline(LONGEST_LINE + 1)
    data = line.encode("utf-8", "surrogatepass") if isinstance(line, str) else line
    if len(data.rstrip(b"\r\n")) <= LONGEST_LINE:
        return data, True
    newline = "\n" if isinstance(line, str) else b"\n"
    while line and not line.endswith(newline):
        line = source.readline(LONGEST_LINE)
    return b"", False


def _parsed(line: bytes | str) -> object:
    """Parse a line as JSON, with integers of any size. Raises ValueError for anything else."""
    text = line if isinstance(line, str) else line.decode()
    try:
        return json.loads(text, parse_constant=_finite, parse_float=_finite)
    except RecursionError:
        raise ValueError(t("probe.too_deep")) from None


def _finite(word: str) -> float:
    """Parse a number. Raises ValueError for NaN and for numbers too large for a float."""
    number = float(word)
    if not math.isfinite(number):
        raise ValueError(t("probe.not_finite", number=word))
    return number


def _written(answer: Json) -> bytes:
    """Return an answer as a line; an id nested too deep to be written is left out."""
    try:
        return orjson.dumps(answer, option=orjson.OPT_APPEND_NEWLINE)
    except TypeError:
        # Integers of more than 64 bits and deep nesting are JSON all the same.
        pass
    try:
        return json.dumps(answer, separators=(",", ":")).encode() + b"\n"
    except RecursionError:
        refusal = Refused("bad_request", t("probe.not_json", why=t("probe.too_deep")))
        return orjson.dumps(_failure(None, refusal), option=orjson.OPT_APPEND_NEWLINE)


def too_long() -> Json:
    """Return the answer to a line that is too long to be read."""
    message = t("probe.too_long", most=LONGEST_LINE // (1024 * 1024))
    return _failure(None, Refused("bad_request", message))


class Probe:
    """A session: answers requests and stores the positions it was given."""

    def __init__(self) -> None:
        self._positions: OrderedDict[str, tuple[Ruleset, State]] = OrderedDict()
        self._count = 0
        self._ops: dict[str, Callable[[Mapping[str, Any]], Json]] = {
            "games": self._games,
            "load": self._load,
            "table": self._table,
            "apply": self._apply,
        }

    def ruleset(self, handle: str) -> Ruleset:
        """Return the rules of a stored position."""
        return self._positions[handle][0]

    def answers(self, handle: str) -> Answers:
        """Return the answers about a stored position."""
        ruleset, state = self._positions[handle]
        return ruleset.answers(state)

    def answer_line(self, line: bytes | str) -> Json:
        """Return the answer to a line of input."""
        try:
            request = _parsed(line)
        except ValueError as error:
            return _failure(None, Refused("bad_request", t("probe.not_json", why=error)))
        return self.answer(request)

    def answer(self, request: object) -> Json:
        """Return the answer to a request; never raises."""
        if not isinstance(request, dict):
            return _failure(None, Refused("bad_request", t("probe.not_object")))
        asked = request.get("id")
        try:
            return {"id": asked, "ok": True, "result": self._result(request)}
        except Refused as refusal:
            return _failure(asked, refusal)
        except UserError as error:
            return _failure(asked, Refused("bad_request", str(error)))
        except Exception as error:
            # A fault of ours must not end the session; it is printed to stderr.
            print(f"probe: {type(error).__name__}: {error}", file=sys.stderr)
            return _failure(asked, Refused("bad_request", t("probe.fault", op=request.get("op"))))

    def _result(self, request: Mapping[str, Any]) -> Json:
        op = field(request, "op", str)
        if op in self._ops:
            return self._ops[op](request)
        ruleset, state = self._position(request, op)
        return questions.answer(ruleset.answers(state), op, request)

    # -- operations without a position ----------------------------------------------------------

    def _games(self, _: Mapping[str, Any]) -> Json:
        games = []
        for name in builtin():
            module = load_module(name)
            meta = module.meta
            scenarios = [module.scenario(s) for s in meta.scenarios]
            games.append(
                {
                    "id": meta.id,
                    "title": meta.title,
                    "dev_stage": meta.dev_stage,
                    "scenarios": [
                        {"id": s.id, "title": s.title, "turns": s.turns} for s in scenarios
                    ],
                    "sides": [side.id for side in meta.sides],
                }
            )
        return {"games": games, "version": RULES_VERSION}

    def _load(self, request: Mapping[str, Any]) -> Json:
        given = [name for name in ("position", "scenario", "log") if name in request]
        if len(given) != 1:
            raise Refused("bad_request", t("probe.load"), given[1] if len(given) > 1 else "")
        position = request.get("position")
        game = request.get("game") or (position.get("game") if isinstance(position, dict) else None)
        book = _rulebook(game)
        result = _from_viewpoint(_loaded(book, request), request)
        handle = self._keep(result.ruleset, result.state)
        places = result.ruleset.places
        return {
            "pos": handle,
            "digest": digest(result.state, places),
            "warnings": list(result.warnings),
        }

    def _apply(self, request: Mapping[str, Any]) -> Json:
        ruleset, state = self._position(request)
        after, result = apply(ruleset, state, request)
        return {"pos": self._keep(ruleset, after), **result}

    def _keep(self, ruleset: Ruleset, state: State) -> str:
        """Store a position under a new handle; if there are too many, the oldest is dropped."""
        self._count += 1
        handle = f"p{self._count}"
        self._positions[handle] = (ruleset, state)
        if len(self._positions) > MOST_HANDLES:
            self._positions.popitem(last=False)
        return handle

    def _table(self, request: Mapping[str, Any]) -> Json:
        if "pos" in request:
            book = self._position(request)[0].rulebook
        else:
            book = _rulebook(request.get("game"))
        name = field(request, "name", str)
        if name not in book.tables:
            known = ", ".join(book.tables) or "–"
            raise Refused("bad_request", t("probe.table", name=name, known=known), "name")
        return table_json(book.table(name, request))

    def _position(self, request: Mapping[str, Any], op: str | None = None) -> tuple[Ruleset, State]:
        handle = request.get("pos")
        stored = self._positions.get(handle) if isinstance(handle, str) else None
        common = (*questions.OPS, *questions.OPTIONAL_OPS)
        if op is not None and op not in common:
            own = _own_questions() if stored is None else stored[0].own_questions
            if op not in own:
                known = ", ".join(sorted({*self._ops, *questions.OPS, *own}))
                raise Refused("unknown_op", t("probe.op", op=op, known=known), "op")
        handle = field(request, "pos", str)
        if stored is None:
            raise Refused("bad_request", t("probe.pos", pos=handle), "pos")
        return stored


def _own_questions() -> tuple[str, ...]:
    """Return the operations of single games, for a request without a position."""
    return tuple(op for game in RULEBOOKS for op in require_rulebook(game).own_questions)


def _loaded(book: Rulebook, request: Mapping[str, Any]) -> GivenPosition:
    """Return the position, scenario or log that a request names."""
    if "position" in request:
        return book.parse_position(field(request, "position", dict))
    if "log" in request:
        return _of_log(field(request, "log", str), request.get("at"))
    return book.parse_position({"scenario": field(request, "scenario", str)})


def _from_viewpoint(given: GivenPosition, request: Mapping[str, Any]) -> GivenPosition:
    """Return a loaded position from the viewpoint of the request; a log's by default safely.

    Raises Refused for an unknown viewpoint, and for a game that does not declare its secrets.
    """
    viewpoint = request.get("viewpoint")
    if viewpoint is None and "log" not in request:
        return given
    from engine.play.observed import joined
    from engine.report.viewpoint import BOTH, NEUTRAL, default_viewpoint

    if viewpoint is None:
        log = Path(str(request["log"]))
        viewpoint = default_viewpoint(Recording.load(log, tip=request.get("at") or None), log)
    if viewpoint in (None, BOTH):
        return given
    ruleset = given.ruleset
    sides = [side.id for side in ruleset.module.meta.sides]
    if viewpoint != NEUTRAL and viewpoint not in sides:
        known = ", ".join((BOTH, NEUTRAL, *sides))
        why = t("report.viewpoint.unknown", given=viewpoint, known=known)
        raise Refused("bad_request", why, "viewpoint")
    if ruleset.module.meta.secrets is None:
        game = ruleset.module.meta.title
        why = t("report.viewpoint.undeclared", game=game, viewpoint=viewpoint)
        raise Refused("not_supported", why, "viewpoint")
    eyes = sides if viewpoint == NEUTRAL else [str(viewpoint)]
    hidden = joined([ruleset.concealed(given.state, side) for side in eyes])
    state = observed(given.state, hidden, ruleset.places).state
    return GivenPosition(ruleset, state, given.warnings)


def _of_log(path: str, at: object) -> GivenPosition:
    """Return the position of a log after an entry, by the rules of its game."""
    if at is not None and (not isinstance(at, int) or isinstance(at, bool) or at < 0):
        raise Refused("bad_request", t("probe.type", field="at", wanted="integer"), "at")
    try:
        recording = Recording.load(Path(path), tip=at or None)
        step = 0 if at == 0 else len(recording)
        state = recording.state(step)
    except UserError as error:
        raise Refused("bad_position", str(error), _at_fault(path, at)) from None
    game = recording.module.meta.id
    if game not in RULEBOOKS:
        raise Refused("not_supported", t("probe.no_rules", game=game), "log")
    unknown = unknown_in(state, recording.module)
    if unknown is not None:
        raise Refused("bad_position", t("referee.unknown", name=unknown), _at_fault(path, at))
    ruleset = require_rulebook(game).ruleset(recording.log.header.scenario, recording.module)
    return GivenPosition(ruleset, state, recording.notices)


def _at_fault(path: str, at: object) -> str:
    """Return the request field that makes a log unreadable: ``at`` if the log itself is
    readable.
    """
    try:
        if at:
            Recording.load(Path(path))
            return "at"
    except UserError:
        pass
    return "log"


def _failure(asked: object, refusal: Refused) -> Json:
    return {"id": asked, "ok": False, "error": refusal.as_json()}


def _rulebook(name: object) -> Rulebook:
    """Return the rules of a game by its id or the path of its module; the default game for None.

    Raises Refused for an unknown game.
    """
    if name is None:
        name = DEFAULT
    if not isinstance(name, str):
        raise _unknown_game(name)
    if name in builtin() and name not in RULEBOOKS:
        raise Refused("not_supported", t("probe.no_rules", game=name), "game")
    try:
        return rulebook_of(name)
    except UserError:
        raise _unknown_game(name) from None


def _unknown_game(name: object) -> Refused:
    known = ", ".join(builtin())
    return Refused("unknown_game", t("probe.game", game=name, known=known), "game")
