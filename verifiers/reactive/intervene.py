"""Interventions (GF-01): settings within two budgets that make the effect happen, none of them needless.

An answered certificate is run, with and without each of its settings.  The value is MET-C within the budgets
that the prompt states: the certificate is valid, and takes at most so many timesteps and single settings.
The metadata are all figures of ``metrics.py``.  A commit episode is played again, and the interventions that
were made are the certificate; one that was not played to its end has none and scores 0.
"""

from typing import Any

from ...domains.environment import Environment
from ...domains.reactive.columns import Columns
from ...domains.reactive.environment import COMMITTED, CommitEpisode
from ...instances.errors import LimitError, RecordError
from ...instances.records import Answer, Certificate, Code, Instance, Json, Outcome
from ..judge import episode_of, replay
from ..reading.kinds import AnswerKind
from ..task import Judge, Judgement, JudgeOptions, Labelled, Task, correct, incorrect
from .cells import cost
from .certificates import count
from .check import cheapest
from .question import Interventions, Judged, Question, labelled
from .reference import MEASURES, SEMANTICS

TRANSITIONS = 1_000_000  # what counting the valid certificates may cost; the checker has to do it again
BITS = 12_000  # longer numbers are not written down


def label(question: Question) -> Labelled:
    """A cheapest certificate, the least cost, and |M(I)| by timesteps."""
    problem = question.interventions
    best = cheapest(problem.product, settings=problem.budget_atoms)
    steps, atoms = (None, None) if best is None else cost(best, len(problem.inputs))
    proofs = [Certificate("cheapest", {"timesteps": steps, "atoms": atoms})]
    example = None
    if best is not None and steps is not None and steps <= problem.budget:
        example = problem.flipped(best)
        proofs.append(Certificate("intervention", {"atoms": example}))
    if (by_timesteps := _counts(problem)) is not None:
        proofs.append(Certificate("counting", {"by_timesteps": [str(number) for number in by_timesteps]}))
    truth = {
        "kind": "certificates",
        "count": None if by_timesteps is None else str(sum(by_timesteps)),
        "cheapest": None if best is None else [steps, atoms],
        "example": example,
    }
    open_claims = int(by_timesteps is None)
    return labelled(truth, proofs, 3 - open_claims, open_claims, example)


def _counts(problem: Interventions) -> tuple[int, ...] | None:
    try:
        counted = count(problem.product, problem.budget, settings=problem.budget_atoms, limit=TRANSITIONS)
    except LimitError:
        return None
    return counted.by_timesteps if counted.count.bit_length() <= BITS else None


def judge(question: Question, options: JudgeOptions) -> Judge:
    """Right when the certificate is valid and within both budgets; RecordError for a malformed budget."""
    problem = question.interventions
    if options.semantics not in SEMANTICS:
        raise RecordError(f"semantics are {' or '.join(SEMANTICS)}, not {options.semantics!r}")
    measure = MEASURES[options.semantics]

    def verdict(value: Any) -> Judgement:
        metrics = measure(problem, value)
        metadata = metrics.json()
        code = Code(metadata.pop("code"))
        if code is not Code.OK:
            return incorrect(code, metrics.reason, **metadata)
        if metrics.valid:
            return correct("", **metadata)
        if not metrics.sufficient:
            return incorrect(Code.MISSING_ITEMS, "with these settings the effect does not happen", **metadata)
        why = "one of the settings can be left out: the effect still happens"
        return incorrect(Code.EXTRA_ITEMS, why, **metadata)

    return verdict


def environment(question: Question) -> CommitEpisode:
    """The episode of a question, at its beginning; RecordError for a query that does not say all of it."""
    query = question.query
    mode, budget, atoms = query.get("mode"), query.get("budget_timestep"), query.get("budget_atoms")
    if mode not in ("normal", "hard") or type(budget) is not int or type(atoms) not in (int, type(None)):
        raise RecordError("an episode needs a mode and budgets", field="query")
    parts = question.machine, question.trace, question.effect
    return CommitEpisode(*parts, mode, budget_timestep=budget, budget_atoms=atoms)


def rendered(world: CommitEpisode, metadata: Json) -> Environment:
    """The episode as it was shown: in frames where the record says ``{"renderer": "visual"}``."""
    return Columns(world) if metadata.get("renderer") == "visual" else world


def prepare_episode(instance: Instance, options: JudgeOptions, told: Judged) -> Judged:
    """A function from an episode to its judgement and its certificate; ``told`` judges texts."""
    question = Question.of(instance)
    verdict = judge(question, options)

    def judged(answer: Answer) -> tuple[Judgement, Any]:
        if answer.answer is None or isinstance(answer.answer, str):
            return told(answer)
        world = environment(question)
        try:
            episode = episode_of(answer.answer)
            replay(episode, rendered(world, episode.metadata))
        except RecordError as error:
            return Judgement(Outcome.UNPARSED, Code.MALFORMED, str(error)), None
        certificate = [list(atom) for atom in world.committed]
        if world.stop != COMMITTED:
            return incorrect(Code.WRONG, f"the run was not played to its end ({world.stop})"), certificate
        return verdict(certificate), certificate

    return judged


TASK = Task(
    number=8,
    title="minimal intervention certificate",
    paper="GF-01",
    groups={"gen": "reactive_intervene_gen", "episode": "reactive_intervene_episode"},
    shape=AnswerKind.INTERVENTIONS,
    label=label,
    judge=judge,
)
