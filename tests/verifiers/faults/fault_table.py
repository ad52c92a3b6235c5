"""Faults in our own code: a floor, a file, one piece of its text, and what stands there instead.

``tasks`` says on which questions the fault is tried: tasks of the family whose released records are labelled
anew (``label``), or cells that are made (``generate``).
"""

from __future__ import annotations

from typing import NamedTuple


class Fault(NamedTuple):
    """One fault; its number is its place in ``FAULTS``."""

    file: str
    what: str
    family: str
    tasks: str
    old: str
    new: str
    how: str = "label"

    @property
    def floor(self) -> str:
        """The floor of the house, and on the third one its room."""
        parts = self.file.split("/")
        return "/".join(parts[:2]) if parts[0] == "verifiers" else parts[0]


P, R, T, G = "planning", "reactive", "timetravel", "gridworld"
LIFTED, STRIPS, GROUND = "domains/planning/lifted.py", "domains/planning/strips.py", "domains/planning/grounding.py"
PRODUCT, MACHINE = "domains/reactive/product.py", "domains/reactive/machine.py"
KERNEL, AUTUMN = "domains/timetravel/kernel.py", "domains/gridworld/machine.py"
REACHABLE, NECESSARY = "verifiers/planning/reachable.py", "verifiers/planning/necessary.py"

FAULTS = (
    # domains: planning
    Fault(STRIPS, "grounded actions delete nothing", P, "nexta land", "(state & ~self.delete) | self.add", "state | self.add"),
    Fault(STRIPS, "every second action is lost", P, "app", "operator in self.operators if operator.pre", "operator in self.operators[::2] if operator.pre"),
    Fault(STRIPS, "applicability is not asked", P, "nexta", "return self.pre & ~state == 0", "return True"),
    Fault(LIFTED, "actions delete nothing", P, "prog just", "frozenset((state - self.delete) | self.add)", "frozenset(state | self.add)"),
    Fault(LIFTED, "no effect is added", P, "prog val", "return GroundAction(parts, pre, not_pre, add, ", "return GroundAction(parts, pre, not_pre, frozenset(), "),
    Fault(LIFTED, "an effect value inverted: adds and deletes exchanged", P, "prog", "GroundAction(parts, pre, not_pre, add, delete - add, blocked)", "GroundAction(parts, pre, not_pre, delete - add, add, blocked)"),
    Fault(LIFTED, "static preconditions are not asked", P, "val app-bool", "self.blocked is None and self.pre <= state", "self.pre <= state"),
    Fault(LIFTED, "preconditions are not asked", P, "val app-bool", "self.pre <= state and self", "self"),
    Fault("domains/planning/plans.py", "deletes are forgotten in replays", P, "val just", "            state -= ground.delete\n", ""),
    Fault("domains/planning/plans.py", "the index counts from 1", P, "val", "Validation(False, step, literal", "Validation(False, step + 1, literal"),
    Fault(GROUND, "the grounder loses all deletes", P, "nexta reach", "deleted |= get((name, *arguments(row)), 0)", "deleted |= 0"),
    Fault(GROUND, "only the last precondition counts", P, "app areach", "needed |= bit[fact]", "needed = bit[fact]"),
    Fault(GROUND, "only the last part of the goal counts", P, "nexta land", "goal |= bit.get(fact, 0)", "goal = bit.get(fact, 0)"),
    Fault("domains/planning/reachability.py", "relaxed reachability stops early", P, "app reach areach", "if not delta and len(reached.deletable) == deletable:", "if len(reached.deletable) >= 0:"),
    Fault("domains/planning/tree.py", "an initial fact is lost", P, "app prog reach", "return frozenset(fact for fact in self.init if fact[0] in self.domain.fluents)", "return frozenset(sorted(fact for fact in self.init if fact[0] in self.domain.fluents)[1:])"),
    # engines and searches
    Fault("verifiers/search/pdr.py", "every cube is inductive", P, "reach areach land", "return all(\n            not cube & ~regressed", "return True or all(\n            not cube & ~regressed"),
    Fault("verifiers/search/explicit.py", "actions of the first state are not counted", P, "areach", "self.first_applicable >= 0", "self.first_applicable > 0"),
    Fault("verifiers/search/explicit.py", "a fact counts from its second state on", P, "reach", "self.fact_counts > 0", "self.fact_counts > 1"),
    Fault("verifiers/search/h2.py", "all facts exclude each other", P, "reach areach", "return any(rows[bit] & mask for bit in bits(mask))", "return True"),
    Fault("verifiers/search/lower_bound.py", "a bound that was given up holds", P, "nexta", "None if verdict == LIMIT else True", "True"),
    Fault("verifiers/search/relaxed.py", "every fact is a landmark of the relaxation", P, "land", "return RelaxedTask.of(task).landmarks(state=state)", "return (1 << len(task.facts)) - 1"),
    Fault("verifiers/search/distances.py", "distances are one too long", P, "nexta", "    return exploration.distances\n", "    return exploration.distances + 1\n"),
    # labels: planning
    Fault(REACHABLE, "the sides are exchanged", P, "reach areach", "if goal in found.reached)", "if goal not in found.reached)"),
    Fault(REACHABLE, "what is excluded is called reachable", P, "reach-bool areach-bool", "return Decision(False, proofs(", "return Decision(True, proofs("),
    Fault(REACHABLE, "a fact counted too many", P, "reach areach", "unreachable = legal - len(reachable) - len(undecided)", "unreachable = legal - len(reachable) - len(undecided) + 1"),
    Fault("verifiers/planning/applicability.py", "the first action is left out", P, "app", "for operator in task.applicable(task.init)]", "for operator in task.applicable(task.init)][1:]"),
    Fault("verifiers/planning/progression.py", "all facts are called new", P, "prog", "sorted(map(text, after - before))", "sorted(map(text, after))"),
    Fault("verifiers/planning/validation.py", "the truth is one further than the gold", P, "val", '{"kind": "index", "index": index}', '{"kind": "index", "index": index + 1}'),
    Fault("verifiers/planning/justification.py", "what cannot be left out is listed", P, "just", "replay.fails(replay.without(i, 1)) is None", "replay.fails(replay.without(i, 1)) is not None"),
    Fault("verifiers/planning/justification.py", "a replay without deletes", P, "just", "(state & ~step.delete) | step.add", "state | step.add"),
    Fault("verifiers/planning/cheapest.py", "h* is one too large", P, "nexta", "sides = Sides(len(best), numbers)", "sides = Sides(len(best) + 1, numbers)"),
    Fault("verifiers/planning/cheapest.py", "no action brings the goal closer", P, "nexta", "sides.closer[number] = [number, *answer.plan]", "sides.farther.add(number)"),
    Fault(NECESSARY, "landmarks are what plans avoid", P, "land", "self.found.open &= visited", "self.found.open &= ~visited"),
    Fault(NECESSARY, "only the last state of a plan counts", P, "land", "visited |= state", "visited = state"),
    Fault("verifiers/planning/forms.py", "the letter of a wrong option", P, "app-mcq prog-mcq", "answer = LETTERS[values.index(True)]", "answer = LETTERS[values.index(False)]"),
    # domains: reactive
    Fault(MACHINE, "outputs come a step late", R, "simulate accept", "            outputs.append(self.emitted[state][letter])\n            state = self.successors[state][letter]\n", "            outputs.append(self.emitted[states[-2] if len(states) > 1 else state][letter])\n            state = self.successors[state][letter]\n"),
    Fault(MACHINE, "a run keeps its first letter", R, "simulate accept", "state = self.successors[state][letter]\n", "state = self.successors[state][0]\n"),
    Fault(PRODUCT, "the effect's value inverted", R, "butfor breaking intervene", "== effect.value", "!= effect.value"),
    Fault(PRODUCT, "the effect a step early", R, "butfor breaking sufficient intervene", "(before,) * effect.first + (within,) * (effect.at + 1 - effect.first)", "((before,) * effect.first)[1:] + (within,) * (effect.at + 1 - effect.first)"),
    Fault(PRODUCT, "the monitor accepts what it should not", R, "butfor member-bool intervene", "tuple(monitor.accepting[watching] for", "tuple(not monitor.accepting[watching] for"),
    Fault(PRODUCT, "the monitor sees the outputs of the first letter", R, "butfor member-bool intervene breaking", "letter | machine.emitted[state][letter] <<", "letter | machine.emitted[state][0] <<"),
    Fault("domains/reactive/effect.py", "the window is not read", R, "butfor breaking sufficient intervene", "return max(0, self.at - self.window)", "return self.at"),
    Fault("domains/reactive/words.py", "the bits of a letter reversed", R, "simulate butfor", 'enumerate(row))\n\n\ndef read_trace', 'enumerate(reversed(row)))\n\n\ndef read_trace'),
    # labels: reactive
    Fault("verifiers/reactive/butfor.py", "nothing is flipped", R, "butfor", "table[node][letter ^ 1 << index]", "table[node][letter]"),
    Fault("verifiers/reactive/passes.py", "safe when one choice ends well", R, "sufficient breaking", "if reached & ~later == 0:", "if reached & later:"),
    Fault("verifiers/reactive/breaking.py", "a lost successor: flips do not move the machine", R, "breaking cause", "later[row[letter ^ flips]]", "later[row[letter]]"),
    Fault("verifiers/reactive/count.py", "a certificate counted too many", R, "intervene", "return sum(self.by_timesteps)", "return sum(self.by_timesteps) + 1"),
    Fault("verifiers/reactive/count.py", "certificates that end early are lost", R, "intervene", "last += sum(ways", "last = sum(ways"),
    Fault("verifiers/reactive/cheapest.py", "atoms cost nothing", R, "intervene", "[mask.bit_count() + unit * (mask > 0)", "[unit * (mask > 0)"),
    Fault("verifiers/reactive/runs.py", "the first good step is called bad", R, "accept accept-bool", "if pair[0] != pair[1]", "if pair[0] == pair[1]"),
    Fault("verifiers/reactive/antichains.py", "sets that are not minimal are kept", R, "cause sufficient", "if other & mask == other:", "if other & mask == other and other & 1:"),
    Fault("verifiers/reactive/labelling.py", "another family is counted", R, "sufficient", '"count": len(found.sufficient)', '"count": len(found.breaking) + 1'),
    # domains and labels: time travel
    Fault(KERNEL, "actions delete nothing", T, "level", "facts = facts & ~operator.delete | operator.add", "facts = facts | operator.add"),
    Fault(KERNEL, "rules delete nothing", T, "level", "facts = facts & ~rule.delete | rule.add", "facts = facts | rule.delete | rule.add"),
    Fault(KERNEL, "rules never fire", T, "level", "changed = bool(stirred)", "changed = False"),
    Fault(KERNEL, "a lost successor", T, "level", "for pre, operator in self._table if", "for pre, operator in self._table[1:] if"),
    Fault("domains/timetravel/ablation.py", "ablation does nothing", T, "level", "problem=problem, about=about)", "problem=level.problem, about=level.about)"),
    Fault("domains/timetravel/rules.py", "all rules but one are lost", T, "level", "rules.append(operator)", "rules[:] = [operator]"),
    Fault("verifiers/timetravel/optimum.py", "distances are one too long", T, "level", "distances[number] = 0", "distances[number] = 1"),
    Fault("verifiers/timetravel/optimum.py", "a dead end counted too many", T, "level", "return len(self.states) - sum(self.layers)", "return len(self.states) - sum(self.layers) + 1"),
    Fault("verifiers/timetravel/necessity.py", "plans without a part are one too long", T, "level", "return depth\n", "return depth + 1\n"),
    Fault("verifiers/timetravel/labelling.py", "a state counted too many", T, "level", '"plan": list(found.plan),\n        "states": len(found.states),', '"plan": list(found.plan),\n        "states": len(found.states) + 1,'),
    # domains and labels: grid worlds
    Fault(AUTUMN, "the keys are not seen", G, "planning mfp", "rt.keys = action.name\n", 'rt.keys = "noop"\n'),
    Fault(AUTUMN, "successors lose a branch", G, "planning mfp", "                if not choices:\n", "                if len(choices) < 2:\n"),
    Fault("domains/gridworld/moves.py", "classes of clicks too coarse", G, "planning change", "if all((other in places) == here for places, here in agreed)", "if True"),
    Fault("domains/gridworld/moves.py", "no arrow leads right", G, "planning", "in (NOOP, LEFT, RIGHT, UP, DOWN)]", "in (NOOP, LEFT, UP, DOWN)]"),
    Fault("domains/gridworld/states.py", "a state key that forgets a variable", G, "planning change", "else None for name in names])", "else None for name in names[1:]])"),
    Fault("domains/gridworld/generator.py", "draws not uniform", G, "planning change", "        return self.state % bound\n", "        return self.state % bound // 2\n"),
    Fault("domains/gridworld/frames.py", "every frame agrees", G, "planning mfp", "all(part in (None, cell) for", "all(True for"),
    Fault("verifiers/gridworld/support.py", "the support loses successors", G, "mfp change", "in machine.successors(action):", "in machine.successors(action)[:1]:"),
    Fault("verifiers/gridworld/planning.py", "waiting costs, acting does not", G, "planning", "(paid + (free_noop and move.action != NOOP)", "(paid + (free_noop and move.action == NOOP)"),
    Fault("verifiers/gridworld/planning.py", "the last move is not tried", G, "planning", "for move in moves(machine):", "for move in moves(machine)[:-1]:"),
    Fault("verifiers/gridworld/labelling.py", "the letter of another option", G, "mfp", "answer = LETTERS[found[0]]", "answer = LETTERS[found[0] - 1]"),
    Fault("verifiers/gridworld/labelling.py", "a plan that is not said to be sure", G, "planning", '"sure": True,\n        "plan": plan,', '"sure": False,\n        "plan": plan,'),
    Fault("verifiers/gridworld/change.py", "a change is shown at once", G, "change", "if not seen.size:\n                    return Distinction", "if True:\n                    return Distinction"),
    # generators
    Fault("generators/planning/items.py", "the options are shown in reverse", P, "app-mcq", "here, cell.task, cell.form, made.query, recipe.context", 'here, cell.task, cell.form, {**made.query, "options": made.query["options"][::-1]}, recipe.context', "generate"),
    Fault("generators/planning/items.py", "the prompt of another form", P, "app-bool", "here, cell.task, cell.form, made.query, recipe.context", '"gen" and here, cell.task, "gen", made.query, recipe.context', "generate"),
    Fault("generators/planning/items.py", "the certificates are dropped", P, "app-gen", "            prompt=shown,\n", "            prompt=shown,\n            certificates=(),\n", "generate"),
    Fault("generators/planning/items.py", "the gold answer is left from another", P, "app-mcq", "            prompt=shown,\n", '            prompt=shown,\n            gold="A" if made.gold != "A" else "B",\n', "generate"),
    Fault("generators/reactive/items.py", "the family of systems is misnamed", R, "simulate-gen", "            domain=cell.domain,\n", '            domain="lift",\n', "generate"),
    Fault("generators/reactive/items.py", "the prompt shows another trace", R, "simulate-gen", "prompt=prompt(here, cell.task,", "prompt=prompt(replaced(here, trace=here.trace[::-1]), cell.task,", "generate"),
    Fault("generators/gridworld/items.py", "the prompt of another task", G, "change", "QUESTIONS[item.task]", 'QUESTIONS["mfp"]', "generate"),
    Fault("generators/timetravel/maker.py", "the scenario is misnamed", T, "level", "domain=item.scenario,", 'domain="nowhere",', "generate"),
    Fault("generators/timetravel/maker.py", "the dead ends are not counted", T, "level", "truth=label.truth,", 'truth={**label.truth, "dead_ends": 999},', "generate"),
    # instances
    Fault("instances/canonical.py", "ids from other digits of the digest", P, "app-gen", "{digest(asked)[:16]}", "{digest(asked)[1:17]}", "generate"),
    Fault("instances/canonical.py", "an id is kept whatever changes", P, "app-gen", "return instance if name == instance.id else", "return instance if instance.id else", "generate"),
    Fault("instances/canonical.py", "keys are not sorted", P, "app-gen", 'Encoder(order="sorted")', "Encoder()", "generate"),
)
