"""What holds for all tests: no random input fails on a busy machine; files of slow tests are marked."""

import gc
from pathlib import Path

import pytest
from hypothesis import settings

TESTS = Path(__file__).parent
SLOW = {name: rank for rank, name in enumerate((TESTS / "slow.txt").read_text().split())}
"""Files that take more than a few seconds together, by `pytest --durations`, the longest first."""


def pytest_configure(config):
    """Random inputs are the same in each run but with the long tests, which look for new ones."""
    from testkit import sampling

    everything = sampling.whole = config.option.markexpr.startswith("long")
    settings.register_profile(
        "certwright", deadline=None, derandomize=not everything, max_examples=sampling.sampled(40, of=100)
    )
    settings.load_profile("certwright")


def pytest_collection_modifyitems(items):
    """Slow files are marked and come first: a worker that gets the longest one last is waited for."""
    for item in items:
        if file_of(item) in SLOW:
            item.add_marker(pytest.mark.slow)
    items.sort(key=lambda item: SLOW.get(file_of(item), len(SLOW)))


def pytest_collection_finish():
    """Ten thousand tests stay until the end: the collector of garbage need not look at them again."""
    gc.collect()
    gc.freeze()


def file_of(item):
    return item.path.relative_to(TESTS).as_posix()


@pytest.fixture(scope="session")
def loaded():
    """A folder with a ``certwright`` for PATH that need not load the package (``forked_commands``)."""
    from testkit.forked_commands import Commands

    commands = Commands()
    yield commands.folder
    commands.close()
