"""Numbers that R 4.2.2 gave (Debian 12), typed in: a second source for statistics, p-values,
intervals and effects. R is not needed here.

Packages: coin 1.4-2, exactRankTests 0.8-35, pROC 1.18.0, effectsize 0.8.3, psych 2.2.9, sandwich
3.0-2, mvtnorm 1.1-3, MASS; the rest is base R. The call stands above each case, with the names of
the data below in small letters; where R has no function, the comment says which formula was typed
into R. Where TOLERANCE has the name of a case, R approximates (ptukey, qtukey), or clfcompare
simulates.
"""

import clfcompare as cc
import numpy as np
import pandas as pd
import pytest

A = [
    0.21,
    0.34,
    0.18,
    0.40,
    0.27,
    0.33,
    0.25,
    0.30,
    0.29,
    0.38,
    0.22,
]  # a zero, and ties of both signs; d <- round(a - b, 9)
B = [0.17, 0.30, 0.18, 0.31, 0.29, 0.26, 0.27, 0.21, 0.24, 0.27, 0.23]
FIVE = np.array([[0.021, 0.012], [0.016, 0.005], [0.030, 0.009], [0.002, 0.018], [0.011, 0.024]])
RUNS = np.array(
    [[0.05, 0.02, -0.01, 0.04], [0.03, 0.07, 0.00, 0.02]]
)  # 2 repeats of 4 folds, 70 cases train and 13 test; v <- c(t(runs))
U, W = [5, 7, 7, 9, 12, 4], [3, 7, 6, 2, 8, 5, 1, 4]
TABLE = (
    pd.DataFrame(
        [
            [12, 15, 15, 20],
            [31, 30, 36, 38],
            [8, 9, 7, 11],
            [22, 25, 25, 25],
            [40, 38, 47, 46],
            [5, 9, 6, 12],
            [17, 16, 19, 27],
        ],
        columns=list("ABCD"),
    )
    / 100
)  # tab <- ... / 100, tab100 <- round(100 * tab)
FOLDS = (
    pd.DataFrame(
        [
            [31, 36, 34, 40, 38],
            [28, 30, 33, 37, 31],
            [35, 33, 40, 41, 39],
            [30, 31, 30, 36, 40],
            [26, 34, 31, 33, 35],
            [33, 35, 38, 44, 41],
            [29, 28, 35, 34, 37],
        ],
        columns=list("ABCDE"),
    )
    / 100
)  # long: its values v, algorithm g, fold b
CORRECT = pd.DataFrame(
    [list(map(int, row)) for row in "110 011 111 001 011 000 011 110 001 101 011 011 111".split()],
    columns=list("ABC"),
)
X = np.array([[5, 12], [7, 15], [6, 15], [9, 13], [4, 10], [8, 17]])
Y = np.array([[4, 11], [7, 10], [3, 14], [6, 9], [5, 10], [4, 12]])
Z = np.array([[6, 13], [5, 12], [7, 16], [9, 11], [9, 15], [7, 14]])
GAPS = TABLE.astype(float).copy()
GAPS.iloc[1, 2] = GAPS.iloc[4, 0] = np.nan
GAPS.iloc[5, 1:] = np.nan
CASES_A, CASES_B = (
    [3, 5, 2, 8, 7, 6, 4, 9, 1, 5, 6, 2, 7],
    [2, 4, 2, 5, 7, 3, 5, 6, 1, 3, 4, 3, 4],
)  # ca, cb
CLUSTER = [1, 1, 1, 2, 2, 3, 3, 3, 3, 4, 4, 5, 5]  # cl
TRUTH = [0, 1, 0, 1, 1, 0, 0, 1, 0, 1, 1, 0, 0, 1, 0, 0, 1]  # y
SCORE_A = [
    2,
    6,
    3,
    5,
    8,
    5,
    1,
    7,
    4,
    4,
    9,
    2,
    6,
    5,
    3,
    1,
    8,
]  # ra <- roc(y, score_a, direction = "<"); rb with score_b
SCORE_B = [3, 5, 2, 4, 6, 5, 4, 4, 1, 7, 6, 3, 5, 2, 4, 2, 7]
SHARES = (
    np.array(
        [
            [7, 2, 1],
            [3, 5, 2],
            [4, 4, 2],
            [1, 3, 6],
            [2, 2, 6],
            [5, 4, 1],
            [3, 3, 4],
            [2, 7, 1],
            [6, 1, 3],
        ]
    )
    / 10
)
LOSSES, FOLD = [1, 4, 2, 6, 3, 3, 5, 2, 8, 4, 6, 7, 1], [1] * 5 + [2] * 4 + [3] * 4  # h, k
PVALUES = [0.012, 0.8, 0.001, 0.034, 0.03, 0.21, 0.047]  # p
WINS = pd.DataFrame(
    [[0, 5, 3.5, 6], [2, 0, 4, 7], [4.5, 3, 0, 5], [1, 2, 3, 0]],
    columns=list("ABCD"),
    index=list("ABCD"),
)


def pair(result, a, b):
    "The row of a pair; it must stand in this order, the better one (or the control) first."
    return next(
        row for row in result.comparisons.to_dict("records") if (row["a"], row["b"]) == (a, b)
    )


def read(result, word):
    if isinstance(result, dict):
        return result[word]
    return getattr(result, word) if hasattr(result, word) else result.to_dict()[word]


TWO = {
    # t.test(a, b, paired = TRUE)
    "paired t": (
        lambda: cc.paired_ttest(A, B),
        dict(
            statistic=2.815657636846,
            df=10,
            pvalue=0.01829647070735,
            estimate=0.04,
            low=0.008346452028417,
            high=0.07165354797158,
            se=0.01420627262227,
        ),
    ),
    # t.test(a, b, paired = TRUE, conf.level = 0.9)
    "paired interval": (
        lambda: cc.paired_difference_interval(A, B, level=0.9),
        dict(low=0.01425168317208, high=0.06574831682792),
    ),
    # effectsize::cohens_d(d), hedges_g(d); the ends by uniroot of pt(t, 10, ncp) = 0.975 and 0.025
    "d_z": (
        lambda: cc.inference.cohen_dz(A, B),
        dict(value=0.848952719956, low=0.1382398106721, high=1.529593616401),
    ),
    "g": (lambda: cc.inference.hedges_g(A, B), dict(value=0.7833673937841)),
    # f <- 1/8 + 13/70; t <- mean(v) / (sd(v) * sqrt(f)); 2 * pt(-abs(t), 7)
    "corrected t": (
        lambda: cc.corrected_ttest(RUNS, 0 * RUNS, n_train=70, n_test=13),
        dict(
            statistic=1.893888026582,
            df=7,
            pvalue=0.1001015806343,
            low=-0.006835275373261,
            effect_high=2.246050837744,
        ),
    ),
    # s2 <- apply(x, 1, var); x[1, 1] / sqrt(mean(s2)); F <- sum(x^2) / (2 * sum(s2)), its interval
    # by uniroot; sum(x) / sqrt(10 * mean(s2))
    "5x2 t": (
        lambda: cc.ttest_5x2cv(FIVE, 0 * FIVE),
        dict(statistic=2.032046624255, pvalue=0.09785555174679),
    ),
    "5x2 F": (
        lambda: cc.ftest_5x2cv(FIVE, 0 * FIVE),
        dict(statistic=2.689138576779, pvalue=0.1432191910867, high=0.03571757002721),
    ),
    "combined 5x2 t": (
        lambda: cc.combined_ttest_5x2cv(FIVE, 0 * FIVE),
        dict(statistic=4.52872645408, pvalue=0.006232762818713, low=0.006399269341352),
    ),
    # exactRankTests::perm.test(round(100 * d)[1:9], exact = TRUE)
    "sign flips": (lambda: cc.permutation_test(A[:9], B[:9], rng=1), dict(pvalue=0.046875)),
    # m <- matrix(c(30, 11, 4, 19), 2); mcnemar.test(m, correct = FALSE); prop.test(4, 15, correct =
    # FALSE)$conf.int - 0.5
    "McNemar": (
        lambda: cc.mcnemar(4, 11, method="chi2"),
        dict(statistic=3.266666666667, pvalue=0.07070114486598, effect_low=-0.3910254667431),
    ),
    # mcnemar.test(m); prop.test(4, 15)$conf.int - 0.5
    "McNemar, corrected": (
        lambda: cc.mcnemar(4, 11, method="chi2_cc"),
        dict(
            statistic=2.4,
            pvalue=0.1213352503585,
            effect_low=-0.4108637258861,
            effect_high=0.05167528333017,
        ),
    ),
    # binom.test(4, 15)
    "McNemar, exact": (
        lambda: cc.mcnemar(4, 11, method="exact"),
        dict(pvalue=0.1184692382812, effect_low=-0.422128453709, effect_high=0.05100324103697),
    ),
    # 2 * (pbinom(3, 15, 0.5) + dbinom(4, 15, 0.5) / 2), and the shares at which it is 0.025 on
    # either side
    "McNemar, mid-p": (
        lambda: cc.mcnemar(4, 11),
        dict(pvalue=0.07681274414063, effect_low=-0.4089779604759, effect_high=0.02533511229372),
    ),
    # the score (n1 - n2 - N D) / sqrt(N (2 q - D - D^2)), q the root of n1/q + n2/(q - D) = 2 (N -
    # n1 - n2)/(1 - 2 q + D); uniroot for D
    "Tango": (
        lambda: cc.proportion_difference_interval(4, 11, 61),
        dict(value=-0.1147540983607, low=-0.2442544201749, high=0.01067119924208),
    ),
    # binom.test(7, 10); sort(d)[qbinom(0.025, 11, 0.5)]
    "sign test": (
        lambda: cc.sign_test(A, B),
        dict(statistic=7, pvalue=0.34375, estimate=0.04, low=-0.02, high=0.09),
    ),
    # exactRankTests::wilcox.exact(d, alternative = ..., exact = TRUE)
    "Wilcoxon": (lambda: cc.wilcoxon(A, B), dict(pvalue=0.025390625)),
    "Wilcoxon, less": (lambda: cc.wilcoxon(A, B, alternative="less"), dict(pvalue=0.9892578125)),
    "Wilcoxon, greater": (
        lambda: cc.wilcoxon(A, B, alternative="greater"),
        dict(pvalue=0.0126953125),
    ),
    # coin::wilcoxsign_test(a ~ b, whole, zero.method = "Pratt"), and with distribution = "exact";
    # whole: a and b times 100, rounded
    "Wilcoxon, Pratt": (
        lambda: cc.wilcoxon(A, B, zeros="pratt"),
        dict(z=2.094585633761, pvalue=0.037109375),
    ),
    "Wilcoxon, Pratt, normal": (
        lambda: cc.wilcoxon(A, B, zeros="pratt", method="normal"),
        dict(pvalue=0.03620784339412),
    ),
    # w <- sort(all averages (d_i + d_j) / 2); median(w), w[qsignrank(0.025, 11)] (R's own tests
    # leave out the zero)
    "Hodges-Lehmann": (
        lambda: cc.inference.hodges_lehmann(A, B),
        dict(value=0.04, low=0.01, high=0.075),
    ),
    # effectsize::rank_biserial(d[d != 0]); its interval has another formula
    "rank-biserial": (lambda: cc.inference.rank_biserial(A, B), dict(value=0.7818181818182)),
    # qbeta(0.025, 7.5, 4.5), qbeta(0.975, 8.5, 3.5)
    "superiority": (
        lambda: cc.inference.probability_of_superiority(A, B),
        dict(value=0.6818181818182, low=0.3479922716303, high=0.9165182401698),
    ),
    # effectsize::cliffs_delta(u, w); Cliff's unbiased variance from sign(outer(u, w, "-"))
    "Cliff": (
        lambda: cc.inference.cliffs_delta(U, W),
        dict(value=0.5416666666667, se=0.247507415313),
    ),
    # t.test(v, mu = -0.03, alternative = "greater"), t.test(v, mu = 0.06, alternative = "less"),
    # t.test(v, conf.level = 0.9)
    "TOST": (
        lambda: cc.inference.tost(RUNS.ravel(), 0 * RUNS.ravel(), low=-0.03, high=0.06),
        dict(statistic=-3.528828641199, pvalue=0.004806466213001, low=0.01005120581755),
    ),
    # sqrt(sandwich::vcovCL(lm(ca - cb ~ 1), cl, type = "HC0", cadjust = TRUE)); 4 df
    "clustered t": (
        lambda: cc.clustered_ttest(CASES_A, CASES_B, cluster=CLUSTER),
        dict(
            estimate=1.230769230769,
            se=0.2060412467039,
            statistic=5.9734118797,
            df=4,
            pvalue=0.003946230001789,
            low=0.6587070198893,
        ),
    ),
    # all 32 patterns of signs of tapply(ca - cb, cl, sum)
    "clustered flips": (
        lambda: cc.clustered_permutation_test(CASES_A, CASES_B, cluster=CLUSTER, rng=1),
        dict(pvalue=0.0625),
    ),
    # s <- sd(v) * sqrt(1/8 + 0.2/0.8); pt((c(-0.01, 0.01) - mean(v)) / s, 7)
    "Bayes": (
        lambda: dict(
            values=cc.bayes_correlated_ttest(
                RUNS, 0 * RUNS, better="higher", rope=0.01, test_share=0.2
            ).probabilities()
        ),
        dict(values=[0.845539804018, 0.128946948939, 0.02551324704304]),
    ),
}
MANY = {
    # friedman.test(tab); F = 6 chi2 / (21 - chi2); quade.test(tab100); Hodges and Lehmann's formula
    # of rank(tab100 - rowMeans(tab100))
    "Friedman": (
        lambda: cc.friedman(TABLE, better="lower"),
        dict(statistic=11.49230769231, df=3, pvalue=0.009340977774235, effect=0.5472527472527),
    ),
    "Iman-Davenport": (
        lambda: cc.iman_davenport(TABLE, better="higher"),
        dict(statistic=7.252427184466, pvalue=0.002166891930843),
    ),
    "Quade": (
        lambda: cc.quade(TABLE, better="lower"),
        dict(statistic=5.943055699616, pvalue=0.005312865037974),
    ),
    "aligned ranks": (
        lambda: cc.aligned_friedman(TABLE, better="lower"),
        dict(statistic=12.79782563245, pvalue=0.005094857576964),
    ),
    # z of the mean ranks with se = sqrt(4 * 5 / (6 * 7)); ptukey(abs(z) * sqrt(2), 4, Inf, lower =
    # FALSE), qtukey(0.95, 4, Inf)
    "Nemenyi": (
        lambda: pair(cc.nemenyi(TABLE, better="lower"), "A", "D"),
        dict(
            estimate=-2.142857142857,
            statistic=-3.105295017041,
            pvalue=0.001900893250447,
            pvalue_adjusted=0.01026197977461,
            low=-3.915657493311,
        ),
    ),
    # 3 * 2 * pnorm(-abs(z)), qnorm(1 - 0.05/6); p.adjust(p of all six pairs, "hommel")
    "Bonferroni-Dunn": (
        lambda: pair(cc.bonferroni_dunn(TABLE, control="C", better="lower"), "C", "D"),
        dict(estimate=-1.071428571429, pvalue_adjusted=0.36152210726, high=0.5805744381875),
    ),
    "z, Hommel": (
        lambda: pair(
            cc.inference.mean_rank_ztest(TABLE, better="lower", adjust="hommel"), "B", "D"
        ),
        dict(pvalue_adjusted=0.08639275082416),
    ),
    # R <- t(apply(tab, 1, rank)); se <- sqrt(2 * (7 * sum(R^2) - sum(colSums(R)^2)) / 18) / 7
    "Conover": (
        lambda: pair(cc.conover(TABLE, better="lower"), "A", "D"),
        dict(statistic=-4.433981751739, df=18, pvalue=0.0003204617086059, high=-1.127522382232),
    ),
    # Q <- rank(ranges of tab100); S <- Q * R; sum(S[, 1] - S[, 4]) over sqrt(2 * sum((S -
    # rowMeans(S))^2) / 3); likewise with aligned ranks
    "Quade pairs": (
        lambda: pair(cc.inference.quade_pairs(TABLE, better="lower"), "A", "D"),
        dict(estimate=-2.053571428571, statistic=-2.689981819378, pvalue=0.00714559118317),
    ),
    "aligned pairs": (
        lambda: pair(cc.inference.aligned_pairs(TABLE, better="lower"), "A", "D"),
        dict(estimate=-16.5, statistic=-3.340117842934),
    ),
    # qtukey(0.9, 6, Inf) / sqrt(2) * sqrt(6 * 7 / (6 * 13)), qnorm(1 - 0.1/10) * sqrt(6 * 7 / (6 *
    # 13))
    "critical difference": (
        lambda: dict(
            nemenyi=cc.critical_difference(6, 13, alpha=0.1),
            dunn=cc.critical_difference(6, 13, alpha=0.1, test="bonferroni_dunn"),
        ),
        dict(nemenyi=1.899454827737, dunn=1.707072640908),
    ),
    # aov(v ~ g, long), effectsize::omega_squared(partial = FALSE); eta squared's end by uniroot of
    # pf(F, 4, 30, l) = 0.05, l / (l + 35)
    "ANOVA": (
        lambda: cc.anova(FOLDS),
        dict(
            statistic=6.212345679012,
            pvalue=0.0009143207521573,
            effect=0.4530476276222,
            effect_high=0.5585994154218,
            omega_squared=0.3733144701357,
        ),
    ),
    # aov(v ~ g + Error(b / g), long); the end by pf(F, 4, 24, l) = 0.95, l / (l + 28)
    "repeated measures": (
        lambda: cc.rm_anova(FOLDS),
        dict(
            statistic=13.77372262774,
            pvalue=5.701302723699e-06,
            effect=0.6965669988926,
            effect_low=0.4392831472164,
        ),
    ),
    # anova(lm(folds ~ 1), lm(folds ~ 0), X = ~1, test = "Spherical"), and the same of tab
    "Greenhouse-Geisser": (
        lambda: cc.rm_anova(FOLDS, correction="greenhouse_geisser"),
        dict(pvalue=0.000119961336913),
    ),
    "Huynh-Feldt": (
        lambda: cc.rm_anova(TABLE, correction="huynh_feldt"),
        dict(pvalue=0.0004206338885897),
    ),
    # F / (1 + 7 * 17/90), pf with epsilon's degrees of freedom
    "corrected ANOVA": (
        lambda: cc.inference.corrected_rm_anova(FOLDS, n_train=90, n_test=17),
        dict(statistic=5.931268117207, pvalue=0.007010287384933),
    ),
    # mauchly.test(lm(folds ~ 1), X = ~1)$statistic; its p-value in R 4.2.2 has 3 * p where Anderson
    # (1958) has 3 * (p - 1): typed in anew
    "Mauchly": (
        lambda: cc.inference.mauchly(FOLDS),
        dict(W=0.216708641017, pvalue=0.6867051635054),
    ),
    # TukeyHSD(aov(v ~ g + b, long), "g")
    "Tukey": (
        lambda: pair(cc.tukey(FOLDS, better="lower"), "A", "D"),
        dict(
            estimate=-0.07571428571429,
            low=-0.1116891023904,
            high=-0.03973946903815,
            pvalue_adjusted=1.921580359443e-05,
        ),
    ),
    # mantelhaen.test(table(algorithm, right, case)), without the cases on which all agree
    "Cochran": (
        lambda: cc.cochran_q(CORRECT),
        dict(statistic=4.2, pvalue=0.122456428253, effect=0.1615384615385),
    ),
    # Skillings and Mack's formula with MASS::ginv
    "Skillings-Mack": (
        lambda: cc.skillings_mack(GAPS, better="lower"),
        dict(statistic=7.070370030286, pvalue=0.06968834308753),
    ),
    # summary(manova((x - y) ~ 1), test = "Hotelling", intercept = TRUE), times 5; solve(cov(x - y),
    # colMeans(x - y)); / (1 + 6 * 11/50)
    "Hotelling": (
        lambda: cc.hotelling(X, Y),
        dict(
            statistic=9.304635761589,
            pvalue=0.1221761402606,
            direction=[0.2152317880795, 0.4470198675497],
        ),
    ),
    "corrected Hotelling": (
        lambda: cc.inference.corrected_hotelling(X, Y, n_train=50, n_test=11),
        dict(pvalue=0.3079149452057),
    ),
    # summary(manova(rbind(x, y, z) ~ factor(rep(1:3, each = 6))), test = ...)
    "MANOVA": (
        lambda: cc.manova([X, Y, Z]),
        dict(
            statistic=0.5624008335899,
            f=2.334156156051,
            pvalue=0.08009834147294,
            pillai_pvalue=0.0968303916231,
            hotelling_lawley_pvalue=0.06987880610952,
            roy_pvalue=0.01620580945602,
        ),
    ),
    # psych::mardia(rbind(x, y, z)), times (18/17)^3 and (18/17)^2: psych divides the covariance by
    # n - 1
    "Mardia": (
        lambda: cc.mardia(np.vstack([X, Y, Z])),
        dict(skewness=0.1617781884512, kurtosis=5.77612990632),
    ),
    # glm(cbind(wins, losses) ~ differences of indicators - 1, family = binomial), moved so that the
    # log-worths sum to 0
    "Bradley-Terry": (
        lambda: {
            k: list(v.values())
            for k, v in cc.bradley_terry(WINS).to_dict().items()
            if k.endswith(("hs", "hs_se"))
        },
        dict(
            worths=[0.3816677843021, 0.26420864604, 0.2576325977462, 0.09649097191169],
            log_worths_se=[0.3462562864474, 0.3287417897907, 0.3273174260885, 0.3557474793578],
        ),
    ),
}
ONE = {
    # pROC: ci.auc(ra, conf.level = 0.9), sqrt(var(ra)); roc.test(ra, rb, paired = TRUE, method =
    # "delong")
    "area": (
        lambda: cc.delong_interval(TRUTH, SCORE_A, level=0.9),
        dict(value=0.9166666666667, low=0.810759879288, se=0.06438675493266),
    ),
    "DeLong": (
        lambda: cc.delong_test(TRUTH, SCORE_A, SCORE_B),
        dict(
            statistic=1.105798741346,
            pvalue=0.2688136399298,
            low=-0.08582687400078,
            high=0.308049096223,
        ),
    ),
    # auc(rb, partial.auc = c(0.9, 0.6)), auc(rb, partial.auc = c(1, 0.7), partial.auc.correct =
    # TRUE)
    "partial areas": (
        lambda: dict(
            raw=cc.partial_auc(TRUTH, SCORE_B, fpr=(0.1, 0.4)),
            standardised=cc.partial_auc(TRUTH, SCORE_B, fpr=(0, 0.3), standardise=True),
        ),
        dict(raw=0.2010763888889, standardised=0.7588507625272),
    ),
    # multiclass.roc(factor(c(0, 1, 0, 2, 2, 0, 1, 1, 2)), shares)
    "Hand and Till": (
        lambda: dict(value=cc.measures.auc_multiclass([0, 1, 0, 2, 2, 0, 1, 1, 2], SHARES)),
        dict(value=0.8981481481481),
    ),
    # Hanley and McNeil's formula; the correlation of the areas with mvtnorm::pmvnorm and sin(pi / 2
    # * cor(method = "kendall"))
    "Hanley-McNeil": (
        lambda: cc.measures.hanley_mcneil_test(TRUTH, SCORE_A, SCORE_B),
        dict(se_a=0.07544238962082, r=0.298954353881, statistic=0.9713737054763),
    ),
    # integrate(t / (t + fp(t)), from tp to tp) between neighbouring thresholds; sum of steps of
    # recall times precision
    "precision and recall": (
        lambda: {
            m: cc.auc_pr(TRUTH, SCORE_A, method=m) for m in ("davis_goadrich", "average_precision")
        },
        dict(davis_goadrich=0.9074933603552, average_precision=0.8895202020202),
    ),
    # binom.test(4, 37, conf.level = 0.9), prop.test(..., correct = FALSE), qbeta(c(0.05, 0.95),
    # 4.5, 33.5), Agresti and Coull's formula
    "clopper_pearson": (
        lambda: cc.error_interval(4, 37, method="clopper_pearson", level=0.9),
        dict(low=0.03778001026592, high=0.2305428508023),
    ),
    "wilson": (
        lambda: cc.error_interval(4, 37, method="wilson", level=0.9),
        dict(low=0.0494699728316, high=0.2201534228656),
    ),
    "jeffreys": (
        lambda: cc.error_interval(4, 37, level=0.9),
        dict(low=0.04610763019287, high=0.2136707217634),
    ),
    "agresti_coull": (
        lambda: cc.error_interval(4, 37, method="agresti_coull", level=0.9),
        dict(low=0.04566181165786, high=0.2239615840393),
    ),
    # sqrt(mean((h - mean(h))^2) / 13), sqrt(mean(tapply(h, k, var)) / 13); f <- tapply(h, k, mean);
    # sd(f) * sqrt(1/3 + 5/11), qt(0.975, 2)
    "cv, all": (
        lambda: cc.cv_interval(LOSSES, method="bayle_all"),
        dict(value=4, se=0.6056929133855),
    ),
    "cv, within": (
        lambda: cc.cv_interval(LOSSES, method="bayle_within", fold=FOLD),
        dict(se=0.6736810475634),
    ),
    "cv, corrected t": (
        lambda: cc.cv_interval(LOSSES, method="corrected_t", fold=FOLD, n_train=11, n_test=5),
        dict(value=4.066666666667, low=1.20018793193),
    ),
    # p.adjust(p, ...)
    **{
        name: (
            lambda name=name: dict(values=cc.adjust(PVALUES, method=name.lower())),
            dict(values=values),
        )
        for name, values in {
            "holm": [0.072, 0.8, 0.007, 0.15, 0.15, 0.42, 0.15],
            "hochberg": [0.072, 0.8, 0.007, 0.136, 0.136, 0.42, 0.141],
            "hommel": [0.068, 0.8, 0.007, 0.102, 0.094, 0.42, 0.141],
            "BH": [0.042, 0.8, 0.007, 0.0595, 0.0595, 0.245, 0.0658],
            "BY": [0.1089, 1, 0.01815, 0.154275, 0.154275, 0.63525, 0.17061],
        }.items()
    },
    # power.t.test(17, 0.6, 1, type = "paired", strict = TRUE); ceiling(power.t.test(delta = 0.6, sd
    # = 1, power = 0.845, type = "paired")$n)
    "power": (
        lambda: dict(
            t=cc.power(
                "paired_ttest",
                cc.simulate.PairedDatasets(datasets=17, difference=0.6),
                n=20_000,
                rng=1,
            ).value,
            n=cc.sample_size(
                "paired_ttest",
                cc.simulate.PairedDatasets(datasets=5, difference=0.6),
                target=0.845,
                n=20_000,
                rng=4,
            ).value,
        ),
        dict(t=0.6419633108178, n=27),
    ),
}
CASES = {**TWO, **MANY, **ONE}
TOLERANCE = {"Nemenyi": 1e-7, "Tukey": 1e-5, "power": 0.02, "Hanley-McNeil": 1e-7}


@pytest.mark.parametrize("name", CASES)
def test_as_in_r(name):
    call, expected = CASES[name]
    result = call()
    for word, value in expected.items():
        assert read(result, word) == pytest.approx(
            value, rel=TOLERANCE.get(name, 1e-9), abs=1e-14
        ), word


def test_the_other_way_round():
    "Exchanged algorithms turn every sign, and `greater` is `less`."
    there, back = (cc.paired_ttest(*both) for both in ((A, B), (B, A)))
    assert (back.statistic, back.low, back.effect_low) == pytest.approx(
        (-there.statistic, -there.high, -there.effect_high)
    )
    assert (
        cc.wilcoxon(B, A, alternative="less").pvalue
        == cc.wilcoxon(A, B, alternative="greater").pvalue
    )
    assert (
        cc.proportion_difference_interval(11, 4, 61).low
        == -cc.proportion_difference_interval(4, 11, 61).high
    )
    row, mirrored = (
        pair(cc.nemenyi(TABLE, better="lower"), "A", "D"),
        pair(cc.nemenyi(1 - TABLE, better="higher"), "A", "D"),
    )
    assert all(
        row[word] == mirrored[word]
        for word in ("estimate", "low", "high", "pvalue_adjusted", "effect")
    )
