# Made by tools/export.py from __init__.py; not edited by hand.
from clfcompare.algorithms.selection import GeneSelector as GeneSelector
from clfcompare.algorithms.sequences import KmerCounts as KmerCounts
from clfcompare.algorithms.sequences import OneHotBases as OneHotBases
from clfcompare.algorithms.components import PLSComponents as PLSComponents
from clfcompare.algorithms.neural import RowSpaceMLPClassifier as RowSpaceMLPClassifier
from clfcompare.algorithms.sequences import SequenceKernel as SequenceKernel
from clfcompare.algorithms.components import (
    ShrunkenCentroidClassifier as ShrunkenCentroidClassifier,
)
from clfcompare.algorithms.subsets import SubsetSelector as SubsetSelector
from clfcompare.accelerators.rowspace import exact_for as exact_for
from clfcompare.algorithms.sequences import kmer_counts as kmer_counts
from clfcompare.algorithms.sequences import one_hot_bases as one_hot_bases
from clfcompare.algorithms.selection import scores_by_fold as scores_by_fold
from clfcompare.algorithms.subsets import selection_stability as selection_stability
from clfcompare.algorithms.sequences import spectrum_kernel as spectrum_kernel
from clfcompare.algorithms.selection import top_genes as top_genes
from clfcompare.algorithms.sequences import weighted_degree_kernel as weighted_degree_kernel
from clfcompare.accelerators.rowspace import with_rowspace as with_rowspace

__all__ = [
    "GeneSelector",
    "KmerCounts",
    "OneHotBases",
    "PLSComponents",
    "RowSpaceMLPClassifier",
    "SequenceKernel",
    "ShrunkenCentroidClassifier",
    "SubsetSelector",
    "exact_for",
    "kmer_counts",
    "one_hot_bases",
    "scores_by_fold",
    "selection_stability",
    "spectrum_kernel",
    "top_genes",
    "weighted_degree_kernel",
    "with_rowspace",
]
