"""What Spot is asked, on the child's side: each function takes and returns plain JSON data."""

from __future__ import annotations

from typing import Any


def translate(formula: str) -> str:
    """A deterministic complete parity automaton for an LTL formula, as HOA."""
    import spot

    return str(spot.translate(formula, "deterministic", "parity", "complete").to_str("hoa"))


def synthesise(payload: dict[str, Any]) -> str | None:
    """A machine for an LTL specification as HOA, or None when the environment wins."""
    import spot

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
    import spot

    automaton = spot.automaton(payload["text"])
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


def _variables(automaton: Any, names: list[str]) -> Any:
    """The conjunction of the BDD variables of some propositions."""
    from spot import buddy

    cube = buddy.bddtrue
    for name in names:
        cube = buddy.bdd_and(cube, buddy.bdd_ithvar(automaton.register_ap(name)))
    return cube


def _clash(automaton: Any) -> str | None:
    """A state and a letter with two targets, in words."""
    import spot
    from spot import buddy

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
    import spot

    return bool(spot.are_equivalent(spot.automaton(payload["left"]), spot.automaton(payload["right"])))


def violation(payload: dict[str, Any]) -> str | None:
    """A run of the automaton that violates the formula, as a Spot word; None when it satisfies it."""
    import spot

    # both automata stay alive as long as the word, whose propositions are theirs
    automaton = spot.automaton(payload["hoa"])
    opposite = spot.translate(spot.formula.Not(spot.formula(payload["formula"])))
    run = automaton.intersecting_word(opposite)
    return None if run is None else str(run)


def accepts(payload: list[Any]) -> list[list[bool]]:
    """For each LTLf formula (Spot's syntax: X is the weak next, X[!] the strong one), which words satisfy it.

    The payload is a list of [formula, words]; a word is a list of conjunctions, one a step.
    """
    import spot

    answers = []
    for formula, words in payload:
        automaton = spot.translate(spot.from_ltlf(formula))
        verdicts = []
        for word in words:
            text = "; ".join(f"alive & {step}" for step in word) + "; cycle{!alive}"
            verdicts.append(
                bool(automaton.intersects(spot.parse_word(text, automaton.get_dict()).as_automaton()))
            )
        answers.append(verdicts)
    return answers


def walk(payload: dict[str, Any]) -> dict[str, Any]:
    """Walk along a trace with Spot's own bindings: the state reached and the seconds of the best round.

    For each step the edges of the state are tried in order until one fits the letter; the letters are made
    into BDDs before the clock starts.
    """
    import time

    import spot
    from spot import buddy

    automaton = spot.automaton(payload["hoa"])
    variables = [automaton.register_ap(name) for name in payload["inputs"]]
    cubes = []
    for letter in range(1 << len(variables)):
        cube = buddy.bddtrue
        for bit, variable in enumerate(variables):
            literal = buddy.bdd_ithvar(variable) if letter >> bit & 1 else buddy.bdd_nithvar(variable)
            cube = buddy.bdd_and(cube, literal)
        cubes.append(cube)
    times = []
    state = 0
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
