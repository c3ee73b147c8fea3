"""Compute the levels of tests on imperfect tables again, from nothing:  python
tools/levels imperfect [--experiments 4000]

Tables with gaps, cases in clusters, several measures by sign flips, and several measures on folds.
Each cell is written to `_levels/imperfect/` as soon as it is done, so a run that was broken off
goes on where it was. When all are there they become clfcompare/data/evidence/imperfect.csv. About
ten minutes of one processor.
"""

import argparse
import time
import zlib
from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
from scipy import stats

ROOT = Path(__file__).resolve().parents[2]


def told(hits, experiments, **words):
    "A row: how often a test rejected at 0.05, with Wilson's interval."
    from clfcompare.inference.intervals import interval_bounds

    low, high = interval_bounds(int(hits), int(experiments), method="wilson", level=0.95)
    return {
        **words,
        "rate": hits / experiments,
        "low": float(low),
        "high": float(high),
        "experiments": int(experiments),
    }


# --- tables with gaps: five algorithms, data sets of different difficulty

GAPS = [
    "no gaps",
    "10 % at random",
    "30 % at random",
    "fails on hard data",
    "ties, 20 % at random",
    "hides bad results",
]


def gapped(world, rows, truth, n, rng):
    "Tables with gaps, smaller is better; all columns equal, or apart."
    hard = rng.normal(0, 2, (n, rows, 1))
    own = rng.exponential(size=(n, rows, 5)) + (
        np.array([0, 0, 0.25, 0.5, 1]) if truth == "apart" else 0
    )
    values, gap = hard + own, np.zeros(own.shape, bool)
    if "at random" in world:
        gap = rng.random(own.shape) < int(world.split(" %")[0][-2:]) / 100
    if world.startswith("ties"):
        values = np.round(own)
    if world == "fails on hard data":
        gap[..., :2] = rng.random((n, rows, 2)) < 0.7 * (hard > 0.5)
    if world == "hides bad results":
        gap[..., 0] = own[..., 0] > np.log(5)  # its worst fifth is never reported
    return np.where(gap, np.nan, values)


def gaps(world, rows, truth, n, rng):
    """Skillings and Mack, Friedman on the rows without gaps, Friedman after filling gaps with
    the mean of the column.
    """
    from clfcompare.inference.gaps import skillings_mack_chi2

    values = gapped(world, int(rows), truth, n, rng)
    values = values[~np.isnan(values).all(1).any(1)]  # a column without values is refused
    n = len(values)
    whole = np.where(np.isnan(values).any(axis=2, keepdims=True), np.nan, values)
    filled = np.where(np.isnan(values), np.nanmean(values, axis=1, keepdims=True), values)
    tests = {
        "skillings_mack": (values, "ignored"),
        "skillings_mack, ties corrected": (values, "corrected"),
        "friedman, rows without gaps": (whole, "corrected"),
        "friedman, gaps filled with the mean": (filled, "corrected"),
    }
    for test, (table, ties) in tests.items():
        p = stats.chi2.sf(skillings_mack_chi2(table, ties=ties), 4)
        yield told((p <= 0.05).sum(), n, test=test)


def pairs(world, rows, truth, n, rng):
    """At least one false alarm among ten pairs, Wilcoxon's test with Holm's adjustment on shared
    rows.
    """
    from clfcompare.inference.posthoc import pairwise
    from clfcompare.core.errors import ClfCompareError

    hits = counted = 0
    for table in gapped(world, int(rows), truth, max(20, n // 10), rng):  # one after the other
        try:
            found = pairwise(
                table, test="wilcoxon", adjust="holm", better="lower", missing="pairs"
            ).comparisons
        except ClfCompareError:
            continue  # a pair without two common rows is refused
        hits, counted = hits + (found["pvalue_adjusted"] <= 0.05).any(), counted + 1
    yield told(hits, counted, test="pairwise, missing='pairs'")


# --- cases in clusters

CLUSTERS = ["normal", "normal, uneven", "skewed", "right or wrong", "right or wrong, uneven"]


def sizes(world, groups):
    """Ten cases in every cluster; or the largest cluster twice as large as the second, three
    times as large as the third, ...
    """
    if "uneven" not in world:
        return np.full(groups, 10)
    share = 1 / np.arange(1, groups + 1)
    return np.maximum(1, np.round(10 * groups * share / share.sum())).astype(int)


def clusters(world, groups, icc, n, rng):
    """The paired t test of the cases, the t test of clusters, sign flips of clusters;
    correlation `icc` within a cluster.
    """
    from clfcompare.inference.clusters import cluster_sums, clustered_se, count_flips
    from clfcompare.inference.statistics import mean_t, t_pvalues

    groups, icc = int(groups), float(icc)
    codes = np.repeat(np.arange(groups), sizes(world, groups))

    def draw(size):
        return rng.exponential(size=size) - 1 if world == "skewed" else rng.normal(size=size)

    def latent():
        return np.sqrt(icc) * draw((n, groups))[:, codes] + np.sqrt(1 - icc) * draw((n, len(codes)))

    d = latent()
    if world.startswith("right"):
        d = (d > 1).astype(float) - (
            latent() > 1
        )  # two classifiers, each wrong on 16 % of the cases
    with np.errstate(invalid="ignore", divide="ignore"):
        t = d.mean(1) / clustered_se(d, codes)
    yield told((t_pvalues(mean_t(d), len(codes) - 1) <= 0.05).sum(), n, test="paired_ttest")
    yield told((t_pvalues(t, groups - 1) <= 0.05).sum(), n, test="clustered_ttest")
    p = flipped(count_flips, cluster_sums(d, codes), groups, 999 if groups > 10 else 1023, rng)
    yield told((p <= 0.05).sum(), n, test="clustered_permutation_test")


def flipped(count, tables, k, draws, rng):
    """p-values of sign flips, for many tables; where not all patterns are used, every forty
    tables get fresh ones.
    """
    exact = 2**k <= draws + 1
    every = 1 - 2 * ((np.arange(2**k)[:, None] >> np.arange(k)) & 1) if exact else None
    p = []
    for part in np.array_split(tables, max(1, len(tables) // 40)):
        signs = every if exact else 1 - 2 * rng.integers(0, 2, (draws, k), dtype=np.int8)
        p.append(
            count(part, signs) / len(signs) if exact else (count(part, signs) + 1) / (draws + 1)
        )
    return np.concatenate(p)


# --- several measures: independent rows

FLIPS = {
    "normal": lambda size, rng: rng.normal(size=size),
    "heavy tails": lambda size, rng: rng.standard_t(2.5, size=size),
    "skewed losses of both": lambda size, rng: (
        rng.exponential(size=size) - rng.exponential(size=size)
    ),
    "skewed differences": lambda size, rng: rng.exponential(size=size) - 1,
}


def shares(d, draws, rng):
    "p-values of sign flips of whole rows, for many tables of differences."
    from clfcompare.inference.multivariate_groups import count_shares, flip_basis

    return flipped(count_shares, flip_basis(d), d.shape[1], draws, rng)


def squared(d, factor=None):
    """T-squared and its p-value from F, for many tables of differences (n, k, p); `factor` is
    the variance of the mean over S.
    """
    n, k, p = d.shape
    mean = d.mean(1)
    rest = d - mean[:, None]
    inverse = np.linalg.pinv(np.swapaxes(rest, 1, 2) @ rest / (k - 1))
    t2 = np.einsum("na,nab,nb->n", mean, inverse, mean) / (1 / k if factor is None else factor)
    return stats.f.sf((k - p) / (p * (k - 1)) * t2, p, k - p)


def flips(world, rows, measures, n, rng):
    """Hotelling's test and sign flips, of rows that are independent; the measures are correlated
    (0.5).
    """
    k, p = int(rows), int(measures)
    d = FLIPS[world]((n, k, p), rng) @ np.linalg.cholesky(0.5 * np.eye(p) + 0.5).T
    yield told((squared(d) <= 0.05).sum(), n, test="hotelling")
    yield told((shares(d, 4095, rng) <= 0.05).sum(), n, test="sign_flip_hotelling")


# --- several measures on the folds of one data set: errors of the two classes, of two trained
# classifiers

FOLDS = {
    "ample": ("lda", 200, 2, 0.7),
    "middle": ("lda", 100, 4, 0.5),
    "scarce": ("lda", 60, 10, 0.2),
    "small": ("centroid", 40, 4, 0.5),
}
RATIO = {"five_by_two": 1, "k_fold": 1 / 9, "splits": 1 / 2}


def class_errors(world, design, truth, n, rng):
    "Differences of the error rates of the two classes, (n, folds, 2)."
    from clfcompare.inference.levels import RESAMPLING, linear_errors

    learner, cases, features, shift = FOLDS[world]
    y, found = np.arange(cases) % 2 == 1, []
    for _ in range(max(1, n // 50)):
        test = RESAMPLING[design][0](y, rng)
        x = rng.standard_normal((2, 50, cases, features))
        if truth == "opposite":
            x = x * np.where(
                np.stack([y, ~y])[:, None, :, None], 1.6, 1.0
            )  # each is worse on another class
        x = x + y[:, None] * (
            shift + np.array([0.4 if truth == "apart" else 0, 0])[:, None, None, None]
        )
        a, b = (linear_errors(part, y, test, learner=learner) for part in x)
        d, members = a.astype(float) - b, [test * (y == c) for c in (False, True)]
        found.append(np.stack([(d * m.T).sum(1) / m.sum(1) for m in members], -1))
    return np.concatenate(found)


def five_by_two(d):
    """Two candidates for ten folds: the sum of squares (F), and the mean (T-squared), over the
    covariance within replications.
    """
    n, p = d.shape[0], d.shape[-1]
    d = d.reshape(n, 5, 2, p)
    within = d[:, :, 0] - d[:, :, 1]
    inverse = np.linalg.pinv(np.swapaxes(within, 1, 2) @ within / 2)  # of E, the sum of the five
    total, mean = np.einsum("nija,nijb->nab", d, d), d.mean((1, 2))
    s, m, half = min(p, 10), (abs(p - 10) - 1) / 2, (4 - p) / 2
    each = 2 * m + s + 1
    f = (
        2 * (s * half + 1) / (s * s * each) * np.einsum("nab,nba->n", total, inverse)
    )  # Pillai and Samson's F of the trace
    t2 = 50 * np.einsum("na,nab,nb->n", mean, inverse, mean)
    return stats.f.sf(f, s * each, 2 * (s * half + 1)), stats.f.sf((6 - p) / (5 * p) * t2, p, 6 - p)


def folds(world, design, truth, n, rng):
    "Hotelling's test, sign flips and the corrected T-squared on folds that share cases."
    d = class_errors(world, design, truth, n, rng)
    good = np.array(
        [np.linalg.matrix_rank(part - part.mean(0)) == 2 for part in d]
    )  # the others are refused
    d = d[good]
    p = {
        "hotelling": squared(d),
        "sign_flip_hotelling": shares(d, 1023, rng),
        "corrected_hotelling": squared(d, 1 / d.shape[1] + RATIO[design]),
    }
    if design == "five_by_two":
        p["5x2 cv F, multivariate"], p["5x2 cv T-squared"] = five_by_two(d)
    for test, values in p.items():
        yield told((values <= 0.05).sum(), len(d), test=test)


def cells():
    "Every cell: the function, and its three words."
    yield from ((gaps, *w) for w in product(GAPS, ["8", "15", "30"], ["equal"]))
    yield from ((gaps, w, "15", "apart") for w in GAPS[:5])
    yield from ((pairs, w, "15", "equal") for w in GAPS[1:])
    yield from (
        (clusters, *w) for w in product(CLUSTERS, ["5", "10", "20", "50"], ["0", "0.1", "0.3"])
    )
    yield from ((flips, *w) for w in product(FLIPS, ["8", "12", "30"], ["2", "4"]))
    yield from ((folds, *w) for w in product(FOLDS, RATIO, ["equal", "opposite", "apart"]))


def compute(cell, experiments, folder):
    "Compute one cell, unless it is there."
    function, *words = cell
    name = "|".join([function.__name__, *words])
    path = folder / f"{zlib.crc32(name.encode()):08x}_{experiments}.csv"
    if not path.exists():
        start, rng = time.process_time(), np.random.default_rng([2013, zlib.crc32(name.encode())])
        rows = list(function(*words, experiments, rng))
        found = pd.DataFrame(rows).assign(
            part=function.__name__, world=words[0], size=words[1], setting=words[2]
        )
        fresh = path.with_suffix(".tmp")
        found.assign(seconds=round(time.process_time() - start, 1)).to_csv(fresh, index=False)
        fresh.replace(path)
    return pd.read_csv(path, dtype={"size": str, "setting": str})


def main(words):
    parser = argparse.ArgumentParser(prog="levels imperfect", description=__doc__.splitlines()[0])
    parser.add_argument("--experiments", type=int, default=4000)
    parser.add_argument("--out", type=Path, default=ROOT / "clfcompare/data/evidence/imperfect.csv")
    given = parser.parse_args(words)
    folder = ROOT / "_levels/imperfect"
    folder.mkdir(exist_ok=True, parents=True)
    found = pd.concat(
        [compute(cell, given.experiments, folder) for cell in cells()], ignore_index=True
    )
    seconds = found.groupby(["part", "world", "size", "setting"])["seconds"].first().sum()
    columns = ["part", "world", "size", "setting", "test", "rate", "low", "high", "experiments"]
    found[columns].round({"rate": 6, "low": 6, "high": 6}).to_csv(given.out, index=False)
    print(f"{len(found)} numbers, {seconds / 60:.1f} minutes of processor time")
