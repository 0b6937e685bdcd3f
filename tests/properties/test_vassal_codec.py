"""Invariants of the codec and the commands for any input."""

from hypothesis import given
from hypothesis import strategies as st

from engine.vassal import commands as cmd
from engine.vassal.codec import chain, chained, join, split
from engine.vassal.commands import ESC, leaves, parse, tree, untree

DELIMITERS = st.sampled_from(";,\t/|\x1b")
ODD = st.text(st.sampled_from("ab\\';,\t/|\x1b"), max_size=12)
SAFE = ODD.filter(lambda text: not text.endswith("\\"))
"""Items that the codec does not lose: it loses those that end in a backslash."""
LINKS = st.lists(SAFE.map(lambda text: f"x{text}"), min_size=1, max_size=6)


@given(st.lists(SAFE, min_size=1, max_size=6), DELIMITERS)
def test_items_are_decoded_unchanged(items, delimiter):
    assert split(join(items, delimiter), delimiter) == items


@given(LINKS)
def test_chains_are_decoded_unchanged(links):
    links[-1] = links[-1].replace("\t", "y")
    assert chain(chained(links)) == tuple(links)


@given(ODD, DELIMITERS)
def test_any_text_can_be_split(text, delimiter):
    assert split(text, delimiter)


@given(LINKS, LINKS, SAFE)
def test_pieces_are_decoded_unchanged(kind, state, name):
    kind[-1], state[-1] = kind[-1].replace("\t", "y"), state[-1].replace("\t", "y")
    added = cmd.Add(name, tuple(kind), tuple(state))
    assert parse(added.encode()) == added
    changed = cmd.Change(name, tuple(state), tuple(state))
    assert parse(changed.encode()) == changed


@given(st.lists(st.text(st.sampled_from("CHAT\\'x")).map("x{}y".format), min_size=2))
def test_compounds_are_decoded_unchanged(texts):
    text = join(texts, ESC)
    assert untree(tree(text)) == text
    assert list(leaves(tree(text)))


@given(st.text(max_size=60))
def test_any_text_parses_to_a_command(text):
    assert parse(text) is not None
