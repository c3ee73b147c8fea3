"Ties of settings, settings that all fail, and splits of a later repeat."

import clfcompare as cc
import numpy as np
import pytest
from clfcompare.experiment.tuning import best_setting
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import load_iris


@pytest.mark.parametrize("better", ["higher", "lower"])
def test_settings_that_tie_but_for_rounding(better):
    "0.1 + 0.2 and 0.3 + 0: the first of the two wins, whichever is larger by rounding."
    a, b = [0.1, 0.2], [0.3, 0.0]
    assert np.mean(a) != np.mean(b)
    assert (
        best_setting(np.array([a, b]), better=better)
        == best_setting(np.array([b, a]), better=better)
        == 0
    )
    assert best_setting(np.array([a, [0.31, 0.0]]), better=better) == (better == "higher")


class Sulky(ClassifierMixin, BaseEstimator):
    "Fits only as it comes."

    fits = 0

    def __init__(self, mood=0):
        self.mood = mood

    def fit(self, X, y):
        Sulky.fits += 1
        self.classes_ = np.unique(y)
        if self.mood:
            raise ValueError(f"mood {self.mood}")
        return self

    def predict(self, X):
        return np.full(len(X), self.classes_[0])


def test_an_algorithm_without_a_setting_is_not_fitted():
    "Ten pairs of halves and two settings are twenty trials; after that there is nothing to fit."
    Sulky.fits = 0
    iris = load_iris(return_X_y=True)
    outcome = cc.Experiment(
        datasets={"iris": iris},
        algorithms={"sulky": cc.tuned(Sulky(), {"mood": [1, 2]})},
        design=cc.five_by_two(),
        measures=["error"],
        rng=1,
    ).run(progress=False)
    assert (outcome.runs["status"] == "failed").all() and outcome.runs["error"].str.contains(
        "mood 1"
    ).all()
    assert Sulky.fits == 20


def test_every_repeat_of_imported_splits_is_looked_at():
    cases, tested = (
        np.arange(6),
        [[0, 1], [2, 3], [4, 5], [0, 2], [1, 3], [4, 0]],
    )  # the last should be 4 and 5
    result = {
        "test_score": np.linspace(0.7, 0.95, 6),
        "indices": {
            "test": [np.array(t) for t in tested],
            "train": [np.setdiff1d(cases, t) for t in tested],
        },
    }

    def read(results):
        return cc.data.scores_from_cross_validate(
            results, dataset="d", design=cc.repeated_k_fold(repeats=2, folds=3), measure="accuracy"
        )

    with pytest.raises(cc.ClfCompareError, match="case 0 tested 2 times in repeat 1"):
        read({"svm": result, "knn": result})
    result["indices"]["test"][5][1] = 5
    result["indices"]["train"][5] = np.arange(4)
    assert len(read({"svm": result, "knn": result})) == 12
