"""Measure max_t, rank_intervals and best_set on simulated tables:  python tools/levels best
[--jobs 1] [--share 1.0] [--algorithms 134]

Each cell (a number of algorithms, a kind of rows, a truth) is written to `_levels/` as soon as it
is done, so a run that was broken off goes on where it was. When all are there they become
clfcompare/data/evidence/best.csv. The numbers do not depend on the number of jobs. With
`--algorithms` only the cells of that number of algorithms are measured, the others stay as they are
in best.csv; with `--collect` nothing is measured, and the cells that are done take the place of
those in best.csv.
"""

import argparse
import time
import zlib
from pathlib import Path

import numpy as np
import pandas as pd
from joblib import Parallel, delayed
from threadpoolctl import threadpool_limits
from tqdm import tqdm

ROOT = Path(__file__).resolve().parents[2]
BEST = ROOT / "clfcompare/data/evidence/best.csv"
ALPHA, DRAWS = (
    0.05,
    199,
)  # (1 + draws) alpha is a whole number, so random flips keep the level of exact ones
SIZES = {5: (15, 2000), 30: (50, 600), 134: (100, 1000)}  # algorithms: rows, experiments
CORRELATED = {5: 2000, 30: 800}  # experiments where the correlation varies
RANKED = 3  # of boards of 134 systems, one in so many is judged by signed ranks, too
ROWS = ["normal", "skewed", "heavy", "rounded", "0/1"]
FAR = {
    "equal": 0.0,
    "partial": 2.0,
    "apart": 1.5,
}  # distance of the best from the worst, in standard deviations of the noise


def quality(algorithms, truth):
    "How good each algorithm is; higher is better."
    place = np.arange(algorithms) / (algorithms - 1)
    if truth == "partial":
        place = np.floor(
            2 * np.arange(algorithms) / algorithms
        )  # a better and a worse group of equals
    return FAR[truth] * (1 - place)


def draw_table(kind, size, good, rng, *, correlation=0.5, families=None):
    """One table, rows by algorithms; `families` holds the number of each algorithm's family,
    whose members correlate.
    """
    rows, algorithms = size
    kinds = {
        "skewed": lambda s: rng.exponential(size=s) - 1,
        "heavy": lambda s: rng.standard_t(2, size=s),
    }
    noise = kinds.get(kind, lambda s: rng.normal(size=s))
    shared = (
        noise((rows, 1)) if families is None else noise((rows, families.max() + 1))[:, families]
    )
    values = (
        good + np.sqrt(correlation) * shared + np.sqrt(1 - correlation) * noise((rows, algorithms))
    )
    if kind == "0/1":
        return (values > 0.4) + 0.0
    return np.round(values) if kind == "rounded" else values


def better_pairs(sums, p, *, up=None):
    "L x L: is the first told from the second, and better?"
    L = 1 + sums.j.max()
    found = np.zeros((L, L), bool)
    told = p <= ALPHA
    up = sums.u > 0 if up is None else up
    found[np.where(up, sums.i, sums.j)[told], np.where(up, sums.j, sums.i)[told]] = True
    return found


def holm(p):
    "Holm's adjustment."
    order = np.argsort(p)
    adjusted = np.empty(len(p))
    adjusted[order] = np.minimum(np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1)), 1)
    return adjusted


def by_holm(sums, M):
    "Paired t tests, Holm."
    from scipy.stats import t

    return better_pairs(sums, holm(2 * t.sf(sums.statistic, M - 1)))


def by_ranks(values, sums):
    "z tests of mean ranks, Bergmann-Hommel."
    from clfcompare.inference.adjust import adjust
    from scipy.stats import norm, rankdata

    M, L = values.shape
    ranks = rankdata(values, axis=1).mean(axis=0)  # higher is better
    gap = ranks[sums.i] - ranks[sums.j]
    p = 2 * norm.sf(np.abs(gap) / np.sqrt(L * (L + 1) / (6 * M)))
    if p.min() <= ALPHA:
        p = adjust(p, method="bergmann_hommel")
    return better_pairs(sums, p, up=gap > 0)


def tell(values, rng, *, kinds=("t", "signed_rank")):
    "Which pairs each procedure tells apart, and the set of the best."
    from clfcompare.inference.max_t import best_pvalues
    from clfcompare.inference.max_t import pair_sums, sign_flip_pvalues

    M, L = values.shape
    sums = {kind: pair_sums(values, statistic=kind) for kind in kinds}
    told = {
        f"max_t, {kind}": better_pairs(s, sign_flip_pvalues(s, draws=DRAWS, rng=rng)[1])
        for kind, s in sums.items()
    }
    told["paired t, Holm"] = by_holm(sums["t"], M)
    if L == 5:
        told["mean ranks, Bergmann-Hommel"] = by_ranks(values, sums["t"])
    return told, best_pvalues(values, draws=DRAWS, rng=rng, sums=sums["t"]) > ALPHA


def judge(told, best, good):
    "What one experiment says: (procedure, quantity) -> a number from 0 to 1."
    ahead = good[:, None] > good  # L x L, truly better
    found = {}
    for name, pairs in told.items():
        wrong = pairs & ~ahead
        found[name, "false alarm"] = wrong.any()
        if ahead.any():
            found[name, "share of pairs found"] = (pairs & ahead).sum() / ahead.sum()
        if not name.startswith("max_t"):
            continue
        low, high = 1 + pairs.sum(0), len(good) - pairs.sum(1)
        covers = (low <= 1 + ahead.sum(0)) & (high >= len(good) - ahead.sum(1))
        found[f"rank_intervals of {name}", "all ranks covered"] = covers.all()
        found[f"rank_intervals of {name}", "width, share of all places"] = (
            high - low + 1
        ).mean() / len(good)
    found["best_set", "the best is in"] = best[0]  # column 0 is (one of) the best
    found["best_set", "size, share of all"] = best.mean()
    return found


def one_cell(words, size, experiments, **world):
    "Many experiments of one kind, as rows of the table."
    from clfcompare.inference.intervals import interval_bounds

    rng = np.random.default_rng([2025, zlib.crc32("|".join(map(str, words.values())).encode())])
    good = quality(size[1], words["truth"])

    def one(number):
        values = draw_table(words["rows"], size, good, rng, **world)
        kinds = ("t",) if size[1] > 100 and number % RANKED else ("t", "signed_rank")
        return judge(*tell(values, rng, kinds=kinds), good)

    done = pd.DataFrame([one(number) for number in range(experiments)]).astype(float)
    procedure, quantity = zip(*done.columns)
    experiments = done.count().to_numpy()
    rate, spread = done.mean().to_numpy(), 1.96 * done.std().to_numpy() / np.sqrt(experiments)
    counted = ["share" not in q for q in quantity]  # of experiments; else the mean of a share
    wilson = interval_bounds(rate * experiments, experiments, method="wilson")
    low, high = (
        np.where(counted, w, np.clip(rate + side * spread, 0, 1))
        for side, w in zip((-1, 1), wilson)
    )
    return pd.DataFrame(
        {
            **words,
            "procedure": procedure,
            "quantity": quantity,
            "rate": rate,
            "low": low,
            "high": high,
            "interval": np.where(counted, "wilson", "normal"),
            "experiments": experiments,
        }
    )


def cells():
    "All cells: words, size, experiments, world."
    for L, (M, experiments) in SIZES.items():
        for kind in ROWS:
            for truth in FAR:
                yield (
                    dict(
                        algorithms=L, M=M, rows=kind, truth=truth, correlation=0.5, families="one"
                    ),
                    (M, L),
                    experiments,
                    {},
                )
    for L in (5, 30):
        for correlation in (0.0, 0.5, 0.8):
            for families in ("one", "several"):
                if (correlation, families) in ((0.5, "one"), (0.0, "several")):
                    continue  # measured above, or the same as one family
                world = dict(
                    correlation=correlation,
                    families=None if families == "one" else np.arange(L) % (2 if L == 5 else 6),
                )
                for truth in (
                    ("equal", "apart") if families == "several" else ("apart",)
                ):  # equals in one family are as at 0.5
                    words = dict(
                        algorithms=L,
                        M=SIZES[L][0],
                        rows="normal",
                        truth=truth,
                        correlation=correlation,
                        families=families,
                    )
                    yield words, (SIZES[L][0], L), CORRELATED[L], world


def cell_path(folder, words, experiments):
    "Where a cell is kept."
    return (
        folder
        / f"best_{'_'.join(str(w).replace('/', '') for w in words.values())}_{experiments}.csv"
    )


def compute(words, size, experiments, world, folder):
    "Compute one cell, unless it is there."
    path = cell_path(folder, words, experiments)
    if not path.exists():
        start = time.process_time()
        with threadpool_limits(1):
            cell = one_cell(words, size, experiments, **world)
        fresh = path.with_suffix(".tmp")
        cell.assign(seconds=round(time.process_time() - start, 1)).to_csv(fresh, index=False)
        fresh.replace(path)
    return pd.read_csv(path)


def stored(table):
    """The whole table, in the order of the cells: what was measured now, and of the other cells
    what is stored.
    """
    old, words = pd.read_csv(BEST), list(next(cells())[0])
    now = set(table[words].itertuples(index=False, name=None))
    kept = old[[key not in now for key in old[words].itertuples(index=False, name=None)]]
    whole = pd.concat([kept, table], ignore_index=True)
    order = {tuple(cell.values()): number for number, (cell, *_) in enumerate(cells())}
    return whole.iloc[
        np.argsort(
            [order[key] for key in whole[words].itertuples(index=False, name=None)], kind="stable"
        )
    ]


def main(words):
    parser = argparse.ArgumentParser(prog="levels best", description=__doc__.splitlines()[0])
    parser.add_argument(
        "--share", type=float, default=1.0, help="share of the experiments, for a trial"
    )
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument(
        "--algorithms",
        type=int,
        choices=list(SIZES),
        help="measure only the cells of so many algorithms",
    )
    parser.add_argument(
        "--collect",
        action="store_true",
        help="measure nothing: put the cells that are done into best.csv",
    )
    given = parser.parse_args(words)
    folder, everything = (
        ROOT / "_levels",
        [cell for cell in cells() if given.algorithms in (None, cell[0]["algorithms"])],
    )
    folder.mkdir(exist_ok=True)
    sizes = [max(8, round(given.share * experiments)) for *_, experiments, _ in everything]
    jobs = [
        (words, size, n, world, folder) for (words, size, _, world), n in zip(everything, sizes)
    ]
    if given.collect:
        jobs = [job for job in jobs if cell_path(folder, job[0], job[2]).exists()]
    todo = (delayed(compute)(*job) for job in jobs[::-1])  # the longest first
    found = list(tqdm(Parallel(given.jobs, return_as="generator")(todo), total=len(jobs)))[::-1]
    seconds = sum(cell["seconds"].iloc[0] for cell in found)
    table = pd.concat(found, ignore_index=True)
    if given.share == 1:
        stored(table.drop(columns="seconds").round(6)).to_csv(BEST, index=False)
    print(
        f"{len(table)} numbers from {len(found)} cells, {seconds / 60:.1f} minutes of processor time"
    )
