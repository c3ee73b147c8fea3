"""What everybody can run on a test, a measure or a design of their own: ours pass, and each slip is
named by the contract that it breaks.
"""

import clfcompare as cc
import numpy as np
import pandas as pd
import pytest
from clfcompare.core.register import PROCEDURES
from clfcompare.measures.registry import REGISTER
from scipy import stats
from sklearn.model_selection import GroupKFold, KFold, RepeatedKFold, ShuffleSplit, TimeSeriesSplit
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

OURS = [
    name
    for name, one in PROCEDURES.items()
    if not one.own and one.asks in ("two", "overall", "pairs")
]
OTHER_RESULT = ["cost_difference"]  # gives a CostDifference, with bands
SLOW = ["tukey"]


@pytest.mark.parametrize("name", [name for name in OURS if name not in OTHER_RESULT + SLOW])
def test_our_tests_keep_the_contracts(name):
    assert len(cc.testing.check_procedure(name)) >= 8


@pytest.mark.slow
@pytest.mark.parametrize("name", SLOW)
def test_our_slow_tests_keep_the_contracts(name):
    cc.testing.check_procedure(name)


@pytest.mark.parametrize(
    "name", [name for name, one in REGISTER.items() if one.classes != "sets" and not one.own]
)
def test_our_measures_keep_the_contracts(name):
    assert cc.testing.check_measure(name) == ("value", "range", "best", "order", "labels")


def differences(a, b):
    "Checked: two rows of numbers of one length."
    cc.paired_ttest(a, b)
    return np.subtract(a, b)


def result(p, d=0.0):
    return cc.TestResult(
        statistic=float(np.mean(d)), pvalue=p, method="wrong", estimate=float(np.mean(d))
    )


def t_of(d):
    return float(np.mean(d) / (np.std(d, ddof=1) / np.sqrt(np.size(d))))


def p_of(d, df=None):
    if np.ptp(d) == 0:
        return 1.0 if np.all(d == 0) else 0.0
    return float(2 * stats.t.sf(abs(t_of(d)), (df or np.size(d)) - 1))


def one_sided(a, b):
    d = differences(a, b)
    return result(float(stats.t.sf(t_of(d), d.size - 1)) if np.ptp(d) else 0.5, d)


def forgets_the_pairs(a, b):
    d = differences(a, b)
    p = float(stats.ttest_ind(a, b, equal_var=False).pvalue) if np.ptp(d) else 1.0
    return result(p, d)


def takes_the_tail_that_fits(a, b):
    d = differences(a, b)
    return result(p_of(d) / 2 if np.any(d) else 1.0, d)


def counts_each_row_twice(a, b):
    d = differences(a, b)
    return result(p_of(np.r_[d, d]), d)


def breaks_on_ties(a, b):
    d = differences(a, b)
    if len(set(np.round(d, 12).tolist())) < d.size and np.any(d):
        raise ZeroDivisionError("ties")
    return result(p_of(d), d)


def sorts_its_input(a, b):
    d = differences(a, b)
    a.sort()
    return result(p_of(d), d)


def leaves_zero_to_one(a, b):
    d = differences(a, b)
    return result(1.0 + abs(t_of(d)) if np.ptp(d) else 1.0, d)


def nan_for_equal_rows(a, b):
    d = differences(a, b)
    return result(p_of(d) if np.any(d) else float("nan"), d)


def draws_without_a_seed(a, b):
    d = differences(a, b)
    signs = np.random.default_rng().choice([-1, 1], (200, d.size))
    return result((1 + np.sum(abs(signs @ d) >= abs(d.sum()))) / 201, d)


def a_is_favoured(a, b):
    d = differences(a, b)
    return result(min(1.0, p_of(d) * (1.5 if d.mean() > 0 else 1.0)), d)


def turns_the_estimate(a, b):
    d = differences(a, b)
    return result(p_of(d), -d)


def looks_at_the_last_row(a, b):
    d = differences(a, b)
    return result(p_of(np.r_[d, d[-1:]]), d)


def has_a_unit(a, b):
    d = differences(a, b)
    p = p_of(d) if np.std(d) > 1e-3 else 1.0
    return result(p, d)


def is_never_sure(a, b):
    d = differences(a, b)
    return result(1.0, d)


def lets_nan_pass(a, b):
    d = np.subtract(a, b)
    d = d[~np.isnan(d)]
    return result(p_of(d), d)


def gives_a_number(a, b):
    return p_of(differences(a, b))


def takes_a_larger_for_better(table, *, better):
    found = cc.friedman(table, better=better)
    values = np.asarray(table, float)
    p = found.pvalue if values[:, 0].mean() > 0 else found.pvalue / 2
    return cc.TestResult(statistic=found.statistic, pvalue=float(p), method="wrong")


def forgets_the_first_column(table, *, better):
    cc.friedman(table, better=better)
    return cc.friedman(np.asarray(table, float)[:, 1:], better=better)


WRONG = {
    one_sided: "sides",
    forgets_the_pairs: "pairing",
    takes_the_tail_that_fits: "level",
    counts_each_row_twice: "level",
    breaks_on_ties: "ties",
    sorts_its_input: "input",
    leaves_zero_to_one: "result",
    nan_for_equal_rows: "equal rows",
    draws_without_a_seed: "repeatable",
    a_is_favoured: "sides",
    turns_the_estimate: "estimate",
    looks_at_the_last_row: "order",
    has_a_unit: "magnitude",
    is_never_sure: "power",
    lets_nan_pass: "refusals",
    gives_a_number: "result",
    takes_a_larger_for_better: "direction",
    forgets_the_first_column: "columns",
}


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: wrong.__name__)
def test_a_wrong_test_is_named_by_its_contract(wrong):
    wrong.__doc__ = "A test with a slip."
    asks = "overall" if "table" in wrong.__code__.co_varnames[:1] else "two"
    cc.procedure(asks=asks, data=(cc.Folds, cc.DataSets))(wrong)
    with pytest.raises(cc.ClfCompareError, match=f"the contract '{WRONG[wrong]}'"):
        cc.testing.check_procedure(wrong)


def test_a_test_without_a_word_of_help_is_asked_for_one():
    def silent(a, b):
        return cc.paired_ttest(a, b)

    cc.procedure(asks="two", data=cc.Folds)(silent)
    with pytest.raises(cc.ClfCompareError, match="the contract 'help'"):
        cc.testing.check_procedure("silent")


def wrong_direction(y_true, y_pred):
    return float(np.mean(y_true == y_pred))


def out_of_range(y_true, y_pred):
    return 100 * float(np.mean(y_true == y_pred))


def knows_its_labels(y_true, y_pred):
    return float(np.mean((y_true == 1) & (y_pred == 1)))


def counts_the_first(y_true, y_pred):
    return float(np.mean((y_true == y_pred)[:20]))


def spoils_the_answers(y_true, y_pred):
    y_pred[:] = y_true
    return 1.0


def tosses_a_coin(y_true, y_pred):
    return float(np.random.default_rng().random())


def says_a_word(y_true, y_pred):
    return "good"


WRONG_MEASURES = {
    wrong_direction: ("lower", (0, 1), "best"),
    out_of_range: ("higher", (0, 1), "range"),
    knows_its_labels: ("higher", (0, 1), "labels"),
    counts_the_first: ("higher", (0, 1), "order"),
    tosses_a_coin: ("higher", (0, 1), "value"),
    says_a_word: ("higher", (0, 1), "value"),
}


@pytest.mark.parametrize("wrong", WRONG_MEASURES, ids=lambda wrong: wrong.__name__)
def test_a_wrong_measure_is_named_by_its_contract(wrong):
    better, bounds, contract = WRONG_MEASURES[wrong]
    cc.measure(better=better, range=bounds)(wrong)
    with pytest.raises(cc.ClfCompareError, match=f"the contract '{contract}'"):
        cc.testing.check_measure(wrong)


class Wrong:
    "A splitter of five splits, with a slip."

    def __init__(self, slip):
        self.slip = slip

    def get_n_splits(self, X=None, y=None, groups=None):
        return 5

    def split(self, X, y=None, groups=None):
        n = len(X)
        for k in range(5):
            fold = np.arange(n) % 5 == k
            train, test = np.flatnonzero(~fold), np.flatnonzero(fold)
            if self.slip == "leak":
                train = np.append(train, test[0])
            if self.slip == "seed":
                test = np.random.default_rng().choice(n, n // 5, replace=False)
                train = np.setdiff1d(np.arange(n), test)
            if self.slip == "groups" and groups is not None:
                pass  # torn, and nothing is said: the design refuses it for this splitter
            yield train, test


@pytest.mark.parametrize(
    ("slip", "said"), [("leak", "must not train and test"), ("seed", "the contract 'seed'")]
)
def test_a_wrong_splitter_is_refused(slip, said):
    with pytest.raises(cc.ClfCompareError, match=said):
        cc.testing.check_design(Wrong(slip))


def test_a_design_whose_numbers_change_with_the_data():
    class More(Wrong):
        def split(self, X, y=None, groups=None):
            for k in range(len(X) // 10):
                fold = np.arange(len(X)) // 10 == k
                yield np.flatnonzero(~fold), np.flatnonzero(fold)

    with pytest.raises(cc.ClfCompareError, match="the contract 'kind'"):
        cc.testing.check_design(More("none"))


@pytest.mark.parametrize(
    "made",
    [
        KFold(4),
        RepeatedKFold(n_splits=3, n_repeats=2),
        ShuffleSplit(6, test_size=0.2),
        GroupKFold(3),
        TimeSeriesSplit(4),
        cc.k_fold(5),
        cc.five_by_two(),
        cc.bootstrap(4),
    ],
    ids=repr,
)
def test_designs_keep_the_contracts(made):
    if isinstance(made, GroupKFold):  # needs groups, and says so
        with pytest.raises(cc.ClfCompareError, match="Give groups with the data"):
            cc.testing.check_design(made)
    else:
        assert "splits" in cc.testing.check_design(made)


LEARNERS = {
    "bayes": GaussianNB(),
    "knn": KNeighborsClassifier(),
    "tree": DecisionTreeClassifier(max_depth=2, random_state=0),
}


def test_ones_own_test_measure_and_design_go_all_the_way():
    @cc.measure(better="higher", range=(0, 1))
    def least_found(y_true, y_pred):
        "The smallest share found of any class."
        return min(float(np.mean(y_pred[y_true == k] == k)) for k in np.unique(y_true))

    @cc.procedure(asks="two", data=(cc.Folds, cc.DataSets), source="a test of this file")
    def own_t(a, b) -> cc.TestResult:
        "A paired t test of one's own."
        return cc.paired_ttest(a, b)

    @cc.design()
    def in_turn(k=6):
        class InTurn:
            def split(self, X, y=None, groups=None):
                for rest in range(k):
                    fold = np.arange(len(X)) % k == rest
                    yield np.flatnonzero(~fold), np.flatnonzero(fold)

        return InTurn()

    cc.testing.check_measure(least_found)
    cc.testing.check_procedure(own_t)
    cc.testing.check_design(in_turn)
    outcome = cc.Experiment(
        datasets=["wine"], algorithms=LEARNERS, design=in_turn(5), measures=["error", least_found]
    ).run(progress=False)
    assert set(outcome.scores["design"]) == {"k_fold(5)"}
    assert set(outcome.scores["measure"]) == {"error", "least_found"}
    report = cc.compare(outcome, measure="least_found", test="own_t")
    assert "own_t" in report.code() and report.text and "least_found" in report.headline
    space = {}
    exec(report.code(), space)
    pd.testing.assert_frame_equal(space["pairs"].comparisons, report.pairs.comparisons)
    table = outcome.scores.query("measure == 'least_found'").pivot(
        index="fold", columns="algorithm", values="value"
    )
    p = cc.paired_ttest(table["bayes"], table["knn"]).pvalue
    rows = report.pairs.comparisons
    found = rows[rows["a"].isin(["bayes", "knn"]) & rows["b"].isin(["bayes", "knn"])]
    assert found["pvalue"].item() == pytest.approx(p, rel=1e-12)
    with pytest.warns(FutureWarning, match="folds first"):
        cc.repeated_k_fold(5, 2)


def test_time_series_run_and_are_not_tested():
    outcome = cc.Experiment(
        datasets=["wine"],
        algorithms=LEARNERS,
        design=KFold(5, shuffle=True, random_state=3),
        rng=1,
    ).run(progress=False)
    assert cc.compare(outcome, measure="error").pairs is not None
    rng = np.random.default_rng(1)
    series = {
        "series": (rng.normal(size=(90, 3)) + np.tile([[0], [1]], (45, 1)), np.tile([0, 1], 45))
    }
    ordered = cc.Experiment(
        datasets=series, algorithms=LEARNERS, design=TimeSeriesSplit(4), rng=1
    ).run(progress=False)
    assert len(ordered.scores) == 12 and set(ordered.scores["design"]) == {"dependent_splits(4)"}
    with pytest.raises(cc.ClfCompareError, match="exchangeable"):
        cc.compare(ordered, measure="error")
