"""A level: a PDDL+ domain, a problem of it, and the annotations that PDDL has no words for.

``domain.pddl`` holds actions and, as PDDL+ ``:event``s, the causal rules (Fox and Long, "Modelling mixed
discrete-continuous domains for planning", JAIR 27, 2006); ``problem.pddl`` the initial state and the goal;
``level.toml`` what is listed in ``Annotations``.  As part of a record a level is plain JSON: the two texts
and the annotations without the optimum, which is the truth of the question.

A level has *parts*, which should matter; one is *load-bearing* when the level without it has another optimum,
or none:

- ``lock (open vault)``: without it the fact holds from the start;
- ``rule NAME``: without it the event is not in the domain;
- ``epoch NAME``: without it no initial fact speaks of the epoch or of what some static fact binds to it;
- ``decay NAME``: without it facts of the predicate last.

>>> parts(shipped("L03"))
('lock (open tower-future)', 'rule carving-endures', 'epoch past', 'epoch present', 'epoch future')
"""

import re
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any

import msgspec

from ...instances.errors import LimitError, NameUnknownError, RecordError, UnsupportedError, WorldError
from ...instances.records import Json
from ..planning import atoms
from ..planning.atoms import Language, Legality
from ..planning.pddl import parse_domain, parse_problem
from ..planning.tree import Fact, Problem

KIND = "timetravel"
DECAY_WINDOW = 5  # valid actions that an unstable fact outlives its creation by, unless the level says it
MAX_TEXT = 200_000
MAX_WINDOW = 100

_PLACE = re.compile(r"\{([0-9]{1,2})\}")
LEVELS = Path(__file__).parent / "levels"
NAMES = ("L01", "L02", "L03", "L04", "L05", "L06")

Text = Annotated[str, msgspec.Meta(max_length=4000)]
Word = Annotated[str, msgspec.Meta(max_length=200)]
Few = Annotated[tuple[Word, ...], msgspec.Meta(max_length=100)]
Sentences = Annotated[dict[Word, Word], msgspec.Meta(max_length=100)]


class Decay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which predicates are unstable, and how many valid actions a fact of them outlives its creation by."""

    unstable: Few
    window: Annotated[int, msgspec.Meta(ge=1, le=MAX_WINDOW)] = DECAY_WINDOW


class Wording(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One sentence a predicate, action and rule; ``{0}``, ``{1}`` stand for the arguments."""

    facts: Sentences = {}
    actions: Sentences = {}
    rules: Sentences = {}


class Annotations(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The content of ``level.toml``."""

    title: Word
    story: Text = ""
    epochs: Few
    characters: Few
    competencies: Few = ()
    milestones: Few = ()
    """Facts, such as ``(channel-dug)``, that nothing takes back: each structures what can still happen."""
    locks: Few = ()
    """Facts, such as ``(open vault-future)``, that a lock withholds: without the lock they hold initially."""
    decay: Decay | None = None
    wording: Wording = Wording()
    budget: Annotated[int, msgspec.Meta(ge=1, le=100_000)] | None = None  # steps of an agent, valid or not
    optimal: Annotated[int, msgspec.Meta(ge=0, le=100_000)] | None = None
    """The length of a shortest plan: told in the level's file, never in a record's world."""


@dataclass(frozen=True)
class Level:
    """A level that has been read; ``kernel.World`` gives it its meaning."""

    name: str
    problem: Problem
    about: Annotations
    domain_text: str
    problem_text: str

    @cached_property
    def milestones(self) -> tuple[Fact, ...]:
        """The milestones as facts."""
        return tuple(atoms.parse(text) for text in self.about.milestones)

    def world(self) -> Json:
        """The level as the ``world`` of a record; it does not tell the optimum."""
        about = msgspec.structs.replace(self.about, optimal=None)
        return {
            "kind": KIND,
            "domain": self.domain_text,
            "problem": self.problem_text,
            "level": msgspec.to_builtins(about),
        }


def load(folder: Path) -> Level:
    """Read a level's folder; WorldError or RecordError names the file and what is wrong with it."""
    texts = [(folder / name).read_text("utf-8") for name in ("domain.pddl", "problem.pddl", "level.toml")]
    where = f"{folder.name}/"
    try:
        about = msgspec.toml.decode(texts[2])
    except (ValueError, RecursionError) as error:  # beside TOML's own, of very long numbers
        raise RecordError(f"not TOML: {error}", file=f"{where}level.toml") from None
    return read(texts[0], texts[1], about, name=folder.name, where=where)


def shipped(name: str) -> Level:
    """One of the six levels of the package, ``L01`` to ``L06``; NameUnknownError for another name."""
    if name not in NAMES:
        raise NameUnknownError(f"no level {name!r}; the levels are {', '.join(NAMES)}")
    return load(LEVELS / name)


def of_world(world: Json, *, name: str = "level") -> Level:
    """Read a level from the ``world`` of a record; RecordError for another kind of world."""
    texts = [world.get("domain"), world.get("problem")]
    about = world.get("level")
    if world.get("kind") != KIND or not isinstance(about, dict):
        raise RecordError("not a world {kind: timetravel, domain, problem, level}", field="world")
    domain, problem = (text if isinstance(text, str) else "" for text in texts)
    return read(domain, problem, about, name=name)


def read(domain_text: str, problem_text: str, about: Any, *, name: str = "level", where: str = "") -> Level:
    """Read a level from two texts and plain annotations; each error names the file and the place."""
    if max(len(domain_text), len(problem_text)) > MAX_TEXT:
        raise LimitError(f"{where or name}: a text of more than {MAX_TEXT} characters")
    domain = parse_domain(domain_text, file=f"{where}domain.pddl", events=True)
    problem = parse_problem(problem_text, domain, file=f"{where}problem.pddl")
    if problem.choices:
        raise UnsupportedError(f"{where}problem.pddl: goals that are disjunctions are not supported")
    try:
        annotations = msgspec.convert(about, Annotations)
    except msgspec.ValidationError as error:
        raise RecordError(str(error), file=f"{where}level.toml") from None
    try:
        _agree(problem, annotations)
    except RecordError as error:
        raise error.within(f"{where}level.toml") from None
    return Level(name, problem, annotations, domain_text, problem_text)


def _agree(problem: Problem, about: Annotations) -> None:
    for field, names in (("epochs", about.epochs), ("characters", about.characters)):
        if not names or len(set(names)) < len(names):
            raise RecordError("expected distinct objects, at least one", field=field)
        for name in names:
            if name not in problem.objects:
                raise RecordError(f"{name!r} is no object of the problem", field=field)
    for predicate in about.decay.unstable if about.decay else ():
        if predicate not in problem.domain.fluents:
            raise RecordError(f"{predicate!r} is no predicate that changes", field="decay.unstable")
    for field, texts in (("milestones", about.milestones), ("locks", about.locks)):
        for text in texts:
            _stable(problem, about, text, field)
    schemas, events = problem.domain.schemas, problem.domain.events
    for field, known, sentences in (
        ("facts", problem.domain.predicates, about.wording.facts),
        ("actions", schemas, about.wording.actions),
        ("rules", {name: event.schema for name, event in events.items()}, about.wording.rules),
    ):
        for key, sentence in sentences.items():
            if key not in known:
                raise RecordError(f"{key!r} is not declared", field=f"wording.{field}")
            _sentence(sentence, len(known[key].parameters), f"wording.{field}.{key}")


def _sentence(sentence: str, arguments: int, field: str) -> None:
    """Braces in a sentence stand around the place of an argument and nowhere else."""
    places = [int(place) for place in _PLACE.findall(sentence)]
    if "{" in (rest := _PLACE.sub("", sentence)) or "}" in rest:
        raise RecordError("braces hold the number of an argument", field=field)
    if any(place >= arguments for place in places):
        raise RecordError(f"there are {arguments} arguments, counted from 0", field=field)


def _stable(problem: Problem, about: Annotations, text: str, field: str) -> None:
    """Check that a text is a legal fact that no decay takes (``rules`` looks at effects on milestones)."""
    try:
        fact = atoms.parse(text)
    except WorldError as error:
        raise RecordError(str(error), field=field) from None
    legality = problem.kept(Language).fact(fact)
    if legality is not Legality.LEGAL:
        raise RecordError(f"{text} is no fact of the problem ({legality.value})", field=field)
    if about.decay and fact[0] in about.decay.unstable:
        raise RecordError(f"{text} decays", field=field)


def parts(level: Level) -> tuple[str, ...]:
    """The names of a level's parts: locks, rules, epochs, decays, each in the order of the level."""
    about = level.about
    return (
        *(f"lock {text}" for text in about.locks),
        *(f"rule {name}" for name in level.problem.domain.events),
        *(f"epoch {name}" for name in about.epochs),
        *(f"decay {name}" for name in (about.decay.unstable if about.decay else ())),
    )


def without(level: Level, part: str) -> Level:
    """The level without a part; NameUnknownError when it has no such part."""
    if part not in parts(level):
        raise NameUnknownError(f"{level.name} has no part {part!r}")
    kind, _, name = part.partition(" ")
    problem, about = level.problem, level.about
    if kind == "lock":
        problem = replace(problem, init=problem.init | {atoms.parse(name)})
    elif kind == "rule":
        events = {key: event for key, event in problem.domain.events.items() if key != name}
        problem = replace(problem, domain=replace(problem.domain, events=events))
    elif kind == "epoch":
        static = (fact for fact in problem.init if fact[0] not in problem.domain.fluents)
        bound = {part for fact in static if name in fact[1:] for part in fact[1:]} | {name}
        problem = replace(problem, init=frozenset(f for f in problem.init if bound.isdisjoint(f[1:])))
    elif about.decay is not None:
        left = tuple(predicate for predicate in about.decay.unstable if predicate != name)
        decay = msgspec.structs.replace(about.decay, unstable=left) if left else None
        about = msgspec.structs.replace(about, decay=decay)
    about = msgspec.structs.replace(about, optimal=None)
    return replace(level, name=f"{level.name} without {part}", problem=problem, about=about)
