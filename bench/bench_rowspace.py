"""RowSpace: what a learner costs on genes and on coordinates, and whether it predicts the same.

    python bench/bench_rowspace.py [genes] [training rows] [repetitions]

Made-up expression data of the given size, three classes, twice as many test rows as training rows.
Every learner is fitted and predicts, once from the genes and once from the coordinates; the cost of
finding the coordinates is a row of its own. One thread.
"""

import os
import platform
import statistics
import sys
import time
from importlib.metadata import version

os.environ.update(
    dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
)

import numpy as np
from sklearn.decomposition import PCA
from sklearn.linear_model import RidgeClassifier
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.svm import SVC, LinearSVC

from clfcompare.accelerators.rowspace import RowSpace, exact_for


def data(genes, rows):
    "Rows of three classes that differ in every hundredth gene."
    rng = np.random.default_rng(1)
    y = rng.permutation(np.arange(3 * rows) % 3)
    X = rng.normal(8, 2, size=(3 * rows, genes))
    X[:, ::100] += rng.normal(size=(3, X[:, ::100].shape[1]))[y]
    return X, y


def learners(genes):
    pca = PCA(9, svd_solver="full")
    return {
        "1-NN": [KNeighborsClassifier(1)],
        "k-NN, k = 1..10": [KNeighborsClassifier(k) for k in range(1, 11)],
        "linear SVM (libsvm), six C": [SVC(kernel="linear", C=10.0**c) for c in range(-4, 2)],
        "RBF SVM, six C": [SVC(gamma=1 / genes, C=10.0**c) for c in range(-2, 4)],
        "LinearSVC (dual), C = 0.001": [LinearSVC(dual=True, C=0.001, random_state=0)],
        "ridge, six alpha": [RidgeClassifier(alpha=10.0**a) for a in range(6)],
        "PCA + RBF SVM": [make_pipeline(pca, SVC())],
    }


def seconds(act, repetitions):
    "The median time of an act, and what it gave."
    times = []
    for _ in range(repetitions):
        start = time.perf_counter()
        given = act()
        times.append(time.perf_counter() - start)
    return statistics.median(times), given


def predictions(models, A, B, y):
    return np.array([model.fit(A, y).predict(B) for model in models])


def main(genes=12533, rows=58, repetitions=5):
    X, y = data(genes, rows)
    A, B, labels = X[:rows], X[rows:], y[:rows]
    space = RowSpace()
    finding, coordinates = seconds(
        lambda: (space.fit_transform(A), space.transform(B)), repetitions
    )
    print(
        f"{genes:,} genes, {rows} training and {len(B)} test rows, median of {repetitions} runs, one thread; {platform.machine()}, "
        f"Python {platform.python_version()}, scikit-learn {version('scikit-learn')}\n"
    )
    print(
        "| learner | from genes, ms | from coordinates, ms | ratio | predictions | different |\n|---|---|---|---|---|---|"
    )
    total = [0.0, 0.0]
    for name, models in learners(genes).items():
        if not all(map(exact_for, models)):
            sys.exit(f"{name} is not exact")
        slow, first = seconds(lambda: predictions(models, A, B, labels), repetitions)  # noqa: B023
        fast, second = seconds(lambda: predictions(models, *coordinates, labels), repetitions)  # noqa: B023
        total = [total[0] + slow, total[1] + fast]
        different = (first != second).sum()
        print(
            f"| {name} | {1e3 * slow:.1f} | {1e3 * fast:.1f} | {slow / fast:.0f} | {first.size} | {different} |",
            flush=True,
        )
    print(f"| finding the coordinates | | {1e3 * finding:.1f} | | | |")
    print(
        f"| all of it | {1e3 * total[0]:.1f} | {1e3 * (total[1] + finding):.1f} | {total[0] / (total[1] + finding):.0f} | | |"
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
