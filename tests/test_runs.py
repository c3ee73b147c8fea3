"""Independent runs: contracts of tests whose rows are no pairs."""

import clfcompare as cc
import numpy as np
import pandas as pd
import pytest
from scipy import stats

RNG = np.random.default_rng(39)
GROUPS = {
    name: RNG.normal(mean, sd, n)
    for name, mean, sd, n in (
        ("knn", 0.31, 0.02, 6),
        ("svm", 0.27, 0.05, 11),
        ("rip", 0.42, 0.01, 4),
        ("lda", 0.25, 0.03, 8),
    )
}


def pairs_of(groups, better="lower"):
    return cc.games_howell(groups, better=better)


def test_welch_ttest_is_that_of_scipy_and_turns_with_a_and_b():
    a, b = GROUPS["svm"], GROUPS["rip"]
    one, its = cc.welch_ttest(a, b, level=0.9), stats.ttest_ind(a, b, equal_var=False)
    assert (one.statistic, one.df, one.pvalue) == pytest.approx(
        (its.statistic, its.df, its.pvalue), rel=1e-10
    )
    assert (one.low, one.high) == pytest.approx(tuple(its.confidence_interval(0.9)), rel=1e-10)
    assert (one.n, one.details["n_a"], one.details["n_b"]) == (15, 11, 4)
    other = cc.welch_ttest(b[::-1], a, level=0.9)
    assert (other.statistic, other.low, other.side) == pytest.approx((-one.statistic, -one.high, 1))


def test_many_groups_are_those_of_scipy():
    found = cc.welch_anova(GROUPS)
    its = stats.f_oneway(*GROUPS.values(), equal_var=False)
    assert tuple(found) == pytest.approx((its.statistic, its.pvalue), rel=1e-10)
    hsd, place = stats.tukey_hsd(*GROUPS.values(), equal_var=False), list(GROUPS)
    ends = hsd.confidence_interval(0.95)
    for row in pairs_of(GROUPS).comparisons.itertuples():
        i, j = place.index(row.a), place.index(row.b)
        one = cc.welch_ttest(GROUPS[row.a], GROUPS[row.b])
        assert (row.pvalue, row.statistic, row.df) == pytest.approx(
            (one.pvalue, one.statistic, one.df), rel=1e-10
        )
        assert row.pvalue_adjusted == pytest.approx(hsd.pvalue[i, j], abs=1e-9)
        assert (row.low, row.high) == pytest.approx((ends.low[i, j], ends.high[i, j]), abs=1e-6)
        assert row.n == len(GROUPS[row.a]) + len(GROUPS[row.b])


def test_neither_order_nor_unit_nor_sign_matters():
    first = pairs_of(GROUPS).matrix()
    turned = {name: GROUPS[name][::-1] for name in reversed(GROUPS)}
    for again in (
        pairs_of(turned),
        pairs_of({name: values * 2.0**300 for name, values in GROUPS.items()}),
        pairs_of({name: -values for name, values in GROUPS.items()}, "higher"),
        pairs_of(pd.DataFrame({name: pd.Series(values) for name, values in GROUPS.items()})),
    ):
        assert again.names == pairs_of(GROUPS).names == ("lda", "svm", "knn", "rip")
        assert np.allclose(again.matrix(), first, rtol=1e-9, atol=1e-13)
    assert cc.welch_anova(turned).pvalue == pytest.approx(cc.welch_anova(GROUPS).pvalue, rel=1e-9)


def test_equal_runs_have_an_answer():
    same = cc.welch_ttest([0.3, 0.1 + 0.2], [0.3, 0.3, 0.3])
    assert (same.statistic, same.pvalue, same.low, same.high, same.side) == (0, 1, 0, 0, 0)
    twins = cc.games_howell({"p": [1, 1], "q": [1, 1, 1], "r": [0, 4]}, better="lower").comparisons
    assert twins.set_index(["a", "b"]).loc[("p", "q"), "pvalue_adjusted"] == 1
    assert pd.isna(twins.set_index(["a", "b"]).loc[("p", "q"), "winner"])


@pytest.mark.parametrize(
    "groups",
    [
        {"a": [1, 2]},
        {"a": [1, 2], "b": [3]},
        {"a": [1, 2], "b": [3, np.nan]},
        {"a": ["x", "y"], "b": [1, 2]},
        pd.DataFrame({"a": [1.0, np.nan, 2], "b": [1, 2, 3.0]}),
        np.ones((3, 1)),
        [1, 2, 3],
        None,
        {},
    ],
)
def test_runs_that_cannot_be_compared_are_refused(groups):
    for call in (lambda: cc.welch_anova(groups), lambda: pairs_of(groups)):
        with pytest.raises(cc.ClfCompareError, match=r"must .*; got "):
            call()


def test_rows_of_runs_offer_groups():
    table = pd.DataFrame({name: pd.Series(values) for name, values in GROUPS.items()})
    rows = cc.Runs(table=table, measure=cc.compare(TABLE, measure="error").rows.measure)
    value, text = rows.offers()["groups"]
    assert cc.welch_anova(value).pvalue == cc.welch_anova(eval(text, {"table": table})).pvalue
    two, text = rows.offers(("svm", "rip"))["groups"]
    assert list(two) == ["svm", "rip"] == list(eval(text, {"table": table}))


TABLE = pd.DataFrame(
    RNG.random((9, 3)), columns=["x", "y", "z"], index=[f"set {i}" for i in range(9)]
)
