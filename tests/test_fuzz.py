"""Every public function, called with what people give by mistake: it answers, or it refuses in our
own words.

A valid call of each stands in `CALLS`. Each of its arguments is replaced, one at a time, by
everything in `WRONG`, and by spoilt versions of itself. The only errors allowed are refusals
(`ClfCompareError`) and, for arguments that are missing or misnamed, Python's own.
"""

import inspect
import pickle
import re
import warnings

import clfcompare as cc
import matplotlib
import matplotlib.figure
import numpy as np
import pandas as pd
import pytest
from conftest import PUBLIC, named
from clfcompare.core.results import Result
from sklearn.linear_model import LogisticRegression, RidgeClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import SVC

matplotlib.use("agg")

RNG = np.random.default_rng(20)
FRAME = pd.DataFrame(
    RNG.random((9, 4)).round(3),
    columns=["knn", "svm", "rip", "lda"],
    index=[f"set {i}" for i in range(9)],
)
HOLES = FRAME.where(np.isin(np.arange(36), [2, 17], invert=True).reshape(9, 4))
TEN = pd.DataFrame(RNG.random((10, 3)).round(3), columns=["knn", "svm", "rip"])
A, B = RNG.random((2, 11))
HALVES = RNG.random((2, 5, 2))
Y, SCORE = np.repeat([0, 1], [8, 7]), RNG.random(15).round(2)
Y3, PROBABILITIES = np.arange(15) % 3, RNG.dirichlet([2, 2, 2], 15)
X = RNG.normal(size=(15, 6))
CUBE = RNG.random((3, 12, 2))
WIDE = cc.scores_from_wide(FRAME, measure="error", better="lower")
FOLDS = cc.scores_from_folds(
    TEN.assign(repeat=np.repeat(range(5), 2), fold=[0, 1] * 5),
    dataset="wine",
    measure="error",
    better="lower",
)
PAIRS = cc.nemenyi(FRAME, better="lower")
T_PAIRS = cc.pairwise(FRAME, test="paired_ttest", adjust="holm", better="lower")
RIGHT = (FRAME > 0.3).astype(int)
RIGHT_PAIRS = cc.pairwise(RIGHT, test="mcnemar", adjust="holm", better="higher")
INTERVALS = pd.DataFrame(
    dict(
        algorithm=["svm", "knn", "rip"],
        score=[1.2, 2.0, 2.8],
        rank=[1.0, 2, 3],
        low=[1, 1, 2],
        high=[2, 3, 3],
    )
)
POSTERIORS = pd.DataFrame(
    dict(
        a=["svm", "svm"],
        b=["knn", "rip"],
        a_better=[0.7, 0.2],
        equivalent=[0.2, 0.5],
        b_better=[0.1, 0.3],
    )
)
POWER = pd.DataFrame(dict(size=[10, 20], power=[0.3, 0.9], low=[0.2, 0.8], high=[0.4, 1.0]))
AXES = matplotlib.figure.Figure().add_subplot()
CURVE = cc.roc_curve(Y, SCORE)
ORDER = cc.consensus_ranking(FRAME.rank(axis=1))
TP, FP = RNG.integers(5, 18, (3, 9)), RNG.integers(0, 11, (3, 9))
RUNS = FOLDS[["dataset", "algorithm", "repeat", "fold"]].assign(status="ok", fit_time=0.5, size=100)
PREDICTIONS = pd.DataFrame(
    dict(
        dataset="wine",
        algorithm="knn",
        repeat=0,
        fold=0,
        row=range(15),
        y_true=Y,
        y_pred=1 - Y,
        score=SCORE,
    )
)
CV = {"svm": {"test_score": SCORE[:6]}, "knn": {"test_score": SCORE[6:12]}}
CV_RESULTS = {
    "params": [{"C": 1}, {"C": 2}],
    **{f"split{i}_test_score": SCORE[2 * i : 2 * i + 2] for i in range(6)},
}
WEKA = pd.DataFrame(
    dict(
        Key_Dataset="wine",
        Key_Run=[1, 1, 2, 2] * 2,
        Key_Fold=[1, 2] * 4,
        Key_Scheme=["a.IBk"] * 4 + ["a.J48"] * 4,
        Percent_incorrect=SCORE[:8],
    )
)
EVALUATIONS = {"predictive_accuracy": {0: dict(enumerate(SCORE[:6]))}}
OPENML = [
    dict(flow_name=name, data_name="wine", run_id=i, task_id=4, fold_evaluations=EVALUATIONS)
    for i, name in enumerate(("a", "b"))
]
SEQUENCES = ["ACGTAC", "GGTTAC", "TTGACA", "ACGTTT"]
MASKS = RNG.random((4, 15)) < 0.8
MODEL = cc.simulate.PairedDatasets(difference=1.5, datasets=8)
BINARY = (RNG.random((20, 3)) < 0.6).astype(int)
BETTER = {"better": "lower"}
BINARY_FRAME = pd.DataFrame(BINARY, columns=["knn", "svm", "rip"])
LOSSES = RNG.random((3, 9, 5, 2)).round(3)
LEFT_OUT = RNG.random((7, 5, 2))


def outcome(design):
    "What a small experiment gave."
    X, y = RNG.normal(size=(24, 2)), np.arange(24) % 2
    return cc.Experiment(
        datasets={"made": (X + 0.4 * y[:, None], y)},
        algorithms={"knn": GaussianNB(), "svm": LogisticRegression()},
        design=design,
        measures=["error", "auc_roc"],
        positive=1,
        rng=4,
    ).run(progress=False)


HELD, SIX = outcome(cc.five_by_two(holdout=1 / 3)), outcome(cc.k_fold(6))


def calls():
    "A valid call of every public function: arguments by position, and by name."
    pair, scored, pairs5 = (A, B), (Y, SCORE), tuple(HALVES)
    named = dict(
        adjust=(([0.01, 0.04, 0.2],), dict(method="holm")),
        anova=((TEN,), {}),
        auc_croc=(scored, {}),
        auc_pr=(scored, {}),
        auc_roc=(scored, {}),
        average_curves=(([CURVE, cc.roc_curve(Y, SCORE[::-1])],), {}),
        average_folds=((FOLDS,), {}),
        average_ranks=((FRAME,), BETTER),
        aligned_friedman=((FRAME,), BETTER),
        bayes_correlated_ttest=(pair, dict(better="lower", rope=0.01, test_share=0.1)),
        bayes_hierarchical=(
            (CUBE[..., 0] - CUBE[..., 1],),
            dict(better="lower", rope=0.01, test_share=0.1, rng=1, draws=60),
        ),
        bayes_sign=(pair, dict(better="lower", rope=0.01, rng=1, draws=60)),
        bayes_signed_rank=(pair, dict(better="lower", rope=0.01, rng=1, draws=60)),
        binary_measures=((), dict(tp=7, fn=2, fp=3, tn=11)),
        binary_measures_table=((pd.DataFrame([dict(tp=7, fn=2, fp=3, tn=11)] * 2),), {}),
        bonferroni_dunn=((FRAME,), dict(control="svm", better="lower")),
        bradley_terry=((cc.inference.wins_matrix(FRAME, better="lower"),), {}),
        brier_score=(scored, {}),
        calibration_curve=(scored, {}),
        check=((WIDE,), dict(test="wilcoxon")),
        check_predictions=((PREDICTIONS,), {}),
        check_runs=((RUNS,), {}),
        check_scores=((WIDE,), {}),
        choose=((), dict(algorithms=3, datasets=1, design="k_fold")),
        cliffs_delta=(pair, {}),
        cliques=((PAIRS,), dict(alpha=0.05)),
        cochran_q=((BINARY,), {}),
        cohen_dz=(pair, {}),
        combined_ttest_5x2cv=(pairs5, {}),
        compare=((WIDE,), dict(measure="error")),
        confusion=((Y, 1 - Y), dict(positive=1)),
        conover=((FRAME,), BETTER),
        consensus_ranking=((FRAME.rank(axis=1),), {}),
        contrast_of_medians=((FRAME,), {}),
        corrected_ttest=(pair, dict(n_train=90, n_test=10)),
        cortes_mohri=((7, 9, 4), {}),
        cost_curve=(scored, {}),
        costs_from_runs=((RUNS,), dict(column="fit_time")),
        count_matrix=((Y3, Y3[::-1]), {}),
        critical_difference=((4, 9), dict(alpha=0.05)),
        croc_curve=(scored, {}),
        delong_covariance=((Y, np.column_stack([SCORE, SCORE[::-1]])), {}),
        delong_interval=(scored, {}),
        delong_test=((Y, SCORE, SCORE[::-1]), {}),
        auc_permutation_test=((Y, SCORE, SCORE[::-1]), dict(rng=3, draws=99)),
        auc_permutation_pairs=(
            (Y, np.column_stack([SCORE, SCORE[::-1]])),
            dict(rng=3, control="A2"),
        ),
        hanley_mcneil_test=((Y, SCORE, SCORE[::-1]), {}),
        cost_difference=((Y, SCORE, SCORE[::-1]), dict(draws=99, rng=1)),
        area_correlation=(((0.8, 0.7), (0.4, 0.5), 7, 9), {}),
        batch_pvalues=((np.stack([TEN, TEN[::-1]]),), dict(test="friedman")),
        audit=((FRAME,), dict(measure="error", better="lower")),
        possible_test_sizes=(([33.3, 16.7, 50.0],), dict(decimals=1, between=(2, 90))),
        counts_from_percentages=(([33.3, 16.7, 50.0], 24), dict(decimals=1)),
        mcnemar_range=((7, 11, 50), {}),
        sd_from_pvalue=((1.7, 0.03, 9), {}),
        batch_adjust=(([[0.01, 0.4], [0.2, 0.03]],), dict(method="holm")),
        replicability=((BINARY.astype(bool),), {}),
        replicability_table=((), {}),
        selection_stability=((BINARY.astype(bool),), {}),
        disagreements=((Y, 1 - Y, Y[::-1]), {}),
        dominates=((CURVE, CURVE), {}),
        err632=((0.1, 0.3), {}),
        err632plus=((0.1, 0.3, 0.5), {}),
        error_interval=((7, 50), {}),
        estimate_error=((LogisticRegression(), X, Y), dict(method="holdout", rng=1)),
        evaluate=(("error",), dict(y_true=Y, y_pred=1 - Y)),
        exact_for=((RidgeClassifier(),), {}),
        expected_cost=(([[5, 2], [1, 7]], [[0, 1], [3, 0]]), {}),
        expected_performance_curve=((Y, SCORE, Y, SCORE[::-1]), {}),
        f_beta=((), dict(tp=7, fn=2, fp=3, beta=2)),
        floor_errors=((Y,), {}),
        fold_correlations=((HALVES[0],), {}),
        fold_sd=((0.1, 30), {}),
        friedman=((FRAME,), BETTER),
        ftest_5x2cv=(pairs5, {}),
        hanley_mcneil=((0.8, 7, 9), {}),
        hedges_g=(pair, {}),
        hodges_lehmann=(pair, {}),
        hotelling=((CUBE[0], CUBE[1]), {}),
        hotelling_pairs=((CUBE,), {}),
        iman_davenport=((FRAME,), BETTER),
        kendalls_w=((FRAME,), {}),
        kmer_counts=((SEQUENCES,), {}),
        learned_measures=((np.stack([TP, FP, 12 - FP, 18 - TP], axis=-1),), {}),
        load_outcome=((cc.data.available_outcomes()[0],), {}),
        load_results=(("irsoy2012_table14",), {}),
        load_survey=(("IV",), {}),
        load_dataset=(("wine",), {}),
        log_loss=(scored, {}),
        luck_of_the_best=((7,), {}),
        manova=((CUBE,), {}),
        mardia=((RNG.normal(size=(30, 2)),), {}),
        mauchly=((TEN,), {}),
        mcnemar=((4, 9), {}),
        measure_better=(("error",), {}),
        measure_name=(("recall",), {}),
        minimax=((FRAME,), BETTER),
        multi2test=((PAIRS,), dict(cost=dict(knn=1, svm=2, rip=3, lda=4))),
        multiclass_measures=(([[5, 2, 1], [0, 7, 3], [4, 6, 9]],), {}),
        multilabel_cases=((BINARY, BINARY[::-1]), {}),
        multilabel_measures=((BINARY, BINARY[::-1]), {}),
        multitest=((PAIRS,), dict(cost=dict(knn=1, svm=2, rip=3, lda=4))),
        multivariate_cliques=((CUBE,), dict(alpha=0.05)),
        nemenyi=((FRAME,), BETTER),
        no_information_rate=((Y, 1 - Y), {}),
        npv_at_prevalence=((0.8, 0.9), dict(prevalence=0.2)),
        one_hot_bases=((SEQUENCES,), {}),
        ordering_ranks=(([ORDER, ORDER],), {}),
        paired_difference_interval=(pair, {}),
        paired_ttest=(pair, {}),
        pairwise=((FRAME,), dict(test="wilcoxon", adjust="holm", better="lower")),
        partial_auc=(scored, {}),
        permutation_test=(pair, dict(rng=1)),
        plot_critical_difference=((pd.Series(dict(knn=2.5, svm=1.5, rip=3.0)),), dict(cd=1.1)),
        plot_curves=(({"svm": [CURVE], "knn": [CURVE]},), {}),
        plot_differences=((FRAME[["knn", "svm"]],), BETTER),
        plot_folds=((TEN,), {}),
        plot_scores=((TEN,), {}),
        plot_scatter=((FRAME["knn"], FRAME["svm"]), BETTER),
        theme=((), {}),
        plot_performance_profile=((FRAME,), BETTER),
        plot_pairs=((PAIRS,), dict(against="svm")),
        plot_pair_matrix=((PAIRS, FRAME), {}),
        plot_pvalues=((PAIRS.matrix(),), {}),
        plot_letters=((PAIRS,), {}),
        plot_rank_intervals=((INTERVALS,), dict(best=["svm"])),
        plot_posteriors=((POSTERIORS,), {}),
        plot_simplex=(([[0.2, 0.3, 0.5]],), dict(names=("svm", "knn"))),
        plot_power=(({"wilcoxon": POWER},), {}),
        compact_letters=((PAIRS,), dict(alpha=0.05)),
        looks=((["svm", "knn"],), {}),
        alt_text=((AXES,), {}),
        set_alt=((AXES, "svm is best"), {}),
        text_overlaps=((AXES,), {}),
        text_outside=((AXES,), {}),
        save_figure=((AXES, "figure.svg"), {}),
        ppv_at_prevalence=((0.8, 0.9), dict(prevalence=0.2)),
        pr_curve=(scored, {}),
        prediction_sets=((PROBABILITIES,), {}),
        probability_of_superiority=(pair, {}),
        proportion_difference_interval=((4, 9, 50), {}),
        quade=((FRAME,), BETTER),
        rank_biserial=(pair, {}),
        reject_curve=(scored, {}),
        rm_anova=((TEN,), {}),
        roc_curve=(scored, {}),
        roc_hull=((CURVE,), {}),
        save_outcome=(("fuzzed", dict(scores=WIDE), None), {}),
        scores_by_fold=((X, Y, MASKS), {}),
        scores_from_cross_validate=(
            (CV,),
            dict(dataset="wine", design=cc.k_fold(6), measure="accuracy"),
        ),
        scores_from_cv_results=(
            (CV_RESULTS,),
            dict(dataset="wine", design=cc.k_fold(6), measure="accuracy"),
        ),
        scores_from_folds=((TEN,), dict(dataset="wine", measure="error", better="lower")),
        scores_from_openml=((OPENML,), {}),
        scores_from_weka=((WEKA,), {}),
        scores_from_wide=((FRAME,), dict(measure="error", better="lower")),
        sensitivity_specificity_curve=(scored, {}),
        set_measures=((Y3, PROBABILITIES > 0.3), {}),
        sign_test=(pair, {}),
        smallest_pvalue=(("wilcoxon", 9), {}),
        spectrum_kernel=((SEQUENCES,), {}),
        top_genes=((SCORE[None], 3), {}),
        t_margins=((T_PAIRS,), dict(margin=0.2, alpha=0.05)),
        rank_margins=((PAIRS, FRAME), dict(margin=0.2, better="lower", alpha=0.05)),
        count_margins=((RIGHT_PAIRS, RIGHT), dict(margin=0.2, better="higher", alpha=0.05)),
        mean_margins=((PAIRS, FRAME), dict(margin=0.2, better="lower", alpha=0.05)),
        tost=(pair, dict(low=-0.3, high=0.2)),
        ttest_5x2cv=(pairs5, {}),
        tuned=((SVC(), {"C": [1, 2]}), {}),
        underlines=((PAIRS,), dict(alpha=0.05)),
        weighted_degree_kernel=((SEQUENCES,), {}),
        wilcoxon=(pair, {}),
        win_tie_loss=(pair, BETTER),
        wins_matrix=((FRAME,), BETTER),
        with_rowspace=((RidgeClassifier(),), {}),
        k_fold=((6,), {}),
        repeated_k_fold=((), dict(repeats=3, folds=4)),
        five_by_two=((), {}),
        monte_carlo=((7,), {}),
        bootstrap=((7,), {}),
        available_outcomes=((), {}),
        heldout_ttest=(tuple(LOSSES[:2]), {}),
        heldout_anova=((LOSSES,), {}),
        heldout_pairs=(
            (dict(zip(("knn", "svm", "rip"), LOSSES)),),
            dict(better="lower", control="svm"),
        ),
        max_t=((FRAME,), dict(better="lower", rng=1, draws=99)),
        rank_intervals=((PAIRS,), dict(alpha=0.05)),
        best_set=((FRAME,), dict(better="lower", alpha=0.05, rng=1, draws=99)),
        delong_pairs=((Y, np.column_stack([SCORE, 1 - SCORE])), dict(control="A1")),
        quade_pairs=((FRAME,), dict(better="lower", control="svm")),
        aligned_pairs=((FRAME,), dict(better="lower", adjust="hommel")),
        tukey=((FRAME,), dict(better="lower", n_train=60, n_test=30)),
        wide_by_dataset=((WIDE,), {}),
        wide_by_fold=((FOLDS,), {}),
        clustered_pairs=(
            (BINARY_FRAME,),
            dict(cluster=[i // 4 for i in range(20)], better="higher", control="svm"),
        ),
        results_table=((FRAME,), dict(better="lower", pairs=PAIRS, sd=FRAME / 9)),
        check_answer=(("testing-1", 0.05), {}),
        predictions_from_wide=((BINARY_FRAME,), dict(measure="accuracy")),
        pseudo_values=((LEFT_OUT.mean(0), LEFT_OUT), {}),
        corrected_rm_anova=((TEN,), dict(n_train=90, n_test=10)),
        mean_rank_ztest=((FRAME,), dict(better="lower", control="svm", adjust="holm")),
        bayes_heldout_ttest=(tuple(LOSSES[:2]), dict(better="lower", rope=0.01)),
        evidence=((), {}),
        rivals_table=(("k_fold", "2"), {}),
        anytime_comparison=((Y, 1 - Y), {}),
        confidence_sequence=((Y, 1 - Y), dict(looks=4)),
        test_set_size=((0.04,), dict(sd=0.4)),
        auc_multiclass=((Y3, PROBABILITIES), {}),
        interval_evidence=((), {}),
        nested_cv_interval=(
            (GaussianNB(), X, Y),
            dict(folds=3, repeats=2, rng=1, loss="brier_score"),
        ),
        cv_interval=((A,), dict(method="corrected_t", fold=np.arange(11) % 3, n_train=7, n_test=4)),
        auc_cv_interval=(scored, dict(fold=np.arange(15) % 3)),
        case_values=((HELD,), dict(measure="auc_roc", dataset="made")),
        case_table=((SIX,), dict(measure="error", dataset="made")),
    )
    named |= dict(
        skillings_mack=((HOLES,), BETTER),
        rank_bounds=((HOLES,), dict(better="lower", low=0, high=1)),
        missing_bounds=(
            (HOLES,),
            dict(better="lower", test="mean_rank_ztest", adjust="holm", low=0, high=1),
        ),
        clustered_ttest=(pair, dict(cluster=list("aabbcccdddd"))),
        stratified_ttest=(
            pair,
            dict(
                stratum=list("xxxxyyyyyyy"), weights={"x": 1, "y": 3}, cluster=list("aabbcccdddd")
            ),
        ),
        measure_interval=((Y, (SCORE > 0.5) * 1), dict(measure="f1", cluster=np.arange(15) % 6)),
        proportion_difference_test=((5, 3, 40), dict(margin=0.1, alternative="less")),
        equivalence_size=((0.1,), dict(sd=0.4, difference=0.02)),
        ranks_from_estimates=(
            ({"knn": 0.8, "svm": 0.9, "rip": 0.7},),
            dict(se={"knn": 0.03, "svm": 0.04, "rip": 0.02}, better="higher", alpha=0.05, rng=1),
        ),
        welch_ttest=((A, B[:7]), {}),
        welch_anova=(({"knn": A, "svm": B[:4], "rip": B[4:]},), {}),
        games_howell=(({"knn": A, "svm": B[:4], "rip": B[4:]},), dict(better="lower")),
        stratified_pairs=(
            (BINARY_FRAME,),
            dict(stratum=[i // 9 for i in range(20)], weights="size", better="higher"),
        ),
        clustered_permutation_test=(pair, dict(cluster=list("aabbcccdddd"), rng=1, draws=60)),
        sign_flip_hotelling=(tuple(CUBE[:2]), dict(rng=1, draws=60)),
        corrected_hotelling=(tuple(CUBE[:2]), dict(n_train=90, n_test=10)),
        explore_threshold=(scored, {}),
        explore_sampling=((), {}),
        explore_critical_differences=((FRAME,), BETTER),
        explore_power=(("sign_test", MODEL), dict(alpha=0.1)),
        explore_winner=((7, 60), dict(correlation=0.2, mean=0.7, spread=0.01, study=3)),
        explore_rope=(pair, dict(better="lower", rope=0.01, test_share=0.1, names=("knn", "svm"))),
    )
    return named | {  # other ways to call them
        "missing_bounds, friedman": ((HOLES,), BETTER),
        "missing_bounds, signs": ((HOLES,), dict(better="higher", test="sign_test")),
        "missing_bounds, wilcoxon": ((HOLES,), dict(better="lower", test="wilcoxon")),
        "pairwise, with gaps": (
            (HOLES,),
            dict(test="wilcoxon", adjust="holm", better="lower", missing="pairs"),
        ),
        "pairwise, with a control": (
            (TEN,),
            dict(test="paired_ttest", adjust="holm", better="lower", control="svm"),
        ),
        "heldout_pairs, of an array": ((LOSSES,), dict(better="higher", adjust="shaffer")),
        "case_values, of the error": ((HELD,), dict(measure="error")),
        "choose, of cases": (
            (),
            dict(algorithms=2, datasets=1, design="k_fold", rows="cases", control="svm"),
        ),
        "cv_interval, within folds": ((A,), dict(method="bayle_within", fold=np.arange(11) % 3)),
        "cv_interval, of all": ((A,), dict(method="bayle_all")),
        "compare, a board": (
            (BINARY_FRAME,),
            dict(measure="accuracy", cluster=[i // 4 for i in range(20)]),
        ),
        "compare, gaps": ((HOLES,), dict(measure="error", missing="incomplete")),
        "compare, folds": ((FOLDS,), dict(test="ftest_5x2cv", adjust="hommel")),
        "compare, a control": (
            (WIDE,),
            dict(
                control="svm",
                test="mean_rank_ztest",
                adjust="holm",
                cost=dict(knn=1, svm=2, rip=3, lda=4),
            ),
        ),
        "compare, cases": (
            (SIX,),
            dict(
                measure="error",
                paradigm="bayesian",
                rope=0.01,
                test="corrected_ttest",
                adjust="holm",
            ),
        ),
        "compare, a part held out": (
            (HELD,),
            dict(measure="auc_roc", paradigm="bayesian", rope=0.01, cost=dict(knn=1, svm=2)),
        ),
    }


CALLS = calls()
LATER = {  # simulations: each call takes seconds, and their own notebooks test what they refuse
    "level_table",
    "power",
    "power_curve",
    "sample_size",
    "type_one_error",
    "looped",
}
NO_ARGUMENTS = {
    name
    for name in PUBLIC
    if callable(named(name))
    and not inspect.isclass(named(name))
    and not inspect.signature(named(name)).parameters
}
ELSEWHERE = {
    "confusion_matrix",
    "read_store",
    "procedure",
    "measure",
    "design",
}  # scikit-learn's; files, which test_store.py damages; and registers, which test_testing.py tries
KNOWN = {}  # name of a function -> why an error that is not ours is still allowed


class Hostile:
    "An object that cannot be shown."

    def __str__(self):
        raise RuntimeError("no words")

    __repr__ = __str__


HOSTILE = [
    "$x_{$",
    "[",
    "<script>alert(1)</script>",
    "a\nb",
    "long " * 400,
    "",
    " ",
    r"\frac",
    "%s {0}",
    "Umlaut ä 🙂",
]
WRONG = {  # whatever the argument should be
    "None": None,
    "text": "magic",
    "empty text": "",
    "number": 3,
    "zero": 0,
    "minus one": -1,
    "half": 0.5,
    "NaN": np.nan,
    "NumPy NaN": np.float64("nan"),
    "infinity": np.inf,
    "huge": 10**400,
    "tiny": 1e-300,
    "large": 1e300,
    "True": True,
    "complex": 1j,
    "empty list": [],
    "list": [1, 2],
    "ragged": [[1, 2], [3]],
    "texts": ["a", "b"],
    "dict": {},
    "dict of texts": {"a": "b"},
    "tuple": (1, 2),
    "set": {1, 2},
    "object": object(),
    "hostile object": Hostile(),
    "hostile objects": [Hostile(), Hostile()],
    "type": int,
    "function": len,
    "0-d array": np.array(0.5),
    "0-d text": np.array("a"),
    "empty array": np.array([]),
    "empty table": np.empty((0, 3)),
    "empty frame": pd.DataFrame(),
    "three dimensions": np.zeros((2, 2, 2)),
    "bytes": b"ab",
    "date": pd.Timestamp("2020-01-01"),
    "NA": pd.NA,
    "series": pd.Series([1.0, 2.0]),
    "frame": pd.DataFrame({"x": [1.0, 2.0], "y": [2.0, 1.0]}),
    "generator": (i for i in ()),
    "structured": np.zeros(2, [("a", "f8")]),
}


BAD = {"NaN": np.nan, "infinity": np.inf, "None": None, "text": "x", "hostile": Hostile()}


def spoilt(value):
    "Versions of a good argument with one thing wrong, or only odd."
    if isinstance(value, str):
        yield from ((f"word {i}", word) for i, word in enumerate(HOSTILE))
    if isinstance(value, pd.DataFrame):
        yield from spoilt_frames(value)
    if isinstance(value, (list, tuple)) and len(value) and all(np.isscalar(v) for v in value):
        value = np.array(value)
    if isinstance(value, pd.Series):
        for i, word in enumerate(HOSTILE):
            yield f"name {i}", value.rename({value.index[0]: word})
        yield "names twice", value.rename({value.index[0]: value.index[-1]})
        value = value.to_numpy()
    if not isinstance(value, np.ndarray) or not value.size:
        return
    yield from spoilt_arrays(value)


def spoilt_arrays(value):
    numbers, place = value.dtype.kind in "biuf", (0,) * value.ndim
    for name, bad in (*BAD.items(), ("huge", 1e308), ("NA", pd.NA)):
        spoil = value.astype(float if numbers and isinstance(bad, float) else object)
        spoil[place] = bad
        yield f"one {name}", spoil
    yield "masked", np.ma.array(value, mask=np.arange(value.size).reshape(value.shape) == 0)
    yield "swapped bytes", value.astype(value.dtype.newbyteorder())
    yield "shorter", value[:-1]
    yield "one row", value[:1]
    yield "more dimensions", value[None]
    yield "transposed", value.T
    yield "objects", value.astype(object)
    yield "texts", value.astype(str)
    if not numbers:
        return
    for name, factor in (
        ("huge", 1e200),
        ("large", 1e155),
        ("tiny", 1e-200),
        ("zero", 0),
        ("negative", -1),
        ("complex", 1j),
    ):
        yield f"times {name}", value * factor
    yield "truth values", value > np.median(value)
    yield "half precision", value.astype(np.float16)
    yield "all the same", np.full_like(value, value.flat[0])


def spoilt_frames(frame):
    first = frame.columns[0]
    yield "columns twice", pd.concat([frame, frame], axis=1)
    yield "one column twice", pd.concat([frame, frame[[first]]], axis=1)
    yield "no rows", frame.iloc[:0]
    yield "one row", frame.iloc[:1]
    yield "rows twice", pd.concat([frame, frame])
    yield (
        "a hole",
        frame.astype(object).where(np.arange(frame.size).reshape(frame.shape) != 0, None),
    )
    for i, word in enumerate(HOSTILE):
        yield f"column {i}", frame.rename(columns={first: word})
    for i, word in enumerate(HOSTILE[:6]):
        yield f"row {i}", frame.rename(index={frame.index[0]: word})
    for name in (Hostile(), None, np.nan, 3, ("a", 1), "Size", "Unnamed: 0"):
        yield (
            f"column named {type(name).__name__}",
            frame.set_axis([name, *frame.columns[1:]], axis=1),
        )
    yield "row Average", frame.rename(index={frame.index[-1]: "Average"})
    for column in frame:
        yield f"without {column}", frame.drop(columns=column)
        for name, bad in (*BAD.items(), ("list", [1]), ("half", 0.5)):
            yield (
                f"{column}: {name}",
                frame.assign(**{column: [bad, *frame[column].astype(object).iloc[1:]]}),
            )
        yield f"{column}: constant", frame.assign(**{column: frame[column].iloc[0]})
    plain = frame.select_dtypes("number")
    if plain.shape == frame.shape:
        yield "swapped bytes", plain.astype(">f8")
    yield "foreign", Foreign(frame)
    if polars is not None:
        yield "polars", polars.DataFrame({str(c): frame[c].to_list() for c in frame})


class Foreign:
    "A frame of another library: columns and to_numpy."

    def __init__(self, frame):
        self._frame = frame.astype(object)

    @property
    def columns(self):
        return list(map(str, self._frame.columns))

    def to_numpy(self):
        return self._frame.to_numpy()

    def __getitem__(self, name):
        return pd.Series(self._frame.iloc[:, self.columns.index(name)].tolist())

    def __len__(self):
        return len(self._frame)


try:
    import polars
except ImportError:
    polars = None


def function_of(name):
    return named(name.split(",")[0])


def parameters(name):
    "The parameters of a function, with their defaults, and with the arguments of the valid call."
    positional, named = CALLS[name]
    return inspect.signature(function_of(name)).bind(*positional, **named).arguments


def one_by_one(name):
    "The valid call with one argument replaced: (what was replaced, arguments)."
    given = parameters(name)
    kinds = inspect.signature(function_of(name)).parameters
    options = {
        k: p.default for k, p in kinds.items() if p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL)
    }
    for key in options:
        for word, value in WRONG.items():
            yield f"{key}: {word}", {**given, key: value}
        if key not in given and options[key] in (None, inspect.Parameter.empty):
            continue
        for word, value in spoilt(given.get(key, options[key])):
            yield f"{key} with {word}", {**given, key: value}


def faults(name, most, folder):
    "Every foreign error of a function, as text."
    function, found = function_of(name), {}
    cases = list(one_by_one(name))
    if len(cases) > most:
        cases = [
            cases[i]
            for i in np.sort(
                np.random.default_rng(len(name)).choice(len(cases), most, replace=False)
            )
        ]
    for what, arguments in cases:
        if name == "save_outcome" and not what.startswith("folder"):
            arguments = {**arguments, "folder": folder}
        if fault := error_of(function, arguments):
            found.setdefault(fault, what)
    return [f"{name}({what}): {fault}" for fault, what in found.items()]


def error_of(function, arguments):
    """The error of a call, unless it is a refusal; and what an answer does when it is printed,
    or drawn.
    """
    from matplotlib import pyplot as plt

    arguments = dict(arguments)
    arguments.update(arguments.pop("options", {}))
    signature = inspect.signature(function).parameters
    by_place = [
        arguments.pop(k)
        for k, p in signature.items()
        if p.kind is p.POSITIONAL_OR_KEYWORD and k in arguments
    ]
    try:
        answer = function(*by_place, **arguments)
        if isinstance(answer, Result):
            answer.summary(), answer._repr_html_(), answer.to_latex(), pickle.dumps(answer)
        if function.__name__.startswith("plot_"):
            np.ravel(answer)[0].figure.canvas.draw()
    except cc.ClfCompareError as error:
        text = str(error)
        return (
            f"writes a number as NumPy does: {text[:200]}"
            if re.search(r"np\.(float|int|uint|str_|bool|True|False)", text)
            else None
        )
    except Exception as error:
        return f"{type(error).__name__}: {str(error)[:90] if not isinstance(error, RuntimeError) else '?'}"
    finally:
        plt.close("all")


def test_every_public_function_is_called():
    functions = {
        name for name in PUBLIC if callable(named(name)) and not inspect.isclass(named(name))
    }
    assert functions == {name.split(",")[0] for name in CALLS} | LATER | NO_ARGUMENTS | ELSEWHERE


@pytest.mark.parametrize("name", CALLS)
def test_answers_or_refuses(name, slow, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if name != "save_outcome":
            assert error_of(function_of(name), parameters(name)) is None
        found = faults(name, 10**6 if slow else 40, tmp_path)
    assert not found or name in KNOWN, "\n".join(found)


@pytest.mark.parametrize("name", KNOWN)
def test_what_is_known_still_fails(name, tmp_path):
    assert faults(name, 10**6, tmp_path), f"{name} is mended: take it out of KNOWN"
