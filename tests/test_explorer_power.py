"""The numbers of the explorer of power: exact where they are called exact, and near to simulated
power elsewhere.
"""

import clfcompare as cc
import numpy as np
import pytest
from clfcompare.inference.models import PairedDatasets, TestCases
from clfcompare.inference.simulate import power
from clfcompare.inference.two_on_many import sign_pvalues, signed_rank_null
from clfcompare.inference.statistics import midp_pvalues
from explorer_numbers import computed, needs_node
from scipy import integrate, stats

EFFECTS = (0.0, 0.15, 0.6, 1.3, 2.0)
VALUES = dict(effect=0.6, datasets=11, difference=0.05, disagreement=0.12, cases=300, alpha=0.05)


def close(got, wanted, tolerance=1e-9, words=""):
    np.testing.assert_allclose(got, wanted, rtol=0, atol=tolerance, err_msg=str(words))


def agree(folder, cases, tolerance=1e-9):
    "Each case: a call, and what Python says."
    for (call, wanted), got in zip(cases, computed(folder, "power", *(call for call, _ in cases))):
        close(got, wanted, tolerance, call)


def t_power(n, effect, alpha):
    cut, shift = stats.t.ppf(1 - alpha / 2, n - 1), effect * np.sqrt(n)
    far = np.nan_to_num(
        stats.nct.cdf(-cut, n - 1, shift)
    )  # scipy has no number for some that are below 1e-20
    return stats.nct.sf(cut, n - 1, shift) + far if effect else alpha


def sign_cut(n, alpha):
    return int((sign_pvalues(np.arange(n // 2 + 1), n) <= alpha).sum()) - 1


def both(k, n, q):
    return 0.0 if k < 0 else stats.binom.cdf(k, n, q) + stats.binom.sf(n - k - 1, n, q)


def sign_power(n, effect, alpha):
    return both(sign_cut(n, alpha), n, stats.norm.cdf(effect))


def moments(n, effect):
    "Mean and standard deviation of the signed-rank sum (Lehmann 1975), by another integral."
    p1, p2 = stats.norm.cdf(effect), stats.norm.cdf(np.sqrt(2) * effect)
    p3 = stats.multivariate_normal.cdf(
        [np.sqrt(2) * effect] * 2, cov=[[1, 0.5], [0.5, 1]], abseps=1e-12, releps=1e-12
    )
    pairs = n * (n - 1) / 2
    variance = (
        n * p1 * (1 - p1)
        + pairs * (2 * (p1 - p2) ** 2 + 3 * p2 * (1 - p2))
        + n * (n - 1) * (n - 2) * (p3 - p2**2)
    )
    return n * p1 + pairs * p2, np.sqrt(variance)


def cases_power(n, difference, disagreement, alpha, weight):
    counts = np.arange(n + 1)
    rejects = []
    for count in counts:
        k = int((midp_pvalues(np.arange(count // 2 + 1), count, weight=weight) <= alpha).sum()) - 1
        rejects.append(both(k, count, (1 + difference / disagreement) / 2))
    return float(stats.binom.pmf(counts, n, disagreement) @ rejects)


@needs_node
def test_normal_distribution(tmp_path):
    z = [*np.arange(-9, 9.1, 0.25), 3.4999, 3.5001, 1e-9]
    np.testing.assert_allclose(
        computed(tmp_path, "power", *(["below", each] for each in z)),
        stats.norm.cdf(z),
        rtol=1e-12,
        atol=0,
    )


@needs_node
def test_noncentral_t(tmp_path):
    grid = [
        (t, df, shift)
        for t in (-2.0, 0.3, 1.0, 2.262, 5.0)
        for df in (2, 5, 10, 24, 99)
        for shift in (0, 0.5, 2.0, 5.0)
    ]
    agree(tmp_path, [(["noncentralBelow", *each], stats.nct.cdf(*each)) for each in grid])

    def density(t, df, shift):
        return (
            df
            / t
            * (stats.nct.cdf(t * np.sqrt(1 + 2 / df), df + 2, shift) - stats.nct.cdf(t, df, shift))
        )

    agree(tmp_path, [(["noncentralDensity", *each], density(*each)) for each in grid])


@needs_node
def test_power_of_the_t_test(tmp_path):
    grid = [
        (n, effect, alpha)
        for n in (3, 4, 11, 30, 100)
        for effect in EFFECTS
        for alpha in (0.01, 0.1)
    ]
    agree(tmp_path, [(["tPower", *each], t_power(*each)) for each in grid])


@needs_node
def test_binomial_and_sign_test(tmp_path):
    grid = [
        (k, n, q)
        for n in (1, 7, 60, 500)
        for k in sorted({0, n // 3, n - 1, n})
        for q in (0.02, 0.5, 0.81)
    ]
    agree(tmp_path, [(["binomialBelow", *each], stats.binom.cdf(*each)) for each in grid])
    agree(tmp_path, [(["binomialAt", *each], stats.binom.pmf(*each)) for each in grid])
    sizes = [(n, alpha) for n in (3, 5, 6, 11, 12, 40, 99) for alpha in (0.01, 0.05, 0.1)]
    agree(tmp_path, [(["signCut", *each], sign_cut(*each)) for each in sizes])
    agree(
        tmp_path,
        [
            (["signPower", n, effect, alpha], sign_power(n, effect, alpha))
            for n, alpha in sizes
            for effect in EFFECTS
        ],
    )


@needs_node
def test_signed_ranks_without_a_difference(tmp_path):
    agree(
        tmp_path,
        [(["rankNull", n], signed_rank_null(np.arange(1, n + 1))[::2]) for n in (1, 2, 7, 20, 50)],
    )
    for n in (4, 6, 11, 33, 50, 80):
        null = np.cumsum(signed_rank_null(np.arange(1, n + 1))[::2])
        w = np.arange(len(null))
        p = (
            2 * null
            if n <= 50
            else 2
            * stats.norm.cdf((2 * w - n * (n + 1) / 2) / np.sqrt(n * (n + 1) * (2 * n + 1) / 6))
        )
        agree(
            tmp_path,
            [
                (["rankCut", n, alpha], int((p[w < len(w) / 2] <= alpha).sum()) - 1)
                for alpha in (0.01, 0.05, 0.1)
            ],
        )


@needs_node
def test_signed_ranks_with_a_difference(tmp_path):
    for effect, shares in zip(
        EFFECTS, computed(tmp_path, "power", *(["rankShares", effect] for effect in EFFECTS))
    ):
        up, assured = stats.norm.cdf(effect), stats.norm.cdf(np.sqrt(2) * effect)
        close(shares[2], [(1 - up) ** 2, 1 - assured - (1 - up) ** 2, assured - up**2, up**2])
        for n in (3, 8, 15, 20):
            share, w = np.array(shares[n]), np.arange(n * (n + 1) // 2 + 1)
            close([share.sum(), share[-1], share[0]], [1, up**n, (1 - up) ** n], words=(n, effect))
            mean, sd = moments(n, effect)
            close([share @ w, np.sqrt(share @ (w - mean) ** 2)], [mean, sd], 1e-6, (n, effect))
            if effect == 0:
                close(share, signed_rank_null(np.arange(1, n + 1))[::2], 1e-10)


@needs_node
def test_moments_of_signed_ranks(tmp_path):
    for effect in EFFECTS:
        [got] = computed(tmp_path, "power", ["rankMoments", 31, effect])
        close([got["mean"], got["sd"]], moments(31, effect), 1e-6)
        theta = stats.norm.cdf(np.sqrt(2) * effect)

        def g(v, effect=effect, theta=theta):
            return stats.norm.cdf(v + 2 * effect) - theta

        def bell(v):
            return np.exp(-v * v / 2) / np.sqrt(2 * np.pi)

        u, step = np.linspace(-8, 8, 321, retstep=True)
        inner = [
            integrate.fixed_quad(lambda v: bell(v) * g(v), max(-9.0, -2 * effect - each), 9, n=80)[
                0
            ]
            for each in u
        ]
        second, third, pair = (
            step * (bell(u) * values).sum() for values in (g(u) ** 2, g(u) ** 3, g(u) * inner)
        )
        close(got["skewness"], (third + 3 * pair) / second**1.5 / np.sqrt(31), 1e-6)


@needs_node
@pytest.mark.parametrize("alpha", [0.01, 0.05])
def test_power_of_wilcoxon_beside_simulated_power(alpha, tmp_path):
    grid = [(n, effect) for n in (6, 11, 20, 21, 35, 60, 100) for effect in (0.2, 0.6, 1.2)]
    got = computed(tmp_path, "power", *(["rankPower", n, effect, alpha] for n, effect in grid))
    for (n, effect), value in zip(grid, got):
        found = power(
            "wilcoxon", PairedDatasets(datasets=n, difference=effect), alpha=alpha, n=8000, rng=n
        ).value
        close(value, found, 4 * 0.5 / np.sqrt(8000) if n <= 20 else 0.03, (n, effect))


@needs_node
def test_mcnemar(tmp_path):
    cases = []
    grid = (
        (30, 0.1, 0.3, 0.05),
        (101, 0.05, 0.12, 0.05),
        (250, 0.0, 0.2, 0.1),
        (180, 0.07, 0.07, 0.01),
    )
    for n, difference, disagreement, alpha in grid:
        given = dict(difference=difference, disagreement=disagreement, alpha=alpha)
        for test, weight in (("mcnemar", 1), ("mcnemar_exact", 0)):
            cases.append(
                (
                    ["casesPower", test, n, given],
                    cases_power(n, difference, disagreement, alpha, weight),
                )
            )
    agree(tmp_path, cases)
    found = power(
        "mcnemar", TestCases(cases=101, difference=0.05, disagreement=0.12), n=20_000, rng=1
    ).value
    close(cases[2][1], found, 0.015)


@needs_node
def test_needed_and_level(tmp_path):
    tests = "paired_ttest", "sign_test", "wilcoxon", "mcnemar"
    needed = dict(
        zip(tests, computed(tmp_path, "power", *(["needed", test, VALUES] for test in tests)))
    )
    for test, one in (("paired_ttest", t_power), ("sign_test", sign_power)):
        assert one(needed[test] - 1, 0.6, 0.05) < 0.8 <= one(needed[test], 0.6, 0.05)
    models = (
        PairedDatasets(datasets=9, difference=0.6),
        TestCases(cases=50, difference=0.05, disagreement=0.12),
    )
    for test, model in zip(tests[2:], models):
        size = cc.sample_size(test, model, n=4000, rng=3)
        assert size.low <= needed[test] <= size.high, test
    none, small, level, cases = computed(
        tmp_path,
        "power",
        ["needed", "wilcoxon", VALUES | dict(effect=0)],
        ["needed", "sign_test", VALUES | dict(effect=0.05)],
        ["levelOf", "wilcoxon", 11, VALUES],
        ["levelOf", "mcnemar", 90, VALUES],
    )
    assert none is None is small
    close(level, 2 * np.cumsum(signed_rank_null(np.arange(1, 12))[::2])[10])
    close(cases, cases_power(90, 0, 0.12, 0.05, 1))


@needs_node
def test_what_the_test_sees(tmp_path):
    t, sign, ranks, many, cases = computed(
        tmp_path,
        "power",
        *(
            ["seen", test, VALUES | more]
            for test, more in (
                ("paired_ttest", {}),
                ("sign_test", {}),
                ("wilcoxon", {}),
                ("wilcoxon", dict(datasets=60)),
                ("mcnemar", {}),
            )
        ),
    )
    close(t["cut"], stats.t.ppf(0.975, 10))
    close([p["y"] for p in t["null"]], stats.t.pdf([p["x"] for p in t["null"]], 10))
    close(
        [p["y"] for p in sign["truth"]],
        stats.binom.pmf([p["x"] for p in sign["truth"]], 11, stats.norm.cdf(0.6)),
    )
    assert (sign["middle"] - sign["cut"], ranks["middle"] - ranks["cut"]) == (1, 10)
    for part in (sign, ranks, cases):
        close([sum(p["y"] for p in part[k]) for k in ("null", "truth")], [1, 1], 1e-4)
    assert (
        cases["name"].endswith("36 disagreements")
        and len(ranks["null"]) == 67
        and not many["discrete"]
    )
