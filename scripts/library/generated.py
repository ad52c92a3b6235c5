"""Questions from a seed, each made when it is asked for, whatever stands before it."""

from collections.abc import Collection
from dataclasses import dataclass, field

from ...generators.pipeline import Pipeline, run
from ...instances.errors import UnsupportedError
from ...instances.faults import machine_fault
from ...instances.records import Instance
from .questions import Questions, Wanted


def generate(
    name: str,
    *,
    seed: int = 0,
    size: int = 100,
    level: int | Collection[int] = 3,
    domain: Wanted = None,
    form: Wanted = None,
) -> Questions:
    """``size`` questions of a family (``"reactive"``) or a task (``"planning/reach"``), as a lazy list.

    Question ``k`` is made when it is asked for, and depends on the arguments and ``k`` alone.  Domains, tasks
    and forms take turns; several levels are a curriculum, taken in turns too (grid worlds have none).  The
    same seed gives the same bytes everywhere.  Unlike ``certwright generate`` this compares no two
    questions: at the lowest levels one may come twice.  Needs the extra ``generate``.

    >>> import certwright as cw
    >>> questions = cw.generate("reactive/accept", seed=7, size=1000, level=2, domain="latches", form="bool")
    >>> questions[500].level, questions[500].index, questions[500].gold in ("yes", "no")
    (2, 500, True)
    """
    if size < 0:
        raise UnsupportedError(f"size is a number of questions, not {size}")
    levels = (level,) if isinstance(level, int) else tuple(level)
    pipeline = run(name, levels=levels, domains=_names(domain), forms=_names(form), seed=seed)
    return Questions(_Source(pipeline, size), name=f"{name}, seed {seed}")


@dataclass
class _Source:
    """Makes questions by number; each is kept once it is made."""

    run: Pipeline
    size: int
    kept: dict[int, Instance] = field(default_factory=dict)

    def __len__(self) -> int:
        return self.size

    def question(self, number: int) -> Instance:
        if number not in self.kept:
            try:
                self.kept[number] = self.run.question(number)
            except ImportError as error:
                raise machine_fault(error) or error from error
        return self.kept[number]

    head = question


def _names(wanted: Wanted) -> tuple[str, ...] | None:
    return (wanted,) if isinstance(wanted, str) else None if wanted is None else tuple(wanted)
