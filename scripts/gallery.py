"""Generates the gallery of the grid worlds: ``python -m certwright.scripts.gallery docs``.

A page, and for each world frames of the run that ``about.toml`` stores as ``shown``, or for the first change,
in the base world: the first, the last, and others evenly spaced among the steps that changed the picture.
"""

import argparse
from collections import Counter
from collections.abc import Sequence
from html import escape
from itertools import groupby
from pathlib import Path

from ..domains.gridworld.catalog import World, measured, run, world, worlds
from ..domains.gridworld.frames import Grid
from ..domains.gridworld.machine import Machine
from ..domains.gridworld.program import read_program
from ..instances.outputs import write_whole

SHOWN = 6  # frames of a strip
CATEGORIES = {
    "physical": "Physical simulations",
    "emergent": "Emergent systems",
    "multi-agent": "Multi-agent dynamics",
    "abstract-logic": "Abstract logic",
    "game": "Games",
    "tool-use": "Tool use",
}
HEAD = """# The grid worlds

{count} worlds, written in [Autumn](autumn.md), each with what there is to learn in it, its first frame and
frames along a run (the number is the step). Page and pictures are made from the programs by `make gallery`.
**It gives the worlds away**: what stands here is what an agent is to find out. Their sizes are printed by
`certwright list gridworld --stats`; [gridworld.md](gridworld.md) tells what is asked about them.
"""


def files() -> dict[str, str]:
    """The files of the gallery: path below the docs folder, and content."""
    entries = {key: world(key) for key in worlds()}
    pictures = {f"gallery/{key}.svg": strip(frames(entry)) for key, entry in entries.items()}
    return {"gallery.md": page(entries), **pictures}


def frames(entry: World) -> list[tuple[str, Grid]]:
    """The first frame and frames along the stored run, with their steps."""
    change = entry.about.changes[0]
    machine = Machine(read_program(entry.program, file=entry.key), change.rng_seed)
    shown = [(0, machine.frame())]
    for step, action in enumerate(run(entry.about.shown or change.run), 1):
        machine.step(action)
        shown.append((step, machine.frame()))
    different = [next(same) for _, same in groupby(shown, key=lambda caption: caption[1])]
    count = min(SHOWN, len(different))
    places = [round(place * (len(different) - 1) / max(1, count - 1)) for place in range(count)]
    chosen = map(different.__getitem__, places)
    return [(f"step {step}" if step else "at first", frame) for step, frame in chosen]


def page(entries: dict[str, World]) -> str:
    """The page, by category and then by key."""
    parts = [HEAD.format(count=len(entries))]
    for category, title in CATEGORIES.items():
        own = [entry for entry in entries.values() if entry.about.category == category]
        if own:
            parts += [f"## {title}\n", *map(_entry, own)]
    return "\n".join(parts)


def _entry(entry: World) -> str:
    about, lesson = entry.about, " ".join(entry.about.lesson.split())
    sizes, picture = measured(entry.key), f"![{about.title}](gallery/{entry.key}.svg)"
    latent = f"{sizes.latent or 'no'} latent variable{'s' if sizes.latent != 1 else ''}"
    chance = f"{'with' if sizes.stochastic else 'without'} chance"
    said = f"`{entry.key}`, {sizes.grid} x {sizes.grid} cells, {latent}, {chance}."
    return f"### {about.title}\n\n{said}\n\n{lesson}\n\n{picture}\n"


SIDE, GAP, CAPTION = 120, 8, 16  # pixels of a frame's side, between frames, and below them for captions


def strip(frames: Sequence[tuple[str, Grid]]) -> str:
    """Frames side by side, each above its caption."""
    width, height = len(frames) * (SIDE + GAP) - GAP, SIDE + CAPTION
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="11" text-anchor="middle">'
    ]
    for place, (caption, frame) in enumerate(frames):
        left = place * (SIDE + GAP)
        scale = f"{SIDE / len(frame):.6g}"
        parts.append(f'<g transform="translate({left} 0)">')
        parts.append(f'<g transform="scale({scale})" shape-rendering="crispEdges">{_cells(frame)}</g>')
        parts.append(f'<path fill="none" stroke="gray" d="M0 0h{SIDE}v{SIDE}h-{SIDE}z"/>')
        parts.append(f'<text x="{SIDE // 2}" y="{SIDE + 12}" fill="gray">{escape(caption)}</text></g>')
    return "\n".join([*parts, "</svg>", ""])


def path(frame: Grid, colour: str) -> str:
    """The SVG path of the cells of one colour, in units of cells; adjacent cells of a row are merged.

    >>> print(path((("red", "red", "blue"), ("blue", "red", "blue")), "blue"))
    M2 0h1v1h-1zM0 1h1v1h-1zM2 1h1v1h-1z
    """
    rows = []
    for y, row in enumerate(frame):
        x = 0
        for cell, same in groupby(row):
            length = sum(1 for _ in same)
            if cell == colour:
                rows.append(f"M{x} {y}h{length}v1h-{length}z")
            x += length
    return "".join(rows)


def _cells(frame: Grid) -> str:
    counts = Counter(cell for row in frame for cell in row)
    ground = min(counts, key=lambda colour: (-counts[colour], colour))
    size = len(frame)
    drawn = [f'<rect width="{size}" height="{size}" fill="{escape(ground)}"/>']
    others = sorted(counts.keys() - {ground})
    drawn += [f'<path fill="{escape(colour)}" d="{path(frame, colour)}"/>' for colour in others]
    return "".join(drawn)


def main(arguments: list[str] | None = None) -> None:
    """Write the gallery into a folder, and delete pictures of worlds that no longer exist."""
    parser = argparse.ArgumentParser(description="Make the gallery of the grid worlds.")
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args(arguments).folder
    made = files()
    (folder / "gallery").mkdir(parents=True, exist_ok=True)
    for picture in (folder / "gallery").glob("*.svg"):
        if f"gallery/{picture.name}" not in made:
            picture.unlink()
    for name, content in made.items():
        write_whole(folder / name, content)


if __name__ == "__main__":
    main()
