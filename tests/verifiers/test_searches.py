"""The door to the searches: nothing of numpy is loaded before a search is used, and each name is its own."""

import subprocess
import sys

import pytest

from certwright.verifiers import searches
from certwright.verifiers.search.explicit import explore


def test_a_name_is_what_its_module_holds() -> None:
    assert searches.explore is explore
    assert {name: getattr(searches, name).__module__ for name in searches._HOMES} == {
        name: f"certwright.verifiers.search.{home}" for name, home in searches._HOMES.items()
    }


def test_an_unknown_name_is_no_attribute() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'guess'"):
        searches.guess  # noqa: B018


def test_numpy_is_loaded_by_the_first_use() -> None:
    code = (
        "import sys, certwright.verifiers.planning.oracle; from certwright.verifiers import searches\n"
        "print('numpy' in sys.modules); searches.explore; print('numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["False", "True"], done.stderr
