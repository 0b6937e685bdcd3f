"""Hidden units in a shared game: a third person's referee judges a meeting of two groupings."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import orjson
import pytest
from typer.testing import CliRunner

from engine.cli.main import app
from engine.core import actions as act
from engine.core.state import as_json
from engine.log.boxes import make_box, open_box
from engine.log.entry import Entry
from engine.log.hidden_orders import (
    RefereeView,
    false_openings,
    opened_log,
    seal_order,
    still_hidden,
)
from engine.log.signatures import KeySigner
from engine.log.store import load
from engine.log.tree import Log
from engine.log.verify import verify
from engine.modules.module import load_module
from engine.play import referee
from engine.play.game import OrderSent, Recording
from engine.play.scrutiny import scrutinise
from engine.report.viewpoint import NEUTRAL, default_viewpoint, viewed
from engine.together.ahead import Ahead, seal_ahead
from engine.together.host_folder import HostFolder
from engine.together.host_thread import HostThread
from engine.together.invitation import Invitation
from engine.together.manners import YES
from engine.together.membership import membership_of
from engine.together.referee_machine import RefereeFolder
from engine.together.referee_service import RefereeName, Seat
from logs.build import FOLDER
from tests.games.test_secrets import named
from tests.together.tables import Player, two_players
from tests.together.test_referee_service import ThirdMachine

pytest.importorskip("nats")
pytest.importorskip("nacl")
RECORDED = load(FOLDER / "two-groupings.h44log").log.entries
MOVED = 13
"""The recorded entries up to the moves of both groupings."""


class Meeting:
    """Ann (Allies), Bob (Germans) and a referee on a third machine, each with own files."""

    def __init__(self, ann: Player, bob: Player, judge: RefereeFolder, seat: Seat) -> None:
        self.seats = {"allied": ann, "german": bob}
        self.judge, self.seat = judge, seat
        self.third = ThirdMachine(judge)

    def order(self, action: act.Action, by: str) -> None:
        """Give an order once its player knows the game, and wait until both have its entry."""
        giver = self.seats[by]
        known = max(len(player.table.game.log) for player in self.seats.values())
        giver.until(lambda: len(giver.table.game.log) >= known)
        if isinstance(action, act.SetRules):
            referee.set_rules(giver.table.game, action.mode, by=by)
        else:
            with pytest.raises(OrderSent):
                referee.play(giver.table.game, action, by=by)

        def is_known(player: Player) -> bool:
            return bool(giver.refusals) or len(player.table.game.log) > known

        for one in (giver, *self.seats.values()):
            one.until(partial(is_known, one))
            assert giver.refusals == []
        giver.until(lambda: not giver.table.waiting)

    def play_recorded(self, last: int) -> None:
        for entry in RECORDED[1:last]:
            self.order(entry.action, entry.by)

    def restart_referee(self) -> None:
        self.third.stop()
        self.third = ThirdMachine(self.judge)

    def whole(self) -> Recording:
        """Return the whole game, which only the referee can read."""
        log = load(self.seats["allied"].path).log
        view = RefereeView(self.seat.signer)
        return Recording(Log(log.header, map(view.entry, log.entries)), load_module("ardenas"))


@pytest.fixture
def meeting(
    host: HostThread, folder: HostFolder, tmp_path: Path, as_user: Callable[[str], None]
) -> Iterator[Meeting]:
    judge = RefereeFolder(tmp_path / "judge")
    name = RefereeName.parse(judge.new_seat().to_text())
    begun = two_players(
        folder, tmp_path, as_user, game="ardenas", scenario="full", dice="referee", judge=name
    )
    address = folder.referee_address(begun.game)
    assert address is not None
    judge.add(Invitation.parse(address.to_text()))
    made = []
    for user in ("ann", "bob"):
        as_user(user)
        made.append(Player(tmp_path / f"{user}.h44log"))
        made[-1].until_connected()
    meeting = Meeting(made[0], made[1], judge, judge.seat_of(address))
    yield meeting
    meeting.third.stop()
    for player in made:
        player.table.close()


def unseen(game: Recording, side: str) -> set[str]:
    """Return the names and contents of groupings that a side never sees."""
    places, line = game.module.places, viewed(game, side)
    shown = [orjson.dumps(as_json(line.state(n), places)).decode() for n in range(len(line) + 1)]
    words = set[str]()
    for state in map(game.state, range(len(game) + 1)):
        words |= {*state.pieces, *state.markers, *state.tracks}
        words |= {v for v in state.tracks.values() if isinstance(v, str) and " " in v}
    return words - set(named("\n".join(shown), words))


def contents(line: Recording) -> str:
    """Return all entries and positions of a line as one text."""
    places = line.module.places
    states = [line.state(n) for n in range(len(line) + 1)]
    entries = [orjson.dumps(entry.to_json()).decode() for entry in line.timeline.entries]
    return "\n".join([*entries, *(orjson.dumps(as_json(s, places)).decode() for s in states)])


@pytest.mark.slow
def test_two_groupings_meet_with_the_referee_alone_knowing_both(
    meeting: Meeting, folder: HostFolder, tmp_path: Path, as_user: Callable[[str], None]
) -> None:
    meeting.play_recorded(MOVED + 3)
    for _ in range(4):  # of the answers that the fight asks for
        state = meeting.whole().state(len(meeting.whole()))
        ruling = referee.ruling_of(meeting.whole())
        assert ruling is not None
        if not state.pending:
            break
        meeting.order(ruling.legal(state, 1).actions[0], state.pending[-1].side)
    ann, bob = meeting.seats["allied"], meeting.seats["german"]
    whole = meeting.whole()
    secrets = unseen(whole, "allied")
    assert any("GE-Lehr-Pz" in word and "3921" in word for word in secrets)
    assert not named(contents(ann.table.game), secrets)
    assert named(contents(bob.table.game), secrets)
    # Each player has the position that the rules show to the side, and nobody else's box.
    for side, player in meeting.seats.items():
        known = viewed(whole, side)
        assert player.table.game.now == known.state(len(known)), side
    assert ann.path.read_bytes() == bob.path.read_bytes()
    log = load(ann.path).log
    boxed = [entry for entry in log.entries if entry.boxes]
    assert boxed
    for side in ("allied", "german"):
        as_user("ann" if side == "allied" else "bob")
        member = membership_of(log.header.id)
        assert member is not None
        readable = [
            reader for reader, box in boxed[-1].boxes.items() if open_box(box, member.signer)
        ]
        assert readable == [side]
    # Nothing on the players' and the host's machines has a secret in the clear.
    for file in (path for path in tmp_path.rglob("*") if path.is_file()):
        assert not named(file.read_bytes().decode(errors="replace"), secrets), file
    places = ann.table.game.module.places
    assert verify(log, places).problems == []
    assert len(still_hidden(log)) == len(boxed)
    as_user("bob")
    bob.table.close()
    # A machine is lost: key and file bring the view back.
    saved = tmp_path / "restored" / "bob.h44log"
    saved.parent.mkdir()
    shutil.copy(bob.path, saved)
    again = Player(saved)
    assert again.table.game.now == bob.table.game.now
    # In review the own file is shown to its owner alone.
    own = Recording.load(saved)
    assert contents(own) == contents(again.table.game)
    assert default_viewpoint(own) == NEUTRAL, "an export shows it to nobody unless asked"
    assert not named(contents(viewed(own, NEUTRAL)), secrets)
    assert not named(contents(Recording.load(folder.copy_of(log.header.id))), secrets)
    as_user("ann")
    assert not named(contents(Recording.load(saved)), secrets)
    assert scrutinise(Recording.load(ann.path)).is_clean, "a view is not judged"
    as_user("bob")
    again.table.close()


@pytest.mark.slow
def test_an_answer_sealed_ahead_is_opened_and_played_when_its_decision_comes(
    meeting: Meeting, as_user: Callable[[str], None]
) -> None:
    meeting.play_recorded(MOVED + 1)
    ann, bob = meeting.seats["allied"], meeting.seats["german"]
    known = len(ann.table.game.log)
    for at in ("US-28-999", "US-28-109"):  # the first is for another unit
        ahead = Ahead(decision="placement", option="0804", at=at)
        seal_ahead(ann.table.game, ann.path, "allied", ahead)
        ann.until(lambda: not ann.table.waiting)
    assert b'"option":"0804"' not in bob.path.read_bytes()
    bob.until(lambda: len(bob.table.game.log) == known + 2)
    for entry in RECORDED[14:16]:
        meeting.order(entry.action, entry.by)
    for player in (ann, bob):
        player.until(lambda p=player: len(p.table.game.log) == known + 6)  # type: ignore[misc]
    opened, answer = bob.table.game.log.entries[-2:]
    assert [one.name for one in opened.opened] == [f"ahead:{known + 2}"]
    assert answer.action == act.Choose(decision="placement", option="0804")
    assert answer.by == "allied"


@pytest.mark.slow
def test_the_referee_opens_everything_when_both_have_agreed(meeting: Meeting) -> None:
    meeting.play_recorded(MOVED)
    ann, bob = meeting.seats["allied"], meeting.seats["german"]
    meeting.restart_referee()  # who knows the whole game again from key and log
    meeting.order(act.NextPhase(), "german")
    whole = contents(meeting.whole())
    asked = ann.table.ask_opening()
    bob.until(lambda: len(bob.table.game.log) == asked.id)
    bob.table.answer(bob.table.game.log.entries[-1], YES)
    for player in (ann, bob):
        player.until(lambda p=player: still_hidden(load(p.path).log) == [])  # type: ignore[misc]
    assert whole.splitlines()[0] in contents(Recording.load(ann.path))
    done = CliRunner().invoke(app, ["verify", "--rules", str(ann.path)])
    assert done.exit_code == 0, done.output
    assert "hidden" not in done.output
    # What the referee opened is checked: an order that its player did not sign is named.
    log = load(ann.path).log
    other = seal_order(act.NextPhase())[1].model_dump(mode="json")
    for change in ({"order": other}, {"entry": {"by": "nobody"}}):
        wrong = Log(log.header, [_with_openings(entry, change) for entry in log.entries])
        problems = false_openings(wrong, opened_log(wrong))
        assert len(problems) == sum(len(entry.opened) for entry in log.entries)


def _with_openings(entry: Entry, change: dict[str, Any]) -> Entry:
    opened = [
        one.model_copy(update={"value": {**one.value, **change}})
        for one in entry.opened
        if isinstance(one.value, dict)
    ]
    return entry.model_copy(update={"opened": tuple(opened)})


def test_a_box_is_read_with_its_key_only_and_has_a_round_length() -> None:
    one, other = KeySigner.new(), KeySigner.new()
    box = make_box(b"x" * 700, one.key)
    assert open_box(box, one) == b"x" * 700
    assert open_box(box, other) is None
    assert open_box(box[:-8] + "AAAAAAA=", one) is None
    assert open_box("no box", one) is None
    assert len(make_box(b"y", one.key)) == len(box)
