"""Compute the evidence for the newer rows of the decision table:  python tools/levels rows
[--jobs 2] [--experiments 10000]

Numeric losses of one test set, cases in clusters, class scores, each with 4 and with 25 systems,
and many data sets with empty cells, or with 25 algorithms. Each cell (a design, a world, a truth)
is written to `_levels/rows/` as soon as it is done, so a run that was broken off goes on where it
was. When all are there they become clfcompare/data/evidence/rows.csv. The numbers do not depend on
the number of jobs.

Sign flips: the tests of the package draw 9,999 patterns for each table, or count all of them where
they are few. Here forty tables share 999 patterns (of 25 systems 499), drawn afresh for the next
forty. The patterns do not depend on the tables, so each p-value is one that its own draw could have
given, and the level is the same; only the neighbours within a block are (a little) correlated.
(1,000 times 0.05 is a whole number, and so is 500 times: the level is that of more flips, and the
power a little below it.)
"""

import argparse
import time
import zlib
from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd
from joblib import Parallel, delayed
from scipy import special
from scipy.stats import rankdata
from threadpoolctl import threadpool_limits
from tqdm import tqdm

ROOT = Path(__file__).resolve().parents[2]
BLOCK, DRAWS, MANY = 40, 999, 25  # tables that share their flips; flips; systems of a large board
ALPHA = 0.05


# --- truths and what is counted


def parts(truth, L):
    "What part of the gap each algorithm gets."
    place = np.arange(L) / (L - 1)
    return {"equal": 0 * place, "partial": np.floor(2 * np.arange(L) / L), "apart": place}[truth]


def holm(p):
    "Holm's adjustment of rows of p-values."
    order = np.argsort(p, axis=1)
    steps = np.take_along_axis(p, order, 1) * np.arange(p.shape[1], 0, -1)
    out = np.empty_like(p)
    np.put_along_axis(out, order, np.minimum(1.0, np.maximum.accumulate(steps, axis=1)), 1)
    return out


def count(good, raw, *, stepped=None, tests=("2", "pairs", "control")):
    """Which of R experiments had a false alarm; where nothing is equal, the share found. raw (R,
    pairs), in the order of combinations.
    """
    L = len(good)
    pairs = list(combinations(range(L), 2))
    same = np.array([good[i] == good[j] for i, j in pairs])
    found = {}
    if L >= MANY:
        tests = set(tests) - {"2"}
    if "2" in tests and same.all():
        found["2"] = raw[:, 0] <= ALPHA
    if "2" in tests and not same.any():
        found["2"] = raw[:, L - 2] <= ALPHA  # the first and the last

    def told(rejected, same):
        return rejected[:, same].any(1) if same.any() else rejected.mean(1)

    if "pairs" in tests:
        found["pairs"] = told((holm(raw) if stepped is None else stepped) <= ALPHA, same)
    if "control" in tests:
        found["control"] = told(holm(raw[:, : L - 1]) <= ALPHA, same[: L - 1])
    return found


# --- sign flips of many tables at once


def sign_patterns(M, rng):
    """All 2^M patterns where the package counts all of them, else random ones; and what is added
    to both sides of the share.
    """
    if 2**M <= 10_000:
        return 1.0 - 2 * ((np.arange(2**M)[:, None] >> np.arange(M)) & 1), 0
    return 1.0 - 2 * rng.integers(0, 2, (DRAWS, M)), 1


def differences(values):
    "Of all pairs of columns: (R, M, L) -> (R, pairs, M)."
    i, j = np.triu_indices(values.shape[-1], 1)
    columns = np.ascontiguousarray(np.swapaxes(values, 1, 2))
    return columns[:, i] - columns[:, j]


def share_reached(u, bar, extra):
    """How often |u| (R, pairs, B), the least significant pair first, reaches the bar: alone, and
    as the largest so far. Spoils u.
    """
    raw = np.count_nonzero(u >= bar[..., None], axis=2)
    for k in range(1, u.shape[1]):
        np.maximum(u[:, k], u[:, k - 1], out=u[:, k])  # faster than accumulate
    largest = np.count_nonzero(u >= bar[..., None], axis=2)
    raw, largest = ((number + extra) / (u.shape[2] + extra) for number in (raw, largest))
    return raw, np.maximum.accumulate(largest[:, ::-1], axis=1)[:, ::-1]


def put_back(order, *found):
    "From the order of significance to that of the pairs."
    place = np.argsort(order, axis=1)
    return tuple(np.take_along_axis(values, place, 1) for values in found)


def flip_pvalues(values, signs, extra, *, studentized=True):
    """max_t of many tables (R, M, L): raw and step-down p-values, (R, pairs) each. Without
    `studentized`, of mean differences as they are.
    """
    i, j = np.triu_indices(values.shape[-1], 1)
    products, sums = np.swapaxes(values, 1, 2) @ values, values.sum(1)
    largest = products[:, i, i] + products[:, j, j]
    squares = largest - 2 * products[:, i, j]
    squares = np.where(squares > 1e-12 * largest, squares, 0.0)
    scale = (
        np.where(squares > 0, 1 / np.sqrt(np.maximum(squares, 1e-300)), 0.0)
        if studentized
        else np.ones(squares.shape)
    )
    seen = np.abs(sums[:, i] - sums[:, j]) * scale
    order = np.argsort(seen, axis=1, kind="stable")
    scale, seen = (np.take_along_axis(x, order, 1) for x in (scale, seen))
    size = np.abs(values).max((1, 2))[:, None]
    bar = seen - np.maximum(1e-9 * seen, 1e-12 * values.shape[1] * size * scale)
    if values.shape[-1] < MANY:
        d = np.take_along_axis(differences(values), order[..., None], 1) * scale[..., None]
        u = (d.reshape(-1, d.shape[2]) @ signs.T).reshape(*scale.shape, -1)
        return put_back(order, *share_reached(np.abs(u, out=u), bar, extra))
    tables = zip(
        np.swapaxes(values, 1, 2) @ signs.T, order, scale, bar
    )  # many pairs: flip the columns, not the pairs
    found = [
        share_reached(flipped_pairs(columns, o, s)[None], b[None], extra)
        for columns, o, s, b in tables
    ]
    return put_back(order, *(np.concatenate(p) for p in zip(*found)))


def flipped_pairs(columns, order, scale):
    "|u| of all pairs of one table, in the given order, from its flipped columns (L, B)."
    i, j = np.triu_indices(len(columns), 1)
    u = columns[i[order]]
    u -= columns[j[order]]
    np.abs(u, out=u)
    u *= scale[:, None]
    return u


def robust_pvalues(sums, sizes, signs, extra):
    """The same of t over the cluster-robust standard error, computed anew for each pattern: sums
    (R, G, L), sizes (G,).
    """
    d, cases = differences(sums), sizes.sum()
    squares = (d * d).sum(2)

    def statistic(d, signs):  # (R, pairs, B)
        flat = d.reshape(-1, d.shape[2])
        total, weighted = (
            (flat @ by.T).reshape(*squares.shape, -1) for by in (signs, signs * sizes)
        )
        mean, each = total / cases, np.take_along_axis(squares, order, 1)[..., None]
        left = each - 2 * mean * weighted + mean**2 * (sizes**2).sum()
        return np.abs(total) / np.sqrt(
            np.maximum(left, 1e-9 * each) + 1e-300
        )  # at most so large: rounding must not decide

    order, one = np.broadcast_to(np.arange(d.shape[1]), squares.shape), np.ones((1, len(sizes)))
    order = np.argsort(statistic(d, one)[..., 0], axis=1, kind="stable")
    d = np.take_along_axis(d, order[..., None], 1)
    bar = statistic(d, one)[..., 0] * (1 - 1e-7)
    return put_back(order, *share_reached(statistic(d, signs), bar, extra))


def flip_tests(values, rng, sizes=None):
    "Raw and joint p-values of the tests that flip signs of rows."
    signs, extra = sign_patterns(values.shape[1], rng)
    if values.shape[-1] >= MANY:  # Holm's steps for 300 pairs want more flips
        raw, stepped = flip_pvalues(values, signs[: DRAWS // 2] if extra else signs, extra)
        return {"max_t": (raw, stepped, ("pairs",)), "permutation_test": (raw, None, ("control",))}
    raw, stepped = flip_pvalues(values, signs, extra)
    plain = flip_pvalues(values, signs, extra, studentized=False)[1]
    found = {
        "max_t": (raw, stepped, ("2", "pairs")),
        "max_t, mean differences": (raw, plain, ("pairs",)),
        "permutation_test": (raw, None, ("2", "pairs", "control")),
    }
    if sizes is None:
        return found
    raw, stepped = robust_pvalues(values, sizes, signs, extra)
    return found | {
        "max_t, cluster-robust t": (raw, stepped, ("2", "pairs")),
        "permutation_test, cluster-robust t": (raw, None, ("2", "pairs", "control")),
    }


def t_pvalues(mean, se, df):
    "Two-sided; 1 where nothing varies."
    with np.errstate(invalid="ignore", divide="ignore"):
        t = np.where(se > 0, mean / se, 0.0)
    return 2 * special.stdtr(df, -np.abs(t))


def paired_t(values):
    "Paired t tests of all columns of many tables, (R, pairs)."
    i, j = np.triu_indices(values.shape[-1], 1)
    M, covariance = values.shape[1], _covariance(values)
    mean = values.mean(1)
    spread = covariance[:, i, i] + covariance[:, j, j] - 2 * covariance[:, i, j]
    return t_pvalues(
        mean[:, i] - mean[:, j], np.sqrt(np.where(spread > 1e-12, spread, 0) / M), M - 1
    )


def _covariance(values):
    centred = values - values.mean(1, keepdims=True)
    return np.swapaxes(centred, 1, 2) @ centred / (values.shape[1] - 1)


def of_pairs(name, values):
    "A test of `power`, of all pairs of columns."
    from clfcompare.inference.simulate import TESTS

    i, j = np.triu_indices(values.shape[-1], 1)
    d = np.swapaxes(values[..., i] - values[..., j], 1, 2)
    return np.nan_to_num(TESTS[name].pvalues(d, None), nan=1.0)


# --- noise: mean 0, standard deviation 1 (but for heavy tails)


def noise(kind, shape, rng):
    """The last axis: algorithms. Unlike: every other one is skewed, the rest normal; skewed
    differences: and these hardly vary; one skewed: the first alone is skewed, and the others hardly
    vary. Families: two and two correlate 0.9."""
    if kind == "skewed":
        return rng.exponential(size=shape) - 1
    if kind == "heavy tails":
        return rng.standard_t(2.5, shape) / np.sqrt(5)
    made = rng.standard_normal(shape)
    if kind == "families":
        shared = np.repeat(made[..., ::2], 2, axis=-1)[..., : shape[-1]]
        made = np.sqrt(0.9) * shared + np.sqrt(0.1) * rng.standard_normal(shape)
    if kind in ("skewed differences", "one skewed"):
        made *= 0.2
    if kind in ("unlike", "skewed differences"):
        made[..., ::2] = rng.exponential(size=made[..., ::2].shape) - 1
    if kind == "one skewed":
        made[..., 0] = rng.exponential(size=made[..., 0].shape) - 1
    return made


# --- numeric losses of one test set

LOSSES = {  # world: cases, kind, systems, gap
    "20 cases, normal": (20, "normal", 4, 0.8),
    "60 cases, skewed": (60, "skewed", 4, 0.4),
    "100 cases, heavy tails": (100, "heavy tails", 4, 0.3),
    "200 cases, mostly 0": (200, "mostly 0", 4, 0.5),
    "60 cases, unlike": (60, "unlike", 4, 0.4),
    "60 cases, families": (60, "families", 4, 0.4),
    "20 cases, skewed differences": (20, "skewed differences", 4, 0.8),
    "60 cases, skewed differences": (60, "skewed differences", 4, 0.4),
    "200 cases, skewed differences": (200, "skewed differences", 4, 0.2),
    "20 cases, one skewed": (20, "one skewed", 4, 0.8),
}
LOSSES_25 = {
    "60 cases, normal": (60, "normal", MANY, 0.8),
    "100 cases, heavy tails": (100, "heavy tails", MANY, 0.6),
    "200 cases, mostly 0": (200, "mostly 0", MANY, 1.0),
    "60 cases, skewed differences": (60, "skewed differences", MANY, 0.8),
}


def losses(setting, truth, n, rng):
    "Losses of the same cases: what a case has in common (correlation 0.5), and the rest."
    cases, kind, L, gap = setting
    good = parts(truth, L)
    shape = (n, cases, L)
    if kind == "mostly 0":
        rare = rng.random(shape) < 0.15 * (1 + 4 * gap * good)
        return rare * rng.exponential(1 + rng.exponential(size=(n, cases, 1)), shape)
    return gap * good + np.sqrt(0.5) * (
        noise(kind, shape, rng) + noise("normal", (n, cases, 1), rng)
    )


def losses_block(setting, truth, n, rng):
    values = losses(setting, truth, n, rng)
    tests = flip_tests(values, rng)
    tests["paired_ttest"] = paired_t(values), None, ("2", "pairs", "control")
    if values.shape[-1] < MANY:
        tests["wilcoxon"] = of_pairs("wilcoxon", values), None, ("2", "pairs", "control")
    return tests, parts(truth, values.shape[-1])


# --- one test set, cases in clusters

KINDS = ("normal", "skewed", "heavy tails", "unlike", "skewed differences", "families", "0/1")
CLUSTERS = {
    f"{G} uneven clusters, {kind}": (G, kind, True, 4) for G in (10, 20, 50) for kind in KINDS
}
CLUSTERS |= {
    "10 even clusters, unlike": (10, "unlike", False, 4),
    "20 even clusters, 0/1": (20, "0/1", False, 4),
    "10 uneven clusters, one skewed": (10, "one skewed", True, 4),
}
CLUSTERS_25 = {
    f"{G} uneven clusters, {kind}": (G, kind, True, MANY)
    for G, kind in ((10, "skewed"), (20, "families"), (20, "skewed differences"), (50, "0/1"))
}
ICC = 0.3  # correlation of the differences within a cluster


def cluster_sizes(G, uneven):
    """Ten cases in every cluster; or the largest cluster twice as large as the second, three
    times as large as the third, ...
    """
    if not uneven:
        return np.full(G, 10)
    share = 1 / np.arange(1, G + 1)
    return np.maximum(1, np.round(10 * G * share / share.sum())).astype(int)


def clustered(setting, truth, n, rng):
    "Losses of the cases, and the sizes of the clusters."
    G, kind, uneven, L = setting
    sizes = cluster_sizes(G, uneven)
    good, codes = parts(truth, L), np.repeat(np.arange(G), sizes)

    def draw(rows):
        return noise("normal" if kind == "0/1" else kind, (n, rows, L), rng)

    values = np.sqrt(ICC) * draw(G)[:, codes] + np.sqrt(1 - ICC) * draw(len(codes))
    gap = {10: 1.6, 20: 1.2, 50: 0.9}[G] * (1.5 if kind == "0/1" else 1)
    values += gap * good
    if (
        kind == "0/1"
    ):  # wrong on a fifth of the cases, or more; cases that are hard for one are hard for all
        values = (
            np.sqrt(0.7) * values + np.sqrt(0.3) * rng.standard_normal((n, len(codes), 1)) > 0.84
        ) + 0.0
    return values, sizes


def clusters_block(setting, truth, n, rng):
    values, sizes = clustered(setting, truth, n, rng)
    L = values.shape[-1]
    cases, starts = len(values[0]), np.r_[0, np.cumsum(sizes)[:-1]]
    sums = np.add.reduceat(values, starts, axis=1)
    tests = flip_tests(sums, rng, sizes)
    G, mean = len(sizes), values.mean(1)
    left = sums - sizes[:, None] * mean[:, None]
    i, j = np.triu_indices(L, 1)
    spread = ((left[..., i] - left[..., j]) ** 2).sum(1)
    se = np.sqrt(G / (G - 1) * np.where(spread > 1e-9, spread, 0)) / cases
    every = "2", "pairs", "control"
    tests["clustered_ttest"] = t_pvalues(mean[:, i] - mean[:, j], se, G - 1), None, every
    tests["paired_ttest"] = paired_t(sums), None, every  # of the sums of the clusters
    tests["cases alone"] = paired_t(values), None, every  # a t test that does not know of clusters
    if L < MANY:
        tests["wilcoxon"] = of_pairs("wilcoxon", sums), None, every
    return tests, parts(truth, L)


def wilcoxon_block(setting, truth, n, rng):
    "Wilcoxon's test alone, on the very tables of `clusters_block`."
    values, sizes = clustered(setting, truth, n, rng)
    sign_patterns(len(sizes), rng)  # drawn there, too
    sums = np.add.reduceat(values, np.r_[0, np.cumsum(sizes)[:-1]], axis=1)
    return {"wilcoxon": (of_pairs("wilcoxon", sums), None, ("2", "pairs", "control"))}, parts(
        truth, values.shape[-1]
    )


# --- one test set, class scores: areas under the ROC curve

# world: positives, negatives, distance of the classes, gap, common part, grades, systems
SCORES = {
    "30 + 30 cases": (30, 30, 1.2, 1.3, 0.5, 0, 4),
    "30 + 100 cases": (30, 100, 1.2, 0.9, 0.3, 0, 4),
    "30 + 400 cases": (30, 400, 1.2, 0.8, 0.3, 0, 4),
    "100 + 100 cases": (100, 100, 1.0, 0.5, 0.5, 0, 4),
    "60 + 60 cases, large areas": (60, 60, 2.4, 1.6, 0.5, 0, 4),
    "60 + 60 cases, five grades": (60, 60, 1.0, 0.6, 0.5, 5, 4),
    "60 + 60 cases, much alike": (60, 60, 1.0, 0.35, 0.9, 0, 4),
}
SCORES_25 = {
    "60 + 60 cases": (60, 60, 0.8, 2.0, 0.5, 0, MANY),
    "60 + 400 cases": (60, 400, 0.8, 1.5, 0.5, 0, MANY),
    "60 + 60 cases, large areas": (60, 60, 2.0, 3.0, 0.5, 0, MANY),
    "60 + 60 cases, five grades": (60, 60, 1.0, 1.5, 0.5, 5, MANY),
}
FEW = {  # too few of a class for a normal distribution
    "5 + 100 cases": (5, 100, 1.2, 2.5, 0.5, 0, 4),
    "5 + 100 cases, five grades": (5, 100, 1.2, 2.5, 0.5, 5, 4),
    "8 + 8 cases": (8, 8, 1.2, 2.5, 0.5, 0, 4),
    "8 + 100 cases": (8, 100, 1.2, 2.0, 0.3, 0, 4),
    "8 + 400 cases": (8, 400, 1.2, 2.0, 0.3, 0, 4),
    "8 + 100 cases, much alike": (8, 100, 1.2, 0.8, 0.9, 0, 4),
    "15 + 200 cases": (15, 200, 1.2, 0.9, 0.5, 0, 4),
    "15 + 200 cases, five grades": (15, 200, 1.2, 0.9, 0.5, 5, 4),
    "20 + 20 cases": (20, 20, 1.2, 1.6, 0.5, 0, 4),
    "20 + 400 cases": (20, 400, 1.2, 0.8, 0.3, 0, 4),
}
FEW_25 = {  # DeLong's test alone: 300 pairs by swaps take too long
    "8 + 100 cases": (8, 100, 0.8, 4.0, 0.5, 0, MANY),
    "15 + 200 cases": (15, 200, 0.8, 3.0, 0.5, 0, MANY),
    "20 + 20 cases": (20, 20, 0.8, 3.0, 0.5, 0, MANY),
    "30 + 400 cases": (30, 400, 0.8, 2.0, 0.5, 0, MANY),
}


def class_scores(setting, truth, n, rng):
    "Scores (R, cases, L), the positives first."
    m, k, apart, gap, common, grades, L = setting
    shift = apart + gap * parts(truth, L)
    made = np.sqrt(common) * rng.standard_normal((n, m + k, 1)) + np.sqrt(
        1 - common
    ) * rng.standard_normal((n, m + k, L))
    made[:, :m] += shift
    return np.clip(np.round(made), -2, grades - 3) if grades else made


def delong_parts(scores, m):
    """Areas (R, L), and the covariances of the placements of positives and of negatives, (R, L,
    L) each.
    """
    n = scores.shape[1] - m
    ranks = rankdata(scores, axis=1)
    up = (ranks[:, :m] - rankdata(scores[:, :m], axis=1)) / n
    down = 1 - (ranks[:, m:] - rankdata(scores[:, m:], axis=1)) / m
    return up.mean(1), _covariance(up), _covariance(down)


def scores_block(setting, truth, n, rng):
    m, k, *_, L = setting
    area, of_positives, of_negatives = delong_parts(class_scores(setting, truth, n, rng), m)
    i, j = np.triu_indices(L, 1)

    def spread(c):
        return c[:, i, i] + c[:, j, j] - 2 * c[:, i, j]

    a, b = spread(of_positives) / m, spread(of_negatives) / k
    var = np.where(a + b > 1e-14, a + b, 0.0)
    gap = area[:, i] - area[:, j]
    df = var**2 / np.maximum(a**2 / (m - 1) + b**2 / (k - 1), 1e-300)
    alone = of_positives / m + of_negatives / k
    every = "2", "pairs", "control"
    p = {
        "delong_test": t_pvalues(gap, np.sqrt(var), np.inf),
        "delong_test, Welch's df": t_pvalues(gap, np.sqrt(var), np.maximum(df, 1)),
        "unpaired areas": t_pvalues(gap, np.sqrt(alone[:, i, i] + alone[:, j, j]), np.inf),
    }
    return {test: (values, None, every) for test, values in p.items()}, parts(truth, L)


def few_block(setting, truth, n, rng):
    "With the permutation of cases: a sum of weights with signs (`area_pairs.swap_weights`)."
    m, k = setting[:2]
    state = rng.bit_generator.state
    tests, good = scores_block(setting, truth, n, rng)
    rng.bit_generator.state = state  # the same tables again
    weights = swap_weights(class_scores(setting, truth, n, rng), m)
    signs = (1.0 - 2 * rng.integers(0, 2, (DRAWS, m + k))).astype(np.float32)
    reached = np.empty(weights.shape[:2])
    for table, out in zip(weights, reached):
        bar = np.abs(table.sum(1)) * (1 - 1e-5) - 1e-9
        found = np.abs(table.astype(np.float32) @ signs.T)
        out[:] = np.count_nonzero(found >= bar[:, None], axis=1)
    p = (reached + 1) / (DRAWS + 1)
    return tests | {"auc_permutation_test": (p, None, ("2", "pairs", "control"))}, good


def swap_weights(scores, m):
    "Of all pairs of columns of tables (R, cases, L), the positives first: (R, pairs, cases)."
    from clfcompare.inference.area_pairs import _ahead

    R, cases, L = scores.shape
    columns = [
        np.stack([rankdata(scores[..., j], axis=1, method=how) for how in ("min", "max")])
        - [[[1.0]], [[0.0]]]
        for j in range(L)
    ]
    ahead = {
        (i, j): _ahead(columns[i][:, :, :m, None], columns[j][:, :, None, m:])
        for i in range(L)
        for j in range(L)
    }
    made = []
    for i, j in combinations(range(L), 2):
        same, across = ahead[i, i] - ahead[j, j], ahead[i, j] - ahead[j, i]
        parts = (same + across).sum(2), (same - across).sum(1)
        made.append(np.concatenate(parts, axis=1))
    return np.stack(made, 1) / (4 * m * (cases - m))


# --- many data sets with empty cells

GAPS = {  # world: data sets, how gaps come about, gap between the algorithms
    "8 data sets, 10 % empty": (8, "10", 3.0),
    "15 data sets, 10 % empty": (15, "10", 1.6),
    "15 data sets, 30 % empty": (15, "30", 2.2),
    "30 data sets, 30 % empty": (30, "30", 1.2),
    "15 data sets, two fail on hard ones": (15, "hard", 1.6),
    "20 data sets, ties, 20 % empty": (20, "ties", 1.6),
}


def gapped(setting, truth, n, rng):
    "Five algorithms on data sets of different difficulty, smaller is better."
    rows, how, gap = setting
    hard = rng.normal(0, 2, (n, rows, 1))
    own = rng.exponential(size=(n, rows, 5)) + gap * parts(truth, 5)
    values = np.round(own) if how == "ties" else hard + own
    share = {"ties": 0.2, "hard": 0.0}.get(how) if how in ("ties", "hard") else int(how) / 100
    empty = rng.random(own.shape) < share
    if how == "hard":
        empty[..., [1, 3]] = rng.random((n, rows, 2)) < 0.7 * (hard > 0.5)
    return np.where(empty, np.nan, values)


def shared_pairs(values):
    "Wilcoxon's, the sign and the t test of all pairs, on the rows that both have."
    from clfcompare.inference.simulate import TESTS
    from clfcompare.inference.two_on_many import sign_pvalues

    i, j = np.triu_indices(values.shape[-1], 1)
    d = np.swapaxes(values[..., i] - values[..., j], 1, 2)
    there = ~np.isnan(d)
    k, d = there.sum(-1), np.where(there, d, 0.0)  # Wilcoxon's test drops zeros
    ties, wins = (there & (d == 0)).sum(-1), (d > 0).sum(-1)
    mean = d.sum(-1) / np.maximum(k, 1)
    var = (there * (d - mean[..., None]) ** 2).sum(-1) / np.maximum(k - 1, 1)
    t = t_pvalues(mean, np.sqrt(np.where(k > 1, var, 0) / np.maximum(k, 1)), np.maximum(k - 1, 1))
    return {
        "wilcoxon+holm": TESTS["wilcoxon"].pvalues(d, None),
        "sign_test+holm": sign_pvalues(wins + ties // 2, k - ties % 2),
        "paired_ttest+holm": t,
    }


def gaps_block(setting, truth, n, rng):
    from clfcompare.inference.gaps import skillings_mack_chi2

    values = gapped(setting, truth, n, rng)
    while (bad := np.isnan(values).all(1).any(1)).any():  # a column without values is refused
        values[bad] = gapped(setting, truth, bad.sum(), rng)
    tests = {
        test: (np.nan_to_num(p, nan=1.0), None, ("pairs",))
        for test, p in shared_pairs(values).items()
    }
    tests |= {
        test.removesuffix("+holm"): (p, None, ("2",)) for test, (p, _, _) in list(tests.items())
    }
    whole = np.where(np.isnan(values).any(2, keepdims=True), np.nan, values)
    filled = np.where(np.isnan(values), np.nanmean(values, axis=1, keepdims=True), values)
    for test, table, ties in (
        ("skillings_mack", values, "ignored"),
        ("skillings_mack, ties corrected", values, "corrected"),
        ("friedman, rows without gaps", whole, "corrected"),
        ("friedman, gaps filled with the mean", filled, "corrected"),
    ):
        tests[test] = special.chdtrc(4, skillings_mack_chi2(table, ties=ties)), None, ("omnibus",)
    return tests, parts(truth, 5)


# --- many data sets, 25 algorithms

SETS = (
    "6 data sets",
    "11 data sets",
    "30 data sets",
    "30, heavy tails",
    "12, unequal spread",
    "12, ties",
)  # as for 5 algorithms


def sets_block(world, truth, n, rng):
    from clfcompare.inference.evidence import _SETS, _z_pairs
    from clfcompare.inference.models import AlgorithmTable
    from clfcompare.inference.simulate import find_test

    settings, gap = _SETS[world]
    settings = {**settings, "sd": tuple(np.resize(settings.get("sd", 1), 25))}
    good = parts(truth, 25)
    model = AlgorithmTable(means=tuple(4 * gap * good), **settings)
    values = model.draw(n, rng)
    tests = {
        name: (find_test(name, model).pvalues(values, model), None, ("omnibus",))
        for name in ("friedman", "iman_davenport")
    }
    joint = {"nemenyi": find_test("nemenyi", model).pvalues(values, model)}
    joint |= {f"mean-rank z+{how}": _z_pairs(how)(values, model) for how in ("holm", "shaffer")}
    return tests | {name: (p, p, ("pairs",)) for name, p in joint.items()}, good


# --- cells

DESIGNS = {  # design: worlds and their settings, block, what it looks at
    "one test set, losses": (LOSSES, losses_block, "losses"),
    "one test set, clusters": (CLUSTERS, clusters_block, "clusters"),
    "one test set, class scores": (SCORES, scores_block, "class scores"),
    "one test set, class scores, few": (FEW, few_block, "class scores"),
    "many data sets, gaps": (GAPS, gaps_block, "gaps"),
    "many data sets, 25 algorithms": ({world: world for world in SETS}, sets_block, "data sets"),
    "one test set, losses, 25 algorithms": (LOSSES_25, losses_block, "losses"),
    "one test set, clusters, 25 algorithms": (CLUSTERS_25, clusters_block, "clusters"),
    "one test set, class scores, 25 algorithms": (SCORES_25, scores_block, "class scores"),
    "one test set, class scores, few, 25 algorithms": (FEW_25, scores_block, "class scores"),
}


def cells():
    "Every cell: design, world, truth."
    truths = ("equal", "partial", "apart")
    return [
        (design, world, truth)
        for design, (worlds, *_) in DESIGNS.items()
        for world in worlds
        for truth in truths
    ]


def one_cell(design, world, truth, *, n, rng, block=None):
    "A cell as rows of the evidence; with a `block` of one's own, of its tests alone."
    from clfcompare.inference.evidence import _cell_frame

    (worlds, whole, rows), got = DESIGNS[design], {}
    block = block or whole
    step = BLOCK if "one test set" in design else 10 * BLOCK
    for done in range(0, n, step):
        tests, good = block(worlds[world], truth, min(step, n - done), rng)
        for test, (p, stepped, kinds) in tests.items():
            if kinds == ("omnibus",):
                found = {} if truth == "partial" else {"omnibus": p <= ALPHA}
            else:
                found = count(good, p, stepped=stepped, tests=kinds)
            for kind, hits in found.items():
                got.setdefault((kind, test, rows), []).append(hits)
    return _cell_frame(got, {"design": design, "world": world, "truth": truth, "experiments": n})


def compute(cell, experiments, folder):
    "Compute one cell, unless it is there."
    name = zlib.crc32("|".join(cell).encode())
    path = folder / f"{name:08x}_{experiments}.csv"
    if not path.exists():
        start = time.process_time()
        with threadpool_limits(1):
            found = one_cell(*cell, n=experiments, rng=np.random.default_rng([2026, name]))
        fresh = path.with_suffix(".tmp")
        found.assign(seconds=round(time.process_time() - start, 1)).to_csv(fresh, index=False)
        fresh.replace(path)
    return pd.read_csv(path, dtype={"algorithms": str})


def add_wilcoxon(experiments):
    """Measure Wilcoxon's test on the sums of clusters, and put it behind the other tests of each
    cell, where a whole run has it.
    """
    path, frames = ROOT / "clfcompare/data/evidence/rows.csv", []
    old = pd.read_csv(path, dtype={"algorithms": str})
    old = old[~(old["design"].eq("one test set, clusters") & old["test"].eq("wilcoxon"))]
    for key, part in old.groupby(["design", "world", "truth"], sort=False):
        frames.append(part)
        if key[0] != "one test set, clusters":
            continue
        rng = np.random.default_rng([2026, zlib.crc32("|".join(key).encode())])
        frames.append(
            one_cell(*key, n=experiments, rng=rng, block=wilcoxon_block).round(
                {"rate": 6, "low": 6, "high": 6}
            )
        )
    pd.concat(frames, ignore_index=True).to_csv(path, index=False)


def main(words):
    parser = argparse.ArgumentParser(prog="levels rows", description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--experiments", type=int, default=10_000)
    parser.add_argument(
        "--wilcoxon",
        action="store_true",
        help="measure only Wilcoxon's test on clusters, and add it to what is stored",
    )
    given = parser.parse_args(words)
    if given.wilcoxon:
        return add_wilcoxon(given.experiments)
    folder = ROOT / "_levels/rows"
    folder.mkdir(exist_ok=True, parents=True)
    todo = (delayed(compute)(cell, given.experiments, folder) for cell in cells())
    found = list(tqdm(Parallel(given.jobs, return_as="generator")(todo), total=len(cells())))
    seconds = sum(cell["seconds"].iloc[0] for cell in found)
    table = (
        pd.concat(found, ignore_index=True)
        .drop(columns="seconds")
        .round({"rate": 6, "low": 6, "high": 6})
    )
    if given.experiments >= 10_000:
        table.to_csv(ROOT / "clfcompare/data/evidence/rows.csv", index=False)
    print(
        f"{len(table)} numbers from {len(found)} cells, {seconds / 60:.0f} minutes of processor time"
    )
