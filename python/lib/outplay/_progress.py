"""A progress bar for long work: that of tqdm, where it is installed and somebody is looking."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, Union

#: True, False, a function of (positions, memory, seconds, done, of), or None: a bar if somebody is looking.
Progress = Union[bool, Callable[[int, int, float, int, int], object], None]


def somebody_is_looking() -> bool:
    """Whether the standard error is a terminal, or this is a notebook."""
    return "ipykernel" in sys.modules or bool(sys.stderr and sys.stderr.isatty())


class Bar:
    """Hears about progress; the bar appears with the first news, after about a second."""

    def __init__(self, wanted: Progress) -> None:
        self.wanted = wanted
        self.bar: Any = None

    def __call__(self, positions: int, memory: int, seconds: float, done: int, of: int) -> None:
        if callable(self.wanted):
            self.wanted(positions, memory, seconds, done, of)
            return
        if self.bar is None:
            self.bar = self.made(of)
        if self.bar is False:
            return
        if of and self.bar.total != of:
            self.bar.reset(total=of)
        self.bar.n = done
        self.bar.set_postfix_str(f"{positions:,} positions, {memory / 2**20:,.0f} MB", refresh=False)
        self.bar.refresh()

    def made(self, of: int) -> Any:
        """The bar, or False if there is none."""
        if self.wanted is None and not somebody_is_looking():
            return False
        try:
            from tqdm.auto import tqdm
        except ImportError:
            return False
        return tqdm(total=of or None, leave=False, desc="outplay")

    def close(self) -> None:
        """Takes the bar away."""
        # A bar of tqdm may refuse to say whether it is true.
        if self.bar is not None and self.bar is not False:
            self.bar.close()
