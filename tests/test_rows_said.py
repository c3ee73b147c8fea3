"""What a row is, is named, said or asked, and every line that a refusal prints can be typed."""

import clfcompare as cc
import numpy as np
import pandas as pd
import pytest
from clfcompare.core.rows import Cases, DataSets, Folds, OneClass, TestedCases
from clfcompare.report.intake import Ask
from sklearn.datasets import load_iris
from sklearn.model_selection import (
    GridSearchCV,
    KFold,
    RepeatedStratifiedKFold,
    ShuffleSplit,
    TimeSeriesSplit,
    cross_val_score,
    cross_validate,
)
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

RNG = np.random.default_rng(12)
SCORES = {"svm": RNG.uniform(0.8, 0.9, 10), "tree": RNG.uniform(0.7, 0.9, 10)}
ZEROS = {"ours": RNG.integers(0, 2, 17), "theirs": RNG.integers(0, 2, 17)}
ASKED = {
    "a mapping": (SCORES, {"measure": "accuracy"}),
    "a frame": (pd.DataFrame(SCORES), {"measure": "accuracy"}),
    "an array with names": (pd.DataFrame(SCORES).set_axis(range(5, 15)), {"measure": "accuracy"}),
    "zeros and ones": (ZEROS, {"measure": "accuracy"}),
    "a measure of one's own": (SCORES, {"measure": "gain", "better": "higher"}),
    "a leftover column": (
        pd.DataFrame({"case": range(10), "epoch": range(10), **SCORES}),
        {"measure": "log_loss"},
    ),
    "two units": (
        pd.DataFrame(
            {"dataset": [f"d{i}" for i in range(10)], **SCORES, "knn": 100 * SCORES["svm"]}
        ),
        {"measure": "accuracy"},
    ),
}


@pytest.mark.parametrize("name", ASKED)
def test_every_line_that_is_printed_works(name):
    data, words = ASKED[name]
    with pytest.raises(Ask) as told:
        cc.compare(data, **words)
    assert told.value.ways and all(line in str(told.value) for line in told.value.ways)
    for line in told.value.ways:
        report = eval(line, {"compare": cc.compare, "cc": cc, "data": data})
        assert report.pairs.names


def test_folds_are_no_data_sets():
    X, y = load_iris(return_X_y=True)
    learners = {"bayes": GaussianNB(), "tree": DecisionTreeClassifier(random_state=3)}
    scores = {name: cross_val_score(learner, X, y, cv=7) for name, learner in learners.items()}
    for cv in (7, cc.k_fold(7), KFold(7)):
        report = cc.compare(scores, measure="accuracy", rows="folds", cv=cv)
        assert isinstance(report.rows, Folds) and report.choice.pairs == "corrected_ttest"
        assert (report.rows.n_train, report.rows.n_test) == (6, 1)
    results = {
        name: cross_validate(learner, X, y, cv=7, return_indices=True)
        for name, learner in learners.items()
    }
    told = cc.compare(results, measure="accuracy", cv=7)
    assert told.pairs.comparisons["n"].tolist() == [7]
    search = GridSearchCV(DecisionTreeClassifier(random_state=1), {"max_depth": [1, 2, 3]}, cv=6)
    assert cc.compare(search.fit(X, y), measure="accuracy").rows.count == 6


def test_any_splitter_says_how_folds_were_made():
    twenty = {"a": RNG.uniform(0.1, 0.2, 20), "b": RNG.uniform(0.1, 0.3, 20)}
    rows = {
        cv: cc.compare(twenty, measure="error", rows="folds", cv=cv).rows
        for cv in (
            RepeatedStratifiedKFold(n_splits=10, n_repeats=2),
            RepeatedStratifiedKFold(n_splits=4, n_repeats=5),
            ShuffleSplit(20, test_size=0.25),
        )
    }
    assert [one.resampling.kind for one in rows.values()] == [
        "repeated_k_fold",
        "repeated_k_fold",
        "monte_carlo",
    ]
    assert [one.n_train / one.n_test for one in rows.values()] == pytest.approx([9, 3, 3])
    with pytest.raises(cc.ClfCompareError, match="level was measured"):
        cc.compare(twenty, measure="error", rows="folds", cv=TimeSeriesSplit(20))


def test_a_rate_of_one_class_counts_its_class():
    y = (np.arange(105) < 5).astype(int)
    told = pd.concat(
        pd.DataFrame({"algorithm": name, "row": range(105), "y_true": y, "y_pred": found})
        for name, found in (("A", y), ("B", np.zeros(105, dtype=int)))
    )
    report = cc.compare(told, measure="tpr")
    assert type(report.rows) is OneClass and "5 positives" in report.text
    assert report.omnibus.pvalue == pytest.approx(2 * 0.5**5 / 2)  # mid-p of five against none
    assert type(cc.compare(told, measure="accuracy").rows) is Cases


def test_random_splits_whose_cases_are_known_are_compared_by_cases():
    rng = np.random.default_rng(5)
    X, y = rng.normal(size=(60, 2)), (np.arange(60) % 3 == 0).astype(int)
    outcome = cc.Experiment(
        datasets={"made": (X, y)},
        algorithms={"bayes": GaussianNB(), "tree": DecisionTreeClassifier(max_depth=2)},
        design=cc.monte_carlo(8, test_size=0.2),
        measures=["error", "tpr"],
        rng=4,
    ).run(progress=False)
    tested = outcome.predictions[outcome.predictions["algorithm"] == "bayes"]
    report = cc.compare(outcome, measure="error")
    assert type(report.rows) is TestedCases and report.rows.count == tested["row"].nunique()
    positives = tested.loc[tested["y_true"] == 1, "row"].nunique()
    assert cc.compare(outcome, measure="tpr").rows.words == f"{positives} positives"


def test_names_say_what_rows_are():
    frame = pd.DataFrame(SCORES)
    named = cc.compare(frame.rename_axis("fold"), measure="accuracy")
    assert isinstance(named.rows, Folds)
    texts = cc.compare(frame.set_axis([f"set {i}" for i in range(10)]), measure="accuracy")
    assert isinstance(texts.rows, DataSets) and texts.rows.count == 10
    with pytest.raises(cc.ClfCompareError, match="`rows` must be what the columns name"):
        cc.compare(frame.rename_axis("case"), measure="accuracy", rows="folds")
