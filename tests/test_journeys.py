"""What people have, tried as a newcomer would: at most three lines each, from the table to the
answer.
"""

import inspect
import json
import os
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator
from sklearn.datasets import load_iris
from sklearn.model_selection import GridSearchCV, cross_validate
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.tree import DecisionTreeClassifier

import clfcompare as cc
from clfcompare.report.cli import main

RNG = np.random.default_rng(13)
ERRORS = pd.DataFrame(
    RNG.normal(0.2, 0.03, (9, 3)) + [0, 0.05, 0.1],
    columns=["svm", "forest", "knn"],
    index=[f"set {i}" for i in range(9)],
)


def test_a_spreadsheet_from_germany(tmp_path, capsys):
    path = tmp_path / "ergebnisse.csv"
    path.write_text(
        ERRORS.round(3).to_csv(sep=";", decimal=",", index_label="Datensatz"), encoding="utf-16"
    )
    assert main(["compare", str(path), "--measure", "error"]) == 0
    said = capsys.readouterr().out
    assert "semicolons between columns and decimal commas" in said and "svm" in said

    frame = pd.read_csv(path, sep=";", decimal=",", encoding="utf-16")
    report = cc.compare(frame, measure="error")
    assert report.ranks.index[0] == "svm" and report.table.shape == (9, 3)


def test_a_spreadsheet_read_as_it_is_says_what_is_wrong(tmp_path):
    frame = pd.read_csv(
        pd.io.common.StringIO(ERRORS.round(3).to_csv(sep=";", decimal=",")), sep=";", index_col=0
    )
    with pytest.raises(cc.ClfCompareError, match="decimal comma"):
        cc.compare(frame, measure="error")
    with pytest.raises(cc.ClfCompareError, match="numbers of the rows"):
        cc.compare(ERRORS.reset_index(drop=True).reset_index(), measure="error")
    with pytest.raises(cc.ClfCompareError, match="a row 'Average'"):
        cc.compare(pd.concat([ERRORS, ERRORS.mean().to_frame("Average").T]), measure="error")
    with pytest.raises(cc.ClfCompareError, match="must say what was measured"):
        cc.compare(ERRORS)


def test_results_of_cross_validate():
    X, y = load_iris(return_X_y=True)
    results = {
        name: cross_validate(model, X, y, cv=5, return_indices=True)
        for name, model in {
            "knn": KNeighborsClassifier(),
            "tree": DecisionTreeClassifier(random_state=1),
        }.items()
    }
    scores = cc.data.scores_from_cross_validate(
        results, dataset="iris", measure="accuracy", design=cc.k_fold(5)
    )
    report = cc.compare(scores)
    assert report.choice.pairs == "corrected_ttest" and report.pairs.names
    with pytest.raises(cc.ClfCompareError, match=r"cv=cc.k_fold\(5\)"):
        cc.compare(results, measure="accuracy")
    for cv in (cc.k_fold(5), 5):
        again = cc.compare(results, measure="accuracy", cv=cv)
        pd.testing.assert_frame_equal(again.pairs.comparisons, report.pairs.comparisons)


def test_results_of_a_grid_search():
    X, y = load_iris(return_X_y=True)
    search = GridSearchCV(KNeighborsClassifier(), {"n_neighbors": [1, 5, 15]}, cv=5).fit(X, y)
    scores = cc.data.scores_from_cv_results(
        search.cv_results_, dataset="iris", measure="accuracy", design=cc.k_fold(5)
    )
    assert len(cc.compare(scores).ranks) == 3


def test_a_leaderboard_and_its_clusters():
    page = np.repeat(np.arange(14), 4)
    board = pd.DataFrame(
        (RNG.random((56, 40)) < np.linspace(0.9, 0.3, 40)).astype(bool),
        columns=[f"system {i}" for i in range(40)],
        index=pd.RangeIndex(56, name="case"),
    )
    by_case, by_page = (
        cc.compare(board, measure="accuracy"),
        cc.compare(board.assign(page=page), measure="accuracy", cluster="page"),
    )
    assert "56 cases" in by_case.headline and "14 clusters" in by_page.headline
    assert (
        by_case.best[0] == by_case.ranks.index[0]
        and max(len(r.headline) for r in (by_case, by_page)) <= 1200
    )
    long = cc.compare(cc.data.predictions_from_wide(board, measure="accuracy"))
    pd.testing.assert_frame_equal(long.pairs.comparisons, by_case.pairs.comparisons)


def test_a_table_with_gaps():
    table = ERRORS.mask(RNG.random(ERRORS.shape) < 0.15)
    with pytest.raises(cc.ClfCompareError, match="missing='incomplete'"):
        cc.compare(table, measure="error")
    report = cc.compare(table, measure="error", missing="incomplete")
    assert (
        report.omnibus.method.startswith("Skillings-Mack")
        and any(f.code == "CC016" for f in report.findings)
        and "CC016" in str(report)
    )


def test_several_measures():
    y = RNG.integers(0, 2, 90)
    tested = pd.concat(
        [
            pd.DataFrame(
                {
                    "algorithm": name,
                    "row": range(90),
                    "y_true": y,
                    "y_pred": np.where(RNG.random(90) < p, y, 1 - y),
                }
            )
            for name, p in (("a", 0.9), ("b", 0.8), ("c", 0.6))
        ]
    )
    report = cc.compare(tested, measure=["recall", "fpr"])
    assert report.verdicts()["measure"].tolist() == ["recall", "fpr"] and len(report.joint) == 3


def test_eighty_four_algorithms(tmp_path):
    values = RNG.normal(0, 0.05, (51, 84)) + np.linspace(0.3, 0.5, 84)
    table = pd.DataFrame(
        values, columns=[f"a_{i}$" for i in range(84)], index=[f"d{i}" for i in range(51)]
    )
    report = cc.compare(table, measure="error")
    assert (
        len(report.headline) <= 1200
        and len(report.text) < 2_000
        and len(str(report)) < 3_000
        and len(report.why()) < 4_000
    )
    assert report.best and report.rank_intervals.shape == (84, 5)
    report.save(tmp_path / "supplement")
    written = {path.name for path in (tmp_path / "supplement").iterdir()}
    assert written >= {"report.txt", "report.html", "report.tex", "figure.pdf", "code.py"}


def test_every_way_to_read_a_report_says_its_findings():
    report = cc.compare(ERRORS.iloc[:4, :2], measure="error")
    codes = [f.code for f in report.findings]
    assert "CC002" in codes
    told = (
        str(report),
        report.text,
        report.why(),
        report.headline,
        report._repr_html_(),
        report.to_html(),
        report.to_latex(),
        report.to_markdown(),
    )
    assert all("CC002" in words for words in told)


@pytest.mark.slow
@pytest.mark.skipif(
    shutil.which("pdflatex") is None,
    reason="pdflatex is not installed (Debian: texlive-latex-recommended)",
)
@pytest.mark.parametrize(
    "names",
    [
        [
            "*star",
            "[br]",
            "$x_1^2$",
            "a&b%#",
            "~tilde\\back",
            "{curly} a very long name of an algorithm indeed",
        ],
        [f"a fairly long name {i}" for i in range(84)],
        [f"algorithm {i}" for i in range(12)],
    ],
)
def test_the_latex_compiles_and_fits_the_text_width(names, tmp_path):
    table = pd.DataFrame(
        RNG.random((45, len(names))), columns=names, index=[f"[set_{i}] & co" for i in range(45)]
    )
    folder = cc.compare(table, measure="error").save(tmp_path)
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "report.tex"], cwd=folder, capture_output=True
    )
    log = (folder / "report.log").read_text(errors="replace")
    assert done.returncode == 0 and "Overfull" not in log


TWO_COLUMNS = r"""\documentclass[twocolumn]{article}
\usepackage[utf8]{inputenc}
\usepackage[T1]{fontenc}
\usepackage{booktabs,array,textcomp}
\begin{document}
%s
\end{document}
"""
MANY = pd.DataFrame(
    np.random.default_rng(7).random((45, 7)), columns=[f"algorithm {i}" for i in range(7)]
)


@pytest.mark.slow
@pytest.mark.skipif(
    shutil.which("pdflatex") is None,
    reason="pdflatex is not installed (Debian: texlive-latex-recommended)",
)
def test_the_latex_of_two_columns_compiles_and_fits(tmp_path):
    report = cc.compare(MANY, measure="error", rows="datasets")
    (tmp_path / "paper.tex").write_text(TWO_COLUMNS % report.to_latex(columns=2))
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "paper.tex"], cwd=tmp_path, capture_output=True
    )
    log = (tmp_path / "paper.log").read_text(errors="replace")
    assert done.returncode == 0 and "Overfull" not in log


def test_the_latex_for_one_column_and_for_two():
    report = cc.compare(MANY, measure="error", rows="datasets")
    for columns, kind in ((1, "table"), (2, "table*")):
        text = report.to_latex(columns=columns, label="t")
        parts = text.count(rf"\begin{{{kind}}}")
        assert "longtable" not in text and parts == text.count(rf"\end{{{kind}}}") == 8
        assert text.count(r"\begin{tabular}") == text.count(r"\end{tabular}") == parts
        assert text.count(r"\label{") == 3 and "45 data sets" in text and " rows" not in text
    assert report.to_latex(long=True).count(r"\begin{longtable}") == 5


@pytest.mark.skipif(
    "CLFCOMPARE_DATA" not in os.environ, reason="CLFCOMPARE_DATA names no folder with the boards"
)
def test_a_real_board():
    path = Path(os.environ["CLFCOMPARE_DATA"]).parent / "boards/swebench_verified.npz"
    if not path.exists():
        pytest.skip("the board is not there")
    with np.load(path, allow_pickle=False) as found:
        correct, systems, repository = (found[k] for k in ("correct", "systems", "repository"))
    board = pd.DataFrame(correct.T.astype(int), columns=systems)
    by_case, by_repository = (
        cc.compare(board, measure="accuracy", rows="cases"),
        cc.compare(board, measure="accuracy", cluster=repository),
    )
    assert 8 < len(by_case.best_found) < len(by_repository.best_found) < 134
    assert len(by_case.best) < 134 == len(by_repository.best)  # 12 clusters: no pair is told apart
    assert any(
        f.code == "CC015" for f in by_repository.findings
    )  # 12 clusters, one of which holds 231 of 500 cases
    audit = cc.pairwise(board, test="mcnemar", method="exact", adjust="none", better="higher")
    first = audit.comparisons[
        audit.comparisons["a"].eq(audit.names[0]) | audit.comparisons["b"].eq(audit.names[0])
    ]
    assert (
        first["pvalue"] > 0.05
    ).sum() + 1 == 8  # the public audit's count, without an adjustment


# Thirteen journeys, each from what somebody has to the figure, file or exit code they want, in at most
# ten lines; the test at their end counts.

PAGES = np.repeat(np.arange(12), 5)
BOARD = pd.DataFrame(
    (np.random.default_rng(5).random((60, 4)) < [0.95, 0.6, 0.5, 0.4]).astype(int),
    columns=list("abcd"),
)


class Majority(BaseEstimator):
    "A learner that is none of scikit-learn's."

    def fit(self, X, y):
        self.label_ = np.unique(y)[np.unique(y, return_counts=True)[1].argmax()]
        return self

    def predict(self, X):
        return np.full(len(X), self.label_)


class Broken(Majority):
    def fit(self, X, y):
        raise ValueError("labels must be numbers")


def drawn(axes, folder):
    "Is the figure a picture that is not empty, with an alternative text?"
    cc.save_figure(axes, folder / "figure.png")
    return (folder / "figure.png").stat().st_size > 3000 and cc.plots.alt_text(axes)


def test_journey_from_a_messy_file_to_a_page(tmp_path):
    table = ERRORS.round(3).rename(columns={"svm": " svm "})
    table.to_csv(
        tmp_path / "a.csv", sep=";", decimal=",", encoding="utf-16", index_label="Datensatz"
    )
    words = ["compare", str(tmp_path / "a.csv"), "--measure", "error"]
    assert main([*words, "--html", str(tmp_path / "a.html")]) == 0
    assert "data:image/png;base64," in (tmp_path / "a.html").read_text(encoding="utf-8")


def test_journey_of_a_leaderboard_with_pages(tmp_path):
    report = cc.compare(BOARD.assign(page=PAGES), measure="accuracy", cluster="page")
    assert "12 clusters" in report.text and drawn(report.plot(), tmp_path)


def test_journey_of_genes_to_a_figure(tmp_path):
    learners = {
        "knn": make_pipeline(cc.algorithms.GeneSelector(50), KNeighborsClassifier()),
        "tree": DecisionTreeClassifier(random_state=1),
    }
    known = dict(algorithms=learners, design=cc.five_by_two(), measures=["error"], rng=1)
    report = cc.compare(cc.Experiment(datasets=["srbct"], **known).run(progress=False))
    assert report.best == ("knn",) and drawn(report.plot(), tmp_path)


def test_journey_from_cross_validate(tmp_path):
    X, y = load_iris(return_X_y=True)
    models = {"knn": KNeighborsClassifier(), "stump": DecisionTreeClassifier(max_depth=1)}
    results = {name: cross_validate(model, X, y, cv=5) for name, model in models.items()}
    report = cc.compare(results, cv=5, measure="accuracy")
    assert report.best == ("knn",) and drawn(report.plot(), tmp_path)


def test_journey_of_language_models(tmp_path):
    for name in "ab":
        keys = {"filtered_resps": [""], "filter": "none", "metrics": ["acc"]}
        rows = [keys | {"doc_id": k, "acc": float(hit)} for k, hit in enumerate(BOARD[name])]
        (tmp_path / f"{name}.jsonl").write_text("\n".join(map(json.dumps, rows)))
    report = cc.compare(sorted(tmp_path.glob("*.jsonl")), measure="acc", margin=0.1)
    assert report.margins["verdict"].tolist() == ["better"] and drawn(report.plot(), tmp_path)


def test_journey_of_a_referee():
    printed = pd.DataFrame({"knn": [13.8, 21.1], "svm": [31.0, 22.4]}, index=["colon", "lung"])
    found = cc.audit(printed, measure="error", better="lower", n_cases=29)
    assert found.impossible["printed"].tolist() == ["21.1 %", "22.4 %"]


def test_journey_of_an_author(tmp_path):
    cc.compare(ERRORS, measure="error").save(tmp_path)
    written = {path.name for path in tmp_path.iterdir()}
    assert {"figure.pdf", "report.tex", "code.py", "table.csv"} <= written


def test_journey_from_autorank(tmp_path):
    report = cc.compare(ERRORS, measure="error", test="nemenyi")
    assert report.critical_difference and drawn(report.plot(), tmp_path)


def test_journey_of_a_student():
    assert cc.check_answer("testing-1", 1.0).words


def test_journey_in_a_notebook(tmp_path):
    shown = cc.compare(ERRORS, measure="error")._repr_html_()
    axes = cc.plots.plot_scores(ERRORS, measure="error")
    assert "data:image/png;base64," in shown and drawn(axes, tmp_path)


def test_journey_of_a_contributor():
    def mean_difference_test(a, b):
        return cc.permutation_test(a, b, rng=1)

    with pytest.raises(cc.ClfCompareError, match="@cc.procedure"):
        cc.testing.check_procedure(mean_difference_test)


def test_journey_of_a_pipeline(tmp_path):
    for name, results in (("old", BOARD), ("same", BOARD), ("worse", BOARD.assign(a=BOARD["d"]))):
        results.to_csv(tmp_path / f"{name}.csv", index_label="case")
    told = ["--against", str(tmp_path / "old.csv"), "--measure", "accuracy", "--margin", "0.05"]
    assert main(["gate", str(tmp_path / "same.csv"), *told]) == 0
    assert main(["gate", str(tmp_path / "worse.csv"), *told]) == 1


def test_journey_of_other_learners(tmp_path):
    known = dict(datasets=["wine"], design=cc.k_fold(3), measures=["error"], rng=1)
    learners = {"ours": Majority(), "tree": DecisionTreeClassifier(random_state=1)}
    report = cc.compare(cc.Experiment(algorithms=learners, **known).run(progress=False))
    assert report.best == ("tree",) and drawn(report.plot(), tmp_path)
    broken = cc.Experiment(algorithms=learners | {"broken": Broken()}, **known)
    with pytest.raises(cc.ClfCompareError, match="labels must be numbers"):
        cc.compare(broken.run(progress=False))


def test_no_journey_is_longer_than_ten_lines():
    for name, journey in globals().items():
        if name.startswith("test_journey"):
            lines = inspect.getsource(journey).split("\n", 1)[1].strip().splitlines()
            assert len(lines) <= 10, name
