"""Planning: states per second of the explicit search and of Fast Downward's; lean proofs; generation.

The world searched is a ferry with 3 locations and 10 cars: 767,637 states.  The goal requires two cars on
board, which no state satisfies, so that both searches visit the whole space.
"""

import re
import resource
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from ...domains.planning.catalog import domain_text
from ...domains.planning.grounding import ground
from ...domains.planning.pddl import parse
from ...domains.planning.strips import Operator, Task
from ...generators.pipeline import Pipeline
from ...generators.planning.family import FAMILY, Recipe
from ...generators.planning.items import EFFORT
from ...instances.records import Grade, Instance
from ...verifiers.engines import fast_downward, process, registry, sas
from ...verifiers.engines.query import Query
from ...verifiers.label import label
from ...verifiers.search import greedy_kernels, plain
from ...verifiers.search.compiling import Kernel
from ...verifiers.search.explicit import explore
from ...verifiers.search.greedy import Searcher, goal_plan
from ...verifiers.search.novelty import witness_runs
from ...verifiers.search.relaxed_kernels import relaxed_landmarks
from ...verifiers.search.tables import blocked, row
from .measurement import Measurement, peak, timed

SEARCH, BOUNDS, MAKE = "search", "bounds", "generate"
LOCATIONS, CARS = 3, 10
LIMIT = 2_000_000
LARGE_LOCATIONS, LARGE_LIMIT = 4, 20_000_000
SMALL_CARS, SMALL_STATES = 8, 2_000
RUNS = 3
DEADLINE = 300.0


def ferry(locations: int, cars: int) -> Task:
    """The grounded task of a ferry with a goal of two cars on board."""
    places = [f"l{number}" for number in range(locations)]
    names = [f"c{number}" for number in range(cars)]
    apart = [f"(not-eq {a} {b})" for a in places for b in places if a != b]
    facts = ["(empty-ferry)", "(at-ferry l0)", *(f"(at {car} l0)" for car in names), *apart]
    text = f"""(define (problem ferry) (:domain ferry)
      (:objects {" ".join(places)} - location {" ".join(names)} - car)
      (:init {" ".join(facts)}) (:goal (and (on c0) (on c1))))"""
    return ground(parse(domain_text("ferry"), text))


def warm_up() -> None:
    """Compile every kernel ahead of use, on a small task; the process tries nothing uncompiled then."""
    Kernel.at_once = True
    # Widening sees nothing new in two of the three facts together: the operator for all is left to reaching.
    add = tuple(Operator(f"(add {k})", pre=0b0001, add=0b0010 << k, delete=0) for k in range(3))
    all_three = Operator("(use all)", pre=0b1110, add=0, delete=0b1110)
    task = Task(("(a)", "(b)", "(c)", "(d)"), (*add, all_three), init=0b0001, goal=0b0110)
    exploration = explore(task, limit=20)
    exploration.digest()
    exploration.shortest_plan()
    relaxed_landmarks(task)
    goal_plan(task)
    witness_runs(task, facts=0b1111, operators=0b1111).covered(task)


def warmed() -> Measurement:
    """Compile the kernels, or load them from the cache."""
    with timed() as taken:
        warm_up()
    return Measurement(SEARCH, "warm-up", taken.wall, "s", "compilation, unless it is cached")


def search() -> Iterator[Measurement]:
    """Our search and, where it is installed, Fast Downward's; the kernels are compiled (see ``warmed``)."""
    task = ferry(LOCATIONS, CARS)
    rates = []
    for _ in range(RUNS):
        with timed() as taken:
            space = explore(task, limit=LIMIT)
        rates.append(space.count / taken.processor)
    note = f"all {space.count:,} states of a ferry, {LOCATIONS} locations, {CARS} cars"
    note = f"{note}; processor time, best of {RUNS}"
    yield Measurement(SEARCH, "explicit search", max(rates), "states/s", note)
    yield from small()
    if registry.present("fd"):
        yield from _fast_downward(task, max(rates))
    else:
        yield Measurement(SEARCH, "Fast Downward astar(blind())", None, "states/s", "not installed")


def large() -> Iterator[Measurement]:
    """A space of ten million states or more, and the peak memory of this process."""
    task = ferry(LARGE_LOCATIONS, CARS)
    with timed() as taken:
        space = explore(task, limit=LARGE_LIMIT)
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    note = f"all {space.count:,} states of a ferry, {LARGE_LOCATIONS} locations, {CARS} cars"
    yield Measurement(SEARCH, "large space", taken.wall, "s", note)
    yield Measurement(SEARCH, "memory", most / 2**30, "GiB", f"the same; {len(space.edges):,} edges kept")


def small() -> Iterator[Measurement]:
    """Greedy search for what cannot be reached: compiled, and as small questions are searched, uncompiled."""
    task = ferry(LOCATIONS, SMALL_CARS)
    searcher = Searcher.of(task)
    seeds, goal = row(task.init, searcher.words).reshape(1, -1), row(task.goal, searcher.words)
    given = searcher.tables, searcher.relations, blocked(task, 0), seeds, goal, SMALL_STATES
    rates = []
    for greedy in (greedy_kernels.greedy, plain.greedy):
        with timed() as taken:
            result = greedy(*given)
        rates.append(len(result[0]) / taken.processor)
    note = f"{SMALL_STATES:,} states of a ferry, {LOCATIONS} locations, {SMALL_CARS} cars"
    yield Measurement(SEARCH, "greedy search, nothing compiled", rates[1], "states/s", note)
    yield Measurement(SEARCH, "compiled / nothing compiled", rates[0] / rates[1], "times", "the same search")


def _fast_downward(task: Task, ours: float) -> Iterator[Measurement]:
    places = [[fact for fact in task.facts if f"c{car}" in fact[1:-1].split()] for car in range(CARS)]
    places.append([fact for fact in task.facts if fact.startswith("(at-ferry")])
    text = sas.write(Query(task).cut(relevant=False), [task.mask(facts) for facts in places])
    states, rates, command = 0, [], [str(fast_downward.binary()), "--search", "astar(blind())"]
    for _ in range(RUNS):
        done = process.run(command, stdin=text, deadline=DEADLINE)
        expanded = re.search(r"Expanded (\d+) state", done.stdout)
        searched = re.search(r"Search time: ([0-9.]+)s", done.stdout)
        if not expanded or not searched:
            yield Measurement(SEARCH, "Fast Downward astar(blind())", None, "states/s", done.last_words())
            return
        states = int(expanded[1])
        rates.append(states / float(searched[1]))
    rate = max(rates)
    note = f"{states:,} states expanded; its own search time, processor time too; best of {RUNS}"
    yield Measurement(SEARCH, "Fast Downward astar(blind())", rate, "states/s", note)
    yield Measurement(SEARCH, "ratio", ours / rate, "times", "ours / Fast Downward's")


SEED, LEVEL = 13, 5


def bounds() -> Iterator[Measurement]:
    """States and time to label next-action questions of level 5, with lean proofs and without; the ratios.

    The questions are made first, from one seed, by lean proofs.  What is measured is labelling them again: a
    shortest plan, the proof that none is shorter, and for every applicable action whether it begins one.
    """
    warm_up()
    pipeline = Pipeline(FAMILY.cells(tasks=["nexta"]), 1, Recipe(seed=SEED, levels=(LEVEL,)))
    questions = list(pipeline.instances(FAMILY.make(item, pipeline.recipe) for item in pipeline.items()))
    states, seconds, decided = [0, 0], [0.0, 0.0], 0
    for question in questions:
        counts, taken = zip(*(entered(question, lean) for lean in (False, True)), strict=True)
        if None not in counts:
            decided += 1
            for lean in (False, True):
                states[lean] += counts[lean] or 0
                seconds[lean] += taken[lean]
    note = f"{decided} of {len(questions)} next-action questions of level {LEVEL}: decided in both ways"
    for lean, how in ((False, "every state entered"), (True, "lean")):
        yield Measurement(BOUNDS, f"states, {how}", states[lean], "states", note)
        yield Measurement(BOUNDS, f"time, {how}", seconds[lean], "s", "the same; processor time of labelling")
    yield Measurement(BOUNDS, "ratio", states[False] / states[True], "times", "states, every / lean")
    yield Measurement(BOUNDS, "ratio", seconds[False] / seconds[True], "times", "time, every / lean")


def entered(question: Instance, lean: bool) -> tuple[int | None, float]:
    """The states that the proofs of a question enter (None without certified bounds), and processor time."""
    with timed() as taken:
        made = label(question, replace(EFFORT, lean=lean))
    counts = [int(proof.body["nodes"]) for proof in made.certificates if proof.kind == "lower_bound"]
    certified = made.grades is not None and made.grades.grade is Grade.CERTIFIED
    return counts[0] if certified and counts else None, taken.processor


COUNTS = {1: 4, 3: 1}  # generative questions per cell, by level
HARD_SET = 1_040  # generative questions of ACPBench Hard: thirteen domains, eight tasks, ten each
FEW = 15  # questions per cell of the smaller of the two runs with measured memory


def generation(folder: Path) -> Iterator[Measurement]:
    """Questions per hour with proofs, and refusals, for two levels; peak memory for two lengths of a run.

    The cells of all domains and tasks are mixed: many small questions (level 1), and some of ACPBench's size
    (level 3).  The rate is per processor time of one process; ``generate`` distributes independent items to
    workers, so two cores make about twice as many.
    """
    warm_up()
    for level, count in COUNTS.items():
        yield from _rate(Pipeline(FAMILY.cells(), count, Recipe(seed=7, levels=(level,))))
    yield from _memory(folder)


def _rate(pipeline: Pipeline) -> Iterator[Measurement]:
    (level,) = pipeline.recipe.levels
    with timed() as taken:
        made = (FAMILY.make(item, pipeline.recipe) for item in pipeline.items())
        for _ in pipeline.instances(made):
            pass
    tally = pipeline.tally
    note = f"level {level}, {tally.kept} questions in {len(pipeline.cells)} cells, {len(tally.unmade)} unmade"
    hourly = 3600 * tally.kept / taken.processor
    yield Measurement(MAKE, "questions, with proofs", hourly, "1/h", f"{note}; processor time of one core")
    if level == 3:
        minutes = HARD_SET * taken.processor / tally.kept / 2 / 60
        yield Measurement(MAKE, f"{HARD_SET:,} questions on two cores", minutes, "min", "from the rate above")
    kept = tally.kept / len(FAMILY.domains())
    for domain in FAMILY.domains():
        refused = sum(many for key, many in tally.rejected.items() if key.split("/")[0] == domain)
        share = 100 * refused / (refused + kept)
        yield Measurement(MAKE, f"refused, {domain}", share, "%", f"level {level}, {refused} attempts")


def _memory(folder: Path) -> Iterator[Measurement]:
    peaks = []
    for count in (FEW, 2 * FEW):
        generate = ["generate", "planning/app", "--level", "1", "-n", str(count), "--jobs", "1", "-q"]
        peaks.append(peak(*generate, "-o", str(folder / f"made{count}.jsonl")))
        note = f"certwright generate planning/app, {count * len(FAMILY.domains())} questions"
        yield Measurement(MAKE, "peak memory", peaks[-1], "MiB", note)
    yield Measurement(MAKE, "ratio", peaks[1] / peaks[0], "times", "peak memory for twice as many questions")
