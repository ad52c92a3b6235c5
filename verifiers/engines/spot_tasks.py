"""What Spot is asked, in the child process alone: each function takes and returns plain JSON data."""

import time
from collections.abc import Iterable
from functools import reduce
from typing import Any

import spot
from spot import buddy


def _read(text: str) -> Any:
    """The automaton of a HOA text (one line would name a file); ``properties:`` is not trusted."""
    return spot.automaton(f"{text}\n", trust_hoa=False)


def translate(formula: str) -> str:
    """A deterministic complete parity automaton for an LTL formula, as HOA."""
    return str(spot.translate(formula, "deterministic", "parity", "complete").to_str("hoa"))


def synthesise(payload: dict[str, Any]) -> str | None:
    """A machine for an LTL specification as HOA, or None when the environment wins."""
    information = spot.synthesis_info()
    information.minimize_lvl = 2
    game = spot.ltl_to_game(payload["formula"], payload["outputs"], information)
    if not spot.solve_game(game, information):
        return None
    machine = spot.unsplit_mealy(spot.solved_game_to_mealy(game, information))
    return str(spot.reduce_mealy(machine, True).to_str("hoa"))


def solve(payload: dict[str, Any]) -> dict[str, Any]:
    """A winning strategy of a deterministic game as HOA, or why there is none.

    Any acceptance is turned into parity, the game is split into the moves of environment and system, and the
    strategy is checked: no run of it violates the acceptance of the file.
    """
    automaton = _read(payload["text"])
    outputs = payload["outputs"]
    if clash := _clash(automaton):
        return {"fault": clash}
    complete = spot.complete(automaton)
    parity = complete if complete.acc().is_parity()[0] else spot.to_parity(complete)
    if not spot.is_deterministic(parity):
        parity = spot.postprocess(parity, "parity", "deterministic", "complete")
    spot.change_parity_here(parity, spot.parity_kind_max, spot.parity_style_odd)
    spot.colorize_parity_here(parity, True)
    game = spot.split_2step(parity, _variables(parity, outputs), True)
    if not spot.solve_game(game):
        return {"refused": "the environment wins this game: no machine satisfies it"}
    machine = spot.reduce_mealy(spot.unsplit_mealy(spot.solved_game_to_mealy(game)), True)
    if machine.intersects(spot.dualize(complete)):
        return {"refused": "the strategy found violates the acceptance of the game"}
    return {"hoa": str(machine.to_str("hoa")), "states": int(automaton.num_states())}


def _variables(automaton: Any, names: Iterable[Any]) -> Any:
    variables = [buddy.bdd_ithvar(automaton.register_ap(name)) for name in names]
    return reduce(buddy.bdd_and, variables, buddy.bddtrue)


def _clash(automaton: Any) -> str | None:
    for state in range(automaton.num_states()):
        edges = list(automaton.out(state))
        for place, edge in enumerate(edges):
            for other in edges[:place]:
                both = buddy.bdd_and(edge.cond, other.cond)
                if both != buddy.bddfalse:
                    letter = spot.bdd_format_formula(automaton.get_dict(), buddy.bdd_satone(both))
                    targets = f"{other.dst} and to {edge.dst}"
                    return f"state {state} leads to {targets} for {letter}: the automaton is nondeterministic"
    return None


def equivalent(payload: dict[str, Any]) -> bool:
    """Whether two automata have the same runs."""
    return bool(spot.are_equivalent(_read(payload["left"]), _read(payload["right"])))


def violation(payload: dict[str, Any]) -> str | None:
    """A run of the automaton that violates the formula, as a Spot word; None when it satisfies it."""
    # both automata stay alive as long as the word, whose propositions are theirs
    automaton = _read(payload["hoa"])
    opposite = spot.translate(spot.formula.Not(spot.formula(payload["formula"])))
    run = automaton.intersecting_word(opposite)
    return None if run is None else str(run)


def walk(payload: dict[str, Any]) -> dict[str, Any]:
    """The state that Spot reaches along a trace; the seconds of the best round, once BDDs are made."""
    automaton = _read(payload["hoa"])
    variables = [automaton.register_ap(name) for name in payload["inputs"]]
    literals = (buddy.bdd_nithvar, buddy.bdd_ithvar)
    cubes = []
    for letter in range(1 << len(variables)):
        chosen = [literals[letter >> bit & 1](variable) for bit, variable in enumerate(variables)]
        cubes.append(reduce(buddy.bdd_and, chosen, buddy.bddtrue))
    times = []
    for _ in range(payload["rounds"]):
        begin, state = time.perf_counter(), automaton.get_init_state_number()
        emitted = []
        for letter in payload["letters"]:
            cube = cubes[letter]
            for edge in automaton.out(state):
                both = buddy.bdd_and(edge.cond, cube)
                if both != buddy.bddfalse:
                    emitted.append(both)
                    state = edge.dst
                    break
        times.append(time.perf_counter() - begin)
    return {"end": int(state), "seconds": min(times)}


def accepted(payload: dict[str, Any]) -> list[bool]:
    """Which of some words the automaton accepts."""
    automaton = _read(payload["hoa"])
    words = (spot.parse_word(word, automaton.get_dict()) for word in payload["words"])
    return [bool(automaton.intersects(word.as_automaton())) for word in words]


def temporal_cause(payload: dict[str, Any]) -> str:
    """The cause of an effect on a lasso, as the HOA text of a Buechi automaton over the inputs.

    A sequence of inputs *avoids* the effect when the run over it violates the formula or is not accepted.
    The automaton built first accepts the sequences ``far`` for which some avoiding sequence differs from the
    lasso only where ``far`` does; its complement is the cause.
    """
    machine, inputs = _read(payload["hoa"]), payload["inputs"]
    if "formula" in payload:
        opposite = spot.translate(spot.formula.Not(spot.formula(payload["formula"])))
    else:
        opposite = spot.complement(_read(payload["automaton"]))
    avoiding = spot.product(machine, opposite)
    near = [avoiding.register_ap(name) for name in inputs]
    names = [f"far {place} of certwright" for place in range(len(inputs))]
    graph = spot.make_twa_graph(avoiding.get_dict())
    graph.copy_acceptance_of(avoiding)
    far = [graph.register_ap(name) for name in names]
    cube = _variables(avoiding, avoiding.ap())
    letters, loop = payload["letters"], payload["loop"]
    allowed = [_allowed(letter, near, far) for letter in letters]
    number = {(avoiding.get_init_state_number(), 0): graph.new_state()}
    waiting = list(number)
    for state, step in waiting:
        following = step + 1 if step + 1 < len(letters) else loop
        for edge in avoiding.out(state):
            condition = buddy.bdd_exist(buddy.bdd_and(edge.cond, allowed[step]), cube)
            if condition == buddy.bddfalse:
                continue
            target = (edge.dst, following)
            if target not in number:
                number[target] = graph.new_state()
                waiting.append(target)
            graph.new_edge(number[state, step], number[target], condition, edge.acc)
    graph.set_init_state(0)
    cause = spot.postprocess(spot.complement(graph), "buchi", "state-based", "small", "high")
    text = str(cause.to_str("hoa"))
    for place, name in enumerate(names):
        text = text.replace(f'"{name}"', f'"{inputs[place]}"')
    return text


def _allowed(letter: int, near: list[int], far: list[int]) -> Any:
    """That the near letter differs from a letter of the lasso only where the far one does."""
    both = buddy.bddtrue
    for bit, (one, other) in enumerate(zip(near, far, strict=True)):
        if letter >> bit & 1:
            same = buddy.bdd_or(buddy.bdd_ithvar(one), buddy.bdd_nithvar(other))
        else:
            same = buddy.bdd_or(buddy.bdd_nithvar(one), buddy.bdd_ithvar(other))
        both = buddy.bdd_and(both, same)
    return both
