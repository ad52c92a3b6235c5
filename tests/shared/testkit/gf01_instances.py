"""A GF-01 instance of one state and three steps: the output is the first input."""

from certwright.instances.formats.gf01 import read_instance, transition_keys

ROWS = {key: {"next_state": "s0", "output": {"o": int("r=1" in key)}} for key in transition_keys(("r", "q"))}
INSTANCE = read_instance(
    {
        "automaton": {
            "states": ["s0"],
            "initial_state": "s0",
            "input_aps": ["r", "q"],
            "output_aps": ["o"],
            "transitions": {"s0": ROWS},
        },
        "base_trace": [{"r": 0, "q": 0}] * 3,
        "effect_ap": "o",
        "t_star": 1,
        "mode": "hard",
        "window_size": 1,
        "budget_timestep": 2,
        "instance_id": "i1",
    }
)
