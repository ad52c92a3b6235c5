"""A first ``wording.toml`` for a domain, made of the names in its PDDL: plain, complete, to be edited.

``(on ?p - part ?b - bench)`` becomes "part {p} is on bench {b}", ``(carry ?p ?b ?c)`` "carry part {p} bench
{b} bench {c}", and the introduction says of each action what it takes and what it does.  Where names cut into
words would give two sentences one shape, they are kept whole.
"""

import json
import re
from collections.abc import Iterable, Sequence
from textwrap import fill

from ...instances.errors import RecordError
from .conditions import conjuncts
from .tree import OBJECT, And, Atom, Condition, Domain, Equal, Not, Or, Parameter, Problem, Schema
from .wording_load import load

WIDTH = 110
UNREAD = "# A draft made of names: read each sentence, mend it, then take this line out."
_DIGITS = str.maketrans("0123456789", "abcdefghij")


def draft(domain: Domain, problems: Sequence[Problem] = ()) -> str:
    """The text of a wording that ``load`` accepts; RecordError where two sentences would be alike."""
    text = _Draft(domain, problems, True).text()
    try:
        load(text, domain)
    except RecordError:
        text = _Draft(domain, problems, False).text()
        load(text, domain)
    return text


class _Draft:
    def __init__(self, domain: Domain, problems: Sequence[Problem], split: bool):
        self.domain, self.split = domain, split
        declared = {kind for problem in problems for types in problem.objects.values() for kind in types}
        inner = {above for parents in domain.parents.values() for above in parents} | {OBJECT}
        leaves = [kind for kind in domain.parents if kind not in inner]
        self.kinds = [kind for kind in domain.parents if kind in declared or kind in leaves] or [OBJECT]

    def text(self) -> str:
        """The whole file."""
        title = self.domain.name.replace("-", " ").replace("_", " ").strip()
        named = ((kind, _noun(kind)) for kind in self.kinds)
        sibilants = ("s", "x", "ch", "sh")
        nouns = [(kind, noun, noun + ("es" if noun.endswith(sibilants) else "s")) for kind, noun in named]
        lines = [
            UNREAD,
            f"title = {_quoted(title.capitalize())}",
            "",
            'introduction = ["""',
            *"\n\n".join(
                fill(self._rule(schema), WIDTH) for schema in self.domain.schemas.values()
            ).splitlines(),
            '"""]',
            "",
            'lead = ["currently,", "at present,"]',
            'goal = ["The goal is to reach a state in which {facts}."]',
            "",
            "[objects]",
            *(f"{_key(kind)} = [{_quoted(noun)}, {_quoted(plural)}]" for kind, noun, plural in nouns),
        ]
        for name, predicate in self.domain.predicates.items():
            sentence = self._fact(name, predicate.parameters, _braces(predicate.parameters))
            lines += ["", f"[facts.{_key(name)}]", f"one = [{_quoted(sentence)}]"]
        lines += ["", "[actions]"]
        for name, schema in self.domain.schemas.items():
            sentence = self._action(name, schema.parameters, _braces(schema.parameters))
            lines.append(f"{_key(name)} = [{_quoted(sentence)}]")
        return "\n".join(lines) + "\n"

    def _rule(self, schema: Schema) -> str:
        names = [parameter.name.removeprefix("?") for parameter in schema.parameters]
        sentences = [f"One can {self._action(schema.name, schema.parameters, names)}"]
        taken = [self._condition(part) for part in conjuncts(schema.precondition)]
        sentences.append(f" when {_joined(taken)}." if taken else " at any time.")
        effects = [self._condition(atom) for atom in schema.add]
        if effects:
            sentences.append(f" Then {_joined(effects)}.")
        gone = [self._condition(atom) for atom in schema.delete if atom not in schema.add]
        if gone:
            sentences.append(f" It is no longer so that {_joined(gone)}.")
        return "".join(sentences)

    def _condition(self, node: Condition) -> str:
        if isinstance(node, Atom):
            parameters = self.domain.predicates[node.predicate].parameters
            return self._fact(node.predicate, parameters, [term.removeprefix("?") for term in node.args])
        if isinstance(node, Equal):
            return f"{node.left.removeprefix('?')} is the same as {node.right.removeprefix('?')}"
        if isinstance(node, Not):
            return f"it is not so that {self._condition(node.part)}"
        if isinstance(node, Or):
            return f"one of these is so: {'; or '.join(map(self._condition, node.parts)) or 'nothing'}"
        assert isinstance(node, And)
        return _joined([self._condition(part) for part in node.parts])

    def _fact(self, name: str, parameters: Sequence[Parameter], arguments: Sequence[str]) -> str:
        named = self._words(name)
        if not parameters:
            return f"{named} holds"
        first, *rest = (f"{_kind(each)} {term}" for each, term in zip(parameters, arguments, strict=True))
        return " ".join([first, "is", named, *" with ".join(rest).split()])

    def _action(self, name: str, parameters: Sequence[Parameter], arguments: Sequence[str]) -> str:
        typed = (f"{_kind(each)} {term}" for each, term in zip(parameters, arguments, strict=True))
        return " ".join([self._words(name), *typed])

    def _words(self, name: str) -> str:
        plain = re.sub(r"[^a-z0-9_-]+", "-", name).strip("-_") or "it"
        return " ".join(re.split(r"[-_]+", plain)) if self.split else plain


def _kind(parameter: Parameter) -> str:
    return _noun(parameter.types[0]) if len(parameter.types) == 1 else "thing"


def _noun(kind: str) -> str:
    return re.sub(r"[^a-z'-]+", "-", kind.translate(_DIGITS)).strip("-") or "thing"


def _key(name: str) -> str:
    return name if re.fullmatch(r"[a-z0-9_-]+", name) else _quoted(name)


def _braces(parameters: Iterable[Parameter]) -> list[str]:
    return [f"{{{parameter.name.removeprefix('?')}}}" for parameter in parameters]


def _joined(parts: Sequence[str]) -> str:
    return "; and ".join(parts) or "nothing is asked"


def _quoted(text: str) -> str:
    """A basic string of TOML; PDDL names need no escapes beyond those of JSON."""
    return json.dumps(text)
