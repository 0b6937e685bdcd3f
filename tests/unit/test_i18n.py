"""The message catalogue is complete and valid, and all requested keys exist."""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from importlib import import_module
from pathlib import Path
from string import Formatter
from typing import cast

import pytest

from engine import i18n
from engine.board.map_texts import area_title, label_text, map_credits
from engine.core.state import Clock
from engine.export.counter_markers import marker_svg
from engine.files import size_words
from engine.i18n import (
    DEFAULT,
    ENVIRONMENT,
    add_game,
    catalogue,
    decimal,
    game_catalogue,
    has,
    language,
    t,
    translated_name,
)
from engine.modules.module import load_module
from engine.play.game import Game
from engine.report.tables import text
from engine.rules.answers import Prospect
from engine.rules.ports import Answers
from engine.rules.registry import RuleMessages
from holland44_qt.advice.odds_panel import likely_words
from holland44_qt.models.clock import phase_text
from tests.running import run

ROOT = Path(__file__).parents[2]
LOCALE = ROOT / "resources" / "locale"
GAMES = ("airbridge", "ardenas", "holland44", "marketgarden", "normandy44")


def literal_calls() -> list[tuple[str, str, set[str] | None]]:
    """Yield every ``t("key", name=…)`` in the sources: file, key, names (None with ``**``)."""
    found: list[tuple[str, str, set[str] | None]] = []
    for path in sorted([*ROOT.glob("engine/**/*.py"), *ROOT.glob("holland44_qt/**/*.py")]):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args):
                continue
            key = node.args[0]
            if node.func.id == "t" and isinstance(key, ast.Constant):
                names = {k.arg for k in node.keywords}
                plain = None if None in names else {str(name) for name in names}
                found.append((path.name, key.value, plain))
    return found


def template(key: str) -> str:
    game = key.split(".")[1]
    return catalogue(DEFAULT).get(key) or game_catalogue(game, DEFAULT)[key]


def fields(template: str) -> set[str]:
    return {name.split(".")[0] for _, name, _, _ in Formatter().parse(template) if name}


def test_every_requested_text_exists_and_gets_its_arguments() -> None:
    calls = literal_calls()
    assert len(calls) > 60
    wrong = [
        f"{file}: {key}"
        for file, key, names in calls
        if not has(key) or (names is not None and fields(template(key)) - names)
    ]
    assert wrong == []


@pytest.mark.parametrize("spoken", ["en", "es", "pt"])
def test_mnemonics_of_a_new_game_differ(spoken: str) -> None:
    """Cancel has its first letter from Qt in all three languages."""
    texts = {k: v for k, v in catalogue(spoken).items() if k.startswith("shell.new.") and "&" in v}
    letters = Counter(text[text.index("&") + 1].lower() for text in texts.values()) + Counter("c")
    assert [n for n in letters.values() if n > 1] == [], texts


@pytest.mark.parametrize("folder", sorted(p for p in LOCALE.iterdir() if p.is_dir()))
def test_no_key_is_in_two_files(folder: Path) -> None:
    count: Counter[str] = Counter()
    for path in folder.glob("*.json"):
        pairs: list[tuple[str, str]] = json.loads(
            path.read_text(encoding="utf-8"), object_pairs_hook=list
        )
        assert all(isinstance(text, str) for _, text in pairs), path
        count.update(key for key, _ in pairs)
    assert [key for key, n in count.items() if n > 1] == []


@pytest.mark.parametrize(
    "language", sorted(p.name for p in LOCALE.iterdir() if p.is_dir() and p.name != DEFAULT)
)
def test_translations_are_complete_and_use_the_same_arguments(language: str) -> None:
    english = catalogue(DEFAULT)
    own: dict[str, str] = {}
    for path in (LOCALE / language).glob("*.json"):
        own |= json.loads(path.read_text(encoding="utf-8"))
    assert own
    assert own.keys() == english.keys()
    assert [k for k, text in own.items() if fields(text) - fields(english[k])] == []


@pytest.mark.parametrize("game", GAMES)
def test_translations_of_a_game_are_complete_and_agree_with_each_other(game: str) -> None:
    """English words and titles come from the module."""
    keys = dict[str, set[str]]()
    for spoken in sorted(p.name for p in LOCALE.iterdir() if p.is_dir()):
        keys[spoken] = set()
        for path in (ROOT / "resources" / game / "locale" / spoken).glob("*.json"):
            read: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
            keys[spoken] |= read.keys()
    english = keys.pop(DEFAULT)
    first, *others = keys.values()
    assert all(found == first for found in others)
    assert english <= first


@pytest.mark.parametrize("spoken", ["es", "pt"])
@pytest.mark.parametrize("game", GAMES)
def test_every_name_of_a_game_is_translated(game: str, spoken: str) -> None:
    module = load_module(game)
    own = {**catalogue(spoken), **game_catalogue(game, spoken)}
    words = {f"word.{game}.{kind}.{name}" for kind, name in module.vocabulary.titles}
    boxes = {f"box.{game}.{name}" for name, box in module.displays.items() if box.title}
    backs = {c.back.means for c in module.counters if c.back is not None and c.back.means}
    markers = {
        f"word.{game}.statuses.{kind}"
        for kind in module.markers.keys() | backs - {"reduced"}
        if f"marker_name.{kind}" not in own
    }
    titles = {f"title.{game}.{rule}" for rule in json.loads(module.files.read("rules.json"))}
    assert sorted((words | boxes | markers | titles) - own.keys()) == []


@pytest.mark.parametrize("spoken", ["es", "pt"])
@pytest.mark.parametrize("game", GAMES)
def test_every_text_on_the_sheet_of_a_map_is_translated(game: str, spoken: str) -> None:
    sheet = json.loads(load_module(game).files.read("sheet.json"))
    parts = [part for part in ("over", "under", "honesty") if part in sheet["title"]]
    for column in sheet.get("key", ()):
        parts += [f"key.{label[0]}" for label in column if not isinstance(label, str)]
    parts += [f"note.{number}" for number, _ in enumerate(sheet.get("notes", ()))]
    keys = [f"sheet.{game}.{part}" for part in parts]
    own = game_catalogue(game, spoken)
    assert [key for key in keys if key not in own and not has(key)] == []


@pytest.mark.parametrize("spoken", ["es", "pt"])
@pytest.mark.parametrize("game", GAMES)
def test_names_and_sources_of_a_drawn_map_are_translated(
    game: str, spoken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ENVIRONMENT, spoken)
    module = load_module(game)
    drawn = json.loads(module.drawn_map or b"{}")
    names = {(x["text"], x["style"]) for x in (*drawn["labels"], *drawn["curved"])}
    english = re.compile(r"\b(forest|woods|and|slopes|ground|canal|Bay|Gulf|Channel|Corps)\b")
    wanted = {(n, s) for n, s in names if s in ("country", "corps", "sea") or english.search(n)}
    titles = {(a["letter"], a["title"]) for a in drawn["areas"] if "title" in a and a["bands"]}
    titles = {(area, title) for area, title in titles if re.search("edge|entry|road|air", title)}
    credits = module.board.credits
    same = [name for name, style in wanted if label_text(game, name, style).lower() == name.lower()]
    same += [title for area, title in titles if area_title(game, area, title) == title]
    same += set(credits) & set(map_credits(game, credits))
    same += {module.meta.owner, module.meta.notice} & {module.owner, module.notice}
    same += [module.title] if "rulebook" in module.title else []
    assert same == []


def test_errors_are_one_sentence_or_two() -> None:
    areas = ("core", "log", "game", "aar", "module")
    errors = {
        key: text
        for key, text in catalogue(DEFAULT).items()
        if key.split(".")[0] in areas and key.split(".")[1] == "error"
    }
    assert len(errors) > 50
    # These and the "whole file" are put into other sentences.
    parts = {
        "log.error.order",
        "log.error.parent",
        "aar.error.whole",
        "game.error.effect",
        "game.error.unknown",
    }
    bad = [k for k, v in errors.items() if k not in parts and (v[-1] != "." or v.count(". ") > 1)]
    assert bad == []


def test_another_language_falls_back_to_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ENVIRONMENT, "xx_YY.UTF-8")
    assert language() == "xx"
    assert t("say.and", first="a", last="b") == "a and b"
    monkeypatch.setenv(ENVIRONMENT, "")
    assert language() == DEFAULT


@pytest.mark.parametrize(
    ("locale", "expected"),
    [("es_MX.UTF-8", "es"), ("pt_BR", "pt"), ("de_DE.UTF-8", "en"), ("C.UTF-8", "en"), ("", "en")],
)
def test_the_system_language_is_the_default(
    monkeypatch: pytest.MonkeyPatch, locale: str, expected: str
) -> None:
    monkeypatch.delenv(ENVIRONMENT, raising=False)
    monkeypatch.setenv("LC_ALL", locale)
    monkeypatch.setenv("LANG", "C")
    monkeypatch.setattr(i18n, "system_language", i18n.system_language.__wrapped__)
    assert language() == expected
    monkeypatch.setenv(ENVIRONMENT, "pt")
    assert language() == "pt"


@pytest.mark.parametrize(
    ("spoken", "one", "three"),
    [
        ("en", "Writes 1 picture into", "Writes 3 pictures into"),
        ("es", "Escribe 1 imagen en", "Escribe 3 imágenes en"),
        ("pt", "Escreve 1 imagem na", "Escreve 3 imagens na"),
    ],
)
def test_a_count_of_one_takes_the_singular(
    monkeypatch: pytest.MonkeyPatch, spoken: str, one: str, three: str
) -> None:
    monkeypatch.setenv(ENVIRONMENT, spoken)
    assert t("report.output.folder", number=1, folder="f").startswith(one)
    assert t("report.output.folder", number=3, folder="f").startswith(three)


PLURAL = re.compile(r"\{(count|number|entries|pieces)\} (?!of )([a-z]+ )?[a-z]{2,}s\b")
"""A count with a plural behind it."""
NEVER_ONE = {
    "aids.ruler",  # counts kilometres apart
    "app.entry.all",  # lines are folded from ten on
    "cli.verify.damaged",
    "log.error.cut",
    "page.footer.basis",
    "report.html.whole",
    "report.json.whole",
    "report.output.several",
    "rule.normandy44.15.1b.surplus",  # six markers at least
    "say.hexes.many",
    "say.steps.many",
    "together.lost.many",
    "validate.unit_type",
    "vassal.act.attached_too_many",
    "vassal.error.several",
    "vassal.error.deck",
    "verify.unsigned_lines.many",
}


def test_every_message_that_counts_has_a_singular() -> None:
    texts = dict(catalogue(DEFAULT))
    for game in GAMES:
        texts |= game_catalogue(game, DEFAULT)
    counting = {k for k, text in texts.items() if PLURAL.search(text) and not k.endswith(".one")}
    assert {k for k in counting - NEVER_ONE if f"{k}.one" not in texts} == set()


def test_a_missing_text_raises() -> None:
    assert not has("no.such.key")
    with pytest.raises(KeyError):
        t("no.such.key")


def test_a_game_from_outside_is_shown_without_a_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.i18n._brought", {})
    with pytest.raises(KeyError):
        t("rule.mygame.1.far", hex="0303")
    add_game("mygame", {DEFAULT: {"rule.mygame.1.near": "{unit} is next to {hex}."}})
    assert t("rule.mygame.1.far", hex="0303") == "rule.mygame.1.far"
    assert t("rule.mygame.1.near", hex="0303") == "{unit} is next to 0303."


def test_a_game_from_outside_translates_words_of_its_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.i18n._brought", {})
    monkeypatch.setenv(ENVIRONMENT, "es")
    assert translated_name("2 Guards (old)", "mygame") == "2 Guards (old)"
    add_game(
        "mygame", {"es": {"name.mygame.Guards": "Guardia", "name.mygame.Guards (old)": "Vieja"}}
    )
    assert translated_name("2 Guards (old)", "mygame") == "2 Vieja"
    assert translated_name("2 Guards, Guardsmen", "mygame") == "2 Guardia, Guardsmen"


def test_texts_of_a_game_are_in_its_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = tmp_path / "toy" / "locale" / "en"
    folder.mkdir(parents=True)
    (folder / "rules.json").write_text('{"rule.toy.1.far": "{n} hexes is too far."}')
    monkeypatch.setattr("engine.i18n.files", lambda _: tmp_path)
    monkeypatch.setattr("engine.i18n._folders", lambda: {"toy"})
    assert not has("rule.toy.1.near")
    verdict = RuleMessages("toy")("1", "far", n=3)
    assert t(verdict.key, n=3) == "3 hexes is too far."
    assert verdict.fix is None


ASKED = re.compile(r'(f?)"([a-z_]+\.[a-z0-9_.]*)(["{])')
"""A key in the sources, or the beginning of one that goes on with a name."""


def test_texts_of_the_program_belong_to_no_game() -> None:
    askers: dict[str, set[str]] = {}
    for path in sorted([*ROOT.glob("engine/**/*.py"), *ROOT.glob("holland44_qt/**/*.py")]):
        _, _, inner = path.relative_to(ROOT).as_posix().partition("engine/games/")
        game = inner.partition("/")[0] if "/" in inner else ""
        source = path.read_text(encoding="utf-8")
        for _, key, end in ASKED.findall(source):
            askers.setdefault(key + ("*" if end == "{" else ""), set()).add(game)
    begun = {key[:-1]: who for key, who in askers.items() if key.endswith("*")}
    own = []
    for key in catalogue(DEFAULT):
        who = set(askers.get(key, ()))
        who.update(*(asked for start, asked in begun.items() if key.startswith(start)))
        if len(who) == 1 and "" not in who and not key.startswith("probe."):  # the protocol's own
            own.append(key)
    assert own == []


@pytest.mark.parametrize("word", ["x" * 5_000, "CON", "..", "\0", "\ud800", "locale"])
def test_a_word_of_a_foreign_file_opens_no_folder(word: str) -> None:
    assert not has(f"phase.{word}")
    assert not has(f"phase.{word}.{word}")


@pytest.mark.parametrize("game", GAMES)
def test_every_mode_of_a_move_has_a_name(game: str) -> None:
    module = import_module(f"engine.games.{game}.answers.position")
    modes = set(getattr(module.Answers, "known_modes", None) or ())
    assert {mode for mode in modes if not has(f"advice.mode.{mode}")} == set()


@pytest.mark.parametrize(
    ("spoken", "words"),
    [("en", "Allied groupings"), ("es", "Aliados: agrupaciones"), ("pt", "Agrupamentos, Aliados")],
)
def test_a_phase_with_its_side_begins_with_a_capital(
    monkeypatch: pytest.MonkeyPatch, spoken: str, words: str
) -> None:
    monkeypatch.setenv(ENVIRONMENT, spoken)
    clock = Clock(turn=1, phase="groupings", active="allied")
    assert phase_text(load_module("ardenas"), clock) == words


@pytest.mark.parametrize(
    ("spoken", "others"),
    [
        ("es", "colocación inicial|montaje|preparación|disposición inicial"),  # despliegue
        ("pt", "colocação inicial|montagem|preparação|disposição|desdobramento"),  # posicionamento
    ],
)
def test_set_up_has_one_word_in_each_language(spoken: str, others: str) -> None:
    texts = [*catalogue(spoken).values()]
    texts += [text for game in GAMES for text in game_catalogue(game, spoken).values()]
    assert [text for text in texts if re.search(others, text, re.IGNORECASE)] == []


VERBS = ("Move", "Bring", "Put", "Take", "Attack", "Bombard", "End")
"""First words of the reasons that name an order."""


@pytest.mark.parametrize("language", ["es", "pt"])
def test_reasons_for_orders_of_the_computer_do_not_address_the_reader(language: str) -> None:
    """They are shown for its own orders too: infinitives, "Mover", not "Mueva"."""
    english, told = catalogue(DEFAULT), catalogue(language)
    keys = [
        key
        for key, text in english.items()
        if key.startswith("opponent.reason.") and text.split()[0] in VERBS
    ]
    assert len(keys) > 12
    for key in keys:
        assert re.match(r"\w+([aei]r|ôr) ", told[key]), told[key]


@pytest.mark.parametrize(("spoken", "mark"), [("en", "."), ("es", ","), ("pt", ",")])
def test_decimals_have_the_mark_of_the_language(
    spoken: str, mark: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ENVIRONMENT, spoken)
    assert decimal(-1234.56, "+.1f") == f"−1234{mark}6"
    assert decimal(3.0, "g") == "3"
    assert f"2{mark}5" in t("map.sheet.scale", km=2.5)
    assert "25" in t("map.sheet.scale", km=25)
    assert size_words(2_600_000) == f"2{mark}48 MiB"


@pytest.mark.parametrize("spoken", ["es", "pt"])
def test_statistics_have_decimal_commas_and_csv_has_points(
    spoken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ENVIRONMENT, spoken)
    log = ROOT / "logs" / "market-garden-turn-1.h44log"
    shown = run("stats", log).stdout
    assert re.findall(r"\d\.\d+", shown) == []
    assert "−2,04" in shown
    assert "-2.04" in run("stats", log, "--table", "turns", "--csv").stdout
    assert "2.04" in run("stats", log, "--json").stdout


@pytest.mark.parametrize("spoken", ["es", "pt"])
def test_strengths_and_losses_have_decimal_commas(
    spoken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ENVIRONMENT, spoken)
    assert text("11.5:4") == "11,5:4"
    assert text("13.2 Forest") == "13.2 Forest"
    prospect = Prospect(falls=0.5, taken=0.5, attacker=0.8, defender=1.25)
    likely = likely_words(cast(Answers, None), prospect, hatched=False)
    assert "0,8" in likely
    assert re.findall(r"\d\.\d", likely) == []


@pytest.mark.parametrize(
    ("spoken", "unit", "formation"),
    [
        ("en", "Supply 1/US", "2 Infantry Division"),
        ("es", "Intendencia 1/US", "2 División de Infantería"),
        ("pt", "Intendência 1/US", "2 Divisão de Infantaria"),
    ],
)
def test_words_in_the_names_of_units_are_translated(
    spoken: str, unit: str, formation: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ENVIRONMENT, spoken)
    module = load_module("ardenas")
    assert module.unit_name("US-S1") == unit
    assert module.counters.label("US-S1") == unit.partition("/")[0], "the counter shows its name"
    assert module.translated("2 Infantry Division") == formation
    assert load_module("holland44").unit_name("BR-2-1P") == "2/1P"


@pytest.mark.parametrize("spoken", ["es", "pt"])
@pytest.mark.parametrize("game", ["airbridge", "ardenas", "marketgarden"])
def test_formations_and_nations_are_translated(
    game: str, spoken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games that print abbreviations keep them."""
    monkeypatch.setenv(ENVIRONMENT, spoken)
    module = load_module(game)
    file = module.counters.file
    names = [module.translated(n) for n in (*(f.id for f in file.formations), *file.nationalities)]
    english = r"\b(Division|Brigade|Army|troops|group|service|training|German|British|Dutch)\b"
    assert [name for name in names if re.search(english, name)] == []


@pytest.mark.parametrize(
    ("spoken", "bridge", "title"),
    [
        ("en", "BRIDGE", "Short game: 12 turns"),
        ("es", "PUENTE", "Juego corto"),
        ("pt", "PONTE", "Jogo curto"),
    ],
)
def test_markers_and_titles_of_games_are_translated(
    spoken: str, bridge: str, title: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(ENVIRONMENT, spoken)
    module = load_module("ardenas")
    assert f">{bridge}<" in marker_svg(module.printed_marker("bridge"))
    with Game.new(tmp_path / "a.h44log", "ardenas", "short") as game:
        assert game.log.header.title.endswith(f", {title}")
