"""A small world for the planning tasks: rooms, a key that lies in one of them, a chest at the end of the way.

The way is a -> b -> c; the key lies in b, the chest stands in c; e is a dead end beside a, and no door leads
to d.  A shortest plan takes four actions.
"""

import msgspec
import pytest

from certwright.instances.canonical import seal
from certwright.instances.records import Answer, Instance, Prompt
from certwright.verifiers.judge import judge
from certwright.verifiers.label import label
from certwright.verifiers.task import JudgeOptions

DOMAIN = """(define (domain vault) (:requirements :typing) (:types room key)
(:predicates (at ?r - room) (door ?a ?b - room) (chest ?r - room) (lies ?k - key ?r - room)
 (holding ?k - key) (lit ?r - room) (open))
(:action go :parameters (?a ?b - room) :precondition (and (at ?a) (door ?a ?b))
 :effect (and (at ?b) (not (at ?a))))
(:action light :parameters (?r - room) :precondition (at ?r) :effect (lit ?r))
(:action pick :parameters (?k - key ?r - room) :precondition (and (at ?r) (lies ?k ?r))
 :effect (and (holding ?k) (not (lies ?k ?r))))
(:action unlock :parameters (?k - key ?r - room) :precondition (and (at ?r) (chest ?r) (holding ?k))
 :effect (open)))"""
PROBLEM = """(define (problem chest) (:domain vault) (:objects a b c d e - room k - key)
(:init (at a) (door a b) (door b a) (door b c) (door a e) (door e a) (lies k b) (chest c))
(:goal (and (open))))"""
PLAN = ["(go a b)", "(pick k b)", "(go b c)", "(unlock k c)"]


def question(task, form="gen", problem=PROBLEM, **query):
    """The labelled question of a task about the world."""
    world = {"kind": "pddl", "domain": DOMAIN, "problem": problem}
    bare = Instance(
        id="",
        family="planning",
        task=task,
        form=form,
        domain="vault",
        world=world,
        query=query,
        prompt=Prompt(question="?"),
    )
    return label(seal(bare))


@pytest.fixture
def ask():
    """Labels a question: ``ask(task, form, problem=..., **query)``."""
    return question


@pytest.fixture
def judged():
    """What a verdict says of an answer that is already structured: outcome, code, explanation, metadata."""

    def of(instance, value, **options):
        verdict = judge(instance, Answer(id=instance.id, response=value), JudgeOptions(**options))
        figures = {key: each for key, each in verdict.metadata.items() if key != "reading"}
        return verdict.outcome.value, verdict.code.value, verdict.explanation, figures

    return of


@pytest.fixture
def with_truth():
    """The question with some keys of its truth exchanged."""

    def of(instance, **changes):
        return msgspec.structs.replace(instance, truth={**instance.truth, **changes})

    return of


@pytest.fixture
def plan():
    """A shortest plan."""
    return list(PLAN)


@pytest.fixture
def without_way():
    """The problem without the door from a to b: it has no plan."""
    return PROBLEM.replace("(door a b) ", "")


@pytest.fixture
def solved():
    """The problem with a goal that holds already."""
    return PROBLEM.replace("(:goal (and (open)))", "(:goal (and (at a)))")
