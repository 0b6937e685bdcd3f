"""What the engine answered on the day it was frozen, and how today's answers compare.

Three collections lie in ``data``: some two thousand requests to the probe with the answers, twenty
random games by their digests, and the audit of the sample game. A change of the code must give the
same; what differs is accepted deliberately, with its reason in ``differences.md``.
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
    """Requests that belong together: one session of the probe."""

    name: str
    requests: tuple[Json, ...]


@dataclass(frozen=True)
class RandomGame:
    """A random game by its seed, and how it went."""

    scenario: str
    seed: int
    turns: int
    options: tuple[str, ...]
    game: str = "holland44"

    @property
    def name(self) -> str:
        """What the game is called in the file."""
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
    """The values of a compressed file of JSON lines."""
    return [orjson.loads(line) for line in lzma.decompress(path.read_bytes()).splitlines()]


def write_lines(path: Path, values: Iterable[Any]) -> None:
    """Values as a compressed file of JSON lines."""
    text = b"".join(canonical(value) + b"\n" for value in values)
    path.write_bytes(lzma.compress(text, preset=9 | lzma.PRESET_EXTREME))


def canonical(value: Any) -> bytes:
    """A JSON value as bytes that do not depend on the order of keys."""
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


def hashed(value: Any) -> str:
    """A short name for a JSON value."""
    return hashlib.sha256(canonical(value)).hexdigest()[:16]


def groups() -> list[Group]:
    """The frozen requests."""
    return [Group(g["name"], tuple(g["requests"])) for g in read_lines(REQUESTS)]


@contextmanager
def unpacked_logs() -> Iterator[dict[str, str]]:
    """The frozen logs as files, by name, for as long as they are wanted."""
    with tempfile.TemporaryDirectory(prefix="frozen-") as folder:
        found = {}
        for packed in sorted(LOGS.glob("*.h44log.xz")):
            name = packed.name.removesuffix(".h44log.xz")
            path = Path(folder) / f"{name}.h44log"
            path.write_bytes(lzma.decompress(packed.read_bytes()))
            found[name] = str(path)
        yield found


def answer(probe: Probe, request: Json, logs: dict[str, str]) -> Json:
    """Today's answer to a frozen request, without what depends on the moment."""
    log = request.get("log")
    sent = {**request, "log": logs[log]} if log in logs else request
    found = probe.answer(sent)
    entry = found["result"].get("entry") if found["ok"] else None
    if isinstance(entry, dict):
        entry["at"] = MOMENT
    plain: Json = orjson.loads(orjson.dumps(found))
    return plain


def answers_of(group: Group, logs: dict[str, str]) -> list[Json]:
    """Today's answers to the requests of a group."""
    probe = Probe()
    return [answer(probe, request, logs) for request in group.requests]


def frozen_answers() -> dict[str, list[Json]]:
    """The answers as they were frozen, by the name of the group."""
    return {found["name"]: found["answers"] for found in read_lines(ANSWERS)}


def write_answers(answers: dict[str, list[Json]]) -> None:
    """Freeze answers, by the name of the group."""
    write_lines(ANSWERS, ({"name": name, "answers": found} for name, found in answers.items()))
    lines = [
        f"{name}.{n} {hashed(one)}\n"
        for name, found in answers.items()
        for n, one in enumerate(found)
    ]
    HASHES.write_text("".join(lines))


@dataclass(frozen=True)
class Difference:
    """An answer that is no longer what it was."""

    where: str
    what: str
    was: Any
    now: Any

    def __str__(self) -> str:
        return f"{self.where} ({self.what}): {first_difference(self.was, self.now)}"


def first_difference(was: Any, now: Any, path: str = "") -> str:
    """Where two JSON values part, with both values there."""
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
    """What differs in the answers of a group."""
    for n, request in enumerate(group.requests):
        if _with_scoped_keys(was[n]) != now[n]:
            yield Difference(f"{group.name}.{n}", str(request.get("op")), was[n], now[n])


def _with_scoped_keys(value: Any) -> Any:
    """A frozen answer with the keys of messages as they read now: with the name of their game."""
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
    """A random game played today: how many entries, the last digest, all orders and dice."""
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
    """The random games that no longer go as they went."""
    frozen = json.loads(GAMES.read_text())
    with tempfile.TemporaryDirectory(prefix="frozen-") as folder:
        for game in games:
            now = play(game, Path(folder))
            was = frozen.get(game.name, {})
            if was != now:
                yield Difference(game.name, "random game", was, now)


# -- the audit of the sample ----------------------------------------------------------------------


def audit_of_sample(logs: dict[str, str]) -> Json:
    """What the audit finds in the sample game today."""
    found = audit(Recording.load(Path(logs[SAMPLE])), BOOK.ruleset("campaign"))
    return {
        "entries": found.entries,
        "judged": found.judged,
        "findings": [
            [f.entry, f.rule, f.level, f.text] for f in found.findings if f.level != "grants"
        ],
    }


def compare_audit(logs: dict[str, str]) -> Iterator[Difference]:
    """Whether the sample's audit finds something else than it found."""
    was, now = json.loads(AUDIT.read_text()), audit_of_sample(logs)
    if was != now:
        yield Difference("sample", "audit", was, now)


def explained(reason: str, differences: list[Difference]) -> str:
    """A section for ``differences.md``: the reason, what changed and how often."""
    counts = Counter(d.what for d in differences)
    lines = [f"## {reason}", ""]
    for what, count in sorted(counts.items()):
        places = [d.where for d in differences if d.what == what]
        shown = ", ".join(places[:12]) + (" …" if len(places) > 12 else "")
        lines.append(f"- {what}: {count} ({shown})")
    return "\n".join([*lines, "", f"The first: {differences[0]}", "", ""])
