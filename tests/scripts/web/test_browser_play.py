"""Games in a real browser: each family won and lost by clicks and keys, reload, two tabs, narrow and wide."""

import json

import pytest
from msgspec.structs import replace

from certwright.instances.store import read_episodes
from certwright.scripts.web.games import Games
from certwright.scripts.web.play import PlayRoutes

SEEN = ("timetravel", "reactive", "gridworld-mfp", "gridworld-planning", "gridworld-change")


class Desk:
    """A browser at the pages of play."""

    def __init__(self, context, address, games):
        self.context, self.address, self.games = context, address, games
        self.faults = []
        self.page = self.tab()

    def tab(self):
        page = self.context.new_page()
        page.set_default_timeout(10_000)
        page.on("console", lambda said: self.faults.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        return page

    def begin(self, number):
        family = self.games.offered[number].family
        self.page.goto(f"{self.address}/")
        self.page.select_option(f"#choose-{family}", str(number))
        self.page.click(f"section[aria-labelledby=head-{family}] button.primary")
        self.page.wait_for_url("**/game/*")
        self.page.wait_for_selector(".game .panel:visible")

    def options(self, *names):
        for name in names:
            self.page.locator("#composer .option", has_text=name).first.click()

    def agree(self):
        """Say yes by the keyboard; a question that asks back has the focus on no."""
        self.page.wait_for_selector("#question[open]")
        self.page.keyboard.press("Shift+Tab")
        self.page.keyboard.press("Enter")

    def press(self, *keys):
        """Press keys, each after the turn before it was answered."""
        for key in keys:
            before = self.page.inner_text("#steps")
            self.page.keyboard.press(key)
            self.page.wait_for_function("t => document.getElementById('steps').innerText !== t", arg=before)

    def end(self):
        self.page.wait_for_selector("#end:not([hidden])")
        return self.page.inner_text("#end h2"), self.page.inner_text("#end > p >> nth=0")

    def episode(self):
        return list(read_episodes(self.games.folder / "played.jsonl"))[-1]


@pytest.fixture
def desk(chromium, served, offered, tmp_path):
    context = chromium.new_context(viewport={"width": 1024, "height": 800})
    context.add_init_script(
        f"for (const name of {json.dumps(SEEN)}) localStorage.setItem(`seen-${{name}}`, '1')"
    )
    games = Games(tmp_path)
    games.offered = offered
    desk = Desk(context, served(PlayRoutes(offered, games).routes()), games)
    yield desk
    context.close()
    assert not desk.faults


def test_time_travel_is_won_with_a_reload_and_two_tabs(desk):
    desk.begin(0)
    page = desk.page
    desk.options("brann", "walk", "quay future", "quay past")
    page.keyboard.press("Enter")
    page.wait_for_selector("#feedback .hint")
    assert "at(brann, quay-future) is FALSE" in page.inner_text("#feedback")
    assert "HINT ORDER" in page.inner_text("#feedback")
    desk.options("take", "lens", "yard past")
    page.click("#composer .primary")
    page.wait_for_selector(".carrying .thing")
    page.reload()
    page.wait_for_selector(".carrying .thing")
    assert "18 of 20 turns left" in page.inner_text("#goal")
    other = desk.tab()
    other.goto(page.url)
    other.wait_for_selector("#composer .option")
    page.bring_to_front()  # a page behind another is slow
    desk.options("brann", "walk")
    page.click("[data-place=yard-past] button.place")
    page.click("[data-place=quay-past] button.place")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-place=quay-past] .carrying")
    other.wait_for_selector("[data-place=quay-past] .carrying")  # without a touch
    desk.options("post", "lens", "quay past", "quay future")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-place=quay-future] .thing")
    other.wait_for_selector("[data-place=quay-future] .thing")
    page.keyboard.press("Escape")
    desk.options("noor", "take", "lens", "quay future")
    page.keyboard.press("Enter")
    head, text = desk.end()
    assert head == "You won"
    assert (
        text
        == "Solved with 4 valid actions. You took 5 turns, 4 of them valid. The shortest way takes 4 actions."
    )
    other.wait_for_selector("#end:not([hidden])")
    episode = desk.episode()
    assert [step.outcome for step in episode.steps] == ["precondition_failed", *["valid"] * 4]
    assert len(episode.metadata["seconds"]) == 5 and episode.agent.startswith("human-")


def test_time_travel_by_keys_alone_lost(desk):
    desk.begin(0)
    page = desk.page
    for key in ("1", "2", "1", "7", "Enter"):  # brann, take, lens, yard-past
        page.keyboard.press(key)
    page.wait_for_selector(".carrying .thing")
    page.locator(".signal", has_text="STUCK").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#question[open]")
    page.keyboard.press("Escape")
    page.wait_for_selector("#question", state="hidden")
    assert page.is_hidden("#end")
    page.locator(".signal", has_text="STUCK").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#question[open]")
    desk.agree()
    head, text = desk.end()
    assert head == "Not this time"
    assert text.startswith(
        "You said that the goal can no longer be reached. You took 2 turns, 1 of them valid."
    )
    assert "LLM_STUCK" not in page.inner_text("main")
    assert desk.episode().stop == "LLM_STUCK"


LOST = pytest.param(False, marks=pytest.mark.long)


@pytest.mark.parametrize("won", [True, LOST])
def test_masked_frames(desk, offered, won):
    desk.begin(1)
    page = desk.page
    desk.press("ArrowLeft", "Space")
    page.keyboard.press("p")
    page.wait_for_function("() => parseInt(document.getElementById('steps').innerText.slice(5)) > 3")
    page.keyboard.press("p")
    page.fill("#notes", "it moves")
    page.keyboard.press("Tab")
    page.keyboard.press("t")
    desk.agree()
    page.wait_for_selector("#sliding:not([hidden])")
    page.reload()
    page.wait_for_selector("#sliding:not([hidden])")
    assert page.input_value("#notes") == "it moves"
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.getElementById('where').innerText.startsWith('Frame 1 ')")
    page.keyboard.press("End")
    page.wait_for_selector(".picture")
    last = page.inner_text("#where")
    right = offered[1].truth["answer"]
    letter = right if won else next(one for one in "ABCDEF" if one != right)
    page.keyboard.press(letter.lower())
    assert page.inner_text("#answer") == f"Answer with picture {letter}"
    page.keyboard.press("Enter")
    desk.agree()
    head, text = desk.end()
    assert head == ("You won" if won else "Not this time")
    assert f"Picture {right} is right." in text
    page.locator("#end summary").first.press("Enter")
    page.get_by_text("the run itself").wait_for()
    assert page.locator("#end figure.right").inner_text().endswith("(right)")
    frames = len(offered[1].query["actions"])
    click, *cell = offered[1].query["actions"][-1].split()
    assert click == "click"
    assert last == "Frame {0} of {0}, after a click on column {1}, row {2} (ring)".format(frames, *cell)
    page.goto(desk.address)
    page.locator("option", has_text="(played)").wait_for(state="attached")
    assert page.input_value("#choose-gridworld") == "2", "what was not played is offered first"
    episode = desk.episode()
    assert sum(step.outcome == "looked" for step in episode.steps) == frames
    assert not any(step.outcome == "invalid" for step in episode.steps)


@pytest.mark.parametrize("mouse", [True, False])
def test_planning(desk, offered, mouse):
    desk.begin(2)
    page = desk.page
    page.keyboard.press("t")
    desk.agree()
    page.wait_for_selector(".side canvas")
    keys = {"noop": "Space", "left": "ArrowLeft", "right": "ArrowRight", "up": "ArrowUp", "down": "ArrowDown"}
    size = 7
    for action in offered[2].truth["plan"]:
        before = page.inner_text("#steps")
        if action in keys:
            page.keyboard.press(keys[action])
        else:
            (click if mouse else walk)(page, *map(int, action.split()[1:]), size)
        page.wait_for_function("t => document.getElementById('steps').innerText !== t", arg=before)
    head, text = desk.end()
    assert head == "You won"
    assert text.startswith("The goal was reached in 7 steps. The goal can be reached in 7 steps.")
    plan = [step.action for step in desk.episode().steps][1:]
    assert plan[4] == {"tool": "click", "arguments": {"x": 4, "y": 6}}


def click(page, x, y, size):
    box = page.locator("canvas.playable").bounding_box()
    side = box["width"] / size
    page.mouse.click(box["x"] + (x + 0.5) * side, box["y"] + (y + 0.5) * side)


def walk(page, x, y, size):
    """Click a cell by keys: the cursor begins in the middle."""
    page.keyboard.press("c")
    for by, forth, back in ((x - size // 2, "Right", "Left"), (y - size // 2, "Down", "Up")):
        for _ in range(abs(by)):
            page.keyboard.press(f"Arrow{forth if by > 0 else back}")
    page.keyboard.press("Enter")
    page.keyboard.press("c")


def test_planning_given_up(desk):
    desk.begin(2)
    desk.page.keyboard.press("c")
    desk.page.keyboard.press("ArrowLeft")
    desk.page.keyboard.press("Enter")
    desk.page.wait_for_function("() => document.getElementById('steps').innerText.startsWith('Step 1 ')")
    desk.page.click("#quit")
    desk.agree()
    assert desk.end()[0] == "Not this time"
    assert desk.episode().steps[0].action == {"tool": "click", "arguments": {"x": 2, "y": 3}}


@pytest.mark.parametrize("won", [True, LOST])
def test_find_the_change(desk, offered, won):
    desk.begin(3)
    page = desk.page
    page.keyboard.press("t")
    desk.agree()
    page.wait_for_selector("#found:not([hidden])")
    keys = {"noop": "Space", "left": "ArrowLeft", "right": "ArrowRight", "up": "ArrowUp", "down": "ArrowDown"}
    actions = offered[3].truth["actions"]
    desk.press(*(keys[action] for action in actions))
    page.keyboard.press("f")
    desk.agree()
    page.wait_for_selector("#choose:not([hidden])")
    assert page.inner_text("#where") == f"Frame {len(actions)} of {len(actions)}, after {actions[-1]}"
    for _ in range(0 if won else 3):  # the frame before the first is right too
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    desk.agree()
    head, text = desk.end()
    assert head == ("You won" if won else "Not this time")
    assert f"In your run the change showed first in frame {len(actions)}." in text


@pytest.mark.parametrize("won", [True, False])
def test_gf01(desk, offered, won):
    desk.begin(4)
    page = desk.page
    truth = offered[4].truth
    for step in range(len(offered[4].query["trace"])):
        page.wait_for_function(
            "t => document.querySelector('#inputs h2')?.innerText.endsWith(` ${t}`)", arg=step
        )
        if step == 2:
            page.reload()
            page.wait_for_selector("#inputs h2")
        settings = [(name, value) for when, name, value in truth["example"] if when == step]
        for name, value in settings if won else settings[:1]:
            group = page.get_by_role("group", name=f"input {name}", exact=True)
            choice = group.get_by_text("ON" if value else "OFF", exact=True)
            if won:
                choice.click()
            else:
                choice.focus()
                page.keyboard.press("Space")
        if settings:
            assert "Pending: " in page.inner_text(".pending") and page.is_enabled("#commit")
            page.click("#commit") if won else page.keyboard.press("Enter")
        else:
            assert page.is_disabled("#commit")
            page.keyboard.press("s")
    head, text = desk.end()
    over = f"no\ntimestep {offered[4].query['effect']['at']} is over"
    assert f"Goal reached\n{'yes' if won else over}" in page.inner_text("#bar")
    if won:
        assert head == "You won" and "the goal was reached; nothing was needless." in text
    else:
        assert (
            head == "Not this time"
            and "You made 2 settings, and the goal was not reached." in text
            and "This would have won: off OFF" in text
        )
    assert page.locator("#waves .output path.pulse").count() == 3


def test_a_person_keeps_a_name_and_only_the_first_game_counts(desk, chromium, served):
    desk.begin(0)
    page = desk.page
    name = page.evaluate("localStorage.getItem('player')")
    for again in (False, True):
        page.locator(".signal", has_text="STUCK").press("Enter")
        desk.agree()
        desk.end()
        said = (
            "You had played this before, so the game is kept apart" if again else "This was your first game"
        )
        assert said in page.inner_text("#end > p.muted")
        page.goto(desk.address)
        page.wait_for_selector("option:has-text('First Post (played)')", state="attached")
        if not again:
            desk.begin(0)
    assert [one.agent for one in read_episodes(desk.games.folder / "played.jsonl")] == [name, f"{name}-again"]
    elsewhere = chromium.new_context()
    page = elsewhere.new_page()
    page.goto(served(PlayRoutes(desk.games.offered, Games(desk.games.folder)).routes()))
    page.wait_for_selector("#player")
    assert page.input_value("#player") == name
    page.select_option("#player", label=page.locator("#player option", has_text="somebody else").inner_text())
    page.wait_for_function("t => document.getElementById('player').value !== t", arg=name)
    page.locator("option", has_text="(played)").first.wait_for(state="detached")
    elsewhere.close()


def test_a_long_list_is_filtered(chromium, served, offered, tmp_path):
    machines = [replace(offered[4], id=f"reactive/intervene/alarm/{n:016x}", level=n % 3) for n in range(20)]
    page = chromium.new_page()
    page.goto(served(PlayRoutes(machines, Games(tmp_path)).routes()))
    page.fill("#filter-reactive", "level 1, machine 1")
    listed = page.locator("#choose-reactive option").all_inner_texts()
    assert [one.partition(":")[0] for one in listed] == [f"Machine {n}" for n in (11, 14, 17)]
    page.fill("#filter-reactive", "nothing")
    assert page.input_value("#choose-reactive") == ""
    page.close()


def test_pages_fit_and_name_their_controls(desk, tmp_path):
    desk.page.goto(desk.address)
    desk.page.wait_for_selector(".families")
    games = [desk.games.begin(one, "human-tester").name for one in desk.games.offered]
    nameless = """() => [...document.querySelectorAll('button, select, input, textarea')].filter((one) =>
        one.offsetParent && !one.innerText && !one.ariaLabel && !one.labels?.length).map((one) => one.id)"""
    for path in ("/", *(f"/game/{game}" for game in games)):
        for width in (360, 1024, 1920):
            desk.page.set_viewport_size({"width": width, "height": 800})
            if width == 360:
                desk.page.goto(desk.address + path)
                desk.page.wait_for_selector(".panel:not(#end)")
            assert desk.page.evaluate("document.documentElement.scrollWidth") <= width, (path, width)
        assert desk.page.evaluate(nameless) == []


def test_foreign_text_is_shown_as_text(chromium, served, offered, tmp_path):
    hostile = "<img src=x onerror=alert(1)><b>bold</b>"
    level = {**offered[0].world["level"], "title": hostile}
    question = replace(offered[0], world={**offered[0].world, "level": level})
    games = Games(tmp_path)
    page = chromium.new_page()
    address = served(PlayRoutes([question], games).routes())
    page.goto(address)
    assert page.locator("#choose-timetravel option").text_content() == hostile
    page.goto(f"{address}/game/{games.begin(question, 'human-tester').name}")
    page.wait_for_selector("#tutorial[open]")
    assert page.inner_text(".story").startswith(hostile)
    assert page.locator(".story img, .story b").count() == 0
    page.close()
