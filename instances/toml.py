"""TOML as the standard library reads it; for Python 3.10 the same reader comes from PyPI.

>>> loads('title = "Ferry"')
{'title': 'Ferry'}
"""

import sys
from pathlib import Path
from typing import TypeVar

import msgspec

if sys.version_info >= (3, 11):
    from tomllib import TOMLDecodeError, loads
else:
    from tomli import TOMLDecodeError, loads

__all__ = ["TOMLDecodeError", "beside", "loads"]

T = TypeVar("T")


def beside(file: str, kind: type[T]) -> T:
    """The TOML file beside a module, of the same name, as a value of a type."""
    return msgspec.convert(loads(Path(file).with_suffix(".toml").read_text("utf-8")), kind)
