"""Sealed lines."""

from __future__ import annotations

import hashlib

import pytest

from engine.log.chain import START, ChainError, is_torn, seal, unseal


def test_a_line_contains_its_record_and_its_link() -> None:
    line, link = seal({"b": 1, "a": "é"}, START)
    assert line == '{"a":"é","b":1,"link":"'.encode() + link.encode() + b'"}\n'
    body = '{"a":"é","b":1}'.encode()
    assert link == hashlib.blake2b(body, digest_size=16).hexdigest()
    _, second = seal({"a": 1}, link)
    expected = hashlib.blake2b(link.encode() + b'{"a":1}', digest_size=16)
    assert second == expected.hexdigest()


@pytest.mark.parametrize("end", [b"\n", b"", b"\r\n"])
def test_only_complete_lines_count(end: bytes) -> None:
    line, link = seal({"a": 1}, START)
    assert unseal(line.rstrip(b"\n") + end, START) == (b'{"a":1}', link)


@pytest.mark.parametrize("record", [{"a": "\ud800"}, {"a": 2**70}, {"a": object()}])
def test_values_without_json_are_refused(record: dict[str, object]) -> None:
    with pytest.raises(ChainError):
        seal(record, START)


def test_too_deep_nesting_is_refused() -> None:
    deep: list[object] = []
    for _ in range(5_000):
        deep = [deep]
    with pytest.raises(ChainError):
        seal({"a": deep}, START)


def test_every_proper_prefix_of_a_line_is_torn() -> None:
    line, _ = seal({"text": 'a quoted ,"link":"0" stays inside', "n": [1, 2]}, START)
    assert all(is_torn(line[:cut]) for cut in range(1, len(line) - 1))
    assert not is_torn(line)
    assert not is_torn(line[:-1])  # whole but for its newline
    assert not is_torn(line[:-1] + b"\x0b")  # its newline was damaged
