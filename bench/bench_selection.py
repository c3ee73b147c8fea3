"""Gene scores in every fold: all folds at once by matrix products, beside a loop over the folds.

    python bench/bench_selection.py [genes] [cases] [folds] [repetitions]

The loops score all genes of a fold together, as one would write it with numpy and scipy (axis=0),
class by class against the rest. Made-up data, four classes, ten-fold cross-validation repeated. One
thread.
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
from scipy import stats
from sklearn.model_selection import RepeatedStratifiedKFold

from clfcompare.algorithms.selection import SignalToNoiseSelector, scores_by_fold


def data(genes, cases, folds):
    "Expression values, labels, and the training masks of the folds."
    rng = np.random.default_rng(1)
    y = rng.permutation(np.arange(cases) % 4)
    X = rng.normal(8, 2, size=(cases, genes)) + (np.arange(genes) % 50 == 0) * y[:, None]
    masks = np.ones((folds, cases), bool)
    design = RepeatedStratifiedKFold(n_splits=10, n_repeats=-(-folds // 10), random_state=0).split(
        X, y
    )
    for mask, (_, test) in zip(masks, design):
        mask[test] = False
    return X, y, masks


def signal_to_noise(a, b):
    return (a.mean(axis=0) - b.mean(axis=0)) / (a.std(axis=0, ddof=1) + b.std(axis=0, ddof=1))


def student(a, b):
    return stats.ttest_ind(a, b).statistic


def wilcoxon(a, b):
    p = stats.mannwhitneyu(a, b, method="asymptotic", use_continuity=False)
    return np.sign(p.statistic - len(a) * len(b) / 2) * stats.norm.isf(p.pvalue / 2)


LOOPS = {"signal_to_noise": signal_to_noise, "t": student, "wilcoxon": wilcoxon}


def loop(X, y, masks, score):
    return np.array(
        [[score(X[mask & (y == c)], X[mask & (y != c)]) for c in np.unique(y)] for mask in masks]
    )


def permutation_loop(X, y, permutations):
    rng = np.random.default_rng(0)
    observed = np.abs([signal_to_noise(X[y == c], X[y != c]) for c in range(4)])
    count = np.zeros(observed.shape)
    for _ in range(permutations):
        z = rng.permutation(y)
        count += np.abs([signal_to_noise(X[z == c], X[z != c]) for c in range(4)]) >= observed
    return (1 + count) / (1 + permutations)


def seconds(act, repetitions):
    "The median time of an act, and what it gave."
    times = []
    for _ in range(repetitions):
        start = time.perf_counter()
        given = act()
        times.append(time.perf_counter() - start)
    return statistics.median(times), given


def main(genes=12533, cases=90, folds=30, repetitions=3):
    X, y, masks = data(genes, cases, folds)
    print(
        f"{genes:,} genes, {cases} cases, 4 classes, {folds} folds, median of {repetitions} runs, one thread; {platform.machine()}, "
        f"Python {platform.python_version()}, numpy {version('numpy')}, scipy {version('scipy')}\n"
    )
    print("| task | at once, s | loop, s | ratio | largest difference |\n|---|---|---|---|---|")
    for method, score in LOOPS.items():
        fast, ours = seconds(lambda: scores_by_fold(X, y, masks, method=method), repetitions)  # noqa: B023
        slow, theirs = seconds(
            lambda: loop(X, y, masks, score),  # noqa: B023
            repetitions if method != "wilcoxon" else 1,
        )
        print(
            f"| scores, {method} | {fast:.2f} | {slow:.2f} | {slow / fast:.1f} | {np.abs(ours - theirs).max():.0e} |",
            flush=True,
        )
    fast, _ = seconds(lambda: SignalToNoiseSelector(permutations=200, random_state=0).fit(X, y), 1)
    slow, _ = seconds(lambda: permutation_loop(X, y, 200), 1)
    print(
        f"| 200 permutations, signal_to_noise | {fast:.2f} | {slow:.2f} | {slow / fast:.1f} | random |"
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
