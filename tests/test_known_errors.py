"""Errors that released packages make, or made; each test here shows that clfcompare does not."""

from itertools import combinations

import clfcompare as cc
import numpy as np
import pytest
from scipy import stats


def test_err632plus_stays_between_resubstitution_and_no_information():
    "A package returned accuracies from -0.86 to 7.55 on noise."
    for resubstitution, oob, gamma in np.random.default_rng(1).random((2000, 3)):
        value = cc.err632plus(resubstitution, oob, gamma)
        assert 0 <= value <= 1
        if resubstitution <= min(oob, gamma):
            assert resubstitution - 1e-12 <= value <= gamma + 1e-12, (resubstitution, oob, gamma)


def test_wilcoxon_does_not_choose_its_tail_from_the_data():
    "A one-sided test in the direction of the data has a type I error of .107 at .05."
    rng = np.random.default_rng(2)
    rejected = [cc.wilcoxon(*rng.normal(size=(2, 11))).pvalue <= 0.05 for _ in range(1500)]
    assert np.mean(rejected) < 0.05 + 4 * np.sqrt(0.05 * 0.95 / 1500)
    a, b = rng.normal(size=(2, 11))
    assert cc.wilcoxon(a, b).pvalue == cc.wilcoxon(b, a).pvalue


def test_nemenyi_table_is_not_shifted():
    """A table of critical values was off by one place. These are Demsar's (2006, Table 5), for 2
    to 10 algorithms.
    """
    for L, q in zip(range(2, 11), (1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164)):
        assert cc.critical_difference(L, 13, alpha=0.05) == pytest.approx(
            q * np.sqrt(L * (L + 1) / (6 * 13)), abs=0.0006
        )


def test_holm_keeps_the_family_wise_level():
    """A division by k - 1 with one-sided tests was called Holm; its family-wise error was .24 at
    .05.
    """
    rng, wrong = np.random.default_rng(3), 0
    for _ in range(400):
        rows = cc.pairwise(
            rng.normal(size=(8, 5)), test="paired_ttest", adjust="holm", better="lower"
        ).table
        wrong += (rows["pvalue_adjusted"] <= 0.05).any()
    assert wrong / 400 < 0.05 + 3 * np.sqrt(0.05 * 0.95 / 400)
    assert list(cc.adjust([0.01, 0.02, 0.03, 0.5], method="holm")) == pytest.approx(
        [0.04, 0.06, 0.06, 0.5]
    )


def test_hochberg_takes_the_minimum():
    "Four packages copied a published table that prints max."
    assert list(cc.adjust([0.02, 0.03, 0.035, 0.04], method="hochberg")) == pytest.approx(
        [0.04] * 4
    )


def test_resampling_is_paired():
    "A 'paired' bootstrap resampled unpaired: its p-value then depends on how hard the folds are."
    rng = np.random.default_rng(4)
    hard = rng.normal(0, 1, 9)
    a, b = rng.normal(0.02, 0.01, 9), rng.normal(0, 0.01, 9)
    assert cc.permutation_test(a, b, rng=1).pvalue == pytest.approx(
        cc.permutation_test(a + hard, b + hard, rng=1).pvalue
    )


def test_delong_of_identical_scores():
    "p = 0 for two identical classifiers."
    rng = np.random.default_rng(5)
    y, score = np.repeat([0, 1], [13, 9]), rng.random(22)
    assert cc.delong_test(y, score, score).pvalue == 1


def test_corrected_t_takes_the_square_root():
    "Without it the type I error is .37."
    d, n_train, n_test = np.array([0.02, 0.05, -0.01, 0.04, 0.03, 0.06, 0.01]), 54, 23
    t = d.mean() / np.sqrt((1 / 7 + n_test / n_train) * d.var(ddof=1))
    result = cc.corrected_ttest(d, np.zeros(7), n_train=n_train, n_test=n_test)
    assert tuple(result) == pytest.approx((t, 2 * stats.t.sf(t, 6)))


@pytest.mark.parametrize("method", ["midp", "exact", "chi2", "chi2_cc"])
def test_mcnemar_of_identical_models(method):
    "p = 0, or NaN, when two models never disagree."
    assert cc.mcnemar(0, 0, method=method).pvalue == 1


def test_conover_at_perfect_agreement():
    "NaN when all data sets rank the algorithms alike."
    rows = cc.conover(np.tile([0.1, 0.2, 0.4], (6, 1)), better="lower").table
    assert rows["pvalue"].to_numpy() == pytest.approx(6.0**-5) and rows[
        ["statistic", "pvalue", "pvalue_adjusted"]
    ].notna().all(axis=None)


def test_5x2_f_does_not_divide_by_zero():
    same = np.full((5, 2), 0.2)
    assert cc.ftest_5x2cv(same, same).pvalue == 1
    with pytest.raises(cc.ClfCompareError, match="; got "):
        cc.ftest_5x2cv(same, same + 0.1)


def test_effects_are_of_pairs_not_of_the_worst():
    "Effect sizes relative to the worst method by default."
    values = np.random.default_rng(6).normal([0.1, 0.2, 0.3, 0.7], 0.02, (9, 4))
    full, without_worst = (
        cc.pairwise(v, test="paired_ttest", adjust="holm", better="lower").table.set_index(
            ["a", "b"]
        )["effect"]
        for v in (values, values[:, :3])
    )
    assert full.loc[without_worst.index].to_numpy() == pytest.approx(without_worst.to_numpy())


@pytest.mark.parametrize(
    "design",
    [
        cc.k_fold(5),
        cc.repeated_k_fold(repeats=3, folds=4),
        cc.five_by_two(),
        cc.monte_carlo(6),
        cc.bootstrap(7),
    ],
    ids=repr,
)
def test_the_second_run_gives_the_folds_of_the_first(design):
    y = np.repeat(["a", "b", "c"], [17, 23, 11])
    for one, two in zip(design.split(y, rng=8), design.split(y, rng=8)):
        assert (one.train == two.train).all() and (one.test == two.test).all()


def test_repeats_have_folds_of_their_own():
    cells = cc.repeated_k_fold(repeats=6, folds=3).split(np.repeat([0, 1], [21, 30]), rng=9)
    firsts = [tuple(cell.test) for cell in cells if cell.fold == 0]
    assert all(one != two for one, two in combinations(firsts, 2))


def test_shaffer_is_not_holm():
    p = np.array([0.001, 0.012, 0.02, 0.021, 0.3, 0.6])
    assert (cc.adjust(p, method="shaffer") < cc.adjust(p, method="holm") - 1e-12).any()
    assert cc.adjust(p, method="shaffer")[1] == pytest.approx(3 * 0.012)
