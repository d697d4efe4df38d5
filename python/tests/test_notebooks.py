"""The notebooks: executed, with the values that they show compared with those that were committed."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).resolve().parents[1] / "notebooks").glob("*.ipynb"))


def told(cell):
    """What a cell says in words and numbers; how pictures look is not compared."""
    said = []
    for output in cell.get("outputs", []):
        if output.output_type == "stream" and output.name == "stdout":
            said.append(output.text)
        elif output.output_type in ("execute_result", "display_data"):
            said.append(output.data.get("text/plain", ""))
            said.append(sorted(output.data))
    return said


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook(path):
    committed = nbformat.read(path, as_version=4)
    executed = nbformat.read(path, as_version=4)
    NotebookClient(executed, timeout=120, kernel_name="python3").execute()
    for before, after in zip(committed.cells, executed.cells):
        if before.cell_type == "code":
            assert told(after) == told(before), before.source


def test_there_are_notebooks():
    assert len(NOTEBOOKS) >= 5
