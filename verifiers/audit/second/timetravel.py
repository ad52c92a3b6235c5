"""Second opinions on levels: Fast Downward finds the same optimum on the compilation."""

from ....domains.timetravel.kernel import World
from ....domains.timetravel.level import of_world
from ...engines.outcome import Proven, Refuted
from ...timetravel.second import shortest
from ..finding import AuditOptions, CheckResult
from ..timetravel import Subject


def second(subject: Subject, options: AuditOptions, result: CheckResult) -> None:
    """Ask for the length of a shortest plan."""
    answer = shortest(World(of_world(subject.instance.world)))
    if not isinstance(answer, Proven) and not (isinstance(answer, Refuted) and answer.optimal):
        result.counts["open"] += 1
        return
    theirs, ours = None if isinstance(answer, Proven) else answer.cost, subject.truth["length"]
    text = f"we prove {ours}, Fast Downward finds {theirs}"
    result.claim(theirs == ours, "claims by Fast Downward", text, ours=ours, theirs=theirs)
