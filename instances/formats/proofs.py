"""Proofs of planning questions for other tools; what writes them stands with the shell."""

from ..places import PACKAGE
from . import Format

ROW = Format(
    "proofs",
    "Proofs: obligations of invariants (SMT-LIB 2), or plans",
    write=f"{PACKAGE}.scripts.proof_export:write",
    variants=("smtlib", "plan"),
)
