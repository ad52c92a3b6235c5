"""Reactive questions under audit: atoms, right answers by the rules of the proof checker, and what is true.

An answer is the JSON of a gold answer, or a word.  Whether one is right is worked out by the rules of the
checker, from the question alone or from a truth that it has accepted; never by the judge.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from ...instances.canonical import encode
from ...instances.hostile import decode
from ...instances.records import Json, Verdict
from ..judge import JudgeOptions
from ..proofs.reactive.knowledge import Knowledge
from ..proofs.reactive.rules import breaking, intervention, sufficient
from ..proofs.refused import RefusedError
from . import answers, subject
from .mutator import Path

RULES: dict[str, Any] = {"sufficient": sufficient, "breaking": breaking, "intervene": intervention}
"""Tasks of which several answers are right, with the checker's rule for one of them."""
VALUES: dict[str, Any] = {"none": [], "true": {"cnf": []}}  # what the words of gold answers stand for
EMPTY = ("[]", "{}", "Final answer: []", "```json\n[]\n```")  # where nothing is right, that must be said
CLOSED_WORDS = (("yes", "no"), ("butfor", "relevant"), ("normal", "hard"), ("output", "ltlf"))
SPARE = 3


class Subject(subject.Subject):
    """One reactive question."""

    def __init__(self, case: subject.AuditInput):
        super().__init__(case)
        form, task = self.instance.form, self.instance.task
        self.answerable = form != "episode"  # whether answers are texts: an episode is judged by other means
        self.words = form == "bool"  # whether the answer is yes or no
        self.silent = form == "gen" and task != "intervene"  # whether an empty list is no answer

    @cached_property
    def question(self) -> Knowledge:
        """What the checker knows of the question without certificates."""
        knowledge: Knowledge = self.blank(self.data)
        return knowledge

    def ordered(self, atoms: list[Any]) -> list[Any]:
        """Atoms by step and input; those about unknown inputs last."""
        names = self.question.machine.inputs
        place = {name: index for index, name in enumerate(names)}
        return sorted(atoms, key=lambda atom: (atom[0], place.get(atom[1], len(names)), atom[1], atom[2]))

    # words of mutants

    def near(self, path: Path, item: str) -> Iterator[tuple[str, str]]:
        """Another input, the other words of the same sort."""
        names = self.question.machine.inputs
        if item in names and len(names) > 1:
            yield "another input", names[(names.index(item) + 1) % len(names)]
        for words in CLOSED_WORDS:
            if item in words:
                yield "the other word", words[1 - words.index(item)]

    def more(self, path: Path, items: Sequence[Any]) -> Iterator[Any]:
        """Atoms about cells of which a set of atoms does not speak; the empty set in a list of sets."""
        yield from super().more(path, items)
        names, trace = self.question.machine.inputs, self.question.trace
        sets = bool(items) and isinstance(items[0], list) and (not items[0] or isinstance(items[0][0], list))
        if sets:
            yield []
        elif all(isinstance(item, list) for item in items):
            taken = {tuple(item[:2]) for item in items}
            free = [(step, name) for step in range(len(trace)) for name in names if (step, name) not in taken]
            for step, name in self.draw.sample(free, SPARE, "more", *path):
                bit = trace[step] >> names.index(name) & 1
                yield from ([step, name, bit], [step, name, 1 - bit])
        elif items and all(isinstance(item, str) for item in items):
            yield items[-1]

    # the checker

    def excused(self, mutant: Json, field: str) -> bool:
        """A truth may give another right example; lists of sets may stand in another order."""
        if field == "truth":
            truth, own = mutant["truth"], self.truth
            if self.statement(truth) != self.statement(own):
                return super().excused(mutant, field)
            old, new = (set(map(tuple, each.get("example") or ())) for each in (own, truth))
            return not (old < new or new < old)  # of two minimal sets none contains the other
        new, known = (
            {(proof["kind"], _sets(proof["body"])) for proof in each["certificates"]}
            for each in (mutant, self.data)
        )
        return new == known

    @staticmethod
    def statement(truth: Json) -> Json:
        """What a truth says: not which example it gives, nor in what order."""
        said = dict(truth)
        if "example" in said:
            said["example"] = said["example"] is not None
        if said.get("cnf"):
            said["cnf"] = sorted(said["cnf"])
        return said

    # answers

    def value(self, text: str) -> Any:
        """The value of an answer text; a text that is yes or no is itself."""
        if not self.answerable:
            return None
        if self.words:
            return text
        return VALUES[text] if text in VALUES else decode(text.encode())

    def write(self, value: Any) -> Any:
        """Canonical JSON; words as they are."""
        return value if isinstance(value, str) else encode(value).decode()

    def spellings(self) -> Iterator[tuple[str, Any, JudgeOptions | None]]:
        """As it stands, after reasoning, in a fence, as data."""
        gold = self.instance.gold or ""
        if not self.answerable:
            return
        yield "as it stands", gold, None
        reasoned = f"<think>Perhaps not.</think>\nI am sure.\n\n**Final Answer**: {gold}\n"
        yield "after reasoning", reasoned, None
        yield "fenced", f"So this is it:\n```json\n{gold}\n```", None
        if self.words:
            yield "upper case", gold.upper(), None
        yield "as data", gold == "yes" if self.words else gold if gold in VALUES else self.gold_value, None

    def idle(self) -> Iterator[Any]:
        """Shrugs, and empty answers where an empty list is none."""
        if self.answerable:
            yield from (*answers.NOTHING, *(EMPTY if self.silent else ()))

    def strategies(self) -> Iterator[tuple[str, Any]]:
        """That there is nothing, and the commonest gold."""
        if self.answerable:
            empty = self.instance.form == "gen" and self.instance.task == "intervene"
            yield "none", "[]" if empty else "true" if self.instance.task == "cause" else "none"
            if self.case.constant is not None:
                yield "constant", self.case.constant

    def deserves(self, value: Any, verdict: Verdict) -> float | None:
        """Whether a value, or its text in any spelling, is right by the truth or the checker's rules."""
        text = self.write(value).strip()
        if self.words:
            said = {"y": "yes", "n": "no"}.get(text, text)  # the reader takes the letter for the word
            return float(said == {True: "yes", False: "no", None: None}[self.truth["answer"]])
        try:
            said = VALUES[text] if text in VALUES else decode(text.encode())
            return float(self._right(text, said if text in VALUES else self._meant(said)))
        except (RefusedError, ValueError, TypeError, IndexError, KeyError, AttributeError):
            return 0.0  # no shape of an answer

    def _meant(self, said: Any) -> Any:
        task = self.instance.task
        if task == "simulate":
            rows = [row.strip() for row in said["outputs"]]
            return {"states": [_number(state) for state in said["states"]], "outputs": rows}
        if task == "accept":
            accepted = {"True": True, "False": False}.get(str(said["accepted"]))
            step = said.get("first_bad_step")
            return {"accepted": accepted, "first_bad_step": None if step in ("", "None") else _number(step)}
        if task == "cause":
            return {"cnf": [[_atom(atom) for atom in clause] for clause in said["cnf"]]}
        return [list(atom) for atom in dict.fromkeys(tuple(_atom(atom)) for atom in said)]

    def _right(self, text: str, value: Any) -> bool:
        task, truth = self.instance.task, self.truth
        if self.silent and text not in VALUES and value in ([], {"cnf": []}):
            return False
        if task in RULES:
            ordered = self.ordered(value)
            rule = RULES[task]
            rule.check(self.question, "answer", rule.BODY("answer", {"atoms": ordered}))
            timesteps, settings = self.question.budget if task == "intervene" else (len(ordered),) * 2
            return len({step for step, _, _ in ordered}) <= timesteps and len(ordered) <= settings
        if task == "butfor":
            return bool(self.ordered(value) == truth["items"])
        if task == "cause":
            return truth["cnf"] is not None and absorbed(value["cnf"]) == absorbed(truth["cnf"])
        return bool(value == {key: part for key, part in truth.items() if key != "kind"})


def _sets(body: Json) -> str:
    """A body whose lists of sets are sorted and free of repetitions, as text."""
    sets = body.get("breaking")
    return encode({**body, "breaking": sorted({encode(cut) for cut in sets})} if sets else body).decode()


def _number(said: Any) -> Any:
    return int(said) if isinstance(said, str) and said.isascii() and said.isdigit() else said


def _atom(said: Any) -> list[Any]:
    """An atom whose value may stand in quotes."""
    step, name, value = said
    return [step, name, _number(value)]


def absorbed(clauses: list[Any]) -> list[list[Any]]:
    """The clauses that contain no other: two monotone formulas are equivalent when these are the same.

    >>> absorbed([[[0, "a", 1]], [[0, "a", 1], [1, "b", 0]]])
    [[(0, 'a', 1)]]
    """
    sets = {frozenset(map(tuple, clause)) for clause in clauses}
    return sorted(sorted(one) for one in sets if not any(other < one for other in sets))
