"""Recognisers: an output tells what the inputs have done over the last steps, or again and again."""

from __future__ import annotations

from itertools import combinations

from .specification import (
    Requirements,
    SpecificationFamily,
    after,
    always,
    both,
    either,
    late,
    names,
    register,
    throughout,
    within,
)

CODE = "1101001110"
"""The code of the lock, its first places; no shorter repetition makes it easy."""


def collector(count: int) -> Requirements:
    """``done`` once every input has been seen since the last ``done``."""
    inputs, seen = names("a", count), names("s", count)
    parts = [always(f"done <-> ({both(seen)})")]
    for source, name in zip(inputs, seen, strict=True):
        parts += register(name, f"!done & ({name} | {source})")
    return Requirements(inputs, (*seen, "done"), tuple(parts))


def detector(count: int) -> Requirements:
    """The output is on infinitely often exactly when every input is."""
    inputs = names("a", count)
    often = both(f"G F {name}" for name in inputs)
    return Requirements(inputs, ("o",), (f"(({often}) <-> G F o)",))


def lock(count: int) -> Requirements:
    """``open`` when the last n steps were the code."""
    code = both(after(step, "x" if digit == "1" else "!x") for step, digit in enumerate(CODE[:count]))
    return Requirements(("x",), ("open",), tuple(late("open", count, code)))


def keypad(count: int) -> Requirements:
    """As the lock, with two keys: the code alternates between them and between both."""
    digits = ("x & !y", "y & !x", "x & y")
    code = both(after(step, f"({digits[step % 3]})") for step in range(count))
    return Requirements(("x", "y"), ("open",), tuple(late("open", count, code)))


def watchdog(count: int) -> Requirements:
    """``alarm`` when there was no kick for n steps."""
    return Requirements(("kick",), ("alarm",), tuple(late("alarm", count, throughout(count, "!kick"))))


def stretcher(count: int) -> Requirements:
    """A pulse is stretched to n steps."""
    begin = ["!o", *(f"({after(step, 'o')} <-> ({within(step, 'i')}))" for step in range(1, count))]
    follow = always(f"{after(count, 'o')} <-> ({within(count, 'i')})")
    return Requirements(("i",), ("o",), (*begin, follow))


def debouncer(count: int) -> Requirements:
    """The output follows the input once it was the same for n steps."""
    up, down = throughout(count, "i"), throughout(count, "!i")
    silent = [after(step, "!o") for step in range(count)]
    follow = always(f"{after(count, 'o')} <-> ({up} | ({after(count - 1, 'o')} & !{down}))")
    return Requirements(("i",), ("o",), (*silent, follow))


def majority(count: int) -> Requirements:
    """Whether the input was on in more than half of the last n steps."""
    most = either(
        f"({both(after(step, 'i') for step in chosen)})"
        for chosen in combinations(range(count), count // 2 + 1)
    )
    return Requirements(("i",), ("o",), tuple(late("o", count, most)))


def comparator(count: int) -> Requirements:
    """Whether two inputs were equal in each of the last n steps, and whether in none."""
    same, other = throughout(count, "(x <-> y)"), throughout(count, "(x xor y)")
    return Requirements(("x", "y"), ("eq", "ne"), (*late("eq", count, same), *late("ne", count, other)))


def alarm(count: int) -> Requirements:
    """n zones: a sensor sets off its lamp while the alarm is armed; disarming puts all out."""
    zones, lamps = names("z", count), names("l", count)
    parts = register("armed", "(arm | armed) & !off")
    for zone, lamp in zip(zones, lamps, strict=True):
        parts += register(lamp, f"!off & ({lamp} | (armed & {zone}))")
    return Requirements(("arm", "off", *zones), ("armed", *lamps), tuple(parts))


FAMILIES = (
    SpecificationFamily("collector", "signals that all of n inputs have been seen", (2, 3, 4, 5), collector),
    SpecificationFamily(
        "detector", "is on infinitely often exactly when all of n inputs are", (2, 4, 6), detector
    ),
    SpecificationFamily("lock", "opens after a code of n bits", (3, 5, 8, 10), lock),
    SpecificationFamily("keypad", "opens after a code of n pairs of keys", (3, 6, 8), keypad),
    SpecificationFamily("watchdog", "an alarm after n steps without a kick", (4, 8, 12), watchdog),
    SpecificationFamily("stretcher", "a pulse lasts n steps", (4, 8, 12), stretcher),
    SpecificationFamily("debouncer", "follows an input that was steady for n steps", (3, 5, 7), debouncer),
    SpecificationFamily("majority", "the majority of the last n steps", (3, 5), majority),
    SpecificationFamily("comparator", "compares two inputs over n steps", (3, 5, 7), comparator),
    SpecificationFamily("alarm", "an alarm system of n zones", (1, 2, 3), alarm),
)
