"""Ray on this machine: two and four nodes, one of them killed on the way; the same bytes as one process."""

import os
import signal
import threading
import time
from functools import partial
from pathlib import Path

import pytest

from certwright.instances.errors import MachineError, RecordError
from certwright.scripts.cluster import RayCluster, Sharded
from certwright.scripts.jobs import Done, Failed

ray = pytest.importorskip("ray", reason="needs Ray: pip install 'certwright[ray]'")
pytestmark = pytest.mark.long


@pytest.fixture(params=[2, 4])
def nodes(request):
    """A cluster of so many nodes of one processor each, to which this process is connected."""
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    others = [cluster.add_node(num_cpus=1) for _ in range(request.param - 1)]
    ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
    yield cluster, others
    ray.shutdown()
    cluster.shutdown()


def work(folder, number):
    """Sleep a little; some numbers are bad, kill their process, or take too long."""
    (folder / f"{number}-{os.getpid()}-{time.monotonic_ns()}").touch()
    if number == 17:
        raise RecordError("seventeen is bad", field="number")
    if number == 23:
        os.kill(os.getpid(), signal.SIGKILL)
    if number == 29:
        time.sleep(60)
    time.sleep(0.02)
    return number * number


def remove_when(condition, cluster, node):
    """Remove a node as soon as something holds; the thread that waits for it."""

    def wait():
        while not condition():
            time.sleep(0.05)
        cluster.remove_node(node, allow_graceful=False)

    thread = threading.Thread(target=wait, daemon=True)
    thread.start()
    return thread


def test_a_node_that_is_killed_loses_nothing(nodes, tmp_path):
    cluster, others = nodes
    begun = partial(lambda folder: len(list(folder.iterdir())) > 60, tmp_path)
    removal = remove_when(begun, cluster, others[-1])
    numbers = [number for number in range(400) if number not in (23, 29)]
    outcomes = list(Sharded(RayCluster()).map(partial(work, tmp_path), numbers))
    removal.join(60)
    assert not removal.is_alive()
    assert [outcome.item for outcome in outcomes] == numbers
    (bad,) = [outcome for outcome in outcomes if isinstance(outcome, Failed)]
    assert str(bad) == "seventeen is bad (at number)"
    good = [outcome for outcome in outcomes if outcome is not bad]
    assert good == [Done(number, number * number) for number in numbers if number != 17]


@pytest.mark.parametrize("nodes", [2], indirect=True)
def test_a_poisoned_item_and_a_deadline_cost_one_item_each(nodes, tmp_path):
    outcomes = list(Sharded(RayCluster()).map(partial(work, tmp_path), range(26)))
    assert [(one.item, one.reason) for one in outcomes if isinstance(one, Failed)] == [
        (17, "error"),
        (23, "crash"),
    ]
    outcomes = list(Sharded(RayCluster(), 2.0).map(partial(work, tmp_path), range(24, 34)))
    assert [(one.item, one.reason) for one in outcomes if isinstance(one, Failed)] == [(29, "deadline")]


def test_a_set_is_the_same_bytes_though_a_node_dies(nodes, certwright, tmp_path):
    cluster, others = nodes
    one, many = tmp_path / "one.jsonl", tmp_path / "many.jsonl"
    generate = ["generate", "planning", "--seed", "5", "-n", "2", "--level", "2", "-q"]
    generate += ["--domain", "ferry,grid,logistics,blocksworld"]
    assert certwright(*generate, "--jobs", "1", "-o", one).code == 0
    part = Path(f"{many}.part")
    removal = remove_when(lambda: part.exists() and part.stat().st_size > 0, cluster, others[0])
    assert certwright(*generate, "--on", "ray", "-o", many).code == 0
    removal.join(60)
    assert not removal.is_alive()
    assert many.read_bytes() == one.read_bytes()
    labelled = [tmp_path / f"labelled-{name}.jsonl" for name in ("one", "many")]
    assert certwright("label", one, "-q", "--jobs", "1", "-o", labelled[0]).code == 0
    assert certwright("label", one, "-q", "--on", "ray", "-o", labelled[1]).code == 0
    assert labelled[0].read_bytes() == labelled[1].read_bytes()
    for command in (["verify", one, "--json"], ["audit", one, "--check", "gold", "--json"]):
        local, remote = (certwright(*command, *where) for where in (["--jobs", "1"], ["--on", "ray"]))
        assert (remote.code, remote.out) == (local.code, local.out)


@pytest.mark.parametrize("nodes", [2], indirect=True)
def test_a_report_plays_episodes_again_there(nodes, certwright, tmp_path):
    questions, episodes = tmp_path / "questions.jsonl", tmp_path / "episodes.jsonl"
    generate = ["generate", "gridworld/planning", "--seed", "7", "-n", "1", "--domain", "lock,lever", "-q"]
    assert certwright(*generate, "--jobs", "1", "-o", questions).code == 0
    assert certwright("run", questions, "--agent", "random", "--jobs", "1", "-q", "-o", episodes).code == 0
    report = ["report", episodes, "--truth", questions, "--json"]
    local, remote = (certwright(*report, *where) for where in (["--jobs", "1"], ["--on", "ray"]))
    assert (remote.code, remote.out) == (local.code, local.out)
    assert local.code == 0


@pytest.mark.parametrize("nodes", [2], indirect=True)
def test_machines_are_compared_before_anything_starts(nodes, monkeypatch):
    monkeypatch.setenv("CERTWRIGHT_WITHOUT", "fd")
    with pytest.raises(MachineError, match="do not run the same") as caught:
        RayCluster()
    _, head, here, *others = (line.split() for line in str(caught.value).splitlines())
    assert head == ["fd"]
    assert here == ["here", "missing"]
    assert len(others) == 2
    assert "missing" not in [other[-1] for other in others]
