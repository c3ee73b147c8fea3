"A margin through the front door: verdicts, code, every form of a report, and what is refused."

import json

import clfcompare as cc
import numpy as np
import pandas as pd
import pytest
from clfcompare.report.words import say_margins
from scipy import stats


def cases(better):
    "1 for right where higher is better, for wrong where lower is."
    rng = np.random.default_rng(8)
    right = (rng.random((300, 1)) < 0.8) & (rng.random((300, 3)) < [0.99, 0.98, 0.85])
    table = pd.DataFrame(right.astype(int), columns=list("abc")).rename_axis("case")
    return table if better == "higher" else 1 - table


def sets():
    rng = np.random.default_rng(9)
    base = 0.2 + 0.4 * rng.random((17, 1))
    values = base + rng.normal(0, 0.01, (17, 4)) + [0, 0.001, 0.03, 0.2]
    names = pd.Index([f"set {i}" for i in range(17)], name="dataset")
    return pd.DataFrame(values, names, columns=list("abcd"))


def folds():
    values = np.random.default_rng(4).normal(0.2, 0.02, (10, 3)) + [0, 0, 0.09]
    return pd.DataFrame(values, columns=list("abc")).rename_axis("fold")


MADE = {
    "cases": lambda: cc.compare(cases("higher"), measure="accuracy", margin=0.06),
    "wrong cases": lambda: cc.compare(cases("lower"), measure="error", margin=0.06),
    "data sets": lambda: cc.compare(sets(), measure="error", margin=0.05),
    "two on data sets": lambda: cc.compare(sets()[["a", "b"]], measure="error", margin=0.05),
    "a control": lambda: cc.compare(sets(), measure="error", margin=0.05, control="b"),
    "gaps": lambda: cc.compare(
        sets().mask(sets() == sets().iloc[2, 1]),
        measure="error",
        margin=0.05,
        missing="incomplete",
    ),
    "folds": lambda: cc.compare(folds(), measure="error", cv=cc.k_fold(10), margin=0.04),
    "losses": lambda: cc.compare(
        sets().rename_axis("case").reset_index(drop=True).rename_axis("case"),
        measure="brier_score",
        margin=0.05,
    ),
}


@pytest.fixture(scope="module", params=MADE)
def report(request):
    return MADE[request.param]()


def test_the_program_gives_the_same_margins(report):
    names = {}
    exec(report.code().replace("print(pairs.comparisons)", ""), names)
    pd.testing.assert_frame_equal(names["margins"], report.margins)


def test_every_form_says_it(report):
    said = say_margins(report.margins, report.margin)
    assert said in report.text and f"With a margin of {report.margin:g}" in said
    assert said in report.to_html() and "pvalue_not_worse" in report.to_html()
    for text in (report.to_markdown(), report.to_latex(), str(report)):
        assert f"With a margin of {report.margin:g}" in " ".join(text.split())
    read = json.loads(report.to_json())
    assert read["margin"] == report.margin
    assert [row["verdict"] for row in read["margins"]] == report.margins["verdict"].tolist()


def test_verdicts_follow_from_the_numbers(report):
    pairs = report.pairs.comparisons
    for row, pair in zip(report.margins.itertuples(), pairs.itertuples()):
        assert (row.a, row.b) == (pair.a, pair.b)
        assert row.pvalue_not_worse <= row.pvalue_equivalent
        if pair.pvalue_adjusted <= 0.05:
            assert row.verdict == ("better" if pair.winner == row.a else "worse")
        elif row.pvalue_equivalent <= 0.05:
            assert row.verdict == "equivalent"
            assert -report.margin < row.low and row.high < report.margin
        elif row.pvalue_not_worse <= 0.05:
            assert row.verdict == "not worse"
        else:
            assert row.verdict == "undecided"


def test_the_direction_does_not_matter():
    right, wrong = MADE["cases"]().margins, MADE["wrong cases"]().margins
    assert right["verdict"].tolist() == wrong["verdict"].tolist()
    for word in ("pvalue_not_worse", "pvalue_equivalent"):
        np.testing.assert_allclose(right[word], wrong[word], rtol=1e-12)
    np.testing.assert_allclose(right["low"], -wrong["high"], atol=1e-12)


def test_against_a_second_source():
    "Two data-set columns: Wilcoxon's one-sided tests of shifted differences, by scipy."
    table = sets()[["a", "b"]]
    found = MADE["two on data sets"]().margins.iloc[0]
    d = (table[found.a] - table[found.b]).to_numpy()
    less = stats.wilcoxon(d - 0.05, alternative="less", method="exact").pvalue
    more = stats.wilcoxon(d + 0.05, alternative="greater", method="exact").pvalue
    np.testing.assert_allclose(found.pvalue_not_worse, less, rtol=1e-9)
    np.testing.assert_allclose(found.pvalue_equivalent, max(less, more), rtol=1e-9)


def test_the_figure_has_the_band():
    axes = MADE["cases"]().plot()
    band = max(axes.patches, key=lambda patch: patch.get_width())
    np.testing.assert_allclose((band.get_x(), band.get_width()), (-0.06, 0.12))


@pytest.mark.parametrize("margin", [0, -0.1, np.nan, np.inf, "0.1", True])
def test_a_margin_is_a_number_above_zero(margin):
    with pytest.raises(cc.ClfCompareError, match="`margin` must be"):
        cc.compare(sets(), measure="error", margin=margin)


def test_a_margin_of_areas_is_asked_elsewhere():
    rng = np.random.default_rng(6)
    truth = rng.integers(0, 2, 90)
    table = pd.DataFrame(
        {
            "algorithm": np.repeat(["a", "b"], 90),
            "dataset": "d",
            "row": np.tile(np.arange(90), 2),
            "y_true": np.tile(truth, 2),
            "y_pred": np.tile(truth, 2),
            "score": np.tile(truth, 2) + rng.normal(0, 1, 180),
        }
    )
    report = cc.compare(table, measure="auc_roc")
    try:
        with_margin = cc.compare(table, measure="auc_roc", margin=0.1)
    except cc.ClfCompareError as error:
        assert "a margin must be asked of" in str(error)
    else:
        assert with_margin.pairs.comparisons.equals(report.pairs.comparisons)
        assert set(with_margin.margins["verdict"]) <= {
            "better",
            "worse",
            "equivalent",
            "not worse",
            "undecided",
        }
