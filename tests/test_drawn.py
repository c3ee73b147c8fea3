"""What figures say: their sizes are compared with the committed ones, here are the lines and
words in them.
"""

import clfcompare as cc
import numpy as np
import pandas as pd
import pytest
from clfcompare.inference.multivariate import plot_gaussians
from clfcompare.report.plots import diagram_layout, plot_critical_difference
from matplotlib import pyplot as plt


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def words(ax):
    return [text.get_text() for text in ax.texts]


def test_ellipses_hold_the_share_that_they_say():
    """Points with the covariance 1, 0, 0, 1: the ellipses are circles, of which the chi-squared
    distribution knows the radius.
    """
    points = np.sqrt(1.5) * np.array([[1, 0], [-1, 0], [0, 1], [0, -1]])
    ax = plot_gaussians(np.stack([points, points + 3]))
    radii = [np.hypot(*(line.get_xydata() - points.mean(0)).T) for line in ax.lines[1:3]]
    assert [r.min() for r in radii] == pytest.approx(
        [np.sqrt(2 * np.log(2)), np.sqrt(2 * np.log(10))]
    )
    assert all(np.ptp(r) < 1e-9 for r in radii)


RANKS = pd.Series({"a": 1.2, "b": 2.1, "c": 2.6, "d": 4.1})


def test_a_diagram_says_ranks_and_critical_difference():
    ax = plot_critical_difference(RANKS, groups=[("a", "b", "c"), ("c", "d")], cd=1.4375)
    said = " ".join(words(ax))
    assert (
        all(f"{name} ({rank:.2f})" in said for name, rank in RANKS.items()) and "CD = 1.438" in said
    )


def test_bars_of_neighbouring_groups_do_not_touch():
    """Groups that meet at an algorithm stand in two rows, groups apart in one; a gap over a
    stranger is not solid.
    """
    layout = diagram_layout(RANKS, [("a", "b"), ("b", "c"), ("d",)])
    heights = [y for y, _, _ in layout.bars]
    assert heights[0] != heights[1] and heights[0] == heights[2]
    assert [solid for _, _, solid in diagram_layout(RANKS, [("a", "c", "d")]).bars] == [
        (False, True)
    ]


def test_a_report_draws_its_own_numbers():
    scores = cc.load_results("irsoy2012_table14")
    report = cc.compare(scores, test="nemenyi")
    said = " ".join(words(report.plot()))
    assert f"CD = {report.critical_difference:.3f}" in said and all(
        f"{name} ({rank:.2f})" in said for name, rank in report.ranks.items()
    )
