"""Who is at fault for an exception: another package, this one, or the machine."""

import pytest

from certwright.instances import faults
from certwright.instances.errors import EngineMissingError, MachineError, PluginError
from certwright.instances.faults import internal, machine_fault, place_of, plugin_fault, remember_place


@pytest.fixture(autouse=True)
def toy(monkeypatch):
    monkeypatch.setattr(faults, "plugins", lambda: {"toy": ("domains", "tasks")})


def raised(module, code):
    """What code of a module raises."""
    try:
        exec(compile(code, "file.py", "exec"), {"__name__": module})
    except Exception as error:
        return error
    raise AssertionError("nothing was raised")


def test_the_package_is_named_with_entry_points_module_and_line():
    fault = plugin_fault(raised("toy.count", "\n\n1 / 0"))
    assert isinstance(fault, PluginError)
    assert fault.exit_code == 4
    assert str(fault) == (
        "fault of the package 'toy' (entry points for domains, tasks): "
        "ZeroDivisionError at toy.count:3: division by zero"
    )


def test_the_package_is_at_fault_for_what_it_calls():
    error = raised("toy.count", "import json\njson.loads('{')")
    assert place_of(error) == "toy.count:2"


@pytest.mark.parametrize("module", ["toys", "another.toy", "certwright.toy"])
def test_other_modules_are_not_blamed(module):
    error = raised(module, "1 / 0")
    assert plugin_fault(error) is None
    assert internal(error) == f"ZeroDivisionError at {module}:1: division by zero"


def test_the_place_outlasts_the_traceback():
    error = raised("toy.count", "1 / 0")
    remember_place(error)
    assert internal(error.with_traceback(None)).endswith("ZeroDivisionError at toy.count:1: division by zero")


def test_what_a_package_lacks_is_no_library_of_ours():
    fault = machine_fault(raised("toy.count", "import nowhere_to_be_found"))
    assert isinstance(fault, PluginError)
    assert "ModuleNotFoundError at toy.count:1: No module named 'nowhere_to_be_found'" in str(fault)
    assert isinstance(machine_fault(raised("certwright.x", "import nowhere_to_be_found")), EngineMissingError)


def test_where_a_package_asked_for_a_file_is_said():
    fault = machine_fault(raised("toy.count", "open('/none/at all')"))
    assert isinstance(fault, MachineError)
    assert str(fault) == "/none/at all: no such file or directory (at toy.count:1)"
