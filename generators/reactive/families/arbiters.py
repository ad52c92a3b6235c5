"""Arbiters: clients ask for a resource that only one may hold at a time."""

from .specification import Requirements, always, both, mutex, names, none, responds, specified, within


@specified(2, 3, 4, 5)
def simple_arbiter(count: int) -> Requirements:
    """N clients share a resource; every request is granted."""
    requests, given = names("r", count), names("g", count)
    return Requirements(requests, given, (mutex(given), *map(responds, requests, given)))


@specified(2, 3, 4)
def full_arbiter(count: int) -> Requirements:
    """Like the simple arbiter, but only requested grants."""
    requests, given = names("r", count), names("g", count)
    clean = []
    for request, grant in zip(requests, given, strict=True):
        clean += [
            f"({request} R !{grant})",
            always(f"({grant} & G !{request}) -> F !{grant}"),
            always(f"({grant} & X(!{request} & !{grant})) -> X({request} R !{grant})"),
        ]
    return Requirements(requests, given, (mutex(given), *map(responds, requests, given), *clean))


@specified(1, 2, 3)
def prioritised_arbiter(count: int) -> Requirements:
    """N clients and a master that goes first."""
    requests, given = names("r", count), names("g", count)
    urgent = always(f"rm -> X({none(given)} U gm)")
    guarantees = (mutex((*given, "gm")), urgent, *map(responds, requests, given))
    return Requirements((*requests, "rm"), (*given, "gm"), guarantees, ("G F !rm",))


@specified(2, 3)
def round_robin(count: int) -> Requirements:
    """N clients each served before another is served twice."""
    requests, given = names("r", count), names("g", count)
    turns = [
        always(f"({given[first]} & {requests[two]} & !{given[two]}) -> X(!{given[first]} W {given[two]})")
        for first in range(count)
        for two in range(count)
        if first != two
    ]
    return Requirements(requests, given, (mutex(given), *map(responds, requests, given), *turns))


@specified(3, 4)
def bounded_arbiter(count: int) -> Requirements:
    """N clients, each served within n steps."""
    requests, given = names("r", count), names("g", count)
    prompt = [always(f"{r} -> ({within(count, g)})") for r, g in zip(requests, given, strict=True)]
    return Requirements(requests, given, (mutex(given), *prompt))


@specified(2, 3, 4)
def load_balancer(count: int) -> Requirements:
    """N kinds of jobs for a worker that must be idle."""
    requests, given = names("r", count), names("g", count)
    first = always(f"(r0 & X r0) -> {both(f'X !{grant}' for grant in given[1:])}")
    idle = always(f"!idle -> {none(given)}")
    guarantees = (mutex(given), idle, first, *map(responds, requests[1:], given[1:]))
    return Requirements((*requests, "idle"), given, guarantees, ("G F(idle & !r0)",))


@specified(3, 4)
def philosophers(count: int) -> Requirements:
    """N philosophers around a table."""
    hungry, eating = names("h", count), names("e", count)
    apart = [always(f"!({eating[seat]} & {eating[(seat + 1) % count]})") for seat in range(count)]
    modest = [f"(!{eats} W {wants})" for wants, eats in zip(hungry, eating, strict=True)]
    return Requirements(hungry, eating, (*apart, *modest, *map(responds, hungry, eating)))


@specified(1, 2, 3)
def readers_writer(count: int) -> Requirements:
    """N readers and a writer."""
    requests, given = names("r", count), names("g", count)
    alone = always(f"gw -> {none(given)}")
    modest = [f"(!{g} W {r})" for r, g in zip((*requests, "w"), (*given, "gw"), strict=True)]
    served = map(responds, (*requests, "w"), (*given, "gw"))
    return Requirements((*requests, "w"), (*given, "gw"), (alone, *modest, *served))
