"""A register of every statistical procedure, with what input it takes, for the contracts that
all must keep.
"""

from functools import partial

import clfcompare as cc
import numpy as np
from clfcompare.inference.posthoc import PAIR_TESTS
from clfcompare.core.register import PROCEDURES

EVEN, UNEVEN = list("aabbccddeeff"), list("abcdefghabcaab")
TASKS = list("xxxxxyyyzzzzzzz")
# What the register of the package says of a test is read there; here is only what it may be called
# with.
GIVEN = {"n_train": 53, "n_test": 11, "rng": 4, "cluster": EVEN, "stratum": TASKS}
SHAPES = {
    "folds": (7,),
    "repeats": (7,),
    "5x2": (5, 2),
    "datasets": (9,),
    "losses": (11, 5, 2),
    "clusters": (12,),  # of a and of b
    "tasks": (15,),
    "sequence": (130,),
}


def called(one, **options):
    "A procedure of the register with what it must be given."
    given = {word: GIVEN[word] for word in one.needs} | options
    return partial(one.load("function"), **given) if given else one.load("function")


# Two paired rows of numbers: name -> (procedure, shape of a and b, does the statistic carry the
# sign of a - b?)
PAIRS = {
    name: (called(one), SHAPES[one.rows], one.signed)
    for name, one in PROCEDURES.items()
    if one.asks == "two" and one.rows in SHAPES
}
PAIRS |= {
    "permutation_test": (called(PROCEDURES["permutation_test"], n=2_000), (7,), True),
    "corrected_ttest, repeats": (called(PROCEDURES["corrected_ttest"]), (3, 4), True),
    "heldout_ttest, few": (cc.heldout_ttest, (4, 3, 2), True),
    "clustered_permutation_test": (
        partial(cc.clustered_permutation_test, cluster=UNEVEN, rng=4),
        (14,),
        True,
    ),
    "stratified_ttest, clusters": (
        partial(
            cc.stratified_ttest,
            stratum=TASKS,
            weights={"x": 2, "y": 0.5, "z": 1},
            cluster=[0, 0, 1, 2, 2, 3, 3, 4, 5, 5, 6, 6, 7, 8, 8],
        ),
        (15,),
        True,
    ),
    "anytime_comparison": (
        partial(cc.anytime_comparison, bounds=(-9, 9)),
        SHAPES["sequence"],
        False,
    ),  # values of any size
    "wilcoxon, pratt": (partial(cc.wilcoxon, zeros="pratt"), (9,), False),
    "wilcoxon, normal": (partial(cc.wilcoxon, method="normal"), (9,), False),
}
# Values must lie within bounds that are known, so their unit is no free choice, and ten rows decide
# nothing
BOUNDED = {name for name, one in PROCEDURES.items() if one.rows == "sequence"}
# A table M x L: name -> (procedure, does it take `better`?, is it a test of ranks within rows?)
WITHIN_ROWS = ("friedman", "iman_davenport")
TABLES = {
    name: (called(one), "better" in one.takes, name in WITHIN_ROWS)
    for name, one in PROCEDURES.items()
    if one.asks == "overall" and one.rows in ("folds", "datasets") and name != "skillings_mack"
}
TABLES |= {
    "rm_anova, gg": (partial(cc.rm_anova, correction="greenhouse_geisser"), False, False),
    "rm_anova, hf": (partial(cc.rm_anova, correction="huynh_feldt"), False, False),
    "friedman, exact": (partial(cc.friedman, method="exact"), True, True),
}
# A table M x L that may have gaps: name -> procedure
GAPPED = {
    "skillings_mack": cc.skillings_mack,
    **{
        f"missing_bounds, {test}": partial(cc.inference.missing_bounds, test=test)
        for test in ("friedman", "mean_rank_ztest", "sign_test", "wilcoxon")
    },
    "rank_bounds": cc.inference.rank_bounds,
    "pairwise, pairs": partial(cc.pairwise, test="wilcoxon", adjust="holm", missing="pairs"),
}
# A table M x L, all pairs: name -> (procedure, is it a test of ranks within rows?)
POSTHOC = {
    "nemenyi": (cc.nemenyi, True),
    "conover": (cc.conover, True),
    "mean_rank_ztest": (cc.inference.mean_rank_ztest, True),
    "mean_rank_ztest, holm": (partial(cc.inference.mean_rank_ztest, adjust="holm"), True),
    "max_t": (partial(cc.max_t, rng=4), False),
    "max_t signed_rank": (partial(cc.max_t, statistic="signed_rank", rng=4), False),
    **{
        f"pairwise, {name}": (
            partial(
                cc.pairwise, test=name, adjust="holm", **{word: GIVEN[word] for word in one.needs}
            ),
            False,
        )
        for name, one in PAIR_TESTS.items()
        if one.rows != "cases" and "rng" not in one.needs
    },
}
# Several measures at once: name -> (procedure, shape of its input)
# a and b, k x p: name -> procedure
SEVERAL = {
    name: called(one)
    for name, one in PROCEDURES.items()
    if one.asks == "several" and name != "manova"
}
MULTIVARIATE = {"manova": (cc.manova, (3, 11, 2)), "mardia": (cc.mardia, (17, 2))}
# Posterior probabilities from a and b: name -> procedure
BAYES = {
    "bayes_correlated_ttest": partial(cc.bayes_correlated_ttest, rope=0.01, test_share=0.2),
    "bayes_sign": partial(cc.bayes_sign, rope=0.01, rng=5),
    "bayes_signed_rank": partial(cc.bayes_signed_rank, rope=0.01, rng=5),
}
# True labels and scores of two classes -> a number or an Estimate
SCORED = {
    "auc_roc": cc.auc_roc,
    "auc_pr": cc.auc_pr,
    "partial_auc": cc.partial_auc,
    "delong_interval": cc.delong_interval,
    "roc_curve": cc.roc_curve,
    "pr_curve": cc.pr_curve,
    "cost_curve": cc.cost_curve,
    "croc_curve": cc.croc_curve,
}
ADJUST = "bonferroni sidak holm hochberg hommel holland finner li rom bh by shaffer bergmann_hommel".split()


def pair(shape, seed=3):
    "Two paired rows without ties."
    rng = np.random.default_rng(seed)
    return rng.normal(0.30, 0.03, shape), rng.normal(0.27, 0.04, shape)


def losses(algorithms=3, shape=(11, 5, 2), seed=6):
    "Losses on held-out cases: of the cases, of the training halves, and of chance; n x r x 2 x L."
    rng, (n, r, _) = np.random.default_rng(seed), shape
    return (
        rng.normal(0.3, 0.1, (n, 1, 1, 1))
        + rng.normal(0, 0.05, (n, 1, 1, algorithms))
        + rng.normal(0, 0.04, (1, r, 2, algorithms))
        + rng.normal(0, 0.03, (*shape, algorithms))
        + 0.02 * np.arange(algorithms)
    )


def table(rows=10, columns=4, seed=8):
    "A table without ties, with some differences between its columns."
    rng = np.random.default_rng(seed)
    return (
        rng.normal(0.2, 0.05, (rows, 1))
        + rng.normal(0, 0.02, (rows, columns))
        + 0.01 * np.arange(columns)
    )
