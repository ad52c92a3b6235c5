"""The three tasks: what each asks, what its truth claims, and which certificates carry the claims.

Frames stand in a record as *pictures*: a palette of colours, and rows of one character a cell, ``?`` for one
that is not seen.
"""

from collections.abc import Callable
from typing import Any

from ..claims import Ledger
from ..fields import Kind, Stated, anything, constant, exactly, integer, listing, optional, string, tagged
from ..record import Record
from ..refused import RefusedError, refuse
from ..tasks import Task, Whole
from .knowledge import MAX_STEPS, Knowledge, action, actions
from .rules import check_witness
from .world import Partial

LETTERS, MAX_SIZE = "ABCDEF", 100
CODE = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_rows, _program, _number = listing(string(MAX_SIZE), MAX_SIZE), string(200_000), optional(integer(0, 10**6))
_pictures = exactly(palette=listing(string(100), len(CODE)), frames=listing(_rows, MAX_STEPS + 1))
_WORLD = exactly(kind=constant("autumn"), program=_program)


class Episode(Task):
    """A task whose question is read before its certificates; its truths are of one kind, or undecided."""

    def __init__(self, question: Callable[[Record], Stated], whole: Whole, **truths: Kind):
        truth = tagged("kind", **truths, undecided=exactly(kind=constant("undecided")))
        super().__init__(anything, truth, whole, "episode")
        self.question = question


def _read(whole: Record, **kinds: Kind) -> Stated:
    """The fields of a query, with ``program``, the world's text, and ``seen``, the frames of pictures."""
    text = _WORLD("world", whole.world).program
    fields: Stated = exactly(rng_seed=integer(0, 2**31 - 1), **kinds)("query", whole.query)
    fields.program = text
    if "pictures" in kinds:
        shown = enumerate(fields.pictures.frames)
        fields.seen = [_frame(f"query.pictures.frames[{at}]", rows, fields) for at, rows in shown]
    return fields


def _frame(place: str, shown: list[str], fields: Stated) -> Partial:
    """A picture as rows of colours; RefusedError for a character that names none."""
    code: dict[str, str | None] = {**dict(zip(CODE, fields.pictures.palette, strict=False)), "?": None}
    if not shown or not shown[0] or any(len(row) != len(shown[0]) for row in shown):
        raise RefusedError(f"{place}: rows are texts of one length")
    for odd in sorted({cell for row in shown for cell in row} - code.keys()):
        raise RefusedError(f"{place}: {odd!r} is no colour of the palette")
    return tuple(tuple(code[cell] for cell in row) for row in shown)


def _recorded(place: str, value: Any) -> str:
    """An action of a run: its text, or the object that AutumnBench writes."""
    if isinstance(value, dict):
        fields = {"x": 0, "y": 0, **value} if value.get("type") != "click" else value
        move = exactly(type=string(10), x=integer(-(10**6), 10**6), y=integer(-(10**6), 10**6))(place, fields)
        value = f"click {move.x} {move.y}" if move.type == "click" else move.type
    return action(place, value)


_RUN = {"actions": listing(_recorded, MAX_STEPS), "pictures": _pictures, "masked": integer(0, 10**9)}
_RUN |= {"box": listing(integer(0, MAX_SIZE), 4), "options": listing(_rows, len(LETTERS))}


def _masked_frame(whole: Record) -> Stated:
    """The frames that were seen, the hidden box and the options."""
    asked = _read(whole, **_RUN)
    if len(asked.seen) != len(asked.actions) + 1 or len(asked.box) != 4 or len(asked.options) < 2:
        raise RefusedError("query: one frame more than actions, four numbers of a box, two options")
    left, top, width, height = asked.box
    outside = min(width, height) < 1 or max(left + width, top + height) > len(asked.seen[-1])
    refuse(outside, "query.box: it lies outside the frame")
    shown = enumerate(zip(LETTERS, asked.options, strict=False))
    asked.options = {letter: _frame(f"query.options[{at}]", rows, asked) for at, (letter, rows) in shown}
    return asked


def _option(knowledge: Knowledge, query: Any, truth: Stated, ledger: Ledger) -> None:
    """The stored option alone is possible, given what was seen, or whatever was drawn."""
    everywhere, supports = truth.scope == "every-realisation", knowledge.facts.get("support", [])
    known = all(letters == [truth.answer] for letters in supports[: 1 + everywhere])
    sentence = f"option {truth.answer} alone is possible" + ", whatever was drawn" * everywhere
    ledger.claim(sentence, True, known if len(supports) > everywhere else None, "support")


_SCOPE = constant("every-realisation", "trajectory")
_OPTION = exactly(kind=constant("option"), answer=constant(*LETTERS), scope=_SCOPE)
mfp = Episode(_masked_frame, _option, option=_OPTION)


def _goal(whole: Record) -> Stated:
    """The goal, one frame, and the steps that may be taken."""
    asked = _read(whole, pictures=_pictures, budget=integer(1, MAX_STEPS))
    refuse(len(asked.seen) != 1, "query.pictures: a goal is one frame")
    asked.goal = asked.seen[0]
    return asked


_SURE = {"kind": constant("goal"), "steps": integer(1, 10**6), "actions": _number}
_SURE |= {"sure": optional(constant(True, False)), "plan": optional(actions)}
_LUCKY = {**_SURE, "probability": string(2000)}
_DRAWN = {**_SURE, "actions": integer(0, 10**6), "plan": actions}
_DRAWN |= {"scope": constant("seed"), "sure": constant(None)}


def _reached(place: str, value: Any) -> Stated:
    fields = _DRAWN if "scope" in value else _LUCKY if "probability" in value else _SURE
    stated: Stated = exactly(**fields)(place, value)
    return stated


def _reaching(knowledge: Knowledge, query: Any, truth: Stated, ledger: Ledger) -> None:
    """In how few steps and actions the goal is reached, and whether that is sure.

    With ``scope`` ``seed`` both are those of the question's own draws, and nothing is said of others.
    Elsewhere ``sure`` is true where the stored plan, or a policy, shows the goal whatever is drawn; false
    where no policy does, proven; null where that is not known.  A plan that succeeds with probability 1 is
    sure.
    """
    facts, more = knowledge.facts, truth.steps > knowledge.question.budget
    refuse(more, f"query.budget: {truth.steps} steps are more than the question allows")
    if truth.plan is not None:
        _played(knowledge, truth)
    if hasattr(truth, "scope"):
        _as_drawn(facts, truth, ledger)
        return
    refuse("drawn" in facts, "drawn: it belongs to a truth of scope seed")
    (_sure if truth.sure else _lucky)(facts, truth, ledger)
    if truth.actions is not None:
        known = truth.actions == facts["actions"] if "actions" in facts else None
        sentence = f"the goal takes {truth.actions} actions other than noop, and no fewer"
        ledger.claim(sentence, True, known, "actions")


def _played(knowledge: Knowledge, truth: Stated) -> None:
    """RefusedError unless the stored plan shows the goal, as the seed draws, on the plain interpreter."""
    question = knowledge.question
    refuse(len(truth.plan) != truth.steps, "truth.plan: its length is not the number of steps")
    plan = knowledge.taken("truth.plan", truth.plan)
    shown = knowledge.drawn(question.program).odds(question.rng_seed, plan, question.goal, 1)
    refuse(not shown, "truth.plan: the goal does not show after its last step")


def _as_drawn(facts: dict[str, Any], truth: Stated, ledger: Ledger) -> None:
    """What holds of the question's own draws alone."""
    claimed = (truth.steps, sum(line != "noop" for line in truth.plan))
    if truth.actions != claimed[1]:
        raise RefusedError("truth.actions: not the number of the plan's actions other than noop")
    refuse(facts.keys() - {"drawn"}, "truth.scope: what is proven here does not hang on the seed")
    if (bound := facts.get("drawn", claimed)) != claimed:
        raise RefusedError(f"drawn: the stored plan does not show the goal with {bound} steps and actions")
    sentence = f"as the seed draws, no fewer than {truth.steps} steps show the goal, and none of these plans"
    ledger.claim(f"{sentence} has fewer actions", True, True if facts else None, "drawn")


def _sure(facts: dict[str, Any], truth: Stated, ledger: Ledger) -> None:
    """A plan of a world without chance, one that succeeds with probability 1, or a policy."""
    refuse(hasattr(truth, "probability"), "truth.probability: what is sure has none")
    if truth.plan is None:
        refuse(truth.actions is not None, "truth.sure: a policy is said to have actions")
        by, within = "policy", f"within {truth.steps} steps whatever is drawn, none within fewer"
        sentence = f"some policy shows the goal {within}"
    else:
        refuse("policy" in facts, "policy: a plan is stored, which is no policy")
        by = "search" if "search" in facts else "luck"
        sentence = f"the plan surely shows the goal after {truth.steps} steps, and no fewer show it"
    steps, odds = facts.get(by, (None, 1))
    refuse(odds != 1, f"truth.sure: the plan succeeds with probability {odds}")
    ledger.claim(sentence, True, steps == truth.steps if by in facts else None, by)


def _lucky(facts: dict[str, Any], truth: Stated, ledger: Ledger) -> None:
    """A plan that may fail: its odds are exact, nothing shorter can succeed; perhaps no policy is sure."""
    if truth.plan is None or not hasattr(truth, "probability"):
        raise RefusedError("truth.sure: what is not sure has a plan and its probability")
    steps, odds = facts.get("luck", (None, None))
    certain = truth.probability == "1" or odds == 1
    refuse(certain, "truth.sure: a plan that succeeds with probability 1 is sure")
    fewest = facts.keys() & {"search", "actions"} or truth.actions is not None
    refuse(fewest, "truth.actions: where chance decides, their least number is not proven")
    known = (steps, str(odds)) == (truth.steps, truth.probability) if "luck" in facts else None
    sentence = f"whatever is drawn, no fewer than {truth.steps} steps show the goal; the plan does "
    ledger.claim(sentence + f"with probability {truth.probability}", True, known, "luck")
    if truth.sure is False:
        sure = facts["policy"][0] is not None if "policy" in facts else None
        ledger.claim("some policy shows the goal whatever is drawn", False, sure, "policy")
    else:
        refuse("policy" in facts, "truth.sure: it is said to be unknown, and is proven here")


planning = Episode(_goal, _reaching, goal=_reached)


def _changed(whole: Record) -> Stated:
    """The changed program; what a label was started from says nothing and is not looked at."""
    witness = {"witness": actions} if "witness" in whole.query else {}  # an import has none
    return _read(whole, changed=_program, **witness)


def _change(knowledge: Knowledge, query: Any, truth: Stated, ledger: Ledger) -> None:
    """In how few steps the change may show, or that the stored actions show it."""
    if not truth.actions or truth.steps != (len(truth.actions) if truth.shortest else None):
        raise RefusedError("truth.steps: it is the number of the stored actions where these are shortest")
    kind = "distinction" if truth.shortest else "witness"
    for other in knowledge.facts.keys() - {kind}:
        raise RefusedError(f"{other}: not what the truth says")
    sentence = f"the change may show after {truth.steps} steps, and no sooner"
    if not truth.shortest:
        sentence = f"the change shows at step {len(truth.actions)} of the stored actions"
    ledger.claim(sentence, True, True if knowledge.facts else None, kind)


_CHANGE = exactly(kind=constant("change"), steps=_number, actions=actions, shortest=constant(True, False))
change = Episode(_changed, _change, change=_CHANGE)


def gold(knowledge: Knowledge, record: Record) -> bool:
    """Whether the gold answer is the proven option or the stored plan, or its last step shows the change."""
    truth = record.truth or {}
    if record.task == "change":
        if record.gold is not None:
            check_witness(knowledge, knowledge.taken("gold", record.gold.split("\n")), "gold")
        return True
    plan = truth.get("plan")
    return bool(record.gold == (truth["answer"] if record.task == "mfp" else plan and "\n".join(plan)))
