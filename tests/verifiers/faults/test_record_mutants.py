"""No mutant of a released record is accepted unless it is shown to be harmless."""

import importlib.util
from pathlib import Path

import pytest

_SPEC = importlib.util.spec_from_file_location("record_mutants", Path(__file__).parent / "record_mutants.py")
record_mutants = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(record_mutants)
FAMILIES = sorted(record_mutants.FILES)


@pytest.mark.parametrize("family", FAMILIES)
def test_a_sample_of_mutants(family):
    met, escaped = record_mutants.fates(family, 12)
    assert not escaped
    assert met["noticed"] > 6, met


@pytest.mark.long
@pytest.mark.parametrize("family", FAMILIES)
def test_twenty_thousand_mutants(family):
    met, escaped = record_mutants.fates(family, 20_000, "many")
    assert met.total() == 20_000
    assert not escaped, escaped[:20]
