"""What pages are sent, against what agents are shown: not less, and nothing that is not a function of it."""

import re
from itertools import chain

import pytest
from msgspec.structs import replace

import certwright as cw
from certwright.domains.environment import Call
from certwright.domains.planning import atoms
from certwright.domains.reactive.columns import Columns, Film, frame, read_frame
from certwright.domains.reactive.environment import Panel
from certwright.domains.timetravel.telling import shown
from certwright.generators.rng import Rng
from certwright.scripts.agents.agent import EpisodeRun, RandomAgent, environment, optimal
from certwright.scripts.agents.timetravel import RandomPlayer
from certwright.scripts.viewing.index import RecordIndex
from certwright.scripts.web import gridworld, reactive, timetravel


def scenes(run, agent, turns):
    """The scenes of a run, its end included."""
    for _ in range(turns):
        yield run.scene()
        if run.over:
            return
        run.take(agent.turn(run.scene()))


# --- time travel


@pytest.mark.parametrize("number", [-6, -5, -1, 0, 20])
def test_the_board_of_time_travel_is_what_is_told(number):
    question = cw.load("timetravel")[number]
    world = environment(question)
    kernel, fixed = world.world, None
    for scene in scenes(EpisodeRun(world), RandomPlayer(world, number), 25):
        seen = timetravel.view(scene, whole=True)
        told = {(name, *args) for name, args in seen["facts"] if args is not None}
        assert told == {tuple(atoms.parse(text)) for text in kernel.facts(world.state)}
        assert dict(seen["left"]) == {shown(f): left for f, left in kernel.countdown(world.state).items()}
        assert all(holds for _, holds in seen["goal"]) == (world.stop == "SOLVED")
        assert (seen["turn"] - 1, seen["budget"]) == (len(scene.history), world.budget)
        assert len(seen["log"]) == scene.observation.count("- valid-step ")
        fixed = seen
    level = kernel.level
    static = {(name, *args) for name, args in fixed["fixed"]}
    assert static == {tuple(atoms.parse(text)) for text in kernel.static}
    assert (
        tuple(fixed["epochs"]) == level.about.epochs and tuple(fixed["characters"]) == level.about.characters
    )
    assert len(fixed["rules"]) == len(level.problem.domain.events)
    assert fixed["window"] == (level.about.decay.window if level.about.decay else 0)
    assert bool(fixed["decay"]) == bool(level.about.decay)


def test_a_part_of_the_board_is_sent_after_a_turn():
    scene = EpisodeRun(environment(cw.load("timetravel")[-6])).scene()
    whole, part = timetravel.view(scene, True), timetravel.view(scene, False)
    assert part.items() <= whole.items() and "rules" not in part


# --- grid worlds


def names(grid):
    code = dict(zip(gridworld.CODE, (name for name, _ in grid["palette"]), strict=False))
    return [[code[cell] for cell in row] for row in grid["rows"]]


def told(text):
    """The matrices of a text, read in another way than the page's."""
    found = re.findall(r"^\[\[(.*?)\]\]", text, re.MULTILINE | re.DOTALL)
    return [[re.findall(r'"(.*?)"', row) for row in matrix.split("],\n")] for matrix in found]


@pytest.mark.parametrize("number", [0, 1, 2, 60, 61, 62])
def test_grids_are_those_of_the_observation(number):
    question = cw.load("gridworld")[number]
    world, phases = environment(question), set()
    run = EpisodeRun(world)
    explore = (Call(name) for name in ("left", "noop", "up", "reset", "noop"))
    note = (Call("scratchpad", {"text": 'a note\n[["red"]]'}),)
    for turn in chain(explore, note, optimal(question, world)._turns):
        scene = run.scene()
        seen = gridworld.view(scene, whole=True)
        phases.add(seen["phase"])
        assert seen["kind"] == question.task and seen["phase"] == world.phase
        grids = [seen["grid"], seen["goal"], *seen["options"]]
        observed = told(scene.observation.partition("\nScratchpad:")[0])
        assert [names(grid) for grid in grids if grid] == observed
        assert seen["notes"] == ('a note\n[["red"]]' if len(scene.history) > 5 else "")
        if (seen["phase"], seen["choosing"]) == ("test", False) and seen["kind"] != "planning":
            now = seen["frames"][str(seen["step"])]
            assert now["rows"] == seen["grid"]["rows"] and len(seen["frames"]) == seen["step"] + 1
        assert run.take(turn).outcome != "invalid"
    assert phases == {"exploration", "test"} and run.over


def test_an_action_stands_beside_its_frame():
    question = cw.load("gridworld").filter(task="change")[0]
    run = EpisodeRun(environment(question))
    for turn in (Call("go-to-test"), Call("click", {"x": 1, "y": 2}), Call("left"), Call("found-the-change")):
        run.take(turn)
    frames = gridworld.view(run.scene(), whole=True)["frames"]
    assert [frames[number]["by"] for number in "012"] == ["", "click 1 2", "left"]
    run.take(Call("choose_grid_i", {"i": 1}))
    seen = gridworld.view(run.scene(), whole=True)
    assert (seen["chosen"], seen["by"], seen["choosing"]) == (1, "click 1 2", True)
    assert seen["frames"]["1"]["rows"] == frames["1"]["rows"]


# --- GF-01


def panel_of(seen):
    return Panel(
        tuple(ap for _, ap in seen["inputs"]),
        tuple(seen["outputs"]),
        seen["steps"],
        seen["goal"],
        seen["first"],
    )


@pytest.mark.parametrize("number", range(0, 168, 24))
def test_the_page_of_gf01_is_sent_what_the_text_renderer_shows(number):
    question = cw.load("reactive").filter(form="episode")[number]
    world, twin = environment(question), environment(question)
    columns, agent = Columns(twin), RandomAgent(number)
    run, rng = EpisodeRun(world), Rng("test", "parity", number)
    while True:
        scene = run.scene()
        seen = reactive.view(scene, whole=False)
        assert seen == reactive.view(scene, whole=True)
        assert frame(Film(panel_of(seen), tuple(seen["shown"])), seen["seen"]) == columns.observe()
        assert read_frame(columns.observe()) == seen["seen"] == world.observation()
        if run.over:
            break
        turn = agent.turn(scene) if rng.below(3) == 0 else Call("advance")
        assert run.take(turn).outcome == columns.act(turn).outcome
        assert world.stop == columns.stop


def test_nothing_that_is_sent_depends_on_what_is_hidden():
    """Two machines with the same panel and the same outputs so far lead to the same page."""
    question = cw.load("reactive").filter(form="episode")[0]
    hidden = {**question.query, "trace": question.query["trace"][::-1]}
    views = [
        reactive.view(EpisodeRun(environment(one)).scene(), whole=True)
        for one in (question, replace(question, query=hidden))
    ]
    assert views[0] == views[1]


def test_an_idle_setting_is_named():
    question = cw.load("reactive").filter(form="episode")[0]
    atoms_of = {0: {"arm": "1"}, 3: {"off": "0"}, 4: {"off": "0", "z0": "1"}}
    play = cw.play(replace_budget(question, 3))
    for step in range(7):
        play.step(("advance", atoms_of.get(step, {})))
    verdict = play.score()
    said = reactive.ending(play.question, verdict)
    assert verdict.code.value == "extra_items"
    assert said[0] == "You made 4 settings, and the goal was reached, but not all were needed."
    idle = reactive.idle(play.question, verdict)
    assert [0, "arm", 1] in idle and [4, "z0", 1] not in idle
    assert "arm ON at timestep 0 was idle: without it the goal is reached just the same." in said
    assert said[-1] == "The cheapest way makes 3 settings at 2 timesteps."


def replace_budget(question, budget):
    return replace(question, query={**question.query, "budget_timestep": budget})


def test_what_was_missing_is_named():
    question = cw.load("reactive").filter(form="episode")[0]
    play = cw.play(question)
    while not play.done:
        play.step(("advance", {}))
    said = reactive.ending(question, play.score())
    assert said[:2] == [
        "You set nothing, and the goal was not reached.",
        "This would have won: off OFF at timestep 3, off OFF at timestep 4, z0 ON at timestep 4.",
    ]


def test_values_that_only_look_like_numbers_are_texts(tmp_path):
    path = tmp_path / "answers.jsonl"
    names = ["²", "10", "9", "x"]
    path.write_text(
        "".join(f'{{"id":"f/t/{name}/0","response":"yes"}}\n' for name in names), encoding="utf-8"
    )
    assert [value for value, _ in RecordIndex([path]).counts({})["domain"]] == ["9", "10", "x", "²"]
