# Made by tools/export.py from __init__.py; not edited by hand.
from clfcompare.report.plots import plot_curves as plot_curves
from clfcompare.report.plots import plot_differences as plot_differences
from clfcompare.report.plots import plot_folds as plot_folds
from clfcompare.report.pair_plots import plot_letters as plot_letters
from clfcompare.report.pair_plots import plot_pair_matrix as plot_pair_matrix
from clfcompare.report.pair_plots import plot_pairs as plot_pairs
from clfcompare.report.score_plots import plot_performance_profile as plot_performance_profile
from clfcompare.report.pair_plots import plot_posteriors as plot_posteriors
from clfcompare.report.plots import plot_power as plot_power
from clfcompare.report.pair_plots import plot_pvalues as plot_pvalues
from clfcompare.report.pair_plots import plot_rank_intervals as plot_rank_intervals
from clfcompare.report.score_plots import plot_scatter as plot_scatter
from clfcompare.report.score_plots import plot_scores as plot_scores
from clfcompare.inference.bayes import plot_simplex as plot_simplex
from clfcompare.core.theme import alt_text as alt_text
from clfcompare.core.theme import set_alt as set_alt
from clfcompare.core.theme import looks as looks
from clfcompare.core.theme import text_outside as text_outside
from clfcompare.core.theme import text_overlaps as text_overlaps
from clfcompare.report.gallery import figures_table as figures_table

__all__ = [
    "alt_text",
    "figures_table",
    "looks",
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
    "set_alt",
    "text_outside",
    "text_overlaps",
]
