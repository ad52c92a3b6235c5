"""Labelled records of every task and form over a small world, for the tests of the audit."""

from functools import cache
from typing import Any

import msgspec

from certwright.instances.canonical import seal
from certwright.instances.records import Instance, Prompt, Source
from certwright.verifiers.audit.planning import Subject
from certwright.verifiers.audit.subject import AuditInput
from certwright.verifiers.engines.translate import GroundAction, Grounding
from certwright.verifiers.label import label
from certwright.verifiers.planning.oracle import Effort

DOMAIN = """(define (domain ferry) (:requirements :strips :typing)
 (:types car location - object)
 (:predicates (at ?c - car ?l - location) (at-ferry ?l - location) (empty-ferry) (not-eq ?x ?y) (on ?c - car))
 (:action board :parameters (?c - car ?l - location)
  :precondition (and (at ?c ?l) (at-ferry ?l) (empty-ferry))
  :effect (and (on ?c) (not (at ?c ?l)) (not (empty-ferry))))
 (:action debark :parameters (?c - car ?l - location)
  :precondition (and (on ?c) (at-ferry ?l)) :effect (and (at ?c ?l) (empty-ferry) (not (on ?c))))
 (:action swap :parameters (?c ?d - car ?l - location) :precondition (and (on ?c) (on ?d) (at-ferry ?l))
  :effect (and (at ?d ?l)))
 (:action sail :parameters (?f ?t - location)
  :precondition (and (not-eq ?f ?t) (at-ferry ?f)) :effect (and (at-ferry ?t) (not (at-ferry ?f)))))"""


def problem(boat: str = "l0", second_car: str = "l1", goal: str = "(at c0 l1) (at c1 l0)") -> str:
    """Two cars and three places, one of them (l2) that no ferry ever reaches."""
    return f"""(define (problem p) (:domain ferry) (:objects c0 c1 - car l0 l1 l2 - location)
 (:init (at-ferry {boat}) (empty-ferry) (at c0 l0) (at c1 {second_car}) (not-eq l0 l1) (not-eq l1 l0))
 (:goal (and {goal})))"""


PLAN = ["(board c0 l0)", "(sail l0 l1)", "(debark c0 l1)", "(board c1 l1)", "(sail l1 l0)", "(debark c1 l0)"]
DETOUR = ["(sail l0 l1)", "(sail l1 l0)", *PLAN]
QUERIES: dict[str, tuple[str, str, dict[str, Any]]] = {
    "app": ("app", "gen", {}),
    "prog": ("prog", "gen", {"action": "(board c0 l0)"}),
    "reach": ("reach", "gen", {}),
    "areach": ("areach", "gen", {}),
    "val": ("val", "gen", {"actions": [*PLAN[:2], "(board c1 l1)", *PLAN]}),
    "just": ("just", "gen", {"plan": DETOUR}),
    "land": ("land", "gen", {}),
    "nexta": ("nexta", "gen", {}),
    "app yes": ("app", "bool", {"action": "(board c0 l0)"}),
    "prog no": ("prog", "bool", {"action": "(board c0 l0)", "facts": ["(on c0)", "(empty-ferry)"]}),
    "reach no": ("reach", "bool", {"facts": ["(on c0)", "(on c1)"]}),
    "areach no": ("areach", "bool", {"action": "(swap c0 c1 l0)"}),
    "val yes": ("val", "bool", {"actions": PLAN, "asks": "plan"}),
    "just yes": ("just", "bool", {"plan": DETOUR, "remove": [0, 2]}),
    "land yes": ("land", "bool", {"fact": "(on c0)"}),
    "reach mcq": (
        "reach",
        "mcq",
        {
            "options": [
                {"facts": ["(at-ferry l2)"]},
                {"facts": ["(on c1)"]},
                {"facts": ["(on c0)", "(on c1)"]},
            ]
        },
    ),
    "land mcq": ("land", "mcq", {"options": [{"fact": "(at c0 l2)"}, {"fact": "(on c1)"}]}),
}


@cache
def record(name: str, problem_text: str = "") -> Instance:
    """A labelled record; ``name`` is a key of QUERIES."""
    task, form, query = QUERIES[name]
    letters = ("a", "b", "c")[: len(query.get("options", ()))]
    made = Instance(
        id="", family="planning", task=task, form=form, domain="ferry",  # type: ignore[arg-type]
        world={"kind": "pddl", "domain": DOMAIN, "problem": problem_text or problem()}, query=query,
        prompt=Prompt(question="?", choices=letters),
    )  # fmt: skip
    return label(seal(made), Effort(engine="search"))


def subject(name: str, **changes: Any) -> Subject:
    """A record under audit, with some fields exchanged."""
    return Subject(AuditInput(msgspec.structs.replace(record(name), **changes)))


def stored(name: str, answer: Any) -> Subject:
    """A record whose source stored an answer."""
    source = Source(format="acpbench", key="acpbench:gen/x/1", id="1", answer=answer)
    return subject(name, source=source)


def faults(result: Any) -> list[str]:
    """The sentences of the faults of a result."""
    return [finding.sentence for finding in result.findings if finding.severity == "fault"]


def as_the_translator_would(one: Subject, **changes: object) -> Grounding:
    """Our own grounding in the translator's words, with parts exchanged."""
    task = one.task
    fields = {
        "facts": task.facts,
        "actions": tuple(
            GroundAction(op.name, *(tuple(task.names(mask)) for mask in (op.pre, op.add, op.delete)))
            for op in task.operators
        ),
        "init": tuple(task.names(task.init)),
        "goal": tuple(task.names(task.goal)),
    }
    return Grounding(**{**fields, **changes})
