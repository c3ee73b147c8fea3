"""The program that a report prints gives every number of the report: for every row of the decision
table, with and without a control, a cost, posterior probabilities, another test, another
adjustment, another measure."""

import contextlib
import io
import re

import clfcompare as cc
import numpy as np
import pandas as pd
import pytest
from clfcompare.core.register import PROCEDURES
from clfcompare.report.choose import RULES
from clfcompare.report.calls import tests_for as fitting
from clfcompare.report.frames import Said
from clfcompare.report.intake import read_data
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

NAMES = ["knn", "s v'm", "tree"]


def folds(repeats, k, design, *, n_train=None, n_test=None, binary=False, L=3):
    "Scores of L algorithms on one data set."
    rng = np.random.default_rng([repeats, k, L])
    keys = pd.MultiIndex.from_product(
        [range(repeats), range(k)], names=["repeat", "fold"]
    ).to_frame(index=False)
    values = rng.normal(0.3, 0.03, (len(keys), L)) + 0.02 * np.arange(L)
    if binary:
        values = (rng.random((len(keys), L)) < 0.2 + 0.15 * np.arange(L)).astype(float)
    table = pd.concat([keys, pd.DataFrame(values, columns=NAMES[:L])], axis=1)
    scores = cc.scores_from_folds(table, dataset="wine", measure="error", better="lower").assign(
        design=design
    )
    return scores if n_train is None else scores.assign(n_train=n_train, n_test=n_test)


def sets(L, M=9):
    "Values of L algorithms on M data sets."
    rng = np.random.default_rng([L, M])
    values = rng.normal(0.7, 0.05, (M, 1)) + rng.normal(0, 0.02, (M, L)) + 0.015 * np.arange(L)
    return cc.scores_from_wide(
        pd.DataFrame(
            values, columns=[f"a{j}" for j in range(L)], index=[f"d{i}" for i in range(M)]
        ),
        measure="accuracy",
        better="higher",
    )


def outcome(design, L=3):
    "What a small experiment gave."
    X, y = make_classification(90, 6, n_informative=3, flip_y=0.2, random_state=5)
    learners = {
        "knn": GaussianNB(),
        "s v'm": LogisticRegression(),
        "tree": DecisionTreeClassifier(max_depth=3, random_state=2),
    }
    chosen = {name: learners[name] for name in NAMES[:L]}
    return cc.Experiment(
        datasets={"made": (X, y)},
        design=design,
        algorithms=chosen,
        measures=["error", "mcc"],
        positive=1,
        rng=7,
    ).run(progress=False)


def board(L):
    "Outcomes of 46 cases of one test set."
    rng = np.random.default_rng([46, L])
    return pd.DataFrame(
        (rng.random((46, L)) < 0.85 - 0.12 * np.arange(L)).astype(int), columns=NAMES[:L]
    ).rename_axis("case")


def scored(L):
    "Predictions of one fit each, with the scores of the positive class."
    made = outcome(cc.five_by_two(), L).predictions
    return made[(made["repeat"] == 1) & (made["fold"] == 0)].reset_index(drop=True)


def enough(L):
    "Class scores of 33 positive and 41 negative cases."
    rng, y = np.random.default_rng([74, L]), np.repeat([1, 0], [33, 41])
    parts = [
        pd.DataFrame(
            {
                "dataset": "d",
                "algorithm": name,
                "row": range(74),
                "y_true": y,
                "y_pred": y,
                "score": rng.normal((k + 1) * y / 2),
            }
        )
        for k, name in enumerate(NAMES[:L])
    ]
    return pd.concat(parts, ignore_index=True)


def gapped(L):
    "Values of L algorithms on nine data sets, two of which are not there."
    wide = sets(L).pivot(index="dataset", columns="algorithm", values="value")
    wide.iloc[2, 0] = wide.iloc[5, 1] = np.nan
    return 1 - wide.rename_axis(index=None, columns=None)


def runs(*sizes):
    "Independent runs of two systems or more."
    rng = np.random.default_rng(sizes)
    return {
        name: rng.normal(0.71 + 0.03 * k, 0.02 + 0.01 * k, n)
        for k, (name, n) in enumerate(zip(NAMES, sizes))
    }


MATERIAL = {
    "5x2, two": folds(5, 2, "five_by_two(holdout=None)", L=2),
    "5x2": folds(5, 2, "five_by_two(holdout=None)", n_train=44, n_test=44),
    "k folds, two": folds(1, 7, "k_fold(7)", L=2),
    "k folds": folds(1, 7, "k_fold(7)"),
    "repeated, two": folds(3, 4, "repeated_k_fold(repeats=3, folds=4)", L=2),
    "repeated": folds(3, 4, "repeated_k_fold(repeats=3, folds=4)"),
    "splits, two": folds(11, 1, "monte_carlo(11, test_size=0.3)", L=2),
    "splits": folds(11, 1, "monte_carlo(11)", n_train=70, n_test=30),
    "bootstrap, two": folds(12, 1, "bootstrap(12)", n_train=63, n_test=37, L=2),
    "bootstrap": folds(12, 1, "bootstrap(12)", n_train=63, n_test=37),
    "leave one out, two": folds(1, 38, "leave_one_out()", binary=True, L=2),
    "leave one out": folds(1, 38, "leave_one_out()", binary=True),
    "held out, two": outcome(cc.five_by_two(), L=2),
    "held out": outcome(cc.five_by_two()),
    "cases of k folds, two": outcome(cc.k_fold(4), L=2),
    "cases of k folds": outcome(cc.k_fold(4)),
    "cases of repeated folds": outcome(cc.repeated_k_fold(repeats=3, folds=2)),
    "cases of splits, two": outcome(cc.monte_carlo(5, test_size=0.3), L=2),
    "cases of splits": outcome(cc.monte_carlo(5, test_size=0.3)),
    "cases of samples, two": outcome(cc.bootstrap(6), L=2),
    "cases of samples": outcome(cc.bootstrap(6)),
    "one class, two": scored(2),
    "one class": scored(3),
    "board, two": board(2),
    "board": board(3),
    "clusters, two": board(2),
    "clusters": board(3),
    "losses, two": board(2) + np.linspace(0, 1, 46)[:, None],
    "losses": board(3) + np.linspace(0, 1, 46)[:, None],
    "areas, two": scored(2),
    "areas": scored(3),
    "areas, two, enough": enough(2),
    "areas, enough": enough(3),
    "gaps, two": gapped(2),
    "gaps": gapped(4),
    "tasks, two": board(2),
    "tasks": board(3),
    "tasks of clusters": board(3),
    "runs, two": runs(4, 6),
    "runs": runs(5, 3, 7),
    "data sets, two": sets(2),
    "data sets": sets(4),
    "many algorithms": sets(22, 12),
}


TASKS = ["law"] * 18 + ["art"] * 9 + ["code"] * 19
OWN = {
    "board": {"measure": "accuracy"},
    "clusters": {"measure": "accuracy", "cluster": [i // 3 for i in range(46)]},
    "losses": {"measure": "my loss", "better": "lower", "cluster": range(46)},
    "areas": {"measure": "auc_roc"},
    "one class": {"measure": "tpr"},
    "gaps": {"measure": "error", "missing": "incomplete"},
    "tasks": {"measure": "accuracy", "task": TASKS, "weights": {"law": 2, "art": 0.5, "code": 1}},
    "tasks of clusters": {
        "measure": "accuracy",
        "task": TASKS,
        "weights": "size",
        "cluster": [i // 3 for i in range(46)],
    },
    "runs": {"measure": "recall rate", "better": "higher", "rows": "runs"},
}
NO_POSTERIOR = ("clusters", "areas", "gaps", "tasks", "runs")
ALL_PAIRS = ("runs",)  # no control, no other adjustment


def own(name):
    "What else must be said to compare."
    return OWN.get(
        name.split(",")[0], {} if isinstance(MATERIAL[name], pd.DataFrame) else {"measure": "error"}
    )


def names_in(name):
    return read_data(MATERIAL[name], Said(**own(name))).names


def same(report):
    "Run the program of a report and hold everything it gives against the report."
    names = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(report.code(), names)
    pd.testing.assert_frame_equal(names["pairs"].comparisons, report.pairs.comparisons)
    assert (
        names["pairs"].names == report.pairs.names and names["pairs"].scores == report.pairs.scores
    )
    if report.control is None:
        assert names["pairs"].cliques(report.alpha) == report.cliques
    if report.omnibus is not None:
        assert str(names["omnibus"].to_dict()) == str(report.omnibus.to_dict())
    parts = (
        ("cd", report.critical_difference),
        ("order", report.ordering),
        ("posteriors", report.bayes),
        ("best", report.best_found),
        ("further", report.further),
    )
    for name, told in parts:
        assert (name in names) is (told is not None)
    if report.critical_difference is not None:
        assert names["cd"] == report.critical_difference
    if report.best_found is not None:
        assert names["best"] == report.best_found
    if report.further is not None:
        pd.testing.assert_frame_equal(names["further"].comparisons, report.further.comparisons)
    if report.ordering is not None:
        assert (names["order"].names, names["order"].why) == (
            report.ordering.names,
            report.ordering.why,
        )
    if report.bayes is not None:
        pd.testing.assert_frame_equal(names["posteriors"], report.bayes)


SLOW = "data sets, two", "held out, two", "clusters, two", "leave one out, two", "board, two"


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] * (name in SLOW)) for name in MATERIAL],
)
def test_the_program_gives_the_report(name):
    data, algorithms, words = MATERIAL[name], names_in(name), own(name)
    costs = dict(zip(algorithms, [3.0, 1.0, 2.0] * 9))
    controls = (None,) if name.startswith(ALL_PAIRS) else (None, algorithms[1])
    for control in controls:
        same(cc.compare(data, control=control, **words))
        more = (
            {}
            if len(algorithms) > 5 or name.startswith(NO_POSTERIOR)
            else {"paradigm": "bayesian", "rope": 0.013}
        )
        same(cc.compare(data, control=control, cost=costs, alpha=0.1, **more, **words))
    if len(algorithms) > 5:
        return
    for test in fitting(read_data(data, Said(**words))):
        for control in (None, algorithms[0])[: len(controls)]:
            one = PROCEDURES[test]
            if control and "control" not in one.takes or not control and "control" in one.needs:
                continue
            same(cc.compare(data, test=test, control=control, cost=costs, **words))
            if one.adjusts or name.startswith(ALL_PAIRS):
                continue
            for adjust in ("hochberg", "none")[: 1 + (control is None)]:
                same(cc.compare(data, test=test, adjust=adjust, control=control, **words))
    if not isinstance(data, (pd.DataFrame, dict)):
        same(cc.compare(data, measure="mcc"))
        if name.startswith("held out"):
            same(cc.compare(data, measure="auc_roc", paradigm="bayesian", rope=0.01))


def test_every_row_of_the_table_is_among_them():
    seen = {
        cc.compare(data, control=control, **own(name)).row
        for name, data in MATERIAL.items()
        for control in (None, names_in(name)[0])[: 2 - name.startswith(ALL_PAIRS)]
    }
    table = cc.decision_table()
    missing = [
        (row.design, row.algorithms, row.rows)
        for row, rule in zip(table.itertuples(), RULES, strict=True)
        if rule not in seen
    ]
    kinds = ("losses", "clusters", "class scores, few", "class scores")
    many = [("one test set", "21 or more", kind) for kind in kinds]  # the same calls as for 3 to 20
    beyond = ("any", "101 or more", "data sets")  # as test="mean_rank_ztest"
    assert missing == [("repeated_k_fold", "2", "cases"), *many, beyond]


def test_a_cost_in_any_form_is_written_as_plain_numbers():
    cost = pd.Series({"a0": 1.5, "a1": 0.25, "a2": 3.0})
    for given in (cost, dict(cost)):
        assert "cost={'a0': 1.5, 'a1': 0.25, 'a2': 3.0}" in cc.compare(sets(3), cost=given).code()
    for wrong in (3, "a0", [1, 2, 3], cost.to_frame().T):
        with pytest.raises(
            cc.ClfCompareError, match="`cost` must give a number for each algorithm"
        ):
            cc.compare(sets(3), cost=wrong)


def test_halves_are_told_from_a_part_held_out():
    for name, design in (
        ("five_by_two(holdout=None)", "five_by_two"),
        ("five_by_two(holdout=1/3)", "five_by_two, part held out"),
    ):
        assert read_data(folds(5, 2, name, L=2)).design.word == design


def test_wishes_have_the_adjustment_asked_for_or_holms():
    assert (
        cc.compare(sets(3)).pairs.adjust == "max_t"
        and cc.compare(sets(3), test="wilcoxon").pairs.adjust == "holm"
    )
    for adjust in ("bergmann_hommel", "shaffer", "holm"):  # alone: of mean ranks, as papers do
        report = cc.compare(sets(3), adjust=adjust)
        assert (report.choice.pairs, report.pairs.adjust) == ("mean_rank_ztest", adjust)
        assert report.row.pairs == "max_t" and "This was asked for" in report.why()
    with pytest.raises(cc.ClfCompareError, match="Write test='wilcoxon', adjust='holm'"):
        cc.compare(sets(3), test="max_t", adjust="holm")
    assert cc.compare(sets(3), test="wilcoxon", adjust="hommel").pairs.adjust == "hommel"


def test_wishes_for_cases_train_on_all_but_one():
    assert "n_train=89, n_test=1" in cc.compare(outcome(cc.k_fold(6), L=2), measure="error").code()


def test_wishes_above_the_limit_are_noted():
    from types import SimpleNamespace

    from clfcompare.report.compare import _level_findings

    def found(level, row=None):
        known = pd.Series({"level": level, "world": "scarce", "size": np.nan}, name="t")
        choice = SimpleNamespace(
            pairs="t",
            omnibus=None,
            pairs_measured=known,
            omnibus_measured=None,
            kind="2",
            measured_near=lambda test, kind, size, uneven: known,
        )
        return [f.code for f in _level_findings(choice)]

    assert found(0.0651) == ["CC014"] and found(0.065) == []


@pytest.mark.parametrize(
    ("cases", "L", "said"),
    [
        (500, 4, None),
        (200, 2, None),
        (150, 4, "7.5% of the studies (world: 60 cases, skewed differences; here are 150 cases)"),
        (20, 2, "7.9% of the studies (world: 20 cases, skewed differences)"),
        (12, 2, "7.9% of the studies (world: 20 cases, skewed differences; here are 12 cases)"),
    ],
)
def test_the_finding_on_the_level_knows_the_size_of_the_table(cases, L, said):
    values = pd.DataFrame(
        np.random.default_rng(3).gamma(2, 0.1, (cases, L)), columns=[f"s{k}" for k in range(L)]
    )
    report = cc.compare(values, measure="my loss", better="lower", cluster=range(cases))
    told = [f.what for f in report.findings if f.code == "CC014"]
    assert len(told) == (said is not None) and all(said in what for what in told)
    assert "10.4%" in report.why() or L == 2  # the row itself keeps its worst world


def test_the_finding_on_areas_knows_how_even_the_classes_are():
    rng = np.random.default_rng(4)
    for positives, said in (
        (100, []),
        (16, ["rejected in 15.3% of the studies (world: 15 + 200 cases; here are 16 cases"]),
    ):
        y = np.repeat([1, 0], [positives, 100])
        scores = pd.DataFrame(
            rng.normal(size=(len(y), 22)) + y[:, None], columns=[f"s{k}" for k in range(22)]
        )
        report = cc.compare(predicted(y, scores), measure="auc_roc", test="delong_test")
        told = [f.what for f in report.findings if f.code == "CC014"]
        assert len(told) == len(said) and all(words in what for words, what in zip(said, told))


def predicted(y, scores):
    "A table of predictions of one test set, with class scores."
    frames = [
        pd.DataFrame(
            {
                "dataset": "d",
                "algorithm": name,
                "row": range(len(y)),
                "y_true": y,
                "y_pred": (scores[name] > 0.5) * 1,
                "score": scores[name],
            }
        )
        for name in scores
    ]
    return pd.concat(frames, ignore_index=True)


def two_measures(scores, seed=3):
    "The same rows, with a second measure that does not follow from the first."
    more = scores.assign(
        measure="my loss", value=np.random.default_rng(seed).random(len(scores)), better="lower"
    )
    return pd.concat([scores, more], ignore_index=True)


@pytest.mark.parametrize(
    ("data", "fits", "other"),
    [
        (sets(3), ["sign_flip_hotelling", "hotelling"], "corrected_hotelling"),
        (folds(1, 7, "k_fold(7)"), ["corrected_hotelling"], "sign_flip_hotelling"),
    ],
)
def test_a_test_over_all_measures_that_fits_is_taken(data, fits, other):
    both, measures = two_measures(data), [data["measure"].iloc[0], "my loss"]
    for test in [None, *fits]:
        report = cc.compare(both, measure=measures, test=test)
        assert (
            report.joint_method.startswith(
                {
                    "corrected_hotelling": "Corrected",
                    "hotelling": "Hotelling's paired T-squared",
                }.get(test or fits[0], "Hotelling's paired T-squared, sign flips")
            )
            and report["my loss"].choice == report["my loss"].row
        )
    with pytest.raises(cc.ClfCompareError, match=f"{other} fits several measures"):
        cc.compare(both, measure=measures, test=other)
    with pytest.raises(cc.ClfCompareError, match="hotelling fits several measures"):
        cc.compare(data, test="hotelling")


def test_the_comparison_after_every_case_is_told_everywhere():
    data = pd.DataFrame(
        {"old": [1, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1, 1], "new": [0] * 12 + [1]},
        index=pd.RangeIndex(5, 18, name="case"),
    )
    report = cc.compare(data, measure="error", test="anytime_comparison")
    same(report)
    alone = cc.anytime_comparison(data["old"], data["new"])
    assert tuple(report.omnibus) == tuple(alone) and alone.details["decided_at"] is None
    for told in (
        report.text,
        report.headline,
        report.to_html(),
        report.to_latex().replace("\\", ""),
        report.to_markdown(),
    ):
        assert "It is not decided after 13 cases" in told and "random order" in told
    assert "95% confidence sequence" in cc.plots.alt_text(report.plot())
    assert cc.compare(data, measure="error").choice.pairs == "mcnemar"
    assert not any(
        "anytime" in change for change in cc.compare(data, measure="error").fragility()["change"]
    )
    rows = [
        pd.DataFrame(
            {
                "dataset": "d",
                "algorithm": name,
                "row": range(13),
                "y_true": 1,
                "y_pred": 1 - data[name],
            }
        )
        for name in data
    ]
    shuffled = pd.concat(rows).sample(
        frac=1, random_state=3
    )  # by number, whatever the order of the lines
    assert tuple(cc.compare(shuffled, measure="error", test="anytime_comparison").omnibus) == tuple(
        alone
    )
    for wrong in (board(3), data.assign(third=0)):
        with pytest.raises(
            cc.ClfCompareError,
            match="anytime_comparison fits right and wrong cases of one test set",
        ):
            cc.compare(wrong, measure="error", test="anytime_comparison")


def test_a_posterior_on_a_held_out_part_allows_for_clusters():
    data = MATERIAL["held out, two"]
    cases = int(data.predictions["row"].max()) + 1
    known = {"measure": "error", "paradigm": "bayesian", "rope": 0.01}
    one, other = cc.compare(data, **known), cc.compare(data, cluster=np.arange(cases) // 3, **known)
    assert "cluster=" in other.code() and "cluster=" not in one.code()
    assert not np.allclose(
        one.bayes[["a_better", "b_better"]], other.bayes[["a_better", "b_better"]]
    )


@pytest.mark.parametrize("name", [name for name in MATERIAL if name.endswith(", two")])
def test_the_text_says_what_is_taken_from_what(name):
    report = cc.compare(MATERIAL[name], **own(name))
    if report.omnibus is None or report.omnibus.estimate is None:
        return
    [pair] = report.pairs.comparisons.itertuples()
    a, b = re.search(r"estimate \((.+?) - (.+?)\) ", report.text).groups()
    assert {a, b} == {pair.a, pair.b}
    mine, its = report.omnibus.estimate, pair.estimate * (1 if pair.a == a else -1)
    assert np.sign(mine) == np.sign(its), (mine, its)
