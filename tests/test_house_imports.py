"""What a process loads: the shell's help, scoring and the proof checker stay light and apart."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from certwright.instances.lines import read_lines

ROOT = Path(__file__).resolve().parent.parent
ENGINES = {"fast_downward", "up_fast_downward", "kstar_planner", "unified_planning", "pysat", "z3", "spot"}
HEAVY = ENGINES | {"numba", "numpy", "scipy", "networkx", "lark", "pebble", "multiprocessing", "ray"}


def loaded_by(statements):
    """The modules that a fresh interpreter has loaded after some statements."""
    program = f"{statements}\nimport json, sys\nprint('\\n' + json.dumps(sorted(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-P", "-c", program]
        if sys.version_info >= (3, 11)
        else [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONSAFEPATH": "1"},
        cwd="/",
    )
    return set(json.loads(done.stdout.splitlines()[-1]))


def ours(modules):
    return {name.removeprefix("certwright.") for name in modules if name.startswith("certwright.")}


def test_heavy_libraries_would_be_seen():
    assert "lark" in loaded_by("import lark") & HEAVY


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["nonsense"]], ids=" ".join)
def test_help_loads_no_command(arguments):
    modules = loaded_by(f"from certwright.scripts.cli import run\nrun({arguments!r})")
    assert not modules & (HEAVY | {"rich", "msgspec"})
    texts = {f"instances.{name}" for name in ("errors", "extras", "faults", "outputs")}
    assert ours(modules) <= {"instances", *texts, "scripts", "scripts.cli"}


def test_help_of_each_command_loads_nothing_heavy():
    calls = "\n".join(f"run([{name!r}, '--help'])" for name in commands())
    assert not loaded_by(f"from certwright.scripts.cli import run\n{calls}") & HEAVY


def commands():
    from certwright.scripts.cli import COMMANDS

    return COMMANDS


def test_scoring_loads_no_engine_and_nothing_heavy():
    names = [
        "scoring",
        "statistics",
        "identity",
        "judge",
        "planning.judging",
        "task",
        "reading.scanner",
        "reactive.judging",
        "reactive.published",
    ]
    imports = "\n".join(f"import certwright.verifiers.{name}" for name in names)
    tasks = "from certwright.instances import names\nnames.tasks()"
    modules = loaded_by(f"{imports}\nimport certwright.instances.store\n{tasks}")
    assert not modules & HEAVY
    engines = {name for name in ours(modules) if name.startswith(("verifiers.engines.", "verifiers.search."))}
    light = {f"verifiers.engines.{name}" for name in ("outcome", "process", "query", "registry")}
    light |= {f"verifiers.search.{name}" for name in ("cubes", "pdr", "grid_moves", "grid_states")}
    assert engines <= light, "what labels names, and no adapter of an engine"


def test_the_proof_checker_stands_alone():
    every = [
        "certwright." + ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in sorted((ROOT / "verifiers" / "proofs").rglob("*.py"))
        if not path.stem.startswith("__")
    ]
    modules = loaded_by("\n".join(f"import {name}" for name in every))
    assert not modules & HEAVY
    strangers = {
        name for name in ours(modules) if name != "verifiers" and not name.startswith("verifiers.proofs")
    }
    assert not strangers


COPIED = """
import json, runpy, sys, sysconfig
from pathlib import Path
sys.argv = ["proofs", *sys.argv[1:]]
try:
    runpy.run_path("proofs", run_name="__main__")
except SystemExit as stop:
    code = stop.code
library = {Path(sysconfig.get_path(name)).resolve() for name in ("stdlib", "platstdlib")}
allowed = (*library, Path("proofs").resolve())
files = [Path(module.__file__).resolve() for module in list(sys.modules.values())
         if getattr(module, "__file__", None)]
strangers = [str(file) for file in files if "site-packages" in file.parts
             or not any(root in file.parents for root in allowed)]
print(json.dumps({"code": code, "strangers": strangers}))
"""
"""Runs the copied folder as its command line does, and lists what it imported from elsewhere."""
SAMPLES = {
    "planning": ("planning/gen.jsonl.gz", "planning/mcq.jsonl.gz", "planning/bool.jsonl.gz"),
    "reactive": ("reactive/gen.jsonl.gz", "reactive/bool.jsonl.gz", "reactive/episode.jsonl.gz"),
    "timetravel": ("timetravel/generated.jsonl",),
    "gridworld": ("gridworld/problems.jsonl",),
}


def _effort(line):
    """What a record costs the checker: the states that its certificates count, then its length."""
    bodies = [one["body"] for one in json.loads(line)["certificates"]]
    return sum(body.get("states", 0) + body.get("nodes", 0) for body in bodies), len(line)


@pytest.mark.parametrize("family", sorted(SAMPLES))
def test_the_copied_checker_imports_itself_and_the_standard_library(family, tmp_path):
    shutil.copytree(ROOT / "verifiers" / "proofs", tmp_path / "proofs")
    small = {}
    for name in SAMPLES[family]:
        for line in sorted((line for _, line in read_lines(ROOT / "instances" / name, 2**30)), key=_effort):
            record = json.loads(line)
            small.setdefault((name, record["task"], record["form"]), line)
    (tmp_path / "rows.jsonl").write_bytes(b"\n".join(small.values()) + b"\n")
    # -S: no site-packages, as on a machine where nothing is installed
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", COPIED, "rows.jsonl"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    *_, counts, told = done.stdout.splitlines()
    assert counts == f"rows.jsonl: holds {len(small)}", done.stdout
    assert json.loads(told) == {"code": 0, "strangers": []}
