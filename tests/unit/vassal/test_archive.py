import contextlib
import io
import struct
import zipfile

import pytest
from PIL import Image

from engine.vassal import archive as archives
from engine.vassal import obfuscation
from engine.vassal.archive import Archive, find_image, parse_xml, picture_size
from engine.vassal.buildfile import ModuleInfo
from engine.vassal.errors import MAX_NESTING, VassalError
from engine.vassal.importer import import_games
from engine.vassal.obfuscation import DEFLATED, HEX, PACKED, RAW, disguise, reveal
from engine.vassal.savegame import read_game
from engine.vassal.series import in_a_row
from tests.unit.vassal import making


def written(tmp_path, data, name="file"):
    path = tmp_path / name
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("header", [HEX, DEFLATED, RAW, PACKED, b""])
def test_every_encoding_is_decoded(header):
    text = "begin_save\x1bÄ – end_save"
    assert reveal(disguise(text, header, 0xA7)) == text


def test_upper_case_digits_are_decoded():
    assert reveal(HEX + b"00" + b"4A4b") == "JK"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"!VCSKzz00", "hexadecimal"),
        (b"!VCSZ00" + b"00ff", "does not unpack"),
        (b"VOBS", "ends in its header"),
        (b"\xff\xfe", "not UTF-8"),
    ],
)
def test_a_damaged_body_is_reported_in_one_sentence(data, why):
    with pytest.raises(VassalError, match=why):
        reveal(data)


def test_a_zlib_bomb_stops_at_the_limit(monkeypatch):
    monkeypatch.setattr(obfuscation, "MAX_TEXT", 100_000)
    with pytest.raises(VassalError, match="unpacks to more"):
        reveal(disguise("a" * 300_000, DEFLATED))


@pytest.mark.parametrize("header", [HEX, DEFLATED, RAW, PACKED, b""])
def test_a_saved_game_without_a_zip_opens(tmp_path, header):
    path = written(tmp_path, disguise(making.write_game(making.setup(), making.steps()), header))
    game = read_game(path)
    assert len(game.steps) == 7
    assert game.is_log


def test_a_zip_with_nothing_but_the_saved_game_opens(tmp_path):
    data = making.zipped({"savedGame": making.write_game(making.setup(), [])})
    assert not read_game(written(tmp_path, data, "old.sav")).is_log


@pytest.mark.parametrize("name", ["../evil", "/etc/evil", "a/../../evil", "C:/evil", "..\\evil"])
def test_a_path_out_of_the_archive_is_refused(tmp_path, name):
    path = written(tmp_path, making.zipped({name: "x", "buildFile": making.BUILD_FILE}))
    with pytest.raises(VassalError, match="outside"):
        Archive(path)


def test_an_entry_that_claims_four_gigabytes_is_refused(tmp_path):
    data = bytearray(making.zipped({"savedGame": "begin_save"}))
    at = data.rindex(b"PK\x01\x02")
    data[at + 24 : at + 28] = struct.pack("<I", 0xFFFFFFF0)
    path = written(tmp_path, bytes(data))
    with pytest.raises(VassalError, match="MB"):
        read_game(path)


def test_an_entry_longer_than_declared_is_refused(tmp_path):
    data = bytearray(making.zipped({"savedGame": "begin_save" * 500}))
    at = data.rindex(b"PK\x01\x02")
    data[at + 24 : at + 28] = struct.pack("<I", 10)
    with pytest.raises(VassalError, match="damaged"):
        read_game(written(tmp_path, bytes(data)))


def test_too_many_entries_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(archives, "MAX_FILES", 3)
    path = written(tmp_path, making.zipped({str(i): "x" for i in range(4)}))
    with pytest.raises(VassalError, match="more than 3 files"):
        Archive(path)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "neither"),
        (b"hello", "neither"),
        (b"PK\x03\x04 cut off", "neither|damaged"),
        (making.zipped({"readme": "x"}), "neither"),
        (making.zipped({"savedGame": "begin_save"}), "breaks off"),
        (making.zipped({"savedGame": "something"}), "does not begin"),
    ],
)
def test_an_invalid_game_is_reported_by_name(tmp_path, data, why):
    path = written(tmp_path, data, "odd.vlog")
    with pytest.raises(VassalError, match=why) as error:
        read_game(path)
    assert "odd.vlog" in str(error.value)


def test_a_missing_file_and_a_folder_are_reported(tmp_path):
    with pytest.raises(VassalError, match="does not exist"):
        Archive(tmp_path / "none")
    with pytest.raises(VassalError, match="folder"):
        Archive(tmp_path)


BOMB = """<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><x>&b;</x>"""


@pytest.mark.parametrize("text", [BOMB, '<!DOCTYPE x SYSTEM "file:///etc/passwd"><x/>'])
def test_entities_and_document_types_are_refused(tmp_path, text):
    with pytest.raises(VassalError, match="entities"):
        parse_xml(text.encode(), tmp_path, "buildFile")


def test_a_too_deeply_nested_build_file_is_refused(tmp_path):
    depth = 10_000
    text = "<VASSAL.build.GameModule>" + "<a>" * depth + "</a>" * depth
    path = written(tmp_path, making.module(text + "</VASSAL.build.GameModule>"))
    with pytest.raises(VassalError, match=f"deeper than {MAX_NESTING}"):
        ModuleInfo.read(path)


def test_a_file_with_another_root_is_no_module(tmp_path):
    with pytest.raises(VassalError, match="begins with svg"):
        ModuleInfo.read(written(tmp_path, making.module("<svg/>")))


def test_pictures_are_found_as_vassal_finds_them(tmp_path):
    names = {"images/a.png": "1", "images/b.gif": "2", "images/e\u0301.png": "3"}
    module = Archive(written(tmp_path, making.zipped({**names, "buildFile": making.BUILD_FILE})))
    extra = making.zipped({"images/c.png": "4", "buildFile": "x", "extensiondata": "x"})
    extension = Archive(written(tmp_path, extra, "extra.vmdx"))
    assert extension.kind == "extension"
    both = [module, extension]
    assert find_image("a.png", both) == (module, "images/a.png")
    assert find_image("/images/a.png", both) == (module, "images/a.png")
    assert find_image("b", both) == (module, "images/b.gif")
    assert find_image("\u00e9.png", both) == (module, "images/e\u0301.png")
    assert find_image("c.png", both) == (extension, "images/c.png")
    assert find_image("none.png", both) is None
    module.close()
    extension.close()


@pytest.mark.parametrize("kind", ["PNG", "GIF", "JPEG"])
def test_the_size_of_a_picture_comes_from_its_header(kind):
    buffer = io.BytesIO()
    Image.new("RGB", (37, 21)).save(buffer, kind)
    assert picture_size(buffer.getvalue()) == (37, 21)
    assert picture_size(buffer.getvalue()[:8]) is None


def test_a_locked_entry_is_refused(tmp_path):
    data = bytearray(making.zipped({"savedGame": "begin_save"}))
    for mark in (b"PK\x03\x04", b"PK\x01\x02"):
        at = data.rindex(mark)
        data[at + (6 if mark[2] == 3 else 8)] |= 1
    assert zipfile.is_zipfile(written(tmp_path, bytes(data)))
    with pytest.raises(VassalError, match="password"):
        read_game(tmp_path / "file")


def test_a_bomb_is_not_unpacked(tmp_path, monkeypatch):
    monkeypatch.setattr("engine.vassal.archive.MAX_ENTRY", 2**20)
    path = written(tmp_path, making.zipped({"savedGame": b"\0" * (2**20 + 1)}))
    assert path.stat().st_size < 4_000
    with pytest.raises(VassalError, match="more than 1 MB"), Archive(path) as archive:
        archive.read("savedGame")


def test_a_file_truncated_anywhere_opens_or_is_refused(tmp_path):
    data = making.log(making.setup(), making.steps())
    path = tmp_path / "cut.vlog"
    said = set()
    for end in range(0, len(data), 7):
        path.write_bytes(data[:end])
        try:
            read_game(path)
        except VassalError as error:
            said.add(str(error))
    assert said
    assert not any("\n" in sentence for sentence in said)


def test_a_file_with_any_flipped_bit_opens_or_is_refused(tmp_path):
    data = making.log(making.setup(), making.steps())
    path = tmp_path / "flipped.vlog"
    for at in range(0, len(data), 3):
        path.write_bytes(data[:at] + bytes([data[at] ^ 1 << at % 8]) + data[at + 1 :])
        with contextlib.suppress(VassalError):
            import_games(in_a_row([read_game(path)]), None)
