"""Every number that stands beside a p-value, held against a plain computation from its definition.

The register is `procedures.py`. Each example has no two quantities alike, so that a mix-up of n and
df, of a level and its half, or of two standard errors shows.
"""

from collections import Counter
from dataclasses import replace
from itertools import combinations, permutations, product
from math import factorial
from operator import add

import clfcompare as cc
import numpy as np
import pandas as pd
import pytest
from procedures import EVEN, PAIRS, POSTHOC, TABLES, TASKS, UNEVEN, losses, pair, table
from scipy import special, stats
from scipy.optimize import brentq

APPROX = dict(rel=1e-7, abs=1e-10)


def hedges(df):
    return special.gamma(df / 2) / (np.sqrt(df / 2) * special.gamma((df - 1) / 2))


def t_numbers(d, factor):
    d = np.ravel(d)
    J, mean, sd = (
        len(d),
        sum(d) / len(d),
        np.sqrt(sum((x - sum(d) / len(d)) ** 2 for x in d) / (len(d) - 1)),
    )
    se, q = sd * np.sqrt(factor), stats.t.ppf(0.975, J - 1)
    t, far = mean / se, 5 + abs(mean / se) / 2
    ends = [
        brentq(lambda nc, p=p: special.nctdtr(J - 1, nc, t) - p, t - far, t + far, xtol=1e-12)
        for p in (0.975, 0.025)
    ]
    return {
        "statistic": mean / se,
        "pvalue": 2 * stats.t.sf(abs(mean / se), J - 1),
        "df": J - 1,
        "n": J,
        "estimate": mean,
        "se": se,
        "low": mean - q * se,
        "high": mean + q * se,
        "level": 0.95,
        "effect": mean / sd,
        "hedges_g": hedges(J - 1) * mean / sd,
        "effect_low": ends[0] * np.sqrt(factor),
        "effect_high": ends[1] * np.sqrt(factor),
    }


def numbers_5x2(d, which):
    s2 = [sum((x - sum(row) / 2) ** 2 for x in row) for row in d]
    ten, mean = [x for row in d for x in row], sum(x for row in d for x in row) / 10
    sd = np.sqrt(sum((x - mean) ** 2 for x in ten) / 9)
    known = {
        "estimate": mean,
        "effect": mean / sd,
        "hedges_g": hedges(9) * mean / sd,
        "n": 10,
        "variances": s2,
    }
    if which == "F":
        F, c = sum(x * x for x in ten) / (2 * sum(s2)), stats.f.ppf(0.95, 10, 5)
        ends = [
            brentq(
                lambda shift: sum((x - shift) ** 2 for x in ten) / (2 * sum(s2)) - c,
                mean,
                mean + side,
            )
            for side in (-9, 9)
        ]
        return {
            **known,
            "statistic": F,
            "pvalue": stats.f.sf(F, 10, 5),
            "df": (10, 5),
            "low": ends[0],
            "high": ends[1],
            "level": 0.95,
        }
    root = np.sqrt(sum(s2) / 5)
    t = d[0][0] / root if which == "t" else sum(ten) / np.sqrt(10) / root
    known |= {"statistic": t, "pvalue": 2 * stats.t.sf(abs(t), 5), "df": 5}
    if which == "t":
        return known | {"low": None, "high": None}
    reach = stats.t.ppf(0.975, 5) * root / np.sqrt(10)
    return known | {"low": mean - reach, "high": mean + reach, "level": 0.95}


def sign_numbers(d):
    n, wins = len(d), sum(x > 0 for x in d)
    chance = [special.comb(n, k) / 2**n for k in range(n + 1)]
    k = max(j for j in range(n) if sum(chance[:j]) <= 0.025)  # P(X < k)
    low = brentq(lambda p: stats.binom.sf(wins - 1, n, p) - 0.025, 0, 1, xtol=1e-14) if wins else 0
    high = (
        brentq(lambda p: stats.binom.cdf(wins, n, p) - 0.025, 0, 1, xtol=1e-14) if wins < n else 1
    )
    ends = 2 * low - 1, 2 * high - 1
    return {
        "statistic": wins,
        "pvalue": min(1, 2 * sum(chance[: min(wins, n - wins) + 1])),
        "n": n,
        "estimate": np.median(d),
        "low": sorted(d)[k - 1],
        "high": sorted(d)[-k],
        "level": 0.95,
        "effect": 2 * wins / n - 1,
        "effect_low": ends[0],
        "effect_high": ends[1],
    }


def rank_biserial(d):
    ranks = stats.rankdata(np.abs(d))
    return float((np.sign(d) * ranks).sum() / ranks.sum())


def wilcoxon_numbers(d, normal):
    n, ranks = len(d), stats.rankdata(np.abs(d))
    up, down = ranks[d > 0].sum(), ranks[d < 0].sum()
    null = np.array([np.dot(signs, ranks) for signs in product((0, 1), repeat=n)])
    walsh = sorted((d[i] + d[j]) / 2 for i in range(n) for j in range(i, n))
    z = (up - down) / np.sqrt((ranks**2).sum())
    k = max(j for j in range(len(walsh)) if np.mean(null < j) <= 0.025)
    if normal:
        k = max(
            j
            for j in range(1, len(walsh))
            if (2 * (j - 1) - ranks.sum()) / np.sqrt((ranks**2).sum()) <= stats.norm.ppf(0.025)
        )
    r, left = rank_biserial(d), np.array([rank_biserial(np.delete(d, i)) for i in range(n)])
    m = (
        n
        if abs(r) == 1
        else np.clip((1 - r * r) / ((n - 1) / n * ((left - left.mean()) ** 2).sum()), n / 2, n)
    )
    q2 = stats.t.ppf(0.975, n - 1) ** 2
    ends = [
        (r + side * np.sqrt(q2 * (1 - r * r) / m + (q2 / m) ** 2)) / (1 + q2 / m)
        for side in (-1, 1)
    ]
    p = 2 * stats.norm.sf(abs(z)) if normal else min(1, 2 * np.mean(null <= min(up, down)))
    return {
        "statistic": min(up, down),
        "pvalue": p,
        "n": n,
        "estimate": np.median(walsh),
        "low": walsh[k - 1],
        "high": walsh[-k],
        "level": 0.95,
        "effect": r,
        "effect_low": ends[0],
        "effect_high": ends[1],
        "r_plus": up,
        "r_minus": down,
        "z": z,
    }


def permutation_numbers(d):
    sums = np.abs([np.dot(signs, d) for signs in product((-1, 1), repeat=len(d))])
    return {
        "statistic": d.mean(),
        "estimate": d.mean(),
        "pvalue": np.mean(sums >= abs(d.sum()) - 1e-12),
        "n": len(d),
        "low": None,
        "high": None,
        "effect": d.mean() / d.std(ddof=1),
        "patterns": 2 ** len(d),
    }


def between_halves(values):  # r pairs: half their squared gaps
    return sum((x - y) ** 2 / 2 for x, y in values) / len(values)


def heldout_numbers(d):
    n, r, _ = d.shape
    of_cases = [sum(x.ravel()) / (2 * r) for x in d]
    mean = sum(of_cases) / n
    cases = sum((x - mean) ** 2 for x in of_cases) / (n - 1) / n
    means, single = between_halves(d.sum(0) / n), sum(between_halves(x) for x in d) / n
    training = max(0, (n * means - single) / (n - 1)) / 2
    df, se, sd = (
        (cases + training) ** 2 / (cases**2 / (n - 1) + training**2 / r),
        np.sqrt(cases + training),
        np.sqrt(n * cases),
    )
    t, q = mean / se, stats.t.ppf(0.975, df)
    far = 5 + abs(t) / 2
    ends = [
        brentq(lambda nc, p=p: special.nctdtr(df, nc, t) - p, t - far, t + far, xtol=1e-12)
        for p in (0.975, 0.025)
    ]
    return {
        "statistic": t,
        "pvalue": 2 * stats.t.sf(abs(t), df),
        "df": df,
        "n": n,
        "estimate": mean,
        "se": se,
        "low": mean - q * se,
        "high": mean + q * se,
        "level": 0.95,
        "effect": mean / sd,
        "effect_low": ends[0] * se / sd,
        "effect_high": ends[1] * se / sd,
        "variance_cases": cases,
        "variance_training": training,
        "replications": r,
    }


def flip_numbers(d, ranked):
    "Of sign flips, all of them; `effect` is the share of rows in which the first is lower."

    def statistic(d):
        if not ranked:
            return abs(np.mean(d)) / (np.std(d, ddof=1) / np.sqrt(len(d)))
        ranks = stats.rankdata(np.abs(d))
        return abs((ranks * np.sign(d)).sum()) / np.sqrt((ranks**2).sum())

    d, seen = np.ravel(d), statistic(np.ravel(d))
    every = [statistic(d * signs) for signs in product((1, -1), repeat=len(d))]
    return {
        "estimate": np.mean(d),
        "statistic": seen,
        "pvalue": np.mean(np.array(every) >= seen * (1 - 1e-9)),
        "low": None,
        "high": None,
        "effect": np.mean(d < 0),
        "n": len(d),
        "df": None,
    }


def clustered_numbers(d, labels):
    n, mean, G = len(d), d.mean(), len(set(labels))
    sums = [sum(x - mean for x, label in zip(d, labels) if label == g) for g in sorted(set(labels))]
    se, plain = np.sqrt(G / (G - 1) * sum(s * s for s in sums)) / n, d.std(ddof=1) / np.sqrt(n)
    t, q, scale = mean / se, stats.t.ppf(0.975, G - 1), se / d.std(ddof=1)
    ends = [
        brentq(
            lambda nc, p=p: special.nctdtr(G - 1, nc, t) - p,
            t - 5 - abs(t),
            t + 5 + abs(t),
            xtol=1e-12,
        )
        for p in (0.975, 0.025)
    ]
    return {
        "statistic": t,
        "pvalue": 2 * stats.t.sf(abs(t), G - 1),
        "df": G - 1,
        "n": n,
        "estimate": mean,
        "se": se,
        "n_clusters": G,
        "se_unclustered": plain,
        "low": mean - q * se,
        "high": mean + q * se,
        "level": 0.95,
        "design_effect": (se / plain) ** 2,
        "effect": mean / d.std(ddof=1),
        "effect_low": ends[0] * scale,
        "effect_high": ends[1] * scale,
    }


def cluster_flips(d, labels):
    sums = [d[np.array(labels) == g].sum() for g in sorted(set(labels))]
    return {
        **permutation_numbers(np.array(sums)),
        "statistic": d.mean(),
        "estimate": d.mean(),
        "n": len(d),
        "effect": d.mean() / d.std(ddof=1),
        "n_clusters": len(sums),
        "smallest_pvalue": 2 / 2 ** len(sums),
    }


def betting_numbers(d, low=-9.0, high=9.0, alpha=0.05):
    "Case by case, with a capital for each side (Waudby-Smith and Ramdas 2024)."
    x = [(value - low) / (high - low) for value in d]

    def course(m):  # the log capital of the two bettors after each case, each with half of it
        total, squares, up, down, found = 0.5, 0.25, np.log(0.5), np.log(0.5), []
        for t, value in enumerate(x, 1):
            stake = np.sqrt(2 * np.log(2 / alpha) / (squares / t * t * np.log(1 + t)))
            up, down = (
                up + np.log(1 + min(stake, 0.5 / m) * (value - m)),
                down + np.log(1 - min(stake, 0.5 / (1 - m)) * (value - m)),
            )
            total += value
            squares += (value - total / (t + 1)) ** 2
            found.append((up, down))
        return np.array(found)

    def end(out, side):  # the edge of what is left, or the bound where nothing is out
        def over(m):
            return course(m)[:, side].max() + np.log(alpha)

        return brentq(over, out, np.mean(x), xtol=1e-14) if over(out) > 0 else out

    best, ends = course(-low / (high - low)).max(1), (end(1e-12, 0), end(1 - 1e-12, 1))
    first = np.flatnonzero(best >= -np.log(alpha))
    return {
        "statistic": best.max(),
        "pvalue": min(1, np.exp(-best.max())),
        "n": len(d),
        "df": None,
        "estimate": d.mean(),
        "low": low + (high - low) * ends[0],
        "high": low + (high - low) * ends[1],
        "effect": np.mean(d > 0) + np.mean(d == 0) / 2,
        "decided_at": first[0] + 1 if len(first) else None,
    }


def suite_numbers(d, weights, labels):
    parts, spread = [], 0.0
    for name, weight in weights.items():
        mine = [(x, g) for x, task, g in zip(d, TASKS, labels) if task == name]
        n, mean = len(mine), np.mean([x for x, _ in mine])
        groups = {g for _, g in mine}
        squares = sum(sum(x - mean for x, g in mine if g == one) ** 2 for one in groups)
        v = len(groups) / (len(groups) - 1) * squares / n**2
        parts.append((weight * mean, weight**2 * v, len(groups) - 1))
        spread += weight * np.var([x for x, _ in mine], ddof=1)
    mean, square = (sum(part[k] for part in parts) for k in (0, 1))
    df, se = square**2 / sum(v**2 / f for _, v, f in parts), np.sqrt(square)
    t, q = mean / se, stats.t.ppf(0.975, df)
    ends = [
        brentq(lambda nc, p=p: special.nctdtr(df, nc, t) - p, t - 9, t + 9, xtol=1e-12)
        for p in (0.975, 0.025)
    ]
    return {
        "statistic": t,
        "pvalue": 2 * stats.t.sf(abs(t), df),
        "df": df,
        "n": len(d),
        "estimate": mean,
        "se": se,
        "low": mean - q * se,
        "high": mean + q * se,
        "level": 0.95,
        "effect": mean / np.sqrt(spread),
        "effect_low": ends[0] * se / np.sqrt(spread),
        "effect_high": ends[1] * se / np.sqrt(spread),
    }


EXPECTED = {
    "anytime_comparison": betting_numbers,
    "clustered_ttest": lambda d: clustered_numbers(d, EVEN),
    "clustered_permutation_test": lambda d: cluster_flips(d, UNEVEN),
    "stratified_ttest": lambda d: suite_numbers(d, dict(zip("xyz", (1 / 3,) * 3)), range(15)),
    "stratified_ttest, clusters": lambda d: suite_numbers(
        d,
        {"x": 4 / 7, "y": 1 / 7, "z": 2 / 7},
        [0, 0, 1, 2, 2, 3, 3, 4, 5, 5, 6, 6, 7, 8, 8],
    ),
    "heldout_ttest": heldout_numbers,
    "heldout_ttest, few": heldout_numbers,
    "paired_ttest": lambda d: t_numbers(d, 1 / 7),
    "corrected_ttest": lambda d: t_numbers(d, 1 / 7 + 11 / 53),
    "corrected_ttest, repeats": lambda d: t_numbers(d, 1 / 12 + 11 / 53),
    "ttest_5x2cv": lambda d: numbers_5x2(d, "t"),
    "ftest_5x2cv": lambda d: numbers_5x2(d, "F"),
    "combined_ttest_5x2cv": lambda d: numbers_5x2(d, "combined"),
    "permutation_test": permutation_numbers,
    "sign_test": sign_numbers,
    "wilcoxon": lambda d: wilcoxon_numbers(d, False),
    "wilcoxon, pratt": lambda d: wilcoxon_numbers(d, False),
    "wilcoxon, normal": lambda d: wilcoxon_numbers(d, True),
}
OF_TABLES = {
    **EXPECTED,
    "anytime_comparison": lambda d: betting_numbers(d, -1, 1),
    "max_t": lambda d: flip_numbers(d, False),
    "max_t signed_rank": lambda d: flip_numbers(d, True),
}


def same(found, expected):
    for key, value in expected.items():
        assert (
            (found[key] is None)
            if value is None
            else np.ravel(found[key]) == pytest.approx(np.ravel(value), **APPROX)
        ), key


def test_every_pair_procedure_has_its_reference():
    assert set(EXPECTED) == set(PAIRS)


@pytest.mark.parametrize("seed", [3, 11])
@pytest.mark.parametrize("name", PAIRS)
def test_pairs(name, seed):
    procedure, shape, _ = PAIRS[name]
    a, b = pair(shape, seed)
    same(procedure(a, b).to_dict(), EXPECTED[name](a - b))


def test_tost():
    a, b = pair((3, 4), 6)
    for factor, sizes in ((1 / 12, {}), (1 / 12 + 11 / 53, dict(n_train=53, n_test=11))):
        d, found = (a - b).ravel(), cc.inference.tost(a, b, low=-0.031, high=0.047, **sizes)
        se, mean, q = d.std(ddof=1) * np.sqrt(factor), d.mean(), stats.t.ppf(0.95, 11)
        above, below = (mean + 0.031) / se, (mean - 0.047) / se
        p = [stats.t.sf(above, 11), stats.t.cdf(below, 11)]
        same(
            found.to_dict(),
            {
                "pvalue": max(p),
                "statistic": above if p[0] > p[1] else below,
                "df": 11,
                "n": 12,
                "estimate": mean,
                "se": se,
                "low": mean - q * se,
                "high": mean + q * se,
                "level": 0.90,
                "pvalue_low": p[0],
                "pvalue_high": p[1],
            },
        )


# --- tables


def eta_numbers(F, df, n):
    def root(p):
        return (
            0.0
            if stats.f.cdf(F, *df) <= p
            else brentq(lambda nc: stats.ncf.cdf(F, *df, nc) - p, 1e-12, 500)
        )

    low, high = (x / (x + n) for x in (root(0.95), root(0.05)))
    eta = df[0] * F / (df[0] * F + df[1])
    return {"effect": eta, "effect_low": min(low, eta), "effect_high": max(high, eta)}


def anova_numbers(v):
    k, L = v.shape
    found, df = stats.f_oneway(*v.T), (L - 1, L * (k - 1))
    ssb, ssw = (
        k * sum((c.mean() - v.mean()) ** 2 for c in v.T),
        sum(((c - c.mean()) ** 2).sum() for c in v.T),
    )
    return {
        "statistic": found.statistic,
        "pvalue": found.pvalue,
        "df": df,
        "n": k,
        **eta_numbers(found.statistic, df, k * L),
        "ss_between": ssb,
        "ss_within": ssw,
        "omega_squared": (ssb - (L - 1) * ssw / df[1]) / (ssb + ssw + ssw / df[1]),
    }


def rm_numbers(v, correction):
    k, L = v.shape
    rows, columns = v.mean(1, keepdims=True), v.mean(0)
    ssa, ssr, ssf = (
        k * ((columns - v.mean()) ** 2).sum(),
        ((v - rows - columns + v.mean()) ** 2).sum(),
        L * ((rows - v.mean()) ** 2).sum(),
    )
    contrasts = np.linalg.qr(np.c_[np.ones(L), np.eye(L)[:, : L - 1]])[0][:, 1:]
    S = np.atleast_2d(np.cov((v @ contrasts).T))
    gg = np.trace(S) ** 2 / ((L - 1) * np.trace(S @ S))
    below = (L - 1) * (k - 1 - (L - 1) * gg)
    hf = 1.0 if L == 2 else min(1, (k * (L - 1) * gg - 2) / below) if below > 0 else 1.0
    eps, plain = {"none": 1.0, "gg": gg, "hf": hf}[correction], (L - 1, (L - 1) * (k - 1))
    F = ssa / plain[0] / (ssr / plain[1])
    expected = {
        "statistic": F,
        "df": (eps * plain[0], eps * plain[1]),
        "pvalue": stats.f.sf(F, eps * plain[0], eps * plain[1]),
        "n": k,
        "effect": ssa / (ssa + ssr),
        "epsilon_gg": gg,
        "epsilon_hf": hf,
        "ss_algorithms": ssa,
        "ss_residual": ssr,
        "ss_folds": ssf,
        "generalised_eta_squared": ssa / (ssa + ssr + ssf),
    }
    return expected | (
        eta_numbers(F, plain, k * (L - 1))
        if correction == "none"
        else {"effect_low": None, "effect_high": None}
    )


def corrected_rm_numbers(v):
    plain, k = rm_numbers(v, "gg"), len(v)
    inflation = 1 + k * 11 / 53
    F = plain["statistic"] / inflation
    return plain | {
        "statistic": F,
        "pvalue": stats.f.sf(F, *plain["df"]),
        "inflation": inflation,
        "pvalue_uncorrected": plain["pvalue"],
        "statistic_uncorrected": plain["statistic"],
    }


def w_of(ranks):
    return ranks.sum(0).var() / (len(ranks) * ranks.var(axis=1).sum())


def concordance(v):
    ranks, (M, L) = stats.rankdata(v, axis=1), v.shape
    W, left = w_of(ranks), np.array([w_of(np.delete(ranks, i, axis=0)) for i in range(M)])
    rho, rhos = (M * W - 1) / (M - 1), ((M - 1) * left - 1) / (M - 2)
    m, q2 = (
        np.clip(
            (1 - rho**2) / ((M - 1) / M * ((rhos - rhos.mean()) ** 2).sum()), M / 2, M * (L - 1)
        ),
        stats.t.ppf(0.975, M - 1) ** 2,
    )
    ends = [
        (rho + side * np.sqrt(q2 * (1 - rho**2) / m + (q2 / m) ** 2)) / (1 + q2 / m)
        for side in (-1, 1)
    ]
    return {
        "effect": W,
        "effect_low": max(0, ((M - 1) * ends[0] + 1) / M),
        "effect_high": ((M - 1) * ends[1] + 1) / M,
    }


def share_of(scores):
    return (scores.sum(0) ** 2).sum() / (len(scores) * (scores**2).sum())


def friedman_numbers(v):
    M, L = v.shape
    chi2 = M * (L - 1) * w_of(stats.rankdata(v, axis=1))
    return {
        "statistic": chi2,
        "pvalue": stats.chi2.sf(chi2, L - 1),
        "df": L - 1,
        "n": M,
        **concordance(v),
    }


def f_numbers(v, scores):
    (M, L), W = v.shape, share_of(scores)
    F, df = (M - 1) * W / (1 - W), (L - 1, (L - 1) * (M - 1))
    formula = stats.f.sf(F, *df)
    p = exact_p(scores) if factorial(L) ** M <= 10**6 else formula
    given = {"statistic": F, "pvalue": p, "pvalue_formula": formula, "df": df}
    return given | {"n": M, "effect": W, "pvalue_smallest": factorial(L) ** (1.0 - M)}


def exact_p(scores):
    "P(share >= observed) over all orders of all rows, by counting their column sums."
    rows = np.rint(2 * scores).astype(int)
    sums = Counter({(0,) * rows.shape[1]: 1})
    for row in rows.tolist():
        grown = Counter()
        for (so_far, count), order in product(sums.items(), permutations(row)):
            grown[tuple(map(add, so_far, order))] += count
        sums = grown
    seen = sum(x * x for x in rows.sum(0).tolist())
    reach = sum(count for so_far, count in sums.items() if sum(x * x for x in so_far) >= seen)
    return reach / sum(sums.values())


def iman_numbers(v):
    return f_numbers(v, stats.rankdata(v, axis=1) - (v.shape[1] + 1) / 2) | concordance(v)


def quade_numbers(v):
    return f_numbers(
        v,
        stats.rankdata(np.ptp(v, axis=1))[:, None]
        * (stats.rankdata(v, axis=1) - (v.shape[1] + 1) / 2),
    )


def aligned_numbers(v):
    M, L = v.shape
    r = stats.rankdata(v - v.mean(1, keepdims=True)).reshape(M, L)
    T = (
        (L - 1)
        * ((r.sum(0) - M * (M * L + 1) / 2) ** 2).sum()
        / ((r**2).sum() - (r.sum(1) ** 2).sum() / L)
    )
    return {
        "statistic": T,
        "pvalue": stats.chi2.sf(T, L - 1),
        "df": L - 1,
        "n": M,
        "effect": T / (M * (L - 1)),
    }


def exact_numbers(v):
    observed, M = (
        ((stats.rankdata(v, axis=1).sum(0) - len(v) * (v.shape[1] + 1) / 2) ** 2).sum(),
        len(v),
    )
    orders = np.array(
        list(set(product(*[range(1, v.shape[1] + 1)] * v.shape[1])))
    )  # too many: keep the permutations
    orders = orders[[len(set(o)) == len(o) for o in orders]] - (v.shape[1] + 1) / 2
    states = {tuple(np.zeros(v.shape[1])): 1.0}
    for _ in range(M):
        grown = {}
        for state, p in states.items():
            for o in orders:
                key = tuple(np.add(state, o))
                grown[key] = grown.get(key, 0) + p / len(orders)
        states = grown
    return {
        "pvalue": sum(p for s, p in states.items() if np.square(s).sum() >= observed - 1e-9),
        "n": M,
        "df": None,
        **concordance(v),
    }


TABLE_NUMBERS = {
    "anova": anova_numbers,
    "rm_anova": lambda v: rm_numbers(v, "none"),
    "rm_anova, gg": lambda v: rm_numbers(v, "gg"),
    "rm_anova, hf": lambda v: rm_numbers(v, "hf"),
    "corrected_rm_anova": corrected_rm_numbers,
    "friedman": friedman_numbers,
    "friedman, exact": exact_numbers,
    "iman_davenport": iman_numbers,
    "quade": quade_numbers,
    "aligned_friedman": aligned_numbers,
}


def test_every_table_procedure_has_its_reference():
    assert set(TABLE_NUMBERS) == set(TABLES)


@pytest.mark.parametrize("shape, seed", [((7, 3), 8), ((9, 2), 5), ((6, 4), 21)])
@pytest.mark.parametrize("name", TABLES)
def test_tables(name, shape, seed):
    if name == "friedman, exact" and shape == (6, 4):
        pytest.skip("too many orders for plain loops")
    procedure, directed, _ = TABLES[name]
    values = table(*shape, seed=seed)
    same(
        (procedure(values, better="lower") if directed else procedure(values)).to_dict(),
        TABLE_NUMBERS[name](values),
    )


# --- pairs out of tables


def rank_pairs(v, names, kind):
    M, L = v.shape
    ranks, at = stats.rankdata(v, axis=1), {n: int(n[1:]) - 1 for n in names}
    mean, rows = ranks.mean(0), {}
    left = M * (ranks**2).sum() - (ranks.sum(0) ** 2).sum()
    z = kind != "conover"
    se = np.sqrt(L * (L + 1) / (6 * M)) if z else np.sqrt(2 * left / ((M - 1) * (L - 1))) / M
    q = stats.norm.ppf(0.975) if z else stats.t.ppf(0.975, (L - 1) * (M - 1))
    if kind == "nemenyi":
        q = stats.studentized_range.ppf(0.95, L, np.inf) / np.sqrt(2)
    for a, b in combinations(names, 2):
        x, y = ranks[:, at[a]], ranks[:, at[b]]
        gap = mean[at[a]] - mean[at[b]]
        p = (
            2 * stats.norm.sf(abs(gap / se))
            if z
            else 2 * stats.t.sf(abs(gap / se), (L - 1) * (M - 1))
        )
        if not z and L == 2:  # 1,024 tables are counted: the sign test
            p = stats.binomtest(int((x < y).sum()), M).pvalue
        rows[a, b] = {
            "estimate": gap,
            "statistic": gap / se,
            "pvalue": p,
            "low": gap - q * se,
            "high": gap + q * se,
            "n": M,
            "effect": np.mean(x < y) + np.mean(x == y) / 2,
            "df": None if z else (L - 1) * (M - 1),
        }
    return rows


@pytest.mark.parametrize("L", [2, 4])
@pytest.mark.parametrize("name", POSTHOC)
def test_pairs_of_tables(name, L):
    values = table(10, L, seed=17)
    found = POSTHOC[name][0](values, better="lower")
    shape = (5, 2) if "5x2" in name else (10,)
    if POSTHOC[name][1]:
        expected = rank_pairs(values, found.names, name)
    else:
        numbers = {
            "corrected_ttest": lambda d: t_numbers(d, 1 / 10 + 11 / 53),
            "paired_ttest": lambda d: t_numbers(d, 1 / 10),
        }.get(name.removeprefix("pairwise, "), OF_TABLES.get(name.removeprefix("pairwise, ")))
        columns = {n: values[:, int(n[1:]) - 1] for n in found.names}
        expected = {
            (a, b): numbers((columns[a] - columns[b]).reshape(shape))
            for a, b in combinations(found.names, 2)
        }
    assert len(found.comparisons) == L * (L - 1) / 2 == len(expected)
    for row in found.comparisons.to_dict("records"):
        for key in ("estimate", "statistic", "pvalue", "low", "high", "n", "effect", "df"):
            value, got = expected[row["a"], row["b"]].get(key), row[key]
            assert (
                pd.isna(got)
                if value is None
                else np.ravel(got) == pytest.approx(np.ravel(value), **APPROX)
            ), (key, row["a"], row["b"])


def test_adjustment_of_mean_rank_ztest():
    values = table(10, 4, seed=17)
    rows = cc.inference.mean_rank_ztest(values, better="lower").comparisons
    order = {n: i for i, n in enumerate(cc.inference.mean_rank_ztest(values, better="lower").names)}
    assert list(zip(rows["a"].map(order), rows["b"].map(order))) == list(combinations(range(4), 2))
    p = np.sort(rows["pvalue"].to_numpy())
    steps = np.maximum.accumulate(
        p * [6, 3, 3, 3, 2, 1]
    )  # Shaffer: of four means, so many hypotheses may still be true
    assert np.sort(rows["pvalue_adjusted"].to_numpy()) == pytest.approx(
        np.minimum(steps, 1)
    ) and set(rows["adjust"]) == {"shaffer"}
    assert (steps[:2] < 1).all() and steps[1] != p[1] * 5


@pytest.mark.parametrize("L, seed", [(2, 6), (3, 8), (5, 9)])
@pytest.mark.parametrize("spread", [0, 1])
def test_heldout_anova(L, seed, spread):
    x = losses(L, (9, 4, 2), seed) + spread * np.random.default_rng(seed).normal(
        0, 0.1, (1, 4, 2, L)
    )
    n, r = 9, 4
    means, x = x.mean((0, 1, 2)), x - x.mean(-1, keepdims=True)
    of_cases, gap = x.mean((1, 2)), x[:, :, 0] - x[:, :, 1]
    A, S = np.cov(of_cases.T) / n, sum(np.outer(g, g) for g in gap.mean(0)) / 2 / r
    single = sum((g**2).sum() for case in gap for g in case) / 2 / r / n
    tau = max(0, (n * np.trace(S) - single) / (n - 1)) / 2
    B, size = S / np.trace(S) * tau, np.trace(A) + tau
    df = size**2 / ((A + B) ** 2).sum(), size**2 / ((A**2).sum() / (n - 1) + (B**2).sum() / r)
    F = (of_cases.mean(0) ** 2).sum() / size
    found = cc.inference.heldout_anova(np.moveaxis(x + 0.3, -1, 0)).to_dict()
    between, within = n * (of_cases.mean(0) ** 2).sum(), ((of_cases - of_cases.mean(0)) ** 2).sum()
    same(
        found,
        {
            "statistic": F,
            "df": df,
            "pvalue": stats.f.sf(F, *df),
            "n": n,
            "effect": between / (between + within),
            "share_training": tau / size,
            "replications": r,
        },
    )
    assert list(found["means"].values()) == pytest.approx(means - means.mean() + 0.3)
    assert tau > 0 or not spread


def test_heldout_pseudo_values_of_a_variance():
    x = np.random.default_rng(3).normal(2, 1, 11)
    found = cc.inference.pseudo_values(x.var(), [np.delete(x, i).var() for i in range(11)])
    raw = 11 * x.var() - 10 * np.array([np.delete(x, i).var() for i in range(11)])
    assert found == pytest.approx(raw + x.var() - x.var(ddof=1)) and found.mean() == pytest.approx(
        x.var()
    )


def test_bayes_heldout_is_a_student_posterior_around_the_test():
    x = losses(2)
    found, test = (
        cc.inference.bayes_heldout_ttest(x[..., 0], x[..., 1], better="lower", rope=0.013),
        heldout_numbers(x[..., 0] - x[..., 1]),
    )
    below, above = (
        stats.t.cdf((end - test["estimate"]) / test["se"], test["df"]) for end in (-0.013, 0.013)
    )
    assert tuple(found.probabilities()) == pytest.approx((below, above - below, 1 - above))


def test_share_of_test_cases_of_5x2_cv_and_of_folds():
    def share(design, repeats, k):
        from clfcompare.core.resampling import read_resampling

        keys = pd.MultiIndex.from_product(
            [range(repeats), range(k)], names=["repeat", "fold"]
        ).to_frame(index=False)
        table = keys.assign(knn=np.arange(repeats * k) / 50, svm=0.3)
        scores = cc.scores_from_folds(table, dataset="wine", measure="error", better="lower")
        return read_resampling(scores.assign(design=design)).test_share

    assert share("five_by_two(holdout=0.2)", 5, 2) == pytest.approx(
        0.2 / (0.2 + 0.4)
    )  # a fifth is tested, two fifths train
    assert (share("five_by_two(holdout=None)", 5, 2), share("k_fold(7)", 1, 7)) == pytest.approx(
        (1 / 2, 1 / 7)
    )


def test_bonferroni_dunn():
    values, M, L = table(9, 4, seed=2), 9, 4
    ranks = stats.rankdata(values, axis=1).mean(0)
    se, q = np.sqrt(L * (L + 1) / (6 * M)), stats.norm.isf(0.05 / 2 / 3)
    for row in cc.bonferroni_dunn(values, control="A2", better="lower").comparisons.to_dict(
        "records"
    ):
        gap = ranks[1] - ranks[int(row["b"][1:]) - 1]
        p = 2 * stats.norm.sf(abs(gap) / se)
        assert [
            row[k]
            for k in ("estimate", "statistic", "pvalue", "pvalue_adjusted", "low", "high", "n")
        ] == pytest.approx(
            [gap, gap / se, p, min(1, 3 * p), gap - q * se, gap + q * se, M], **APPROX
        )


# --- cases, areas, several measures


@pytest.mark.parametrize("n01, n10", [(4, 15), (21, 9), (0, 6), (7, 7)])
def test_mcnemar(n01, n10):
    n, half = n01 + n10, lambda k: special.comb(n, k) / 2**n
    m, gap = min(n01, n10), abs(n01 - n10)
    tail = sum(half(k) for k in range(m + 1))
    midp, exact = (1 - half(m) / 2, 1.0) if n01 == n10 else (2 * tail - half(m), 2 * tail)
    chi2, chi2_cc = gap**2 / n, max(gap - 1, 0) ** 2 / n
    for method, p in {
        "midp": midp,
        "exact": exact,
        "chi2": stats.chi2.sf(chi2, 1),
        "chi2_cc": stats.chi2.sf(chi2_cc, 1),
    }.items():
        found = cc.mcnemar(n01, n10, method=method)
        assert (found.pvalue, found.effect, found.n) == pytest.approx(
            (p, n01 / n - 0.5, n), **APPROX
        )
    assert cc.mcnemar(n01, n10, method="chi2").df == 1


def test_delong():
    rng = np.random.default_rng(4)
    y, a, b = (
        np.repeat([1, 0], [13, 22]),
        rng.normal(size=35).round(1),
        rng.normal(size=35).round(1),
    )
    a[:13] += 1.1
    b[:13] += 0.4
    kernels = [[[(x > z) + (x == z) / 2 for z in s[13:]] for x in s[:13]] for s in (a, b)]
    gap = np.array(kernels[0]) - kernels[1]
    se = np.sqrt(gap.mean(1).var(ddof=1) / 13 + gap.mean(0).var(ddof=1) / 22)
    reach = stats.norm.ppf(0.95) * se
    same(
        cc.delong_test(y, a, b, level=0.9).to_dict(),
        {
            "estimate": gap.mean(),
            "se": se,
            "statistic": gap.mean() / se,
            "low": gap.mean() - reach,
            "high": gap.mean() + reach,
            "n": 35,
            "n_pos": 13,
            "n_neg": 22,
            "pvalue": 2 * stats.norm.sf(abs(gap.mean()) / se),
            "level": 0.9,
        },
    )
    k = np.array(kernels[0])
    one = np.sqrt(k.mean(1).var(ddof=1) / 13 + k.mean(0).var(ddof=1) / 22)
    same(
        cc.delong_interval(y, a).to_dict(),
        {
            "value": k.mean(),
            "se": one,
            "low": k.mean() - stats.norm.ppf(0.975) * one,
            "high": min(1, k.mean() + stats.norm.ppf(0.975) * one),
            "n": 35,
            "level": 0.95,
        },
    )


def test_cochran_and_hotelling():
    right = (np.random.default_rng(7).random((31, 3)) < [0.6, 0.8, 0.7]).astype(int)
    G, T, N = right.sum(0), right.sum(1), right.sum()
    Q = 2 * (3 * (G**2).sum() - N**2) / (3 * N - (T**2).sum())
    same(
        cc.cochran_q(right).to_dict(),
        {"statistic": Q, "pvalue": stats.chi2.sf(Q, 2), "df": 2, "n": 31, "effect": Q / 62},
    )
    a, b = np.random.default_rng(10).normal(size=(2, 13, 3)) * [1, 7, 0.2] + [[[0]], [[0.1]]]
    d = a - b
    t2 = 13 * d.mean(0) @ np.linalg.inv(np.cov(d.T)) @ d.mean(0)
    same(
        cc.hotelling(a, b).to_dict(),
        {
            "statistic": t2,
            "df": (3, 10),
            "pvalue": stats.f.sf(10 / 36 * t2, 3, 10),
            "n": 13,
            "f": 10 / 36 * t2,
            "effect": np.sqrt(t2 / 13),
            "mean_difference": d.mean(0),
            "covariance": np.cov(d.T),
            "direction": np.linalg.inv(np.cov(d.T)) @ d.mean(0),
            "paired_t": stats.ttest_rel(a, b).statistic,
        },
    )


def test_differences_that_are_written_alike_tie_also_between_a_large_and_a_small_value():
    from clfcompare.inference.statistics import signed_gaps

    found = signed_gaps(np.array([1000.3, 1000.2, 3.0]), np.array([0.1, 0.0, 1.0]))
    assert 1000.3 - 0.1 != 1000.2 - 0.0 and found[0] == found[1] != found[2]


def test_standard_error_of_a_difference_of_proportions():
    d = np.repeat([1, -1, 0], [9, 2, 26])
    assert cc.proportion_difference_interval(9, 2, 37).se == pytest.approx(d.std() / np.sqrt(37))


def test_mcnemar_of_a_pair_counts_all_cases():
    a, b = np.repeat([1, 0, 1, 0], [9, 2, 11, 15]), np.repeat([0, 1, 1, 0], [9, 2, 11, 15])
    rows = cc.pairwise(
        pd.DataFrame({"a": a, "b": b}), test="mcnemar", adjust="holm", better="lower"
    ).comparisons
    assert rows["n"].tolist() == [37] and rows["estimate"].abs().tolist() == pytest.approx([7 / 37])


def test_mcnemar_of_two_columns_counts_all_cases():
    from clfcompare.inference.posthoc import mcnemar_of_columns

    assert (
        mcnemar_of_columns(np.repeat([1, 0, 1], [9, 2, 26]), np.repeat([0, 1, 1], [9, 2, 26])).n
        == 37
    )


def test_a_missing_value_may_tie_in_the_sign_test():
    known = pd.DataFrame(
        {"a": [0.1, 0.2, 0.1, 0.3, 0.2, 0.0], "b": [0.2, 0.3, 0.2, 0.4, 0.3, np.nan]}
    )
    found = cc.inference.missing_bounds(
        known, test="sign_test", better="lower", low=0, high=1
    ).table.iloc[0]
    assert (found["pvalue_low"], found["pvalue_high"]) == (
        2 / 2**6,
        2 / 2**5,
    )  # b won the sixth row, or tied in it


def test_sizes_of_folds_go_with_the_rows_that_a_pair_shares():
    values = pd.DataFrame(np.random.default_rng(2).random((10, 3)), columns=list("abc"))
    values.loc[3, "b"] = np.nan
    train, test = np.arange(80, 90), np.arange(10, 30, 2)
    sizes = {"n_train": train, "n_test": test}
    rows = cc.pairwise(
        values, test="corrected_ttest", adjust="holm", better="lower", missing="pairs", **sizes
    ).comparisons
    kept = np.delete(np.arange(10), 3)
    for row in rows[(rows["a"] == "b") | (rows["b"] == "b")].itertuples():
        alone = cc.corrected_ttest(
            values[row.a][kept], values[row.b][kept], n_train=train[kept], n_test=test[kept]
        )
        assert row.pvalue == pytest.approx(alone.pvalue) and row.n == 9


@pytest.mark.parametrize("method", ["shaffer", "bergmann_hommel", "holm"])
def test_pairs_are_adjusted_by_who_is_in_them_whatever_the_order_of_their_rows(method):
    found = cc.inference.mean_rank_ztest(table(10, 4, seed=17), better="lower", adjust="none")
    mixed = replace(found, table=found.comparisons.iloc[[4, 0, 5, 2, 1, 3]].reset_index(drop=True))
    sides = [
        cc.adjust(pairs, method=method).comparisons.set_index(["a", "b"])["pvalue_adjusted"]
        for pairs in (found, mixed)
    ]
    assert sides[1][sides[0].index].tolist() == pytest.approx(sides[0].tolist())


def test_rejections_of_pairs_that_differ_are_no_errors():
    from clfcompare.inference.evidence import _counts

    p = np.array(
        [[0.9, 1e-6, 1e-6], [1e-6, 1e-6, 1e-6]]
    )  # of (1, 2), which are equal, and of both with the third
    assert _counts(p, (0, 0, 1), 0.05)["pairs"].tolist() == [False, True]


def test_groups_that_are_data_sets_keep_their_name():
    rng = np.random.default_rng(5)
    folds = pd.DataFrame(
        {
            "dataset": np.repeat(["wine", "iris"], 20),
            "algorithm": np.tile(["knn", "svm"], 20),
            "measure": "error",
            "repeat": 0,
            "fold": np.tile(np.repeat(np.arange(10), 2), 2),
            "value": rng.random(40),
            "better": "lower",
        }
    )
    found = cc.compare(folds, by="dataset").reports
    assert {name: len(report.data) for name, report in found.items()} == {
        "wine": 1,
        "iris": 1,
    }


@pytest.mark.parametrize("better", ["lower", "higher"])
@pytest.mark.parametrize("procedure", [cc.inference.quade_pairs, cc.inference.aligned_pairs])
def test_the_share_of_rows_won_is_of_the_better_values(procedure, better):
    table = pd.DataFrame(
        np.random.default_rng(8).integers(0, 6, (11, 4)) / 10, columns=list("wxyz")
    )
    told = procedure(table, better=better).comparisons
    for one in told.itertuples():
        d = (table[one.a] - table[one.b]).round(9) * (-1 if better == "lower" else 1)
        assert one.effect == pytest.approx((d > 0).mean() + (d == 0).mean() / 2, abs=1e-12)
    assert (told["effect"] != 0.5).any()
