"""Texts changed at random, to see that a reader refuses or reads them and does nothing else."""

import random
import re

import pytest

from certwright.instances.errors import CertwrightError

NASTY = (
    "",
    "\0",
    '"',
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "!",
    "0",
    "-1",
    "9" * 30,
    "\n",
    " " * 50,
    "é",
    "\ud7ff",
    ";",
)
COUNTS = [pytest.param(200, id="200"), pytest.param(20_000, id="20000", marks=pytest.mark.long)]


def mutated(text, draw):
    """The text with one to three pieces cut, doubled, moved, or replaced."""
    for _ in range(draw.randint(1, 3)):
        pieces = re.findall(r"\w+|\s+|.", text, re.DOTALL) or [""]
        place, other = draw.randrange(len(pieces)), draw.randrange(len(pieces))
        match draw.randrange(6):
            case 0:
                del pieces[place : place + draw.randint(1, 3)]
            case 1:
                pieces.insert(other, pieces[place])
            case 2:
                pieces[place], pieces[other] = pieces[other], pieces[place]
            case 3:
                pieces[place] = draw.choice(NASTY)
            case 4:
                pieces[place] = draw.choice(NASTY) * draw.randint(1, 400)
            case 5:
                del pieces[place:]
        text = "".join(pieces)
    return text


def survive(read, texts, count):
    """How many mutated texts ``read`` took; all others ended with an error of ours that says something."""
    draw, taken = random.Random(count), 0
    for place in range(count):
        text = mutated(texts[place % len(texts)], draw)
        try:
            read(text)
            taken += 1
        except CertwrightError as error:
            assert str(error).strip()
        except Exception as error:
            raise AssertionError(f"{type(error).__name__}: {error} for {text!r}") from error
    return taken
