"""One module per game; a new file here needs no other change.

Each module has a docstring with the definition of its game, `NOTES` (the comment lines that open
its table), `lines()`, which yields (game, board, options, "key=value ..."), and `selftest()`.
`NAME.py` makes the table `NAME.txt`.
"""

from importlib import import_module
from pkgutil import iter_modules


def modules():
    """Every module of this folder, by its name."""
    return {found.name: import_module(f"{__name__}.{found.name}")
            for found in iter_modules(__path__)}
