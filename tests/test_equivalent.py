"""What is equal in exact arithmetic: the network in the row space beside scikit-learn's own, and
the engine's mode that may take it.
"""

import pickle
import warnings

import numpy as np
import pandas as pd
import pytest
from clfcompare import Experiment, compare, five_by_two, k_fold, load_dataset, tuned
from clfcompare.accelerators.shortcuts import EQUIVALENT
from clfcompare.algorithms import RowSpaceMLPClassifier
from scipy import sparse
from sklearn.ensemble import RandomForestClassifier
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import GridSearchCV
from sklearn.neighbors import KNeighborsClassifier
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")


@pytest.fixture(scope="module")
def tumours():
    data = load_dataset("srbct")
    return StandardScaler().fit_transform(np.asarray(data.X, float))[:, ::6], np.asarray(data.y)


def made(seed, n=23, p=140, classes=3):
    rng = np.random.default_rng(seed)
    y = np.arange(n) % classes
    return rng.normal(size=(n, p)) + 0.4 * y[:, None] * (np.arange(p) % 11 == 0), y


def both(X, y, *, weight=None, hidden=(7,), **params):
    "The network in the row space and scikit-learn's, trained alike, and what each warned of."
    models, heard = [], []
    for model in (
        RowSpaceMLPClassifier(hidden, **params),
        MLPClassifier(hidden, solver="lbfgs", **params),
    ):
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            warnings.simplefilter(
                "ignore", ResourceWarning
            )  # of another test's socket, whenever the collector comes by
            models.append(model.fit(X, y, weight))
        heard.append([(w.category, str(w.message)) for w in said])
    return models, heard


def check_same(ours, plain, eps=1e-6):
    for name in ("n_iter_", "out_activation_", "n_layers_", "n_outputs_"):
        assert getattr(ours, name) == getattr(plain, name)
    for a, b in zip(ours.coefs_ + ours.intercepts_, plain.coefs_ + plain.intercepts_, strict=True):
        assert a.shape == b.shape and a.dtype == b.dtype and np.abs(a - b).max() < eps
    assert ours.loss_ == pytest.approx(plain.loss_, abs=eps) and isinstance(ours.loss_, float)
    assert np.array_equal(ours.classes_, plain.classes_)


@pytest.mark.parametrize("activation", ["relu", "tanh", "logistic", "identity"])
@pytest.mark.parametrize("classes", [2, 5])
@pytest.mark.parametrize("alpha", [0, 0.8])
def test_the_same_steps(activation, classes, alpha):
    X, y = made(3, classes=classes)
    for hidden in ((6,), (5, 3), 4):
        (ours, plain), heard = both(
            X, y, hidden=hidden, activation=activation, alpha=alpha, max_iter=12, random_state=8
        )
        check_same(ours, plain)
        assert heard[0] == heard[1] and ours.n_coordinates_ == 23
        assert np.allclose(ours.predict_proba(X), plain.predict_proba(X), atol=1e-6)


@pytest.mark.parametrize("tol", [1e-4, 1e-3, 0.02])
def test_it_stops_where_scikit_learn_stops(tumours, tol):
    """By the largest entry of the gradient for all genes, not of the turned one, which comes to
    its end elsewhere.
    """
    X, y = tumours
    for seed in range(3):
        (ours, plain), _ = both(
            X[:30],
            y[:30],
            hidden=(5,),
            activation="tanh",
            alpha=2.0,
            max_iter=400,
            tol=tol,
            random_state=seed,
        )
        assert 0 < ours.n_iter_ < 400
        check_same(ours, plain, 1e-5)
        assert np.array_equal(ours.predict(X[30:]), plain.predict(X[30:]))
        assert np.abs(ours.predict_proba(X[30:]) - plain.predict_proba(X[30:])).max() < 1e-6


def test_limits_and_warnings_are_those_of_scikit_learn():
    X, y = made(5)
    (ours, plain), heard = both(X, y, max_iter=3, random_state=1)
    assert (
        heard[0] == heard[1]
        and heard[0][0][0] is ConvergenceWarning
        and "max_iter=3" in heard[0][0][1]
    )
    check_same(ours, plain)
    for model in (ours, plain):
        model.set_params(max_iter=500).max_fun = 9
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        warnings.simplefilter("ignore", ResourceWarning)
        check_same(ours.fit(X, y), plain.fit(X, y))
    assert str(said[0].message) == str(said[1].message) and 0 < ours.n_iter_ < 12


def test_weights_of_cases_several_labels_and_one_class():
    X, y = made(7, classes=2)
    weight = np.random.default_rng(2).uniform(0.1, 4, len(y))
    check_same(*both(X, y, weight=weight, max_iter=9, random_state=2, alpha=0.3)[0])
    labels = np.random.default_rng(3).integers(0, 2, (len(y), 4))
    (ours, plain), _ = both(X, labels, max_iter=9, random_state=2)
    check_same(ours, plain)
    assert np.array_equal(ours.predict(X), plain.predict(X))
    check_same(*both(X, np.full(len(y), "z"), max_iter=9, random_state=2)[0])


@pytest.mark.parametrize(
    "kind", ["constant", "zeros", "repeated", "one varies", "huge", "tiny", "one case more"]
)
def test_degenerate_cases(kind):
    X, y = made(11)
    if kind == "constant":
        X = np.ones_like(X)
    if kind == "zeros":
        X = np.zeros_like(X)
    if kind == "repeated":
        X = X[np.arange(23) // 8]
    if kind == "one varies":
        X = X * (np.arange(140) == 77)
    if kind == "huge":
        X = 1e3 * X
    if kind == "tiny":
        X = 1e-7 * X
    if kind == "one case more":
        X = X[:, :24]
    (ours, plain), heard = both(X, y, max_iter=8, random_state=4, alpha=0.1, activation="tanh")
    assert ours.n_coordinates_ == 23 and heard[0] == heard[1]
    check_same(ours, plain, 1e-5)


def test_elsewhere_the_plain_way_is_gone():
    "Then every number is scikit-learn's own."
    X, y = made(13)
    for part in (X[:, :23], X[:, :5], X.astype(np.float32), sparse.csr_matrix(X)):
        (ours, plain), _ = both(part, y, max_iter=10, random_state=4)
        assert ours.n_coordinates_ is None and ours.loss_ == plain.loss_
        assert all(np.array_equal(a, b) for a, b in zip(ours.coefs_, plain.coefs_))


def test_it_is_a_classifier_of_scikit_learn(tumours):
    X, y = tumours
    search = GridSearchCV(
        make_pipeline(StandardScaler(), RowSpaceMLPClassifier((4,), max_iter=30, random_state=0)),
        {"rowspacemlpclassifier__alpha": [0.1, 10]},
        cv=2,
    ).fit(X, y)
    assert search.best_score_ > 0.7 and not hasattr(search.best_estimator_[-1], "partial_fit")
    model, seen = RowSpaceMLPClassifier((4,), max_iter=5, random_state=0), X.copy()
    first = model.fit(X, y).coefs_[0].copy()
    assert (
        np.array_equal(X, seen)
        and np.array_equal(model.fit(X, y).coefs_[0], first)
        and model.fit(X[:, :40], y).n_coordinates_ is None
    )
    plain = MLPClassifier((4,), solver="lbfgs", max_iter=5, random_state=0).fit(X, y)
    assert len(pickle.dumps(model.fit(X, y))) == pytest.approx(len(pickle.dumps(plain)), rel=0.02)


# the mode of the engine

NETWORK = {"max_iter": 40, "tol": 0.02, "solver": "lbfgs", "hidden_layer_sizes": (5,)}


def algorithms():
    scaled = make_pipeline(StandardScaler(), MLPClassifier(**NETWORK))
    return {
        "network": MLPClassifier(**NETWORK),
        "tuned": tuned(scaled, {"mlpclassifier__alpha": [0.5, 20.0]}),
        "adam": MLPClassifier((3,), max_iter=3),
        "knn": KNeighborsClassifier(3),
        "forest": RandomForestClassifier(5),
    }


def outcome(tumours, word, design=None, chosen=None, **how):
    made = {name: a for name, a in algorithms().items() if chosen is None or name in chosen}
    experiment = Experiment(
        datasets={"srbct": tumours},
        algorithms=made,
        design=design or five_by_two(),
        rng=4,
        shortcuts=word,
    )
    return experiment.run(progress=False, **how)


def taken(found):
    return {
        name: set(part.dropna())
        for name, part in found.runs.groupby("algorithm", sort=False)["shortcut"]
    }


def test_the_mode_is_said_and_off_by_default(tumours):
    found = {word: outcome(tumours, word) for word in ("equivalent", "auto", "off")}
    strict = {
        "network": set(),
        "tuned": set(),
        "adam": set(),
        "knn": {"distances"},
        "forest": set(),
    }
    assert taken(found["auto"]) == strict and taken(found["equivalent"]) == strict | {
        "network": {EQUIVALENT},
        "tuned": {EQUIVALENT},
    }
    new, old = found["equivalent"], found["auto"]
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
    pd.testing.assert_frame_equal(new.runs[same], old.runs[same])
    assert np.allclose(new.runs["size"].astype(float), old.runs["size"].astype(float), rtol=0.01)
    scores = [name for name in old.predictions if name.startswith("score")]
    apart = np.abs(
        new.predictions[scores].to_numpy(float) - old.predictions[scores].to_numpy(float)
    )
    network = old.predictions["algorithm"].isin(["network", "tuned"]).to_numpy()
    assert (
        apart[~network].max() == 0 and 0 < apart[network].max() < 1e-3
    )  # other digits, the same network
    assert (new.predictions["y_pred"] == old.predictions["y_pred"]).all()


def test_a_nested_choice_takes_it_too(tumours):
    found = outcome(tumours, "equivalent", k_fold(2), ["tuned"])
    assert taken(found) == {"tuned": {EQUIVALENT}}
    assert (
        found.runs["params"].tolist()
        == outcome(tumours, "off", k_fold(2), ["tuned"]).runs["params"].tolist()
    )


def test_stores_keep_the_modes_apart(tumours, tmp_path):
    path, design = tmp_path / "results.sqlite", k_fold(2)
    first = outcome(tumours, "equivalent", design, ["network", "knn"], store=path)
    plain = outcome(tumours, "auto", design, ["network", "knn"], store=path)
    again = outcome(tumours, "equivalent", design, ["network", "knn"], store=path)
    assert (
        taken(first) == taken(again) == {"network": {EQUIVALENT}, "knn": {"distances"}}
        and taken(plain)["network"] == set()
    )
    times = [found.runs.set_index("algorithm")["fit_time"] for found in (first, plain, again)]
    assert (times[0] == times[2]).all() and (times[0]["network"] != times[1]["network"]).all()
    assert (times[0]["knn"] == times[1]["knn"]).all()  # what no mode touches is shared


def test_workers_give_the_same(tumours):
    one, two = (
        outcome(tumours, "equivalent", k_fold(2), ["tuned", "network"], n_jobs=n) for n in (1, 2)
    )
    pd.testing.assert_frame_equal(one.predictions, two.predictions)
    assert taken(one) == taken(two)


def test_narrow_data_frames_and_failures(tumours):
    X, y = tumours
    narrow = outcome((X[:, :40], y), "equivalent", k_fold(2), ["network"])
    assert taken(narrow) == {"network": set()}
    frame = outcome((pd.DataFrame(X).rename(columns=str), y), "equivalent", k_fold(2), ["network"])
    assert taken(frame) == {"network": {EQUIVALENT}}
    wrong = {
        "wrong": MLPClassifier((5,), solver="lbfgs", alpha=-1),
        "huge": MLPClassifier((5,), solver="lbfgs", max_iter=3),
    }
    for word in ("equivalent", "off"):
        with np.errstate(all="ignore"):
            found = Experiment(
                datasets={"srbct": (1e200 * X, y)},
                algorithms=wrong,
                design=k_fold(2),
                shortcuts=word,
            ).run(progress=False)
        assert (
            found.runs.set_index("algorithm")["error"]["wrong"]
            .str.contains("InvalidParameterError")
            .all()
        )
        assert found.runs["shortcut"].isna().all() or word == "equivalent"


def test_the_report_says_it(tumours):
    for word, said in (("equivalent", True), ("auto", False)):
        report = compare(outcome(tumours, word, k_fold(4), ["network", "knn"]), measure="error")
        assert (
            "4 of 8 fits used shortcuts that are equal to scikit-learn's training in exact arithmetic only"
            in report.text
        ) == said
