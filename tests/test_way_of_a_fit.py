"""One way of a fit: from `Experiment.run` to the `fit` of scikit-learn at most ten functions of
ours are on the stack.
"""

import sys
from pathlib import Path

import clfcompare
import numpy as np
import pytest
from clfcompare import Experiment, five_by_two, k_fold, tuned
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

OURS = str(Path(clfcompare.__file__).parent)
MOST = 10
SIZES = {"var_smoothing": [1e-9, 1e-3]}
ALGORITHMS = {
    "a learner": GaussianNB(),
    "tuned": tuned(GaussianNB(), SIZES),
    "a pipeline": make_pipeline(StandardScaler(), GaussianNB()),
    "a tuned pipeline": tuned(
        make_pipeline(StandardScaler(), GaussianNB()),
        {f"gaussiannb__{name}": v for name, v in SIZES.items()},
    ),
    "by shortcut": tuned(KNeighborsClassifier(), {"n_neighbors": [1, 3]}),
    "shortcut after a step": tuned(
        make_pipeline(StandardScaler(), SVC(kernel="linear")), {"svc__C": [1, 2]}
    ),
}


def ways(experiment):
    """The functions of ours on the stack, from `run` on, at every call of a `fit` or
    `fit_transform` of a learner of scikit-learn.
    """
    found = set()

    def look(frame, event, _):
        if (
            event != "call"
            or frame.f_code.co_name not in ("fit", "fit_transform")
            or "sklearn" not in frame.f_code.co_filename
        ):
            return
        frame, names = frame.f_back, []
        while frame:
            if frame.f_code.co_filename.startswith(OURS):
                names.append(frame.f_code.co_name)
            frame = frame.f_back
        if "solver_is_known" in names:
            return  # looks at scikit-learn once in a process; no model of the experiment
        if "run" in names:
            found.add(tuple(names[: names.index("run") + 1][::-1]))

    before = sys.getprofile()
    sys.setprofile(look)
    try:
        outcome = experiment.run(progress=False)
    finally:
        sys.setprofile(before)
    assert not len(outcome.failed)
    return found


@pytest.mark.parametrize("columns", [5, 60], ids=["narrow", "wide"])
@pytest.mark.parametrize("design", [k_fold(3), five_by_two()], ids=repr)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_ten_functions_at_most(algorithm, design, columns):
    X, y = np.random.default_rng(0).normal(size=(42, columns)), np.arange(42) % 2
    found = ways(
        Experiment(
            datasets={"made": (X, y)}, algorithms={algorithm: ALGORITHMS[algorithm]}, design=design
        )
    )
    assert max(map(len, found), default=0) <= MOST, max(found, key=len)
    if columns == 5:
        assert found and all(way[0] == "run" and way[-1] in ("answers", "through") for way in found)


def test_the_shortest_way():
    X, y = np.random.default_rng(0).normal(size=(30, 5)), np.arange(30) % 2
    found = ways(
        Experiment(datasets={"made": (X, y)}, algorithms={"bayes": GaussianNB()}, design=k_fold(3))
    )
    assert found == {("run", "records", "each", "fit_task", "fit_once", "each_answer", "answers")}
