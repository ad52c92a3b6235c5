"""Recognisers: an output tells what the inputs have done over the last steps, or again and again."""

from __future__ import annotations

from itertools import combinations

from .specification import (
    Family,
    Specification,
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


def collector(count: int) -> Specification:
    """``done`` once every input has been seen since the last ``done``."""
    inputs, seen = names("a", count), names("s", count)
    parts = [always(f"done <-> ({both(seen)})")]
    for source, name in zip(inputs, seen, strict=True):
        parts += register(name, f"!done & ({name} | {source})")
    return Specification(inputs, (*seen, "done"), tuple(parts))


def detector(count: int) -> Specification:
    """The output is on infinitely often exactly when every input is."""
    inputs = names("a", count)
    often = both(f"G F {name}" for name in inputs)
    return Specification(inputs, ("o",), (f"(({often}) <-> G F o)",))


def lock(count: int) -> Specification:
    """``open`` when the last n steps were the code."""
    code = both(after(step, "x" if digit == "1" else "!x") for step, digit in enumerate(CODE[:count]))
    return Specification(("x",), ("open",), tuple(late("open", count, code)))


def keypad(count: int) -> Specification:
    """As the lock, with two keys: the code alternates between them and between both."""
    digits = ("x & !y", "y & !x", "x & y")
    code = both(after(step, f"({digits[step % 3]})") for step in range(count))
    return Specification(("x", "y"), ("open",), tuple(late("open", count, code)))


def watchdog(count: int) -> Specification:
    """``alarm`` when there was no kick for n steps."""
    return Specification(("kick",), ("alarm",), tuple(late("alarm", count, throughout(count, "!kick"))))


def stretcher(count: int) -> Specification:
    """A pulse is stretched to n steps."""
    begin = ["!o", *(f"({after(step, 'o')} <-> ({within(step, 'i')}))" for step in range(1, count))]
    follow = always(f"{after(count, 'o')} <-> ({within(count, 'i')})")
    return Specification(("i",), ("o",), (*begin, follow))


def debouncer(count: int) -> Specification:
    """The output follows the input once it was the same for n steps."""
    up, down = throughout(count, "i"), throughout(count, "!i")
    silent = [after(step, "!o") for step in range(count)]
    follow = always(f"{after(count, 'o')} <-> ({up} | ({after(count - 1, 'o')} & !{down}))")
    return Specification(("i",), ("o",), (*silent, follow))


def majority(count: int) -> Specification:
    """Whether the input was on in more than half of the last n steps."""
    most = either(
        f"({both(after(step, 'i') for step in chosen)})"
        for chosen in combinations(range(count), count // 2 + 1)
    )
    return Specification(("i",), ("o",), tuple(late("o", count, most)))


def comparator(count: int) -> Specification:
    """Whether two inputs were equal in each of the last n steps, and whether in none."""
    same, other = throughout(count, "(x <-> y)"), throughout(count, "(x xor y)")
    return Specification(("x", "y"), ("eq", "ne"), (*late("eq", count, same), *late("ne", count, other)))


def alarm(count: int) -> Specification:
    """n zones: a sensor sets off its lamp while the alarm is armed; disarming puts all out."""
    zones, lamps = names("z", count), names("l", count)
    parts = register("armed", "(arm | armed) & !off")
    for zone, lamp in zip(zones, lamps, strict=True):
        parts += register(lamp, f"!off & ({lamp} | (armed & {zone}))")
    return Specification(("arm", "off", *zones), ("armed", *lamps), tuple(parts))


FAMILIES = (
    Family("collector", "signals that all of n inputs have been seen", (2, 3, 4, 5), collector),
    Family("detector", "is on infinitely often exactly when all of n inputs are", (2, 4, 6), detector),
    Family("lock", "opens after a code of n bits", (3, 5, 8, 10), lock),
    Family("keypad", "opens after a code of n pairs of keys", (3, 6, 8), keypad),
    Family("watchdog", "an alarm after n steps without a kick", (4, 8, 12), watchdog),
    Family("stretcher", "a pulse lasts n steps", (4, 8, 12), stretcher),
    Family("debouncer", "follows an input that was steady for n steps", (3, 5, 7), debouncer),
    Family("majority", "the majority of the last n steps", (3, 5), majority),
    Family("comparator", "compares two inputs over n steps", (3, 5, 7), comparator),
    Family("alarm", "an alarm system of n zones", (1, 2, 3), alarm),
)
