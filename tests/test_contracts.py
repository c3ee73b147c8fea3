"""What every procedure must keep, whoever wrote it (the list in `procedures.py` is the
register).
"""

import clfcompare as cc
import numpy as np
import pandas as pd
import pytest
from conftest import named
from procedures import (
    ADJUST,
    BAYES,
    BOUNDED,
    GAPPED,
    MULTIVARIATE,
    PAIRS,
    SEVERAL,
    POSTHOC,
    SCORED,
    TABLES,
    losses,
    pair,
    table,
)

ARRAYS = {
    "NaN": lambda a: np.where(np.arange(a.size).reshape(a.shape) == 1, np.nan, a),
    "infinity": lambda a: a + np.inf,
    "text": lambda a: a.astype(str).astype(object) + "x",
    "one dimension too many": lambda a: a[None, None],
}


@pytest.mark.parametrize("name", PAIRS)
class TestPairs:
    def test_swapping_flips_the_sign(self, name):
        procedure, shape, signed = PAIRS[name]
        a, b = pair(shape)
        ab, ba = procedure(a, b), procedure(b, a)
        assert ab.pvalue == pytest.approx(ba.pvalue, rel=1e-9)
        assert (ab.side, ba.side) in ((1, -1), (-1, 1))
        if name != "hanley_mcneil_test":
            assert procedure(a, a).side == 0
        if signed is not None:
            assert ab.statistic == pytest.approx(
                -ba.statistic if signed else ba.statistic, rel=1e-9
            )
        if ab.estimate is not None:
            assert ab.estimate == pytest.approx(-ba.estimate, abs=1e-12)
        if ab.low is not None:
            assert (ab.low, ab.high) == pytest.approx((-ba.high, -ba.low), abs=1e-12)

    def test_reports_what_a_reader_needs(self, name):
        procedure, shape, _ = PAIRS[name]
        result = procedure(*pair(shape))
        statistic, pvalue = result
        assert 0 <= pvalue <= 1 and np.isfinite(statistic) and result.n and result.method
        assert result.effect is not None and result.effect_name
        assert "p = " in result.summary() and "accept" not in result.summary(alpha=0.05)

    @pytest.mark.parametrize("spoil", ARRAYS)
    def test_bad_numbers_are_refused(self, name, spoil):
        procedure, shape, _ = PAIRS[name]
        a, b = pair(shape)
        with pytest.raises(cc.ClfCompareError, match=r"must .*; got "):
            procedure(ARRAYS[spoil](a), b)
        with pytest.raises(cc.ClfCompareError, match=r"must .*; got "):
            procedure(a, ARRAYS[spoil](b))

    def test_unpaired_is_refused(self, name):
        procedure, shape, _ = PAIRS[name]
        a, b = pair(shape)
        with pytest.raises(cc.ClfCompareError):
            procedure(a, b[:-1])
        with pytest.raises(cc.ClfCompareError):
            procedure([], [])

    def test_identical_algorithms(self, name):
        procedure, shape, _ = PAIRS[name]
        a, _ = pair(shape)
        assert procedure(a, a.copy()).pvalue == 1

    def test_input_is_left_alone(self, name):
        procedure, shape, _ = PAIRS[name]
        a, b = pair(shape)
        before = a.copy(), b.copy()
        procedure(a, b)
        assert (a == before[0]).all() and (b == before[1]).all()


@pytest.mark.parametrize("name", TABLES)
class TestTables:
    def run(self, name, values, better="lower"):
        procedure, directed, _ = TABLES[name]
        return procedure(values, better=better) if directed else procedure(values)

    def test_order_of_columns_and_rows_is_nothing(self, name):
        values, rng = table(rows=7), np.random.default_rng(2)
        first = self.run(name, values)
        again = self.run(name, values[rng.permutation(7)][:, rng.permutation(4)])
        assert tuple(again) == pytest.approx(tuple(first), rel=1e-9)

    def test_direction_turns_with_the_numbers(self, name):
        values = table(rows=6, columns=5)
        assert tuple(self.run(name, -values, "higher")) == pytest.approx(
            tuple(self.run(name, values, "lower")), rel=1e-9
        )

    @pytest.mark.parametrize("spoil", ["NaN", "text"])
    def test_bad_numbers_are_refused(self, name, spoil):
        with pytest.raises(cc.ClfCompareError, match=r"must .*; got "):
            self.run(name, ARRAYS[spoil](table()))

    def test_wrong_shapes_are_refused(self, name):
        for values in (table()[0], table()[:, :1], np.empty((0, 3))):
            with pytest.raises(cc.ClfCompareError, match=r"must .*; got "):
                self.run(name, values)

    def test_nothing_to_see_is_refused(self, name):
        with pytest.raises(cc.ClfCompareError):
            self.run(name, np.full((5, 3), 0.25))

    def test_two_columns_and_two_rows_are_valid(self, name):
        for shape in ((8, 2), (2, 3)):
            result = self.run(name, table(*shape))
            assert 0 <= result.pvalue <= 1

    def test_reports_what_a_reader_needs(self, name):
        result = self.run(name, table(rows=6))
        assert result.n == 6 and result.effect is not None and result.effect_name and result.method


@pytest.mark.parametrize("name", POSTHOC)
class TestPosthoc:
    def run(self, name, values, better="lower"):
        return POSTHOC[name][0](values, better=better)

    def test_labels_do_not_matter(self, name):
        frame = pd.DataFrame(table(), columns=["knn", "svm", "rip", "mdt"])
        one, other = self.run(name, frame), self.run(name, frame[["rip", "mdt", "knn", "svm"]])
        assert one.names == other.names
        pd.testing.assert_frame_equal(one.matrix(), other.matrix())
        assert one.cliques(0.05) == other.cliques(0.05)

    def test_adjusted_is_never_smaller(self, name):
        rows = self.run(name, table()).comparisons
        assert (rows["pvalue_adjusted"] >= rows["pvalue"] - 1e-15).all() and rows[
            "pvalue_adjusted"
        ].between(0, 1).all()
        assert len(rows) == 6
        assert list(rows) == [
            "a",
            "b",
            "winner",
            "estimate",
            "low",
            "high",
            "statistic",
            "df",
            "pvalue",
            "pvalue_adjusted",
            "adjust",
            "effect",
            "n",
        ]

    def test_best_first(self, name):
        values = table() + 0.2 * np.array([3, 0, 2, 1])
        assert self.run(name, values, "lower").names == ("A2", "A4", "A3", "A1")
        assert self.run(name, values, "higher").names == ("A1", "A3", "A4", "A2")

    def test_bad_input_is_refused(self, name):
        for spoil in ("NaN", "text"):
            with pytest.raises(cc.ClfCompareError, match=r"must .*; got "):
                self.run(name, ARRAYS[spoil](table()))
        with pytest.raises(cc.ClfCompareError):
            self.run(name, table(), better="up")
        with pytest.raises(cc.ClfCompareError):
            self.run(name, pd.DataFrame(table(columns=3), columns=["knn", "knn", "svm"]))


@pytest.mark.parametrize("name", [name for name, (_, _, ranks) in TABLES.items() if ranks])
def test_ranks_do_not_see_a_monotone_map(name):
    procedure, values = TABLES[name][0], table(rows=6)
    assert tuple(procedure(np.exp(7 * values), better="lower")) == tuple(
        procedure(values, better="lower")
    )


@pytest.mark.parametrize("name", [name for name, (_, ranks) in POSTHOC.items() if ranks])
def test_pairs_of_ranks_do_not_see_a_monotone_map(name):
    procedure, values = POSTHOC[name][0], table()
    pd.testing.assert_frame_equal(
        procedure(np.exp(9 * values), better="lower").matrix(),
        procedure(values, better="lower").matrix(),
    )


@pytest.mark.parametrize("method", ADJUST)
class TestAdjust:
    def test_never_smaller_and_in_place(self, method):
        p = np.random.default_rng(5).random(15) ** 3
        order = np.random.default_rng(6).permutation(15)
        adjusted = cc.adjust(p, method=method)
        assert (adjusted >= p - 1e-15).all() and (adjusted <= 1).all()
        if method not in ("shaffer", "bergmann_hommel"):
            assert cc.adjust(p[order], method=method) == pytest.approx(adjusted[order])

    def test_bad_input_is_refused(self, method):
        for p in ([0.1, np.nan, 0.2], [0.1, 1.2, 0.3], ["a", "b", "c"], [[0.1, 0.2, 0.3]]):
            with pytest.raises(cc.ClfCompareError, match=r"must .*; got "):
                cc.adjust(p, method=method)


def test_order_of_power():
    "Bergmann-Hommel <= Shaffer <= Holm <= Bonferroni, Hommel <= Hochberg <= Holm."
    for seed in range(20):
        p = np.random.default_rng(seed).random(21) ** 4
        a = {m: cc.adjust(p, method=m) for m in ADJUST}
        for less, more in (
            ("bergmann_hommel", "shaffer"),
            ("shaffer", "holm"),
            ("holm", "bonferroni"),
            ("hommel", "hochberg"),
            ("hochberg", "holm"),
        ):
            assert (a[less] <= a[more] + 1e-12).all(), (seed, less, more)


def test_pairs_of_seven_algorithms_only():
    for method in ("shaffer", "bergmann_hommel"):
        with pytest.raises(cc.ClfCompareError):
            cc.adjust([0.1, 0.2, 0.3, 0.4], method=method)


@pytest.mark.parametrize("name", PAIRS)
def test_level_under_the_null(name):
    """Independent differences without a difference: at most 5 % of the p-values are at most
    0.05, and not next to none.
    """
    procedure, shape, _ = PAIRS[name]
    rng, times = np.random.default_rng(12), 400
    p = np.array([procedure(*rng.normal(size=(2, *shape))).pvalue for _ in range(times)])
    careful = (
        name.startswith("corrected") or name == "anytime_comparison"
    )  # made for correlated differences; and for all looks together
    if careful:
        assert (p <= 0.05).mean() <= 0.05
    else:
        assert 0.005 <= (p <= 0.05).mean() <= 0.05 + 3.5 * np.sqrt(0.05 * 0.95 / times)


@pytest.mark.parametrize(
    "name", [name for name in TABLES if name not in ("friedman, exact", "corrected_rm_anova")]
)
def test_level_of_tables_under_the_null(name):
    procedure, directed, _ = TABLES[name]
    rng, times = np.random.default_rng(13), 300
    p = [
        (procedure(v, better="lower") if directed else procedure(v)).pvalue
        for v in rng.normal(size=(times, 12, 4))
    ]
    assert 0.005 <= np.mean(np.array(p) <= 0.05) <= 0.05 + 3.5 * np.sqrt(0.05 * 0.95 / times)


class TestCasesAndControls:
    def test_cochran_q(self):
        right = (np.random.default_rng(7).random((31, 3)) < [0.6, 0.8, 0.7]).astype(int)
        assert tuple(cc.cochran_q(right)) == pytest.approx(
            tuple(cc.cochran_q(right[::-1, [2, 0, 1]]))
        )
        assert tuple(cc.cochran_q(right)) == pytest.approx(tuple(cc.cochran_q(1 - right)))
        for wrong in (right + 0.5, right[:, :1], np.ones((9, 3)), right.astype(str)):
            with pytest.raises(cc.ClfCompareError):
                cc.cochran_q(wrong)

    def test_mcnemar(self):
        assert cc.mcnemar(4, 13).pvalue == cc.mcnemar(13, 4).pvalue
        for wrong in ((-1, 3), (2.5, 3), (np.nan, 3), ("a", 3), (True, 3)):
            with pytest.raises(cc.ClfCompareError):
                cc.mcnemar(*wrong)

    def test_delong(self):
        rng = np.random.default_rng(8)
        y, a, b = np.repeat([0, 1], [19, 14]), rng.normal(size=33), rng.normal(size=33)
        ab, ba = cc.delong_test(y, a, b), cc.delong_test(y, b, a)
        assert (ab.statistic, ab.estimate) == pytest.approx(
            (-ba.statistic, -ba.estimate)
        ) and ab.pvalue == pytest.approx(ba.pvalue)
        assert tuple(cc.delong_test(y, np.exp(a), 3 * b)) == pytest.approx(tuple(ab))
        with pytest.raises(cc.ClfCompareError):
            cc.delong_test(y, a[:-1], b)

    def test_swaps_of_areas(self):
        rng = np.random.default_rng(8)
        y, a, b = np.repeat([1, 0], [4, 29]), rng.normal(size=33), rng.normal(size=33)
        ab, ba = (cc.inference.auc_permutation_test(y, *s, rng=6) for s in ((a, b), (b, a)))
        assert (ab.statistic, ab.side) == (-ba.statistic, -ba.side) and ab.pvalue == ba.pvalue
        assert tuple(cc.inference.auc_permutation_test(y, np.exp(a), 3 * b, rng=6)) == tuple(ab)
        assert ab.estimate == pytest.approx(cc.auc_roc(y, a) - cc.auc_roc(y, b))
        assert cc.inference.auc_permutation_test(y, a, a, rng=6).pvalue == 1
        with pytest.raises(cc.ClfCompareError):
            cc.inference.auc_permutation_test(y, a[:-1], b, rng=6)

    def test_hanley_mcneil(self):
        rng = np.random.default_rng(8)
        y, a, b = np.repeat([0, 1], [19, 14]), rng.normal(size=33), rng.normal(size=33)
        ab, ba = cc.measures.hanley_mcneil_test(y, a, b), cc.measures.hanley_mcneil_test(y, b, a)
        assert (ab.statistic, ab.estimate) == pytest.approx((-ba.statistic, -ba.estimate), abs=1e-6)
        assert ab.pvalue == pytest.approx(ba.pvalue, abs=1e-6)
        assert tuple(cc.measures.hanley_mcneil_test(y, np.exp(a), 3 * b)) == pytest.approx(
            tuple(ab)
        )
        with pytest.raises(cc.ClfCompareError):
            cc.measures.hanley_mcneil_test(y, a[:-1], b)

    def test_cost_difference(self):
        rng = np.random.default_rng(8)
        y, a, b = np.repeat([0, 1], [19, 14]), rng.normal(size=33), rng.normal(size=33)
        ab, ba = (
            cc.measures.cost_difference(y, a, b, draws=199, rng=3),
            cc.measures.cost_difference(y, b, a, draws=199, rng=3),
        )
        assert ab.pvalue == ba.pvalue and ab.difference == pytest.approx(-ba.difference)
        assert cc.measures.cost_difference(
            y, np.exp(a), 3 * b, draws=199, rng=3
        ).largest == pytest.approx(ab.largest)

    def test_bonferroni_dunn(self):
        frame = pd.DataFrame(table(), columns=["knn", "svm", "rip", "mdt"])
        rows = cc.bonferroni_dunn(frame, control="svm", better="lower").comparisons
        again = cc.bonferroni_dunn(
            frame[["rip", "svm", "mdt", "knn"]], control="svm", better="lower"
        ).comparisons
        assert (
            len(rows) == 3 and (rows["pvalue_adjusted"] == np.minimum(1, 3 * rows["pvalue"])).all()
        )
        pd.testing.assert_frame_equal(rows, again)
        with pytest.raises(cc.ClfCompareError):
            cc.bonferroni_dunn(frame, control="lda", better="lower")


class TestSeveralMeasures:
    @pytest.mark.parametrize("name", MULTIVARIATE)
    def test_bad_input_is_refused(self, name):
        procedure, shape = MULTIVARIATE[name]
        values = np.random.default_rng(9).normal(size=shape)
        for spoil in ("NaN", "text", "one dimension too many"):
            with pytest.raises(cc.ClfCompareError):
                procedure(ARRAYS[spoil](values))
        with pytest.raises(cc.ClfCompareError):
            procedure(np.concatenate([values, values], axis=-1))  # one measure twice

    def test_hotelling(self):
        a, b = np.random.default_rng(10).normal(size=(2, 13, 3))
        assert tuple(cc.hotelling(a, b)) == pytest.approx(tuple(cc.hotelling(b, a)))
        scaled = cc.hotelling(
            a * [1, 1000, 1e-4], b * [1, 1000, 1e-4]
        )  # units of a measure must not matter
        assert tuple(scaled) == pytest.approx(tuple(cc.hotelling(a, b)), rel=1e-6)
        assert cc.hotelling(a[:, :1], b[:, :1]).pvalue == pytest.approx(
            cc.paired_ttest(a[:, 0], b[:, 0]).pvalue
        )
        for wrong in (
            (a, b[:, :2]),
            (a[:3], b[:3]),
            (a[..., [0, 0]], b[..., [0, 0]]),
            (ARRAYS["NaN"](a), b),
        ):
            with pytest.raises(cc.ClfCompareError):
                cc.hotelling(*wrong)

    def test_manova_sees_no_order_of_algorithms(self):
        values = np.random.default_rng(11).normal(size=(3, 11, 2))
        assert tuple(cc.manova(values)) == pytest.approx(tuple(cc.manova(values[[2, 0, 1]])))


@pytest.mark.parametrize("name", SEVERAL)
class TestSeveral:
    def test_order_units_and_roles_are_nothing(self, name):
        a, b = np.random.default_rng(10).exponential(size=(2, 9, 3))
        first, order = tuple(SEVERAL[name](a, b)), np.random.default_rng(3).permutation(9)
        for x, y in (
            (b, a),
            (a[order], b[order]),
            (a[:, [2, 0, 1]], b[:, [2, 0, 1]]),
            (a * [1, 1e3, 1e-4], b * [1, 1e3, 1e-4]),
        ):
            assert tuple(SEVERAL[name](x, y)) == pytest.approx(first, rel=1e-6)

    def test_bad_input_is_refused(self, name):
        a, b = np.random.default_rng(10).normal(size=(2, 9, 3))
        wrong = [(a, b[:, :2]), (a[:3], b[:3]), (a[:, [0, 0]], b[:, [0, 0]]), (a[:, 0], b[:, 0])]
        for x, y in [(spoil(a), b) for spoil in ARRAYS.values()] + wrong:
            with pytest.raises(cc.ClfCompareError, match=r"must .*; got "):
                SEVERAL[name](x, y)
        assert tuple(SEVERAL[name](a, a)) == (0, 1)


@pytest.mark.parametrize("name", GAPPED)
class TestGapped:
    def run(self, name, values, better="lower"):
        found = GAPPED[name](values, better=better)
        if isinstance(found, cc.TestResult):
            return list(found)
        frame = found if isinstance(found, pd.DataFrame) else found.to_frame()
        keys = (
            frame[["a", "b"]].apply(frozenset, axis=1).map(sorted).map(str)
            if "a" in frame
            else frame["algorithm"]
        )
        numbers = [
            c
            for c in frame
            if c.startswith(("pvalue", "found")) or name == "rank_bounds" and c in ("low", "high")
        ]
        return frame[numbers].set_index(keys).sort_index().to_numpy().ravel().tolist()

    def gapped(self):
        frame = pd.DataFrame(table(rows=7, columns=4), columns=["knn", "svm", "rip", "mdt"])
        frame.iloc[2, 1] = frame.iloc[5, 3] = np.nan
        return frame

    def test_names_rows_and_direction(self, name):
        frame, order = self.gapped(), [3, 0, 6, 2, 5, 1, 4]
        first = self.run(name, frame)
        assert len(first) and self.run(
            name, frame[["rip", "mdt", "knn", "svm"]].iloc[order]
        ) == pytest.approx(first)
        assert self.run(name, -frame, "higher") == pytest.approx(first)
        if "pairs" not in name:
            assert self.run(name, np.exp(9 * frame)) == pytest.approx(first) or "wilcoxon" in name

    def test_a_gap_may_be_written_in_three_ways(self, name):
        frame = self.gapped()
        for gap in (None, pd.NA):
            written = frame.astype(object).where(frame.notna(), gap)
            assert self.run(name, written) == pytest.approx(self.run(name, frame))

    def test_bad_input_is_refused(self, name):
        frame = self.gapped()
        masked = np.ma.masked_invalid(frame.to_numpy())
        for wrong in (
            frame.replace(frame.iloc[0, 0], np.inf),
            frame.astype(object).fillna("failed"),
            frame.iloc[:, 0],
            frame.iloc[:, :1],
            frame.set_axis(["knn", "knn", "svm", "rip"], axis=1),
            masked,
            np.full((3, 2), None)[:0],
        ):
            with pytest.raises(cc.ClfCompareError, match=r"must .*; got "):
                self.run(name, wrong)
        with pytest.raises(cc.ClfCompareError):
            self.run(name, frame, "up")

    def test_input_is_left_alone(self, name):
        frame = self.gapped()
        before = frame.copy()
        self.run(name, frame)
        pd.testing.assert_frame_equal(frame, before)


@pytest.mark.parametrize("name", BAYES)
class TestBayes:
    def test_swapping_swaps(self, name):
        a, b = pair((9,))
        one, two = (
            BAYES[name](a, b, better="lower").probabilities(),
            BAYES[name](b, a, better="lower").probabilities(),
        )
        assert tuple(one) == pytest.approx(tuple(two)[::-1], abs=1e-9) and sum(
            one
        ) == pytest.approx(1)
        assert tuple(BAYES[name](a, b, better="higher").probabilities()) == pytest.approx(
            tuple(two), abs=1e-9
        )

    def test_bad_input_is_refused(self, name):
        a, b = pair((9,))
        for wrong in ((ARRAYS["NaN"](a), b), (a[:-1], b), (ARRAYS["text"](a), b)):
            with pytest.raises(cc.ClfCompareError):
                BAYES[name](*wrong, better="lower")
        with pytest.raises(cc.ClfCompareError):
            BAYES[name](a, b, better="up")
        with pytest.raises(cc.ClfCompareError):
            BAYES[name](a, b, better="lower", rope=-1)


@pytest.mark.parametrize("name", SCORED)
class TestScored:
    def test_only_the_order_of_cases_changes(self, name):
        rng = np.random.default_rng(14)
        y, score, order = np.repeat([0, 1], [21, 12]), rng.normal(size=33), rng.permutation(33)
        value = [
            x if isinstance(x, float) else float(x) if hasattr(x, "value") else x.area()
            for x in (
                SCORED[name](y, score),
                SCORED[name](y[order], score[order]),
                SCORED[name](y, np.exp(score)),
            )
        ]
        assert value[1] == pytest.approx(value[0]) and value[2] == pytest.approx(value[0])

    def test_bad_input_is_refused(self, name):
        y, score = np.repeat([0, 1], [5, 4]), np.linspace(0, 1, 9)
        for wrong in (
            (y, score[:-1]),
            (np.ones(9), score),
            (y, np.where(y == 1, np.nan, score)),
            (np.arange(9), score),
            (y, score.astype(str)),
        ):
            with pytest.raises(cc.ClfCompareError, match="; got "):
                SCORED[name](*wrong)


class TestOrderings:
    def test_names_not_places_decide(self):
        wins = pd.DataFrame(
            [[0, 7, 5], [3, 0, 6], [4, 2, 0]], index=list("abc"), columns=list("abc")
        )
        turned = wins.loc[list("cab"), list("cab")]
        one, two = (cc.bradley_terry(w).to_dict()["worths"] for w in (wins, turned))
        assert {k: one[k] for k in "abc"} == pytest.approx({k: two[k] for k in "abc"}) and sum(
            one.values()
        ) == pytest.approx(1)
        with pytest.raises(cc.ClfCompareError):
            cc.bradley_terry([[0, 5], [0, 0]])

    def test_significance_before_cost(self):
        values = table() + 0.4 * np.array([0, 0, 1, 1])
        pairs = cc.pairwise(values, test="paired_ttest", adjust="holm", better="lower")
        names = cc.multitest(pairs, cost={"A1": 4, "A2": 3, "A3": 2, "A4": 1}, alpha=0.05).names
        assert set(names[:2]) == {"A1", "A2"}
        with pytest.raises(cc.ClfCompareError):
            cc.multitest(pairs, cost={"A1": 4}, alpha=0.05)


# --- intervals and tests, side by side

NO_INTERVAL = {
    "ttest_5x2cv",
    "permutation_test",
    "clustered_permutation_test",
}  # not centred on the estimate; they give none
# The interval of the effect, too, turns the same test round:
EFFECT_FOLLOWS = {
    "paired_ttest",
    "corrected_ttest",
    "corrected_ttest, repeats",
    "sign_test",
    "heldout_ttest",
    "heldout_ttest, few",
    "clustered_ttest",
    "stratified_ttest",
    "stratified_ttest, clusters",
}


def excludes(low, high, value=0.0):
    return bool(low > value or high < value)


def at_the_border(rejects, start, end, steps=45):
    """Two numbers next to each other between which the verdict turns; `start` must not be
    rejected, `end` must.
    """
    assert not rejects(start) and rejects(end)
    for _ in range(steps):
        middle = (start + end) / 2
        start, end = (start, middle) if rejects(middle) else (middle, end)
    return start - 1e-7 * abs(end), end + 1e-7 * abs(end)


@pytest.mark.parametrize("name", [name for name in PAIRS if name not in NO_INTERVAL])
def test_interval_excludes_0_exactly_when_the_test_rejects(name):
    procedure, shape, _ = PAIRS[name]
    for seed in (3, 4, 5):
        a, b = pair(shape, seed)
        first = procedure(a, b)
        assert first.low <= first.estimate <= first.high
        if first.effect_low is not None:
            assert first.effect_low <= first.effect <= first.effect_high
        for side in (-1, 1):

            def judged(shift, a=a - first.estimate, b=b, side=side):
                return procedure(a + side * shift, b)

            for shift in (
                *at_the_border(lambda x, judged=judged: judged(x).rejects(0.05), 0.0, 1.0),
                0.0,
                0.01,
                0.05,
                1.0,
            ):
                result = judged(shift)
                assert result.level == 0.95 and excludes(result.low, result.high) == result.rejects(
                    0.05
                ), (name, seed, side, shift)
                if name in EFFECT_FOLLOWS:
                    assert excludes(result.effect_low, result.effect_high) == result.rejects(0.05)


@pytest.mark.parametrize("name", sorted(NO_INTERVAL))
def test_no_interval_is_pretended(name):
    result = PAIRS[name][0](*pair(PAIRS[name][1]))
    assert result.low is None and result.high is None and result.level is None


def test_one_sided_wilcoxon_agrees_with_its_interval():
    for seed in range(60):
        d = np.random.default_rng(seed).normal(0.5, 1, 11)
        for alternative in ("less", "greater"):
            result = cc.wilcoxon(d, 0 * d, alternative=alternative)
            assert excludes(result.low, result.high) == result.rejects(0.05)


def test_empty_interval_of_the_f_test_means_that_every_shift_is_rejected():
    rng, empty = np.random.default_rng(6), 0
    for _ in range(60):
        d = rng.normal(0, 1, (5, 1)) + rng.normal(0, 0.25, (5, 2))
        result = cc.ftest_5x2cv(d, 0 * d)
        if result.low is None:
            empty += 1
            assert result.details["interval_empty"] and "its interval is empty" in result.summary()
            assert all(
                cc.ftest_5x2cv(d - shift, 0 * d).rejects(0.05)
                for shift in np.linspace(d.min(), d.max(), 25)
            )
        else:
            assert (
                excludes(result.low, result.high) == result.rejects(0.05)
                and not result.details["interval_empty"]
            )
    assert 5 < empty < 55


@pytest.mark.parametrize("sizes", [{}, {"n_train": 53, "n_test": 11}])
def test_tost_rejects_exactly_when_its_interval_lies_inside(sizes):
    for seed in (3, 4, 5):
        a, b = pair((3, 4), seed)

        def judged(half, a=a, b=b):
            return cc.inference.tost(a, b, low=-half, high=1.1 * half, **sizes)

        for half in (
            *at_the_border(lambda x, judged=judged: judged(x).rejects(0.05), 1e-4, 5.0),
            0.01,
            0.03,
            0.1,
        ):
            result = judged(half)
            assert result.level == 0.90 and result.rejects(0.05) == (
                -half <= result.low and result.high <= 1.1 * half
            )


@pytest.mark.parametrize(
    "name",
    [
        name
        for name in POSTHOC
        if name.removeprefix("pairwise, ") not in {*NO_INTERVAL, *BOUNDED} and "max_t" not in name
    ],
)
def test_intervals_of_pairs_agree_with_their_p_values(name):
    column = (
        "pvalue_adjusted" if name == "nemenyi" else "pvalue"
    )  # only Nemenyi's intervals are simultaneous
    verdicts = set()
    for seed in range(8):
        rows = POSTHOC[name][0](
            table(10, 4, seed=seed) + 0.005 * np.arange(4), better="lower"
        ).comparisons.dropna(subset="low")
        assert ((rows["low"] <= rows["estimate"]) & (rows["estimate"] <= rows["high"])).all()
        assert (((rows["low"] > 0) | (rows["high"] < 0)) == (rows[column] <= 0.05)).all()
        verdicts |= set(rows[column] <= 0.05)
    assert verdicts == {True, False}


def test_intervals_of_bonferroni_dunn_agree_with_their_p_values():
    for seed in range(20):
        rows = cc.bonferroni_dunn(
            table(9, 4, seed=seed) + 0.01 * np.arange(4), control="A1", better="lower"
        ).comparisons
        assert (((rows["low"] > 0) | (rows["high"] < 0)) == (rows["pvalue_adjusted"] <= 0.05)).all()


@pytest.mark.parametrize("unit", [1e-12, 0.1, 3.0, 1e12])
def test_bounds_have_the_unit_of_the_values(unit):
    a, b = pair((130,))
    one, other = (
        cc.anytime_comparison(a, b),
        cc.anytime_comparison(unit * a, unit * b, bounds=(-unit, unit)),
    )
    for key in ("estimate", "low", "high"):
        assert getattr(other, key) / unit == pytest.approx(getattr(one, key), rel=1e-9)
    assert (other.statistic, other.pvalue, other.effect) == pytest.approx(
        (one.statistic, one.pvalue, one.effect), rel=1e-9
    )


@pytest.mark.parametrize("level", [0.9, 0.95])
def test_interval_of_delong_agrees_with_its_p_value(level):
    verdicts = set()
    for seed in range(60):
        rng = np.random.default_rng(seed)
        y, noise = np.repeat([0, 1], [19, 14]), rng.normal(size=33)
        result = cc.delong_test(
            y, noise + rng.normal(size=33) + 1.5 * y, noise + rng.normal(size=33), level=level
        )
        assert excludes(result.low, result.high) == result.rejects(1 - level)
        verdicts.add(result.rejects(1 - level))
    assert verdicts == {True, False}


def test_score_interval_of_two_error_rates_agrees_with_mcnemar():
    for n01 in range(1, 26):
        for n10 in range(0, 26, 2):
            interval = cc.proportion_difference_interval(n01, n10, 90)
            assert excludes(interval.low, interval.high) == cc.mcnemar(
                n01, n10, method="chi2"
            ).rejects(0.05), (n01, n10)


@pytest.mark.parametrize("name", ["anova", "rm_anova"])
def test_interval_of_eta_squared_agrees_with_f(name):
    for seed in (3, 4):
        level = table(8, 3, seed=seed) - table(8, 3, seed=seed).mean(0)

        def judged(shift, level=level):
            return TABLES[name][0](level + shift * np.array([0, 0.3, 1]))

        for shift in (
            *at_the_border(lambda x, judged=judged: judged(x).rejects(0.05), 0.0, 2.0, steps=30),
            0.0,
            1e-6,
            0.01,
            0.5,
        ):
            result = judged(shift)
            assert (result.effect_low > 0) == result.rejects(
                0.05
            ) and result.effect_low <= result.effect <= result.effect_high


@pytest.mark.parametrize("name", TABLES)
def test_effect_lies_in_its_interval(name):
    procedure, directed, _ = TABLES[name]
    for seed in range(12):
        values = table(5, 3, seed=seed) * [1, 1, 1] - 0.01 * np.arange(3)
        result = procedure(values, better="lower") if directed else procedure(values)
        if result.effect_low is not None:
            assert 0 <= result.effect_low <= result.effect <= result.effect_high <= 1


# --- a part held out: cases x replications x halves


def test_level_of_corrected_rm_anova_on_overlapping_folds():
    """Values that correlate as much as n_test / (n_test + n_train) between folds: at most 5 % of
    the p-values are at most 0.05.
    """
    rng, rho, times = np.random.default_rng(15), 11 / 64, 400
    values = np.sqrt(rho) * rng.normal(size=(times, 1, 4)) + np.sqrt(1 - rho) * rng.normal(
        size=(times, 10, 4)
    )
    p = np.array([cc.inference.corrected_rm_anova(v, n_train=53, n_test=11).pvalue for v in values])
    assert 0.02 <= (p <= 0.05).mean() <= 0.05 + 3.5 * np.sqrt(0.05 * 0.95 / times)


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_level_of_the_held_out_tests(share):
    "Cases that differ, and training sets that do or do not."
    rng, times = np.random.default_rng(16), 300
    x = (
        rng.normal(size=(times, 12, 1, 1, 3))
        + share * rng.normal(size=(times, 1, 5, 2, 3))
        + rng.normal(size=(times, 12, 5, 2, 3))
    )
    pairs = np.array([cc.heldout_ttest(v[..., 0], v[..., 1]).pvalue for v in x])
    overall = np.array([cc.inference.heldout_anova(np.moveaxis(v, -1, 0)).pvalue for v in x])
    for p in (
        pairs,
        overall,
    ):  # training sets of one pool are made for: careful where all ten have nothing in common
        assert (
            0.005 * (share == 0) <= (p <= 0.05).mean() <= 0.05 + 3.5 * np.sqrt(0.05 * 0.95 / times)
        )


class TestHeldOut:
    def test_heldout_anova_of_two_is_the_t_test_squared(self):
        for seed, shape in ((3, (11, 5, 2)), (4, (4, 3, 2)), (5, (23, 2, 2))):
            x = losses(2, shape, seed)
            F, t = (
                cc.inference.heldout_anova({"knn": x[..., 0], "svm": x[..., 1]}),
                cc.heldout_ttest(x[..., 0], x[..., 1]),
            )
            assert (
                F.statistic == pytest.approx(t.statistic**2)
                and F.pvalue == pytest.approx(t.pvalue)
                and F.df == pytest.approx((1, t.df))
            )
            assert t.df > shape[0] - 1 or t.details["variance_training"] > 0

    def test_heldout_order_of_cases_replications_halves_and_algorithms_is_nothing(self):
        x, rng = np.moveaxis(losses(4), -1, 0), np.random.default_rng(9)
        turned = x[rng.permutation(4)][:, rng.permutation(11)][:, :, rng.permutation(5)][..., ::-1]
        assert tuple(cc.inference.heldout_anova(turned)) == pytest.approx(
            tuple(cc.inference.heldout_anova(x)), rel=1e-9
        )
        assert tuple(cc.heldout_ttest(*turned[:2])) != tuple(cc.heldout_ttest(*x[:2]))
        assert tuple(cc.heldout_ttest(*x[:2, ::-1, ::-1, ::-1])) == pytest.approx(
            tuple(cc.heldout_ttest(*x[:2])), rel=1e-9
        )

    def test_heldout_halves_belong_to_their_replication(self):
        x = np.moveaxis(losses(2), -1, 0)
        mixed = x[:, :, [1, 2, 3, 4, 0]].copy()
        mixed[..., 0] = x[..., 0]
        assert cc.heldout_ttest(*mixed).pvalue != pytest.approx(
            cc.heldout_ttest(*x).pvalue, rel=1e-3
        )

    def test_heldout_direction_turns_with_the_numbers(self):
        x = np.moveaxis(losses(4) + 0.2 * np.arange(4), -1, 0)
        one, other = cc.heldout_pairs(x, better="lower"), cc.heldout_pairs(-x, better="higher")
        assert one.names == other.names == ("A1", "A2", "A3", "A4") and one.better == "lower"
        assert one.comparisons["pvalue_adjusted"].to_numpy() == pytest.approx(
            other.comparisons["pvalue_adjusted"].to_numpy()
        )
        assert one.comparisons["estimate"].to_numpy() == pytest.approx(
            -other.comparisons["estimate"].to_numpy()
        )
        assert (one.comparisons["estimate"] < 0).all() and cc.heldout_pairs(
            x, better="higher"
        ).names == one.names[::-1]

    def test_heldout_labels_do_not_matter(self):
        x = dict(zip(("knn", "svm", "rip", "lda"), np.moveaxis(losses(4), -1, 0)))
        one, other = (
            cc.heldout_pairs({n: x[n] for n in names}, better="lower")
            for names in (x, ("rip", "lda", "knn", "svm"))
        )
        assert one.names == other.names
        pd.testing.assert_frame_equal(one.matrix(), other.matrix())

    def test_heldout_pairs_are_held_out_tests_adjusted(self):
        x = np.moveaxis(losses(4), -1, 0)
        for method in ("none", "holm", "bonferroni", "shaffer"):
            rows = cc.heldout_pairs(x, better="lower", adjust=method).comparisons
            p = np.array(
                [
                    cc.heldout_ttest(x[int(a[1:]) - 1], x[int(b[1:]) - 1]).pvalue
                    for a, b in rows[["a", "b"]].to_numpy()
                ]
            )
            assert rows["pvalue"].to_numpy() == pytest.approx(p)
            assert rows["pvalue_adjusted"].to_numpy() == pytest.approx(
                p if method == "none" else cc.adjust(p, method=method)
            )
            assert (((rows["low"] > 0) | (rows["high"] < 0)) == (rows["pvalue"] <= 0.05)).all()

    def test_heldout_bad_input_is_refused(self):
        x = np.moveaxis(losses(3), -1, 0)
        for procedure in (
            cc.inference.heldout_anova,
            lambda v: cc.heldout_pairs(v, better="lower"),
        ):
            for wrong in (
                ARRAYS["NaN"](x),
                ARRAYS["text"](x),
                x[None],
                x[:1],
                x[:, :1],
                x[:, :, :1],
                x[..., :1],
                x[0],
                {"knn": x[0], "svm": x[1, :-1]},
                {"knn": x[0], 1: x[1], "1": x[2]},
            ):
                with pytest.raises(cc.ClfCompareError, match=r"must .*; got "):
                    procedure(wrong)
        for nothing in (
            np.full((3, 7, 5, 2), 0.25),
            x[[0, 0, 0]],
            x[[0, 0, 0]] + 0.1 * np.arange(3).reshape(3, 1, 1, 1),
        ):
            with pytest.raises(cc.ClfCompareError, match="must vary"):
                cc.inference.heldout_anova(nothing)
        with pytest.raises(cc.ClfCompareError, match="must vary"):
            cc.heldout_ttest(x[0], x[0] + 0.1)  # all but the rounding
        assert cc.heldout_ttest(x[0], x[0] * (1 + 2.0**-52)).pvalue == 1
        assert (cc.heldout_pairs(x[[0, 0]], better="lower").comparisons["pvalue"] == 1).all()


# --- against a control

AGAINST = {
    "mean_rank_ztest": cc.inference.mean_rank_ztest,
    **{name: procedure for name, (procedure, _) in POSTHOC.items() if "," in name},
}


@pytest.mark.parametrize("control", ["A1", "A3", "A4"])
@pytest.mark.parametrize("name", [*AGAINST, "heldout_pairs"])
def test_pairs_with_the_control_only(name, control):
    """The same p-values as among all pairs; L - 1 of them, adjusted for so many, whether the
    control wins or loses.
    """
    x = np.moveaxis(losses(4), -1, 0) if name == "heldout_pairs" else table()
    procedure = AGAINST.get(name, cc.heldout_pairs)
    against = procedure(x, better="lower", adjust="holm", control=control)
    rows, every = against.comparisons, procedure(x, better="lower", adjust="holm").comparisons
    assert (
        against.control == control
        and len(rows) == 3
        and ((rows["a"] == control) | (rows["b"] == control)).all()
    )
    found = {frozenset((r.a, r.b)): (abs(r.estimate), r.pvalue) for r in every.itertuples()}
    assert all(
        (abs(r.estimate), r.pvalue) == pytest.approx(found[frozenset((r.a, r.b))])
        for r in rows.itertuples()
    )
    assert rows["pvalue_adjusted"].to_numpy() == pytest.approx(
        cc.adjust(rows["pvalue"].to_numpy(float), method="holm")
    )
    with pytest.raises(cc.ClfCompareError, match="`control` must"):
        procedure(x, better="lower", adjust="holm", control="lda")


# --- the cases of an outcome


def outcome_of(predictions, positive="yes"):
    "An outcome with no more than `case_values` and `case_table` look at."
    facts = {"classes": {"wine": ["no", "yes"]}, "positive": {"wine": positive}}
    return cc.Outcome(
        scores=None,
        predictions=predictions,
        runs=pd.DataFrame(dict(status=["ok"])),
        plan=None,
        facts=facts,
    )


def predictions_of(repeats, folds, tested, seed=4):
    "Predictions of two algorithms in no order; `tested` says which rows a fold tests."
    rng, rows = np.random.default_rng(seed), []
    truth = np.array(["no", "yes"] * 6)
    for name in ("svm", "knn"):
        for repeat in range(repeats):
            for fold in range(folds):
                at = tested(repeat, fold)
                said = np.where(
                    rng.random(len(at)) < 0.7, truth[at], np.where(truth[at] == "yes", "no", "yes")
                )
                keys = dict(dataset="wine", algorithm=name, repeat=repeat, fold=fold)
                rows.append(pd.DataFrame(dict(**keys, row=at, y_true=truth[at], y_pred=said)))
    return pd.concat(rows, ignore_index=True).sample(frac=1, random_state=seed, ignore_index=True)


def test_case_values_stand_by_case_replication_and_half():
    predictions = predictions_of(5, 2, lambda repeat, fold: np.array([7, 2, 5, 10, 3]))
    found, right = (
        cc.data.case_values(outcome_of(predictions), measure="error"),
        cc.data.case_values(outcome_of(predictions), measure="accuracy"),
    )
    for name, values in found.items():
        assert values.shape == (5, 5, 2) and (right[name] == 1 - values).all()
        of = predictions[predictions["algorithm"] == name].set_index(["row", "repeat", "fold"])
        for place in np.ndindex(5, 5, 2):
            one = of.loc[([2, 3, 5, 7, 10][place[0]], *place[1:])]
            assert values[place] == (one["y_true"] != one["y_pred"])
    assert set(found) == {"svm", "knn"}


def test_case_values_of_another_measure_are_jackknife_pseudo_values():
    predictions = predictions_of(5, 2, lambda repeat, fold: np.arange(1, 10))
    values = cc.data.case_values(outcome_of(predictions), measure="accuracy")["knn"]
    f = cc.data.case_values(outcome_of(predictions), measure="f1")["knn"]
    one = predictions.query("algorithm == 'knn' and repeat == 3 and fold == 1").sort_values("row")

    def f1(rows):
        return cc.measures.evaluate(
            "f1", y_true=rows["y_true"].to_numpy(), y_pred=rows["y_pred"].to_numpy(), positive="yes"
        )

    raw = np.array([9 * f1(one) - 8 * f1(one.drop(i)) for i in one.index])
    assert f[:, 3, 1] == pytest.approx(raw - raw.mean() + f1(one)) and f[
        :, 3, 1
    ].mean() == pytest.approx(f1(one))
    assert not np.allclose(f, values)


def test_case_values_need_the_same_cases_in_all_ten():
    held = predictions_of(5, 2, lambda repeat, fold: np.array([7, 2, 5]))
    halves = predictions_of(5, 2, lambda repeat, fold: np.arange(fold, 12, 2))
    folds = predictions_of(1, 4, lambda repeat, fold: np.arange(12))
    for wrong in (halves, folds, held[held["fold"] == 0], held.iloc[1:]):
        with pytest.raises(cc.ClfCompareError, match="held-out cases"):
            cc.data.case_values(outcome_of(wrong), measure="error")


def test_case_table_is_the_mean_over_the_repeats():
    predictions = predictions_of(3, 4, lambda repeat, fold: (np.arange(fold, 12, 4) + repeat) % 12)
    table = cc.data.case_table(outcome_of(predictions), measure="error")
    wrong = predictions.assign(wrong=predictions["y_true"] != predictions["y_pred"])
    for name in ("svm", "knn"):
        for row in range(12):
            assert table.loc[row, name] == pytest.approx(
                wrong.query("algorithm == @name and row == @row")["wrong"].mean()
            )
    assert table.shape == (12, 2) and not table.isin([0, 1]).all(axis=None)
    with pytest.raises(cc.ClfCompareError, match="equally often"):
        cc.data.case_table(outcome_of(predictions.iloc[1:]), measure="error")


# --- any magnitude

UNITS = [
    2.0**-990,
    2.0**-550,
    2.0**550,
    2.0**990,
]  # about 1e-298, 1e-166, 1e166, 1e298: beyond what a square can hold
IN_UNITS = ("estimate", "low", "high", "se")


def same_but_for_the_unit(one, other, unit, unitless=()):
    for key, value in one.items():
        if key in IN_UNITS or key in unitless:
            assert value is None or other[key] / unit == pytest.approx(value, rel=1e-12), key
        elif key in (
            "statistic",
            "pvalue",
            "df",
            "effect",
            "effect_low",
            "effect_high",
            "hedges_g",
            "n",
        ):
            assert value is None or np.ravel(other[key]) == pytest.approx(
                np.ravel(value), rel=1e-12, nan_ok=True
            ), key


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("unit", UNITS)
class TestAnyMagnitude:
    @pytest.mark.parametrize("name", [name for name in PAIRS if name not in BOUNDED])
    def test_pairs(self, name, unit):
        procedure, shape, _ = PAIRS[name]
        a, b = pair(shape)
        one, other = procedure(a, b).to_dict(), procedure(unit * a, unit * b).to_dict()
        same_but_for_the_unit(
            one, other, unit, unitless=("statistic",) if "permutation_test" in name else ()
        )

    @pytest.mark.parametrize("name", TABLES)
    def test_tables(self, name, unit):
        procedure, directed, _ = TABLES[name]
        more = {"better": "lower"} if directed else {}
        same_but_for_the_unit(
            procedure(table(6, 3), **more).to_dict(),
            procedure(unit * table(6, 3), **more).to_dict(),
            unit,
        )

    @pytest.mark.parametrize(
        "name", [name for name in POSTHOC if name.removeprefix("pairwise, ") not in BOUNDED]
    )
    def test_pairs_of_tables(self, name, unit):
        one, other = (POSTHOC[name][0](u * table(), better="lower").comparisons for u in (1, unit))
        ranks = POSTHOC[name][1]
        for row, again in zip(one.to_dict("records"), other.to_dict("records")):
            for key in ("estimate", "low", "high"):
                if pd.isna(row[key]):
                    assert pd.isna(again[key])
                else:
                    assert again[key] / (1 if ranks else unit) == pytest.approx(row[key], rel=1e-12)
            for key in ("statistic", "pvalue", "pvalue_adjusted"):
                assert again[key] == pytest.approx(row[key], rel=1e-12)
            assert (row["a"], row["b"]) == (again["a"], again["b"])

    def test_heldout(self, unit):
        x = np.moveaxis(losses(4), -1, 0)
        same_but_for_the_unit(
            cc.inference.heldout_anova(x).to_dict(),
            cc.inference.heldout_anova(unit * x).to_dict(),
            unit,
        )
        one, other = (cc.heldout_pairs(u * x, better="lower").comparisons for u in (1, unit))
        for row, again in zip(one.to_dict("records"), other.to_dict("records")):
            same_but_for_the_unit(row, again, unit)
        one, other = (
            cc.inference.bayes_heldout_ttest(
                u * x[0], u * x[1], better="lower", rope=0.01 * u
            ).probabilities()
            for u in (1, unit)
        )
        assert tuple(other) == pytest.approx(tuple(one), rel=1e-12)

    @pytest.mark.parametrize("name", BAYES)
    def test_bayes(self, name, unit):
        a, b = pair((9,))

        def judged(u):
            more = (
                {"test_share": 0.2}
                if name == "bayes_correlated_ttest"
                else {"rng": 5, "draws": 3000}
            )
            return named(name)(u * a, u * b, better="lower", rope=0.01 * u, **more).probabilities()

        assert judged(unit) == judged(1)

    def test_hierarchical(self, unit):
        d = np.random.default_rng(2).normal(0.01, 0.02, (5, 7))
        one, other = (
            cc.bayes_hierarchical(
                u * d, better="lower", rope=0.01 * u, test_share=0.1, rng=3, draws=200
            )
            for u in (1, unit)
        )
        assert tuple(one.probabilities()) == pytest.approx(tuple(other.probabilities()), abs=1e-12)
        for key in ("means", "sds"):
            assert other.details[key] / unit == pytest.approx(one.details[key])

    def test_several_measures(self, unit):
        a, b = np.random.default_rng(10).normal(size=(2, 13, 3))
        one, other = cc.hotelling(a, b).to_dict(), cc.hotelling(unit * a, unit * b).to_dict()
        same_but_for_the_unit(one, other, unit, unitless=("mean_difference",))
        assert other["paired_t"] == pytest.approx(one["paired_t"]) and other[
            "direction"
        ] * unit == pytest.approx(one["direction"])
        values = np.stack([a, b, a + b])
        assert tuple(cc.manova(unit * values)) == pytest.approx(tuple(cc.manova(values)))
        assert tuple(cc.mardia(unit * a)) == pytest.approx(tuple(cc.mardia(a)))

    def test_effects_and_equivalence(self, unit):
        a, b = pair((9,))
        for effect in (
            cc.inference.cohen_dz,
            cc.inference.hedges_g,
            cc.inference.rank_biserial,
            cc.inference.probability_of_superiority,
            cc.inference.cliffs_delta,
        ):
            one, other = effect(a, b), effect(unit * a, unit * b)
            assert (other.value, other.low, other.high) == pytest.approx(
                (one.value, one.low, one.high), rel=1e-12
            )
        one, other = (
            cc.inference.tost(u * a, u * b, low=-0.04 * u, high=0.05 * u).to_dict()
            for u in (1, unit)
        )
        same_but_for_the_unit(one, other, unit)
        one, other = (cc.paired_difference_interval(u * a, u * b, level=0.8) for u in (1, unit))
        for key in ("value", "low", "high", "se"):
            assert getattr(other, key) / unit == pytest.approx(getattr(one, key))

    def test_the_shift_of_both_is_the_unit_too(self, unit):
        "A difference far below the numbers it is made from is noise, at any magnitude."
        a, _ = pair((7,))
        assert cc.paired_ttest(unit * a, unit * a * (1 + 2.0**-52)).pvalue == 1


# --- ties


def test_means_are_of_plain_differences():
    "Near 1000 differences of 5e-7 are a chain of ties; ranks see it, a t test must not."
    from scipy import stats

    a, b = 1000 + np.random.default_rng(1).uniform(0, 5e-7, (2, 1000)) + [[2e-7], [0]]
    assert cc.paired_ttest(a, b).statistic == pytest.approx(
        stats.ttest_rel(a, b).statistic, rel=1e-9
    )
    assert cc.paired_ttest(a, b).estimate == pytest.approx(np.mean(a - b), rel=1e-12)
    corrected = np.mean(a - b) / np.std(a - b, ddof=1) / np.sqrt(1 / 1000 + 11 / 53)
    assert cc.corrected_ttest(a, b, n_train=53, n_test=11).statistic == pytest.approx(
        corrected, rel=1e-9
    )
    assert cc.bayes_correlated_ttest(
        a, b, better="lower", rope=0, test_share=0.1
    ).mean == pytest.approx(np.mean(a - b), rel=1e-12)
    assert cc.sign_test(a, b).estimate == pytest.approx(np.median(a - b), abs=1e-9)


@pytest.mark.parametrize(
    "procedure",
    [cc.friedman, cc.iman_davenport, cc.quade, cc.aligned_friedman, cc.nemenyi, cc.conover],
)
def test_derived_numbers_tie(procedure):
    "A mean of the same folds in another order is the same number, whatever its last bit says."
    values = np.random.default_rng(3).integers(0, 4, (9, 4)) / 10 + 0.1
    noisy = values * (1 + np.random.default_rng(4).integers(-1, 2, values.shape) * 2.0**-52)
    assert (noisy != values).any()
    one, other = procedure(values, better="lower"), procedure(noisy, better="lower")
    if hasattr(one, "comparisons"):
        pd.testing.assert_frame_equal(one.comparisons, other.comparisons)
    else:
        assert tuple(one) == pytest.approx(tuple(other), rel=1e-12)
    assert (
        cc.average_ranks(values, better="higher") == cc.average_ranks(noisy, better="higher")
    ).all()


# --- perfect agreement, and p-values exactly at the level


@pytest.mark.parametrize(
    "M, L, pvalue", [(2, 2, 1 / 2), (2, 3, 1 / 6), (3, 3, 1 / 36), (4, 2, 1 / 8)]
)
def test_perfect_agreement_has_the_exact_p(M, L, pvalue):
    values = np.tile(np.arange(L) / 10, (M, 1))
    for procedure in (cc.iman_davenport, cc.quade):
        result = procedure(values, better="lower")
        assert (
            result.statistic == np.inf
            and result.pvalue == pytest.approx(pvalue)
            and result.to_dict()["pvalue_formula"] == 0
        )
        assert "exact p at perfect agreement" in result.summary()
    result = cc.conover(values, better="lower", adjust="none")
    assert result.comparisons["pvalue"].to_numpy() == pytest.approx(
        np.full(L * (L - 1) // 2, pvalue)
    )
    assert result.comparisons[["low", "high"]].isna().all(axis=None)
    assert set(result.to_dict()["pvalue_formula"]) == {0.0} and "exact p" in result.summary()


def test_a_p_value_equal_to_the_level_rejects_everywhere():
    rows = [("A", "B", 0.05), ("A", "C", 0.0501), ("B", "C", 0.9)]
    pairs = pd.DataFrame(
        [{"a": a, "b": b, "estimate": -0.1, "pvalue": p, "pvalue_adjusted": p} for a, b, p in rows]
    )
    result = cc.PairwiseResult(
        table=pairs,
        names=("A", "B", "C"),
        scores=(1, 2, 3),
        score_name="mean",
        method="m",
        adjust="none",
        better="lower",
    )
    assert result.cliques(0.05) == [("A", "C"), ("B", "C")] and cc.cliques(result, alpha=0.05) == [
        ("A", "C"),
        ("B", "C"),
    ]
    assert result.cliques(0.04999) == [("A", "B", "C")] and "A is better than B" in result.decision(
        0.05
    )
    order = cc.multi2test(result, cost={"A": 3, "B": 2, "C": 1}, alpha=0.05).names
    assert order.index("A") < order.index("B")  # B is cheaper, but found worse
    exactly, above = (cc.TestResult(statistic=1.0, pvalue=p, method="m") for p in (0.05, 0.0500001))
    assert exactly.rejects(0.05) and not above.rejects(0.05)


def test_results_know_their_direction_and_their_control():
    values = table()
    for name in (
        POSTHOC
    ):  # the direction is that of the estimates: of ranks the lower is better, whatever the measure
        assert POSTHOC[name][0](values, better="higher").better == (
            "lower" if POSTHOC[name][1] else "higher"
        )
    against = cc.bonferroni_dunn(values, control="A3", better="higher")
    assert (against.control, against.better) == ("A3", "lower") and cc.nemenyi(
        values, better="lower"
    ).control is None


# --- directions of measures


def test_the_better_direction_of_every_measure():
    """A perfect classifier must have the better value of every measure that a worse one can be
    told by.
    """
    good, bad = (
        cc.binary_measures(**counts)
        for counts in (dict(tp=39, fn=1, fp=2, tn=58), dict(tp=11, fn=29, fp=37, tn=23))
    )
    for name in good.index:
        if name == "chi2":
            continue  # strength of association, in either direction
        assert (good[name] > bad[name]) == (cc.measures.measure_better(name) == "higher"), name
    assert (
        cc.measures.measure_better("for") == "lower"
        and cc.measures.measure_better("false omission rate") == "lower"
    )


def test_a_probability_of_one_half_is_a_positive_answer():
    "In a reject curve as in a confusion matrix: the threshold itself belongs to the positives."
    one, other = (cc.reject_curve(y, [0.5, 0.9, 0.2]) for y in ([1, 1, 0], [0, 1, 0]))
    assert one.y[0] == 0 and other.y[0] == pytest.approx(1 / 3)
    one, other = (cc.reject_curve(y, [7.0, 9.0, 2.0], threshold=7) for y in ([1, 1, 0], [0, 1, 0]))
    assert one.y[0] == 0 and other.y[0] == pytest.approx(1 / 3)


def test_quadratic_and_logarithmic_scores_by_hand():
    y, p = [1, 0, 1, 1], [0.9, 0.3, 0.6, 0.2]
    assert cc.brier_score(y, p) == pytest.approx((0.1**2 + 0.3**2 + 0.4**2 + 0.8**2) / 4)
    assert cc.measures.log_loss(y, p) == pytest.approx(-np.log([0.9, 0.7, 0.6, 0.2]).mean())
    three = [
        [0.7, 0.2, 0.1],
        [0.3, 0.6, 0.1],
        [0.25, 0.35, 0.4],
    ]  # of several classes the squares add up
    classes = ["a", "b", "c"]
    assert cc.brier_score(["a", "c", "b"], three, classes=classes) == pytest.approx(
        (0.3**2 + 0.2**2 + 0.1**2 + 0.3**2 + 0.6**2 + 0.9**2 + 0.25**2 + 0.65**2 + 0.4**2) / 3
    )
    assert cc.measures.log_loss(["a", "c", "b"], three, classes=classes) == pytest.approx(
        -np.log([0.7, 0.1, 0.35]).mean()
    )


def test_checks_count_ties_of_written_numbers():
    from clfcompare.core.tables import scores_from_wide

    wide = pd.DataFrame(
        {"A": [0.1 + 0.2, 0.4, 0.7, 0.1], "B": [0.3, 0.5, 0.2, 0.6]}, index=list("wxyz")
    )  # the first row ties on paper
    found = [
        f.what
        for f in cc.check(scores_from_wide(wide, measure="error", better="lower"), test="wilcoxon")
        if f.code == "CC003"
    ]
    assert found and found[0].startswith("25% of")
