"""The check of a grid-world record: each certificate is found out again, each claim compared.

- ``support`` {scope} (``mfp``): following every draw, the named option alone agrees with what was seen; with
  the scope ``every-realisation`` also when nothing is regarded as seen.
- ``search`` {steps, states}, ``actions`` {actions, states}, ``policy`` {steps, states} (``planning``): the
  number is found again, layer by layer, among not many more states than were counted.
- ``luck`` {steps, states, probability} (``planning``, where no plan is sure): whatever is drawn, fewer steps
  do not show the goal; the plan does with just this probability, and as the seed draws.
- ``distinction`` {steps, states} (``change``): no shorter sequence shows the change; ``witness`` {}: the
  stored one does.  The gold run shows it at its last step, as the seed draws.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....domains.gridworld.actions import Action
from ....domains.gridworld.frames import Partial, agrees, patch
from ....domains.gridworld.machine import Machine
from ....domains.gridworld.questions import LETTERS, Change, change, masked_frame, planning
from ....instances.errors import CertificateError
from ....instances.records import Instance
from ..check import Report
from ..ledger import Ledger
from .distinction import check_distinction
from .luck import odds, possible_steps
from .search import after, least_actions, least_steps, showing, start, sure_rank

FIELDS: dict[str, set[str]] = {
    "support": {"scope"},
    "search": {"steps", "states"},
    "actions": {"actions", "states"},
    "policy": {"steps", "states"},
    "luck": {"steps", "states", "probability"},
    "distinction": {"steps", "states"},
    "witness": set(),
}
"""What a certificate's body says."""
STATED = {
    "option": {"kind", "answer", "scope"},
    "goal": {"kind", "steps", "actions", "sure", "plan"},
    "change": {"kind", "steps", "actions", "shortest"},
}
"""What a truth says; that of a goal which luck decides also its ``probability``."""
SLACK = 20
"""The checker may visit so many times the states that the certificate counted, and some more."""
MORE = 1000


def check(instance: Instance) -> Report:
    """Check one instance of the family; CertificateError names the first broken step."""
    rules: dict[str, Callable[[Instance, Ledger], None]] = {
        "mfp": _masked,
        "planning": _planning,
        "change": _change,
    }
    if instance.task not in rules or instance.form != "episode":
        raise CertificateError(f"there is no grid-world task {instance.task} in form {instance.form}")
    if instance.truth is None or instance.grades is None:
        raise CertificateError("the instance is not labelled: it has no truth or no grades")
    ledger = Ledger()
    if instance.truth.get("kind") == "undecided":
        ledger.undecided = 1
    else:
        rules[instance.task](instance, ledger)
    ledger.settle(instance.grades)
    return Report(instance.id, True, None, ledger.proven, len(ledger.unbacked), ledger.undecided)


def _bodies(instance: Instance, known: tuple[str, ...]) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for certificate in instance.certificates:
        if certificate.kind not in known or certificate.kind in found:
            raise CertificateError(f"{certificate.kind}: not a certificate of this task, or twice there")
        if set(certificate.body) != FIELDS[certificate.kind]:
            wanted = ", ".join(sorted(FIELDS[certificate.kind])) or "none"
            raise CertificateError(f"{certificate.kind}: its fields must be: {wanted}")
        found[certificate.kind] = certificate.body
    return found


def _masked(instance: Instance, ledger: Ledger) -> None:
    truth, bodies = _truth(instance, "option"), _bodies(instance, ("support",))
    if "support" not in bodies:
        ledger.claim("answer", True, None)
        return
    scope = truth.get("scope")
    if bodies["support"] != {"scope": scope} or scope not in ("every-realisation", "trajectory"):
        raise CertificateError("support: the scope is not that of the truth")
    question = masked_frame(instance.world, instance.query)
    for seeing in (True, False) if scope == "every-realisation" else (True,):
        machine, layer = start(question.program, question.rng_seed)
        if seeing:
            layer = showing(machine, layer, question.seen[0])
        for action, seen in zip(question.actions, question.seen[1:], strict=True):
            layer = after(machine, layer, action)
            layer = showing(machine, layer, seen) if seeing else layer
        shown = set()
        for place in layer.values():
            machine.restore(place)
            shown.add(patch(machine.frame(), question.box))
        letters = [LETTERS[place] for place, option in enumerate(question.options) if option in shown]
        if letters != [truth.get("answer")]:
            told = "as it was seen" if seeing else "whatever was seen"
            raise CertificateError(
                f"support: {told}, the possible options are {', '.join(letters) or 'none'}"
            )
    ledger.claim("answer", True, True)
    if instance.gold != truth["answer"]:
        raise CertificateError("gold: it is not the proven answer")


def _planning(instance: Instance, ledger: Ledger) -> None:
    truth = _truth(instance, "goal")
    bodies = _bodies(instance, ("search", "actions", "policy", "luck"))
    question = planning(instance.world, instance.query)
    program, seed, goal = question.program, question.rng_seed, question.goal
    if truth.get("sure") is not True:
        _lucky(instance, truth, bodies)
        ledger.claim("steps", True, True)
        return
    if "luck" in bodies or "probability" in truth:
        raise CertificateError("luck: the plan is said to be sure")
    if "policy" in bodies:
        rank = sure_rank(program, seed, goal, _bound(bodies["policy"]))
        _same("policy", "steps", bodies["policy"].get("steps"), truth.get("steps"), rank)
        if truth.get("plan") is not None or truth.get("actions") is not None or instance.gold is not None:
            raise CertificateError("plan: a policy has none")
        ledger.claim("steps", True, True)
        return
    _replayed(instance, truth, program_goal=goal)
    if "search" in bodies:
        steps = least_steps(program, seed, goal, _bound(bodies["search"]))
        _same("search", "steps", bodies["search"].get("steps"), truth.get("steps"), steps)
    ledger.claim("steps", True, True if "search" in bodies else None)
    if truth.get("actions") is not None:
        if "actions" in bodies:
            actions = least_actions(program, seed, goal, _bound(bodies["actions"]))
            _same("actions", "actions", bodies["actions"].get("actions"), truth["actions"], actions)
        ledger.claim("actions", True, True if "actions" in bodies else None)


def _lucky(instance: Instance, truth: dict[str, Any], bodies: dict[str, dict[str, Any]]) -> None:
    """A plan that may fail: nothing shorter may work, its odds are exact, and the seed is kind to it."""
    if truth.get("sure") is not False or list(bodies) != ["luck"]:
        raise CertificateError("sure: a plan that may fail is certified by luck alone")
    if truth.get("actions") is not None:
        raise CertificateError("actions: where luck decides, their least number is not proven")
    question, body = planning(instance.world, instance.query), bodies["luck"]
    program, seed, goal = question.program, question.rng_seed, question.goal
    _replayed(instance, truth, program_goal=goal)
    steps = possible_steps(program, seed, goal, _bound(body))
    _same("luck", "steps", body.get("steps"), truth.get("steps"), steps)
    plan = [Action.parse(str(text)) for text in truth["plan"]]
    likely = str(odds(program, seed, plan, goal, _bound(body)))
    if body.get("probability") != likely or truth.get("probability") != likely:
        raise CertificateError(f"luck: the plan succeeds with probability {likely}")


def _replayed(instance: Instance, truth: dict[str, Any], *, program_goal: Partial) -> None:
    """The stored plan has the stored length and shows the goal after its last step."""
    plan = truth.get("plan")
    if not isinstance(plan, list) or len(plan) != truth.get("steps"):
        raise CertificateError("plan: its length is not the number of steps")
    question = planning(instance.world, instance.query)
    machine = Machine(question.program, question.rng_seed)
    for text in plan:
        machine.step(Action.parse(str(text)))
    if not agrees(machine.frame(), program_goal):
        raise CertificateError("plan: the goal does not show after its last step")
    if instance.gold != "\n".join(plan):
        raise CertificateError("gold: it is not the plan")


def _change(instance: Instance, ledger: Ledger) -> None:
    truth, bodies = _truth(instance, "change"), _bodies(instance, ("distinction", "witness"))
    question, told = change(instance.world, instance.query), truth.get("actions")
    if not isinstance(told, list) or not told:
        raise CertificateError("actions: a change is shown by some")
    actions = [Action.parse(str(text)) for text in told]
    if instance.gold is not None:
        _witnessed(question, [Action.parse(text) for text in instance.gold.splitlines()], "gold")
    if truth.get("shortest") is True:
        if "distinction" not in bodies:
            ledger.claim("steps", True, None)
            return
        body = bodies["distinction"]
        _same("distinction", "steps", body.get("steps"), truth.get("steps"), len(actions))
        check_distinction(question, actions, _bound(body))
    else:
        if truth.get("shortest") is not False or truth.get("steps") is not None or "witness" not in bodies:
            raise CertificateError("witness: a sequence that is not shortest proves no number of steps")
        _witnessed(question, actions, "witness")
    ledger.claim("steps", True, True)


def _witnessed(question: Change, actions: list[Action], what: str) -> None:
    """As the changed world's seed draws, the last of these steps shows what the base cannot show."""
    acting = Machine(question.changed, question.rng_seed)
    machine, layer = start(question.program, question.rng_seed)
    layer = showing(machine, layer, tuple(map(tuple, acting.frame())))
    for number, action in enumerate(actions, 1):
        acting.step(action)
        layer = showing(machine, after(machine, layer, action), tuple(map(tuple, acting.frame())))
        if not layer and number < len(actions):
            raise CertificateError(f"{what}: the change shows at step {number} already")
    if layer:
        raise CertificateError(f"{what}: the base world can show all of it")


def _truth(instance: Instance, kind: str) -> dict[str, Any]:
    truth = instance.truth or {}
    if truth.get("kind") != kind:
        raise CertificateError(f"truth: its kind is not {kind}")
    if set(truth) - {"probability" if kind == "goal" else ""} != STATED[kind]:
        raise CertificateError(f"truth: its fields must be: {', '.join(sorted(STATED[kind]))}")
    return truth


def _bound(body: dict[str, Any]) -> int:
    states = body.get("states")
    if type(states) is not int or states < 1:
        raise CertificateError("states: a certificate says how many were met")
    return SLACK * states + MORE


def _same(kind: str, field: str, certified: Any, stated: Any, found: int | None) -> None:
    if found is None or certified != found or stated != found:
        raise CertificateError(
            f"{kind}: {field} is {stated!r} in the truth, {certified!r} here; found {found!r}"
        )
