"""Compute the coverage of the intervals of the error again, from nothing:  python
tools/levels intervals [--jobs 1] [--experiments 200]

Each cell (a world, a learner, a size) is written to `_levels/` as soon as it is done, so a run that
was broken off goes on where it was. When all are there they become
clfcompare/data/evidence/intervals.csv. The numbers do not depend on the number of jobs. It takes
about ten minutes of processor time.
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
from tqdm import tqdm

ROOT = Path(__file__).resolve().parents[2]
SIZES = (50, 100, 150, 250, 500)
FEWER = {"tree": 4, "rare": 2}  # so many times fewer experiments with this learner, in this world
LEAVE_ONE_OUT = 100  # not above that size


def ends(estimate):
    return estimate.value, estimate.low, estimate.high


def error_intervals(study):
    """Method -> (estimate, low, high) of every interval of the error that comes from resampling
    once.
    """
    import clfcompare as cc

    loss = ((study.score > 0) != study.y).astype(float)
    n, fold, wrong = len(study.y), study.fold[0], int(loss[0].sum())
    found = {
        f"cv, {method}": ends(cc.cv_interval(loss[0], method=method, fold=fold))
        for method in ("bayle_all", "bayle_within", "corrected_t")
    }
    found["cv, t of ten folds"] = ends(
        cc.cv_interval(loss[0], method="corrected_t", fold=fold, n_train=10**12, n_test=1)
    )
    found["cv, jeffreys"] = ends(cc.error_interval(wrong, n))
    found["cv, wilson"] = ends(cc.error_interval(wrong, n, method="wilson"))
    many = np.concatenate([study.fold[i] + 10 * i for i in range(len(loss))])
    found["repeated_cv, corrected_t"] = ends(
        cc.cv_interval(loss.ravel(), method="corrected_t", fold=many, n_train=9 * n, n_test=n)
    )
    mean = loss.mean()
    half = 1.959963984540054 * np.sqrt(loss.var(axis=1).mean() / n)
    found["repeated_cv, bayle_all"] = mean, mean - half, mean + half
    found["repeated_cv, jeffreys"] = mean, *jeffreys(n * mean, n)
    splits = study.splits
    found["mccv, corrected_t"] = ends(
        cc.cv_interval(
            splits, method="corrected_t", fold=np.arange(len(splits)), n_train=3, n_test=1
        )
    )
    held, tested = study.holdout
    share = held / tested
    half = 1.959963984540054 * np.sqrt(share * (1 - share) / tested)
    found["holdout, wald"] = share, share - half, share + half
    found["holdout, jeffreys"] = ends(cc.error_interval(held, tested))
    if study.left_out is not None:
        found["loocv, bayle_all"] = ends(cc.cv_interval(study.left_out, method="bayle_all"))
        found["loocv, corrected_t"] = ends(
            cc.cv_interval(study.left_out, method="corrected_t", fold=np.arange(n))
        )
        found["loocv, jeffreys"] = ends(cc.error_interval(int(study.left_out.sum()), n))
    return found


def jeffreys(errors, n):
    "Jeffreys' interval where the errors are a mean over repeats, and no whole number."
    from clfcompare.inference.intervals import interval_bounds

    return tuple(float(end) for end in interval_bounds(errors, n))


def experiments_of(world, learner, n, experiments, rng):
    """Rows (method, estimate, low, high, true value of the trained classifier), experiment by
    experiment.
    """
    import clfcompare as cc
    from clfcompare.experiment.nested_cv import LEARNERS, WORLDS, nested_study, one_study

    learn = LEARNERS[learner]
    for i in range(experiments):
        study, x = one_study(learn, WORLDS[world], n, rng, leave_one_out=n <= LEAVE_ONE_OUT)
        for method, found in error_intervals(study).items():
            yield "error", method, *found, study.error
        yield (
            "area",
            "cv, auc_cv_interval",
            *ends(cc.auc_cv_interval(study.y, study.score[0], fold=study.fold[0])),
            study.area,
        )
        yield "error", "truth", study.error, study.error, study.error, study.error
        yield "area", "truth", study.area, study.area, study.area, study.area
        if i % 8:
            continue
        parts = nested_study(learn, x, study.y, rng)
        half = 1.959963984540054 * parts["se"]
        yield (
            "error",
            "nested_cv",
            parts["value"],
            parts["value"] - half,
            parts["value"] + half,
            study.error,
        )


def summary(rows):
    """For each method and target: how many experiments, in how many covered, the mean width and
    the mean of estimate - truth.
    """
    from clfcompare.inference.intervals import interval_bounds

    table = pd.DataFrame(rows, columns=["measure", "method", "value", "below", "above", "trained"])
    expected = table.groupby("measure")["trained"].mean()
    found = []
    for (measure, method), of in table[table["method"] != "truth"].groupby(
        ["measure", "method"], sort=False
    ):
        for target, truth in (("trained", of["trained"]), ("expected", expected[measure])):
            covered = int(((of["below"] <= truth) & (truth <= of["above"])).sum())
            low, high = interval_bounds(covered, len(of), method="wilson")
            found.append(
                dict(
                    measure=measure,
                    method=method,
                    target=target,
                    experiments=len(of),
                    covered=covered,
                    rate=covered / len(of),
                    low=low,
                    high=high,
                    width=(of["above"] - of["below"]).mean(),
                    bias=(of["value"] - truth).mean(),
                    truth=expected[measure],
                )
            )
    return pd.DataFrame(found)


def compute(world, learner, n, experiments, folder):
    "Compute one cell, unless it is there."
    path = folder / f"interval_{world}_{learner.replace(' ', '_')}_{n}_{experiments}.csv"
    if not path.exists():
        start = time.process_time()
        rng = np.random.default_rng([2023, zlib.crc32(f"{world}|{learner}|{n}".encode())])
        number = experiments // FEWER.get(learner, 1) // FEWER.get(world, 1)
        with threadpool_limits(1):
            found = summary(experiments_of(world, learner, n, number, rng))
        found.insert(0, "world", world)
        found.insert(1, "learner", learner)
        found.insert(2, "cases", n)
        fresh = path.with_suffix(".tmp")
        found.assign(seconds=round(time.process_time() - start, 1)).to_csv(fresh, index=False)
        fresh.replace(path)
    return pd.read_csv(path)


def main(words):
    parser = argparse.ArgumentParser(prog="levels intervals", description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--experiments", type=int, default=200)
    given = parser.parse_args(words)
    from clfcompare.experiment.nested_cv import LEARNERS, WORLDS

    folder = ROOT / "_levels"
    folder.mkdir(exist_ok=True)
    cells = list(product(WORLDS, LEARNERS, SIZES))
    todo = (delayed(compute)(*cell, given.experiments, folder) for cell in cells)
    found = list(tqdm(Parallel(given.jobs, return_as="generator")(todo), total=len(cells)))
    seconds = sum(cell["seconds"].iloc[0] for cell in found)
    table = pd.concat(found, ignore_index=True).drop(columns="seconds")
    table = table.round(dict.fromkeys(["rate", "low", "high", "width", "bias", "truth"], 5))
    table.to_csv(ROOT / "clfcompare/data/evidence/intervals.csv", index=False)
    print(
        f"{len(table)} numbers from {len(found)} cells, {seconds / 60:.0f} minutes of processor time"
    )
