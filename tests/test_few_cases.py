"""With few cases that count, `compare` takes the form of a test that keeps its level, and says so."""

import contextlib
import io

import clfcompare as cc
import numpy as np
import pandas as pd
import pytest

ASKED = "the mid-p form would reject"


def ran(report):
    "What the printed program makes."
    made = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(report.code(), made)
    return made


def outcomes(n, L=2, *, right=(0.9, 0.2, 0.5)):
    "Right or wrong on n cases of one test set."
    rng = np.random.default_rng([n, L])
    names = ["ann", "bob", "cat"][:L]
    return pd.DataFrame((rng.random((n, L)) < right[:L]).astype(int), columns=names).rename_axis(
        "case"
    )


def predictions(positives, negatives, found):
    "One fit of each algorithm on one test set; so many positives found by each, and all negatives."
    y = np.repeat([1, 0], [positives, negatives])
    each = [
        pd.DataFrame(
            {
                "algorithm": name,
                "dataset": "ward",
                "row": range(len(y)),
                "y_true": y,
                "y_pred": (np.arange(len(y)) < hits).astype(int),
            }
        )
        for name, hits in found.items()
    ]
    return pd.concat(each, ignore_index=True)


@pytest.mark.parametrize("n", [8, 11, 16, 36, 43])
def test_two_are_compared_by_the_exact_form_where_mid_p_is_too_free(n):
    table = outcomes(n)
    report = cc.compare(table, measure="accuracy", better="higher")
    wins = [int((table["ann"] > table["bob"]).sum()), int((table["ann"] < table["bob"]).sum())]
    assert report.omnibus.pvalue == cc.mcnemar(*wins, method="exact").pvalue
    assert report.pairs.table["pvalue"].iloc[0] == report.omnibus.pvalue
    assert f"With {n} cases {ASKED}" in report.text and ASKED in report.why()
    assert "exact" in report.omnibus.method and "exact" in report.pairs.method
    made = ran(report)
    assert tuple(made["omnibus"]) == tuple(report.omnibus)
    pd.testing.assert_frame_equal(made["pairs"].comparisons, report.pairs.comparisons)


@pytest.mark.parametrize("n", [7, 9, 30, 44])
def test_two_are_compared_by_mid_p_elsewhere(n):
    report = cc.compare(outcomes(n), measure="accuracy", better="higher")
    assert "mid-p" in report.omnibus.method and "method=" not in report.code()
    assert ASKED not in report.text and f"With {n} cases the mid-p form rejects" in report.why()


def test_all_pairs_have_the_form_too():
    report = cc.compare(outcomes(16, 3), measure="accuracy", better="higher")
    values = outcomes(16, 3)
    for row in report.pairs.comparisons.itertuples():
        a, b = values[row.a], values[row.b]
        exact = cc.mcnemar(int((a < b).sum()), int((a > b).sum()), method="exact")
        assert row.pvalue == pytest.approx(exact.pvalue, rel=1e-12)
    made = ran(report)
    pd.testing.assert_frame_equal(made["pairs"].comparisons, report.pairs.comparisons)
    assert "exact" in report.pairs.method and ASKED in report.text


def test_the_cases_of_one_class_choose_the_form():
    report = cc.compare(predictions(8, 90, {"ann": 7, "bob": 0}), measure="tpr")
    assert report.rows.count == 8 and "exact" in report.omnibus.method
    assert report.omnibus.pvalue == cc.mcnemar(0, 7, method="exact").pvalue
    more = cc.compare(predictions(9, 90, {"ann": 7, "bob": 0}), measure="tpr")
    assert more.rows.count == 9 and "mid-p" in more.omnibus.method


def scored(positives, negatives, L=2):
    "Class scores of one test set."
    rng = np.random.default_rng([positives, negatives, L])
    y = np.repeat([1, 0], [positives, negatives])
    parts = [
        pd.DataFrame(
            {
                "algorithm": name,
                "row": range(len(y)),
                "y_true": y,
                "y_pred": y,
                "score": rng.normal(shift * y),
            }
        )
        for name, shift in zip(["ann", "bob", "cat"][:L], (2.5, 0.0, 1.0))
    ]
    return pd.concat(parts, ignore_index=True)


@pytest.mark.parametrize("L", [2, 3])
@pytest.mark.parametrize("sizes", [(1, 40), (5, 60), (29, 50), (50, 7)])
def test_areas_of_few_cases_are_compared_by_swaps(sizes, L):
    report = cc.compare(scored(*sizes, L), measure="auc_roc")
    assert report.choice.pairs == "auc_permutation_test" and "delong" not in report.code()
    assert "fewer than 30" in report.why() and "swapped" in report.why()
    made = ran(report)
    pd.testing.assert_frame_equal(made["pairs"].comparisons, report.pairs.comparisons)
    if L == 2:
        assert tuple(made["omnibus"]) == tuple(report.omnibus)
        assert report.omnibus.pvalue == report.pairs.table["pvalue"].iloc[0]


def test_areas_of_enough_cases_are_compared_by_delong():
    for L in (2, 3):
        report = cc.compare(scored(30, 45, L), measure="auc_roc")
        assert report.choice.pairs == "delong_test" and "permutation" not in report.code()
    asked = cc.compare(scored(5, 60), measure="auc_roc", test="delong_test")
    assert asked.choice.pairs == "delong_test" and "CC014" in [f.code for f in asked.findings]
