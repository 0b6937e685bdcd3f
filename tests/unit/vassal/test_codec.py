import random

import pytest

from engine.vassal.codec import chain, chained, join, numbers, parse_bool, split, whole
from engine.vassal.errors import MAX_LINKS, VassalError


def plain_split(text, delimiter):
    """Decode character by character, slow but obvious."""
    items, item = [], ""
    for i, character in enumerate(text):
        if character != delimiter:
            item += character
        elif i > 0 and text[i - 1] == "\\":
            item = item[:-1] + delimiter
        else:
            items.append(item)
            item = ""
    items.append(item)
    return [x[1:-1] if len(x) > 1 and x[0] == "'" and x[-1] == "'" else x for x in items]


def plain_join(items, delimiter):
    texts = []
    for item in items:
        text = "".join("\\" + c if c == delimiter else c for c in item)
        quoted = item.startswith("\\") or (item.startswith("'") and item.endswith("'"))
        texts.append("'" + text + "'" if quoted else text)
    return delimiter.join(texts)


def plain_chain(text):
    pair = plain_split(text, "\t")
    return (pair[0], *plain_chain(pair[1])) if len(pair) > 1 else (text,)


def agree(cases, seed):
    generator = random.Random(seed)
    for _ in range(cases):
        delimiter = generator.choice(";,\t/|\x1b")
        alphabet = f"ab\\'{delimiter}{generator.choice(';,/')}"
        items = [
            "".join(generator.choices(alphabet, k=generator.randrange(7)))
            for _ in range(generator.randrange(1, 6))
        ]
        text = plain_join(items, delimiter)
        assert join(items, delimiter) == text
        assert split(text, delimiter) == plain_split(text, delimiter)
        raw = "".join(generator.choices(alphabet, k=generator.randrange(20)))
        assert split(raw, delimiter) == plain_split(raw, delimiter)
        tabs = "".join(generator.choices("ab\\'\t", k=generator.randrange(24)))
        assert chain(tabs) == plain_chain(tabs)


def test_the_codec_agrees_with_a_plain_one():
    agree(8_000, seed=1)


@pytest.mark.soak
def test_the_codec_agrees_with_a_plain_one_on_many_cases():
    agree(100_000, seed=2)


def test_an_item_ending_in_a_backslash_merges_with_the_next():
    assert split(join(["a\\", "b"], ";"), ";") == ["a;b"]
    assert split(join(["a", "b\\"], ";"), ";") == ["a", "b\\"]


def test_empty_lists_and_items():
    assert split("", ";") == [""]
    assert split("a;", ";") == ["a", ""]
    assert join(["", None, "x"], ";") == ";;x"


@pytest.mark.parametrize(
    "links",
    [
        ["piece;;;a.png;A"],
        ["mark;Side", "emb2;a\tb;c", "piece;;;a.png;A"],
        ["'quoted'", "\\slash", "'", "tab\tin it", "piece;;;a"],
        ["x"] * 151,
    ],
)
def test_chains_are_decoded_unchanged(links):
    assert chain(chained(links)) == tuple(links)


def test_a_chain_of_ten_thousand_links_is_refused_in_one_sentence():
    text = "".join("a" + "\\" * k + "\t" for k in range(10_000)) + "x"
    with pytest.raises(VassalError, match=f"more than {MAX_LINKS} traits"):
        chain(text)


def test_numbers_are_parsed_as_java_writes_them():
    assert whole("12.0") == 12
    assert whole("-3") == -3
    assert whole("1e999") is None
    assert whole("NaN") is None
    assert whole("x", 7) == 7
    assert numbers("1,x,2.5") == [1, 2]
    assert parse_bool("TRUE")
    assert not parse_bool("")
