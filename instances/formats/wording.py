"""What a model is told about the shape of its answer, by task and form, and questions of our own wording.

These sentences are part of a prompt and thereby of an instance's id: changing one renames every instance that
uses it.
"""

from __future__ import annotations

GEN_ANSWER = {
    "app": "Answer with a list of ground actions in parentheses, such as [(action object1 object2), "
    "(action object3)], that holds every applicable action and no other.",
    "prog": "Answer with two lists of ground propositions in parentheses, the positive effects first: "
    "[(proposition object1), (proposition object2)] [(proposition object3)]. An empty list is written [].",
    "reach": "Answer with one ground proposition in parentheses, such as (proposition object1 object2), "
    "whose predicate some action changes, or with None if every such proposition can hold at some time.",
    "areach": "Answer with one ground action in parentheses, such as (action object1 object2), whose objects "
    "have the types that the action asks for, or with None if every such action can become applicable.",
    "val": "Answer with one number, the position of that action in the sequence; the first action of the "
    "sequence has position 0.",
    "just": "Answer with the shortened plan as a list of ground actions in parentheses, in the order in "
    "which they are carried out: [(action object1 object2), (action object3)].",
    "land": "Answer with one ground proposition in parentheses, such as (proposition object1 object2), or "
    "with None if there is no such proposition.",
    "nexta": "Answer with one ground action in parentheses, such as (action object1 object2), that is the "
    "first action of some shortest plan.",
}
BOOL_ANSWER = "Answer with yes or no."
MCQ_ANSWER = "Answer with the letter of the one right choice."

GEN_QUESTION = {
    "app": "Which actions are applicable in the initial state?",
    "reach": "Name a proposition that holds in no state reachable from the initial state.",
    "areach": "Name an action that is applicable in no state reachable from the initial state.",
    "land": "Name a proposition that holds neither in the initial state nor in the goal, and that every plan "
    "makes true at some time.",
    "nexta": "Which action should be taken first to reach the goal with as few actions as possible?",
}
"""Questions that a world alone is enough for."""


def answer_format(task: str, form: str) -> str:
    """The sentence on the answer's shape for a planning task in a form."""
    return {"bool": BOOL_ANSWER, "mcq": MCQ_ANSWER}.get(form) or GEN_ANSWER[task]
