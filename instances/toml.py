"""TOML as the standard library reads it; for Python 3.10 the same reader comes from PyPI.

>>> loads('title = "Ferry"')
{'title': 'Ferry'}
"""

import sys

if sys.version_info >= (3, 11):
    from tomllib import TOMLDecodeError, loads
else:
    from tomli import TOMLDecodeError, loads

__all__ = ["TOMLDecodeError", "loads"]
