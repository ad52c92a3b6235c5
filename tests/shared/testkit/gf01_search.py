"""GF-01's published search, in the plainest form: every flip set by size, with full reruns of the system."""

from itertools import combinations


class Published:
    """The rules of the public code on a machine, a trace of letters and an output effect."""

    def __init__(self, question):
        self.question = question
        self.machine, self.effect = question.machine, question.effect

    def happens(self, atoms):
        letters = list(self.question.trace)
        for step, ap, value in atoms:
            bit = 1 << self.machine.inputs.index(ap)
            letters[step] = letters[step] | bit if value else letters[step] & ~bit
        seen = self.machine.run(letters).outputs[self.effect.first : self.effect.at + 1]
        return any(word >> self.machine.outputs.index(self.effect.ap) & 1 for word in seen)

    def verdict(self, atoms):
        """(sufficient, min1) of a list of atoms that is well-formed and within the budget."""
        if not self.happens(atoms):
            return False, False
        return True, not any(self.happens(atoms[:place] + atoms[place + 1 :]) for place in range(len(atoms)))

    def search(self, nodes, results):
        trace, budget = self.question.trace, self.question.budget
        flips = [
            (step, ap, 1 - (letter >> bit & 1))
            for step, letter in enumerate(trace)
            for bit, ap in enumerate(self.machine.inputs)
        ]
        found, visited = [], 0
        for size in range(min(len(flips), budget * len(self.machine.inputs)) + 1):
            for chosen in combinations(flips, size):
                if len({atom[0] for atom in chosen}) > budget:
                    continue
                visited += 1
                if visited > nodes:
                    return found
                if self.verdict(list(chosen))[1]:
                    found.append(chosen)
                    if len(found) == results:
                        return found
        return found
