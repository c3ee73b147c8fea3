"""Measure tests of pairs on many data sets:  python tools/levels datasets [--minutes 25]
[--jobs 2]

Step-down max-t on signed ranks, Wilcoxon with Holm, the z test of mean ranks with Bergmann and
Hommel (with Shaffer at 20 algorithms) and Nemenyi's (against the first: with Holm, and
Bonferroni-Dunn's), on tables of 3 to 20 algorithms and 5 to 60 data sets, in
worlds where some algorithms are equal and where all differ; all pairs, and all against the first.
The work goes round all cells, a block of tables a time; each block is written to
`_levels/datasets/` as soon as it is done, so a run that was broken off goes on where it was. After
`--minutes`, or when all blocks are there, what is done becomes
clfcompare/data/evidence/datasets.csv. The numbers of a block do not depend on the number of jobs.
"""

import argparse
import time
import zlib
from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
from joblib import Parallel, delayed
from threadpoolctl import threadpool_limits

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "_levels/datasets"
STORED = ROOT / "clfcompare/data/evidence/datasets.csv"
ALPHA, DRAWS = 0.05, 999
ALGORITHMS, DATASETS = (3, 5, 10, 20), (5, 6, 8, 11, 14, 20, 30, 60)
BLOCKS = {3: (250, 12), 5: (250, 12), 10: (100, 20), 20: (50, 20)}  # tables a block, blocks

# world -> truths; "equal": all are equally good, "partial": some are, "apart": none are
WORLDS = {
    "normal": ("equal", "partial", "apart"),
    "two decimals": ("equal", "apart"),
    "skewed errors": ("equal", "partial", "apart"),
    "data sets of unequal scale": ("equal", "apart"),
    "unequal spread, better rivals": ("partial",),
    "unequal spread, random baseline": ("partial",),
    "skewed difference": ("equal",),
    "gaps, 10 % at random": ("equal", "apart"),
}


# --- tables


def quality(world, truth, L, M):
    "How good each algorithm is; higher is better, and equal numbers are equally good."
    place = np.arange(L) / (L - 1)
    if truth == "equal":
        return np.zeros(L)
    if truth == "apart":
        return 8 / np.sqrt(M) * place
    if world == "unequal spread, better rivals":
        return np.r_[0.0, 0, np.ones(L - 2)]
    if world == "unequal spread, random baseline":
        return np.r_[0.0, 0, -3, 0.5 * np.arange(1, L - 2)]
    return 3.0 * (np.arange(L) >= (L + 1) // 2)


def spreads(world, L):
    "The standard deviation of each algorithm's own part."
    if world.startswith("unequal spread"):
        return np.r_[0.3, 4, np.full(L - 2, 0.3)]
    return np.r_[2.0, np.full(L - 1, 0.5)] if world == "skewed difference" else np.ones(L)


def draw(world, truth, shape, rng):
    "Tables x data sets x algorithms: difficulty + quality + the algorithm's own part."
    T, M, L = shape
    own, hard = rng.normal(size=shape), 3 * rng.normal(size=(T, M, 1))
    if world == "skewed errors":
        own = 1 - rng.exponential(size=shape)
    if world == "skewed difference":
        own[..., 0] = 1 - rng.exponential(size=(T, M))
    if world == "data sets of unequal scale":
        own = own * np.exp(rng.normal(size=(T, M, 1)))
    values = hard + quality(world, truth, L, M) + spreads(world, L) * own
    if world == "unequal spread, random baseline":
        values[..., 2] -= hard[..., 0]  # a guess is as good on hard as on easy data sets
    if world == "two decimals":  # .80 +- .06 between data sets, +- .02 within; in hundredths
        values = np.round(80 + 2 * values)
    if world.startswith("gaps"):
        values[rng.random(shape) < 0.1] = np.nan
    return values


# --- tests: tables -> adjusted p-values, tables x pairs


def flip_sums(d):
    "Signed ranks of the differences of one table, pairs x data sets, ready to be flipped."
    from scipy.stats import rankdata

    from clfcompare.inference.max_t import RELATIVE, PairSums

    zeros = (d == 0).sum(1, keepdims=True)
    ranks = np.where(d == 0, 0.0, rankdata(np.abs(d), axis=1) - zeros) * np.sign(d)
    squares = (ranks**2).sum(1)
    scale = np.divide(1, np.sqrt(squares), out=np.zeros(len(d)), where=squares > 0)
    u, none = ranks.sum(1) * scale, np.zeros(len(d))
    return PairSums(
        i=none,
        j=none,
        u=u,
        scale=scale,
        tolerance=RELATIVE * np.abs(u),
        statistic=np.abs(u),
        above=none,
        parts=ranks.astype(np.float32),
        ranked=True,
    )


def by_flips(d, rng, draws=DRAWS):
    "Step-down max-t on signed ranks; an empty cell is a difference that says nothing."
    from clfcompare.inference.max_t import sign_flip_pvalues

    return np.array([sign_flip_pvalues(flip_sums(one), draws=draws, rng=rng)[1] for one in d])


def by_wilcoxon(d):
    "Wilcoxon's test of each pair, Holm."
    from clfcompare.inference.simulate import adjusted_rows
    from clfcompare.inference.statistics import wilcoxon_pvalues

    return adjusted_rows(wilcoxon_pvalues(d), "holm")


def by_ranks(values, control):
    "Name -> z tests of mean ranks, step by step and by one critical difference."
    from clfcompare.inference.simulate import adjusted_rows
    from clfcompare.inference.rank_statistics import (
        bonferroni_dunn_pvalues,
        mean_rank_pvalues,
        nemenyi_pvalues,
    )

    method = "shaffer" if values.shape[2] > 10 else "bergmann_hommel"
    if control:
        method = "holm"
    stepped = adjusted_rows(mean_rank_pvalues(values, control=control), method)
    at_once = bonferroni_dunn_pvalues(values) if control else nemenyi_pvalues(values)
    return {f"mean-rank z+{method}": stepped, _AT_ONCE[control]: at_once}


_AT_ONCE = {True: "bonferroni_dunn", False: "nemenyi"}


def tell(values, kind, rng):
    "Name -> adjusted p-values, tables x pairs; with the pairs and the direction of the tests."
    from clfcompare.inference.rank_statistics import tied_ranks

    L, control = values.shape[2], kind == "control"
    i, j = np.triu_indices(L, 1)
    if control:
        i, j = i[: L - 1], j[: L - 1]
    d = np.nan_to_num(np.swapaxes(values[..., i] - values[..., j], 1, 2))
    ups = np.array([flip_sums(one).u for one in d])
    found = {"max_t, signed_rank": (by_flips(d, rng), ups), "wilcoxon+holm": (by_wilcoxon(d), ups)}
    if not np.isnan(values).any():
        ranks = tied_ranks(values).mean(1)
        for name, p in by_ranks(values, control).items():
            found[name] = p, ranks[:, i] - ranks[:, j]
    return (i, j), found


def judge(values, good, kind, rng):
    "(test, quantity) -> the sum, and the sum of squares, over the tables."
    (i, j), found = tell(values, kind, rng)
    gap, counted = good[i] - good[j], {}
    for name, (p, up) in found.items():
        told = p <= ALPHA
        quantities = {}
        if (gap == 0).any():
            quantities["false alarm"] = told[:, gap == 0].any(1)
        if (gap != 0).any():
            right = told & (np.sign(up) == np.sign(gap))
            quantities["share found"] = right[:, gap != 0].mean(1)
        for quantity, hits in quantities.items():
            counted[name, quantity] = hits.sum(), (hits.astype(float) ** 2).sum()
    return counted


# --- cells


def cells():
    "All cells: kind, number of algorithms, of data sets, world, truth."
    told = [(world, truth) for world in WORLDS for truth in WORLDS[world]]
    plain = list(product(("pairs",), ALGORITHMS, DATASETS, told))
    return [
        (*cell[:3], *cell[3])
        for cell in plain + list(product(("control",), ALGORITHMS, DATASETS, told))
    ]


def compute(cell, block):
    "One block of tables of one cell, unless it is there."
    kind, L, M, world, truth = cell
    words = "|".join(map(str, (*cell, block)))
    path = FOLDER / f"{zlib.crc32(words.encode()):08x}.csv"
    if path.exists():
        return path
    rng = np.random.default_rng([2016, zlib.crc32(words.encode())])
    start, tables = time.process_time(), BLOCKS[L][0]
    with threadpool_limits(1):
        values = draw(world, truth, (tables, M, L), rng)
        counted = judge(values, quality(world, truth, L, M), kind, rng)
    seconds = time.process_time() - start
    rows = [(*cell, *name, *sums, tables, seconds) for name, sums in counted.items()]
    columns = "kind algorithms M world truth test quantity sum squares experiments seconds"
    fresh = path.with_suffix(".tmp")
    pd.DataFrame(rows, columns=columns.split()).to_csv(fresh, index=False)
    fresh.replace(path)
    return path


def collected(paths):
    "All blocks that are done, a row for each quantity."
    from clfcompare.inference.intervals import interval_bounds

    words = ["kind", "algorithms", "M", "world", "truth", "test", "quantity"]
    blocks = pd.concat([pd.read_csv(path) for path in paths])
    whole = blocks.groupby(words, sort=False)[["sum", "squares", "experiments"]].sum()
    n, rate = whole["experiments"].to_numpy(), (whole["sum"] / whole["experiments"]).to_numpy()
    spread = 1.96 * np.sqrt(np.maximum(whole["squares"] / n - rate**2, 0) / n)
    counted = whole.index.get_level_values("quantity") == "false alarm"
    wilson = interval_bounds(rate * n, n, method="wilson")
    whole["rate"] = rate
    for name, side, bound in zip(("low", "high"), (-1, 1), wilson):
        whole[name] = np.where(counted, bound, np.clip(rate + side * spread, 0, 1))
    order = {cell: number for number, cell in enumerate(cells())}
    table = whole.reset_index()
    place = [order[tuple(row)] for row in table[words[:5]].itertuples(index=False)]
    table = table.iloc[np.argsort(place, kind="stable")]
    return table[[*words, "rate", "low", "high", "experiments"]].round(5)


def main(words):
    parser = argparse.ArgumentParser(prog="levels datasets", description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=25)
    given = parser.parse_args(words)
    FOLDER.mkdir(parents=True, exist_ok=True)
    end, whole = time.monotonic() + 60 * given.minutes, cells()
    most = max(blocks for _, blocks in BLOCKS.values())
    work = [(cell, block) for block in range(most) for cell in whole if block < BLOCKS[cell[1]][1]]
    size = 24 * given.jobs
    for start in range(0, len(work), size):
        todo = (delayed(compute)(*job) for job in work[start : start + size])
        Parallel(given.jobs)(todo)
        if time.monotonic() > end:
            break
    table = collected(sorted(FOLDER.glob("*.csv")))
    table.to_csv(STORED, index=False)
    print(f"{len(table)} numbers from {len(whole)} cells, {table['experiments'].min()} tables each")
