"""Our functions beside every peer that does the same: who is faster, and do they give the same
numbers?

    make bench-peers                                # makes _peers/ with the packages of bench/peers.txt, and runs all of it
    python bench/bench_peers.py [--only WORD] [--seconds 6] [--csv FILE] [--stan]

Everything runs in one process and in turns: ours, a peer, the next peer, and again, so that a busy
machine slows all of them alike. A turn repeats its call for at least 2 ms. Times are seconds of
processor time; a ratio is the peer's time over ours **in the same turn**, and the table tells the
median of the turns and its quartiles. A ratio above 1: ours is faster. Imports are timed in
processes of their own, by turns too. Before a row is timed the numbers of both sides are compared;
a peer that gives other numbers is told by how much, and its note says who is right. A package that
is not installed leaves its row out.
"""

import argparse
import contextlib
import csv
import io
import os
import platform
import resource
import statistics
import subprocess
import sys
import time
import warnings
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from itertools import combinations
from pathlib import Path

os.environ.update(
    dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
)
os.environ.setdefault("MPLBACKEND", "agg")

import numpy as np
import pandas as pd

HERE = Path(__file__).parent
STAN = False  # --stan
SAME = 1e-6  # numbers that differ by no more are the same


@dataclass
class Way:
    "One way to do the task: `run` is timed, `numbers` of its result are compared."

    who: str  # the package, or packages
    run: object
    numbers: object = None  # result -> array; None: nothing to compare
    note: str = ""  # what differs
    times: int = 1  # the task is this many times the call
    wrong: bool = False  # gives other numbers, and ours are right


@dataclass
class Task:
    name: str
    size: str
    ours: list
    peers: list = field(default_factory=list)  # functions that make a Way, or raise ImportError
    tolerance: float = SAME


def table(M, L, seed=1):
    rng = np.random.default_rng(seed)
    values = rng.normal(0.8, 0.05, (M, L)) + np.arange(L) * 0.05 / L
    return pd.DataFrame(values, columns=[f"c{j + 1}" for j in range(L)])


def upper(matrix, names):
    "The p-values of all pairs in the order of the names, from a square table."
    values = pd.DataFrame(matrix).to_numpy(float)
    return values[np.triu_indices(len(names), 1)]


def of_pairs(pairs, names, column="pvalue_adjusted"):
    "The same from a result of ours."
    found = {
        frozenset(row[:2]): row[2]
        for row in pairs.comparisons[["a", "b", column]].itertuples(index=False)
    }
    return np.array([found[frozenset(pair)] for pair in combinations(names, 2)])


def quiet(run):
    def silent():
        with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return run()

    return silent


# The tasks. Each is a function of `tiny` (for the test that the script still runs), with peers as
# functions that import them.


def friedman_task(tiny):
    import clfcompare as cc

    T = table(6 if tiny else 30, 4 if tiny else 6)
    X = T.to_numpy()

    def scipy():
        from scipy.stats import friedmanchisquare

        return Way("scipy", lambda: friedmanchisquare(*X.T), list)

    def pingouin():
        import pingouin

        return Way(
            "pingouin",
            quiet(lambda: pingouin.friedman(T)),
            lambda f: f[["Q", "p_unc"]].to_numpy(float).ravel(),
        )

    def aeon():
        from aeon.benchmarking.stats import check_friedman
        from scipy.stats import rankdata

        return Way(
            "aeon",
            lambda: check_friedman(rankdata(-X, axis=1)),
            lambda p: [np.nan, p],
            note="p-value only",
        )

    return Task(
        "Friedman test",
        f"{len(T)} x {T.shape[1]}",
        [Way("clfcompare", lambda: cc.friedman(T, better="higher"), list)],
        [scipy, pingouin, aeon],
    )


def nemenyi_task(tiny):
    import clfcompare as cc

    T = table(6 if tiny else 30, 4 if tiny else 6)
    X, names = T.to_numpy(), list(T.columns)

    def ours():
        return cc.friedman(T, better="higher"), cc.nemenyi(T, better="higher")

    def posthocs():
        import scikit_posthocs as sp
        from scipy.stats import friedmanchisquare

        return Way(
            "scipy + scikit-posthocs",
            lambda: (friedmanchisquare(*X.T), sp.posthoc_nemenyi_friedman(T)),
            lambda r: [*r[0], *upper(r[1], names)],
        )

    def autorank():
        from autorank import autorank

        return Way(
            "autorank",
            quiet(lambda: autorank(T, force_mode="nonparametric")),
            lambda r: [np.nan, r.pvalue, *np.full(len(names) * (len(names) - 1) // 2, np.nan)],
            note="no p-values of pairs, but effect sizes; its tests of normality are part of it",
        )

    return Task(
        "Friedman with Nemenyi",
        f"{len(T)} x {T.shape[1]}",
        [Way("clfcompare", ours, lambda r: [*r[0], *of_pairs(r[1], names)])],
        [posthocs, autorank],
        tolerance=2e-6,
    )


def wilcoxon_holm_task(tiny, M=30, L=100):
    import clfcompare as cc

    T = table(8 if tiny else M, 4 if tiny else L)
    X, names = T.to_numpy(), list(T.columns)
    i, j = np.triu_indices(len(names), 1)

    def vectorised():
        from scipy.stats import wilcoxon
        from statsmodels.stats.multitest import multipletests

        return Way(
            "scipy (axis) + statsmodels",
            quiet(
                lambda: multipletests(wilcoxon(X[:, i], X[:, j], axis=0).pvalue, method="holm")[1]
            ),
            lambda p: p,
            note="p-values only",
        )

    def posthocs():
        import scikit_posthocs as sp

        return Way(
            "scikit-posthocs",
            quiet(lambda: sp.posthoc_wilcoxon(list(X.T), p_adjust="holm")),
            lambda m: upper(m, names),
            note="p-values only",
        )

    def pingouin():
        import pingouin

        long = T.rename_axis("row").reset_index().melt("row")
        way = quiet(
            lambda: pingouin.pairwise_tests(
                long, dv="value", within="variable", subject="row", parametric=False, padjust="holm"
            )
        )

        def numbers(f):
            found = {
                frozenset(row[:2]): row[2]
                for row in f[["A", "B", "p_corr"]].itertuples(index=False)
            }
            return [found[frozenset(pair)] for pair in combinations(names, 2)]

        return Way("pingouin", way, numbers)

    def aeon():
        from aeon.benchmarking.stats import wilcoxon_test

        order = np.argsort(-X.mean(axis=0), kind="stable")
        return Way(
            "aeon",
            quiet(lambda: wilcoxon_test(X[:, order], [names[k] for k in order])),
            note="one-sided in the direction of the data, no Holm",
            wrong=True,
        )

    ours = Way(
        "clfcompare",
        lambda: cc.pairwise(T, test="wilcoxon", adjust="holm", better="higher"),
        lambda r: of_pairs(r, names),
    )
    return Task(
        "Wilcoxon of all pairs, Holm",
        f"{len(T)} x {T.shape[1]}",
        [ours],
        [vectorised, posthocs, pingouin, aeon] if L <= 30 else [vectorised, posthocs],
    )  # the others would take minutes


def wilcoxon_task(tiny):
    import clfcompare as cc

    a, b = table(8 if tiny else 30, 2).to_numpy().T

    def scipy():
        from scipy.stats import wilcoxon

        return Way(
            "scipy", lambda: wilcoxon(a, b, method="exact"), list, note="statistic and p-value only"
        )

    def pingouin():
        import pingouin

        return Way(
            "pingouin",
            quiet(lambda: pingouin.wilcoxon(a, b, method="exact")),
            lambda f: f[["W_val", "p_val"]].to_numpy(float).ravel(),
        )

    return Task(
        "Wilcoxon, exact",
        f"n = {len(a)}",
        [Way("clfcompare", lambda: cc.wilcoxon(a, b, method="exact"), list)],
        [scipy, pingouin],
    )


def conover_task(tiny):
    import clfcompare as cc

    T = table(6 if tiny else 30, 4 if tiny else 6)
    names = list(T.columns)

    def posthocs():
        import scikit_posthocs as sp

        return Way(
            "scikit-posthocs",
            quiet(lambda: sp.posthoc_conover_friedman(T, p_adjust="holm")),
            lambda m: upper(m, names),
        )

    return Task(
        "Conover, Holm",
        f"{len(T)} x {T.shape[1]}",
        [Way("clfcompare", lambda: cc.conover(T, better="higher"), lambda r: of_pairs(r, names))],
        [posthocs],
    )


def bergmann_task(tiny):
    import clfcompare as cc

    T = table(6 if tiny else 30, 4 if tiny else 20)
    return Task(
        "z tests of mean ranks, Bergmann-Hommel",
        f"{len(T)} x {T.shape[1]}",
        [
            Way(
                "clfcompare",
                lambda: cc.inference.mean_rank_ztest(T, better="higher", adjust="bergmann_hommel"),
                note="no peer in Python has it",
            )
        ],
    )


def adjust_task(tiny, method="holm"):
    import clfcompare as cc

    p = np.random.default_rng(1).random(10 if tiny else 4950 if method != "hommel" else 435) ** 3

    def statsmodels():
        from statsmodels.stats.multitest import multipletests

        return Way("statsmodels", lambda: multipletests(p, method=method)[1], lambda x: x)

    def pingouin():
        import pingouin

        return Way("pingouin", lambda: pingouin.multicomp(p, method=method)[1], lambda x: x)

    return Task(
        f"Adjust p-values, {method.title()}",
        f"{len(p)} p-values",
        [Way("clfcompare", lambda: cc.adjust(p, method=method), lambda x: x)],
        [statsmodels] if method == "hommel" else [statsmodels, pingouin],
    )


def rm_anova_task(tiny):
    import clfcompare as cc

    T = table(6 if tiny else 30, 4 if tiny else 6)
    long = T.rename_axis("row").reset_index().melt("row")

    def pingouin():
        import pingouin

        return Way(
            "pingouin",
            quiet(lambda: pingouin.rm_anova(T)),
            lambda f: f[["F", "p_unc"]].to_numpy(float)[0],
        )

    def statsmodels():
        from statsmodels.stats.anova import AnovaRM

        return Way(
            "statsmodels",
            quiet(lambda: AnovaRM(long, "value", "row", ["variable"]).fit()),
            lambda r: r.anova_table[["F Value", "Pr > F"]].to_numpy(float)[0],
        )

    return Task(
        "Repeated-measures ANOVA",
        f"{len(T)} x {T.shape[1]}",
        [Way("clfcompare", lambda: cc.rm_anova(T), list)],
        [pingouin, statsmodels],
    )


def five_by_two_task(tiny):
    from clfcompare import ftest_5x2cv
    from clfcompare.inference.statistics import f_5x2_pvalues

    N = 20 if tiny else 10_000
    a, b = np.random.default_rng(1).normal(size=(2, N, 5, 2))

    def single():
        return ftest_5x2cv(a[0], b[0])

    def mlxtend():
        from mlxtend.evaluate import combined_ftest_5x2cv

        class Given:  # an estimator whose scores are given: only the test itself is timed
            def __init__(self, scores):
                self.scores = scores

            def fit(self, X, y):
                return self

        X, y = np.zeros((4, 1)), np.zeros(4)

        def run():
            one, other = (Given(iter(v[0].ravel())) for v in (a, b))
            return combined_ftest_5x2cv(
                one, other, X, y, scoring=lambda m, X, y: next(m.scores), random_seed=1
            )

        return Way(
            "mlxtend",
            run,
            lambda r: [r[1]],
            times=N,
            note="takes learners, not numbers: here they are given, and cost nothing",
        )

    return Task(
        "5x2 cv F tests",
        f"{N:,} tests",
        [
            Way("clfcompare, arrays", lambda: f_5x2_pvalues(a - b), lambda p: [p[0]]),
            Way("clfcompare, one by one", single, lambda r: [r.pvalue], times=N),
        ],
        [mlxtend],
    )


def signed_rank_posterior_task(tiny):
    import clfcompare as cc

    n, draws = (8, 200) if tiny else (50, 50_000)
    x, y = table(n, 2).to_numpy().T

    def baycomp():
        from baycomp import SignedRankTest

        return Way(
            "baycomp",
            lambda: SignedRankTest(x, y, 0.01, nsamples=draws, random_state=1).probs(),
            lambda p: p,
        )

    ours = Way(
        "clfcompare",
        lambda: cc.bayes_signed_rank(
            x, y, better="higher", rope=0.01, rng=1, draws=draws
        ).probabilities(),
        lambda p: p,
    )
    return Task(
        "Bayesian signed-rank test",
        f"n = {n}, {draws:,} draws",
        [ours],
        [baycomp],
        tolerance=0.5 if tiny else 0.012,
    )


def hierarchical_task(tiny):
    import clfcompare as cc

    M, k, draws = (3, 4, 200) if tiny else (30, 10, 8000)
    rng = np.random.default_rng(1)
    d = rng.normal(0.01, 0.02, (M, 1)) + rng.normal(0, 0.03, (M, k))

    def baycomp():
        if not STAN:
            raise ImportError(
                "compiles a Stan model, which takes minutes and may run out of time: add --stan"
            )
        import stan  # noqa: F401 baycomp compiles its model with it
        from baycomp import HierarchicalTest

        def run():
            Path("last-sample.pickle").unlink(missing_ok=True)  # where it keeps its last answer
            return HierarchicalTest(
                np.zeros_like(d), d, 0.01, runs=1, nsamples=draws // 4, random_state=1
            ).probs()

        return Way(
            "baycomp",
            quiet(run),
            lambda p: p,
            note="samples in other processes, whose time is not counted",
        )

    def run():
        posterior = cc.bayes_hierarchical(
            d, better="lower", rope=0.01, test_share=1 / k, rng=1, draws=draws
        )
        return posterior.probabilities()

    return Task(
        "Bayesian hierarchical model",
        f"{M} x {k}, {draws:,} draws",
        [Way("clfcompare", run, lambda p: p)],
        [baycomp],
        tolerance=0.02,
    )


def mcnemar_cases_task(tiny):
    import clfcompare as cc

    n = 50 if tiny else 10_000
    rng = np.random.default_rng(1)
    y = rng.integers(0, 2, n)
    a, b = (np.where(rng.random(n) < share, 1 - y, y) for share in (0.10, 0.11))

    def mlxtend():
        from mlxtend.evaluate import mcnemar, mcnemar_table

        return Way("mlxtend", lambda: mcnemar(mcnemar_table(y, a, b), corrected=True), list)

    def statsmodels():
        from statsmodels.stats.contingency_tables import mcnemar

        def run():
            right, its = a == y, b == y
            return mcnemar(
                [
                    [np.sum(right & its), np.sum(right & ~its)],
                    [np.sum(~right & its), np.sum(~right & ~its)],
                ],
                exact=False,
                correction=True,
            )

        return Way("statsmodels", run, lambda r: [r.statistic, r.pvalue])

    def pingouin():
        import pingouin

        both = pd.DataFrame({"a": (a == y).astype(int), "b": (b == y).astype(int)})
        return Way(
            "pingouin",
            quiet(lambda: pingouin.chi2_mcnemar(both, "a", "b", correction=True)[1]),
            lambda f: f.loc[
                ["asymptotic"] if "asymptotic" in f.index else f.index[:1], ["chi2", "p_approx"]
            ].to_numpy(float)[0],
        )

    ours = Way("clfcompare", lambda: cc.mcnemar(*cc.disagreements(y, a, b), method="chi2_cc"), list)
    return Task(
        "McNemar from predictions", f"{n:,} cases", [ours], [mlxtend, statsmodels, pingouin]
    )


def mcnemar_tables_task(tiny):
    import clfcompare as cc
    from clfcompare.inference.statistics import mcnemar_pvalues

    N = 20 if tiny else 10_000
    rng = np.random.default_rng(1)
    counts = rng.integers(10, 80, (N, 2))
    first = tuple(counts[0].tolist())
    grid = np.array([[900, first[0]], [first[1], 50]])

    def statsmodels():
        from statsmodels.stats.contingency_tables import mcnemar

        return Way("statsmodels", lambda: mcnemar(grid, exact=True), lambda r: [r.pvalue], times=N)

    def mlxtend():
        from mlxtend.evaluate import mcnemar

        return Way("mlxtend", lambda: mcnemar(grid, exact=True), lambda r: [r[1]], times=N)

    return Task(
        "McNemar, exact",
        f"{N:,} tables",
        [
            Way(
                "clfcompare, arrays",
                lambda: mcnemar_pvalues(counts, method="exact"),
                lambda p: [p[0]],
            ),
            Way(
                "clfcompare, one by one",
                lambda: cc.mcnemar(*first, method="exact"),
                lambda r: [r.pvalue],
                times=N,
            ),
        ],
        [statsmodels, mlxtend],
    )


def delong_task(tiny):
    import clfcompare as cc

    n = 100 if tiny else 100_000
    rng = np.random.default_rng(1)
    y = (rng.random(n) < 1 / 3).astype(int)
    a, b = rng.normal(size=(2, n)) + y + rng.normal(size=n)

    def confidenceinterval():
        from confidenceinterval.delong import delong_roc_variance

        return Way(
            "confidenceinterval",
            lambda: [delong_roc_variance(y, s) for s in (a, b)],
            lambda r: [float(r[0][1]), float(r[1][1]), np.nan],
            note="two variances, no test",
        )

    def mlstatkit():
        from MLstatkit import Delong_test

        return Way(
            "MLstatkit",
            lambda: Delong_test(y, a, b, return_ci=False, return_auc=False),
            lambda r: [np.nan, np.nan, r[1]],
        )

    def numbers(r):
        return [cc.delong_interval(y, s).se ** 2 for s in (a, b)] + [r.pvalue]

    return Task(
        "DeLong test",
        f"{n:,} cases",
        [Way("clfcompare", lambda: cc.delong_test(y, a, b), numbers)],
        [confidenceinterval, mlstatkit],
    )


def auc_task(tiny):
    import clfcompare as cc

    n = 100 if tiny else 100_000
    rng = np.random.default_rng(1)
    y = (rng.random(n) < 1 / 3).astype(int)
    a = rng.normal(size=n) + y

    def sklearn():
        from sklearn.metrics import roc_auc_score

        return Way("scikit-learn", lambda: roc_auc_score(y, a), lambda x: [x])

    return Task(
        "Area under the ROC curve",
        f"{n:,} cases",
        [Way("clfcompare", lambda: cc.auc_roc(y, a), lambda x: [x])],
        [sklearn],
    )


def saved(figure):
    from matplotlib import pyplot as plt

    target = io.BytesIO()
    figure.savefig(target, format="png", dpi=100)
    plt.close(figure)
    return len(target.getvalue()) > 1000


def diagram_task(tiny):
    import clfcompare as cc

    T = table(6 if tiny else 30, 4 if tiny else 6)
    X, names = T.to_numpy(), list(T.columns)
    pairs = cc.nemenyi(T, better="higher")
    ranks, cliques, cd = (
        cc.average_ranks(T, better="higher"),
        pairs.cliques(0.05),
        pairs.to_dict()["critical_difference"],
    )
    p = pairs.matrix()

    def posthocs():
        import scikit_posthocs as sp
        from matplotlib import pyplot as plt

        def run():
            figure, ax = plt.subplots(figsize=(6, 2))
            sp.critical_difference_diagram(ranks, p, ax=ax)
            return saved(figure)

        return Way("scikit-posthocs", quiet(run))

    def autorank():
        from autorank import autorank, plot_stats

        result = quiet(lambda: autorank(T, force_mode="nonparametric"))()
        return Way(
            "autorank", quiet(lambda: saved(plot_stats(result, allow_insignificant=True).figure))
        )

    def aeon():
        from aeon.visualisation import plot_critical_difference

        return Way(
            "aeon",
            quiet(
                lambda: saved(
                    plot_critical_difference(X, names, test="nemenyi", correction=None, alpha=0.05)[
                        0
                    ]
                )
            ),
            note="with the ranks and the test",
        )

    return Task(
        "Critical-difference diagram to PNG, 100 dpi",
        f"{len(names)} algorithms",
        [
            Way(
                "clfcompare",
                lambda: saved(cc.plot_critical_difference(ranks, groups=cliques, cd=cd).figure),
            )
        ],
        [posthocs, autorank, aeon],
    )


def report_task(tiny, figure=False):
    import clfcompare as cc

    T = table(6 if tiny else 30, 4 if tiny else 6)

    def ours():
        report = cc.compare(T, measure="accuracy", better="higher", rows="datasets")
        return report.text, saved(np.ravel(report.plot())[0].figure) if figure else None

    def autorank():
        from autorank import autorank, create_report, plot_stats

        def run():
            result = autorank(T, force_mode="nonparametric")
            create_report(result)
            return saved(plot_stats(result, allow_insignificant=True).figure) if figure else None

        return Way(
            "autorank",
            quiet(run),
            note="no checks of the data, nothing on how fragile it is, critical difference only",
        )

    return Task(
        "Whole report, text" + " and figure to PNG" * figure,
        f"{len(T)} x {T.shape[1]}",
        [Way("clfcompare", ours)],
        [autorank],
    )


TASKS = [
    friedman_task,
    nemenyi_task,
    wilcoxon_holm_task,
    lambda tiny: wilcoxon_holm_task(tiny, 100, 30),
    wilcoxon_task,
    conover_task,
    bergmann_task,
    adjust_task,
    lambda tiny: adjust_task(tiny, "hommel"),
    rm_anova_task,
    five_by_two_task,
    signed_rank_posterior_task,
    hierarchical_task,
    mcnemar_cases_task,
    mcnemar_tables_task,
    delong_task,
    auc_task,
    diagram_task,
    report_task,
    lambda tiny: report_task(tiny, True),
]

IMPORTS = [  # (task, ours, [(who, statement)])
    (
        "Import: the package",
        "import clfcompare",
        [
            ("autorank", "import autorank"),
            ("scikit-posthocs", "import scikit_posthocs"),
            ("pingouin", "import pingouin"),
            ("baycomp", "import baycomp"),
            ("mlxtend", "import mlxtend.evaluate"),
            ("aeon", "import aeon.benchmarking"),
            ("statsmodels", "import statsmodels.api"),
            ("scikit-learn", "import sklearn"),
        ],
    ),
    (
        "Import: Friedman and Nemenyi",
        "from clfcompare import friedman, nemenyi",
        [
            ("scipy", "from scipy.stats import friedmanchisquare, studentized_range"),
            (
                "scipy + scikit-posthocs",
                "from scipy.stats import friedmanchisquare; from scikit_posthocs import posthoc_nemenyi_friedman",
            ),
            ("autorank", "from autorank import autorank"),
            ("pingouin", "from pingouin import friedman"),
            ("aeon", "from aeon.benchmarking.stats import check_friedman, nemenyi_test"),
        ],
    ),
    (
        "Import: McNemar",
        "from clfcompare import mcnemar",
        [
            ("mlxtend", "from mlxtend.evaluate import mcnemar"),
            ("statsmodels", "from statsmodels.stats.contingency_tables import mcnemar"),
            ("pingouin", "from pingouin import chi2_mcnemar"),
        ],
    ),
    (
        "Import: Bayesian signed rank",
        "from clfcompare import bayes_signed_rank",
        [("baycomp", "from baycomp import SignedRankTest")],
    ),
    (
        "Import: the front door",
        "from clfcompare import compare",
        [("autorank", "from autorank import autorank, create_report")],
    ),
]


# Measuring.


def differs(mine, theirs):
    "The largest difference of what both tell; a plain number."
    mine, theirs = np.asarray(mine, float).ravel(), np.asarray(theirs, float).ravel()
    if mine.shape != theirs.shape:
        return np.inf
    both = ~np.isnan(mine) & ~np.isnan(theirs)
    return float(np.abs(mine - theirs)[both].max()) if both.any() else np.nan


def one_turn(way, calls):
    start = time.process_time()
    for _ in range(calls):
        way.run()
    return (time.process_time() - start) / calls * way.times


def calls_for(way, least=0.002):
    start = time.process_time()
    way.run()
    if time.process_time() - start > 0.2:
        return 1
    start = time.process_time()
    way.run()
    return max(1, int(np.ceil(least / max(time.process_time() - start, 1e-6))))


def measure(task, ways, seconds, most=41):
    "For each way the times of all turns; turns end when `seconds` are spent, after one at least."
    calls, times, start = [calls_for(way) for way in ways], [[] for _ in ways], time.perf_counter()
    while len(times[0]) < most and (not times[0] or time.perf_counter() - start < seconds):
        for k in np.roll(np.arange(len(ways)), len(times[0])):
            times[k].append(one_turn(ways[k], calls[k]))
    return times


def child(statement):
    "Processor seconds of a fresh Python that runs the statement."
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([sys.executable, "-c", statement], capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (
        None
        if done.returncode
        else after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    )


def row(task, size, who, times, base, *, difference=np.nan, note=""):
    ratios = [t / o for t, o in zip(times, base)]
    low, middle, high = (float(x) for x in np.quantile(ratios, [0.25, 0.5, 0.75]))
    return dict(
        task=task,
        size=size,
        who=who,
        version=released(who),
        seconds=statistics.median(times),
        ratio=middle,
        ratio_q1=low,
        ratio_q3=high,
        turns=len(times),
        difference=difference,
        note=note,
    )


def released(who):
    names = [w.strip().split(" ")[0].rstrip(",") for w in who.split("+")]

    def one(name):
        try:
            return version(name)
        except PackageNotFoundError:
            return "this tree" if name == "clfcompare" else "?"

    return " + ".join(one(name) for name in names)


def measure_imports(seconds):
    for task, ours, peers in IMPORTS:
        statements = [("clfcompare", ours), *peers]
        statements = [
            (who, s) for who, s in statements if child(s) is not None
        ]  # once, so that byte code is there
        print(task, file=sys.stderr, flush=True)
        times, start = [[] for _ in statements], time.perf_counter()
        while len(times[0]) < 15 and (not times[0] or time.perf_counter() - start < 2 * seconds):
            plain = min(child("pass") for _ in range(2))
            for k, (_, statement) in enumerate(statements):
                times[k].append(max(child(statement) - plain, 1e-4))
        for k, (who, statement) in enumerate(statements):
            yield row(
                task, "", who, times[k], times[0], note=statement if who == "clfcompare" else ""
            )


def rows_of(task, seconds):
    ways, found = list(task.ours), []
    for make in task.peers:
        try:
            ways.append(make())
        except ImportError as reason:
            found.append(
                dict(task=task.name, size=task.size, who=make.__name__, note=f"left out: {reason}")
            )
    mine = ways[0].numbers(ways[0].run()) if ways[0].numbers else []
    for way in ways[1:]:
        way.difference = differs(mine, way.numbers(way.run())) if way.numbers else np.nan
        if way.difference > task.tolerance:
            way.note = "; ".join(
                filter(None, [f"OTHER NUMBERS, by {way.difference:.2g}", way.note])
            )
        if way.wrong:
            way.note = "; ".join(filter(None, ["not the same test", way.note]))
    times = measure(task, ways, seconds)
    return [
        row(
            task.name,
            task.size,
            way.who,
            times[k],
            times[0],
            difference=getattr(way, "difference", np.nan),
            note=way.note,
        )
        for k, way in enumerate(ways)
    ] + found


COLUMNS = [
    "task",
    "size",
    "who",
    "version",
    "seconds",
    "ratio",
    "ratio_q1",
    "ratio_q3",
    "turns",
    "difference",
    "note",
]


def spoken(seconds):
    if seconds is None or np.isnan(seconds):
        return ""
    for unit, scale in (("s", 1), ("ms", 1e3), ("us", 1e6)):
        if seconds * scale >= 1:
            return f"{seconds * scale:.3g} {unit}"
    return f"{seconds * 1e6:.2g} us"


def as_markdown(rows):
    yield "| task | size | who | time | peer : ours (quartiles) | turns | difference | note |"
    yield "|---|---|---|---|---|---|---|---|"
    seen = set()
    for r in rows:
        first = r["task"], r["size"]
        ratio = (
            ""
            if r.get("ratio") is None or first not in seen
            else f"**{r['ratio']:.3g}** ({r['ratio_q1']:.3g} to {r['ratio_q3']:.3g})"
        )
        name = (
            f"{r['who']} {r.get('version', '')}".replace("this tree", "").strip()
            if r.get("version")
            else r["who"]
        )
        d = r.get("difference", np.nan)
        far = "" if d is None or np.isnan(d) else "0" if d == 0 else f"{d:.0e}"
        yield f"| {' | '.join(first) if first not in seen else ' | '} | {name} | {spoken(r.get('seconds'))} | {ratio} | {r.get('turns', '')} | {far} | {r['note']} |"
        seen.add(first)


def main(args):
    global STAN
    STAN = args.stan
    warnings.simplefilter("ignore")
    rows = []
    head = (
        f"{platform.machine()}, {os.cpu_count()} cores, one thread, Python {platform.python_version()}, numpy {version('numpy')}, "
        f"scipy {version('scipy')}, pandas {version('pandas')}, matplotlib {version('matplotlib')}"
    )
    for make in TASKS:
        task = make(False)
        if args.only and args.only.lower() not in task.name.lower():
            continue
        print(task.name, task.size, file=sys.stderr, flush=True)
        rows += rows_of(task, args.seconds)
        if args.csv:
            write(args.csv, head, rows)
    if not args.only or "import".startswith(args.only.lower()):
        rows += list(measure_imports(args.seconds))
    if args.csv:
        write(args.csv, head, rows)
    print(head + "\n")
    print("\n".join(as_markdown(rows)))


def write(path, head, rows):
    with open(path, "w", newline="") as target:
        target.write(f"# {head}\n")
        writer = csv.DictWriter(target, COLUMNS, restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(
            {k: f"{v:.6g}" if isinstance(v, float) else v for k, v in r.items()} for r in rows
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument(
        "--only",
        default="",
        help='tasks whose name holds this word; "import" for the imports alone',
    )
    parser.add_argument("--seconds", type=float, default=6.0, help="for a row")
    parser.add_argument("--csv", default="", help="write the rows to this file too")
    parser.add_argument("--stan", action="store_true", help="the hierarchical model of baycomp too")
    main(parser.parse_args())
