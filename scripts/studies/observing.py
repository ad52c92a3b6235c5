"""Instances for the studies of GF-01, and the measures of each, all of them counts.

They are a stratified sweep from a seed: of a slice one is drawn until its complexity z(I) lies in it: sizes,
a random machine or a synthesised system, a trace, an effect that only some certificate within the budget
brings about.  Replicates share no draw.  A ``hard`` sweep refuses what greedy solves, as long as half of the
draws last.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from ...domains.reactive.columns import Columns, read_frame
from ...domains.reactive.effect import OutputEffect
from ...domains.reactive.environment import CommitEpisode
from ...domains.reactive.hoa import canonical
from ...domains.reactive.machine import Machine
from ...domains.reactive.systems import system, systems
from ...generators.reactive.questions.tasks import falls
from ...generators.reactive.worlds import random_machine
from ...generators.rng import Rng
from ...instances.errors import LimitError
from ...instances.records import Json
from ...verifiers.reactive.cells import by_step
from ...verifiers.reactive.cells import cost as price
from ...verifiers.reactive.certificates import count
from ...verifiers.reactive.check import cheapest, check
from ...verifiers.reactive.gf01.diagnostics import Cost, cost
from ...verifiers.reactive.gf01.figures import WINDOW_MAX, WINDOW_MIN, Factors, window
from ...verifiers.reactive.metrics import measure
from ...verifiers.reactive.question import Interventions
from ..agents.agent import EpisodeRun, play
from ..gf01.baselines import SOLVERS, player, toolbox
from ..gf01.freezing import first_certificates

ATTEMPTS = 2_000
SLICES = ("Q1", "Q2", "Q3", "Q4")
MODES = ("hard", "normal")
BUDGET = 4
MOST_STATES, MOST_INPUTS = 24, 5
REPLICATES = 2
TRANSITIONS = 400_000  # the bound on the cost of counting M(I); beyond it the count is undecided
HEADS = 3  # lines above the columns of a frame


@dataclass(frozen=True)
class SweepInstance:
    """An instance of the sweep."""

    family: str  # ``random``, or the family of the synthesised system
    question: Interventions
    effect: OutputEffect
    mode: str
    factors: Factors
    replicate: int

    @property
    def slice(self) -> str:
        """The difficulty slice."""
        return self.factors.slice

    @property
    def width(self) -> int:
        """w(I), also in hard mode."""
        return window(len(self.question.trace), self.factors.exact)

    def episode(self) -> CommitEpisode:
        """The commit episode of the instance, at its beginning."""
        own = self.question
        return CommitEpisode(own.machine, own.trace, self.effect, self.mode, budget_timestep=own.budget)


def sweep(seed: int, per_slice: int, *, hard: bool = False) -> list[SweepInstance]:
    """So many instances of each slice and replicate, half of them in each mode; LimitError for none found."""
    return [
        _drawn(Rng("gf01", "sweep", seed, part, slice_, index), slice_, MODES[index % 2], part, hard)
        for part in range(REPLICATES)
        for slice_ in SLICES
        for index in range(per_slice)
    ]


def _drawn(rng: Rng, slice_: str, mode: str, replicate: int, hard: bool) -> SweepInstance:
    for attempt in range(ATTEMPTS):
        stream = rng.fork("attempt", attempt)
        steps = 6 + stream.below(15)
        target = steps // 3 + stream.below(steps - steps // 3)
        found = _machine(stream, slice_, steps, target)
        if found is None:
            continue
        family, machine, factors = found
        trace = tuple(stream.below(1 << len(machine.inputs)) for _ in range(steps))
        width = window(steps, factors.exact) if mode == "normal" else 0
        effect = OutputEffect(stream.choice(machine.outputs), target, True, width)
        question = Interventions(machine, trace, effect, BUDGET)
        best = None if question.product.happens(trace) else cheapest(question.product, BUDGET)
        if best:
            least = price(best, len(question.inputs))[0]
            question = replace(question, budget=min(steps, BUDGET, least + stream.below(2)))
            if not (hard and attempt < ATTEMPTS // 2 and falls(question)):
                return SweepInstance(family, question, effect, mode, factors, replicate)
    raise LimitError(f"no instance of slice {slice_} in {ATTEMPTS} draws")


def _machine(rng: Rng, slice_: str, steps: int, target: int) -> tuple[str, Machine, Factors] | None:
    """The family of a machine, and that; None where its complexity does not lie in the slice."""
    fit = [each for each in systems() if each.states <= MOST_STATES and 1 <= len(each.inputs) <= MOST_INPUTS]
    known = rng.choice(fit) if rng.below(2) else None
    if known is not None:
        family, states, inputs = known.family, known.states, len(known.inputs)
    else:
        family, states, inputs = "random", 2 + rng.below(12), 1 + rng.below(MOST_INPUTS)
    factors = Factors.of(states=states, inputs=inputs, steps=steps, target=target)
    if factors.slice != slice_:
        return None
    if known is not None:
        return family, canonical(system(known.key)), factors
    try:
        return family, random_machine(rng.fork("machine"), states, inputs, 2), factors
    except LimitError:
        return None


class SampledMember(NamedTuple):
    """The costs of the two checks of a sampled member of M(I)."""

    most_at_once: int  # the most atoms at one timestep
    normative: int  # steps of the runs that Suff and Min1 need: one run per atom and one more
    diagnostic: Cost


@dataclass(frozen=True)
class Observation:
    """The measures of one instance."""

    drawn: SweepInstance
    timesteps: int  # of a cheapest certificate
    greedy: bool
    certificates: int | None  # |M(I)|; None if counting exceeded the bound
    subset_minimal: int | None
    transitions: int
    peak: int
    sample: tuple[SampledMember, ...]


def observe(drawn: SweepInstance) -> Observation:
    """Measure one instance."""
    question, product = drawn.question, drawn.question.product
    inputs, budget = product.inputs, question.budget
    sizes: tuple[int | None, int | None, int, int] = (None, None, TRANSITIONS, 0)
    try:
        whole = count(product, budget, limit=TRANSITIONS)
        minimal = count(product, budget, subset_minimal=True, limit=TRANSITIONS)
        sizes = (whole.count, minimal.count, whole.spent, whole.peak)
    except LimitError:
        pass
    sample = [
        SampledMember(
            max(mask.bit_count() for _, mask in by_step(cells, inputs)),
            (cells.bit_count() + 1) * product.horizon,
            cost(product, cells),
        )
        for cells in first_certificates(question)
        if cells
    ]
    timesteps = price(cheapest(product, budget) or 0, inputs)[0]
    return Observation(drawn, timesteps, falls(question), *sizes, tuple(sample))


def widths(drawn: SweepInstance) -> Iterator[tuple[int, bool, bool]]:
    """For each legal window: its width, whether the base trace shows the effect, whether greedy solves it."""
    for width in range(WINDOW_MIN, WINDOW_MAX + 1):
        question = replace(drawn.question, effect=replace(drawn.effect, window=width))
        given = question.product.happens(question.trace)
        yield width, given, not given and falls(question)


class Frame(NamedTuple):
    """A frame of GF-01-R1 and the observation that it shows."""

    width: int  # the size of the columns, without the sentence with the goal above them
    lines: int
    characters: int
    canonical: int  # characters of the observation as canonical JSON
    parity: bool  # whether the observation can be recovered from the frame


def frames(drawn: SweepInstance) -> Iterator[Frame]:
    """The frames of an instance, played by the oracle."""
    world = drawn.episode()
    run = EpisodeRun(Columns(world))
    agent = player("oracle", Rng("gf01"), toolbox("oracle", drawn.question, ""))
    while not run.over:
        scene = run.scene()
        text, lines = scene.observation, scene.observation.splitlines()
        same = read_frame(text) == world.observation()
        yield Frame(max(map(len, lines[HEADS:])), len(lines), len(text), len(world.observe()), same)
        run.take(agent.turn(scene))


def matched(seen: Sequence[Observation]) -> Iterator[Json]:
    """HYP-006: the same baselines on the same instances in both views; the study with people is still to be
    run."""
    size = len(seen) or 1
    for agent in SOLVERS:
        counts = dict.fromkeys(("open_valid", "hidden_valid", "hidden_sufficient", "agree"), 0)
        for number, one in enumerate(seen):
            question, world = one.drawn.question, one.drawn.episode()
            tools = toolbox(agent, question, str(number))
            cells = SOLVERS[agent](tools, Rng("gf01", "study", agent, "open", number))
            shown = check(question.product, cells).valid
            rng = Rng("gf01", "study", agent, "hidden", number)
            play(str(number), world, player(agent, rng, toolbox(agent, question, str(number))))
            hidden = measure(question, [list(atom) for atom in world.committed])
            counts["open_valid"] += shown
            counts["hidden_valid"] += hidden.valid
            counts["hidden_sufficient"] += hidden.sufficient
            counts["agree"] += shown == hidden.valid
        shares = {name: round(count / size, 6) for name, count in counts.items()}
        yield {"agent": agent, "instances": len(seen), **shares}
