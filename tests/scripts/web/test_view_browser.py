"""`certwright view`, questions and authoring in a real browser: clicks, keys, hostile text."""

import os

import pytest

import certwright as cw
from certwright.instances.canonical import encode
from certwright.instances.store import JsonlWriter
from certwright.scripts.viewing.index import Shelf
from certwright.scripts.web.author import Author
from certwright.scripts.web.view import Sheet, ViewRoutes

EVIL = "<img src=x onerror='window.hacked = 1'><script>window.hacked = 1</script>"
DOT = """(program (= GRID_SIZE 3) (object Dot (Cell 0 0 "red"))
  (= dot (initnext (Dot (Position 0 1)) (prev dot)))
  (on right (= dot (moveRightNoCollision dot))))
"""


def sees(page, text):
    page.locator("main").get_by_text(text).first.wait_for()


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Ten thousand records: questions of all families, one of them hostile, and many copies."""
    tmp_path = tmp_path_factory.mktemp("records")
    question = cw.load("planning/reach").filter(form="gen", domain="blocksworld")[0]
    others = [cw.load("reactive/accept")[0], cw.load("timetravel").filter(domain="saltmere")[0]]
    others.append(cw.load("gridworld/mfp")[0])
    fields = {name: getattr(question, name) for name in question.__struct_fields__}
    prompt = type(question.prompt)(question=EVIL)
    evil = cw.Instance(**{**fields, "id": f"planning/reach/{EVIL}/0", "prompt": prompt, "gold": EVIL})
    verdict = cw.Verdict(
        id=evil.id, value=0.0, outcome=cw.Outcome.INCORRECT, code="wrong", explanation=EVIL, answer=EVIL
    )
    lines = [encode(one) for one in (question, *others, evil)]
    path = tmp_path / "records.jsonl"
    copy, name = encode(others[0]), others[0].id.encode()
    with path.open("wb") as file:
        file.writelines(line + b"\n" for line in lines)
        file.writelines(copy.replace(name, name[:-16] + b"%016x" % number) + b"\n" for number in range(9_995))
    with JsonlWriter(tmp_path / "verdicts.jsonl") as writer:
        writer.write(verdict)
    return [path, tmp_path / "verdicts.jsonl"]


@pytest.fixture
def address(files, tmp_path, served):
    return served(ViewRoutes(Shelf(files), Sheet(tmp_path / "answers.jsonl")).routes())


def test_ten_thousand_records_are_filtered_opened_and_stepped_through(page, address):
    page.goto(address)
    sees(page, "1 to 100 of 10,001")
    page.get_by_role("button", name="Last").click()
    sees(page, "10,001 to 10,001 of 10,001")
    page.get_by_label("Family").select_option("planning")
    sees(page, "1 to 3 of 3")
    page.locator("tbody a").first.click()
    page.get_by_role("heading", name="Certificate runs: a tree of states").wait_for()
    sees(page, "The record holds")
    caption = page.locator(".caption").first
    assert caption.inner_text() == "at the beginning"
    slider = page.locator("input[type=range]").first
    slider.focus()
    page.keyboard.press("ArrowRight")
    assert caption.inner_text().startswith("state 1: from state 0 by (")
    assert page.locator(".states .added").count() > 0
    page.locator("h1").click()
    page.keyboard.press("n")
    page.wait_for_url("**/record/4?family=planning")


def test_hostile_text_stays_text(page, address):
    page.goto(f"{address}/?kind=verdict")
    page.locator("tbody a").click()
    sees(page, EVIL)
    page.locator("summary", has_text="Near misses").click()
    page.goto(f"{address}/question/4")
    page.locator("pre", has_text="window.hacked").wait_for()


def test_every_family_is_drawn(page, address):
    page.goto(f"{address}/record/1")
    page.locator(".wave path.pulse").first.wait_for()
    page.locator("summary", has_text="State space").click()
    page.locator(".node").first.press("Enter")
    page.get_by_role("heading", name="State 0, the first").wait_for()
    page.goto(f"{address}/record/2")
    page.locator(".states li").first.wait_for()
    page.goto(f"{address}/record/3")
    page.locator("figure.right canvas").wait_for()
    assert page.locator("canvas").count() == 8


def test_a_question_is_answered_by_hand(page, address, tmp_path):
    page.goto(f"{address}/question/0")
    page.get_by_label("Your answer", exact=True).fill("Hard to say.")
    page.get_by_role("button", name="Check").click()
    sees(page, "it does not count")
    assert not (tmp_path / "answers.jsonl").exists()
    page.get_by_label("Your answer", exact=True).fill("(on b1 b1)")
    page.keyboard.press("Control+Enter")
    sees(page, "This answer counts")
    page.get_by_text("(on b1 b1) is reachable: no").wait_for()
    page.reload()
    page.get_by_text('You answered this before: "(on b1 b1)"').wait_for()
    page.goto(f"{address}/question/1")
    page.get_by_role("button", name="yes", exact=True).click()
    sees(page, "This answer counts")
    assert len((tmp_path / "answers.jsonl").read_text().splitlines()) == 2


def test_an_author_sees_each_save(page, served, tmp_path):
    path = tmp_path / "dot.sexp"
    path.write_text(DOT)
    page.goto(served(Author(path).routes()))
    sees(page, "The program reads well")
    page.keyboard.press("ArrowRight")
    sees(page, "Step 1")
    path.write_text(DOT.replace("(on right", "(on (|| right left)"))
    sees(page, "|| means *and*")
    sees(page, "Step 0, after 1 save")
    path.write_text(DOT[:-3])
    os.utime(path, ns=(10**9, 10**9))
    sees(page, "this parenthesis is never closed")
    assert page.locator(".code .wrong").count() == 1
