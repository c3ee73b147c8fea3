# Made by tools/export.py from __init__.py; not edited by hand.
from clfcompare.inference.checks import Finding as Finding
from clfcompare.inference.checks import Findings as Findings
from clfcompare.inference.gaps import MissingBounds as MissingBounds
from clfcompare.inference.planning import SampleSize as SampleSize
from clfcompare.inference.planning import TestSetSize as TestSetSize
from clfcompare.inference.more_posthoc import aligned_pairs as aligned_pairs
from clfcompare.inference.area_pairs import auc_permutation_pairs as auc_permutation_pairs
from clfcompare.inference.area_pairs import auc_permutation_test as auc_permutation_test
from clfcompare.inference.procedures import batch_adjust as batch_adjust
from clfcompare.inference.procedures import batch_pvalues as batch_pvalues
from clfcompare.inference.bayes import bayes_heldout_ttest as bayes_heldout_ttest
from clfcompare.inference.checks import checks_table as checks_table
from clfcompare.inference.effects import cliffs_delta as cliffs_delta
from clfcompare.inference.clusters import clustered_pairs as clustered_pairs
from clfcompare.inference.effects import cohen_dz as cohen_dz
from clfcompare.inference.cliques import compact_letters as compact_letters
from clfcompare.inference.planning import confidence_sequence as confidence_sequence
from clfcompare.inference.posthoc import contrast_of_medians as contrast_of_medians
from clfcompare.inference.multivariate_groups import corrected_hotelling as corrected_hotelling
from clfcompare.inference.many_on_one import corrected_rm_anova as corrected_rm_anova
from clfcompare.inference.margins import count_margins as count_margins
from clfcompare.inference.margins import equivalence_size as equivalence_size
from clfcompare.inference.held_out import heldout_anova as heldout_anova
from clfcompare.inference.effects import hedges_g as hedges_g
from clfcompare.inference.two_on_many import hodges_lehmann as hodges_lehmann
from clfcompare.inference.multivariate_groups import hotelling_pairs as hotelling_pairs
from clfcompare.inference.effects import kendalls_w as kendalls_w
from clfcompare.inference.checks import luck_of_the_best as luck_of_the_best
from clfcompare.inference.many_on_one import mauchly as mauchly
from clfcompare.inference.margins import mean_margins as mean_margins
from clfcompare.inference.posthoc import mean_rank_ztest as mean_rank_ztest
from clfcompare.inference.gaps import missing_bounds as missing_bounds
from clfcompare.inference.orderings import ordering_ranks as ordering_ranks
from clfcompare.inference.effects import probability_of_superiority as probability_of_superiority
from clfcompare.inference.procedures import procedures_table as procedures_table
from clfcompare.inference.held_out import pseudo_values as pseudo_values
from clfcompare.inference.more_posthoc import quade_pairs as quade_pairs
from clfcompare.inference.effects import rank_biserial as rank_biserial
from clfcompare.inference.gaps import rank_bounds as rank_bounds
from clfcompare.inference.margins import rank_margins as rank_margins
from clfcompare.inference.replicability import replicability_table as replicability_table
from clfcompare.inference.checks import smallest_pvalue as smallest_pvalue
from clfcompare.inference.margins import t_margins as t_margins
from clfcompare.inference.effects import tost as tost
from clfcompare.inference.two_on_many import win_tie_loss as win_tie_loss
from clfcompare.inference.orderings import wins_matrix as wins_matrix

__all__ = [
    "Finding",
    "Findings",
    "MissingBounds",
    "SampleSize",
    "TestSetSize",
    "aligned_pairs",
    "auc_permutation_pairs",
    "auc_permutation_test",
    "batch_adjust",
    "batch_pvalues",
    "bayes_heldout_ttest",
    "checks_table",
    "cliffs_delta",
    "clustered_pairs",
    "cohen_dz",
    "compact_letters",
    "confidence_sequence",
    "contrast_of_medians",
    "corrected_hotelling",
    "corrected_rm_anova",
    "count_margins",
    "equivalence_size",
    "hedges_g",
    "heldout_anova",
    "hodges_lehmann",
    "hotelling_pairs",
    "kendalls_w",
    "luck_of_the_best",
    "mauchly",
    "mean_margins",
    "mean_rank_ztest",
    "missing_bounds",
    "ordering_ranks",
    "probability_of_superiority",
    "procedures_table",
    "pseudo_values",
    "quade_pairs",
    "rank_biserial",
    "rank_bounds",
    "rank_margins",
    "replicability_table",
    "smallest_pvalue",
    "t_margins",
    "tost",
    "win_tie_loss",
    "wins_matrix",
]
