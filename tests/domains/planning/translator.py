"""Run as a script: ground tasks with Fast Downward's translator, many by one process (global options).

Standard input is a JSON list of [domain text, problem text]; standard output is one JSON line a task with the
reachable fluent facts, the operators as [name, pre, add, delete], and the goal (null when impossible).
"""

import contextlib
import io
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from fast_downward.translate import instantiate, normalize, options, pddl_parser


def text(literal: Any) -> str:
    return "(" + " ".join((literal.predicate, *literal.args)) + ")"


def ground(domain: Path, problem: Path) -> dict[str, Any]:
    with contextlib.redirect_stdout(io.StringIO()):
        task = pddl_parser.open(domain_filename=str(domain), problem_filename=str(problem))
        normalize.normalize(task)
        _, facts, actions, goal, _, _ = instantiate.explore(task)
    return {
        "facts": sorted({text(fact) for fact in facts}),
        "operators": sorted(
            [
                "(" + action.name.strip("()").strip() + ")",
                sorted({text(literal) for literal in action.precondition}),
                sorted({text(literal) for _, literal in action.add_effects}),
                sorted({text(literal) for _, literal in action.del_effects}),
            ]
            for action in actions
        ),
        "goal": None if goal is None else sorted({text(literal) for literal in goal}),
    }


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        domain, problem = Path(folder, "domain.pddl"), Path(folder, "problem.pddl")
        options.set_options([str(domain), str(problem), "--keep-unimportant-variables", "--keep-no-ops"])
        for domain_text, problem_text in json.load(sys.stdin):
            domain.write_text(domain_text, encoding="ascii")
            problem.write_text(problem_text, encoding="ascii")
            print(json.dumps(ground(domain, problem)), flush=True)


if __name__ == "__main__":
    main()
