import json

from typer.testing import CliRunner

from engine.vassal.cli import vassal_app
from tests.unit.vassal import making

RUN = CliRunner()


def test_info_tells_a_log(vlog):
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


def test_info_tells_a_module(vmod):
    result = RUN.invoke(vassal_app, ["info", str(vmod)])
    assert result.exit_code == 0
    assert "Little" in result.stdout
    assert "org.example.Custom" in result.stdout
    assert "first 0101" in " ".join(result.stdout.split())


def test_text_tells_a_log(vlog, vmod):
    result = RUN.invoke(vassal_app, ["text", str(vlog), "--module", str(vmod)])
    told = result.stdout.splitlines()
    assert result.exit_code == 0
    assert "    2  Blue: 1/12 Inf moves 0101 -> 0201" in told
    assert any("[3,4]" in line for line in told)
    assert any(line.startswith("    4  [") for line in told)
    assert "— Turn 2, Move —" in told
