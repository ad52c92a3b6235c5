"""The public functions: what they promise, from files, threads, coroutines and processes."""

import asyncio
import gzip
import inspect
import json
import pickle
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import certwright as cw
from certwright.domains.environment import Call, Fault
from certwright.instances.canonical import encode
from certwright.instances.errors import (
    EngineMissingError,
    NameUnknownError,
    RecordError,
    UndecidedError,
    UnsupportedError,
)
from certwright.instances.records import Answer, Instance
from certwright.instances.store import record_of
from certwright.scripts.agents.agent import environment, optimal
from certwright.scripts.agents.agent import play as run_agent

ROOT = Path(__file__).resolve().parents[3]
ACCEPT = cw.load("reactive/accept").filter(form="bool")
LEVELS, GRID = cw.load("timetravel"), cw.load("gridworld")
EPISODE = cw.load("reactive").filter(form="episode")[0]
INTERVENE = cw.load("reactive/intervene").filter(form="gen")[0]
MIXED = (*ACCEPT[:2], cw.load("planning/app")[0], LEVELS[0], GRID[0], INTERVENE)


def test_importing_loads_nothing_but_the_package_itself():
    program = (
        "import certwright, sys; print([name for name in sys.modules if name.startswith('certwright.')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd="/"
    )
    assert done.stdout.strip() == "[]"


def test_loading_and_scoring_load_nothing_heavy():
    program = (
        "import certwright as cw, sys; q = cw.load('planning/reach')[0]; cw.prompt(q); cw.reward(q)('x');"
        "print({'numpy', 'numba', 'pebble', 'lark', 'click', 'rich', 'pysat', 'z3'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd="/"
    )
    assert done.stdout.strip() == "set()"


def test_every_public_name_is_there_and_described():
    assert set(cw.__all__) <= set(dir(cw))
    assert [name for name in cw.__all__ if not inspect.getdoc(getattr(cw, name))] == []
    with pytest.raises(AttributeError, match="no attribute 'lode'"):
        _ = cw.lode


def test_a_list_of_questions_behaves_like_a_list():
    questions = cw.load("planning/reach")
    assert {question.task for question in questions.filter(domain="ferry")} == {"reach"}
    assert len(questions[2:7:2]) == 3
    assert questions[2:7:2][1] == questions[4]
    assert questions[-1] == questions[len(questions) - 1]
    assert [one.id for one in questions[:2]] == [questions[0].id, questions[1].id]
    assert questions[0] in questions
    with pytest.raises(IndexError):
        questions[len(questions)]
    assert repr(questions[:1]) == "<1 question of planning/reach>"


def test_filters_take_one_value_or_several():
    questions = cw.load("planning")
    chosen = questions.filter(task=("reach", "val"), domain="ferry", form={"gen"}, level=range(1, 4))
    assert chosen
    assert {(one.task, one.domain, one.form) for one in chosen} == {
        ("reach", "ferry", "gen"),
        ("val", "ferry", "gen"),
    }
    assert len(questions.filter(level=99)) == 0


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("planing/reach", "unknown set 'planing'; did you mean planning?"),
        ("planning/reech", "unknown task 'reech'; did you mean reach or areach?"),
        ("gridwrold", "unknown set 'gridwrold'; did you mean gridworld?"),
    ],
)
def test_misspelt_sets_get_a_hint(name, message):
    with pytest.raises(NameUnknownError) as caught:
        cw.load(name)
    assert str(caught.value) == message


def test_a_misspelt_filter_gets_a_hint():
    with pytest.raises(NameUnknownError, match="unknown domain 'fery'; did you mean ferry"):
        cw.load("planning/val").filter(domain="fery")
    with pytest.raises(NameUnknownError, match=r"unknown split 'test'; there is none$"):
        cw.load("planning/val").filter(split="test")


def test_what_load_and_generate_cannot_mean_is_refused():
    with pytest.raises(UnsupportedError, match="on_error is 'raise' or 'skip', not 'ignore'"):
        cw.load("planning", on_error="ignore")
    with pytest.raises(UnsupportedError, match="size is a number of questions, not -1"):
        cw.generate("planning/val", size=-1)


@pytest.mark.parametrize("name", ["planning/reach", "reactive", "gridworld/mfp", "timetravel", "demo"])
def test_released_sets_have_names(name):
    questions = cw.load(name)
    assert len(questions) > 0
    assert questions[0].id.startswith(name if name != "demo" else "planning/")


@pytest.fixture
def lines():
    return [encode(question) + b"\n" for question in ACCEPT[:3]]


@pytest.mark.parametrize("packed", [False, True])
def test_any_file_is_read_packed_or_not(tmp_path, lines, packed):
    text = b"\xef\xbb\xbf" + lines[0] + b"\n" + lines[1] + lines[2].rstrip()
    path = tmp_path / "set.jsonl"
    path.write_bytes(gzip.compress(text) if packed else text)
    assert list(cw.load(path)) == list(ACCEPT[:3])
    assert pickle.loads(pickle.dumps(cw.load(path)))[1] == ACCEPT[1]


def test_a_set_without_its_bad_lines_is_the_same_set():
    kept = cw.load("gridworld/change", on_error="skip")
    assert {question.task for question in kept} == {"change"}
    assert len(kept) == len(cw.load("gridworld/change"))


@pytest.mark.parametrize("packed", [False, True])
def test_bad_lines_are_told_or_skipped(tmp_path, lines, packed):
    text = lines[0] + b'{"schema": 5}\n' + lines[1] + lines[2][:-40]
    path = tmp_path / "set.jsonl"
    path.write_bytes(gzip.compress(text) if packed else text)
    questions = cw.load(path)
    assert questions[2] == ACCEPT[1]
    with pytest.raises(RecordError, match=r"set\.jsonl:2: "):
        questions[1]
    with pytest.raises(RecordError, match=r"set\.jsonl:4: last line is torn"):
        list(questions[2:])
    kept = cw.load(path, on_error="skip")
    assert list(kept) == list(ACCEPT[:2])
    assert [error.line for error in kept.errors] == [2, 4]
    assert [one.domain for one in kept.filter(form="bool")] == [one.domain for one in ACCEPT[:2]]


@pytest.mark.parametrize(
    ("text", "message"),
    [(b"id,response\n1,2\n", "this is a table"), (b"[1,\n2]", "JSON array"), (None, "No such file")],
)
def test_what_is_no_set_is_refused_by_name(tmp_path, text, message):
    path = tmp_path / "set.jsonl"
    if text is not None:
        path.write_bytes(text)
    with pytest.raises(RecordError, match=message):
        cw.load(str(path))


def test_the_prompt_is_what_show_prints():
    question = cw.load("planning").filter(form="mcq")[0]
    text = cw.prompt(question)
    assert question.prompt.question in text
    assert f"A. {question.prompt.choices[0]}" in text
    assert cw.messages(question, "Think.") == [
        {"role": "system", "content": "Think."},
        {"role": "user", "content": text},
    ]
    command = ["certwright", "show", str(ROOT / "instances/planning/mcq.jsonl.gz"), question.id, "--prompt"]
    shown = subprocess.run(
        [sys.executable, "-m", "certwright.scripts.cli", *command[1:]],
        capture_output=True,
        text=True,
        check=True,
    )
    assert shown.stdout == text + "\n"


@settings(deadline=None, max_examples=60)
@given(
    answer=st.one_of(
        st.none(),
        st.text(),
        st.binary(max_size=8),
        st.floats(),
        st.recursive(
            st.one_of(st.text(max_size=3), st.integers()), lambda inner: st.lists(inner, max_size=3)
        ),
    ),
    number=st.integers(0, 5),
)
def test_nothing_that_a_model_writes_raises(answer, number):
    question = MIXED[number]
    assert cw.score(question, answer).outcome.value in ("correct", "incorrect", "unparsed")


def test_gold_answers_score_one():
    for name in ("planning", "reactive"):
        for question in cw.load(name)[::97]:
            if question.gold is not None and question.form != "episode":
                assert cw.score(question, question.gold).value == 1.0


def test_an_answer_row_of_another_question_is_refused():
    with pytest.raises(RecordError, match="not to"):
        cw.score(ACCEPT[0], Answer(id="elsewhere", response="yes"))


def test_a_question_without_truth_says_what_to_do():
    with pytest.raises(RecordError, match=r"label it first, cw\.label\(question\)"):
        cw.score(cw.load("demo")[0], "yes")
    with pytest.raises(RecordError, match="a str is no question: take one of"):
        cw.reward("planning")


TEXTS = ["Final answer: yes", "Final answer: no", "I cannot say", ""]


def rewards_of(reward):
    return [reward(text) for text in TEXTS]


def test_rewards_agree_in_threads_coroutines_and_processes():
    rewards = [cw.reward(question) for question in ACCEPT[:4]]
    expected = [[cw.score(question, text).value for text in TEXTS] for question in ACCEPT[:4]]
    assert [sorted(set(row)) for row in expected] == [[0.0, 1.0]] * 4
    assert [rewards_of(reward) for reward in rewards] == expected
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(rewards_of, rewards)) == expected

    async def together():
        return await asyncio.gather(*(asyncio.to_thread(rewards_of, reward) for reward in rewards))

    assert asyncio.run(together()) == expected
    assert [rewards_of(pickle.loads(pickle.dumps(reward))) for reward in rewards] == expected


def test_rewards_travel_to_spawned_processes():
    reward = cw.reward(ACCEPT[0])
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert list(pool.map(reward, TEXTS)) == rewards_of(reward)


def test_the_reward_of_what_nobody_can_judge_is_the_callers_choice():
    level = LEVELS[0]
    env = cw.play(level)
    while not env.done:
        env.step(Fault("the network was down"))
    episode = env.episode()
    assert cw.score(level, episode).outcome.value == "undecided"
    assert cw.reward(level, undecided=None)(episode) is None
    assert cw.reward(level, undecided=0.0)(episode) == 0.0
    with pytest.raises(UndecidedError, match=r"undecided=0\.0"):
        cw.reward(level)(episode)


def test_labels_are_verified_and_audited():
    bare = next(one for one in cw.load("demo") if one.task == "val" and one.form == "gen")
    labelled = cw.label(bare, engine="search")
    assert labelled.id == bare.id
    report = cw.verify(labelled)
    assert (report.ok, report.failed) == (True, None)
    assert [finding for finding in cw.audit(labelled) if finding.severity == "fault"] == []
    with pytest.raises(NameUnknownError, match="unknown check 'godl'; did you mean gold"):
        cw.audit(labelled, checks=["godl"])


def test_a_wrong_truth_is_refused_and_found():
    question = ACCEPT[0]
    wrong = json.loads(encode(question))
    wrong["truth"]["answer"] = not wrong["truth"]["answer"]
    twisted = record_of(json.dumps(wrong).encode(), Instance, "memory", 1)
    assert cw.verify(twisted).state == "refused"
    assert cw.audit(twisted)


def best_episode(question):
    world = environment(question)
    return run_agent(question.id, world, optimal(question, world))


@pytest.mark.parametrize("question", [LEVELS[0], GRID[0], EPISODE], ids=lambda one: one.family)
def test_play_is_the_environment_that_agents_meet(question):
    env, record = cw.play(question), best_episode(question)
    assert env.observation == environment(question).observe()
    for step in record.steps:
        assert not env.done
        taken = env.step(step.action)
        assert taken.outcome == step.outcome
        assert step.feedback in ("", taken.feedback)
    assert env.episode("optimal").steps == record.steps
    assert env.done
    assert env.score().value == 1.0
    with pytest.raises(UnsupportedError, match=r"the episode is over .*reset\(\)"):
        env.step("noop")
    env.reset()
    assert not env.done


def test_play_takes_calls_in_every_spelling():
    spellings = (
        "take brann lens yard-past",
        ("take", {"who": "brann", "what": "lens", "where": "yard-past"}),
        Call("take", {"who": "brann", "what": "lens", "where": "yard-past"}),
    )
    level = LEVELS[-6]
    names = [one["function"] for one in cw.play(level).tools]
    parameters = next(list(one["parameters"]["properties"]) for one in names if one["name"] == "take")
    arguments = dict(zip(parameters, ("brann", "lens", "yard-past"), strict=True))
    spellings = (
        spellings[0],
        ("take", arguments),
        Call("take", arguments),
        {"tool": "take", "arguments": arguments},
        {"id": "call_1", "function": {"name": "take", "arguments": json.dumps(arguments)}},
    )
    taken = {cw.play(level).step(action) for action in spellings}
    assert [one.outcome for one in taken] == ["valid"]


@pytest.mark.parametrize(
    "action", ["I think so", {}, {"function": 3}, {"name": "take", "arguments": "{"}, ("take", {"no": 1})]
)
def test_play_answers_whatever_a_model_sends(action):
    taken = cw.play(LEVELS[-6]).step(action)
    assert (taken.outcome.endswith("error"), taken.done) == (True, False)


def test_what_is_no_episode_cannot_be_played():
    with pytest.raises(UnsupportedError, match="is no episode"):
        cw.play(ACCEPT[0])


def test_item_k_does_not_depend_on_those_before_it():
    alone = cw.generate("reactive/accept", seed=7, size=500, level=2, form="bool")
    first = [encode(one) for one in alone[:3]]
    again = cw.generate("reactive/accept", seed=7, size=3, level=2, form="bool")
    assert encode(again[2]) == first[2]
    assert len({alone[number].id for number in (0, 1, 2, 400)}) == 4
    assert alone[400].level == 2


def test_generated_items_are_those_of_the_shell(tmp_path):
    path = tmp_path / "set.jsonl"
    arguments = [
        "generate",
        "reactive/simulate",
        "--seed",
        "7",
        "-n",
        "2",
        "--domain",
        "lock",
        "-o",
        str(path),
    ]
    subprocess.run(
        [sys.executable, "-m", "certwright.scripts.cli", *arguments, "--jobs", "1", "-q"], check=True
    )
    assert list(cw.load(path)) == list(cw.generate("reactive/simulate", seed=7, size=2, domain="lock"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("planning/reech",), "unknown task 'reech'; did you mean reach"),
        (("planing",), "unknown family 'planing'; did you mean planning"),
        (("reactive", {"domain": "latchs"}), "unknown domain 'latchs'; did you mean latches"),
        (("timetravel", {"level": 7}), r"unknown level in \[7\]; known: 1 to 6"),
        (("planning/nexta", {"form": "bool"}), "no task of these has one of these forms"),
    ],
)
def test_generate_refuses_unknown_names_at_once(arguments, message):
    name, options = arguments[0], arguments[1] if len(arguments) > 1 else {}
    with pytest.raises(NameUnknownError, match=message):
        cw.generate(name, **options)


def test_missing_engines_are_named(monkeypatch):
    monkeypatch.setattr("certwright.verifiers.engines.registry.present", lambda key: False)
    with pytest.raises(EngineMissingError, match="pip install"):
        cw.label(cw.load("demo").filter(task="reach")[0], engine="fd")
