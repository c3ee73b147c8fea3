"""What other training sets would change is bounded, in every kind of rows that knows it."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import t
from sklearn.base import BaseEstimator, ClassifierMixin

import clfcompare as cc
from clfcompare.core.rows import Training


def outcome(n=200, positives=20, shift=0.5, folds=5):
    "Predictions of two systems in cross-validation, and labels."
    rng = np.random.default_rng(4)
    y = (np.arange(n) < positives).astype(int)
    parts = [
        pd.DataFrame(
            {
                "algorithm": name,
                "repeat": 0,
                "fold": np.arange(n) % folds,
                "row": range(n),
                "y_true": y,
                "y_pred": (rng.standard_normal(n) + shift * y > cut).astype(int),
            }
        )
        for name, cut in {"A": 0.2, "B": 0.6}.items()
    ]
    return pd.concat(parts, ignore_index=True)


def by_hand(cases, measure):
    "w v of the two systems, from the formula of the chapter."
    y = cases["y_true"].to_numpy()[: cases["row"].nunique()]
    called = cases.pivot(index="row", columns="algorithm", values="y_pred")
    skill = (called[y == 1].mean() - called[y == 0].mean()).mean()
    v = min(1, 0.12 * len(y) ** (-1 / 3) * skill ** (-4 / 3))
    if measure == "tpr":
        return v
    mixed = (2 * called.mean() * (1 - called.mean())).mean()
    return (1 - 2 * y.mean()) ** 2 * min(v, mixed)


@pytest.mark.parametrize("measure", ["error", "accuracy", "tpr"])
def test_the_variance_of_cases_has_the_bound(measure):
    cases = outcome()
    report = cc.compare(cases, measure=measure, cv=cc.k_fold(5))
    kept = cases[cases["y_true"] == 1] if measure == "tpr" else cases
    right = (kept["y_true"] == kept["y_pred"]).astype(float)
    d = right.groupby([kept["row"], kept["algorithm"]]).mean().unstack()
    d, m = d["A"] - d["B"], kept["row"].nunique()
    se = d.std() * np.sqrt(1 / m + 1 / (m - 1) + by_hand(cases, measure))
    assert report.omnibus.pvalue == pytest.approx(2 * t.sf(abs(d.mean()) / se, m - 1), rel=1e-3)
    assert by_hand(cases, measure) > 0.02


def test_balanced_classes_change_no_error():
    report = cc.compare(outcome(positives=100), measure="error", cv=cc.k_fold(5))
    assert report.rows.offers()["n_test"].value == 1
    assert report.rows.training.share(("A", "B")) == 0


def test_folds_of_all_calls_have_the_bound_and_areas_have_none():
    cases = outcome(positives=60)
    cases["score"] = np.random.default_rng(2).random(len(cases))
    sizes = {}
    for measure in ("f1", "auc_roc"):
        report = cc.compare(cases, measure=measure, cv=cc.k_fold(5))
        sizes[measure] = report.rows.offers()["n_test"].value
    v = by_hand(cases, "tpr")
    assert sizes["f1"] == pytest.approx(40 + 160 * 40 * 0.3 * v, abs=0.01)
    assert sizes["auc_roc"] == 40


def test_the_pair_with_the_largest_bound_counts():
    known = Training(cases=125, smallest=0.3, weight=1.0, skill={"A": 0.9, "B": 0.3, "C": 0.2})
    of = {pair: known.share(tuple(pair)) for pair in ("AB", "AC", "BC", "ABC", "B")}
    assert of["ABC"] == of["BC"] > of["AC"] > of["AB"]
    assert of["BC"] == pytest.approx(0.12 / 5 * 0.25 ** (-4 / 3))
    assert of["B"] == pytest.approx(0.12 / 5 * 0.3 ** (-4 / 3))
    chance = Training(cases=125, smallest=0.3, weight=0.5, skill={"A": -0.2, "B": 0.1})
    assert chance.share(("A", "B")) == 0.5  # no more than all of a case's variance


def of_means(y, design, *, seed):
    "The rows of a comparison of two equal learners, on two columns that tell the classes apart."
    rng = np.random.default_rng(seed)
    run = cc.Experiment(
        datasets={"made": (rng.standard_normal((len(y), 2)) + y[:, None], y)},
        algorithms={"one": _Mean(0), "two": _Mean(1)},
        design=design,
        measures=["error"],
        rng=1,
    ).run(progress=False)
    return cc.compare(run, measure="error").rows


def test_leave_one_out_averages_no_cut_out():
    rows = of_means(np.arange(40) % 2, cc.leave_one_out(), seed=1)
    assert rows.training.weight == pytest.approx(0.36)
    extra = 39 * rows.training.share(rows.names)
    assert rows.offers()["n_test"].value == pytest.approx(1 + extra, abs=1e-3) and extra > 0.5


def test_held_out_cases_have_the_bound_as_the_least():
    rng = np.random.default_rng(3)
    a, b = (rng.random((30, 5, 2)) < share for share in (0.3, 0.4))
    plain = cc.heldout_ttest(a * 1, b * 1)
    case = (a * 1 - b * 1).mean((1, 2)).var(ddof=1)
    same = cc.heldout_ttest(a * 1, b * 1, training=1e-9)
    more = cc.heldout_ttest(a * 1, b * 1, training=0.4)
    assert same.pvalue == pytest.approx(plain.pvalue, rel=1e-5) and plain.pvalue < 0.1 * more.pvalue
    assert more.details["variance_training"] == pytest.approx(0.2 * case)
    losses = {"a": a * 1, "b": b * 1, "c": a * b * 1}
    assert (
        cc.inference.heldout_anova(losses, training=0.4).pvalue
        > cc.inference.heldout_anova(losses).pvalue
    )
    pairs = cc.heldout_pairs(losses, better="lower", training=0.4).comparisons
    found = pairs[(pairs["a"] == "a") & (pairs["b"] == "b")]
    assert found["pvalue"].iloc[0] == pytest.approx(more.pvalue)
    with pytest.raises(cc.ClfCompareError, match="`training` must be a finite number"):
        cc.heldout_ttest(a * 1, b * 1, training=-1)


def test_a_large_bound_is_said():
    cases = outcome(shift=0.2)
    report = cc.compare(cases, measure="tpr", cv=cc.k_fold(5))
    found = next(f for f in report.findings if f.code == "CC019")
    times = 1 + 20 * by_hand(cases, "tpr") / 2
    assert f"{times:.1f} times" in found.what and "holds 10% of the cases" in found.what
    quiet = cc.compare(outcome(positives=100), measure="error", cv=cc.k_fold(5))
    assert "CC019" not in [f.code for f in quiet.findings]


def test_intervals_of_the_error_have_the_bound():
    cases = outcome()
    report = cc.compare(cases, measure="error", cv=cc.k_fold(5))
    row = report.error_intervals().set_index("algorithm").loc["B"]
    share = report.rows.training.share(("B",))
    half = t.isf(0.025, 199) * np.sqrt(
        row["value"] * (1 - row["value"]) * (1 / 200 + 1 / 199 + share)
    )
    assert share > 0 and row["high"] - row["value"] == pytest.approx(half)


class _Mean(ClassifierMixin, BaseEstimator):
    "Two means of one feature."

    def __init__(self, feature):
        self.feature = feature

    def fit(self, X, y):
        x = X[:, self.feature]
        self.classes_ = np.unique(y)
        self.cut = (x[y == 0].mean() + x[y == 1].mean()) / 2
        return self

    def predict(self, X):
        return (X[:, self.feature] > self.cut).astype(int)


def test_held_out_cases_of_uneven_classes_are_bounded_by_compare():
    rows = of_means((np.arange(90) % 6 == 0).astype(int), cc.five_by_two(), seed=6)
    assert rows.offers()["training"].value == pytest.approx(
        rows.training.share(rows.names), abs=1e-6
    )
    assert rows.training.weight == pytest.approx((1 - 2 * rows.training.smallest) ** 2)
