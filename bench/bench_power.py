"""Simulated tests a second: type I error and power of a million experiments.

    python bench/bench_power.py [experiments] [repetitions]

One thread. A row is one call of `type_one_error`: draw the experiments, compute their p-values,
count. Beside it, the same test called experiment by experiment (on fewer experiments, scaled up),
which is what a loop over a package's function costs.
"""

import os

for word in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(word, "1")

import platform
import statistics
import sys
import time

import clfcompare as cc
import numpy as np
import scipy

ROWS = [  # test, model, the same test on one experiment
    ("ftest_5x2cv", cc.simulate.FiveByTwo(), lambda d: cc.ftest_5x2cv(d, 0 * d)),
    (
        "ftest_5x2cv",
        cc.simulate.FiveByTwo(within=0.1, between=0.4),
        lambda d: cc.ftest_5x2cv(d, 0 * d),
    ),
    (
        "corrected_ttest",
        cc.simulate.CorrelatedFolds(folds=15, test_share=0.2),
        lambda d: cc.corrected_ttest(d, 0 * d, n_train=80, n_test=20),
    ),
    ("wilcoxon", cc.simulate.PairedDatasets(datasets=20), lambda d: cc.wilcoxon(d, 0 * d)),
    (
        "wilcoxon",
        cc.simulate.PairedDatasets(datasets=20, step=0.5),
        lambda d: cc.wilcoxon(d, 0 * d),
    ),
    ("mcnemar", cc.simulate.TestCases(cases=300), lambda c: cc.mcnemar(int(c[0]), int(c[1]))),
    (
        "friedman",
        cc.simulate.AlgorithmTable(rows=12, means=(0,) * 5),
        lambda v: cc.friedman(v, better="lower"),
    ),
    (
        "nemenyi",
        cc.simulate.AlgorithmTable(rows=12, means=(0,) * 5),
        lambda v: cc.nemenyi(v, better="lower"),
    ),
    (
        "wilcoxon+holm",
        cc.simulate.AlgorithmTable(rows=12, means=(0,) * 5),
        lambda v: cc.pairwise(v, test="wilcoxon", adjust="holm", better="lower"),
    ),
]


def seconds(run, repetitions):
    "The median time of a few runs."
    times = []
    for _ in range(repetitions):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def main(experiments=1_000_000, repetitions=3):
    print(
        f"{experiments:,} experiments, median of {repetitions} runs, one thread; {platform.machine()}, {os.cpu_count()} cores, "
        f"Python {platform.python_version()}, numpy {np.__version__}, scipy {scipy.__version__}\n"
    )
    print("| test | model | experiments | at once, s | one by one, s | ratio |")
    print("|---|---|---|---|---|---|")
    for test, model, one in ROWS:
        n = experiments // (10 if model.kind == "table" else 1)
        cc.simulate.type_one_error(test, model, n=1000, rng=1)
        whole = seconds(lambda: cc.simulate.type_one_error(test, model, n=n, rng=1), repetitions)  # noqa: B023
        few = model.draw(200, np.random.default_rng(1))
        loop = seconds(lambda: [one(v) for v in few], 1) * n / len(few)  # noqa: B023
        print(
            f"| {test} | {model.words()} | {n:,} | {whole:.2f} | {loop:.0f} | {loop / whole:.0f} |",
            flush=True,
        )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
