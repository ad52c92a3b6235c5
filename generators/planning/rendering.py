"""The prompts that the makers of planning questions give a record's world and query.

Seed, level and index name the stream that chose among paraphrases.  Where the record does not hold them, or a
secret of a private split was mixed in, or version 1 of the generator chose, the paraphrase of each schema is
found again one after the other: the one that shares most clauses with the stored prompt.  Whatever is taken,
the prompt is one of those that our wording gives.
"""

import re
from collections import Counter
from collections.abc import Iterator

from msgspec.structs import asdict

from ...domains.planning import catalog
from ...domains.planning.wording import Choose
from ...instances.formats.pddl import domain_key
from ...instances.records import Instance, Json, Prompt
from ...verifiers.planning.world import World, read_world
from ..cells import Cell, Item
from .family import CONTEXTS, PLANS, VERSION, Recipe
from .prompt import ACTIONS, FACTS, context_of, paraphrases, prompt, without_comments

PASSES = 4  # how often each paraphrase is chosen, those of the other schemas given
_LATER = re.compile(rf"^({re.escape(ACTIONS)}|{re.escape(FACTS)})\n|[,;]", re.MULTILINE)
"""Two lines that version 1 of the generator did not write, and signs that it set otherwise."""
ALWAYS_NONE = ("1", "2")  # versions of the generator whose prompts offer None in every domain
_BETWEEN = re.compile(r"[.;:,\n]| and ")


def misplaced(instance: Instance) -> str | None:
    """Why the record's world is not of the domain that it names; None when it is."""
    if "wording" in instance.world:
        named = domain_key(instance.world["domain"])
        return None if instance.domain == named else f"domain: the world's is {named}, not {instance.domain}"
    if instance.domain not in catalog.domains():
        return f"domain: {instance.domain} is no domain of ours"
    stored = without_comments(read_world(instance.world).domain_text)
    if stored.split() != without_comments(catalog.domain_text(instance.domain)).split():
        return f"domain: the world's PDDL is not that of {instance.domain}"
    return None


def renderings(instance: Instance) -> Iterator[Prompt]:
    """The prompts of the record's question in all contexts, those of its own seed first."""
    world = read_world(instance.world)
    former = instance.generator is not None and instance.generator.version == "1"
    contexts = CONTEXTS[1:] if "The domain in PDDL:" in instance.prompt.context else CONTEXTS[:1]
    if instance.seed is not None and not former:
        for context in contexts:
            for plans in PLANS if context != "pddl" else PLANS[:1]:
                yield _rendered(instance, world, context, _stream(instance, context, plans))
        if instance.split is None and instance.generator is not None:
            return
    for context in contexts:
        shown = _closest(instance, world, context)
        yield instance.prompt if former and _bare(shown) == _bare(instance.prompt) else shown


def _stream(instance: Instance, context: str, plans: str) -> Choose:
    options: Json = {"context": context, "plans": plans, "generator": _version(instance)}
    recipe = Recipe(instance.seed or 0, (instance.level or 0,), instance.split, **options)
    item = Item(Cell(instance.domain, instance.task, instance.form), instance.index or 0)
    return paraphrases(recipe.rng(item).fork("wording"))


def _closest(instance: Instance, world: World, context: str) -> Prompt:
    """The prompt in those paraphrases whose clauses stand in the stored one most often."""
    chosen, asked = dict[str, int](), dict[str, int]()
    stored_clauses, stored_words = _parts(instance.prompt)

    def choose(key: str, options: int) -> int:
        asked.setdefault(key, options)
        return chosen.get(key, 0)

    shown = _rendered(instance, world, context, choose)
    for _ in range(PASSES):
        before = dict(chosen)
        for key, many in list(asked.items()):
            shared = {}
            for number in range(many):
                chosen[key] = number
                clauses, words = _parts(_rendered(instance, world, context, choose))
                shared[number] = (clauses & stored_clauses).total(), (words & stored_words).total()
            chosen[key] = max(shared, key=lambda number: shared[number])
        shown = _rendered(instance, world, context, choose)
        if shown == instance.prompt or chosen == before:
            break
    return shown


def _rendered(instance: Instance, world: World, context: str, choose: Choose) -> Prompt:
    task, form = instance.task, instance.form
    shots: tuple[str, ...] = ()
    if instance.prompt.shots:
        from .items import worked_examples

        shots = worked_examples(task, form, context_of(world, context))[: len(instance.prompt.shots)]
    none = True if _version(instance) in ALWAYS_NONE else None
    return prompt(instance.domain, world, task, form, instance.query, context, choose, shots, none)


def _version(instance: Instance) -> str:
    return instance.generator.version if instance.generator else VERSION


def _bare(shown: Prompt) -> Json:
    """A prompt without what tells version 1 of the generator from this one."""
    fields = asdict(shown)
    return fields | {name: _LATER.sub("", fields[name]) for name in ("context", "question")}


def _parts(shown: Prompt) -> tuple[Counter[str], Counter[tuple[str, ...]]]:
    """The clauses; and, since one clause may need two paraphrases, each three words in a row."""
    text = "\n".join((shown.context, shown.question, *shown.choices))
    words = text.split()
    return Counter(_BETWEEN.split(text)), Counter(zip(words, words[1:], words[2:], strict=False))
