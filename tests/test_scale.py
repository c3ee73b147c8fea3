"""What a path does grows with what it is given, and not with its square: counted in calls, so that
no clock decides.

`bench/bench_scale.py` has the times."""

import sys

import clfcompare as cc
import numpy as np
import pandas as pd
import pytest
from clfcompare.experiment import fitting
from clfcompare.experiment.description import definitions
from clfcompare.experiment.plan import set_up, tasks_of
from sklearn.dummy import DummyClassifier

X, y = np.random.default_rng(0).normal(size=(24, 2)), np.arange(24) % 2


def experiment(datasets=2, algorithms=2, repeats=2, **how):
    return cc.Experiment(
        datasets={f"d{i}": (X, y) for i in range(datasets)},
        algorithms={f"a{i}": DummyClassifier() for i in range(algorithms)},
        design=cc.repeated_k_fold(repeats=repeats, folds=3),
        **how,
    )


def table(M, L):
    return np.random.default_rng(0).uniform(0.1, 0.6, size=(M, L))


def predictions_of(repeats):
    outcome = experiment(repeats=repeats).run(progress=False)
    return lambda: outcome.measure("mcc")


def calls(work):
    "How many functions of Python are called."
    count, before = 0, sys.getprofile()

    def look(frame, event, _):
        nonlocal count
        count += event == "call"

    sys.setprofile(look)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


PATHS = {  # a call of the small size, of twice the size, of four times the size
    "ranks, data sets": [
        lambda M=M: cc.average_ranks(table(M, 5), better="lower") for M in (40, 80, 160)
    ],
    "friedman, data sets": [
        lambda M=M: cc.friedman(table(M, 5), better="lower") for M in (40, 80, 160)
    ],
    "friedman, algorithms": [
        lambda L=L: cc.friedman(table(5, L), better="lower") for L in (40, 80, 160)
    ],
    "plan, repeats": [lambda r=r: experiment(repeats=r).plan() for r in (5, 10, 20)],
    "plan, algorithms": [lambda a=a: experiment(algorithms=a).plan() for a in (10, 20, 40)],
    "plan, data sets": [lambda d=d: experiment(datasets=d).plan() for d in (10, 20, 40)],
    "definitions, repeats": [
        lambda r=r: definitions(tasks_of(set_up(experiment(repeats=r))), "fit") for r in (5, 10, 20)
    ],
}


@pytest.mark.parametrize("path", PATHS)
def test_no_quadratic_surprise(path):
    """From the second size to the third the calls grow twice as much as from the first to the
    second; with a square, four times.
    """
    PATHS[path][0]()
    first, second, third = map(calls, PATHS[path])
    assert third - second <= 2.2 * max(second - first, 40), (first, second, third)


def test_measures_of_predictions_grow_with_the_fits():
    works = [predictions_of(repeats) for repeats in (2, 4, 8)]
    works[0]()
    first, second, third = map(calls, works)
    assert third - second <= 2.2 * max(second - first, 40), (first, second, third)


def test_a_hundred_thousand_cells_are_two_thousand_tasks_of_a_cluster():
    tasks = tasks_of(set_up(experiment(repeats=20)))
    many = [task for task in tasks for _ in range(200)]  # 24,000 tasks
    bundles = fitting._bundles(many)
    assert len(bundles) <= fitting._MOST + 2 and sum(map(len, bundles)) == len(many)
    assert [task for bundle in bundles for task in bundle] == many
    assert all(len({id(task.X) for task in bundle}) == 1 for bundle in bundles)


def test_the_jackknife_of_kendalls_w_is_the_one_by_definition():
    from clfcompare.inference.effects import _concordance, _concordance_without_one, tied_ranks

    for M, L, values in ((3, 2, 9), (11, 5, 2), (30, 7, 50), (60, 90, 3)):
        ranks = tied_ranks(np.random.default_rng(M).integers(0, values, size=(M, L)))
        slow = [_concordance(np.delete(ranks, i, axis=0)) for i in range(M)]
        np.testing.assert_array_equal(_concordance_without_one(ranks), slow)


@pytest.mark.parametrize("shape", [(3, 2), (9, 4), (12, 6), (8, 7), (10, 9)])
def test_the_sentence_on_fragility_needs_no_analysis_made_again_and_says_the_same(shape):
    from clfcompare.report import report as module

    values = pd.DataFrame(
        np.random.default_rng(shape[0]).uniform(0.6, 0.9, size=shape) + np.arange(shape[1]) / 30
    )
    values = values.set_axis([f"a{j}" for j in values], axis=1).set_axis(
        [f"d{i}" for i in values.index]
    )
    for adjust in ("bergmann_hommel", "shaffer", "holm", "none"):
        report = cc.compare(
            values, measure="score", better="higher", test="mean_rank_ztest", adjust=adjust
        )
        assert module._by_ranks_alone(report)
        slow = [("as reported", *module._verdict(report, report.rows, report.choice, report.alpha))]
        slow += [
            (change, *module._verdict(report, part, report.choice, report.alpha))
            for change, part in report.rows.without_one().items()
        ]
        assert module.without_one(report) == slow


def test_many_families_are_adjusted_as_each_alone():
    from clfcompare.inference.adjust import ADJUST_METHODS, adjust_rows

    for pairs in (1, 3, 15, 21, 28):
        rows = np.random.default_rng(pairs).random((2, 3, pairs)) ** 3
        for method in ADJUST_METHODS:
            alone = [[cc.adjust(p, method=method) for p in row] for row in rows]
            np.testing.assert_array_equal(adjust_rows(rows, method=method), alone)


def test_a_column_that_sums_up_is_found_though_most_are_not_looked_at():
    from clfcompare.inference import checks

    rng = np.random.default_rng(0)
    for decimals in (1, 2, 3, 12):
        for kind in ("mean", "max", "min", "numbers", "none"):
            values = rng.uniform(0.1, 0.9, size=(6, 4)).round(decimals)
            extra = {
                "mean": values.mean(axis=1),
                "max": values.max(axis=1),
                "min": values.min(axis=1),
                "numbers": np.arange(1, 7),
                "none": rng.random(6),
            }[kind]
            whole = np.column_stack([extra.round(decimals), values])
            looked = checks._suspects(whole)
            told = [checks._summed_up(whole, j, f"a{j}") is not None for j in range(5)]
            assert (looked | ~np.array(told)).all()
            if kind != "none":
                assert looked[0]
        rows = rng.uniform(0.1, 0.9, size=(6, 4)).round(decimals)
        rows = np.vstack([rows, rows.mean(axis=0).round(decimals)])
        assert 6 in checks._near_the_mean(rows)
