"""The line in the toolbar: who is connected, as far as this machine is told."""

from __future__ import annotations

from holland44_qt.together.status_text import Status, status_name, status_text, status_tip


def status(own: str, standing: str = "connected") -> Status:
    names = {"allied": "Allied", "german": "German"}
    seats = {side: (name, side == own) for side, name in names.items()}
    return Status(standing=standing, turn="German", seats=seats, here={"german": ""})


def test_players_see_who_is_connected() -> None:
    assert status_text(status("allied")) == "● Allied (you)   ▸● German   connected"


def test_without_a_connection_nobody_is_shown_as_connected() -> None:
    assert status_text(status("allied", "offline")) == "○ Allied (you)   ▸○ German   offline"


def test_a_spectator_who_is_not_told_sees_only_whose_turn_it_is() -> None:
    assert status_text(status("")) == "Allied   ▸German   watching   connected"
    assert "away" not in status_tip(status(""))


def test_a_screen_reader_hears_the_state_of_the_connection() -> None:
    name = status_name(status("allied"))
    assert name.startswith("Connection of the shared game: connected; ")
    assert "German" in name
    assert not any(symbol in name for symbol in "●○▸")
