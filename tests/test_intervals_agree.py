"""Where a test comes with an interval of the same estimate, the two say the same: the interval
leaves out 0 exactly when the test rejects at one less its level. And the level that an interval
says it has is the one that it is made for."""

from itertools import combinations

import clfcompare as cc
import numpy as np
import pytest
from conftest import named
from scipy import stats

SEEDS = range(60)
EDGE = 1e-9  # a p-value so near to the level may fall on either side of it


def agree(result, pvalue=None, level=None):
    "Does the interval leave out 0 exactly when the test rejects?"
    alpha, p = 1 - (level or result.level), result.pvalue if pvalue is None else pvalue
    if abs(p - alpha) < EDGE:
        return True
    return (result.low > 0 or result.high < 0) == (p <= alpha)


def both_verdicts(checks, pvalues, alpha=0.05):
    "All agree, and among them are tests that reject and tests that do not."
    assert all(checks) and 5 < sum(p <= alpha for p in pvalues) < len(pvalues) - 5


def folds(seed, shape, shift):
    rng = np.random.default_rng(seed)
    return rng.normal(0.3 + shift, 0.05, shape), rng.normal(0.3, 0.05, shape)


TESTS = {
    "paired t": lambda seed: cc.paired_ttest(*folds(seed, 9, 0.05)),
    "corrected t": lambda seed: cc.corrected_ttest(
        *folds(seed, (3, 4), 0.08), n_train=60, n_test=17
    ),
    "combined 5x2 t": lambda seed: cc.combined_ttest_5x2cv(*folds(seed, (5, 2), 0.05)),
    "Wilcoxon": lambda seed: cc.wilcoxon(*folds(seed, 13, 0.04)),
    "sign test": lambda seed: cc.sign_test(*folds(seed, 23, 0.03)),
}


@pytest.mark.parametrize("name", TESTS)
def test_two_algorithms(name):
    found = [TESTS[name](seed) for seed in SEEDS]
    both_verdicts([agree(result) for result in found], [result.pvalue for result in found])


def test_wilcoxon_above_fifty_pairs():
    """The interval of Hodges and Lehmann takes whole ranks, so it may differ where p is within a
    rank of the level.
    """
    found = [cc.wilcoxon(*folds(seed, 70, 0.018)) for seed in SEEDS]
    one = 2 * stats.norm.pdf(1.96) / np.sqrt(70 * 71 * 141 / 24)  # the change of p by one rank
    both_verdicts(
        [agree(r) or abs(r.pvalue - 0.05) < 2 * one for r in found], [r.pvalue for r in found]
    )


def test_proportions():
    "Tango's score interval belongs to McNemar's chi-squared test."
    counts = [(n01, n10) for n01 in range(0, 21, 2) for n10 in range(1, 24, 3)]
    found = [
        (cc.proportion_difference_interval(*pair, 90), cc.mcnemar(*pair, method="chi2").pvalue)
        for pair in counts
    ]
    both_verdicts([agree(interval, pvalue=p) for interval, p in found], [p for _, p in found])


def test_areas():
    found = []
    for seed in SEEDS:
        rng = np.random.default_rng(seed)
        y = np.repeat([0, 1], [31, 24])
        scores = rng.normal(y * 1.6), rng.normal(y * 0.6)
        found += [cc.delong_test(y, *scores), cc.measures.hanley_mcneil_test(y, *scores)]
    both_verdicts([agree(result) for result in found], [result.pvalue for result in found])


@pytest.mark.parametrize("name", ["nemenyi", "bonferroni_dunn", "conover"])
def test_pairs(name):
    "Simultaneous intervals belong to adjusted p-values, Conover's of one pair to plain ones."
    checks, pvalues, column = [], [], "pvalue" if name == "conover" else "pvalue_adjusted"
    for seed in range(15):
        table = np.random.default_rng(seed).normal([0, 0.4, 0.8, 1.5], 1, (14, 4))
        options = {"control": "A1"} if name == "bonferroni_dunn" else {}
        rows = named(name)(table, better="lower", **options).comparisons
        checks += [agree(row, pvalue=getattr(row, column), level=0.95) for row in rows.itertuples()]
        pvalues += list(rows[column])
    both_verdicts(checks, pvalues)


def test_equivalence():
    "TOST rejects exactly when its interval, of one less twice the level, lies inside the region."
    found = [cc.inference.tost(*folds(seed, 11, 0.01), low=-0.05, high=0.05) for seed in SEEDS]
    assert {result.level for result in found} == {0.9}
    both_verdicts(
        [(-0.05 < r.low and r.high < 0.05) == (r.pvalue <= 0.05) for r in found],
        [r.pvalue for r in found],
    )


@pytest.mark.parametrize("level", [0.8, 0.9, 0.95, 0.99])
def test_a_level_given_is_the_level_taken(level):
    "Against an interval made by hand."
    a, b = folds(3, 8, 0.03)
    t = stats.t.interval(level, 7, (a - b).mean(), stats.sem(a - b))
    made = cc.paired_difference_interval(a, b, level=level)
    assert (made.low, made.high, made.level) == pytest.approx((*t, level))
    wins = cc.inference.probability_of_superiority(
        [5, 6, 7, 8, 1, 1, 2, 2, 0, 0, 0], [4, 4, 4, 4, 1, 1, 2, 3, 9, 9, 9], level=level
    )  # 4, 3 and 4
    tail = (1 - level) / 2
    assert wins.value == 0.5 and (wins.low, wins.high) == pytest.approx(
        (stats.beta.ppf(tail, 5.5, 6.5), stats.beta.ppf(1 - tail, 6.5, 5.5))
    )


def test_effects_lie_in_their_intervals():
    for seed in SEEDS:
        table = np.random.default_rng(seed).normal([0, 0.1, 0.6], 1, (9, 3))
        found = [
            cc.friedman(table, better="lower"),
            *(cc.paired_ttest(table[:, i], table[:, j]) for i, j in combinations(range(3), 2)),
            cc.inference.rank_biserial(table[:, 0], table[:, 2]),
            cc.inference.cohen_dz(table[:, 0], table[:, 2]),
            cc.inference.hedges_g(table[:, 0], table[:, 2]),
        ]
        for one in found:
            low, high, value = (
                (one.effect_low, one.effect_high, one.effect)
                if hasattr(one, "effect")
                else (one.low, one.high, one.value)
            )
            assert low <= value <= high, one
