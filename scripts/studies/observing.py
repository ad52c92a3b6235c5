"""The measures of each instance of a sweep for GF-01's studies, all of them counts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...domains.reactive.columns import Columns, read_frame
from ...domains.reactive.effect import OutputEffect
from ...domains.reactive.environment import CommitEpisode
from ...generators.reactive.greedy import falls
from ...generators.rng import Rng
from ...instances.errors import LimitError
from ...instances.records import Json
from ...verifiers.reactive.cells import by_step
from ...verifiers.reactive.cells import cost as price
from ...verifiers.reactive.certificates import count
from ...verifiers.reactive.check import cheapest, check
from ...verifiers.reactive.gf01.diagnostics import Cost, cost
from ...verifiers.reactive.gf01.figures import WINDOW_MAX, WINDOW_MIN, window
from ...verifiers.reactive.metrics import measure
from ...verifiers.reactive.question import Interventions
from ..agents.agent import EpisodeRun, play
from ..gf01.baselines import SOLVERS, player, toolbox
from ..gf01.freezing import first_certificates
from .sweep import SweepInstance

TRANSITIONS = 400_000  # the bound on the cost of counting M(I); beyond it the count is undecided
HEADS = 3  # lines above the columns of a frame


@dataclass(frozen=True)
class SampledMember:
    """A sampled member of M(I): its size, and the costs of the two checks."""

    atoms: int
    most_at_once: int  # the most atoms at one timestep
    normative: int  # steps of the runs that Suff and Min1 need: one run per atom and one more
    diagnostic: Cost


@dataclass(frozen=True)
class Observation:
    """The measures of one instance."""

    drawn: SweepInstance
    question: Interventions
    cheapest: tuple[int, int]
    greedy: bool
    certificates: int | None  # |M(I)|; None if counting exceeded the bound
    subset_minimal: int | None
    transitions: int
    peak: int
    sample: tuple[SampledMember, ...]
    width: int  # w(I), also in hard mode

    @property
    def slice(self) -> str:
        """The difficulty slice."""
        return self.drawn.factors.slice

    def episode(self) -> CommitEpisode:
        """The commit episode of the instance, at its beginning."""
        own = self.drawn
        return CommitEpisode(own.machine, own.trace, own.effect, own.mode, budget_timestep=own.budget)


def observe(drawn: SweepInstance) -> Observation:
    """Measure one instance."""
    question = Interventions(drawn.machine, drawn.trace, drawn.effect, drawn.budget)
    product, inputs = question.product, len(question.inputs)
    try:
        whole = count(product, drawn.budget, limit=TRANSITIONS)
        sizes: tuple[int | None, int, int] = (whole.count, whole.spent, whole.peak)
        minimal = count(product, drawn.budget, subset_minimal=True, limit=TRANSITIONS).count
    except LimitError:
        sizes, minimal = (None, TRANSITIONS, 0), None
    return Observation(
        drawn,
        question,
        price(cheapest(product, drawn.budget) or 0, inputs),
        falls(drawn.machine, drawn.trace, drawn.effect, product, drawn.budget),
        sizes[0],
        minimal,
        sizes[1],
        sizes[2],
        tuple(
            SampledMember(
                cells.bit_count(),
                max(mask.bit_count() for _, mask in by_step(cells, inputs)),
                (cells.bit_count() + 1) * product.horizon,
                cost(product, cells),
            )
            for cells in first_certificates(question)
            if cells
        ),
        window(len(drawn.trace), drawn.factors.exact),
    )


def widths(drawn: SweepInstance) -> list[tuple[int, bool, bool]]:
    """For each legal window: its width, whether the base trace shows the effect, whether greedy solves it."""
    tried = []
    for width in range(WINDOW_MIN, WINDOW_MAX + 1):
        effect = OutputEffect(drawn.effect.ap, drawn.effect.at, True, width)
        product = Interventions(drawn.machine, drawn.trace, effect, drawn.budget).product
        given = product.happens(drawn.trace)
        solved = not given and falls(drawn.machine, drawn.trace, effect, product, drawn.budget)
        tried.append((width, given, solved))
    return tried


@dataclass(frozen=True)
class Frame:
    """A frame of GF-01-R1 and the observation that it shows."""

    width: int  # the size of the columns, without the sentence with the goal above them
    lines: int
    characters: int
    canonical: int  # characters of the observation as canonical JSON
    parity: bool  # whether the observation can be recovered from the frame


def frames(seen: Observation) -> list[Frame]:
    """The frames of an instance, played by the oracle."""
    world = seen.episode()
    run, shown = EpisodeRun(Columns(world)), []
    agent = player("oracle", Rng("gf01"), toolbox("oracle", seen.question, ""))
    while not run.over:
        scene = run.scene()
        text, lines = scene.observation, scene.observation.splitlines()
        same = read_frame(text) == world.observation()
        shown.append(Frame(max(map(len, lines[HEADS:])), len(lines), len(text), len(world.observe()), same))
        run.take(agent.turn(scene))
    return shown


def matched(seen: Sequence[Observation]) -> Iterator[Json]:
    """HYP-006: the same baselines on the same instances in both views; the study with people is still to be
    run."""
    size = len(seen) or 1
    for agent in SOLVERS:
        shown, hidden = [], []
        for number, system in enumerate(seen):
            tools = toolbox(agent, system.question, str(number))
            cells = SOLVERS[agent](tools, Rng("gf01", "study", agent, "open", number))
            shown.append(check(system.question.product, cells).valid)
            rng, world = Rng("gf01", "study", agent, "hidden", number), system.episode()
            play(str(number), world, player(agent, rng, toolbox(agent, system.question, str(number))))
            causality = measure(system.question, [list(atom) for atom in world.committed])
            hidden.append((causality.valid, causality.sufficient))
        agree = sum(answer == valid for answer, (valid, _) in zip(shown, hidden, strict=True))
        counts = {
            "open_valid": sum(shown),
            "hidden_valid": sum(valid for valid, _ in hidden),
            "hidden_sufficient": sum(happens for _, happens in hidden),
            "agree": agree,
        }
        shares = {name: round(count / size, 6) for name, count in counts.items()}
        yield {"agent": agent, "instances": len(seen), **shares}
