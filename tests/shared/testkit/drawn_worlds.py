"""Random tiny worlds written as PDDL."""

import random

OBJECTS = ["a", "b", "c"]


def world(seed: int, negation: bool = False) -> tuple[str, str]:
    """Fluents p/1, q/1, r/0, static s/2; up to four schemas of one or two parameters."""
    rng = random.Random(seed)
    negation = negation and seed % 2 == 0

    def atoms(variables: list[str]) -> list[str]:
        return [*(f"({p} {v})" for p in "pq" for v in variables), "(r)"]

    schemas = []
    for number in range(rng.randint(2, 4)):
        variables = ["?x", "?y"][: rng.randint(1, 2)]
        pre = rng.sample(atoms(variables), rng.randint(0, 2))
        if negation and rng.random() < 0.7:
            pre += [f"(not {atom})" for atom in rng.sample(atoms(variables), 1) if atom not in pre]
        if len(variables) == 2:
            pre += rng.sample(
                ["(s ?x ?y)", "(not (= ?x ?y))", "(or (s ?y ?x) (= ?x ?y))", "(not (s ?x ?y))"], 1
            )
        add = rng.sample(atoms(variables), rng.randint(0, 2))
        delete = [f"(not {atom})" for atom in rng.sample(atoms(variables), rng.randint(0, 2))]
        schemas.append(
            f"(:action a{number} :parameters ({' '.join(variables)}) :precondition (and {' '.join(pre)})"
            f" :effect (and {' '.join([*add, *delete])}))"
        )
    every = atoms(OBJECTS[: rng.randint(2, 3)])
    init = rng.sample(every, rng.randint(1, 3))
    static = [f"(s {x} {y})" for x in OBJECTS for y in OBJECTS if rng.random() < 0.35]
    goal = rng.sample(every, rng.randint(1, 2))
    if negation and rng.random() < 0.4:
        goal += [f"(not {atom})" for atom in rng.sample(every, 1) if atom not in goal]
    domain = f"""(define (domain random) (:requirements :adl)
      (:predicates (p ?x) (q ?x) (r) (s ?x ?y)) {" ".join(schemas)})"""
    problem = f"""(define (problem random) (:domain random) (:objects {" ".join(OBJECTS)})
      (:init {" ".join(init + static)}) (:goal (and {" ".join(goal)})))"""
    return domain, problem
