"""Small grid-world questions that are made by hand, and episodes of them."""

from certwright.domains.environment import Utterance
from certwright.instances.records import Instance, Prompt
from certwright.scripts.agents.agent import EpisodeRun
from certwright.verifiers.gridworld.judging import environment

DOT = """(program (= GRID_SIZE 3)
  (object Dot (Cell 0 0 "red"))
  (= presses 0)
  (= dot (initnext (Dot (Position 0 1)) (prev dot)))
  (on left (= dot (moveLeftNoCollision dot)))
  (on right (= dot (moveRightNoCollision dot))))"""
LAMED = DOT.replace("(on right (=", "(on right (= presses (+ presses 1))) (on (& right (< presses 3)) (=")
"""The same, but the third ``right`` and all after it do nothing."""
FLY = """(program (= GRID_SIZE 3)
  (object Fly (Cell 0 0 "green"))
  (= side 0)
  (= fly (initnext (Fly (Position 1 1)) (let (= side (uniformChoice (list 0 1)))
    (if (== side 0) then (moveLeftNoCollision (prev fly))
     else (if (== side 1) then (moveRightNoCollision (prev fly)) else (prev fly)))))))"""
STUCK_FLY = FLY.replace("(list 0 1)", "(list 0 1 2)")
"""The same, but it may stay where it is, which in the middle it never did."""
GOAL = {"palette": ["red"], "frames": [["???", "??0", "???"]]}
QUERIES = {
    "mfp": {
        "rng_seed": 0,
        "actions": ["right", "noop", "right"],
        "pictures": {
            "palette": ["black", "red"],
            "frames": [
                ["000", "100", "000"],
                ["000", "010", "000"],
                ["000", "010", "000"],
                ["000", "0??", "000"],
            ],
        },
        "masked": 1,
        "box": [1, 1, 2, 1],
        "options": [["10"], ["00"], ["01"], ["11"]],
    },
    "planning": {"rng_seed": 0, "pictures": GOAL, "budget": 6},
    "change": {"rng_seed": 0, "changed": LAMED},
}
TRUTHS = {
    "mfp": {"kind": "option", "answer": "C", "scope": "every-realisation"},
    "planning": {"kind": "goal", "steps": 2, "actions": 2, "sure": True, "plan": ["right", "right"]},
    "change": {
        "kind": "change",
        "steps": 4,
        "actions": ["right", "left", "right", "right"],
        "shortest": False,
    },
}


def question(task: str, *, program: str = DOT, **query: object) -> Instance:
    """One of the three questions about the dot; ``query`` changes parts of it."""
    return Instance(
        id=f"dot/{task}",
        family="gridworld",
        task=task,
        form="episode",
        domain="dot",
        world={"kind": "autumn", "program": program},
        query={**QUERIES[task], **query},
        prompt=Prompt(question="?"),
        truth=TRUTHS[task],
    )


def said(instance: Instance, *texts: str):
    """The episode in which these texts were said, one a turn."""
    run = EpisodeRun(environment(instance))
    for text in texts:
        run.take(Utterance(text))
    return run.episode(instance.id, "test")
