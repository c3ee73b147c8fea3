# Made by tools/export.py from __init__.py; not edited by hand.
from clfcompare.inference.models import AlgorithmTable as AlgorithmTable
from clfcompare.inference.models import CorrelatedFolds as CorrelatedFolds
from clfcompare.inference.models import FiveByTwo as FiveByTwo
from clfcompare.inference.models import PairedDatasets as PairedDatasets
from clfcompare.inference.models import TestCases as TestCases
from clfcompare.inference.levels import EqualLearners as EqualLearners
from clfcompare.inference.levels import fold_correlations as fold_correlations
from clfcompare.inference.models import fold_sd as fold_sd
from clfcompare.inference.levels import level_table as level_table
from clfcompare.inference.simulate import looped as looped
from clfcompare.inference.simulate import type_one_error as type_one_error
from clfcompare.inference.planning import power_curve as power_curve
from clfcompare.inference.evidence import evidence as evidence
from clfcompare.inference.evidence import rivals_table as rivals_table
from clfcompare.experiment.nested_cv import interval_evidence as interval_evidence

__all__ = [
    "AlgorithmTable",
    "CorrelatedFolds",
    "EqualLearners",
    "FiveByTwo",
    "PairedDatasets",
    "TestCases",
    "evidence",
    "fold_correlations",
    "fold_sd",
    "interval_evidence",
    "level_table",
    "looped",
    "power_curve",
    "rivals_table",
    "type_one_error",
]
