"""On the edge: a p-value that equals the level, a score that equals the threshold, values that
tie within rounding.
"""

import clfcompare as cc
import numpy as np
import pandas as pd
import pytest
from clfcompare.core.arrays import snap_ties
from clfcompare.core.format import escape_html, escape_latex
from clfcompare.core.results import PairwiseResult
from clfcompare.core.tables import comparisons_table
from clfcompare.inference.effects import differences


def pairs(**columns):
    "Three algorithms with these p-values for the pairs (x, y), (x, z), (y, z)."
    rows = {
        "a": ["x", "x", "y"],
        "b": ["y", "z", "z"],
        "estimate": [-1.0, -2.0, -0.5],
        "adjust": "holm",
        "n": 12,
        **columns,
    }
    return PairwiseResult(
        table=comparisons_table(rows),
        names=("x", "y", "z"),
        scores=(1.2, 2.1, 2.7),
        score_name="mean rank",
        method="Test",
        adjust="holm",
    )


def test_a_p_value_of_the_level_tells_apart():
    made = pairs(pvalue=[0.02, 0.01, 0.3], pvalue_adjusted=[0.05, 0.03, 0.3])
    assert made.cliques(0.05) == [("y", "z")] and "x is better than y and z." in made.decision(0.05)
    assert cc.cliques(made, alpha=0.05, how="recursion") == [("y", "z")]
    assert made.cliques(0.0499) == [
        ("x", "y"),
        ("y", "z"),
    ] and "better than y" not in made.decision(0.0499)
    test = cc.TestResult(statistic=2.5, pvalue=0.05, method="Test")
    assert test.rejects(0.05) and not test.rejects(0.0499)


def test_pairs_are_told_apart_by_adjusted_p_values():
    made = pairs(pvalue=[0.04, 0.01, 0.3], pvalue_adjusted=[0.08, 0.03, 0.3])
    assert "x is better than z." in made.decision(0.05) and made.cliques(0.05) == [
        ("x", "y"),
        ("y", "z"),
    ]


def test_multitest_takes_a_p_value_of_the_level():
    "The edge stands against the cost."
    cost = {"x": 3.0, "y": 2.0, "z": 1.0}
    made = pairs(pvalue=[0.05, 0.05, 0.5], pvalue_adjusted=[0.05, 0.05, 0.5])
    assert cc.multi2test(made, cost=cost, alpha=0.05).names == ("x", "z", "y")
    assert cc.multi2test(made, cost=cost, alpha=0.0499).names == ("z", "y", "x")


def test_a_case_at_the_threshold_is_positive():
    y, score = [0, 1, 0, 1, 1], [0.1, 0.4, 0.5, 0.5, 0.9]
    curve = cc.roc_curve(y, score)
    assert curve.point_at(0.5) == (1 / 2, 2 / 3) and curve.point_at(0.500001) == (0, 1 / 3)
    assert cc.reject_curve([1, 0, 0], [0.5, 0.2, 0.1]).y[0] == 0  # one half is called positive
    assert cc.reject_curve([0, 0, 0], [0.5, 0.2, 0.1]).y[0] == 1 / 3


def test_certainty_is_the_distance_from_the_threshold():
    "Scores 6 and 7 lie beside the threshold, 1 and 9.5 far from it; the error at 7 goes first."
    curve = cc.reject_curve([0, 0, 0, 1], [1.0, 6.0, 7.0, 9.5], threshold=6.4)
    assert list(curve.x) == [0, 0.25, 0.5, 0.75] and list(curve.y) == [0.25, 1 / 3, 0, 0]


def test_values_tie_by_the_larger_of_two_magnitudes():
    near = np.array([0.3, 0.3 + 5e-7])
    sizes = [([1.0, 1e6], 1), ([1e6, 1.0], 1), ([1.0, 1e5], 2)]
    assert [len(set(snap_ties(near, size))) for size, _ in sizes] == [
        different for _, different in sizes
    ]
    assert len(set(differences([1e6, 1e6 + 5e-7], [0.0, 0.0]))) == 1
    assert len(set(differences([0.0, 0.0], [1e6, 1e6 + 5e-7]))) == 1


@pytest.mark.parametrize("escape", [escape_latex, escape_html])
def test_what_is_no_text_can_be_escaped(escape):
    assert (escape(12), escape(0.5), escape(None)) == ("12", "0.5", "None")


def test_names_of_data_sets_that_pandas_takes_for_holes(tmp_path):
    "A data set may be called NA, null or nan."
    from clfcompare.report.read_file import read_file

    path = tmp_path / "results.csv"
    path.write_text("dataset,svm,knn\nNA,0.1,0.2\nnull,0.3,0.5\nnan,0.2,0.4\n")
    assert list(read_file(path)["dataset"]) == ["NA", "null", "nan"]
    assert isinstance(
        cc.scores_from_wide(
            pd.DataFrame({"a": [0.5]}, index=["NA"]), measure="error", better="lower"
        ),
        pd.DataFrame,
    )


def table_of(a, b):
    "Scores of two algorithms on as many data sets."
    wide = pd.DataFrame({"a": a, "b": b}, index=[f"d{i}" for i in range(len(a))])
    return cc.scores_from_wide(wide, measure="error", better="lower")


def test_a_smallest_p_value_of_the_level_is_small_enough():
    "Five data sets can give p = 1/16, and no less."
    scores = table_of([0.1, 0.2, 0.3, 0.4, 0.5], [0.15, 0.27, 0.38, 0.49, 0.61])
    assert "CC002" not in cc.check(scores, test="wilcoxon", alpha=0.0625).codes
    assert "CC002" in cc.check(scores, test="wilcoxon", alpha=0.0624).codes


def test_the_row_that_lies_farthest_out_is_named():
    "It has the smallest difference, and the others are all near 0.4."
    d = 0.4 + np.random.default_rng(2).normal(0, 0.01, 12)
    d[7] = 0.02
    [finding] = [
        each
        for each in cc.check(table_of(0.5 + d / 2, 0.5 - d / 2), test="paired_ttest")
        if each.code == "CC004"
    ]
    assert "data set d7" in finding.what


def test_a_p_value_of_the_level_rejects_in_a_simulation():
    def fixed(values, model):
        return np.full(len(values), 0.05)

    model = cc.simulate.PairedDatasets(datasets=6, difference=0.5)
    assert (
        cc.power(fixed, model, alpha=0.05, n=20, rng=1).value == 1
        and cc.power(fixed, model, alpha=0.0499, n=20, rng=1).value == 0
    )


def test_paired_t_of_several_measures_is_adjusted_by_holm():
    rng = np.random.default_rng(4)
    found = cc.hotelling(rng.normal([0.09, 0.08, 0.07], 0.1, (12, 3)), np.zeros((12, 3))).to_dict()
    p = found["paired_t_pvalue"]
    assert found["paired_t_pvalue_holm"] == pytest.approx(cc.adjust(p, method="holm"))
    assert not np.allclose(cc.adjust(p, method="holm"), cc.adjust(p, method="hochberg"))


def test_the_command_line_decides_as_it_is_told(tmp_path, capsys):
    "At 5 % unless another level is named; and --better says what a tidy table leaves open."
    from clfcompare.report.cli import main

    path = tmp_path / "tidy.csv"
    rows = [
        (f"d{i}", name, value)
        for i, pair in enumerate([(1, 2), (1, 3), (2, 5), (3, 7), (5, 4.5)])
        for name, value in zip("ab", pair)
    ]
    frame = pd.DataFrame(rows, columns=["dataset", "algorithm", "value"]).assign(measure="utility")
    for options, level, direction in (
        ("--better higher", 0.05, "higher"),
        ("--better lower", 0.05, "lower"),
        ("--better higher --alpha 0.2", 0.2, "higher"),
    ):
        for said in (frame, frame.assign(better=direction)):
            said.to_csv(path, index=False)
            assert main(["compare", str(path), *options.split()]) == 0
            text = " ".join(capsys.readouterr().out.split())
            assert f"{direction} is better" in text and f"At the {level:g} level" in text
    frame.assign(better="higher").to_csv(path, index=False)
    assert main(["compare", str(path), "--better", "lower"]) == 2
    assert "`--better` must say what the table says" in capsys.readouterr().err
