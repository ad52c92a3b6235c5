"""Planning questions under audit: the words of a world, how answers are spelt, and whether one is right."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from ...domains.planning.atoms import parse, text
from ...domains.planning.grounding import ground
from ...domains.planning.lifted import validate
from ...domains.planning.pddl import parse as parse_world
from ...domains.planning.strips import Task
from ...domains.planning.tree import Problem
from ...instances.errors import CertwrightError
from ...instances.records import Json, Outcome, Verdict
from ..judge import JudgeOptions
from ..planning.world import answer_kind
from ..proofs.planning.tasks import legal_item
from ..reading.kinds import SINGLES, AnswerKind
from . import answers, subject
from .mutator import Path, changes, drawn
from .vocabulary import Vocabulary, disguises, same, spell, strictly

FACT_TASKS = frozenset({"prog", "reach", "land"})
"""Tasks whose answers are made of facts; the others are answered with actions, or with an index."""
HEAVY = 20_000  # one that has the checker search more states is not searched again for mutants
DRAWN = 3
CLOSED_WORDS = (
    ("yes", "no"),
    ("reachable", "unreachable"),
    ("already_solved", "unsolvable_state", "no_plan_known"),
    ("applicable", "plan"),
    ("set", "effects", "index", "subsequence", "closed_world", "landmarks", "next_action", "bool", "mcq"),
)  # words of truths and queries that stand for one another
STRICT = JudgeOptions(mode="strict")


class Subject(subject.Subject):
    """One planning question."""

    @cached_property
    def kind(self) -> AnswerKind:
        """What an answer looks like."""
        return answer_kind(self.instance)

    @cached_property
    def problem(self) -> Problem:
        """The syntax tree of the world."""
        return parse_world(self.instance.world["domain"], self.instance.world["problem"])

    @cached_property
    def initial_facts(self) -> list[str]:
        """The fluent facts of the state, sorted."""
        return sorted(map(text, self.problem.fluent_init))

    @cached_property
    def goal_facts(self) -> list[str]:
        """The positive facts of the goal, sorted."""
        return sorted(map(text, self.problem.goal))

    @cached_property
    def task(self) -> Task:
        """The grounded task, by our own grounder."""
        return ground(self.problem)

    @cached_property
    def vocabularies(self) -> tuple[Vocabulary, Vocabulary]:
        """The facts and the actions of the world."""
        return Vocabulary(self.problem, "facts"), Vocabulary(self.problem, "actions")

    @property
    def vocabulary(self) -> Vocabulary:
        """The words that answers to this question are written in."""
        return self.vocabularies[self.instance.task not in FACT_TASKS]

    @cached_property
    def unproven(self) -> Any:
        """Knowledge without certificates: what the world alone says."""
        return self.blank(self.data)

    # words of mutants

    def near(self, path: Path, item: str) -> Iterator[tuple[str, str]]:
        """Near misses of an atom, the other letters, the other words of the same sort."""
        words = self.language(item)
        if words is not None:
            yield from words.near(item, self.draw)
        if len(item) == 1 and item.isupper():
            options = max(len(self.instance.prompt.choices), 2)
            yield from (("another letter", chr(65 + k)) for k in range(options) if chr(65 + k) != item)
            yield "a letter beyond the options", chr(65 + options)
        for closed in CLOSED_WORDS:
            if item in closed:
                yield from (("another word", word) for word in closed if word != item)

    def more(self, path: Path, items: Sequence[Any]) -> Iterator[Any]:
        """Legal items that are not in a list of atoms, a fact that holds, near misses of one; numbers."""
        yield from super().more(path, items)
        if items and isinstance(items[0], list):
            yield []
        words = (self.language(items[0]) if items else self.vocabulary) if self.instance.world else None
        if words is None:
            return
        others = [*words.random(self.draw, 12, "more")]
        yield from [item for item in dict.fromkeys(others) if item not in items][:2]
        if words is self.vocabularies[0]:
            yield from self.draw.sample(self.initial_facts, 1, "holds")
            yield from self.draw.sample(words.static_facts(), 1, "static")
        for item in self.draw.sample(items, 1, "near"):
            if self.language(item) is words:
                yield from (other for _, other in words.near(item, self.draw))

    def language(self, item: Any) -> Vocabulary | None:
        """The vocabulary in which a text is a legal item."""
        if not isinstance(item, str) or not item.startswith("(") or not self.instance.world:
            return None
        try:
            return next((words for words in self.vocabularies if words.legal(tuple(parse(item)))), None)
        except (CertwrightError, ValueError):
            return None

    # the checker

    def formal(self, data: Json) -> Any:
        """The problem."""
        return self.blank(data).world.problem

    @property
    def costly(self) -> bool:  # type: ignore[override]
        """Whether a certificate makes the checker search long."""
        kinds = ("lower_bound", "distances", "pruned_distances", "exploration")
        bodies = (proof.body for proof in self.instance.certificates if proof.kind in kinds)
        return any(max(body.get("nodes", 0), body.get("states", 0)) > HEAVY for body in bodies)

    def excused(self, mutant: Json, field: str) -> bool:
        """Certificates may lack what was not needed, and hold what is true and proves nothing."""
        if field == "truth" or super().excused(mutant, field):
            return super().excused(mutant, field)
        if mutant["truth"] != self.data["truth"]:
            return False
        own = self.data["certificates"]
        return not any(self._false(proof, own) for proof in mutant["certificates"] if proof not in own)

    def _false(self, proof: Json, own: Sequence[Json]) -> bool:
        """Whether a certificate says something that is not so, whatever else holds."""
        kind, body = proof["kind"], proof["body"]
        before = [other["body"] for other in own if other["kind"] == kind]
        stated, *same = ({key: each[key] for key in each if _states(key, each)} for each in (body, *before))
        if kind == "lower_bound":
            bound = stated["bound"]
            same = [{**claim, "bound": bound} for claim in same if bound <= claim["bound"]]
        if stated not in same or not any(body.keys() == other.keys() for other in before):
            return True
        if kind == "relaxed":
            known = {*self.truth.get("items", ()), *self.truth.get("undecided", ()), *self.goal_facts}
            lands = self.truth["kind"] == "landmarks"
            return any(fact in self.initial_facts or (lands and fact not in known) for fact in body["facts"])
        if kind == "lower_bound":
            return bool({*body["after"]} & {*self.truth.get("closer", ())})
        if kind == "invariant":
            cubes = body["cubes"]
            return [] in cubes or any(fact >= len(body["facts"]) for cube in cubes for fact in cube)
        return kind == "runs" and len(body["steps"]) % 2 == 1

    # answers

    @property
    def owes_gold(self) -> bool:
        """Whether the truth leaves nothing undecided and has a right answer to give."""
        truth = self.truth
        if not truth or truth.get("undecided") or None in (truth.get("answer", 0), truth.get("none", 0)):
            return False
        if truth["kind"] == "subsequence":
            return bool(truth["singles"] or truth["pairs"])
        return bool(truth["closer"] if truth["kind"] == "next_action" else truth["kind"] != "degenerate")

    def value(self, answer: str) -> Any:
        """A text as the reader takes it."""
        value = self.verdict(answer).answer
        return list(value) if isinstance(value, tuple) else value

    def write(self, value: Any) -> Any:
        """The canonical text."""
        return spell(value, self.kind)

    def spellings(self) -> Iterator[tuple[str, Any, JudgeOptions | None]]:
        """As it stands, disguised, as data, and in strict mode where the paper's grammar can say it."""
        gold, value = self.instance.gold or "", self.gold_value
        yield "as it stands", gold, None
        yield from ((name, disguise, None) for name, disguise in disguises(gold, self.kind))
        if value is not None:
            effects = self.truth["kind"] == "effects"
            yield "as data", {"pos": value[0], "neg": value[1]} if effects else value, None
            sentence = strictly(value, self.kind)
            if sentence is not None:
                yield "strict mode", sentence, STRICT

    def idle(self) -> Iterator[Any]:
        """Empty answers and shrugs."""
        yield from answers.NOTHING

    def strategies(self) -> Iterator[tuple[str, Any]]:
        """ "None", and the commonest gold."""
        yield "none", "none"
        if self.case.constant is not None:
            yield "constant", self.case.constant

    def wrong(self) -> Iterator[tuple[str, Any]]:
        """What stands in the truth, the state, the goal and the question; indices; parts of the plan."""
        draw, truth, query = self.draw, self.truth, self.instance.query
        if self.kind in SINGLES:
            lists = {key: part for key, part in sorted(truth.items()) if isinstance(part, list)}
            pools = {f"listed in {key!r}": part for key, part in lists.items()}
            pools["a random item"] = list(self.vocabulary.random(draw, DRAWN, "random"))
            if self.instance.task in FACT_TASKS:
                pools["a fact that holds"] = self.initial_facts
                pools["a fact of the goal"] = self.goal_facts
                pools["a static fact"] = self.vocabulary.static_facts()
            for name, pool in pools.items():
                yield from ((name, item) for item in draw.sample(pool, DRAWN, name))
            for item in pools["a random item"]:
                yield from self.vocabulary.illegal_neighbours(item, draw)
            yield "none", "none"
        elif self.kind is AnswerKind.INDEX:
            if actions := query.get("actions"):  # a task of another package may ask for any number
                yield from (("the last index", len(actions) - 1), ("the length", len(actions)))
            yield "the index, then 0", 10 * self.gold_value
        elif self.kind is AnswerKind.PLAN:
            plan: list[str] = query["plan"]
            yield "the whole plan", plan
            for sort, change in drawn(changes(plan, self), draw, 4 * DRAWN):
                yield f"the whole plan, {sort}", change.part if not change.path else change.of(plan)
            for place in draw.sample(range(len(plan)), DRAWN, "pair"):
                yield "another pair left out", plan[:place] + plan[place + 2 :]

    def texts(self) -> Iterator[str]:
        """Texts that name a right and a wrong answer and settle for neither."""
        if self.kind not in {*SINGLES, AnswerKind.INDEX, AnswerKind.YES_NO, AnswerKind.LETTER}:
            return
        gold = self.gold_value
        others = [change.of(gold) for change in changes(gold, self)]
        same_type = (other for other in others if type(other) is type(gold))
        wrong = next((other for other in same_type if self.right(other) is False), None)
        if wrong is not None:
            pair = (self.write(gold), self.write(wrong))
            for first, second in (pair, pair[::-1]):
                yield f"{first} or {second}"
                yield f"Final answer: {first} or {second}"

    def deserves(self, value: Any, verdict: Verdict) -> float | None:
        """Whether what was read is the gold in normal form, or right by the truth that was accepted."""
        answer = verdict.answer
        if verdict.outcome is Outcome.UNPARSED or answer is None:
            return 0.0
        if self.gold_value is not None and same(answer, self.gold_value, self.kind):
            return 1.0
        right = self.right(answer)
        proven = self.truth["kind"] == "subsequence" or self.accepted
        return None if right is None or (right and not proven) else float(right)

    def right(self, value: Any) -> bool | None:
        """Whether a value is right, by the truth record or by replay; None when that is undecided."""
        truth = self.truth
        kind = truth.get("kind")
        if kind in ("bool", "mcq"):
            return None if truth["answer"] is None else bool(value == truth["answer"])
        if kind == "index":
            return bool(value == truth["index"])
        if kind == "set":
            return set(value) == set(truth["items"])
        if kind == "effects":
            return (set(value[0]), set(value[1])) == (set(truth["pos"]), set(truth["neg"]))
        if kind == "subsequence":
            rest = iter(plan := self.instance.query["plan"])
            shorter = len(value) < len(plan) and all(action in rest for action in value)
            return shorter and validate(self.problem, value).ok
        return self._right_item(value)

    def _right_item(self, item: str) -> bool | None:
        truth = self.truth
        if truth.get("kind") not in ("closed_world", "landmarks", "next_action"):
            return None
        if item == "none" and "none" in truth:
            return None if truth["none"] is None else bool(truth["none"])
        if item in truth["undecided"]:
            return None
        if truth["kind"] != "closed_world":
            return item in truth["items" if truth["kind"] == "landmarks" else "closer"]
        noun = "fact" if self.instance.task == "reach" else "action"
        listed = item in truth["items"]
        return legal_item(self.unproven.world, item, noun) and listed is (truth["listed"] == "unreachable")


def _states(key: str, body: Json) -> bool:
    """Whether a part of a certificate is a statement: neither a list nor the work that a search took."""
    return key != "nodes" and not isinstance(body[key], list)
