"""A simulation through the front door: equal learners in an `Experiment`, compared by `compare`."""

import sys

import numpy as np
import pytest
from conftest import ROOT
from scipy.stats import binom

sys.path.append(str(ROOT / "tools"))
from levels import front  # noqa: E402

STUDIES, LIMIT = 40, 0.065
CELLS = [cell for cell in front.cells() if cell[0] != "one test set"]
HOLDS = [
    (design, n, share, learner)
    for design, share in {(design, share): 0 for design, _, share, _ in CELLS}
    for n in (60, 100, 200)
    for learner in ("stump", "tree")
    if n * share >= 10 or design != "k_fold, 10"  # which takes ten cases of each class
]


@pytest.mark.slow
@pytest.mark.parametrize("design, n, share, learner", HOLDS)
def test_no_rate_is_significantly_above_the_limit(design, n, share, learner):
    rng = np.random.default_rng([n, round(100 * share), len(design)])
    found = front.one_cell(design, n, share, learner, experiments=STUDIES, rng=rng)
    assert "error" in set(found["measure"]) and {"2", "pairs", "omnibus"} <= set(found["kind"])
    for row in found[found["measure"].isin(["error", "tpr"])].itertuples():
        hits = round(row.rate * row.experiments)  # one pair: as if only one of six were seen
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


def test_designs_are_named_as_in_the_decision_table():
    from clfcompare.report.choose import DESIGN_WORDS

    words = {front.word_and_setting(design) for design, *_ in CELLS}
    assert {word for word, _ in words} <= set(DESIGN_WORDS) and ("k_fold", "10") in words
