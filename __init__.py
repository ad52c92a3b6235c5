"""certwright: reasoning questions about formal worlds, with ground truth that is computed, proven, checked.

The door of the library.  Importing it costs nothing: each name is loaded when it is first used.

>>> import certwright as cw
>>> questions = cw.load("reactive/accept")
>>> question = questions.filter(form="bool")[0]
>>> verdict = cw.score(question, "I checked every step. The answer is yes.")
>>> verdict.outcome.value, verdict.value == cw.reward(question)("The answer is yes.")
('correct', True)
>>> cw.verify(question).ok
True
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .instances import __version__ as __version__
    from .instances.errors import CertwrightError as CertwrightError
    from .instances.errors import RecordError as RecordError
    from .instances.records import Answer as Answer
    from .instances.records import Instance as Instance
    from .instances.records import Outcome as Outcome
    from .instances.records import Verdict as Verdict
    from .scripts.auditing import audit as audit
    from .scripts.labelling import label as label
    from .scripts.library.generated import generate as generate
    from .scripts.library.judging import Reward as Reward
    from .scripts.library.judging import reward as reward
    from .scripts.library.judging import score as score
    from .scripts.library.playing import Play as Play
    from .scripts.library.playing import play as play
    from .scripts.library.prompts import messages as messages
    from .scripts.library.prompts import prompt as prompt
    from .scripts.library.questions import Questions as Questions
    from .scripts.library.questions import load as load
    from .scripts.verifying import verify as verify


_HOMES = {
    "scripts.library.questions": ("load", "Questions"),
    "scripts.library.generated": ("generate",),
    "scripts.library.prompts": ("prompt", "messages"),
    "scripts.library.judging": ("score", "reward", "Reward"),
    "scripts.labelling": ("label",),
    "scripts.verifying": ("verify",),
    "scripts.auditing": ("audit",),
    "scripts.library.playing": ("play", "Play"),
    "scripts.harness.verifiers": ("CertwrightTaskset",),
    "instances": ("__version__",),
    "instances.records": ("Answer", "Instance", "Verdict", "Outcome"),
    "instances.errors": ("CertwrightError", "RecordError"),
}
"""Module -> the public names that it holds."""
_HOME = {name: module for module, names in _HOMES.items() for name in names}
_TASKSET = "CertwrightTaskset"
"""What ``vf-eval certwright`` finds among the public names; it is one only where verifiers is at work."""

_PUBLIC = [
    "load",
    "generate",
    "prompt",
    "messages",
    "score",
    "reward",
    "label",
    "verify",
    "audit",
    "play",
    "Questions",
    "Reward",
    "Play",
    "Answer",
    "Instance",
    "Verdict",
    "Outcome",
    "CertwrightError",
    "RecordError",
]


def __getattr__(name: str) -> Any:
    """Load a public name from its module; it stays here then."""
    if name == "__all__":
        return [*_PUBLIC, _TASKSET] if "verifiers.v1" in sys.modules else _PUBLIC
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_HOME[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__getattr__("__all__")})
