"""What each path costs as the sizes grow: seconds of processor time and megabytes at four sizes,
and the exponent between them.

    python bench/bench_scale.py [path] [largest]

Paths: ranks, friedman, compare (data sets x algorithms, a square table), pairwise (algorithms; 40
data sets), plan (cells), definitions (cells, for a store), measure (rows of predictions, 100 to a
fit), parquet (rows; needs pyarrow), dask (cells on a cluster of two processes: plan, run, run again
from the store, and resume with half of the records). Each size is half of the next (a tenth for
rows), and each is measured in a process of its own. The exponent is the slope of log(seconds) on
log(size) between the two largest sizes: 1 is linear in what is counted.
"""

import os

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"

import math
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import clfcompare as cc
import numpy as np
import pandas as pd
from clfcompare.experiment.description import definitions
from clfcompare.experiment.plan import set_up, tasks_of
from clfcompare.experiment.plan import Outcome
from sklearn.dummy import DummyClassifier


def table(M, L):
    values = np.random.default_rng(0).uniform(0.1, 0.6, size=(M, L)) + np.linspace(0, 0.05, L)
    return pd.DataFrame(
        values, index=[f"d{i}" for i in range(M)], columns=[f"a{j}" for j in range(L)]
    )


def long(data):
    "One score a row."
    M, L = data.shape
    return pd.DataFrame(
        {
            "dataset": np.repeat(data.index.to_numpy(), L),
            "algorithm": np.tile(data.columns.to_numpy(), M),
            "measure": "error",
            "value": data.to_numpy().ravel(),
        }
    )


def experiment(cells):
    "Ten data sets, ten algorithms that do nothing, ten folds; as many repeats as it takes."
    X, y = np.random.default_rng(0).normal(size=(40, 3)), np.arange(40) % 2
    return cc.Experiment(
        datasets={f"d{i}": (X, y) for i in range(10)},
        algorithms={f"a{i}": DummyClassifier() for i in range(10)},
        design=cc.repeated_k_fold(repeats=max(1, cells // 1000), folds=10),
    )


def outcome(rows, kind=object):
    "Predictions of 100 cases a fit."
    fits, rng = rows // 100, np.random.default_rng(0)
    keys = {
        "dataset": np.array([f"d{i // 100 % 100}" for i in range(fits)], dtype=object),
        "algorithm": np.array([f"a{i // 10000}" for i in range(fits)], dtype=object),
        "repeat": pd.array(np.arange(fits) // 10 % 10, dtype="Int64"),
        "fold": pd.array(np.arange(fits) % 10, dtype="Int64"),
    }
    plan = pd.DataFrame(keys | {"n_train": 900, "n_test": 100})
    long = {
        name: pd.Series(
            np.repeat(column, 100), dtype="Int64" if name in ("repeat", "fold") else kind
        )
        for name, column in keys.items()
    }
    y = rng.integers(0, 2, rows)
    predictions = pd.DataFrame(
        long
        | {
            "row": np.arange(rows) % 1000,
            "y_true": y,
            "y_pred": y ^ (rng.random(rows) < 0.2),
            "score": rng.random(rows),
        }
    )
    names = set(keys["dataset"])
    facts = {
        "classes": dict.fromkeys(names, [0, 1]),
        "positive": dict.fromkeys(names, 1),
        "groups": dict.fromkeys(names),
        "design": "made up",
        "source": "made up",
        "scored": True,
    }
    return Outcome(scores=None, predictions=predictions, runs=None, plan=plan, facts=facts)


def through_parquet(predictions):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "predictions.parquet")
        predictions.to_parquet(path)
        return pd.read_parquet(path)


PATHS = {  # name -> sizes, what is counted in the exponent, what is made first, what is measured
    "ranks": (
        [125, 250, 500, 1000],
        lambda n: n * n,
        lambda n: table(n, n),
        lambda data: cc.average_ranks(data, better="lower"),
    ),
    "friedman": (
        [125, 250, 500, 1000],
        lambda n: n * n,
        lambda n: table(n, n),
        lambda data: cc.friedman(data, better="lower"),
    ),
    "compare": ([125, 250, 500, 1000], lambda n: n * n, lambda n: long(table(n, n)), cc.compare),
    "pairwise": (
        [125, 250, 500, 1000],
        lambda n: n * (n - 1) / 2,
        lambda n: table(40, n),
        lambda data: cc.pairwise(data, test="wilcoxon", adjust="holm", better="lower"),
    ),
    "plan": ([12000, 25000, 50000, 100000], float, experiment, lambda e: e.plan()),
    "definitions": (
        [12000, 25000, 50000, 100000],
        float,
        lambda n: tasks_of(set_up(experiment(n))),
        lambda tasks: definitions(tasks, "fit"),
    ),
    "error": ([10**4, 10**5, 10**6, 10**7], float, outcome, lambda o: o.measure("error")),
    "mcc": ([10**4, 10**5, 10**6, 10**7], float, outcome, lambda o: o.measure("mcc")),
    "parquet": (
        [10**4, 10**5, 10**6, 10**7],
        float,
        lambda n: outcome(n, "category").predictions,
        through_parquet,
    ),
}


def one(path, size):
    "Seconds and megabytes of one call, in this process."
    _, _, make, call = PATHS[path]
    call(make(min(PATHS[path][0]) // 4 if path != "plan" else 1000))  # what is imported on the way
    given = make(size)
    before, start = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
    call(given)
    print(
        time.process_time() - start,
        before / 1024,
        resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    )


def measured(path, largest):
    sizes, count, *_ = PATHS[path]
    found = []
    for size in (size for size in sizes if largest is None or size <= largest):
        told = subprocess.run(
            [sys.executable, __file__, "--one", path, str(size)],
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        seconds, before, after = map(float, told.split())
        slope = (
            math.log(seconds / found[-1][1]) / math.log(count(size) / count(found[-1][0]))
            if found
            else None
        )
        found.append((size, seconds))
        print(
            f"| {path} | {size:,} | {seconds:.2f} | {before:.0f} | {after:.0f} | {'' if slope is None else f'{slope:.2f}'} |",
            flush=True,
        )


def on_cluster(cells=10000):
    from distributed import Client, LocalCluster

    class Noted(dict):
        "A store that knows when its first record came."

        first = None

        def __setitem__(self, key, value):
            self.first = self.first or time.perf_counter()
            super().__setitem__(key, value)

    def seconds(call):
        start = time.perf_counter()
        call()
        return start, time.perf_counter() - start

    store, made = Noted(), experiment(cells)
    print(f"{cells:,} cells: plan {seconds(made.plan)[1]:.1f} s")
    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1"
        ) as cluster,
        Client(cluster),
    ):
        start, whole = seconds(lambda: made.run(store=store, backend="dask", progress=False))
        records = len(store)
        print(
            f"run {whole:.1f} s, the first record after {store.first - start:.1f} s; again, from the store, "
            f"{seconds(lambda: made.run(store=store, backend='dask', progress=False))[1]:.1f} s",
            flush=True,
        )
        for key in list(store)[::2]:
            del store[key]  # as if it had been cut off
        rest = seconds(lambda: made.run(store=store, backend="dask", progress=False))[1]
        print(
            f"resumed with half of the records: {rest:.1f} s; {len(store):,} records of {records:,}",
            flush=True,
        )


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["--one", path, size]:
            one(path, int(size))
        case ["dask", *cells]:
            on_cluster(*map(int, cells))
        case words:
            print(
                "| path | size | s | MB before | MB at most | exponent |\n|---|---|---|---|---|---|"
            )
            for path in words[:1] or PATHS:
                measured(path, int(words[1]) if words[1:] else None)
