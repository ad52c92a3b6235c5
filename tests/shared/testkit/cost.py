"""Bounds on the processor's time that hold on a slow machine and beside a full heap."""

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager

ROUNDS, USUAL = 10**6, 0.03
"""So many additions take so many seconds where the bounds were set."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """The block takes less than so many seconds of the processor, or of a slower one the same share; what
    the collector does for other tests is not counted."""
    gc.disable()
    try:
        begun = time.process_time()
        yield
        spent = time.process_time() - begun
    finally:
        gc.enable()
    if spent >= seconds:
        begun = time.process_time()
        total = 0
        for number in range(ROUNDS):
            total += number
        assert spent < seconds * max(1.0, (time.process_time() - begun) / USUAL)
