"""Figures fit to print: no text cut or on top of another from 2 to 200 algorithms, in one column of
a journal and in two; fonts as outlines; names that look like formulas; an alternative text
everywhere."""

import warnings
from itertools import combinations

import clfcompare as cc
import numpy as np
import pandas as pd
import pytest
from clfcompare.core.results import PairwiseResult
from clfcompare.core.theme import row_axes, text_boxes
from matplotlib import pyplot as plt

SIZES = [2, 3, 10, 20, 25, 50, 100, 200]
QUICK = {2, 10}
WIDTHS = [3.3, 6.9]
HOSTILE = [
    "_hidden",
    "$x_{$",
    "<b>bold</b>",
    "two\nlines",
    r"\frac{1}{2}",
    "100 % & more",
    "__",
    "$",
]


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def long_names(L):
    return [
        f"gradient boosting_v{i}, learning rate 0.{i:03d}" if i % 3 else f"forest {i}"
        for i in range(L)
    ]


def table_of(L, names=None, M=12):
    rng = np.random.default_rng(L)
    errors = (
        0.2 + 0.2 * np.arange(L) / L + rng.normal(0, 0.02, (M, 1)) + rng.normal(0, 0.04, (M, L))
    )
    return pd.DataFrame(np.abs(errors) + 0.01, columns=long_names(L) if names is None else names)


def pairs_of(table):
    "All pairs by normal approximation: no simulation, so that 19,900 pairs cost nothing."
    ranks = table.rank(axis=1).mean().sort_values()
    names, values = list(ranks.index), ranks.to_numpy()
    i, j = np.array(list(combinations(range(len(names)), 2))).T
    estimate, se = values[i] - values[j], np.sqrt(len(names) * (len(names) + 1) / (6 * len(table)))
    frame = pd.DataFrame(
        dict(
            a=np.array(names, object)[i],
            b=np.array(names, object)[j],
            estimate=estimate,
            low=estimate - 3 * se,
            high=estimate + 3 * se,
            pvalue_adjusted=np.clip(2 * np.exp(-((np.abs(estimate) / se) ** 2) / 2), 0, 1),
        )
    )
    return PairwiseResult(
        table=frame,
        names=tuple(names),
        scores=tuple(values),
        score_name="mean rank",
        method="made",
        adjust="none",
        better="lower",
    )


def intervals_of(pairs):
    L = len(pairs.names)
    rank = np.arange(1.0, L + 1)
    ends = dict(low=np.maximum(rank - 3, 1), high=np.minimum(rank + 5, L))
    return pd.DataFrame(dict(algorithm=pairs.names, score=pairs.scores, rank=rank, **ends))


def posteriors_of(names):
    shares = np.random.default_rng(1).dirichlet([1, 1, 1], len(names) - 1)
    return (
        pd.DataFrame(shares, columns=["a_better", "equivalent", "b_better"])
        .assign(a=names[0], b=list(names[1:]))
        .head(190)
    )


def curves_of(names):
    grid = np.linspace(0, 1, 5)
    return {
        name: cc.Curve(
            x=grid,
            y=grid**0.3,
            threshold=1 - grid,
            x_name="false-positive rate",
            y_name="true-positive rate",
            kind="roc",
        )
        for name in names
    }


def power_of(names):
    frame = pd.DataFrame(dict(size=[10, 20], power=[0.3, 0.9], low=[0.2, 0.8], high=[0.4, 1.0]))
    return dict.fromkeys(names, frame)


FIGURES = {  # name -> the figure of a table; and up to how many algorithms it is made for
    "critical_difference": (
        lambda t: cc.plot_critical_difference(t.rank(axis=1).mean(), groups=[tuple(t)[:2]], cd=1.3),
        200,
    ),
    "critical_difference, control": (
        lambda t: cc.plot_critical_difference(t.rank(axis=1).mean(), cd=0.7, control=t.columns[0]),
        25,
    ),
    "rank_intervals": (
        lambda t: cc.plots.plot_rank_intervals(
            intervals_of(pairs_of(t)), best=list(pairs_of(t).names[:2])
        ),
        200,
    ),
    "pairs": (
        lambda t: cc.plots.plot_pairs(
            pairs_of(t), against=t.columns[0] if t.shape[1] > 19 else None
        ),
        100,
    ),
    "pair_matrix": (lambda t: cc.plots.plot_pair_matrix(pairs_of(t), t), 200),
    "pvalues": (lambda t: cc.plots.plot_pvalues(pairs_of(t)), 200),
    "letters": (lambda t: cc.plots.plot_letters(pairs_of(t)), 200),
    "posteriors": (lambda t: cc.plots.plot_posteriors(posteriors_of(list(t))), 200),
    "scores": (lambda t: cc.plots.plot_scores(t, measure="error (fraction)"), 200),
    "scatter": (
        lambda t: cc.plots.plot_scatter(
            t.iloc[:, 0], t.iloc[:, 1], better="lower", measure="error"
        ),
        2,
    ),
    "performance_profile": (lambda t: cc.plots.plot_performance_profile(t, better="lower"), 200),
    "differences": (
        lambda t: cc.plots.plot_differences(
            t.iloc[:, :2].set_axis(long_names(len(t)), axis=0), better="lower"
        ),
        2,
    ),
    "folds": (lambda t: cc.plots.plot_folds(t)[0], 10),
    "curves": (lambda t: cc.plots.plot_curves(curves_of(list(t)), mark=None), 25),
    "power": (lambda t: cc.plots.plot_power(power_of(list(t))), 25),
    "simplex": (
        lambda t: cc.plots.plot_simplex(
            np.random.default_rng(1).dirichlet([2, 1, 3], 50), names=tuple(t)[:2]
        ),
        2,
    ),
}
SIZED = [
    pytest.param(name, L, width, marks=[] if L in QUICK and width < 5 else [pytest.mark.slow])
    for name, (_, most) in FIGURES.items()
    for L in SIZES
    if L <= most
    for width in WIDTHS
]


def faults(ax):
    "Texts that overlap or are cut, on the figure as it is saved."
    found = [f"{a!r} over {b!r}" for a, b in cc.plots.text_overlaps(ax)] + [
        f"{text!r} outside" for text in cc.plots.text_outside(ax)
    ]
    return found[:5]


@pytest.mark.parametrize(("name", "L", "width"), SIZED)
def test_no_text_is_cut_or_overprinted(name, L, width):
    with warnings.catch_warnings(), cc.theme(width=width):
        warnings.simplefilter("error")
        ax = FIGURES[name][0](table_of(L))
        assert not faults(ax)
        assert ax.figure.get_size_inches()[0] <= width + 1e-9
        smallest = min(
            text.get_fontsize()
            for text in ax.get_xticklabels() + ax.get_yticklabels() + ax.texts
            if text.get_text()
        )
        assert smallest >= 4.99
    assert (
        str(L) in cc.plots.alt_text(ax)
        or L == 2
        or name in ("pairs", "posteriors", "simplex", "differences", "scatter", "curves", "power")
    )


@pytest.mark.parametrize("name", FIGURES)
def test_names_are_shown_as_they_are(name):
    "No name becomes a formula, and none vanishes, whatever is in it."
    columns = HOSTILE[:2] if FIGURES[name][1] == 2 else HOSTILE
    with cc.theme(width=6.9):
        ax = FIGURES[name][0](table_of(len(columns), columns))
        shown = " ".join(
            words.replace(r"\$", "$").replace("\n", " ") for words, _ in text_boxes(ax)
        )
    squeezed = "".join(shown.split())
    assert all("".join(word.split()) in squeezed for word in columns)
    assert not faults(ax)
    assert cc.plots.alt_text(ax)


@pytest.mark.parametrize("page", ["light", "dark"])
def test_ink_and_paper_differ(page):
    with cc.theme(page=page):
        ax = cc.plots.plot_scores(table_of(3))
        tick = ax.get_yticklabels()[0].get_color()
    ink, paper = (
        np.dot(plt.matplotlib.colors.to_rgb(c), [0.3, 0.59, 0.11])
        for c in (tick, ax.figure.get_facecolor())
    )
    assert abs(ink - paper) > 0.7 and (ink < paper) == (page == "light")


def test_fonts_are_outlines_and_the_finding_is_inside(tmp_path):
    """Also where the theme is not in force: type 42, the size that was asked for, and the
    alternative text.
    """
    with cc.theme(width=3.3):
        ax = cc.plots.plot_pairs(pairs_of(table_of(4)))
    words = cc.save_figure(ax, tmp_path / "figure.pdf")
    content = (tmp_path / "figure.pdf").read_bytes()
    assert (
        b"/FontFile2" in content
        and b"/Type3" not in content
        and b"/MediaBox [ 0 0 237.6" in content
    )
    assert words == cc.plots.alt_text(ax) and words.startswith("6 differences")
    cc.save_figure(ax, tmp_path / "figure.svg", alt="something else")
    assert "something else" in (tmp_path / "figure.svg").read_text()
    cc.save_figure(ax, tmp_path / "figure.png")
    assert plt.imread(tmp_path / "figure.png").shape[1] == 990  # 3.3 inches of 300 dots


def test_a_theme_leaves_nothing_behind():
    before = dict(plt.rcParams)
    with cc.theme(width=3.3, page="dark"):
        cc.plots.plot_scores(table_of(3))
    cc.plots.plot_scores(table_of(3))
    assert dict(plt.rcParams) == before


def test_an_algorithm_looks_the_same_in_every_figure():
    looks = cc.plots.looks(long_names(200))
    assert len(set(looks.values())) == 200
    table = table_of(5)
    ax = cc.plots.plot_performance_profile(table, better="lower")
    drawn = {
        text.get_text().replace("\n", ""): line
        for line, text in zip(ax.get_legend().legend_handles, ax.get_legend().get_texts())
    }
    again = cc.plots.looks(table.columns)
    for name, line in drawn.items():
        look = next(v for k, v in again.items() if "".join(k.split()) == "".join(name.split()))
        assert (line.get_marker(), line.get_color()) == (look.marker, look.color)


@pytest.mark.parametrize("name", FIGURES)
def test_axes_that_are_given_are_drawn_on(name):
    "On axes of a figure with room, in the theme or without."
    if name == "folds":
        return  # has axes of its own, one a row
    figure, ax = plt.subplots(figsize=(6, 5), layout="constrained")
    table = table_of(3)
    pairs, (first, second) = pairs_of(table), (table.iloc[:, 0], table.iloc[:, 1])
    functions = {
        "critical_difference": lambda: cc.plot_critical_difference(
            table.rank(axis=1).mean(), cd=1.3, ax=ax
        ),
        "rank_intervals": lambda: cc.plots.plot_rank_intervals(intervals_of(pairs), ax=ax),
        "pairs": lambda: cc.plots.plot_pairs(pairs, ax=ax),
        "pair_matrix": lambda: cc.plots.plot_pair_matrix(pairs, ax=ax),
        "pvalues": lambda: cc.plots.plot_pvalues(pairs, ax=ax),
        "letters": lambda: cc.plots.plot_letters(pairs, ax=ax),
        "posteriors": lambda: cc.plots.plot_posteriors(posteriors_of(list(table)), ax=ax),
        "scores": lambda: cc.plots.plot_scores(table, ax=ax),
        "scatter": lambda: cc.plots.plot_scatter(first, second, better="lower", ax=ax),
        "performance_profile": lambda: cc.plots.plot_performance_profile(
            table, better="lower", ax=ax
        ),
        "differences": lambda: cc.plots.plot_differences(table.iloc[:, :2], better="lower", ax=ax),
        "curves": lambda: cc.plots.plot_curves(curves_of(list(table)), ax=ax),
        "power": lambda: cc.plots.plot_power(power_of(list(table)), ax=ax),
        "simplex": lambda: cc.plots.plot_simplex([[0.2, 0.3, 0.5]], names=tuple(table)[:2], ax=ax),
    }
    assert functions.get(name, lambda: ax)() is ax and not faults(ax)


@pytest.mark.parametrize(
    ("L", "share"), [(2, 0.5), (6, 0.3), (9, 0.6), (14, 0.2), (20, 0.8), (12, 0.0), (12, 1.0)]
)
def test_letters_are_shared_by_those_who_are_not_told_apart(L, share):
    rng, names = np.random.default_rng(L), [f"A{i}" for i in range(L)]
    table = pd.DataFrame(
        [
            dict(a=a, b=b, pvalue_adjusted=0.01 if rng.random() < share else 0.3)
            for a, b in combinations(names, 2)
        ]
    )
    pairs = PairwiseResult(
        table=table,
        names=tuple(names),
        scores=tuple(range(L)),
        score_name="score",
        method="made",
        adjust="none",
    )
    letters = cc.inference.compact_letters(pairs, alpha=0.05)
    split = letters.map(lambda word: set(word.split(",")) if "," in word else set(word))
    assert all(
        bool(split[r.a] & split[r.b]) == (r.pvalue_adjusted > 0.05)
        for r in pairs.comparisons.itertuples()
    )


def test_rows_are_far_enough_apart():
    "A name of several lines gets the height that it needs, and its neighbours keep theirs."
    with cc.theme(width=3.3):
        rows = row_axes(["a", "a very long name of an algorithm " * 3, "b"])
    assert rows.y[1] - rows.y[0] > 2 and not faults(rows.ax)


RESULTS = {  # figures that results draw of themselves
    "posterior": lambda: cc.bayes_correlated_ttest(
        np.linspace(0.1, 0.3, 7),
        np.linspace(0.12, 0.26, 7),
        better="lower",
        rope=0.01,
        test_share=0.1,
    ).plot(),
    "design": lambda: cc.five_by_two().plot(np.repeat([0, 1], 9), rng=2),
    "planning": lambda: cc.sample_size(
        "wilcoxon", cc.simulate.PairedDatasets(datasets=20, difference=0.8), n=60, rng=1
    ).plot(),
    "ellipses": lambda: gaussians(),
    "pairs": lambda: cc.nemenyi(table_of(4), better="lower").plot(),
    "calibration": lambda: cc.measures.calibration_curve(
        [0, 1] * 20, np.linspace(0.1, 0.9, 40)
    ).plot(),
    "ROC": lambda: curves_of(["svm"])["svm"].plot(),
}


def gaussians():
    from clfcompare.inference.multivariate import plot_gaussians, plot_histograms

    values = np.random.default_rng(3).normal(size=(3, 8, 2))
    plot_histograms(values[..., 0])
    return plot_gaussians(values)


def luminance(colour):
    channels = np.array(plt.matplotlib.colors.to_rgb(colour))
    return np.dot(
        np.where(channels <= 0.03928, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4),
        [0.2126, 0.7152, 0.0722],
    )


def contrast(colour, paper):
    "As the guidelines for the web have it, from 1 to 21."
    low, high = sorted((luminance(colour), luminance(paper)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("page", ["light", "dark"])
@pytest.mark.parametrize("name", [*FIGURES, *RESULTS])
def test_lines_and_letters_stand_out_on_the_page(name, page):
    with cc.theme(page=page):
        ax = (
            RESULTS[name]()
            if name in RESULTS
            else FIGURES[name][0](table_of(2 if FIGURES[name][1] == 2 else 4))
        )
        paper = ax.get_facecolor()
        lines = [
            line.get_color()
            for line in ax.lines
            if line.get_linestyle() != "None" and line.get_visible()
        ]
        marks = [
            max(
                (line.get_markeredgecolor(), line.get_markerfacecolor()),
                key=lambda c: 1 if c == "none" else contrast(c, paper),
            )
            for line in ax.lines
            if line.get_marker() not in ("None", None, "", " ")
        ]
        words = [
            text.get_color() for text in ax.texts if text.get_text() and not text.get_bbox_patch()
        ]
        words += [tick.get_color() for tick in ax.get_xticklabels()]
    faint = {str(colour) for colour in lines + marks if contrast(colour, paper) < 1.5}
    if name not in (
        "pair_matrix",
        "pvalues",
        "posteriors",
        "rank_intervals",
        "differences",
    ):  # letters there may stand on a colour
        faint |= {str(colour) for colour in words if contrast(colour, paper) < 4.5}
    assert not faint and lines + marks + words


def test_a_report_is_as_wide_as_the_theme_and_has_the_letters_of_the_user():
    report = cc.compare(cc.load_results("irsoy2012_table14"))

    def letters(axes):
        texts = np.ravel(axes)[0].figure.findobj(lambda thing: hasattr(thing, "get_fontfamily"))
        return {(t.get_fontfamily()[0], t.get_fontsize()) for t in texts if t.get_text()}

    with cc.theme(width=3.3):
        assert report.plot().figure.get_size_inches()[0] == 3.3
        assert report.plot(width=5).figure.get_size_inches()[0] == 5
    with plt.rc_context({"font.family": ["serif"], "font.size": 11}):
        assert letters(report.plot()) == {("serif", 11)}
        table = report.table
        assert letters(cc.plots.plot_scores(table, measure="error")) == {("serif", 11)}
    assert letters(report.plot()) == {("sans-serif", 8)}


def test_two_reports_side_by_side_keep_their_letters_and_their_room():
    one = cc.compare(cc.load_results("irsoy2012_table14"))
    two = cc.compare(one.table.iloc[:6], measure="error", test="nemenyi")
    figure, axes = plt.subplots(1, 2, figsize=(6.9, 2.4))
    for report, ax in zip((one, two), axes):
        report.plot(ax=ax)
        assert min(text.get_fontsize() for text in ax.texts if text.get_text()) >= 7
    assert not cc.plots.text_overlaps(figure) and not cc.plots.text_outside(figure)
    plt.close(figure)
