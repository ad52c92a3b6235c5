"""The check of one record, for every family.

The order is: read the record and recompute its id (``record``); let the family read the world and the
question (``<family>/knowledge.py``); replay every certificate by the rule of its kind, which enters into the
knowledge what it has established; discharge every claim of the truth from that, as its task says; hold the
totals against the stated grades; judge the gold answer.  The first step that fails refuses the record.

What the files of a family offer:
- ``knowledge.Knowledge(record, plain)``: the world, the question, and what is established so far; for long
  searches, ``use(machine)`` takes a faster machine, and ``trusted`` says so; ``turns`` of the gold answer.
- A rule under the name of its kind, made by ``tasks.rule`` in ``rules.py``, or a file ``rules/<kind>.py``:
  ``BODY``, the fields of a certificate, and ``check(knowledge, name, stated)`` with these fields, or
  ``check_all(knowledge, [(name, stated), ...])`` where certificates rest on each other.
- A task under its name, a ``tasks.Task`` in ``tasks.py``, or a file ``<task>.py``:
  ``discharge(knowledge, record, ledger)``; ``record.truth`` is an object there.
- ``gold(knowledge, record)``, in the file of a task or in ``tasks.py``: whether the gold answer is right.
"""

import re
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from .claims import Claim, Ledger
from .fields import having, integer, listing, string
from .record import Json, Record, canonical, read
from .refused import RefusedError, UnknownKindError, clip, refuse
from .tasks import Rule, Task

MAX_BYTES = 65_536  # the most bytes of canonical JSON that one certificate may have
CUT_SHORT = {"certified": 0, "engine_proven": 0, "undecided": 1, "unverified": 0}
"""The grades of a record, without truth, whose labelling ran out of time or memory."""
_LIMITS = {"max_tokens": integer(1, 10**9), "max_interaction_steps": integer(1, 10_000)}
_LIMITS["stop"] = listing(string(1000), 100)  # texts that end an answer
_HERE = Path(__file__).parent
_NAME = re.compile(r"[a-z][a-z0-9_]{0,40}")

installed: Any = None
"""Nothing in a copy of this folder; where the product is installed an object from ``verifiers/checking.py``:
``packages()`` gives packages, and their folders, with further tasks and rules, ``blame(error)`` what an
exception is put down to, ``compiled(procedure, work)`` machine code and what makes its arrays, or None."""


@dataclass(frozen=True, slots=True)
class Report:
    """What became of one record; the numbers count claims by grade.

    ``state``: ``holds`` (every claim that is called certified is proven), ``refused`` (``failed`` names the
    first step that is false or unproven), ``unknown`` (another schema, family, task or kind than this checker
    knows), ``unlabelled`` (there is no truth to check) or ``open`` (its labelling was cut short).
    """

    id: str
    state: str
    failed: str | None = None
    certified: int = 0
    engine_proven: int = 0
    undecided: int = 0
    unverified: int = 0
    claims: tuple[Claim, ...] = field(default=(), compare=False)
    trusted: str = ""  # what beside the checker the result rests on: ``fast machine``, packages with parts

    @property
    def ok(self) -> bool:
        """Whether the record holds."""
        return self.state == "holds"


def check(data: Json, plain: bool = False, machine: Any = None) -> Report:
    """Check the record that a JSON object holds; never raises.

    ``machine``: what makes a ``World`` of ``gridworld/world.py`` on a fast machine, for exhaustive searches
    of grid worlds.  ``plain``, or none: our slow interpreter does all.
    """
    named = data.get("id")
    identifier = named[:300] if isinstance(named, str) else "?"
    try:
        record = read(data)
        family = module(record.family, "knowledge")
        if family is None:
            raise UnknownKindError(f"family: {record.family} is none that this checker knows")
        if not record.world:
            return _without_world(record)
        if record.truth is None and record.grades == CUT_SHORT:
            return Report(record.id, "open", "its labelling was cut short", undecided=1)
        if record.truth is None or record.grades is None:
            return Report(record.id, "unlabelled", "the record is not labelled: it has no truth or no grades")
        task_of(record)
        knowledge = family.Knowledge(record, plain)
        if machine is not None and not plain and hasattr(knowledge, "use"):
            knowledge.use(machine)
        replay(knowledge, record)
        return settle(knowledge, record)
    except UnknownKindError as error:
        return Report(identifier, "unknown", str(error)[:2000])
    except RefusedError as error:
        return Report(identifier, "refused", str(error)[:2000])
    except Exception as error:  # hostile input may break anything; whatever it breaks is refused
        cause = installed.blame(error) if installed else "malformed record"
        return Report(identifier, "refused", f"{cause}: {type(error).__name__}: {error}"[:2000])


def settle(knowledge: Any, record: Record) -> Report:
    """The steps after the replay: claims, grades and gold, by what the certificates have established."""
    ledger, task = Ledger(), task_of(record)
    task.discharge(knowledge, record, ledger)
    numbers = ledger.settle(record.grades or {})
    gold = getattr(task, "gold", None) or getattr(module(record.family, "tasks"), "gold", None)
    if gold is not None and (record.truth or {}).get("kind") != "undecided" and not gold(knowledge, record):
        raise RefusedError(f"gold: {clip(record.gold, 80)} is not a canonical right answer")
    _leave_room(record, getattr(knowledge, "turns", 1))
    return Report(record.id, "holds", None, *numbers, tuple(ledger.claims), getattr(knowledge, "trusted", ""))


def replay(knowledge: Any, record: Record) -> None:
    """Check every certificate; RefusedError names the first broken step of the first that is broken."""
    together: dict[Any, list[tuple[str, Any]]] = {}
    kinds = [certificate.kind for certificate in record.certificates]
    for number, (kind, certificate) in enumerate(zip(kinds, record.certificates, strict=True)):
        name = kind if kinds.count(kind) == 1 else f"{kind} {kinds[:number].count(kind)}"
        refuse(len(canonical(certificate.body)) > MAX_BYTES, f"{name}: larger than {MAX_BYTES} bytes")
        rule = rule_of(record.family, kind)
        if rule is None:
            raise UnknownKindError(f"{name}: no such kind of certificate")
        stated = rule.BODY(name, certificate.body)
        if getattr(rule, "check_all", None):
            together.setdefault(rule, []).append((name, stated))
        else:
            rule.check(knowledge, name, stated)
    for rule, named in together.items():
        rule.check_all(knowledge, named)


def _leave_room(record: Record, turns: int) -> None:
    """RefusedError where the limits that a prompt states forbid the gold answer, or are none that we know."""
    known = having({}, {**_LIMITS, "max_turns": integer(turns, 10**9)})
    for text in known("prompt.limits", record.prompt.get("limits", {})).get("stop", ()):
        if record.gold is not None and text in record.gold:
            raise RefusedError(f"prompt.limits.stop: {clip(text)} stands in the gold answer")


def _without_world(record: Record) -> Report:
    """An imported question: nothing may be claimed; the gold answer must be the stored one."""
    grades = record.grades or {}
    claimed = grades.get("certified") or grades.get("engine_proven") or record.certificates
    refuse(record.form not in ("bool", "mcq") or claimed, "world: without one nothing can be certified")
    answer = (record.truth or {}).get("answer")
    if isinstance(answer, bool):
        answer = "yes" if answer else "no"
    if record.gold is not None and record.gold != answer:
        raise RefusedError(f"gold: {record.gold[:80]!r} is not the stored answer")
    return Report(record.id, "holds", unverified=1)


def task_of(record: Record) -> Any:
    """What discharges a record's task; UnknownKindError where nothing does."""
    task = part_of(record.family, "tasks", record.task)
    if not hasattr(task, "discharge"):
        raise UnknownKindError(f"task: {record.family} has no task {record.task}")
    return task


def rule_of(family: str, kind: str) -> Any:
    """The rule of a kind of certificates; None where there is none."""
    return part_of(family, "rules", kind)


def part_of(family: str, file: str, name: str) -> Any:
    """The task or rule of that name in a family's file, else the module of that name, or None."""
    found = getattr(module(family, file), name, None)
    if isinstance(found, Task | Rule):
        return found
    return module(family, name) if file == "tasks" else module(family, file, name)


@cache
def module(*names: str) -> ModuleType | None:
    """The module of that name below this folder, or None; only files that are there are ever imported.

    What this folder lacks is looked for in the same place of packages that add tasks or certificates.
    """
    if not all(_NAME.fullmatch(name) for name in names):
        return None
    if _HERE.joinpath(*names).with_suffix(".py").is_file():
        return import_module("." + ".".join(names), __package__)
    for package, folder in installed.packages() if installed else ():
        if folder.joinpath(*names).with_suffix(".py").is_file():
            return import_module(".".join((package, *names)))
    return None
