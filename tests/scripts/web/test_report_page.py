"""The page of a report in a real browser: it needs no network, and shows an answer as `view` does."""

import json

import pytest

import certwright as cw
from certwright.instances.canonical import encode
from certwright.scripts.cli import run
from certwright.scripts.viewing.content import MISSING
from certwright.scripts.viewing.index import Shelf
from certwright.scripts.web.view import Sheet, ViewRoutes

EVIL = "<img src=x onerror='window.hacked = 1'>"
PANELS = """[...document.querySelectorAll('%s .panel')].map((one) => one.innerText)
    .filter((text) => /^(Answer|The prompt|Truth)/.test(text))"""


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """A truth, answers of two models to it, their verdicts, and the page."""
    folder = tmp_path_factory.mktemp("page")
    questions = [cw.load("planning/reach").filter(form="mcq")[0], cw.load("reactive/accept")[0]]
    rows = [
        {"id": one.id, "agent": agent, "response": text}
        for one in questions
        for agent, text in (("good", f"I think: {one.gold}"), ("bad", EVIL))
    ]
    paths = {name: folder / name for name in ("truth.jsonl", "answers.jsonl", "verdicts.jsonl", "page.html")}
    truth, answers, verdicts, page = map(str, paths.values())
    paths["truth.jsonl"].write_bytes(b"".join(encode(one) + b"\n" for one in questions))
    paths["answers.jsonl"].write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert run(["score", answers, "--truth", truth, "-o", verdicts, "-q"]) == 0
    assert run(["report", answers, "--truth", truth, "--html", page, "--title", EVIL]) == 0
    return paths


def test_a_report_needs_no_network_sorts_and_filters(page, files):
    page.context.set_offline(True)
    page.goto(files["page.html"].as_uri())
    page.get_by_text("4 of 4 answers").wait_for()
    assert page.inner_text("#title") == EVIL
    first = page.locator("section", has_text="agents").locator("table").first
    assert first.locator("tbody th").all_inner_texts() == ["good", "bad"]
    first.get_by_role("button", name="mean").click()
    first.get_by_role("button", name="mean").click()
    assert first.locator("tbody th").all_inner_texts() == ["bad", "good"]
    page.select_option("#agent", "bad")
    page.get_by_text("2 of 4 answers").wait_for()


def test_report_and_view_show_an_answer_alike(page, files, chromium, served, tmp_path):
    page.goto(files["page.html"].as_uri())
    shelf = Shelf([files["verdicts.jsonl"], files["answers.jsonl"]], [files["truth.jsonl"]])
    address = served(ViewRoutes(shelf, Sheet(tmp_path / "sheet.jsonl")).routes())
    viewer = chromium.new_page()
    for place in range(4):
        page.locator("#answers button").nth(place).click()
        told = page.evaluate(PANELS % "dialog")
        page.keyboard.press("Escape")
        viewer.goto(f"{address}/record/{4 + place}")
        viewer.wait_for_selector(".halves")
        assert viewer.evaluate(PANELS % "main") == told
        viewer.goto(f"{address}/record/{place}")  # the stored verdict, with the text that was judged
        viewer.wait_for_selector(".halves")
        stored = viewer.evaluate(PANELS % "main")
        assert stored == [told[0].replace("Answer, judged now", "Answer and stored verdict"), *told[1:]]
        assert ("I think: " if place % 2 == 0 else EVIL) in stored[0]
    viewer.close()


def test_a_verdict_alone_says_where_its_text_is(chromium, files, served, tmp_path):
    viewer = chromium.new_page()
    shelf = Shelf([files["verdicts.jsonl"]], [files["truth.jsonl"]])
    viewer.goto(f"{served(ViewRoutes(shelf, Sheet(tmp_path / 'sheet.jsonl')).routes())}/record/1")
    viewer.get_by_text(MISSING).wait_for()
    viewer.close()
