"""The optional dependencies of the package (extras), and which of them are missing.

The core (click, msgspec, rich) loads, shows, prompts, scores, verifies, plays and reports.
"""

from dataclasses import dataclass
from importlib.util import find_spec


@dataclass(frozen=True)
class Extra:
    """An extra of the package: its purpose, and the libraries that it installs."""

    name: str
    purpose: str
    libraries: tuple[str, ...]

    @property
    def mend(self) -> str:
        """The command that installs it."""
        return f'pip install "certwright[{self.name}]"'

    @property
    def missing(self) -> tuple[str, ...]:
        """The libraries of the extra that are not installed; nothing is imported."""
        return tuple(name for name in self.libraries if find_spec(name) is None)


_SEARCH = "generate, label by search alone, several --jobs, --deadline"
_LARGE = "label of large worlds, levels of time travel, second opinions of audit"
EXTRAS = {
    name: Extra(name, purpose, tuple(libraries.split()))
    for name, purpose, libraries in (
        ("generate", _SEARCH, "numpy numba pebble pysat"),
        ("engines", _LARGE, "up_fast_downward fast_downward unified_planning z3 spot"),
        ("kstar", "generate --plans kstar", "kstar_planner"),
        ("strict", "score --mode strict, audit of planning questions", "lark"),
        ("plot", "report --figures", "matplotlib"),
        ("play", "play and view in a browser", "starlette uvicorn"),
        ("ray", "--on ray: many machines", "ray"),
        ("inspect", "models that answer and play, through Inspect", "inspect_ai"),
        ("lm-eval", "lm_eval on what export lm-eval writes", "lm_eval"),
        ("hf", "export hf", "datasets"),
        ("reasoning-gym", "datasets of reasoning_gym", "reasoning_gym"),
        ("verifiers", "tasksets of verifiers", "verifiers"),
    )
}


def extra_of(library: str) -> Extra | None:
    """The extra that installs a library, by the library's import name.

    >>> extra_of("numba.core").mend
    'pip install "certwright[generate]"'
    """
    name = library.partition(".")[0]
    return next((extra for extra in EXTRAS.values() if name in extra.libraries), None)
