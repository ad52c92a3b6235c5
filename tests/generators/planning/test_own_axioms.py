"""Questions about a domain with recursive axioms, conditional effects and a goal that leaves a choice."""

from testkit.sampling import sampled, spread

from certwright.generators.cells import Cell, Item
from certwright.generators.planning.family import Recipe
from certwright.generators.planning.items import make_item
from certwright.generators.planning.own import open_folder
from certwright.instances.names import tasks
from certwright.verifiers.checking import check

DOMAIN = """(define (domain pipes) (:requirements :adl :derived-predicates) (:types node)
 (:predicates (pipe ?x ?y - node) (open ?x ?y - node) (source ?x - node) (wet ?x - node) (bloom ?x - node))
 (:derived (wet ?x - node) (source ?x))
 (:derived (wet ?y - node) (exists (?x - node) (and (wet ?x) (pipe ?x ?y) (open ?x ?y))))
 (:action turn :parameters (?x ?y - node) :precondition (and (pipe ?x ?y) (wet ?x))
  :effect (and (when (open ?x ?y) (not (open ?x ?y))) (when (not (open ?x ?y)) (open ?x ?y))))
 (:action grow :parameters (?x - node)
  :precondition (and (wet ?x) (exists (?y - node) (and (pipe ?x ?y) (not (wet ?y))))) :effect (bloom ?x)))"""
PROBLEM = """(define (problem garden) (:domain pipes) (:objects n0 n1 n2 n3 - node)
 (:init (source n0) (pipe n0 n1) (pipe n1 n2) (pipe n2 n1) (pipe n2 n3) (pipe n1 n3))
 (:goal (and (bloom n1) (or (bloom n2) (wet n3)))))"""


def asked(place, task, form):
    """A question of a folder with the domain."""
    (place / "domain.pddl").write_text(DOMAIN)
    (place / "p.pddl").write_text(PROBLEM)
    folder = open_folder(place)
    recipe = Recipe(seed=3, levels=(1,), own=(folder,))
    return make_item(Item(Cell(folder.key, task, form), 0), recipe).instance


def proven(instance):
    assert instance is not None
    assert "(or (bloom n2) (wet n3))" in instance.world["problem"]
    assert "(:goal-" not in str(instance.prompt), "the fact of the choice is nobody's but the task's"
    report = check(instance)
    assert report.state == "holds", report


def test_all_questions_with_axioms_and_a_choice_are_proven(tmp_path):
    every = [(task, form) for task, row in tasks("planning").items() for form in row.groups]
    made = [asked(tmp_path, task, form) for task, form in spread(2, every)]
    kept = [instance for instance in made if instance is not None and "(or (" in instance.world["problem"]]
    assert len(kept) > sampled(7, of=15)
    for instance in kept:
        proven(instance)
