import json

import pytest
from typer.testing import CliRunner

from engine.cli.vassal import vassal_app
from engine.core.errors import UserError
from engine.log.verify import verify
from engine.play.game import Game, Recording
from engine.play.vassal.opened_module import new_game
from holland44_qt.command_line import app
from tests.unit.vassal import making

RUN = CliRunner()


def test_info_describes_a_log(vlog):
    result = RUN.invoke(vassal_app, ["info", str(vlog), "--json"])
    report = json.loads(result.stdout)
    assert result.exit_code == 0
    assert report["kind"] == "log"
    assert report["name"] == "Little"
    assert report["steps"] == 7
    assert report["dice"] == 1
    assert report["unknown"] == {"bd": 1}
    assert report["kept"] == {"odd": 2}
    assert report["sides"] == ["Blue"]
    assert report["problems"] == ["A piece that is not in the game is removed (nobody)."]
    assert making.PASSWORD not in result.stdout


def test_info_describes_a_module(vmod):
    result = RUN.invoke(vassal_app, ["info", str(vmod)])
    assert result.exit_code == 0
    assert "Little" in result.stdout
    assert "org.example.Custom" in result.stdout
    assert "first 0101" in " ".join(result.stdout.split())


def test_text_prints_a_log(vlog, vmod):
    result = RUN.invoke(vassal_app, ["text", str(vlog), "--module", str(vmod)])
    told = result.stdout.splitlines()
    assert result.exit_code == 0
    assert "    2  Blue: 1/12 Inf moves 0101 -> 0201" in told
    assert any("[3,4]" in line for line in told)
    assert any(line.startswith("    4  [") for line in told)
    assert "— Turn 2, Move —" in told


def test_info_describes_several_files(vlog, vmod):
    result = RUN.invoke(vassal_app, ["info", str(vlog), str(vmod), "--json"])
    log, module = json.loads(result.stdout)
    assert (log["kind"], module["kind"]) == ("log", "module")
    assert module["ignored"]["Custom"] == 1
    assert module["components"]["HexGrid"] == 1


@pytest.fixture
def table(tmp_path):
    """A game of a module, with commands to act in it."""
    vmod = tmp_path / "p.vmod"
    vmod.write_bytes(making.playable())
    new_game(vmod, tmp_path / "p.h44log").close()

    def done(*words):
        result = RUN.invoke(vassal_app, ["do", str(tmp_path / "p.h44log"), *words])
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result.stdout.strip()

    done.path = tmp_path / "p.h44log"
    return done


def test_a_game_is_played_from_the_terminal(table):
    assert "Inf" in table("move", "start-1", "--to", "0201")
    assert "reduced" in table("layer:0:+1", "start-1")
    assert "60°" in table("turn:2:60", "start-1")
    assert "masked: Blue" in table("mask:3", "start-1", "--by", "Blue")
    assert "is placed in 0301" in table("bring", "Inf", "--to", "0301")
    assert table("shuffle", "Cards").endswith("Cards is shuffled.")
    drawn = table("draw", "Cards", "--to", "0301", "--count", "2")
    assert drawn.endswith("2 drawn from Cards to 0301.")
    assert "2d6" in table("roll", "2d6")
    assert "Shot die" in table("roll", "Shot die")
    assert table("turn").endswith("Turn: Turn 1, Fight.")
    assert table("clone", "start-1")
    assert table("delete", "start-1~1")
    recording = Recording.load(table.path)
    assert len(recording) == 13
    report = verify(recording.log, recording.module.places, recording.annotations, lambda _: None)
    assert report.problems == []


@pytest.mark.parametrize(
    "words",
    [
        ("move", "nobody", "--to", "0201"),
        ("move", "start-1", "--to", "nowhere"),
        ("move",),
        ("bring", "nothing", "--to", "0201"),
        ("shuffle", "nothing"),
        ("draw", "Cards", "--to", "0201", "--count", "9"),
        ("roll", "nothing"),
        ("turn", "nothing"),
        ("dance", "start-1"),
    ],
)
def test_an_impossible_order_is_reported_and_not_recorded(table, words):
    with pytest.raises(UserError) as error:
        table(*words)
    assert "\n" not in str(error.value)
    assert len(Recording.load(table.path)) == 1


def test_orders_are_listed_while_the_game_is_open_elsewhere(table):
    with Game.open(table.path):
        result = RUN.invoke(vassal_app, ["orders", str(table.path), "start-1"])
        assert result.exit_code == 0
        assert "clone" in result.stdout


def test_the_orders_of_a_piece_are_listed(table):
    result = RUN.invoke(vassal_app, ["orders", str(table.path), "start-1"])
    assert result.exit_code == 0
    assert "layer:0:+1" in result.stdout
    assert "clone" in result.stdout


def test_the_modules_own_commands_are_listed_and_run(table):
    result = RUN.invoke(vassal_app, ["orders", str(table.path), "start-1"])
    assert "key:72,128" in result.stdout
    assert "masked: Blue" in table("key:72,128", "start-1", "--by", "Blue")
    with pytest.raises(UserError, match="nothing"):
        table("press", "nothing")


def test_a_destination_that_is_missing_is_asked_for(table):
    with pytest.raises(UserError, match="Name the place with --to"):
        table("draw", "Cards")
    done = RUN.invoke(app, ["odds", "0101", "x", "--log", str(table.path)])
    assert "has no rules that could answer" in str(done.exception)
