"""The judge of the family: there is one task, ``level``, and its form is the episode."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...instances.records import Answer, Instance
from ..judgement import Judgement, JudgeOptions


def prepare(instance: Instance, options: JudgeOptions) -> Callable[[Answer], tuple[Judgement, Any]]:
    """A function from an answer to its judgement and why the episode ended.

    Raises RecordError or WorldError when the world is no level, UnsupportedError for another form.
    """
    from .episode import prepare_episode

    return prepare_episode(instance, options)
