"""The judge of the family: three tasks, each an episode."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...instances.records import Answer, Instance
from ..judgement import Judgement, JudgeOptions


def prepare(instance: Instance, options: JudgeOptions) -> Callable[[Answer], tuple[Judgement, Any]]:
    """A function from an answer to its judgement and what was answered.

    Raises RecordError or AutumnError for a malformed record, UnsupportedError for another task or form.
    """
    from .episode import prepare_episode

    return prepare_episode(instance, options)
