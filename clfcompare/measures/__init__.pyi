# Made by tools/export.py from __init__.py; not edited by hand.
from clfcompare.measures.mean_curves import AverageCurve as AverageCurve
from clfcompare.measures.probability import CalibrationCurve as CalibrationCurve
from clfcompare.measures.curve_differences import CostDifference as CostDifference
from clfcompare.measures.curve_differences import area_correlation as area_correlation
from clfcompare.measures.curves import auc_croc as auc_croc
from clfcompare.measures.areas import auc_multiclass as auc_multiclass
from clfcompare.measures.binary import binary_measures_table as binary_measures_table
from clfcompare.measures.probability import calibration_curve as calibration_curve
from clfcompare.measures.curve_differences import cost_difference as cost_difference
from clfcompare.measures.multiclass import count_matrix as count_matrix
from clfcompare.measures.areas import delong_covariance as delong_covariance
from clfcompare.measures.curves import dominates as dominates
from clfcompare.measures.registry import evaluate as evaluate
from clfcompare.measures.binary import f_beta as f_beta
from clfcompare.measures.curve_differences import hanley_mcneil_test as hanley_mcneil_test
from clfcompare.measures.probability import log_loss as log_loss
from clfcompare.measures.registry import measure_better as measure_better
from clfcompare.measures.registry import measure_synonyms as measure_synonyms
from clfcompare.measures.probability import minimax as minimax
from clfcompare.measures.multiclass import multilabel_cases as multilabel_cases
from clfcompare.measures.binary import npv_at_prevalence as npv_at_prevalence
from clfcompare.measures.binary import ppv_at_prevalence as ppv_at_prevalence
from clfcompare.measures.probability import prediction_sets as prediction_sets
from clfcompare.measures.cost_curves import roc_hull as roc_hull
from clfcompare.measures.curves import (
    sensitivity_specificity_curve as sensitivity_specificity_curve,
)
from clfcompare.measures.probability import set_measures as set_measures

__all__ = [
    "AverageCurve",
    "CalibrationCurve",
    "CostDifference",
    "area_correlation",
    "auc_croc",
    "auc_multiclass",
    "binary_measures_table",
    "calibration_curve",
    "cost_difference",
    "count_matrix",
    "delong_covariance",
    "dominates",
    "evaluate",
    "f_beta",
    "hanley_mcneil_test",
    "log_loss",
    "measure_better",
    "measure_synonyms",
    "minimax",
    "multilabel_cases",
    "npv_at_prevalence",
    "ppv_at_prevalence",
    "prediction_sets",
    "roc_hull",
    "sensitivity_specificity_curve",
    "set_measures",
]
