"""Measure what other training sets change, and the bound on it (core/rows, `Training`):  python
tools/levels training [--experiments 300]

Equal learners on features of their own, as in `front`, but without `Experiment` and `compare`, so
that unstable learners, weak features and many cases can be measured, too. Written are the false
claims of one pair and of any of six (Holm), by the corrected t test of the cases without and with
the bound, and the misses of the intervals of one learner's error. Each cell is kept in
`_levels/training/`.
"""

import argparse
import zlib
from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd
from scipy.stats import t
from sklearn.model_selection import StratifiedKFold, StratifiedShuffleSplit
from sklearn.tree import DecisionTreeClassifier
from tqdm import tqdm

from levels import front

ROOT = Path(__file__).resolve().parents[2]
ALPHA, L, P = front.ALPHA, front.L, front.P


class BalancedTree(front.Tree):
    "A tree of one split, the classes with the same weight."

    def _learn(self, X, positive):
        self.tree_ = DecisionTreeClassifier(max_depth=1, class_weight="balanced", random_state=0)
        self.tree_.fit(X, positive)


LEARNERS = front.LEARNERS | {"balanced tree": BalancedTree}


def cells():
    "Every cell: learner, cases, prevalence, shift of the positives, design."
    designs, shares = ("k_fold, 10", "monte_carlo, 10 of 1/3"), (0.1, 0.5)
    found = [
        (name, n, share, 0.6, design)
        for name in LEARNERS
        for n in (100, 200)
        for share in shares
        for design in designs[: 2 - ("tree" in name)]  # trees take their time
    ]
    found += [("balanced tree", 200, share, 0.6, "k_fold, 10") for share in (0.3, 0.4)]
    found += [("balanced tree", 200, s, x, "k_fold, 10") for s in shares for x in (0.0, 0.2, 1.2)]
    found += [("stump", 1000, share, 0.6, "k_fold, 10") for share in shares]
    return found + [("stump", 60, share, 0.6, "leave_one_out") for share in shares]


def splits(design, y, rng):
    "Training and test cases."
    n, seed = len(y), int(rng.integers(2**31))
    if design == "leave_one_out":
        return [(np.delete(np.arange(n), i), np.array([i])) for i in range(n)]
    if design == "k_fold, 10":
        return StratifiedKFold(10, shuffle=True, random_state=seed).split(y, y)
    return StratifiedShuffleSplit(10, test_size=round(n / 3), random_state=seed).split(y, y)


def study(learner, n, share, shift, design, rng):
    "The classes of the cases that were tested, and how often each learner said 1 to each, a share."
    y = (rng.permutation(n) < round(n * share)).astype(int)
    X = rng.standard_normal((n, L * P)) + shift * y[:, None]
    called, tested = np.zeros((n, L)), np.zeros(n)
    for train, test in splits(design, y, rng):
        tested[test] += 1
        for k in range(L):
            called[test, k] += LEARNERS[learner](k * P).fit(X[train], y[train]).predict(X[test])
    seen = tested > 0
    return y[seen], called[seen] / tested[seen, None]


def training_of(y, called, measure, design):
    "The bound, as a report makes it of these calls."
    from clfcompare.core.rows import Training

    lean = max(abs(1 - 2 * y.mean()), 0.6 * (design == "leave_one_out"))
    recall, calls = called[y == 1].mean(0) + 1 - called[y == 0].mean(0), called.mean(0)
    return Training(
        cases=len(y),
        smallest=min(y.mean(), 1 - y.mean()),
        weight=1.0 if measure == "tpr" else lean**2,
        skill=dict(enumerate(recall - 1)),
        mixed=dict(enumerate(2 * calls * (1 - calls))) if measure == "error" else None,
    )


def one_cell(learner, n, share, shift, design, *, experiments, rng):
    "A cell: rates with and without the bound."
    kept = {(m, b): ([], [], []) for m in ("error", "tpr") for b in (False, True)}
    for _ in range(experiments):
        y, called = study(learner, n, share, shift, design, rng)
        for measure, bound in kept:
            loss = np.abs(y[:, None] - called)[(y == 1) | (measure == "error")]
            known, m, mean = training_of(y, called, measure, design), len(loss), loss.mean(0)
            plain = 1 / m + 1 / (m - 1)
            pvalues = []
            for pair in combinations(range(L), 2):
                d = loss[:, pair[0]] - loss[:, pair[1]]
                factor = plain + bound * known.share(pair)
                se = np.sqrt(factor * d.var(ddof=1))
                pvalues.append(2 * t.sf(abs(d.mean()) / se, m - 1) if se else 1.0)
            factors = [plain + bound * known.share((k,)) for k in range(L)]
            half = t.isf(ALPHA / 2, m - 1) * np.sqrt(mean * (1 - mean) * factors)
            for table, values in zip(kept[measure, bound], (pvalues, mean, half)):
                table.append(values)
    rows = []
    for (measure, bound), tables in kept.items():
        p, mean, half = map(np.array, tables)
        rates = {"2": p <= ALPHA, "pairs": 6 * p.min(1) <= ALPHA}
        rates |= {"interval": abs(mean - mean.mean()) > half} if measure == "error" else {}
        rows += [
            {"measure": measure, "bound": bound, "kind": kind, "rate": hits.mean()}
            for kind, hits in rates.items()
        ]
    where = {"learner": learner, "cases": n, "prevalence": share, "shift": shift, "design": design}
    return pd.DataFrame([where | row | {"experiments": experiments} for row in rows])


def compute(cell, experiments, folder):
    "Compute one cell, unless it is there."
    code = zlib.crc32("|".join(map(str, cell)).encode())
    path = folder / f"{code:08x}_{experiments}.csv"
    if not path.exists():
        found = one_cell(*cell, experiments=experiments, rng=np.random.default_rng([2028, code]))
        found.to_csv(path.with_suffix(".tmp"), index=False)
        path.with_suffix(".tmp").replace(path)
    return pd.read_csv(path)


def main(words):
    parser = argparse.ArgumentParser(prog="levels training", description=__doc__.splitlines()[0])
    parser.add_argument("--experiments", type=int, default=300)
    given = parser.parse_args(words)
    folder = ROOT / "_levels/training"
    folder.mkdir(exist_ok=True, parents=True)
    made = [compute(cell, given.experiments, folder) for cell in tqdm(cells())]
    table = pd.concat(made, ignore_index=True).round({"rate": 5})
    table.to_csv(ROOT / "clfcompare/data/evidence/training.csv", index=False)
    print(f"{len(table)} numbers from {len(made)} cells")
