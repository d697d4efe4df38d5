"""The examples in docstrings run, and everything public has words."""

import doctest
import importlib
import inspect
import pkgutil

import outplay
import pytest

FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL
MODULES = [f"outplay.{module.name}" for module in pkgutil.iter_modules(outplay.__path__)] + ["outplay"]


def examples():
    """Those of modules, functions, classes and methods, each once. Classes call the package their home, so that the finder must
    not be asked to tell what belongs to a module."""
    finder, found = doctest.DocTestFinder(exclude_empty=True), {}
    for name in MODULES:
        module = importlib.import_module(name)
        found[name] = doctest.DocTestParser().get_doctest(module.__doc__ or "", {}, name, module.__file__, 0)
        for label, thing in vars(module).items():
            if (inspect.isclass(thing) or inspect.isfunction(thing)) and thing.__module__.startswith("outplay"):
                for test in finder.find(thing, label, module=False):
                    found.setdefault(test.name, test)
    return [test for test in found.values() if test.examples]


@pytest.mark.parametrize("test", examples(), ids=lambda test: test.name)
def test_examples(test):
    test.globs.update({name: getattr(outplay, name) for name in outplay.__all__})
    assert doctest.DocTestRunner(optionflags=FLAGS).run(test).failed == 0


def test_there_are_examples():
    names = {test.name for test in examples()}
    verbs = {name for name in outplay.__all__ if inspect.isfunction(getattr(outplay, name))}
    assert verbs <= names and "Board.from_adjacency" in names and {"outplay.openspiel", "Position", "Game"} <= names


def test_everything_public_has_words():
    for name in outplay.__all__:
        thing = getattr(outplay, name)
        assert thing.__doc__, name
        if inspect.isclass(thing):
            for method, value in vars(thing).items():
                if not method.startswith("_") and callable(value):
                    assert value.__doc__, f"{name}.{method}"
