"""certwright: reasoning questions about formal worlds, with ground truth that is computed, proven, checked.

The repository root is this package.  Imports run downward only:
``scripts`` > ``generators`` > ``verifiers`` > ``domains`` > ``instances``.
"""

__version__ = "0.1.0"
