"""Ask about a PDDL domain of your own: write the question, let its truth be computed and proven, score.

Needs the extra ``generate``.
"""

import certwright as cw
from certwright.instances.canonical import seal
from certwright.instances.records import Prompt

DOMAIN = """(define (domain tea) (:requirements :strips)
  (:predicates (cold) (hot) (leaves) (tea))
  (:action boil :parameters () :precondition (cold) :effect (and (hot) (not (cold))))
  (:action brew :parameters () :precondition (and (hot) (leaves)) :effect (and (tea) (not (leaves)))))"""
PROBLEM = """(define (problem breakfast) (:domain tea)
  (:init (cold) (leaves)) (:goal (tea)))"""


def question() -> cw.Instance:
    """Which action of a plan cannot be applied?  The id is the digest of what is asked."""
    plan = ["(boil)", "(boil)", "(brew)"]
    return seal(
        cw.Instance(
            id="",
            family="planning",
            task="val",
            form="gen",
            domain="tea",
            world={"kind": "pddl", "domain": DOMAIN, "problem": PROBLEM},
            query={"actions": plan},
            prompt=Prompt(
                context="Cold water becomes hot when it is boiled; tea is brewed from hot water and leaves.",
                question=f"What is the index, from 0, of the first action of {plan} that cannot be applied?",
            ),
        )
    )


def main() -> None:
    labelled = cw.label(question(), engine="search")
    report = cw.verify(labelled)
    print(f"{labelled.id}: the answer is {labelled.gold}; {report.certified} claims, proof {report.state}")
    for answer in ("It is the second boil, so the answer is 1.", "Final answer: 2"):
        verdict = cw.score(labelled, answer)
        print(f"{answer!r}: {verdict.outcome.value} {verdict.explanation}")


if __name__ == "__main__":
    main()
