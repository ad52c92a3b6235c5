"""Devices and protocols: specifications in the style of SYNTCOMP, guarantees under assumptions."""

from .specification import (
    Requirements,
    after,
    always,
    either,
    moves,
    mutex,
    names,
    none,
    only,
    registers,
    responds,
    specified,
    throughout,
)


@specified(2, 3)
def traffic(count: int) -> Requirements:
    """A crossing of n roads, with an ambulance."""
    cars, green = names("c", count), names("g", count)
    clear = [always(f"({light} & X !{light}) -> X{none(green)}") for light in green]
    guarantees = (mutex(green), *clear, always(f"amb -> X{none(green)}"), *map(responds, cars, green))
    return Requirements((*cars, "amb"), green, guarantees, ("G F(!amb & X !amb)",))


@specified(2, 3, 4, 5)
def lift(count: int) -> Requirements:
    """A lift between n floors."""
    buttons, floors = names("b", count), names("f", count)
    parts = [only(floors[0], floors)]
    for place, floor in enumerate(floors):
        near = floors[max(0, place - 1) : place + 2]
        parts.append(always(f"{floor} -> X{either(only(floor_near, floors) for floor_near in near)}"))
    return Requirements(buttons, floors, (*parts, *map(responds, buttons, floors)))


@specified(2, 4, 6)
def thermostat(steps: int) -> Requirements:
    """Heats and rests n steps at least."""
    run = always(f"(!heat & X heat) -> X{throughout(steps, 'heat')}")
    rest = always(f"(heat & X !heat) -> X{throughout(steps, '!heat')}")
    warm = always("(G(cold & !hot)) -> F G heat")
    cool = always("(G hot) -> F G !heat")
    follow = (responds("(cold & !hot)", "heat"), responds("hot", "!heat"))
    return Requirements(("cold", "hot"), ("heat",), ("!heat", run, rest, warm, cool, *follow))


@specified(3, 7, 9)
def vending(price: int) -> Requirements:
    """Goods for n coins, with a refund."""
    lamps = names("l", price)
    below = ("coin", *(f"(coin & {lamp})" for lamp in lamps))
    values = {name: f"!vend & !back & ({name} | {paid})" for name, paid in zip(lamps, below, strict=False)}
    vend = always(f"vend <-> (choose & {lamps[-1]})")
    return Requirements(("coin", "choose", "back"), (*lamps, "vend"), (vend, *registers(values)))


@specified(2, 4, 6)
def crossing(steps: int) -> Requirements:
    """A railway gate that stays down n steps."""
    near = always("near -> X down")
    stay = always(f"(!down & X down) -> X{throughout(steps, 'down')}")
    blink = always("(down & X down) -> (lamp xor X lamp)")
    rise = always("G !near -> F G !down")
    dark = always("!down -> !lamp")
    rest = always("(!near & !down) -> X !down")
    return Requirements(("near",), ("down", "lamp"), ("!down", near, stay, blink, rise, dark, rest))


@specified(4, 6, 8)
def patrol(count: int) -> Requirements:
    """A robot that visits n rooms unless it is stopped."""
    rooms = names("p", count)
    parts = [only(rooms[0], rooms)]
    for place, room in enumerate(rooms):
        near = (room, rooms[place - 1], rooms[(place + 1) % count])
        parts.append(always(f"{room} -> X{either(only(room_near, rooms) for room_near in near)}"))
        parts.append(always(f"(stop & {room}) -> X {room}"))
    return Requirements(("stop",), rooms, (*parts, *[f"G F {room}" for room in rooms]), ("G F !stop",))


@specified(1, 2)
def handshake(count: int) -> Requirements:
    """Four-phase handshakes over n channels."""
    wants, acks, reqs = names("w", count), names("a", count), names("q", count)
    parts, fair = [], []
    for want, ack, req in zip(wants, acks, reqs, strict=True):
        parts += [
            f"!{req}",
            always(f"({req} & !{ack}) -> X {req}"),
            always(f"({req} & {ack}) -> X !{req}"),
            always(f"(!{req} & {ack}) -> X !{req}"),
            responds(want, req),
        ]
        fair += [always(f"{req} -> F {ack}"), always(f"!{req} -> F !{ack}")]
    exclusion = (mutex(reqs),) if count > 1 else ()
    return Requirements((*wants, *acks), reqs, (*parts, *exclusion), tuple(fair))


@specified(2, 3)
def buffer(count: int) -> Requirements:
    """N senders and a receiver."""
    asks, acks = names("s", count), names("k", count)
    parts, stable = [always(f"busy -> {none(acks)}"), always(f"send <-> {either(acks)}")], []
    for ask, ack in zip(asks, acks, strict=True):
        parts += [always(f"!{ask} -> !{ack}"), responds(ask, either((ack, f"!{ask}")))]
        stable += [always(f"({ask} & !{ack}) -> X {ask}"), always(f"({ask} & {ack}) -> X !{ask}")]
    exclusion = (mutex(acks),) if count > 1 else ()
    return Requirements((*asks, "busy"), (*acks, "send"), (*parts, *exclusion), (*stable, "G F !busy"))


@specified(3, 6, 8)
def watering(steps: int) -> Requirements:
    """A valve that opens for n steps when it is dry."""
    until_rain = "(" + "valve & (rain | X(" * (steps - 1) + "valve" + "))" * (steps - 1) + ")"
    spell = always(f"(!valve & dry & !rain) -> X{until_rain}")
    shut = always("rain -> X !valve")
    still = always("(!valve & !dry) -> X !valve")
    stop = always(f"({throughout(steps, 'valve')}) -> {after(steps, '!valve')}")
    return Requirements(("dry", "rain"), ("valve",), ("!valve", spell, shut, still, stop))


@specified(5, 8)
def pump(count: int) -> Requirements:
    """A tank with n marks and a pump."""
    levels = names("v", count)
    runs = registers({"pump": f"{levels[1]} | (pump & !{levels[-2]})"})
    level = moves(levels, "pump & !draw", "!pump & draw", "(pump <-> draw)")
    return Requirements(("draw",), ("pump", *levels), (only(levels[1], levels), *runs, *level))
