"""Small reactive tasks, each under its key: claimed outputs, the but-for set, minimal sets, causes, literals.

``accept`` (TempoBench TTE): a claimed trace is *accepted* when the machine emits just these outputs on these
inputs; otherwise the first step at which it emits something else is the first bad step.

``butfor`` is TempoBench's TCE as it is worded ("if any one of these inputs were missing, the effect would not
have occurred"): N = { c : flipping c alone avoids the effect }, each literal without which, all others kept,
the effect would not have happened.  It is unique, and empty when the effect is over-determined or forced.
One forward run and one backward sweep along the base trace find it, O(T (S + n)).

``breaking`` asks for a minimal set of literals without all of which the effect can be avoided, ``sufficient``
for one that, kept, forces the effect; ``cause`` for the full cause as a formula: right is every formula
equivalent to it, and a monotone one is when it is false whenever a minimal breaking set changes and true
whenever a minimal sufficient set is kept.  ``member`` asks whether a literal is in the but-for set, or
matters at all: stands in some minimal explanation.

>>> from certwright.domains.reactive.effect import OutputEffect
>>> latch = Machine(("r",), ("o",), 0, ((0, 1), (1, 1)), ((0, 1), (1, 1)))
>>> first_bad_step(latch, (0, 1, 0), (0, 1, 0))
2
>>> but_for(Product.of(latch, (0, 1), OutputEffect("o", at=1)))
2
>>> but_for(Product.of(latch, (1, 1), OutputEffect("o", at=1)))
0
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from ...domains.reactive.effect import Product
from ...domains.reactive.labels import evaluated
from ...domains.reactive.machine import Machine
from ...instances.records import Certificate, Code, Json
from ..reading.formulas import Formula
from ..reading.kinds import AnswerKind
from ..task import (
    EVALUATION,
    Decision,
    Judge,
    Judgement,
    JudgeOptions,
    Labelled,
    Task,
    correct,
    incorrect,
    undecided,
)
from .atoms import AtomFault, atom_text, read_literals, stored_cells
from .cells import Cells, everything, hitting_sets, union
from .explanations import CAP, certificates, judge_of_sets, label_of_sets, listed, overlap
from .passes import Passes, one_breaking, one_sufficient, sufficiency
from .passes import breaking as breaks
from .question import NONE, TRUE, Question, labelled
from .simulate import shown


def first_bad_step(machine: Machine, letters: Sequence[int], claimed: Sequence[int]) -> int | None:
    """The first step at which the machine does not emit what is claimed; None when there is none."""
    pairs = enumerate(zip(machine.run(letters).outputs, claimed, strict=True))
    return next((step for step, pair in pairs if pair[0] != pair[1]), None)


def accept_label(question: Question) -> Labelled:
    """Acceptance and the first bad step, which need no proof but their evaluation."""
    bad = first_bad_step(question.machine, question.trace, question.outputs)
    gold = {"accepted": bad is None, "first_bad_step": bad}
    return labelled({"kind": "acceptance", **gold}, EVALUATION, 1, gold=gold)


def accept_judge(question: Question, options: JudgeOptions) -> Judge:
    """Right when acceptance and, for a rejected trace, the first bad step are."""
    accepted, bad = question.truth["accepted"], question.truth["first_bad_step"]

    def verdict(value: Any) -> Judgement:
        given, step = value
        if not isinstance(given, bool):
            return incorrect(Code.ILL_TYPED, f'"accepted" is true or false, not {shown(given)}')
        if given != accepted:
            what = "is the machine's own" if accepted else f"departs from the machine's at step {bad}"
            return incorrect(Code.WRONG, f"the claimed trace {what}", accepted_right=False)
        if step != bad or isinstance(step, bool):
            why = f"the first bad step is {bad}, not {shown(step)}"
            return incorrect(Code.WRONG_INDEX, why, accepted_right=True)
        return correct("", accepted_right=True)

    return verdict


def accept_decide(question: Question, item: Json) -> Decision:
    """Whether the claimed outputs are accepted."""
    return Decision.evaluated(first_bad_step(question.machine, question.trace, question.outputs) is None)


accept = Task(
    number=2,
    title="claimed outputs",
    paper="TTE",
    groups={"gen": "reactive_accept_gen", "bool": "reactive_accept_bool"},
    shape=AnswerKind.ACCEPTANCE,
    label=accept_label,
    judge=accept_judge,
    decide=accept_decide,
)


def but_for(product: Product) -> Cells:
    """The cells whose flip alone avoids the effect; WorldError when it does not happen."""
    passes = Passes(product)
    passes.require_effect()
    safe = passes.safe([0] * product.horizon)
    node = cells = 0
    for step, table in enumerate(product.tables):
        letter = product.base[step]
        for index in range(product.inputs):
            if not safe[step + 1] >> table[node][letter ^ 1 << index] & 1:
                cells |= 1 << step * product.inputs + index
        node = table[node][letter]
    return cells


def butfor_label(question: Question) -> Labelled:
    """The set, which needs no proof but its evaluation."""
    items = question.atoms(but_for(question.product))
    return labelled({"kind": "literals", "items": items}, EVALUATION, 1, gold=items or NONE)


def butfor_judge(question: Question, options: JudgeOptions) -> Judge:
    """Right when the set is the but-for set."""
    inputs = question.product.inputs
    right = stored_cells(question.truth["items"], question.machine.inputs)

    def verdict(value: Any) -> Judgement:
        given = read_literals(list(value), question.machine, question.trace)
        if isinstance(given, AtomFault):
            return incorrect(*given)
        figures = overlap(given, right, inputs)
        extra, missing = given & ~right, right & ~given
        if extra:
            code = Code.MISSING_AND_EXTRA_ITEMS if missing else Code.EXTRA_ITEMS
            why = f"without {question.first(extra)} alone the effect still happens"
            return incorrect(code, why, **figures)
        if missing:
            why = f"without {question.first(missing)} alone the effect does not happen"
            return incorrect(Code.MISSING_ITEMS, why, **figures)
        return correct("", **figures)

    return verdict


butfor = Task(
    number=3,
    title="but-for set",
    paper="TCE",
    groups={"gen": "reactive_butfor_gen"},
    shape=AnswerKind.LITERALS,
    label=butfor_label,
    judge=butfor_judge,
)


def breaking_label(question: Question) -> Labelled:
    """An example and the number of such sets."""
    return label_of_sets(question, "breaking", one_breaking(question.passes), lambda full: full.breaking)


def breaking_judge(question: Question, options: JudgeOptions) -> Judge:
    """Right when changing all literals of the set avoids the effect, and no smaller part of it would do."""
    fails = "changing these literals does not avoid the effect"
    return judge_of_sets(question, lambda full: full.breaking, breaks, fails, "need not change")


breaking = Task(
    number=5,
    title="minimal breaking set",
    paper="CXp",
    groups={"gen": "reactive_breaking_gen"},
    shape=AnswerKind.LITERALS,
    label=breaking_label,
    judge=breaking_judge,
)


def sufficient_label(question: Question) -> Labelled:
    """An example and the number of such sets."""
    example = one_sufficient(question.passes)
    return label_of_sets(question, "sufficient", example, lambda full: full.sufficient, NONE)


def sufficient_judge(question: Question, options: JudgeOptions) -> Judge:
    """Right when the set forces the effect and no literal of it can be left out."""
    fails = "with these literals kept the effect can still be avoided"
    return judge_of_sets(question, lambda full: full.sufficient, sufficiency, fails, "is not needed")


sufficient = Task(
    number=4,
    title="minimal sufficient set",
    paper="AXp",
    groups={"gen": "reactive_sufficient_gen"},
    shape=AnswerKind.LITERALS,
    label=sufficient_label,
    judge=sufficient_judge,
)


def cause_label(question: Question) -> Labelled:
    """The cause as a conjunction of clauses, one a minimal breaking set; undecided where it is too large."""
    if (full := listed(question.product)) is None:
        return labelled({"kind": "cause", "cnf": None}, [], 0, 1)
    cnf = [question.atoms(cells) for cells in full.breaking]
    gold = {"cnf": cnf} if cnf else TRUE
    return labelled({"kind": "cause", "cnf": cnf}, certificates(question, full), 1, gold=gold)


def cause_judge(question: Question, options: JudgeOptions) -> Judge:
    """Right when the formula is equivalent to the cause, the conjunction of the stored clauses."""
    inputs, names = question.product.inputs, question.machine.inputs
    cnf, whole = question.truth["cnf"], everything(inputs, len(question.trace))
    clauses = [stored_cells(clause, names) for clause in cnf or ()]
    implicants = None if cnf is None else hitting_sets(clauses, CAP)
    right = union(clauses)

    def verdict(value: Any) -> Judgement:
        given = read_literals([list(literal) for literal in value.literals], question.machine, question.trace)
        if isinstance(given, AtomFault):
            return incorrect(*given)
        figures = overlap(given, right, inputs)
        if implicants is None:
            return undecided("the cause is not known, or has too many sufficient sets to compare with")
        number = {literal: literal[0] * len(names) + names.index(literal[1]) for literal in value.literals}
        if (differs := difference(value, number, clauses, implicants, whole)) is None:
            return correct("", **figures)
        named = ", ".join(map(atom_text, question.atoms(differs.about))) or "nothing"
        why = f"false though {named} is kept, which suffices"
        why = why if differs.wanted else f"true though {named} may change"
        return incorrect(Code.WRONG, f"the formula is {why}", **figures)

    return verdict


class Difference(NamedTuple):
    """How a formula differs from a cause: a set of cells that is kept, and whether it should hold of it."""

    kept: Cells
    wanted: bool
    about: Cells  # the minimal breaking set that changes, or the minimal sufficient set that is kept


def difference(
    formula: Formula,
    number: Mapping[Any, int],
    breaking: Sequence[Cells],
    sufficient: Sequence[Cells],
    whole: Cells,
) -> Difference | None:
    """None when the formula is equivalent to the cause with these prime implicates and implicants. ``number``
    gives the cells of its literals."""
    kept = [*(whole & ~cells for cells in breaking), *sufficient]
    everywhere = (1 << len(kept)) - 1

    @cache
    def table(part: Any) -> int:
        """By bit the sets of ``kept`` in which a literal of the formula, or a constant, is true."""
        if isinstance(part, bool):
            return everywhere * part
        return int("".join(str(cells >> number[part] & 1) for cells in reversed(kept)), 2)

    wanted = everywhere >> len(breaking) << len(breaking)
    if not (wrong := evaluated(formula.program, table, everywhere) ^ wanted):
        return None
    first = (wrong & -wrong).bit_length() - 1
    return Difference(kept[first], first >= len(breaking), [*breaking, *sufficient][first])


cause = Task(
    number=6,
    title="full cause as a formula",
    paper="PC1-PC3",
    groups={"gen": "reactive_cause_gen"},
    shape=AnswerKind.FORMULA,
    label=cause_label,
    judge=cause_judge,
)


def member_decide(question: Question, item: Json) -> Decision:
    """Whether ``item["literal"]`` is what ``item["asks"]`` for: ``butfor`` or ``relevant``."""
    cell = stored_cells([item["literal"]], question.machine.inputs)
    if item["asks"] == "butfor":
        return Decision.evaluated(bool(but_for(question.product) & cell))
    if (full := listed(question.product)) is None:
        return Decision(None)
    if (witness := next((cells for cells in full.breaking if cells & cell), None)) is None:
        return Decision(False, certificates(question, full))
    return Decision(True, (Certificate("breaking", {"atoms": question.atoms(witness)}),))


member = Task(
    number=7,
    title="literal in a cause",
    paper="TCE",
    groups={"bool": "reactive_member_bool"},
    decide=member_decide,
)
