"""Faults put into the fast machine and its reductions, and forged records: each is noticed, and said how."""

from dataclasses import dataclass

import pytest
from msgspec.structs import replace
from testkit.grid_questions import QUESTIONS, goal, question
from testkit.small_worlds import FLY, WALK, program

from certwright.domains.gridworld.actions import NOOP
from certwright.domains.gridworld.machine import Machine
from certwright.instances.canonical import seal
from certwright.instances.records import Certificate, Grades, Prompt
from certwright.verifiers.audit.finding import CheckResult
from certwright.verifiers.audit.gridworld import Subject
from certwright.verifiers.audit.second.gridworld import play_both
from certwright.verifiers.audit.subject import AuditInput
from certwright.verifiers.checking import check
from certwright.verifiers.gridworld import drawn, planning, space
from certwright.verifiers.label import label
from certwright.verifiers.search import grid_moves, grid_states


def heard(record):
    """What playing both machines says of a record."""
    result = CheckResult(record.id, "second")
    play_both(Subject(AuditInput(record)), result, 3)
    return [finding.sentence for finding in result.findings]


@dataclass
class Broken:
    """Faults by name; each is put in by a monkeypatch."""

    patch: object

    def a_lost_successor(self):
        whole = grid_states.successors
        self.patch.setattr(grid_moves, "successors", lambda *told: whole(*told)[:-1] or whole(*told))

    def classes_too_coarse(self):
        for module in (grid_moves, drawn):
            self.patch.setattr(module, "agreeing", lambda place, cells, compared_with: set(cells))

    def a_key_that_forgets_a_variable(self):
        whole = grid_states.key
        self.patch.setattr(grid_states, "key", lambda rt, names, types: whole(rt, names[1:], types))

    def a_draw_that_is_not_the_generator_s(self):
        from certwright.domains.gridworld.runtime import RandomGenerator

        self.patch.setattr(RandomGenerator, "next", lambda one, bound: 0)


@pytest.fixture(scope="module")
def records():
    fly = question("planning", FLY, {**goal(4, green=(1, 3)), "rng_seed": 5})
    return {"walk": label(QUESTIONS["plan"]), "fly": label(fly)}


FAULTS = [
    ("a_lost_successor", "fly", "what noop may lead to differs"),
    ("classes_too_coarse", "walk", "clicks on (3, 0) and (0, 0) do not act alike"),
    ("a_key_that_forgets_a_variable", "walk", "two states with one key differ after right"),
    ("a_draw_that_is_not_the_generator_s", "fly", "at step 1 of a run the frames differ"),
]


@pytest.mark.parametrize(("name", "world", "sentence"), FAULTS)
def test_a_fault_of_the_fast_machine_is_noticed_by_the_plain_one(records, monkeypatch, name, world, sentence):
    assert not heard(records[world])
    getattr(Broken(monkeypatch), name)()
    assert heard(records[world]) == [f"InterpretersDisagree: {sentence}"]


@pytest.mark.parametrize("name", ["classes_too_coarse", "a_key_that_forgets_a_variable"])
def test_a_wrong_truth_of_a_faulty_reduction_is_refused_by_the_checker(monkeypatch, name):
    # the checker makes classes and keys by itself, on either machine
    asked = question("planning", WALK, goal(4, lime=(3, 0), red=(1, 0)))
    right = label(asked)
    with monkeypatch.context() as patch:
        getattr(Broken(patch), name)()
        forget()
        wrong = label(asked)
    forget()
    assert wrong.truth != right.truth
    weaker = wrong.truth == {**right.truth, "actions": None}  # nothing false: the fewest are not known
    assert weaker or wrong.truth["kind"] == "undecided" or not check(wrong).ok
    assert check(right).ok and check(right, plain=True).ok
    assert (check(right).trusted, check(right, plain=True).trusted) == ("fast machine", "")


def test_a_last_step_by_luck_proves_no_search():
    for seed in range(1, 40):
        asked = question("planning", FLY, {**goal(4, green=(0, 1)), "rng_seed": seed})
        machine = Machine(program(FLY), seed)
        machine.step(NOOP)
        if machine.frame()[1][0] == "green":
            break
    truth = {"kind": "goal", "steps": 1, "actions": None, "sure": True, "plan": ["noop"]}
    proofs = (Certificate("search", {"steps": 1, "states": 4}),)
    forged = replace(asked, truth=truth, gold="noop", certificates=proofs, grades=Grades(certified=1))
    assert check(forged).failed == "search: the stored plan does not show the goal after 1 steps"
    assert check(forged, plain=True).failed == check(forged).failed


def test_a_plan_that_is_too_long_is_not_the_shortest(records):
    right = records["walk"]
    proof, *others = right.certificates
    plan = ["noop", *right.truth["plan"]]
    longer = {**right.truth, "steps": len(plan), "plan": plan}
    proofs = (Certificate("search", {**proof.body, "steps": len(plan)}), *others)
    forged = replace(right, truth=longer, gold="\n".join(plan), certificates=proofs)
    assert check(forged).failed == f"search: steps is {len(plan)}, but the least number is {len(plan) - 1}"


def forget():
    """Forget the searches that are kept."""
    for search in (planning.fewest_actions, space.explored, drawn.layers_of, drawn.steps_of):
        search.cache_clear()


UNDECIDED = {"kind": "undecided"}


@pytest.mark.parametrize(
    ("truth", "gold", "message"),
    [
        ({**UNDECIDED, "steps": 3}, None, "its fields must be kind"),
        ({**UNDECIDED, "actions": ["noop"]}, None, "its fields must be kind"),
        (UNDECIDED, "right", "nothing is proven where the truth is undecided"),
        ({"kind": "degenerate"}, None, "is not one of goal, undecided"),
    ],
)
def test_an_undecided_truth_says_nothing_else(records, truth, gold, message):
    open_ = replace(records["walk"], truth=truth, gold=gold, certificates=(), grades=Grades(undecided=1))
    assert message in check(open_).failed
    nothing = replace(open_, truth=UNDECIDED, gold=None)
    assert check(nothing).ok and check(nothing).undecided == 1
    proven = replace(nothing, certificates=records["walk"].certificates)
    assert "nothing is proven" in check(proven).failed
    assert records["fly"].certificates[0].kind == "policy"
    proven = replace(records["fly"], truth=UNDECIDED, gold=None, grades=Grades(undecided=1))
    assert "nothing is proven" in check(proven).failed


@pytest.mark.parametrize(
    ("query", "limits", "message"),
    [
        ({"budget": 4}, {}, "query.budget: 5 steps are more than the question allows"),
        ({"budget": 0}, {}, "query.budget: 0 is no whole number from 1"),
        ({"hint": "click"}, {}, "query: its fields must be budget, pictures, rng_seed"),
        (
            {},
            {"max_interaction_steps": 0},
            "prompt.limits.max_interaction_steps: 0 is no whole number from 1",
        ),
        ({}, {"time": 5}, "prompt.limits.time: no such field"),
    ],
)
def test_fields_that_judges_read_are_covered(records, query, limits, message):
    one = records["walk"]
    prompt = Prompt(question=one.prompt.question, limits=limits)
    forged = seal(replace(one, query={**one.query, **query}, prompt=prompt))
    assert message in check(forged).failed


def test_a_plan_is_no_proof_of_another_task(records):
    more = (*records["walk"].certificates, Certificate("support", {"scope": "trajectory"}))
    assert (
        "support: not a certificate of this task" in check(replace(records["walk"], certificates=more)).failed
    )


def test_the_plain_machine_alone_says_the_same():
    for name in ("plan", "sure plan", "change", "masked", "masked by chance"):
        record = label(QUESTIONS[name])
        fast, plain = check(record), check(record, plain=True)
        assert fast.ok and plain.ok and fast.claims == plain.claims, name


OFF = """(program (= GRID_SIZE 3)
  (object Hero (Cell 0 0 "red"))
  (object Spring (Cell 0 0 "gold"))
  (= spring (initnext (Spring (Position -1 0)) (prev spring)))
  (= hero (initnext (Hero (Position 0 0)) (prev hero)))
  (on right (= hero (moveRightNoCollision hero)))
  (on (clicked spring) (= hero (updateObj hero "origin" (Position 2 0)))))"""
GROWING = """(program (= GRID_SIZE 2)
  (object Hero (Cell 0 0 "red"))
  (= hero (initnext (Hero (Position 0 0)) (prev hero)))
  (on right (= GRID_SIZE 3))
  (on down (= hero (moveDown hero))))"""


def claiming(text, size, plan, **cells):
    """A question with a claimed shortest plan."""
    truth = {"kind": "goal", "steps": len(plan), "actions": None, "sure": True, "plan": plan}
    proof = Certificate("search", {"steps": len(plan), "states": 9})
    asked = question("planning", text, goal(size, **cells))
    return replace(
        asked, truth=truth, gold="\n".join(plan), certificates=(proof,), grades=Grades(certified=1)
    )


@pytest.mark.parametrize("plain", [False, True])
def test_a_plan_clicks_on_the_grid(plain):
    assert check(claiming(OFF, 3, ["right", "right"], red=(2, 0)), plain).ok
    # the episode refuses the click, so one step is no truth
    forged = claiming(OFF, 3, ["click -1 0"], red=(2, 0))
    assert check(forged, plain).failed == "truth.plan: click -1 0 lies off the grid"


def test_a_change_is_shown_by_clicks_on_the_grid():
    changed = OFF.replace("(Position 2 0)", "(Position 1 0)")
    asked = question("change", OFF, {"changed": changed})
    truth = {"kind": "change", "steps": None, "actions": ["click -1 0"], "shortest": False}
    forged = replace(
        asked,
        truth=truth,
        gold="click -1 0",
        certificates=(Certificate("witness", {}),),
        grades=Grades(certified=1),
    )
    assert check(forged).failed == "truth.actions: click -1 0 lies off the grid"
    engine = replace(forged, certificates=(), grades=Grades(engine_proven=1))
    assert check(engine).failed == "gold: click -1 0 lies off the grid"


def test_a_change_shows_before_an_episode_is_over():
    late = ["noop"] * 1000
    asked = question("change", WALK, {"changed": WALK})
    truth = {"kind": "change", "steps": None, "actions": late, "shortest": False}
    forged = replace(
        asked, truth=truth, gold=None, certificates=(Certificate("witness", {}),), grades=Grades(certified=1)
    )
    assert check(forged).failed == "witness: 1000 steps, an episode has fewer than 1000"
    shortest = Certificate("distinction", {"steps": 1000, "states": 9})
    forged = replace(forged, certificates=(shortest,))
    assert check(forged).failed == "distinction.steps: 1000 is no whole number from 1 to 999"


@pytest.mark.parametrize("plain", [False, True])
def test_a_grid_that_grows_is_not_searched(plain):
    # an episode has the clicks of the first grid; a search over those of another would prove another thing
    forged = claiming(GROWING, 3, ["right", "down", "down"], red=(0, 2))
    assert "GRID_SIZE becomes another one than the program sets, 2" in check(forged, plain).failed


def test_numbers_have_digits_of_ascii():
    forged = claiming(OFF.replace("Position -1 0", "Position \u0663 0"), 3, ["right", "right"], red=(2, 0))
    assert "unexpected character" in check(forged).failed
    recorded = QUESTIONS["masked"]
    actions = [*recorded.query["actions"][:-1], "click 1\u0663 0"]
    forged = seal(replace(label(recorded), query={**recorded.query, "actions": actions}))
    assert check(forged).failed.endswith("is no action")
