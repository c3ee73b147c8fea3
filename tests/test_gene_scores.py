"""Scores of genes for all folds at once: pipelines that begin with a selector choose, predict
and weigh what they do fold by fold.
"""

import numpy as np
import pandas as pd
import pytest
from clfcompare import Experiment, SignalToNoiseSelector, bootstrap, five_by_two, k_fold, tuned
from clfcompare.algorithms import GeneSelector
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier


def made(kind, classes=3, n=48, p=400):
    rng = np.random.default_rng(6)
    y = np.arange(n) % classes
    X = rng.normal(5, 1, size=(n, p)) + 1.5 * y[:, None] * (np.arange(p) % 37 == 0)
    if kind == "counts":
        X = X.round().astype(int)
    if kind == "pairs":
        X = np.repeat(X[:, : p // 2], 2, axis=1)  # every gene twice: ties everywhere
    if kind == "columns first":
        X = np.asfortranarray(X)
    return X, np.array(["b", "a", "c", "d"])[y]


def algorithms():
    numbers = [3, 17, 399]
    return {
        "knn": tuned(
            make_pipeline(GeneSelector(method="t"), KNeighborsClassifier()),
            {"geneselector__k": numbers, "kneighborsclassifier__n_neighbors": [1, 5]},
        ),
        "ranks": tuned(
            make_pipeline(GeneSelector(method="wilcoxon"), StandardScaler(), SVC(kernel="linear")),
            {"geneselector__k": numbers},
        ),
        "cuts": make_pipeline(
            GeneSelector(9, method="tnom"), DecisionTreeClassifier(random_state=0)
        ),
        "golub": make_pipeline(SignalToNoiseSelector(11), KNeighborsClassifier(3)),
        "permuted": make_pipeline(GeneSelector(4, permutations=9), KNeighborsClassifier(3)),
    }


def both(data, design, **how):
    experiment = dict(datasets={"made": data}, algorithms=algorithms(), design=design, rng=2)
    return [
        Experiment(**experiment, shortcuts=word).run(progress=False, **how)
        for word in ("auto", "off")
    ]


def check_same(auto, off, *, sizes=True):
    pd.testing.assert_frame_equal(auto.scores, off.scores)
    pd.testing.assert_frame_equal(
        auto.predictions, off.predictions
    )  # scores of classes too, to the last digit
    same = [
        "dataset",
        "algorithm",
        "repeat",
        "fold",
        "status",
        "error",
        "seed",
        "params",
        "warnings",
    ] + ["size"] * sizes
    pd.testing.assert_frame_equal(auto.runs[same], off.runs[same])
    assert off.runs["shortcut"].isna().all()
    taken = auto.runs["shortcut"] == "gene scores"
    assert (taken == (auto.runs["algorithm"] != "permuted")).all()


@pytest.mark.parametrize("kind", ["smooth", "counts", "pairs", "columns first"])
def test_the_same_to_the_last_digit(kind):
    check_same(*both(made(kind), five_by_two()))


@pytest.mark.parametrize("design", [k_fold(3), bootstrap(2)], ids=repr)
def test_other_designs(design):
    """Inner folds, and training sets with cases drawn twice, are not known beforehand: there
    each fold has its own scores.
    """
    check_same(*both(made("smooth", classes=2), design))


def test_in_several_processes():
    """Sizes left out: texts and scores that a model shares with its data here are copies of its
    own in another process, and weigh twice.
    """
    check_same(
        both(made("smooth"), k_fold(2), n_jobs=2)[0],
        both(made("smooth"), k_fold(2))[1],
        sizes=False,
    )


def test_what_is_wrong_fails_alike():
    X, y = made("smooth")
    wrong = {
        name: make_pipeline(first, KNeighborsClassifier())
        for name, first in (("none", GeneSelector(0)), ("word", GeneSelector(method="z")))
    }
    rare = np.where(
        np.arange(48) < 3, "z", y
    )  # three cases of a class: one or two in a training set
    for labels, learners in (
        (y, wrong),
        (rare, {"rare": make_pipeline(GeneSelector(3), KNeighborsClassifier(1))}),
    ):
        found = [
            Experiment(
                datasets={"made": (X, labels)},
                algorithms=learners,
                design=k_fold(3),
                shortcuts=word,
            ).run(progress=False)
            for word in ("auto", "off")
        ]
        columns = ["status", "error", "warnings", "params"]
        pd.testing.assert_frame_equal(found[0].runs[columns], found[1].runs[columns])


def test_frames_are_left_to_the_plain_way():
    X, y = made("smooth")
    frame = pd.DataFrame(X).add_prefix("gene ")
    found = Experiment(
        datasets={"made": (frame, y)}, algorithms={"golub": algorithms()["golub"]}, design=k_fold(2)
    ).run(progress=False)
    assert found.runs["shortcut"].isna().all() and (found.runs["status"] == "ok").all()
