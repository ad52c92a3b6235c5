"""The one exception of the checker, and the text that it may carry."""


class RefusedError(ValueError):
    """A record that is not accepted; the message names the first step that fails."""


class UnknownKindError(RefusedError):
    """The record uses something that this checker does not know: nothing is said about its truth."""


def refuse(fault: object, message: str) -> None:
    """RefusedError with the message where something counts as true."""
    if fault:
        raise RefusedError(message)


def clip(value: object, width: int = 120) -> str:
    """A value as it is shown in a message: its repr, at most ``width`` characters."""
    shown = repr(value)
    return shown if len(shown) <= width else shown[: width - 3] + "..."
