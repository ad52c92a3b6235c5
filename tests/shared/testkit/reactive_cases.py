"""Questions about one small machine, one of each reactive task and outcome, without truth."""

from typing import Any

from certwright.instances.canonical import seal
from certwright.instances.records import Instance, Prompt

HOA = """HOA: v1
States: 2
Start: 0
AP: 3 "a" "b" "o"
controllable-AP: 2
Acceptance: 0 t
--BODY--
State: 0
[!0 & !2] 0
[0 & 1 & 2] 1
[0 & !1 & !2] 1
State: 1
[!0 & 1 & 2] 0
[!0 & !1 & !2] 0
[0 & 1 & 2] 1
[0 & !1 & !2] 1
--END--
"""
"""``o`` holds where ``b`` does and ``a`` does or did one step before."""
TRACE = ["10", "01", "11"]
AT_ONE = {"kind": "output", "ap": "o", "value": 1, "at": 1, "window": 0}
LATER = {**AT_ONE, "window": 1}
AT_ZERO = {**AT_ONE, "at": 0}
BUDGET = {"mode": "hard", "budget_timestep": 2, "budget_atoms": 2}


def asked(task: str, form: str = "gen", **query: Any) -> Instance:
    world, prompt = {"kind": "hoa", "hoa": HOA}, Prompt(question="?")
    query = {"trace": TRACE, **query}
    return seal(
        Instance(
            id="", family="reactive", task=task, form=form, domain="small",
            world=world, query=query, prompt=prompt,
        )
    )  # fmt: skip


ASKED = {
    "simulate": asked("simulate"),
    "accept": asked("accept", outputs=["0", "1", "1"]),
    "refuse": asked("accept", outputs=["0", "0", "0"]),
    "accepted": asked("accept", "bool", outputs=["0", "1", "0"]),
    "butfor": asked("butfor", effect=AT_ONE),
    "butfor nothing": asked("butfor", effect=LATER),
    "member": asked("member", "bool", effect=AT_ONE, literal=[0, "a", 1], asks="butfor"),
    "relevant": asked("member", "bool", effect=LATER, literal=[1, "a", 0], asks="relevant"),
    "relevant too": asked("member", "bool", effect=LATER, literal=[2, "b", 1], asks="relevant"),
    "sufficient": asked("sufficient", effect=LATER),
    "breaking": asked("breaking", effect=LATER),
    "unbreakable": asked("breaking", effect={**LATER, "value": 0, "at": 0}),
    "cause": asked("cause", effect=LATER),
    "intervene": asked("intervene", effect=AT_ZERO, **BUDGET),
    "too dear": asked("intervene", effect={**AT_ONE, "value": 0}, **{**BUDGET, "budget_timestep": 0}),
    "impossible": asked("intervene", effect=AT_ZERO, **{**BUDGET, "budget_atoms": 0}),
}
