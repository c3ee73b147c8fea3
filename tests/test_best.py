"""Step-down max-t, intervals of ranks and the set of the best, held against plain loops over all
sign patterns.
"""

import math
import time
from itertools import combinations, product

import clfcompare as cc
import numpy as np
import pandas as pd
import pytest
from clfcompare.core.tables import comparisons_table
from clfcompare.inference.max_t import best_pvalues
from clfcompare.inference.max_t import pair_sums, sign_flip_pvalues
from procedures import table
from scipy import stats

KINDS = ("t", "signed_rank")
RNG = np.random.default_rng(41)
TABLES = {
    "continuous": (RNG.normal(size=(7, 4)) + [0, 0.4, 0.9, 1.1]).round(6),
    "written decimals": (RNG.normal(0.7, 0.1, (7, 4)) + [0, 0.1, 0, 0]).round(2),
    "many ties": 0.1 * RNG.integers(0, 4, (8, 3)),
    "zeros and ones": RNG.integers(0, 2, (9, 4)),
    "a constant difference": np.column_stack(
        [np.arange(6) / 10, np.arange(6) / 10 + 0.3, [0.2, 0.1, 0.7, 0.4, 0.4, 0.9]]
    ),
    "opposite constants": np.column_stack(
        [[0.3, 0.3, 0.3, 0.3], [0.1, 0.5, 0.1, 0.5], [0.1, 0.1, 0.1, 0.1]]
    ),
    "large numbers": 1e6 + RNG.normal(size=(6, 3)).round(1),
    "two rows": np.array([[0.1, 0.4, 0.9], [0.3, 0.7, 0.2]]),
}


def signed_t(d):
    mean = sum(d) / len(d)
    sd = math.sqrt(sum((v - mean) ** 2 for v in d) / (len(d) - 1)) if len(set(d)) > 1 else 0.0
    return mean / (sd / math.sqrt(len(d))) if sd else math.copysign(math.inf, mean) if mean else 0.0


def signed_rank(d):
    sizes = sorted(abs(v) for v in d if v)
    ranks = [math.copysign(sizes.index(abs(v)) + (sizes.count(abs(v)) + 1) / 2, v) for v in d if v]
    return sum(ranks) / math.sqrt(sum(r * r for r in ranks)) if ranks else 0.0


def flipped(values, kind):
    """Signed statistics of all ordered pairs (j, k), j minus k, under every pattern; the first
    is the observed one.
    """
    statistic = {"t": signed_t, "signed_rank": signed_rank}[kind]
    rows = [list(map(float, row)) for row in values]
    pairs = [(j, k) for j in range(len(rows[0])) for k in range(len(rows[0])) if j != k]
    d = {
        (j, k): [round(row[j] - row[k], 8) for row in rows] for j, k in pairs
    }  # as written decimals
    return [
        {pair: statistic([g * v for g, v in zip(signs, d[pair])]) for pair in pairs}
        for signs in product((1, -1), repeat=len(rows))
    ]


def least(value):
    return value - 1e-9 * abs(value) if math.isfinite(value) else value


def plain_max_t(values, kind):
    every = flipped(values, kind)
    every = [{pair: abs(v) for pair, v in star.items() if pair[0] < pair[1]} for star in every]
    order, before, found = sorted(every[0], key=every[0].get, reverse=True), 0.0, {}
    for place, pair in enumerate(order):
        seen = least(every[0][pair])
        stepped = sum(max(star[p] for p in order[place:]) >= seen for star in every) / len(every)
        before = max(before, stepped)
        found[pair] = every[0][pair], sum(star[pair] >= seen for star in every) / len(every), before
    return found


def by_columns(result):  # rows of comparisons by the numbers of the columns, A1 is 0
    return {
        tuple(sorted((int(r.a[1:]) - 1, int(r.b[1:]) - 1))): r
        for r in result.comparisons.itertuples()
    }


class TestMaxT:
    @pytest.mark.parametrize("kind", KINDS)
    @pytest.mark.parametrize("name", TABLES)
    def test_all_patterns_by_plain_loops(self, name, kind):
        rows, expected = (
            by_columns(cc.max_t(TABLES[name], better="higher", statistic=kind, rng=1)),
            plain_max_t(TABLES[name], kind),
        )
        assert rows.keys() == expected.keys()
        for pair, (statistic, raw, stepped) in expected.items():
            # rounding is what keeps a t of 1e6 + x from more digits
            assert rows[pair].statistic == pytest.approx(
                statistic, rel=1e-7 if name == "large numbers" else 1e-9
            ), pair
            assert (rows[pair].pvalue, rows[pair].pvalue_adjusted) == pytest.approx(
                (raw, stepped), abs=1e-9
            ), pair

    def test_random_patterns_converge_to_all(self):
        values = table(12, 5, seed=3)
        sums = pair_sums(values)
        exact = sign_flip_pvalues(sums, draws=4095, rng=None)
        drawn = sign_flip_pvalues(sums, draws=4094, rng=np.random.default_rng(2))
        for p, q in zip(exact, drawn):
            assert np.abs(p - q).max() < 4 * np.sqrt(0.25 / 4095) and (p != q).any()
            assert (
                np.allclose(np.array(q) * 4095, np.rint(np.array(q) * 4095)) and q.min() >= 1 / 4095
            )

    @pytest.mark.parametrize("kind", KINDS)
    def test_more_pairs_than_fit_in_a_block(self, kind):
        "78 pairs under 4096 patterns, all at once."
        values, (i, j) = table(12, 13, seed=7), np.triu_indices(13, 1)
        d = values[:, i] - values[:, j]
        if kind == "signed_rank":
            d = stats.rankdata(np.abs(d), axis=0) * np.sign(d)
        star = np.abs(np.array(list(product((1, -1), repeat=12))) @ d) / np.sqrt(
            (d * d).sum(0)
        )  # patterns x pairs; the first is observed
        order, expected = np.argsort(-star[0]), np.empty(78)
        largest = np.maximum.accumulate(star[:, order[::-1]], axis=1)[:, ::-1]
        expected[order] = np.maximum.accumulate((largest >= star[0, order] * (1 - 1e-9)).mean(0))
        raw, stepped = sign_flip_pvalues(pair_sums(values, statistic=kind), draws=9999, rng=None)
        assert stepped == pytest.approx(expected, abs=1e-12) and raw == pytest.approx(
            (star >= star[0] * (1 - 1e-9)).mean(0), abs=1e-12
        )

    @pytest.mark.parametrize("rows, draws", [(9, 9999), (30, 501)])
    def test_two_algorithms_are_a_permutation_test(self, rows, draws):
        values = table(rows, 2)
        row = cc.max_t(values, better="lower", rng=6, draws=draws).comparisons.iloc[0]
        single = cc.permutation_test(values[:, 0], values[:, 1], n=draws, rng=6)
        assert row["pvalue"] == row["pvalue_adjusted"] == pytest.approx(single.pvalue, abs=1e-12)

    @pytest.mark.parametrize("kind", KINDS)
    def test_order_direction_and_steps(self, kind):
        frame = pd.DataFrame(table(25, 6, seed=5).round(2), columns=list("uvwxyz"))
        one = cc.max_t(frame, better="lower", statistic=kind, rng=3, draws=299)
        other = cc.max_t(frame[list("zxvyuw")], better="lower", statistic=kind, rng=3, draws=299)
        assert one.names == other.names == tuple(frame.mean().sort_values().index)
        pd.testing.assert_frame_equal(one.comparisons, other.comparisons)
        turned = cc.max_t(-frame, better="higher", statistic=kind, rng=3, draws=299)
        pd.testing.assert_frame_equal(one.matrix(), turned.matrix())
        back = cc.max_t(frame, better="higher", statistic=kind, rng=3, draws=299)
        assert back.names == one.names[::-1] and back.better == "higher"
        pd.testing.assert_frame_equal(
            back.matrix().loc[list(one.names), list(one.names)], one.matrix()
        )
        rows = one.comparisons.sort_values("statistic", ascending=False)
        assert (
            rows["pvalue_adjusted"].is_monotonic_increasing
            and (rows["pvalue_adjusted"] >= rows["pvalue"]).all()
        )
        assert (one.comparisons["estimate"] <= 0).all() and (
            back.comparisons["estimate"] >= 0
        ).all()
        share = one.comparisons.set_index(["a", "b"])[
            "effect"
        ]  # a lower than b, then: b higher than a
        assert share.to_dict() == pytest.approx(
            back.comparisons.set_index(["b", "a"])["effect"].to_dict()
        )

    def test_degenerate_tables(self):
        same = np.repeat(table(8, 1), 3, axis=1)
        for kind in KINDS:
            assert (
                cc.max_t(same, better="lower", statistic=kind, rng=1).comparisons["pvalue_adjusted"]
                == 1
            ).all()
        rows = cc.max_t(same + [0, 0.25, 0.5], better="lower", rng=1).comparisons
        assert (rows["statistic"] == np.inf).all() and rows["pvalue_adjusted"].tolist() == [
            2 / 2**8
        ] * 3

    def test_one_lucky_row_is_no_evidence(self):
        "With 0/1 rows of one disagreement nothing can be told, however many rows there are."
        values = np.zeros((40, 3))
        values[0] = [1, 0, 0]
        assert (cc.max_t(values, better="higher", rng=1, draws=99).comparisons["pvalue"] == 1).all()

    @pytest.mark.parametrize(
        "change",
        [
            dict(statistic="T"),
            dict(statistic=None),
            dict(rng=None),
            dict(rng=-1),
            dict(draws=0),
            dict(draws=9.5),
            dict(better="up"),
        ],
    )
    def test_words_are_refused(self, change):
        with pytest.raises(cc.ClfCompareError, match=r"must .*; got "):
            cc.max_t(table(), **{"better": "lower", "rng": 1, **change})

    def test_large_tables_are_fast(self):
        """Ten thousand flips of 435 pairs take under a second of processor time; 8911 pairs of
        500 rows a few.
        """
        for shape, limit in (((50, 30), 2), ((500, 134), 30)):  # with room for a busy machine
            values, start = np.random.default_rng(1).random(shape), time.process_time()
            cc.max_t(values, better="higher", rng=1, draws=10_000 if shape[1] == 30 else 999)
            assert time.process_time() - start < limit


def plain_best(values, j):
    every = [max(v for (k, at), v in star.items() if at == j) for star in flipped(values, "t")]
    return sum(v >= least(every[0]) for v in every) / len(every)


class TestBestSet:
    @pytest.mark.parametrize("name", TABLES)
    def test_all_patterns_by_plain_loops(self, name):
        values = np.asarray(TABLES[name], float)
        found = best_pvalues(values, draws=2**9, rng=np.random.default_rng(1))
        assert found == pytest.approx(
            [plain_best(values, j) for j in range(values.shape[1])], abs=1e-9
        )

    @pytest.mark.parametrize("alpha", [0.05, 0.2, 0.49])
    def test_names_are_those_with_larger_p(self, alpha):
        values = TABLES["continuous"]
        for better, sign in (("higher", 1), ("lower", -1)):
            p = {f"A{j + 1}": plain_best(sign * values, j) for j in range(4)}
            order = sorted(p, key=lambda name: -sign * values[:, int(name[1:]) - 1].mean())
            assert list(cc.best_set(values, better=better, alpha=alpha, rng=1)) == [
                name for name in order if p[name] > alpha
            ]

    def test_order_of_columns_is_nothing(self):
        frame = pd.DataFrame(table(30, 6, seed=9), columns=list("uvwxyz"))
        assert cc.best_set(frame, better="lower", alpha=0.1, rng=2) == cc.best_set(
            frame[list("zxvyuw")], better="lower", alpha=0.1, rng=2
        )

    def test_the_winner_stays_whatever_the_draws(self):
        for seed in range(200):
            values = np.random.default_rng(seed).normal(size=(20, 2))
            winner = f"A{1 + values.mean(0).argmax()}"
            assert cc.best_set(values, better="higher", alpha=0.49, rng=seed, draws=3)[0] == winner

    def test_never_empty(self):
        for seed in range(60):
            values = np.random.default_rng(seed).integers(0, 3, (16, 3))
            found = cc.best_set(values, better="higher", alpha=0.49, rng=seed, draws=3)
            assert {
                f"A{j + 1}" for j in np.flatnonzero(values.sum(0) == values.sum(0).max())
            } <= set(found)

    def test_is_the_one_sided_permutation_test_of_two(self):
        a, b = table(9, 2).T
        one_sided = cc.permutation_test(a, b, rng=1).pvalue / 2
        assert sorted(best_pvalues(np.column_stack([a, b]), draws=2**9, rng=None))[
            0
        ] == pytest.approx(one_sided, abs=1e-12)

    @pytest.mark.parametrize(
        "change",
        [
            dict(alpha=0),
            dict(alpha=1),
            dict(alpha=5),
            dict(alpha=None),
            dict(rng="1"),
            dict(draws=0),
            dict(better=None),
        ],
    )
    def test_words_are_refused(self, change):
        with pytest.raises(cc.ClfCompareError, match=r"must .*; got "):
            cc.best_set(table(), **{"better": "lower", "alpha": 0.05, "rng": 1, **change})

    @pytest.mark.parametrize(
        "values",
        [[[0.1, np.nan], [0.2, 0.3]], [[0.1, 0.2]], [[0.1], [0.2]], [["a", "b"], ["c", "d"]]],
    )
    def test_tables_are_refused(self, values):
        for call in (cc.max_t, lambda table, **words: cc.best_set(table, alpha=0.05, **words)):
            with pytest.raises(cc.ClfCompareError, match=r"must .*; got "):
                call(values, better="lower", rng=1)


def result(rows, **words):
    frame = comparisons_table(pd.DataFrame(rows, columns=["a", "b", "pvalue_adjusted"]))
    return cc.PairwiseResult(
        **{
            "table": frame,
            "names": ("x", "y", "z"),
            "scores": (0.9, 0.8, 0.1),
            "score_name": "mean",
            "method": "m",
            "adjust": "none",
            **words,
        }
    )


class TestRankIntervals:
    def test_counts(self):
        found = cc.rank_intervals(
            result([("x", "y", 0.2), ("x", "z", 0.01), ("y", "z", 0.05)]), alpha=0.05
        )
        assert found.to_dict("list") == {
            "algorithm": ["x", "y", "z"],
            "score": [0.9, 0.8, 0.1],
            "rank": [1, 2, 3],
            "low": [1, 1, 3],
            "high": [2, 2, 3],
        }
        found = cc.rank_intervals(
            result(
                [("x", "y", 0.2), ("x", "z", 0.01), ("y", "z", 0.05)], scores=(0.3, 0.1 + 0.2, 1)
            ),
            alpha=0.04,
        )
        assert (
            found["rank"].tolist() == [1.5, 1.5, 3]
            and found["low"].tolist() == [1, 1, 2]
            and found["high"].tolist() == [2, 3, 3]
        )

    @pytest.mark.parametrize(
        "procedure",
        [
            lambda v: cc.max_t(v, better="lower", rng=1),
            lambda v: cc.nemenyi(v, better="lower"),
            lambda v: cc.inference.mean_rank_ztest(v, better="lower"),
            lambda v: cc.conover(v, better="lower"),
            lambda v: cc.pairwise(v, test="wilcoxon", adjust="holm", better="lower"),
        ],
    )
    def test_any_procedure_of_all_pairs(self, procedure):
        pairs = procedure(table(12, 5) + 0.02 * np.arange(5))
        found, told = (
            cc.rank_intervals(pairs, alpha=0.05),
            pairs.comparisons.query("pvalue_adjusted <= 0.05"),
        )
        assert (
            len(told)
            and list(found["algorithm"]) == list(pairs.names)
            and list(found["score"]) == list(pairs.scores)
        )
        for row in found.itertuples():
            assert (row.low, row.high) == (
                1 + (told["b"] == row.algorithm).sum(),
                5 - (told["a"] == row.algorithm).sum(),
            )
            assert row.low <= row.rank <= row.high

    def test_everything_or_nothing_told_apart(self):
        every = [(a, b, 0.01) for a, b in combinations("xyz", 2)]
        for p, low, high in ((0.01, [1, 2, 3], [1, 2, 3]), (0.9, [1, 1, 1], [3, 3, 3])):
            found = cc.rank_intervals(result([(a, b, p) for a, b, _ in every]), alpha=0.05)
            assert found["low"].tolist() == low and found["high"].tolist() == high

    def test_refusals(self):
        good = [("x", "y", 0.2), ("x", "z", 0.01), ("y", "z", 0.05)]
        bad = [
            result(good, control="x"),
            result(good[:2]),
            result([*good, good[0]]),
            result([*good[:2], ("z", "z", 0.1)]),
            result([*good[:2], ("y", "z", np.nan)]),
            result(good, names=("x", "y")),
            good,
            None,
            cc.bonferroni_dunn(table(), control="A2", better="lower"),
        ]
        for pairs in bad:
            with pytest.raises(cc.ClfCompareError, match=r"must .*; got "):
                cc.rank_intervals(pairs, alpha=0.05)
        for alpha in (0, 1, -0.1, 5, None, "0.05"):
            with pytest.raises(cc.ClfCompareError, match=r"`alpha` must .*; got "):
                cc.rank_intervals(result(good), alpha=alpha)
