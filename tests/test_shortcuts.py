"""Shortcuts change no prediction: the same experiment with `shortcuts="auto"` and `"off"`, on srbct
and on data made to be hard.

Labels, settings and failures must be the same to the letter, class scores to rounding. A learner
without a shortcut is left alone.
"""

import importlib.util
import sys
import types

import numpy as np
import pandas as pd
import pytest
from clfcompare import (
    ClfCompareError,
    Experiment,
    bootstrap,
    five_by_two,
    k_fold,
    load_dataset,
    tuned,
)
from clfcompare.accelerators import inner_products
from clfcompare.accelerators.inner_products import Kernels, solver_is_known
from clfcompare.accelerators.shortcuts import know
from clfcompare.accelerators.splits import Candidate, Rows, Split
from sklearn.decomposition import PCA
from sklearn.linear_model import RidgeClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import Normalizer, StandardScaler
from sklearn.svm import SVC, LinearSVC, NuSVC
from sklearn.tree import DecisionTreeClassifier

COSTS = [1e-4, 1e-3, 0.01, 0.1, 1.0, 10.0]
NEIGHBOURS = list(range(1, 11))


def knn():
    return tuned(
        KNeighborsClassifier(), {"n_neighbors": NEIGHBOURS, "weights": ["uniform", "distance"]}
    )


def svm():
    return tuned(SVC(kernel="linear"), {"C": COSTS})


def scaled(learner, name, values):
    return tuned(
        make_pipeline(StandardScaler(), learner),
        {f"{type(learner).__name__.lower()}__{name}": values},
    )


ALGORITHMS = {
    "knn": knn(),
    "svm": svm(),
    "one neighbour": KNeighborsClassifier(1),
    "balanced svm": tuned(SVC(kernel="linear", class_weight="balanced"), {"C": [0.01, 1]}),
    "rbf": tuned(SVC(), {"C": [0.1, 10], "gamma": [1e-4, 1e-3, "scale"]}),
    "ridge": tuned(RidgeClassifier(), {"alpha": [1, 100]}),
    "nu": NuSVC(gamma=1e-3, nu=0.1),
    "dual svm": LinearSVC(dual=True, C=0.01),
    "pca": tuned(
        make_pipeline(PCA(svd_solver="full"), KNeighborsClassifier()),
        {"pca__n_components": [3, 7], "kneighborsclassifier__n_neighbors": [1, 4]},
    ),
    "unit length": make_pipeline(Normalizer(), SVC(kernel="linear", C=10)),
    "scaled knn": scaled(KNeighborsClassifier(), "n_neighbors", NEIGHBOURS),
    "scaled svm": scaled(SVC(kernel="linear"), "C", COSTS),
    "naive Bayes": GaussianNB(),
    "tree": DecisionTreeClassifier(max_depth=3),
    "manhattan": KNeighborsClassifier(3, p=1),
}
ALONE = ["naive Bayes", "tree", "manhattan", "unit length"]  # without a shortcut


def both(data, design, **kwargs):
    "The outcomes with shortcuts and without."
    return [one(data, design, shortcuts=word, **kwargs) for word in ("auto", "off")]


def one(data, design, **kwargs):
    "One of them."
    made = {
        "datasets": {"made": data},
        "design": design,
        "algorithms": ALGORITHMS,
        "measures": ["error", "kappa"],
        "rng": 3,
    } | kwargs
    return Experiment(**made).run(progress=False)


def check_same(auto, off):
    pd.testing.assert_frame_equal(auto.scores, off.scores)
    scores = [name for name in off.predictions if name.startswith("score")]
    pd.testing.assert_frame_equal(
        auto.predictions.drop(columns=scores), off.predictions.drop(columns=scores)
    )
    np.testing.assert_allclose(
        auto.predictions[scores].to_numpy(float),
        off.predictions[scores].to_numpy(float),
        rtol=1e-6,
        atol=1e-6,
    )
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
    ]
    pd.testing.assert_frame_equal(auto.runs[same], off.runs[same])
    assert off.runs["shortcut"].isna().all()


def taken(outcome):
    "The shortcuts of each algorithm."
    return {
        name: set(part.dropna())
        for name, part in outcome.runs.groupby("algorithm", sort=False)["shortcut"]
    }


@pytest.fixture(scope="module")
def tumours():
    data = load_dataset("srbct")
    return np.asarray(data.X, dtype=float), np.asarray(data.y)


def test_tumours(tumours):
    auto, off = both(tumours, five_by_two())
    check_same(auto, off)
    found = taken(auto)
    assert found["knn"] == found["one neighbour"] == {"distances"} and found["svm"] == found[
        "balanced svm"
    ] == {"Gram matrix"}
    assert found["ridge"] == found["nu"] == found["pca"] == found["dual svm"] == {"row space"}
    assert (
        found["scaled knn"] == {"tuning: distances"}
        and found["scaled svm"] == {"tuning: Gram matrix"}
        and found["rbf"]
    )
    assert not any(found[name] for name in ALONE)
    sizes = auto.runs["size"] / off.runs["size"]
    weighed = auto.runs["shortcut"].isin(["distances", "Gram matrix"]) & off.runs["size"].notna()
    assert weighed.sum() > 40 and np.allclose(sizes[weighed].astype(float), 1, atol=0.03)
    assert auto.runs.loc[auto.runs["shortcut"] == "row space", "size"].isna().all()
    plain = auto.runs["shortcut"].isna()
    assert (auto.runs.loc[plain, "size"] == off.runs.loc[plain, "size"]).all()


def made(kind, seed, n=47, p=130):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, p)) + 0.5 * np.eye(4, p)[np.arange(n) % 4]
    if kind == "bits":
        X = rng.integers(0, 2, size=(n, p))
    if kind == "few values":
        X = rng.integers(-1, 2, size=(n, p)).astype(float)
    if kind == "repeated":
        X = X[rng.integers(0, 17, n)]
    if kind == "mirrored":
        X[n // 2 : 2 * (n // 2)] = -X[: n // 2]
    if kind == "tenths":
        X = rng.integers(-9, 10, size=(n, p)) / 10
    if kind == "constant":
        X = np.ones((n, p))
    return X, np.array(["d", "a", "c", "b"])[np.arange(n) % 4] if kind != "mirrored" else np.arange(
        n
    ) % 2


HARD = [
    pytest.param(
        design,
        kind,
        id=f"{design!r}-{kind}",
        marks=[] if design == k_fold(2) or kind == "bits" else [pytest.mark.slow],
    )
    for design in (five_by_two(), k_fold(2), bootstrap(2))
    for kind in ("smooth", "bits", "few values", "repeated", "mirrored", "tenths", "constant")
]


@pytest.mark.parametrize(("design", "kind"), HARD)
def test_hard_data(design, kind):
    names = ["knn", "svm", "ridge", "pca", "scaled svm", "scaled knn", "tree", "one neighbour"]
    auto, off = both(made(kind, 11), design, algorithms={name: ALGORITHMS[name] for name in names})
    check_same(auto, off)


def test_the_solver_is_there(tumours):
    """The way through libsvm's inner interface is taken, and its numbers are those of SVC: if
    scikit-learn changes it, this test says so.
    """
    X, y = tumours
    rows, train, other = Rows(X, know(X), np.arange(83)), np.arange(0, 83, 2), np.arange(1, 83, 2)
    split = Split(rows[train], y[train], rows[other])
    for answer, C in zip(
        Kernels().answers([Candidate(SVC(kernel="linear", C=C)) for C in COSTS], split), COSTS
    ):
        plain = SVC(kernel="linear", C=C).fit(X[train], y[train])
        assert (answer.y_pred == plain.predict(X[other])).all()
        np.testing.assert_allclose(
            answer.score(sorted(set(y))), plain.decision_function(X[other]), rtol=1e-9
        )


REAL = inner_products._libsvm


def renamed(*args, **kwargs):
    raise AttributeError("no such function")


def mirrored(*args, **kwargs):
    return -REAL.decision_function(*args, **kwargs)


def shorter(*args, **kwargs):
    return REAL.fit(*args, **kwargs)[:7]


def other_arguments(kernel, labels, *, kind):
    return REAL.fit(kernel, labels)


def looser(kernel, labels, *, tol, **kwargs):
    return REAL.fit(kernel, labels, tol=0.3, **kwargs)


def stranger(**changes):
    "A module like the solver, but for some functions."
    module = types.ModuleType("stranger")
    same = {
        name: getattr(REAL, name) for name in ("fit", "decision_function", "set_verbosity_wrap")
    }
    vars(module).update(same | changes)
    return module


STRANGERS = {
    "none": None,
    "another name": stranger(fit=renamed),
    "fewer results": stranger(fit=shorter),
    "other arguments": stranger(fit=other_arguments),
    "another sign": stranger(decision_function=mirrored),
    "another solution": stranger(fit=looser),
}


MACHINES = {name: ALGORITHMS[name] for name in ("svm", "balanced svm", "rbf", "scaled svm", "knn")}


@pytest.fixture(scope="module")
def plain(tumours):
    return one(tumours, k_fold(3), algorithms=MACHINES, shortcuts="off")


@pytest.mark.parametrize("solver", STRANGERS.values(), ids=STRANGERS.keys())
def test_without_the_solver_that_we_know_the_plain_fit_is_made(tumours, plain, solver, monkeypatch):
    """The private libsvm of scikit-learn may go or change: then every machine is trained by SVC
    itself.
    """
    assert solver_is_known(REAL) and solver_is_known(stranger()) and not solver_is_known(solver)
    monkeypatch.setattr(inner_products, "_libsvm", solver)
    auto = one(tumours, k_fold(3), algorithms=MACHINES, shortcuts="auto")
    check_same(auto, plain)
    assert (
        taken(auto)["knn"] == {"distances"} and not auto.runs["shortcut"].str.contains("Gram").any()
    )


def test_the_module_can_be_imported_without_the_solver(monkeypatch):
    import sklearn.svm

    monkeypatch.delattr(sklearn.svm, "_libsvm")
    monkeypatch.setitem(sys.modules, "sklearn.svm._libsvm", None)
    spec = importlib.util.spec_from_file_location(
        "clfcompare.accelerators.inner_products_alone", inner_products.__file__
    )
    alone = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(alone)
    assert alone._libsvm is None and alone.Kernels().answers(
        [Candidate(SVC())], Split(np.eye(3), np.arange(3), np.eye(3))
    ) == [None]


def test_narrow_data_and_other_types_are_left_alone(tumours):
    X, y = tumours
    svm = tuned(SVC(kernel="linear"), {"C": [0.01, 1]})
    simple = {
        "algorithms": {"knn": KNeighborsClassifier(3), "svm": svm, "ridge": RidgeClassifier()}
    }
    for data in (X[:, :60], X.astype(np.float32)):
        auto, off = both((data, y), k_fold(3), **simple)
        check_same(auto, off)
        assert auto.runs["shortcut"].isna().all()
    frame, _ = both((pd.DataFrame(X[:, ::9]).rename(columns=str), y), k_fold(3), **simple)
    assert frame.runs["shortcut"].notna().all()


def test_any_number_of_workers_takes_the_same(tumours):
    one, two = (
        Experiment(
            datasets={"srbct": tumours},
            algorithms={"knn": knn(), "svm": svm(), "scaled": ALGORITHMS["scaled svm"]},
            design=five_by_two(),
            rng=5,
        ).run(n_jobs=n, progress=False)
        for n in (1, 2)
    )
    pd.testing.assert_frame_equal(one.predictions, two.predictions)
    pd.testing.assert_frame_equal(
        one.runs.drop(columns=["fit_time", "predict_time"]),
        two.runs.drop(columns=["fit_time", "predict_time"]),
    )


def test_stores_keep_both_apart(tumours, tmp_path):
    algorithms = {"knn": KNeighborsClassifier(3), "tree": DecisionTreeClassifier()}
    made = {"datasets": {"srbct": tumours}, "algorithms": algorithms, "design": k_fold(4)}
    path = tmp_path / "results.sqlite"
    for word, expected in (("auto", {"distances"}), ("off", set()), ("auto", {"distances"})):
        outcome = Experiment(**made, shortcuts=word).run(store=path, progress=False)
        assert taken(outcome) == {"knn": expected, "tree": set()}


def test_wrong_settings_fail_alike(tumours):
    grid = {"n_neighbors": [3, 40, 500, -1]}
    algorithms = {
        "knn": tuned(KNeighborsClassifier(), grid),
        "svm": tuned(SVC(kernel="linear"), {"C": [1, -1]}),
    }
    auto, off = both(tumours, five_by_two(), algorithms=algorithms)
    check_same(auto, off)
    assert auto.runs["warnings"].str.contains("failed").all()


def test_the_word_is_checked(tumours):
    with pytest.raises(ClfCompareError, match="shortcuts"):
        Experiment(
            datasets={"srbct": tumours}, algorithms={"knn": knn()}, design=k_fold(3), shortcuts=True
        ).plan()
