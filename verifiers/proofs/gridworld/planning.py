"""The claims about a goal: how few steps and actions reach it, and whether that is sure.

With ``scope`` ``seed`` both are those of the question's own draws, and nothing is said of others.  Elsewhere
``sure`` is true where the stored plan, or a policy, shows the goal whatever is drawn; false where no policy
does, proven; null where that is not known.  A plan that succeeds with probability 1 is sure.
"""

from typing import Any

from ..claims import Ledger
from ..fields import Stated, boolean, constant, exactly, integer, optional, string
from ..record import Record
from ..refused import RefusedError, refuse
from ..tasks import episodes
from .knowledge import Knowledge
from .questions import MAX_STEPS, actions, frames, pictures, read
from .world import agrees

_SURE = {
    "kind": constant("goal"),
    "steps": integer(1, 10**6),
    "actions": optional(integer(0, 10**6)),
    "sure": optional(boolean),
    "plan": optional(actions),
}
_LUCKY = {**_SURE, "probability": string(2000)}
_SEED = {"actions": integer(0, 10**6), "plan": actions, "scope": constant("seed"), "sure": constant(None)}
_DRAWN = {**_SURE, **_SEED}


def question(whole: Record) -> Stated:
    """The goal, one frame, and the steps that may be taken."""
    picture = read(whole, pictures=pictures, budget=integer(1, MAX_STEPS))
    seen = frames(picture)
    refuse(len(seen) != 1, "query.pictures: a goal is one frame")
    picture.goal = seen[0]
    return picture


def _goal(place: str, value: Any) -> Stated:
    fields = _DRAWN if "scope" in value else _LUCKY if "probability" in value else _SURE
    goal: Stated = exactly(**fields)(place, value)
    return goal


def _whole(knowledge: Knowledge, query: Any, truth: Stated, ledger: Ledger) -> None:
    """Enter the claims; the stored plan is played on the plain interpreter."""
    if truth.steps > knowledge.question.budget:
        raise RefusedError(f"query.budget: {truth.steps} steps are more than the question allows")
    if truth.plan is not None:
        _played(knowledge, truth)
    if hasattr(truth, "scope"):
        _drawn(knowledge, truth, ledger)
        return
    refuse("drawn" in knowledge.facts, "drawn: it belongs to a truth of scope seed")
    if truth.sure is True:
        _sure(knowledge, truth, ledger)
    else:
        _lucky(knowledge, truth, ledger)
    if truth.actions is not None:
        known = knowledge.facts.get("actions")
        sentence = f"the goal takes {truth.actions} actions other than noop, and no fewer"
        ledger.claim(sentence, True, None if known is None else known == truth.actions, "actions")


def _played(knowledge: Knowledge, truth: Stated) -> None:
    question = knowledge.question
    refuse(len(truth.plan) != truth.steps, "truth.plan: its length is not the number of steps")
    machine = knowledge.plain(question.program).machine
    state = machine.start(question.rng_seed)
    for line in knowledge.taken("truth.plan", truth.plan):
        state = machine.step(state, line)
    if not agrees(machine.frame(state), question.goal):
        raise RefusedError("truth.plan: the goal does not show after its last step")


def _drawn(knowledge: Knowledge, truth: Stated, ledger: Ledger) -> None:
    """What holds of the question's own draws alone."""
    if sum(line != "noop" for line in truth.plan) != truth.actions:
        raise RefusedError("truth.actions: not the number of the plan's actions other than noop")
    refuse(knowledge.facts.keys() - {"drawn"}, "truth.scope: what is proven here does not hang on the seed")
    drawn = knowledge.facts.get("drawn")
    sentence = f"as the seed draws, no fewer than {truth.steps} steps show the goal, "
    known = None if drawn is None else drawn == (truth.steps, truth.actions)
    ledger.claim(sentence + "and none of these plans has fewer actions", True, known, "drawn")


def _sure(knowledge: Knowledge, truth: Stated, ledger: Ledger) -> None:
    """A plan of a world without chance, one that succeeds with probability 1, or a policy."""
    refuse(hasattr(truth, "probability"), "truth.probability: what is sure has none")
    facts, by = knowledge.facts, "policy"
    if truth.plan is None:
        refuse(truth.actions is not None, "truth.sure: a policy is said to have actions")
        sentence = (
            f"some policy shows the goal within {truth.steps} steps whatever is drawn, none within fewer"
        )
    else:
        refuse("policy" in facts, "policy: a plan is stored, which is no policy")
        sentence = f"the plan surely shows the goal after {truth.steps} steps, and no fewer show it"
        by = "search" if "search" in facts else "luck"
    steps, odds = facts.get("luck", (None, 1)) if by == "luck" else (facts.get(by), 1)
    refuse(odds != 1, f"truth.sure: the plan succeeds with probability {odds}")
    ledger.claim(sentence, True, steps == truth.steps if by in facts else None, by)


def _lucky(knowledge: Knowledge, truth: Stated, ledger: Ledger) -> None:
    """A plan that may fail: its odds are exact, nothing shorter can succeed; perhaps no policy is sure."""
    if truth.plan is None or not hasattr(truth, "probability"):
        raise RefusedError("truth.sure: what is not sure has a plan and its probability")
    facts = knowledge.facts
    steps, odds = facts.get("luck", (None, None))
    if truth.probability == "1" or odds == 1:
        raise RefusedError("truth.sure: a plan that succeeds with probability 1 is sure")
    if facts.keys() & {"search", "actions"} or truth.actions is not None:
        raise RefusedError("truth.actions: where chance decides, their least number is not proven")
    known = (steps, str(odds)) == (truth.steps, truth.probability) if "luck" in facts else None
    sentence = f"whatever is drawn, no fewer than {truth.steps} steps show the goal; the plan does "
    ledger.claim(sentence + f"with probability {truth.probability}", True, known, "luck")
    if truth.sure is False:
        sure = facts["policy"] is not None if "policy" in facts else None
        ledger.claim("some policy shows the goal whatever is drawn", False, sure, "policy")
    else:
        refuse("policy" in facts, "truth.sure: it is said to be unknown, and is proven here")


def gold(knowledge: Knowledge, record: Record) -> bool:
    """Whether the gold answer is the stored plan."""
    plan = (record.truth or {})["plan"]
    return record.gold == (None if plan is None else "\n".join(plan))


discharge = episodes(_whole, goal=_goal)
