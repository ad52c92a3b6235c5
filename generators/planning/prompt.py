"""What a model is shown: context, question, choices, answer format, worked examples, limits.

Three contexts: the world in words (``natural``), as PDDL (``pddl``), or both.  Questions ask in our own
words; actions and facts are PDDL atoms in generative questions, and in the others unless the context is in
words.
"""

from functools import cached_property

from ...domains.planning import atoms, catalog
from ...domains.planning.wording import Choose, Wording
from ...domains.planning.wording_text import sentence
from ...instances.records import Json, Prompt
from ...verifiers.planning.world import World
from ..rng import Rng
from .maker import maker, makers
from .questions import question_maker

MAX_TOKENS = {"gen": 1000, "bool": 500, "mcq": 500}
STOP = ("\n\n\n\n", "Question:")
ACTIONS = (
    "Actions are written like this; for each ?word stands a name of the kind that is stated beside it, "
    "and one name may stand twice:"
)
"""What opens the list of action schemas: any well-typed grounding is an action, applicable or not."""
FACTS = "Facts are written like this, with names in the same way:"
ANSWERS = {
    "bool": "Answer yes or no and nothing else.",
    "mcq": "Answer with one letter, A, B, C or D, and nothing else.",
}
"""How the answer is to be given in the forms that all tasks share."""


def paraphrases(rng: Rng) -> Choose:
    """Draws of the paraphrases of schemas: the same one whenever a question asks for it."""
    return lambda key, options: rng.fork("paraphrase", key).below(options)


class Writer:
    """Writes one question about a world of a domain, in the paraphrases that ``choose`` gives."""

    def __init__(self, domain: str, world: World, context: str, choose: Choose):
        self.domain, self.world, self.choose = domain, world, choose
        self.context_kind = context_of(world, context)

    @cached_property
    def _wording(self) -> Wording:
        return self.world.wording or catalog.wording(self.domain)

    def context(self, *, listing: str | None) -> str:
        """The world; ``listing`` says which vocabulary is listed beside words."""
        parts = []
        if self.context_kind != "pddl":
            wording, problem = self._wording, self.world.problem
            parts += [wording.introduction(self.choose), wording.context(problem, self.choose)]
            parts += [wording.goal(problem, self.choose)]
            if listing is not None:
                parts.append(f"{ACTIONS}\n{wording.available_actions(self.choose)}")
            if listing == "facts":
                parts.append(f"{FACTS}\n{wording.available_facts(self.choose)}")
        if self.context_kind != "natural":
            state = "The problem in PDDL; its :init is the current state:"
            parts.append(f"The domain in PDDL:\n\n{without_comments(self.world.domain_text)}")
            parts.append(f"{state}\n\n{self.world.problem_text.strip()}")
        return "\n\n".join(part.strip() for part in parts if part.strip())

    def action(self, name: str) -> str:
        """An action as the question spells it."""
        words = self.context_kind == "natural"
        return self._wording.action(atoms.parse(name), self.choose) if words else name

    def fact(self, name: str) -> str:
        """A fact as the question spells it."""
        words = self.context_kind == "natural"
        return self._wording.fact(atoms.parse(name), self.choose) if words else name

    def actions(self, names: list[str]) -> str:
        """A numbered sequence."""
        return "\n".join(f"{number}: {self.action(name)}" for number, name in enumerate(names))

    def item(self, query: Json) -> str:
        """What a boolean question asks of, or an option offers."""
        if "remove" in query:
            return f"{self._removed(query)} {'are' if query['remove'][1] > 1 else 'is'}"
        if "facts" in query:
            return " and ".join(self.fact(name) for name in query["facts"])
        if "actions" in query:
            return self.actions(query["actions"])
        return self.fact(query["fact"]) if "fact" in query else self.action(query["action"])

    def option(self, query: Json) -> str:
        """An option, with what all options share; sequences stand in one line."""
        if "remove" in query:
            return (removed := self._removed(query))[0].upper() + removed[1:]
        if "actions" in query:
            return "; ".join(self.action(name) for name in query["actions"])
        return self.item(query)

    def opened(self, text: str) -> str:
        """A text that begins a line: in words with a capital letter, unless a name stands first."""
        if self.context_kind != "natural" or not text:
            return text
        return sentence(text, self._wording.words).removesuffix(".")

    def _removed(self, query: Json) -> str:
        start, count = query["remove"]
        shown = "action {} ({})" if self.context_kind == "natural" else "action {} {}"  # PDDL brings its own
        places = range(start, start + count)
        return " and ".join(shown.format(place, self.action(query["plan"][place])) for place in places)


def context_of(world: World, context: str) -> str:
    """The context that a world can be shown in: PDDL where nothing says it in words."""
    return "pddl" if world.wording_text == "" else context


def without_comments(text: str) -> str:
    """PDDL text without its comment lines."""
    return "\n".join(line for line in text.splitlines() if not line.lstrip().startswith(";"))


def prompt(
    domain: str,
    world: World,
    task: str,
    form: str,
    query: Json,
    context: str,
    choose: Choose,
    shots: tuple[str, ...] = (),
    none: bool | None = None,
) -> Prompt:
    """The prompt of a question; a context in words reads the domain's wording. ``none``: whether None is
    offered; left out, where it is right at times."""
    offered = offers_none(task, domain, world.wording_text is not None) if none is None else none
    context = context_of(world, context)
    writer, words = Writer(domain, world, context, choose), question_maker(task).words
    context_text = writer.context(listing=words.listing if form == "gen" else None)
    choices: tuple[str, ...] = ()
    if form == "gen":
        question = words.generative.format(
            action=query.get("action"),
            actions="\n".join(f"{n}: {name}" for n, name in enumerate(query.get("actions", ()))),
            plan="[" + ", ".join(query.get("plan", ())) + "]",
            none=words.none if offered else "",
        )
    else:
        shared = {key: value for key, value in query.items() if key != "options"}
        plan = writer.actions(shared["plan"]) if "plan" in shared else ""
        action = writer.action(shared["action"]) if "action" in shared else ""
        action = f'"{action}"' if context == "natural" else action
        if form == "bool":
            asks, item = words.asks.get(shared.get("asks", ""), ""), writer.item(shared)
            item = item if "remove" in shared else writer.opened(item)
            question = words.boolean.format(item=item, plan=plan, action=action, asks=asks)
        else:
            question = words.choice.format(plan=plan, action=action)
            choices = tuple(writer.opened(writer.option({**shared, **option})) for option in query["options"])
    answer = words.answer if form == "gen" else ANSWERS[form]
    answer = answer.format(none=", or None" if offered else "")
    limits = {"max_tokens": MAX_TOKENS[form], "stop": list(STOP)}
    return Prompt(question, context_text, choices, shots, answer, limits)


def offers_none(task: str, domain: str, own: bool = False) -> bool:
    """Whether "None" may be right: at times in a domain of the catalogue, for all we know in one's own."""
    if own:
        return bool(question_maker(task).words.none)
    return domain in makers() and task in maker(domain).none


def worked_example(shown: Prompt, gold: str) -> str:
    """A question with its answer, as it stands before another."""
    choices = "\n".join(f"{chr(ord('A') + place)}. {text}" for place, text in enumerate(shown.choices))
    parts = [shown.context, f"Question: {shown.question}", choices, shown.answer_format, f"Answer: {gold}"]
    return "\n\n".join(part for part in parts if part)
