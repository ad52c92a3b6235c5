"""Run as a script: 200 seeded faults in labelled instances, put to the checker with the oracles out of reach.

Standard input: the instances, a JSON list; argument: "minimal" if their certificates are.  Standard output:
one JSON list a fault, [instance, operator, refusal].
The grounder, the engines, the searches and the oracles are replaced by modules that raise when they are used.
"""

from __future__ import annotations

import json
import sys
from importlib.abc import MetaPathFinder

import msgspec

OUT_OF_REACH = (
    "certwright.domains.planning.grounding",
    "certwright.domains.planning.joins",
    "certwright.domains.planning.reachability",
    "certwright.verifiers.engines",
    "certwright.verifiers.search",
    "certwright.verifiers.planning",
    "certwright.verifiers.label",
    "certwright.verifiers.judge",
    "fast_downward",
    "up_fast_downward",
    "unified_planning",
    "kstar_planner",
    "pysat",
    "z3",
    "numba",
    "numpy",
)
FAULTS = 200


class OutOfReach(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if any(name == stub or name.startswith(f"{stub}.") for stub in OUT_OF_REACH):
            raise AssertionError(f"{name} is used")
        return


sys.meta_path.insert(0, OutOfReach())

from certwright.instances.canonical import seal  # noqa: E402
from certwright.instances.records import Instance  # noqa: E402
from certwright.verifiers.audit import certificate_operators, truth_operators  # noqa: E402
from certwright.verifiers.audit.case import cases  # noqa: E402
from certwright.verifiers.audit.draw import Draw  # noqa: E402
from certwright.verifiers.audit.subject import Subject  # noqa: E402
from certwright.verifiers.checking import check  # noqa: E402

FATAL = (
    *(f"drop: {kind}" for kind in certificate_operators.BODIES if kind != "closure"),
    "closure: ",
    "runs: no steps",
    "plans: drop the ",
    "invariant: no cubes",
    "relaxed: ",
    "exploration: ",
    "distances: ",
    "lower_bound: ",
)
"""Operators on certificates that break the proof of a record without a superfluous certificate."""
MINIMAL = ("invariant: drop a ", "runs: ")
"""Operators that break one whose certificates are as small as can be."""


def faults(subject, fatal):
    """(operator, mutant) for every fault that the operators make of one instance."""
    yield from truth_operators.mutants(subject)
    certificates = subject.instance.certificates
    for change in certificate_operators.mutants(subject):
        if change.false or change.name.startswith(fatal):
            put = [] if change.certificate is None else [change.certificate]
            changed = (*certificates[: change.place], *put, *certificates[change.place + 1 :])
            yield change.name, msgspec.structs.replace(subject.instance, certificates=changed)
    if subject.case.other_world is not None:
        moved = msgspec.structs.replace(subject.instance, world=subject.case.other_world)
        yield "another world under the same id", moved
        if fatal is not FATAL:  # of tiny worlds the same may be true
            yield "another world and its id", seal(moved)


def main() -> None:
    fatal = (*FATAL, *MINIMAL) if sys.argv[1] == "minimal" else FATAL
    instances = msgspec.json.decode(sys.stdin.read(), type=list[Instance])
    pools = {}
    for case in cases(instances):
        subject = Subject(case)
        assert check(case.instance).failed is None, (case.instance.id, check(case.instance).failed)
        for operator, mutant in faults(subject, fatal):
            pools.setdefault(operator, []).append((case.instance.id, mutant))
    draw, operators = Draw("200 seeded faults"), sorted(pools)
    left = FAULTS
    for seed in range(100 * FAULTS):
        operator = operators[seed] if seed < len(operators) else draw.choice(operators, seed)
        if pools[operator] and left:
            left -= 1
            place = draw.rank(seed, "fault") % len(pools[operator])
            name, mutant = pools[operator].pop(place)
            print(json.dumps([name, operator, check(mutant).failed]))


if __name__ == "__main__":
    main()
