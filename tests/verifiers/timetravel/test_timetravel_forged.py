"""Records of levels that say more than is proven, and labels that faulty engines make, are refused."""

import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from testkit.random_games import GAMES
from testkit.sampling import spread

from certwright.domains.timetravel.kernel import World
from certwright.domains.timetravel.level import NAMES
from certwright.instances.canonical import seal
from certwright.instances.records import Certificate, Grades
from certwright.verifiers.checking import check
from certwright.verifiers.label import label
from certwright.verifiers.timetravel import optimum, second
from certwright.verifiers.timetravel.level import instance_of, shipped_instances
from certwright.verifiers.timetravel.optimum import shortest_length


def shipped(name):
    return shipped_instances()[NAMES.index(name)]


@pytest.fixture(scope="module")
def labelled():
    return label(shipped("L03"))


def replaced(one, **changes):
    return msgspec.structs.replace(one, **changes)


def undecided(one, **truth):
    grades = Grades(undecided=1)
    return replaced(one, truth={"kind": "undecided", **truth}, certificates=(), gold=None, grades=grades)


def test_an_undecided_truth_says_nothing_else(labelled):
    report = check(undecided(labelled))
    assert report.ok and (report.certified, report.undecided) == (0, 1)
    for field in ({"length": 3}, {"plan": []}, {"steps": 3}, {"actions": 4}, {"without": {}}):
        assert check(undecided(labelled, **field)).failed.startswith("truth: its fields must be kind; got")
    assert check(replaced(undecided(labelled), gold=labelled.gold)).failed.startswith("gold: ")


def with_body(one, kind, **fields):
    proofs = tuple(
        Certificate(kind, {**each.body, **fields}) if each.kind == kind else each for each in one.certificates
    )
    return replaced(one, certificates=proofs)


def test_a_part_that_the_level_does_not_have_is_refused(labelled):
    without = {**labelled.truth["without"], "rule of-thumb": None}
    failed = check(with_body(labelled, "necessity", without=without)).failed
    assert failed == "necessity: 'rule of-thumb' is no part of the level"
    failed = check(replaced(labelled, truth={**labelled.truth, "without": without})).failed
    assert failed == "truth without: these are not the parts of the level, in name order"


def with_level(one, **about):
    world = {**one.world, "level": {**one.world["level"], **about}}
    return seal(replaced(one, world=world))


def test_a_plan_longer_than_the_turns_of_an_episode_is_no_right_answer(labelled):
    turns = labelled.truth["length"]
    assert check(with_level(labelled, budget=turns)).ok
    short = with_level(labelled, budget=turns - 1)
    assert check(short).failed.startswith("gold: ")
    assert check(replaced(short, gold=None)).ok
    again = label(replaced(short, truth=None, gold=None, certificates=(), grades=None))
    assert again.gold is None and check(again).ok and again.truth["length"] == turns


def test_the_turns_that_a_prompt_states_suffice_for_the_plan(labelled):
    def limited(turns):
        prompt = msgspec.structs.replace(labelled.prompt, limits={"max_turns": turns})
        return check(seal(replaced(labelled, prompt=prompt)))

    assert limited(labelled.truth["length"]).ok
    for turns in (0, labelled.truth["length"] - 1, None, "90"):
        assert "prompt.limits.max_turns" in limited(turns).failed


WORLDS = {
    "a query": ({"query": {"steps": 3}}, "query: its fields must be none; got steps"),
    "the optimum told": ({"about": {"optimal": 8}}, "world.level.optimal: no such field"),
    "no title": ({"about": {"title": None}}, "world.level.title: None is no text"),
    "an epoch that is no object": ({"about": {"epochs": ["noon"]}}, "world.level.epochs: 'noon'"),
    "a milestone that is no fact": ({"about": {"milestones": ["(open)"]}}, "is no fact that lasts"),
    "a milestone that is taken back": (
        {"about": {"milestones": ["(at brann quay-past)"]}},
        "world.level.milestones: (at brann quay-past) can be taken back",
    ),
    "an unstable predicate that never changes": (
        {"about": {"decay": {"unstable": ["path"], "window": 5}}},
        "world.level.decay: 'path'",
    ),
    "a window of no steps": (
        {"about": {"decay": {"unstable": ["lit"], "window": 0}}},
        "window: 0 is no whole",
    ),
}


@pytest.mark.parametrize("name", WORLDS)
def test_fields_that_nothing_covers_are_refused(labelled, name):
    changes, why = WORLDS[name]
    one = with_level(labelled, **changes.get("about", {}))
    failed = check(seal(replaced(one, query=changes.get("query", {})))).failed
    assert why in failed, failed


def test_rules_whose_order_decides_the_outcome_are_refused():
    """The engines refuse such a level too; the checker finds it by firing the rules both ways."""
    domain = (
        "(define (domain d) (:requirements :negative-preconditions :time) (:predicates (s) (a) (b))"
        " (:action go :parameters () :precondition (and) :effect (s))"
        " (:event ra :parameters () :precondition (and (s) (not (b))) :effect (a))"
        " (:event rb :parameters () :precondition (and (s) (not (a))) :effect (b)))"
    )
    problem = "(define (problem p) (:domain d) (:objects o) (:init) (:goal (a)))"
    about = {"title": "T", "epochs": ["o"], "characters": ["o"]}
    level = {"kind": "timetravel", "domain": domain, "problem": problem, "level": about}
    forged = seal(replaced(undecided(shipped("L01")), world=level))
    assert check(forged).ok, "nothing is claimed"
    plan = Certificate("plan", {"actions": ["(go)"]})
    assert "which rule fires first" in check(replaced(forged, certificates=(plan,))).failed


# --- faults in the engines that the labels come from


def no_ablation(monkeypatch):
    monkeypatch.setattr(optimum, "without", lambda level, part: level)


def a_longer_window(monkeypatch):
    made = World.__init__

    def init(self, level):
        made(self, level)
        self.window += 1

    monkeypatch.setattr(World, "__init__", init)


def rules_that_rest(monkeypatch):
    monkeypatch.setattr(World, "_candidates", lambda self, operator: ())


def decay_that_never_comes(monkeypatch):
    monkeypatch.setattr(World, "_aged", lambda self, before, after, ages: ((0,) * len(ages), ()))


def an_action_lost(monkeypatch):
    made = World.applicable
    monkeypatch.setattr(World, "applicable", lambda self, state: made(self, state)[:-1] or made(self, state))


SOLVABLE = [one for one in GAMES.values() if shortest_length(one[1])]
FAULTS = [no_ablation, a_longer_window, rules_that_rest, decay_that_never_comes, an_action_lost]


@pytest.mark.parametrize("fault", FAULTS)
def test_what_a_faulty_engine_labels_is_refused_unless_it_is_true(fault, monkeypatch):
    asked = [instance_of(level, domain="random") for level, _, _ in spread(3, SOLVABLE)]
    asked += shipped_instances()[:4]
    monkeypatch.setattr(second, "agreed", lambda found: True)
    right = [label(one).truth for one in asked]
    fault(monkeypatch)
    refused = 0
    for one, truth in zip(asked, right, strict=True):
        made = label(one)
        said = {key: value for key, value in made.truth.items() if key != "plan"}
        report = check(made)
        true = said == {key: value for key, value in truth.items() if key != "plan"}
        assert true or not report.ok, (made.truth, truth)
        refused += not report.ok
    assert refused >= 5, refused


def test_the_copied_folder_verifies_released_levels_with_nothing_installed(tmp_path):
    root = Path(__file__).resolve().parents[3]
    lines = (root / "instances" / "timetravel" / "levels.jsonl").read_text("utf-8").splitlines()[:4]
    (tmp_path / "levels.jsonl").write_text("\n".join(lines), "utf-8")
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(root / "verifiers" / "proofs", tmp_path / "copy", ignore=ignored)
    command = [sys.executable, "-I", "-S", str(tmp_path / "copy"), str(tmp_path / "levels.jsonl")]
    child = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/")
    assert (child.stderr, child.returncode) == ("", 0), child.stdout
    assert child.stdout.endswith("levels.jsonl: holds 4\n")


def test_the_plan_of_the_truth_is_the_one_of_the_certificate(labelled):
    swapped = with_body(labelled, "plan", actions=labelled.truth["plan"][:-1])
    assert check(swapped).failed == "plan: the goal does not hold at the end"
    forged = replaced(labelled, truth={**labelled.truth, "plan": labelled.truth["plan"][::-1]})
    assert check(forged).failed == "truth plan: it is not the plan of the certificate"
    shorter = replaced(labelled, truth={**labelled.truth, "length": labelled.truth["length"] - 1})
    assert check(shorter).failed.startswith(f"truth length: it is {labelled.truth['length'] - 1}, a plan of ")
    unproven = tuple(each for each in labelled.certificates if each.kind != "plan")
    assert check(replaced(labelled, certificates=unproven)).failed.startswith("truth plan: it is not")
