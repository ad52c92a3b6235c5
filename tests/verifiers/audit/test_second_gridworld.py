"""Second opinions on grid worlds: what is counted of good records, and what is said of wrong truths."""

from collections import Counter
from dataclasses import replace
from types import SimpleNamespace

import pytest
from testkit.grid_questions import BY_CHANCE, QUESTIONS, goal, question
from testkit.spoiling import spoilt

from certwright.domains.gridworld.actions import UP, Action
from certwright.domains.gridworld.questions import Change
from certwright.instances.records import Instance
from certwright.verifiers.audit.finding import AuditOptions, CheckResult
from certwright.verifiers.audit.gridworld import Subject
from certwright.verifiers.audit.second import gridworld as module
from certwright.verifiers.audit.second.gridworld import second
from certwright.verifiers.audit.subject import AuditInput
from certwright.verifiers.label import label
from certwright.verifiers.proofs.gridworld.autumn.machine import Machine as PlainMachine
from certwright.verifiers.search.grid_moves import moves

COUNTED = {  # programs, claims that are played, claims left open
    "plan": (1, 1, 0),
    "sure plan": (1, 0, 1),
    "luck": (1, 1, 0),
    "drawn": (1, 1, 0),
    "change": (2, 2, 0),
    "masked": (1, 1, 0),
    "masked by chance": (1, 1, 0),
}
WRONG = [
    ("plan", {"truth.steps": 6}, "plain search shows the goal after 5 steps, we prove 6", 0),
    ("plan", {"truth.steps": 7}, "plain search shows the goal after 5 steps, we prove 7", 0),
    ("plan", {"truth.steps": 5}, "", 0),
    ("luck", {"truth.probability": "9/10"}, "the plan succeeds in 61 of 200 plays, we prove 0.9000", 0),
    ("luck", {"truth.probability": "1/20"}, "the plan succeeds in 61 of 200 plays, we prove 0.0500", 0),
    ("luck", {"truth.probability": "2/5"}, "", 0),
    ("sure plan", {"truth.plan": ["down", "down"]}, "", 0),
    ("change", {"truth.steps": 5}, "plain search shows the change after 4 steps, we prove 5", 0),
    ("change", {"truth.shortest": False}, "", 1),
    ("change", {"gold": None}, "", 1),
    ("change", {"gold": "noop"}, "201 plays of the base world show the frames that it cannot show", 0),
    ("masked", {"truth.answer": "A"}, "plays end with ['B'], we prove A", 0),
    ("masked by chance", {"truth.answer": "A"}, "plays end with ['B'], we prove A", 0),
    (
        "masked by chance",
        {"query.options.0": ["0000", "0200"]},
        "plays end with ['A', 'B'], we prove B",
        0,
    ),
    (
        "masked by chance",
        {"query.options.0": ["0000", "0200"], "truth.scope": "trajectory"},
        "",
        0,
    ),
]


@pytest.fixture(scope="module")
def labelled() -> dict[str, Instance]:
    return {name: label(asked) for name, asked in {**QUESTIONS, **BY_CHANCE}.items()}


def told(record: Instance) -> CheckResult:
    result = CheckResult(record.id, "second")
    second(Subject(AuditInput(record)), AuditOptions(("second",), sample=3), result)
    return result


def counts(programs: int, played: int, left_open: int) -> Counter[str]:
    return Counter(
        {
            "probes": programs + played,
            "caught": programs + played,
            "programs on both machines": programs,
            "claims by plain play": played,
            "open": left_open,
        }
    )


@pytest.mark.parametrize("name", COUNTED)
def test_good_records_have_no_faults(labelled, name):
    result, (programs, played, left_open) = told(labelled[name]), COUNTED[name]
    assert result.findings == []
    assert result.counts == counts(programs, played, left_open)  # what is absent counts as 0


@pytest.mark.parametrize(("name", "put", "sentence", "left_open"), WRONG)
def test_wrong_truths_are_disagreements(labelled, name, put, sentence, left_open):
    result = told(spoilt(labelled[name], put))
    said = [(finding.severity, finding.sentence) for finding in result.findings]
    assert said == ([("fault", f"EnginesDisagree: {sentence}")] if sentence else [])
    assert (result.counts["open"], result.counts["probes"] - result.counts["caught"]) == (
        left_open,
        len(said),
    )


def machines(record: Instance) -> list[str]:
    """What playing a record on both machines finds."""
    result = CheckResult(record.id, "second")
    module.play_both(Subject(AuditInput(record)), result, 3)
    return [finding.sentence for finding in result.findings]


HIDDEN = """(program (= GRID_SIZE 3) (object Lamp (: lit Bool) (Cell 0 0 (if lit then "gold" else "gray")))
  (= armed (initnext false (prev armed))) (= lamp (initnext (Lamp false (Position 1 1)) (prev lamp)))
  (on up (= armed true)) (on (& left armed) (= lamp (updateObj lamp "lit" true))))"""


class Other(PlainMachine):
    """The plain machine, wrong from some step on: another frame, or other numbers."""

    late, field = 3, "rng_state"

    def step(self, state, action, source=None):
        after = super().step(state, action, source)
        self.steps = getattr(self, "steps", 0) + 1
        if self.steps < self.late:
            return after
        return after._replace(**{self.field: after.rng_state + 1 if self.field == "rng_state" else ()})


def test_machines_that_differ_along_a_run_are_named(labelled, monkeypatch):
    monkeypatch.setattr(module, "PlainMachine", Other)
    assert machines(labelled["plan"]) == ["InterpretersDisagree: at step 3 of a run the generators differ"]
    monkeypatch.setattr(Other, "field", "drawn")
    assert machines(labelled["plan"]) == ["InterpretersDisagree: at step 3 of a run the frames differ"]


def test_machines_that_differ_in_a_state_are_named(labelled, monkeypatch):
    hidden = question("planning", HIDDEN, goal(3, gold=(1, 1)))
    assert machines(hidden) == []
    with monkeypatch.context() as patch:
        patch.setattr(module, "state_key", lambda machine: str(machine.frame()))  # forgets what is hidden
        assert machines(hidden) == ["InterpretersDisagree: two states with one key differ after up"]
    with monkeypatch.context() as patch:
        patch.setattr(module, "alike", lambda machine: {(0, 0): (0, 0), (3, 0): (1, 0)})
        assert machines(labelled["plan"]) == [
            "InterpretersDisagree: clicks on (3, 0) and (1, 0) do not act alike"
        ]
    with monkeypatch.context() as patch:
        patch.setattr(module, "moves", lambda machine: [replace(each, action=UP) for each in moves(machine)])
        assert machines(labelled["plan"])[0].startswith("InterpretersDisagree: what up may lead to differs")
    with monkeypatch.context() as patch:
        patch.setattr(module, "moves", lambda machine: [_halved(each) for each in moves(machine)])
        assert machines(labelled["sure plan"]) == ["InterpretersDisagree: what noop may lead to differs"]


def _halved(move):
    (share, end), *others = move.outcomes
    return replace(move, outcomes=[(share / 2, end), *others])


def test_so_many_states_are_looked_at_and_none_twice(labelled, monkeypatch):
    met = []
    monkeypatch.setattr(module, "_clicks", lambda fast, world, state: met.append(state))
    assert machines(labelled["plan"]) == []
    assert len(met) == len(set(met)) == 3 * module.STATES


def test_the_random_run_uses_every_key_and_clicks_anywhere(labelled, monkeypatch):
    runs = []
    monkeypatch.setattr(module, "_along", lambda program, world, seed, run: runs.append([*run]))
    monkeypatch.setattr(module, "_states", lambda *rest: None)
    for record in labelled.values():
        machines(record)
    drawn = runs[1::2]
    assert {len(run) for run in drawn} == {12} and len(set(map(str, drawn))) == len(drawn) == 8
    assert runs[0] == [Action.parse(line) for line in labelled["plan"].gold.splitlines()]
    actions = [action for run in drawn for action in run]
    assert {action.name for action in actions} == {"noop", "left", "right", "up", "down", "click"}
    places = {(action.x, action.y) for action in actions if action.name == "click"}
    assert {x for x, _ in places} == {y for _, y in places} == {0, 1, 2, 3} and len(places) > 6
    assert {(action.x, action.y) for action in actions if action.name != "click"} == {(0, 0)}


@pytest.mark.parametrize(
    ("probability", "hits", "fine"),
    [("1", 200, True), ("1", 199, True), ("1", 198, False)]
    + [
        ("1/2", hits, fine)
        for hits, fine in ((100, True), (136, True), (137, False), (64, True), (63, False))
    ],
)
def test_a_frequency_may_be_five_deviations_away(labelled, monkeypatch, probability, hits, fine):
    record = spoilt(labelled["luck"], {"truth.probability": probability})
    subject = Subject(AuditInput(record))
    frame = [["black"] * 4 for _ in range(4)]
    shown = [row[:] for row in frame]
    shown[3][2] = "green"
    frames = [[shown]] * hits + [[frame]] * (200 - hits)
    monkeypatch.setattr(Subject, "realisations", lambda subject, program, plan: frames)
    monkeypatch.setattr(module, "play_both", lambda *rest: None)
    result = CheckResult(record.id, "second")
    second(subject, AuditOptions(("second",)), result)
    assert (result.counts["probes"], not result.findings) == (1, fine)


@pytest.mark.parametrize(
    ("base", "changed", "shortest", "searched"),
    [
        ("(program)", "(program)", True, True),
        ("(program)", "(program)", False, False),
        ("(uniformChoice list)", "(program)", True, False),
        ("(program)", "(uniformChoice list)", True, False),
        ("(random 3)", "(program)", True, False),
        ("(program)", "(random 3)", True, False),
    ],
)
def test_a_change_is_searched_for_where_nothing_is_drawn(monkeypatch, base, changed, shortest, searched):
    worlds = [SimpleNamespace(text=text) for text in (base, changed)]
    asked, told = Change(program=worlds[0], changed=worlds[1], rng_seed=5), []
    monkeypatch.setattr(module, "play_both", lambda subject, result, sample: told.append(sample))
    monkeypatch.setattr(module, "_unseen", lambda subject, result, question: None)
    monkeypatch.setattr(module, "Machine", lambda program, seed: (program, seed))
    monkeypatch.setattr(module, "_sooner", lambda *given: told.append(given[1:4]))
    subject = SimpleNamespace(question=asked, truth={"shortest": shortest, "steps": 9})
    result = CheckResult("", "second")
    second(subject, AuditOptions(sample=2), result)
    assert told == [2, *([([(world, 5) for world in worlds], asked, 9)] if searched else [])]
    assert result.counts == {"open": 0 if searched else 1}
