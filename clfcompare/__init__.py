"""clfcompare: design and analyse classifier-learning experiments.

Every name is loaded when it is first used (PEP 562), so that `import clfcompare` is fast and loads neither
scikit-learn nor matplotlib.
"""
__version__ = "0.1.0"

import importlib

_PUBLIC = { # module below clfcompare: the public names it gives
    "core.errors": "ClfCompareError",
    "core.tables": "check_scores check_predictions check_runs average_folds scores_from_wide scores_from_folds",
    "core.results": "TestResult PairwiseResult Estimate Ordering Curve",
    "measures.binary": "Confusion confusion binary_measures binary_measures_table f_beta ppv_at_prevalence npv_at_prevalence",
    "measures.multiclass": "multiclass_measures count_matrix",
    "measures.multilabel": "multilabel_measures multilabel_cases",
    "measures.probability": "brier_score log_loss calibration_curve CalibrationCurve expected_cost minimax reject_curve prediction_sets "
                            "set_measures",
    "measures.curves": "roc_curve pr_curve auc_roc auc_pr partial_auc croc_curve auc_croc sensitivity_specificity_curve roc_hull "
                       "cost_curve expected_performance_curve average_curves AverageCurve dominates",
    "measures.areas": "delong_interval delong_test delong_covariance hanley_mcneil cortes_mohri",
    "measures.curve_differences": "cost_difference CostDifference hanley_mcneil_test area_correlation",
    "measures.registry": "measure_name measure_better measure_synonyms evaluate",
    "inference.intervals": "error_interval",
    "inference.effects": "cohen_dz hedges_g rank_biserial probability_of_superiority cliffs_delta kendalls_w tost",
    "inference.adjust": "adjust",
    "inference.two_on_one": "paired_ttest ttest_5x2cv ftest_5x2cv combined_ttest_5x2cv corrected_ttest permutation_test "
                            "mcnemar disagreements paired_difference_interval proportion_difference_interval",
    "inference.many_on_one": "anova rm_anova corrected_rm_anova mauchly cochran_q",
    "inference.held_out": "heldout_ttest heldout_anova heldout_pairs pseudo_values",
    "inference.two_on_many": "sign_test wilcoxon hodges_lehmann win_tie_loss",
    "inference.many_on_many": "average_ranks friedman iman_davenport quade aligned_friedman critical_difference",
    "inference.posthoc": "nemenyi bonferroni_dunn mean_rank_ztest conover pairwise contrast_of_medians",
    "inference.cliques": "cliques underlines",
    "inference.orderings": "multitest multi2test bradley_terry consensus_ranking wins_matrix costs_from_runs ordering_ranks",
    "inference.multivariate": "hotelling manova mardia learned_measures hotelling_pairs multivariate_cliques",
    "inference.bayes": "bayes_correlated_ttest bayes_heldout_ttest bayes_sign bayes_signed_rank bayes_hierarchical Posterior",
    "inference.checks": "check checks_table smallest_pvalue luck_of_the_best Finding Findings",
    "inference.power": "CorrelatedFolds FiveByTwo PairedDatasets TestCases AlgorithmTable fold_sd "
                       "type_one_error power power_curve sample_size "
                       "SampleSize looped",
    "inference.levels": "EqualLearners level_table fold_correlations",
    "inference.evidence": "evidence rivals_table",
    "inference.replicability": "replicability replicability_table",
    "algorithms.rowspace": "RowSpace exact_for with_rowspace",
    "algorithms.selection": "GeneSelector SignalToNoiseSelector scores_by_fold top_genes",
    "algorithms.sequences": "one_hot_bases kmer_counts spectrum_kernel weighted_degree_kernel OneHotBases KmerCounts SequenceKernel",
    "algorithms.ripper": "RipperClassifier",
    "algorithms.discriminant_tree": "LinearDiscriminantTreeClassifier",
    "algorithms.neural": "ProbabilisticNeuralNetworkClassifier RBFNetworkClassifier",
    "algorithms.components": "ShrunkenCentroidClassifier PLSComponents",
    "algorithms.subsets": "SubsetSelector selection_stability",
    "experiment.published": "load_results load_survey available_results",
    "experiment.datasets": "load_dataset available_datasets Dataset",
    "experiment.designs": "k_fold repeated_k_fold five_by_two leave_one_out monte_carlo bootstrap",
    "experiment.tuning": "tuned",
    "experiment.estimation": "err632 err632plus no_information_rate floor_errors estimate_error",
    "experiment.store": "read_store",
    "experiment.engine": "Experiment Outcome",
    "experiment.imports": "scores_from_cross_validate scores_from_cv_results scores_from_weka scores_from_openml",
    "experiment.outcomes": "load_outcome available_outcomes save_outcome",
    "report.case_values": "case_values case_table",
    "report.choose": "choose decision_table",
    "report.plots": "plot_critical_difference plot_folds plot_differences plot_curves",
    "report.report": "Report",
    "report.compare": "compare",
}
_FLOORS = ["core", "measures", "inference", "algorithms", "experiment", "report"] # sub-packages, loaded when asked for
_ELSEWHERE = {"confusion_matrix": "sklearn.metrics"} # names that are another package's, kept under our roof
_MODULE = {name: f"clfcompare.{module}" for module, names in _PUBLIC.items() for name in names.split()} | _ELSEWHERE

__all__ = sorted([*_MODULE, "__version__"])


def __getattr__(name):
    if name in _FLOORS: return importlib.import_module(f"clfcompare.{name}")
    if name not in _MODULE: raise AttributeError(f"module 'clfcompare' has no attribute {name!r}")
    value = getattr(importlib.import_module(_MODULE[name]), name)
    globals()[name] = value
    return value


def __dir__(): return sorted({*globals(), *__all__})
