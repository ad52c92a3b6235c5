"""Reading a wording back: sentences to facts and actions, by look-up of their shapes.

A sentence is read as the template of its shape (``wording_text.shape``); no two templates share one, which
the loader checks by ``index``.  So what comes back is the only thing that the sentence can tell.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ...instances.errors import LimitError, RecordError, WorldError
from .tree import Fact, Problem
from .wording import Wording, different
from .wording_text import MAX_TEXT, NAME, NAMES, Listed, Shape, Template, clip, parts, shape, tokens


@dataclass(frozen=True)
class ShapeReading:
    """What a shape tells: a symbol, and for each of its arguments the place among the names of the text."""

    symbol: str
    order: tuple[int, ...]

    def facts(self, listed: Listed) -> Iterable[Fact]:
        """The facts that a sentence of this shape tells; one unless names are listed."""
        columns = [listed[place] for place in self.order]
        length = max((len(names) for names in columns), default=1)
        rows = [names * length if len(names) == 1 else names for names in columns]
        return ((self.symbol, *row) for row in (zip(*rows, strict=True) if rows else [()]))


def index(templates: Iterable[tuple[str, tuple[str, ...], Template]]) -> dict[Shape, ShapeReading]:
    """Shapes to readings, for (symbol, parameters, template); RecordError when two share a shape."""
    readings: dict[Shape, ShapeReading] = {}
    for symbol, parameters, template in templates:
        if template.shape in readings:
            other = readings[template.shape].symbol
            raise RecordError(f"{clip(template.text)!r} of {symbol} can be read as a sentence of {other}")
        order = tuple(template.places.index(each) for each in parameters)
        readings[template.shape] = ShapeReading(symbol, order)
    return readings


class WordingReader:
    """The inverse of a wording."""

    def __init__(self, wording: Wording):
        self._wording = wording
        self._words = wording.words
        self._facts = fact_index(wording)
        self._actions = action_index(wording)
        self._leads = [tokens(lead) for lead in wording.leads]
        self._goals = [(tokens(before), tokens(after)) for before, after in wording.goals]
        self._objects: dict[Shape, str] = {}
        for kind, (singular, plural) in wording.nouns.items():
            single, many = (*singular.split(), ":", NAME), (*plural.split(), ":", NAMES)
            self._objects[("there", "is", "one") + single] = kind  # noqa: RUF005
            self._objects[("there", "are", NAME) + many] = kind  # noqa: RUF005

    def context(self, text: str) -> tuple[dict[str, tuple[str, ...]], frozenset[Fact]]:
        """The objects with their types, and all facts."""
        if len(text) > MAX_TEXT:
            raise LimitError(f"a text of more than {MAX_TEXT} characters")
        objects: dict[str, tuple[str, ...]] = {}
        facts: set[Fact] = set()
        for each in text.replace("\n", " ").split("."):
            if not each.strip():
                continue
            words = tokens(each)
            form, listed = shape(words, self._words)
            if form in self._objects:
                names = listed[-1]
                if len(listed) == 2 and listed[0] != (str(len(names)),):
                    raise WorldError(f"{len(names)} are listed: {clip(each.strip())!r}")
                for name in names:
                    if objects.setdefault(name, (self._objects[form],)) != (self._objects[form],):
                        raise WorldError(f"{clip(name)} is told to be of two kinds: {clip(each.strip())!r}")
                continue
            lead = next((lead for lead in self._leads if words[: len(lead)] == lead), ())
            facts.update(self._look_up(self._facts, *shape(words[len(lead) :], self._words), each))
        problem = Problem("told", self._wording.domain, objects, frozenset(), ())
        untold = [name for name, wording in self._wording.facts.items() if wording.different]
        return objects, frozenset(facts).union(*(different(problem, name) for name in untold))

    def goal(self, text: str) -> frozenset[Fact]:
        """The facts of a goal; the loader has seen to it that no two goal sentences begin alike."""
        words = tokens(text)
        for before, after in self._goals:
            end = len(words) - len(after)
            if words[: len(before)] == before and words[end:] == after and len(before) <= end:
                return self._conjunction(words[len(before) : end], text)
        raise WorldError(f"not a goal of this wording: {clip(text)!r}")

    def facts(self, text: str) -> frozenset[Fact]:
        """The facts of a conjunction."""
        return self._conjunction(tokens(text), text)

    def fact(self, text: str) -> Fact:
        """One fact."""
        return self._single(self._facts, text)

    def action(self, text: str) -> Fact:
        """One action."""
        return self._single(self._actions, text)

    def _conjunction(self, words: tuple[str, ...], text: str) -> frozenset[Fact]:
        pieces = parts(words, self._words)
        facts = [fact for form, listed in pieces for fact in self._look_up(self._facts, form, listed, text)]
        if not facts:
            raise WorldError(f"no facts: {clip(text)!r}")
        return frozenset(facts)

    def _single(self, readings: Mapping[Shape, ShapeReading], text: str) -> Fact:
        matching = list(self._look_up(readings, *shape(tokens(text), self._words), text))
        if len(matching) != 1:
            raise WorldError(f"more than one: {clip(text)!r}")
        return matching[0]

    def _look_up(
        self, readings: Mapping[Shape, ShapeReading], form: Shape, listed: Listed, text: str
    ) -> Iterable[Fact]:
        if form not in readings:
            raise WorldError(f"not a sentence of this wording: {clip(text.strip())!r}")
        return readings[form].facts(listed)


def fact_index(wording: Wording) -> dict[Shape, ShapeReading]:
    """The shapes of all sentences that tell facts; RecordError when two are alike."""
    rows = ((name, each, (*each.one, *each.many)) for name, each in wording.facts.items())
    return index((name, each.parameters, template) for name, each, many in rows for template in many)


def action_index(wording: Wording) -> dict[Shape, ShapeReading]:
    """The shapes of all sentences that tell actions; RecordError when two are alike."""
    return index(
        (name, each.parameters, template) for name, each in wording.actions.items() for template in each.one
    )
