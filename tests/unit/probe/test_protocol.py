"""The probe's protocol: one line in, one line out, and no request ends the program."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from typing import Any

import orjson
import pytest

from engine.probe import LONGEST_LINE, probe_main
from engine.probe import protocol as module
from tests.unit.probe.talking import LOG, UNIT, line, load, refused, talk


def test_answers_come_in_order_with_their_ids():
    answers = talk(line(id=1, op="games"), line(id={"x": [2]}, op="games"), line(op="games"))
    assert [a["id"] for a in answers] == [1, {"x": [2]}, None]
    games = {game["id"]: game for game in answers[0]["result"]["games"]}
    game = games["holland44"]
    assert game["sides"] == ["allied", "german"]
    assert {s["id"]: s["turns"] for s in game["scenarios"]} == {"campaign": 20, "short": 11}


@pytest.mark.parametrize(
    "asked", [2**64, -(10**30), [[[0.1]]], "\ud83d", json.loads("[" * 400 + "]" * 400)]
)
def test_ids_of_every_kind_are_returned_unchanged(asked):
    out = io.BytesIO()
    probe_main(io.BytesIO(json.dumps({"id": asked, "op": "games"}).encode()), out)
    assert json.loads(out.getvalue())["id"] == asked


def test_a_too_deeply_nested_id_is_survived():
    deep = b"[" * 970 + b"]" * 970
    answers = talk(b'{"id": ' + deep + b', "op": "games"}\n', line(id=1, op="games"))
    assert len(answers) == 2
    assert answers[1]["ok"]


def test_every_answer_is_flushed():
    class Sink(io.BytesIO):
        flushed = 0

        def flush(self) -> None:
            self.flushed += 1

    sink = Sink()
    probe_main(io.BytesIO(line(id=1, op="games") + line(id=2, op="nothing")), sink)
    assert sink.flushed == 2


def test_text_streams_are_supported():
    out = io.StringIO()
    probe_main(io.StringIO('{"id": 1, "op": "games"}\n'), out)
    assert orjson.loads(out.getvalue())["ok"]


@pytest.mark.parametrize(
    "bad",
    [
        *(b"nonsense\n", b"{\n", b"\xff\xfe\n", b"[1, 2]\n", b"null\n", b'"op"\n', b"NaN\n"),
        *(b"\n", b'{"id": 1e999}\n', b"[" * 5000 + b"]" * 5000 + b"\n"),
    ],
)
def test_an_invalid_request_is_answered_with_a_null_id(bad):
    answers = talk(bad, line(id=1, op="games"))
    assert answers[0]["id"] is None
    assert answers[0]["error"]["code"] == "bad_request"
    assert answers[1]["ok"]


def test_a_line_over_the_limit_is_refused_unread():
    class Source(io.BytesIO):
        longest = 0

        def readline(self, size: int | None = -1, /) -> bytes:
            assert size is not None
            assert 0 < size <= LONGEST_LINE + 1
            found = super().readline(size)
            self.longest = max(self.longest, len(found))
            return found

    out = io.BytesIO()
    probe_main(Source(b"x" * (2 * LONGEST_LINE + 5) + b"\n" + line(id=1, op="games")), out)
    answers = [orjson.loads(a) for a in out.getvalue().splitlines()]
    assert [a["ok"] for a in answers] == [False, True]
    assert answers[0]["id"] is None
    assert "8 MiB" in answers[0]["error"]["message"]


def test_a_line_of_maximum_length_is_read():
    filler = b'{"id": 1, "op": "games", "x": "'
    whole = filler + b"y" * (LONGEST_LINE - len(filler) - 2) + b'"}\n'
    assert len(whole) == LONGEST_LINE + 1
    assert talk(whole)[0]["ok"]


def test_the_last_line_needs_no_line_break():
    assert talk(b'{"id": 5, "op": "games"}')[0]["id"] == 5


def test_only_answers_are_printed_to_standard_output():
    requests = line(id=1, op="games") + b"junk\n" + line(id=2, op="load", scenario="campaign")
    code = "import sys; from engine.probe import probe_main; probe_main(sys.stdin, sys.stdout)"
    done = subprocess.run([sys.executable, "-c", code], input=requests, capture_output=True)
    assert done.returncode == 0
    assert done.stderr == b""
    lines = done.stdout.splitlines()
    assert [orjson.loads(answer)["id"] for answer in lines] == [1, None, 2]


def test_an_internal_error_is_reported_and_survived(probe, monkeypatch, capsys):
    def broken(_: object) -> dict[str, Any]:
        raise RuntimeError("boom")

    monkeypatch.setitem(probe._ops, "games", broken)
    assert refused(probe, op="games")["code"] == "bad_request"
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "boom" in captured.err
    assert load(probe)


ATTACK = {"kind": "declare_attack", "attackers": ["a1"], "target": "0507"}


@pytest.mark.parametrize(
    ("request_", "code", "where"),
    [
        ({}, "bad_request", "op"),
        ({"op": 3}, "bad_request", "op"),
        ({"op": "guess"}, "unknown_op", "op"),
        ({"op": "reach"}, "bad_request", "pos"),
        ({"op": "reach", "pos": "p999"}, "bad_request", "pos"),
        ({"op": "victory"}, "bad_request", "pos"),
        ({"op": "victory", "pos": "p999"}, "bad_request", "pos"),
        ({"op": "load"}, "bad_request", None),
        ({"op": "load", "scenario": "campaign", "position": {}}, "bad_request", "scenario"),
        ({"op": "load", "scenario": "waterloo"}, "bad_position", "scenario"),
        ({"op": "load", "scenario": "campaign", "game": "chess"}, "unknown_game", "game"),
        ({"op": "load", "log": "nowhere.h44log"}, "bad_position", "log"),
        ({"op": "load", "log": "nowhere.h44log", "at": "x"}, "bad_request", "at"),
        ({"op": "load", "position": {"game": "chess"}}, "unknown_game", "game"),
        ({"op": "load", "position": []}, "bad_request", "position"),
        ({"op": "table", "name": "crt", "column": "3:1"}, "bad_request", "die"),
        ({"op": "table", "name": "crt", "column": "9:1", "die": 3}, "bad_request", "column"),
        ({"op": "table", "name": "crt", "column": "3:1", "die": 7}, "bad_request", "die"),
        ({"op": "table", "name": "tarot", "die": 1}, "bad_request", "name"),
        ({"op": "table", "game": "chess", "name": "crt", "die": 1}, "unknown_game", "game"),
    ],
)
def test_bad_requests_are_refused_with_a_message(probe, request_, code, where):
    error = refused(probe, **request_)
    assert error["code"] == code
    assert error.get("where") == where


@pytest.mark.parametrize(
    ("request_", "code", "where"),
    [
        ({"op": "reach", "unit": "ghost"}, "unknown_unit", "unit"),
        ({"op": "reach", "unit": 5}, "bad_request", "unit"),
        ({"op": "reach", "units": []}, "bad_request", "units"),
        ({"op": "reach", "units": ["a1", "g1"]}, "bad_request", "units"),
        ({"op": "reach", "unit": "a1", "mode": "fly"}, "bad_request", "mode"),
        ({"op": "hex", "hex": "9999"}, "unknown_hex", "hex"),
        ({"op": "zoc", "side": "french"}, "bad_request", "side"),
        ({"op": "supply"}, "bad_request", "side"),
        ({"op": "why_not", "unit": "a1"}, "bad_request", "hex"),
        ({"op": "judge"}, "bad_request", "action"),
        ({"op": "judge", "action": {"kind": "dance"}}, "bad_action", None),
        ({"op": "judge", "action": {"kind": "move", "units": ["a1"]}}, "bad_action", "action.path"),
        (
            {"op": "judge", "action": {"kind": "move", "units": ["a1"], "path": ["0505", "9999"]}},
            "unknown_hex",
            "action.path[1]",
        ),
        (
            {"op": "judge", "action": {"kind": "move", "units": ["b"], "path": ["0505", "0506"]}},
            "unknown_unit",
            "action.units[0]",
        ),
        (
            {
                "op": "judge",
                "action": {"kind": "set_phase", "turn": 1, "phase": "combat", "active": "allied"},
            },
            "not_supported",
            "action.kind",
        ),
        (
            {
                "op": "judge",
                "action": {
                    "kind": "move",
                    "units": ["a1"],
                    "path": ["0505", "0506"],
                    "mode": "retreat",
                },
            },
            "not_supported",
            "action.mode",
        ),
        ({"op": "odds", "attackers": [], "target": "0507"}, "bad_request", "attackers"),
        (
            {"op": "odds", "attackers": ["a1"], "target": "0507", "attached": "g1"},
            "bad_request",
            "attached",
        ),
        ({"op": "odds", "attackers": ["a1"], "target": "0507", "air": "two"}, "bad_request", "air"),
        ({"op": "retreat", "units": ["a1"], "hexes": 9}, "bad_request", "hexes"),
        (
            {"op": "advance", "units": ["a1"], "vacated": "0506", "kind": "mad"},
            "bad_request",
            "kind",
        ),
        ({"op": "legal", "most": "all"}, "bad_request", "most"),
        ({"op": ""}, "unknown_op", "op"),
        ({"op": "apply", "action": {}, "dice": []}, "bad_action", "action.kind"),
        *(
            ({"op": op, "action": {**ATTACK, **fault}}, code, where)
            for op in ("judge", "apply")
            for fault, code, where in (
                ({"attackers": ["a1", "zz"]}, "unknown_unit", "action.attackers[1]"),
                ({"artillery": ["zz"]}, "unknown_unit", "action.artillery[0]"),
                ({"target": "9999"}, "unknown_hex", "action.target"),
                ({"attackers": ["a1", "a1"]}, "bad_action", "action"),
            )
        ),
        ({"op": "apply", "action": ATTACK, "mode": "off", "dice": [9]}, "bad_action", "dice"),
        ({"op": "apply", "action": {"kind": "next_phase"}, "mode": "mild"}, "bad_request", "mode"),
        ({"op": "apply", "action": {"kind": "next_phase"}, "dice": ["6"]}, "bad_request", "dice"),
        (
            {"op": "apply", "action": {"kind": "setup", "scenario": "short"}},
            "not_supported",
            "action.kind",
        ),
    ],
)
def test_bad_questions_are_refused_with_a_message(probe, request_, code, where):
    enemy = {**UNIT, "id": "g1", "side": "german", "hex": "0507"}
    pos = load(probe, units=[UNIT, enemy])
    error = refused(probe, pos=pos, **request_)
    assert error["code"] == code
    if where is not None:
        assert error.get("where") == where


def test_before_the_first_entry_the_board_is_empty_and_no_action_legal(probe):
    pos = probe.answer({"op": "load", "log": str(LOG), "at": 0})["result"]["pos"]
    assert probe.answer({"op": "state", "pos": pos})["result"]["units"] == {}
    assert probe.answer({"op": "legal", "pos": pos})["result"]["actions"] == []


def test_a_missing_entry_is_named(probe):
    assert refused(probe, op="load", log=str(LOG), at=10**6)["where"] == "at"


def test_lists_of_any_length_can_be_requested(probe):
    pos = load(probe, units=[UNIT])
    assert probe.answer({"op": "legal", "pos": pos, "most": 10**30, "start": 10**30})["ok"]


def test_the_oldest_handle_is_dropped(probe, monkeypatch):
    monkeypatch.setattr(module, "MOST_HANDLES", 3)
    handles = [load(probe) for _ in range(4)]
    assert len(set(handles)) == 4
    assert refused(probe, op="zoc", pos=handles[0], side="allied")["code"] == "bad_request"
    assert probe.answer({"op": "zoc", "pos": handles[1], "side": "allied"})["ok"]


def test_a_log_is_loaded_at_an_entry(probe):
    first = probe.answer({"op": "load", "log": str(LOG), "at": 1})["result"]
    opening = probe.answer({"op": "load", "scenario": "campaign"})["result"]
    assert first["digest"] == opening["digest"]
    last = probe.answer({"op": "load", "log": str(LOG)})["result"]
    assert last["digest"] != first["digest"]
    assert probe.answer({"op": "supply", "pos": last["pos"], "side": "allied"})["ok"]


@pytest.mark.parametrize(
    ("name", "inputs", "result"),
    [
        ("crt", {"column": "3:1", "die": 6}, "D1"),
        ("crt", {"column": "1:3", "die": 1}, "A1"),
        ("determined_defense", {"column": "city", "die": 4}, "hold 1/1"),
        ("determined_defense", {"column": "other", "die": 6, "drm": 1}, "hold 1/0"),
        ("weather", {"column": "AM", "die": 3, "drm": 2}, "overcast"),
        ("airlanding", {"die": 6}, "S1"),
        ("demolition", {"die": 3, "drm": -1}, "intact"),
        ("recovery", {"die": 3, "drm": 1}, "recover"),
        ("isolation", {"die": 5}, "no effect"),
        ("disengagement", {"die": 4}, "Yes"),
    ],
)
def test_tables_are_returned(probe, name, inputs, result):
    answer = probe.answer({"op": "table", "game": "holland44", "name": name, **inputs})
    assert answer["result"]["result"] == result


def test_combats_and_notes_are_judged_too(probe):
    enemy = {**UNIT, "id": "g1", "side": "german", "hex": "0506", "defense": 2}
    pos = load(probe, units=[{**UNIT, "attack": 4}, enemy])
    combat = {
        "kind": "combat",
        "attackers": ["a1"],
        "target": "0506",
        "attack": 4,
        "defense": 2,
        "column": "2:1",
        "result": "DR",
    }
    assert probe.answer({"op": "judge", "pos": pos, "action": combat})["result"]["legal"]
    far = {**combat, "target": "0601"}
    assert not probe.answer({"op": "judge", "pos": pos, "action": far})["result"]["legal"]
    note = {"kind": "note", "text": "hello"}
    judged = probe.answer({"op": "judge", "pos": pos, "action": note})["result"]
    assert judged == {"verdicts": [], "legal": True}
