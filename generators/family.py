"""What is a family's own about making questions: one row, in ``generators/<family>/family.py``."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from itertools import product
from typing import Any, Protocol, TypeVar, get_args

from ..instances.errors import NameUnknownError
from ..instances.names import tasks, unknown
from ..instances.places import folders, load, modules
from ..instances.records import Form, Instance, Prompt
from .cells import Cell, Item, Made, Recipe

T = TypeVar("T")


@dataclass(frozen=True)
class Later:
    """A function of a module that is imported at the first call: what makes questions is heavy."""

    module: str
    name: str

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """What the function gives."""
        return getattr(import_module(self.module), self.name)(*arguments, **named)


class Opened(Protocol):
    """What was read of a domain of the user's own; it can be sent to a worker."""

    @property
    def key(self) -> str:
        """What records call it."""

    @property
    def digest(self) -> str:
        """The sha256 of what was read."""

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences on what it cannot give."""


@dataclass(frozen=True)
class Option:
    """An option of a family: a choice, a number of a range, a text, or (with neither) yes or no."""

    name: str
    help: str = ""
    choices: tuple[str, ...] = ()
    range: tuple[int, int] | None = None
    text: bool = False
    default: Any = None
    negated: bool = False  # whether no can be said as well as yes


@dataclass(frozen=True)
class Family:
    """The row of a family.  Nothing heavy is imported before something is made."""

    name: str
    title: str  # one line of help
    help: str
    version: str  # of its generator: the highest, where tasks have their own
    recipe: type[Recipe]
    domains: Callable[[], Sequence[str]]  # names of its domains, families of systems, scenarios or worlds
    make: Callable[..., Made]
    """Of (item, recipe, first=0, avoid=frozenset()): the item from its attempt ``first`` on; one that has a
    digest to ``avoid`` need not be made."""
    given: str = ""  # the domain of a question about a given world; empty where none can be given
    options: tuple[Option, ...] = ()  # the fields of its recipe, as they are asked for
    levels: tuple[int, ...] = ()  # the levels that there are
    forms: tuple[str, ...] = ()  # the forms that are made where none are named; all for none
    count: int = 10  # questions of a cell where no number is named
    cell: str = "cell (domain x task x form)"  # what a number of questions is counted by
    noun: str = "questions"
    stated: dict[str, str] = field(default_factory=dict)
    """What manifests call ``domains``, ``tasks`` and ``forms``; nothing where they list ``cells``."""
    digest: Callable[[Instance], str] = lambda instance: instance.id
    """Equal for questions that are one question up to names."""
    coincides: Callable[[Item, Any], bool] = lambda item, recipe: False
    """Whether later items of the cell may have to avoid this one."""
    duplicate: str = "duplicate"  # the reason that a manifest gives for a refused repetition
    refusal: str = "{domain}/{reason}"  # what a manifest calls the refusals of a domain
    misplaced: Callable[[Instance], str | None] = lambda instance: None
    """Why the world of a record is not of the domain that it names; None when it may be."""
    renderings: Callable[[Instance], Iterable[Prompt]] = lambda instance: ()
    """The prompts that its makers give the question of a record, in every context."""
    mends: dict[str, str] = field(default_factory=dict)
    """What may help against a reason for refusing, said where no attempt at a question was accepted."""
    engines: Callable[[Any], tuple[str, ...]] = lambda recipe: ()
    """Distributions whose version may matter to what a recipe gives within the counted bounds."""
    opens: Callable[[str], Opened] | None = None
    """Reads a folder or file of the user's own, which a recipe takes as one of ``own``; None where a family
    has no such domains."""
    called: tuple[str, ...] = ("--domain",)  # what the option is called by which domains are named
    taken: Callable[[Sequence[Cell], Any], set[str]] = lambda cells, recipe: set()
    """Digests that no question may have beside those that are named: of worked examples."""

    def recipe_of(self, **options: Any) -> Recipe:
        """A recipe; NameUnknownError for a level that there is not, TypeError for another option."""
        levels = tuple(options.pop("levels", ()) or ())
        if not self.levels:
            return self.recipe(levels=(), **options)
        if not levels or set(levels) - set(self.levels):
            known = f"{self.levels[0]} to {self.levels[-1]}"
            raise NameUnknownError(f"unknown level in {list(levels)}; known: {known}")
        return self.recipe(levels=levels, **options)

    def cells(
        self,
        domains: Sequence[str] | None = None,
        tasks: Sequence[str] | None = None,
        forms: Sequence[str] | None = None,
        own: Sequence[str] = (),
    ) -> list[Cell]:
        """The cells of a product, in the order known; NameUnknownError for a name, or no cell at all. ``own``
        are names of domains of the user's own, each of which takes the place of ours of that name."""
        rows, known = self.tasks(), (*self.domains(), *([self.given] if domains == (self.given,) else []))
        known = tuple(dict.fromkeys((*known, *own)))
        named = _chosen("domain", domains, known), _chosen("task", tasks, tuple(rows))
        wanted = _chosen("form", forms or self.forms or None, self.every_form())
        chosen = [Cell(*cell, form) for cell in product(*named) for form in wanted if form in rows[cell[1]]]
        if not chosen:
            raise NameUnknownError("no task of these has one of these forms")
        return chosen

    def every_form(self) -> tuple[str, ...]:
        """The forms of its tasks, in the order of the records."""
        forms = {form for kept in self.tasks().values() for form in kept}
        return tuple(form for form in get_args(Form) if form in forms)

    def tasks(self) -> dict[str, tuple[str, ...]]:
        """Its tasks and their forms."""
        return {key: tuple(task.groups) for key, task in tasks(self.name).items()}


def families() -> list[str]:
    """The families that questions are made of."""
    return list(folders("families", "generators", holding="family.py"))


def family_of(name: str) -> Family:
    """The row of a family; NameUnknownError where there is none."""
    if name not in families():
        unknown("family", name, families())
    row: Family = import_module(f".{name}.family", __package__).FAMILY
    return row


def maker_of(task: str, package: str, kind: type[T]) -> T:
    """The maker of a task's questions: ``MAKER`` of its file in a package, else what ``tasks`` there calls
    so. Files are found in the same place of other packages too. NameUnknownError where there is none."""
    files = modules("tasks", *package.split(".")[-3:], marker="MAKER = ")
    if task in files:
        return load(files[task], "MAKER", kind)
    named = vars(import_module(f"{package}.tasks"))
    maker = named.get(task)
    if not isinstance(maker, kind):
        unknown("question maker", task, {*files, *(key for key in named if isinstance(named[key], kind))})
    return maker


def _chosen(what: str, wanted: Sequence[str] | None, known: Sequence[str]) -> tuple[str, ...]:
    """The names that are wanted, in the order known; all of them for None."""
    for name in wanted or ():
        if name not in known:
            unknown(what, name, known)
    return tuple(name for name in known if wanted is None or name in wanted)
