"""The data of time travel's page: an agent's scene, parsed into parts that can be drawn.

Only instructions, tools, observation and history are used, so a page shows exactly what an agent receives.
"""

import re
from collections.abc import Iterable, Iterator

from ...instances.outputs import counted
from ...instances.records import Instance, Json, Verdict
from ..agents.agent import Scene

_HEADER = re.compile(r"Turn (\d+) of (\d+); valid actions so far: (\d+)\.")
_EPOCHS = re.compile(r"^Epochs, in the order of time: (.*?)\. Characters: (.*?)\.$", re.MULTILINE)
_ARGUMENTS = re.compile(r"\(([^()]*)\)")
_GOAL = re.compile(r"(.*) is (TRUE|FALSE)")
_LEFT = re.compile(r"(.*): (-?\d+) valid actions remaining")
_WINDOW = re.compile(r"\(TTL: (\d+) valid actions\)")


def view(scene: Scene, whole: bool) -> Json:
    """The board, the goal, countdowns, the causal log; with ``whole`` also what never changes."""
    parts = sections(scene.observation)
    header = _HEADER.match(scene.observation)
    turn, budget, valid = (int(part) for part in header.groups()) if header else (0, 0, 0)
    seen: Json = {
        "turn": turn,
        "budget": budget,
        "valid": valid,
        "facts": list(facts(parts.get("State", []))),
        "sentences": parts.get("In words", []),
        "goal": [[hit[1], hit[2] == "TRUE"] for hit in map(_GOAL.match, parts.get("Goal", [])) if hit],
        "left": [[match[1], int(match[2])] for match in map(_LEFT.match, parts.get("Decay", [])) if match],
        "log": parts.get("Causal log", []),
    }
    return {**seen, **_fixed(scene)} if whole else seen


def _fixed(scene: Scene) -> Json:
    parts = sections(scene.instructions)
    named = _EPOCHS.search(scene.instructions)
    rules = [lines for head, lines in parts.items() if head.startswith("Causal effects")]
    paragraphs = scene.instructions.split("\n\n")
    window = _WINDOW.search(scene.instructions)
    return {
        "story": paragraphs[0],
        "epochs": named[1].split(", ") if named else [],
        "characters": named[2].split(", ") if named else [],
        "fixed": list(facts(parts.get("Facts that never change", []))),
        "fixed_sentences": parts.get("The same in words", []),
        "rules": rules[0] if rules else [],
        "decay": next((paragraph for paragraph in paragraphs if paragraph.startswith("Temporal decay:")), ""),
        "window": int(window[1]) if window else 0,
    }


def sections(text: str) -> dict[str, list[str]]:
    """The lines below each heading of a text in which headings end with a colon and lines begin with ``- ``.

    >>> sections("Turn 1\\nState:\\n- at: (ann, park)\\n- lit: none\\nGoal:\\n- lit is FALSE")
    {'State': ['at: (ann, park)', 'lit: none'], 'Goal': ['lit is FALSE']}
    """
    parts: dict[str, list[str]] = {}
    head = ""
    for line in text.splitlines():
        if line.startswith("- "):
            parts.setdefault(head, []).append(line[2:])
        elif line.endswith(":"):
            head = line[:-1]
    return parts


def facts(lines: Iterable[str]) -> Iterator[list[object]]:
    """The facts of lines that group them by predicate, as ``[predicate, [argument, ...]]``.

    >>> list(facts(["at: (ann, park) (bob, vault)", "lit: none", "aligned: TRUE"]))
    [['at', ['ann', 'park']], ['at', ['bob', 'vault']], ['lit', None], ['aligned', []]]
    """
    for line in lines:
        name, _, listed = line.partition(": ")
        if listed == "TRUE":
            yield [name, []]
        elif listed == "none":
            yield [name, None]
        else:
            yield from ([name, arguments.split(", ")] for arguments in _ARGUMENTS.findall(listed))


def announced(question: Instance, number: int) -> str:
    """The title of a level before it is played."""
    named = _named(question)
    return named if named.lower() != question.domain else f"{named} {number or ''}".rstrip()


def title(question: Instance) -> str:
    """The level's title and number."""
    return f"{_named(question)}, level {question.level}"


def _named(question: Instance) -> str:
    """The title at the beginning of the instructions; generated levels have that of their scenario."""
    about = question.world.get("level")
    return str(about.get("title", "")) if isinstance(about, dict) else ""


def ending(question: Instance, verdict: Verdict) -> list[str]:
    """The optimum, and how far the run came."""
    truth, figures = question.truth or {}, verdict.metadata
    valid = figures.get("world_valid_steps", 0)
    said = [f"You took {counted(figures.get('total_steps', 0), 'turn')}, {valid} of them valid."]
    if truth.get("length") is not None:
        said.append(f"The shortest way takes {counted(truth['length'], 'action')}.")
    if total := figures.get("milestones_total"):
        said.append(f"{figures.get('milestones_reached', 0)} of {total} milestones were reached.")
    return said
