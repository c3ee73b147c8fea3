"A gate as a pipeline meets it: two versions of a file of results, exit codes, a line for the forge."

import json
import re
import subprocess
import sys

import clfcompare as cc
import numpy as np
import pandas as pd
import pytest
from clfcompare.inference.margins import count_margin
from clfcompare.report.cli import main
from clfcompare.report.gate import gate
from conftest import ROOT

CASES = pd.DataFrame({"svm": [1] * 250 + [0] * 50, "knn": [1] * 240 + [0] * 60})
CASES = CASES.rename_axis("case")
SLIP = CASES.assign(svm=[1] * 249 + [0] * 50 + [1])  # one answer lost, one won
LOSS = CASES.assign(svm=[1] * 228 + [0] * 72)


def git(folder, *words):
    who = ["-c", "user.name=a", "-c", "user.email=a@b.c"]
    subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)


@pytest.mark.parametrize(("change", "code"), [(SLIP, 0), (LOSS, 1)], ids=["slip", "loss"])
def test_a_pull_request(change, code, tmp_path, env):
    "The lines of the recipe in the notebook, in a repository with a branch."
    cells = json.loads((ROOT / "nbs/report/18_gate.ipynb").read_text(encoding="utf-8"))["cells"]
    text = "\n".join("".join(cell["source"]) for cell in cells)
    lines = re.findall(r"- run: (git show .*|clfcompare gate .*)", text)
    assert len(lines) == 2
    git(tmp_path, "init", "-q", "-b", "origin/main")
    for results, branch in ((CASES, None), (change, "change")):
        if branch:
            git(tmp_path, "checkout", "-q", "-b", branch)
        results.to_csv(tmp_path / "results.csv")
        git(tmp_path, "add", "results.csv")
        git(tmp_path, "commit", "-q", "-m", "results")
    script = "\n".join(lines).replace("${{ github.base_ref }}", "main").replace("0.01", "0.02")
    script = script.replace("clfcompare gate", f"{sys.executable} -m clfcompare gate")
    done = subprocess.run(
        ["sh", "-ec", script],
        cwd=tmp_path,
        env=env | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (code, "")
    kinds = re.findall(
        "^::(error|notice) file=results.csv,title=clfcompare gate::(svm|knn)", done.stdout, re.M
    )
    assert kinds == [("error" if code else "notice", "svm"), ("notice", "knn")]
    assert done.stdout.count("\n") == 2


def test_the_numbers_are_those_of_the_margins():
    "Seen from the new results, whichever version is ahead."
    ahead = CASES.assign(svm=[1] * 253 + [0] * 47)
    for new, n01, n10 in ((SLIP, 1, 1), (LOSS, 22, 0), (ahead, 0, 3)):
        row = gate(new, CASES, margin=0.04, measure="accuracy").systems.iloc[0]
        known = count_margin(n01, n10, 300, margin=0.04, better="higher", alpha=0.05)
        assert row["estimate"] == pytest.approx((n10 - n01) / 300)
        for word in ("low", "high", "pvalue_not_worse"):
            assert row[word] == pytest.approx(known[word], abs=1e-12)


@pytest.mark.slow
def test_a_gate_keeps_its_level():
    "Data sets on which the new version loses exactly the margin: it passes in at most 5 % of all."
    rng, passed = np.random.default_rng(11), 0
    old = pd.DataFrame({"net": np.full(14, 0.2)}, index=pd.Index(range(14), name="dataset"))
    for _ in range(200):
        new = old + 0.01 + rng.normal(0, 0.02, (14, 1))
        passed += gate(new, old, margin=0.01, measure="error").passed
    assert 1 <= passed <= 18  # of Binomial(200, 0.05) with a probability of 0.99


def test_in_a_test():
    assert cc.testing.assert_not_worse(SLIP, CASES, margin=0.02, measure="accuracy").passed
    with pytest.raises(AssertionError, match="Not passed, for svm.*\nsvm: worse"):
        cc.testing.assert_not_worse(LOSS, CASES, margin=0.02, measure="accuracy")
    with pytest.raises(cc.ClfCompareError, match="measure"):
        cc.testing.assert_not_worse(LOSS, CASES, margin=0.02)


def test_json_and_wrong_input(tmp_path, capsys):
    for name, results in (("new", LOSS), ("old", CASES)):
        results.to_csv(tmp_path / f"{name}.csv")
    files = [str(tmp_path / "new.csv"), "--against", str(tmp_path / "old.csv")]
    words = [*files, "--margin", "0.02", "--measure", "accuracy"]
    assert main(["gate", *words, "--json", "-"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["type"], told["passed"], told["margin"]) == ("Gate", False, 0.02)
    assert [row["verdict"] for row in told["systems"]] == ["worse", "identical"]
    for wrong in (["--margin", "0"], ["--against", "none.csv"], ["--measure", "acuracy"]):
        assert main(["gate", *words, *wrong]) == 2
        said = capsys.readouterr()
        assert said.out == "" and said.err.startswith("clfcompare: ") and said.err.count("\n") == 1
