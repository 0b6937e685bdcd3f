"""The commands that query the rules: audit, odds, supply, rules, and a new game's mode."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine.play.game import Recording
from tests.running import output as run

LOG = str(Path(__file__).parents[2] / "logs" / "market-garden-turn-1.h44log")


@pytest.mark.slow
def test_audit_reports_entry_rule_and_reason_with_an_exit_code():
    text = run("audit", LOG, code=1)
    assert "Kanaalbrug Veghel" in text
    assert "5.4" in text
    assert "2 breaches" in text
    found = json.loads(run("audit", LOG, "--json", code=1))
    breaches = [f["entry"] for f in found["findings"] if f["level"] == "forbid"]
    assert breaches == [59, 86]
    assert len(json.loads(run("audit", LOG, "--json", "--all", code=1))["findings"]) > 3


def test_audit_of_a_clean_game_reports_nothing(tmp_path):
    path = tmp_path / "new.h44log"
    run("new", "holland44", "campaign", "-o", path)
    assert "0 breaches" in run("audit", path)


def test_odds_are_itemised_at_an_entry():
    told = ("odds", "1605", "BR-2IG/5", "BR-2GG/5", "--air", "1", "--log", LOG, "--at", "93")
    text = run(*told)
    assert "17 : 5" in text
    assert "10.7" in text
    assert "Guards Armd Div" in text
    found = json.loads(run(*told, "--json"))
    assert (found["column"], found["ratio"]) == ("5:1", "3:1")


def test_units_are_given_by_name_or_id():
    position = ("--log", LOG, "--at", "53")
    for question in (("odds", "3507"), ("why-not", "3507"), ("supply", "allied")):
        by_id = run(*question, "US-2/502", *position)
        assert run(*question, "2/502", *position) == by_id


def test_why_not_names_the_rules_and_alternatives():
    told = ("why-not", "0408", "BR-43-129", "--game", "marketgarden")
    found = json.loads(run(*told, "--json"))
    assert "4.0b" in {verdict["rule"] for verdict in found["verdicts"]}
    assert found["instead"][0]["action"]["kind"] == "move"
    text = run(*told)
    assert "4.0b: The path costs" in text
    assert f"Instead:\n- {found['instead'][0]['sentence']}" in text
    ends = found["instead"][0]["action"]["path"]
    assert f"They can go there: {' '.join(ends)}." in run("why-not", ends[-1], *told[2:])


def test_odds_name_the_reason_for_halving():
    text = run("odds", "1605", "BR-2IG/5", "BR-1D/231", "--log", LOG, "--at", "93")
    row = next(line for line in text.splitlines() if "[BR-1D/231]" in line)
    assert "×0.5 Lead formation" in row
    assert "(10.2.1)" in text


def test_odds_separate_sides_and_suggest_a_legal_attack():
    text = run("odds", "1504", "GE-Kerutt", "GE-Segler")
    rows = [line.split("│") for line in text.splitlines()[3:7]]
    sides = {row[1].strip(): row[2].strip() for row in rows}
    assert sides == {
        "Kerutt (-) [GE-Kerutt]": "attack",
        "Segler/9ss [GE-Segler]": "attack",
        "2GG/5 [BR-2GG/5]": "defence",
        "2IG/5 [BR-2IG/5]": "defence",
    }
    assert "9.1: Segler/9ss is not adjacent to 1504.\n→ Attack with adjacent units only." in text


def test_a_cut_supply_has_a_line_for_every_reason_and_the_titles_of_its_rules():
    text = run("supply", "allied", "US-3/501", "--log", LOG)
    found = json.loads(run("supply", "allied", "US-3/501", "--log", LOG, "--json"))
    cuts = found["units"]["US-3/501"]["cut"]
    assert len(cuts) > 3
    for cut in cuts:
        assert f"{cut['hex']} ({cut['rule']})" in text
    assert "18.3.2: Supply along roads." in text


def test_audit_of_a_torn_log_reports_the_damage(tmp_path):
    path = tmp_path / "torn.h44log"
    path.write_bytes(Path(LOG).read_bytes()[:5000])
    assert "That entry is lost" in run("audit", path, errors=True)


def test_sources_of_supply_and_coverage_are_in_words(monkeypatch):
    assert "an orange entry hex" in run("supply", "german", "--game", "normandy44")
    monkeypatch.setenv("HOLLAND44_LANG", "es")
    shown = run("coverage", "airbridge")
    assert "se aplica" in shown
    assert "enforced" not in shown


def test_supply_of_a_game_whose_probe_has_a_question_of_that_name():
    text = run("supply", "german", "GE-Lehr-PzJg", "--game", "ardenas", "--scenario", "full")
    assert "GE-5A-Sup4" in text
    assert "115 of 115 units are in supply." in text


def test_supply_shows_the_path_of_a_unit_and_its_cut():
    text = run("supply", "allied", "BR-Gds-Arty", "--log", LOG)
    assert "1303 1204 1104 1004" in text
    assert "47 of 47" in run("supply", "german", "--cut")
    found = json.loads(run("supply", "allied", "--log", LOG, "--json"))["units"]
    assert found["BR-Gds-Arty"]["source"] == "N"


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("odds", "9999", "BR-2IG/5"), "9999"),
        (("odds", "1605", "nobody"), "nobody"),
        (("supply", "martian"), "martian"),
        (("supply", "allied", "nobody"), "nobody"),
        (("supply", "german", "BR-2-1P"), "no German unit"),
        (("supply", "allied", "43 Div"), "called 43 Div: BR-43Div-Arty, BR-43Div-Eng"),
        (("odds", "1605", "BR-2IG/5", "--log", "no.h44log"), "no.h44log"),
    ],
)
def test_a_bad_question_is_answered_with_one_sentence(args, told):
    sentence = run(*args, code=2)
    assert told in sentence
    assert "\n" not in sentence


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="pipes and /dev/full of POSIX systems")
@pytest.mark.parametrize("args", [("coverage",)])
def test_a_closed_pipe_is_ignored_and_a_full_disk_reported(args):
    command = [sys.executable, "-m", "holland44_qt", *args]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as left:
        left.stdout.close()
        assert left.stderr.read() == b""
        assert left.wait(60) == 0
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.splitlines() == ["The output could not be written: the disk is full."]


def test_mode_and_house_rules_can_be_set(tmp_path):
    path = tmp_path / "agreed.h44log"
    run("new", "holland44", "short", "-o", path, "--mode", "enforced", "--house", "7.2=off")
    assert Recording.load(path).log.header.enforcement == "enforced"
    assert json.loads(run("rules", path, "--json")) == {
        "mode": "enforced",
        "house": {"7.2": "off"},
        "options": [],
    }
    text = run(
        "rules", path, "--mode", "advisory", "--house", "7.2=printed", "--house", "10=advise"
    )
    assert "Mode: advisory." in text
    assert "breaches of 10 are only marked" in text
    assert "7.2" not in text


@pytest.mark.parametrize("args", [("--mode", "strict"), ("--house", "7.2=maybe")])
def test_unknown_levels_are_refused(tmp_path, args):
    path = tmp_path / "agreed.h44log"
    assert "enforce" in run("new", "holland44", "short", "-o", path, *args, code=2)
    assert not path.exists()
