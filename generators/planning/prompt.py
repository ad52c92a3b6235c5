"""What a model is shown: context, question, choices, answer format, worked examples, limits.

Three contexts: the world in words (``natural``), as PDDL (``pddl``), or both.  Questions ask in our own
words; actions and facts are PDDL atoms in generative questions, and in the others unless the context is in
words.
"""

from __future__ import annotations

from typing import Protocol

from ...domains.planning import atoms, catalog
from ...domains.planning.tree import Problem
from ...instances.records import Json, Prompt
from ...verifiers.planning.world import World
from .questions import question_maker


class Choices(Protocol):
    """The draw of one paraphrase."""

    def below(self, bound: int) -> int:
        """A number from 0 to ``bound - 1``."""
        ...


class Paraphrases(Protocol):
    """Where the paraphrases of a prompt are drawn from: a stream of the generator's, or any other choice."""

    def fork(self, *labels: str) -> Choices:
        """The draw of the schema that the labels name."""
        ...


class Shown(Protocol):
    """What of a scene a prompt shows."""

    @property
    def domain(self) -> str:
        """The key of the domain."""
        ...

    @property
    def world(self) -> World:
        """The world, its initial state that of the question."""
        ...

    @property
    def problem(self) -> Problem:
        """The problem of the world."""
        ...


MAX_TOKENS = {"gen": 1000, "bool": 500, "mcq": 500}
STOP = ("\n\n\n\n", "Question:")


GENERATIVE = {
    "app": ("Which actions are applicable in the current state?", "facts"),
    "prog": (
        "The action {action} is applied in the current state. Which facts that were false become true, "
        "and which facts that were true become false?",
        "facts",
    ),
    "reach": (
        "Name one fact that is false in every state reachable from the current one{none}.",
        "facts",
    ),
    "areach": (
        "Name one action that is applicable in no state reachable from the current one{none}.",
        "actions",
    ),
    "val": (
        "The actions of this sequence are applied one after the other, beginning in the current state; "
        "the first has index 0. What is the index of the first action that is not applicable when its turn "
        "comes?\n"
        "{actions}",
        "actions",
    ),
    "just": (
        "This plan leads from the current state to the goal, but it holds more than it needs:\n{plan}\n"
        "Leave out one action, or two that follow each other, so that what remains is still a plan. "
        "What is the shorter plan?",
        "actions",
    ),
    "land": (
        "Name one fact that every plan for the goal makes true at some point and that is neither true in the "
        "current state nor part of the goal{none}.",
        "facts",
    ),
    "nexta": ("Which action, applied next, is the first step of a shortest plan for the goal?", "actions"),
}
NONE = {
    "reach": ", or say None if every fact can become true",
    "areach": ", or say None if every action can become applicable",
    "land": ", or say None if there is no such fact",
}
"""What is added where "None" may be right."""
BOOLEAN = {
    "app": "Is the following action applicable in the current state?\n{item}",
    "prog": "The action {action} is applied in the current state. Does the following hold "
    "afterwards?\n{item}",
    "reach": "Is there a state, reachable from the current one, in which the following holds?\n{item}",
    "areach": "Is there a state, reachable from the current one, in which this action is applicable?\n{item}",
    "val": "{asks}\n{item}",
    "just": "The following is a plan for the goal:\n{plan}\nIs it still a plan when {item} left out?",
    "land": "Does every plan for the goal make the following fact true at some point?\n{item}",
}
CHOICE = {
    "app": "Which of these actions is applicable in the current state?",
    "prog": "The action {action} is applied in the current state. Which of these holds afterwards?",
    "reach": "Which of these holds in some state that is reachable from the current one?",
    "areach": "Which of these actions is applicable in some state that is reachable from the current one?",
    "val": "Which of these sequences of actions is a plan for the goal, beginning in the current state?",
    "just": "The following is a plan for the goal:\n{plan}\nWhich of these can be left out so that a plan "
    "remains?",
    "land": "Which of these facts does every plan for the goal make true at some point?",
}
ASKS = {
    "valid": "Is the following sequence of actions, beginning in the current state, a valid plan for the "
    "goal?",
    "plan": "Does the following sequence of actions lead from the current state to the goal?",
    "applicable": "Can the following actions be applied one after the other, beginning in the current state?",
}
FORMATS = {
    "app": "Answer with the list of all of them and nothing else: [(name object ...), ...].",
    "prog": "Answer with two lists and nothing else, first what becomes true, then what becomes false: "
    "[(name object ...), ...] [(name object ...), ...].",
    "reach": "Answer with one fact, (name object ...){none}, and nothing else.",
    "areach": "Answer with one action, (name object ...){none}, and nothing else.",
    "val": "Answer with the index and nothing else.",
    "just": "Answer with the shorter plan as a list and nothing else: [(name object ...), ...].",
    "land": "Answer with one fact, (name object ...){none}, and nothing else.",
    "nexta": "Answer with one action, (name object ...), and nothing else.",
    "bool": "Answer yes or no and nothing else.",
    "mcq": "Answer with one letter, A, B, C or D, and nothing else.",
}


class Writer:
    """Writes one question: which paraphrase a schema gets is drawn once."""

    def __init__(self, scene: Shown, context: str, rng: Paraphrases):
        self.scene, self.context_kind = scene, context
        self._rng = rng

    def choose(self, key: str, options: int) -> int:
        """The paraphrase of a schema, the same whenever the question asks for it."""
        return self._rng.fork("paraphrase", key).below(options)

    def context(self, *, listing: str | None) -> str:
        """The world; ``listing`` says which vocabulary is listed beside words."""
        parts = []
        if self.context_kind != "pddl":
            wording, problem = catalog.wording(self.scene.domain), self.scene.problem
            parts += [wording.introduction(self.choose), wording.context(problem, self.choose)]
            parts.append(wording.goal(problem, self.choose))
            if listing is not None:
                parts.append(f"Actions are written so:\n{wording.available_actions(self.choose)}")
            if listing == "facts":
                parts.append(f"Facts are written so:\n{wording.available_facts(self.choose)}")
        if self.context_kind != "natural":
            world = self.scene.world
            parts.append(f"The domain in PDDL:\n\n{without_comments(world.domain_text)}")
            parts.append(
                f"The problem in PDDL; its :init is the current state:\n\n{world.problem_text.strip()}"
            )
        return "\n\n".join(part.strip() for part in parts if part.strip())

    def action(self, name: str) -> str:
        """An action as the question spells it."""
        if self.context_kind != "natural":
            return name
        return catalog.wording(self.scene.domain).action(atoms.parse(name), self.choose)

    def fact(self, name: str) -> str:
        """A fact as the question spells it."""
        if self.context_kind != "natural":
            return name
        return catalog.wording(self.scene.domain).fact(atoms.parse(name), self.choose)

    def actions(self, names: list[str]) -> str:
        """A numbered sequence."""
        return "\n".join(f"{number}: {self.action(name)}" for number, name in enumerate(names))

    def item(self, query: Json) -> str:
        """What a boolean question asks of, or an option offers."""
        if "remove" in query:
            return f"{self._removed(query)}{', are' if query['remove'][1] > 1 else ', is'}"
        if "facts" in query:
            return " and ".join(self.fact(name) for name in query["facts"])
        if "actions" in query:
            return self.actions(query["actions"])
        return self.fact(query["fact"]) if "fact" in query else self.action(query["action"])

    def option(self, query: Json) -> str:
        """An option, with what all options share; sequences stand in one line."""
        if "remove" in query:
            return self._removed(query)
        if "actions" in query:
            return "; ".join(self.action(name) for name in query["actions"])
        return self.item(query)

    def _removed(self, query: Json) -> str:
        start, count = query["remove"]
        names = [
            f"action {place}, {self.action(query['plan'][place])}" for place in range(start, start + count)
        ]
        return ", and ".join(names)


def without_comments(text: str) -> str:
    """PDDL text without its comment lines."""
    return "\n".join(line for line in text.splitlines() if not line.lstrip().startswith(";"))


def prompt(
    scene: Shown,
    task: str,
    form: str,
    query: Json,
    context: str,
    rng: Paraphrases,
    shots: tuple[str, ...] = (),
    none: bool | None = None,
) -> Prompt:
    """The prompt of a question; a context in words reads the domain's wording.

    ``none``: whether None is offered; left out, where it is right at times.
    """
    offered = offers_none(task, scene.domain) if none is None else none
    writer = Writer(scene, context, rng)
    choices: tuple[str, ...] = ()
    if form == "gen":
        text, listing = GENERATIVE[task]
        question = text.format(
            action=query.get("action"),
            actions="\n".join(f"{n}: {name}" for n, name in enumerate(query.get("actions", ()))),
            plan="[" + ", ".join(query.get("plan", ())) + "]",
            none=NONE.get(task, "") if offered else "",
        )
        if task == "app":
            listing = "actions"
        context_text = writer.context(listing=listing)
    else:
        context_text = writer.context(listing=None)
        shared = {key: value for key, value in query.items() if key != "options"}
        plan = writer.actions(shared["plan"]) if "plan" in shared else ""
        action = writer.action(shared["action"]) if "action" in shared else ""
        if form == "bool":
            item = writer.item(_asked(task, shared))
            asks = ASKS[shared["asks"]] if task == "val" else ""
            question = BOOLEAN[task].format(item=item, plan=plan, action=_quoted(action, context), asks=asks)
        else:
            question = CHOICE[task].format(plan=plan, action=_quoted(action, context))
            choices = tuple(writer.option({**shared, **option}) for option in query["options"])
    limits: Json = {"max_tokens": MAX_TOKENS[form], "stop": list(STOP)}
    answer = FORMATS[task if form == "gen" else form]
    answer = answer.format(none=", or None" if offered else "")
    return Prompt(
        question=question,
        context=context_text,
        choices=choices,
        shots=shots,
        answer_format=answer,
        limits=limits,
    )


def offers_none(task: str, domain: str) -> bool:
    """Whether "None" is the right answer of some questions of a task and domain."""
    return domain in question_maker(task).nones


def _asked(task: str, query: Json) -> Json:
    """The part of a boolean query that the question's item spells."""
    return {"facts": query["facts"]} if task == "prog" else query


def _quoted(action: str, context: str) -> str:
    return f'"{action}"' if context == "natural" else action


def worked_example(shown: Prompt, gold: str) -> str:
    """A question with its answer, as it stands before another."""
    choices = "\n".join(f"{chr(ord('A') + place)}. {text}" for place, text in enumerate(shown.choices))
    parts = [shown.context, f"Question: {shown.question}", choices, shown.answer_format, f"Answer: {gold}"]
    return "\n\n".join(part for part in parts if part)
