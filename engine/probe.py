"""The probe: questions about positions, one JSON object a line, answers likewise.

:func:`probe_main` is the loop; :class:`Probe` answers one request after the other and keeps the
handles of loaded positions. Which questions a game answers is the game's affair
(``engine.games.<id>.answers``).
"""

from __future__ import annotations

import io
import json
import math
import sys
from collections import OrderedDict
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any, BinaryIO, TextIO

import orjson

from engine.core.errors import Holland44Error
from engine.core.state import digest
from engine.i18n import t
from engine.modules import RULES_VERSION, builtin, load_module
from engine.questions import Refused, field

LONGEST_LINE = 8 * 1024 * 1024
"""Bytes of a request; a longer line is refused without being kept."""

MOST_HANDLES = 10_000
"""Positions kept in a session; then the oldest is dropped."""

DEFAULT_GAME = "holland44"
Json = dict[str, Any]


def probe_main(stdin: BinaryIO | TextIO, stdout: BinaryIO | TextIO) -> None:
    """Answer requests from ``stdin`` on ``stdout`` until the input ends; no request makes it raise.

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
    """The next line, and whether it was whole; of a line too long the rest is read and dropped."""
    line = source.readline(LONGEST_LINE + 1)
    data = line.encode("utf-8", "surrogatepass") if isinstance(line, str) else line
    if len(data.rstrip(b"\r\n")) <= LONGEST_LINE:
        return data, True
    newline = "\n" if isinstance(line, str) else b"\n"
    while line and not line.endswith(newline):
        line = source.readline(LONGEST_LINE)
    return b"", False


def _parsed(line: bytes | str) -> object:
    """The JSON value of a line, integers of any size kept. Raises ValueError for anything else."""
    text = line if isinstance(line, str) else line.decode()
    try:
        return json.loads(text, parse_constant=_finite, parse_float=_finite)
    except RecursionError:
        raise ValueError(t("probe.too_deep")) from None


def _finite(word: str) -> float:
    """A number of a line. Raises ValueError for NaN and for what no float can hold."""
    number = float(word)
    if not math.isfinite(number):
        raise ValueError(t("probe.not_finite", number=word))
    return number


def _written(answer: Json) -> bytes:
    """An answer as a line; an id that is nested too deep to be written again is left out."""
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
    """The answer to a line that is too long to be read."""
    message = t("probe.too_long", most=LONGEST_LINE // (1024 * 1024))
    return _failure(None, Refused("bad_request", message))


class Probe:
    """A session: answers requests and keeps the positions it was given."""

    def __init__(self) -> None:
        self._positions: OrderedDict[str, tuple[str, Any, Any]] = OrderedDict()
        self._count = 0
        self._ops: dict[str, Callable[[Mapping[str, Any]], Json]] = {
            "games": self._games,
            "load": self._load,
            "table": self._table,
            "apply": self._apply,
        }

    def answer_line(self, line: bytes | str) -> Json:
        """The answer to a line of input."""
        try:
            request = _parsed(line)
        except ValueError as error:
            return _failure(None, Refused("bad_request", t("probe.not_json", why=error)))
        return self.answer(request)

    def answer(self, request: object) -> Json:
        """The answer to a request; never raises."""
        if not isinstance(request, dict):
            return _failure(None, Refused("bad_request", t("probe.not_object")))
        asked = request.get("id")
        try:
            return {"id": asked, "ok": True, "result": self._result(request)}
        except Refused as refusal:
            return _failure(asked, refusal)
        except Holland44Error as error:
            return _failure(asked, Refused("bad_request", str(error)))
        except Exception as error:
            # A fault of ours must not end the session; it is told where people look for faults.
            print(f"probe: {type(error).__name__}: {error}", file=sys.stderr)
            return _failure(asked, Refused("bad_request", t("probe.fault", op=request.get("op"))))

    def _result(self, request: Mapping[str, Any]) -> Json:
        op = field(request, "op", str)
        if op in self._ops:
            return self._ops[op](request)
        game, setting, state = self._position(request, op)
        answers = _answers(game).OPS
        result: Json = answers[op](setting.position(state), request)
        return result

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
        game = _game(DEFAULT_GAME if game is None else game)
        setting, state, warnings = _answers(game).load(request)
        handle = self._keep(game, setting, state)
        return {"pos": handle, "digest": digest(state, setting.places), "warnings": warnings}

    def _apply(self, request: Mapping[str, Any]) -> Json:
        game, setting, state = self._position(request)
        after, result = _answers(game).apply(setting, state, request)
        return {"pos": self._keep(game, setting, after), **result}

    def _keep(self, game: str, setting: Any, state: Any) -> str:
        """Keep a position under a new handle; the oldest makes room."""
        self._count += 1
        handle = f"p{self._count}"
        self._positions[handle] = (game, setting, state)
        if len(self._positions) > MOST_HANDLES:
            self._positions.popitem(last=False)
        return handle

    def _table(self, request: Mapping[str, Any]) -> Json:
        if "pos" in request:
            game = self._position(request)[0]
        else:
            game = _game(request.get("game", DEFAULT_GAME))
        found: Json = _answers(game).table(request)
        return found

    def _position(self, request: Mapping[str, Any], op: str | None = None) -> tuple[str, Any, Any]:
        if op is not None and not any(op in _answers(game).OPS for game in _answering()):
            known = sorted({*self._ops, *_answers(DEFAULT_GAME).OPS})
            raise Refused("unknown_op", t("probe.op", op=op, known=", ".join(known)), "op")
        handle = field(request, "pos", str)
        held = self._positions.get(handle)
        if held is None:
            raise Refused("bad_request", t("probe.pos", pos=handle), "pos")
        return held


def _failure(asked: object, refusal: Refused) -> Json:
    return {"id": asked, "ok": False, "error": refusal.as_json()}


def _game(name: object) -> str:
    """The id of a game that answers questions. Raises Refused for any other."""
    if not isinstance(name, str) or name not in set(builtin()):
        raise Refused(
            "unknown_game", t("probe.game", game=name, known=", ".join(builtin())), "game"
        )
    if name not in _answering():
        raise Refused("not_supported", t("probe.no_rules", game=name), "game")
    return name


def _answering() -> list[str]:
    """The games whose rules answer questions."""
    return [
        name
        for name in builtin()
        if find_spec(f"engine.games.{name}") and find_spec(f"engine.games.{name}.answers")
    ]


def _answers(game: str) -> Any:
    return import_module(f"engine.games.{game}.answers")
