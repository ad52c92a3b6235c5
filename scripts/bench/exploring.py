"""States per second of the explicit search, and of Fast Downward's blind A* on the same task.

The world is a ferry with 3 locations and 10 cars: 767,637 states.  The goal requires two cars on board, which
no state satisfies, so that both searches visit the whole space.
"""

import re
import resource
import sys
from collections.abc import Iterator

from ...domains.planning.catalog import domain_text
from ...domains.planning.grounding import ground
from ...domains.planning.pddl import parse
from ...domains.planning.strips import Task
from ...verifiers.engines import fast_downward, process, registry, sas
from ...verifiers.engines.query import Query
from ...verifiers.search import greedy_kernels, plain, warm
from ...verifiers.search.explicit import explore
from ...verifiers.search.greedy import Searcher
from ...verifiers.search.tables import blocked, row
from .measurement import Measurement, timed

PART = "search"
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


def warm_up() -> Measurement:
    """Compile the kernels, or load them from the cache."""
    with timed() as taken:
        warm.warm_up()
    return Measurement(PART, "warm-up", taken.wall, "s", "compilation, unless it is cached")


def measure() -> Iterator[Measurement]:
    """Our search and, where it is installed, Fast Downward's; the kernels are compiled (see ``warm_up``)."""
    task = ferry(LOCATIONS, CARS)
    rates = []
    for _ in range(RUNS):
        with timed() as taken:
            space = explore(task, limit=LIMIT)
        rates.append(space.count / taken.processor)
    note = f"all {space.count:,} states of a ferry, {LOCATIONS} locations, {CARS} cars"
    note = f"{note}; processor time, best of {RUNS}"
    yield Measurement(PART, "explicit search", max(rates), "states/s", note)
    yield from small()
    if registry.present("fd"):
        yield from _fast_downward(task, max(rates))
    else:
        yield Measurement(PART, "Fast Downward astar(blind())", None, "states/s", "not installed")


def large() -> Iterator[Measurement]:
    """A space of ten million states or more, and the peak memory of this process."""
    task = ferry(LARGE_LOCATIONS, CARS)
    with timed() as taken:
        space = explore(task, limit=LARGE_LIMIT)
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    note = f"all {space.count:,} states of a ferry, {LARGE_LOCATIONS} locations, {CARS} cars"
    yield Measurement(PART, "large space", taken.wall, "s", note)
    yield Measurement(PART, "memory", most / 2**30, "GiB", f"the same; {len(space.edges):,} edges kept")


def small() -> Iterator[Measurement]:
    """Greedy search for what cannot be reached: compiled, and as small questions are searched, uncompiled."""
    task = ferry(LOCATIONS, SMALL_CARS)
    searcher = Searcher.of(task)
    seeds, goal = row(task.init, searcher.words).reshape(1, -1), row(task.goal, searcher.words)
    search = searcher.tables, searcher.relations, blocked(task, 0), seeds, goal, SMALL_STATES
    rates = []
    for greedy in (greedy_kernels.greedy, plain.greedy):
        with timed() as taken:
            result = greedy(*search)
        rates.append(len(result[0]) / taken.processor)
    note = f"{SMALL_STATES:,} states of a ferry, {LOCATIONS} locations, {SMALL_CARS} cars"
    yield Measurement(PART, "greedy search, nothing compiled", rates[1], "states/s", note)
    yield Measurement(PART, "compiled / nothing compiled", rates[0] / rates[1], "times", "the same search")


def _fast_downward(task: Task, ours: float) -> Iterator[Measurement]:
    places = [[fact for fact in task.facts if f"c{car}" in fact[1:-1].split()] for car in range(CARS)]
    places.append([fact for fact in task.facts if fact.startswith("(at-ferry")])
    groups = [task.mask(facts) for facts in places]
    text = sas.write(Query(task).cut(relevant=False), groups)
    states, rates, command = 0, [], [str(fast_downward.binary()), "--search", "astar(blind())"]
    for _ in range(RUNS):
        done = process.run(command, stdin=text, deadline=DEADLINE)
        expanded = re.search(r"Expanded (\d+) state", done.stdout)
        searched = re.search(r"Search time: ([0-9.]+)s", done.stdout)
        if not expanded or not searched:
            yield Measurement(PART, "Fast Downward astar(blind())", None, "states/s", done.last_words())
            return
        states = int(expanded[1])
        rates.append(states / float(searched[1]))
    rate = max(rates)
    note = f"{states:,} states expanded; its own search time, processor time too; best of {RUNS}"
    yield Measurement(PART, "Fast Downward astar(blind())", rate, "states/s", note)
    yield Measurement(PART, "ratio", ours / rate, "times", "ours / Fast Downward's")
