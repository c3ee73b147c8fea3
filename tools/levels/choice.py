"""Compute the evidence behind the choice of tests again, from nothing:  python tools/levels choice
[--jobs 2] [--experiments 10000]

Each cell (a design, a world, a truth) is written to `_levels/` as soon as it is done, so a run that
was broken off goes on where it was. When all are there they become
clfcompare/data/evidence/levels.csv. The numbers do not depend on the number of jobs.
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


def seed(arguments):
    "A seed of its own for each cell, whatever else is computed."
    return np.random.default_rng([2012, zlib.crc32("|".join(arguments).encode())])


def compute(number, experiments, folder):
    "Compute one cell, unless it is there."
    from clfcompare.inference.evidence import cells

    function, arguments = cells()[number]
    path = folder / f"{number:03d}_{experiments}.csv"
    if not path.exists():
        start = time.process_time()
        with threadpool_limits(1):
            found = function(*arguments, n=experiments, rng=seed(arguments))
        fresh = path.with_suffix(".tmp")
        found.assign(seconds=round(time.process_time() - start, 1)).to_csv(fresh, index=False)
        fresh.replace(path)
    return pd.read_csv(path, dtype={"algorithms": str})


def main(words):
    parser = argparse.ArgumentParser(prog="levels choice", description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", type=int, default=-1)
    parser.add_argument("--experiments", type=int, default=10_000)
    given = parser.parse_args(words)
    from clfcompare.inference.evidence import cells

    folder = ROOT / "_levels"
    folder.mkdir(exist_ok=True)
    todo = (delayed(compute)(i, given.experiments, folder) for i in range(len(cells())))
    found = list(tqdm(Parallel(given.jobs, return_as="generator")(todo), total=len(cells())))
    seconds = sum(cell["seconds"].iloc[0] for cell in found)
    table = (
        pd.concat(found, ignore_index=True)
        .drop(columns="seconds")
        .round({"rate": 6, "low": 6, "high": 6})
    )
    table.to_csv(ROOT / "clfcompare/data/evidence/levels.csv", index=False)
    print(
        f"{len(table)} numbers from {len(found)} cells, {seconds / 60:.0f} minutes of processor time"
    )
