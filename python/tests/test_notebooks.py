"""The example notebooks run from top to bottom."""

from pathlib import Path

import pytest

nbclient = pytest.importorskip("nbclient")
nbformat = pytest.importorskip("nbformat")

EXAMPLES = Path(__file__).parent.parent / "examples"
NAMES = ["play_and_draw", "measure_a_technique", "train_an_evaluation"]


def test_every_notebook_is_listed():
    assert sorted(path.stem for path in EXAMPLES.glob("*.ipynb")) == sorted(NAMES)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", NAMES)
def test_the_notebook_runs(name, tmp_path):
    pytest.importorskip("numpy")
    pytest.importorskip("pandas")
    notebook = nbformat.read(EXAMPLES / f"{name}.ipynb", as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells), "notebooks are kept without outputs"
    nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": tmp_path}}).execute()
    shown = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    kinds = {kind for output in shown for kind in output.get("data", {})}
    assert not [output for output in shown if output.output_type == "error"]
    if name != "train_an_evaluation":
        assert "image/svg+xml" in kinds, "a position draws itself"
