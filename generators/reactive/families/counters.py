"""Registers, counters and recognisers: outputs that are functions of what the inputs have done so far."""

from collections.abc import Sequence
from itertools import combinations

from .specification import (
    Requirements,
    after,
    always,
    both,
    either,
    late,
    moves,
    names,
    only,
    registers,
    specified,
    throughout,
    within,
)


@specified(2, 3, 4, 5, 6, 7)
def delay(steps: int) -> Requirements:
    """The input comes out n steps later."""
    return Requirements(("i",), ("o",), tuple(late("o", steps, "i")))


@specified(3, 4, 5, 6)
def shift(count: int) -> Requirements:
    """A shift register of n places with an enabling input."""
    places = names("q", count)
    return Requirements(("d", "en"), places, registers(_enabled(("d", *places[:-1]), places)))


@specified(1, 2, 3, 4)
def latches(count: int) -> Requirements:
    """N latches with an enabling input."""
    data, held = names("d", count), names("q", count)
    return Requirements((*data, "en"), held, registers(_enabled(data, held)))


def _enabled(sources: Sequence[str], places: Sequence[str]) -> dict[str, str]:
    return {name: f"(en & {source}) | (!en & {name})" for source, name in zip(sources, places, strict=True)}


@specified(2, 3, 4, 5, 6)
def counter(count: int) -> Requirements:
    """A binary counter of n bits with a reset."""
    bits = names("b", count)
    carries = {name: both(("inc", *bits[:place])) for place, name in enumerate(bits)}
    values = {name: f"!reset & ({name} xor ({carry}))" for name, carry in carries.items()}
    return Requirements(("inc", "reset"), bits, registers(values))


@specified(2, 3, 4, 5)
def gray(count: int) -> Requirements:
    """A counter of n bits through the Gray code, both ways."""
    bits = names("b", count)
    codes = [number ^ number >> 1 for number in range(1 << count)]
    cubes = [f"({both(bit if code >> k & 1 else f'!{bit}' for k, bit in enumerate(bits))})" for code in codes]
    ways = (("tick & !back", 1), ("tick & back", -1), ("!tick", 0))
    turns = [
        always(f"({cube} & {when}) -> X{cubes[(number + way) % len(cubes)]}")
        for number, cube in enumerate(cubes)
        for when, way in ways
    ]
    return Requirements(("tick", "back"), bits, (cubes[0], *turns))


@specified(4, 8, 10)
def ring(count: int) -> Requirements:
    """One of n lamps is lit and moves both ways."""
    lamps = names("p", count)
    values = {
        name: f"(fwd & !bwd & {lamps[place - 1]}) | (bwd & !fwd & {lamps[(place + 1) % count]}) "
        f"| ((fwd <-> bwd) & {name})"
        for place, name in enumerate(lamps)
    }
    return Requirements(("fwd", "bwd"), lamps, registers(values, on=lamps[0]))


@specified(3, 7, 9)
def queue(count: int) -> Requirements:
    """The filling of a queue of n places."""
    lamps = names("l", count)
    values = {
        name: f"(push & !pop & ({name} | {below})) | (pop & !push & {above}) | ((push <-> pop) & {name})"
        for below, name, above in zip(("true", *lamps[:-1]), lamps, (*lamps[1:], "false"), strict=True)
    }
    return Requirements(("push", "pop"), lamps, registers(values))


@specified(3, 4)
def oldest(count: int) -> Requirements:
    """Which of n pages was used longest ago."""
    used = names("a", count)
    pairs = {(first, two): f"o{first}{two}" for first, two in combinations(range(count), 2)}
    values = {bit: f"(a{two} & !a{one}) | ({bit} & !(a{one} & !a{two}))" for (one, two), bit in pairs.items()}
    victims = []
    for page in range(count):
        others = [other for other in range(count) if other != page]
        older = [pairs[page, other] if page < other else f"!{pairs[other, page]}" for other in others]
        victims.append(always(f"v{page} <-> ({both(older)})"))
    return Requirements(used, (*pairs.values(), *names("v", count)), (*registers(values), *victims))


@specified(3, 4)
def token_ring(count: int) -> Requirements:
    """A token goes round n stations."""
    wants, token, sends = names("r", count), names("t", count), names("s", count)
    parts = [always(f"{s} <-> ({r} & {t})") for r, t, s in zip(wants, token, sends, strict=True)]
    values = {t: f"({token[k - 1]} & !{sends[k - 1]}) | ({t} & {sends[k]})" for k, t in enumerate(token)}
    return Requirements(wants, (*token, *sends), (*parts, *registers(values, on=token[0])))


@specified(4, 8)
def gearbox(count: int) -> Requirements:
    """N gears and a clutch."""
    gears = names("k", count)
    changes = moves(gears, "clutch & up & !down", "clutch & down & !up", "(!clutch | (up <-> down))")
    return Requirements(("up", "down", "clutch"), gears, (only(gears[0], gears), *changes))


@specified(2, 4)
def multiplexer(count: int) -> Requirements:
    """One of n inputs is passed on."""
    data, selectors = names("d", count), names("s", max(1, (count - 1).bit_length()))
    chosen = []
    for place, source in enumerate(data):
        signs = ["" if place >> bit & 1 else "!" for bit in range(len(selectors))]
        chosen.append(f"({both((source, *map(''.join, zip(signs, selectors, strict=True))))})")
    return Requirements((*data, *selectors), ("o",), (always(f"o <-> {either(chosen)}"),))


@specified(3, 5, 8)
def running_light(count: int) -> Requirements:
    """A light that rests n steps after each stop."""
    quiet = [always(f"(on & X !on) -> {after(step + 1, '!on')}") for step in range(1, count)]
    rules = map(always, ("on & stop -> X !on", "(!on & !start) -> X((!on))", "(on & !stop) -> X on"))
    some_time = always("G(start & !stop) -> F on")
    return Requirements(("start", "stop"), ("on",), ("!on", *rules, *quiet, some_time))


CODE = "1101001110"  # the code of the lock, its first places; no shorter repetition makes it easy


@specified(2, 3, 4, 5)
def collector(count: int) -> Requirements:
    """Signals that all of n inputs have been seen."""
    inputs, seen = names("a", count), names("s", count)
    values = {name: f"!done & ({name} | {source})" for source, name in zip(inputs, seen, strict=True)}
    return Requirements(inputs, (*seen, "done"), (always(f"done <-> ({both(seen)})"), *registers(values)))


@specified(2, 4, 6)
def detector(count: int) -> Requirements:
    """Is on infinitely often exactly when all of n inputs are."""
    inputs = names("a", count)
    often = both(f"G F {name}" for name in inputs)
    return Requirements(inputs, ("o",), (f"(({often}) <-> G F o)",))


@specified(3, 5, 8, 10)
def lock(count: int) -> Requirements:
    """Opens after a code of n bits."""
    code = both(after(step, "x" if digit == "1" else "!x") for step, digit in enumerate(CODE[:count]))
    return Requirements(("x",), ("open",), tuple(late("open", count, code)))


@specified(3, 6, 8)
def keypad(count: int) -> Requirements:
    """Opens after a code of n pairs of keys."""
    digits = ("x & !y", "y & !x", "x & y")
    code = both(after(step, f"({digits[step % 3]})") for step in range(count))
    return Requirements(("x", "y"), ("open",), tuple(late("open", count, code)))


@specified(4, 8, 12)
def watchdog(count: int) -> Requirements:
    """An alarm after n steps without a kick."""
    return Requirements(("kick",), ("alarm",), tuple(late("alarm", count, throughout(count, "!kick"))))


@specified(4, 8, 12)
def stretcher(count: int) -> Requirements:
    """A pulse lasts n steps."""
    begin = ["!o", *(f"({after(step, 'o')} <-> ({within(step, 'i')}))" for step in range(1, count))]
    return Requirements(("i",), ("o",), (*begin, always(f"{after(count, 'o')} <-> ({within(count, 'i')})")))


@specified(3, 5, 7)
def debouncer(count: int) -> Requirements:
    """Follows an input that was steady for n steps."""
    up, down = throughout(count, "i"), throughout(count, "!i")
    silent = [after(step, "!o") for step in range(count)]
    follow = always(f"{after(count, 'o')} <-> ({up} | ({after(count - 1, 'o')} & !{down}))")
    return Requirements(("i",), ("o",), (*silent, follow))


@specified(3, 5)
def majority(count: int) -> Requirements:
    """The majority of the last n steps."""
    halves = combinations(range(count), count // 2 + 1)
    most = either(f"({both(after(step, 'i') for step in chosen)})" for chosen in halves)
    return Requirements(("i",), ("o",), tuple(late("o", count, most)))


@specified(3, 5, 7)
def comparator(count: int) -> Requirements:
    """Compares two inputs over n steps."""
    same, other = throughout(count, "(x <-> y)"), throughout(count, "(x xor y)")
    return Requirements(("x", "y"), ("eq", "ne"), (*late("eq", count, same), *late("ne", count, other)))


@specified(1, 2, 3)
def alarm(count: int) -> Requirements:
    """An alarm system of n zones."""
    zones, lamps = names("z", count), names("l", count)
    values = {"armed": "(arm | armed) & !off"}
    values |= {lamp: f"!off & ({lamp} | (armed & {zone}))" for zone, lamp in zip(zones, lamps, strict=True)}
    return Requirements(("arm", "off", *zones), ("armed", *lamps), registers(values))
