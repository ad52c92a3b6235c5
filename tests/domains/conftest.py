"""The real worlds of ACPBench, from the folder of data beside the repository."""

import json
from pathlib import Path

import pytest

ACPBENCH = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "acpbench"


@pytest.fixture(scope="session")
def texts() -> dict[str, list[tuple[str, str]]]:
    """The distinct worlds, as (domain text, problem text), by the domain's name, in file order."""
    files = sorted(ACPBENCH.glob("*.gen.json"))
    if not files:
        pytest.skip("the ACPBench questions (../shared/data/acpbench) are not on this machine")
    worlds: dict[tuple[str, str], None] = {}
    for file in files:
        for question in json.loads(file.read_text(encoding="utf-8")):
            worlds[question["PDDL_domain"], question["PDDL_problem"]] = None
    found: dict[str, list[tuple[str, str]]] = {}
    for domain, problem in worlds:
        name = domain.split("(domain", 1)[1].split(")", 1)[0].strip()
        found.setdefault(name, []).append((domain, problem))
    return found
