"""Compute the replicability of the tests again, from nothing:  python tools/levels replicability
[--datasets 240] [--runs 12]

Writes clfcompare/data/evidence/replicability.csv; a minute or two on one core. The numbers depend
on the arguments alone.
"""

import argparse
import time
import zlib
from pathlib import Path

import numpy as np
import pandas as pd
from tqdm import tqdm

ROOT = Path(__file__).resolve().parents[2]
WORLDS = ("ample", "middle", "scarce")
DESIGNS = (
    "five_by_two",
    "five_by_two, part held out",
    "k_fold",
    "repeated_k_fold",
    "monte_carlo",
    "bootstrap",
    "one test set",
)
TRUTHS = ("equal", "apart")


def seed(*words):
    return np.random.default_rng([2004, zlib.crc32("|".join(words).encode())])


def rows(found, design, world, truth):
    "One row a test."
    from clfcompare.inference.replicability import replicability

    for (algorithms, test), p in found.items():
        e = replicability(p <= 0.05)
        yield {
            "design": design,
            "algorithms": algorithms,
            "test": test,
            "world": world,
            "truth": truth,
            "replicability": e.value,
            "low": e.low,
            "high": e.high,
            "rejects": (p <= 0.05).mean(),
            "datasets": len(p),
            "runs": p.shape[1],
        }


def main(words):
    parser = argparse.ArgumentParser(
        prog="levels replicability", description=__doc__.splitlines()[0]
    )
    parser.add_argument("--datasets", type=int, default=240)
    parser.add_argument("--runs", type=int, default=12)
    given = parser.parse_args(words)
    from clfcompare.inference.replicability import rerun, rerun_sets

    start, table = time.process_time(), []
    for design, world, truth in tqdm(
        [(d, w, t) for d in DESIGNS for w in WORLDS for t in TRUTHS], disable=None
    ):
        found = rerun(
            design, world, truth, n=given.datasets, runs=given.runs, rng=seed(design, world, truth)
        )
        table += rows(found, design, world, truth)
    for truth in TRUTHS:
        found = rerun_sets(
            truth, n=given.datasets // 3, runs=given.runs, rng=seed("several data sets", truth)
        )
        table += rows(found, "several data sets", "middle", truth)
    columns = ["replicability", "low", "high", "rejects"]
    pd.DataFrame(table).round(dict.fromkeys(columns, 4)).to_csv(
        ROOT / "clfcompare/data/evidence/replicability.csv", index=False
    )
    print(
        f"{len(table)} numbers, {(time.process_time() - start) / 60:.1f} minutes of processor time"
    )
