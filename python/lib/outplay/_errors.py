"""What goes wrong, as exceptions."""

from __future__ import annotations

from typing import Any


class InputError(ValueError):
    """The question is wrong. The text says what was read, what was expected, and what may have been meant.

    >>> import outplay
    >>> outplay.solve("kayls", "heaps:3")
    Traceback (most recent call last):
        ...
    outplay.InputError: there is no game 'kayls'
      kayls
      ^^^^^
      did you mean kayles?
    """

    __module__ = "outplay"


class LimitReached(Exception):
    """A limit on time or memory was reached before the answer. `known` is what is known so far, or None.

    >>> import outplay
    >>> try:
    ...     outplay.solve("unshackle", "grid:5x6", time=0.05)
    ... except outplay.LimitReached as limit:
    ...     print(limit, limit.known.winner)
    the time limit was reached None
    """

    __module__ = "outplay"

    def __init__(self, message: str, known: Any = None) -> None:
        super().__init__(message)
        self.known = known

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.known)


class Interrupted(KeyboardInterrupt):
    """The user interrupted. `known` is what is known so far, or None."""

    __module__ = "outplay"

    def __init__(self, message: str = "", known: Any = None) -> None:
        super().__init__(message)
        self.known = known
