"""Small questions about grid worlds, one of each kind."""

from certwright.domains.gridworld.actions import Action
from certwright.domains.gridworld.frames import boxed, drawn, hidden, patch
from certwright.domains.gridworld.machine import Machine
from certwright.instances.canonical import seal
from certwright.instances.records import Instance, Prompt
from testkit.small_worlds import CHANGED_WALK, FLY, WALK, program


def question(task, text, query):
    return seal(
        Instance(
            id="",
            family="gridworld",
            task=task,
            form="episode",
            domain="small",
            world={"kind": "autumn", "program": text},
            query={"rng_seed": 0, **query},
            prompt=Prompt(question=task),
        )
    )


def goal(size, **cells):
    rows = [["?"] * size for _ in range(size)]
    palette = sorted(cells)
    for colour, (x, y) in cells.items():
        rows[y][x] = str(palette.index(colour))
    return {"pictures": {"palette": palette, "frames": [["".join(row) for row in rows]]}, "budget": 50}


def masked(text, actions, box, wrong):
    machine = Machine(program(text))
    frames = [tuple(map(tuple, machine.frame()))]
    for action in actions:
        machine.step(Action.parse(action))
        frames.append(tuple(map(tuple, machine.frame())))
    right = patch(frames[-1], box)
    options = [*wrong, right]
    shown = [*frames[:-1], hidden(frames[-1], boxed(box))]
    palette = sorted({cell for part in [*shown, *options] for row in part for cell in row if cell})
    return {
        "actions": actions,
        "pictures": {"palette": palette, "frames": [drawn(frame, palette) for frame in shown]},
        "masked": 1,
        "box": list(box),
        "options": [drawn(option, palette) for option in options],
    }


QUESTIONS = {
    "plan": question("planning", WALK, goal(4, red=(1, 3), lime=(3, 0))),
    "sure plan": question("planning", FLY, goal(4, green=(1, 3))),
    "change": question("change", WALK, {"changed": CHANGED_WALK}),
    "masked": question(
        "mfp",
        WALK,
        masked(WALK, ["right", "down", "down"], (0, 1, 2, 2), [(("black", "red"), ("black", "black"))]),
    ),
    "masked by chance": question(
        "mfp",
        FLY,
        masked(FLY, ["noop", "down"], (0, 1, 4, 2), [(("gray",) * 4, ("green",) * 4)]),
    ),
}


def _by_chance(seed):
    return question("planning", FLY, {**goal(4, green=(2, 3)), "rng_seed": seed})


BY_CHANCE = {"luck": _by_chance(5), "drawn": _by_chance(3)}
"""Goals that no policy is sure of: a plan that may succeed, and one for this seed's draws alone."""
