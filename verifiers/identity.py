"""Which instance a row of answers means.

A row may name an instance by our id, by the key of its source (``acpbench:gen/reach/123``, unique within
the format) or by the bare id of the source.  Bare ids recur across the files of a benchmark: ``task`` and
``form`` beside it narrow the choice; when several instances are left the row is refused, never guessed.

>>> from certwright.instances.records import Answer, Instance, Prompt, Source
>>> def question(task):
...     source = Source(format="acpbench", key=f"acpbench:gen/{task}/7", id="7")
...     return Instance(id=f"planning/{task}/ferry/00", family="planning", task=task, form="gen",
...                     domain="ferry", world={}, query={}, prompt=Prompt(question="?"), source=source)
>>> truth = TruthIndex([question("reach"), question("land")])
>>> truth.resolve(Answer(id=7, task="land")).id
'planning/land/ferry/00'
>>> truth.resolve(Answer(id=7)).value
'ambiguous_id'
>>> truth.resolve(Answer(id=8)).value
'unknown_id'
"""

from collections.abc import Iterable, Iterator
from functools import cache

from msgspec.structs import replace

from ..instances.errors import RecordError
from ..instances.names import tasks
from ..instances.records import Answer, Code, Instance


@cache
def task_forms() -> dict[str, dict[str, str]]:
    """The task meant in each form by a name in lower case: key, title, the paper's name, a form's group."""
    named: dict[str, dict[str, str]] = {}
    for task in tasks().values():
        for name in (task.key, task.title, task.paper):
            named[name.casefold()] = dict.fromkeys(task.groups, task.key)
        for form, group in task.groups.items():
            named.setdefault(group.casefold(), {})[form] = task.key
    return named


class TruthIndex:
    """The instances of a set of truths, without their certificates, found by every name that a row may use.

    RecordError when two instances have one id, since their truths might differ.
    """

    def __init__(self, instances: Iterable[Instance]) -> None:
        self.instances: dict[str, Instance] = {}
        self._unique: dict[str | int, Instance] = {}
        self._bare: dict[str, list[Instance]] = {}
        for whole in instances:
            instance = replace(whole, certificates=()) if whole.certificates else whole
            source = instance.source
            if instance.id in self.instances:
                raise RecordError(f"two instances have the id {instance.id}", field="id")
            self.instances[instance.id] = self._unique[instance.id] = instance
            if source is not None:
                if source.key in self._unique:
                    raise RecordError(f"two instances have the source key {source.key}", field="source.key")
                self._unique[source.key] = instance
                if source.id is not None:
                    self._bare.setdefault(source.id, []).append(instance)

    def __len__(self) -> int:
        return len(self.instances)

    def __iter__(self) -> Iterator[Instance]:
        return iter(self.instances.values())

    def resolve(self, answer: Answer) -> Instance | Code:
        """The instance that the row means, or why there is none: ``unknown_id`` or ``ambiguous_id``."""
        return self._unique.get(answer.id) or of_several(self._bare.get(str(answer.id), []), answer)


def of_several(questions: list[Instance], answer: Answer) -> Instance | Code:
    """Which of the instances with one source id the row means, by the task and form beside it."""
    if answer.task is not None:
        meant = task_forms().get(answer.task.casefold(), {})
        questions = [question for question in questions if meant.get(question.form) == question.task]
    if answer.form is not None:
        questions = [instance for instance in questions if instance.form == answer.form]
    if len(questions) == 1:
        return questions[0]
    return Code.AMBIGUOUS_ID if questions else Code.UNKNOWN_ID
