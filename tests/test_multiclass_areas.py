"""Areas for many classes: held against scikit-learn, and named everywhere a measure may be
named.
"""

import clfcompare as cc
import numpy as np
import pandas as pd
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.metrics import roc_auc_score
from sklearn.naive_bayes import GaussianNB

THEIRS = {
    "hand_till": dict(multi_class="ovo", average="macro"),
    "ovr_macro": dict(multi_class="ovr", average="macro"),
    "ovr_weighted": dict(multi_class="ovr", average="weighted"),
}


def scored(K, n, digits, seed):
    "Labels and rows of probabilities; with one digit there are many ties."
    rng = np.random.default_rng(seed)
    labels = np.r_[np.arange(K), rng.integers(0, K, n - K)]
    p = rng.dirichlet(np.ones(K), n) + 0.5 * rng.random((n, 1)) * np.eye(K)[labels]
    p = np.round(p / p.sum(1, keepdims=True), digits)
    p[:, 0] += 1 - p.sum(1)
    return labels, p


@pytest.mark.parametrize("method", THEIRS)
@pytest.mark.parametrize(("K", "n", "digits"), [(3, 31, 12), (3, 60, 1), (5, 90, 1), (7, 211, 2)])
def test_as_scikit_learn(method, K, n, digits):
    labels, p = scored(K, n, digits, seed=K * n)
    theirs = roc_auc_score(labels, p, **THEIRS[method])
    assert cc.measures.auc_multiclass(labels, p, method=method) == pytest.approx(theirs, abs=1e-12)
    names = [f"c{k}" for k in range(K)]
    named, frame = np.array(names)[labels], pd.DataFrame(p, columns=names)
    assert cc.measures.auc_multiclass(named, frame[names[::-1]], method=method) == pytest.approx(
        theirs, abs=1e-12
    )
    assert cc.measures.evaluate(f"auc_{method}", y_true=named, scores=frame) == pytest.approx(
        theirs, abs=1e-12
    )


@pytest.mark.parametrize("method", THEIRS)
def test_two_classes_are_the_ordinary_area(method):
    labels, p = scored(2, 40, 1, seed=3)
    assert cc.measures.auc_multiclass(labels, p, method=method) == cc.auc_roc(labels, p[:, 1])


def test_only_hand_and_till_do_not_see_how_frequent_a_class_is():
    labels, p = scored(3, 50, 3, seed=5)
    twice = np.r_[np.arange(50), np.flatnonzero(labels == 1)]
    for method in THEIRS:
        plain, other = (
            cc.measures.auc_multiclass(labels[rows], p[rows], method=method)
            for rows in (np.arange(50), twice)
        )
        assert (abs(plain - other) < 1e-12) == (method == "hand_till")


@pytest.fixture(scope="module")
def outcome():
    data = cc.load_dataset("wine")
    X, y = data.X[:, :2], np.array(["red", "rose", "white"])[np.asarray(data.y)]
    return cc.Experiment(
        datasets={"wine": (X, y)},
        algorithms={"bayes": GaussianNB(), "lda": LinearDiscriminantAnalysis()},
        design=cc.five_by_two(holdout=1 / 3),
        measures=["error", *(f"auc_{m}" for m in THEIRS)],
        rng=3,
    ).run(progress=False)


@pytest.mark.parametrize("method", THEIRS)
def test_in_an_experiment(method, outcome):
    scores = outcome.scores[outcome.scores["measure"] == f"auc_{method}"]
    assert len(scores) == 20 and set(scores["better"]) == {"higher"}
    fit = outcome.predictions.query("algorithm == 'lda' and repeat == 2 and fold == 1")
    columns = fit[["score_red", "score_rose", "score_white"]].to_numpy()
    value = scores.query("algorithm == 'lda' and repeat == 2 and fold == 1")["value"].iloc[0]
    codes = fit["y_true"].map({"red": 0, "rose": 1, "white": 2}).to_numpy()
    assert value == pytest.approx(
        roc_auc_score(codes, columns / columns.sum(1, keepdims=True), **THEIRS[method]), abs=1e-12
    )


@pytest.mark.parametrize("method", THEIRS)
def test_cases_are_compared_by_the_jackknife(method, outcome):
    values = cc.data.case_values(outcome, measure=f"auc_{method}")
    scores = outcome.scores[outcome.scores["measure"] == f"auc_{method}"].set_index(
        ["algorithm", "repeat", "fold"]
    )["value"]
    for name, of in values.items():
        expected = scores[name].sort_index().to_numpy().reshape(5, 2)
        assert of.mean(0) == pytest.approx(expected, abs=1e-9)
    report = cc.compare(outcome, measure=f"auc_{method}")
    assert set(report.pairs.names) == {"bayes", "lda"} and "auc" in report.text


def test_a_class_that_a_fold_lacks_is_refused_before_anything_is_run():
    X, y = np.arange(36.0)[:, None], np.r_[np.repeat(["a", "b"], 15), ["c"] * 6]
    given = dict(
        datasets={"few": (X, y)},
        algorithms={"bayes": GaussianNB()},
        design=cc.leave_one_out(),
        rng=1,
    )
    with pytest.raises(
        cc.ClfCompareError, match="auc_hand_till must have all classes in every test set; got only"
    ):
        cc.Experiment(**given, measures=["auc_hand_till"]).plan()
    with pytest.raises(
        cc.ClfCompareError,
        match="auc_ovr_weighted must have two classes in every test set; got only",
    ):
        cc.Experiment(**given, measures=["auc_ovr_weighted"]).plan()
