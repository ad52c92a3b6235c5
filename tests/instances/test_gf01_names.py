"""State names of GF-01's files: they count in hashes as they do there, and come back when written."""

import json

from certwright.instances.formats.gf01 import content_hash
from certwright.instances.store import read_instances
from certwright.scripts.cli import run

REFERENCE = "142e52a38f7b3c9b366aac32e6bd078b6c9e919c56dfddf0f89924c74fb7ab0f"
"""What the public code's ``content_hash`` gives for ``ring(12)``."""


def ring(count, name="s{}", pause=4):
    """An instance over a ring of states whose last one gives the output; letter 1 goes on."""
    states = [name.format(place) for place in range(count)]
    table = {
        state: {
            f"a={bit}": {
                "next_state": states[(place + bit) % count],
                "output": {"x": int(place == count - 1), "y": bit},
            }
            for bit in (0, 1)
        }
        for place, state in enumerate(states)
    }
    return {
        "automaton": {
            "states": states,
            "initial_state": states[0],
            "input_aps": ["a"],
            "output_aps": ["x", "y"],
            "transitions": table,
        },
        "base_trace": [{"a": 1}] * pause + [{"a": 0}] + [{"a": 1}] * (count - 1),
        "effect_ap": "x",
        "t_star": count - 1,
        "mode": "hard",
        "window_size": 1,
        "budget_timestep": 2,
    }


def test_more_than_ten_states_have_the_hash_of_the_public_code():
    assert content_hash(ring(12)) == REFERENCE
    shuffled = ring(12)
    shuffled["automaton"]["states"].reverse()
    assert content_hash(shuffled) == REFERENCE
    assert content_hash(ring(11)) != REFERENCE


def test_names_come_back(tmp_path, capsys):
    asked = ring(12, "room {}")
    (tmp_path / "a.json").write_text(json.dumps([asked, ring(3)]))
    questions, out = tmp_path / "q.jsonl", tmp_path / "out"
    assert run(["import", "gf01", str(tmp_path / "a.json"), "-o", str(questions), "-q"]) == 0
    named, plain = (one.source.fields for one in read_instances(questions))
    assert named["states"][:2] == ["room 0", "room 1"] and "states" not in plain
    assert run(["export", "gf01", str(questions), "-o", str(out)]) == 0
    first, second = json.loads((out / "instance_bundle.json").read_text())["instances"]
    assert first["automaton"]["states"] == sorted(asked["automaton"]["states"])
    assert [one["content_hash"] for one in (first, second)] == [content_hash(asked), content_hash(ring(3))]


def test_freeze_leaves_out_what_is_not_identifiable(tmp_path, capsys):
    (tmp_path / "a.json").write_text(json.dumps([ring(4, pause=0), ring(9)]))
    assert run(["gf01", "freeze", str(tmp_path / "a.json"), "-o", str(tmp_path / "f"), "-q"]) == 3
    said = capsys.readouterr().err
    assert "not identifiable: 1.00 of its cells respond (0.6 wanted)" in said and "(8 wanted)" in said
    frozen = json.loads((tmp_path / "f" / "freeze.json").read_text())
    assert frozen["figures"]["instances"] == frozen["figures"]["identifiable"] == 1
    assert run(["gf01", "freeze", str(tmp_path / "a.json"), "-o", str(tmp_path / "g"), "--any", "-q"]) == 0
