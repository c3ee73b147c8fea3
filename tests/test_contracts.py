"""What every procedure must keep, whoever wrote it (the list in `procedures.py` is the register)."""
import clfcompare as cc
import numpy as np
import pandas as pd
import pytest
from procedures import ADJUST, BAYES, MULTIVARIATE, PAIRS, POSTHOC, SCORED, TABLES, pair, table

ARRAYS = {"NaN": lambda a: np.where(np.arange(a.size).reshape(a.shape) == 1, np.nan, a), "infinity": lambda a: a + np.inf,
          "text": lambda a: a.astype(str).astype(object) + "x", "one dimension too many": lambda a: a[None, None]}


@pytest.mark.parametrize("name", PAIRS)
class TestPairs:
    def test_swapping_flips_the_sign(self, name):
        procedure, shape, signed = PAIRS[name]
        a, b = pair(shape)
        ab, ba = procedure(a, b), procedure(b, a)
        assert ab.pvalue == pytest.approx(ba.pvalue, rel=1e-9)
        if signed is not None: assert ab.statistic == pytest.approx(-ba.statistic if signed else ba.statistic, rel=1e-9)
        if ab.estimate is not None: assert ab.estimate == pytest.approx(-ba.estimate, abs=1e-12)
        if ab.low is not None: assert (ab.low, ab.high) == pytest.approx((-ba.high, -ba.low), abs=1e-12)

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
        with pytest.raises(cc.ClfCompareError, match=r"must .*; got "): procedure(ARRAYS[spoil](a), b)
        with pytest.raises(cc.ClfCompareError, match=r"must .*; got "): procedure(a, ARRAYS[spoil](b))

    def test_unpaired_is_refused(self, name):
        procedure, shape, _ = PAIRS[name]
        a, b = pair(shape)
        with pytest.raises(cc.ClfCompareError): procedure(a, b[:-1])
        with pytest.raises(cc.ClfCompareError): procedure([], [])

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
        assert tuple(self.run(name, -values, "higher")) == pytest.approx(tuple(self.run(name, values, "lower")), rel=1e-9)

    @pytest.mark.parametrize("spoil", ["NaN", "text"])
    def test_bad_numbers_are_refused(self, name, spoil):
        with pytest.raises(cc.ClfCompareError, match=r"must .*; got "): self.run(name, ARRAYS[spoil](table()))

    def test_wrong_shapes_are_refused(self, name):
        for values in (table()[0], table()[:, :1], np.empty((0, 3))):
            with pytest.raises(cc.ClfCompareError, match=r"must .*; got "): self.run(name, values)

    def test_nothing_to_see_is_refused(self, name):
        with pytest.raises(cc.ClfCompareError): self.run(name, np.full((5, 3), 0.25))

    def test_two_columns_and_two_rows_are_valid(self, name):
        for shape in ((8, 2), (2, 3)):
            result = self.run(name, table(*shape))
            assert 0 <= result.pvalue <= 1

    def test_reports_what_a_reader_needs(self, name):
        result = self.run(name, table(rows=6))
        assert result.n == 6 and result.effect is not None and result.effect_name and result.method


@pytest.mark.parametrize("name", POSTHOC)
class TestPosthoc:
    def run(self, name, values, better="lower"): return POSTHOC[name][0](values, better=better)

    def test_labels_do_not_matter(self, name):
        frame = pd.DataFrame(table(), columns=["knn", "svm", "rip", "mdt"])
        one, other = self.run(name, frame), self.run(name, frame[["rip", "mdt", "knn", "svm"]])
        assert one.names == other.names
        pd.testing.assert_frame_equal(one.matrix(), other.matrix())
        assert one.cliques(0.05) == other.cliques(0.05)

    def test_adjusted_is_never_smaller(self, name):
        rows = self.run(name, table()).comparisons
        assert (rows["pvalue_adjusted"] >= rows["pvalue"] - 1e-15).all() and rows["pvalue_adjusted"].between(0, 1).all()
        assert len(rows) == 6
        assert list(rows) == ["a", "b", "estimate", "low", "high", "statistic", "df", "pvalue", "pvalue_adjusted", "adjust", "effect", "n"]

    def test_best_first(self, name):
        values = table() + 0.2 * np.array([3, 0, 2, 1])
        assert self.run(name, values, "lower").names == ("A2", "A4", "A3", "A1")
        assert self.run(name, values, "higher").names == ("A1", "A3", "A4", "A2")

    def test_bad_input_is_refused(self, name):
        for spoil in ("NaN", "text"):
            with pytest.raises(cc.ClfCompareError, match=r"must .*; got "): self.run(name, ARRAYS[spoil](table()))
        with pytest.raises(cc.ClfCompareError): self.run(name, table(), better="up")
        with pytest.raises(cc.ClfCompareError): self.run(name, pd.DataFrame(table(columns=3), columns=["knn", "knn", "svm"]))


@pytest.mark.parametrize("name", [name for name, (_, _, ranks) in TABLES.items() if ranks])
def test_ranks_do_not_see_a_monotone_map(name):
    procedure, values = TABLES[name][0], table(rows=6)
    assert tuple(procedure(np.exp(7 * values), better="lower")) == tuple(procedure(values, better="lower"))


@pytest.mark.parametrize("name", [name for name, (_, ranks) in POSTHOC.items() if ranks])
def test_pairs_of_ranks_do_not_see_a_monotone_map(name):
    procedure, values = POSTHOC[name][0], table()
    pd.testing.assert_frame_equal(procedure(np.exp(9 * values), better="lower").matrix(), procedure(values, better="lower").matrix())


@pytest.mark.parametrize("method", ADJUST)
class TestAdjust:
    def test_never_smaller_and_in_place(self, method):
        p = np.random.default_rng(5).random(15) ** 3
        order = np.random.default_rng(6).permutation(15)
        adjusted = cc.adjust(p, method=method)
        assert (adjusted >= p - 1e-15).all() and (adjusted <= 1).all()
        if method not in ("shaffer", "bergmann_hommel"): assert cc.adjust(p[order], method=method) == pytest.approx(adjusted[order])

    def test_bad_input_is_refused(self, method):
        for p in ([0.1, np.nan, 0.2], [0.1, 1.2, 0.3], ["a", "b", "c"], [[0.1, 0.2, 0.3]]):
            with pytest.raises(cc.ClfCompareError, match=r"must .*; got "): cc.adjust(p, method=method)


def test_order_of_power():
    "Bergmann-Hommel <= Shaffer <= Holm <= Bonferroni, Hommel <= Hochberg <= Holm."
    for seed in range(20):
        p = np.random.default_rng(seed).random(21) ** 4
        a = {m: cc.adjust(p, method=m) for m in ADJUST}
        for less, more in (("bergmann_hommel", "shaffer"), ("shaffer", "holm"), ("holm", "bonferroni"), ("hommel", "hochberg"),
                           ("hochberg", "holm")):
            assert (a[less] <= a[more] + 1e-12).all(), (seed, less, more)


def test_pairs_of_seven_algorithms_only():
    for method in ("shaffer", "bergmann_hommel"):
        with pytest.raises(cc.ClfCompareError): cc.adjust([0.1, 0.2, 0.3, 0.4], method=method)


@pytest.mark.parametrize("name", PAIRS)
def test_level_under_the_null(name):
    "Independent differences without a difference: at most 5 % of the p-values are at most 0.05, and not next to none."
    procedure, shape, _ = PAIRS[name]
    rng, times = np.random.default_rng(12), 400
    p = np.array([procedure(*rng.normal(size=(2, *shape))).pvalue for _ in range(times)])
    if name.startswith("corrected"): assert (p <= 0.05).mean() <= 0.05 # made for correlated differences: careful here
    else: assert 0.005 <= (p <= 0.05).mean() <= 0.05 + 3.5 * np.sqrt(0.05 * 0.95 / times)


@pytest.mark.parametrize("name", [name for name in TABLES if name != "friedman, exact"])
def test_level_of_tables_under_the_null(name):
    procedure, directed, _ = TABLES[name]
    rng, times = np.random.default_rng(13), 300
    p = [(procedure(v, better="lower") if directed else procedure(v)).pvalue for v in rng.normal(size=(times, 12, 4))]
    assert 0.005 <= np.mean(np.array(p) <= 0.05) <= 0.05 + 3.5 * np.sqrt(0.05 * 0.95 / times)


class TestCasesAndControls:
    def test_cochran_q(self):
        right = (np.random.default_rng(7).random((31, 3)) < [0.6, 0.8, 0.7]).astype(int)
        assert tuple(cc.cochran_q(right)) == pytest.approx(tuple(cc.cochran_q(right[::-1, [2, 0, 1]])))
        assert tuple(cc.cochran_q(right)) == pytest.approx(tuple(cc.cochran_q(1 - right)))
        for wrong in (right + 0.5, right[:, :1], np.ones((9, 3)), right.astype(str)):
            with pytest.raises(cc.ClfCompareError): cc.cochran_q(wrong)

    def test_mcnemar(self):
        assert cc.mcnemar(4, 13).pvalue == cc.mcnemar(13, 4).pvalue
        for wrong in ((-1, 3), (2.5, 3), (np.nan, 3), ("a", 3), (True, 3)):
            with pytest.raises(cc.ClfCompareError): cc.mcnemar(*wrong)

    def test_delong(self):
        rng = np.random.default_rng(8)
        y, a, b = np.repeat([0, 1], [19, 14]), rng.normal(size=33), rng.normal(size=33)
        ab, ba = cc.delong_test(y, a, b), cc.delong_test(y, b, a)
        assert (ab.statistic, ab.estimate) == pytest.approx((-ba.statistic, -ba.estimate)) and ab.pvalue == pytest.approx(ba.pvalue)
        assert tuple(cc.delong_test(y, np.exp(a), 3 * b)) == pytest.approx(tuple(ab))
        with pytest.raises(cc.ClfCompareError): cc.delong_test(y, a[:-1], b)

    def test_bonferroni_dunn(self):
        frame = pd.DataFrame(table(), columns=["knn", "svm", "rip", "mdt"])
        rows = cc.bonferroni_dunn(frame, control="svm", better="lower").comparisons
        again = cc.bonferroni_dunn(frame[["rip", "svm", "mdt", "knn"]], control="svm", better="lower").comparisons
        assert len(rows) == 3 and (rows["pvalue_adjusted"] == np.minimum(1, 3 * rows["pvalue"])).all()
        pd.testing.assert_frame_equal(rows, again)
        with pytest.raises(cc.ClfCompareError): cc.bonferroni_dunn(frame, control="lda", better="lower")


class TestSeveralMeasures:
    @pytest.mark.parametrize("name", MULTIVARIATE)
    def test_bad_input_is_refused(self, name):
        procedure, shape = MULTIVARIATE[name]
        values = np.random.default_rng(9).normal(size=shape)
        for spoil in ("NaN", "text", "one dimension too many"):
            with pytest.raises(cc.ClfCompareError): procedure(ARRAYS[spoil](values))
        with pytest.raises(cc.ClfCompareError): procedure(np.concatenate([values, values], axis=-1)) # one measure twice

    def test_hotelling(self):
        a, b = np.random.default_rng(10).normal(size=(2, 13, 3))
        assert tuple(cc.hotelling(a, b)) == pytest.approx(tuple(cc.hotelling(b, a)))
        scaled = cc.hotelling(a * [1, 1000, 1e-4], b * [1, 1000, 1e-4]) # units of a measure must not matter
        assert tuple(scaled) == pytest.approx(tuple(cc.hotelling(a, b)), rel=1e-6)
        assert cc.hotelling(a[:, :1], b[:, :1]).pvalue == pytest.approx(cc.paired_ttest(a[:, 0], b[:, 0]).pvalue)
        for wrong in ((a, b[:, :2]), (a[:3], b[:3]), (a[..., [0, 0]], b[..., [0, 0]]), (ARRAYS["NaN"](a), b)):
            with pytest.raises(cc.ClfCompareError): cc.hotelling(*wrong)

    def test_manova_sees_no_order_of_algorithms(self):
        values = np.random.default_rng(11).normal(size=(3, 11, 2))
        assert tuple(cc.manova(values)) == pytest.approx(tuple(cc.manova(values[[2, 0, 1]])))


@pytest.mark.parametrize("name", BAYES)
class TestBayes:
    def test_swapping_swaps(self, name):
        a, b = pair((9,))
        one, two = BAYES[name](a, b, better="lower").probabilities(), BAYES[name](b, a, better="lower").probabilities()
        assert tuple(one) == pytest.approx(tuple(two)[::-1], abs=1e-9) and sum(one) == pytest.approx(1)
        assert tuple(BAYES[name](a, b, better="higher").probabilities()) == pytest.approx(tuple(two), abs=1e-9)

    def test_bad_input_is_refused(self, name):
        a, b = pair((9,))
        for wrong in ((ARRAYS["NaN"](a), b), (a[:-1], b), (ARRAYS["text"](a), b)):
            with pytest.raises(cc.ClfCompareError): BAYES[name](*wrong, better="lower")
        with pytest.raises(cc.ClfCompareError): BAYES[name](a, b, better="up")
        with pytest.raises(cc.ClfCompareError): BAYES[name](a, b, better="lower", rope=-1)


@pytest.mark.parametrize("name", SCORED)
class TestScored:
    def test_only_the_order_of_cases_changes(self, name):
        rng = np.random.default_rng(14)
        y, score, order = np.repeat([0, 1], [21, 12]), rng.normal(size=33), rng.permutation(33)
        value = [x if isinstance(x, float) else float(x) if hasattr(x, "value") else x.area()
                 for x in (SCORED[name](y, score), SCORED[name](y[order], score[order]), SCORED[name](y, np.exp(score)))]
        assert value[1] == pytest.approx(value[0]) and value[2] == pytest.approx(value[0])

    def test_bad_input_is_refused(self, name):
        y, score = np.repeat([0, 1], [5, 4]), np.linspace(0, 1, 9)
        for wrong in ((y, score[:-1]), (np.ones(9), score), (y, np.where(y == 1, np.nan, score)), (np.arange(9), score),
                      (y, score.astype(str))):
            with pytest.raises(cc.ClfCompareError, match="; got "): SCORED[name](*wrong)


class TestOrderings:
    def test_names_not_places_decide(self):
        wins = pd.DataFrame([[0, 7, 5], [3, 0, 6], [4, 2, 0]], index=list("abc"), columns=list("abc"))
        turned = wins.loc[list("cab"), list("cab")]
        one, two = (cc.bradley_terry(w).to_dict()["worths"] for w in (wins, turned))
        assert {k: one[k] for k in "abc"} == pytest.approx({k: two[k] for k in "abc"}) and sum(one.values()) == pytest.approx(1)
        with pytest.raises(cc.ClfCompareError): cc.bradley_terry([[0, 5], [0, 0]])

    def test_significance_before_cost(self):
        values = table() + 0.4 * np.array([0, 0, 1, 1])
        pairs = cc.pairwise(values, test="paired_ttest", adjust="holm", better="lower")
        names = cc.multitest(pairs, cost={"A1": 4, "A2": 3, "A3": 2, "A4": 1}, alpha=0.05).names
        assert set(names[:2]) == {"A1", "A2"}
        with pytest.raises(cc.ClfCompareError): cc.multitest(pairs, cost={"A1": 4}, alpha=0.05)
