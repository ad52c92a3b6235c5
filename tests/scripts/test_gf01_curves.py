"""The studies' curves as files and figures, and sets that are trimmed to the policy's ratios."""

import csv
import json
from collections import Counter

import msgspec
import pytest

from certwright.instances.errors import RecordError
from certwright.instances.formats.gf01 import read_instance
from certwright.scripts.gf01.freezing import trimmed
from certwright.scripts.studies.gf01 import STUDIES, stem
from certwright.verifiers.reactive.gf01.policies import ratio_violations


def test_every_curve_has_its_columns(certwright, tmp_path):
    done = certwright("gf01", "study", "-n", "1", "--seed", "4", "--curves", tmp_path, "--json", "-q")
    assert done.code == 0
    for name, study in json.loads(done.out)["studies"].items():
        with (tmp_path / f"{stem(name)}.csv").open(newline="") as file:
            rows = list(csv.DictReader(file))
        curve = STUDIES[name]
        assert rows and {curve.along, *curve.measures, *([curve.by] if curve.by else [])} <= set(rows[0])
        told = [
            {key: "" if value is None else str(value) for key, value in row.items()} for row in study["rows"]
        ]
        assert rows == told
    frames = json.loads(done.out)["studies"]["HYP-017"]["rows"]
    assert [row["parity"] for row in frames] == [1.0] * 4


def test_the_curves_are_drawn(certwright, tmp_path):
    pytest.importorskip("matplotlib")
    options = ["-n", "1", "--only", "HYP-005", "--only", "HYP-013/014", "-q"]
    assert certwright("gf01", "study", *options, "--curves", tmp_path, "--figures").code == 0
    drawn = sorted(path.name for path in tmp_path.glob("*.png"))
    assert drawn == ["HYP-005.png", "HYP-013-014.png"]
    assert (tmp_path / drawn[0]).read_bytes().startswith(b"\x89PNG")
    assert certwright("gf01", "study", *options, "--figures").code == 2


INSTANCE = read_instance(
    {
        "automaton": {
            "states": ["s"],
            "initial_state": "s",
            "input_aps": [],
            "output_aps": ["o"],
            "transitions": {"s": {"": {"next_state": "s", "output": {}}}},
        },
        "base_trace": [{}],
        "effect_ap": "o",
        "t_star": 0,
        "mode": "hard",
        "window_size": 1,
        "budget_timestep": 1,
    }
)


def members(**counts):
    return [
        msgspec.structs.replace(INSTANCE, instance_id=f"{split} {k}", content_hash=f"{-k}", split_id=split)
        for split, count in counts.items()
        for k in range(count)
    ]


@pytest.mark.parametrize(
    ("counts", "kept"),
    [((1, 1, 3), (1, 1, 3)), ((4, 2, 9), (2, 2, 6)), ((3, 9, 8), (2, 2, 6)), ((2, 2, 100), (2, 2, 6))],
)
def test_a_set_is_trimmed_to_the_ratios(counts, kept):
    names = ("public_dev", "public_val", "private_eval")
    found = trimmed(members(**dict(zip(names, counts, strict=True))))
    shares = Counter(one.split_id for one in found)
    assert tuple(shares[name] for name in names) == kept and not ratio_violations(shares)
    left = trimmed(found[::-1])
    assert {one.instance_id for one in left} == {one.instance_id for one in found}


def test_what_cannot_be_trimmed_is_said():
    with pytest.raises(RecordError, match="2 of private_eval"):
        trimmed(members(public_dev=1, public_val=1, private_eval=2))
