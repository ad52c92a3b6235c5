"""Registers and counters: outputs whose next value is a function of the present ones and of the inputs."""

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
    none,
    only,
    register,
)


def delay(steps: int) -> Requirements:
    """The input comes out n steps later."""
    return Requirements(("i",), ("o",), tuple(late("o", steps, "i")))


def shift(count: int) -> Requirements:
    """A shift register with an enabling input."""
    places = names("q", count)
    parts = []
    for place, name in enumerate(places):
        source = "d" if place == 0 else places[place - 1]
        parts += register(name, f"(en & {source}) | (!en & {name})")
    return Requirements(("d", "en"), places, tuple(parts))


def latches(count: int) -> Requirements:
    """Latches that take their inputs while the enabling input is on."""
    data, held = names("d", count), names("q", count)
    parts = []
    for source, name in zip(data, held, strict=True):
        parts += register(name, f"(en & {source}) | (!en & {name})")
    return Requirements((*data, "en"), held, tuple(parts))


def counter(count: int) -> Requirements:
    """A binary counter with a step and a reset."""
    bits = names("b", count)
    parts = []
    for place, name in enumerate(bits):
        carry = both(("inc", *bits[:place]))
        parts += register(name, f"!reset & ({name} xor ({carry}))")
    return Requirements(("inc", "reset"), bits, tuple(parts))


def gray(count: int) -> Requirements:
    """A counter through the Gray code, forwards while ``tick`` and backwards while ``tick`` and ``back``."""
    bits = names("b", count)
    codes = [number ^ number >> 1 for number in range(1 << count)]
    cubes = [
        f"({both(name if code >> place & 1 else f'!{name}' for place, name in enumerate(bits))})"
        for code in codes
    ]
    parts = [cubes[0]]
    for number, cube in enumerate(cubes):
        following, before = cubes[(number + 1) % len(cubes)], cubes[number - 1]
        parts.append(always(f"({cube} & tick & !back) -> X{following}"))
        parts.append(always(f"({cube} & tick & back) -> X{before}"))
        parts.append(always(f"({cube} & !tick) -> X{cube}"))
    return Requirements(("tick", "back"), bits, tuple(parts))


def ring(count: int) -> Requirements:
    """One lamp of n is lit; it moves forwards, backwards or stays."""
    lamps = names("p", count)
    parts = []
    for place, name in enumerate(lamps):
        value = (
            f"(fwd & !bwd & {lamps[place - 1]}) | (bwd & !fwd & {lamps[(place + 1) % count]}) "
            f"| ((fwd <-> bwd) & {name})"
        )
        parts += register(name, value, first=place == 0)
    return Requirements(("fwd", "bwd"), lamps, tuple(parts))


def queue(count: int) -> Requirements:
    """The filling of a queue of n places: ``l`` lamps light up from below."""
    lamps = names("l", count)
    parts = []
    for place, name in enumerate(lamps):
        below = "true" if place == 0 else lamps[place - 1]
        above = "false" if place == count - 1 else lamps[place + 1]
        value = f"(push & !pop & ({name} | {below})) | (pop & !push & {above}) | ((push <-> pop) & {name})"
        parts += register(name, value)
    return Requirements(("push", "pop"), lamps, tuple(parts))


def oldest(count: int) -> Requirements:
    """Which of n pages was used longest ago, by the matrix of who is older than whom."""
    used = names("a", count)
    pairs = {(first, two): f"o{first}{two}" for first, two in combinations(range(count), 2)}
    parts = []
    for (one, two), name in pairs.items():
        parts += register(name, f"(a{two} & !a{one}) | ({name} & !(a{one} & !a{two}))")
    victims = []
    for page in range(count):
        older = [
            pairs[page, other] if page < other else f"!{pairs[other, page]}"
            for other in range(count)
            if other != page
        ]
        victims.append(always(f"v{page} <-> ({both(older)})"))
    return Requirements(used, (*pairs.values(), *names("v", count)), (*parts, *victims))


def token_ring(count: int) -> Requirements:
    """A token goes round; who has it and wants to, sends; it moves on when nothing is sent."""
    wants, token, sends = names("r", count), names("t", count), names("s", count)
    parts = [
        always(f"{send} <-> ({want} & {has})") for want, has, send in zip(wants, token, sends, strict=True)
    ]
    for place, name in enumerate(token):
        before = place - 1
        value = f"({token[before]} & !{sends[before]}) | ({name} & {sends[place]})"
        parts += register(name, value, first=place == 0)
    return Requirements(wants, (*token, *sends), tuple(parts))


def gearbox(count: int) -> Requirements:
    """One gear of n is in; it changes by one while the clutch is pressed."""
    gears = names("k", count)
    parts = [only(gears[0], gears)]
    for place, gear in enumerate(gears):
        higher, lower = gears[min(place + 1, count - 1)], gears[max(place - 1, 0)]
        parts.append(always(f"({gear} & clutch & up & !down) -> X{only(higher, gears)}"))
        parts.append(always(f"({gear} & clutch & down & !up) -> X{only(lower, gears)}"))
        parts.append(always(f"({gear} & (!clutch | (up <-> down))) -> X{only(gear, gears)}"))
    return Requirements(("up", "down", "clutch"), gears, tuple(parts))


def multiplexer(count: int) -> Requirements:
    """The output is the selected input: no memory at all."""
    data = names("d", count)
    chosen = [f"({both((data[place], *_selects(place, count)))})" for place in range(count)]
    selectors = names("s", max(1, (count - 1).bit_length()))
    return Requirements((*data, *selectors), ("o",), (always(f"o <-> {either(chosen)}"),))


def _selects(place: int, count: int) -> tuple[str, ...]:
    width = max(1, (count - 1).bit_length())
    return tuple(f"{'' if place >> bit & 1 else '!'}s{bit}" for bit in range(width))


def lights(count: int) -> Requirements:
    """A running light that waits n steps in the dark after each stop."""
    rest = after(1, none(("on",)))
    quiet = [always(f"(on & X !on) -> {after(step + 1, '!on')}") for step in range(1, count)]
    return Requirements(
        ("start", "stop"),
        ("on",),
        (
            "!on",
            always("on & stop -> X !on"),
            always(f"(!on & !start) -> {rest}"),
            always("(on & !stop) -> X on"),
            *quiet,
            always("G(start & !stop) -> F on"),
        ),
    )


FAMILIES = (
    SpecificationFamily("delay", "the input comes out n steps later", (2, 3, 4, 5, 6, 7), delay),
    SpecificationFamily("shift", "a shift register of n places with an enabling input", (3, 4, 5, 6), shift),
    SpecificationFamily("latches", "n latches with an enabling input", (1, 2, 3, 4), latches),
    SpecificationFamily("counter", "a binary counter of n bits with a reset", (2, 3, 4, 5, 6), counter),
    SpecificationFamily("gray", "a counter of n bits through the Gray code, both ways", (2, 3, 4, 5), gray),
    SpecificationFamily("ring", "one of n lamps is lit and moves both ways", (4, 8, 10), ring),
    SpecificationFamily("queue", "the filling of a queue of n places", (3, 7, 9), queue),
    SpecificationFamily("oldest", "which of n pages was used longest ago", (3, 4), oldest),
    SpecificationFamily("token_ring", "a token goes round n stations", (3, 4), token_ring),
    SpecificationFamily("gearbox", "n gears and a clutch", (4, 8), gearbox),
    SpecificationFamily("multiplexer", "one of n inputs is passed on", (2, 4), multiplexer),
    SpecificationFamily("running_light", "a light that rests n steps after each stop", (3, 5, 8), lights),
)
