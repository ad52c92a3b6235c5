"""Blueprint and scenario to a level: names are drawn, facts written, annotations added.

The PDDL is put together from plain words (``render.toml``), which a scenario exchanges for its own.  A domain
holds only what the mechanisms of its level need, so every rule in it has work to do.
"""

from collections.abc import Iterator, Sequence
from itertools import count, product
from typing import Any

from ...domains.planning.tree import Fact
from ...domains.timetravel.level import DECAY_WINDOW, Level, of_world, read
from ...instances.places import table_beside
from ...instances.records import Instance, Prompt
from ...verifiers.timetravel.level import instance_of
from ..rng import Rng
from .blueprint import KINDS, Blueprint
from .scenario import Scenario

TEXTS = table_beside(__file__, dict[str, dict[str, Any]])
POST = TEXTS["post"]  # how things travel through time: left at the other post, or handed to who stands there
TABLES = ("facts", "actions", "rules")  # of sentences


def plain_domain(name: str, blueprint: Blueprint, post: str) -> str:
    """The text of a domain in plain words; ``post`` is a key of POST."""
    kinds = [[TEXTS[part] for part in _parts(kind, blueprint)] for kind in blueprint.kinds]
    predicates = [
        "(of ?p - place ?e - epoch) (path ?from ?to - place) (link ?from ?to - place)",
        "(at ?c - character ?p - place) (lies ?i - item ?p - place) (has ?c - character ?i - item)",
        *(["(open ?p - place)"] if blueprint.mechanisms else []),
        *(" ".join(each for part in parts for each in part.get("predicates", ())) for parts in kinds),
    ]
    types = ["epoch", "place", "character", "item", *(part["type"] for part, *_ in kinds if "type" in part)]
    blocks = [
        *(text for way, text in TEXTS["ways"].items() if way != "drop" or blueprint.drop),
        POST[post],
        *(block for parts in kinds for part in parts for block in part["blocks"]),
    ]
    head = f"(define (domain {name})\n  (:requirements :strips :typing :negative-preconditions :time)\n"
    head += f"  (:types {' '.join(types)})\n  (:predicates\n    " + "\n    ".join(predicates) + ")"
    text = "\n\n".join([head, *(f"  {block}" for block in blocks)])
    signals = [f"?p{n}" for _, sync in blueprint.of_kind("sync") for n in range(1, len(sync.sites) + 1)]
    filled = text.format(
        open=" (open ?to)" if blueprint.mechanisms else "",
        dry=" (not (flooded ?to))" if blueprint.flooding else "",
        worn=" (not (has ?c ?i))" if blueprint.worn else "",
        result="open" if blueprint.brief else "clear",
        signals=" ".join(signals),
        lit=" ".join(f"(lit {signal})" for signal in signals),
        out=" ".join(f"(not (lit {signal}))" for signal in signals),
    )
    return filled + ")\n"


def _parts(kind: str, blueprint: Blueprint) -> list[str]:
    """The tables of a kind of mechanism: brief work opens its gate at once, other work clears it first."""
    if kind != "work":
        return [kind]
    ends = "turns" if blueprint.flooding else "opens" if blueprint.brief else "lasts"
    return ["work", ends] if blueprint.brief else ["work", ends, "clears"]


class Names:
    """The names of everything in a blueprint."""

    def __init__(self, blueprint: Blueprint, scenario: Scenario, rng: Rng):
        self._pools = {key: rng.fork(key).shuffle(pool) for key, pool in scenario.names.items()}
        self._used: set[str] = set()
        self.epochs = scenario.epochs[: blueprint.epochs]
        self.characters = tuple(self._new("characters") for _ in blueprint.zones)
        self.cells: list[tuple[str, ...]] = []
        """For each place its cells, those on the way first and the place itself last."""
        for place in blueprint.places:
            epoch = self.epochs[blueprint.zones[place.zone]]
            pool = "hubs" if place.parent is None else "gates" if place.gated else "places"
            way = [self._new("cells", epoch) for _ in range(place.length - 1)]
            self.cells.append((*way, self._new(pool, epoch)))
        self.items = tuple(self._new(item.role) for item in blueprint.items)
        types = [TEXTS[mechanism.kind].get("type") for mechanism in blueprint.mechanisms]
        self.things = tuple(self._new(type_) if type_ else "" for type_ in types)

    def place(self, number: int) -> str:
        """The name of a place."""
        return self.cells[number][-1]

    def _new(self, pool: str, epoch: str = "") -> str:
        suffix = f"-{epoch}" if epoch else ""
        rounds = ("" if number == 1 else f"-{number}" for number in count(1))
        names = (f"{word}{ending}{suffix}" for ending in rounds for word in self._pools[pool])
        name = next(name for name in names if name not in self._used)
        self._used.add(name)
        return name


def render(blueprint: Blueprint, scenario: Scenario, names: Names, *, budget: int | None = None) -> Level:
    """The level that a blueprint describes."""
    title = scenario.title.lower()
    domain = scenario.told(plain_domain("plain-level", blueprint, scenario.post))
    domain = domain.replace("plain-level", title)
    init = [(scenario.word(head), *args) for head, *args in _init(blueprint, names)]
    goal = [(scenario.word("has"), names.characters[who], names.items[what]) for who, what in blueprint.goals]
    problem = _problem(title, init, goal, _objects(blueprint, scenario, names))
    return read(domain, problem, _about(blueprint, scenario, names, domain, budget), name=title)


def _init(blueprint: Blueprint, names: Names) -> Iterator[tuple[str, ...]]:
    gated = {place for place, each in enumerate(blueprint.places) if each.gated}
    for number, place in enumerate(blueprint.places):
        epoch = names.epochs[blueprint.zones[place.zone]]
        inner = names.place(place.parent) if place.parent is not None else None
        for cell in names.cells[number]:
            yield ("of", cell, epoch)
            if inner is not None:
                yield from (("path", inner, cell), ("path", cell, inner))
            if blueprint.mechanisms and not (number in gated and cell == names.place(number)):
                yield ("open", cell)
            inner = cell
    epochs = {hub: blueprint.zones[blueprint.places[hub].zone] for hub in blueprint.hubs}
    for hub, other in product(epochs, repeat=2):
        if epochs[hub] != epochs[other]:
            yield ("link", names.place(hub), names.place(other))
    for number in range(len(blueprint.mechanisms)):
        yield from _mechanism(blueprint, names, number)
    for character, start in zip(names.characters, blueprint.starts, strict=True):
        yield ("at", character, names.place(start))
    for name, item in zip(names.items, blueprint.items, strict=True):
        yield ("lies", name, names.place(item.place))


def _mechanism(blueprint: Blueprint, names: Names, number: int) -> Iterator[tuple[str, ...]]:
    mechanism = blueprint.mechanisms[number]
    if mechanism.kind == "sync":
        sites = [names.place(site) for site in mechanism.sites]
        yield from (("signal", site) for site in sites)
        yield from (("ignites", names.items[each]) for each in mechanism.items)
        yield ("in-line", *sites)
    for fact in TEXTS[mechanism.kind]["start"]:
        yield _named(fact, blueprint, names, number)
    if mechanism.floods is not None:
        yield ("floods", names.things[number], names.place(mechanism.floods))


def _named(fact: str, blueprint: Blueprint, names: Names, number: int) -> tuple[str, ...]:
    """A fact about a mechanism, its parts named."""
    mechanism = blueprint.mechanisms[number]
    sites = [names.place(site) for site in mechanism.sites] or [""]
    parts = {"item": names.items[mechanism.items[0]], "thing": names.things[number]}
    parts |= {"site": sites[0], "later": sites[-1], "gate": names.place(mechanism.gate)}
    return tuple(fact.format(**parts).split())


def _objects(blueprint: Blueprint, scenario: Scenario, names: Names) -> list[tuple[list[str], str]]:
    groups = [(list(names.epochs), "epoch"), (list(names.characters), "character")]
    groups += [([cell for cells in names.cells for cell in cells], "place"), (list(names.items), "item")]
    for kind in KINDS:
        if thing := TEXTS[kind].get("type"):
            groups.append(([names.things[number] for number, _ in blueprint.of_kind(kind)], thing))
    return [(members, scenario.word(kind)) for members, kind in groups if members]


def _problem(
    title: str, init: Sequence[Fact], goal: Sequence[Fact], objects: Sequence[tuple[list[str], str]]
) -> str:
    declared = "\n    ".join(f"{' '.join(members)} - {kind}" for members, kind in objects)
    lines: dict[str, list[str]] = {}
    for fact in init:
        lines.setdefault(fact[0], []).append(f"({' '.join(fact)})")
    facts = "\n    ".join(" ".join(facts_of_kind) for facts_of_kind in lines.values())
    wanted = " ".join(f"({' '.join(fact)})" for fact in goal)
    return (
        f"(define (problem {title}-level)\n  (:domain {title})\n  (:objects\n    {declared})\n"
        f"  (:init\n    {facts})\n  (:goal (and {wanted})))\n"
    )


def _about(
    blueprint: Blueprint, scenario: Scenario, names: Names, domain: str, budget: int | None
) -> dict[str, Any]:
    marks = [_named(TEXTS[each.kind]["mark"], blueprint, names, number) for number, each in blueprint.needed]
    sentences = [f"({' '.join([scenario.word(head), *arguments])})" for head, *arguments in marks]
    locks = [names.place(m.gate) for _, m in blueprint.needed if m.kind in ("lock", "carve")]
    used = set(domain.replace("(", " ").replace(")", " ").split())
    perils = ["decoy"] * (len(blueprint.needed) < len(blueprint.mechanisms)) + ["flood"] * blueprint.flooding
    parts = (*blueprint.kinds, *perils)
    story = [scenario.opening, *(scenario.story[part] for part in parts), scenario.closing]
    about: dict[str, Any] = {
        "title": scenario.title,
        "story": " ".join(story),
        "epochs": list(names.epochs),
        "characters": list(names.characters),
        "competencies": _competencies(blueprint),
        "milestones": sentences[len(sentences) - blueprint.milestones :],
        "locks": [f"({scenario.word('open')} {gate})" for gate in locks],
        "wording": {table: scenario.sentences(getattr(scenario, table), used) for table in TABLES},
    }
    if "sync" in blueprint.kinds:
        about["decay"] = {"unstable": [scenario.word("lit")], "window": DECAY_WINDOW}
    if budget is not None:
        about["budget"] = budget
    return about


def _competencies(blueprint: Blueprint) -> list[str]:
    kinds = blueprint.kinds
    decoys = {mechanism.kind for mechanism in blueprint.mechanisms if mechanism.decoy}
    return [
        *("spatial navigation", "cross-epoch transfer"),
        *(competency for kind in kinds for competency in TEXTS[kind]["competencies"]),
        *(["key management"] if "lock" in decoys else []),
        *(["full integration"] if {"lock", "work", "carve", "grant"} <= set(kinds) else []),
    ]


def misplaced(instance: Instance) -> str | None:
    """Why the record's level does not play in the scenario that it names; None when it does."""
    name = of_world(instance.world).problem.domain.name
    if name == instance.domain or name.startswith(f"{instance.domain}-"):
        return None
    return f"domain: the level plays in {name[:60]}, not in {instance.domain}"


def renderings(instance: Instance) -> Iterator[Prompt]:
    """The one prompt that the record's level has."""
    yield instance_of(of_world(instance.world), domain=instance.domain).prompt
