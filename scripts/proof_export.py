"""Proofs of planning records in the formats of other tools: SMT-LIB 2 for solvers, plan files for validators.

``smtlib``: the obligations of each inductive invariant (docs/certificates.md), over one Boolean constant for
each fact of the delete-relaxed closure.  Every ``check-sat`` must answer ``unsat``:

- ``initial``: some cube holds in the initial state;
- ``inductive``, for each action: no cube holds, the action is applicable, and afterwards some cube holds;
- ``excluded``: no cube holds, and what the record says can never hold does.

``plan``: every plan of the record, in the format of the planning competitions, beside the two PDDL texts.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from ..instances.errors import CertwrightError, RecordError
from ..instances.outputs import write_within
from ..instances.records import Instance
from ..verifiers.checking import record_of
from ..verifiers.proofs import core
from ..verifiers.proofs.fields import Stated
from ..verifiers.proofs.pddl_tree import read_name, text
from ..verifiers.proofs.planning.knowledge import Knowledge
from ..verifiers.proofs.planning.model import Model, Move, ones
from ..verifiers.proofs.refused import RefusedError

HEAD = "(set-logic QF_UF)"

Masks = list[tuple[str, int]]
Questions = list[tuple[str, str]]  # formulas that must be unsatisfiable, with what they state


def write(
    instances: Iterable[Instance | RecordError], folder: str | Path, format: str
) -> Iterator[CertwrightError]:
    """Write a folder for each planning record; yields errors put in, and one for each without a proof."""
    files = {"smtlib": smtlib_files, "plan": plan_files}[format]
    for instance in instances:
        if isinstance(instance, RecordError):
            yield instance
            continue
        try:
            written = files(instance) if instance.family == "planning" else {}
        except RefusedError as error:
            yield RecordError(f"{instance.id}: its proofs are refused: {error}")
            continue
        if not written:
            yield RecordError(f"{instance.id}: it has no proof that {format} can express")
        for name, content in written.items():
            write_within(folder, f"{instance.id.replace('/', '_')}/{name}", content)


def plan_files(instance: Instance) -> dict[str, str]:
    """The plans of a record by file name, with the PDDL texts; empty without a plan."""
    plans = [
        [certificate.body["actions"][action] for action in plan]
        for certificate in _replayed(instance)[0]
        if certificate.kind == "plans"
        for plan in certificate.body["plans"]
    ]
    files = {
        f"plan-{number}.plan": "\n".join([*plan, f"; cost = {len(plan)} (unit cost)\n"])
        for number, plan in enumerate(plans)
    }
    worlds = {f"{key}.pddl": instance.world[key] for key in ("domain", "problem")}
    return {**worlds, **files} if plans else {}


def smtlib_files(instance: Instance) -> dict[str, str]:
    """The obligations of a record's invariants by file name; empty without an invariant."""
    certificates, knowledge = _replayed(instance)
    model = knowledge.model
    sets: dict[tuple[str, ...], set[int]] = {}
    for certificate in certificates:
        if certificate.kind == "invariant":
            facts = certificate.body["facts"]
            masks = (model.mask(facts[fact] for fact in cube) for cube in certificate.body["cubes"])
            cubes = sets.setdefault(tuple(sorted(set(certificate.body["avoiding"]))), set())
            cubes.update(mask for mask in masks if mask is not None)
    files = {}
    for number, (avoiding, cubes) in enumerate(sets.items()):
        excluded = _claims(knowledge, instance) if not avoiding else [("the goal", model.goal or 0)]
        for name, script in obligations(model, cubes, avoiding, excluded).items():
            if script:
                files[f"invariant-{number}-{name}.smt2"] = script
    return files


def obligations(model: Model, cubes: set[int], avoiding: tuple[str, ...], excluded: Masks) -> dict[str, str]:
    """The three scripts for one set of cubes over the actions that add no fact of ``avoiding``."""
    avoided = model.mask(fact for fact in avoiding if fact in model.bit) or 0
    inside, _ = model.closure(avoided)
    everything = sorted({*cubes, *(1 << bit for bit in range(len(model.facts)) if not inside >> bit & 1)})
    facts = "".join(f"(declare-const {_symbol(name)} Bool)\n" for name in model.facts)
    never = "".join(f"(assert (not {_all(model, cube)}))\n" for cube in everything)
    symbols = enumerate(map(_symbol, model.facts))
    initially = [name if model.init >> bit & 1 else f"(not {name})" for bit, name in symbols]
    start = f"(assert (and {' '.join(initially)}))\n"
    touched = [move for move in model.moves if not move.add & avoided]
    steps = [(f"after {move.name}", _step(model, everything, move)) for move in touched]
    held = [(name, mask) for name, mask in excluded if any(not cube & ~mask for cube in everything)]
    some = _any([_all(model, cube) for cube in everything])
    return {
        "initial": _script(facts + start, [("the initial state", some)]),
        "inductive": _script(facts + never, [(name, step) for name, step in steps if step]),
        "excluded": _script(facts + never, [(name, _all(model, mask)) for name, mask in held]),
    }


def _step(model: Model, cubes: list[int], move: Move) -> str:
    """The action is applicable and a cube it touches holds after it; empty if it touches none."""
    after = [
        _all(model, cube & ~move.add) for cube in cubes if cube & move.add and not cube & move.delete
    ]  # a cube with a deleted fact is false afterwards, one that nothing is added to was false before
    return f"(and {_all(model, move.pre)} {_any(after)})" if after else ""


def _claims(knowledge: Knowledge, instance: Instance) -> Masks:
    """What a record may state about facts that never hold or actions that are never applicable."""
    model, query = knowledge.model, instance.query
    claims: Masks = [] if model.goal is None else [("the goal", model.goal)]
    if instance.task == "areach":
        return claims + [(move.name, move.pre) for move in model.moves]
    claims += [(fact, 1 << model.bit[fact]) for fact in model.positive]
    for item in (query, *query.get("options", ())):
        facts = [fact for fact in map(read_name, item.get("facts", ())) if fact]
        fluent = [text(fact) for fact in facts if fact[0] in knowledge.world.fluents]
        mask = model.mask(fluent)
        if mask:
            claims.append((" and ".join(fluent), mask))
    return claims


def _replayed(instance: Instance) -> tuple[list[Stated], Knowledge]:
    """The certificates of a record with what their replay establishes; RefusedError for a false one."""
    record = record_of(instance)
    knowledge = Knowledge(record)
    core.replay(knowledge, record)
    return record.certificates, knowledge


def _script(assumed: str, questions: Questions) -> str:
    asserted = "".join(
        f"; {name}\n(push 1)\n(assert {formula})\n(set-info :status unsat)\n(check-sat)\n(pop 1)\n"
        for name, formula in questions
    )
    return f"{HEAD}\n{assumed}{asserted}" if asserted else ""


def _symbol(fact: str) -> str:
    return f"|{fact}|"


def _all(model: Model, mask: int) -> str:
    return f"(and true {' '.join(_symbol(model.facts[bit]) for bit in ones(mask))})"


def _any(formulas: list[str]) -> str:
    return f"(or false {' '.join(formulas)})"
