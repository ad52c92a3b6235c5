"""Logistics problems.  A package can be brought wherever trucks and airplanes connect, whatever others do;
its goal lies there, so every proposal is solvable.

What varies: cities without a truck or with several, one airport or two, no airplane or several, packages that
begin in a vehicle or crowd at one location, which packages have a goal (all, half, a few), and whether a
vehicle has one.
"""

from ....domains.planning.tree import Fact, Problem
from ...rng import Rng
from ..maker import Maker, Sizes, placed, ranges, rows, world

Groups = list[list[str]]  # the locations of each city; the first are its airports


def propose(rng: Rng, sizes: Sizes) -> Problem | None:
    """Vehicles, packages, and where they shall be."""
    cities, count = sizes["cities"], sizes["locations"]
    groups = [[f"l{city}-{number}" for number in range(count)] for city in range(cities)]
    second = count > 2 and rng.below(6) == 0
    airports = [group[:2] if second and rng.below(2) else group[:1] for group in groups]
    ports = [port for group in airports for port in group]
    trucks = _trucks(rng.fork("trucks"), sizes["trucks"], groups)
    airplanes = {f"a{number}": rng.choice(ports) for number in range(sizes["airplanes"])}
    area = _areas(groups, ports, [city for city, _ in trucks.values()], bool(airplanes))
    vehicles = {truck: place for truck, (_, place) in trucks.items()} | airplanes
    packages = [f"p{number}" for number in range(sizes["packages"])]
    start = placed(rng.fork("packages"), packages, [place for group in groups for place in group])
    aboard = _aboard(rng.fork("aboard"), packages, vehicles, start)
    movable = [package for package in packages if len(area[start[package]]) > 1 or package in aboard]
    if not movable:
        return None
    wanted = rng.sample(movable, max(1, len(movable) // rng.choice([1, 1, 1, 2, 3])))
    goal: list[Fact] = [("at", package, rng.choice(area[start[package]])) for package in wanted]
    if trucks and rng.below(6) == 0:
        truck = rng.choice(list(trucks))
        goal.append(("at", truck, rng.choice(groups[trucks[truck][0]])))
    return world(
        "logistics",
        f"logistics-c{cities}-s{count}-p{len(packages)}-t{len(trucks)}-a{len(airplanes)}",
        {
            "city": [f"c{city}" for city in range(cities)],
            "airport": ports,
            "location": [place for group in groups for place in group if place not in ports],
            "truck": trucks,
            "airplane": airplanes,
            "package": packages,
        },
        [
            *(("in-city", place, f"c{city}") for city, group in enumerate(groups) for place in group),
            *(("at", vehicle, place) for vehicle, place in vehicles.items()),
            *(("at", package, start[package]) for package in packages if package not in aboard),
            *(("in", package, vehicle) for package, vehicle in aboard.items()),
        ],
        goal,
    )


def _trucks(rng: Rng, count: int, groups: Groups) -> dict[str, tuple[int, str]]:
    """Trucks with their city and place: one to each city, unless a city is left out; the rest anywhere."""
    cities = list(range(len(groups)))
    if len(cities) > 1 and rng.below(4) == 0:
        cities = rng.sample(cities, len(cities) - 1)
    order = rng.shuffle(cities) + [rng.choice(cities) for _ in range(count)]
    return {f"t{number}": (order[number], rng.choice(groups[order[number]])) for number in range(count)}


def _areas(groups: Groups, ports: list[str], served: list[int], flights: bool) -> dict[str, list[str]]:
    """For each location, where a package that is there can be brought."""
    part = {place: {place} for group in groups for place in group}
    linked = [groups[city] for city in served] + ([ports] if flights else [])
    for links in linked:
        merged = set().union(*(part[place] for place in links))
        for place in merged:
            part[place] = merged
    return {place: sorted(area) for place, area in part.items()}


def _aboard(rng: Rng, packages: list[str], vehicles: dict[str, str], start: dict[str, str]) -> dict[str, str]:
    """The vehicle of each package that is in one; the package's start becomes the vehicle's place."""
    if not vehicles or rng.below(2):
        return {}
    loaded = rng.sample(packages, rng.below(len(packages) // 2 + 1))
    aboard = {package: rng.choice(list(vehicles)) for package in loaded}
    start.update((package, vehicles[vehicle]) for package, vehicle in aboard.items())
    return aboard


SIZES = ranges(cities=(1, 6), locations=(1, 10), trucks=(0, 12), airplanes=(0, 6), packages=(1, 16))
MAKER = Maker(
    "logistics",
    parameters=SIZES,
    levels=rows(
        SIZES,
        (6, 9, 2, (1, 2), (1, 3), (1, 2), (0, 1), (1, 2)),
        (10, 12, 3, (1, 2), (1, 4), (1, 2), (0, 1), (1, 4)),
        (13, 20, 4, (2, 3), (1, 3), (1, 3), (0, 2), (2, 6)),
        (21, 36, 5, (2, 5), (2, 5), (2, 5), (1, 3), (3, 8)),
        (37, 66, 6, (3, 5), (4, 10), (3, 7), (1, 3), (4, 10)),
    ),
    propose=propose,
    objects=lambda sizes: (
        sizes["cities"] * (1 + sizes["locations"]) + sizes["trucks"] + sizes["airplanes"] + sizes["packages"]
    ),
    none=frozenset({"land"}),
)
