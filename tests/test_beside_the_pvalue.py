"""The numbers that stand beside a p-value, each against a computation of its own: effects, their
intervals, uncorrected forms, counts.
"""

import clfcompare as cc
import numpy as np
import pytest
from scipy import special, stats

RNG = np.random.default_rng(17)
TABLE = RNG.normal([0.20, 0.23, 0.31, 0.28], 0.05, (9, 4)) + RNG.normal(
    0, 0.04, (9, 1)
)  # folds x algorithms


def check_noncentral_f(found, df, n):
    """The ends are lambda / (lambda + n), and F lies as far in the upper tail of the one as in
    the lower tail of the other.
    """
    low, high = (n * end / (1 - end) for end in (found.effect_low, found.effect_high))
    tail = special.ncfdtr(*df, high, found.statistic)
    assert min(abs(tail - 0.025), abs(tail - 0.05)) < 1e-6
    if low > 0:
        assert special.ncfdtr(*df, low, found.statistic) == pytest.approx(1 - tail)
    else:
        assert special.fdtr(*df, found.statistic) < 1 - tail


def test_one_way_anova():
    found, k, L = cc.anova(TABLE), 9, 4
    groups = TABLE.T
    F, p = stats.f_oneway(*groups)
    within = sum(((g - g.mean()) ** 2).sum() for g in groups)
    between = sum(k * (g.mean() - TABLE.mean()) ** 2 for g in groups)
    assert tuple(found) == pytest.approx((F, p)) and found.effect == pytest.approx(
        between / (between + within)
    )
    check_noncentral_f(found, (3, 32), 36)
    mean_square = within / (L * (k - 1))
    assert found.to_dict()["omega_squared"] == pytest.approx(
        (between - 3 * mean_square) / (between + within + mean_square)
    )


def test_repeated_measures_anova():
    found = cc.rm_anova(TABLE)
    rows, columns = TABLE.mean(1, keepdims=True), TABLE.mean(0)
    between, residual = (
        9 * ((columns - TABLE.mean()) ** 2).sum(),
        ((TABLE - rows - columns + TABLE.mean()) ** 2).sum(),
    )
    F = between / 3 / (residual / 24)
    assert found.statistic == pytest.approx(F) and found.effect == pytest.approx(
        between / (between + residual)
    )
    check_noncentral_f(found, (3, 24), 27)
    whole = ((TABLE - TABLE.mean()) ** 2).sum()
    assert found.to_dict()["generalised_eta_squared"] == pytest.approx(between / whole)


def test_friedman_without_the_correction_for_ties():
    table = np.round(TABLE, 1)
    ranks = stats.rankdata(table, axis=1).mean(0)
    chi2 = 12 * 9 / (4 * 5) * ((ranks - 2.5) ** 2).sum()
    found = cc.friedman(table, better="lower").to_dict()
    assert found["chi2_uncorrected"] == pytest.approx(chi2) and found["statistic"] > chi2
    assert found["pvalue_uncorrected"] == pytest.approx(stats.chi2.sf(chi2, 3))
    plain = cc.iman_davenport(table, better="lower").to_dict()
    F = 8 * chi2 / (9 * 3 - chi2)
    assert (plain["f_uncorrected"], plain["pvalue_uncorrected"]) == pytest.approx(
        (F, stats.f.sf(F, 3, 24))
    )


def gamma_factor(df):
    return special.gamma(df / 2) / (np.sqrt(df / 2) * special.gamma((df - 1) / 2))


@pytest.mark.parametrize(
    ("test", "shape"),
    [
        (cc.paired_ttest, 7),
        (cc.ttest_5x2cv, (5, 2)),
        (cc.ftest_5x2cv, (5, 2)),
        (cc.combined_ttest_5x2cv, (5, 2)),
    ],
)
def test_hedges_g_beside_a_test(test, shape):
    rng = np.random.default_rng(5)
    a, b = rng.normal(0.3, 0.1, shape), rng.normal(0.2, 0.1, shape)
    d = (a - b).ravel()
    g = d.mean() / d.std(ddof=1) * gamma_factor(d.size - 1)
    assert test(a, b).to_dict()["hedges_g"] == pytest.approx(g)
    assert cc.inference.hedges_g(a.ravel(), b.ravel()).value == pytest.approx(g)


@pytest.mark.parametrize("k", [2, 3, 4, 11])
def test_hedges_g_of_few_pairs(k):
    d = np.random.default_rng(k).normal(0.4, 1, k)
    factor = gamma_factor(k - 1) if k > 2 else 0.0
    assert cc.inference.hedges_g(d, np.zeros(k)).value == pytest.approx(
        factor * d.mean() / d.std(ddof=1)
    )


def test_cohens_g_of_mcnemar():
    found = cc.mcnemar(17, 6, method="exact")
    exact = stats.binomtest(17, 23).proportion_ci(method="exact")
    assert found.effect == pytest.approx(17 / 23 - 0.5)
    assert (found.effect_low, found.effect_high) == pytest.approx(
        (exact.low - 0.5, exact.high - 0.5)
    ) and found.n == 23


def test_mcnemar_of_pairs_counts_all_cases():
    errors = np.random.default_rng(8).random((61, 3)) < [0.2, 0.3, 0.5]
    rows = cc.pairwise(
        errors.astype(int), test="mcnemar", adjust="none", better="lower"
    ).comparisons
    for row in rows.itertuples():
        a, b = (errors[:, "A1 A2 A3".split().index(name)] for name in (row.a, row.b))
        assert (
            row.n == 61
            and row.estimate == pytest.approx(a.mean() - b.mean())
            and row.low < row.estimate < row.high
        )
        assert row.pvalue == pytest.approx(
            cc.mcnemar(int((a & ~b).sum()), int((~a & b).sum())).pvalue
        )


def test_a_win_needs_a_p_value_of_at_most_alpha():
    "Five folds with one sign: the sign test gives 1/16."
    rng = np.random.default_rng(9)
    b = rng.random((3, 5))
    a = b + rng.uniform(0.1, 0.2, (3, 5)) * np.array([[1], [-1], [1]])
    a[2, 0] = b[2, 0] - 0.3  # one against four
    counted = cc.inference.win_tie_loss(a, b, better="higher", test=cc.sign_test, alpha=0.0625)
    assert list(counted.table["pvalue"]) == [0.0625, 0.0625, 0.375]
    assert (counted.wins, counted.ties, counted.losses) == (1, 1, 1)
    assert (
        cc.inference.win_tie_loss(a, b, better="higher", test=cc.sign_test, alpha=0.0624).ties == 3
    )
