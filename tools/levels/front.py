"""Measure the levels of what `compare` does with the outcome of an `Experiment`, through both of
them:  python tools/levels front [--jobs 2] [--experiments 100] [--minutes 60]

Equal learners are the same learner on features of its own, all drawn alike. Each cell (a design, a
size, a prevalence, a learner) is written to `_levels/front/` as soon as it is done, so a run that
was broken off goes on where it was; with `--minutes` no new cell is begun after that time. What is
there becomes clfcompare/data/evidence/front.csv: false claims of one pair (the mean over the six
pairs of four learners), of all six, of the test over all, and misses of the intervals of the error.
The numbers do not depend on the number of jobs.
"""

import argparse
import time
import zlib
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
from joblib import Parallel, delayed
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.tree import DecisionTreeClassifier
from threadpoolctl import threadpool_limits
from tqdm import tqdm

ROOT = Path(__file__).resolve().parents[2]
ALPHA, L, P, BLOCK = 0.05, 4, 3, 20  # level, learners, features of each, data sets of one run


# --- cheap learners


class OnFeatures(ClassifierMixin, BaseEstimator):
    "A learner that sees the features `first` to `first + P - 1` alone."

    def __init__(self, first=0):
        self.first = first

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        self._learn(np.asarray(X)[:, self.first : self.first + P], y == self.classes_[-1])
        return self

    def decision_function(self, X):
        return self._score(np.asarray(X)[:, self.first : self.first + P])

    def predict(self, X):
        return np.where(self.decision_function(X) > 0, self.classes_[-1], self.classes_[0])


class Centroid(OnFeatures):
    "The nearer of two means."

    def _learn(self, X, positive):
        ends = X[~positive].mean(0), X[positive].mean(0)
        self.way_, self.middle_ = ends[1] - ends[0], (ends[0] + ends[1]) / 2

    def _score(self, X):
        return (X - self.middle_) @ self.way_


class Neighbours(OnFeatures):
    "The more frequent class among the five nearest, weighed by the sizes of the classes."

    def _learn(self, X, positive):
        self.X_, self.weight_ = X, np.where(positive, 1 / positive.sum(), -1 / (~positive).sum())

    def _score(self, X):
        far = ((X[:, None] - self.X_) ** 2).sum(-1)
        return self.weight_[np.argpartition(far, 4, axis=1)[:, :5]].sum(1)


class Stump(OnFeatures):
    "The best threshold of the best feature, by balanced accuracy."

    def _learn(self, X, positive):
        best = -1.0
        for j in range(P):
            order = np.argsort(X[:, j], kind="stable")
            hit = positive[order]
            gain = np.cumsum(~hit)[:-1] / (~hit).sum() - np.cumsum(hit)[:-1] / hit.sum()
            k = int(np.abs(gain).argmax())
            if abs(gain[k]) > best:
                best, self.feature_, self.sign_ = abs(gain[k]), j, np.sign(gain[k])
                self.cut_ = X[order[k : k + 2], j].mean()

    def _score(self, X):
        return self.sign_ * (X[:, self.feature_] - self.cut_)


class Tree(OnFeatures):
    "A tree of one split by the Gini index, as scikit-learn grows it."

    def _learn(self, X, positive):
        self.tree_ = DecisionTreeClassifier(max_depth=1, random_state=0).fit(X, positive)

    def _score(self, X):
        return self.tree_.predict_proba(X)[:, -1] - 0.5


LEARNERS = {"centroid": Centroid, "neighbours": Neighbours, "stump": Stump, "tree": Tree}


# --- cells


def designs():
    "Name -> design, as people write it."
    import clfcompare as cc

    return {
        "k_fold, 10": cc.k_fold(10),
        "five_by_two": cc.five_by_two(holdout=None),
        "five_by_two, part held out": cc.five_by_two(),
        "k_fold, 5": cc.k_fold(5),
        "repeated_k_fold, 5 of 5": cc.repeated_k_fold(repeats=5, folds=5),
        "monte_carlo, 10 of 0.1": cc.monte_carlo(10, test_size=0.1),
        "monte_carlo, 10 of 1/3": cc.monte_carlo(10, test_size=1 / 3),
        "bootstrap, 20": cc.bootstrap(20),
        "leave_one_out": cc.leave_one_out(),
    }


def word_and_setting(name):
    "What the decision table calls a design, and its numbers."
    if name in ("one test set", "five_by_two, part held out"):
        return name, ""
    word, _, setting = name.partition(", ")
    return word, setting


TESTED = ("error", "tpr", "f1", "auc_roc")
ALL_MEASURES = ("k_fold, 10", "monte_carlo, 10 of 1/3")  # designs of stumps where all are measured
COUNTS = (5, 8, 10, 16, 20, 30, 60)  # of the cases of one class


def cells():
    "Every cell: design, cases, prevalence, learner; the most wanted first."
    names, shares = list(designs()), (0.5, 0.1)

    def grid(n, learner):
        return [  # ten folds take ten cases of each class
            (name, n, share, learner)
            for share in shares
            for name in names
            if n * share >= 10 or name != "k_fold, 10"
        ]

    every = [grid(100, "stump"), grid(60, "neighbours"), grid(200, "tree"), grid(100, "centroid")]
    every += [grid(60, "stump"), grid(200, "stump"), grid(200, "neighbours")]
    return [("one test set", n, 1.0, "none") for n in COUNTS] + [
        cell for part in every for cell in part
    ]


def data_set(n, share, rng):
    "Two classes, and four blocks of features alike; shuffled."
    y = (rng.permutation(n) < round(n * share)).astype(int)
    return rng.standard_normal((n, L * P)) + 0.6 * y[:, None], y


def only(outcome, name):
    "The outcome of one data set."
    tables = {word: getattr(outcome, word) for word in ("scores", "predictions", "runs", "plan")}
    return replace(
        outcome,
        **{
            word: table[table["dataset"] == name].reset_index(drop=True)
            for word, table in tables.items()
        },
        facts=outcome.facts
        | {word: {name: outcome.facts[word][name]} for word in ("classes", "positive", "groups")},
    )


def outcomes(design, n, share, learner, times, rng):
    "Outcomes of as many studies, a data set each."
    import clfcompare as cc

    algorithms = {f"learner {k}": LEARNERS[learner](k * P) for k in range(L)}
    measures = TESTED if design in ALL_MEASURES and learner == "stump" else TESTED[:2]
    for start in range(0, times, BLOCK):
        names = [f"study {k}" for k in range(start, min(start + BLOCK, times))]
        plan = cc.Experiment(
            datasets={name: data_set(n, share, rng) for name in names},
            design=designs()[design],
            algorithms=algorithms,
            measures=list(measures),
            positive=1,
            rng=int(rng.integers(2**31)),
        )
        try:
            run = plan.run(progress=False)
        except cc.ClfCompareError:  # some test sets are too small for an area
            run = replace(plan, measures=list(TESTED[:2])).run(progress=False)
        for name in names:
            yield only(run, name)


def boards(n, times, rng):
    "Predictions of four trained classifiers, each right on 70 % of n positives, somewhat alike."
    row, y = np.arange(n + 40), (np.arange(n + 40) < n).astype(int)
    for _ in range(times):
        hard = rng.standard_normal((len(row), 1))
        right = np.sqrt(0.5) * (hard + rng.standard_normal((len(row), L))) < 0.524
        parts = [
            pd.DataFrame(
                {
                    "algorithm": f"learner {k}",
                    "row": row,
                    "y_true": y,
                    "y_pred": np.where(right[:, k], y, 1 - y),
                }
            )
            for k in range(L)
        ]
        yield pd.concat(parts, ignore_index=True)


# --- what is counted


def judged(data, measure):
    "What `compare` claims of four equal learners; None where it refuses."
    import clfcompare as cc

    try:
        return cc.compare(data, measure=measure)
    except cc.ClfCompareError:
        return None


def claims(report):
    "Kind -> false claims of one report."
    table = report.pairs.comparisons
    found = {
        "2": (table["pvalue"].to_numpy(float) <= ALPHA).mean(),
        "pairs": float((table["pvalue_adjusted"].to_numpy(float) <= ALPHA).any()),
    }
    if report.omnibus is not None:
        found["omnibus"] = float(report.omnibus.pvalue <= ALPHA)
    return found


def one_cell(design, n, share, learner, *, experiments, rng):
    "A cell: rates, with 95 % intervals from the studies."
    got, known, intervals, refused = {}, {}, [], Counter()
    board = design == "one test set"
    studies = (
        boards(n, experiments, rng)
        if board
        else outcomes(design, n, share, learner, experiments, rng)
    )
    for data in studies:
        for measure in TESTED[1:2] if board else data.scores["measure"].unique():
            report = judged(data, measure)
            if report is None:
                refused[measure] += 1
                continue
            known[measure] = report
            for kind, hits in claims(report).items():
                got.setdefault((measure, kind), []).append(hits)
            if measure == "error" and "error_intervals" in dir(report):
                intervals += _interval(report)
    rows = [
        summary(
            np.array(hits),
            kind=kind,
            measure=measure,
            refused=refused[measure],
            **said(known[measure], kind),
        )
        for (measure, kind), hits in got.items()
    ]
    if intervals:
        ends = np.array(intervals)
        truth = ends[:, 0].mean()  # of learners trained on as many cases
        missed = ((truth < ends[:, 1]) | (truth > ends[:, 2])).reshape(-1, L).mean(1)
        rows.append(
            summary(
                missed,
                kind="interval",
                measure="error",
                refused=0,
                rows="",
                test="error_intervals",
                adjust="",
                counted=n,
            )
        )
    where = {"design": design, "cases": n, "prevalence": share, "learner": learner}
    return pd.DataFrame([where | row for row in rows])


def _interval(report):
    from clfcompare.core.errors import ClfCompareError

    try:
        table = report.error_intervals()
    except ClfCompareError:
        return []
    return table[["value", "low", "high"]].to_numpy(float).tolist()


def said(report, kind):
    "Which test it was, on which rows, and how many count."
    rule = report.choice
    return {
        "rows": type(report.rows).__name__,
        "test": rule.omnibus if kind == "omnibus" else rule.pairs,
        "adjust": "" if kind != "pairs" else rule.adjust,
        "counted": report.rows.least,
    }


def summary(hits, **words):
    "A rate and its interval: Wilson's for claims of yes or no, else normal."
    from clfcompare.inference.intervals import interval_bounds

    rate, n = hits.mean(), len(hits)
    if np.isin(hits, (0, 1)).all():
        low, high = interval_bounds(round(hits.sum()), n, method="wilson")
    else:
        low, high = rate + np.array([-1.96, 1.96]) * hits.std(ddof=1) / np.sqrt(n)
    return words | {
        "rate": rate,
        "low": max(0.0, float(low)),
        "high": float(high),
        "experiments": n,
    }


# --- the run


def compute(cell, experiments, folder, until):
    "Compute one cell, unless it is there; None where there is no time for it."
    text = "|".join(map(str, cell))
    path = folder / f"{zlib.crc32(text.encode()):08x}_{experiments}.csv"
    if not path.exists():
        if time.time() > until:
            return None
        rng = np.random.default_rng([2027, zlib.crc32(text.encode())])
        start = time.process_time()
        with threadpool_limits(1):
            found = one_cell(*cell, experiments=experiments, rng=rng)
        fresh = path.with_suffix(".tmp")
        found.assign(seconds=round(time.process_time() - start, 1)).to_csv(fresh, index=False)
        fresh.replace(path)
    return pd.read_csv(path, dtype={"kind": str}, keep_default_na=False)


COLUMNS = "design setting rows test adjust kind measure learner cases counted prevalence rate low high experiments refused".split()


def main(words):
    parser = argparse.ArgumentParser(prog="levels front", description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--experiments", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=np.inf, help="begin no cell after these")
    given = parser.parse_args(words)
    folder, until = ROOT / "_levels/front", time.time() + 60 * given.minutes
    folder.mkdir(exist_ok=True, parents=True)
    todo = (delayed(compute)(cell, given.experiments, folder, until) for cell in cells())
    found = list(tqdm(Parallel(given.jobs, return_as="generator")(todo), total=len(cells())))
    made = [cell for cell in found if cell is not None]
    table = pd.concat(made, ignore_index=True)
    table[["design", "setting"]] = [word_and_setting(name) for name in table["design"]]
    table = table[COLUMNS].round({"rate": 5, "low": 5, "high": 5})
    table.to_csv(ROOT / "clfcompare/data/evidence/front.csv", index=False)
    print(f"{len(table)} numbers from {len(made)} of {len(found)} cells")
