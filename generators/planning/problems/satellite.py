"""Satellite problems: turning and switching never rule anything out, so every proposal is solvable.

What varies: satellites with no instrument or many, instruments without a calibration target or with several,
modes that one instrument alone supports (so that some images cannot be taken, or in one way only), which
instruments have power and are calibrated at the beginning, images taken already, and goals of images, of
directions to point at, or of both.
"""

from ....domains.planning.tree import Fact, Problem
from ...rng import Rng
from ..maker import Maker, Sizes, different, ranges, rows, world

MODES = ("image", "infrared", "spectrograph", "thermograph", "xray")
TARGETS = ("star", "planet", "phenomenon")


def propose(rng: Rng, sizes: Sizes) -> Problem:
    """Satellites with instruments, and what shall be pictured and pointed at."""
    satellites = [f"satellite{number}" for number in range(sizes["satellites"])]
    instruments = [f"instrument{number}" for number in range(sizes["instruments"])]
    names = rng.fork("modes").sample(MODES, sizes["modes"])
    modes = [f"{name}{number}" for number, name in enumerate(names)]
    directions, stations = _directions(rng.fork("directions"), sizes["directions"])
    carrier = _carriers(rng.fork("carriers"), instruments, satellites)
    supports, targets = _equipment(rng.fork("equipment"), instruments, modes, stations)
    able = sorted({mode for each in instruments if targets[each] for mode in supports[each]})
    images: list[Fact] = [("have-image", place, mode) for place in directions for mode in able]
    taken = rng.fork("taken")
    return world(
        "satellite",
        f"satellite-s{len(satellites)}-i{len(instruments)}-m{len(modes)}-d{len(directions)}",
        {"satellite": satellites, "instrument": instruments, "mode": modes, "direction": directions},
        [
            *_state(rng.fork("state"), satellites, directions, carrier, targets),
            *taken.sample(images, len(images) * taken.choice([0, 0, 0, 1, 2]) // 6),
            *(("on-board", each, carrier[each]) for each in instruments),
            *(("supports", each, mode) for each in instruments for mode in supports[each]),
            *(("calibration-target", each, place) for each in instruments for place in targets[each]),
            *different(directions),
        ],
        _goal(rng.fork("goal"), images, satellites, directions),
    )


def _directions(rng: Rng, count: int) -> tuple[list[str], list[str]]:
    """The directions, and those that instruments are calibrated on: ground stations, at times stars too."""
    stations = 1 + rng.below(max(1, count // 2))
    names = [f"groundstation{n}" if n < stations else f"{rng.choice(TARGETS)}{n}" for n in range(count)]
    return names, names if rng.below(4) == 0 else names[:stations]


def _carriers(rng: Rng, instruments: list[str], satellites: list[str]) -> dict[str, str]:
    """The satellite of each instrument: one to each as far as they go, or wherever it falls."""
    first = rng.shuffle(satellites) if rng.below(3) else []
    return dict(zip(instruments, first + [rng.choice(satellites) for _ in instruments], strict=False))


def _equipment(
    rng: Rng, instruments: list[str], modes: list[str], stations: list[str]
) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """The modes and the calibration targets of each instrument; at times one alone supports some mode."""
    narrow, lacking = rng.below(3) == 0, rng.below(3) == 0
    rare = rng.choice(modes) if len(modes) > 1 and rng.below(3) else None
    common, owner = [mode for mode in modes if mode != rare], rng.choice(instruments)
    supports, targets = {}, {}
    for each in instruments:
        supports[each] = rng.sample(common, 1 if narrow else 1 + rng.below(len(common)))
        if rare and each == owner:
            supports[each].append(rare)
        count = 0 if lacking and rng.below(3) == 0 else rng.choice([1, 1, 1, 2])
        targets[each] = rng.sample(stations, min(count, len(stations)))
    return supports, targets


def _state(
    rng: Rng,
    satellites: list[str],
    directions: list[str],
    carrier: dict[str, str],
    targets: dict[str, list[str]],
) -> list[Fact]:
    """Where satellites point, what has power, and what is calibrated."""
    busy = rng.choice([0, 0, 1, 2])
    facts: list[Fact] = []
    for satellite in satellites:
        facts.append(("pointing", satellite, rng.choice(directions)))
        aboard = [each for each in carrier if carrier[each] == satellite]
        if aboard and rng.below(3) < busy:
            powered = rng.choice(aboard)
            facts.append(("power-on", powered))
            facts += [("calibrated", powered)] if targets[powered] and rng.below(2) else []
        else:
            facts.append(("power-avail", satellite))
    return facts


def _goal(rng: Rng, images: list[Fact], satellites: list[str], directions: list[str]) -> list[Fact]:
    """Images that can be taken and directions to point at, no two for one satellite."""
    kind = rng.choice(["images", "images", "both", "both", "pointing"]) if images else "pointing"
    most = max(1, min(len(images), 6) * rng.choice([1, 2, 3]) // 3)
    pointed = rng.sample(satellites, max(1, min(len(satellites), 4) // rng.choice([1, 2, 3])))
    facts: list[Fact] = [("pointing", each, rng.choice(directions)) for each in pointed]
    if kind == "pointing":
        return facts
    chosen = rng.sample(images, most)
    return chosen + facts if kind == "both" else chosen


SIZES = ranges(satellites=(1, 10), instruments=(1, 16), modes=(1, 5), directions=(2, 12))
MAKER = Maker(
    "satellite",
    parameters=SIZES,
    levels=rows(
        SIZES,
        (6, 8, 2, (1, 2), (1, 2), (1, 2), (2, 4)),
        (9, 11, 3, (1, 2), (1, 3), (1, 3), (3, 5)),
        (12, 20, 4, (1, 4), (1, 6), (2, 3), (5, 8)),
        (21, 30, 6, (3, 6), (4, 10), (2, 4), (6, 10)),
        (31, 38, 8, (5, 10), (8, 16), (3, 4), (7, 11)),
    ),
    landmark="pointing",
    propose=propose,
    none=frozenset({"land", "reach"}),
    spare={"reach": "mode"},
)
