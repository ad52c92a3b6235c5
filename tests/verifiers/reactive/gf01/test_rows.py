"""What a run row repeats of its instance, held against the instance."""

import msgspec
import pytest
from testkit.gf01_instances import INSTANCE

from certwright.verifiers.reactive.gf01.validation import _strays


@pytest.mark.parametrize(
    ("row", "faults"),
    [
        ({}, []),
        ({"split_id": "public_dev", "mode": "hard", "t_star": 1, "window_size": 1, "budget_timestep": 2}, []),
        ({"content_hash": "abc"}, []),  # the instance has none to be held against
        ({"budget_atoms": None, "seed": None}, []),
        ({"budget_atoms": 2}, ["budget_atoms: 2 is stored, the instance has None"]),
        ({"t_star": True}, ["t_star: True is stored, the instance has 1"]),
        ({"t_star": 1.0}, ["t_star: 1.0 is stored, the instance has 1"]),
        ({"split_id": ""}, ["split_id: '' is stored, the instance has 'public_dev'"]),
        ({"mode": "m" * 300}, [f"mode: '{'m' * 199} is stored, the instance has 'hard'"]),
        ({"complexity": {"states": 9}, "identifiability": {}}, []),
        ({"complexity": [], "seed": 0}, [
            "seed: 0 is stored, the instance has None", "complexity: [] is no table of figures",
        ]),
    ],
)  # fmt: skip
def test_what_a_row_repeats_of_its_instance(row, faults):
    assert list(map(str, _strays(row, INSTANCE))) == faults


@pytest.mark.parametrize(
    ("stored", "holds"),
    [
        (0.5, True),
        (0.5 + 9e-7, True),
        (0.5 + 2e-6, False),
        (0.5 - 2e-6, False),
        (1, False),
        ("0.5", False),
        (None, False),
    ],
)
def test_figures_of_an_instance_are_rounded(stored, holds):
    table = {"states": 0.5, "other": 1, "name": "x"}
    instance = msgspec.structs.replace(INSTANCE, complexity=table, identifiability=table)
    same = {"identifiability": {"other": 1, "name": "x", "more": 0}}
    faults = list(map(str, _strays({"complexity": {"states": stored}, **same}, instance)))
    assert faults == ([] if holds else [f"complexity: states {stored!r} is stored, the instance has 0.5"])
