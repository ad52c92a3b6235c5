"""The exceptions of the package: one flat tree, each also a subclass of a builtin exception.

A message names the object at fault and, if there is one, the remedy.  ``exit_code`` is the exit code of a
command that ends with the exception.
"""

from __future__ import annotations

from functools import partial


class CertwrightError(Exception):
    """Base of every error that certwright raises on purpose."""

    exit_code = 3


def _placed(message: str, *place: object) -> str:
    where = ":".join(str(part) for part in place if part is not None)
    return f"{where}: {message}" if where else message


class RecordError(CertwrightError, ValueError):
    """A record is malformed; says which file, line and field."""

    def __init__(
        self, message: str, *, file: str | None = None, line: int | None = None, field: str | None = None
    ):
        self.message, self.file, self.line, self.field = message, file, line, field
        super().__init__(_placed(message + (f" (at {field})" if field else ""), file, line))

    def within(self, file: str, line: int | None = None) -> RecordError:
        """The same error with the file's name, added by a caller that knows it."""
        return RecordError(self.message, file=file, line=line, field=self.field)


class WorldError(CertwrightError, ValueError):
    """The text of a world (PDDL, HOA, Autumn) is malformed; names file, line and column."""

    def __init__(
        self, message: str, *, file: str | None = None, line: int | None = None, column: int | None = None
    ):
        self.message, self.file, self.line, self.column = message, file, line, column
        super().__init__(_placed(message, file, line, column))


class AutumnError(WorldError):
    """An Autumn program is malformed, fails while it runs, or exceeds a limit."""


class UnsupportedError(CertwrightError, NotImplementedError):
    """Well-formed input that uses a feature which certwright refuses by name."""


class LimitError(CertwrightError, OverflowError):
    """The input is larger or deeper than the stated limit."""


class IllegalItemError(CertwrightError, ValueError):
    """A fact or action outside the language of its world; ``code`` is a value of ``records.Code``."""

    def __init__(self, message: str, *, code: str):
        self.message, self.code = message, code
        super().__init__(f"{message} ({code})")

    def __reduce__(self) -> tuple[object, ...]:  # an error of a worker comes here pickled
        return partial(type(self), code=self.code), (self.message,), self.__dict__


class MachineError(CertwrightError, OSError):
    """Memory, disk or permissions of this machine do not suffice; says nothing about any question."""


class WriteError(CertwrightError, OSError):
    """A file cannot be written; names the file and the reason."""


class OverwriteError(CertwrightError, FileExistsError):
    """An output that would overwrite what the command reads."""

    exit_code = 2


class UndecidedError(CertwrightError, ArithmeticError):
    """An answer could not be decided, but the caller requires a number."""


class NameUnknownError(CertwrightError, LookupError):
    """The name of a family, task, domain, engine or format that does not exist."""


class EngineMissingError(CertwrightError, ImportError):
    """An external engine that the command needs is not installed; says how to install it."""

    exit_code = 4


class PluginError(CertwrightError, RuntimeError):
    """The code of a package that adds to certwright failed; says which package, how, and where in it."""

    exit_code = 4


class EngineFailureError(CertwrightError, RuntimeError):
    """An external engine broke its contract (crash, output that cannot be read)."""


class EnginesDisagreeError(CertwrightError, ArithmeticError):
    """Two sound engines contradict each other, so one of them is wrong and no result is given."""

    exit_code = 1


class CertificateError(CertwrightError, AssertionError):
    """A certificate does not prove what it claims; names the first broken step."""

    exit_code = 1
