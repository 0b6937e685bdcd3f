"""The drawer with the road on which a game is centred."""

from __future__ import annotations

from pathlib import Path

from holland44_qt.aids.ribbon_feature import STEP, TOP, RibbonFeature
from holland44_qt.window.table_window import TableWindow


def test_the_highway_from_its_end_to_its_beginning(window: TableWindow, tmp_path: Path) -> None:
    assert window.session.new(tmp_path / "a.h44log", "airbridge", "introductory", mode="enforced")
    window.panels.show("ribbon")
    assert window.panels.is_shown("ribbon")
    feature = window.feature(RibbonFeature)
    picture = feature.picture
    assert len(picture.stops) == 85
    places = window.session.module.places
    assert places.name(picture.stops[-1].place) == "A0107"
    assert places.name(picture.stops[0].place) == "B5014"
    assert picture.stops[-1].open
    assert not picture.stops[0].open
    assert {s.holder for s in picture.stops} == {"german"}
    assert "A0306: 3 of 85" in feature.text.text()  # A0406 lies in a German zone
    assert picture.at(TOP + 84.5 * STEP) == 84
    assert picture.at(TOP + 86 * STEP) == -1
    assert picture.minimumHeight() >= 85 * STEP


def test_a_game_without_such_a_road_has_no_drawer(window: TableWindow, tmp_path: Path) -> None:
    assert window.session.new(tmp_path / "h.h44log", "holland44", "campaign", mode="enforced")
    assert not window.commands["ribbon"].isEnabled()
