"""The explorers: their numbers are Python's, and each moves on the site and in JupyterLab."""

import re
import subprocess

import clfcompare as cc
import numpy as np
import pandas as pd
import pytest
from clfcompare.explore.frame import FOLDER, NAMES, module_text, script_text
from clfcompare.inference.max_t import best_pvalues
from explorer_numbers import NODE, computed, needs_node
from scipy import special, stats
from sklearn.neighbors import NearestCentroid

CLOSE = dict(rtol=1e-12, atol=1e-12)
COUNTS = ("tp", "fn", "fp", "tn")


# The text that a browser gets


@pytest.mark.parametrize("name", NAMES)
@needs_node
def test_one_text_that_a_browser_takes(name, tmp_path):
    for ending, text in ((".mjs", module_text(name)), (".js", script_text(name))):
        (tmp_path / f"x{ending}").write_text(text)
        done = subprocess.run(
            [NODE, "--check", tmp_path / f"x{ending}"], capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        assert not re.search(
            r"https?://(?!www\.w3\.org)|\bfetch\(|\beval\(|\bimport\b(?! *\w+ from)",
            re.sub(r"//.*", "", text),
        ), name
    assert len(module_text(name)) < 60_000


def test_classes_have_our_prefix():
    for name in (*NAMES, "frame"):
        text = (FOLDER / f"{name}.js").read_text(encoding="utf-8")
        used = " ".join(re.findall(r"class: '([^']*)'", text)).split()
        assert all(each.startswith("clfx") for each in used), name


@pytest.mark.parametrize("name", NAMES)
def test_every_explorer_has_a_function_that_says_what_it_shows(name):
    made = getattr(cc.explore, f"explore_{name}")()
    shown = made._repr_mimebundle_()
    assert (
        set(shown) == {"text/plain", "text/html"}
        and made.summary.endswith(".")
        and len(made.summary) > 60
    )
    assert (
        made.summary in shown["text/plain"]
        and f'data-explorer="{name}"' in shown["text/html"]
        and len(shown["text/html"]) < 40_000
    )
    assert getattr(cc.explore, f"explore_{name}")()._repr_html_() == shown["text/html"], (
        "differs from run to run"
    )
    assert not re.search(r"\b(src|href)=", re.sub(r"(?s)<script.*?</script>", "", made.page()))


# Numbers

GRID = [0.0, 1e-4, 0.003, 0.2, 0.7, 1.0, 1.9, 3.3, 6.0, 11.0, 30.0]


@needs_node
def test_distributions(tmp_path):
    both = [*GRID, *(-x for x in GRID[1:])]
    cases = [(["normalTail", z], stats.norm.sf(z)) for z in both] + [
        (["normalTwo", z], 2 * stats.norm.sf(abs(z))) for z in both
    ]
    cases += [(["logGamma", x], special.gammaln(x)) for x in (0.1, 0.5, 1, 2, 2.5, 17, 140.5)]
    for df in (1, 2, 5, 9.5, 29, 99, 1000):
        cases += [(["tTwo", t, df], 2 * stats.t.sf(abs(t), df)) for t in both] + [
            (["tBelow", t, df], stats.t.cdf(t, df)) for t in both
        ]
        cases += [(["chi2Tail", x, df], stats.chi2.sf(x, df)) for x in GRID]
        cases += [
            (["fTail", x, df, other], stats.f.sf(x, df, other))
            for x in GRID
            for other in (1, 4, 40.5)
        ]
        cases += [
            (["tQuantile", p, df], stats.t.ppf(p, df)) for p in (0.5, 0.9, 0.975, 0.9995, 0.01)
        ]
    cases += [
        (["betaInc", x, a, b], special.betainc(a, b, x))
        for x in (0, 0.001, 0.3, 0.8, 1)
        for a in (0.5, 3, 60)
        for b in (0.5, 2, 45)
    ]
    cases += [(["normalQuantile", p], stats.norm.ppf(p)) for p in (0.5, 0.6, 0.975, 0.9999, 0.02)]
    got = computed(tmp_path, "numbers", *(call for call, _ in cases))
    for (call, wanted), value in zip(cases, got):
        np.testing.assert_allclose(value, wanted, rtol=1e-11, atol=1e-13, err_msg=str(call))


@needs_node
def test_studentized_range(tmp_path):
    cases = [
        (["rangeTail", q, k], stats.studentized_range.sf(q, k, np.inf))
        for k in (2, 3, 5, 10)
        for q in (0, 0.4, 2.0, 3.3, 5.5)
    ]
    cases += [(["rangeTail", q, 2], 2 * stats.norm.sf(q / np.sqrt(2))) for q in (0.3, 1.7, 4.4)]
    got = computed(tmp_path, "numbers", *(call for call, _ in cases))
    for (call, wanted), value in zip(cases, got):
        np.testing.assert_allclose(value, wanted, rtol=1e-9, atol=1e-11, err_msg=str(call))
    [q] = computed(tmp_path, "numbers", ["rangeQuantile", 0.95, 4])
    np.testing.assert_allclose(
        q / np.sqrt(2) * np.sqrt(4 * 5 / (6 * 14)),
        cc.critical_difference(4, 14, alpha=0.05),
        rtol=1e-9,
    )


def mulberry(seed, count):
    "The generator of the explorers, in Python."
    state, made, mask = seed, [], 2**32 - 1
    for _ in range(count):
        state = (state + 0x6D2B79F5) & mask
        t = (state ^ state >> 15) * (state | 1) & mask
        t ^= (t + ((t ^ t >> 7) * (t | 61) & mask)) & mask
        made.append(((t ^ t >> 14) & mask) / 2**32)
    return made


@needs_node
def test_samples(tmp_path):
    values, p = [3.0, 1.5, 3.0, 0.2, 9.1, 1.5, 1.5], [0.03, 0.2, 0.011, 0.5, 0.9, 0.011]
    d = [0.02, -0.01, 0.05, 0.03, 0.0, 0.01]
    ranks, holm, variance, naive, corrected, nothing = computed(
        tmp_path,
        "numbers",
        ["midRanks", values],
        ["holm", p],
        ["variance", values],
        ["meanTest", d, 1 / 6],
        ["meanTest", d, 1 / 6 + 0.25],
        ["meanTest", [0, 0], 1],
    )
    np.testing.assert_allclose(ranks, stats.rankdata(values))
    np.testing.assert_allclose(holm, cc.adjust(p, method="holm"), **CLOSE)
    np.testing.assert_allclose(variance, np.var(values, ddof=1), **CLOSE)
    zero = np.zeros(6)
    for got, test in (
        (naive, cc.paired_ttest(d, zero)),
        (corrected, cc.corrected_ttest(d, zero, n_train=40, n_test=10)),
    ):
        np.testing.assert_allclose(
            [got["statistic"], got["pvalue"], got["mean"]],
            [test.statistic, test.pvalue, test.estimate],
            **CLOSE,
        )
    assert nothing["pvalue"] == 1


DRAWS = """import { random, normal, shuffled } from './numbers.js';
const many = (seed, n, one) => { const uniform = random(seed); return Array.from({ length: n }, () => one(uniform)); };
export const draws = (seed, n) => many(seed, n, uniform => uniform());
export const normals = (seed, n) => many(seed, n, normal);
export const order = (seed, n) => shuffled(n, random(seed));
"""


@needs_node
def test_random_numbers_are_those_of_the_seed(tmp_path):
    draws, normals, order = computed(
        tmp_path, "draws", ["draws", 17, 2000], ["normals", 3, 4000], ["order", 5, 50], more=DRAWS
    )
    np.testing.assert_array_equal(draws, mulberry(17, 2000))
    assert (
        stats.kstest(draws, "uniform").pvalue > 0.01 and stats.kstest(normals, "norm").pvalue > 0.01
    )
    assert sorted(order) == list(range(50)) != order


def threshold_case(n, ties, seed):
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.r_[1, 0, rng.integers(0, 2, n - 2)])
    s = rng.normal(size=n) + y
    return y, np.round(s * 2) / 2 if ties else s


@needs_node
@pytest.mark.parametrize(("n", "ties"), [(10, False), (41, True), (120, False), (7, True)])
def test_threshold(n, ties, tmp_path):
    y, score = threshold_case(n, ties, 7)
    data, own = cc.explore.explore_threshold(y, score).data, float(y.mean())
    cuts = [
        float(score.min()) - 1,
        *map(float, np.quantile(score, [0.1, 0.35, 0.5, 0.8], method="inverted_cdf")),
        float(score.max()) + 1,
    ]
    calls = [
        ["rocPoints", data],
        ["prPoints", data, own],
        ["aucRoc", data],
        ["averagePrecision", data, own],
        ["dataPrevalence", data],
    ]
    calls += [["countsAt", data, cut, own] for cut in cuts]
    roc, pr, auc, average, prevalence, *counts = computed(tmp_path, "threshold", *calls)
    curves = cc.roc_curve(y, score), cc.pr_curve(y, score)
    for got, curve, first in zip(
        (roc, pr), curves, (0, 1)
    ):  # clfcompare starts the second curve at recall 0, precision 1
        np.testing.assert_allclose([p["x"] for p in got], curve.x[first:], **CLOSE)
        np.testing.assert_allclose([p["y"] for p in got], curve.y[first:], **CLOSE)
    wanted = [cc.auc_roc(y, score), cc.auc_pr(y, score, method="average_precision"), own]
    np.testing.assert_allclose([auc, average, prevalence], wanted, **CLOSE)
    tables = [cc.confusion(y, (score >= cut).astype(int), positive=1) for cut in cuts]
    whole = computed(
        tmp_path,
        "threshold",
        *(["measures", {key: getattr(c, key) for key in COUNTS}] for c in tables),
    )
    for c, got, measured in zip(tables, counts, whole):
        np.testing.assert_allclose([got[key] for key in COUNTS], [c.tp, c.fn, c.fp, c.tn], **CLOSE)
        wanted = cc.binary_measures(tp=c.tp, fn=c.fn, fp=c.fp, tn=c.tn)
        names = dict(accuracy="accuracy", recall="tpr", fpr="fpr", precision="ppv", f1="f1")
        np.testing.assert_allclose(
            [measured[key] for key in names], [wanted[key] for key in names.values()], **CLOSE
        )


@needs_node
def test_threshold_at_another_prevalence(tmp_path):
    "As if each negative stood seven times in the data."
    y, score = threshold_case(60, True, 3)
    times = np.where(y == 1, 1, 7)
    many, many_score = np.repeat(y, times), np.repeat(score, times)
    data, share, cut = cc.explore.explore_threshold(y, score).data, float(many.mean()), 0.5
    pr, average, counts, rates, bars = computed(
        tmp_path,
        "threshold",
        ["prPoints", data, share],
        ["averagePrecision", data, share],
        ["countsAt", data, cut, share],
        ["ratesAt", data, cut],
        ["bars", data, 9],
    )
    np.testing.assert_allclose([p["y"] for p in pr], cc.pr_curve(many, many_score).y[1:], **CLOSE)
    np.testing.assert_allclose(
        average, cc.auc_pr(many, many_score, method="average_precision"), **CLOSE
    )
    c = cc.confusion(many, (many_score >= cut).astype(int), positive=1)
    got = np.array([counts[key] for key in COUNTS]) * len(many) / len(y)
    np.testing.assert_allclose(got, [c.tp, c.fn, c.fp, c.tn], **CLOSE)
    ppv = cc.measures.ppv_at_prevalence(rates["tpr"], 1 - rates["fpr"], prevalence=share)
    np.testing.assert_allclose(counts["tp"] / (counts["tp"] + counts["fp"]), ppv, **CLOSE)
    np.testing.assert_allclose(
        [sum(b["positive"] for b in bars), sum(b["negative"] for b in bars)], [1, 1], **CLOSE
    )


SAMPLED = """import { experiment } from './sampling.js';
export const one = (data, design, seed) => experiment(data, design, seed);
export const levels = (data, design, count) => ['naive', 'corrected'].map(kind =>
  Array.from({ length: count }, (_, i) => experiment(data, design, 5000 + i)[kind].pvalue).filter(p => p <= 0.05).length / count);
"""


@needs_node
@pytest.mark.parametrize(
    ("design", "splits", "size"),
    [("folds", 10, 4), ("repeated", 100, 4), ("few", 10, 8), ("many", 100, 8)],
)
def test_sampling(design, splits, size, tmp_path):
    """Data and splits from the explorer; learned again by scikit-learn, and tested again by
    clfcompare.
    """
    data = cc.explore.explore_sampling(cases=40, features=3, distance=0.9).data
    [got] = computed(tmp_path, "sampled", ["one", data, design, 11], more=SAMPLED)
    label, tests = np.array(got["made"]["label"]), [np.array(test) for test in got["tests"]]
    assert (
        label.sum() == 20
        and len(tests) == splits
        and all(len(set(test)) == size and label[test].mean() == 0.5 for test in tests)
    )
    if design in ("folds", "repeated"):
        assert all(
            sorted(np.concatenate(tests[i : i + 10])) == list(range(40))
            for i in range(0, splits, 10)
        )
    else:
        assert len({tuple(sorted(test)) for test in tests}) == splits
    wrong = np.empty((2, splits))
    for row, key in enumerate(("one", "two")):
        x = np.array(got["made"][key]).T
        for column, test in enumerate(tests):
            train = np.setdiff1d(np.arange(40), test)
            wrong[row, column] = 1 - NearestCentroid().fit(x[train], label[train]).score(
                x[test], label[test]
            )
    np.testing.assert_allclose(got["differences"], wrong[0] - wrong[1], atol=1e-12)
    for kind, test in (
        ("naive", cc.paired_ttest(*wrong)),
        ("corrected", cc.corrected_ttest(*wrong, n_train=40 - size, n_test=size)),
    ):
        np.testing.assert_allclose(
            [got[kind]["pvalue"], got[kind]["statistic"]], [test.pvalue, test.statistic], **CLOSE
        )


@needs_node
def test_sampling_counts(tmp_path):
    p = [0.0, 0.05, 0.0500001, 0.1, 0.73, 1.0]
    bins, alarms = computed(tmp_path, "sampling", ["pile", p], ["alarms", p, 0.05])
    assert bins == [2, 2, *[0] * 12, 1, *[0] * 4, 1] and alarms == 2


@needs_node
@pytest.mark.slow
def test_the_levels_that_the_notebook_states(tmp_path):
    data = cc.explore.explore_sampling().data
    stated = dict(folds=(0.07, 0.02), repeated=(0.54, 0.06), few=(0.26, 0.06), many=(0.69, 0.06))
    got = computed(
        tmp_path, "sampled", *(["levels", data, design, 2000] for design in stated), more=SAMPLED
    )
    np.testing.assert_allclose(got, list(stated.values()), atol=0.03)


def tables():
    "Tables with and without ties, and one in which all rows agree."
    rng = np.random.default_rng(4)
    published = cc.load_results("irsoy2012_table14").pivot(
        index="dataset", columns="algorithm", values="value"
    )
    yield "published", published, "lower"
    yield "tied", pd.DataFrame(rng.integers(1, 6, (9, 4)) / 10, columns=list("abcd")), "higher"
    yield "two", pd.DataFrame(rng.random((7, 2)).round(2), columns=list("ab")), "lower"
    yield (
        "agreed",
        pd.DataFrame(np.arange(3) / 7 + np.arange(4)[:, None] / 3, columns=list("abc")).round(4),
        "higher",
    )
    many = np.tile(
        np.arange(6.0), (11, 1)
    )  # too many tables for an exact p-value, and F is infinite
    many[:, 1] = many[:, 2]
    yield "agreed, tied", pd.DataFrame(many, columns=list("abcdef")), "lower"


TABLES = list(tables())


@needs_node
@pytest.mark.parametrize(("name", "table", "better"), TABLES, ids=[name for name, *_ in TABLES])
def test_critical_differences(name, table, better, tmp_path):
    made = cc.explore.explore_critical_differences(table, better=better)
    rows, alpha = made.data["table"], 0.05
    calls = [
        ["judged", made.data, made.values | dict(test=test, alpha=alpha)]
        for test in ("nemenyi", "wilcoxon")
    ]
    cd_call = ["criticalDifference", table.shape[1], len(table), alpha]
    by_rank, by_sign, best, cd = computed(
        tmp_path, "critical_differences", *calls, ["bestPvalues", rows, better], cd_call
    )
    ranks = cc.average_ranks(table, better=better)
    np.testing.assert_allclose(by_rank["means"], ranks[by_rank["names"]], **CLOSE)
    np.testing.assert_allclose(
        cd, cc.critical_difference(table.shape[1], len(table), alpha=alpha), rtol=1e-9
    )
    chi2, ratio = cc.friedman(table, better=better), cc.iman_davenport(table, better=better)
    overall = [by_rank["overall"][key] for key in ("chi2", "pvalue", "F", "pvalueF")]
    np.testing.assert_allclose(
        overall,
        [chi2.statistic, chi2.pvalue, ratio.statistic, ratio.pvalue],
        **CLOSE,
    )
    wilcoxon = cc.pairwise(table, test="wilcoxon", adjust="holm", better=better)
    for got, wanted, tolerance in (
        (by_rank, cc.nemenyi(table, better=better), 1e-10),
        (by_sign, wilcoxon, 1e-12),
    ):
        matrix, plain = (
            wanted.matrix(),
            {frozenset((row.a, row.b)): row.pvalue for row in wanted.table.itertuples()},
        )
        for pair in got["pairs"]:
            a, b = got["names"][pair["a"]], got["names"][pair["b"]]
            np.testing.assert_allclose(
                pair["adjusted"], matrix.loc[a, b], rtol=0, atol=tolerance, err_msg=f"{a} {b}"
            )
            np.testing.assert_allclose(
                pair["pvalue"], plain[frozenset((a, b))], rtol=0, atol=tolerance, err_msg=f"{a} {b}"
            )
        groups = {frozenset(got["names"][j] for j in group) for group in got["groups"]}
        assert groups == {frozenset(group) for group in cc.cliques(wanted, alpha=alpha)}
        kept = {got["names"][j] for j in got["best"]}
        assert kept == set(cc.best_set(table, better=better, alpha=alpha, rng=1))
    values = (1 if better == "higher" else -1) * table.to_numpy()
    np.testing.assert_allclose(
        best, best_pvalues(values, draws=10**5, rng=np.random.default_rng(1)), atol=1e-12
    )


@needs_node
def test_an_algorithm_left_out_moves_the_pvalues_of_mean_ranks_alone(tmp_path):
    made = cc.explore.explore_critical_differences()
    used = [name not in ("Rip", "RnF") for name in made.data["algorithms"]]
    changes = [
        dict(test=test, used=kept)
        for test in ("nemenyi", "wilcoxon")
        for kept in ([True] * 5, used)
    ]
    calls = [["judged", made.data, made.values | change] for change in changes]

    def pvalue(got):
        names = got["names"]
        return next(
            pair["pvalue"]
            for pair in got["pairs"]
            if {names[pair["a"]], names[pair["b"]]} == {"Mlp", "Knn"}
        )

    all_ranks, some_ranks, all_signs, some_signs = map(
        pvalue, computed(tmp_path, "critical_differences", *calls)
    )
    assert abs(all_ranks - some_ranks) > 0.005 and all_signs == some_signs


@needs_node
def test_wilcoxon_of_the_table(tmp_path):
    rng = np.random.default_rng(9)
    pairs = [rng.integers(1, 9, (2, n)) / 10 for n in (3, 8, 13)] + [
        np.array([[0.3, 0.2, 0.5]] * 2)
    ]
    got = computed(
        tmp_path, "critical_differences", *(["wilcoxon", a.tolist(), b.tolist()] for a, b in pairs)
    )
    np.testing.assert_allclose(got, [cc.wilcoxon(a, b).pvalue for a, b in pairs], **CLOSE)


def test_a_module_that_two_others_need_stands_once(monkeypatch):
    from clfcompare.explore import frame

    needs = {"top": ["left", "right"], "left": ["both"], "right": ["both"], "both": []}
    monkeypatch.setattr(
        frame,
        "_text",
        lambda name: "".join(f"import {{ x }} from './{other}.js';\n" for other in needs[name]),
    )
    assert frame._needed("top") == ("both", "left", "right", "top")
