"""Attachments: pieces find others, send them keys, read and set their properties."""

from __future__ import annotations

import pytest

from engine.core.dice import Rolled
from engine.report.as_vassal import export_to_vassal
from engine.vassal.command_run import Act
from engine.vassal.savegame import read_game
from tests.unit.vassal.test_acting import add, changes, do, named, prop, texts, trait, words

AMMO = prop("Ammo", ("Fire", named("fire"), ["I", "-1"]))
ATTACHED = "COUNTER|true|CURATTACH|||||0|0||false|||EQUALS|{}|{}"


def attach(name="Crew", condition="", *, answer="nothing", detach="nothing", before="nothing",
           own="false", auto="false", clear=""):  # fmt: skip
    return trait(
        "attach", name, "", "Attach", named("attach"), "Let go", named("free"), condition, "false",
        1, "true", "", "-1", "", "Let some go", named("some"), clear, answer, detach, before, own,
        auto,
    )  # fmt: skip


def value(made, unit, name):
    act = Act(made.module.drawing, made.now, made.module.places, Rolled())
    return act.value(unit, name)


def worked(made, unit, expression):
    act = Act(made.module.drawing, made.now, made.module.places, Rolled())
    return act.text(expression, unit)


@pytest.fixture
def crew(game):
    """A leader, and two guns with ammunition."""
    gun = (AMMO, attach(answer="follow", detach="remove"))
    return game(
        add(attach(condition='{BasicName=="Gun"}', detach="remove", clear="{Ammo==5}"),
            trait("globalkey", "All fire", named("allfire"), named("fire"), "", "false", 1, "false",
                  "true", "", "", "-1", ATTACHED.format("Crew", "")),
            trait("globalkey", "One fires", named("one"), named("fire"), "", "false", 1, "false",
                  "true", "", "", "-1", ATTACHED.format("Crew", "2")),
            trait("setpieceprop", "Ammo", "true,0,9,false", changes(("Fill", named("fill"),
                  ["P", "9"])), "", ATTACHED.format("Crew", "1"), "", "false", 1, "true", "", "-1",
                  "false"),
            name="Leader", states={0: "0"}),
        add(*gun, name="Gun", states={0: "5", 1: "0"}),
        add(*gun, name="Gun", states={0: "3", 1: "0"}),
        add(AMMO, name="Mule", states={0: "1"}),
    )  # fmt: skip


def test_matching_pieces_are_attached_and_receive_keys(crew):
    assert texts(crew)[:3] == ["Attach", "Let some go", "Let go"]
    assert value(crew, "start-1", "AttachCount") == "0"
    do(crew, "name:attach")
    assert value(crew, "start-1", "Crew_AttachCount") == "2"
    assert value(crew, "start-1", "Crew_Ammo") == "5"
    assert worked(crew, "start-1", '{GetAttachProperty("Crew","Ammo",2)}') == "3"
    assert worked(crew, "start-1", '{GetAttachProperty("Crew","Ammo",3)}') == ""
    do(crew, "name:allfire")
    do(crew, "name:one")
    assert [value(crew, f"start-{n}", "Ammo") for n in (2, 3, 4)] == ["4", "1", "1"]
    do(crew, "name:fill")
    assert [value(crew, f"start-{n}", "Ammo") for n in (2, 3, 4)] == ["9", "1", "1"]


def test_attachments_of_the_same_name_follow_and_detach_together(crew):
    do(crew, "name:attach")
    assert value(crew, "start-2", "Crew_BasicName") == "Leader"
    do(crew, "name:some")  # those with an ammunition of 5
    assert value(crew, "start-1", "AttachCount") == "1"
    assert value(crew, "start-2", "AttachCount") == "0"
    assert value(crew, "start-3", "AttachCount") == "1"
    do(crew, "name:free")
    assert [value(crew, f"start-{n}", "AttachCount") for n in (1, 3)] == ["0", "0"]


def test_attach_all_joins_the_whole_group(game):
    made = game(*(add(attach(answer="attachAll"), states={0: "0"}) for _ in range(4)))
    do(made, "name:attach")
    assert [value(made, f"start-{n}", "AttachCount") for n in (1, 2, 3, 4)] == ["3"] * 4


def test_an_automatic_attachment_links_pieces_of_its_name(game):
    made = game(add(attach(auto="true")), add(attach(auto="true")), add(attach("Other")))
    assert texts(made) == []
    assert value(made, "start-1", "AttachCount") == "1"


def test_too_many_attachments_are_reported(game, monkeypatch):
    monkeypatch.setattr("engine.vassal.key_strokes_attachments.MAX_STATE", 20)
    made = game(*(add(attach(condition='{BasicName=="Inf"}'), states={0: "0"}) for _ in range(5)))
    assert "At most 2" in do(made, "name:attach").action.text
    assert value(made, "start-1", "AttachCount") == "2"


def test_an_attachment_is_exported_to_vassal(crew, tmp_path):
    do(crew, "name:attach")
    given = export_to_vassal(crew, tmp_path / "g0.h44log", tmp_path / "back.vsav", steps=False)
    (state,) = (c.state for c in read_game(given.path).setup if getattr(c, "id", "") == "start-1")
    assert state[0] == "2;start-2;start-3"
    assert not any("start-2" in word for word in words(crew))
