# Made by tools/export.py from __init__.py; not edited by hand.
__version__: str
from . import core as core
from . import measures as measures
from . import inference as inference
from . import algorithms as algorithms
from . import experiment as experiment
from . import report as report
from . import explore as explore
from . import testing as testing
from .core.errors import ClfCompareError as ClfCompareError
from .core.tables import check_scores as check_scores
from .core.tables import check_predictions as check_predictions
from .core.tables import check_runs as check_runs
from .core.tables import average_folds as average_folds
from .core.tables import scores_from_wide as scores_from_wide
from .core.tables import scores_from_folds as scores_from_folds
from .core.tables import wide_by_dataset as wide_by_dataset
from .core.tables import wide_by_fold as wide_by_fold
from .core.results import TestResult as TestResult
from .core.results import PairwiseResult as PairwiseResult
from .core.results import Estimate as Estimate
from .core.results import Ordering as Ordering
from .core.results import Curve as Curve
from .core.register import procedure as procedure
from .core.theme import theme as theme
from .core.theme import looks as looks
from .core.theme import alt_text as alt_text
from .core.theme import set_alt as set_alt
from .core.theme import save_figure as save_figure
from .core.theme import text_overlaps as text_overlaps
from .core.theme import text_outside as text_outside
from .measures.binary import Confusion as Confusion
from .measures.binary import confusion as confusion
from .measures.binary import binary_measures as binary_measures
from .measures.binary import binary_measures_table as binary_measures_table
from .measures.binary import f_beta as f_beta
from .measures.binary import ppv_at_prevalence as ppv_at_prevalence
from .measures.binary import npv_at_prevalence as npv_at_prevalence
from .measures.multiclass import multiclass_measures as multiclass_measures
from .measures.multiclass import count_matrix as count_matrix
from .measures.multiclass import multilabel_measures as multilabel_measures
from .measures.multiclass import multilabel_cases as multilabel_cases
from .measures.probability import brier_score as brier_score
from .measures.probability import log_loss as log_loss
from .measures.probability import calibration_curve as calibration_curve
from .measures.probability import CalibrationCurve as CalibrationCurve
from .measures.probability import expected_cost as expected_cost
from .measures.probability import minimax as minimax
from .measures.probability import reject_curve as reject_curve
from .measures.probability import prediction_sets as prediction_sets
from .measures.probability import set_measures as set_measures
from .measures.curves import roc_curve as roc_curve
from .measures.curves import auc_roc as auc_roc
from .measures.curves import partial_auc as partial_auc
from .measures.curves import croc_curve as croc_curve
from .measures.curves import auc_croc as auc_croc
from .measures.curves import sensitivity_specificity_curve as sensitivity_specificity_curve
from .measures.curves import pr_curve as pr_curve
from .measures.curves import auc_pr as auc_pr
from .measures.curves import dominates as dominates
from .measures.cost_curves import roc_hull as roc_hull
from .measures.cost_curves import cost_curve as cost_curve
from .measures.cost_curves import expected_performance_curve as expected_performance_curve
from .measures.mean_curves import average_curves as average_curves
from .measures.mean_curves import AverageCurve as AverageCurve
from .measures.areas import delong_interval as delong_interval
from .measures.areas import delong_test as delong_test
from .measures.areas import delong_covariance as delong_covariance
from .measures.areas import hanley_mcneil as hanley_mcneil
from .measures.areas import cortes_mohri as cortes_mohri
from .measures.areas import auc_multiclass as auc_multiclass
from .measures.registry import measure as measure
from .measures.registry import measures_table as measures_table
from .measures.registry import measure_name as measure_name
from .measures.registry import measure_better as measure_better
from .measures.registry import measure_synonyms as measure_synonyms
from .measures.registry import evaluate as evaluate
from .measures.curve_differences import cost_difference as cost_difference
from .measures.curve_differences import CostDifference as CostDifference
from .measures.curve_differences import hanley_mcneil_test as hanley_mcneil_test
from .measures.curve_differences import area_correlation as area_correlation
from .inference.intervals import error_interval as error_interval
from .inference.effects import cohen_dz as cohen_dz
from .inference.effects import hedges_g as hedges_g
from .inference.effects import rank_biserial as rank_biserial
from .inference.effects import probability_of_superiority as probability_of_superiority
from .inference.effects import cliffs_delta as cliffs_delta
from .inference.effects import kendalls_w as kendalls_w
from .inference.effects import tost as tost
from .inference.adjust import adjust as adjust
from .inference.two_on_one import paired_ttest as paired_ttest
from .inference.two_on_one import ttest_5x2cv as ttest_5x2cv
from .inference.two_on_one import ftest_5x2cv as ftest_5x2cv
from .inference.two_on_one import combined_ttest_5x2cv as combined_ttest_5x2cv
from .inference.two_on_one import corrected_ttest as corrected_ttest
from .inference.two_on_one import permutation_test as permutation_test
from .inference.two_on_one import mcnemar as mcnemar
from .inference.two_on_one import disagreements as disagreements
from .inference.two_on_one import paired_difference_interval as paired_difference_interval
from .inference.two_on_one import proportion_difference_interval as proportion_difference_interval
from .inference.many_on_one import anova as anova
from .inference.many_on_one import rm_anova as rm_anova
from .inference.many_on_one import corrected_rm_anova as corrected_rm_anova
from .inference.many_on_one import mauchly as mauchly
from .inference.many_on_one import cochran_q as cochran_q
from .inference.held_out import heldout_ttest as heldout_ttest
from .inference.held_out import heldout_anova as heldout_anova
from .inference.held_out import heldout_pairs as heldout_pairs
from .inference.held_out import pseudo_values as pseudo_values
from .inference.two_on_many import sign_test as sign_test
from .inference.two_on_many import wilcoxon as wilcoxon
from .inference.two_on_many import hodges_lehmann as hodges_lehmann
from .inference.two_on_many import win_tie_loss as win_tie_loss
from .inference.many_on_many import average_ranks as average_ranks
from .inference.many_on_many import friedman as friedman
from .inference.many_on_many import iman_davenport as iman_davenport
from .inference.many_on_many import quade as quade
from .inference.many_on_many import aligned_friedman as aligned_friedman
from .inference.many_on_many import critical_difference as critical_difference
from .inference.posthoc import nemenyi as nemenyi
from .inference.posthoc import bonferroni_dunn as bonferroni_dunn
from .inference.posthoc import mean_rank_ztest as mean_rank_ztest
from .inference.posthoc import conover as conover
from .inference.posthoc import pairwise as pairwise
from .inference.posthoc import contrast_of_medians as contrast_of_medians
from .inference.cliques import cliques as cliques
from .inference.cliques import underlines as underlines
from .inference.cliques import compact_letters as compact_letters
from .inference.orderings import multitest as multitest
from .inference.orderings import multi2test as multi2test
from .inference.orderings import bradley_terry as bradley_terry
from .inference.orderings import consensus_ranking as consensus_ranking
from .inference.orderings import wins_matrix as wins_matrix
from .inference.orderings import costs_from_runs as costs_from_runs
from .inference.orderings import ordering_ranks as ordering_ranks
from .inference.multivariate import hotelling as hotelling
from .inference.multivariate import manova as manova
from .inference.multivariate import mardia as mardia
from .inference.multivariate_groups import hotelling_pairs as hotelling_pairs
from .inference.multivariate_groups import multivariate_cliques as multivariate_cliques
from .inference.multivariate_groups import learned_measures as learned_measures
from .inference.multivariate_groups import sign_flip_hotelling as sign_flip_hotelling
from .inference.multivariate_groups import corrected_hotelling as corrected_hotelling
from .inference.bayes import bayes_correlated_ttest as bayes_correlated_ttest
from .inference.bayes import bayes_heldout_ttest as bayes_heldout_ttest
from .inference.bayes import bayes_sign as bayes_sign
from .inference.bayes import bayes_signed_rank as bayes_signed_rank
from .inference.bayes import bayes_hierarchical as bayes_hierarchical
from .inference.bayes import Posterior as Posterior
from .inference.bayes import plot_simplex as plot_simplex
from .inference.checks import check as check
from .inference.checks import checks_table as checks_table
from .inference.checks import smallest_pvalue as smallest_pvalue
from .inference.checks import luck_of_the_best as luck_of_the_best
from .inference.checks import Finding as Finding
from .inference.checks import Findings as Findings
from .inference.measure_intervals import cv_interval as cv_interval
from .inference.measure_intervals import auc_cv_interval as auc_cv_interval
from .inference.measure_intervals import measure_interval as measure_interval
from .inference.planning import anytime_comparison as anytime_comparison
from .inference.planning import confidence_sequence as confidence_sequence
from .inference.planning import test_set_size as test_set_size
from .inference.planning import TestSetSize as TestSetSize
from .inference.planning import power_curve as power_curve
from .inference.planning import sample_size as sample_size
from .inference.planning import SampleSize as SampleSize
from .inference.models import CorrelatedFolds as CorrelatedFolds
from .inference.models import FiveByTwo as FiveByTwo
from .inference.models import PairedDatasets as PairedDatasets
from .inference.models import TestCases as TestCases
from .inference.models import AlgorithmTable as AlgorithmTable
from .inference.models import fold_sd as fold_sd
from .inference.simulate import type_one_error as type_one_error
from .inference.simulate import power as power
from .inference.simulate import looped as looped
from .inference.procedures import procedures_table as procedures_table
from .inference.procedures import batch_pvalues as batch_pvalues
from .inference.procedures import batch_adjust as batch_adjust
from .inference.max_t import max_t as max_t
from .inference.max_t import rank_intervals as rank_intervals
from .inference.max_t import best_set as best_set
from .inference.levels import EqualLearners as EqualLearners
from .inference.levels import level_table as level_table
from .inference.levels import fold_correlations as fold_correlations
from .inference.area_pairs import auc_permutation_pairs as auc_permutation_pairs
from .inference.area_pairs import auc_permutation_test as auc_permutation_test
from .inference.area_pairs import delong_pairs as delong_pairs
from .inference.more_posthoc import quade_pairs as quade_pairs
from .inference.more_posthoc import aligned_pairs as aligned_pairs
from .inference.more_posthoc import tukey as tukey
from .inference.clusters import clustered_ttest as clustered_ttest
from .inference.clusters import clustered_permutation_test as clustered_permutation_test
from .inference.clusters import clustered_pairs as clustered_pairs
from .inference.suites import stratified_ttest as stratified_ttest
from .inference.suites import stratified_pairs as stratified_pairs
from .inference.independent_runs import welch_ttest as welch_ttest
from .inference.independent_runs import welch_anova as welch_anova
from .inference.independent_runs import games_howell as games_howell
from .inference.margins import proportion_difference_test as proportion_difference_test
from .inference.margins import equivalence_size as equivalence_size
from .inference.margins import t_margins as t_margins
from .inference.margins import rank_margins as rank_margins
from .inference.margins import count_margins as count_margins
from .inference.margins import mean_margins as mean_margins
from .inference.published_numbers import ranks_from_estimates as ranks_from_estimates
from .inference.published_numbers import possible_test_sizes as possible_test_sizes
from .inference.published_numbers import counts_from_percentages as counts_from_percentages
from .inference.published_numbers import mcnemar_range as mcnemar_range
from .inference.published_numbers import sd_from_pvalue as sd_from_pvalue
from .inference.evidence import evidence as evidence
from .inference.evidence import rivals_table as rivals_table
from .inference.gaps import skillings_mack as skillings_mack
from .inference.gaps import rank_bounds as rank_bounds
from .inference.gaps import missing_bounds as missing_bounds
from .inference.gaps import MissingBounds as MissingBounds
from .inference.replicability import replicability as replicability
from .inference.replicability import replicability_table as replicability_table
from .accelerators.rowspace import RowSpace as RowSpace
from .accelerators.rowspace import exact_for as exact_for
from .accelerators.rowspace import with_rowspace as with_rowspace
from .algorithms.selection import GeneSelector as GeneSelector
from .algorithms.selection import SignalToNoiseSelector as SignalToNoiseSelector
from .algorithms.selection import scores_by_fold as scores_by_fold
from .algorithms.selection import top_genes as top_genes
from .algorithms.sequences import one_hot_bases as one_hot_bases
from .algorithms.sequences import kmer_counts as kmer_counts
from .algorithms.sequences import spectrum_kernel as spectrum_kernel
from .algorithms.sequences import weighted_degree_kernel as weighted_degree_kernel
from .algorithms.sequences import OneHotBases as OneHotBases
from .algorithms.sequences import KmerCounts as KmerCounts
from .algorithms.sequences import SequenceKernel as SequenceKernel
from .algorithms.ripper import RipperClassifier as RipperClassifier
from .algorithms.discriminant_tree import (
    LinearDiscriminantTreeClassifier as LinearDiscriminantTreeClassifier,
)
from .algorithms.neural import (
    ProbabilisticNeuralNetworkClassifier as ProbabilisticNeuralNetworkClassifier,
)
from .algorithms.neural import RBFNetworkClassifier as RBFNetworkClassifier
from .algorithms.neural import RowSpaceMLPClassifier as RowSpaceMLPClassifier
from .algorithms.components import ShrunkenCentroidClassifier as ShrunkenCentroidClassifier
from .algorithms.components import PLSComponents as PLSComponents
from .algorithms.subsets import SubsetSelector as SubsetSelector
from .algorithms.subsets import selection_stability as selection_stability
from .experiment.outcomes import load_results as load_results
from .experiment.outcomes import load_survey as load_survey
from .experiment.outcomes import available_results as available_results
from .experiment.outcomes import load_outcome as load_outcome
from .experiment.outcomes import available_outcomes as available_outcomes
from .experiment.outcomes import save_outcome as save_outcome
from .experiment.datasets import load_dataset as load_dataset
from .experiment.datasets import available_datasets as available_datasets
from .experiment.datasets import Dataset as Dataset
from .experiment.splitters import design as design
from .experiment.designs import k_fold as k_fold
from .experiment.designs import repeated_k_fold as repeated_k_fold
from .experiment.designs import five_by_two as five_by_two
from .experiment.designs import leave_one_out as leave_one_out
from .experiment.designs import monte_carlo as monte_carlo
from .experiment.designs import bootstrap as bootstrap
from .experiment.tuning import tuned as tuned
from .experiment.estimation import err632 as err632
from .experiment.estimation import err632plus as err632plus
from .experiment.estimation import no_information_rate as no_information_rate
from .experiment.estimation import floor_errors as floor_errors
from .experiment.estimation import estimate_error as estimate_error
from .experiment.nested_cv import nested_cv_interval as nested_cv_interval
from .experiment.nested_cv import interval_evidence as interval_evidence
from .experiment.store import read_store as read_store
from .experiment.plan import Outcome as Outcome
from .experiment.engine import Experiment as Experiment
from .experiment.imports import scores_from_cross_validate as scores_from_cross_validate
from .experiment.imports import scores_from_cv_results as scores_from_cv_results
from .experiment.weka_openml import scores_from_weka as scores_from_weka
from .experiment.weka_openml import scores_from_openml as scores_from_openml
from .report.units import case_values as case_values
from .report.units import case_table as case_table
from .report.intake import predictions_from_wide as predictions_from_wide
from .report.results_table import results_table as results_table
from .report.results_table import ResultsTable as ResultsTable
from .report.choose import choose as choose
from .report.choose import decision_table as decision_table
from .report.plots import plot_critical_difference as plot_critical_difference
from .report.plots import plot_folds as plot_folds
from .report.plots import plot_differences as plot_differences
from .report.plots import plot_curves as plot_curves
from .report.plots import plot_power as plot_power
from .report.score_plots import plot_scores as plot_scores
from .report.score_plots import plot_scatter as plot_scatter
from .report.score_plots import plot_performance_profile as plot_performance_profile
from .report.pair_plots import plot_pairs as plot_pairs
from .report.pair_plots import plot_pair_matrix as plot_pair_matrix
from .report.pair_plots import plot_pvalues as plot_pvalues
from .report.pair_plots import plot_rank_intervals as plot_rank_intervals
from .report.pair_plots import plot_letters as plot_letters
from .report.pair_plots import plot_posteriors as plot_posteriors
from .report.gallery import figures_table as figures_table
from .report.report import Report as Report
from .report.several import MeasuresReport as MeasuresReport
from .report.several import GroupsReport as GroupsReport
from .report.compare import compare as compare
from .report.audit import audit as audit
from .report.audit import Audit as Audit
from .report.audit import RankingClaim as RankingClaim
from .report.audit import GroupClaim as GroupClaim
from .report.audit import PairClaim as PairClaim
from .report.audit import OverallClaim as OverallClaim
from .report.answers import check_answer as check_answer
from .explore.frame import Explorer as Explorer
from .explore.threshold import explore_threshold as explore_threshold
from .explore.sampling import explore_sampling as explore_sampling
from .explore.critical_differences import (
    explore_critical_differences as explore_critical_differences,
)
from .explore.power import explore_power as explore_power
from .explore.winner import explore_winner as explore_winner
from .explore.rope import explore_rope as explore_rope
from sklearn.metrics import confusion_matrix as confusion_matrix

__all__ = [
    "AlgorithmTable",
    "Audit",
    "AverageCurve",
    "CalibrationCurve",
    "ClfCompareError",
    "Confusion",
    "CorrelatedFolds",
    "CostDifference",
    "Curve",
    "Dataset",
    "EqualLearners",
    "Estimate",
    "Experiment",
    "Explorer",
    "Finding",
    "Findings",
    "FiveByTwo",
    "GeneSelector",
    "GroupClaim",
    "GroupsReport",
    "KmerCounts",
    "LinearDiscriminantTreeClassifier",
    "MeasuresReport",
    "MissingBounds",
    "OneHotBases",
    "Ordering",
    "Outcome",
    "OverallClaim",
    "PLSComponents",
    "PairClaim",
    "PairedDatasets",
    "PairwiseResult",
    "Posterior",
    "ProbabilisticNeuralNetworkClassifier",
    "RBFNetworkClassifier",
    "RankingClaim",
    "Report",
    "ResultsTable",
    "RipperClassifier",
    "RowSpace",
    "RowSpaceMLPClassifier",
    "SampleSize",
    "SequenceKernel",
    "ShrunkenCentroidClassifier",
    "SignalToNoiseSelector",
    "SubsetSelector",
    "TestCases",
    "TestResult",
    "TestSetSize",
    "__version__",
    "adjust",
    "aligned_friedman",
    "aligned_pairs",
    "alt_text",
    "anova",
    "anytime_comparison",
    "area_correlation",
    "auc_croc",
    "auc_cv_interval",
    "auc_multiclass",
    "auc_permutation_pairs",
    "auc_permutation_test",
    "auc_pr",
    "auc_roc",
    "audit",
    "available_datasets",
    "available_outcomes",
    "available_results",
    "average_curves",
    "average_folds",
    "average_ranks",
    "batch_adjust",
    "batch_pvalues",
    "bayes_correlated_ttest",
    "bayes_heldout_ttest",
    "bayes_hierarchical",
    "bayes_sign",
    "bayes_signed_rank",
    "best_set",
    "binary_measures",
    "binary_measures_table",
    "bonferroni_dunn",
    "bootstrap",
    "bradley_terry",
    "brier_score",
    "calibration_curve",
    "case_table",
    "case_values",
    "check",
    "check_answer",
    "check_predictions",
    "check_runs",
    "check_scores",
    "checks_table",
    "choose",
    "cliffs_delta",
    "cliques",
    "clustered_pairs",
    "clustered_permutation_test",
    "clustered_ttest",
    "cochran_q",
    "cohen_dz",
    "combined_ttest_5x2cv",
    "compact_letters",
    "compare",
    "confidence_sequence",
    "confusion",
    "confusion_matrix",
    "conover",
    "consensus_ranking",
    "contrast_of_medians",
    "corrected_hotelling",
    "corrected_rm_anova",
    "corrected_ttest",
    "cortes_mohri",
    "cost_curve",
    "cost_difference",
    "costs_from_runs",
    "count_margins",
    "count_matrix",
    "counts_from_percentages",
    "critical_difference",
    "croc_curve",
    "cv_interval",
    "decision_table",
    "delong_covariance",
    "delong_interval",
    "delong_pairs",
    "delong_test",
    "design",
    "disagreements",
    "dominates",
    "equivalence_size",
    "err632",
    "err632plus",
    "error_interval",
    "estimate_error",
    "evaluate",
    "evidence",
    "exact_for",
    "expected_cost",
    "expected_performance_curve",
    "explore_critical_differences",
    "explore_power",
    "explore_rope",
    "explore_sampling",
    "explore_threshold",
    "explore_winner",
    "f_beta",
    "figures_table",
    "five_by_two",
    "floor_errors",
    "fold_correlations",
    "fold_sd",
    "friedman",
    "ftest_5x2cv",
    "games_howell",
    "hanley_mcneil",
    "hanley_mcneil_test",
    "hedges_g",
    "heldout_anova",
    "heldout_pairs",
    "heldout_ttest",
    "hodges_lehmann",
    "hotelling",
    "hotelling_pairs",
    "iman_davenport",
    "interval_evidence",
    "k_fold",
    "kendalls_w",
    "kmer_counts",
    "learned_measures",
    "leave_one_out",
    "level_table",
    "load_dataset",
    "load_outcome",
    "load_results",
    "load_survey",
    "log_loss",
    "looks",
    "looped",
    "luck_of_the_best",
    "manova",
    "mardia",
    "mauchly",
    "max_t",
    "mcnemar",
    "mcnemar_range",
    "mean_margins",
    "mean_rank_ztest",
    "measure",
    "measure_better",
    "measure_interval",
    "measure_name",
    "measure_synonyms",
    "measures_table",
    "minimax",
    "missing_bounds",
    "monte_carlo",
    "multi2test",
    "multiclass_measures",
    "multilabel_cases",
    "multilabel_measures",
    "multitest",
    "multivariate_cliques",
    "nemenyi",
    "nested_cv_interval",
    "no_information_rate",
    "npv_at_prevalence",
    "one_hot_bases",
    "ordering_ranks",
    "paired_difference_interval",
    "paired_ttest",
    "pairwise",
    "partial_auc",
    "permutation_test",
    "plot_critical_difference",
    "plot_curves",
    "plot_differences",
    "plot_folds",
    "plot_letters",
    "plot_pair_matrix",
    "plot_pairs",
    "plot_performance_profile",
    "plot_posteriors",
    "plot_power",
    "plot_pvalues",
    "plot_rank_intervals",
    "plot_scatter",
    "plot_scores",
    "plot_simplex",
    "possible_test_sizes",
    "power",
    "power_curve",
    "ppv_at_prevalence",
    "pr_curve",
    "prediction_sets",
    "predictions_from_wide",
    "probability_of_superiority",
    "procedure",
    "procedures_table",
    "proportion_difference_interval",
    "proportion_difference_test",
    "pseudo_values",
    "quade",
    "quade_pairs",
    "rank_biserial",
    "rank_bounds",
    "rank_intervals",
    "rank_margins",
    "ranks_from_estimates",
    "read_store",
    "reject_curve",
    "repeated_k_fold",
    "replicability",
    "replicability_table",
    "results_table",
    "rivals_table",
    "rm_anova",
    "roc_curve",
    "roc_hull",
    "sample_size",
    "save_figure",
    "save_outcome",
    "scores_by_fold",
    "scores_from_cross_validate",
    "scores_from_cv_results",
    "scores_from_folds",
    "scores_from_openml",
    "scores_from_weka",
    "scores_from_wide",
    "sd_from_pvalue",
    "selection_stability",
    "sensitivity_specificity_curve",
    "set_alt",
    "set_measures",
    "sign_flip_hotelling",
    "sign_test",
    "skillings_mack",
    "smallest_pvalue",
    "spectrum_kernel",
    "stratified_pairs",
    "stratified_ttest",
    "t_margins",
    "test_set_size",
    "text_outside",
    "text_overlaps",
    "theme",
    "top_genes",
    "tost",
    "ttest_5x2cv",
    "tukey",
    "tuned",
    "type_one_error",
    "underlines",
    "weighted_degree_kernel",
    "welch_anova",
    "welch_ttest",
    "wide_by_dataset",
    "wide_by_fold",
    "wilcoxon",
    "win_tie_loss",
    "wins_matrix",
    "with_rowspace",
]
