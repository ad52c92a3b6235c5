"""Models through Inspect: a scripted model, nothing fetched, drives the whole path from task to record.

The model's outputs bear a ``usage``, so that Inspect has no tokens to count and fetches no tokenizer.
"""

import json
from itertools import islice
from pathlib import Path

import msgspec
import pytest

pytest.importorskip("inspect_ai", reason="Inspect is not installed: pip install 'certwright[inspect]'")

from inspect_ai import eval as evaluate
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from inspect_ai.tool import ToolCall
from testkit.playable import question

from certwright.domains.timetravel import environment
from certwright.instances.canonical import encode
from certwright.instances.errors import EngineFailureError
from certwright.instances.records import Answer, Episode, Outcome
from certwright.instances.store import read_instances
from certwright.scripts.campaign import ModelSettings, ask_models, pending
from certwright.scripts.library.prompts import WINDOW
from certwright.verifiers.judge import judge
from certwright.verifiers.timetravel.level import shipped_instances

LEVELS = {f"L{one.level:02}": one for one in shipped_instances()}
SECRET = "sk-secret-0123456789"


def call(tool, **arguments):
    return ModelOutput.for_tool_call("mockllm", tool, arguments)


def text(said):
    return ModelOutput.from_content("mockllm", said)


def walk(who, start, end):
    return call("walk", c=who, **{"from": start}, to=end)


def malformed():
    output = call("walk")
    output.choices[0].message.tool_calls = [
        ToolCall(id="x", function="walk", arguments={}, parse_error="Error parsing JSON")
    ]
    return output


def two_calls():
    """A model that calls twice in a turn: the first call counts."""
    output = call("take", c="brann", i="lens", p="yard-past")
    output.choices[0].message.content = "I take it."
    output.choices[0].message.tool_calls.append(ToolCall(id="y", function="STUCK", arguments={}))
    return output


class Scripted:
    """Gives the outputs of a script one after the other, the last for ever; remembers what it was shown."""

    def __init__(self, *script):
        self.script, self.shown, self.calls = script, [], 0

    def __call__(self, input, tools, tool_choice, config):
        self.shown.append((list(input), [tool.name for tool in tools]))
        output = self.script[min(self.calls, len(self.script) - 1)]()
        self.calls += 1
        if isinstance(output, Exception):
            raise output
        output.usage = ModelUsage(input_tokens=100, output_tokens=7, total_tokens=107, reasoning_tokens=3)
        return output

    @property
    def model(self):
        return get_model("mockllm/model", custom_outputs=self, memoize=False)


def asked(instances, model, folder, *, runs=1, limit=None, **options):
    """What a model says to the instances, in the order in which it comes."""
    name, records = str(model), []
    ask_models(
        pending(instances, [name], runs, limit),
        ModelSettings(log_dir=str(folder), **options),
        lambda instance, record: records.append((instance, record)),
        print,
        {name: model},
    )
    return records


def run(level, script, folder, **options):
    scripted = Scripted(*script)
    (played,) = asked([LEVELS[level]], scripted.model, folder, **options)
    return played[1], scripted


FORTH = lambda: walk("brann", "yard-past", "meadow-past")  # noqa: E731
BACK = lambda: walk("brann", "meadow-past", "yard-past")  # noqa: E731
SOLUTION = (
    two_calls,
    lambda: walk("brann", "yard-past", "quay-past"),
    lambda: text("Now I post it."),
    lambda: call("post", c="brann", i="lens", **{"from": "quay-past"}, to="quay-future"),
    lambda: call("take", c="noor", i="lens", p="quay-future"),
)
TOUR = [
    lambda start=start, end=end, who=who: walk(who, start, end)
    for who, start, end in (
        ("brann", "yard-past", "meadow-past"),
        ("ilse", "street-present", "quay-present"),
        ("noor", "quay-future", "ridge-future"),
        ("brann", "meadow-past", "yard-past"),
        ("ilse", "quay-present", "street-present"),
        ("noor", "ridge-future", "quay-future"),
    )
]
REFUSED = [lambda: call("take", c="noor", i="lens", p="quay-future")] * 4
BURN = [
    lambda: call("take", c="brann", i="flint", p="yard-past"),
    lambda: walk("brann", "yard-past", "quay-past"),
    lambda: walk("brann", "quay-past", "tower-past"),
    lambda: call("light", c="brann", i="flint", p="tower-past"),
    *[
        lambda: walk("brann", "tower-past", "quay-past"),
        lambda: walk("brann", "quay-past", "tower-past"),
    ]
    * 3,
]
SCRIPTS = {
    environment.SOLVED: ("L01", SOLUTION),
    environment.MAX_STEPS: (
        "L01",
        [one for step in TOUR[:3] for one in (step, *REFUSED)] + [TOUR[3], *REFUSED],
    ),
    environment.MAX_INVALID_STREAK: (
        "L01",
        (lambda: text("Hello."), malformed, lambda: call("fly"), lambda: call("walk", c=3), REFUSED[0]),
    ),
    environment.LOOP_DETECTED: ("L01", [FORTH, BACK] * 3),
    environment.STAGNATION: ("L01", (TOUR * 3)[:-1]),
    environment.LLM_STUCK: ("L01", (FORTH, lambda: call("STUCK"))),
    environment.LLM_DONE_EARLY: ("L01", (FORTH, lambda: text("DONE"))),
    environment.API_FAILURE: ("L01", (FORTH, lambda: RuntimeError(f"bad key {SECRET}"))),
    environment.TEMPORAL_DECAY: ("L06", BURN),
}


@pytest.mark.parametrize("reason", environment.AGENT_FAULT)
def test_a_scripted_model_meets_every_stop(reason, tmp_path):
    level, script = SCRIPTS[reason]
    episode, scripted = run(level, script, tmp_path)
    assert episode.stop == reason and episode.agent == "mockllm/model"
    told = judge(LEVELS[level], Answer(id=LEVELS[level].id, answer=episode))
    wanted = {environment.SOLVED: Outcome.CORRECT, environment.API_FAILURE: Outcome.UNDECIDED}
    assert told.outcome is wanted.get(reason, Outcome.INCORRECT)
    answered = sum(1 for step in episode.steps if step.outcome != "api_error")
    assert episode.usage.input_tokens == 100 * answered and episode.usage.reasoning_tokens == 3 * answered
    assert len(episode.metadata["tokens"]) == len(episode.steps) == scripted.calls


def test_kinds_of_failure_are_told_apart(tmp_path):
    episode, _ = run(*SCRIPTS[environment.MAX_INVALID_STREAK], tmp_path)
    assert [step.outcome for step in episode.steps] == ["format_error"] * 4 + ["precondition_failed"]
    assert "there is no tool 'fly'" in episode.steps[2].feedback
    assert episode.steps[1].action == {"text": "call of walk with malformed arguments"}


def test_what_a_provider_says_in_an_error_is_not_recorded(tmp_path):
    episode, _ = run(*SCRIPTS[environment.API_FAILURE], tmp_path)
    assert episode.steps[-1].action == {"fault": "RuntimeError"}
    assert SECRET.encode() not in encode(episode)


def test_the_model_is_shown_instructions_a_window_and_the_present_state(tmp_path):
    _, scripted = run("L01", (TOUR * 3)[:-1], tmp_path)
    messages, tools = scripted.shown[15]
    roles = [message.role for message in messages]
    assert roles == ["system", "user", *["assistant", "tool"] * WINDOW, "user"]
    assert "Act through the tools" in messages[0].text and messages[-1].text.startswith("Turn 16 of 20")
    assert tools == ["walk", "take", "drop", "post", "DONE", "STUCK"]
    calls = [m.tool_calls[0].id for m in messages if m.role == "assistant"]
    assert calls == [m.tool_call_id for m in messages if m.role == "tool"]


def test_a_smaller_window_shows_less(tmp_path):
    _, scripted = run("L01", (TOUR * 3)[:-1], tmp_path, window=2)
    assert max(len(messages) for messages, _ in scripted.shown) == 3 + 4


def test_several_levels_runs_and_a_limit(tmp_path):
    scripted = Scripted(lambda: call("STUCK"))
    levels = [LEVELS["L01"], LEVELS["L02"]]
    done = asked(levels, scripted.model, tmp_path, runs=2, limit=3)
    assert {(one.level, episode.sample) for one, episode in done} == {(1, 0), (1, 1), (2, 0)}


def test_the_log_has_the_conversation_and_our_verdict(tmp_path):
    from inspect_ai.log import list_eval_logs, read_eval_log

    run("L01", SOLUTION, tmp_path)
    (name,) = list_eval_logs(str(tmp_path))
    log = read_eval_log(name)
    (sample,) = log.samples
    (score,) = sample.scores.values()
    assert score.value == 1.0 and score.metadata["plan_length"] == 4 and score.metadata["code"] == "ok"
    assert [m.role for m in sample.messages].count("assistant") == 5
    assert log.results.scores[0].metrics["accuracy"].value == 1.0


def test_the_command_plays_models_and_appends_results(tmp_path, certwright, monkeypatch):
    from certwright.scripts import campaign

    scripted = Scripted(*SOLUTION)
    original = campaign.ask_models

    def play(plays, settings, keep, say):
        assert list(plays) == ["mockllm/model"] and settings.window == 3
        return original(plays, settings, keep, say, {"mockllm/model": scripted.model})

    monkeypatch.setattr("certwright.scripts.cli.run_.ask_models", play)
    folder = tmp_path / "results"
    done = certwright(
        "run", "timetravel", "--agent", "model", "--levels", "1", "--results", folder,
        "--log-dir", tmp_path / "logs", "--window", 3, "--yes", "--models", "mockllm/model",
    )  # fmt: skip
    assert done.code == 0, done.err
    assert "tokens read and " in done.err and "SOLVED 1" in done.err
    assert (folder / "episodes" / "mockllm_model.jsonl").exists() and any((tmp_path / "logs").iterdir())
    report = json.loads(certwright("report", folder, "--json").out)
    (path,) = (folder / "raw" / "mockllm_model").glob("*_level_01_*.json")
    trace = json.loads(path.read_text())
    assert trace["metadata"]["window"] == 3 and trace["metadata"]["call"]["tool_choice"] == "auto"
    assert trace["metadata"]["begun"] <= trace["metadata"]["timestamp"]
    assert [one["tokens"] for one in trace["turns"]] == [{"input": 100, "output": 7, "reasoning": 3}] * 5
    first, walk, spoken, *_ = trace["turns"]
    assert first["said"] == "I take it." and "said" not in spoken
    assert [call["tool"] for call in first["further_calls"]] == ["STUCK"]
    assert walk["action"]["tool"] == "walk"
    told = report["timetravel"]["mockllm/model"]
    assert told["success"] == 1.0 and (told["tokens_in"], told["tokens_out"]) == (5 * 100, 5 * 7)


def test_levels_are_evaluated_by_the_name_of_the_task(tmp_path):
    """As ``inspect eval certwright/timetravel -T levels=1`` does."""
    scripted = Scripted(*SOLUTION)
    (log,) = evaluate(
        "certwright/timetravel",
        task_args={"levels": "1"},
        model=scripted.model,
        display="none",
        log_dir=str(tmp_path),
    )
    assert log.status == "success" and log.eval.task == "certwright/timetravel"
    (sample,) = log.samples
    assert sample.store["episode"]["stop"] == "SOLVED"
    assert log.results.scores[0].metrics["accuracy"].value == 1.0


def hasty(tools):
    """On to the test and out of it where there is one; else the first tool, without arguments."""
    by_name = {tool.name: tool for tool in tools}
    wanted = [name for name in ("go-to-test", "quit") if name in by_name]
    return call(wanted[0] if wanted else tools[0].name)


def few(family):
    """Two episodes of a family."""
    if family == "gridworld":
        return [question(task) for task in ("planning", "change")]
    path = Path(__file__).resolve().parents[2] / "instances" / family / "episode.jsonl.gz"
    if not path.exists():
        pytest.skip(f"instances/{family} is not there: make data")
    return list(islice(read_instances(path), 2))


@pytest.mark.parametrize("family", ["reactive", "gridworld"])
def test_episodes_of_other_families_are_evaluated_by_the_same_task(family, tmp_path):
    """As ``inspect eval certwright/episodes -T file=FILE`` does; the model is in a hurry."""
    file, by_id = tmp_path / "few.jsonl", {one.id: one for one in few(family)}
    file.write_bytes(b"".join(encode(one) + b"\n" for one in by_id.values()))

    def answer(input, tools, tool_choice, config):
        output = hasty(tools)
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return output

    model = get_model("mockllm/model", custom_outputs=answer, memoize=False)
    (log,) = evaluate(
        "certwright/episodes",
        task_args={"file": str(file)},
        model=model,
        display="none",
        log_dir=str(tmp_path),
    )
    assert log.status == "success"
    assert len(log.samples) == len(by_id) == 2
    for sample in log.samples:
        episode = msgspec.convert(sample.store["episode"], Episode)
        told = judge(by_id[sample.id], Answer(id=sample.id, answer=episode))
        (score,) = sample.scores.values()
        assert told.outcome is Outcome.INCORRECT and score.value == told.value and episode.steps


def test_a_sample_that_crashes_loses_no_other(tmp_path, monkeypatch):
    from certwright.scripts.harness import inspect

    plain = inspect.environment

    def faulty(instance):
        if instance.level == 1:
            raise RuntimeError("a fault of ours")
        return plain(instance)

    monkeypatch.setattr(inspect, "environment", faulty)
    model = get_model("mockllm/model", custom_outputs=Scripted(lambda: text("STUCK")))
    levels = [LEVELS["L01"], LEVELS["L02"]]
    played = []
    with pytest.raises(EngineFailureError, match="no record of 1 of mockllm/model: see the log"):
        ask_models(
            pending(levels, ["mockllm/model"], 1, None),
            ModelSettings(log_dir=str(tmp_path)),
            lambda instance, episode: played.append((instance.level, episode.stop)),
            print,
            {"mockllm/model": model},
        )
    assert played == [(2, "LLM_STUCK")]


def test_nothing_more_is_asked_when_a_record_cannot_be_kept(tmp_path):
    scripted, said = Scripted(lambda: call("STUCK")), []

    def full(instance, record):
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space left on device"):
        ask_models(
            pending([LEVELS["L01"]], ["mockllm/model"], 30, None),
            ModelSettings(log_dir=str(tmp_path), max_connections=1),
            full,
            said.append,
            {"mockllm/model": scripted.model},
        )
    assert said == ["a record cannot be kept"]
    assert scripted.calls < 5


def test_a_model_that_is_refused_does_not_stop_another(tmp_path):
    class RefusedError(Exception):
        status_code = 401

    good, bad, records, said = Scripted(lambda: call("STUCK")), Scripted(lambda: RefusedError("x")), [], []
    levels = [LEVELS["L01"], LEVELS["L02"]]
    with pytest.raises(EngineFailureError, match=r"^openai/bad refuses the key: look at OPENAI_API_KEY$"):
        ask_models(
            pending(levels, ["openai/bad", "mockllm/good"], 1, None),
            ModelSettings(log_dir=str(tmp_path)),
            lambda instance, record: records.append((record.agent, record.stop)),
            said.append,
            {"openai/bad": bad.model, "mockllm/good": good.model},
        )
    assert records.count(("mockllm/good", "LLM_STUCK")) == 2
    assert said == ["openai/bad refuses the key: look at OPENAI_API_KEY"]


def test_a_model_that_cannot_be_had_is_an_error_that_says_the_mend(tmp_path, monkeypatch):
    import inspect_ai

    def refuse(error):
        def evaluate(*_, **__):
            raise error

        monkeypatch.setattr(inspect_ai, "eval", evaluate)
        with pytest.raises(EngineFailureError) as caught:
            asked([LEVELS["L01"]], Scripted().model, tmp_path)
        return str(caught.value)

    missing = type("PrerequisiteError", (Exception,), {})
    assert "(PrerequisiteError): pip install openai" in refuse(
        missing("[bold]ERROR[/bold]: pip install openai")
    )
    assert SECRET not in refuse(RuntimeError(f"bad key {SECRET}"))
