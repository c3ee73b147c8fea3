"""The list of faults that `make mutants` plants: every one can still be planted, and the runner
sees what it should. See tools/mutants.py.
"""

import json
import re
import sys
from collections import Counter

import nbformat.v4 as v4
import pytest
from conftest import ROOT
from test_layering import FLOORS

sys.path.append(str(ROOT / "tools"))
import mutants

FAULTS = mutants.faults()


@pytest.mark.parametrize("place", sorted({fault["place"] for fault in FAULTS}))
def test_every_fault_can_be_planted(place):
    "In the cells that are exported; that nbdev then makes a module of them is a slow test."
    for fault in FAULTS:
        if fault["place"] != place:
            continue
        path = mutants.notebook(fault)
        cells = mutants.with_fault(fault, json.loads(path.read_text(encoding="utf-8")))["cells"]
        codes = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
        exported = [code for code in codes if re.match(r"#\| *export", code)]
        for code in exported:
            compile(code, place, "exec")
        assert any(fault["new"] in code for code in exported)


@pytest.mark.slow
@pytest.mark.parametrize("place", sorted({fault["place"] for fault in FAULTS}))
def test_every_fault_reaches_the_module(place):
    for fault in FAULTS:
        if fault["place"] == place:
            module, _ = mutants.planted(fault).values()
            compile(module, place, "exec")
            assert fault["new"] in module


def test_the_list_is_large_and_spread_over_all_floors():
    floors = Counter(fault["place"].split("/")[0] for fault in FAULTS)
    assert sum(floors.values()) >= 150 and floors.keys() == set(FLOORS)
    assert min(floors.values()) >= 10 and len(
        {(f["place"], f["old"], f["new"]) for f in FAULTS}
    ) == len(FAULTS)


def test_faults_are_described():
    known = {"place", "old", "new", "breaks", "tests", "equivalent"}
    for fault in FAULTS:
        assert (
            known >= fault.keys() >= {"place", "old", "new", "breaks"} and len(fault["breaks"]) > 15
        ), fault
        assert all((ROOT / test.split()[0]).exists() for test in mutants.tests_of(fault)), fault
        assert len(fault.get("equivalent", "long enough to say why")) > 20, fault


def small_tree(folder):
    "A module of one function, and its notebook."
    for name in ("clfcompare/core", "nbs/core"):
        (folder / name).mkdir(parents=True)
    (folder / "clfcompare/core/sums.py").write_text("# made\n\ndef total(a, b): return a + b\n")
    cells = [
        v4.new_code_cell(source)
        for source in (
            "#| default_exp core.sums",
            "#| export\ndef total(a, b): return a + b",
            "a + b",
        )
    ]
    (folder / "nbs/core/00_sums.ipynb").write_text(v4.writes(v4.new_notebook(cells=cells)))
    return folder


def test_a_fault_is_planted_in_both_and_taken_out_again(tmp_path):
    root = small_tree(tmp_path)
    before = [path.read_bytes() for path in sorted(root.rglob("*.*"))]
    with mutants.Planted(dict(place="core/sums", old="a + b", new="a - b"), root):
        cells = json.loads((root / "nbs/core/00_sums.ipynb").read_text())["cells"]
        assert (root / "clfcompare/core/sums.py").read_text().endswith("return a - b\n")
        assert ["".join(cell["source"]) for cell in cells[1:]] == [
            "#| export\ndef total(a, b): return a - b",
            "a + b",
        ]
    assert [path.read_bytes() for path in sorted(root.rglob("*.*"))] == before


@pytest.mark.parametrize(
    ("old", "new"), [("a * b", "a"), ("a", "b"), ("a + b", "a + b"), ("# made", "#")]
)
def test_a_fault_that_does_not_fit_is_refused(old, new, tmp_path):
    with pytest.raises(LookupError, match="core/sums"):
        mutants.planted(dict(place="core/sums", old=old, new=new), small_tree(tmp_path))
