"""The wordings of all domains: what is told is read back, whatever the paraphrase, and nothing else is."""

import random
import re
from collections import defaultdict

import pytest
from testkit.wording_worlds import bare, paraphrase, rows, world

from certwright.domains.planning import atoms
from certwright.domains.planning.catalog import domains, wording
from certwright.domains.planning.grounding import ground
from certwright.domains.planning.pddl import parse_problem
from certwright.domains.planning.tree import Problem
from certwright.domains.planning.wording import CLOSED_WORLD
from certwright.domains.planning.wording_reader import WordingReader
from certwright.domains.planning.wording_text import conjunction, sentence
from certwright.generators.planning.maker import maker, makers
from certwright.generators.rng import Rng
from certwright.instances.errors import NameUnknownError, UnsupportedError, WorldError

KEYS = domains()


def paraphrases(told):
    return [paraphrase(number) for number in range(max(told.options.values()))]


def check_problem(told, reader, problem):
    for choose in paraphrases(told):
        text = told.context(problem, choose)
        assert reader.context(text) == (problem.objects, problem.init)
        assert reader.goal(told.goal(problem, choose)) == set(problem.goal)


def spoken(told, what, parts, choose):
    """A sentence as it may stand in a text: bare, with a full stop, and with a capital letter too."""
    text = getattr(told, what)(parts, choose)
    return text, text + ".", sentence(text, told.words)


def test_every_domain_has_a_wording():
    assert len(KEYS) == 13
    with pytest.raises(NameUnknownError):
        wording("nowhere")


@pytest.mark.parametrize("key", KEYS)
def test_random_problems_are_read_back(key):
    told = wording(key)
    reader = WordingReader(told)
    for seed in range(12):
        check_problem(told, reader, world(told, seed))


@pytest.mark.parametrize("key", makers())
def test_made_problems_and_states_along_walks_are_read_back(key):
    told, rng = wording(key), Rng("wording", key)
    reader = WordingReader(told)
    for level in (1, 2, 3):
        problem = maker(key).problem(rng.fork(level), level)
        task = ground(problem)
        state, static = task.init, problem.init - problem.fluent_init
        for _ in range(6):
            facts = frozenset(map(atoms.parse, task.names(state))) | static
            there = Problem(problem.name, problem.domain, problem.objects, facts, problem.goal)
            check_problem(told, reader, there)
            applicable = list(task.applicable(state))
            if applicable:
                state = rng.choice(applicable).apply(state)
        for choose in paraphrases(told):
            for name in [each.name for each in task.operators][:400]:
                action = atoms.parse(name)
                assert reader.action(told.action(action, choose)) == action


@pytest.mark.parametrize("key", KEYS)
def test_facts_and_actions_are_read_back(key):
    told, rng = wording(key), random.Random(5)
    reader = WordingReader(told)
    empty = bare(told, lambda: 3)
    symbols = [("fact", each) for each in told.domain.predicates.values()]
    symbols += [("action", each) for each in told.domain.schemas.values()]
    for what, symbol in symbols:
        found = rows(empty, symbol.name, symbol.parameters)
        for parts in rng.sample(found, min(len(found), 40)):
            for choose in paraphrases(told):
                for text in spoken(told, what, parts, choose):
                    assert getattr(reader, what)(text) == parts


@pytest.mark.parametrize("key", KEYS)
def test_reachable_actions_are_read_back(key):
    told = wording(key)
    reader = WordingReader(told)
    count = 0
    for seed in range(4):
        for operator in ground(world(told, seed)).operators[:300]:
            action = atoms.parse(operator.name)
            count += 1
            for choose in paraphrases(told):
                assert reader.action(told.action(action, choose)) == action
    assert count


@pytest.mark.parametrize("key", KEYS)
def test_no_two_facts_or_actions_have_one_sentence(key):
    """By comparison of all sentences about two objects of each type, without the reader."""
    told = wording(key)
    small = bare(told, lambda: 2)
    for what, symbols in (("fact", told.domain.predicates), ("action", told.domain.schemas)):
        meanings = defaultdict(set)
        for symbol in symbols.values():
            for parts in rows(small, symbol.name, symbol.parameters):
                for choose in paraphrases(told):
                    meanings[getattr(told, what)(parts, choose)].add(parts)
        assert all(len(found) == 1 for found in meanings.values())


@pytest.mark.parametrize("key", KEYS)
def test_conjunctions_of_mixed_paraphrases_are_read_back(key):
    told, rng = wording(key), random.Random(9)
    reader = WordingReader(told)
    small = bare(told, lambda: 3)
    facts = [
        fact
        for each in told.domain.predicates.values()
        for fact in rows(small, each.name, each.parameters)[:40]
    ]
    for _ in range(200):
        chosen = rng.sample(facts, rng.randint(1, 5))
        texts = [told.fact(fact, paraphrase(rng.randrange(4))) for fact in chosen]
        together = conjunction(texts, told.words)
        for text in (together, sentence(together, told.words)):
            assert reader.facts(text) == set(chosen)


@pytest.mark.parametrize("key", KEYS)
def test_lists_name_every_schema_and_fluent_predicate(key):
    told = wording(key)
    for choose in paraphrases(told):
        for text, symbols in (
            (told.available_actions(choose), told.domain.schemas),
            (
                told.available_facts(choose),
                {name: told.domain.predicates[name] for name in told.domain.fluents},
            ),
        ):
            heads = [line.split(" - ")[0] for line in text.split("\n")]
            assert sorted(heads) == sorted(
                atoms.text((name, *(each.name for each in symbol.parameters)))
                for name, symbol in symbols.items()
            )
            for line in text.split("\n"):
                head, _, told_by = line.partition(" - ")
                assert sorted(re.findall(r"\?[\w-]+", head)) == sorted(re.findall(r"\?[\w-]+", told_by))


@pytest.mark.parametrize("key", KEYS)
def test_the_number_of_paraphrases(key):
    told = wording(key)
    for name, options in told.options.items():
        if name.startswith("action "):
            assert 2 <= options <= 5
        elif name.startswith("fact "):
            assert options <= 3
        else:
            assert options >= 2, name


@pytest.mark.parametrize("key", KEYS)
def test_texts_are_clean_english(key):
    told = wording(key)
    for choose in paraphrases(told):
        introduction = told.introduction(choose)
        assert introduction.split("\n")[-1] in CLOSED_WORLD
        problem = world(told, 1)
        for text in (introduction, told.context(problem, choose), told.goal(problem, choose)):
            for paragraph in text.split("\n"):
                assert paragraph.endswith(".")
                assert "  " not in paragraph and not re.search(
                    r" [.,;:]|[{}?]|(?<![\w-])(\w+) \1(?![\w-])", paragraph
                )
                assert not re.search(r"\ba [aeio]|\ban [^aeiou]", paragraph.replace("a one-way", ""))
                for each in paragraph.split(". "):
                    assert each[0].isupper() or each.split()[0] in problem.objects


@pytest.mark.parametrize("name", ["car", "and", "one", "currently", "c.0", "c+1"])
def test_objects_that_could_not_be_told_are_refused(name):
    told = wording("ferry")
    problem = Problem("p", told.domain, {name: ("car",)}, frozenset({("on", name)}), (("on", name),))
    with pytest.raises(WorldError):
        told.context(problem, paraphrase(0))
    with pytest.raises(WorldError):
        told.goal(problem, paraphrase(0))
    with pytest.raises(WorldError):
        told.fact(("on", name), paraphrase(0))


def ferry(init, goal="(on c0)"):
    objects = "(:objects l0 l1 - location c0 - car)"
    text = f"(define (problem p) (:domain ferry) {objects} (:init {init}) (:goal {goal}))"
    return parse_problem(text, wording("ferry").domain)


def test_what_is_never_told_must_hold_as_expected():
    with pytest.raises(WorldError, match="not-eq"):
        wording("ferry").context(ferry("(not-eq l0 l1) (on c0)"), paraphrase(0))


def test_an_object_without_a_noun_is_refused():
    told = wording("ferry")
    problem = Problem("p", told.domain, {"x0": ("object",)}, frozenset(), ())
    with pytest.raises(WorldError, match="no noun"):
        told.context(problem, paraphrase(0))


def test_only_conjunctions_of_facts_are_goals():
    with pytest.raises(UnsupportedError):
        wording("ferry").goal(ferry("(on c0)", "(not (on c0))"), paraphrase(0))


@pytest.mark.parametrize(
    "parts", [(), ("fly", "l0", "l1"), ("sail", "l0"), ("sail", "l0", "l1", "l1")], ids=str
)
def test_unknown_items_cannot_be_told(parts):
    for tell in (wording("ferry").action, wording("ferry").fact):
        with pytest.raises(WorldError):
            tell(parts, paraphrase(0))


WRONG = [
    "",
    "the ferry",
    "the ferry is at location",
    "the ferry is at location l0 and l1",
    "the ferry is at location l0, l1, and l2",
    "cars c0 are at location l0",
    "cars c0 and c1 and c2 are at location l0",
    "car c0 is at location l0; car c1 is at location",
    "car c0 is at location l0! car c1 is on the ferry",
    "no car c0 is on the ferry",
]


@pytest.mark.parametrize("text", WRONG)
def test_what_no_template_says_is_not_read(text):
    reader = WordingReader(wording("ferry"))
    for read in (reader.fact, reader.action, reader.facts, reader.goal):
        with pytest.raises(WorldError):
            read(text)
    if text:
        with pytest.raises(WorldError):
            reader.context(text)


def test_a_single_fact_is_one_fact():
    with pytest.raises(WorldError, match="more than one"):
        WordingReader(wording("ferry")).fact("Cars c0 and c1 are at location l0.")


@pytest.mark.parametrize(
    "text",
    [
        "There are 3 cars: c0 and c1.",
        "There is one car: c0. There is one location: c0.",
        "There is 1 car: c0.",
    ],
)
def test_objects_must_be_counted_right_and_be_of_one_kind(text):
    with pytest.raises(WorldError):
        WordingReader(wording("ferry")).context(text)


def test_a_context_may_lack_parts():
    told = wording("ferry")
    assert WordingReader(told).context("") == ({}, frozenset())
    assert WordingReader(told).context("There are 2 locations: a and b.")[1] == {
        ("not-eq", "a", "b"),
        ("not-eq", "b", "a"),
    }
    empty = Problem("p", told.domain, {"l0": ("location",)}, frozenset(), ())
    assert told.context(empty, paraphrase(0)) == "There is one location: l0."
