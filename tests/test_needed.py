"Which notebooks a change concerns (tools/needed.py), on a small tree of its own and on ours."

import subprocess
import sys

import nbformat.v4 as v4
import pytest
from conftest import ROOT

sys.path.append(str(ROOT / "tools"))
import needed

BOOKS = {
    "core/00_a.ipynb": ["#| default_exp core.a", "#| export\ndef a(): return 1"],
    "core/01_b.ipynb": [
        "#| default_exp core.b",
        "#| export\nfrom clfcompare.core.a import a\ndef b(): return a()",
    ],
    "measures/00_c.ipynb": [
        "#| default_exp measures.c",
        "#| export\ndef c():\n    from clfcompare.core.b import b\n    return b()",
    ],
    "measures/01_d.ipynb": [
        "#| default_exp measures.d",
        "#| export\ndef d(): return 4",
        "from clfcompare.measures.c import c\nc()",
    ],
    "cases/10_e.ipynb": ["import clfcompare as cc\n%matplotlib inline", "# words", "cc.d()"],
    "course/00_f.ipynb": ["from clfcompare import a as one", "print(7)"],
    "index.ipynb": ["import clfcompare\nclfcompare.c()"],
}


@pytest.fixture
def tree(tmp_path):
    "A tree of seven notebooks, committed."
    (tmp_path / "clfcompare").mkdir()
    (tmp_path / "clfcompare/__init__.py").write_text(
        '_PUBLIC = {"core.a": ["a"], "measures.c": ["c"], "measures.d": ["d"]}\n'
    )
    for path, cells in BOOKS.items():
        write(tmp_path / "nbs" / path, cells)
    for words in ("init -q", "add .", "-c user.name=a -c user.email=a@b.c commit -qm first"):
        git(tmp_path, *words.split())
    return tmp_path


def git(folder, *words):
    subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True)


def write(path, cells, output=None):
    path.parent.mkdir(parents=True, exist_ok=True)
    nb = v4.new_notebook()
    for cell in cells:
        nb.cells.append(
            v4.new_markdown_cell(cell) if cell.startswith("# ") else v4.new_code_cell(cell)
        )
    if output:
        nb.cells[-1].outputs = [v4.new_output("stream", name="stdout", text=output)]
    path.write_text(v4.writes(nb))


def found(tree, *paths):
    "What is needed when these change, from the root of the notebooks."
    return [
        path.relative_to(tree / "nbs").as_posix()
        for path in needed.needed(tree, [tree / "nbs" / path for path in paths])
    ]


def test_what_builds_on_a_notebook_is_found_through_others(tree):
    assert found(tree, "core/00_a.ipynb") == [path for path in BOOKS if path != "cases/10_e.ipynb"]
    assert found(tree, "measures/00_c.ipynb") == [
        "measures/00_c.ipynb",
        "measures/01_d.ipynb",
        "index.ipynb",
    ]
    assert found(tree, "measures/01_d.ipynb") == [
        "measures/01_d.ipynb",
        "cases/10_e.ipynb",
    ]  # what d only shows does not pass c on
    assert found(tree, "cases/10_e.ipynb", "course/00_f.ipynb") == [
        "cases/10_e.ipynb",
        "course/00_f.ipynb",
    ]


@pytest.mark.parametrize(
    ("path", "cells", "output", "concerned"),
    [
        (
            "cases/10_e.ipynb",
            [cell.replace("# words", "# other words") for cell in BOOKS["cases/10_e.ipynb"]],
            None,
            [],
        ),
        ("core/00_a.ipynb", BOOKS["core/00_a.ipynb"], "other output", []),
        ("core/00_a.ipynb", [*BOOKS["core/00_a.ipynb"], "a() + 1"], None, ["core/00_a.ipynb"]),
        (
            "measures/01_d.ipynb",
            ["#| default_exp measures.d", "#| export\nd = 5"],
            None,
            ["measures/01_d.ipynb", "cases/10_e.ipynb"],
        ),
        (
            "core/02_new.ipynb",
            ["#| default_exp core.new", "#| export\nx = 1"],
            None,
            ["core/02_new.ipynb"],
        ),
    ],
)
def test_only_changed_code_concerns_others(tree, path, cells, output, concerned):
    assert found(tree) == []
    write(tree / "nbs" / path, cells, output)
    assert found(tree) == concerned


def test_another_number_changes_nothing_and_a_notebook_that_is_gone_does(tree):
    git(tree, "mv", "nbs/core/01_b.ipynb", "nbs/core/07_b.ipynb")
    assert found(tree) == []
    (tree / "nbs/measures/00_c.ipynb").unlink()
    assert found(tree) == ["measures/01_d.ipynb", "index.ipynb"]


def test_in_our_tree_all_but_a_few_rest_on_the_refusals():
    everything = needed.notebooks(ROOT)
    on_errors = needed.needed(ROOT, [ROOT / "nbs/core/00_errors.ipynb"])
    assert set(everything) == set((ROOT / "nbs").rglob("*.ipynb")) - set(
        (ROOT / "nbs").rglob(".*/*")
    )
    assert 0.9 * len(everything) < len(on_errors) < len(everything)
    assert [path.name for path in needed.needed(ROOT, [ROOT / "nbs/course/20_exam.ipynb"])] == [
        "20_exam.ipynb"
    ]


def test_the_command_prints_what_is_needed(env):
    command = [
        sys.executable,
        "tools/run_nbs.py",
        "--needed",
        "nbs/algorithms/06_components.ipynb",
    ]
    said = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
    lines = said.stdout.splitlines()
    assert (
        said.returncode == 0
        and lines[0] == "nbs/algorithms/06_components.ipynb"
        and "nbs/cases/31_berrar_nci60.ipynb" in lines
        and len(lines) < 15
    )
    assert (
        subprocess.run(
            [sys.executable, "tools/run_nbs.py"], cwd=ROOT, env=env, capture_output=True
        ).returncode
        == 2
    )
