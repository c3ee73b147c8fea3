"""Every classifier and transformer of ours keeps scikit-learn's contract, so that its grids,
pipelines and cross-validation work with it.

The second half are the contracts of this house: the same numbers for the same seed, and the
predicted class is the most probable one.
"""

import pickle

import clfcompare as cc
import numpy as np
import pytest
from sklearn.base import clone
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

CLASSIFIERS = [
    cc.RipperClassifier(),
    cc.LinearDiscriminantTreeClassifier(),
    cc.ProbabilisticNeuralNetworkClassifier(),
    cc.RBFNetworkClassifier(random_state=0),
    cc.algorithms.ShrunkenCentroidClassifier(),
    cc.algorithms.RowSpaceMLPClassifier((10,), alpha=1.0, random_state=0),
]
OTHERS = [
    cc.RowSpace(),
    cc.SignalToNoiseSelector(),
    cc.algorithms.GeneSelector(method="wilcoxon", permutations=19, random_state=0),
    cc.algorithms.OneHotBases(),
    cc.algorithms.KmerCounts(),
    cc.algorithms.SequenceKernel(),
    cc.algorithms.PLSComponents(),
    cc.algorithms.SubsetSelector(2),
]
VARIANTS = [  # other settings of the same classes
    cc.RBFNetworkClassifier(output="least_squares", random_state=0),
    cc.algorithms.ShrunkenCentroidClassifier(1.0, offset="none", priors="equal"),
    cc.algorithms.GeneSelector(method="moderated_t"),
    cc.algorithms.GeneSelector(method="tnom"),
    cc.algorithms.SubsetSelector(2, how="uncorrelated"),
]
NAMES = [type(classifier).__name__ for classifier in CLASSIFIERS]


def in_one_unit(classifier):
    "A learner of distances wants its columns in one unit."
    return (
        make_pipeline(StandardScaler(), classifier)
        if getattr(classifier, "sees_distances_only", False)
        else classifier
    )


@parametrize_with_checks(CLASSIFIERS + OTHERS)
def test_scikit_learn_checks(estimator, check):
    check(estimator)


@pytest.mark.slow
@parametrize_with_checks(VARIANTS)
def test_scikit_learn_checks_with_other_settings(estimator, check):
    check(estimator)


@pytest.fixture(scope="module")
def wine():
    data = cc.load_dataset("wine")
    return data.X, np.asarray(data.y)


@pytest.mark.parametrize("classifier", [in_one_unit(each) for each in CLASSIFIERS], ids=NAMES)
class TestHouse:
    def test_the_same_seed_gives_the_same_numbers(self, classifier, wine):
        X, y = wine
        first, second = (clone(classifier).fit(X, y).predict_proba(X) for _ in range(2))
        assert np.array_equal(first, second)

    def test_the_predicted_class_is_the_most_probable(self, classifier, wine):
        X, y = wine
        labels = np.array(["red", "rose", "white"])[
            y
        ]  # text labels, whose order is that of the numbers
        model = clone(classifier).fit(X[::2], labels[::2])
        probabilities = model.predict_proba(X)
        assert np.allclose(probabilities.sum(axis=1), 1) and (probabilities >= 0).all()
        assert np.array_equal(model.predict(X), model.classes_[probabilities.argmax(axis=1)])

    def test_it_learns(self, classifier, wine):
        X, y = wine
        assert clone(classifier).fit(X[::2], y[::2]).score(X[1::2], y[1::2]) > 0.8

    def test_names_of_classes_do_not_matter(self, classifier, wine):
        X, y = wine
        plain = clone(classifier).fit(X, y).predict(X)
        assert np.array_equal(clone(classifier).fit(X, 10 * y + 7).predict(X), 10 * plain + 7)

    def test_a_fitted_model_pickles(self, classifier, wine):
        X, y = wine
        model = clone(classifier).fit(X, y)
        assert np.array_equal(
            pickle.loads(pickle.dumps(model)).predict_proba(X), model.predict_proba(X)
        )

    def test_one_class_is_predicted(self, classifier, wine):
        X, _ = wine
        assert set(clone(classifier).fit(X, np.full(len(X), 4)).predict(X)) == {4}

    def test_more_features_than_cases(self, classifier):
        rng = np.random.default_rng(1)
        y = np.repeat([0, 1, 2], [11, 13, 17])
        X = rng.normal(size=(41, 500)) + 4 * (np.arange(500) % 100 < 5)[None] * (y[:, None] - 1)
        learner = (
            classifier[-1] if isinstance(classifier, Pipeline) else classifier
        )  # the columns are in one unit
        assert clone(learner).fit(X[::2], y[::2]).score(X[1::2], y[1::2]) > 0.8
