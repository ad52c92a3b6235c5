"""Why a labelled question will not do, and until which try; the landmark that a goal of swap leaves open."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from certwright.domains.planning.grounding import ground
from certwright.generators.planning.maker import different, world
from certwright.generators.planning.questions import Draft, just, land, question_maker, reach, tasks
from certwright.generators.planning.states import Scene, world_at
from certwright.generators.rng import Rng


def unfit(task: str, *, form: str = "gen", truth: Any, tries: int = 0, **fields: Any) -> str | None:
    """What is said of a question; ``draws`` are the numbers that its stream gives by name."""
    draws, loose, own = (
        fields.pop(name, default) for name, default in (("draws", {}), ("loose", True), ("own", False))
    )

    def fork(name: str) -> Any:
        return SimpleNamespace(below=lambda many: min(draws.get(name, 0), many - 1))

    instance: Any = SimpleNamespace(form=form, truth=truth, **fields)
    drawn: Any = SimpleNamespace(loose=loose, own=own)
    rng: Any = SimpleNamespace(fork=fork)
    return question_maker(task).unfit(Draft(instance, drawn, rng, tries))


def next_action(closer: str = "ac", farther: str = "bd", h: int = 9) -> dict[str, Any]:
    return {"kind": "next_action", "closer": list(closer), "not_closer": list(farther), "h": h}


END = tasks.PATIENCE - 1
ANYTHING = {"first": 0, "last": 99}


@pytest.mark.parametrize(
    ("truth", "level", "draws", "tries", "reason"),
    [
        ({"kind": "degenerate", "reason": "already_solved"}, 1, {}, 0, "already_solved"),
        (next_action(h=1), 1, ANYTHING, 0, "too_close_to_goal"),
        (next_action("a", "b", 2), 1, ANYTHING, 0, None),
        (next_action("a", "b", 1), 2, ANYTHING, 0, "too_close_to_goal"),
        (next_action("a", "b", 2), 2, ANYTHING, 0, None),
        (next_action("a", "b", 2), 3, ANYTHING, 0, "too_close_to_goal"),
        (next_action("a", "b", 3), 3, ANYTHING, 0, None),
        (next_action("a", "b", 2), None, ANYTHING, 0, "too_close_to_goal"),
        (next_action("a", "b", 3), None, ANYTHING, 0, None),
        (next_action("a", "b", 2), 5, ANYTHING, 99, "too_close_to_goal"),
        (next_action("ab", ""), 3, ANYTHING, 0, "every_action_does"),
        (next_action("ab", ""), 3, ANYTHING, 99, "every_action_does"),
        # the first action in name order is one that does as often as one of all
        (next_action("ac", "bd"), 3, {"first": 1}, 0, None),
        (next_action("ac", "bd"), 3, {"first": 2}, 0, "ends_balanced"),
        (next_action("bc", "ad"), 3, {"first": 2}, 0, None),
        (next_action("bc", "ad"), 3, {"first": 1}, END, "ends_balanced"),
        (next_action("bc", "ad"), 3, {"first": 1}, END + 1, None),
        # the last one that does is refused where chance would not have it
        (next_action("bd", "ac"), 3, {"first": 2, "last": 1}, 0, None),
        (next_action("bd", "ac"), 3, {"first": 2, "last": 2}, 0, "ends_balanced"),
        (next_action("bd", "ac"), 3, {"first": 2, "last": 2}, END, "ends_balanced"),
        (next_action("bd", "ac"), 3, {"first": 2, "last": 2}, END + 1, None),
        (next_action("ac", "bd"), 3, {"first": 1, "last": 0}, 0, None),
    ],
)  # fmt: skip
def test_next_actions(truth: Any, level: int | None, draws: Any, tries: int, reason: str | None) -> None:
    assert unfit("nexta", truth=truth, level=level, draws=draws, tries=tries) == reason


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({}, "no_landmark_beyond_relaxation"),
        ({"tries": land.PATIENCE - 1}, "no_landmark_beyond_relaxation"),
        ({"tries": land.PATIENCE}, None),
        ({"draws": {"beyond": 1}}, None),
        ({"loose": False}, None),
        ({"difficulty": {"landmarks_beyond_relaxation": 1}}, None),
        ({"truth": {"none": True}}, None),
        ({"form": "mcq"}, None),
    ],
)
def test_landmarks(changes: Any, reason: str | None) -> None:
    asked = {"truth": {"none": False}, "difficulty": {"landmarks_beyond_relaxation": 0}}
    assert unfit("land", **{**asked, **changes}) == reason


EASY = {"unreachable": 7, "legal": 20, "relaxed_reachable": 13}


@pytest.mark.parametrize("task", ["reach", "areach"])
@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({}, "no_hard_negative"),
        ({"difficulty": {**EASY, "unreachable": 8}}, None),
        ({"draws": {"hard": 0}}, None),
        ({"draws": {"hard": 3}}, "no_hard_negative"),
        ({"loose": False}, None),
        ({"truth": {"none": True}}, None),
        ({"form": "bool"}, None),
        *(
            ({"level": level, "tries": many - 1}, "no_hard_negative")
            for level, many in reach.PATIENCE.items()
        ),
        *(({"level": level, "tries": many}, None) for level, many in reach.PATIENCE.items()),
        ({"level": None, "tries": 35}, "no_hard_negative"),
        ({"level": None, "tries": 36}, None),
        ({"own": True, "tries": reach.OWN_PATIENCE - 1}, "no_hard_negative"),
        ({"own": True, "tries": reach.OWN_PATIENCE}, None),
    ],
)
def test_what_is_unreachable_for_other_reasons_than_the_relaxation(
    task: str, changes: Any, reason: str | None
) -> None:
    asked = {"truth": {"none": False}, "difficulty": EASY, "level": 3, "draws": {"hard": 1}}
    assert unfit(task, **{**asked, **changes}) == reason


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({}, "end_removable"),
        ({"tries": just.PATIENCE - 1}, "end_removable"),
        ({"tries": just.PATIENCE}, None),
        ({"form": "mcq"}, None),
        ({"truth": {"singles": [0, 2]}}, None),
        ({"draws": {"end": 1}}, None),
        ({"draws": {"end": 2}}, "end_removable"),
        ({"draws": {"end": 99}, "difficulty": {"removable": 6}}, "end_removable"),
        ({"draws": {"end": 99}, "difficulty": {"removable": 7}}, None),
    ],
)
def test_plans_whose_last_action_is_superfluous(changes: Any, reason: str | None) -> None:
    """Allowed as often as chance would have it: of a plan of four one of seven removals."""
    asked = {
        "truth": {"singles": [0, 3]},
        "query": {"plan": list("abcd")},
        "difficulty": {"removable": 2},
        "draws": {"end": 2},
    }
    assert unfit("just", **{**asked, **changes}) == reason


@pytest.mark.parametrize("task", ["app", "prog", "val"])
def test_other_questions_are_taken_as_they_are(task: str) -> None:
    assert unfit(task, truth={}) is None


ROLES = {"ann": "ball", "bob": "kite", "cid": "drum", "dot": "kite"}


@pytest.mark.parametrize(
    ("goal", "facts"),
    [
        ({"bob": "drum", "cid": "ball", "dot": "kite"}, ["(assigned ann kite)"]),
        ({"ann": "kite", "bob": "ball", "cid": "kite"}, ["(assigned dot drum)"]),
        ({"bob": "drum", "cid": "kite", "dot": "kite"}, []),  # the other has it already
        ({"ann": "kite", "bob": "ball", "cid": "kite", "dot": "drum"}, []),
        ({"bob": "ball", "cid": "kite"}, []),
    ],
    ids=str,
)
def test_the_agent_that_the_goal_of_swap_leaves_out_has_the_landmark(goal: Any, facts: list[str]) -> None:
    objects = {"agent": sorted(ROLES), "role": sorted({*ROLES.values()})}
    held, wanted = ([("assigned", *pair) for pair in each.items()] for each in (ROLES, goal))
    problem = world("swap", "p", objects, [*held, *different(sorted(ROLES))], wanted)
    made = Scene("swap", world_at(problem, ground(problem), ground(problem).init), "initial", 0)
    assert land.may_be_none(made) and land.generative(made, Rng("any")) == {}
    assert land.right_facts(made, Rng("any")) == []
    assert land._landmarks(made, Rng("any")) == facts
    assert land._landmarks(replace(made, domain="ferry"), Rng("any")) == []
    pools = land.choice(made, Rng("any"))
    assert (pools.right if pools else []) == [{"fact": fact} for fact in facts]


@pytest.mark.parametrize(
    ("rights", "wrongs", "made"), [(0, 9, False), (1, 2, False), (1, 3, True), (3, 2, False), (0, 0, False)]
)
def test_a_choice_has_one_right_option_and_three_wrong_ones(
    monkeypatch: pytest.MonkeyPatch, rights: int, wrongs: int, made: bool
) -> None:
    problem = world("swap", "p", {"agent": ["ann", "bob"], "role": ["ball", "kite"]},
                    [("assigned", "ann", "ball"), ("assigned", "bob", "kite"), *different(["ann", "bob"])],
                    [("assigned", "ann", "kite")])  # fmt: skip
    drawn = Scene("swap", world_at(problem, ground(problem), ground(problem).init), "initial", 0)
    fact = "(assigned ann kite)"
    monkeypatch.setattr(reach, "right_facts", lambda scene, rng, count: [[fact]] * rights)
    monkeypatch.setattr(reach, "wrong_facts", lambda scene, rng, count: [[fact, fact]] * wrongs)
    pools = reach.choice(drawn, Rng("any"))
    assert (pools is not None) is made
    if pools is not None:
        right, *others = pools.fours[0]
        assert right == {"facts": [fact]} and others == [{"facts": [fact, fact]}] * 3
