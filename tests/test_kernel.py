"""Figures in a kernel as users start it: the inline backend, and no cell before that chooses a
look. The backend is then loaded by the first figure, inside whatever draws it.
"""

import ast

import nbformat
import pytest
from conftest import ROOT
from nbclient import NotebookClient

JOURNEY = [  # what a user types; the two last cells must show a figure each
    "import clfcompare as cc\nreport = cc.compare(cc.load_results('irsoy2012_table14'))\nreport",
    "import tempfile\n"
    "from pathlib import Path\n"
    "folder = Path(tempfile.mkdtemp())\n"
    "report.save(folder / 'saved')\n"
    "page = (folder / 'page.html').write_text(report.to_html(), encoding='utf-8')\n"
    "report.results_table(), report.why()",
    "report.plot();",
    "from matplotlib import pyplot as plt\nplt.plot([1, 4, 2]);",
]
MATERIAL = """
import matplotlib
import numpy as np
import pandas as pd
import sys
from clfcompare.inference.multivariate import plot_gaussians, plot_histograms
from clfcompare.inference.multivariate import plot_paired_differences, plot_sum_and_parts
from clfcompare.report.pages import figure_html, plot_report

def as_new():
    "Leave matplotlib as a kernel has it before its first figure: no backend, not interactive."
    plt.close("all")
    inline = sys.modules.pop("matplotlib_inline.backend_inline")
    get_ipython().events.unregister("post_execute", inline.flush_figures)
    plt._backend_mod = None
    matplotlib.interactive(False)

rng = np.random.default_rng(3)
results = cc.load_results("irsoy2012_table14")
table = results.pivot(index="dataset", columns="algorithm", values="value")
by_kind = results.assign(kind=results["dataset"].str.len() > 6)
pairs = cc.nemenyi(table, better="lower")
printed = pd.DataFrame({"svm": [12.0, 20.0], "knn": [15.0, 22.0]}, index=["colon", "lung"])
printed = cc.audit(printed, measure="error", better="lower", decimals=0, n_cases=100)
intervals = cc.rank_intervals(pairs, alpha=0.05)
ranks = cc.average_ranks(table, better="lower")
y = np.tile([0, 1], 20)
score = 0.3 * y + rng.uniform(0, 0.7, 40)
curve = cc.roc_curve(y, score)
power = pd.DataFrame(dict(size=[10, 20], power=[0.3, 0.9], low=[0.2, 0.8], high=[0.4, 1.0]))
folds = pd.DataFrame({"svm": [0.10, 0.12, 0.09, 0.11], "knn": [0.15, 0.14, 0.16, 0.13]})
chances = pd.DataFrame(dict(a="svm", b=["knn"], a_better=0.7, equivalent=0.2, b_better=0.1))
student = cc.bayes_correlated_ttest(
    folds["svm"], folds["knn"], test_share=0.25, better="lower", rope=0.01
)
drawn = cc.bayes_sign(table["Svm"], table["Knn"], better="lower", rope=0.01, rng=1)
masses = rng.dirichlet([8, 3, 2], size=50)
tested = pd.concat(
    pd.DataFrame({"dataset": "d", "algorithm": name, "row": range(40), "y_true": y,
                  "y_pred": np.where(np.arange(40) % k, y, 1 - y)})
    for name, k in (("a", 5), ("b", 3))
)
counts = np.stack([rng.multinomial(50, p, 9) for p in
                   ([0.40, 0.05, 0.45, 0.10], [0.35, 0.15, 0.35, 0.15], [0.3, 0.1, 0.4, 0.2])])
normal = rng.normal(size=(3, 12, 2))
needed = cc.sample_size("wilcoxon", cc.simulate.PairedDatasets(datasets=20, difference=0.8), n=200, rng=1)
cheaper = cc.measures.cost_difference(y, score, score[::-1], draws=99, rng=1)
"""
DRAWN = {  # who draws -> a line with which a kernel may begin to draw
    "core.results.PairwiseResult.plot": "pairs.plot()",
    "core.results.Curve.plot": "curve.plot(mark=0.5)",
    "experiment.designs.Design.plot": "cc.k_fold(4).plot(y, rng=1)",
    "inference.bayes.StudentPosterior.plot": "student.plot()",
    "inference.bayes.DrawnPosterior.plot": "drawn.plot()",
    "inference.bayes.plot_simplex": "cc.plots.plot_simplex(masses, names=('svm', 'knn'))",
    "inference.multivariate.plot_gaussians": "plot_gaussians(normal)",
    "inference.multivariate.plot_histograms": "plot_histograms(normal[:, :, 0])",
    "inference.multivariate.plot_sum_and_parts": "plot_sum_and_parts(normal.sum(2), normal)",
    "inference.multivariate.plot_paired_differences": "plot_paired_differences(normal[0])",
    "inference.multivariate_groups.LearnedMeasures.plot": "cc.learned_measures(counts).plot()",
    "inference.planning.SampleSize.plot": "needed.plot()",
    "measures.curve_differences.CostDifference.plot": "cheaper.plot()",
    "measures.mean_curves.AverageCurve.plot": "cc.average_curves([curve, curve]).plot()",
    "measures.multiclass.MulticlassMeasures.plot": "cc.multiclass_measures([[8, 2], [1, 6]]).plot()",
    "measures.probability.CalibrationCurve.plot": "cc.measures.calibration_curve(y, score, bins=4).plot()",
    "report.audit.Audit.plot": "printed.plot()",
    "report.rank_plots.plot_letters": "cc.plots.plot_letters(pairs)",
    "report.pair_plots.plot_pair_matrix": "cc.plots.plot_pair_matrix(pairs, table)",
    "report.pair_plots.plot_pairs": "cc.plots.plot_pairs(pairs)",
    "report.rank_plots.plot_posteriors": "cc.plots.plot_posteriors(chances)",
    "report.pair_plots.plot_pvalues": "cc.plots.plot_pvalues(pairs)",
    "report.rank_plots.plot_rank_intervals": "cc.plots.plot_rank_intervals(intervals)",
    "report.plots.plot_critical_difference": "cc.plot_critical_difference(ranks, cd=1.839)",
    "report.fold_plots.plot_curves": "cc.plots.plot_curves({'svm': [curve]})",
    "report.fold_plots.plot_differences": "cc.plots.plot_differences(table[['Svm', 'Mlp']], better='lower')",
    "report.fold_plots.plot_folds": "cc.plots.plot_folds(folds)",
    "report.fold_plots.plot_power": "cc.plots.plot_power({'Wilcoxon': power})",
    "report.report.Report.plot": "report.plot()",
    "report.pages.plot_report": "plot_report(report, width=3.3)",
    "report.score_plots.plot_performance_profile": "cc.plots.plot_performance_profile(table, better='lower')",
    "report.score_plots.plot_scatter": "cc.plots.plot_scatter(table['Svm'], table['Mlp'], better='lower')",
    "report.score_plots.plot_scores": "cc.plots.plot_scores(table)",
    "report.several.GroupsReport.plot": "cc.compare(by_kind, by='kind').plot()",
    "report.several.MeasuresReport.plot": "cc.compare(tested, measure=['tpr', 'tnr']).plot()",
}
CLOSED = {  # what draws for a file or a page, and leaves no figure open
    "to_html": "page = report.to_html()",
    "_repr_html_": "page = report._repr_html_()",
    "save": "report.save(folder / 'again')",
    "save_figure": "cc.save_figure(report.plot(), folder / 'one.pdf'); plt.close()",
    "figure_html": "page = figure_html(report.plot().figure, 'words')",
    "alt_text": "words = cc.plots.alt_text(report.plot()); plt.close()",
    "MeasuresReport": "page = cc.compare(tested, measure=['tpr', 'tnr'])._repr_html_()",
    "explorer": "page = cc.explore.explore_threshold(y, score)._repr_html_()",
}
OWN = "plt.plot([1, 4, 2]);"


def pictures(cell):
    "How many figures a cell shows."
    return sum("image/png" in output.get("data", {}) for output in cell.outputs)


def shown(codes, folder):
    "How many figures each cell of a session shows, in a kernel of its own."
    cells = [nbformat.v4.new_code_cell(code) for code in codes]
    book = nbformat.v4.new_notebook(cells=cells)
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("MPLBACKEND", raising=False)  # the kernel chooses, as it does for users
        patch.setenv("IPYTHONDIR", str(folder))
        NotebookClient(book, timeout=60, kernel_name="python3").execute()
    return [pictures(cell) for cell in book.cells]


def test_figures_appear_after_a_report_was_shown_saved_and_written(tmp_path):
    assert shown(JOURNEY, tmp_path) == [0, 0, 1, 1]  # ..., the report's figure, the user's own


@pytest.mark.slow
def test_a_first_figure_appears_and_what_is_drawn_for_a_file_does_not(tmp_path):
    """Each line as the first of a kernel that draws, and the user's own cell after it: whatever
    draws shows its figure, what draws for a file shows none, and the user's figure is there.
    """
    lines = [*DRAWN.values(), *CLOSED.values()]
    trials = [code for line in lines for code in (f"as_new()\n{line};", OWN)]
    counts = shown([*JOURNEY, MATERIAL, *trials], tmp_path)[len(JOURNEY) + 1 :]
    seen = dict(zip([*DRAWN, *CLOSED], zip(counts[::2], counts[1::2])))
    assert {who: seen[who] for who in DRAWN if seen[who] != (1, 1)} == {}
    assert {who: seen[who] for who in CLOSED if seen[who] != (0, 1)} == {}


def drawing():
    "Every function of the package that is called plot..., and every method `plot`."
    for path in sorted((ROOT / "clfcompare").rglob("*.py")):
        module = ".".join(path.relative_to(ROOT / "clfcompare").with_suffix("").parts)
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("plot"):
                yield f"{module}.{node.name}"
            elif isinstance(node, ast.ClassDef):
                methods = [part.name for part in node.body if isinstance(part, ast.FunctionDef)]
                if "plot" in methods:
                    yield f"{module}.{node.name}.plot"


def test_whatever_draws_is_tried():
    assert set(drawing()) == set(DRAWN)
