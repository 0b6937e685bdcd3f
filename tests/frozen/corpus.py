"""The frozen answers of the engine, compared with today's.

``data`` has three collections: about two thousand requests to the probe with the answers, twenty
random games by their digests, and the audit of the sample game. A code change must not alter them;
differences are accepted deliberately, with a reason in ``differences.md``.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from engine.games import require_rulebook
from engine.i18n import scoped
from engine.play.audit import audit
from engine.play.autoplay import autoplay
from engine.play.game import Recording
from engine.probe import Probe

BOOK = require_rulebook("holland44")


DATA = Path(__file__).parent / "data"
LOGS = DATA / "logs"
REQUESTS = DATA / "requests.jsonl.xz"
ANSWERS = DATA / "answers.jsonl.xz"
HASHES = DATA / "answers.txt"
"""A hash for each answer: what changed is seen in a comparison of versions."""

GAMES = DATA / "games.json"
AUDIT = DATA / "audit.json"
DIFFERENCES = Path(__file__).parent / "differences.md"
SAMPLE = "sample"
"""The log among ``data/logs`` that is a copy of the sample game."""

MOMENT = "1944-09-17T12:00:00.000Z"
Json = dict[str, Any]


@dataclass(frozen=True)
class Group:
    """The requests of one session of the probe."""

    name: str
    requests: tuple[Json, ...]


@dataclass(frozen=True)
class RandomGame:
    """A random game by its seed, and its results."""

    scenario: str
    seed: int
    turns: int
    options: tuple[str, ...]
    game: str = "holland44"

    @property
    def name(self) -> str:
        """The game's name in the file."""
        words = [self.game, self.scenario, f"seed {self.seed}", f"{self.turns} turns"]
        return " ".join([*words, *self.options])


BOTH = ("disengagement", "isolation_attrition")
RANDOM_GAMES = (
    *(RandomGame("campaign", seed, 3, ()) for seed in range(501, 509)),
    *(RandomGame("campaign", seed, 4, BOTH) for seed in range(511, 515)),
    *(RandomGame("short", seed, 4, ()) for seed in range(521, 524)),
    *(RandomGame("short", seed, 3, BOTH[:1]) for seed in range(531, 533)),
    RandomGame("short", 541, 11, BOTH),
    *(RandomGame("introductory", seed, 1, (), "airbridge") for seed in (601, 602)),
    *(RandomGame("tournament", seed, 10, (), "airbridge") for seed in (611, 612)),
    RandomGame("campaign", 621, 6, (), "airbridge"),
    *(RandomGame("campaign", seed, 40, (), "marketgarden") for seed in (631, 632, 633)),
    *(RandomGame("seven_turns", seed, 7, (), "normandy44") for seed in (641, 642)),
    *(RandomGame("cherbourg", seed, 6, (), "normandy44") for seed in (651, 652)),
    *(RandomGame("campaign", seed, 20, ()) for seed in (551, 552)),
)
"""Games of every rulebook; many are played to the end."""


# -- requests -------------------------------------------------------------------------------------


def read_lines(path: Path) -> list[Any]:
    """Return the values of a compressed file of JSON lines."""
    return [orjson.loads(line) for line in lzma.decompress(path.read_bytes()).splitlines()]


def write_lines(path: Path, values: Iterable[Any]) -> None:
    """Return values as a compressed file of JSON lines."""
    text = b"".join(canonical(value) + b"\n" for value in values)
    path.write_bytes(lzma.compress(text, preset=9 | lzma.PRESET_EXTREME))


def canonical(value: Any) -> bytes:
    """Return a JSON value as bytes that do not depend on the order of keys."""
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


def hashed(value: Any) -> str:
    """Return a short name for a JSON value."""
    return hashlib.sha256(canonical(value)).hexdigest()[:16]


def groups() -> list[Group]:
    """Return the frozen requests."""
    return [Group(g["name"], tuple(g["requests"])) for g in read_lines(REQUESTS)]


@contextmanager
def unpacked_logs() -> Iterator[dict[str, str]]:
    """Unpack the frozen logs to files, by name, while the context is open."""
    with tempfile.TemporaryDirectory(prefix="frozen-") as folder:
        found = {}
        for packed in sorted(LOGS.glob("*.h44log.xz")):
            name = packed.name.removesuffix(".h44log.xz")
            path = Path(folder) / f"{name}.h44log"
            path.write_bytes(lzma.decompress(packed.read_bytes()))
            found[name] = str(path)
        yield found


def answer(probe: Probe, request: Json, logs: dict[str, str]) -> Json:
    """Return today's answer to a frozen request, without time-dependent fields."""
    log = request.get("log")
    sent = {**request, "log": logs[log]} if log in logs else request
    found = probe.answer(sent)
    entry = found["result"].get("entry") if found["ok"] else None
    if isinstance(entry, dict):
        entry["at"] = MOMENT
    plain: Json = orjson.loads(orjson.dumps(found))
    return plain


def answers_of(group: Group, logs: dict[str, str]) -> list[Json]:
    """Return today's answers to the requests of a group."""
    probe = Probe()
    return [answer(probe, request, logs) for request in group.requests]


def frozen_answers() -> dict[str, list[Json]]:
    """Return the frozen answers by the name of the group."""
    return {found["name"]: found["answers"] for found in read_lines(ANSWERS)}


def write_answers(answers: dict[str, list[Json]]) -> None:
    """Freeze answers by the name of the group."""
    write_lines(ANSWERS, ({"name": name, "answers": found} for name, found in answers.items()))
    lines = [
        f"{name}.{n} {hashed(one)}\n"
        for name, found in answers.items()
        for n, one in enumerate(found)
    ]
    HASHES.write_text("".join(lines))


@dataclass(frozen=True)
class Difference:
    """An answer that changed."""

    where: str
    what: str
    was: Any
    now: Any

    def __str__(self) -> str:
        return f"{self.where} ({self.what}): {first_difference(self.was, self.now)}"


def first_difference(was: Any, now: Any, path: str = "") -> str:
    """Return the first path where two JSON values differ, with both values."""
    if isinstance(was, dict) and isinstance(now, dict):
        for key in sorted({*was, *now}):
            if was.get(key, ...) != now.get(key, ...):
                return first_difference(was.get(key, ...), now.get(key, ...), f"{path}.{key}")
    if isinstance(was, list) and isinstance(now, list) and len(was) == len(now):
        for n, (a, b) in enumerate(zip(was, now, strict=True)):
            if a != b:
                return first_difference(a, b, f"{path}[{n}]")
    return f"{path or 'answer'} was {str(was)[:200]}, is {str(now)[:200]}"


def compare_answers(group: Group, was: list[Json], now: list[Json]) -> Iterator[Difference]:
    """Return the differences in the answers of a group."""
    for n, request in enumerate(group.requests):
        if _with_scoped_keys(was[n]) != now[n]:
            yield Difference(f"{group.name}.{n}", str(request.get("op")), was[n], now[n])


def _with_scoped_keys(value: Any) -> Any:
    """Return a frozen answer with today's message keys, which include the name of their game."""
    if isinstance(value, dict):
        return {
            name: scoped(part)
            if name in ("key", "fix") and isinstance(part, str)
            else _with_scoped_keys(part)
            for name, part in value.items()
        }
    return [_with_scoped_keys(part) for part in value] if isinstance(value, list) else value


# -- random games ---------------------------------------------------------------------------------


def play(game: RandomGame, folder: Path) -> Json:
    """Play a random game: number of entries, the last digest, all orders and dice."""
    path = folder / "played.h44log"
    path.unlink(missing_ok=True)
    ruleset = require_rulebook(game.game).ruleset(game.scenario)
    report = autoplay(ruleset, game.seed, game.turns, path, options=game.options)
    orders = hashlib.sha256()
    for entry in Recording.load(path).timeline.entries:
        order = entry.action.model_dump(mode="json", exclude_defaults=True)
        dice = [list(thrown.values) for thrown in entry.dice]
        orders.update(canonical([entry.by, entry.action.kind, order, dice]))
    return {
        "entries": report.entries,
        "turn": report.turn,
        "winner": report.winner,
        "digest": report.digest,
        "orders": orders.hexdigest()[:16],
    }


def compare_games(games: Iterable[RandomGame]) -> Iterator[Difference]:
    """Return the random games that changed."""
    frozen = json.loads(GAMES.read_text())
    with tempfile.TemporaryDirectory(prefix="frozen-") as folder:
        for game in games:
            now = play(game, Path(folder))
            was = frozen.get(game.name, {})
            if was != now:
                yield Difference(game.name, "random game", was, now)


# -- the audit of the sample ----------------------------------------------------------------------


def audit_of_sample(logs: dict[str, str]) -> Json:
    """Return today's audit of the sample game."""
    found = audit(Recording.load(Path(logs[SAMPLE])), BOOK.ruleset("campaign"))
    return {
        "entries": found.entries,
        "judged": found.judged,
        "findings": [
            [f.entry, f.rule, f.level, f.text] for f in found.findings if f.level != "grants"
        ],
    }


def compare_audit(logs: dict[str, str]) -> Iterator[Difference]:
    """Return whether the sample's audit changed."""
    was, now = json.loads(AUDIT.read_text()), audit_of_sample(logs)
    if was != now:
        yield Difference("sample", "audit", was, now)


def explained(reason: str, differences: list[Difference]) -> str:
    """Return a section for ``differences.md``: the reason, the changes and their counts."""
    counts = Counter(d.what for d in differences)
    lines = [f"## {reason}", ""]
    for what, count in sorted(counts.items()):
        places = [d.where for d in differences if d.what == what]
        shown = ", ".join(places[:12]) + (" …" if len(places) > 12 else "")
        lines.append(f"- {what}: {count} ({shown})")
    return "\n".join([*lines, "", f"The first: {differences[0]}", "", ""])
