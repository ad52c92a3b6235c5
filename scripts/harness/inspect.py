"""Questions and episodes as tasks of Inspect: ``inspect eval certwright/planning --model openrouter/...``.

Providers, retries, logs and the viewer are Inspect's.  Here stand the tasks, a solver that asks a question or
lets the model play an episode (``asking``), and a scorer, which asks our judge.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import msgspec
from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import GenerateConfig, Model, get_model
from inspect_ai.scorer import Score, Scorer, Target, accuracy, grouped, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver

from ...instances.errors import UnsupportedError
from ...instances.records import Answer, Episode, Instance, Outcome, Reply
from ...verifiers.judge import prepare
from ..library.prompts import WINDOW, prompt
from ..library.questions import load
from ..library.words import Words, integers, strings
from . import asking
from .watch import ProviderState

Kept = Callable[[Instance, "Reply | Episode"], None]  # takes each record as soon as its sample is finished


@dataclass(frozen=True)
class EpisodeSample:
    """A question and the number of the sample, from 0."""

    instance: Instance
    sample: int = 0

    @property
    def name(self) -> str:
        """What Inspect calls the sample."""
        return f"{self.instance.id}#{self.sample}" if self.sample else self.instance.id


def _task(
    name: str, about: str, family: str | None = None, source: str | None = None, form: str | None = None
) -> Callable[..., Task]:
    """A task over the released set of a family, or over a file; without a family there must be a file."""

    @task(name=name)
    def made(
        file: str | None = source or family,
        tasks: Words = None,
        domain: Words = None,
        level: Words = None,
        form: Words = form,
        limit: int | None = None,
        window: int = WINDOW,
        levels: Words = None,
    ) -> Task:
        if file is None:
            raise UnsupportedError(f"{name} needs a file: -T file=FILE")
        wanted = level if levels is None else levels
        return task_of(chosen(file, family, tasks, domain, wanted, form, limit), window)

    made.__doc__ = about
    built: Callable[..., Task] = made
    return built


planning = _task("planning", "Planning questions: the released set, or those of a file.", "planning")
reactive = _task("reactive", "Questions and episodes about reactive systems.", "reactive")
timetravel = _task(
    "timetravel", "The six levels of the package, or those of a file.", "timetravel", "timetravel/levels"
)
gridworld = _task("gridworld", "Episodes in grid worlds.", "gridworld")
episodes = _task("episodes", "The episodes of a file of instances, of any family.", form="episode")
questions = _task("questions", "Everything in a file of instances: questions and episodes of any family.")


def chosen(
    source: str, family: str | None, tasks: Words, domain: Words, level: Words, form: Words, limit: int | None
) -> list[EpisodeSample]:
    """The questions; UnsupportedError for none, NameUnknownError for an unknown task or domain."""
    questions = load(source).filter(
        task=strings(tasks), domain=strings(domain), level=integers(level), form=strings(form)
    )
    plays = (EpisodeSample(question) for question in questions if family in (None, question.family))
    if listed := list(islice(plays, limit)):
        return listed
    raise UnsupportedError(f"{source} has no such questions")


def task_of(
    plays: Sequence[EpisodeSample],
    window: int = WINDOW,
    *,
    model: Model | None = None,
    kept: Kept | None = None,
    watch: ProviderState | None = None,
) -> Task:
    """The plays as a task of Inspect's; ``kept`` is handed each record as soon as it is whole.

    Without a ``watch`` a run goes on whatever its provider does, as Inspect's own do.
    """
    by_name = {play.name: play for play in plays}
    samples = []
    for name, question in ((name, play.instance) for name, play in by_name.items()):
        metadata = {key: getattr(question, key) for key in ("family", "task", "form", "domain")}
        metadata["level"] = question.level or 0
        text, target = prompt(question) or question.id, question.gold or "SOLVED"
        samples.append(Sample(id=name, input=text, target=target, metadata=metadata))
    return Task(
        name=None if model is None else "certwright",
        dataset=MemoryDataset(samples),
        solver=ask(by_name, window, kept, watch),
        scorer=judged(by_name),
        model=model,
        config=GenerateConfig(parallel_tool_calls=asking.CALL["parallel_tool_calls"]),
    )


@solver
def ask(
    plays: dict[str, EpisodeSample], window: int, kept: Kept | None, watch: ProviderState | None
) -> Solver:
    """Asks one question or plays one episode, and leaves the record in the sample's store."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        play, model = plays[str(state.sample_id)], get_model()
        held = watch or ProviderState(str(model), math.inf, lambda _: None)
        if held.stopped:
            return state
        client, sample = asking.Asked(model, held.model, held), play.sample + state.epoch - 1
        record: Reply | Episode | None
        if play.instance.form == "episode":
            record = await asking.episode(play.instance, sample, client, window)
        else:
            record = await asking.reply(play.instance, sample, client)
        state.messages = client.messages
        if client.output is not None:
            state.output = client.output
        if record is not None:
            key = "episode" if isinstance(record, Episode) else "reply"
            state.store.set(key, msgspec.to_builtins(record))
            if kept is not None:
                kept(play.instance, record)
        return state

    return solve


@scorer(metrics=[accuracy(), stderr(), *(grouped(accuracy(), key, all=False) for key in ("task", "domain"))])
def judged(plays: dict[str, EpisodeSample]) -> Scorer:
    """Our verdict on the stored record; samples that are undecided or were never answered stay unscored."""

    async def score(state: TaskState, target: Target) -> Score:
        instance = plays[str(state.sample_id)].instance
        answer = stored(instance, state.store.get("episode"), state.store.get("reply"))
        if answer is None:
            return Score.unscored(explanation="the provider gave no answer")
        verdict = prepare(instance)(answer)
        metadata: dict[str, Any] = {"code": verdict.code.value, **verdict.metadata}
        if verdict.outcome is Outcome.UNDECIDED:
            return Score.unscored(explanation=verdict.explanation, metadata=metadata)
        shown = {"answer": str(verdict.answer), "explanation": verdict.explanation, "metadata": metadata}
        return Score(value=verdict.value or 0.0, **shown)

    return score


def stored(instance: Instance, episode: Any, reply: Any) -> Answer | None:
    """What stands in a sample's store as an answer."""
    if episode is not None:
        return Answer(id=instance.id, answer=msgspec.convert(episode, Episode))
    return None if reply is None else msgspec.convert(reply, Reply)
