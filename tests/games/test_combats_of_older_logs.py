"""Logs with combats in the older form replay, and today's rules continue them."""

from __future__ import annotations

import json
import lzma
from pathlib import Path

import pytest

from engine.core.effects import SetTrack
from engine.games import require_rulebook
from engine.play.audit import audit
from engine.play.game import Recording
from engine.rules.base.combat import CombatRecord, Stage, is_old, keeps_throws

FIXTURES = Path(__file__).parents[1] / "fixtures"
LOGS = {
    "old_combats/13.2-assault-in-the-forest": 0,
    "old_combats/air-bridge-introductory": 0,
    "old_combats/normandy44-d-day": 0,
    "h44log1/marketgarden-rules": 0,
    "h44log1/ten-days-of-market-garden": 0,
    "h44log1/holland44-rules": 0,
}
"""Old logs, with what the audit has against them."""


@pytest.mark.parametrize("name", LOGS)
def test_an_old_log_replays_and_is_judged_as_before(name: str, tmp_path: Path) -> None:
    log = tmp_path / "old.h44log"
    log.write_bytes(lzma.decompress((FIXTURES / f"{name}.h44log.xz").read_bytes()))
    game = Recording.load(log)
    ruleset = require_rulebook(game.module.meta.id).ruleset(game.log.header.scenario)
    texts = [
        e.after
        for entry in game.log.entries
        for e in entry.effects
        if isinstance(e, SetTrack) and e.track == "fight" and isinstance(e.after, str)
    ]
    assert "holland44" in name or any(is_old(json.loads(text)) for text in texts)
    assert not any('"throws"' in text for text in texts)
    assert len(audit(game, ruleset).breaches) == LOGS[name]
    for number, entry in enumerate(game.timeline.entries, 1):
        before = game.state(number - 1)
        if before.pending and entry.action.kind == "choose":
            assert ruleset.judge(before, entry.action) == []


@pytest.mark.parametrize(
    ("old", "stages"),
    [
        (
            {"stages": ["lose defender 2", "stay", "fatigue attacker 1"]},
            [
                Stage(kind="loss", of="defender", steps=2),
                Stage(kind="stay"),
                Stage(kind="fatigue", of="attacker", steps=1),
            ],
        ),
        (
            {
                "stages": ["any_attacker_loss", "limited"],
                "losses": [1, 0],
                "chooser": ["owner", ""],
            },
            [
                Stage(kind="any_loss", of="attacker", steps=1, chooser="owner"),
                Stage(kind="limited"),
            ],
        ),
        (
            {"stages": ["exchange_defender", "defender_retreat"]},
            [Stage(kind="exchange", of="defender"), Stage(kind="retreat", of="defender")],
        ),
    ],
)
def test_old_stages_are_read(old: dict[str, object], stages: list[Stage]) -> None:
    record = CombatRecord.model_validate_json(json.dumps({"side": "a", "target": "0101", **old}))
    assert list(record.stages) == stages
    assert CombatRecord.model_validate_json(record.model_dump_json()) == record


def test_an_old_throw_is_kept() -> None:
    told = {"side": "a", "target": "0101", "column": "3:1", "throw": 4, "result": "DR"}
    record = CombatRecord.model_validate_json(json.dumps(told))
    assert [(t.column, t.dice, t.result) for t in record.throws] == [("3:1", (4,), "DR")]


def test_a_log_of_today_is_compared_in_full() -> None:
    new = CombatRecord(side="a", target="0101", stages=(Stage(kind="stay"),))
    text = new.model_dump_json(exclude_defaults=True)
    assert keeps_throws("fight", [SetTrack(track="fight", before=None, after=text)])
    old = '{"side":"a","target":"0101","stages":["stay"]}'
    assert not keeps_throws("fight", [SetTrack(track="fight", before=None, after=old)])
    assert not keeps_throws("fight", [])
