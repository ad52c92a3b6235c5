"""Fast Downward's own PDDL translator (Helmert, 2009) in a child process: a second grounder and reader.

``grounding`` gives the relaxed-reachable fluent facts and ground actions.  ``plan_pddl`` goes from PDDL text
to an answer through the translator's SAS text: no code of ours takes part until the plan is replayed.
"""

import io
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ...domains.planning.atoms import is_negation
from ...domains.planning.lifted import validate
from ...domains.planning.pddl import parse
from . import fast_downward
from .child import PACKAGE, in_child
from .outcome import Answer, Endings, EngineClaim, Meaning, Refuted, Undecided, Why
from .process import DEADLINE
from .registry import DOMAIN, PLAN, PROBLEM, TASK, Engine, expect, require

KEY = "fd-translate"
ENDINGS: Endings = {
    0: Meaning(EngineClaim.PLAN, "translated"),
    10: Meaning(EngineClaim.UNSOLVABLE, "the translator proved the task unsolvable"),
    20: Meaning(Why.MEMORY, "the translator ran out of memory"),
    21: Meaning(Why.TIME, "the translator ran out of time"),
    30: Meaning(Why.CRASH, "critical error in the translator"),
    31: Meaning(Why.INPUT, "the translator refused its input"),
}


Action = tuple[str, tuple[str, ...], tuple[str, ...], tuple[str, ...]]
"""Name, preconditions, additions, deletions of a ground action, as they cross the border."""


class GroundAction(NamedTuple):
    """A ground action by the names of its facts, each tuple sorted; a negated one is ``(not (p a))``."""

    name: str
    pre: tuple[str, ...]
    add: tuple[str, ...]
    delete: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Grounding:
    """What delete relaxation reaches, by canonical names, sorted."""

    facts: tuple[str, ...]
    actions: tuple[GroundAction, ...]
    init: tuple[str, ...]  # the fluent facts that hold initially
    goal: tuple[str, ...] | None  # the fluent part of the goal; None when a static part makes it impossible


def grounding(domain: str, problem: str, *, deadline: float = DEADLINE) -> Grounding | Undecided:
    """Ground PDDL text by the translator; Undecided when it does not end well."""
    require(KEY)
    payload = {"domain": domain, "problem": problem}
    result = in_child(f"{PACKAGE}.translate:explore", payload, engine=KEY, deadline=deadline)
    if isinstance(result, Undecided):
        return result
    return msgspec.convert(result.value, Grounding)


def plan_pddl(
    domain: str, problem: str, *, search: str = "lazy", bound: int | None = None, deadline: float = DEADLINE
) -> Answer:
    """Answer "no plan of at most ``bound`` steps reaches the goal" for PDDL text, with unit costs.

    ``search`` is a key of `fast_downward.SEARCHES`; the plan is replayed on the lifted problem.
    """
    require(KEY)
    until = time.monotonic() + deadline
    payload = {"domain": domain, "problem": problem}
    result = in_child(f"{PACKAGE}.translate:sas_of_pddl", payload, engine=KEY, deadline=deadline)
    if isinstance(result, Undecided):
        return result
    text, rest = result.value, max(0.0, until - time.monotonic())
    searched = fast_downward.search_sas(text, search=search, bound=bound, deadline=rest)
    if not isinstance(searched, fast_downward.ClaimedPlan):
        return searched
    replay = validate(parse(domain, problem), searched.names)
    if replay.ok and (bound is None or len(searched.names) <= bound):
        return Refuted(fast_downward.KEY, searched.names, searched.optimal)
    where = f"step {replay.failed_step}, {replay.failed_literal or replay.code.value}"
    return Undecided(fast_downward.KEY, Why.OUTPUT, f"its plan does not replay: {where}")


def _read(payload: dict[str, str], *flags: str) -> Any:
    """The translator's normalised task for PDDL text; its options are global: for children only."""
    from fast_downward.translate import normalize, options, pddl_parser

    names = []
    for part in ("domain", "problem"):
        Path(f"{part}.pddl").write_text(payload[part].lower(), encoding="latin-1", errors="replace")
        names.append(f"{part}.pddl")
    options.set_options([*names, *flags])
    task = pddl_parser.open(domain_filename=names[0], problem_filename=names[1])
    normalize.normalize(task)
    return task


def explore(payload: dict[str, str]) -> dict[str, Any]:
    """The child's side of `grounding`."""
    from fast_downward.translate import instantiate

    task = _read(payload, "--keep-no-ops", "--keep-unimportant-variables")
    _, atoms, instances, goal, _, _ = instantiate.explore(task)
    initial = {_name(fact) for fact in task.init if hasattr(fact, "predicate")}
    actions = {
        (
            f"({' '.join(action.name.strip('()').split())})",
            tuple(sorted({_name(literal) for literal in action.precondition})),
            tuple(sorted({_name(fact) for _, fact in action.add_effects})),
            tuple(sorted({_name(fact) for _, fact in action.del_effects})),
        )
        for action in instances
    }
    derived = {_name(atom) for atom in atoms if atom.predicate in {axiom.name for axiom in task.axioms}}
    facts, supported = _supported({_name(atom) for atom in atoms}, actions, initial | derived)
    return {
        "facts": sorted(facts),
        "actions": sorted(supported),
        "init": sorted(facts & initial),
        "goal": None if goal is None else sorted({_name(literal) for literal in goal}),
    }


def _supported(facts: set[str], actions: set[Action], initial: set[str]) -> tuple[set[str], set[Action]]:
    """Without facts that neither hold initially (or by axioms) nor are added, and actions that need one.

    The translator looks at negated static literals only after its relaxed exploration, so effects of actions
    that it then discards stay among its facts.
    """
    while True:
        needs = {action: {fact for fact in action[1] if not is_negation(fact)} for action in actions}
        actions = {action for action in actions if needs[action] <= facts}
        held = (facts & initial).union(*(action[2] for action in actions))
        if held == facts:
            break
        facts = held
    known = facts.union(f"(not {fact})" for fact in facts)
    return facts, {
        (name, tuple(fact for fact in pre if fact in known), add, delete)
        for name, pre, add, delete in actions
    }


def sas_of_pddl(payload: dict[str, str]) -> str:
    """The child's side of `plan_pddl`: the translator's SAS text, costs left out."""
    from fast_downward.translate import main

    task = main.pddl_to_sas(_read(payload))
    task.metric = False
    text = io.StringIO()
    task.output(text)
    return text.getvalue()


def _name(literal: Any) -> str:
    atom = f"({' '.join((literal.predicate, *literal.args))})"
    return f"(not {atom})" if literal.negated else atom


def trial(deadline: float) -> str:
    """The grounding of the trial task."""
    ground = grounding(DOMAIN, PROBLEM, deadline=deadline)
    if isinstance(ground, Undecided):
        return expect(ground, None)
    return expect((ground.facts, tuple(action.name for action in ground.actions)), (TASK.facts, PLAN))


ENGINE = Engine(
    key=KEY,
    title="Fast Downward's translator",
    distribution="fast-downward.translate",
    requirement="fast-downward.translate>=26",
    module="fast_downward.translate",
    licence="GPL-3.0-only",
    trial=trial,
    endings=ENDINGS,
)
