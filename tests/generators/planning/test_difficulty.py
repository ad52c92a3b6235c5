"""What a record states that a guesser without rules earns."""

from typing import Any

import pytest

from certwright.generators.planning import difficulty
from certwright.generators.planning.maker import maker
from certwright.generators.planning.states import Scene, scene
from certwright.generators.rng import Rng
from certwright.instances.records import Instance, Json, Prompt
from certwright.verifiers.planning.world import read_world


@pytest.fixture(scope="module")
def ferry() -> Scene:
    problems = (maker("ferry").problem(Rng("ferry", trial), 1) for trial in range(50))
    made = (scene("ferry", problem, Rng("scene"), solvable=True) for problem in problems)
    return next(one for one in made if one is not None and ("empty-ferry",) in one.problem.init)


def question(task: str, form: str, query: Json, truth: Json) -> Instance:
    return Instance(
        id="",
        family="planning",
        task=task,
        form=form,  # type: ignore[arg-type]
        domain="ferry",
        world={},
        query=query,
        prompt=Prompt(question=""),
        truth=truth,
    )


def unreachable(*items: str, none: bool = False) -> Json:
    return {"kind": "closed", "listed": "unreachable", "items": items, "undecided": [], "none": none}


def test_an_action_that_names_an_object_twice_is_the_guess(ferry: Scene) -> None:
    shores = [name for name, types in ferry.problem.objects.items() if types == ("location",)]
    loops = [f"(sail {shore} {shore})" for shore in shores]
    assert difficulty.blind(ferry, question("areach", "gen", {}, unreachable(*loops))) == 1.0
    assert difficulty.blind(ferry, question("areach", "gen", {}, unreachable(loops[0]))) == round(
        1 / len(loops), 4
    )


def test_none_is_the_guess_where_nothing_is_odd(ferry: Scene) -> None:
    assert difficulty.blind(ferry, question("reach", "gen", {}, unreachable(none=True))) == 1.0
    assert difficulty.blind(ferry, question("reach", "gen", {}, unreachable("(empty-ferry)"))) == 0.0


def test_a_landmark_is_guessed_among_new_predicates_about_the_unmet_goal(ferry: Scene) -> None:
    problem = ferry.problem
    cars = sorted({fact[1] for fact in problem.goal if fact not in problem.init})
    truth = {"items": [f"(on {cars[0]})"], "none": False}
    assert difficulty.blind(ferry, question("land", "gen", {}, truth)) == round(1 / len(cars), 4)


def test_a_landmark_is_guessed_by_the_habit_of_its_domain() -> None:
    problem = maker("blocksworld").problem(Rng("blocks"), 1)
    made = scene(maker("blocksworld"), problem, Rng("scene"), solvable=True)
    assert made is not None
    unmet = sorted({name for fact in problem.goal if fact not in problem.init for name in fact[1:]})
    truth = {"items": [f"(holding {unmet[0]})", "(clear b1)"], "none": False}
    assert maker("blocksworld").landmark == "holding"
    assert difficulty.blind(made, question("land", "gen", {}, truth)) == round(1 / len(unmet), 4)


def test_the_agent_that_the_goal_of_swap_leaves_out_has_the_landmark() -> None:
    swap = maker("swap")
    problem = swap.adapt["land"](swap.problem(Rng("swap"), 2), Rng("adapted"))
    assert problem is not None
    made = scene(swap, problem, Rng("scene"), solvable=True)
    assert made is not None
    agent, role = made.problem.goal[0][1:]
    facts = ["(assigned nobody nothing)", "(assigned nobody else)", f"(assigned {agent} {role})"]
    query = {"options": [{"fact": fact} for fact in facts]}
    assert difficulty.blind(made, question("land", "mcq", query, {"answer": "A"})) == 0.5
    assert difficulty.blind(made, question("land", "mcq", query, {"answer": "C"})) == 0.0
    facts = [
        f"(assigned {agent} nothing)",
        f"(assigned nobody {role})",
        "(assigned nobody nothing)",
        facts[2],
    ]
    query = {"options": [{"fact": fact} for fact in facts]}
    for answer, share in {"A": 0.0, "B": 0.0, "C": 1.0, "D": 0.0}.items():
        assert difficulty.blind(made, question("land", "mcq", query, {"answer": answer})) == share


@pytest.mark.parametrize(("pairs", "earned"), [([1], 1.0), ([0], 0.0)])
def test_the_first_neighbours_about_the_same_objects_are_left_out(
    ferry: Scene, pairs: list[int], earned: float
) -> None:
    plan = ["(sail l0 l1)", "(board c0 l1)", "(debark c0 l1)", "(sail l1 l0)", "(sail l0 l1)"]
    assert difficulty.blind(ferry, question("just", "gen", {"plan": plan}, {"pairs": pairs})) == earned


@pytest.mark.parametrize(("singles", "earned"), [([2], 1.0), ([0, 1, 3], 0.0)])
def test_an_action_is_left_out_after_which_nothing_is_done_with_its_objects(
    ferry: Scene, singles: list[int], earned: float
) -> None:
    plan = ["(board c0 l1)", "(sail l1 l0)", "(board c8 l9)", "(debark c0 l0)"]
    assert difficulty.blind(ferry, question("just", "gen", {"plan": plan}, {"singles": singles})) == earned


def test_the_action_about_most_objects_of_the_unmet_goal_comes_next(ferry: Scene) -> None:
    problem = ferry.problem
    (_, car, shore), *_ = (fact for fact in problem.goal if fact not in problem.init)
    truth = {
        "kind": "next_action",
        "closer": [f"(debark {car} {shore})"],
        "not_closer": [f"(board c9 {shore})"],
    }
    assert difficulty.blind(ferry, question("nexta", "gen", {}, truth)) == 1.0
    truth = {**truth, "closer": truth["not_closer"], "not_closer": truth["closer"]}
    assert difficulty.blind(ferry, question("nexta", "gen", {}, truth)) == 0.0


def options(*facts: list[str]) -> dict[str, Any]:
    return {"options": [{"facts": each} for each in facts]}


@pytest.mark.parametrize(
    ("query", "stated"),
    [
        (options(["(on c0)"], ["(at c9 l0)"], ["(at c9 l1)"], ["(on c9)"]), 1.0),
        (options(["(on c0)"], ["(on c1)"], ["(at c9 l1)"], ["(on c9)"]), None),
        (
            options(
                ["(on c0)", "(at c1 l0)"],
                ["(on c0)", "(at c0 l0)"],
                ["(at c1 l0)", "(at c1 l1)"],
                ["(on c1)", "(at c1 l1)"],
            ),
            1.0,
        ),
        (options(["(empty-ferry)"], ["(on c0)"], ["(on c0)"], ["(on c0)"]), 1.0),
        (options(["(empty-ferry)"], ["(on c0)"], ["(on c0)"], ["(at-ferry l0)"]), None),
    ],
    ids=["unknown objects", "one is not odd", "one object in both", "other predicates", "mixed predicates"],
)
def test_options_that_are_odd_give_the_other_away(ferry: Scene, query: Json, stated: float | None) -> None:
    assert difficulty.blind(ferry, question("reach", "mcq", query, {"answer": "A"})) == stated


@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize("right", range(4))
def test_every_wrong_option_must_be_odd_or_of_one_kind(ferry: Scene, right: int, place: int) -> None:
    """Wherever the right option stands, and the wrong one that is not like the others."""
    plain, odd, other = ["(on c0)"], ["(on c9)"], ["(empty-ferry)"]
    letter = {"answer": "ABCD"[right]}
    all_odd = [plain if each == right else odd for each in range(4)]
    one_plain = [["(on c1)"] if each == place != right else facts for each, facts in enumerate(all_odd)]
    told = [
        difficulty.blind(ferry, question("reach", "mcq", options(*each), letter))
        for each in (all_odd, one_plain)
    ]
    assert told == [1.0, 1.0 if place == right else None]
    alike = [other if each == right else plain for each in range(4)]
    one_more = [["(at-ferry l0)"] if each == place != right else facts for each, facts in enumerate(alike)]
    told = [
        difficulty.blind(ferry, question("reach", "mcq", options(*each), letter))
        for each in (alike, one_more)
    ]
    assert told == [1.0, 1.0 if place == right else None]
    facts = {"options": [{"fact": each[0]} for each in alike]}
    assert difficulty.blind(ferry, question("land", "mcq", facts, letter)) is None


DEN = """(define (domain den) (:requirements :typing) (:types pup spot)
 (:predicates (at ?p - pup ?s - spot) (fed ?p - pup) (clean ?p - pup) (wet ?p - pup) (free))
 (:action feed :parameters (?p - pup ?s - spot) :precondition (at ?p ?s)
  :effect (and (fed ?p) (not (at ?p ?s))))
 (:action wash :parameters (?p - pup) :precondition (fed ?p) :effect (and (wet ?p) (not (free))))
 (:action dry :parameters (?p - pup ?s - spot) :precondition (wet ?p)
  :effect (and (clean ?p) (not (wet ?p)) (at ?p ?s))))"""


@pytest.mark.parametrize(
    ("init", "goal", "guesses"),
    [
        # predicates that neither state nor goal has, about objects of the unmet goal
        ("(at a s) (at b s) (free)", "(clean a)", ["(fed a)", "(wet a)"]),
        ("(at a s) (at b s) (clean b)", "(clean a) (clean b)", ["(fed a)", "(wet a)"]),
        ("(at a s) (fed b)", "(clean a)", ["(wet a)"]),
        # where there are none, predicates that the goal does not have
        ("(at a s) (fed b) (wet b)", "(clean a)", ["(at a t)", "(fed a)", "(wet a)"]),
        # where there are none either, all
        ("(at b t)", "(at a s) (fed a) (wet a) (clean a)", ["(at a t)", "(at b s)"]),
    ],
)
def test_which_predicates_are_guessed_as_landmarks(init: str, goal: str, guesses: list[str]) -> None:
    """In a domain of somebody's own, of which no habit is known."""
    objects = "(:objects a b - pup s t - spot)"
    problem = f"(define (problem p) (:domain den) {objects} (:init {init}) (:goal (and {goal})))"
    own = Scene(
        "den", read_world({"kind": "pddl", "domain": DEN, "problem": problem, "wording": ""}), "initial", 0
    )
    assert own.own
    assert {
        name: difficulty.blind(own, question("land", "gen", {}, {"items": [name], "none": False}))
        for name in guesses
    } == dict.fromkeys(guesses, round(1 / len(guesses), 4))
    everything = {"items": guesses, "none": False}
    assert difficulty.blind(own, question("land", "gen", {}, everything)) == 1.0


def test_where_no_fact_is_about_the_unmet_goal_none_is_guessed() -> None:
    problem = "(define (problem p) (:domain den) (:objects a - pup s - spot) (:init (at a s)) (:goal (free)))"
    own = Scene(
        "den", read_world({"kind": "pddl", "domain": DEN, "problem": problem, "wording": ""}), "initial", 0
    )
    for none in (True, False):
        asked = question("land", "gen", {}, {"items": ["(fed a)"], "none": none})
        assert difficulty.blind(own, asked) == float(none)


def test_tasks_without_a_rule_state_nothing(ferry: Scene) -> None:
    assert difficulty.blind(ferry, question("app", "gen", {}, {})) is None
    assert difficulty.blind(ferry, question("reach", "bool", {"facts": []}, {"answer": True})) is None
