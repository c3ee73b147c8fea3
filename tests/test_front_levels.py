"""A simulation through the front door: equal learners in an `Experiment`, compared by `compare`."""

import sys

import numpy as np
import pytest
from conftest import ROOT
from scipy.stats import binom

sys.path.append(str(ROOT / "tools"))
import levels_front as front

STUDIES, LIMIT = 40, 0.065
HOLDS = [
    *[("five_by_two", n, share) for n in (60, 100, 200) for share in (0.5, 0.1)],
    *[("five_by_two, part held out", n, 0.5) for n in (60, 100, 200)],
    *[(name, 100, 0.5) for name in ("k_fold", "monte_carlo, 10 of 1/3", "bootstrap")],
]


def rates_of(design, n, share):
    "Rates of a few experiments, nearest centroids."
    rng = np.random.default_rng([n, round(100 * share), len(design)])
    return front.one_cell(design, n, share, "centroid", experiments=STUDIES, rng=rng)


@pytest.mark.slow
@pytest.mark.parametrize("design, n, share", HOLDS)
def test_no_rate_is_significantly_above_the_limit(design, n, share):
    found = rates_of(design, n, share)
    assert {"2", "pairs", "omnibus"} <= set(found["kind"]) and set(found["measure"]) == {
        "error",
        "tpr",
    }
    for row in found.itertuples():  # one pair: at least as sure as if only one of six were seen
        hits = round(row.rate * row.experiments)
        assert binom.sf(hits - 1, row.experiments, LIMIT) > 0.0005, row


def test_four_equal_learners_are_judged_by_compare():
    found = front.one_cell(
        "five_by_two", 60, 0.5, "stump", experiments=2, rng=np.random.default_rng(3)
    )
    assert set(found["test"]) == {"corrected_ttest", "corrected_rm_anova"}
    assert found["rate"].between(0, 1).all() and (found["experiments"] == 2).all()
    board = front.one_cell(
        "one test set", 8, 1.0, "none", experiments=2, rng=np.random.default_rng(3)
    )
    assert set(board["rows"]) == {"OneClass"} and set(board["counted"]) == {8}
