# Made by tools/export.py from __init__.py; not edited by hand.
__version__: str
from . import algorithms as algorithms
from . import core as core
from . import data as data
from . import experiment as experiment
from . import explore as explore
from . import inference as inference
from . import measures as measures
from . import plots as plots
from . import report as report
from . import simulate as simulate
from .core.errors import ClfCompareError as ClfCompareError
from .core.tables import scores_from_wide as scores_from_wide
from .core.tables import scores_from_folds as scores_from_folds
from .core.results import TestResult as TestResult
from .core.results import PairwiseResult as PairwiseResult
from .core.results import Estimate as Estimate
from .core.results import Ordering as Ordering
from .core.results import Curve as Curve
from .core.register import procedure as procedure
from .core.theme import theme as theme
from .core.theme import save_figure as save_figure
from .measures.binary import Confusion as Confusion
from .measures.binary import confusion as confusion
from .measures.binary import binary_measures as binary_measures
from .measures.multiclass import multiclass_measures as multiclass_measures
from .measures.multiclass import multilabel_measures as multilabel_measures
from .measures.probability import brier_score as brier_score
from .measures.probability import expected_cost as expected_cost
from .measures.probability import reject_curve as reject_curve
from .measures.curves import roc_curve as roc_curve
from .measures.curves import auc_roc as auc_roc
from .measures.curves import partial_auc as partial_auc
from .measures.curves import croc_curve as croc_curve
from .measures.curves import pr_curve as pr_curve
from .measures.curves import auc_pr as auc_pr
from .measures.cost_curves import cost_curve as cost_curve
from .measures.cost_curves import expected_performance_curve as expected_performance_curve
from .measures.mean_curves import average_curves as average_curves
from .measures.areas import delong_interval as delong_interval
from .measures.areas import delong_test as delong_test
from .measures.areas import hanley_mcneil as hanley_mcneil
from .measures.areas import cortes_mohri as cortes_mohri
from .measures.registry import measure as measure
from .measures.registry import measures_table as measures_table
from .measures.registry import measure_name as measure_name
from .inference.intervals import error_interval as error_interval
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
from .inference.many_on_one import cochran_q as cochran_q
from .inference.held_out import heldout_ttest as heldout_ttest
from .inference.held_out import heldout_pairs as heldout_pairs
from .inference.two_on_many import sign_test as sign_test
from .inference.two_on_many import wilcoxon as wilcoxon
from .inference.many_on_many import average_ranks as average_ranks
from .inference.many_on_many import friedman as friedman
from .inference.many_on_many import iman_davenport as iman_davenport
from .inference.many_on_many import quade as quade
from .inference.many_on_many import aligned_friedman as aligned_friedman
from .inference.many_on_many import critical_difference as critical_difference
from .inference.posthoc import nemenyi as nemenyi
from .inference.posthoc import bonferroni_dunn as bonferroni_dunn
from .inference.posthoc import conover as conover
from .inference.posthoc import pairwise as pairwise
from .inference.cliques import cliques as cliques
from .inference.cliques import underlines as underlines
from .inference.orderings import multitest as multitest
from .inference.orderings import multi2test as multi2test
from .inference.orderings import bradley_terry as bradley_terry
from .inference.orderings import consensus_ranking as consensus_ranking
from .inference.multivariate import hotelling as hotelling
from .inference.multivariate import manova as manova
from .inference.multivariate import mardia as mardia
from .inference.multivariate_groups import multivariate_cliques as multivariate_cliques
from .inference.multivariate_groups import learned_measures as learned_measures
from .inference.multivariate_groups import sign_flip_hotelling as sign_flip_hotelling
from .inference.bayes import bayes_correlated_ttest as bayes_correlated_ttest
from .inference.bayes import bayes_sign as bayes_sign
from .inference.bayes import bayes_signed_rank as bayes_signed_rank
from .inference.bayes import Posterior as Posterior
from .inference.bayes_hierarchical import bayes_hierarchical as bayes_hierarchical
from .inference.checks import check as check
from .inference.measure_intervals import cv_interval as cv_interval
from .inference.measure_intervals import auc_cv_interval as auc_cv_interval
from .inference.measure_intervals import measure_interval as measure_interval
from .inference.planning import anytime_comparison as anytime_comparison
from .inference.planning import test_set_size as test_set_size
from .inference.planning import sample_size as sample_size
from .inference.simulate import power as power
from .inference.max_t import max_t as max_t
from .inference.max_t import rank_intervals as rank_intervals
from .inference.max_t import best_set as best_set
from .inference.area_pairs import delong_pairs as delong_pairs
from .inference.more_posthoc import tukey as tukey
from .inference.clusters import clustered_ttest as clustered_ttest
from .inference.clusters import clustered_permutation_test as clustered_permutation_test
from .inference.suites import stratified_ttest as stratified_ttest
from .inference.suites import stratified_pairs as stratified_pairs
from .inference.independent_runs import welch_ttest as welch_ttest
from .inference.independent_runs import welch_anova as welch_anova
from .inference.independent_runs import games_howell as games_howell
from .inference.margins import proportion_difference_test as proportion_difference_test
from .inference.published_numbers import ranks_from_estimates as ranks_from_estimates
from .inference.published_numbers import possible_test_sizes as possible_test_sizes
from .inference.published_numbers import counts_from_percentages as counts_from_percentages
from .inference.published_numbers import mcnemar_range as mcnemar_range
from .inference.published_numbers import sd_from_pvalue as sd_from_pvalue
from .inference.gaps import skillings_mack as skillings_mack
from .inference.replicability import replicability as replicability
from .accelerators.rowspace import RowSpace as RowSpace
from .algorithms.selection import SignalToNoiseSelector as SignalToNoiseSelector
from .algorithms.ripper import RipperClassifier as RipperClassifier
from .algorithms.discriminant_tree import (
    LinearDiscriminantTreeClassifier as LinearDiscriminantTreeClassifier,
)
from .algorithms.neural import (
    ProbabilisticNeuralNetworkClassifier as ProbabilisticNeuralNetworkClassifier,
)
from .algorithms.neural import RBFNetworkClassifier as RBFNetworkClassifier
from .experiment.outcomes import load_results as load_results
from .experiment.outcomes import load_survey as load_survey
from .experiment.outcomes import load_outcome as load_outcome
from .experiment.datasets import load_dataset as load_dataset
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
from .experiment.estimation import estimate_error as estimate_error
from .experiment.nested_cv import nested_cv_interval as nested_cv_interval
from .experiment.plan import Outcome as Outcome
from .experiment.engine import Experiment as Experiment
from .report.results_table import results_table as results_table
from .report.choose import choose as choose
from .report.choose import decision_table as decision_table
from .report.plots import plot_critical_difference as plot_critical_difference
from .report.report import Report as Report
from .report.compare import compare as compare
from .report.audit import audit as audit
from .report.audit import Audit as Audit
from .report.audit import RankingClaim as RankingClaim
from .report.audit import GroupClaim as GroupClaim
from .report.audit import PairClaim as PairClaim
from .report.audit import OverallClaim as OverallClaim
from .report.answers import check_answer as check_answer
from sklearn.metrics import confusion_matrix as confusion_matrix

__all__ = [
    "Audit",
    "ClfCompareError",
    "Confusion",
    "Curve",
    "Estimate",
    "Experiment",
    "GroupClaim",
    "LinearDiscriminantTreeClassifier",
    "Ordering",
    "Outcome",
    "OverallClaim",
    "PairClaim",
    "PairwiseResult",
    "Posterior",
    "ProbabilisticNeuralNetworkClassifier",
    "RBFNetworkClassifier",
    "RankingClaim",
    "Report",
    "RipperClassifier",
    "RowSpace",
    "SignalToNoiseSelector",
    "TestResult",
    "__version__",
    "adjust",
    "aligned_friedman",
    "anova",
    "anytime_comparison",
    "auc_cv_interval",
    "auc_pr",
    "auc_roc",
    "audit",
    "average_curves",
    "average_ranks",
    "bayes_correlated_ttest",
    "bayes_hierarchical",
    "bayes_sign",
    "bayes_signed_rank",
    "best_set",
    "binary_measures",
    "bonferroni_dunn",
    "bootstrap",
    "bradley_terry",
    "brier_score",
    "check",
    "check_answer",
    "choose",
    "cliques",
    "clustered_permutation_test",
    "clustered_ttest",
    "cochran_q",
    "combined_ttest_5x2cv",
    "compare",
    "confusion",
    "confusion_matrix",
    "conover",
    "consensus_ranking",
    "corrected_ttest",
    "cortes_mohri",
    "cost_curve",
    "counts_from_percentages",
    "critical_difference",
    "croc_curve",
    "cv_interval",
    "decision_table",
    "delong_interval",
    "delong_pairs",
    "delong_test",
    "design",
    "disagreements",
    "err632",
    "err632plus",
    "error_interval",
    "estimate_error",
    "expected_cost",
    "expected_performance_curve",
    "five_by_two",
    "friedman",
    "ftest_5x2cv",
    "games_howell",
    "hanley_mcneil",
    "heldout_pairs",
    "heldout_ttest",
    "hotelling",
    "iman_davenport",
    "k_fold",
    "learned_measures",
    "leave_one_out",
    "load_dataset",
    "load_outcome",
    "load_results",
    "load_survey",
    "manova",
    "mardia",
    "max_t",
    "mcnemar",
    "mcnemar_range",
    "measure",
    "measure_interval",
    "measure_name",
    "measures_table",
    "monte_carlo",
    "multi2test",
    "multiclass_measures",
    "multilabel_measures",
    "multitest",
    "multivariate_cliques",
    "nemenyi",
    "nested_cv_interval",
    "no_information_rate",
    "paired_difference_interval",
    "paired_ttest",
    "pairwise",
    "partial_auc",
    "permutation_test",
    "plot_critical_difference",
    "possible_test_sizes",
    "power",
    "pr_curve",
    "procedure",
    "proportion_difference_interval",
    "proportion_difference_test",
    "quade",
    "rank_intervals",
    "ranks_from_estimates",
    "reject_curve",
    "repeated_k_fold",
    "replicability",
    "results_table",
    "rm_anova",
    "roc_curve",
    "sample_size",
    "save_figure",
    "scores_from_folds",
    "scores_from_wide",
    "sd_from_pvalue",
    "sign_flip_hotelling",
    "sign_test",
    "skillings_mack",
    "stratified_pairs",
    "stratified_ttest",
    "test_set_size",
    "theme",
    "ttest_5x2cv",
    "tukey",
    "tuned",
    "underlines",
    "welch_anova",
    "welch_ttest",
    "wilcoxon",
]
