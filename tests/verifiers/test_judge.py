"""Judging one answer: whose it is, what becomes of faults that nobody foresaw; episodes played again."""

import builtins

import pytest
from msgspec.structs import replace

from certwright.domains.environment import Call, Feedback, digest
from certwright.instances.errors import EngineMissingError, MachineError, RecordError, WorldError
from certwright.instances.records import Answer, Code, Episode, Instance, Outcome, Prompt, Source, Step
from certwright.verifiers import judge as judging
from certwright.verifiers.identity import TruthIndex
from certwright.verifiers.judge import CUT_SHORT, episode_of, judge, prepare, replay
from certwright.verifiers.planning import judging as planning
from certwright.verifiers.scoring import RefusedRow, first_answers, judge_rows, score_rows

QUESTION = Instance(
    id="planning/val/ferry/0123456789abcdef",
    family="planning",
    task="val",
    form="bool",
    domain="ferry",
    world={},
    query={},
    prompt=Prompt(question="Is it a plan?"),
    truth={"kind": "bool", "answer": True},
    source=Source(format="acpbench", key="acpbench:bool/val/7", id="7"),
)


@pytest.mark.parametrize("name", [QUESTION.id, "acpbench:bool/val/7", "7", 7])
def test_an_answer_may_name_its_question_as_a_file_does(name):
    assert judge(QUESTION, Answer(id=name, response="yes")).outcome is Outcome.CORRECT


def test_a_name_may_be_narrowed_by_task_and_form():
    assert judge(QUESTION, Answer(id=7, task="val", form="bool", response="yes")).value == 1.0
    with pytest.raises(RecordError, match="one to 7, not to 'planning/val"):
        judge(QUESTION, Answer(id=7, task="reach", response="yes"))


@pytest.mark.parametrize("name", ["planning/val/ferry/0000000000000000", "8", 8, "", "acpbench:bool/val/8"])
def test_an_answer_to_another_question_is_refused(name):
    with pytest.raises(RecordError, match=r"the answer is one to .*, not to ") as refused:
        judge(QUESTION, Answer(id=name, response="yes"))
    assert refused.value.field == "id"


def test_an_episode_of_another_question_is_refused():
    episode = Episode(instance="timetravel/level/x/0", agent="a", steps=(), stop="DONE")
    with pytest.raises(RecordError, match="the episode is one of 'timetravel/level/x/0'"):
        judge(QUESTION, Answer(id=QUESTION.id, answer=episode))


@pytest.mark.parametrize(
    ("form", "answer", "said"),
    [
        ("gen", "[2]", 2),
        ("bool", "yes", True),
        ("mcq", "B", "B"),
    ],
)
def test_without_truth_and_world_an_answer_is_read_and_stays_undecided(form, answer, said):
    asked = replace(QUESTION, form=form, truth=None, prompt=Prompt(question="?", choices=("a", "b")))
    verdict = judge(asked, Answer(id=QUESTION.id, response=answer))
    assert (verdict.outcome, verdict.code) == (Outcome.UNDECIDED, Code.TRUTH_MISSING)
    assert (verdict.explanation, verdict.answer) == ("the instance has no truth", said)


FAULTS = [
    IndexError("list index out of range"),
    ZeroDivisionError("division by zero"),
    RecursionError("maximum recursion depth exceeded"),
    UnicodeEncodeError("utf-8", "\ud800", 0, 1, "surrogates not allowed"),
    AssertionError(),
]


@pytest.fixture
def failing(monkeypatch):
    """Makes the judge of planning raise for the answer ``boom``."""

    def install(error, at="judging"):
        honest = planning.prepare

        def prepared(instance, options):
            if at == "preparing":
                raise error
            judged = honest(instance, options)

            def faulty(answer):
                if answer.response == "boom":
                    raise error
                return judged(answer)

            return faulty

        monkeypatch.setattr(planning, "prepare", prepared)

    return install


@pytest.mark.parametrize("error", FAULTS, ids=lambda error: type(error).__name__)
def test_a_fault_of_ours_is_undecided_and_says_where(failing, error):
    failing(error)
    verdict = judge(QUESTION, Answer(id=7, response="boom", sample=3))
    assert (verdict.outcome, verdict.code) == (Outcome.UNDECIDED, Code.INTERNAL_ERROR)
    assert (verdict.id, verdict.sample, verdict.value) == (QUESTION.id, 3, None)
    said = f"judging failed: {type(error).__name__} at certwright.verifiers.judge:"
    assert verdict.explanation.startswith(said)
    assert verdict.explanation.rstrip().endswith(str(error).strip())


@pytest.mark.parametrize("at", ["judging", "preparing"])
def test_the_other_rows_go_on(failing, at):
    failing(ZeroDivisionError("division by zero"), at)
    rows = [Answer(id=7, response=text, sample=k) for k, text in enumerate(["yes", "boom", "no"])]
    found = list(score_rows(rows, TruthIndex([QUESTION]), prepare, judging.DEFAULT))
    codes = [verdict.code for verdict in found]
    assert codes == (
        [Code.OK, Code.INTERNAL_ERROR, Code.WRONG] if at == "judging" else [Code.INTERNAL_ERROR] * 3
    )


def test_malformed_truth_is_refused_as_before():
    broken = replace(QUESTION, truth={"kind": "bool"})
    with pytest.raises(RecordError, match="malformed truth"):
        prepare(broken)
    (found,) = score_rows([Answer(id=7, response="yes")], TruthIndex([broken]), prepare, judging.DEFAULT)
    assert isinstance(found, RefusedRow) and found.code is Code.TRUTH_MISSING
    assert "the stored truth cannot be used: " in found.message


@pytest.mark.parametrize(
    ("error", "kind", "mend"),
    [
        (MemoryError(), MachineError, "use fewer --jobs"),
        (OSError(28, "No space left on device", "/tmp/x"), MachineError, "/tmp/x: no space left on device"),
        (ModuleNotFoundError("No module named 'spot'", name="spot"), EngineMissingError, "pip install"),
        (EngineMissingError("spot is missing: pip install spottl"), EngineMissingError, "spottl"),
    ],
    ids=lambda value: getattr(type(value), "__name__", ""),
)
def test_a_fault_of_the_machine_is_no_verdict(failing, error, kind, mend):
    failing(error)
    with pytest.raises(kind, match=mend):
        judge(QUESTION, Answer(id=7, response="boom"))
    rows = [Answer(id=7, response="boom")]
    with pytest.raises(kind, match=mend):
        list(score_rows(rows, TruthIndex([QUESTION]), prepare, judging.DEFAULT))


def test_an_interrupt_is_none_of_ours(failing):
    failing(builtins.KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        judge(QUESTION, Answer(id=7, response="boom"))


def test_a_world_that_cannot_be_read_refuses_the_row(failing):
    failing(WorldError("no init", file="p.pddl", line=3))
    (found,) = score_rows([Answer(id=7, response="boom")], TruthIndex([QUESTION]), prepare, judging.DEFAULT)
    assert found.message == "the stored truth cannot be used: p.pddl:3: no init"


def test_seconds_are_told_when_asked_for():
    rows = [Answer(id=7, response="yes", sample=k) for k in range(3)]
    numbered, truth = enumerate(rows, 1), TruthIndex([QUESTION])
    timed = list(first_answers(judge_rows(numbered, truth, prepare, judging.DEFAULT, timing=True)))
    assert all(isinstance(verdict.seconds, float) and verdict.seconds >= 0 for verdict in timed)
    plain = list(score_rows(rows, TruthIndex([QUESTION]), prepare, judging.DEFAULT))
    assert [replace(verdict, seconds=None) for verdict in timed] == plain


class Stairs:
    """Steps up to the third, where it stops."""

    def __init__(self):
        self.height, self.turns = 0, []

    @property
    def stop(self):
        return "TOP" if self.height == 3 else None

    def observe(self):
        return f"step {self.height}"

    def act(self, turn):
        self.turns.append(turn)
        self.height += 1
        return Feedback("climbed", f"now {self.height}")


def step(height, **changes):
    told = {"action": {"tool": "up"}, "outcome": "climbed", "observation": digest(f"step {height}")}
    return Step(**{**told, **changes})


def episode(*steps, stop="TOP"):
    return Episode(instance="q", agent="a", steps=steps, stop=stop)


def test_an_episode_that_tells_what_happened():
    world = Stairs()
    told = replay(episode(step(0), step(1, observation=None), step(2)), world)
    assert [feedback.outcome for feedback in told] == ["climbed"] * 3 and world.turns == [Call("up", {})] * 3
    assert len(replay(episode(step(0), stop=CUT_SHORT), Stairs())) == 1
    assert replay(episode(stop=CUT_SHORT), Stairs()) == ()


@pytest.mark.parametrize(
    ("told", "field", "message"),
    [
        (episode(*map(step, range(4))), "steps[3]", "the world stopped before (TOP)"),
        (
            episode(step(0), step(0)),
            "steps[1].observation",
            "the observation is not what the world showed",
        ),
        (
            episode(step(0, action={"tool": 3})),
            "steps[0].action",
            "an action is {tool, arguments}, {text} or {fault}",
        ),
        (
            episode(step(0), step(1, outcome="fell" * 20)),
            "steps[1].outcome",
            f"the outcome is {('fell' * 15)!r}, the world says 'climbed'",
        ),
        (
            episode(step(0), stop="T" * 61),
            "stop",
            f"the stop reason is {'T' * 60!r}, the world says 'CUT_SHORT'",
        ),
        (
            episode(*map(step, range(3)), stop=CUT_SHORT),
            "stop",
            "the stop reason is 'CUT_SHORT', the world says 'TOP'",
        ),
    ],
)
def test_the_first_difference_is_named(told, field, message):
    with pytest.raises(RecordError) as caught:
        replay(told, Stairs())
    assert (caught.value.field, caught.value.message) == (field, message)


def test_an_answer_holds_an_episode():
    told = episode(step(0), stop=CUT_SHORT)
    data = {
        "schema": "certwright.episode/1",
        "instance": "q",
        "agent": "a",
        "steps": [{"action": {"tool": "up"}, "outcome": "climbed", "observation": digest("step 0")}],
        "stop": CUT_SHORT,
    }
    assert episode_of(told) is told and episode_of(data) == told
    with pytest.raises(RecordError) as caught:
        episode_of({**data, "stop": 3})
    assert caught.value.field == "answer"
    assert caught.value.message == "the answer is no episode: Expected `str`, got `int` - at `$.stop`"
