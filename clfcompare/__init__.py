"""clfcompare: design and analyse classifier-learning experiments.

Every name is loaded when it is first used (PEP 562), so that `import clfcompare` is fast and
loads neither scikit-learn nor matplotlib.
"""

__version__ = "0.3.0"

import importlib

_PUBLIC = {  # module below clfcompare: the public names it gives
    "core.errors": ["ClfCompareError"],
    "core.tables": ["check_scores", "check_predictions", "check_runs", "average_folds", "scores_from_wide", "scores_from_folds", "wide_by_dataset", "wide_by_fold"],
    "core.results": ["TestResult", "PairwiseResult", "Estimate", "Ordering", "Curve"],
    "core.register": ["procedure"],
    "core.theme": ["theme", "looks", "alt_text", "set_alt", "save_figure", "text_overlaps", "text_outside"],
    "measures.binary": ["Confusion", "confusion", "binary_measures", "binary_measures_table", "f_beta", "ppv_at_prevalence", "npv_at_prevalence"],
    "measures.multiclass": ["multiclass_measures", "count_matrix", "multilabel_measures", "multilabel_cases"],
    "measures.probability": ["brier_score", "log_loss", "calibration_curve", "CalibrationCurve", "expected_cost", "minimax", "reject_curve", "prediction_sets", "set_measures"],
    "measures.curves": ["roc_curve", "auc_roc", "partial_auc", "croc_curve", "auc_croc", "sensitivity_specificity_curve", "pr_curve", "auc_pr", "dominates"],
    "measures.cost_curves": ["roc_hull", "cost_curve", "expected_performance_curve"],
    "measures.mean_curves": ["average_curves", "AverageCurve"],
    "measures.areas": ["delong_interval", "delong_test", "delong_covariance", "hanley_mcneil", "cortes_mohri", "auc_multiclass"],
    "measures.registry": ["measure", "measures_table", "measure_name", "measure_better", "measure_synonyms", "evaluate"],
    "measures.curve_differences": ["cost_difference", "CostDifference", "hanley_mcneil_test", "area_correlation"],
    "inference.intervals": ["error_interval"],
    "inference.effects": ["cohen_dz", "hedges_g", "rank_biserial", "probability_of_superiority", "cliffs_delta", "kendalls_w", "tost"],
    "inference.adjust": ["adjust"],
    "inference.two_on_one": ["paired_ttest", "ttest_5x2cv", "ftest_5x2cv", "combined_ttest_5x2cv", "corrected_ttest", "permutation_test", "mcnemar", "disagreements", "paired_difference_interval", "proportion_difference_interval"],
    "inference.many_on_one": ["anova", "rm_anova", "corrected_rm_anova", "mauchly", "cochran_q"],
    "inference.held_out": ["heldout_ttest", "heldout_anova", "heldout_pairs", "pseudo_values"],
    "inference.two_on_many": ["sign_test", "wilcoxon", "hodges_lehmann", "win_tie_loss"],
    "inference.many_on_many": ["average_ranks", "friedman", "iman_davenport", "quade", "aligned_friedman", "critical_difference"],
    "inference.posthoc": ["nemenyi", "bonferroni_dunn", "mean_rank_ztest", "conover", "pairwise", "contrast_of_medians"],
    "inference.cliques": ["cliques", "underlines", "compact_letters"],
    "inference.orderings": ["multitest", "multi2test", "bradley_terry", "consensus_ranking", "wins_matrix", "costs_from_runs", "ordering_ranks"],
    "inference.multivariate": ["hotelling", "manova", "mardia"],
    "inference.multivariate_groups": ["hotelling_pairs", "multivariate_cliques", "learned_measures", "sign_flip_hotelling", "corrected_hotelling"],
    "inference.bayes": ["bayes_correlated_ttest", "bayes_heldout_ttest", "bayes_sign", "bayes_signed_rank", "bayes_hierarchical", "Posterior", "plot_simplex"],
    "inference.checks": ["check", "checks_table", "smallest_pvalue", "luck_of_the_best", "Finding", "Findings"],
    "inference.measure_intervals": ["cv_interval", "auc_cv_interval", "measure_interval"],
    "inference.planning": ["anytime_comparison", "confidence_sequence", "test_set_size", "TestSetSize", "power_curve", "sample_size", "SampleSize"],
    "inference.models": ["CorrelatedFolds", "FiveByTwo", "PairedDatasets", "TestCases", "AlgorithmTable", "fold_sd"],
    "inference.simulate": ["type_one_error", "power", "looped"],
    "inference.procedures": ["procedures_table", "batch_pvalues", "batch_adjust"],
    "inference.max_t": ["max_t", "rank_intervals", "best_set"],
    "inference.levels": ["EqualLearners", "level_table", "fold_correlations"],
    "inference.area_pairs": ["auc_permutation_pairs", "auc_permutation_test", "delong_pairs"],
    "inference.more_posthoc": ["quade_pairs", "aligned_pairs", "tukey"],
    "inference.clusters": ["clustered_ttest", "clustered_permutation_test", "clustered_pairs"],
    "inference.suites": ["stratified_ttest", "stratified_pairs"],
    "inference.independent_runs": ["welch_ttest", "welch_anova", "games_howell"],
    "inference.margins": ["proportion_difference_test", "equivalence_size", "t_margins", "rank_margins", "count_margins", "mean_margins"],
    "inference.published_numbers": ["ranks_from_estimates", "possible_test_sizes", "counts_from_percentages", "mcnemar_range", "sd_from_pvalue"],
    "inference.evidence": ["evidence", "rivals_table"],
    "inference.gaps": ["skillings_mack", "rank_bounds", "missing_bounds", "MissingBounds"],
    "inference.replicability": ["replicability", "replicability_table"],
    "algorithms.rowspace": ["RowSpace", "exact_for", "with_rowspace"],
    "algorithms.selection": ["GeneSelector", "SignalToNoiseSelector", "scores_by_fold", "top_genes"],
    "algorithms.sequences": ["one_hot_bases", "kmer_counts", "spectrum_kernel", "weighted_degree_kernel", "OneHotBases", "KmerCounts", "SequenceKernel"],
    "algorithms.ripper": ["RipperClassifier"],
    "algorithms.discriminant_tree": ["LinearDiscriminantTreeClassifier"],
    "algorithms.neural": ["ProbabilisticNeuralNetworkClassifier", "RBFNetworkClassifier", "RowSpaceMLPClassifier"],
    "algorithms.components": ["ShrunkenCentroidClassifier", "PLSComponents"],
    "algorithms.subsets": ["SubsetSelector", "selection_stability"],
    "experiment.outcomes": ["load_results", "load_survey", "available_results", "load_outcome", "available_outcomes", "save_outcome"],
    "experiment.datasets": ["load_dataset", "available_datasets", "Dataset"],
    "experiment.designs": ["design", "k_fold", "repeated_k_fold", "five_by_two", "leave_one_out", "monte_carlo", "bootstrap"],
    "experiment.tuning": ["tuned"],
    "experiment.estimation": ["err632", "err632plus", "no_information_rate", "floor_errors", "estimate_error"],
    "experiment.nested_cv": ["nested_cv_interval", "interval_evidence"],
    "experiment.store": ["read_store"],
    "experiment.plan": ["Outcome"],
    "experiment.engine": ["Experiment"],
    "experiment.imports": ["scores_from_cross_validate", "scores_from_cv_results", "scores_from_weka", "scores_from_openml"],
    "report.units": ["case_values", "case_table"],
    "report.intake": ["predictions_from_wide"],
    "report.results_table": ["results_table", "ResultsTable"],
    "report.choose": ["choose", "decision_table"],
    "report.plots": ["plot_critical_difference", "plot_folds", "plot_differences", "plot_curves", "plot_power"],
    "report.score_plots": ["plot_scores", "plot_scatter", "plot_performance_profile"],
    "report.pair_plots": ["plot_pairs", "plot_pair_matrix", "plot_pvalues", "plot_rank_intervals", "plot_letters", "plot_posteriors"],
    "report.gallery": ["figures_table"],
    "report.report": ["Report"],
    "report.several": ["MeasuresReport", "GroupsReport"],
    "report.compare": ["compare"],
    "report.audit": ["audit", "Audit", "RankingClaim", "GroupClaim", "PairClaim", "OverallClaim"],
    "report.answers": ["check_answer"],
    "explore.frame": ["Explorer"],
    "explore.threshold": ["explore_threshold"],
    "explore.sampling": ["explore_sampling"],
    "explore.critical_differences": ["explore_critical_differences"],
    "explore.power": ["explore_power"],
    "explore.winner": ["explore_winner"],
    "explore.rope": ["explore_rope"],
}
_FLOORS = [
    "core",
    "measures",
    "inference",
    "algorithms",
    "experiment",
    "report",
    "explore",
    "testing",
]  # sub-packages, loaded when asked for
_KINDS = {  # what a row can be, for `@procedure(data=)`; beside the names that `dir` lists
    "core.rows": [
        "DataSets",
        "Gaps",
        "Folds",
        "HeldOut",
        "TestedCases",
        "Cases",
        "OneClass",
        "Losses",
        "ClassScores",
        "Clusters",
        "Clustered",
        "Suite",
        "Runs",
    ]
}
_ELSEWHERE = {
    "confusion_matrix": "sklearn.metrics"
}  # names that are another package's, kept under our roof
_MODULE = {
    name: f"clfcompare.{module}" for module, names in _PUBLIC.items() for name in names
} | _ELSEWHERE

__all__ = sorted([*_MODULE, "__version__"])
_MODULE |= {name: f"clfcompare.{module}" for module, names in _KINDS.items() for name in names}


def __getattr__(name):
    if name in _FLOORS:
        return importlib.import_module(f"clfcompare.{name}")
    if name not in _MODULE:
        raise AttributeError(f"module 'clfcompare' has no attribute {name!r}")
    value = getattr(importlib.import_module(_MODULE[name]), name)
    globals()[name] = value
    return value


def __dir__():
    return sorted({*globals(), *__all__})
