"""Bergmann and Hommel's procedure, exact: seconds beside the forecast, for many kinds of p-values.

    python bench/bench_bergmann.py [longest]

Cases whose forecast is above `longest` seconds (60 unless told) are left out. Every case is solved
once, on one core, from a fixed seed. The last row walks through all set partitions instead, for
comparison; for twenty algorithms there are 2.4e9 times as many as for nine.
"""

import os
import platform
import sys
import time
from itertools import combinations

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(name, "1")

import numpy as np
from scipy.stats import norm, wilcoxon

import clfcompare as cc
from clfcompare.inference.bergmann_hommel import bergmann_hommel_seconds


def pairs(L):
    return np.triu_indices(L, 1)


def from_ranks(L, M, rng):
    "Mean ranks anywhere in their range, the usual normal p-values."
    ranks, (i, j) = 1 + (L - 1) * rng.random(L), pairs(L)
    return 2 * norm.sf(abs(ranks[i] - ranks[j]) / np.sqrt(L * (L + 1) / (6 * M)))


def from_wilcoxon(L, M, rng):
    """Signed-rank tests of algorithms that get a little better one by one: nearly ordered, with
    many ties.
    """
    table, (i, j) = rng.standard_normal((M, L)) + 0.1 * np.arange(L), pairs(L)
    return wilcoxon(table[:, i] - table[:, j], axis=0, method="asymptotic").pvalue


def random(L, power, rng):
    "Without order; the higher the power, the more small ones."
    return rng.random(L * (L - 1) // 2) ** power


def all_tiny(L, rng):
    "Without order and all tiny: the answer is never cut at 1. The hardest case."
    return rng.random(L * (L - 1) // 2) * 1e-6


def by_definition(p, L):
    "All partitions, one by one."
    number, adjusted = {pair: k for k, pair in enumerate(combinations(range(L), 2))}, p.copy()

    def grow(node, groups):
        if node < L:
            for k in range(len(groups)):
                grow(node + 1, [*groups[:k], [*groups[k], node], *groups[k + 1 :]])
            return grow(node + 1, [*groups, [node]])
        inside = [number[pair] for group in groups for pair in combinations(group, 2)]
        if inside:
            adjusted[inside] = np.maximum(adjusted[inside], len(inside) * p[inside].min())

    grow(0, [])
    return np.minimum(adjusted, 1)


def cases():
    for L in (9, 20, 30, 40, 60):
        for M in (10, 100, 1000):
            yield f"mean ranks, {M} data sets", L, from_ranks(L, M, np.random.default_rng(L + M))
    for L in (20, 30, 50):
        yield "Wilcoxon, 200 data sets", L, from_wilcoxon(L, 200, np.random.default_rng(L))
    for L, power in ((20, 1), (30, 1), (20, 4), (25, 4), (20, 8), (25, 8)):
        yield f"random, power {power}", L, random(L, power, np.random.default_rng(L + power))
    for L in (9, 14, 20, 22, 24, 26, 28, 30, 36):
        yield "random, all tiny", L, all_tiny(L, np.random.default_rng(L))


def clock(call):
    start = time.process_time()
    return call(), time.process_time() - start


def main(longest=60):
    print(
        f"{platform.machine()}, one core, Python {platform.python_version()}, numpy {np.__version__}\n"
    )
    print("| p-values | algorithms | pairs | forecast, s | seconds |\n|---|---|---|---|---|")
    for kind, L, p in cases():
        forecast, own = clock(lambda p=p: bergmann_hommel_seconds(p))
        seconds = "-"
        if forecast <= longest:
            adjusted, spent = clock(lambda p=p: cc.adjust(p, method="bergmann_hommel"))
            assert np.all(adjusted <= cc.adjust(p, method="shaffer"))
            seconds = f"{spent:.2f}"
        print(f"| {kind} | {L} | {len(p)} | {forecast:.2f} | {seconds} |", flush=True)
    p = all_tiny(9, np.random.default_rng(9))
    exact, spent = clock(lambda: by_definition(p, 9))
    assert np.array_equal(exact, cc.adjust(p, method="bergmann_hommel"))
    print(f"| all 21147 partitions, by definition | 9 | 36 | | {spent:.2f} |")


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
