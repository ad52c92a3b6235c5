"""The world that ``certwright autumn new`` writes: small, complete, and meant to be changed."""

from __future__ import annotations

import re
from pathlib import Path

from ...instances.errors import RecordError
from ...instances.outputs import write_whole

PROGRAM = """(program
  ; the grid is square; colours are the names of CSS
  (= GRID_SIZE 8)
  (= background "black")

  ; a kind of thing: its fields, then its cells about its place
  (object Walker (Cell 0 0 "gold"))
  (object Lamp (: lit Bool) (Cell 0 0 (if lit then "yellow" else "gray")))

  ; a variable: its first value, and what it is before each step
  (= walker (initnext (Walker (Position 0 0)) (prev walker)))
  (= lamps (initnext (list (Lamp false (Position 2 5)) (Lamp false (Position 6 2))) (prev lamps)))
{latent}
  ; rules: what happens when something is pressed, clicked or true
  (on left (= walker (moveLeftNoCollision walker)))
  (on right (= walker ({right} walker)))
  (on up (= walker (moveUpNoCollision walker)))
  (on down (= walker (moveDownNoCollision walker)))
  (on (clicked lamps) (= lamps (updateObj lamps
    (--> lamp (updateObj lamp "lit" (! (.. lamp lit)))) (--> lamp (clicked lamp))))){guard})
"""
LATENT = "  (= full (initnext false (prev full)))\n"
GUARD = """
  ; the change: from the step after both lamps were lit at once, right does what left does
  (on (== (length (filter (--> lamp (.. lamp lit)) lamps)) 2) (= full true))"""
ABOUT = """# What is said of the world. Every line may go: each has a default.
title = "{title}"
lesson = "The arrows move the walker round the lamps; a click on a lamp lights it or puts it out."

# A changed world for the questions about changes: each file changed_N.sexp is one.
[[changes]]
file = "changed_1.sexp"
rule = "right moves the walker to the right"
guard = "both lamps have been lit at once"
mutation = "right moves the walker to the left"
fires = "full"
run = "right*3, click 2 5, click 6 2, noop, right"
differs = 7
"""
_RIGHT = "(if full then (moveLeftNoCollision walker) else (moveRightNoCollision walker))"


def files(title: str) -> dict[str, str]:
    """The files of the world by name."""
    program = PROGRAM.format(latent="", right="moveRightNoCollision", guard="")
    changed = PROGRAM.format(latent=LATENT, right="moveRightNoCollision", guard=GUARD)
    changed = changed.replace("(moveRightNoCollision walker)))", f"{_RIGHT}))")
    return {"program.sexp": program, "changed_1.sexp": changed, "about.toml": ABOUT.format(title=title)}


def write(folder: Path) -> None:
    """Write the world into a folder that is not there yet; RecordError otherwise, or for a strange name."""
    if folder.exists():
        raise RecordError("exists already; name a new folder", file=str(folder))
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]{0,60}", folder.name):
        raise RecordError("a world is named by letters, digits, _ and -", file=str(folder))
    folder.mkdir(parents=True)
    for name, text in files(folder.name.replace("_", " ").capitalize()).items():
        write_whole(folder / name, text)
