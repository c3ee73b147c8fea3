# Made by tools/export.py from __init__.py; not edited by hand.
from clfcompare.experiment.datasets import Dataset as Dataset
from clfcompare.experiment.datasets import available_datasets as available_datasets
from clfcompare.experiment.outcomes import available_outcomes as available_outcomes
from clfcompare.experiment.outcomes import available_results as available_results
from clfcompare.experiment.outcomes import save_outcome as save_outcome
from clfcompare.experiment.store import read_store as read_store
from clfcompare.experiment.imports import scores_from_cross_validate as scores_from_cross_validate
from clfcompare.experiment.imports import scores_from_cv_results as scores_from_cv_results
from clfcompare.experiment.weka_openml import scores_from_openml as scores_from_openml
from clfcompare.experiment.weka_openml import scores_from_weka as scores_from_weka
from clfcompare.core.tables import wide_by_dataset as wide_by_dataset
from clfcompare.core.tables import wide_by_fold as wide_by_fold
from clfcompare.core.tables import average_folds as average_folds
from clfcompare.core.tables import check_predictions as check_predictions
from clfcompare.core.tables import check_runs as check_runs
from clfcompare.core.tables import check_scores as check_scores
from clfcompare.report.units import case_table as case_table
from clfcompare.report.units import case_values as case_values
from clfcompare.report.intake import predictions_from_wide as predictions_from_wide
from clfcompare.inference.orderings import costs_from_runs as costs_from_runs

__all__ = [
    "Dataset",
    "available_datasets",
    "available_outcomes",
    "available_results",
    "average_folds",
    "case_table",
    "case_values",
    "check_predictions",
    "check_runs",
    "check_scores",
    "costs_from_runs",
    "predictions_from_wide",
    "read_store",
    "save_outcome",
    "scores_from_cross_validate",
    "scores_from_cv_results",
    "scores_from_openml",
    "scores_from_weka",
    "wide_by_dataset",
    "wide_by_fold",
]
