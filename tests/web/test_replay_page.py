"""The replay page in a real browser, opened from a file, without a network.

Every test also fails on a console message, a script error or a request (see ``reader``).
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from engine.core import actions as act
from engine.export.html import export_html
from engine.play.game import Game, Recording
from engine.report.front import front
from tests.fixtures.export_game import FakeRenderer
from tests.web.conftest import Reader, both_sizes, wait_for

pytestmark = pytest.mark.web


def positions(recording: Recording, step: int) -> dict[str, str]:
    places = recording.module.places
    return {u: places.name(p.place) for u, p in recording.state(step).pieces.items()}


@both_sizes
def test_page_opens_after_the_set_up(reader: Reader, recording: Recording) -> None:
    assert reader.step == 1
    assert reader.positions == positions(recording, 1)
    expect(reader.page.locator("h1")).to_have_text("A short game")
    expect(reader.page.locator(".sentence")).to_contain_text("Set up: ")
    expect(reader.page.locator("#now .comment em")).to_have_text("invented")
    drawn = reader.page.locator("#stacks .stack").count()
    places = recording.module.places
    assert drawn == sum(places.is_hex(place) for place in recording.state(1).stacks)


def test_arrow_keys_step_through_the_game(reader: Reader, recording: Recording) -> None:
    for step in range(2, len(recording) + 1):
        reader.page.keyboard.press("ArrowRight")
        assert reader.step == step
        assert reader.positions == positions(recording, step)
        expect(reader.page.locator(".sentence")).to_contain_text(recording.step(step).sentence)
    reader.page.keyboard.press("ArrowRight")
    assert reader.step == len(recording), "there is nothing after the end"
    for step in range(len(recording) - 1, 0, -1):
        reader.page.keyboard.press("ArrowLeft")
        assert reader.positions == positions(recording, step)
    reader.page.keyboard.press("ArrowLeft")
    assert reader.step == 1


def test_going_to_the_end_and_back_restores_the_beginning(
    reader: Reader, recording: Recording
) -> None:
    drawn = (
        "[...document.querySelectorAll('.stack, .marker, .bridge')].map(n => n.outerHTML).sort()"
    )
    dump = """JSON.stringify(["pieces", "stacks", "markers", "hexsides", "tracks"]
      .map((name) => [...replay.game[name]].sort()))"""
    before = reader.page.evaluate(drawn)
    state = reader.page.evaluate(dump)
    reader.page.keyboard.press("End")
    assert reader.positions == positions(recording, len(recording))
    assert reader.page.evaluate(dump) != state
    reader.page.keyboard.press("Home")
    assert reader.page.evaluate(dump) == state
    assert reader.page.evaluate(drawn) == before


@both_sizes
def test_buttons_and_chapters_navigate(reader: Reader) -> None:
    page = reader.page
    page.locator("#next").click()
    assert reader.step == 2
    page.locator("#back").click()
    assert reader.step == 1
    page.keyboard.press("PageDown")
    assert reader.step == 2
    page.locator("#chapter-next").click()
    assert reader.step == 10
    expect(page.locator("#now .chapter")).to_have_text("Combat")
    page.keyboard.press("PageUp")
    assert reader.step == 2
    page.locator("#end").click()
    page.locator("#start").click()
    assert reader.step == 1


def test_slider_navigates(reader: Reader, recording: Recording) -> None:
    slider = reader.page.locator("#slider")
    slider.fill("7")
    assert reader.step == 7
    assert reader.positions == positions(recording, 7)
    slider.focus()
    reader.page.keyboard.press("ArrowRight")
    assert reader.step == 8, "one step, not two"
    value = slider.get_attribute("aria-valuetext") or ""
    assert value == f"Entry 8: {recording.step(8).sentence}"


def test_address_names_the_entry(reader: Reader, recording: Recording) -> None:
    reader.open("#10")
    wait_for(reader.page, "replay.game.at === 10")
    assert reader.positions == positions(recording, 10)
    # Asked for while the page is about to write its own address.
    reader.page.evaluate("replay.show(2); setTimeout(() => (location.hash = '#4'), 399)")
    wait_for(reader.page, "replay.game.at === 4")
    reader.page.keyboard.press("ArrowRight")
    wait_for(reader.page, "location.hash === '#5'")
    reader.open("#nonsense")
    assert reader.step == 5, "an address that names no entry changes nothing"


@both_sizes
def test_combat_card_and_dice_are_shown(reader: Reader) -> None:
    page = reader.page
    page.evaluate("replay.show(10)")
    card = page.locator(".card.combat")
    expect(card).to_contain_text("6122 Arnhem")
    expect(card.locator("td").nth(0)).to_have_text("6 : 2")
    expect(card.locator("td.plus")).to_have_text("+1")
    expect(card.locator("td.minus")).to_have_text("−1")
    expect(card.locator(".verdict")).to_contain_text("3:1")
    expect(card.locator(".verdict")).to_contain_text("DR2")
    assert card.locator(".die circle").count() == 4
    assert page.locator("#action .ring.target").count() == 1
    assert page.locator("#action .arrow.attack").count() == 1


def test_moves_retreats_advances_and_shapes_are_drawn(reader: Reader) -> None:
    page = reader.page
    page.evaluate("replay.show(3)")
    assert page.locator("#action .arrow.move").count() == 1
    assert page.locator("#ghosts .ghost").count() == 1
    assert page.locator("#shapes .shape").count() == 3
    assert (page.locator("#shapes .shape text").text_content() or "").startswith("</script>")
    assert page.locator("#shapes-under .shape.area").count() == 1
    assert page.locator("#shapes img").count() == 0, "a label is text"
    page.evaluate("replay.show(11)")
    assert page.locator("#action .arrow.retreat").count() == 1
    page.evaluate("replay.show(12)")
    assert page.locator("#action .arrow.advance").count() == 1
    page.evaluate("replay.show(8)")
    assert page.locator("#bridges [data-hexside='2515/2516'].blown").count() == 1
    page.keyboard.press("ArrowLeft")
    assert page.locator("#bridges [data-hexside='2515/2516']").count() == 0


@both_sizes
def test_click_on_a_stack_opens_it(reader: Reader, recording: Recording) -> None:
    page = reader.page
    page.evaluate("replay.show(10)")
    page.evaluate("replay.camera.follow = false")
    at = page.evaluate(
        """() => {
          const box = document.getElementById("view").getBoundingClientRect();
          const c = hexCenter("6122"), k = replay.camera;
          return [box.left + k.x + c.x * k.k, box.top + k.y + c.y * k.k];
        }"""
    )
    page.mouse.click(*at)
    panel = page.locator("#stack")
    expect(panel).to_be_visible()
    expect(panel.locator("h2")).to_contain_text("6122")
    state = recording.state(10)
    stack = state.stack(recording.module.places.index("6122"))
    names = [recording.module.unit_name(state.pieces[u].counter) for u in reversed(stack)]
    assert panel.locator("b").all_inner_texts() == names
    expect(panel.locator(".status")).to_contain_text("isrupted")
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()


def test_play_and_pause_work(reader: Reader) -> None:
    page = reader.page
    page.locator("#speed").select_option("8")
    page.locator("#play").focus()
    page.keyboard.press("Space")
    expect(page.locator("#play")).to_have_attribute("aria-label", "Pause")
    wait_for(page, "replay.game.at >= 3")
    page.keyboard.press("Space")
    expect(page.locator("#play")).to_have_attribute("aria-label", "Play")
    step = reader.step
    page.wait_for_timeout(700)
    assert reader.step == step
    page.evaluate("replay.show(replay.game.last - 1)")
    page.locator("#play").click()
    wait_for(page, "replay.game.at === replay.game.last && !replay.timeline.playing")


@both_sizes
def test_zoom_pan_and_fit_change_the_view(reader: Reader) -> None:
    page = reader.page
    scale = "replay.camera.k"
    fitted = page.evaluate(scale)
    page.keyboard.press("+")
    assert page.evaluate(scale) > fitted
    box = page.locator("#view").bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.move(*middle)
    page.mouse.wheel(0, -400)
    wait_for(page, f"{scale} > {fitted * 1.5}")
    point = f"replay.camera.toPicture({middle[0]}, {middle[1]})"
    before = page.evaluate(point)
    page.mouse.down()
    page.mouse.move(middle[0] + 40, middle[1] + 30, steps=5)
    page.mouse.up()
    after = page.evaluate(point)
    moved = page.evaluate(f"40 / {scale}")
    assert before["x"] - after["x"] == pytest.approx(moved, rel=0.15)
    page.keyboard.press("f")
    assert page.evaluate(scale) == pytest.approx(fitted)


@both_sizes
def test_letters_of_counters_are_laid_out_for_the_current_zoom(reader: Reader) -> None:
    page = reader.page
    for _ in range(6):
        page.keyboard.press("+")
    page.wait_for_timeout(700)
    piece = page.locator(".counter").first
    before = piece.screenshot()
    # Whatever is put into the page anew is laid out anew.
    page.evaluate("const s = document.querySelector('#overlay'); s.replaceWith(s.cloneNode(true))")
    page.wait_for_timeout(200)
    assert page.locator(".counter").first.screenshot() == before


@both_sizes
def test_lists_filters_and_boxes_are_shown(reader: Reader) -> None:
    page = reader.page
    if not page.locator("#lists").is_visible():
        page.locator("#lists-toggle").click()
    page.locator("#tab-entries").click()
    page.locator("#filter").fill("landing LANDS")
    shown = page.locator("#entries button:visible")
    assert shown.count() == 0
    page.locator("#filter").fill("lands")
    assert shown.count() == 1
    page.locator("#filter").press("ArrowLeft")
    assert reader.step == 1, "arrows in the field move the cursor"
    shown.first.click()
    assert reader.step == 13
    if not page.locator("#lists").is_visible():
        page.locator("#lists-toggle").click()
    page.locator("#tab-boxes").click()
    page.evaluate("replay.show(15)")
    assert page.locator("[data-box='eliminated-german'].changed .piece").count() == 1


def test_groups_of_empty_boxes_are_hidden(reader: Reader) -> None:
    page = reader.page
    if not page.locator("#lists").is_visible():
        page.locator("#lists-toggle").click()
    page.locator("#tab-boxes").click()
    groups = page.locator("#pane-boxes details")
    assert groups.locator("visible=true").count() > 0
    page.evaluate("['stacks', 'markers', 'tracks'].forEach(name => replay.game[name].clear())")
    page.locator("#tab-entries").click()
    page.locator("#tab-boxes").click()
    expect(groups.first).to_be_hidden()
    assert page.locator("#pane-boxes details:not([hidden])").count() == 0


def test_the_number_of_a_stack_fits_its_badge(reader: Reader) -> None:
    sizes = reader.page.evaluate(
        "[...document.querySelectorAll('circle.badge')].map(circle => [circle.r.baseVal.value, "
        "parseFloat(getComputedStyle(circle).strokeWidth), "
        "parseFloat(getComputedStyle(circle.nextSibling).fontSize)])"
    )
    assert sizes
    for radius, line, letters in sizes:
        assert (line / radius, letters / radius) == pytest.approx((0.17, 1.43), abs=0.01)


def test_theme_and_help_can_be_opened(reader: Reader) -> None:
    page = reader.page
    paper = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(paper)
    page.locator("#theme").click()
    assert page.evaluate(paper) != light
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#help")).to_be_hidden()


@both_sizes
def test_nothing_overflows_the_window(reader: Reader) -> None:
    for step in (1, 3, 10):
        reader.page.evaluate(f"replay.show({step})")
        for scrolled in ("document.documentElement", "document.getElementById('story')"):
            assert reader.page.evaluate(f"{scrolled}.scrollWidth <= {scrolled}.clientWidth")
        assert reader.page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_every_button_has_a_name(reader: Reader) -> None:
    reader.page.evaluate("replay.show(10)")
    nameless = reader.page.evaluate(
        """[...document.querySelectorAll("button, input, select")]
          .filter((b) => !(b.ariaLabel || b.textContent.trim() || b.labels?.[0]?.textContent))
          .map((b) => b.outerHTML)"""
    )
    assert nameless == []
    spoken = reader.page.locator("[aria-live=polite]")
    sentence = reader.page.locator(".sentence").text_content() or ""
    assert sentence.endswith(spoken.text_content() or "?")


def test_the_page_prints_as_the_report(reader: Reader) -> None:
    page = reader.page
    step, told = reader.step, page.evaluate("DATA.moments.length")
    unfolded = "document.querySelectorAll('#pane-statistics details[open]').length"
    before = page.evaluate(unfolded)
    assert told > 0
    page.emulate_media(media="print")
    wait_for(page, f"document.querySelectorAll('#read .passage').length === {told}")
    expect(page.locator("#read .passage").first).to_be_visible()
    expect(page.locator("#board")).to_be_hidden()
    assert page.locator("#read .figure svg").count() > 0
    folded = page.locator("#pane-statistics details:not([open])")
    for n in range(folded.count()):
        expect(folded.nth(n)).to_be_hidden()
    page.emulate_media(media="screen")
    expect(page.locator("#read")).to_be_hidden()
    wait_for(page, f"{unfolded} === {before}")
    assert reader.step == step


def test_a_printed_map_is_a_jpeg(reader: Reader) -> None:
    """A lossless map made 14 MB of a page of 3."""
    printed = reader.page.pdf()
    figures = reader.page.locator("#read .figure image")
    assert figures.count() > 0
    for n in range(figures.count()):
        assert (figures.nth(n).get_attribute("href") or "").startswith("data:image/jpeg;base64,")
    assert b"/DCTDecode" in printed


def test_counters_are_animated_along_their_path(browser: Browser, reader: Reader) -> None:
    """With animations enabled, moving counters are on their path first and then at their end."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto(reader.file.as_uri() + "#2")
    wait_for(page, "window.replay !== undefined")
    page.keyboard.press("ArrowRight")
    assert page.locator("#moving .under-way").count() == 1
    wait_for(page, "document.querySelectorAll('#moving .under-way').length === 0")
    assert page.evaluate("replay.game.at") == 3
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    assert page.locator("#moving .under-way").count() == 0
    context.close()


def test_references_of_a_comment_are_highlighted_and_shown(reader: Reader) -> None:
    page = reader.page
    page.evaluate(
        """(() => {
          const [hex] = Object.keys(DATA.hexes);
          const make = (ref, hexes) =>
            el("button", { class: "ref", "data-ref": ref, "data-hexes": hexes }, ref);
          byId("now").append(make(`hex/${hex}`, hex), make("entry/3", ""));
        })()"""
    )
    page.locator(".ref[data-ref^=hex]").hover()
    expect(page.locator("#hover .named")).to_have_count(1)
    page.locator(".ref[data-ref='entry/3']").click()
    assert reader.step == 3


def test_the_front_equals_the_engines(reader: Reader, recording: Recording) -> None:
    """The page computes the front itself, step by step; key and button toggle it."""
    vertices = """replay.front.lines().flat().map((p) => [p.x, p.y])"""
    frame = reader.page.evaluate("DATA.frame")
    page = reader.page
    assert page.locator("#fronts path").count() == 0
    page.keyboard.press("l")
    assert page.locator("#fronts path").count() == 1
    expect(page.locator("#front")).to_have_attribute("aria-pressed", "true")
    sides = [side.id for side in recording.module.meta.sides]
    for step in (1, len(recording)):
        reader.page.evaluate(f"replay.show({step})")
        drawn = page.evaluate(vertices)
        lines = front(recording.module.board, recording.state(step), sides)
        told = [
            (frame["x"] + frame["scale"] * x, frame["y"] + frame["scale"] * y)
            for line in lines
            for x, y in line
        ]
        assert len(drawn) == len(told) > 100
        apart = max(min(abs(x - a) + abs(y - b) for a, b in told) for x, y in drawn)
        assert apart < 1, "a pixel of the picture"
    page.locator("#front").click()
    assert page.locator("#fronts path").count() == 0


def test_a_camera_of_the_writer_is_kept_at_any_zoom(reader: Reader) -> None:
    page = reader.page
    page.evaluate("replay.camera.show([hexCenter('6122')], { force: true })")
    page.wait_for_timeout(600)
    readable = page.evaluate("replay.camera.k")
    page.evaluate("replay.camera.show([hexCenter('6122')], { framed: true })")
    page.wait_for_timeout(600)
    assert page.evaluate("replay.camera.k") > readable * 1.2


def test_a_long_subtitle_leaves_room_for_the_title(
    browser: Browser, recording: Recording, tmp_path: Path
) -> None:
    html, notes = tmp_path / "long.html", recording.annotations
    recording.annotate(
        notes.model_copy(update={"title": "Two groupings", "subtitle": "word " * 50})
    )
    export_html(recording, FakeRenderer(), html)
    recording.annotate(notes)
    page = browser.new_page()
    page.goto(html.as_uri())
    heading, title = page.locator("#top .heading"), page.locator("#top h1")
    assert heading.evaluate("e => e.scrollWidth <= e.clientWidth")
    assert title.evaluate("e => e.scrollWidth <= e.clientWidth"), "it is not shortened"
    page.close()


def test_the_counter_names_the_entry_after_an_undone_one(browser: Browser, tmp_path: Path) -> None:
    path, html = tmp_path / "undone.h44log", tmp_path / "undone.html"
    with Game.new(path, "holland44", "campaign") as game:
        game.play(act.Note(text="undone"))
        game.follow(1)
        game.play(act.Note(text="kept"))
    export_html(Recording.load(path), FakeRenderer(), html)
    page = browser.new_page()
    page.goto(html.as_uri())
    page.keyboard.press("End")
    expect(page.locator("#count")).to_have_text("2 of 2 (#3)")
    page.close()
