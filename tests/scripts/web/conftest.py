"""A served application, and a real browser where there is one."""

import shutil
import threading
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

import pytest
import uvicorn
from starlette.testclient import TestClient

import certwright as cw
from certwright.scripts.web import server
from certwright.scripts.web.games import Games
from certwright.scripts.web.play import PlayRoutes

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
HOME = "http://127.0.0.1:8570"
PLAYER = "human-tester"


@pytest.fixture(scope="module")
def chromium():
    """A browser for the tests of one module: while it is open, the thread has an event loop running."""
    if CHROMIUM is None:
        pytest.skip("BROWSER TESTS DID NOT RUN: there is no chromium (apt-get install -y chromium)")
    playwright = pytest.importorskip("playwright.sync_api", reason="BROWSER TESTS DID NOT RUN: no playwright")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def page(chromium):
    """A page that must have no fault of a script, and run none of foreign text, until the test is over."""
    context = chromium.new_context(viewport={"width": 1024, "height": 800})
    shown = context.new_page()
    shown.set_default_timeout(10_000)
    faults = []
    shown.on("pageerror", lambda error: faults.append(str(error)))
    yield shown
    hacked = shown.evaluate("window.hacked")
    context.close()
    assert faults == [] and hacked is None


@contextmanager
def serving(routes):
    """The address at which routes are served, by a thread of this process."""
    listening = server.listen("127.0.0.1", 0)
    configuration = uvicorn.Config(server.application(routes), log_level="warning", lifespan="off", ws="none")
    running = uvicorn.Server(configuration)
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        yield server.address_of(listening, "", None)
    finally:
        running.should_exit = True
        thread.join()
        listening.close()


@pytest.fixture
def served():
    """A function from routes to the address at which they are served until the test is over."""
    with ExitStack() as stack:
        yield lambda routes: stack.enter_context(serving(routes))


@dataclass
class Table:
    """The pages of play, asked without a browser."""

    play: PlayRoutes
    client: TestClient

    def post(self, path, **body):
        return self.client.post(path, json=body, headers={"origin": HOME})

    def begin(self, question):
        said = self.post("/api/games", question=question, player=PLAYER)
        assert said.status_code == 200, said.text
        return said.json()["game"]

    def show(self, game):
        return self.client.get(f"/api/games/{game}").json()

    def turn(self, game, number, tool, seconds=1.5, **arguments):
        path = f"/api/games/{game}/turns"
        return self.post(path, number=number, tool=tool, arguments=arguments, seconds=seconds)


@pytest.fixture(scope="session")
def offered():
    """Level 1, the three tasks of a small world, a machine."""
    grids = cw.load("gridworld")[:3]
    return [cw.load("timetravel")[-6], *grids, cw.load("reactive").filter(form="episode")[0]]


@pytest.fixture
def laid(offered):
    """A function from a folder, and questions if they are others, to the pages of play."""

    def lay(folder, questions=offered):
        play = PlayRoutes(questions, Games(folder))
        return Table(play, TestClient(server.application(play.routes()), base_url=HOME))

    return lay


@pytest.fixture
def table(laid, tmp_path):
    return laid(tmp_path / "games")
