"""Arbiters: clients ask for a resource that only one may hold at a time."""

from __future__ import annotations

from .specification import (
    Requirements,
    SpecificationFamily,
    always,
    both,
    mutex,
    names,
    none,
    responds,
    within,
)


def simple(count: int) -> Requirements:
    """Mutual exclusion, and every request is granted some time."""
    requests, given = names("r", count), names("g", count)
    return Requirements(requests, given, (mutex(given), *map(responds, requests, given)))


def full(count: int) -> Requirements:
    """As simple, and no grant without a request, nor for ever after the last one."""
    requests, given = names("r", count), names("g", count)
    clean = []
    for request, grant in zip(requests, given, strict=True):
        clean += [
            f"({request} R !{grant})",
            always(f"({grant} & G !{request}) -> F !{grant}"),
            always(f"({grant} & X(!{request} & !{grant})) -> X({request} R !{grant})"),
        ]
    return Requirements(requests, given, (mutex(given), *map(responds, requests, given), *clean))


def prioritised(count: int) -> Requirements:
    """A master whose request is served before any other grant; it pauses again and again."""
    requests, given = names("r", count), names("g", count)
    urgent = always(f"rm -> X({none(given)} U gm)")
    guarantees = (mutex((*given, "gm")), urgent, *map(responds, requests, given))
    return Requirements((*requests, "rm"), (*given, "gm"), guarantees, ("G F !rm",))


def round_robin(count: int) -> Requirements:
    """Who has been served while another waits is not served again before that other."""
    requests, given = names("r", count), names("g", count)
    turns = [
        always(f"({given[first]} & {requests[two]} & !{given[two]}) -> X(!{given[first]} W {given[two]})")
        for first in range(count)
        for two in range(count)
        if first != two
    ]
    return Requirements(requests, given, (mutex(given), *map(responds, requests, given), *turns))


def bounded(count: int) -> Requirements:
    """Every request is granted within n steps."""
    requests, given = names("r", count), names("g", count)
    prompt = [
        always(f"{request} -> ({within(count, grant)})")
        for request, grant in zip(requests, given, strict=True)
    ]
    return Requirements(requests, given, (mutex(given), *prompt))


def load_balancer(count: int) -> Requirements:
    """Jobs go to a worker only while it is idle, which it is again and again; job 0 goes first."""
    requests, given = names("r", count), names("g", count)
    first = always(f"(r0 & X r0) -> {both(f'X !{grant}' for grant in given[1:])}")
    idle = always(f"!idle -> {none(given)}")
    guarantees = (mutex(given), idle, first, *map(responds, requests[1:], given[1:]))
    return Requirements((*requests, "idle"), given, guarantees, ("G F(idle & !r0)",))


def philosophers(count: int) -> Requirements:
    """A ring of philosophers: neighbours do not eat at once, nobody eats unasked, all hungry ones do."""
    hungry, eating = names("h", count), names("e", count)
    apart = [always(f"!({eating[seat]} & {eating[(seat + 1) % count]})") for seat in range(count)]
    modest = [f"(!{eats} W {wants})" for wants, eats in zip(hungry, eating, strict=True)]
    return Requirements(hungry, eating, (*apart, *modest, *map(responds, hungry, eating)))


def readers_writer(count: int) -> Requirements:
    """Readers share, the writer excludes them; everyone is served, nobody before the first request."""
    requests, given = names("r", count), names("g", count)
    alone = always(f"gw -> {none(given)}")
    modest = [
        f"(!{grant} W {request})" for request, grant in zip((*requests, "w"), (*given, "gw"), strict=True)
    ]
    served = map(responds, (*requests, "w"), (*given, "gw"))
    return Requirements((*requests, "w"), (*given, "gw"), (alone, *modest, *served))


FAMILIES = (
    SpecificationFamily(
        "simple_arbiter", "n clients share a resource; every request is granted", (2, 3, 4, 5), simple
    ),
    SpecificationFamily(
        "full_arbiter", "like the simple arbiter, but only requested grants", (2, 3, 4), full
    ),
    SpecificationFamily(
        "prioritised_arbiter", "n clients and a master that goes first", (1, 2, 3), prioritised
    ),
    SpecificationFamily(
        "round_robin", "n clients each served before another is served twice", (2, 3), round_robin
    ),
    SpecificationFamily("bounded_arbiter", "n clients, each served within n steps", (3, 4), bounded),
    SpecificationFamily(
        "load_balancer", "n kinds of jobs for a worker that must be idle", (2, 3, 4), load_balancer
    ),
    SpecificationFamily("philosophers", "n philosophers around a table", (3, 4), philosophers),
    SpecificationFamily("readers_writer", "n readers and a writer", (1, 2, 3), readers_writer),
)
