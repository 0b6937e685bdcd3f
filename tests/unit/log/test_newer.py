"""Data of a newer version is reported as newer, not as damaged."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import orjson
import pytest

from engine.log.chain import START, seal
from engine.log.entry import Header
from engine.log.store import LogError, LogFile, load, repair
from tests.unit.log.test_store import is_sentence, note


def add_line(log: Path, record: dict[str, Any]) -> None:
    """Append a record with a valid link, whatever its content."""
    body = orjson.dumps(record, option=orjson.OPT_SORT_KEYS)
    link = hashlib.blake2b(load(log).link.encode() + body, digest_size=16).hexdigest()
    with log.open("ab") as file:
        file.write(body[:-1] + b',"link":"' + link.encode() + b'"}\n')


def changed(**fields: Any) -> dict[str, Any]:
    return {**note(5).to_json(), **fields}


NEWER = {
    "the field 'signature' is not known": changed(signature="abc"),
    "the kind 'teleport' is not known": changed(action={"kind": "teleport", "units": []}),
    "the field 'colour' is not known": changed(
        action={"kind": "note", "text": "x", "colour": "red"}
    ),
    "the kind 'vanish' is not known": changed(effects=[{"kind": "vanish", "unit": "x"}]),
    "the word 'dice server' is not known": changed(
        dice=[{"sides": 6, "count": 1, "values": [1], "source": "dice server"}]
    ),
}


@pytest.mark.parametrize(("why", "record"), NEWER.items(), ids=NEWER)
def test_unknown_data_is_reported_as_newer(
    small_log: Path, why: str, record: dict[str, Any]
) -> None:
    add_line(small_log, record)
    loaded = load(small_log)
    assert loaded.newer
    assert len(loaded.log) == 4
    assert loaded.damage is not None
    assert is_sentence(loaded.damage, small_log)
    assert "newer version" in loaded.damage
    assert why in loaded.damage
    assert "entry 5" in loaded.damage
    assert "Entries up to 4 can be read" in loaded.damage
    assert "repair" not in loaded.damage
    assert "damaged" not in loaded.damage
    before = small_log.read_bytes()
    with pytest.raises(LogError, match="newer version"):
        LogFile.open(small_log)
    copy = small_log.with_name("copy.h44log")
    with pytest.raises(LogError, match="newer version"):
        repair(loaded, copy)
    assert not copy.exists()
    assert small_log.read_bytes() == before


def test_invalid_data_is_not_reported_as_newer(small_log: Path) -> None:
    add_line(small_log, changed(at=5, signature="abc"))
    loaded = load(small_log)
    assert not loaded.newer
    assert loaded.damage is not None
    assert "damaged at entry 5" in loaded.damage
    assert "Entries up to 4 are intact" in loaded.damage


def test_a_changed_byte_is_always_damage(small_log: Path) -> None:
    data = small_log.read_bytes()
    at = data.rindex(b'"note"')
    small_log.write_bytes(data[:at] + b'"nose"' + data[at + 6 :])
    loaded = load(small_log)
    assert not loaded.newer
    assert loaded.damage is not None
    assert "damaged at entry 4" in loaded.damage


def test_a_header_with_more_fields_is_newer(tmp_path: Path, header: Header) -> None:
    path = tmp_path / "a.h44log"
    path.write_bytes(seal({**header.model_dump(mode="json"), "clock": "chess"}, START)[0])
    with pytest.raises(LogError, match="written by a newer version") as caught:
        load(path)
    assert is_sentence(str(caught.value), path)
    assert "clock" in str(caught.value)


@pytest.mark.parametrize(
    ("named", "newer"), [("h44log/3", True), ("h44log/02", False), ("h44log/0", False)]
)
def test_only_a_later_format_is_newer(
    tmp_path: Path, header: Header, named: str, newer: bool
) -> None:
    path = tmp_path / "a.h44log"
    path.write_bytes(seal({**header.model_dump(mode="json"), "format": named}, START)[0])
    with pytest.raises(LogError, match=named) as caught:
        load(path)
    assert ("newer" in str(caught.value)) is newer
