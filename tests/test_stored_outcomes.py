"""A stored outcome is tested as the fresh one, to the letter."""

import clfcompare as cc
import numpy as np
import pytest
from sklearn.model_selection import GroupKFold, KFold
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

DESIGNS = {
    "k_fold": cc.k_fold(5),
    "repeated_k_fold": cc.repeated_k_fold(repeats=2, folds=3),
    "five_by_two": cc.five_by_two(holdout=None),
    "held out": cc.five_by_two(holdout=1 / 3),
    "monte_carlo": cc.monte_carlo(6, test_size=0.25),
    "bootstrap": cc.bootstrap(7),
    "leave_one_out": cc.leave_one_out(),
    "a splitter": KFold(4, shuffle=True, random_state=1),
}
RNG = np.random.default_rng(21)
X = RNG.normal(size=(54, 3))
Y = np.where(X[:, 0] + RNG.normal(size=54) > 0, "sick", "well")


def outcome_of(design, data, measures):
    return cc.Experiment(
        datasets=data,
        algorithms={
            "bayes": GaussianNB(),
            "tree": DecisionTreeClassifier(max_depth=3),
            "stump": DecisionTreeClassifier(max_depth=1),
        },
        design=design,
        measures=measures,
        positive="sick",
        rng=5,
    ).run(progress=False)


def stored(outcome, folder):
    cc.data.save_outcome("kept", outcome, folder)
    return cc.load_outcome("kept", folder)


def told(data, **words):
    "Every word of a report, or of the refusal."
    try:
        report = cc.compare(data, **words)
    except cc.ClfCompareError as error:
        return str(error)
    if hasattr(report, "reports"):
        return report.text, [one.text for one in report.reports.values()]
    findings = [one.summary() for one in report.findings]
    return report.text, report.headline, report.why(), findings, report.code()


@pytest.mark.parametrize("name", DESIGNS)
def test_each_design(name, tmp_path):
    areas = [] if name == "leave_one_out" else ["auc_roc"]  # one case has no area
    fresh = outcome_of(DESIGNS[name], {"made": (X, Y)}, ["error", *areas])
    kept = stored(fresh, tmp_path)
    for measure in ("error", "tpr", "mcc", "auc_roc", ["error", "tpr"]):
        assert told(kept, measure=measure) == told(fresh, measure=measure), measure
    assert told(kept, measure="error", control="bayes") == told(
        fresh, measure="error", control="bayes"
    )


def test_clusters(tmp_path):
    groups = np.repeat([f"patient {k}" for k in range(18)], 3)
    data = {"made": (X, Y, groups)}
    for design in (GroupKFold(4), cc.five_by_two(holdout=1 / 3)):
        fresh = outcome_of(design, data, ["error"])
        assert told(stored(fresh, tmp_path), measure="error") == told(fresh, measure="error")
    loose = outcome_of(cc.five_by_two(holdout=1 / 3), {"made": (X, Y)}, ["error"])
    by_hand = dict(enumerate(groups))
    text = told(stored(loose, tmp_path), measure="error", cluster=by_hand)
    assert text == told(loose, measure="error", cluster=by_hand) and "clusters" in text[0]


def test_several_data_sets_in_groups(tmp_path):
    data = {f"d{k}": (X[k : 40 + k], Y[k : 40 + k]) for k in range(6)}
    fresh = outcome_of(cc.k_fold(3), data, ["error"])
    kept = stored(fresh, tmp_path)
    assert told(kept, measure="error") == told(fresh, measure="error")
    grouped = [
        told(one.scores.assign(half=one.scores["dataset"].isin(["d0", "d1", "d2"])), by="half")
        for one in (kept, fresh)
    ]
    assert grouped[0] == grouped[1] and "half" in grouped[0][0]


def test_labels_come_back_as_they_were(tmp_path):
    rng = np.random.default_rng(3)
    for labels in (
        rng.integers(0, 2, 30),
        rng.integers(0, 3, 30) + 7,
        rng.random(30) < 0.5,
        np.where(rng.random(30) < 0.5, "1", "0"),
    ):
        design = dict(design=cc.k_fold(2), algorithms={"bayes": GaussianNB()}, rng=1)
        fresh = cc.Experiment(
            datasets={"made": (rng.normal(size=(30, 2)), labels)}, measures=["accuracy"], **design
        ).run(progress=False)
        whole = stored(fresh, tmp_path).whole
        for column in ("y_true", "y_pred"):
            before, after = fresh.predictions[column].tolist(), whole.predictions[column].tolist()
            assert before == after and set(map(type, before)) == set(map(type, after))
        assert whole.facts["classes"] == fresh.facts["classes"]
        assert whole.measure("kappa")["value"].tolist() == fresh.measure("kappa")["value"].tolist()


def test_counts_alone_say_less(tmp_path):
    fresh = outcome_of(cc.five_by_two(holdout=1 / 3), {"made": (X, Y)}, ["error"])
    cc.data.save_outcome("counts", fresh, tmp_path, keep="counts")
    kept = cc.load_outcome("counts", tmp_path)
    assert kept.whole is None and "cases" not in kept.tables
    with pytest.raises(cc.ClfCompareError, match="must see the outcome of every test case"):
        cc.compare(kept, measure="error")
