"""A query as SAS text (Fast Downward's translator output format, version 3), the same byte for byte.

Each fact is a variable of two values; groups of facts of which at most one holds become one variable each.
Steps that change nothing are left out, since Fast Downward refuses them.  All costs are 1.
"""

from collections.abc import Sequence

from ...domains.planning.strips import Operator, bits
from ...instances.errors import EngineFailureError, WorldError
from .query import Cut


def write(cut: Cut, groups: Sequence[int] = ()) -> str:
    """A query as SAS text; of each mask in ``groups`` at most one fact holds in any reachable state."""
    variables = _variables(cut, groups)
    numbered = enumerate(variables)
    place = {fact: (number, value) for number, facts in numbered for value, fact in enumerate(facts)}
    # Fast Downward wants a goal: a constant fact stands for one that always holds, or never can
    constant = [] if cut.possible and cut.goal else [len(variables)]
    lines = ["begin_version", "3", "end_version", "begin_metric", "0", "end_metric"]
    lines.append(str(len(variables) + len(constant)))
    for number, facts in enumerate(variables):
        names = [f"Atom {_atom(cut.task.facts[fact])}" for fact in facts]
        rest = f"Negated{names[0]}" if len(names) == 1 else "<none of those>"
        lines += ["begin_variable", f"var{number}", "-1", str(len(facts) + 1), *names, rest, "end_variable"]
    for number in constant:
        lines += ["begin_variable", f"var{number}", "-1", "2", "Atom constant()", "NegatedAtom constant()"]
        lines.append("end_variable")
    lines += ["0", "begin_state"]
    for facts in variables:
        true = [value for value, fact in enumerate(facts) if cut.init >> fact & 1]
        if len(true) > 1:
            raise WorldError(f"a group has two facts in the initial state: {cut.task.names(cut.init)}")
        lines.append(str(true[0] if true else len(facts)))
    lines += ["0" if cut.possible else "1" for _ in constant]
    goal = sorted(place[fact] for fact in bits(cut.goal)) + [(number, 0) for number in constant]
    lines += ["end_state", "begin_goal", str(len(goal))]
    lines += [f"{variable} {value}" for variable, value in goal]
    lines.append("end_goal")
    blocks = [block for operator in cut.operators if (block := _operator(operator, variables, place))]
    lines.append(str(len(blocks)))
    for block in blocks:
        lines += block
    lines.append("0")
    return "\n".join(lines) + "\n"


def _variables(cut: Cut, groups: Sequence[int]) -> list[tuple[int, ...]]:
    """The facts of each variable: groups first come first served, in order of size, then single facts."""
    free = cut.facts
    chosen: list[tuple[int, ...]] = []
    for group in sorted(groups, key=lambda mask: (-mask.bit_count(), mask)):
        part = group & free
        if part and not any(_blind(operator, part) for operator in cut.operators):
            chosen.append(tuple(bits(part)))
            free &= ~part
    return sorted([*chosen, *((fact,) for fact in bits(free))])


def _blind(operator: Operator, group: int) -> bool:
    """Whether an operator deletes some of a group without knowing which holds: no value change says that."""
    deleted = operator.delete & group
    return bool(deleted) and not (operator.add | operator.pre) & group and deleted != group


def _operator(
    operator: Operator, variables: list[tuple[int, ...]], place: dict[int, tuple[int, int]]
) -> list[str] | None:
    """The lines of an operator; None when it can never be applied or never changes anything."""
    before: dict[int, int] = {}
    after: dict[int, int] = {}
    for values, mask in ((before, operator.pre), (after, operator.add)):
        for variable, value in _placed(mask, place):
            if values.setdefault(variable, value) != value:
                return None  # it needs two facts of a group, or would make them true: it is never applicable
    for variable, value in _placed(operator.delete, place):
        if variable not in after and before.get(variable, value) == value:
            after[variable] = len(variables[variable])
    changes = [
        (variable, value) for variable, value in sorted(after.items()) if before.get(variable) != value
    ]
    effects = [(variable, before.get(variable, -1), value) for variable, value in changes]
    if not effects:
        return None
    changed = {effect[0] for effect in effects}
    prevail = [f"{variable} {value}" for variable, value in sorted(before.items()) if variable not in changed]
    head = ["begin_operator", operator.name.strip("()"), str(len(prevail)), *prevail, str(len(effects))]
    return [*head, *(f"0 {variable} {old} {new}" for variable, old, new in effects), "1", "end_operator"]


def _placed(mask: int, place: dict[int, tuple[int, int]]) -> list[tuple[int, int]]:
    """Variable and value of the facts of a mask that the text knows; others do not matter for the goal."""
    return [place[fact] for fact in bits(mask) if fact in place]


def _atom(name: str) -> str:
    """An atom as Fast Downward writes it.

    >>> _atom("(at c0 l1)"), _atom("(not (p a))"), _atom("(handempty)")
    ('at(c0, l1)', 'not-p(a)', 'handempty()')
    """
    negated = name.startswith("(not ")
    head, *arguments = name.removeprefix("(not ").strip("()").split()
    return f"{'not-' if negated else ''}{head}({', '.join(arguments)})"


def plan_of(text: str) -> tuple[str, ...]:
    """The operator names in the text of a ``sas_plan`` file; EngineFailureError for a line that is none.

    >>> plan_of("(pick a)\\n(put a b)\\n; cost = 2 (unit cost)\\n")
    ('(pick a)', '(put a b)')
    """
    plan = []
    for line in text.splitlines():
        step = line.partition(";")[0].strip()
        if step:
            if not (step.startswith("(") and step.endswith(")")):
                raise EngineFailureError(f"not a step: {step[:80]}")
            plan.append(f"({' '.join(step[1:-1].lower().split())})")
    return tuple(plan)
