"""Rovers problems: samples to take once, pictures that cost a calibration each, and a lander to tell.

A way can lead one way only, and a rover can be cut off from the lander: a sample that the wrong rover takes
is lost.  Goals are drawn from what some rover can get and tell on its own; greedy search has to show that
all of them can be had together.  What varies beside: which waypoints see each other, the equipment of the
rovers and cameras (so that one rover can do a job, or several), data and pictures that rovers have already,
and goals of soil, rock and images, of one kind or mixed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product

from ....domains.planning.tree import Fact, Problem
from ...rng import Rng
from ..layouts import Cell, narrow, reached
from ..maker import Maker, Sizes, ranges, rows, world

MODES = ("colour", "high-res", "low-res")
KINDS = ("soil", "rock")
SKILLS = ("soil-analysis", "rock-analysis", "imaging")

Pairs = set[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Site:
    """What stays as it is: ways, views, equipment."""

    ways: Mapping[str, Pairs]  # the steps that each rover can take
    visible: Pairs
    skills: Mapping[str, list[str]]
    carrier: Mapping[str, str]  # the rover of each camera
    supports: Mapping[str, list[str]]
    target: Mapping[str, str]
    seen: Mapping[str, list[str]]  # the waypoints from which each objective is visible
    lander: str


def propose(rng: Rng, sizes: Sizes) -> Problem | None:
    """A site with rovers, and what the lander shall be told."""
    rovers, waypoints, cameras, objectives = (
        [f"{kind}{number}" for number in range(sizes[f"{kind}s"])]
        for kind in ("rover", "waypoint", "camera", "objective")
    )
    modes = list(MODES[: sizes["modes"]])
    site = _site(rng.fork("site"), (rovers, waypoints, cameras, objectives, modes))
    place = {rover: rng.choice(waypoints) for rover in rovers}
    samples = [(kind, waypoint) for kind in KINDS for waypoint in waypoints if rng.below(5) < 2]
    news = _news(site, place, samples)
    if not news:
        return None
    return world(
        "rovers",
        "rovers-" + "-".join(str(sizes[name]) for name in sorted(sizes)),
        {
            "rover": rovers,
            "waypoint": waypoints,
            "store": [_store(rover) for rover in rovers],
            "camera": cameras,
            "mode": modes,
            "objective": objectives,
            "lander": ["general"],
        },
        [*_state(rng.fork("state"), site, place, samples), *_fixed(site)],
        _wanted(rng.fork("goal"), news),
    )


def _site(rng: Rng, names: tuple[list[str], ...]) -> Site:
    """Views along a random tree of waypoints and some more, ways along views, equipment at random."""
    rovers, waypoints, cameras, objectives, modes = names
    visible = _views(rng.fork("views"), waypoints)
    ways = {rover: _ways(rng.fork("ways", rover), visible) for rover in rovers}
    skills = {rover: rng.sample(SKILLS, rng.choice([1, 2, 2, 3, 3])) for rover in rovers}
    imaging = [rover for rover in rovers if "imaging" in skills[rover]] or rovers[:1]
    for rover in imaging:
        skills[rover] = sorted({*skills[rover], "imaging"})
    return Site(
        ways,
        visible,
        skills,
        {camera: rng.choice(imaging if rng.below(6) else rovers) for camera in cameras},
        {camera: rng.sample(modes, 1 + rng.below(len(modes))) for camera in cameras},
        {camera: rng.choice(objectives) for camera in cameras},
        {each: rng.sample(waypoints, 1 + rng.below(min(3, len(waypoints)))) for each in objectives},
        rng.choice(waypoints),
    )


def _views(rng: Rng, waypoints: list[str]) -> Pairs:
    """Waypoints that see each other, both ways: those of a random tree, and few more or many."""
    cells: list[Cell] = [(number, 0) for number in range(len(waypoints))]
    every = {(a, b) for a in cells for b in cells if a != b}
    kept = narrow(rng, set(cells), every, doors=rng.choice([2, 3, 6]))
    return {(waypoints[a], waypoints[b]) for (a, _), (b, _) in kept}


def _ways(rng: Rng, visible: Pairs) -> Pairs:
    """The views that a rover can follow: most of them, at times some in one direction only."""
    sparse, oneway = rng.choice([0, 0, 1, 2]), rng.below(2) == 0
    ways: Pairs = set()
    for a, b in sorted(pair for pair in visible if pair[0] < pair[1]):
        if rng.below(8) < sparse:
            continue
        both = [(a, b), (b, a)]
        ways.update([rng.choice(both)] if oneway and rng.below(3) == 0 else both)
    return ways


def _news(site: Site, place: Mapping[str, str], samples: list[tuple[str, str]]) -> dict[str, list[Fact]]:
    """What the lander can be told, by kind: what some rover can get and carry to where it sees the lander."""
    news: dict[str, set[Fact]] = {kind: set() for kind in (*KINDS, "image")}
    for rover, ways in site.ways.items():
        area = sorted(reached(ways, place[rover]))
        told = {there for there in area if (there, site.lander) in site.visible}
        tells = [point for point in area if told & reached(ways, point)]
        for kind, waypoint in samples:
            if waypoint in tells and f"{kind}-analysis" in site.skills[rover]:
                news[kind].add((f"communicated-{kind}-data", waypoint))
        for camera in site.carrier:
            if site.carrier[camera] == rover and "imaging" in site.skills[rover]:
                spots = [spot for spot in site.seen[site.target[camera]] if spot in area]
                onward = {there for spot in spots for there in reached(ways, spot) if there in tells}
                pictured = [each for each, views in site.seen.items() if onward.intersection(views)]
                modes = site.supports[camera]
                news["image"] |= {("communicated-image-data", *pair) for pair in product(pictured, modes)}
    return {kind: sorted(facts) for kind, facts in news.items() if facts}


def _wanted(rng: Rng, news: Mapping[str, list[Fact]]) -> list[Fact]:
    kinds = [rng.choice(sorted(news))] if rng.below(4) == 0 else sorted(news)
    facts = [fact for kind in kinds for fact in news[kind]]
    return rng.sample(facts, max(1, min(len(facts), 8) // rng.choice([1, 1, 2, 3])))


def _state(rng: Rng, site: Site, place: Mapping[str, str], samples: list[tuple[str, str]]) -> list[Fact]:
    """Where rovers are, what they have, and what there is to take; work done already is the smaller part."""
    facts: list[Fact] = [("at", rover, place[rover]) for rover in sorted(place)]
    facts += [(f"at-{kind}-sample", waypoint) for kind, waypoint in samples]
    done = rng.choice([0, 0, 1, 2])
    for rover in sorted(place):
        full = rng.below(5) < done
        facts.append(("full" if full else "empty", _store(rover)))
        spent = [
            (kind, waypoint)
            for kind in KINDS
            if f"{kind}-analysis" in site.skills[rover]
            for waypoint in sorted(reached(site.ways[rover], place[rover]))
            if (kind, waypoint) not in samples
        ]
        if full and spent:
            kind, waypoint = rng.choice(spent)
            facts.append((f"have-{kind}-analysis", rover, waypoint))
        cameras = [camera for camera in site.carrier if site.carrier[camera] == rover]
        if cameras and "imaging" in site.skills[rover] and rng.below(5) < done:
            camera = rng.choice(cameras)
            facts.append(("calibrated", camera, rover))
            mode = rng.choice(site.supports[camera])
            facts.append(("have-image", rover, rng.choice(sorted(site.seen)), mode))
    return facts


def _fixed(site: Site) -> list[Fact]:
    return [
        ("at-lander", "general", site.lander),
        *(("visible", *pair) for pair in site.visible),
        *(("can-traverse", rover, *pair) for rover, ways in site.ways.items() for pair in ways),
        *((f"equipped-for-{skill}", rover) for rover, skills in site.skills.items() for skill in skills),
        *(("store-of", _store(rover), rover) for rover in site.ways),
        *(("on-board", camera, rover) for camera, rover in site.carrier.items()),
        *(("supports", camera, mode) for camera, modes in site.supports.items() for mode in modes),
        *(("calibration-target", camera, objective) for camera, objective in site.target.items()),
        *(("visible-from", objective, spot) for objective, spots in site.seen.items() for spot in spots),
    ]


def _store(rover: str) -> str:
    return rover.replace("rover", "store")


SIZES = ranges(rovers=(1, 4), waypoints=(2, 10), cameras=(0, 6), objectives=(1, 6), modes=(1, 3))
MAKER = Maker(
    "rovers",
    parameters=SIZES,
    levels=rows(
        SIZES,
        (8, 11, 2, (1, 2), (2, 4), (0, 2), (1, 2), (1, 2)),
        (12, 14, 3, (1, 2), (2, 5), (1, 3), (1, 3), (1, 3)),
        (15, 21, 4, (2, 3), (3, 6), (1, 4), (1, 5), (2, 3)),
        (22, 26, 6, (2, 4), (4, 8), (2, 5), (2, 5), (3, 3)),
        (27, 33, 8, (3, 4), (6, 9), (3, 6), (3, 6), (3, 3)),
    ),
    propose=propose,
    objects=lambda sizes: sum(sizes.values()) + sizes["rovers"] + 1,
    none=frozenset({"land"}),
    dead_ends=True,
)
