"""The numbers of the explorer of the rope are those of the Bayesian correlated t test and of the
corrected t test.
"""

import clfcompare as cc
import numpy as np
import pandas as pd
import pytest
from clfcompare.report.words import bayes_decision
from explorer_numbers import computed, needs_node
from scipy import stats

CLOSE = dict(rtol=1e-12, atol=1e-12)
FOLDS = {
    "logistic": None,
    "wide": ([0.30, 0.12, 0.25, 0.19], [0.2, 0.21, 0.1, 0.18]),
    "apart": ([0.2, 0.21, 0.22, 0.2, 0.23], [0.5, 0.48, 0.52, 0.49, 0.5]),
}


def made(name, better, rope):
    if FOLDS[name] is None:
        return cc.explore.explore_rope(better=better, rope=rope)
    return cc.explore.explore_rope(
        *FOLDS[name], better=better, rope=rope, test_share=0.25, names=("svm", "knn")
    )


def in_python(explorer):
    "The posterior of differences with this mean and standard deviation."
    v, better = explorer.values, explorer.data["better"]
    d = np.random.default_rng(3).standard_normal(v["n"])
    d = v["mean"] + v["sd"] * (d - d.mean()) / d.std(ddof=1)
    return cc.bayes_correlated_ttest(
        d, np.zeros(v["n"]), better=better, rope=v["rope"], test_share=v["share"]
    )


@needs_node
@pytest.mark.parametrize("name", FOLDS)
@pytest.mark.parametrize(
    ("better", "rope"), [("lower", 0.005), ("higher", 0.03), ("lower", 0.0), ("higher", 0.4)]
)
def test_posterior_and_statement(name, better, rope, tmp_path):
    explorer = made(name, better, rope)
    v, data = explorer.values, explorer.data
    found = in_python(explorer)
    posterior, answers = computed(tmp_path, "rope", ["posterior", v], ["answers", v, better])
    np.testing.assert_allclose(
        [posterior["mean"], posterior["scale"], posterior["df"]],
        [found.mean, found.scale, found.df],
        **CLOSE,
    )
    np.testing.assert_allclose(
        [answers[key] for key in found.probabilities()._fields], found.probabilities(), **CLOSE
    )
    np.testing.assert_allclose(
        answers["pvalue"], 2 * stats.t.sf(abs(found.mean) / found.scale, found.df), **CLOSE
    )
    x = [v["mean"], 0.0, -0.02, v["mean"] + 2.5 * found.scale]
    calls = [["interval", posterior], ["interval", posterior, 0.5], ["decision", answers, data]]
    interval, wide, said, *density = computed(
        tmp_path, "rope", *calls, *(["density", each, posterior] for each in x)
    )
    np.testing.assert_allclose(
        [interval, wide], [found.interval(), found.interval(0.5)], rtol=1e-9, atol=1e-12
    )
    np.testing.assert_allclose(
        density, stats.t.pdf(x, found.df, found.mean, found.scale), rtol=1e-10
    )
    assert said == bayes_decision(
        pd.Series(found.probabilities()._asdict() | dict(a=data["a"], b=data["b"]))
    )


@needs_node
def test_p_value_is_that_of_the_corrected_test(tmp_path):
    a, b = FOLDS["wide"]
    [answers] = computed(
        tmp_path,
        "rope",
        ["answers", cc.explore.explore_rope(a, b, test_share=0.25).values, "lower"],
    )
    np.testing.assert_allclose(
        answers["pvalue"], cc.corrected_ttest(a, b, n_train=75, n_test=25).pvalue, rtol=1e-10
    )


@needs_node
def test_the_example(tmp_path):
    explorer = cc.explore.explore_rope()
    [answers] = computed(tmp_path, "rope", ["answers", explorer.values, "lower"])
    assert (
        answers["pvalue"] < 0.05
        and 0.7 < answers["equivalent"] < 0.95
        and f"{answers['equivalent']:.3f}" in explorer.summary
    )
