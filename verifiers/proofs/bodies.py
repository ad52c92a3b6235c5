"""Strict reading of certificate bodies and truth records: exact keys, exact types, bounded sizes.

Every kind declares its body as a msgspec Struct; `read` converts plain JSON data to it and turns whatever
does not fit into a CertificateError that names the field.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Any, TypeVar

import msgspec

from ...instances.errors import CertificateError

Count = Annotated[int, msgspec.Meta(ge=0, le=10**9)]
Name = Annotated[str, msgspec.Meta(max_length=2000)]
Digest = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]

Body = TypeVar("Body")


def read(what: str, kind: type[Body], data: Any) -> Body:
    """The data as a value of the declared type; CertificateError otherwise."""
    try:
        return msgspec.convert(data, kind, strict=True)
    except msgspec.ValidationError as error:
        raise CertificateError(f"{what}: malformed: {error}") from None
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise CertificateError(f"{what}: malformed: {type(error).__name__}") from None


def ascending(what: str, names: list[str]) -> list[str]:
    """The names, which must strictly ascend; CertificateError names the first that does not."""
    for before, after in pairwise(names):
        if not before < after:
            raise CertificateError(
                f"{what}: {after} stands after {before}: the list is not sorted and free of repetitions"
            )
    return names
