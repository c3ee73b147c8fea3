"""Evidence for the newer rows of the decision table: the vectorised tests are those of the
package, and every row has numbers.
"""

import sys
from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import clfcompare as cc
from clfcompare.inference.area_pairs import swap_weights
from clfcompare.inference.evidence import ALL_SETS, SKEWED_SETS
from clfcompare.inference.max_t import pair_sums, sign_flip_pvalues

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))
from levels import rows  # noqa: E402


def in_order(result, L, column="pvalue_adjusted"):
    "A result of pairs in the order of combinations; columns are named A1, A2, ..."
    found = {frozenset((r.a, r.b)): getattr(r, column) for r in result.comparisons.itertuples()}
    return np.array(
        [found[frozenset((f"A{i + 1}", f"A{j + 1}"))] for i, j in combinations(range(L), 2)]
    )


def named(values):
    return pd.DataFrame(values, columns=[f"A{k + 1}" for k in range(values.shape[1])])


@pytest.mark.parametrize("world", ["20 cases, normal", "200 cases, mostly 0"])
def test_flips_are_those_of_max_t(world):
    values = rows.losses((11, *rows.LOSSES[world][1:]), "apart", 5, np.random.default_rng(1))
    signs, extra = rows.sign_patterns(11, np.random.default_rng(2))  # all 2,048
    raw, stepped = rows.flip_pvalues(values, signs, extra)
    for table, one, joint in zip(values, raw, stepped):
        alone, told = sign_flip_pvalues(pair_sums(table), draws=9999, rng=np.random.default_rng(3))
        np.testing.assert_allclose(one, alone, atol=1e-12)
        np.testing.assert_allclose(joint, told, atol=1e-12)
        permuted = cc.pairwise(
            named(table), test="permutation_test", adjust="holm", better="lower", rng=1
        )
        np.testing.assert_allclose(rows.holm(one[None])[0], in_order(permuted, 4), atol=1e-12)


def test_flips_of_many_systems_are_those_of_max_t():
    values = rows.losses((9, "skewed", 25, 1.0), "apart", 2, np.random.default_rng(1))
    raw, stepped = rows.flip_pvalues(values, *rows.sign_patterns(9, None))
    for table, one, joint in zip(values, raw, stepped):
        alone, told = sign_flip_pvalues(pair_sums(table), draws=999, rng=np.random.default_rng(3))
        np.testing.assert_allclose([one, joint], [alone, told], atol=1e-12)


def test_random_flips_add_one_to_both_sides():
    values = rows.losses(rows.LOSSES["20 cases, normal"], "equal", 3, np.random.default_rng(1))
    signs, extra = rows.sign_patterns(20, np.random.default_rng(2))
    assert signs.shape == (999, 20) and extra == 1
    raw, stepped = rows.flip_pvalues(values, signs, extra)
    np.testing.assert_allclose(raw * 1000, np.round(raw * 1000), atol=1e-9)
    assert (stepped >= raw - 1e-12).all() and raw.min() >= 0.001


@pytest.mark.parametrize("world", ["20 uneven clusters, heavy tails", "10 uneven clusters, 0/1"])
def test_clusters_are_those_of_the_package(world):
    setting = rows.CLUSTERS[world]
    values, sizes = rows.clustered(setting, "apart", 4, np.random.default_rng(5))
    tests, _ = rows.clusters_block(setting, "apart", 4, np.random.default_rng(5))
    cluster = np.repeat(np.arange(len(sizes)), sizes)
    for k, table in enumerate(values):
        mine = cc.inference.clustered_pairs(
            named(table), cluster=cluster, better="lower", adjust="none"
        )
        np.testing.assert_allclose(
            tests["clustered_ttest"][0][k], in_order(mine, 4, "pvalue"), atol=1e-9
        )
        plain = cc.pairwise(named(table), test="paired_ttest", adjust="none", better="lower")
        np.testing.assert_allclose(
            tests["cases alone"][0][k], in_order(plain, 4, "pvalue"), atol=1e-9
        )
        sums = named(table).groupby(cluster).sum()
        signed = cc.pairwise(sums, test="wilcoxon", adjust="none", better="lower")
        np.testing.assert_allclose(
            tests["wilcoxon"][0][k], in_order(signed, 4, "pvalue"), atol=1e-9
        )
        if len(sizes) == 10:  # exact
            np.testing.assert_allclose(
                tests["max_t"][1][k], in_order(cc.max_t(sums, better="lower", rng=1), 4), atol=1e-12
            )


def test_wilcoxon_alone_sees_the_tables_that_the_other_tests_see():
    cell = ("one test set, clusters", "10 uneven clusters, 0/1", "partial")
    whole, alone = (
        rows.one_cell(*cell, n=80, rng=np.random.default_rng(8), block=block)
        for block in (None, rows.wilcoxon_block)
    )
    pd.testing.assert_frame_equal(whole[whole["test"] == "wilcoxon"].reset_index(drop=True), alone)


def test_swaps_are_those_of_the_package():
    for world in ("8 + 8 cases", "5 + 100 cases, five grades"):
        setting = rows.FEW[world]
        scores = rows.class_scores(setting, "apart", 2, np.random.default_rng(7))
        y = np.arange(scores.shape[1]) < setting[0]
        weights = rows.swap_weights(scores, setting[0])
        tests, _ = rows.few_block(setting, "apart", 2, np.random.default_rng(7))
        for k, table in enumerate(scores):
            for pair, (i, j) in enumerate(zip(*np.triu_indices(4, 1))):
                own = swap_weights(y, table[:, i], table[:, j])
                np.testing.assert_allclose(weights[k, pair], own, atol=1e-12)
            found = cc.inference.auc_permutation_pairs(y.astype(int), named(table), rng=1)
            p = tests["auc_permutation_test"][0][k]
            np.testing.assert_allclose(p, in_order(found, 4, "pvalue"), atol=0.07)


def test_areas_are_those_of_delong():
    setting = rows.SCORES["60 + 60 cases, five grades"]
    scores = rows.class_scores(setting, "apart", 3, np.random.default_rng(7))
    tests, _ = rows.scores_block(setting, "apart", 3, np.random.default_rng(7))
    y = np.repeat([1, 0], 60)
    for k, table in enumerate(scores):
        found = cc.delong_pairs(y, named(table))
        np.testing.assert_allclose(
            tests["delong_test"][0][k], in_order(found, 4, "pvalue"), atol=1e-9
        )
        np.testing.assert_allclose(
            rows.holm(tests["delong_test"][0])[k], in_order(found, 4), atol=1e-9
        )


@pytest.mark.parametrize("world", ["15 data sets, 30 % empty", "20 data sets, ties, 20 % empty"])
def test_gaps_are_those_of_the_package(world):
    setting = rows.GAPS[world]
    values = rows.gapped(setting, "apart", 3, np.random.default_rng(9))
    tests, _ = rows.gaps_block(setting, "apart", 3, np.random.default_rng(9))
    for k, table in enumerate(values):
        for test in ("wilcoxon", "sign_test", "paired_ttest"):
            found = cc.pairwise(
                named(table), test=test, adjust="holm", better="lower", missing="pairs"
            )
            np.testing.assert_allclose(
                rows.holm(tests[f"{test}+holm"][0])[k], in_order(found, 5), atol=1e-9, err_msg=test
            )
        assert tests["skillings_mack"][0][k] == pytest.approx(
            cc.skillings_mack(named(table), better="lower").pvalue
        )


def test_what_is_counted():
    p = np.array(
        [[0.01, 0.5, 0.5, 0.5, 0.5, 0.04], [0.03, 0.001, 0.5, 0.5, 0.5, 0.5]]
    )  # pairs 12 13 14 23 24 34
    equal = rows.count(np.zeros(4), p)
    assert (
        equal["2"].tolist() == [True, True]
        and equal["pairs"].tolist() == [False, True]
        and equal["control"].tolist() == [True, True]
    )
    partial = rows.count(np.array([0, 0, 1, 1.0]), p)  # equal are 12 and 34
    assert (
        "2" not in partial
        and partial["pairs"].tolist() == [False, False]
        and partial["control"].tolist() == [True, False]
    )
    apart = rows.count(np.array([0, 1, 2, 3.0]), p)
    assert apart["2"].tolist() == [False, False] and apart["pairs"].tolist() == pytest.approx(
        [0, 1 / 6]
    )
    np.testing.assert_allclose(rows.parts("partial", 5), [0, 0, 0, 1, 1])


def test_every_row_of_the_decision_table_has_numbers():
    table = cc.decision_table()
    whole = table["design"].isin(("monte_carlo", "bootstrap")) & table["rows"].eq("cases")
    many = table["algorithms"].eq("21 or more") & table["rows"].eq("class scores, few")
    open_ = table["rows"].isin(("one class", "tasks", "runs"))  # not measured, as reports say
    table = table[~whole & ~many & ~open_]
    assert table[["level", "power"]].notna().all(axis=None) and table["level"].between(0, 1).all()
    overall = table["omnibus"].notna() & (table["algorithms"] != "2")
    assert table.loc[overall, ["omnibus_level", "omnibus_power"]].notna().all(axis=None)


def test_rows_show_the_numbers_of_their_own_design():
    table = cc.decision_table().set_index(["design", "rows", "algorithms", "control"])
    places = {
        ("one test set", "losses", "21 or more", "no"): (
            "one test set, losses, 25 algorithms",
            "pairs",
            "max_t",
        ),
        ("one test set", "clusters", "3 to 20", "no"): ("one test set, clusters", "pairs", "max_t"),
        ("one test set", "clusters", "3 or more", "yes"): (
            "one test set, clusters",
            "control",
            "permutation_test",
        ),
        ("one test set", "class scores", "2", "any"): (
            "one test set, class scores",
            "2",
            "delong_test",
        ),
        ("one test set", "class scores, few", "3 to 20", "any"): (
            "one test set, class scores, few",
            "pairs",
            "auc_permutation_test",
        ),
        ("any", "gaps", "3 or more", "any"): ("many data sets, gaps", "pairs", "wilcoxon+holm"),
        **{
            ("any", "data sets", algorithms, control): ("many data sets, all pairs", kind, "max_t")
            for algorithms, control, kind in (
                ("3 to 20", "no", "pairs"),
                ("21 to 100", "no", "pairs"),
                ("3 or more", "yes", "control"),
            )
        },
        ("any", "data sets", "101 or more", "no"): (
            "many data sets, all pairs",
            "pairs",
            "mean-rank z+shaffer",
        ),
    }
    for row, (design, kind, test) in places.items():
        found = cc.simulate.rivals_table(design, kind).set_index("test").loc[test]
        assert tuple(table.loc[row, ["level", "power"]]) == (found["level"], found["power"]), row


def test_every_world_is_measured_often_enough():
    found = cc.simulate.evidence()
    on_sets = found["design"].isin((ALL_SETS, SKEWED_SETS))  # all numbers of algorithms together
    assert (found.loc[~on_sets, "experiments"] >= 10_000).all()
    assert (found.loc[on_sets & found["test"].eq("max_t"), "experiments"] >= 2_750).all()
    assert ((found["low"] <= found["rate"]) & (found["rate"] <= found["high"])).all()
    found = found[~on_sets]
    worlds = found.groupby("design")["world"].nunique()
    assert worlds.min() >= 4, worlds
    pairs = found[found["algorithms"] == "pairs"].groupby(["design", "world"])["truth"].nunique()
    assert (pairs == 3).all()  # equal, partial, apart
    assert not found.duplicated(["design", "algorithms", "test", "world", "truth"]).any()


@pytest.mark.slow
@pytest.mark.parametrize("number", range(3, len(rows.cells()), 23))
def test_a_sample_of_cells_comes_out_again(number):
    cell, n = rows.cells()[number], 400 if "25" in rows.cells()[number][0] else 1500
    again = rows.one_cell(*cell, n=n, rng=np.random.default_rng(77)).set_index(
        ["algorithms", "test"]
    )["rate"]
    stored = cc.simulate.evidence()
    stored = stored[(stored[["design", "world", "truth"]] == list(cell)).all(axis=1)].set_index(
        ["algorithms", "test"]
    )["rate"]
    assert set(stored.index) == set(again.index)
    for key, rate in stored.items():
        assert abs(again[key] - rate) < 4.5 * np.sqrt(max(rate * (1 - rate), 0.002) / n), (
            cell,
            key,
        )
